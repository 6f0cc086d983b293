"""Tables: cells in rows and columns, merged ones, grounds and rules, and the parts of a table that goes on elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.layout.copy import Copy, Lines
from rcwkit.layout.look import Slab
from rcwkit.layout.widths import Column, Need, widths
from rcwkit.look.frame import Field, Group, Item, Line, Rect

__all__ = ["Cell", "Column", "Edge", "Table", "table"]

NEAR = 0.01
"""How near the edges of neighbours are, in points."""
TURNED = 0.62
"""How long the lines of turned words are at least, as a part of all on one line."""


class Edge(NamedTuple):
    """A rule along one edge of a cell, its thickness in points."""

    side: Literal["over", "under", "left", "right"]
    stroke: str
    line: float


class Cell(NamedTuple):
    """A cell: its words, what it spans, and how it is set.

    `across` 0 ranges its words left, 0.5 centres them, 1 ranges them right, and `down` does so from top to bottom; `shift` moves them on to
    the right. `pad` is free over and under them and at their sides, `least` what they take at least: width and height, all in points. `whole`
    words stay on one line, `turned` ones read upwards in one line or two. `write` names a form field over the whole cell; a word that is too
    wide is reported at `at`.
    """

    words: Copy
    columns: int = 1
    rows: int = 1
    across: float = 0.0
    down: float = 0.5
    shift: float = 0.0
    pad: tuple[float, float] = (0.0, 0.0)
    least: tuple[float, float] = (0.0, 0.0)
    leading: float = 1.15
    whole: bool = False
    turned: bool = False
    ground: str | None = None
    edges: tuple[Edge, ...] = ()
    role: Literal["TH", "TD"] = "TD"
    write: str = ""
    at: Span | None = None

    @property
    def widths(self) -> tuple[float, float]:
        """Its least width, and the one in which nothing is broken."""
        if self.turned:
            least = most = self.leading * self.words.size * self.words.count(self.upright)
        else:
            most = max(self.words.most, self.least[0])
            least = most if self.whole else max(self.words.least, self.least[0])
        return least + 2 * self.pad[1], most + 2 * self.pad[1]

    @property
    def upright(self) -> float:
        """How long the lines of turned words may be."""
        return max(self.words.least, TURNED * self.words.most)


class _Set(NamedTuple):
    """A cell in its place with its lines; `height` is what it needs in points."""

    row: int
    column: int
    cell: Cell
    lines: Lines
    height: float


class _Shown(NamedTuple):
    """What a part shows of a cell: from which of its rows on, and how many."""

    spot: _Set
    begin: int
    rows: int


class _Box(NamedTuple):
    """Where a part shows a cell."""

    cell: Cell
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Table:
    """A table in its widths: `lefts` are the left edges of its columns and the right edge of the last. The first rows are `heads`."""

    lefts: tuple[float, ...]
    spots: tuple[_Set, ...]
    count: int
    heads: int = 0

    def height(self, first: int = 0, last: int | None = None) -> float:
        """How high the rows from `first` to before `last` are below their heads, in points."""
        return sum(self._heights(*self._shown(first, last)))

    def cut(self, room: float) -> list[tuple[int, int]]:
        """The rows of each part no higher than `room` points, as (first, the one after the last); a higher row is a part by itself.

        No last row stands alone if the part before it can spare one.
        """
        parts: list[tuple[int, int]] = []
        first, count = 0, self.count - self.heads
        while first < count:
            last = first + 1
            while last < count and self.height(first, last + 1) <= room:
                last += 1
            if last == count - 1 and last - first > 2:
                last -= 1
            parts.append((first, last))
            first = last
        return parts

    def part(self, first: int = 0, last: int | None = None) -> Slab:
        """The rows from `first` to before `last` below their heads; merged cells go on from part to part."""
        shown, count = self._shown(first, last)
        tops = [0.0, *accumulate(self._heights(shown, count))]
        boxes = [self._box(one, tops) for one in shown]
        rows: list[list[Item]] = [[] for _ in range(count)]
        places = [""] * count
        fields: list[Field] = []
        for one, box in zip(shown, boxes, strict=True):
            words = _words(box, one.spot.lines)
            rows[one.begin].append(words)
            places[one.begin] = places[one.begin] or (box.cell.at.place if box.cell.at else "")
            fields += [Field(*box[1:], box.cell.write, "write")] if box.cell.write else []
            fields += [field.moved(words.x, words.y) for field in one.spot.lines.fields]
        lines = (Group(tuple(cells), role="TR", at=at) for cells, at in zip(rows, places, strict=True) if cells)
        items = (*_grounds(boxes), *_rules(boxes), *lines)
        return Slab(tops[-1], items, fields=tuple(fields))

    def _shown(self, first: int, last: int | None) -> tuple[list[_Shown], int]:
        """The cells of a part by their rows in it, and how many rows it has."""
        begin, end = self.heads + first, self.count if last is None else self.heads + last
        shown = []
        for spot in self.spots:
            if spot.row < self.heads:
                shown.append(_Shown(spot, spot.row, spot.cell.rows))
                continue
            top, bottom = max(spot.row, begin), min(spot.row + spot.cell.rows, end)
            if top < bottom:
                shown.append(_Shown(spot, top - first, bottom - top))
        return sorted(shown, key=lambda one: (one.begin, one.spot.column)), self.heads + end - begin

    def _heights(self, shown: Sequence[_Shown], count: int) -> list[float]:
        """The heights of rows: of their own cells, and more where merged ones need it."""
        heights = [0.0] * count
        for one in sorted(shown, key=lambda one: one.rows):
            lack = one.spot.height - sum(heights[one.begin : one.begin + one.rows])
            if lack > 0:
                for row in range(one.begin, one.begin + one.rows):
                    heights[row] += lack / one.rows
        return heights

    def _box(self, one: _Shown, tops: Sequence[float]) -> _Box:
        left, top, cell = self.lefts[one.spot.column], tops[one.begin], one.spot.cell
        return _Box(
            cell, left, top, self.lefts[one.spot.column + cell.columns] - left, tops[one.begin + one.rows] - top
        )


def table(rows: Sequence[Sequence[Cell]], width: float, columns: Sequence[Column] = (), heads: int = 0) -> Table:
    """Rows of cells as a table as wide as `width` points; each row has the cells that begin in it, as merged ones leave it room."""
    placed = _placed(rows)
    count = max((column + cell.columns for _, column, cell in placed), default=0)
    asked = [*columns, *[Column()] * (count - len(columns))]
    lefts = (0.0, *accumulate(widths([_need(*one) for one in placed], asked, width)))
    return Table(
        lefts, tuple(_set(*one, lefts[one[1] + one[2].columns] - lefts[one[1]]) for one in placed), len(rows), heads
    )


def _placed(rows: Sequence[Sequence[Cell]]) -> list[tuple[int, int, Cell]]:
    """The row and column of every cell."""
    placed: list[tuple[int, int, Cell]] = []
    taken: set[tuple[int, int]] = set()
    for row, cells in enumerate(rows):
        column = 0
        for cell in cells:
            while (row, column) in taken:
                column += 1
            placed.append((row, column, cell))
            taken |= {(row + down, column + across) for down in range(cell.rows) for across in range(cell.columns)}
            column += cell.columns
    return placed


def _need(row: int, column: int, cell: Cell) -> Need:
    least, most = cell.widths
    broken = cell.words.atoms and cell.rows == 1 and not (cell.whole or cell.turned)
    return Need(
        row, column, cell.columns, least, most, 2 * cell.pad[1], cell.leading * cell.words.size if broken else 0.0
    )


def _set(row: int, column: int, cell: Cell, width: float) -> _Set:
    over, side = cell.pad
    if cell.turned:
        lines = cell.words.set(cell.upright, leading=cell.leading)
        high = lines.width
    else:
        lines = cell.words.set(width - 2 * side, leading=cell.leading, align=cell.across, where=cell.at)
        high = lines.height
    return _Set(row, column, cell, lines, max(high + 2 * over, cell.least[1]))


def _words(box: _Box, lines: Lines) -> Group:
    cell, (over, side) = box.cell, box.cell.pad
    if cell.turned:
        return Group(
            lines.items, box.x + (box.width - lines.height) / 2, box.y + box.height - over, rotate=-90, role=cell.role
        )
    return Group(
        lines.items,
        box.x + side + cell.shift,
        box.y + over + cell.down * (box.height - 2 * over - lines.height),
        role=cell.role,
    )


def _grounds(boxes: Sequence[_Box]) -> list[Rect]:
    """Grounds; neighbours in a row are one, so that no seam shows."""
    found: list[Rect] = []
    for cell, x, y, width, high in boxes:
        last = found[-1] if found else None
        if last and (last.y, last.height, last.fill) == (y, high, cell.ground) and abs(last.x + last.width - x) < NEAR:
            found[-1] = last._replace(width=x + width - last.x)
        elif cell.ground:
            found.append(Rect(x, y, width, high, cell.ground))
    return found


def _rules(boxes: Sequence[_Box]) -> Iterator[Item]:
    """Rules along the edges of cells; those that go on in the next cell are one."""
    level: dict[tuple[float, str, float], Line] = {}
    for cell, x, y, width, high in boxes:
        for side, stroke, line in cell.edges:
            if side in ("left", "right"):
                at = x if side == "left" else x + width
                yield Line(at, y, at, y + high, stroke, line)
                continue
            at = round(y if side == "over" else y + high, 4)
            before = level.get((at, stroke, line))
            if before and abs(before.x2 - x) < NEAR:
                level[at, stroke, line] = before._replace(x2=x + width)
                continue
            if before:
                yield before
            level[at, stroke, line] = Line(x, at, x + width, at, stroke, line)
    yield from level.values()
