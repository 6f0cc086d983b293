"""`kind: tracks`: tracks, tables of boxes, and displays, sized to take the kit's counters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from generator.models.base import Entry, Id, Model, Name, Seq, Text

__all__ = ["Box", "Gate", "Row", "Track", "Tracks"]

Cost = Annotated[int, Field(ge=0, le=99)]


class Box(Model):
    """A box. `leave` is how many points it costs to move a marker out of it (0: cannot be left so)."""

    title: Name
    lines: Seq[Text] = Field(default=(), description="Small print in the box, such as a turn's events.")
    colour: Id | None = Field(default=None, description="Owner whose tint the box takes.")
    leave: Cost = 1
    takes: Literal["marker", "counter", "stack", "none"] = Field(default="marker", description="What must fit inside.")


class Gate(Model):
    """A box of one row that may not be entered before an event."""

    box: Id
    side: Id
    text: Text = Field(description="The event in short: 'R1 or R24'.")
    rulings: Seq[Id] = ()


class Row(Model):
    """One marker's row in a table of boxes."""

    title: Name
    group: Name | None = None
    start: Id | None = Field(default=None, description="Box in which its marker begins, with a disc; none if the game does not say.")
    marker: Id | None = Field(default=None, description="Counter that moves here; the row's own id if left out.")
    gates: Seq[Gate] = ()
    locks: Seq[Text] = Field(default=(), description="What fixes the marker in a box, in short.")
    note: Text | None = None
    rulings: Seq[Id] = ()


class Track(Entry):
    """Boxes in one line or grid (`rows` empty), or the same boxes for every row."""

    layout: Literal["line", "grid", "table", "display"]
    columns: Annotated[int, Field(ge=1, le=30)] | None = Field(default=None, description="Boxes a line of a grid or display.")
    boxes: Mapping[Id, Box]
    start: Id | None = None
    rows: Mapping[Id, Row] = Field(default_factory=dict)
    legend: Seq[Text] = ()


class Tracks(Model):
    """A sheet set of tracks and displays."""

    kind: Literal["tracks"]
    id: Id
    title: Name
    source: Name
    tracks: Mapping[Id, Track]
