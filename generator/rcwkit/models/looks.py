"""The look of a game's kit: its colours, shapes and type, and the fonts that it brings."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rcwkit.models.base import Colour, Model, Ref
from rcwkit.models.forms import LINE, WORD

__all__ = ["HOUSE_FONTS", "Band", "Corners", "FontFile", "FontName", "Look", "Motif", "Roles", "Sizes"]

Motif = Literal[
    "wedge",
    "bars",
    "rings",
    "star",
    "flag",
    "chevrons",
    "hexes",
    "lozenge",
    "squares",
    "meander",
    "waves",
]
"""The motif of an emblem or a card back."""

Like = Literal["house", "classic", "napoleonic", "modern", "ancients", "naval"]
"""The house's look, or one of those in `templates/looks/`."""

Band = Literal["slanted", "straight", "none"]
Corners = Literal["square", "round", "cut"]

HOUSE_FONTS = ("sans", "narrow", "serif")
"""The families that ship with the tool."""

FontName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9 _]{0,39}$"), Field(examples=["Futura"])]
"""The name of a font: letters, digits, spaces and `_`."""

FontRef = Annotated[FontName, Ref("fonts")]

FontPath = Annotated[
    str,
    StringConstraints(min_length=1, max_length=120, pattern=LINE),
    Field(examples=["fonts/Futura.ttf"]),
]
"""A file in the game's folder."""


class FontFile(Model):
    """A font of the game's own, in up to four styles; what a style lacks is taken from the nearest one."""

    file: FontPath = Field(description="Its regular style, TTF or OTF.")
    bold: FontPath | None = Field(default=None, description="Its bold style.")
    italic: FontPath | None = Field(default=None, description="Its italic style.")
    bold_italic: FontPath | None = Field(default=None, description="Its bold italic style.")
    licence: FontPath = Field(
        description="The text of its licence, which the kit includes.", examples=["fonts/OFL.txt"]
    )


class Roles(Model):
    """Which fonts play which roles: one of `fonts:`, or the house's `sans`, `narrow` and `serif`."""

    text: FontRef = Field(default="sans", description="Running text of cards, charts and pages.")
    head: FontRef = Field(default="narrow", description="Titles, counters, tables and figures.")
    reading: FontRef = Field(default="serif", description="Running text of booklets.")


class Sizes(Model):
    """Type sizes in points; text that does not fit is set smaller, down to the floors."""

    cards: float = Field(default=8.0, ge=6.5, le=12, examples=[8.5], description="Running text of cards.")
    pages: float = Field(
        default=9.0, ge=8.5, le=11, examples=[9.5], description="Running text of pages; all else on them follows."
    )
    booklets: float = Field(
        default=10.4, ge=8, le=13, examples=[10.0], description="Running text of booklets; a tenth less on A5."
    )


class Look(Model):
    """What a game's kit looks like. Keys that are left out come from the look named by `like`, or from the house's."""

    like: Like = Field(default="house", description="A look that ships with the tool, to start from.")
    accent: Colour = Field(
        default="#B3201F",
        description="Colour of titles, rule numbers, emblems and backs without an owner; six digits after #, quoted.",
    )
    paper: Colour = Field(default="#F4ECDD", description="Ground of cards and of reduced counters.")
    page: Colour = Field(default="#FFFFFF", description="Ground of boxes, tables and tints; sheets are not filled.")
    ink: Colour = Field(default="#1B1A18", description="Text, lines and dark bars.")
    quiet: Colour = Field(default="#6B655A", description="Notes, sources and other small print.")
    hairline: Colour = Field(default="#B7AE9E", description="Thin lines between rows.")
    gold: Colour = Field(default="#C9A227", description="Ground of flags, warnings and the heads of tables.")
    colours: Mapping[Annotated[str, StringConstraints(pattern=WORD, max_length=40)], Colour] = Field(
        default_factory=dict,
        description="Name → colour for layouts and texts, as in [rose]words[/], besides sides, factions and accent.",
        examples=[{"rose": "#B0306A"}],
    )
    motif: Motif | Literal["none"] | None = Field(
        default=None,
        description="Emblem of its pages and poster on backs that name none; if left out, emblems go by document.",
    )
    band: Band = Field(default="slanted", description="Band behind the titles of cards and boards.")
    corners: Corners = Field(default="square", description="Corners of the boxes on cards, boards and counters.")
    corner: float = Field(
        default=1.2, ge=0.3, le=4, examples=[1.5], description="Size of corners that are round or cut, in mm."
    )
    backs: Literal["poster", "frame", "plain"] = Field(
        default="poster",
        description="Backs of cards that name no motif: its poster, a frame of lines, or the title alone.",
    )
    type: Roles = Field(default=Roles.model_construct(), description="The fonts of its texts.")
    sizes: Sizes = Field(default=Sizes.model_construct(), description="The sizes of its texts.")
