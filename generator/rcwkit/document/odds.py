"""Odds as slabs: lines with their chances, tables of chances, and bars."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rcwkit.art.theme import Theme
from rcwkit.document.blocks import Cell as Said
from rcwkit.document.blocks import Grid
from rcwkit.document.copy import Copy, Inset, Letters, Run
from rcwkit.document.look import PageLook, Slab, rule, stacked
from rcwkit.document.tables import Cell, table
from rcwkit.frame import MM, Group, Item, Rect
from rcwkit.type.text import CAP

__all__ = ["grid", "line"]

NEVER = "–"
"""The sign for a chance of 0."""
GAP = 0.3 * MM
"""Space between cells."""
WAY, ALONE = 20 * MM, 26 * MM
"""Width of a chance beside others, and of the only one in a line."""
FRACTION, FRACTION_ALONE = 9 * MM, 13 * MM
"""Width of their fractions."""


def _fitting(text: str, letters: Letters, room: float, look: PageLook, *, whole: bool = False) -> Copy:
    """Measure words, smaller if the widest of them is too wide, or all of them if they are to stay on one line."""
    words = look.copy((text, letters))
    least, wide = (0.0, words.most) if whole else (look.theme.least, words.least)
    return look.copy((text, letters._replace(size=max(letters.size * room / wide, least)))) if wide > room else words


def _head(
    said: Said, room: float, look: PageLook, *, over: float = 0.7, side: float = 0.3, first: bool = False
) -> Cell:
    """Return a heading on its owner's colour, or between lines, `over` and `side` mm from the edges of its cell."""
    plate, ink = look.plate(said.owner), look.theme.ink
    letters = look.letters(9.5, fill=plate.text, font="narrow" if said.style == "mean" else "narrow-bold")

    def paint(width: float, high: float) -> Iterator[Item]:
        if look.theme.outlined:
            yield from (Rect(0, 0, width, 0.5 * MM, ink), Rect(0, high - 0.3 * MM, width, 0.3 * MM, ink))
        else:
            gap = 0.0 if first else GAP
            yield Rect(gap, 0, width - gap, high, plate.ground)

    words = _fitting(said.text, letters, room - 2 * side * MM, look)
    return Cell(words, across=0.5, pad=(over * MM, side * MM), leading=1.05, role="TH", paint=paint)


def line(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield answers as headings at the right, or a statement with its chances there.

    A single chance for several answers is centred over them.
    """
    if block.columns:
        over, left = 0.8 * MM, width - len(block.columns) * WAY
        asked = Cell(look.copy((block.heads[0], look.letters(9.5, font="narrow-bold"))), leading=1.1, role="TH")
        ways = [
            _head(one, WAY, look, over=0.8, side=1.6, first=number == 0) for number, one in enumerate(block.columns)
        ]
        row = [cell._replace(at=block.at) for cell in (asked._replace(pad=(0.0, 0.8 * MM), shift=-0.8 * MM), *ways)]
        made = table([row], width, across=(left, *[WAY] * len(ways))).part()
        yield stacked((Slab(over, ()), made, Slab(0.6 * MM, ())))
        return
    (row_of,) = block.rows
    chances, count = row_of.cells, len(row_of.cells) + block.blank
    way, part = (WAY, FRACTION) if count > 1 else (ALONE, FRACTION_ALONE)
    pad, large, small = look.mm(0.6, 0.4, 0.25), look.pt(11.5), look.pt(9)
    drop = ((1 + CAP) * large - (1.18 + CAP) * small) / 2 if chances else 0.0  # to the baseline of the figures
    room = width - count * way if chances else width
    side = 1 * MM if chances else 0.0
    said = Cell(look.copy((row_of.key, look.letters(9))), pad=(pad, side), shift=-side, drop=drop, down=0.0)
    cells = [said._replace(leading=1.18, role="TH" if chances else "P", at=block.at)]
    usual = Cell(look.copy(), pad=(pad, 0.0), leading=1.0, down=0.0, across=1.0)
    if block.blank:
        words = look.copy(*_chance(chances[0], look))
        cells.append(usual._replace(words=words, columns=count, across=0.5))
    else:
        cells += (usual._replace(words=look.copy(*_chance(one, look, way, part))) for one in chances)
    across = [room, *[way] * count]
    made = table([cells], width, across=across).part()
    yield made._replace(items=(*made.items, rule(made.height, width, look.theme.hairline, 0.15)))


def _chance(chance: Said, look: PageLook, room: float = 0.0, part: float = 0.0) -> list[Run]:
    """Return a per cent in large type with its sign, lighter for a chance of 0, and its fraction.

    In a line of `room` points, the fraction and the space after it take `part`, or what the per cent leaves.
    """
    quiet = look.theme.quiet
    runs: list[Run] = [(look.say.number(chance.text), look.letters(11.5, font="narrow-bold"))]
    runs += [(" %", look.letters(8.5, fill=quiet, font="narrow"))]
    if chance.text == NEVER:
        runs = [(NEVER, look.letters(11.5, fill=quiet, font="narrow"))]
    part = min(part, room - look.copy(*runs).most)
    if chance.note:
        fraction: Run = (chance.note, look.letters(8.5, fill=quiet, font="narrow"))
        runs += [Inset((), 0.0, 0.0, 1.2 * MM, leads=True), fraction]
        part -= 1.2 * MM + look.copy(fraction).most
    return [*runs, Inset((), max(part, 0.0), 0.0, tight=True)]


MEAN = 9 * MM
"""Width of a column of means."""
MEANT = 18 * MM
"""Width that a title leaves free for a mean."""
DENSE = 8
"""With more columns than this, figures are smaller."""
SPARE = 1 * MM
"""Extra width of the columns of row labels."""
SIDE = 1.05
"""Space beside row labels (mm)."""
SHADES = 11
"""Number of shades, including that of 0."""
HAIR, HEAVIEST = 0.15 * MM, 0.7 * MM
"""In outlined themes, the thickness of lines below chances of 0 and 1."""


def grid(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield chances by row and column under their title, or bars if there are no row labels."""
    body = _table(block, look, width) if block.widths else _strip(block, look, width)
    apart = Slab((0.8 if block.widths else 1.0) * MM, ())
    yield stacked((_title(block, look, width), apart, body, Slab(look.mm(1.2, 1.2, 0.8), ())))


def _title(block: Grid, look: PageLook, width: float) -> Slab:
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


def _strip(block: Grid, look: PageLook, width: float) -> Slab:
    """Return one distribution: bars, their labels, and per cents below."""
    column, (row,), size = width / (len(block.columns) + block.blank), block.rows, look.pt(9.5)
    tall = look.mm(7.5, 6, 5) if any(chance.bar for chance in row.cells) else 0.0
    bare = Cell(look.copy(), least=(0.0, tall), role="TD")
    bars = [bare._replace(paint=_upright(chance.bar, look) if chance.bar else None) for chance in row.cells]
    heads = [_head(one, column, look, first=at == 0) for at, one in enumerate(block.columns)]
    below = bare._replace(
        drop=0.7 * MM, leading=1.0, across=0.5, pad=(0.0, GAP), least=(0.0, 0.7 * MM + size), whole=True
    )
    figures = [below._replace(words=_number(one, column + GAP, size, look).words) for one in row.cells]
    rows = [*([bars] if tall else []), [one._replace(at=block.at) for one in heads], figures]
    return table(rows, width, across=[column] * len(block.columns)).part()


def _upright(share: float, look: PageLook) -> Callable[[float, float], Iterator[Item]]:
    """Return what draws a bar, outlined or filled, of this share of its cell's height (per cent)."""

    def paint(width: float, tall: float) -> Iterator[Item]:
        left, wide, high = 0.5 * MM, width - 1 * MM, tall * share / 100
        if not look.theme.outlined:
            yield Rect(left, tall - high, wide, high, look.theme.accent)
            return
        line = min(0.3 * MM, high)
        box = left + line / 2, tall - high + line / 2, wide - line, high - line
        yield Rect(*box, None, look.theme.accent, line)

    return paint


def _table(block: Grid, look: PageLook, width: float) -> Slab:
    """Return rows of cells with labels at the left and means at the right."""
    keys = [one * MM + SPARE for one in block.widths]
    means = MEAN * sum(one.style == "mean" for one in block.columns)
    count = len(block.columns) - bool(means)
    column = (width - sum(keys) - means) / (count + block.blank)
    size = look.pt(9 if count > DENSE else 9.5)
    usual = Cell(look.copy(), least=(0.0, look.mm(4.85, 4.55, 4.25)), at=block.at)
    rows = [
        [
            *(
                _head(Said(text), room, look, side=SIDE, first=at == 0)._replace(across=0.0)
                for at, (text, room) in enumerate(zip(block.heads, keys, strict=True))
            ),
            *(_head(one, MEAN if one.style == "mean" else column, look) for one in block.columns),
        ]
    ]
    for row in block.rows:
        rooms = keys[len(keys) - len(row.keys) :]  # only the last if the first label continues
        cells = [_key(one, room, look) for one, room in zip(row.keys, rooms, strict=True)]
        for one in row.cells:
            mean = one.style == "mean"
            cells.append(_number(one, MEAN if mean else column, look.pt(9) if mean else size, look))
        rows.append([cell._replace(least=usual.least) for cell in cells])
    blank = [Cell(look.copy(), columns=block.blank)] if means and block.blank else []
    placed = [[cell._replace(at=block.at) for cell in (*row[: len(row) - 1], *blank, row[-1])] for row in rows]
    across = (*keys, *[column] * (count + (block.blank if blank else 0)), *([means] if means else ()))
    return table(placed, width, across=across).part()


def _key(said: Said, room: float, look: PageLook) -> Cell:
    """Return the head of a row on its ground, or in outlined themes, with lines below it and at its right."""
    theme, gap = look.theme, -HEAVIEST / 2 if look.theme.outlined else GAP

    def paint(width: float, high: float) -> Iterator[Item]:
        if theme.outlined:
            yield Rect(0, high - HAIR, width, HAIR, theme.hairline)
            yield Rect(width - GAP, 0, GAP, high, theme.ink)
        else:
            yield Rect(0, GAP, width, high - GAP, theme.paper)

    words = _fitting(said.text, look.letters(9.5, font="narrow-bold"), room - 2 * SIDE * MM, look)
    pad = (1 * MM + GAP - gap) / 2, SIDE * MM
    return Cell(words, rows=said.rows, pad=pad, leading=1.08, drop=gap, role="TH", paint=paint)


def _number(said: Said, room: float, size: float, look: PageLook) -> Cell:
    """Return a figure, smaller if it is too wide, lighter for a chance of 0; the likelier, the darker is its ground."""
    theme, never = look.theme, said.text == NEVER
    fill = theme.quiet if never or said.style == "mean" else theme.ink
    letters = Letters(size, fill, "narrow" if never else "narrow-bold")

    def paint(width: float, high: float) -> Iterator[Item]:
        if theme.outlined:
            line, gap = HAIR + (HEAVIEST - HAIR) * said.shade / (SHADES - 1), GAP if said.shade else 0.0
            yield Rect(gap, high - line, width - gap, line, theme.accent if said.shade else theme.hairline)
        else:
            yield Rect(GAP, GAP, width - GAP, high - GAP, _shade(theme, said.shade))

    words = _fitting(look.say.number(said.text), letters, room - 3 * GAP, look, whole=True)
    drop = -HEAVIEST / 2 if theme.outlined else GAP
    return Cell(words, pad=(0.0, GAP), across=0.5, leading=1.0, shift=GAP / 2, drop=drop, whole=True, paint=paint)


def _shade(theme: Theme, shade: int) -> str:
    return theme.washed(theme.accent, 0.04 + 0.055 * shade) if shade else theme.shade(theme.paper, 0.5)
