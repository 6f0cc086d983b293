"""Odds as slabs: lines with their chances, tables of chances, bars, and pictures of odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rcwkit.art.colours import contrast, mix
from rcwkit.art.symbols import mark
from rcwkit.art.theme import Theme
from rcwkit.document.blocks import Cell as Said
from rcwkit.document.blocks import Chance, ChanceRow, Chances, Grid
from rcwkit.document.copy import Copy, Inset, Letters, Run
from rcwkit.document.look import PageLook, Slab, rule, stacked
from rcwkit.document.tables import Cell, table
from rcwkit.frame import MM, Circle, Group, Item, Polygon, Rect
from rcwkit.type.text import CAP

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


def chances(block: Chances, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a picture of odds: of windows, heat, columns, a curve, or a sequence of arrows."""
    drawn = {"columns": _columns, "curve": _curve, "sequence": _sequence}
    draw = drawn.get(block.form, _picture if block.heads or block.form == "heat" else _list)
    high, items = draw(block, look, width)
    yield Slab(high + look.mm(1), (Group(tuple(items), role="Figure", alt=_told(block)),))


Box = tuple[float, float, float, float]
"""Left, top, width and height in points."""
Drawn = tuple[float, list[Item]]
"""A height, and what is drawn down to it."""


def _told(block: Chances) -> str:
    """Return a picture in words: its rows, each with its chances by column."""
    heads = block.heads or ("",)
    rows = (
        (
            row.head,
            ", ".join(
                " ".join(filter(None, (head, one.text or NEVER))) for head, one in zip(heads, row.cells, strict=True)
            ),
        )
        for row in block.rows
    )
    return "; ".join(": ".join(filter(None, row)) for row in rows)


def _scaled(look: PageLook, length: float) -> float:
    """Return a length in points, given in millimetres for the usual size of running text."""
    return length * MM * look.pt(9) / 9


def _words(look: PageLook, text: str, letters: Letters, x: float, y: float, room: float, align: float = 0.5) -> Group:
    """Set words on one line from the left edge x, their middle at y; smaller if there is no room."""
    lines = _fitting(text, letters, room, look, whole=True).set(room + 0.1, leading=1.0, align=align)
    return Group(lines.items, x, y - lines.height / 2, role="P")


def _panes(
    count: int, lit: int, side: float, across: int, x: float, y: float, look: PageLook, fill: str
) -> Iterator[Item]:
    """Yield the windows of a die from the upper left corner (x, y), `across` in a row, the first `lit` full."""
    step = side * 1.16
    for number in range(count):
        left, top = x + number % across * step, y + number // across * step
        ground = fill if number < lit else look.theme.page
        yield Rect(left, top, side, side, ground, fill if number < lit else look.theme.quiet, 0.16 * MM)


def _full(row: ChanceRow, look: PageLook) -> str:
    """Return the colour of full windows and bars: the owner's, or the accent."""
    return look.theme.legible(look.colour(row.owner), look.theme.page) if row.owner else look.theme.accent


def _warm(look: PageLook, share: float) -> str:
    """Return the tint of a chance."""
    return look.theme.washed(look.theme.accent, 0.1 + 0.5 * share)


FAINT, IDLE = 1.1, 0.06
"""The least contrast of paper with the page behind it, and how much ink tints the page in its place."""


def _idle(theme: Theme) -> str:
    """Return the ground of what does not win: paper, or a light tint where paper would not show on the page."""
    behind = theme.sheet or theme.page
    return theme.paper if contrast(theme.paper, behind) >= FAINT else mix(behind, theme.ink, IDLE)


def _ground(one: Chance, box: Box, look: PageLook, *, bare: bool) -> Iterator[Item]:
    """Yield the ground of a cell; in an outlined theme a frame, with a bar for the chance of a `bare` one."""
    theme, (x, y, width, high) = look.theme, box
    if one.style == "over":
        return
    if not theme.outlined:
        fill = theme.accent if one.style == "sure" else _warm(look, one.share) if one.share else _idle(theme)
        yield Rect(x, y, width, high, fill)
        return
    yield Rect(x, y, width, high, theme.page, theme.hairline, 0.2 * MM)
    bar = 0.9 * MM
    if one.share and bare:
        yield Rect(x, y + high - bar, width * one.share, bar, theme.accent)


def _on(one: Chance, look: PageLook) -> str:
    """Return the colour of words on the ground of a cell."""
    theme = look.theme
    if one.style == "never":
        return theme.quiet
    if theme.outlined:
        return theme.ink
    return theme.on(theme.accent if one.style == "sure" else _warm(look, one.share))


TWO_LINES = 8.0
"""The least height of a row whose note stands below its head, not beside it (mm)."""


def _heads(block: Chances, look: PageLook, width: float) -> float:
    bold, small = look.letters(10.5, font="narrow-bold"), look.letters(8, font="narrow")
    notes = max(look.copy((row.note, small)).most for row in block.rows)
    heads = max(look.copy((row.head, bold)).most for row in block.rows)
    words = max(look.copy((text, small)).most for text in (block.corner, *block.notes))
    beside = block.form == "heat" and notes > 0 and heads > 0
    most = max(heads + notes + _scaled(look, 2) if beside else max(heads, notes), words)
    strip = _scaled(look, 4.5) if any(row.owner for row in block.rows) else 0.0
    return min(most + strip + _scaled(look, 3), 0.34 * width) if most else 0.0


def _row_head(row: ChanceRow, y: float, width: float, high: float, look: PageLook) -> Iterator[Item]:
    """Yield the head of a row on paper, with its owner's colour and mark at the left."""
    theme, strip, gap = look.theme, _scaled(look, 3.6), 0.5 * MM
    owner = look.owners.get(row.owner)
    left = (strip if owner else 0.0) + _scaled(look, 1.4)
    yield Rect(0, y, width - gap, high, None if theme.outlined else theme.page, theme.hairline, 0.2 * MM)
    if owner:
        plate = look.plate(row.owner)
        yield Rect(0, y, strip, high, plate.ground, plate.edge, 0.2 * MM)
        yield from mark(owner.mark, strip / 2, y + high / 2, 0.7 * strip, plate.text, plate.ground)
    room = width - gap - left - _scaled(look, 0.8)
    bold, small = look.letters(10.5, font="narrow-bold"), look.letters(8, fill=theme.quiet, font="narrow")
    middle, drop = y + high / 2, _scaled(look, 2.2) if row.note and high >= _scaled(look, TWO_LINES) else 0.0
    yield _words(look, row.head, bold, left, middle - drop, room, 0.0)
    if row.note:
        yield _words(look, row.note, small, left, middle + drop, room, 0.0 if drop else 1.0)


def _picture(block: Chances, look: PageLook, width: float) -> Drawn:
    """Return windows or heat by row and column, under the heads of columns."""
    left = _heads(block, look, width)
    column, gap = (width - left) / max(len(block.rows[0].cells), 1), 0.7 * MM
    top = _scaled(look, 5.4) if any(block.heads) else 0.0
    bold = look.letters(10.5, font="narrow-bold")
    corner = look.letters(8.5, fill=look.theme.quiet, font="narrow")
    items: list[Item] = (
        [_words(look, block.corner, corner, 0, top / 2, left - gap - 1 * MM, 1.0)] if block.corner else []
    )
    items += (
        _words(look, head, bold, left + at * column, top / 2, column - gap) for at, head in enumerate(block.heads)
    )
    y, windows = top, block.windows if block.form == "windows" else 0
    across = (windows + 1) // 2
    side = min(_scaled(look, 2.5), (column - gap) * 0.86 / (1.16 * max(across, 1)))
    line = _scaled(look, 3.8)
    noted = line if any(any(one.notes) for row in block.rows for one in row.cells) else 0.0
    high = (2 * 1.16 * side + line + _scaled(look, 3.2) if windows else _scaled(look, 6.4)) + noted
    for row in block.rows:
        items += _row_head(row, y, left, high - gap, look) if row.head else ()
        for at, one in enumerate(row.cells):
            x, room, tall = left + at * column, column - gap, high - gap
            items += _ground(one, (x, y, room, tall), look, bare=not windows or one.style == "sure")
            large = 11 if windows and one.style == "sure" else 9.5
            letters = look.letters(large, fill=_on(one, look), font="narrow-bold")
            small = look.letters(8, fill=_on(one, look), font="narrow")
            middle = y + (tall - noted) / 2
            if windows and not one.style:
                start = x + (room - (1.16 * across - 0.16) * side) / 2
                items += _panes(windows, one.lit, side, across, start, y + _scaled(look, 1.3), look, look.theme.ink)
                middle = y + _scaled(look, 1.3) + 2 * 1.16 * side + line / 2
            items += [_words(look, one.text, letters, x, middle, room - 0.6 * MM)] if one.text else []
            notes = [note for note in one.notes if note] if one.style != "never" else []
            items += (
                _words(look, note, small, x, y + tall - (0.75 if look.theme.outlined else 0.55) * line, room - 0.6 * MM)
                for note in notes[:1]
            )
        y += high
    return y, items


def _list(block: Chances, look: PageLook, width: float) -> Drawn:
    """Return rows one below the other: words, the windows of a die in a line, and the chance."""
    bold = look.letters(9.5, font="narrow-bold")
    chance = max(look.copy((row.cells[0].text, bold)).most for row in block.rows) + _scaled(look, 2)
    side = min(_scaled(look, 4.6), (width - chance) * 0.5 / (1.16 * max(block.windows, 1)))
    panes = 1.16 * side * block.windows
    high, y = max(1.5 * side, _scaled(look, 6.2)), 0.0
    items: list[Item] = []
    room = width - chance - panes - _scaled(look, 2)
    longest = max((row.head for row in block.rows), key=lambda head: look.copy((head, bold)).most)
    said = bold._replace(size=_fitting(longest, bold, room, look, whole=True).size)
    for row in block.rows:
        one = row.cells[0]
        items.append(_words(look, row.head, said, 0, y + high / 2, room, 0.0))
        start = width - chance - panes
        items += _panes(
            block.windows, one.lit, side, block.windows, start, y + (high - side) / 2, look, _full(row, look)
        )
        items.append(_words(look, one.text, bold, width - chance, y + high / 2, chance, 1.0))
        y += high
    return y, items


def _columns(block: Chances, look: PageLook, width: float) -> Drawn:
    """Return the chances of a row as columns of windows, or as bars, over their heads and notes."""
    theme, (row,) = look.theme, block.rows
    left = _heads(block, look, width) if block.corner or block.notes else 0.0
    column, pane = (width - left) / len(row.cells), _scaled(look, 4.4)
    tall = pane * (block.windows or 5)
    line, bold = _scaled(look, 4.6), look.letters(10.5, font="narrow-bold")
    fill = _full(row, look)
    scale = 1.0 if block.windows else max(*(one.share for one in row.cells), 0.25)
    items: list[Item] = []
    for at, one in enumerate(row.cells):
        x, wide = left + at * column + 0.08 * column, 0.84 * column
        share = tall * min(one.share / scale, 1.0)
        for number in range(block.windows or 1):
            size = tall / (block.windows or 1)
            lit = block.windows and number < one.lit
            box = (x, tall - (number + 1) * size + 0.25 * MM, wide, size - 0.5 * MM)
            ground = theme.page if theme.outlined else fill if lit else _idle(theme)
            items.append(Rect(*box, ground, theme.hairline if theme.outlined else None, 0.2 * MM))
            if lit and theme.outlined:
                items.append(Rect(box[0], box[1], 1.2 * MM, box[3], fill))
        if not block.windows and share:
            items.append(Rect(x, tall - share, 1.2 * MM if theme.outlined else wide, share, fill))
        if one.text:
            up = pane * max(one.lit - 0.5, 0.5) if block.windows else share + 0.5 * pane
            inside = bool(one.lit) if block.windows else share + pane > tall
            up = up if block.windows else share - 0.5 * pane if inside else up
            ink = theme.on(fill) if inside and not theme.outlined else theme.ink
            letters = look.letters(9.5, fill=ink, font="narrow-bold")
            items.append(_words(look, one.text, letters, x + 0.8 * MM, tall - up, wide - 1 * MM))
        items.append(_words(look, block.heads[at], bold, x, tall + 0.6 * line, wide))
        small = look.letters(9, font="narrow")
        items += (
            _words(look, note, small, x, tall + (number + 1.55) * line, wide) for number, note in enumerate(one.notes)
        )
    quiet = look.letters(8, fill=theme.quiet, font="narrow")
    for number, text in enumerate((block.corner, *block.notes)):
        items += [_words(look, text, quiet, 0, tall + (number + 0.6) * line, left - 1.5 * MM, 0.0)] if text else []
    high = tall + line * (1 + len(block.notes)) + _scaled(look, 1)
    if row.note:
        said = look.letters(9, fill=theme.quiet, font="narrow")
        items.append(_words(look, row.note, said, left, high + 0.4 * line, width - left))
        high += line
    return high, items


def _curve(block: Chances, look: PageLook, width: float) -> Drawn:
    """Return what is left after each roll as steps down, a line for each row; equal rows share theirs."""
    theme = look.theme
    rows: dict[tuple[Chance, ...], list[ChanceRow]] = {}
    for row in block.rows:
        rows.setdefault(row.cells, []).append(row)
    left, tall, top = _scaled(look, 12), _scaled(look, 26), _scaled(look, 2.5)
    column, thick = (width - left) / len(block.heads), 1.1 * MM
    small, bold = look.letters(8.5, fill=theme.quiet, font="narrow"), look.letters(10.5, font="narrow-bold")
    items: list[Item] = []
    for share in (1.0, 0.5, 0.0):
        y = top + tall * (1 - share)
        items.append(rule(y, width - left, theme.hairline if share else theme.ink, 0.2 if share else 0.5))
        items[-1] = Group((items[-1],), left)
        items.append(_words(look, look.say("{n} %", n=round(100 * share)), small, 0, y, left - 1.5 * MM, 1.0))
    items += (
        _words(look, head, bold, left + at * column, top + tall + _scaled(look, 3.2), column)
        for at, head in enumerate(block.heads)
    )
    lasting = [max((at for at, one in enumerate(cells) if one.share == 1), default=-1) for cells in rows]
    reach = left + (max(lasting) + 1.5) * column
    items.append(Rect(left, top - thick / 2, reach - left, thick, theme.ink))
    for (cells, named), last in zip(rows.items(), lasting, strict=True):
        ink = theme.legible(look.colour(named[0].owner), theme.page)
        heights = [top + tall * (1 - one.share) for one in cells]
        steps = [(left + (at + 0.5) * column, y) for at, y in enumerate(heights) if at > last]
        before = top
        for number, (x, y) in enumerate(steps):
            if before >= top + tall:
                break
            items.append(Rect(x - thick / 2, before, thick, y - before, ink))
            until = steps[number + 1][0] if number + 1 < len(steps) else x
            if y < top + tall:
                items.append(Rect(x - thick / 2, y - thick / 2, until - x + thick, thick, ink))
            before = y
        for number, (x, y) in enumerate(steps):
            if y < top + tall:
                items.append(Circle(x, y, 1.2 * MM, ink, theme.page, 0.3 * MM))
                left_over = cells[last + 1 + number].text
                letters = look.letters(8.5, fill=ink, font="narrow-bold")
                items.append(_words(look, left_over, letters, x + 1.6 * MM, y - _scaled(look, 2), column, 0.0))
        if steps:
            name = look.letters(9.5, fill=ink, font="narrow-bold")
            words = ", ".join(row.head for row in named)
            items.append(_words(look, words, name, left, top + _scaled(look, 3.4), steps[0][0] - left - 1.5 * MM, 1.0))
    return top + tall + _scaled(look, 6), items


def _sequence(block: Chances, look: PageLook, width: float) -> Drawn:
    """Return one arrow after another, each with its roll and what has come by then."""
    theme, (row,) = look.theme, block.rows
    count, gap = len(row.cells), 0.4 * MM
    step, point = width / count, _scaled(look, 3.2)
    side = min(_scaled(look, 3.6), (step - 3.2 * point) / (1.16 * max(block.windows, 1)))
    line = _scaled(look, 4.8)
    high = line * (2 + max(len(one.notes) for one in row.cells)) + _scaled(look, 2.4)
    items: list[Item] = []
    for at, (one, head) in enumerate(zip(row.cells, block.heads, strict=True)):
        x, end = at * step, (at + 1) * step - gap - point
        notch = x + point if at else x
        corners = ((x, 0.0), (end, 0.0), (end + point, high / 2), (end, high), (x, high), (notch, high / 2))
        items.append(
            Polygon(
                corners,
                None if theme.outlined else theme.washed(theme.accent, 0.05 + 0.42 * one.share),
                theme.accent,
                0.25 * MM,
            )
        )
        start, room = x + point + 1.2 * MM, step - 2.2 * point - gap
        y = _scaled(look, 1.2) + line / 2
        items.append(_words(look, head, look.letters(10, font="narrow-bold"), start, y, room, 0.0))
        y += line
        if block.windows and not one.style:
            items += _panes(block.windows, one.lit, side, block.windows, start, y - side / 2, look, theme.accent)
        else:
            items.append(_words(look, one.text, look.letters(10.5, font="narrow-bold"), start, y, room, 0.0))
        for note in one.notes:
            y += line
            items.append(_words(look, note, look.letters(9.5, font="narrow-bold"), start, y, room, 0.0))
    return high, items
