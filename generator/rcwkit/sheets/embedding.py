"""What a PDF embeds: subsets of TrueType fonts, and raster pictures; and its objects, packed into streams."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import IO, NamedTuple

# Flags of a component of a composite glyph: 16-bit offsets; one, two or four scale factors; more components follow;
# instructions follow the last one.
WORDS, SCALE, MORE, SCALES, MATRIX, INSTRUCTIONS = 0x1, 0x8, 0x20, 0x40, 0x80, 0x100
EXTRA = {WORDS: 2, SCALE: 2, SCALES: 4, MATRIX: 8}
"""Bytes that these flags add to a component's six."""
HINTED = 0x14
"""Bits of head's flags: instructions depend on the size, or change advance widths."""
WHOLE = 0xB1B0AFBA
"""Checksum of a complete font file."""


def font_program(font: bytes, glyphs: Mapping[int, int], codes: Sequence[int]) -> bytes:
    """Return a font file of the glyphs in `codes`, whose item n is the code point of byte n in a PDF string.

    `glyphs` maps code points to glyphs of `font`, a TrueType file. Other code points show glyph 0.
    """
    tables = _tables(font)
    wanted = [glyphs.get(code, 0) for code in codes]
    outlines = _outlines(tables, [0, *wanted])
    if 0 not in wanted:  # glyph 0 is required, but never shown
        outlines[0] = b""
    numbers = {glyph: number for number, glyph in enumerate(outlines)}
    shapes = [_unhinted(outline, numbers) for outline in outlines.values()]
    head, hhea, maxp = (bytearray(tables[tag]) for tag in (b"head", b"hhea", b"maxp"))
    head[8:12] = bytes(4)  # filled in with the checksum of the file
    head[17] &= ~HINTED
    # Short offsets, halved, are enough for all glyphs of a bundled font.
    struct.pack_into(">H", head, 50, 0)
    struct.pack_into(">H", hhea, 34, len(shapes))
    struct.pack_into(">H", maxp, 4, len(shapes))
    # One zone; no storage, functions, stack or instructions.
    struct.pack_into(">7H", maxp, 14, 1, 0, 0, 0, 0, 0, 0)
    # A single subtable (platform 1, encoding 0) in format 6: the glyphs of the codes from 0 on.
    cmap = 0, 1, 1, 0, 0, 12, 6, 10 + 2 * len(codes), 0, 0, len(codes), *(numbers[glyph] for glyph in wanted)
    loca = accumulate((len(shape) // 2 for shape in shapes), initial=0)
    return _file(
        {
            b"cmap": struct.pack(f">{len(cmap)}H", *cmap),
            b"glyf": b"".join(shapes),
            b"head": bytes(head),
            b"hhea": bytes(hhea),
            b"hmtx": _metrics(tables, outlines),
            b"loca": struct.pack(f">{len(shapes) + 1}H", *loca),
            b"maxp": bytes(maxp),
        }
    )


def _tables(font: bytes) -> dict[bytes, bytes]:
    """Map tags to tables."""
    (count,) = struct.unpack_from(">H", font, 4)
    records = (struct.unpack_from(">4sLLL", font, 12 + 16 * index) for index in range(count))
    return {tag: font[start : start + length] for tag, _, start, length in records}


def _outlines(tables: Mapping[bytes, bytes], wanted: Sequence[int]) -> dict[int, bytes]:
    """Map glyphs to their outlines, in the order wanted, followed by components of composite glyphs."""
    loca, glyf = tables[b"loca"], tables[b"glyf"]
    size, code = (4, "L") if tables[b"head"][51] else (2, "H")
    places = struct.unpack(f">{len(loca) // size}{code}", loca)
    unit = 4 // size
    found: dict[int, bytes] = {}
    queue = list(wanted)
    for glyph in queue:
        if glyph not in found:
            outline = found[glyph] = glyf[places[glyph] * unit : places[glyph + 1] * unit]
            queue.extend(struct.unpack_from(">H", outline, start + 2)[0] for start, _ in _parts(outline))
    return found


def _parts(outline: bytes) -> Iterator[tuple[int, int]]:
    """Start and end of each component of a composite glyph; nothing for a simple or empty one."""
    if outline[:1] < b"\x80":  # only composite glyphs have a negative number of contours
        return
    flags, end = MORE, 10
    while flags & MORE:
        start = end
        (flags,) = struct.unpack_from(">H", outline, start)
        end += 6 + sum(size for flag, size in EXTRA.items() if flags & flag)
        yield start, end


def _unhinted(outline: bytes, numbers: Mapping[int, int]) -> bytes:
    """An outline without instructions, with its components renumbered, padded to an even length."""
    plain = bytearray(outline)
    parts = list(_parts(outline))
    if parts:
        del plain[parts[-1][1] :]
        for start, _ in parts:
            flags, glyph = struct.unpack_from(">HH", plain, start)
            struct.pack_into(">HH", plain, start, flags & ~INSTRUCTIONS, numbers[glyph])
    elif outline:
        (contours,) = struct.unpack_from(">h", outline)
        length = 10 + 2 * contours  # offset of the instructions' length
        (instructions,) = struct.unpack_from(">H", outline, length)
        plain[length : length + 2 + instructions] = bytes(2)
    return bytes(plain) + bytes(len(plain) % 2)


def _metrics(tables: Mapping[bytes, bytes], glyphs: Iterable[int]) -> bytes:
    """Advance width and left side bearing of each glyph; glyphs past the last full metric share its advance."""
    hmtx = tables[b"hmtx"]
    (full,) = struct.unpack_from(">H", tables[b"hhea"], 34)
    last = hmtx[4 * full - 4 : 4 * full - 2]
    return b"".join(
        hmtx[4 * glyph : 4 * glyph + 4] if glyph < full else last + hmtx[2 * (full + glyph) : 2 * (full + glyph) + 2]
        for glyph in glyphs
    )


def _file(tables: Mapping[bytes, bytes]) -> bytes:
    """Assemble tables, given in the order of their tags, into a font file."""
    count = len(tables)
    steps = count.bit_length() - 1
    reach = 16 << steps
    directory, bodies = [struct.pack(">L4H", 0x00010000, count, reach, steps, 16 * count - reach)], []
    starts, start = {}, 12 + 16 * count
    for tag, table in tables.items():
        body = table + bytes(-len(table) % 4)
        directory.append(struct.pack(">4s3L", tag, _sum(body), start, len(table)))
        bodies.append(body)
        starts[tag] = start
        start += len(body)
    whole = bytearray(b"".join(directory + bodies))
    struct.pack_into(">L", whole, starts[b"head"] + 8, (WHOLE - _sum(whole)) & 0xFFFFFFFF)
    return bytes(whole)


def _sum(data: bytes | bytearray) -> int:
    """The checksum of a table: the sum of its 32-bit words."""
    numbers: tuple[int, ...] = struct.unpack(f">{len(data) // 4}L", data)
    return sum(numbers) & 0xFFFFFFFF


_PNG = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB, _INDEXED = 0, 2, 3
"""Colour types of PNG that PDF knows, too."""
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers of JPEG that begin a frame, with its size."""


class Raster(NamedTuple):
    """An image XObject: the entries of its dictionary, its data, and its mask if it has alpha.

    A `stencil` is a mask that shows a pixel or hides it.
    """

    entries: bytes
    data: bytes
    mask: Raster | None = None
    stencil: bool = False


def raster(file: bytes) -> Raster:
    """Return a PNG or JPEG file as an image XObject. Raises ValueError for a file that is not admitted."""
    if not file.startswith(_PNG):
        return _jpeg(file)
    found = _png(file)
    if found is None:
        from rcwkit.art.images import opaque  # Pillow, which few pictures need

        colours, alpha = opaque(file)
        found = _png(colours)
        assert found is not None  # written without interlace and alpha
        return found._replace(mask=_png(alpha) if alpha else None)
    return found


def separation(file: bytes, most: int) -> Raster:
    """Return a PNG or JPEG file in CMYK, or in grey, with at most so much ink in per cent.

    Alpha becomes a stencil: no press knows transparency. Raises ValueError for a file that is not admitted.
    """
    from rcwkit.art.images import opaque, separations, stencil

    colours, alpha = opaque(file)
    (width, height), space, strips = separations(colours, most)
    packing, packed = zlib.compressobj(), bytearray()
    for strip in strips:
        packed += packing.compress(strip)
    packed += packing.flush()
    whole = Raster(_entries(width, height, 8, b"/Device" + space) + b" /Filter /FlateDecode", bytes(packed))
    if alpha is None:
        return whole
    entries = b"/Type /XObject /Subtype /Image /ImageMask true /Width %d /Height %d /BitsPerComponent 1" % (
        width,
        height,
    )
    mask = Raster(entries + b" /Filter /FlateDecode", zlib.compress(stencil(alpha)), stencil=True)
    return whole._replace(mask=mask)


def _png(file: bytes) -> Raster | None:
    """Pass a PNG file through; None if PDF has no such pictures: with alpha, interlaced, or of 16 bits."""
    data, palette = [], b""
    for kind, part in _chunks(file):
        if kind == b"IHDR":
            width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", part)
        elif kind == b"PLTE":
            palette = part
        elif kind == b"tRNS":
            return None
        elif kind == b"IDAT":
            data.append(part)
    if interlaced or bits > 8 or colour not in (_GREY, _RGB, _INDEXED):
        return None
    space = b"/DeviceRGB" if colour == _RGB else b"/DeviceGray"
    if colour == _INDEXED:
        space = b"[/Indexed /DeviceRGB %d <%b>]" % (len(palette) // 3 - 1, palette.hex().encode())
    parms = b"<</Predictor 15 /Colors %d /BitsPerComponent %d /Columns %d>>" % (3 if colour == _RGB else 1, bits, width)
    entries = _entries(width, height, bits, space) + b" /Filter /FlateDecode /DecodeParms " + parms
    return Raster(entries, b"".join(data))


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", file, at)
        yield kind, file[at + 8 : at + 8 + length]
        at += 12 + length


def _jpeg(file: bytes) -> Raster:
    """Pass a JPEG file through, without what cameras note in it."""
    kept, at, size = [file[:2]], 2, (0, 0, 0)
    while at < len(file):
        marker = file[at + 1]
        if marker == 0xFF:  # fill bytes
            at += 1
            continue
        (length,) = struct.unpack_from(">H", file, at + 2)
        if marker in _FRAMES:
            height, width, channels = struct.unpack_from(">HHB", file, at + 5)
            size = width, height, channels
        if marker == 0xDA:  # the compressed data, up to the end
            kept.append(file[at:])
            break
        if not (0xE1 <= marker <= 0xED or marker == 0xFE):
            kept.append(file[at : at + 2 + length])
        at += 2 + length
    width, height, channels = size
    space = b"/DeviceGray" if channels == 1 else b"/DeviceRGB"
    return Raster(_entries(width, height, 8, space) + b" /Filter /DCTDecode", b"".join(kept))


def _entries(width: int, height: int, bits: int, space: bytes) -> bytes:
    head = b"/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent %d /ColorSpace %b"
    return head % (width, height, bits, space)


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


def exchange(pdf: bytes, out: IO[bytes], pictures: Callable[[str], Raster]) -> None:
    """Write the same document as PDF 1.4, which knows no compressed objects, with its pictures by digest."""
    known = _parsed(pdf)
    assert known is not None  # what ReportLab writes
    out.write(pdf[: known.starts[0]])
    places = []
    for _, parts in _objects(pdf, known.starts, pictures):
        places.append(out.tell())
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
