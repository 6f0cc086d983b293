"""The shapes of layouts' boxes, as items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

from rcwkit.art.hatching import corners, dashed
from rcwkit.frame import Circle, Item, Line, Polygon, Rect

__all__ = ["Points", "Rectangle", "bled", "dashes", "edge_of", "framed", "middle", "outline", "shape"]

Rectangle = tuple[float, float, float, float]
"""x, y, width and height in points."""
Points = tuple[tuple[float, float], ...]

STEPS = 72
"""Corners of an ellipse."""
DASHES = 200
"""Maximum number of dashes of an edge or an arc."""


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


def edge_of(kind: str, box: Rectangle, points: Points, sweep: Sequence[float], corner: float) -> Points:
    """Return the corners of the area of a shape, with the arguments of `shape`; none for a box, and for a line."""
    x, y, width, height = box
    corner = min(corner, width / 2, height / 2)
    if kind == "line" or (kind == "rect" and corner <= 0):
        return ()
    if kind == "disc":
        across, down, radius = middle(box)
        return arc((across - radius, down - radius, 2 * radius, 2 * radius), 0, 360)[:-1]
    if kind == "polygon":
        return points
    if kind == "arc":
        return ((x + width / 2, y + height / 2), *arc(box, sweep[0], sweep[1]))
    if kind != "rect":
        return outline(kind, box)
    ends = ((x + width, y), (x + width, y + height), (x, y + height), (x, y))
    inwards = ((-2, 0), (-2, -2), (0, -2), (0, 0))
    return tuple(
        point
        for turn, ((left, top), (a, b)) in enumerate(zip(ends, inwards, strict=True))
        for point in arc((left + a * corner, top + b * corner, 2 * corner, 2 * corner), 90 * turn, 90 * turn + 90)
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


def dashes(
    kind: str,
    box: Rectangle,
    points: Points,
    sweep: Sequence[float],
    stroke: str,
    line: float,
    dash: tuple[float, float],
) -> Iterator[Item]:
    """Yield the outline of a shape in dashes: `dash` is the length of one, and of the space after it, in points."""
    long, pause = max(0.1, dash[0]), max(0.1, dash[1])
    if kind in ("disc", "ellipse", "arc"):
        x, y, radius = middle(box)
        place = (x - radius, y - radius, 2 * radius, 2 * radius) if kind == "disc" else box
        first, last = (sweep[0], sweep[1]) if kind == "arc" else (0.0, 360.0)
        whole = abs(last - first) / 360 * pi * (place[2] + place[3]) / 2
        count = min(DASHES, max(1, round(whole / (long + pause))))
        step = (last - first) / count
        for at in range(count):
            start = first + at * step
            yield Polygon(arc(place, start, start + step * long / (long + pause)), None, stroke, line, closed=False)
        return
    ends = points or ((box[:2], (box[0] + box[2], box[1] + box[3])) if kind == "line" else outline(kind, box))
    longest = max(hypot(box[2], box[3]), *(hypot(x - box[0], y - box[1]) for x, y in ends))
    grown = max(1.0, 2 * longest / (long + pause) / DASHES)
    yield from dashed(ends, stroke, line, long * grown, pause * grown, closed=kind != "line")
