"""What a print shop would refuse or spoil: texts near the cut, missing backs, too many cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic
from rcwkit.layout.imposition import Piece
from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM, Frame, Group, Item, Text
from rcwkit.look.marks import corners_of
from rcwkit.models.shops import Shop

__all__ = ["Batch", "clearance", "refused"]

ASCENT, DESCENT = 0.72, 0.2
"""Height of letters above and below their baseline, in ems."""

Point = tuple[float, float]
Move = Callable[[float, float], Point]


class Batch(NamedTuple):
    """Pieces of one size that a shop makes as one product of a `trim` in mm; `name` is that of their folder."""

    name: str
    product: str
    trim: tuple[float, float]
    pieces: tuple[Piece, ...]

    @property
    def copies(self) -> int:
        """All copies of all pieces."""
        return sum(piece.copies for piece in self.pieces)


def refused(batch: Batch, shop: Shop, fonts: FontBook) -> Iterator[Diagnostic]:
    """Yield what the shop would refuse: texts in the unsafe zone (W372), the number of cards (W374), backs (W375)."""
    count = batch.copies
    if count < shop.least or (shop.most is not None and count > shop.most):
        bound = f"at most {shop.most}" if count >= shop.least else f"at least {shop.least}"
        message = f"'{batch.name}' has {count} cards, and {shop.title} takes {bound}"
        yield Diagnostic("W374", message, batch.pieces[0].front.span)
    bare = [piece for piece in batch.pieces if piece.back is None]
    if bare and shop.backs == "needed":
        message = f"{_several(bare)} no back, and {shop.title} wants one"
        yield Diagnostic("W375", message, bare[0].front.span, "give them a back, or order without")
    near = [(clearance(face, batch.trim, fonts), piece, face) for piece in batch.pieces for face in piece.faces]
    unsafe = sorted((one for one in near if one[0] < shop.safe - 0.05), key=lambda one: one[0])
    if unsafe:
        least, _, face = unsafe[0]
        names = list({id(piece): piece for _, piece, _ in unsafe}.values())
        where = f"{least:.1f} mm from the cut" if least >= 0 else "beyond the cut"
        message = f"{_several(names)} text in the unsafe zone, at worst {where}"
        hint = f"{shop.title} wants {shop.safe:.1f} mm free of text"
        yield Diagnostic("W372", message, face.span, hint)


def clearance(face: Frame, trim: tuple[float, float], fonts: FontBook) -> float:
    """Return the least distance in mm of a text from the cut of a piece of this trim; infinite without any text."""
    width, height = face.width / MM, face.height / MM
    scale = max(trim[0] / width, trim[1] / height)
    cut = corners_of(face.shape, (-trim[0] / 2, -trim[1] / 2, trim[0] / 2, trim[1] / 2))
    points = (
        ((x / MM - width / 2) * scale, (y / MM - height / 2) * scale) for x, y in _corners(face.items, fonts, _same)
    )
    return min((_inside(point, cut) for point in points), default=float("inf"))


def _same(x: float, y: float) -> Point:
    return x, y


def _corners(items: Sequence[Item], fonts: FontBook, at: Move) -> Iterator[Point]:
    """Yield the corners of every text."""
    for item in items:
        if isinstance(item, Text) and item.text.strip():
            wide = fonts.width(item.text, item.font, item.size, item.spacing)
            for x in (item.x, item.x + wide):
                for y in (item.y - ASCENT * item.size, item.y + DESCENT * item.size):
                    yield at(x, y)
        elif isinstance(item, Group):
            yield from _corners(item.items, fonts, _moved(item, at))


def _moved(group: Group, outer: Move) -> Move:
    """Return the transformation of what is in a group."""
    turn, size = radians(group.rotate), group.scale
    across, down = cos(turn) * size, sin(turn) * size

    def at(x: float, y: float) -> Point:
        return outer(group.x + x * across - y * down, group.y + x * down + y * across)

    return at


def _inside(point: Point, cut: Sequence[Point]) -> float:
    """Return how far a point lies inside a convex outline; negative outside of it."""
    return min(
        ((x2 - x1) * (point[1] - y1) - (y2 - y1) * (point[0] - x1)) / hypot(x2 - x1, y2 - y1)
        for (x1, y1), (x2, y2) in zip(cut, (*cut[1:], cut[0]), strict=True)
    )


def _several(pieces: Sequence[Piece]) -> str:
    """Return `'Smoke' has`, or `'Smoke' and 11 more have`."""
    name = f"'{pieces[0].title or pieces[0].front.name}'"
    return f"{name} has" if len(pieces) == 1 else f"{name} and {len(pieces) - 1} more have"
