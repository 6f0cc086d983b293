"""Draw counters: fronts and backs, by the layout of their type."""

from __future__ import annotations

from rcwkit.look.frame import MM, Frame
from rcwkit.models.counters import Counter
from rcwkit.pieces.faces import Faces
from rcwkit.reading.game import Item
from rcwkit.reading.sides import Side, face_layout, side_scope, side_spans, sides, size_of

__all__ = ["BLEED", "faces"]

BLEED = 1 * MM
"""Bleed of a counter, in points."""


def faces(drawing: Faces, item: Item[Counter]) -> tuple[Frame, Frame | None]:
    """Return the front and back of a counter, with bleed; the back is None for a counter without one."""
    game = drawing.game
    front, back = sides(game, item)
    layout, size, spans = face_layout(game, item.id), size_of(game, item.id), side_spans(game, item)

    def drawn(side: Side, ending: str) -> Frame:
        scope = side_scope(game, item, side, back=bool(ending))
        name = item.id + ending
        return drawing.face(layout, scope, size, bleed=BLEED, name=name, at=item.span, spans=spans, shape=side.shape)

    return drawn(front, ""), drawn(back, " back") if back else None
