"""Blocks of known height into pages of balanced columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["FORWARD", "Band", "Block", "Page", "flow"]

FORWARD = 12
"""Among how many bands a free page chooses."""


@dataclass(frozen=True)
class Block:
    """An unbreakable piece, its height in any unit. `span` takes all columns; `keep` stays in one column with the block after it.

    `again` is the height of a heading repeated above it where it begins a column.
    """

    height: float
    span: bool = False
    keep: bool = False
    again: float = 0.0


@dataclass(frozen=True)
class Band:
    """Blocks side by side: the indices in each column. A spanning block is a band of one column."""

    columns: tuple[tuple[int, ...], ...]
    height: float


@dataclass(frozen=True)
class Page:
    """Bands from top to bottom."""

    bands: tuple[Band, ...]

    @property
    def height(self) -> float:
        """How far down the page its bands reach."""
        return sum(band.height for band in self.bands)


@dataclass(frozen=True)
class _Unit:
    """Blocks that must stay together."""

    blocks: tuple[int, ...]
    height: float
    span: bool
    again: float

    @property
    def alone(self) -> float:
        """Its height at the top of a column."""
        return self.height + self.again


def flow(blocks: Sequence[Block], columns: int, first: float, rest: float, *, free: bool = False) -> list[Page]:
    """Fill pages in order, `first` high and then `rest` high; what ends on a page is balanced over its columns.

    With `free`, later bands are drawn forward where they fill a page best. A unit taller than a page gets one of its own.
    """
    pending = _bands(_units(blocks))
    pages: list[Page] = []
    room = first
    while pending:
        if free:
            placed, pending = _drawn_forward(pending, columns, room)
        else:
            placed, pending = _in_order(pending, columns, room)
        pages.append(Page(tuple(placed)))
        room = rest
    return pages


def _in_order(pending: list[list[_Unit]], columns: int, room: float) -> tuple[list[Band], list[list[_Unit]]]:
    """The bands of one page, and what is left; a run of units may be divided."""
    placed: list[Band] = []
    for index, units in enumerate(pending):
        band = _balanced(units, columns)
        if band.height > room:
            taken, left = _split(units, columns, room, force=not placed)
            if taken:
                placed.append(_band(_filled(taken, columns, max(room, *(unit.alone for unit in taken)))))
            return placed, [*([left] if left else []), *pending[index + 1 :]]
        placed.append(band)
        room -= band.height
    return placed, []


def _drawn_forward(pending: list[list[_Unit]], columns: int, room: float) -> tuple[list[Band], list[list[_Unit]]]:
    """The first band, and of the others those that fill the page best, in order."""
    bands = [_balanced(units, columns) for units in pending]
    if bands[0].height > room:
        return _in_order(pending, columns, room)
    best: tuple[float, tuple[int, ...]] = (bands[0].height, (0,))
    reached = [best]
    for index in range(1, min(len(bands), FORWARD)):
        grown = [(height + bands[index].height, (*chosen, index)) for height, chosen in reached if height + bands[index].height <= room]
        reached += grown
        best = max([best, *grown], key=lambda choice: choice[0])
    chosen = set(best[1])
    return [bands[index] for index in best[1]], [units for index, units in enumerate(pending) if index not in chosen]


def _units(blocks: Sequence[Block]) -> list[_Unit]:
    units: list[_Unit] = []
    held: list[int] = []
    for index, block in enumerate(blocks):
        held.append(index)
        if not block.keep or index == len(blocks) - 1 or blocks[index + 1].span != block.span:
            units.append(_Unit(tuple(held), sum(blocks[i].height for i in held), block.span, blocks[held[0]].again))
            held = []
    return units


def _bands(units: list[_Unit]) -> list[list[_Unit]]:
    """Runs of units that share columns; every spanning unit alone."""
    runs: list[list[_Unit]] = []
    for unit in units:
        if runs and not unit.span and not runs[-1][0].span:
            runs[-1].append(unit)
        else:
            runs.append([unit])
    return runs


def _filled(units: Sequence[_Unit], columns: int, limit: float) -> list[list[_Unit]]:
    """Units into columns one after the other, none filled beyond the limit; may need more columns than there are."""
    filled: list[list[_Unit]] = [[]]
    for unit in units:
        if filled[-1] and _height(filled[-1]) + unit.height > limit + 1e-6:
            filled.append([])
        filled[-1].append(unit)
    return filled


def _height(column: Sequence[_Unit]) -> float:
    return column[0].again + sum(unit.height for unit in column)


def _balanced(units: list[_Unit], columns: int) -> Band:
    """The lowest band that holds all units."""
    if units[0].span:
        return _band([units])
    high = _height(units) + max(unit.again for unit in units)
    low = max(sum(unit.height for unit in units) / columns, *(unit.alone for unit in units))
    for _ in range(20):
        middle = (low + high) / 2
        if len(_filled(units, columns, middle)) <= columns:
            high = middle
        else:
            low = middle
    return _band(_filled(units, columns, high))


def _band(filled: list[list[_Unit]]) -> Band:
    return Band(tuple(tuple(index for unit in column for index in unit.blocks) for column in filled), max(_height(column) for column in filled))


def _split(units: list[_Unit], columns: int, room: float, *, force: bool) -> tuple[list[_Unit], list[_Unit]]:
    """As many units as fit into the room, and the rest; with `force` at least one."""
    if units[0].span:
        return (units, []) if force else ([], units)
    fitting: list[_Unit] = []
    for column in _filled(units, columns, room)[:columns]:
        if _height(column) > room + 1e-6:  # a unit taller than the room
            break
        fitting += column
    if not fitting and force:
        fitting = units[:1]
    return fitting, units[len(fitting) :]
