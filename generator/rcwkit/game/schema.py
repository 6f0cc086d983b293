"""JSON Schema for every kind of document, for editors; and explanations of diagnostic codes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from typing import Any

from rcwkit.bundled import bundled
from rcwkit.diagnostics import UNFINISHED, InputError, Span, nearest
from rcwkit.game.game import Game
from rcwkit.game.loader import load, takes_source
from rcwkit.game.references import family_of
from rcwkit.source.annotations import references
from rcwkit.source.base import FROM, FieldSpec, FromSheet, Model
from rcwkit.source.columns import Sheet
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import Project
from rcwkit.source.yaml import parse

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The draft that every editor supports; nothing of later drafts is needed."""
_DEFINITIONS = "#/$defs/"
MARK = b'"title": "rcwkit: '
"""Bytes that every file of `schema_files` contains."""

COMMON: Mapping[str, str] = {
    "kind": "Kind of document.",
    "id": "Unique among documents of this kind; an overlay has the id of the document it changes.",
    "title": "Heading on the component.",
    "head": "Heading.",
    "source": "Where the facts come from; printed small.",
    "rule": "Rule number in the source, in quotes; printed small.",
    "note": "One line in small print.",
    "rulings": "Rulings it depends on; their numbers are printed beside it, small and raised.",
}
"""Descriptions of keys that most kinds have."""
LONGEST = 80
"""Maximum length of an example, in characters."""


def schema_of(kind: str, game: Game | None = None) -> dict[str, Any]:
    """Return the schema of a kind, offering the ids of a game if given. Raises KeyError for an unknown kind.

    What is in it is shared between calls.
    """
    model = KINDS[kind].model
    found = _schema(kind, model)
    if game is not None:
        offers = _Offers(kind, game)
        found = offers.model(model.__name__, found)
        inners = {name: offers.model(name, inner) for name, inner in found.get("$defs", {}).items()}
        found["$defs"] = inners | offers.definitions
    head = {"$schema": DRAFT, "title": f"rcwkit: {kind}", "description": (model.__doc__ or "").strip()}
    return {**head, **{key: value for key, value in found.items() if key not in head}}


@cache
def _schema(kind: str, model: type[Model]) -> dict[str, Any]:
    """Return the schema of a kind without the ids of any game."""
    found = _with_sheets(model.__name__, _plain(model.model_json_schema(mode="validation")))
    if takes_source(kind):
        found["required"].remove("source")
        found["properties"]["source"].setdefault("description", f"{COMMON['source'][:-1]}; the game's if left out.")
    for name, inner in ((model.__name__, found), *found.get("$defs", {}).items()):
        for field, value in inner.get("properties", {}).items():
            _worded(name, field, value)
    return found


def schema_at(schema: Mapping[str, Any], path: Sequence[str | int]) -> dict[str, Any]:
    """Return the schema of the value at a path in a document, with the definitions it needs; {} where there is none."""
    definitions = schema.get("$defs", {})
    forms = list(_forms(schema, definitions))
    for step in path:
        forms = [inner for form in forms for inside in _inside(form, step) for inner in _forms(inside, definitions)]
    # A mapping that may also be written as its title alone is that mapping.
    whole = [form for form in forms if "properties" in form]
    forms = whole if len(whole) == 1 and {"type": ["string", "integer"]} in forms else forms
    found: dict[str, Any] = dict(forms[0]) if len(forms) == 1 else {"anyOf": forms} if forms else {}
    needed: dict[str, Any] = {}
    waiting = _named(found)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed[name] = definitions[name]
            waiting |= _named(definitions[name])
    return {**{key: value for key, value in found.items() if key != "$defs"}, "$defs": needed}


def _forms(schema: Mapping[str, Any], definitions: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the alternatives of a schema, without references at the top."""
    if "$ref" in schema:
        yield from _forms(definitions[schema["$ref"].removeprefix(_DEFINITIONS)], definitions)
    elif "anyOf" in schema:
        for form in schema["anyOf"]:
            yield from _forms(form, definitions)
    else:
        yield schema


def _inside(form: Mapping[str, Any], step: str | int) -> Iterator[Mapping[str, Any]]:
    """Yield the schema of a key or item of a mapping or list."""
    if isinstance(form.get("properties", {}).get(step), dict):
        yield form["properties"][step]
    elif form.get("type") == "array" and isinstance(step, int):
        yield form.get("items", {})
    elif isinstance(form.get("additionalProperties"), dict):
        yield form["additionalProperties"]


def _named(schema: Any) -> set[str]:
    """Return the names of all definitions that a schema refers to."""
    if isinstance(schema, Mapping):
        own = {schema["$ref"].removeprefix(_DEFINITIONS)} if isinstance(schema.get("$ref"), str) else set()
        return own.union(*map(_named, schema.values()))
    return set().union(*map(_named, schema)) if isinstance(schema, list) else set()


def schema_files(game: Game | None = None) -> dict[str, str]:
    """Return the text of a schema file `<kind>.json` for every kind."""
    return {f"{kind}.json": json.dumps(schema_of(kind, game), ensure_ascii=False, indent=1) + "\n" for kind in KINDS}


def document_schema(game: Game | None = None) -> dict[str, Any]:
    """Return one schema for any document, chosen by its `kind`."""
    definitions: dict[str, Any] = {}
    branches = []
    for kind in KINDS:
        schema = schema_of(kind, game)
        definitions |= schema.pop("$defs", {})
        definitions[f"kind_{kind}"] = {key: value for key, value in schema.items() if key != "$schema"}
        condition = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
        branches.append({"if": condition, "then": {"$ref": f"#/$defs/kind_{kind}"}})
    kinds = {"type": "object", "properties": {"kind": {"enum": list(KINDS)}}, "required": ["kind"]}
    return {"$schema": DRAFT, "title": "rcwkit document", **kinds, "allOf": branches, "$defs": definitions}


def _with_sheets(model: str, schema: dict[str, Any]) -> dict[str, Any]:
    """Return a model's schema in which mappings may take their entries from a sheet."""
    found = False
    for name, inner in ((model, schema), *schema.get("$defs", {}).items()):
        for field, value in inner.get("properties", {}).items():
            known = _models()[name].model_fields.get(field) if name in _models() else None
            if known is not None and any(isinstance(mark, FromSheet) for mark in known.metadata):
                forms = [{"type": "string"}, {"$ref": f"#/$defs/{Sheet.__name__}"}]
                entries = next(one for one in _forms(value, {}) if one.get("type") == "object")
                entries["properties"] = {
                    FROM: {"description": "A spreadsheet whose rows are entries, too.", "anyOf": forms}
                }
                found = True
    if not found:
        return schema
    sheet = _plain(Sheet.model_json_schema())
    return {**schema, "$defs": {**schema.get("$defs", {}), **sheet.pop("$defs"), Sheet.__name__: sheet}}


def _plain(value: Any, named: bool = False) -> Any:
    """Simplify a schema of Pydantic's: no titles of names, no nulls but those of entries, one pattern for all keys.

    `named` means that its keys are names of fields or models, not JSON Schema's own.
    """
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if not isinstance(value, dict):
        return value
    if named:
        return {key: _plain(part) for key, part in value.items()}
    inner = {
        key: part if key in ("examples", "default") else _plain(part, key in ("properties", "$defs"))
        for key, part in value.items()
        if key != "title"
    }
    if isinstance(inner.get("patternProperties"), dict):
        ((pattern, under),) = inner.pop("patternProperties").items()
        names = {**inner.get("propertyNames", {}), "pattern": pattern}
        inner |= {"additionalProperties": under, "propertyNames": names}
    if "anyOf" in inner:
        inner["anyOf"] = [form for form in inner["anyOf"] if form != {"type": "null"}]
        if len(inner["anyOf"]) == 1:
            (form,) = inner.pop("anyOf")
            inner |= {key: part for key, part in form.items() if key not in inner}
    if inner.get("default", 0) in (None, "", [], {}):
        del inner["default"]
    entries = next(iter(value.get("patternProperties", {}).values()), value.get("additionalProperties"))
    if isinstance(entries, dict) and {"type": "null"} in entries.get("anyOf", ()):
        inner["additionalProperties"] = {"anyOf": [inner["additionalProperties"], {"type": "null"}]}
    return inner


def _worded(model: str, field: str, schema: dict[str, Any]) -> None:
    """Add a description and examples to a field without its own."""
    if field in COMMON:
        schema.setdefault("description", COMMON[field])
    if {"enum", "const", "$ref"} & set(schema) or schema.get("type") == "boolean":
        return
    found = _examples().get((model, field), [])
    family = _family(model, field)
    if not found and "examples" not in schema and len(family) == 1 and schema.get("type") != "object":
        ids = list(family_of(family[0], _example()).ids(_example()))[:2]
        found = [ids] if schema.get("type") == "array" else ids
    if found or (field in COMMON and "examples" not in schema):
        schema["examples"] = found or _examples().get(("Table", field), [])


@lru_cache(maxsize=1)
def _example() -> Game:
    """Load the template of `rcwkit new`."""
    return load(Project(bundled("templates") / "new", shown="templates/new"))


@lru_cache(maxsize=1)
def _examples() -> dict[tuple[str, str], list[Any]]:
    """Return up to two short values from the template by (model, field)."""
    found: dict[tuple[str, str], list[Any]] = {}
    for document in _example().documents:
        for path, model in document.models:
            written = _written(document.node.plain(), path)
            for field, value in written.items() if isinstance(written, dict) else ():
                taken = found.setdefault((type(model).__name__, str(field)), [])
                if len(taken) < 2 and value not in taken and len(json.dumps(value)) <= LONGEST:
                    taken.append(value)
    return {where: values for where, values in found.items() if values}


def _written(value: Any, path: tuple[Any, ...]) -> Any:
    """Return the value of a document at a path; None where a model is there by default."""
    for step in path:
        if isinstance(value, dict):
            value = next((part for key, part in value.items() if str(key) == str(step)), None)
        else:
            value = value[step] if isinstance(value, list) and isinstance(step, int) and step < len(value) else None
    return value


@lru_cache(maxsize=1)
def _models() -> dict[str, type[Model]]:
    """Return every model by name."""
    list(KINDS.values())  # loads them all
    found, waiting = dict[str, type[Model]](), [Model]
    while waiting:
        model = waiting.pop()
        found[model.__name__] = model
        waiting += model.__subclasses__()
    return found


def _family(model: str, field: str) -> tuple[str, ...]:
    """Return the families of ids that a field refers to: one per level of keys, then one for the values."""
    return tuple(ref.family if ref is not None else "" for ref in references(_models()[model]).get(field, ()))


def _field(one: FieldSpec) -> dict[str, Any]:
    """Return the schema of a field's values."""
    kinds = {
        "text": ["string", "number"],
        "number": ["number"],
        "flag": ["boolean"],
        "list": ["array", "string", "number"],
    }
    shown: dict[str, Any] = {"enum": list(one.choice)} if one.choice else {"type": kinds.get(one.type, ["string"])}
    return {**shown, **({"default": one.default} if isinstance(one.default, (str, int, float, bool)) else {})}


class _Offers:
    """Adds a game's ids to the schema of a kind; `definitions` collects each target of its references once."""

    def __init__(self, kind: str, game: Game) -> None:
        self.ids = cache(lambda family: list(dict.fromkeys(family_of(family, game).ids(game))))
        self.definitions: dict[str, Any] = {}
        documents = (document.model for document in game.documents if document.kind == kind)
        specs = (getattr(document, "specs", {}) for document in documents)
        self.fields = {name: _field(one) for given in specs for name, one in given.items()}
        self.root = KINDS[kind].model.__name__

    def model(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        """Return a model's schema with the ids that its fields refer to."""
        fields = schema.get("properties", {}).items()
        offered = {field: self._offered(value, _family(name, field), f"{name}.{field}") for field, value in fields}
        if "fields" in offered and name != self.root and self.fields:
            offered["fields"] = {**offered["fields"], "properties": self.fields}
        return {**schema, "properties": offered}

    def _offered(self, schema: dict[str, Any], families: tuple[str, ...], name: str) -> dict[str, Any]:
        ids = self.ids(families[0]) if families and families[0] else []
        if not ids:
            return schema
        if "anyOf" in schema:
            return {**schema, "anyOf": [self._offered(one, families, name) for one in schema["anyOf"]]}
        if "items" in schema:
            return {**schema, "items": self._offered(schema["items"], families, name)}
        if isinstance(schema.get("additionalProperties"), dict):
            inner = f"{name}.{families[0]}"
            self.definitions[inner] = self._offered(schema["additionalProperties"], families[1:], inner)
            key = {"$ref": f"#/$defs/{inner}"}
            known = {**schema.get("properties", {}), **dict.fromkeys(ids, key)}
            return {**schema, "properties": known, "additionalProperties": key}
        if "string" in schema.get("type", ()):
            self.definitions[f"ids.{families[0]}"] = {"enum": ids}
            return {"anyOf": [{"$ref": f"#/$defs/ids.{families[0]}"}, schema]}
        return schema


@dataclass(frozen=True)
class Explanation:
    """A code explained: its title, cause, an example, and the cure."""

    code: str
    title: str
    cause: str
    example: str
    cure: str

    def as_json(self) -> dict[str, str]:
        """Return it as plain data."""
        return asdict(self)

    def lines(self) -> list[str]:
        """Return it as lines of text."""
        level = {"E": "error", "W": "warning", "N": "note"}[self.code[0]]
        return [
            f"{level}[{self.code}]: {self.title}",
            "",
            self.cause,
            "",
            *(f"    {line}" for line in self.example.splitlines()),
            "",
            self.cure,
        ]


def explanations() -> dict[str, Explanation]:
    """Return all explanations by code, in the order of the file."""
    path = bundled("templates") / "explain.yaml"
    found = parse(path.read_text(encoding="utf-8"), path.name).plain()
    texts = {code: {key: str(text) for key, text in entry.items()} for code, entry in found.items()}
    return {code: Explanation(code=code, **entry) for code, entry in texts.items()}


def explain(code: str) -> Explanation:
    """Explain a code, ignoring case and O for 0. Raises InputError for an unknown one."""
    known = explanations()
    wanted = code.strip().strip("[]").upper().replace("O", "0")
    if wanted not in known and wanted[:1] == "W" and f"E{wanted[1:]}" in UNFINISHED:
        return known[f"E{wanted[1:]}"]
    if wanted not in known:
        # The same number under another letter first, then the nearest code.
        hint = next((f"did you mean '{other}'?" for other in known if wanted[1:] == other[1:]), nearest(wanted, known))
        raise InputError.of("E523", f"no code '{code}'", Span("CODE", 0), hint or "rcwkit explain lists all")
    return known[wanted]
