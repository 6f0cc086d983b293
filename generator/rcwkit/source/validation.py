"""Validate a node against a model, and map every error of Pydantic to its place in the file, with a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.source.annotations import inside, is_model
from rcwkit.source.cells import cured
from rcwkit.source.patterns import FORMS, Form, shown
from rcwkit.source.yaml import Node, node_at, place_in, span_at

_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types that cannot contain a model."""


def walked(model: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], BaseModel]]:
    """Yield a model and every model inside it, with their paths."""
    if isinstance(model, tuple):
        parts: Iterable[tuple[Any, Any]] = enumerate(model)
    elif isinstance(model, dict):
        parts = model.items()
    elif isinstance(model, BaseModel):
        yield path, model
        given = type(model).model_fields  # and not what a model has computed since
        parts = [(name, value) for name, value in vars(model).items() if value and name in given]
    else:
        return
    for name, value in parts:
        if value and type(value) not in _PLAIN:
            yield from walked(value, (*path, name))


_WRONG: Mapping[str, str] = {
    "string_type": "{value} is not text",
    "int_type": "{value} is not a whole number",
    "int_from_float": "{value} is not a whole number",
    "int_parsing": "{value} is not a whole number",
    "float_type": "{value} is not a number",
    "float_parsing": "{value} is not a number",
    "finite_number": "{value} is not a number",
    "bool_type": "{value} is neither true nor false",
    "tuple_type": "this has to be a list",
    "mapping_type": "this has to be a mapping",
    "dict_type": "this has to be a mapping",
    "model_type": "this has to be a mapping",
    "literal_error": "{value} is not one of {expected}",
    "string_too_long": "the text is too long: at most {max_length} characters",
    "string_too_short": "the text is empty",
    "too_long": "the list is too long: at most {max_length} entries",
    "too_short": "this is empty: at least one entry is needed",
    "greater_than": "{value} is too small: it must be more than {gt}",
    "greater_than_equal": "{value} is too small: at least {ge}",
    "less_than": "{value} is too large: it must be less than {lt}",
    "less_than_equal": "{value} is too large: at most {le}",
}
"""Pydantic's type of an error → our message."""
_KINDS: Mapping[str, str] = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "mapping_type": "a mapping",
    "dict_type": "a mapping",
    "model_type": "a mapping",
}
"""Pydantic's type of an error → what it expected."""


def worded(errors: list[ErrorDetails]) -> tuple[str, str]:
    """Return message and hint for one value, from the errors of all branches of a union."""
    # A form gives better advice than a plain type.
    errors = [error for error in errors if _form(error)] or errors
    return _either(errors) or " or ".join(dict.fromkeys(map(_message, errors))), _hint(errors[0])


def _form(error: ErrorDetails) -> Form | None:
    """Return the form that a text should have, if the error names one."""
    return FORMS.get(error["ctx"]["pattern"]) if error["type"] == "string_pattern_mismatch" else None


def _either(errors: list[ErrorDetails]) -> str:
    """Return the message for a value of none of several types, if that is the error."""
    kinds = list(dict.fromkeys(_KINDS.get(error["type"], "") for error in errors))
    if len(kinds) < 2 or "" in kinds or errors[0]["input"] is None:
        return ""
    return f"{shown(errors[0]['input'])} has to be {', '.join(kinds[:-1])} or {kinds[-1]}"


def _message(error: ErrorDetails) -> str:
    context, value = error.get("ctx", {}), error["input"]
    if value is None:
        return "there is no value here"
    if error["type"] == "string_type" and isinstance(value, (list, tuple, Mapping)):
        return f"this has to be text, not a {'mapping' if isinstance(value, Mapping) else 'list'}"
    if form := _form(error):
        return f"{shown(value)} {form.wrong}"
    kind = error["type"]
    if kind in ("too_long", "too_short") and isinstance(value, (str, int)):
        kind = f"string_{kind}"  # behind a validator, Pydantic reports a text like a list
    if kind in _WRONG:
        limits = {name: f"{limit:g}" for name, limit in context.items() if isinstance(limit, float)}
        return _WRONG[kind].format_map({**context, **limits, "value": shown(value)})
    return str(context["error"]) if "error" in context else error["msg"]


def _hint(error: ErrorDetails) -> str:
    value, context = error["input"], error.get("ctx", {})
    if value is None:
        return "write one, or leave the key out; a value that begins with '#' is quoted"
    if "hint" in context:
        return str(context["hint"])
    if form := _form(error):
        return form.hint
    if error["type"] == "string_type" and isinstance(value, (list, tuple)):
        return "write one, without brackets"
    if error["type"] == "string_type" and isinstance(value, Mapping) and len(value) == 1:
        ((key, rest),) = value.items()
        return f'quote a text with a colon in it: "{key}: {rest}"' if isinstance(rest, str) else ""
    if error["type"] == "string_type" and isinstance(value, (int, float)):
        return f'quote it: "{str(value).lower()}"'
    if error["type"] == "tuple_type":
        shown_value = str(value).lower() if isinstance(value, bool) else value
        return f"write [{shown_value}]" if isinstance(value, (str, int)) else "write a list"
    if error["type"] == "literal_error" and isinstance(value, str):
        return nearest(value, str(context.get("expected", "")).replace("'", "").replace(" or ", ", ").split(", "))
    return ""


MOST = 500
"""Maximum number of errors reported per file; with more in all, no other file is read."""
MOST_LISTED = 30
"""Maximum number of keys listed for an unknown one."""

M = TypeVar("M", bound=BaseModel)


def modelled(model: type[M], node: Node) -> M:
    """Return the model of a node. Raises InputError with one diagnostic for each wrong place."""
    try:
        return model.model_validate(node.plain())
    except ValidationError as error:
        raise InputError(list(_diagnostics(error.errors(include_url=False)[:MOST], node, model))) from error


def _diagnostics(errors: list[ErrorDetails], node: Node, model: type[BaseModel]) -> Iterator[Diagnostic]:
    """Yield one diagnostic per place, because every branch of a union reports the same value."""
    places: dict[tuple[tuple[Any, ...], bool], list[ErrorDetails]] = {}
    for error in _deepest(errors, node):
        is_key = error["type"] == "extra_forbidden" or error["loc"][-1:] == ("[key]",)
        places.setdefault((_steps(node, error["loc"]), is_key), []).append(error)
    missing = _missing(errors, node)
    refused = {path: {error["type"] for error in group} for (path, _), group in places.items()}
    unknown = [path for path, types_of in refused.items() if "extra_forbidden" in types_of]
    meant = {path: _meant(str(path[-1]), missing.get(path[:-1], []), _fields(model, path[:-1])) for path in unknown}
    for path, hint in meant.items():
        yield Diagnostic("E122", f"unknown key '{path[-1]}'", span_at(node, path, key=True), hint)
    for (path, is_key), group in places.items():
        hints = [hint for wrong, hint in meant.items() if wrong[:-1] == path]
        names = [str(error["loc"][-1]) for error in group if error["type"] == "missing"]
        # A misspelt key is not reported as missing as well.
        names = [name for name in names if not any(f"'{name}'" in hint or f"'{name}: " in hint for hint in hints)]
        if names:
            message = f"missing key '{names[0]}'" if len(names) == 1 else f"missing keys {', '.join(names)}"
            yield Diagnostic(
                "E123", message, _start(node, path), _described(model, path, names[0]) if len(names) == 1 else ""
            )
        # What waits for a value that is wrong itself is no error of its own.
        told = ("extra_forbidden", "missing", "default_factory_not_called")
        rest = [error for error in group if error["type"] not in told and not _is_emptied(error)]
        if rest:
            said, hint = _wrong(rest, _fields(model, path))
            # A block of entries begins below its key, which is what is wrong.
            is_block = isinstance(rest[0]["input"], Mapping | list | tuple)
            value, name = span_at(node, path), span_at(node, path, key=True)
            hint = hint if is_key else cured(node_at(node, path), hint)
            yield Diagnostic("E124", said, name if is_key or (is_block and name.line < value.line) else value, hint)


def _is_emptied(error: ErrorDetails) -> bool:
    """Return whether a list is too short only because what is in it is wrong."""
    return error["type"] == "too_short" and isinstance(error["input"], list | tuple | Mapping) and bool(error["input"])


def _missing(errors: list[ErrorDetails], node: Node) -> dict[tuple[Any, ...], list[str]]:
    """Return the missing keys by path."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for error in errors:
        if error["type"] == "missing":
            path, name = _steps(node, error["loc"]), error["loc"][-1]
            found.setdefault(path[:-1] if path and path[-1] == name else path, []).append(str(name))
    return found


def _meant(name: str, missing: list[str], fields: list[str]) -> str:
    """Return a hint for an unknown key in a mapping that allows `fields` and lacks `missing`."""
    if name in fields and not nearest(name, missing):
        return "it does not go with the other keys here"  # but with those of another branch of a union
    return _unspaced(name, fields) or nearest(name, missing) or nearest(name, fields) or _listed(fields)


def _listed(fields: list[str]) -> str:
    """Return a hint that lists the keys a mapping may have."""
    more = f" and {len(fields) - MOST_LISTED} more" if len(fields) > MOST_LISTED else ""
    return f"possible keys: {', '.join(fields[:MOST_LISTED])}{more}" if fields else ""


def _wrong(errors: list[ErrorDetails], fields: list[str]) -> tuple[str, str]:
    """Return message and hint for the errors of one value."""
    # A text that matches one branch of a union, and is wrong there, is not judged by the others.
    errors = [error for error in errors if error["type"] == "value_error" and isinstance(error["input"], str)] or errors
    said, hint = worded(errors)
    hint = hint or next((meant for error in errors if (meant := _unspaced(str(error["input"]), fields))), "")
    value = errors[0]["input"]
    titled = not hint and isinstance(value, str | int) and "title" in fields and _KINDS.get(errors[0]["type"])
    return said, f"write {{title: {value}}}" if titled == "a mapping" else hint


def _unspaced(text: str, fields: list[str]) -> str:
    """Return a hint if key and value were written as one word: `type:army`, `type = army`."""
    match = re.match(r"([\w.-]+)\s*([:=])\s*(\S.*)", text)
    if match is None or match[1] not in fields:
        return ""
    cure = "put a space after the colon" if match[2] == ":" else "write a colon and a space"
    return f"{cure}: '{match[1]}: {match[3]}'"


def _start(node: Node, path: tuple[Any, ...]) -> Span:
    """Return the span of the key whose mapping lacks something, or of the whole document."""
    return span_at(node, path, key=True) if path else node.span


def _deepest(errors: list[ErrorDetails], node: Node) -> list[ErrorDetails]:
    """Leave out errors at a value when another branch of its union got further inside."""
    paths = [_steps(node, error["loc"]) for error in errors]
    inner = {path[:cut] for path in paths for cut in range(len(path))}
    return [
        error
        for error, path in zip(errors, paths, strict=True)
        if path not in inner or error["type"] in ("missing", "value_error") or len(error["loc"]) == len(path)
    ]


def _steps(node: Node, loc: tuple[int | str, ...]) -> tuple[Any, ...]:
    """Return the steps of an error's location that exist in the document, without the names of union branches."""
    steps: list[Any] = []
    for step in loc:
        if isinstance(node.value, dict):
            name = step if step in node.value else next((key for key in node.value if str(key) == str(step)), None)
            if name is None:
                continue
            node = node.value[name][1]
            steps.append(name)
        elif isinstance(node.value, tuple) and 0 <= (at := place_in(node, step)) < len(node.value):
            node = node.value[at]
            steps.append(at)
    return tuple(steps)


def _fields(model: Any, path: tuple[Any, ...]) -> list[str]:
    """Return the keys allowed at a path of a model, required ones first."""
    fields = {name: field for one in _models(model, path) for name, field in one.model_fields.items()}
    return sorted(fields, key=lambda name: not fields[name].is_required())


def _described(model: Any, path: tuple[Any, ...], name: str) -> str:
    """Return what a key at a path of a model is for, as a hint: `licence: the text of its licence`."""
    fields = (one.model_fields.get(name) for one in _models(model, path))
    said = next((field.description for field in fields if field and field.description), None)
    return f"{name}: {said[0].lower() + said[1:].rstrip('.')}" if said else ""


def _models(model: Any, path: tuple[Any, ...]) -> list[type[BaseModel]]:
    """Return the models of the value at a path of a model."""
    annotations = [model]
    for step in path:
        annotations = [inner for annotation in annotations for inner in inside(annotation, step)]
    return [annotation for annotation in annotations if is_model(annotation)]
