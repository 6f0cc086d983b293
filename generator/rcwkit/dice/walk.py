"""The walk: the interpreter of procedures, with its states, decks and markers that move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from rcwkit.diagnostics import InputError
from rcwkit.dice.model import (
    EVERY,
    MOST_STEPS,
    MOST_TIMES,
    AddNote,
    AddToVariables,
    Effect,
    Going,
    Move,
    MoveMarker,
    SetVariables,
    UnitEffect,
)
from rcwkit.dice.notation import Dice
from rcwkit.dice.plan import Plan, PlanNode
from rcwkit.dice.setups import Track
from rcwkit.dice.tables import Reader
from rcwkit.dice.values import TooManyError, View, WalkError, holds, meant, number, quoted, within

Pile = tuple[tuple[str, int], ...]
"""Card class → cards left, sorted by class."""


def reshuffles(plan: Plan, state: State, deck: str) -> bool:
    """Return whether a draw from a deck finds no card, so that all decks first take back their discards."""
    back = dict(state.values).get(RESHUFFLED)
    return not back and bool(plan.decks[deck].discards) and not any(left for _, left in _cards_left(plan, state, deck))


def pile(plan: Plan, state: State, deck: str) -> Pile:
    """Return the cards that a draw from a deck finds; after a reshuffle, if one is due."""
    return _full(plan, state, deck) if reshuffles(plan, state, deck) else _cards_left(plan, state, deck)


def drawn(plan: Plan, state: State, deck: str, card_class: str) -> State:
    """Return the state after a card of this class is drawn."""
    if reshuffles(plan, state, deck):
        full = {name: _full(plan, state, name) for name, one in plan.decks.items() if one.discards}
        state = keep(state, RESHUFFLED, 1)
        for name, found in full.items():
            state = keep(state, f"deck.{name}", found)
    left = ((name, count - (name == card_class)) for name, count in _cards_left(plan, state, deck))
    return keep(state, f"deck.{deck}", tuple(left))


def _full(plan: Plan, state: State, deck: str) -> Pile:
    """Return the cards of a deck with its discards."""
    counts = Counter(dict(_cards_left(plan, state, deck)))
    counts.update(plan.decks[deck].discards.values())
    return tuple(sorted(counts.items()))


def _cards_left(plan: Plan, state: State, deck: str) -> Pile:
    kept = dict(state.values).get(f"deck.{deck}")
    return tuple(kept) if kept is not None else tuple(sorted(Counter(plan.decks[deck].cards.values()).items()))


def slid(view: View, move: Move, track: Track, row_id: str) -> tuple[str, str]:
    """Return the boxes where a marker starts and ends.

    Leaving a box costs its `leave` points; closed gates stop the marker; unused points are lost. Raises WalkError for a
    row or box that the track does not have.
    """
    if row_id not in track.rows:
        raise WalkError(view.node, f"'{row_id}' is not a row of the track")
    boxes, row = list(track.boxes), track.rows[row_id]
    start = view.value(move.start) if move.start is not None else row.start
    if start not in boxes:
        raise WalkError(view.node, f"{quoted(start)} is not a box of the track")
    at = boxes.index(str(start))
    if move.blocked is not None and holds(view, move.blocked):
        return str(start), str(start)
    wanted = number(view, move.points if move.points is not None else move.boxes or 0)
    step, left = (1 if wanted > 0 else -1), abs(wanted)
    shut = {gate.box for gate in row.gates if not (gate.box in move.open and holds(view, move.open[gate.box]))}
    while 0 <= at + step < len(boxes):
        cost = track.boxes[boxes[at]].leave if move.points is not None else 1
        if cost == 0 or left < cost or boxes[at + step] in shut:
            break
        left -= cost
        at += step
    return str(start), boxes[at]


RESHUFFLED = "deck."
"""The value that is 1 once all decks have taken back their discards."""


class PendingTask(NamedTuple):
    """A pending task: enter a step, iterate over its items, do it for one item, or close an item and tally its results.

    In the phase `each`, `item` is a pair: the index of the next item, and the number of items.
    """

    node: PlanNode
    phase: str  # enter, each, do, close
    item: Any = None
    saved: tuple[tuple[str, Any], ...] = ()


class State(NamedTuple):
    """Pending tasks (the next one last), values, the results of the current item, and the number of steps done."""

    tasks: tuple[PendingTask, ...]
    values: tuple[tuple[str, Any], ...]
    local: tuple[tuple[str, Any], ...] = ()
    done: int = 0

    def after(self, *tasks: PendingTask) -> State:
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


def live(plan: Plan, state: State, node: PlanNode | None) -> State:
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


def wanted_by(plan: Plan, tasks: tuple[PendingTask, ...], node: PlanNode | None = None) -> Wanted:
    """Return what pending tasks, a waiting step and the report read."""
    key = (node, *((task.node, task.phase) for task in tasks))
    wanted = plan.memo.get(key)
    if wanted is None:
        wanted = plan.memo[key] = _wanted(plan, tasks, node)
    return wanted


def _wanted(plan: Plan, tasks: tuple[PendingTask, ...], node: PlanNode | None) -> Wanted:
    """Compute `wanted_by`; a deck, and whether discards are back, is wanted while anything may draw from it."""
    values, local, inner = set(plan.asked), set[str](), set[str]()
    for task in tasks if node is None else (*tasks, PendingTask(node, "do")):
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


@dataclass(frozen=True, slots=True)
class Event:
    """An effect that happened, with the item that it applies to."""

    node: PlanNode
    item: Any
    effect: Effect


class DrawnCard(NamedTuple):
    """A card drawn from a deck, by its class."""

    card_class: str


class Result(NamedTuple):
    """A resolved roll: the natural sum, the total after DRMs, what was read, and whether it must be rolled again."""

    natural: int
    total: int
    read: int
    row: Any
    result: Any
    again: bool


@dataclass(frozen=True)
class Request:
    """A roll or draw that a state waits for.

    `drm` lists the modifiers that apply (reason, amount); `column` is the column to read, `bound` the comparison and
    number of a test.
    """

    plan: Plan
    state: State
    node: PlanNode
    item: Any
    drm: tuple[tuple[str, int], ...] = ()
    column: str | None = None
    bound: tuple[str, int] | None = None

    @classmethod
    def of(cls, plan: Plan, state: State, node: PlanNode, item: Any) -> Request:
        """Return the request, with all that is known before the roll. Raises WalkError for a bad column or amount."""
        if node.reader is None:
            return cls(plan, state, node, item)
        view = _view(plan, state, node)
        # All conditions come before the amounts, as in the page's walk, so that both refuse the same fault first.
        applying = [drm for drm in node.reader.drm if drm.when is None or holds(view, drm.when)]
        applied = tuple((drm.text, add) for drm in applying if (add := number(view, drm.add)))
        return cls(plan, state, node, item, applied, _column(node, node.reader, view), _bound(node, view))

    @property
    def path(self) -> str:
        """`procedure/step` or `procedure/step/item`, to which the paths of dice append."""
        items = [str(value) for name, value in self.state.local if name.startswith("item.")]
        return "/".join([self.plan.id, self.node.name, *items])

    @property
    def view(self) -> View:
        """The names as this step sees them."""
        return _view(self.plan, self.state, self.node)

    @property
    def dice(self) -> Dice | None:
        """The dice, or None for a draw."""
        return self.node.reader.dice if self.node.reader is not None else None

    def resolve(self, natural: int) -> Result:
        """Return the result of a natural number of the dice. Raises WalkError if no row covers it."""
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
        """Return all possible (outcome, ways), without results that are rolled again."""
        if self.node.step.draw is not None:
            if not any(left for _, left in self.deck):
                raise WalkError(self.node, self.plan.decks[self.node.step.draw.deck].exhausted)
            return [(DrawnCard(name), left) for name, left in self.deck if left]
        # Outcomes recur in many states, unless a reroll depends on more than this key.
        key = (self.node, self.drm, self.column, self.bound)
        found = None if self.node.step.again else self.plan.outcomes.get(key)
        if found is None:
            found = self.plan.outcomes[key] = self._outcomes()
        return found

    def _outcomes(self) -> list[tuple[Any, int]]:
        assert self.dice is not None
        ways: dict[Any, list[Any]] = {}
        for natural, count in self.dice.ways().items():
            result = self.resolve(natural)
            if not result.again:
                ways.setdefault(result.result, [result, 0])[1] += count
        if not ways:
            raise WalkError(self.node, "every result must be rolled again")
        return [(result, count) for result, count in ways.values()]

    @property
    def deck(self) -> Pile:
        """Card class → cards left, for a draw; after a reshuffle, if one is due."""
        assert self.node.step.draw is not None
        return pile(self.plan, self.state, self.node.step.draw.deck)

    @property
    def reshuffles(self) -> bool:
        """Whether a draw finds no card, so that all decks first take back their discards."""
        assert self.node.step.draw is not None
        return reshuffles(self.plan, self.state, self.node.step.draw.deck)


def _column(node: PlanNode, reader: Reader, view: View) -> str | None:
    """Return the column to read: a literal one, or the one that an input or result names."""
    if node.step.column is None:
        return None
    column: Any = str(node.step.column)
    if column not in reader.columns:
        column = view.value(column)
        if str(column) not in reader.columns:
            raise WalkError(node, f"{quoted(column)} is not a column of the table")
    return str(column)


def _bound(node: PlanNode, view: View) -> tuple[str, int] | None:
    """Return the comparison and number of a test, or None."""
    test = node.step.test
    if test is None:
        return None
    name, amount = test.bound
    return name, number(view, amount)


def _view(plan: Plan, state: State, node: PlanNode, own: Mapping[str, Any] | None = None) -> View:
    """Return the names as a step sees them; `own` adds its own result and item."""
    inner = frozenset[str]().union(*[task.node.inner for task in state.tasks if task.phase == "close"])
    return View(plan, dict(state.values), {**dict(state.local), **own} if own else dict(state.local), node, inner)


def refused(plan: Plan, error: WalkError) -> InputError:
    """Return a WalkError as an error in the data: at its step, or for a report at the procedure's first."""
    return InputError.of(error.code, str(error), (error.node or plan.nodes[0]).span, error.hint)


def begin(plan: Plan) -> tuple[State, list[Event], Request | None]:
    """Walk up to the first roll; returns the same as `onward`."""
    start = State(
        tuple(PendingTask(node, "enter") for node in reversed(plan.nodes)), tuple(sorted(plan.variables.items()))
    )
    return onward(plan, start)


def take(request: Request, outcome: Result | DrawnCard) -> tuple[State, list[Event]]:
    """Return the state right after an outcome, and the events of its effects."""
    plan, node, state = request.plan, request.node, request.state
    back: list[Event] = []
    if isinstance(outcome, DrawnCard):
        assert node.step.draw is not None
        if request.reshuffles:
            back.append(Event(node, None, AddNote(note="A deck runs out: all discards are shuffled back.")))
        state = drawn(plan, state, node.step.draw.deck, outcome.card_class)
        result: Any = outcome.card_class
    else:
        result = outcome.result
    state, events = _finish(plan, node, request.item, state, result)
    return live(plan, state, None), [*back, *events]


def _finish(plan: Plan, node: PlanNode, item: Any, state: State, result: Any) -> tuple[State, list[Event]]:
    """Store a step's result and carry out its effects."""
    state = tallied(state, node.name, {result: 1}) if node.repeated else bound(state, node.name, result)
    then = node.step.then
    state, events = _effects(plan, node, item, state, (*then.get(result, ()), *then.get(EVERY, ())), result)
    if node.repeated:
        state = _left(state, node)
    return state, events


def _effects(
    plan: Plan, node: PlanNode, item: Any, state: State, effects: tuple[Effect, ...], result: Any
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
    """Return the effect with its destination, if that is a name, replaced by the name's value.

    Raises WalkError if the value is no owner or box, and for `item` outside a repeated step.
    """
    if isinstance(effect, UnitEffect) and effect.what == "item" and view.value("item") is None:
        raise WalkError(view.node, "'item' has no meaning outside a repeated step")
    if not isinstance(effect, Going) or effect.to is None or not view.knows(effect.to):
        return effect
    found, to_box = view.value(effect.to), isinstance(effect, MoveMarker)
    if found is None or isinstance(found, tuple) or not (to_box or str(found) in view.plan.owners):
        what = "box" if to_box else "side or faction"
        raise WalkError(view.node, f"'{effect.to}' names no {what}: it is {quoted(found)}")
    return effect.model_copy(update={"to": str(found)})


def onward(plan: Plan, state: State) -> tuple[State, list[Event], Request | None]:
    """Do everything up to the next roll. Returns the new state, the events, and the request (None at the end)."""
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
            # A guard that does not read the item holds for all items or none, and protects the number of repetitions.
            passed_over = not node.guarded_by_item and not _guard(plan, rest, task)
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


def _counted(state: State, node: PlanNode) -> State:
    """Return the state with one more step done. Raises TooManyError."""
    if state.done == MOST_STEPS:
        message = f"too many: step '{node.name}' comes after {MOST_STEPS:,} others"
        raise TooManyError(node, message, f"at most {MOST_STEPS:,} single steps")
    return State(state.tasks, state.values, state.local, state.done + 1)


def _guard(plan: Plan, state: State, task: PendingTask) -> bool:
    if task.node.step.when is None:
        return True
    return holds(_view(plan, state, task.node, {"item": task.item} if task.phase == "do" else {}), task.node.step.when)


def _expanded(plan: Plan, state: State, node: PlanNode) -> State:
    """Turn a repeated step into a task that iterates over its items."""
    if node.items is not None:
        count = len(node.items)
    else:
        wanted = node.step.draw.count if node.step.draw is not None and node.step.times is None else node.step.times
        count = within_reason(node, number(_view(plan, state, node), wanted))
    state = bound(state, node.name, ())
    return state.after(*state.tasks, PendingTask(node, "each", (0, count))) if count > 0 else state


def within_reason(node: PlanNode, count: int) -> int:
    """Return a number of repetitions. Raises TooManyError if it exceeds the limit."""
    if count > MOST_TIMES:
        raise TooManyError(node, f"too many: step '{node.name}' is repeated {count:,} times", f"at most {MOST_TIMES:,}")
    return count


def _next(task: PendingTask) -> tuple[PendingTask, ...]:
    """Return the tasks for the next item of a repeated step and for those after it.

    Items are those of the step's list, or numbers from 1, or for cards from 0.
    """
    node, (at, count) = task.node, task.item
    item = node.items[at] if node.items is not None else at if node.step.draw is not None else at + 1
    return *((PendingTask(node, "each", (at + 1, count)),) if at + 1 < count else ()), PendingTask(node, "do", item)


def _done(plan: Plan, state: State, task: PendingTask) -> tuple[State, list[Event]]:
    """Do a step without dice: effects, a marker's move, a chained procedure, or nested steps."""
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
    closing: tuple[PendingTask, ...] = ()
    if node.repeated:
        # Results of earlier items are set aside until this one is done.
        closing = (PendingTask(node, "close", task.item, _left(state, node).local),)
        state = state.beside(pair for pair in state.local if pair[0] not in node.inner)
    return state.after(*state.tasks, *closing, *(PendingTask(child, "enter") for child in reversed(node.children))), []


def _left(state: State, node: PlanNode) -> State:
    """Return the state without the current item of a repeated step."""
    return state.beside((name, value) for name, value in state.local if name != f"item.{node.name}")


def _closed(state: State, task: PendingTask) -> State:
    """Add the results of a finished item to the tallies of the items before it."""
    outer = state.beside(task.saved)
    for name, value in state.local:
        if name in task.node.inner:
            outer = tallied(outer, name, dict(value) if isinstance(value, tuple) else {value: 1})
    return outer
