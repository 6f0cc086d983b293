"""Worksheets as slabs: printed words, blanks to write in, and headings over columns and beside rows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rcwkit.blocks.composed import Worksheet, WorksheetColumn
from rcwkit.layout.copy import Run
from rcwkit.layout.look import Look, Slab, stacked
from rcwkit.layout.tables import Cell, Column, Edge, table
from rcwkit.look.frame import MM
from rcwkit.models.markup import capitals, spoken

__all__ = ["worksheet"]

SIDE = 0.9 * MM
"""Space beside the words of a cell."""
GROUP = 5.0 * MM
"""Width of headings beside rows."""
SHORT = 2
"""Most letters of such a heading that stands upright."""


def worksheet(block: Worksheet, look: Look, width: float) -> Iterator[Slab]:
    """Yield a grid of full width, in the relative widths of its columns; in large print, a high one in parts."""
    heads = list(_heads(block, look))
    rows = [*heads, *_rows(block, look)]
    left = GROUP if block.sides else 0.0
    whole = sum(column.width for column in block.columns)
    shares = [Column(share=column.width / whole * (1 - left / width)) for column in block.columns]
    asked = [Column(left, tight=True), *shares] if block.sides else shares
    made = table(rows, width, asked, len(heads))
    if look.fit or not look.theme.enlarges:
        yield made.part()._replace(at=block.at)
        return
    apart = Slab(look.mm(2), ())
    for first, last in made.cut(look.room - 2 * apart.height):
        yield stacked((apart, made.part(first, last), apart))._replace(at=block.at)


def _heads(block: Worksheet, look: Look) -> Iterator[list[Cell]]:
    """Yield the headings of groups, and below them those of their columns; a column of no group takes both rows."""
    corner = _cell(block, "", look)
    headed = any(column.head or column.under for column in block.columns)
    below: list[Cell] = []
    if block.groups:
        over, columns = [corner._replace(rows=2 if headed else 1)] if block.sides else [], iter(block.columns)
        for text, span in block.groups:
            heads = [_column_head(block, column, look, dark=not text) for column in islice(columns, span)]
            if text or not headed:
                over.append(_cell(block, text, look)._replace(columns=span))
                below += heads
            else:
                over += [head._replace(rows=2) for head in heads]
        yield over
    else:
        heads = [_column_head(block, column, look, dark=True) for column in block.columns]
        below = [corner, *heads] if block.sides else heads
    if headed:
        yield below


def _cell(block: Worksheet, text: str, look: Look) -> Cell:
    theme = look.theme
    filled = not theme.outlined
    fill = theme.paper if filled else theme.ink
    words = look.copy((capitals(text), look.letters(9, fill=fill, font="narrow-bold", spacing=0.02)))
    edges = (Edge("under", theme.ink if theme.outlined else theme.page, 0.3 * MM), Edge("left", theme.page, 0.4 * MM))
    return Cell(
        words,
        across=0.5,
        pad=(look.mm(1.4), SIDE),
        ground=theme.ink if filled else None,
        edges=edges,
        role="TH",
        at=block.at,
    )


def _column_head(block: Worksheet, column: WorksheetColumn, look: Look, *, dark: bool) -> Cell:
    theme = look.theme
    dark = dark and not theme.outlined
    runs: list[Run] = [(column.head, look.letters(9, fill=theme.paper if dark else theme.ink, font="narrow-bold"))]
    quiet = look.letters(8, fill=theme.paper if dark else theme.quiet, font="narrow")
    runs += [(f"\n{column.under}", quiet)] if column.under else []
    return Cell(
        look.copy(*runs),
        across=0.0 if column.align == "left" else 0.5,
        pad=(look.mm(1), SIDE),
        ground=theme.ink if dark else look.wash(theme.paper, 1.0) if column.shaded else None,
        edges=(Edge("under", theme.ink, 0.5 * MM),),
        role="TH",
        at=block.at,
    )


def _rows(block: Worksheet, look: Look) -> Iterator[list[Cell]]:
    """Yield the rows, with a heavier line below each group."""
    theme = look.theme
    ends = {sum(count for _, count in block.sides[: number + 1]) for number in range(len(block.sides))}
    sides = {sum(count for _, count in block.sides[:number]): side for number, side in enumerate(block.sides)}
    for number, row in enumerate(block.rows):
        last, tinted = number + 1 in ends, block.striped and number % 2 == 1
        line = Edge("under", theme.ink if last else theme.hairline, (0.35 if last or tinted else 0.2) * MM)
        cells: list[Cell] = []
        if number in sides:
            text, count = sides[number]
            turned = _cell(block, text, look)
            cells.append(turned._replace(rows=count, turned=len(text) > SHORT, along=0.5, edges=(line,)))
        about = spoken(row.cells[0]) or str(number + 1)
        for place, (column, text) in enumerate(zip(block.columns, row.cells, strict=True)):
            head = column.named or (row.bold and place == 0)
            about = spoken(text) if column.named else about
            letters = look.letters(9, font="narrow-bold" if head else "sans")
            lines = text.split("\n")
            words = look.copy((lines[0], letters), *(("\n" + line, letters) for line in lines[1:]))
            blank = not text
            cells.append(
                Cell(
                    words,
                    across=0.0 if column.align == "left" or head else 0.5,
                    pad=(look.mm(0.5), SIDE),
                    least=(0.0, block.height * MM),
                    ground=look.wash(theme.paper, 1.0) if column.shaded or tinted else None,
                    edges=(line, Edge("left", theme.hairline, 0.2 * MM)),
                    write=" ".join(filter(None, (about, column.head))) if blank else "",
                    at=row.at or block.at,
                )
            )
        yield cells
