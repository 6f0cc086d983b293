"""Counters as a set-up line names them: `Ra7`, `(Ra2)`, `Inf x3`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from generator.models.forms import UNIT
from generator.models.written import Written

__all__ = ["UnitRef", "Units"]


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


UnitRef = Annotated[Units, Written(Units.parse, UNIT), Field(examples=["Ra7", "(Ra2)", "Inf x3"])]
"""A counter as a set-up line names it: `Ra7`; `(Ra2)` on its reverse side; `Inf x3` three copies."""
