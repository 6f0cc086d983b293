"""Distributions and chances as grids for the odds sheet: strips of one, grids of several, matrices of two questions.

Each is a tuple of blocks: columns that have no room beside one another stand in bands, and many rows are divided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Any

from rcwkit.blocks.base import typeset
from rcwkit.blocks.dice import Chance, Grid, GridRow, Label
from rcwkit.blocks.odds_cells import chance, folded, label, mean_text
from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM
from rcwkit.reading.game import Game

__all__ = ["grid", "matrix", "strip", "turned"]

LOW = Fraction(1, 4)
"""What no bar of a strip reaches up for: a flat distribution stays low."""
COLUMN = 88.0
"""The width in millimetres of a column of the narrowest paper."""
MEAN = 9.0
"""The width in millimetres of a column of means."""
CELL = 6.6
"""The least width in millimetres of a cell with a per cent in it."""
PADDING = 1.6
"""The space in millimetres beside a text in its cell."""
EASY = 7.0
"""The width in millimetres that cells keep where keys would be wider than `KEY`."""
KEY = 22.0
"""The width in millimetres that a key always has if it needs it."""
WIDEST_KEY = 34.0
"""The width in millimetres beyond which keys are always wrapped."""
MOST_ROWS = 16
"""The most rows of a grid that are kept together."""
SIZE = 9.5
"""The size in points of headings and keys."""
_WORD = re.compile(r"[^\s–-]+[–-]?")


def _column(game: Game, values: tuple[Any, ...]) -> Label:
    if len(values) == 1:
        return label(game, values[0])
    if all(isinstance(value, int) for value in values):
        low, high = typeset(values[0]), typeset(values[-1])
        return Label(f"{low} to {high}" if values[0] < 0 else f"{low}–{high}")
    return Label("any other")


def strip(
    game: Game,
    book: FontBook,
    title: str,
    distribution: Mapping[Any, Fraction],
    mean: Fraction | None,
    order: Sequence[Any] = (),
) -> tuple[Grid, ...]:
    """One distribution as a strip of bars; in the `order` where there is one."""
    columns = [(value,) for value in order if value in distribution] or folded([distribution], 3 * int(COLUMN // CELL))
    parts = [sum((distribution[value] for value in values), Fraction(0)) for values in columns]
    top = max(*parts, LOW)
    labels = tuple(_column(game, values) for values in columns)
    return _blocks(
        book,
        Grid(title, (), (), labels, (GridRow((), tuple(chance(part, top) for part in parts)),), mean=mean_text(mean)),
    )


def grid(
    game: Game,
    book: FontBook,
    title: str,
    heads: tuple[str, ...],
    rows: Sequence[tuple[tuple[str, ...], Mapping[Any, Fraction], Fraction | None]],
    order: Sequence[Any] = (),
) -> tuple[Grid, ...]:
    """Distributions one under the other, each with its keys and mean. Results stand in the `order`, in which all of them must be."""
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
    begun = _begun([tuple(label(game, key, key) for key in keys) for keys, _, _ in rows])
    lines = (
        GridRow(keys, tuple(map(chance, line)), mean_text(mean))
        for keys, line, (_, _, mean) in zip(begun, sums, rows, strict=True)
    )
    return _blocks(
        book, Grid(title, heads, widths, tuple(_column(game, column) for column in columns), tuple(lines), means=means)
    )


def turned(book: FontBook, down: Sequence[Label], across: Sequence[Label]) -> bool:
    """Whether a matrix would be lower with its rows and columns exchanged."""
    return _height(book, across, down) < _height(book, down, across)


def matrix(
    book: FontBook,
    title: str,
    down: Sequence[Label],
    across: Sequence[Label],
    cells: Sequence[Sequence[Chance]],
    by: str = "",
) -> tuple[Grid, ...]:
    """Chances by row and column. A single row needs no key but a title."""
    single = len(down) == 1 and not title
    wide = ceil(len(across) / _bands(book, KEY * (not single), across))
    widths = () if single else (_width(book, [key.text for key in down], EASY * wide),)
    rows = (GridRow(() if single else (key,), tuple(line)) for key, line in zip(down, cells, strict=True))
    return _blocks(
        book, Grid(down[0].text if single else title, ("",) * len(widths), widths, tuple(across), tuple(rows), by=by)
    )


def _blocks(book: FontBook, whole: Grid) -> tuple[Grid, ...]:
    """A grid in equally wide bands of columns, and in parts of its rows; what stands above it is said over the first."""
    aside = sum(whole.widths) + MEAN * whole.means
    wide = ceil(len(whole.columns) / _bands(book, aside, whole.columns))
    parts = [
        replace(
            whole,
            columns=columns,
            rows=tuple(replace(row, cells=row.cells[start : start + wide]) for row in rows),
            blank=wide - len(columns),
        )
        for rows in _parted(whole.rows, len(whole.widths))
        for start in range(0, len(whole.columns), wide)
        for columns in [whole.columns[start : start + wide]]
    ]
    return (parts[0], *(replace(part, title="", mean="", by="") for part in parts[1:]))


def _parted(lines: Sequence[GridRow], keys: int) -> list[tuple[GridRow, ...]]:
    """Many rows in even parts, so that columns and sheets may end between them; never within the rows of one key."""
    size = ceil(len(lines) / ceil(len(lines) / MOST_ROWS))
    parts: list[tuple[GridRow, ...]] = []
    for line in lines:
        if not parts or (len(parts[-1]) >= size and len(line.keys) == keys):
            parts.append(())
        parts[-1] = (*parts[-1], line)
    return parts


def _bands(book: FontBook, aside: float, across: Sequence[Label]) -> int:
    """How many bands columns need beside what takes a width, if no word is to be broken."""
    word = max(_long(book, word) for one in across for word in _WORD.findall(one.text) or [""])
    return ceil(len(across) / max(1, (COLUMN - aside) // max(CELL, word + PADDING / 2)))


def _height(book: FontBook, down: Sequence[Label], across: Sequence[Label]) -> float:
    """The height of a matrix in lines."""
    key = _width(book, [one.text for one in down], EASY * ceil(len(across) / _bands(book, KEY, across)))
    bands = _bands(book, key, across)
    cell = (COLUMN - key) / ceil(len(across) / bands)

    def lines(label: Label, width: float) -> int:
        return ceil(_long(book, label.text) / (width - PADDING))

    return bands * (max(lines(one, cell) for one in across) + sum(max(1.3, lines(one, key)) for one in down))


def _width(book: FontBook, keys: Iterable[str], others: float) -> float:
    """The width of a column of keys: what the longest needs, or what the others leave it."""
    left = min(max(KEY, COLUMN - others), WIDEST_KEY)
    return round(min(max(_long(book, key) for key in keys) + 2 * PADDING, left), 1)


def _long(book: FontBook, text: str) -> float:
    return book.width(text, "narrow-bold", SIZE) / MM


def _begun(rows: list[tuple[Label, ...]]) -> list[tuple[Label, ...]]:
    """Equal first keys beneath one another become one that spans their rows; last keys never do."""
    spans: list[tuple[Label, ...]] = []
    start = 0
    for index, keys in enumerate(rows):
        if len(keys) > 1 and index and keys[0] == rows[start][0]:
            spans[start] = (replace(spans[start][0], rows=index - start + 1), *spans[start][1:])
            spans.append(keys[1:])
        else:
            start = index
            spans.append(keys)
    return spans
