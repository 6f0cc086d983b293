"""The tables of charts: column heads, row heads and results as cells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from rcwkit.blocks.playing import Cell, Chart
from rcwkit.diagnostics import Diagnostic
from rcwkit.layout import tables
from rcwkit.layout.copy import Letters, Run
from rcwkit.layout.look import Look
from rcwkit.layout.tables import Column, Edge, Table, table
from rcwkit.look.frame import MM

__all__ = ["Style", "grid", "result"]

TURN = 0.93
"""Column heads are turned if that makes the table lower than this share of its height."""
TWO = 0.65
"""Minimum width of a column of short row heads, as a share of its own head's line: two lines are enough."""
NARROW = 70 * MM
"""Charts up to this width have less space beside texts."""
OPEN, FULL = 0.16, 0.1
"""Space over and under cells of a composed page, in sizes of its type: usually, and on a full page."""
QUIET = "#7A7266"
"""The colour of results that mean nothing."""
_NUMBER = re.compile(r"([+−±]?)(\d+)$")


class _Kind(NamedTuple):
    """How cells of one kind are set: size in points, leading, and padding in points, vertical and horizontal."""

    size: float
    leading: float
    over: float
    side: float
    font: str = "narrow-bold"

    def letters(self, fill: str) -> Letters:
        """Return its letters in a colour."""
        return Letters(self.size, fill, self.font, "narrow-bold" if self.font.startswith("narrow") else "sans-bold")


@dataclass(frozen=True)
class Style:
    """How the cells of a chart are set in a look; `width` is the chart's (pt)."""

    block: Chart
    look: Look
    width: float

    def trial(self) -> Style:
        """Return a copy to try a setting with; it collects its own findings."""
        return replace(self, look=self.look._replace(setter=replace(self.look.setter, found=[])))

    @property
    def found(self) -> list[Diagnostic]:
        """The findings so far."""
        return self.look.setter.found

    @cached_property
    def kinds(self) -> dict[str, _Kind]:
        """The kinds of cells: text, figure, word, rule, head, key and label (a row head in words)."""
        look, fit = self.look, self.look.fit
        sans, large, middle = ("narrow", 9, 9) if fit else ("sans", 11, 10)
        over = (FULL if look.narrow else OPEN) * fit or look.mm(0.95, 0.6, 0.35)
        side = 0.25 * fit or (0.7 if self.width < NARROW else 1.6) * MM
        return {
            "text": _Kind(look.pt(9), look.of(1.15, 1.15, 1.08), over, side, sans),
            "rule": _Kind(look.pt(8.5), 1.15, over, side, "narrow"),
            "figure": _Kind(look.pt(large), 1.0, over, side),
            "word": _Kind(look.pt(middle), 1.0, over, side),
            "head": _Kind(look.pt(9), 1.06, 0.2 * fit or 1.1 * MM, side),
            "key": _Kind(look.pt(large), 1.0, min(over, 0.9 * MM), 0.45 * fit or side),
            "label": _Kind(look.pt(9), 1.1, over, side),
        }

    def cell(self, kind: str, fill: str, *runs: Run | str, light: bool = False) -> tables.Cell:
        """Return a cell of words in a colour, not bold if `light`."""
        style = self.kinds[kind]
        letters = (style._replace(font="narrow") if light and kind != "text" else style).letters(fill)
        words = self.look.copy(*((run, letters) if isinstance(run, str) else run for run in runs))
        return tables.Cell(words, pad=(style.over, style.side), leading=style.leading, at=self.block.at)


def grid(style: Style, width: float) -> Table:
    """Return the table, with its column heads turned if they do not fit otherwise or the table gets lower."""
    trial = style.trial()
    made = _made(trial, width, turned=False)
    if trial.found or _has_long_heads(style):
        other = style.trial()
        turned = _made(other, width, turned=True)
        if (len(other.found), turned.height()) < (len(trial.found), TURN * made.height()):
            made, trial = turned, other
    style.found.extend(trial.found)
    return made


def _has_long_heads(style: Style) -> bool:
    """Return whether a column's head is much longer than anything in the column."""
    block = style.block
    if any(len(row.cells) != len(block.columns) for row in block.rows):
        return False
    for index, column in enumerate(block.columns):
        longest = max((len(row.cells[index].text) for row in block.rows), default=0)
        if len(column.text) > 3 * longest > 0:
            return True
    return False


def _made(style: Style, width: float, *, turned: bool) -> Table:
    block, look = style.block, style.look
    heads = list(_heads(style, turned=turned))
    striped = all(cell.rows == 1 for row in block.rows for cell in row.cells)
    shifts = _shifts(style)
    rows: list[list[tables.Cell]] = []
    for number, row in enumerate(block.rows):
        tint = look.wash(look.theme.paper, 0.5) if striped and number % 2 else None
        about = f"{block.title}: {row.key}"
        cells = [_key(style, number)]
        whole = len(row.cells) == len(block.columns)
        for index, cell in enumerate(row.cells):
            said = f"{about}: {block.columns[index].text}" if whole and block.columns[index].text else about
            cells.append(result(style, cell, tint, said, shifts.get((number, index), 0.0)))
        rows.append([cell._replace(at=row.at or block.at) for cell in cells])
    label = block.keys == "text"
    corner = style.cell("head", look.theme.ink, block.head).widths[1] if block.headed else 0.0
    least = (0.0 if look.fit else 22 * MM * look.ratio) if label else min(TWO * corner, width / 3)
    key = Column(least, tight=not label)
    even = [Column(share=min(0.86 / len(block.columns), 0.18 if label else 0.86)) for _ in block.columns]
    fixed = [Column(tight=column.style == "rule" and not look.theme.enlarges) for column in block.columns]
    columns = even if block.even and not (look.fit and label) else fixed
    return table([*heads, *rows], width, (key, *columns), len(heads))


def _heads(style: Style, *, turned: bool) -> Iterator[list[tables.Cell]]:
    """Yield the rows of column heads: those of groups, then those of columns."""
    block = style.block
    if not block.headed:
        if block.head:
            yield [_head(style, block.head, corner=True)._replace(columns=len(block.columns) + 1, across=0.0)]
        return
    corner = _head(style, block.head, corner=True)._replace(rows=2 if block.groups else 1)
    if block.keys == "text":
        corner = corner._replace(across=0.0)
    elif not style.look.theme.outlined:
        corner = corner._replace(edges=(Edge("under", style.look.theme.page, 0.15 * MM),))
    columns = []
    for column in block.columns:
        head = _head(style, column.text, column.owner)
        columns.append(head._replace(across=0.0) if column.style == "text" else head._replace(turned=turned))
    if not block.groups:
        yield [corner, *columns]
        return
    line = Edge("under", style.look.theme.hairline, 0.2 * MM)
    groups = []
    for text, span in block.groups:
        head = _head(style, text)._replace(columns=span)
        groups.append(head._replace(edges=(*head.edges, line)) if text else head)
    yield [corner, *groups]
    yield columns


def _head(style: Style, text: str, owner: str = "", *, corner: bool = False) -> tables.Cell:
    """Return the head of a column or group, underlined in its owner's colour if it has one."""
    theme, plate = style.look.theme, style.look.plate(owner)
    fill = theme.paper if not theme.outlined else theme.accent if corner else theme.ink
    ground = None if theme.outlined else theme.accent if corner else theme.ink
    edges: tuple[Edge, ...] = (Edge("under", plate.edge, 0.9 * MM),) if owner else ()
    if theme.outlined:
        edges = (Edge("over", fill, 0.5 * MM), *(edges or (Edge("under", theme.ink, 0.3 * MM),)))
    return style.cell("head", fill, text)._replace(across=0.5, ground=ground, edges=edges, role="TH")


def _key(style: Style, number: int) -> tables.Cell:
    """Return the head of a row: a number or range rolled, a short name, or words."""
    block, theme, look = style.block, style.look.theme, style.look
    row = block.rows[number]
    if block.keys == "text":
        edges: tuple[Edge, ...] = (Edge("under", theme.hairline, 0.15 * MM),)
        cell = style.cell("label", theme.ink, row.key)
        return cell._replace(ground=look.wash(theme.paper, 1.0), edges=edges, role="TH")
    ground = theme.ink if block.rolled else theme.accent
    fill = ground if theme.outlined else theme.paper
    side = style.kinds["key"].size * 1.03
    dice = [look.die(face, side / MM, 0.6 if at else 0.0) for at, face in enumerate(row.faces)]
    cell = style.cell("key", fill, *(dice or (row.key,)))._replace(whole=True, role="TH")
    figures = all(_NUMBER.match(row.key) or "–" in row.key for row in block.rows)
    cell = cell._replace(across=0.5 if not dice and (block.rolled or figures) else 0.0)
    if theme.outlined:
        under, right = Edge("under", theme.hairline, 0.15 * MM), Edge("right", theme.ink, 0.3 * MM)
        return cell._replace(edges=(under, right) if block.rolled else (under,))
    return cell._replace(ground=ground, edges=(Edge("under", theme.page, 0.15 * MM),))


def result(style: Style, cell: Cell, tint: str | None, about: str, shift: float) -> tables.Cell:
    """Return a result on its ground or `tint`, moved right by `shift` points; `about` names a write-in field."""
    look, theme = style.look, style.look.theme
    base, *more = cell.style.split()
    loud, quiet, plate = "loud" in more, "quiet" in more, look.plate(cell.owner)
    fill = theme.quiet if base == "rule" else QUIET if quiet else theme.accent if "strong" in more else theme.ink
    edges: tuple[Edge, ...] = (Edge("under", theme.hairline, 0.15 * MM),)
    if (loud or cell.owner) and theme.outlined:
        fill, tint = theme.accent if loud else plate.edge, None
        edges = tuple(Edge(side, fill, 0.5 * MM) for side in ("over", "under", "left", "right"))
    elif loud or cell.owner:
        fill, tint = ("#FFFFFF", theme.loud) if loud else (plate.text, plate.ground)
    worded = "code" in more or (cell.text.isalpha() and len(cell.text) > 1)
    kind = "word" if base == "figure" and worded else base
    made = style.cell(kind, fill, cell.text, light=quiet)
    if "blank" in more:
        edges = (*edges, Edge("left", theme.hairline, 0.15 * MM))
        return made._replace(least=(12 * MM, 6 * MM), write=about, edges=edges)
    whole = {"figure": True, "word": not look.fit, "rule": not (look.fit or theme.enlarges)}.get(base, False)
    across = 0.5 if base in ("figure", "word") else 0.0
    return made._replace(rows=cell.rows, across=across, whole=whole, ground=tint, edges=edges, shift=shift)


def _shifts(style: Style) -> dict[tuple[int, int], float]:
    """Return how far numbers are moved from the middle of their column, so that units stand under units."""
    block, book, size = style.block, style.look.setter.book, style.kinds["figure"].size
    if any(len(row.cells) != len(block.columns) for row in block.rows):
        return {}
    shifts: dict[tuple[int, int], float] = {}
    for index in range(len(block.columns)):
        widths: dict[int, tuple[float, float]] = {}  # of signs and digits, by rows
        for at, cell in ((at, row.cells[index]) for at, row in enumerate(block.rows)):
            if cell.style.startswith("figure") and (number := _NUMBER.match(cell.text)):
                font = "narrow" if "quiet" in cell.style else "narrow-bold"
                widths[at] = book.width(number[1], font, size), book.width(number[2], font, size)
        widest = max((digits for _, digits in widths.values()), default=0.0)
        shifts |= {(at, index): (widest - sign - digits) / 2 for at, (sign, digits) in widths.items()}
    return shifts
