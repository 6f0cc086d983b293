"""`kind: tracks`: tracks, tables of boxes and displays, sized for the kit's counters."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rcwkit.models.base import CounterId, Entry, Id, Model, Name, OwnerId, RulingId, Seq, Text
from rcwkit.models.entries import Entries

__all__ = ["Box", "Gate", "Row", "Track", "Tracks"]

Cost = Annotated[int, Field(ge=0, le=99)]


class Box(Model):
    """A box of a track."""

    title: Name = Field(description="Printed in the box.")
    lines: Seq[Text] = Field(default=(), description="Small print in the box, such as a turn's events.")
    colour: OwnerId | None = Field(default=None, description="Owner whose tint the box takes.")
    leave: Cost = Field(
        default=1, description="Points to move a marker out of it; 0: it cannot be moved by points.", examples=[2]
    )
    takes: Literal["marker", "counter", "stack", "cards", "none"] = Field(
        default="marker", description="What must fit inside; cards: poker cards, fanned."
    )


class Gate(Model):
    """A box of one row that is closed until an event."""

    box: Id = Field(description="The closed box.")
    side: OwnerId = Field(description="Owner for whom it is closed.")
    text: Text = Field(description="The event, in short: 'R1 or R24'.")
    rulings: Seq[RulingId] = ()


class Row(Model):
    """One marker's row in a table of boxes."""

    title: Name = Field(description="Printed before the row.")
    group: Name | None = Field(default=None, description="Heading over this row and the next ones of the same group.")
    start: Id | None = Field(
        default=None, description="Box where its marker starts, shown by a disc.", examples=["neutral"]
    )
    marker: CounterId | None = Field(default=None, description="Counter that moves here; the row's own id if left out.")
    gates: Seq[Gate] = Field(default=(), description="Boxes that are closed at first.")
    locks: Seq[Text] = Field(
        default=(), description="What locks the marker in a box, in short.", examples=[["No move after W5"]]
    )
    note: Text | None = None
    rulings: Seq[RulingId] = ()


class Track(Entry):
    """Boxes in a line or grid, or, with `rows`, the same boxes for every row."""

    layout: Literal["line", "grid", "table", "display"] = Field(
        description="line, grid: one or more lines of boxes; table: the same boxes for every row; display: for stacks."
    )
    columns: Annotated[int, Field(ge=1, le=30)] | None = Field(
        default=None, description="Boxes per line of a grid or display.", examples=[10]
    )
    boxes: Entries[Id, Box] = Field(min_length=1, description="Box id → box, in order.")
    start: Id | None = Field(default=None, description="Box where its marker starts.")
    rows: Mapping[Id, Row] = Field(default_factory=dict, description="Row id → row, for layout table.")
    legend: Seq[Text] = Field(default=(), description="Lines under the track.")


class Tracks(Model):
    """A set of tracks and displays."""

    kind: Literal["tracks"]
    id: Id
    title: Name
    source: Name
    tracks: Mapping[Id, Track] = Field(description="Track id → track.")
