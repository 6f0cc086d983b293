"""Many cards on one picture, edge to edge in rows: what programs call a sheet or a sprite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from rcwkit.screens.export.table import Card

__all__ = ["ACROSS", "Grid", "grid"]

ACROSS = 10
"""Cards in a row."""


@dataclass(frozen=True)
class Grid:
    """A picture of faces in rows from the top left: the names of their pictures, None for a place that stays empty."""

    name: str
    faces: tuple[str | None, ...]
    columns: int
    rows: int


def grid(name: str, cards: Sequence[Card], hidden: str | None = None) -> Grid:
    """The cards in rows of ten; copies share a face. `hidden`, if given, stands in the last place, of two by two at least."""
    count, least = (len(cards) + 1, 2) if hidden else (len(cards), 1)
    columns, rows = max(least, min(ACROSS, count)), max(least, ceil(count / ACROSS))
    blank = columns * rows - count
    return Grid(name, (*(card.image for card in cards), *[None] * blank, *([hidden] if hidden else ())), columns, rows)
