"""How blocks look: the sizes and spaces of a density and theme, and signs and insets in their texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, sqrt
from typing import NamedTuple

from rcwkit.art.symbols import BEARING, DIE, die, ground, mark
from rcwkit.art.theme import Plate, Theme
from rcwkit.diagnostics import Span
from rcwkit.document.copy import Copy, Inset, Letters, Run, copy
from rcwkit.frame import MM, Field, Frame, Group, Item, Rect
from rcwkit.source.info import Owner
from rcwkit.source.language import Language
from rcwkit.source.markup import Sign, TextPart, marked, parts, spoken, written
from rcwkit.type.fonts import styled
from rcwkit.type.text import CAP, Setter

AGAIN = 5 * MM
"""Height of a repeated heading."""
RUNNING = 8.0, 9.5
"""Smallest and largest size of running text in usual print (pt)."""
READING, CLOSE = 9.0, 0.5
"""Usual size of running text (pt), and the share of the usual space in a fit."""
LEVELS = 3
"""Number of densities: usual, tight, tightest."""


class Slab(NamedTuple):
    """An unbreakable part of a set block: its height in points, items and form fields.

    `keep` holds it to the next one, `span` gives it all columns, and `again` is the heading repeated above it at the
    top of a column. `at` is its place in the data, `headings` (level, title) are its bookmarks.
    """

    height: float
    items: tuple[Item, ...]
    keep: bool = False
    again: str = ""
    fields: tuple[Field, ...] = ()
    span: bool = False
    at: Span | None = None
    headings: tuple[tuple[int, str], ...] = ()


class PageLook(NamedTuple):
    """A density (0 to 2) in the theme of a setter; with a `fit`, everything follows that type size (pt) instead.

    A block higher than `room` (pt) is divided if possible. A fit uses narrow type if `narrow`, and a share of the usual
    `space`. Dice and a game's own signs are no smaller than `dice` (mm), and no type than `floor` (pt).
    """

    setter: Setter
    density: int = 0
    fit: float = 0.0
    owners: Mapping[str, Owner] = {}
    room: float = inf
    narrow: bool = True
    space: float = CLOSE
    dice: float = 0.0
    floor: float = 0.0

    @property
    def say(self) -> Language:
        """The setter's language."""
        return self.setter.say

    @property
    def theme(self) -> Theme:
        """The setter's theme."""
        return self.setter.theme

    def of(self, *values: float) -> float:
        """Return the value for this density; the last one also applies to higher densities and to a fit."""
        return values[-1] if self.fit else values[min(self.density, len(values) - 1)]

    def pt(self, *usual: float) -> float:
        """Return the type size for this density, larger in large print; in a fit, in proportion to running text."""
        if self.fit:
            size = self.fit if RUNNING[0] <= usual[0] <= RUNNING[1] else usual[0] * self.fit / READING
            return max(size, self.floor)
        return self.theme.grown(self.of(*usual))

    def mm(self, *usual: float) -> float:
        """Return a length for this density in points, given in millimetres; a fit has its share of the space."""
        return self.of(*usual) * MM * (self.space * self.fit / READING if self.fit else 1)

    @property
    def ratio(self) -> float:
        """The scale of indents and boxes, 1 in usual print."""
        return self.pt(9.5) / 9.5

    def letters(self, *usual: float, fill: str = "", font: str = "sans", spacing: float = 0.0) -> Letters:
        """Return letters of a size by density, in ink unless `fill` is given; a fit may use narrow type."""
        font = "narrow" if self.fit and self.narrow and font == "sans" else font
        bold = "narrow-bold" if font.startswith("narrow") else "sans-bold"
        return Letters(self.pt(*usual), fill or self.theme.ink, font, bold, spacing)

    def display(self, *usual: float, fill: str = "", spacing: float = 0.0) -> Letters:
        """Return letters in the font of titles; a broad one is smaller than sizes for narrow type say."""
        size = self.pt(*usual) / sqrt(self.setter.book.breadth)
        return Letters(size, fill or self.theme.ink, "display", "display", spacing)

    def copy(self, *runs: Run) -> Copy:
        """Measure runs, with the signs in their texts."""
        size = next((run[1].size for run in runs if not isinstance(run, Inset)), 0.0)
        return copy(self.setter, *[part for run in runs for part in signed(self, run)], size=size)

    def lines(self, text: str, letters: Letters) -> list[Run]:
        """Return a text as runs, one for each of its lines."""
        return [(f"\n{line}" if number else line, letters) for number, line in enumerate(text.split("\n"))]

    def gap(self, width: float) -> Inset:
        """Return a space in a line, its width in millimetres."""
        return Inset((), 0.0, 0.0, width * MM)

    def cited(self, rule: str, numbers: Iterable[int], letters: Letters) -> list[Run]:
        """Return the rule and the rulings that a heading is about; nothing for none."""
        said = " · ".join(filter(None, (rule, self.setter.cite(numbers))))
        return [(said, letters)] if said else []

    def tick(self, about: str, side: float = 2.7, gap: float = 0.0) -> Inset:
        """Return a box to tick, with side and gap in millimetres; `about` names its form field."""
        high = side * MM * self.ratio
        box = Rect(0, 0, high, high, None, self.theme.ink, 0.3 * MM)
        return Inset((box,), high, high, gap * MM, (Field(0, 0, high, high, about),))

    def die(self, face: int, side: float = 4.0, gap: float = 0.0) -> Inset:
        """Return the face of a die, with side and gap in millimetres."""
        high = side * MM
        return Inset(die(face, 0, 0, high, self.theme.ink, self.theme.page), high, high, gap * MM)

    def chip(self, frame: Frame, gap: float = 0.9, ratio: float = 1.0) -> Inset:
        """Return a chip at a ratio of its size, with its gap in millimetres; in large print it is larger, too."""
        ratio *= self.ratio if self.theme.enlarges else 1.0
        items = frame.items if ratio == 1.0 else (Group(frame.items, scale=ratio),)
        return Inset(items, frame.width * ratio, frame.height * ratio, gap * MM)

    def colour(self, owner: str) -> str:
        """Return an owner's colour, or ink for none."""
        return self.owners[owner].colour if owner in self.owners else self.theme.ink

    def plate(self, owner: str) -> Plate:
        """Return the plate of an owner's bar, in ink for none."""
        return self.theme.plate(self.colour(owner))

    def wash(self, colour: str, amount: float) -> str | None:
        """Return a tint behind text, or None in outlined themes."""
        return None if self.theme.outlined else self.theme.shade(colour, amount)


def rule(y: float, width: float, fill: str, line: float) -> Rect:
    """Return a horizontal rule centred on y, `line` mm thick; it is filled, because viewers thicken thin strokes."""
    return Rect(0, y - line * MM / 2, width, line * MM, fill)


def stacked(slabs: Sequence[Slab]) -> Slab:
    """Stack slabs into one."""
    items: list[Item] = []
    fields: list[Field] = []
    y = 0.0
    for slab in slabs:
        items += [Group(slab.items, 0, y)] if slab.items else []
        fields += [field.moved(0, y) for field in slab.fields]
        y += slab.height
    return Slab(y, tuple(items), fields=tuple(fields))


def beside(made: Sequence[tuple[Slab, float]]) -> Slab:
    """Join slabs side by side, each at its distance from the left in points."""
    items = tuple(Group(slab.items, x) for slab, x in made)
    fields = tuple(field.moved(x, 0) for slab, x in made for field in slab.fields)
    headings = tuple(heading for slab, _ in made for heading in slab.headings)
    return Slab(max(slab.height for slab, _ in made), items, fields=fields, headings=headings)


BLANK, BOX, TRACK, WINDOW = 1.6, 0.95, 1.35, 1.3
"""Sides of boxes to write in and of windows, in ems of the text around them."""
LARGE = 1.6
"""From which height, in ems, a box behind a sign stands at its foot."""
APART = 0.9
"""The least space between the label of a box to tick, or other words, and the next box, in ems."""


def signed(look: PageLook, run: Run) -> Iterable[Run]:
    """Return the words of a run in their styles, and its signs as insets that stay with what they touch.

    A box to tick stays with its label, the words after it, and apart from the words before it. One right behind a large
    sign stands at its foot.
    """
    return (run,) if isinstance(run, Inset) or not marked(run[0]) else _signed(look, *run)


def _signed(look: PageLook, text: str, letters: Letters) -> Iterator[Run]:
    touched = labelled = False
    large: Inset | None = None  # a sign that a box may follow
    for part in parts(text):
        own = _styled(look, part, letters)
        made = _inset(look, part.what, own, text) if isinstance(part.what, Sign) else None
        if large is not None:
            footed = made is not None and made.leads
            yield _footed(large, made) if made and footed else large
            large, labelled = None, True
            if footed:
                continue
        if (
            made is not None
            and isinstance(part.what, Sign)
            and part.what.kind == "sign"
            and made.height > LARGE * own.size
        ):
            large = made
            continue
        if made is not None and made.leads and labelled and not touched:
            yield made._replace(gap=APART * own.size, tight=False)
        elif made is not None:
            yield made._replace(gap=BEARING / 2 * own.size) if touched and not made.gap else made
        elif isinstance(part.what, str) or part.what.kind == "sign":
            yield part.what if isinstance(part.what, str) else written(part.what), own
        touched = isinstance(part.what, str) and part.what[-1:].isalnum()
        labelled = part.what.kind != "box" if isinstance(part.what, Sign) else labelled or not part.what.isspace()
    if large is not None:
        yield large


def _footed(sign: Inset, box: Inset) -> Inset:
    """Return a sign with a box at its foot, over its right edge."""
    side = box.height
    x, y = sign.width - 0.4 * side, sign.height - side
    items = *sign.items, Group(box.items, x, y)
    return sign._replace(items=items, width=x + 1.4 * side, fields=tuple(one.moved(x, y) for one in box.fields))


def _styled(look: PageLook, part: TextPart, letters: Letters) -> Letters:
    font, fill = letters.font, letters.fill
    if part.bold and letters.strong:
        fill = letters.strong
    elif part.bold:
        font = letters.bold
    fill = look.theme.inked(part.colour, fill) if part.colour else fill
    font = styled(font, italic=True) if part.italic else font
    return letters if (font, fill) == (letters.font, letters.fill) else letters._replace(font=font, fill=fill)


def _inset(look: PageLook, one: Sign, letters: Letters, text: str) -> Inset | None:
    """Return a sign in a text, in the size and colour of its letters, or None for an unknown one."""
    size, theme = letters.size, look.theme
    bearing = BEARING * size
    if one.kind == "box":
        side = BOX * size
        box = Rect(0, 0, side, side, theme.page, theme.ink, 0.3 * MM)
        return Inset(
            (box,),
            side + bearing,
            side,
            fields=(Field(0, 0, side, side, spoken(text).strip() or look.say("box")),),
            tight=True,
            leads=True,
        )
    drawn = one.kind == "die" or one.value in theme.signs
    large = max(size, look.dice * MM / DIE) if drawn else size
    glyph = look.setter.glyph(one, large, letters.fill, theme.page, look.owners)
    if glyph is not None and one.numbers:
        return Inset(glyph.items, glyph.width + bearing / 2, glyph.height, gap=bearing / 2, tight=True)
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
            fields=(Field(0, 0, side, side, look.say("{about} die", about=spoken(text)), "write"),),
        )
    if one.kind == "boxes":
        return _boxes(look, one, TRACK * size, spoken(text))
    if one.kind == "windows":
        return _windows(look, one, size)
    return None


def _windows(look: PageLook, one: Sign, size: float) -> Inset:
    """The windows of a row side by side, as wide as the longest number asks; those that win are filled."""
    theme, book = look.theme, look.setter.book
    high, gap = WINDOW * size, 0.16 * size
    wide = max(
        high, max((book.width(window.text, "narrow-bold", size) for window in one.windows), default=0) + 0.4 * size
    )
    items: list[Item] = []
    for at, window in enumerate(one.windows):
        x = at * (wide + gap)
        ground = (theme.ink if theme.outlined else theme.accent) if window.full else theme.page
        items.append(Rect(x, 0, wide, high, ground, ground if window.full else theme.quiet, 0.2 * MM))
        fill, font = (theme.on(ground), "narrow-bold") if window.full else (theme.ink, "narrow")
        items.append(look.setter.line(window.text, x + wide / 2, (high + CAP * size) / 2, font, size, fill, align=0.5))
    width = max(len(one.windows) * (wide + gap) - gap, 0.0)
    return Inset((Group(tuple(items), alt=one.spoken(theme.said)),), width + BEARING * size, high, tight=True)


def _boxes(look: PageLook, one: Sign, side: float, about: str) -> Inset:
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


def together(made: Sequence[Slab]) -> Iterator[Slab]:
    """Merge slabs with those they must stay with."""
    held: list[Slab] = []
    for slab in made:
        held.append(slab)
        if not slab.keep:
            yield stacked(held)._replace(at=held[0].at)
            held = []
    if held:
        yield stacked(held)._replace(at=held[0].at)
