"""Gang pieces of several sizes on few sheets: one block with its own marks per size, and blocks packed together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from rcwkit.layout.imposition import Block, Piece, Press, free_area, impose, run_grid, runs
from rcwkit.look.edition import Edition
from rcwkit.look.frame import MM, Sheet
from rcwkit.look.grids import MARK, Grid, counts, gap
from rcwkit.look.marks import Box, Foot
from rcwkit.look.packing import pack

__all__ = ["fewest", "gang"]

_Run = tuple[Grid, tuple[Piece, ...]]
"""Pieces of one size and their grid."""


def fewest(pieces: Sequence[Piece], edition: Edition, foot: Foot) -> list[Sheet]:
    """Return sheets of one size each, or ganged ones if that saves any. Raises InputError as `gang` does."""
    sheets = impose(pieces, edition, foot)
    return min(sheets, gang(pieces, edition, foot), key=len) if len(runs(pieces)) > 1 else sheets


def gang(pieces: Sequence[Piece], edition: Edition, foot: Foot) -> list[Sheet]:
    """Return sheets for all pieces, as few as possible. Raises InputError for a piece larger than the paper.

    Full sheets of one size are as `impose` makes them; the rest of each size shares sheets with others.
    """
    grids = [(run_grid(run, edition), run) for run in runs(pieces)]
    parted = [(grid, tuple(run[at : at + grid.count])) for grid, run in grids for at in range(0, len(run), grid.count)]
    folded = any(grid.fold is not None for grid, _ in parted)
    whole = [(Block(grid, batch),) for grid, batch in parted if len(batch) == grid.count]
    rest = [(grid, batch) for grid, batch in parted if len(batch) < grid.count]
    room = edition.room
    pages = (room.width * MM, room.height * MM), (room.height * MM, room.width * MM)
    tried = [_shared([(_resized(grid, page, folded), batch) for grid, batch in rest]) for page in pages]
    # If a run fits on neither page beside the others, each keeps its own sheet.
    alone = [(Block(grid, batch),) for grid, batch in rest]
    shared = min((way for way in tried if way is not None), key=len, default=alone)
    return Press.of(pieces, edition, foot).sheets([*whole, *shared])


def _shared(rest: Sequence[_Run]) -> list[tuple[Block, ...]] | None:
    """Return pages of blocks, or None if not every piece fits on such a page."""
    if not rest:
        return []
    if not all(all(_most(grid)) for grid, _ in rest):
        return None
    left, top, right, bottom = _area(rest[0][0])
    blocks = [part for grid, batch in rest for part in _parts(grid, batch)]
    spots = pack([_extent(grid) for grid, _ in blocks], (right - left, bottom - top), turn=False)
    pages: list[tuple[Block, ...]] = [()] * (1 + max(spot.page for spot in spots))
    for (grid, batch), spot in zip(blocks, spots, strict=True):
        pages[spot.page] += (_placed(grid, batch, left + spot.x, top + spot.y),)
    return pages


def _resized(grid: Grid, page: tuple[float, float], folded: bool) -> Grid:
    """Return the grid on a page with its footer at the bottom, left of a fold if any piece is folded."""
    return replace(grid, page=page, foot="bottom", fold=page[0] / 2 if folded else None)


def _area(grid: Grid) -> Box:
    """Return the area for blocks: above the footer, and left of the fold if there is one."""
    left, top, right, bottom = free_area(grid)
    return left, top, right if grid.fold is None else grid.fold, bottom


def _reach(grid: Grid) -> float:
    """Return the space for marks around a block."""
    return gap(grid.bleed) + MARK


def _most(grid: Grid) -> tuple[int, int]:
    """Return the maximum numbers of columns and rows of a block."""
    left, top, right, bottom = _area(grid)
    room = right - left - 2 * _reach(grid), bottom - top - 2 * _reach(grid)
    columns, rows = counts(room, grid.size, grid.gutter, nested=grid.nested)
    return max(columns, 0), max(rows, 0)


def _parts(grid: Grid, batch: tuple[Piece, ...]) -> Iterator[_Run]:
    """Yield the pieces in blocks that fit on the page."""
    columns, rows = _most(grid)
    for at in range(0, len(batch), columns * rows):
        part = batch[at : at + columns * rows]
        across = min(columns, len(part))
        yield replace(grid, columns=across, rows=ceil(len(part) / across)), part


def _extent(grid: Grid) -> tuple[float, float]:
    """Return width and height of a block with its marks."""
    left, top, right, bottom = grid.block
    return right - left + 2 * _reach(grid), bottom - top + 2 * _reach(grid)


def _placed(grid: Grid, batch: tuple[Piece, ...], x: float, y: float) -> Block:
    """Return a block with the corner of its marks at (x, y)."""
    width, height = _extent(grid)
    return Block(replace(grid, corner=(x + _reach(grid), y + _reach(grid))), batch, (x, y, x + width, y + height))
