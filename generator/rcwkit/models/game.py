"""`kind: game`: the sides, the owners and types of counters, and what the source lacks."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rcwkit.models.base import Colour, Id, LanguageCode, LayoutId, Line, Model, Name, Rule, Seq, Text, ValueName
from rcwkit.models.forms import LINE, SIGN
from rcwkit.models.lengths import CounterSize, PieceSize
from rcwkit.models.looks import FontFile, FontName, Look
from rcwkit.models.shapes import Shape
from rcwkit.models.signs import SHIPPED
from rcwkit.models.symbols import Symbol, UnitSize

__all__ = ["Formation", "GameInfo", "Gap", "OwnSign", "Owner", "Place", "Source", "Strength", "UnitType"]

Place = Literal["top_left", "top", "top_right", "left", "right", "bottom_left", "bottom", "bottom_right"]
"""Where a value stands on a counter."""
Mark = Literal["star", "disc", "ring", "diamond", "square", "triangle", "bar", "cross", "chevron", "hatch"]


class Source(Model):
    """The publication that the facts come from."""

    title: Name = Field(description="Its title.")
    version: Line | None = Field(default=None, description='Quoted: "2.3".')
    date: Name | None = Field(default=None, description="As the source gives it.", examples=["20 May 2020"])
    author: Line | None = Field(default=None, description="Who wrote it.", examples=["A. Designer"])
    publisher: Line | None = Field(default=None, description="Who published it.")


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


class Formation(Model):
    """An army, corps or fleet that counters belong to; its colour is a band on them."""

    title: Name = Field(description="Full name.")
    short: Name | None = Field(
        default=None, description="A few letters, printed on the band of counters without a parent.", examples=["III"]
    )
    colour: Colour = Field(description="Six digits after #, quoted.")


class Strength(Model):
    """Which values counters of a type have, and how they are printed."""

    values: Seq[ValueName] = Field(
        default=(),
        description="Values that every counter of the type has.",
        examples=[["attack", "defence", "move"]],
    )
    optional: Seq[ValueName] = Field(
        default=(), description="Values that only some of them have.", examples=[["range"]]
    )
    shown: Line | Mapping[Place, Line] | None = Field(
        default=None,
        description="How values are printed, each name in braces: a line at the foot, or texts by place: top_left, "
        "top, top_right, left, right, bottom_left, bottom, bottom_right. All values, joined with '-', if left out.",
        examples=["{attack}-{defence}-{move}", {"bottom_left": "{attack}", "bottom_right": "{move}"}],
    )
    layout: LayoutId | None = Field(
        default=None,
        description="Layout of its counters: classic, modern, leader, naval, block, marker, or one of the game. If "
        "left out, classic if the type has values, and otherwise the face of the house.",
        examples=["classic"],
    )


class UnitType(Strength):
    """A type of counter and how it is drawn; totals are given by type."""

    title: Name = Field(description="One of them, such as army.")
    plural: Name = Field(description="Several, such as armies; for totals.")
    symbol: Symbol = Field(
        description="A picture, or a unit box of parts joined with '+'.", examples=["infantry+motorised"]
    )
    unit_size: UnitSize | None = Field(
        default=None, description="Size of these units, in a word (division) or as its mark (XX), above the unit box."
    )
    size: PieceSize | None = Field(
        default=None,
        description="Length of a side of its counters, or width x height; instead of their document's and the game's.",
        examples=["16x25mm"],
    )
    shape: Shape | None = Field(
        default=None, description="Shape of its counters; square or rectangular if left out.", examples=["round"]
    )
    reverse: Literal["reduced", "none"] = Field(
        default="none", description="What the back shows, unless the counter has its own reverse."
    )


SignName = Annotated[str, StringConstraints(pattern=SIGN, max_length=40)]
SignFile = Annotated[str, StringConstraints(min_length=1, max_length=120, pattern=LINE)]


class OwnSign(Model):
    """A sign of the game's own, for `:name:` in texts."""

    file: SignFile = Field(description="A drawing or picture in the game's folder: SVG, PNG or JPEG.")
    said: Name | None = Field(
        default=None, description="What is read in its place; its name if left out.", examples=["noise"]
    )
    tint: bool = Field(
        default=False, description="Whether a drawing takes the colour of the words beside it; white stays white."
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
    language: LanguageCode = Field(
        default="en", description="Language of its texts, and of the tool's own words beside them."
    )
    source: Source
    licence: Line | None = Field(
        default=None, description="Licence of these data, named in the kit.", examples=["MIT", "CC BY 4.0"]
    )
    credits: Text = Field(description="Whose game this is; printed in the page footer.")
    look: Look = Field(
        default=Look.model_construct(), description="What its kit looks like; the house's look if left out."
    )
    fonts: Mapping[FontName, FontFile] = Field(
        default_factory=dict, description="Name → a font of the game's own, for `look: type:` and layouts."
    )
    counter_size: CounterSize = Field(
        default="5/8in",
        validate_default=True,
        description="Usual edge of a unit counter, such as 5/8in or 16mm.",
    )
    print_starts: bool = Field(
        default=True,
        description="Whether counters show where they start: the place in `setup`, or where all set-ups agree.",
    )
    marker_size: CounterSize = Field(default="1/2in", validate_default=True, description="Usual edge of a marker.")
    sides: Mapping[Id, Owner] = Field(description="Side id → side. Sides and factions own counters.")
    factions: Mapping[Id, Owner] = Field(
        default_factory=dict, description="Faction id → faction: owners other than the sides."
    )
    unit_types: Mapping[Id, UnitType] = Field(
        default_factory=dict, description="Type id → how its counters are drawn and counted."
    )
    formations: Mapping[Id, Formation] = Field(
        default_factory=dict, description="Formation id → formation: what counters belong to, told by a band of colour."
    )
    signs: Mapping[SignName, SignFile | OwnSign] = Field(
        default_factory=dict,
        description="Name → file of a sign that texts may have, as in :noise:.",
        examples=[{"noise": "signs/noise.svg"}],
    )
    terms: Mapping[Name, Seq[Name]] = Field(
        default_factory=dict,
        description="Term for the index → other words that players use for it.",
        examples=[{"Faction control marker": ["FCM"]}],
    )
    missing: Seq[Gap] = Field(default=(), description="What the source mentions but does not contain.")

    @cached_property
    def own_signs(self) -> Mapping[str, OwnSign]:
        """The signs of its own, by name."""
        return {name: OwnSign(file=one) if isinstance(one, str) else one for name, one in self.signs.items()}

    @cached_property
    def said(self) -> Mapping[str, str]:
        """The words for signs by name, where they are not drawn."""
        return {**SHIPPED, **{name: one.said or name.replace("_", " ") for name, one in self.own_signs.items()}}
