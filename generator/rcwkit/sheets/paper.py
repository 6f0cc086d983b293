"""Papers, piece sizes and the grids they make, and how a kit is printed: backs and calibration."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Literal, NamedTuple, Self

from rcwkit.frame import MM, Group, Sheet
from rcwkit.sheets.marks import BAND, BESIDE, CORNER, Box
from rcwkit.source.language import ENGLISH, Language
from rcwkit.source.patterns import CARDS

FootPlace = Literal["bottom", "left"]

GAP = 1 * MM
"""Minimum distance of crop marks from the trim."""
CLEAR = 0.5 * MM
"""Minimum distance of crop marks from the bleed."""
SLANT = 3**0.5 / 2
"""How far columns of hexes move apart for a distance of their edges."""
MARK = 1.5 * MM
"""Minimum length of crop marks."""


class Paper(NamedTuple):
    """A paper in portrait, in millimetres. The margin, where printers cannot print, stays empty.

    Paper for a `cutter` has registration marks in three corners, and no crop marks.
    """

    name: str
    width: float
    height: float
    margin: float = 5.0
    cutter: bool = False

    @property
    def ways(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """Width and height of a page in points, upright and then across."""
        return (self.width * MM, self.height * MM), (self.height * MM, self.width * MM)


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210, 297),
    "letter": Paper("Letter", 215.9, 279.4),
    "a3": Paper("A3", 297, 420),
    "tabloid": Paper("Tabloid", 279.4, 431.8),
}
LARGE: Mapping[str, Paper] = {
    "a3": PAPERS["a3"],
    "tabloid": PAPERS["tabloid"],
    "a2": Paper("A2", 420, 594),
    "a1": Paper("A1", 594, 841),
}
"""Papers on which maps and mats may be printed whole."""
READING: Mapping[str, str] = {"a4": "a4", "letter": "letter", "a3": "a4", "tabloid": "letter"}
"""Paper of sheets → paper of text documents: large paper is for boards and pieces, not for reading."""


def reading(paper: Paper) -> Paper:
    """Return the paper of text documents beside sheets on a paper."""
    own = next((name for name, one in PAPERS.items() if one.name == paper.name), "")
    return PAPERS[READING[own]] if READING.get(own, own) != own else paper


COUNTERS: Mapping[str, float] = {"1/2 in": 12.7, "9/16 in": 14.2875, "0.6 in": 15.24, "5/8 in": 15.875, "3/4 in": 19.05}
"""Common counter sizes: edges in millimetres."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Grid:
    """The places of pieces of one size on a page, in points: `corner` is the top left of the first.

    `foot` is the position of the sheet's footer, `fold` the x of a gutterfold sheet's fold, to the right of the grid.
    Hexes are `nested`, every second column half a hex lower. A `cutter` needs no crop marks.
    """

    page: tuple[float, float]
    margin: float
    size: tuple[float, float]
    columns: int
    rows: int
    corner: tuple[float, float]
    gutter: float
    bleed: float
    foot: FootPlace
    fold: float | None = None
    nested: bool = False
    cutter: bool = False

    @property
    def count(self) -> int:
        """Pieces per sheet."""
        return self.columns * self.rows

    @property
    def reach(self) -> float:
        """The space for marks around the block."""
        return self.bleed if self.cutter else gap(self.bleed) + MARK

    @property
    def block(self) -> Box:
        """Left, top, right and bottom of all pieces, without bleed."""
        (x, y), (width, height) = self.corner, _extent(self.size, self.columns, self.rows, self.gutter, self.nested)
        return x, y, x + width, y + height

    def filled(self, count: int) -> Self:
        """Return the grid without the rows and columns in which none of so many pieces lies; hexes keep all."""
        if self.nested:
            return self
        return replace(self, columns=min(self.columns, count), rows=ceil(count / self.columns))

    def in_rows(self, pieces: Sequence[object], most: int) -> Self:
        """Return the grid in as few rows of `most` pieces as can be, of a length at which few kinds lie in two rows."""
        rows = ceil(len(pieces) / most)

        def parted(columns: int) -> int:
            return sum(pieces[at - 1] is pieces[at] for at in range(columns, len(pieces), columns))

        columns = min(range(ceil(len(pieces) / rows), min(most, len(pieces)) + 1), key=parted)
        return replace(self, columns=columns, rows=rows)

    def front(self, index: int) -> tuple[float, float]:
        """Return the top left corner of a front, counted row by row."""
        row, column = divmod(index, self.columns)
        (x, y), (across, down) = self.corner, _pitch(self.size, self.gutter, self.nested)
        return x + column * across, y + (row + (0.5 * (column % 2) if self.nested else 0.0)) * down

    def back(self, index: int) -> tuple[float, float]:
        """Return the corner of the back that lies behind a front, mirrored in the fold or the page's centre line."""
        x, y = self.front(index)
        axis = self.page[0] / 2 if self.fold is None else self.fold
        return 2 * axis - x - self.size[0], y

    def cuts(self) -> tuple[list[float], list[float]]:
        """Return the x and the y of all straight cuts; adjoining pieces share a cut. Nested hexes are cut around."""
        if self.nested:
            left, top, right, bottom = self.block
            return [left, right], [top, bottom]
        lefts = [self.front(column)[0] for column in range(self.columns)]
        tops = [self.front(row * self.columns)[1] for row in range(self.rows)]
        return _edges(lefts, self.size[0]), _edges(tops, self.size[1])


@lru_cache(maxsize=4096)
def bleed_towards(grid: Grid, index: int, step: tuple[int, int], filled: frozenset[int]) -> float:
    """Return how far a piece may bleed in a direction (rows, columns): half the gutter if a piece is there.

    One beyond the corner is in the way of the bleed only where no piece lies beside, towards which there is none.
    """
    row, column = divmod(index, grid.columns)
    down, right = step

    def there(rows: int, columns: int) -> bool:
        beside = column + columns
        return 0 <= beside < grid.columns and (row + rows) * grid.columns + beside in filled

    def cornered(aside: int) -> bool:
        return there(down or aside, right or aside) and not there(0 if down else aside, 0 if right else aside)

    return grid.gutter / 2 if there(down, right) or cornered(-1) or cornered(1) else grid.bleed


def gap(bleed: float) -> float:
    """Return the distance of crop marks from the trim."""
    return max(GAP, bleed + CLEAR)


def fit(
    size: tuple[float, float],
    paper: Paper,
    bleed: float = 0.0,
    *,
    butted: bool = False,
    folded: bool = False,
    nested: bool = False,
) -> Grid | None:
    """Return the grid of the most pieces of a trim size with full bleed, or None if none fits. Portrait wins a tie.

    Hexes may be `nested`.
    """
    places: tuple[FootPlace, ...] = ("bottom",) if paper.cutter else ("bottom", "left")
    gutter = 0.0 if butted else 2 * bleed
    grids = (
        _grid(page, paper, size, bleed, gutter, place, room, nested)
        for place in places
        for page in paper.ways
        for room in _rooms(page, paper, bleed, place, folded)
    )
    return max((grid for grid in grids if grid), key=lambda grid: grid.count, default=None)


def fit_report(
    name: str,
    size: tuple[float, float],
    paper: Paper,
    bleed: float,
    *,
    butted: bool = False,
    folded: bool = False,
    nested: bool = False,
) -> str:
    """Say how many pieces fit with their bleed, and what less bleed (in whole millimetres) would gain.

    `Letter, poker, 2 mm bleed: 6-up; with 1 mm 8-up; with none 9-up`
    """

    def count(millimetres: float) -> int:
        grid = fit(size, paper, millimetres * MM, butted=butted, folded=folded, nested=nested)
        return grid.count if grid else 0

    wanted = bleed / MM
    best = count(wanted)
    said = f"{_bleed(wanted)} bleed" if wanted > 0.01 else "no bleed"
    parts = [f"{paper.name}, {name}, {said}: {_count_text(best)}"]
    for less in range(int(wanted - 0.01) if wanted > 0.01 else -1, -1, -1):
        if count(less) > best:
            best = count(less)
            parts.append(f"with {_bleed(less)} {best}-up")
    return "; ".join(parts)


def fit_limits(
    size: tuple[float, float], paper: Paper, bleed: float, *, butted: bool = False, folded: bool = False
) -> str:
    """Say how the pieces are arranged, and how many more millimetres another column or row needs.

    `9-up: 3 × 3, portrait; another column needs 12.0 mm, another row 6.5 mm`
    """
    grid = fit(size, paper, bleed, butted=butted, folded=folded)
    page = grid.page if grid else paper.ways[0]
    left, top, right, bottom = next(_rooms(page, paper, bleed, grid.foot if grid else "bottom", folded))
    columns, rows = (grid.columns, grid.rows) if grid else (0, 0)
    gutter = 0.0 if butted else 2 * bleed
    rooms = (right - left, columns, size[0]), (bottom - top, rows, size[1])
    across, down = (((count + 1) * (side + gutter) - gutter - room) / MM for room, count, side in rooms)
    if grid is None:
        lacking = (f"{excess:.1f} mm too {way}" for excess, way in ((across, "wide"), (down, "high")) if excess > 0)
        return f"does not fit: {' and '.join(lacking)}"
    lies = "portrait" if grid.page[0] < grid.page[1] else "landscape"
    more = f"another column needs {across:.1f} mm, another row {down:.1f} mm"
    return f"{_count_text(grid.count)}: {columns} × {rows}, {lies}; {more}"


def fit_table(
    paper: Paper, bleeds: Iterable[float], *, folded: bool = False
) -> Iterator[tuple[str, str, list[int], str]]:
    """Yield for every common size its name, measures, counts with each bleed (mm), and report for the largest bleed."""
    most = list(bleeds)
    sizes = [(name, size, False) for name, size in CARDS.items()] + [
        (f"{name} counter", (edge, edge), True) for name, edge in COUNTERS.items()
    ]
    for name, (width, height), butted in sizes:
        size = width * MM, height * MM
        grids = [fit(size, paper, bleed * MM, butted=butted, folded=folded) for bleed in most]
        said = fit_report(name, size, paper, max(most) * MM, butted=butted, folded=folded)
        yield name, f"{width:.4g} × {height:.4g} mm", [grid.count if grid else 0 for grid in grids], said


def _count_text(count: int) -> str:
    """Return `9-up`, or `does not fit`."""
    return f"{count}-up" if count else "does not fit"


def size_name(size: tuple[float, float], say: Language = ENGLISH) -> str:
    """Return the name of a size in points, such as `poker` or `5/8 in`, or its measures."""
    width, height = size[0] / MM, size[1] / MM
    known = [*CARDS.items(), *((name, (edge, edge)) for name, edge in COUNTERS.items())]
    near = (name for name, (across, down) in known if abs(across - width) < 0.06 and abs(down - height) < 0.06)
    if (name := next(near, None)) is None:
        sides = say.number(f"{width:.4g}"), say.number(f"{height:.4g}")
        return say("{width} × {height} mm", width=sides[0], height=sides[1])
    return say("{n} in", n=say.number(name.removesuffix(" in"))) if name in COUNTERS else say(name)


def _grid(
    page: tuple[float, float],
    paper: Paper,
    size: tuple[float, float],
    bleed: float,
    gutter: float,
    place: FootPlace,
    room: Box,
    nested: bool,
) -> Grid | None:
    """Return the grid of a page, centred as far as its footer allows, or None if no piece fits."""
    left, top, right, bottom = room
    folded = right < page[0] / 2
    columns, rows = counts((right - left, bottom - top), size, gutter, nested=nested)
    if columns < 1 or rows < 1:
        return None
    width, height = _extent(size, columns, rows, gutter, nested)
    middle = page[0] / 4 if folded else page[0] / 2
    x = min(max(left, middle - width / 2), right - width)
    y = min(max(top, page[1] / 2 - height / 2), bottom - height)
    fold = page[0] / 2 if folded else None
    return Grid(page, paper.margin * MM, size, columns, rows, (x, y), gutter, bleed, place, fold, nested, paper.cutter)


def _pitch(size: tuple[float, float], gutter: float, nested: bool) -> tuple[float, float]:
    """Return the distances of columns and rows."""
    if nested:
        return 0.75 * size[0] + SLANT * gutter, size[1] + gutter
    return size[0] + gutter, size[1] + gutter


def _extent(size: tuple[float, float], columns: int, rows: int, gutter: float, nested: bool) -> tuple[float, float]:
    """Return the width and height of all pieces."""
    across, down = _pitch(size, gutter, nested)
    lower = down / 2 if nested and columns > 1 else 0.0
    return (columns - 1) * across + size[0], (rows - 1) * down + size[1] + lower


def counts(
    room: tuple[float, float], size: tuple[float, float], gutter: float, *, nested: bool = False
) -> tuple[int, int]:
    """Return how many columns and rows fit in a room. A single column of hexes may have one more row than several."""
    if not nested:
        return _count(room[0], size[0], gutter), _count(room[1], size[1], gutter)
    across, down = _pitch(size, gutter, nested)
    columns = int((room[0] - size[0] + 1e-6) // across) + 1
    rows = [int((room[1] - size[1] - lower + 1e-6) // down) + 1 for lower in (0.0, down / 2)]
    return max(((min(columns, 1), rows[0]), (columns, rows[1])), key=lambda way: max(way[0], 0) * max(way[1], 0))


def _rooms(page: tuple[float, float], paper: Paper, bleed: float, place: FootPlace, folded: bool) -> Iterator[Box]:
    """Yield a page's room for trimmed pieces, without margins, footer, bleed, marks, and the far side of a fold.

    Between registration marks there are two, the one wide, the other high.
    """
    margin = paper.margin * MM
    if paper.cutter:
        for x, y in ((BESIDE, CORNER), (CORNER, BESIDE)):
            left, top = margin + x + bleed, margin + y + bleed
            yield left, top, page[0] / 2 - gap(bleed) if folded else page[0] - left, page[1] - top
        return
    reach = gap(bleed) + MARK
    left = margin + reach + (BAND if place == "left" else 0)
    right = (page[0] / 2 if folded else page[0] - margin) - reach
    yield left, margin + reach, right, page[1] - margin - reach - (BAND if place == "bottom" else 0)


def _count(room: float, length: float, gutter: float) -> int:
    return int((room + gutter + 1e-6) // (length + gutter))


def _edges(starts: Iterable[float], length: float) -> list[float]:
    """Return both edges of pieces that begin at these positions, without duplicates."""
    return list({round(edge, 3): edge for start in starts for edge in (start, start + length)}.values())


def _bleed(millimetres: float) -> str:
    return f"{millimetres:.3g} mm" if millimetres > 0.01 else "none"


Backs = Literal["duplex", "gutterfold", "sheets", "none"]
Flip = Literal["long", "short"]
Marks = Literal["front", "both", "cutter"]

FREE = 1.75
"""How far backs may shift (mm) without more margin: the space that crop marks take on fronts."""


class Printer(NamedTuple):
    """A printer's errors: `back` is how far right and down (mm) it prints backs, seen from the front.

    `scale` is the length (%) at which a line comes out, `flip` the edge over which the paper turned in the measurement.
    """

    name: str
    back: tuple[float, float] = (0.0, 0.0)
    scale: float = 100.0
    flip: Flip = "long"

    @property
    def factor(self) -> float:
        """The factor that makes up for the scale."""
        return 100 / self.scale

    def said(self, say: Language) -> str:
        """Return the profile in one line, as printed on sheets."""
        x, y = (say.number(f"{value:+.4g}").replace("-", "−") if value else "0" for value in self.back)
        scale = say.number(f"{self.scale:.4g}")
        return say("{printer}: backs {x}, {y} mm; {scale} %", printer=self.name, x=x, y=y, scale=scale)

    def paper(self, paper: Paper, two_sided: bool, free: float = FREE) -> Paper:
        """Return the paper with the margin that the corrections need; `free` (mm) is unused on backs."""
        moved = max(0.0, max(abs(value) for value in self.back) * self.factor - free) if two_sided else 0.0
        larger = max(0.0, self.factor - 1) * max(paper.width, paper.height) / 2
        return paper._replace(margin=paper.margin + moved + larger)

    def shift(self, *, upright: bool) -> tuple[float, float]:
        """Return how far (pt) to move the drawing of a back page, as seen when the sheet is turned like a book's page.

        Landscape pages are printed rotated, so their correction is too.
        """
        x, y = self.back[0] * MM, self.back[1] * MM
        return (x, -y) if upright else (y, x)

    def scaled(self, sheet: Sheet) -> Sheet:
        """Return the sheet scaled about the centre of the page, so that it prints at true size, where its cuts are."""
        factor = self.factor
        if factor == 1.0:
            return sheet
        x, y = sheet.width / 2 * (1 - factor), sheet.height / 2 * (1 - factor)
        trim = sheet.trim and (
            sheet.trim[0] * factor + x,
            sheet.trim[1] * factor + y,
            sheet.trim[2] * factor,
            sheet.trim[3] * factor,
        )
        return sheet._replace(items=(Group(sheet.items, x, y, scale=factor),), trim=trim, bleed=sheet.bleed * factor)


class Edition(NamedTuple):
    """How sheets are printed.

    `flip` is the edge over which a duplex printer turns the paper; `bleed` (mm) caps that of pieces. `outline` draws
    the trim of fronts, `corners` rounds it. Crop marks are on fronts, or on `both` sides; a `cutter` has registration
    marks instead. A `printer` is compensated.
    """

    paper: Paper
    backs: Backs = "duplex"
    flip: Flip = "long"
    bleed: float | None = None
    outline: bool = False
    corners: bool = False
    printer: Printer | None = None
    marks: Marks = "front"

    @property
    def room(self) -> Paper:
        """The paper, with the margin needed to compensate the printer."""
        paper = self.paper._replace(cutter=self.marks == "cutter")
        if self.printer is None:
            return paper
        return self.printer.paper(paper, self.backs == "duplex", FREE if self.marks == "front" else 0.0)


FOLD = 4
"""Pages of one sheet: two on its front, two on its back."""


class Spread(NamedTuple):
    """One side of a sheet: its left and its right page, counted from 0; None is blank."""

    left: int | None
    right: int | None


def spreads(pages: int) -> list[Spread]:
    """Return the sides of all sheets, from the outermost inwards, each front before its back.

    A back is upright when its sheet is turned over its short edge, like a page of a book.
    """
    total = -(-pages // FOLD) * FOLD

    def page(number: int) -> int | None:
        return number if number < pages else None

    sides: list[Spread] = []
    for first in range(0, total // 2, 2):
        last = total - 1 - first
        sides += [Spread(page(last), page(first)), Spread(page(first + 1), page(last - 1))]
    return sides
