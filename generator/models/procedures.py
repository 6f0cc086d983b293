"""`kind: procedures`: dice procedures as lists of steps that can be rolled, typed, and analysed for exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, model_validator

from generator.models.base import Entry, Id, Model, Name, PlaceRef, Scalar, Seq, Text
from generator.models.conditions import Amount, Condition
from generator.models.tables import Resolution

__all__ = ["EVERY", "DeckSpec", "Draw", "Each", "Effect", "Input", "Move", "Procedure", "Procedures", "Report", "Step", "Test"]

EVERY = "*"
"""The key of `then` whose effects follow every result."""
Numbers = Annotated[str, Field(pattern=r"^-?\d+--?\d+$")]
"""A run of numbers such as `1-22`."""


class Input(Model):
    """A question answered before the roll: one of `choices`, a whole number in `range`, or a `list` of numbers out of a range."""

    title: Text
    choices: Mapping[Scalar, Name] | None = None
    range: Numbers | None = None
    list: Numbers | None = None
    default: Scalar | Seq[Scalar] | None = None
    for_each: Seq[Id] = Field(default=(), description="One question for each of these: inputs `ip.ukraine`, read as `ip.item` within for_each.")
    defaults: Mapping[Id, Scalar] = Field(default_factory=dict, description="Defaults of single items, where they differ.")

    @model_validator(mode="after")
    def _one_form(self) -> Input:
        if sum(form is not None for form in (self.choices, self.range, self.list)) != 1:
            raise ValueError("an input needs exactly one of: choices, range, list")
        if set(self.defaults) - set(self.for_each):
            raise ValueError("'defaults' names items that are not in for_each")
        return self


class Each(Model):
    """The units of the settled set-up of given types, less the exceptions (unit or owner id → reason)."""

    units: Seq[Id]
    owners: Seq[Id] = Field(default=(), description="Only the units of these owners; all if left out.")
    exceptions: Mapping[Id, Text] = Field(default_factory=dict)


class Test(Model):
    """A roll against a number: `at_most`, `at_least`, `above` or `below` an amount."""

    at_most: Amount | None = None
    at_least: Amount | None = None
    above: Amount | None = None
    below: Amount | None = None
    success: Scalar = "yes"
    failure: Scalar = "no"

    @model_validator(mode="after")
    def _one_comparison(self) -> Test:
        if sum(bound is not None for bound in (self.at_most, self.at_least, self.above, self.below)) != 1:
            raise ValueError("a test needs exactly one of: at_most, at_least, above, below")
        return self


class DeckSpec(Model):
    """Numbered cards to draw without replacement; `classes` are the only differences that odds look at."""

    title: Name
    cards: Numbers | Seq[Scalar]
    classes: Mapping[Id, Seq[Scalar]] = Field(default_factory=dict)
    without: Id | None = Field(default=None, description="A list input with cards that are not in the deck.")


class Draw(Model):
    """Draw cards; the result is the class of each (`other` for the rest)."""

    deck: Id
    count: Amount = 1


class Move(Model):
    """Move a marker along a table track. With `points`, each box costs its `leave` points; with `boxes`, one each.

    Negative amounts go towards the first box. Gates that are shut (`open` names the conditions) and locks stop it.
    The marker's box stands in the variable of the step's id afterwards.
    """

    track: Id
    row: Id = Field(description="A row id, or 'item' within for_each.")
    start: Id | None = Field(default=None, description="Name of the input or variable with its present box; the row's start if left out.")
    points: Amount | None = None
    boxes: Amount | None = None
    blocked: Condition | None = Field(default=None, description="When this holds the marker does not move.")
    open: Mapping[Id, Condition] = Field(default_factory=dict, description="Box id → condition that opens its gate.")


class Effect(Model):
    """One thing that happens; exactly one of place, reduce, restore, flip, convert, remove, move, marker, note, set, add.

    `item` stands for the unit of the running for_each.
    """

    place: Id | None = None
    reduce: Id | None = None
    restore: Id | None = None
    flip: Id | None = None
    convert: Id | None = None
    remove: Id | None = Field(default=None, description="A unit, or an owner: all its units.")
    move: Id | None = None
    marker: Id | None = None
    note: Text | None = None
    set: Mapping[Id, Amount | Name] | None = None
    add: Mapping[Id, Amount] | None = None
    at: PlaceRef | None = Field(default=None, description="A place of the game.")
    where: Text | None = Field(default=None, description="In words, where no single space is meant.")
    to: Id | None = Field(
        default=None, description="New owner for place, move, convert (an owner, or an input or variable that holds one); track box for marker."
    )
    on: Id | None = Field(default=None, description="Track for marker.")
    reserve: Id | None = Field(default=None, description="Owner whose strategic reserve takes it.")

    @model_validator(mode="after")
    def _one_verb(self) -> Effect:
        verbs = (self.place, self.reduce, self.restore, self.flip, self.convert, self.remove, self.move, self.marker, self.note, self.set, self.add)
        if sum(verb is not None for verb in verbs) != 1:
            raise ValueError("an effect does exactly one of: place, reduce, restore, flip, convert, remove, move, marker, note, set, add")
        return self


class Step(Resolution):
    """One step. It does one thing: roll (by rows, a table or a test), draw, move, do, run, or nested steps.

    `for_each` or `times` repeat it; results of a repeated step are counted by result. `when` guards it (each item anew).
    A roll without rows, table or test has its total as the result. `again` lists results that are re-rolled under a condition.
    `then` gives the effects of each result.
    """

    id: Id
    title: Name | None = None
    note: Text | None = None
    rulings: Seq[Id] = ()
    when: Condition | None = None
    for_each: Seq[Scalar] | Numbers | Each | None = None
    times: Amount | None = None
    table: Id | None = None
    column: Scalar | None = Field(default=None, description="Column id, or the name of the input or result (or `item`) that holds it.")
    test: Test | None = None
    draw: Draw | None = None
    slide: Move | None = Field(default=None, description="Move a marker along a track.")
    do: Seq[Effect] = ()
    run: Id | None = Field(default=None, description="Another procedure, rolled in this place.")
    given: Mapping[Id, Scalar | Amount] = Field(default_factory=dict, description="Its inputs.")
    steps: Seq[Step] = ()
    then: Mapping[Scalar, Seq[Effect]] = Field(default_factory=dict, description="Result → effects; '*' for every result.")
    again: Mapping[Scalar, Condition] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _one_verb(self) -> Step:
        verbs = (self.roll or self.table, self.draw, self.slide, self.do, self.run, self.steps)
        if sum(bool(verb) for verb in verbs) != 1:
            raise ValueError("a step does exactly one of: roll (or table), draw, slide, do, run, steps")
        if sum((bool(self.rows), self.test is not None, self.table is not None)) > 1:
            raise ValueError("a roll is read by one of: rows, table, test (or, with none, its total is the result)")
        return self


class Report(Model):
    """A question for the odds: the chance that `when` holds, or the distribution `of` an amount or result."""

    title: Text
    when: Condition | None = None
    of: Amount | None = None

    @model_validator(mode="after")
    def _one_question(self) -> Report:
        if (self.when is None) == (self.of is None):
            raise ValueError("a report needs exactly one of: when, of")
        return self


class Procedure(Entry):
    """A dice procedure; `inputs` are answered first, `report` is what the odds page answers."""

    inputs: Mapping[Id, Input] = Field(default_factory=dict)
    variables: Mapping[Id, Scalar] = Field(default_factory=dict, description="Variables and their starting values.")
    decks: Mapping[Id, DeckSpec] = Field(default_factory=dict)
    steps: Seq[Step]
    report: Mapping[Id, Report] = Field(default_factory=dict)

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
    procedures: Mapping[Id, Procedure]
