"""Read a sheet of an XLSX workbook: values as they were last computed and saved; formulas are not run."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from typing import NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.reading.cells import Grid, Taken, Unusable, Value
from rcwkit.reading.workbooks import Parts, Place, stream

__all__ = ["xlsx"]

_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""Number formats that mean dates and times without a definition of their own."""
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
DATE = Unusable("a date or time", "format the column as text, and write the cell again")
EMPTY_FORMULA = Unusable("a formula without its result", "open the file in a spreadsheet program, and save it")


class _Sheet(NamedTuple):
    name: str
    part: str


def xlsx(parts: Parts, sheet: str | None) -> Grid:
    """Read the sheet of a name, or the first one that is not hidden. Raises InputError."""
    place = parts.place
    book = _targets(parts, "").get("officeDocument", ["xl/workbook.xml"])[0]
    found = _targets(parts, book)
    sheets = _sheets(parts, book)
    if not sheets:
        raise place.broken("has no sheets")
    one = sheets[0] if sheet is None else next((one for one in sheets if one.name == sheet), None)
    if one is None:
        raise place.unknown(sheet or "", [one.name for one in sheets])
    shared = [text for part in found.get("sharedStrings", ()) for text in _shared(parts, part)]
    dates = [is_date for part in found.get("styles", ()) for is_date in _dated(parts, part)]
    reader = _Reader(f"{place.file}!{one.name}", place, shared, dates)
    stream(parts.read(one.part), place, reader.start, reader.end, reader.text)
    return reader.taken.grid()


def _relations(parts: Parts, part: str) -> list[tuple[str, str, str]]:
    """Return id, type and target of the relations of a part inside the file."""
    folder, name = posixpath.split(part)
    path, found = posixpath.join(folder, "_rels", f"{name}.rels"), list[tuple[str, str, str]]()

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes.get("Type", "").rpartition("/")[2]
            target = posixpath.normpath(posixpath.join("/", folder, attributes.get("Target", ""))).lstrip("/")
            found.append((attributes.get("Id", ""), kind, target))

    if path in parts.names:
        stream(parts.read(path), parts.place, start)
    return found


def _targets(parts: Parts, part: str) -> dict[str, list[str]]:
    """Return the targets of a part's relations by type."""
    found: dict[str, list[str]] = {}
    for _, kind, target in _relations(parts, part):
        found.setdefault(kind, []).append(target)
    return found


def _sheets(parts: Parts, book: str) -> list[_Sheet]:
    """Return the sheets that hold cells, those that are hidden last."""
    targets = {id_: target for id_, kind, target in _relations(parts, book) if kind == "worksheet"}
    shown, hidden = list[_Sheet](), list[_Sheet]()

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            target = targets.get(next((value for key, value in attributes.items() if key.endswith(":id")), ""))
            if target is not None:
                sheets = shown if attributes.get("state", "visible") == "visible" else hidden
                sheets.append(_Sheet(attributes.get("name", ""), target))

    stream(parts.read(book), parts.place, start)
    return [*shown, *hidden]


def _shared(parts: Parts, part: str) -> list[str]:
    """Return the texts that cells refer to by number; those for pronunciation are left out."""
    texts, pieces = list[str](), list[str]()
    kept = phonetic = False

    def start(name: str, _: Mapping[str, str]) -> None:
        nonlocal kept, phonetic
        if name == "si":
            pieces.clear()
        phonetic = phonetic or name == "rPh"
        kept = name == "t" and not phonetic

    def end(name: str) -> None:
        nonlocal kept, phonetic
        kept = False
        if name == "si":
            texts.append(_unescaped("".join(pieces)))
        elif name == "rPh":
            phonetic = False

    stream(parts.read(part), parts.place, start, end, lambda text: pieces.append(text) if kept else None)
    return texts


def _dated(parts: Parts, part: str) -> list[bool]:
    """Return whether each style of cells shows dates or times."""
    codes, styles = dict[int, str](), list[int]()
    inside = False

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal inside
        if name == "numFmt":
            codes[_whole(attributes.get("numFmtId"))] = attributes.get("formatCode", "")
        elif name == "cellXfs":
            inside = True
        elif name == "xf" and inside:
            styles.append(_whole(attributes.get("numFmtId")))

    def end(name: str) -> None:
        nonlocal inside
        inside = inside and name != "cellXfs"

    stream(parts.read(part), parts.place, start, end)
    return [
        style in _DATES if style not in codes else bool(re.search("[ymdhs]", _LITERAL.sub("", codes[style]).lower()))
        for style in styles
    ]


class _Reader:
    """Takes the cells of one sheet from its elements."""

    def __init__(self, name: str, place: Place, shared: list[str], dates: list[bool]) -> None:
        self.name, self.place, self.shared, self.dates = name, place, shared, dates
        self.taken = Taken(name)
        self.row = self.column = 0
        self.kind, self.style, self.formula = "n", 0, False
        self.pieces: list[str] = []
        self.kept = self.phonetic = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        self.kept = False
        if name == "c":
            at = _ADDRESS.fullmatch(attributes.get("r", ""))
            self.column = _column(at[1]) if at else self.column + 1
            self.kind, self.style = attributes.get("t", "n"), _whole(attributes.get("s"))
            self.formula, self.pieces = False, []
        elif name == "row":
            number = attributes.get("r", "")
            self.row = int(number) if number.isdecimal() and len(number) < 9 else self.row + 1
            self.column = 0
        elif name == "f":
            self.formula = True
        elif name == "rPh":
            self.phonetic = True
        elif name in ("v", "t"):
            self.kept = not self.phonetic

    def end(self, name: str) -> None:
        self.kept = False
        if name == "c":
            value = self._value("".join(self.pieces))
            if value != "":
                span = Span(self.name, self.row, self.column, len(value) if isinstance(value, str) else 1)
                self.taken.cell(value, span, self.column)
        elif name == "row":
            self.taken.end(Span(self.name, self.row))
        elif name == "rPh":
            self.phonetic = False

    def text(self, text: str) -> None:
        if self.kept:
            self.pieces.append(text)

    def _value(self, text: str) -> Value:
        if self.kind == "s":
            number = int(text) if text.isdecimal() and len(text) < 9 else -1
            if not 0 <= number < len(self.shared):
                raise self.place.broken("is broken: a cell refers to a text that is not there")
            return self.shared[number]
        if self.kind in ("str", "inlineStr"):
            return _unescaped(text)
        if not text:
            return EMPTY_FORMULA if self.formula else ""
        if self.kind == "b":
            return text == "1"
        if self.kind == "e":
            return Unusable(f"the error {text[:20]}", "correct the formula, and save the file")
        if self.kind == "d" or (0 <= self.style < len(self.dates) and self.dates[self.style]):
            return DATE
        try:
            return float(text)
        except ValueError:
            raise self.place.broken("is broken: a cell that should hold a number does not") from None


def _unescaped(text: str) -> str:
    """Return a text with characters that XML cannot hold, which are written as _x000D_."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _whole(text: str | None) -> int:
    return int(text) if text is not None and text.isdecimal() and len(text) < 9 else 0
