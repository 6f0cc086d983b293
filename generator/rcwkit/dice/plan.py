"""Plans: procedures prepared for the walk, with steps as nodes, tables, items, inputs and chained procedures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.dice.conditions import names_in
from rcwkit.dice.counters import names_of, owner_of
from rcwkit.dice.model import (
    DEEPEST,
    AddToVariables,
    DeckSpec,
    Each,
    Effect,
    Input,
    Procedure,
    SetVariables,
    Step,
    VariableEffect,
    walk,
)
from rcwkit.dice.settle import Settled
from rcwkit.dice.setups import Track
from rcwkit.dice.tables import Reader, Table
from rcwkit.game.game import Document, Game

OTHER = "other"
"""The class of cards that no class was given."""


@dataclass(frozen=True, eq=False)
class PlanNode:
    """A prepared step. `scope` prefixes the names of a chained procedure; `items` is None unless a list is repeated."""

    step: Step
    scope: str
    span: Span
    reader: Reader | None = None
    items: tuple[Any, ...] | None = None
    children: tuple[PlanNode, ...] = ()
    track: Track | None = None
    exempt: tuple[tuple[str, str], ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)
    outer: str = ""

    @property
    def title(self) -> str:
        """The step's title, preceded by that of the step that runs its procedure."""
        own = self.step.title or self.step.id.replace("_", " ").capitalize()
        return f"{self.outer}: {own}" if self.outer else own

    @property
    def name(self) -> str:
        """The step's full name, under which its result is stored."""
        return self.scope + self.step.id

    @property
    def repeated(self) -> bool:
        """Whether the step is repeated, so that its results are tallied."""
        return self.items is not None or self.step.times is not None or self.step.draw is not None

    @property
    def has_result(self) -> bool:
        """Whether the step has a result: it rolls, draws or moves a marker."""
        return self.reader is not None or self.step.draw is not None or self.step.slide is not None

    @cached_property
    def inner(self) -> frozenset[str]:
        """The names of all steps nested within this one."""
        return frozenset(node.name for node in every(self.children))

    @cached_property
    def asks(self) -> tuple[Any, ...]:
        """The conditions, amounts and names that this step itself reads, except the amounts of its effects."""
        step = self.step
        column = None if self.reader is not None and str(step.column) in self.reader.columns else step.column
        values: list[Any] = [column, *step.reads]
        if self.reader is not None:
            values += [value for drm in self.reader.drm for value in drm.reads]
        values += [name for effect in self.effects if not isinstance(effect, VariableEffect) for name in effect.reads]
        return tuple(value for value in values if value is not None)

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """All effects that this step may have."""
        return tuple(effect for _, effect in self.step.effects)

    @cached_property
    def amounts(self) -> tuple[Any, ...]:
        """The amounts that this step's effects assign or add to variables."""
        return tuple(value for effect in self.effects if isinstance(effect, VariableEffect) for value in effect.reads)

    @cached_property
    def uses(self) -> frozenset[str]:
        """The names that this step and those within it read, other than to add to them."""
        # A step's effects see its own result directly.
        own = names_in(self.asks) | (names_in(self.amounts) - {self.step.id})
        # Inside a repeated group, results of its steps come from the current item alone.
        within = frozenset[str]().union(*(child.uses for child in self.children))
        return self._scoped(own) | (within - self.inner if self.repeated else within)

    @cached_property
    def adds(self) -> frozenset[str]:
        """The names that this step and those within it add to."""
        own = self._scoped(name for effect in self.effects if isinstance(effect, AddToVariables) for name in effect.add)
        return own.union(*(child.adds for child in self.children))

    @cached_property
    def sets(self) -> frozenset[str]:
        """The names that this step and those within it set, or give to a chained procedure."""
        own = self._scoped(name for effect in self.effects if isinstance(effect, SetVariables) for name in effect.set)
        given = {f"{self.name}.{name}" for name in (*self.defaults, *self.step.given)}
        return own.union(given, *(child.sets for child in self.children))

    @property
    def reads(self) -> frozenset[str]:
        """The names that this step and those within it read."""
        return self.uses | self.adds

    @cached_property
    def by_item(self) -> bool:
        """Whether this step or one within it reads the current item."""
        return any(name.rpartition(".")[2] == "item" for name in self.reads)

    @cached_property
    def guarded_by_item(self) -> bool:
        """Whether the condition of this step itself reads the current item."""
        return any(name.rpartition(".")[2] == "item" for name in names_in(self.step.when))

    @property
    def writes(self) -> frozenset[str]:
        """The names under which this step and those within it store anything."""
        return self.adds | self.sets | self.inner | {self.name}

    @cached_property
    def draws(self) -> frozenset[str]:
        """The decks that this step and those within it draw from."""
        return frozenset(node.step.draw.deck for node in every((self,)) if node.step.draw is not None)

    def _scoped(self, names: Iterable[str]) -> frozenset[str]:
        """Return the names qualified by this step's scope and by each enclosing one."""
        return frozenset(scope + name for name in names for scope in scopes(self.scope))


def every(nodes: Iterable[PlanNode]) -> Iterator[PlanNode]:
    """Yield every node and those within it, in the order in which they are done."""
    for node in nodes:
        yield node
        yield from every(node.children)


@lru_cache(maxsize=1024)
def scopes(scope: str) -> tuple[str, ...]:
    """Return a chained procedure's scope and the enclosing ones: `a.b.`, `a.` and the empty scope."""
    parts = scope.split(".")[:-1]
    return tuple("".join(f"{part}." for part in parts[:count]) for count in range(len(parts), -1, -1))


@dataclass(frozen=True)
class PlanDeck:
    """A deck as card → class, in printed order; `spec` names the inputs that take cards out of it.

    `cards` is `whole` less the cards that are out; `discards` are those of them that a reshuffle brings back.
    """

    spec: DeckSpec
    cards: Mapping[Any, str]
    discards: Mapping[Any, str]
    whole: Mapping[Any, str]

    @property
    def inputs(self) -> frozenset[str]:
        """The inputs that take cards out of it."""
        return frozenset(name for name in (self.spec.without, self.spec.discards) if name is not None)

    @property
    def exhausted(self) -> str:
        """What to say when no card is left to draw."""
        said, out = f"the deck '{self.spec.title}' is empty", self.spec.without
        alone = out is not None and self.spec.discards is None
        return said + (f": if discards are reshuffled, leave them out of '{out}'" if alone else "")


@dataclass(frozen=True, eq=False)
class Plan:
    """A procedure ready to walk: nodes, answered inputs, initial variables, decks, and tables for look-ups."""

    id: str
    procedure: Procedure
    nodes: tuple[PlanNode, ...]
    inputs: Mapping[str, Any]
    variables: Mapping[str, Any]
    decks: Mapping[str, PlanDeck]
    tables: Mapping[str, Table]
    names: Mapping[str, str] = field(default_factory=dict)
    owners: frozenset[str] = frozenset()
    memo: dict[Any, Any] = field(default_factory=dict, repr=False)
    outcomes: dict[Any, list[tuple[Any, int]]] = field(default_factory=dict, repr=False)
    meanings: dict[tuple[str, str], str] = field(default_factory=dict, repr=False)

    def answered(self, inputs: Mapping[str, Any], decks: Mapping[str, PlanDeck]) -> Plan:
        """Return the plan with other answers and their decks; cached facts about the steps are shared."""
        other = replace(self, inputs=inputs, decks=decks)
        # Cached properties depend on names and steps, never on answers.
        vars(other).update({name: found for name, found in vars(self).items() if name not in vars(other)})
        return other

    def full(self, scope: str, name: str) -> str:
        """Return the full name that a name stands for in a scope."""
        found = self.meanings.get((scope, name))
        if found is None:
            found = self.meanings[scope, name] = full_name(self.known, scope, name)
        return found

    @cached_property
    def known(self) -> frozenset[str]:
        """All full names that are defined, with or without a value."""
        return _known_names([*self.inputs, *self.variables], self.nodes)

    @cached_property
    def steps(self) -> tuple[PlanNode, ...]:
        """All steps, nested ones included, in the order in which they are done."""
        return tuple(every(self.nodes))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The names of steps whose result is always a number."""
        counted = frozenset[str]().union(*(node.inner | {node.name} for node in self.steps if node.repeated))
        plain = {
            node.name
            for node in self.steps
            if node.reader is not None and node.reader.numeric and node.step.test is None
        }
        return frozenset(plain - counted).difference(*(node.sets for node in self.nodes))

    @cached_property
    def asked(self) -> frozenset[str]:
        """The names that the report reads."""
        return names_in([value for report in self.procedure.report.values() for value in (report.when, report.of)])


def _known_names(names: Iterable[str], nodes: Iterable[PlanNode]) -> frozenset[str]:
    """Return these names (inputs and variables) and those that steps define: results, and what they give or set."""
    found, everything = set(names), list(nodes)
    for node in everything:
        everything += node.children
        found |= {node.name} if node.has_result else set()
        found |= {f"{node.name}.{name}" for name in (*node.defaults, *node.step.given)}
    for node in everything:
        for effect in node.effects:
            if isinstance(effect, VariableEffect):
                found |= {full_name(found, node.scope, name) for name in effect.what}
    return frozenset(found)


def full_name(known: Collection[str], scope: str, name: str) -> str:
    """Return the full name that a name stands for in a scope: the innermost scope that defines it wins."""
    return next((outer + name for outer in scopes(scope) if outer + name in known), name)


def modifiers(table: Table) -> list[str]:
    """Return the names that the DRMs of a table read."""
    return sorted(names_in([drm.reads for drm in table.drm]))


def plan(game: Game, procedure_id: str, given: Mapping[str, Any], settled: Settled | None = None) -> Plan:
    """Prepare a procedure with its inputs (text or values). Raises InputError if one is unknown, missing or invalid."""
    procedure = game[Procedure][procedure_id].value
    inputs, dealt = _answers(game, procedure_id, given)
    tables = {name: table.value for name, table in game[Table].items()}
    ready, variables = nodes(game, procedure_id, settled), dict(procedure.variables)
    return Plan(
        procedure_id, procedure, ready, inputs, variables, dealt, tables, names_of(game), frozenset(game.owners)
    )


def with_answers(game: Game, before: Plan, given: Mapping[str, Any]) -> Plan:
    """Return a procedure's plan with other answers. Raises InputError for unknown, missing or invalid inputs."""
    return before.answered(*_answers(game, before.id, given))


def _answers(game: Game, procedure_id: str, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, PlanDeck]]:
    """Return the answers to all questions, and the decks that they leave."""
    item = game[Procedure][procedure_id]
    inputs = inputs_of(procedure_id, item.value.questions, given, item.span)
    return inputs, decks(game, item.value, inputs)


def nodes(game: Game, procedure_id: str, settled: Settled | None) -> tuple[PlanNode, ...]:
    """Prepare a procedure's steps, for any answers. Raises InputError if they need a set-up and there is none."""
    item = game[Procedure][procedure_id]
    shared = frozenset(item.value.variables)
    return tuple(
        _node(game, step, (*item.path, "steps", at), item.document, settled, shared=shared)
        for at, step in enumerate(item.value.steps)
    )


def decks(game: Game, procedure: Procedure, inputs: Mapping[str, Any]) -> dict[str, PlanDeck]:
    """Return a procedure's decks and those of the procedures it runs; its own take precedence."""
    found: dict[str, DeckSpec] = {}
    waiting, seen = [procedure], {id(procedure)}
    while waiting:
        current = waiting.pop(0)
        found = {**current.decks, **found}
        for _, step in walk(current.steps):
            if step.run is not None and id(inner := game[Procedure][step.run].value) not in seen:
                seen.add(id(inner))
                waiting.append(inner)
    return {name: _deck(spec, inputs) for name, spec in found.items()}


def plan_table(game: Game, table_id: str, given: Mapping[str, Any]) -> Plan:
    """Return a rolled table as a procedure of one roll; its column and the names that its DRMs read are inputs.

    If a procedure has the same id, the plan's id is prefixed with `chart.`, so that records tell the two apart.
    """
    item = game[Table][table_id]
    table = item.value
    names = modifiers(table)
    known = {**({"column": None} if table.columns else {}), **dict.fromkeys(names)}
    wrong = [name for name in given if name not in known]
    if wrong:
        raise refusal(f"table '{table_id}' has no input '{wrong[0]}'", item.span, nearest(wrong[0], known))
    asked = str(given.get("column"))
    heads = {head: name for name, head in table.columns.items()} | {name: name for name in table.columns}
    if table.columns and asked not in heads:
        raise refusal(f"table '{table_id}' needs --set column=...", item.span, f"one of: {', '.join(table.columns)}")
    column = {"column": heads[asked]} if table.columns else {}
    inputs = {**column, **{name: scalar(str(given[name])) if name in given else 0 for name in names}}
    step = Step(id=table_id, table=table_id, column=column.get("column"))
    cited: dict[str, Any] = {"rule": table.rule} if table.rule else {}
    procedure = Procedure(title=table.title, steps=(step,), **cited)
    known_as = f"chart.{table_id}" if table_id in game[Procedure] else table_id
    tables = {name: other.value for name, other in game[Table].items()}
    return Plan(known_as, procedure, (PlanNode(step, "", item.span, Reader.of(table)),), inputs, {}, {}, tables)


def _node(
    game: Game,
    step: Step,
    path: tuple[Any, ...],
    document: Document,
    settled: Settled | None,
    scope: str = "",
    depth: int = 0,
    outer: str = "",
    shared: frozenset[str] = frozenset(),
) -> PlanNode:
    span = document.at(*path, "id")
    reader: Reader | None = None
    if step.table is not None:
        reader = Reader.of(game[Table][step.table].value, step.drm)
    elif step.roll is not None:
        reader = Reader.of(step)
    children = [
        _node(game, inner, (*path, "steps", at), document, settled, scope, depth, outer, shared)
        for at, inner in enumerate(step.steps)
    ]
    defaults: dict[str, Any] = {}
    if step.run is not None:
        if depth == DEEPEST:
            raise refusal(f"procedures are chained more than {DEEPEST} deep", span, "a procedure may not run itself")
        chained = game[Procedure][step.run]
        inner_scope, title = f"{scope}{step.id}.", step.title or chained.value.title
        # Variables that an enclosing procedure also has are shared with it; others are local.
        defaults = {
            name: question.default for name, question in chained.value.questions.items() if question.default is not None
        }
        defaults |= {name: value for name, value in chained.value.variables.items() if name not in shared}
        nested = (inner_scope, depth + 1, title, shared | frozenset(chained.value.variables))
        children = [
            _node(game, inner, (*chained.path, "steps", at), chained.document, settled, *nested)
            for at, inner in enumerate(chained.value.steps)
        ]
    items, exempt = _items(game, step, settled, span)
    track = game[Track][step.slide.track].value if step.slide is not None else None
    return PlanNode(step, scope, span, reader, items, tuple(children), track, exempt, defaults, outer)


def _items(
    game: Game, step: Step, settled: Settled | None, span: Span
) -> tuple[tuple[Any, ...] | None, tuple[tuple[str, str], ...]]:
    """Return the items of a `for_each`, and (item, reason) of those that it omits."""
    each = step.for_each
    if each is None:
        return None, ()
    if not isinstance(each, Each):
        return tuple(each), ()
    if settled is None:
        raise refusal(f"step '{step.id}' needs the units of a set-up", span, "no scenario of this game has a set-up")
    roll, exempt = [], []
    for unit in settled.units(each.units, game):
        if each.owners and owner_of(game, unit) not in each.owners:
            continue
        reason = each.exceptions.get(unit) or each.exceptions.get(owner_of(game, unit))
        if reason:
            exempt.append((unit, reason))
        else:
            roll.append(unit)
    return tuple(roll), tuple(exempt)


def _deck(spec: DeckSpec, inputs: Mapping[str, Any]) -> PlanDeck:
    of = {card: name for name, members in spec.classes.items() for card in members}
    whole = {card: of.get(card, OTHER) for card in spec.cards}
    without, discarded = inputs.get(spec.without or "") or (), inputs.get(spec.discards or "") or ()
    kept = {card: name for card, name in whole.items() if card not in without}
    cards = {card: name for card, name in kept.items() if card not in discarded}
    return PlanDeck(spec, cards, {card: name for card, name in kept.items() if card in discarded}, whole)


def inputs_of(
    procedure_id: str, questions: Mapping[str, Input], given: Mapping[str, Any], span: Span
) -> dict[str, Any]:
    """Return the answers to a procedure's questions, given as text or values.

    Raises InputError if one is unknown or invalid, or with all that are missing.
    """
    for name in given:
        if name not in questions:
            hint = nearest(name, questions) or f"inputs: {', '.join(questions) or 'none'}"
            raise refusal(f"procedure '{procedure_id}' has no input '{name}'", span, hint)
    missing = {name: question for name, question in questions.items() if name not in given and question.default is None}
    if missing:
        needs = "{0.title} '{1}' needs an answer: --set {2}=..."
        refused = (refusal(needs.format(one, procedure_id, name), span, _choices(one)) for name, one in missing.items())
        raise InputError([diagnostic for one in refused for diagnostic in one.diagnostics])
    return {
        name: _answer(name, question, given.get(name, question.default), span) for name, question in questions.items()
    }


def _choices(question: Input) -> str:
    if question.choices is not None:
        return f"one of: {', '.join(map(str, question.choices))}"
    return f"a number in {question.run}" if question.range else f"numbers in {question.run}, joined by '+'; none: -"


def _answer(name: str, question: Input, value: Any, span: Span) -> Any:
    wrong = refusal(f"'{value}' is not an answer to '{name}': {question.title}", span, _choices(question))
    if question.choices is not None:
        found = [choice for choice in question.choices if str(choice) == str(value)]
        if not found:
            raise wrong
        return found[0]
    assert question.run is not None
    if question.range is not None:
        number = scalar(str(value))
        if number not in question.run:
            raise wrong
        return number
    parts = value if isinstance(value, tuple) else [text for text in str(value).split("+") if text not in ("", "-")]
    numbers = tuple(scalar(str(part)) for part in parts)
    if any(number not in question.run for number in numbers):
        raise wrong
    return numbers


def scalar(text: str) -> Any:
    """Return the text as an integer if it is one, else unchanged."""
    return int(text) if text.removeprefix("-").isdecimal() and text.isascii() and len(text) < 12 else text


def refusal(message: str, span: Span, hint: str = "") -> InputError:
    """Return the error for an input that is not accepted."""
    return InputError.of("E500", message, span, hint)
