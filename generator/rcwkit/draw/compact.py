"""Shrink a PDF from ReportLab: put pages, bookmarks and other small objects into one compressed stream (PDF 1.5)."""

from __future__ import annotations

import re
import struct
import zlib
from itertools import pairwise

__all__ = ["compact"]

_END = re.compile(rb"startxref\n(\d+)\n%%EOF\n\Z")
_TABLE = re.compile(rb"xref\n0 (\d+)\n")
_TRAILER = re.compile(rb"trailer\n<<(.*)>>\nstartxref\n", re.DOTALL)
ENTRY = 20
"""Bytes per entry of the cross-reference table."""
FREE, PLAIN, INSIDE = 0, 1, 2
"""Where an object is: nowhere, at an offset in the file, at an index within an object stream."""


def compact(pdf: bytes) -> bytes:
    """Return the same document, smaller; unchanged unless it has one cross-reference table with objects in order."""
    found = _END.search(pdf, len(pdf) - 40)
    table = found and _TABLE.match(pdf, int(found[1]))
    trailer = table and _TRAILER.match(pdf, table.end() + ENTRY * int(table[1]))
    if not table or not trailer:
        return pdf
    count = int(table[1])  # includes object 0, so this is the first free number
    starts = [int(pdf[at : at + 10]) for at in range(table.end() + ENTRY, trailer.start(), ENTRY)]
    out = bytearray(pdf[: starts[0]])
    places, small = [(FREE, 0, 65535)], bytearray()
    index: list[bytes] = []
    for number, (start, end) in enumerate(pairwise([*starts, table.start()]), 1):
        if pdf.endswith(b"endstream\nendobj\n", start, end):
            places.append((PLAIN, len(out), 0))
            out += pdf[start:end]
        else:
            places.append((INSIDE, count, len(index)))
            index.append(b"%d %d" % (number, len(small)))
            small += pdf[pdf.index(b"obj\n", start) + 4 : end - len(b"endobj\n")]
    heading = b" ".join(index) + b"\n"
    places.append((PLAIN, len(out), 0))
    out += _stream(count, b"/Type /ObjStm /N %d /First %d" % (len(index), len(heading)), heading + small)
    places.append((PLAIN, len(out), 0))
    rows = b"".join(struct.pack(">BLL", *place) for place in places)
    entries = re.sub(rb"/Size \d+", b"/Size %d" % len(places), trailer[1])
    last = _stream(count + 1, b"/Type /XRef /W [1 4 4]" + entries, rows)
    return bytes(out) + last + b"startxref\n%d\n%%%%EOF\n" % len(out)


def _stream(number: int, entries: bytes, data: bytes) -> bytes:
    packed = zlib.compress(data)
    head = b"%d 0 obj\n<<%b /Filter /FlateDecode /Length %d>>" % (number, entries, len(packed))
    return head + b"\nstream\n" + packed + b"\nendstream\nendobj\n"
