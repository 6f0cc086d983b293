"""Table look-ups: from a die roll, its modifiers and a column to a result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rcwkit.models.dice import Dice
from rcwkit.models.tables import Drm, Resolution

__all__ = ["Reader", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """A look-up: the total after DRMs, the total as read (clamped if need be), the row and the result."""

    total: int
    read: int
    row: Any
    result: Any


@dataclass(frozen=True, eq=False)
class Reader:
    """A table's dice, rows (low, high, key, cells), columns and DRMs. Without rows, the total is the result."""

    dice: Dice
    rows: tuple[tuple[int, int, Any, tuple[Any, ...]], ...]
    columns: tuple[str, ...]
    beyond: str | None
    natural: Mapping[int, Any]
    drm: tuple[Drm, ...]

    def read(self, natural: int, modifier: int, column: str | None) -> Reading:
        """Look up a roll. Raises ValueError if no row covers it."""
        total = natural + modifier
        if natural in self.natural:
            return Reading(total, total, f"natural {natural}", self.natural[natural])
        if not self.rows:
            return Reading(total, total, None, total)
        read = min(max(total, self.rows[0][0]), self.rows[-1][1]) if self.beyond == "clamp" else total
        at = self.columns.index(column) if column is not None and self.columns else 0
        for low, high, key, cells in self.rows:
            if low <= read <= high:
                return Reading(total, read, key, cells[at])
        raise ValueError(f"no row for {read}")

    @property
    def numeric(self) -> bool:
        """Whether every result is a number."""
        cells = [*self.natural.values(), *(cell for *_, cells in self.rows for cell in cells)]
        return all(isinstance(cell, int) for cell in cells)

    @classmethod
    def of(cls, source: Resolution, extra: Iterable[Drm] = ()) -> Reader:
        """Return the reader of a table, or of a step's own rows; `extra` are a step's DRMs besides its table's."""
        assert source.roll is not None
        rows = sorted(
            (*source.ranges[key], key, cells if isinstance(cells, tuple) else (cells,))
            for key, cells in source.rows.items()
        )
        drm = (*source.drm, *extra)
        return cls(source.roll, tuple(rows), tuple(source.columns), source.beyond, source.natural, drm)
