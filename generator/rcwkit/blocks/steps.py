"""Steps of procedures in words: when to do a step, what to roll, what results mean, and a box for every roll."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rcwkit.blocks.base import flags, listed, plain, typeset
from rcwkit.blocks.charts import drm_lines, key_text, remarks
from rcwkit.blocks.dice import StepForm, StepRow
from rcwkit.blocks.words import ITEM, Words, with_titles
from rcwkit.diagnostics import Span
from rcwkit.dice.settle import settle
from rcwkit.models.conditions import Compare
from rcwkit.models.dice import Dice
from rcwkit.models.procedures import EVERY, Each, Move, Procedure, Step
from rcwkit.models.run import Run
from rcwkit.models.tables import Drm
from rcwkit.models.tracks import Track
from rcwkit.reading.game import Game

__all__ = ["StepWords", "repeats", "rolls"]

BLANKS = 6
"""Number of boxes for a roll whose number of repeats is decided in play, and by no question."""


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


@dataclass(frozen=True)
class StepWords:
    """A step to put into words; `within` are the items, `times` the repeats of the steps around it."""

    game: Game
    words: Words
    procedure: Procedure
    step: Step
    within: tuple[Any, ...] = ()
    times: int = 1

    @property
    def shown(self) -> bool:
        """Whether players have anything to do; bookkeeping that nothing reads is left out."""
        return not self.step.do or bool(self.words.effects(self.step.do))

    def form(self, number: str, about: str, at: Span) -> StepForm:
        """Return the step under its number, on the form named `about`."""
        step, words = self.step, self.words
        shown = set() if step.columns else {cell for row in step.rows.values() for cell in _cells(row)}
        when, any_of = words.when(step.when) if step.when is not None else ("", ())
        return StepForm(
            number=number,
            about=f"{about}: {number}",
            title=step.title or ("" if step.do else plain(step.id).capitalize()),
            often=self._often(),
            when=when[0].lower() + when[1:] if when and self._often() else when,
            any_of=any_of,
            note=with_titles(self.game, step.note or ""),
            flags=flags(self.game, step.rulings),
            dice=str(self._dice or ""),
            drm=tuple(_drm_words(words, step.drm or self._of_chart())),
            reading=self._reading(),
            stops=tuple(self._stops(step.slide)) if step.slide is not None else (),
            columns=tuple(step.columns.values()),
            rows=tuple(self._row(key_text(step.ranges[key]), row) for key, row in step.rows.items()),
            follows=tuple(self._follows(shown)),
            remarks=(*remarks(step), *self._again()),
            boxes=self._boxes(),
            count=self._dice.count if self._dice is not None else 1,
            at=at,
        )

    def _of_chart(self) -> Sequence[Drm]:
        """Return the modifiers of the chart that the step rolls on."""
        return self.game.tables[self.step.table].value.drm if self.step.table else ()

    def _often(self) -> str:
        """Return how often to do a step that repeats without naming an item for each time."""
        step = self.step
        if isinstance(step.times, int):
            return "Twice" if step.times == 2 else f"{step.times} times"
        if step.times is not None:
            amount = self.words.amount(step.times)
            return f"As often as {amount} says" if isinstance(step.times, str) else f"As often as: {amount}"
        if isinstance(step.for_each, Run):
            return f"For each number from {typeset(step.for_each.low)} to {typeset(step.for_each.high)}"
        return ""

    @property
    def _then(self) -> Words:
        """The wording of a roll's effects: there its own result is "the result", not that of a numbered step."""
        if not (self.step.roll or self.step.table):
            return self.words
        return replace(self.words, labels={**self.words.labels, self.step.id: "the result"})

    def _follows(self, shown: set[Any]) -> Iterable[tuple[str, str]]:
        """Yield the effects of results that no row shows, as (result, effects)."""
        effects = {result: self._then.effects(found) for result, found in self.step.then.items() if result not in shown}
        effects = {result: text for result, text in effects.items() if text}
        every = "Then" if len(effects) == 1 and not shown else "In any case"
        yield from ((every if result == EVERY else self.words.result(result), text) for result, text in effects.items())

    @property
    def _dice(self) -> Dice | None:
        table = self.game.tables.get(self.step.table or "")
        return table.value.roll if table is not None else self.step.roll

    def _row(self, key: str, row: Any) -> StepRow:
        lone = not self.step.columns and not isinstance(row, tuple)
        effects = self._then.effects(self.step.then.get(row, ())) if lone else ""
        return StepRow(key, tuple(map(self.words.result, _cells(row))), effects)

    def _reading(self) -> str:
        step, words = self.step, self.words
        if step.table is not None:
            table = self.game.tables[step.table].value
            column = words.column(table, step.column)
            place = f", {'row' if table.turned else 'column'} {column}" if column else ""
            return f"Read the chart ‘{table.title}’{place}."
        if step.test is not None:
            return words.test(step.test)
        if step.column is not None and step.columns:
            return f"Read the column of {words.name(step.column)}."
        if step.draw is not None:
            count, deck = step.draw.count, self.procedure.decks[step.draw.deck].title
            cards = "a card" if count == 1 else f"{count} cards" if isinstance(count, int) else "cards"
            number = "" if isinstance(count, int) else f" (how many: {words.amount(count)})"
            return f"Draw {cards} from the deck ‘{deck}’{number} and write the number{'s' if count != 1 else ''} down."
        if step.run is not None:
            return self._run(step)
        if step.slide is not None:
            return self._slide(step.slide)
        return with_titles(self.game, words.effects(step.do))

    def _run(self, step: Step) -> str:
        """Return which procedure to run, with the fixed answers given to it."""
        inner = self.game.procedures[str(step.run)].value
        told = []
        for name, value in step.given.items():
            choices = (inner.questions[name].choices if name in inner.questions else None) or {}
            if isinstance(value, (str, int)) and value in choices and not self.words.known(value):
                told.append(choices[value])
        given = f" ({', '.join(told)})" if told else ""
        if rolls(self.game, inner.steps):
            return f"Go through ‘{inner.title}’{given}."
        return f"Work out ‘{inner.title}’{given}{f', {inner.rule}' if inner.rule else ''}."

    def _slide(self, move: Move) -> str:
        words = self.words
        track = self.game.tracks[move.track].value
        marker = words.unit(move.row)
        if move.row == ITEM:
            marker = "its marker" if words.item == "it" else f"the marker of {words.item}"
        return f"Move {marker} on ‘{track.title}’ {_distance(words, move, track)}."

    def _stops(self, move: Move) -> Iterable[tuple[str, tuple[str, ...]]]:
        track = self.game.tracks[move.track].value
        if move.blocked is not None:
            text, parts = self.words.divided(move.blocked)
            yield f"It does not move if {text}", parts
        for box, gate in move.open.items():
            if box in track.boxes:
                text, parts = self.words.divided(gate)
                yield f"Into {track.boxes[box].title} only if {text}", parts

    def _again(self) -> Iterable[str]:
        """Yield when to roll again; a rule shared by several results is stated once."""
        said = {result: self.words.condition(condition) for result, condition in self.step.again.items()}
        highest = [
            test.value
            for face, test in self.step.again.items()
            if isinstance(test, Compare) and test == _up_to(test.value, face)
        ]
        if len(said) > 1 and len(highest) == len(said) and all(value == highest[0] for value in highest):
            yield f"Roll again if it is more than {self.words.amount(highest[0])}."
            return
        same = {text.replace(f"is {self.words.result(result)}", "is the same") for result, text in said.items()}
        if len(said) > 1 and len(same) == 1 and not same <= set(said.values()):
            yield f"Roll again if {same.pop()}."
            return
        for text in dict.fromkeys(said.values()):
            results = listed((self.words.result(result) for result, other in said.items() if other == text), "or")
            yield f"Roll again on {results} if {text}."

    def _boxes(self) -> tuple[str, ...]:
        step = self.step
        if not (step.roll or step.table or step.draw):
            return ()
        each = _items(self.game, step) or self.within
        if each:
            return tuple(self.words.unit(str(item)) for item in each for _ in range(self.times))
        if step.times is not None or step.draw is not None:
            return ("",) * self.times * repeats(self.procedure, step.times if step.draw is None else step.draw.count)
        return ("",) * self.times


def repeats(procedure: Procedure, times: Any) -> int:
    """Return how often a step can be repeated at most, or a usual number if neither it nor a question says so."""
    if isinstance(times, int):
        return times
    asked = procedure.inputs.get(times.removesuffix(".item")) if isinstance(times, str) else None
    return asked.range.high if asked is not None and asked.range is not None else BLANKS


def _cells(row: Any) -> tuple[Any, ...]:
    return row if isinstance(row, tuple) else (row,)


def _up_to(value: Any, face: Any) -> Compare:
    """Return the condition that a value is less than a face."""
    return Compare(value=value, at_most=int(face) - 1) if str(face).isdigit() else Compare(value=value)


def _items(game: Game, step: Step) -> tuple[Any, ...]:
    """Return the items that a step repeats for."""
    if isinstance(step.for_each, Each):
        return tuple(_units(game, step.for_each))
    return tuple(step.for_each or ())


def _distance(words: Words, move: Move, track: Track) -> str:
    """Return how far a marker moves, and what each box costs."""
    if isinstance(move.boxes, int):
        boxes = f"{abs(move.boxes)} box{'es' if abs(move.boxes) != 1 else ''}"
        return f"{boxes} to the {'left' if move.boxes < 0 else 'right'}"
    if move.boxes is not None:
        return f"as many boxes to the right as {words.amount(move.boxes)} (below 0: to the left)"
    usual = Tally(box.leave for box in track.boxes.values()).most_common(1)[0][0]
    rare = sorted({box.leave for box in track.boxes.values()} - {usual})
    others = {cost: listed((box.title for box in track.boxes.values() if box.leave == cost), "or") for cost in rare}
    costs = [
        f"{usual} a box",
        *(f"{cost or 'nothing'} to leave {titles}" for cost, titles in others.items()),
    ]
    return f"to the right by the points of {words.amount(move.points)} (below 0: to the left; {', '.join(costs)})"


def _drm_words(words: Words, drms: Sequence[Drm]) -> Iterable[tuple[str, str]]:
    for (sign, text), drm in zip(drm_lines(drms), drms, strict=True):
        yield (sign, text) if isinstance(drm.add, int) else ("DRM", f"{text}: {words.amount(drm.add)}")


def _units(game: Game, each: Each) -> list[str]:
    """Return the units that roll in the game's first set-up."""
    scenario = next((name for name, item in game.scenarios.items() if item.value.setup is not None), None)
    if scenario is None:
        return [""] * BLANKS
    exempt: Mapping[str, Any] = each.exceptions
    return [
        unit
        for unit in settle(game, scenario).units(each.units, game)
        if unit not in exempt and game.owner_of(unit) not in exempt
    ]
