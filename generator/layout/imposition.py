"""Pieces onto sheets that can be cut: n-up grids, copies, bleed, crop marks, and backs that lie behind their fronts.

All lengths are points unless a name or text says mm. A grid is the same on every sheet of a run, so that sheets can be cut as a stack.
"""

from __future__ import annotations

import hashlib
from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from generator.diagnostics import Diagnostic, InputError, Span
from generator.layout.frame import MM, Frame, Group, Item, Sheet
from generator.layout.marks import BAND, Box, Foot, crop_marks, fold_line

__all__ = ["PAPERS", "Backs", "Flip", "Grid", "Paper", "Piece", "fit", "fit_report", "impose", "whole_pages"]

Backs = Literal["duplex", "gutterfold", "none"]
Flip = Literal["long", "short"]
FootPlace = Literal["bottom", "left"]

GAP = 1 * MM
"""The least distance of a crop mark from the trim."""
CLEAR = 0.5 * MM
"""The least distance of a crop mark from bleed."""
MARK = 1.5 * MM
"""The least length of a crop mark."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper, upright, in millimetres. Nothing is drawn in its margin, which printers cannot reach."""

    name: str
    width: float
    height: float
    margin: float = 5.0


PAPERS: Mapping[str, Paper] = {
    "a4": Paper("A4", 210, 297),
    "letter": Paper("Letter", 215.9, 279.4),
    "a3": Paper("A3", 297, 420),
    "tabloid": Paper("Tabloid", 279.4, 431.8),
}


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or counter to cut. Butted pieces touch; their bleed shows only at the outside of the block."""

    front: Frame
    back: Frame | None = None
    copies: int = 1
    butted: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """Where pieces of one size stand on a page: the first one's corner, and the page as it is turned.

    `foot` says where the sheet's foot is; `fold` is where a gutterfold sheet is folded, with the grid left of it.
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

    @property
    def count(self) -> int:
        """How many pieces a sheet takes."""
        return self.columns * self.rows

    @property
    def block(self) -> Box:
        """Left, top, right and bottom of all pieces together, without bleed."""
        (x, y), (width, height) = self.corner, self.size
        return x, y, x + self.columns * (width + self.gutter) - self.gutter, y + self.rows * (height + self.gutter) - self.gutter

    def front(self, index: int) -> tuple[float, float]:
        """The corner of a front, counted by rows."""
        row, column = divmod(index, self.columns)
        return self.corner[0] + column * (self.size[0] + self.gutter), self.corner[1] + row * (self.size[1] + self.gutter)

    def back(self, index: int) -> tuple[float, float]:
        """The corner of the back that lies behind a front: mirrored in the fold, or on the other side in the middle of the page."""
        x, y = self.front(index)
        axis = self.page[0] / 2 if self.fold is None else self.fold
        return 2 * axis - x - self.size[0], y

    def cuts(self) -> tuple[list[float], list[float]]:
        """Where to cut, across and down; pieces that touch share a cut."""
        across = [edge for column in range(self.columns) for x in [self.front(column)[0]] for edge in (x, x + self.size[0])]
        down = [edge for row in range(self.rows) for y in [self.front(row * self.columns)[1]] for edge in (y, y + self.size[1])]
        return _distinct(across), _distinct(down)


def fit(size: tuple[float, float], paper: Paper, bleed: float = 0.0, *, butted: bool = False, folded: bool = False) -> Grid | None:
    """The grid that takes most pieces of a trim size with their whole bleed, or None when not one fits. Upright paper wins a draw."""
    places: tuple[FootPlace, ...] = ("bottom", "left")
    pages = ((paper.width * MM, paper.height * MM), (paper.height * MM, paper.width * MM))
    gutter = 0.0 if butted else 2 * bleed
    grids = (_grid(page, paper.margin * MM, size, bleed, gutter, place, folded) for place in places for page in pages)
    return max((grid for grid in grids if grid), key=lambda grid: grid.count, default=None)


def fit_report(name: str, size: tuple[float, float], paper: Paper, bleed: float, *, butted: bool = False, folded: bool = False) -> str:
    """How many pieces fit with their bleed, and what less bleed (in whole millimetres) would gain.

    `Letter, poker, 2 mm bleed: 6-up; with 1 mm 8-up; with none 9-up`
    """

    def count(millimetres: float) -> int:
        grid = fit(size, paper, millimetres * MM, butted=butted, folded=folded)
        return grid.count if grid else 0

    wanted = bleed / MM
    best = count(wanted)
    parts = [f"{paper.name}, {name}, {_bleed(wanted)} bleed: {f'{best}-up' if best else 'does not fit'}"]
    for less in range(int(wanted - 0.01) if wanted > 0.01 else -1, -1, -1):
        if count(less) > best:
            best = count(less)
            parts.append(f"with {_bleed(less)} {best}-up")
    return "; ".join(parts)


def impose(
    pieces: Sequence[Piece], paper: Paper, foot: Foot, *, backs: Backs = "duplex", flip: Flip = "long", bleed: float | None = None
) -> list[Sheet]:
    """Sheets for all pieces: each size in a run of its own, in the order in which the sizes come up, every copy printed.

    With duplex backs each front sheet is followed by its back sheet; `flip` is the edge over which the printer turns the paper.
    `bleed` (mm) caps the pieces' own. Raises InputError for a piece that is larger than the paper.
    """
    runs: dict[tuple[float, float, bool], list[Piece]] = {}
    for piece in pieces:
        runs.setdefault((round(piece.front.width, 2), round(piece.front.height, 2), piece.butted), []).extend([piece] * piece.copies)
    planned = [
        (grid, run[at : at + grid.count])
        for run in runs.values()
        for grid in [_run_grid(run, paper, backs, bleed)]
        for at in range(0, len(run), grid.count)
    ]
    keys = _keys(pieces)
    sheets: list[Sheet] = []
    for number, (grid, batch) in enumerate(planned, 1):
        name = f"sheet {number} of {len(planned)}"
        if backs == "duplex" and any(piece.back for piece in batch):
            sheets += [_front(grid, batch, keys, f"{name}, front", foot), _back(grid, batch, keys, f"{name}, back", foot, flip)]
        else:
            sheets.append(_front(grid, batch, keys, name if grid.fold is None else f"{name}, fold and glue", foot))
    return sheets


def whole_pages(frames: Sequence[Frame], paper: Paper, foot: Foot) -> list[Sheet]:
    """Boards, each already as large as its page, as sheets with one line at the lower edge of what can be printed."""
    inset = paper.margin * MM
    sheets = []
    for number, frame in enumerate(frames, 1):
        label = f"sheet {number} of {len(frames)}"
        line = Group(foot.line(frame.width - 2 * inset, f"{label} · print at 100 %"), inset, frame.height - inset - 2)
        sheets.append(Sheet(frame.width, frame.height, (*frame.items, line), label, outline=(foot.title,)))
    return sheets


def _grid(
    page: tuple[float, float], margin: float, size: tuple[float, float], bleed: float, gutter: float, place: FootPlace, folded: bool
) -> Grid | None:
    """As many pieces as a page takes beside its foot, centred as far as the foot allows."""
    reach = _gap(bleed) + MARK
    left = margin + reach + (BAND if place == "left" else 0)
    right = (page[0] / 2 if folded else page[0] - margin) - reach
    top, bottom = margin + reach, page[1] - margin - reach - (BAND if place == "bottom" else 0)
    columns, rows = _count(right - left, size[0], gutter), _count(bottom - top, size[1], gutter)
    if columns < 1 or rows < 1:
        return None
    width, height = columns * (size[0] + gutter) - gutter, rows * (size[1] + gutter) - gutter
    middle = page[0] / 4 if folded else page[0] / 2
    x = min(max(left, middle - width / 2), right - width)
    y = min(max(top, page[1] / 2 - height / 2), bottom - height)
    return Grid(page, margin, size, columns, rows, (x, y), gutter, bleed, place, page[0] / 2 if folded else None)


def _gap(bleed: float) -> float:
    """How far crop marks keep off the trim."""
    return max(GAP, bleed + CLEAR)


def _count(room: float, length: float, gutter: float) -> int:
    return int((room + gutter + 1e-6) // (length + gutter))


def _run_grid(run: Sequence[Piece], paper: Paper, backs: Backs, cap: float | None) -> Grid:
    """The grid of a run, with less bleed where the whole bleed leaves no room for even one piece."""
    first = run[0]
    bleed = max(frame.bleed for piece in run for frame in (piece.front, piece.back) if frame)
    if cap is not None:
        bleed = min(bleed, cap * MM)
    folded = backs == "gutterfold" and any(piece.back for piece in run)
    for part in (1.0, 0.75, 0.5, 0.25, 0.0):
        grid = fit((first.front.width, first.front.height), paper, bleed * part, butted=first.butted, folded=folded)
        if grid:
            return grid
    file, _, line = first.front.at.rpartition(":")
    span = Span(file, int(line)) if line.isdecimal() else Span(first.front.at)
    size = f"{first.front.width / MM:.4g} × {first.front.height / MM:.4g} mm"
    raise InputError([Diagnostic("E330", f"'{first.front.name}' ({size}) is too large for {paper.name}", span, "choose a larger paper")])


def _front(grid: Grid, batch: Sequence[Piece], keys: Mapping[int, str], label: str, foot: Foot) -> Sheet:
    """Fronts with their marks; on a gutterfold sheet the backs too, on the other side of the fold."""
    items = _placed(grid, [(index, piece.front, grid.front(index)) for index, piece in enumerate(batch)], keys)
    width, height = grid.page
    free = (grid.margin, grid.margin, width - grid.margin, height - grid.margin)
    free = (free[0] + BAND, *free[1:]) if grid.foot == "left" else (*free[:3], free[3] - BAND)
    trim = grid.block
    marked = free
    if grid.fold is not None:
        items += _placed(grid, [(index, piece.back, grid.back(index)) for index, piece in enumerate(batch)], keys)
        items += fold_line(grid.fold, free[1], free[3], foot.theme.ink)
        trim = (trim[0], trim[1], 2 * grid.fold - trim[0], trim[3])
        marked = (*free[:2], grid.fold, free[3])
    items += crop_marks(grid.block, marked, grid.cuts(), _gap(grid.bleed), foot.theme.ink)
    items.append(_foot(grid, label, foot, behind=False))
    return _sheet(grid, tuple(items), trim, label, foot)


def _back(grid: Grid, batch: Sequence[Piece], keys: Mapping[int, str], label: str, foot: Foot, flip: Flip) -> Sheet:
    """The other side of a front sheet, upright when it is turned like a page of a book.

    A printer that turns the paper over its upper edge instead gets the whole page upside down: the same sheet of paper results.
    """
    width, height = grid.page
    items = _placed(grid, [(index, piece.back, grid.back(index)) for index, piece in enumerate(batch)], keys, mirrored=True)
    items.append(_foot(grid, label, foot, behind=True))
    left, top, right, bottom = grid.block
    trim = (width - right, top, width - left, bottom)
    if (flip == "short") == (width < height):
        items = [Group(tuple(items), width, height, rotate=180)]
        trim = (width - trim[2], height - trim[3], width - trim[0], height - trim[1])
    return _sheet(grid, tuple(items), trim, label, foot)


def _placed(
    grid: Grid, placed: Iterable[tuple[int, Frame | None, tuple[float, float]]], keys: Mapping[int, str], *, mirrored: bool = False
) -> list[Item]:
    """Frames at their corners, each clipped to its trim and what bleed it may show."""
    frames = [(index, frame, corner) for index, frame, corner in placed if frame]
    filled = {index for index, _, _ in frames}
    items: list[Item] = []
    for index, frame, (x, y) in frames:
        left, right, up, down = (_bleed_towards(grid, index, step, filled) for step in ((0, -1), (0, 1), (-1, 0), (1, 0)))
        if mirrored or x > (grid.fold or x):
            left, right = right, left
        clip = (-left, -up, frame.width + left + right, frame.height + up + down)
        items.append(Group(frame.items, x, y, key=keys.get(id(frame), ""), clip=clip))
    return items


def _bleed_towards(grid: Grid, index: int, step: tuple[int, int], filled: set[int]) -> float:
    """How far a piece may bleed in a direction (rows, columns): to the middle of the gutter where a piece stands there, even at a corner."""
    row, column = divmod(index, grid.columns)
    for aside in (-1, 0, 1):
        beyond = row + (step[0] or aside), column + (step[1] or aside)
        if 0 <= beyond[0] < grid.rows and 0 <= beyond[1] < grid.columns and beyond[0] * grid.columns + beyond[1] in filled:
            return grid.gutter / 2
    return grid.bleed


def _foot(grid: Grid, label: str, foot: Foot, *, behind: bool) -> Group:
    """The foot at the bottom, or along the free side: left on fronts and therefore right on backs."""
    width, height = grid.page
    inset = grid.margin
    length = (width if grid.foot == "bottom" else height) - 2 * inset
    items = foot.band(length, label)
    if grid.foot == "bottom":
        return Group(items, inset, height - inset - BAND)
    return Group(items, width - inset, inset, rotate=90) if behind else Group(items, inset, height - inset, rotate=-90)


def _sheet(grid: Grid, items: tuple[Item, ...], trim: Box, label: str, foot: Foot) -> Sheet:
    left, top, right, bottom = trim
    return Sheet(*grid.page, items, label, (left, top, right - left, bottom - top), (foot.title,), grid.bleed)


def _keys(pieces: Sequence[Piece]) -> dict[int, str]:
    """A key for every frame that is drawn more than once, made from what is on it."""
    uses: Tally[int] = Tally()
    frames: dict[int, Frame] = {}
    for piece in pieces:
        for frame in (piece.front, piece.back):
            if frame:
                uses[id(frame)] += piece.copies
                frames[id(frame)] = frame
    return {name: hashlib.sha256(repr(frames[name].items).encode()).hexdigest()[:16] for name, count in uses.items() if count > 1}


def _distinct(values: Iterable[float]) -> list[float]:
    return list({round(value, 3): value for value in values}.values())


def _bleed(millimetres: float) -> str:
    return f"{millimetres:.3g} mm" if millimetres > 0.01 else "none"
