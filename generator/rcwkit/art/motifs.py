"""Abstract motifs for the corners of titles, and posters for the backs of cards, in flat shapes or lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, sin, sqrt
from typing import Literal

from rcwkit.art.hatching import disc, hatched
from rcwkit.art.symbols import star
from rcwkit.art.theme import Poster, Theme
from rcwkit.frame import MM, Circle, Frame, Item, Polygon, Rect
from rcwkit.source.info import Motif

__all__ = ["HEIGHT", "MOTIFS", "POSTERS", "WIDTH", "back_art", "motif", "motif_disc"]

WIDTH, HEIGHT = 74.0, 38.0
"""Millimetres."""

Role = Literal["ink", "accent", "paper"]
Numbers = tuple[float, ...]


def _hexagon(x: float, y: float, radius: float = 8.4) -> Numbers:
    points = ((x + radius * cos(turn * pi / 3), y + radius * sin(turn * pi / 3)) for turn in range(6))
    return tuple(round(number, 2) for point in points for number in point)


def _lozenge(x: float, y: float, high: float) -> Numbers:
    return x, y - high, x + 0.8 * high, y, x, y + high, x - 0.8 * high, y


def _key(x: float, y: float, side: float) -> Iterator[Numbers]:
    """Yield the bars of one key of a meander."""
    bars = (
        (0, 0, 0.13, 0.8),
        (0, 0, 0.87, 0.13),
        (0.74, 0, 0.87, 0.68),
        (0.34, 0.55, 0.87, 0.68),
        (0.34, 0.3, 0.47, 0.68),
    )
    for left, top, right, low in (*bars, (0, 0.8, 1, 0.93)):
        a, b, c, d = (round(part, 2) for part in (x + left * side, y + top * side, x + right * side, y + low * side))
        yield a, b, c, b, c, d, a, d


def _wave(left: float, y: float, thick: float) -> Numbers:
    crest = [(x, y + 1.7 * sin((x - left) / 3.4)) for x in (*range(int(left), 74, 1), 74)]
    points = (*crest, *((x, low + thick) for x, low in reversed(crest)))
    return tuple(round(number, 2) for point in points for number in point)


MOTIFS: Mapping[str, tuple[tuple[Role, Numbers], ...]] = {
    "bars": (
        ("ink", (74, 0, 74, 30, 30, 0)),
        ("paper", (60, 13, 8.5)),
        ("accent", (74, 38, 74, 26, 22, 4, 24, 11)),
        ("ink", (30, 16, 66, 33, 65.4, 34.4, 29.4, 17.4)),
    ),
    "rings": (
        ("accent", (74, 0, 74, 34, 18, 0)),
        ("ink", (57, 15, 11)),
        ("paper", (57, 15, 6)),
        ("ink", (20, 9, 52, 28, 51.3, 29.3, 19.3, 10.3)),
    ),
    "wedge": (
        ("accent", (74, 0, 74, 37, 20, 8, 46, 0)),
        ("ink", (74, 0, 74, 11, 43, 0)),
        ("paper", (55, 14, 6.2)),
        ("ink", (22, 14, 50, 29, 49.4, 30.1, 21.4, 15.1)),
    ),
    "star": (
        ("accent", (54.5, 0, 74, 0, 74, 15.5, 70.5, 17.5, 73, 37, 60, 25.5, 44.5, 38, 49.5, 20, 29, 10.5, 51, 6.5)),
        ("paper", (60, 13, 8.2)),
        ("ink", (24, 17, 42.5, 25.6, 42, 26.7, 23.5, 18.1)),
    ),
    "flag": (
        ("ink", (74, 27, 74, 38, 38, 20)),
        ("accent", (74, 0, 30, 0, 38, 9, 24, 18, 74, 29)),
        ("paper", (60, 13, 8.2)),
        ("ink", (20, 20, 52, 27, 51.7, 28.2, 19.7, 21.2)),
    ),
    "chevrons": (
        ("ink", (46.5, 13, 59.5, 0, 74, 0, 74, 38, 71.5, 38)),
        ("accent", (31, 13, 44, 0, 56, 0, 43, 13, 65, 35, 53, 35)),
        ("ink", (22, 13, 35, 0, 39, 0, 26, 13, 43, 30, 39, 30)),
        ("paper", (60, 13, 8)),
    ),
    "hexes": (
        ("accent", _hexagon(58, 14)),
        ("paper", (58, 14, 6.2)),
        ("ink", _hexagon(71.6, 6.15)),
        ("accent", _hexagon(71.6, 21.85)),
        ("ink", _hexagon(44.4, 6.15)),
        ("accent", _hexagon(44.4, 21.85, 8.4)),
        ("ink", _hexagon(58, 29.7, 5.4)),
        ("accent", _hexagon(30.8, 14, 4.2)),
    ),
    "lozenge": (
        ("ink", (20, 2.6, 74, 2.6, 74, 3.5, 20, 3.5)),
        ("ink", (20, 31.4, 74, 31.4, 74, 31.7, 20, 31.7)),
        ("accent", _lozenge(58, 17, 16)),
        ("ink", _lozenge(58, 17, 12.4)),
        ("paper", (58, 17, 6.8)),
        ("accent", _lozenge(38, 17, 6.4)),
        ("ink", _lozenge(28, 17, 3.8)),
    ),
    "squares": (
        ("accent", (50, 0, 74, 0, 74, 26, 50, 26)),
        ("paper", (62, 13, 7)),
        ("ink", (36, 0, 48.6, 0, 48.6, 12.4, 36, 12.4)),
        ("accent", (36, 13.8, 48.6, 13.8, 48.6, 26, 36, 26)),
        ("ink", (62.7, 27.4, 74, 27.4, 74, 38, 62.7, 38)),
        ("accent", (22, 0, 34.6, 0, 34.6, 4, 22, 4)),
    ),
    "meander": (
        ("accent", (51, 0, 74, 0, 74, 28, 51, 28)),
        ("paper", (62.5, 14, 7.4)),
        ("ink", (51, 29.2, 74, 29.2, 74, 31, 51, 31)),
        *(("ink", numbers) for x in (20.6, 30.6, 40.6) for numbers in _key(x, 3, 10)),
    ),
    "waves": (
        ("accent", (58, 12, 10.6)),
        ("paper", (58, 12, 7.2)),
        ("ink", _wave(20, 23, 2.6)),
        ("accent", _wave(26, 28, 1.4)),
        ("ink", _wave(34, 32.4, 0.8)),
    ),
}
"""Name → shapes in mm, from the bottom up: the corners of a polygon, or a circle's centre and radius."""


def motif(name: str, theme: Theme) -> Frame:
    """Return a motif for the upper right corner of a page; nothing is drawn for `none`. Raises KeyError."""
    if name == "none":
        return Frame(WIDTH * MM, HEIGHT * MM, (), name="ornament")
    items = tuple(
        item
        for role, numbers in MOTIFS[name]
        for item in _drawn(getattr(theme, role), tuple(n * MM for n in numbers), theme)
    )
    return Frame(WIDTH * MM, HEIGHT * MM, items, name="ornament")


def motif_disc(name: str) -> tuple[float, float, float]:
    """Return the middle and radius in points of a motif's pale disc, which may hold the number of a page."""
    if name == "none":
        return 63 * MM, 13 * MM, 8.2 * MM
    x, y, radius = next(numbers for role, numbers in MOTIFS[name] if role == "paper")
    return x * MM, y * MM, radius * MM


def _drawn(colour: str, numbers: Numbers, theme: Theme) -> Iterator[Item]:
    plate = theme.plate(colour)
    fill, stroke, line = colour, None, 0.0
    if plate.hatch:
        fill, stroke, line = theme.page, theme.ink if colour == theme.paper else plate.edge, 0.8
    if len(numbers) == 3:
        yield Circle(*numbers, fill, stroke, line)
        return
    points = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    yield Polygon(points, fill, stroke, line)
    if plate.hatch and colour == theme.accent:
        yield from hatched(points, plate.hatch, plate.edge, 3.2, 0.5)


THIN, BROAD, PITCH = 0.8, 2.6, 3.4
"""For posters in lines, in points: line width, minimum breadth of outlined shapes, and pitch of hatches."""


class _Canvas:
    """A poster being drawn. Positions are in mm of a poker card and stretch with the card; shapes are not distorted."""

    def __init__(self, width: float, height: float, bleed: float, colours: Poster) -> None:
        self.width, self.height, self.bleed = width, height, bleed
        self.across, self.down, self.unit = width / 63, height / 88, min(width / 63, height / 88)
        self.colours = colours
        self.items: list[Item] = (
            [] if colours.hatch else [Rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed, colours.ground)]
        )

    def at(self, x: float, y: float) -> tuple[float, float]:
        return round(x * self.across, 2), round(y * self.down, 2)

    def shape(self, fill: str, *points: tuple[float, float]) -> None:
        self._filled(Polygon(tuple(self.at(x, y) for x, y in points), fill))

    def disc(
        self, fill: str | None, x: float, y: float, radius: float, line: float = 0.0, stroke: str | None = None
    ) -> None:
        x, y, radius, line = *self.at(x, y), radius * self.unit, line * self.unit
        if stroke is None or not self.colours.hatch:
            self._filled(Circle(x, y, radius, fill, stroke, line))
        elif line < BROAD:
            self.items.append(Circle(x, y, radius, None, stroke, THIN))
        else:
            # A broad ring has two edges; the inside is drawn after it.
            self.items += [
                Circle(x, y, radius + half, self.colours.ground, stroke, THIN) for half in (line / 2, -line / 2)
            ]

    def bar(
        self,
        fill: str,
        x: float,
        y: float,
        length: float,
        thick: float,
        turn: float,
        along: float = 0.0,
        over: float = 0.0,
    ) -> None:
        """Draw a bar at (x, y), turned clockwise by degrees, then moved along and across its axis; never skewed."""
        (cx, cy), angle, unit = self.at(x, y), turn * pi / 180, self.unit
        east, south = cos(angle), sin(angle)
        corners = ((along + a * length / 2, over + b * thick / 2) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        turned = tuple(
            (round(cx + (a * east - b * south) * unit, 2), round(cy + (a * south + b * east) * unit, 2))
            for a, b in corners
        )
        self._filled(Polygon(turned, fill), slight=thick * unit < BROAD)

    def round(self, fill: str, x: float, y: float, radius: float, turn: float, along: float) -> None:
        """Draw a disc on the axis of a bar."""
        (cx, cy), angle, away = self.at(x, y), turn * pi / 180, along * self.unit
        self._filled(Circle(cx + away * cos(angle), cy + away * sin(angle), radius * self.unit, fill))

    def star(self, fill: str, x: float, y: float, radius: float, turn: float, waist: float = 0.4) -> None:
        points = star(*self.at(x, y), radius * self.unit, turn, waist=waist)
        self._filled(Polygon(tuple((round(a, 2), round(b, 2)) for a, b in points), fill))

    def _filled(self, shape: Circle | Polygon, *, slight: bool = False) -> None:
        """Draw a shape; in a poster of lines, as an opaque outline, hatched if strong, unless it is slight."""
        colours = self.colours
        if not colours.hatch or slight or shape.fill == colours.ground:
            self.items.append(shape)
            return
        self.items.append(shape._replace(fill=colours.ground, stroke=shape.fill, line=THIN))
        if shape.fill == colours.strong:
            points = shape.points if isinstance(shape, Polygon) else disc(shape.x, shape.y, shape.radius)
            self.items += hatched(points, colours.hatch, colours.strong, PITCH, 0.5)


def _wedge(canvas: _Canvas) -> None:
    """A wedge driven into a circle."""
    c = canvas.colours
    canvas.disc(c.light, 36, 36, 20)
    canvas.disc(None, 36, 36, 23.4, 0.5, c.light)
    canvas.shape(c.strong, (-8, 50), (47, 28), (21, 73), (-8, 65))
    canvas.shape(c.ground, (-8, 55), (-8, 58), (32, 38.6))
    canvas.bar(c.light, 17, 13.4, 27, 0.8, 26)
    canvas.bar(c.light, 20, 10.6, 27, 0.8, 26)
    canvas.bar(c.strong, 24, 7.2, 16, 2.2, 26)
    canvas.bar(c.strong, 48, 66, 15, 3.2, 118)
    canvas.bar(c.light, 52, 66.4, 21, 1.3, 118)
    canvas.bar(c.light, 55, 65.4, 9, 0.6, 118)
    canvas.star(c.strong, 54, 11, 3.2, 12)


def _bars(canvas: _Canvas) -> None:
    """Planks over a bridge: bars along one diagonal, and one across that changes colour with the ground."""
    c, x, y = canvas.colours, 38, 35
    canvas.bar(c.strong, x, y, 300, 120, -38, 0, -60)
    canvas.bar(c.ground, x, y, 66, 9, -38, 18, -9)
    canvas.bar(c.light, x, y, 60, 1.3, -38, 12, -17.4)
    canvas.bar(c.light, x, y, 34, 0.6, -38, 18, -20)
    canvas.bar(c.light, x, y, 110, 6.4, -38, -12, 9)
    canvas.shape(c.ground, (-8, 74), (71, 74), (71, 96), (-8, 96))
    canvas.bar(c.light, x, y, 32, 6.4, 52, -16)
    canvas.bar(c.strong, x, y, 38, 3.6, 52, 19)
    canvas.bar(c.strong, x, y, 34, 1.2, -38, 2, 25)
    canvas.bar(c.light, x, y, 16, 0.6, -38, 8, 28)
    canvas.round(c.light, x, y, 6.6, 52, -35)
    canvas.round(c.strong, x, y, 2.7, 52, -35)


def _rings(canvas: _Canvas) -> None:
    """A radio mast, with rings around its head, cut by a beam."""
    c = canvas.colours
    for radius, line in ((38, 0.7), (31, 3.6), (23.5, 0.7), (17.5, 2.6)):
        canvas.disc(None, 40, 30, radius, line, c.light)
    canvas.shape(c.ground, (40, 30), (-8, 34), (-8, 96), (31, 96))
    canvas.shape(c.strong, (40, 30), (-8, 40), (-8, 58))
    canvas.shape(c.light, (39, 30), (41, 30), (49, 96), (45.4, 96))
    canvas.shape(c.light, (39, 30), (41, 30), (35.4, 96), (32, 96))
    for y, half in ((48, 3.2), (59, 4.6)):
        canvas.bar(c.light, 40 + (y - 30) * 0.006, y, 2 * half, 1.1, -14)
    canvas.shape(c.strong, (-8, 71.6), (71, 67.6), (71, 69.2), (-8, 73.2))
    canvas.shape(c.ground, (-8, 73.2), (71, 69.2), (71, 96), (-8, 96))
    canvas.disc(c.ground, 40, 30, 12)
    canvas.disc(c.strong, 40, 30, 9.4)
    canvas.disc(c.light, 40, 30, 2.4)
    canvas.bar(c.strong, 55, 9, 22, 2.2, -42)
    canvas.bar(c.light, 58.4, 10.8, 20, 0.7, -42)


def _star(canvas: _Canvas) -> None:
    """A star over rays, tilted out of the frame."""
    c = canvas.colours
    centre = (37, 37)
    for turn in range(-165, 180, 15):
        angles = (turn - 2.6) * pi / 180, (turn + 2.6) * pi / 180
        ends = ((centre[0] + 90 * sin(angle), centre[1] - 90 * cos(angle)) for angle in angles)
        canvas.shape(c.strong, centre, *ends)
    canvas.disc(c.ground, *centre, 29.5)
    canvas.star(c.light, *centre, 28, 14)
    canvas.star(c.strong, *centre, 19, 14)
    canvas.shape(c.ground, (-8, 66), (71, 44), (71, 49), (-8, 73))
    canvas.shape(c.light, (-8, 68.6), (71, 45.6), (71, 47.2), (-8, 71))
    canvas.shape(c.ground, (-8, 73), (71, 49), (71, 96), (-8, 96))
    canvas.bar(c.strong, 51, 66, 14, 3, -16.4)
    canvas.bar(c.light, 53, 70.6, 18, 0.8, -16.4)


def _flag(canvas: _Canvas) -> None:
    """Flags on leaning poles over marching bars."""
    c = canvas.colours
    for step in range(4):
        canvas.bar(c.light, 8 + 13 * step, 66 - 2.2 * step, 20, 3.2 - 0.7 * step, 74)
    canvas.bar(c.light, 25, 40, 92, 0.8, 74)
    canvas.shape(c.light, (15, 3), (61, 9), (50, 19), (60, 27), (21.4, 25))
    canvas.shape(c.ground, (22, 9), (54, 13.4), (45, 19), (51, 24), (24.6, 22.6))
    canvas.bar(c.strong, 37, 54, 96, 2, 74)
    canvas.shape(c.strong, (24.6, 12), (71, 24), (71, 45), (36.4, 53))
    canvas.shape(c.ground, (71, 30), (57, 33.4), (71, 36))
    canvas.star(c.light, 42, 31.6, 7.4, -16)
    canvas.disc(c.light, 22.8, 5.6, 2.2)
    canvas.shape(c.strong, (-8, 71.6), (71, 67.6), (71, 69.2), (-8, 73.2))
    canvas.shape(c.ground, (-8, 73.2), (71, 69.2), (71, 96), (-8, 96))
    canvas.bar(c.light, 56, 56, 14, 0.8, 14)


def _chevrons(canvas: _Canvas) -> None:
    """Chevrons that march up towards a disc."""
    c = canvas.colours
    canvas.disc(c.light, 42, 17, 10)
    canvas.disc(None, 42, 17, 13.4, 0.5, c.light)
    for fill, y, thick in ((c.strong, 20, 13), (c.ground, 33, 2.4), (c.light, 35.4, 1), (c.light, 39.6, 6.4)):
        canvas.shape(
            fill, (-8, y + 28), (28, y), (71, y + 16), (71, y + 16 + thick), (28, y + thick), (-8, y + 28 + thick)
        )
    canvas.shape(c.strong, (-8, 84), (28, 56), (71, 72), (71, 96), (-8, 96))
    canvas.shape(c.ground, (-8, 74), (71, 70), (71, 96), (-8, 96))
    canvas.bar(c.strong, 15, 12, 17, 2.4, -38)
    canvas.bar(c.light, 18.4, 13.6, 20, 0.8, -38)


def _hexes(canvas: _Canvas) -> None:
    """Hexagons of a map, some of them taken."""
    c = canvas.colours
    side = 9.6
    for column in range(-1, 6):
        for row in range(-1, 6):
            x, y = 1.5 * side * column + 3, sqrt(3) * side * (row + column % 2 / 2) + 4
            if y > 72:
                continue
            taken = {(2, 1): c.strong, (1, 2): c.strong, (2, 2): c.light, (3, 1): c.strong, (3, 2): c.strong}
            fill = taken.get((column, row), c.ground)
            points = [(x + side * cos(turn * pi / 3), y + side * sin(turn * pi / 3)) for turn in range(6)]
            canvas.shape(c.light, *points)
            canvas.shape(fill, *((x + (a - x) * 0.95, y + (b - y) * 0.95) for a, b in points))
    canvas.shape(c.ground, (-8, 74), (71, 74), (71, 96), (-8, 96))
    canvas.shape(c.strong, (-8, 72.4), (71, 72.4), (71, 74.4), (-8, 74.4))


def _poster_lozenge(canvas: _Canvas) -> None:
    """Lozenges within one another."""
    c = canvas.colours
    canvas.shape(c.strong, (-8, -8), (71, -8), (71, 70), (-8, 70))
    for high, fill in ((36, c.light), (34.4, c.ground), (26, c.strong), (24.6, c.ground), (11, c.light)):
        canvas.shape(fill, (31.5, 34 - high), (31.5 + 0.8 * high, 34), (31.5, 34 + high), (31.5 - 0.8 * high, 34))
    canvas.shape(c.ground, (-8, 70), (71, 70), (71, 96), (-8, 96))
    canvas.shape(c.light, (-8, 71.4), (71, 71.4), (71, 72), (-8, 72))


def _squares(canvas: _Canvas) -> None:
    """Squares on a grid, one of them a disc."""
    c = canvas.colours
    fills = ("gsgl", "sglg", "gssg", "lgsg")
    for row, line in enumerate(fills):
        for column, fill in enumerate(line):
            x, y = 4 + 14 * column, 5 + 16 * row
            if fill != "g":
                colour = c.strong if fill == "s" else c.light
                canvas.shape(colour, (x, y), (x + 12.6, y), (x + 12.6, y + 14.4), (x, y + 14.4))
    canvas.disc(c.ground, 38.3, 44.2, 4.6)


def _meander(canvas: _Canvas) -> None:
    """Two bands of meander, and a shield between them."""
    c = canvas.colours
    for top in (5.0, 59.0):
        for bar in _keys(-1.5, top, 6, 11.0):
            canvas.shape(c.light, *bar)
    canvas.disc(c.strong, 31.5, 38, 15.5)
    canvas.disc(None, 31.5, 38, 13, 0.8, c.light)
    canvas.disc(c.light, 31.5, 38, 5.2)


def _keys(left: float, top: float, count: int, side: float) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield the bars of a meander of some keys, each `side` wide and 0.8 of that high."""
    thick, high = side * 0.13, side * 0.8
    for key in range(count):
        x = left + key * side
        path = (0, high), (0, 0), (0.74 * side, 0), (0.74 * side, 0.55 * side), (0.34 * side, 0.55 * side)
        for (ax, ay), (bx, by) in pairwise((*path, (0.34 * side, 0.3 * side))):
            low_x, high_x, low_y, high_y = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
            a, b, e, f = x + low_x, top + low_y, x + high_x + thick, top + high_y + thick
            yield (a, b), (e, b), (e, f), (a, f)
        yield (x, top + high), (x + side, top + high), (x + side, top + high + thick), (x, top + high + thick)


def _waves(canvas: _Canvas) -> None:
    """The sun over a swell."""
    c = canvas.colours
    canvas.disc(c.light, 41, 22, 12)
    canvas.disc(None, 41, 22, 15, 0.5, c.light)
    for row, fill in enumerate((c.strong, c.light, c.strong, c.ground, c.strong)):
        y, thick = 36 + 7.2 * row, 5.4 if fill == c.strong else 1.3
        crest = [(x, y + 2.6 * sin((x + 9 * row) / 6.4)) for x in range(-8, 72, 2)]
        canvas.shape(fill, *crest, *((x, y + thick) for x, y in reversed(crest)))
    canvas.shape(c.ground, (-8, 73), (71, 73), (71, 96), (-8, 96))


POSTERS: dict[str, Callable[[_Canvas], None]] = {
    "wedge": _wedge,
    "bars": _bars,
    "rings": _rings,
    "star": _star,
    "flag": _flag,
    "chevrons": _chevrons,
    "hexes": _hexes,
    "lozenge": _poster_lozenge,
    "squares": _squares,
    "meander": _meander,
    "waves": _waves,
}
"""Motif → drawing function."""


def back_art(
    motif: Motif | None, theme: Theme, width: float, height: float, bleed: float, colours: Poster
) -> tuple[Item, ...]:
    """Return the ground of a back, its size in points: the poster of its motif, or what the look has instead."""
    if motif or theme.backs == "poster" and theme.motif != "none":
        return poster(motif or theme.motif or "wedge", width, height, bleed, colours)
    canvas = _Canvas(width, height, bleed, colours)
    if theme.backs == "frame":
        _framed(canvas)
    else:
        canvas.shape(colours.strong, (-8, 72.4), (71, 72.4), (71, 74.2), (-8, 74.2))
    return tuple(canvas.items)


def _framed(canvas: _Canvas) -> None:
    """Rules along the edges, and a lozenge in the middle."""
    c, width, height, unit = canvas.colours, canvas.width, canvas.height, canvas.unit
    for inset, line in ((2.6, 0.9), (4.0, 0.25)):
        away = inset * unit
        canvas.items.append(Rect(away, away, width - 2 * away, height - 2 * away, None, c.light, line * unit))
    x, y = width / 2, height * 0.42
    for high, fill in ((26.0, c.light), (24.4, c.ground), (22.6, c.strong), (8.6, c.light), (7.2, c.ground)):
        tall = high * unit
        points = ((x, y - tall), (x + 0.62 * tall, y), (x, y + tall), (x - 0.62 * tall, y))
        canvas._filled(Polygon(tuple((round(a, 2), round(b, 2)) for a, b in points), fill))


@lru_cache(maxsize=64)
def poster(motif: str, width: float, height: float, bleed: float, colours: Poster) -> tuple[Item, ...]:
    """Return the shapes of a poster for a card of a size in points. They may extend beyond the bleed: clip them."""
    canvas = _Canvas(width, height, bleed, colours)
    POSTERS[motif](canvas)
    return tuple(canvas.items)
