"""The odds sheet: exact odds of every procedure and rolled table, for every way to answer open inputs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from rcwkit.diagnostics import InputError, Span
from rcwkit.dice.model import Each, Input, Procedure, Procedures
from rcwkit.dice.odds import Answer, Known
from rcwkit.dice.plan import every
from rcwkit.dice.roll import Prepared, answers, prepare
from rcwkit.dice.setups import Scenario
from rcwkit.dice.tables import Table, Tables
from rcwkit.dice.wording import labelled, labels_of
from rcwkit.document.blocks import (
    Block,
    Cell,
    DocumentPart,
    Grid,
    Heading,
    Paragraph,
    Row,
    TextDocument,
    document,
    flags,
)
from rcwkit.document.chart_blocks import chart_entry
from rcwkit.document.odds_grids import Entry, alike, chance, grid, label, matrix, mean_text, strip, together, turned
from rcwkit.game.game import Game
from rcwkit.source.language import Language, plain, typeset, word
from rcwkit.type.fonts import FontBook

SHADED = word(
    "Chances in per cent: 100 is certain, – impossible; small figures are the exact fractions. "
    "Taller bars and darker cells are likelier; grey lines state the assumptions."
)
OUTLINED = word(
    "Chances in per cent: 100 is certain, – impossible; small figures are the exact fractions. "
    "Taller bars and heavier lines are likelier; grey lines state the assumptions."
)
DRM = word("DRM: the sum of all modifiers of the die.")


class _Placed(NamedTuple):
    """An entry, its id, and its place in the data."""

    entry: Entry
    id: str
    at: Span


def has_odds(game: Game) -> bool:
    """Return whether there is anything to print."""
    rolled = any(_is_rolled(item.value) and _belongs(item.value) for item in game[Table].values())
    return rolled or any(answerable(game, item.value) and _belongs(item.value) for item in game[Procedure].values())


def odds_sheet(game: Game, book: FontBook, *, outlined: bool = False) -> TextDocument:
    """Return the odds of procedures by collection, then of rolled charts.

    Procedures whose every answer is certain are left out unless all are. `outlined` cells are underlined, not shaded.
    """
    found = list(_collections(game, book))
    uncertain = [(title, [one for one in placed if not one.entry.certain]) for title, placed in found]
    if any(placed for _, placed in uncertain):
        found = uncertain
    blocks = tuple(block for title, placed in found if placed for block in _blocks(game.say, title, placed))
    note = game.say(OUTLINED if outlined else SHADED)
    modified = (item.value for item in game[Table].values() if item.value.drm and _is_rolled(item.value))
    note += f" {game.say(DRM)}" if any(_belongs(table) for table in modified) else ""
    title = game.say("Odds")
    return document(game, title, [DocumentPart(title, blocks, "bars", note=note)] if blocks else [])


def _belongs(entry: Procedure | Table) -> bool:
    return entry.odds == "study"


def _is_rolled(table: Table) -> bool:
    return table.roll is not None and bool(table.rows)


def _collections(game: Game, book: FontBook) -> Iterator[tuple[str, list[_Placed]]]:
    for source, sheet in game.all(Procedures):
        entries = (
            (roll_entry(game, book, name, procedure), name)
            for name, procedure in sheet.procedures.items()
            if _belongs(procedure)
        )
        yield (
            sheet.title,
            [_Placed(entry, name, source.at("procedures", name, key=True)) for entry, name in entries if entry],
        )
    charts = [
        _Placed(chart_entry(game, book, table), name, source.at("tables", name, key=True))
        for source, tables in game.all(Tables)
        for name, table in tables.tables.items()
        if _is_rolled(table) and _belongs(table)
    ]
    yield game.say("Charts"), charts


def _blocks(say: Language, title: str, placed: list[_Placed]) -> Iterator[Block]:
    """Yield a collection under its heading, which a sole entry of the same title shares."""
    alone = len(placed) == 1 and placed[0].entry.title == title
    if not alone:
        yield Heading(title, "group", keep=True, at=placed[0].at)
    for entry, name, at in placed:
        yield Heading(entry.title, "group" if alone else "entry", entry.rule, entry.flags, keep=True, id=name, at=at)
        yield from (replace(block, keep=True, at=at) for block in entry.head)
        yield from (replace(block, at=at) for block in _body(say, entry))


def _body(say: Language, entry: Entry) -> Iterator[Block]:
    """Yield the chances of an entry, its title repeated from the second on; remarks stay with the block before them."""
    for number, block in enumerate(entry.body):
        remarked = isinstance(next(iter(entry.body[number + 1 :]), None), Paragraph)
        yield replace(block, keep=remarked, again=entry.again(say) if number else "")


MOST_DOWN = 24
"""Maximum number of answers to an open question; longer runs of numbers show only round ones."""
MOST_ACROSS = 11
"""Maximum number of answers to the second of two open questions."""
MOST_WAYS = 100
"""Maximum number of ways to answer two questions."""
BESIDE = 2
"""Up to this many answers stand side by side, with a line for each chance; more go in a grid."""

Way = tuple[Any, ...]
Shown = tuple[tuple[Cell, ...], tuple[Block, ...]]
"""Headings over the chances of lines; the lines and grids themselves."""
Asked = Mapping[Any, Answer]
"""A question of a report: answer to the open input (None without one) → its odds."""


@dataclass(frozen=True)
class _Open:
    """An input without a default, and its answers by key."""

    name: str
    title: str
    answers: Mapping[Any, Cell]


def answerable(game: Game, procedure: Procedure) -> bool:
    """Return whether a procedure has a report, and few enough ways to answer its inputs."""
    return bool(procedure.report) and _open(game, procedure) is not None


def roll_entry(game: Game, book: FontBook, name: str, procedure: Procedure) -> Entry | None:
    """Return the odds of a procedure, or None if it is not answerable; the entry says if they cannot be computed."""
    questions = _open(game, procedure)
    if not procedure.report or questions is None:
        return None
    if len(questions) == 2 and turned(book, *(tuple(question.answers.values()) for question in questions)):
        questions.reverse()
    entry = Entry(procedure.title, procedure.rule, flags(game, procedure.rulings))
    names = [question.name for question in questions]
    try:
        ways = list(product(*(question.answers for question in questions)))
        solutions, prepared = solved(game, name, [dict(zip(names, way, strict=True)) for way in ways])
        found = {way: list(answered) for way, answered in zip(ways, solutions, strict=True)}
    except InputError as error:
        said = (game.say("Not computed: {reason}.", reason=diagnostic.message) for diagnostic in error.diagnostics)
        failed = tuple(Paragraph(text, "remark") for text in said)
        return replace(entry, head=tuple(_head(_asked(game.say, questions), (), ())), body=failed)
    certain = all(_certain(answer) for of_way in found.values() for answer in of_way)
    if len(questions) == 2:
        heads, body = _crossed(game.say, book, questions, found)
    else:
        named = {one: labels_of(report, prepared.plan, game) for one, report in procedure.report.items()}
        heads, body = _listed(game, book, questions, found, named, everything=certain)
    assumed = tuple(_assumptions(game, procedure, prepared))
    return replace(entry, head=tuple(_head(_asked(game.say, questions), assumed, heads)), body=body, certain=certain)


def solved(game: Game, name: str, ways: Sequence[Mapping[str, Any]]) -> tuple[tuple[tuple[Answer, ...], ...], Prepared]:
    """Return the odds of a procedure or rolled chart for each way to answer inputs, and it prepared for the first.

    Raises InputError if they cannot be computed.
    """
    first, *others = ways
    prepared = prepare(game, name, first)
    procedure = prepared.plan.procedure.model_dump_json()
    told = (
        name,
        prepared.facts["data"],
        procedure,
        sorted(prepared.plan.owners),
        [sorted(way.items()) for way in ways],
    )
    key = "odds", hashlib.sha256(repr(told).encode()).hexdigest()
    found: tuple[tuple[Answer, ...], ...] | None = game.memo.find(key)
    if found is None:
        known: Known = {}

        def answering(way: Mapping[str, Any]) -> Prepared:
            return prepared.answering(way) if name in game[Procedure] else prepare(game, name, way)

        found = tuple(tuple(answers(one, known)) for one in (prepared, *map(answering, others)))
        game.memo.keep(key, found, 1000 * sum(map(len, found)))
    return found, prepared


def _head(asked: str, assumed: Sequence[str], heads: tuple[Cell, ...]) -> Iterator[Block]:
    """Yield the assumptions and the open questions."""
    if assumed:
        yield Paragraph(" · ".join(assumed), "quiet")
    if heads:
        yield Grid("lines", (), heads, (asked,))
    elif asked:
        yield Paragraph(asked, "asked")


def _open(game: Game, procedure: Procedure) -> list[_Open] | None:
    """Return the inputs without a default, that with more answers first, or None if there are too many ways."""
    found = [
        _Open(name, question.title, {key: label(game, key, text) for key, text in _answers(question).items()})
        for name, question in procedure.questions.items()
        if question.default is None
    ]
    if len(found) > 2 or not all(0 < len(question.answers) <= MOST_DOWN for question in found):
        return None
    found.sort(key=lambda question: -len(question.answers))
    down, across = (len(question.answers) for question in found) if len(found) == 2 else (1, 1)
    return found if across <= MOST_ACROSS and down * across <= MOST_WAYS else None


def _asked(say: Language, questions: list[_Open]) -> str:
    titles = [question.title for question in questions]
    if len(titles) != 2:
        return "".join(titles)
    return say("Down: {down} · Across: {across}", down=titles[0], across=titles[1])


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
    game: Game,
    book: FontBook,
    questions: list[_Open],
    found: Mapping[Way, list[Answer]],
    named: Mapping[str, Mapping[str, str]],
    *,
    everything: bool,
) -> Shown:
    """Return the odds with at most one open question: chances on lines or in a grid, then a grid per distribution.

    Chances of 0, and results that each answer fixes in its own way, are shown only with `everything`.
    """
    labels = questions[0].answers if questions else {None: Cell("")}
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
    said += [
        (f"{_first(one).title}: {_result(game, named[_first(one).id], one)}", (chance(Fraction(1)),)) for one in fixed
    ]
    lines = (_line(text, parts, len(heads)) for text, parts in said)
    grids = (block for one in spread for block in _spread(game, book, labels, one, named[_first(one).id]))
    return heads, (*lines, *_under(book, labels, varied), *grids)


def _line(text: str, chances: Sequence[Cell], ways: int = 0) -> Grid:
    """Return a statement with a chance for each of the `ways` to answer, one chance for all of them, or none."""
    return Grid("lines", (Row(tuple(chances), (Cell(text),)),), blank=max(ways - len(chances), 0))


def _first(one: Asked) -> Answer:
    return next(iter(one.values()))


def _told(one: Asked, chances: Iterable[Asked]) -> bool:
    """Return whether a count of 0 or 1 repeats one of the chances."""
    ones = {key: dict(answer.distribution).get(1, Fraction(0)) for key, answer in one.items()}
    counts = all(value in (0, 1) for answer in one.values() for value, _ in answer.distribution)
    return counts and any(ones == {key: answer.chance for key, answer in other.items()} for other in chances)


def _parts(one: Asked) -> list[Fraction]:
    """Return a chance for each way to answer, or only one if they are equal."""
    parts = [answer.chance or Fraction(0) for answer in one.values()]
    return parts if len(set(parts)) > 1 else parts[:1]


def _under(book: FontBook, labels: Mapping[Any, Cell], chances: list[Asked]) -> tuple[Grid, ...]:
    down, across = [Cell(_first(one).title) for one in chances], list(labels.values())
    cells = [[chance(answer.chance or Fraction(0)) for answer in one.values()] for one in chances]
    if chances and turned(book, down, across):
        return matrix(book, "", across, down, list(zip(*cells, strict=True)))
    return matrix(book, "", down, across, cells) if chances else ()


def _result(game: Game, named: Mapping[str, str], one: Asked) -> str:
    """Return the result that all answers have, as the report calls it."""
    value = _first(one).distribution[0][0]
    return labelled(named, value) or game.say(plain(value))


def _spread(
    game: Game, book: FontBook, labels: Mapping[Any, Cell], one: Asked, named: Mapping[str, str]
) -> tuple[Grid, ...]:
    """Return a distribution for every answer, equal ones grouped; results that are `named` have their names."""
    title, numbered = _first(one).title, all(text.text.isdecimal() for text in labels.values())
    groups = alike({key: answer.distribution for key, answer in one.items()}, adjacent=numbered)
    if len(groups) == 1:
        return strip(game, book, title, dict(_first(one).distribution), _first(one).mean, named=named)
    rows = [
        ((_together(game.say, [labels[key] for key in keys]),), dict(values), one[keys[0]].mean)
        for keys, values in groups
    ]
    return grid(game, book, title, ("",), rows, named=named)


def _together(say: Language, labels: list[Cell]) -> str:
    texts = [one.text for one in labels]
    return together(say, [int(text) for text in texts] if all(text.isdecimal() for text in texts) else texts, str)


def _crossed(say: Language, book: FontBook, questions: list[_Open], found: Mapping[Way, list[Answer]]) -> Shown:
    """Return the odds with two open questions: chances and means as grids, strips if one matters, lines if neither."""
    down, across = questions
    rows, columns = list(down.answers.values()), list(across.answers.values())
    lines: list[Block] = []
    grids: list[Block] = []
    for index, answer in enumerate(next(iter(found.values()))):
        if answer.chance is None and answer.mean is None:
            continue
        cells = [[_crossing(found[key, other][index]) for other in across.answers] for key in down.answers]
        title = answer.title if answer.chance is not None else say("{question}, on average", question=answer.title)
        by_down, by_across = any(line != cells[0] for line in cells), any(len(set(line)) > 1 for line in cells)
        if by_down and by_across:
            grids += matrix(book, title, rows, columns, cells)
        elif by_down:
            grids += matrix(book, "", [Cell(title)], rows, [[line[0] for line in cells]], down.title)
        elif by_across:
            grids += matrix(book, "", [Cell(title)], columns, cells[:1], across.title)
        elif answer.chance is None:
            lines.append(_line(f"{title}: {say.number(cells[0][0].text)}", ()))
        elif answer.chance:
            lines.append(_line(title, cells[0][:1]))
    return (), (*lines, *grids)


def _crossing(answer: Answer) -> Cell:
    return chance(answer.chance) if answer.chance is not None else Cell(mean_text(answer.mean))


def _assumptions(game: Game, procedure: Procedure, prepared: Prepared) -> Iterator[str]:
    """Yield the set-up whose units roll, and the defaults."""
    numbers = [len(node.items or ()) for node in every(prepared.plan.nodes) if isinstance(node.step.for_each, Each)]
    if numbers and prepared.settled is not None:
        title = game[Scenario][prepared.settled.id].value.title
        units = game.say.count(numbers[-1], "{numbers} unit", "{numbers} units", numbers=", ".join(map(str, numbers)))
        yield f"{title}: **{units}**"
    defaults = {
        (question.title, _default(game.say, question)): None
        for question in procedure.questions.values()
        if question.default is not None
    }
    yield from (f"{title}{'' if title.endswith('?') else ':'} **{answer}**" for title, answer in defaults)


def _default(say: Language, question: Input) -> str:
    if isinstance(question.default, tuple):
        return ", ".join(map(typeset, question.default)) or say("none")
    choices = question.choices or {}
    return str(choices.get(question.default, typeset(question.default))) if question.default is not None else ""
