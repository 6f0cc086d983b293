"""Ranges of whole numbers such as `1-22` or `-3-3`."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from rcwkit.models.forms import NUMBERS
from rcwkit.models.written import Written

__all__ = ["Numbers", "Run"]

_DIGITS = 18
"""A number with more digits becomes this many nines: such a range is rejected for its length anyway."""


@dataclass(frozen=True, slots=True)
class Run:
    """The whole numbers from `low` to `high` inclusive, with `low` ≤ `high`."""

    low: int
    high: int

    @classmethod
    def parse(cls, text: str) -> "Run":
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


Numbers = Annotated[Run, Written(Run.parse, NUMBERS)]
"""A range in data, written as text."""
