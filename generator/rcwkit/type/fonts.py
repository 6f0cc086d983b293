"""The font book: names of the bundled faces, their advance widths, and the characters they have.

Reading the few tables needed is ten times as fast as importing a font library.
"""

from __future__ import annotations

import hashlib
import re
import struct
import unicodedata
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Surroundings
from rcwkit.source.info import HOUSE_FONTS, SHIPPED_FONTS, Roles
from rcwkit.source.markup import SHIPPED
from rcwkit.type.scripts import MARK, NOTHING, Laid, Shaper

HOUSE = "house "
"""What begins the name of a face of the house where the game's own stands in for it: `house narrow-bold`."""
LISTED = 8
"""Limit on the characters that a message lists."""
FRACTIONS = {0x2153: "¹⁄₃", 0x2154: "²⁄₃"}
"""Fractions that the bundled fonts lack, composed of their figures: rates and costs of wargames are often thirds."""
_LETTER = re.compile(
    r"(.+?) (?:(?:SMALL|CAPITAL|VOWEL|COMBINING) )*"
    r"(?:LETTER|SYLLABLE|CHARACTER|SIGN|LIGATURE|IDEOGRAPH|UNIFIED|COMPATIBILITY)\b"
)
_SCRIPTS = {
    "CJK": "Chinese",
    "HANGUL": "Korean",
    "HIRAGANA": "Japanese",
    "KATAKANA": "Japanese",
    "LATIN": "",
    "CYRILLIC": "",
}


class FontFace(NamedTuple):
    """A font file with its SHA-256, and its family, weight and style in CSS and SVG.

    `spare` is the face with the letters that it lacks; `licence` is the file with the terms of a face that few use.
    """

    file: str
    sha256: str
    family: str
    weight: int = 400
    style: str = "normal"
    spare: str = ""
    licence: str = ""


FACES = {
    "sans": FontFace("PTS55F.ttf", "3bbff9ab698453a4c705ec9ab9d8f528d21562a684bb6816f157163637eac914", "PT Sans"),
    "sans-italic": FontFace(
        "PTS56F.ttf", "12cf8874d07b5a3e290314ca575b980e5cb5742f42e7033e682b15b11531ad93", "PT Sans", style="italic"
    ),
    "sans-bold": FontFace(
        "PTS75F.ttf", "576b59732fff967895eba1eed0fc5f8cdb069ea31fde878c0cdc36aa2d4615ef", "PT Sans", 700
    ),
    "sans-bold-italic": FontFace(
        "PTS76F.ttf", "fe325df7f1de2195db8faf13aad2376222a9b1257b178ceba1b1ec3c12fbd37a", "PT Sans", 700, "italic"
    ),
    "narrow": FontFace(
        "PTN57F.ttf", "91cc2663e17bd1056f4e7cb06ea9935ed6f75c0216db2e30fff3997ac73cb905", "PT Sans Narrow"
    ),
    "narrow-bold": FontFace(
        "PTN77F.ttf", "fc310ffbaf08063e924fe760ad2038c18e1bc94c94f532d284dc22f07babbd44", "PT Sans Narrow", 700
    ),
    "serif": FontFace("PTF55F.ttf", "d074251529defb38523f3d89cfadfc2491515b32c22f154a8fc6b4c184415a69", "PT Serif"),
    "serif-italic": FontFace(
        "PTF56F.ttf", "e2b2f71276ed2745ca137fef788246dcd381e88e66d9d23754112f51d73e05fc", "PT Serif", style="italic"
    ),
    "serif-bold": FontFace(
        "PTF75F.ttf", "71a57caa616bec6f7266bddb176defd481f4edfca357123d4d3d8bb942b10f26", "PT Serif", 700
    ),
    "russo": FontFace(
        "RussoOne-Regular.ttf",
        "bc0abcc660bd8b7ad3000ecb2898a27c58a29a50f7ec81652fa12e75148d09df",
        "Russo One",
        spare="narrow-bold",
        licence="LICENSE-russo-one.txt",
    ),
    "stencil-bold": FontFace(
        "Stencil-Bold.ttf",
        "b98f4a1c5e41cd3eb82906fc98600ae48ac464190b562a42296eb31f7b9d3ab0",
        "Fieldwork Stencil",
        700,
        spare="narrow-bold",
        licence="LICENSE-stardos-stencil.txt",
    ),
    "dela": FontFace(
        "DelaGothicOne-Regular.ttf",
        "c408067c185bfd24cecdc4abad0eab2ef0884ad1bda189da83f9c67385cf804d",
        "Dela Gothic One",
        spare="sans-bold",
        licence="LICENSE-dela-gothic-one.txt",
    ),
    "arimo": FontFace(
        "Arimo-Regular.ttf",
        "8861361b11045b5384f8082e57307d24f2fe593fc305f6c7e06a2794f66f1b86",
        "Arimo",
        spare="sans",
        licence="LICENSE-arimo.txt",
    ),
    "arimo-bold": FontFace(
        "Arimo-Bold.ttf",
        "51a0ae0cdf0d9af23f91cee07edbf6775680aa388b732ac4b7df0e768b744e8c",
        "Arimo",
        700,
        spare="sans-bold",
        licence="LICENSE-arimo.txt",
    ),
    "archivo_narrow": FontFace(
        "ArchivoNarrow-Regular.ttf",
        "57ffb65b5782027a6b84a4f42d19aad135bf7fa5cf6affdb953f636bd976d61a",
        "Archivo Narrow",
        spare="narrow",
        licence="LICENSE-archivo-narrow.txt",
    ),
    "archivo_narrow-bold": FontFace(
        "ArchivoNarrow-Bold.ttf",
        "ff4e9d6efd0eb71568ec4be2a1d402a9f5fc9135352631645cd4fb2018425a15",
        "Archivo Narrow",
        700,
        spare="narrow-bold",
        licence="LICENSE-archivo-narrow.txt",
    ),
    "jost": FontFace(
        "Jost-Regular.ttf",
        "a724ec9c0a02e80fa34737e52836789f675478ab54cb4338fd14be4993d29de3",
        "Jost",
        spare="sans",
        licence="LICENSE-jost.txt",
    ),
    "jost-bold": FontFace(
        "Jost-SemiBold.ttf",
        "31e697186c5371b8a349b5386a420772f002d2b2e4c0ed40b056c3c8c070a429",
        "Jost",
        700,
        spare="sans-bold",
        licence="LICENSE-jost.txt",
    ),
    "jost_black": FontFace(
        "Jost-Black.ttf",
        "0b71b95e714d95e61322bd66e7ab4dc298b4c87608b0e1ffe777aba7ecae6b87",
        "Jost Black",
        spare="sans-bold",
        licence="LICENSE-jost.txt",
    ),
}

STRONG = {"display": "narrow-bold", "figures": "narrow-bold"}
"""Faces that texts name by a role that has one style alone, and the house's for it."""
STYLES: Mapping[str, tuple[str, ...]] = {
    "": ("",),
    "bold": ("bold", ""),
    "italic": ("italic", ""),
    "bold-italic": ("bold-italic", "bold", "italic", ""),
}
"""Style → the styles to take it from, the nearest first."""


BREADTH = "HAMBURGEFONSTIV hamburgefonstiv"
"""Letters by which the breadth of a font is measured."""
MEASURED = 50_000
"""Words and texts whose widths a font keeps: those of a large game several times over."""


@dataclass(slots=True, eq=False)
class Font:
    """One font; all measures are in font units. Its file has outlines in a glyf table.

    `glyphs` is code point → glyph, `advances` code point → advance width. `words` caches the widths of texts and words,
    `gaps` holds the words with characters that the font lacks. Characters of `spare`, if there is one, are set from
    that font; `advances` has them too, and `letters` are all of them, with those that `shaper` shapes.
    """

    name: str
    source: Path | bytes
    face: FontFace
    units: int
    notdef: int
    glyphs: dict[int, int]
    advances: dict[int, int]
    spare: Font | None = None
    shaper: Shaper | None = None
    words: dict[str, int] = field(default_factory=dict)
    gaps: set[str] = field(default_factory=set)
    letters: frozenset[str] = field(init=False, repr=False)
    _laid: dict[str, Laid] = field(init=False, repr=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.letters = frozenset(map(chr, self.advances)) | (self.shaper.letters | {MARK} if self.shaper else set())

    @property
    def key(self) -> str:
        """What tells its outlines from those of all other fonts in a process."""
        return self.face.file if isinstance(self.source, bytes) else str(self.source)

    @property
    def data(self) -> bytes:
        """The font's file."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()

    @property
    def families(self) -> tuple[str, ...]:
        """The names of this family and the spare one."""
        return self.face.family, *(self.spare.families if self.spare else ())

    @property
    def has(self) -> str:
        """Its families and a verb, for messages: `PT Sans has`."""
        return f"{' and '.join(self.families)} {'have' if self.spare else 'has'}"

    def units_of(self, text: str) -> int:
        """Return the advance width of a text in font units; each text and word is measured once."""
        total = self.words.get(text)
        if total is None:
            parts = text.split(" ")
            if len(parts) == 1:
                return self._measure(text)
            total = self.advances.get(32, self.notdef) * (len(parts) - 1) + sum(map(self.units_of, parts))
            self._keep(text, total)
        return total

    def laid(self, text: str) -> Laid:
        """Return a text as it lies on the page, if some of it is shaped or runs from right to left; else nothing."""
        if self.shaper is None:
            return NOTHING
        found = self._laid.get(text)
        if found is None:
            if len(self._laid) >= MEASURED // 10:
                self._laid.clear()
            found = self._laid[text] = self.shaper.laid(text, self._one_by_one)
        return found

    def _one_by_one(self, text: str) -> float:
        return sum(self.advances.get(ord(character), self.notdef) for character in text)

    def _measure(self, word: str) -> int:
        if (laid := self.laid(word)).pieces:
            if not self.letters.issuperset(word):
                self.gaps.add(word)
            return self._keep(word, round(laid.width))
        advances = [self.advances.get(ord(character)) for character in word]
        if None in advances:
            self.gaps.add(word)
        return self._keep(word, sum(self.notdef if advance is None else advance for advance in advances))

    def _keep(self, text: str, width: int) -> int:
        if len(self.words) >= MEASURED:
            self.words.clear()
        self.words[text] = width
        return width


class FontBook:
    """The faces in one folder, and a game's `own` by name and style. Fonts are read on first use, and shared.

    `roles` maps names that texts use to the faces that stand in for them.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        roles: Mapping[str, str] | None = None,
        own: Mapping[str, Font] | None = None,
    ) -> None:
        self.folder = folder or bundled("fonts")
        self.roles, self.own = roles or {}, own or {}
        self._fonts: dict[str, Font] = {}

    @property
    def said(self) -> tuple[object, ...]:
        """What tells this book from one with other fonts."""
        return tuple(sorted(self.roles.items())), tuple((name, font.key) for name, font in self.own.items())

    def __getitem__(self, name: str) -> Font:
        """Return a font of `FACES` or of the game. Raises KeyError, or Surroundings if a file is missing or altered."""
        font = self._fonts.get(name)
        if font is None:
            family, _, style = name.removeprefix(HOUSE).partition("-")
            real = _nearest(family, style) if name.startswith(HOUSE) else self.roles.get(name, name)
            real = STRONG.get(real, real)
            font = self._fonts[name] = self.own.get(real) or _read(real, FACES[real], self.folder)
        return font

    def replaced(self, name: str) -> str:
        """Return the name of the house's face where the game's own stands in for it; '' if none does."""
        return HOUSE + name if name in self.roles else ""

    @property
    def licences(self) -> dict[str, str]:
        """The terms of the shipped fonts that stand in for the usual ones: family → text."""
        faces = {face.family: face for face in map(FACES.get, self.roles.values()) if face and face.licence}
        return {name: (self.folder / face.licence).read_text(encoding="utf-8").strip() for name, face in faces.items()}

    def nearest(self, family: str, style: str) -> Font:
        """Return the font of a family that is nearest to a style, such as `bold`."""
        return self[_nearest(family, style)]

    @property
    def stacks(self) -> dict[str, str]:
        """The families of each role as CSS names them: `sans` → `"Futura", "PT Sans", sans-serif`."""
        generic = {"serif": "serif"}
        return {
            role: ", ".join([*(f'"{name}"' for name in self[role].families), generic.get(role, "sans-serif")])
            for role in (*HOUSE_FONTS, *STRONG)
        }

    def width(self, text: str, font: str, size: float, spacing: float = 0.0) -> float:
        """Return the width of a text in points; `spacing` is added after every character that is not shaped."""
        face = self[font]
        width = face.units_of(text) * size / face.units
        return width + spacing * len(text) if spacing and not face.laid(text).pieces else width

    @cached_property
    def breadth(self) -> float:
        """How much wider the font of titles runs than the house's narrow one, which sizes are made for."""
        return self.width(BREADTH, "display", 1.0) / self.width(BREADTH, HOUSE + "narrow-bold", 1.0)

    def missing(self, text: str, font: str) -> list[str]:
        """Return the characters that the font lacks, in order, without duplicates."""
        letters = self[font].letters
        return [] if letters.issuperset(text) else [one for one in dict.fromkeys(text) if one not in letters]


def face_rule(face: FontFace, url: str) -> str:
    """Return the CSS rule for a face at a URL."""
    family, weight, style = face[2:5]
    return f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; src: url("{url}"); }}\n'


def roles(type: Roles, known: Collection[str]) -> dict[str, str]:
    """Return, for each face of the house that a game replaces, the face that stands in for it.

    `known` are the game's own families; a name that is neither one of them nor of the house is left out.
    """
    found = {}
    for family, instead in type.played.items():
        if instead not in (*SHIPPED_FONTS, *known):
            continue
        if family in STRONG:
            found[family] = _nearest(instead, "bold")
        elif instead != family:
            names = {style: styled_name(family, style) for style in STYLES}
            found |= {name: _nearest(instead, style) for style, name in names.items() if name in FACES}
    return {name: face for name, face in found.items() if STRONG.get(name) != face}


def styled_name(family: str, style: str) -> str:
    """Return the name of a family's style: `sans`, `sans-bold`."""
    return f"{family}-{style}" if style else family


def _nearest(family: str, style: str) -> str:
    """Return the face of a family that is nearest to a style. A game's own families have all styles."""
    names = [styled_name(family, one) for one in STYLES[style]]
    return next((name for name in (*names, f"{family}-bold") if name in FACES), names[0])


@lru_cache(maxsize=64)
def styled(font: str, *, bold: bool = False, italic: bool = False) -> str:
    """Return the font for bold or italic words among those in `font`; italic ones among italic are upright.

    PT Sans Narrow has no italic: PT Sans takes its place. Fonts for titles have no other style, or bold alone.
    """
    family = font.partition("-")[0]
    if family in STRONG:
        return family
    if family in SHIPPED_FONTS and family not in HOUSE_FONTS:
        return _nearest(family, "bold" if bold or "-bold" in font else "")
    bold, italic = bold or "-bold" in font, italic != ("-italic" in font)
    name = family + "-bold" * bold + "-italic" * italic
    if name in FACES or family not in HOUSE_FONTS:
        return name
    return (
        styled(font.replace("narrow", "sans"), bold=bold, italic=italic) if family == "narrow" else family + "-italic"
    )


def glyph_name(character: str) -> str:
    """Name a character for a message: `U+2192 (rightwards arrow)`."""
    name = unicodedata.name(character, "").lower()
    return f"U+{ord(character):04X}" + (f" ({name})" if name else "")


def composed(text: str, known: Container[int]) -> str:
    """Return a text with fractions composed of their figures where a font does not have them among its glyphs."""
    if text.isascii():
        return text
    return "".join(one if ord(one) in known else FRACTIONS.get(ord(one), one) for one in text)


def lacking(characters: Sequence[str]) -> tuple[str, str]:
    """Return the list of characters that the fonts lack, for a message, and its hint."""
    names = [f"{glyph_name(character)} '{character}'" for character in characters[:LISTED]]
    more = f" and {len(characters) - LISTED} more" if len(characters) > LISTED else ""
    scripts = [script for script in dict.fromkeys(map(_script, characters)) if script]
    said = f'characters: {{"{characters[0]}": {_drawn_like(characters[0])}}}'
    hint = f"write it in plain letters, or say in game.yaml what is drawn for it: `{said}`"
    if unicodedata.decomposition(characters[0]).startswith("<fraction>"):
        hint = f"write {unicodedata.normalize('NFKC', characters[0]).replace('⁄', '/')}"
    if scripts:
        hint = f"PT Sans and PT Serif lack {' and '.join(scripts)} letters: write Latin or Cyrillic ones"
    return ", ".join(names) + more, hint


def _drawn_like(character: str) -> str:
    """Return the shipped sign that the name of a character tells of, or else one as an example."""
    words = unicodedata.name(character, "").lower().split()
    alike = [sign for sign in SHIPPED if all(any(one.startswith(part) for one in words) for part in sign.split("_"))]
    return max(alike, key=len, default="star")


def _script(character: str) -> str:
    """Return the script of a letter; an empty string for Latin, Cyrillic and symbols."""
    found = _LETTER.match(unicodedata.name(character, "")) if unicodedata.category(character)[0] in "LM" else None
    return _SCRIPTS.get(found[1], found[1].title()) if found else ""


@lru_cache(maxsize=32)
def _read(name: str, face: FontFace, folder: Path) -> Font:
    path = folder / face.file
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Surroundings(f"the font {path} cannot be read: {error.strerror}; reinstall rcwkit") from error
    # Four libraries parse these files: let them see only the ones they were tested with.
    if hashlib.sha256(data).hexdigest() != face.sha256:
        raise Surroundings(f"the font {path} is not the bundled one; reinstall rcwkit")
    (count,) = struct.unpack_from(">H", data, 4)
    records = (struct.unpack_from(">4sLLL", data, 12 + 16 * index) for index in range(count))
    tables = {tag: offset for tag, _, offset, _ in records}
    (units,) = struct.unpack_from(">H", data, tables[b"head"] + 18)
    (metrics,) = struct.unpack_from(">H", data, tables[b"hhea"] + 34)
    # Glyphs past the last full metric share its advance.
    widths = struct.unpack_from(">" + "Hh" * metrics, data, tables[b"hmtx"])[::2]
    glyphs = _characters(data, tables[b"cmap"])
    advances = {code: widths[min(glyph, metrics - 1)] for code, glyph in glyphs.items()}
    if face.spare:
        spare = _read(face.spare, FACES[face.spare], folder)
        advances = {code: round(width * units / spare.units) for code, width in spare.advances.items()} | advances
        return Font(name, path, face, units, widths[0], glyphs, advances, spare)
    for code, parts in FRACTIONS.items():
        if code not in advances and all(ord(part) in advances for part in parts):
            advances[code] = sum(advances[ord(part)] for part in parts)
    return Font(name, path, face, units, widths[0], glyphs, advances)


def _characters(data: bytes, start: int) -> dict[int, int]:
    """Read code point → glyph from the Windows Unicode cmap, which is of format 4 in all bundled fonts."""
    (count,) = struct.unpack_from(">H", data, start + 2)
    records = [struct.unpack_from(">HHL", data, start + 4 + 8 * index) for index in range(count)]
    table = start + next(offset for platform, encoding, offset in records if (platform, encoding) == (3, 1))
    segments = struct.unpack_from(">H", data, table + 6)[0] // 2
    row = f">{segments}H"
    ends, starts, deltas, offsets = (
        struct.unpack_from(row, data, table + 14 + 2 * segments * index + (2 if index else 0)) for index in range(4)
    )
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
