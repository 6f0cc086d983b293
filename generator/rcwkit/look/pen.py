"""A pen for symbols: flat shapes in a box 100 units wide, as frame items."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

from rcwkit.look.frame import Circle, Item, Line, Polygon, Rect

__all__ = ["Pen", "Points", "arc", "curve"]

Points = Iterable[tuple[float, float]]


class Pen:
    """Draws in a box 100 units wide, scaled and placed on the page; `ground` fills and cuts out."""

    def __init__(self, x: float, y: float, width: float, ink: str, ground: str) -> None:
        self.x, self.y, self.scale = x, y, width / 100
        self.ink, self.ground = ink, ground
        self.items: list[Item] = []

    def polygon(
        self,
        points: Points,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0.0,
        *,
        closed: bool = True,
    ) -> None:
        """Add a polygon, or an open line."""
        placed = tuple((round(self.x + x * self.scale, 3), round(self.y + y * self.scale, 3)) for x, y in points)
        self.items.append(Polygon(placed, fill, stroke, line * self.scale, closed))

    def rect(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        """Add a rectangle."""
        s = self.scale
        self.items.append(Rect(self.x + x * s, self.y + y * s, wide * s, high * s, fill, stroke, line * s, radius * s))

    def circle(
        self, x: float, y: float, radius: float, fill: str | None = None, stroke: str | None = None, line: float = 0.0
    ) -> None:
        """Add a circle."""
        s = self.scale
        self.items.append(Circle(self.x + x * s, self.y + y * s, radius * s, fill, stroke, line * s))

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str, line: float) -> None:
        """Add a line."""
        s = self.scale
        self.items.append(Line(self.x + x1 * s, self.y + y1 * s, self.x + x2 * s, self.y + y2 * s, stroke, line * s))


def arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 16) -> list[tuple[float, float]]:
    """Return points on a circle between two angles in degrees, clockwise from the top."""
    angles = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * sin(angle), y - radius * cos(angle)) for angle in angles]


def curve(*points: tuple[float, float], steps: int = 10) -> list[tuple[float, float]]:
    """Return points on cubic Bézier curves through every third point; the others are control points."""
    found = [points[0]]
    for at in range(0, len(points) - 3, 3):
        found += _bow(points[at : at + 4], steps)
    return found


def _bow(points: Sequence[tuple[float, float]], steps: int) -> Points:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        p, q, r, v = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield p * ax + q * bx + r * cx + v * dx, p * ay + q * by + r * cy + v * dy
