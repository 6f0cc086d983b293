"""`kind: gauges`: rulers, sticks, templates and compasses at true scale, and cards of distances for a tape measure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from rcwkit.models.base import Entry, Id, Model, Name, Seq, Shown, Text
from rcwkit.models.lengths import Distance, Length, LongLength, TickLength

__all__ = ["Gauge", "Gauges", "Reach"]


class Reach(Model):
    """A distance along a stick, or a direction of a compass (by die face)."""

    at: Distance = Field(description="Distance from the zero end; on a compass, a die face.", examples=[60])
    text: Name = Field(description="Its label.")


class Gauge(Entry):
    """A gauge. A stick longer than the paper is printed in parts to glue at marked joints."""

    form: Literal["stick", "square", "frame", "circle", "compass", "card"] = Field(
        description="Shape of the gauge: frame is a square to lay around models, card a small chart of distances."
    )
    length: LongLength = Field(
        description="Length of a stick, edge of a square, opening of a frame, diameter of a circle or compass, "
        "width of a card."
    )
    width: Length = Field(default=20.0, description="Width of a stick or of a frame's border.", examples=[20])
    tick: TickLength = Field(default=10.0, description="Distance between the ticks of a stick.", examples=[10])
    reaches: Seq[Reach] = Field(default=(), description="Ends of a stick's bands, or directions of a compass.")
    columns: Seq[Name] = Field(
        default=(),
        description="Headings of a card, the first over the names of its rows.",
        examples=[["Weapon", "Close", "Long"]],
    )
    rows: Mapping[Name, Seq[Shown]] = Field(
        default_factory=dict, description="Row of a card → its cells.", examples=[{"Rifles": [8, 40]}]
    )
    lines: Seq[Text] = Field(default=(), description="Small print.")
    copies: Annotated[int, Field(ge=1, le=20, description="How many to print.")] = 1

    @model_validator(mode="after")
    def _cards_have_full_rows(self) -> Gauge:
        if (self.form == "card") != bool(self.rows):
            raise ValueError("a card, and no other gauge, has rows")
        if any(len(cells) + 1 != len(self.columns) for cells in self.rows.values()):
            raise ValueError("each row of a card needs a cell for every column but the first")
        return self


class Gauges(Model):
    """The gauges of a game."""

    kind: Literal["gauges"]
    id: Id
    title: Name
    source: Name
    gauges: Mapping[Id, Gauge] = Field(description="Gauge id → gauge.")
