"""Questions of blank forms as slabs, with their answers to tick or to write in, and grids of answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import ceil, inf

from rcwkit.blocks.dice import Answers, Question
from rcwkit.diagnostics import Span
from rcwkit.layout.copy import Copy, Inset, Letters, Lines, Run
from rcwkit.layout.look import Look, Slab, rule
from rcwkit.layout.tables import Cell, Column, Edge, table
from rcwkit.look.frame import MM, Field, Group, Item
from rcwkit.look.text import CAP

__all__ = ["INDENT", "Pile", "answers", "question"]

INDENT = 7 * MM
"""How far texts are indented: their letter or number stands there."""
BESIDE = 0.5
"""The share of the width that choices may take beside what is asked; wider ones stand beneath it."""
NAME, DEEP = 27 * MM, 130 * MM
"""How wide the names of items stand, and how high a grid may be; a higher one is divided."""


@dataclass(slots=True)
class Pile:
    """Paragraphs one under the other from `x` on, in a width; what is put on it later stands below."""

    look: Look
    width: float
    at: Span | None
    x: float = INDENT
    y: float = 0.0
    items: list[Item] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)

    @property
    def pad(self) -> float:
        """What is free above and below an entry."""
        return self.look.mm(0.9, 0.6, 0.4)

    @property
    def leading(self) -> float:
        """The distance of lines, in sizes of type."""
        return self.look.of(1.24, 1.18, 1.14)

    def letters(self, font: str = "sans", fill: str = "") -> Letters:
        """The letters of running text."""
        return self.look.letters(8.5, 8.5, 8, font=font, fill=fill)

    def set(self, copy: Copy, width: float = inf) -> Lines:
        """Copy in lines of this pile's leading."""
        return copy.set(min(width, self.width), leading=self.leading, where=self.at)

    def put(self, lines: Lines, x: float = 0.0) -> None:
        """Put lines below the last ones."""
        self.items.append(Group(lines.items, self.x + x, self.y, role="P"))
        self.fields += [one.moved(self.x + x, self.y) for one in lines.fields]
        self.y += lines.height

    def add(self, slab: Slab) -> None:
        """Put a slab below the last lines."""
        self.items.append(Group(slab.items, self.x, self.y))
        self.fields += [one.moved(self.x, self.y) for one in slab.fields]
        self.y += slab.height

    def say(self, *runs: Run) -> None:
        """Put runs, if there are any."""
        if runs:
            self.put(self.set(self.look.copy(*runs)))

    def dashed(self, texts: Iterable[str], fill: str = "") -> None:
        """Put a line with a dash for each text."""
        letters, hang = self.letters(fill=fill), 3 * MM
        for text in texts:
            baseline = (self.leading + CAP) / 2 * letters.size
            dash = self.look.setter.line("–", -2.6 * MM, baseline, letters.font, letters.size, letters.fill)
            lines = self.set(self.look.copy((text, letters)), self.width - hang)
            self.put(lines._replace(items=(dash, *lines.items)), hang)

    def number(self, text: str, fill: str) -> None:
        """The letter or number of what is put next, on its first baseline."""
        letters = self.look.letters(8.5 if len(text) > 3 else 11, fill=fill, font="narrow-bold")
        baseline = self.y + (self.leading + CAP) / 2 * self.letters().size
        line = self.look.setter.line(text, 0, baseline, letters.font, letters.size, letters.fill)
        self.items.append(Group((line,), role="P"))

    def slab(self, width: float) -> Slab:
        """All that was put, over a thin rule."""
        high = self.y + self.pad
        return Slab(high, (*self.items, rule(high, width, self.look.theme.hairline, 0.15)), fields=tuple(self.fields))


def question(block: Question, look: Look, width: float) -> Iterator[Slab]:
    """A question under its letter; choices to tick, or a line to write on, stand at its right or beneath it."""
    pile = Pile(look, width - INDENT, block.at)
    pile.y = pile.pad
    pile.number(block.letter, look.theme.quiet)
    usual, bold = pile.letters(), pile.letters("narrow-bold")
    if block.spread:
        pile.say((f"{block.text} ", usual), *([(block.blank, bold)] if block.blank else []))
        pile.say(*([(" · ".join(block.choices), bold)] if block.choices else []))
        yield pile.slab(width)
        return
    asked = look.copy((block.text, usual))
    if block.blank:
        answer = look.copy(_blank(look, f"{block.about}: {block.text}"), (block.blank, bold))
    else:
        answer = look.copy(*(_choice(one, block.about, look, bold, 3.0, pile.width) for one in block.choices))
    if answer.most > BESIDE * pile.width:
        pile.put(pile.set(asked))
        pile.put(pile.set(answer))
    else:
        top, lines = pile.y, pile.set(answer)
        pile.put(pile.set(asked, pile.width - lines.width - 2 * MM))
        below, pile.y = pile.y, top
        pile.put(lines, pile.width - lines.width)
        pile.y = max(pile.y, below)
    yield pile.slab(width)


def _choice(text: str, about: str, look: Look, letters: Letters, gap: float, width: float) -> Inset:
    """A box to tick and its choice, which stay together."""
    box = look.tick(f"{about}: {text}", 2.6)
    left = box.width + 1 * MM
    words = look.copy((text, letters))
    lines = words.set(min(words.most, width - left), leading=1.14)
    high = max(box.height, lines.height)
    top = (high - box.height) / 2
    items = (Group(box.items, 0, top), Group(lines.items, left, (high - lines.height) / 2))
    return Inset(items, left + lines.width, high, gap * MM, tuple(one.moved(0, top) for one in box.fields))


def _blank(look: Look, about: str) -> Inset:
    """A line to write on."""
    wide, high = 12 * MM, 3.4 * MM
    return Inset((rule(high, wide, look.theme.ink, 0.25),), wide, high, 0.0, (Field(0, 0, wide, high, about, "write"),))


def answers(block: Answers, look: Look, width: float) -> Iterator[Slab]:
    """A grid of answers, a row an item; many items with a single question stand in two halves side by side."""
    halves = 2 if len(block.letters) == 1 and len(block.rows) > 6 else 1
    count = ceil(len(block.rows) / halves)
    name = NAME / width
    share = (1 / halves - name) / len(block.letters)
    rows = [[cell for half in range(halves) for cell in _heads(block, look, half)]]
    for number in range(count):
        rows.append(
            [
                cell
                for half, item in enumerate(block.rows[number::count])
                for cell in _row(block, item, look, half, share * width)
            ]
        )
    columns = [Column(share=name), *[Column(share=share)] * len(block.letters)] * halves
    grid = table(rows, width, columns, heads=1)
    for first, last in grid.cut(DEEP):
        part = grid.part(first, last)
        yield part._replace(height=part.height + 1.5 * MM)


def _heads(block: Answers, look: Look, half: int) -> Iterator[Cell]:
    """The letters of the questions over one half of a grid."""
    letters = look.letters(9, fill=look.theme.quiet, font="narrow-bold")
    yield _name(look, "", half)
    for letter in block.letters:
        yield Cell(look.copy((letter, letters)), pad=(0.8 * MM, 1 * MM), role="TH")


def _row(
    block: Answers, item: tuple[str, tuple[tuple[str, ...] | None, ...]], look: Look, half: int, width: float
) -> Iterator[Cell]:
    """An item with its cells: a dash where nothing is asked, choices to tick where they have room, or else space to write in."""
    name, cells = item
    quiet, bold, side = look.letters(8.5, fill=look.theme.quiet), look.letters(8, font="narrow-bold"), 1.2 * MM
    hairline = Edge("over", look.theme.hairline, 0.15 * MM)
    edges = (hairline, *(hairline._replace(side=side) for side in ("under", "left", "right")))
    usual = Cell(look.copy(), pad=(0.5 * MM, side), least=(0.0, 5.4 * MM), edges=edges, at=block.at)
    yield _name(look, name, half)._replace(at=block.at)
    for letter, choices in zip(block.letters, cells, strict=True):
        about = f"{block.about}: {name}: {letter}"
        ticks = look.copy(*(_choice(one, about, look, bold, 1.8, inf) for one in choices or ()))
        if choices is None:
            yield usual._replace(words=look.copy(("–", quiet)), across=0.5)
        elif choices and ticks.least <= width - 2 * side:
            yield usual._replace(words=ticks, leading=1.24)
        else:
            yield usual._replace(write=about)


def _name(look: Look, text: str, half: int) -> Cell:
    """The name of an item at the left of one half."""
    apart = 1.25 * MM
    words = look.copy((text, look.letters(8.5, font="narrow")))
    return Cell(words, pad=(0.5 * MM, apart), shift=apart if half else -apart, leading=1.1, role="TH")
