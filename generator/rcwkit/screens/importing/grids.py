"""The named points of a module's boards: those of region grids, and the cells of hex and square grids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rcwkit.screens.importing.archive import Element

__all__ = ["MOST", "Spot", "map_of", "spots_of", "whole_number"]

MOST = 1000
"""Most cells of a grid that are spots: as many as a map has spaces. Of a larger grid, only its regions are."""
SMALLEST, LARGEST = 30.0, 2000.0
"""Limits on the sides of a map in millimetres."""
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Size = tuple[int, int]
Corners = Sequence[tuple[int, int]]


class Spot(NamedTuple):
    """A named point of a board in pixels, and the zone in which it lies."""

    name: str
    zone: str
    x: int
    y: int


def spots_of(board: Element, size: Size) -> tuple[Spot, ...]:
    """Return the spots of a board whose picture has that size in pixels, each in the first zone around it."""
    zones = [(one, _corners(one.get("path"))) for one in board.walk() if one.kind == "Zone"]
    found: list[Spot] = []
    for zone, corners in zones:
        across, down = zip(*corners, strict=True) if corners else ((0,), (0,))
        found += _regions(zone)
        for name, x, y in _cells(zone, size, (max(across) - min(across), max(down) - min(down))):
            if _around(corners, x, y):
                found.append(Spot(name, zone.get("name"), x, y))
    # Zones lie over the grid of the whole board, unless they use it.
    over = [corners for zone, corners in zones if zone.get("useParentGrid") != "true"]
    for parent in (one for one in board.walk() if one.kind in ("Board", "ZonedGrid")):
        found += _regions(parent)
        for name, x, y in _cells(parent, size, size):
            if not any(_around(corners, x, y) for corners in over):
                found.append(Spot(name, "", x, y))
    return tuple(found)


def map_of(
    title: str, picture: str, size: Size, scale: float, spots: Sequence[tuple[str, int, int]]
) -> Mapping[str, Any]:
    """Return a map over a picture of that size in pixels, with spots as its spaces; empty if it has none of them.

    `scale` is in millimetres per pixel; the map is smaller if it would be too large.
    """
    scale = min(scale, *(LARGEST / side for side in size))
    shown = [(place, x, y) for place, x, y in spots if 0 <= x <= size[0] and 0 <= y <= size[1]]
    across, down = (round(side * scale, 1) for side in size)
    if not 0 < len(shown) <= MOST or min(across, down) < SMALLEST:
        return {}
    bare = {"shape": "none", "label": "none"}
    spaces = {place: {"at": [round(x * scale, 1), round(y * scale, 1)], **bare} for place, x, y in shown}
    head = {"title": title, "source": "The module", "size": f"{across:g}x{down:g}mm", "picture": picture, "key": False}
    return {**head, "spaces": spaces}


def _regions(parent: Element) -> Iterator[Spot]:
    zone = parent.get("name") if parent.kind == "Zone" else ""
    for grid in parent.parts:
        for one in grid.parts if grid.kind == "RegionGrid" else ():
            if one.kind == "Region" and one.get("name"):
                at = whole_number(one.get("originx")), whole_number(one.get("originy"))
                yield Spot(one.get("name"), zone, *at)


def _cells(parent: Element, size: Size, extent: Size) -> Iterator[tuple[str, int, int]]:
    """Yield the middle of each numbered cell of a hex or square grid on the board, if they are not too many."""
    for grid in parent.parts:
        names = next((one for one in grid.parts if one.kind == f"{grid.kind}Numbering"), None)
        if grid.kind not in ("HexGrid", "SquareGrid") or names is None:
            continue
        hexes, sideways = grid.kind == "HexGrid", grid.get("sideways") == "true"
        wide, high = _length(grid, "dx", 55.43 if hexes else 48.0), _length(grid, "dy", 64.0 if hexes else 48.0)
        x0, y0 = whole_number(grid.get("x0"), 0 if hexes else 24), whole_number(grid.get("y0"), 32 if hexes else 24)
        # A grid that lies sideways is that of an upright one with x and y exchanged.
        across, down = reversed(size) if sideways else size
        columns = range(int(-x0 / wide) - 1, int((across - x0) / wide) + 2)
        rows = range(int(-y0 / high) - 1, int((down - y0) / high) + 2)
        if len(columns) * len(rows) > 4 * MOST:
            continue
        cells = []
        for column in columns:
            for row in rows:
                shoved = high / 2 if hexes and column % 2 else 0.0
                x, y = x0 + column * wide, y0 + row * high + shoved
                x, y = (y, x) if sideways else (x, y)
                if 0 <= x < size[0] and 0 <= y < size[1]:
                    number = _number(names, column, row, (extent, wide, high), hexes=hexes, sideways=sideways)
                    cells.append((number, round(x), round(y)))
        if len(cells) <= MOST:
            yield from cells


def _number(
    names: Element, column: int, row: int, measure: tuple[Size, float, float], *, hexes: bool, sideways: bool
) -> str:
    """Return the number of a cell as VASSAL counts it: from the other end if a direction descends."""
    (across, down), wide, high = measure
    if hexes:  # whose rows VASSAL counts by the distance of columns, and columns by that of rows
        wide, high = high, wide
    rightward, downward = names.get("hDescend") != "true", names.get("vDescend") != "true"
    staggered = hexes and names.get("stagger") != "false" and column % 2 != 0
    last_column, last_row = int(across / wide + 0.5), int(down / high + 0.5)
    if sideways:
        column, row = column if downward else last_row - column, row if rightward else last_column - row
    else:
        column, row = column if rightward else last_column - column, row if downward else last_row - row
    if staggered:
        row += 1 if (rightward if sideways else downward) else -1
    parts = [_half(names, "h", column), _half(names, "v", row)]
    return names.get("sep").join(parts if names.get("first") != "V" else reversed(parts))


def _half(names: Element, which: str, index: int) -> str:
    value = index + whole_number(names.get(f"{which}Off"), 1)
    sign, value = "-" if value < 0 else "", abs(value)
    if names.get(f"{which}Type").startswith("A"):
        return sign + ALPHABET[value % 26] * (1 + min(value // 26, 9))
    return sign + str(value).zfill(min(whole_number(names.get(f"{which}Leading"), 1), 9) + 1)


def _corners(path: str) -> Corners:
    pairs = (corner.partition(",") for corner in path.split(";")[:2000])
    return [(whole_number(x), whole_number(y)) for x, comma, y in pairs if comma]


def _around(corners: Corners, x: float, y: float) -> bool:
    """Return whether a polygon contains a point."""
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], *corners[:1]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


def _length(grid: Element, name: str, usual: float) -> float:
    """A length in pixels; that of VASSAL's own grids for what is none."""
    try:
        found = float(grid.get(name)[:30])
    except ValueError:
        return usual
    return found if 2.0 <= found <= 10_000.0 else usual


def whole_number(text: str, usual: int = 0) -> int:
    """Return a number of pixels; another for what is none."""
    try:
        return int(text[:9])
    except ValueError:
        return usual
