"""The hexes of a map: grounds, drawings of terrain, the grid, zones and numbers. Lengths are in points."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from math import atan2, sin

from rcwkit.art.colours import mix
from rcwkit.diagnostics import Span
from rcwkit.faces.labels import haloed
from rcwkit.frame import MM, Group, Item, Path, Point, Rect, Subpath, cross, drawn_in
from rcwkit.game.game import Game
from rcwkit.kinds.maps.courses import courses, rounded, straight
from rcwkit.kinds.maps.grid import HexCell, HexGrid
from rcwkit.kinds.maps.model import TerrainEdge, Zone
from rcwkit.kinds.maps.spaces import readable
from rcwkit.kinds.maps.survey import Survey, drawing_of, ground_of, is_over
from rcwkit.kinds.maps.terrain import VARIANTS, along, edges_of, figures, textured
from rcwkit.type.text import Setter

EDGE = 0.9
"""Width of the line around an area of terrain."""
SWAY = 0.07
"""How far corners of areas are moved, in widths of a hex."""
SHADE = 0.3
"""How much of a zone's colour its hexes have."""
NARROW = 0.4
"""Width of the lines of the grid, in points."""
BORDER = 0.9 * MM
"""Width of the border of a zone."""
CAP = 0.7
"""Height of digits in ems."""


def _chance(x: float, y: float) -> float:
    """Return a number from -1 to 1 that depends on a point alone."""
    return 2 * ((sin(12.9898 * x + 78.233 * y) * 43758.5453) % 1) - 1


def torn(start: Point, end: Point, stray: float, depth: int) -> list[Point]:
    """Return points from a start on to an end, astray by that share of the way, the same ones back and forth."""
    if not depth:
        return [start]
    (ax, ay), (bx, by) = sorted((start, end))
    chance = stray * _chance(ax + bx, ay + by)
    middle = (ax + bx) / 2 - (by - ay) * chance, (ay + by) / 2 + (bx - ax) * chance
    return [*torn(start, middle, stray, depth - 1), *torn(middle, end, stray, depth - 1)]


class Hexes:
    """Draws the hexes of one map; `where` tells where the data name something, by the keys of the map."""

    def __init__(self, game: Game, found: Survey, grid: HexGrid, setter: Setter, where: Callable[..., Span]) -> None:
        self.game, self.found, self.grid, self.setter, self.where = game, found, grid, setter, where
        self.theme = setter.theme
        self.zone_of = {number: name for name, numbers in found.zones.items() for number in numbers}
        self.terrains = found.map.terrain
        self.over = {name: is_over(name, terrain) for name, terrain in self.terrains.items()}
        self.flowing = [name for name in self.terrains if name != found.map.ground and self.edge(name) != "hexsides"]
        self.size = grid.size * MM
        self._grounds: dict[str, str] = {}
        self._rings: dict[HexCell, list[Point]] = {}
        self._points: dict[Point, Point] = {}

    def _point(self, point: Point) -> Point:
        """Return a point of the grid on the map; three hexes meet in each corner."""
        found = self._points.get(point)
        if found is None:
            found = self._points[point] = self._moved(point)
        return found

    def _moved(self, point: Point) -> Point:
        x, y = self.found.moved(point)
        return round(x * MM, 2), round(y * MM, 2)

    def centre(self, cell: HexCell) -> Point:
        """Return the middle of a hex on the map."""
        return self._point(self.grid.centre(cell))

    def outline(self, cell: HexCell) -> Subpath:
        """Return the outline of a hex on the map."""
        first, *others = self._ring(cell)
        return Subpath(first, tuple(others), closed=True)

    def _ring(self, cell: HexCell) -> list[Point]:
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

    def _base(self, number: str) -> str | None:
        """Return the lowest terrain of a hex that does not lie over other terrain."""
        return next((one for one in self.found.terrain[number] if not self.over[one]), None)

    def _plain(self, base: str | None) -> str:
        """Return the ground of a terrain, in low ink the page."""
        terrain = self.terrains.get(base or "")
        if self.theme.outlined or terrain is None:
            return self.theme.page
        return ground_of(drawing_of(str(base), terrain), terrain.colour)

    def _shaded(self, number: str) -> str:
        ground, zone = self._plain(self._base(number)), self.zone_of.get(number)
        return mix(ground, self.colour(zone), SHADE) if zone and not self.theme.outlined else ground

    def _around_map(self, cells: Mapping[HexCell, str]) -> dict[HexCell, str]:
        """Return cells, and those around them, each with the hex that it continues: one with the terrain of most."""
        beyond: dict[HexCell, list[str]] = {}
        for cell, number in cells.items():
            for way in self.grid.sides:
                if (other := self.grid.neighbour(cell, way)) not in cells:
                    beyond.setdefault(other, []).append(number)

        def weight(near: Sequence[str], number: str) -> tuple[int, bool]:
            base = self._base(number)
            return sum(self._base(one) == base for one in near), base == self.found.map.ground

        most = {other: max(near, key=partial(weight, near)) for other, near in beyond.items()}
        return {**cells, **most}

    @cached_property
    def shown(self) -> Mapping[HexCell, str]:
        """The cells that are drawn, with their hexes: with straight edges, those of which only parts are, too."""
        return self._filled() if self.found.map.edge == "straight" else self.grid.numbers

    def _filled(self) -> dict[HexCell, str]:
        """Return the hexes, and the cells around a map with straight edges, each with the hex that it continues."""
        found = dict(self.grid.numbers)
        for column in range(-1, self.grid.columns + 1):
            for row in range(-1, self.grid.rows + 1):
                cell = HexCell(column, row)
                inside = HexCell(min(max(column, 0), self.grid.columns - 1), min(max(row, 0), self.grid.rows - 1))
                if cell != inside and inside in self.grid.numbers:
                    found[cell] = self.grid.numbers[inside]
        return found

    def edge(self, name: str | None) -> TerrainEdge:
        """Return where a terrain ends."""
        terrain = self.terrains.get(name or "")
        return terrain.edge or self.found.map.terrain_edge if terrain else "hexsides"

    def grounds(self) -> Iterator[Item]:
        """Yield the grounds of all hexes, then areas with an edge of their own, those listed last on top.

        Hexes of a colour are one path, so that they have no seam.
        """
        flowing, zoned = self.flowing, not self.flowing  # areas do not end where zones do, so zones are laid over them
        by_colour: dict[str, list[Subpath]] = {}
        for cell, number in self.shown.items():
            base = self._base(number)
            under = self.found.map.ground if base in flowing else base
            colour = self.ground(number) if zoned else self._plain(under)
            by_colour.setdefault(colour, []).append(self.outline(cell))
        for colour, outlines in by_colour.items():
            if colour != self.theme.page or self.found.map.picture is None:
                yield Path(tuple(outlines), colour)
        cells = self._around_map(self.shown) if flowing else self.shown
        bases = {cell: self._base(number) for cell, number in cells.items()}
        for name, terrain in self.terrains.items():
            if name not in flowing and (terrain.art or terrain.pattern) and not self.over[name]:
                within = {cell for cell in self.shown if bases[cell] == name}
                yield from self._texture(name, Path(tuple(self._around(within, 0.0))))
        if flowing:
            drawn = tuple(item for at, name in enumerate(flowing) for item in self._area(name, flowing[at:], bases))
            whole = Path(tuple(self._around(set(self.shown), 0.0)), self.theme.page)
            yield Group(drawn, within=whole)
            yield from self._tinted()

    def _tinted(self) -> Iterator[Item]:
        """Yield the shades of zones over all grounds."""
        for name, numbers in () if self.theme.outlined else self.found.zones.items():
            outlines = tuple(self.outline(cell) for cell, number in self.shown.items() if number in set(numbers))
            yield Group((Path(outlines, self.colour(name)),), opacity=SHADE)

    def _texture(self, name: str, area: Path) -> Iterator[Item]:
        where = partial(self.where, "terrain", name)
        yield from textured(self.terrains[name], area, self.size, self.setter, where, self._plain(name))

    def _area(self, name: str, upper: Sequence[str], bases: Mapping[HexCell, str | None]) -> Iterator[Item]:
        """Yield all areas of a terrain; each goes on under those above it, so that no gap shows where three meet."""
        cells = set[HexCell]()
        for part in self._parts({cell for cell, base in bases.items() if base in upper}):
            if any(bases[cell] == name for cell in part):
                cells |= part
        if not cells:
            return
        how, ground = self.edge(name), self._plain(name)
        line, bands = edges_of(name, self.terrains[name], ground, self.theme)
        area = Path(tuple(self._around(cells, how=how)), ground)
        yield area
        yield from self._texture(name, area)
        edge = area._replace(fill=None, stroke=line, line=EDGE, join="round")
        within = (edge._replace(stroke=band, line=round(0.02 * share * self.size, 2)) for share, band in bands)
        yield Group(tuple(within), within=area._replace(fill=self.theme.ink))
        yield edge

    def _parts(self, cells: set[HexCell]) -> Iterator[set[HexCell]]:
        """Yield cells that hang together."""
        left = set(cells)
        while left:
            part, todo = set[HexCell](), [min(left)]
            left.discard(todo[0])
            while todo:
                part.add(cell := todo.pop())
                near = {self.grid.neighbour(cell, way) for way in self.grid.sides} & left
                left -= near
                todo += near
            yield part

    def drawings(self, *, over: bool) -> Iterator[Item]:
        """Yield the drawings of terrain, of what lies over other terrain or of the rest."""
        held: dict[HexCell, list[str]] = {}
        cells: dict[str, set[HexCell]] = {}
        for cell, number in self.shown.items():
            if not over or cell in self.grid.numbers:
                held[cell] = [name for name in self.found.terrain[number] if self.over[name] == over]
                for name in held[cell]:
                    cells.setdefault(name, set()).add(cell)
        for name, within in cells.items():
            if self.edge(name) != "hexsides":
                yield from self._shared(name, within)
        for cell, names in held.items():
            for name in names:
                yield from self._figures(name, cell, self.centre(cell))

    def _shared(self, name: str, cells: set[HexCell]) -> Iterator[Item]:
        """Yield the figures of a terrain on the sides, and in the corners, that cells with it share."""
        sides, terrain, top = self.grid.sides, self.terrains[name], self.grid.top
        for cell in sorted(cells):
            corners = self._ring(cell)
            meets = [self.grid.neighbour(cell, way) in cells for way in sides]
            for at in range(len(sides) // 2):
                if meets[at]:
                    (ax, ay), (bx, by) = corners[at], corners[(at + 1) % len(sides)]
                    places = along(top, atan2(by - ay, bx - ax), name, terrain, self.grid.size)
                    yield from self._figures(name, cell, ((ax + bx) / 2, (ay + by) / 2), places)
            dense = len(along(top, 1.0, name, terrain, self.grid.size)) > 2
            for at in range(6 if dense and top != "square" else 0):
                others = [self.grid.neighbour(cell, sides[at - 1]), self.grid.neighbour(cell, sides[at])]
                if meets[at - 1] and meets[at] and cell < min(others):
                    yield from self._figures(name, cell, corners[at], ((0.0, 0.0),))

    def _figures(self, name: str, cell: HexCell, at: Point, places: Sequence[Point] = ()) -> Iterator[Item]:
        terrain = self.terrains[name]
        ground = terrain.colour if self.over[name] and terrain.colour else self.ground(self.shown[cell])
        variant = (cell.column * 7 + cell.row * 3 + cell.column * cell.row) % VARIANTS
        where = partial(self.where, "terrain", name)
        size, apart = self.grid.size, self.edge(name) == "hexsides"
        items = figures(name, terrain, variant, ground, self.setter, size, where, tuple(places), apart=apart)
        if items:
            look = terrain.art or terrain.pattern or drawing_of(name, terrain)
            key = f"terrain {name} {look} {variant} {ground} {places or ''}"
            yield Group(items, *at, key=key, scale=round(self.size / 100, 4))

    def lines(self) -> Iterator[Item]:
        """Yield the grid, every side once."""
        seen: set[tuple[Point, Point]] = set()
        for cell in self.shown:
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

    def _around(
        self, cells: Collection[HexCell], inset: float = 0.0, how: TerrainEdge = "hexsides"
    ) -> Iterator[Subpath]:
        """Yield the outlines of hexes as a whole: moved inwards along hexsides, or with an edge of their own."""
        for ring in self._rings_of(cells):
            if how == "hexsides":
                yield straight([self._point(corner) for corner in drawn_in(ring[:-1], inset / MM)], closed=True)
                continue
            swayed = [self._moved(self._swayed(point)) for point in ring]
            depth, stray = (1, 0.14) if how == "soft" else (2, 0.2)
            points = [one for side in pairwise(swayed) for one in torn(*side, stray, depth)]
            yield rounded([*points, points[0]], 0.5) if how == "soft" else straight(points, closed=True)

    def _rings_of(self, cells: Collection[HexCell]) -> Iterator[list[Point]]:
        """Yield the corners around hexes as a whole in points of the grid, clockwise; the last is the first."""
        after: dict[Point, list[Point]] = {}
        for cell in sorted(cells):
            for way in self.grid.sides:
                if self.grid.neighbour(cell, way) not in cells:
                    start, end = self.grid.side_of(cell, way)  # clockwise, with the hex at the right
                    after.setdefault(start, []).append(end)
        while after:
            ring = [next(iter(after))]
            while ring[-1] in after:
                ends = after[ring[-1]]
                # Where squares touch in a corner, the outline goes around one of them.
                end = ends[0] if len(ring) == 1 else max(ends, key=partial(cross, ring[-2], ring[-1]))
                ends.remove(end)
                if not ends:
                    del after[ring[-1]]
                ring.append(end)
            yield ring

    def _swayed(self, point: Point) -> Point:
        """Return a corner of the grid moved a little, in the same way for all areas that meet in it."""
        far = SWAY * self.grid.size
        return point[0] + far * _chance(*point), point[1] + far * _chance(*point[::-1])

    def numbers(self, crossed: set[str]) -> Iterator[Item]:
        """Yield the numbers, in the upper part of each hex; those `crossed` by a road have a ground of their own."""
        size = min(8.0, max(5.0, 0.115 * self.size))
        theme, book = self.theme, self.setter.book
        up = (
            self.size / 2 - CAP * size - 0.04 * self.size
            if self.grid.top != "pointed"
            else 0.4 * self.size - CAP * size / 2
        )
        inks: dict[str, str] = {}
        for number, cell in self.grid.cells.items():
            x, y = self.centre(cell)
            ground = self.ground(number)
            ink = inks.setdefault(ground, readable(theme, theme.quiet, ground))
            base = y - up
            if number in crossed:
                wide = book.width(number, "narrow", size)
                yield Rect(
                    x - wide / 2 - 0.8, base - CAP * size - 0.6, wide + 1.6, CAP * size + 1.2, self.ground(number)
                )
            text = self.setter.line(number, x, round(base, 2), "narrow", size, ink, align=0.5)
            flows = any(name in self.flowing for name in self.found.terrain[number])
            yield from haloed((text,), ground, 0.4) if flows else (text,)

    def courses(self, sides: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
        """Return hexsides, by their ends, joined into lines."""
        return [[self._point(point) for point in course] for course in courses(sides, lambda point: point)]
