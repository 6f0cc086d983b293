"""Which pages of a booklet lie side by side on the sheets that are folded into it."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Spread", "spreads"]

FOLD = 4
"""The pages of one sheet: two on its front, two on its back."""


class Spread(NamedTuple):
    """One side of a sheet: its left and its right page, counted from 0; None is blank."""

    left: int | None
    right: int | None


def spreads(pages: int) -> list[Spread]:
    """The sides of all sheets of a saddle-stitched booklet, the outermost first, each sheet's front before its back.

    A back lies upright behind its front when the sheet is turned over its short edge, as a page of a book is.
    """
    total = -(-pages // FOLD) * FOLD

    def page(number: int) -> int | None:
        return number if number < pages else None

    sides: list[Spread] = []
    for first in range(0, total // 2, 2):
        last = total - 1 - first
        sides += [Spread(page(last), page(first)), Spread(page(first + 1), page(last - 1))]
    return sides
