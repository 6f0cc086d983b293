"""What sheets may call things by: titles that stand for ids, values of counters; and the sheet behind entries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from grids_support import refused
from rcwkit.source.cells import assumed
from rcwkit.source.project import Project
from rcwkit.source.sheets import GameWords, behind, filled, words_of
from rcwkit.source.yaml import parse
from workbooks_support import xlsx

GAME = """kind: game
sides: {red: {title: The Reds, short: R}, white: {title: Whites}}
factions: {green: {title: Green Army, plural: Greens}, 7: {title: Seven}}
unit_types:
  army: {title: army, plural: Armies, values: [attack, move], optional: [move, size]}
  corps: {title: corps, values: [attack, 3], optional: none}
formations: {front: {title: Front}}
families: {supply: {title: Supply}}
"""
DECK = "kind: cards\nid: d\ncards:\n  from: %s\n  more: {title: More}\n"


def words(*texts: str) -> tuple[tuple[str, ...], dict[str, dict[str, str]]]:
    """Return the values of counters, and ids by what they are called by family."""
    found = words_of(parse(text, "d.yaml") for text in texts)
    return found.values, {family: dict(pairs) for family, pairs in found.ids}


def test_ids_are_called_by_their_titles_of_all_numbers_and_sizes() -> None:
    values, ids = words(GAME, "kind: maps\nterrain: {woods: {title: Deep woods}}\nspaces: {a: {title: A}}\n")
    assert ids["owners"] == {
        "red": "red",
        "the_reds": "red",
        "r": "red",
        "white": "white",
        "whites": "white",
        "green": "green",
        "green_army": "green",
        "greens": "green",
        "7": "7",
        "seven": "7",
        "neutral": "neutral",
    }
    assert ids["unit_types"] == {"army": "army", "armies": "army", "corps": "corps"}
    assert (ids["formations"], ids["marker_families"]) == ({"front": "front"}, {"supply": "supply"})
    assert ids["terrains"] == {"woods": "woods", "deep_woods": "woods"}
    assert values == ("attack", "move", "size")


def test_what_two_are_called_stands_for_neither() -> None:
    _, ids = words("kind: game\nsides: {red: {title: Army}, white: {title: Army}, blue: {title: Red}}\n")
    assert ids["owners"]["army"] == "army" and ids["owners"]["red"] == "red"
    _, named = words("kind: game\nsides: {neutral: {title: Nobody}}\n")
    assert named["owners"] == {"neutral": "neutral", "nobody": "neutral"}


@pytest.mark.parametrize(
    "text",
    [
        "[a, b]",
        "id: d",
        "kind: [game]",
        "kind: cards\nsides: {red: {title: Red}}",
        "kind: game\nsides: [red]",
        "kind: game\nid: d",
        "kind: maps\nsides: {red: {title: Red}}",
    ],
)
def test_documents_that_name_nothing_or_are_wrong_have_no_words(text: str) -> None:
    assert words(text) == ((), {"owners": {"neutral": "neutral"}})


def test_entries_that_are_wrong_are_called_by_their_ids() -> None:
    values, ids = words("kind: game\nsides: {red: Red, white: {title: [W], short: 3}}\nunit_types: {army: }\n")
    assert ids == {"owners": {"red": "red", "white": "white", "neutral": "neutral"}, "unit_types": {"army": "army"}}
    assert values == ()


# Sheets


def project(folder: Path, **files: str | bytes) -> Project:
    """Return a project with files, whose names have _ for the dot."""
    for name, data in files.items():
        folder.joinpath(name.replace("_", ".")).write_bytes(data.encode() if isinstance(data, str) else data)
    return Project(folder, shown="toy")


def rows(home: Project, text: str, known: GameWords) -> Any:
    return filled(parse(text, "toy/d.yaml"), home, known).plain()


def test_titles_in_cells_become_ids_of_what_the_column_holds(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,title,owner\na,The Reds,The reds\nb,B,Blues\n")
    known = GameWords((), (("owners", (("the_reds", "red"),)), ("units", (("blues", "x"),))))
    found = rows(home, DECK % "s.csv", known)["cards"]
    assert found["a"] == {"title": "The Reds", "owner": "red"} and found["b"]["owner"] == "Blues"


def test_sheets_of_counters_may_have_columns_for_their_values(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,type,name,attack\nA,army,A,3\n")
    text = "kind: counters\nid: red\nside: red\ncounters: {from: s.csv}\n"
    found = rows(home, text, GameWords(("attack",)))
    assert found["counters"] == {"A": {"type": "army", "name": "A", "values": {"attack": "3"}}}
    (found,) = refused(rows, home, text, GameWords())
    assert found.startswith("E282 toy/s.csv:1:14")


def test_a_number_with_a_comma_is_noted_with_what_its_cell_says(tmp_path: Path) -> None:
    table: list[list[object]] = [["id", "title", "width"], ["a", "A, B", 1.5]]
    home = project(tmp_path, s_csv='id,title,width\na,"A, B","1,5"\nb,B,1.5\n', w_xlsx=xlsx({"S": table}))
    text = "kind: cards\nid: d\nfields: {width: number}\ncards: {from: %s}\n"
    for name, said in (("s.csv", [("width", "1,5")]), ("w.xlsx", [])):
        root = filled(parse(text % name, "toy/d.yaml"), home)
        assert [(one.heading, one.said) for one in assumed(root)] == said
        assert root.plain()["cards"]["a"]["fields"] == {"width": 1.5}


def test_the_sheet_behind_entries_can_be_written(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,title\na,A\n")
    for said in ("s.csv", "{file: s.csv}"):
        found = behind(parse(DECK % said, "toy/d.yaml"), home, ("cards",))
        assert found is not None
        assert found[:3] == (tmp_path / "s.csv", "toy/s.csv", "id,title\na,A\n")
        assert found.plan.headings == {1: "id", 2: "title"} and len(found.plan.rows) == 1
    for path in (("fields",), (), ("cards", "more")):
        assert behind(parse(DECK % "s.csv", "toy/d.yaml"), home, path) is None


@pytest.mark.parametrize("said", ["w.xlsx", "'{file: s.csv, address: \"https://example.org/s.csv\"}'"])
def test_a_sheet_that_is_made_elsewhere_cannot_be_written(tmp_path: Path, said: str) -> None:
    home = project(tmp_path, s_csv="id,title\na,A\n", w_xlsx=xlsx({"S": [["id", "title"], ["a", "A"]]}))
    said = said.strip("'")
    name = "w.xlsx" if said == "w.xlsx" else "s.csv"
    (found,) = refused(behind, parse(DECK % said, "toy/d.yaml"), home, ("cards",))
    column = 9 if name == "w.xlsx" else 16
    assert found == (
        f"E390 toy/d.yaml:4:{column}+{len(name)} '{name}' can only be changed where it is made"
        " | change it there, or save it as CSV and name that"
    )


def test_a_sheet_with_columns_of_others_cannot_be_written(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="id,title\na,A\n", t_csv="id,title\na,A\n")
    text = DECK % "{file: s.csv, lookup: {id: t.csv}}"
    (found,) = refused(behind, parse(text, "toy/d.yaml"), home, ("cards",))
    assert found.startswith("E390 ")


@pytest.mark.parametrize(
    "text", ["[a]", "id: d\ncards: {from: s.csv}", "kind: [a]", "kind: nothing\ncards: {from: s.csv}"]
)
def test_documents_of_no_kind_name_no_sheets(tmp_path: Path, text: str) -> None:
    root = parse(text, "toy/d.yaml")
    assert behind(root, project(tmp_path), ("cards",)) is None
    assert filled(root, project(tmp_path)) is root


def test_an_address_that_was_not_fetched_is_told(tmp_path: Path) -> None:
    text = DECK % '{file: s.csv, address: "https://example.org/s.csv"}'
    home = project(tmp_path)
    assert refused(filled, parse(text, "toy/d.yaml"), home) == [
        "E103 toy/d.yaml:4:16+5 's.csv' is not there yet | get it from its address: rcwkit fetch"
    ]
    home.unsaved[tmp_path / "s.csv"] = b"id,title\na,B\n"
    assert rows(home, text, GameWords())["cards"]["a"] == {"title": "B"}
    there = project(tmp_path, s_csv="id,title\na,A\n")
    assert rows(there, text, GameWords())["cards"]["a"] == {"title": "A"}


def test_keys_that_differ_in_their_cells_alone_are_told_apart_by_no_column(tmp_path: Path) -> None:
    home = project(tmp_path, s_csv="Key,title,number\nA b,x,1\na b,x,1\n")
    (found,) = refused(filled, parse(DECK % "{file: s.csv, id: Key}", "toy/d.yaml"), home)
    assert "repeated key 'a_b' | remove one of the two | first here" in found
    home = project(tmp_path, s_csv="Key,title,number\nA b,x,1\na b,x,2\n")
    (found,) = refused(filled, parse(DECK % "{file: s.csv, id: Key}", "toy/d.yaml"), home)
    assert "remove one of the two, or take ids from another column: `id: number`" in found
