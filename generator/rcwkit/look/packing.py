"""Pack rectangles onto few pages: the largest first, each as far up, then as far left, as there is room."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

__all__ = ["Spot", "pack"]

SLACK = 1e-6

_Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class Spot(NamedTuple):
    """The place of a rectangle: its page, from 0, its top left corner, and whether it is turned by 90°."""

    page: int
    x: float
    y: float
    turned: bool


def pack(
    sizes: Sequence[tuple[float, float]], page: tuple[float, float], *, turn: bool = True, upright: Collection[int] = ()
) -> list[Spot]:
    """Return a spot for each (width, height), in order; `upright` ones are never turned.

    Raises ValueError if one is larger than the page.
    """
    pages: list[list[_Rect]] = []
    spots: dict[int, Spot] = {}
    for index in sorted(range(len(sizes)), key=lambda at: (-sizes[at][0] * sizes[at][1], at)):
        width, height = sizes[index]
        turns = turn and index not in upright
        places = ((number, _place(free, width, height, turns)) for number, free in enumerate(pages))
        number, place = next((found for found in places if found[1]), (len(pages), None))
        if place is None:
            pages.append([(0.0, 0.0, *page)])
            place = _place(pages[number], width, height, turns)
        if place is None:
            raise ValueError(f"{width:g} × {height:g} does not fit")
        x, y, turned = place
        spots[index] = Spot(number, x, y, turned)
        across, down = (height, width) if turned else (width, height)
        pages[number] = _without(pages[number], (x, y, x + across, y + down))
    return [spots[index] for index in range(len(sizes))]


def _place(free: list[_Rect], width: float, height: float, turn: bool) -> tuple[float, float, bool] | None:
    """Return the topmost, then leftmost, corner with room for a rectangle; turned only if it fits no other way."""
    for turned, (across, down) in enumerate(((width, height), (height, width)) if turn else ((width, height),)):
        corners = [
            (top, left)
            for left, top, right, bottom in free
            if right - left >= across - SLACK and bottom - top >= down - SLACK
        ]
        if corners:
            top, left = min(corners)
            return left, top, bool(turned)
    return None


def _without(free: list[_Rect], used: _Rect) -> list[_Rect]:
    """Return the maximal free rectangles that remain; they may overlap."""
    left, top, right, bottom = used
    rest: list[_Rect] = []
    for one in free:
        a, b, c, d = one
        if left >= c - SLACK or right <= a + SLACK or top >= d - SLACK or bottom <= b + SLACK:
            rest.append(one)
        else:
            parts = ((a, b, left, d), (right, b, c, d), (a, b, c, top), (a, bottom, c, d))
            rest += [part for part in parts if part[2] - part[0] > SLACK and part[3] - part[1] > SLACK]
    distinct = list(dict.fromkeys(rest))
    return [one for one in distinct if not any(_inside(one, other) for other in distinct if other != one)]


def _inside(one: _Rect, other: _Rect) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and other[2] >= one[2] and other[3] >= one[3]
