"""Checks of procedures: rows that cover the dice exactly, and columns, names and results that exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.dice.conditions import Calc, Compare, Items, Logic, names_in
from rcwkit.dice.model import (
    EVERY,
    MOST_STEPS,
    AddToVariables,
    GoingUnit,
    Move,
    Procedure,
    Procedures,
    Step,
    VariableEffect,
)
from rcwkit.dice.setups import Track
from rcwkit.dice.tables import Resolution, Table, check_rows
from rcwkit.game.game import Document, Game
from rcwkit.game.references import unknown
from rcwkit.kinds.procedures.check import sizes


def _results_of(game: Game, step: Step) -> set[Any] | None:
    """Return all results that a step's roll can have, or None if the data do not list them."""
    if step.draw is not None or (step.table is not None and step.table not in game[Table]):
        return None
    source: Resolution = game[Table][step.table].value if step.table is not None else step
    return {*step.outcomes, *source.outcomes} if source.rows or step.test is not None else None


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
        for name, question in procedure.questions.items():
            self.results[name] = set(question.choices) if question.choices is not None else None
        self._collect(procedure.steps, "")

    def _collect(self, steps: tuple[Step, ...], scope: str) -> None:
        for step in steps:
            self.results[scope + step.id] = _results_of(self.game, step)
            if step.run in self.game[Procedure]:
                chained = self.game[Procedure][str(step.run)].value
                inner = f"{scope}{step.id}."
                self.results |= {inner + name: None for name in (*chained.questions, *chained.variables)}
                self._collect(chained.steps, inner)
            for _, effect in step.effects:
                for name in effect.what if isinstance(effect, VariableEffect) else ():
                    self.results.setdefault(name, None)
            self._collect(step.steps, scope)

    def check(self) -> Iterator[Diagnostic]:
        yield from self._steps(self.procedure.steps, (*self.path, "steps"), {})
        yield from self._decks()
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

    def _decks(self) -> Iterator[Diagnostic]:
        """Check that the inputs that take cards out of a deck are lists."""
        lists = [name for name, question in self.procedure.inputs.items() if question.list is not None]
        for name, deck in self.procedure.decks.items():
            for field in ("without", "discards"):
                wanted, span = getattr(deck, field), self.document.at(*self.path, "decks", name, field)
                if wanted is not None:
                    yield from unknown("list of cards", wanted, lists, span, "E240")

    def _step(self, step: Step, path: tuple[Any, ...]) -> Iterator[Diagnostic]:
        yield from check_rows(self.document, path, step)
        yield from self._condition(step.when, (*path, "when"))
        yield from self._number(step.times, (*path, "times"))
        for index, drm in enumerate(step.drm):
            yield from self._condition(drm.when, (*path, "drm", index, "when"))
            yield from self._number(drm.add, (*path, "drm", index, "add"))
        if step.test is not None:
            name, amount = step.test.bound
            yield from self._number(amount, (*path, "test", name))
        yield from self._table(step, path)
        if step.draw is not None:
            span = self.document.at(*path, "draw", "deck")
            yield from unknown("deck", step.draw.deck, self.procedure.decks, span, "E224")
            yield from self._number(step.draw.count, (*path, "draw", "count"))
        if step.slide is not None:
            yield from self._slide(step.slide, (*path, "slide"))
        yield from self._owners(step, path)
        yield from self._set(step, path)
        if step.run in self.game[Procedure]:
            yield from self._given(step, path)
        known = self.results[step.id]
        for field in ("then", "again"):
            for result in getattr(step, field):
                if known is not None and result not in known and result != EVERY:
                    message = f"'{result}' is not a result of step '{step.id}'"
                    span = self.document.at(*path, field, result, key=True)
                    yield Diagnostic("E241", message, span, nearest(str(result), map(str, known)) or _one_of(known))
        for result, condition in step.again.items():
            yield from self._condition(condition, (*path, "again", result))

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

    def _named(self, name: str, path: tuple[Any, ...], results: tuple[Any, ...]) -> Iterator[Diagnostic]:
        span = self.document.at(*path)
        if not self._of_item(name):
            yield from unknown("input or step", name, self.results, span, "E240")
        known = self.results.get(name)
        for result in results:
            if known and result not in known:
                hint = nearest(str(result), map(str, known)) or _one_of(known)
                yield Diagnostic("E241", f"'{name}' is never '{result}'", span, hint)

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


def _one_of(results: set[Any]) -> str:
    return f"one of: {', '.join(sorted(map(str, results)))}"
