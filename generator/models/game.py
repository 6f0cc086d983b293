"""`kind: game`: who plays, who owns counters, what types of counter there are, and what the source lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from generator.models.base import Colour, Id, Model, Name, Rule, Seq, Text

__all__ = ["GameInfo", "Gap", "Owner", "Source", "UnitType"]

Mark = Literal["star", "disc", "ring", "diamond", "square", "triangle", "bar", "cross", "chevron", "hatch"]
Symbol = Literal[
    "infantry",
    "cavalry",
    "artillery",
    "armour",
    "train",
    "aircraft",
    "ship",
    "leader",
    "asset",
    "star",
    "cube",
    "barrel",
    "flag",
    "disc",
    "arrow",
    "none",
]


class Source(Model):
    """The published document that the facts come from."""

    title: Name
    version: Name | None = None
    date: Name | None = None
    author: Name | None = None
    publisher: Name | None = None


class Owner(Model):
    """A side or a faction: whoever owns counters. The mark tells it apart without colour."""

    title: Name
    short: Name = Field(description="At most a few letters, for small boxes.")
    colour: Colour
    mark: Mark
    type: Name | None = Field(default=None, description="Such as Republic, Country, Major Power.")
    plays: bool = Field(default=False, description="True for a side that a player holds.")


class UnitType(Model):
    """A type of counter and how it is drawn; totals are counted by type."""

    title: Name
    plural: Name
    symbol: Symbol
    echelon: Name | None = Field(default=None, description="Drawn above the unit box, such as XXXX.")
    reverse: Literal["reduced", "none"] = Field(default="none", description="What the back shows unless the counter says otherwise.")


class Gap(Model):
    """Something that the source mentions but does not contain."""

    what: Text
    rule: Rule
    supply: Text = Field(description="How the player supplies it: a write-in space, or which file in an overlay.")


class GameInfo(Model):
    """One game: the root document of its folder."""

    kind: Literal["game"]
    id: Id
    title: Name
    subtitle: Name | None = None
    source: Source
    credits: Text = Field(description="Whose game this is; printed in the foot of documents.")
    counter_size: Name = Field(default="5/8in", description="Usual size of unit counters: '5/8in' or '16mm'.")
    marker_size: Name = Field(default="1/2in", description="Usual size of markers.")
    sides: Mapping[Id, Owner]
    factions: Mapping[Id, Owner] = Field(default_factory=dict)
    unit_types: Mapping[Id, UnitType] = Field(default_factory=dict)
    missing: Seq[Gap] = ()
