"""What rolls act on: `kind: places`, `kind: setup`, `kind: scenarios` and `kind: tracks`."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field, Strict, model_validator

from rcwkit.source.base import (
    BARE,
    REST,
    BoxId,
    Brief,
    Colour,
    CounterId,
    Entries,
    Entry,
    FieldSpec,
    FieldValue,
    Given,
    Id,
    Idle,
    Line,
    Model,
    Name,
    OwnerId,
    OwnPaper,
    PlaceRef,
    ProcedureId,
    Ref,
    RegionTitle,
    RowId,
    Rule,
    RulingId,
    Seq,
    SetupId,
    Shelf,
    Text,
    TrackId,
    TypeId,
    UnitRef,
    Units,
    Use,
    VariableName,
    optional,
    spec,
)
from rcwkit.source.patterns import NUMBERS, by_title, malformed, shown
from rcwkit.source.symbols import Scene, Symbol


class Place(Model):
    """A space on the map."""

    name: Name = Field("", description="As printed on the map; its id if left out, as for hexes.", examples=["Jetty"])
    vc: bool = Field(False, description="Whether it is a Victory City.")
    resource: Annotated[
        int, Field(ge=0, le=9, description="Value of its resource center; 0 for none.", examples=[2])
    ] = 0
    port: bool = Field(False, description="Whether it is a port.")
    fields: Mapping[VariableName, FieldValue] = Field(
        {}, description="Field of the game's places → its value here.", examples=[{"rating": 3}]
    )
    note: Text | None = None
    rulings: Seq[RulingId] = ()


LonLat = Annotated[
    tuple[
        Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)],
        Annotated[float, Field(ge=-84, le=84, allow_inf_nan=False)],
    ],
    Strict(False),
]
"""Degrees of longitude and latitude; the west and the south are negative."""


Km = Annotated[float, Field(ge=5, le=2000, allow_inf_nan=False)]


class ListedPlace(Place):
    """A place of a list, and where it lies on the earth."""

    at: LonLat | None = optional(
        "Longitude and latitude in degrees, for maps of the earth; the west and the south are negative.",
        examples=[[30.32, 59.94]],
    )
    sure: bool = Field(True, description="Whether that is known; a guess is a hollow dot on maps.")
    reach: Km | Annotated[tuple[Km, Km], Strict(False)] | None = optional(
        "How far its land goes from there, in km, on maps that show places as territories; two numbers are to the east "
        "and west, and to the north and south. The map's `reach` if left out.",
        examples=[450, [700, 420]],
    )


class Region(Model):
    """A region and its places; a place may be just its name."""

    title: Name = Field(description="As printed on the map; set-ups list places under it.")
    home: OwnerId | None = optional("Owner whose home region this is.")
    colour: Colour | None = optional(
        "Its colour on maps and among silhouettes, instead of an owner's.", examples=["#2E7FA6"]
    )
    places: Entries[Id, ListedPlace | Name] = Field(description="Place id, usually its number → its name, or more.")

    @property
    def named(self) -> Mapping[str, Place]:
        """Its places, each with a name."""
        return {place_id: named(written, place_id) for place_id, written in self.places.items()}


class PlaceFields(Model):
    """What declares fields that places have."""

    fields: Mapping[VariableName, Given] = Field(
        {},
        description="What places hold besides. Boards of exports show it, and layouts of counters name it, as in "
        "{{ place.rating }}.",
        examples=[{"rating": "number", "fortified": "flag"}],
    )

    @cached_property
    def specs(self) -> Mapping[str, FieldSpec]:
        """The fields of its places."""
        return {name: spec(given) for name, given in self.fields.items()}


class Places(PlaceFields):
    """All places that set-ups and procedures may refer to."""

    kind: Literal["places"]
    id: Id
    title: Name
    source: Name
    rule: Rule = ""
    regions: Mapping[Id, Region] = Field(description="Region id → region.")


def named(written: Place | str, place_id: str) -> Place:
    """Return a place with a name: what is only a name becomes a place, and one without a name is called by its id."""
    if isinstance(written, str):
        return Place(name=written)
    return written if written.name else written.model_copy(update={"name": place_id})


Count = Annotated[int, Field(ge=0, le=999)]


Reserve = Annotated[Seq[UnitRef], Brief(lambda value: (REST,) if value == REST else value, {"const": REST})]
"""Counters, or the rest of them."""


class UnitLine(Model):
    """The units of one place, where a plain list is not enough."""

    units: Seq[UnitRef] = Field(description="Counters, as in a plain list.")
    note: Text | None = optional("Left out with any of the units.")
    rulings: Seq[RulingId] = ()


class Force(Model):
    """What one owner sets up: region title → place → counters; then its reserve."""

    title: Name | None = optional("Heading; the owner's title if left out.")
    rule: Rule = ""
    declared: Mapping[TypeId, Count] = Field(
        {}, description="Totals by unit type on the map, as the source's heading declares them."
    )
    at: Entries[RegionTitle, Mapping[PlaceRef, Seq[UnitRef] | UnitLine]] = Field(
        {},
        description="Region title → place → counters; (Ra2) on its reverse side, Inf x3 three copies. If left out, the "
        "owner's counters that have a `setup` of their own.",
    )
    reserve: Reserve = Field(
        (),
        description="Counters not yet on the map. `rest` stands for all others of this owner, but for those that "
        "arrive: what is drawn from a cup, or waits in a pool.",
    )
    reserve_declared: Mapping[TypeId, Count] = Field(
        {}, description="Totals by unit type in the reserve, as the source declares them.", examples=[{"army": 2}]
    )
    joined: Seq[Seq[RegionTitle]] = Field(
        (), description="Neighbouring regions that stand under one bar, to save room.", examples=[[["Don", "Kuban"]]]
    )
    note: Text | None = None
    rulings: Seq[RulingId] = Field(
        (), description="Rulings on this force's heading; one excuses a wrong declared total."
    )

    @property
    def placed(self) -> Iterator[tuple[str, str, tuple[Units, ...]]]:
        """Yield the regions and places of its list, as they are written, with the counters there."""
        for region, places in self.at.items():
            for place, line in places.items():
                yield region, place, line.units if isinstance(line, UnitLine) else line


class MarkerLine(Model):
    """A marker to place: which, where, how many."""

    marker: CounterId = Field(description="Counter id of the marker.")
    at: Text = Field(description="Where, in a few words.")
    places: Seq[PlaceRef] = Field((), description="The places meant, if they are places of the game.")
    track: TrackId | None = optional("The track meant, if it begins on the starting box of one.")
    count: Annotated[int, Field(ge=1, le=99, description="How many.", examples=[2])] = 1
    side: OwnerId | None = optional("Owner whose side of the marker faces up.")
    note: Text | None = None
    rulings: Seq[RulingId] = ()

    @property
    def each(self) -> bool:
        """Whether one goes onto each of several places."""
        return 1 < len(self.places) == self.count


class SetupPage(Model):
    """A page of a set-up sheet."""

    owners: Seq[OwnerId] = Field(description="Whose forces stand on it, in order; it is called after the first.")
    title: Name | None = optional("Instead of 'Red sets up'.", examples=["Central Powers"])
    columns: Annotated[int, Field(ge=1, le=4)] = Field(2, description="Its columns.", examples=[3])
    also: Seq[Literal["markers", "tracks", "key", "reminders"]] = Field(
        (),
        description="What else stands on it; a part that no page names is on the last, the key on the first.",
        examples=[["markers"]],
    )
    picture: Scene | None = optional(
        "Picture in the titles rules, slant and blocks, in place of the sign of the look.", examples=["standoff"]
    )
    silhouettes: Annotated[float, Field(gt=0, le=40)] | None = optional(
        "Their height in mm: each counter is one, with a box, on a strip beside its place; regions are blocks "
        "of colour over the whole page. A marker that goes onto each of several places stands on their strips.",
        examples=[13],
    )
    map: Annotated[float, Field(gt=0, le=250)] | None = optional(
        "The height in mm of one map of all its places over the whole page, instead of one beside each region.",
        examples=[84],
    )


class Trigger(Model):
    """What brings counters later."""

    title: Name = Field(description="Printed at the head of its row.", examples=["a roll"])
    sure: bool = Field(False, description="Whether all its counters come; else their chips are dashed.")
    once: bool = Field(
        False, description="Whether it is decided once: as rolled, what it did not bring an owner is struck out."
    )
    says: Seq[Line] = Field(
        (),
        description="How words begin by which `arrives:` of its counters tells it from the triggers before it; without "
        "any of a trigger's, they come by one that says none.",
        examples=[["roll", "1d6"]],
    )


class Arriving(Model):
    """Counters that a trigger brings, where a plain list is not enough."""

    units: Seq[CounterId] = Field((), description="The counters; a series of numbers is drawn as a pile.")
    text: Text | None = optional("What chips do not say: a card, die results, places.", examples=["W37, for White"])
    rulings: Seq[RulingId] = ()


class Expectation(Model):
    """What comes later for one owner."""

    title: Name | None = optional("Head of its column, if not the owner's title.")
    waits: bool = Field(False, description="Whether none of it comes before what the table `waits` for.")
    by: Mapping[Id, Seq[CounterId] | Arriving] = Field(
        description="Trigger → the counters that it brings.", examples=[{"control": ["Asta1", "Astc1"]}]
    )


class ArrivalBand(Model):
    """A part of a table of arrivals."""

    title: Name = Field(description="Printed at its side.")
    texts: Mapping[Id, Text] = Field(
        {},
        description="Trigger → small print at the head of its row.",
        examples=[{"control": "armies in their region"}],
    )
    owners: Mapping[OwnerId, Expectation] = Field(description="Owner → what comes later: a column each.")


class ArrivalTable(Model):
    """Counters that come later, by what brings them and whose they are; without it they are listed by time."""

    triggers: Entries[Id, Trigger] = Field(description="Trigger id → trigger, a row each.")
    bands: Seq[ArrivalBand] = Field(description="Parts of the table, one below the other.")
    waits: Text | None = optional("What an hourglass means.", examples=["not before the Central Powers withdraw"])
    foot: Seq[Text] = Field((), description="Short lines under it.", examples=[["Several at once: in random order."]])


class Setup(Entry):
    """A complete set-up."""

    kind: Literal["setup"]
    id: Id
    source: Name
    forces: Mapping[OwnerId, Force] = Field(description="Owner → what it sets up.")
    markers: Seq[MarkerLine] = Field((), description="Markers to place, in order.")
    tracks: Mapping[TrackId, Mapping[RowId, BoxId]] = Field({}, description="Track → row or marker → starting box.")
    reserve_title: Name | None = optional(
        "Heading of what is not yet on the map; Reserve if left out.", examples=["Strategic reserve"]
    )
    pages: Seq[SetupPage] = Field((), description="Its pages; one list of all forces if left out.")
    arrivals: ArrivalTable | None = optional("Table of the counters that come later.")
    reminders: Seq[Text] = Field((), description="Short lines printed at the end.")


class Task(Model):
    """A task to tick off."""

    do: Text = Field(description="What to do.")
    rule: Rule = ""
    detail: Seq[Text] = Field((), description="Lines under it.")
    units: Seq[UnitRef] = Field((), description="Counters that it names, drawn under it.", examples=[["Ra7", "(Ra2)"]])
    without: Seq[UnitRef] = Field((), description="Counters that it leaves out, struck through.", examples=[["Ra8"]])
    rulings: Seq[RulingId] = ()


class Checklist(Model):
    """A section of a checklist."""

    head: Name = Field(description="Heading.")
    sign: Line | None = optional("A sign or two before the heading.", examples=[":card:"])
    note: Text | None = None
    tasks: Seq[Task] = Field(description="Tasks, in order.")


class Change(Model):
    """What a scenario removes from, adds to or moves in its set-up."""

    without_forces: Seq[Annotated[Id, Ref("owners", checked=False)]] = Field(
        (), description="Owners whose forces and reinforcements are left out.", examples=[["white"]]
    )
    without_units: Seq[Annotated[Id, Ref("units", checked=False)]] = Field((), description="Units left out.")
    without_tracks: Seq[Annotated[Id, Ref("tracks", checked=False)]] = Field((), description="Tracks left out.")
    without_markers: Seq[Annotated[Id, Ref("units", checked=False)]] = Field((), description="Markers left out.")
    place: Mapping[PlaceRef, Seq[UnitRef]] = Field({}, description="Place → units that stand there and nowhere else.")
    reserve: Mapping[OwnerId, Seq[UnitRef]] = Field({}, description="Owner → units in its reserve and nowhere else.")
    tracks: Mapping[TrackId, Mapping[RowId, BoxId]] = Field({}, description="Track → row or marker → box.")
    arrives: Mapping[CounterId, Text] = Field(
        {}, description="Unit that enters later → when it enters in this scenario.", examples=[{"Ra8": "turn 2"}]
    )
    at_once: Seq[OwnerId] = Field(
        (), description="Owners who wait for nothing in it, though the table of arrivals says so."
    )
    reminders: Seq[Text] = Field(
        (),
        description="Reminders on its set-up sheet, after those of the set-up.",
        examples=[["Remove the cards of 1919."]],
    )


class Scenario(Entry):
    """A scenario: a set-up, with changes, and a checklist."""

    setup: SetupId | None = optional("Set-up that it is based on.")
    short: Name | None = optional("Short title, for marks on other sheets.", examples=["the short game"])
    marked_on: Id | None = optional(
        "Scenario of the same set-up whose sheet marks what this one leaves out; its own is for study.",
        examples=["campaign"],
    )
    length: Name | None = optional("Such as 'Turns 1 to 16'.")
    change: Change = Field(default_factory=Change, description="Changes to that set-up.")
    checklist: Seq[Checklist] = Field((), description="What to do before play, to tick off.")
    shelf: Shelf = Field("table", description="study: its set-up and checklist are left out of a usual build.")
    use: Use = Field(
        Use.model_construct(),
        description="How its set-up is used, for the print guide.",
        examples=[{"copies": "each", "lies": "seat"}],
    )
    options: Seq[ProcedureId] = Field((), description="Procedures that may be rolled for this set-up.")

    def idle(self) -> Iterator[Idle]:
        """Yield changes to no set-up."""
        yield from self.idle_without("setup", "change", "marked_on")

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


Cost = Annotated[int, Field(ge=0, le=99)]


Face = Annotated[int, Field(ge=1, le=6)]


class Box(Model):
    """A box of a track."""

    title: Name = Field(description="Printed in the box.")
    lines: Seq[Text] = Field((), description="Small print in the box, such as a turn's events.")
    chances: Mapping[Name, Seq[Face] | Name] = Field(
        {},
        description="What is rolled in this box → the faces of a die on which it happens, drawn as six windows, or "
        "words in their place.",
        examples=[{"attack": [1, 2], "France withdraws": "automatic"}],
    )
    colour: OwnerId | None = optional("Owner whose tint the box takes.")
    owners: Seq[OwnerId] = Field(
        (),
        description="Owners whose counters belong in it: virtual tables send them there. If left out, the owner that "
        "the box is named after, or whose tint it takes.",
        examples=[["red", "white"]],
    )
    leave: Cost = Field(
        1, description="Points to move a marker out of it; 0: it cannot be moved by points.", examples=[2]
    )
    takes: Literal["marker", "counter", "stack", "cards", "none"] = Field(
        "marker", description="What must fit inside; cards: poker cards, fanned."
    )
    symbol: Symbol | None = optional(
        "Picture of what lies in it: pale, where a stack or cards lie, in place of its owner's mark, and behind a "
        "number; beside its small print, where nothing lies.",
        examples=["bayonets"],
    )
    pictures: Annotated[int, Field(ge=1, le=12)] = Field(
        1, description="How many times this picture stands under the small print, where nothing lies.", examples=[8]
    )
    turn: Annotated[int, Field(ge=-180, le=180)] = Field(
        0, description="Degrees clockwise that this picture is turned in the head of a table's column.", examples=[90]
    )
    places: Annotated[int, Field(ge=0, le=24)] = Field(
        0,
        description="In a display, how many numbered places for a counter each are drawn in it, below a poster of its "
        "symbol.",
        examples=[6],
    )


MOST_BOXES = 200
"""Maximum number of boxes that a range stands for."""


def _numbered(value: Any) -> Any:
    """Return the boxes of a range, such as 0-20, or of a list of titles."""
    if not isinstance(value, str):
        return by_title(value)
    value = re.sub(r"(?<=\d)\s*(?:–|-|\.\.+)\s*(?=[-\d])", "-", value)
    if not re.fullmatch(NUMBERS, value):
        raise malformed(f"{shown(value)} is no boxes", "write 0-20, [Dawn, Noon], or a mapping: {1: Dawn, 2: Noon}")
    first, last = map(int, re.findall(r"(?<!\d)-?\d+", value))
    if abs(last - first) >= MOST_BOXES:
        raise malformed(f"'{value}' is more than {MOST_BOXES} boxes", "divide the track")
    step = 1 if first <= last else -1
    numbers = range(first, last + step, step)
    return {f"m{-one}" if one < 0 else str(one): f"−{-one}" if one < 0 else str(one) for one in numbers}


class Lock(Model):
    """What holds a marker in a box of its row, once it has happened."""

    box: Id = Field(description="The box.", examples=["neutral"])
    cards: Seq[Name] = Field(
        (), description="Cards, any of which does it; each has a box to tick.", examples=[["R1", "R24"]]
    )
    text: Text | None = optional("What does it, in short, if not a card.", examples=["Not in winter"])
    rulings: Seq[RulingId] = ()

    @model_validator(mode="after")
    def _says_what_does_it(self) -> Self:
        if bool(self.cards) == bool(self.text):
            raise ValueError("say what does it by either cards or text")
        return self


class Gate(Lock):
    """A box of one row that is closed until an event."""

    side: OwnerId = Field(description="Owner for whom it is closed.")


class Row(Model):
    """One marker's row in a table of boxes."""

    title: Name = Field(description="Printed before the row.")
    group: Name | None = optional("Heading over this row and the next ones of the same group.", examples=["West"])
    start: Id | None = optional("Box where its marker starts, shown by a disc.", examples=["neutral"])
    marker: CounterId | None = optional("Counter that moves here; the row's own id if left out.")
    gates: Seq[Gate] = Field((), description="Boxes that are closed at first.")
    locks: Seq[Lock] = Field(
        (), description="What locks its marker in a box.", examples=[[{"box": "white_control", "cards": ["W8"]}]]
    )
    hatched: Mapping[BoxId, Text] = Field(
        {},
        description="Box that is less to this row than to others, drawn with hatches → what it says.",
        examples=[{"white_control": "denies only"}],
    )
    tags: Seq[Text] = Field(
        (), description="Short words or signs in frames beside its title.", examples=[["{mark red} only"]]
    )
    note: Text | None = None
    rulings: Seq[RulingId] = ()


class Holder(Model):
    """A place in each row of a table, beside its boxes, for what does not move."""

    head: Name = Field(description="Printed over the column.")
    text: Text | None = optional("A sign or a word or two in the place itself.", examples=[":crown:"])
    choices: Seq[OwnerId] = Field(
        (),
        description="Sides or factions, one below the other, of which a marker shows one.",
        examples=[["red", "white"]],
    )
    after: bool = Field(False, description="True to have it behind the boxes, not before them.")


class Track(Entry):
    """Boxes in a line or grid, or, with `rows`, the same boxes for every row."""

    layout: Literal["line", "grid", "table", "display"] = Field(
        "line",
        description="line, grid: one or more lines of boxes; table: the same boxes for every row; display: for stacks.",
    )
    columns: Annotated[int, Field(ge=1, le=30)] | None = optional(
        "Boxes per line, of any track but a table.", examples=[10]
    )
    boxes: Annotated[
        Entries[Id, Annotated[Box, BARE]],
        Brief(_numbered, {"anyOf": [{"type": "string", "pattern": NUMBERS}, {"type": "array"}]}),
    ] = Field(
        min_length=1,
        description="Box id → box, in order; a range of numbers such as 0-20, or a list. A box may be its title alone.",
    )
    start: Id | None = optional("Box where its marker starts.")
    marker: CounterId | None = optional("Its marker, which steps along it on screens wherever it starts.")
    paper: OwnPaper = Field("usual", description="The kit's paper; or another, on which it has pages.")
    counts: Literal["turns", "rounds"] | None = optional(
        "What its marker counts: a companion moves it on, and begins rounds anew each turn. A track `turn` or `turns` "
        "counts turns."
    )
    faces: Seq[OwnerId] = Field(
        (),
        description="Whose face its marker shows outside the first box, as that of the side that leads.",
        examples=[["red", "white"]],
    )
    rises: OwnerId | None = optional(
        "Owner in whose tints the boxes of its one line rise as a stair; those without a title stay low.",
        examples=["red"],
    )
    rows: Mapping[Id, Row] = Field({}, description="Row id → row, for layout table.")
    axis: Annotated[Seq[Name], Field(min_length=2, max_length=2)] | None = optional(
        "What the first and the last box of a table mean; an arrow leads from one to the other.",
        examples=[["friendly", "hostile"]],
    )
    holders: Seq[Holder] = Field(
        (), description="Further places of each row of a table.", examples=[[{"head": "Czar", "text": ":crown:"}]]
    )
    legend: Seq[Text] = Field((), description="Lines under the track.")
    shelf: Shelf = Field(
        "table", description="proxies: printed only when asked for, as owners of the game have such a track."
    )

    @model_validator(mode="after")
    def _tables_have_rows(self) -> Self:
        if (self.layout == "table") != bool(self.rows):
            raise ValueError("a track with layout table, and no other, has rows")
        return self

    def idle(self) -> Iterator[Idle]:
        """Yield what is of tables, or of other tracks."""
        keys = ("columns", "start", "marker") if self.layout == "table" else ("axis", "holders")
        yield from (((key,), f"with `layout: {self.layout}`") for key in keys if self.gives(key))
        if self.layout != "line" and self.rises:
            yield ("rises",), f"with `layout: {self.layout}`"
        if self.layout != "display":
            placed = (name for name, box in self.boxes.items() if box.places)
            yield from ((("boxes", name, "places"), f"with `layout: {self.layout}`") for name in placed)
        for name, box in self.boxes.items():
            if box.turn and not (box.symbol and self.layout == "table"):
                yield ("boxes", name, "turn"), "without a symbol in the head of a table's column"
            if box.pictures > 1 and not (box.symbol and box.takes == "none"):
                yield ("boxes", name, "pictures"), "without a symbol in a box where nothing lies"

    @property
    def moves(self) -> bool:
        """Whether each row of a table is that of one marker, and not of several that lie in its boxes."""
        return not any(box.takes in ("stack", "cards") or box.places for box in self.boxes.values())


def counts_turns(name: str, track: Track) -> bool:
    """Return whether the marker of a track counts turns, as it says or by its id: `turn` or `turns`."""
    return track.counts == "turns" or (track.counts is None and name in ("turn", "turns") and not track.rows)


class Tracks(Model):
    """A set of tracks and displays."""

    kind: Literal["tracks"]
    id: Id
    title: Name
    source: Name
    use: Use = Field(
        Use.model_construct(),
        description="How they are used, for the print guide.",
        examples=[{"copies": "each", "lies": "seat"}],
    )
    counters: bool | Seq[Shelf] = Field(
        False,
        description="True if counters share the last sheet of the tracks on their shelf, where they have room; or the "
        "shelves on which they do.",
        examples=[["table"]],
    )
    tracks: Mapping[Id, Track] = Field(description="Track id → track.")
