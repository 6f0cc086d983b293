"""What designers write at first is taken as it is meant, or refused with what to write instead."""

from __future__ import annotations

from pathlib import Path

from rcwkit.dice.counters import Counter
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of, sheets_of
from rcwkit.kinds.maps.survey import surveys
from rcwkit.kit.build import laid_out
from rcwkit.kit.checks import check
from rcwkit.kit.options import Options
from rcwkit.source.project import Project
from tests_support import write

GAME = """kind: game
id: draft
title: Draft
source: Rules of the Draft
credits: Ours.
sides:
  red: {title: Red, short: R, colour: "#D98F7A", mark: star, plays: true}
  blue: {title: Blue, short: B, colour: "#9DB8D9", mark: diamond, plays: true}
unit_types:
  foot: {title: foot, symbol: infantry, layout: block, values: [steps, combat]}
  horse: {title: horse, symbol: cavalry, values: [attack]}
"""
MAP = """kind: maps
id: map
title: The Land
size: 180x60mm
spaces:
  ford: {at: [30, 30], name: Ford}
  1: {at: [90, 30], name: Harbour Town}
  2: {at: [140, 30], name: Crag}
ways: {road: {title: Road, routes: ["Ford 1 CRAG"]}}
setups: [start]
"""
SETUP = "kind: setup\nid: start\ntitle: Start\nforces: {red: {}, blue: {}}\n"


def drafted(folder: Path, **files: str) -> Game:
    named = {f"{name}.yaml": text for name, text in files.items() if name != "sheet"}
    sheets = {"units.csv": files["sheet"]} if "sheet" in files else {}
    return load(Project(write(folder, {"game.yaml": GAME, **named, **sheets}), shown="draft"))


def said(game: Game) -> list[tuple[str, str]]:
    return [(one.code, one.hint) for one in check(game) if one.code[0] != "N"]


COUNTERS = "kind: counters\nid: units\ntitle: Units\ncounters: {from: units.csv}\n"


def test_the_source_of_a_game_is_its_title_alone_and_that_of_its_documents(tmp_path: Path) -> None:
    game = drafted(tmp_path, units=COUNTERS, sheet="Side,Name,Type,Steps,Combat\nRed,Guard,foot,4,B3\n")
    assert game.info.source.title == "Rules of the Draft"
    (units,) = (document for document in game.documents if document.kind == "counters")
    assert units.model.source == "Rules of the Draft"


def test_a_heading_is_a_value_if_types_have_one_of_that_name(tmp_path: Path) -> None:
    """Bug: the steps of blocks were those of units with replacement counters, and a block of one was refused."""
    sheet = "Side,Name,Type,Steps,Combat\nRed,Guard,foot,4,B3\nBlue,Scouts,foot,1,A1\n"
    game = drafted(tmp_path, units=COUNTERS, sheet=sheet)
    assert [(name, item.value.values["steps"]) for name, item in game[Counter].items()] == [
        ("guard", "4"),
        ("scouts", "1"),
    ]


def test_a_route_names_spaces_by_their_names(tmp_path: Path) -> None:
    found = surveys(drafted(tmp_path, map=MAP, start=SETUP))["map"]
    assert (found.faults, found.stretches["road"]) == ([], [("ford", "1"), ("1", "2")])


def test_two_spaces_of_one_name_are_named_by_ids(tmp_path: Path) -> None:
    twins = MAP.replace("name: Ford", "name: Crag").replace("Ford 1", "ford 1")
    assert [one.code for one in surveys(drafted(tmp_path, map=twins, start=SETUP))["map"].faults] == ["E360"]


def test_the_name_of_a_place_that_does_not_fit_is_left_off_its_counter(tmp_path: Path) -> None:
    """Bug: E310 told designers to shorten the name of a place, which counters need not show."""
    sheet = "Side,Name,Type,Attack,Start\nRed,Lancers,horse,3,Harbour Town\nRed,Scouts,horse,3,Harbour Town\n"
    land = MAP.replace("  1:", "  town:").replace("Ford 1", "Ford town")
    game = drafted(tmp_path, map=land, start=SETUP, units=COUNTERS, sheet=sheet)
    (file,) = (file for file in sheets_of(game) if file.stem == "counters")
    assert [one for one in laid_out(game, file, Options())[1] if one.code == "E310"] == []


def test_a_booklet_may_name_its_file_alone(tmp_path: Path) -> None:
    """Bug: the page said rules.md."""
    write(tmp_path, {"rules.md": "# Battles\n\nThe higher die wins.\n"})
    game = drafted(tmp_path, rules="kind: booklet\nid: rules\ntitle: Rules\ntext: rules.md\n")
    (document,) = (one for one in game.documents if one.kind == "booklet")
    assert document.attached is not None
    assert "The higher die wins." in document.attached.prose.text
    assert [file.stem for file in files_of(game)] == ["booklet-rules"]


ROLLS = """kind: procedures
id: rolls
title: Rolls
procedures:
  fight:
    title: A fight
    inputs: {class: {title: "Which class?", choices: {%s}}}
    steps: [{id: die, table: die, column: class}]
"""
DIE = """kind: tables
id: t
title: T
tables: {die: {title: Die, roll: 1d6, columns: [A, B], rows: {1-6: [hit, miss]}}}
"""


def test_answers_that_are_all_no_columns_are_told(tmp_path: Path) -> None:
    """Bug: only the roll failed, and the check had said nothing."""
    assert said(drafted(tmp_path, t=DIE, rolls=ROLLS % "A: A, B: B")) == [("E235", "its columns are a, b")]
    assert said(drafted(tmp_path, t=DIE, rolls=ROLLS % "a: A, none: None")) == []


LAYOUTS = """kind: layouts
id: layouts
layouts: {plain: {extends: blank, boxes: {band: {at: [0, 0, 9, 9], fill: "{{ card.owner.colour }}"}}}}
"""
DECK = """kind: cards
id: deck
title: Deck
back: {title: Deck}
layout: plain
cards: {one: {title: One, owner: red}}
"""


def test_a_name_that_is_not_in_a_card_but_beside_it_is_told(tmp_path: Path) -> None:
    assert ("E251", "write owner alone") in said(drafted(tmp_path, layouts=LAYOUTS, deck=DECK))
