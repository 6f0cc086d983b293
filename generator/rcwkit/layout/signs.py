"""Signs in texts as insets: dice, marks of owners, pictures, boxes to tick and ruling flags."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rcwkit.layout.copy import Inset, Letters, Run
from rcwkit.look.colours import contrast
from rcwkit.look.frame import MM, Field, Group, Item, Rect
from rcwkit.look.signs import SIGNS, sign
from rcwkit.look.symbols import die, mark
from rcwkit.look.theme import LEGIBLE
from rcwkit.models.base import bold_runs
from rcwkit.models.signs import Sign, parted, unsigned

if TYPE_CHECKING:
    from rcwkit.layout.look import Look

__all__ = ["signed"]

DIE, BLANK, PICTURE, BADGE, BOX, TRACK = 1.12, 1.6, 0.88, 1.1, 0.95, 1.35
"""Sides of signs, in ems of the text around them."""
BETWEEN, BEARING = 0.14, 0.1
"""Space between two dice, and after any other sign, in ems."""


def signed(look: Look, run: Run) -> Iterator[Run]:
    """Yield a run of text with its signs as insets that stay with the words they touch."""
    if isinstance(run, Inset) or "{" not in run[0]:
        yield run
        return
    text, letters = run
    for bold, piece in bold_runs(text):
        own = letters._replace(font=letters.bold) if bold else letters
        for part in parted(piece):
            made = _inset(look, part, own, unsigned(text)) if isinstance(part, Sign) else (part, own)
            if made is not None:
                yield made


def _inset(look: Look, one: Sign, letters: Letters, about: str) -> Inset | None:
    """Return a sign in the size and colour of its letters, or None for an unknown one."""
    size, ink, ground = letters.size, letters.fill, look.theme.page
    if contrast(ink, ground) < LEGIBLE:
        ground = look.theme.ink
    bearing = BEARING * size
    if one.kind == "die" and one.faces:
        side = DIE * size
        step = side + BETWEEN * size
        dice = tuple(Group(die(face, 0, 0, side, ink, ground), at * step) for at, face in enumerate(one.faces))
        return Inset(dice, len(dice) * step - BETWEEN * size, side, tight=True)
    if one.kind == "die" and not one.value:
        side = BLANK * size
        frame = Rect(0, 0, side, side, ground, look.theme.ink, 0.3 * MM, 0.2 * side)
        return Inset((frame,), side + bearing, side, fields=(Field(0, 0, side, side, f"{about} die", "write"),))
    if one.kind == "boxes":
        return _boxes(look, one, TRACK * size, about)
    if one.kind == "mark" and one.value in look.owners:
        owner, side = look.owners[one.value], BADGE * size
        plate = look.theme.plate(owner.colour)
        base = Rect(
            0, 0, side, side, plate.ground, plate.edge if plate.hatch else None, 0.4 if plate.hatch else 0.0, 1.0
        )
        return Inset(
            (base, *mark(owner.mark, side / 2, side / 2, 0.68 * side, plate.text, plate.ground)),
            side + bearing,
            side,
            tight=True,
        )
    if one.kind == "sign" and one.value in SIGNS:
        side = PICTURE * size
        return Inset(sign(one.value, side, ink, ground), side + bearing, side, tight=True)
    if one.kind == "box":
        side = BOX * size
        box = Rect(0, 0, side, side, look.theme.page, look.theme.ink, 0.3 * MM)
        return Inset(
            (box,), side + bearing, side, fields=(Field(0, 0, side, side, about.strip() or "box"),), tight=True
        )
    if one.kind == "flag" and one.value.isdecimal():
        return look.flags((int(one.value),))[0]._replace(tight=True)
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
