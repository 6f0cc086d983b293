"""Chances as printed, in strips, grids and matrices for the odds sheet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any, TypeVar

from rcwkit.dice.wording import labelled
from rcwkit.document.blocks import Block, Cell, Grid, Row, again
from rcwkit.frame import MM
from rcwkit.game.game import Game
from rcwkit.source.language import Language, plain, typeset
from rcwkit.type.fonts import FontBook

RARE = Fraction(1, 1000)
"""Rarer values at the ends of a distribution are grouped."""
SHORT = 10**6
"""Only fractions with a smaller denominator are printed."""

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Entry:
    """A procedure or table: lines under its title, and its chances with remarks. `certain` leaves nothing to chance."""

    title: str
    rule: str
    flags: tuple[int, ...]
    head: tuple[Block, ...] = ()
    body: tuple[Block, ...] = ()
    certain: bool = False

    def again(self, say: Language) -> str:
        """Return the heading over chances that continue in another column: the title, and those of their columns."""
        heads = " | ".join(label.text for block in self.head if isinstance(block, Grid) for label in block.columns)
        return f"{again(say, self.title)}{': ' if heads else ''}{heads}"


def percent(chance: Fraction) -> str:
    """Return a per cent with one decimal, without it if it is whole, `–` if impossible."""
    if (100 * chance).denominator == 1:
        return str(100 * chance) if chance else "–"
    shown = f"{float(chance) * 100:.1f}"
    return {"0.0": "< 0.1", "100.0": "> 99.9"}.get(shown, shown)


def chance(part: Fraction, top: Fraction = Fraction(1)) -> Cell:
    """Return a chance as printed; its bar is full at `top`."""
    fraction = str(part) if 1 < part.denominator < SHORT else ""
    return Cell(percent(part), note=fraction, bar=round(float(part / top) * 100, 1), shade=ceil(part * 10))


def mean_text(mean: Fraction | None) -> str:
    """Return a mean with one decimal, without it if it is whole, or an empty string without a mean."""
    return "" if mean is None else typeset(mean.numerator if mean.denominator == 1 else f"{float(mean):.1f}")


def label(game: Game, key: Any, text: str | None = None) -> Cell:
    """Return the label of an answer or result; `text` is its name where that differs from the key."""
    shown = game.say(plain(key)) if text is None else text
    owner = next(
        (name for name, owner in game.owners.items() if name == key or owner.title.casefold() == shown.casefold()), ""
    )
    return Cell(shown, owner=owner)


def alike(found: Mapping[K, V], *, adjacent: bool = False) -> list[tuple[tuple[K, ...], V]]:
    """Group keys with equal values, in order of first appearance; if `adjacent`, only neighbours."""
    groups: list[tuple[tuple[K, ...], V]] = []
    for key, value in found.items():
        among = range(max(len(groups) - 1, 0), len(groups)) if adjacent else range(len(groups))
        at = next((index for index in among if groups[index][1] == value), None)
        if at is None:
            groups.append(((key,), value))
        else:
            groups[at] = ((*groups[at][0], key), value)
    return groups


def together(say: Language, values: Sequence[Any], shown: Callable[[Any], str] = plain) -> str:
    """Return the label of values that share a row: `3`, `6–9`, `Lithuania and Latvia`."""
    if not all(isinstance(value, int) for value in values):
        return say.listed(map(shown, values))
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(_run(say, run, shown) for run in runs)


def _run(say: Language, run: list[int], shown: Callable[[Any], str]) -> str:
    first, last = shown(run[0]), shown(run[-1])
    if len(run) < 3:
        return ", ".join(map(shown, run))
    return f"{first}–{last}" if first.isdecimal() else say("{low} to {high}", low=first, high=last)


def folded(distributions: Iterable[Mapping[Any, Fraction]], most: int) -> list[tuple[Any, ...]]:
    """Return the values of distributions as at most `most` columns: rare ones grouped, of numbers only at the ends."""
    chances = list(distributions)
    values = list(dict.fromkeys(value for chance in chances for value in chance))
    rare = {value for value in values if all(chance.get(value, 0) < RARE for chance in chances)}
    if not all(isinstance(value, int) for value in values):
        likeliest = sorted(
            (value for value in values if value not in rare),
            key=lambda value: -max(chance.get(value, 0) for chance in chances),
        )
        kept = likeliest if len(likeliest) + bool(rare) <= most else likeliest[: most - 1]
        rest = tuple(value for value in values if value not in kept)
        return [*((value,) for value in values if value in kept), *([rest] if rest else [])]
    values.sort()
    low = next((index for index, value in enumerate(values) if value not in rare), 0)
    high = next((index for index, value in enumerate(reversed(values)) if value not in rare), 0)
    low, high = (0 if end == 1 else end for end in (low, high))
    over = len(values) - low - high + bool(low) + bool(high) - most
    high += over + (not high) if over > 0 else 0
    middle = values[low : len(values) - high]
    return [
        *([tuple(values[:low])] if low else []),
        *((value,) for value in middle),
        *([tuple(values[-high:])] if high else []),
    ]


LOW = Fraction(1, 4)
"""The least chance at which a bar of a strip is full, so that a flat distribution stays low."""
COLUMN = 88.0
"""Width of a page column on the narrowest paper (mm)."""
MEAN = 9.0
"""Width of a column of means (mm)."""
CELL = 6.6
"""Minimum width of a cell with a per cent (mm)."""
PADDING = 1.6
"""Space beside a text in its cell (mm)."""
EASY = 7.0
"""Width that cells keep when row labels are wider than `KEY` (mm)."""
KEY = 22.0
"""Width that a row label gets whenever it needs it (mm)."""
WIDEST_KEY = 34.0
"""Maximum width of a row label before it wraps (mm)."""
MOST_ROWS = 16
"""Maximum number of rows kept together."""
SIZE = 9.5
"""Size of headings and row labels (pt)."""
_WORD = re.compile(r"[^\s–-]+[–-]?")


def _column(game: Game, values: tuple[Any, ...], named: Mapping[str, str]) -> Cell:
    if len(values) == 1:
        return label(game, values[0], labelled(named, values[0]))
    if all(isinstance(value, int) for value in values):
        low, high = typeset(values[0]), typeset(values[-1])
        return Cell(game.say("{low} to {high}", low=low, high=high) if values[0] < 0 else f"{low}–{high}")
    return Cell(game.say("any other"))


def strip(
    game: Game,
    book: FontBook,
    title: str,
    distribution: Mapping[Any, Fraction],
    mean: Fraction | None,
    order: Sequence[Any] = (),
    named: Mapping[str, str] = {},
) -> tuple[Grid, ...]:
    """Return a distribution as a strip of bars, in the given `order` of results if any; `named` ones have names."""
    columns = [(value,) for value in order if value in distribution] or folded([distribution], 3 * int(COLUMN // CELL))
    parts = [sum((distribution[value] for value in values), Fraction(0)) for values in columns]
    top = max(*parts, LOW)
    labels = tuple(_column(game, values, named) for values in columns)
    return _blocks(
        book,
        Grid("odds", (Row(tuple(chance(part, top) for part in parts)),), labels, title=title, mean=mean_text(mean)),
    )


def grid(
    game: Game,
    book: FontBook,
    title: str,
    heads: tuple[str, ...],
    rows: Sequence[tuple[tuple[str, ...], Mapping[Any, Fraction], Fraction | None]],
    order: Sequence[Any] = (),
    named: Mapping[str, str] = {},
) -> tuple[Grid, ...]:
    """Return distributions as rows with their labels and means; `order`, if given, must hold all results.

    Results that are `named` have their names.
    """
    distributions = [distribution for _, distribution, _ in rows]
    values = {value for distribution in distributions for value in distribution}
    means = any(mean is not None for _, _, mean in rows)
    others = MEAN * means + EASY * len(values)
    widths = tuple(
        _width(book, [head, *(keys[index] for keys, _, _ in rows)], others) for index, head in enumerate(heads)
    )
    columns = [(value,) for value in order if value in values] or folded(
        distributions, int((COLUMN - sum(widths) - MEAN * means) // CELL)
    )
    sums = [
        [sum((distribution.get(value, Fraction(0)) for value in column), Fraction(0)) for column in columns]
        for distribution in distributions
    ]
    merged = _merged([tuple(label(game, key, key) for key in keys) for keys, _, _ in rows])
    lines = (
        Row((*map(chance, line), *([Cell(mean_text(mean), "mean")] if means else ())), keys)
        for keys, line, (_, _, mean) in zip(merged, sums, rows, strict=True)
    )
    across = (
        *(_column(game, column, named) for column in columns),
        *([Cell(game.say("mean"), "mean")] if means else ()),
    )
    return _blocks(book, Grid("odds", tuple(lines), across, heads, widths, title))


def turned(book: FontBook, down: Sequence[Cell], across: Sequence[Cell]) -> bool:
    """Return whether a matrix takes less height with its rows and columns exchanged."""
    return _height(book, across, down) < _height(book, down, across)


def matrix(
    book: FontBook,
    title: str,
    down: Sequence[Cell],
    across: Sequence[Cell],
    cells: Sequence[Sequence[Cell]],
    by: str = "",
) -> tuple[Grid, ...]:
    """Return chances by row and column; a single row has a title instead of a label."""
    single = len(down) == 1 and not title
    wide = ceil(len(across) / _bands(book, KEY * (not single), across))
    widths = () if single else (_width(book, [key.text for key in down], EASY * wide),)
    rows = (Row(tuple(line), () if single else (key,)) for key, line in zip(down, cells, strict=True))
    heads, title = ("",) * len(widths), down[0].text if single else title
    return _blocks(book, Grid("odds", tuple(rows), tuple(across), heads, widths, title, by=by))


def _blocks(book: FontBook, whole: Grid) -> tuple[Grid, ...]:
    """Divide a grid into equally wide bands of columns and into parts of its rows; the first part keeps the title."""
    means = [column for column in whole.columns if column.style == "mean"]
    across = whole.columns[: len(whole.columns) - len(means)]
    wide = ceil(len(across) / _bands(book, sum(whole.widths) + MEAN * len(means), across))
    parts = [
        replace(
            whole,
            columns=(*columns, *means),
            rows=tuple(
                row._replace(cells=(*row.cells[start : start + wide], *row.cells[len(across) :])) for row in rows
            ),
            blank=wide - len(columns),
        )
        for rows in _parted(whole.rows, len(whole.widths))
        for start in range(0, len(across), wide)
        for columns in [across[start : start + wide]]
    ]
    return (parts[0], *(replace(part, title="", mean="", by="") for part in parts[1:]))


def _parted(lines: Sequence[Row], keys: int) -> list[tuple[Row, ...]]:
    """Divide many rows into even parts that columns and pages may separate, never within the rows of one label."""
    size = ceil(len(lines) / ceil(len(lines) / MOST_ROWS))
    parts: list[tuple[Row, ...]] = []
    for line in lines:
        if not parts or (len(parts[-1]) >= size and len(line.keys) == keys):
            parts.append(())
        parts[-1] = (*parts[-1], line)
    return parts


def _bands(book: FontBook, aside: float, across: Sequence[Cell]) -> int:
    """Return how many bands columns need beside labels `aside` wide (mm), so that no word is broken."""
    word = max(_measure(book, word) for one in across for word in _WORD.findall(one.text) or [""])
    return ceil(len(across) / max(1, (COLUMN - aside) // max(CELL, word + PADDING / 2)))


def _height(book: FontBook, down: Sequence[Cell], across: Sequence[Cell]) -> float:
    """Return the height of a matrix in lines."""
    key = _width(book, [one.text for one in down], EASY * ceil(len(across) / _bands(book, KEY, across)))
    bands = _bands(book, key, across)
    cell = (COLUMN - key) / ceil(len(across) / bands)

    def lines(label: Cell, width: float) -> int:
        return ceil(_measure(book, label.text) / (width - PADDING))

    return bands * (max(lines(one, cell) for one in across) + sum(max(1.3, lines(one, key)) for one in down))


def _width(book: FontBook, keys: Iterable[str], others: float) -> float:
    """Return the width of a column of labels (mm): what the longest needs, or what the other columns leave it."""
    left = min(max(KEY, COLUMN - others), WIDEST_KEY)
    return round(min(max(_measure(book, key) for key in keys) + 2 * PADDING, left), 1)


def _measure(book: FontBook, text: str) -> float:
    return book.width(text, "narrow-bold", SIZE) / MM


def _merged(rows: list[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """Merge equal first labels of adjacent rows into one that spans them."""
    spans: list[tuple[Cell, ...]] = []
    start = 0
    for index, keys in enumerate(rows):
        if len(keys) > 1 and index and keys[0] == rows[start][0]:
            spans[start] = (spans[start][0]._replace(rows=index - start + 1), *spans[start][1:])
            spans.append(keys[1:])
        else:
            start = index
            spans.append(keys)
    return spans
