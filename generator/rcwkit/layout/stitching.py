"""The imposition of saddle-stitched booklets: which pages lie side by side on each sheet."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Spread", "spreads"]

FOLD = 4
"""Pages of one sheet: two on its front, two on its back."""


class Spread(NamedTuple):
    """One side of a sheet: its left and its right page, counted from 0; None is blank."""

    left: int | None
    right: int | None


def spreads(pages: int) -> list[Spread]:
    """Return the sides of all sheets, from the outermost inwards, each front before its back.

    A back is upright when its sheet is turned over its short edge, like a page of a book.
    """
    total = -(-pages // FOLD) * FOLD

    def page(number: int) -> int | None:
        return number if number < pages else None

    sides: list[Spread] = []
    for first in range(0, total // 2, 2):
        last = total - 1 - first
        sides += [Spread(page(last), page(first)), Spread(page(first + 1), page(last - 1))]
    return sides
