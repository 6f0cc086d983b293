"""What a game holds, counted: tables of how many, sums, and columns that show how often each number comes."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.document.blocks import Block, Cell, Chance, ChanceRow, Chances, Chart, Heading, Row
from rcwkit.document.odds_grids import mean_text
from rcwkit.game.game import Game
from rcwkit.source.language import Language, typeset

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
    columns = _columns(found)
    cells = tuple(Chance(str(copies) if copies else "", copies / found.total()) for _, copies in columns)
    note = say("{n} without it", n=without) if without else ""
    yield Heading(words(name), "entry", aside=say("mean {n}", n=say.number(mean_text(mean))), keep=True, at=at)
    yield Chances("columns", (ChanceRow(cells, note=note),), tuple(say.number(head) for head, _ in columns), at=at)


def _columns(found: Mapping[Fraction, int]) -> list[tuple[str, int]]:
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
