"""Named points of a module's boards: cells are counted as VASSAL counts them, and lie where its pieces do."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree as ET

import pytest
from rcwkit.export.boards import Board, BoardArea, BoardHexes, Zone
from rcwkit.export.vassal_boards import name_zones
from rcwkit.frame import MM, Frame
from rcwkit.importing.archive import BuildElement
from rcwkit.importing.module import MOST, ModuleSpot, map_of, spots_of
from rcwkit.kinds.maps.grid import HexGrid
from rcwkit.source.language import ENGLISH

SIZE = (400, 300)


def element(kind: str, *parts: BuildElement, **values: str) -> BuildElement:
    return BuildElement(kind, values, "", list(parts))


def board(*parts: BuildElement) -> BuildElement:
    return element("Board", *parts, name="Map")


def hexes(names: BuildElement | None = None, **values: str) -> BuildElement:
    given = {"dx": "86.6", "dy": "100", "x0": "50", "y0": "50"} | values
    return element("HexGrid", *([names] if names else []), **given)


def numbers(kind: str = "Hex", **values: str) -> BuildElement:
    return element(f"{kind}GridNumbering", **values)


def found(*parts: BuildElement) -> dict[str, tuple[int, int]]:
    spots = spots_of(board(*parts), SIZE)
    assert len({spot.name for spot in spots}) == len(spots)
    return {spot.name: (spot.x, spot.y) for spot in spots}


def test_every_second_column_of_hexes_is_shoved_down() -> None:
    spots = found(hexes(numbers(stagger="false")))
    assert spots["0101"] == (50, 50)
    assert spots["0201"] == (137, 100)
    assert spots["0202"] == (137, 200)
    assert spots["0301"] == (223, 50)
    assert len(spots) == 5 * 3


def test_numbering_is_staggered_unless_the_module_says_no() -> None:
    assert found(hexes(numbers()))["0202"] == (137, 100)


def test_sideways_hexes_are_shoved_to_the_right() -> None:
    spots = found(hexes(numbers(stagger="false", first="V", vType="A", hOff="0", hLeading="0"), sideways="true"))
    # The first number counts along the row, which the engine calls rows; every second line lies half a hex further.
    assert spots["B0"] == (50, 50)
    assert spots["C0"] == (150, 50)
    assert spots["B1"] == (100, 137)


@pytest.mark.parametrize(
    ("names", "first"),
    [
        ({"hDescend": "true"}, "0501"),
        ({"vDescend": "true"}, "0104"),
        ({"hType": "A", "hOff": "25", "vLeading": "2"}, "Z001"),
        ({"hType": "A", "hOff": "26"}, "AA01"),
        ({"sep": "."}, "01.01"),
        ({"vOff": "-3", "vLeading": "0"}, "01-3"),
    ],
)
def test_numbers_are_written_as_vassal_writes_them(names: dict[str, str], first: str) -> None:
    spots = spots_of(board(hexes(numbers(stagger="false", **names))), SIZE)
    assert next(spot.name for spot in spots if (spot.x, spot.y) == (50, 50)) == first


def test_squares_have_their_first_middle_at_the_origin() -> None:
    spots = found(element("SquareGrid", numbers("Square"), dx="100", dy="150", x0="50", y0="75"))
    assert spots == {
        f"0{column}0{row}": (100 * column - 50, 150 * row - 75) for column in (1, 2, 3, 4) for row in (1, 2)
    }
    assert len(found(element("SquareGrid", numbers("Square")))) == 8 * 6


def test_zones_hold_the_cells_within_them() -> None:
    square = element("SquareGrid", numbers("Square", hType="A"), dx="100", dy="100", x0="50", y0="50")
    zone = element("Zone", square, name="West", path="0,0;200,0;200,300;0,300")
    rest = element("SquareGrid", numbers("Square"), dx="100", dy="100", x0="50", y0="50")
    spots = spots_of(board(element("ZonedGrid", rest, zone)), SIZE)
    assert {(spot.name, spot.zone) for spot in spots if spot.y == 50} == {
        ("B01", "West"),
        ("C01", "West"),
        ("0301", ""),
        ("0401", ""),
    }
    shared = element("Zone", name="West", path="0,0;200,0;200,300;0,300", useParentGrid="true")
    assert len(spots_of(board(element("ZonedGrid", rest, shared)), SIZE)) == 12


def test_a_cell_with_a_zone_of_its_own_is_one_spot() -> None:
    """Bug: a hex that has a name came back from a module of ours twice, by its name and by its number alone."""
    grid = element("SquareGrid", numbers("Square"), dx="100", dy="100", x0="50", y0="50")
    region = element("Region", name="0101 Paris", originx="50", originy="50")
    own = element("Zone", element("RegionGrid", region), name="0101 Paris", path="0,0;100,0;100,100;0,100")
    zone = element("Zone", grid, name="West", path="0,0;200,0;200,100;0,100")
    spots = spots_of(board(element("ZonedGrid", own, zone)), SIZE)
    assert [(spot.name, spot.zone) for spot in spots] == [("0101 Paris", "West"), ("0201", "West")]


def test_regions_are_points_and_grids_without_numbers_none() -> None:
    paris = element("Region", name="Paris", originx="7", originy="9")
    zone = element("Zone", element("RegionGrid", paris), name="France", path="")
    assert spots_of(board(element("ZonedGrid", zone), hexes()), SIZE) == (ModuleSpot("Paris", "France", 7, 9),)


def test_a_spot_with_a_zone_to_itself_lies_in_the_zone_around_it() -> None:
    region = element("Region", name="Paris", originx="7", originy="9")
    own = element("Zone", element("RegionGrid", region), name="Paris", path="0,0;20,0;20,20;0,20")
    around = element("Zone", name="France", path="0,0;90,0;90,90;0,90")
    assert spots_of(board(element("ZonedGrid", own, around)), SIZE) == (ModuleSpot("Paris", "France", 7, 9),)
    assert spots_of(board(element("ZonedGrid", own)), SIZE) == (ModuleSpot("Paris", "", 7, 9),)


def test_a_zone_without_spots_is_one_and_what_lies_around_it_is_none() -> None:
    turn = element("Zone", element("RegionGrid"), name="Turn 1", path="0,0;20,0;20,20;0,20")
    leaning = element("Zone", name="Turn 2", path="20,0;50,0;20,30")
    track = element("Zone", name="Turn Track", path="0,0;90,0;90,90;0,90")
    line = element("Zone", name="Line", path="200,0;300,0")
    zones = element("ZonedGrid", track, turn, leaning, line, element("Zone", name="No corners", path=""))
    assert spots_of(board(zones), SIZE) == (
        ModuleSpot("Line", "", 250, 0),
        ModuleSpot("Turn 1", "Turn Track", 10, 10),
        ModuleSpot("Turn 2", "Turn Track", 30, 10),
    )


@pytest.mark.parametrize("top", ["flat", "pointed"])
@pytest.mark.parametrize("shoved", ["odd", "even"])
@pytest.mark.parametrize("first", ["0101", "A1", "1.01"])
def test_hexes_that_we_export_come_back(top: Any, shoved: Any, first: str) -> None:
    grid = HexGrid(size=19.05, columns=9, rows=8, top=top, shoved=shoved, first=first)
    exported = ET.Element("Board")
    zones = (Zone(BoardArea(0, 0, 900, 900, "Map"), {}),)
    name_zones(exported, Board("Map", Frame(900, 900, ()), zones, hexes=BoardHexes(grid, 7.0, 9.0)), ENGLISH)
    spots = {spot.name: (spot.x, spot.y) for spot in spots_of(read(exported), (1800, 1800))}
    for number, cell in grid.cells.items():
        x, y = ((value * MM + more) * 2 for value, more in zip(grid.centre(cell), (7.0, 9.0), strict=True))
        assert spots[number] == pytest.approx((x, y), abs=1.5)


def read(one: ET.Element) -> BuildElement:
    return BuildElement(one.tag.rpartition(".")[2], dict(one.attrib), "", [read(part) for part in one])


@pytest.mark.parametrize("dx", ["2", "0", "-5", "nan", "1e9", "x" * 99])
def test_grids_of_any_size_are_read_in_no_time(dx: str) -> None:
    spots = spots_of(board(hexes(numbers(), dx=dx, dy="2", x0="999999999", y0="-999999999")), (20_000, 20_000))
    assert len(spots) <= MOST


def test_a_map_has_the_spots_on_its_picture() -> None:
    spots = [("p_a", 10, 20), ("p_off", 500, 20)]
    made: Any = map_of("Europe", "boards/e.png", SIZE, 0.5, spots)
    assert (made["size"], made["picture"]) == ("200x150mm", "boards/e.png")
    assert {place: space["at"] for place, space in made["spaces"].items()} == {"p_a": [5.0, 10.0]}
    large: Any = map_of("Europe", "boards/e.png", (40_000, 3000), 0.5, spots)
    assert large["size"] == "2000x150mm"
    # A board without places on it is printed, too.
    bare: Any = map_of("Europe", "boards/e.png", SIZE, 0.5, spots[1:])
    assert bare == {name: value for name, value in made.items() if name != "spaces"}
    assert map_of("Strip", "boards/e.png", (400, 30), 0.5, spots) == {}
