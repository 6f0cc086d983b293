"""Cells, rows and grids, whatever the format of a spreadsheet; and CSV and TSV, read with the place of each cell."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from rcwkit.diagnostics import InputError, Span
from rcwkit.source.yaml import STRANGE, Node

ROWS = 20_000
"""Maximum number of rows that are not empty."""
COLUMNS = 500
"""Maximum number of a column."""
FILLED = 200_000
"""Maximum number of cells that are not empty."""
LONGEST = 20_000
"""Maximum number of characters of a cell."""
SHORT = 40
"""Maximum number of characters of a word that a hint repeats."""
_SPACES = re.compile(r"\r\n?|\t")


class UnusableCell(NamedTuple):
    """Why a cell has no value to print, and what to do; an error only if its column is used."""

    why: str
    hint: str


Plain = str | int | float | bool
Value = Plain | UnusableCell


class SheetCell(NamedTuple):
    """A value that is not empty, and its place. Texts may begin or end with spaces; lines end with a line feed."""

    value: Value
    span: Span


class CellNode(Node):
    """The value of a cell, the heading of its column, and what it says if that may mean another number: `1,5`."""

    __slots__ = ("heading", "said")

    def __init__(self, node: Node, heading: str, said: str = "") -> None:
        super().__init__(node.value, node.place)
        self.heading, self.said = heading, said


def assumed(node: Node) -> Iterator[CellNode]:
    """Yield the cells in a document whose numbers were read with a comma for a point."""
    left = [node]
    while left:
        node = left.pop()
        if type(node.value) is dict:
            left += [inner for _, inner in reversed(node.value.values())]
        elif type(node.value) is tuple:
            left += reversed(node.value)
        elif isinstance(node, CellNode) and node.said:
            yield node


def cured(node: Node, hint: str) -> str:
    """Return a hint about a value with what else a document can do, if a word in a cell is not known."""
    if not isinstance(node, CellNode) or not isinstance(node.value, str) or len(node.value) > SHORT:
        return hint
    cure = f"`values: {{{node.heading}: {{{node.value}: …}}}}` beside `from:` says what it means"
    return f"{hint}{' Or' if hint.endswith('?') else '; or'} {cure}" if hint else cure


class SheetRow(NamedTuple):
    """The cells of a row by their column, from 1, and the place of the row."""

    cells: Mapping[int, SheetCell]
    span: Span

    def cell(self, number: int) -> SheetCell:
        """Return the cell of a column: where it is empty, no text at its place behind the last one that is not."""
        before = max((one for one in self.cells if one <= number), default=0)
        if before == number:
            return self.cells[number]
        span = self.cells[before].span if before else self.span
        column = number if span.cell else span.column + (span.length + number - before) * (before > 0)
        return SheetCell("", span._replace(column=column, length=1))


@dataclass(frozen=True, eq=False)
class SheetGrid:
    """A sheet as messages name it, and its rows that are not empty, in order.

    Its cells are `parted` by semicolons where a comma divides numbers from their decimals.
    """

    name: str
    rows: tuple[SheetRow, ...]
    parted: bool = False

    @cached_property
    def shown(self) -> Mapping[tuple[int, int], str]:
        """The first line of each cell's text by its row and column."""
        cells = (cell for row in self.rows for cell in row.cells.values())
        return {(cell.span.line, cell.span.column): text_of(cell.value).partition("\n")[0] for cell in cells}


class Taken:
    """Takes the cells of a sheet in order, within limits; `row` and `column` count from 1."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._rows: list[SheetRow] = []
        self._cells: dict[int, SheetCell] = {}
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
                value = UnusableCell("a number that is too large", "write it as a text")
            elif value == int(value):
                value = int(value)
        if column > COLUMNS:
            raise InputError.of("E285", f"more than {COLUMNS} columns", span, "clear the cells beyond the table")
        self._count += 1
        if self._count > FILLED:
            raise InputError.of("E285", f"more than {FILLED:,} cells", span, "divide the sheet")
        self._cells[column] = SheetCell(value, span)

    def end(self, span: Span) -> None:
        """End the row at a place. Raises InputError past the limit."""
        if self._cells:
            self._rows.append(SheetRow(self._cells, span))
            self._cells = {}
            if len(self._rows) > ROWS:
                raise InputError.of("E285", f"more than {ROWS:,} rows", span, "divide the sheet")

    def grid(self) -> SheetGrid:
        """Return all rows that were taken."""
        return SheetGrid(self.name, tuple(self._rows))


def text_of(value: Value) -> str:
    """Return a value as text, as a spreadsheet shows it."""
    if isinstance(value, UnusableCell):
        return value.why
    if isinstance(value, bool):
        return str(value).lower()
    return format(value, ".15g") if isinstance(value, float) else str(value).strip()


CELLS = 250_000
"""Maximum number of cells that are not blank, or are spaces in quotes."""
_DECLARED = re.compile(r"sep=(.)\r?\n")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")


_FORMULA = re.compile(r"=\s*[-+(]*(?:\d[\d.,]*\s*[-+*/^]|\$?[A-Z]{1,3}\$?\d|[A-Z]{2,}[\w.]*\().*", re.DOTALL)
_ERROR = re.compile(r"#(?:REF!|DIV/0!|VALUE!|NAME\?|NUM!|NULL!|N/A)\s*")


def _unusable(text: str) -> UnusableCell | None:
    """Return why a text is none: no program has computed it, or one could not."""
    if _FORMULA.fullmatch(text):
        return UnusableCell("a formula", "write its result, or save the sheet with the results of formulas")
    return (
        UnusableCell(f"the error {text.strip()}", "correct the formula, and save it")
        if _ERROR.fullmatch(text)
        else None
    )


def delimited(text: str, file: str) -> SheetGrid:
    """Read the cells of a text. Raises InputError for a broken quote, control characters, and past the limits."""
    if control := _CONTROL.search(text):
        before = f"{text[: control.start()]}x".splitlines()
        message = f"a text with the control character U+{ord(control[0]):04X}"
        raise InputError.of("E119", message, Span(file, len(before), len(before[-1])), "leave it out")
    reader = _CellReader(text, file)
    return replace(reader.grid(), parted=reader.mark == ";")


def rewritten(
    text: str, file: str, cells: Mapping[tuple[int, int], str], rows: Iterable[Mapping[int, str]] = ()
) -> str:
    """Return a text with other cells, by the line where their row begins and their column, and with more rows.

    All else stays as it is; a cell that was in quotes keeps them. Raises InputError as `delimited` does.
    """
    return _CellReader(text, file).rewritten(cells, rows)


class _CellReader:
    """Reads one text; `at` is the index of the next character, `line` its line, `start` the index of that."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file = text, file
        # Excel's own way to say what divides the cells.
        declared = _DECLARED.match(text)
        self.at = self.start = declared.end() if declared else 0
        self.line = 2 if declared else 1
        self.read = 0
        self.mark = declared[1] if declared else "\t" if file.lower().endswith(".tsv") else _mark(text)
        # A run of blank cells is passed over at once, and nothing of it is kept for another try.
        self.marks = re.compile('M(?:(?:""|[^\\S\\r\\nM]*+)M)*+'.replace("M", re.escape(self.mark)))
        self.stop = re.compile(rf"[{re.escape(self.mark)}\r\n]|\Z")

    def grid(self) -> SheetGrid:
        """Read everything."""
        taken, text, column, first = Taken(self.file), self.text, 1, self.line
        while self.at < len(text):
            quoted = text.startswith('"', self.at)
            line, begun, offset = self.line, self.at, self.at - self.start
            value = self._quoted() if quoted else self._bare()
            long = self.at - begun if self.line == line else 1
            self.read += 1
            if self.read > CELLS:
                raise InputError.of("E285", f"more than {CELLS:,} cells", Span(self.file, line), "divide the sheet")
            unusable = value[:1] in ("=", "#") and _unusable(value)
            taken.cell(unusable or value, Span(self.file, line, offset + 1, max(1, long)), column)
            if marks := self.marks.match(text, self.at):
                self.at = marks.end()
                column += marks[0].count(self.mark)
            else:
                taken.end(Span(self.file, first))
                self._newline()
                column, first = 1, self.line
        taken.end(Span(self.file, first))
        return taken.grid()

    def rewritten(self, cells: Mapping[tuple[int, int], str], rows: Iterable[Mapping[int, str]]) -> str:
        """Return the text with other cells, and rows below."""
        left, parts, text = dict(cells), list[str](), self.text
        column, first, done = 1, self.line, 0
        while self.at < len(text) or column > 1:
            begun, quoted = self.at, text.startswith('"', self.at)
            value = self._quoted() if quoted else self._bare()
            new = left.pop((first, column), None)
            if new is not None and new != value.strip():
                parts += [text[done:begun], self._written(new, quoted=quoted)]
                done = self.at
            if text.startswith(self.mark, self.at):
                self.at, column = self.at + 1, column + 1
                continue
            beyond = max((other for line, other in left if line == first), default=0)
            if beyond > column:
                more = (left.pop((first, other), "") for other in range(column + 1, beyond + 1))
                parts += [text[done : self.at], *(self.mark + self._written(one) for one in more)]
                done = self.at
            self._newline()
            column, first = 1, self.line
        newline = "\r\n" if "\r\n" in text else "\n"
        ended = "" if not text or text.endswith("\n") else newline
        below = [[row.get(at, "") for at in range(1, max(row) + 1)] for row in rows if row]
        lines = [self.mark.join(map(self._written, row)) + newline for row in below]
        return "".join([*parts, text[done:], ended if lines else "", *lines])

    def _written(self, value: str, *, quoted: bool = False) -> str:
        if not (quoted or value != value.strip() or any(one in value for one in (self.mark, '"', "\n", "\r"))):
            return value
        doubled = value.replace('"', '""')
        return f'"{doubled}"'

    def _bare(self) -> str:
        found = self.stop.search(self.text, self.at)
        assert found is not None  # it matches the end
        value, self.at = self.text[self.at : found.start()], found.start()
        return value

    def _quoted(self) -> str:
        opened = Span(self.file, self.line, self.at - self.start + 1)
        begun = at = self.at + 1
        while True:
            at = self.text.find('"', at)
            if at < 0:
                hint = "close it; a quote inside of a cell is written twice"
                raise InputError.of("E283", "a quote that is never closed", opened, hint)
            if not self.text.startswith('""', at):
                break
            at += 2
        value = self.text[begun:at]
        self.at = at + 1
        after = self._bare()
        if not value.isprintable() and (breaks := list(re.finditer(r"\r\n?|\n", value))):
            self.line += len(breaks)
            self.start = begun + breaks[-1].end()
        if after.strip():
            hint = "put the whole cell into quotes; a quote inside of it is written twice"
            raise InputError.of("E283", "text behind a closing quote", opened, hint)
        return value.replace('""', '"')

    def _newline(self) -> None:
        self.at += 2 if self.text.startswith("\r\n", self.at) else 1
        self.line += 1
        self.start = self.at


def _mark(text: str) -> str:
    """Return what divides the cells: the most frequent mark of the first line that has any."""
    for line in text[:100_000].splitlines():
        bare = re.sub(r'"[^"]*"', "", line)
        mark = max(",;\t", key=bare.count)
        if mark in bare:
            return mark
    return ","


class Line(NamedTuple):
    """A row of a delimited text as it is written: where it begins, where the next does, and its cells.

    A cell has the characters that it takes up, with its quotes, and what it says.
    """

    start: int
    end: int
    cells: tuple[tuple[int, int, str], ...]


def lines_of(text: str, file: str) -> tuple[str, list[Line]]:
    """Return what divides the cells of a text, and all its lines, blank ones as well. Raises InputError."""
    delimited(text, file)
    reader, found = _CellReader(text, file), list[Line]()
    while reader.at < len(text):
        start, cells = reader.at, list[tuple[int, int, str]]()
        while True:
            begun = reader.at
            value = reader._quoted() if text.startswith('"', begun) else reader._bare()
            cells.append((begun, reader.at, value))
            if not text.startswith(reader.mark, reader.at):
                break
            reader.at += 1
        if reader.at < len(text):
            reader._newline()
        found.append(Line(start, reader.at, tuple(cells)))
    return reader.mark, found


def written(value: str, mark: str) -> str:
    """Return a cell as it is written: in quotes where it has to be."""
    plain = not re.search(rf'["\r\n{re.escape(mark)}]', value) and value == value.strip()
    doubled = value.replace('"', '""')
    return value if plain else f'"{doubled}"'
