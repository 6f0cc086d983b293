"""Evaluate the expressions of layouts: a template becomes a function of its names, within limits on every value.

Only plain data are reached: texts, numbers, lists, mappings, and the fields of models.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from rcwkit.diagnostics import nearest
from rcwkit.look.language import word
from rcwkit.models.base import Model
from rcwkit.models.expressions import Node, Template

__all__ = [
    "LONGEST",
    "Filter",
    "Scope",
    "Unfit",
    "Value",
    "bounded",
    "compiled",
    "listed",
    "number",
    "quoted",
    "said",
    "text",
    "within",
]

LONGEST = 10_000
"""Maximum number of characters of a text."""
LISTED = 1000
"""Maximum number of values in a list."""
LARGEST = 1e9
"""No number is larger."""

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
    if isinstance(value, str) and re.fullmatch(r"\s*[-+]?\d{1,9}(\.\d{1,9})?\s*", value, re.ASCII):
        return float(value) if "." in value else int(value)
    raise Unfit("there is no number here" if value is None else f"{quoted(value)} is not a number")


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
    return _whole(template, (_Locating if located else _Compiler)(filters, tests, say))


def _whole(template: Template, make: _Compiler) -> Value:
    if len(template) == 1 and isinstance(template[0], Node):
        return make.value(template[0])
    parts, say = [make.value(part) if isinstance(part, Node) else part for part in template], make.say

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
        raise Unfit(f"there is no number {key} in a list of {len(value)}")
    raise Unfit(f"unknown name {quoted(key)}", nearest(str(key), _parts(value)))


def _sum(a: Any, b: Any) -> Any:
    if isinstance(a, str) and isinstance(b, str):
        return _short(a + b)
    if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
        return listed([*a, *b])
    return bounded(number(a) + number(b))


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
    "*": lambda a, b: bounded(number(a) * number(b)),
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


class _Compiler:
    """Turns nodes into functions."""

    def __init__(
        self, filters: Mapping[str, Filter], tests: Mapping[str, Filter], say: Callable[[str], str] = str
    ) -> None:
        self.filters, self.tests, self.say = filters, tests, say

    def value(self, node: Node) -> Value:
        """Return the function of a node."""
        work: Value = getattr(self, f"_{node.kind}")(node, [self.value(part) for part in node.parts])
        return work

    def _const(self, node: Node, parts: Sequence[Value]) -> Value:
        value = node.value
        return lambda _: value

    def _name(self, node: Node, parts: Sequence[Value]) -> Value:
        name, at = node.value, node.at

        def found(scope: Scope) -> Any:
            try:
                return scope[name]
            except KeyError:
                raise Unfit(f"unknown name '{name}'", nearest(name, scope), at) from None

        return found

    def _item(self, node: Node, parts: Sequence[Value]) -> Value:
        whole, *key = parts
        if key:
            (index,) = key
            return lambda scope: _item(whole(scope), index(scope))
        name = node.value
        if node.parts[0].kind == "name":
            return _field(node.parts[0].value, name, whole)
        return lambda scope: _item(whole(scope), name)

    def _filter(self, node: Node, parts: Sequence[Value]) -> Value:
        work = _applied(node, self.filters, "filter")
        first, *more = parts
        if not more:
            return lambda scope: work(first(scope))
        return lambda scope: work(first(scope), *[part(scope) for part in more])

    def _test(self, node: Node, parts: Sequence[Value]) -> Value:
        work = _applied(node, self.tests, "test")
        first, *more = parts
        return lambda scope: work(first(scope), *[part(scope) for part in more])

    def _not(self, node: Node, parts: Sequence[Value]) -> Value:
        (part,) = parts
        return lambda scope: not part(scope)

    def _sign(self, node: Node, parts: Sequence[Value]) -> Value:
        (part,) = parts
        factor = -1 if node.value == "-" else 1
        return lambda scope: factor * number(part(scope))

    def _binary(self, node: Node, parts: Sequence[Value]) -> Value:
        work: Callable[[Any, Any], Any] = _BINARY.get(node.value, self._together)
        a, b = parts
        return lambda scope: work(a(scope), b(scope))

    def _together(self, a: Any, b: Any) -> str:
        return _short(said(a, self.say) + said(b, self.say))

    def _compare(self, node: Node, parts: Sequence[Value]) -> Value:
        works = [_COMPARE[sign] for sign in node.value]
        if len(works) == 1:
            (work,), (a, b) = works, parts
            return lambda scope: work(a(scope), b(scope))

        def compared(scope: Scope) -> bool:
            values = [part(scope) for part in parts]
            return all(work(a, b) for work, (a, b) in zip(works, pairwise(values), strict=True))

        return compared

    def _and(self, node: Node, parts: Sequence[Value]) -> Value:
        a, b = parts
        return lambda scope: a(scope) and b(scope)

    def _or(self, node: Node, parts: Sequence[Value]) -> Value:
        a, b = parts
        return lambda scope: a(scope) or b(scope)

    def _if(self, node: Node, parts: Sequence[Value]) -> Value:
        test, yes, no = parts
        return lambda scope: yes(scope) if test(scope) else no(scope)

    def _list(self, node: Node, parts: Sequence[Value]) -> Value:
        return lambda scope: [part(scope) for part in parts]

    def _dict(self, node: Node, parts: Sequence[Value]) -> Value:
        keys = node.value
        return lambda scope: dict(zip(keys, [part(scope) for part in parts], strict=True))


class _Locating(_Compiler):
    """Turns nodes into functions whose errors say where they are."""

    def value(self, node: Node) -> Value:
        """Return the function of a node."""
        work = super().value(node)

        def placed(scope: Scope) -> Any:
            try:
                return work(scope)
            except Unfit as error:
                error.at = error.at or node.at
                raise

        return placed


def _applied(node: Node, known: Mapping[str, Filter], what: str) -> Callable[..., Any]:
    """Return the function of a filter or test. Raises Unfit for an unknown one, or for too many arguments."""
    found = known.get(node.value)
    if found is None:
        raise Unfit(f"unknown {what} '{node.value}'", nearest(node.value, known), node.at)
    count = len(node.parts) - 1
    if not found.least <= count <= found.most:
        wanted = f"{found.least}" if found.least == found.most else f"{found.least} to {found.most}"
        raise Unfit(f"the {what} '{node.value}' takes {wanted} arguments, not {count}", "", node.at)
    return found.work
