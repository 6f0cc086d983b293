"""Finish a PDF from ReportLab: put pages, bookmarks and other small objects into one compressed stream (PDF 1.5).

For a press, make it PDF/X instead. Pictures are put in here, one at a time, so that no more than one is in memory.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import IO, NamedTuple

from rcwkit.draw.inks import Press
from rcwkit.draw.rasters import Raster

__all__ = ["MASK", "compact", "exchange", "place"]

_END = re.compile(rb"startxref\n(\d+)\n%%EOF\n\Z")
_TABLE = re.compile(rb"xref\n0 (\d+)\n")
_PICTURE = re.compile(rb"\d+ 0 obj\s+\(picture ([0-9a-z-]+)\) (\d+ 0 R)\s+endobj")
_MASK = re.compile(rb"\d+ 0 obj\s+\(mask\)\s+endobj")
_TRAILER = re.compile(rb"trailer\n<<(.*)>>\nstartxref\n", re.DOTALL)
ENTRY = 20
"""Bytes per entry of the cross-reference table."""
FREE, PLAIN, INSIDE = 0, 1, 2
"""Where an object is: nowhere, at an offset in the file, at an index within an object stream."""


MASK = b"(mask)"
"""The object that stands for a picture's mask until `compact`; it comes right after its picture."""


def place(digest: str, mask: bytes) -> bytes:
    """Return the object that stands for a picture until `compact`, with the reference to its mask."""
    return b"(picture %b) %b" % (digest.encode(), mask)


def compact(pdf: bytes, out: IO[bytes], pictures: Callable[[str], Raster] | None = None) -> None:
    """Write the same document into an empty file, smaller, with its pictures by digest.

    Unchanged unless it has one cross-reference table with objects in order.
    """
    known = _parsed(pdf)
    if known is None:
        out.write(pdf)
        return
    count = len(known.starts)  # includes object 0, so this is the first free number
    out.write(pdf[: known.starts[0]])
    places, small = [(FREE, 0, 65535)], bytearray()
    index: list[bytes] = []
    for number, (is_stream, parts) in enumerate(_objects(pdf, known.starts, pictures), 1):
        if is_stream:
            places.append((PLAIN, out.tell(), 0))
            out.writelines(parts)
        else:
            places.append((INSIDE, count, len(index)))
            index.append(b"%d %d" % (number, len(small)))
            small += _bare(parts[0])
        del parts
    heading = b" ".join(index) + b"\n"
    places.append((PLAIN, out.tell(), 0))
    _pack(out, count, b"/Type /ObjStm /N %d /First %d" % (len(index), len(heading)), heading + small)
    table_at = out.tell()
    places.append((PLAIN, table_at, 0))
    rows = b"".join(struct.pack(">BLL", *place) for place in places)
    entries = re.sub(rb"/Size \d+", b"/Size %d" % len(places), known.trailer)
    _pack(out, count + 1, b"/Type /XRef /W [1 4 4]" + entries, rows)
    out.write(b"startxref\n%d\n%%%%EOF\n" % table_at)


def exchange(pdf: bytes, out: IO[bytes], pictures: Callable[[str], Raster], press: Press) -> None:
    """Write the same document as PDF/X-1a:2003 for a press, with its pictures by digest.

    That is PDF 1.4, which knows no compressed objects.
    """
    known = _parsed(pdf)
    assert known is not None  # what ReportLab writes
    condition = (
        press.condition.encode() if press.condition.isascii() else b"\xfe\xff" + press.condition.encode("utf-16-be")
    )
    intent = b"/Type /Catalog /OutputIntents [<</Type /OutputIntent /S /GTS_PDFX /OutputConditionIdentifier <%b> "
    added = {
        b"/Trapped /False": b"/Trapped /False /GTS_PDFXVersion (PDF/X-1a:2003)",
        b"/Type /Catalog": intent % condition.hex().encode() + b"/RegistryName (http://www.color.org)>>]",
    }
    out.write(pdf[: known.starts[0]])
    places = []
    for is_stream, parts in _objects(pdf, known.starts, pictures):
        places.append(out.tell())
        for old, new in () if is_stream else added.items():
            parts = [parts[0].replace(old, new)]
        out.writelines(parts)
        del parts
    table_at = out.tell()
    out.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1))
    out.writelines(b"%010d 00000 n \n" % place for place in places)
    out.write(b"trailer\n<<%b>>\nstartxref\n%d\n%%%%EOF\n" % (known.trailer, table_at))


class _Parsed(NamedTuple):
    """Where objects begin, from 1 on, and the table after them; and the entries of the trailer."""

    starts: list[int]
    trailer: bytes


def _parsed(pdf: bytes) -> _Parsed | None:
    """Read the cross-reference table; None unless there is one, with objects in order."""
    found = _END.search(pdf, len(pdf) - 40)
    table = found and _TABLE.match(pdf, int(found[1]))
    trailer = table and _TRAILER.match(pdf, table.end() + ENTRY * int(table[1]))
    if not table or not trailer:
        return None
    starts = [int(pdf[at : at + 10]) for at in range(table.end() + ENTRY, trailer.start(), ENTRY)]
    return _Parsed([*starts, table.start()], trailer[1])


def _objects(
    pdf: bytes, starts: Sequence[int], pictures: Callable[[str], Raster] | None
) -> Iterator[tuple[bool, list[bytes]]]:
    """Yield each object, in parts, and whether it is a stream; pictures and masks take their places."""
    mask: Raster | None = None
    for number, (start, end) in enumerate(pairwise(starts), 1):
        if pdf.endswith(b"endstream\nendobj\n", start, end):
            yield True, [pdf[start:end]]
        elif pictures and (found := _PICTURE.match(pdf, start, end)):
            entries, data, mask, _ = pictures(found[1].decode())
            entries += (b" /Mask " if mask.stencil else b" /SMask ") + found[2] if mask else b""
            yield True, _stream(number, entries, data)
            del data
        elif mask and _MASK.match(pdf, start, end):
            yield True, _stream(number, mask.entries, mask.data)
            mask = None
        else:
            yield False, [pdf[start:end]]


def _bare(whole: bytes) -> bytes:
    """Return what an object holds."""
    return whole[whole.index(b"obj\n") + 4 : -len(b"endobj\n")]


def _pack(out: IO[bytes], number: int, entries: bytes, data: bytes) -> None:
    out.writelines(_stream(number, entries + b" /Filter /FlateDecode", zlib.compress(data)))


def _stream(number: int, entries: bytes, data: bytes) -> list[bytes]:
    head = b"%d 0 obj\n<<%b /Length %d>>\nstream\n" % (number, entries, len(data))
    return [head, data, b"\nendstream\nendobj\n"]
