"""`kind: layouts`: faces of cards and counters as named boxes, which inherit from one another."""

import math
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema, model_validator

from rcwkit.source.base import (
    CounterId,
    Id,
    Idle,
    LayoutId,
    Model,
    Name,
    Once,
    RowId,
    Seq,
    Text,
    TrackId,
    VariableName,
    optional,
)
from rcwkit.source.patterns import length, malformed, shown

FAR = 2000.0
"""Limit on lengths in a layout, in mm."""
POINTS = 400.0
"""Limit on type sizes, in points."""

BoxName = Id


class Chip(Model):
    """A counter, or several as one pile, drawn small."""

    label: Name | None = optional(
        "Word at its foot; what the counter is called without its owner, if left out.", examples=["Guards"]
    )
    of: Annotated[Seq[CounterId], Field(min_length=1)] = Field(
        description="Counters of the game; several are a pile, with the range of their numbers.",
        examples=[["guards_1", "guards_2"]],
    )
    figure: Name | None = optional("Large, instead of its symbol; its number if left out.", examples=["1–6"])
    text: Text | None = optional("Words beside it, such as where or when it comes.", examples=["reserve"])


Face = Annotated[int, Field(ge=1, le=6)]


class CardGrid(Model):
    """A small table: heads over columns, and a row for each entry. With `ask` it is the answer to a question."""

    ask: Text | None = optional(
        "A question over it: its box has points at both ends.", examples=["Who joins? A die each"]
    )
    columns: Annotated[Seq[Text], Field(min_length=2, max_length=13)] = Field(
        description="Heads of the columns, that of the names of rows first.", examples=[["die", "{die 1}", "{die 2}"]]
    )
    rows: Mapping[Text, Seq[Text]] = Field(
        description="Name of a row → its cells.", examples=[{"attacks": ["1", "2"], "purge": ["no", "yes"]}]
    )
    filled: Seq[Text] = Field((), description="What a cell says that is filled with colour.", examples=[["yes"]])

    @model_validator(mode="after")
    def _rows_are_full(self) -> Self:
        for name, cells in self.rows.items():
            if len(cells) + 1 != len(self.columns):
                raise ValueError(f"row '{name}' has {len(cells)} cells, and there are {len(self.columns) - 1} columns")
        return self

    def told(self, say: Callable[[str | None], str | None]) -> Self:
        """Return it with every text as `say` gives it."""
        rows = {name: tuple(map(say, cells)) for name, cells in self.rows.items()}
        return self.model_copy(update={"ask": say(self.ask), "rows": rows})

    @property
    def said(self) -> Iterator[str]:
        """Its rows in words, each cell after the head of its column."""
        yield from filter(None, (self.ask,))
        for name, cells in self.rows.items():
            yield f"**{name}:** " + "; ".join(
                f"{head} {cell}" for head, cell in zip(self.columns[1:], cells, strict=True)
            )


class CardSection(Model):
    """A small heading with running text, a list of points, or drawn words: chips, a stair, windows of a die, cards."""

    named: ClassVar[bool] = True

    head: Name | None = optional("A word or two; none for what goes on under the last heading.")
    text: Text | None = optional("Running text.")
    items: Seq[Text] = Field((), description="Points, instead of running text.")
    number: Name | None = optional(
        "Number of a step, at the left of its heading, which is large; a line leads to the next.", examples=["1"]
    )
    aside: Text | None = optional("More words, behind the heading, or over a stair.", examples=["a die each turn"])
    bar: Literal["own", "ink"] | None = optional("The heading in a bar of the owner’s colour, or of ink.")
    lead: Text | None = optional("A sign or two, large, before its texts.", examples=[":lock:", "{die 6}"])
    discs: Mapping[Name, Text] = Field(
        {},
        description="What is paid or gained → for what, each with its figure in a disc, in a row; one alone has its "
        "text beside it.",
        examples=[{"2": "a turn"}],
    )
    cards: Mapping[Name, Text] = Field(
        {},
        description="Number of a card → what it does, each with a small card, in a row; one alone has its texts beside "
        "it. A number that begins with the short title of a side has its colour.",
        examples=[{"R1": "opens it"}],
    )
    chips: Seq[Chip] = Field((), description="Counters, in a row.", examples=[[{"of": ["guards"]}]])
    dashed: bool = Field(False, description="True for chips that come by a roll or a card: dashed.")
    stair: Mapping[Name, Text] = Field(
        {}, description="Steps, the lowest first → what each allows.", examples=[{"Limited": "home"}]
    )
    roll: Seq[Text] = Field(
        (), description="What a die gives, in a row with large dice.", examples=[["{die 1 2 3} two boxes"]]
    )
    chances: Mapping[Name, Seq[Face] | Name] = Field(
        {},
        description="When → the faces of a die on which it happens, drawn as six windows, or words in their place.",
        examples=[{"turn 2": [1, 2], "turn 5": "automatic"}],
    )
    grid: CardGrid | None = optional("A small table.")
    boxes: Mapping[Name, Annotated[int, Field(ge=1, le=12)] | Seq[Name]] = Field(
        {},
        description="Name of a row → what is written in its boxes, each behind its words; or how many boxes to tick.",
        examples=[{"Baltics": ["Est", "Lat", "Lit"], "Hits": 3}],
    )

    @property
    def is_drawn(self) -> bool:
        """Whether it has more than a heading and texts."""
        given = self.aside, self.bar, self.lead, self.discs, self.cards, self.chips, self.stair, self.roll, self.chances
        return self.head is None or any((*given, self.boxes)) or self.number is not None or self.grid is not None

    def told(self, say: Callable[[str | None], str | None]) -> Self:
        """Return the section with every text as `say` gives it."""
        texts: dict[str, Any] = {key: say(getattr(self, key)) for key in ("aside", "lead", "text")}
        for key in ("cards", "discs", "stair"):
            texts[key] = {name: say(text) for name, text in getattr(self, key).items()}
        for key in ("items", "roll"):
            texts[key] = tuple(map(say, getattr(self, key)))
        texts["grid"] = self.grid and self.grid.told(say)
        texts["chips"] = tuple(one.model_copy(update={"text": say(one.text)}) for one in self.chips)
        return self.model_copy(update=texts)

    @property
    def said(self) -> Iterator[str]:
        """Its texts below its head in order, with what it draws in words, but for chips."""
        yield from filter(None, (self.text,))
        yield from self.items
        yield from (
            f"**{name}:** {text}" for name, text in (*self.stair.items(), *self.discs.items(), *self.cards.items())
        )
        yield from self.roll
        for name, faces in self.chances.items():
            yield f"**{name}:** " + (faces if isinstance(faces, str) else f"{{die {' '.join(map(str, faces))}}}")
        yield from self.grid.said if self.grid else ()
        for name, boxes in self.boxes.items():
            yield f"**{name}:** " + (" ".join(["____"] * boxes) if isinstance(boxes, int) else ", ".join(boxes))


class Strip(Model):
    """One row of a track in miniature: its boxes with its marker's start, gates and locks."""

    track: TrackId = Field(description="Track id.")
    row: RowId = Field(description="Row of that track.")


_PART = re.compile(r"\s*(?:(?P<share>[-+]?\s*\d{1,4}(?:\.\d{1,6})?)\s*%\s*)?(?P<rest>.*)", re.DOTALL)
_HINT = 'write mm, such as 4.5, a share of the face, such as "50%", both, "50% - 2", or "{{ 2 * cost }}"'


class LayoutLength(NamedTuple):
    """A length: a share of the face's, and mm; a `far` one is measured from the right or bottom edge."""

    share: float
    mm: float
    far: bool = False


def part(value: object) -> LayoutLength:
    """Return a length from `4.5`, `"50%"`, `"50% - 2"` or `"0.8pt"`. Raises ValueError, with a hint."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _within(LayoutLength(0.0, float(value), value < 0), value)
    found = _PART.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        raise malformed(f"{shown(value)} is not a length", _HINT)
    share, rest = found["share"], found["rest"].strip()
    sign = -1.0 if rest.startswith("-") else 1.0
    if share is None or rest:
        if share is not None and rest[:1] not in ("+", "-"):
            raise malformed(f"{shown(value)} is not a length", _HINT)
        try:
            more = sign * length(rest.lstrip("+-").strip())
        except ValueError:
            raise malformed(f"{shown(value)} is not a length", _HINT) from None
    else:
        more = 0.0
    if share is None:
        return _within(LayoutLength(0.0, more, more < 0), value)
    return _within(LayoutLength(float(share.replace(" ", "")) / 100, more), value)


def _within(found: LayoutLength, value: object) -> LayoutLength:
    if abs(found.mm) > FAR or abs(found.share) > 10:
        raise malformed(f"{shown(value)} is too far away", f"at most {FAR:g} mm, or 1000%")
    return found


def _part_or_template(value: Any) -> LayoutLength | str:
    return value if isinstance(value, str) and "{{" in value else part(value)


_LENGTH_SCHEMA = WithJsonSchema({"type": ["string", "number"], "examples": [4.5, "50%", "50% - 2", "{{ 2 * cost }}"]})
Extent = Annotated[LayoutLength | str, Once(PlainValidator(_part_or_template), _LENGTH_SCHEMA)]
"""A length in mm, a share of the face, or an expression."""


def _many(least: int, most: int) -> AfterValidator:
    """Return a validator of the length of a list whose entries are valid."""

    def validate(value: tuple[Any, ...]) -> tuple[Any, ...]:
        if not least <= len(value) <= most:
            wanted = str(least) if least == most else f"{least} to {most}"
            raise malformed(f"this has {len(value)} entries", f"write {wanted} of them")
        return value

    return AfterValidator(validate)


Point = Annotated[Seq[Extent], _many(2, 2)]
Template = Annotated[str, Once(Field(max_length=4000))]
"""A text with `{{ expressions }}`."""
Number = Annotated[int | float, Once(Field(ge=-FAR, le=FAR))] | Template
TypeSize = Annotated[int | float, Once(Field(ge=1, le=POINTS))] | Template
Size = TypeSize | Annotated[Seq[TypeSize], _many(1, 3)]
Shape = Literal["rect", "cut", "disc", "ellipse", "hex", "diamond", "polygon", "line", "arc"]
Crop = Literal["fit", "fill", "stretch"]
_SHARE = WithJsonSchema({"type": ["string", "number"], "examples": ["25%", 120]})


class PictureLength(NamedTuple):
    """A length within a picture: a share of it, or pixels; of a drawing, points of its natural size."""

    share: float = 0.0
    pixels: float = 0.0

    def of(self, whole: float) -> float:
        """Return it as a share of a whole that has so many pixels."""
        return self.share + self.pixels / whole


def _picture_length(value: object) -> PictureLength:
    """Return a length from `"25%"` or `120`. Raises ValueError, with a hint."""
    text = value.strip() if isinstance(value, str) else ""
    try:
        number = float(text.removesuffix("%")) if text.endswith("%") else math.nan
        number = float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else number
    except ValueError:
        number = math.nan
    if not 0 <= number <= (100 if text else 100_000):
        raise malformed(f"{shown(value)} is no part of a picture", 'write a share, such as "25%", or pixels: 120')
    return PictureLength(number / 100) if text else PictureLength(0.0, number)


PicturePart = Annotated[PictureLength, Once(PlainValidator(_picture_length), _SHARE)]
Align = Literal["left", "centre", "right", "justify"]
Valign = Literal["top", "middle", "bottom", "baseline"]


_PLAIN = frozenset({"under", "like", "layout", "shape", "over", "crop", "outlined", "align", "valign", "run_in"})
"""Keys whose values are words of their own."""


class LayoutBox(Model):
    """One box of a face: a shape, a picture or symbol on it, and a text on that, whichever are given."""

    at: Annotated[Seq[Extent], _many(4, 4)] | None = optional(
        "[x, y, width, height] in mm from the top left of the face, or shares of it ('50%'); negative: "
        "from the right or bottom edge. The whole face if left out.",
        examples=[[4, 4, -4, 10], ["50%", 0, "50%", "100%"]],
    )
    under: BoxName | None = optional("Box that this one is drawn under; boxes are drawn in order.", examples=["title"])
    like: BoxName | None = optional(
        "Box whose keys this one has, too, where it does not give them; but for `under` and `when`.", examples=["text"]
    )
    when: bool | Template | None = optional("Drawn only if this expression holds.", examples=["{{ card.subtitle }}"])
    repeat: Template | None = optional(
        "Drawn for each value of this list, or so many times; `item` is the value, `loop.index` counts from 1.",
        examples=["{{ card.sections }}"],
    )
    step: Point | None = optional("How far each repetition moves, [right, down].", examples=[[5, 0]])
    turn: Number | None = optional(
        "Degrees clockwise about the middle; contents turned by 90 or 270 still fill the box.", examples=[90]
    )
    layout: LayoutId | None = optional("Another layout, drawn in this box.", examples=["badge"])
    shape: Shape | None = optional(
        "What is filled and stroked: a rectangle if left out, or a polygon if there are `points`; cut: a rectangle as "
        "if cut by hand, or the part of the polygon within it."
    )
    points: Seq[Point] | None = optional(
        "Corners of a polygon or points of a line, from the top left of the box; shares are of the box.",
        examples=[[[0, 0], ["100%", 0], ["100%", 12], [0, 18]]],
    )
    sweep: Annotated[Seq[Number], _many(2, 2)] | None = optional(
        "Degrees where an arc begins and ends, clockwise from the top.", examples=[[0, 90]]
    )
    corner: Extent | None = optional("Radius of a rectangle's corners.", examples=[2])
    pad: Extent | None = optional("Distance of its text from all edges of the box.", examples=[1.5])
    fill: Template | None = optional(
        "Colour: #RRGGBB, ink, paper, page, quiet, hairline, gold, accent, or the id of an owner.",
        examples=["{{ owner.colour }}"],
    )
    gradient: Annotated[Seq[Template], _many(2, 6)] | None = optional(
        "Colours that run into one another over the shape, each with its opacity if it is translucent: "
        "'ink 0%'. At low ink, the darkest is the colour of an outline, and translucent ones are left out.",
        examples=[["#14253A", "#6FA3C7"], ["ink 0%", "ink 80%"]],
    )
    direction: Number | None = optional(
        "Where a gradient runs: down (if left out), up, left, right, radial (from the middle), or degrees "
        "clockwise from up.",
        examples=["right", 135],
    )
    stroke: Template | None = optional("Colour of the outline.", examples=["ink"])
    line: Extent | None = optional(
        "Width of the outline in mm, 0.25 if left out; or that of a hatch without an outline.", examples=[0.4]
    )
    dash: Point | None = optional(
        "Length of the dashes of an outline, and of the spaces between them.", examples=[[1.2, 0.8]]
    )
    over: Literal["bleed", "trim"] | None = optional(
        "bleed: shape and picture go on beyond those edges of the face that the box touches."
    )
    image: Template | None = optional(
        "A picture in the game's folder: PNG, JPEG or SVG.", examples=["art/{{ card.id }}.png"]
    )
    crop: Crop | Annotated[Seq[PicturePart], _many(4, 4)] | None = optional(
        "How a picture takes the box: whole (fit), all of the box (fill), or stretched; or the part of it, "
        "[x, y, width, height], that fills the box.",
        examples=["fill", ["10%", 0, "80%", "60%"], [120, 40, 600, 800]],
    )
    focus: Annotated[Seq[Number], _many(2, 2)] | None = optional(
        "The point of a picture, [across, down] from 0 to 1, that is nearest to the middle of the box, which it fills.",
        examples=[[0.5, 0.3]],
    )
    zoom: Number | None = optional("How much larger than to fill the box a picture is: 1.5.", examples=[1.5])
    flip: Template | None = optional(
        "Mirrors a picture: across (left to right) or down; nothing leaves it.",
        examples=["{{ 'across' if counter.side == 'red' }}"],
    )
    shadow: Annotated[Seq[Extent], _many(2, 3)] | None = optional(
        "Shadow of all that the box holds: how far it lies to the right and below, and how soft its edge "
        "is; none at low ink.",
        examples=[[0.4, 0.6, 1.2]],
    )
    shade: Template | None = optional(
        "Colour of the shadow and its opacity, 'ink 40%' if left out.", examples=["ink 60%"]
    )
    halo: Template | None = optional(
        "Colour of a rim around all that the box holds, such as texts on a picture; none at low ink.",
        examples=["paper", "#FFFFFF 70%"],
    )
    rim: Extent | None = optional("Width of the halo in mm, 0.4 if left out.", examples=[0.3, "0.8pt"])
    opacity: Number | None = optional(
        "How opaque all that the box holds is, from 0 to 1. At low ink, it is not transparent.", examples=[0.4]
    )
    symbol: Template | None = optional("A unit symbol, in the colour `ink`.", examples=["infantry"])
    mark: Template | None = optional("An owner's mark, in the colour `ink`.", examples=["{{ owner.mark }}"])
    outlined: bool | None = optional(
        "Whether low ink draws a symbol, mark or heading in outline; symbols if left out, and no others."
    )
    portrait: Template | None = optional(
        "Id of one of the game's portraits, in the middle of the box and on its foot; collars have the colour `ink`.",
        examples=["{{ counter.portrait }}"],
    )
    overlay: Template | None = optional(
        "What a portrait has over it: bandage, bars.", examples=["{{ counter.overlay }}"]
    )
    text: Template | None = optional("Text, with {{ expressions }}.", examples=["{{ card.title | upper }}"])
    font: Template | None = optional("sans, narrow, serif and so on; bold with -bold.", examples=["narrow-bold"])
    size: Size | None = optional(
        "Type size in points; [most, least] shrinks to fit, and a text that then does not fit is an error.",
        examples=[[9, 7.5]],
    )
    ink: Template | None = optional("Colour of text, symbol and mark.", examples=["ink"])
    ground: Template | None = optional(
        "Second colour of a symbol, such as that inside a unit box: `fill` or paper if left out.",
        examples=["paper"],
    )
    align: Align | None = optional("Where lines of text stand; justify: from edge to edge, in running text.")
    valign: Valign | None = optional("Where the text stands; baseline: on the bottom edge.")
    lines: Annotated[int, Field(ge=1, le=2)] | None = optional(
        "A heading: one line that shrinks, or at most two of like length."
    )
    leading: Number | None = optional(
        "Distance of lines, in sizes of the type. Running text has that of the look if left out, which "
        "gives way a little where the text is long.",
        examples=[1.3],
    )
    pitch: Extent | None = optional(
        "Distance of a heading's two lines, instead of `leading`; or of the lines of a hatch.", examples=[2.8]
    )
    sign: Number | None = optional(
        "Size of the signs in the text, beside their usual one: 1.6. Lines with larger ones are higher.", examples=[1.6]
    )
    rise: Number | None = optional("How far a heading is raised, in sizes of the type.", examples=[0.1])
    spacing: Number | None = optional("Space between letters of a heading, in sizes of the type.", examples=[0.05])
    bend: Number | None = optional(
        "Degrees of the arc on which a heading of one line runs: 60 is highest in its middle, -60 lowest.",
        examples=[60],
    )
    sections: Template | None = optional(
        "Sections, each with a head and a text or items, set under the text.", examples=["{{ card.sections }}"]
    )
    run_in: bool = Field(
        False, description="Whether heads of sections stand in the first line of their text, if it is one."
    )
    ruled: Number | None = optional("Lines to write on at the bottom of the box.", examples=["{{ card.write_in }}"])
    strip: Template | None = optional("A track's row in miniature.", examples=["{{ card.strip }}"])
    part: Template | None = optional(
        "A drawn word that says `text`: "
        "chip, pile, disc, card, gate, lock, stair or windows. A chip has the `symbol`, or the first of two lines "
        "large; it is dashed with `dash`. A stair has a step a line; windows are full on the faces that text lists.",
        examples=["disc"],
    )
    flags: Template | None = optional(
        "Numbers of rulings, in words in the upper right corner of the box.", examples=["{{ card.rulings }}"]
    )
    motif: Template | None = optional(
        "A poster in the colour `ink`: wedge, bars and so on; that of the game's look if empty.", examples=["rings"]
    )
    hatch: Template | None = optional(
        "Colour whose hatch fills the shape in low ink, where shapes have no fill.", examples=["{{ owner.colour }}"]
    )

    def idle(self) -> Iterator[Idle]:
        """Yield what is of shapes, pictures or texts that are not there. A box tells only with all that it inherits."""
        area = "image" if self.part else "fill stroke gradient image"
        lined, set_ = ("align", "valign", "lines", "bend"), ("font", "size", "leading", "sign")
        yield from self.idle_beside("part", "stroke", "gradient", "hatch", "sections", "ruled")
        if self.part and "{{" not in self.part:
            yield from self.idle_beside("part", *lined, *set_, "pad", "ink", "ground")
        yield from self.idle_beside("sections", *lined)
        yield from self.idle_beside("ruled", *lined)
        yield from self.idle_beside("bend", "lines", "leading", "pitch")
        yield from self.idle_without("repeat", "step")
        yield from self.idle_without(area, "corner")
        yield from self.idle_without(f"{area} hatch", "shape", "points")
        yield from self.idle_without(f"{area} hatch motif", "over")
        yield from self.idle_without("gradient", "direction")
        yield from self.idle_without("stroke hatch", "line")
        yield from self.idle_without("stroke part", "dash")
        yield from self.idle_without("image", "crop", "focus", "zoom", "flip")
        yield from self.idle_without("shadow", "shade")
        yield from self.idle_without("halo", "rim")
        yield from self.idle_without("portrait", "overlay")
        yield from self.idle_without("symbol", "ground")
        yield from self.idle_without("text symbol mark motif portrait flags image", "ink")
        yield from self.idle_without("text", *lined)
        yield from self.idle_without("text sections", *set_)
        yield from self.idle_without("text sections ruled", "pad")
        yield from self.idle_without("sections", "run_in")
        sized = isinstance(self.size, tuple) and len(self.size) > 2
        if not sized:
            yield from self.idle_without("lines bend", "rise", "spacing")
            yield from self.idle_without("lines bend hatch", "pitch")
            yield from self.idle_without("symbol mark lines bend", "outlined")
        if self.lines == 1 or sized and not self.lines:
            yield from (((key,), "in one line") for key in ("leading", "pitch") if self.gives(key))
        shape = self.shape or ("polygon" if self.points else "rect")
        for key, shapes in {"corner": ("rect",), "points": ("polygon", "line", "cut"), "sweep": ("arc",)}.items():
            if shape not in shapes and self.gives(key):
                yield (key,), f"without `shape: {shapes[0]}`"

    @model_validator(mode="after")
    def _shrinks(self) -> Self:
        sizes = [one for one in self.size if isinstance(one, (int, float))] if isinstance(self.size, tuple) else []
        if sizes != sorted(sizes, reverse=True):
            raise ValueError(f"the largest size stands first: size: {sorted(sizes, reverse=True)}")
        return self

    def templates(self) -> Iterator[tuple[tuple[Any, ...], str]]:
        """Yield every text that may have expressions, with its path."""
        given = self.model_fields_set - _PLAIN
        for key in type(self).model_fields:
            if key in given:
                yield from _texts(getattr(self, key), (key,))


def _texts(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple) and not isinstance(value, LayoutLength):
        for index, one in enumerate(value):
            yield from _texts(one, (*path, index))


class Layout(Model):
    """A face, made of boxes from the bottom up."""

    extends: LayoutId | None = optional(
        "Layout whose boxes it has too; its own change those of the same name, key by key."
    )
    let: Mapping[VariableName, Template | int | float | bool] = Field(
        {},
        description="Names for values, each of which may use those before it.",
        examples=[{"tall": "{{ card.title | length > 20 }}"}],
    )
    boxes: Mapping[BoxName, LayoutBox | None] = Field(
        {}, description="Box name → box, from the bottom up; nothing (`~`) removes an inherited one."
    )


class Layouts(Model):
    """Layouts of the game's own."""

    kind: Literal["layouts"]
    id: Id
    layouts: Mapping[Id, Layout] = Field(description="Layout id → layout.")
