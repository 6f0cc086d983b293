"""Texts near the edges of a face: what reaches beyond it, and what a crooked cut may reach."""

from __future__ import annotations

from collections.abc import Sequence

from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM, Group, Item, Text
from rcwkit.pieces.shapes import Rectangle

__all__ = ["SAFE", "beyond", "crowded"]

SAFE = 2 * MM
"""How far texts keep from the edge, for cuts that are not straight; on pieces with less bleed, as far as this."""
LEAST = 0.1
"""How far a text's box may reach beyond its face, in points."""


def beyond(place: Rectangle, size: tuple[float, float]) -> str:
    """Return how far a box reaches beyond a face, in mm as messages say it; empty if it does not."""
    x, y, width, height = place
    excess = max(-x, -y, x + width - size[0], y + height - size[1])
    return f"{max(excess / MM, 0.1):.1f} mm" if excess > LEAST else ""


def crowded(place: Rectangle, items: Sequence[Item], size: tuple[float, float], book: FontBook, safe: float) -> bool:
    """Return whether a text in a box at a place is nearer than `safe` points to the edges of a face."""
    x, y, width, height = place
    if min(x, y, size[0] - x - width, size[1] - y - height) >= safe - LEAST:
        return False
    return any(_is_near(item, size, book, safe) for item in items)


def _is_near(item: Item, size: tuple[float, float], book: FontBook, safe: float) -> bool:
    if isinstance(item, Group):
        still = not (item.x or item.y or item.rotate) and item.scale == 1
        return still and any(_is_near(inner, size, book, safe) for inner in item.items)
    if not isinstance(item, Text):
        return False
    end = item.x + book.width(item.text, item.font, item.size, item.spacing)
    least = min(item.x, size[0] - end, item.y - 0.7 * item.size, size[1] - item.y)
    return least < safe - LEAST
