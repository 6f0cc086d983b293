"""Dice procedures as blank forms: what to answer, what to roll in words, and boxes for the faces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.dice.plan import names_in
from generator.game import Game
from generator.models.procedures import Each, Input, Move, Procedure, Procedures, Step
from generator.settle import settle
from generator.views.base import Part, TextDocument, document, flags, listed, plain, typeset
from generator.views.charts import drm_lines, key_text, remarks
from generator.views.words import Words

__all__ = ["Form", "Group", "Question", "Row", "StepForm", "forms"]

_RANGE = re.compile(r"^(-?\d+)-(-?\d+)$")
BLANKS = 6
"""How many boxes a roll has that is repeated as often as the players say."""


@dataclass(frozen=True)
class Question:
    """An input: its letter, what is asked, and its choices to tick, or else what to write in."""

    letter: str
    text: str
    choices: tuple[str, ...]
    blank: str


@dataclass(frozen=True)
class Row:
    """One line of a reading: faces in words, the faces to draw, a result a column, and what follows."""

    key: str
    faces: tuple[int, ...]
    results: tuple[str, ...]
    effect: str


@dataclass(frozen=True)
class StepForm:
    """A step: number, title, when it is done, dice, DRMs, how it is read, what follows, and a labelled box for every roll."""

    number: str
    title: str
    when: str
    note: str
    flags: tuple[int, ...]
    dice: str
    drm: tuple[tuple[str, str], ...]
    reading: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    follows: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    boxes: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Form:
    """A procedure's form."""

    id: str
    title: str
    rule: str
    note: str
    flags: tuple[int, ...]
    questions: tuple[Question, ...]
    steps: tuple[StepForm, ...]


@dataclass(frozen=True)
class Group:
    """A collection of procedures."""

    title: str
    forms: tuple[Form, ...]


def forms(game: Game) -> TextDocument:
    """All procedures in one part, by their collections; those without dice or cards of their own are left out."""
    groups = []
    for _, sheet in game.of(Procedures):
        found = tuple(_form(game, name, procedure) for name, procedure in sheet.procedures.items() if _rolls(procedure.steps))
        groups += [Group(sheet.title, found)] if found else []
    note = "Tick the answers, write each face into its box; the steps say what it means."
    return document(game, "procedures.html", "Dice procedures", (Part("Dice procedures", tuple(groups), note=note),) if groups else ())


def _rolls(steps: Iterable[Step]) -> bool:
    return any(step.roll or step.table or step.draw or _rolls(step.steps) for step in steps)


def _form(game: Game, name: str, procedure: Procedure) -> Form:
    numbered = list(_numbered(procedure.steps))
    letters = {name: chr(65 + index) if index < 26 else f"A{chr(39 + index)}" for index, name in enumerate(procedure.inputs)}
    labels = {**letters, **{step.id: f"step {number}" for number, step in numbered}}
    read = frozenset().union(*(_read(step) for _, step in numbered))
    words = Words(game, labels, {name: question.choices or {} for name, question in procedure.inputs.items()}, read, frozenset(procedure.variables))
    steps = [(number, _Step(game, _worded(words, step), procedure, step)) for number, step in numbered]
    return Form(
        id=name,
        title=procedure.title,
        rule=procedure.rule,
        note=procedure.note or "",
        flags=flags(game, procedure.rulings),
        questions=tuple(_question(letters[name], question) for name, question in procedure.inputs.items()),
        steps=tuple(step.form(number) for number, step in steps if step.shown),
    )


def _read(step: Step) -> frozenset[str]:
    """The names that a step reads; what a result sets to another name's value is read too."""
    values: list[Any] = [step.when, step.times, step.column, *(value for drm in step.drm for value in (drm.when, drm.add)), *step.again.values()]
    values += [getattr(step.test, bound) for bound in ("at_most", "at_least", "above", "below")] if step.test else []
    values += [step.draw.count] if step.draw else []
    values += [step.slide.start, step.slide.points, step.slide.boxes, step.slide.blocked, *step.slide.open.values()] if step.slide else []
    values += [
        value for effects in (step.do, *step.then.values()) for effect in effects for value in {**(effect.set or {}), **(effect.add or {})}.values()
    ]
    values += [effect.to for effects in (step.do, *step.then.values()) for effect in effects]
    return names_in([*values, *step.given.values()])


def _worded(words: Words, step: Step) -> Words:
    """The words of one step: what is done to a list of counters without a roll is said of the list."""
    if isinstance(step.for_each, tuple) and step.do:
        return replace(words, item=listed(words.unit(str(item)) for item in step.for_each))
    return replace(words, item="this number") if isinstance(step.for_each, str) or step.times is not None else words


def _numbered(steps: Iterable[Step], stem: str = "") -> Iterable[tuple[str, Step]]:
    for index, step in enumerate(steps, 1):
        number = f"{stem}{index}"
        yield number, step
        yield from _numbered(step.steps, f"{number}.")


def _question(letter: str, question: Input) -> Question:
    if question.choices is not None:
        return Question(letter, question.title, tuple(question.choices.values()), "")
    low, high = _RANGE.match(question.range or question.list or "").groups()  # type: ignore[union-attr]
    return Question(letter, question.title, (), f"{typeset(low)} to {typeset(high)}")


@dataclass(frozen=True)
class _Step:
    """One step of a procedure, to be put into words."""

    game: Game
    words: Words
    procedure: Procedure
    step: Step

    @property
    def shown(self) -> bool:
        """Whether there is anything to do: bookkeeping that nothing reads is left out."""
        return bool(not self.step.do or self.words.effects(self.step.do))

    def form(self, number: str) -> StepForm:
        step, words = self.step, self.words
        rows = self._rows()
        shown = {row for line in step.rows.values() for row in (line if isinstance(line, tuple) else (line,))} if rows and not step.columns else set()
        return StepForm(
            number=number,
            title=step.title or ("" if step.do else plain(step.id).capitalize()),
            when=words.when(step.when) if step.when is not None else "",
            note=step.note or "",
            flags=flags(self.game, step.rulings),
            dice=self._dice(),
            drm=tuple(_drm_words(words, step)),
            reading=self._reading(),
            columns=tuple(step.columns.values()),
            rows=rows,
            follows=tuple((plain(result), text) for result, effects in step.then.items() if result not in shown and (text := words.effects(effects))),
            remarks=(*remarks(step), *self._again()),
            boxes=self._boxes(),
            count=self._count(),
        )

    def _dice(self) -> str:
        step = self.step
        if step.table is not None and step.table in self.game.tables:
            return self.game.tables[step.table].value.roll or ""
        return step.roll or ""

    def _count(self) -> int:
        dice = self._dice()
        return int(dice.split("d")[0]) if dice else 1

    def _rows(self) -> tuple[Row, ...]:
        step = self.step
        return tuple(
            Row(
                key_text(key),
                (),
                tuple(plain(cell) for cell in (cells if isinstance(cells, tuple) else (cells,))),
                "" if step.columns else self.words.effects(step.then.get(cells, ())) if not isinstance(cells, tuple) else "",
            )
            for key, cells in step.rows.items()
        )

    def _reading(self) -> str:
        step, words = self.step, self.words
        if step.table is not None:
            table = self.game.tables[step.table].value
            column = words.column(table, step.column)
            return f"Read the chart ‘{table.title}’, column {column}." if column else f"Read the chart ‘{table.title}’."
        if step.test is not None:
            return words.test(step.test)
        if step.column is not None and step.columns:
            return f"Read the column of {words.name(step.column)}."
        if step.draw is not None:
            cards = "a card" if step.draw.count == 1 else f"{words.amount(step.draw.count)} cards"
            return f"Draw {cards} from the deck ‘{self.procedure.decks[step.draw.deck].title}’ and write the numbers down."
        if step.run is not None and step.run in self.game.procedures:
            given = ", ".join(f"{plain(name)}: {words.amount(value)}" for name, value in step.given.items())
            return f"Go through ‘{self.game.procedures[step.run].value.title}’" + (f" ({given})." if given else ".")
        if step.slide is not None:
            return self._slide(step.slide)
        return words.effects(step.do)

    def _slide(self, move: Move) -> str:
        words = self.words
        track = self.game.tracks[move.track].value
        row = "the marker of this one" if move.row == "item" else track.rows[move.row].title if move.row in track.rows else plain(move.row)
        far = f"{words.amount(move.boxes)} boxes" if move.boxes is not None else f"for {words.amount(move.points)} points"
        stops = [f"not if {words.condition(move.blocked)}"] if move.blocked is not None else []
        stops += [f"into {track.boxes[box].title} only if {words.condition(gate)}" for box, gate in move.open.items() if box in track.boxes]
        return "; ".join([f"Move {row} on ‘{track.title}’ {far}", *stops]) + "."

    def _again(self) -> Iterable[str]:
        said = {plain(result): self.words.condition(condition) for result, condition in self.step.again.items()}
        same = {text.replace(f"is {result}", "is the same") for result, text in said.items()}
        if len(said) > 1 and len(same) == 1:
            yield f"Roll again if {same.pop()}."
            return
        for text in dict.fromkeys(said.values()):
            yield f"Roll again on {listed((result for result, other in said.items() if other == text), 'or')} if {text}."

    def _boxes(self) -> tuple[str, ...]:
        step = self.step
        if not (step.roll or step.table or step.draw):
            return ()
        if isinstance(step.for_each, tuple):
            return tuple(self.words.unit(str(item)) for item in step.for_each)
        if isinstance(step.for_each, str):
            low, _, high = step.for_each.partition("-")
            return tuple(str(number) for number in range(int(low), int(high) + 1))
        if isinstance(step.for_each, Each):
            return tuple(self.words.unit(unit) for unit in _units(self.game, step.for_each))
        if step.times is not None or step.draw is not None:
            fixed = step.times if step.draw is None else step.draw.count
            return ("",) * (fixed if isinstance(fixed, int) else BLANKS)
        return ("",)


def _drm_words(words: Words, step: Step) -> Iterable[tuple[str, str]]:
    for (sign, text), drm in zip(drm_lines(step.drm), step.drm, strict=True):
        yield (sign, text) if isinstance(drm.add, int) else ("DRM", f"{text}: {words.amount(drm.add)}")


def _units(game: Game, each: Each) -> list[str]:
    """The units that roll in the game's first set-up."""
    scenario = next((name for name, item in game.scenarios.items() if item.value.setup is not None), None)
    if scenario is None:
        return [""] * BLANKS
    exempt: Mapping[str, Any] = each.exceptions
    return [unit for unit in settle(game, scenario).units(each.units, game) if unit not in exempt and game.owner_of(unit) not in exempt]
