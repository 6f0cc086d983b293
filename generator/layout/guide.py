"""The print guide as sheets: titles, numbered steps and points in two columns, pictures, the bar to measure, and the list of components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import NamedTuple

from generator.diagnostics import Diagnostic
from generator.layout.columns import Block, Page, flow
from generator.layout.frame import MM, Field, Group, Item, Polygon, Rect, Sheet
from generator.layout.grids import Paper
from generator.layout.listing import Listing, lines
from generator.layout.motifs import motif
from generator.layout.slabs import AGAIN, DENSITIES, Density, Section, Slab, Slabs
from generator.layout.text import CAP, Box, Setter, Where
from generator.layout.text import Block as Paragraph

__all__ = ["Guide", "Leaf", "sheets"]

SIDE, TOP, BOTTOM = 13 * MM, 13 * MM, 15 * MM
"""The margins; in the lowest stands the foot."""
FOOT = 7.8 * MM
"""The height of the foot, above what printers cannot reach."""
GAP = 8 * MM
"""What lies between the columns."""
EMBLEM = 39 * MM
"""How far down the page the emblem in its corner reaches, with some air."""
WORDS = 62 * MM
"""What a title leaves free for the emblem."""
JOIN = 5 * MM
"""What is free above a leaf that goes on below another."""
FEW = 4
"""So many parts of the list, its heading and its head with them, stay together."""


class Leaf(NamedTuple):
    """A part of the guide: its title with a note, what is said of the bar of 100 mm (if it has one), its sections and its list.

    It begins on a new page, or below the one before if there is room for all of it.
    """

    title: str
    note: str
    sections: tuple[Section, ...]
    measure: tuple[str, str] | None = None
    listing: Listing | None = None


class Guide(NamedTuple):
    """All that a guide says: whose game it is of, what stands at the right of its feet, and its parts. `**bold**` is the only markup.

    For the `screen` its boxes to tick are form fields.
    """

    game: str
    said: str
    credits: str
    leaves: tuple[Leaf, ...]
    screen: bool = False


@dataclass(slots=True)
class _Page:
    """A page as it fills; `y` is how far down it is filled."""

    titles: tuple[str, ...]
    y: float
    items: list[Item] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)

    def put(self, slab: Slab, x: float, y: float) -> None:
        """Place a slab, which does not fill the page by itself."""
        self.items.append(Group(slab.items, x, y))
        self.fields += [field.moved(x, y) for field in slab.fields]

    def add(self, slab: Slab) -> None:
        """Place a slab below what is there."""
        self.put(slab, SIDE, self.y)
        self.y += slab.height


def sheets(guide: Guide, paper: Paper, setter: Setter, where: Where) -> list[Sheet]:
    """The guide's sheets, upright. `where` gives the span of a text; the setter gathers what does not fit (E310)."""
    pages: list[_Page] = []
    for leaf in guide.leaves:
        tried: list[tuple[list[_Page], list[Diagnostic]]] = []
        for density in DENSITIES:
            found: list[Diagnostic] = []
            tried.append((_Leaf(leaf, paper, replace(setter, found=found), where, density).pages(pages[-1] if pages else None), found))
            if len(tried[-1][0]) == 1:
                break
        made, found = min(tried, key=lambda one: len(one[0]))
        setter.found += found
        # A leaf that goes on below another one gives that one's page back.
        pages[-1:] = made if len(made[0].titles) > 1 else [*pages[-1:], *made]
    return [_sheet(guide, page, f"sheet {number} of {len(pages)}", paper, setter, where) for number, page in enumerate(pages, 1)]


def _sheet(guide: Guide, page: _Page, label: str, paper: Paper, setter: Setter, where: Where) -> Sheet:
    """A page with its foot: names at the left, source and edition at the right or, where that is too much for a line, behind them."""
    theme, width, size = setter.theme, paper.width * MM - 2 * SIDE, 7.0
    box = Box(SIDE, (paper.height - paper.margin) * MM - FOOT, width, FOOT, "foot")
    names = Paragraph(f"**{guide.game}** · {page.titles[0]} · {label}", theme.quiet, (guide.game,))
    font = "sans" if setter.book.width(guide.credits, "sans", size) <= width else "narrow"
    credits = Paragraph(guide.credits, theme.quiet, (guide.credits,), font)
    beside = setter.book.width(guide.said, "sans", size)
    items = list(page.items)
    if setter.fits([names], Box(0, 0, width - beside - GAP, 1.5 * size, ""), size) and setter.fits([names, credits], box, size):
        items.append(setter.line(guide.said, box.x + width, box.y + (theme.leading + CAP) / 2 * size, "sans", size, theme.quiet, align=1))
    else:
        names = names._replace(text=f"{names.text} · {guide.said}")
    items += setter.fit([names, credits], box, size, theme.least, where)
    fields = tuple(page.fields) if guide.screen else ()
    return Sheet(paper.width * MM, paper.height * MM, tuple(items), label, outline=(" · ".join(page.titles),), fields=fields)


class _Leaf:
    """One way to set a leaf."""

    def __init__(self, leaf: Leaf, paper: Paper, setter: Setter, where: Where, density: Density) -> None:
        self.leaf, self.setter, self.where, self.theme = leaf, setter, where, setter.theme
        self.slabs = Slabs(setter, where, density)
        self.paper, self.width, self.floor = paper.width * MM, paper.width * MM - 2 * SIDE, paper.height * MM - BOTTOM
        self.column = (self.width - GAP) / 2

    def pages(self, last: _Page | None) -> list[_Page]:
        """The pages that it fills; the first of them is the `last` one before it, if all of it fits there."""
        above = [self.slabs.bar(*self.leaf.measure, self.width)] if self.leaf.measure else []
        slabs = [slab for section in self.leaf.sections for slab in self.slabs.section(section, self.column)]
        listed = self._listed(self.leaf.listing) if self.leaf.listing else []
        blocks = [Block(slab.height, keep=slab.keep, again=AGAIN if slab.again else 0.0) for slab in slabs]
        pages = [self._joined(last, [*above, *listed], blocks) if last else self._opened()]
        for slab in above:
            pages[0].add(slab)
        for number, filled in enumerate(flow(blocks, 2, self.floor - pages[0].y, self.floor - TOP)):
            if number:
                pages.append(self._following())
            self._fill(pages[-1], filled, slabs)
        self._list(pages, listed)
        for page in pages:
            if page.y > self.floor + 0.1:
                message = f"‘{self.leaf.title}’ is {(page.y - self.floor) / MM:.1f} mm too long for its page"
                self.setter.found.append(Diagnostic("E310", message, self.where(self.leaf.title), "shorten its texts"))
        return pages

    def _opened(self) -> _Page:
        """A new page with the title and the emblem in its corner."""
        emblem, space = motif("bars", self.theme), self.slabs.space
        page = _Page((self.leaf.title,), TOP + 5 * MM * space, [Group(emblem.items, self.paper - emblem.width, 0)])
        page.add(self.slabs.title(self.leaf.title, self.leaf.note, 26, self.width - WORDS))
        page.y = max(page.y + 4 * MM * space, EMBLEM)
        return page

    def _joined(self, last: _Page, across: Sequence[Slab], blocks: Sequence[Block]) -> _Page:
        """The page of the leaf before this one, with this one's title under a bar; a new page where there is no room for all of it."""
        title, bar = self.slabs.title(self.leaf.title, self.leaf.note, 20, self.width), (0.5 if self.theme.outlined else 1.2) * MM
        left = self.floor - last.y - JOIN - bar - 3 * MM - sum(slab.height for slab in (title, *across))
        if sum(block.height for block in blocks) > 2 * left or sum(page.height for page in flow(blocks, 2, inf, inf)) > left:
            return self._opened()
        page = replace(last, titles=(*last.titles, self.leaf.title), items=list(last.items), fields=list(last.fields))
        page.items.append(Rect(SIDE, page.y + JOIN, self.width, bar, self.theme.ink))
        page.y += JOIN + bar + 3 * MM
        page.add(title)
        return page

    def _following(self) -> _Page:
        """A page on which the leaf goes on, marked in its corner."""
        corner = Polygon(((self.paper - 30 * MM, 0), (self.paper, 0), (self.paper, 9 * MM)), self.theme.accent)
        return _Page((self.leaf.title,), TOP, [] if self.theme.outlined else [corner])

    def _fill(self, page: _Page, filled: Page, slabs: Sequence[Slab]) -> None:
        """Put a page's columns below what is there; what goes on in a column is headed again."""
        for band in filled.bands:
            for number, indices in enumerate(band.columns):
                x, y, first = SIDE + number * (self.column + GAP), page.y, slabs[indices[0]]
                for slab in (*([self.slabs.again(first.again)] if first.again else ()), *(slabs[index] for index in indices)):
                    page.put(slab, x, y)
                    y += slab.height
            page.y += band.height

    def _listed(self, listing: Listing) -> list[Slab]:
        """The list under its heading."""
        head = self.slabs.head(listing.head, self.width)
        return [head._replace(height=head.height + 1 * MM), *lines(listing, self.width, self.setter, self.where, self.slabs.space)]

    def _list(self, pages: list[_Page], listed: Sequence[Slab]) -> None:
        """Put the list on one page if there is one that takes it whole; else it goes on over pages, under its head again."""
        left, whole, least = self.floor - pages[-1].y, *(sum(slab.height for slab in part) for part in (listed, listed[:FEW]))
        if left < least or left < whole <= self.floor - TOP:
            pages.append(self._following())
        for slab in listed:
            if pages[-1].y + slab.height > self.floor:
                pages.append(self._following())
                pages[-1].add(listed[1])
            pages[-1].add(slab)
