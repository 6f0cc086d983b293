"""Dice notation such as `2d6`, ranges of results such as `2-3` and `6+`, and ranges of numbers such as `1-22`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Annotated, NamedTuple

from pydantic import Field

from rcwkit.source.base import Written
from rcwkit.source.patterns import DICE, NUMBERS

FAR = 10_000
"""Stands for the open end of a range; no sum of dice comes near it."""
# No die has more digits, and longer numbers would expand into endless rows.
_RANGE = re.compile(r"(-?[0-9]{1,5})(?:-(-?[0-9]{1,5})|(\+)|(-))?")


@dataclass(frozen=True, slots=True)
class Dice:
    """Identical dice, each numbered 1 to `faces`, that are added up."""

    count: int
    faces: int

    @classmethod
    def parse(cls, text: str) -> "Dice":
        """Parse `1d6`. Raises ValueError."""
        if re.fullmatch(DICE, text) is None:
            raise ValueError(f"'{text}' is not dice notation such as 1d6 or 2d10")
        count, faces = map(int, text.split("d"))
        return cls(count, faces)

    def __str__(self) -> str:
        return f"{self.count}d{self.faces}"

    @property
    def least(self) -> int:
        """The smallest sum."""
        return self.count

    @property
    def most(self) -> int:
        """The largest sum."""
        return self.count * self.faces

    def sums(self) -> dict[int, int]:
        """Return how many of the `faces ** count` throws give each sum."""
        return _sums(self.count, self.faces)


@lru_cache(maxsize=64)
def _sums(count: int, faces: int) -> dict[int, int]:
    ways = [1]
    for _ in range(count):
        # Sum over a sliding window of `faces` entries: the difference of two running totals.
        running = list(accumulate([*ways, *[0] * (faces - 1)]))
        ways = [total - (running[at - faces] if at >= faces else 0) for at, total in enumerate(running)]
    return {count + at: number for at, number in enumerate(ways)}


Die = Annotated[Dice, Written(Dice.parse, DICE), Field(examples=["1d6", "2d6", "1d10"])]
"""Dice whose faces are added, such as `1d6`, `2d6`, `1d10`."""


class Range(NamedTuple):
    """Die results from `low` to `high` inclusive; ±FAR stands for an open end."""

    low: int
    high: int

    @classmethod
    def parse(cls, key: str | int) -> "Range":
        """Parse the key of a row: `3`, `2-3`, `6+` (or more), `0-` (or less). Raises ValueError."""
        match = _RANGE.fullmatch(str(key))
        if match is None:
            raise ValueError(f"'{key}' is not a die result or range such as 3, 2-3 or 6+, or several: 2, 12")
        low = int(match[1])
        high = low if match[2] is None else int(match[2])
        if match[3]:
            high = FAR
        if match[4]:
            low, high = -FAR, low
        if low > high:
            raise ValueError(f"'{key}' runs backwards")
        return cls(low, high)

    @classmethod
    def listed(cls, key: str | int) -> "tuple[Range, ...]":
        """Parse the key of a row of several results: `2, 12`. Raises ValueError."""
        return tuple(cls.parse(part.strip()) for part in re.split("[,;]", str(key)))


_DIGITS = 18
"""A number with more digits becomes this many nines: such a range is rejected for its length anyway."""


@dataclass(frozen=True, slots=True)
class WholeRange:
    """The whole numbers from `low` to `high` inclusive, with `low` ≤ `high`."""

    low: int
    high: int

    @classmethod
    def parse(cls, text: str) -> "WholeRange":
        """Parse `1-22` or `-3--1`. Raises ValueError, also for a descending range."""
        match = re.fullmatch(r"(-?[0-9]+)-(-?[0-9]+)", text)
        if match is None:
            raise ValueError(f"'{text}' is not a range of numbers such as 1-22")
        low, high = (_number(part) for part in match.groups())
        if high < low:
            raise ValueError(f"'{text}' goes down: write the lower number first, as in {high}-{low}")
        return cls(low, high)

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"

    def __len__(self) -> int:
        return self.high - self.low + 1

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self.low <= number <= self.high

    def __iter__(self) -> Iterator[int]:
        return iter(range(self.low, self.high + 1))


def _number(text: str) -> int:
    digits = text.removeprefix("-")
    size = int(digits if len(digits) <= _DIGITS else "9" * _DIGITS)
    return -size if text.startswith("-") else size


Numbers = Annotated[WholeRange, Written(WholeRange.parse, NUMBERS)]
"""A range in data, written as text."""
