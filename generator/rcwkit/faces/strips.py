"""Draw what stands in a row or a column: headings, straight or on an arc, a track in miniature, sections of cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from rcwkit.art.hatching import Rectangle, hatched
from rcwkit.art.motifs import node
from rcwkit.art.symbols import mark
from rcwkit.art.theme import Hatch
from rcwkit.diagnostics import Diagnostic
from rcwkit.faces.layouts import CardSection, Strip, Valign
from rcwkit.faces.parts import (
    chip,
    disc,
    gate,
    grid,
    on_faces,
    plain_card,
    pointed,
    ringed,
    stair,
    stairs_height,
    windows,
)
from rcwkit.frame import MM, Group, Item, Line, Polygon, Rect
from rcwkit.game.game import Game
from rcwkit.source.markup import capitals
from rcwkit.type.fonts import styled
from rcwkit.type.text import CAP, Setter, TextBlock, TextBox, Where, running

if TYPE_CHECKING:
    from rcwkit.dice.setups import Box

_SPACES = re.compile(r"[ \t\r\n]+")


class HeadingStyle(NamedTuple):
    """How a heading is set: in how many lines at most, and where; the others are relative to the size of its type.

    A `pitch` is the distance of its lines in points, instead of the leading; `bend` are the degrees of an arc.
    """

    lines: int
    align: float
    valign: Valign
    leading: float
    rise: float
    spacing: float
    sign: float
    pitch: float = 0.0
    bend: float = 0.0


def relative(size: float) -> float:
    """Return a leading or the size of a sign, neither too small nor too large to set."""
    return min(8.0, max(0.1, size))


def heading(
    words: str,
    box: TextBox,
    style: HeadingStyle,
    font: str,
    sizes: Sequence[float],
    ink: str,
    setter: Setter,
    where: Where,
) -> Iterator[Item]:
    """Set a line that shrinks to the width of a box, or two. `sizes` are the largest, that of two lines, the least.

    What does not fit in the game's own font is set in that of the house.
    """
    words, most, least = _SPACES.sub(" ", words), sizes[0], sizes[-1]
    if style.bend:
        yield _bent(words, box, style, font, sizes, ink, setter, where)
        return
    font = _fitting(words, style, font, least, box.width, setter)
    lines: tuple[str, ...] = (words,)
    spacing, sign = style.spacing, style.sign
    if style.lines == 2:
        second = sizes[1] if len(sizes) > 2 else max(least, 0.75 * most)
        lines, size = setter.title(
            words, font, most, second, least, box.width, where, box.name, spacing=spacing, sign=sign
        )
    else:
        size = setter.size(words, font, most, least, box.width, where, box.name, spacing=spacing, sign=sign)
    pitch = style.pitch or size * style.leading
    rest = (len(lines) - 1) * pitch
    if style.valign == "top":
        first = box.y + 0.8 * size
    elif style.valign == "middle":
        first = box.y + box.height / 2 - rest / 2 + CAP / 2 * size
    else:
        first = box.y + box.height - rest - (0.2 * size if style.valign == "bottom" else 0.0)
    first -= style.rise * size
    align, spacing, sign = style.align or float(setter.is_leftward(words, font)), style.spacing, style.sign
    x = box.x + align * box.width
    for row, line in enumerate(lines):
        yield setter.line(line, x, first + row * pitch, font, size, ink, align=align, spacing=spacing, sign=sign)


FULL = 340.0
"""Most degrees of an arc: its ends do not meet."""


def _bent(
    words: str,
    box: TextBox,
    style: HeadingStyle,
    font: str,
    sizes: Sequence[float],
    ink: str,
    setter: Setter,
    where: Where,
) -> Item:
    """Set a line on an arc that shrinks to the width and height of a box."""
    bend = max(-FULL, min(FULL, style.bend))
    half, spacing, sign = abs(radians(bend)) / 2, style.spacing, style.sign
    em = max(0.01, setter.width(words, font, 1.0, spacing, sign))
    # Of a line one point wide: its width and height on the arc; the letters at its ends lean outwards or inwards.
    across, down = sin(min(half, pi / 2)) / half, (1 - cos(half)) / (2 * half)
    lean = 2 * CAP * sin(min(half, pi / 2)) if bend > 0 else 0.0
    foot = CAP * max(0.0, -cos(half)) if bend > 0 else 0.0
    pad = {"top": 0.1, "bottom": 0.2}.get(style.valign, 0.0)
    room = min(box.width / (em * across + lean), box.height / (em * down + CAP + foot + pad)) * em
    size = setter.size(words, font, sizes[0], sizes[-1], room, where, box.name, spacing=spacing, sign=sign)
    wide, high = em * size * across + lean * size, (CAP + foot + em * down) * size
    rest = box.height - high - pad * size
    below = {"top": rest, "middle": rest / 2, "bottom": pad * size}
    x = box.x + wide / 2 + style.align * (box.width - wide)
    y = box.y + box.height - below.get(style.valign, 0.0) - style.rise * size
    y -= (em * down + foot) * size if bend > 0 else 0.0
    return setter.arc(words, x, y, bend, font, size, ink, spacing=spacing, sign=sign)


def _fitting(words: str, style: HeadingStyle, font: str, least: float, width: float, setter: Setter) -> str:
    """Return a font, or that of the house which it replaces if only this can be as narrow as `width`."""
    instead = setter.book.replaced(font)
    if not instead or setter.book.missing(words, instead):
        return font
    lines = setter.halves(words, font) if style.lines == 2 else (words,)
    widest = max(setter.width(line, font, least, style.spacing, style.sign) for line in lines)
    return font if widest <= width else instead


WORDS, WRITTEN, SQUARE = 8.0, 4.0 * MM, 3.4 * MM
"""Size of the type in a track’s boxes, and beside what sections draw; height of a row of boxes, and of its boxes."""
APART, POINT = 1.1 * MM, 1.6 * MM
"""Of a track's boxes: the space between two, and the length of the points of the outer ones."""
RIM = 0.8 * MM
"""Width of the hatch along the edge of a box that is less to a row."""
LOW = 9 * MM
"""Height of a track below which its boxes have room for their names alone."""


class _TrackBox(NamedTuple):
    """A box of a track: its place, its name in lines, the colours of its owner, and what bars it."""

    name: str
    x: float
    width: float
    lines: tuple[str, ...]
    fill: str
    edge: str
    end: int


def strip(game: Game, shown: Strip, place: Rectangle, setter: Setter, where: Where) -> Iterator[Item]:
    """Draw a row of a track in miniature: its boxes, a gold disc where its marker starts, and its gates and locks."""
    from rcwkit.dice.setups import Track  # which most cards do without

    (x, y, width, tall), whole = place, game[Track][shown.track].value
    row = whole.rows.get(shown.row)
    start, low = row.start if row else whole.start, tall < LOW
    size = 6.5 if low else WORDS
    boxes = [*_boxes(game, whole.boxes, x, width, size, setter, where)]
    for one in boxes:
        left, right = (POINT if one.end == -1 else 0.0), (POINT if one.end == 1 else 0.0)
        shape = pointed(one.x, y, one.width, tall, left=left, right=right)
        yield Polygon(shape, one.fill, one.edge, 0.6 if setter.theme.outlined else 1.3)
        if row and one.name in row.hatched:
            yield from hatched(shape, "rising", one.edge, 2.6, 0.5)
            within = pointed(one.x + RIM, y + RIM, one.width - 2 * RIM, tall - 2 * RIM, left=left, right=right)
            yield Polygon(within, one.fill)
        yield from _named(one, y, tall, size, setter, low=low)
        if one.name == start:
            radius = 1.2 * MM if low else 2.45 * MM
            down = y if low else y + tall - radius - 0.9 * MM
            yield from ringed(one.x + one.width / 2, down, radius, 0.3 * radius, setter)
            yield from mark("star", one.x + one.width / 2, down, 1.1 * radius, setter.theme.ink, setter.theme.gold)
    if not row:
        return
    for one in boxes:
        bars = [bar for bar in (*row.gates, *row.locks) if bar.box == one.name]
        said = row.hatched.get(one.name, "")
        if not low:
            locked = [f":lock: {' '.join(bar.cards)}" for bar in bars if bar in row.locks]
            words = [*locked, *(title for bar in bars if bar in row.gates for title in bar.cards)]
            if not words and said and one.name != start:
                words = said.split()
            yield from _barred(one, y, tall, words, setter)
    for gate_ in row.gates:
        at = next(index for index, one in enumerate(boxes) if one.name == gate_.box)
        middle = boxes[at].x - APART / 2 if at > (len(boxes) - 1) / 2 else boxes[at].x + boxes[at].width + APART / 2
        yield from gate(middle, y - 0.6 * MM, tall + 1.2 * MM, setter.theme.ink, 1.8 * MM)


def _boxes(
    game: Game, boxes: Mapping[str, Box], x: float, width: float, size: float, setter: Setter, where: Where
) -> Iterator[_TrackBox]:
    """Yield the boxes of a track, as wide as their names need; the farther from the middle, the stronger their tint."""
    theme, font, middle = setter.theme, "narrow-bold", (len(boxes) - 1) / 2
    names = {name: setter.halves(box.title, font) for name, box in boxes.items()}
    room = width - (len(boxes) - 1) * APART
    outer = (names.keys() - list(names)[1:-1]) & {name for name, box in boxes.items() if box.colour in game.owners}
    need = {
        name: max(setter.width(line, font, size) for line in lines) + (POINT / 2 if name in outer else 0.0)
        for name, lines in names.items()
    }
    longest = max((line for lines in names.values() for line in lines), key=lambda line: setter.width(line, font, size))
    setter.size(longest, font, size, size, max(need.values()) * room / max(0.1, sum(need.values())), where, "box strip")
    average = room / len(boxes)
    shares = {name: 0.5 * average + 0.5 * room * wide / sum(need.values()) for name, wide in need.items()}
    for index, (name, box) in enumerate(boxes.items()):
        owner = game.owners.get(box.colour or "")
        strength = 0.16 + 0.22 * abs(index - middle) / (middle or 1)
        fill = theme.shade(owner.colour, strength) if owner else theme.page
        edge = theme.plate(owner.colour).edge if owner else theme.ink
        end = (-1 if index == 0 else 1 if index == len(boxes) - 1 else 0) if owner else 0
        yield _TrackBox(name, x, shares[name], names[name], fill, edge, end)
        x += shares[name] + APART


def _named(box: _TrackBox, y: float, tall: float, size: float, setter: Setter, *, low: bool) -> Iterator[Item]:
    """Set the name of a track's box clear of its point, at its top if it holds more."""
    box = box._replace(x=box.x - box.end * POINT / 4)
    pitch = size * 0.98
    first = y + tall / 2 + 0.35 * size - (len(box.lines) - 1) * 0.5 * pitch if low else y + 3.2 * MM
    font = "narrow" if setter.theme.outlined else "narrow-bold"
    for number, line in enumerate(box.lines):
        yield _centred(line, box, first + number * pitch, size, setter.theme.ink, setter, font)


def _barred(box: _TrackBox, y: float, tall: float, words: list[str], setter: Setter) -> Iterator[Item]:
    """Set the cards that open or lock a track's box, or what it is less, under its name, clear of its point."""
    box = box._replace(x=box.x - box.end * POINT / 4)
    first = y + tall - 1.25 * MM - (len(words) - 1) * 2.7 * MM
    for number, word in enumerate(words):
        yield _centred(word, box, first + number * 2.7 * MM, WORDS, box.edge, setter)


def _centred(
    text: str, box: _TrackBox, base: float, size: float, ink: str, setter: Setter, font: str = "narrow-bold"
) -> Item:
    """Return a line in the middle of a track's box."""
    return setter.line(text, box.x + box.width / 2, base, font, size, ink, align=0.5)


def section_point(text: str, ink: str, path: tuple[Any, ...], font: str, sign: float) -> TextBlock:
    """Return a point of a section; one that begins with a die needs no bullet."""
    bold = styled(font, bold=True)
    if text.startswith("{die "):
        return TextBlock(text, ink, path, font, bold, before=0.08, sign=sign)
    return TextBlock(text, ink, path, font, bold, before=0.08, indent=0.95, bullet="•", sign=sign)


class CardSlab(NamedTuple):
    """Part of a flow: texts, `indent` points in, and what is drawn beside or instead of them, `high` points.

    `before` is the gap before it in points, with the usual gaps; the `number` of a step stands at the left of the box.
    """

    before: float
    blocks: tuple[TextBlock, ...] = ()
    indent: float = 0.0
    high: float = 0.0
    draw: Callable[[float, float], Iterable[Item]] = lambda x, y: ()
    path: tuple[Any, ...] = ()
    number: str = ""


ON_CARD, SMALLER, MANY = 7.5 * MM, 7 * MM, 12
"""Edge of a chip on a card, and on a card with more than so many."""
BETWEEN = 0.75 * MM
"""Space after a chip."""
BAR = 4.2 * MM
"""Height of a heading in a bar."""
DISC, SMALL_CARD, SIGN = 2.9 * MM, (7.4 * MM, 9.2 * MM), 7.0 * MM
"""Radius of a disc, width and height of a small card, and height of a large sign, before texts."""
CLOSER, CLOSEST, DENSEST = 0.75, 0.35, 1.0
"""Part of the usual gaps down to which they close before the type shrinks, and afterwards, and the least leading."""
DIE = 4.4 * MM
"""Edge of a large die."""
WINDOWS = 24 * MM
"""Width of the windows of a chance."""
RAIL, NODE, STEP = 7.8 * MM, 2.9 * MM, 12.0
"""Width of what is at the left of steps, radius of what their numbers stand in, and the type of their headings."""


class Flow:
    """Sections with drawn words, one under the other in a box."""

    def __init__(
        self,
        setter: Setter,
        box: TextBox,
        where: Where,
        sign: float,
        game: Game | None,
        colour: str,
        font: str,
        run_in: bool,
    ) -> None:
        self.setter, self.box, self.where, self.sign = setter, box, where, sign
        self.game, self.colour, self.font, self.run_in = game, colour, font, run_in
        self.leading = box.leading or setter.theme.tight

    def set(self, slabs: Sequence[CardSlab], box: TextBox, most: float, least: float) -> Iterator[Item]:
        """Set slabs with even gaps: closer, then smaller, then closer still, at last denser. Reports E310."""
        setter, size, gap = self.setter, most, 1.0
        while (over := self.height(slabs, size, gap) - box.height) > 0.01:
            if gap <= CLOSER and size > least:
                size = max(least, size - 0.1)
            elif gap > CLOSEST:
                gap -= 0.1
            elif self.leading > DENSEST:
                self.leading = max(DENSEST, self.leading - 0.02)
            else:
                break
        if over > 0.01:
            message = f"text does not fit: the {box.name} needs {over / MM:.1f} mm more"
            path = slabs[-1].path or ("text",)
            setter.found.append(Diagnostic("E310", message, self.where(*path), "shorten it"))
        yield from self._rail(slabs, box, size, gap)
        y = box.y
        for index, slab in enumerate(slabs):
            y += slab.before * gap if index else 0.0
            text = self._tall(slab, size)
            tall = max(slab.high, text)
            yield from slab.draw(box.x, y)
            if slab.blocks:
                room = box._replace(x=box.x + slab.indent, y=y + (tall - text) / 2, width=box.width - slab.indent)
                room = room._replace(height=text + 0.1, leading=self.leading)
                yield from setter.fit(slab.blocks, room, size, size, self.where)
            y += tall

    def _rail(self, slabs: Sequence[CardSlab], box: TextBox, size: float, gap: float) -> Iterator[Item]:
        """Draw the numbers of steps at the left of the box, on a line that goes on to its foot."""
        theme, setter, left = self.setter.theme, self.setter, box.x - RAIL
        plate, nodes, y = theme.plate(self.colour), list[tuple[float, str]](), box.y
        for index, slab in enumerate(slabs):
            y += slab.before * gap if index else 0.0
            nodes += [(y, slab.number)] if slab.number else []
            y += max(slab.high, self._tall(slab, size))
        if nodes:
            yield Rect(
                left + NODE - 0.2 * MM, nodes[0][0] + NODE, 0.4 * MM, box.y + box.height - nodes[0][0] - NODE, theme.ink
            )
        for top, number in nodes:
            yield Group((node(NODE, plate, theme),), left, top)
            yield setter.line(number, left + NODE, top + NODE + 0.36 * STEP, "figures", STEP, plate.text, align=0.5)

    def height(self, slabs: Sequence[CardSlab], size: float, gap: float) -> float:
        """Return the height of slabs in points at a size of type, with so much of the usual gaps."""
        return sum(max(slab.high, self._tall(slab, size)) for slab in slabs) + gap * sum(
            slab.before for slab in slabs[1:]
        )

    def _tall(self, slab: CardSlab, size: float) -> float:
        room = self.box.width - slab.indent
        return self.setter.height(slab.blocks, room, size, self.leading) if slab.blocks else 0.0

    def slabs(self, texts: Sequence[TextBlock], listed: Sequence[CardSection]) -> Iterator[CardSlab]:
        """Yield the parts of texts and sections, from the top."""
        edge = SMALLER if sum(len(section.chips) for section in listed) > MANY else ON_CARD
        if texts:
            yield CardSlab(0.0, tuple(texts), path=("text",))
        for index, section in enumerate(listed):
            parts = [*self._head(section, index), *self._drawn(section, index, edge), *self._texts(section, index)]
            for at, part in enumerate(parts):
                yield part._replace(before=1.5 * MM if at == 0 else part.before)

    def _head(self, section: CardSection, index: int) -> Iterator[CardSlab]:
        """Yield a section's heading with the words behind it, in a bar or plain."""
        if section.head is None or self._runs_in(section):
            return
        if section.number:
            yield self._step(section, index)
            return
        setter, theme, where = self.setter, self.setter.theme, partial(self.where, index, "head")
        head, aside = capitals(section.head), section.aside or ""
        colour = self.colour if section.bar == "own" else theme.ink
        plate, inset = theme.plate(colour), 1.2 * MM if section.bar and not theme.outlined else 0.0
        plain = theme.legible(theme.accent, theme.paper) if self.run_in else theme.ink
        ink, quiet = (plate.text, plate.text) if section.bar else (plain, theme.quiet)
        room = self.box.width - 2 * inset
        size = setter.size(head, "narrow-bold", WORDS, WORDS, room, where, "heading")
        after = setter.width(head, "narrow-bold", size) + (1.5 if section.bar else 2.5) * MM
        setter.size(aside, "narrow", size, size, max(1.0, room - after), where, "heading")

        def draw(x: float, y: float) -> Iterator[Item]:
            if section.bar and theme.outlined:
                yield Line(x, y + BAR, x + self.box.width, y + BAR, plate.edge, 0.5)
            elif section.bar:
                yield Rect(x, y, self.box.width, BAR, plate.ground)
            base = y + (BAR / 2 + 0.36 * size if section.bar else 0.86 * size)
            yield setter.line(head, x + inset, base, "narrow-bold", size, ink)
            if aside:
                yield setter.line(aside, x + inset + after, base, "narrow", size, quiet)

        yield CardSlab(0.0, high=BAR if section.bar else 1.1 * size, draw=draw, path=(index, "head"))

    def _step(self, section: CardSection, index: int) -> CardSlab:
        """Return the large heading of a step, with the words behind it, over a line."""
        setter, theme, where = self.setter, self.setter.theme, partial(self.where, index, "head")
        head, aside, room = theme.cased(section.head or ""), section.aside or "", self.box.width
        size = setter.size(head, "display", STEP / setter.book.breadth, WORDS, room, where, "heading")
        after = setter.width(head, "display", size) + 2 * MM
        setter.size(aside, "narrow", WORDS, WORDS, max(1.0, room - after), where, "heading")

        def draw(x: float, y: float) -> Iterator[Item]:
            base = y + NODE + 0.36 * size
            yield setter.line(head, x, base, "display", size, theme.ink)
            if aside:
                yield setter.line(aside, x + after, base, "narrow", WORDS, theme.quiet)
            yield Line(x, y + 1.9 * NODE, x + room, y + 1.9 * NODE, theme.ink, 1.0)

        return CardSlab(0.0, high=1.9 * NODE + 0.8 * MM, draw=draw, path=(index, "head"), number=section.number or "")

    def _runs_in(self, section: CardSection) -> bool:
        """Return whether the heading of a section begins its text, as on cards that draw nothing."""
        return self.run_in and bool(section.head and section.text) and not (section.is_drawn or section.items)

    def _drawn(self, section: CardSection, index: int, edge: float) -> Iterator[CardSlab]:
        """Yield what a section draws above its texts."""
        setter, width = self.setter, self.box.width
        if section.chips:
            yield from self._chips(section, index, edge)
        if section.stair:
            high = stairs_height(width, section.stair, setter)
            draw = partial(self._stair, section)
            yield CardSlab(0.8 * MM, high=high, draw=draw, path=(index, "stair"))
        if section.roll:
            yield CardSlab(
                0.8 * MM, high=DIE + 0.4 * MM, draw=partial(self._roll, section, index), path=(index, "roll")
            )
        if section.grid:
            made = grid(section.grid, width, setter, partial(self.where, index, "grid"))
            yield CardSlab(1 * MM, high=made.height, draw=partial(_moved, made.items), path=(index, "grid"))
        for name, boxes in section.boxes.items():
            draw = partial(self._boxes, section, name, boxes)
            yield CardSlab(0.9 * MM, high=WRITTEN, draw=draw, path=(index, "boxes"))
        for name, faces in section.chances.items():
            yield CardSlab(0.8 * MM, high=4.6 * MM, draw=partial(self._chance, name, faces), path=(index, "chances"))
        for key, shown in (("discs", section.discs), ("cards", section.cards)):
            if len(shown) > 1:
                yield CardSlab(
                    0.8 * MM, high=self._tall_of(key), draw=partial(self._row, key, shown, index), path=(index, key)
                )

    def _stair(self, section: CardSection, x: float, y: float) -> Iterator[Item]:
        note = "" if section.head else section.aside or ""
        return stair(x, y, self.box.width, section.stair, self.colour, self.setter, note)

    def _roll(self, section: CardSection, index: int, x: float, y: float) -> Iterator[Item]:
        """Draw what a die gives, in a row with large dice; closer, if need be."""
        setter, font, sign = self.setter, "narrow-bold", DIE / WORDS
        widths = [setter.width(text, font, WORDS, sign=sign) for text in section.roll]
        spare, between = self.box.width - sum(widths), max(1, len(widths) - 1)
        if spare < 0:
            message = f"text does not fit: the row of dice is {-spare / MM:.1f} mm wider than the {self.box.name}"
            setter.found.append(Diagnostic("E310", message, self.where(index, "roll"), "shorten it"))
        for text, width in zip(section.roll, widths, strict=True):
            yield setter.line(text, x, y + DIE / 2 + 0.35 * WORDS, font, WORDS, setter.theme.ink, sign=sign)
            x += width + min(4 * MM, spare / between)

    def _boxes(self, section: CardSection, name: str, boxes: Sequence[str] | int, x: float, y: float) -> Iterator[Item]:
        """Draw a row of boxes after its name: to write in behind their words, or to tick by number."""
        setter, theme, base = self.setter, self.setter.theme, y + WRITTEN / 2 + 0.35 * WORDS
        wide = max(setter.width(one, "narrow-bold", WORDS) for one in section.boxes) + 1.8 * MM
        yield setter.line(name, x, base, "narrow-bold", WORDS, theme.ink)
        words, room = ("",) * boxes if isinstance(boxes, int) else tuple(boxes), self.box.width - wide
        column = min(room / len(words), SQUARE + 0.6 * MM) if isinstance(boxes, int) else room / max(3, len(words))
        after = max(setter.width(one, "narrow", WORDS) + 0.8 * MM if one else 0.0 for one in words)
        for at, one in enumerate(words):  # all boxes of a row are as wide
            left = x + wide + at * column
            across = column - after - (0.9 if one else 0.6) * MM
            yield Rect(left + after, y + (WRITTEN - SQUARE) / 2, across, SQUARE, theme.page, theme.ink, 0.6)
            middle, ink = (left, theme.ink) if one else (left + across / 2, theme.hairline)
            yield setter.line(one or f"{at + 1}", middle, base, "narrow", WORDS, ink, align=0.0 if one else 0.5)

    def _chance(self, name: str, faces: Sequence[int] | str, x: float, y: float) -> Iterator[Item]:
        """Draw when something happens: its name, six windows, and the faces in words."""
        setter, ink = self.setter, self.setter.theme.ink
        base, left = y + 3.4 * MM, x + 11.5 * MM
        shown: Sequence[int] = () if isinstance(faces, str) else faces
        plate = setter.theme.plate(self.colour)
        yield setter.line(name, x, base, "narrow-bold", WORDS, ink)
        if shown:
            full, line = (plate.edge, 0.5) if plate.hatch else (plate.ground, 0.7)
            hatch: Hatch | None = "rising" if plate.hatch else None
            yield from windows(left, y + 0.4 * MM, WINDOWS, shown, full, setter.theme.page, line, hatch)
            left += WINDOWS + 2 * MM
        words = faces if isinstance(faces, str) else on_faces(faces, setter.say)
        yield setter.line(words, left, base, "narrow-bold", WORDS, ink)

    def _chips(self, section: CardSection, index: int, edge: float) -> Iterator[CardSlab]:
        """Yield rows of chips, each with the words beside it."""
        from rcwkit.faces.counters import chip_of  # which most cards do without

        assert self.game is not None
        setter, rows, across = self.setter, list[list[Item]](), self.box.width
        for one in section.chips:
            shown = chip(chip_of(self.game, one, setter)._replace(sure=not section.dashed), setter, edge)
            words = setter.width(one.text, "narrow-bold", WORDS) + 1.6 * MM if one.text else 0.0
            if across + shown.width + words > self.box.width:
                rows.append([])
                across = 0.0
            rows[-1].append(Group(shown.items, across))
            across += shown.width
            if one.text:
                base = edge / 2 + 0.35 * WORDS
                rows[-1].append(setter.line(one.text, across + 0.8 * MM, base, "narrow-bold", WORDS, setter.theme.ink))
            across += words + BETWEEN
        for row in rows:
            yield CardSlab(0.7 * MM, high=edge, draw=partial(_moved, tuple(row)), path=(index, "chips"))

    @staticmethod
    def _tall_of(key: str) -> float:
        return 2 * DISC if key == "discs" else SMALL_CARD[1]

    def _shown(self, key: str, title: str, x: float, y: float) -> tuple[float, Iterable[Item]]:
        """Return the width of a disc or a small card, and its items."""
        if key == "discs":
            size = 11.0 if len(title) == 1 else 9.0
            return 2 * DISC, disc(x + DISC, y + DISC, DISC, title, size, self.setter, "figures")
        return SMALL_CARD[0], self._card(title, x, y)

    def _row(self, key: str, shown: Mapping[str, str], index: int, x: float, y: float) -> Iterator[Item]:
        """Draw discs or small cards in a row, each with its words in two lines or three."""
        column, ink = self.box.width / len(shown), self.setter.theme.ink
        for at, (title, text) in enumerate(shown.items()):
            left = x + at * column
            wide, items = self._shown(key, title, left, y)
            yield from items
            begin, room = left + wide + 1 * MM, column - wide - 1.6 * MM
            box = TextBox(begin, y - 1 * MM, room, self._tall_of(key) + 2 * MM, key, 0.0, 0.5, self.leading)
            block = TextBlock(text, ink, (index, key, title), "narrow", "narrow-bold")
            yield from self.setter.fit([block], box, WORDS, WORDS, self.where)

    def _card(self, title: str, x: float, y: float) -> Iterator[Item]:
        """Draw a small card in the colour of the side whose short title its number begins with."""
        owners = self.game.owners.values() if self.game else ()
        own = next((one for one in owners if one.plays and one.short and title.startswith(one.short)), None)
        plate = self.setter.theme.plate(own.colour if own else self.setter.theme.ink)
        return plain_card(x, y, *SMALL_CARD, title, plate, own.mark if own else "", self.setter)

    def _texts(self, section: CardSection, index: int) -> Iterator[CardSlab]:
        """Yield a section's texts, beside a figure, card or sign if it has one."""
        setter, theme, bold = self.setter, self.setter.theme, styled(self.font, bold=True)
        usual = TextBlock("", theme.ink, (index, "text"), self.font, bold, sign=self.sign)
        blocks = running(section.text, usual) if section.text else []
        if self._runs_in(section):
            red = theme.legible(theme.accent, theme.paper)
            blocks[0] = blocks[0]._replace(head=capitals(section.head or ""), head_fill=red)
        alone = [(key, shown) for key in ("discs", "cards") if len(shown := getattr(section, key)) == 1]
        key, title = (alone[0][0], next(iter(alone[0][1]))) if alone else ("", "")
        blocks += [usual._replace(text=alone[0][1][title])] if alone else []
        blocks += [
            section_point(text, theme.ink, (index, "items", row), self.font, self.sign)
            for row, text in enumerate(section.items)
        ]
        if not blocks:
            return
        before, words = (1 if section.grid else 0.5) * MM, tuple(blocks)
        if alone:
            wide, _ = self._shown(key, title, 0.0, 0.0)

            def draw(x: float, y: float) -> Iterable[Item]:
                return self._shown(key, title, x, y)[1]

            yield CardSlab(before, words, wide + 1.5 * MM, self._tall_of(key), draw, (index, key))
        elif section.lead:
            wide = setter.width(section.lead, "narrow-bold", SIGN)
            yield CardSlab(before, words, wide + 1.6 * MM, SIGN, partial(self._sign, section.lead), (index, "text"))
        else:
            yield CardSlab(before, words, path=(index, "text"))

    def _sign(self, sign: str, x: float, y: float) -> list[Item]:
        return [self.setter.line(sign, x, y + 0.86 * SIGN, "narrow-bold", SIGN, self.setter.theme.ink)]


def _moved(items: tuple[Item, ...], x: float, y: float) -> tuple[Item]:
    return (Group(items, x, y),)
