"""The part of a TrueType font that a PDF embeds: outlines and advance widths of the glyphs on its pages, without hinting.

Hinting is for screens of few pixels. It makes up most of a font, and neither printers nor PDF viewers need it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate

__all__ = ["font_program"]

# Flags of a composite glyph's part: two bytes for each offset; one, two or four factors; another part follows; instructions follow the last.
WORDS, SCALE, MORE, SCALES, MATRIX, INSTRUCTIONS = 0x1, 0x8, 0x20, 0x40, 0x80, 0x100
HINTED = 0x14
"""The bits of head's flags that say: instructions go by the size, or change advance widths."""
WHOLE = 0xB1B0AFBA
"""What the numbers of a whole font file add up to."""


def font_program(font: bytes, glyphs: Mapping[int, int], codes: Sequence[int]) -> bytes:
    """A font file of the glyphs that `codes` need: item n is the code point that byte n of a PDF's strings stands for.

    `glyphs` is code point → glyph of `font`, a TrueType file. A code point that is not in it shows glyph 0.
    """
    tables = _tables(font)
    wanted = [glyphs.get(code, 0) for code in codes]
    outlines = _outlines(tables, [0, *wanted])
    if 0 not in wanted:  # every font begins with glyph 0, but nothing shows it
        outlines[0] = b""
    numbers = {glyph: number for number, glyph in enumerate(outlines)}
    shapes = [_unhinted(outline, numbers) for outline in outlines.values()]
    head, hhea, maxp = (bytearray(tables[tag]) for tag in (b"head", b"hhea", b"maxp"))
    head[8:12] = bytes(4)  # the sum of the whole file goes there, once it is known
    head[17] &= ~HINTED
    # Offsets of two bytes, counting in twos, reach further than all glyphs of a bundled font.
    struct.pack_into(">H", head, 50, 0)
    struct.pack_into(">H", hhea, 34, len(shapes))
    struct.pack_into(">H", maxp, 4, len(shapes))
    # One zone of points; no storage, functions, stack nor instructions.
    struct.pack_into(">7H", maxp, 14, 1, 0, 0, 0, 0, 0, 0)
    # A single map, of platform 1 and encoding 0, in format 6: the glyph of each code from 0 on.
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
    """Tag → table."""
    (count,) = struct.unpack_from(">H", font, 4)
    records = (struct.unpack_from(">4sLLL", font, 12 + 16 * index) for index in range(count))
    return {tag: font[start : start + length] for tag, _, start, length in records}


def _outlines(tables: Mapping[bytes, bytes], wanted: Sequence[int]) -> dict[int, bytes]:
    """Glyph → outline as it comes, in the order wanted; the parts of composite glyphs follow."""
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
    """Start and end of each part of a composite glyph; nothing for a simple or empty one."""
    if outline[:1] < b"\x80":  # the number of contours is negative for composite glyphs only
        return
    flags, end = MORE, 10
    while flags & MORE:
        start = end
        (flags,) = struct.unpack_from(">H", outline, start)
        end = (
            start
            + 6
            + 2 * bool(flags & WORDS)
            + 2 * bool(flags & SCALE)
            + 4 * bool(flags & SCALES)
            + 8 * bool(flags & MATRIX)
        )
        yield start, end


def _unhinted(outline: bytes, numbers: Mapping[int, int]) -> bytes:
    """An outline without instructions, its parts by their new numbers, filled up to an even length."""
    plain = bytearray(outline)
    parts = list(_parts(outline))
    if parts:
        del plain[parts[-1][1] :]
        for start, _ in parts:
            flags, glyph = struct.unpack_from(">HH", plain, start)
            struct.pack_into(">HH", plain, start, flags & ~INSTRUCTIONS, numbers[glyph])
    elif outline:
        (contours,) = struct.unpack_from(">h", outline)
        length = 10 + 2 * contours  # where the length of the instructions stands
        (instructions,) = struct.unpack_from(">H", outline, length)
        plain[length : length + 2 + instructions] = bytes(2)
    return bytes(plain) + bytes(len(plain) % 2)


def _metrics(tables: Mapping[bytes, bytes], glyphs: Iterable[int]) -> bytes:
    """Advance width and left side bearing of each glyph. Those past the last full metric share its advance."""
    hmtx = tables[b"hmtx"]
    (full,) = struct.unpack_from(">H", tables[b"hhea"], 34)
    last = hmtx[4 * full - 4 : 4 * full - 2]
    return b"".join(
        hmtx[4 * glyph : 4 * glyph + 4] if glyph < full else last + hmtx[2 * (full + glyph) : 2 * (full + glyph) + 2]
        for glyph in glyphs
    )


def _file(tables: Mapping[bytes, bytes]) -> bytes:
    """A font file of the tables, which come in the order of their tags."""
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
    """The checksum of the format: the sum of all numbers of four bytes."""
    numbers: tuple[int, ...] = struct.unpack(f">{len(data) // 4}L", data)
    return sum(numbers) & 0xFFFFFFFF
