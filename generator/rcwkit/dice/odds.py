"""Exact odds: a report's questions answered over all courses of the walk, as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from rcwkit.diagnostics import InputError
from rcwkit.dice.exact import Effort, Shared, Sums, TooLargeError, sums
from rcwkit.dice.model import Report
from rcwkit.dice.plan import Plan
from rcwkit.dice.questions import Question, Ways, question
from rcwkit.dice.values import View, WalkError, amount, holds, shown
from rcwkit.dice.walk import Request, State, among, begin, refused, wanted_by

TOGETHER = 700_000
"""The budget for all questions together, before each is asked on its own."""
MOST = 1_500_000
"""The budget in all; beyond it the odds are refused, never sampled or truncated."""

Known = dict[Any, Sums]
"""Sums for one procedure and set-up that other answers reuse, keyed by all that they depend on."""


@dataclass(frozen=True)
class Answer:
    """The answer to a question of a report: a chance (`when`), or a distribution (`of`) sorted by value."""

    id: str
    title: str
    chance: Fraction | None
    distribution: tuple[tuple[Any, Fraction], ...]

    @property
    def mean(self) -> Fraction | None:
        """The expected value, or None if there is a word among the values."""
        if not self.distribution or not all(isinstance(value, int) for value, _ in self.distribution):
            return None
        whole = lcm(*(chance.denominator for _, chance in self.distribution))
        weighted = (value * chance.numerator * (whole // chance.denominator) for value, chance in self.distribution)
        return Fraction(sum(weighted), whole)


def _depends(request: Request) -> Any:
    """Return all that the odds from a roll on depend on: the state, the roll's outcomes, and the answers read later."""
    plan, node, state = request.plan, request.node, request.state
    tasks = tuple((task.node.name, task.phase, task.item, task.saved) for task in state.tasks)
    outcomes = tuple((_read(outcome), ways) for outcome, ways in request.outcomes())
    out = frozenset[str]().union(*(deck.inputs for deck in plan.decks.values()))
    later = wanted_by(plan, state.tasks, node if node.step.then else None).values | out
    return node.name, tasks, state.values, state.local, outcomes, among(plan.inputs.items(), later)


def request_odds(request: Request, result: Any) -> Fraction:
    """Return the chance of a result of a roll, or of a card class in a draw."""
    outcomes = request.outcomes()
    total = sum(ways for _, ways in outcomes)
    wanted = sum(ways for outcome, ways in outcomes if _read(outcome) == result)
    return Fraction(wanted, total)


def _read(outcome: Any) -> Any:
    """Return the result of a roll, or the class of a drawn card."""
    return getattr(outcome, "result", getattr(outcome, "card_class", None))


def report(plan: Plan, known: Known | None = None) -> list[Answer]:
    """Answer the procedure's questions; one without any answers with the distribution of its first roll.

    `known` caches results for the same procedure and set-up with other answers. Raises InputError for rules that fail,
    and for odds that need too much work.
    """
    reports = plan.procedure.report
    if not reports:
        return [_single(plan)]
    try:
        _, _, request = begin(plan)
        if request is None or known is None:
            found = _sums(plan)
        else:
            key = _depends(request)
            found = known[key] = known[key] if key in known else _sums(plan)
        return [_answer(name, one, question(plan, one), *found[at]) for at, (name, one) in enumerate(reports.items())]
    except WalkError as error:
        raise refused(plan, error) from error
    except TooLargeError as error:
        message = f"the exact odds are too large at step '{error.node.name}': {error.size}"
        hint = "split the procedure, or report counts"
        raise InputError.of("E510", message, error.node.span, hint) from error


def _sums(plan: Plan) -> Sums:
    """Return the sums of all questions: together, or one by one if together they are too large."""
    reports = plan.procedure.report
    if len(reports) > 1:
        asked, shared = [question(plan, one) for one in reports.values()], plan.memo.setdefault("shared", Shared())
        with suppress(TooLargeError):
            return sums(plan, asked, Effort(TOGETHER), shared)
    found, effort = [], Effort(MOST)
    for name, one in reports.items():
        alone = replace(plan, procedure=plan.procedure.model_copy(update={"report": {name: one}}), memo={})
        found += sums(alone, [question(alone, one)], effort)
    return found


def _answer(name: str, asked: Report, about: Question, ways: Ways, whole: int) -> Answer:
    found: Ways = {}
    for total, count in ways.items():
        value = shown(about.answer(total))
        found[value] = found.get(value, 0) + count
    if asked.when is not None:
        return Answer(name, asked.title, Fraction(found.get(True, 0), whole), ())
    distribution = _ordered({value: Fraction(number, whole) for value, number in found.items()})
    return Answer(name, asked.title, None, distribution)


def readings(plan: Plan, final: State) -> tuple[tuple[str, str], ...]:
    """Answer the report's questions but for those of the odds alone after one walk, as (title, value).

    A condition that holds has the value ''.
    """
    view = View(plan, dict(final.values), {})
    found = []
    for asked in plan.procedure.report.values():
        if not asked.told:
            continue
        if asked.when is None:
            found.append((asked.title, str(shown(amount(view, asked.of)))))
        elif holds(view, asked.when):
            found.append((asked.title, ""))
    return tuple(found)


def _single(plan: Plan) -> Answer:
    try:
        return _first(plan)
    except WalkError as error:
        raise refused(plan, error) from error


def _first(plan: Plan) -> Answer:
    _, _, request = begin(plan)
    outcomes = request.outcomes() if request is not None else []
    total = sum(ways for _, ways in outcomes)
    values = {_read(outcome): Fraction(ways, total) for outcome, ways in outcomes}
    return Answer("result", plan.procedure.title, None, _ordered(values))


def _ordered(values: Mapping[Any, Fraction]) -> tuple[tuple[Any, Fraction], ...]:
    """Sort numbers by size, then words alphabetically."""
    numbers = sorted(value for value in values if isinstance(value, int))
    words = sorted((value for value in values if not isinstance(value, int)), key=str)
    return tuple((value, values[value]) for value in (*numbers, *words))
