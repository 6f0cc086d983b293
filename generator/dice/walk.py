"""The walk: the one interpreter of procedures. A state says which roll it waits for; a result takes it to the next state.

Rolling, typing and exact odds all use the same three functions: `begin`, `request` and `advance`. States are immutable and
comparable, so that equal ones can be merged; a state keeps only values that something later still reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from generator.dice.notation import Dice
from generator.dice.plan import Node, Plan, names_in
from generator.dice.values import View, amount, holds
from generator.models.procedures import Effect, Move
from generator.models.tracks import Track

__all__ = ["Drawn", "Event", "Request", "Result", "State", "WalkError", "advance", "begin"]


class WalkError(Exception):
    """The data lead nowhere (a roll beyond a table, a word where a number is meant); `node` says in which step."""

    def __init__(self, node: Node, message: str) -> None:
        super().__init__(message)
        self.node = node


@dataclass(frozen=True, slots=True)
class Task:
    """Something still to do: enter a step, do it for one item, or close an item and count its results."""

    node: Node
    phase: str  # enter, do, close
    item: Any = None
    saved: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Tasks still to do (the next one last), values kept, and the results of the running item."""

    tasks: tuple[Task, ...]
    values: tuple[tuple[str, Any], ...]
    local: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: an effect with `item` filled in, or a note of a guard."""

    node: Node
    item: Any
    effect: Effect


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card class out of a deck, with how many of that class are left in it."""

    card_class: str
    weight: int


@dataclass(frozen=True, slots=True)
class Result:
    """A resolved roll: natural dice, modifiers, what was read, and whether it must be rolled again."""

    natural: int
    total: int
    read: int
    row: Any
    result: Any
    again: bool = False


@dataclass(frozen=True)
class Request:
    """A roll or draw that a state waits for."""

    plan: Plan
    state: State
    node: Node
    item: Any

    @property
    def path(self) -> str:
        """`procedure/step` or `procedure/step/item`; dice and attempts are added behind."""
        items = [str(value) for name, value in self.state.local if name.startswith("item.")]
        return "/".join([self.plan.id, self.node.name, *items])

    @property
    def view(self) -> View:
        """The names that this step can read."""
        return _view(self.plan, self.state, self.node)

    @property
    def dice(self) -> Dice | None:
        """The dice, or None for a draw."""
        return self.node.reader.dice if self.node.reader is not None else None

    @cached_property
    def drm(self) -> tuple[tuple[str, int], ...]:
        """The modifiers that apply: (reason, amount)."""
        reader = self.node.reader
        if reader is None:
            return ()
        view = self.view
        found = [(drm.text, _number(self.node, view, drm.add)) for drm in reader.drm if drm.when is None or holds(view, drm.when)]
        return tuple((text, add) for text, add in found if add)

    def resolve(self, natural: int) -> Result:
        """Read a natural sum of the dice."""
        node, view = self.node, self.view
        assert node.reader is not None
        modifier = sum(add for _, add in self.drm)
        column = None if node.step.column is None else str(node.step.column)
        if column is not None and column not in node.reader.columns:
            column = str(view.value(column))
            if column not in node.reader.columns:
                raise WalkError(node, f"'{column}' is no column of the table")
        try:
            reading = node.reader.read(natural, modifier, column)
        except ValueError as error:
            raise WalkError(node, str(error)) from error
        result = reading.result
        if node.step.test is not None and natural not in node.reader.natural:
            result = self._tested(reading.total)
        told = replace(view, local={**view.local, node.step.id: result})
        again = result in node.step.again and holds(told, node.step.again[result])
        return Result(natural, reading.total, reading.read, reading.row, result, again)

    @property
    def bound(self) -> tuple[str, int] | None:
        """For a test: the comparison and the number against it."""
        test = self.node.step.test
        if test is None:
            return None
        for name in ("at_most", "at_least", "above", "below"):
            if getattr(test, name) is not None:
                return name, _number(self.node, self.view, getattr(test, name))
        return None

    def _tested(self, total: int) -> Any:
        test = self.node.step.test
        assert test is not None and self.bound is not None
        name, number = self.bound
        passed = {"at_most": total <= number, "at_least": total >= number, "above": total > number, "below": total < number}[name]
        return test.success if passed else test.failure

    def outcomes(self) -> list[tuple[Any, int]]:
        """(result, ways) of everything that can come: re-rolled results are left out, since they only repeat the roll."""
        if self.node.step.draw is not None:
            if not any(left for _, left in self.deck):
                raise WalkError(self.node, f"the deck '{self.plan.decks[self.node.step.draw.deck].title}' is empty")
            return [(Drawn(name, left), left) for name, left in self.deck if left]
        assert self.dice is not None
        ways: dict[Any, list[Any]] = {}
        for natural, number in self.dice.sums().items():
            result = self.resolve(natural)
            if not result.again:
                ways.setdefault(result.result, [result, 0])[1] += number
        if not ways:
            raise WalkError(self.node, "every result must be rolled again")
        return [(result, number) for result, number in ways.values()]

    @property
    def deck(self) -> tuple[tuple[str, int], ...]:
        """Card class → cards left, for a draw."""
        assert self.node.step.draw is not None
        name = self.node.step.draw.deck
        kept = dict(self.state.values).get(f"deck.{name}")
        if kept is not None:
            return tuple(kept)
        counts: dict[str, int] = {}
        for card_class in self.plan.decks[name].cards.values():
            counts[card_class] = counts.get(card_class, 0) + 1
        return tuple(sorted(counts.items()))


def _view(plan: Plan, state: State, node: Node, own: Mapping[str, Any] | None = None) -> View:
    """The names that a step can read; `own` are its own result and item."""
    inner = frozenset[str]().union(*(task.node.inner for task in state.tasks if task.phase == "close"))
    return View(plan, dict(state.values), {**dict(state.local), **(own or {})}, node.scope, inner)


def begin(plan: Plan) -> tuple[State, list[Event], Request | None]:
    """The state before the first roll."""
    start = State(tuple(Task(node, "enter") for node in reversed(plan.nodes)), tuple(sorted(plan.variables.items())))
    return _quiet(plan, start)


def advance(request: Request, outcome: Result | Drawn) -> tuple[State, list[Event], Request | None]:
    """The state after an outcome, what happened on the way, and the next roll (None at the end)."""
    plan, node, state = request.plan, request.node, request.state
    if isinstance(outcome, Drawn):
        assert node.step.draw is not None
        left = tuple((name, count - (name == outcome.card_class)) for name, count in request.deck)
        state = _keep(state, f"deck.{node.step.draw.deck}", left)
        result: Any = outcome.card_class
    else:
        result = outcome.result
    state, events = _finish(plan, node, request.item, state, result)
    after, more, following = _quiet(plan, state)
    return after, events + more, following


def _finish(plan: Plan, node: Node, item: Any, state: State, result: Any) -> tuple[State, list[Event]]:
    """Keep a step's result where it belongs and carry out its effects."""
    in_group = any(task.phase == "close" for task in state.tasks) and not node.repeated
    if node.repeated:
        state = _tallied(state, node.name, result)
    elif in_group:
        state = replace(state, local=(*((n, v) for n, v in state.local if n != node.name), (node.name, result)))
    else:
        state = _keep(state, node.name, result)
    state, events = _effects(plan, node, item, state, node.step.then.get(result, ()), result)
    if node.repeated:
        state = replace(state, local=tuple((n, v) for n, v in state.local if n != f"item.{node.name}"))
    return state, events


def _effects(plan: Plan, node: Node, item: Any, state: State, effects: tuple[Effect, ...], result: Any) -> tuple[State, list[Event]]:
    events = []
    for effect in effects:
        own = {node.step.id: result} if item is None else {node.step.id: result, "item": item}
        view = _view(plan, state, node, own)
        for name, value in (effect.set or {}).items():
            state = _keep(state, view.key(name), value if isinstance(value, str) and view.value(value) is None else amount(view, value))
        for name, value in (effect.add or {}).items():
            state = _keep(state, view.key(name), _number(node, view, name) + _number(node, view, value))
        if effect.set is None and effect.add is None:
            events.append(Event(node, view.value("item"), _resolved(view, effect)))
    return state, events


def _resolved(view: View, effect: Effect) -> Effect:
    """The effect with its new owner named, where an input or variable holds it."""
    if effect.to is None or not view.knows(effect.to):
        return effect
    return effect.model_copy(update={"to": str(view.value(effect.to))})


def _quiet(plan: Plan, state: State) -> tuple[State, list[Event], Request | None]:
    """Do everything that needs no dice, up to the next roll."""
    events: list[Event] = []
    while state.tasks:
        task = state.tasks[-1]
        node = task.node
        rest = replace(state, tasks=state.tasks[:-1])
        if task.phase == "close":
            state = _closed(rest, task)
        elif task.phase == "enter" and node.repeated:
            # A guard that does not look at the item holds for all items or none; how often a step is done may depend on it.
            by_item = any(name == "item" or name.endswith(".item") for name in names_in(node.step.when))
            passed_over = not by_item and not _guard(plan, rest, task)
            state = rest if passed_over else _expanded(plan, rest, node)
        elif not _guard(plan, rest, task):
            state = rest
        else:
            inside = rest
            if task.phase == "do":
                inside = replace(rest, local=(*rest.local, (f"item.{node.name}", task.item)))
            if node.reader is not None or node.step.draw is not None:
                waiting = _live(plan, inside, node)
                return waiting, events, Request(plan, waiting, node, task.item)
            state, more = _done(plan, inside, task)
            events += more
    return _live(plan, state, None), events, None


def _guard(plan: Plan, state: State, task: Task) -> bool:
    if task.node.step.when is None:
        return True
    return holds(_view(plan, state, task.node, {"item": task.item} if task.phase == "do" else {}), task.node.step.when)


def _expanded(plan: Plan, state: State, node: Node) -> State:
    """A repeated step becomes one task an item."""
    items: tuple[Any, ...]
    if node.items is not None:
        items = node.items
    else:
        view = _view(plan, state, node)
        wanted = node.step.times if node.step.times is not None else node.step.draw.count if node.step.draw else 0
        count = max(0, _number(node, view, wanted))
        items = tuple(range(0 if node.step.draw else 1, count + (0 if node.step.draw else 1)))
    state = _keep(state, node.name, ())
    return replace(state, tasks=(*state.tasks, *(Task(node, "do", item) for item in reversed(items))))


def _done(plan: Plan, state: State, task: Task) -> tuple[State, list[Event]]:
    """A step without dice: effects, a marker's move, a chained procedure, or nested steps."""
    node = task.node
    if node.step.slide is not None:
        view = _view(plan, state, node)
        assert node.track is not None
        row = str(view.value("item") if node.step.slide.row == "item" else node.step.slide.row)
        start, end = _slid(node, view, node.step.slide, node.track, row)
        after, events = _finish(plan, node, task.item, state, end)
        moved = Effect(marker=node.track.rows[row].marker or row, on=node.step.slide.track, to=end)
        return after, events if start == end else [*events, Event(node, row, moved)]
    if node.step.do:
        after, events = _effects(plan, node, task.item, state, node.step.do, None)
        return (replace(after, local=tuple((n, v) for n, v in after.local if n != f"item.{node.name}")) if node.repeated else after), events
    if node.step.run is not None:
        view = _view(plan, state, node)
        for name, value in node.defaults.items():
            state = _keep(state, f"{node.name}.{name}", value)
        for name, value in node.step.given.items():
            given = value if isinstance(value, str) and not view.knows(value) else amount(view, value)
            state = _keep(state, f"{node.name}.{name}", given)
    closing = (Task(node, "close", task.item, tuple(p for p in state.local if p[0] != f"item.{node.name}")),) if node.repeated else ()
    return replace(state, tasks=(*state.tasks, *closing, *(Task(child, "enter") for child in reversed(node.children)))), []


def _closed(state: State, task: Task) -> State:
    """Count the results of an item that is done, and take back the results of the item around it."""
    outer = dict(task.saved)
    for name, value in state.local:
        if not name.startswith("item.") and name not in outer:
            state = _tallied(state, name, value)
    return replace(state, local=task.saved)


def _slid(node: Node, view: View, move: Move, track: Track, row_id: str) -> tuple[str, str]:
    """The boxes where a marker begins and ends: each box costs its `leave` points; shut gates stop it; what is left over is lost."""
    boxes, row = list(track.boxes), track.rows[row_id]
    start = view.value(move.start) if move.start is not None else row.start
    if start not in boxes:
        raise WalkError(node, f"'{start}' is no box of the track")
    at = boxes.index(str(start))
    if move.blocked is not None and holds(view, move.blocked):
        return str(start), str(start)
    wanted = _number(node, view, move.points if move.points is not None else move.boxes or 0)
    step, left = (1 if wanted > 0 else -1), abs(wanted)
    shut = {gate.box for gate in row.gates if not (gate.box in move.open and holds(view, move.open[gate.box]))}
    while 0 <= at + step < len(boxes):
        cost = track.boxes[boxes[at]].leave if move.points is not None else 1
        if cost == 0 or left < cost or boxes[at + step] in shut:
            break
        left -= cost
        at += step
    return str(start), boxes[at]


def _number(node: Node, view: View, value: Any) -> int:
    number = amount(view, value)
    if not isinstance(number, int):
        raise WalkError(node, f"'{number}' is no number")
    return number


def _keep(state: State, name: str, value: Any) -> State:
    return replace(state, values=tuple(sorted({**dict(state.values), name: value}.items())))


def _tallied(state: State, name: str, result: Any) -> State:
    counts = dict(dict(state.values).get(name, ()))
    counts[result] = counts.get(result, 0) + 1
    return _keep(state, name, tuple(sorted(counts.items(), key=lambda entry: str(entry[0]))))


def _live(plan: Plan, state: State, node: Node | None) -> State:
    """Forget values that neither the rest of the walk nor the report reads, so that more states are equal."""
    key = (node, *(task.node for task in state.tasks))
    wanted = plan.memo.get(key)
    if wanted is None:
        wanted = plan.asked.union(*(task.node.reads for task in state.tasks), node.reads if node is not None else frozenset())
        plan.memo[key] = wanted
    tallying = {task.node.name for task in state.tasks if task.node.repeated} | ({node.name} if node is not None and node.repeated else set())
    kept = tuple(pair for pair in state.values if pair[0] in wanted or pair[0].startswith("deck.") and (node is not None or state.tasks))
    dropped_tallies = tuple((name, ()) for name in sorted(tallying) if name not in wanted)
    return replace(state, values=tuple(sorted({**dict(kept), **dict(dropped_tallies)}.items())))
