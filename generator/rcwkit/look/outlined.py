"""Pieces with a line along their edge, for pictures of pieces that are never cut."""

from __future__ import annotations

from rcwkit.look.frame import Frame, Polygon
from rcwkit.look.marks import corners_of

__all__ = ["outlined"]

INK, LINE = "#27221C", 1.2
"""Colour and width of the line, half of which lies on the piece, in points."""


def outlined(frame: Frame) -> Frame:
    """Return a piece with a line along its edge."""
    edge = Polygon(corners_of(frame.shape, (0, 0, frame.width, frame.height)), None, INK, LINE)
    return frame._replace(items=(*frame.items, edge))
