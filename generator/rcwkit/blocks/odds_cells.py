"""Chances as printed: per cents, fractions, values grouped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any, TypeVar

from rcwkit.blocks.base import again, plain, typeset
from rcwkit.blocks.dice import Chance, ChanceHead, Label
from rcwkit.blocks.vocabulary import Block
from rcwkit.look.language import Language
from rcwkit.reading.game import Game

__all__ = ["Entry", "alike", "chance", "folded", "label", "mean_text", "percent", "together"]

RARE = Fraction(1, 1000)
"""Rarer values at the ends of a distribution are grouped."""
SHORT = 10**6
"""Only fractions with a smaller denominator are printed."""

Key = TypeVar("Key")
Value = TypeVar("Value")


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
        heads = " | ".join(label.text for block in self.head if isinstance(block, ChanceHead) for label in block.heads)
        return f"{again(say, self.title)}{': ' if heads else ''}{heads}"


def percent(chance: Fraction) -> str:
    """Return a per cent with one decimal, `100` if certain, `–` if impossible."""
    if chance in (0, 1):
        return "–" if chance == 0 else "100"
    shown = f"{float(chance) * 100:.1f}"
    return {"0.0": "< 0.1", "100.0": "> 99.9"}.get(shown, shown)


def chance(part: Fraction, top: Fraction = Fraction(1)) -> Chance:
    """Return a chance as printed; its bar is full at `top`."""
    return Chance(
        percent(part),
        str(part) if 1 < part.denominator < SHORT else "",
        round(float(part / top) * 100, 1),
        ceil(part * 10),
    )


def mean_text(mean: Fraction | None) -> str:
    """Return a mean with at most two decimals, or an empty string without one."""
    return "" if mean is None else typeset(f"{float(mean):.2f}".rstrip("0").rstrip("."))


def label(game: Game, key: Any, text: str | None = None) -> Label:
    """Return the label of an answer or result; `text` is its name where that differs from the key."""
    shown = game.say(plain(key)) if text is None else text
    owner = next(
        (name for name, owner in game.owners.items() if name == key or owner.title.casefold() == shown.casefold()), ""
    )
    return Label(shown, owner)


def alike(found: Mapping[Key, Value], *, adjacent: bool = False) -> list[tuple[tuple[Key, ...], Value]]:
    """Group keys with equal values, in order of first appearance; if `adjacent`, only neighbours."""
    groups: list[tuple[tuple[Key, ...], Value]] = []
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
