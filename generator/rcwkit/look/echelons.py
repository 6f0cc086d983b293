"""The marks above a unit box that tell the size of a unit, from a team to a group of armies."""

from __future__ import annotations

from rcwkit.look.frame import Circle, Item, Line

__all__ = ["echelon", "echelon_width"]


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
