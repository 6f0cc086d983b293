"""The list of a kit's components: a table with columns as wide as their texts want, a slab a line, so that it can go on over the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from rcwkit.blocks.vocabulary import Listing, ListingRow
from rcwkit.diagnostics import Span
from rcwkit.layout.look import Look, Slab
from rcwkit.look.frame import MM, Field, Group, Item, Line, Rect, Text
from rcwkit.look.text import CAP, Block, Box, Setter

__all__ = ["lines"]

PAD, CLOSE = 2 * MM, 1.4 * MM
"""The space at either side of a text in its cell; in large print there is less to spare."""
HEAD, SPACING = 8.0, 0.04
"""The size of the words above the columns, and their letterspacing in ems."""
BOX = 2.6 * MM
"""The side of the box to tick."""
HAIR = 0.15 * MM
"""The width of the line below a row: it keeps inside, or the next row's ground would cover half of it."""


class _Style(NamedTuple):
    """How a column is set: usual size, and whether it is ranged right or of less weight than the rest."""

    font: str
    size: float
    right: bool = False
    quiet: bool = False


STYLES = (
    _Style("narrow-bold", 9.5),
    _Style("sans", 8.5),
    _Style("narrow-bold", 10, right=True),
    _Style("narrow-bold", 10, right=True),
    _Style("sans", 8.5),
    _Style("sans", 8.5, quiet=True),
)
YIELDING = ((1,), (1, 4, 5))
"""The columns that break their lines where there is too little room: the first of these groups that makes enough."""


def lines(listing: Listing, width: float, look: Look) -> list[Slab]:
    """The words above the columns, then the lines, the total last."""
    table = _Table(listing, width, look.setter, look.of(1, 0.67, 0.47))
    rows = [table.row(row, shaded=bool(number % 2)) for number, row in enumerate(listing.rows)]
    return [table.head(), *rows, table.row(listing.total, last=True)]


class _Table:
    """The columns of a listing in a width."""

    def __init__(self, listing: Listing, width: float, setter: Setter, space: float) -> None:
        self.listing, self.width, self.setter = listing, width, setter
        self.pad, self.side = 0.55 * MM * space, CLOSE if setter.theme.enlarges else PAD
        self.sizes = [setter.theme.grown(style.size) for style in STYLES]
        self.small, self.box = setter.theme.grown(HEAD), BOX * self.sizes[0] / STYLES[0].size
        self.widths = self._widths()
        self.lefts = [0.0, *accumulate(self.widths)]
        # The first lines of all cells stand on one baseline, that of the largest type.
        self.base = self.pad + (setter.theme.leading + CAP) / 2 * max(self.sizes)

    def _widths(self) -> list[float]:
        """Each column as wide as its longest line, in proportion; where that is too much, titles are broken first, then pieces and papers."""
        wants, needs = [], []
        for at, title in enumerate(self.listing.columns):
            beside = 2 * self.side + (self.box + PAD if at == 0 else 0)
            head = self.setter.book.width(title.upper(), "narrow-bold", self.small, SPACING * self.small)
            cells = [(text, self._font(row, at)) for row in (*self.listing.rows, self.listing.total) for text in row.cells[at]]
            measure = partial(self.setter.book.width, size=self.sizes[at])
            wants.append(beside + max([head, *(measure(text, font) for text, font in cells)]))
            needs.append(beside + max([head, *(measure(word, font) for text, font in cells for word in text.split(" "))]))
        for broken in YIELDING:
            least = [needs[at] if at in broken else want for at, want in enumerate(wants)]
            spare, ease = self.width - sum(least), sum(wants) - sum(least)
            if 0 <= spare < ease:
                return [low + (want - low) * spare / ease for want, low in zip(wants, least, strict=True)]
        chosen = wants if sum(wants) <= self.width else needs
        return [one * self.width / sum(chosen) for one in chosen]

    def _font(self, row: ListingRow, at: int) -> str:
        """The face of a cell: in the total all is bold."""
        font = STYLES[at].font
        return "sans-bold" if row is self.listing.total and (font == "sans" or at == 0) else font

    def head(self) -> Slab:
        """The words above the columns; it stays with the first line."""
        theme, height = self.setter.theme, 2 * MM + self.small * 1.2
        ground: tuple[Item, ...] = (Rect(0, 0, self.width, height, theme.ink),)
        if theme.outlined:
            ground = (Line(0, 0, self.width, 0, theme.ink, 0.5 * MM), Line(0, height, self.width, height, theme.ink, 0.3 * MM))
        colour = theme.ink if theme.outlined else theme.paper
        words = (
            self._ranged(at, title.upper(), height / 2 + CAP / 2 * self.small, "narrow-bold", self.small, colour, SPACING)
            for at, title in enumerate(self.listing.columns)
        )
        return Slab(height, (*ground, Group(tuple(Group((word,), role="TH") for word in words), role="TR")), keep=True)

    def row(self, row: ListingRow, *, shaded: bool = False, last: bool = False) -> Slab:
        """A line of the list; the total has none below it."""
        theme = self.setter.theme
        cells = [self._blocks(row, at) for at in range(len(STYLES))]
        height = self.pad + max(self._top(at) + self.setter.height(blocks, self._measure(at), self.sizes[at]) for at, blocks in enumerate(cells))
        items: list[Item] = [Rect(0, 0, self.width, height, theme.paper)] if shaded and not theme.outlined else []
        rule, ink, line = (0.0, theme.ink, 0.5 * MM) if last else (height - HAIR / 2, theme.hairline, HAIR)
        items.append(Line(0, rule, self.width, rule, ink, line))
        lefts = [self.lefts[at] + self.side if at == 0 and last else self._left(at) for at in range(len(STYLES))]
        found = (Group(tuple(self._cell(at, blocks, lefts[at])), role="TD") for at, blocks in enumerate(cells))
        items.append(Group(tuple(found), role="TR"))
        if not row.about:
            return Slab(height, tuple(items))
        y = self.base - CAP / 2 * self.sizes[0] - self.box / 2
        items.append(Rect(self.side, y, self.box, self.box, None, theme.ink, 0.3 * MM))
        return Slab(height, tuple(items), fields=(Field(self.side, y, self.box, self.box, row.about),))

    def _blocks(self, row: ListingRow, at: int) -> list[Block]:
        fill = self.setter.theme.quiet if STYLES[at].quiet else self.setter.theme.ink
        return [Block(text, fill, (text,), self._font(row, at)) for text in row.cells[at] if text]

    def _cell(self, at: int, blocks: Sequence[Block], left: float) -> Iterator[Item]:
        size = self.sizes[at]
        if STYLES[at].right:
            yield from (self._ranged(at, block.text, self.base, block.font, size, block.fill) for block in blocks)
            return
        height = self.setter.height(blocks, self._measure(at), size)
        box = Box(left, self._top(at), self._measure(at), height, f"column ‘{self.listing.columns[at]}’")
        yield from self.setter.fit(blocks, box, size, size, self._where)

    def _ranged(self, at: int, text: str, y: float, font: str, size: float, fill: str, spacing: float = 0.0) -> Text:
        """One line at the side of the cell at which its column is ranged."""
        if STYLES[at].right:
            return self.setter.line(text, self.lefts[at + 1] - self.side, y, font, size, fill, align=1, spacing=spacing)
        return self.setter.line(text, self.lefts[at] + self.side, y, font, size, fill, spacing=spacing)

    def _where(self, *path: object) -> Span:
        """No text of a list comes from the data."""
        return self.listing.at or Span("print guide")

    def _top(self, at: int) -> float:
        return self.base - (self.setter.theme.leading + CAP) / 2 * self.sizes[at]

    def _left(self, at: int) -> float:
        return self.lefts[at] + self.side + (self.box + PAD if at == 0 else 0)

    def _measure(self, at: int) -> float:
        """How wide the texts of a column may be."""
        return self.lefts[at + 1] - self.side - self._left(at)
