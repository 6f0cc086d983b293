"""Classes of cards that nothing tells apart: for the odds they are one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rcwkit.dice.node import names_in, scopes
from rcwkit.dice.plan import Deck, Plan
from rcwkit.models.conditions import Calc, Compare, Items, Logic
from rcwkit.models.procedures import Report

__all__ = ["asked_apart", "merged", "told_apart"]

Sets = list[tuple[Any, ...]]
"""Sets of classes that are asked for: classes that are in the same ones are alike."""


def merged(plan: Plan) -> Plan:
    """The plan with decks whose classes have one name where no step and no question tells them apart."""
    if not plan.decks:
        return plan
    found = {}
    for name, deck in plan.decks.items():
        found[name] = _merged(
            deck, [told_apart(plan, name), *(asked_apart(plan, name, one) for one in plan.procedure.report.values())]
        )
    return replace(plan, decks=found, memo={})


def told_apart(plan: Plan, deck: str) -> Sets | None:
    """The sets of classes of a deck that steps ask for; None where a step reads a class itself."""
    found = _sets(
        plan, deck, ((scope, [*node.asks, *node.amounts]) for node in plan.steps for scope in scopes(node.scope))
    )
    results = [
        (result,)
        for node in plan.steps
        if node.step.draw is not None and node.step.draw.deck == deck
        for result in node.step.then
    ]
    return None if found is None else [*found, *results]


def asked_apart(plan: Plan, deck: str, report: Report) -> Sets | None:
    """The sets of classes of a deck that a question asks for; None where it asks for a class or tally itself."""
    return _sets(plan, deck, [("", [report.when, report.of])])


def _sets(plan: Plan, deck: str, read: Iterable[tuple[str, list[Any]]]) -> Sets | None:
    drawn = {node.name for node in plan.steps if node.step.draw is not None and node.step.draw.deck == deck}
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
        for one in sorted(set(deck.cards.values()))
    }
    return replace(deck, cards={card: alike[one] for card, one in deck.cards.items()})


def _mentions(value: Any) -> Iterator[tuple[str, tuple[Any, ...] | None]]:
    """The names that conditions and amounts read, with the results that they ask for; None where they read the value itself."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _mentions(part)
    elif isinstance(value, Logic):
        yield from _mentions(value.parts)
    elif isinstance(value, Items):
        yield value.step, value.results
    elif (
        isinstance(value, Compare) and isinstance(value.value, str) and value.at_least is None and value.at_most is None
    ):
        yield value.value, tuple(value.is_in or ())
        yield value.value, tuple(value.not_in or ())
    elif isinstance(value, Compare):
        yield from _mentions([value.value, value.at_least, value.at_most])
    elif isinstance(value, Calc) and value.count is not None:
        yield from (
            (name, results if isinstance(results, tuple) else (results,)) for name, results in value.count.items()
        )
        yield from _mentions(value.plus)
    else:
        yield from ((name, None) for name in names_in(value))
