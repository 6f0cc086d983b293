"""Fonts made for tests from those that ship with the tool."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.qu2cuPen import Qu2CuPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from rcwkit.bundled import bundled
from rcwkit.type.fonts import FACES

LETTERS = "".join(map(chr, range(32, 127)))


def house(name: str) -> bytes:
    """Return the file of a font of the house."""
    return (bundled("fonts") / FACES[name].file).read_bytes()


@cache
def truetype(without: str = "", rights: int = 0, units: int = 1000, wide: float = 1.0) -> bytes:
    """Return a small TTF of PT Serif that lacks some letters, with embedding rights (fsType) and units per em.

    It is `wide` times as wide.
    """
    font = TTFont(BytesIO(house("serif")), recalcTimestamp=False)
    for table in font["cmap"].tables:
        table.cmap = {code: glyph for code, glyph in table.cmap.items() if chr(code) in LETTERS}
        for letter in without:
            table.cmap.pop(ord(letter), None)
    font["hmtx"].metrics = {name: (round(width * wide), left) for name, (width, left) in font["hmtx"].metrics.items()}
    font["OS/2"].fsType = rights
    font["head"].unitsPerEm = units
    return saved(font)


@cache
def postscript(without: str = "") -> bytes:
    """Return an OTF with the cubic outlines of PT Serif bold, without some letters."""
    source = TTFont(BytesIO(house("serif-bold")))
    shapes, widths = source.getGlyphSet(), source["hmtx"].metrics
    kept = set(LETTERS) - set(without)
    named = {code: name for code, name in source.getBestCmap().items() if chr(code) in kept}
    order = [".notdef", *sorted(set(named.values()))]
    strings = {}
    for name in order:
        pen = T2CharStringPen(widths[name][0], shapes)
        if name != ".notdef":
            shapes[name].draw(Qu2CuPen(pen, 1.0, all_cubic=True))
        strings[name] = pen.getCharString()
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(named)
    builder.setupCFF("Made", {"FullName": "Made"}, strings, {})
    builder.setupHorizontalMetrics({name: (widths[name][0], 0) for name in order})
    builder.setupHorizontalHeader(ascent=1000, descent=-300)
    builder.setupNameTable({"familyName": "Made", "styleName": "Bold"})
    builder.setupOS2(fsType=0)
    builder.setupPost()
    return saved(builder.font)


JOINING = """
languagesystem DFLT dflt;
languagesystem arab dflt;
feature init { sub b by B; } init;
feature medi { sub b by c; } medi;
feature fina { sub b by d; sub a by A; } fina;
feature rlig { sub l A by L; } rlig;
feature ccmp { sub x by n period; } ccmp;
feature liga { sub f i by F; } liga;
feature kern { pos A V -100; pos n <50 0 0 0>; } kern;
"""
"""How letters of the font below join; x is a letter with a dot."""
JOINED = {"ب": "b", "ا": "a", "ل": "l", "ن": "x", "א": "h", "ב": "i", "ש": "s", "\N{DEVANAGARI LETTER KA}": "k"}
"""Arabic, Hebrew and Devanagari letters → the glyphs of the font below."""


@cache
def joining() -> bytes:
    """Return a TTF with some letters of scripts that are shaped, and a ligature and kerning for Latin ones."""
    font = TTFont(BytesIO(truetype()), recalcTimestamp=False)
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap |= {ord(letter): glyph for letter, glyph in JOINED.items()}
    addOpenTypeFeaturesFromString(font, JOINING)
    return saved(font)


def saved(font: Any) -> bytes:
    """Return a font's file."""
    out = BytesIO()
    font.save(out)
    return out.getvalue()
