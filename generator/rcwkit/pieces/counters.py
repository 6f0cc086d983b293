"""Draw counters: fronts and backs, each by its layout."""

from __future__ import annotations

from rcwkit.diagnostics import Span
from rcwkit.look.frame import Frame, Group, Rect
from rcwkit.look.frame import Item as Drawn
from rcwkit.look.text import Setter
from rcwkit.models.counters import Counter
from rcwkit.pieces.house import house
from rcwkit.pieces.sides import BLEED, Side, sides, size_of
from rcwkit.reading.game import Game, Item

__all__ = ["faces"]

SQUARE = {"square": 1.0, "round": 0.72, "hex": 0.8}
"""The part of a shape's height that a square inside it takes."""


def faces(game: Game, item: Item[Counter], setter: Setter) -> tuple[Frame, Frame | None]:
    """Return the front and back of a counter, with bleed; the back is None for a counter without one."""
    front, back = sides(game, item, setter)
    width, height = size_of(game, item.id)

    def where(*path: str) -> Span:
        if path == ("unit_size",) and not item.value.unit_size:
            return game.root.at("unit_types", item.value.type, "unit_size")
        return item.document.at(*item.path, *path) if path else item.span

    def drawn(side: Side, ending: str) -> Frame:
        edge = min(width, height) * SQUARE[side.shape]
        items = house(side, edge, setter, where)
        if (edge, edge) != (width, height):
            items = (*_ground(side, width, height), Group(items, (width - edge) / 2, (height - edge) / 2))
        return Frame(width, height, items, BLEED, item.id + ending, item.span.place)

    return drawn(front, ""), drawn(back, " back") if back else None


def _ground(side: Side, width: float, height: float) -> tuple[Drawn, ...]:
    """Fill a face that is not square, on which the house face stands."""
    return (Rect(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED, side.plate.edge),)
