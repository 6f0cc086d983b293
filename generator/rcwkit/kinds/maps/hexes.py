"""The hexes of a map: grounds, drawings of terrain, the grid, zones and numbers. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import cos, hypot, pi, sin
from random import Random

from rcwkit.art.colours import mix
from rcwkit.frame import MM, Circle, Group, Item, Path, Polygon, Rect, Subpath
from rcwkit.game.game import Game
from rcwkit.kinds.maps.model import Drawing, HexCell, HexGrid, Zone
from rcwkit.kinds.maps.spaces import courses, readable, straight
from rcwkit.kinds.maps.survey import Survey, drawing_of, ground_of, is_over
from rcwkit.type.text import Setter

VARIANTS = 3
"""How many ways each drawing is arranged, so that neighbours differ."""
Point = tuple[float, float]


@lru_cache(maxsize=512)
def terrain_drawn(
    drawing: Drawing, variant: int, ground: str, ink: str, page: str, *, outlined: bool
) -> tuple[Item, ...]:
    """Return a drawing for a hex 100 units from flat to flat, in shades of its ground; `outlined` is without fills."""
    if drawing == "clear":
        return ()
    # The same variant of a drawing is always arranged in the same way.
    return tuple(_DRAWN[drawing](Random(f"{drawing} {variant}"), _Hues(ground, ink, page, outlined)))


class _Hues:
    """The colours of a drawing."""

    def __init__(self, ground: str, ink: str, page: str, outlined: bool) -> None:
        self.outlined, self.ink, self.page = outlined, ink, page
        self.ground = page if outlined else ground

    def dark(self, amount: float, toward: str = "") -> str:
        """A shade of the ground; in outlines, ink on the page."""
        return mix(self.page, self.ink, 0.62) if self.outlined else mix(self.ground, toward or self.ink, amount)

    def fill(self, amount: float, toward: str = "") -> str:
        """A shade to fill with; in outlines, the page."""
        return self.page if self.outlined else mix(self.ground, toward or self.ink, amount)


def _scattered(rolls: Random, places: list[Point], by: float) -> Iterator[Point]:
    """Yield places moved a little, from the farthest back to the nearest."""
    moved = [(x + rolls.uniform(-by, by), y + rolls.uniform(-by, by)) for x, y in places]
    yield from sorted(((round(x, 1), round(y, 1)) for x, y in moved), key=lambda point: point[1])


_SPREAD: list[Point] = [
    (-33, -12),
    (-2, -15),
    (28, -10),
    (-18, 6),
    (13, 4),
    (40, 8),
    (-37, 12),
    (-4, 24),
    (25, 22),
    (-22, 31),
    (7, 37),
]
"""Places all over a hex, below its number."""


def _woods(rolls: Random, hues: _Hues) -> Iterator[Item]:
    crown, edge = hues.fill(0.42, "#4C6B2F"), hues.dark(0.75, "#3B5425")
    for x, y in _scattered(rolls, _SPREAD, 4):
        r = rolls.uniform(6.6, 8.2)
        bumps = tuple(_bump(x, y, r, pi * (step / 3 - 0.5), pi * ((step + 1) / 3 - 0.5)) for step in range(6))
        start = (round(x, 2), round(y - r * 0.86, 2))
        yield Path((Subpath(start, bumps, closed=True),), crown, edge, 1.3, join="round")


def _bump(x: float, y: float, r: float, start: float, end: float) -> tuple[float, ...]:
    """Return a curve that bulges out between two angles on a circle."""
    out, flat = 1.42 * r, 0.86
    points = (
        (x + out * cos(start + 0.18), y + out * flat * sin(start + 0.18)),
        (x + out * cos(end - 0.18), y + out * flat * sin(end - 0.18)),
        (x + r * cos(end), y + r * flat * sin(end)),
    )
    return tuple(round(value, 2) for point in points for value in point)


def _orchard(rolls: Random, hues: _Hues) -> Iterator[Item]:
    crown, edge = hues.fill(0.45, "#5E7A35"), hues.dark(0.7, "#46602A")
    for row, count in enumerate((4, 5, 4, 3)):
        for column in range(count):
            x = (column - (count - 1) / 2) * 19
            yield Circle(x, -14 + row * 17, 4.6, crown, edge, 1.2)


def _fields(rolls: Random, hues: _Hues) -> Iterator[Item]:
    line = hues.dark(0.45, "#A58A3C")
    turned = (rolls.choice((0, 1)), rolls.choice((0, 1)))
    steps = []
    for left, top, across in (
        (-36, -14, turned[0]),
        (4, -14, 1 - turned[0]),
        (-20, 14, turned[1]),
        (16, 17, 1 - turned[1]),
    ):
        wide, high = (34, 23) if left < 10 else (26, 21)
        for at in range(5):
            part = at / 4
            if across:
                steps.append(Subpath((left, top + part * high), ((left + wide, top + part * high - 3),)))
            else:
                steps.append(Subpath((left + part * wide, top), ((left + part * wide + 3, top + high),)))
    yield Path(tuple(steps), None, line, 1.1, cap="round")


def _rough(rolls: Random, hues: _Hues) -> Iterator[Item]:
    stone, edge = hues.fill(0.3, "#7A6A4C"), hues.dark(0.72, "#5D4F36")
    for x, y in _scattered(rolls, _SPREAD[::2] + [(-30, 26), (30, -2)], 5):
        w, h = rolls.uniform(7, 10), rolls.uniform(6, 9)
        points = (
            (x - w, y + h / 2),
            (x - w * 0.6, y - h * 0.4),
            (x, y - h * 0.75),
            (x + w * 0.7, y - h * 0.2),
            (x + w, y + h / 2),
        )
        yield Polygon(tuple((round(a, 1), round(b, 1)) for a, b in points), stone, edge, 1.3)


def _hills(rolls: Random, hues: _Hues) -> Iterator[Item]:
    line, fill = hues.dark(0.6, "#8A6A35"), hues.fill(0.16, "#8A6A35")
    steps = []
    for left, base, wide in ((-20, 2, 24), (20, 12, 25), (-10, 31, 23)):
        x, y = left + rolls.uniform(-4, 4), base + rolls.uniform(-2, 2)
        high = wide * 0.62
        crest = (x - wide * 0.55, y - high * 1.2, x + wide * 0.45, y - high * 1.3, x + wide, y)
        yield Path((Subpath((x - wide, y), (_round(crest),)),), fill, line, 1.6, cap="round")
        for part in (0.25, 0.5, 0.75):
            a = x - wide + 2 * wide * part
            top = y - high * (0.95 - 1.1 * abs(part - 0.5))
            steps.append(
                Subpath((round(a, 1), round(top + 3, 1)), ((round(a - 2 + 5 * part, 1), round(top + 8.5, 1)),))
            )
    yield Path(tuple(steps), None, line, 1.1, cap="round")


def _round(values: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(value, 1) for value in values)


def _mountain(rolls: Random, hues: _Hues) -> Iterator[Item]:
    lit, dark, edge = hues.fill(0.35, "#FFFFFF"), hues.fill(0.5, "#5C4A33"), hues.dark(0.8, "#453725")
    for left, y, wide, tall in ((18, 12, 24, 40), (-20, 20, 25, 36), (8, 38, 24, 31)):
        x, high = left + rolls.uniform(-3, 3), tall + rolls.uniform(-3, 3)
        peak = (x - 1, y - high)
        yield Polygon(((x - wide, y), peak, (x + wide, y)), lit, None)
        ridge = ((x + 4, y - high * 0.62), (x - 2, y - high * 0.4), (x + 5, y - high * 0.18), (x + 1, y))
        yield Polygon((peak, *ridge, (x + wide, y)), dark, None)
        yield Polygon(((x - wide, y), peak, (x + wide, y)), None, edge, 1.4, closed=False)
        if hues.outlined:
            yield Polygon((peak, *ridge), None, edge, 1.0, closed=False)


def _marsh(rolls: Random, hues: _Hues) -> Iterator[Item]:
    reed, water = hues.dark(0.62, "#44603A"), hues.dark(0.55, "#3F7F9E")
    tufts, lines = [], []
    for x, y in _scattered(rolls, _SPREAD[1:], 3):
        for lean in (-5, -2, 0, 2, 5):
            tufts.append(Subpath((x, y), ((x + lean, y - 9 + abs(lean)),)))
        lines.append(Subpath((x - 9, y + 1.5), ((x + 9, y + 1.5),)))
    yield Path(tuple(lines), None, water, 1.3, cap="round")
    yield Path(tuple(tufts), None, reed, 1.1, cap="round")


def _dunes(rolls: Random, hues: _Hues) -> Iterator[Item]:
    line, fill = hues.dark(0.55, "#A37B28"), hues.fill(0.22, "#B98F3A")
    for x, y in _scattered(rolls, _SPREAD[::2], 4):
        outer = (x - 6, y - 10, x + 7, y - 10, x + 13, y + 3)
        inner = (x + 6, y - 3, x - 4, y - 4, x - 13, y + 3)
        yield Path(
            (Subpath((x - 13, y + 3), (_round(outer), _round(inner)), closed=True),), fill, line, 1.2, join="round"
        )


def _water(rolls: Random, hues: _Hues) -> Iterator[Item]:
    line = hues.dark(0.4, "#2F6F92")
    steps = []
    for x, y in _scattered(rolls, _SPREAD[::2] + [(-28, 24)], 4):
        first = _round((x - 8, y - 4, x - 4, y - 4, x, y))
        second = _round((x + 4, y + 4, x + 8, y + 4, x + 12, y))
        steps.append(Subpath((round(x - 12, 1), y), (first, second)))
    yield Path(tuple(steps), None, line, 1.2, cap="round")


def _houses(hues: _Hues, blocks: list[tuple[float, float, float, float]]) -> Iterator[Item]:
    fill, edge = hues.fill(0.72, "#4A4036"), hues.dark(0.9, "#2E2721")
    for x, y, wide, high in blocks:
        yield Rect(x, y, wide, high, fill, edge, 1.2)


def _village(rolls: Random, hues: _Hues) -> Iterator[Item]:
    yield from _houses(hues, [(-15, 2, 12, 9), (2, -4, 10, 12), (-4, 15, 14, 9)])


def _town(rolls: Random, hues: _Hues) -> Iterator[Item]:
    rows = [(-24, -12, 14, 10), (-7, -14, 18, 12), (14, -11, 12, 16), (-26, 1, 12, 17), (-10, 2, 20, 9)]
    yield from _houses(hues, [*rows, (-10, 14, 9, 12), (2, 14, 12, 14), (17, 9, 10, 12)])


def _city(rolls: Random, hues: _Hues) -> Iterator[Item]:
    for row, y in enumerate((-25, -11, 3, 17)):
        shift = (-3, 2, -1, 3)[row]
        widths = ((13, 19, 15), (16, 13, 18, 12), (12, 20, 14, 14), (16, 13, 14))[row]
        x = float(shift) - sum(widths) / 2 - 2 * len(widths)
        for index, wide in enumerate(widths):
            high = 11 + (index * 2 + row) % 3
            yield from _houses(hues, [(round(x, 1), y, wide, high)])
            x += wide + 4


def _fort(rolls: Random, hues: _Hues) -> Iterator[Item]:
    points = []
    for step in range(10):
        r, angle = (24, 11)[step % 2], pi * (step / 5 - 0.5)
        points.append((round(r * cos(angle), 1), round(6 + r * sin(angle), 1)))
    yield Polygon(tuple(points), hues.fill(0.55, "#5B4A3A"), hues.dark(0.9, "#2E2721"), 1.8)
    yield Circle(0, 6, 5, hues.page, hues.dark(0.9, "#2E2721"), 1.2)


def _port(rolls: Random, hues: _Hues) -> Iterator[Item]:
    ink = hues.dark(0.85, "#1F4A66")
    yield Circle(0, -10, 4.5, None, ink, 3)
    arms = Subpath((-18, 16), (_round((-14, 32, 14, 32, 18, 16)),))
    shaft = Subpath((0, -5), ((0, 28),))
    yield Path((shaft, Subpath((-11, 2), ((11, 2),)), arms), None, ink, 3.2, cap="round")


def _airfield(rolls: Random, hues: _Hues) -> Iterator[Item]:
    ink = hues.dark(0.8, "#2E2721")
    yield Circle(0, 6, 22, hues.page, ink, 2)
    strips = (Subpath((-16, 12), ((16, 0),)), Subpath((-7, -8), ((8, 20),)))
    yield Path(strips, None, ink, 4.5)


_DRAWN = {
    "fields": _fields,
    "orchard": _orchard,
    "woods": _woods,
    "rough": _rough,
    "hills": _hills,
    "mountain": _mountain,
    "marsh": _marsh,
    "dunes": _dunes,
    "water": _water,
    "village": _village,
    "town": _town,
    "city": _city,
    "fort": _fort,
    "port": _port,
    "airfield": _airfield,
}

SHADE = 0.3
"""How much of a zone's colour its hexes have."""
NARROW = 0.4
"""Width of the lines of the grid, in points."""
BORDER = 0.9 * MM
"""Width of the border of a zone."""
CAP = 0.7
"""Height of digits in ems."""


def _turn(before: Point, at: Point, after: Point) -> float:
    """Return how sharply a line turns to the right."""
    return (at[0] - before[0]) * (after[1] - at[1]) - (at[1] - before[1]) * (after[0] - at[0])


def _inward(before: Point, at: Point, after: Point, far: float) -> Point:
    """Return a corner of an outline moved to the right of both its sides by that much."""
    one, other = (
        ((a[1] - b[1]) / hypot(b[0] - a[0], b[1] - a[1]), (b[0] - a[0]) / hypot(b[0] - a[0], b[1] - a[1]))
        for a, b in ((before, at), (at, after))
    )
    share = far / (1 + one[0] * other[0] + one[1] * other[1])
    return at[0] + (one[0] + other[0]) * share, at[1] + (one[1] + other[1]) * share


class Hexes:
    """Draws the hexes of one map."""

    def __init__(self, game: Game, found: Survey, grid: HexGrid, setter: Setter) -> None:
        self.game, self.found, self.grid, self.setter = game, found, grid, setter
        self.theme = setter.theme
        self.zone_of = {number: name for name, numbers in found.zones.items() for number in numbers}
        self.terrains = found.map.terrain
        self.size = grid.size * MM
        self._grounds: dict[str, str] = {}
        self._rings: dict[HexCell, list[Point]] = {}
        self._points: dict[Point, Point] = {}

    def _point(self, point: Point) -> Point:
        """Return a point of the grid on the map; three hexes meet in each corner."""
        found = self._points.get(point)
        if found is None:
            x, y = self.found.moved(point)
            found = self._points[point] = round(x * MM, 2), round(y * MM, 2)
        return found

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

    def _shaded(self, number: str) -> str:
        base = next((one for one in self.found.terrain[number] if not is_over(one, self.terrains[one])), None)
        terrain = self.terrains[base] if base else None
        ground = ground_of(drawing_of(str(base), terrain), terrain.colour) if terrain else self.theme.page
        if self.theme.outlined:
            return self.theme.page
        zone = self.zone_of.get(number)
        return mix(ground, self.colour(zone), SHADE) if zone else ground

    def _beyond(self) -> Iterator[tuple[HexCell, str]]:
        """Yield the cells around a map with straight edges, each with the hex that it continues."""
        for column in range(-1, self.grid.columns + 1):
            for row in range(-1, self.grid.rows + 1):
                cell = HexCell(column, row)
                inside = HexCell(min(max(column, 0), self.grid.columns - 1), min(max(row, 0), self.grid.rows - 1))
                if cell != inside and inside in self.grid.numbers:
                    yield cell, self.grid.numbers[inside]

    def _shown(self) -> list[tuple[HexCell, str]]:
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

    def _around(self, cells: set[HexCell], inset: float) -> Iterator[Subpath]:
        """Yield the outlines of hexes as a whole, moved inwards."""
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
                end = ends[0] if len(ring) == 1 else max(ends, key=partial(_turn, ring[-2], ring[-1]))
                ends.remove(end)
                if not ends:
                    del after[ring[-1]]
                ring.append(end)
            corners = zip([ring[-2], *ring], ring, ring[1:], strict=False)
            yield straight([self._point(_inward(*three, inset / MM)) for three in corners], closed=True)

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
            yield self.setter.line(number, x, round(base, 2), "narrow", size, ink, align=0.5)

    def courses(self, sides: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
        """Return hexsides, by their ends, joined into lines."""
        return [[self._point(point) for point in course] for course in courses(sides, lambda point: point)]
