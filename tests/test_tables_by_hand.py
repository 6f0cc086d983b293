"""Tables by hand: rows of a sheet and of a document are changed within their text; errors are told at their cell."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from faults_support import many
from hypothesis import given, settings
from hypothesis import strategies as st
from rcwkit.screens.preview.press import PrintJobs
from rcwkit.screens.preview.site import Site
from rcwkit.screens.preview.tables import Sent, _Document, _Sheet
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.cells import delimited, lines_of, text_of
from tests_support import TOY, write
from workbooks_support import xlsx

DECK = """\
kind: cards
id: tides
title: Tides
source: Ours
fields: {cost: {type: number, default: 0}, art: {type: picture}, text: {type: text}}
cards:
"""
SHEET = (
    'Title;Qty;Owner;Cost;Text\r\nSkiff;2;red;1;"Lands ""one"";\r\nor two."\r\n\r\nFog;1;;;  Wait. \r\nTea;1;red;3;Calm'
)
CARDS = """\
  skiff: {title: Skiff, copies: 2, owner: red, fields: {cost: 1}}   # the first
  fog:
    title: Fog
    sections: [{text: Wait.}]
  tea: Tea
"""


def _site(folder: Path, files: dict[str, Any]) -> Site:
    write(folder, {"game.yaml": TOY["game.yaml"]})
    for name, data in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    workshop = Workshop(folder.as_posix())
    workshop.refresh()
    assert not [one.diagnostic for one in workshop.problems if one.diagnostic.code[0] == "E"]
    return Site(workshop, PrintJobs(workshop.name))


def _table(site: Site) -> dict[str, Any]:
    answer = site.post("table", {"stem": "cards-tides"})
    assert answer.status == 200, answer.body
    found: dict[str, Any] = json.loads(answer.body)
    return found


def _rows(table: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"of": at, "cells": row} for at, row in enumerate(table["rows"])]


def _save(site: Site, table: dict[str, Any], rows: list[dict[str, Any]]) -> tuple[int, Any]:
    answer = site.post("rows", {**{name: table[name] for name in ("file", "hash", "line")}, "rows": rows})
    site.workshop.refresh()
    return answer.status, json.loads(answer.body)


def test_a_sheet_keeps_every_character_that_does_not_change(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    site = _site(folder, {"deck.yaml": f"{DECK}  from: tides.csv\n", "tides.csv": SHEET})
    table = _table(site)
    assert [(one["title"], one["form"]) for one in table["columns"]][:4] == [
        ("Title", "text"), ("Qty", "number"), ("Owner", "owner"), ("Cost", "number"),
    ]  # fmt: skip
    assert table["rows"][0] == ["Skiff", "2", "red", "1", 'Lands "one";\nor two.']
    rows = _rows(table)
    assert _save(site, table, rows)[0] == 200
    assert (folder / "tides.csv").read_bytes() == SHEET.encode(), "nothing has changed"
    rows[0]["cells"][3] = "2"
    rows[1]["cells"][0] = 'Fog; "thick"'
    new = {"of": None, "cells": ["Cutter", "1", "red", "", "Two\nlines"]}
    assert _save(site, table, [rows[2], rows[1], rows[0], new])[0] == 200
    wanted = (
        'Title;Qty;Owner;Cost;Text\r\nTea;1;red;3;Calm\r\n"Fog; ""thick""";1;;;  Wait. \r\n'
        'Skiff;2;red;2;"Lands ""one"";\r\nor two."\r\n\r\nCutter;1;red;;"Two\nlines"'
    )
    assert (folder / "tides.csv").read_bytes() == wanted.encode()
    assert _save(site, table, rows)[0] == 409, "the page has another state of the file"
    assert site.post("undo", {}).status == 200
    assert (folder / "tides.csv").read_bytes() == SHEET.encode()
    again = _table(site)
    rows = _rows(again)
    rows[2]["cells"][2] = "nobody"
    status, told = _save(site, again, rows)
    assert status == 422
    assert [(one["row"], one["column"]) for one in told["problems"]] == [(2, 2)]
    assert (folder / "tides.csv").read_bytes() == SHEET.encode()


def test_cards_of_a_document_are_changed_added_moved_and_taken_out(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    site = _site(folder, {"deck.yaml": DECK + CARDS})
    table = _table(site)
    titles = [one["title"] for one in table["columns"]]
    assert titles[:4] == ["id", "title", "copies", "owner"] and {"cost", "art", "sections"} <= set(titles)
    forms = {one["title"]: one["form"] for one in table["columns"]}
    assert (forms["cost"], forms["art"], forms["owner"], forms["sections"]) == ("number", "picture", "owner", "more")
    at = {name: index for index, name in enumerate(titles)}
    rows = _rows(table)
    assert _save(site, table, rows) == (200, {"undo": 0, "redo": 0})
    assert (folder / "deck.yaml").read_text(encoding="utf-8") == DECK + CARDS
    rows[0]["cells"][at["cost"]] = "4"
    rows[2]["cells"][at["title"]] = "Green tea"
    copy = {"of": 1, "cells": ["mist", *rows[1]["cells"][1:]]}
    assert _save(site, table, [*rows, copy])[0] == 200
    text = (folder / "deck.yaml").read_text(encoding="utf-8")
    assert "  skiff: {title: Skiff, copies: 2, owner: red, fields: {cost: 4}}   # the first\n" in text
    assert "  tea: Green tea\n" in text and "  mist:" in text
    table = _table(site)
    rows = _rows(table)
    assert [row["cells"][0] for row in rows] == ["skiff", "fog", "tea", "mist"]
    found = _save(site, table, [rows[0], rows[3], rows[2], {"of": None, "cells": ["new", "New"]}])
    assert found[0] == 200, found
    text = (folder / "deck.yaml").read_text(encoding="utf-8")
    assert text.index("skiff:") < text.index("mist:") < text.index("tea:") < text.index("new:") and "fog:" not in text
    table = _table(site)
    rows = _rows(table)
    rows[1]["cells"][0] = "skiff"
    assert _save(site, table, rows)[0] == 422, "an id is never written over"


def test_new_rows_have_ids_after_their_titles_and_fields_in_the_order_of_the_deck(tmp_path: Path) -> None:
    site = _site(tmp_path / "toy", {"deck.yaml": DECK + CARDS})
    table = _table(site)
    assert [one["title"] for one in table["columns"]] == [
        "id", "title", "copies", "owner", "type", "cost", "art", "text", "sections"
    ]  # fmt: skip
    new = [["", title, *[""] * 5, "Go.", ""] for title in ("Fog", "Pack ice & fog", "Fog")]
    status, _ = _save(site, table, [*_rows(table), *({"of": None, "cells": row} for row in new)])
    assert status == 200
    text = (tmp_path / "toy" / "deck.yaml").read_text(encoding="utf-8")
    added = [
        "  fog_2: {title: Fog, fields: {text: Go.}}",
        "  pack_ice_fog: {title: Pack ice & fog, fields: {text: Go.}}",
        "  fog_3: {title: Fog, fields: {text: Go.}}",
    ]
    assert text == DECK + CARDS + "\n".join(added) + "\n"
    table = _table(site)
    status, said = _save(site, table, [*_rows(table), {"of": None, "cells": [""] * 9}])
    assert (status, said["error"]) == (422, "a row needs a title, or an id")
    assert table["next"] == ""


def test_new_rows_of_a_numbered_deck_have_the_next_numbers(tmp_path: Path) -> None:
    cards = "  t08: {title: Skiff}\n  t09: {title: Fog}\n"
    site = _site(tmp_path / "toy", {"deck.yaml": f"{DECK}{cards}"})
    table = _table(site)
    assert table["next"] == "t10"
    wide = len(table["columns"]) - 2
    new = [[name, title, *[""] * wide] for name, title in (("", "Gale"), ("t12", "Ice"), ("", "Calm"))]
    status, _ = _save(site, table, [*_rows(table), *({"of": None, "cells": row} for row in new)])
    assert status == 200
    added = "  t13: {title: Gale}\n  t12: {title: Ice}\n  t14: {title: Calm}\n"
    assert (tmp_path / "toy" / "deck.yaml").read_text(encoding="utf-8") == DECK + cards + added


def test_a_workbook_says_which_cell_to_change(tmp_path: Path) -> None:
    book = xlsx({"Deck": [["Title", "Cost"], ["Skiff", 1]]})
    site = _site(tmp_path / "toy", {"deck.yaml": f"{DECK}  from: tides.xlsx\n", "tides.xlsx": book})
    table = _table(site)
    assert table["place"].endswith("tides.xlsx, Deck")
    assert [one["title"] for one in table["columns"]] == ["Title", "Cost"]
    assert (table["rows"], table["cells"]) == ([["Skiff", "1"]], [["A2", "B2"]])
    assert _save(site, table, _rows(table))[0] == 422
    (tmp_path / "out.csv").write_text("Title\nSkiff\n", encoding="utf-8")
    for file in (table["file"].replace("tides.xlsx!Deck", "../out.csv"), str(tmp_path / "out.csv")):
        assert _save(site, {**table, "file": file}, _rows(table))[0] == 422, "it is outside of the game"


def test_ids_are_renamed_wherever_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "toy", TOY)
    workshop = Workshop("toy")
    workshop.refresh()
    site = Site(workshop, PrintJobs("toy"))
    assert json.loads(site.post("rename", {"old": "Ra1", "new": "First"}).body)["places"] > 1
    assert "First" in (tmp_path / "toy" / "setup.yaml").read_text(encoding="utf-8")
    assert site.post("rename", {"old": "First", "new": "Rc16"}).status == 422
    table = json.loads(site.post("table", {"stem": "counters"}).body)
    assert table["rows"][0][0] == "First" and table["file"] == "toy/red.yaml"


def test_pictures_are_taken_into_the_games_folder(tmp_path: Path) -> None:
    site = _site(tmp_path / "toy", {"deck.yaml": DECK + CARDS})
    (tmp_path / "sent.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")

    def taken() -> str:
        return str(json.loads(site.take("art", "Kleines Boot.svg", tmp_path / "sent.svg").body)["name"])

    assert [taken(), taken()] == ["kleines_boot.svg"] * 2, "the same picture is there already"
    (tmp_path / "sent.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9"/>', encoding="utf-8")
    assert taken() == "kleines_boot_2.svg"
    assert _table(site)["pictures"] == ["kleines_boot.svg", "kleines_boot_2.svg"]
    answer = site.get("art/kleines_boot.svg")
    assert (answer.type, answer.status) == ("image/svg+xml", 200)
    (tmp_path / "sent.png").write_bytes(b"no picture")
    (tmp_path / "sent.exe").write_bytes(b"MZ")
    for name in ("sent.png", "sent.exe"):
        assert site.take("art", name, tmp_path / name).status == 422
    for name in ("../game.yaml", "..%2Fgame.yaml", "sent.png"):
        assert site.get(f"art/{name}").status == 404
    assert site.most("art") > 0 == site.most("rows")


TYPED = st.text(alphabet="ab\";: #-,|{}[]&*'\n", max_size=6).filter(lambda text: text == text.strip())


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> list[_Sheet | _Document]:
    """The rows of a sheet, and of a document."""
    folder = tmp_path_factory.mktemp("tables") / "toy"
    game = _site(folder, {"deck.yaml": DECK + CARDS}).workshop.game
    assert game is not None
    return [_Sheet(game, "tides.csv", SHEET), _Document(game, "deck.yaml", DECK + CARDS, DECK.count("\n") + 1)]


def _said(table: _Sheet | _Document, cells: Sequence[str | None]) -> dict[str, str]:
    """What a row says under each heading but that of its id, which may be made of its title."""
    return {one.title: cell for one, cell in zip(table.columns, cells, strict=True) if cell and one.title != "id"}


def test_a_card_that_says_nothing_has_as_many_cells_as_the_others(tables: list[_Sheet | _Document]) -> None:
    table = tables[1]
    made = table.rewritten([Sent(2, ("tea", *[""] * (len(table.columns) - 1)))])
    assert "  tea: {}\n" in made
    again = table.again(made)
    assert [len(row) for row in again.rows] == [len(again.columns)]


@settings(max_examples=many(200, 40))
@given(st.data())
def test_any_rows_are_read_back_and_others_keep_their_characters(tables: list[_Sheet | _Document], data: Any) -> None:
    """Cells typed or pasted at random, rows moved, taken out and added."""
    table = data.draw(st.sampled_from(tables))
    typed = [at for at, one in enumerate(table.columns) if one.title.casefold() in ("title", "text")]
    kept = data.draw(st.lists(st.sampled_from(range(len(table.rows))), unique=True, min_size=1))
    rows, same = list[Sent](), list[int]()
    for of in kept:
        cells = [one or "" for one in table.rows[of]]
        for at in data.draw(st.lists(st.sampled_from(typed), max_size=2)):
            cells[at] = data.draw(TYPED)
        rows.append(Sent(of, tuple(cells)))
        same += [of] if cells == [one or "" for one in table.rows[of]] else []
    for number, text in enumerate(data.draw(st.lists(TYPED, max_size=2))):
        new = [f"New {number}" if one.title.casefold() == "title" else "" for one in table.columns]
        new[typed[-1]] = text if typed[-1] != typed[0] else f"New {number}"
        rows.append(Sent(None, tuple(new)))
    made = table.rewritten(rows)
    wanted = [_said(table, row.cells) for row in rows]
    again = table.again(made)
    assert [_said(again, row) for row in again.rows] == [
        row for row in wanted if row or isinstance(table, _Document)
    ], made
    for of in same:
        first, last = table.starts[of], [*table.starts, 0][of + 1]
        lines = table.text.splitlines(keepends=True)
        assert "".join(lines[first - 1 : last - 1 if last else None]).strip() in made


@given(st.lists(st.lists(st.text(alphabet='a;" \n\r,', max_size=4), min_size=1, max_size=4), min_size=1, max_size=4))
def test_lines_are_the_text_and_say_what_readers_of_it_do(rows: list[list[str]]) -> None:
    quoted = ("\r\n").join(";".join('"{}"'.format(one.replace('"', '""')) for one in row) for row in rows)
    quoted = f"a;b;c;d\r\n{quoted}"
    _, lines = lines_of(quoted, "a.csv")
    assert "".join(quoted[line.start : line.end] for line in lines) == quoted
    read = [[text_of(cell.value) for cell in row.cells.values()] for row in delimited(quoted, "a.csv").rows]
    told = [[value.strip() for _, _, value in line.cells if value.strip()] for line in lines]
    assert [[one.replace("\r\n", "\n").replace("\r", "\n") for one in row] for row in told if row] == [
        [one.replace("\r\n", "\n").replace("\r", "\n") for one in row] for row in read
    ]


def test_texts_with_markup_are_told_as_they_are_printed(tmp_path: Path) -> None:
    row = "  skiff: {title: Skiff, fields: {text: 'Lands **one** :coin: and *waits*.'}}\n  tea: Tea\n"
    table = _table(_site(tmp_path / "toy", {"deck.yaml": DECK + row}))
    assert table["said"] == {
        "Lands **one** :coin: and *waits*.": [
            ["Lands ", False, False, False],
            ["one", True, False, False],
            [" ", False, False, False],
            [":coin:", False, False, True],
            [" and ", False, False, False],
            ["waits", False, True, False],
            [".", False, False, False],
        ]
    }
    assert table["drawn"].keys() == {":coin:"} and "<svg" in table["drawn"][":coin:"]


def test_a_form_offers_the_fields_that_the_deck_declares(tmp_path: Path) -> None:
    site = _site(
        tmp_path / "toy", {"deck.yaml": DECK + CARDS, "art/boat.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>"}
    )
    file, line = _table(site)["file"], (DECK + CARDS).splitlines().index("  tea: Tea") + 1
    told = json.loads(site.post("entry", {"at": f"{file}:{line}"}).body)
    fields = told["schema"]["properties"]["fields"]
    assert fields["offered"] and {name: one["type"] for name, one in fields["properties"].items()} == {
        "cost": "number",
        "art": "string",
        "text": "string",
    }
    assert fields["properties"]["art"]["format"] == "picture" and told["pictures"] == ["boat.svg"]
    deck = json.loads(site.post("entry", {"at": f"{file}:1", "path": []}).body)
    assert "offered" not in deck["schema"]["properties"]["fields"]
