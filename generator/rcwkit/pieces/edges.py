"""Texts near the edges of a face: what reaches beyond it, and what a crooked cut may reach."""

from __future__ import annotations

from rcwkit.look.frame import MM
from rcwkit.pieces.shapes import Rectangle

__all__ = ["beyond"]

LEAST = 0.1
"""How far a text's box may reach beyond its face, in points."""


def beyond(place: Rectangle, size: tuple[float, float]) -> str:
    """Return how far a box reaches beyond a face, in mm as messages say it; empty if it does not."""
    x, y, width, height = place
    excess = max(-x, -y, x + width - size[0], y + height - size[1])
    return f"{max(excess / MM, 0.1):.1f} mm" if excess > LEAST else ""
