"""`kind: scenarios`: a set-up, the changes to it, and a checklist."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rcwkit.models.base import (
    BoxId,
    CounterId,
    Entry,
    Id,
    Model,
    Name,
    OwnerId,
    PlaceRef,
    ProcedureId,
    Ref,
    RowId,
    Rule,
    RulingId,
    Seq,
    SetupId,
    Shelf,
    Text,
    TrackId,
    UnitRef,
)

__all__ = ["Change", "Checklist", "Scenario", "Scenarios", "Task"]


class Task(Model):
    """A task to tick off."""

    do: Text = Field(description="What to do.")
    rule: Rule = ""
    detail: Seq[Text] = Field(default=(), description="Lines under it.")
    rulings: Seq[RulingId] = ()


class Checklist(Model):
    """A section of a checklist."""

    head: Name = Field(description="Heading.")
    note: Text | None = None
    tasks: Seq[Task] = Field(description="Tasks, in order.")


class Change(Model):
    """What a scenario removes from, adds to or moves in its set-up."""

    without_forces: Seq[Annotated[Id, Ref("owners", checked=False)]] = Field(
        default=(), description="Owners whose forces and reinforcements are left out.", examples=[["white"]]
    )
    without_units: Seq[Annotated[Id, Ref("units", checked=False)]] = Field(default=(), description="Units left out.")
    without_tracks: Seq[Annotated[Id, Ref("tracks", checked=False)]] = Field(default=(), description="Tracks left out.")
    without_markers: Seq[Annotated[Id, Ref("units", checked=False)]] = Field(
        default=(), description="Markers left out."
    )
    place: Mapping[PlaceRef, Seq[UnitRef]] = Field(
        default_factory=dict, description="Place → units that stand there and nowhere else."
    )
    reserve: Mapping[OwnerId, Seq[UnitRef]] = Field(
        default_factory=dict, description="Owner → units in its reserve and nowhere else."
    )
    tracks: Mapping[TrackId, Mapping[RowId, BoxId]] = Field(
        default_factory=dict, description="Track → row or marker → box."
    )
    arrives: Mapping[CounterId, Text] = Field(
        default_factory=dict,
        description="Unit that enters later → when it enters in this scenario.",
        examples=[{"Ra8": "turn 2"}],
    )
    reminders: Seq[Text] = Field(
        default=(),
        description="Reminders on its set-up sheet, after those of the set-up.",
        examples=[["Remove the cards of 1919."]],
    )


class Scenario(Entry):
    """A scenario: a set-up, with changes, and a checklist."""

    setup: SetupId | None = Field(default=None, description="Set-up that it is based on.")
    short: Name | None = Field(
        default=None, description="Short title, for marks on other sheets.", examples=["the short game"]
    )
    marked_on: Id | None = Field(
        default=None,
        description="Scenario of the same set-up whose sheet marks what this one leaves out; its own is for study.",
        examples=["campaign"],
    )
    length: Name | None = Field(default=None, description="Such as 'Turns 1 to 16'.")
    change: Change = Field(default_factory=Change, description="Changes to that set-up.")
    checklist: Seq[Checklist] = Field(default=(), description="What to do before play, to tick off.")
    shelf: Shelf = Field(default="table", description="study: its set-up and checklist are left out of a usual build.")
    options: Seq[ProcedureId] = Field(default=(), description="Procedures that may be rolled for this set-up.")

    @model_validator(mode="after")
    def _marks_only_what_it_leaves_out(self) -> Self:
        if self.marked_on and (self.change.place or self.change.reserve or self.change.tracks):
            raise ValueError("a scenario marked on another's sheet only leaves things out")
        return self


class Scenarios(Model):
    """The scenarios of a game."""

    kind: Literal["scenarios"]
    id: Id
    source: Name
    scenarios: Mapping[Id, Scenario] = Field(description="Scenario id → scenario.")
