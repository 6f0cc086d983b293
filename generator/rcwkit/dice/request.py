"""Every die that a plan can need, found without rolling: what two players declare before a dice server rolls."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.dice.node import Node
from rcwkit.dice.plan import Plan
from rcwkit.dice.sources import draw_path, paths
from rcwkit.dice.values import WalkError
from rcwkit.dice.walk import refused, within_reason

__all__ = ["possible_dice"]


def possible_dice(plan: Plan) -> Iterator[tuple[str, int, str]]:
    """(path, sides, title) of each die, in the order of the steps. Raises InputError where the number of dice is itself rolled."""
    for node in plan.nodes:
        yield from _of(plan, node, ())


def _of(plan: Plan, node: Node, outer: tuple[str, ...]) -> Iterator[tuple[str, int, str]]:
    step = node.step
    title = node.title
    for item in _items(plan, node):
        inner = outer if item is None else (*outer, str(item))
        if node.reader is not None:
            dice = node.reader.dice
            for path in paths("/".join([plan.id, node.name, *inner]), dice.count, 1):
                yield path, dice.faces, ": ".join([title, *(plan.names.get(item, item) for item in inner)])
        elif step.draw is not None:
            left = len(plan.decks[step.draw.deck].cards)
            yield (
                draw_path("/".join([plan.id, node.name, *inner])),
                left,
                f"{title}: card {int(str(item)) + 1} of the deck",
            )
        for child in node.children:
            yield from _of(plan, child, inner)


def _items(plan: Plan, node: Node) -> tuple[object, ...]:
    """What a step goes over, as far as it is known before rolling."""
    if node.items is not None:
        return node.items
    counted = (
        node.step.times if node.step.times is not None else node.step.draw.count if node.step.draw is not None else None
    )
    if counted is None:
        return (None,)
    number = plan.inputs.get(counted, counted) if isinstance(counted, str) else counted
    if not isinstance(number, int):
        raise InputError(
            [
                Diagnostic(
                    "E526",
                    f"how many dice step '{node.name}' needs depends on other dice",
                    node.span,
                    "roll with --ask or by mail",
                )
            ]
        )
    try:
        within_reason(node, number)
    except WalkError as error:
        raise refused(plan, error) from error
    first = 0 if node.step.draw is not None else 1
    return tuple(range(first, number + first))
