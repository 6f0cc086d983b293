"""Dice as they are written, such as `2d6`, and the ranges of results such as `2-3` and `6+`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Annotated, NamedTuple

from pydantic import Field

from rcwkit.models.forms import DICE
from rcwkit.models.written import Written

__all__ = ["FAR", "Dice", "Die", "Range"]

FAR = 10_000
"""Where a range without end ends; no sum of dice comes near."""
# No die shows a number of more digits, and longer ones would unfold into endless rows.
_RANGE = re.compile(r"(-?[0-9]{1,5})(?:-(-?[0-9]{1,5})|(\+)|(-))?")


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of equal dice whose faces, 1 to `faces`, are added."""

    count: int
    faces: int

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read `1d6`; raises ValueError."""
        if re.fullmatch(DICE, text) is None:
            raise ValueError(f"'{text}' is no dice notation such as 1d6 or 2d10")
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
        """Sum → in how many ways, of faces ** count."""
        return _sums(self.count, self.faces)


@lru_cache(maxsize=64)
def _sums(count: int, faces: int) -> dict[int, int]:
    ways = [1]
    for _ in range(count):
        # A sum is reached from the last so many sums before it: a running total, less that of all before them.
        running = list(accumulate([*ways, *[0] * (faces - 1)]))
        ways = [total - (running[at - faces] if at >= faces else 0) for at, total in enumerate(running)]
    return {count + at: number for at, number in enumerate(ways)}


Die = Annotated[Dice, Written(Dice.parse, DICE), Field(examples=["1d6", "2d6", "1d10"])]
"""Dice whose faces are added, such as `1d6`, `2d6`, `1d10`."""


class Range(NamedTuple):
    """The die results from `low` to `high`, both included; ±FAR where there is no end."""

    low: int
    high: int

    @classmethod
    def parse(cls, key: str | int) -> Range:
        """Read the key of a row: `3`, `2-3`, `6+` (and more), `0-` (and less). Raises ValueError."""
        match = _RANGE.fullmatch(str(key))
        if match is None:
            raise ValueError(f"'{key}' is not a die result or range such as 3, 2-3 or 6+")
        low = int(match[1])
        high = low if match[2] is None else int(match[2])
        if match[3]:
            high = FAR
        if match[4]:
            low, high = -FAR, low
        if low > high:
            raise ValueError(f"'{key}' runs backwards")
        return cls(low, high)
