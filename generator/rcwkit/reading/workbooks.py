"""Workbooks: the parts of a zipped file, read in little memory, and their XML as a stream of elements.

Only the standard library is used: other readers lay a sheet out as one rectangle, so that a file of two cells, in
opposite corners, ends the process for want of memory.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Mapping
from typing import NamedTuple
from xml.parsers import expat

from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.reading.cells import Grid

__all__ = ["Parts", "Place", "stream"]

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


class Place(NamedTuple):
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


Read = Callable[["Parts", str | None], Grid]
"""Reads the sheet of a name, or the first one."""


class Parts:
    """The parts of a zipped file."""

    def __init__(self, data: bytes, place: Place) -> None:
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
    place: Place,
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
