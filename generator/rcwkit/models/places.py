"""`kind: places`: regions with their numbered spaces, boxes and off-map displays."""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from rcwkit.models.base import Id, Model, Name, OwnerId, Rule, RulingId, Seq, Text, VariableName
from rcwkit.models.entries import Entries
from rcwkit.models.fields import FieldSpec, FieldValue, Given, spec

__all__ = ["Place", "Places", "Region", "named"]


class Place(Model):
    """A space on the map."""

    name: Name = Field(
        default="", description="As printed on the map; its id if left out, as for hexes.", examples=["Jetty"]
    )
    vc: bool = Field(default=False, description="Whether it is a Victory City.")
    resource: Annotated[
        int, Field(ge=0, le=9, description="Value of its resource center; 0 for none.", examples=[2])
    ] = 0
    port: bool = Field(default=False, description="Whether it is a port.")
    fields: Mapping[VariableName, FieldValue] = Field(
        default_factory=dict, description="Field of the game's places → its value here.", examples=[{"rating": 3}]
    )
    note: Text | None = None
    rulings: Seq[RulingId] = ()


class Region(Model):
    """A region and its places; a place may be just its name."""

    title: Name = Field(description="As printed on the map; set-ups list places under it.")
    home: OwnerId | None = Field(default=None, description="Owner whose home region this is.")
    places: Entries[Id, Place | Name] = Field(description="Place id, usually its number → its name, or more.")

    @property
    def named(self) -> Mapping[str, Place]:
        """Its places, each with a name."""
        return {place_id: named(written, place_id) for place_id, written in self.places.items()}


class Places(Model):
    """All places that set-ups and procedures may refer to."""

    kind: Literal["places"]
    id: Id
    title: Name
    source: Name
    rule: Rule = ""
    fields: Mapping[VariableName, Given] = Field(
        default_factory=dict,
        description="What places hold besides. Boards of exports show it, and layouts of counters name it, as in "
        "{{ place.rating }}.",
        examples=[{"rating": "number", "fortified": "flag"}],
    )
    regions: Mapping[Id, Region] = Field(description="Region id → region.")

    @cached_property
    def specs(self) -> Mapping[str, FieldSpec]:
        """The fields of its places."""
        return {name: spec(given) for name, given in self.fields.items()}


def named(written: Place | str, place_id: str) -> Place:
    """Return a place with a name: what is only a name becomes a place, and one without a name is called by its id."""
    if isinstance(written, str):
        return Place(name=written)
    return written if written.name else written.model_copy(update={"name": place_id})
