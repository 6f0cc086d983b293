"""Dice procedures as blank forms: what to answer, what to roll in words, and boxes for the faces."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.dice.plan import names_in
from generator.game import Game
from generator.models.procedures import Input, Procedure, Procedures, Step
from generator.models.run import Run
from generator.views.base import Part, TextDocument, document, flags, listed, typeset
from generator.views.steps import StepForm, StepWords, rolls
from generator.views.words import Words, with_titles

__all__ = ["Answers", "Form", "Group", "Question", "forms"]

SHORT = 26
"""How many signs of choices stand beside a question, counting three for a box; more stand beneath it."""
TICKED = 2
"""How many choices a question asked of several items may have to be ticked item by item; of more the answer is written in."""


@dataclass(frozen=True)
class Question:
    """An input: its letter, what is asked, and its choices to tick, or else what to write in. One asked of several items is `spread` beneath."""

    letter: str
    text: str
    choices: tuple[str, ...]
    blank: str
    spread: bool = False

    @property
    def short(self) -> bool:
        """Whether its choices fit beside what is asked."""
        return len("".join(self.choices)) + 3 * len(self.choices) <= SHORT


@dataclass(frozen=True)
class Answers:
    """A grid for the questions asked of several items: their letters, and a row an item.

    A row is the item's name and a cell a question: choices to tick, nothing for a space to write in, None where it is not asked.
    """

    letters: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, ...] | None, ...]], ...]


@dataclass(frozen=True)
class Form:
    """A procedure's form."""

    id: str
    title: str
    rule: str
    note: str
    flags: tuple[int, ...]
    questions: tuple[Question, ...]
    answers: Answers | None
    steps: tuple[StepForm, ...]


@dataclass(frozen=True)
class Group:
    """A collection of procedures."""

    title: str
    forms: tuple[Form, ...]


def forms(game: Game) -> TextDocument:
    """All procedures in one part, by their collections; those without dice, cards or moves of markers are left out."""
    groups = []
    for _, sheet in game.of(Procedures):
        found = tuple(_form(game, name, procedure) for name, procedure in sheet.procedures.items() if rolls(game, procedure.steps))
        groups += [Group(sheet.title, found)] if found else []
    note = "Tick the answers, write each face into its box; the steps say what it means."
    return document(game, "procedures.html", "Dice procedures", (Part("Dice procedures", tuple(groups), note=note),) if groups else ())


def _form(game: Game, name: str, procedure: Procedure) -> Form:
    everything = list(_numbered(procedure.steps))
    letters = {name: chr(65 + index) if index < 26 else f"A{chr(39 + index)}" for index, name in enumerate(procedure.inputs)}
    draft = _words(game, procedure, letters, everything)
    # Bookkeeping that nothing reads is left out, and the steps around it close up.
    kept = {step.id for _, step, within in everything if StepWords(game, _worded(draft, step), procedure, step, within).shown}
    numbered = list(_numbered(procedure.steps, kept))
    words = _words(game, procedure, letters, numbered)
    steps = [(number, StepWords(game, _worded(words, step), procedure, step, within)) for number, step, within in numbered]
    return Form(
        id=name,
        title=procedure.title,
        rule=procedure.rule,
        note=with_titles(game, procedure.note or ""),
        flags=flags(game, procedure.rulings),
        questions=tuple(_question(letters[name], question) for name, question in procedure.inputs.items()),
        answers=_answers(words, {letters[name]: question for name, question in procedure.inputs.items() if question.for_each}),
        steps=tuple(step.form(number) for number, step in steps),
    )


def _words(game: Game, procedure: Procedure, letters: Mapping[str, str], numbered: list[tuple[str, Step, tuple[Any, ...]]]) -> Words:
    steps = [(number, step) for number, step, _ in numbered]
    boxes = {
        step.id: {box: entry.title for box, entry in game.tracks[step.slide.track].value.boxes.items()} for _, step in steps if step.slide is not None
    }
    return Words(
        game,
        labels={**letters, **{step.id: f"step {number}" for number, step in steps}},
        answers={**boxes, **{name: question.choices or {} for name, question in procedure.inputs.items()}},
        read=frozenset().union(*(_read(step) for _, step in steps), names_in([asked.when or asked.of for asked in procedure.report.values()])),
        variables=frozenset(procedure.variables),
        each=frozenset(name for name, question in procedure.inputs.items() if question.for_each),
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
    return replace(words, item="this number") if isinstance(step.for_each, Run) or step.times is not None else words


def _numbered(
    steps: Iterable[Step], kept: Container[str] | None = None, stem: str = "", within: tuple[Any, ...] = ()
) -> Iterator[tuple[str, Step, tuple[Any, ...]]]:
    """Each step with its number, and what the steps around it are repeated for; only those `kept`, if that is given."""
    shown = (step for step in steps if kept is None or step.id in kept)
    for index, step in enumerate(shown, 1):
        number = f"{stem}{index}"
        yield number, step, within
        yield from _numbered(step.steps, kept, f"{number}.", step.for_each if isinstance(step.for_each, tuple) else within)


def _question(letter: str, question: Input) -> Question:
    spread = bool(question.for_each)
    if question.choices is not None:
        return Question(letter, question.title, tuple(question.choices.values()), "", spread)
    assert question.run is not None
    return Question(letter, question.title, (), f"{typeset(question.run.low)} to {typeset(question.run.high)}", spread)


def _answers(words: Words, questions: Mapping[str, Input]) -> Answers | None:
    """The grid of the questions asked of several items, by letter."""
    if not questions:
        return None
    items = dict.fromkeys(item for question in questions.values() for item in question.for_each)

    def cell(question: Input, item: str) -> tuple[str, ...] | None:
        choices = tuple((question.choices or {}).values())
        return None if item not in question.for_each else choices if len(choices) <= TICKED else ()

    rows = ((words.unit(item), tuple(cell(question, item) for question in questions.values())) for item in items)
    return Answers(tuple(questions), tuple((name[:1].upper() + name[1:], cells) for name, cells in rows))
