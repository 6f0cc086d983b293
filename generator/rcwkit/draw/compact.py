"""Finish a PDF from ReportLab: put pages, bookmarks and other small objects into one compressed stream (PDF 1.5).

Pictures are put in here, one at a time, so that no more than one is in memory beside the finished file.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Callable
from itertools import pairwise

from rcwkit.draw.rasters import Raster

__all__ = ["MASK", "compact", "place"]

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


def compact(pdf: bytes, pictures: Callable[[str], Raster] | None = None) -> bytes:
    """Return the same document, smaller, with its pictures by digest.

    Unchanged unless it has one cross-reference table with objects in order.
    """
    found = _END.search(pdf, len(pdf) - 40)
    table = found and _TABLE.match(pdf, int(found[1]))
    trailer = table and _TRAILER.match(pdf, table.end() + ENTRY * int(table[1]))
    if not table or not trailer:
        return pdf
    count = int(table[1])  # includes object 0, so this is the first free number
    starts = [int(pdf[at : at + 10]) for at in range(table.end() + ENTRY, trailer.start(), ENTRY)]
    out = io.BytesIO()
    out.write(pdf[: starts[0]])
    places, small = [(FREE, 0, 65535)], bytearray()
    mask: Raster | None = None
    index: list[bytes] = []
    for number, (start, end) in enumerate(pairwise([*starts, table.start()]), 1):
        if pdf.endswith(b"endstream\nendobj\n", start, end):
            places.append((PLAIN, out.tell(), 0))
            out.write(pdf[start:end])
        elif pictures and (found := _PICTURE.match(pdf, start, end)):
            places.append((PLAIN, out.tell(), 0))
            entries, data, mask = pictures(found[1].decode())
            _write(out, number, entries + (b" /SMask " + found[2] if mask else b""), data)
            del data
        elif mask and _MASK.match(pdf, start, end):
            places.append((PLAIN, out.tell(), 0))
            _write(out, number, mask.entries, mask.data)
            mask = None
        else:
            places.append((INSIDE, count, len(index)))
            index.append(b"%d %d" % (number, len(small)))
            small += pdf[pdf.index(b"obj\n", start) + 4 : end - len(b"endobj\n")]
    heading = b" ".join(index) + b"\n"
    places.append((PLAIN, out.tell(), 0))
    _pack(out, count, b"/Type /ObjStm /N %d /First %d" % (len(index), len(heading)), heading + small)
    table_at = out.tell()
    places.append((PLAIN, table_at, 0))
    rows = b"".join(struct.pack(">BLL", *place) for place in places)
    entries = re.sub(rb"/Size \d+", b"/Size %d" % len(places), trailer[1])
    _pack(out, count + 1, b"/Type /XRef /W [1 4 4]" + entries, rows)
    out.write(b"startxref\n%d\n%%%%EOF\n" % table_at)
    return out.getvalue()


def _pack(out: io.BytesIO, number: int, entries: bytes, data: bytes) -> None:
    _write(out, number, entries + b" /Filter /FlateDecode", zlib.compress(data))


def _write(out: io.BytesIO, number: int, entries: bytes, data: bytes) -> None:
    out.write(b"%d 0 obj\n<<%b /Length %d>>\nstream\n" % (number, entries, len(data)))
    out.write(data)
    out.write(b"\nendstream\nendobj\n")
