"""States of a walk: what they keep, where, and for how long."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.dice.plan import Plan, PlanNode
from rcwkit.dice.walk import RESHUFFLED, PendingTask, State, among, bound, keep, live, tallied, wanted_by
from test_walk import one

ROLL = {"roll": "1d6"}


def grouped() -> tuple[Plan, PlanNode, PlanNode, PlanNode]:
    """Return the plan `g(a, h(b, c), d), e`, in which `g` and `h` are repeated, and its nodes `g`, `h` and `e`."""
    inner = {"id": "h", "times": 2, "steps": [{"id": "b", **ROLL}, {"id": "c", "when": {"b": 1}, **ROLL}]}
    last = {"id": "d", "when": {"any": {"b": 2}, "a": 1, "v": 0}, **ROLL}
    steps = [
        {"id": "g", "times": 2, "steps": [{"id": "a", **ROLL}, inner, last]},
        {"id": "e", "when": {"any": {"c": 1}}, **ROLL},
    ]
    plan = one(steps, variables={"v": 0, "box.x": 1}, report={"r": {"title": "r", "of": {"sum": "d"}}})
    outer, after = plan.nodes
    return plan, outer, outer.children[1], after


PLAN, OUTER, INNER, AFTER = grouped()
OPEN = (PendingTask(AFTER, "enter"), PendingTask(OUTER, "close", 1))
DEEP = (*OPEN, PendingTask(OUTER.children[2], "enter"), PendingTask(INNER, "close", 1))


def test_outside_of_groups_results_are_among_the_values() -> None:
    state = keep(State((), (("b", 1),)), "a", 2)
    assert state.values == (("a", 2), ("b", 1))
    assert bound(state, "b", 3).values == (("a", 2), ("b", 3))
    assert bound(state, "b", 3).local == ()


def test_in_a_group_results_belong_to_the_item() -> None:
    state = State(OPEN, (("b", 1),), (("item.g", 1),))
    assert bound(state, "b", 3).local == (("item.g", 1), ("b", 3))
    assert bound(state, "b", 3).values == (("b", 1),)
    assert keep(state, "b", 3).values == (("b", 3),)


def test_a_group_that_is_only_to_be_entered_has_no_item_yet() -> None:
    assert bound(State(OPEN[:1], ()), "a", 1).values == (("a", 1),)


def test_a_state_with_other_tasks_is_otherwise_the_same() -> None:
    assert State((), (("a", 1),), (("b", 2),)).after(*OPEN) == (OPEN, (("a", 1),), (("b", 2),), 0)
    assert State(OPEN, (), (), 7).after() == State((), (), (), 7)


@pytest.mark.parametrize("tasks", [(), OPEN])
def test_tallies_add_up_in_order_of_their_results(tasks: tuple[PendingTask, ...]) -> None:
    state = tallied(tallied(State(tasks, ()), "s", {"y": 1}), "s", {"x": 2, "y": 3})
    assert dict((*state.values, *state.local)) == {"s": (("x", 2), ("y", 4))}
    assert tallied(State(tasks, ()), "s", {9: 1, 10: 2}) == bound(State(tasks, ()), "s", ((10, 2), (9, 1))), (
        "as words are sorted"
    )


def test_steps_above_an_open_item_read_that_item_alone() -> None:
    """`e` reads `c`, so the items' are counted; `d` reads `v`; nothing above reads another item's `b`."""
    wanted = wanted_by(PLAN, OPEN)
    assert wanted.values == {"c", "d"}
    assert wanted.local == {"c", "d"}
    deep = wanted_by(PLAN, DEEP)
    assert deep.values == {"c", "d", "v"}
    assert deep.local == {"b", "c"}, "of the inner item: what the outer one reads, and what the end does"


def test_a_waiting_step_reads_too() -> None:
    waiting = wanted_by(PLAN, DEEP, INNER.children[1])
    assert "b" in waiting.local
    assert "b" not in waiting.values
    assert wanted_by(PLAN, (), AFTER).values == {"c", "d"}


def test_decks_stay_while_anything_is_to_be_done() -> None:
    decks = {"q": {"title": "Q", "cards": "1-3"}}
    plan = one([{"id": "s", "draw": {"deck": "q"}}], decks=decks)
    (node,) = plan.nodes
    assert wanted_by(plan, (PendingTask(node, "enter"),)).values == {"deck.q", RESHUFFLED}
    assert wanted_by(plan, (), node).values == {"deck.q", RESHUFFLED}
    assert wanted_by(plan, ()).values == frozenset()


def test_a_state_forgets_unread_values() -> None:
    values: tuple[tuple[str, Any], ...] = (("b", ()), ("c", ()), ("other", 1), ("v", 0))
    local = (("item.g", 1), ("a", 1), ("item.h", 2), ("b", 1), ("z", 2))
    state = live(PLAN, State(DEEP, values, local, 7), None)
    assert state == State(DEEP, (("c", ()), ("v", 0)), (("item.g", 1), ("item.h", 2), ("b", 1)), 7)
    assert live(PLAN, state, None) is state


def test_a_name_is_read_alone_or_for_an_item() -> None:
    values = (("box.a", 1), ("box.b", 2), ("a", 3), ("a.b.c", 4))
    assert among(values, {"box.item"}) == values[:2]
    assert among(values, {"a"}) == values[2:3]
    assert among(values, {"a.b.item"}) == values[3:]
    assert among(values, {"item"}) == ()
