"""Surveys: the terrain of every hex, what runs along its sides and across them, and what is wrong."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from map_support import mapped
from rcwkit.dice.places import find_place, region_of
from rcwkit.dice.setups import Place, Region
from rcwkit.kinds.maps.grid import HexCell, Hexside
from rcwkit.kinds.maps.survey import MOST, Exit, surveys
from rcwkit.source.symbols import SCENES

GRID = "hexes: {size: 20mm, columns: 6, rows: 5}\n"


def test_terrain_comes_from_lists_the_ground_and_the_hex_itself(tmp_path: Path) -> None:
    found = surveys(mapped(tmp_path))["valley"]
    assert found.faults == []
    assert found.terrain["0101"] == ("woods",)
    assert found.terrain["0202"] == ("woods", "town"), "towns lie over what is below"
    assert found.terrain["0203"] == ("clear",)
    assert found.terrain["0305"] == ("rough",)
    assert found.terrain["0304"] == ("clear", "town")


def test_a_side_named_from_both_hexes_is_one(tmp_path: Path) -> None:
    found = surveys(mapped(tmp_path))["valley"]
    assert found.sides["river"] == [
        Hexside(HexCell(2, 3), "n"),
        Hexside(HexCell(2, 3), "ne"),
        Hexside(HexCell(2, 3), "se"),
        Hexside(HexCell(1, 2), "ne"),
    ]
    again = mapped(
        tmp_path,
        'hexes: {size: 20mm, columns: 6, rows: 5}\nedges: {river: {title: R, sides: ["0203 ne", "0303 sw"]}}\n',
    )
    assert len(surveys(again)["valley"].sides["river"]) == 1


def test_roads_run_from_hex_to_hex_and_may_leave_the_map(tmp_path: Path) -> None:
    stretches = surveys(mapped(tmp_path))["valley"].stretches["road"]
    assert stretches == [
        ("0304", "0305"),
        ("0304", "0303"),
        ("0303", "0202"),
        ("0202", "0102"),
        ("0304", "0403"),
        ("0403", "0503"),
    ]
    short = mapped(
        tmp_path, 'hexes: {size: 20mm, columns: 6, rows: 5}\nways: {road: {title: R, routes: ["0102 n n"]}}\n'
    )
    assert surveys(short)["valley"].stretches["road"] == [("0102", "0101"), ("0101", Exit("0101", "n"))]


def test_hexes_and_spaces_are_places_of_the_game(tmp_path: Path) -> None:
    game = mapped(tmp_path)
    assert len(game[Place]) == 30
    assert game[Place]["0304"].value.name == "Oldham"
    assert game[Place]["0203"].value.name == "0203"
    assert game[Region]["valley"].value.title == "The valley"
    assert region_of(game, "0203").id == "valley"
    item = find_place(game, "0304 Oldham")
    assert item is not None
    assert item.id == "0304"


def test_places_that_are_listed_are_the_same(tmp_path: Path) -> None:
    text = "kind: places\nid: p\ntitle: P\nsource: S\nregions: {south: {title: South, places: {'0305': Newham}}}\n"
    game = mapped(tmp_path, places=text)
    assert game[Place]["0305"].value.name == "Newham"
    assert region_of(game, "0305").id == "south"
    assert "0305" not in game[Region]["valley"].value.places


DASH = "a dash that is between neither two hexes nor two hexsides"
FAULTS = [
    ('terrain: {woods: {title: W, hexes: ["0101-0707"]}}', "E360", "'0707' is not on the map"),
    ('places: {"0707": {name: X}}', "E360", "'0707' is not on the map"),
    ("ground: wodos\nterrain: {woods: {title: W}}", "E362", "unknown terrain 'wodos'"),
    ('places: {"0101": {edges: {river: [n]}}}', "E362", "unknown edges 'river'"),
    ('edges: {river: {title: R}}\nplaces: {"0101": {edges: {river: [e]}}}', "E361", "0101 has no side 'e'"),
    ('edges: {river: {title: R, sides: ["0101/0303"]}}', "E361", "0101 and 0303 are not adjacent"),
    ('edges: {river: {title: R, sides: ["0101/"]}}', "E361", "'0101/' is no hexside"),
    ('edges: {river: {title: R, sides: ["0101/se"]}}', "E361", "'0101/se' is no hexside"),
    ('ways: {road: {title: R, routes: ["0101/0102 0103"]}}', "E360", "'0101/0102' is not on the map"),
    ('edges: {river: {title: R, sides: ["0101"]}}', "E361", "no side of 0101 is named"),
    ('ways: {road: {title: R, routes: ["0101 n n"]}}', "E361", "'n' leaves the map at 0101, and the route goes on"),
    ('ways: {road: {title: R, routes: ["0101 0303"]}}', "E361", "0101 and 0303 are not adjacent"),
    ('ways: {road: {title: R, routes: ["0101 Oldham"]}}', "E360", "'Oldham' is not on the map"),
    ('ways: {road: {title: R, routes: ["0101 - Oldham"]}}', "E361", DASH),
    ('edges: {river: {title: R, sides: ["0101 n - 0303"]}}', "E361", DASH),
    ('ways: {road: {title: R, routes: ["0101 - 0109"]}}', "E360", "'0109' is not on the map"),
    ('edges: {river: {title: R, sides: ["0101/0303 - 0201/0202"]}}', "E361", DASH),
    ('edges: {river: {title: R, sides: ["0101/0102 - 0201/0999"]}}', "E360", "'0999' is not on the map"),
    ('labels: [{text: X, at: "0909"}]', "E360", "'0909' is not on the map"),
    ("spaces: {box: {at: [500, 10]}}", "E363", "500, 10 is beside the map"),
    (f"scenes: [{{scene: {min(SCENES)}, at: [500, 10], width: 20}}]", "E363", "500, 10 is beside the map"),
    ('zones: {z: {hexes: ["0101-0110"]}}', "E360", "'0110' is not on the map"),
]


@pytest.mark.parametrize(("text", "code", "message"), FAULTS)
def test_what_is_wrong_is_a_fault(tmp_path: Path, text: str, code: str, message: str) -> None:
    found = surveys(mapped(tmp_path, f"{GRID}{text}\n"))["valley"]
    assert [(fault.code, fault.message) for fault in found.faults] == [(code, message)]


def test_a_hexside_that_is_none_is_told_how_it_is_written(tmp_path: Path) -> None:
    sides = 'edges: {river: {title: R, sides: ["0101/0303", "0101/se", "0101/"]}}'
    found = surveys(mapped(tmp_path, f'{GRID}{sides}\nways: {{road: {{title: R, routes: ["0101/0102 0103"]}}}}\n'))[
        "valley"
    ]
    assert [fault.hint for fault in found.faults] == [
        "beside 0101 are 0201, 0102",
        "write 0101 se; or name both hexes, as in 0101/0201",
        "write 0101 n; or name both hexes, as in 0101/0201",
        "write 0101 0102: this leads from place to place",
    ]


def test_a_dash_spells_out_roads_and_rivers(tmp_path: Path) -> None:
    road, river = 'road: {title: R, routes: ["0101 - 0104 0203"]}', 'river: {title: R, sides: ["0201 s - 0203 s"]}'
    found = surveys(mapped(tmp_path, f"{GRID}ways: {{{road}}}\nedges: {{{river}}}\n"))["valley"]
    assert found.faults == []
    assert found.stretches["road"] == [("0101", "0102"), ("0102", "0103"), ("0103", "0104"), ("0104", "0203")]
    course, grid = found.sides["river"], found.map.hexes
    assert (course[0], course[-1]) == (Hexside(HexCell(1, 0), "s"), Hexside(HexCell(1, 2), "s"))
    assert grid is not None
    ends = [{(round(x, 3), round(y, 3)) for x, y in grid.side_of(*side)} for side in course]
    assert len(ends) == 6
    assert all(a & b for a, b in pairwise(ends))


def test_not_more_faults_are_told_than_anyone_reads(tmp_path: Path) -> None:
    wrong = ", ".join(f'"09{number:02}": {{name: X}}' for number in range(1, 99))
    more = ", ".join(f'"08{number:02}": {{name: X}}' for number in range(1, 99))
    found = mapped(tmp_path, f"{GRID}places: {{{wrong}, {more}}}\n")
    assert len(surveys(found)["valley"].faults) == MOST
