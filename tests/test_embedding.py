"""Embedded font subsets against a font library: every visible glyph is kept, hinting is not."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import pytest
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph
from fontTools.ttLib.tables.ttProgram import Program
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.sheets.embedding import font_program
from rcwkit.type.fonts import FACES, FontBook

BOOK = FontBook()
WHOLE = 0xB1B0AFBA


@cache
def original(name: str) -> tuple[bytes, Any, Mapping[int, int]]:
    """Return a bundled font as bytes, its glyphs as the library draws them, and code point → glyph."""
    data = (BOOK.folder / FACES[name].file).read_bytes()
    font = TTFont(io.BytesIO(data))
    return data, font, {code: font.getGlyphID(glyph) for code, glyph in font.getBestCmap().items()}


def embedded(name: str, codes: Sequence[int]) -> tuple[bytes, Any]:
    """Return the subset for the codes; the library verifies the checksum of every table that it reads."""
    data, _, glyphs = original(name)
    part = font_program(data, glyphs, codes)
    return part, TTFont(io.BytesIO(part), checkChecksums=2)


def drawn(font: Any, glyph: str) -> list[Any]:
    """Return a glyph's outline with composites resolved."""
    glyphs = font.getGlyphSet()
    pen = DecomposingRecordingPen(glyphs)
    glyphs[glyph].draw(pen)
    return list(pen.value)


def same(name: str, codes: Sequence[int]) -> None:
    """Every byte shows the glyph of its code point in the full font."""
    _, whole, glyphs = original(name)
    _, part = embedded(name, codes)
    (table,) = part["cmap"].tables
    assert (table.platformID, table.platEncID) == (1, 0)
    for byte, code in enumerate(codes):
        before, after = whole.getGlyphName(glyphs.get(code, 0)), table.cmap.get(byte, ".notdef")
        assert drawn(part, after) == drawn(whole, before), f"U+{code:04X}"
        assert part["hmtx"][after] == whole["hmtx"][before]


@pytest.mark.parametrize("name", FACES)
def test_every_glyph_is_drawn_as_it_was(name: str) -> None:
    codes = sorted(original(name)[2])
    for first in range(0, len(codes), 255):
        same(name, [0, *codes[first : first + 255]])


@given(st.sampled_from(sorted(FACES)), st.lists(st.sampled_from("aéÄЁйŐ½ﬁA. 7→☭\N{NO-BREAK SPACE}"), max_size=12))
def test_codes_may_stand_in_any_order_repeat_and_be_missing(name: str, characters: list[str]) -> None:
    same(name, [0, *map(ord, characters)])


@pytest.mark.parametrize("name", FACES)
def test_nothing_of_the_hinting_is_left(name: str) -> None:
    characters = [ord(character) for character in "Rouge et noir, ÄÖÜ, Ёлка, ½"]
    _, part = embedded(name, [0, *characters])
    assert set(part.keys()) - {"GlyphOrder"} == {"cmap", "glyf", "head", "hhea", "hmtx", "loca", "maxp"}
    for glyph in part.getGlyphOrder():
        outline = part["glyf"][glyph]
        assert getattr(outline, "program", Program()).getBytecode() == b"", glyph
        if outline.isComposite():
            assert not any(each.flags & 0x100 for each in outline.components)
    most = part["maxp"]
    assert (most.maxZones, most.maxTwilightPoints, most.maxStorage, most.maxFunctionDefs) == (1, 0, 0, 0)
    assert (most.maxInstructionDefs, most.maxStackElements, most.maxSizeOfInstructions) == (0, 0, 0)
    assert part["head"].flags & 0x14 == 0


def test_the_file_says_how_many_glyphs_it_has_and_adds_up() -> None:
    data, part = embedded("serif", [0, *map(ord, "éee")])
    # Glyph 0, U+0000, é, e, and the acute that é is composed of: each once.
    assert part["maxp"].numGlyphs == part["hhea"].numberOfHMetrics == len(part["loca"]) - 1 == 5
    assert len(data) % 4 == 0
    assert sum(struct.unpack(f">{len(data) // 4}L", data)) & 0xFFFFFFFF == WHOLE
    assert all(entry.offset % 4 == 0 for entry in part.reader.tables.values())
    assert list(part.reader.tables) == sorted(part.reader.tables)


def test_the_sign_for_a_missing_character_is_there_only_where_it_shows() -> None:
    for text, there in (("ab", False), ("a☭", True)):
        _, part = embedded("sans", [0, *map(ord, text)])
        assert bool(drawn(part, ".notdef")) is there
        assert part["hmtx"][".notdef"] == original("sans")[1]["hmtx"][".notdef"]


def test_fonts_written_another_way_are_read_too() -> None:
    """A font as the library writes it: short offsets, shared last advance, parts rotated and scaled."""
    data, _, glyphs = original("serif")
    font = TTFont(io.BytesIO(data))
    composite = font["glyf"]["eacute"]
    for part, transform in zip(composite.components, [((0.5, 0), (0, 0.5)), ((0.5, 0.25), (-0.25, 0.75))], strict=True):
        part.transform = transform
        part.x = 400
    composite.program = Program()
    composite.program.fromBytecode(b"\x4f")
    for glyph in font.getGlyphOrder()[300:]:
        font["hmtx"].metrics[glyph] = (500, font["hmtx"].metrics[glyph][1])
    font["glyf"].glyphs = {
        glyph: font["glyf"][glyph] if glyph in ("e", "acute", "eacute", "A") else Glyph()
        for glyph in font.getGlyphOrder()
    }
    target = io.BytesIO()
    font.save(target)
    whole = TTFont(target)
    assert (whole["head"].indexToLocFormat, whole["hhea"].numberOfHMetrics < 400) == (0, True)
    part = TTFont(io.BytesIO(font_program(target.getvalue(), glyphs, [0xE9, 0x41, 0x2212])), checkChecksums=2)
    for byte, code in enumerate([0xE9, 0x41, 0x2212]):
        before, after = whole.getBestCmap()[code], part["cmap"].tables[0].cmap[byte]
        assert drawn(part, after) == drawn(whole, before)
        assert part["hmtx"][after] == whole["hmtx"][before]
    assert drawn(part, part["cmap"].tables[0].cmap[0]) != []
