"""Odds as slabs: questions, lines of chances, and grids of bars or shaded cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Span
from rcwkit.document.copy import Letters, Lines
from rcwkit.document.look import Look, Slab, rule
from rcwkit.document.play_blocks import Chance, ChanceHead, ChanceLine, Grid
from rcwkit.frame import MM, Group, Item, Rect, Text
from rcwkit.type.text import CAP

__all__ = ["grid", "head", "line"]

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


MEAN = 9 * MM
"""Width of a column of means."""
MEANT = 18 * MM
"""Width that a title leaves free for a mean."""
DENSE = 8
"""With more columns than this, figures are smaller."""
SPARE = 1 * MM
"""Extra width of the columns of row labels."""
SIDE = 1.05 * MM
"""Space beside row labels."""
SHADES = 11
"""Number of shades, including that of 0."""
HAIR, HEAVIEST = 0.15 * MM, 0.7 * MM
"""In outlined themes, the thickness of lines below chances of 0 and 1."""


def grid(block: Grid, look: Look, width: float) -> Iterator[Slab]:
    """Yield chances by row and column under their title, or bars if there are no row labels."""
    title = _title(block, look, width)
    body = _table(block, look, width) if block.widths else _strip(block, look, width)
    over = title.height + (0.8 if block.widths else 1.0) * MM
    yield Slab(over + body.height + look.mm(1.2, 1.2, 0.8), (*title.items, Group(body.items, 0, over)))


def _title(block: Grid, look: Look, width: float) -> Slab:
    """Return the title, the question that the columns answer, and the mean at the right end."""
    if not block.title:
        return Slab(0.0, ())
    over, quiet, leading = look.mm(1.6, 1.6, 1), look.theme.quiet, 1.18
    room = width - (MEANT if block.mean else 0)
    by = (look.gap(1.6), (block.by, look.letters(8, fill=quiet))) if block.by else ()
    words = look.copy((block.title, look.letters(9)), *by).set(room, leading=leading, where=block.at)
    items = [Group(words.items, 0, over, role="P")]
    if block.mean:
        runs = (
            (f"{look.say('mean')} ", look.letters(8.5, fill=quiet, font="narrow")),
            (look.say.number(block.mean), look.letters(10, font="narrow-bold")),
        )
        mean = look.copy(*runs).set(MEANT, leading=1.0, align=1.0)
        base = over + words.height - (leading - CAP) / 2 * look.pt(9)
        items.append(Group(mean.items, room, base - (1 + CAP) / 2 * look.pt(8.5), role="P"))
    return Slab(over + words.height, tuple(items))


def _strip(block: Grid, look: Look, width: float) -> Slab:
    """Return one distribution: bars, their labels, and per cents below."""
    column, (row,), size = width / (len(block.columns) + block.blank), block.rows, look.pt(9.5)
    lefts = [number * column for number in range(len(block.columns))]
    tall = look.mm(7.5, 6, 5) if any(chance.bar for chance in row.cells) else 0.0
    items: list[Item] = []
    for left, chance in zip(lefts, row.cells, strict=True):
        items += [_upright(left + 0.5 * MM, tall, column - 1 * MM, tall * chance.bar / 100, look)] if chance.bar else []
    labels = zip(block.columns, lefts, strict=True)
    headings = bar([heading(one.text, one.owner, left, column, look, block.at) for one, left in labels], look)
    y = tall + headings.height + 0.7 * MM
    figures = (
        _grid_figure(look.say.number(chance.percent), left, column, y + size / 2, size, look)
        for chance, left in zip(row.cells, lefts, strict=True)
    )
    items += [Group(headings.items, 0, tall), Group(tuple(figures), role="TR")]
    return Slab(y + size, tuple(items))


def _upright(x: float, y: float, width: float, height: float, look: Look) -> Rect:
    """Return a bar that stands on y, outlined or filled."""
    if not look.theme.outlined:
        return Rect(x, y - height, width, height, look.theme.accent)
    line = min(0.3 * MM, height)
    return Rect(x + line / 2, y - height + line / 2, width - line, height - line, None, look.theme.accent, line)


def _table(block: Grid, look: Look, width: float) -> Slab:
    """Return rows of cells with labels at the left and means at the right."""
    means, quiet = MEAN * block.means, look.theme.quiet
    edges = list(accumulate((one * MM + SPARE for one in block.widths), initial=0.0))
    column = (width - edges[-1] - means) / (len(block.columns) + block.blank)
    lefts = [edges[-1] + number * column for number in range(len(block.columns))]
    headings = bar(list(_headings(block, edges, lefts, column, width, look)), look)
    items, y = list(headings.items), headings.height
    keys = [_keys(block, number, edges, look) for number in range(len(block.rows))]
    heights = _heights(block, keys, look)
    size = look.pt(9 if len(block.columns) > DENSE else 9.5)
    drop = -HEAVIEST / 4 if look.theme.outlined else GAP / 2
    for number, (row, high) in enumerate(zip(block.rows, heights, strict=True)):
        cells: list[Item] = []
        for key, label in zip(keys[number], row.keys, strict=True):
            tall = sum(heights[number : number + label.rows])
            items += _ground(key, y, tall, look)
            cells.append(Group(key.words.items, key.x, y + drop + (tall - key.words.height) / 2, role="TH"))
        middle = y + drop + high / 2
        for chance, left in zip(row.cells, lefts, strict=True):
            items.append(_shaded(chance.shade, left, y, column, high, look.theme))
            cells.append(_grid_figure(look.say.number(chance.percent), left + GAP, column - GAP, middle, size, look))
        if means:
            items.append(_shaded(0, width - means, y, means, high, look.theme))
            mean = look.say.number(row.mean)
            cells.append(_grid_figure(mean, width - means + GAP, means - GAP, middle, look.pt(9), look, quiet))
        items.append(Group(tuple(cells), role="TR"))
        y += high
    return Slab(y, tuple(items))


def _headings(
    block: Grid, edges: Sequence[float], lefts: Sequence[float], column: float, width: float, look: Look
) -> Iterator[Heading]:
    """Yield the headings of row labels, of columns and of means."""
    for text, (left, right) in zip(block.heads, pairwise(edges), strict=True):
        yield heading(text, "", left, right - left, look, block.at, pad=SIDE, align=0.0)
    for label, left in zip(block.columns, lefts, strict=True):
        yield heading(label.text, label.owner, left, column, look, block.at)
    if block.means:
        letters = look.letters(9.5, fill=look.plate("").text, font="narrow")
        yield Heading(
            cell(look.say("mean"), width - MEAN, MEAN, 0.3 * MM, letters, look, block.at, align=0.5, leading=1.05), ""
        )


def _keys(block: Grid, number: int, edges: Sequence[float], look: Look) -> list[Cell]:
    """Return the labels that begin in a row: only the last ones if the first continues."""
    labels = block.rows[number].keys
    spans = list(pairwise(edges))[len(edges) - 1 - len(labels) :]
    letters = look.letters(9.5, font="narrow-bold")
    return [
        cell(label.text, left, right - left, SIDE, letters, look, block.at, align=0.0, leading=1.08)
        for label, (left, right) in zip(labels, spans, strict=True)
    ]


def _heights(block: Grid, keys: Sequence[Sequence[Cell]], look: Look) -> list[float]:
    """Return the heights of rows, as their labels need; one that spans several makes the last of them higher."""
    heights = [look.mm(4.85, 4.55, 4.25)] * len(block.rows)
    for number, row in enumerate(block.rows):
        for label, key in zip(row.keys, keys[number], strict=True):
            last = number + label.rows - 1
            needed = key.words.height + 1 * MM + GAP
            heights[last] = max(heights[last], needed - sum(heights[number:last]))
    return heights


def _ground(key: Cell, y: float, height: float, look: Look) -> list[Item]:
    """Return the ground of a row label, or in outlined themes, lines below it and at its right."""
    theme = look.theme
    if not theme.outlined:
        return [Rect(key.left, y + GAP, key.width, height - GAP, theme.paper)]
    right = key.left + key.width
    return [
        Rect(key.left, y + height - HAIR, key.width, HAIR, theme.hairline),
        Rect(right - GAP, y, GAP, height, theme.ink),
    ]


def _shaded(shade: int, x: float, y: float, width: float, height: float, theme: Theme) -> Rect:
    """Return the ground of a cell, darker if likelier, or in outlined themes, a line below it, heavier if likelier."""
    if not theme.outlined:
        return Rect(x + GAP, y + GAP, width - GAP, height - GAP, _shade(theme, shade))
    line = HAIR + (HEAVIEST - HAIR) * shade / (SHADES - 1)
    gap, fill = (GAP, theme.accent) if shade else (0.0, theme.hairline)
    return Rect(x + gap, y + height - line, width - gap, line, fill)


def _shade(theme: Theme, shade: int) -> str:
    return theme.washed(theme.accent, 0.04 + 0.055 * shade) if shade else theme.shade(theme.paper, 0.5)


def _grid_figure(text: str, left: float, width: float, middle: float, size: float, look: Look, fill: str = "") -> Group:
    """Set a figure in the middle of its cell, smaller if it is too wide, lighter for a chance of 0."""
    fill, font = (look.theme.quiet, "narrow") if text == NEVER else (fill or look.theme.ink, "narrow-bold")
    across = look.setter.book.width(text, font, size)
    room = width - 2 * GAP
    if across > room:
        size, across = size * room / across, room
    return Group((Text(left + (width - across) / 2, middle + CAP / 2 * size, text, font, size, fill),), role="TD")
