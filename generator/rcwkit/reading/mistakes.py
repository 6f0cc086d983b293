"""Messages and hints for values that do not fit their model."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic_core import ErrorDetails

from rcwkit.diagnostics import nearest
from rcwkit.models.forms import FORMS, Form, shown

__all__ = ["worded"]

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
    if error["type"] == "string_type" and isinstance(value, (int, float)):
        return f'quote it: "{str(value).lower()}"'
    if error["type"] == "tuple_type":
        shown_value = str(value).lower() if isinstance(value, bool) else value
        return f"write [{shown_value}]" if isinstance(value, (str, int)) else "write a list"
    if error["type"] == "literal_error" and isinstance(value, str):
        return nearest(value, str(context.get("expected", "")).replace("'", "").replace(" or ", ", ").split(", "))
    return ""
