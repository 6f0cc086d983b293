"""Few pieces of many sizes onto few sheets: each size a block of its own with its own marks, blocks packed beside and below each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from rcwkit.layout.imposition import Block, Piece, Press, free_area, run_grid, runs
from rcwkit.look.edition import Edition
from rcwkit.look.frame import MM, Sheet
from rcwkit.look.grids import MARK, Grid, gap
from rcwkit.look.marks import Box, Foot
from rcwkit.look.packing import pack

__all__ = ["gang"]

_Run = tuple[Grid, tuple[Piece, ...]]
"""Pieces of one size on the grid that they stand on."""


def gang(pieces: Sequence[Piece], edition: Edition, foot: Foot) -> list[Sheet]:
    """Sheets for all pieces, as few as blocks of one size each can be packed on. Raises InputError for a piece larger than the paper.

    Runs that fill whole sheets get them, as `impose` gives them; what is left of each run shares sheets with the others.
    """
    grids = [(run_grid(run, edition), run) for run in runs(pieces)]
    parted = [(grid, tuple(run[at : at + grid.count])) for grid, run in grids for at in range(0, len(run), grid.count)]
    folded = any(grid.fold is not None for grid, _ in parted)
    whole = [(Block(grid, batch),) for grid, batch in parted if len(batch) == grid.count]
    rest = [(grid, batch) for grid, batch in parted if len(batch) < grid.count]
    room = edition.room
    pages = (room.width * MM, room.height * MM), (room.height * MM, room.width * MM)
    ways = [
        way
        for page in pages
        for way in [_shared([(_laid(grid, page, folded), batch) for grid, batch in rest])]
        if way is not None
    ]
    # Where some run fits neither way beside the others, each keeps the sheet that suits it best.
    shared = min(ways, key=len, default=[(Block(grid, batch),) for grid, batch in rest])
    return Press.of(pieces, edition, foot).sheets([*whole, *shared])


def _shared(rest: Sequence[_Run]) -> list[tuple[Block, ...]] | None:
    """Pages of blocks, or None if not every piece fits on such a page."""
    if not rest:
        return []
    if not all(all(_most(grid)) for grid, _ in rest):
        return None
    left, top, right, bottom = _area(rest[0][0])
    blocks = [part for grid, batch in rest for part in _parts(grid, batch)]
    spots = pack([_extent(grid) for grid, _ in blocks], (right - left, bottom - top), turn=False)
    placed = [
        (spot.page, _placed(grid, batch, left + spot.x, top + spot.y))
        for (grid, batch), spot in zip(blocks, spots, strict=True)
    ]
    return [tuple(block for on, block in placed if on == page) for page in range(1 + max(on for on, _ in placed))]


def _laid(grid: Grid, page: tuple[float, float], folded: bool) -> Grid:
    """The grid's sizes on a page with its foot below; where other pieces are folded, all stand left of the fold."""
    return replace(grid, page=page, foot="bottom", fold=page[0] / 2 if folded else None)


def _area(grid: Grid) -> Box:
    """What its page has for blocks: all above the foot, or what of that lies left of the fold."""
    left, top, right, bottom = free_area(grid)
    return left, top, right if grid.fold is None else grid.fold, bottom


def _reach(grid: Grid) -> float:
    """What marks take around a block."""
    return gap(grid.bleed) + MARK


def _most(grid: Grid) -> tuple[int, int]:
    """The most columns and rows of a block."""
    area = _area(grid)
    rooms = area[2] - area[0] - 2 * _reach(grid), area[3] - area[1] - 2 * _reach(grid)
    columns, rows = (
        int((room + grid.gutter + 1e-6) // (side + grid.gutter)) for room, side in zip(rooms, grid.size, strict=True)
    )
    return max(columns, 0), max(rows, 0)


def _parts(grid: Grid, batch: tuple[Piece, ...]) -> Iterator[_Run]:
    """The pieces in blocks that fit onto the page."""
    columns, rows = _most(grid)
    for at in range(0, len(batch), columns * rows):
        part = batch[at : at + columns * rows]
        across = min(columns, len(part))
        yield replace(grid, columns=across, rows=ceil(len(part) / across)), part


def _extent(grid: Grid) -> tuple[float, float]:
    """Width and height of a block with its marks."""
    left, top, right, bottom = grid.block
    return right - left + 2 * _reach(grid), bottom - top + 2 * _reach(grid)


def _placed(grid: Grid, batch: tuple[Piece, ...], x: float, y: float) -> Block:
    """A block with the corner of its marks at (x, y)."""
    width, height = _extent(grid)
    return Block(replace(grid, corner=(x + _reach(grid), y + _reach(grid))), batch, (x, y, x + width, y + height))
