"""Every die that a plan may need, listed without rolling: what two players declare before a dice server rolls."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.dice.plan import Plan, PlanNode
from rcwkit.dice.sources import draw_path, paths
from rcwkit.dice.values import WalkError
from rcwkit.dice.walk import refused, within_reason

__all__ = ["possible_dice"]


def possible_dice(plan: Plan) -> Iterator[tuple[str, int, str]]:
    """Yield (path, sides, title) of each die, in step order. Raises InputError if the number of dice is rolled too."""
    for node in plan.nodes:
        yield from _of(plan, node, ())


def _of(plan: Plan, node: PlanNode, outer: tuple[str, ...]) -> Iterator[tuple[str, int, str]]:
    draw, title = node.step.draw, node.title
    for item in _items(plan, node):
        inner = outer if item is None else (*outer, str(item))
        base = "/".join([plan.id, node.name, *inner])
        if node.reader is not None:
            dice = node.reader.dice
            for path in paths(base, dice.count, 1):
                yield path, dice.faces, ": ".join([title, *(plan.names.get(item, item) for item in inner)])
        elif draw is not None:
            deck = plan.decks[draw.deck]
            yield (
                draw_path(base),
                len(deck.cards) + len(deck.discards),
                f"{title}: card {int(str(item)) + 1} of the deck",
            )
        for child in node.children:
            yield from _of(plan, child, inner)


def _items(plan: Plan, node: PlanNode) -> tuple[object, ...]:
    """Return the items of a step, or (None,) if it is not repeated. Raises InputError if their number is rolled."""
    if node.items is not None:
        return node.items
    draw, counted = node.step.draw, node.step.times
    if counted is None:
        if draw is None:
            return (None,)
        counted = draw.count
    number = plan.inputs.get(counted, counted) if isinstance(counted, str) else counted
    if not isinstance(number, int):
        message = f"how many dice step '{node.name}' needs depends on other dice"
        raise InputError([Diagnostic("E526", message, node.span, "roll with --ask or by mail")])
    try:
        within_reason(node, number)
    except WalkError as error:
        raise refused(plan, error) from error
    first = 0 if draw is not None else 1
    return tuple(range(first, number + first))
