"""The shapes of layouts' boxes, as items."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from rcwkit.look.frame import Circle, Item, Line, Polygon, Rect
from rcwkit.look.hatching import corners

__all__ = ["Rectangle", "bled", "framed", "middle", "outline", "shape"]

Rectangle = tuple[float, float, float, float]
"""x, y, width and height in points."""
Points = tuple[tuple[float, float], ...]

STEPS = 72
"""Corners of an ellipse."""


def middle(box: Rectangle) -> tuple[float, float, float]:
    """Return the middle and the radius of the largest circle in a box."""
    x, y, width, height = box
    return x + width / 2, y + height / 2, min(width, height) / 2


def framed(size: tuple[float, float], bleed: float) -> Rectangle:
    """Return a face of a width and height with its bleed."""
    return -bleed, -bleed, size[0] + 2 * bleed, size[1] + 2 * bleed


def bled(box: Rectangle, size: tuple[float, float], bleed: float) -> Rectangle:
    """Return a box that goes on to the bleed at the edges of a face of this size that it touches."""
    x, y, width, height = box
    right, bottom = (
        end + bleed if end >= whole - 0.01 else end for end, whole in zip((x + width, y + height), size, strict=True)
    )
    x, y = (start - bleed if start <= 0.01 else start for start in (x, y))
    return x, y, right - x, bottom - y


def outline(kind: str, box: Rectangle) -> Points:
    """Return the corners of a `rect`, `hex`, `diamond` or `ellipse` that fills a box."""
    x, y, width, height = box
    if kind == "rect":
        return corners(x, y, width, height)
    if kind == "hex":
        return tuple(
            (x + width * a, y + height * b) for a, b in ((0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5))
        )
    if kind == "diamond":
        return ((x + width / 2, y), (x + width, y + height / 2), (x + width / 2, y + height), (x, y + height / 2))
    return arc(box, 0, 360)[:-1]


def arc(box: Rectangle, start: float, end: float) -> Points:
    """Return points on the ellipse in a box, between two angles in degrees, clockwise from the top."""
    x, y, width, height = box
    count = max(2, round(STEPS * min(1.0, abs(end - start) / 360)))
    angles = (pi / 180 * (start + (end - start) * step / count) for step in range(count + 1))
    return tuple(
        (round(x + width / 2 * (1 + sin(angle)), 3), round(y + height / 2 * (1 - cos(angle)), 3)) for angle in angles
    )


def shape(
    kind: str,
    box: Rectangle,
    points: Points,
    sweep: Sequence[float],
    corner: float,
    fill: str | None,
    stroke: str | None,
    line: float,
) -> Item:
    """Return the item of a shape: `points` are those of a polygon or line, `sweep` the angles of an arc."""
    x, y, width, height = box
    line = line if stroke else 0.0
    if kind == "disc":
        return Circle(*middle(box), fill, stroke, line)
    if kind == "polygon":
        return Polygon(points, fill, stroke, line)
    if kind == "line":
        ends = points or ((x, y), (x + width, y + height))
        if len(ends) == 2:
            return Line(*ends[0], *ends[1], stroke or fill or "#000000", line)
        return Polygon(ends, None, stroke, line, closed=False)
    if kind == "arc":
        whole = arc(box, sweep[0], sweep[1])
        if fill:
            return Polygon(((x + width / 2, y + height / 2), *whole), fill, stroke, line)
        return Polygon(whole, None, stroke, line, closed=False)
    if kind in ("hex", "diamond", "ellipse"):
        return Polygon(outline(kind, box), fill, stroke, line)
    return Rect(x, y, width, height, fill, stroke, line, min(corner, width / 2, height / 2))
