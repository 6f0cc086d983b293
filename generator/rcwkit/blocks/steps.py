"""Single steps of procedures in the words of forms: questions, rolls with modifiers and results, moves of markers."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rcwkit.blocks.base import typeset
from rcwkit.blocks.charts import dice_name, drm_lines, key_text, remarks
from rcwkit.blocks.dice import Ask, Outcome, Rung, Throw
from rcwkit.blocks.words import ITEM, Words
from rcwkit.dice.node import names_in
from rcwkit.look.language import OR, Language, word
from rcwkit.models.conditions import Compare
from rcwkit.models.dice import Dice, Range
from rcwkit.models.effects import VariableEffect
from rcwkit.models.procedures import EVERY, Input, Move, Procedure, Step, walk
from rcwkit.models.tables import Drm, Resolution, Table
from rcwkit.models.tracks import Track
from rcwkit.reading.game import Game

__all__ = ["ask", "dice_of", "moved", "read", "short", "thrown"]

LINES, ABREAST = 12, 4
"""Most rows and columns of a chart that a form repeats; it names a larger one."""


def short(question: Input) -> str:
    """Return a question without what explains it after a semicolon."""
    return question.title.partition(";")[0]


def ask(say: Language, question: Input) -> Ask:
    """Return a question with its choices, or the numbers to choose from."""
    run = question.run
    numbers = say("{low} to {high}", low=typeset(run.low), high=typeset(run.high)) if run is not None else ""
    return Ask(question.title, tuple((question.choices or {}).values()), numbers)


def read(game: Game, procedure: Procedure, step: Step) -> list[str]:
    """Return the inputs whose values a step needs; the words of conditions, modifiers and charts ask for theirs."""
    values: list[Any] = [step.times, step.column]
    if step.run:
        inner = game.procedures[step.run].value
        needed = {name for _, one in walk(inner.steps) for name in read(game, inner, one)}
        values += [value for name, value in step.given.items() if name in needed]
    values += [step.test.bound[1]] if step.test is not None else []
    values += [step.draw.count] if step.draw is not None else []
    values += [step.slide.start, step.slide.points, step.slide.boxes] if step.slide is not None else []
    names = names_in([value for value in values if value is not None])
    roots = {name if name in procedure.inputs else name.rpartition(".")[0] for name in names}
    return [name for name in procedure.inputs if name in roots]


def dice_of(game: Game, step: Step) -> Dice | None:
    """Return the dice of a step, or of the chart that it rolls on."""
    return game.tables[step.table].value.roll if step.table else step.roll


def thrown(game: Game, words: Words, procedure: Procedure, step: Step) -> Throw:
    """Return a roll in words: dice, modifiers, results and what follows; number, condition and boxes are left out."""
    chart = game.tables[step.table].value if step.table else None
    inlined = chart is not None and len(chart.rows) <= LINES and len(_columns(chart, step)) <= ABREAST
    reading: Resolution = chart if chart is not None and inlined else step
    columns = _columns(reading, step)
    rows = {key: _picked(reading, row, columns) for key, row in reading.rows.items()}
    lone = len(columns) <= 1
    seen = {cell for row in rows.values() for cell in row} if lone else set()
    dice = dice_of(game, step)
    return Throw(
        number="",
        about="",
        title=step.title or "",
        dice=dice_name(game.say, dice),
        count=dice.count if dice is not None else 1,
        modifiers=tuple(_modifiers(procedure, (*(chart.drm if chart is not None else ()), *step.drm))),
        reading=_reading(words, step, chart, inlined=inlined),
        columns=() if lone else tuple(columns.values()),
        rows=tuple(_row(words, step, keys, row, lone=lone) for keys, row in _alike(game.say, reading, rows, lone=lone)),
        follows=tuple(_follows(words, step, seen)),
        remarks=(*remarks(game.say, _modified(chart, step, inlined=inlined)), *_again(words, procedure, step)),
    )


def _modified(chart: Table | None, step: Step, *, inlined: bool) -> Resolution:
    """Return what a form says of ends and natural results: its own chart's, or what only this step's DRMs bring up."""
    if chart is None or not (inlined or (step.drm and not chart.drm)):
        return step
    return chart.model_copy(update={"drm": (*chart.drm, *step.drm)})


def _columns(reading: Resolution, step: Step) -> Mapping[str, str]:
    """Return the columns of results, or only the one that the step always reads."""
    found = dict(reading.columns)
    return {str(step.column): found[str(step.column)]} if str(step.column) in found else found


def _picked(reading: Resolution, row: Any, columns: Mapping[str, str]) -> tuple[Any, ...]:
    cells = row if isinstance(row, tuple) else (row,)
    names = list(reading.columns)
    return tuple(cells[names.index(name)] for name in columns) if len(cells) == len(names) else cells


def _row(words: Words, step: Step, key: str, row: tuple[Any, ...], *, lone: bool) -> Outcome:
    effect = words.effects(step.then.get(row[0], ())) if lone else ""
    told = tuple(map(words.result, row))
    return Outcome(key, () if effect and told == (key,) else told, effect)


def _alike(
    say: Language, reading: Resolution, rows: Mapping[Any, tuple[Any, ...]], *, lone: bool
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield rows with their keys; adjacent equal ones are one row, and with a single column all equal ones."""
    found: list[tuple[list[Range], tuple[Any, ...]]] = []
    for key, row in rows.items():
        own, last = reading.ranges[key], found[-1] if found else None
        same = next((one for one in found if one[1] == row), None) if lone else last
        if same is None or same[1] != row:
            found.append(([own], row))
        elif abs(own.low - same[0][-1].high) == 1 or abs(same[0][-1].low - own.high) == 1:
            near = same[0].pop()
            same[0].append(Range(min(own.low, near.low), max(own.high, near.high)))
        else:
            same[0].append(own)
    yield from ((", ".join(key_text(say, one) for one in ranges), row) for ranges, row in found)


def _modifiers(procedure: Procedure, drms: tuple[Drm, ...]) -> Iterator[tuple[str, str, bool]]:
    """Yield the sign of each modifier that can apply, when it does, and whether its amount is to be written in."""
    for (sign, text), drm in zip(drm_lines(drms), drms, strict=True):
        if not isinstance(drm.when, Compare) or _possible(procedure, drm.when):
            question = procedure.inputs.get(drm.add) if isinstance(drm.add, str) else None
            either = question is not None and question.run is not None and question.run.low < 0
            yield "±" if either else sign, text, not isinstance(drm.add, int)


def _possible(procedure: Procedure, condition: Compare) -> bool:
    """Return whether a condition can hold: the start of a variable that no step sets may rule it out."""
    name = condition.value
    kept = {
        one
        for _, step in walk(procedure.steps)
        for _, effect in step.effects
        if isinstance(effect, VariableEffect)
        for one in effect.what
    }
    if not isinstance(name, str) or name not in procedure.variables or name in kept or condition.is_in is None:
        return True
    return procedure.variables[name] in condition.is_in


def _reading(words: Words, step: Step, chart: Table | None, *, inlined: bool) -> str:
    say = words.game.say
    if chart is not None:
        fixed = str(step.column) in chart.columns
        column = words.column(chart, step.column) if fixed or not step.note else ""
        if inlined:
            return "" if fixed else column[:1].upper() + column[1:]
        if not column:
            return say("Chart ‘{title}’.", title=chart.title)
        text = word("Chart ‘{title}’, row {row}.") if chart.turned else word("Chart ‘{title}’, column {row}.")
        return say(text, title=chart.title, row=column)
    if step.test is not None:
        bound = step.test.bound[1]
        told = isinstance(bound, int) or not step.note or words.known(bound)
        return words.test(step.test) if told else ""
    if step.column is not None and step.columns:
        return say("By {amount}", amount=words.amount(step.column))
    return ""


def _follows(words: Words, step: Step, seen: set[Any]) -> Iterator[tuple[str, str]]:
    """Yield the effects of results that no row shows, as (result, effects)."""
    for result, effects in step.then.items():
        text = words.effects(effects) if result not in seen else ""
        if text:
            yield words.game.say("Always") if result == EVERY else words.result(result), text


def _again(words: Words, procedure: Procedure, step: Step) -> Iterator[str]:
    """Yield when to roll again; a rule shared by several results, and true of all others, is stated once."""
    tests, say = step.again, words.game.say
    results = _results(words.game, step)
    others = results - set(tests)
    # Modifiers bring up other totals than these.
    alike = {} if step.drm and not (step.rows or step.table or step.test) else tests
    if all(isinstance(face, int) for face in tests):
        value = _shared(alike, lambda face: {"at_most": face - 1})
        answers = _numbers(_answers(procedure, value) or results)
        if value is not None and all(other <= answer for other in _numbers(others) for answer in answers):
            yield say("Roll again if it is more than {n}.", n=words.amount(value))
            return
    value = _shared(alike, lambda face: {"is_in": (face,)})
    if value is not None and others.isdisjoint(_answers(procedure, value) or others):
        yield say("Roll again if it is the same as {n}.", n=words.amount(value))
        return
    told = {result: words.condition(condition) for result, condition in tests.items()}
    for text in dict.fromkeys(told.values()):
        those = say.listed((words.result(result) for result, other in told.items() if other == text), OR)
        yield say("On {results}, roll again: {text}.", results=those, text=text)


def _shared(tests: Mapping[Any, Any], bound: Callable[[Any], Mapping[str, Any]]) -> Any:
    """Return the value with which several results are all compared, each in the way of its `bound`; else None."""
    first = next(iter(tests.values()), None)
    if len(tests) < 2 or not isinstance(first, Compare):
        return None
    alike = all(test == Compare(value=first.value, **bound(face)) for face, test in tests.items())
    return first.value if alike else None


def _results(game: Game, step: Step) -> set[Any]:
    """Return the results that a roll can have; totals as far as its dice go."""
    if step.test is not None:
        return {step.test.success, step.test.failure, *step.natural.values()}
    reading: Resolution = game.tables[step.table].value if step.table else step
    cells = {cell for row in reading.rows.values() for cell in (row if isinstance(row, tuple) else (row,))}
    dice = reading.roll
    return cells | {*reading.natural.values()} if cells or dice is None else {*range(dice.least, dice.most + 1)}


def _answers(procedure: Procedure, name: Any) -> set[Any]:
    """Return the answers to a question; nothing for any other name."""
    question = procedure.inputs.get(name) if isinstance(name, str) else None
    return set(question.run or question.choices or ()) if question is not None else set()


def _numbers(values: Iterable[Any]) -> list[int]:
    return [value for value in values if isinstance(value, int)]


def moved(game: Game, words: Words, move: Move) -> Iterator[Rung]:
    """Yield how far a marker moves, and what holds it back."""
    track = game.tracks[move.track].value
    marker = game.say("the marker") if move.row == ITEM else words.unit(move.row)
    how = {"marker": marker, "track": track.title, "distance": _distance(words, move, track)}
    yield Rung("", game.say("Move {marker} on ‘{track}’ {distance}.", **how))
    if move.blocked is not None:
        text, parts = words.divided(move.blocked)
        yield Rung(text, game.say("It does not move."), parts)
    for box, gate in move.open.items():
        text, parts = words.divided(gate)
        if box in track.boxes:
            title = track.boxes[box].title
            yield Rung(text, game.say("It may enter {box}; else it stops before it.", box=title), parts)


def _distance(words: Words, move: Move, track: Track) -> str:
    """Return how far a marker moves, and what each box costs."""
    say = words.game.say
    if isinstance(move.boxes, int):
        if move.boxes < 0:
            return say.count(-move.boxes, "{n} box to the left", "{n} boxes to the left")
        return say.count(move.boxes, "{n} box to the right", "{n} boxes to the right")
    if move.boxes is not None:
        return say("as many boxes to the right as they add up to")
    usual = Tally(box.leave for box in track.boxes.values()).most_common()[0][0]
    rare = sorted({box.leave for box in track.boxes.values()} - {usual})
    titles = {cost: say.listed((box.title for box in track.boxes.values() if box.leave == cost), OR) for cost in rare}
    others = [
        say("{cost} to leave {boxes}", cost=cost, boxes=boxes) if cost else say("never out of {boxes}", boxes=boxes)
        for cost, boxes in titles.items()
    ]
    costs = ", ".join([say("{cost} a box", cost=usual), *others])
    text = word("by {points}: + to the right, − to the left; {costs}")
    return say(text, points=words.amount(move.points), costs=costs)
