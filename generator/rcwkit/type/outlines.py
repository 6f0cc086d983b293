"""A stranger's font, TTF or OTF → a font of our own making with the characters wanted, or the reason why it is refused.

Only this module parses such files: what other libraries see is written here, glyph by glyph, with its capitals as high
as the house's. So one type size means one height of letters in all fonts.
"""

from __future__ import annotations

import struct
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from rcwkit.type.scripts import BLANK, GLYPHS, is_shaped, names

if TYPE_CHECKING:
    from fontTools.pens.recordingPen import DecomposingRecordingPen

UNITS = 2000
"""Units per em of every font made here."""
CAPITALS = 0.7
"""Height of capitals in ems, as in the house's fonts."""
PLAUSIBLE = 0.3, 1.2
"""Heights of capitals in ems outside of which a font is not scaled."""
POINTS = 300_000
"""Most points of all glyphs wanted."""
ERROR = 1.0
"""How far quadratic curves may stray from cubic ones, in units."""
EPOCH = 2082844800
"""The date that fonts made here have: 1 January 1970, in seconds since 1904."""
FOREIGN = {
    b"ttcf": "it is a collection of fonts: export one of them as TTF or OTF",
    b"wOFF": "it is packed for the web: use the TTF or OTF it was made from",
    b"wOF2": "it is packed for the web: use the TTF or OTF it was made from",
}
RESTRICTED, PREVIEW, EDITABLE, WHOLE_ONLY, BITMAPS = 0x2, 0x4, 0x8, 0x100, 0x200
"""Bits of embedding rights in OS/2."""
_FONT = "use a TTF or OTF file"


class UnusableFont(ValueError):
    """A font that cannot be used: the reason, and what to do instead."""

    def __init__(self, reason: str, hint: str = _FONT) -> None:
        super().__init__(reason)
        self.hint = hint

    def __reduce__(self) -> tuple[Any, ...]:
        return UnusableFont, (str(self), self.hint)


class Outlines(NamedTuple):
    """A font in `UNITS`: its file, code point → glyph and advance width, and the width of what is missing.

    If it shapes some of its characters, the `shaped` ones, `shaper` is a font of the same glyphs with the tables for
    that, `scale` the units of this font in one of its own, and `names` are those of glyphs for letters.
    """

    data: bytes
    glyphs: dict[int, int]
    advances: dict[int, int]
    notdef: int
    shaper: bytes = b""
    shaped: frozenset[int] = frozenset()
    scale: float = 1.0
    names: Mapping[tuple[int, str], int] = {}


class _Glyph(NamedTuple):
    """A glyph in the units of its font: its advance width, and calls of pen methods."""

    advance: int
    drawn: DecomposingRecordingPen


def rights(data: bytes) -> str:
    """Return why a font must not be embedded in part; an empty string if it may. Raises Unusable."""
    table = _tables(data).get(b"OS/2", b"")
    bits = struct.unpack_from(">H", table, 8)[0] if len(table) >= 10 else 0
    if bits & RESTRICTED and not bits & (PREVIEW | EDITABLE):
        return "its maker does not allow it to be embedded"
    if bits & WHOLE_ONLY:
        return "its maker does not allow parts of it to be embedded, and kits embed only the letters they use"
    return "its maker allows only bitmaps of it to be embedded" if bits & BITMAPS else ""


def outlines(data: bytes, wanted: Iterable[int], *, ligatures: bool = False) -> Outlines:
    """Return a font with those of the wanted characters that a file has. Raises Unusable.

    Characters of scripts that need it are shaped, with `ligatures` all but spaces. Their glyphs are named by `GLYPHS`.
    A hostile file may take any time: call this within a limit.
    """
    from fontTools.ttLib import TTFont, TTLibError

    tables = _tables(data)
    try:
        glyph_of = _characters(tables[b"cmap"])
        codes, named = [code for code in sorted(wanted) if glyph_of(code)], dict[tuple[int, str], int]()
        shaped = frozenset(code for code in codes if is_shaped(code) or (ligatures and code != 0x20))
        if shaped:
            data = _cut(data, codes)
            tables = _tables(data)
            glyph_of = _characters(tables[b"cmap"])
        found = {code: glyph for code in codes if not is_shaped(code) and (glyph := glyph_of(code))}
        (units,) = struct.unpack_from(">H", tables[b"head"], 18)
        (count,) = struct.unpack_from(">H", tables[b"maxp"], 4)
        advance_of = _advances(tables)
        if not 16 <= units <= 16384 or not count or max(found.values(), default=0) >= count:
            raise UnusableFont("its tables contradict one another")
        if shaped:
            named = names(data, shaped)
            found |= {GLYPHS + number: number for number in range(1, count)}
            found |= {code: glyph for (glyph, _), code in named.items()}
        numbers = [0, *sorted(set(found.values()))]
        pens = _drawn(TTFont(BytesIO(data), lazy=True, recalcTimestamp=False), numbers)
        glyphs = {number: _Glyph(0 if number == BLANK else advance_of(number), pen) for number, pen in pens.items()}
        scale = _scale(glyphs, found, units)
        # ReportLab takes fonts of one name for one font, so the name depends on the characters, too.
        name = f"Font-{sha256(data + repr(list(found)).encode()).hexdigest()[:16]}"
        made = _made(glyphs, found, scale, tables, name)
    except UnusableFont:
        raise
    except KeyError as error:
        raise UnusableFont(f"it has no table {error}") from error
    except (TTLibError, ValueError, IndexError, TypeError, AttributeError, AssertionError, struct.error) as error:
        raise UnusableFont("it is broken") from error
    except (ArithmeticError, LookupError, NotImplementedError, RecursionError, EOFError) as error:
        raise UnusableFont("it is broken") from error
    if not found:
        raise UnusableFont("it has none of the characters of this game")
    order = {number: index for index, number in enumerate(numbers)}
    advances = {code: round(glyphs[glyph].advance * scale) for code, glyph in found.items()}
    shaper = data if shaped else b""
    return Outlines(
        *(made, {code: order[glyph] for code, glyph in found.items()}, advances, round(glyphs[0].advance * scale)),
        *(shaper, shaped, scale, named),
    )


def _cut(data: bytes, codes: Iterable[int]) -> bytes:
    """Return a font of some characters with all glyphs that shaping may put in their place, and its tables for that."""
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.unicode_set.set(codes)
    face = uharfbuzz.Face(data)
    wanted.pin_all_axes_to_default(face)
    try:
        return bytes(uharfbuzz.subset(face, wanted).blob.data)
    except RuntimeError as error:
        raise UnusableFont("it is broken") from error


def _tables(data: bytes) -> dict[bytes, bytes]:
    """Map tags to tables. Raises Unusable for a file that is no font with outlines."""
    kind = data[:4]
    if kind in FOREIGN:
        raise UnusableFont("it is not a TTF or OTF file", FOREIGN[kind])
    if kind not in (b"\x00\x01\x00\x00", b"true", b"OTTO") or len(data) < 12:
        raise UnusableFont("it is not a TTF or OTF file")
    (count,) = struct.unpack_from(">H", data, 4)
    if len(data) < 12 + 16 * count:
        raise UnusableFont("it is cut short")
    tables = {}
    for index in range(count):
        tag, _, start, length = struct.unpack_from(">4sLLL", data, 12 + 16 * index)
        if start + length > len(data):
            raise UnusableFont("it is cut short")
        tables[tag] = data[start : start + length]
    if not tables.keys() & {b"glyf", b"CFF "}:
        raise UnusableFont(
            "it has no outlines, or only ones that can vary" if b"CFF2" in tables else "it has no outlines"
        )
    return tables


def _characters(cmap: bytes) -> Callable[[int], int]:
    """Return a function from code points to glyphs: the largest Unicode table there is, looked up, not unpacked."""
    (count,) = struct.unpack_from(">H", cmap, 2)
    best: tuple[int, Callable[[int], int]] | None = None
    for index in range(min(count, 64)):
        platform, encoding, start = struct.unpack_from(">HHL", cmap, 4 + 8 * index)
        (form,) = struct.unpack_from(">H", cmap, start)
        unicode = platform == 0 or (platform, encoding) in ((3, 1), (3, 10))
        if unicode and form in (4, 12) and (best is None or form > best[0]):
            best = form, _segments(cmap, start) if form == 4 else _groups(cmap, start)
    if best is None:
        raise UnusableFont("it has no table of Unicode characters")
    return best[1]


def _segments(cmap: bytes, start: int) -> Callable[[int], int]:
    count = struct.unpack_from(">H", cmap, start + 6)[0] // 2
    row = f">{count}H"
    ends, starts, deltas, offsets = (
        struct.unpack_from(row, cmap, start + 14 + 2 * count * index + (2 if index else 0)) for index in range(4)
    )

    def glyph(code: int) -> int:
        at = bisect_left(ends, code)
        if code > 0xFFFF or at == count or code < starts[at]:
            return 0
        number = code
        if offsets[at]:
            place = start + 16 + 6 * count + 2 * at + offsets[at] + 2 * (code - starts[at])
            (number,) = struct.unpack_from(">H", cmap, place)
            if not number:
                return 0
        return int((number + deltas[at]) & 0xFFFF)

    return glyph


def _groups(cmap: bytes, start: int) -> Callable[[int], int]:
    (count,) = struct.unpack_from(">L", cmap, start + 12)
    if start + 16 + 12 * count > len(cmap):
        raise UnusableFont("its table of characters is cut short")
    groups = list(struct.iter_unpack(">LLL", cmap[start + 16 : start + 16 + 12 * count]))
    ends = [end for _, end, _ in groups]

    def glyph(code: int) -> int:
        at = bisect_left(ends, code)
        inside = at < count and groups[at][0] <= code
        return int(groups[at][2] + code - groups[at][0]) if inside else 0

    return glyph


def _advances(tables: Mapping[bytes, bytes]) -> Callable[[int], int]:
    hmtx = tables[b"hmtx"]
    full = min(struct.unpack_from(">H", tables[b"hhea"], 34)[0], len(hmtx) // 4)
    if not full:
        raise UnusableFont("it has no widths")

    def advance(glyph: int) -> int:
        return int(struct.unpack_from(">H", hmtx, 4 * min(glyph, full - 1))[0])

    return advance


def _drawn(font: Any, numbers: Iterable[int]) -> dict[int, DecomposingRecordingPen]:
    """Draw glyphs, composite ones in full."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    class Counting(DecomposingRecordingPen):  # type: ignore[misc]
        points = 0

        def _count(self, points: tuple[Any, ...]) -> None:
            Counting.points += len(points)
            if Counting.points > POINTS:
                raise UnusableFont(f"its letters have more than {POINTS:,} points")

        def moveTo(self, p0: Any) -> None:
            self._count((p0,))
            super().moveTo(p0)

        def lineTo(self, p1: Any) -> None:
            self._count((p1,))
            super().lineTo(p1)

        def curveTo(self, *points: Any) -> None:
            self._count(points)
            super().curveTo(*points)

        def qCurveTo(self, *points: Any) -> None:
            self._count(points)
            super().qCurveTo(*points)

    if "CFF " not in font:  # names of glyphs would be read from another table, and are of no use
        font.setGlyphOrder([f"glyph{number}" for number in range(font["maxp"].numGlyphs)])
    order, shapes = font.getGlyphOrder(), font.getGlyphSet()
    found = {}
    for number in numbers:
        found[number] = pen = Counting(shapes)
        if number != BLANK:
            shapes[order[number]].draw(pen)
    return found


def _scale(glyphs: Mapping[int, _Glyph], found: Mapping[int, int], units: int) -> float:
    """Return the factor that makes capitals as high as the house's."""
    tops = [
        max((y for _, points in glyphs[found[code]].drawn.value for _, y in filter(None, points)), default=0)
        for code in map(ord, "HIEN")
        if code in found
    ]
    height = tops[0] / units if tops else CAPITALS
    return (CAPITALS / height if PLAUSIBLE[0] <= height <= PLAUSIBLE[1] else 1.0) * UNITS / units


def _made(
    glyphs: Mapping[int, _Glyph], found: Mapping[int, int], scale: float, tables: Mapping[bytes, bytes], name: str
) -> bytes:
    """Write the font. Nothing in it depends on which other characters are wanted, as parts of it are printed."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    order = {number: ".notdef" if not index else f"glyph{number}" for index, number in enumerate(glyphs)}
    shapes, metrics = {}, {}
    for number, (advance, drawn) in glyphs.items():
        pen = TTGlyphPen(None)
        quadratic = Cu2QuPen(pen, ERROR, reverse_direction=True) if b"CFF " in tables else pen
        drawn.replay(TransformPen(quadratic, (scale, 0, 0, scale, 0, 0)))
        shape = shapes[order[number]] = pen.glyph(dropImpliedOnCurves=False)
        shape.recalcBounds(None)
        metrics[order[number]] = _unsigned(advance * scale), getattr(shape, "xMin", 0)
    ascent, descent = struct.unpack_from(">hh", tables[b"hhea"], 4)
    left, low, right, high = (_signed(edge * scale) for edge in struct.unpack_from(">4h", tables[b"head"], 36))
    builder = FontBuilder(UNITS, isTTF=True)
    builder.setupGlyphOrder(list(order.values()))
    builder.setupCharacterMap({code: order[glyph] for code, glyph in found.items()})
    builder.setupGlyf(shapes, calcGlyphBounds=False)
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=_signed(ascent * scale), descent=_signed(descent * scale))
    builder.setupNameTable({"familyName": "Font", "styleName": "Regular", "psName": name})
    builder.setupOS2(sTypoAscender=_signed(ascent * scale), sTypoDescender=_signed(descent * scale), fsType=PREVIEW)
    builder.setupPost(keepGlyphNames=False)
    builder.updateHead(created=EPOCH, modified=EPOCH, xMin=left, yMin=low, xMax=right, yMax=high)
    font = builder.font
    font.recalcBBoxes = font.recalcTimestamp = False
    font["maxp"].numGlyphs = len(order)
    font["maxp"].maxPoints, font["maxp"].maxContours = 0x3FFF, 0xFFF
    out = BytesIO()
    font.save(out, reorderTables=True)
    return out.getvalue()


def _signed(value: float) -> int:
    return max(-0x7FFF, min(0x7FFF, round(value)))


def _unsigned(value: float) -> int:
    return max(0, min(0xFFFF, round(value)))
