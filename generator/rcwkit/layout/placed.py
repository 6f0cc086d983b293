"""Lines of a set-up with their chips, and rolls, as slabs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rcwkit.blocks.dice import Roll, Rolls
from rcwkit.blocks.playing import Placed
from rcwkit.layout.copy import Inset, Run
from rcwkit.layout.look import Look, Slab, rule
from rcwkit.look.frame import MM, Group, Item, Rect
from rcwkit.models.markup import capitals

__all__ = ["placed", "rolls"]

CHIPS = 52 * MM
"""Maximum width of chips beside a text; more take several rows."""
WHOLE = 120 * MM
"""Maximum height of a panel of rolls that stays in one piece."""
APART = 2 * MM
"""Space between rolls side by side."""
BESIDE, EDGE = 2.5 * MM, 1.4 * MM
"""Space at the sides of a panel of rolls, and the thickness of its left edge."""


def placed(block: Placed, look: Look, width: float) -> Iterator[Slab]:
    """Yield a box to tick, a place, and its counters as chips at the right, or at the left over the whole width."""
    theme, pad = look.theme, look.mm(0.9, 0.6, 0)
    indent = (13 if block.number or block.numbered else 5) * MM
    chips = look.copy(*map(look.chip, block.chips))
    most = width - indent if block.wide else min(width - indent, max(CHIPS, chips.least))
    leading, align = look.mm(6.2, 5.9, 5.5) / chips.size, 0.0 if block.wide else 1.0
    shown = chips.set(min(chips.most, most), leading=leading, align=align)
    room = width - indent - (shown.width + 1 * MM if block.chips else 0)
    name = look.copy((block.text, look.letters(9)), *look.flags(block.flags)).set(room, leading=1.15, where=block.at)
    note = look.copy((block.note, look.letters(7.5, fill=theme.quiet))).set(room, leading=1.15, where=block.at)
    figure = look.copy((block.number, look.letters(9.5, fill=theme.quiet, font="narrow-bold")))
    number = figure.set(indent, leading=1.15)
    box = look.tick(block.about)
    said = name.height + note.height
    around = look.mm(1.2) if block.wide else look.mm(0.6, 0.4, 0.2)
    high = max(look.mm(7.4, 6.6, 5.9), said + 2 * pad, shown.height + around)
    top, y = (high - box.height) / 2, (high - said) / 2
    items = (
        Group(box.items, 0, top),
        Group(number.items, 4.4 * MM, (high - number.height) / 2),
        Group(name.items, indent, y),
        Group(note.items, indent, y + name.height),
        Group(shown.items, indent if block.wide else width - min(chips.most, most), (high - shown.height) / 2),
    )
    line = () if block.wide else (rule(high, width, theme.hairline, 0.15),)
    fields = tuple(field.moved(0, top) for field in box.fields)
    yield Slab(high, (Group(tuple(group for group in items if group.items), role="P"), *line), fields=fields)


def rolls(block: Rolls, look: Look, width: float) -> Iterator[Slab]:
    """Yield rolls on a panel, in one piece or, if it is high, divisible between its lines."""
    pieces = list(_lines(block, look, width - EDGE - 2 * BESIDE))
    whole = sum(piece.height for piece in pieces) <= WHOLE
    for number, piece in enumerate(pieces):
        first, last = number == 0, number == len(pieces) - 1
        over, under = (5 * MM if first else 0, 2 * MM if last else 0)
        ground = _ground(look, width, 3 * MM if first else 0, over + piece.height + under, first=first, last=last)
        keep = not last and (whole or first or number == len(pieces) - 2)
        items = (*ground, Group(piece.items, EDGE + BESIDE, over))
        yield Slab(
            over + piece.height + under,
            items,
            keep=keep,
            again="" if first else look.say("{about}, continued", about=block.title),
        )


def _lines(block: Rolls, look: Look, width: float) -> Iterator[Slab]:
    """Yield the lines of a panel: each a row of rolls, or a paragraph."""
    quiet = look.letters(7.5, fill=look.theme.quiet)

    def said(*runs: Run, role: str = "P", under: float = 0.8) -> Slab:
        lines = look.copy(*runs).set(width, where=block.at)
        return Slab(lines.height + under * MM, (Group(lines.items, role=role),))

    yield said((capitals(block.title), look.letters(11, font="narrow-bold", spacing=0.02)), role="H2")
    if block.inputs:
        yield said((block.inputs, quiet))
    for title, rolled in block.steps:
        yield said((title, look.letters(8.5, font="sans-bold")), under=0.2)
        yield from _rows(rolled, block, look, width)
        yield Slab(0.8 * MM, ())
    yield from (said((text, look.letters(8.5))) for text in block.texts)
    yield from (said((text, quiet)) for text in block.notes)


def _rows(rolled: Sequence[Roll], block: Rolls, look: Look, width: float) -> Iterator[Slab]:
    """Yield rows of rolls side by side, in cells as wide as the longest roll."""
    words = [look.copy(*_roll(roll, look)) for roll in rolled]
    count = max(1, int(width / (max(one.most for one in words) + APART)))
    cell = width / count
    for first in range(0, len(words), count):
        row = words[first : first + count]
        lines = [one.set(cell - APART, leading=5 * MM / one.size, where=block.at) for one in row]
        items = tuple(Group(one.items, place * cell, role="P") for place, one in enumerate(lines))
        yield Slab(max(one.height for one in lines), items)


def _roll(roll: Roll, look: Look) -> Iterator[Run]:
    """Yield one roll: its faces, what for, DRMs and total, and the result, in bold if it had an effect."""
    ink, quiet = look.theme.ink, look.theme.quiet
    usual = look.letters(8.5, font="narrow-bold" if roll.changed else "narrow")
    for number, face in enumerate(roll.faces):
        yield look.die(face, 3.6, 0.4 if number else 0) if roll.six else _face(face, look, 0.4 if number else 0)
    if roll.faces:
        yield look.gap(0.8)
    if said := " ".join(filter(None, (roll.what, roll.sums))):
        yield f"{said} ", usual
    yield roll.result, usual._replace(fill=ink if roll.changed else quiet)
    if roll.typed:
        yield f" {look.say('(typed)')}", usual


def _face(face: int, look: Look, gap: float) -> Inset:
    """Return a die face as a number in a box, for dice without pips."""
    text, size, high = str(face), 8.0, 3.6 * MM
    wide = max(look.setter.book.width(text, "narrow-bold", size) + 1.2 * MM, high)
    line = look.setter.line(text, wide / 2, (high + 0.7 * size) / 2, "narrow-bold", size, look.theme.ink, align=0.5)
    return Inset((Rect(0, 0, wide, high, look.theme.page, look.theme.ink, 0.25 * MM), line), wide, high, gap * MM)


def _ground(look: Look, width: float, y: float, bottom: float, *, first: bool, last: bool) -> Iterator[Item]:
    """Yield the ground and edges of a piece of a panel; in outlined themes, its left edge is a double line."""
    theme, high, line = look.theme, bottom - y, 0.25 * MM
    edge = theme.ink if theme.outlined else theme.gold
    if theme.outlined:
        yield from (Rect(x * MM, y, 0.3 * MM, high, edge) for x in (0, 0.9))
    else:
        yield Rect(0, y, width, high, theme.paper)
        yield Rect(0, y, EDGE, high, edge)
    yield Rect(width - line, y, line, high, edge)
    if first:
        yield Rect(0, y, width, line, edge)
    if last:
        yield Rect(0, bottom - line, width, line, edge)
