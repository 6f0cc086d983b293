"""Grids of cards, edge to edge on one picture: what programs call a sheet or sprite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from rcwkit.screens.export.table import Card

__all__ = ["ACROSS", "Grid", "grid"]

ACROSS = 10
"""Cards per row."""


@dataclass(frozen=True)
class Grid:
    """A picture of faces in rows from the top left, as names of their pictures; None is an empty cell."""

    name: str
    faces: tuple[str | None, ...]
    columns: int
    rows: int


def grid(name: str, cards: Sequence[Card], hidden: str | None = None) -> Grid:
    """Arrange cards in rows of ten; copies share a face.

    With `hidden`, that picture takes the last cell of a grid of at least two by two.
    """
    count, least = (len(cards) + 1, 2) if hidden else (len(cards), 1)
    columns, rows = max(least, min(ACROSS, count)), max(least, ceil(count / ACROSS))
    blank = columns * rows - count
    return Grid(name, (*(card.image for card in cards), *[None] * blank, *([hidden] if hidden else ())), columns, rows)
