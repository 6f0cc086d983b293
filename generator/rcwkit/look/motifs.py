"""Abstract motifs for the corner of a document's title, in flat shapes or in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from rcwkit.look.frame import MM, Circle, Frame, Item, Polygon
from rcwkit.look.hatching import hatched
from rcwkit.look.theme import Theme

__all__ = ["MOTIFS", "disc", "motif"]

WIDTH, HEIGHT = 74.0, 38.0
"""Millimetres."""

Role = Literal["ink", "accent", "paper"]
Numbers = tuple[float, ...]

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
}
"""Name → shapes in mm, from the bottom up: the corners of a polygon, or a circle's centre and radius."""


def motif(name: str, theme: Theme) -> Frame:
    """Return a motif for the upper right corner of a page. Raises KeyError."""
    items = tuple(
        item
        for role, numbers in MOTIFS[name]
        for item in _drawn(getattr(theme, role), tuple(n * MM for n in numbers), theme)
    )
    return Frame(WIDTH * MM, HEIGHT * MM, items, name="ornament")


def disc(name: str) -> tuple[float, float, float]:
    """Return the middle and radius in points of a motif's pale disc, which may hold the number of a page."""
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
