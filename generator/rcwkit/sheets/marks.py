"""Marks around the pieces of a sheet: numbered crop marks, outlines, the fold line, and the foot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from rcwkit.art.theme import Theme
from rcwkit.frame import MM, Frame, Group, Item, Line, Polygon, Rect, Shape, Text
from rcwkit.source.language import ENGLISH, Language
from rcwkit.type.fonts import FontBook

BAND = 8 * MM
"""Height of the footer of a sheet to cut."""
HEADING = 4.5 * MM
"""Height of the line above one of several blocks on a sheet."""
RULER = 100 * MM
"""Length of the ruler."""
THIN = 0.15 * MM
"""Line width of marks."""
LONGEST = 4 * MM
"""Maximum length of crop marks."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""

HALO = 0.35 * MM
"""Width of the light line under an outline."""
DIGIT, ASIDE = 5.5, 1.0
"""Size of the numbers at crop marks, and their distance from the line."""
CAP = 0.7
"""Height of digits in ems."""
AMPLE = 2.5 * MM
"""Length from which a mark has a number."""

_SMALL = 6.5
SMALLEST = 4.5
"""Least size of the small print of footers, in points."""
_SLACK = 3 * MM


OVER = "#D40000"
"""Colour of what does not fit, in a draft."""


def reddened(frame: Frame, places: Set[str]) -> Frame:
    """Return a face with the texts of these sources, as `file:line`, in red, and in a red border if it has any."""
    items = red_texts(frame.items, places)
    if items is frame.items and frame.at not in places:
        return frame
    inset = MM / 2
    border = Rect(inset, inset, frame.width - 2 * inset, frame.height - 2 * inset, None, OVER, MM)
    return frame._replace(items=(*items, border))


def red_texts(items: tuple[Item, ...], places: Set[str], *, inside: bool = False) -> tuple[Item, ...]:
    """Return items with the texts of some sources in red; the same ones if there are none."""
    found = tuple(_red_item(item, places, inside) for item in items)
    return items if all(new is old for new, old in zip(found, items, strict=True)) else found


def _red_item(item: Item, places: Set[str], inside: bool) -> Item:
    if isinstance(item, Group):
        items = red_texts(item.items, places, inside=inside or item.at in places)
        return item if items is item.items else item._replace(items=items, key=item.key and f"{item.key}-over")
    return item._replace(fill=OVER) if inside and isinstance(item, Text) else item


def crop_marks(
    block: Box, free: Box, cuts: tuple[Sequence[float], Sequence[float]], gap: float, ink: str
) -> list[Item]:
    """Return a crop mark outside the block for each cut (x, y): `gap` away, at most LONGEST long, and inside `free`."""
    (left, top, right, bottom), outer = _zone(block, free, gap)
    marks: list[Item] = []
    for x in cuts[0]:
        marks += [Line(x, outer[1], x, top, ink, THIN), Line(x, bottom, x, outer[3], ink, THIN)]
    for y in cuts[1]:
        marks += [Line(outer[0], y, left, y, ink, THIN), Line(right, y, outer[2], y, ink, THIN)]
    return marks


INSET, ARM, STROKE, SQUARE = 5 * MM, 6 * MM, 0.5 * MM, 5 * MM
"""Registration marks: their distance from the margin, the length and width of lines, and the side of the square."""
BESIDE, CORNER = INSET + 3 * MM, INSET + ARM + MM
"""How far from the margin pieces are: between the registration marks, and clear of their corners."""


def registration(page: tuple[float, float], margin: float) -> Iterator[Item]:
    """Yield the marks that cameras of cutting machines look for: a square at the top left, angles in two corners."""
    left, top = margin + INSET, margin + INSET
    right, bottom = page[0] - left, page[1] - top
    yield Rect(left, top, SQUARE, SQUARE, "#000000")
    for x, y, inwards in ((right, top, 1), (left, bottom, -1)):
        angle = ((x - inwards * ARM, y), (x, y), (x, y + inwards * ARM))
        yield Polygon(angle, None, "#000000", STROKE, closed=False)


def cut_numbers(
    block: Box, free: Box, cuts: tuple[Sequence[float], Sequence[float]], gap: float, ink: str, fonts: FontBook
) -> list[Item]:
    """Number the cuts at their marks in cutting order, from 1: first the vertical cuts, then the horizontal ones.

    If the marks are short on one side, as above a footer, only those on the other side are numbered. No number is
    outside of the free area.
    """
    inner, outer = _zone(block, free, gap)
    cap = CAP * DIGIT
    numbers: list[Item] = []
    for number, (x, wide) in enumerate(zip(cuts[0], _wider(cuts[0]), strict=True), 1):
        label = f"{number}"
        at = x + ASIDE if wide > 0 else x - ASIDE - fonts.width(label, "narrow", DIGIT)
        numbers += [
            Text(at, _within(middle, DIGIT / 2, free[1], free[3]) + DIGIT / 4, label, "narrow", DIGIT, ink)
            for middle in _ends((outer[1], inner[1]), (inner[3], outer[3]))
        ]
    for number, (y, wide) in enumerate(zip(cuts[1], _wider(cuts[1]), strict=True), len(cuts[0]) + 1):
        label = f"{number}"
        half = fonts.width(label, "narrow", DIGIT) / 2
        at = y + ASIDE + cap if wide > 0 else y - ASIDE
        numbers += [
            Text(_within(middle, half, free[0], free[2]) - half, at, label, "narrow", DIGIT, ink)
            for middle in _ends((outer[0], inner[0]), (inner[2], outer[2]))
        ]
    return numbers


def _within(middle: float, half: float, low: float, high: float) -> float:
    """Return the middle of something half as long as this, moved so that it is between two ends."""
    return min(max(middle, low + half), high - half)


def _ends(*marks: tuple[float, float]) -> Iterator[float]:
    """Yield the middles of marks that are long enough for a number, always including the longest."""
    enough = min(AMPLE, max(high - low for low, high in marks) - 0.1)
    yield from ((low + high) / 2 for low, high in marks if high - low >= enough)


def _zone(block: Box, free: Box, gap: float) -> tuple[Box, Box]:
    """Return the boxes between which marks lie: the block with its gap, and their outer ends."""
    left, top, right, bottom = block[0] - gap, block[1] - gap, block[2] + gap, block[3] + gap
    outer = (
        max(free[0], left - LONGEST),
        max(free[1], top - LONGEST),
        min(free[2], right + LONGEST),
        min(free[3], bottom + LONGEST),
    )
    return (left, top, right, bottom), outer


def _wider(cuts: Sequence[float]) -> Iterator[int]:
    """Yield for each cut the side, 1 or -1, on which the next cut is farther away."""
    for index, cut in enumerate(cuts):
        before = cut - cuts[index - 1] if index else 0.0
        after = cuts[index + 1] - cut if index + 1 < len(cuts) else 0.0
        yield 1 if after >= before - 1e-6 else -1


def outline(box: Box, radius: float, theme: Theme, *, whole: bool) -> Iterator[Item]:
    """Yield the trim of a piece, or only its rounded corners, in ink on a light line that shows on any art."""
    left, top, right, bottom = box
    if whole:
        for colour, line in ((theme.page, HALO), (theme.ink, THIN)):
            yield Rect(left, top, right - left, bottom - top, stroke=colour, line=line, radius=radius)
        return
    for points in _arcs(box, radius):
        for colour, line in ((theme.page, HALO), (theme.ink, THIN)):
            yield Polygon(points, None, colour, line, closed=False)


def corners_of(shape: Shape, box: Box) -> tuple[tuple[float, float], ...]:
    """Return the outline of a piece in its box: the corners of a hex, flat above and below, or a fine circle."""
    left, top, right, bottom = box
    x, y, a, b = (left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2
    if shape == "hex":
        return ((left, y), (x - a / 2, top), (x + a / 2, top), (right, y), (x + a / 2, bottom), (x - a / 2, bottom))
    if shape == "round":
        return tuple((x + a * cos(step * pi / 48), y + b * sin(step * pi / 48)) for step in range(96))
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def cut_line(frame: Frame) -> tuple[tuple[float, float], ...]:
    """Return the corners of the line along which a face is cut, from its own corner; none for a rectangle."""
    if frame.outline:
        return frame.outline
    return () if frame.shape == "square" else corners_of(frame.shape, (0.0, 0.0, frame.width, frame.height))


def trimmed(frame: Frame, x: float, y: float, radius: float = 0.0) -> tuple[tuple[float, float], ...]:
    """Return the corners of the line along which a piece at (x, y) is cut, with arcs of a rectangle in short steps."""
    box = x, y, x + frame.width, y + frame.height
    if line := cut_line(frame):
        return tuple((x + right, y + down) for right, down in line)
    return tuple(point for arc in _arcs(box, radius) for point in arc) if radius else corners_of("square", box)


def _arcs(box: Box, radius: float) -> Iterator[tuple[tuple[float, float], ...]]:
    """Yield the arcs of rounded corners, clockwise from the one at the lower right."""
    left, top, right, bottom = box
    centres = (
        (right - radius, bottom - radius),
        (left + radius, bottom - radius),
        (left + radius, top + radius),
        (right - radius, top + radius),
    )
    for quarter, (x, y) in enumerate(centres):
        angles = [(quarter + step / 8) * pi / 2 for step in range(9)]
        yield tuple((round(x + radius * cos(angle), 3), round(y + radius * sin(angle), 3)) for angle in angles)


def shaped(frame: Frame, x: float, y: float, theme: Theme) -> Iterator[Item]:
    """Yield the line along which a piece that is no rectangle is cut, in ink on a light line that shows on any art."""
    line = trimmed(frame, x, y)
    for colour, wide in ((theme.page, HALO), (theme.ink, THIN)):
        yield Polygon(line, None, colour, wide)


def fold_line(x: float, top: float, bottom: float, ink: str) -> tuple[Item, ...]:
    """Return a dashed line down the page that begins and ends with a dash."""
    dash, pause = 3 * MM, 2 * MM
    count = int((bottom - top + pause) / (dash + pause))
    step = (bottom - top - dash) / (count - 1)
    return tuple(Line(x, top + step * index, x, top + step * index + dash, ink, THIN) for index in range(count))


class Foot(NamedTuple):
    """The footer of a file's sheets: game, document, small print, and the printer that they are corrected for."""

    game_title: str
    title: str
    small: str
    theme: Theme
    fonts: FontBook
    printer: str = ""
    say: Language = ENGLISH

    @property
    def _names(self) -> str:
        return " · ".join(filter(None, (self.game_title, self.title, self.theme.edition)))

    def band(self, length: float, label: str) -> tuple[Item, ...]:
        """Return the footer of a sheet to cut, `length` by BAND: text at the left, the ruler at the right."""
        room = length - RULER - 3 * _SLACK
        names = _flowed(f"{self._names} · {label}", [room], "sans-bold", self.fonts)
        small = _flowed(self.small, [room] * 2, "sans", self.fonts, more=1)
        top, pitch = (13.5, 7.5) if len(small) < 3 else (11.8, 5.0)
        rows = [(6.0, *one, self.theme.ink) for one in names]
        rows += [(top + number * pitch, *one, self.theme.quiet) for number, one in enumerate(small)]
        return (
            *(Text(0, y, text, font, size, colour) for y, text, font, size, colour in rows),
            Group(ruler(self.theme, self.fonts, self.say), length - RULER - _SLACK, key=f"ruler {self.theme.ink}"),
            *self._profile(length - _SLACK),
        )

    def _profile(self, right: float) -> Iterator[Item]:
        """Yield the printer's profile, under the end of the ruler."""
        if self.printer:
            ((said, font, size),) = _flowed(self.printer, [0.58 * RULER], "sans", self.fonts)
            yield Text(right - self.fonts.width(said, font, size), 21, said, font, size, self.theme.ink)

    def heading(self, cell: Box, holds: Mapping[str, int], size: str) -> Iterator[Item]:
        """Yield the line above the cell of a block: what it holds, how many of each, and their size."""
        left, top, right, _ = cell
        said, large = " · ".join(f"{name}: {count}" for name, count in holds.items()), _SMALL + 2
        room = right - left - self.fonts.width(size, "sans", _SMALL) - 2 * _SLACK
        ((text, font, points),) = _flowed(said, [room], "sans-bold", self.fonts, most=large)
        y, end = top - HEADING + large, left + self.fonts.width(text, font, points) + _SLACK
        yield Text(left, y, text, font, points, self.theme.ink)
        yield Text(end, y, size, "sans", _SMALL, self.theme.quiet)

    def line(self, length: float, label: str, *, scale: bool) -> tuple[Item, ...]:
        """Return a footer on the baseline 0, optionally with a `scale` of 100 mm above its right end.

        Long names are set in the narrow face, and begin on a line above; beside a scale, both lines end before it.
        """
        end = self.fonts.width(label, "sans", _SMALL)
        names = " · ".join(filter(None, (self._names, self.printer, self.small)))
        if scale:
            rows = _flowed(names, [length - RULER - _SLACK] * 2, "sans", self.fonts)
        else:
            rows = _flowed(names, [length - end - _SLACK], "sans", self.fonts, least=6.0, first=length)
        return (
            *(
                Text(0, (number - len(rows) + 1) * (size + 0.4), text, font, size, self.theme.quiet)
                for number, (text, font, size) in enumerate(rows)
            ),
            Text(length - end, 0, label, "sans", _SMALL, self.theme.quiet),
            *((Group(_scale(self.theme.ink), length - RULER, -7.8, key=f"scale {self.theme.ink}"),) if scale else ()),
        )


def ruler(theme: Theme, fonts: FontBook, say: Language = ENGLISH) -> tuple[Item, ...]:
    """Return a bar of ten 1 cm blocks with numbers, from x 0 to RULER."""
    return _ruler(theme.ink, theme.outlined, fonts, say)


@lru_cache(maxsize=8)
def _ruler(ink: str, outlined: bool, fonts: FontBook, say: Language) -> tuple[Item, ...]:
    top, height = 8.0, 4.5
    fill, stroke = (None, ink) if outlined else (ink, None)
    items: list[Item] = [
        Rect(step * 10 * MM, top, 10 * MM, height, fill, stroke, THIN if stroke else 0.0) for step in range(0, 10, 2)
    ]
    items.append(Line(0, top + height, RULER, top + height, ink, THIN))
    for step in range(11):
        at, label = step * 10 * MM, f"{step * 10}"
        items.append(Line(at, top - 2, at, top + height, ink, THIN))
        items.append(Text(at - fonts.width(label, "narrow", 6) / 2, top - 3, label, "narrow", 6, ink))
    items.append(Text(0, 21, say("Print at 100 %: this bar is 100 mm long."), "sans", _SMALL, ink))
    return tuple(items)


@lru_cache(maxsize=8)
def _scale(ink: str) -> tuple[Item, ...]:
    """Return a 100 mm line with a tick at every centimetre, low enough to go above a line of small print."""
    ticks = (Line(step * 10 * MM, -2.6 if step % 5 == 0 else -1.6, step * 10 * MM, 0, ink, THIN) for step in range(11))
    return (Line(0, 0, RULER, 0, ink, THIN), *ticks)


def _flowed(
    text: str,
    rooms: list[float],
    font: str,
    fonts: FontBook,
    *,
    least: float = SMALLEST,
    more: int = 0,
    first: float = 0.0,
    most: float = _SMALL,
) -> list[tuple[str, str, float]]:
    """Return small print as lines that fit the rooms, each with its font and size.

    Type of the size `most` gets narrow, then smaller down to `least`; then lines as long as the last are added, `more`
    of them, or one as long as `first` above the others. Only a text that fits none of these is cut.
    """
    narrow = "narrow-bold" if "bold" in font else "narrow"
    sizes = [(font, most), *((narrow, size / 4) for size in range(round(4 * most), round(4 * SMALLEST) - 1, -1))]
    extended = [first, *rooms] if first else [*rooms, *rooms[-1:] * more]
    tried = [(rooms, one) for one in sizes if one[1] >= least] + [(extended, one) for one in sizes]
    for given, (face, size) in tried:
        lines = _broken(text, given, face, size, fonts)
        fit = [fonts.width(line, face, size) <= room for line, room in zip(lines, given, strict=False)]
        if len(lines) <= len(given) and all(fit):
            return [(line, face, size) for line in lines if line]
    fit[-1] &= len(lines) <= len(given)
    return [
        (line if whole else _truncated(f"{line} …", room, face, size, fonts), face, size)
        for line, room, whole in zip(lines, given, fit, strict=False)
    ]


def _broken(text: str, rooms: Sequence[float], font: str, size: float, fonts: FontBook) -> list[str]:
    """Break a text into lines that fill the rooms; the last takes what is left over."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        room = rooms[min(len(lines), len(rooms)) - 1]
        if lines[-1] and len(lines) <= len(rooms) and fonts.width(longer, font, size) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _truncated(text: str, room: float, font: str, size: float, fonts: FontBook) -> str:
    """Shorten a line before its ellipsis until it fits."""
    kept = text.removesuffix(" …")
    while kept and fonts.width(kept + " …", font, size) > room:
        kept = kept[:-1]
    return kept.rstrip() + " …"


INK, LINE = "#27221C", 1.2
"""Colour and width of the line, half of which lies on the piece, in points."""


def outlined(frame: Frame) -> Frame:
    """Return a piece with a line along its edge."""
    edge = Polygon(corners_of(frame.shape, (0, 0, frame.width, frame.height)), None, INK, LINE)
    return frame._replace(items=(*frame.items, edge))


def gutters(placed: Sequence[tuple[int, Frame, tuple[float, float]]], theme: Theme) -> Iterator[Item]:
    """Yield light lines over the cuts between pieces that touch, where the look has them and pieces are filled."""
    if not theme.gutter or theme.outlined:
        return
    wide, corners = theme.gutter, {(round(x, 1), round(y, 1)) for _, _, (x, y) in placed}
    for _, frame, (x, y) in placed:
        if (round(x + frame.width, 1), round(y, 1)) in corners:
            yield Rect(x + frame.width - wide / 2, y, wide, frame.height, theme.page)
        if (round(x, 1), round(y + frame.height, 1)) in corners:
            yield Rect(x, y + frame.height - wide / 2, frame.width, wide, theme.page)
