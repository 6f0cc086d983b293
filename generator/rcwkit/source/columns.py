"""Spreadsheets as entries: what documents say of them, and which field of a model each column means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel, Field

from rcwkit.source.annotations import alternatives, inside, is_mapping, is_model, references
from rcwkit.source.base import Line, Model, Scalar, Seq, optional
from rcwkit.source.cells import Plain, SheetCell, UnusableCell, text_of
from rcwkit.source.yaml import Node

SUFFIXES = (".csv", ".tsv", ".xlsx", ".ods")
"""Suffixes of spreadsheets."""
TEXTS = SUFFIXES[:2]
"""Those of them that are plain text."""


class LookupSheet(Model):
    """A second sheet, whose rows say more of what a column names."""

    file: Line = Field(description="A file in the game's folder, as for `from:`.", examples=["types.csv"])
    address: Line | None = optional(
        "Where the sheet is published on the web: `rcwkit fetch` gets the file from there, nothing else does.",
        examples=["https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pub?output=csv"],
    )
    sheet: Line | None = optional("Name of a workbook's sheet; the first if left out.", examples=["Types"])
    header: Annotated[int, Field(ge=1)] | None = optional(
        "Row of the headings; the first that is not empty, if left out.", examples=[3]
    )
    column: Line | None = optional("Heading of what is looked up; the same as here, if left out.", examples=["Code"])
    optional: bool = Field(False, description="True to let rows without one there be, as they are.")


class Sheet(Model):
    """A sheet whose rows are entries and whose headings are their fields; `from: cards.csv` is short for its file."""

    file: Line = Field(
        description="A file in the game's folder: .csv, .tsv, .xlsx or .ods.", examples=["sheets/cards.xlsx"]
    )
    address: Line | None = optional(
        "Where the sheet is published on the web: `rcwkit fetch` gets the file from there, nothing else does.",
        examples=["https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pub?output=csv"],
    )
    sheet: Line | None = optional("Name of a workbook's sheet; the first if left out.", examples=["Skills"])
    header: Annotated[int, Field(ge=1)] | None = optional(
        "Row of the headings; the first that is not empty, if left out.", examples=[3]
    )
    id: Line | Seq[Line] = Field(
        (),
        description="Heading of the column of ids; `id` if left out, or else ids are made from titles, names or "
        "designations.",
        examples=["Number"],
    )
    prefix: Annotated[str, Field(max_length=16)] = Field(
        "",
        description="Text before every id, where two sheets have the same: each army may have a 1st Division.",
        examples=["german_"],
    )
    columns: Mapping[Line, Line] = Field(
        {},
        description="Heading → field, where they differ; dots lead into nested fields.",
        examples=[{"Name": "title", "Effect": "sections.Effect"}],
    )
    values: Mapping[Line, Mapping[Line, Scalar | float | bool | None]] = Field(
        {},
        description="Heading → what its cells say → what is meant; nothing (`~`) leaves the cell out, others stay.",
        examples=[{"Type": {"INF": "infantry", "ARM": "armour"}}],
    )
    skip: Seq[Line] | Literal["rest"] = Field(
        (), description="Headings to leave out; rest: all that are not fields.", examples=[["Playtest notes"]]
    )
    where: Mapping[Line, Scalar | Seq[Scalar]] = Field(
        {},
        description="Heading → what its cell must say, or one of several, for a row to count.",
        examples=[{"Side": "Red"}],
    )
    all: Mapping[Line, Scalar | float | bool | Seq[Scalar]] = Field(
        {},
        description="Field → its value, or list, in rows that say nothing of it; dots lead into nested fields.",
        examples=[{"type": "infantry", "copies": 2}],
    )
    lookup: Mapping[Line, Line | LookupSheet] = Field(
        {},
        description="Heading → another sheet, whose columns are added to the rows that name one of its rows there.",
        examples=[{"Type": "types.csv"}],
    )
    once: bool = Field(
        False,
        description="True to make one entry of all rows that say the same in the column of `id:`, called so; its other "
        "columns count only if `columns:` names them.",
    )


_WHOLE = re.compile(r"[-+]?(?:0|[1-9]\d{0,17})")
_PLACE = re.compile(r"[1-9]\d?")
_NUMBER = re.compile(r"[-+]?\d{0,15}\.?\d{1,15}")
_COMMA = re.compile(r"([-+]?\d{1,15}),(\d{1,15})")
"""A number as many countries write it, which a CSV divided by semicolons has."""
_ALSO: Mapping[str, tuple[str, ...]] = {
    "copies": ("qty", "quantity", "count", "how_many", "number_of_copies"),
    "text": ("rules_text", "card_text", "event_text", "effect_text"),
    "title": ("name", "card_name", "card_title"),
    "number": ("no", "no.", "card_no", "card_no.", "card_number"),
    "name": ("unit", "counter", "unit_name", "counter_name"),
    "at.1": ("x", "longitude", "lon"),
    "at.2": ("y", "latitude", "lat"),
    "side": ("owner", "army", "player", "faction"),
    "owner": ("side", "player", "faction"),
    "unit_size": ("size", "echelon"),
    "setup": ("start", "hex", "location", "setup_hex", "start_hex", "starting_hex", "start_area", "start_space"),
    "arrives": ("arrival", "entry", "reinforcement"),
    "sections.": ("text", "effect", "description"),
}
"""Field → headings of other tools that mean it, unless there is a field of their name."""
BACK = re.compile(r"(?:back|reverse|reduced|crippled|damaged|flipped|weakened)_(.+)")
"""Headings of values and fields of the back."""
_PARTS = {"x": "1", "y": "2"}
"""The parts of a point: from the left, and from the top."""
Form = Literal["text", "whole", "number", "truth", "list", "numbers", "points"]
OWN = "fields"
"""The field of a card that holds the fields which its deck declares."""
VALUES = "values"
"""The field of a counter that holds the values which its type declares."""
VALUE_FORMS: frozenset[Form] = frozenset({"text"})
"""What the cells of such values may be."""
_DECLARED: Mapping[str, frozenset[Form]] = {
    "text": frozenset({"text"}),
    "number": frozenset({"whole", "number"}),
    "list": frozenset({"list"}),
    "flag": frozenset({"truth"}),
    "colour": frozenset({"text"}),
    "picture": frozenset({"text"}),
}
Declared = Mapping[str, frozenset[Form]]
"""What the cells of the fields may be that a deck declares, or of the values that types of counters declare."""
_TRUE, _FALSE = ("true", "yes", "x", "1"), ("false", "no", "0")

_PLAIN: Mapping[Any, Form] = {int: "whole", float: "number", bool: "truth"}


class FieldStep(NamedTuple):
    """A step to a nested field: its key, or an item in a list of models by its name, if any, or by its place."""

    key: str
    item: str = ""  # the item's first field, which holds the name
    place: int = 0  # in the list, from 1


def forgiven(name: str) -> str:
    """Return a heading or name of a field without differences of case, spaces and dashes."""
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def fields(model: type[BaseModel]) -> Iterator[str]:
    """Yield the fields of a model that a single cell can hold, and those nested in it by name, for hints."""
    for name, field in model.model_fields.items():
        if forms_of(alternatives(field.annotation)):
            yield name
        for one in alternatives(field.annotation):
            if is_model(one):
                yield from (f"{name}.{inner}" for inner in one.model_fields)
            elif (item := _item(one)) is not None and not naming(item):
                yield from (f"{name}.1.{inner}" for inner in item.model_fields)


def forms_of(annotations: Iterable[Any]) -> frozenset[Form]:
    """Return what a cell may be for a value of one of these annotations; nothing if no cell can hold it."""
    found: set[Form] = set()
    for one in annotations:
        origin = get_origin(one)
        if origin is tuple:
            if inner := forms_of(alternatives(get_args(one)[0])):
                numbers = "number" in inner and "text" not in inner
                found.add("points" if inner == {"numbers"} else "numbers" if numbers else "list")
        elif origin is Literal:
            found |= {"text" if isinstance(word, str) else "whole" for word in get_args(one)}
        elif one in _PLAIN:
            found.add(_PLAIN[one])
        elif one is not type(None) and not is_model(one) and not is_mapping(one):
            found.add("text")
    return frozenset(found)


def declared(given: Any) -> Declared:
    """Return what the cells of a deck's own fields may be, from its `fields` as plain data."""
    found: dict[str, frozenset[Form]] = {}
    for name, one in given.items() if isinstance(given, dict) else ():
        kind = one.get("type") if isinstance(one, dict) else one
        found[str(name)] = _DECLARED.get(kind if isinstance(kind, str) else "", frozenset({"text", "whole"}))
    return found


def resolved(
    heading: str, model: type[BaseModel], own: Declared | None = None
) -> tuple[tuple[FieldStep, ...], frozenset[Form]] | None:
    """Return the steps to the field that a heading means, and what its cells may be; None if there is none.

    `own` are the fields that a deck declares: a heading may be the bare name of one, which goes before what cards may
    have anyway, such as a type; or the values of counters, such as steps.
    """
    path, forms = _found(heading, model) or ((), frozenset())
    back = BACK.fullmatch(forgiven(heading)) if "reverse" in model.model_fields else None
    needed = len(path) == 1 and model.model_fields[path[0].key].is_required()
    if not needed and own and VALUES in model.model_fields and OWN not in model.model_fields:
        path, forms = _value(heading, back, own) or (path, forms)
    if not path and back:
        path, forms = _found(f"reverse.{back[1]}", model) or (path, forms)
    if OWN in model.model_fields:
        known = {forgiven(name): name for name in own or {}}
        if not needed and forgiven(heading) in known:
            path = (FieldStep(OWN), FieldStep(known[forgiven(heading)]))
        if len(path) == 2 and path[0].key == OWN:
            name = known.get(forgiven(path[1].key), path[1].key)
            path, forms = (path[0], FieldStep(name)), (own or {}).get(name, forms)
    return (path, forms) if path else None


def _value(
    heading: str, back: re.Match[str] | None, own: Declared
) -> tuple[tuple[FieldStep, ...], frozenset[Form]] | None:
    """Return the path and forms of a heading that names a value of counters, or one of their backs."""
    name = forgiven(heading)
    known = {forgiven(one): one for one in own}
    if name in known:
        return (FieldStep(VALUES), FieldStep(known[name])), own[known[name]]
    if back and back[1] in known:
        return (FieldStep("reverse"), FieldStep(VALUES), FieldStep(known[back[1]])), own[known[back[1]]]
    return None


def _found(heading: str, model: type[BaseModel]) -> tuple[tuple[FieldStep, ...], frozenset[Form]] | None:
    annotations: list[Any] = [model]
    steps: list[FieldStep] = []
    waiting = _meant(heading.strip(), model).split(".")
    while waiting:
        if point := next((one for one in annotations if _is_point(one)), None):
            part = _PARTS.get(forgiven(waiting[0]), waiting[0].strip())
            if part not in ("1", "2") or len(waiting) > 1:
                return None
            return (*steps, FieldStep("", place=int(part))), forms_of(alternatives(get_args(point)[int(part) - 1]))
        items = next((one for one in map(_item, annotations) if one is not None), None)
        if items is not None and not naming(items):
            if not _PLACE.fullmatch(waiting[0].strip()):
                return None
            steps.append(FieldStep("", place=int(waiting.pop(0))))
            annotations = [items]
            continue
        if items is not None:
            # The name of an item may have dots in it; the last part may be the field of the item that is meant.
            first, second, *_ = items.model_fields
            *names, last = waiting
            field = _field(items, last) if names else None
            name = ".".join(names if field else waiting).strip()
            if field == first or not name and (names or not hasattr(items, "named")):
                return None
            steps.append(FieldStep(name, first))
            annotations, waiting = [items], [field or second]
            continue
        step = _step(annotations, waiting.pop(0))
        if step is None:
            return None
        steps.append(step)
        annotations = [inner for one in annotations for inner in inside(one, step.key)]
    return tuple(steps), forms_of(annotations)


def family(path: Sequence[FieldStep], model: type[BaseModel]) -> str:
    """Return the family of ids of which the field at a path holds one; empty if it holds none."""
    annotations: list[Any] = [model]
    for step in path[:-1]:
        annotations = [inner for one in annotations for inner in inside(one, step.key)]
    levels = (references(one).get(path[-1].key) for one in annotations if is_model(one))
    return next((marks[0].family for marks in levels if marks and marks[0] is not None), "")


def headed(field: str, model: type[BaseModel]) -> list[str]:
    """Return the headings that mean a field of a model: its name, and those of other tools."""
    return [field, *(name for name in _ALSO.get(field, ()) if not _field(model, name))]


def _meant(heading: str, model: type[BaseModel]) -> str:
    """Return a heading, or the field that other tools mean by it."""
    name = forgiven(heading)
    if _field(model, heading):
        return heading
    meant = (field for field, names in _ALSO.items() if name in names and _field(model, field.partition(".")[0]))
    return next((field for field in meant if not field[-1].isdecimal() or _has_point(model, field)), heading)


def _has_point(model: type[BaseModel], path: str) -> bool:
    return any(map(_is_point, alternatives(model.model_fields[path.partition(".")[0]].annotation)))


def _is_point(annotation: Any) -> bool:
    """Return whether an annotation is a pair of numbers."""
    parts = get_args(annotation) if get_origin(annotation) is tuple else ()
    return len(parts) == 2 and parts[1] is not ... and "number" in forms_of(alternatives(parts[0]))


def _step(annotations: list[Any], name: str) -> FieldStep | None:
    for one in annotations:
        if is_model(one):
            field = _field(one, name)
            if field is not None:
                return FieldStep(field)
        elif is_mapping(one) and name.strip():
            return FieldStep(re.sub(r"\s+", "_", name.strip()))
    return None


def _field(model: type[BaseModel], name: str) -> str | None:
    return next((field for field in model.model_fields if forgiven(field) == forgiven(name)), None)


def naming(item: type[BaseModel]) -> str:
    """Return the field by which headings name the items of a list; others are numbered.

    It is the first, if all have it, or if the model says so with `named`.
    """
    name, field = next(iter(item.model_fields.items()))
    return name if field.is_required() or getattr(item, "named", False) else ""


def _item(annotation: Any) -> type[BaseModel] | None:
    """Return the model of a list's items, if they are models of more than one field."""
    if get_origin(annotation) is not tuple:
        return None
    models = [one for one in alternatives(get_args(annotation)[0]) if is_model(one)]
    return models[0] if models and len(models[0].model_fields) > 1 else None


def valued(cell: SheetCell, forms: frozenset[Form], parted: bool = True) -> Node:
    """Return the value of a cell in one of the forms that its field takes; a wrong one is left to validation.

    Where cells are not `parted` by semicolons, 1,000 may be a thousand, and is none of ours.
    """
    value, span = cell
    assert not isinstance(value, UnusableCell)
    each: frozenset[Form]
    if forms == {"points"}:
        each = frozenset({"numbers"})
        cells = (SheetCell(";".join(one.split()), span) for one in parts(text_of(value)))
        return Node(tuple(valued(cell, each, parted) for cell in cells), span)
    if forms == {"list"} or "numbers" in forms and (forms == {"numbers"} or isinstance(value, str) and ";" in value):
        many = parts(value) if isinstance(value, str) else [value]
        each = frozenset({"text", "whole"} if "list" in forms else {"whole", "number"})
        return Node(tuple(valued(SheetCell(one, span), each, parted) for one in many), span)
    if isinstance(value, str):
        return Node(_worded(value.strip(), forms, parted), span)
    if isinstance(value, bool) or forms & {"whole", "number"}:
        return Node(value, span)
    if "truth" in forms and value in (0, 1):
        return Node(bool(value), span)
    return Node(text_of(value), span)


def parts(text: str) -> Sequence[str]:
    """Return the parts of a list: lines if there are several, or else what stands between semicolons."""
    many = (part.strip() for part in text.split("\n" if "\n" in text else ";"))
    return [part for part in many if part]


def _worded(text: str, forms: frozenset[Form], parted: bool) -> Plain:
    if "truth" in forms and text.casefold() in (*_TRUE, *_FALSE):
        return text.casefold() in _TRUE
    # Where texts may stand as well, +1 is one: a modifier.
    if forms & {"whole", "number"} and _WHOLE.fullmatch(text) and not (text[0] == "+" and "text" in forms):
        return int(text)
    if "number" in forms and _NUMBER.fullmatch(text):
        return float(text)
    if (
        "number" in forms
        and "text" not in forms
        and (comma := _COMMA.fullmatch(text))
        and (parted or len(comma[2]) != 3)
    ):
        return float(f"{comma[1]}.{comma[2]}")
    return text
