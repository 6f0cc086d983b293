"""Checks of procedures: counters, limits, paths of dice, rows that cover the dice exactly, and names that exist."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.dice.conditions import Calc, Compare, Items, Logic, names_in
from rcwkit.dice.counters import Counter
from rcwkit.dice.model import (
    DEEPEST,
    EVERY,
    MOST_STEPS,
    MOST_TIMES,
    AddToVariables,
    Each,
    Effect,
    GoingUnit,
    Input,
    Known,
    Move,
    MoveMarker,
    Procedure,
    Procedures,
    RemoveUnit,
    Step,
    UnitEffect,
    VariableEffect,
    walk,
)
from rcwkit.dice.notation import WholeRange
from rcwkit.dice.setups import Track
from rcwkit.dice.tables import Resolution, Table, check_rows
from rcwkit.game.game import Document, Game, GameItem
from rcwkit.game.references import unknown
from rcwkit.source.base import Scalar


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
        if known.in_a_row:
            yield from _in_a_row(game, procedure, question, known, at)
        if known.roll and known.roll in game[Procedure]:
            report = game[Procedure][known.roll].value.report
            yield from unknown("question", known.report or "", report, at("report"), "E222")
        for scenario, answer in known.scenario.items():
            yield from _answer(question, answer, at("scenario", scenario))
        if known.played:
            for answer in ("yes", "no"):
                yield from _answer(question, answer, at("played"))


def _in_a_row(
    game: Game, procedure: Procedure, question: Input, known: Known, at: Callable[..., Span]
) -> Iterator[Diagnostic]:
    """Check that turns can be counted, and that what is answered alike is asked."""
    if not any(item.value.counts == "turns" for item in game[Track].values()):
        yield Diagnostic("E222", "no track counts turns", at("in_a_row"), "give a track 'counts: turns'")
    yield from _answer(question, 1, at("in_a_row"))
    if known.alike:
        yield from unknown("question", known.alike, procedure.inputs, at("alike"), "E222")


def _boxes(
    track: Track, question: Input, known: Known, rows: Sequence[str] | None, at: Callable[..., Span]
) -> Iterator[Diagnostic]:
    """Check the row of a marker, or those that another question names, and that its boxes give answers."""
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
                answers = (question.range, question.list, [*(question.choices or ())], question.for_each)
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


MOST_SUMS = 2000
"""The largest sum that the dice of one roll may have."""
_INFINITE = float("inf")


def circles(game: Game) -> Iterator[Diagnostic]:
    """Check that no procedure runs itself, directly or through others."""
    done: set[str] = set()
    for name in game[Procedure]:
        if name not in done:
            yield from _circles(game, name, done)


def _circles(game: Game, first: str, done: set[str]) -> Iterator[Diagnostic]:
    """Search depth first from one procedure; `way` lists each caller so far, with the place of its call."""
    names, way, waiting = [first], list[tuple[str, Span]](), [iter(_chained(game, first))]
    while waiting:
        name = names[-1]
        for run, span in waiting[-1]:
            if run in names:
                at = names.index(run)
                calls = zip(way[at:], names[at + 1 :], strict=True)
                ring = [(f"runs '{after}'", called) for (_, called), after in calls]
                found = tuple(ring or [("runs itself", game[Procedure][name].span)])
                message = f"'{name}' runs '{run}' in a circle"
                yield Diagnostic("E229", message, span, "a procedure may not run itself", found)
            elif run not in done:
                names.append(run)
                way.append((name, span))
                waiting.append(iter(_chained(game, run)))
                break
        else:
            done.add(names.pop())
            waiting.pop()
            del way[len(names) - 1 :]


def _chained(game: Game, name: str) -> list[tuple[str, Span]]:
    """Return the procedures that a procedure runs, with the place of each call."""
    item = game[Procedure][name]
    calls = [(path, step.run) for path, step in _steps(item) if step.run in game[Procedure]]
    return [(str(run), item.document.at(*path, "run")) for path, run in calls]


def deep(game: Game) -> Iterator[Diagnostic]:
    """Check the depth of chained procedures; report the innermost procedure from which a chain is too deep."""
    runs = {name: [run for run, _ in _chained(game, name)] for name in game[Procedure]}
    depth = dict.fromkeys(runs, _INFINITE)
    for _ in range(DEEPEST + 2):
        depth = {name: max((1 + depth[run] for run in chained), default=0) for name, chained in runs.items()}
    for name, links in depth.items():
        if links == DEEPEST + 1:
            message = f"'{name}' runs {DEEPEST + 1} procedures inside one another"
            yield _too_many(message, game[Procedure][name].span, f"at most {DEEPEST}")


def _steps(item: GameItem[Procedure]) -> Iterator[tuple[tuple[Any, ...], Step]]:
    """Return every step of a procedure, nested ones included, with its path."""
    return walk(item.value.steps, (*item.path, "steps"))


def sizes(game: Game) -> dict[str, float]:
    """Map procedures to how many single steps each unfolds into: infinitely many in a circle or too deep a chain."""
    found = dict.fromkeys(game[Procedure], _INFINITE)

    def of(step: Step) -> float:
        return _repeats(game, step) * (1 + sum(map(of, step.steps)) + found.get(str(step.run), 0))

    for _ in range(DEEPEST + 1):
        found = {name: sum(map(of, item.value.steps)) for name, item in game[Procedure].items()}
    return found


def _repeats(game: Game, step: Step) -> int:
    if isinstance(step.for_each, Each):
        return max(1, len(game[Counter]))
    if step.for_each is not None:
        return max(1, len(step.for_each))
    return max(1, _times(step) or 1)


def _times(step: Step) -> int | None:
    """Return how often a step is repeated, or how many cards it draws; None if that depends on rolls or answers."""
    return _fixed(step.times) if step.draw is None else _fixed(step.draw.count)


def _fixed(amount: Any) -> int | None:
    """Return the constant value of an amount, or None if it has none."""
    if not isinstance(amount, Calc):
        return amount if isinstance(amount, int) else None
    base, plus = _fixed(amount.of), _fixed(amount.plus)
    if base is None or plus is None:
        return None
    total = base * amount.times + plus
    total = total if amount.least is None else max(total, amount.least)
    return total if amount.most is None else min(total, amount.most)


def bounds(game: Game) -> Iterator[Diagnostic]:
    """Check that dice, runs of numbers, repetitions and chained procedures stay within what can be rolled."""
    yield from deep(game)
    for table in game[Table].values():
        yield from _dice(table, table.path, table.value)
    for name, size in sizes(game).items():
        item = game[Procedure][name]
        long = [
            _too_many(f"{len(run):,} numbers", item.document.at(*path), f"at most {MOST_TIMES:,}")
            for path, run in _runs(item)
            if len(run) > MOST_TIMES
        ]
        for path, step in _steps(item):
            yield from _dice(item, path, step)
            if (times := _times(step)) is not None and times > MOST_TIMES:
                unit, where = ("times", ("times",)) if step.draw is None else ("cards", ("draw", "count"))
                span = item.document.at(*path, *where)
                long.append(_too_many(f"{times:,} {unit}", span, f"at most {MOST_TIMES:,}"))
        yield from long
        if MOST_STEPS < size < _INFINITE and not long:
            yield _too_many(f"'{name}' unfolds into {size:,.0f} single steps", item.span, f"at most {MOST_STEPS:,}")


def _runs(item: GameItem[Procedure]) -> Iterator[tuple[tuple[Any, ...], WholeRange]]:
    """Yield every run of numbers in a procedure, with its path."""
    for name, question in item.value.inputs.items():
        for field in ("range", "list"):
            run = getattr(question, field)
            if run is not None:
                yield (*item.path, "inputs", name, field), run
    for name, deck in item.value.decks.items():
        if isinstance(deck.cards, WholeRange):
            yield (*item.path, "decks", name, "cards"), deck.cards
    for path, step in _steps(item):
        if isinstance(step.for_each, WholeRange):
            yield (*path, "for_each"), step.for_each


def _dice(item: GameItem[Any], path: tuple[Any, ...], source: Resolution) -> Iterator[Diagnostic]:
    if source.roll is not None and source.roll.most > MOST_SUMS:
        yield _too_many(f"the dice {source.roll}", item.document.at(*path, "roll"), f"sums up to {MOST_SUMS:,}")


def _too_many(what: str, span: Span, most: str) -> Diagnostic:
    return Diagnostic("E243", f"too many: {what}", span, most)


class _Items(NamedTuple):
    """Items of enclosing repetitions as part of a path, and where the innermost is written, if it is."""

    path: str = ""
    span: Span | None = None


def shared(game: Game) -> Iterator[Diagnostic]:
    """Report rolls with the same path: they would always show the same faces, and a roll refuses them."""
    size = sizes(game)
    for name, item in game[Procedure].items():
        if size[name] > MOST_STEPS:
            continue
        seen: dict[str, tuple[Span, str, Step]] = {}
        told: set[Span] = set()
        for path, span, scope, step in _rolls(
            game, item.value.steps, item.document, (*item.path, "steps"), "", [_Items()]
        ):
            first, beside, other = seen.setdefault(path, (span, scope, step))
            # Steps of one id in one procedure are told as such.
            if first is not span and span not in told and (other is step or beside != scope):
                told.add(span)
                message = f"two rolls of '{name}' would share their dice: {path}"
                yield Diagnostic("E234", message, span, "rename one of the two", (("the other", first),))


def _rolls(
    game: Game, steps: tuple[Step, ...], document: Document, path: tuple[Any, ...], scope: str, outer: list[_Items]
) -> Iterator[tuple[str, Span, str, Step]]:
    """Yield the path of every roll, in NFC as dice read it, the place of its item or step, the scope, and the step."""
    for index, step in enumerate(steps):
        where = (*path, index)
        inner = (
            [
                _Items(f"{before.path}/{item.path}", item.span or before.span)
                for before in outer
                for item in _items(game, step, document, where)
            ]
            if step.for_each is not None or step.times is not None
            else outer
        )
        name = f"{scope}{step.id}"
        if step.roll is not None or step.table is not None or step.draw is not None:
            span = document.at(*where, "id")
            for one in inner:
                yield unicodedata.normalize("NFC", name + one.path), one.span or span, scope, step
        yield from _rolls(game, step.steps, document, (*where, "steps"), scope, inner)
        if step.run in game[Procedure]:
            chained = game[Procedure][str(step.run)]
            plain = [_Items(one.path, one.span or document.at(*where, "run")) for one in inner]
            yield from _rolls(game, chained.value.steps, chained.document, (*chained.path, "steps"), f"{name}.", plain)


def _items(game: Game, step: Step, document: Document, where: tuple[Any, ...]) -> list[_Items]:
    """Return the items of a repeated step; of those that are only counted, the first two stand for all."""
    each = step.for_each
    if each is None:
        return [_Items("1"), _Items("2")]
    if isinstance(each, Each):
        return [_Items(name) for name, item in game[Counter].items() if item.value.type in each.units]
    if isinstance(each, tuple):
        return [_Items(str(item), document.at(*where, "for_each", at)) for at, item in enumerate(each)]
    return [_Items(str(item)) for item in each]
