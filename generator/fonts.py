"""The font book: names for the bundled faces, their advance widths, and which characters they have.

The few tables needed are read here directly: ten times quicker than importing a font library for them.
"""

from __future__ import annotations

import struct
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path

from generator.bundled import bundled

__all__ = ["FACES", "Face", "Font", "FontBook", "glyph_name"]


@dataclass(frozen=True, slots=True)
class Face:
    """What a font's name stands for: its file, and how CSS and SVG call it."""

    file: str
    family: str
    weight: int = 400
    style: str = "normal"


FACES = {
    "sans": Face("PTS55F.ttf", "PT Sans"),
    "sans-italic": Face("PTS56F.ttf", "PT Sans", style="italic"),
    "sans-bold": Face("PTS75F.ttf", "PT Sans", 700),
    "sans-bold-italic": Face("PTS76F.ttf", "PT Sans", 700, "italic"),
    "narrow": Face("PTN57F.ttf", "PT Sans Narrow"),
    "narrow-bold": Face("PTN77F.ttf", "PT Sans Narrow", 700),
    "serif": Face("PTF55F.ttf", "PT Serif"),
    "serif-italic": Face("PTF56F.ttf", "PT Serif", style="italic"),
    "serif-bold": Face("PTF75F.ttf", "PT Serif", 700),
}


@dataclass(slots=True, eq=False)
class Font:
    """One font: `advances` is code point → advance width in units of the em; ascender and descender are in units too.

    `words` keeps the widths already measured, `gaps` those of them with characters that the font lacks.
    """

    name: str
    path: Path
    face: Face
    units: int
    ascender: int
    descender: int
    notdef: int
    advances: dict[int, int]
    words: dict[str, int] = field(default_factory=dict)
    gaps: set[str] = field(default_factory=set)

    def units_of(self, text: str) -> int:
        """The advance width of a text in units of the em; each distinct word is measured once."""
        space = self.advances.get(32, self.notdef)
        parts = text.split(" ")
        total = space * (len(parts) - 1)
        words = self.words
        for word in parts:
            known = words.get(word)
            total += self._measure(word) if known is None else known
        return total

    def _measure(self, word: str) -> int:
        advances = [self.advances.get(ord(character)) for character in word]
        if None in advances:
            self.gaps.add(word)
        self.words[word] = width = sum(self.notdef if advance is None else advance for advance in advances)
        return width


class FontBook:
    """The faces in one folder; a font is read when it is first asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or bundled("fonts")
        self._fonts: dict[str, Font] = {}

    def __getitem__(self, name: str) -> Font:
        """The font of a name in `FACES`. Raises KeyError for another name, OSError without its file, ValueError if that is no TrueType font."""
        font = self._fonts.get(name)
        if font is None:
            font = self._fonts[name] = _read(name, FACES[name], self.folder)
        return font

    def width(self, text: str, font: str, size: float, spacing: float = 0.0) -> float:
        """The width of a text in points; `spacing` is added after every character, as Text items have it."""
        face = self[font]
        width = face.units_of(text) * size / face.units
        return width + spacing * len(text) if spacing else width

    def missing(self, text: str, font: str) -> list[str]:
        """The characters that the font lacks, each once, in the order they occur."""
        face = self[font]
        face.units_of(text)
        if not face.gaps:  # nothing measured so far lacks a glyph, this text included
            return []
        advances = face.advances
        return [character for character in dict.fromkeys(text) if ord(character) not in advances]


def glyph_name(character: str) -> str:
    """How a message names a character: `U+2192 (rightwards arrow)`."""
    name = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def _read(name: str, face: Face, folder: Path) -> Font:
    path = folder / face.file
    data = path.read_bytes()
    try:
        (count,) = struct.unpack_from(">H", data, 4)
        records = (struct.unpack_from(">4sLLL", data, 12 + 16 * index) for index in range(count))
        tables = {tag: offset for tag, _, offset, _ in records}
        (units,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
        ascender, descender = struct.unpack_from(">hh", data, tables[b"hhea"] + 4)
        (metrics,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
        # Glyphs past the last full metric share its advance.
        widths = struct.unpack_from(">" + "Hh" * metrics, data, tables[b"hmtx"])[::2]
        glyphs = _characters(data, tables[b"cmap"])
    except (struct.error, KeyError, IndexError, StopIteration) as error:
        raise ValueError(f"{face.file} is not a TrueType font") from error
    advances = {code: widths[min(glyph, metrics - 1)] for code, glyph in glyphs.items()}
    return Font(name, path, face, units, ascender, descender, widths[0], advances)


def _characters(data: bytes, start: int) -> dict[int, int]:
    """Code point → glyph, from the font's Windows Unicode table (format 4, as all of the bundled fonts have)."""
    (count,) = struct.unpack_from(">H", data, start + 2)
    records = [struct.unpack_from(">HHL", data, start + 4 + 8 * index) for index in range(count)]
    table = start + next(offset for platform, encoding, offset in records if (platform, encoding) == (3, 1))
    segments = struct.unpack_from(">H", data, table + 6)[0] // 2
    row = f">{segments}H"
    ends, starts, deltas, offsets = (struct.unpack_from(row, data, table + 14 + 2 * segments * index + (2 if index else 0)) for index in range(4))
    glyphs: dict[int, int] = {}
    for index in range(segments):
        base = table + 16 + 6 * segments + 2 * index + offsets[index]
        for code in range(starts[index], min(ends[index], 0xFFFE) + 1):
            glyph = code
            if offsets[index]:
                (glyph,) = struct.unpack_from(">H", data, base + 2 * (code - starts[index]))
                if not glyph:
                    continue
            glyph = (glyph + deltas[index]) & 0xFFFF
            if glyph:
                glyphs[code] = glyph
    return glyphs
