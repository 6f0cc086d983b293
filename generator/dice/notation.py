"""Dice notation: `2d6` and back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

__all__ = ["Dice"]

_FORM = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})")


@dataclass(frozen=True, slots=True)
class Dice:
    """A number of equal dice whose faces, 1 to `faces`, are added."""

    count: int
    faces: int

    @classmethod
    def parse(cls, text: str) -> Dice:
        """Read `1d6`; raises ValueError."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise ValueError(f"'{text}' is no dice notation such as 1d6 or 2d10")
        return cls(int(match[1]), int(match[2]))

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
