"""The walk: the one interpreter of procedures. A state says which roll it waits for; a result takes it to the next state.

Rolling, typing and exact odds all use the same functions: `begin`, then `take` an outcome and go `onward` to the next request. States
are immutable and comparable, so that equal ones can be merged; a state keeps only values that something later still reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.dice.node import Node, names_in
from rcwkit.dice.plan import Plan
from rcwkit.dice.reader import Reader
from rcwkit.dice.slide import slid
from rcwkit.dice.state import State, Task, bound, keep, live, tallied
from rcwkit.dice.values import TooManyError, View, WalkError, holds, meant, number, quoted, within
from rcwkit.models.dice import Dice
from rcwkit.models.effects import AddToVariables, Effect, Going, MoveMarker, SetVariables, UnitEffect
from rcwkit.models.procedures import EVERY, MOST_STEPS, MOST_TIMES

__all__ = [
    "Drawn",
    "Event",
    "Request",
    "Result",
    "WalkError",
    "begin",
    "onward",
    "refused",
    "resolved",
    "take",
    "within_reason",
]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: an effect with `item` filled in, or a note of a guard."""

    node: Node
    item: Any
    effect: Effect


class Drawn(NamedTuple):
    """A card out of a deck, by its class."""

    card_class: str


class Result(NamedTuple):
    """A resolved roll: natural dice, modifiers, what was read, and whether it must be rolled again."""

    natural: int
    total: int
    read: int
    row: Any
    result: Any
    again: bool


@dataclass(frozen=True)
class Request:
    """A roll or draw that a state waits for.

    `drm` has the modifiers that apply (reason, amount), `column` the column that is read, `bound` a test's comparison and number.
    """

    plan: Plan
    state: State
    node: Node
    item: Any
    drm: tuple[tuple[str, int], ...] = ()
    column: str | None = None
    bound: tuple[str, int] | None = None

    @classmethod
    def of(cls, plan: Plan, state: State, node: Node, item: Any) -> Request:
        """With all that is known before the dice fall. Raises WalkError where it leads nowhere."""
        if node.reader is None:
            return cls(plan, state, node, item)
        view = _view(plan, state, node)
        applied = [
            (drm.text, number(view, drm.add)) for drm in node.reader.drm if drm.when is None or holds(view, drm.when)
        ]
        return cls(
            plan,
            state,
            node,
            item,
            tuple((text, add) for text, add in applied if add),
            _column(node, node.reader, view),
            _bound(node, view),
        )

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

    def resolve(self, natural: int) -> Result:
        """Read a natural sum of the dice."""
        node = self.node
        assert node.reader is not None
        try:
            reading = node.reader.read(natural, sum(add for _, add in self.drm), self.column)
        except ValueError as error:
            raise WalkError(node, str(error)) from error
        result = reading.result
        if self.bound is not None and natural not in node.reader.natural:
            result = self._tested(reading.total)
        again = False
        if result in node.step.again:
            view = self.view
            again = holds(view._replace(local={**view.local, node.name: result}), node.step.again[result])
        return Result(natural, reading.total, reading.read, reading.row, result, again)

    def _tested(self, total: int) -> Any:
        test = self.node.step.test
        assert test is not None and self.bound is not None
        name, number = self.bound
        passed = {
            "at_most": total <= number,
            "at_least": total >= number,
            "above": total > number,
            "below": total < number,
        }[name]
        return test.success if passed else test.failure

    def outcomes(self) -> list[tuple[Any, int]]:
        """(result, ways) of everything that can come: re-rolled results are left out, since they only repeat the roll."""
        if self.node.step.draw is not None:
            if not any(left for _, left in self.deck):
                raise WalkError(self.node, f"the deck '{self.plan.decks[self.node.step.draw.deck].title}' is empty")
            return [(Drawn(name), left) for name, left in self.deck if left]
        # Equal readings come up again in many states of an analysis; whether to roll again may depend on more.
        key = (self.node, self.drm, self.column, self.bound)
        found = None if self.node.step.again else self.plan.outcomes.get(key)
        if found is None:
            found = self.plan.outcomes[key] = self._outcomes()
        return found

    def _outcomes(self) -> list[tuple[Any, int]]:
        assert self.dice is not None
        ways: dict[Any, list[Any]] = {}
        for natural, count in self.dice.sums().items():
            result = self.resolve(natural)
            if not result.again:
                ways.setdefault(result.result, [result, 0])[1] += count
        if not ways:
            raise WalkError(self.node, "every result must be rolled again")
        return [(result, count) for result, count in ways.values()]

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


def _column(node: Node, reader: Reader, view: View) -> str | None:
    """The column that is read: a literal one, or the one that an input or result names."""
    if node.step.column is None:
        return None
    column: Any = str(node.step.column)
    if column not in reader.columns:
        column = view.value(column)
        if str(column) not in reader.columns:
            raise WalkError(node, f"{quoted(column)} is not a column of the table")
    return str(column)


def _bound(node: Node, view: View) -> tuple[str, int] | None:
    """For a test: the comparison and the number against it."""
    test = node.step.test
    if test is None:
        return None
    name, amount = test.bound
    return name, number(view, amount)


def _view(plan: Plan, state: State, node: Node, own: Mapping[str, Any] | None = None) -> View:
    """The names that a step can read; `own` are its own result and item."""
    inner = frozenset[str]().union(*[task.node.inner for task in state.tasks if task.phase == "close"])
    return View(plan, dict(state.values), {**dict(state.local), **own} if own else dict(state.local), node, inner)


def refused(plan: Plan, error: WalkError) -> InputError:
    """Data that lead nowhere, as an error of the data: at the step, or for a report at the procedure's first."""
    return InputError([Diagnostic(error.code, str(error), (error.node or plan.nodes[0]).span, error.hint)])


def begin(plan: Plan) -> tuple[State, list[Event], Request | None]:
    """The state before the first roll."""
    start = State(tuple(Task(node, "enter") for node in reversed(plan.nodes)), tuple(sorted(plan.variables.items())))
    return onward(plan, start)


def take(request: Request, outcome: Result | Drawn) -> tuple[State, list[Event]]:
    """The state right after an outcome and its effects; many outcomes lead to equal ones."""
    plan, node, state = request.plan, request.node, request.state
    if isinstance(outcome, Drawn):
        assert node.step.draw is not None
        left = tuple((name, count - (name == outcome.card_class)) for name, count in request.deck)
        state = keep(state, f"deck.{node.step.draw.deck}", left)
        result: Any = outcome.card_class
    else:
        result = outcome.result
    state, events = _finish(plan, node, request.item, state, result)
    return live(plan, state, None), events


def _finish(plan: Plan, node: Node, item: Any, state: State, result: Any) -> tuple[State, list[Event]]:
    """Keep a step's result where it belongs and carry out its effects."""
    state = tallied(state, node.name, {result: 1}) if node.repeated else bound(state, node.name, result)
    then = node.step.then
    state, events = _effects(plan, node, item, state, (*then.get(result, ()), *then.get(EVERY, ())), result)
    if node.repeated:
        state = _left(state, node)
    return state, events


def _effects(
    plan: Plan, node: Node, item: Any, state: State, effects: tuple[Effect, ...], result: Any
) -> tuple[State, list[Event]]:
    events = []
    for effect in effects:
        own = {node.name: result} | ({} if item is None else {"item": item})
        view = _view(plan, state, node, own)
        if isinstance(effect, SetVariables):
            for name, value in effect.set.items():
                state = keep(state, view.full(name), meant(view, value))
        elif isinstance(effect, AddToVariables):
            for name, value in effect.add.items():
                state = keep(state, view.full(name), within(view, number(view, name) + number(view, value)))
        else:
            events.append(Event(node, view.value("item"), resolved(view, effect)))
    return state, events


def resolved(view: View, effect: Effect) -> Effect:
    """The effect with its new owner named, where a name holds it. Raises WalkError where it holds none, and for `item` where none is running."""
    if isinstance(effect, UnitEffect) and effect.what == "item" and view.value("item") is None:
        raise WalkError(view.node, "'item' means nothing outside of a repeated step")
    if not isinstance(effect, Going) or effect.to is None or not view.knows(effect.to):
        return effect
    found, to_box = view.value(effect.to), isinstance(effect, MoveMarker)
    if found is None or isinstance(found, tuple) or not (to_box or str(found) in view.plan.owners):
        what = "box" if to_box else "side or faction"
        raise WalkError(view.node, f"'{effect.to}' names no {what}: it is {quoted(found)}")
    return effect.model_copy(update={"to": str(found)})


def onward(plan: Plan, state: State) -> tuple[State, list[Event], Request | None]:
    """Do everything that needs no dice: the state then, what happened on the way, and the next roll (None at the end)."""
    events: list[Event] = []
    while state.tasks:
        task = state.tasks[-1]
        node = task.node
        rest = state.after(*state.tasks[:-1])
        if task.phase == "close":
            state = _closed(rest, task)
        elif task.phase == "each":
            state = rest.after(*rest.tasks, *_next(task))
        elif task.phase == "enter" and node.repeated:
            # A guard that does not look at the item holds for all items or none; how often a step is done may depend on it.
            by_item = any(name == "item" or name.endswith(".item") for name in names_in(node.step.when))
            passed_over = not by_item and not _guard(plan, rest, task)
            state = rest if passed_over else _expanded(plan, rest, node)
        elif not _guard(plan, rest, task):
            state = rest
        else:
            inside = rest = _counted(rest, node)
            if task.phase == "do":
                inside = rest.beside([*rest.local, (f"item.{node.name}", task.item)])
            if node.reader is not None or node.step.draw is not None:
                waiting = live(plan, inside, node)
                return waiting, events, Request.of(plan, waiting, node, task.item)
            state, more = _done(plan, inside, task)
            events += more
    return live(plan, state, None), events, None


def _counted(state: State, node: Node) -> State:
    """The state with one more step done. Raises TooManyError."""
    if state.done == MOST_STEPS:
        raise TooManyError(
            node,
            f"too many: step '{node.name}' comes after {MOST_STEPS:,} others",
            f"at most {MOST_STEPS:,} single steps",
        )
    return State(state.tasks, state.values, state.local, state.done + 1)


def _guard(plan: Plan, state: State, task: Task) -> bool:
    if task.node.step.when is None:
        return True
    return holds(_view(plan, state, task.node, {"item": task.item} if task.phase == "do" else {}), task.node.step.when)


def _expanded(plan: Plan, state: State, node: Node) -> State:
    """A repeated step becomes a task that goes over its items."""
    if node.items is not None:
        count = len(node.items)
    else:
        wanted = node.step.draw.count if node.step.draw is not None and node.step.times is None else node.step.times
        count = within_reason(node, number(_view(plan, state, node), wanted))
    state = bound(state, node.name, ())
    return state.after(*state.tasks, Task(node, "each", (0, count))) if count > 0 else state


def within_reason(node: Node, count: int) -> int:
    """How often a step is repeated. Raises TooManyError."""
    if count > MOST_TIMES:
        raise TooManyError(node, f"too many: step '{node.name}' is repeated {count:,} times", f"at most {MOST_TIMES:,}")
    return count


def _next(task: Task) -> tuple[Task, ...]:
    """The next item of a repeated step, on top of those after it. Items are those of a list, or numbers from 1, for cards from 0."""
    node, (at, count) = task.node, task.item
    item = node.items[at] if node.items is not None else at if node.step.draw is not None else at + 1
    return *((Task(node, "each", (at + 1, count)),) if at + 1 < count else ()), Task(node, "do", item)


def _done(plan: Plan, state: State, task: Task) -> tuple[State, list[Event]]:
    """A step without dice: effects, a marker's move, a chained procedure, or nested steps."""
    node = task.node
    if node.step.slide is not None:
        view = _view(plan, state, node)
        assert node.track is not None
        row = str(view.value("item") if node.step.slide.row == "item" else node.step.slide.row)
        start, end = slid(view, node.step.slide, node.track, row)
        after, events = _finish(plan, node, task.item, state, end)
        moved = MoveMarker(marker=node.track.rows[row].marker or row, on=node.step.slide.track, to=end)
        return after, events if start == end else [*events, Event(node, row, moved)]
    if node.step.do:
        after, events = _effects(plan, node, task.item, state, node.step.do, None)
        return (_left(after, node) if node.repeated else after), events
    if node.step.run is not None:
        view = _view(plan, state, node)
        for name, value in node.defaults.items():
            state = keep(state, f"{node.name}.{name}", value)
        for name, value in node.step.given.items():
            state = keep(state, f"{node.name}.{name}", meant(view, value))
    if not node.repeated:
        closing: tuple[Task, ...] = ()
    else:
        # Whatever earlier items had waits aside until this one is done.
        closing = (
            Task(node, "close", task.item, tuple(pair for pair in state.local if pair[0] != f"item.{node.name}")),
        )
        state = state.beside(pair for pair in state.local if pair[0] not in node.inner)
    return state.after(*state.tasks, *closing, *(Task(child, "enter") for child in reversed(node.children))), []


def _left(state: State, node: Node) -> State:
    """The state once a repeated step is done with its item."""
    return state.beside((name, value) for name, value in state.local if name != f"item.{node.name}")


def _closed(state: State, task: Task) -> State:
    """Count the results of an item that is done with those of the items before."""
    outer = state.beside(task.saved)
    for name, value in state.local:
        if name in task.node.inner:
            outer = tallied(outer, name, dict(value) if isinstance(value, tuple) else {value: 1})
    return outer
