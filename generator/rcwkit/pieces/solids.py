"""Nets of regular solids, for dice: faces side by side in the plane, with folds, and tabs where edges meet again.

Lengths are in edges of the solid; y points downwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import atan2, cos, pi, sin, sqrt, tan
from typing import NamedTuple

__all__ = ["ROOM", "Face", "SolidNet", "net_of"]

GOLD = (1 + sqrt(5)) / 2
TAB = 0.17
"""Height of a tab."""
SLOPE = pi / 6
"""Angle of a tab's ends: less than the 36° between pentagons side by side."""
ROOM = {3: 0.42, 4: 1.0, 5: 0.98}
"""Side of the upright square within a face, by the number of its corners."""

Point = tuple[float, float]
Vector = tuple[float, float, float]
Edge = tuple[Point, Point]


class Face(NamedTuple):
    """A face in the plane: its side of the die, from 0, its corners, and the corners of the solid that they are."""

    side: int
    corners: tuple[Point, ...]
    vertices: tuple[int, ...]

    @property
    def middle(self) -> Point:
        """Its centre."""
        count = len(self.corners)
        return sum(x for x, _ in self.corners) / count, sum(y for _, y in self.corners) / count

    def turn(self, corner: int | None = None) -> float:
        """Return the angle in degrees, clockwise, by which what stands on its last edge is turned.

        For a `corner`, it is that of what points to this corner.
        """
        x, y = self.middle
        if corner is None:
            (a, b), (c, d) = self.corners[0], self.corners[-1]
            return (atan2((b + d) / 2 - y, (a + c) / 2 - x) - pi / 2) * 180 / pi
        across, down = self.corners[corner]
        return (atan2(down - y, across - x) + pi / 2) * 180 / pi


class SolidNet(NamedTuple):
    """A net: its faces, edges to fold, edges to cut, and tabs, each from its edge outwards."""

    faces: tuple[Face, ...]
    folds: tuple[Edge, ...]
    cuts: tuple[Edge, ...]
    tabs: tuple[tuple[Point, Point, Point, Point], ...]

    @property
    def points(self) -> Iterator[Point]:
        """All corners of faces and tabs."""
        yield from (corner for face in self.faces for corner in face.corners)
        yield from (corner for tab in self.tabs for corner in tab)


@cache
def net_of(sides: int) -> SolidNet:
    """Return the net of a die with 4, 6, 8, 12 or 20 sides, in the least room. Raises KeyError for another number.

    Opposite sides are the first and the last, the second and the last but one, and so on, but for a die of four.
    """
    vertices = _VERTICES[sides]
    rings = _rings(vertices)
    # All unfoldings of a regular solid are free of overlaps; these differ in how far they branch.
    ways = (_unfolded(rings, first=first, deep=deep) for first in (True, False) for deep in range(4))
    return min((_net(way, _numbered(vertices, rings)) for way in ways), key=_area)


def _area(net: SolidNet) -> float:
    points = [*net.points]
    across, down = ([point[axis] for point in points] for axis in (0, 1))
    return round((max(across) - min(across)) * (max(down) - min(down)), 6)


def _signed(*given: float) -> list[Vector]:
    """Return a point with all signs of its coordinates that are not 0."""
    signs = product(*((1, -1) if value else (1,) for value in given))
    return [(a * given[0], b * given[1], c * given[2]) for a, b, c in signs]


def _cycled(points: Sequence[Vector]) -> list[Vector]:
    return [(p[(0 + k) % 3], p[(1 + k) % 3], p[(2 + k) % 3]) for k in range(3) for p in points]


_VERTICES: dict[int, list[Vector]] = {
    4: [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
    6: _signed(1, 1, 1),
    8: _cycled(_signed(1, 0, 0)),
    12: [*_signed(1, 1, 1), *_cycled(_signed(0, 1 / GOLD, GOLD))],
    20: _cycled(_signed(0, 1, GOLD)),
}


def _less(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _centre(points: Sequence[Vector]) -> Vector:
    count = len(points)
    return sum(p[0] for p in points) / count, sum(p[1] for p in points) / count, sum(p[2] for p in points) / count


def _rings(vertices: Sequence[Vector]) -> list[tuple[int, ...]]:
    """Return the faces of a solid about the origin, as its corners in order, counterclockwise from outside."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for a, b, c in combinations(range(len(vertices)), 3):
        normal = _cross(_less(vertices[b], vertices[a]), _less(vertices[c], vertices[a]))
        heights = [_dot(normal, _less(point, vertices[a])) for point in vertices]
        on = [index for index, height in enumerate(heights) if abs(height) < 1e-9]
        if max(heights) > 1e-9 and min(heights) < -1e-9 or frozenset(on) in found:
            continue
        middle = _centre([vertices[index] for index in on])
        right = _less(vertices[on[0]], middle)
        up = _cross(middle, right)
        angles = {i: atan2(_dot(_less(vertices[i], middle), up), _dot(_less(vertices[i], middle), right)) for i in on}
        # `up` is longer than `right`, which changes the angles but not their order.
        found[frozenset(on)] = tuple(sorted(on, key=lambda index, by=angles: by[index]))  # type: ignore[misc]
    return list(found.values())


def _numbered(vertices: Sequence[Vector], rings: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the side that each face is, opposite ones being `k` and `count - 1 - k`."""
    middles = [_centre([vertices[index] for index in ring]) for ring in rings]
    count, numbers, pair = len(rings), dict[int, int](), 0
    for index, middle in enumerate(middles):
        if index in numbers:
            continue
        opposite = min(range(count), key=lambda other: _dot(middle, middles[other]))
        if count == 4:
            numbers[index] = index
            continue
        # Neighbours are far apart in number: low and high sides alternate.
        low, high = pair, count - 1 - pair
        numbers[index], numbers[opposite] = (low, high) if pair % 2 == 0 else (high, low)
        pair += 1
    return [numbers[index] for index in range(count)]


_Placed = list[tuple[int, tuple[int, ...], tuple[Point, ...], int | None]]
"""Faces in order: their index, their corners from the edge they hang on, their places, and the face they hang on."""


def _unfolded(rings: Sequence[tuple[int, ...]], *, first: bool, deep: int) -> _Placed:
    """Lay a solid's faces into the plane, each beside one that lies there already.

    The next is beside the first that has a free neighbour, or beside the last; `deep` begins with another edge.
    """
    edge_of = {(ring[i - 1], ring[i]): face for face, ring in enumerate(rings) for i in range(len(ring))}
    size = len(rings[0])
    start = rings[0]
    placed: _Placed = [(0, start, _polygon((0.0, 0.0), (1.0, 0.0), size), None)]
    while len(placed) < len(rings):
        taken = {face for face, *_ in placed}
        for face, ring, corners, _ in placed if first else reversed(placed):
            order = [(deep + step) % size for step in range(size)]
            free = [(i, edge_of[ring[i], ring[i - 1]]) for i in order if edge_of[ring[i], ring[i - 1]] not in taken]
            if free:
                i, other = free[0]
                beyond = rings[other]
                at = next(k for k in range(size) if (beyond[k - 1], beyond[k]) == (ring[i], ring[i - 1]))
                turned = (*beyond[at:], *beyond[:at])
                placed.append((other, turned, _polygon(corners[i], corners[i - 1], size), face))
                break
    return placed


def _polygon(end: Point, start: Point, count: int) -> tuple[Point, ...]:
    """Return a regular polygon by the edge from its last corner, `end`, to its first, `start`."""
    corners = [start]
    step = start[0] - end[0], start[1] - end[1]
    angle = atan2(step[1], step[0])
    for _ in range(1, count):
        angle -= 2 * pi / count
        x, y = corners[-1]
        corners.append((x + cos(angle), y + sin(angle)))
    return tuple((round(x, 9), round(y, 9)) for x, y in corners)


def _net(placed: _Placed, sides: Sequence[int]) -> SolidNet:
    faces = tuple(Face(sides[face], corners, ring) for face, ring, corners, _ in placed)
    folds, cuts, tabs = list[Edge](), list[Edge](), list[tuple[Point, Point, Point, Point]]()
    hung = {frozenset((ring[0], ring[-1])) for _, ring, _, above in placed if above is not None}
    seen: set[frozenset[int]] = set()
    for _, ring, corners, above in placed:
        if above is not None:
            folds.append((corners[-1], corners[0]))
        for i in range(len(ring)):
            pair = frozenset((ring[i - 1], ring[i]))
            if pair in hung:
                continue
            edge = corners[i - 1], corners[i]
            if pair in seen:
                cuts.append(edge)
            else:
                seen.add(pair)
                folds.append(edge)
                tabs.append(_tab(*edge))
    return SolidNet(faces, tuple(folds), tuple(cuts), tuple(tabs))


def _tab(start: Point, end: Point) -> tuple[Point, Point, Point, Point]:
    """Return the tab beyond an edge; its face lies on the other side."""
    (x, y), inset = (end[0] - start[0], end[1] - start[1]), TAB / tan(SLOPE)
    return (
        start,
        (start[0] + x * inset - y * TAB, start[1] + y * inset + x * TAB),
        (end[0] - x * inset - y * TAB, end[1] - y * inset + x * TAB),
        end,
    )
