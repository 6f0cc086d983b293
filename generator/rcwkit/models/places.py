"""`kind: places`: regions with their numbered spaces, boxes and off-map displays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from rcwkit.models.base import Id, Model, Name, OwnerId, Rule, RulingId, Seq, Text
from rcwkit.models.sheets import Entries

__all__ = ["Place", "Places", "Region"]


class Place(Model):
    """A space on the map."""

    name: Name = Field(default="", description="As printed on the map; its id if left out, as for hexes.")
    vc: bool = Field(default=False, description="Whether it is a Victory City.")
    resource: Annotated[int, Field(ge=0, le=9, description="Value of its resource center; 0 for none.")] = 0
    port: bool = Field(default=False, description="Whether it is a port.")
    note: Text | None = None
    rulings: Seq[RulingId] = ()


class Region(Model):
    """A region and its places; a place may be just its name."""

    title: Name = Field(description="As printed on the map; set-ups list places under it.")
    home: OwnerId | None = Field(default=None, description="Owner whose home region this is.")
    places: Entries[Id, Place | Name] = Field(description="Place id, usually its number → its name, or more.")


class Places(Model):
    """All places that set-ups and procedures may refer to."""

    kind: Literal["places"]
    id: Id
    title: Name
    source: Name
    rule: Rule = ""
    regions: Mapping[Id, Region] = Field(description="Region id → region.")
