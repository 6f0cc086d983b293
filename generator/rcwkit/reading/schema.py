"""JSON Schema for every kind of document, for editors that complete and check YAML as it is typed.

Words and forms come from the models, examples from the game that `rcwkit new` begins with. Where a game is given, its own ids are
offered wherever they are referred to; others stay valid, since what is not yet written cannot be known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rcwkit.bundled import bundled
from rcwkit.models.base import Model
from rcwkit.models.kinds import MODELS
from rcwkit.models.references import references
from rcwkit.reading.families import FAMILIES
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project

__all__ = ["MARK", "document_schema", "schema_files", "schema_of"]

DRAFT = "http://json-schema.org/draft-07/schema#"
"""The draft that every editor reads; none of what later drafts add is needed."""
MARK = b'"title": "rcwkit: '
"""What stands in every file of `schema_files`."""

COMMON: Mapping[str, str] = {
    "kind": "What the document is.",
    "id": "Its name, unique among documents of this kind; overlays are laid over it by this name.",
    "title": "Heading on the component.",
    "head": "Heading of this part.",
    "source": "The document that its facts come from; printed small.",
    "rule": "Rule number in the source, quoted; printed small.",
    "note": "One line in small print.",
    "rulings": "Ids of rulings that this depends on; each prints a small numbered mark.",
}
"""What keys mean that most kinds have."""
LONGEST = 80
"""The most characters of an example."""


def schema_of(kind: str, game: Game | None = None) -> dict[str, Any]:
    """The schema of one kind, with the ids of a game where they are referred to. Raises KeyError for an unknown kind."""
    model = MODELS[kind]
    found = _plain(model.model_json_schema(mode="validation"))
    for name, inner in ((model.__name__, found), *found.get("$defs", {}).items()):
        for field, value in inner.get("properties", {}).items():
            _worded(name, field, value)
    if game is not None:
        offers = _Offers(game)
        found = offers.model(model.__name__, found)
        found["$defs"] = {
            name: offers.model(name, inner) for name, inner in found.get("$defs", {}).items()
        } | offers.definitions
    head = {"$schema": DRAFT, "title": f"rcwkit: {kind}", "description": (model.__doc__ or "").strip()}
    return {**head, **{key: value for key, value in found.items() if key not in head}}


def schema_files(game: Game | None = None) -> dict[str, str]:
    """The schema of every kind as the text of a file `<kind>.json`, for a folder that the first line of a document points to."""
    return {f"{kind}.json": json.dumps(schema_of(kind, game), ensure_ascii=False, indent=1) + "\n" for kind in MODELS}


def document_schema(game: Game | None = None) -> dict[str, Any]:
    """One schema for any document: its `kind` chooses among the kinds."""
    definitions: dict[str, Any] = {}
    branches = []
    for kind in MODELS:
        schema = schema_of(kind, game)
        definitions |= schema.pop("$defs", {})
        definitions[f"kind_{kind}"] = {key: value for key, value in schema.items() if key != "$schema"}
        condition = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
        branches.append({"if": condition, "then": {"$ref": f"#/$defs/kind_{kind}"}})
    kinds = {"type": "object", "properties": {"kind": {"enum": list(MODELS)}}, "required": ["kind"]}
    return {"$schema": DRAFT, "title": "rcwkit document", **kinds, "allOf": branches, "$defs": definitions}


def _plain(value: Any, named: bool = False) -> Any:
    """A schema without what only its maker needs: titles made of names, nulls for keys that may be left out, patterns of keys beside their values.

    `named` says that the keys are names of fields or models, and none of JSON Schema's own.
    """
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if not isinstance(value, dict):
        return value
    inner = {
        key: _plain(part, key in ("properties", "$defs") and not named)
        for key, part in value.items()
        if named or key != "title"
    }
    if named:
        return inner
    if isinstance(inner.get("patternProperties"), dict):
        ((pattern, under),) = inner.pop("patternProperties").items()
        inner |= {
            "additionalProperties": under,
            "propertyNames": {**inner.get("propertyNames", {}), "pattern": pattern},
        }
    if "anyOf" in inner:
        forms = [form for form in inner["anyOf"] if form != {"type": "null"}]
        inner = (
            {**inner, "anyOf": forms}
            if len(forms) > 1
            else {**{key: part for key, part in inner.items() if key != "anyOf"}, **forms[0], **inner}
        )
        if len(forms) == 1:
            del inner["anyOf"]
    if inner.get("default", 0) in (None, "", [], {}):
        del inner["default"]
    return inner


def _worded(model: str, field: str, schema: dict[str, Any]) -> None:
    """Give a field its description and examples where it has none of its own."""
    if field in COMMON:
        schema.setdefault("description", COMMON[field])
    if {"enum", "const", "$ref"} & set(schema) or schema.get("type") == "boolean":
        return
    found = _examples().get((model, field), [])
    family = _family(model, field)
    if not found and "examples" not in schema and len(family) == 1 and schema.get("type") != "object":
        ids = list(FAMILIES[family[0]].ids(_example()))[:2]
        found = [ids] if schema.get("type") == "array" else ids
    if found or (field in COMMON and "examples" not in schema):
        schema["examples"] = found or _examples().get(("Table", field), [])


@lru_cache(maxsize=1)
def _example() -> Game:
    """The game that `rcwkit new` begins with."""
    return load(Project(bundled("templates") / "new", shown="templates/new"))


@lru_cache(maxsize=1)
def _examples() -> dict[tuple[str, str], list[Any]]:
    """Model and field → values that the example game has there, at most two short ones."""
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
    """What a document has at a path; None where a model stands there by default."""
    for step in path:
        if isinstance(value, dict):
            value = next((part for key, part in value.items() if str(key) == str(step)), None)
        else:
            value = value[step] if isinstance(value, list) and isinstance(step, int) and step < len(value) else None
    return value


@lru_cache(maxsize=1)
def _models() -> dict[str, type[Model]]:
    """Every model by its name."""
    found, waiting = dict[str, type[Model]](), [Model]
    while waiting:
        model = waiting.pop()
        found[model.__name__] = model
        waiting += model.__subclasses__()
    return found


def _family(model: str, field: str) -> tuple[str, ...]:
    """What a field refers to: one family of ids for each level of keys, then one for the values."""
    return tuple(ref.family if ref is not None else "" for ref in references(_models()[model]).get(field, ()))


class _Offers:
    """Puts a game's ids into schemas; `definitions` gathers what they point to, each once."""

    def __init__(self, game: Game) -> None:
        self.families = {name: list(dict.fromkeys(family.ids(game))) for name, family in FAMILIES.items()}
        self.definitions: dict[str, Any] = {}

    def model(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        """A model's schema, its fields with what they refer to."""
        fields = schema.get("properties", {})
        offered = {
            field: self._offered(value, _family(name, field), f"{name}.{field}") for field, value in fields.items()
        }
        return {**schema, "properties": offered}

    def _offered(self, schema: dict[str, Any], families: tuple[str, ...], name: str) -> dict[str, Any]:
        ids = self.families.get(families[0], []) if families else []
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
            return {**schema, "properties": dict.fromkeys(ids, key), "additionalProperties": key}
        if "string" in schema.get("type", ()):
            self.definitions[f"ids.{families[0]}"] = {"enum": ids}
            return {"anyOf": [{"$ref": f"#/$defs/ids.{families[0]}"}, schema]}
        return schema
