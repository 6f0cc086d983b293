"""`kind: game`: who plays, who owns counters, what types of counter there are, and what the source lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from rcwkit.models.base import Colour, Id, Model, Name, Rule, Seq, Text
from rcwkit.models.lengths import CounterSize

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

    title: Name = Field(description="Its title.")
    version: Name | None = Field(default=None, description='Quoted: "2.3".')
    date: Name | None = Field(default=None, description="As the source gives it.", examples=["20 May 2020"])
    author: Name | None = Field(default=None, description="Who wrote it.")
    publisher: Name | None = Field(default=None, description="Who published it.")


class Owner(Model):
    """A side or a faction: whoever owns counters. The mark tells it apart without colour."""

    title: Name = Field(description="The name in full.")
    short: Name = Field(description="At most a few letters, for small boxes.")
    colour: Colour = Field(description="Six digits after #, quoted.")
    mark: Mark = Field(description="A shape that tells the owner apart where colour does not.")
    type: Name | None = Field(
        default=None, description="Such as Republic, Country, Major Power.", examples=["Republic"]
    )
    plays: bool = Field(default=False, description="True for a side that a player holds.")


class UnitType(Model):
    """A type of counter and how it is drawn; totals are counted by type."""

    title: Name = Field(description="One of them: army.")
    plural: Name = Field(description="For totals: armies.")
    symbol: Symbol = Field(description="What is drawn in the unit box, or alone.")
    echelon: Name | None = Field(default=None, description="Drawn above the unit box, such as XXXX.", examples=["XXXX"])
    reverse: Literal["reduced", "none"] = Field(
        default="none", description="What the back shows unless the counter says otherwise."
    )


class Gap(Model):
    """Something that the source mentions but does not contain."""

    what: Text = Field(description="What is not there.")
    rule: Rule = Field(description="Where the source mentions it.")
    supply: Text = Field(description="How the player supplies it: a write-in space, or which file in an overlay.")


class GameInfo(Model):
    """One game: the root document of its folder."""

    kind: Literal["game"]
    id: Id
    title: Name
    subtitle: Name | None = Field(default=None, description="Under the title, such as the years.")
    source: Source
    credits: Text = Field(description="Whose game this is; printed in the foot of documents.")
    counter_size: CounterSize = Field(
        default="5/8in",
        validate_default=True,
        description="Usual length of a unit counter's side, such as 5/8in or 16mm.",
    )
    marker_size: CounterSize = Field(
        default="1/2in", validate_default=True, description="Usual length of a marker's side."
    )
    sides: Mapping[Id, Owner] = Field(description="Side id → who it is. Sides and factions own counters.")
    factions: Mapping[Id, Owner] = Field(
        default_factory=dict, description="Faction id → who it is: owners beside the sides."
    )
    unit_types: Mapping[Id, UnitType] = Field(
        default_factory=dict, description="Type id → how its counters are drawn and counted."
    )
    missing: Seq[Gap] = Field(default=(), description="What the source mentions but does not contain.")
