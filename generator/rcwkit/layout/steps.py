"""Steps of blank forms as slabs: when to do a step, what to roll, what results mean, and a box for every die face."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from rcwkit.blocks.dice import StepForm
from rcwkit.layout.copy import Lines, Run
from rcwkit.layout.forms import INDENT, Pile
from rcwkit.layout.look import Look, Slab
from rcwkit.layout.tables import Cell, Column, Edge, table
from rcwkit.look.frame import MM, Field, Group, Item, Rect

__all__ = ["step"]

FACE, APART = 5 * MM, 0.8 * MM
"""Side of a box for a die face, and the space between two."""
CORNER = 3
"""Maximum number of boxes beside the words of a step; more go below them."""
ROWS = 10
"""Number of rows of boxes after which a step is divided."""
KEY = 11 * MM
"""Width of the column of die results."""


def step(block: StepForm, look: Look, width: float) -> Iterator[Slab]:
    """Yield a step beside its number: when to do it, what to roll, what results mean, and a box for every die face."""
    theme = look.theme
    aside = block.boxes == ("",) and block.count <= CORNER
    pile = Pile(look, width - INDENT - (2 * MM + block.count * (FACE + APART) if aside else 0), block.at)
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
    if block.rows:
        pile.y += 0.6 * MM
        pile.add(_reading(block, look, pile.width))
        pile.y += 0.6 * MM
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
            pile = Pile(look, pile.width, block.at, y=pile.pad)
        pile.y += 0.8 * MM
        pile.add(row)
    pile.y += 0.4 * MM if rows or aside else 0
    yield pile.slab(width)


def _said(block: StepForm, pile: Pile) -> Iterator[Run]:
    """Yield how often and when to do a step, its title, dice and reading; add a long condition to the pile in lines."""
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


def _reading(block: StepForm, look: Look, width: float) -> Slab:
    """Return a small table: die results, one column of results each, and effects."""
    theme, side, letters = look.theme, 1.5 * MM, look.letters(8.5, 8.5, 8)
    bold = letters._replace(font="narrow-bold")
    line = Edge("under", theme.hairline, 0.15 * MM)
    usual = Cell(look.copy(), pad=(0.4 * MM, side), leading=look.of(1.24, 1.18, 1.14), edges=(line,), at=block.at)
    key = usual._replace(across=0.5, role="TH")
    if theme.outlined:
        key = key._replace(edges=(Edge("right", theme.ink, 0.3 * MM), line))
    else:
        key = key._replace(ground=theme.ink, edges=(line._replace(stroke=theme.page),))
    fill = theme.ink if theme.outlined else theme.paper
    head = usual._replace(edges=(), role="TH")
    rows = []
    if block.columns:
        rows.append([head, *(head._replace(words=look.copy((title, bold))) for title in block.columns)])
    for row in block.rows:
        texts = (f"**{result}**{f': {row.effect}' if row.effect else ''}" for result in row.results)
        said = (usual._replace(words=look.copy((text, letters)), down=0.0) for text in texts)
        rows.append([key._replace(words=look.copy((row.key, bold._replace(fill=fill)))), *said])
    first, count = KEY / width, max(1, len(block.rows[0].results))
    return table(rows, width, [Column(share=first), *[Column(share=(1 - first) / count)] * count]).part()


def _rows(block: StepForm, pile: Pile) -> Iterator[Slab]:
    """Yield rows of labelled boxes side by side, in cells of equal width."""
    slots = [_slot(label, block.count, block.about, pile) for label in block.boxes]
    wide = max(slot.width for slot in slots)
    across = max(1, int((pile.width + 2 * MM) / (wide + 2 * MM)))
    cell = pile.width / across if any(block.boxes) else wide + 2 * MM
    for first in range(0, len(slots), across):
        row = slots[first : first + across]
        items = tuple(Group(slot.items, place * cell, role="P") for place, slot in enumerate(row))
        fields = tuple(one.moved(place * cell, 0) for place, slot in enumerate(row) for one in slot.fields)
        yield Slab(max(slot.height for slot in row), items, fields=fields)


def _slot(label: str, count: int, about: str, pile: Pile) -> Lines:
    """Return the boxes for the faces of one roll, and their label."""
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
