"""Merging of card classes that no step or question distinguishes, so that the odds have fewer states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rcwkit.dice.node import Node, names_in, scopes
from rcwkit.dice.plan import Deck, Plan
from rcwkit.models.conditions import Calc, Compare, Items, Logic
from rcwkit.models.procedures import Report

__all__ = ["report_sets", "merged", "step_sets"]

Sets = list[tuple[Any, ...]]
"""Sets of classes that something asks for: classes contained in the same sets are equivalent."""


def merged(plan: Plan) -> Plan:
    """Return the plan with one name for all card classes that no step and no question distinguishes."""
    if not plan.decks:
        return plan
    reports = plan.procedure.report.values()
    found = {
        name: _merged(deck, [step_sets(plan, name), *(report_sets(plan, name, report) for report in reports)])
        for name, deck in plan.decks.items()
    }
    return replace(plan, decks=found, memo={})


def step_sets(plan: Plan, deck: str) -> Sets | None:
    """Return the sets of a deck's classes that steps ask for, or None if a step reads the class itself."""
    read = ((scope, [*node.asks, *node.amounts]) for node in plan.steps for scope in scopes(node.scope))
    found = _sets(plan, deck, read)
    results = [(result,) for node in _drawing(plan, deck) for result in node.step.then]
    return None if found is None else [*found, *results]


def report_sets(plan: Plan, deck: str, report: Report) -> Sets | None:
    """Return the sets of a deck's classes that a question asks for, or None if it reads the class or tally itself."""
    return _sets(plan, deck, [("", [report.when, report.of])])


def _drawing(plan: Plan, deck: str) -> list[Node]:
    """Return the steps that draw from a deck."""
    return [node for node in plan.steps if node.step.draw is not None and node.step.draw.deck == deck]


def _sets(plan: Plan, deck: str, read: Iterable[tuple[str, list[Any]]]) -> Sets | None:
    drawn = {node.name for node in _drawing(plan, deck)}
    found = [
        results
        for scope, values in read
        for name, results in _mentions(values)
        if scope + name in drawn or name.endswith(".item")
    ]
    return None if None in found else [results for results in found if results is not None]


def _merged(deck: Deck, found: list[Sets | None]) -> Deck:
    sets: Sets = []
    for some in found:
        if some is None:
            return deck
        sets += some
    first: dict[tuple[bool, ...], str] = {}
    alike = {
        one: first.setdefault(tuple(one in results for results in sets), one)
        for one in sorted({*deck.cards.values(), *deck.discards.values()})
    }
    cards, discards = ({card: alike[one] for card, one in pile.items()} for pile in (deck.cards, deck.discards))
    return replace(deck, cards=cards, discards=discards)


def _mentions(value: Any) -> Iterator[tuple[str, tuple[Any, ...] | None]]:
    """Yield the names that conditions and amounts read, with the results asked for (None: the value itself)."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _mentions(part)
    elif isinstance(value, Logic):
        yield from _mentions(value.parts)
    elif isinstance(value, Items):
        yield value.step, value.results
    elif isinstance(value, Compare):
        if isinstance(value.value, str) and value.at_least is None and value.at_most is None:
            yield value.value, tuple(value.is_in or ())
            yield value.value, tuple(value.not_in or ())
        else:
            yield from _mentions([value.value, value.at_least, value.at_most])
    elif isinstance(value, Calc) and value.count is not None:
        for name, results in value.count.items():
            yield name, results if isinstance(results, tuple) else (results,)
        yield from _mentions(value.plus)
    else:
        yield from ((name, None) for name in names_in(value))
