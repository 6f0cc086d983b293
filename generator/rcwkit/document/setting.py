"""Set every kind of block as slabs, once for the same words; here are rulings, those to decide, and changes.

Also what large print does to finished pages: the sheets that they name, and their size.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import product
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.document import blocks, charts, composed, deployed, forms, guide, odds, prose
from rcwkit.document.blocks import Block, DocumentPart, Grid, Ruling
from rcwkit.document.copy import Lines, Run
from rcwkit.document.look import PageLook, Slab, rule
from rcwkit.document.tables import Cell, table
from rcwkit.frame import MM, Field, Frame, Group, Item, Rect, Sheet, placed_anew

SAYS, PRINTS = 0.53, 0.25
"""Shares of the width for what the source says and for what the kit prints; the rest is to write in."""
DECIDED, CITED, OWN = 0.38, 0.065, 0.15
"""Shares of the width for the title of a ruling to decide, its first rule, and the players' own; the rest is for the
reading printed."""
NUMBER = 8 * MM
"""Indent of a title beside its ruling's number."""
QUOTED = 21 * MM
"""Indent of what a place says, beside its rule number."""
PAGES = re.compile(r"(\b(?:[Pp]ages?|Seiten?|[Сс]траниц[аыуе]?|стр\.)\s)(\d+(?:(?:, | and | und | и |–)\d+)*)")
"""Pages that a text names."""


def ruling(block: Ruling, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a ruling in three columns: what the source says, what the kit prints, and room for another ruling."""
    if block.brief or block.decide:
        yield _brief(block, look, width) if block.brief else _decision(block, look, width)
        return
    theme, side, over = look.theme, 2.6 * MM, look.mm(1.2, 1.2, 0.7)
    body = look.letters(8.5, 8, 8, font="sans")
    leading = look.of(1.24, 1.2, 1.15)
    lefts = (0.0, SAYS * width, (SAYS + PRINTS) * width, width)
    head: tuple[Run, ...] = (
        (str(block.number), look.letters(10.5, fill=theme.accent, font="narrow-bold")),
        look.gap(1.6),
        (block.type.upper(), look.letters(7.5, fill=theme.accent, font="narrow-bold", spacing=0.06)),
        look.gap(1.6),
        (block.title, look.letters(10.5, font="narrow-bold")),
    )
    items: list[Item] = []
    y = over

    def put(lines: Lines, x: float, y: float) -> float:
        items.append(Group(lines.items, x, y, role="P"))
        return y + lines.height

    y = put(look.copy(*head).set(lefts[1] - 2 * side, leading=1.3, where=block.at), side, y)
    for place, says in block.places:
        y += 0.5 * MM
        reference = look.copy((place, look.letters(8, fill=theme.quiet, font="narrow-bold")))
        room = lefts[1] - 2 * side
        # In large print, rule numbers stand above what their places say.
        where = reference.set(room if theme.enlarges else QUOTED - 2 * MM, leading=1.3, where=block.at)
        right, below = (0.0, where.height) if theme.enlarges else (QUOTED, 0.0)
        text = f"**{says.replace('**', '')}**" if block.total else says
        said = look.copy((text, body)).set(room - right, leading=leading, where=block.at)
        items.append(Group((Group(where.items), Group(said.items, right, below)), side, y, role="P"))
        y += max(where.height, below + said.height)
    label = look.letters(7, fill=theme.quiet, font="narrow-bold", spacing=0.08)
    wide = lefts[2] - lefts[1]
    printed = (
        put(look.copy((look.say("THIS KIT PRINTS"), label)).set(wide, leading=1.2), lefts[1] + side, over) + 0.4 * MM
    )
    lines = look.copy((block.prints, body)).set(wide - 2 * side, leading=leading, where=block.at)
    printed = put(lines, lefts[1] + side, printed)
    free = lefts[3] - lefts[2]
    put(look.copy((look.say("YOUR RULING"), label)).set(free, leading=1.2), lefts[2] + side, over)
    high = max(y, printed) + look.mm(1.6, 1.6, 0.9)
    about, tall = (
        look.say("Your ruling {ruling}", ruling=f"{block.number}: {block.title}"),
        max(8 * MM, high - over - 5 * MM),
    )
    yours = Field(lefts[2] + side, over + 4 * MM, free - 2 * side, tall, about, "lines")
    yield Slab(high, (*_ground(block, look, lefts, high), *items), fields=(yours,))


def decisions(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield lines to write on, and the heads of the columns of rulings to decide, if there are any."""
    theme, gap = look.theme, 6 * MM
    each = (width - gap * (len(block.heads) - 1)) / len(block.heads)
    label = look.letters(8, fill=theme.quiet, font="narrow")
    items: list[Item] = []
    fields: list[Field] = []
    high = 7 * MM * look.ratio
    for line, (number, name) in product(range(1 + len(block.rows)), enumerate(block.heads)):
        left, low = number * (each + gap), (line + 1) * high
        said = look.copy((name, label)).set(each)
        if line == 0:
            items.append(Group(said.items, left, low - said.height, role="P"))
        items.append(Rect(left, low, each, 0.2 * MM, theme.ink))
        fields.append(Field(left + said.width + MM, low - high, each - said.width - MM, high, name, "write"))
    if not block.columns:
        yield Slab((1 + len(block.rows)) * high + MM, tuple(items), keep=block.keep, fields=tuple(fields))
        return
    over = high + 3 * MM
    ground, ink = theme.table_head()
    letters, quiet = look.letters(9.5, fill=ink, font="narrow-bold"), look.letters(8, fill=ink, font="narrow")
    lefts = (NUMBER * look.ratio, DECIDED * width, (1 - OWN) * width, width)
    made = [
        look.copy((column.text, letters), (column.note and f"  {column.note}", quiet)).set(
            right - left, leading=1.2, where=block.at, name="column"
        )
        for column, left, right in zip(block.columns, lefts, lefts[1:], strict=False)
    ]
    tall = max(lines.height for lines in made) + 1.6 * MM
    if ground:
        items.append(Rect(0, over, width, tall, ground))
    else:
        items += [rule(over + 0.3 * MM, width, theme.ink, 0.6), rule(over + tall, width, theme.ink, 0.25)]
    for left, lines in zip(lefts, made, strict=False):
        items.append(Group(lines.items, left, over + 0.8 * MM, role="P"))
    yield Slab(over + tall, tuple(items), keep=True, fields=tuple(fields))


def _decision(block: Ruling, look: PageLook, width: float) -> Slab:
    """A ruling to decide: its number, title and rules, the reading printed, a box to tick and a line to write on."""
    theme, pad = look.theme, look.mm(0.75, 0.6, 0.45)
    about = f"{block.number}: {block.title}"
    indent, side = NUMBER * look.ratio, 1.6 * MM
    rule_of = look.copy((next(iter(_rules(block)), ""), look.letters(7.5, fill=theme.quiet, font="narrow")))
    named = (block.title, look.letters(9.5, 9.2, 9, font="narrow-bold"))
    lefts = (indent, DECIDED * width, (1 - OWN) * width, width)
    number = look.copy((str(block.number), look.letters(9.5, fill=theme.accent, font="narrow-bold")))
    tick = look.copy(look.tick(look.say("As printed, {ruling}", ruling=about)))
    # A number has a column of its own; a rule's name stands below the question.
    cited, beside = rule_of.set(lefts[1] - indent - side, leading=1.2), rule_of.most < CITED * width - side
    free = lefts[1] - indent - (CITED * width + 0.6 * MM if beside else side)
    asked = look.copy(named).set(free, leading=1.2, where=block.at, name="column")
    printed = look.copy((block.prints, look.letters(9, 9, 8.5, font="sans")))
    said = printed.set(lefts[2] - lefts[1] - side, leading=1.2, where=block.at, name="column")
    below = (lefts[1] - CITED * width, pad + 0.5 * MM) if beside else (indent, pad + asked.height)
    marked, ticked = number.set(indent, leading=1.2), tick.set(indent, leading=1.2)
    high = max(asked.height + (0 if beside else cited.height), said.height, ticked.height) + 2 * pad
    items: list[Item] = [Group((*marked.items,), indent - side - marked.width, pad, role="P")]
    items += [Group(asked.items, indent, pad, role="P"), Group(cited.items, *below, role="P")]
    items += [Group(said.items, lefts[1], pad, role="P")]
    items.append(Group(ticked.items, lefts[2], pad, role="P"))
    start = lefts[2] + ticked.width + 1.5 * MM
    items.append(Rect(start, high - 1.4 * MM, width - start, 0.15 * MM, theme.quiet))
    items.append(rule(high, width, theme.hairline, 0.2))
    blank = Field(start, 0, width - start, high - MM, look.say("Your ruling {ruling}", ruling=about), "lines")
    fields = (*(field.moved(lefts[2], pad) for field in ticked.fields), blank)
    return Slab(high, tuple(items), keep=block.keep, again=block.again, fields=fields)


def _brief(block: Ruling, look: PageLook, width: float) -> Slab:
    """A ruling in a paragraph: its number in the margin, its title, rules, and the reading printed."""
    theme, indent = look.theme, NUMBER * look.ratio
    number = look.copy((str(block.number), look.letters(9, fill=theme.accent, font="narrow-bold")))
    marked = number.set(indent, leading=1.2)
    cited = next(iter(_rules(block)), "")
    runs = (
        (f"{block.title}{'' if block.title.endswith('?') else '.'} ", look.letters(9, 9, 8.5, font="narrow-bold")),
        (f"{'' if block.prints.startswith(cited) else cited}  ", look.letters(7.5, fill=theme.quiet, font="narrow")),
        (block.prints, look.letters(9, 9, 8.5, font="sans")),
    )
    lines = look.copy(*runs).set(width - indent, leading=1.22, where=block.at, name="column")
    over = look.mm(0.5, 0.4, 0.3)
    items = (
        Group(marked.items, indent - 1.6 * MM - marked.width, over, role="P"),
        Group(lines.items, indent, over, role="P"),
    )
    return Slab(over + lines.height + look.mm(0.7, 0.6, 0.4), items, keep=block.keep, again=block.again)


def _rules(block: Ruling) -> list[str]:
    """The rules that a ruling is about, each once."""
    return list(dict.fromkeys(_numbered(one) for rule, _ in block.places for one in rule.split(", ")))


def _numbered(rule: str) -> str:
    """Return a rule's number without the name of its paragraph; a name without a number as it is."""
    return rule.split(" ", 1)[0] if rule[:1].isdecimal() else rule


def _ground(block: Ruling, look: PageLook, lefts: tuple[float, ...], high: float) -> Iterator[Item]:
    theme = look.theme
    if theme.outlined:
        if block.total:
            yield from (Rect(x * MM, 0, 0.35 * MM, high, theme.ink) for x in (0, 0.85))
    else:
        if block.total:
            yield Rect(0, 0, lefts[1], high, theme.shade(theme.gold, 0.22))
        yield Rect(lefts[1], 0, lefts[2] - lefts[1], high, theme.paper)
    if not (theme.outlined and block.total):
        yield Rect(0, 0, 1.2 * MM, high, theme.gold if block.total else theme.hairline)
    yield Rect(lefts[3] - 0.15 * MM, 0, 0.15 * MM, high, theme.hairline)
    yield rule(0, lefts[3], theme.ink, 0.3)


def change(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a piece to print again: a box to tick, its name and title, and why."""
    (row,), letters = block.rows, look.letters(9)
    (named,), (title, why) = row.keys, row.cells
    name = look.copy((named.text, look.letters(9, font="narrow-bold")))
    if name.most > width / 2:
        name = look.copy((named.text, look.letters(9 * width / 2 / name.most, font="narrow-bold")))
    words = (
        look.copy(("", letters), look.tick(named.box)),
        name,
        look.copy((title.text, letters)),
        look.copy((why.text, look.letters(9, fill=look.theme.quiet))),
    )
    left = 8 * MM + max(24 * MM, name.most)
    across = 6 * MM, left - 6 * MM, width - left - 15 * MM, 15 * MM
    cells = [Cell(one, down=0.0, pad=(0.7 * MM, 0.0), leading=1.25, at=block.at) for one in words]
    cells[-1] = cells[-1]._replace(across=1.0)
    made = table([cells], width, across=across).part()
    yield made._replace(items=(*made.items, rule(made.height, width, look.theme.hairline, 0.15)))


Set = Callable[[Any, PageLook, float], Iterable[Slab]]

GRIDS: Mapping[str, Set] = {
    "changes": change,
    "files": guide.files,
    "sheets": guide.sheets,
    "steps": guide.steps,
    "decisions": decisions,
    "lines": odds.line,
    "modifiers": composed.modifiers,
    "odds": odds.grid,
}
"""What sets a grid, by its look."""

LEVELS = {"collection": 1, "group": 1, "section": 1, "side": 1, "form": 2, "entry": 2}
"""Levels of bookmarks below that of a part's title, by the look of a heading."""


def slabs(block: blocks.Block, look: PageLook, width: float) -> Iterator[Slab]:
    """Set a block at a width in points; each of its slabs repeats the block's heading if it has none of its own."""
    made = list(SET[type(block)](block, look, width))
    for number, slab in enumerate(made):
        keep = block.keep if number == len(made) - 1 else slab.keep
        headings = slab.headings or (_bookmarks(block) if number == 0 else ())
        yield slab._replace(keep=keep, span=block.span, again=slab.again or block.again, at=block.at, headings=headings)


def _bookmarks(block: blocks.Block) -> tuple[tuple[int, str], ...]:
    """Return the level and title of a block's bookmark, if it has one; minor headings have none."""
    if isinstance(block, blocks.Chart):
        return ((block.level - 1, block.title),)
    if isinstance(block, deployed.Deployment):
        return ((1, block.title),)
    return ((LEVELS[block.look], block.text),) if isinstance(block, blocks.Heading) and block.look in LEVELS else ()


SET: Mapping[type[blocks.Block], Set] = {
    deployed.Arrivals: deployed.arrivals,
    blocks.Chances: odds.chances,
    blocks.Chart: charts.chart,
    blocks.Deal: forms.deal,
    deployed.Deployment: deployed.deployment,
    blocks.Entry: prose.entry,
    blocks.Grid: lambda block, look, width: GRIDS[block.look](block, look, width),
    blocks.Heading: prose.heading,
    deployed.Key: deployed.key,
    blocks.Ladder: forms.ladder,
    blocks.Panel: prose.panel,
    blocks.Paragraph: prose.paragraph,
    blocks.Picture: guide.picture,
    blocks.Point: prose.point,
    blocks.Ribbon: prose.ribbon,
    blocks.Rolls: forms.rolls,
    blocks.Ruling: ruling,
    blocks.Section: lambda block, look, width: composed.section(block, look, width, slabs),
    blocks.Tabletop: guide.tabletop,
    blocks.Task: prose.task,
    blocks.Throw: forms.throw,
    blocks.Worksheet: forms.worksheet,
}
"""What sets a block, by its class."""


class SetBlock(NamedTuple):
    """A block as it was set: the places (file:line) in it, its slabs and findings."""

    places: tuple[str, ...]
    slabs: tuple[Slab, ...]
    found: tuple[Diagnostic, ...]

    def moved(self, places: tuple[str, ...], at: Span | None) -> SetBlock | None:
        """Return the same at other places; None if its findings have places, or one line has become several."""
        if places == self.places:
            return self
        to = dict(zip(self.places, places, strict=True))
        if self.found or any(to[old] != new for old, new in zip(self.places, places, strict=True)):
            return None
        anew = (slab._replace(items=placed_anew(slab.items, to), at=at) for slab in self.slabs)
        return SetBlock(places, tuple(anew), ())


Known = dict[tuple[Hashable, int, float, bool, float, float, float], SetBlock]
"""(Block without its places, density, type size, narrow, space, room, width) → how it was set."""


def known_slabs(
    block: blocks.Block, bare: Hashable, places: tuple[str, ...], look: PageLook, width: float, known: Known
) -> tuple[Slab, ...]:
    """Return the slabs of a block, as they are known or set now; what is wrong is told each time."""
    key = bare, look.density, look.fit, look.narrow, look.space, look.room, width
    found = known[key].moved(places, block.at) if key in known else None
    if found is None:
        told: list[Diagnostic] = []
        made = tuple(slabs(block, look._replace(setter=replace(look.setter, found=told)), width))
        found = SetBlock(places, made, tuple(told))
    known[key] = found
    look.setter.found += found.found
    return found.slabs


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
