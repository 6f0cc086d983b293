"""Abstract motifs for the corner of a document's title, in flat shapes or in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Literal

from rcwkit.look.frame import MM, Circle, Frame, Item, Polygon
from rcwkit.look.hatching import hatched
from rcwkit.look.theme import Theme

__all__ = ["HEIGHT", "MOTIFS", "WIDTH", "disc", "motif"]

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


def disc(name: str) -> tuple[float, float, float]:
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
