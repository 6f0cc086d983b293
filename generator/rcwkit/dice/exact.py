"""The walk over every face at once: states with their ways, equal ones merged, and beside each state the sums of the questions so far.

A state keeps only what later steps read, and what the terms of questions read that are still open. All else goes into the sums: a
term's value as soon as nothing writes its names any more, and what is only counted or added up, piece by piece. A step that is
repeated without changing the state is walked once and raised to a power.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from math import gcd, lcm
from typing import Any, NamedTuple

from rcwkit.dice.decks import merged
from rcwkit.dice.node import Node
from rcwkit.dice.plan import Plan
from rcwkit.dice.questions import Question
from rcwkit.dice.state import State, Task, among, is_among, wanted_by
from rcwkit.dice.values import View
from rcwkit.dice.walk import Request, begin, onward, take
from rcwkit.dice.ways import Ways, add, cost_of_power, power, product

__all__ = ["Effort", "Shared", "Sums", "TooLargeError", "countable", "sums"]

Values = tuple[tuple[str, Any], ...]
Sums = list[tuple[Ways, int]]
"""For each question its sum, value → ways, and how many ways there are in all."""
ORDER = {"enter": 0, "each": 1, "do": 2, "close": 3}
Branches = list[tuple[Values, Values, "Weight"]]
"""Where a roll leads: values and local results after it, with their weight."""
POWERS = 200_000
"""The most products of numbers that a power may take."""


class TooLargeError(Exception):
    """The exact odds are too large; `node` is the step at which that was seen, `size` says how large."""

    def __init__(self, node: Node, size: str) -> None:
        super().__init__(size)
        self.node, self.size = node, size


@dataclass
class Effort:
    """What is left of the work that may be done: about a millionth of a second each, and half a kilobyte at most."""

    left: int

    def spend(self, work: int, node: Node, states: int, sums: int) -> None:
        """Do some work. Raises TooLargeError when nothing is left."""
        self.left -= work
        if self.left < 0:
            raise TooLargeError(node, f"{states:,} states" if states > sums else f"{sums:,} sums")


class Weight(NamedTuple):
    """In how many ways a state comes, and of those for each question the sums so far; a question that is not there has 0 in all."""

    ways: int
    sums: Mapping[int, Ways]

    def of(self, question: int) -> Ways:
        """The sums of a question."""
        return self.sums.get(question) or {0: self.ways}

    def times(self, other: Weight) -> Weight:
        """Both, one after the other."""
        if not self.sums and not other.sums:
            return Weight(self.ways * other.ways, self.sums)
        asked = {**self.sums, **other.sums}
        return Weight(self.ways * other.ways, {one: product(self.of(one), other.of(one)) for one in asked})

    def scaled(self, times: int) -> Weight:
        """So many times as many ways."""
        if times == 1:
            return self
        return Weight(
            self.ways * times,
            {one: {value: ways * times for value, ways in sums.items()} for one, sums in self.sums.items()},
        )

    def and_(self, other: Weight) -> Weight:
        """Either of both."""
        if not self.sums and not other.sums:
            return Weight(self.ways + other.ways, self.sums)
        found = {one: dict(self.of(one)) for one in {**self.sums, **other.sums}}
        for one, ways in found.items():
            add(ways, other.of(one))
        return Weight(self.ways + other.ways, found)


class _Told(NamedTuple):
    """Where a roll leads, what work it is to tell that, and from how many outcomes."""

    branches: Branches
    work: int
    outcomes: int


@dataclass
class Shared:
    """What was found for one plan and its questions, by all that it depends on: where rolls lead, and what comes before the next one."""

    branches: dict[Any, _Told] = field(default_factory=dict)
    onward: dict[Any, tuple[State, Request | None]] = field(default_factory=dict)


@dataclass
class _Front:
    """The states that wait at one place of the walk: the request of each, its weight, and of how many ways in all."""

    found: dict[tuple[Values, Values], tuple[Request, Weight, int]] = field(default_factory=dict)


def sums(plan: Plan, questions: Sequence[Question], effort: Effort, shared: Shared | None = None) -> Sums:
    """The sums of some questions, over every course that the walk can take. Raises WalkError, and TooLargeError past the effort.

    `shared` is filled with what was found on the way, and used for the same questions of the same plan with other answers.
    """
    state, _, request = begun = begin(plan)
    if request is None:
        # Nothing is rolled.
        view = View(plan, dict(state.values), {})
        return [({_added([term.worth(view) for term in one.terms]): 1}, 1) for one in questions]
    ready = merged(plan)
    state, _, request = begun if ready is plan else begin(ready)
    # Answers thin decks out, and of a plan with decks nothing is shared.
    return _Walk(ready, questions, effort, Shared() if shared is None or ready is not plan else shared).sums(
        state, request
    )


def countable(plan: Plan, questions: Sequence[Question]) -> frozenset[str]:
    """The names in which terms of the questions are linear, and that steps only count or add to, and do not read."""
    linear = {term.counted for one in questions for term in one.terms if term.counted is not None}
    if not linear:
        return frozenset()
    uses = frozenset[str]().union(*(node.uses for node in plan.nodes))
    sets = frozenset[str]().union(*(node.sets for node in plan.nodes))
    adds = frozenset[str]().union(*(node.adds for node in plan.nodes))
    twice = {node.name for node in plan.steps} & {*plan.variables, *adds} | {*plan.inputs}
    return frozenset(name for name in linear if name not in sets | twice and not is_among(name, uses))


class _Walk:
    """One walk over every face for some questions."""

    def __init__(self, plan: Plan, questions: Sequence[Question], effort: Effort, shared: Shared) -> None:
        self.plan, self.questions, self.effort = plan, questions, effort
        # What steps read, without what the report asks.
        self.bare = replace(
            plan, procedure=plan.procedure.model_copy(update={"report": {}}), memo=plan.memo.setdefault("bare", {})
        )
        self.terms = [(at, term) for at, one in enumerate(questions) for term in one.terms]
        otherwise = {name for _, term in self.terms for name in term.names if term.counted != name}
        self.counted = countable(plan, questions) - otherwise
        self.order = {node: at for at, node in enumerate(plan.steps)}
        self.kept: dict[Any, tuple[frozenset[int], frozenset[str]]] = {}
        self.known: dict[Any, Branches] = {}
        self.answers: dict[frozenset[str], Values] = {}
        self.asked = frozenset[str]().union(*(term.names for _, term in self.terms))
        self.shared = shared

    def sums(self, state: State, request: Request | None) -> Sums:
        """The sums from the first roll on."""
        values, weight = self._told(state.values, frozenset(range(len(self.terms))), state.tasks, _waiting(request))
        ends: list[tuple[Weight, int]] = []
        fronts: dict[Any, _Front] = {}
        heap: list[Any] = []
        number = count()

        def wait(state: State, values: Values, request: Request | None, weight: Weight, whole: int) -> None:
            if request is None:
                ends.append((weight, whole))
                return
            place = (state.tasks, request.node)
            if place not in fronts:
                fronts[place] = _Front()
                heappush(heap, (self._position(*place), next(number), place))
            known = fronts[place].found.get((values, state.local))
            if known is not None:
                weight, whole = _either((known[1], known[2]), (weight, whole))
            waiting = (
                replace(request, plan=self.plan, state=State(state.tasks, values, state.local))
                if known is None
                else known[0]
            )
            fronts[place].found[values, state.local] = (waiting, weight, whole)

        wait(state, values, request, weight, 1)
        while heap:
            place = heappop(heap)[2]
            # What was raised to a power leaves its step at once; a term that the step still held open is told then.
            before = self._open(place[0])[0]
            for tasks, reached in self._rolled(place[1], fronts.pop(place)).items():
                for (values, local), (weight, whole) in reached.items():
                    state, request = self._onward(State(tasks, values, local))
                    self.effort.spend(20 + _size(values), place[1], len(fronts), 0)
                    values, more = self._told(state.values, before, state.tasks, _waiting(request))
                    wait(state, values, request, weight.times(more) if more.sums else weight, whole)
        return self._ended(ends)

    def _rolled(
        self, node: Node, front: _Front
    ) -> dict[tuple[Task, ...], dict[tuple[Values, Values], tuple[Weight, int]]]:
        """What a front's rolls lead to: tasks left → values and local results → weight, and of how many ways in all."""
        reached: dict[tuple[Task, ...], dict[tuple[Values, Values], tuple[Weight, int]]] = {}
        for request, weight, whole in front.found.values():
            branches, tasks = self._branches(request), request.state.tasks
            alone = self._power(request, branches)
            if alone is not None:
                branches, tasks = [alone], tasks[:-1]
            total = whole * sum(branch.ways for _, _, branch in branches)
            found, held, long = (
                reached.setdefault(tasks, {}),
                sum(map(len, weight.sums.values())),
                1 + (whole.bit_length() >> 10),
            )
            for values, local, branch in branches:
                size = (
                    held + sum([len(weight.of(one)) * len(sums) for one, sums in branch.sums.items()])
                    if branch.sums
                    else held
                )
                self.effort.spend(8 + size * long, node, len(front.found) + len(found), size)
                after = weight.times(branch), total
                found[values, local] = _either(found[values, local], after) if (values, local) in found else after
        return reached

    def _branches(self, request: Request) -> Branches:
        """Where a roll leads. What a repeated step does again is known."""
        node, state = request.node, request.state
        local = state.local if node.by_item else tuple(pair for pair in state.local if pair[0] != f"item.{node.name}")
        before, after = self._open(state.tasks, node)[0], self._open(state.tasks)[0]
        key = (node, state.values, local, wanted_by(self.plan, state.tasks), before - after)
        if key not in self.known:
            asked = (key, self._answers(node.reads | self.asked))
            told = self.shared.branches.get(asked)
            if told is None:
                told = self.shared.branches[asked] = self._told_apart(request, before)
            branches, work, outcomes = told
            # It counts as work of each walk, so that what is too large is so whatever was asked before.
            self.effort.spend(work, node, len(self.known) * outcomes, 0)
            self.known[key] = branches
        return self.known[key]

    def _told_apart(self, request: Request, before: frozenset[int]) -> _Told:
        """Where a roll leads, told by taking each of its outcomes."""
        outcomes, work = request.outcomes(), 0
        shared = gcd(*(ways for _, ways in outcomes))
        found: dict[tuple[Values, Values], Weight] = {}
        for outcome, ways in outcomes:
            taken, _ = take(request, outcome)
            work += 40 + _size(taken.values)
            values, weight = self._told(taken.values, before, request.state.tasks)
            weight = weight.scaled(ways // shared)
            place = (values, taken.local)
            found[place] = found[place].and_(weight) if place in found else weight
        return _Told([(values, local, weight) for (values, local), weight in found.items()], work, len(outcomes))

    def _onward(self, state: State) -> tuple[State, Request | None]:
        """What comes before the next roll, if there is one."""
        key = (state, self._answers(wanted_by(self.plan, state.tasks).values))
        found = self.shared.onward.get(key)
        if found is None:
            after, _, request = onward(self.plan, state)
            found = self.shared.onward[key] = after, request
        return found

    def _answers(self, names: frozenset[str]) -> Values:
        """Those of the player's answers that have some names."""
        found = self.answers.get(names)
        if found is None:
            found = self.answers[names] = among(self.plan.inputs.items(), names)
        return found

    def _power(self, request: Request, branches: Branches) -> tuple[Values, Values, Weight] | None:
        """All items that are left of a repeated step, where none of them changes the state; None for others, and where that is as dear."""
        node, state = request.node, request.state
        ahead = state.tasks[-1] if state.tasks else None
        if ahead is None or ahead.node is not node or len(branches) > 1 or node.by_item:
            return None
        (values, local, weight), left = branches[0], ahead.item[1] - ahead.item[0] + 1
        if (values, local) != (state.values, tuple(pair for pair in state.local if pair[0] != f"item.{node.name}")):
            return None
        if any(not isinstance(value, int) for one in weight.sums.values() for value in one):
            return None
        work = sum(cost_of_power(one, left) for one in weight.sums.values())
        if work > POWERS:
            return None
        self.effort.spend(work, node, 1, work)
        return values, local, Weight(weight.ways**left, {one: power(ways, left) for one, ways in weight.sums.items()})

    def _told(
        self, values: Values, before: frozenset[int], tasks: tuple[Task, ...], node: Node | None = None
    ) -> tuple[Values, Weight]:
        """The values that are kept at a place, and the worth of the terms that can be told there, or in part."""
        after, wanted = self._open(tasks, node)
        present = self.counted.intersection([name for name, _ in values]) if self.counted else self.counted
        worth: dict[int, Any] = {}
        if present or len(before) > len(after):
            view = View(self.plan, dict(values), {})
            for at, (question, term) in enumerate(self.terms):
                if term.counted in present or (at in before and at not in after):
                    value = term.worth(view)
                    worth[question] = worth[question] + value if question in worth else value
        kept = among((pair for pair in values if pair[0] not in present), wanted)
        return kept, Weight(1, {question: {value: 1} for question, value in worth.items() if value != 0})

    def _open(self, tasks: tuple[Task, ...], node: Node | None = None) -> tuple[frozenset[int], frozenset[str]]:
        """The terms whose names are still written while these tasks are done and a roll is read, and the names that are kept."""
        key = (node, *((task.node, task.phase) for task in tasks))
        found = self.kept.get(key)
        if found is None:
            writes = frozenset[str]().union(
                *(task.node.writes for task in tasks), node.writes if node is not None else ()
            )
            left = frozenset(at for at, (_, term) in enumerate(self.terms) if not term.names.isdisjoint(writes))
            names = frozenset[str]().union(*(self.terms[at][1].names for at in left))
            found = self.kept[key] = left, names | wanted_by(self.bare, tasks, node).values
        return found

    def _position(self, tasks: tuple[Task, ...], node: Node) -> tuple[tuple[int, int, int], ...]:
        """Where a front stands in the procedure: those that come first are walked first, so that all that lead to a state have."""
        steps = [
            (self.order[task.node], ORDER[task.phase], task.item[0] if task.phase == "each" else 0) for task in tasks
        ]
        return (*steps, (self.order[node], ORDER["do"], 0))

    def _ended(self, ends: list[tuple[Weight, int]]) -> Sums:
        whole = lcm(*(of for _, of in ends))
        found: Sums = [({}, whole) for _ in self.questions]
        for weight, of in ends:
            for at, (ways, _) in enumerate(found):
                add(ways, weight.of(at), whole // of)
        return found


def _either(one: tuple[Weight, int], other: tuple[Weight, int]) -> tuple[Weight, int]:
    """Two weights as one, of as many ways in all."""
    if one[1] == other[1]:
        return one[0].and_(other[0]), one[1]
    whole = lcm(one[1], other[1])
    return one[0].scaled(whole // one[1]).and_(other[0].scaled(whole // other[1])), whole


def _added(worth: Sequence[Any]) -> Any:
    """The sum of some terms, or the one value that is no number."""
    return worth[0] if len(worth) == 1 else sum(worth)


def _size(values: Values) -> int:
    """How many parts some values have."""
    return sum(len(value) if isinstance(value, tuple) else 1 for _, value in values)


def _waiting(request: Request | None) -> Node | None:
    return request.node if request is not None else None
