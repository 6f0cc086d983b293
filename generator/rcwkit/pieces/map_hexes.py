"""The hexes of a map: grounds, drawings of terrain, the grid, zones and numbers. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, sqrt

from rcwkit.look.colours import mix
from rcwkit.look.courses import courses, straight
from rcwkit.look.frame import MM, Group, Item, Path, Rect, Subpath
from rcwkit.look.terrain import VARIANTS, ground_of, terrain_drawn
from rcwkit.look.text import Setter
from rcwkit.models.hexgrid import Cell, HexGrid
from rcwkit.models.maps import Zone
from rcwkit.reading.game import Game
from rcwkit.reading.survey import Survey, drawing_of, is_over

__all__ = ["Hexes"]

Point = tuple[float, float]
SHADE = 0.3
"""How much of a zone's colour its hexes have."""
NARROW = 0.4
"""Width of the lines of the grid, in points."""
BORDER = 0.9 * MM
"""Width of the border of a zone."""
CAP = 0.7
"""Height of digits in ems."""


class Hexes:
    """Draws the hexes of one map."""

    def __init__(self, game: Game, found: Survey, grid: HexGrid, setter: Setter) -> None:
        self.game, self.found, self.grid, self.setter = game, found, grid, setter
        self.theme = setter.theme
        self.zone_of = {number: name for name, numbers in found.zones.items() for number in numbers}
        self.terrains = found.map.terrain
        self.size = grid.size * MM
        self._grounds: dict[str, str] = {}
        self._rings: dict[Cell, list[Point]] = {}
        self._points: dict[Point, Point] = {}

    def _point(self, point: Point) -> Point:
        """Return a point of the grid on the map; three hexes meet in each corner."""
        found = self._points.get(point)
        if found is None:
            x, y = self.found.moved(point)
            found = self._points[point] = round(x * MM, 2), round(y * MM, 2)
        return found

    def centre(self, cell: Cell) -> Point:
        """Return the middle of a hex on the map."""
        return self._point(self.grid.centre(cell))

    def outline(self, cell: Cell) -> Subpath:
        """Return the outline of a hex on the map."""
        first, *others = self._ring(cell)
        return Subpath(first, tuple(others), closed=True)

    def _ring(self, cell: Cell) -> list[Point]:
        found = self._rings.get(cell)
        if found is None:
            found = self._rings[cell] = [self._point(corner) for corner in self.grid.corners(cell)]
        return found

    def colour(self, name: str) -> str:
        """Return the colour of a zone."""
        zone: Zone = self.found.map.zones[name]
        return zone.colour or (self.game.owners[zone.owner].colour if zone.owner else self.theme.accent)

    def ground(self, number: str) -> str:
        """Return the ground of a hex: that of its lowest terrain, shaded as its zone is."""
        found = self._grounds.get(number)
        if found is None:
            found = self._grounds[number] = self._shaded(number)
        return found

    def _shaded(self, number: str) -> str:
        base = next((one for one in self.found.terrain[number] if not is_over(one, self.terrains[one])), None)
        terrain = self.terrains[base] if base else None
        ground = ground_of(drawing_of(str(base), terrain), terrain.colour) if terrain else self.theme.page
        if self.theme.outlined:
            return self.theme.page
        zone = self.zone_of.get(number)
        return mix(ground, self.colour(zone), SHADE) if zone else ground

    def _beyond(self) -> Iterator[tuple[Cell, str]]:
        """Yield the cells around a map with straight edges, each with the hex that it continues."""
        for column in range(-1, self.grid.columns + 1):
            for row in range(-1, self.grid.rows + 1):
                cell = Cell(column, row)
                inside = Cell(min(max(column, 0), self.grid.columns - 1), min(max(row, 0), self.grid.rows - 1))
                if cell != inside and inside in self.grid.numbers:
                    yield cell, self.grid.numbers[inside]

    def _shown(self) -> list[tuple[Cell, str]]:
        cells = [(cell, number) for number, cell in self.grid.cells.items()]
        return cells + list(self._beyond()) if self.found.map.edge == "straight" else cells

    def grounds(self) -> Iterator[Item]:
        """Yield the grounds of all hexes, one path for each colour, so that hexes of a colour have no seam."""
        by_colour: dict[str, list[Subpath]] = {}
        for cell, number in self._shown():
            by_colour.setdefault(self.ground(number), []).append(self.outline(cell))
        for colour, outlines in by_colour.items():
            if colour != self.theme.page or self.found.map.picture is None:
                yield Path(tuple(outlines), colour)

    def drawings(self, *, over: bool) -> Iterator[Item]:
        """Yield the drawings of terrain, of what lies over other terrain or of the rest."""
        theme = self.theme
        for cell, number in self._shown():
            if over and cell not in self.grid.numbers:
                continue
            for name in self.found.terrain[number]:
                terrain = self.terrains[name]
                drawing = drawing_of(name, terrain)
                if drawing is None or is_over(name, terrain) != over:
                    continue
                own = terrain.colour if over and terrain.colour else None
                ground = own or self.ground(number)
                variant = (cell.column * 7 + cell.row * 3 + cell.column * cell.row) % VARIANTS
                items = terrain_drawn(drawing, variant, ground, theme.ink, theme.page, outlined=theme.outlined)
                if items:
                    x, y = self.centre(cell)
                    key = f"terrain {drawing} {variant} {ground}"
                    yield Group(items, x, y, key=key, scale=round(self.size / 100, 4))

    def lines(self) -> Iterator[Item]:
        """Yield the grid, every side once."""
        seen: set[tuple[Point, Point]] = set()
        for cell, _ in self._shown():
            corners = self._ring(cell)
            seen |= {(min(a, b), max(a, b)) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)}
        line = mix(self.theme.page, self.theme.ink, 0.5)
        yield Path(tuple(Subpath(a, (b,)) for a, b in sorted(seen)), None, line, NARROW, cap="round")

    def borders(self) -> Iterator[Item]:
        """Yield the borders of zones, just inside their outermost sides."""
        for name, numbers in self.found.zones.items():
            cells = {self.grid.cells[number] for number in numbers}
            colour = self.theme.legible(self.colour(name), self.theme.page)
            yield Path(tuple(self._around(cells, BORDER / 2)), None, colour, BORDER, join="round")

    def _around(self, cells: set[Cell], inset: float) -> Iterator[Subpath]:
        """Yield the outlines of hexes as a whole, moved inwards."""
        inside: dict[Point, list[Point]] = {}
        for cell in cells:
            for corner in self.grid.corners(cell):
                inside.setdefault(corner, []).append(self.grid.centre(cell))
        ends = (
            self.grid.side_of(cell, way)
            for cell in sorted(cells)
            for way in self.grid.sides
            if self.grid.neighbour(cell, way) not in cells
        )
        for course in courses(ends, lambda point: point):
            moved = []
            for x, y in course:
                near = inside[x, y]
                dx, dy = sum(a for a, _ in near) / len(near) - x, sum(b for _, b in near) / len(near) - y
                # Hexsides meet at 120 degrees.
                far = inset * 2 / sqrt(3) / MM / hypot(dx, dy)
                moved.append(self._point((x + dx * far, y + dy * far)))
            ring = course[0] == course[-1]
            yield straight(moved[:-1] if ring else moved, closed=ring)

    def numbers(self, crossed: set[str]) -> Iterator[Item]:
        """Yield the numbers, in the upper part of each hex; those `crossed` by a road have a ground of their own."""
        size = min(8.0, max(5.0, 0.115 * self.size))
        theme, book = self.theme, self.setter.book
        up = (
            self.size / 2 - CAP * size - 0.04 * self.size
            if self.grid.top == "flat"
            else 0.4 * self.size - CAP * size / 2
        )
        inks: dict[str, str] = {}
        for number, cell in self.grid.cells.items():
            x, y = self.centre(cell)
            ground = self.ground(number)
            ink = inks.setdefault(ground, theme.legible(theme.quiet, ground))
            base = y - up
            if number in crossed:
                wide = book.width(number, "narrow", size)
                yield Rect(
                    x - wide / 2 - 0.8, base - CAP * size - 0.6, wide + 1.6, CAP * size + 1.2, self.ground(number)
                )
            yield self.setter.line(number, x, round(base, 2), "narrow", size, ink, align=0.5)

    def courses(self, sides: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
        """Return hexsides, by their ends, joined into lines."""
        return [[self._point(point) for point in course] for course in courses(sides, lambda point: point)]
