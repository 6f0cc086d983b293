"""The states of a walk: pending tasks, and the values that something later still reads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from rcwkit.dice.node import Node
from rcwkit.dice.plan import Plan

__all__ = ["State", "Task", "Wanted", "among", "bound", "keep", "live", "tallied", "wanted_by"]


RESHUFFLED = "deck."
"""The value that is 1 once all decks have taken back their discards."""


class Task(NamedTuple):
    """A pending task: enter a step, iterate over its items, do it for one item, or close an item and tally its results.

    In the phase `each`, `item` is a pair: the index of the next item, and the number of items.
    """

    node: Node
    phase: str  # enter, each, do, close
    item: Any = None
    saved: tuple[tuple[str, Any], ...] = ()


class State(NamedTuple):
    """Pending tasks (the next one last), values, the results of the current item, and the number of steps done."""

    tasks: tuple[Task, ...]
    values: tuple[tuple[str, Any], ...]
    local: tuple[tuple[str, Any], ...] = ()
    done: int = 0

    def after(self, *tasks: Task) -> State:
        """Return the state with other tasks."""
        return State(tasks, self.values, self.local, self.done)

    def having(self, values: tuple[tuple[str, Any], ...]) -> State:
        """Return the state with other values."""
        return State(self.tasks, values, self.local, self.done)

    def beside(self, local: Iterable[tuple[str, Any]]) -> State:
        """Return the state with other results of the current item."""
        return State(self.tasks, self.values, tuple(local), self.done)


def keep(state: State, name: str, value: Any) -> State:
    """Store a value under its full name."""
    return state.having(tuple(sorted({**dict(state.values), name: value}.items())))


def bound(state: State, name: str, value: Any) -> State:
    """Store a step's result: with those of the current item inside a repeated group, otherwise with the values."""
    return state.beside({**dict(state.local), name: value}.items()) if _grouped(state) else keep(state, name, value)


def tallied(state: State, name: str, results: Mapping[Any, int]) -> State:
    """Add results to the tally of a repeated step."""
    counts = dict(dict(state.local if _grouped(state) else state.values).get(name, ()))
    for result, count in results.items():
        counts[result] = counts.get(result, 0) + count
    return bound(state, name, tuple(sorted(counts.items(), key=lambda entry: str(entry[0]))))


def _grouped(state: State) -> bool:
    """Return whether the walk is inside an item of a group."""
    return "close" in [task.phase for task in state.tasks]


class Wanted(NamedTuple):
    """The names still read among the values, and among the results of the current item."""

    values: frozenset[str]
    local: frozenset[str]


def live(plan: Plan, state: State, node: Node | None) -> State:
    """Drop values that neither the rest of the walk nor the report reads, so that more states are equal."""
    wanted = wanted_by(plan, state.tasks, node)
    values = among(state.values, wanted.values)
    local = tuple([pair for pair in state.local if pair[0].startswith("item.") or is_among(pair[0], wanted.local)])
    return state if (values, local) == (state.values, state.local) else State(state.tasks, values, local, state.done)


def among(values: Iterable[tuple[str, Any]], wanted: Collection[str]) -> tuple[tuple[str, Any], ...]:
    """Return those named values that are wanted."""
    return tuple([pair for pair in values if pair[0] in wanted or is_among(pair[0], wanted)])


def is_among(name: str, wanted: Collection[str]) -> bool:
    """Return whether a name is wanted, by itself or as `group.item`."""
    return name in wanted or f"{name.rpartition('.')[0]}.item" in wanted


def wanted_by(plan: Plan, tasks: tuple[Task, ...], node: Node | None = None) -> Wanted:
    """Return what pending tasks, a waiting step and the report read."""
    key = (node, *((task.node, task.phase) for task in tasks))
    wanted = plan.memo.get(key)
    if wanted is None:
        wanted = plan.memo[key] = _wanted(plan, tasks, node)
    return wanted


def _wanted(plan: Plan, tasks: tuple[Task, ...], node: Node | None) -> Wanted:
    """Compute `wanted_by`; a deck, and whether discards are back, is wanted while anything may draw from it."""
    values, local, inner = set(plan.asked), set[str](), set[str]()
    for task in tasks if node is None else (*tasks, Task(node, "do")):
        if task.phase == "close":
            # Tasks above this one belong to the group's item. Its results are tallied if tasks below read them.
            below = local if inner else values
            local = {name for name in task.node.inner if is_among(name, below)}
            inner |= task.node.inner
        else:
            values |= task.node.reads - inner
            local |= task.node.reads
            values |= {RESHUFFLED, *(f"deck.{name}" for name in task.node.draws)} if task.node.draws else set()
    return Wanted(frozenset(values), frozenset(local))
