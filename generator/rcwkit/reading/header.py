"""The row of headings of a sheet: where it is, and what tells columns apart that are headed alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rcwkit.reading.cells import Cell, Row, text_of
from rcwkit.reading.columns import forgiven

__all__ = ["below_title", "parted", "told_apart"]

_TITLES = 6
"""Rows among which the headings are looked for if the first has a single cell."""
_WIDE = 3
"""Cells from which a row below a title is taken for the headings."""


def parted(rows: tuple[Row, ...], top: int) -> tuple[Row | None, tuple[Row, ...]]:
    """Return the last row above a line, if there is one, and the rows from that line on."""
    first = next((index for index, row in enumerate(rows) if row.span.line >= top), len(rows))
    return rows[first - 1] if first else None, rows[first:]


def below_title(rows: tuple[Row, ...]) -> int:
    """Return the line of the row that seems to have the headings, if the first one has just a title; otherwise 0."""
    widest = max(rows[1:_TITLES], key=lambda row: len(row.cells), default=rows[0])
    return widest.span.line if len(rows[0].cells) == 1 and len(widest.cells) >= _WIDE else 0


def told_apart(head: Mapping[int, Cell], above: Row | None) -> dict[int, str]:
    """Return the headings by column, those that are alike with the heading over them: Back Attack."""
    names = {column: text_of(cell.value) for column, cell in head.items()}
    count = Counter(map(forgiven, names.values()))
    upper = above.cells if above is not None else {}
    for column, name in names.items():
        over = max((one for one in upper if one <= column), default=0)
        if count[forgiven(name)] > 1 and over:
            names[column] = f"{text_of(upper[over].value)} {name}"
    return names
