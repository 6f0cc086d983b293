"""Three abstract motifs for the corner of a document's title, in flat shapes or in lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from rcwkit.look.frame import MM, Circle, Frame, Item, Polygon
from rcwkit.look.hatching import hatched
from rcwkit.look.theme import Theme

__all__ = ["MOTIFS", "motif"]

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
