"""Widths of a table's columns by their contents: computed as in HTML tables, then adjusted to save lines."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from math import ceil
from typing import NamedTuple

__all__ = ["Column", "Need", "widths"]

SLACK = 1.04
"""Average length of a text broken into lines, relative to a single line."""
STEPS = (1 / 12, 1 / 24, 1 / 48)
"""Shares of a table's width by which columns are widened at the cost of others while that saves lines."""


class Column(NamedTuple):
    """What a column asks for: a minimum width (pt), a share of the table's width, or to be as narrow as possible."""

    least: float = 0.0
    share: float = 0.0
    tight: bool = False


class Need(NamedTuple):
    """The widths (pt) that a cell needs: its minimum, and that at which no line breaks, both with `pad` at its sides.

    `pitch` is the height of a line, or 0 if a wider column would save none.
    """

    row: int
    column: int
    columns: int
    least: float
    most: float
    pad: float
    pitch: float


def widths(needs: Sequence[Need], columns: Sequence[Column], width: float) -> list[float]:
    """Return the widths of all columns, which add up to `width`; if they cannot, the widest columns are too narrow."""
    lows, highs = [column.least for column in columns], [column.least for column in columns]
    for need in sorted(needs, key=lambda need: need.columns):
        own = range(need.column, need.column + need.columns)
        for found, wanted in ((lows, need.least), (highs, need.most)):
            lack = wanted - sum(found[column] for column in own)
            for column in own if lack > 0 else ():
                found[column] += lack / len(own)
    highs = [low if column.tight else high for low, high, column in zip(lows, highs, columns, strict=True)]
    wished = [max(high, column.share * width) for high, column in zip(highs, columns, strict=True)]
    if sum(wished) <= width:
        return _spread(wished, columns, width)
    if sum(highs) <= width:
        return _between(highs, wished, width)
    if sum(lows) >= width:
        return _capped(lows, width)
    return _adjusted(needs, lows, _between(lows, highs, width))


def _spread(wished: Sequence[float], columns: Sequence[Column], width: float) -> list[float]:
    """Distribute spare width in proportion, first to columns without a share, to tight ones last."""
    free = [not (column.tight or column.share) for column in columns]
    free = free if any(free) else [not column.tight for column in columns]
    parts = [high if one or not any(free) else 0.0 for high, one in zip(wished, free, strict=True)]
    parts = parts if any(parts) else [1.0] * len(parts)
    return [high + (width - sum(wished)) * part / sum(parts) for high, part in zip(wished, parts, strict=True)]


def _capped(lows: Sequence[float], width: float) -> list[float]:
    """Return widths that add up to less than needed: the widest columns are cut to equal widths."""
    left = width
    for place, low in enumerate(sorted(lows)):
        if low * (len(lows) - place) > left:
            return [min(one, left / (len(lows) - place)) for one in lows]
        left -= low
    return list(lows)


def _between(lows: Sequence[float], highs: Sequence[float], width: float) -> list[float]:
    """Interpolate between minimum and maximum widths so that they add up to a width."""
    part = (width - sum(lows)) / (sum(highs) - sum(lows))
    return [low + part * (high - low) for low, high in zip(lows, highs, strict=True)]


def _adjusted(needs: Iterable[Need], lows: Sequence[float], found: list[float]) -> list[float]:
    """Widen columns at the cost of others as long as that makes the table lower."""
    rows: dict[int, list[Need]] = {}
    for need in needs:
        if need.pitch and need.columns == 1:
            rows.setdefault(need.row, []).append(need)

    def height(widths: Sequence[float]) -> float:
        """Estimate the height of all rows: that of whole lines, and a little for how full they are."""
        total = 0.0
        for cells in rows.values():
            tallest = 0.0
            for _, column, _, _, most, pad, pitch in cells:
                lines = (most - pad) * SLACK / (widths[column] - pad)
                tallest = max(tallest, pitch * max(1, ceil(lines)) + 0.1 * lines)
            total += tallest
        return total

    best, count = height(found), len(found)
    for step in STEPS:
        for _ in range(count):
            tried: list[list[float]] = []
            for more, less in permutations(range(count), 2):
                moved = min(step * sum(found), found[less] - lows[less])
                if moved > 0.01:
                    tried.append([one + moved * ((at == more) - (at == less)) for at, one in enumerate(found)])
            high, lowest = min(((height(one), one) for one in tried), default=(best, found))
            if high >= best - 0.01:
                break
            best, found = high, lowest
    return found
