"""`kind: game`: sides, owners and types of counters, what the source lacks, and the look of the kit."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, WithJsonSchema, model_validator

from rcwkit.frame import Shape
from rcwkit.source.base import (
    BARE,
    Brief,
    Colour,
    Entries,
    Id,
    LanguageCode,
    LayoutId,
    Line,
    Model,
    Name,
    Ref,
    Rule,
    Seq,
    Text,
    ValueName,
    optional,
)
from rcwkit.source.markup import SHIPPED
from rcwkit.source.patterns import LINE, SIGN, WORD, CounterSize, PieceSize, malformed, plural
from rcwkit.source.symbols import (
    Character,
    FontName,
    Mark,
    OwnSign,
    Scene,
    SignFile,
    SignName,
    Symbol,
    TitleSign,
    UnitSize,
    sign_name,
)

MOTIFS = (
    *("wedge", "bars", "rings", "star", "flag", "chevrons", "hexes"),
    *("lozenge", "squares", "meander", "waves", "canvas", "worker", "blocks"),
)
"""The motifs that ship with the tool."""
NO_MOTIF = "none"


def _motif(value: str) -> str:
    if value == NO_MOTIF:
        raise malformed("a back with a motif has one", "leave it out; in game.yaml, `look: backs: plain` has none")
    return value


Motif = Annotated[
    str,
    StringConstraints(pattern=SIGN, max_length=40),
    AfterValidator(_motif),
    WithJsonSchema({"anyOf": [{"enum": [*MOTIFS]}, {"type": "string", "pattern": SIGN, "examples": ["wedge"]}]}),
    Ref("motifs"),
]
"""The motif of an emblem or a card back: one of those shipped, or of the game's `drawings`."""

Like = Literal["house", "classic", "napoleonic", "modern", "ancients", "naval"]
"""The house's look, or one of those in `templates/looks/`."""

Band = Literal["slanted", "straight", "none"]
Corners = Literal["square", "round", "cut"]
TitleStyle = Literal["emblem", "wedge", "rules", "slant", "hexes", "blocks"]
TableStyle = Literal["plain", "cut", "ruled", "panes", "grid", "blocks"]
BoxStyle = Literal["plain", "bar", "caution", "handcut", "label", "split"]
StepStyle = Literal["numbers", "rail", "tabs", "panes", "labels", "blocks"]
FootStyle = Literal["plain", "rules", "slant", "blocks"]

HOUSE_FONTS = ("sans", "narrow", "serif")
"""The families that texts name by their role."""
SHIPPED_FONTS = (*HOUSE_FONTS, "russo", "stencil", "dela", "arimo", "archivo_narrow", "jost", "jost_black")
"""The families that ship with the tool."""


FontRef = Annotated[FontName, Ref("fonts")]

FontPath = Annotated[
    str, StringConstraints(min_length=1, max_length=120, pattern=LINE), Field(examples=["fonts/Futura.ttf"])
]
"""A file in the game's folder."""


class FontFile(Model):
    """A font of the game's own, in up to four styles; what a style lacks is taken from the nearest one."""

    file: FontPath = Field(description="Its regular style, TTF or OTF.")
    bold: FontPath | None = optional("Its bold style.")
    italic: FontPath | None = optional("Its italic style.")
    bold_italic: FontPath | None = optional("Its bold italic style.")
    licence: FontPath = Field(description="Its licence, which the kit includes.", examples=["fonts/OFL.txt"])
    ligatures: bool = Field(False, description="Whether its letters have their ligatures and kerning.")


class Roles(Model):
    """Fonts by role: those of `fonts:`, or the shipped ones.

    These are sans, narrow, serif, russo, stencil, dela, arimo, archivo_narrow, jost and jost_black.
    """

    text: FontRef = Field("sans", description="Running text of cards, charts and pages.")
    head: FontRef = Field("narrow", description="Heads within pages, counters, tables and labels.")
    reading: FontRef = Field("serif", description="Running text of booklets.")
    display: FontRef | None = optional(
        "Titles of pages, cards, boards and backs; the font of heads if left out.", examples=["russo"]
    )
    figures: FontRef | None = optional(
        "Large numbers of steps, counters and cards; the font of titles if left out.", examples=["stencil"]
    )

    @property
    def played(self) -> Mapping[str, str]:
        """The family for each name that texts use."""
        display = self.display or self.head
        return {
            "sans": self.text,
            "narrow": self.head,
            "serif": self.reading,
            "display": display,
            "figures": self.figures or display,
        }


class Sizes(Model):
    """Type sizes in points; text that does not fit is set smaller, down to the floors."""

    cards: float = Field(8.0, ge=6.5, le=12, examples=[8.5], description="Running text of cards.")
    pages: float = Field(
        9.0, ge=8.5, le=11, examples=[9.5], description="Running text of pages; all else on them follows."
    )
    titles: float = Field(
        24.0, ge=18, le=40, examples=[30.0], description="Titles of pages for play; a long one is smaller."
    )
    booklets: float = Field(
        10.4, ge=8, le=13, examples=[10.0], description="Running text of booklets; a tenth less on A5."
    )


class Look(Model):
    """What a game's kit looks like. Keys that are left out come from the look named by `like`, or from the house's."""

    like: Like = Field("house", description="A look that ships with the tool, to start from.")
    accent: Colour = Field(
        "#B3201F",
        description="Colour of titles, rule numbers, emblems and backs without an owner; six digits after #, quoted.",
    )
    paper: Colour = Field("#F4ECDD", description="Ground of cards and of reduced counters.")
    page: Colour = Field("#FFFFFF", description="Ground of boxes, tables and tints.")
    sheet: Colour | None = optional(
        "Ground of whole pages for play, to the edge of the paper; none with low ink.", examples=["#F6EDD8"]
    )
    ink: Colour = Field("#1B1A18", description="Text, lines and dark bars.")
    quiet: Colour = Field("#58534A", description="Notes, sources and other small print.")
    hairline: Colour = Field("#B7AE9E", description="Thin lines between rows.")
    gold: Colour = Field("#C9A227", description="Ground of warnings and the heads of tables.")
    second: Colour | None = optional(
        "Second colour of titles, boxes and blocks, beside the accent; ink if left out.", examples=["#27425F"]
    )
    colours: Mapping[Annotated[str, StringConstraints(pattern=WORD, max_length=40)], Colour] = Field(
        {},
        description="Name → colour for layouts and texts, as in [rose]words[/], besides sides, factions and accent.",
        examples=[{"rose": "#B0306A"}],
    )
    motif: Motif | Literal["none"] | None = optional(
        "Emblem of its pages and poster on backs that name none; if left out, emblems go by document."
    )
    title: TitleStyle = Field(
        "emblem",
        description="Titles of pages. emblem: a corner with the motif; wedge: that and a bar on a slant; rules: a band "
        "over a thick and a thin rule; slant: a band cut on a slant; hexes: a grid in the corner; blocks: two colours.",
    )
    sign: TitleSign | None = optional(
        "A symbol, or a sign of texts, in the titles rules, slant and blocks: chevrons, a star or a flag if left out.",
        examples=["battleship"],
    )
    scene: Scene | None = optional(
        "A scene in the titles rules, slant and blocks, in place of the sign; pages may have a picture of their own.",
        examples=["tower"],
    )
    capitals: bool = Field(True, description="Whether titles and heads are in capitals.")
    table: TableStyle = Field(
        "plain",
        description="Tables. cut: the end of the head is cut; ruled: rules without grounds; panes: heavy frames; grid: "
        "fine lines all round, the head in the accent; blocks: rows of colour without lines.",
    )
    box: BoxStyle = Field(
        "plain",
        description="Boxes with text. bar: a bar at the left and a folded corner; caution: a hatched strip; handcut: a "
        "heavy, uneven outline; label: a frame, the head in brackets; split: the head beside the text.",
    )
    steps: StepStyle = Field(
        "numbers",
        description="Sections of pages that do not say how they look. numbers: in squares; rail: on a line down the "
        "page; tabs: at the edge of the paper; panes: in heavy frames; labels: in brackets; blocks: heads of colour at "
        "the left.",
    )
    foot: FootStyle = Field(
        "plain", description="What stands over the foot of a page: rules, a wedge on a slant, or blocks."
    )
    band: Band = Field("slanted", description="Band behind the titles of cards and boards.")
    corners: Corners = Field("square", description="Corners of the boxes of boards, and of the companion.")
    corner: float = Field(
        1.2, ge=0.3, le=4, examples=[1.5], description="Size of corners that are round or cut, in mm."
    )
    backs: Literal["poster", "pale", "frame", "plain"] = Field(
        "poster",
        description="Backs of cards: a motif’s poster, dark or pale; for those that name none, also a frame of "
        "lines, or the title alone.",
    )
    gutter: float = Field(
        0.0, ge=0, le=2, examples=[0.5], description="Width of the light lines between counters that touch, in mm."
    )
    type: Roles = Field(Roles.model_construct(), description="The fonts of its texts.")
    sizes: Sizes = Field(Sizes.model_construct(), description="The sizes of its texts.")


Place = Literal["top_left", "top", "top_right", "left", "right", "bottom_left", "bottom", "bottom_right"]
"""Where a value stands on a counter."""


class Source(Model):
    """The publication that the facts come from."""

    title: Name = Field(description="Its title.")
    version: Line | None = optional('Quoted: "2.3".')
    date: Name | None = optional("As the source gives it.", examples=["20 May 2020"])
    author: Line | None = optional("Who wrote it.", examples=["A. Designer"])
    publisher: Line | None = optional("Who published it.", examples=["Mill Press"])


class TableTop(Model):
    """The table at which the game is played, as the print guide draws it."""

    seats: Seq[Id] | None = optional(
        "The sides at its edges; those that players play if left out, one seat if empty.", examples=[["red", "white"]]
    )
    middle: Name | None = optional("What lies in its middle; the map if left out.", examples=["battlefield"])


Pattern = Literal["plain", "hexes", "stripes", "split"]
Plate = Literal["square", "triangle", "circle", "diamond", "octagon", "shield"]
"""What the sign of a marker stands on."""


class Owner(Model):
    """A side or faction, which may own counters."""

    title: Name = Field(description="Full name.")
    short: Name = Field(description="A few letters, for small boxes.")
    colour: Colour = Field(description="Six digits after #, quoted.")
    mark: Mark = Field(description="A shape that tells owners apart without colour.")
    type: Name | None = optional("Such as Republic, Country, Major Power.", examples=["Republic"])
    plays: bool = Field(False, description="Whether a player plays this side.")
    pattern: Pattern = Field(
        "plain",
        description="Ground of its counters in layouts that show one: plain, paper with hexes, stripes, or split.",
    )


class Formation(Model):
    """An army, corps, fleet or nation that counters belong to; its colours are a band on them."""

    title: Name = Field(description="Full name.")
    short: Name | None = optional("A few letters, printed on the band of counters without a parent.", examples=["III"])
    colour: Colour = Field(
        "", description="Six digits after #, quoted; one of eight, in order, if left out.", examples=["#B3201F"]
    )
    ribbon: Annotated[Seq[Colour], Field(max_length=3)] = Field(
        (),
        description="Two or three colours of the band, from the top; its one colour if left out.",
        examples=[["#2E5FA0", "#E2B128", "#C3281E"]],
    )

    @property
    def bands(self) -> tuple[str, ...]:
        """The colours of its band, from the top."""
        return self.ribbon or (self.colour,)


_BANDS = ("#B3201F", "#27425F", "#C9A227", "#3F6B3A", "#7A4E7E", "#D07A2D", "#4E8C93", "#6B4A2B")


def _coloured(value: Any) -> Any:
    """Return formations with a colour for each that has none."""
    if not isinstance(value, dict):
        return value
    full = ((name, {"title": one} if isinstance(one, str) else one) for name, one in value.items())
    return {
        name: {"colour": _BANDS[index % len(_BANDS)], **one} if isinstance(one, dict) else one
        for index, (name, one) in enumerate(full)
    }


class Family(Model):
    """Markers that say things of one sort: they share a colour, and the shape of the plate under their signs."""

    title: Name = Field(description="What they tell, such as Morale.")
    colour: Colour | None = optional("Six digits after #, quoted; that of their owner if left out.")
    plate: Plate = Field(description="square, triangle, circle, diamond, octagon, shield.")


class Strength(Model):
    """Which values counters of a type have, and how they are printed."""

    values: Seq[ValueName] = Field(
        (), description="Values that counters of the type have.", examples=[["attack", "defence", "move"]]
    )
    optional: Seq[ValueName] = Field(
        (), description="Values that only some of them have, also if they stand under `values`.", examples=[["range"]]
    )
    shown: Line | Mapping[Place, Line] | None = Field(
        None,
        description="How values are printed, each name in braces: a line at the foot, or texts by place: top_left, "
        "top, top_right, left, right, bottom_left, bottom, bottom_right. All values, joined with '-', if left out.",
        examples=["{attack}-{defence}-{move}", {"bottom_left": "{attack}", "bottom_right": "{move}"}],
    )
    layout: LayoutId | None = Field(
        None,
        description="Layout of its counters: classic, modern, leader, naval, block, marker, or one of the game. If "
        "left out, classic if the type has values, and otherwise the face of the house.",
        examples=["classic"],
    )

    @property
    def names(self) -> tuple[str, ...]:
        """All values that counters of the type may have."""
        return tuple(dict.fromkeys((*self.values, *self.optional)))

    @property
    def needed(self) -> tuple[str, ...]:
        """Values that every counter of the type has."""
        return tuple(name for name in self.values if name not in self.optional)


class UnitType(Strength):
    """A type of counter and how it is drawn; totals are given by type."""

    title: Name = Field(description="One of them, such as army.")
    like: Annotated[Id, Ref("unit_types")] | None = optional(
        "Type whose other keys are those of this one, too, where it gives none of its own.", examples=["infantry"]
    )
    plural: Name = Field(
        default_factory=lambda given: plural(given.get("title", "")),
        description="Several, such as armies, for totals; as in English if left out.",
        examples=["armies"],
    )
    symbol: Symbol = Field(
        description="A picture, or a unit box of parts joined with '+'.", examples=["infantry+motorised"]
    )
    unit_size: UnitSize | None = optional(
        "Size of these units, in a word (division) or as its mark (XX), above the unit box."
    )
    size: PieceSize | None = optional(
        "Length of a side of its counters, or width x height; instead of their document's and the game's.",
        examples=["16x25mm"],
    )
    shape: Shape | None = optional("Shape of its counters; square or rectangular if left out.", examples=["round"])
    write_in: Mapping[ValueName, Symbol] = Field(
        {},
        description="Values with boxes on the counters, to write them in unless they are given → a picture that stands "
        "pale in the box.",
        examples=[{"combat": "sabres", "move": "arrow"}],
    )
    reverse: Literal["reduced", "poster", "none"] = Field(
        "none",
        description="What the back shows, unless the counter has its own reverse; a poster has the owner's mark.",
    )
    becomes: Annotated[Id, Ref("unit_types")] | None = optional(
        "Type of counter that takes the place of a lost one, from the reserve; a command in VASSAL: one of the "
        "same formation and symbol, or else one with the type's own symbol.",
        examples=["corps"],
    )
    poster: LayoutId | None = optional(
        "Layout of backs that are posters: counter_poster if left out, mark_poster, letter_poster, or one of the game.",
        examples=["mark_poster"],
    )

    @property
    def names(self) -> tuple[str, ...]:
        """All values that counters of the type may have, those to write in among them."""
        return tuple(dict.fromkeys((*super().names, *self.write_in)))


PartName = Annotated[str, StringConstraints(pattern=SIGN, max_length=40)]


class Portrait(Model):
    """A head and shoulders, composed of parts; what is left out is not drawn."""

    head: Annotated[PartName, Ref("head")] = Field("oval", description="oval, dome, long, square.")
    nose: Annotated[PartName, Ref("nose")] = Field(
        "straight", description="How the face is shaded: straight, hawk, blunt; bald for a bare head."
    )
    eyes: Annotated[PartName, Ref("eyes")] = Field("calm", description="calm, slant, stern.")
    brow: Annotated[PartName, Ref("brow")] | None = optional("thin, heavy, low, arch.", examples=["thin"])
    hair: Annotated[PartName, Ref("hair")] | None = optional(
        "fringe, wild, swept, parted, receding, bob, cropped. Under a cap, only the temples show.", examples=["parted"]
    )
    moustache: Annotated[PartName, Ref("moustache")] | None = optional(
        "small, walrus, handlebar, kaiser, brush, thin.", examples=["small"]
    )
    beard: Annotated[PartName, Ref("beard")] | None = optional("goatee, imperial, full, spade.", examples=["goatee"])
    eyewear: Annotated[PartName, Ref("eyewear")] | None = optional("glasses, patch.", examples=["glasses"])
    cap: Annotated[PartName, Ref("cap")] | None = optional(
        "peaked, naval, maciejowka, kepi, papakha, pickelhaube, campaign, helmet.", examples=["peaked"]
    )
    badge: Annotated[PartName, Ref("badge")] | None = optional(
        "On the cap: disc, eagle, anchor, trident, ribbon, wedge, star.", examples=["disc"]
    )
    coat: Annotated[PartName, Ref("coat")] = Field("tunic", description="suit, tunic, white, cherkeska, fur.")
    details: Seq[Annotated[PartName, Ref("detail")]] = Field(
        (), description="lines, gaunt; tabs, zigzag, boards, cross, belts, strap.", examples=[["boards", "cross"]]
    )
    grey: bool = Field(False, description="Whether hair, moustache and beard are light.")
    crown: Colour | None = optional("Colour of the cap; dark if left out.")
    band: Colour | None = optional("Colour of its band; dark if left out.")


class Drawings(Model):
    """Drawings of the game's own by name, as SVG files in its folder. They go before shipped ones of the same name."""

    symbols: Mapping[SignName, SignFile] = Field(
        {}, description="Pictures that counters have as their symbol.", examples=[{"elephant": "art/elephant.svg"}]
    )
    branches: Mapping[SignName, SignFile] = Field(
        {}, description="Parts of unit boxes, as in `friendly+camel`.", examples=[{"camel": "art/camel.svg"}]
    )
    motifs: Mapping[SignName, SignFile] = Field(
        {}, description="Emblems of pages, 74 x 38 mm.", examples=[{"palm": "art/palm.svg"}]
    )
    posters: Mapping[SignName, SignFile] = Field(
        {}, description="Backs of cards, 63 x 88 mm: one for each motif.", examples=[{"palm": "art/palm_back.svg"}]
    )
    portraits: Mapping[SignName, SignFile] = Field(
        {},
        description="Parts of portraits, 100 x 100: what the part is, `_`, and its name.",
        examples=[{"hair_plaits": "art/plaits.svg"}],
    )
    scenes: Mapping[SignName, SignFile] = Field(
        {},
        description="Pictures in panes of pages, broad ones over the words, others beside them; and in their titles.",
        examples=[{"siege": "art/siege.svg"}],
    )

    @model_validator(mode="after")
    def _whole(self) -> Self:
        for name in sorted({*self.motifs} ^ {*self.posters} - {*MOTIFS}):
            if name not in MOTIFS:
                other = "poster" if name in self.motifs else "emblem"
                raise malformed(f"the motif '{name}' has no {other}", "list it under both motifs and posters")
        return self

    def file(self, folder: str, name: str) -> str | None:
        """Return the file of a drawing; None if the game has none of this name."""
        return getattr(self, folder).get(name) if folder in type(self).model_fields else None


class SharedSheets(Model):
    """Sheets to cut that pieces of several files share."""

    title: Name = Field(description="Title of their file.")
    of: Annotated[Seq[Line], Field(min_length=1)] = Field(
        description="Files of pieces, as a build calls them without .pdf: `counters`, `cards-` or `pieces-` and an id.",
        examples=[["cards-events", "counters"]],
    )


class Gap(Model):
    """Something the source mentions but does not contain."""

    what: Text = Field(description="What is missing.")
    rule: Rule = Field(description="Where the source mentions it.")
    supply: Text = Field(description="Where players find it, or write it in.")


def _look(value: Any) -> Any:
    return {"like": value} if isinstance(value, str) else value


class GameInfo(Model):
    """One game: the root document of its folder."""

    kind: Literal["game"]
    id: Id
    title: Name
    subtitle: Name | None = optional("Under the title, such as the years.")
    language: LanguageCode = Field("en", description="Language of its texts, and of the tool's own words beside them.")
    source: Annotated[Source, BARE]
    licence: Line | None = optional("Licence of these data, named in the kit.", examples=["MIT", "CC BY 4.0"])
    credits: Text = Field(description="Whose game this is; printed in the page footer.", examples=["Ours."])
    look: Annotated[Look, Brief(_look, {"type": "string"})] = Field(
        Look.model_construct(), description="What its kit looks like; the house's look if left out."
    )
    fonts: Mapping[FontName, FontFile] = Field(
        {}, description="Name → a font of the game's own, for `look: type:` and layouts."
    )
    counter_size: CounterSize = Field(
        "5/8in", validate_default=True, description="Usual edge of a unit counter, such as 5/8in or 16mm."
    )
    table: TableTop = Field(TableTop.model_construct(), description="The table, as the print guide draws it.")
    sheets: Mapping[Id, SharedSheets] = Field(
        {},
        description="Id → pieces of several files on the same sheets, in one file called so.",
        examples=[{"pieces": {"title": "Cards and counters", "of": ["cards-events", "counters"]}}],
    )
    print_starts: bool = Field(
        True, description="Whether counters show where they start: the place in `setup`, or where all set-ups agree."
    )
    marker_size: CounterSize = Field("1/2in", validate_default=True, description="Usual edge of a marker.")
    sides: Mapping[Id, Owner] = Field(description="Side id → side. Sides and factions own counters.")
    factions: Mapping[Id, Owner] = Field({}, description="Faction id → faction: owners other than the sides.")
    unit_types: Entries[Id, UnitType] = Field({}, description="Type id → how its counters are drawn and counted.")
    formations: Annotated[Entries[Id, Annotated[Formation, BARE]], BeforeValidator(_coloured)] = Field(
        {}, description="Formation id → formation: what counters belong to, told by a band of colour."
    )
    families: Mapping[Id, Family] = Field({}, description="Family id → family of markers, told by colour and plate.")
    signs: Mapping[SignName, SignFile | OwnSign] = Field(
        {},
        description="Name → file of a sign that texts may have, as in :noise:.",
        examples=[{"noise": "signs/noise.svg"}],
    )
    characters: Annotated[Mapping[Character, Line], Field(max_length=500)] = Field(
        {},
        description="Character, or a few → the sign that is printed for it, or the game's font that has it, in all "
        "texts.",
        examples=[{"💡": "sun", "⚔": "swords"}],
    )
    drawings: Drawings = Field(
        Drawings.model_construct(symbols={}, branches={}, motifs={}, posters={}, portraits={}, scenes={}),
        description="Its own symbols, parts of unit boxes and motifs.",
    )
    portraits: Mapping[Id, Portrait] = Field(
        {},
        description="Id → portrait: that of the counter of this id, if it shows one, and of what else names it.",
        examples=[{"brandt": {"cap": "peaked", "badge": "disc", "moustache": "kaiser", "details": ["boards"]}}],
    )
    terms: Mapping[Name, Seq[Name]] = Field(
        {},
        description="Term for the index → other words that players use for it.",
        examples=[{"Faction control marker": ["FCM"]}],
    )
    missing: Seq[Gap] = Field((), description="What the source mentions but does not contain.")

    @cached_property
    def own_signs(self) -> Mapping[str, OwnSign]:
        """The signs of its own, by name, with those of characters that are printed in a font."""
        own = {name: OwnSign(file=one) if isinstance(one, str) else one for name, one in self.signs.items()}
        for character, name in self.characters.items():
            if (stands := sign_name(character, name, {*own, *SHIPPED})) != name:
                said = unicodedata.name(character[0], character).lower()
                own[stands] = OwnSign(font=name, character=character, said=said)
        return own

    @cached_property
    def said(self) -> Mapping[str, str]:
        """The words for signs by name, where they are not drawn."""
        return {**SHIPPED, **{name: one.said or name.replace("_", " ") for name, one in self.own_signs.items()}}
