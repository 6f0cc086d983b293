"""A3: broken, hostile or restricted fonts of a game are refused where it names them, soon and in little memory.

E275: cannot be used; E276: must not be embedded; E277: no licence; W275: no bold style.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from faults_support import Cases, many, spawn
from fonts_support import LETTERS, joining, postscript, saved, truetype
from fontTools.cffLib import GlobalSubrsIndex
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.misc.psCharStrings import T2CharString
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._g_l_y_f import Glyph, GlyphComponent
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from rcwkit.game.typefaces import limited
from rcwkit.type.outlines import UnusableFont, rights
from rcwkit.type.scripts import GLYPHS, Shaper
from tests_support import TOY, write

GOOD = truetype()
WANTED = frozenset(map(ord, LETTERS))
MIB = 300
"""The most memory that reading a font may add, and a little for the program itself."""


def tables(data: bytes) -> dict[str, tuple[int, int]]:
    """Map tags to places (offset and length)."""
    (count,) = struct.unpack_from(">H", data, 4)
    rows = (struct.unpack_from(">4sLLL", data, 12 + 16 * row) for row in range(count))
    return {tag.decode(): (start, length) for tag, _, start, length in rows}


def patched(tag: str, at: int, new: bytes, data: bytes = GOOD) -> bytes:
    """Replace bytes of a table."""
    start = tables(data)[tag][0] + at
    return data[:start] + new + data[start + len(new) :]


def without(tag: str) -> bytes:
    font = TTFont(BytesIO(GOOD))
    del font[tag]
    return saved(font)


def edited(change: Callable[[Any], None], data: bytes = GOOD) -> bytes:
    font = TTFont(BytesIO(data), recalcTimestamp=False, recalcBBoxes=False)
    change(font)
    return saved(font)


def composed(parts: dict[str, list[str]]) -> Callable[[Any], None]:
    """Make glyphs composite."""

    def change(font: Any) -> None:
        for name, inside in parts.items():
            glyph = Glyph()
            glyph.numberOfContours = -1
            glyph.components = []
            for one in inside:
                part = GlyphComponent()
                part.glyphName, part.x, part.y, part.flags = one, 0, 0, 0x4
                glyph.components.append(part)
            for edge in ("xMin", "yMin", "xMax", "yMax"):
                setattr(glyph, edge, 0)
            font["glyf"][name] = glyph

    return change


def groups(*rows: tuple[int, int, int], count: int | None = None) -> bytes:
    """Return a font whose characters are in groups (cmap format 12)."""
    packed = b"".join(struct.pack(">LLL", *row) for row in rows)
    table = struct.pack(">HHLLL", 12, 0, 16 + len(packed), 0, len(rows) if count is None else count) + packed
    cmap = struct.pack(">HHHHL", 0, 1, 3, 10, 12) + table

    font = TTFont(BytesIO(GOOD))
    raw = DefaultTable("cmap")
    raw.data = cmap
    font["cmap"] = raw
    return saved(font)


def subroutines() -> bytes:
    """Return an OTF with a letter that calls subroutines that call subroutines."""

    def change(font: Any) -> None:
        top = font["CFF "].cff.topDictIndex[0]
        strings = top.CharStrings
        index = GlobalSubrsIndex()
        for level in range(9):
            body = [1, 1, "rlineto"] if level == 0 else [level - 1 - 107, "callgsubr"] * 40
            index.append(T2CharString(program=[*body, "return"]))
        font["CFF "].cff.GlobalSubrs = index
        strings["H"].globalSubrs = index
        strings["H"].program = [0, 0, "rmoveto", 8 - 107, "callgsubr", "endchar"]
        strings["H"].bytecode = None

    return edited(change, postscript())


HOSTILE: dict[str, bytes] = {
    **{f"cut at {part} %": GOOD[: len(GOOD) * part // 100] for part in (0, 1, 10, 50, 99)},
    "random": bytes(range(256)) * 1000,
    "text": b"file:///etc/passwd",
    "WOFF": b"wOFF" + GOOD[4:],
    "WOFF2": b"wOF2" + GOOD[4:],
    "a collection": b"ttcf\0\1\0\0" + b"\xff" * 100,
    "65,535 tables": GOOD[:4] + b"\xff\xff" + GOOD[6:],
    "tables past the end": GOOD[:20] + b"\xff\xff\xff\xf0" + GOOD[24:],
    "no units": patched("head", 18, b"\0\0"),
    "too many units": patched("head", 18, b"\xff\xff"),
    "no glyphs": patched("maxp", 4, b"\0\0"),
    "no widths": patched("hhea", 34, b"\0\0"),
    **{f"no {tag}": without(tag) for tag in ("cmap", "head", "hhea", "hmtx", "glyf", "maxp", "loca")},
    "cmap of nothing": patched("cmap", 2, b"\0\0"),
    "cmap past the end": patched("cmap", 8, b"\xff\xff\xff\xff"),
    "every character, one glyph after another": groups((0, 0xFFFFFFFF, 0)),
    "four billion groups": groups((65, 65, 1), count=0xFFFFFFFF),
    "glyphs that are not there": groups((0, 0x10FFFF, 60_000)),
    "a letter within itself": edited(composed({"H": ["H"]})),
    "letters within one another": edited(composed({"H": ["I"], "I": ["H"]})),
    "a billion parts": edited(
        composed({"A": ["x"] * 9, **{chr(65 + n): [chr(64 + n)] * 10 for n in range(1, 9)}, "x": []})
    ),
    "a billion outlines": edited(composed({chr(66 + n): [chr(65 + n)] * 10 for n in range(8)})),
    "a billion subroutines": subroutines(),
    "points at random": patched("glyf", 0, bytes(random.Random(1).randbytes(2000))),
}


@pytest.mark.row("A3")
@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("ligatures", [False, True])
def test_a_hostile_font_is_refused_or_harmless(name: str, ligatures: bool) -> None:
    """What is not refused comes out as a font of few, small letters."""
    try:
        rights(HOSTILE[name])
        made = limited(HOSTILE[name], WANTED, ligatures)
    except UnusableFont as error:
        assert str(error)
        assert error.hint
    else:
        assert len(made.data) < 200_000
        assert {code for code in made.glyphs if code < GLYPHS} <= WANTED
        assert len(made.glyphs) < 2000


@pytest.mark.row("A3")
def test_a_font_that_grows_without_end_gives_few_glyphs_for_a_word(cases: Cases) -> None:
    font = TTFont(BytesIO(joining()))
    rows = " ".join(f"lookup l{row} {{ sub b by {'b ' * 30}; }} l{row};" for row in range(12))
    addOpenTypeFeaturesFromString(font, f"languagesystem arab dflt; feature init {{ {rows} }} init;")
    made = limited(saved(font), WANTED | {ord("ب")})
    shaper = Shaper(made.shaper, made.scale, made.shaped, made.names)
    for count in (1, 100, 4000):
        with cases(count):
            found = shaper.laid("ب" * count, lambda said: 0.0)
            assert sum(len(piece.text) for piece in found.pieces) <= 16 * count
    with cases("brackets"):
        assert shaper.laid("ب" + "([{" * 2000 + ")]}" * 2000, lambda said: 0.0).pieces


@pytest.mark.row("A3")
def test_a_font_with_bytes_changed_never_crashes(cases: Cases) -> None:
    dice = random.Random("fonts")
    for number in range(many(400, 40)):
        data = bytearray(dice.choice((GOOD, postscript())))
        for _ in range(dice.choice((1, 4, 40))):
            data[dice.randrange(len(data))] = dice.randrange(256)
        with cases(number):
            try:
                made = limited(bytes(data), WANTED)
            except UnusableFont:
                continue
            TTFont(BytesIO(made.data))["glyf"]


@pytest.mark.row("A3")
@pytest.mark.parametrize(
    "name", ["a billion parts", "a billion subroutines", "every character, one glyph after another"]
)
def test_a_command_is_done_with_a_hostile_font_soon_and_in_little_memory(tmp_path: Path, name: str) -> None:
    fonts = "fonts: {Futura: {file: fonts/F.otf, licence: fonts/OFL.txt}}\n"
    write(tmp_path / "toy", TOY | {"game.yaml": TOY["game.yaml"] + fonts})
    (tmp_path / "toy/fonts").mkdir()
    (tmp_path / "toy/fonts/F.otf").write_bytes(HOSTILE[name])
    (tmp_path / "toy/fonts/OFL.txt").write_text("Free.\n")
    ended = spawn("check", "toy", cwd=tmp_path)
    assert ended.exit_code == 2, ended.stderr
    assert "error[E275]: the font 'fonts/F.otf' cannot be used" in ended.stderr
    assert ended.peak < MIB
    assert ended.seconds < 12
