"""Steps, conditions, amounts and effects of procedures in the words of forms."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rcwkit.dice import model
from rcwkit.dice.conditions import Calc, Compare, Items, Logic, names_in
from rcwkit.dice.counters import Counter, names_of
from rcwkit.dice.notation import Dice, Range
from rcwkit.dice.places import find_place, place_name
from rcwkit.dice.setups import Track
from rcwkit.dice.tables import Drm, Resolution, Table
from rcwkit.document.blocks import Ask, Outcome, Rung, Throw
from rcwkit.document.chart_blocks import dice_name, drm_lines, key_text, remarks
from rcwkit.game.game import Game
from rcwkit.source.language import AND, NOR, OR, Language, plain, typeset, word

LINES, ABREAST = 12, 4
"""Most rows and columns of a chart that a form repeats; it names a larger one."""


def short(question: model.Input) -> str:
    """Return a question without what explains it after a semicolon."""
    return question.title.partition(";")[0]


def ask(say: Language, question: model.Input) -> Ask:
    """Return a question with its choices, or the numbers to choose from."""
    run = question.run
    numbers = say("{low} to {high}", low=typeset(run.low), high=typeset(run.high)) if run is not None else ""
    return Ask(question.title, tuple((question.choices or {}).values()), numbers)


def read(game: Game, procedure: model.Procedure, step: model.Step) -> list[str]:
    """Return the inputs whose values a step needs; the words of conditions, modifiers and charts ask for theirs."""
    values: list[Any] = [*step.amounts, step.column]
    if step.run:
        inner = game[model.Procedure][step.run].value
        needed = {name for _, one in model.walk(inner.steps) for name in read(game, inner, one)}
        values += [value for name, value in step.given.items() if name in needed]
    values += [step.slide.start, step.slide.points, step.slide.boxes] if step.slide is not None else []
    roots = {name if name in procedure.inputs else name.rpartition(".")[0] for name in names_in(values)}
    return [name for name in procedure.inputs if name in roots]


def dice_of(game: Game, step: model.Step) -> Dice | None:
    """Return the dice of a step, or of the chart that it rolls on."""
    return game[Table][step.table].value.roll if step.table else step.roll


def thrown(game: Game, words: ProcedureWords, procedure: model.Procedure, step: model.Step) -> Throw:
    """Return a roll in words: dice, modifiers, results and what follows; number, condition and boxes are left out."""
    chart = game[Table][step.table].value if step.table else None
    inlined = chart is not None and len(chart.rows) <= LINES and len(_columns(chart, step)) <= ABREAST
    reading: Resolution = chart if chart is not None and inlined else step
    columns = _columns(reading, step)
    rows = {key: _picked(reading, cells, columns) for key, cells in reading.cells.items()}
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


def _modified(chart: Table | None, step: model.Step, *, inlined: bool) -> Resolution:
    """Return what a form says of ends and natural results: its own chart's, or what only this step's DRMs bring up."""
    if chart is None or not (inlined or (step.drm and not chart.drm)):
        return step
    return chart.model_copy(update={"drm": (*chart.drm, *step.drm)})


def _columns(reading: Resolution, step: model.Step) -> Mapping[str, str]:
    """Return the columns of results, or only the one that the step always reads."""
    found = dict(reading.columns)
    return {str(step.column): found[str(step.column)]} if str(step.column) in found else found


def _picked(reading: Resolution, cells: tuple[Any, ...], columns: Mapping[str, str]) -> tuple[Any, ...]:
    names = list(reading.columns)
    return tuple(cells[names.index(name)] for name in columns) if len(cells) == len(names) else cells


def _row(words: ProcedureWords, step: model.Step, key: str, row: tuple[Any, ...], *, lone: bool) -> Outcome:
    effect = words.effects(step.then.get(row[0], ())) if lone else ""
    told = tuple(map(words.result, row))
    return Outcome(key, () if effect and told == (key,) else told, effect)


def _alike(
    say: Language, reading: Resolution, rows: Mapping[Any, tuple[Any, ...]], *, lone: bool
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield rows with their keys; adjacent equal ones are one row, and with a single column all equal ones."""
    found: list[tuple[list[Range], tuple[Any, ...]]] = []
    for key, row in rows.items():
        for own in reading.ranges[key]:
            last = found[-1] if found else None
            same = next((one for one in found if one[1] == row), None) if lone else last
            if same is None or same[1] != row:
                found.append(([own], row))
            elif abs(own.low - same[0][-1].high) == 1 or abs(same[0][-1].low - own.high) == 1:
                near = same[0].pop()
                same[0].append(Range(min(own.low, near.low), max(own.high, near.high)))
            else:
                same[0].append(own)
    yield from ((", ".join(key_text(say, one) for one in ranges), row) for ranges, row in found)


def _modifiers(procedure: model.Procedure, drms: tuple[Drm, ...]) -> Iterator[tuple[str, str, bool]]:
    """Yield the sign of each modifier that can apply, when it does, and whether its amount is to be written in."""
    for (sign, text), drm in zip(drm_lines(drms), drms, strict=True):
        if not isinstance(drm.when, Compare) or _possible(procedure, drm.when):
            question = procedure.inputs.get(drm.add) if isinstance(drm.add, str) else None
            either = question is not None and question.run is not None and question.run.low < 0
            yield "±" if either else sign, text, not isinstance(drm.add, int)


def _possible(procedure: model.Procedure, condition: Compare) -> bool:
    """Return whether a condition can hold: the start of a variable that no step sets may rule it out."""
    name, given = condition.value, procedure.variables.keys() - procedure.changed
    if not isinstance(name, str) or name not in given or condition.is_in is None:
        return True
    return procedure.variables[name] in condition.is_in


def _reading(words: ProcedureWords, step: model.Step, chart: Table | None, *, inlined: bool) -> str:
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


def _follows(words: ProcedureWords, step: model.Step, seen: set[Any]) -> Iterator[tuple[str, str]]:
    """Yield the effects of results that no row shows, as (result, effects)."""
    for result, effects in step.then.items():
        text = words.effects(effects) if result not in seen else ""
        if text:
            yield words.game.say("Always") if result == model.EVERY else words.result(result), text


def _again(words: ProcedureWords, procedure: model.Procedure, step: model.Step) -> Iterator[str]:
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


def _results(game: Game, step: model.Step) -> set[Any]:
    """Return the results that a roll can have; totals as far as its dice go."""
    reading: Resolution = game[Table][step.table].value if step.table else step
    dice, listed = reading.roll, reading.rows or step.test is not None
    return {*reading.outcomes} if listed or dice is None else {*dice.ways()}


def _answers(procedure: model.Procedure, name: Any) -> set[Any]:
    """Return the answers to a question; nothing for any other name."""
    question = procedure.inputs.get(name) if isinstance(name, str) else None
    return set(question.run or question.choices or ()) if question is not None else set()


def _numbers(values: Iterable[Any]) -> list[int]:
    return [value for value in values if isinstance(value, int)]


def moved(game: Game, words: ProcedureWords, move: model.Move) -> Iterator[Rung]:
    """Yield how far a marker moves, and what holds it back."""
    track = game[Track][move.track].value
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


def _distance(words: ProcedureWords, move: model.Move, track: Track) -> str:
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


_ID = re.compile(r"\b[a-z]+\d+\b|\b[a-z0-9]+(?:_[a-z0-9]+)+\b|(?<=\broll )[a-z]+\b|(?:^|(?<=[.;] ))[a-z]+(?= rolls\b)")
"""Words that can only be ids: with digits or underscores, or the subject or object of "roll"."""
ITEM = "item"
"""The name of the running item in repeated steps."""
LONG = 80
"""Alternatives with more characters than this are printed as a list instead of a sentence."""


@dataclass(frozen=True)
class ProcedureWords:
    """Wording for one procedure.

    `labels` gives the question of each input and the title of each step, `answers` the wording of an input's choices
    and a marker's boxes. `item` is what a repeated step calls its item.
    """

    game: Game
    labels: Mapping[str, str]
    answers: Mapping[str, Mapping[Any, str]]
    item: str = ""

    def name(self, name: Any) -> str:
        """Return the question of an input, or the title of a step; of an input for each item, whose it is."""
        if name == ITEM:
            return self.item or self.game.say("it")
        whole, _, part = str(name).rpartition(".")
        if whole in self.labels:
            return self.labels[whole] if part == ITEM else f"{self.unit(part)}: {self.labels[whole]}"
        return self.labels.get(str(name), plain(name))

    def amount(self, amount: Any) -> str:
        """Return the wording of a number, name or calculation."""
        if isinstance(amount, int):
            return typeset(amount)
        if not isinstance(amount, Calc):
            name = self.name(amount)
            return self.game.say("‘{name}’", name=name) if self.known(amount) and amount != ITEM else name
        text, say = self._base(amount), self.game.say
        if amount.times == -1:
            text = f"−{text}"
        elif amount.times != 1:
            text = f"{typeset(amount.times)} × {text}"
        if amount.plus != 0:
            more = self._term(amount.plus)
            text += f" − {more[1:]}" if more.startswith("−") else f" + {more}"
        limits = [
            say("at least {n}", n=amount.least) if amount.least is not None else "",
            say("at most {n}", n=amount.most) if amount.most is not None else "",
        ]
        return ", ".join([text, *filter(None, limits)])

    def _term(self, amount: Any, times: int = 1) -> str:
        """Return the wording of a part of a calculation, in brackets if what stands around it would break it up."""
        limited = isinstance(amount, Calc) and (amount.least is not None or amount.most is not None)
        composed = isinstance(amount, Calc) and (amount.times != 1 or amount.plus != 0) and times != 1
        return f"({self.amount(amount)})" if limited or composed else self.amount(amount)

    def _base(self, amount: Calc) -> str:
        say = self.game.say
        if amount.of is not None:
            return self._term(amount.of, amount.times)
        if amount.sum is not None:
            return say("sum of ‘{name}’", name=self.name(amount.sum))
        if amount.count is not None:
            given = (
                say("‘{name}’ gave {results}", name=self.name(step), results=self._values(step, results))
                for step, results in amount.count.items()
            )
            return say("how often {given}", given=say.listed(given))
        table = self.game[Table][str(amount.lookup)].value
        column = self.column(table, amount.column)
        places = ([self.amount(amount.row)] if amount.row is not None else []) + ([column] if column else [])
        text = say("the chart ‘{title}’", title=table.title)
        return f"{text} ({', '.join(places)})" if places else text

    def column(self, table: Table, column: Any) -> str:
        """Return a column's heading with its group's, or what selects the column; empty if there is only one."""
        if column is None or len(table.columns) == 1:
            return ""
        groups = (title for title, columns in table.groups.items() if str(column) in columns)
        group = table.head if table.turned else next(groups, "")
        title = table.columns.get(str(column))
        if title is None:
            return self.game.say("by {amount}", amount=self.amount(column))
        return ", ".join(filter(None, (group, title)))

    def _values(self, name: Any, values: Any, last: str = OR) -> str:
        answers = self.answers.get(str(name)) or self.answers.get(str(name).rpartition(".")[0], {})
        values = values if isinstance(values, tuple) else (values,)
        return self.game.say.listed((answers.get(value) or self.result(value) for value in values), last)

    def result(self, value: Any) -> str:
        """Return a result as people read it, with the names of owners."""
        return names_of(self.game)[value] if value in self.game.owners else self.game.say(plain(value))

    def divided(self, condition: Any) -> tuple[str, tuple[str, ...]]:
        """Return a condition, and the alternatives of a long choice in it, to be listed."""
        parts = condition.parts if isinstance(condition, Logic) and condition.join == "all" else (condition,)
        choices = (part for part in parts if isinstance(part, Logic) and part.join == "either")
        choice = next((part for part in choices if len(self.condition(part)) > LONG), None)
        if choice is None:
            return self.condition(condition), ()
        others = [self.condition(part) for part in parts if part is not choice]
        return "; ".join([*others, self.game.say("one of these")]), tuple(self.condition(part) for part in choice.parts)

    def condition(self, condition: Any) -> str:
        """Return a condition: questions with their answers, and results, divided by semicolons."""
        say = self.game.say
        if isinstance(condition, Logic):
            if condition.join == "all":
                return "; ".join(map(self.condition, condition.parts))
            parts = [self._part(part, condition.join) for part in condition.parts]
            if condition.join == "none":
                return say("not {values}", values=say.listed(parts, NOR))
            return say.listed(parts, OR)
        if isinstance(condition, Items):
            text = word("{name}, any: {values}") if condition.quantity == "any" else word("{name}, every: {values}")
            return say(text, name=self.name(condition.step), values=self._values(condition.step, condition.results))
        assert isinstance(condition, Compare)
        if condition.value == ITEM:
            return self._items(condition)
        known = isinstance(condition.value, str) and self.known(condition.value)
        what = self.name(condition.value) if known else self.amount(condition.value)
        if known:
            return f"{what}{'' if what.endswith('?') else ':'} {self._tests(condition)}"
        return say("{what} is {values}", what=what, values=self._tests(condition))

    def _part(self, condition: Any, join: str) -> str:
        """Return an alternative in words, in brackets if it joins conditions in another way."""
        joined = isinstance(condition, Logic) and not condition.join == join == "either"
        return f"({self.condition(condition)})" if joined else self.condition(condition)

    def _tests(self, condition: Compare) -> str:
        tests, say = [], self.game.say
        if condition.is_in is not None:
            tests.append(f"**{self._values(condition.value, condition.is_in)}**")
        if condition.not_in is not None:
            tests.append(say("not {values}", values=f"**{self._values(condition.value, condition.not_in)}**"))
        least, most = condition.at_least, condition.at_most
        if isinstance(least, Calc) and least.of is not None and least == Calc(of=least.of, plus=1):
            tests.append(say("more than {n}", n=self.amount(least.of)))
            least = None
        low, high = (None if bound is None else self.amount(bound) for bound in (least, most))
        if low and high:
            tests.append(f"**{low}–{high}**" if low != high else f"**{low}**")
        elif low or high:
            bound = say("{n} or more", n=low) if low else say("{n} or less", n=high)
            tests.append(f"**{bound}**")
        return say.listed(tests, AND)

    def _items(self, condition: Compare) -> str:
        say = self.game.say
        numbers = condition.model_copy(update={"is_in": None, "not_in": None})
        tests = [say.listed((self.unit(str(item)) for item in condition.is_in or ()), OR)]
        if condition.not_in is not None:
            tests.append(
                say("not {values}", values=say.listed((self.unit(str(item)) for item in condition.not_in), NOR))
            )
        tests.append(self._tests(numbers).replace("**", ""))
        return say.listed(filter(None, tests), AND)

    def test(self, test: model.Test) -> str:
        """Return what a roll must reach, and the results of success and failure."""
        name, amount = test.bound
        success, failure = self.result(test.success), self.result(test.failure)
        reached = self.game.say(_BOUNDS[name], n=self.amount(amount))
        text = word("{reached}: **{success}**; otherwise **{failure}**.")
        reached = reached[:1].upper() + reached[1:]
        return self.game.say(text, reached=reached, success=success, failure=failure)

    def effects(self, effects: Iterable[model.Effect]) -> str:
        """Return effects as sentences; the same effect on several counters is one sentence.

        What is looked up to be added has a line to write on; other accounts are not for paper.
        """
        grouped: dict[tuple[str, str], list[str]] = {}
        say = self.game.say
        for effect in effects:
            if isinstance(effect, model.AddToVariables):
                grouped.setdefault(("", ""), []).extend(filter(None, map(self.addend, effect.add.values())))
            elif not isinstance(effect, model.VariableEffect):
                verb, what, where = self._effect(effect)
                grouped.setdefault((verb, where), []).append(what)
        said = [
            text
            for (verb, where), whats in grouped.items()
            for text in ([say(_VERBS[verb], what=say.listed(whats)) + where] if verb else whats)
        ]
        return " ".join(
            text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "_")) else ".") for text in said if text
        )

    def addend(self, amount: Any) -> str:
        """Return what to look up and add, as (chart, row) and a line, or the number in the chart; else nothing.

        A column that the answers choose, and a calculation with the number, leave the look-up to the players.
        """
        if not isinstance(amount, Calc) or amount.lookup is None or amount.row is None:
            return ""
        table, row = self.game[Table][amount.lookup].value, str(amount.row)
        rows = {str(key): key for key in table.rows}
        if row not in rows and row not in self.labels:
            return ""
        as_printed = amount == Calc(lookup=amount.lookup, row=amount.row, column=amount.column, read=amount.read)
        fixed = len(table.columns) <= 1 or str(amount.column) in table.columns
        if as_printed and fixed and row in rows:
            return f"**{self._shift(table, rows[row], amount.column)}** {self.game.say(row)}"
        shifts = [
            f"{said} **{self._shift(table, rows[str(answer)], amount.column)}**"
            for answer, said in self.answers.get(row, {}).items()
            if str(answer) in rows
        ]
        if as_printed and fixed and shifts:
            return f"{self.labels[row].rstrip('?')}: {', '.join(shifts)} ____"
        return f"{self.amount(amount)}: ____"

    def _shift(self, table: Table, row: Any, column: Any) -> str:
        """Return what a chart has in a cell, typeset."""
        return typeset(self.game.say(str(table.cell(row, column))))

    def _effect(self, effect: model.Effect) -> tuple[str, str, str]:
        """Return (verb, object, place); a note has only an object."""
        if isinstance(effect, model.AddNote):
            return "", effect.note, ""
        inside = ", ".join(filter(None, self._where(effect))) if isinstance(effect, model.Going) else ""
        return effect.verb, self.unit(effect.what), f" ({inside})" if inside else ""

    def _where(self, effect: model.Going) -> Iterable[str]:
        """Yield where something goes."""
        place = find_place(self.game, effect.at) if effect.at is not None else None
        yield effect.where or ""
        yield place_name(place) if place else ""
        if isinstance(effect, model.GoingUnit) and effect.reserve is not None:
            owner = self.game.owners.get(effect.reserve)
            yield self.game.say("{owner} reserve", owner=owner.title if owner else self.name(effect.reserve))
        if isinstance(effect, model.MoveMarker) and effect.on is not None and effect.on in self.game[Track]:
            track = self.game[Track][effect.on].value
            box = effect.to or ""
            yield track.boxes[box].title if box in track.boxes else self.amount(box)
        elif effect.to is not None and (effect.to in self.game.owners or self.known(effect.to)):
            owner = self.game.owners.get(effect.to)
            yield self.game.say("to {owner}", owner=owner.title if owner else self.amount(effect.to))

    def known(self, name: Any) -> bool:
        """Return whether this names an input, a result or the item."""
        return str(name).partition(".")[0] in self.labels or name == ITEM

    def unit(self, name: str) -> str:
        """Return the name of a counter, owner or track row."""
        if name == ITEM:
            return self.item or self.game.say("it")
        item = self.game[Counter].get(name)
        return (
            item.value.name
            if item
            else names_of(self.game).get(name) or _rows(self.game).get(name) or self.game.say(plain(name))
        )


def with_titles(game: Game, text: str) -> str:
    """Replace ids of procedures and their inputs in a text by titles."""
    inputs = {
        name: question.title
        for item in game[model.Procedure].values()
        for name, question in item.value.inputs.items()
        if "_" in name
    }
    titles = {**inputs, **{name: item.value.title for name, item in game[model.Procedure].items()}}
    return _ID.sub(lambda found: f"‘{titles[found[0]]}’" if found[0] in titles else found[0], text)


def _rows(game: Game) -> Mapping[str, str]:
    return {name: row.title for item in game[Track].values() for name, row in item.value.rows.items()}


_VERBS = {
    "place": word("place {what}"),
    "reduce": word("reduce {what} (turn to the reduced side)"),
    "restore": word("restore {what} to full"),
    "flip": word("turn over {what}"),
    "convert": word("convert {what}"),
    "remove": word("remove {what} from the game"),
    "move": word("move {what}"),
    "marker": word("put {what}"),
}
"""What is said of effects on counters."""
_BOUNDS = {
    "at_most": word("{n} or less"),
    "at_least": word("{n} or more"),
    "above": word("more than {n}"),
    "below": word("less than {n}"),
}
