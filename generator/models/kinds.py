"""The kinds of documents: the word after `kind:`, and the model that a document of that kind must fit."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from generator.models.aids import Aids, Rulings
from generator.models.booklets import Booklet
from generator.models.cards import Deck
from generator.models.counters import Counters
from generator.models.game import GameInfo
from generator.models.gauges import Gauges
from generator.models.places import Places
from generator.models.procedures import Procedures
from generator.models.scenarios import Scenarios
from generator.models.setup import Setup
from generator.models.tables import Tables
from generator.models.tracks import Tracks

__all__ = ["MODELS"]

MODELS: Mapping[str, type[BaseModel]] = {
    "game": GameInfo,
    "counters": Counters,
    "places": Places,
    "setup": Setup,
    "cards": Deck,
    "tracks": Tracks,
    "tables": Tables,
    "procedures": Procedures,
    "scenarios": Scenarios,
    "aids": Aids,
    "gauges": Gauges,
    "booklet": Booklet,
    "rulings": Rulings,
}
