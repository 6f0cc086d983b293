"""Draw what stands in a row: headings, straight or on an arc, and a track in miniature with its gates and locks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from rcwkit.art.hatching import Rectangle, hatched
from rcwkit.art.symbols import mark
from rcwkit.faces.layouts import Strip, Valign
from rcwkit.faces.parts import gate, pointed, ringed
from rcwkit.frame import MM, Item, Polygon, Rect
from rcwkit.game.game import Game
from rcwkit.type.text import CAP, Setter, TextBox, Where

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


WORDS = 8.0
"""Size of the type in a track’s boxes."""
APART, POINT = 1.1 * MM, 1.6 * MM
"""Of a track's boxes: the space between two, and the length of the points of the outer ones."""
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
            yield from hatched(shape, "rising", one.edge, 4.2, 0.5)
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
    need = {name: max(setter.width(line, font, size) for line in lines) for name, lines in names.items()}
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
    """Set the name of a track's box, at its top if it holds more."""
    pitch = size * 0.98
    first = y + tall / 2 + 0.35 * size - (len(box.lines) - 1) * 0.5 * pitch if low else y + 3.2 * MM
    font = "narrow" if setter.theme.outlined else "narrow-bold"
    for number, line in enumerate(box.lines):
        yield from _plain(line, box, first + number * pitch, size, setter.theme.ink, setter, font)


def _barred(box: _TrackBox, y: float, tall: float, words: list[str], setter: Setter) -> Iterator[Item]:
    """Set the cards that open or lock a track's box, or what it is less, under its name, clear of its point."""
    box = box._replace(x=box.x - box.end * POINT / 2)
    first = y + tall - 0.9 * MM - (len(words) - 1) * 2.9 * MM
    for number, word in enumerate(words):
        yield from _plain(word, box, first + number * 2.9 * MM, WORDS, box.edge, setter)


def _plain(
    text: str, box: _TrackBox, base: float, size: float, ink: str, setter: Setter, font: str = "narrow-bold"
) -> Iterator[Item]:
    """Set a line in the middle of a track's box, on a plain ground."""
    middle = box.x + box.width / 2
    wide = setter.width(text, font, size) + 0.4 * MM
    yield Rect(middle - wide / 2, base - 0.74 * size, wide, 0.78 * size, box.fill)
    yield setter.line(text, middle, base, font, size, ink, align=0.5)
