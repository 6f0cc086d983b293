"""The table of a kit's files, one row and a box to tick for each, which may continue on the next page."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple

from rcwkit.blocks.vocabulary import Listing, ListingRow
from rcwkit.layout.look import Look, Slab, stacked
from rcwkit.layout.tables import Cell, Column, Edge, Table, table
from rcwkit.look.frame import MM
from rcwkit.look.text import CAP
from rcwkit.models.markup import capitals

__all__ = ["listing"]

LEADING = 1.22
BOX = 2.6
"""Side of the box to tick (mm)."""


class _Style(NamedTuple):
    """How a column is set: font, usual size, and whether it is right-aligned or in the quiet colour."""

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
BREAKING = (1,), (1, 4, 5)
"""Columns that may break lines: the first of these groups that makes the table narrow enough."""
LARGEST = max(style.size for style in STYLES)


def listing(block: Listing, look: Look, width: float) -> Iterator[Slab]:
    """Yield the table below a little space, in parts if it is higher than a page."""
    made, over = _set(block, look, width), Slab(1 * MM, ())
    for first, last in made.cut(look.room - over.height):
        yield stacked((over, made.part(first, last)))


def _set(block: Listing, look: Look, width: float) -> Table:
    """Return the table, with lines broken in titles only, or if that is too wide, in pieces and papers as well."""
    rows = list(_rows(block, look, BREAKING[0]))
    narrow = sum(max(cell.widths[0] for cell in column) for column in zip(*rows, strict=True)) > width
    rows = list(_rows(block, look, BREAKING[1])) if narrow else rows
    return table(rows, width, [Column(tight=style.right) for style in STYLES], 1)


def _rows(block: Listing, look: Look, breaking: Container[int]) -> Iterator[list[Cell]]:
    yield [_head(block, look, at) for at in range(len(STYLES))]
    for number, row in enumerate((*block.rows, block.total)):
        ground = look.wash(look.theme.paper, 1.0) if number % 2 and row is not block.total else None
        cells = (_cell(block, look, row, at) for at in range(len(STYLES)))
        yield [cell._replace(ground=ground, whole=at not in breaking) for at, cell in enumerate(cells)]


def _head(block: Listing, look: Look, at: int) -> Cell:
    """Return the head of a column."""
    theme = look.theme
    letters = look.letters(8, fill=theme.ink if theme.outlined else theme.paper, font="narrow-bold", spacing=0.04)
    edges = (Edge("over", theme.ink, 0.5 * MM), Edge("under", theme.ink, 0.3 * MM)) if theme.outlined else ()
    words = look.copy((capitals(block.columns[at]), letters))
    ground = None if theme.outlined else theme.ink
    return Cell(
        words,
        across=_across(at),
        pad=(1 * MM, _side(look)),
        leading=1.2,
        whole=True,
        ground=ground,
        edges=edges,
        role="TH",
        at=block.at,
    )


def _cell(block: Listing, look: Look, row: ListingRow, at: int) -> Cell:
    """Return a cell; the first lines of a row share the baseline of its largest type."""
    theme, style, last = look.theme, STYLES[at], row is block.total
    font = "sans-bold" if last and (style.font == "sans" or at == 0) else style.font
    letters = look.letters(style.size, fill=theme.quiet if style.quiet else theme.ink, font=font)
    box = (look.tick(row.about, BOX), look.gap(2)) if at == 0 and row.about else ()
    words = look.copy(*box, *((f"\n{text}" if number else text, letters) for number, text in enumerate(row.cells[at])))
    over = look.mm(0.37, 0.2, 0.1) + (LEADING + CAP) / 2 * (look.pt(LARGEST) - letters.size)
    edge = Edge("over", theme.ink, 0.5 * MM) if last else Edge("under", theme.hairline, 0.15 * MM)
    pad = over, _side(look)
    return Cell(words, across=_across(at), down=0.0, pad=pad, leading=LEADING, edges=(edge,), at=block.at)


def _across(at: int) -> float:
    return 1.0 if STYLES[at].right else 0.0


def _side(look: Look) -> float:
    """Return the space beside a text in its cell (pt); large print has less."""
    return (1.4 if look.theme.enlarges else 2) * MM
