"""The reference of all kinds of document in Markdown, generated from the models' schemas.

Each model has one table, under the kind that needs it first; wherever it is taken, a link leads there.
"""

from __future__ import annotations

import re
from typing import Any

from rcwkit.game.schema import schema_of
from rcwkit.source.base import FROM
from rcwkit.source.kinds import KINDS

BEGIN, END = (
    "<!-- generated from the models; pytest --update rewrites it -->",
    "<!-- end of the generated reference -->",
)


def reference() -> str:
    """Return every kind with its models."""
    said: set[str] = set()
    return "\n".join(_kind(kind, said) for kind in KINDS)


def replaced(page: str) -> str:
    """Return a page with its reference regenerated."""
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    return f"{before}{BEGIN}\n\n{reference()}\n{END}{after}"


def _kind(kind: str, said: set[str]) -> str:
    schema = schema_of(kind)
    parts = [_model(kind, schema)]
    waiting = _references(schema.get("properties", {}))
    while waiting:
        name = waiting.pop(0)
        if name not in said:
            said.add(name)
            inner = schema["$defs"][name]
            heading = f"**{name}.**{_anchor(name)} {_described(inner)}"
            forms = _alternatives(schema, inner)
            parts.append(_either(forms, heading) if forms else _model(name, inner, heading))
            waiting += _references(
                [form["properties"] for form in _alternatives(schema, inner)] or inner.get("properties", {})
            )
    return (
        f"<details>\n<summary><code>kind: {kind}</code> – {_described(schema)}</summary>\n\n"
        + "\n\n".join(parts)
        + "\n\n</details>\n"
    )


def _anchor(name: str) -> str:
    return f'<a id="{name.lower()}"></a>'


def _link(name: str) -> str:
    return f"[{name}](#{name.lower()})"


def _alternatives(schema: dict[str, Any], inner: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the alternatives of a definition."""
    return [schema["$defs"][form["$ref"].rpartition("/")[2]] for form in inner.get("oneOf", ())]


def _either(forms: list[dict[str, Any]], heading: str) -> str:
    """Return one table for several models: the key that each requires, then the optional ones."""
    rows, beside = [], dict[str, list[str]]()
    for form in forms:
        (needed,) = form["required"]
        for key, value in form["properties"].items():
            row = f"{_form(value)} | {_cell(value.get('description', ''))}"
            if key == needed:
                rows.append(f"| **`{key}`** | {row} |")
            else:
                beside.setdefault(f"| `{key}` | {row}", []).append(f"`{needed}`")
    rows += [f"{row} With {', '.join(with_)}. |" for row, with_ in beside.items()]
    return "\n".join([heading, "", "| key | takes | |", "| --- | --- | --- |", *rows])


def _model(name: str, schema: dict[str, Any], heading: str = "") -> str:
    needed = set(schema.get("required", ()))
    rows = [
        f"| {_key(key, key in needed)} | {_form(value)} | {_cell(value.get('description', ''))} |"
        for key, value in schema.get("properties", {}).items()
        if key != "kind"
    ]
    return "\n".join([*([heading, ""] if heading else []), "| key | takes | |", "| --- | --- | --- |", *rows])


def _key(key: str, needed: bool) -> str:
    return f"**`{key}`**" if needed else f"`{key}`"


def _form(schema: dict[str, Any]) -> str:
    """Return a value's type in a few words."""
    if "$ref" in schema:
        return _link(schema["$ref"].rpartition("/")[2])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(_form(form) for form in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list of {_form(schema.get('items', {}))}"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties")
        sheet = f", or `from:` {_link('Sheet')}" if FROM in schema.get("properties", {}) else ""
        return f"mapping to {_form(inner)}{sheet}" if isinstance(inner, dict) else _link("condition")
    if "format" in schema:
        return f"{schema['format']}, {schema['minimum']:g} to {schema['maximum']:g} mm"
    if schema.get("type") in ("integer", "number"):
        least, most = schema.get("minimum", schema.get("exclusiveMinimum")), schema.get("maximum")
        return "number" if least is None or most is None else f"number, {least:g} to {most:g}"
    if schema.get("type") == "boolean":
        return "true or false"
    if schema.get("maxLength", 0) > 1000:
        return "text"
    if not schema.get("maxLength"):
        return f"such as `{schema['examples'][0]}`" if schema.get("examples") else "word"
    return "name" if schema["maxLength"] == 64 else "line"


def _references(value: Any) -> list[str]:
    """Return the names of models that a schema refers to, in order."""
    if isinstance(value, dict):
        own = [value["$ref"].rpartition("/")[2]] if isinstance(value.get("$ref"), str) else []
        return list(dict.fromkeys(own + [name for part in value.values() for name in _references(part)]))
    return list(dict.fromkeys(name for part in value for name in _references(part))) if isinstance(value, list) else []


def _described(schema: dict[str, Any]) -> str:
    """Return a description on one line."""
    return _cell(schema.get("description", ""))


def _cell(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("|", "\\|").replace("<", "&lt;")
