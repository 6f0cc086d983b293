"""Lengths and sizes as people write them, parsed once into millimetres.

A length is `16`, `16mm`, `1.6 cm`, `5/8"`, `5/8 inch` or `2 1/2 in`; a bare number means millimetres. A size is a
name such as `poker`, a width by a height such as `63x88mm`, or one length for a square.
"""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple, TypeGuard, TypeVar

from pydantic import PlainValidator, WithJsonSchema

from rcwkit.source.patterns import malformed, shown

__all__ = [
    "AnySize",
    "CARDS",
    "CardSize",
    "Corner",
    "CounterSize",
    "Distance",
    "FieldSize",
    "HexSize",
    "Length",
    "LongLength",
    "PieceSize",
    "Size",
    "TickLength",
    "length",
    "size",
]

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
