"""Checks of maps: where each fault is told, and which grounds look alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from map_support import BASE, HEAD, mapped
from rcwkit.art.colours import VISIONS, difference
from rcwkit.diagnostics import Diagnostic
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.maps.kind import (
    ALIKE,
    check_drawings,
    check_faults,
    check_names,
    check_numbers,
    check_setups,
    check_terrain,
)
from rcwkit.kinds.maps.model import Map
from rcwkit.kinds.maps.survey import drawing_of
from rcwkit.source.project import Project
from tests_support import write

GRID = "hexes: {size: 20mm, columns: 6, rows: 5}\n"
PLACES = "kind: places\nid: p\ntitle: P\nsource: S\nregions: {south: {title: South, places: {%s}}}\n"


def told(check: Callable[[Game], Iterator[Diagnostic]], game: Game, folder: Path) -> list[tuple[str, str, str]]:
    """Return code and message of each finding, and the text that it is told at."""
    found = []
    for one in check(game):
        line = (folder / one.span.file.removeprefix("toy/")).read_text("utf-8").splitlines()[one.span.line - 1]
        found.append((one.code, one.message, line[one.span.column - 1 :][: one.span.length]))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('places: {"0707": {name: X}}', ("E360", "'0707' is not on the map", '"0707"')),
        (
            "spaces: {'0101': {at: [20, 20]}}",
            ("E201", "place '0101' is defined twice: a hex has this number", "'0101'"),
        ),
        ("places: {'0101': wodos}", ("E362", "unknown terrain 'wodos'", "wodos")),
        ("ground: wodos\nterrain: {woods: {title: W}}", ("E362", "unknown terrain 'wodos'", "wodos")),
        (
            "terrain: {woods: {title: Woods, hexes: ['0101']}, fields: {title: Fields, hexes: ['0101']}}",
            ("W360", "0101 is Woods and Fields", "["),
        ),
        ("zones: {z: {hexes: ['0101-0110']}}", ("E360", "'0110' is not on the map", "'0101-0110'")),
    ],
)
def test_a_fault_is_told_where_it_stands(tmp_path: Path, text: str, expected: tuple[str, str, str]) -> None:
    assert told(check_faults, mapped(tmp_path, f"{GRID}{text}\n"), tmp_path) == [expected]


def test_places_of_as_many_digits_as_hexes_are_hexes(tmp_path: Path) -> None:
    said = PLACES % "'0307': Newham, '0305': Oldham, '307': Third, 'mill': Mill, box: Box"
    game = mapped(tmp_path, GRID, places=said)
    assert told(check_numbers, game, tmp_path) == [("E360", "'0307' is not on the map", "'0307'")]
    assert [one.hint for one in check_numbers(game)] == ["hexes are numbered 0101 to 0605"]


def test_a_place_is_compared_with_the_maps_that_number_alike(tmp_path: Path) -> None:
    short = HEAD.replace("valley", "moor") + "hexes: {size: 20mm, columns: 3, rows: 4, first: '11'}\n"
    game = mapped(tmp_path, GRID, amap=short, places=PLACES % "'0307': Newham, '51': Fen, '23': Moss")
    assert [(one.message, one.hint) for one in check_numbers(game)] == [
        ("'0307' is not on the map", "hexes are numbered 0101 to 0605"),
        ("'51' is not on the map", "hexes are numbered 11 to 34"),
    ]


def test_a_map_without_any_hex_has_no_numbers_to_hint_at(tmp_path: Path) -> None:
    game = mapped(
        tmp_path, "hexes: {size: 20mm, columns: 2, rows: 2, without: ['0101-0202']}\n", places=PLACES % "'0307': Newham"
    )
    assert [(one.code, one.hint) for one in check_numbers(game)] == [("E360", "")]


def test_a_place_has_one_name(tmp_path: Path) -> None:
    on_map = "spaces:\n  camp: {at: [5, 5], name: Camp}\n  fort: {at: [9, 9]}\n  pond: {at: [30, 30], name: Pond}\n"
    on_map += "places:\n  '0202': {name: Oldham}\n  '0303': woods\n  '0304': {name: Ford}\n  '0707': {name: Nowhere}\n"
    listed = PLACES % "camp: The camp, fort: The fort, pond: Pond, '0202': Newham, '0303': Copse, '0304': Ford"
    game = mapped(tmp_path, f"{GRID}terrain: {{woods: {{title: W}}}}\n{on_map}", places=listed)
    assert told(check_names, game, tmp_path) == [
        ("W362", "'camp' is 'Camp' here and 'The camp' in the list of places", "camp"),
        ("W362", "'0202' is 'Oldham' here and 'Newham' in the list of places", "'0202'"),
    ]
    (where, span) = next(check_names(game)).related[0]
    assert (where, span.file) == ("listed here", "toy/places.yaml")


def grounds(folder: Path, *drawn: str) -> list[tuple[str, str, str]]:
    kinds = "".join(f"  {one}\n" for one in drawn)
    return told(check_terrain, mapped(folder, f"{GRID}terrain:\n{kinds}"), folder)


def test_grounds_that_differ_in_colour_alone_look_alike(tmp_path: Path) -> None:
    # Far apart for those who lack blue cones, alike in greyscale.
    pairs = {vision: difference("#C04040", "#8C5932", vision) for vision in VISIONS}
    assert min(pairs.values()) < ALIKE < max(pairs.values())
    red, green = "moss: {title: Moss, colour: '#C04040'}", "heath: {title: Heath, colour: '#8C5932'}"
    expected = ("W361", "'Heath' looks like 'Moss' in greyscale or to colour-blind players", "heath")
    assert grounds(tmp_path, red, green) == [expected]


@pytest.mark.parametrize(("other", "alike"), [("#7F7F7F", True), ("#8F8F8F", True), ("#919191", False)])
def test_grounds_are_apart_from_a_difference_of_six(tmp_path: Path, other: str, alike: bool) -> None:
    found = grounds(tmp_path, "moss: {title: Moss, colour: '#808080'}", f"heath: {{title: Heath, colour: '{other}'}}")
    assert len(found) == alike


def test_drawings_tell_equal_grounds_apart(tmp_path: Path) -> None:
    same = "colour: '#C3D19C'"
    assert grounds(tmp_path, f"woods: {{title: Woods, {same}}}", f"marsh: {{title: Marsh, {same}}}") == []
    over = f"{same}, over: true"
    assert grounds(tmp_path, f"moss: {{title: Moss, {over}}}", f"heath: {{title: Heath, {over}}}") == []
    assert grounds(tmp_path, "moss: {title: Moss, drawing: woods}", "woods: {title: Woods}") == [
        ("W361", "'Woods' looks like 'Moss' in greyscale or to colour-blind players", "woods")
    ]


def test_a_set_up_to_show_belongs_to_its_scenario(tmp_path: Path) -> None:
    more = {
        "map.yaml": f"{HEAD}{GRID}setups: [dawn, bare, dusk]\n",
        "setup.yaml": "kind: setup\nid: dawn\ntitle: Dawn\nsource: S\nforces: {}\n",
        "scenarios.yaml": "kind: scenarios\nid: s\nsource: S\nscenarios:\n"
        "  dawn: {title: Dawn, setup: dawn}\n  bare: {title: Bare}\n",
    }
    game = load(Project(write(tmp_path, BASE | more), shown="toy"))
    assert told(check_setups, game, tmp_path) == [("E364", "scenario 'bare' has no set-up to show", "bare")]


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("forest", "did you mean `drawing: woods`?"),
        ("forests", "did you mean `drawing: woods`?"),
        ("high_mountain", "did you mean `drawing: mountain`?"),
        ("mountian", "did you mean 'mountain'?"),
        ("xyz", "say `drawing:` or `colour:`; `drawing: clear` leaves it plain"),
    ],
)
def test_terrain_that_nothing_shows_is_told(tmp_path: Path, name: str, hint: str) -> None:
    game = mapped(tmp_path, f"{GRID}terrain: {{{name}: {{title: T, hexes: ['0101']}}}}\n")
    message = f"terrain '{name}' has no drawing or colour: nothing shows it"
    assert told(check_drawings, game, tmp_path) == [("W363", message, name)]
    assert [one.hint for one in check_drawings(game)] == [hint]


def test_a_title_says_what_terrain_without_a_drawing_is(tmp_path: Path) -> None:
    game = mapped(tmp_path, f"{GRID}terrain: {{t1: {{title: Dense Forest}}}}\n")
    assert [one.hint for one in check_drawings(game)] == ["did you mean `drawing: woods`?"]


@pytest.mark.parametrize(
    ("name", "drawn"),
    [("mountains", "mountain"), ("hill", "hills"), ("dune", "dunes"), ("cities", "city"), ("marshes", "marsh")],
)
def test_one_and_many_name_the_same_drawing(tmp_path: Path, name: str, drawn: str) -> None:
    game = mapped(tmp_path, f"{GRID}terrain: {{{name}: {{title: T, hexes: ['0101']}}}}\n")
    assert drawing_of(name, game[Map]["valley"].value.terrain[name]) == drawn
    assert not list(check_drawings(game))


def test_terrain_with_a_colour_or_a_drawing_is_silent(tmp_path: Path) -> None:
    said = "terrain: {moor: {title: Moor, colour: '#AABBCC'}, plain: {title: Plain, drawing: clear}}"
    assert not list(check_drawings(mapped(tmp_path, f"{GRID}{said}\n")))
