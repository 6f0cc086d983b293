"""Exact odds: a report's questions answered from every course that the walk can take, as fractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import Any

from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.dice.exact import Effort, Shared, Sums, TooLargeError, sums
from rcwkit.dice.plan import Plan
from rcwkit.dice.questions import Question, question
from rcwkit.dice.state import State, among, wanted_by
from rcwkit.dice.values import View, WalkError, amount, holds, shown
from rcwkit.dice.walk import Request, begin, refused
from rcwkit.dice.ways import Ways
from rcwkit.models.procedures import Report

__all__ = ["Answer", "Known", "readings", "report", "request_odds"]

TOGETHER = 700_000
"""How much work may be done for all questions together, before each is asked by itself."""
MOST = 1_500_000
"""How much work may be done at all; past it the odds are refused, never sampled or cut."""

Known = dict[Any, Sums]
"""What was worked out for one procedure and set-up with other answers, by all that it depends on."""


@dataclass(frozen=True)
class Answer:
    """One question of a report: a chance (`when`), or a distribution (`of`) in order of its values."""

    id: str
    title: str
    chance: Fraction | None
    distribution: tuple[tuple[Any, Fraction], ...]

    @property
    def mean(self) -> Fraction | None:
        """The expected value, where every value is a number."""
        if not self.distribution or not all(isinstance(value, int) for value, _ in self.distribution):
            return None
        whole = lcm(*(chance.denominator for _, chance in self.distribution))
        return Fraction(
            sum(value * chance.numerator * (whole // chance.denominator) for value, chance in self.distribution), whole
        )


def _depends(request: Request) -> Any:
    """All that the odds from the first roll on depend on: where the walk stands, what this roll can bring, and the answers that are read later."""
    plan, node, state = request.plan, request.node, request.state
    tasks = tuple((task.node.name, task.phase, task.item, task.saved) for task in state.tasks)
    brings = tuple((_read(outcome), ways) for outcome, ways in request.outcomes())
    later = wanted_by(plan, state.tasks, node if node.step.then else None).values | {
        deck.without for deck in plan.decks.values() if deck.without
    }
    return node.name, tasks, state.values, state.local, brings, among(plan.inputs.items(), later)


def request_odds(request: Request, result: Any) -> Fraction:
    """The chance of one result of one roll (or of a card class in a draw)."""
    outcomes = request.outcomes()
    total = sum(ways for _, ways in outcomes)
    wanted = sum(ways for outcome, ways in outcomes if _read(outcome) == result)
    return Fraction(wanted, total)


def _read(outcome: Any) -> Any:
    """What a roll is read as, or the class of a drawn card."""
    return getattr(outcome, "result", getattr(outcome, "card_class", None))


def report(plan: Plan, known: Known | None = None) -> list[Answer]:
    """The procedure's questions answered; a procedure without any answers the distribution of its single roll.

    `known` is filled, and used for what was worked out for the same procedure and set-up with other answers. Raises InputError for
    data that lead nowhere, and for odds that are too large.
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
        raise InputError(
            [Diagnostic("E510", message, error.node.span, "split the procedure, or report counts")]
        ) from error


def _sums(plan: Plan) -> Sums:
    """The sums of all questions: together, or each by itself where together they are too large."""
    reports = plan.procedure.report
    if len(reports) > 1:
        try:
            return sums(
                plan,
                [question(plan, one) for one in reports.values()],
                Effort(TOGETHER),
                plan.memo.setdefault("shared", Shared()),
            )
        except TooLargeError:
            pass
    found, effort = [], Effort(MOST)
    for name, one in reports.items():
        alone = replace(plan, procedure=plan.procedure.model_copy(update={"report": {name: one}}), memo={})
        found += sums(alone, [question(alone, one)], effort)
    return found


def _answer(name: str, asked: Report, about: Question, ways: Ways, whole: int) -> Answer:
    found: Ways = {}
    for total, number in ways.items():
        value = shown(about.answer(total))
        found[value] = found.get(value, 0) + number
    if asked.when is not None:
        return Answer(name, asked.title, Fraction(found.get(True, 0), whole), ())
    return Answer(
        name, asked.title, None, _ordered({value: Fraction(number, whole) for value, number in found.items()})
    )


def readings(plan: Plan, final: State) -> tuple[tuple[str, str], ...]:
    """What the report's questions come to after one walk: each that holds as its title and '', each amount as its title and value."""
    view = View(plan, dict(final.values), {})
    found = []
    for asked in plan.procedure.report.values():
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
    """Numbers by size, then words by the alphabet."""
    numbers = sorted(value for value in values if isinstance(value, int))
    words = sorted((value for value in values if not isinstance(value, int)), key=str)
    return tuple((value, values[value]) for value in (*numbers, *words))
