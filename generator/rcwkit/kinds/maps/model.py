"""`kind: maps`: a map of hexes, areas, or points and links."""

from bisect import bisect
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from math import atan2, degrees, dist
from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rcwkit.art.theme import Hatch
from rcwkit.diagnostics import nearest
from rcwkit.dice.setups import LonLat, Place, PlaceFields
from rcwkit.kinds.maps.grid import Direction, HexGrid, Run
from rcwkit.source.base import (
    Colour,
    Entries,
    Entry,
    FreePaper,
    Id,
    Idle,
    Model,
    Name,
    OwnerId,
    PictureFile,
    Ref,
    RegionTitle,
    Seq,
    Shelf,
    Text,
    Use,
    optional,
)
from rcwkit.source.columns import forgiven
from rcwkit.source.markup import SHIPPED
from rcwkit.source.patterns import FieldSize, Length, LongLength, malformed
from rcwkit.source.symbols import Scene, Symbol

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

Across = Annotated[float, Field(ge=0, le=2000, allow_inf_nan=False)]
At = Annotated[tuple[Across, Across], Strict(False)]
"""Millimetres from the left and from the top of the map."""
TerrainRef = Annotated[Id, Ref("terrains", checked=False), Field(examples=["woods", "clear"])]
ScenarioId = Annotated[Id, Ref("scenarios")]
PlaceId = Annotated[Id, Ref("places", checked=False)]
Dash = Annotated[tuple[Length, Length], Strict(False)]
"""Lengths of dashes and of the gaps between them."""


TerrainEdge = Literal["hexsides", "soft", "ragged"]
"""Where terrain ends: along hexsides, or in a line of its own around all its hexes together."""


class Pattern(Model):
    """What is drawn all over a terrain: signs, or lines."""

    sign: Name | None = optional("A sign of texts, scattered.", examples=["forest"])
    hatch: Hatch | None = optional("Lines or dots instead of signs.")
    size: Length | None = optional("Height of the signs (4 mm if left out), or width of the lines.", examples=["4mm"])
    every: Annotated[Length, Field(ge=1)] = Field(6.0, description="How far apart they are.", examples=["6mm"])
    colour: Colour | None = optional("Their colour; a shade of the ground if left out.")

    @model_validator(mode="after")
    def _draws_one(self) -> Self:
        if (self.sign is None) == (self.hatch is None):
            raise ValueError("a pattern has either a `sign` or a `hatch`")
        if self.sign is not None and self.sign not in SHIPPED:
            raise malformed(f"unknown sign '{self.sign}'", nearest(self.sign, SHIPPED))
        return self


class Terrain(Model):
    """A type of terrain: what is drawn in its hexes or spaces, and on what ground."""

    title: Name = Field(description="As in the key.")
    drawing: Drawing | None = optional("What is drawn in its hexes; if left out, what its id names, as one or many.")
    colour: Colour | None = optional("Ground of its hexes; that of the drawing if left out.")
    art: PictureFile | None = optional(
        "A picture instead of a drawing: a tile as wide as a hex, repeated all over its hexes, or 14 mm "
        "wide, in spaces; of terrain that lies over other terrain, once in each.",
        examples=["art/heath.svg"],
    )
    tile: Annotated[Length, Field(ge=5)] | None = optional("Another width of that tile.", examples=["30mm"])
    pattern: Pattern | None = optional("A pattern instead of a drawing.", examples=[{"sign": "forest", "every": "7mm"}])
    edge: TerrainEdge | None = optional("Where it ends; as the map's `terrain_edge` if left out.")
    over: bool | None = optional("Whether it lies over other terrain, as towns do if nothing is said.")
    note: Name | None = optional("Beside its title in the key, such as what it costs to enter.", examples=["2 MP"])
    hexes: Seq[Run] = Field(
        (), description="Hexes with this terrain.", max_length=5000, examples=[["0101-0105", "0203"]]
    )

    @model_validator(mode="after")
    def _has_what_it_measures(self) -> Self:
        if self.tile is not None and self.art is None:
            raise ValueError("`tile` is the width of a picture: name it as `art`")
        return self

    def idle(self) -> Iterator[Idle]:
        """Yield drawings in whose place there is another."""
        yield from self.idle_beside("art", "drawing", "pattern")
        if not self.art:
            yield from self.idle_beside("pattern", "drawing")


class Hex(Place):
    """A hex that is more than terrain from a list. It is a place of the game, like every hex of the map."""

    terrain: Seq[TerrainRef] = Field(
        (), description="Its terrain, from the bottom up, instead of that from lists.", examples=[["woods", "town"]]
    )
    edges: Mapping[Id, Seq[Direction]] = Field(
        {}, description="What runs along its sides, such as a river.", examples=[{"river": ["n", "ne"]}]
    )
    ways: Mapping[Id, Seq[Direction]] = Field(
        {}, description="The sides across which roads leave it.", examples=[{"road": ["n", "s"]}]
    )


class Line(Model):
    """What every line of a map has."""

    title: Name = Field(description="As in the key.")
    colour: Colour | None = optional("Colour of the line; that of its style if left out.")
    width: Length | None = optional("Width of the line.", examples=["1.2mm"])
    dash: Dash | None = optional(
        "Lengths of dashes and gaps, instead of those of its style.", examples=[["2mm", "1mm"]]
    )
    note: Name | None = optional("Beside its title in the key.", examples=["+1 MP"])


class Edge(Line):
    """What runs along hexsides, such as a river."""

    line: LineStyle | None = optional("How it is drawn; else as its id says, or a border.")
    sides: Seq[Name] = Field(
        (),
        description="Hexsides: a hex and its sides, or two hexes and a slash; a dash is all sides between two.",
        max_length=5000,
        examples=[["0203 n ne", "0304/0404 - 0801/0901"]],
    )


class Way(Line):
    """What runs from place to place, such as a road: through adjacent hexes, or between any spaces."""

    line: LineStyle | None = optional("How it is drawn; else as its id says, or a link.")
    arrow: bool = Field(False, description="Whether arrows show the way that its routes go.")
    routes: Seq[Name] = Field(
        (),
        description="Places in order; from hex to hex, a dash is a straight line; directions serve, too, the last of "
        "which may leave the map.",
        max_length=1000,
        examples=[["0101 0201 0302", "0501 s s se", "0202 - 0604"]],
    )


class Zone(Model):
    """A part of the map that is shaded and has a border, such as a country."""

    title: Name | None = optional("As in the key; not listed there if left out.")
    name: Name | None = optional("In a bar along the upper edge of its outline.", examples=["North"])
    colour: Colour | None = optional("Its colour, if it has no owner.")
    owner: OwnerId | None = optional("Owner whose colour it has.")
    hexes: Seq[Run] = Field((), description="Its hexes.", max_length=1000, examples=[["0101-0510"]])
    outline: Seq[At] = Field(
        (),
        description="Its corners, on a map without hexes; of the earth, only land is shaded.",
        max_length=500,
        examples=[[[10, 10], [60, 10], [35, 50]]],
    )

    @model_validator(mode="after")
    def _lies_somewhere(self) -> Self:
        if bool(self.hexes) == bool(self.outline):
            raise ValueError("a zone has either `hexes` or an `outline`")
        return self

    def idle(self) -> Iterator[Idle]:
        """Yield a colour where the owner's is taken."""
        yield from self.idle_beside("owner", "colour")


class Space(Place):
    """A place of a map of areas or of points, or a box beside hexes; its id is that of a place, or a new one."""

    at: At = Field(description="Middle of the space, in mm from the left and the top of the map.", examples=[[120, 45]])
    shape: Literal["disc", "box", "diamond", "star", "none"] = Field(
        "disc", description="Its shape, unless it has an outline."
    )
    size: (
        Annotated[float, Field(ge=2, le=500)]
        | Annotated[tuple[Annotated[float, Field(ge=2, le=500)], Annotated[float, Field(ge=2, le=500)]], Strict(False)]
    ) = Field(18.0, description="Width of the space in mm, or width and height.", examples=[18, [50, 24]])
    turn: Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)] = Field(
        0.0, description="Degrees clockwise that a box is turned.", examples=[15]
    )
    outline: Seq[At] = Field(
        (),
        description="Corners of an area; `at` is then where counters stand.",
        max_length=500,
        examples=[[[10, 10], [60, 10], [35, 50]]],
    )
    colour: Colour | None = optional("Its ground, if it has no owner.")
    owner: OwnerId | None = optional("Owner whose colour it has.")
    terrain: TerrainRef | None = optional(
        "Terrain that it has: its ground, tile or pattern; with an outline, its drawing, too.", examples=["fen"]
    )
    symbol: Symbol | None = optional(
        "A pale picture in the middle of a shape, on which counters stand.", examples=["star"]
    )
    label: Literal["below", "above", "left", "right", "inside", "none"] = Field(
        "below", description="Where its name stands; if nothing is said, below it, or where no way runs."
    )

    @model_validator(mode="after")
    def _has_an_area(self) -> Self:
        if self.outline and len(self.outline) < 3:
            raise ValueError("an outline has three corners or more")
        return self

    def idle(self) -> Iterator[Idle]:
        """Yield a colour where the owner's is taken, and the shape of an area."""
        yield from self.idle_beside("owner", "colour")
        yield from self.idle_beside("outline", "shape", "size", "turn")


class March(Model):
    """A row of numbered boxes along a course, under which a broad arrow lies: the way of an army to a city."""

    title: Name = Field(description="Beside its last box.", examples=["Northern front"])
    at: Seq[At] = Field(
        description="Its course in mm from the left and the top, from the first box to the last.",
        min_length=2,
        max_length=50,
        examples=[[[60, 40], [95, 52], [120, 80]]],
    )
    boxes: Annotated[int, Field(ge=2, le=60)] = Field(description="How many boxes it has.", examples=[5])
    first: Annotated[int, Field(ge=0, le=99)] = Field(1, description="Number of its first box.", examples=[0])
    size: Annotated[float, Field(ge=8, le=100)] = Field(18.0, description="Side of a box in mm.", examples=[18])
    to: PlaceId | None = optional("The space that its arrow points to, from its first box.", examples=["moscow"])
    apart: Annotated[float, Field(ge=0, le=100)] = Field(
        0.0, description="How far from that space its arrow ends, in mm: sheets may meet in between.", examples=[12]
    )
    colour: Colour | None = optional("Its colour, if it has no owner.")
    owner: OwnerId | None = optional("Owner whose colour it has.")
    symbol: Symbol | None = optional("A picture beside its title.", examples=["bayonets"])
    label: Literal["below", "above", "left", "right"] | None = optional(
        "Where its title stands, of its last box; if nothing is said, where there is room."
    )
    unnamed: bool = Field(False, description="True for a line under its title, to write its name on.")
    spread: Annotated[float, Field(ge=0, le=60)] = Field(
        0.0, description="Degrees by which its arrow opens towards its last box, as a ray.", examples=[6]
    )
    heat: Colour | None = optional("Colour of its boxes, the deeper the nearer they are to its goal.")

    def boxed(self, name: str) -> dict[str, Space]:
        """Return its boxes as spaces, evenly along its course and turned with it; the march has the id `name`."""
        ends = [0.0, *accumulate(dist(one, other) for one, other in pairwise(self.at))]
        spots = []
        for index in range(self.boxes):
            far = ends[-1] * index / (self.boxes - 1)
            leg = min(bisect(ends, far), len(ends) - 1)
            (x, y), (next_x, next_y) = self.at[leg - 1 : leg + 1]
            part = (far - ends[leg - 1]) / (ends[leg] - ends[leg - 1] or 1.0)
            spots.append((round(x + part * (next_x - x), 2), round(y + part * (next_y - y), 2)))
        found, last = {}, len(spots) - 1
        for index, at in enumerate(spots):
            (ax, ay), (bx, by) = spots[max(0, index - 1)], spots[min(last, index + 1)]
            turn = (degrees(atan2(by - ay, bx - ax)) + 45) % 90 - 45  # the side nearest to it is up
            box = Space(at=at, shape="box", size=self.size, colour=self.colour, owner=self.owner, turn=round(turn, 1))
            found[f"{name}_{index + self.first}"] = box if index == last else box.model_copy(update={"label": "none"})
        return found


class Lettering(Model):
    """How words on a map are set."""

    size: Annotated[float, Field(ge=5, le=96, description="Type size in points.", examples=[12])] = 10.0
    turn: Annotated[
        float, Field(ge=-180, le=180, allow_inf_nan=False, description="Degrees clockwise.", examples=[-30])
    ] = 0.0
    spread: Annotated[float, Field(ge=0, le=3, allow_inf_nan=False)] = Field(
        0.0, description="Space between letters, in ems.", examples=[0.2]
    )


class Label(Lettering):
    """Words on the map, such as the name of a sea."""

    text: Text = Field(description="The words.", examples=["HIGH MOOR"])
    at: At | PlaceId = Field(description="Their middle: a place, or mm from the left and the top.", examples=["0304"])
    italic: bool = Field(False, description="As water is named.")
    colour: Colour | None = optional("Colour of the words; ink if left out.")


class Shown(Model):
    """A picture on the map."""

    scene: Scene = Field(description="The picture.")
    at: At = Field(description="Its middle, in mm from the left and the top.", examples=[[40, 60]])
    width: Annotated[float, Field(ge=5, le=500)] = Field(description="Its width in mm.", examples=[24])


class Compass(Model):
    """A needle that points to the north."""

    at: At | None = optional(
        "Its middle, in mm from the left and the top; below the map if left out.", examples=[[180, 20]]
    )
    size: Annotated[float, Field(ge=5, le=200, allow_inf_nan=False)] = Field(
        16.0, description="Its length in mm on the map, with its letter.", examples=[24]
    )
    north: Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)] = Field(
        0.0, description="Where the north is, in degrees clockwise from the top of the map.", examples=[15]
    )


class ScaleBar(Model):
    """A bar that measures distances: a length on the map, and what it stands for."""

    at: At | None = optional(
        "Its left end, in mm from the left and the top; below the map if left out.", examples=[[20, 180]]
    )
    length: LongLength | None = optional("Its length on the map.", examples=["60mm"])
    hexes: Annotated[int, Field(ge=1, le=100)] | None = optional("Its length, counted in hexes.", examples=[4])
    reads: Annotated[float, Field(gt=0, le=1_000_000, allow_inf_nan=False)] = Field(
        description="What that is in its unit.", examples=[20]
    )
    unit: Name = Field(description="Unit of what it reads.", examples=["km"])
    steps: Annotated[int, Field(ge=1, le=20)] = Field(4, description="Parts that it is divided into.", examples=[5])

    @model_validator(mode="after")
    def _is_long(self) -> Self:
        if (self.length is None) == (self.hexes is None):
            raise ValueError("a scale bar has either a `length` or `hexes`")
        return self


Panel = Annotated[
    tuple[Across, Across, Annotated[float, Field(ge=10, le=2000)], Annotated[float, Field(ge=10, le=2000)]],
    Strict(False),
]
"""A box on the map in millimetres: its left, top, width and height."""
KmPerMm = Annotated[float, Field(ge=0.01, le=1000, allow_inf_nan=False)]


RiverName = Annotated[str, Field(min_length=1, max_length=60)]
"""Name of a river in the file of the earth's rivers; it is not translated."""


class Inset(Model):
    """A box on a map of the earth that shows a part of it at another scale, or what lies beyond."""

    title: Name = Field(description="In its bar.", examples=["The Don"])
    box: Panel = Field(description="Its left, top, width and height, in mm on the map.", examples=[[300, 170, 100, 90]])
    centre: LonLat = Field(description="Longitude and latitude of its middle.", examples=[[40.8, 48.1]])
    scale: KmPerMm = Field(description="Kilometres to a millimetre.", examples=[5])
    note: Name | None = optional("At the right of its bar.", examples=["twice the scale"])


class EarthName(Lettering):
    """The name of a sea, a river or a land on a map of the earth."""

    text: Name = Field(description="The words.", examples=["Black Sea"])
    at: LonLat = Field(description="Longitude and latitude of their middle.", examples=[[34.2, 43.3]])


class Earth(Model):
    """The part of the earth that a map shows. Places of the game that say where they lie need no `spaces` on it."""

    centre: LonLat = Field(description="Longitude and latitude of the middle of the map.", examples=[[46, 51]])
    scale: KmPerMm = Field(description="Kilometres to a millimetre.", examples=[9.5])
    projection: Literal["conic", "plain"] = Field(
        "conic",
        description="conic: Lambert's conformal conic projection, for most lands; plain: degrees as a grid, near the "
        "equator.",
    )
    parallels: (
        Annotated[
            tuple[
                Annotated[float, Field(gt=-84, lt=84, allow_inf_nan=False)],
                Annotated[float, Field(gt=-84, lt=84, allow_inf_nan=False)],
            ],
            Strict(False),
        ]
        | None
    ) = optional(
        "Two latitudes along which a conic map is true to scale; a third of its height apart from the "
        "middle if left out.",
        examples=[[46, 62]],
    )
    regions: Seq[RegionTitle] = Field(
        (),
        description="Regions of places whose land is tinted and named; those with a home owner if left out.",
        examples=[["North", "Don"]],
    )
    areas: Literal["regions", "places"] = Field(
        "regions",
        description="What is told apart by tint and edge; places: each place of a region is a "
        "territory, whose tint fades out.",
    )
    flat: bool = Field(
        False,
        description="True for a poster: land and sea in flat inks, coasts without detail, tints over the sea, too.",
    )
    rivers: Seq[RiverName] = Field(
        (), description="The only rivers that are drawn; all if left out.", max_length=100, examples=[["Volga", "Don"]]
    )
    reach: Annotated[float, Field(ge=5, le=2000, allow_inf_nan=False)] = Field(
        200.0, description="How far tints go beyond places, in km.", examples=[150]
    )
    files: Mapping[Literal["land", "lakes", "rivers"], PictureFile] = Field(
        {},
        description="GeoJSON files of the game's own, finer than what is shipped, which they take the place of.",
        examples=[{"rivers": "geo/rivers.geojson"}],
    )
    insets: Seq[Inset] = Field((), description="Boxes with parts of the earth at scales of their own.", max_length=8)
    names: Seq[EarthName] = Field((), description="Names of seas and rivers.", max_length=100)
    title: Panel | None = optional(
        "Where the title stands on the map; below the map if left out.", examples=[[0, 0, 64, 46]]
    )
    key: Panel | None = optional(
        "Where the key stands on the map; below the map if left out.", examples=[[0, 228, 92, 45]]
    )
    beside: Panel | None = optional(
        "Where reserves stand, and what has no place on the map; without it, they are not shown.",
        examples=[[0, 180, 92, 48]],
    )

    @model_validator(mode="after")
    def _can_be_projected(self) -> Self:
        one, other = self.parallels or (self.centre[1], self.centre[1])
        if self.projection == "conic" and abs(one + other) < 2:
            raise ValueError(
                "a conic map cannot have the equator halfway between its parallels: say `projection: plain`"
            )
        return self


class Map(Entry, PlaceFields):
    """A map. Its hexes and spaces are places of the game; those that a document of places has, too, are the same."""

    kind: Literal["maps"]
    id: Id
    source: Name
    subtitle: Name | None = optional("Beside the title.", examples=["June 1943"])
    size: FieldSize | None = optional("Width and height; if left out, that of the hexes.")
    hexes: HexGrid | None = optional(
        "The grid of a map of hexes.", examples=[{"size": "19mm", "columns": 12, "rows": 8}]
    )
    earth: Earth | None = optional("The part of the earth that a map with a `size` shows: coasts, rivers, places.")
    corner: At = Field((0.0, 0.0), description="Top left of the hexes on a map with a size.", examples=[[10, 12]])
    edge: Literal["ragged", "straight"] = Field(
        "ragged", description="Edge of the hexes; straight: filled up to a rectangle with parts of hexes."
    )
    picture: PictureFile | None = optional("A picture under all else, as large as the map.")
    terrain: Mapping[Id, Terrain] = Field(max_length=100, default_factory=dict, description="Terrain id → terrain.")
    ground: TerrainRef | None = optional("Terrain of hexes of which nothing is said.", examples=["clear"])
    terrain_edge: TerrainEdge = Field(
        "hexsides",
        description="Where terrain ends: along hexsides; soft or ragged: neighbours of one terrain flow together, with "
        "a drawn edge around them.",
    )
    places: Entries[Id, Hex | TerrainRef] = Field(
        {}, description="Hex → its terrain, or more; often the rows of a sheet."
    )
    edges: Entries[Id, Edge] = Field(max_length=50, default_factory=dict, description="Id → what runs along hexsides.")
    ways: Entries[Id, Way] = Field(
        max_length=50, default_factory=dict, description="Id → what runs from place to place."
    )
    zones: Mapping[Id, Zone] = Field(
        max_length=200, default_factory=dict, description="Id → a part of the map that is shaded."
    )
    spaces: Entries[Id, Space] = Field(
        max_length=1000, default_factory=dict, description="Place → where it is on the map."
    )
    marches: Mapping[Id, March] = Field(
        max_length=50, default_factory=dict, description="Id → a row of numbered boxes, which are spaces: id_1, id_2."
    )
    labels: Seq[Label] = Field((), description="Words on the map.", max_length=500)
    scenes: Seq[Shown] = Field((), description="Pictures on the map, under its spaces.", max_length=50)
    key: bool = Field(True, description="Whether title, note, key of terrain and scale stand below the map.")
    scale: Name | None = optional("What a hex or a length stands for.", examples=["5 km to a hex"])
    scale_bar: ScaleBar | None = optional(
        "A bar to measure distances with.", examples=[{"hexes": 4, "reads": 20, "unit": "km"}]
    )
    compass: Compass | None = optional("A needle that points to the north.", examples=[{"at": [180, 20]}])
    paper: FreePaper = Field(
        "usual", description="The kit's paper, over several sheets if need be; or another, on which it is whole."
    )
    setups: Seq[ScenarioId] = Field(
        (), description="Scenarios whose set-up is shown on the map, a page for each.", max_length=12
    )
    shelf: Shelf = Field("table", description="study: for reference only.")
    use: Use = Field(
        Use.model_construct(),
        description="How it is used, for the print guide.",
        examples=[{"copies": "each", "lies": "seat"}],
    )

    def idle(self) -> Iterator[Idle]:
        """Yield what stands below the map, if nothing does, and what is of hexes, if there are none."""
        yield from self.idle_without("hexes", "corner", "edge", "ground", "terrain_edge")
        yield from self.idle_without("size", "corner")
        for key in () if self.key else ("note", "scale"):
            if self.gives(key):
                yield (key,), "with `key: false`, as it stands below the map"
        for key in () if self.key else ("scale_bar", "compass"):
            if self.gives(key) and getattr(self, key).at is None:
                yield (key,), "with `key: false`, unless it stands on the map: at"

    @model_validator(mode="after")
    def _has_an_extent(self) -> Self:
        if self.hexes is None and self.size is None:
            raise ValueError("a map has `hexes`, or a `size`")
        if self.earth is not None and (self.hexes is not None or self.size is None):
            raise ValueError("a map of the `earth` has a `size`, and no `hexes`")
        if self.hexes is None and (self.places or self.edges):
            raise ValueError("`places` and `edges` are those of hexes: give `hexes`, or use `spaces` and `ways`")
        if self.hexes is None and self.scale_bar is not None and self.scale_bar.hexes is not None:
            raise ValueError("this map has no hexes to count: give the `length` of the scale bar")
        if double := next((name for name in self.marched if name in self.spaces), None):
            raise ValueError(f"the space '{double}' has the id of a box of a march")
        own: dict[str, object] = {"spaces": {**self.spaces, **self.marched}} if self.marches else {}
        if self.hexes is not None and self.hexes.without == "unlisted":
            listed = (run for terrain in self.terrain.values() for run in terrain.hexes)
            own["hexes"] = self.hexes.only((*self.places, *listed))
        return self.model_copy(update=own) if own else self

    @property
    def called(self) -> Mapping[str, str]:
        """What routes may call a space, its id or its name, → its id; not what two of them are called."""
        words = {name: {forgiven(name), forgiven(space.name or name)} for name, space in self.spaces.items()}
        count = Counter(word for several in words.values() for word in several)
        return {word: name for name, several in words.items() for word in several if count[word] == 1}

    @property
    def marched(self) -> dict[str, Space]:
        """The boxes of its marches, which are among its spaces."""
        return {name: box for march, one in self.marches.items() for name, box in one.boxed(march).items()}
