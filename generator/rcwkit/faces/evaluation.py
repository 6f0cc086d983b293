"""Evaluate the expressions of layouts within limits: templates as functions of names, filters, and colours."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from rcwkit.art.colours import contrast, mix
from rcwkit.diagnostics import nearest, one_of
from rcwkit.faces.expressions import Expression, Template
from rcwkit.frame import MM
from rcwkit.source.base import Model
from rcwkit.source.language import word
from rcwkit.source.markup import capitals
from rcwkit.source.patterns import COLOUR
from rcwkit.type.fonts import FACES, STRONG, styled
from rcwkit.type.text import Setter, TextBlock, running

LONGEST = 10_000
"""Maximum number of characters of a text."""
LISTED = 1000
"""Maximum number of values in a list."""
LARGEST = 1e9
"""No number is larger."""
_NUMBER = re.compile(r"\s*[-+]?\d{1,9}(\.\d{1,9})?\s*", re.ASCII)

T = TypeVar("T", bound=Sized)

Scope = Mapping[str, Any]
"""The values of names."""
Value = Callable[[Scope], Any]
"""The function of an expression; it raises Unfit."""


class Unfit(ValueError):
    """An expression that does not fit its values; `at` is the offset in its template."""

    def __init__(self, message: str, hint: str = "", at: int = 0) -> None:
        super().__init__(message)
        self.message, self.hint, self.at = message, hint, at


class Filter(NamedTuple):
    """A filter: a function of the value and of `least` to `most` arguments."""

    work: Callable[..., Any]
    least: int = 0
    most: int = 0


YES, NO = word("yes"), word("no")
"""How truth values are printed."""


def said(value: Any, say: Callable[[str], str] = str) -> str:
    """Return a value as printed: an empty text for none, a list with commas. Raises Unfit for what has no text.

    `say` translates what the tool says itself. Without it, the text is for names of files, and to be compared.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return say(YES if value else NO)
    if isinstance(value, float):
        return f"{value:.10g}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(said(one, say) for one in value)
    raise Unfit("this is not a text, but has parts", f"name one: {', '.join(list(_parts(value))[:5])}")


def text(value: Any, say: Callable[[str], str] = str) -> str:
    """Return a value as text of limited length, as `said` does. Raises Unfit."""
    return _short(value if type(value) is str else said(value, say))


def number(value: Any) -> float:
    """Return a value that must be a number, or the text of one. Raises Unfit."""
    if type(value) is int or type(value) is float:
        return value
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return float(value) if "." in value else int(value)
    if value is None:
        raise Unfit("there is no number here", "`x | default(0)` counts what is left out as 0")
    raise Unfit(f"{quoted(value)} is not a number")


def listed(value: T) -> T:
    """Return a list of limited length. Raises Unfit."""
    if len(value) > LISTED:
        raise Unfit(f"more than {LISTED:,} values")
    return value


def _short(value: str) -> str:
    if len(value) > LONGEST:
        raise Unfit(f"more than {LONGEST:,} characters")
    return value


def compiled(
    template: Template,
    filters: Mapping[str, Filter],
    tests: Mapping[str, Filter],
    *,
    located: bool = False,
    say: Callable[[str], str] = str,
) -> Value:
    """Return the function that evaluates a template: natively if it is one expression alone, else as text.

    `say` translates the tool's own words in that text.

    The function raises Unfit, which has the place of what is wrong if it is `located`: looking out for it takes time.
    Raises Unfit for unknown filters and tests.
    """
    return _whole(template, (_Locating if located else _Evaluator)(filters, tests, say))


def _whole(template: Template, make: _Evaluator) -> Value:
    if len(template) == 1 and isinstance(template[0], Expression):
        return make.value(template[0])
    parts, say = [make.value(part) if isinstance(part, Expression) else part for part in template], make.say

    def joined(scope: Scope) -> str:
        return "".join([part if isinstance(part, str) else text(part(scope), say) for part in parts])

    return joined


def quoted(value: Any) -> str:
    """Return a short value as a message quotes it."""
    return f"'{value}'" if isinstance(value, (str, int, float)) and len(str(value)) < 40 else "this"


def _parts(value: Any) -> Iterable[str]:
    """Return the names within a value."""
    if isinstance(value, Mapping):
        return (str(key) for key in value)
    return type(value).model_fields if isinstance(value, Model) else ()


def _item(value: Any, key: Any) -> Any:
    """Return the part of a value with a name or index; nothing of nothing."""
    if type(value) is dict and key in value:
        return value[key]
    if value is None:
        return None
    if isinstance(value, Model) and isinstance(key, str) and key in type(value).model_fields:
        return vars(value)[key]
    if isinstance(value, Mapping) and isinstance(key, (str, int)) and key in value:
        return value[key]
    if isinstance(value, (list, tuple, str)) and isinstance(key, int):
        if -len(value) <= key < len(value):
            return value[key]
        raise Unfit(f"there is no number {key} in a list of {len(value)}", "the first is 0: loop.index0 counts so")
    raise Unfit(f"unknown name {quoted(key)}", nearest(str(key), _parts(value)))


def _sum(a: Any, b: Any) -> Any:
    if isinstance(a, str) and isinstance(b, str):
        return _short(a + b)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return listed([*a, *b])
    return bounded(number(a) + number(b))


def _product(a: Any, b: Any) -> Any:
    """Return a product, or a text so many times."""
    if isinstance(a, str) and not _NUMBER.fullmatch(a):
        count = max(0, int(number(b or 0)))
        if len(a) * count > LONGEST:
            raise Unfit(f"more than {LONGEST:,} characters")
        return a * count
    return bounded(number(a) * number(b))


def bounded(value: float) -> float:
    """Return a number of limited size. Raises Unfit."""
    if abs(value) > LARGEST:
        raise Unfit("a number beyond a billion")
    return value


def _by(a: float, b: float, work: Callable[[float, float], float]) -> float:
    if not b:
        raise Unfit("a division by zero")
    return bounded(work(a, b))


_BINARY: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": _sum,
    "-": lambda a, b: bounded(number(a) - number(b)),
    "*": _product,
    "/": lambda a, b: _by(number(a), number(b), lambda x, y: x / y),
    "//": lambda a, b: _by(number(a), number(b), lambda x, y: x // y),
    "%": lambda a, b: _by(number(a), number(b), lambda x, y: x % y),
}


def within(a: Any, b: Any) -> bool:
    """Return whether a list has a value, or a text another. Raises Unfit."""
    if isinstance(b, str):
        return said(a) in b
    return b is not None and (a in b if isinstance(b, (list, tuple, Mapping)) else _refuse(b))


def _refuse(value: Any) -> bool:
    raise Unfit(f"{quoted(value)} is not a list")


_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    "<": lambda a, b: number(a) < number(b),
    "<=": lambda a, b: number(a) <= number(b),
    ">": lambda a, b: number(a) > number(b),
    ">=": lambda a, b: number(a) >= number(b),
    "in": within,
    "not in": lambda a, b: not within(a, b),
}


def _field(first: str, name: Any, work: Value) -> Value:
    """Return the function of a field of a name, such as `card.title`: what layouts ask for most."""

    def found(scope: Scope) -> Any:
        value = scope.get(first)
        if type(value) is dict and name in value:
            return value[name]
        return _item(work(scope), name)

    return found


class _Evaluator:
    """Turns nodes into functions."""

    def __init__(
        self, filters: Mapping[str, Filter], tests: Mapping[str, Filter], say: Callable[[str], str] = str
    ) -> None:
        self.filters, self.tests, self.say = filters, tests, say

    def value(self, node: Expression) -> Value:
        """Return the function of a node."""
        work: Value = getattr(self, f"_{node.kind}")(node, [self.value(part) for part in node.parts])
        return work

    def _const(self, node: Expression, parts: Sequence[Value]) -> Value:
        value = node.value
        return lambda _: value

    def _name(self, node: Expression, parts: Sequence[Value]) -> Value:
        name, at = node.value, node.at

        def found(scope: Scope) -> Any:
            try:
                return scope[name]
            except KeyError:
                raise Unfit(f"unknown name '{name}'", nearest(name, scope), at) from None

        return found

    def _item(self, node: Expression, parts: Sequence[Value]) -> Value:
        whole, *key = parts
        if key:
            (index,) = key
            return lambda scope: _item(whole(scope), index(scope))
        name = node.value
        if node.parts[0].kind == "name":
            return _field(node.parts[0].value, name, whole)
        return lambda scope: _item(whole(scope), name)

    def _filter(self, node: Expression, parts: Sequence[Value]) -> Value:
        work = _applied(node, self.filters, "filter")
        first, *more = parts
        if not more:
            return lambda scope: work(first(scope))
        return lambda scope: work(first(scope), *[part(scope) for part in more])

    def _test(self, node: Expression, parts: Sequence[Value]) -> Value:
        work = _applied(node, self.tests, "test")
        first, *more = parts
        return lambda scope: work(first(scope), *[part(scope) for part in more])

    def _not(self, node: Expression, parts: Sequence[Value]) -> Value:
        (part,) = parts
        return lambda scope: not part(scope)

    def _sign(self, node: Expression, parts: Sequence[Value]) -> Value:
        (part,) = parts
        factor = -1 if node.value == "-" else 1
        return lambda scope: factor * number(part(scope))

    def _binary(self, node: Expression, parts: Sequence[Value]) -> Value:
        work: Callable[[Any, Any], Any] = _BINARY.get(node.value, self._together)
        a, b = parts
        return lambda scope: work(a(scope), b(scope))

    def _together(self, a: Any, b: Any) -> str:
        return _short(said(a, self.say) + said(b, self.say))

    def _compare(self, node: Expression, parts: Sequence[Value]) -> Value:
        works = [_COMPARE[sign] for sign in node.value]
        if len(works) == 1:
            (work,), (a, b) = works, parts
            return lambda scope: work(a(scope), b(scope))

        def compared(scope: Scope) -> bool:
            values = [part(scope) for part in parts]
            return all(work(a, b) for work, (a, b) in zip(works, pairwise(values), strict=True))

        return compared

    def _and(self, node: Expression, parts: Sequence[Value]) -> Value:
        a, b = parts
        return lambda scope: a(scope) and b(scope)

    def _or(self, node: Expression, parts: Sequence[Value]) -> Value:
        a, b = parts
        return lambda scope: a(scope) or b(scope)

    def _if(self, node: Expression, parts: Sequence[Value]) -> Value:
        test, yes, no = parts
        return lambda scope: yes(scope) if test(scope) else no(scope)

    def _list(self, node: Expression, parts: Sequence[Value]) -> Value:
        return lambda scope: [part(scope) for part in parts]

    def _dict(self, node: Expression, parts: Sequence[Value]) -> Value:
        keys = node.value
        return lambda scope: dict(zip(keys, [part(scope) for part in parts], strict=True))


class _Locating(_Evaluator):
    """Turns nodes into functions whose errors say where they are."""

    def value(self, node: Expression) -> Value:
        """Return the function of a node."""
        work = super().value(node)

        def placed(scope: Scope) -> Any:
            try:
                return work(scope)
            except Unfit as error:
                error.at = error.at or node.at
                raise

        return placed


def _applied(node: Expression, known: Mapping[str, Filter], what: str) -> Callable[..., Any]:
    """Return the function of a filter or test. Raises Unfit for an unknown one, or for too many arguments."""
    found = known.get(node.value)
    if found is None:
        raise Unfit(f"unknown {what} '{node.value}'", nearest(node.value, known), node.at)
    count = len(node.parts) - 1
    if not found.least <= count <= found.most:
        wanted = f"{found.least}" if found.least == found.most else f"{found.least} to {found.most}"
        raise Unfit(f"the {what} '{node.value}' takes {wanted} arguments, not {count}", "", node.at)
    return found.work


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

ROLES = ("ink", "paper", "page", "quiet", "hairline", "gold", "accent")
"""Colours of the theme, by name."""
_HEX = re.compile(COLOUR)
_SHARE = re.compile(r"\s*(\S+)\s+(\d{1,3}(?:\.\d{1,3})?)\s*%\s*")
_PALE = 1.25
"""Contrast with the page below which a fill is left out of a theme in outlines."""


@dataclass(eq=False, repr=False)
class Paint:
    """Colours and fonts of one setter: those of the house, and those of its game by name."""

    setter: Setter
    filters: Mapping[str, Filter] = field(init=False)
    _known: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        plate, theme = self.setter.theme.plate, self.setter.theme
        own = {
            "ground": Filter(lambda value: plate(self.named(value)).ground),
            "on": Filter(lambda value: plate(self.named(value)).text),
            "edge": Filter(lambda value: plate(self.named(value)).edge),
            "stripe": Filter(lambda value: theme.stripe(plate(self.named(value)).ground)),
            "tint": Filter(lambda value, amount=0.12: theme.washed(self.named(value), _share(amount)), 0, 1),
            "mix": Filter(lambda value, other, share: mix(self.named(value), self.named(other), _share(share)), 2, 2),
            "shade": Filter(lambda value, amount: theme.shade(self.named(value), _share(amount)), 1, 1),
            "legible": Filter(lambda value, ground="paper": theme.legible(self.named(value), self.named(ground)), 0, 1),
            "width": Filter(self._width, 2, 3),
            "height": Filter(self._height, 3, 3),
        }
        self.filters = {**FILTERS, **own}

    def read(self, template: Template, *, located: bool = False, say: Callable[[str], str] = str) -> Value:
        """Compile a template, whose words `say` translates. Raises Unfit for unknown filters and tests."""
        return compiled(template, self.filters, TESTS, located=located, say=say)

    def behind(self, ink: str, fill: str | None, owner: Mapping[str, Any] | None) -> str:
        """Return the ground of a symbol: its box's fill, or paper, or its owner's colour if paper would hide it."""
        theme = self.setter.theme
        if theme.outlined:
            return theme.page
        hidden = owner is not None and contrast(ink, theme.paper) < 2
        return fill or (str(owner["colour"]) if owner is not None and hidden else theme.paper)

    def colour(self, value: Any) -> str | None:
        """Return a colour as #rrggbb, or None for none; an owner has one. Raises Unfit for an unknown name."""
        if isinstance(value, Mapping):
            value = value.get("colour")
        if value is None or value == "" or value == "none":
            return None
        if isinstance(value, str) and (found := self._known.get(value) or self._found(value)):
            self._known[value] = found
            return found
        known = dict.fromkeys((*ROLES, *self.setter.theme.colours))
        hint = "write `{{ owner }}`" if value == "owner" else nearest(str(value), known)
        raise Unfit(f"unknown colour '{value}'", hint or f"#RRGGBB, or one of: {', '.join(known)}")

    def _found(self, value: str) -> str | None:
        if _HEX.match(value):
            return value
        theme = self.setter.theme
        return str(getattr(theme, value)) if value in ROLES else theme.colours.get(value)

    def translucent(self, value: Any) -> tuple[str | None, float]:
        """Return a colour, None for none, and the opacity after it, as in `ink 40%`. Raises Unfit."""
        match = _SHARE.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            return self.colour(value), 1.0
        return self.colour(match[1]), min(100.0, float(match[2])) / 100

    def named(self, value: Any) -> str:
        """Return a colour that must be one; ink for none. Raises Unfit."""
        return self.colour(value) or self.setter.theme.ink

    def font(self, value: str) -> str:
        """Return the name of a font. Raises Unfit for an unknown one."""
        known = [*FACES, *STRONG, *self.setter.book.own]
        if value not in known:
            raise Unfit(f"unknown font '{value}'", one_of(value, known))
        return value

    def laid(self, fill: str | None, stroke: str | None, line: float) -> tuple[str | None, str | None, float]:
        """Return a shape's colours as they print: in a theme in outlines, strong fills become outlines."""
        theme = self.setter.theme
        if not theme.outlined:
            return fill, stroke, line
        if stroke is not None:
            stroke = theme.legible(stroke, theme.page)
        elif fill is not None and contrast(fill, theme.page) >= _PALE:
            stroke, line = theme.legible(fill, theme.page), 0.8
        return (None if fill is None else theme.page), stroke, line

    def ink(self, colour: str) -> str:
        """Return the colour of a text as it prints."""
        theme = self.setter.theme
        if not theme.outlined:
            return colour
        return theme.legible(colour, theme.page) if contrast(colour, theme.page) >= _PALE else theme.ink

    def _width(self, value: Any, font: Any, size: Any, spacing: Any = 0) -> float:
        """Return the width of a line of text in mm."""
        points = number(size)
        return self.setter.width(text(value), self.font(text(font)), points, number(spacing)) / MM

    def _height(self, value: Any, width: Any, font: Any, size: Any) -> float:
        """Return the height in mm of running text in a width."""
        name = self.font(text(font))
        blocks = running(text(value), TextBlock("", "", (), name, styled(name, bold=True)))
        return self.setter.height(blocks, number(width) * MM, number(size)) / MM


def _share(amount: Any) -> float:
    return min(1.0, max(0.0, number(amount)))
