"""A report's questions as tests of sums, and distributions as ways per value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd
from typing import Any, NamedTuple

from rcwkit.dice.conditions import Calc, Compare, Items, Logic, names_in
from rcwkit.dice.model import Report
from rcwkit.dice.plan import Plan
from rcwkit.dice.values import View, amount, holds, number, passes, within

Ways = dict[Any, int]


def add(found: Ways, more: Mapping[Any, int], times: int = 1) -> None:
    """Add another distribution to `found`, with its ways multiplied by `times`."""
    for value, ways in more.items():
        found[value] = found.get(value, 0) + ways * times


def product(one: Mapping[Any, int], other: Mapping[Any, int]) -> Ways:
    """Return the distribution of the sum of two independent values; a word may only meet 0."""
    few, many = sorted((one, other), key=len)
    found: Ways = {}
    for value, ways in few.items():
        if isinstance(value, int):
            for second, more in many.items():
                total = value + second if isinstance(second, int) else second
                found[total] = found.get(total, 0) + ways * more
        else:
            add(found, {value: sum(many.values())}, ways)
    return found


def power(ways: Mapping[int, int], count: int) -> Ways:
    """Return the distribution of the sum of `count` independent values with the same ways.

    Euler's recurrence for powers of polynomials: with p = Σ aᵢxⁱ and q = pⁿ = Σ cⱼxʲ, p·q' = n·p'·q gives
    j·a₀·cⱼ = Σ (n·i - j + i)·aᵢ·cⱼ₋ᵢ, so each sum takes as many products as p has terms.
    """
    least, step, terms, first = _dense(ways)
    found = [first**count]
    for at in range(1, count * (max(ways) - least) // step + 1):
        total = sum((count * up - at + up) * weight * found[at - up] for up, weight in terms if up <= at)
        found.append(total // (at * first))
    return {count * least + step * at: number for at, number in enumerate(found) if number}


def cost_of_power(ways: Mapping[int, int], count: int) -> int:
    """Return the number of multiplications that `power` needs."""
    terms = _dense(ways)[2]
    return count * terms[-1][0] * len(terms) if terms else 1


def _dense(ways: Mapping[int, int]) -> tuple[int, int, list[tuple[int, int]], int]:
    """Return (least value, common step, sorted [(steps above the least, ways)] of the others, ways of the least)."""
    least = min(ways)
    step = gcd(*(value - least for value in ways)) or 1
    terms = sorted(((value - least) // step, number) for value, number in ways.items() if value != least)
    return least, step, terms, ways[least]


@dataclass(frozen=True)
class Term:
    """A multiple of a value.

    `kind` is `amount` (possibly a word or tally) or `number`; `holds` or `fails` for a condition, 1 or 0; `matching` or
    `others` for the number of a step's items with, or without, one of some results. `counted` names a tally or variable
    in which the term is linear, so that it can be added up in parts.
    """

    kind: str
    value: Any
    times: int = 1
    counted: str | None = None

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that the term reads."""
        return names_in(self.value)

    def worth(self, view: View) -> Any:
        """Return the term's value. Raises WalkError if it has none."""
        if self.kind == "amount":
            return amount(view, self.value)
        if self.kind == "number":
            return self.times * number(view, self.value)
        if self.kind in ("holds", "fails"):
            return int(holds(view, self.value) == (self.kind == "holds"))
        wanted, tally = self.kind == "matching", view.tally(self.value.step)
        return sum(count for result, count in tally.items() if (result in self.value.results) == wanted)


class Bound(NamedTuple):
    """A calculation with a sum: `times` the sum, plus `plus`, kept within `least` and `most`."""

    times: int
    plus: int
    least: int | None
    most: int | None


@dataclass(frozen=True)
class Question:
    """A question: the sum of its terms, calculations with it (innermost first), and a test of the result.

    The test is `some` (more than 0), `none` (0) or a comparison; None asks for the value itself.
    """

    terms: tuple[Term, ...]
    bounds: tuple[Bound, ...] = ()
    test: Any = None

    def answer(self, total: Any) -> Any:
        """Return the answer for a sum: a value, or whether it passes the test. Raises WalkError beyond LARGEST."""
        view = View(_NOWHERE, {}, {})
        for bound in self.bounds:
            total = bound.times * total + bound.plus
            total = total if bound.least is None else max(total, bound.least)
            total = within(view, total if bound.most is None else min(total, bound.most))
        if self.test is None:
            return total
        return (total > 0) == (self.test == "some") if isinstance(self.test, str) else passes(view, self.test, total)


_NOWHERE: Any = None
"""Stands in for a plan: literal bounds and numbers need none."""


def question(plan: Plan, report: Report) -> Question:
    """Return a question of a report as a test of a sum."""
    return _chance(plan, report.when) if report.when is not None else _amount(plan, report.of)


def _amount(plan: Plan, value: Any, test: Any = None) -> Question:
    bounds: tuple[Bound, ...] = ()
    while True:
        least = most = None
        unbounded = value
        if isinstance(value, Calc):
            least, most = value.least, value.most
            unbounded = value.model_copy(update={"least": None, "most": None})
        found = list(_summands(plan, unbounded, 1))
        plus = sum(part for part in found if isinstance(part, int))
        terms = tuple(part for part in found if isinstance(part, Term))
        alone = terms[0] if len(terms) == 1 else None
        if alone is not None and plus == 0 and alone.times == 1 and least is None and most is None:
            return Question((Term("amount", value, counted=alone.counted),), bounds, test)
        if alone is None or not _bounded(alone.value):
            return Question(terms, (Bound(1, plus, least, most), *bounds), test)
        # A single amount with bounds of its own: its sum is the question's.
        bounds = (Bound(alone.times, plus, least, most), *bounds)
        value = alone.value


def _bounded(value: Any) -> bool:
    """Return whether a value is a calculation with bounds."""
    return isinstance(value, Calc) and (value.least is not None or value.most is not None)


def _summands(plan: Plan, value: Any, times: int) -> Iterator[Term | int]:
    """Yield the terms and numbers that an amount is the sum of."""
    if isinstance(value, int):
        yield value * times
    elif not isinstance(value, Calc):
        yield Term("number", value, times, value if value in plan.variables else None)
    elif value.lookup is not None or _bounded(value):
        yield Term("number", value, times)
    else:
        if value.of is not None:
            yield from _summands(plan, value.of, times * value.times)
        if value.sum is not None:
            yield Term("number", Calc(sum=value.sum), times * value.times, value.sum)
        for name, results in (value.count or {}).items():
            yield Term("number", Calc(count={name: results}), times * value.times, name)
        yield from _summands(plan, value.plus, times)


def _chance(plan: Plan, condition: Any) -> Question:
    if isinstance(condition, Logic) and all(_certain(plan, part) for part in condition.parts):
        kind = "fails" if condition.join == "all" else "holds"
        terms = tuple(Term(kind, part) for part in condition.parts)
        return Question(terms, (), "some" if condition.join == "either" else "none")
    if isinstance(condition, Items):
        kind, test = ("matching", "some") if condition.quantity == "any" else ("others", "none")
        return Question((Term(kind, condition, counted=condition.step),), (), test)
    if isinstance(condition, Compare) and _literal(condition):
        value = condition.value
        if isinstance(value, Calc) or value in plan.variables:
            return _amount(plan, value, condition)
    return Question((Term("holds", condition),), (), "some")


def _literal(condition: Compare) -> bool:
    return all(bound is None or isinstance(bound, int) for bound in (condition.at_least, condition.at_most))


def _certain(plan: Plan, condition: Any) -> bool:
    """Return whether a condition can always be evaluated: it never compares a word with a number."""
    if isinstance(condition, Logic):
        return all(_certain(plan, part) for part in condition.parts)
    if isinstance(condition, Compare):
        if not _literal(condition):
            return False
        compared = condition.at_least is not None or condition.at_most is not None
        return _numeric(plan, condition.value) or (not compared and isinstance(condition.value, str))
    return True


def _numeric(plan: Plan, value: Any) -> bool:
    """Return whether an amount is absent, or always a number well within the limits."""
    if isinstance(value, str):
        return value in plan.numbers
    if isinstance(value, Calc):
        small = abs(value.times) <= 1000 and isinstance(value.plus, int)
        return small and value.lookup is None and _numeric(plan, value.of)
    return True
