"""The frozen, strict base model and the scalar types that all kinds share."""

from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, StringConstraints, WithJsonSchema

from rcwkit.models.forms import COLOUR, ID, LANGUAGE, LINE, NAME, UNIT
from rcwkit.models.once import Mark, Once
from rcwkit.models.units import Units
from rcwkit.models.written import Written

__all__ = [
    "BoxId",
    "Colour",
    "CounterId",
    "Entry",
    "FormationId",
    "Id",
    "LanguageCode",
    "LayoutId",
    "Line",
    "Model",
    "Name",
    "OwnerId",
    "PictureFile",
    "PlaceRef",
    "Printed",
    "ProcedureId",
    "Ref",
    "RegionTitle",
    "RowId",
    "Rule",
    "RulingId",
    "Said",
    "Scalar",
    "Seq",
    "SetupId",
    "Shelf",
    "Shown",
    "StartRef",
    "TableId",
    "Text",
    "TrackId",
    "TypeId",
    "UnitRef",
    "Value",
    "ValueName",
    "VariableName",
]

T = TypeVar("T")


class Model(BaseModel):
    """Frozen, strict, and closed: an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


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
    str,
    Once(StringConstraints(pattern=ID, max_length=64), BeforeValidator(_number_as_text), _named(ID, maxLength=64)),
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
    str,
    Once(StringConstraints(min_length=1, max_length=60)),
    Said(),
    Field(examples=["15.38", "14.1, 15.27"]),
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
TableId = Annotated[Id, Ref("tables")]
TrackId = Annotated[Id, Ref("tracks")]
FormationId = Annotated[Id, Ref("formations")]
ValueName = Annotated[Id, Ref("values", checked=False)]
StartRef = Annotated[
    Line,
    Ref("places", checked=False),
]
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
    rule: Rule = Field(default="", description="Rule number in the source, in quotes; printed small.")
    note: Text | None = Field(default=None, description="One line under the title: when to use it.")
    rulings: Seq[RulingId] = Field(default=(), description="Rulings it depends on; each prints a small numbered flag.")


LayoutId = Annotated[Id, Ref("layouts")]
VariableName = Annotated[str, Once(StringConstraints(pattern=NAME, max_length=64))]
"""A name that expressions can use."""
