"""Questions of blank forms as slabs, with choices to tick or blanks to write in, and grids of answers."""

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
"""Indent of texts, beside their letter or number."""
BESIDE = 0.5
"""Maximum share of the width for choices beside their question; wider ones go below it."""
NAME, DEEP = 27 * MM, 130 * MM
"""Width of the names of items, and maximum height of a grid before it is divided."""


@dataclass(slots=True)
class Pile:
    """Stacks paragraphs one below the other, at `x` and of a width."""

    look: Look
    width: float
    at: Span | None
    x: float = INDENT
    y: float = 0.0
    items: list[Item] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)

    @property
    def pad(self) -> float:
        """Space above and below an entry (pt)."""
        return self.look.mm(0.9, 0.6, 0.4)

    @property
    def leading(self) -> float:
        """Leading of running text, in ems."""
        return self.look.of(1.24, 1.18, 1.14)

    def letters(self, font: str = "sans", fill: str = "") -> Letters:
        """Return the letters of running text."""
        return self.look.letters(8.5, 8.5, 8, font=font, fill=fill)

    def set(self, copy: Copy, width: float = inf) -> Lines:
        """Set copy with this pile's leading."""
        return copy.set(min(width, self.width), leading=self.leading, where=self.at)

    def put(self, lines: Lines, x: float = 0.0) -> None:
        """Add lines at the bottom."""
        self.items.append(Group(lines.items, self.x + x, self.y, role="P"))
        self.fields += [one.moved(self.x + x, self.y) for one in lines.fields]
        self.y += lines.height

    def add(self, slab: Slab) -> None:
        """Add a slab at the bottom."""
        self.items.append(Group(slab.items, self.x, self.y))
        self.fields += [one.moved(self.x, self.y) for one in slab.fields]
        self.y += slab.height

    def say(self, *runs: Run) -> None:
        """Add a paragraph of runs, if there are any."""
        if runs:
            self.put(self.set(self.look.copy(*runs)))

    def dashed(self, texts: Iterable[str], fill: str = "") -> None:
        """Add each text after a dash."""
        letters, hang = self.letters(fill=fill), 3 * MM
        for text in texts:
            baseline = (self.leading + CAP) / 2 * letters.size
            dash = self.look.setter.line("–", -2.6 * MM, baseline, letters.font, letters.size, letters.fill)
            lines = self.set(self.look.copy((text, letters)), self.width - hang)
            self.put(lines._replace(items=(dash, *lines.items)), hang)

    def number(self, text: str, fill: str) -> None:
        """Add a letter or number on the first baseline of the next paragraph."""
        letters = self.look.letters(8.5 if len(text) > 3 else 11, fill=fill, font="narrow-bold")
        baseline = self.y + (self.leading + CAP) / 2 * self.letters().size
        line = self.look.setter.line(text, 0, baseline, letters.font, letters.size, letters.fill)
        self.items.append(Group((line,), role="P"))

    def slab(self, width: float) -> Slab:
        """Return the whole pile as a slab, above a thin rule."""
        high = self.y + self.pad
        return Slab(high, (*self.items, rule(high, width, self.look.theme.hairline, 0.15)), fields=tuple(self.fields))


def question(block: Question, look: Look, width: float) -> Iterator[Slab]:
    """Yield a question beside its letter, with choices to tick or a blank to its right or below."""
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
    """Return a box to tick and its choice as one inset."""
    box = look.tick(f"{about}: {text}", 2.6)
    left = box.width + 1 * MM
    words = look.copy((text, letters))
    lines = words.set(min(words.most, width - left), leading=1.14)
    high = max(box.height, lines.height)
    top = (high - box.height) / 2
    items = (Group(box.items, 0, top), Group(lines.items, left, (high - lines.height) / 2))
    return Inset(items, left + lines.width, high, gap * MM, tuple(one.moved(0, top) for one in box.fields))


def _blank(look: Look, about: str) -> Inset:
    """Return a blank to write on."""
    wide, high = 12 * MM, 3.4 * MM
    return Inset((rule(high, wide, look.theme.ink, 0.25),), wide, high, 0.0, (Field(0, 0, wide, high, about, "write"),))


def answers(block: Answers, look: Look, width: float) -> Iterator[Slab]:
    """Yield a grid of answers, one row per item; many items with a single question stand in two halves side by side."""
    halves = 2 if len(block.letters) == 1 and len(block.rows) > 6 else 1
    count = ceil(len(block.rows) / halves)
    name = NAME / width
    share = (1 / halves - name) / len(block.letters)
    rows = [[cell for half in range(halves) for cell in _heads(block, look, half)]]
    for number in range(count):
        items = enumerate(block.rows[number::count])
        rows.append([cell for half, item in items for cell in _row(block, item, look, half, share * width)])
    columns = [Column(share=name), *[Column(share=share)] * len(block.letters)] * halves
    grid = table(rows, width, columns, heads=1)
    for first, last in grid.cut(DEEP):
        part = grid.part(first, last)
        yield part._replace(height=part.height + 1.5 * MM)


def _heads(block: Answers, look: Look, half: int) -> Iterator[Cell]:
    """Yield the letters of the questions over one half of a grid."""
    letters = look.letters(9, fill=look.theme.quiet, font="narrow-bold")
    yield _name(look, "", half)
    for letter in block.letters:
        yield Cell(look.copy((letter, letters)), pad=(0.8 * MM, 1 * MM), role="TH")


def _row(
    block: Answers, item: tuple[str, tuple[tuple[str, ...] | None, ...]], look: Look, half: int, width: float
) -> Iterator[Cell]:
    """Yield an item and its cells: a dash if nothing is asked, choices to tick if they fit, or else a blank."""
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
    """Return the name of an item at the left of one half."""
    apart = 1.25 * MM
    words = look.copy((text, look.letters(8.5, font="narrow")))
    return Cell(words, pad=(0.5 * MM, apart), shift=apart if half else -apart, leading=1.1, role="TH")
