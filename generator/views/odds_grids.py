"""Chances in type: per cents, fractions, and grids whose bars are as high as the chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Any, TypeVar

from generator.fonts import FontBook
from generator.game import Game
from generator.layout.frame import MM
from generator.views.base import css_name, listed, plain, typeset

__all__ = [
    "RARE",
    "Band",
    "Chance",
    "Entry",
    "Grid",
    "Label",
    "Line",
    "Row",
    "alike",
    "chance",
    "folded",
    "grid",
    "label",
    "matrix",
    "mean_text",
    "percent",
    "strip",
    "together",
    "turned",
]

RARE = Fraction(1, 1000)
"""Values at the ends of a distribution that come less often are taken together."""
LOW = Fraction(1, 4)
"""What no bar of a strip reaches up for: a flat distribution stays low."""
SHORT = 10**6
"""Fractions with a smaller denominator are printed."""
COLUMN = 88.0
"""The width in millimetres of a column of the narrowest paper."""
MEAN = 9.0
"""The width in millimetres of a column of means."""
CELL = 6.6
"""The least width in millimetres of a cell with a per cent in it."""
MOST_ROWS = 16
"""The most rows of a grid that are kept together."""
PADDING = 1.6
"""The space in millimetres beside a text in its cell."""
WIDEST_KEY = 25.0
"""The greatest width in millimetres of a column of keys; longer ones are wrapped."""

Key = TypeVar("Key")
Value = TypeVar("Value")


@dataclass(frozen=True)
class Label:
    """A heading or key, in an owner's colours where it names one; it spans `rows` rows."""

    text: str
    owner: str = ""
    rows: int = 1


@dataclass(frozen=True)
class Chance:
    """One chance: per cent, the fraction where it is short, how high its bar stands (per cent), and how dark its cell is (0 to 10)."""

    percent: str
    fraction: str = ""
    bar: float = 0.0
    shade: int = 0


@dataclass(frozen=True)
class Line:
    """A question of yes or no: its chance for each way to answer, or one chance for all of them."""

    text: str
    chances: tuple[Chance, ...]


@dataclass(frozen=True)
class Row:
    """A row of a grid: the keys that begin in it, its chances, and their mean in words."""

    keys: tuple[Label, ...]
    cells: tuple[Chance, ...]
    mean: str = ""


@dataclass(frozen=True)
class Band:
    """Some columns of a grid with all its rows; `blank` empty columns make it as wide as the others."""

    columns: tuple[Label, ...]
    rows: tuple[Row, ...]
    blank: int = 0


@dataclass(frozen=True)
class Grid:
    """Chances by row and column, in bands one under the other. `widths` are those of its columns of keys in millimetres, `heads` stand over them."""

    title: str
    heads: tuple[str, ...]
    widths: tuple[float, ...]
    bands: tuple[Band, ...]
    mean: str = ""

    @property
    def single(self) -> bool:
        """Whether it is one distribution, which may stand higher."""
        return not self.widths

    @property
    def means(self) -> bool:
        """Whether its rows have means."""
        return any(row.mean for band in self.bands for row in band.rows)


@dataclass(frozen=True)
class Entry:
    """A procedure or table.

    `asked` is what a player answers first, `taken` what is taken for granted; `heads` stand over the chances of the lines. `certain`
    is one in which nothing is left to chance.
    """

    id: str
    title: str
    rule: str
    flags: tuple[int, ...]
    asked: str = ""
    taken: tuple[str, ...] = ()
    heads: tuple[Label, ...] = ()
    lines: tuple[Line, ...] = ()
    grids: tuple[Grid, ...] = ()
    remarks: tuple[str, ...] = ()
    certain: bool = False


def percent(chance: Fraction) -> str:
    """One decimal; certainty and impossibility without."""
    if chance in (0, 1):
        return "–" if chance == 0 else "100"
    shown = f"{float(chance) * 100:.1f}"
    return {"0.0": "< 0.1", "100.0": "> 99.9"}.get(shown, shown)


def chance(part: Fraction, top: Fraction = Fraction(1)) -> Chance:
    """A chance in type; its bar is full at `top`."""
    return Chance(percent(part), str(part) if 1 < part.denominator < SHORT else "", round(float(part / top) * 100, 1), ceil(part * 10))


def mean_text(mean: Fraction | None) -> str:
    """A mean with at most two decimals; nothing for none."""
    return "" if mean is None else typeset(f"{float(mean):.2f}".rstrip("0").rstrip("."))


def label(game: Game, key: Any, text: str | None = None) -> Label:
    """The label of an answer or result; `text` is what it is called where that is more than the key in type."""
    shown = plain(key) if text is None else text
    owner = next((name for name, owner in game.owners.items() if name == key or owner.title.casefold() == shown.casefold()), "")
    return Label(shown, css_name(owner) if owner else "")


def alike(found: Mapping[Key, Value], *, adjacent: bool = False) -> list[tuple[tuple[Key, ...], Value]]:
    """Keys with equal values taken together, in order of the first of them; only neighbours if they are to stay `adjacent`."""
    groups: list[tuple[tuple[Key, ...], Value]] = []
    for key, value in found.items():
        among = range(max(len(groups) - 1, 0), len(groups)) if adjacent else range(len(groups))
        at = next((index for index in among if groups[index][1] == value), None)
        if at is None:
            groups.append(((key,), value))
        else:
            groups[at] = ((*groups[at][0], key), value)
    return groups


def together(values: Sequence[Any], shown: Callable[[Any], str] = plain) -> str:
    """Values that share a row: `3`, `6–9`, `Lithuania and Latvia`."""
    if not all(isinstance(value, int) for value in values):
        return listed(map(shown, values))
    runs: list[list[int]] = []
    for value in sorted(values):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    return ", ".join(_run(run, shown) for run in runs)


def _run(run: list[int], shown: Callable[[Any], str]) -> str:
    first, last = shown(run[0]), shown(run[-1])
    if len(run) < 3:
        return ", ".join(map(shown, run))
    return f"{first}–{last}" if first.isdecimal() else f"{first} to {last}"


def folded(distributions: Iterable[Mapping[Any, Fraction]], most: int) -> list[tuple[Any, ...]]:
    """The values of distributions as columns, at most so many: rare ones together, of numbers only at either end."""
    chances = list(distributions)
    values = list(dict.fromkeys(value for chance in chances for value in chance))
    rare = {value for value in values if all(chance.get(value, 0) < RARE for chance in chances)}
    if not all(isinstance(value, int) for value in values):
        likeliest = sorted((value for value in values if value not in rare), key=lambda value: -max(chance.get(value, 0) for chance in chances))
        kept = likeliest if len(likeliest) <= most and len(rare) < 2 else likeliest[: most - 1]
        kept += rare if len(rare) == 1 and len(kept) < most else []
        rest = tuple(value for value in values if value not in kept)
        return [*((value,) for value in values if value in kept), *([rest] if rest else [])]
    values.sort()
    low = next((index for index, value in enumerate(values) if value not in rare), 0)
    high = next((index for index, value in enumerate(reversed(values)) if value not in rare), 0)
    low, high = (0 if end == 1 else end for end in (low, high))
    over = len(values) - low - high + bool(low) + bool(high) - most
    high += over + (not high) if over > 0 else 0
    middle = values[low : len(values) - high]
    return [*([tuple(values[:low])] if low else []), *((value,) for value in middle), *([tuple(values[-high:])] if high else [])]


def _column(game: Game, values: tuple[Any, ...]) -> Label:
    if len(values) == 1:
        return label(game, values[0])
    if all(isinstance(value, int) for value in values):
        low, high = typeset(values[0]), typeset(values[-1])
        return Label(f"{low} to {high}" if values[0] < 0 else f"{low}–{high}")
    return Label("any other")


def strip(game: Game, title: str, distribution: Mapping[Any, Fraction], mean: Fraction | None) -> Grid:
    """One distribution as a strip, broken into bands of equal width where it has many values."""
    widest = int(COLUMN // CELL)
    columns = folded([distribution], 3 * widest)
    parts = [sum((distribution[value] for value in values), Fraction(0)) for values in columns]
    top = max(*parts, LOW)
    across = ceil(len(columns) / ceil(len(columns) / widest))
    bands = []
    for start in range(0, len(columns), across):
        some = slice(start, start + across)
        cells = tuple(chance(part, top) for part in parts[some])
        bands.append(Band(tuple(_column(game, values) for values in columns[some]), (Row((), cells),), across - len(cells)))
    return Grid(title, (), (), tuple(bands), mean_text(mean))


def grid(
    game: Game,
    book: FontBook,
    title: str,
    heads: tuple[str, ...],
    rows: Sequence[tuple[tuple[str, ...], Mapping[Any, Fraction], Fraction | None]],
    order: Sequence[Any] = (),
) -> Grid:
    """Distributions one under the other, each with its keys and mean. Results stand in the `order`, in which all of them must be."""
    widths = tuple(_width(book, [head, *(keys[index] for keys, _, _ in rows)]) for index, head in enumerate(heads))
    means = any(mean is not None for _, _, mean in rows)
    room = int((COLUMN - sum(widths) - MEAN * means) // CELL)
    columns = [(value,) for value in order if any(value in distribution for _, distribution, _ in rows)] or folded([distribution for _, distribution, _ in rows], room)
    sums = [[sum((distribution.get(value, Fraction(0)) for value in values), Fraction(0)) for values in columns] for _, distribution, _ in rows]
    begun = _begun([tuple(label(game, key, key) for key in keys) for keys, _, _ in rows])
    lines = [
        Row(keys, tuple(map(chance, line)), mean_text(mean)) for keys, line, (_, _, mean) in zip(begun, sums, rows, strict=True)
    ]
    return Grid(title, heads, widths, tuple(Band(tuple(_column(game, values) for values in columns), part) for part in _parted(lines, len(widths))))


def _parted(lines: Sequence[Row], keys: int) -> list[tuple[Row, ...]]:
    """Many rows in even parts, so that columns and sheets may end between them; never within the rows of one key."""
    size = ceil(len(lines) / ceil(len(lines) / MOST_ROWS))
    parts: list[tuple[Row, ...]] = []
    for line in lines:
        if not parts or (len(parts[-1]) >= size and len(line.keys) == keys):
            parts.append(())
        parts[-1] = (*parts[-1], line)
    return parts


def turned(book: FontBook, down: Sequence[Label], across: Sequence[Label]) -> bool:
    """Whether a matrix would be lower with its rows and columns exchanged."""
    return _lines(book, across, down) < _lines(book, down, across)


def matrix(book: FontBook, title: str, down: Sequence[Label], across: Sequence[Label], cells: Sequence[Sequence[Chance]]) -> Grid:
    """Chances by row and column, in several bands where the columns have no room beside one another. A single row needs no key but a title."""
    single = len(down) == 1 and not title
    widths = () if single else (_width(book, [key.text for key in down]),)
    bands = _bands(book, sum(widths), across)
    wide = ceil(len(across) / bands)
    parts = [slice(start, start + wide) for start in range(0, len(across), wide)]
    rows = [((() if single else (key,)), line) for key, line in zip(down, cells, strict=True)]
    return Grid(
        title=down[0].text if single else title,
        heads=("",) * len(widths),
        widths=widths,
        bands=tuple(
            Band(tuple(across[part]), tuple(Row(keys, tuple(line[part])) for keys, line in rows), wide - len(across[part])) for part in parts
        ),
    )


def _bands(book: FontBook, key: float, across: Sequence[Label]) -> int:
    """How many bands columns need beside keys of a width, if no word is to be broken."""
    word = max(book.width(word, "narrow-bold", 9) / MM for one in across for word in one.text.split() or [""])
    return ceil(len(across) / max(1, (COLUMN - key) // max(CELL, word + PADDING)))


def _lines(book: FontBook, down: Sequence[Label], across: Sequence[Label]) -> float:
    """The height of a matrix in lines."""
    key = _width(book, [one.text for one in down])
    bands = _bands(book, key, across)
    cell = (COLUMN - key) / ceil(len(across) / bands)

    def lines(label: Label, width: float) -> int:
        return ceil(book.width(label.text, "narrow-bold", 9) / MM / (width - PADDING))

    return bands * (max(lines(one, cell) for one in across) + sum(max(1.3, lines(one, key)) for one in down))


def _width(book: FontBook, texts: Iterable[str]) -> float:
    return round(min(max(book.width(text, "narrow-bold", 9) for text in texts) / MM + 2 * PADDING, WIDEST_KEY), 1)


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
