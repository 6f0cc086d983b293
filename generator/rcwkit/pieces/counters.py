"""Draw counters: fronts and backs, by the layout of their type or with the face of the house."""

from __future__ import annotations

from collections.abc import Callable

from rcwkit.diagnostics import Span
from rcwkit.look.frame import Frame, Group, Rect
from rcwkit.look.frame import Item as Drawn
from rcwkit.look.text import Setter
from rcwkit.models.counters import Counter
from rcwkit.pieces.faces import Faces
from rcwkit.pieces.house import BLEED, house, plate_of
from rcwkit.reading.game import Game, Item
from rcwkit.reading.sides import Side, face_layout, side_scope, side_spans, sides, size_of

__all__ = ["faces"]

SQUARE = {"square": 1.0, "round": 0.72, "hex": 0.8}
"""The part of a shape's height that a square inside it takes."""


def faces(drawing: Faces, item: Item[Counter]) -> tuple[Frame, Frame | None]:
    """Return the front and back of a counter, with bleed; the back is None for a counter without one."""
    game = drawing.game
    front, back = sides(game, item)
    layout, size = face_layout(game, item.id), size_of(game, item.id)

    def drawn(side: Side, ending: str) -> Frame:
        if layout is None:
            return _of_the_house(side, size, drawing.setter, item.id + ending, item.span, _where(game, item))
        scope, spans = side_scope(game, item, side, back=bool(ending)), side_spans(game, item)
        face = drawing.face(layout, scope, size, bleed=BLEED, name=item.id + ending, at=item.span, spans=spans)
        return face._replace(shape=side.shape)

    return drawn(front, ""), drawn(back, " back") if back else None


def _where(game: Game, item: Item[Counter]) -> Callable[..., Span]:
    def where(*path: str) -> Span:
        if path == ("unit_size",) and not item.value.unit_size:
            return game.root.at("unit_types", item.value.type, "unit_size")
        return item.document.at(*item.path, *path) if path else item.span

    return where


def _of_the_house(
    side: Side, size: tuple[float, float], setter: Setter, name: str, at: Span, where: Callable[..., Span]
) -> Frame:
    """Draw the face of the house in a square in the middle, on a ground that fills the rest."""
    width, height = size
    edge = min(width, height) * SQUARE[side.shape]
    items: tuple[Drawn, ...] = house(side, edge, setter, where)
    if size != (edge, edge):
        colour = plate_of(side, setter.theme).edge
        ground = Rect(-BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED, colour)
        shown = () if setter.theme.outlined else (ground,)
        inner = Group(items, (width - edge) / 2, (height - edge) / 2, clip=(0, 0, edge, edge))
        items = (*shown, inner)
    return Frame(width, height, items, BLEED, name, at.place, side.shape)
