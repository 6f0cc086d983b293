"""Stages of blank forms, worksheets and rolls as slabs: printed words, blanks to write in, and what was rolled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from math import ceil, inf

from rcwkit.art.colours import contrast
from rcwkit.diagnostics import Span
from rcwkit.document.blocks import Ask, Column, Deal, FormStage, Ladder, Roll, Rolls, Throw, Worksheet
from rcwkit.document.copy import Copy, Inset, Letters, Lines, Run
from rcwkit.document.look import PageLook, Slab, rule, stacked
from rcwkit.document.tables import Cell, Edge, table
from rcwkit.document.tables import Column as Width
from rcwkit.faces.parts import arrow
from rcwkit.frame import MM, Field, Group, Item, Rect
from rcwkit.source.markup import capitals, numbered, spoken
from rcwkit.type.text import CAP

INDENT, APART = 7 * MM, 5 * MM
"""Indent of texts beside their number, and the space between panes."""
LEFT, MIDDLE = 0.32, 0.28
"""Shares of the width for what is asked, and for dice and modifiers."""
FACE, BETWEEN = 6.4 * MM, 1.0 * MM
"""Side of a box for a die face, and the space between two."""
CORNER = 6
"""Maximum number of boxes in the middle; more go below, over the whole width."""
ROWS = 12
"""Number of rows of boxes after which a stage is divided."""
KEY = 13 * MM
"""Width of the column of die results."""
CROWDED = 3
"""Number of columns of results from which these are set in narrow type."""
TOLD = 1.04
"""Least contrast of paper with the sheet for columns and rows that have its tint; others take some of the accent."""
BESIDE = 0.55
"""Maximum share of the width for choices beside their question; wider ones go below it."""
CARD = 16 * MM
"""Width of the line for a card."""
WIDEST = 1.5
"""Maximum height of the rows of a worksheet, as a share of what they ask for."""


@dataclass(slots=True)
class Pile:
    """Stacks paragraphs one below the other, at `x` and of a width."""

    look: PageLook
    width: float
    at: Span | None
    about: str = ""
    x: float = 0.0
    y: float = 0.0
    items: list[Item] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)

    @property
    def leading(self) -> float:
        """Leading of running text, in ems."""
        return self.look.of(1.24, 1.18, 1.14)

    def letters(self, font: str = "sans", fill: str = "") -> Letters:
        """Return the letters of running text."""
        return self.look.letters(8.7, 8.7, 8.2, font=font, fill=fill)

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

    def ask(self, one: Ask) -> None:
        """Add a question with its choices to tick or a line to write on, beside it or below."""
        usual, bold = self.letters(), self.letters("narrow-bold")
        asked = self.look.copy((one.text, usual))
        about = f"{self.about}: {one.text}"
        if one.blank:
            answer = self.look.copy(
                _blank(self.look, about), (one.blank, self.letters("narrow", self.look.theme.quiet))
            )
        else:
            answer = self.look.copy(*(_choice(text, about, self.look, bold, self.width) for text in one.choices))
        if answer.most > BESIDE * self.width:
            self.put(self.set(asked))
            self.put(self.set(answer))
        else:
            top, lines = self.y, self.set(answer)
            self.put(self.set(asked, self.width - lines.width - 2 * MM))
            below, self.y = self.y, top
            self.put(lines, self.width - lines.width)
            self.y = max(self.y, below)
        self.y += 0.7 * MM

    def slab(self) -> Slab:
        """Return the whole pile as a slab."""
        return Slab(self.y, tuple(self.items), fields=tuple(self.fields))


def _choice(text: str, about: str, look: PageLook, letters: Letters, width: float) -> Inset:
    """Return a box to tick and its choice as one inset."""
    box = look.tick(f"{about}: {text}", 2.6)
    left = box.width + 1 * MM
    words = look.copy((text, letters))
    lines = words.set(min(words.most, width - left), leading=1.14)
    high = max(box.height, lines.height)
    top = (high - box.height) / 2
    items = (Group(box.items, 0, top), Group(lines.items, left, (high - lines.height) / 2))
    return Inset(items, left + lines.width, high, 3.0 * MM, tuple(one.moved(0, top) for one in box.fields))


def _blank(look: PageLook, about: str, wide: float = 12 * MM) -> Inset:
    """Return a line to write on."""
    high = 4.2 * MM
    return Inset((rule(high, wide, look.theme.ink, 0.25),), wide, high, 0.0, (Field(0, 0, wide, high, about, "write"),))


def _head(block: FormStage, look: PageLook, width: float) -> Pile:
    """Return what a stage is, when it is done and what it asks, beside its number."""
    theme = look.theme
    pile = Pile(look, width - INDENT, block.at, block.about, INDENT)
    big = look.letters(12, fill=theme.accent, font="narrow-bold")
    baseline = (pile.leading + CAP) / 2 * pile.letters().size
    if block.number:
        pile.items.append(Group((look.setter.line(block.number, 0, baseline, big.font, big.size, big.fill),), role="P"))
    accent = pile.letters(fill=theme.accent)
    if block.title:
        pile.say((numbered(block.title, block.flags), pile.letters("sans-bold")))
    if block.when:
        condition = look.say("Only if: {condition}", condition=block.when)
        pile.say((f"{condition}{':' if block.any_of else ''}", accent))
        pile.dashed(block.any_of, theme.accent)
    if block.note:
        pile.say((numbered(block.note, () if block.title else block.flags), look.letters(8, fill=theme.quiet)))
    pile.y += 0.6 * MM
    for one in block.asks:
        pile.ask(one)
    return pile


def _across(piles: list[Pile], look: PageLook, width: float) -> Slab:
    """Return piles side by side, with thin lines between them, under a rule."""
    pad, line = look.mm(1.2, 0.9, 0.6), look.theme.hairline
    high = max(pile.y for pile in piles) + 2 * pad
    items: list[Item] = [Group(tuple(item for pile in piles for item in pile.items), 0, pad)]
    items += [Rect(pile.x - APART / 2, pad, 0.2 * MM, high - 2 * pad, line) for pile in piles[1:] if pile.y]
    fields = tuple(one.moved(0, pad) for pile in piles for one in pile.fields)
    return Slab(high, (*items, rule(high, width, line, 0.2)), fields=fields)


def throw(block: Throw, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a roll: its dice stand in the middle, or if there are many, in rows below.

    In large print, several columns of results stand below, too.
    """
    theme = look.theme
    few = len(block.boxes) * block.count <= CORNER
    bare = not block.modifiers and not (block.boxes and few)
    apart = theme.enlarges and len(block.columns) >= CROWDED
    left, x = _head(block, look, width * LEFT), width * LEFT + APART
    room = width - x if apart else width * (0.16 if bare else MIDDLE)
    middle = Pile(look, room, block.at, block.about, x)
    once = len(block.boxes) == 1 or any(block.boxes)
    middle.say(
        (look.say("Roll {dice}" if once else "Roll {dice} each", dice=block.dice), middle.letters("narrow-bold"))
    )
    if block.boxes and few:
        middle.y += 0.6 * MM
        middle.add(_faces(block.boxes, block, look, middle.width))
    if block.modifiers:
        middle.y += 1.0 * MM
        middle.add(_modifiers(block, look, middle.width))
    x = INDENT if apart else middle.x + middle.width + APART
    right = Pile(look, width - x, block.at, block.about, x)
    right.say(*([(block.reading, right.letters())] if block.reading else []))
    if block.rows:
        right.add(_outcomes(block, look, right.width))
    for result, text in block.follows:
        right.say((f"**{result}:** {text}", right.letters()))
    for text in block.remarks:
        right.say((text, look.letters(8, fill=theme.quiet)))
    yield _across([left, middle] if apart else [left, middle, right], look, width)
    if apart:
        yield right.slab()._replace(height=right.y + 1.2 * MM)
    if block.boxes and not few:
        pile = Pile(look, width - INDENT, block.at, block.about, INDENT)
        across = max(1, int((pile.width + 3 * MM) / (block.count * (FACE + BETWEEN) + 3 * MM)))
        many = across * ROWS
        for first in range(0, len(block.boxes), many):
            pile = Pile(look, width - INDENT, block.at, block.about, INDENT, 1.2 * MM)
            pile.add(_faces(block.boxes[first : first + many], block, look, pile.width, first))
            yield pile.slab()._replace(height=pile.y + 1.2 * MM)


def _faces(labels: tuple[str, ...], block: Throw, look: PageLook, width: float, first: int = 0) -> Slab:
    """Return the boxes for the faces of rolls from the `first` one, those of a roll side by side."""
    theme, wide = look.theme, block.count * (FACE + BETWEEN) + 3 * MM
    across = 1 if any(labels) else max(1, int((width + 3 * MM) / wide))
    items: list[Item] = []
    fields: list[Field] = []
    for number in range(len(labels)):
        for die in range(block.count):
            x, y = number % across * wide + die * (FACE + BETWEEN), number // across * (FACE + BETWEEN)
            items.append(Rect(x, y, FACE, FACE, theme.page, theme.ink, 0.3 * MM, 1.0 * MM))
            said = f"{block.about}: {look.say('die {n}', n=(first + number) * block.count + die + 1)}"
            fields.append(Field(x, y, FACE, FACE, said, "write"))
        named = look.copy((labels[number], look.letters(8.7, 8.7, 8.2))).set(width - wide, leading=1.1, where=block.at)
        items.append(
            Group(named.items, wide, number // across * (FACE + BETWEEN) + (FACE - named.height) / 2, role="P")
        )
    return Slab(ceil(len(labels) / across) * (FACE + BETWEEN), tuple(items), fields=tuple(fields))


def _modifiers(block: Throw, look: PageLook, width: float) -> Slab:
    """Return modifiers with boxes to tick or lines to write on, and a box for the total."""
    pad, line = look.mm(0.45), Edge("under", look.theme.hairline, 0.15 * MM)
    bold = look.letters(9, 9, 8.5, fill=look.theme.accent, font="narrow-bold")
    small = look.letters(8.5, 8.5, 8)
    usual = Cell(look.copy(), pad=(pad, 0.8 * MM), leading=1.1, edges=(line,), at=block.at)
    amount = usual._replace(across=1.0, whole=True, role="TH")
    box = Cell(look.copy(), across=1.0, pad=(pad, 0), whole=True, edges=(line,), at=block.at)
    rows = []
    for sign, text, written in block.modifiers:
        about = f"{block.about}: {text}"
        mark = _blank(look, about, 7 * MM) if written else look.tick(about, 2.4)
        words = look.copy((sign, bold)), look.copy((text, small)), look.copy(mark)
        rows.append([one._replace(words=copy) for one, copy in zip((amount, usual, box), words, strict=True)])
    said = look.copy((look.say("= Total"), look.letters(9, font="narrow-bold")))
    total = Cell(said, columns=2, across=1.0, pad=(pad, 1.5 * MM))
    blank = look.copy(_blank(look, f"{block.about}: {look.say('total')}", 9 * MM))
    rows.append([total, box._replace(words=blank, edges=(), at=None)])
    return table(rows, width, (Width(tight=True), Width(), Width(tight=True))).part()


def _outcomes(block: Throw, look: PageLook, width: float) -> Slab:
    """Return a small table: die results, one column of results each, and what to do."""
    theme, count = look.theme, max(1, *(len(row.results) for row in block.rows))
    narrow = count >= CROWDED
    side, letters = (0.8 if narrow else 1.5) * MM, look.letters(8.7, 8.7, 8.2, font="narrow" if narrow else "sans")
    bold = letters._replace(font="narrow-bold")
    line = Edge("under", theme.hairline, 0.15 * MM)
    usual = Cell(look.copy(), pad=(0.5 * MM, side), leading=look.of(1.24, 1.18, 1.14), edges=(line,), at=block.at)
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
        texts = [f"**{result}**{f': {row.effect}' if row.effect else ''}" for result in row.results] or [row.effect]
        told = (usual._replace(words=look.copy((text, letters)), down=0.0) for text in texts)
        rows.append([key._replace(words=look.copy((row.key, bold._replace(fill=fill)))), *told])
    first = KEY / width
    return table(rows, width, [Width(share=first), *[Width(share=(1 - first) / count)] * count]).part()


def ladder(block: Ladder, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield conditions with boxes to tick, and beside each what to do; what it asks stands before."""
    asked = block.asks or block.title or block.when or block.note
    head = _head(block, look, width * LEFT if asked else INDENT)
    x = width * LEFT + APART if asked else INDENT
    pile = Pile(look, width - x, block.at, block.about, x)
    if not asked:
        head.y = 0.0
    line, letters = Edge("under", look.theme.hairline, 0.15 * MM), pile.letters()
    usual = Cell(look.copy(), pad=(0.5 * MM, 1 * MM), leading=pile.leading, edges=(line,), down=0.0, at=block.at)
    rows = []
    for rung in block.rungs:
        does = usual._replace(words=look.copy((numbered(rung.text, rung.flags), letters)))
        if not rung.when:
            rows.append([does._replace(columns=2)])
            continue
        parts = "".join(f"\n– {part}" for part in rung.any_of)
        runs: list[Run] = [look.tick(f"{block.about}: {rung.when}", 2.5), (f" {rung.when}", letters)]
        runs += [("\n– " + part, letters) for part in rung.any_of] if parts else []
        rows.append([usual._replace(words=look.copy(*runs), role="TH"), does])
    if rows:
        both = any(rung.when for rung in block.rungs)
        pile.add(table(rows, pile.width, [Width(0.42 * pile.width), Width()] if both else [Width(), Width()]).part())
    yield _across([head, pile], look, width)


def deal(block: Deal, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield the lines for cards drawn from a shuffled deck."""
    head = _head(block, look, width * LEFT)
    x = width * LEFT + APART
    pile = Pile(look, width - x, block.at, block.about, x)
    pile.say((block.told(look.say), pile.letters()))
    blanks = (
        _blank(look, f"{block.about}: {look.say('card {n}', n=number)}", CARD)._replace(gap=2 * MM)
        for number in range(1, block.spaces + 1)
    )
    pile.put(look.copy(*blanks).set(pile.width, leading=1.6, where=block.at))
    yield _across([head, pile], look, width)


SIDE = 0.9 * MM
"""Space beside the words of a cell."""
GROUP = 5.0 * MM
"""Width of headings beside rows."""
SHORT = 2
"""Most letters of such a heading that stands upright."""


def worksheet(block: Worksheet, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a grid of full width, in the relative widths of its columns; in large print, a high one in parts."""
    heads = list(_heads(block, look))
    rows = [*heads, *_rows(block, look)]
    left = GROUP if block.sides else 0.0
    whole = sum(column.width for column in block.columns)
    shares = [Width(share=column.width / whole * (1 - left / width)) for column in block.columns]
    asked = [Width(left, tight=True), *shares] if block.sides else shares
    made = table(rows, width, asked, len(heads))
    if block.axis:
        yield _axis(block, look, width * block.columns[0].width / whole, width)
    if look.fit or not look.theme.enlarges:
        yield made.part()._replace(at=block.at)
        return
    apart = Slab(look.mm(2), ())
    for first, last in made.cut(look.room - 2 * apart.height):
        yield stacked((apart, made.part(first, last), apart))._replace(at=block.at)


def _axis(block: Worksheet, look: PageLook, left: float, width: float) -> Slab:
    """Return the words over the first and last columns behind the heads of rows, with an arrow between them."""
    letters = look.letters(9, font="narrow-bold")
    first, last = (look.copy((text, letters)) for text in block.axis)
    begun, ended = first.set(first.most + 1), last.set(last.most + 1)
    y = begun.height / 2
    line = arrow(left + first.most + 2 * MM, width - last.most - 2 * MM, y, look.theme.ink)
    items = (Group(begun.items, left), Group(ended.items, width - last.most), *line)
    return Slab(begun.height + look.mm(0.6), items, keep=True)


def _heads(block: Worksheet, look: PageLook) -> Iterator[list[Cell]]:
    """Yield the headings of groups, and below them those of their columns; a column of no group takes both rows."""
    corner = _cell(block, "", look)
    below_heads = any(column.head or column.under for column in block.columns)
    below: list[Cell] = []
    if block.groups:
        over, columns = [corner._replace(rows=2 if below_heads else 1)] if block.sides else [], iter(block.columns)
        for text, span in block.groups:
            heads = [_column_head(block, column, look, dark=not text) for column in islice(columns, span)]
            if text or not below_heads:
                over.append(_cell(block, text, look)._replace(columns=span))
                below += heads
            else:
                over += [head._replace(rows=2) for head in heads]
        yield over
    else:
        heads = [_column_head(block, column, look, dark=True) for column in block.columns]
        below = [corner, *heads] if block.sides else heads
    if below_heads:
        yield below


def _cell(block: Worksheet, text: str, look: PageLook) -> Cell:
    """Return the heading of a group."""
    theme = look.theme
    ground, ink = theme.table_head()
    letters = look.letters(9, fill=ink, font="narrow-bold", spacing=0.02)
    edges = (Edge("under", theme.page if ground else theme.ink, 0.3 * MM), Edge("left", theme.page, 0.4 * MM))
    cell = Cell(look.copy((theme.cased(text), letters)), across=0.5, pad=(look.mm(1.4), SIDE), edges=edges, role="TH")
    return cell._replace(ground=ground, at=block.at)


def _column_head(block: Worksheet, column: Column, look: PageLook, *, dark: bool) -> Cell:
    theme = look.theme
    dark_ground, dark_ink = theme.table_head()
    dark = dark and dark_ground is not None
    runs: list[Run] = [(column.head, look.letters(9, fill=dark_ink if dark else theme.ink, font="narrow-bold"))]
    quiet = look.letters(8, fill=dark_ink if dark else theme.quiet, font="narrow")
    runs += [(f"\n{column.under}", quiet)] if column.under else []
    ground = dark_ground if dark else look.wash(theme.paper, 1.0) if column.shaded else None
    cell = Cell(look.copy(*runs), pad=(look.mm(1), SIDE), ground=ground, role="TH", at=block.at)
    return cell._replace(across=0.0 if column.align == "left" else 0.5, edges=(Edge("under", theme.ink, 0.5 * MM),))


def _high(block: Worksheet, look: PageLook) -> float:
    """Return the height of a row: where there is space on a page, rows to write in get some of it."""
    return block.height * MM * (min(max(look.space, 1.0), WIDEST) if look.fit else 1.0)


def _rows(block: Worksheet, look: PageLook) -> Iterator[list[Cell]]:
    """Yield the rows, with a heavier line below each group."""
    theme = look.theme
    ends = {sum(count for _, count in block.sides[: number + 1]) for number in range(len(block.sides))}
    sides = {sum(count for _, count in block.sides[:number]): side for number, side in enumerate(block.sides)}
    strong, plain = look.letters(9, font="narrow-bold"), look.letters(9)
    seen = contrast(theme.paper, theme.sheet or theme.page) >= TOLD
    shade = look.wash(theme.paper if seen else theme.washed(theme.accent, 0.14), 1.0)
    blank = Cell(look.copy(), pad=(look.mm(0.5), SIDE), least=(0.0, _high(block, look)))
    for number, row in enumerate(block.rows):
        last, tinted = number + 1 in ends, block.striped and number % 2 == 1
        line = Edge("under", theme.ink if last else theme.hairline, (0.35 if last or tinted else 0.2) * MM)
        cells: list[Cell] = []
        if number in sides:
            text, count = sides[number]
            turned = _cell(block, text, look)
            cells.append(turned._replace(rows=count, turned=len(text) > SHORT, along=0.5, edges=(line,)))
        about = spoken(row.texts[0]) or str(number + 1)
        usual = blank._replace(at=row.at or block.at, edges=(line, Edge("left", theme.hairline, 0.2 * MM)))
        for place, (column, text) in enumerate(zip(block.columns, row.texts, strict=True)):
            head = column.named or place < len(row.keys)
            about = spoken(text) if column.named else about
            cell = usual._replace(
                words=look.copy(*look.lines(text, strong if head else plain)),
                across=0.0 if column.align == "left" or head else 0.5,
                ground=shade if column.shaded or tinted else None,
                write="" if text else " ".join(filter(None, (about, column.head))),
            )
            cells.append(cell)
        yield cells


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
        yield from _rolled(rolled, block, look, width)
        yield Slab(0.8 * MM, ())
    yield from (said((text, look.letters(8.5))) for text in block.texts)
    yield from (said((text, quiet)) for text in block.notes)


def _rolled(rolled: Sequence[Roll], block: Rolls, look: PageLook, width: float) -> Iterator[Slab]:
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
