"""Exact analysis: a walk over all faces at once, merging equal states and cards that nothing distinguishes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from math import gcd, lcm
from typing import Any, NamedTuple

from rcwkit.dice.conditions import Calc, Compare, Items, Logic, names_in
from rcwkit.dice.model import Report
from rcwkit.dice.plan import Plan, PlanDeck, PlanNode, scopes
from rcwkit.dice.questions import Question, Ways, add, cost_of_power, power, product
from rcwkit.dice.values import View
from rcwkit.dice.walk import PendingTask, Request, State, among, begin, is_among, onward, take, wanted_by

Sets = list[tuple[Any, ...]]
"""Sets of classes that something asks for: classes contained in the same sets are equivalent."""


def merged(plan: Plan) -> Plan:
    """Return the plan with one name for all card classes that no step and no question distinguishes."""
    if not plan.decks:
        return plan
    reports = plan.procedure.report.values()
    found = {
        name: _merged(deck, [step_sets(plan, name), *(report_sets(plan, name, report) for report in reports)])
        for name, deck in plan.decks.items()
    }
    return replace(plan, decks=found, memo={})


def step_sets(plan: Plan, deck: str) -> Sets | None:
    """Return the sets of a deck's classes that steps ask for, or None if a step reads the class itself."""
    read = ((scope, [*node.asks, *node.amounts]) for node in plan.steps for scope in scopes(node.scope))
    found = _sets(plan, deck, read)
    results = [(result,) for node in _drawing(plan, deck) for result in node.step.then]
    return None if found is None else [*found, *results]


def report_sets(plan: Plan, deck: str, report: Report) -> Sets | None:
    """Return the sets of a deck's classes that a question asks for, or None if it reads the class or tally itself."""
    return _sets(plan, deck, [("", [report.when, report.of])])


def _drawing(plan: Plan, deck: str) -> list[PlanNode]:
    """Return the steps that draw from a deck."""
    return [node for node in plan.steps if node.step.draw is not None and node.step.draw.deck == deck]


def _sets(plan: Plan, deck: str, read: Iterable[tuple[str, list[Any]]]) -> Sets | None:
    drawn = {node.name for node in _drawing(plan, deck)}
    found = [
        results
        for scope, values in read
        for name, results in _mentions(values)
        if scope + name in drawn or name.endswith(".item")
    ]
    return None if None in found else [results for results in found if results is not None]


def _merged(deck: PlanDeck, found: list[Sets | None]) -> PlanDeck:
    sets: Sets = []
    for some in found:
        if some is None:
            return deck
        sets += some
    first: dict[tuple[bool, ...], str] = {}
    alike = {
        one: first.setdefault(tuple(one in results for results in sets), one)
        for one in sorted({*deck.cards.values(), *deck.discards.values()})
    }
    cards, discards = ({card: alike[one] for card, one in pile.items()} for pile in (deck.cards, deck.discards))
    return replace(deck, cards=cards, discards=discards)


def _mentions(value: Any) -> Iterator[tuple[str, tuple[Any, ...] | None]]:
    """Yield the names that conditions and amounts read, with the results asked for (None: the value itself)."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _mentions(part)
    elif isinstance(value, Logic):
        yield from _mentions(value.parts)
    elif isinstance(value, Items):
        yield value.step, value.results
    elif isinstance(value, Compare):
        if isinstance(value.value, str) and value.at_least is None and value.at_most is None:
            yield value.value, tuple(value.is_in or ())
            yield value.value, tuple(value.not_in or ())
        else:
            yield from _mentions([value.value, value.at_least, value.at_most])
    elif isinstance(value, Calc) and value.count is not None:
        for name, results in value.count.items():
            yield name, results if isinstance(results, tuple) else (results,)
        yield from _mentions(value.plus)
    else:
        yield from ((name, None) for name in names_in(value))


Values = tuple[tuple[str, Any], ...]
Sums = list[tuple[Ways, int]]
"""For each question the ways of each value of its sum, and the number of ways in all."""
ORDER = {"enter": 0, "each": 1, "do": 2, "close": 3}
Branches = list[tuple[Values, Values, "Weight"]]
"""The outcomes of a roll: values and local results after it, with their weight."""
POWERS = 200_000
"""The maximum number of multiplications for a power."""


class TooLargeError(Exception):
    """The exact odds need too much work; `node` is the step where the walk stopped, `size` how far it had grown."""

    def __init__(self, node: PlanNode, size: str) -> None:
        super().__init__(size)
        self.node, self.size = node, size


@dataclass
class Effort:
    """A budget of work. A unit takes about a microsecond and at most half a kilobyte."""

    left: int

    def spend(self, work: int, node: PlanNode, states: int, sums: int) -> None:
        """Spend some of the budget. Raises TooLargeError if it is exhausted."""
        self.left -= work
        if self.left < 0:
            raise TooLargeError(node, f"{states:,} states" if states > sums else f"{sums:,} sums")


class Weight(NamedTuple):
    """The ways to a state, in all and for each sum of a question so far; a missing question has the sum 0."""

    ways: int
    sums: Mapping[int, Ways]

    def of(self, question: int) -> Ways:
        """Return the ways of each sum of a question."""
        return self.sums.get(question) or {0: self.ways}

    def times(self, other: Weight) -> Weight:
        """Return the weight of two independent events."""
        if not self.sums and not other.sums:
            return Weight(self.ways * other.ways, self.sums)
        asked = {**self.sums, **other.sums}
        return Weight(self.ways * other.ways, {one: product(self.of(one), other.of(one)) for one in asked})

    def scaled(self, times: int) -> Weight:
        """Return the weight with all ways multiplied."""
        if times == 1:
            return self
        scaled = {one: {value: ways * times for value, ways in sums.items()} for one, sums in self.sums.items()}
        return Weight(self.ways * times, scaled)

    def or_(self, other: Weight) -> Weight:
        """Return the weight of two exclusive events."""
        if not self.sums and not other.sums:
            return Weight(self.ways + other.ways, self.sums)
        found = {one: dict(self.of(one)) for one in {**self.sums, **other.sums}}
        for one, ways in found.items():
            add(ways, other.of(one))
        return Weight(self.ways + other.ways, found)


class _Expansion(NamedTuple):
    """The branches of a roll, the work to find them, and the number of outcomes."""

    branches: Branches
    work: int
    outcomes: int


@dataclass
class Shared:
    """Results for one plan and its questions that other answers reuse, keyed by all that they depend on."""

    branches: dict[Any, _Expansion] = field(default_factory=dict)
    onward: dict[Any, tuple[State, Request | None]] = field(default_factory=dict)


@dataclass
class _Front:
    """The states that wait at one place of the walk: each one's request and weight, and the total number of ways."""

    found: dict[tuple[Values, Values], tuple[Request, Weight, int]] = field(default_factory=dict)


def sums(plan: Plan, questions: Sequence[Question], effort: Effort, shared: Shared | None = None) -> Sums:
    """Return the sums of some questions over all courses of the walk.

    `shared` caches results for the same questions of the same plan with other answers. Raises WalkError, and
    TooLargeError when the effort is exhausted.
    """
    state, _, request = begun = begin(plan)
    if request is None:
        # Nothing is rolled.
        view = View(plan, dict(state.values), {})
        return [({_added([term.worth(view) for term in one.terms]): 1}, 1) for one in questions]
    ready = merged(plan)
    state, _, request = begun if ready is plan else begin(ready)
    if shared is None or ready is not plan:  # answers change decks, so results of a plan with decks are not shared
        shared = Shared()
    return _Walk(ready, questions, effort, shared).sums(state, request)


def countable(plan: Plan, questions: Sequence[Question]) -> frozenset[str]:
    """Return the names in which terms of the questions are linear and that steps only add numbers to, never read."""
    linear = {term.counted for one in questions for term in one.terms if term.counted is not None}
    if not linear:
        return frozenset()
    uses = frozenset[str]().union(*(node.uses for node in plan.nodes))
    sets = frozenset[str]().union(*(node.sets for node in plan.nodes))
    adds = frozenset[str]().union(*(node.adds for node in plan.nodes))
    twice = {node.name for node in plan.steps} & {*plan.variables, *adds} | {*plan.inputs}
    words = {name for name, value in plan.variables.items() if not isinstance(value, int)}
    return frozenset(name for name in linear if name not in sets | twice | words and not is_among(name, uses))


class _Walk:
    """One walk over all faces for some questions."""

    def __init__(self, plan: Plan, questions: Sequence[Question], effort: Effort, shared: Shared) -> None:
        self.plan, self.questions, self.effort = plan, questions, effort
        # Without the report, so that only what steps read is wanted.
        bare = plan.procedure.model_copy(update={"report": {}})
        self.bare = replace(plan, procedure=bare, memo=plan.memo.setdefault("bare", {}))
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
        """Return the sums from the first roll on."""
        values, weight = self._reduced(state.values, frozenset(range(len(self.terms))), state.tasks, _waiting(request))
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
            if known is None:
                request = replace(request, plan=self.plan, state=State(state.tasks, values, state.local))
            else:
                request, (weight, whole) = known[0], _either((known[1], known[2]), (weight, whole))
            fronts[place].found[values, state.local] = (request, weight, whole)

        wait(state, values, request, weight, 1)
        while heap:
            place = heappop(heap)[2]
            # A power leaves its step at once, which closes the terms that the step still held open.
            before = self._open(place[0])[0]
            for tasks, reached in self._rolled(place[1], fronts.pop(place)).items():
                for (values, local), (weight, whole) in reached.items():
                    state, request = self._onward(State(tasks, values, local))
                    self.effort.spend(20 + _size(values), place[1], len(fronts), 0)
                    values, more = self._reduced(state.values, before, state.tasks, _waiting(request))
                    wait(state, values, request, weight.times(more) if more.sums else weight, whole)
        return self._totals(ends)

    def _rolled(
        self, node: PlanNode, front: _Front
    ) -> dict[tuple[PendingTask, ...], dict[tuple[Values, Values], tuple[Weight, int]]]:
        """Roll for all states of a front: pending tasks → values and local results → weight and total ways."""
        reached: dict[tuple[PendingTask, ...], dict[tuple[Values, Values], tuple[Weight, int]]] = {}
        for request, weight, whole in front.found.values():
            branches, tasks = self._branches(request), request.state.tasks
            alone = self._power(request, branches)
            if alone is not None:
                branches, tasks = [alone], tasks[:-1]
            total = whole * sum(branch.ways for _, _, branch in branches)
            found = reached.setdefault(tasks, {})
            held, long = sum(map(len, weight.sums.values())), 1 + (whole.bit_length() >> 10)
            for values, local, branch in branches:
                size = held
                if branch.sums:
                    size += sum([len(weight.of(one)) * len(sums) for one, sums in branch.sums.items()])
                self.effort.spend(8 + size * long, node, len(front.found) + len(found), size)
                after = weight.times(branch), total
                found[values, local] = _either(found[values, local], after) if (values, local) in found else after
        return reached

    def _branches(self, request: Request) -> Branches:
        """Return the branches of a roll, from the cache where a step does the same again."""
        node, state = request.node, request.state
        local = state.local if node.by_item else tuple(pair for pair in state.local if pair[0] != f"item.{node.name}")
        before, after = self._open(state.tasks, node)[0], self._open(state.tasks)[0]
        key = (node, state.values, local, wanted_by(self.plan, state.tasks), before - after)
        if key not in self.known:
            asked = (key, self._answers(node.reads | self.asked))
            expansion = self.shared.branches.get(asked)
            if expansion is None:
                expansion = self.shared.branches[asked] = self._expanded(request, before)
            branches, work, outcomes = expansion
            # Cached work counts too, so that what is too large does not depend on earlier questions.
            self.effort.spend(work, node, len(self.known) * outcomes, 0)
            self.known[key] = branches
        return self.known[key]

    def _expanded(self, request: Request, before: frozenset[int]) -> _Expansion:
        """Return the branches of a roll, by taking each of its outcomes."""
        outcomes, work = request.outcomes(), 0
        shared = gcd(*(ways for _, ways in outcomes))
        found: dict[tuple[Values, Values], Weight] = {}
        for outcome, ways in outcomes:
            taken, _ = take(request, outcome)
            work += 40 + _size(taken.values)
            values, weight = self._reduced(taken.values, before, request.state.tasks)
            weight = weight.scaled(ways // shared)
            place = (values, taken.local)
            found[place] = found[place].or_(weight) if place in found else weight
        return _Expansion([(values, local, weight) for (values, local), weight in found.items()], work, len(outcomes))

    def _onward(self, state: State) -> tuple[State, Request | None]:
        """Go on to the next roll, if there is one."""
        key = (state, self._answers(wanted_by(self.plan, state.tasks).values))
        found = self.shared.onward.get(key)
        if found is None:
            after, _, request = onward(self.plan, state)
            found = self.shared.onward[key] = after, request
        return found

    def _answers(self, names: frozenset[str]) -> Values:
        """Return the player's answers that have these names."""
        found = self.answers.get(names)
        if found is None:
            found = self.answers[names] = among(self.plan.inputs.items(), names)
        return found

    def _power(self, request: Request, branches: Branches) -> tuple[Values, Values, Weight] | None:
        """Return one branch for all remaining items of a repeated step; None if it is not possible, or costs more."""
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

    def _reduced(
        self, values: Values, before: frozenset[int], tasks: tuple[PendingTask, ...], node: PlanNode | None = None
    ) -> tuple[Values, Weight]:
        """Return the values kept at a place, and the weight of the terms that close there, wholly or in part."""
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

    def _open(
        self, tasks: tuple[PendingTask, ...], node: PlanNode | None = None
    ) -> tuple[frozenset[int], frozenset[str]]:
        """Return the terms whose names these tasks and the roll may still write, and the names to keep."""
        key = (node, *((task.node, task.phase) for task in tasks))
        found = self.kept.get(key)
        if found is None:
            nodes = [*(task.node for task in tasks), *([] if node is None else [node])]
            writes = frozenset[str]().union(*(one.writes for one in nodes))
            left = frozenset(at for at, (_, term) in enumerate(self.terms) if not term.names.isdisjoint(writes))
            names = frozenset[str]().union(*(self.terms[at][1].names for at in left))
            found = self.kept[key] = left, names | wanted_by(self.bare, tasks, node).values
        return found

    def _position(self, tasks: tuple[PendingTask, ...], node: PlanNode) -> tuple[tuple[int, int, int], ...]:
        """Return a sort key in order of the procedure, so that a front is walked after all that lead to it."""
        steps = [
            (self.order[task.node], ORDER[task.phase], task.item[0] if task.phase == "each" else 0) for task in tasks
        ]
        return (*steps, (self.order[node], ORDER["do"], 0))

    def _totals(self, ends: list[tuple[Weight, int]]) -> Sums:
        whole = lcm(*(of for _, of in ends))
        found: Sums = [({}, whole) for _ in self.questions]
        for weight, of in ends:
            for at, (ways, _) in enumerate(found):
                add(ways, weight.of(at), whole // of)
        return found


def _either(one: tuple[Weight, int], other: tuple[Weight, int]) -> tuple[Weight, int]:
    """Add two weights, brought to the same total number of ways."""
    if one[1] == other[1]:
        return one[0].or_(other[0]), one[1]
    whole = lcm(one[1], other[1])
    return one[0].scaled(whole // one[1]).or_(other[0].scaled(whole // other[1])), whole


def _added(worth: Sequence[Any]) -> Any:
    """Return the sum of some terms, or a single one as it is: it may be a word."""
    return worth[0] if len(worth) == 1 else sum(worth)


def _size(values: Values) -> int:
    """Return the size of some values; a tally counts each of its entries."""
    return sum(len(value) if isinstance(value, tuple) else 1 for _, value in values)


def _waiting(request: Request | None) -> PlanNode | None:
    return request.node if request is not None else None
