"""Procedures on the odds sheet: every question of a report, for every way to answer what a player answers first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from rcwkit.blocks.base import flags, plain, typeset
from rcwkit.blocks.dice import Chance, ChanceHead, ChanceLine, Grid, Label
from rcwkit.blocks.odds_cells import Entry, alike, chance, label, mean_text, together
from rcwkit.blocks.odds_grids import grid, matrix, strip, turned
from rcwkit.blocks.vocabulary import Block, Paragraph
from rcwkit.diagnostics import InputError
from rcwkit.dice.node import Node
from rcwkit.dice.odds import Answer, Known
from rcwkit.dice.roll import Prepared, answers, prepare
from rcwkit.look.fonts import FontBook
from rcwkit.models.procedures import Each, Input, Procedure
from rcwkit.reading.game import Game

__all__ = ["answerable", "roll_entry"]

MOST_DOWN = 24
"""The most answers to an open question that are printed; of longer runs of numbers only round ones are."""
MOST_ACROSS = 11
"""The most answers to the second of two open questions."""
MOST_WAYS = 100
"""The most ways to answer two questions."""
BESIDE = 2
"""Up to so many answers stand side by side, with a line for each chance; more stand one under the other."""

Way = tuple[Any, ...]
Shown = tuple[tuple[Label, ...], tuple[Block, ...]]
"""Headings over the chances of lines, and these with all grids."""
Asked = Mapping[Any, Answer]
"""One question of a report: answer of the player (None where nothing is open) → its odds."""


@dataclass(frozen=True)
class _Open:
    """A question without a default, and its answers by their keys."""

    name: str
    title: str
    answers: Mapping[Any, Label]


def answerable(game: Game, procedure: Procedure) -> bool:
    """Whether a procedure has a report, and few enough ways to answer its questions."""
    return bool(procedure.report) and _open(game, procedure) is not None


def roll_entry(game: Game, book: FontBook, name: str, procedure: Procedure) -> Entry | None:
    """The odds of a procedure; None where it is not answerable. What is too much to count is said so."""
    questions = _open(game, procedure)
    if not procedure.report or questions is None:
        return None
    if len(questions) == 2 and turned(book, *(tuple(question.answers.values()) for question in questions)):
        questions.reverse()
    names = [question.name for question in questions]
    try:
        first, *others = product(*(question.answers for question in questions))
        prepared = prepare(game, name, dict(zip(names, first, strict=True)))
        known: Known = {}
        found = {first: answers(prepared, known)}
        found |= {way: answers(prepared.answering(dict(zip(names, way, strict=True))), known) for way in others}
    except InputError as error:
        said = tuple(Paragraph(f"Not counted: {diagnostic.message}.", "remark") for diagnostic in error.diagnostics)
        return Entry(
            procedure.title,
            procedure.rule,
            flags(game, procedure.rulings),
            tuple(_head(_asked(questions), (), ())),
            said,
        )
    certain = all(_certain(answer) for of_way in found.values() for answer in of_way)
    crossed = len(questions) == 2
    heads, body = (
        _crossed(book, questions, found) if crossed else _listed(game, book, questions, found, everything=certain)
    )
    taken = tuple(_taken(game, procedure, prepared))
    return Entry(
        procedure.title,
        procedure.rule,
        flags(game, procedure.rulings),
        tuple(_head(_asked(questions), taken, heads)),
        body,
        certain,
    )


def _head(asked: str, taken: Sequence[str], heads: tuple[Label, ...]) -> Iterator[Block]:
    """What is taken for granted, and what a player answers first."""
    if taken:
        yield Paragraph(" · ".join(taken), "quiet")
    if heads:
        yield ChanceHead(asked, heads)
    elif asked:
        yield Paragraph(asked, "asked")


def _open(game: Game, procedure: Procedure) -> list[_Open] | None:
    """The questions without a default, of two the one with more answers first; None where there are too many ways to answer them."""
    found = [
        _Open(name, question.title, {key: label(game, key, text) for key, text in _answers(question).items()})
        for name, question in procedure.questions.items()
        if question.default is None
    ]
    if len(found) > 2 or not all(0 < len(question.answers) <= MOST_DOWN for question in found):
        return None
    found.sort(key=lambda question: -len(question.answers))
    if len(found) == 2 and (
        len(found[1].answers) > MOST_ACROSS or len(found[0].answers) * len(found[1].answers) > MOST_WAYS
    ):
        return None
    return found


def _asked(questions: list[_Open]) -> str:
    titles = [question.title for question in questions]
    return f"Down: {titles[0]} · Across: {titles[1]}" if len(titles) == 2 else "".join(titles)


def _answers(question: Input) -> dict[Any, str]:
    if question.choices is not None:
        return dict(question.choices)
    if question.range is None:
        return {}
    whole = len(question.range) <= MOST_DOWN
    return {number: typeset(number) for number in question.range if whole or _is_round(number)}


def _is_round(number: int) -> bool:
    size = abs(number)
    return size <= 10 or (size <= 30 and size % 5 == 0) or size % 10 == 0


def _certain(answer: Answer) -> bool:
    return answer.chance in (0, 1) if answer.chance is not None else len(answer.distribution) == 1


def _listed(
    game: Game, book: FontBook, questions: list[_Open], found: Mapping[Way, list[Answer]], *, everything: bool
) -> Shown:
    """At most one open question: its chances on lines or one under the other, then a strip or grid for each distribution.

    What never comes, and what each answer fixes in its own way, are no matter of odds: they are shown only with `everything`.
    """
    labels = questions[0].answers if questions else {None: Label("")}
    keyed = dict(zip(labels, found.values(), strict=True))
    asked: list[Asked] = [
        {key: of_way[index] for key, of_way in keyed.items()} for index in range(len(next(iter(found.values()))))
    ]
    chances = [
        one
        for one in asked
        if _first(one).chance is not None and (everything or any(answer.chance for answer in one.values()))
    ]
    spread = [one for one in asked if _first(one).chance is None and not _told(one, chances)]
    fixed = [one for one in spread if all(_certain(answer) and answer == _first(one) for answer in one.values())]
    spread = [one for one in spread if one not in fixed and (everything or not all(map(_certain, one.values())))]
    varied = [one for one in chances if len(labels) > BESIDE and len(set(_parts(one))) > 1]
    said = [(_first(one).title, tuple(map(chance, _parts(one)))) for one in chances if one not in varied]
    heads = (
        tuple(labels.values())
        if any(len(parts) > 1 for _, parts in said) or (said and 1 < len(labels) <= BESIDE)
        else ()
    )
    said += [(f"{_first(one).title}: {plain(_first(one).distribution[0][0])}", (chance(Fraction(1)),)) for one in fixed]
    lines = (ChanceLine(text, parts, len(heads)) for text, parts in said)
    grids = (block for one in spread for block in _spread(game, book, labels, one))
    return heads, (*lines, *_under(book, labels, varied), *grids)


def _first(one: Asked) -> Answer:
    return next(iter(one.values()))


def _told(one: Asked, chances: Iterable[Asked]) -> bool:
    """Whether a count of nought or one says no more than a chance already does."""
    ones = {key: dict(answer.distribution).get(1, Fraction(0)) for key, answer in one.items()}
    counts = all(value in (0, 1) for answer in one.values() for value, _ in answer.distribution)
    return counts and any(ones == {key: answer.chance for key, answer in other.items()} for other in chances)


def _parts(one: Asked) -> list[Fraction]:
    """A chance for each way to answer; only one where they are equal."""
    parts = [answer.chance or Fraction(0) for answer in one.values()]
    return parts if len(set(parts)) > 1 else parts[:1]


def _under(book: FontBook, labels: Mapping[Any, Label], chances: list[Asked]) -> tuple[Grid, ...]:
    down, across = [Label(_first(one).title) for one in chances], list(labels.values())
    cells = [[chance(answer.chance or Fraction(0)) for answer in one.values()] for one in chances]
    if chances and turned(book, down, across):
        return matrix(book, "", across, down, list(zip(*cells, strict=True)))
    return matrix(book, "", down, across, cells) if chances else ()


def _spread(game: Game, book: FontBook, labels: Mapping[Any, Label], one: Asked) -> tuple[Grid, ...]:
    """A distribution for every answer; equal ones are taken together."""
    numbered = all(text.text.isdecimal() for text in labels.values())
    title, groups = (
        _first(one).title,
        alike({key: answer.distribution for key, answer in one.items()}, adjacent=numbered),
    )
    if len(groups) == 1:
        return strip(game, book, title, dict(_first(one).distribution), _first(one).mean)
    rows = [((_together([labels[key] for key in keys]),), dict(values), one[keys[0]].mean) for keys, values in groups]
    return grid(game, book, title, ("",), rows)


def _together(labels: list[Label]) -> str:
    texts = [one.text for one in labels]
    return together([int(text) for text in texts] if all(text.isdecimal() for text in texts) else texts, str)


def _crossed(book: FontBook, questions: list[_Open], found: Mapping[Way, list[Answer]]) -> Shown:
    """Two open questions: a grid for each chance and for each mean, a strip where only one of them matters, a line where none does."""
    down, across = questions
    rows, columns = list(down.answers.values()), list(across.answers.values())
    lines: list[Block] = []
    grids: list[Block] = []
    for index, answer in enumerate(next(iter(found.values()))):
        if answer.chance is None and answer.mean is None:
            continue
        cells = [[_crossing(found[key, other][index]) for other in across.answers] for key in down.answers]
        title = answer.title if answer.chance is not None else f"{answer.title}, on average"
        by_down, by_across = any(line != cells[0] for line in cells), any(len(set(line)) > 1 for line in cells)
        if by_down and by_across:
            grids += matrix(book, title, rows, columns, cells)
        elif by_down:
            grids += matrix(book, "", [Label(title)], rows, [[line[0] for line in cells]], down.title)
        elif by_across:
            grids += matrix(book, "", [Label(title)], columns, cells[:1], across.title)
        elif answer.chance is None:
            lines.append(ChanceLine(f"{title}: {cells[0][0].percent}", (), 0))
        elif answer.chance:
            lines.append(ChanceLine(title, (cells[0][0],), 0))
    return (), (*lines, *grids)


def _crossing(answer: Answer) -> Chance:
    return chance(answer.chance) if answer.chance is not None else Chance(mean_text(answer.mean))


def _taken(game: Game, procedure: Procedure, prepared: Prepared) -> Iterator[str]:
    """The set-up whose units roll, and the defaults."""
    numbers = [len(node.items or ()) for node in _nodes(prepared.plan.nodes) if isinstance(node.step.for_each, Each)]
    if numbers and prepared.settled is not None:
        yield f"{game.scenarios[prepared.settled.id].value.title}: **{', '.join(map(str, numbers))} units**"
    defaults = {
        (question.title, _default(question)): None
        for question in procedure.questions.values()
        if question.default is not None
    }
    yield from (f"{title}{'' if title.endswith('?') else ':'} **{answer}**" for title, answer in defaults)


def _nodes(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        yield node
        yield from _nodes(node.children)


def _default(question: Input) -> str:
    if isinstance(question.default, tuple):
        return ", ".join(map(typeset, question.default)) or "none"
    choices = question.choices or {}
    return str(choices.get(question.default, typeset(question.default))) if question.default is not None else ""
