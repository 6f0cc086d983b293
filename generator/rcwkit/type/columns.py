"""Flow blocks of known height into balanced columns, in the largest type that fits; pack rectangles onto few pages."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

FORWARD = 12
"""How many items ahead a free page may choose from."""
NEAR = 6
"""How many blocks ahead a packed column may choose from; few, so that related blocks stay close."""
LEVELS = 20
"""Steps in which the height of packed columns is levelled."""
GROWTH = 1.1
"""Heights grow about with this power of the type size."""


class ColumnBlock(NamedTuple):
    """An unbreakable block, with its height in any unit. `span`: across all columns; `keep`: with the next block.

    `again` is the height of a heading that is repeated above it at the top of a column.
    """

    height: float
    span: bool = False
    keep: bool = False
    again: float = 0.0


class Band(NamedTuple):
    """Columns side by side, as the indices of their blocks. A spanning block is a band of one column."""

    columns: tuple[tuple[int, ...], ...]
    height: float


class ColumnPage(NamedTuple):
    """Bands from top to bottom."""

    bands: tuple[Band, ...]

    @property
    def height(self) -> float:
        """The total height of its bands."""
        return sum(band.height for band in self.bands)


class _Unit(NamedTuple):
    """Blocks kept together in one column."""

    blocks: tuple[int, ...]
    height: float
    span: bool
    keep: bool
    again: float

    @property
    def alone(self) -> float:
        """Its height at the top of a column."""
        return self.height + self.again


# A run is a sequence of units in columns, or one spanning unit; an item is a run with its spanning headings.
_Run = list[_Unit]
_Item = list[_Run]


def flow(
    blocks: Sequence[ColumnBlock], columns: int, first: float, rest: float, *, free: bool = False
) -> list[ColumnPage]:
    """Fill pages in order, the first `first` high, the others `rest`; columns are balanced where a run ends.

    With `free`, blocks under one spanning heading (`span` and `keep`) may be reordered to fill pages better, and a run
    is divided between pages only if every column of the first gets some of it. A block taller than a page gets its own,
    and blocks that are kept together are parted where they would be taller than one.
    """
    items = _items(_runs(_units(blocks, rest)))
    groups = _groups(items) if free else [items] if items else []
    pages: list[ColumnPage] = []
    placed: list[Band] = []
    room = first
    while groups:
        heights = [_item_height(item, columns, room) for item in groups[0]]
        taken = _best(heights, room) if free else _prefix(heights, room)
        placed += [_balanced(run, columns) for index in taken for run in groups[0][index]]
        room -= sum(heights[index] for index in taken)
        left = [item for index, item in enumerate(groups[0]) if index not in taken]
        if not left:
            groups.pop(0)
            continue
        bands, remainder = _divided(left[0], columns, room, force=not placed)
        if not free or not placed or (bands and len(bands[-1].columns) == columns):
            placed += bands
            left[0:1] = [remainder] if remainder else []
        groups[0:1] = [left] if left else []
        pages.append(ColumnPage(tuple(placed)))
        placed, room = [], rest
    return [*pages, ColumnPage(tuple(placed))] if placed else pages


def overfull(
    pages: Sequence[ColumnPage], heights: Sequence[float], first: float, rest: float
) -> Iterator[tuple[int, float]]:
    """Yield the highest block of each page that holds too much, and by how much, but blocks taller than `rest`.

    Such a block fits a page, but not under what the first one begins with.
    """
    for number, page in enumerate(pages):
        room = rest if number else first
        high = max((one for band in page.bands for column in band.columns for one in column), key=heights.__getitem__)
        if page.height > room + 0.1 and heights[high] <= rest + 0.1:
            yield high, page.height - room


def pack(heights: Sequence[float], columns: int, most: int, first: float, rest: float) -> list[ColumnPage]:
    """Fill columns one after the other, nearly in order, no fuller than needed to stay within `most` pages.

    Each page is one band of its full height.
    """
    for level in range(LEVELS // 2, LEVELS + 1):
        spare = rest * (1 - level / LEVELS)
        filled = _packed(heights, columns, first - spare, rest - spare)
        if len(filled) <= most * columns:
            break
    pages = [filled[index : index + columns] for index in range(0, len(filled), columns)]
    return [ColumnPage((Band(tuple(page), rest if number else first),)) for number, page in enumerate(pages)]


def _packed(heights: Sequence[float], columns: int, first: float, rest: float) -> list[tuple[int, ...]]:
    """Return the blocks of each column; a taller block has a column of its own."""
    filled: list[tuple[int, ...]] = []
    left = list(range(len(heights)))
    while left:
        room = first if len(filled) < columns else rest
        high = [heights[index] for index in left]
        sure = next((count for count in range(len(high)) if sum(high[: count + NEAR]) > room), len(high))
        taken = (*range(sure), *(sure + place for place in _best(high[sure:], room - sum(high[:sure]), NEAR))) or (0,)
        filled.append(tuple(left[place] for place in taken))
        left = [index for index in left if index not in filled[-1]]
    return filled


def _units(blocks: Sequence[ColumnBlock], limit: float) -> list[_Unit]:
    """Return blocks with those that they are kept with, as far as these fit a page."""
    units: list[_Unit] = []
    held: list[int] = []
    for index, block in enumerate(blocks):
        if held and sum(blocks[i].height for i in held) + block.height > limit:
            units.append(_unit(blocks, held))
            held = []
        held.append(index)
        if not block.keep or index == len(blocks) - 1 or block.span or blocks[index + 1].span:
            units.append(_unit(blocks, held))
            held = []
    return units


def _unit(blocks: Sequence[ColumnBlock], held: Sequence[int]) -> _Unit:
    first, last = blocks[held[0]], blocks[held[-1]]
    return _Unit(tuple(held), sum(blocks[i].height for i in held), last.span, last.keep, first.again)


def _runs(units: list[_Unit]) -> list[_Run]:
    runs: list[_Run] = []
    for unit in units:
        if runs and not unit.span and not runs[-1][0].span:
            runs[-1].append(unit)
        else:
            runs.append([unit])
    return runs


def _items(runs: list[_Run]) -> list[_Item]:
    items: list[_Item] = []
    for run in runs:
        if items and _is_heading(items[-1][-1]):
            items[-1].append(run)
        else:
            items.append([run])
    return items


def _is_heading(run: _Run) -> bool:
    return run[-1].span and run[-1].keep


def _groups(items: list[_Item]) -> list[list[_Item]]:
    groups: list[list[_Item]] = []
    for item in items:
        if groups and not _is_heading(item[0]):
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def _prefix(heights: list[float], room: float) -> tuple[int, ...]:
    """Return the longest prefix of items that fits."""
    count = 0
    while count < len(heights) and sum(heights[: count + 1]) <= room:
        count += 1
    return tuple(range(count))


def _best(heights: list[float], room: float, forward: int = FORWARD) -> tuple[int, ...]:
    """Return the first item and the others that fill the room best, in order; nothing if the first does not fit."""
    if not heights or heights[0] > room:
        return ()
    best: tuple[float, tuple[int, ...]] = (heights[0], (0,))
    reached = [best]
    for index in range(1, min(len(heights), forward)):
        grown = [
            (height + heights[index], (*chosen, index)) for height, chosen in reached if height + heights[index] <= room
        ]
        reached += grown
        best = max([best, *grown], key=lambda choice: choice[0])
    return best[1]


def _divided(item: _Item, columns: int, room: float, *, force: bool) -> tuple[list[Band], _Item]:
    """Split an item into what fits and the rest, with headings kept to their text; `force` takes at least one unit."""
    *headings, run = item
    bands = [_balanced(heading, columns) for heading in headings]
    room -= sum(band.height for band in bands)
    taken, left = _split(run, columns, room, force=force)
    if not taken:
        return [], item
    return [*bands, _band(_filled(taken, columns, max(room, *(unit.alone for unit in taken))))], [left] if left else []


def _split(run: _Run, columns: int, room: float, *, force: bool) -> tuple[_Run, _Run]:
    if run[0].span:
        return (run, []) if force else ([], run)
    fitting: _Run = []
    for column in _filled(run, columns, room)[:columns]:
        if _height(column) > room + 1e-6:  # a unit taller than the room
            break
        fitting += column
    if not fitting and force:
        fitting = run[:1]
    return fitting, run[len(fitting) :]


def _item_height(item: _Item, columns: int, room: float) -> float:
    """Return the height of an item with balanced columns, or a lower bound if it cannot fit."""
    least = sum(unit.height for run in item for unit in run) / columns
    return least if least > room else sum(_balanced(run, columns).height for run in item)


def _filled(units: Sequence[_Unit], columns: int, limit: float) -> list[_Run]:
    """Fill columns in turn up to the limit; if they do not suffice, begin one more and leave out the rest."""
    filled: list[_Run] = [[]]
    high = 0.0  # the units in the last column
    for unit in units:
        if filled[-1] and filled[-1][0].again + high + unit.height > limit + 1e-6:
            filled.append([])
            high = 0.0
        filled[-1].append(unit)
        high += unit.height
        if len(filled) > columns:
            break
    return filled


def _height(column: Sequence[_Unit]) -> float:
    return column[0].again + sum(unit.height for unit in column)


def _balanced(run: _Run, columns: int) -> Band:
    """Return the lowest band that holds all units."""
    if run[0].span:
        return _band([run])
    high = _height(run) + max(unit.again for unit in run)
    low = max(sum(unit.height for unit in run) / columns, *(unit.alone for unit in run))
    for _ in range(20):
        middle = (low + high) / 2
        if len(_filled(run, columns, middle)) <= columns:
            high = middle
        else:
            low = middle
    return _band(_filled(run, columns, high))


def _band(filled: list[_Run]) -> Band:
    return Band(
        tuple(tuple(index for unit in column for index in unit.blocks) for column in filled),
        max(_height(column) for column in filled),
    )


SLACK = 1e-6

_Rect = tuple[float, float, float, float]
"""Left, top, right, bottom."""


class PackedPlace(NamedTuple):
    """The place of a rectangle: its page, from 0, its top left corner, and whether it is turned by 90°."""

    page: int
    x: float
    y: float
    turned: bool


def pack_rectangles(
    sizes: Sequence[tuple[float, float]], page: tuple[float, float], *, turn: bool = True, upright: Collection[int] = ()
) -> list[PackedPlace]:
    """Return a spot for each (width, height), in order; `upright` ones are never turned.

    Raises ValueError if one is larger than the page.
    """
    pages: list[list[_Rect]] = []
    spots: dict[int, PackedPlace] = {}
    for index in sorted(range(len(sizes)), key=lambda at: (-sizes[at][0] * sizes[at][1], at)):
        width, height = sizes[index]
        turns = turn and index not in upright
        places = ((number, _place(free, width, height, turns)) for number, free in enumerate(pages))
        number, place = next((found for found in places if found[1]), (len(pages), None))
        if place is None:
            pages.append([(0.0, 0.0, *page)])
            place = _place(pages[number], width, height, turns)
        if place is None:
            raise ValueError(f"{width:g} × {height:g} does not fit")
        x, y, turned = place
        spots[index] = PackedPlace(number, x, y, turned)
        across, down = (height, width) if turned else (width, height)
        pages[number] = _without(pages[number], (x, y, x + across, y + down))
    return [spots[index] for index in range(len(sizes))]


def _place(free: list[_Rect], width: float, height: float, turn: bool) -> tuple[float, float, bool] | None:
    """Return the topmost, then leftmost, corner with room for a rectangle; turned only if it fits no other way."""
    for turned, (across, down) in enumerate(((width, height), (height, width)) if turn else ((width, height),)):
        corners = [
            (top, left)
            for left, top, right, bottom in free
            if right - left >= across - SLACK and bottom - top >= down - SLACK
        ]
        if corners:
            top, left = min(corners)
            return left, top, bool(turned)
    return None


def _without(free: list[_Rect], used: _Rect) -> list[_Rect]:
    """Return the maximal free rectangles that remain; they may overlap."""
    left, top, right, bottom = used
    rest: list[_Rect] = []
    for one in free:
        a, b, c, d = one
        if left >= c - SLACK or right <= a + SLACK or top >= d - SLACK or bottom <= b + SLACK:
            rest.append(one)
        else:
            parts = ((a, b, left, d), (right, b, c, d), (a, b, c, top), (a, bottom, c, d))
            rest += [part for part in parts if part[2] - part[0] > SLACK and part[3] - part[1] > SLACK]
    distinct = list(dict.fromkeys(rest))
    return [one for one in distinct if not any(_inside(one, other) for other in distinct if other != one)]


def _inside(one: _Rect, other: _Rect) -> bool:
    return other[0] <= one[0] and other[1] <= one[1] and other[2] >= one[2] and other[3] >= one[3]


def divide(heights: Sequence[float], first: float, rest: float) -> list[ColumnPage]:
    """Divide blocks in order between two sheets, as evenly as they allow; what fits neither goes on further ones."""
    if sum(heights) <= first:
        return [ColumnPage((Band((tuple(range(len(heights))),), first),))]
    ways = [at for at in range(1, len(heights)) if sum(heights[:at]) <= first and sum(heights[at:]) <= rest]
    best = min(ways, key=lambda at: max(sum(heights[:at]) / first, sum(heights[at:]) / rest), default=len(heights))
    runs: list[list[int]] = [[]]
    for at, height in enumerate(heights):
        room = rest if len(runs) > 1 else first
        if runs[-1] and (at == best or sum(heights[one] for one in runs[-1]) + height > room):
            runs.append([])
        runs[-1].append(at)
    bands = (Band((tuple(run),), rest if number else first) for number, run in enumerate(runs))
    return [ColumnPage((band,)) for band in bands]


def likely(size: float, full: float) -> float:
    """Return the size that may fill pages, of which text in this size fills or overfills that share."""
    return size * math.pow(max(full, 0.01), -1 / GROWTH)


def largest(sizes: Sequence[float], near: float, fits: Callable[[float], bool]) -> float:
    """Return the first of falling sizes that fits, or else the last; tries begin near one of them."""
    last = len(sizes) - 1
    at = next((at for at, size in enumerate(sizes) if size <= near), last)
    while at < last and not fits(sizes[at]):
        at += 1
    while at and fits(sizes[at - 1]):
        at -= 1
    return sizes[at]


SPREAD = 0.19
"""How much higher a page is with as much more space as usual, as a share of it with the least."""


def roomiest(
    spaces: Sequence[float],
    least: float,
    room: float,
    height: Callable[[float], float],
    fits: Callable[[float], bool],
) -> float:
    """Return the first of falling spaces with which a page fits a room, or the least, with which it does.

    Tries go on where the heights of those before lead to expect.
    """
    best, high = least, height(least)
    growth = SPREAD * high
    more = [space for space in spaces if space > least]
    while more:
        near = best + (room - high) / growth
        space = next((one for one in more if one <= near), more[-1])
        growth = max((height(space) - high) / (space - best), 1.0)
        if fits(space):
            best, high, more = space, height(space), [one for one in more if one > space]
        else:
            more = [one for one in more if one < space]
    return best
