"""Patterns of short values, with the message and hint for a value that does not match; the halves of hex numbers."""

import re
import unicodedata
from collections.abc import Container, Mapping
from typing import Any, NamedTuple

from pydantic_core import PydanticCustomError

__all__ = [
    "COLOUR",
    "DICE",
    "FORMS",
    "ID",
    "LANGUAGE",
    "LINE",
    "PLURAL",
    "NAME",
    "NUMBERS",
    "RUN",
    "SIGN",
    "WORD",
    "UNIT",
    "Form",
    "Half",
    "free",
    "halved",
    "id_of",
    "malformed",
    "plural",
    "shown",
]

ID = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"
NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
LINE = r"^[^\r\n]*$"
COLOUR = r"^#[0-9A-Fa-f]{6}$"
DICE = r"^[1-9][0-9]?d[1-9][0-9]{0,2}$"
WORD = r"^[A-Za-z][A-Za-z0-9_-]*$"
SIGN = r"^[0-9]*[A-Za-z][A-Za-z0-9_-]*$"
UNIT = r"^\(?[A-Za-z0-9][A-Za-z0-9_.-]*\)?( x[1-9][0-9]?)?$"
_VALUES = r"[0-9]{1,6}(\.\.[0-9]{1,6})?"
_RELATION = rf"n( % [0-9]{{1,6}})? !?= {_VALUES}(,{_VALUES})*"
PLURAL = rf"^{_RELATION}( (and|or) {_RELATION})*$"
LANGUAGE = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
NUMBERS = r"^-?\d+--?\d+$"
RUN = r"^[A-Za-z0-9][A-Za-z0-9_.]*(-[A-Za-z0-9][A-Za-z0-9_.]*)?$"


class Form(NamedTuple):
    """What a message says after a value that does not match, and how to write it."""

    wrong: str
    hint: str


FORMS: Mapping[str, Form] = {
    ID: Form("is not an id", "begin with a letter a to z or a digit, then letters, digits, '_', '-' or '.'; no spaces"),
    NAME: Form("is not a name", "begin with a letter a to z, then letters, digits or '_'; no spaces or hyphens"),
    WORD: Form("cannot be named in a text", "begin with a letter a to z, then letters, digits, '_' or '-'; no spaces"),
    SIGN: Form("cannot be named in a text", "at least one letter a to z, with digits, '_' or '-'; no spaces"),
    LINE: Form("has more than one line", "write it on one line"),
    COLOUR: Form("is not a colour", 'write # and six digits from 0 to 9 and A to F, in quotes: "#B3201F"'),
    DICE: Form("is not a roll of dice", "write how many dice of how many faces: 1d6, 2d10"),
    UNIT: Form(
        "does not name a counter",
        "write its id: Ra7; in brackets if reverse side up: (Ra7); with a number of copies: Ra7 x3",
    ),
    LANGUAGE: Form("is not a language", "write its code: en, en-GB, de, ru"),
    PLURAL: Form("is not a plural rule", "write it as CLDR does, for n: n % 10 = 1 and n % 100 != 11"),
    NUMBERS: Form("is not a range of numbers", "write the first and the last: 1-22"),
    RUN: Form("is not a run of hexes", "write a hex, or the first and the last, in quotes: '0101-0110'"),
}
"""Pattern → its form."""


def id_of(name: str) -> str:
    """Return a name as an id: lower case, letters and digits; empty if it has none of the Latin alphabet."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:56]


def free(name: str, taken: Container[Any]) -> str:
    """Return a name, numbered if it is taken."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


def plural(title: str) -> str:
    """Return the plural of an English word; one that ends in s, such as corps, is its own."""
    if re.search("[^aeiou]y$", title):
        return f"{title[:-1]}ies"
    if re.search("(ss|x|ch|sh)$", title):
        return f"{title}es"
    return title if title.endswith("s") else f"{title}s"


def malformed(message: str, hint: str) -> PydanticCustomError:
    """Return a validation error that carries a hint."""
    return PydanticCustomError("malformed", "{message}", {"message": message, "hint": hint})


def shown(value: Any) -> str:
    """Quote a value for a message; a long text, a list or a mapping becomes `this`."""
    if not isinstance(value, (str, int, float)):
        return "this"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}'" if len(text) < 60 and "\n" not in text else "this"


_FIRST = re.compile(r"([A-Z]|\d{1,3})(\.?)([A-Z]|\d{1,3})")
_DIGITS = re.compile(r"(?:\d\d){1,3}")


class Half(NamedTuple):
    """One half of a number: its value in the first hex, and its digits; none for letters."""

    start: int
    digits: int

    def text(self, index: int) -> str:
        """Return the half of the hex at an index from 0: with leading zeros, or as letters: A, Z, AA, BB."""
        value = self.start + index
        return str(value).zfill(self.digits) if self.digits else chr(65 + value % 26) * (1 + value // 26)


def halved(first: str) -> tuple[Half, str, Half]:
    """Return the halves of a number as it is written. Raises ValueError, with a hint."""
    half = len(first) // 2
    found = _FIRST.fullmatch(first)
    if _DIGITS.fullmatch(first):
        parts = first[:half], "", first[half:]
    elif found and (found[2] or not (found[1].isdecimal() and found[3].isdecimal())):
        parts = found[1], found[2], found[3]
    else:
        raise malformed(f"'{first}' is not the number of a hex", "two halves of as many digits: 0101; or A1, or 1.01")
    one, other = (Half(int(part), len(part)) if part.isdecimal() else Half(ord(part) - 65, 0) for part in parts[::2])
    return one, parts[1], other
