"""Sheets of XLSX and ODS workbooks: values as they were last computed and saved; formulas are not computed."""

from __future__ import annotations

import io
import math
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import NamedTuple
from xml.parsers import expat

from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.source.cells import SheetGrid, Taken, UnusableCell, Value

PART = 32 * 2**20
"""Maximum size of one part when unpacked, in bytes."""
PARTS = 5000
"""Maximum number of parts."""
ELEMENTS = 700_000
"""Maximum number of elements in one part."""
ATTRIBUTES = 100
"""Maximum number of attributes of an element."""
_CHUNK, _SILENT = 2**16, 2**20
"""How many bytes are parsed at once, and how many may pass without an element or text."""
_OLE = b"\xd0\xcf\x11\xe0"
_HINT = "open it in a spreadsheet program, and save it again as .xlsx, .ods or .csv"


class WorkbookPlace(NamedTuple):
    """A workbook as messages name it, and where a document names it and its sheet."""

    file: str
    named: Span

    def broken(self, why: str) -> InputError:
        """Return the error for a file that is no workbook."""
        return InputError.of("E280", f"'{self.file.rpartition('/')[2]}' {why}", self.named, _HINT)

    def too_large(self, what: str) -> InputError:
        """Return the error for a file that would take too much time or memory."""
        message = f"'{self.file.rpartition('/')[2]}' has {what}"
        return InputError.of("E285", message, self.named, "divide it, or save the sheet as .csv")

    def unknown(self, sheet: str, names: list[str]) -> InputError:
        """Return the error for a sheet that is not among those of the workbook."""
        hint = nearest(sheet, names) or f"its sheets: {', '.join(names[:12])}"
        return InputError.of("E281", f"no sheet '{sheet}'", self.named, hint)


class Parts:
    """The parts of a zipped file."""

    def __init__(self, data: bytes, place: WorkbookPlace) -> None:
        """Open it. Raises InputError."""
        self.place = place
        if data.startswith(_OLE):
            raise place.broken("is protected by a password, or of an old format")
        if data.count(b"PK\x01\x02") > PARTS:
            raise place.too_large(f"more than {PARTS:,} parts")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            raise place.broken("is not a workbook, or broken") from error
        self.names = frozenset(self._zip.namelist())

    def read(self, name: str) -> bytes:
        """Unpack a part. Raises InputError if there is none, or if it is broken or too large."""
        if name not in self.names:
            raise self.place.broken(f"has no part '{name}'")
        info = self._zip.getinfo(name)
        if info.file_size > PART:
            raise self.place.too_large(f"a part of more than {PART // 2**20} MiB when unpacked")
        if info.flag_bits & 1 or info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise self.place.broken("is protected by a password, or packed in an unusual way")
        try:
            # Never more than it declares: the zip module stops there.
            with self._zip.open(info) as part:
                return part.read()
        except (zipfile.BadZipFile, zlib.error, OSError, ValueError, EOFError, NotImplementedError) as error:
            raise self.place.broken("is broken") from error


def stream(
    data: bytes,
    place: WorkbookPlace,
    start: Callable[[str, Mapping[str, str]], None],
    end: Callable[[str], None] | None = None,
    text: Callable[[str], None] | None = None,
) -> None:
    """Call back for each element of a part, by name without prefix, and for its text. Raises InputError.

    Entities and document types are refused, so that nothing expands and nothing is fetched.
    """
    parser, count, heard = expat.ParserCreate(), 0, 0
    names: dict[str, str] = {}

    def local(name: str) -> str:
        return names.get(name) or names.setdefault(name, name.rpartition(":")[2])

    def started(name: str, attributes: dict[str, str]) -> None:
        nonlocal count, heard
        count += 1
        heard = parser.CurrentByteIndex
        if count > ELEMENTS:
            raise place.too_large(f"more than {ELEMENTS:,} elements in one part")
        if len(attributes) > ATTRIBUTES:
            raise place.broken("is broken: an element has too many attributes")
        start(local(name), attributes)

    def refused(*_: object) -> None:
        raise place.broken("has a document type, which no workbook has")

    def said(words: str) -> None:
        nonlocal heard
        heard = parser.CurrentByteIndex
        if text is not None:
            text(words)

    parser.buffer_text = True
    parser.StartElementHandler = started
    parser.StartDoctypeDeclHandler = refused
    parser.CharacterDataHandler = said
    if end is not None:
        parser.EndElementHandler = lambda name: end(local(name))
    try:
        for at in range(0, len(data), _CHUNK):
            parser.Parse(data[at : at + _CHUNK], False)
            if at - heard > _SILENT:
                raise place.broken("is broken: it has something very long that is neither text nor an element")
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise place.broken("is broken") from error


_DATES = frozenset((*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)))
"""Number formats that mean dates and times without a definition of their own."""
_BUILT_IN = {15: "d-mmm-yy"}
"""Those of them that show a whole date, wherever the program runs."""
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_ADDRESS = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
DATE = UnusableCell("a date or time", "show it with day, month and year, such as 1919-09-08, or as text")
_WHOLE_DATE = re.compile(r"(?=.*d)(?=.*m)(?=.*yyyy|.*mmm.*yy)[^hs]*", re.IGNORECASE)
"""A format that shows the whole date: what a program took for one, such as 2-3, is shown in another."""
_TOKEN = re.compile(r"(y{2,4}|m{1,4}|d{1,4})|\"([^\"]*)\"|\\(.)|\[[^\]]*\]|_.|\*.|(.)", re.IGNORECASE)
_YEAR = re.compile(r"\b\d{4}\b")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_FIRST, _LAST = 61, 2_958_465
"""Numbers of days from 1 March 1900, before which programs count differently, to the end of 9999."""
EMPTY_FORMULA = UnusableCell("a formula without its result", "open the file in a spreadsheet program, and save it")


class _SheetPart(NamedTuple):
    name: str
    part: str
    shown: bool


def xlsx(parts: Parts, sheet: str | None) -> SheetGrid:
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
    dates = [shown for part in found.get("styles", ()) for shown in _dated(parts, part)]
    later = _SINCE_1904 if _counts_from_1904(parts, book) else 0
    reader = _XlsxReader(f"{place.file}!{one.name}", place, shared, dates, later)
    stream(parts.read(one.part), place, reader.start, reader.end, reader.text)
    return reader.taken.grid()


def sheets_of(contents: str | bytes, place: WorkbookPlace) -> list[str | None]:
    """Return the names of a workbook's sheets that are not hidden, the first as None; of text, this alone."""
    if isinstance(contents, str):
        return [None]
    parts = Parts(contents, place)
    if place.file.lower().endswith(".ods"):
        reader = _OdsReader(place, "\0")  # which no sheet is called
        stream(parts.read("content.xml"), place, reader.start, reader.end, reader.text)
        return [None, *reader.names[1:]]
    book = _targets(parts, "").get("officeDocument", ["xl/workbook.xml"])[0]
    return [None, *(one.name for one in _sheets(parts, book)[1:] if one.shown)]


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


def _sheets(parts: Parts, book: str) -> list[_SheetPart]:
    """Return the sheets that hold cells, those that are hidden last."""
    targets = {id_: target for id_, kind, target in _relations(parts, book) if kind == "worksheet"}
    shown, hidden = list[_SheetPart](), list[_SheetPart]()

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            target = targets.get(next((value for key, value in attributes.items() if key.endswith(":id")), ""))
            if target is not None:
                visible = attributes.get("state", "visible") == "visible"
                (shown if visible else hidden).append(_SheetPart(attributes.get("name", ""), target, visible))

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


_SINCE_1904 = 1462
"""Days between the two dates from which workbooks count."""


def _counts_from_1904(parts: Parts, book: str) -> bool:
    found = False

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal found
        found = found or (name == "workbookPr" and attributes.get("date1904", "0") in ("1", "true"))

    stream(parts.read(book), parts.place, start)
    return found


def dated(number: float, code: str) -> Value:
    """Return a date, counted in days, as a format shows it; of one that does not show it whole, why it has no text."""
    if not _WHOLE_DATE.fullmatch(_LITERAL.sub("", code)) or number != int(number) or not _FIRST <= number <= _LAST:
        return DATE
    day = date(1899, 12, 30) + timedelta(days=int(number))
    month, weekday = _MONTHS[day.month - 1], _DAYS[day.weekday()]
    said = {
        "y": "",
        "yy": f"{day.year % 100:02}",
        "yyy": str(day.year),
        "yyyy": str(day.year),
        "m": str(day.month),
        "mm": f"{day.month:02}",
        "mmm": month[:3],
        "mmmm": month,
        "d": str(day.day),
        "dd": f"{day.day:02}",
        "ddd": weekday[:3],
        "dddd": weekday,
    }
    found = _TOKEN.finditer(code.partition(";")[0])
    return "".join(said[one[1].lower()] if one[1] else one[2] or one[3] or one[4] or "" for one in found).strip()


def _dated(parts: Parts, part: str) -> list[str]:
    """Return how each style of cells shows dates or times; empty for those that show none."""
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
    shown = {style: _BUILT_IN.get(style, "?") for style in _DATES}
    shown |= {style: code for style, code in codes.items() if re.search("[ymdhs]", _LITERAL.sub("", code).lower())}
    return [shown.get(style, "") for style in styles]


class _XlsxReader:
    """Takes the cells of one sheet from its elements."""

    def __init__(self, name: str, place: WorkbookPlace, shared: list[str], dates: list[str], later: int) -> None:
        self.name, self.place, self.shared, self.dates, self.later = name, place, shared, dates, later
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
            return UnusableCell(f"the error {text[:20]}", "correct the formula, and save the file")
        if self.kind == "d":
            return text if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else DATE
        shown = self.dates[self.style] if 0 <= self.style < len(self.dates) else ""
        try:
            days = float(text)
            return dated(days + self.later, shown) if shown and math.isfinite(days) else days
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


_SPACES = {"tab": " ", "line-break": "\n"}
_CELLS = ("table-cell", "covered-table-cell")
_MOST = 2**20
"""Maximum number of a row or column in any program."""


def ods(parts: Parts, sheet: str | None) -> SheetGrid:
    """Read the sheet of a name, or the first one. Raises InputError."""
    reader = _OdsReader(parts.place, sheet)
    stream(parts.read("content.xml"), parts.place, reader.start, reader.end, reader.text)
    if reader.taken is None:
        raise parts.place.unknown(sheet, reader.names) if sheet is not None else parts.place.broken("has no sheets")
    return reader.taken.grid()


class _OdsReader:
    """Takes the cells of one sheet from the elements of all."""

    def __init__(self, place: WorkbookPlace, sheet: str | None) -> None:
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
            return UnusableCell(f"the error {said[:20]}", "correct the formula, and save the file")
        if kind in ("date", "time"):
            return said if kind == "date" and _YEAR.search(said) and ":" not in said else DATE
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
