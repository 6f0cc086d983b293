"""Rolled tables on the odds sheet: the chance of each result, by column and total DRM."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from rcwkit.blocks.base import flags, signed
from rcwkit.blocks.charts import drm_lines, remarks
from rcwkit.blocks.dice import Grid
from rcwkit.blocks.odds_cells import Entry, alike, together
from rcwkit.blocks.odds_grids import grid, strip
from rcwkit.blocks.vocabulary import Paragraph
from rcwkit.dice.reader import Reader
from rcwkit.look.fonts import FontBook
from rcwkit.look.language import Language
from rcwkit.models.conditions import Compare
from rcwkit.models.dice import FAR
from rcwkit.models.tables import Drm, Table
from rcwkit.reading.game import Game

__all__ = ["chart_entry"]

NESTED = 4
"""Up to this many total DRMs stand beside their column's name; with more, each column has its own grid."""
SAID = 3
"""Up to this many DRMs are repeated here; more are found on the chart."""

Distribution = dict[Any, Fraction]
Ends = tuple[bool, bool]
"""Whether the first and the last total DRM stand for all beyond them."""


def chart_entry(game: Game, book: FontBook, table: Table) -> Entry:
    """Return the odds of a rolled table with rows."""
    reader = Reader.of(table)
    order = _order(table, reader)
    sums, ends = _sums(table, reader)
    found = {column: _by_sum(reader, column, sums) for column in reader.columns or (None,)}
    head = (
        table.head
        if table.turned
        else next((title for title, columns in table.groups.items() if set(columns) == set(table.columns)), "")
    )
    columns = [
        (game.say.listed(_title(table, column, head) for column in group), _alike(game.say, by_sum, ends))
        for group, by_sum in alike(found)
    ]
    drms = [f"{sign} {text}" for sign, text in drm_lines(table.drm)]
    said = (*([f"{'; '.join(drms)}."] if 0 < len(drms) <= SAID else []), *remarks(game.say, table))
    body = (*_grids(game, book, head, columns, order), *(Paragraph(text, "remark") for text in said))
    return Entry(table.title, table.rule, flags(game, table.rulings), body=body)


def _order(table: Table, reader: Reader) -> list[Any]:
    """Return the results, numbers by size and words in an order that agrees with every column's, where one exists."""
    columns = [list(dict.fromkeys(column)) for column in zip(*(cells for _, _, _, cells in reader.rows), strict=True)]
    cells = [cell for _, _, _, cells in reader.rows for cell in cells]
    left = list(dict.fromkeys([*cells, *table.natural.values()]))
    if all(isinstance(result, int) for result in left):
        return sorted(left)
    results: list[Any] = []
    while left:
        behind = {cell for column in columns for cell in [cell for cell in column if cell in left][1:]}
        results.append(next((result for result in left if result not in behind), left[0]))
        left.remove(results[-1])
    return results


def _title(table: Table, column: str | None, head: str) -> str:
    """Return a column's name with that of its group, unless the group has all columns."""
    if column is None:
        return ""
    group = next((title for title, columns in table.groups.items() if column in columns), "")
    return f"{group} {table.columns[column]}" if group and group != head else table.columns[column]


def _sums(table: Table, reader: Reader) -> tuple[list[int], Ends]:
    """Return the total DRMs to print, and whether the first and the last include all totals beyond.

    If a DRM depends on the game, these are all totals that make a difference; of them, those the table says can occur.
    """
    low, high = (table.totals.low, table.totals.high) if table.totals else (-FAR, FAR)
    if all(isinstance(drm.add, int) for drm in table.drm):
        return [total for total in sorted(_reachable(table.drm)) if low <= total <= high], (False, False)
    naturals = reader.dice.sums()
    endless = table.beyond == "clamp" or (reader.rows[0][0] == -FAR and reader.rows[-1][1] == FAR)
    first, last = reader.rows[0][1] - max(naturals), reader.rows[-1][0] - min(naturals)
    return list(range(max(first, low), min(last, high) + 1)), (endless and low < first, endless and high > last)


def _reachable(drms: Iterable[Drm]) -> set[int]:
    """Return the possible totals of fixed DRMs; those for different answers to one question exclude each other."""
    groups: dict[Any, list[tuple[frozenset[Any], int]]] = {}
    for index, drm in enumerate(drms):
        when = drm.when
        assert isinstance(drm.add, int)
        if isinstance(when, Compare) and isinstance(when.value, str) and when.is_in is not None:
            groups.setdefault(when.value, []).append((frozenset(when.is_in), drm.add))
        else:
            groups[index] = [(frozenset(), drm.add)]
    sums = {0}
    for group in groups.values():
        answers = frozenset().union(*(those for those, _ in group))
        together = {sum(add for those, add in group if answer in those) for answer in answers} or {
            add for _, add in group
        }
        sums = {total + add for total in sums for add in (0, *together)}
    return sums


def _by_sum(reader: Reader, column: str | None, sums: Iterable[int]) -> dict[int, Distribution]:
    """Return the chance of each result by total DRM, without totals that the table does not allow."""
    found = {}
    naturals = reader.dice.sums()
    whole = sum(naturals.values())
    for total in sums:
        chances: Distribution = {}
        try:
            for natural, ways in naturals.items():
                result = reader.read(natural, total, column).result
                chances[result] = chances.get(result, Fraction(0)) + Fraction(ways, whole)
        except ValueError:
            continue
        found[total] = chances
    return found


def _alike(say: Language, by_sum: Mapping[int, Distribution], ends: Ends) -> list[tuple[str, Distribution]]:
    """Group adjacent totals with equal chances; `ends` says whether the first and last groups include those beyond."""
    rows = []
    for sums, chances in alike(by_sum, adjacent=True):
        text = together(say, sums, signed)
        if ends[0] and sums[0] == min(by_sum):
            text = say("{n} or less", n=signed(sums[-1]))
        elif ends[1] and sums[-1] == max(by_sum):
            text = say("{n} or more", n=signed(sums[0]))
        rows.append((text, chances))
    return rows


def _grids(
    game: Game, book: FontBook, head: str, columns: list[tuple[str, list[tuple[str, Distribution]]]], order: list[Any]
) -> Iterator[Grid]:
    most = max(len(by_sum) for _, by_sum in columns)
    if len(columns) == most == 1:
        title, ((_, chances),) = columns[0]
        yield from strip(game, book, title, chances, _mean(chances), order)
    elif most > NESTED or len(columns) == 1:
        for title, by_sum in columns:
            totals = [((total,), chances, _mean(chances)) for total, chances in by_sum]
            yield from grid(game, book, title, (game.say("DRM"),), totals, order)
    elif most == 1:
        rows = [((title,), by_sum[0][1], _mean(by_sum[0][1])) for title, by_sum in columns]
        whole = grid(game, book, "", (head,), rows, order)
        if len({block.columns for block in whole}) == 1:
            yield from whole
        else:  # too many results for one band, or different ones in each column
            for (title,), chances, mean in rows:
                yield from strip(game, book, title, chances, mean, order)
    else:
        nested = [((title, total), chances, _mean(chances)) for title, by_sum in columns for total, chances in by_sum]
        yield from grid(game, book, "", (head, game.say("DRM")), nested, order)


def _mean(chances: Distribution) -> Fraction | None:
    return (
        sum((result * part for result, part in chances.items()), Fraction(0))
        if all(isinstance(result, int) for result in chances)
        else None
    )
