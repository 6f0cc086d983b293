"""Pictures of odds on pages composed for play: which chances they show, and in which words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest, one_of
from rcwkit.dice.model import Input, Procedure
from rcwkit.dice.odds import Answer
from rcwkit.dice.plan import modifiers
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import Chance, ChanceRow, Chances
from rcwkit.document.odds_blocks import solved
from rcwkit.document.odds_grids import mean_text
from rcwkit.game.game import Game
from rcwkit.kinds.folder.model import Odds
from rcwkit.source.language import Language, plain, typeset

MOST_WINDOWS = 12
"""The most faces of a die whose chances are counted, not given in per cent."""
MOST_ACROSS = 24
"""The most numbers of a range that are columns without being listed."""


class _Found(NamedTuple):
    """The chance of a cell, and its notes: means, by the words for them."""

    chance: Fraction
    notes: tuple[Fraction | None, ...] = ()


class _Lines(NamedTuple):
    """Rows of cells, what their columns are and are called, the mean of each row, and the faces of the dice."""

    rows: list[list[_Found]]
    keys: list[Any]
    heads: list[str]
    means: list[Fraction | None]
    faces: frozenset[int]


def checked(game: Game, odds: Odds, at: Callable[..., Span]) -> Iterator[Diagnostic]:
    """Check that all that a picture names is there, and that its rolls have all their answers."""
    inputs, report = _inputs(game, odds), {} if odds.procedure is None else game[Procedure][odds.procedure].value.report
    asked: dict[tuple[str, ...], str | None] = {("asks",): odds.asks}
    asked |= {(key, words): name for key in ("means", "worth") for words, name in getattr(odds, key).items()}
    unknown = {path: name for path, name in asked.items() if name is not None and name not in report}
    if odds.across is not None and odds.across not in inputs:
        yield _unknown(odds, "input", odds.across, inputs, at("across"))
    elif odds.across is not None and not odds.values and not inputs[odds.across]:
        message = f"the answers to ‘{odds.across}’ are not a few: its columns are not known"
        yield Diagnostic("E237", message, at("across"), "list some of them as values: [1, 2, 3]")
    elif unknown:
        yield from (_unknown(odds, "question", name, report, at(*path)) for path, name in unknown.items())
    else:
        try:
            lines = _lines(game, odds)
        except InputError as error:
            yield from (Diagnostic(one.code, one.message, at(), one.hint) for one in error.diagnostics)
            return
        for key in odds.shown.keys() - lines.keys:
            message = f"`{key}` changes nothing as no column is called so"
            yield Diagnostic("W242", message, at("shown", key, key=True), one_of(str(key), [*map(str, lines.keys)]))
        for key, head in zip(lines.keys, lines.heads, strict=bool(lines.keys)) if odds.shown else ():
            if key not in odds.shown and head == game.say(plain(key)):
                message = f"`shown` has no words for '{key}', as it has for others"
                yield Diagnostic("W238", message, at("shown"), f"shown: {{{key}: …}}")
        if odds.until and odds.mean is not None and None in lines.means:
            message = "a row has no mean: what is awaited need not come before the last column"
            yield Diagnostic("E237", message, at("mean"), "leave out mean, or go on until it is certain")


def _unknown(odds: Odds, what: str, name: str, known: Mapping[str, Any], at: Span) -> Diagnostic:
    message = f"no {what} ‘{name}’ in ‘{odds.procedure or odds.table}’"
    return Diagnostic("E237", message, at, nearest(name, known) or f"one of: {', '.join(known) or 'none'}")


def _inputs(game: Game, odds: Odds) -> Mapping[str, Mapping[Any, str]]:
    """Return the inputs of a procedure or chart with their answers; none for those that are not a few."""
    if odds.procedure is None:
        table = game[Table][odds.table or ""].value
        return {**({"column": table.columns} if table.columns else {}), **{name: {} for name in modifiers(table)}}
    return {name: _answers(one) for name, one in game[Procedure][odds.procedure].value.questions.items()}


def _answers(question: Input) -> Mapping[Any, str]:
    few = question.range is not None and len(question.range) <= MOST_ACROSS
    numbers = {number: typeset(number) for number in question.range or () if few}
    return numbers if question.choices is None else question.choices


def picture(game: Game, odds: Odds, at: Span, owner: str = "") -> Chances:
    """Return a picture with exact chances, in an owner's colour where its rows are of none.

    Raises InputError if they cannot be computed.
    """
    lines, say = _lines(game, odds), game.say
    parts = [_left(row) if odds.form == "curve" else [one.chance for one in row] for row in lines.rows]
    windows = _windows(lines.faces, parts)
    alone = odds.form == "heat" and windows > 0
    rows = []
    named = odds.rows or {"": {}}
    for (words, answers), row, shown, mean in zip(named.items(), lines.rows, parts, lines.means, strict=True):
        cells, left = [], Fraction(1)
        for one, part in zip(row, shown, strict=True):
            notes = [say.number(mean_text(note)) for note in one.notes]
            over = odds.until and left == 0
            left *= 1 - one.chance
            notes += [say(odds.by, n=_percent(say, 1 - left))] if odds.by else []
            said = "" if over else _said(game, odds, part, windows, alone=alone)
            style = "over" if over else "sure" if part == 1 else "" if part else "never"
            cells.append(Chance(said, float(part), int(part * windows), tuple(notes), style))  # type: ignore[arg-type]
        note = say(odds.mean, n=say.number(mean_text(mean))) if odds.mean and mean is not None else ""
        own = next((answer for answer in answers.values() if answer in game.owners), owner)
        rows.append(ChanceRow(tuple(cells), words, note, str(own)))
    counted = say("in {n}", n=windows) if alone else ""
    corner = " · ".join(filter(None, (counted, odds.head)))
    return Chances(odds.form, tuple(rows), tuple(lines.heads), corner, (*odds.worth, *odds.means), windows, at=at)


def _lines(game: Game, odds: Odds) -> _Lines:
    """Return what a picture shows, row by row. Raises InputError if it cannot be computed."""
    rows = [*odds.rows.values()] or [{}]
    answers: list[Any] = [*(odds.values or _inputs(game, odds)[odds.across])] if odds.across is not None else []
    columns: list[dict[str, Any]] = [{odds.across: answer} for answer in answers] if odds.across is not None else [{}]
    ways = [{**odds.given, **row, **column} for row in rows for column in columns]
    found, prepared = solved(game, odds.procedure or odds.table or "", ways)
    faces = frozenset(node.reader.dice.faces for node in prepared.plan.steps if node.reader is not None)
    answered = [{one.id: one for one in answers} for answers in found]
    lines = [answered[start : start + len(columns)] for start in range(0, len(answered), len(columns))]
    asked = [[_asked(odds, one) for one in line] for line in lines]
    if odds.across is None and odds.result is None and asked[0][0].chance is None:
        results = _ordered(value for line in asked for value, _ in line[0].distribution)
        cells = [[_Found(dict(line[0].distribution).get(value, Fraction(0))) for value in results] for line in asked]
        return _Lines(
            cells, results, [_head(game, odds, value) for value in results], [one[0].mean for one in asked], faces
        )
    cells = [[_found(odds, one) for one in line] for line in lines]
    titles = _inputs(game, odds)[odds.across] if odds.across is not None else {}
    heads = [_head(game, odds, answer, titles.get(answer)) for answer in answers]
    return _Lines(cells, answers, heads, [_awaited(odds, answers, row) for row in cells], faces)


def _asked(odds: Odds, answered: Mapping[str, Answer]) -> Answer:
    return answered[odds.asks] if odds.asks is not None else next(iter(answered.values()))


def _found(odds: Odds, answered: Mapping[str, Answer]) -> _Found:
    """Return the chance of a cell, with the means that stand with it."""
    answer = _asked(odds, answered)
    chance = answer.chance if answer.chance is not None else dict(answer.distribution).get(odds.result, Fraction(0))
    worth = [_mean(answered[name]) for name in odds.worth.values()]
    return _Found(
        chance,
        (
            *(one / chance if chance else None for one in worth),
            *(_mean(answered[name]) for name in odds.means.values()),
        ),
    )


def _mean(answer: Answer) -> Fraction:
    return answer.mean or answer.chance or Fraction(0)


def _awaited(odds: Odds, answers: Sequence[Any], row: Sequence[_Found]) -> Fraction | None:
    """Return the mean of `across` when it happens, or None if it need not, or the answers are no numbers."""
    if not odds.until or not all(isinstance(answer, int) for answer in answers):
        return None
    before = [Fraction(1), *_left(row)]
    if before[-1]:
        return None
    return sum(
        (answer * one.chance * left for answer, one, left in zip(answers, row, before, strict=False)), Fraction(0)
    )


def _left(row: Sequence[_Found]) -> list[Fraction]:
    """Return the chance that what is awaited has not happened after each roll."""
    left, found = Fraction(1), []
    for one in row:
        left *= 1 - one.chance
        found.append(left)
    return found


def _windows(faces: frozenset[int], parts: Sequence[Sequence[Fraction]]) -> int:
    """Return the faces of the die that all chances can be counted on, or 0."""
    few = sorted(number for number in faces if 1 < number <= MOST_WINDOWS)
    return next((number for number in few if all((part * number).denominator == 1 for row in parts for part in row)), 0)


def _said(game: Game, odds: Odds, part: Fraction, windows: int, *, alone: bool) -> str:
    """Return a chance in words: in the faces of a die, or in per cent."""
    if part == 0 or (part == 1 and odds.form != "curve"):
        return (odds.never or "") if part == 0 else odds.sure or game.say("sure")
    if windows and odds.form != "curve":
        lit = int(part * windows)
        return str(lit) if alone else game.say("{n} in {of}", n=lit, of=windows)
    return _percent(game.say, part)


def _percent(say: Language, part: Fraction) -> str:
    shown = round(part * 100)
    if part in (0, 1) or 0 < shown < 100:
        return say("{n} %", n=shown)
    return say("< {n} %", n=1) if part < 1 else ""


def _head(game: Game, odds: Odds, key: Any, title: str | None = None) -> str:
    return odds.shown.get(key, title if title is not None else game.say(plain(key)))


def _ordered(values: Iterator[Any]) -> list[Any]:
    """Return results once each, numbers by size before words in order of appearance."""
    found = dict.fromkeys(values)
    numbers = sorted(value for value in found if isinstance(value, int))
    return [*numbers, *(value for value in found if not isinstance(value, int))]
