"""The hexes of a map as VASSAL's grid of hexes, with names equal to the numbers on paper."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from rcwkit.look.frame import MM
from rcwkit.models.hexgrid import Cell, Half
from rcwkit.screens.export.board import Area, Board, Hexes
from rcwkit.screens.export.vassal_xml import Value, add, given

__all__ = ["hex_zones", "numbers_alike"]

BOARD = "module.map.boardPicker.board"


def numbers_alike(hexes: Hexes) -> bool:
    """Return whether VASSAL can count as the map does: from the top left, and every hex of the rectangle.

    It counts from other corners by the size of the picture, which has margins.
    """
    return hexes.grid.corner == "top_left"


def hex_zones(parent: ET.Element, board: Board, hexes: Hexes, scale: int) -> None:
    """Add a zone for each box beside the hexes, and one for the whole map with its grid."""
    named = {area.title for area in board.cells.values()} - hexes.grid.cells.keys()
    for area in (*(one for one in board.cells.values() if one.title in named), board.zones[0].area):
        box = area.title in named
        zone = add(parent, f"{BOARD}.mapgrid.Zone", name=area.title, path=_path(area, scale), useHighlight=False)
        given(zone, locationFormat="$name$" if box else "$gridLocation$", useParentGrid=False)
        if not box:
            _hex_grid(zone, hexes, scale)


def _path(area: Area, scale: int) -> str:
    sides = area.x, area.y, area.x + area.width, area.y + area.height
    left, top, right, bottom = (round(side * scale) for side in sides)
    return f"{left},{top};{right},{top};{right},{bottom};{left},{bottom}"


def _hex_grid(parent: ET.Element, hexes: Hexes, scale: int) -> None:
    """Add a grid of hexes to a zone; `scale` is in pixels per point.

    VASSAL shoves every second column, beginning with the second. Where the first is shoved instead, the second begins
    half a hex above it, and `stagger` counts its rows from there. Pointed hexes are the same with x and y exchanged.
    """
    grid, flat = hexes.grid, hexes.grid.top == "flat"
    x, y = grid.centre(Cell(0, 0))
    first = (hexes.x + x * MM) * scale, (hexes.y + y * MM) * scale
    x0, y0 = (round(value) for value in (first if flat else first[::-1]))
    found = add(parent, f"{BOARD}.HexGrid", x0=x0, y0=y0, sideways=not flat, snapTo=True, visible=False)
    given(found, dx=f"{1.5 * grid.side * MM * scale:.6f}", dy=f"{grid.size * MM * scale:.6f}")
    given(found, edgesLegal=False, cornersLegal=False, dotsVisible=False, color="0,0,0")
    across, dot, down = grid.halves
    along, below = (across, down) if flat else (down, across)
    names = add(found, f"{BOARD}.mapgrid.HexGridNumbering", stagger=grid.is_shoved(0), sep=dot, visible=False)
    given(names, first="H" if (grid.order == "columns") == flat else "V", locationFormat="$gridLocation$")
    given(names, **_half("h", along), **_half("v", below), hDescend=False, vDescend=False)
    given(names, fontSize=9, color="0,0,0", rotateText=0, hDrawOff=0, vDrawOff=0)


def _half(which: str, half: Half) -> dict[str, Value]:
    """Return how VASSAL writes one half of a number."""
    kind, leading = ("N", half.digits - 1) if half.digits else ("A", 0)
    return {f"{which}Type": kind, f"{which}Off": half.start, f"{which}Leading": leading}
