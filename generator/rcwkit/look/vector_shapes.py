"""The shapes of SVG as paths, by fontTools' parser of path data."""

from __future__ import annotations

import math
import re

from fontTools.misc.transform import Transform
from fontTools.svgLib.path import parse_path

from rcwkit.look.art import GRID
from rcwkit.look.frame import Subpath
from rcwkit.look.vector_tree import Element, NotDrawn, number

__all__ = ["STEPS", "Shapes"]

STEPS = 50_000
"""Maximum number of lines and curves of a drawing."""
_FAR = 100 * GRID
"""How far a drawing may extend beyond the part that it shows."""
_DATA = re.compile(r"[MmZzLlHhVvCcSsQqTtAa0-9eE+\-., \t\r\n]*")
_POINT_ALONE = re.compile(r"(?<=\d)\.(?!\d)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")

Point = tuple[float, float]


class Shapes:
    """Turns the shapes of one drawing into paths, and counts their steps."""

    def __init__(self) -> None:
        self.steps = 0

    def of(self, element: Element, matrix: Transform) -> tuple[Subpath, ...]:
        """Return a shape on the grid; nothing for an empty one. Raises NotDrawn."""
        data = _data(element)
        pen = _Pen(matrix, STEPS - self.steps)
        try:
            if len(data) > 40 * (STEPS - self.steps):
                raise _TooLong
            if not _DATA.fullmatch(data):
                raise ValueError
            # The parser takes '6.' for 6 and a stray '.', and knows no other white space.
            parse_path(re.sub(r"\s", " ", _POINT_ALONE.sub("", data)), pen)
        except _TooLong:
            message = f"more than {STEPS:,} lines and curves"
            raise NotDrawn(element.line, message, "simplify it (in Inkscape: Path, Simplify)", "E269") from None
        except (ValueError, IndexError, ArithmeticError):
            raise NotDrawn(element.line, f"the data of this <{element.name}> are not sound", "draw it anew") from None
        self.steps += pen.count
        return tuple(pen.subpaths)


class _TooLong(Exception):
    pass


class _Pen:
    """Collects subpaths, moved to the grid."""

    def __init__(self, matrix: Transform, most: int) -> None:
        self.matrix, self.most, self.count = matrix, most, 0
        self.subpaths: list[Subpath] = []
        self._start: Point = (0.0, 0.0)
        self._last: Point = (0.0, 0.0)
        self._steps: list[tuple[float, ...]] = []

    def moveTo(self, point: Point) -> None:
        self._start = self._at(point)
        self._last, self._steps = point, []

    def lineTo(self, point: Point) -> None:
        self._steps.append(self._at(point))
        self._last = point
        self._counted()

    def curveTo(self, one: Point, two: Point, end: Point) -> None:
        self._steps.append((*self._at(one), *self._at(two), *self._at(end)))
        self._last = end
        self._counted()

    def qCurveTo(self, one: Point, end: Point) -> None:
        (x, y), (a, b), (p, q) = self._last, one, end
        first, second = (x + 2 / 3 * (a - x), y + 2 / 3 * (b - y)), (p + 2 / 3 * (a - p), q + 2 / 3 * (b - q))
        self.curveTo(first, second, end)

    def closePath(self) -> None:
        self._end(closed=True)

    def endPath(self) -> None:
        self._end(closed=False)

    def _end(self, *, closed: bool) -> None:
        if self._steps or closed:
            self.subpaths.append(Subpath(self._start, tuple(self._steps), closed))
        self._steps = []
        self._counted()

    def _at(self, point: Point) -> Point:
        x, y = self.matrix.transformPoint(point)
        if not (abs(x) <= _FAR and abs(y) <= _FAR):  # nor not a number
            raise ValueError
        return round(x, 3), round(y, 3)

    def _counted(self) -> None:
        self.count += 1
        if self.count > self.most:
            raise _TooLong


def _data(element: Element) -> str:
    """Return a shape as path data; empty if it has no extent."""

    def of(*names: str) -> tuple[float, ...]:
        return tuple(number(element, name) for name in names)

    match element.name:
        case "path":
            return element.attributes.get("d", "").strip()
        case "rect":
            return _rect(element)
        case "circle":
            x, y, radius = of("cx", "cy", "r")
            return _ellipse(x, y, radius, radius)
        case "ellipse":
            return _ellipse(*of("cx", "cy", "rx", "ry"))
        case "line":
            return "M{} {}L{} {}".format(*of("x1", "y1", "x2", "y2"))
    points = _NUMBER.findall(element.attributes.get("points", ""))
    pairs = [f"{x} {y}" for x, y in zip(points[::2], points[1::2], strict=False)]
    return f"M{'L'.join(pairs)}{'Z' if element.name == 'polygon' else ''}" if len(pairs) > 1 else ""


def _rect(element: Element) -> str:
    x, y, width, height = (number(element, name) for name in ("x", "y", "width", "height"))
    rx, ry = number(element, "rx", math.nan), number(element, "ry", math.nan)
    rx, ry = (ry if math.isnan(rx) else rx), (rx if math.isnan(ry) else ry)
    rx, ry = (0.0, 0.0) if math.isnan(rx) else (min(rx, width / 2), min(ry, height / 2))
    if width <= 0 or height <= 0:
        return ""
    if rx <= 0 or ry <= 0:
        return f"M{x} {y}h{width}v{height}h{-width}z"
    across, down = width - 2 * rx, height - 2 * ry
    corner = f"a{rx} {ry} 0 0 1"
    return (
        f"M{x + rx} {y}h{across}{corner} {rx} {ry}v{down}{corner} {-rx} {ry}"
        f"h{-across}{corner} {-rx} {-ry}v{-down}{corner} {rx} {-ry}z"
    )


def _ellipse(x: float, y: float, rx: float, ry: float) -> str:
    if rx <= 0 or ry <= 0:
        return ""
    return f"M{x - rx} {y}a{rx} {ry} 0 1 1 {2 * rx} 0a{rx} {ry} 0 1 1 {-2 * rx} 0z"
