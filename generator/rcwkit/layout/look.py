"""How blocks look: the sizes and spaces of one density in one theme, and what lines of every block may hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.layout.copy import Copy, Inset, Letters, Run, copy
from rcwkit.layout.signs import signed
from rcwkit.look.frame import MM, Field, Frame, Group, Item, Rect
from rcwkit.look.symbols import die
from rcwkit.look.text import Setter
from rcwkit.look.theme import Plate, Theme
from rcwkit.models.game import Owner

__all__ = ["AGAIN", "LEVELS", "Look", "Slab", "rule"]

AGAIN = 5 * MM
"""The height of a heading said again."""
RUNNING = 8.0, 9.5
"""The sizes of running text in usual print."""
READING, CLOSE = 9.0, 0.5
"""The usual size of running text, and the share of the usual space that a fit leaves."""
LEVELS = 3
"""How many densities there are: usual, tight, tightest."""


class Slab(NamedTuple):
    """What stays in one piece, drawn from its own upper left corner: its height in points, and the form fields in it.

    `keep` holds it to the next one, `span` gives it all columns; `again` is a heading said again above it where it begins a column;
    `at` is where its words stand, `heading` (level, title) its bookmark.
    """

    height: float
    items: tuple[Item, ...]
    keep: bool = False
    again: str = ""
    fields: tuple[Field, ...] = ()
    span: bool = False
    at: Span | None = None
    heading: tuple[int, str] | None = None


@dataclass(frozen=True)
class Look:
    """One density (0 to 2) in the theme of a setter; with a `fit` all follows that size of type in points instead.

    `room` is the height in points above which a block is divided, where it can be. A fit is in narrow type unless it is not `narrow`.
    """

    setter: Setter
    density: int = 0
    fit: float = 0.0
    owners: Mapping[str, Owner] = field(default_factory=dict)
    room: float = inf
    narrow: bool = True

    @property
    def theme(self) -> Theme:
        """The setter's theme."""
        return self.setter.theme

    def of(self, *values: float) -> float:
        """The value for this density; the last one holds for all further ones, and for a fit."""
        return values[-1] if self.fit else values[min(self.density, len(values) - 1)]

    def pt(self, *usual: float) -> float:
        """A size of type for this density, grown in large print; running text in the size of a fit, and the rest in proportion."""
        if self.fit:
            return self.fit if RUNNING[0] <= usual[0] <= RUNNING[1] else usual[0] * self.fit / READING
        return self.theme.grown(self.of(*usual))

    def mm(self, *usual: float) -> float:
        """A length for this density in points, given in millimetres; a fit has little space."""
        return self.of(*usual) * MM * ((CLOSE if self.narrow else 1) * self.fit / READING if self.fit else 1)

    @property
    def ratio(self) -> float:
        """How much larger or smaller indents and boxes are than in usual print."""
        return self.pt(9.5) / 9.5

    def letters(self, *usual: float, fill: str = "", font: str = "sans", spacing: float = 0.0) -> Letters:
        """Letters of a size for each density, in ink unless another colour is given; bold type is of the same width, that of a fit narrow."""
        font = "narrow" if self.fit and self.narrow and font == "sans" else font
        bold = "narrow-bold" if font.startswith("narrow") else "sans-bold"
        return Letters(self.pt(*usual), fill or self.theme.ink, font, bold, spacing)

    def copy(self, *runs: Run) -> Copy:
        """Runs, measured, with the signs in their texts."""
        size = next((run[1].size for run in runs if not isinstance(run, Inset)), 0.0)
        return copy(self.setter, *(part for run in runs for part in signed(self, run)), size=size)

    def gap(self, width: float) -> Inset:
        """Free space on a line, in millimetres."""
        return Inset((), 0.0, 0.0, width * MM)

    def flags(self, numbers: Iterable[int], height: float = 2.9) -> list[Inset]:
        """A flag for each ruling, its height in millimetres in usual print."""
        size = self.theme.grown(height * MM / 1.42)
        return [self._flag(number, size) for number in numbers]

    def _flag(self, number: int, size: float) -> Inset:
        width = self.setter.book.width(str(number), "narrow-bold", size) + size
        return Inset(self.setter.rulings((number,), width, size * 0.09, size), width, size * 1.42, 0.8 * MM)

    def tick(self, about: str, side: float = 2.7, gap: float = 0.0) -> Inset:
        """A box to tick, its side and the gap before it in millimetres; `about` names its form field."""
        high = side * MM * self.ratio
        box = Rect(0, 0, high, high, None, self.theme.ink, 0.3 * MM)
        return Inset((box,), high, high, gap * MM, (Field(0, 0, high, high, about),))

    def die(self, face: int, side: float = 4.0, gap: float = 0.0) -> Inset:
        """The face of a die, its side and the gap before it in millimetres."""
        high = side * MM
        return Inset(die(face, 0, 0, high, self.theme.ink, self.theme.page), high, high, gap * MM)

    def chip(self, frame: Frame, gap: float = 0.9) -> Inset:
        """A chip, and the gap before it in millimetres."""
        return Inset(frame.items, frame.width, frame.height, gap * MM)

    def colour(self, owner: str) -> str:
        """An owner's colour; ink for none."""
        return self.owners[owner].colour if owner in self.owners else self.theme.ink

    def plate(self, owner: str) -> Plate:
        """The plate of an owner's bar; without an owner, of one in ink."""
        return self.theme.plate(self.colour(owner))

    def wash(self, colour: str, amount: float) -> str | None:
        """A tint behind text, or none where grounds are not filled."""
        return None if self.theme.outlined else self.theme.shade(colour, amount)


def rule(y: float, width: float, fill: str, line: float) -> Rect:
    """A horizontal rule from the left edge, centred on y, its thickness in millimetres; filled, since viewers thicken thin strokes."""
    return Rect(0, y - line * MM / 2, width, line * MM, fill)


def stacked(slabs: Sequence[Slab]) -> Slab:
    """Slabs one under the other as one."""
    items: list[Item] = []
    fields: list[Field] = []
    y = 0.0
    for slab in slabs:
        items += [Group(slab.items, 0, y)] if slab.items else []
        fields += [field.moved(0, y) for field in slab.fields]
        y += slab.height
    return Slab(y, tuple(items), fields=tuple(fields))
