"""Dice notation such as `2d6` and `d66`, ranges of results such as `2-3` and `6+`, ranges of numbers such as `1-22`."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import accumulate, product
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
    """Identical dice, each numbered 1 to `faces`; a die counts `base` times as much as the next.

    With a base of 1 they are added up, with 10 they are the digits of a number, as in d66.
    """

    count: int
    faces: int
    base: int = 1

    @classmethod
    def parse(cls, text: str) -> "Dice":
        """Parse `1d6` or `d66`. Raises ValueError."""
        if re.fullmatch(DICE, text) is None:
            raise ValueError(f"'{text}' is not dice notation such as 1d6, 2d10 or d66")
        count, faces = text.split("d")
        return cls(int(count), int(faces)) if count else cls(len(faces), int(faces[0]), DIGITS)

    def __str__(self) -> str:
        return f"d{self.digits}" if self.digits else f"{self.count}d{self.faces}"

    @property
    def digits(self) -> str:
        """The most that dice can show which are read as digits: `66` of d66; nothing if they are added up."""
        return str(self.faces) * self.count if self.base == DIGITS else ""

    @property
    def least(self) -> int:
        """The smallest number that they show."""
        return self.read([1] * self.count)

    @property
    def most(self) -> int:
        """The largest number that they show."""
        return self.read([self.faces] * self.count)

    def read(self, faces: Iterable[int]) -> int:
        """Return the number that faces show: their sum, or 35 for 3 and 5."""
        return reduce(lambda total, face: total * self.base + face, faces, 0)

    def ways(self) -> dict[int, int]:
        """Return how many of the `faces ** count` throws show each number, from the lowest up."""
        return _sums(self.count, self.faces) if self.base == 1 else _numbers(self)


DIGITS = 10


@lru_cache(maxsize=64)
def _numbers(dice: Dice) -> dict[int, int]:
    return {dice.read(faces): 1 for faces in product(range(1, dice.faces + 1), repeat=dice.count)}


@lru_cache(maxsize=64)
def _sums(count: int, faces: int) -> dict[int, int]:
    ways = [1]
    for _ in range(count):
        # Sum over a sliding window of `faces` entries: the difference of two running totals.
        running = list(accumulate([*ways, *[0] * (faces - 1)]))
        ways = [total - (running[at - faces] if at >= faces else 0) for at, total in enumerate(running)]
    return {count + at: number for at, number in enumerate(ways)}


Die = Annotated[Dice, Written(Dice.parse, DICE), Field(examples=["1d6", "2d6", "1d10", "d66"])]
"""Dice whose faces are added, such as `1d6`, `2d6`, `1d10`, or read as digits, such as `d66`."""


class Range(NamedTuple):
    """Die results from `low` to `high` inclusive; ±FAR stands for an open end."""

    low: int
    high: int

    @classmethod
    def parse(cls, key: str | int) -> "Range":
        """Parse the key of a row: `3`, `2-3`, `6+` (or more), `0-` (or less). Raises ValueError."""
        match = _RANGE.fullmatch(re.sub("[–−]", "-", str(key)))  # as word processors write them
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
