"""Read a sheet of an ODS workbook: values as they were last computed and saved; formulas are not run."""

from __future__ import annotations

from collections.abc import Mapping

from rcwkit.diagnostics import Span
from rcwkit.reading.cells import Grid, Taken, Unusable, Value
from rcwkit.reading.workbooks import Parts, Place, stream
from rcwkit.reading.xlsx import DATE, EMPTY_FORMULA

__all__ = ["ods"]

_SPACES = {"tab": " ", "line-break": "\n"}
_CELLS = ("table-cell", "covered-table-cell")
_MOST = 2**20
"""Maximum number of a row or column in any program."""


def ods(parts: Parts, sheet: str | None) -> Grid:
    """Read the sheet of a name, or the first one. Raises InputError."""
    reader = _Reader(parts.place, sheet)
    stream(parts.read("content.xml"), parts.place, reader.start, reader.end, reader.text)
    if reader.taken is None:
        raise parts.place.unknown(sheet, reader.names) if sheet is not None else parts.place.broken("has no sheets")
    return reader.taken.grid()


class _Reader:
    """Takes the cells of one sheet from the elements of all."""

    def __init__(self, place: Place, sheet: str | None) -> None:
        self.place, self.sheet = place, sheet
        self.names: list[str] = []
        self.taken: Taken | None = None
        self.name = ""
        self.tables = 0
        self.reading = False
        self.row = self.column = 1
        self.rows = self.columns = 1  # how many the current ones stand for
        self.cells: list[tuple[int, Value]] = []
        self.attributes: Mapping[str, str] | None = None  # of the current cell
        self.pieces: list[str] = []
        self.paragraphs = 0
        self.kept = 0  # paragraphs that are open
        self.aside = 0  # comments and pictures that are open

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "table":
            self.tables += 1
            if self.tables == 1:
                self._begin(attributes.get("table:name", ""))
        elif not self.reading or self.tables != 1:
            return
        elif name == "table-row":
            self.rows, self.column, self.cells = _count(attributes, "table:number-rows-repeated"), 1, []
        elif name in _CELLS:
            self.columns, self.attributes = _count(attributes, "table:number-columns-repeated"), attributes
            self.pieces, self.paragraphs = [], 0
        elif name in ("annotation", "frame", "custom-shape"):
            self.aside += 1
        elif name == "p" and self.attributes is not None and not self.aside:
            self.kept += 1
            self.paragraphs += 1
            self.pieces.append("\n" if self.paragraphs > 1 else "")
        elif name == "s":
            self.text(" " * min(_count(attributes, "text:c"), 100))
        elif name in _SPACES:
            self.text(_SPACES[name])

    def end(self, name: str) -> None:
        if name == "table":
            self.tables -= 1
            self.reading = self.reading and self.tables > 0
        elif not self.reading or self.tables != 1:
            return
        elif name in ("annotation", "frame", "custom-shape"):
            self.aside -= 1
        elif name == "p" and self.kept and not self.aside:
            self.kept -= 1
        elif name in _CELLS and self.attributes is not None:
            value = self._value(self.attributes)
            if value != "" and name == "table-cell":
                # Beyond any limit, one cell is enough to be refused.
                self.cells += [(self.column + more, value) for more in range(min(self.columns, 1000))]
            self.column = min(self.column + self.columns, _MOST)
            self.attributes = None
        elif name == "table-row":
            self._end_row()

    def text(self, text: str) -> None:
        if self.kept and not self.aside:
            self.pieces.append(text)

    def _begin(self, name: str) -> None:
        self.names.append(name)
        self.reading = self.taken is None and self.sheet in (None, name)
        if self.reading:
            self.name, self.row = f"{self.place.file}!{name}", 1
            self.taken = Taken(self.name)

    def _end_row(self) -> None:
        assert self.taken is not None
        for row in range(self.row, self.row + self.rows if self.cells else self.row):
            for column, value in self.cells:
                span = Span(self.name, row, column, len(value) if isinstance(value, str) else 1)
                self.taken.cell(value, span, column)
            self.taken.end(Span(self.name, row))
        self.row = min(self.row + self.rows, _MOST)

    def _value(self, attributes: Mapping[str, str]) -> Value:
        said = "".join(self.pieces)
        kind = attributes.get("office:value-type", "")
        if attributes.get("calcext:value-type") == "error":
            return Unusable(f"the error {said[:20]}", "correct the formula, and save the file")
        if kind in ("date", "time"):
            return DATE
        if kind == "boolean":
            return attributes.get("office:boolean-value") == "true"
        if kind in ("float", "percentage", "currency"):
            try:
                return float(attributes.get("office:value", ""))
            except ValueError:
                raise self.place.broken("is broken: a cell that should hold a number does not") from None
        if not kind and "table:formula" in attributes:
            return EMPTY_FORMULA
        return said or attributes.get("office:string-value", "")


def _count(attributes: Mapping[str, str], name: str) -> int:
    """Return how often something is repeated."""
    text = attributes.get(name, "1")
    return min(int(text), _MOST) if text.isdecimal() and len(text) < 9 else 1
