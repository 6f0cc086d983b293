"""Dice procedures as blank forms: questions, steps in words, and boxes for the die faces."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from rcwkit.blocks.base import document, flags, kept, listed, typeset
from rcwkit.blocks.dice import Answers, Question
from rcwkit.blocks.steps import StepWords, repeats, rolls
from rcwkit.blocks.vocabulary import Block, Document, Heading, Paragraph, Part
from rcwkit.blocks.words import Words, with_titles
from rcwkit.dice.node import names_in
from rcwkit.models.procedures import Input, Procedure, Procedures, Step
from rcwkit.models.run import Run
from rcwkit.reading.game import Game, Item

__all__ = ["forms"]

TICKED = 2
"""Up to this many choices of a question asked of several items are ticked in its grid; more are written in words."""


class _Numbered(NamedTuple):
    """A step with its number, the items and times that enclosing steps repeat for, and its path in the procedure."""

    number: str
    step: Step
    within: tuple[Any, ...]
    times: int
    path: tuple[Any, ...]


def forms(game: Game) -> Document:
    """Return the procedures with dice, cards or markers by collection, and those that they run."""
    blocks: list[Block] = []
    printed = _printed(game)
    for source, sheet in game.of(Procedures):
        found = [name for name in sheet.procedures if name in printed]
        if found:
            blocks.append(Heading(sheet.title, "group", keep=True, at=source.at("title")))
        for name in found:
            blocks += _form(game, game.procedures[name])
    note = "Tick the answers and write each die face in its box; the steps say what it means."
    return document(game, "Dice procedures", (Part("Dice procedures", tuple(blocks), note=note),) if blocks else ())


def _printed(game: Game) -> set[str]:
    """Return the procedures to print: those with dice, cards or markers, and those that they run."""
    found: set[str] = set()
    asked = [name for name, item in game.procedures.items() if rolls(game, item.value.steps)]
    while asked:
        name = asked.pop()
        if name not in found:
            found.add(name)
            asked += _run(game.procedures[name].value.steps)
    return found


def _run(steps: Iterable[Step]) -> Iterator[str]:
    """Yield the procedures that steps run."""
    for step in steps:
        if step.run:
            yield step.run
        yield from _run(step.steps)


def _form(game: Game, item: Item[Procedure]) -> Iterator[Block]:
    procedure, at = item.value, item.document.at
    title, everything = procedure.title, list(_numbered(procedure, procedure.steps))
    letters = {
        name: chr(65 + index) if index < 26 else f"A{chr(39 + index)}" for index, name in enumerate(procedure.inputs)
    }
    draft = _words(game, procedure, letters, everything)
    # Steps are numbered without bookkeeping that nothing reads.
    shown = {one.step.id for one in everything if StepWords(game, _worded(draft, one.step), procedure, one.step).shown}
    numbered = list(_numbered(procedure, procedure.steps, shown))
    words = _words(game, procedure, letters, numbered)
    yield Heading(title, "form", procedure.rule, flags(game, procedure.rulings), keep=True, at=item.span)
    if procedure.note:
        yield Paragraph(with_titles(game, procedure.note), "quiet", keep=True, at=at(*item.path, "note"))
    questions = [
        replace(_question(letters[name], question, title), at=at(*item.path, "inputs", name, "title"))
        for name, question in procedure.inputs.items()
    ]
    yield from (
        replace(block, keep=block.keep or number == len(questions))
        for number, block in enumerate(kept(questions, title), 1)
    )
    yield from _answers(
        words, {letters[name]: question for name, question in procedure.inputs.items() if question.for_each}, title
    )
    for index, (number, step, within, times, path) in enumerate(numbered):
        said = StepWords(game, _worded(words, step), procedure, step, within, times)
        form = said.form(number, title, at(*item.path, *path))
        # A step stays with its first substep, and the first step with the second.
        heads = index + 1 < len(numbered) and (index == 0 or numbered[index + 1].number.startswith(f"{number}."))
        yield replace(form, again=f"{title}, continued", keep=heads)


def _words(game: Game, procedure: Procedure, letters: Mapping[str, str], numbered: list[_Numbered]) -> Words:
    steps = [(one.number, one.step) for one in numbered]
    boxes = {
        step.id: {box: entry.title for box, entry in game.tracks[step.slide.track].value.boxes.items()}
        for _, step in steps
        if step.slide is not None
    }
    return Words(
        game,
        labels={**letters, **{step.id: f"step {number}" for number, step in steps}},
        answers={**boxes, **{name: question.choices or {} for name, question in procedure.inputs.items()}},
        read=frozenset().union(
            *(_read(step) for _, step in steps),
            names_in([asked.when or asked.of for asked in procedure.report.values()]),
        ),
        variables=frozenset(procedure.variables),
        each=frozenset(name for name, question in procedure.inputs.items() if question.for_each),
    )


def _read(step: Step) -> frozenset[str]:
    """Return the names that a step and its effects read."""
    return names_in([step.column, *step.reads, *(effect.reads for _, effect in step.effects)])


def _worded(words: Words, step: Step) -> Words:
    """Return the wording of one step; effects on a list of counters without a roll name the whole list."""
    if isinstance(step.for_each, tuple) and step.do:
        return replace(words, item=listed(words.unit(str(item)) for item in step.for_each))
    return replace(words, item="this number") if isinstance(step.for_each, Run) or step.times is not None else words


def _numbered(
    procedure: Procedure,
    steps: Iterable[Step],
    shown: Container[str] | None = None,
    stem: str = "",
    within: tuple[Any, ...] = (),
    times: int = 1,
    path: tuple[Any, ...] = (),
) -> Iterator[_Numbered]:
    """Yield steps in the order of their numbers, only those `shown` if given."""
    count = 0
    for index, step in enumerate(steps):
        if shown is None or step.id in shown:
            count += 1
            one = _Numbered(f"{stem}{count}", step, within, times, (*path, "steps", index))
            yield one
            yield from _numbered(
                procedure,
                step.steps,
                shown,
                f"{one.number}.",
                step.for_each if isinstance(step.for_each, tuple) else within,
                times * (1 if step.times is None else repeats(procedure, step.times)),
                one.path,
            )


def _question(letter: str, question: Input, about: str) -> Question:
    choices = tuple((question.choices or {}).values())
    blank = f"{typeset(question.run.low)} to {typeset(question.run.high)}" if question.run is not None else ""
    return Question(letter, question.title, f"{about}: {letter}", choices, blank, bool(question.for_each))


def _answers(words: Words, questions: Mapping[str, Input], about: str) -> Iterator[Answers]:
    """Yield the grid of the questions asked of several items, if there are any."""
    items = dict.fromkeys(item for question in questions.values() for item in question.for_each)

    def cell(question: Input, item: str) -> tuple[str, ...] | None:
        choices = tuple((question.choices or {}).values())
        return None if item not in question.for_each else choices if len(choices) <= TICKED else ()

    rows = ((words.unit(item), tuple(cell(question, item) for question in questions.values())) for item in items)
    named = tuple((name[:1].upper() + name[1:], cells) for name, cells in rows)
    if named:
        yield Answers(tuple(questions), named, about, again=f"{about}, continued")
