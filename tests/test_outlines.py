"""Foreign fonts made into our own: characters, heights, widths, rights, and refusals."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from fonts_support import LETTERS, house, postscript, saved, truetype
from fontTools.ttLib import TTFont
from rcwkit.type.outlines import CAPITALS, UNITS, UnusableFont, outlines, rights

WANTED = frozenset(map(ord, LETTERS))


def top(font: Any, letter: str) -> int:
    """Return the height of a letter."""
    shape = font["glyf"][font.getBestCmap()[ord(letter)]]
    shape.recalcBounds(font["glyf"])
    return int(shape.yMax)


@pytest.mark.parametrize("data", [truetype(), truetype(units=2048), postscript()], ids=["ttf", "2048", "otf"])
def test_capitals_are_as_high_as_those_of_the_house(data: bytes) -> None:
    made = outlines(data, WANTED)
    font = TTFont(BytesIO(made.data))
    assert font["head"].unitsPerEm == UNITS
    assert top(font, "H") == pytest.approx(CAPITALS * UNITS, abs=2)
    assert font["hmtx"][font.getBestCmap()[ord("H")]][0] == made.advances[ord("H")]


def test_widths_grow_with_the_letters() -> None:
    small = TTFont(BytesIO(truetype()))
    cap = top(small, "H") / 1000
    made = outlines(truetype(), WANTED)
    for letter in "aHi ":
        wide = small["hmtx"][small.getBestCmap()[ord(letter)]][0] / 1000
        assert made.advances[ord(letter)] / UNITS == pytest.approx(wide * CAPITALS / cap, abs=0.001)


def test_only_the_letters_wanted_are_taken_and_those_there_are() -> None:
    made = outlines(truetype(without="G"), map(ord, "AGЖ"))
    assert set(made.glyphs) == {ord("A")}
    assert len(TTFont(BytesIO(made.data)).getGlyphOrder()) == 2


def test_a_glyph_is_written_alike_whatever_else_is_wanted() -> None:
    """Else a kit made in parts would differ from one made at once."""
    few, many = (TTFont(BytesIO(outlines(truetype(), map(ord, text)).data)) for text in ("A", LETTERS))
    for table in ("head", "hhea"):
        for key in ("xMin", "yMin", "xMax", "yMax", "unitsPerEm", "ascent", "descent", "advanceWidthMax"):
            assert getattr(few[table], key, 0) == getattr(many[table], key, 0), (table, key)
    assert few["maxp"].maxPoints == many["maxp"].maxPoints
    assert few["glyf"][few.getBestCmap()[65]] == many["glyf"][many.getBestCmap()[65]]


def test_accents_are_drawn_in_full() -> None:
    """Composite glyphs of the source are outlines here."""
    made = TTFont(BytesIO(outlines(house("serif"), [ord("É")]).data))
    assert not made["glyf"][made.getBestCmap()[ord("É")]].isComposite()
    assert top(made, "É") > CAPITALS * UNITS * 1.1


@pytest.mark.parametrize(
    ("bits", "said"),
    [
        (0x0000, ""),
        (0x0004, ""),
        (0x0008, ""),
        (0x0002, "does not allow it to be embedded"),
        (0x0006, ""),
        (0x0104, "parts of it"),
        (0x0204, "bitmaps"),
    ],
)
def test_the_rights_in_a_font_are_respected(bits: int, said: str) -> None:
    found = rights(truetype(rights=bits))
    assert said in found
    assert bool(found) == bool(said)


def test_a_font_without_capitals_keeps_its_size() -> None:
    made = outlines(truetype(without="HIEN"), [ord("x")])
    wide = TTFont(BytesIO(house("serif")))
    assert made.advances[ord("x")] == 2 * wide["hmtx"][wide.getBestCmap()[ord("x")]][0]


def test_a_font_of_another_script_is_refused() -> None:
    with pytest.raises(UnusableFont, match="none of the characters"):
        outlines(truetype(), [0x4E00])


def test_a_font_without_outlines_is_refused() -> None:
    font = TTFont(BytesIO(truetype()))
    del font["glyf"], font["loca"]
    with pytest.raises(UnusableFont, match="no outlines"):
        outlines(saved(font), WANTED)
