"""Families of ids that documents refer to: units, places, tables and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from rcwkit.models.game import Strength
from rcwkit.models.looks import HOUSE_FONTS
from rcwkit.reading.game import Game
from rcwkit.reading.layouts import known

__all__ = ["FAMILIES", "Family", "names_of"]


class Family(NamedTuple):
    """A family of ids: its name in messages, the code for unknown ones, and a game's ids as people write them."""

    what: str
    code: str
    ids: Callable[[Game], Iterable[str]]


FAMILIES: Mapping[str, Family] = {
    "owners": Family("side or faction", "E220", lambda game: game.owners),
    "units": Family("unit", "E210", lambda game: game.counters),
    "unit_types": Family("unit type", "E221", lambda game: game.info.unit_types),
    "formations": Family("formation", "E260", lambda game: game.info.formations),
    "values": Family("value", "E258", lambda game: (name for one in game.strengths.values() for name in names_of(one))),
    "regions": Family("region", "E212", lambda game: [item.value.title for item in game.regions.values()]),
    "places": Family("place", "E211", lambda game: (_written(n, item.value.name) for n, item in game.places.items())),
    "tables": Family("table", "E223", lambda game: game.tables),
    "tracks": Family("track", "E222", lambda game: game.tracks),
    "rows": Family("row", "E222", lambda game: (row for item in game.tracks.values() for row in item.value.rows)),
    "boxes": Family("box", "E222", lambda game: (box for item in game.tracks.values() for box in item.value.boxes)),
    "procedures": Family("procedure", "E224", lambda game: game.procedures),
    "layouts": Family("layout", "E250", known),
    "terrains": Family("terrain", "E362", lambda game: (n for one in game.maps.values() for n in one.value.terrain)),
    "scenarios": Family("scenario", "E364", lambda game: game.scenarios),
    "setups": Family("set-up", "E227", lambda game: game.setups),
    "fonts": Family("font", "E279", lambda game: (*HOUSE_FONTS, *game.info.fonts)),
    "rulings": Family("ruling", "E225", lambda game: game.rulings),
}


def names_of(strength: Strength) -> tuple[str, ...]:
    """Return the names of all values that counters of a type may have."""
    return (*strength.values, *strength.optional)


def _written(number: str, name: str) -> str:
    return f"{number} {name}" if number.isdecimal() else name
