"""The odds sheet: what every procedure and rolled table of a game gives, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from generator.diagnostics import InputError
from generator.dice.odds import Answer
from generator.dice.plan import bounds
from generator.fonts import FontBook
from generator.game import Game
from generator.models.procedures import Input, Procedure, Procedures
from generator.models.tables import Tables
from generator.roll import Prepared, answers, prepare
from generator.views.base import Part, TextDocument, document, flags, typeset
from generator.views.chances import Chance, Grid, Label, Line, alike, chance, grid, label, matrix, mean_text, strip, together
from generator.views.charted import charted

__all__ = ["Entry", "Group", "has_odds", "odds_sheet"]

MOST_WAYS = 24
"""The most answers to one open question that are printed; of longer runs of numbers only round ones."""
MOST_ACROSS = 11
"""The most answers to the second of two open questions."""
BESIDE = 2
"""Up to so many answers stand side by side, each chance on a line; more stand one under the other."""
CHANCES = 14.0
"""The least width in millimetres of a column of chances that has its question as its heading."""
NOTE = (
    "Chances in per cent: 100 is certain, – never. The exact fraction stands beside. A bar is as high as the chance, "
    "the highest for the likeliest. Other answers: rcwkit odds."
)


@dataclass(frozen=True)
class Entry:
    """A procedure or table: what a player answers first, what is taken for granted, its lines under their heads, its grids and remarks."""

    id: str
    title: str
    rule: str
    flags: tuple[int, ...]
    asked: str
    taken: tuple[str, ...]
    heads: tuple[Label, ...]
    lines: tuple[Line, ...]
    grids: tuple[Grid, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Group:
    """A collection of procedures, or the charts."""

    title: str
    entries: tuple[Entry, ...]


def has_odds(game: Game) -> bool:
    """Whether there is anything to print."""
    rolled = any(item.value.roll is not None and item.value.rows for item in game.tables.values())
    return rolled or any(_printable(item.value) for item in game.procedures.values())


def odds_sheet(game: Game, book: FontBook) -> TextDocument:
    """The procedures by their collections, then the charts. What is certain however it is answered is left out, unless nothing else is there."""
    groups = list(_groups(game, book, certain=False)) or list(_groups(game, book, certain=True))
    return document(game, "odds.html", "Odds", [Part("Odds", tuple(groups), note=NOTE)] if groups else [])


def _groups(game: Game, book: FontBook, *, certain: bool) -> Iterator[Group]:
    for _, sheet in game.of(Procedures):
        found = tuple(entry for name, one in sheet.procedures.items() if (entry := _Procedure(game, book, name, one).entry(certain=certain)))
        if found:
            yield Group(sheet.title, found)
    tables = [(name, table) for _, tables in game.of(Tables) for name, table in tables.tables.items() if table.roll is not None and table.rows]
    if tables:
        entries = []
        for name, table in tables:
            grids, remarks = charted(game, book, table)
            entries.append(Entry(name, table.title, table.rule, flags(game, table.rulings), "", (), (), (), grids, remarks))
        yield Group("Charts", tuple(entries))


def _printable(procedure: Procedure) -> bool:
    return bool(procedure.report) and _ways(_open(procedure)) is not None


def _open(procedure: Procedure) -> dict[str, Input]:
    return {name: question for name, question in procedure.questions.items() if question.default is None}


def _ways(questions: Mapping[str, Input]) -> list[list[Any]] | None:
    """The answers to each open question that are printed; None where there are too many."""
    choices = [_choices(question) for question in questions.values()]
    if len(choices) > 2 or any(not found for found in choices) or any(len(found) > MOST_WAYS for found in choices):
        return None
    return None if len(choices) == 2 and min(map(len, choices)) > MOST_ACROSS else choices


def _choices(question: Input) -> list[Any]:
    if question.choices is not None:
        return list(question.choices)
    if question.range is None:
        return []
    low, high = bounds(question.range)
    numbers = range(low, high + 1)
    return [*numbers] if len(numbers) <= MOST_WAYS else [number for number in numbers if _is_round(number)]


def _is_round(number: int) -> bool:
    size = abs(number)
    return size <= 10 or (size <= 30 and size % 5 == 0) or size % 10 == 0


@dataclass(frozen=True)
class _Procedure:
    """One procedure, to be answered in every way."""

    game: Game
    book: FontBook
    name: str
    procedure: Procedure

    def entry(self, *, certain: bool) -> Entry | None:
        """Its odds; None without a report, with too many ways to answer, or where they are all certain and those are not wanted."""
        asked = _open(self.procedure)
        choices = _ways(asked)
        if not self.procedure.report or choices is None:
            return None
        ways = list(product(*choices))
        prepared = [prepare(self.game, self.name, dict(zip(asked, way, strict=True))) for way in ways]
        try:
            found = [answers(one) for one in prepared]
        except InputError as error:
            return self._made(asked, prepared[0], remarks=tuple(f"Not counted: {diagnostic.message}." for diagnostic in error.diagnostics))
        if not certain and all(_is_certain(answer) for way in found for answer in way):
            return None
        if len(choices) == 2:
            return self._made(asked, prepared[0], grids=tuple(self._crossed(asked, choices, found)))
        keys = choices[0] if choices else [None]
        by_question = [dict(zip(keys, of_all, strict=True)) for of_all in zip(*found, strict=True)]
        chances = [one for one in by_question if one[keys[0]].chance is not None]
        spread = [one for one in by_question if one[keys[0]].chance is None and not _is_told(one, chances)]
        shown = [one for one in spread if not _is_one(one)]
        lines = [Line(answer.title, (chance(Fraction(1)),)) for answer in map(_as_line, (one for one in spread if _is_one(one)))]
        if len(keys) > BESIDE:
            grids = [*self._under(asked, chances), *(self._spread(asked, one) for one in shown)]
            return self._made(asked, prepared[0], lines=lines, grids=tuple(grids))
        lines = [Line(one[keys[0]].title, tuple(chance(part) for _, part in _told(one))) for one in chances] + lines
        heads = tuple(self._labels(asked)[key] for key in keys) if choices and lines else ()
        return self._made(asked, prepared[0], heads, lines, tuple(self._spread(asked, one) for one in shown))

    def _made(
        self, asked: Mapping[str, Input], prepared: Prepared, heads: tuple[Label, ...] = (), lines: Sequence[Line] = (), grids: tuple[Grid, ...] = (), remarks: tuple[str, ...] = ()
    ) -> Entry:
        one = self.procedure
        titles = [question.title for question in asked.values()]
        if len(titles) == 2:
            across, down = _crossing(asked)
            titles = [f"Down: {asked[down].title}", f"Across: {asked[across].title}"]
        return Entry(
            self.name, one.title, one.rule, flags(self.game, one.rulings), " · ".join(titles), _taken(self.game, one, prepared), heads, tuple(lines), grids, remarks
        )

    def _labels(self, asked: Mapping[str, Input]) -> dict[Any, Label]:
        """Every answer to the open question by its key."""
        ((_, question),) = asked.items()
        return {key: _answer(self.game, question, key) for key in _choices(question)}

    def _under(self, asked: Mapping[str, Input], chances: list[dict[Any, Answer]]) -> Iterator[Grid]:
        """Chances by answer, one under the other; the questions stand over them."""
        if chances:
            labels = self._labels(asked)
            rows = [(labels[key], [chance(one[key].chance or Fraction(0)) for one in chances]) for key in labels]
            yield matrix(self.book, "", [Label(next(iter(one.values())).title) for one in chances], rows, CHANCES)

    def _spread(self, asked: Mapping[str, Input], found: dict[Any, Answer]) -> Grid:
        """A distribution for every answer; equal ones are taken together."""
        groups = alike({key: answer.distribution for key, answer in found.items()})
        first = next(iter(found.values()))
        if len(groups) == 1:
            return strip(self.game, first.title, dict(first.distribution), first.mean)
        labels = self._labels(asked)
        rows = [((together([_number(labels[key].text) for key in keys]),), dict(values), found[keys[0]].mean) for keys, values in groups]
        return grid(self.game, self.book, first.title, ("",), rows)

    def _crossed(self, asked: Mapping[str, Input], choices: list[list[Any]], found: list[list[Answer]]) -> Iterator[Grid]:
        """Two questions: a grid for each chance, and one for each mean."""
        across, down = _crossing(asked)
        first, second = asked
        by_way = dict(zip(product(*choices), found, strict=True))
        for index, answer in enumerate(found[0]):
            cells = {way: _crossing_cell(of_all[index]) for way, of_all in by_way.items()}
            if all(_is_certain(of_all[index]) for of_all in found) and answer.mean is None:
                continue
            columns = [_answer(self.game, asked[across], key) for key in choices[[first, second].index(across)]]
            rows = []
            for key in choices[[first, second].index(down)]:
                ways = [(key, other) if down == first else (other, key) for other in choices[[first, second].index(across)]]
                rows.append((_answer(self.game, asked[down], key), [cells[way] for way in ways]))
            title = answer.title if answer.chance is not None else f"{answer.title}, on average"
            yield matrix(self.book, title, columns, rows)


def _crossing(asked: Mapping[str, Input]) -> tuple[str, str]:
    """The question with fewer answers goes across, the other down."""
    first, second = asked
    return (second, first) if len(_choices(asked[second])) <= len(_choices(asked[first])) else (first, second)


def _crossing_cell(answer: Answer) -> Chance:
    return chance(answer.chance) if answer.chance is not None else Chance(mean_text(answer.mean))


def _answer(game: Game, question: Input, key: Any) -> Label:
    return label(game, key, question.choices[key] if question.choices is not None else typeset(key))


def _number(text: str) -> Any:
    return int(text) if text.isdecimal() else text


def _is_certain(answer: Answer) -> bool:
    return answer.chance in (0, 1) if answer.chance is not None else len(answer.distribution) == 1


def _is_one(found: Mapping[Any, Answer]) -> bool:
    """Whether a distribution is the same single value however the question is answered."""
    return all(len(answer.distribution) == 1 for answer in found.values()) and len({answer.distribution for answer in found.values()}) == 1


def _as_line(found: Mapping[Any, Answer]) -> Answer:
    first = next(iter(found.values()))
    value = label_text(first)
    return Answer(first.id, f"{first.title}: {value}", Fraction(1), ())
