"""Cells, rows and grids: what a spreadsheet of any format is read into, with the place of each cell."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rcwkit.diagnostics import InputError, Span
from rcwkit.reading.source import STRANGE

__all__ = ["Cell", "Grid", "Plain", "Row", "Taken", "Unusable", "Value", "text_of"]

ROWS = 20_000
"""Maximum number of rows that are not empty."""
COLUMNS = 500
"""Maximum number of a column."""
CELLS = 200_000
"""Maximum number of cells that are not empty."""
LONGEST = 20_000
"""Maximum number of characters of a cell."""
_SPACES = re.compile(r"\r\n?|\t")


class Unusable(NamedTuple):
    """Why a cell has no value to print, and what to do; an error only if its column is used."""

    why: str
    hint: str


Plain = str | int | float | bool
Value = Plain | Unusable


class Cell(NamedTuple):
    """A value that is not empty, and its place. Texts may begin or end with spaces; lines end with a line feed."""

    value: Value
    span: Span


class Row(NamedTuple):
    """The cells of a row by their column, from 1, and the place of the row."""

    cells: Mapping[int, Cell]
    span: Span


@dataclass(frozen=True, eq=False)
class Grid:
    """A sheet as messages name it, and its rows that are not empty, in order."""

    name: str
    rows: tuple[Row, ...]

    @cached_property
    def shown(self) -> Mapping[tuple[int, int], str]:
        """The first line of each cell's text by its row and column."""
        cells = (cell for row in self.rows for cell in row.cells.values())
        return {(cell.span.line, cell.span.column): text_of(cell.value).partition("\n")[0] for cell in cells}


class Taken:
    """Takes the cells of a sheet in order, within limits; `row` and `column` count from 1."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._rows: list[Row] = []
        self._cells: dict[int, Cell] = {}
        self._count = 0

    def cell(self, value: Value, span: Span, column: int) -> None:
        """Take a cell, unless it is empty. Raises InputError past a limit, and for control characters."""
        if isinstance(value, str):
            if not value or value.isspace():
                return
            value = _SPACES.sub(lambda found: " " if found[0] == "\t" else "\n", value)
            if len(value) > LONGEST:
                raise InputError.of("E285", f"a cell of more than {LONGEST:,} characters", span, "shorten it")
            # All strange characters are unprintable, which is faster to test.
            if not value.isprintable() and (strange := STRANGE.search(value)):
                message = f"a text with the control character U+{ord(strange[0]):04X}"
                raise InputError.of("E119", message, span, "leave it out")
        elif isinstance(value, float):
            if not math.isfinite(value) or abs(value) >= 1e18:
                value = Unusable("a number that is too large", "write it as a text")
            elif value == int(value):
                value = int(value)
        if column > COLUMNS:
            raise InputError.of("E285", f"more than {COLUMNS} columns", span, "clear the cells beyond the table")
        self._count += 1
        if self._count > CELLS:
            raise InputError.of("E285", f"more than {CELLS:,} cells", span, "divide the sheet")
        self._cells[column] = Cell(value, span)

    def end(self, span: Span) -> None:
        """End the row at a place. Raises InputError past the limit."""
        if self._cells:
            self._rows.append(Row(self._cells, span))
            self._cells = {}
            if len(self._rows) > ROWS:
                raise InputError.of("E285", f"more than {ROWS:,} rows", span, "divide the sheet")

    def grid(self) -> Grid:
        """Return all rows that were taken."""
        return Grid(self.name, tuple(self._rows))


def text_of(value: Value) -> str:
    """Return a value as text, as a spreadsheet shows it."""
    if isinstance(value, Unusable):
        return value.why
    if isinstance(value, bool):
        return str(value).lower()
    return format(value, ".15g") if isinstance(value, float) else str(value).strip()
