"""`kind: game`: the sides, the owners and types of counters, and what the source lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from rcwkit.models.base import Colour, Id, Model, Name, Rule, Seq, Text
from rcwkit.models.lengths import CounterSize
from rcwkit.models.looks import Look

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
    """The publication that the facts come from."""

    title: Name = Field(description="Its title.")
    version: Name | None = Field(default=None, description='Quoted: "2.3".')
    date: Name | None = Field(default=None, description="As the source gives it.", examples=["20 May 2020"])
    author: Name | None = Field(default=None, description="Who wrote it.")
    publisher: Name | None = Field(default=None, description="Who published it.")


class Owner(Model):
    """A side or faction, which may own counters."""

    title: Name = Field(description="Full name.")
    short: Name = Field(description="A few letters, for small boxes.")
    colour: Colour = Field(description="Six digits after #, quoted.")
    mark: Mark = Field(description="A shape that tells owners apart without colour.")
    type: Name | None = Field(
        default=None, description="Such as Republic, Country, Major Power.", examples=["Republic"]
    )
    plays: bool = Field(default=False, description="Whether a player plays this side.")


class UnitType(Model):
    """A type of counter and how it is drawn; totals are given by type."""

    title: Name = Field(description="One of them, such as army.")
    plural: Name = Field(description="Several, such as armies; for totals.")
    symbol: Symbol = Field(description="What is drawn in the unit box, or alone.")
    echelon: Name | None = Field(default=None, description="Drawn above the unit box, such as XXXX.", examples=["XXXX"])
    reverse: Literal["reduced", "none"] = Field(
        default="none", description="What the back shows, unless the counter has its own reverse."
    )


class Gap(Model):
    """Something the source mentions but does not contain."""

    what: Text = Field(description="What is missing.")
    rule: Rule = Field(description="Where the source mentions it.")
    supply: Text = Field(description="How the player supplies it: a write-in space, or which file in an overlay.")


class GameInfo(Model):
    """One game: the root document of its folder."""

    kind: Literal["game"]
    id: Id
    title: Name
    subtitle: Name | None = Field(default=None, description="Under the title, such as the years.")
    source: Source
    licence: Name | None = Field(
        default=None, description="Licence of these data, named in the kit.", examples=["MIT", "CC BY 4.0"]
    )
    credits: Text = Field(description="Whose game this is; printed in the page footer.")
    look: Look = Field(default=Look(), description="What its kit looks like; the house's look if left out.")
    counter_size: CounterSize = Field(
        default="5/8in",
        validate_default=True,
        description="Usual edge of a unit counter, such as 5/8in or 16mm.",
    )
    marker_size: CounterSize = Field(default="1/2in", validate_default=True, description="Usual edge of a marker.")
    sides: Mapping[Id, Owner] = Field(description="Side id → side. Sides and factions own counters.")
    factions: Mapping[Id, Owner] = Field(
        default_factory=dict, description="Faction id → faction: owners other than the sides."
    )
    unit_types: Mapping[Id, UnitType] = Field(
        default_factory=dict, description="Type id → how its counters are drawn and counted."
    )
    terms: Mapping[Name, Seq[Name]] = Field(
        default_factory=dict,
        description="Term for the index → other words that players use for it.",
        examples=[{"Faction control marker": ["FCM"]}],
    )
    missing: Seq[Gap] = Field(default=(), description="What the source mentions but does not contain.")
