"""Odds by other means: dice of icepool, and every course of the walk to its end, where the report is evaluated."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from rcwkit.dice.odds import Answer
from rcwkit.dice.plan import Plan
from rcwkit.dice.values import View, amount, holds, shown
from rcwkit.dice.walk import State, begin, onward, take

Odds = Callable[..., dict[str, Answer]]
"""Asks a procedure by name, with answers to its inputs: question → answer."""


def singles(count: int, **more: Any) -> list[dict[str, Any]]:
    """Return steps s0, s1 and so on that roll one die each, with more keys."""
    return [{"id": f"s{at}", "roll": "1d6", **more} for at in range(count)]


def nested(count: int) -> Any:
    """Return the sum of so many steps, as one is written in a report."""
    value: Any = "s0"
    for at in range(1, count):
        value = {"of": f"s{at}", "plus": value}
    return value


def fractions(die: Any) -> dict[Any, Fraction]:
    """Return an icepool die as fractions."""
    return {outcome: Fraction(ways, die.denominator()) for outcome, ways in die.items() if ways}


def same(answer: Answer, die: Any) -> None:
    """Assert that an answer equals a die: its distribution, or for a chance the weight of 1 (or True)."""
    if answer.chance is None:
        assert dict(answer.distribution) == fractions(die)
    else:
        assert answer.chance == fractions(die).get(1, 0)


def finals(plan: Plan) -> dict[State, Fraction]:
    """Return every final state with its chance."""
    found: dict[State, Fraction] = {}
    state, _, request = begin(plan)
    waiting = {state._replace(done=0): (request, Fraction(1))}
    while waiting:
        following: dict[State, Any] = {}
        for state, (request, chance) in waiting.items():
            if request is None:
                found[state] = found.get(state, Fraction(0)) + chance
                continue
            outcomes = request.outcomes()
            for outcome, ways in outcomes:
                after, _, then = onward(plan, take(request, outcome)[0])
                after = after._replace(done=0)
                part = chance * Fraction(ways, sum(number for _, number in outcomes))
                following[after] = (then, following[after][1] + part if after in following else part)
        waiting = following
    return found


def answered(plan: Plan) -> dict[str, dict[Any, Fraction]]:
    """Return each question of the report with value → chance, for values that can occur."""
    answers: dict[str, dict[Any, Fraction]] = {name: {} for name in plan.procedure.report}
    for state, part in finals(plan).items():
        view = View(plan, dict(state.values), {})
        for name, asked in plan.procedure.report.items():
            value = shown(amount(view, asked.of)) if asked.when is None else holds(view, asked.when)
            answers[name][value] = answers[name].get(value, Fraction(0)) + part
    return answers
