"""The frozen, strict base model, the scalar types that all kinds share, and the fields of a deck's own."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    Strict,
    StringConstraints,
    WithJsonSchema,
)
from pydantic_core import CoreSchema, core_schema

from rcwkit.source.patterns import COLOUR, FORMS, ID, LANGUAGE, LINE, NAME, UNIT, by_title, id_of, malformed


class Mark:
    """An annotation that says something about a type, and has no part in its validation."""

    __slots__ = ()

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return handler(source)


class Once:
    """Annotations of one type; `Annotated[str, Once(a, b)]` validates as `Annotated[str, a, b]`."""

    def __init__(self, *annotations: Any) -> None:
        self.annotations = annotations
        self._known: CoreSchema | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if self._known is None:
            self._known = handler.generate_schema(Annotated[source, *self.annotations])
        # Each field adds its own metadata.
        more = {key: [*one] if isinstance(one, list) else one for key, one in self._known.get("metadata", {}).items()}
        return {**self._known, "metadata": more}


class Brief:
    """Marks a type that may be written in a shorter way: `full` returns the usual one, and everything else as it is."""

    def __init__(self, full: Callable[[Any], Any], schema: Mapping[str, Any]) -> None:
        self.full, self.schema = full, schema

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self.full, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [dict(self.schema), handler(schema)]}


def _titled(value: Any) -> Any:
    return {"title": value} if isinstance(value, str | int) and not isinstance(value, bool) else value


BARE = Brief(_titled, {"type": ["string", "integer"]})
"""Marks a model that may be written as its title alone."""


LISTED = Brief(by_title, {"type": "array"})
"""Marks a mapping that may be a list of entries, whose ids are then made from their titles."""


class Written:
    """Marks a type whose values `parse` reads from text that matches `pattern`; `parse` may raise ValueError."""

    def __init__(self, parse: Callable[[str], Any], pattern: str) -> None:
        self.parse, self.pattern = parse, pattern

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """Accept text, hold the parsed value, and serialise it as text."""
        text = core_schema.str_schema(pattern=self.pattern)
        return core_schema.no_info_after_validator_function(
            self.parse, text, serialization=core_schema.to_string_ser_schema()
        )


NEUTRAL = "neutral"
"""The owner of what nobody owns, which need not be declared."""
REST = "rest"
"""All counters of an owner that a set-up does not mention."""


@dataclass(frozen=True, slots=True)
class Units:
    """Identical counters: which, on which side, how many."""

    unit: str
    reversed: bool = False
    copies: int = 1

    @classmethod
    def parse(cls, text: str) -> "Units":
        """Parse `Ra7`, `(Ra2)` or `Inf x3`, already matched against the pattern; a name is the id made from it."""
        body, _, copies = text.rpartition(" x") if re.search(r" x\d+$", text) else (text, "", "1")
        name = body.strip("()")
        if copies == "0" or len(copies) > 2:
            raise malformed(f"'{text}' {FORMS[UNIT].wrong}", FORMS[UNIT].hint)
        return cls(name if re.match(ID, name) else id_of(name) or name, body.startswith("("), int(copies))

    def __str__(self) -> str:
        name = f"({self.unit})" if self.reversed else self.unit
        return name if self.copies == 1 else f"{name} x{self.copies}"


T = TypeVar("T")


Idle = tuple[tuple[Any, ...], str]
"""The path of a key that changes nothing, and the reason: `without `table``."""


class Model(BaseModel):
    """Frozen, strict, and closed: an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    def idle(self) -> Iterator[Idle]:
        """Yield each key that is given and changes nothing beside the others, with the reason."""
        yield from ()

    def idle_without(self, needed: str, *keys: str) -> Iterator[Idle]:
        """Yield those of `keys` that are given although none of the keys of `needed`, divided by spaces, is."""
        if not self.model_fields_set.isdisjoint(keys) and not any(getattr(self, key) for key in needed.split()):
            *more, last = (f"`{key}`" for key in needed.split())
            why = f"without {' or '.join(filter(None, (', '.join(more), last)))}"
            yield from (((key,), why) for key in keys if self.gives(key))

    def idle_beside(self, other: str, *keys: str) -> Iterator[Idle]:
        """Yield those of `keys` that are given although `other` is, which takes their place."""
        if getattr(self, other):
            yield from (((key,), f"beside `{other}`") for key in keys if self.gives(key))

    def gives(self, key: str) -> bool:
        """Whether a key is in the data, and its value is neither nothing nor false."""
        return key in self.model_fields_set and bool(getattr(self, key))


def optional(description: str, **more: Any) -> Any:
    """Return a field that is None if it is left out; `more` are what Pydantic's `Field` takes."""
    return Field(None, description=description, **more)


def _number_as_text(value: Any) -> Any:
    """Read a number as its digits where a name is expected (`715:` is a space's number)."""
    return str(value) if type(value) is int else value


def _value_as_text(value: Any) -> Any:
    """Read a number as its digits, `2.5` too."""
    return f"{value:.10g}" if isinstance(value, float) else _number_as_text(value)


Seq = Annotated[tuple[T, ...], Strict(False)]
"""A YAML list, kept as a tuple."""


class Said(Mark):
    """Marks a type whose values are said in the language of the kit."""


def _named(pattern: str | None = None, **more: Any) -> WithJsonSchema:
    """Return the JSON schema of a name that may be written as a number."""
    return WithJsonSchema({"type": ["string", "integer"], **({"pattern": pattern} if pattern else {}), **more})


Id = Annotated[
    str, Once(StringConstraints(pattern=ID, max_length=64), BeforeValidator(_number_as_text), _named(ID, maxLength=64))
]
"""Letters, digits, `_`, `-`, `.`; the name by which other entries refer to this one."""

Line = Annotated[
    str,
    Once(
        StringConstraints(min_length=1, max_length=120, pattern=LINE),
        BeforeValidator(_number_as_text),
        _named(LINE, minLength=1, maxLength=120),
    ),
]
"""One short line that is the same in all languages."""

Name = Annotated[Line, Said()]
"""One short line of text."""

Value = Annotated[
    str,
    Once(
        StringConstraints(min_length=1, max_length=12, pattern=LINE),
        BeforeValidator(_value_as_text),
        WithJsonSchema({"type": ["string", "number"], "minLength": 1, "maxLength": 12}),
    ),
    Field(examples=[4, "1/2", "[3]"]),
]
"""A value on a counter: a number, a fraction or a few letters."""

Text = Annotated[
    str,
    Once(
        StringConstraints(min_length=1, max_length=4000),
        BeforeValidator(_number_as_text),
        _named(minLength=1, maxLength=4000),
    ),
    Said(),
]
"""Running text, with markup."""

Rule = Annotated[
    str, Once(StringConstraints(min_length=1, max_length=60)), Said(), Field(examples=["15.38", "14.1, 15.27"])
]
"""Rule number(s) in the source, quoted: `"15.38"`, `"14.1, 15.27"`, or a heading where the source has no numbers."""

Colour = Annotated[str, Once(StringConstraints(pattern=COLOUR)), Field(examples=["#B3201F", "#27425F"])]

PictureFile = Annotated[
    str, Once(StringConstraints(min_length=1, max_length=200, pattern=LINE)), Field(examples=["art/back.png"])
]
"""A picture in the game's folder: PNG, JPEG or SVG."""

LanguageCode = Annotated[
    str, StringConstraints(pattern=LANGUAGE, max_length=20), Field(examples=["en", "en-GB", "de", "ru"])
]
"""The code of a language, as on the web."""

Scalar = str | int

Shown = Annotated[str, Said()] | int
"""A text or number that is only printed."""

Printed = Literal["table", "study", "none"]
"""Where odds are printed: on the page for the table and the study sheet, on the latter alone, or nowhere."""

Shelf = Literal["table", "proxies", "study"]
"""Where a file of a kit belongs: used in play; stand-ins for pieces of the published game; reference for later."""

OwnPaper = Literal["usual", "a4", "letter", "a3", "tabloid", "a2", "a1"]
"""The paper of a board: that of the kit, or one of its own."""
FreePaper = OwnPaper | Literal["whole"]
"""The same, or a page as large as the board."""

Lies = Literal["seat", "left", "right", "map", "box", "away"]
"""Where a sheet lies on the table: before a player, beside the map, on it, in the lid of the box, or put away."""


class Ref(Mark):
    """Marks a type whose values are ids of a family, such as `units`.

    `what` is the word for one in messages, unless it is the family's own. With `checked` off, other values are valid
    too, and `checks` has rules of their own for them.
    """

    def __init__(self, family: str, what: str = "", *, checked: bool = True) -> None:
        self.family, self.what, self.checked = family, what, checked


OwnerId = Annotated[Id, Ref("owners")]
TypeId = Annotated[Id, Ref("unit_types")]
CounterId = Annotated[Id, Ref("units", "counter")]
PortraitId = Annotated[Id, Ref("portraits")]
TableId = Annotated[Id, Ref("tables")]
TrackId = Annotated[Id, Ref("tracks")]
FormationId = Annotated[Id, Ref("formations")]
FamilyId = Annotated[Id, Ref("marker_families")]
ValueName = Annotated[Id, Ref("values", checked=False)]
StartRef = Annotated[Line, Ref("places", checked=False)]
"""A place of the game, or a hex or words that the game does not list."""
RowId = Annotated[Id, Ref("rows", checked=False)]
BoxId = Annotated[Id, Ref("boxes", checked=False)]
ProcedureId = Annotated[Id, Ref("procedures")]
SetupId = Annotated[Id, Ref("setups")]
RulingId = Annotated[Id, Ref("rulings")]
RegionTitle = Annotated[Name, Ref("regions")]

PlaceRef = Annotated[
    str,
    Once(
        StringConstraints(min_length=1, max_length=120),
        BeforeValidator(_number_as_text),
        _named(minLength=1, maxLength=120),
    ),
    Ref("places"),
]
"""A place: its id (`715`), or its id and name (`715 Petrozavodsk`), which must then agree."""

UnitRef = Annotated[Units, Written(Units.parse, UNIT), Field(examples=["Ra7", "(Ra2)", "Inf x3"]), Ref("units")]
"""A counter as a set-up line names it: `Ra7`; `(Ra2)` on its reverse side; `Inf x3` three copies."""


class Entry(Model):
    """What every component has: a title, its rule in the source, and the rulings it depends on."""

    title: Name = Field(description="Heading on the component.")
    rule: Rule = Field("", description="Rule number in the source, in quotes; printed small.")
    note: Text | None = optional("One line under the title: when to use it.")
    rulings: Seq[RulingId] = Field(
        (), description="Rulings it depends on; their numbers are printed beside it, small and raised."
    )


class Use(Model):
    """How a sheet is used, as the print guide tells; what is left out is as usual for its kind."""

    copies: Literal["each"] | Annotated[int, Field(ge=1, le=99)] | None = optional(
        "How many copies all players need together, or each: one for every player."
    )
    when: Name | None = optional("When it is used.", examples=["Political Phase"])
    lies: Lies | None = optional(
        "Where it lies: at a player's seat, left or right of the map, on the map, in the lid of the box, "
        "or away, such as a sheet that is used only once."
    )


LayoutId = Annotated[Id, Ref("layouts")]
VariableName = Annotated[str, Once(StringConstraints(pattern=NAME, max_length=64))]
"""A name that expressions can use."""

FieldType = Literal["text", "number", "list", "flag", "colour", "picture"]
FieldScalar = Annotated[str, Said()] | int | float | bool
FieldValue = FieldScalar | Seq[FieldScalar] | None


class FieldSpec(Model):
    """A field: its type, and what a card has that does not give it."""

    type: FieldType = Field("text", description="text, number, list, flag (true or false), colour, picture.")
    choice: Seq[Line] = Field((), description="The values that it may have.", examples=[["skill", "event"]])
    default: FieldValue = optional("Value on cards that do not give one.", examples=[0])
    needed: bool = Field(False, description="Whether every card must give it.")

    def of(self, given: Any) -> Any:
        """Return the value of a card that gives this, or None; one word of a list is a list."""
        value = self.default if given is None else given
        if self.type == "list":
            return () if value is None else value if isinstance(value, tuple) else (value,)
        return False if value is None and self.type == "flag" else value

    def misfit(self, value: Any) -> str:
        """Return what is wrong with a value, or an empty string."""
        if self.choice:
            return "" if value in self.choice else f"'{value}' is not one of: {', '.join(self.choice)}"
        if value is None or _FITS[self.type](value):
            return ""
        return {
            "text": "this has to be text",
            "number": f"'{value}' is not a number",
            "list": "this has to be a list",
            "flag": f"'{value}' is neither true nor false",
            "colour": f"'{value}' is not a colour",
            "picture": "this has to be the name of a picture",
        }[self.type]


_FITS = {
    "text": lambda value: isinstance(value, (str, int, float)) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "list": lambda value: not isinstance(value, bool),
    "flag": lambda value: isinstance(value, bool),
    "colour": lambda value: isinstance(value, str),
    "picture": lambda value: isinstance(value, str),
}

Given = Annotated[
    FieldType | Seq[Line] | FieldSpec, Field(examples=["number", ["skill", "event"], {"type": "number", "default": 0}])
]
"""A field as written: its type, the list of its values, or a mapping."""


def spec(given: FieldType | tuple[str, ...] | FieldSpec) -> FieldSpec:
    """Return a field from any way to write it."""
    if isinstance(given, FieldSpec):
        return given
    return FieldSpec(type=given) if isinstance(given, str) else FieldSpec(choice=given)


K = TypeVar("K")

FROM = "from"
"""The key that names a sheet among entries."""


class FromSheet:
    """Marks a mapping whose entries may be the rows of a sheet."""


Entries = Annotated[Mapping[K, T], FromSheet()]
"""A mapping of entries; its key `from` names a sheet whose rows are entries, too."""
