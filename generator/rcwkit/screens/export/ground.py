"""The map of a game under its counters: a picture of the owner's, or one drawn from data, with the spots of places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rcwkit.look.frame import Frame
from rcwkit.look.language import Language, word
from rcwkit.screens.export.board import Area, Board, Hexes, Zone
from rcwkit.screens.export.boards import place_cell

__all__ = ["WINDOW", "Ground"]

WINDOW = word("Map")
"""Name of the map's window."""


@dataclass(frozen=True)
class Ground:
    """A map: place → its title and spot in points; `data` is a finished picture, else the frame is drawn.

    `room` is the side of the square that a place's counters take, in points. `open` are places so large that counters
    lie anywhere in them.
    """

    frame: Frame
    spots: Mapping[str, tuple[str, float, float]]
    room: float
    data: bytes = b""
    name: str = "map.png"
    hexes: Hexes | None = None
    open: frozenset[str] = frozenset()

    @cached_property
    def cells(self) -> Mapping[str, Area]:
        """A box around each spot, by id."""
        half, spots = self.room / 2, self.spots.items()
        return {
            place_cell(place): Area(x - half, y - half, self.room, self.room, title) for place, (title, x, y) in spots
        }

    def board(self, say: Language) -> Board:
        """Return the map as a board."""
        whole = Area(0, 0, self.frame.width, self.frame.height, say(WINDOW))
        snaps = tuple((x, y) for place, (_, x, y) in self.spots.items() if place not in self.open)
        return Board(WINDOW, self.frame, (Zone(whole, self.cells),), self.name, self.hexes, snaps)
