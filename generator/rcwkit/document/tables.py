"""Tables: widths of columns by their contents, merged cells, grounds and rules, and division into parts."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, permutations
from math import ceil
from typing import Literal, NamedTuple

from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Span
from rcwkit.document.copy import Copy, Lines
from rcwkit.document.look import Slab
from rcwkit.frame import MM, Field, Group, Item, Line, Polygon, Rect

SLACK = 1.04
"""Average length of a text broken into lines, relative to a single line."""
STEPS = (1 / 12, 1 / 24, 1 / 48)
"""Shares of a table's width by which columns are widened at the cost of others while that saves lines."""


class Column(NamedTuple):
    """What a column asks for: a minimum width (pt), a share of the table's width, or to be as narrow as possible."""

    least: float = 0.0
    share: float = 0.0
    tight: bool = False


class Need(NamedTuple):
    """The widths (pt) that a cell needs: its minimum, and that at which no line breaks, both with `pad` at its sides.

    `pitch` is the height of a line, or 0 if a wider column would save none.
    """

    row: int
    column: int
    columns: int
    least: float
    most: float
    pad: float
    pitch: float


def widths(needs: Sequence[Need], columns: Sequence[Column], width: float) -> list[float]:
    """Return the widths of all columns, which add up to `width`; if they cannot, the widest columns are too narrow."""
    lows, highs = [column.least for column in columns], [column.least for column in columns]
    for need in sorted(needs, key=lambda need: need.columns):
        own = range(need.column, need.column + need.columns)
        for found, wanted in ((lows, need.least), (highs, need.most)):
            lack = wanted - sum(found[column] for column in own)
            for column in own if lack > 0 else ():
                found[column] += lack / len(own)
    highs = [low if column.tight else high for low, high, column in zip(lows, highs, columns, strict=True)]
    wished = [max(high, column.share * width) for high, column in zip(highs, columns, strict=True)]
    if sum(wished) <= width:
        return _spread(wished, columns, width)
    if sum(highs) <= width:
        return _between(highs, wished, width)
    if sum(lows) >= width:
        return _capped(lows, width)
    return _adjusted(needs, lows, _between(lows, highs, width))


def _spread(wished: Sequence[float], columns: Sequence[Column], width: float) -> list[float]:
    """Distribute spare width in proportion, first to columns without a share, to tight ones last."""
    free = [not (column.tight or column.share) for column in columns]
    free = free if any(free) else [not column.tight for column in columns]
    parts = [high if one or not any(free) else 0.0 for high, one in zip(wished, free, strict=True)]
    parts = parts if any(parts) else [1.0] * len(parts)
    return [high + (width - sum(wished)) * part / sum(parts) for high, part in zip(wished, parts, strict=True)]


def _capped(lows: Sequence[float], width: float) -> list[float]:
    """Return widths that add up to less than needed: the widest columns are cut to equal widths."""
    left = width
    for place, low in enumerate(sorted(lows)):
        if low * (len(lows) - place) > left:
            return [min(one, left / (len(lows) - place)) for one in lows]
        left -= low
    return list(lows)


def _between(lows: Sequence[float], highs: Sequence[float], width: float) -> list[float]:
    """Interpolate between minimum and maximum widths so that they add up to a width."""
    part = (width - sum(lows)) / (sum(highs) - sum(lows))
    return [low + part * (high - low) for low, high in zip(lows, highs, strict=True)]


def _adjusted(needs: Iterable[Need], lows: Sequence[float], found: list[float]) -> list[float]:
    """Widen columns at the cost of others as long as that makes the table lower."""
    rows: dict[int, list[Need]] = {}
    for need in needs:
        if need.pitch and need.columns == 1:
            rows.setdefault(need.row, []).append(need)

    def height(widths: Sequence[float]) -> float:
        """Estimate the height of all rows: that of whole lines, and a little for how full they are."""
        total = 0.0
        for cells in rows.values():
            tallest = 0.0
            for _, column, _, _, most, pad, pitch in cells:
                lines = (most - pad) * SLACK / (widths[column] - pad)
                high = pitch * (ceil(lines) if lines > 1 else 1) + 0.1 * lines
                tallest = high if high > tallest else tallest  # max() would take half of the time
            total += tallest
        return total

    best, count = height(found), len(found)
    for step in STEPS:
        for _ in range(count):
            tried: list[list[float]] = []
            for more, less in permutations(range(count), 2):
                moved = min(step * sum(found), found[less] - lows[less])
                if moved > 0.01:
                    tried.append([one + moved * ((at == more) - (at == less)) for at, one in enumerate(found)])
            high, lowest = min(((height(one), one) for one in tried), default=(best, found))
            if high >= best - 0.01:
                break
            best, found = high, lowest
    return found


NEAR = 0.01
"""Maximum distance of edges that touch (pt)."""
TURNED = 0.62
"""Minimum length of lines of turned words, as a share of all words on one line."""


EdgeSide = Literal["over", "under", "left", "right"]


class Edge(NamedTuple):
    """A rule along one edge of a cell, its thickness in points."""

    side: EdgeSide
    stroke: str
    line: float


class Cell(NamedTuple):
    """A cell: its words, the rows and columns it spans, and how it is set; lengths are in points.

    `across` aligns words from left (0) to right (1), `down` from top (0) to bottom (1); `shift` moves them right. `pad`
    is (vertical, horizontal), `least` the minimum (width, height). `whole` words stay on one line, `turned` ones read
    upwards in one or two lines, `along` from bottom (0) to top (1). `drop` is space above the words, more than below.
    `write` names a form field over the whole cell. `paint` draws its ground for a width and height. A word that is too
    wide is reported at `at`.
    """

    words: Copy
    columns: int = 1
    rows: int = 1
    across: float = 0.0
    down: float = 0.5
    shift: float = 0.0
    drop: float = 0.0
    pad: tuple[float, float] = (0.0, 0.0)
    least: tuple[float, float] = (0.0, 0.0)
    leading: float = 1.15
    whole: bool = False
    turned: bool = False
    along: float = 0.0
    ground: str | None = None
    paint: Callable[[float, float], Iterable[Item]] | None = None
    edges: tuple[Edge, ...] = ()
    role: Literal["TH", "TD", "P"] = "TD"
    write: str = ""
    at: Span | None = None

    @property
    def widths(self) -> tuple[float, float]:
        """Its minimum width, and the width at which no line breaks."""
        if self.turned:
            least = most = self.leading * self.words.size * self.words.count(self.upright)
        else:
            most = max(self.words.most, self.least[0])
            least = most if self.whole else max(self.words.least, self.least[0])
        return least + 2 * self.pad[1], most + 2 * self.pad[1]

    @property
    def upright(self) -> float:
        """Maximum length of the lines of turned words."""
        return max(self.words.least, TURNED * self.words.most)


class _Spot(NamedTuple):
    """A set cell in its place; `height` is what it needs (pt)."""

    row: int
    column: int
    cell: Cell
    lines: Lines
    height: float


class _Shown(NamedTuple):
    """The rows of a part that a cell takes: the first, and how many."""

    spot: _Spot
    begin: int
    rows: int


class _Box(NamedTuple):
    """The place of a cell in a part."""

    cell: Cell
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Table:
    """A table: `lefts` are the left edges of its columns and the right edge of the last; the first rows are `heads`."""

    lefts: tuple[float, ...]
    spots: tuple[_Spot, ...]
    count: int
    heads: int = 0

    def height(self, first: int = 0, last: int | None = None) -> float:
        """Return the height of the rows from `first` to before `last`, with the heads (pt)."""
        return sum(self._heights(*self._shown(first, last)))

    def cut(self, room: float) -> list[tuple[int, int]]:
        """Divide the rows into parts no higher than `room` points, as (first, after the last).

        A row higher than that is a part by itself. The last row does not stand alone if the part before can spare one.
        Rows beside one merged cell stay together if that leaves a part at least half as long.
        """
        parts: list[tuple[int, int]] = []
        first, count = 0, self.count - self.heads
        while first < count:
            last = first + 1
            while last < count and self.height(first, last + 1) <= room:
                last += 1
            if last == count - 1 and last - first > 2:
                last -= 1
            if last < count:
                last = self._group(first, last)
            parts.append((first, last))
            first = last
        return parts

    def _group(self, first: int, last: int) -> int:
        """Return where the group that the row `last` continues begins, or `last` if it is far up or begins there."""
        row = self.heads + last
        over = (one.row - self.heads for one in self.spots if one.column == 0 and 0 < row - one.row < one.cell.rows)
        begin = next(over, last)
        return begin if 2 * (begin - first) >= last - first else last

    def part(self, first: int = 0, last: int | None = None) -> Slab:
        """Return the rows from `first` to before `last`, below the heads; merged cells continue from part to part."""
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
        painted = (Group(tuple(box.cell.paint(box.width, box.height)), box.x, box.y) for box in boxes if box.cell.paint)
        items = (*_grounds(boxes), *painted, *_rules(boxes), *lines)
        return Slab(tops[-1], items, fields=tuple(fields))

    def _shown(self, first: int, last: int | None) -> tuple[list[_Shown], int]:
        """Return the cells of a part by their rows in it, and the number of its rows."""
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
        """Return the heights of rows, as their own and merged cells need."""
        heights = [0.0] * count
        for one in sorted(shown, key=lambda one: one.rows):
            lack = one.spot.height - sum(heights[one.begin : one.begin + one.rows])
            if lack > 0:
                for row in range(one.begin, one.begin + one.rows):
                    heights[row] += lack / one.rows
        return heights

    def _box(self, one: _Shown, tops: Sequence[float]) -> _Box:
        left, top, cell = self.lefts[one.spot.column], tops[one.begin], one.spot.cell
        right, bottom = self.lefts[one.spot.column + cell.columns], tops[one.begin + one.rows]
        return _Box(cell, left, top, right - left, bottom - top)


CUT, STROKE = 2.2 * MM, 1.1 * MM
"""How much is cut from the end of a head, and the stroke after its corner."""


def headed(cell: Cell, theme: Theme, *, corner: bool = False, last: bool = False, over: bool = True) -> Cell:
    """Return the head of a column, its ground and rules as the look has them; `over` says that none stands above it."""
    ground, ink = theme.table_head(corner=corner)
    edges = cell.edges
    if theme.table == "ruled":
        edges = (*((Edge("over", theme.ink, 0.6 * MM),) if over else ()), *(edges or (Edge("under", ink, 0.25 * MM),)))
    elif theme.table == "grid":
        sides: tuple[EdgeSide, ...] = ("over", "under", "left", "right")
        edges = (*(Edge(side, theme.ink, 0.2 * MM) for side in sides), *edges)
    elif theme.outlined:
        edges = (Edge("over", ink, 0.5 * MM), *(edges or (Edge("under", theme.ink, 0.3 * MM),)))
    elif theme.table == "blocks":
        edges = (*edges, *((Edge("left", theme.page, 0.6 * MM),) if not corner else ()))
    elif theme.table == "cut" and (corner or last):
        return cell._replace(ground=None if last else ground, edges=edges, paint=partial(_cut, theme, last))
    return cell._replace(ground=ground, edges=edges)


def _cut(theme: Theme, last: bool, width: float, high: float) -> Iterator[Item]:
    """Yield the cut end of a head, or the stroke at the end of its corner."""
    if last:
        yield Polygon(((0, 0), (width - CUT, 0), (width, high), (0, high)), theme.ink)
    else:
        right = width + STROKE / 2
        yield Polygon(((right - CUT, high), (right - STROKE, 0), (right, 0), (right - STROKE, high)), theme.accent)


def table(
    rows: Sequence[Sequence[Cell]],
    width: float,
    columns: Sequence[Column] = (),
    heads: int = 0,
    across: Sequence[float] = (),
) -> Table:
    """Return a table `width` points wide; each row holds the cells that begin in it, beside merged ones from above.

    Its columns are as wide as they and their cells ask for, or, if given, of the widths `across` (pt).
    """
    placed = _placed(rows)
    count = max((column + cell.columns for _, column, cell in placed), default=0)
    asked = [*columns, *[Column()] * (count - len(columns))]
    lefts = (0.0, *accumulate(across or widths([_need(*one) for one in placed], asked, width)))
    spots = (_set(row, at, cell, lefts[at + cell.columns] - lefts[at]) for row, at, cell in placed)
    return Table(lefts, tuple(spots), len(rows), heads)


def _placed(rows: Sequence[Sequence[Cell]]) -> list[tuple[int, int, Cell]]:
    """Return every cell with its row and column."""
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
    pitch = cell.leading * cell.words.size if broken else 0.0
    return Need(row, column, cell.columns, least, most, 2 * cell.pad[1], pitch)


def _set(row: int, column: int, cell: Cell, width: float) -> _Spot:
    over, side = cell.pad
    if cell.turned:
        lines = cell.words.set(cell.upright, leading=cell.leading)
        high = lines.width
    else:
        lines = cell.words.set(width - 2 * side, leading=cell.leading, align=cell.across, where=cell.at)
        high = lines.height
    return _Spot(row, column, cell, lines, max(high + 2 * over + cell.drop, cell.least[1]))


def _words(box: _Box, lines: Lines) -> Group:
    cell, (over, side) = box.cell, box.cell.pad
    if cell.turned:
        room = box.height - 2 * over - lines.width
        x, y = box.x + (box.width - lines.height) / 2, box.y + box.height - over - cell.along * room
        return Group(lines.items, x, y, rotate=-90, role=cell.role)
    x, y = box.x + side + cell.shift, box.y + over + cell.drop
    y += cell.down * (box.height - 2 * over - cell.drop - lines.height)
    return Group(lines.items, x, y, role=cell.role)


def _grounds(boxes: Sequence[_Box]) -> list[Rect]:
    """Return the grounds of cells; adjacent ones in a row are merged, so that no seam shows."""
    found: list[Rect] = []
    for cell, x, y, width, high in boxes:
        last = found[-1] if found else None
        if last and (last.y, last.height, last.fill) == (y, high, cell.ground) and abs(last.x + last.width - x) < NEAR:
            found[-1] = last._replace(width=x + width - last.x)
        elif cell.ground:
            found.append(Rect(x, y, width, high, cell.ground))
    return found


def _rules(boxes: Sequence[_Box]) -> Iterator[Item]:
    """Yield rules along the edges of cells, merged where they continue in the next cell."""
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
