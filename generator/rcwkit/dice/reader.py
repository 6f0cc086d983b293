"""What dice mean: the rows, columns and ends of a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rcwkit.models.dice import Dice
from rcwkit.models.tables import Drm, Resolution

__all__ = ["Reader", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the dice say: total after DRMs, the total that was read, the row and the result."""

    total: int
    read: int
    row: Any
    result: Any


@dataclass(frozen=True, eq=False)
class Reader:
    """Rows, columns and ends of one table, or no rows: the total itself is the result."""

    dice: Dice
    rows: tuple[tuple[int, int, Any, tuple[Any, ...]], ...]
    columns: tuple[str, ...]
    beyond: str | None
    natural: Mapping[int, Any]
    drm: tuple[Drm, ...]

    def read(self, natural: int, modifier: int, column: str | None) -> Reading:
        """Look up a roll. Raises ValueError when it lies beyond the rows."""
        total = natural + modifier
        if natural in self.natural:
            return Reading(total, total, f"natural {natural}", self.natural[natural])
        if not self.rows:
            return Reading(total, total, None, total)
        read = min(max(total, self.rows[0][0]), self.rows[-1][1]) if self.beyond == "clamp" else total
        for low, high, key, cells in self.rows:
            if low <= read <= high:
                return Reading(
                    total,
                    read,
                    key,
                    cells[self.columns.index(column)] if column is not None and self.columns else cells[0],
                )
        raise ValueError(f"no row for {read}")

    @property
    def numeric(self) -> bool:
        """Whether every result is a number."""
        return all(
            isinstance(cell, int)
            for cell in (*self.natural.values(), *(cell for *_, cells in self.rows for cell in cells))
        )

    @classmethod
    def of(cls, source: Resolution, extra: Iterable[Drm] = ()) -> Reader:
        """The reader of a table or of a step's own rows; `extra` are a step's DRMs on top of its table's."""
        assert source.roll is not None
        rows = sorted(
            (*source.ranges[key], key, cells if isinstance(cells, tuple) else (cells,))
            for key, cells in source.rows.items()
        )
        return cls(
            source.roll, tuple(rows), tuple(source.columns), source.beyond, source.natural, (*source.drm, *extra)
        )
