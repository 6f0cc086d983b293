"""`from:` is replaced with the rows of the sheet that it names, wherever entries may stand, or refused at its place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from grids_support import refused
from rcwkit.diagnostics import Span
from rcwkit.source.project import Project
from rcwkit.source.sheets import filled, grid_of, spelt, text_in
from rcwkit.source.workbooks import WorkbookPlace
from rcwkit.source.yaml import Node, Root, parse
from workbooks_support import ods, xlsx

DECK = "kind: cards\nid: d\ncards:\n  from: %s\n"
WORKBOOK = {"One": [["id", "title"], ["a", "A"]], "Two": [["id", "title"], ["b", "B"]]}
CHART = "kind: tables\ntables: {t: {title: T, %srows: {from: %s}}}\n"


def project(folder: Path, **files: str | bytes) -> Project:
    """Return a project with files, whose names have _ for the dot."""
    for name, data in files.items():
        folder.joinpath(name.replace("_", ".")).write_bytes(data.encode() if isinstance(data, str) else data)
    return Project(folder, shown="toy")


def root(text: str, home: Project) -> Root:
    return filled(parse(text, "toy/d.yaml"), home)


def plain(text: str, home: Project) -> Any:
    return root(text, home).plain()


# Where a sheet may stand


def test_rows_take_the_place_of_a_sheet(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,title\na,A\n")
    wanted = {"kind": "cards", "id": "d", "cards": {"a": {"title": "A"}}}
    assert plain(DECK % "s.csv", home) == wanted
    assert plain(DECK % "{file: s.csv}", home) == wanted
    assert plain(DECK % "{file: s.csv}\n  b: {title: B}", home)["cards"] == {"a": {"title": "A"}, "b": {"title": "B"}}
    assert home.kinds == {"toy/s.csv": ("cards",)}


def test_sheets_may_stand_in_several_places_and_deep(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="Die,R\n1,a\n", q_csv="Force,Place,Units\nred,701,x\n")
    text = "kind: tables\ntables:\n  t: {title: T, rows: {from: s.csv}}\n  u: {title: U, rows: {2: b, from: s.csv}}\n"
    assert plain(text, home)["tables"] == {
        "t": {"title": "T", "rows": {1: "a"}},
        "u": {"title": "U", "rows": {1: "a", 2: "b"}},
    }
    text = "kind: setup\nforces: {red: {at: {from: q.csv}}}\n"
    assert plain(text, home)["forces"] == {"red": {"at": {"red": {701: {"units": ["x"]}}}}}


@pytest.mark.parametrize(
    "text",
    [
        "- a\n- {from: s.csv}\n",
        "cards: {from: s.csv}\n",
        "kind: other\ncards: {from: s.csv}\n",
        "kind: [cards]\ncards: {from: s.csv}\n",
        "kind: {cards: 1}\ncards: {from: s.csv}\n",
        "kind: cards\nback: {from: s.csv}\n",
        "kind: cards\nother: {from: s.csv}\n",
        "kind: cards\ncards: [{from: s.csv}]\n",
        "kind: cards\ncards: from\n",
        "kind: cards\ncards: {a: {from: s.csv}}\n",
        "kind: cards\ncards: {a: {title: A}}\n",
        "some kind of text\n",
    ],
)
def test_other_places_stay_as_they_are(tmp_path: Path, text: str) -> None:
    document = parse(text, "toy/d.yaml")
    assert filled(document, project(tmp_path)) is document


def test_a_row_of_a_chart_may_be_called_from(tmp_path: Path) -> None:
    home = project(tmp_path, s_CSV="Die,R\n1,a\n")
    for said in ("north", "[a, b]", "3", "s.txt"):
        document = parse(CHART % ("", said), "toy/d.yaml")
        assert filled(document, home) is document
    assert plain(CHART % ("", "s.CSV"), home)["tables"]["t"]["rows"] == {1: "a"}
    assert plain(CHART % ("", "{file: s.CSV}"), home)["tables"]["t"]["rows"] == {1: "a"}


def test_cards_are_no_texts_so_that_every_text_names_a_sheet(tmp_path: Path) -> None:
    hint = "save it as one of: .csv, .tsv, .xlsx, .ods"
    assert refused(root, DECK % "north", project(tmp_path)) == [
        f"E280 toy/d.yaml:4:9+5 'north' is not a spreadsheet that can be read | {hint}"
    ]


def test_what_from_says_is_spelt_out() -> None:
    node, mapping = Node("s.csv", ("d", 1, 2, 3)), Node({}, ("d", 1, 1, 1))
    assert spelt(node).plain() == {"file": "s.csv"}
    assert spelt(node).span == spelt(node).value["file"][1].span == Span("d", 1, 2, 3)
    assert spelt(mapping) is mapping


# Files


def test_a_workbook_has_sheets_and_cells_to_quote(tmp_path: Path) -> None:
    home = project(tmp_path, w_xlsx=xlsx(WORKBOOK), w_ods=ods(WORKBOOK), s_csv="id,title\na,A\n")
    for name in ("w.xlsx", "w.ods"):
        assert plain(DECK % f"{{file: {name}, sheet: Two}}", home)["cards"] == {"b": {"title": "B"}}
        assert plain(DECK % name, home)["cards"] == {"a": {"title": "A"}}
        assert home.cells[f"toy/{name}!Two"] == {(1, 1): "id", (1, 2): "title", (2, 1): "b", (2, 2): "B"}
    plain(DECK % "s.csv", home)
    assert len(home.cells) == 4
    assert home.reads.keys() == {"toy/w.xlsx", "toy/w.ods", "toy/s.csv"}


def test_a_sheet_is_read_as_its_suffix_says_in_any_case(tmp_path: Path) -> None:
    home = project(tmp_path, w_XLSX=xlsx(WORKBOOK), w_ODS=ods(WORKBOOK), s_TSV="id\ttitle\na\tA\n")
    for name in ("w.XLSX", "w.ODS", "s.TSV"):
        assert plain(DECK % name, home)["cards"] == {"a": {"title": "A"}}


def test_a_grid_is_read_once() -> None:
    place = WorkbookPlace("s.csv", Span("d"))
    assert grid_of("id\na\n", place, None) is grid_of("id\na\n", place, None)
    assert grid_of("id\na\n", place, None) is not grid_of("id\nb\n", place, None)


def test_a_text_has_no_sheets_to_choose_from(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,title\na,A\n")
    assert refused(root, DECK % "{sheet: One, file: s.csv}", home) == [
        "E281 toy/d.yaml:4:17+3 's.csv' is one sheet without a name | leave `sheet:` out"
    ]


def test_a_missing_file_is_told_where_it_is_named(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,title\na,A\n")
    (found,) = refused(root, DECK % "{file: ss.csv}", home)
    assert (found[:24], found.partition(" | ")[2]) == ("E103 toy/d.yaml:4:16+6 '", "did you mean 's.csv'?")


def test_a_text_in_another_encoding_is_told_with_a_way_out(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv=b"id,title\na,\xe4\n")
    hint = 'save it as "CSV UTF-8" in the spreadsheet program, or as .xlsx or .ods'
    assert refused(text_in, home, tmp_path / "s.csv") == [f"E104 toy/s.csv:2:1+1 is not UTF-8 text | {hint}"]
    (found,) = refused(text_in, home, tmp_path / "none.csv")
    assert found.startswith("E103 ") and "UTF-8" not in found
    home.unsaved[tmp_path / "s.csv"] = b"id\n"
    assert text_in(home, tmp_path / "s.csv") == "id\n"


def test_all_sheets_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    text = "kind: tables\ntables: {t: {rows: {from: {file: a.csv}}}, u: {rows: {from: {file: b.csv}}}}\n"
    assert [one[:4] for one in refused(root, text, project(tmp_path))] == ["E103", "E103"]
    home = project(tmp_path, a_csv="Die,R,S,T\n1,x\n", b_csv="id,R\n1,x\n1,y\n")
    text = text.replace("file: a.csv", "file: a.csv, id: nothing").replace("file: b.csv", "file: b.csv, id: id")
    found = refused(root, text, home)
    assert [one[:4] for one in found] == ["E282", "E117"]


# What stands beside


def test_entries_beside_a_sheet_may_not_repeat_its_rows(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="title,id\nA,a\nB,b\n")
    more = "\n  b: {title: B}\n  c: {title: C}\n  a: {title: A}"
    assert refused(root, DECK % f"s.csv{more}", home) == [
        "E117 toy/d.yaml:5:3+1 repeated key 'b' | remove one of the two | first here toy/s.csv:3:3",
        "E117 toy/d.yaml:7:3+1 repeated key 'a' | remove one of the two | first here toy/s.csv:2:3",
    ]


def test_a_deck_says_which_fields_its_sheet_has(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,title,Cost\na,A,7\n")
    found = plain(DECK % "s.csv\nfields: {cost: number}", home)
    assert found["cards"] == {"a": {"title": "A", "fields": {"cost": 7}}}


def test_keys_and_values_of_rows_are_counted(tmp_path: Path) -> None:
    def more(sheet: str, text: str = DECK % "s.csv") -> int:
        """Return by how many keys and values a sheet exceeds one without rows."""
        home = project(tmp_path, s_csv=sheet)
        return root(text, home).count - parse(text, "toy/d.yaml").count

    assert more("id,title\n") == 0
    assert more("id,title\na,A\n") == 4  # the id, its mapping, a key and a value
    assert more("id,title,number\na,A,7\nb,B,8\n") == 12
    assert more("id,title,strip.track,strip.row\na,A,t,r\n") == 10
    assert more("Die,R\n1,a\n2,b\n", CHART % ("", "s.csv")) == 4
    assert more("Die,R,S\n1,a,b\n", CHART % ("", "s.csv")) == 4
    assert more("Die,R,S,T\n1,a,b,c\n", CHART % ("", "s.csv")) == 5


def test_places_of_documents_and_entries_stay(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,title\na,A\n")
    document = parse(DECK % "s.csv", "toy/d.yaml")
    found = filled(document, home)
    assert found.span == document.span
    key, cards = found.value["cards"]
    assert (str(key.span), cards.span) == ("toy/d.yaml:3:1", document.value["cards"][1].span)
    assert str(cards.value["a"][0].span) == "toy/s.csv:2:1"
    assert filled(document, home) is found


# The heads of a chart


def chart(home: Project, more: str = "") -> Any:
    return plain(CHART % (more, "s.csv"), home)["tables"]["t"]


def test_a_chart_has_the_headings_of_its_sheet(tmp_path: Path) -> None:
    rows = {"Woods": ["a", "b", "c", "d"]}
    home = project(tmp_path, s_csv="Terrain,1:2,Foot!,+,Foot\nWoods,a,b,c,d\n")
    columns = {"1_2": "1:2", "foot": "Foot!", "column": "+", "foot_2": "Foot"}
    assert chart(home) == {"title": "T", "rows": rows, "columns": columns, "head": "Terrain"}
    assert chart(home, "roll: 1d6, ") == {"title": "T", "roll": "1d6", "rows": rows, "columns": columns}
    assert chart(home, "head: H, ") == {"title": "T", "head": "H", "rows": rows, "columns": columns}
    assert chart(home, "columns: {a: A}, ") == {"title": "T", "columns": {"a": "A"}, "rows": rows}


def test_headings_of_a_chart_have_their_places(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="Terrain,Foot,Horse\nWoods,a,b\n")
    document = parse(CHART % ("", "s.csv"), "toy/d.yaml")
    found = filled(document, home).value["tables"][1].value["t"][1]
    before = document.value["tables"][1].value["t"][1]
    assert found.span == before.span
    key, columns = found.value["columns"]
    assert (key.span, columns.span) == (before.span, before.span)
    assert [[str(one.span) for one in pair] for pair in columns.value.values()] == [
        ["toy/s.csv:1:9"] * 2,
        ["toy/s.csv:1:14"] * 2,
    ]
    assert [str(one.span) for one in found.value["head"]] == ["toy/s.csv:1:1"] * 2


def test_other_entries_have_no_headings(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="Die,R\n1,a\n")
    assert chart(home) == {"title": "T", "rows": {1: "a"}}
    home = project(tmp_path, s_csv="id,attack,move\na,1,2\n")
    found = plain("kind: values\ncounters: {from: s.csv}\n", home)
    assert found == {"kind": "values", "counters": {"a": {"attack": "1", "move": "2"}}}
