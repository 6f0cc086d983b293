"""Which procedures are for paper: what players see of a step, how often it is done, and what paper does badly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rcwkit.dice.node import names_in
from rcwkit.dice.settle import settle
from rcwkit.models.conditions import Calc, Compare, Logic
from rcwkit.models.effects import AddToVariables, VariableEffect
from rcwkit.models.procedures import Each, Procedure, Step, walk
from rcwkit.models.tables import Resolution
from rcwkit.reading.game import Game

__all__ = ["adds", "items", "on_paper", "rolls", "shown", "times"]

MANY = 4
"""More alternatives in one condition are a chart of their own."""
BLANKS = 6
"""Rows for units that no set-up names, and boxes for what a note says to count."""
LONGEST = 24
"""More cards than this are better shuffled and dealt than written down."""
ITEM = "item"


def rolls(game: Game, steps: Iterable[Step]) -> bool:
    """Return whether these steps, or procedures they run, roll dice, draw cards or move markers along a track."""
    return any(
        step.roll
        or step.table
        or step.draw
        or step.slide
        or rolls(game, step.steps)
        or (step.run and rolls(game, game.procedures[step.run].value.steps))
        for step in steps
    )


def shown(game: Game, procedure: Procedure, step: Step) -> bool:
    """Return whether players have anything to do in a step; bookkeeping is not for them."""
    if step.do:
        return (
            bool(step.note)
            or any(not isinstance(effect, VariableEffect) for effect in step.do)
            or adds(game, procedure, step)
        )
    if step.run:
        inner = game.procedures[step.run].value
        return any(shown(game, inner, one) for one in inner.steps)
    return not step.steps or any(shown(game, procedure, one) for one in step.steps)


def adds(game: Game, procedure: Procedure, step: Step) -> bool:
    """Return whether a step adds what players look up in a chart, by a question or in a row of its own."""
    amounts = [amount for effect in step.do if isinstance(effect, AddToVariables) for amount in effect.add.values()]
    found = [amount for amount in amounts if isinstance(amount, Calc) and amount.lookup and amount.row is not None]
    return any(_looked_up(game, procedure, amount) for amount in found)


def _looked_up(game: Game, procedure: Procedure, amount: Calc) -> bool:
    table = game.tables[str(amount.lookup)].value
    return amount.row in procedure.inputs or amount.row in table.rows


def items(game: Game, step: Step) -> tuple[Any, ...]:
    """Return the items that a step repeats for: units of the game's first set-up if it names only their types."""
    if not isinstance(step.for_each, Each):
        return tuple(step.for_each or ())
    scenario = next((name for name, item in game.scenarios.items() if item.value.setup is not None), None)
    if scenario is None:
        return ("",) * BLANKS
    exempt = step.for_each.exceptions
    return tuple(
        unit
        for unit in settle(game, scenario).units(step.for_each.units, game)
        if unit not in exempt and game.owner_of(unit) not in exempt
    )


def times(game: Game, procedure: Procedure, step: Step) -> int | None:
    """Return how often a step repeats at most, or None if neither a question nor the results of a roll limit it."""
    often = step.times
    if often is None or isinstance(often, int):
        return 1 if often is None else often
    name = str(often).removesuffix(f".{ITEM}") if isinstance(often, str) else ""
    question = procedure.inputs.get(name)
    if question is not None:
        numbers = question.run if question.run is not None else question.choices or ()
        return max((one for one in numbers if isinstance(one, int)), default=None)
    roll = next((one for _, one in walk(procedure.steps) if one.id == name), None)
    return _most(game, roll) if roll is not None else BLANKS


def _most(game: Game, step: Step) -> int | None:
    """Return the highest result of a roll with numbers as results."""
    reading: Resolution = game.tables[step.table].value if step.table else step
    cells = [cell for row in reading.rows.values() for cell in (row if isinstance(row, tuple) else (row,))]
    numbers = [cell for cell in cells if isinstance(cell, int)]
    return max(numbers) if numbers and len(numbers) == len(cells) else None


def on_paper(game: Game, procedure: Procedure) -> bool:
    """Return whether a form serves: it keeps no accounts without words, and every roll has its box."""
    return not any(_badly(game, procedure, step, repeated=False) for step in procedure.steps)


def _badly(game: Game, procedure: Procedure, step: Step, *, repeated: bool) -> bool:
    if not shown(game, procedure, step):
        return False
    if _accounts(game, procedure, step) or _many(step):
        return True
    if step.run:
        return repeated or not on_paper(game, game.procedures[step.run].value)
    often = times(game, procedure, step)
    own = step.times is not None and not isinstance(step.times, int)
    results = isinstance(step.times, str) and any(one.id == step.times for _, one in walk(procedure.steps))
    if often is None or (repeated and own and results):
        return True
    if step.draw is not None and (repeated or step.for_each is not None or _drawn(procedure, step) > LONGEST):
        return True
    if repeated and step.for_each is not None and not step.do:
        return True
    repeats = repeated or step.times is not None or step.for_each is not None
    return any(_badly(game, procedure, one, repeated=repeats) for one in step.steps)


def _many(step: Step) -> bool:
    """Return whether a condition without words of its own has too many alternatives."""
    conditions: list[Any] = [] if step.case else [step.when]
    if step.slide is not None and not step.note:
        conditions += [step.slide.blocked, *step.slide.open.values()]
    parts = [part for one in conditions for part in (one, *(one.parts if isinstance(one, Logic) else ()))]
    return any(isinstance(part, Logic) and part.join == "either" and len(part.parts) > MANY for part in parts)


def _drawn(procedure: Procedure, step: Step) -> int:
    assert step.draw is not None
    count = step.draw.count if step.times is None else step.times
    question = procedure.inputs.get(count) if isinstance(count, str) else None
    return count if isinstance(count, int) else question.run.high if question and question.run else LONGEST + 1


def _accounts(game: Game, procedure: Procedure, step: Step) -> bool:
    """Return whether players would have to know a variable that neither a `case` nor a note puts into words."""
    kept = set(procedure.variables)
    for _, one in walk(procedure.steps):
        for _, effect in one.effects:
            kept |= set(effect.what) if isinstance(effect, VariableEffect) else set()
    runs = {one.id: game.procedures[one.run].value for _, one in walk(procedure.steps) if one.run}

    def unworded(names: Iterable[str]) -> bool:
        for name in names:
            root, _, part = name.partition(".")
            if name in kept or root in kept or (root in runs and part not in runs[root].inputs):
                return True
        return False

    told = procedure.inputs.keys() | {one.id for _, one in walk(procedure.steps)} | {ITEM}
    if step.when is not None and not step.case:
        compared = {name.partition(".")[0] for name in _compared(step.when)}
        if unworded(names_in(step.when)) or compared - told:
            return True
    given = [value for value in step.given.values() if not (_summed(game, procedure, value))]
    columns = game.tables[step.table].value.columns if step.table else step.columns
    read = [step.times, None if step.column in columns else step.column, *step.again.values(), *given]
    read += [step.test.bound[1]] if step.test is not None else []
    read += [step.draw.count] if step.draw is not None else []
    read += step.slide.reads if step.slide is not None else ()
    return not step.note and unworded(names_in([value for value in read if value is not None]))


def _summed(game: Game, procedure: Procedure, value: Any) -> bool:
    """Return whether this is a variable to which players add what they look up."""
    return any(
        value in effect.add and adds(game, procedure, step)
        for _, step in walk(procedure.steps)
        for effect in step.do
        if isinstance(effect, AddToVariables) and isinstance(value, str)
    )


def _compared(condition: Any) -> Iterator[str]:
    if isinstance(condition, Logic):
        for part in condition.parts:
            yield from _compared(part)
    elif isinstance(condition, Compare) and isinstance(condition.value, str):
        yield condition.value
