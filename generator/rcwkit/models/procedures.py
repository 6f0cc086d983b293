"""`kind: procedures`: dice procedures as lists of steps that can be rolled, typed, and analysed for exact odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from rcwkit.models.base import (
    Entry,
    Id,
    Model,
    Name,
    OwnerId,
    ProcedureId,
    Ref,
    RulingId,
    Scalar,
    Seq,
    TableId,
    Text,
    TrackId,
    TypeId,
)
from rcwkit.models.conditions import Amount, Condition
from rcwkit.models.effects import Effect
from rcwkit.models.run import Numbers, Run
from rcwkit.models.tables import Resolution

__all__ = [
    "DEEPEST",
    "EVERY",
    "MOST_STEPS",
    "MOST_TIMES",
    "DeckSpec",
    "Draw",
    "Each",
    "Input",
    "Move",
    "Procedure",
    "Procedures",
    "Report",
    "Step",
    "Test",
    "walk",
]

DEEPEST = 8
"""How many procedures may be chained within one another."""
MOST_TIMES = 1000
"""How often a step may be repeated, and how many numbers a run may have."""
MOST_STEPS = 20_000
"""How many single steps a procedure may have, with everything repeated and run."""
EVERY = "*"
"""The key of `then` whose effects follow every result."""


class Input(Model):
    """A question answered before the roll: one of `choices`, a whole number in `range`, or a `list` of numbers out of a range."""

    title: Text = Field(description="The question, as it is asked.")
    choices: Mapping[Scalar, Name] | None = Field(default=None, description="Answer → how it is worded.")
    range: Numbers | None = Field(
        default=None, description="A whole number out of a run such as 1-22.", examples=["1-22"]
    )
    list: Numbers | None = Field(
        default=None, description="Several numbers out of a run such as 1-60.", examples=["1-60"]
    )
    default: Scalar | Seq[Scalar] | None = Field(default=None, description="The answer if none is given.")
    for_each: Seq[Id] = Field(
        default=(),
        description="One question for each of these: inputs `ip.ukraine`, read as `ip.item` within for_each.",
        examples=[["ukraine", "finland"]],
    )
    defaults: Mapping[Id, Scalar] = Field(
        default_factory=dict, description="Defaults of single items, where they differ.", examples=[{"ukraine": 2}]
    )

    @property
    def run(self) -> Run | None:
        """The numbers to choose from; None where there are choices."""
        return self.range or self.list

    @model_validator(mode="after")
    def _one_form(self) -> Input:
        if sum(form is not None for form in (self.choices, self.range, self.list)) != 1:
            raise ValueError("an input needs exactly one of: choices, range, list")
        if set(self.defaults) - set(self.for_each):
            raise ValueError("'defaults' names items that are not in for_each")
        return self


class Each(Model):
    """The units of the settled set-up of given types, less the exceptions (unit or owner id → reason)."""

    units: Seq[TypeId] = Field(description="Unit types.", examples=[["army", "corps"]])
    owners: Seq[OwnerId] = Field(default=(), description="Only the units of these owners; all if left out.")
    exceptions: Mapping[Annotated[Id, Ref("units", checked=False)], Text] = Field(
        default_factory=dict, description="Unit or owner → why it does not roll.", examples=[{"Wa1": "not on the map"}]
    )


class Test(Model):
    """A roll against a number: `at_most`, `at_least`, `above` or `below` an amount."""

    at_most: Amount | None = Field(default=None, description="Success at this or less.", examples=[3])
    at_least: Amount | None = Field(default=None, description="Success at this or more.", examples=[5])
    above: Amount | None = Field(default=None, description="Success above this.", examples=[3])
    below: Amount | None = Field(default=None, description="Success below this.", examples=[3])
    success: Scalar = Field(default="yes", description="Result of a success.")
    failure: Scalar = Field(default="no", description="Result of a failure.")

    @model_validator(mode="after")
    def _one_comparison(self) -> Test:
        if len(self._bounds) != 1:
            raise ValueError("a test needs exactly one of: at_most, at_least, above, below")
        return self

    @property
    def _bounds(self) -> list[tuple[str, Amount]]:
        bounds = (("at_most", self.at_most), ("at_least", self.at_least), ("above", self.above), ("below", self.below))
        return [(name, amount) for name, amount in bounds if amount is not None]

    @property
    def bound(self) -> tuple[str, Amount]:
        """Which comparison it is, and with what."""
        return self._bounds[0]


class DeckSpec(Model):
    """Numbered cards to draw without replacement; `classes` are the only differences that odds look at."""

    title: Name = Field(description="What the cards are.")
    cards: Numbers | Seq[Scalar] = Field(description="A run such as 1-54, or a list of cards.", examples=["1-54"])
    classes: Mapping[Id, Seq[Scalar]] = Field(
        default_factory=dict,
        description="Class → its cards; the odds see classes alone.",
        examples=[{"events": [1, 2, 3]}],
    )
    without: Id | None = Field(default=None, description="A list input with cards that are not in the deck.")


class Draw(Model):
    """Draw cards; the result is the class of each (`other` for the rest)."""

    deck: Id = Field(description="Deck of this procedure.")
    count: Amount = Field(default=1, description="How many cards.", examples=[3])


class Move(Model):
    """Move a marker along a table track. With `points`, each box costs its `leave` points; with `boxes`, one each.

    Negative amounts go towards the first box. Gates that are shut (`open` names the conditions) and locks stop it.
    The marker's box stands in the variable of the step's id afterwards.
    """

    track: TrackId = Field(description="A track of layout table.")
    row: Id = Field(description="A row id, or 'item' within for_each.", examples=["ukraine", "item"])
    start: Id | None = Field(
        default=None, description="Name of the input or variable with its present box; the row's start if left out."
    )
    points: Amount | None = Field(
        default=None, description="Points to spend; each box costs its `leave`.", examples=[2, -1]
    )
    boxes: Amount | None = Field(default=None, description="Boxes to move, whatever they cost.", examples=[1, -1])
    blocked: Condition | None = Field(
        default=None, description="When this holds the marker does not move.", examples=[{"turn": 1}]
    )
    open: Mapping[Id, Condition] = Field(
        default_factory=dict,
        description="Box id → condition that opens its gate.",
        examples=[{"white_control": {"event": "yes"}}],
    )

    @property
    def reads(self) -> tuple[Any, ...]:
        """Every condition and amount, and the name of the present box; what is left out is None."""
        return self.start, self.points, self.boxes, self.blocked, *self.open.values()


class Step(Resolution):
    """One step. It does one thing: roll (by rows, a table or a test), draw, move, do, run, or nested steps.

    `for_each` or `times` repeat it; results of a repeated step are counted by result. `when` guards it (each item anew).
    A roll without rows, table or test has its total as the result. `again` lists results that are re-rolled under a condition.
    `then` gives the effects of each result.
    """

    id: Id = Field(description="Its results are known by this name.")
    title: Name | None = Field(default=None, description="What is rolled for; printed on forms and records.")
    note: Text | None = Field(default=None, description="One line under the step.")
    rulings: Seq[RulingId] = ()
    when: Condition | None = Field(
        default=None,
        description="Condition; the step is passed over where it does not hold.",
        examples=[{"controller": "red"}, {"count": {"peasants": "enemy"}, "at_least": 2}],
    )
    for_each: Seq[Scalar] | Numbers | Each | None = Field(
        default=None, description="Repeat it: a list of items, a run such as 1-22, or units of the set-up."
    )
    times: Amount | None = Field(default=None, description="Repeat it so often.", examples=[3])
    table: TableId | None = Field(default=None, description="Table to roll on, instead of rows.")
    column: Scalar | None = Field(
        default=None, description="Column id, or the name of the input or result (or `item`) that holds it."
    )
    test: Test | None = Field(
        default=None, description="A number to roll against, instead of rows.", examples=[{"at_most": 3}]
    )
    draw: Draw | None = Field(
        default=None, description="Draw cards instead of rolling.", examples=[{"deck": "events", "count": 3}]
    )
    slide: Move | None = Field(
        default=None,
        description="Move a marker along a track.",
        examples=[{"track": "control", "row": "ukraine", "boxes": 1}],
    )
    do: Seq[Effect] = Field(
        default=(), description="Effects, without a roll.", examples=[[{"place": "Ra1", "at": "715 Petrozavodsk"}]]
    )
    run: ProcedureId | None = Field(default=None, description="Another procedure, rolled in this place.")
    given: Mapping[Id, Scalar | Amount] = Field(
        default_factory=dict, description="Its inputs.", examples=[{"controller": "red"}]
    )
    steps: Seq[Step] = Field(default=(), description="Steps within this one, repeated and guarded with it.")
    then: Mapping[Scalar, Seq[Effect]] = Field(
        default_factory=dict, description="Result → effects; '*' for every result."
    )
    again: Mapping[Scalar, Condition] = Field(
        default_factory=dict,
        description="Result → condition under which it is rolled again.",
        examples=[{"green": {"turn": 1}}],
    )

    @model_validator(mode="after")
    def _one_verb(self) -> Step:
        verbs = (self.roll or self.table, self.draw, self.slide, self.do, self.run, self.steps)
        if sum(bool(verb) for verb in verbs) != 1:
            raise ValueError("a step does exactly one of: roll (or table), draw, slide, do, run, steps")
        if sum((bool(self.rows), self.test is not None, self.table is not None)) > 1:
            raise ValueError("a roll is read by one of: rows, table, test (or, with none, its total is the result)")
        return self

    @property
    def reads(self) -> tuple[Any, ...]:
        """Every condition and amount of this step, but for those of its effects; what is left out is None."""
        values: list[Any] = [self.when, self.times, *self.again.values(), *self.given.values()]
        values += [value for drm in self.drm for value in drm.reads]
        values += [self.test.bound[1]] if self.test is not None else []
        values += [self.draw.count] if self.draw is not None else []
        return *values, *(self.slide.reads if self.slide is not None else ())

    @property
    def effects(self) -> Iterator[tuple[tuple[Any, ...], Effect]]:
        """Every effect of this step, with its path there."""
        yield from ((("do", index), effect) for index, effect in enumerate(self.do))
        yield from (
            (("then", result, index), effect)
            for result, effects in self.then.items()
            for index, effect in enumerate(effects)
        )


def walk(steps: Iterable[Step], path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Step]]:
    """Every step and the steps within it, in order, each with its path; `path` is that of the list."""
    for index, step in enumerate(steps):
        yield (*path, index), step
        yield from walk(step.steps, (*path, index, "steps"))


class Report(Model):
    """A question for the odds: the chance that `when` holds, or the distribution `of` an amount or result."""

    title: Text = Field(description="The question, as the odds sheet words it.")
    when: Condition | None = Field(default=None, description="The chance that this holds.")
    of: Amount | None = Field(
        default=None,
        description="The distribution of this result or amount.",
        examples=["vp", {"count": {"peasants": "green"}}],
    )

    @model_validator(mode="after")
    def _one_question(self) -> Report:
        if (self.when is None) == (self.of is None):
            raise ValueError("a report needs exactly one of: when, of")
        return self


class Procedure(Entry):
    """A dice procedure; `inputs` are answered first, `report` is what the odds page answers."""

    inputs: Mapping[Id, Input] = Field(
        default_factory=dict, description="Input id → question, answered before the roll (--set id=value)."
    )
    variables: Mapping[Id, Scalar] = Field(default_factory=dict, description="Variables and their starting values.")
    decks: Mapping[Id, DeckSpec] = Field(default_factory=dict, description="Deck id → numbered cards to draw from.")
    steps: Seq[Step] = Field(description="What is done, in order.")
    report: Mapping[Id, Report] = Field(default_factory=dict, description="Question id → what the odds sheet answers.")

    @property
    def questions(self) -> dict[str, Input]:
        """Every single input by its full name, with its own default: `ip.ukraine` for each item of `ip`."""
        found: dict[str, Input] = {}
        for name, question in self.inputs.items():
            for item in question.for_each:
                own = question.defaults.get(item, question.default)
                found[f"{name}.{item}"] = question.model_copy(update={"default": own, "for_each": (), "defaults": {}})
            if not question.for_each:
                found[name] = question
        return found


class Procedures(Model):
    """The dice procedures of a game."""

    kind: Literal["procedures"]
    id: Id
    title: Name
    source: Name
    procedures: Mapping[Id, Procedure] = Field(description="Procedure id → procedure.")
