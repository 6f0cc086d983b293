"""What stands around the pieces on a sheet: numbered crop marks, outlines, the fold line, and the foot with its text and 100 mm ruler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM, Group, Item, Line, Polygon, Rect, Text
from rcwkit.look.theme import Theme

__all__ = ["BAND", "RULER", "THIN", "Box", "Foot", "crop_marks", "cut_numbers", "fold_line", "outline", "ruler"]

BAND = 8 * MM
"""The height of the foot of a sheet to be cut."""
RULER = 100 * MM
"""The length of the ruler."""
THIN = 0.15 * MM
"""The width of marks."""
LONGEST = 4 * MM
"""The most length of a crop mark."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

HALO = 0.35 * MM
"""The width of the light line under an outline."""
DIGIT, ASIDE = 4.2, 1.0
"""The size of the numbers at crop marks, and how far they keep off their line."""
CAP = 0.7
"""The height of a digit in ems."""
AMPLE = 2.5 * MM
"""A mark so long has a number at either end."""

_SMALL = 6.5
_SLACK = 3 * MM


def crop_marks(
    block: Box, free: Box, cuts: tuple[Sequence[float], Sequence[float]], gap: float, ink: str
) -> list[Item]:
    """Lines outside a block for every cut across (x) and down (y): `gap` off the block, at most LONGEST, and inside `free`."""
    (left, top, right, bottom), outer = _zone(block, free, gap)
    marks: list[Item] = []
    for x in cuts[0]:
        marks += [Line(x, outer[1], x, top, ink, THIN), Line(x, bottom, x, outer[3], ink, THIN)]
    for y in cuts[1]:
        marks += [Line(outer[0], y, left, y, ink, THIN), Line(right, y, outer[2], y, ink, THIN)]
    return marks


def cut_numbers(
    block: Box, free: Box, cuts: tuple[Sequence[float], Sequence[float]], gap: float, ink: str, fonts: FontBook
) -> list[Item]:
    """The order of the cuts at the ends of their marks, from 1: those across the page first, then those down it.

    Where marks are short at one end, as above a foot, the numbers stand at the other alone.
    """
    inner, outer = _zone(block, free, gap)
    cap = CAP * DIGIT
    numbers: list[Item] = []
    for number, (x, wide) in enumerate(zip(cuts[0], _wider(cuts[0]), strict=True), 1):
        label = f"{number}"
        at = x + ASIDE if wide > 0 else x - ASIDE - fonts.width(label, "narrow", DIGIT)
        numbers += [
            Text(at, middle + DIGIT / 4, label, "narrow", DIGIT, ink)
            for middle in _ends((outer[1], inner[1]), (inner[3], outer[3]))
        ]
    for number, (y, wide) in enumerate(zip(cuts[1], _wider(cuts[1]), strict=True), len(cuts[0]) + 1):
        label = f"{number}"
        half = fonts.width(label, "narrow", DIGIT) / 2
        at = y + ASIDE + cap if wide > 0 else y - ASIDE
        numbers += [
            Text(middle - half, at, label, "narrow", DIGIT, ink)
            for middle in _ends((outer[0], inner[0]), (inner[2], outer[2]))
        ]
    return numbers


def _ends(*marks: tuple[float, float]) -> Iterator[float]:
    """The middles of the marks that are long enough for a number, at least of the longest."""
    enough = min(AMPLE, max(high - low for low, high in marks) - 0.1)
    yield from ((low + high) / 2 for low, high in marks if high - low >= enough)


def _zone(block: Box, free: Box, gap: float) -> tuple[Box, Box]:
    """What the marks lie between: the block with its gap, and their outer ends."""
    left, top, right, bottom = block[0] - gap, block[1] - gap, block[2] + gap, block[3] + gap
    outer = (
        max(free[0], left - LONGEST),
        max(free[1], top - LONGEST),
        min(free[2], right + LONGEST),
        min(free[3], bottom + LONGEST),
    )
    return (left, top, right, bottom), outer


def _wider(cuts: Sequence[float]) -> Iterator[int]:
    """For every cut the side, 1 or -1, on which the next cut is farther away."""
    for index, cut in enumerate(cuts):
        before = cut - cuts[index - 1] if index else 0.0
        after = cuts[index + 1] - cut if index + 1 < len(cuts) else 0.0
        yield 1 if after >= before - 1e-6 else -1


def outline(box: Box, radius: float, theme: Theme, *, whole: bool) -> Iterator[Item]:
    """The trim of a piece, or only its rounded corners: ink on a light line, so that it shows on any art."""
    left, top, right, bottom = box
    if whole:
        for colour, line in ((theme.page, HALO), (theme.ink, THIN)):
            yield Rect(left, top, right - left, bottom - top, stroke=colour, line=line, radius=radius)
        return
    centres = (
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
        (left + radius, top + radius),
        (right - radius, top + radius),
    )
    for quarter, (x, y) in enumerate(centres):
        angles = [(quarter + step / 8) * pi / 2 for step in range(9)]
        points = tuple((round(x + radius * cos(angle), 3), round(y + radius * sin(angle), 3)) for angle in angles)
        for colour, line in ((theme.page, HALO), (theme.ink, THIN)):
            yield Polygon(points, None, colour, line, closed=False)


def fold_line(x: float, top: float, bottom: float, ink: str) -> tuple[Item, ...]:
    """A dashed line down the page; it begins and ends with a dash."""
    dash, pause = 3 * MM, 2 * MM
    count = int((bottom - top + pause) / (dash + pause))
    step = (bottom - top - dash) / (count - 1)
    return tuple(Line(x, top + step * index, x, top + step * index + dash, ink, THIN) for index in range(count))


class Foot(NamedTuple):
    """What the feet of a file's sheets say: whose game, what is printed, a line in small print, and what was corrected for which printer."""

    game_title: str
    title: str
    small: str
    theme: Theme
    fonts: FontBook
    printer: str = ""

    @property
    def _names(self) -> str:
        return " · ".join(part for part in (self.game_title, self.title, self.theme.edition) if part)

    def band(self, length: float, label: str) -> tuple[Item, ...]:
        """The foot of a sheet to be cut, `length` by BAND: names and small print at the left, the ruler at the right."""
        room = length - RULER - 3 * _SLACK
        ink, quiet = self.theme.ink, self.theme.quiet
        names = _cut(
            self._names, room - self.fonts.width(f" · {label}", "sans-bold", _SMALL), "sans-bold", _SMALL, self.fonts
        )
        first, rest = _divided(self.small, room, self.fonts)
        rows = (
            (6.0, f"{names} · {label}", "sans-bold", ink),
            (13.5, _cut(first, room, "sans", _SMALL, self.fonts), "sans", quiet),
            (21.0, _cut(rest, room, "sans", _SMALL, self.fonts), "sans", quiet),
        )
        texts = (Text(0, y, text, font, _SMALL, colour) for y, text, font, colour in rows if text)
        return (
            *texts,
            Group(ruler(self.theme, self.fonts), length - RULER - _SLACK, key=f"ruler {self.theme.ink}"),
            *self._profile(length - _SLACK),
        )

    def _profile(self, right: float) -> Iterator[Item]:
        """The printer under the ruler's end."""
        if self.printer:
            said = _cut(self.printer, 0.58 * RULER, "sans", _SMALL, self.fonts)
            yield Text(right - self.fonts.width(said, "sans", _SMALL), 21, said, "sans", _SMALL, self.theme.ink)

    def line(self, length: float, label: str, *, scale: bool) -> tuple[Item, ...]:
        """One quiet line on the baseline 0: names at the left, the sheet's label at the right, under a `scale` of 100 mm.

        Names too long for it are set in the narrow face.
        """
        end = self.fonts.width(label, "sans", _SMALL)
        names, room = (
            " · ".join(part for part in (self._names, self.printer, self.small) if part),
            length - end - _SLACK,
        )
        font = "sans" if self.fonts.width(names, "sans", _SMALL) <= room else "narrow"
        return (
            Text(0, 0, _cut(names, room, font, _SMALL, self.fonts), font, _SMALL, self.theme.quiet),
            Text(length - end, 0, label, "sans", _SMALL, self.theme.quiet),
            *((Group(_scale(self.theme.ink), length - RULER, -7.8, key=f"scale {self.theme.ink}"),) if scale else ()),
        )


@lru_cache(maxsize=8)
def ruler(theme: Theme, fonts: FontBook) -> tuple[Item, ...]:
    """A bar of ten centimetre blocks under their numbers, from x 0 to RULER."""
    top, height = 8.0, 4.5
    fill, stroke = (None, theme.ink) if theme.outlined else (theme.ink, None)
    items: list[Item] = [
        Rect(step * 10 * MM, top, 10 * MM, height, fill, stroke, THIN if stroke else 0.0) for step in range(0, 10, 2)
    ]
    items.append(Line(0, top + height, RULER, top + height, theme.ink, THIN))
    for step in range(11):
        at, label = step * 10 * MM, f"{step * 10}"
        items.append(Line(at, top - 2, at, top + height, theme.ink, THIN))
        items.append(Text(at - fonts.width(label, "narrow", 6) / 2, top - 3, label, "narrow", 6, theme.ink))
    items.append(Text(0, 21, "Print at 100 %: this bar is 100 mm long.", "sans", _SMALL, theme.ink))
    return tuple(items)


@lru_cache(maxsize=8)
def _scale(ink: str) -> tuple[Item, ...]:
    """A line of 100 mm with a tick at every centimetre, as high as is left above a line of small print."""
    ticks = (Line(step * 10 * MM, -2.6 if step % 5 == 0 else -1.6, step * 10 * MM, 0, ink, THIN) for step in range(11))
    return (Line(0, 0, RULER, 0, ink, THIN), *ticks)


def _divided(text: str, room: float, fonts: FontBook) -> tuple[str, str]:
    """As many words as a line of small print takes, and the rest."""
    words = text.split(" ")
    count = len(words)
    while count > 1 and fonts.width(" ".join(words[:count]), "sans", _SMALL) > room:
        count -= 1
    return " ".join(words[:count]), " ".join(words[count:])


def _cut(text: str, room: float, font: str, size: float, fonts: FontBook) -> str:
    """As many words as there is room for, or as much of a single one."""
    if fonts.width(text, font, size) <= room:
        return text
    words = text.split(" ")
    while len(words) > 1 and fonts.width(" ".join(words) + " …", font, size) > room:
        words.pop()
    kept = " ".join(words)
    while kept and fonts.width(kept + " …", font, size) > room:
        kept = kept[:-1]
    return kept + " …"
