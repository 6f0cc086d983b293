"""Subset a TrueType font for a PDF: outlines and advance widths of the glyphs used, without hinting.

Hinting is for low-resolution screens. It makes up most of a font, and neither printers nor PDF viewers need it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

__all__ = ["font_program"]

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
