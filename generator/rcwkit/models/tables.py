"""`kind: tables`: charts, written once, then printed, rolled and analysed.

With `roll`, each row's key is a die result or range (`1`, `2-3`, `10+`, `0-`). The rows must cover the dice exactly;
with DRMs, `beyond` says what happens past the ends. Without `roll`, row keys are plain headings.
"""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from rcwkit.models.base import Entry, Id, Model, Name, Printed, Scalar, Seq, Shelf, Text
from rcwkit.models.conditions import Amount, Condition
from rcwkit.models.dice import Die, Range
from rcwkit.models.entries import Entries
from rcwkit.models.run import Numbers

__all__ = ["EACH", "Drm", "Resolution", "Table", "Tables"]

Cells = Scalar | Seq[Scalar]
EACH = re.compile(r"([+−]\d+) (.+)")
"""The text of a modifier that counts something: its amount for each, and of what."""


class Drm(Model):
    """A die-roll modifier: what it adds, when, and why."""

    add: Amount = Field(description="Amount to add.")
    text: Text = Field(description="The reason, in a few words; printed.")
    when: Condition | None = Field(default=None, description="Condition under which it applies; always if left out.")

    @property
    def reads(self) -> tuple[Any, ...]:
        """The condition and the amount."""
        return self.when, self.add


class Resolution(Model):
    """How a die roll is read; shared by tables and the steps of procedures."""

    roll: Die | None = Field(default=None, description="Dice to add up; left out if nothing is rolled.")
    drm: Seq[Drm] = Field(
        default=(),
        description="Die-roll modifiers; `beyond` says what happens past the end rows.",
        examples=[[{"add": 1, "when": {"weather": "rain"}, "text": "Rain"}]],
    )
    beyond: Literal["clamp", "rows", "error"] | None = Field(
        default=None,
        description="Required with a drm, for totals past the end rows: clamp to them, rows cover them, or error.",
    )
    columns: Mapping[Id, Name] = Field(
        default_factory=dict,
        description="Column id → heading; left out for a single column.",
        examples=[{"red": "Red", "white": "White"}],
    )
    rows: Entries[Scalar, Cells] = Field(
        default_factory=dict,
        description="Die result or range (1, 2-3, 6+, 0-) → cell, or a list of cells, one for each column.",
    )
    natural: Mapping[int, Scalar] = Field(
        default_factory=dict,
        description="Unmodified roll → result, whatever the DRMs.",
        examples=[{1: "failure"}],
    )

    @model_validator(mode="after")
    def _modified_tables_say_what_lies_beyond(self) -> Self:
        if self.drm and self.rows and self.beyond is None:
            raise ValueError("a table with drm needs 'beyond': clamp, rows or error")
        return self

    @cached_property
    def ranges(self) -> Mapping[Scalar, Range]:
        """Row key → the die results it covers. Raises ValueError if a key covers none, as in an unrolled table."""
        return {key: Range.parse(key) for key in self.rows}


class Table(Resolution, Entry):
    """A chart."""

    head: Name = Field(default="", description="Heading over the row keys; the dice if left out.")
    results: Mapping[Scalar, Text] = Field(
        default_factory=dict,
        description="Cell → its meaning; printed as a key.",
        examples=[{"D": "Defender retreats"}],
    )
    groups: Mapping[Name, Seq[Id]] = Field(
        default_factory=dict, description="Headings that span columns.", examples=[{"Winter": ["red", "white"]}]
    )
    turned: bool = Field(
        default=False,
        description="Print die results across and a row for each column; `head` then names the columns.",
    )
    shelf: Shelf = Field(default="table", description="study: left out of a build unless asked for, as --with study.")
    foot: Seq[Text] = Field(default=(), description="Lines under the table.")
    odds: Printed = Field(
        default="study", description="Its odds: table also for the page of odds that matter, none to leave them out."
    )
    totals: Numbers | None = Field(
        default=None,
        description="Total DRMs that can come up, if fewer than make a difference; the odds leave out the others.",
        examples=["-5-12"],
    )

    def cell(self, row: Scalar, column: Scalar | None) -> Scalar:
        """Return the cell of a row in a column, or in the first one."""
        cells = self.rows[row]
        names = list(self.columns)
        return cells[names.index(str(column)) if str(column) in names else 0] if isinstance(cells, tuple) else cells

    @model_validator(mode="after")
    def _only_rolled_columns_can_turn(self) -> Self:
        if self.turned and (not self.roll or not self.columns or self.groups):
            raise ValueError("a turned table has a roll and columns, and no groups")
        return self


class Tables(Model):
    """The charts of a game."""

    kind: Literal["tables"]
    id: Id
    title: Name
    source: Name
    tables: Mapping[Id, Table] = Field(description="Table id → table.")
