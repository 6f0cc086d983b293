"""Unit symbols, owners' marks, dice and small signs, drawn as frame items rather than taken from a font."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from math import cos, pi, sin

from rcwkit.look.frame import Circle, Item, Line, Polygon, Rect

__all__ = ["MARKS", "SYMBOLS", "UNIT_BOXES", "Pen", "die", "kite", "mark", "pennon", "star", "symbol"]

Points = Iterable[tuple[float, float]]


class Pen:
    """Draws in a box 100 units wide, scaled and placed on the page; `ground` fills and cuts out."""

    def __init__(self, x: float, y: float, width: float, ink: str, ground: str) -> None:
        self.x, self.y, self.scale = x, y, width / 100
        self.ink, self.ground = ink, ground
        self.items: list[Item] = []

    def polygon(
        self,
        points: Points,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0.0,
        *,
        closed: bool = True,
    ) -> None:
        """Add a polygon, or an open line."""
        placed = tuple((round(self.x + x * self.scale, 3), round(self.y + y * self.scale, 3)) for x, y in points)
        self.items.append(Polygon(placed, fill, stroke, line * self.scale, closed))

    def rect(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        """Add a rectangle."""
        s = self.scale
        self.items.append(Rect(self.x + x * s, self.y + y * s, wide * s, high * s, fill, stroke, line * s, radius * s))

    def circle(
        self, x: float, y: float, radius: float, fill: str | None = None, stroke: str | None = None, line: float = 0.0
    ) -> None:
        """Add a circle."""
        s = self.scale
        self.items.append(Circle(self.x + x * s, self.y + y * s, radius * s, fill, stroke, line * s))

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str, line: float) -> None:
        """Add a line."""
        s = self.scale
        self.items.append(Line(self.x + x1 * s, self.y + y1 * s, self.x + x2 * s, self.y + y2 * s, stroke, line * s))


def symbol(name: str, x: float, y: float, width: float, height: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Return a unit symbol, as large as fits and centred in the box. Raises KeyError."""
    return _drawn(*SYMBOLS[name], x, y, width, height, ink, ground)


def mark(name: str, x: float, y: float, size: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Return an owner's mark centred on (x, y); `ground` is the colour behind it. Raises KeyError."""
    return _drawn(MARKS[name], 100, x - size / 2, y - size / 2, size, size, ink, ground)


@lru_cache(maxsize=4096)
def _drawn(
    draw: Callable[[Pen], None], tall: float, x: float, y: float, width: float, height: float, ink: str, ground: str
) -> tuple[Item, ...]:
    fitted = min(width, height * 100 / tall)
    pen = Pen(x + (width - fitted) / 2, y + (height - fitted * tall / 100) / 2, fitted, ink, ground)
    draw(pen)
    return tuple(pen.items)


def star(
    x: float, y: float, radius: float, turn: float = 0.0, points: int = 5, waist: float = 0.4
) -> tuple[tuple[float, float], ...]:
    """Return the corners of a star, one point up, turned `turn` degrees clockwise; `waist` is inner / outer radius."""
    corners = []
    for step in range(2 * points):
        angle, reach = step * pi / points + turn * pi / 180, radius * (waist if step % 2 else 1)
        corners.append((x + reach * sin(angle), y - reach * cos(angle)))
    return tuple(corners)


def _arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 16) -> list[tuple[float, float]]:
    """Return points on a circle between two angles in degrees, clockwise from the top."""
    angles = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * sin(angle), y - radius * cos(angle)) for angle in angles]


# Unit boxes: 100 wide, 62 high, with the line inside.
def _box(pen: Pen) -> None:
    pen.rect(2, 2, 96, 58, pen.ground, pen.ink, 4)


def _infantry(pen: Pen) -> None:
    _box(pen)
    pen.line(3, 3, 97, 59, pen.ink, 4)
    pen.line(97, 3, 3, 59, pen.ink, 4)


def _cavalry(pen: Pen) -> None:
    _box(pen)
    pen.line(3, 59, 97, 3, pen.ink, 4)


def _artillery(pen: Pen) -> None:
    _box(pen)
    pen.circle(50, 31, 12, pen.ink)


def _armour(pen: Pen) -> None:
    _box(pen)
    pen.rect(17, 15, 66, 32, None, pen.ink, 4, 16)


# Pictures: an armoured train, a biplane from above, a gunboat.
def _train(pen: Pen) -> None:
    pen.polygon([(0, 46), (0, 22), (8, 14), (33, 14), (33, 46)], pen.ink)  # gun car
    pen.polygon([(-4, 5), (15, 9), (15, 14), (-4, 9)], pen.ink)
    pen.polygon([(11, 14), (13, 6), (25, 6), (27, 14)], pen.ink)
    pen.rect(7, 24, 19, 4, pen.ground)
    pen.rect(33, 38, 7, 4, pen.ink)
    pen.polygon([(40, 46), (40, 4), (64, 4), (64, 16), (92, 16), (97, 24), (97, 46)], pen.ink)  # engine
    pen.rect(46, 10, 11, 10, pen.ground)
    pen.polygon([(79, 16), (77, 0), (92, 0), (90, 16)], pen.ink)
    pen.polygon([(92, 46), (104, 58), (92, 58)], pen.ink)
    for x in (8, 25, 50, 66, 82):
        pen.circle(x, 50, 8, pen.ink, pen.ground, 2.5)
        pen.circle(x, 50, 2, pen.ground)
    pen.rect(-4, 60, 108, 4, pen.ink)


def _aircraft(pen: Pen) -> None:
    pen.polygon([(50, 4), (56, 14), (55, 62), (52, 88), (48, 88), (45, 62), (44, 14)], pen.ink)
    pen.polygon([(0, 26), (100, 26), (97, 42), (3, 42)], pen.ink)
    pen.polygon([(32, 78), (68, 78), (65, 88), (35, 88)], pen.ink)
    pen.rect(34, 3, 32, 3.5, pen.ink)
    pen.circle(17, 34, 4.5, pen.ground)
    pen.circle(83, 34, 4.5, pen.ground)
    pen.circle(50, 48, 3, pen.ground)


def _ship(pen: Pen) -> None:
    pen.polygon([(0, 42), (100, 38), (84, 62), (12, 62)], pen.ink)
    pen.polygon([(26, 40), (26, 28), (68, 28), (68, 40)], pen.ink)
    for x in (32, 49):
        pen.polygon([(x, 28), (x + 3, 8), (x + 13, 8), (x + 12, 28)], pen.ink)
        pen.rect(x + 2, 12, 12, 4, pen.ground)
    pen.rect(72, 0, 3, 40, pen.ink)
    pen.polygon([(75, 1), (92, 6), (75, 11)], pen.ink)
    pen.polygon([(4, 30), (22, 34), (22, 41), (14, 41), (14, 36), (4, 34)], pen.ink)
    pen.rect(0, 66, 100, 4, pen.ink)


def _leader(pen: Pen) -> None:
    pen.circle(50, 50, 50, pen.ink)
    pen.polygon([(18, 88), (22, 76), (40, 66), (60, 66), (78, 76), (82, 88), *_arc(50, 50, 50, 140, 220)], pen.ground)
    pen.rect(42, 54, 16, 16, pen.ground)
    pen.circle(50, 42, 17, pen.ground)
    pen.polygon([(29, 36), (27, 24), (50, 14), (73, 24), (71, 36)], pen.ground)  # a peaked cap
    pen.polygon([(30, 35), (70, 35), (74, 41), (26, 41)], pen.ink)
    pen.polygon([(50, 66), (58, 66), (50, 82), (42, 66)], pen.ink)


def _asset(pen: Pen) -> None:
    teeth: list[tuple[float, float]] = []
    for tooth in range(8):
        middle = tooth * 45
        teeth += [*_arc(50, 50, 50, middle - 9, middle + 9, 2), *_arc(50, 50, 38, middle + 12, middle + 33, 2)]
    pen.polygon(teeth, pen.ink)
    pen.circle(50, 50, 24, pen.ground)
    pen.polygon([(4, 82), (10, 92), (62, 40)], pen.ground)
    pen.polygon([(8, 84), (13, 92), (63, 38)], pen.ink)


def _star(pen: Pen) -> None:
    pen.polygon(star(50, 54, 54), pen.ink)


def _cube(pen: Pen) -> None:
    pen.polygon([(50, 0), (94, 25), (94, 75), (50, 100), (6, 75), (6, 25)], pen.ink)
    pen.polygon([(50, 7), (84, 26), (50, 45), (16, 26)], pen.ground)
    pen.polygon([(88, 33), (88, 71), (53, 91), (53, 52)], pen.ink)
    pen.line(50, 52, 50, 92, pen.ground, 4)


def _barrel(pen: Pen) -> None:
    pen.polygon([(16, 0), (84, 0), (92, 32), (92, 68), (84, 100), (16, 100), (8, 68), (8, 32)], pen.ink)
    for y in (12, 36, 60, 84):
        pen.rect(0, y, 100, 4, pen.ground)
    pen.polygon([(50, 40), (58, 50), (50, 60), (42, 50)], pen.ground)


def _flag(pen: Pen) -> None:
    pen.polygon([(12, 0), (20, 0), (26, 100), (18, 100)], pen.ink)
    pen.polygon([(20, 4), (96, 12), (76, 32), (100, 52), (23, 56)], pen.ink)
    pen.rect(6, 94, 32, 6, pen.ink)


def _disc(pen: Pen) -> None:
    pen.circle(50, 50, 50, pen.ink)


def _arrow(pen: Pen) -> None:
    pen.polygon([(0, 34), (54, 34), (54, 6), (100, 50), (54, 94), (54, 66), (0, 66)], pen.ink)


def _none(pen: Pen) -> None:
    """Draw nothing: the counter has only its name."""


SYMBOLS: dict[str, tuple[Callable[[Pen], None], float]] = {
    "infantry": (_infantry, 62),
    "cavalry": (_cavalry, 62),
    "artillery": (_artillery, 62),
    "armour": (_armour, 62),
    "train": (_train, 64),
    "aircraft": (_aircraft, 92),
    "ship": (_ship, 70),
    "leader": (_leader, 100),
    "asset": (_asset, 100),
    "star": (_star, 100),
    "cube": (_cube, 100),
    "barrel": (_barrel, 100),
    "flag": (_flag, 100),
    "disc": (_disc, 100),
    "arrow": (_arrow, 100),
    "none": (_none, 100),
}
"""Symbol name → drawing function, and its height at a width of 100."""

UNIT_BOXES = frozenset({"infantry", "cavalry", "artillery", "armour"})
"""The symbols that are unit boxes, with an echelon above."""


def _ring(pen: Pen) -> None:
    pen.circle(50, 50, 39, None, pen.ink, 22)


def _diamond(pen: Pen) -> None:
    pen.polygon([(50, 0), (100, 50), (50, 100), (0, 50)], pen.ink)


def _square(pen: Pen) -> None:
    pen.rect(6, 6, 88, 88, pen.ink)


def _triangle(pen: Pen) -> None:
    pen.polygon([(50, 4), (100, 94), (0, 94)], pen.ink)


def _bar(pen: Pen) -> None:
    pen.rect(0, 32, 100, 36, pen.ink)


def _cross(pen: Pen) -> None:
    half = [(34, 0), (66, 0), (66, 34), (100, 34), (100, 66), (66, 66)]
    pen.polygon([*half, *((100 - x, 100 - y) for x, y in half)], pen.ink)


def _chevron(pen: Pen) -> None:
    pen.polygon([(50, 8), (100, 58), (100, 96), (50, 48), (0, 96), (0, 58)], pen.ink)


def _hatch(pen: Pen) -> None:
    for start in (0, 35, 70):
        pen.polygon([(start - 6, 100), (start + 24, 0), (start + 42, 0), (start + 12, 100)], pen.ink)


MARKS: dict[str, Callable[[Pen], None]] = {
    "star": _star,
    "disc": _disc,
    "ring": _ring,
    "diamond": _diamond,
    "square": _square,
    "triangle": _triangle,
    "bar": _bar,
    "cross": _cross,
    "chevron": _chevron,
    "hatch": _hatch,
}
"""Mark name → drawing function, for a square."""

_PIPS = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((25, 25), (50, 50), (75, 75)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((28, 24), (72, 24), (28, 50), (72, 50), (28, 76), (72, 76)),
}


def die(face: int, x: float, y: float, size: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Return a six-sided die with its top left corner at (x, y). Raises KeyError for a face not from 1 to 6."""
    pen = Pen(x, y, size, ink, ground)
    pen.rect(3, 3, 94, 94, ground, ink, 6, 16)
    for across, down in _PIPS[face]:
        pen.circle(across, down, 9.5, ink)
    return tuple(pen.items)


def kite(x: float, y: float, size: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Return the outline of a ten-sided die, without its number."""
    pen = Pen(x, y, size, ink, ground)
    pen.polygon([(50, 1), (98, 40), (98, 58), (50, 99), (2, 58), (2, 40)], ground, ink, 6)
    pen.polygon([(2, 58), (26, 66), (50, 99)], None, ink, 2.5, closed=False)
    pen.polygon([(98, 58), (74, 66), (50, 99)], None, ink, 2.5, closed=False)
    return tuple(pen.items)


def pennon(
    x: float, y: float, width: float, height: float, ink: str, fill: str, *, outlined: bool = False
) -> tuple[Item, ...]:
    """Return a small swallow-tailed flag with its staff at the left: the flag of a ruling, without its number."""
    right, notch = x + width, x + width - height * 0.3
    cloth = ((x, y), (right, y), (notch, y + height / 2), (right, y + height), (x, y + height))
    return (
        Polygon(cloth, fill, ink if outlined else None, 0.4 if outlined else 0.0),
        Line(x, y - height * 0.08, x, y + height * 1.35, ink, height * 0.12),
    )
