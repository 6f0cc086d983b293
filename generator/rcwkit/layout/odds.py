"""Odds as slabs: questions and lines of chances, and the cells and headings that grids use as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rcwkit.blocks.dice import Chance, ChanceHead, ChanceLine
from rcwkit.diagnostics import Span
from rcwkit.layout.copy import Letters, Lines
from rcwkit.layout.look import Look, Slab, rule
from rcwkit.look.frame import MM, Group, Item, Rect
from rcwkit.look.text import CAP

__all__ = ["GAP", "NEVER", "Cell", "Heading", "bar", "cell", "head", "line"]

NEVER = "–"
"""The sign for a chance of 0."""
GAP = 0.3 * MM
"""Space between cells."""
WAY, ALONE = 20 * MM, 26 * MM
"""Width of a chance beside others, and of the only one in a line."""
FRACTION, FRACTION_ALONE = 9 * MM, 13 * MM
"""Width of their fractions."""


class Cell(NamedTuple):
    """Words in a cell: its left edge and width, and the left edge of the words."""

    left: float
    width: float
    words: Lines
    x: float


class Heading(NamedTuple):
    """A heading in its cell, on its owner's colour."""

    cell: Cell
    owner: str


def cell(
    text: str,
    left: float,
    width: float,
    pad: float,
    letters: Letters,
    look: Look,
    at: Span | None,
    *,
    align: float,
    leading: float,
) -> Cell:
    """Set words `pad` from the sides of a cell, left (`align` 0) or centred (0.5), and smaller if they are too long."""
    room = width - 2 * pad
    words = look.copy((text, letters))
    if words.least > room:
        words = look.copy((text, letters._replace(size=max(letters.size * room / words.least, look.theme.least))))
    return Cell(left, width, words.set(room, leading=leading, align=align, where=at, name="cell"), left + pad)


def heading(
    text: str,
    owner: str,
    left: float,
    width: float,
    look: Look,
    at: Span | None,
    *,
    pad: float = 0.3 * MM,
    align: float = 0.5,
) -> Heading:
    """Return the heading of a column."""
    letters = look.letters(9.5, fill=look.plate(owner).text, font="narrow-bold")
    return Heading(cell(text, left, width, pad, letters, look, at, align=align, leading=1.05), owner)


def bar(headings: Sequence[Heading], look: Look, over: float = 0.7 * MM, least: float = 0.0) -> Slab:
    """Return a row of headings on filled grounds, or between lines if outlined, with `over` points above and below."""
    theme = look.theme
    high = max([least, *(one.cell.words.height + 2 * over for one in headings)])
    grounds: list[Item] = []
    for number, (one, owner) in enumerate(headings):
        gap = GAP if number and not theme.outlined else 0.0
        if theme.outlined:
            grounds += [
                Rect(one.left, 0, one.width, 0.5 * MM, theme.ink),
                Rect(one.left, high - 0.3 * MM, one.width, 0.3 * MM, theme.ink),
            ]
        else:
            grounds.append(Rect(one.left + gap, 0, one.width - gap, high, look.plate(owner).ground))
    words = (Group(one.words.items, one.x, (high - one.words.height) / 2, role="TH") for one, _ in headings)
    return Slab(high, (*grounds, Group(tuple(words), role="TR")))


def head(block: ChanceHead, look: Look, width: float) -> Iterator[Slab]:
    """Yield the question, with a heading for each answer at the right."""
    left, over = width - len(block.heads) * WAY, 0.8 * MM
    asked_copy = look.copy((block.asked, look.letters(9.5, font="narrow-bold")))
    words = asked_copy.set(left - 1.6 * MM, leading=1.1, where=block.at)
    ways = [
        heading(one.text, one.owner, left + number * WAY, WAY, look, block.at, pad=1.6 * MM)
        for number, one in enumerate(block.heads)
    ]
    headings = bar(ways, look, over, words.height)
    asked = Group(words.items, 0, (headings.height - words.height) / 2, role="P")
    yield Slab(over + headings.height + 0.6 * MM, (Group((asked, *headings.items), 0, over),))


def line(block: ChanceLine, look: Look, width: float) -> Iterator[Slab]:
    """Yield a statement with its chances at the right; a single chance for several answers is centred over them."""
    theme, pad = look.theme, look.mm(0.6, 0.4, 0.25)
    beside = block.ways > 1
    way, part = (WAY, FRACTION) if beside else (ALONE, FRACTION_ALONE)
    taken = way * max(block.ways, 1) if block.chances else -2 * MM
    large, usual, small = look.pt(11.5), look.pt(9), look.pt(8.5)
    words = look.copy((block.text, look.letters(9))).set(width - taken - 2 * MM, leading=1.18, where=block.at)
    drop = ((1 + CAP) * large - (1.18 + CAP) * usual) / 2 if block.chances else 0.0  # to the baseline of the figures
    high = 2 * pad + max(drop + words.height, large if block.chances else 0.0)
    cells = [Group(words.items, 0, pad + drop, role="TH" if block.chances else "P")]
    for number, chance in enumerate(block.chances):
        figure = _figure(chance, look)
        quiet = look.letters(8.5, fill=theme.quiet, font="narrow")
        fraction = look.copy((chance.fraction, quiet)).set(ALONE, leading=1.0)
        split = width - taken + (number + 1) * way - part
        if beside and len(block.chances) == 1:
            split = width - taken / 2 + (figure.width - fraction.width - 1.2 * MM) / 2
        parts = [Group(figure.items, split - figure.width, pad)]
        if chance.fraction:
            parts.append(Group(fraction.items, split + 1.2 * MM, pad + (1 + CAP) * (large - small) / 2))
        cells.append(Group(tuple(parts), role="TD"))
    whole = Group(tuple(cells), role="TR") if block.chances else cells[0]
    yield Slab(high, (whole, rule(high, width, theme.hairline, 0.15)))


def _figure(chance: Chance, look: Look) -> Lines:
    """Set a per cent in large type with its sign; a chance of 0 is lighter."""
    quiet = look.theme.quiet
    if chance.percent == NEVER:
        return look.copy((NEVER, look.letters(11.5, fill=quiet, font="narrow"))).set(WAY, leading=1.0)
    runs = (
        (look.say.number(chance.percent), look.letters(11.5, font="narrow-bold")),
        (" %", look.letters(8.5, fill=quiet, font="narrow")),
    )
    return look.copy(*runs).set(WAY, leading=1.0)
