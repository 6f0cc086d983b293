"""Scripts whose letters join, change with their neighbours or run from right to left → glyphs in the order of the page.

HarfBuzz shapes words by the tables of a font that was cut out of a stranger's. The order of what runs to the right and
to the left is ours, after Unicode's bidirectional algorithm (UAX 9) without embeddings, which texts cannot have:
python-bidi is under the LGPL.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import groupby
from typing import Any, NamedTuple

GLYPHS = 0xF0000
"""The first of the characters for private use by which glyphs are named: this and the number of the glyph."""
OTHERS = 0x100000
"""The first of further names of glyphs."""
BLANK = 0x10000
"""Stands for a glyph that is not in the file: it is empty, without width, and is read as a letter."""
JOINER = "\N{WORD JOINER}"
"""What is read where a glyph says nothing by itself."""
ZWJ = "\N{ZERO WIDTH JOINER}"
ALONE = (("", ""),)
"""What stands before and after a letter on its own."""
MARK = "\N{RIGHT-TO-LEFT MARK}"
"""What begins a text that belongs to a line from right to left and does not show it; it has no width."""
SHAPED = (
    *((0x590, 0x8FF), (0x900, 0xDFF), (0xE00, 0xFFF), (0x1000, 0x109F), (0x1780, 0x18AF), (0x200C, 0x200D)),
    *((0xA840, 0xA8FF), (0xAA00, 0xABFF), (0xFB1D, 0xFDFF), (0xFE70, 0xFEFC), (0x10A00, 0x11FFF), (0x1E800, 0x1EFFF)),
)
"""Blocks of scripts whose letters change shape or order with their neighbours, and what joins or parts these."""
GROWTH = 16
"""Most glyphs for a letter, on average: a hostile font may want more."""
PAIRS = 100
"""Limit on the pairs of brackets in a line that are looked into."""
_MIRRORED = str.maketrans("()[]{}<>«»‹›", ")(][}{><»«›‹")


class ShapedPiece(NamedTuple):
    """Part of a text, in font units from the start of its baseline: plain characters, or glyphs by their names."""

    x: float
    y: float
    text: str


class Laid(NamedTuple):
    """A text in the order of the page, and its width in font units.

    What it says is told (`tells`) if that is not seen from the letters of its glyphs. Viewers find out themselves that
    these run from right to left, and what is told them is read as if it ran to the right.
    """

    pieces: tuple[ShapedPiece, ...]
    width: float
    tells: bool = False


NOTHING = Laid((), 0.0)
"""A text that is set one character after the other."""


def is_shaped(code: int) -> bool:
    """Return whether a character belongs to a script that is shaped."""
    return code >= 0x590 and any(low <= code <= high for low, high in SHAPED)


def is_leftward(text: str) -> bool:
    """Return whether a text runs from right to left: whether the first of its letters does."""
    if text.isascii():
        return False
    return next((kind != "L" for kind in map(unicodedata.bidirectional, text) if kind in ("L", "R", "AL")), False)


def leftward(text: str) -> str:
    """Return a text that is part of a line from right to left, such that it shows it."""
    return text if is_leftward(text) else MARK + text


class Shaper:
    """Shapes the words of one font.

    `data` is its file, in which the numbers of glyphs are those of the font that is printed, `scale` the units of this
    in one of its own; `codes` are the characters that it shapes. `said` are the letters of glyphs, by their names,
    `names` those of glyphs that stand for letters.
    """

    def __init__(self, data: bytes, scale: float, codes: frozenset[int], names: Mapping[tuple[int, str], int]) -> None:
        self.data, self.scale, self.codes = data, scale, codes
        self.letters = frozenset(map(chr, codes))
        self.names = names
        self.said = {chr(code): letters or JOINER for (_, letters), code in names.items()}

    def __reduce__(self) -> tuple[Any, ...]:
        return Shaper, (self.data, self.scale, self.codes, self.names)  # another process reads the font anew

    @cached_property
    def _font(self) -> Any:
        import uharfbuzz

        face = uharfbuzz.Face(self.data)
        font = uharfbuzz.Font(face)
        font.scale = (round(face.upem * self.scale), round(face.upem * self.scale))
        return font

    def laid(self, text: str, advances: Callable[[str], float]) -> Laid:
        """Return a text in the order of the page; nothing if none of it is shaped or turned.

        `advances` measures characters that are set one by one, and glyphs by their names.
        """
        if self.letters.isdisjoint(text) and not is_leftward(text):
            return NOTHING
        found, apart = list[ShapedPiece](), list[ShapedPiece]()
        x, is_clear, any_left = 0.0, True, False
        for run, is_left in _visual(text):
            any_left = any_left or is_left
            parts = [("".join(part), mine) for mine, part in groupby(run, key=self.letters.__contains__)]
            for part, mine in reversed(parts) if is_left else parts:
                if mine:
                    x, clear = self._word(part, is_left, x, advances, found, apart)
                    is_clear = is_clear and clear
                elif said := part.replace(MARK, ""):
                    said = said[::-1].translate(_MIRRORED) if is_left else said
                    found.append(ShapedPiece(x, 0.0, said))
                    x += advances(said)
        return Laid((*found, *apart), x, not is_clear and not any_left)

    def _word(
        self,
        word: str,
        is_left: bool,
        x: float,
        advances: Callable[[str], float],
        found: list[ShapedPiece],
        apart: list[ShapedPiece],
    ) -> tuple[float, bool]:
        """Add the glyphs of a word from x, those that stand where they are expected as one piece, marks `apart`.

        Return its end, and whether each glyph has letters of its own.
        """
        glyphs = _shaped(self._font, word, is_left)
        glyphs = [*self._parted(glyphs)] if is_left else glyphs
        piece, expected = ShapedPiece(x, 0.0, ""), x
        for one in glyphs:
            name, left = self.named(one.number, one.letters), x + one.right
            x += one.advance
            if not one.advance and (one.right or one.up):
                apart.append(ShapedPiece(left, one.up, name))
                continue
            if piece.text and one.up == piece.y and abs(left - expected) <= 0.5:
                piece = piece._replace(text=piece.text + name)
            else:
                found += [piece] if piece.text else []
                piece = ShapedPiece(left, one.up, name)
            expected = left + advances(name)
        found += [piece] if piece.text else []
        return x, all(self.said[self.named(one.number, one.letters)] == one.letters for one in glyphs)

    def _parted(self, glyphs: Iterable[_ShapedGlyph]) -> Iterator[_ShapedGlyph]:
        """Yield glyphs with a letter each: viewers turn the letters of a ligature round with the line, or lose some."""
        for one in glyphs:
            first, others = one.letters[:1], one.letters[1:]
            if all((BLANK, letter) in self.names for letter in others):
                yield from (_ShapedGlyph(BLANK, 0, 0, 0, one.start, letter) for letter in reversed(others))
                one = one._replace(letters=first)
            yield one

    def named(self, glyph: int, letters: str) -> str:
        """Return the name of a glyph that stands for letters, or for none, as one that goes with other glyphs."""
        code = self.names.get((glyph, letters))
        name = chr(GLYPHS + glyph if code is None else code)
        self.said.setdefault(name, letters or JOINER)
        return name


class _ShapedGlyph(NamedTuple):
    """A glyph of a word: its number, how far it goes on and is moved, and where the letters begin that it stands for.

    Of several that stand for the same letters, the widest has them.
    """

    number: int
    advance: float
    right: float
    up: float
    start: int
    letters: str


def _shaped(font: Any, word: str, is_left: bool) -> list[_ShapedGlyph]:
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if is_left else "ltr"
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    try:
        uharfbuzz.shape(font, buffer)
    except MemoryError:  # so it says if a font wants too many glyphs
        return [_ShapedGlyph(0, 0, 0, 0, 0, word)]
    most = GROWTH * len(word)
    infos, places = buffer.glyph_infos[:most], buffer.glyph_positions[:most]
    starts = sorted({info.cluster for info in infos})
    letters = {start: word[start:end] for start, end in zip(starts, [*starts[1:], len(word)], strict=True)}
    bears: dict[int, int] = {}
    for index, (info, place) in enumerate(zip(infos, places, strict=True)):
        if info.cluster not in bears or place.x_advance > places[bears[info.cluster]].x_advance:
            bears[info.cluster] = index
    return [
        _ShapedGlyph(
            *(info.codepoint, place.x_advance, place.x_offset, place.y_offset, info.cluster),
            letters[info.cluster] if bears[info.cluster] == index else "",
        )
        for index, (info, place) in enumerate(zip(infos, places, strict=True))
    ]


def names(data: bytes, codes: Iterable[int]) -> dict[tuple[int, str], int]:
    """Return names for the glyphs of letters, wherever these stand in a word: a letter or none → a name.

    One glyph may be part of several letters, which dots tell apart; it has a name for each. Letters that run to the
    left have blank glyphs, too.
    """
    import uharfbuzz

    font = uharfbuzz.Font(uharfbuzz.Face(data))
    found: dict[tuple[int, str], int] = {}
    usual: set[int] = set()
    for letter in map(chr, sorted(codes)):
        is_left = unicodedata.bidirectional(letter) in ("R", "AL")
        for before, after in ALONE if not is_left else (*ALONE, ("", ZWJ), (ZWJ, ""), (ZWJ, ZWJ)):
            for one in _shaped(font, before + letter + after, is_left):
                said = one.letters.strip(ZWJ)
                if one.start == len(before) and (one.number, said) not in found:
                    found[one.number, said] = OTHERS + len(found) if one.number in usual else GLYPHS + one.number
                    usual.add(one.number)
        if is_left:
            found[BLANK, letter] = OTHERS + len(found)
    return found


def _visual(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the runs of a text from left to right on the page, each with whether it runs from right to left."""
    levels = _levels(text)
    runs: list[tuple[int, str]] = []
    at = 0
    for level, same in groupby(levels):
        begun, at = at, at + len([*same])
        runs.append((level, text[begun:at]))
    for least in range(max(levels, default=0), 0, -1):
        turned: list[tuple[int, str]] = []
        for high, group in groupby(runs, key=lambda run: run[0] >= least):
            turned += [*group][:: -1 if high else 1]
        runs = turned
    yield from ((part, level % 2 == 1) for level, part in runs)


def _levels(text: str) -> list[int]:
    """Return the level of each character: even ones run to the right, odd ones to the left."""
    is_left = is_leftward(text)
    base, own = ("R", {"R": 1}) if is_left else ("L", {"R": 1, "L": 0})
    kinds = [unicodedata.bidirectional(one) or "L" for one in text]
    _numbers(kinds, base)
    _brackets(text, kinds, base)
    levels = [own.get(kind, 2) for kind in _neutral(kinds, base)]
    for at in range(len(text) - 1, -1, -1):
        if not text[at].isspace():
            break
        levels[at] = int(is_left)  # spaces at the end belong to the line
    return levels


def _numbers(kinds: list[str], base: str) -> None:
    """Give marks the direction of their letters, and numbers that of their place (W1 to W7)."""
    strong = before = base
    for at, kind in enumerate(kinds):
        if kind == "NSM":
            kind = before
        elif kind == "EN" and strong == "AL":
            kind = "AN"
        before = kinds[at] = kind
        strong = kind if kind in _SIDES and kind not in _DIGITS else strong
    for at in range(1, len(kinds) - 1):
        left, kind, right = kinds[at - 1 : at + 2]
        if left == right and left in _DIGITS and (kind == "CS" or (kind == "ES" and left == "EN")):
            kinds[at] = left
    for order in (range(len(kinds)), range(len(kinds) - 1, -1, -1)):
        before = ""
        for at in order:
            before = kinds[at] = "EN" if kinds[at] == "ET" and before == "EN" else kinds[at]
    strong = base
    for at, kind in enumerate(kinds):
        kinds[at] = "R" if kind == "AL" else "L" if kind == "EN" and strong == "L" else kind
        strong = kinds[at] if kinds[at] in ("L", "R") else strong


def _brackets(text: str, kinds: list[str], base: str) -> None:
    """Give both brackets of a pair the direction of what is in them, or of the line (N0)."""
    opened: list[int] = []
    pairs: list[tuple[int, int]] = []
    for at, character in enumerate(text):
        if character in "([{":
            opened.append(at)
        elif character in ")]}":
            while opened:
                first = opened.pop()
                if text[first] + character in ("()", "[]", "{}"):
                    pairs.append((first, at))
                    break
    for first, last in sorted(pairs)[:PAIRS]:
        inside = {_SIDES.get(kind, "") for kind in kinds[first:last]} - {""}
        if base not in inside and inside:
            (other,) = inside
            context = next((side for kind in kinds[first::-1] if (side := _SIDES.get(kind))), base)
            kinds[first] = kinds[last] = other if context == other else base
        elif inside:
            kinds[first] = kinds[last] = base


def _neutral(kinds: list[str], base: str) -> list[str]:
    """Return kinds with what has no direction in that of both its neighbours, or else of the line (N1, N2)."""
    groups = [(side, [*same]) for side, same in groupby(kinds, key=lambda kind: _SIDES.get(kind, ""))]
    sides = [base, *(side for side, _ in groups), base]
    found: list[str] = []
    for index, (side, same) in enumerate(groups):
        before, after = sides[index], sides[index + 2]
        found += same if side else [before if before == after else base] * len(same)
    return found


_SIDES = {"L": "L", "R": "R", "AL": "R", "EN": "R", "AN": "R"}
"""Kinds with a direction: numbers count as being among what runs from right to left."""
_DIGITS = ("EN", "AN")
