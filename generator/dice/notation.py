"""Dice notation: `2d6` and back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

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
    ways = {0: 1}
    for _ in range(count):
        following: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, faces + 1):
                following[total + face] = following.get(total + face, 0) + number
        ways = following
    return ways
