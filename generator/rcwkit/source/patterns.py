"""Short values as people write them: patterns, with the message for what does not match; hex numbers; lengths.

A length is `16`, `16mm`, `1.6 cm`, `5/8"`, `5/8 inch` or `2 1/2 in`; a bare number means millimetres. A size is a
name such as `poker`, a width by a height such as `63x88mm`, or one length for a square.
"""

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping
from typing import Annotated, Any, NamedTuple, TypeGuard, TypeVar

from pydantic import PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

ID = r"^[A-Za-z0-9][A-Za-z0-9_.-]*$"
NAME = r"^[A-Za-z_][A-Za-z0-9_]*$"
LINE = r"^[^\r\n]*$"
COLOUR = r"^#[0-9A-Fa-f]{6}$"
DICE = r"^([1-9][0-9]?d[1-9][0-9]{0,2}|d(3{2,3}|4{2,3}|6{2,3}|8{2,3}))$"
WORD = r"^[A-Za-z][A-Za-z0-9_-]*$"
SIGN = r"^[0-9]*[A-Za-z][A-Za-z0-9_-]*$"
UNIT = r"^(\w[^()]*|\(\w[^()]*\))( x[1-9][0-9]?)?$"
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
    DICE: Form(
        "is not a roll of dice",
        "write how many dice of how many faces: 1d6, 2d10; d66 reads two as tens and units",
    ),
    UNIT: Form(
        "does not name a counter",
        "write its id or its name: Ra7; in brackets if reverse side up: (Ra7); with a number of copies: Ra7 x3",
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


def free(name: str, taken: Container[Any], numbers: dict[str, int] | None = None) -> str:
    """Return a name, numbered if it is taken; `numbers` keeps the last one of each name, where many may be equal."""
    numbers = {} if numbers is None else numbers
    number = numbers.get(name, 1)
    found = f"{name}_{number}" if number > 1 else name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    numbers[name] = number
    return found


def following(names: Iterable[str], taken: Iterable[str] = ()) -> str:
    """Return the next name of a series such as pc1, pc2, also after those `taken`; none unless all names are of one."""
    split = [re.fullmatch(r"(.*?)([0-9]+)", name) for name in names]
    series = {found and found[1] for found in split}
    stem = series.pop() if len(split) > 1 and len(series) == 1 else None
    if stem is None:
        return ""
    own = [found[2] for found in split if found]
    others = (name.removeprefix(stem) for name in taken if name.startswith(stem))
    last = max(map(int, [*own, *(rest for rest in others if rest.isascii() and rest.isdecimal())]))
    return f"{stem}{last + 1:0{min(map(len, own))}}"


def by_title(value: Any) -> Any:
    """Return a list of entries, which are titles or have some, as a mapping by ids made from these."""
    found, numbers = dict[str, Any](), dict[str, int]()
    for one in value if isinstance(value, list | tuple) else ():
        title = one.get("title") if isinstance(one, dict) else one
        found[free(id_of(str(title)) or "entry", found, numbers)] = one
    return found or value


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


T = TypeVar("T", bound=float | tuple[float, float])

_NUMBER = r"(?:(?:\d{1,4}[ -])?\d{1,4}/[1-9]\d{0,2}|\d{1,4}(?:\.\d{1,6})?)"
_UNIT = r'(?:mm|cm|inches|inch|in|pt|"|″|”)'
_LENGTH = re.compile(rf"({_NUMBER}) ?({_UNIT})?")
_BY = re.compile(rf"({_NUMBER}) ?({_UNIT})? ?[x×] ?({_NUMBER}) ?({_UNIT})?")
_MILLIMETRES = {"mm": 1.0, "cm": 10.0, "pt": 25.4 / 72}
_INCH = 25.4

_LENGTH_HINT = "write a number and its unit, such as 16mm, 1.6cm or 5/8in"


class Size(NamedTuple):
    """Width and height in millimetres."""

    width: float
    height: float


CARDS: Mapping[str, Size] = {
    "poker": Size(63, 88),
    "tarot": Size(70, 120),
    "euro": Size(59, 92),
    "mini": Size(44, 67),
    "square": Size(70, 70),
}
"""Named card sizes."""
_SIZE_HINT = (
    f"write width x height, such as 63x88mm or 2.5x3.5in, one length for a square, or one of: {', '.join(CARDS)}"
)
_SIDES_HINT = "write the length of one side, such as 16mm or 5/8in, or width x height, such as 16x25mm"


def length(value: object) -> float:
    """Return a length in millimetres. Raises ValueError, with a hint."""
    if _is_number(value):
        return float(value)
    found = _LENGTH.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None:
        raise malformed(f"{shown(value)} is not a length", _LENGTH_HINT)
    return _millimetres(found[1], found[2])


def size(value: object) -> Size:
    """Return a size in millimetres. Raises ValueError, with a hint."""
    if _is_number(value):
        return Size(float(value), float(value))
    text = value.strip() if isinstance(value, str) else ""
    if text in CARDS:
        return CARDS[text]
    if one := _LENGTH.fullmatch(text):
        edge = _millimetres(one[1], one[2])
        return Size(edge, edge)
    two = _BY.fullmatch(text)
    if two is None:
        raise malformed(f"{shown(value)} is not a size", _SIZE_HINT)
    # In `2.5x3.5in` both are inches.
    return Size(_millimetres(two[1], two[2] or two[4]), _millimetres(two[3], two[4] or two[2]))


def _is_number(value: object) -> TypeGuard[int | float]:
    """Return whether a value is a number of less than a million millimetres."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and -1e6 < value < 1e6


def _millimetres(number: str, unit: str | None) -> float:
    whole = 0.0
    for part in re.split("[ -]", number):
        over, _, under = part.partition("/")
        whole += float(over) / int(under or 1)
    return whole * _MILLIMETRES.get(unit or "mm", _INCH)


def _edge(value: object) -> float:
    """Return the edge of a square counter in millimetres. Raises ValueError, with a hint."""
    try:
        across, down = size(value)
    except ValueError:
        return length(value)  # raises the error that fits
    if across != down or value in CARDS:
        raise malformed(
            f"{shown(value)} is not the size of a counter",
            "counters are square: write the length of one side, such as 16mm or 5/8in",
        )
    return across


def _piece(value: object) -> Size:
    """Return the size of a counter in millimetres. Raises ValueError, with a hint."""
    if isinstance(value, str) and value in CARDS:
        raise malformed(f"{shown(value)} is not the size of a counter", _SIDES_HINT)
    try:
        return size(value)
    except ValueError:
        raise malformed(f"{shown(value)} is not the size of a counter", _SIDES_HINT) from None


def _within(read: Callable[[object], T], least: float, most: float) -> PlainValidator:
    """Return a validator that reads a value and checks that each side is within bounds, in mm."""

    def validate(value: Any) -> T:
        found = read(value)
        for side in found if isinstance(found, tuple) else (found,):
            if not least <= side <= most:
                raise malformed(
                    f"{shown(value)} is too {'small' if side < least else 'large'}", f"from {least:g} to {most:g} mm"
                )
        return found

    return PlainValidator(validate)


def _schema(form: str, pattern: str, least: float, most: float, *examples: str) -> WithJsonSchema:
    more = {"pattern": f"^{pattern}$", "minimum": least, "maximum": most, "examples": [*examples]}
    return WithJsonSchema({"type": ["string", "number"], "format": form, **more})


_ONE = f"{_NUMBER} ?{_UNIT}?"
_TWO = f"{_ONE}( ?[x×] ?{_ONE})?"

Length = Annotated[float, _within(length, 0.01, 1000), _schema("length", _ONE, 0.01, 1000, "2mm")]
"""A length."""
LongLength = Annotated[float, _within(length, 0.01, 2000), _schema("length", _ONE, 0.01, 2000, "150mm")]
"""A length of something that may be printed in parts."""
TickLength = Annotated[float, _within(length, 0.5, 1000), _schema("length", _ONE, 0.5, 1000, "10mm")]
"""The distance between ticks."""
Distance = Annotated[float, _within(length, 0, 2000), _schema("length", _ONE, 0, 2000, "60mm")]
"""A length, or 0."""
CounterSize = Annotated[float, _within(_edge, 5, 150), _schema("length", _TWO, 5, 150, "5/8in", "16mm")]
"""The edge of a square counter."""
PieceSize = Annotated[Size, _within(_piece, 5, 150), _schema("size", _TWO, 5, 150, "5/8in", "16x25mm")]
"""The size of a counter: one length for a square, or width x height."""
AnySize = Annotated[
    Size, _within(size, 5, 2000), _schema("size", f"({'|'.join(CARDS)}|{_TWO})", 5, 2000, "40mm", "420x297mm")
]
"""The size of a piece of any form."""
Corner = Annotated[float, _within(length, 0, 260), _schema("length", _ONE, 0, 260, "30mm")]
"""A coordinate of an outline."""
HexSize = Annotated[float, _within(length, 6, 120), _schema("length", _ONE, 6, 120, "19mm", "3/4in")]
"""The width of a hex, from flat to flat."""
FieldSize = Annotated[Size, _within(size, 30, 2000), _schema("size", _TWO, 30, 2000, "400x277mm")]
"""The size of a map."""
CardSize = Annotated[
    Size, _within(size, 40, 200), _schema("size", f"({'|'.join(CARDS)}|{_TWO})", 40, 200, "poker", "57x87mm")
]
"""The size of a card."""
