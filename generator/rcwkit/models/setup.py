"""`kind: setup`: set-up lists by owner, region and space, with reserves, markers and track starts."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema
from pydantic_core.core_schema import no_info_before_validator_function

from rcwkit.models.base import (
    BoxId,
    CounterId,
    Entry,
    Id,
    Model,
    Name,
    OwnerId,
    PlaceRef,
    RegionTitle,
    RowId,
    Rule,
    RulingId,
    Seq,
    Text,
    TrackId,
    TypeId,
    UnitRef,
)
from rcwkit.models.entries import Entries
from rcwkit.models.units import REST

__all__ = ["Force", "MarkerLine", "Setup", "UnitLine"]

Count = Annotated[int, Field(ge=0, le=999)]


class _OrRest:
    """Marks a list that may be written as `rest` alone."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return no_info_before_validator_function(lambda value: (REST,) if value == REST else value, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"anyOf": [{"const": REST}, handler(schema)]}


Reserve = Annotated[Seq[UnitRef], _OrRest()]
"""Counters, or the rest of them."""


class UnitLine(Model):
    """The units of one place, where a plain list is not enough."""

    units: Seq[UnitRef] = Field(description="Counters, as in a plain list.")
    note: Text | None = Field(default=None, description="Left out with any of the units.")
    rulings: Seq[RulingId] = ()


class Force(Model):
    """What one owner sets up: region title → place → counters; then its reserve."""

    title: Name | None = Field(default=None, description="Heading; the owner's title if left out.")
    rule: Rule = ""
    declared: Mapping[TypeId, Count] = Field(
        default_factory=dict, description="Totals by unit type on the map, as the source's heading declares them."
    )
    at: Entries[RegionTitle, Mapping[PlaceRef, Seq[UnitRef] | UnitLine]] = Field(
        default_factory=dict,
        description="Region title → place → counters; (Ra2) on its reverse side, Inf x3 three copies. If left out, the "
        "owner's counters that have a `setup` of their own.",
    )
    reserve: Reserve = Field(
        default=(),
        description="Counters not yet on the map. `rest` stands for all others of this owner, but for those that "
        "arrive: what is drawn from a cup, or waits in a pool.",
    )
    reserve_declared: Mapping[TypeId, Count] = Field(
        default_factory=dict,
        description="Totals by unit type in the reserve, as the source declares them.",
        examples=[{"army": 2}],
    )
    note: Text | None = None
    rulings: Seq[RulingId] = Field(
        default=(), description="Rulings on this force's heading; one excuses a wrong declared total."
    )


class MarkerLine(Model):
    """A marker to place: which, where, how many."""

    marker: CounterId = Field(description="Counter id of the marker.")
    at: Text = Field(description="Where, in a few words.")
    places: Seq[PlaceRef] = Field(default=(), description="The places meant, if they are places of the game.")
    track: TrackId | None = Field(default=None, description="The track meant, if it begins on the starting box of one.")
    count: Annotated[int, Field(ge=1, le=99, description="How many.")] = 1
    side: OwnerId | None = Field(default=None, description="Owner whose side of the marker faces up.")
    note: Text | None = None
    rulings: Seq[RulingId] = ()


class Setup(Entry):
    """A complete set-up."""

    kind: Literal["setup"]
    id: Id
    source: Name
    forces: Mapping[OwnerId, Force] = Field(description="Owner → what it sets up.")
    markers: Seq[MarkerLine] = Field(default=(), description="Markers to place, in order.")
    tracks: Mapping[TrackId, Mapping[RowId, BoxId]] = Field(
        default_factory=dict, description="Track → row or marker → starting box."
    )
    reserve_title: Name | None = Field(
        default=None,
        description="Heading of what is not yet on the map; Reserve if left out.",
        examples=["Strategic reserve"],
    )
    reminders: Seq[Text] = Field(default=(), description="Short lines printed at the end.")
