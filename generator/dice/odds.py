"""Exact odds: the walk over every face at once, with equal states merged; integer weights, fractions at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from generator.diagnostics import Diagnostic, InputError
from generator.dice.plan import Plan
from generator.dice.state import State, among, wanted_by
from generator.dice.values import View, WalkError, amount, holds, shown
from generator.dice.walk import Request, begin, onward, refused, take

__all__ = ["CAP", "Answer", "Known", "distribution", "readings", "report", "request_odds"]

CAP = 100_000
"""The most different states that an analysis may hold; past it, it is refused, never sampled or cut."""

Known = dict[Any, dict[State, Fraction]]
"""What was worked out for one procedure and set-up with other answers, by all that it depends on."""
Branches = dict[tuple[tuple[tuple[str, Any], ...], tuple[tuple[str, Any], ...]], int]


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
        return sum((value * chance for value, chance in self.distribution), Fraction(0))


def distribution(plan: Plan, known: Known | None = None) -> dict[State, Fraction]:
    """Every final state with its chance. Raises InputError when the states pass the cap, naming the step."""
    try:
        state, _, request = begin(plan)
        if request is None:
            return {state: Fraction(1)}
        known, key = {} if known is None else known, _depends(request)
        if key not in known:
            known[key] = _distribution(request)
        return known[key]
    except WalkError as error:
        raise refused(plan, error) from error


def _depends(request: Request) -> Any:
    """All that the odds from the first roll on depend on: where the walk stands, what this roll can bring, and the answers that are read later."""
    plan, node, state = request.plan, request.node, request.state
    tasks = tuple((task.node.name, task.phase, task.item, task.saved) for task in state.tasks)
    brings = tuple((_read(outcome), ways) for outcome, ways in request.outcomes())
    later = wanted_by(plan, state.tasks, node if node.step.then else None).values | {deck.without or "" for deck in plan.decks.values()}
    return node.name, tasks, state.values, state.local, brings, among(plan.inputs.items(), later)


def _distribution(first: Request) -> dict[State, Fraction]:
    plan = first.plan
    waiting: dict[State, tuple[Request, int]] = {first.state: (first, 1)}
    final: dict[State, int] = {}
    whole = 1
    memo: dict[Any, Branches] = {}
    while waiting:
        rolls = [(request, weight, _branches(request, memo)) for request, weight in waiting.values()]
        totals = [sum(branches.values()) for _, _, branches in rolls]
        scale = lcm(*totals)
        whole *= scale
        taken: dict[State, int] = {}
        for (request, weight, branches), total in zip(rolls, totals, strict=True):
            part = weight * (scale // total)
            for (values, local), ways in branches.items():
                state = State(request.state.tasks, values, local)
                taken[state] = taken.get(state, 0) + part * ways
            if len(taken) + len(final) > CAP:
                message = f"exact odds need more than {CAP} states at step '{request.node.name}'"
                raise InputError([Diagnostic("E510", message, request.node.span, "split the procedure, or report counts")])
        final = {state: weight * scale for state, weight in final.items()}
        waiting = {}
        for before, weight in taken.items():
            state, _, following = onward(plan, before)
            state = state._replace(done=0)
            if following is None:
                final[state] = final.get(state, 0) + weight
            else:
                waiting[state] = (following, waiting[state][1] + weight if state in waiting else weight)
    return {state: Fraction(weight, whole) for state, weight in final.items()}


def _branches(request: Request, memo: dict[Any, Branches]) -> Branches:
    """Where a roll leads: (values, local results) after it → ways.

    A step that is repeated without looking at its item leads from the same values to the same ones every time.
    """
    node, state = request.node, request.state
    by_item = any(name.rpartition(".")[2] == "item" for name in node.reads)
    local = state.local if by_item else tuple(pair for pair in state.local if pair[0] != f"item.{node.name}")
    around = tuple(task.node for task in state.tasks if task.phase == "close")
    key = (node, state.values, local, around, wanted_by(request.plan, state.tasks))
    found = memo.get(key)
    if found is None:
        found = memo[key] = {}
        for outcome, ways in request.outcomes():
            after, _ = take(request, outcome)
            found[after.values, after.local] = found.get((after.values, after.local), 0) + ways
    return found


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

    `known` is filled, and used for what was worked out for the same procedure and set-up with other answers.
    """
    if not plan.procedure.report:
        return [_single(plan)]
    finals = distribution(plan, known)
    try:
        return _answers(plan, finals)
    except WalkError as error:
        raise refused(plan, error) from error


def _answers(plan: Plan, finals: Mapping[State, Fraction]) -> list[Answer]:
    answers = []
    for name, question in plan.procedure.report.items():
        chance = Fraction(0)
        values: dict[Any, Fraction] = {}
        for state, part in finals.items():
            view = View(plan, dict(state.values), {})
            if question.when is not None:
                chance += part if holds(view, question.when) else 0
            else:
                value = shown(amount(view, question.of))
                values[value] = values.get(value, Fraction(0)) + part
        answers.append(Answer(name, question.title, chance if question.when is not None else None, _ordered(values)))
    return answers


def readings(plan: Plan, final: State) -> tuple[tuple[str, str], ...]:
    """What the report's questions come to after one walk: each that holds as its title and '', each amount as its title and value."""
    view = View(plan, dict(final.values), {})
    found = []
    for question in plan.procedure.report.values():
        if question.when is None:
            found.append((question.title, str(shown(amount(view, question.of)))))
        elif holds(view, question.when):
            found.append((question.title, ""))
    return tuple(found)


def _single(plan: Plan) -> Answer:
    try:
        return _first(plan)
    except WalkError as error:
        raise refused(plan, error) from error


def _first(plan: Plan) -> Answer:
    _, _, request = begin(plan)
    values: dict[Any, Fraction] = {}
    if request is not None:
        outcomes = request.outcomes()
        total = sum(ways for _, ways in outcomes)
        for outcome, ways in outcomes:
            value = _read(outcome)
            values[value] = values.get(value, Fraction(0)) + Fraction(ways, total)
    return Answer("result", plan.procedure.title, None, _ordered(values))


def _ordered(values: Mapping[Any, Fraction]) -> tuple[tuple[Any, Fraction], ...]:
    return tuple(
        sorted(values.items(), key=lambda entry: (not isinstance(entry[0], int), entry[0] if isinstance(entry[0], int) else 0, str(entry[0])))
    )
