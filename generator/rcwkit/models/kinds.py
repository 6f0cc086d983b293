"""The kinds of documents: each word after `kind:`, with its model."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import BaseModel

from rcwkit.models.aids import Aids, Rulings
from rcwkit.models.booklets import Booklet
from rcwkit.models.cards import Deck
from rcwkit.models.counters import Counters
from rcwkit.models.folders import Folder
from rcwkit.models.game import GameInfo
from rcwkit.models.gauges import Gauges
from rcwkit.models.layouts import Layouts
from rcwkit.models.maps import Map
from rcwkit.models.pieces import Pieces
from rcwkit.models.places import Places
from rcwkit.models.procedures import Procedures
from rcwkit.models.scenarios import Scenarios
from rcwkit.models.setup import Setup
from rcwkit.models.tables import Tables
from rcwkit.models.tracks import Tracks
from rcwkit.models.translations import Translation
from rcwkit.models.values import ValueList

__all__ = ["MODELS"]

MODELS: Mapping[str, type[BaseModel]] = {
    "game": GameInfo,
    "counters": Counters,
    "values": ValueList,
    "places": Places,
    "maps": Map,
    "setup": Setup,
    "cards": Deck,
    "pieces": Pieces,
    "layouts": Layouts,
    "tracks": Tracks,
    "tables": Tables,
    "procedures": Procedures,
    "scenarios": Scenarios,
    "aids": Aids,
    "folder": Folder,
    "gauges": Gauges,
    "booklet": Booklet,
    "rulings": Rulings,
    "translation": Translation,
}
