"""`kind: maps`: a map of hexes, of areas, or of points and links, drawn from data or over a picture."""

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rcwkit.models.base import Colour, Entry, Id, Model, Name, OwnerId, PictureFile, Ref, Seq, Shelf, Text
from rcwkit.models.entries import Entries
from rcwkit.models.hexgrid import Direction, HexGrid, Run
from rcwkit.models.lengths import FieldSize, Length, LongLength
from rcwkit.models.places import Place

__all__ = [
    "At",
    "Compass",
    "Drawing",
    "Edge",
    "Hex",
    "Label",
    "LineStyle",
    "Map",
    "MapPaper",
    "ScaleBar",
    "Space",
    "Terrain",
    "Way",
    "Zone",
]

Drawing = Literal[
    "clear",
    "fields",
    "orchard",
    "woods",
    "rough",
    "hills",
    "mountain",
    "marsh",
    "dunes",
    "water",
    "village",
    "town",
    "city",
    "fort",
    "port",
    "airfield",
]
"""What is drawn in a hex."""

LineStyle = Literal[
    "river", "stream", "wall", "cliff", "border", "coast", "highway", "road", "track", "rail", "link", "sea_link"
]
"""How a line is drawn, along hexsides or from place to place."""

MapPaper = Literal["usual", "a4", "letter", "a3", "tabloid", "a2", "a1", "whole"]
"""The paper of a map: that of the kit, one of its own, or a page as large as the map."""

Across = Annotated[float, Field(ge=0, le=2000, allow_inf_nan=False)]
At = Annotated[tuple[Across, Across], Strict(False)]
"""Millimetres from the left and from the top of the map."""
TerrainRef = Annotated[Id, Ref("terrains", checked=False), Field(examples=["woods", "clear"])]
ScenarioId = Annotated[Id, Ref("scenarios")]
PlaceId = Annotated[Id, Ref("places", checked=False)]


class Terrain(Model):
    """A type of terrain: what is drawn in its hexes, and on what ground."""

    title: Name = Field(description="As in the key.")
    drawing: Drawing | None = Field(
        default=None, description="What is drawn in its hexes; if left out, what its id names, as one or many."
    )
    colour: Colour | None = Field(default=None, description="Ground of its hexes; that of the drawing if left out.")
    over: bool | None = Field(
        default=None, description="Whether it lies over other terrain, as towns do if nothing is said."
    )
    note: Name | None = Field(
        default=None, description="Beside its title in the key, such as what it costs to enter.", examples=["2 MP"]
    )
    hexes: Seq[Run] = Field(
        max_length=5000, default=(), description="Hexes with this terrain.", examples=[["0101-0105", "0203"]]
    )


class Hex(Place):
    """A hex that is more than terrain from a list. It is a place of the game, like every hex of the map."""

    terrain: Seq[TerrainRef] = Field(
        default=(),
        description="Its terrain, from the bottom up, instead of that from lists.",
        examples=[["woods", "town"]],
    )
    edges: Mapping[Id, Seq[Direction]] = Field(
        default_factory=dict,
        description="What runs along its sides, such as a river.",
        examples=[{"river": ["n", "ne"]}],
    )
    ways: Mapping[Id, Seq[Direction]] = Field(
        default_factory=dict, description="The sides across which roads leave it.", examples=[{"road": ["n", "s"]}]
    )


class Edge(Model):
    """What runs along hexsides, such as a river."""

    title: Name = Field(description="As in the key.")
    line: LineStyle | None = Field(
        default=None, description="How it is drawn; if left out, as its id says, or a border."
    )
    colour: Colour | None = Field(default=None, description="Colour of the line; that of its style if left out.")
    width: Length | None = Field(default=None, description="Width of the line.", examples=["1.2mm"])
    note: Name | None = Field(default=None, description="Beside its title in the key.", examples=["+1 MP"])
    sides: Seq[Name] = Field(
        max_length=5000,
        default=(),
        description="Hexsides: a hex and its sides, or two hexes and a slash.",
        examples=[["0203 n ne", "0304/0404"]],
    )


class Way(Model):
    """What runs from place to place, such as a road: through adjacent hexes, or between any spaces."""

    title: Name = Field(description="As in the key.")
    line: LineStyle | None = Field(default=None, description="How it is drawn; if left out, as its id says, or a link.")
    colour: Colour | None = Field(default=None, description="Colour of the line; that of its style if left out.")
    width: Length | None = Field(default=None, description="Width of the line.", examples=["0.8mm"])
    note: Name | None = Field(default=None, description="Beside its title in the key.", examples=["+1 MP"])
    routes: Seq[Name] = Field(
        max_length=1000,
        default=(),
        description="Places in order; from hex to hex, directions serve as well, the last of which may leave the map.",
        examples=[["0101 0201 0302", "0501 s s se"]],
    )


class Zone(Model):
    """A part of the map that is shaded and has a border, such as a country."""

    title: Name | None = Field(default=None, description="As in the key; not listed there if left out.")
    colour: Colour | None = Field(default=None, description="Its colour, if it has no owner.")
    owner: OwnerId | None = Field(default=None, description="Owner whose colour it has.")
    hexes: Seq[Run] = Field(max_length=1000, default=(), description="Its hexes.", examples=[["0101-0510"]])
    outline: Seq[At] = Field(
        max_length=500,
        default=(),
        description="Its corners, on a map without hexes.",
        examples=[[[10, 10], [60, 10], [35, 50]]],
    )

    @model_validator(mode="after")
    def _lies_somewhere(self) -> Self:
        if bool(self.hexes) == bool(self.outline):
            raise ValueError("a zone has either `hexes` or an `outline`")
        return self


class Space(Place):
    """A place of a map of areas or of points, or a box beside hexes; its id is that of a place, or a new one."""

    at: At = Field(description="Middle of the space, in mm from the left and the top of the map.", examples=[[120, 45]])
    shape: Literal["disc", "box", "diamond", "none"] = Field(
        default="disc", description="Its shape, unless it has an outline."
    )
    size: (
        Annotated[float, Field(ge=2, le=500)]
        | Annotated[tuple[Annotated[float, Field(ge=2, le=500)], Annotated[float, Field(ge=2, le=500)]], Strict(False)]
    ) = Field(default=18.0, description="Width of the space in mm, or width and height.", examples=[18, [50, 24]])
    outline: Seq[At] = Field(
        max_length=500,
        default=(),
        description="Corners of an area; `at` is then where counters stand.",
        examples=[[[10, 10], [60, 10], [35, 50]]],
    )
    colour: Colour | None = Field(default=None, description="Its ground, if it has no owner.")
    owner: OwnerId | None = Field(default=None, description="Owner whose colour it has.")
    terrain: TerrainRef | None = Field(default=None, description="Terrain whose ground it has.")
    label: Literal["below", "above", "left", "right", "inside", "none"] = Field(
        default="below", description="Where its name stands."
    )

    @model_validator(mode="after")
    def _has_an_area(self) -> Self:
        if self.outline and len(self.outline) < 3:
            raise ValueError("an outline has three corners or more")
        return self


class Label(Model):
    """Words on the map, such as the name of a sea."""

    text: Text = Field(description="The words.", examples=["HIGH MOOR"])
    at: At | PlaceId = Field(description="Their middle: a place, or mm from the left and the top.", examples=["0304"])
    size: Annotated[float, Field(ge=5, le=96, description="Type size in points.", examples=[12])] = 10.0
    turn: Annotated[
        float, Field(ge=-180, le=180, allow_inf_nan=False, description="Degrees clockwise.", examples=[-30])
    ] = 0.0
    spread: Annotated[float, Field(ge=0, le=3, allow_inf_nan=False)] = Field(
        default=0.0, description="Space between letters, in ems.", examples=[0.2]
    )
    italic: bool = Field(default=False, description="As water is named.")
    colour: Colour | None = Field(default=None, description="Colour of the words; ink if left out.")


class Compass(Model):
    """A needle that points to the north."""

    at: At | None = Field(
        default=None,
        description="Its middle, in mm from the left and the top; below the map if left out.",
        examples=[[180, 20]],
    )
    size: Annotated[float, Field(ge=5, le=200, allow_inf_nan=False)] = Field(
        default=16.0, description="Its length in mm on the map, with its letter.", examples=[24]
    )
    north: Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)] = Field(
        default=0.0, description="Where the north is, in degrees clockwise from the top of the map.", examples=[15]
    )


class ScaleBar(Model):
    """A bar that measures distances: a length on the map, and what it stands for."""

    at: At | None = Field(
        default=None,
        description="Its left end, in mm from the left and the top; below the map if left out.",
        examples=[[20, 180]],
    )
    length: LongLength | None = Field(default=None, description="Its length on the map.", examples=["60mm"])
    hexes: Annotated[int, Field(ge=1, le=100)] | None = Field(
        default=None, description="Its length, counted in hexes.", examples=[4]
    )
    reads: Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)] = Field(
        description="What that is in its unit.", examples=[20]
    )
    unit: Name = Field(description="Unit of what it reads.", examples=["km"])
    steps: Annotated[int, Field(ge=1, le=20)] = Field(
        default=4, description="Parts that it is divided into.", examples=[5]
    )

    @model_validator(mode="after")
    def _is_long(self) -> Self:
        if (self.length is None) == (self.hexes is None):
            raise ValueError("a scale bar has either a `length` or `hexes`")
        return self


class Map(Entry):
    """A map. Its hexes and spaces are places of the game; those that a document of places has, too, are the same."""

    kind: Literal["maps"]
    id: Id
    source: Name
    subtitle: Name | None = Field(default=None, description="Beside the title.", examples=["June 1943"])
    size: FieldSize | None = Field(default=None, description="Width and height; if left out, that of the hexes.")
    hexes: HexGrid | None = Field(default=None, description="The grid of a map of hexes.")
    corner: At = Field(
        default=(0.0, 0.0), description="Top left of the hexes on a map with a size.", examples=[[10, 12]]
    )
    edge: Literal["ragged", "straight"] = Field(
        default="ragged", description="Edge of the hexes; straight: filled up to a rectangle with parts of hexes."
    )
    picture: PictureFile | None = Field(default=None, description="A picture under all else, as large as the map.")
    terrain: Mapping[Id, Terrain] = Field(max_length=100, default_factory=dict, description="Terrain id → terrain.")
    ground: TerrainRef | None = Field(default=None, description="Terrain of hexes of which nothing is said.")
    places: Entries[Id, Hex | TerrainRef] = Field(
        default_factory=dict, description="Hex → its terrain, or more; often the rows of a sheet."
    )
    edges: Mapping[Id, Edge] = Field(max_length=50, default_factory=dict, description="Id → what runs along hexsides.")
    ways: Mapping[Id, Way] = Field(
        max_length=50, default_factory=dict, description="Id → what runs from place to place."
    )
    zones: Mapping[Id, Zone] = Field(
        max_length=200, default_factory=dict, description="Id → a part of the map that is shaded."
    )
    spaces: Entries[Id, Space] = Field(
        max_length=1000, default_factory=dict, description="Place → where it is on the map."
    )
    labels: Seq[Label] = Field(max_length=500, default=(), description="Words on the map.")
    key: bool = Field(default=True, description="Whether title, note, key of terrain and scale stand below the map.")
    scale: Name | None = Field(
        default=None, description="What a hex or a length stands for.", examples=["5 km to a hex"]
    )
    scale_bar: ScaleBar | None = Field(default=None, description="A bar to measure distances with.")
    compass: Compass | None = Field(default=None, description="A needle that points to the north.")
    paper: MapPaper = Field(
        default="usual",
        description="The kit's paper, over several sheets if need be; or another, on which it is whole.",
    )
    setups: Seq[ScenarioId] = Field(
        max_length=12, default=(), description="Scenarios whose set-up is shown on the map, a page for each."
    )
    shelf: Shelf = Field(default="table", description="study: for reference only.")

    @model_validator(mode="after")
    def _has_an_extent(self) -> Self:
        if self.hexes is None and self.size is None:
            raise ValueError("a map has `hexes`, or a `size`")
        if self.hexes is None and (self.places or self.edges):
            raise ValueError("`places` and `edges` are those of hexes: give `hexes`, or use `spaces` and `ways`")
        if self.hexes is None and self.scale_bar is not None and self.scale_bar.hexes is not None:
            raise ValueError("this map has no hexes to count: give the `length` of the scale bar")
        return self
