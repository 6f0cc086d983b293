"""Signs in texts as insets: dice, marks of owners, pictures, boxes to tick and ruling flags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rcwkit.layout.copy import Inset, Letters, Run
from rcwkit.look.fonts import styled
from rcwkit.look.frame import MM, Field, Group, Item, Rect
from rcwkit.look.glyphs import BEARING, ground
from rcwkit.look.symbols import mark
from rcwkit.models.markup import Part, marked, parts, spoken, written
from rcwkit.models.signs import Sign

if TYPE_CHECKING:
    from rcwkit.layout.look import Look

__all__ = ["signed"]

BLANK, BOX, TRACK = 1.6, 0.95, 1.35
"""Sides of boxes to write in, in ems of the text around them."""
APART = 0.9
"""The least space between the label of a box to tick, or other words, and the next box, in ems."""


def signed(look: Look, run: Run) -> Iterator[Run]:
    """Yield the words of a run in their styles, and its signs as insets that stay with what they touch.

    A box to tick stays with its label, the words after it, and apart from the words before it.
    """
    if isinstance(run, Inset) or not marked(run[0]):
        yield run
        return
    text, letters = run
    touched = labelled = False
    for part in parts(text):
        own = _styled(look, part, letters)
        made = _inset(look, part.what, own, spoken(text)) if isinstance(part.what, Sign) else None
        if made is not None and made.leads and labelled and not touched:
            yield made._replace(gap=APART * own.size, tight=False)
        elif made is not None:
            yield made._replace(gap=BEARING / 2 * own.size) if touched and not made.gap else made
        elif isinstance(part.what, str) or part.what.kind == "sign":
            yield part.what if isinstance(part.what, str) else written(part.what), own
        touched = isinstance(part.what, str) and part.what[-1:].isalnum()
        labelled = part.what.kind != "box" if isinstance(part.what, Sign) else labelled or not part.what.isspace()


def _styled(look: Look, part: Part, letters: Letters) -> Letters:
    """Return the letters of a part of a text."""
    font, fill = letters.font, letters.fill
    if part.bold and letters.strong:
        fill = letters.strong
    elif part.bold:
        font = letters.bold
    fill = look.theme.inked(part.colour, fill) if part.colour else fill
    return letters._replace(font=styled(font, italic=True) if part.italic else font, fill=fill)


def _inset(look: Look, one: Sign, letters: Letters, about: str) -> Inset | None:
    """Return a sign in the size and colour of its letters, or None for an unknown one."""
    size, theme = letters.size, look.theme
    if one.kind == "flag" and one.value.isdecimal():
        return look.flags((int(one.value),))[0]._replace(tight=True)
    bearing = BEARING * size
    glyph = look.setter.glyph(one, size, letters.fill, theme.page, look.owners)
    if glyph is not None:
        after = 0.0 if one.kind == "die" else bearing
        return Inset((Group(glyph.items, alt=one.spoken(theme.said)),), glyph.width + after, glyph.height, tight=True)
    if one.kind == "die" and not one.value:
        side = BLANK * size
        frame = Rect(0, 0, side, side, ground(letters.fill, theme.page, theme), theme.ink, 0.3 * MM, 0.2 * side)
        return Inset(
            (frame,),
            side + bearing,
            side,
            fields=(Field(0, 0, side, side, look.say("{about} die", about=about), "write"),),
        )
    if one.kind == "boxes":
        return _boxes(look, one, TRACK * size, about)
    if one.kind == "box":
        side = BOX * size
        box = Rect(0, 0, side, side, theme.page, theme.ink, 0.3 * MM)
        return Inset(
            (box,),
            side + bearing,
            side,
            fields=(Field(0, 0, side, side, about.strip() or look.say("box")),),
            tight=True,
            leads=True,
        )
    return None


def _boxes(look: Look, one: Sign, side: float, about: str) -> Inset:
    """The boxes of a row side by side; the one with the start is framed in ink."""
    items: list[Item] = []
    fields: list[Field] = []
    for at, box in enumerate(one.boxes):
        if box.owner not in look.owners:
            continue
        owner, theme, x = look.owners[box.owner], look.theme, at * side
        plate = theme.plate(owner.colour) if box.full else theme.reduced(owner.colour)
        ground = theme.gold if box.start and not theme.outlined else plate.ground if box.full else theme.page
        ink = theme.on(ground) if box.start and not theme.outlined else plate.text
        strong = box.full and theme.outlined
        items.append(
            Rect(x, 0, side, side, ground, plate.edge if strong else theme.hairline, (0.5 if strong else 0.2) * MM)
        )
        items += mark(owner.mark, x + side / 2, side / 2, (0.68 if box.full else 0.5) * side, ink, ground or theme.page)
        fields.append(Field(x, 0, side, side, f"{about} {at + 1}"))
    frames = (at * side for at, box in enumerate(one.boxes) if box.start)
    items += (Rect(x, 0, side, side, None, look.theme.ink, 0.5 * MM) for x in frames)
    return Inset(tuple(items), len(one.boxes) * side, side, fields=tuple(fields))
