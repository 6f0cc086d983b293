"""Checks of procedures: counters, answers, rows that cover the dice exactly, and names that exist."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.dice.conditions import Calc, Compare, Items, Logic, names_in
from rcwkit.dice.counters import BLANK, Counter, owner_of, reverse_of
from rcwkit.dice.model import (
    EVERY,
    MOST_STEPS,
    MOST_TIMES,
    AddToVariables,
    ConvertUnit,
    Each,
    Effect,
    FlipUnit,
    GoingUnit,
    Input,
    Known,
    Move,
    MoveMarker,
    Procedure,
    Procedures,
    ReduceUnit,
    RemoveUnit,
    RestoreUnit,
    Step,
    UnitEffect,
    VariableEffect,
    walk,
)
from rcwkit.dice.notation import WholeRange
from rcwkit.dice.plan import OTHER
from rcwkit.dice.setups import Track, counts_turns
from rcwkit.dice.tables import Resolution, Table, check_rows
from rcwkit.game.game import Document, Game
from rcwkit.game.references import unknown
from rcwkit.kinds.procedures.limits import fixed, sizes, times_of
from rcwkit.source.base import Scalar


def _results_of(game: Game, procedure: Procedure, step: Step) -> set[Any] | None:
    """Return all results that a step's roll or draw can have, or None if the data do not list them."""
    if step.draw is not None and step.draw.deck in procedure.decks:
        return {*procedure.decks[step.draw.deck].classes, OTHER}
    if step.draw is not None or (step.table is not None and step.table not in game[Table]):
        return None
    source: Resolution = game[Table][step.table].value if step.table is not None else step
    if source.rows or step.test is not None:
        return {*step.outcomes, *source.outcomes}
    dice = source.roll
    plain = dice is not None and not (source.drm or step.drm) and dice.most <= MOST_TIMES
    return {*dice.ways(), *source.natural.values()} if dice is not None and plain else None


def _answers_to(question: Input) -> set[Any] | None:
    """Return all answers to a question, or None for lists and endless ranges."""
    if question.choices is not None:
        return set(question.choices)
    return {*question.range} if question.range is not None and len(question.range) <= MOST_TIMES else None


def procedures(game: Game) -> Iterator[Diagnostic]:
    """Check that every name, column, row, box and result that a procedure uses exists."""
    size = sizes(game)
    for document, sheet in game.all(Procedures):
        for name, procedure in sheet.procedures.items():
            if size[name] <= MOST_STEPS:
                yield from _Procedure(game, document, ("procedures", name), procedure).check()


class _Procedure:
    """The names in one procedure with the results that each can have (None: anything), and the checks against them."""

    def __init__(self, game: Game, document: Document, path: tuple[Any, ...], procedure: Procedure) -> None:
        self.game, self.document, self.path, self.procedure = game, document, path, procedure
        self.results: dict[str, set[Any] | None] = dict.fromkeys(procedure.variables)
        self.items = _counts(game, procedure.steps)
        for name, question in procedure.questions.items():
            self.results[name] = None if name in procedure.changed else _answers_to(question)
        self._collect(procedure, procedure.steps, "")

    def _collect(self, procedure: Procedure, steps: tuple[Step, ...], scope: str) -> None:
        for step in steps:
            self.results[scope + step.id] = _results_of(self.game, procedure, step)
            if step.run in self.game[Procedure]:
                chained = self.game[Procedure][str(step.run)].value
                inner = f"{scope}{step.id}."
                self.results |= {inner + name: None for name in (*chained.questions, *chained.variables)}
                self._collect(chained, chained.steps, inner)
            for _, effect in step.effects:
                for name in effect.what if isinstance(effect, VariableEffect) else ():
                    self.results.setdefault(name, None)
            self._collect(procedure, step.steps, scope)

    def check(self) -> Iterator[Diagnostic]:
        yield from self._steps(self.procedure.steps, (*self.path, "steps"), {})
        yield from self._defaults()
        yield from self._decks()
        yield from self._early(
            self.procedure.steps, (*self.path, "steps"), [one.id for _, one in walk(self.procedure.steps)]
        )
        for name, report in self.procedure.report.items():
            yield from self._condition(report.when, (*self.path, "report", name, "when"))
            yield from self._amount(report.of, (*self.path, "report", name, "of"))

    def _steps(self, steps: tuple[Step, ...], path: tuple[Any, ...], seen: dict[str, Span]) -> Iterator[Diagnostic]:
        for index, step in enumerate(steps):
            where = (*path, index)
            span = self.document.at(*where, "id")
            first = seen.get(step.id)
            if step.id in self.procedure.inputs:
                first = self.document.at(*self.path, "inputs", step.id, key=True)
            if first is not None:
                message = f"step '{step.id}' is defined twice"
                yield Diagnostic("E201", message, span, "rename one of the two", (("first here", first),))
            seen.setdefault(step.id, span)
            yield from self._step(step, where)
            yield from self._steps(step.steps, (*where, "steps"), seen)

    def _defaults(self) -> Iterator[Diagnostic]:
        """Check that what is answered if nothing is said is an answer."""
        for name, question in self.procedure.inputs.items():
            path = (*self.path, "inputs", name)
            given: list[tuple[tuple[Any, ...], Any]] = [
                (("defaults", one), at) for one, at in question.defaults.items()
            ]
            if isinstance(question.default, tuple) and question.list is not None:
                given += [(("default", at), answer) for at, answer in enumerate(question.default)]
            elif question.default is not None and question.list is None:
                given.append((("default",), question.default))
            for where, answer in given:
                if isinstance(answer, tuple) or not question.takes(answer):
                    held = set(question.choices) if question.choices is not None else {str(question.run)}
                    message = f"'{answer}' is no answer to '{name}'"
                    yield Diagnostic("E241", message, self.document.at(*path, *where), _one_of(held))

    def _early(self, steps: tuple[Step, ...], path: tuple[Any, ...], later: list[str]) -> Iterator[Diagnostic]:
        """Check that conditions of steps that are taken once read no step from themselves on, which has no result yet.

        `later` has the ids of the steps from here on, in order; those that are checked leave it.
        """
        for index, step in enumerate(steps):
            read = names_in(step.when, cells=False).intersection(later) if step.when is not None else ()
            once = step.for_each is None and step.times is None
            for name in sorted(read) if once else ():
                message = f"'{name}' has no result before this step"
                span = self.document.at(*path, index, "when")
                yield Diagnostic("E240", message, span, "move the step behind the one that it depends on")
            del later[0]
            if once:
                yield from self._early(step.steps, (*path, index, "steps"), later)
            else:
                del later[: sum(1 for _ in walk(step.steps))]

    def _decks(self) -> Iterator[Diagnostic]:
        """Check that each card of a deck is in it once and in one class, and which inputs take cards out of it."""
        for name, deck in self.procedure.decks.items():
            path = (*self.path, "decks", name)
            cards: set[Any] = set()
            for index, card in enumerate(() if isinstance(deck.cards, WholeRange) else deck.cards):
                if card in cards:
                    span = self.document.at(*path, "cards", index)
                    yield Diagnostic(
                        "E246", f"card '{card}' is in the deck twice", span, "give each card a name of its own"
                    )
                cards.add(card)
            classed: dict[Any, str] = {}
            for kind, members in deck.classes.items():
                if kind == OTHER:
                    span = self.document.at(*path, "classes", kind, key=True)
                    yield Diagnostic("E246", f"'{OTHER}' are the cards without a class", span, "choose another name")
                for index, card in enumerate(members):
                    span = self.document.at(*path, "classes", kind, index)
                    if card not in deck.cards:
                        yield Diagnostic("E246", f"card '{card}' is not in the deck '{name}'", span)
                    elif (first := classed.setdefault(card, kind)) != kind:
                        yield Diagnostic("E246", f"card '{card}' is of class '{first}' already", span, "keep one")
        lists = [name for name, question in self.procedure.inputs.items() if question.list is not None]
        for name, deck in self.procedure.decks.items():
            for field in ("without", "discards"):
                wanted, span = getattr(deck, field), self.document.at(*self.path, "decks", name, field)
                if wanted is not None:
                    yield from unknown("list of cards", wanted, lists, span, "E240")

    def _step(self, step: Step, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        yield from check_rows(self.document, path, step)
        if isinstance(step.for_each, Each):
            yield from self._each(step.for_each, (*path, "for_each"))
        yield from self._condition(step.when, (*path, "when"))
        yield from self._number(step.times, (*path, "times"))
        for index, drm in enumerate(step.drm):
            yield from self._condition(drm.when, (*path, "drm", index, "when"))
            yield from self._number(drm.add, (*path, "drm", index, "add"))
        if step.test is not None:
            name, amount = step.test.bound
            yield from self._number(amount, (*path, "test", name))
            yield from self._tested(step, name, amount, self.document.at(*path, "test", name))
        if step.times == 0:
            yield Diagnostic("E241", f"step '{step.id}' is never taken", self.document.at(*path, "times"), "at least 1")
        yield from self._table(step, path)
        if step.draw is not None:
            span = self.document.at(*path, "draw", "deck")
            yield from unknown("deck", step.draw.deck, self.procedure.decks, span, "E224")
            yield from self._number(step.draw.count, (*path, "draw", "count"))
            count, deck = fixed(step.draw.count), self.procedure.decks.get(step.draw.deck)
            if deck is not None and count is not None and not 1 <= count <= len(deck.cards):
                message = f"{count} cards of '{step.draw.deck}', which has {len(deck.cards)}"
                yield Diagnostic("E246", message, self.document.at(*path, "draw", "count"))
        if step.slide is not None:
            yield from self._slide(step.slide, (*path, "slide"))
        yield from self._owners(step, path)
        yield from self._effects(step, path)
        yield from self._set(step, path)
        if step.run in self.game[Procedure]:
            yield from self._given(step, path)
        known = self.results[step.id]
        for field in ("then", "again"):
            for result in getattr(step, field):
                if known is not None and result not in known and result != EVERY:
                    message = f"'{result}' is not a result of step '{step.id}'"
                    span = self.document.at(*path, field, result, key=True)
                    yield Diagnostic("E241", message, span, _near(result, known))
        for result, condition in step.again.items():
            yield from self._condition(condition, (*path, "again", result))

    def _each(self, each: Each, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check that there are counters of the types and owners that roll, and that exceptions are among them."""
        counters = self.game[Counter]
        rolls = [name for name, one in counters.items() if one.value.type in each.units]
        own = [name for name in rolls if not each.owners or owner_of(self.game, name) in each.owners]
        types = {*each.units, *(one.value.type for one in counters.values())}
        known = types <= self.game.info.unit_types.keys() and self.game.owners.keys() >= {*each.owners}
        if not known:
            return  # which is told
        if not own:
            span = self.document.at(*path, "units")
            yield Diagnostic("W242", "no counter of this game rolls here", span, "name the types and owners of some")
        for name in each.exceptions:
            if name in counters and name not in own:
                span = self.document.at(*path, "exceptions", name, key=True)
                yield Diagnostic("W242", f"'{name}' would not roll without this exception", span, "leave it out")

    def _slide(self, move: Move, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check a marker's move: its row and gated boxes, and what it reads."""
        if move.track in self.game[Track]:
            track = self.game[Track][move.track].value
            if move.row != "item":
                yield from unknown("row", move.row, track.rows, self.document.at(*path, "row"), "E222")
            for box, condition in move.open.items():
                yield from unknown("box", box, track.boxes, self.document.at(*path, "open", box, key=True), "E222")
                yield from self._condition(condition, (*path, "open", box))
        yield from self._amount(move.start, (*path, "start"))
        for field in ("points", "boxes"):
            yield from self._number(getattr(move, field), (*path, field))
        yield from self._condition(move.blocked, (*path, "blocked"))

    def _owners(self, step: Step, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check that new owners and reserves are owners, or names that hold one."""
        for inner, effect in step.effects:
            for field in ("to", "reserve") if isinstance(effect, GoingUnit) else ():
                name = getattr(effect, field)
                if name is not None and name not in self.results:
                    span = self.document.at(*path, *inner, field)
                    yield from unknown("side or faction", name, self.game.owners, span, "E220")

    def _effects(self, step: Step, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check that effects turn what has two sides, and say where units and markers go."""
        for inner, effect in step.effects:
            at = partial(self.document.at, *path, *inner)
            if isinstance(effect, (ReduceUnit, RestoreUnit, FlipUnit)):
                unit = self.game[Counter].get(effect.what)
                typed = unit is not None and unit.value.type in self.game.info.unit_types
                if unit is not None and typed and reverse_of(self.game, unit.id) in BLANK:
                    printed = (("printed here", unit.span),)
                    yield Diagnostic("E214", f"'{unit.id}' has no reverse side", at(effect.verb), "", printed)
            elif isinstance(effect, GoingUnit):
                given = [key for key in ("at", "where", "reserve") if getattr(effect, key) is not None]
                if len(given) > 1:
                    message = f"'{effect.what}' goes to {len(given)} places"
                    yield Diagnostic("E247", message, at(effect.verb), "say where by one of: at, where, reserve")
                if isinstance(effect, ConvertUnit) and effect.to is None:
                    yield Diagnostic(
                        "E247", f"'{effect.what}' has no new owner", at(effect.verb), "say whose it is: to"
                    )
            elif isinstance(effect, MoveMarker):
                yield from self._marked(effect, at)

    def _marked(self, effect: MoveMarker, at: Callable[..., Span]) -> Iterator[Diagnostic]:
        """Check that a marker goes to a box of a track, and to a row that is its own if there are rows."""
        if effect.on is not None and effect.on not in self.game[Track]:
            yield from unknown("track", effect.on, self.game[Track], at("on"), "E222")
        elif effect.on is not None:
            track = self.game[Track][effect.on].value
            if effect.to is None:
                yield Diagnostic("E247", f"'{effect.what}' goes to no box", at(effect.verb), "say to which: to")
            elif effect.to not in self.results:
                yield from unknown("box", effect.to, track.boxes, at("to"), "E222")
            rows = {*track.rows, *(row.marker for row in track.rows.values() if row.marker)}
            if rows and track.moves and effect.what != "item":
                yield from unknown("row", effect.what, rows, at(effect.verb), "E222")
        elif effect.at is None and effect.where is None:
            message = f"'{effect.what}' goes to no place"
            yield Diagnostic("E247", message, at(effect.verb), "say where by one of: on and to, at, where")

    def _tested(self, step: Step, name: str, amount: Any, span: Span) -> Iterator[Diagnostic]:
        """Check that a roll against a plain number can succeed, and fail."""
        number = fixed(amount)
        if number is None or step.roll is None or step.drm:
            return
        low, high = step.roll.least, step.roll.most
        least = {"at_least": number, "above": number + 1}.get(name, low)
        most = {"at_most": number, "below": number - 1}.get(name, high)
        if most < low or least > high:
            yield Diagnostic("E232", f"{step.roll} never succeeds", span, f"it rolls {low} to {high}")
        elif least <= low and most >= high:
            yield Diagnostic("E232", f"{step.roll} always succeeds", span, f"it rolls {low} to {high}")

    def _set(self, step: Step, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check what effects set and add; a word that is not a name stands for itself."""
        for at, effect in step.effects:
            for name, value in effect.what.items() if isinstance(effect, VariableEffect) else ():
                where = (*path, *at, effect.verb, name)
                if isinstance(effect, AddToVariables):
                    yield from self._number(value, where)
                elif not isinstance(value, str):
                    yield from self._amount(value, where)

    def _given(self, step: Step, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check what a chained procedure is given; a word that is also a name here is ambiguous."""
        questions = self.game[Procedure][str(step.run)].value.questions
        for name, value in step.given.items():
            where = (*path, "given", name)
            if not isinstance(value, str):
                yield from self._amount(value, where)
            elif value in self.results and name in questions and value in (questions[name].choices or ()):
                message = f"'{value}' is an answer to '{name}', but here it is the value of '{value}'"
                hint = f"rename the input, variable or step '{value}' if you mean the word"
                yield Diagnostic("W219", message, self.document.at(*where), hint)

    def _table(self, step: Step, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        if step.column is not None and not (step.table or step.columns):
            message = f"step '{step.id}' has no columns to choose from"
            yield Diagnostic("E235", message, self.document.at(*path, "column"), "leave `column` out, or name a table")
        if step.table is None or step.table not in self.game[Table]:
            return
        table: Table = self.game[Table][step.table].value
        span = self.document.at(*path, "table")
        if table.roll is None:
            yield Diagnostic("E235", f"table '{step.table}' is not rolled: it has no 'roll'", span)
        if table.columns and step.column is None:
            yield Diagnostic("E235", f"table '{step.table}' has columns: choose one with 'column'", span)
        column = self.document.at(*path, "column")
        if step.column in table.columns and step.column in self.procedure.questions:
            message = f"'{step.column}' is a column of the table and a name of this procedure"
            yield Diagnostic("E236", message, column, "rename one")
        if step.column is not None and step.column not in self.results and not self._of_item(str(step.column)):
            yield from unknown("column", str(step.column), table.columns, column, "E235")
        answers = {*map(str, self.results.get(str(step.column)) or ())}
        named = step.column in table.columns or answers.intersection(table.columns)
        if len(table.columns) > 1 and answers and not named:
            message = f"'{step.column}' is never a column of '{step.table}'"
            yield Diagnostic("E235", message, column, f"its columns are {', '.join(table.columns)}")
        for drm in table.drm:
            for name in sorted(names_in(drm.reads, cells=False)):
                if name not in self.results and name != "item":
                    message = f"table '{step.table}' asks for '{name}', which this procedure does not have"
                    yield Diagnostic("E240", message, span, "add it to the inputs")

    def _condition(self, condition: Any, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        if isinstance(condition, Logic):
            for part in condition.parts:
                yield from self._condition(part, path)
        elif isinstance(condition, Items):
            yield from self._named(condition.step, path, condition.results)
        elif isinstance(condition, Compare):
            if isinstance(condition.value, str):
                yield from self._named(condition.value, path, (*(condition.is_in or ()), *(condition.not_in or ())))
            else:
                yield from self._amount(condition.value, path)
            bounds = [bound for bound in (condition.at_least, condition.at_most) if bound is not None]
            for bound in bounds:
                yield from self._number(bound, path)
            if bounds:
                yield from self._is_number(condition.value, path)
                yield from self._reached(condition, path)

    def _reached(self, condition: Compare, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check that a name whose results are known, or a count of items, can be within plain bounds."""
        low, high = (bound if isinstance(bound, int) else None for bound in (condition.at_least, condition.at_most))
        known: Iterable[int] | None = None
        if isinstance(condition.value, str):
            held = self.results.get(condition.value)
            known = held and [one for one in held if isinstance(one, int)] or None
        elif isinstance(condition.value, Calc) and condition.value.count:
            items = [self.items.get(name) for name in condition.value.count]
            known = None if None in items else range(sum(filter(None, items)) + 1)
        within = (low is None or high is None or low <= high) and (
            known is None or any((low is None or low <= one) and (high is None or one <= high) for one in known)
        )
        if not within:
            words = " and ".join(
                f"{word} {bound}" for word, bound in (("at least", low), ("at most", high)) if bound is not None
            )
            what = f"'{condition.value}'" if isinstance(condition.value, str) else "this count"
            hint = f"it is {min(known)} to {max(known)}" if known else ""
            yield Diagnostic("E241", f"{what} is never {words}", self.document.at(*path), hint)

    def _named(self, name: str, path: tuple[Any, ...], results: tuple[Any, ...]) -> Iterator[Diagnostic]:
        span = self.document.at(*path)
        if not self._of_item(name):
            yield from unknown("input or step", name, self.results, span, "E240")
        known = self.results.get(name)
        for result in results:
            if known and result not in known:
                yield Diagnostic("E241", f"'{name}' is never '{result}'", span, _near(result, known))

    def _of_item(self, name: str) -> bool:
        """Return whether a name stands for the current item, or for an input per item: `box.item`."""
        prefix = name.removesuffix("item")
        return name == "item" or (name.endswith(".item") and any(other.startswith(prefix) for other in self.results))

    def _amount(self, amount: Any, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        for name in sorted(names_in(amount, cells=False)):
            if not self._of_item(name):
                yield from unknown("input or step", name, self.results, self.document.at(*path), "E240")
        if isinstance(amount, Calc):
            yield from self._calc(amount, path)

    def _calc(self, calc: Calc, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check that the operands of a calculation can be numbers."""
        if calc.times != 1 or calc.plus != 0 or calc.least is not None or calc.most is not None:
            yield from self._is_number(calc.of, path)
        for part in (calc.plus, calc.sum):
            yield from self._is_number(part, path)
        for inner in (calc.of, calc.plus):
            if isinstance(inner, Calc):
                yield from self._calc(inner, path)

    def _number(self, amount: Any, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        yield from self._amount(amount, path)
        yield from self._is_number(amount, path)

    def _is_number(self, amount: Any, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        """Check that an amount is not a name whose listed results are all words."""
        while isinstance(amount, Calc):
            amount = amount.of
        held = self.results.get(amount) if isinstance(amount, str) else None
        if held and not any(isinstance(result, int) for result in held):
            yield Diagnostic("E244", f"'{amount}' is never a number", self.document.at(*path), _one_of(held))


def _near(result: Scalar, known: set[Any]) -> str:
    """Return a hint: the nearest known word, or all that there are."""
    return (nearest(result, map(str, known)) if isinstance(result, str) else "") or _one_of(known)


def _one_of(results: set[Any]) -> str:
    numbers = sorted(result for result in results if isinstance(result, int))
    if len(numbers) == len(results) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"from {numbers[0]} to {numbers[-1]}"
    return f"one of: {', '.join(sorted(map(str, results)))}"


def _counts(game: Game, steps: Sequence[Step], outer: int = 1) -> dict[str, int]:
    """Return how many results each step has at most, for those of which that is known."""
    found: dict[str, int] = {}
    for step in steps:
        own: int | None = 1
        if isinstance(step.for_each, Each):
            types = step.for_each.units
            own = sum(one.value.copies for one in game[Counter].values() if one.value.type in types)
        elif step.for_each is not None:
            own = len(step.for_each)
        elif step.times is not None or step.draw is not None:
            own = times_of(step)
        if own is not None:
            found |= {step.id: outer * own, **_counts(game, step.steps, outer * own)}
    return found


def units(game: Game) -> Iterator[tuple[str, Span]]:
    """Yield every counter that a procedure names."""
    for document, path, step in _rolled_steps(game):
        for where, effect in step.effects:
            unit = _unit(effect)
            if unit is not None and unit != "item" and not (isinstance(effect, RemoveUnit) and unit in game.owners):
                yield unit, document.at(*path, *where, effect.verb)
        # Items that effects act on are counters; other items are plain words.
        acts = any(_unit(effect) == "item" for _, inner in walk((step,)) for _, effect in inner.effects)
        if acts and isinstance(step.for_each, tuple):
            for at, item in enumerate(step.for_each):
                yield str(item), document.at(*path, "for_each", at)


def named(game: Game) -> Iterator[Diagnostic]:
    """Check that the counters which procedures name exist, and that questions name rows, boxes and answers."""
    for unit, span in units(game):
        yield from unknown("unit", unit, game[Counter], span, "E210")
    for document, sheet in game.all(Procedures):
        for name, procedure in sheet.procedures.items():
            yield from _answers(game, document, name, procedure)
            yield from _written(game, document, name, procedure)
    yield from _notes(game)


def _answers(game: Game, document: Document, name: str, procedure: Procedure) -> Iterator[Diagnostic]:
    """Check that what answers a question is there, and says one of its answers."""
    for key, question in procedure.inputs.items():
        known, path = question.known, ("procedures", name, "inputs", key, "known")
        if known is None:
            continue
        at = partial(document.at, *path)
        if known.track and known.track in game[Track]:
            track, asked = game[Track][known.track].value, procedure.inputs.get(known.row or "")
            rows = [*map(str, asked.choices or ())] if asked and known.row not in track.rows else None
            yield from _boxes(track, question, known, rows, at)
        if known.note and known.row:
            yield from unknown("question", known.row, procedure.inputs, at("row"), "E222")
        if known.in_a_row:
            yield from _in_a_row(game, procedure, question, known, at)
        for roll in known.rolls:
            if roll in game[Procedure]:
                report = game[Procedure][roll].value.report
                yield from unknown("question", known.report or "", report, at("report"), "E222")
        for said, answer in known.answers.items():
            yield from _answer(question, answer, at("answers", said))
        for scenario, answer in known.scenario.items():
            yield from _answer(question, answer, at("scenario", scenario))
        if known.played:
            for answer in ("yes", "no"):
                yield from _answer(question, answer, at("played"))


def _written(game: Game, document: Document, name: str, procedure: Procedure) -> Iterator[Diagnostic]:
    """Check that scores are for an owner whose face the marker shows, and that what reports answer can be kept."""
    kept = [
        key
        for key, asked in procedure.questions.items()
        if asked.known and ((asked.known.track and not asked.known.count) or asked.known.note)
    ]
    for key, report in procedure.report.items():
        at = partial(document.at, "procedures", name, "report", key)
        if report.scores and report.scores.track in game[Track]:
            faces = game[Track][report.scores.track].value.faces
            yield from unknown("face", report.scores.to, faces, at("scores", "to"), "E222")
        if report.answers is not None:
            yield from unknown("question with a track or a note", report.answers, kept, at("answers"), "E222")


def _in_a_row(
    game: Game, procedure: Procedure, question: Input, known: Known, at: Callable[..., Span]
) -> Iterator[Diagnostic]:
    """Check that turns can be counted, and that what is answered alike is asked."""
    if not any(counts_turns(name, item.value) for name, item in game[Track].items()):
        yield Diagnostic("E222", "no track counts turns", at("in_a_row"), "give a track 'counts: turns'")
    yield from _answer(question, 1, at("in_a_row"))
    if known.alike:
        yield from unknown("question", known.alike, procedure.inputs, at("alike"), "E222")


def _boxes(
    track: Track, question: Input, known: Known, rows: Sequence[str] | None, at: Callable[..., Span]
) -> Iterator[Diagnostic]:
    """Check the row of a marker, or those that another question names, and that its boxes give answers."""
    if known.count:
        for number, row in enumerate(known.rows):
            yield from unknown("row", row, track.rows, at("rows", number), "E222")
        yield from unknown("box", known.count, track.boxes, at("count"), "E222")
        yield from _answer(question, len(known.rows), at("rows"))
        return
    if rows is not None:
        for row in rows or ("",):
            yield from unknown("row", row, track.rows, at("row"), "E222")
    elif known.row is not None:
        yield from unknown("row", known.row, track.rows, at("row"), "E222")
    elif track.rows:
        for item in question.for_each or ("",):
            yield from unknown("row", item, track.rows, at("track"), "E222")
    for box, answer in known.boxes.items():
        yield from unknown("box", box, track.boxes, at("boxes", box, key=True), "E222")
        yield from _answer(question, answer, at("boxes", box))
    if known.off is not None:
        yield from _answer(question, known.off, at("off"))
    if known.face:
        if not track.faces:
            yield Diagnostic("E222", "the marker of this track has one face", at("face"), "give the track 'faces'")
        for owner in track.faces:
            yield from _answer(question, owner, at("face"))
    elif not known.boxes and not any(question.takes(box) for box in track.boxes):
        yield from _answer(question, next(iter(track.boxes)), at("track"))


def _answer(question: Input, answer: Scalar, span: Span) -> Iterator[Diagnostic]:
    if not question.takes(answer):
        answers = map(str, question.choices) if question.choices is not None else [str(question.run)]
        yield from unknown("answer", str(answer), [*answers], span, "E222")


def _notes(game: Game) -> Iterator[Diagnostic]:
    """Check that questions which share a note have the same answers."""
    first: dict[str, tuple[Any, ...]] = {}
    for document, sheet in game.all(Procedures):
        for name, procedure in sheet.procedures.items():
            for key, question in procedure.inputs.items():
                if question.known is None or question.known.note is None:
                    continue
                answers = (question.range, question.list, [*(question.choices or ())])
                if first.setdefault(question.known.note, answers) != answers:
                    span = document.at("procedures", name, "inputs", key, "known", "note")
                    what = f"another question of the note '{question.known.note}' has other answers"
                    yield Diagnostic("E222", what, span, "give this one a note of its own")


def exceptions(game: Game) -> Iterator[Diagnostic]:
    """Check that the exceptions of repeated steps name counters or owners."""
    for document, path, step in _rolled_steps(game):
        for key in step.for_each.exceptions if isinstance(step.for_each, Each) else ():
            span = document.at(*path, "for_each", "exceptions", key, key=True)
            yield from unknown("unit or faction", key, [*game[Counter], *game.owners], span, "E210")


def _rolled_steps(game: Game) -> Iterator[tuple[Document, tuple[Any, ...], Step]]:
    """Yield every step of every procedure, with its document and path."""
    for document, sheet in game.all(Procedures):
        for name, procedure in sheet.procedures.items():
            yield from ((document, path, step) for path, step in walk(procedure.steps, ("procedures", name, "steps")))


def _unit(effect: Effect) -> str | None:
    """Return the counter that an effect names, or `item`; None if it names none."""
    return effect.what if isinstance(effect, (UnitEffect, MoveMarker)) else None
