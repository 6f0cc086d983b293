"""Counters as a set-up line names them: `Ra7`, `(Ra2)`, `Inf x3`."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Units"]


@dataclass(frozen=True, slots=True)
class Units:
    """Equal counters: which, on which side, how many."""

    unit: str
    reversed: bool = False
    copies: int = 1

    @classmethod
    def parse(cls, text: str) -> Units:
        """Read `Ra7`, `(Ra2)` or `Inf x3`; the form has been checked."""
        body, _, copies = text.partition(" x")
        return cls(body.strip("()"), body.startswith("("), int(copies or 1))

    def __str__(self) -> str:
        name = f"({self.unit})" if self.reversed else self.unit
        return name if self.copies == 1 else f"{name} x{self.copies}"
