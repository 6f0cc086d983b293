"""Unit symbols with the marks of their size, owners' marks, dice and small signs, drawn as frame items."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from math import cos, pi, sin

from rcwkit.art.silhouettes import SILHOUETTES
from rcwkit.art.unit_boxes import Pen, arc, draw_box, tall
from rcwkit.frame import Circle, Item, Line, Polygon
from rcwkit.source.symbols import ECHELONS, is_unit_box

__all__ = ["MARKS", "PICTURES", "die", "mark", "pennon", "proportion", "star", "symbol"]


def echelon_width(mark: str, high: float) -> float:
    """Return the width of an echelon's mark at a height."""
    return sum(_STEP[sign] for sign in mark) * high - (_STEP[mark[-1]] - _WIDE[mark[-1]]) * high


def echelon(mark: str, x: float, y: float, high: float, ink: str) -> tuple[Item, ...]:
    """Draw an echelon's mark, such as XX or •••, centred on x with its top at y. Raises KeyError."""
    line, left = 0.16 * high, x - echelon_width(mark, high) / 2
    items: list[Item] = []
    for sign in mark:
        wide = _WIDE[sign] * high
        middle, foot = left + wide / 2, y + high
        if sign == "X":
            items += [Line(left, y, left + wide, foot, ink, line), Line(left + wide, y, left, foot, ink, line)]
        elif sign == "I":
            items.append(Line(middle, y, middle, foot, ink, line * 1.15))
        elif sign == "+":
            items += [
                Line(left, y + high / 2, left + wide, y + high / 2, ink, line),
                Line(middle, y + high / 2 - wide / 2, middle, y + high / 2 + wide / 2, ink, line),
            ]
        elif sign == "Ø":
            items += [
                Circle(middle, y + high / 2, 0.34 * high, None, ink, line),
                Line(left, foot, left + wide, y, ink, line),
            ]
        else:
            items.append(Circle(middle, y + high / 2, wide / 2, ink))
        left += _STEP[sign] * high
    return tuple(items)


_WIDE = {"X": 0.82, "I": 0.18, "•": 0.62, "Ø": 0.9, "+": 0.8}
"""Width of a sign of an echelon, in its height."""
_STEP = {"X": 1.02, "I": 0.5, "•": 0.86, "Ø": 1.1, "+": 1.05}
"""Distance to the next sign."""


def symbol(name: str, x: float, y: float, width: float, height: float, ink: str, ground: str) -> tuple[Item, ...]:
    """Return a unit symbol, as large as fits and centred in the box. Raises KeyError."""
    return _drawn(*_drawing(name), x, y, width, height, ink, ground)


def proportion(name: str) -> float:
    """Return the height of a symbol at a width of 100. Raises KeyError."""
    return _drawing(name)[1]


@lru_cache(maxsize=256)
def _drawing(name: str) -> tuple[Callable[[Pen], None], float]:
    if name in ECHELONS:
        return partial(_size, mark=ECHELONS[name]), 100 / echelon_width(ECHELONS[name], 1.0)
    return (partial(draw_box, symbol=name), tall(name)) if is_unit_box(name) else PICTURES[name]


def _size(pen: Pen, mark: str) -> None:
    """Draw the mark of a unit's size, as wide as the pen's box."""
    wide = 100 * pen.scale
    pen.items += echelon(mark, pen.x + wide / 2, pen.y, wide / echelon_width(mark, 1.0), pen.ink)


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


def _leader(pen: Pen) -> None:
    pen.circle(50, 50, 50, pen.ink)
    pen.polygon([(18, 88), (22, 76), (40, 66), (60, 66), (78, 76), (82, 88), *arc(50, 50, 50, 140, 220)], pen.ground)
    pen.rect(42, 54, 16, 16, pen.ground)
    pen.circle(50, 42, 17, pen.ground)
    pen.polygon([(29, 36), (27, 24), (50, 14), (73, 24), (71, 36)], pen.ground)  # a peaked cap
    pen.polygon([(30, 35), (70, 35), (74, 41), (26, 41)], pen.ink)
    pen.polygon([(50, 66), (58, 66), (50, 82), (42, 66)], pen.ink)


def _asset(pen: Pen) -> None:
    teeth: list[tuple[float, float]] = []
    for tooth in range(8):
        middle = tooth * 45
        teeth += [*arc(50, 50, 50, middle - 9, middle + 9, 2), *arc(50, 50, 38, middle + 12, middle + 33, 2)]
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


PICTURES: Mapping[str, tuple[Callable[[Pen], None], float]] = {
    **SILHOUETTES,
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
"""Symbol without a unit box → drawing function, and its height at a width of 100."""


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
