"""The forms that short values have: what is said of a value that has not its form, and how to write it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic_core import PydanticCustomError

__all__ = ["COLOUR", "DICE", "FORMS", "ID", "LANGUAGE", "LINE", "NUMBERS", "UNIT", "Form", "malformed", "shown"]

ID = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"
LINE = r"^[^\r\n]*$"
COLOUR = r"^#[0-9A-Fa-f]{6}$"
DICE = r"^[1-9][0-9]?d[1-9][0-9]{0,2}$"
UNIT = r"^\(?[A-Za-z0-9][A-Za-z0-9_.-]*\)?( x[1-9][0-9]?)?$"
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
NUMBERS = r"^-?\d+--?\d+$"


class Form(NamedTuple):
    """What is said of a value that has not this form, after the value itself, and how to write it."""

    wrong: str
    hint: str


FORMS: Mapping[str, Form] = {
    ID: Form("is not an id", "begin with a letter a to z or a digit, then letters, digits, '_', '-' or '.'; no spaces"),
    LINE: Form("has more than one line", "write it on one line"),
    COLOUR: Form("is not a colour", 'write # and six digits from 0 to 9 and A to F, in quotes: "#B3201F"'),
    DICE: Form("is not a roll of dice", "write the number of dice and of their faces: 1d6, 2d10"),
    UNIT: Form(
        "does not name a counter", "write its id: Ra7; in brackets for its reverse side: (Ra7); how many: Ra7 x3"
    ),
    LANGUAGE: Form("is not a language", "write its code: en, en-GB, de, ru"),
    NUMBERS: Form("is not a run of numbers", "write the first and the last: 1-22"),
}
"""Pattern → its form."""


def malformed(message: str, hint: str) -> PydanticCustomError:
    """The error of a validator, with a hint."""
    return PydanticCustomError("malformed", "{message}", {"message": message, "hint": hint})


def shown(value: Any) -> str:
    """How a message shows a value: in quotes, or as `this` where it is long, a list or a mapping."""
    if not isinstance(value, (str, int, float)):
        return "this"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}'" if len(text) < 60 and "\n" not in text else "this"
