"""Families of ids that documents refer to: units, places, tables and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from rcwkit.reading.game import Game
from rcwkit.reading.layouts import known

__all__ = ["FAMILIES", "Family"]


class Family(NamedTuple):
    """A family of ids: its name in messages, the code for unknown ones, and a game's ids as people write them."""

    what: str
    code: str
    ids: Callable[[Game], Iterable[str]]


FAMILIES: Mapping[str, Family] = {
    "owners": Family("side or faction", "E220", lambda game: game.owners),
    "units": Family("unit", "E210", lambda game: game.counters),
    "unit_types": Family("unit type", "E221", lambda game: game.info.unit_types),
    "regions": Family("region", "E212", lambda game: [item.value.title for item in game.regions.values()]),
    "places": Family("place", "E211", lambda game: (_written(n, item.value.name) for n, item in game.places.items())),
    "tables": Family("table", "E223", lambda game: game.tables),
    "tracks": Family("track", "E222", lambda game: game.tracks),
    "rows": Family("row", "E222", lambda game: (row for item in game.tracks.values() for row in item.value.rows)),
    "boxes": Family("box", "E222", lambda game: (box for item in game.tracks.values() for box in item.value.boxes)),
    "procedures": Family("procedure", "E224", lambda game: game.procedures),
    "layouts": Family("layout", "E250", known),
    "setups": Family("set-up", "E227", lambda game: game.setups),
    "rulings": Family("ruling", "E225", lambda game: game.rulings),
}


def _written(number: str, name: str) -> str:
    return f"{number} {name}" if number.isdecimal() else name
