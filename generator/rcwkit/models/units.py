"""Counters as set-up lines write them: `Ra7`, `(Ra2)`, `Inf x3`."""

from dataclasses import dataclass

__all__ = ["REST", "Units"]

REST = "rest"
"""All counters of an owner that a set-up does not mention."""


@dataclass(frozen=True, slots=True)
class Units:
    """Identical counters: which, on which side, how many."""

    unit: str
    reversed: bool = False
    copies: int = 1

    @classmethod
    def parse(cls, text: str) -> "Units":
        """Parse `Ra7`, `(Ra2)` or `Inf x3`, already matched against the pattern."""
        body, _, copies = text.partition(" x")
        return cls(body.strip("()"), body.startswith("("), int(copies or 1))

    def __str__(self) -> str:
        name = f"({self.unit})" if self.reversed else self.unit
        return name if self.copies == 1 else f"{name} x{self.copies}"
