"""The largest type in which a text fits its pages, found in few tries."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

__all__ = ["NARROWED", "largest", "likely"]

GROWTH = 1.1
"""Heights grow about with this power of the type size."""
NARROWED = 0.84
"""Heights in narrow type, as a share of those in usual type: about."""


def likely(size: float, full: float) -> float:
    """Return the size that may fill pages, of which text in this size fills or overfills that share."""
    return size * math.pow(max(full, 0.01), -1 / GROWTH)


def largest(sizes: Sequence[float], near: float, fits: Callable[[float], bool]) -> float:
    """Return the first of falling sizes that fits, or else the last; tries begin near one of them."""
    last = len(sizes) - 1
    at = next((at for at, size in enumerate(sizes) if size <= near), last)
    while at < last and not fits(sizes[at]):
        at += 1
    while at and fits(sizes[at - 1]):
        at -= 1
    return sizes[at]
