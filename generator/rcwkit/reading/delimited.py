"""Read CSV and TSV, with the line and column of each cell: RFC 4180, also with semicolons or tabs."""

from __future__ import annotations

import re

from rcwkit.diagnostics import InputError, Span
from rcwkit.reading.cells import Grid, Taken

__all__ = ["delimited"]

CELLS = 250_000
"""Maximum number of cells that are not blank, or are spaces in quotes."""
_DECLARED = re.compile(r"sep=(.)\r?\n")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")


def delimited(text: str, file: str) -> Grid:
    """Read the cells of a text. Raises InputError for a broken quote, control characters, and past the limits."""
    if control := _CONTROL.search(text):
        before = f"{text[: control.start()]}x".splitlines()
        message = f"a text with the control character U+{ord(control[0]):04X}"
        raise InputError.of("E119", message, Span(file, len(before), len(before[-1])), "leave it out")
    return _Reader(text, file).grid()


class _Reader:
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

    def grid(self) -> Grid:
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
            taken.cell(value, Span(self.file, line, offset + 1, max(1, long)), column)
            if marks := self.marks.match(text, self.at):
                self.at = marks.end()
                column += marks[0].count(self.mark)
            else:
                taken.end(Span(self.file, first))
                self._newline()
                column, first = 1, self.line
        taken.end(Span(self.file, first))
        return taken.grid()

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
