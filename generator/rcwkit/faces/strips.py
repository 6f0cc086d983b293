"""Draw a row of a track in miniature, for cards: its boxes, its marker's start, its gates and locks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from rcwkit.art.hatching import Rectangle, hatched
from rcwkit.art.symbols import mark
from rcwkit.faces.layouts import Strip
from rcwkit.faces.parts import gate, pointed, ringed
from rcwkit.frame import MM, Item, Polygon, Rect
from rcwkit.game.game import Game
from rcwkit.type.text import Setter, Where

if TYPE_CHECKING:
    from rcwkit.dice.setups import Box

__all__ = ["strip"]

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
