"""Conditions and amounts: mappings, not expression strings, so that they can be checked, worded and enumerated.

A condition is a mapping; several keys must all hold:

    {controller: red}                       an input or a step's result equals
    {turn: [2, 3]}                          is one of
    {turn: {at_least: 4}}                   also at_most, not
    {any: {peasants: green}}                some item of a for_each step; also `every`
    {count: {peasants: green}, at_least: 2} how many items; also at_most, is
    {value: AMOUNT, at_most: 3}             any amount against a number
    {all: [...]}, {either: [...]}, {none: [...]}

An amount is a number, the name of a numeric input or variable, or a calculation (`Calc`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from rcwkit.source.base import Id, Idle, Model, Scalar, Seq, TableId, optional

_TESTS = "is", "not", "at_least", "at_most"


class Calc(Model):
    """A base (exactly one of `of`, `lookup`, `count`, `sum`), × times, + plus, clamped to `least` and `most`.

    `lookup` reads a cell of a table; `row` and `column` are names of inputs or results (`item` within for_each), or
    literal row and column ids. `read` gives numbers for cells that are words.
    """

    of: Amount | None = optional("A number, or a name that holds one.", examples=["vp"])
    lookup: TableId | None = optional("Table to read a cell from.")
    row: Scalar | None = optional("Row of `lookup`: a key, or a name that holds it.", examples=["turn"])
    column: Scalar | None = optional("Column of `lookup`: an id, or a name that holds it.", examples=["red"])
    read: Mapping[Scalar, int] = Field({}, description="Cell → number, for cells that are words.", examples=[{"D": 0}])
    count: Mapping[Id, Scalar | Seq[Scalar]] | None = optional(
        "Repeated step → result or results; counts the items that had one.", examples=[{"peasants": "green"}]
    )
    sum: Id | None = optional("A for_each step; adds up its numeric results.", examples=["losses"])
    times: int = Field(1, description="Factor, applied to the base.", examples=[2])
    plus: Amount = Field(0, description="Added after that.", examples=[1])
    least: int | None = optional("Lower bound.", examples=[0])
    most: int | None = optional("Upper bound.", examples=[6])

    @model_validator(mode="after")
    def _one_base(self) -> Calc:
        if sum(base is not None for base in (self.of, self.lookup, self.count, self.sum)) != 1:
            raise ValueError("a calculation needs exactly one of: of, lookup, count, sum")
        return self

    def idle(self) -> Iterator[Idle]:
        """Yield what is of look-ups."""
        yield from self.idle_without("lookup", "row", "column", "read")


Amount = int | Id | Calc
"""A number, a name, or a calculation."""


class Compare(Model):
    """A test of an amount or a named value."""

    value: Amount
    is_in: Seq[Scalar] | None = None
    not_in: Seq[Scalar] | None = None
    at_least: Amount | None = None
    at_most: Amount | None = None


class Items(Model):
    """Whether any or every one of a for_each step's items had one of these results."""

    step: Id
    results: Seq[Scalar]
    quantity: Literal["any", "every"]


class Logic(Model):
    """Joined conditions: all, either (at least one) or none of them must hold."""

    join: Literal["all", "either", "none"]
    parts: Seq[Any]


def parts_of(value: Any, *, cells: bool = True) -> Iterator[Any]:
    """Yield conditions, amounts and names, and all that they are made of; a list is its values, None nothing.

    Without `cells`, the rows and columns of look-ups are left out: they may be names, or literal.
    """
    inner: tuple[Any, ...] = ()
    match value:
        case list() | tuple():
            inner = tuple(value)
        case Logic():
            inner = value.parts
        case Items():
            inner = (value.step,)
        case Compare():
            inner = (value.value, value.at_least, value.at_most)
        case Calc():
            inner = (value.of, value.plus, value.sum, *(value.count or ()))
            inner += (value.row, value.column) if cells else ()
    if value is not None and not isinstance(value, list | tuple):
        yield value
    for part in inner:
        yield from parts_of(part, cells=cells)


def names_in(value: Any, *, cells: bool = True) -> frozenset[str]:
    """Return the names that conditions and amounts read; `cells` are the rows and columns of look-ups."""
    return frozenset(part for part in parts_of(value, cells=cells) if isinstance(part, str))


def parse_condition(value: Any) -> Any:
    """Parse a mapping from YAML into `Compare`, `Items` and `Logic`. Raises ValueError."""
    if isinstance(value, (Compare, Items, Logic)):
        return value
    if not isinstance(value, Mapping) or not value:
        raise ValueError("a condition is a mapping such as {controller: red}")
    rest = dict(value)
    parts: list[Any] = []
    if "count" in rest or "value" in rest:
        amount = Calc(count=rest.pop("count")) if "count" in rest else rest.pop("value")
        parts.append(_compare(amount, {key: rest.pop(key) for key in _TESTS if key in rest}))
    for join in ("all", "either", "none"):
        if join in rest:
            inner = rest.pop(join)
            if not isinstance(inner, (list, tuple)):
                raise ValueError(f"'{join}' takes a list of conditions")
            parts.append(Logic(join=join, parts=tuple(parse_condition(part) for part in inner)))
    for quantity in ("any", "every"):
        if quantity in rest:
            inner = rest.pop(quantity)
            if not isinstance(inner, Mapping) or len(inner) != 1:
                example = f"{{{quantity}: {{peasants: green}}}}"
                raise ValueError(f"'{quantity}' takes one step and its result, such as {example}")
            ((step, results),) = inner.items()
            parts.append(Items(step=step, results=_listed(results), quantity=quantity))
    for name, test in rest.items():
        parts.append(_compare(name, dict(test) if isinstance(test, Mapping) else {"is": test}))
    return parts[0] if len(parts) == 1 else Logic(join="all", parts=tuple(parts))


def _listed(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def _compare(amount: Any, tests: dict[str, Any]) -> Compare:
    if not tests or set(tests) - set(_TESTS):
        raise ValueError(f"a test is one of: {', '.join(_TESTS)}")
    return Compare(
        value=amount,
        is_in=_listed(tests["is"]) if "is" in tests else None,
        not_in=_listed(tests["not"]) if "not" in tests else None,
        at_least=tests.get("at_least"),
        at_most=tests.get("at_most"),
    )


_WRITTEN = {
    "type": "object",
    "minProperties": 1,
    "description": "A condition, such as {controller: red} or {any: {peasants: green}}.",
}
Condition = Annotated[Compare | Items | Logic, BeforeValidator(parse_condition), WithJsonSchema(_WRITTEN)]
