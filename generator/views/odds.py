"""The odds sheet: what every procedure and rolled table of a game gives, exactly, as charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from generator.dice.odds import Answer
from generator.dice.plan import Reader, bounds, names_in
from generator.fonts import FontBook
from generator.game import Game
from generator.models.procedures import Input, Procedure
from generator.models.tables import Table
from generator.roll import answers, prepare
from generator.views.base import Part, TextDocument, document, signed
from generator.views.charts import chart

__all__ = ["odds_sheet"]

MOST_COLUMNS = 9
"""The most ways to answer a procedure's questions that are worth a column each."""
RARE = Fraction(1, 1000)
"""Values of a distribution that come less often are taken together."""


def odds_sheet(game: Game, book: FontBook) -> TextDocument:
    """A part for the procedures and one for the rolled tables; without either there is nothing to print."""
    rolls = [_procedure(game, name, item.value) for name, item in game.procedures.items()]
    tables = [_table(item.value) for item in game.tables.values() if item.value.roll is not None]
    parts = [
        Part(title, tuple(chart(game, book, f"odds {index}", table) for index, table in enumerate(found)), note=note)
        for title, note, found in (
            ("Odds of the procedures", "Exact chances, in per cent; questions that a player answers first stand over the columns.", [t for t in rolls if t]),
            ("Odds of the charts", "Chance of each result, in per cent, by column and sum of the DRMs.", tables),
        )
        if found
    ]
    return document(game, "charts.html", "Odds", parts)


def _procedure(game: Game, name: str, procedure: Procedure) -> Table | None:
    """The report of a procedure, a column for each way to answer what has no default; None where there are too many, or no report."""
    open_questions = {key: question for key, question in procedure.questions.items() if question.default is None}
    ways = list(_ways(open_questions))
    if not procedure.report or not ways:
        return None
    columns = {f"w{index}": title or "Chance" for index, (_, title) in enumerate(ways)}
    found = [answers(prepare(game, name, given)) for given, _ in ways]
    rows: dict[Any, Any] = {}
    for index, first in enumerate(found[0]):
        rows |= _rows(first.title, [answer[index] for answer in found])
    asked = [question.title for question in open_questions.values()]
    others = [question.title for question in procedure.questions.values() if question.default is not None]
    foot = ["Other questions are taken at their defaults; ask rcwkit odds for the rest."] if others else []
    return Table(title=procedure.title, rule=procedure.rule, note=" · ".join(asked) or None, head="Question", columns=columns, rows=rows, foot=tuple(foot))


def _ways(questions: Mapping[str, Input]) -> Iterator[tuple[dict[str, Any], str]]:
    """Every way to answer, with its title; nothing where there are too many."""
    choices = []
    for name, question in questions.items():
        if question.choices is not None:
            choices.append([(name, key, title) for key, title in question.choices.items()])
        elif question.range is not None:
            low, high = bounds(question.range)
            choices.append([(name, number, str(number)) for number in range(low, high + 1)])
        else:
            return
    count = 1
    for options in choices:
        count *= len(options)
    if count <= MOST_COLUMNS:
        for way in product(*choices):
            yield {name: key for name, key, _ in way}, ", ".join(title for _, _, title in way)


def _rows(title: str, found: list[Answer]) -> dict[str, tuple[str, ...]]:
    """A chance in one row; a distribution in a row a value, rare ones together, and its mean."""
    if found[0].chance is not None:
        return {title: tuple(_percent(answer.chance or Fraction(0)) for answer in found)}
    chances = [dict(answer.distribution) for answer in found]
    values = sorted({value for answer in chances for value in answer}, key=lambda value: (not isinstance(value, int), value if isinstance(value, int) else str(value)))
    common = [value for value in values if any(answer.get(value, 0) >= RARE for answer in chances)]
    rows = {f"{title}: {value}": tuple(_percent(answer.get(value, Fraction(0))) for answer in chances) for value in common}
    if len(common) < len(values):
        rest = [sum((part for value, part in answer.items() if value not in common), Fraction(0)) for answer in chances]
        rows[f"{title}: any other"] = tuple(_percent(part) for part in rest)
    means = [answer.mean for answer in found]
    if all(mean is not None for mean in means):
        rows[f"{title}, on average"] = tuple(f"{float(mean):.2f}".rstrip("0").rstrip(".") for mean in means if mean is not None)
    return rows


def _percent(chance: Fraction) -> str:
    """One decimal; certainty and impossibility without."""
    if chance in (0, 1):
        return "–" if chance == 0 else "100"
    shown = f"{float(chance) * 100:.1f}"
    return shown if shown not in ("0.0", "100.0") else ("< 0.1" if chance < RARE else "> 99.9")


def _table(table: Table) -> Table:
    """A rolled table's chances: a row for each column and sum of DRMs, a column for each result."""
    reader = Reader.of(table)
    fixed = [drm.add for drm in table.drm if isinstance(drm.add, int)]
    shifts = range(sum(add for add in fixed if add < 0), sum(add for add in fixed if add > 0) + 1)
    rows: dict[Any, Any] = {}
    found: dict[tuple[str | None, int], dict[Any, Fraction]] = {}
    for column in reader.columns or (None,):
        for shift in shifts:
            chances: dict[Any, Fraction] = {}
            for natural, ways in reader.dice.sums().items():
                result = reader.read(natural, shift, column).result
                chances[result] = chances.get(result, Fraction(0)) + Fraction(ways, reader.dice.faces**reader.dice.count)
            found[column, shift] = chances
    results = list(dict.fromkeys(result for chances in found.values() for result in chances))
    for (column, shift), chances in found.items():
        words = [str(table.columns[column])] if column is not None else []
        words += [f"DRM {signed(shift)}"] if len(shifts) > 1 else []
        rows[", ".join(words) or str(table.roll)] = tuple(_percent(chances.get(result, Fraction(0))) for result in results)
    columns = {f"r{index}": str(result) for index, result in enumerate(results)}
    open_drm = names_in([drm.add for drm in table.drm if not isinstance(drm.add, int)])
    note = f"Further DRMs: {', '.join(sorted(open_drm))}" if open_drm else None
    return Table(title=table.title, rule=table.rule, note=note, head="Column and DRM", columns=columns, rows=rows)
