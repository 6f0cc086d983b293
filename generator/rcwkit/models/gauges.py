"""`kind: gauges`: rulers, sticks, templates and compasses at true scale."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rcwkit.models.base import Entry, Id, Model, Name, Seq, Text
from rcwkit.models.lengths import Distance, Length, LongLength, TickLength

__all__ = ["Gauge", "Gauges", "Reach"]


class Reach(Model):
    """A distance along a stick, or a direction of a compass (by die face)."""

    at: Distance = Field(description="Distance from the zero end; on a compass, a die face.", examples=[60])
    text: Name = Field(description="Its label.")


class Gauge(Entry):
    """A gauge. A stick longer than the paper is printed in parts to glue at marked joints."""

    form: Literal["stick", "square", "circle", "compass"] = Field(description="Shape of the gauge.")
    length: LongLength = Field(description="Length of a stick, edge of a square, diameter of a circle or compass.")
    width: Length = Field(default=20.0, description="Width of a stick.", examples=[20])
    tick: TickLength = Field(default=10.0, description="Distance between the ticks of a stick.", examples=[10])
    reaches: Seq[Reach] = Field(default=(), description="Ends of a stick's bands, or directions of a compass.")
    lines: Seq[Text] = Field(default=(), description="Small print.")
    copies: Annotated[int, Field(ge=1, le=20, description="How many to print.")] = 1


class Gauges(Model):
    """The gauges of a game."""

    kind: Literal["gauges"]
    id: Id
    title: Name
    source: Name
    gauges: Mapping[Id, Gauge] = Field(description="Gauge id → gauge.")
