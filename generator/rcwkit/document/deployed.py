"""What a set-up says, block by block, and how it is set: counters by region, and what comes later; and checklists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from rcwkit.art.symbols import mark
from rcwkit.diagnostics import Span
from rcwkit.document.blocks import (
    Block,
    DocumentPart,
    Heading,
    Paragraph,
    Section,
    Task,
    TextDocument,
    again,
    document,
    flags,
)
from rcwkit.document.composed import BLOCK, colour_block
from rcwkit.document.copy import Inset, Run
from rcwkit.document.look import PageLook, Slab, beside, rule, stacked
from rcwkit.document.tables import Cell, Edge, table
from rcwkit.faces.parts import chip as draw_chip
from rcwkit.frame import MM, Field, Frame, Group, Item, Rect
from rcwkit.game.game import Game, GameItem
from rcwkit.source.base import Shelf
from rcwkit.source.markup import capitals, numbered
from rcwkit.type.text import Setter

if TYPE_CHECKING:
    from rcwkit.dice.setups import Scenario
    from rcwkit.dice.setups import Task as Tick


class Standing(NamedTuple):
    """Equal counters as silhouettes, each with a box to tick, and what they are called under them."""

    figure: Frame
    number: int
    name: str
    flags: tuple[int, ...] = ()


class Placed(NamedTuple):
    """A line to tick off: counters as chips, then their place, its number and `signs` small before or over its name.

    Without a name the chips take the whole width. `plain` lines are words, after a small picture if there is one.
    `about` names the form field. Counters that are `standing` are a strip beside a block of colour with the name, and
    `with_them` are markers at its end, not counted; the note stands in the strip.
    """

    number: str
    text: str
    about: str
    chips: tuple[Frame, ...] = ()
    note: str = ""
    flags: tuple[int, ...] = ()
    signs: str = ""
    plain: bool = False
    at: Span | None = None
    standing: tuple[Standing, ...] = ()
    with_them: tuple[Standing, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Deployment(Block):
    """What an owner sets up in a region: a bar in his colour with the count at its end, lines, and a map beside them.

    The bar of an `open` one, what is not yet on the map, is outlined. Without lines, the map takes the whole width.
    Blocks have the owner's colour if they have none of their own.
    """

    title: str
    lines: tuple[Placed, ...]
    aside: str = ""
    owner: str = ""
    note: str = ""
    flags: tuple[int, ...] = ()
    locator: Frame | None = None
    open: bool = False
    colour: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Key(Block):
    """How to read a line: chips with what they mean, and words."""

    title: str
    chips: tuple[tuple[str, Frame], ...]
    text: str


class Expected(NamedTuple):
    """Counters of one owner that one trigger brings, as chips, and what these cannot say."""

    chips: tuple[Frame, ...] = ()
    text: str = ""
    flags: tuple[int, ...] = ()
    at: Span | None = None


class Expecting(NamedTuple):
    """The owner of counters that come later; `waits` if none of them comes before what the table names."""

    title: str
    owner: str
    waits: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Arrivals(Block):
    """Counters that come later: a row for each trigger, as (title, small print, cells), and a column for each owner."""

    title: str
    owners: tuple[Expecting, ...]
    rows: tuple[tuple[str, str, tuple[Expected, ...]], ...]


NAMED = 24 * MM
"""Width that chips leave for the name of their place; more chips take several rows."""
TICKED = 5.2 * MM
"""Width of a box to tick with its gap."""
TURNED, TRIGGER = 5 * MM, 18.5 * MM
"""Widths of a turned heading beside a table of arrivals, and of its column of triggers."""
LINE, ENOUGH = 50 * MM, 61 * MM
"""Least width of lines that stand side by side under a bar over the whole page, and what is enough in large print."""


def placed(block: Placed, look: PageLook, width: float) -> Slab:
    """Return a box to tick, counters as chips, and the number of their place over its name; or words in a line."""
    theme, ratio = look.theme, look.ratio
    box = look.tick(block.about, 3.4 if not block.plain else 2.7)
    left = TICKED * ratio
    chips = look.copy(*map(look.chip, block.chips))
    most = width - left - (NAMED * ratio if block.text else 0.0)
    shown = chips.set(max(min(chips.most, most), chips.least), leading=1.0)
    beside = left + (shown.width + 1.8 * MM if block.chips else 0.0)
    fit = (width - beside) / max(look.copy((block.text, look.letters(10.5, font="narrow-bold"))).least, 1)
    letters = look.letters(10.5 if fit >= 1 else 9, font="narrow-bold")
    small = look.letters(8, fill=theme.quiet, font="narrow")
    runs: list[Run] = []
    if block.plain:
        first = [(f"{block.number} ", look.letters(9.5, font="narrow-bold"))] if block.number else []
        runs = [*first, (numbered(block.text, block.flags), look.letters(8.5, font="narrow"))]
    else:
        over = " ".join(filter(None, (block.number, block.signs)))
        runs = [(over, small)] if over else []
        name = numbered(block.text, block.flags)
        runs.append((f"\n{name}" if over else name, letters))
    runs += [(f" {block.note}" if block.plain else f"\n{block.note}", small)] if block.note else []
    said = look.copy(*runs).set(width - beside, leading=1.12 if block.plain else 1.3, where=block.at)
    words = said.height if runs else 0.0
    high = max(shown.height, words, box.height) + (
        look.mm(1.6, 0.9, 0.6) if not block.plain else look.mm(1.2, 0.8, 0.5)
    )
    middle = (high - look.mm(0.4)) / 2
    top = middle - box.height / 2 if not block.plain else (high - words) / 2 + 0.2 * MM
    items = (
        Group(box.items, 0, top),
        Group(shown.items, left, middle - shown.height / 2),
        Group(said.items, beside, middle - words / 2),
    )
    fields = tuple(field.moved(0, top) for field in box.fields)
    line = rule(high - 0.1 * MM, width, theme.hairline, 0.15)
    return Slab(high, (Group(tuple(group for group in items if group.items), role="P"), line), fields=fields)


def deployment(block: Deployment, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield the counters of a region under a bar, in one piece if a column can hold it, with a map at the right."""
    shown = block.locator
    if any(line.standing for line in block.lines):
        yield from _in_blocks(block, look, width)
        return
    if shown and not block.lines:
        scale = width / shown.width
        drawn = Group(shown.items, scale=scale, role="Figure", alt=block.title)
        yield Slab(scale * shown.height + look.mm(3.2, 2.4, 1.6), (drawn,))
        return
    room = width - (shown.width + 2 * MM if shown else 0.0)
    lines = list(_lines(block.lines, look, room))
    bar = Slab(look.mm(0.9, 0.7, 0.5), ())
    bar = stacked([_region(block, look, width), bar])
    after = Slab(look.mm(2.4, 1.6, 1.0), ())
    if shown is None:
        pieces = [stacked([bar, lines[0]]), *lines[1:]]
    else:
        held = next(
            (n for n in range(1, len(lines)) if sum(one.height for one in lines[:n]) >= shown.height), len(lines)
        )
        first = stacked([bar, *lines[:held]])
        alt = look.say("Map: {region}", region=block.title)
        drawn = Group(shown.items, width - shown.width, bar.height, role="Figure", alt=alt)
        high = max(first.height, bar.height + shown.height)
        pieces = [Slab(high, (*first.items, drawn), fields=first.fields), *lines[held:]]
    if sum(piece.height for piece in pieces) + after.height <= look.room:
        yield stacked([*pieces, after])
        return
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        again = look.say("{about}, continued", about=block.title) if number else ""
        yield (stacked([piece, after]) if last else piece)._replace(keep=number == 0 and not last, again=again)


def _lines(lines: Sequence[Placed], look: PageLook, width: float) -> Iterator[Slab]:
    """Yield the lines under a bar, side by side where it is wide enough, from top to bottom and left to right."""
    count = 1 if lines[0].plain or not lines[0].text else max(1, int(width / min(LINE * look.ratio, ENOUGH)))
    high = -(-len(lines) // count)
    gap = 4 * MM if count > 1 else 0.0
    wide = (width + gap) / count - gap
    made = [placed(line, look, wide) for line in lines]
    for row in range(high):
        cells = [(made[at], number * (wide + gap)) for number, at in enumerate(range(row, len(made), high))]
        yield beside(cells)


NAME, CALLED, SPARE = 38 * MM, 18.5 * MM, 2.6 * MM
"""Widths of the name of a place on its block, and of words under a silhouette; and the space on its strip."""


def _in_blocks(block: Deployment, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a region as a block of colour, with a strip for each of its places; in parts if a page cannot hold it."""
    title, _, about = block.title.rpartition(" · ")
    note = "\n".join(filter(None, (title, block.aside, numbered(block.note, block.flags))))
    colour = block.colour or look.colour(block.owner)
    count = sum(one.number for line in block.lines for one in line.standing) if block.owner else 0
    head = Section(about, (), str(count or ""), note, colour=colour, look="blocks", at=block.at)
    gap, left = Slab(1.2 * MM, ()), BLOCK + 1.2 * MM
    rows = [part for line in block.lines for part in (gap, _strip(line, colour, look, width - left))][1:]
    high = max(sum(row.height for row in rows), colour_block(head, look, 0.0).height)
    if high > look.room:
        yield stacked([colour_block(head, look, 0.0), gap])._replace(keep=True)
        yield from (beside([(row, left)]) for row in rows)
        return
    made = beside([(stacked(rows), left)])
    drawn = (*colour_block(head, look, high).items, *made.items)
    yield Slab(high + look.mm(3.2, 2.4, 1.6), drawn, fields=made.fields)


def _strip(line: Placed, colour: str, look: PageLook, width: float) -> Slab:
    """Return a place on a block of colour, with its counters as silhouettes on a strip, their number and markers."""
    theme, plate = look.theme, look.theme.plate(colour)
    fill = theme.ink if theme.outlined else plate.text
    over = " ".join(filter(None, (line.number, line.signs)))
    runs: list[Run] = [(f"{over}\n", look.letters(9, fill=fill))] if over else []
    runs.append((numbered(line.text, line.flags), look.display(13, fill=fill)))
    name = look.copy(*runs).set(NAME - 2 * SPARE, leading=1.15, where=line.at, name="place")
    count = sum(one.number for one in line.standing)
    said = look.say.count(count, "{numbers} unit", "{numbers} units", numbers=count)
    total = look.copy((said, look.display(13, fill=theme.legible(colour, theme.page))))
    left, right = ([_standing(one, line.about, look) for one in some] for some in (line.standing, line.with_them))
    words = total.set(total.least + 0.1, leading=1.1, align=1.0)
    right = [(Slab(words.height, words.items), total.least)] * (count > 1) + right
    begins, ends = NAME + SPARE, width - SPARE
    made: list[tuple[Slab, float]] = []
    for slab, wide in left:
        made.append((slab, begins))
        begins += wide + SPARE
    for slab, wide in reversed(right):
        made.append((slab, ends - wide))
        ends -= wide + 2 * SPARE
    note = look.copy((line.note, look.letters(9.5))).set(max(ends - begins, 1), leading=1.2, where=line.at)
    made.append((Slab(note.height if line.note else 0, note.items if line.note else ()), begins))
    high = max(name.height, *(slab.height for slab, _ in made)) + 2.4 * MM
    ground = look.wash(colour, 0.14)
    items: list[Item] = [
        Rect(
            0.15 * MM,
            0.15 * MM,
            width - 0.3 * MM,
            high - 0.3 * MM,
            ground,
            plate.edge if not ground else None,
            0.3 * MM,
        ),
        Rect(0, 0, NAME, high, plate.ground, plate.edge if theme.outlined else None, 0.6 * MM),
        Group(name.items, SPARE, (high - name.height) / 2, role="P"),
    ]
    items += (Group(slab.items, x, (high - slab.height) / 2) for slab, x in made if slab.items)
    fields = tuple(one.moved(x, (high - slab.height) / 2) for slab, x in made for one in slab.fields)
    return Slab(high, tuple(items), fields=fields)


def _standing(one: Standing, about: str, look: PageLook) -> tuple[Slab, float]:
    """Return equal counters as silhouettes each with a box to tick at its side, over their name; and their width."""
    figure, box = look.chip(one.figure, 0), look.tick(f"{about}: {one.name}", 3.6)
    step = figure.width + 1.3 * box.width
    called = numbered(f"{one.number} {one.name}" if one.number > 1 and one.name else one.name, one.flags)
    words = look.copy((called, look.letters(8.5, font="narrow")))
    wide = max(one.number * step, CALLED, words.least)
    said = words.set(min(words.most, wide) + 0.1, leading=1.1)
    items: list[Item] = [Group(said.items, 0, figure.height + 0.6 * MM, role="P")]
    fields: list[Field] = []
    for at in range(one.number):
        x, y = at * step + figure.width + 0.18 * box.width, figure.height - box.height
        drawn = tuple(part._replace(fill=look.theme.page) if isinstance(part, Rect) else part for part in box.items)
        items += (Group(figure.items, at * step), Group(drawn, x, y))
        fields += (field.moved(x, y) for field in box.fields)
    high = figure.height + (0.6 * MM + said.height if called else 0.0)
    return Slab(high, tuple(items), fields=tuple(fields)), max(one.number * step, min(words.most, wide))


def _region(block: Deployment, look: PageLook, width: float) -> Slab:
    """Return the bar over a region, and its note under it."""
    theme, pad, plate = look.theme, 2 * MM, look.plate(block.owner)
    hollow = block.open or theme.outlined
    fill = plate.edge if hollow else plate.text
    mark_of = (look.owners[block.owner].mark,) if block.owner in look.owners else ()
    badge = [
        Inset(
            tuple(mark(name, 1.3 * MM, 1.3 * MM, 2.6 * MM, fill, theme.page if hollow else plate.ground)),
            2.6 * MM,
            2.6 * MM,
        )
        for name in mark_of
    ]
    title = look.copy(
        *badge,
        *([look.gap(1)] if badge else []),
        (capitals(block.title), look.letters(11, fill=fill, font="narrow-bold")),
        (numbered("", block.flags), look.letters(8, fill=fill, font="narrow")),
    )
    aside = look.copy((block.aside, look.letters(9, fill=fill, font="narrow")))
    end = min(aside.most, width / 2)
    head = title.set(width - 2 * pad - end - 2 * MM, leading=1.1, where=block.at)
    said = aside.set(end + 0.1, leading=1.1, align=1.0)
    high = max(head.height, said.height) + look.mm(1.6, 1.4, 1.0)
    line = 0.5 * MM
    ground = Rect(line / 2, line / 2, width - line, high - line, None if hollow else plate.ground, plate.edge, line)
    items: list[Item] = [
        ground,
        Group(head.items, pad, (high - head.height) / 2, role="H3"),
        Group(said.items, width - pad - end, (high - said.height) / 2, role="P"),
    ]
    if block.note:
        note = look.copy((block.note, look.letters(8, fill=theme.quiet, font="narrow"))).set(
            width, leading=1.15, where=block.at
        )
        items.append(Group(note.items, 0, high + 0.8 * MM, role="P"))
        high += note.height + 0.8 * MM
    return Slab(high, tuple(items))


def key(block: Key, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield chips with their meanings under them, and words, on a tinted ground."""
    theme, pad = look.theme, 2 * MM
    small, letters = look.letters(8, font="narrow"), look.letters(10, fill=theme.accent, font="narrow-bold")
    title = look.copy((capitals(block.title), letters)).set(width - 2 * pad)
    items: list[Item] = [Group(title.items, pad, 1.2 * MM, role="H3")]
    y, x, low = 1.8 * MM + title.height, pad, 0.0
    for name, frame in block.chips:
        shown, words = look.chip(frame), look.copy((name, small))
        wide = max(shown.width, words.least, min(words.most, 24 * MM)) + 2.5 * MM
        if x > pad and x + wide > width - pad:
            x, y, low = pad, y + low + 1 * MM, 0.0
        said = words.set(wide - 2.4 * MM, leading=1.1)
        items += [Group(shown.items, x, y), Group(said.items, x, y + shown.height + 0.4 * MM, role="P")]
        x, low = x + wide, max(low, shown.height + 0.4 * MM + said.height)
    text = look.copy((block.text, small)).set(width - 2 * pad, leading=1.15)
    y += low + 0.8 * MM
    items.append(Group(text.items, pad, y, role="P"))
    high, after = y + text.height + 1.5 * MM, look.mm(2.4, 1.6, 1.0)
    ground = Rect(0, 0, width, high, None if theme.outlined else theme.paper, theme.hairline, 0.2 * MM)
    yield Slab(high + after, (ground, *items))


FEW = 4
"""Columns of arrivals that stand side by side even in large print."""


def arrivals(block: Arrivals, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a table of what comes later, in two or more parts one below the other if its columns are too many."""
    count = len(block.owners)
    fewest = 2 if look.theme.enlarges and count > FEW else 1
    parts = next((parts for parts in range(fewest, count + 1) if _arrival_width(block, look, parts) <= width), count)
    size = -(-count // parts)
    for first in range(0, count, size):
        own = slice(first, first + size)
        yield _arriving(block, own, look, width)


def _arrival_width(block: Arrivals, look: PageLook, parts: int) -> float:
    """Return the least width of a table of arrivals in so many parts."""
    size = -(-len(block.owners) // parts)
    heads = [_owner_head(owner, look).widths[0] for owner in block.owners]
    groups = (heads[first : first + size] for first in range(0, len(heads), size))
    return TURNED + TRIGGER * look.ratio + max(map(sum, groups))


def _arriving(block: Arrivals, own: slice, look: PageLook, width: float) -> Slab:
    """Return a table of arrivals for some of its owners."""
    theme, outlined = look.theme, look.theme.outlined
    line = Edge("under", theme.ink, 0.25 * MM)
    apart = Edge("left", theme.ink if outlined else theme.page, 0.5 * MM)
    rows = [row for row in block.rows if any(cell.chips or cell.text for cell in row[2][own])]
    loud = look.letters(9, fill=theme.ink if outlined else theme.paper, font="narrow-bold")
    side = Cell(look.copy((capitals(block.title), loud)), rows=len(rows) + 1, turned=True, along=0.5, role="TH")
    side = side._replace(ground=None if outlined else theme.ink, edges=(line, Edge("right", theme.ink, 0.25 * MM)))
    heads = [_owner_head(owner, look)._replace(edges=(line, apart)) for owner in block.owners[own]]
    keys, bodies = [], []
    for name, text, cells in rows:
        runs: list[Run] = [(name, look.letters(9, font="narrow-bold"))]
        runs += [(f"\n{text}", look.letters(8, font="narrow"))] if text else []
        head = Cell(look.copy(*runs), pad=(0.8 * MM, 0.8 * MM), down=0.0, leading=1.1, role="TH", edges=(line,))
        keys.append(head._replace(ground=look.wash(theme.paper, 1.0), at=block.at))
        bodies.append([_expected(cell, look)._replace(edges=(line,)) for cell in cells[own]])
    first = TRIGGER * look.ratio
    wished = [_wished([cells[own] for _, _, cells in rows], lines) for lines in (1, 2, 3)]
    across = (TURNED, first, *_shared([heads, *bodies], wished, width - TURNED - first))
    made = [
        [side, Cell(look.copy(), edges=(line,)), *heads],
        *([key, *body] for key, body in zip(keys, bodies, strict=True)),
    ]
    return stacked([table(made, width, across=across, heads=1).part(), Slab(look.mm(2.2, 1.6, 1.2), ())])


CHIPS_APART, OVER = 0.6 * MM, 0.35 * MM
"""Space between chips in a cell, and between its rows of them."""
STEPS = (9 * MM, 6 * MM, 4 * MM, 2 * MM, 1 * MM)
"""Widths that columns take from others while that makes their rows lower."""
LOWER = 0.04
"""How much a cell counts that is not the highest of its row."""


def _wished(rows: Sequence[Sequence[Expected]], lines: int) -> list[float]:
    """Return the widths of columns in which the chips of each cell take so many lines."""
    cells = ((cell.chips, -(-len(cell.chips) // lines)) for row in rows for cell in row)
    wide = [sum(chip.width + CHIPS_APART for chip in chips[:most]) + MM for chips, most in cells]
    count = len(rows[0])
    return [max(wide[column::count]) for column in range(count)]


_Heights = tuple[list[float], float]
"""How high the cells of a column are, and the sum of that."""


def _shared(rows: Sequence[Sequence[Cell]], wished: Sequence[Sequence[float]], width: float) -> list[float]:
    """Return the widths of columns that make their rows low: from shares wished for, what one takes from another."""

    @cache
    def set_in(column: int, wide: float) -> _Heights:
        cells = (row[column] for row in rows)
        high = [cell.words.height(wide - 2 * cell.pad[1], cell.leading) for cell in cells]
        return high, sum(high)

    def heights(column: int, wide: float) -> _Heights:
        return set_in(column, round(wide, 3))

    def total(columns: Sequence[_Heights]) -> float:
        highs, sums = zip(*columns, strict=True)
        return float(sum(map(max, zip(*highs, strict=True))) + LOWER * sum(sums))

    least = [max(row[column].widths[0] for row in rows) for column in range(len(rows[0]))]

    def lowered(best: list[float]) -> tuple[float, list[float]]:
        now = [*map(heights, range(len(best)), best)]
        high = total(now)
        for _ in range(TRIES):
            tried = []
            for step, more in product(STEPS, range(len(best))):
                wider = heights(more, best[more] + step)
                for less, wide in enumerate(best) if wider != now[more] else ():
                    if less != more and wide - step >= least[less]:
                        columns = [*now]
                        columns[more], columns[less] = wider, heights(less, wide - step)
                        tried.append((total(columns), more, less, step))
            lowest, more, less, step = min(tried, key=itemgetter(0), default=(high, 0, 0, 0.0))
            if lowest > high - 0.01:
                break
            best[more], best[less] = best[more] + step, best[less] - step
            now, high = [*map(heights, range(len(best)), best)], lowest
        return high, best

    left, starts = width - sum(least), [[wide + (width - sum(least)) / len(least) for wide in least]]
    for wishes in wished:
        lacks = [max(wish - wide, 0.0) for wish, wide in zip(wishes, least, strict=True)]
        if any(lacks):
            starts.append([wide + left * lack / sum(lacks) for wide, lack in zip(least, lacks, strict=True)])
    return min(map(lowered, starts), key=itemgetter(0))[1]


TRIES = 60
"""How often, at most, a column takes width from another."""


def _owner_head(owner: Expecting, look: PageLook) -> Cell:
    """Return the heading of an owner's column."""
    theme, plate = look.theme, look.plate(owner.owner)
    fill = plate.edge if theme.outlined else plate.text
    shape = look.owners[owner.owner].mark if owner.owner in look.owners else ""
    drawn = tuple(mark(shape, 1.1 * MM, 1.1 * MM, 2.2 * MM, fill, plate.ground)) if shape else ()
    letters = look.letters(9.5, fill=fill, font="narrow-bold")
    words = f"{owner.title} :hourglass:" if owner.waits else owner.title
    runs: list[Run] = [Inset(drawn, 2.9 * MM, 2.2 * MM, leads=True), (words, letters)]
    ground = None if theme.outlined else plate.ground
    return Cell(look.copy(*runs), pad=(0.7 * MM, 0.9 * MM), leading=1.1, ground=ground, role="TH")


def _expected(cell: Expected, look: PageLook) -> Cell:
    """Return the chips that a trigger brings an owner, and a line under them."""
    shown = (look.chip(chip, CHIPS_APART / MM) for chip in cell.chips)
    runs: list[Run] = [chip._replace(height=chip.height + OVER) for chip in shown]
    if cell.text or cell.flags:
        text = numbered(cell.text, cell.flags)
        runs.append((f"\n{text}" if runs else text, look.letters(8, font="narrow")))
    return Cell(look.copy(*runs), pad=(0.5 * MM, 0.5 * MM), down=0.0, leading=1.1, at=cell.at)


def checklists(game: Game, shelf: Shelf | None = None, setter: Setter | None = None) -> TextDocument:
    """Return the checklists of the scenarios of a shelf, or of all, one part each; a setter draws counters."""
    from rcwkit.dice.setups import Scenario  # which games without scenarios do not load

    parts = (
        DocumentPart(
            scenario.title,
            tuple(_tasks(game, item, setter)),
            "rings",
            scenario.rule,
            " · ".join(text for text in (scenario.length, scenario.note) if text),
            flags(game, scenario.rulings),
        )
        for item, scenario in ((item, item.value) for item in game[Scenario].values())
        if scenario.checklist and shelf in (None, scenario.shelf)
    )
    return document(game, game.say("Scenario checklists"), parts)


def _tasks(game: Game, item: GameItem[Scenario], setter: Setter | None) -> Iterator[Block]:
    for number, part in enumerate(item.value.checklist):
        path = (*item.path, "checklist", number)
        count, at = game.say.count(len(part.tasks), "{n} step", "{n} steps"), item.document.at(*path)
        yield Heading(part.head, "side", aside=count, sign=part.sign or "", keep=True, at=at)
        if part.note:
            yield Paragraph(part.note, "intro", keep=True, at=item.document.at(*path, "note"))
        for index, task in enumerate(part.tasks):
            about, at = f"{item.value.title}: {part.head}: {task.do}", item.document.at(*path, "tasks", index)
            repeated = again(game.say, part.head) if index else ""
            shown, marks = tuple(_named(game, task, setter)) if setter else (), flags(game, task.rulings)
            yield Task(task.do, about, task.rule, task.detail, marks, shown, strong=True, at=at, again=repeated)


def _named(game: Game, task: Tick, setter: Setter) -> Iterator[Frame]:
    """Yield the counters that a task names as chips, and then those that it leaves out, struck through."""
    from rcwkit.dice.counters import Counter
    from rcwkit.faces.counters import chip_face

    for units, over in ((task.units, False), (task.without, True)):
        for one in units:
            face = chip_face(game, game[Counter][one.unit], setter, copies=one.copies, reversed=one.reversed)
            yield draw_chip(face._replace(sure=not over, over=over), setter)
