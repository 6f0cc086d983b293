"""Conditions, amounts and effects of procedures in the words of forms: questions with their answers, rolls by title."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rcwkit.blocks.base import place_name, plain, typeset
from rcwkit.look.language import AND, NOR, OR, word
from rcwkit.models.conditions import Calc, Compare, Items, Logic
from rcwkit.models.effects import AddNote, AddToVariables, Effect, Going, GoingUnit, MoveMarker, VariableEffect
from rcwkit.models.procedures import Test
from rcwkit.models.tables import Table
from rcwkit.reading.game import Game

__all__ = ["ITEM", "Words", "with_titles"]

_ID = re.compile(r"\b[a-z]+\d+\b|\b[a-z0-9]+(?:_[a-z0-9]+)+\b|(?<=\broll )[a-z]+\b|(?:^|(?<=[.;] ))[a-z]+(?= rolls\b)")
"""Words that can only be ids: with digits or underscores, or the subject or object of "roll"."""
ITEM = "item"
"""The name of the running item in repeated steps."""
LONG = 80
"""Alternatives with more characters than this are printed as a list instead of a sentence."""


@dataclass(frozen=True)
class Words:
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
        table = self.game.tables[str(amount.lookup)].value
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
        return self.game.names[value] if value in self.game.owners else self.game.say(plain(value))

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

    def test(self, test: Test) -> str:
        """Return what a roll must reach, and the results of success and failure."""
        name, amount = test.bound
        success, failure = self.result(test.success), self.result(test.failure)
        reached = self.game.say(_BOUNDS[name], n=self.amount(amount))
        text = word("{reached}: **{success}**; otherwise **{failure}**.")
        reached = reached[:1].upper() + reached[1:]
        return self.game.say(text, reached=reached, success=success, failure=failure)

    def effects(self, effects: Iterable[Effect]) -> str:
        """Return effects as sentences; the same effect on several counters is one sentence.

        What is looked up to be added has a line to write on; other accounts are not for paper.
        """
        grouped: dict[tuple[str, str], list[str]] = {}
        say = self.game.say
        for effect in effects:
            if isinstance(effect, AddToVariables):
                grouped.setdefault(("", ""), []).extend(filter(None, map(self.addend, effect.add.values())))
            elif not isinstance(effect, VariableEffect):
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
        table, row = self.game.tables[amount.lookup].value, str(amount.row)
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

    def _effect(self, effect: Effect) -> tuple[str, str, str]:
        """Return (verb, object, place); a note has only an object."""
        if isinstance(effect, AddNote):
            return "", effect.note, ""
        inside = ", ".join(filter(None, self._where(effect))) if isinstance(effect, Going) else ""
        return effect.verb, self.unit(effect.what), f" ({inside})" if inside else ""

    def _where(self, effect: Going) -> Iterable[str]:
        """Yield where something goes."""
        place = self.game.place(effect.at) if effect.at is not None else None
        yield effect.where or ""
        yield place_name(place) if place else ""
        if isinstance(effect, GoingUnit) and effect.reserve is not None:
            owner = self.game.owners.get(effect.reserve)
            yield self.game.say("{owner} reserve", owner=owner.title if owner else self.name(effect.reserve))
        if isinstance(effect, MoveMarker) and effect.on is not None and effect.on in self.game.tracks:
            track = self.game.tracks[effect.on].value
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
        item = self.game.counters.get(name)
        return (
            item.value.name
            if item
            else self.game.names.get(name) or _rows(self.game).get(name) or self.game.say(plain(name))
        )


def with_titles(game: Game, text: str) -> str:
    """Replace ids of procedures and their inputs in a text by titles."""
    inputs = {
        name: question.title
        for item in game.procedures.values()
        for name, question in item.value.inputs.items()
        if "_" in name
    }
    titles = {**inputs, **{name: item.value.title for name, item in game.procedures.items()}}
    return _ID.sub(lambda found: f"‘{titles[found[0]]}’" if found[0] in titles else found[0], text)


def _rows(game: Game) -> Mapping[str, str]:
    return {name: row.title for item in game.tracks.values() for name, row in item.value.rows.items()}


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
