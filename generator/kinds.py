"""The one place where kinds of document are registered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import BaseModel

from generator.models.aids import Aids, Rulings
from generator.models.cards import Deck
from generator.models.counters import Counters
from generator.models.game import GameInfo
from generator.models.places import Places
from generator.models.procedures import Procedures
from generator.models.scenarios import Scenarios
from generator.models.setup import Setup
from generator.models.tables import Tables
from generator.models.tracks import Tracks

__all__ = ["KINDS", "Kind"]


@dataclass(frozen=True)
class Kind:
    """A kind of document: its name in YAML and its model."""

    name: str
    model: type[BaseModel]


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("game", GameInfo),
        Kind("counters", Counters),
        Kind("places", Places),
        Kind("setup", Setup),
        Kind("cards", Deck),
        Kind("tracks", Tracks),
        Kind("tables", Tables),
        Kind("procedures", Procedures),
        Kind("scenarios", Scenarios),
        Kind("aids", Aids),
        Kind("rulings", Rulings),
    )
}
