"""`kind: values`: a list of values for counters of one type, such as the strengths printed in an owner's own copy."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from rcwkit.models.base import CounterId, Id, Name, Seq, TypeId, Value, ValueName
from rcwkit.models.entries import Entries
from rcwkit.models.game import Strength

__all__ = ["ValueList"]

Row = Mapping[ValueName, Value | None]


class ValueList(Strength):
    """Values of counters of one type. Once one of them has values, all are expected to."""

    kind: Literal["values"]
    id: Id
    source: Name = Field(description="Where the values come from; printed small.", examples=["my own copy"])
    type: TypeId = Field(description="The unit type whose counters these are.")
    values: Seq[ValueName] = Field(description="Values that every counter of the type has.")
    counters: Entries[CounterId, Row] = Field(
        description="Counter → its values, by name; a value that is not yet known stays empty.",
        examples=[{"Rc16": {"attack": 2, "move": 4}}],
    )
    backs: Entries[CounterId, Row] = Field(
        default_factory=dict,
        description="Counter → the values of its back, where they differ.",
        examples=[{"Rc16": {"attack": 1}}],
    )
