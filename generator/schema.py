"""JSON Schema for every kind of document, for editors that complete and check YAML as it is typed."""

from __future__ import annotations

import json
from typing import Any

from generator.kinds import KINDS

__all__ = ["document_schema", "schema_files", "schema_of"]

DRAFT = "https://json-schema.org/draft/2020-12/schema"


def schema_of(kind: str) -> dict[str, Any]:
    """The schema of one kind. Raises KeyError for an unknown kind."""
    model = KINDS[kind].model
    found: dict[str, Any] = _lenient(model.model_json_schema(mode="validation"))
    head = {"$schema": DRAFT, "title": f"rcwkit: {kind}", "description": (model.__doc__ or "").strip()}
    return {**head, **{key: value for key, value in found.items() if key not in head}}


def schema_files() -> dict[str, str]:
    """The schema of every kind as the text of a file `<kind>.json`, for a folder that the first line of a document points to."""
    return {f"{kind}.json": json.dumps(schema_of(kind), ensure_ascii=False, indent=1) + "\n" for kind in KINDS}


def document_schema() -> dict[str, Any]:
    """One schema for any document: its `kind` chooses among the kinds."""
    definitions: dict[str, Any] = {}
    branches = []
    for kind in KINDS:
        schema = schema_of(kind)
        definitions |= schema.pop("$defs", {})
        definitions[f"kind_{kind}"] = {key: value for key, value in schema.items() if key != "$schema"}
        condition = {"properties": {"kind": {"const": kind}}, "required": ["kind"]}
        branches.append({"if": condition, "then": {"$ref": f"#/$defs/kind_{kind}"}})
    kinds = {"type": "object", "properties": {"kind": {"enum": list(KINDS)}}, "required": ["kind"]}
    return {"$schema": DRAFT, "title": "rcwkit document", **kinds, "allOf": branches, "$defs": definitions}


def _lenient(value: Any) -> Any:
    """Names may be written as numbers: `715` is read as the name "715"."""
    if isinstance(value, dict):
        inner = {key: _lenient(part) for key, part in value.items()}
        if inner.get("type") == "string" and "pattern" in inner:
            inner["type"] = ["string", "integer"]
        return inner
    return [_lenient(part) for part in value] if isinstance(value, list) else value
