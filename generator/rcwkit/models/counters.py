"""`kind: counters`: the counter mix, the one list behind counter sheets, set-up sheets and rolls."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rcwkit.models.base import Id, Model, Name, OwnerId, Rule, RulingId, Seq, Text, TypeId
from rcwkit.models.game import Symbol
from rcwkit.models.lengths import CounterSize, Length
from rcwkit.models.sheets import Entries

__all__ = ["Counter", "Counters", "Reverse"]


class Reverse(Model):
    """The back of a counter where it is neither blank nor the plain reduced side."""

    name: Name | None = Field(default=None, description="Name on the back; the front's if left out.")
    side: OwnerId | None = Field(default=None, description="Owner whose colour and mark the back carries.")
    state: Name = Field(description="What the back means: wounded, arrested, Red allegiance.")


class Counter(Model):
    """A counter, or `copies` identical ones."""

    type: TypeId = Field(description="One of the game's unit types.")
    name: Name = Field(description="Printed under the symbol; keep it short.")
    full_name: Name | None = Field(default=None, description="Spelt out, for lists.")
    symbol: Symbol | None = Field(default=None, description="Instead of the type's symbol.")
    reverse: Reverse | Literal["reduced", "none"] | None = Field(
        default=None, description="Instead of the type's reverse."
    )
    copies: Annotated[int, Field(ge=1, le=99, description="How many to print.")] = 1
    arrives: Text | None = Field(
        default=None,
        description="When it enters, if not at set-up: 'turn 3', 'W24'; listed as a reinforcement.",
    )
    rule: Rule = ""
    rulings: Seq[RulingId] = ()


class Counters(Model):
    """The counters of one owner, or markers that nobody owns (`side: neutral`)."""

    kind: Literal["counters"]
    id: Id
    title: Name
    source: Name
    side: OwnerId = Field(description="Owner of these counters.")
    size: CounterSize | None = Field(
        default=None, description="Length of a side, such as 5/8in or 16mm; the game's usual size if left out."
    )
    thickness: Length = Field(
        default=2.0, description="Thickness of a mounted counter; the tray holds all of them.", examples=[2.0, 1.5]
    )
    rule: Rule = ""
    counters: Entries[Id, Counter] = Field(description="Counter id → counter. Ids are unique in the whole game.")
