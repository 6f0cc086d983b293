"""Pages of text documents while they are filled: their headings as bookmarks, and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from string import ascii_lowercase
from typing import NamedTuple

from rcwkit.layout.look import Look, Slab
from rcwkit.look.frame import MM, Field, Group, Item
from rcwkit.look.text import Setter

__all__ = ["NUMBERED", "Area", "Page", "letter", "level_headings", "numbered"]

NUMBER = 1.85
"""Largest size of a page number in an emblem, in radii of the disc around it."""
NUMBERED = 4 * MM
"""Half the height and width that the number of a page takes in its upper corner, where it has no emblem."""


class Area(NamedTuple):
    """A page in points: its size and margins."""

    width: float
    height: float
    side: float
    top: float
    bottom: float

    @property
    def measure(self) -> float:
        """The width between the side margins."""
        return self.width - 2 * self.side

    @property
    def floor(self) -> float:
        """The lower edge of the text."""
        return self.height - self.bottom


@dataclass(slots=True, eq=False, repr=False)
class Page:
    """A page being filled, so far down to `y`."""

    area: Area
    titles: tuple[str, ...]
    y: float
    opens: bool = False  # it opens a part: its footer has the credits
    items: list[Item] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    headings: list[tuple[int, str, float]] = field(default_factory=list)
    page: str = ""  # its number, with a letter if it runs over several sheets
    disc: tuple[float, float, float] = (0.0, 0.0, 0.0)  # the middle and radius of where that is printed

    def put(self, slab: Slab, x: float, y: float) -> None:
        """Place a slab, without moving `y`."""
        self.items.append(Group(slab.items, x, y, at=slab.at.place if slab.at else ""))
        self.fields += [one.moved(x, y) for one in slab.fields]
        self.headings += [(*heading, y) for heading in slab.headings]


def level_headings(pages: Sequence[Page]) -> None:
    """Lower the level of headings so that none skips a level."""
    above = -1
    for page in pages:
        for index, (level, title, y) in enumerate(page.headings):
            above = min(level, above + 1)
            page.headings[index] = (above, title, y)


def letter(pages: Sequence[Page]) -> None:
    """Tell the sheets of one numbered page apart by letters: 3a, 3b."""
    for number, same in groupby(pages, key=lambda page: page.page):
        sheets = list(same)
        for page, letter in zip(sheets, ascii_lowercase if number and len(sheets) > 1 else (), strict=False):
            page.page = number + letter


def numbered(page: Page, setter: Setter) -> Iterator[Item]:
    """Yield the number of a page in its emblem, or in its upper corner."""
    if not page.page:
        return
    look, (x, y, radius) = Look(setter), page.disc
    size = min(22.0, NUMBER * radius * (1.0 if page.page.isdigit() else 0.75))
    letters = look.letters(22, font="narrow-bold")._replace(size=size)
    number = look.copy((page.page, letters)).set(20 * MM, leading=1.0, align=0.5)
    yield Group(number.items, x - 10 * MM, y - number.height / 2)
