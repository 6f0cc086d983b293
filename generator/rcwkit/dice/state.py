"""The states of a walk: tasks still to do and values kept, of which only those stay that something later reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from rcwkit.dice.node import Node
from rcwkit.dice.plan import Plan

__all__ = ["State", "Task", "Wanted", "among", "bound", "keep", "live", "tallied", "wanted_by"]


class Task(NamedTuple):
    """Something still to do: enter a step, go over its items, do it for one item, or close an item and count its results.

    The `item` of the phase `each` is the place of the next item, from 0, and how many items there are.
    """

    node: Node
    phase: str  # enter, each, do, close
    item: Any = None
    saved: tuple[tuple[str, Any], ...] = ()


class State(NamedTuple):
    """Tasks still to do (the next one last), values kept, the results of the running item, and how many steps were done."""

    tasks: tuple[Task, ...]
    values: tuple[tuple[str, Any], ...]
    local: tuple[tuple[str, Any], ...] = ()
    done: int = 0

    def after(self, *tasks: Task) -> State:
        """The same with other tasks."""
        return State(tasks, self.values, self.local, self.done)

    def having(self, values: tuple[tuple[str, Any], ...]) -> State:
        """The same with other values."""
        return State(self.tasks, values, self.local, self.done)

    def beside(self, local: Iterable[tuple[str, Any]]) -> State:
        """The same with other results of the running item."""
        return State(self.tasks, self.values, tuple(local), self.done)


def keep(state: State, name: str, value: Any) -> State:
    """Keep a value under its full name."""
    return state.having(tuple(sorted({**dict(state.values), name: value}.items())))


def bound(state: State, name: str, value: Any) -> State:
    """Keep a step's result: with the running item's inside a repeated group, otherwise with the values."""
    return state.beside({**dict(state.local), name: value}.items()) if _grouped(state) else keep(state, name, value)


def tallied(state: State, name: str, results: Mapping[Any, int]) -> State:
    """Count a repeated step's results with those that it had before."""
    counts = dict(dict(state.local if _grouped(state) else state.values).get(name, ()))
    for result, count in results.items():
        counts[result] = counts.get(result, 0) + count
    return bound(state, name, tuple(sorted(counts.items(), key=lambda entry: str(entry[0]))))


def _grouped(state: State) -> bool:
    """Whether a group's item is running."""
    return "close" in [task.phase for task in state.tasks]


class Wanted(NamedTuple):
    """The names that are still read among the values, and among the running item's results."""

    values: frozenset[str]
    local: frozenset[str]


def live(plan: Plan, state: State, node: Node | None) -> State:
    """Forget what neither the rest of the walk nor the report reads, so that more states are equal."""
    wanted = wanted_by(plan, state.tasks, node)
    values = among(state.values, wanted.values)
    local = tuple([pair for pair in state.local if pair[0].startswith("item.") or is_among(pair[0], wanted.local)])
    return state if (values, local) == (state.values, state.local) else State(state.tasks, values, local, state.done)


def among(values: Iterable[tuple[str, Any]], wanted: Collection[str]) -> tuple[tuple[str, Any], ...]:
    """Those of some named values that are wanted."""
    return tuple([pair for pair in values if pair[0] in wanted or is_among(pair[0], wanted)])


def is_among(name: str, wanted: Collection[str]) -> bool:
    """Whether a name is wanted: by itself, or as the item's of its group."""
    return name in wanted or f"{name.rpartition('.')[0]}.item" in wanted


def wanted_by(plan: Plan, tasks: tuple[Task, ...], node: Node | None = None) -> Wanted:
    """What tasks still to do, a waiting step and the report read."""
    key = (node, *((task.node, task.phase) for task in tasks))
    wanted = plan.memo.get(key)
    if wanted is None:
        wanted = plan.memo[key] = _wanted(plan, tasks, node)
    return wanted


def _wanted(plan: Plan, tasks: tuple[Task, ...], node: Node | None) -> Wanted:
    """See `wanted_by`; a deck is kept while anything may draw from it."""
    values, local, inner = set(plan.asked), set[str](), set[str]()
    for task in tasks if node is None else (*tasks, Task(node, "do")):
        if task.phase == "close":
            # What stands above this task belongs to the group's item. Its results are counted if what stands below reads them.
            below = local if inner else values
            local = {name for name in task.node.inner if is_among(name, below)}
            inner |= task.node.inner
        else:
            values |= task.node.reads - inner
            local |= task.node.reads
        values |= {f"deck.{name}" for name in task.node.draws} if task.phase != "close" else set()
    return Wanted(frozenset(values), frozenset(local))
