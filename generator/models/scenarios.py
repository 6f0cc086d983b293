"""`kind: scenarios`: a set-up, the changes to it, and the checklist to play it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from generator.models.base import Entry, Id, Model, Name, PlaceRef, Rule, Seq, Text, UnitRef

__all__ = ["Change", "Checklist", "Scenario", "Scenarios", "Task"]


class Task(Model):
    """One thing to tick off."""

    do: Text
    rule: Rule = ""
    detail: Seq[Text] = ()
    rulings: Seq[Id] = ()


class Checklist(Model):
    """A headed part of a checklist."""

    head: Name
    note: Text | None = None
    tasks: Seq[Task]


class Change(Model):
    """What a scenario takes from, adds to or moves in the set-up it stands on."""

    without_forces: Seq[Id] = ()
    without_units: Seq[Id] = ()
    without_tracks: Seq[Id] = ()
    without_markers: Seq[Id] = ()
    place: Mapping[PlaceRef, Seq[UnitRef]] = Field(default_factory=dict)
    reserve: Mapping[Id, Seq[UnitRef]] = Field(default_factory=dict)
    tracks: Mapping[Id, Mapping[Id, Id]] = Field(default_factory=dict)


class Scenario(Entry):
    """A scenario. `change` applies to the set-up."""

    setup: Id | None = None
    length: Name | None = Field(default=None, description="Such as 'Turns 1 to 16'.")
    change: Change = Field(default_factory=Change)
    checklist: Seq[Checklist] = ()
    options: Seq[Id] = Field(default=(), description="Procedures that may be rolled for this set-up.")


class Scenarios(Model):
    """The scenarios of a game."""

    kind: Literal["scenarios"]
    id: Id
    source: Name
    scenarios: Mapping[Id, Scenario]
