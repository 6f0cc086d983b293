"""`kind: places`: regions and their numbered spaces, boxes and off-map displays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rcwkit.models.base import Id, Model, Name, OwnerId, Rule, RulingId, Seq, Text

__all__ = ["Place", "Places", "Region"]


class Place(Model):
    """A space of the map. `resource` is the worth of its resource center, 0 for none."""

    name: Name = Field(description="As the map has it.")
    vc: bool = Field(default=False, description="A Victory City.")
    resource: Annotated[int, Field(ge=0, le=9, description="Worth of its resource center; 0 for none.")] = 0
    port: bool = Field(default=False, description="A port.")
    note: Text | None = None
    rulings: Seq[RulingId] = ()


class Region(Model):
    """A region with its places by number; a place may be just its name."""

    title: Name = Field(description="As the map has it; set-ups list places under it.")
    home: OwnerId | None = Field(default=None, description="Owner whose home region this is.")
    places: Mapping[Id, Place | Name] = Field(description="Place id, most often its number → its name, or more.")


class Places(Model):
    """All places that set-ups and procedures may name."""

    kind: Literal["places"]
    id: Id
    title: Name
    source: Name
    rule: Rule = ""
    regions: Mapping[Id, Region] = Field(description="Region id → region.")
