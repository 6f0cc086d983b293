"""A report's questions taken apart: each asks something of a sum, whose terms can be told as soon as their names are final.

What comes of it is data, so that the page (templates/companion/odds.js) answers the same questions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rcwkit.dice.node import names_in
from rcwkit.dice.plan import Plan
from rcwkit.dice.values import View, amount, holds, number, passes, within
from rcwkit.models.conditions import Calc, Compare, Items, Logic
from rcwkit.models.procedures import Report

__all__ = ["Bound", "Question", "Term", "question"]


@dataclass(frozen=True)
class Term:
    """So many times what a value comes to.

    `kind` is `amount` (which may be a word or tally) or `number`; `holds` or `fails` for a condition, 1 or 0; `matching` or `others`
    for the items of a step that had one of some results, or none of them. `counted` is the name of a tally or variable in which the
    term is linear: of two of them put together, it is the sum.
    """

    kind: str
    value: Any
    times: int = 1
    counted: str | None = None

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that it reads."""
        return names_in(self.value)

    def worth(self, view: View) -> Any:
        """What it comes to. Raises WalkError where the data lead nowhere."""
        if self.kind == "amount":
            return amount(view, self.value)
        if self.kind == "number":
            return self.times * number(view, self.value)
        if self.kind in ("holds", "fails"):
            return int(holds(view, self.value) == (self.kind == "holds"))
        wanted = self.kind == "matching"
        return sum(
            count for result, count in view.tally(self.value.step).items() if (result in self.value.results) == wanted
        )


class Bound(NamedTuple):
    """A calculation with a sum: so many times it and this more, kept within least and most."""

    times: int
    plus: int
    least: int | None
    most: int | None


@dataclass(frozen=True)
class Question:
    """A question: the sum of its terms, calculations with it, the innermost first, and a test of what comes out.

    The test is `some` or `none` for more than 0 and 0, a comparison, or None where the value itself is asked for.
    """

    terms: tuple[Term, ...]
    bounds: tuple[Bound, ...] = ()
    test: Any = None

    def answer(self, total: Any) -> Any:
        """The answer for a sum: a value, or whether the test is passed. Raises WalkError for a calculation that goes too far."""
        view = View(_NOWHERE, {}, {})
        for bound in self.bounds:
            total = bound.times * total + bound.plus
            total = total if bound.least is None else max(total, bound.least)
            total = within(view, total if bound.most is None else min(total, bound.most))
        if self.test is None:
            return total
        return (total > 0) == (self.test == "some") if isinstance(self.test, str) else passes(view, self.test, total)


_NOWHERE: Any = None
"""No plan: literal bounds and numbers ask for none."""


def question(plan: Plan, report: Report) -> Question:
    """A question of the report, taken apart."""
    return _chance(plan, report.when) if report.when is not None else _amount(plan, report.of)


def _amount(plan: Plan, value: Any, test: Any = None) -> Question:
    """The value of an amount, or what a test says of it."""
    bounds: tuple[Bound, ...] = ()
    while True:
        least, most = (value.least, value.most) if isinstance(value, Calc) else (None, None)
        found = list(
            _summands(
                plan, value.model_copy(update={"least": None, "most": None}) if isinstance(value, Calc) else value, 1
            )
        )
        plus, terms = (
            sum(part for part in found if isinstance(part, int)),
            tuple(part for part in found if isinstance(part, Term)),
        )
        alone = len(terms) == 1 and plus == 0 and terms[0].times == 1 and least is None and most is None
        if alone:
            return Question((Term("amount", value, counted=terms[0].counted),), bounds, test)
        if (
            len(terms) != 1
            or not isinstance(terms[0].value, Calc)
            or (terms[0].value.least is None and terms[0].value.most is None)
        ):
            return Question(terms, (Bound(1, plus, least, most), *bounds), test)
        # A single amount with bounds of its own: its sum is the sum.
        bounds = (Bound(terms[0].times, plus, least, most), *bounds)
        value = terms[0].value


def _summands(plan: Plan, value: Any, times: int) -> Iterator[Term | int]:
    """The terms and numbers that an amount is the sum of."""
    if isinstance(value, int):
        yield value * times
    elif not isinstance(value, Calc):
        yield Term("number", value, times, value if value in plan.variables else None)
    elif value.lookup is not None or value.least is not None or value.most is not None:
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
        return Question(
            tuple(Term(kind, part) for part in condition.parts), (), "some" if condition.join == "either" else "none"
        )
    if isinstance(condition, Items):
        one = condition.quantity == "any"
        return Question(
            (Term("matching" if one else "others", condition, counted=condition.step),), (), "some" if one else "none"
        )
    if (
        isinstance(condition, Compare)
        and _literal(condition)
        and (isinstance(condition.value, Calc) or condition.value in plan.variables)
    ):
        return _amount(plan, condition.value, condition)
    return Question((Term("holds", condition),), (), "some")


def _literal(condition: Compare) -> bool:
    return all(bound is None or isinstance(bound, int) for bound in (condition.at_least, condition.at_most))


def _certain(plan: Plan, condition: Any) -> bool:
    """Whether a condition can always be told: nothing in it is compared that might be a word."""
    if isinstance(condition, Logic):
        return all(_certain(plan, part) for part in condition.parts)
    if isinstance(condition, Compare):
        compared = condition.at_least is not None or condition.at_most is not None
        return _literal(condition) and (
            _numeric(plan, condition.value) or (not compared and isinstance(condition.value, str))
        )
    return True


def _numeric(plan: Plan, value: Any) -> bool:
    """Whether an amount, if there is one, is always a number, and far from too large."""
    if isinstance(value, str):
        return value in plan.numbers
    if isinstance(value, Calc):
        return (
            value.lookup is None
            and _numeric(plan, value.of)
            and abs(value.times) <= 1000
            and isinstance(value.plus, int)
        )
    return True
