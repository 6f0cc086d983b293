"""The first map of a game as the ground under its counters, with the spots of its hexes and spaces."""

from __future__ import annotations

from math import ceil

from rcwkit.look.frame import MM
from rcwkit.look.text import Setter
from rcwkit.models.maps import Space
from rcwkit.pieces.maps import EDGE, board
from rcwkit.reading.game import Game
from rcwkit.reading.sides import size_of
from rcwkit.screens.export.board import Hexes
from rcwkit.screens.export.ground import Ground

__all__ = ["drawn_ground"]

USUAL = 45.0
"""Side of a counter in points, for a game without counters."""
LARGE = 2.0
"""Width or height of a space, in counters, from which they lie anywhere in it."""


def drawn_ground(game: Game, setter: Setter) -> Ground | None:
    """Return the first map of a game; None if it has none. Hexes are called by their numbers, as on paper."""
    item = next(iter(game.maps.values()), None)
    if item is None:
        return None
    found, map_ = game.surveys[item.id], item.value
    frame = board(game, item, setter)
    # Whole points give whole pixels.
    frame = frame._replace(width=ceil(frame.width), height=ceil(frame.height))
    spots = {}
    for place in (*map_.spaces, *(map_.hexes.cells if map_.hexes else ())):
        point = found.at(place)
        assert point is not None
        name = game.places[place].value.name
        title = place
        if place in map_.spaces:
            title = f"{place} {name}" if place.isdecimal() and name != place else name
        spots[place] = title, point[0] * MM + EDGE, point[1] * MM + EDGE
    edge = max((max(size_of(game, unit)) for unit in game.counters), default=USUAL)
    corner = found.moved((0.0, 0.0))
    hexes = Hexes(map_.hexes, corner[0] * MM + EDGE, corner[1] * MM + EDGE) if map_.hexes else None
    large = frozenset(name for name, space in map_.spaces.items() if space.outline or _longest(space) >= LARGE * edge)
    return Ground(frame, spots, edge, hexes=hexes, open=large)


def _longest(space: Space) -> float:
    """Return the larger of width and height of a space."""
    return MM * (max(space.size) if isinstance(space.size, tuple) else space.size)
