"""Pages composed for play, as slabs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise, zip_longest
from typing import NamedTuple

from rcwkit.art.artwork import placed
from rcwkit.art.colours import mix
from rcwkit.art.hatching import box_corners
from rcwkit.art.motifs import FOLDED, box_art, node, scene, slip_art, striped, uneven
from rcwkit.art.symbols import symbol
from rcwkit.art.theme import Plate
from rcwkit.diagnostics import Span
from rcwkit.document import tables
from rcwkit.document.blocks import Band, Block, DocumentPart, Grid, Pane, Section, Worksheet, again
from rcwkit.document.copy import Letters, Run
from rcwkit.document.look import PageLook, Slab, beside, rule, stacked
from rcwkit.document.prose import lead, onward, shaft
from rcwkit.document.tables import Column, Edge, table
from rcwkit.faces.parts import pointed
from rcwkit.frame import MM, Frame, Group, Item, Polygon, Rect
from rcwkit.source.info import StepStyle
from rcwkit.source.language import Language
from rcwkit.source.markup import numbered
from rcwkit.type.text import Setter

Inner = Callable[[Block, PageLook, float], Iterator[Slab]]
"""Sets a block within a pane."""

APART = {"plain": 4.0, "boxed": 2.5, "question": 1.5, "tinted": 0.0, "label": 0.0, "filled": 2.5, "slip": 4.0}
"""Space between a pane and the next, by look (mm)."""
POINT = 3.6 * MM
"""Length of the points of a box that asks."""
BROAD, ASIDE = 1.3, 15 * MM
"""From which share of its height a picture is broad, and the side of one beside words."""
TURNED, LEAST = 9.2 * MM, 0.55
"""What the number of a tab takes of its height, and the least size of the heading below it, as a share of the usual."""
SMALLER = 0.7
"""The least size of a title on a filled pane or a slip, as a share of the usual one."""
LONG = 16
"""From how many rows a worksheet may be divided."""
LEADS = 0.68
"""How far down an arrow stands that leads over the pane before it, as a share of the height."""
NOTHING = Slab(0.0, ())
FRAMED, LEAST_GAP = ("boxed", "question", "filled"), 0.6 * MM
"""Panes with a frame around them, and the least space between a band of such and the next."""
ARROW = 7.0
"""Space for an arrow between two panes (mm)."""
BESIDES = {"label": 1.2 * MM, "question": POINT - 1.8 * MM}
"""Space beside the contents of a pane for the bar of a label, or each point of a question."""
RAIL, TAB, BLOCK = 11 * MM, 8.5 * MM, 46 * MM
"""Width of a rail, a tab or a head of colour at the left of its section."""
SIGN, FIGURES = 6.4 * MM, (11 * MM, 24 * MM)
"""Most that the symbol of a section measures in a tab, and its least and most height in a block of colour."""
EDGE_OF_PAPER, PRINTED = 8 * MM, 3 * MM
"""How far a tab goes into the margin, and how far its words do: most printers leave the rest white."""
BESIDE = 5 * MM
"""Space between sections side by side."""


class _Set(NamedTuple):
    """A pane with its place in a band, the bar of its heading if it is boxed, what it holds, and its picture.

    That takes the height `above` its words, or the width `aside`. The words of its `foot` are in a strip at its lower
    edge.
    """

    pane: Pane
    x: float
    width: float
    content: Slab
    bar: Slab
    pad: float
    art: Frame | None = None
    above: float = 0.0
    aside: float = 0.0
    foot: Slab = NOTHING

    @property
    def left(self) -> float:
        """The left edge of its contents, beside the bar of a label, the point of a question or a picture."""
        return self.x + self.pad + self.aside + BESIDES.get(self.pane.look, 0.0)

    @property
    def high(self) -> float:
        """The height that it needs, with its picture."""
        words = self.bar.height + self.content.height + 2 * self.pad
        beside = self.bar.height + self.art.height + 2 * self.pad if self.art and not self.above else 0.0
        return max(self.above + words, beside) + self.foot.height

    @property
    def centred(self) -> bool:
        """Whether its words stand in the middle of its height: those of a label, of a box without a heading or more."""
        pane = self.pane
        few = bool(pane.head) != bool(pane.blocks or pane.picture) and not pane.stack
        return pane.look == "label" or (few and pane.look in ("filled", "boxed", "tinted"))

    @property
    def leads(self) -> bool:
        """Whether an arrow leads from it, or from what is in it, over the pane before it."""
        return any(one.leads for one in (self.pane, *self.pane.stack))


def modifiers(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield amounts in a column, and beside them when they apply."""
    bold, said = look.letters(9.5, fill=look.theme.accent, font="narrow-bold"), look.letters(9)
    line = Edge("under", look.theme.hairline, 0.15 * MM)
    usual = tables.Cell(look.copy(), pad=(look.mm(0.45), 1 * MM), leading=1.1, edges=(line,), at=block.at)
    amount = usual._replace(across=1.0, whole=True, role="TH")
    rows = [
        [amount._replace(words=look.copy((row.key, bold))), usual._replace(words=look.copy((row.cells[0].text, said)))]
        for row in block.rows
    ]
    made = table(rows, width, (Column(tight=True), Column())).part()
    yield made if look.fit else made._replace(height=made.height + look.mm(1.6))


def section(block: Section, look: PageLook, width: float, inner: Inner) -> Iterator[Slab]:
    """Yield a section and those beside it, all as high as the highest.

    Each has its number in a square, on a rail, or in a tab.
    """
    found = (block, *block.beside)
    if block.beside and look.theme.steps == "tabs":  # tabs stand at the edge of the paper
        found = tuple(replace(one, look=one.look or "numbers") for one in found)
    room, whole = width - BESIDE * (len(found) - 1), sum(one.width for one in found)
    wide = [room * one.width / whole for one in found]
    bodies = [_body(one, look, share, inner) for one, share in zip(found, wide, strict=True)]
    high = max(body.height for body in bodies) + look.mm(1.2)
    made = [_section(one, look, body, high) for one, body in zip(found, bodies, strict=True)]
    lefts = accumulate((share + BESIDE for share in wide[:-1]), initial=0.0)
    yield beside([*zip(made, lefts, strict=True)]) if block.beside else made[0]


def divided(block: Block, say: Language) -> Iterator[tuple[Block, Block]]:
    """Yield the ways to continue a section on another sheet, the first wherever it can be.

    These are between sections side by side, between bands, or between rows of a worksheet.
    """
    if not isinstance(block, Section):
        return
    if block.beside:
        yield replace(block, beside=()), replace(block.beside[0], beside=block.beside[1:])
        return
    for at in range(1, len(block.bands)):
        yield _parted(block, block.bands[:at], block.bands[at:], say)
    for at, (pane, *others) in enumerate(block.bands):
        sheet = pane.blocks[0] if len(pane.blocks) == 1 and not others else None
        if isinstance(sheet, Worksheet):
            for rows in _joints(sheet):
                above, below = (pane._replace(blocks=(part,)) for part in _rows_parted(sheet, rows))
                yield _parted(block, (*block.bands[:at], (above,)), ((below,), *block.bands[at + 1 :]), say)


def _parted(block: Section, above: tuple[Band, ...], below: tuple[Band, ...], say: Language) -> tuple[Block, Block]:
    head = again(say, block.head)
    return replace(block, bands=above), replace(block, head=head, note="", flags=(), bands=below)


def _joints(sheet: Worksheet) -> Sequence[int]:
    """Return after how many rows a long worksheet may be divided, the middle first: between groups if it has any."""
    ends = list(accumulate(count for _, count in sheet.sides))
    found = ends[:-1] if len(ends) > 1 else range(LONG // 2, len(sheet.rows) - LONG // 2 + 1)
    return sorted(found, key=lambda at: abs(2 * at - len(sheet.rows))) if len(sheet.rows) >= LONG else ()


def _rows_parted(sheet: Worksheet, rows: int) -> tuple[Worksheet, Worksheet]:
    ends = [0, *accumulate(count for _, count in sheet.sides)]
    sides = [(side, end <= rows) for side, end in zip(sheet.sides, ends[1:], strict=True)]
    above, below = (tuple(side for side, first in sides if first == wanted) for wanted in (True, False))
    return replace(sheet, rows=sheet.rows[:rows], sides=above), replace(sheet, rows=sheet.rows[rows:], sides=below)


def ways(part: DocumentPart, say: Language) -> Iterator[DocumentPart]:
    """Yield the ways to divide one step of a page."""
    for at, block in enumerate(part.blocks):
        for pair in divided(block, say):
            yield part._replace(blocks=(*part.blocks[:at], *pair, *part.blocks[at + 1 :]))


def loosened(part: DocumentPart, say: Language) -> DocumentPart:
    """Return a page with every step divided wherever it can be."""
    blocks: list[Block] = []
    left = [*part.blocks]
    while left:
        first, *others = next(divided(left[0], say), (left[0],))
        blocks.append(first)
        left[:1] = others
    return part._replace(blocks=tuple(blocks))


def _coloured(block: Section, look: PageLook) -> PageLook:
    """The look with the section's colour for what is accented in it."""
    theme = look.theme
    if not block.colour:
        return look
    accent = theme.legible(block.colour, theme.page)
    return look._replace(setter=replace(look.setter, theme=theme._replace(accent=accent)))


def _steps(block: Section, look: PageLook) -> StepStyle:
    """Return how a section is numbered: as its page says, or the look. What has no number has no tab."""
    if block.look:
        return block.look
    return "numbers" if look.theme.steps == "tabs" and not block.number else look.theme.steps


def _left(block: Section, look: PageLook) -> float:
    """Return the width of what stands at the left of a section."""
    return {"rail": RAIL, "tabs": TAB, "blocks": BLOCK + 2 * MM}.get(_steps(block, look), 0.0)


def _body(block: Section, look: PageLook, width: float, inner: Inner) -> Slab:
    """Return the heading and bands of a section, without what stands at their left."""
    look, room = _coloured(block, look), width - _left(block, look)
    bands: list[Slab] = []
    for band, after in zip_longest(block.bands, block.bands[1:], fillvalue=()):
        framed = all(any(pane.look in FRAMED for pane in one) for one in (band, after))
        bands += (_band(band, look, room, inner), Slab(max(look.mm(1.8), LEAST_GAP if framed else 0.0), ()))
    if _steps(block, look) == "blocks":
        made = stacked(bands[:-1])
        return made._replace(height=max(made.height, colour_block(block, look, 0.0).height))
    if _steps(block, look) == "tabs":
        head = _tabbed(block, look, room)
        high = head.height + sum(band.height for band in bands)
        return stacked([head if _turned(block, look, high) else _tabbed(block, look, room, named=True), *bands])
    return stacked([_head(block, look, room), *bands])


def _section(block: Section, look: PageLook, body: Slab, high: float) -> Slab:
    look, left = _coloured(block, look), _left(block, look)
    fields = tuple(field.moved(left, 0) for field in body.fields)
    side: tuple[Item, ...] = ()
    if _steps(block, look) == "tabs":
        side = _tab(block, look, high)
    elif _steps(block, look) == "rail" and block.number:
        side = _rail(block, look, high)
    elif _steps(block, look) == "blocks":
        side = colour_block(block, look, body.height).items
    return Slab(high, (*side, Group(body.items, left)), fields=fields, headings=((1, block.head),))


def _plate(block: Section, look: PageLook) -> Plate:
    return look.theme.plate(block.colour or look.theme.accent)


def _head(block: Section, look: PageLook, width: float) -> Slab:
    """Return the heading with its number and note, its rule and rulings at the right, and a line below."""
    theme, plate, steps = look.theme, _plate(block, look), _steps(block, look)
    squared = steps in ("numbers", "panes") and bool(block.number)
    big = look.display(14, spacing=0.01)
    high = 1.42 * look.pt(14)
    left = max(1.3 * high, look.copy((block.number, big)).most + 3 * MM) + 2 * MM if squared else 0.0
    label = [(f"[{block.number}] ", big._replace(fill=theme.accent))] if steps == "labels" and block.number else []
    cites = look.cited(block.rule, block.flags, look.letters(9, fill=theme.quiet))
    small = look.copy(*cites) if cites else None
    right = width - (small.most + 3 * MM if small else 0.0)
    sign = high if block.symbol else 0.0
    room = right - left - (sign + 1.5 * MM if sign else 0.0)
    runs: list[Run] = [*label, (theme.cased(block.head), big)]
    runs += [look.gap(2), (block.note, look.letters(9, fill=theme.quiet))] if block.note else []
    words = look.copy(*runs).set(room, leading=1.14, where=block.at, name="column")
    tall = max(high, words.height + 0.6 * MM)
    items: list[Item] = []
    if squared:
        wide, edge = left - 2 * MM, plate.edge if plate.hatch else None
        square = Polygon(uneven(0, 0, wide, tall), plate.ground, edge, 0.8)
        items.append(square if steps == "panes" else Rect(0, 0, wide, tall, plate.ground, edge, 0.8))
        number = look.copy((block.number, big._replace(fill=plate.text, font="figures")))
        lines = number.set(left - 2 * MM, leading=1.0, align=0.5)
        items.append(Group(lines.items, 0, (tall - lines.height) / 2))
    items.append(Group(words.items, left, (tall - words.height) / 2, role="H2"))
    if sign:
        behind = theme.page if theme.outlined else theme.sheet or theme.page
        box = right - sign, tall - sign - 0.2 * MM, sign, sign - 0.6 * MM
        items += symbol(block.symbol, *box, plate.edge, behind, theme.figures)
    if small:
        said = small.set(small.most + 1, leading=1.0)
        items.append(Group(said.items, width - small.most, tall - said.height - 0.8 * MM, role="P"))
    items.append(rule(tall, width, theme.ink, 0.45))
    return Slab(tall + look.mm(2.4), tuple(items))


def colour_block(block: Section, look: PageLook, high: float) -> Slab:
    """Return the head of a section on a block of colour, at least so high: its number, heading, note and rule."""
    theme, plate, pad = look.theme, _plate(block, look), 2.6 * MM
    fill = theme.ink if theme.outlined else plate.text
    number = look.copy((block.number, look.display(30, fill=fill)._replace(font="figures")))
    said: list[Run] = [(theme.cased(block.head), look.display(13, fill=fill))]
    small = " · ".join(filter(None, (block.note, block.rule)))
    said += [("\n" + small, look.letters(9, fill=fill))] if small else []
    words = look.copy(*said, *look.cited("", block.flags, look.letters(9, fill=fill)))
    figure = number.set(number.most + 1, leading=1.0)
    left = number.most + 2.5 * MM if block.number else 0.0
    over = words.set(BLOCK - 2 * pad, leading=1.12, where=block.at)
    beside = words.set(BLOCK - 2 * pad - left, leading=1.12, where=block.at)
    tall = figure.height + over.height + 2 * pad
    least = max(beside.height, figure.height if block.number else 0.0) + 1.4 * pad
    edge = (plate.edge, 0.6 * MM) if theme.outlined else (None, 0.0)
    items: list[Item] = [Rect(0, 0, BLOCK, max(high, least), plate.ground, *edge)]
    if block.number and high >= tall:
        items += (Group(figure.items, pad, 0.8 * pad), Group(over.items, pad, 0.8 * pad + figure.height, role="H2"))
        least_figure, most = FIGURES
        if block.symbol and (free := min(high - tall - pad, most)) >= least_figure:
            pale = theme.hairline if theme.outlined else mix(plate.ground, plate.text, 0.24)
            box = pad, high - free - pad, BLOCK - 2 * pad, free
            items += symbol(block.symbol, *box, pale, theme.page if theme.outlined else plate.ground, theme.figures)
    else:
        middle = max(high, least) / 2
        items += [Group(figure.items, pad, middle - figure.height / 2)] if block.number else []
        items.append(Group(beside.items, pad + left, middle - beside.height / 2, role="H2"))
    return Slab(least, tuple(items))


def _tabbed(block: Section, look: PageLook, width: float, *, named: bool = False) -> Slab:
    """Return the note, rule and rulings of a section with a tab, and its heading if that has no room there."""
    quiet = look.letters(9, fill=look.theme.quiet)
    runs: list[Run] = [(look.theme.cased(block.head), look.display(12)), look.gap(2)] if named else []
    runs += [(block.note, quiet)] if block.note else []
    cites = look.cited(block.rule, block.flags, quiet)
    runs += [*([(" ", quiet)] if runs else []), *cites] if cites else []
    if not runs:
        return NOTHING
    words = look.copy(*runs).set(width, leading=1.15, where=block.at)
    return Slab(words.height + look.mm(1), (Group(words.items, role="H2" if named else "P"),))


def _turned(block: Section, look: PageLook, high: float) -> Letters | None:
    """Return the letters of a heading turned upwards in a tab of a height, or None if they would be too small."""
    letters = look.display(13, spacing=0.05)
    size = letters.size * _free(look, high) / look.copy((look.theme.cased(block.head), letters)).most
    return letters._replace(size=min(letters.size, size)) if size >= LEAST * letters.size else None


def _free(look: PageLook, high: float) -> float:
    """Return the height below the number of a tab."""
    return high - TURNED * look.ratio - 2.5 * MM


def _rail(block: Section, look: PageLook, high: float) -> tuple[Item, ...]:
    """Return a numbered circle, and the line that leads to the next, if there is one."""
    plate, radius = _plate(block, look), 4.0 * MM
    letters = look.display(14, fill=plate.text)._replace(font="figures")
    number = look.copy((block.number, letters)).set(2 * radius, leading=1.0, align=0.5)
    circle = node(radius, plate, look.theme)
    if block.last:
        return (circle, Group(number.items, 0, radius - number.height / 2))
    tip = ((radius - 2 * MM, high - 3.4 * MM), (radius + 2 * MM, high - 3.4 * MM), (radius, high - 0.4 * MM))
    line = Rect(radius - 0.6 * MM, 2 * radius, 1.2 * MM, max(high - 2 * radius - 3 * MM, 0), plate.edge)
    return (line, Polygon(tip, plate.edge), circle, Group(number.items, 0, radius - number.height / 2))


def _tab(block: Section, look: PageLook, high: float) -> tuple[Item, ...]:
    """Return a thumb tab from the edge of the paper, with the section's number, and its heading turned upwards."""
    theme, plate, wide, tall = look.theme, _plate(block, look), TAB - 2.5 * MM, high - 1 * MM
    cut, room = 1.8 * MM, wide + PRINTED
    corners = ((-EDGE_OF_PAPER, 0), (wide - cut, 0), (wide, cut), (wide, tall - cut), (wide - cut, tall))
    edge = plate.edge if plate.hatch else None
    items: list[Item] = [Polygon((*corners, (-EDGE_OF_PAPER, tall)), plate.ground, edge, 0.8)]
    if not theme.outlined:  # black, with gold words; the section's own colour is a stripe beside them
        strip = corners[0], (wide - 2.2 * MM, 0), (wide - 2.2 * MM, tall), (-EDGE_OF_PAPER, tall)
        items.append(Polygon(strip, theme.ink))
        plate = plate._replace(text=theme.gold)
        room -= 2.2 * MM
    top = 0.0
    if block.number:
        number = look.copy((block.number, look.display(20, fill=plate.text)._replace(font="figures")))
        lines = number.set(room, leading=1.0, align=0.5)
        items.append(Group(lines.items, -PRINTED, 0.8 * MM))
        top = lines.height + 1.2 * MM
    if letters := _turned(block, look, high):
        letters = letters if theme.outlined else letters._replace(fill=plate.text)
        said = look.copy((theme.cased(block.head), letters))
        lines = said.set(said.most + 1, leading=1.0)
        if block.symbol and lines.width + SIGN + 2 * MM <= _free(look, high):
            tall -= SIGN
            behind = theme.page if theme.outlined else theme.ink
            box = 0.6 * MM - PRINTED, tall - 1.2 * MM, room - 1.2 * MM, SIGN
            items += symbol(block.symbol, *box, plate.text, behind, theme.figures)
        middle = top + (tall - top - 2.5 * MM + lines.width) / 2 + 0.5 * MM
        items.append(Group(lines.items, (room - lines.height) / 2 - PRINTED, middle, rotate=-90, role="H2"))
    return tuple(items)


def _band(band: Sequence[Pane], look: PageLook, width: float, inner: Inner) -> Slab:
    """Return panes side by side, as high as the highest."""
    gaps = [_way(one, look) if one.arrow or one.ways else _apart(one, other) for one, other in pairwise(band)]
    room, whole = width - sum(gaps), sum(pane.width for pane in band)
    wide = [room * pane.width / whole for pane in band]
    lefts = [0.0, *accumulate(share + gap for share, gap in zip(wide, gaps, strict=False))]
    placed = [_pane(*one, look, inner) for one in zip(band, lefts, wide, strict=True)]
    high = max(one.high for one in placed)
    items: list[Item] = []
    fields = []
    over: list[Item] = []
    for one, gap in zip(placed, (*gaps, 0.0), strict=True):
        items += _ground(one, look, high)
        if one.art is not None and not (one.above and one.pane.look == "filled"):
            aside = 0.0 if one.above else one.pad
            items.append(Group(one.art.items, one.x + aside, one.bar.height + aside))
        down = one.above + one.bar.height + one.pad
        if one.centred:
            down = (one.above + high - one.foot.height - one.content.height) / 2
        words = Group(one.content.items, one.left, down)
        (over if one.leads else items).append(words)
        fields += [field.moved(one.left, down) for field in one.content.fields]
        if one.foot.height:
            items += _strip(one, look, high)
        if one.pane.leads:
            over.append(lead(one.x, LEADS * high, look))
        if one.pane.ways and gap:
            items += _ways(one.pane.ways, one.x + one.width, gap, high, look)
        elif one.pane.arrow:
            items.append(onward(one.x + one.width + ARROW * MM / 2, high / 2, look))
    return Slab(high, (*items, *over), fields=tuple(fields))


def _strip(one: _Set, look: PageLook, high: float) -> Iterator[Item]:
    """Yield the strip at the lower edge of a pane, with its words in the middle; a line over them with low ink."""
    top, theme = high - one.foot.height, look.theme
    yield Rect(one.x, top, one.width, 0.3 * MM if theme.outlined else one.foot.height, theme.ink)
    yield Group(one.foot.items, one.x + one.pad, top)


def _way(pane: Pane, look: PageLook) -> float:
    """Return the space for the arrows from a pane to the next, with their words."""
    words = (look.copy((said, look.letters(9, font="narrow-bold"))).most for said in pane.ways)
    return max((ARROW * MM, *(wide + 3 * MM for wide in words)))


def _ways(ways: Sequence[str], x: float, gap: float, high: float, look: PageLook) -> Iterator[Item]:
    """Yield an arrow to the next pane, and one back, each under its words."""
    theme, left, right = look.theme, x + 1 * MM, x + gap - 1 * MM
    for at, said in enumerate(ways):
        colour = theme.legible(theme.accent if at == 0 else theme.second, theme.page)
        y = high * ((0.3, 0.72)[at] if len(ways) > 1 else 0.5)
        words = look.copy((said, look.letters(9, fill=colour, font="narrow-bold")))
        lines = words.set(gap, leading=1.0, align=0.5)
        yield Group(lines.items, x, y - lines.height - 2 * MM, role="P")
        yield from shaft(*((left, right) if at == 0 else (right, left)), y, colour)


def _apart(one: Pane, other: Pane) -> float:
    return (0.0 if {one.look, other.look} <= {"tinted", "label"} else max(APART[one.look], APART[other.look])) * MM


def _pane(pane: Pane, x: float, width: float, look: PageLook, inner: Inner) -> _Set:
    pad = 0.0 if pane.look == "plain" else 1.8 * MM
    art = _art(pane, look, width)
    above = art.height if art and (_broad(art) or art.width == width) else 0.0
    aside = art.width + 2 * MM if art and not above else 0.0
    room = width - 2 * pad - aside - BESIDES.get(pane.look, 0.0) * (2 if pane.look == "question" else 1)
    within = _within(pane, look)
    fold = FOLDED - pad + 1 * MM if pane.look == "slip" else 0.0
    alone = pane.look == "tinted" and not (pane.blocks or pane.stack)
    head = _pane_head(pane, within, room - fold, large=alone or (above > 0 and pane.look == "filled"))
    blocks = [slab for block in pane.blocks for slab in inner(block, within, room)]
    for one in pane.stack:
        if one.look == "slip" and (head or blocks):
            blocks.append(Slab(max(look.mm(1.8), 2.6 * MM), ()))  # its tape stands above it
        elif blocks:
            blocks.append(Slab(max(look.mm(1.2), 0.9 * MM if one.head else 0.0), ()))
        blocks.append(_band((one,), look, room, inner))
    foot = _pane_foot(pane, look, width - 2 * pad) if pane.foot else NOTHING
    if pane.look == "boxed":
        bar = head._replace(height=head.height + 1.0 * MM) if head.height else head
        return _Set(pane, x, width, stacked(blocks), bar, pad, art, above, aside, foot)
    return _Set(pane, x, width, stacked([head, *blocks]), NOTHING, pad, art, above, aside, foot)


def _pane_foot(pane: Pane, look: PageLook, width: float) -> Slab:
    """Return the words in the strip along the lower edge of a pane."""
    fill, over = look.theme.ink if look.theme.outlined else look.theme.paper, max(look.mm(1.4), 1.2 * MM)
    words = look.copy((pane.foot, look.letters(9, fill=fill, font="narrow-bold")))
    lines = words.set(width, leading=1.15, align=0.5, where=pane.at, name="foot")
    return Slab(lines.height + 2 * over, (Group(lines.items, 0, over, role="P"),))


def _art(pane: Pane, look: PageLook, width: float) -> Frame | None:
    """Return the picture of a pane: a broad one, or one without words, in its width, another beside the words."""
    if not pane.picture:
        return None
    made = picture(pane.picture, look.setter, width, pane.at)
    if _broad(made):
        return made
    aside = ASIDE * look.ratio
    if "." not in pane.picture:
        return scene(pane.picture, look.theme, aside, aside)
    words = pane.head or pane.aside or pane.blocks or pane.stack
    return picture(pane.picture, look.setter, 2 * aside, pane.at) if words and 2 * aside < width else made


def picture(name: str, setter: Setter, width: float, at: Span | None = None) -> Frame:
    """Return a scene, or a picture of the game's own, of a width in points; of no height if it cannot be read.

    Raises KeyError for an unknown scene.
    """
    if "." not in name:
        return scene(name, setter.theme, width)
    art = setter.artwork.find(name, lambda: at or Span(name, 0), setter.found, setter.theme)
    if art is None:  # it was changed after it had been read, which is told
        return Frame(width, 0.0, ())
    high = width * art.height / art.width
    return Frame(width, high, (placed(art, 0.0, 0.0, width, high),))


def _broad(art: Frame) -> bool:
    return art.width > BROAD * art.height


def _within(pane: Pane, look: PageLook) -> PageLook:
    """Return the look of what stands in a pane: on a filled one, all of it has the ink of its plate."""
    theme = look.theme
    if pane.look != "filled" or theme.outlined:
        return look
    plate = _pane_plate(pane, look)
    on = theme._replace(
        ink=plate.text, accent=plate.text, quiet=plate.text, hairline=plate.text, paper=plate.ground, page=plate.ground
    )
    return look._replace(setter=replace(look.setter, theme=on))


def _pane_head(pane: Pane, look: PageLook, width: float, *, large: bool = False) -> Slab:
    """Return the heading of a pane, with its words aside; it is large under a picture, or alone on a tint."""
    beside = numbered(pane.aside, pane.flags)
    if not pane.head and not beside:
        return NOTHING
    theme = look.theme
    boxed, label, filled = pane.look == "boxed", pane.look == "label", pane.look in ("filled", "slip")
    plate = _pane_plate(pane, look)
    own = theme.legible(look.colour(pane.owner), theme.page) if pane.owner else theme.ink
    bare = boxed and not pane.owner and theme.box in ("caution", "label")
    fill = (theme.accent if theme.box == "label" else theme.ink) if bare else plate.text if boxed else own
    fill = theme.ink if filled else fill
    aside = look.copy((beside, look.letters(9, fill=fill if boxed else theme.quiet))) if beside else None
    caption = pane.look == "plain" and theme.table == "ruled"  # as in a field manual, and as it is written
    letters = look.letters(13 if label else 10.5, fill=fill, font="narrow-bold", spacing=0.01)
    letters = look.letters(10, fill=fill, font="serif-italic")._replace(bold="serif-bold") if caption else letters
    letters = (
        look.display(18 if large else 13 if pane.look == "filled" else 11, fill=fill) if filled or large else letters
    )
    room = width - (aside.most + 2 * MM if aside else 0.0)
    head = f"[{pane.head}]" if bare and theme.box == "label" else pane.head
    words = look.copy((head if caption else theme.cased(head), letters))
    if filled and words.least > room:  # a broad title is smaller rather than refused
        letters = letters._replace(size=letters.size * max(room / words.least, SMALLER))
        words = look.copy((head if caption else theme.cased(head), letters))
    lines = words.set(room, leading=1.1, where=pane.at, name="pane")
    items: list[Item] = [Group(lines.items, role="H3")]
    if bare and theme.box == "caution":  # no words stand on its stripes
        clear = ((0.0, lines.width), *(((width - aside.most, aside.most),) if aside else ()))
        grounds = (Rect(x - 0.8 * MM, -0.5 * MM, wide + 1.6 * MM, lines.height + 1.5 * MM) for x, wide in clear)
        items = [*(ground._replace(fill=theme.page) for ground in grounds), *items]
    if aside:
        said = aside.set(aside.most + 1, leading=1.0)
        items.append(Group(said.items, width - aside.most, (1.1 * letters.size - said.height) / 2, role="P"))
    if pane.look == "plain":
        low = lines.height + (0.4 if caption else 0.3) * MM  # clear of the tails of italics
        items.append(rule(low, width, own, 0.4 if caption else 0.3))
    return Slab(lines.height + (0.0 if boxed or label else look.mm(1.2)), tuple(items))


def _ground(one: _Set, look: PageLook, high: float) -> Iterator[Item]:
    """Yield the ground of a pane: a frame with the bar of its heading, or a tint, with a bar at the edge of a label."""
    pane, theme = one.pane, look.theme
    plate = _pane_plate(pane, look)
    if pane.look == "boxed" and theme.box != "plain":
        yield from box_art(theme, one.x, one.width, high, plate.edge)
        if one.bar.height:
            yield from _pane_bar(one, look, plate, high)
            yield Group(one.bar.items, one.x + one.pad, 0.5 * MM)
    elif pane.look == "boxed":
        yield Rect(one.x, 0, one.width, high, None, plate.edge, 0.3 * MM)
        if one.bar.height:
            ground = None if theme.outlined else plate.ground
            yield Rect(one.x, 0, one.width, one.bar.height, ground, plate.edge, 0.3 * MM)
            yield Group(one.bar.items, one.x + one.pad, 0.5 * MM)
    elif pane.look == "question":
        yield Polygon(pointed(one.x, 0, one.width, high, left=POINT, right=POINT), None, plate.edge, 0.5 * MM)
    elif pane.look == "filled":
        yield from _filled(one, look, high)
    elif pane.look == "slip":
        yield from slip_art(theme, one.x, one.width, high)
    elif pane.look in ("tinted", "label"):
        if theme.outlined or theme.paper == theme.page:
            yield Rect(one.x, 0, one.width, high, None, theme.hairline, 0.2 * MM)
        else:
            yield Rect(
                one.x, 0, one.width, high, look.wash(look.colour(pane.owner), 0.16) if pane.owner else theme.paper
            )
            if one.x and pane.look == "tinted":
                yield Rect(one.x, 1 * MM, 0.15 * MM, high - 2 * MM, theme.hairline)
        if pane.look == "label":
            yield Rect(one.x, 0, 1.4 * MM, high, plate.edge if pane.owner else theme.accent)


def _filled(one: _Set, look: PageLook, high: float) -> Iterator[Item]:
    """Yield the ground of a filled pane, its picture if that stands over the words, and a frame around both."""
    theme, plate = look.theme, _pane_plate(one.pane, look)
    hand = theme.box == "handcut"
    corners = uneven(one.x, 0, one.width, high) if hand else box_corners(one.x, 0, one.width, high)
    yield Polygon(corners, plate.ground)
    if one.art is not None and one.above:
        yield Group(one.art.items, one.x)
        yield Rect(one.x, one.above - 0.3 * MM, one.width, 0.6 * MM, theme.ink)
    if hand or theme.outlined:
        yield Polygon(corners, None, theme.ink if hand else plate.edge, (1.1 if hand else 0.5) * MM)


def _pane_plate(pane: Pane, look: PageLook) -> Plate:
    """Return the plate of the heading of a box: its owner's, or the second colour of some looks."""
    boxed = look.theme.box in ("handcut", "split") and pane.look != "filled"
    second = look.theme.second if boxed else look.theme.ink
    return look.plate(pane.owner) if pane.owner else look.theme.plate(second)


def _pane_bar(one: _Set, look: PageLook, plate: Plate, tall: float) -> Iterator[Item]:
    """Yield the bar behind the heading of a box of a height in the look's style."""
    theme, high = look.theme, one.bar.height
    ground, edge = None if theme.outlined else plate.ground, plate.edge
    if theme.box == "handcut":
        a, b, c, d = uneven(one.x, 0, one.width, tall)
        low = ((e[0] + (f[0] - e[0]) * high / tall, high) for e, f in ((b, c), (a, d)))
        yield Polygon((a, b, *low), ground, edge, 0.3 * MM)
    elif theme.box == "caution" and not one.pane.owner:
        yield striped(one.x, one.width, high, theme.ink)
        yield Rect(one.x, high, one.width, 0.35 * MM, theme.ink)
    elif theme.box != "label" or one.pane.owner:
        yield Rect(one.x, 0, one.width, high, ground, edge, 0.3 * MM)
