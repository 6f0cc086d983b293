"""`kind: tables`: charts, written once and printed, rolled, analysed and worded.

With `roll`, each row's key is a die result or range (`1`, `2-3`, `10+`, `0-`); the rows must cover the dice exactly, or,
where there are DRMs, `beyond` says what happens past the ends. Without `roll`, row keys are plain headings.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal

from pydantic import Field, model_validator

from rcwkit.models.base import Entry, Id, Model, Name, Scalar, Seq, Text
from rcwkit.models.conditions import Amount, Condition
from rcwkit.models.dice import Die, Range

__all__ = ["Drm", "Resolution", "Table", "Tables"]

Cells = Scalar | Seq[Scalar]


class Drm(Model):
    """A die-roll modifier: what it adds, when, and why in a few words."""

    add: Amount = Field(description="What it adds.")
    text: Text = Field(description="Why, in a few words; printed.")
    when: Condition | None = Field(default=None, description="Condition under which it counts; always if left out.")

    @property
    def reads(self) -> tuple[Any, ...]:
        """The condition and the amount."""
        return self.when, self.add


class Resolution(Model):
    """How a die roll is read; shared by tables and by rolls written within a procedure."""

    roll: Die | None = Field(default=None, description="Dice whose faces are added; left out where nobody rolls.")
    drm: Seq[Drm] = Field(
        default=(),
        description="Die-roll modifiers; `beyond` then says what lies past the ends.",
        examples=[[{"add": 1, "when": {"weather": "rain"}, "text": "Rain"}]],
    )
    beyond: Literal["clamp", "rows", "error"] | None = Field(
        default=None, description="Needed as soon as there is a drm: clamp to the end rows, rows cover it, or error."
    )
    columns: Mapping[Id, Name] = Field(
        default_factory=dict,
        description="Column id → heading; left out for a single column.",
        examples=[{"red": "Red", "white": "White"}],
    )
    rows: Mapping[Scalar, Cells] = Field(
        default_factory=dict,
        description="Die result or range (1, 2-3, 6+, 0-) → cell, or a list of cells, one for each column.",
    )
    natural: Mapping[int, Scalar] = Field(
        default_factory=dict,
        description="Results that the unmodified dice fix whatever the DRMs.",
        examples=[{1: "failure"}],
    )

    @model_validator(mode="after")
    def _modified_tables_say_what_lies_beyond(self) -> Resolution:
        if self.drm and self.rows and self.beyond is None:
            raise ValueError("a table with drm needs 'beyond': clamp, rows or error")
        return self

    @cached_property
    def ranges(self) -> Mapping[Scalar, Range]:
        """Row key → the die results that it stands for. Raises ValueError for a key that stands for none, as where nobody rolls."""
        return {key: Range.parse(key) for key in self.rows}


class Table(Resolution, Entry):
    """A chart. `results` words the cells; `heads` names the first column."""

    head: Name = Field(default="", description="Heading over the row keys; the dice if left out.")
    results: Mapping[Scalar, Text] = Field(
        default_factory=dict,
        description="Cell → what it means, printed as a key.",
        examples=[{"D": "Defender retreats"}],
    )
    groups: Mapping[Name, Seq[Id]] = Field(
        default_factory=dict, description="Headings that span columns.", examples=[{"Winter": ["red", "white"]}]
    )
    turned: bool = Field(
        default=False,
        description="Printed with the dice across and a row for each column; `head` then names the columns.",
    )
    foot: Seq[Text] = Field(default=(), description="Lines under the table.")

    @model_validator(mode="after")
    def _only_rolled_columns_can_turn(self) -> Table:
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
