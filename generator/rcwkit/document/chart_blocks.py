"""Charts as blocks: those of a game, rolled tables on the odds sheet, and what a game holds, counted."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, groupby
from math import floor
from typing import Any, NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.dice.conditions import Compare
from rcwkit.dice.notation import FAR, Dice, Range
from rcwkit.dice.tables import EACH, Drm, Reader, Resolution, Table, Tables
from rcwkit.document.blocks import (
    Block,
    Cell,
    Chance,
    ChanceRow,
    Chances,
    Chart,
    DocumentPart,
    Grid,
    Heading,
    Paragraph,
    Row,
    Shifts,
    TextDocument,
    document,
    flags,
    signed,
)
from rcwkit.document.odds_grids import Entry, alike, grid, mean_text, strip, together
from rcwkit.frame import MM
from rcwkit.game.game import Game, GameItem
from rcwkit.source.language import Language, typeset, word
from rcwkit.source.markup import measured
from rcwkit.type.fonts import FontBook

WIDTHS = {"half": 88.0, "narrow": 118.0, "full": 235.0}
"""The largest natural width (mm) of a chart that takes half a page, leaves room for text beside it, or fills a page."""
WRITE_IN = 18.0
"""The width (mm) of a write-in cell."""
_FIGURE = re.compile(r"^[+−±]?\d+$|^\S{1,3}$")
_CODE = re.compile(r"^[A-Z0-9+−–½/*]{0,6}$")
_QUIET = frozenset({"–", "—", "-", "·", "none", "no", "no effect", "nothing"})


def charts(game: Game, book: FontBook, size: float = 9.0, tables: Collection[str] | None = None) -> TextDocument:
    """Return these charts, or all, by collection; those too wide for portrait pages follow in a landscape part.

    `size` is the text size in points: larger text needs wider charts.
    """
    upright: list[tuple[str, list[Chart]]] = []
    turned: list[tuple[str, list[Chart]]] = []
    for document_of, sheet in game.all(Tables):
        found = [
            chart(game, book, GameItem(name, table, document_of, ("tables", name)), size)
            for name, table in sheet.tables.items()
            if tables is None or name in tables
        ]
        if wide := [one for one in found if one.width == "wide"]:
            turned.append((sheet.title, wide))
        if others := [one for one in found if one.width != "wide"]:
            upright.append((sheet.title, _paired(others)))
    free = size <= 9
    say = game.say
    parts = [_part(say("Charts"), upright, free=free)] if upright else []
    parts += [_part(say("Wide charts"), turned, free=free)._replace(turned=True)] if turned else []
    return document(game, say("Charts"), parts)


def _part(title: str, groups: list[tuple[str, list[Chart]]], *, free: bool) -> DocumentPart:
    """Return a part; a single collection becomes the part and needs no heading."""
    if len(groups) == 1:
        title = groups[0][0]
    blocks: list[Block] = []
    for name, found in groups:
        blocks += [Heading(name, "collection", span=True, keep=True)] if len(groups) > 1 else []
        blocks += [replace(one, span=one.width != "half", level=3 if len(groups) > 1 else 2) for one in found]
    return DocumentPart(title, tuple(blocks), "bars", free=free)


def _paired(found: list[Chart]) -> list[Chart]:
    """Put half-width charts in pairs; one without a neighbour takes the whole row, with its text beside it."""
    runs = [(width, list(run)) for width, run in groupby(found, lambda item: item.width)]
    return [
        replace(item, width="beside" if item.texts > 2 else "solo") if width == "half" and len(run) == 1 else item
        for width, run in runs
        for item in run
    ]


def chart(game: Game, book: FontBook, item: GameItem[Table], size: float = 9.0) -> Chart:
    """Return a table as a chart, with text of `size` points."""
    table = item.value
    rows = _aligned(_rows(game, table))
    rows = _heat(rows, table) if table.heat else rows
    tints = {_said(game, cell): colour for cell, colour in table.tints.items()}
    rows = [[cell._replace(tint=tints.get(cell.text, "")) for cell in row] for row in rows] if tints else rows
    drawn = table.roll == Dice(1, 6) and not table.drm and not table.turned
    keys = [_covered(game.say, table.ranges[key]) if table.roll else _said(game, key) for key in table.rows]
    faces = [tuple(chain(*map(_faces, table.ranges[key]))) if drawn else () for key in table.rows]
    columns, groups = _columns(game, table, rows), _groups(table)
    places: list[Span | None] = [item.document.at(*item.path, "rows", key) for key in table.rows]
    if table.turned:
        faces, places = [()] * len(table.columns), [None] * len(table.columns)
        columns, groups = tuple(Cell(key, "word") for key in keys), ((dice_name(game.say, table.roll), len(keys)),)
        keys, rows = list(table.columns.values()), [list(row) for row in zip(*rows, strict=True)]
    cells = merged(rows) if table.roll else [tuple(row) for row in rows]
    made = Chart(
        title=table.title,
        rule=table.rule,
        note=table.note or "",
        flags=flags(game, table.rulings),
        head=table.head or dice_name(game.say, table.roll),
        groups=groups,
        columns=columns,
        rows=tuple(
            Row(line, (Cell(key, faces=dice),), at)
            for key, dice, line, at in zip(keys, faces, cells, places, strict=True)
        ),
        rolled=bool(table.roll),
        keys="figure" if table.roll or all(len(key) <= 6 for key in keys) else "text",
        drm=drm_lines(table.drm),
        key=tuple((_cell(game, result), text) for result, text in table.results.items()),
        remarks=tuple(remarks(game.say, table)),
        foot=table.foot,
        width="full" if table.shifts else _width(book, keys, rows, size),
        shifts=_shifts(table),
        id=item.id,
        at=item.span,
    )
    return replace(made, width=_arranged(made))


def _shifts(table: Table) -> Shifts | None:
    """Return the column shifts of a table, a cell for each column and for what lies past the last."""
    if table.shifts is None:
        return None
    columns = [*table.columns, *(["past"] if table.shifts.past else [])]
    rows = (
        Row(tuple(Cell(typeset(words.get(column, "")), "word") for column in columns), (Cell(head),))
        for head, words in table.shifts.rows.items()
    )
    return Shifts(columns.index(table.shifts.start), tuple(rows), table.shifts.past or "")


def _heat(rows: list[list[Cell]], table: Table) -> list[list[Cell]]:
    """Shade the numbers of a heat table in even steps; 0 is blank."""
    steps = sorted({cell for row in table.cells.values() for cell in row if isinstance(cell, int) and cell > 0})
    shades = {typeset(step): round(10 * number / len(steps)) for number, step in enumerate(steps, 1)}

    def made(cell: Cell) -> Cell:
        if cell.text == "0":
            return Cell("", "figure")
        return Cell(cell.text, "figure", shade=shades[cell.text]) if cell.text in shades else cell

    return [[made(cell) for cell in row] for row in rows]


def _arranged(item: Chart) -> str:
    """Return the width that places the texts: under the table, beside it, or, if too many, below it in two columns."""
    if item.width == "half" and item.texts <= 5:
        return "half"
    if item.width in ("half", "narrow") and item.texts > 2:
        return "below" if item.texts > 2 * len(item.rows) + 2 else "beside"
    return "full" if item.width == "narrow" else item.width


def key_text(say: Language, found: Range) -> str:
    """Return a die result or range as printed: `2–3`, `10 or more`."""
    low, high = found
    if low == -FAR:
        return say("{n} or less", n=typeset(high))
    if high == FAR:
        return say("{n} or more", n=typeset(low))
    return typeset(low) if low == high else f"{typeset(low)}–{typeset(high)}"


def _covered(say: Language, many: Iterable[Range]) -> str:
    return ", ".join(key_text(say, one) for one in many)


def drm_lines(drms: Iterable[Drm]) -> tuple[tuple[str, str], ...]:
    """Return each DRM as (signed number, when it applies); one that counts something has its amount for each."""
    return tuple((each[1], each[2]) if (each := EACH.match(drm.text)) else (signed(drm.add), drm.text) for drm in drms)


def remarks(say: Language, table: Resolution) -> Iterable[str]:
    """Yield what players must know of a table's ends and natural results."""
    if table.beyond == "clamp" and table.drm and table.rows:
        (_, first), *_, (_, last) = 2 * table.ascending
        text = word("Totals past the ends count as {first} or {last}, so a DRM makes that end likelier.")
        yield say(text, first=key_text(say, first), last=key_text(say, last))
    for face, result in table.natural.items():
        yield say("A natural {face} is always: {result}.", face=face, result=say(str(result)))


def dice_name(say: Language, dice: Dice | None) -> str:
    """Return dice as printed, 2d6 or d66, or nothing for none."""
    if dice is None:
        return ""
    return say("d{n}", n=dice.digits) if dice.digits else say("{count}d{faces}", count=dice.count, faces=dice.faces)


def _said(game: Game, value: Any) -> str:
    """Return a row or result of a chart in the language of the kit, typeset."""
    return typeset(game.say(str(value)))


def _faces(found: Range) -> tuple[int, ...]:
    low, high = found
    return tuple(range(max(low, 1), min(high, 6) + 1))


def _rows(game: Game, table: Table) -> list[list[Cell]]:
    cells = [*table.cells.values()]
    rules = [index for index, name in enumerate(table.columns) if name == "rule"]
    flat = [cell for row in cells for cell in row]
    counted = bool(table.roll) and all(_FIGURE.match(typeset(cell)) for cell in flat)
    graded = frozenset(cell for cell in flat if isinstance(cell, int) and cell) if counted else frozenset()
    # A rolled 0 means nothing happens, unless the chart explains it; elsewhere it is a number like any other.
    quiet = _QUIET | {"0"} if table.roll and "0" not in map(str, table.results) else _QUIET

    def made(index: int, cell: Any) -> Cell:
        return Cell(str(cell), "rule") if index in rules else _cell(game, cell, graded, quiet)

    rows = [[made(index, cell) for index, cell in enumerate(row)] for row in cells]
    coded = all(_CODE.match(typeset(cell)) for cell in flat) and any(typeset(cell).isalpha() for cell in flat)
    if not (coded and table.roll and len(table.columns) > 1):
        return rows
    # Results such as DR and D2R are of one kind: they have one size, and each stands in its row.
    return [[cell._replace(style=_coded(cell.style)) for cell in row] for row in rows]


def _coded(style: str) -> str:
    base, *more = style.split()
    return " ".join(["figure" if base == "word" else base, *more, "code"])


def _cell(game: Game, value: Any, graded: frozenset[int] = frozenset(), quiet: frozenset[str] = _QUIET) -> Cell:
    """Return a cell with its emphasis.

    `graded` are the numbers of a chart that holds only numbers: of two or more, the highest are emphasised. `quiet` are
    words for "nothing".
    """
    text = _said(game, value)
    if not text.strip():
        return Cell("", "word blank")
    base = "figure" if _FIGURE.match(text) else "word" if len(measured(text)) <= 16 else "text"
    if str(value).lower() in quiet:
        return Cell(text, f"{base} quiet")
    owner = next((name for name, owner in game.owners.items() if text.casefold() in (owner.title.casefold(), name)), "")
    if owner and text.isupper():
        return Cell(text, "word owner", owner)
    if isinstance(value, int) and len(graded) > 1:
        above = sum(other > value for other in graded)
        if above == 0 and len(graded) > 2:
            return Cell(text, f"{base} loud")
        if above <= (len(graded) - 1) // 2:
            return Cell(text, f"{base} strong")
    return Cell(text, base)


def _aligned(rows: list[list[Cell]]) -> list[list[Cell]]:
    """Set every cell of a column as text if one of them is."""
    texts = {index for row in rows for index, cell in enumerate(row) if cell.style == "text"}

    def made(index: int, cell: Cell) -> Cell:
        return cell._replace(style=re.sub("figure|word", "text", cell.style)) if index in texts else cell

    return [[made(index, cell) for index, cell in enumerate(row)] for row in rows]


def _columns(game: Game, table: Table, rows: list[list[Cell]]) -> tuple[Cell, ...]:
    """Return the column headings: flush left over text, centred over results, in a side's colour over its column."""
    width = len(table.columns) or max((len(row) for row in rows), default=1)
    titles = [*table.columns.items()] or [("", "")] * width
    texts = {index for row in rows for index, cell in enumerate(row) if cell.style.startswith(("text", "rule"))}
    return tuple(
        Cell(typeset(title), "text" if index in texts else "word", name if name in game.owners else "")
        for index, (name, title) in enumerate(titles)
    )


def _groups(table: Table) -> tuple[tuple[str, int], ...]:
    """Return the headings that span columns, blank over the rest, each with the number of columns it spans."""
    if not table.groups:
        return ()
    of = {column: title for title, columns in table.groups.items() for column in columns}
    titles = (of.get(column, "") for column in table.columns)
    return tuple((title, len(list(run))) for title, run in groupby(titles))


def merged(rows: list[list[Cell]]) -> list[tuple[Cell, ...]]:
    """Merge equal words in adjacent rows into one cell; figures stay single, because the eye counts them."""
    spans: dict[tuple[int, int], int] = {}
    covered: set[tuple[int, int]] = set()
    for column in range(max((len(row) for row in rows), default=0)):
        start = 0
        for index in range(1, len(rows)):
            cell, above = rows[index][column], rows[start][column]
            if cell == above and not cell.style.startswith("figure"):
                covered.add((index, column))
                spans[start, column] = index - start + 1
            else:
                start = index
    return [
        tuple(
            cell._replace(rows=spans.get((index, column), 1))
            for column, cell in enumerate(row)
            if (index, column) not in covered
        )
        for index, row in enumerate(rows)
    ]


def _width(book: FontBook, keys: list[str], rows: list[list[Cell]], size: float) -> str:
    """Return half, narrow, full or wide, by the natural widths of the columns."""
    columns = [keys, *([cell.text for cell in column] for column in zip(*rows, strict=True))]
    longest = [
        max((book.width(measured(text), "sans", size) / MM if text else WRITE_IN for text in column), default=0)
        for column in columns
    ]
    wanted = sum(min(width + 4, 30 + width / 6) for width in longest)
    return next((name for name, most in WIDTHS.items() if wanted <= most), "wide")


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
    naturals = reader.dice.ways()
    endless = table.beyond == "clamp" or (reader.rows[0][0] == -FAR and reader.rows[-1][1] == FAR)
    first, last = reader.rows[0][1] - max(naturals), reader.rows[-1][0] - min(naturals)
    low, high = min(low, last), max(high, first)
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
    naturals = reader.dice.ways()
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


NONE = Cell("–", "word")
"""Stands for what things have not."""
MOST_COLUMNS = 16
"""The most columns of a curve; more numbers are put together in ranges."""
NARROW = 36
"""The most letters in the heads of a table that takes half a page."""
TYPE, OWNER, SIZE, ENTRY = "its type", "its owner", "its size", "its entry"
"""Facts that things have besides fields, whose names have no spaces."""
LARGEST = 10**9
"""The largest number that is counted: more digits have no room under a column."""


class Counted(NamedTuple):
    """Things that are alike: how many, what they are, and the numbers on each, both by name."""

    copies: int
    facts: Mapping[str, Cell]
    numbers: Mapping[str, Fraction]

    def fact(self, name: str) -> Cell:
        """Return what they are in one respect."""
        return self.facts.get(name, NONE)


def owned(game: Game, owner: str) -> Cell:
    """Return the head for what an owner has."""
    return Cell(game.owners[owner].title, "word", owner) if owner in game.owners else NONE


def amount(value: Any) -> Fraction | None:
    """Return a number exactly, as it is written; None for what is none, or too large for a column."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -LARGEST <= value <= LARGEST:
        return None
    return Fraction(str(value))


def crossed(
    say: Language,
    things: Sequence[Counted],
    down: tuple[str, str],
    across: str = "",
    title: str = "",
    order: Callable[[Cell], Any] | None = None,
) -> Chart:
    """Return how many there are by a fact in rows, its name and words, and by another in columns, with totals."""
    (name, head), total = down, Cell(say("In all"), "word")
    rows = _known(things, name)
    columns = _known(things, across) if across else [total]
    counts = Tally[tuple[Cell, Cell]]()
    for one in things:
        counts[one.fact(name), one.fact(across) if across else total] += one.copies
    lines = [(row, [counts[row, column] for column in columns]) for row in (sorted(rows, key=order) if order else rows)]
    if len(lines) > 1:
        lines.append((total, [sum(column) for column in zip(*(line for _, line in lines), strict=True)]))
    if len(columns) > 1:
        columns.append(total)
        lines = [(row, [*line, sum(line)]) for row, line in lines]
    return _table(title or head, head, columns, [(row, [str(n) if n else "" for n in line]) for row, line in lines])


def summed(say: Language, things: Sequence[Counted], across: str, title: str, told: Callable[[Fraction], str]) -> Chart:
    """Return the sum of each number that things have, by a fact in columns."""
    columns = _known([one for one in things if one.numbers], across)
    sums: dict[str, dict[Cell, Fraction]] = {}
    for one in things:
        for name, number in one.numbers.items():
            line = sums.setdefault(name, {})
            line[one.fact(across)] = line.get(one.fact(across), Fraction(0)) + number * one.copies
    lines = [
        (Cell(words(name)), [told(line[column]) if column in line else "" for column in columns])
        for name, line in sums.items()
    ]
    return _table(title, say("Value"), columns, lines)


def _known(things: Iterable[Counted], fact: str) -> list[Cell]:
    """Return what things are in one respect, in the order in which it comes; last, that they are nothing."""
    return sorted(dict.fromkeys(one.fact(fact) for one in things), key=lambda one: one == NONE)


def words(name: str) -> str:
    """Return the name of a field or type in words."""
    return name[:1].upper() + name[1:].replace("_", " ")


def _table(title: str, head: str, columns: Sequence[Cell], lines: Iterable[tuple[Cell, Sequence[str]]]) -> Chart:
    rows = tuple(Row(tuple(Cell(text, "word") for text in line), (key,)) for key, line in lines)
    letters = max((len(row.key) for row in rows), default=0) + sum(max(len(one.text), 5) for one in columns)
    width = "half" if letters <= NARROW else "full"
    wide, heads = width != "half", tuple(columns)
    return Chart(title, "", "", (), head, (), heads, rows, False, "text", (), (), (), (), width, span=wide)


def curve(say: Language, name: str, things: Iterable[Counted], at: Span | None = None) -> Iterator[Block]:
    """Yield how often each value of a number comes, as columns under its name, with its mean; nothing without any."""
    found, without = Tally[Fraction](), 0
    for one in things:
        if name in one.numbers:
            found[one.numbers[name]] += one.copies
        else:
            without += one.copies
    if not found:
        return
    mean = sum((value * copies for value, copies in found.items()), Fraction(0)) / found.total()
    columns = _ranges(found)
    cells = tuple(Chance(str(copies) if copies else "", copies / found.total()) for _, copies in columns)
    note = say("{n} without it", n=without) if without else ""
    yield Heading(words(name), "entry", aside=say("mean {n}", n=say.number(mean_text(mean))), keep=True, at=at)
    yield Chances("columns", (ChanceRow(cells, note=note),), tuple(say.number(head) for head, _ in columns), at=at)


def _ranges(found: Mapping[Fraction, int]) -> list[tuple[str, int]]:
    """Return the heads of columns and how many fall into each: whole numbers without a gap, values, or ranges."""
    values = sorted(found)
    least, most = floor(values[0]), floor(values[-1])
    whole = all(value.denominator == 1 for value in values)
    if whole and most - least < MOST_COLUMNS:
        return [(typeset(number), found.get(Fraction(number), 0)) for number in range(least, most + 1)]
    if len(values) <= MOST_COLUMNS:
        return [(typeset(f"{float(value):.10g}"), found[value]) for value in values]
    step = next(size for size in _steps() if most // size - least // size < MOST_COLUMNS)
    ranges = range(least // step * step, most + 1, step)
    heads = [f"{typeset(low)}–{typeset(low + step - 1)}" for low in ranges]
    return [
        (head, sum(copies for value, copies in found.items() if low <= value < low + step))
        for head, low in zip(heads, ranges, strict=True)
    ]


def _steps() -> Iterator[int]:
    """Yield the widths that ranges may have: 2, 5, 10, 20 and so on."""
    unit = 1
    while True:
        yield from (2 * unit, 5 * unit, 10 * unit)
        unit *= 10
