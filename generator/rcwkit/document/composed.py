"""Pages composed for play, and rolls, as slabs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from itertools import accumulate, pairwise
from math import cos, pi, sin
from typing import Any, NamedTuple

from rcwkit.art.motifs import box_art, striped, uneven
from rcwkit.art.theme import Plate
from rcwkit.document.blocks import (
    Band,
    Block,
    DocumentPart,
    Grid,
    Pane,
    Ribbon,
    Roll,
    Rolls,
    Section,
    Worksheet,
    again,
)
from rcwkit.document.copy import Inset, Run
from rcwkit.document.look import PageLook, Slab, beside, rule, stacked
from rcwkit.document.tables import Cell, Column, Edge, table
from rcwkit.faces.parts import pointed
from rcwkit.frame import MM, Circle, Frame, Group, Item, Polygon, Rect, Sheet
from rcwkit.source.info import StepStyle
from rcwkit.source.language import Language
from rcwkit.source.markup import capitals, numbered

__all__ = ["divided", "loosened", "magnified", "modifiers", "ribbon", "renamed", "rolls", "section", "ways"]

Inner = Callable[[Block, PageLook, float], Iterator[Slab]]
"""Sets a block within a pane."""

APART = {"plain": 4.0, "boxed": 2.5, "question": 1.5, "tinted": 0.0, "label": 0.0}
"""Space between a pane and the next, by look (mm)."""
POINT = 3.6 * MM
"""Length of the points of a box that asks."""
LONG = 16
"""From how many rows a worksheet may be divided."""
ARROW = 7.0
"""Space for an arrow between two panes (mm)."""
BESIDES = {"label": 1.2 * MM, "question": POINT - 1.8 * MM}
"""Space beside the contents of a pane for the bar of a label, or each point of a question."""
RAIL, TAB = 11 * MM, 8.5 * MM
"""Width of a rail or tab at the left of its section."""
EDGE_OF_PAPER, PRINTED = 8 * MM, 3 * MM
"""How far a tab goes into the margin, and how far its words do: most printers leave the rest white."""
BESIDE = 5 * MM
"""Space between sections side by side."""


PAGES = re.compile(r"(\b(?:[Pp]ages?|Seiten?|[Сс]траниц[аыуе]?|стр\.)\s)(\d+(?:(?:, | and | und | и |–)\d+)*)")
"""Pages that a text names."""


class _Set(NamedTuple):
    """A pane with its place in a band, the bar of its heading if it is boxed, and what it holds."""

    pane: Pane
    x: float
    width: float
    content: Slab
    bar: Slab
    pad: float

    @property
    def left(self) -> float:
        """The left edge of its contents, beside the bar of a label or the point of a question."""
        return self.x + self.pad + BESIDES.get(self.pane.look, 0.0)


def ribbon(block: Ribbon, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield phases as arrows; that of the page is filled."""
    theme, count = look.theme, len(block.stages)
    point, over = 3.2 * MM, max(look.mm(1.3), 0.6 * MM)
    step = width / count
    texts = []
    for stage in block.stages:
        fill = theme.on(theme.accent) if stage.style == "here" and not theme.outlined else theme.ink
        head: Run = (capitals(stage.text), look.letters(10.5, fill=fill, font="narrow-bold"))
        words = [head, ("\n" + stage.note, look.letters(8.5, fill=fill, font="narrow"))] if stage.note else [head]
        texts.append(look.copy(*words).set(step - 2.4 * point, leading=1.14, where=block.at, name="phase"))
    high = max(text.height for text in texts) + 2 * over
    items: list[Item] = []
    for number, (stage, text) in enumerate(zip(block.stages, texts, strict=True)):
        last = number == count - 1
        x, end = number * step, (number + 1) * step - (0.0 if last else 0.8 * MM)
        tip = end if last else end + point
        notch = x if number == 0 else x + point
        corners = ((x, 0), (end, 0), (tip, high / 2), (end, high), (x, high), (notch, high / 2))
        ground = theme.accent if stage.style == "here" else theme.paper
        line = theme.accent if stage.style == "here" else theme.hairline
        items.append(Polygon(corners, None, line, 0.8) if theme.outlined else Polygon(corners, ground))
        items.append(Group(text.items, notch + 1.6 * MM, over, role="P"))
    yield Slab(high + look.mm(3), tuple(items))


def modifiers(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield amounts in a column, and beside them when they apply."""
    bold, said = look.letters(9.5, fill=look.theme.accent, font="narrow-bold"), look.letters(9)
    line = Edge("under", look.theme.hairline, 0.15 * MM)
    usual = Cell(look.copy(), pad=(look.mm(0.45), 1 * MM), leading=1.1, edges=(line,), at=block.at)
    amount = usual._replace(across=1.0, whole=True, role="TH")
    rows = [
        [
            amount._replace(words=look.copy((row.key, bold))),
            usual._replace(words=look.copy((row.cells[0].text, said))),
        ]
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


def renamed(part: DocumentPart, called: Mapping[str, tuple[str, ...]]) -> DocumentPart:
    """Return a page whose texts name the sheets of other pages: page 3 becomes page 3a, 3b."""

    def named(found: re.Match[str]) -> str:
        return found[1] + re.sub(r"\d+", lambda one: ", ".join(called.get(one[0], (one[0],))), found[2])

    return part._replace(blocks=_worded(part.blocks, lambda text: PAGES.sub(named, text)))


def _worded(value: Any, change: Callable[[str], str]) -> Any:
    """Return blocks, rows and the like with their texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Frame):
        return value
    if isinstance(value, tuple):
        parts = [_worded(part, change) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, Block):
        return replace(value, **{field.name: _worded(getattr(value, field.name), change) for field in fields(value)})
    return value


def magnified(sheet: Sheet, factor: float) -> Sheet:
    """Return a sheet with all that is on it larger."""
    boxes = tuple(
        one._replace(x=one.x * factor, y=one.y * factor, width=one.width * factor, height=one.height * factor)
        for one in sheet.fields
    )
    headings = tuple((level, title, y * factor) for level, title, y in sheet.headings)
    wide, high, items = sheet.width * factor, sheet.height * factor, (Group(sheet.items, scale=factor),)
    return sheet._replace(width=wide, height=high, items=items, fields=boxes, headings=headings)


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
    return {"rail": RAIL, "tabs": TAB}.get(_steps(block, look), 0.0)


def _body(block: Section, look: PageLook, width: float, inner: Inner) -> Slab:
    """Return the heading and bands of a section, without what stands at their left."""
    look, room = _coloured(block, look), width - _left(block, look)
    head = _tabbed(block, look, room) if _steps(block, look) == "tabs" else _head(block, look, room)
    bands = [_band(band, look, room, inner) for band in block.bands]
    return stacked([head, *(part for band in bands for part in (band, Slab(look.mm(1.8), ())))])


def _section(block: Section, look: PageLook, body: Slab, high: float) -> Slab:
    """Return a section of that height with its body."""
    look, left = _coloured(block, look), _left(block, look)
    fields = tuple(field.moved(left, 0) for field in body.fields)
    side: tuple[Item, ...] = ()
    if _steps(block, look) == "tabs":
        side = _tab(block, look, high)
    elif _steps(block, look) == "rail" and block.number:
        side = _rail(block, look, high)
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
    room = width - left - (small.most + 3 * MM if small else 0.0)
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
    if small:
        said = small.set(small.most + 1, leading=1.0)
        items.append(Group(said.items, width - small.most, tall - said.height - 0.8 * MM, role="P"))
    items.append(rule(tall, width, theme.ink, 0.45))
    return Slab(tall + look.mm(2.4), tuple(items))


def _tabbed(block: Section, look: PageLook, width: float) -> Slab:
    """Return the note, rule and rulings of a section with a tab."""
    quiet = look.letters(9, fill=look.theme.quiet)
    runs: list[Run] = [(block.note, quiet)] if block.note else []
    cites = look.cited(block.rule, block.flags, quiet)
    runs += [*([(" ", quiet)] if runs else []), *cites] if cites else []
    if not runs:
        return Slab(0.0, ())
    words = look.copy(*runs).set(width, leading=1.15, where=block.at)
    return Slab(words.height + look.mm(1), (Group(words.items, role="P"),))


def _rail(block: Section, look: PageLook, high: float) -> tuple[Item, ...]:
    """Return a numbered circle, and the line that leads to the next, if there is one."""
    plate, radius = _plate(block, look), 4.0 * MM
    letters = look.display(14, fill=plate.text)._replace(font="figures")
    number = look.copy((block.number, letters)).set(2 * radius, leading=1.0, align=0.5)
    circle = _node(radius, plate, look)
    if block.last:
        return (circle, Group(number.items, 0, radius - number.height / 2))
    tip = ((radius - 2 * MM, high - 3.4 * MM), (radius + 2 * MM, high - 3.4 * MM), (radius, high - 0.4 * MM))
    line = Rect(radius - 0.6 * MM, 2 * radius, 1.2 * MM, max(high - 2 * radius - 3 * MM, 0), plate.edge)
    return (line, Polygon(tip, plate.edge), circle, Group(number.items, 0, radius - number.height / 2))


def _node(radius: float, plate: Plate, look: PageLook) -> Circle | Polygon:
    """Return what holds a number on a rail: a circle, or a shape that goes with the titles of the look."""
    edge = plate.edge if plate.hatch else None
    match look.theme.title:
        case "hexes":
            turns = (turn * pi / 3 for turn in range(6))
            corners = tuple((radius + radius * cos(turn), radius + radius * sin(turn)) for turn in turns)
        case "slant":
            corners = uneven(0.1 * radius, 0.1 * radius, 1.8 * radius, 1.8 * radius)
        case "blocks":
            corners = ((0, 0), (2 * radius, 0), (2 * radius, 2 * radius), (0, 2 * radius))
        case _:
            return Circle(radius, radius, radius, plate.ground, edge, 0.8)
    return Polygon(corners, plate.ground, edge, 0.8)


def _tab(block: Section, look: PageLook, high: float) -> tuple[Item, ...]:
    """Return a thumb tab from the edge of the paper, with the section's number, and its heading turned upwards."""
    theme, plate, wide, tall = look.theme, _plate(block, look), TAB - 2.5 * MM, high - 1 * MM
    cut, room = 1.8 * MM, wide + PRINTED
    corners = ((-EDGE_OF_PAPER, 0), (wide - cut, 0), (wide, cut), (wide, tall - cut), (wide - cut, tall))
    edge = plate.edge if plate.hatch else None
    items: list[Item] = [Polygon((*corners, (-EDGE_OF_PAPER, tall)), plate.ground, edge, 0.8)]
    top = 0.0
    if block.number:
        number = look.copy((block.number, look.display(20, fill=plate.text)._replace(font="figures")))
        lines = number.set(room, leading=1.0, align=0.5)
        items.append(Group(lines.items, -PRINTED, 0.8 * MM))
        top = lines.height + 1.2 * MM
    letters = look.display(13, fill=plate.text, spacing=0.05)
    free = tall - top - 2.5 * MM
    wanted = look.copy((theme.cased(block.head), letters)).most
    said = look.copy((theme.cased(block.head), letters._replace(size=min(letters.size, letters.size * free / wanted))))
    lines = said.set(wanted + 1, leading=1.0)
    middle = top + (free + lines.width) / 2 + 0.5 * MM
    items.append(Group(lines.items, (room - lines.height) / 2 - PRINTED, middle, rotate=-90, role="H2"))
    return tuple(items)


def _band(band: Sequence[Pane], look: PageLook, width: float, inner: Inner) -> Slab:
    """Return panes side by side, as high as the highest."""
    gaps = [ARROW * MM if one.arrow else _apart(one, other) for one, other in pairwise(band)]
    room, whole = width - sum(gaps), sum(pane.width for pane in band)
    wide = [room * pane.width / whole for pane in band]
    lefts = [0.0, *accumulate(share + gap for share, gap in zip(wide, gaps, strict=False))]
    placed = [_pane(*one, look, inner) for one in zip(band, lefts, wide, strict=True)]
    high = max(one.bar.height + one.content.height + 2 * one.pad for one in placed)
    items: list[Item] = []
    fields = []
    for one in placed:
        items += _ground(one, look, high)
        down = (high - one.content.height) / 2 if one.pane.look == "label" else one.bar.height + one.pad
        items.append(Group(one.content.items, one.left, down))
        fields += [field.moved(one.left, down) for field in one.content.fields]
        if one.pane.arrow:
            items.append(_arrow(one.x + one.width + ARROW * MM / 2, high / 2, look))
    return Slab(high, tuple(items), fields=tuple(fields))


def _apart(one: Pane, other: Pane) -> float:
    return (0.0 if {one.look, other.look} <= {"tinted", "label"} else max(APART[one.look], APART[other.look])) * MM


def _pane(pane: Pane, x: float, width: float, look: PageLook, inner: Inner) -> _Set:
    pad = 0.0 if pane.look == "plain" else 1.8 * MM
    room = width - 2 * pad - BESIDES.get(pane.look, 0.0) * (2 if pane.look == "question" else 1)
    head = _pane_head(pane, look, room)
    blocks = [slab for block in pane.blocks for slab in inner(block, look, room)]
    blocks += [slab for one in pane.stack for slab in (_band((one,), look, room, inner), Slab(look.mm(1.2), ()))]
    if pane.look == "boxed":
        bar = head._replace(height=head.height + 1.0 * MM) if head.height else head
        return _Set(pane, x, width, stacked(blocks), bar, pad)
    return _Set(pane, x, width, stacked([head, *blocks]), Slab(0.0, ()), pad)


def _pane_head(pane: Pane, look: PageLook, width: float) -> Slab:
    """Return the heading of a pane, with its words aside."""
    beside = numbered(pane.aside, pane.flags)
    if not pane.head and not beside:
        return Slab(0.0, ())
    theme = look.theme
    boxed, label = pane.look == "boxed", pane.look == "label"
    plate = _pane_plate(pane, look)
    own = theme.legible(look.colour(pane.owner), theme.page) if pane.owner else theme.ink
    bare = boxed and not pane.owner and theme.box in ("caution", "label")
    fill = (theme.accent if theme.box == "label" else theme.ink) if bare else plate.text if boxed else own
    aside = look.copy((beside, look.letters(9, fill=fill if boxed else theme.quiet))) if beside else None
    letters = look.letters(13 if label else 10.5, fill=fill, font="narrow-bold", spacing=0.01)
    room = width - (aside.most + 2 * MM if aside else 0.0)
    head = f"[{pane.head}]" if bare and theme.box == "label" else pane.head
    words = look.copy((theme.cased(head), letters))
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
        items.append(rule(lines.height + 0.3 * MM, width, own, 0.3))
    return Slab(lines.height + (0.0 if boxed or label else look.mm(1.2)), tuple(items))


def _ground(one: _Set, look: PageLook, high: float) -> Iterator[Item]:
    """Yield the ground of a pane: a frame with the bar of its heading, or a tint, with a bar at the edge of a label."""
    pane, theme = one.pane, look.theme
    plate = _pane_plate(pane, look)
    if pane.look == "boxed" and theme.box != "plain":
        yield from box_art(theme, one.x, one.width, high, plate.edge)
        if one.bar.height:
            yield from _pane_bar(one, look, plate)
            yield Group(one.bar.items, one.x + one.pad, 0.5 * MM)
    elif pane.look == "boxed":
        yield Rect(one.x, 0, one.width, high, None, plate.edge, 0.3 * MM)
        if one.bar.height:
            ground = None if theme.outlined else plate.ground
            yield Rect(one.x, 0, one.width, one.bar.height, ground, plate.edge, 0.3 * MM)
            yield Group(one.bar.items, one.x + one.pad, 0.5 * MM)
    elif pane.look == "question":
        yield Polygon(pointed(one.x, 0, one.width, high, left=POINT, right=POINT), None, plate.edge, 0.5 * MM)
    elif pane.look in ("tinted", "label"):
        if theme.outlined or theme.paper == theme.page:
            yield Rect(one.x, 0, one.width, high, None, theme.hairline, 0.2 * MM)
        else:
            yield Rect(one.x, 0, one.width, high, theme.paper)
            if one.x and pane.look == "tinted":
                yield Rect(one.x, 1 * MM, 0.15 * MM, high - 2 * MM, theme.hairline)
        if pane.look == "label":
            yield Rect(one.x, 0, 1.4 * MM, high, plate.edge if pane.owner else theme.accent)


def _pane_plate(pane: Pane, look: PageLook) -> Plate:
    """Return the plate of the heading of a box: its owner's, or the second colour of some looks."""
    second = look.theme.second if look.theme.box in ("handcut", "split") else look.theme.ink
    return look.plate(pane.owner) if pane.owner else look.theme.plate(second)


def _pane_bar(one: _Set, look: PageLook, plate: Plate) -> Iterator[Item]:
    """Yield the bar behind the heading of a box in the look's style."""
    theme, high = look.theme, one.bar.height
    ground, edge = None if theme.outlined else plate.ground, plate.edge
    if theme.box == "handcut":
        yield Polygon(uneven(one.x, 0, one.width, high), ground, edge, 0.3 * MM)
    elif theme.box == "caution" and not one.pane.owner:
        yield striped(one.x, one.width, high, theme.ink)
        yield Rect(one.x, high, one.width, 0.35 * MM, theme.ink)
    elif theme.box != "label" or one.pane.owner:
        yield Rect(one.x, 0, one.width, high, ground, edge, 0.3 * MM)


def _arrow(x: float, y: float, look: PageLook) -> Group:
    ink = look.theme.ink
    shaft = Rect(-2.4 * MM, -0.45 * MM, 2.8 * MM, 0.9 * MM, ink)
    return Group((shaft, Polygon(((0.2 * MM, -1.7 * MM), (2.6 * MM, 0), (0.2 * MM, 1.7 * MM)), ink)), x, y)


WHOLE = 120 * MM
"""Maximum height of a panel of rolls that stays in one piece."""
CHIPS_APART = 2 * MM
"""Space between rolls side by side."""
CHIPS_BESIDE, EDGE = 2.5 * MM, 1.4 * MM
"""Space at the sides of a panel of rolls, and the thickness of its left edge."""


def rolls(block: Rolls, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield rolls on a panel, in one piece or, if it is high, divisible between its lines."""
    pieces = list(_lines(block, look, width - EDGE - 2 * CHIPS_BESIDE))
    whole = sum(piece.height for piece in pieces) <= WHOLE
    for number, piece in enumerate(pieces):
        first, last = number == 0, number == len(pieces) - 1
        over, under = (5 * MM if first else 0, 2 * MM if last else 0)
        ground = _line_ground(look, width, 3 * MM if first else 0, over + piece.height + under, first=first, last=last)
        keep = not last and (whole or first or number == len(pieces) - 2)
        items = (*ground, Group(piece.items, EDGE + CHIPS_BESIDE, over))
        yield Slab(
            over + piece.height + under,
            items,
            keep=keep,
            again="" if first else look.say("{about}, continued", about=block.title),
        )


def _lines(block: Rolls, look: PageLook, width: float) -> Iterator[Slab]:
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


def _rows(rolled: Sequence[Roll], block: Rolls, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield rows of rolls side by side, in cells as wide as the longest roll."""
    words = [look.copy(*_roll(roll, look)) for roll in rolled]
    count = max(1, int(width / (max(one.most for one in words) + CHIPS_APART)))
    cell = width / count
    for first in range(0, len(words), count):
        row = words[first : first + count]
        lines = [one.set(cell - CHIPS_APART, leading=5 * MM / one.size, where=block.at) for one in row]
        items = tuple(Group(one.items, place * cell, role="P") for place, one in enumerate(lines))
        yield Slab(max(one.height for one in lines), items)


def _roll(roll: Roll, look: PageLook) -> Iterator[Run]:
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


def _face(face: int, look: PageLook, gap: float) -> Inset:
    """Return a die face as a number in a box, for dice without pips."""
    text, size, high = str(face), 8.0, 3.6 * MM
    wide = max(look.setter.book.width(text, "narrow-bold", size) + 1.2 * MM, high)
    line = look.setter.line(text, wide / 2, (high + 0.7 * size) / 2, "narrow-bold", size, look.theme.ink, align=0.5)
    return Inset((Rect(0, 0, wide, high, look.theme.page, look.theme.ink, 0.25 * MM), line), wide, high, gap * MM)


def _line_ground(look: PageLook, width: float, y: float, bottom: float, *, first: bool, last: bool) -> Iterator[Item]:
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
