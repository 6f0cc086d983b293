"""VASSAL's grid of hexes, read back with VASSAL's arithmetic: every hex is where the paper has it, by its number."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import dist, floor
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from map_support import mapped, played
from rcwkit.export.boards import WINDOW, Board, BoardArea, BoardHexes, Ground, Zone, drawn_ground
from rcwkit.export.make import set_ups, table_of
from rcwkit.export.table import Charts
from rcwkit.export.vassal import build_file
from rcwkit.export.vassal_boards import BOARD, LINE, name_zones, numbers_alike
from rcwkit.frame import MM, Frame, drawn_in, encloses, sides
from rcwkit.kinds.maps.draw import EDGE
from rcwkit.kinds.maps.grid import HexGrid
from rcwkit.kinds.maps.model import Map
from rcwkit.source.language import ENGLISH
from vassal_support import PREFIX, zones_at

SCALE = 2


def located(grid: ET.Element, x: int, y: int) -> str:
    """Return the name that VASSAL gives to a pixel: HexGridNumbering's row and column, and its name for them."""
    (names,) = grid
    sideways = grid.get("sideways") == "true"
    x, y = (y, x) if sideways else (x, y)
    dx, dy = float(grid.get("dx", "")), float(grid.get("dy", ""))
    across, down = x - int(grid.get("x0", "")), y - int(grid.get("y0", ""))
    column = floor(across / dx + 0.5)
    shoved = column % 2 and grid.tag.endswith("HexGrid")
    row = floor((down - (dy / 2 if shoved else 0)) / dy + 0.5)
    row += 1 if names.get("stagger") == "true" and column % 2 else 0
    parts = [_half(names, "h", column), _half(names, "v", row)]
    return str(names.get("sep")).join(parts if names.get("first") == "H" else parts[::-1])


def _half(names: ET.Element, which: str, value: int) -> str:
    value += int(names.get(f"{which}Off", ""))
    if names.get(f"{which}Type") == "A":
        return chr(65 + value % 26) * (1 + value // 26)
    return str(value).zfill(int(names.get(f"{which}Leading", "")) + 1)


@pytest.mark.parametrize("top", ["flat", "pointed", "square"])
@pytest.mark.parametrize("shoved", ["odd", "even"])
@pytest.mark.parametrize("order", ["columns", "rows"])
@pytest.mark.parametrize("first", ["0101", "0000", "1015", "A1", "1.01", "Y01"])
def test_every_hex_has_its_number(top: Any, shoved: Any, order: Any, first: str) -> None:
    grid = HexGrid(size=19.05, columns=9, rows=8, top=top, shoved=shoved, order=order, first=first)
    hexes = BoardHexes(grid, 7.0, 9.0)
    assert numbers_alike(hexes)
    whole = BoardArea(0, 0, 900, 900, WINDOW)
    root = ET.Element("root")
    name_zones(root, Board(WINDOW, Frame(900, 900, ()), (Zone(whole, {}),), hexes=hexes), ENGLISH)
    kind = "SquareGrid" if top == "square" else "HexGrid"
    found = root.find(f".//{PREFIX}module.map.boardPicker.board.{kind}")
    assert found is not None
    for number, cell in grid.cells.items():
        x, y = (round((value * MM + more) * SCALE) for value, more in zip(grid.centre(cell), (7.0, 9.0), strict=True))
        for aside in ((0, 0), (0, 20), (20, 0), (-20, -10)):
            assert located(found, x + aside[0], y + aside[1]) == number


def test_a_module_has_the_map_as_its_board_with_stacks_in_place(tmp_path: Path) -> None:
    game = played(tmp_path)
    setter = game.setter()
    ground = drawn_ground(game, setter)
    assert ground is not None
    table = table_of(game, set_ups(game, None), setter, Charts(), ground)
    root = ET.fromstring(build_file(table))
    grid = root.find(f".//{PREFIX}module.map.boardPicker.board.HexGrid")
    assert grid is not None
    stacks = {
        stack.get("name"): located(grid, int(stack.get("x", "")), int(stack.get("y", "")))
        for stack in root.iter(f"{PREFIX}module.map.SetupStack")
        if str(stack.get("owningBoard", "")).startswith(WINDOW)
    }
    assert stacks == {"Red: 0203": "0203", "Red: Oldham": "0304"}


def test_the_log_says_the_name_of_a_hex_that_has_one(tmp_path: Path) -> None:
    """Bug: it told the number alone."""
    game = played(tmp_path)
    setter = game.setter()
    ground = drawn_ground(game, setter)
    assert ground is not None and ground.hexes is not None
    root = ET.Element("root")
    name_zones(root, ground.board(ENGLISH), ENGLISH)
    said, hexes = {}, ground.hexes
    for number, cell in hexes.grid.cells.items():
        x, y = hexes.grid.centre(cell)
        said[number] = zones_at(root, (hexes.x + x * MM) * SCALE, (hexes.y + y * MM) * SCALE)[0]
    assert said.pop("0304") == "0304 Oldham"
    assert {*said.values()} == {"hex $gridLocation$"}
    # There, too, pieces snap to the middle.
    assert [grid.get("snapto") for grid in root.iter(f"{PREFIX}module.map.boardPicker.board.RegionGrid")] == ["true"]


@pytest.mark.parametrize("said", ["corner: bottom_right", "counting: diagonal"])
def test_hexes_counted_as_vassal_cannot_are_points(tmp_path: Path, said: str) -> None:
    game = played(
        tmp_path, f"hexes: {{size: 20mm, columns: 6, rows: 5, {said}}}\nplaces: {{'0304': {{name: Oldham}}}}\n"
    )
    setter = game.setter()
    table = table_of(game, set_ups(game, None), setter, Charts(), drawn_ground(game, setter))
    root = ET.fromstring(build_file(table))
    names = {one.get("name"): one for one in root.iter(f"{PREFIX}module.map.boardPicker.board.Region")}
    grid = game[Map]["valley"].value.hexes
    assert grid is not None
    places = {number: grid.centre(cell) for number, cell in grid.cells.items()}
    (x, y), (a, b) = places["0101"], places["0605"]
    for axis, far in (("originx", x - a), ("originy", y - b)):
        between = int(names["0101"].get(axis, "")) - int(names["0605"].get(axis, ""))
        assert between == pytest.approx(far * MM * SCALE, abs=1)


def test_boxes_beside_the_hexes_are_zones_of_their_own_and_nothing_is_drawn_over_the_map() -> None:
    grid = HexGrid(size=20, columns=2, rows=2, first="A1")
    cells = {"a": BoardArea(10, 20, 30, 40, "Camp"), "b": BoardArea(50, 60, 45, 45, "A1")}
    board = Board(WINDOW, Frame(300, 200, ()), (Zone(BoardArea(0, 0, 300, 200, WINDOW), cells),))
    root = ET.Element("root")
    name_zones(root, replace(board, hexes=BoardHexes(grid, 7.0, 9.0)), ENGLISH)
    (zones,) = root
    (line,) = grid.outlines
    inner = drawn_in([(x * MM + 7, y * MM + 9) for x, y in line], LINE)
    around = ";".join(f"{round(x * SCALE)},{round(y * SCALE)}" for x, y in inner)
    assert [zone.attrib for zone in zones] == [
        {
            "name": name,
            "path": path,
            "useHighlight": "false",
            "locationFormat": said,
            "useParentGrid": "false",
        }
        for name, path, said in (
            ("Camp", "20,40;80,40;80,120;20,120", "Camp"),
            # The legend beside the hexes is none of them.
            (WINDOW, around, "hex $gridLocation$"),
            (WINDOW, "0,0;600,0;600,400;0,400", WINDOW),
        )
    ]
    assert [one.attrib for one in zones[0].iter() if "originx" in one.attrib] == [
        {"name": "Camp", "originx": "50", "originy": "80"}
    ]
    assert not [*zones[2]]
    (found,) = zones[1]
    # Pieces snap to the middles of hexes, not to their sides or corners.
    kept = {"snapTo": "true", "edgesLegal": "false", "cornersLegal": "false", "color": "0,0,0"}
    assert kept.items() <= found.attrib.items()
    hidden = {"visible": "false", "dotsVisible": "false"}
    assert hidden.items() <= found.attrib.items()
    (names,) = found
    plain = {"visible": "false", "hDescend": "false", "vDescend": "false", "locationFormat": "$gridLocation$"}
    assert plain.items() <= names.attrib.items()
    drawn = {"fontSize": "9", "color": "0,0,0", "rotateText": "0", "hDrawOff": "0", "vDrawOff": "0"}
    assert drawn.items() <= names.attrib.items()
    assert (names.get("hType"), names.get("hLeading"), names.get("vType"), names.get("vLeading")) == (
        "A",
        "0",
        "N",
        "0",
    )


@pytest.mark.parametrize("top", ["flat", "pointed", "square"])
def test_only_hexes_on_the_map_have_numbers_in_the_log(top: Any) -> None:
    """Bug: between the outermost hexes, and where a hex is not on the map, the log told numbers that no hex has."""
    grid = HexGrid(size=20, columns=5, rows=4, top=top, without=("0303", "0101"))
    board = Board(WINDOW, Frame(400, 300, ()), (Zone(BoardArea(0, 0, 400, 300, WINDOW), {}),))
    root = ET.Element("root")
    name_zones(root, replace(board, hexes=BoardHexes(grid, 7.0, 9.0)), ENGLISH)
    on_map = [[(x * MM + 7, y * MM + 9) for x, y in grid.corners(cell)] for cell in grid.cells.values()]
    for x, y in product(range(3, 400, 7), range(2, 300, 7)):
        about = [(x + a, y + b) for a, b in product((-LINE, LINE), (-LINE, LINE))]
        inside = {any(encloses(corners, *point) for corners in on_map) for point in about}
        # Just within the line around them, pieces lie beside the hexes.
        if len(inside) == 1:
            assert zones_at(root, x * SCALE, y * SCALE)[0] == ("hex $gridLocation$" if True in inside else WINDOW)


@pytest.mark.parametrize("top", ["flat", "pointed", "square"])
def test_what_is_let_go_at_the_edge_of_the_hexes_snaps_to_none_beyond(top: Any) -> None:
    """Bug: within a pixel of the outermost line a piece went to a hex that is not there, or off the board."""
    grid = HexGrid(size=19.05, columns=4, rows=3, top=top, without=("0202",))
    board = Board(WINDOW, Frame(400, 300, ()), (Zone(BoardArea(0, 0, 400, 300, WINDOW), {}),))
    root = ET.Element("root")
    name_zones(root, replace(board, hexes=BoardHexes(grid, 7.3, 9.4)), ENGLISH)
    (found,) = root.iter(f"{PREFIX}{BOARD}.{'SquareGrid' if top == 'square' else 'HexGrid'}")
    lines = [[(x * MM + 7.3, y * MM + 9.4) for x, y in line] for line in grid.outlines]
    known, near = {*grid.cells}, 0
    for line in lines:
        for (a, b), (c, d) in sides(line):
            for step, aside, beside in product(range(30), range(-4, 5, 2), range(-4, 5, 2)):
                x = round((a + (c - a) * step / 30) * SCALE) + aside
                y = round((b + (d - b) * step / 30) * SCALE) + beside
                if zones_at(root, x, y)[0] != WINDOW:
                    near += 1
                    assert located(found, *snapped(found, x, y)) in known
    assert near > 1000


def snapped(grid: ET.Element, x: int, y: int) -> tuple[int, int]:
    """Return where VASSAL puts what is let go at a pixel: the nearest middle, cut down to whole pixels."""
    sideways = grid.get("sideways") == "true"
    x, y = (y, x) if sideways else (x, y)
    dx, dy = float(grid.get("dx", "")), float(grid.get("dy", ""))
    x0, y0 = int(grid.get("x0", "")), int(grid.get("y0", ""))
    shoved = int(dy / 2) if grid.tag.endswith("HexGrid") else 0
    middles = (
        (int(dx * column + x0), int(dy * row + (shoved if column % 2 else 0) + y0))
        for column, row in product(range(-1, 6), range(-1, 6))
    )
    found = min(middles, key=lambda middle: dist(middle, (x, y)))
    return found[::-1] if sideways else found


SPACES = """size: 200x100mm
zones:
  north: {title: The North, outline: [[0, 0], [90, 0], [90, 100], [0, 100]]}
spaces:
  camp: {at: [40, 50], name: Camp, size: 18}
  gate: {at: [40, 80], name: Gate, shape: diamond, size: 20}
  moor: {at: [150, 50], name: High Moor, outline: [[120, 20], [190, 20], [120, 90]]}
"""


def test_the_log_never_names_a_place_that_a_piece_is_not_in(tmp_path: Path) -> None:
    """Bug: what lay between places was called by the nearest one."""
    game = mapped(tmp_path, SPACES)
    setter = game.setter()
    table = table_of(game, set_ups(game, None), setter, Charts(), drawn_ground(game, setter))
    root = ET.fromstring(build_file(table))
    (board,) = (one for one in root.iter(f"{PREFIX}module.map.boardPicker.Board") if one.get("image") == "map.png")

    def said(x: float, y: float) -> str:
        return zones_at(board, (x * MM + EDGE) * SCALE, (y * MM + EDGE) * SCALE)[0]

    spots = [(40, 50), (45, 55), (40, 65), (10, 10), (40, 80), (47, 88), (130, 30), (185, 85), (110, 50)]
    assert [said(x, y) for x, y in spots] == [
        "Camp",
        "Camp",
        "The North",
        "The North",
        "Gate",
        "The North",
        "High Moor",
        "the area near $gridLocation$",
        "the area near $gridLocation$",
    ]
    # Pieces snap to small spaces, and lie anywhere in large ones; beside all regions, the nearest is told.
    *grids, around = ([place.get("name") for place in one] for one in board.iter(f"{PREFIX}{BOARD}.RegionGrid"))
    snaps = [one.get("snapto") for one in board.iter(f"{PREFIX}{BOARD}.RegionGrid")]
    found = zip((*(name for (name,) in grids), ""), snaps, strict=True)
    assert dict(found) == {"Camp": "true", "Gate": "true", "High Moor": "false", "": "false"}
    assert sorted(map(str, around)) == ["Camp", "Gate", "High Moor"]


def test_spots_on_ones_own_map_reach_half_way_to_the_next(tmp_path: Path) -> None:
    spots = {"a": ("Ash", 100.0, 100.0), "b": ("Birch", 120.0, 100.0), "c": ("Cedar", 300.0, 100.0)}
    board = Ground(Frame(400, 200, ()), spots, 40.0, b"picture").board(str)  # type: ignore[arg-type]
    root = ET.Element("root")
    name_zones(root, board, ENGLISH)
    points = [(109, 100), (111, 100), (150, 100), (270, 100), (339, 139)]
    assert [zones_at(root, x * SCALE, y * SCALE)[0] for x, y in points] == [
        *("Ash", "Birch", "the area near $gridLocation$", "Cedar", "Cedar")
    ]


def test_the_log_tells_regions_of_one_owner_apart(tmp_path: Path) -> None:
    """Bug: regions were called by their line in the key, or by their owner, which several share."""
    zones = ["title: Home, name: North", "owner: red, name: Central", "owner: red", 'colour: "#8C8478"', "title: Home"]
    rows = [
        f"  z{at}: {{{said}, outline: [[{at}0, 0], [{at}9, 0], [{at}9, 9], [{at}0, 9]]}}"
        for at, said in enumerate(zones, 1)
    ]
    spaces = ["spaces:", "  camp: {at: [80, 40], name: Camp}", ""]
    game = mapped(tmp_path, "\n".join(["size: 100x50mm", "zones:", *rows, *spaces]))
    ground = drawn_ground(game, game.setter())
    assert ground is not None
    assert [title for title, _ in ground.regions] == ["North", "Central", "Map, Red", "Map", "Home"]
