"""Rulings and changes as slabs."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.document.blocks import Grid, Ruling
from rcwkit.document.copy import Lines, Run
from rcwkit.document.look import Look, Slab, rule
from rcwkit.document.tables import Cell, table
from rcwkit.frame import MM, Field, Group, Item, Rect

__all__ = ["change", "ruling"]

SAYS, PRINTS = 0.53, 0.25
"""Shares of the width for what the source says and for what the kit prints; the rest is to write in."""
DECIDED, OWN = 0.33, 0.21
"""Shares of the width for the title of a ruling to decide and the players' own; the rest is for the reading printed."""
QUOTED = 21 * MM
"""Indent of what a place says, beside its rule number."""


def ruling(block: Ruling, look: Look, width: float) -> Iterator[Slab]:
    """Yield a ruling in three columns: what the source says, what the kit prints, and room for another ruling."""
    if block.decide:
        yield from _decision(block, look, width)
        return
    theme, side, over = look.theme, 2.6 * MM, look.mm(1.2, 1.2, 0.7)
    body = look.letters(8.5, 8, 8, font="sans")
    leading = look.of(1.24, 1.2, 1.15)
    lefts = (0.0, SAYS * width, (SAYS + PRINTS) * width, width)
    head: tuple[Run, ...] = (
        *look.flags((block.number,), 5.2),
        look.gap(1),
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


def _decision(block: Ruling, look: Look, width: float) -> Iterator[Slab]:
    """A ruling to tick: its title with the rules, the reading printed, and a line for the players' own."""
    theme, pad = look.theme, look.mm(1)
    about = f"{block.number}: {block.title}"
    rules = ", ".join(dict.fromkeys(_numbered(one) for rule, _ in block.places for one in rule.split(", ")))
    small = look.letters(7.5, fill=theme.quiet, font="narrow")
    title: list[Run] = [*look.flags((block.number,), 3.6), look.gap(1.4)]
    title += [(block.title, look.letters(10, font="narrow-bold")), look.gap(1.2), (rules, small)]
    printed: list[Run] = [
        look.tick(look.say("As printed, {ruling}", ruling=about)),
        look.gap(1.6),
        (block.prints, look.letters(8.5, font="sans")),
    ]
    own: list[Run] = [look.tick(look.say("Our own, {ruling}", ruling=about))]
    lefts = (0.0, DECIDED * width, (1 - OWN) * width, width)
    items: list[Item] = []
    fields: list[Field] = []
    high = 0.0
    for left, right, runs in zip(lefts, lefts[1:], (title, printed, own), strict=False):
        lines = look.copy(*runs).set(right - left - 3.2 * MM, leading=1.22, where=block.at, name="column")
        items.append(Group(lines.items, left + 1.6 * MM, pad, role="P"))
        fields += [field.moved(left + 1.6 * MM, pad) for field in lines.fields]
        high = max(high, lines.height + 2 * pad)
    blank = Field(
        lefts[2] + 6 * MM, 0, width - lefts[2] - 6 * MM, high, look.say("Your ruling {ruling}", ruling=about), "lines"
    )
    items += [rule(high, width, theme.hairline, 0.2), Rect(lefts[2], 0, 0.2 * MM, high, theme.hairline)]
    yield Slab(high, tuple(items), fields=(*fields, blank))


def _numbered(rule: str) -> str:
    """Return a rule's number without the name of its paragraph; a name without a number as it is."""
    return rule.split(" ", 1)[0] if rule[:1].isdecimal() else rule


def _ground(block: Ruling, look: Look, lefts: tuple[float, ...], high: float) -> Iterator[Item]:
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


def change(block: Grid, look: Look, width: float) -> Iterator[Slab]:
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
