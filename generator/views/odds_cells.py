"""The odds sheet's plain parts, and chances in type: per cents, fractions, values taken together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, TypeVar

from generator.game import Game
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
    "label",
    "mean_text",
    "percent",
    "together",
]

RARE = Fraction(1, 1000)
"""Values at the ends of a distribution that come less often are taken together."""
SHORT = 10**6
"""Fractions with a smaller denominator are printed."""

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
    """A question of yes or no with its chance for each way to answer, or one chance for all of them; or a statement without any."""

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
    """Chances by row and column, in bands one under the other.

    `widths` are those of its columns of keys in millimetres, `heads` stand over them; `by` is the question that its columns answer, where
    that would not be clear.
    """

    title: str
    heads: tuple[str, ...]
    widths: tuple[float, ...]
    bands: tuple[Band, ...]
    mean: str = ""
    by: str = ""

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
    return [*([tuple(values[:low])] if low else []), *((value,) for value in middle), *([tuple(values[-high:])] if high else [])]
