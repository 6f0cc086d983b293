"""Blank forms as slabs: questions with their answers to tick or to write in, grids of answers, and steps with boxes for the faces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil, inf

from generator.diagnostics import Span
from generator.layout.copy import Copy, Inset, Letters, Lines, Run
from generator.layout.frame import MM, Field, Group, Item, Rect
from generator.layout.look import Look, Slab, rule
from generator.layout.text import CAP
from generator.views.blocks import Answers, Question, StepForm

__all__ = ["answers", "question", "step"]

INDENT = 7 * MM
"""How far texts are indented: their letter or number stands there."""
BESIDE = 0.42
"""The share of the width that choices may take beside what is asked; wider ones stand beneath it."""
NAME, DEEP = 27 * MM, 24
"""How wide the names of items stand, and how many rows a grid has before it is divided."""
FACE, APART = 5 * MM, 0.8 * MM
"""The side of a box for a face, and what is free between two."""
CORNER = 3
"""How many boxes stand beside the words of a step; more stand beneath them."""
ROWS = 10
"""How many rows of boxes a step has before it is divided."""
KEY = 11 * MM
"""How wide the keys of a reading stand at least."""


@dataclass(slots=True)
class _Pile:
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

    def put(self, lines: Lines, x: float = 0.0, role: str = "P") -> None:
        """Put lines below the last ones."""
        self.items.append(Group(lines.items, self.x + x, self.y, role=role))
        self.fields += [one.moved(self.x + x, self.y) for one in lines.fields]
        self.y += lines.height

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
    pile = _Pile(look, width - INDENT, block.at)
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
    """A grid of answers, a row an item; one of a single question stands in two halves side by side."""
    halves = 2 if len(block.letters) == 1 and len(block.rows) > 6 else 1
    deep = DEEP * halves
    for first in range(0, len(block.rows), deep):
        rows = block.rows[first : first + deep]
        count = ceil(len(rows) / halves)
        apart = 2.5 * MM
        part = (width - (halves - 1) * apart) / halves
        sides = [_grid(block, rows[half * count : (half + 1) * count], look, part) for half in range(halves)]
        lefts = [half * (part + apart) for half in range(halves)]
        items = tuple(Group(side.items, left) for side, left in zip(sides, lefts, strict=True))
        fields = tuple(one.moved(left, 0) for side, left in zip(sides, lefts, strict=True) for one in side.fields)
        yield Slab(max(side.height for side in sides), items, fields=fields)


def _grid(block: Answers, rows: Sequence[tuple[str, tuple[tuple[str, ...] | None, ...]]], look: Look, width: float) -> Slab:
    """The letters of the questions over a row an item."""
    theme = look.theme
    cell, line = (width - NAME) / len(block.letters), 0.15 * MM
    pile = _Pile(look, cell - 1.2 * MM, block.at)
    heads = look.letters(9, fill=theme.quiet, font="narrow-bold")
    lefts = [NAME + column * cell for column in range(len(block.letters))]
    top = tuple(
        Group(look.copy((letter, heads)).set(cell).items, left + 1 * MM, role="TH") for letter, left in zip(block.letters, lefts, strict=True)
    )
    items: list[Item] = [Group(top, 0, 1 * MM, role="TR")]
    fields: list[Field] = []
    y = 1.8 * MM + 1.1 * heads.size
    for name, cells in rows:
        said = look.copy((name, look.letters(8.5, font="narrow"))).set(NAME - 1.5 * MM, leading=1.1, where=block.at)
        drawn = [_answer(one, f"{block.about}: {name}: {letter}", pile, cell) for one, letter in zip(cells, block.letters, strict=True)]
        high = max(5.4 * MM, said.height + 1 * MM, *(one.height + 1 * MM for one in drawn))
        row: list[Item] = [Group(said.items, 0, (high - said.height) / 2, role="TH")]
        for left, one, letter, choices in zip(lefts, drawn, block.letters, cells, strict=True):
            over = (high - one.height) / 2
            box = Rect(left, 0, cell, high, None, theme.hairline, line)
            row.append(Group((box, Group(one.items, left, over)), role="TD"))
            fields += [each.moved(left, y + over) for each in one.fields]
            if choices is not None and not one.fields:
                fields.append(Field(left + 0.5 * MM, y + 0.5 * MM, cell - 1 * MM, high - 1 * MM, f"{block.about}: {name}: {letter}", "write"))
        items.append(Group(tuple(row), 0, y, role="TR"))
        y += high
    return Slab(y + 1.5 * MM, tuple(items), fields=tuple(fields))


def _answer(choices: tuple[str, ...] | None, about: str, pile: _Pile, cell: float) -> Lines:
    """What stands in a cell: a dash where nothing is asked, choices to tick where they have room, or else space to write in."""
    look, bold = pile.look, pile.look.letters(8, font="narrow-bold")
    if choices is None:
        return look.copy(("–", look.letters(8.5, fill=look.theme.quiet))).set(cell, align=0.5)
    ticks = look.copy(*(_choice(one, about, look, bold, 1.8, inf) for one in choices))
    if not choices or ticks.least > pile.width:
        return Lines(0.0, 0.0, ())
    lines = pile.set(ticks)
    shift = 1.2 * MM
    return lines._replace(items=(Group(lines.items, shift),), fields=tuple(one.moved(shift, 0) for one in lines.fields))


def step(block: StepForm, look: Look, width: float) -> Iterator[Slab]:
    """A step under its number: when it is done, what is rolled and how it is read, and a box for every face."""
    theme = look.theme
    aside = block.boxes == ("",) and block.count <= CORNER
    pile = _Pile(look, width - INDENT - (2 * MM + block.count * (FACE + APART) if aside else 0), block.at)
    pile.y = pile.pad
    pile.number(block.number, theme.accent)
    pile.say(*_said(block, pile))
    for text, parts in block.stops:
        pile.say((text + (":" if parts else "."), pile.letters()))
        pile.dashed(parts)
    quiet = look.letters(8, fill=theme.quiet)
    pile.say(*([(block.note, quiet)] if block.note else []))
    for sign, text in block.drm:
        pile.say((f"{sign} ", pile.letters("narrow-bold", theme.accent)), (text, pile.letters()))
    _reading(block, pile)
    for result, text in block.follows:
        pile.say((f"**{result}:** {text}", pile.letters()))
    for text in block.remarks:
        pile.say((text, quiet))
    if aside:
        corner = _slot("", block.count, block.about, pile)
        left = width - block.count * (FACE + APART) + APART
        pile.items.append(Group(corner.items, left, pile.pad))
        pile.fields += [one.moved(left, pile.pad) for one in corner.fields]
        pile.y = max(pile.y, pile.pad + corner.height)
    rows = list(_rows(block, pile)) if block.boxes and not aside else []
    for number, row in enumerate(rows):
        if number and number % ROWS == 0:
            yield pile.slab(width)
            pile = _Pile(look, pile.width, block.at, y=pile.pad)
        pile.y += 0.8 * MM
        pile.put(row, role="")
    pile.y += 0.4 * MM if rows or aside else 0
    yield pile.slab(width)


def _said(block: StepForm, pile: _Pile) -> Iterator[Run]:
    """How often and when a step is done, its title, what is rolled, and how it is read; the parts of a long condition have lines of their own."""
    accent = pile.letters(fill=pile.look.theme.accent)
    often = f"{block.often}{', ' if block.often and block.when else ''}{block.when}"
    if block.any_of:
        pile.say((f"{often}:", accent))
        pile.dashed(block.any_of, accent.fill)
    elif often:
        yield f"{often}: ", accent
    if block.title:
        yield f"{block.title}{':' if block.dice or block.reading else ''} ", pile.letters("sans-bold")
    if block.dice:
        yield "roll ", pile.letters()
        yield f"{block.dice}{'.' if block.reading else ''} ", pile.look.letters(10, font="narrow-bold")
    if block.reading:
        yield block.reading, pile.letters()
    yield from pile.look.flags(block.flags)


def _reading(block: StepForm, pile: _Pile) -> None:
    """A small table: the results of each face, a column each, and what follows."""
    look, theme, bold = pile.look, pile.look.theme, pile.letters("narrow-bold")
    if not block.rows:
        return
    pile.y += 0.6 * MM
    keys = [look.copy((row.key, bold._replace(fill=theme.ink if theme.outlined else theme.paper))) for row in block.rows]
    first = max(KEY, min(max(key.most for key in keys) + 3 * MM, 0.3 * pile.width))
    count, side = len(block.rows[0].results), 1.5 * MM
    cell = (pile.width - first) / max(1, count)
    lefts = [first + column * cell + side for column in range(count)]
    if block.columns:
        heads = [pile.set(look.copy((title, bold)), cell - 2 * side) for title in block.columns]
        groups = tuple(Group(head.items, left, 0.3 * MM, role="TH") for head, left in zip(heads, lefts, strict=True))
        high = max(head.height for head in heads) + 0.6 * MM
        pile.put(Lines(high, pile.width, groups), role="TR")
    for row, key in zip(block.rows, keys, strict=True):
        texts = [f"**{result}**{f': {row.effect}' if row.effect else ''}" for result in row.results]
        cells = [pile.set(look.copy((text, pile.letters())), cell - 2 * side) for text in texts]
        said = key.set(first - 2 * side, leading=pile.leading, align=0.5, where=block.at)
        high = max(said.height, *(one.height for one in cells)) + 0.8 * MM
        ground = _key_ground(look, first, high)
        groups = (
            Group((*ground, Group(said.items, side, (high - said.height) / 2)), role="TH"),
            *(Group(one.items, left, 0.4 * MM, role="TD") for one, left in zip(cells, lefts, strict=True)),
        )
        line = rule(high, pile.width, theme.hairline, 0.15)
        pile.put(Lines(high, pile.width, (line, *groups)), role="TR")
    pile.y += 0.6 * MM


def _key_ground(look: Look, width: float, high: float) -> tuple[Item, ...]:
    """What lies behind a key; a line at its right where grounds are not filled."""
    if look.theme.outlined:
        return (Rect(width - 0.3 * MM, 0, 0.3 * MM, high, look.theme.ink),)
    return (Rect(0, 0, width, high - 0.15 * MM, look.theme.ink),)


def _rows(block: StepForm, pile: _Pile) -> Iterator[Lines]:
    """Labelled boxes side by side in cells of one width."""
    slots = [_slot(label, block.count, block.about, pile) for label in block.boxes]
    wide = max(slot.width for slot in slots)
    across = max(1, int((pile.width + 2 * MM) / (wide + 2 * MM)))
    cell = pile.width / across if any(block.boxes) else wide + 2 * MM
    for first in range(0, len(slots), across):
        row = slots[first : first + across]
        items = tuple(Group(slot.items, place * cell, role="P") for place, slot in enumerate(row))
        fields = tuple(one.moved(place * cell, 0) for place, slot in enumerate(row) for one in slot.fields)
        yield Lines(max(slot.height for slot in row), pile.width, items, fields)


def _slot(label: str, count: int, about: str, pile: _Pile) -> Lines:
    """The boxes for the faces of one roll, and what they are rolled for."""
    theme, pitch = pile.look.theme, FACE + APART
    copy = pile.look.copy((label, pile.look.letters(8, font="narrow")))
    across = min(count, max(1, int((pile.width + APART - copy.least) / pitch)))
    places = [(place % across * pitch, place // across * pitch) for place in range(count)]
    items: list[Item] = [Rect(x, y, FACE, FACE, theme.page, theme.ink, 0.3 * MM, 0.8 * MM) for x, y in places]
    fields = tuple(Field(x, y, FACE, FACE, f"{about}: {label}" if label else about, "write") for x, y in places)
    wide, high = across * pitch - APART, ceil(count / across) * pitch - APART
    if label:
        lines = copy.set(pile.width - across * pitch, leading=1.1, where=pile.at)
        items.append(Group(lines.items, across * pitch, (high - lines.height) / 2))
        wide, high = across * pitch + lines.width, max(high, lines.height)
    return Lines(high, wide, tuple(items), fields)
