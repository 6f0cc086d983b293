"""The filters and tests of expressions: plain functions of texts, lists and numbers, within limits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcwkit.look.evaluation import (
    LONGEST,
    Filter,
    Unfit,
    bounded,
    listed,
    number,
    quoted,
    said,
    text,
    within,
)
from rcwkit.models.markup import capitals

__all__ = ["FILTERS", "TESTS"]


def _values(value: Any) -> list[Any]:
    if isinstance(value, (list, tuple, Mapping)):
        return list(listed(value))
    if value is None or value == "":
        return []
    raise Unfit(f"{quoted(value)} is not a list")


def _replaced(value: Any, old: Any, new: Any) -> str:
    whole, a, b = text(value), text(old), text(new)
    if not a:
        raise Unfit("there is nothing to replace")
    if len(whole) + whole.count(a) * len(b) > LONGEST:
        raise Unfit(f"more than {LONGEST:,} characters")
    return whole.replace(a, b)


def _joined(value: Any, between: Any = "") -> str:
    parts, sign = [said(part) for part in _values(value)], said(between)
    if sum(map(len, parts)) + len(sign) * len(parts) > LONGEST:
        raise Unfit(f"more than {LONGEST:,} characters")
    return sign.join(parts)


def _rounded(value: Any, digits: Any = 0) -> float:
    places = int(min(9, max(0, number(digits))))
    found = round(number(value), places)
    return found if places else int(found)


def _sorted(value: Any) -> list[Any]:
    found = _values(value)
    if all(isinstance(one, (int, float)) for one in found):
        return sorted(found)
    return sorted(found, key=said)


_ROMAN = {"M": 1000, "CM": 900, "D": 500, "CD": 400, "C": 100, "XC": 90, "L": 50, "XL": 40} | {
    "X": 10,
    "IX": 9,
    "V": 5,
    "IV": 4,
    "I": 1,
}


def _unique(value: Any) -> list[Any]:
    found: list[Any] = []
    for one in _values(value):
        found += [one] if one not in found else []
    return found


def _roman(value: Any) -> str:
    left, found = int(number(value)), ""
    if not 0 < left < 4000:
        raise Unfit(f"{left} has no Roman numeral", "from 1 to 3999")
    for letters, worth in _ROMAN.items():
        found += letters * (left // worth)
        left %= worth
    return found


def _signed(value: Any) -> str:
    found = number(value)
    return said(found) if not found else ("+" if found > 0 else "−") + said(abs(found))


def _counted(value: Any) -> int:
    return len(value) if isinstance(value, str) else len(_values(value))


def _first(value: Any, at: int = 0) -> Any:
    found = value if isinstance(value, str) else _values(value)
    return found[at] if found else None


def _default(value: Any, other: Any) -> Any:
    return other if value is None or value == "" else value


FILTERS: Mapping[str, Filter] = {
    "upper": Filter(lambda value: capitals(text(value))),
    "lower": Filter(lambda value: text(value).lower()),
    "title": Filter(lambda value: text(value).title()),
    "capitalize": Filter(lambda value: text(value).capitalize()),
    "trim": Filter(lambda value: text(value).strip()),
    "replace": Filter(_replaced, 2, 2),
    "split": Filter(lambda value, sign=" ": listed(text(value).split(said(sign) or None)), 0, 1),
    "join": Filter(_joined, 0, 1),
    "length": Filter(_counted),
    "first": Filter(_first),
    "last": Filter(lambda value: _first(value, -1)),
    "list": Filter(lambda value: list(value) if isinstance(value, str) else _values(value)),
    "reverse": Filter(lambda value: value[::-1] if isinstance(value, str) else _values(value)[::-1]),
    "sort": Filter(_sorted),
    "unique": Filter(_unique),
    "filled": Filter(lambda value: [one for one in _values(value) if one not in (None, "")]),
    "sum": Filter(lambda value: bounded(sum(map(number, _values(value))))),
    "min": Filter(lambda value: min(map(number, _values(value)), default=None)),
    "max": Filter(lambda value: max(map(number, _values(value)), default=None)),
    "abs": Filter(lambda value: abs(number(value))),
    "round": Filter(_rounded, 0, 1),
    "int": Filter(lambda value: int(number(value))),
    "default": Filter(_default, 1, 1),
    "pad": Filter(lambda value, digits: text(value).rjust(min(20, int(number(digits))), "0"), 1, 1),
    "signed": Filter(_signed),
    "roman": Filter(_roman),
    "range": Filter(lambda value: list(range(1, 1 + min(1000, max(0, int(number(value))))))),
}
"""Filters of texts, lists and numbers; those of Jinja's names do what they do there."""

TESTS: Mapping[str, Filter] = {
    "defined": Filter(lambda value: value is not None),
    "none": Filter(lambda value: value is None),
    "even": Filter(lambda value: number(value) % 2 == 0),
    "odd": Filter(lambda value: number(value) % 2 == 1),
    "number": Filter(lambda value: isinstance(value, (int, float)) and not isinstance(value, bool)),
    "string": Filter(lambda value: isinstance(value, str)),
    "in": Filter(within, 1, 1),
}
"""Tests, after `is`."""
