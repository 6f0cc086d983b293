"""Nets of dice: whole, without overlaps, with a tab for every edge that is glued, and opposite sides that add up."""

from __future__ import annotations

from itertools import combinations
from math import dist, hypot

import pytest
from rcwkit.kinds.pieces.draw import ROOM, DieFace, net_of
from rcwkit.kinds.pieces.kind import DICE

Point = tuple[float, float]
CORNERS = {4: 3, 6: 4, 8: 3, 12: 5, 20: 3}
EDGES = {4: 6, 6: 12, 8: 12, 12: 30, 20: 30}


def inside(point: Point, corners: tuple[Point, ...]) -> bool:
    """Return whether a point lies inside a convex polygon, and not on its edge."""
    sides = [
        (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
        for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    return all(side > 1e-6 for side in sides) or all(side < -1e-6 for side in sides)


def overlap(one: tuple[Point, ...], two: tuple[Point, ...]) -> bool:
    """Return whether two convex polygons have more than their edges in common."""
    for shape in (one, two):
        for (x, y), (u, v) in zip(shape, (*shape[1:], shape[0]), strict=True):
            axis = y - v, u - x
            first, second = ([axis[0] * a + axis[1] * b for a, b in other] for other in (one, two))
            if max(first) <= min(second) + 1e-6 or max(second) <= min(first) + 1e-6:
                return False
    return True


@pytest.mark.parametrize("sides", DICE)
def test_every_side_is_a_regular_polygon_of_edges_of_one(sides: int) -> None:
    net = net_of(sides)
    assert sorted(face.side for face in net.faces) == list(range(sides))
    for face in net.faces:
        assert len(face.corners) == CORNERS[sides]
        edges = zip(face.corners, (*face.corners[1:], face.corners[0]), strict=True)
        assert all(dist(a, b) == pytest.approx(1) for a, b in edges)
        assert len({round(dist(corner, face.middle), 6) for corner in face.corners}) == 1


@pytest.mark.parametrize("sides", DICE)
def test_nothing_in_the_net_overlaps(sides: int) -> None:
    net = net_of(sides)
    shapes = [*(face.corners for face in net.faces), *net.tabs]
    assert not [pair for pair in combinations(shapes, 2) if overlap(*pair)]


@pytest.mark.parametrize("sides", DICE)
def test_each_edge_is_folded_once_in_the_net_or_glued_to_one_tab(sides: int) -> None:
    net = net_of(sides)
    assert len(net.folds) == EDGES[sides]
    assert len(net.tabs) == len(net.cuts) == EDGES[sides] - (sides - 1)
    lengths = {round(dist(*edge), 6) for edge in (*net.folds, *net.cuts)}
    assert lengths == {1.0}


@pytest.mark.parametrize("sides", DICE)
def test_faces_beside_each_other_in_the_net_share_their_corners_of_the_solid(sides: int) -> None:
    places: dict[Point, set[int]] = {}
    for face in net_of(sides).faces:
        for (x, y), vertex in zip(face.corners, face.vertices, strict=True):
            places.setdefault((round(x, 4), round(y, 4)), set()).add(vertex)
    assert all(len(vertices) == 1 for vertices in places.values())


@pytest.mark.parametrize("sides", [6, 8, 12, 20])
def test_opposite_sides_are_the_first_and_the_last_and_so_on(sides: int) -> None:
    corners = {face.side: set(face.vertices) for face in net_of(sides).faces}
    for side, vertices in corners.items():
        assert not vertices & corners[sides - 1 - side]


@pytest.mark.parametrize("sides", DICE)
def test_the_room_of_a_text_lies_within_its_side(sides: int) -> None:
    half = ROOM[CORNERS[sides]] / 2 - 1e-4
    for face in net_of(sides).faces:
        x, y = face.middle
        assert all(inside(corner, face.corners) for corner in turned(face, x, y, half))


def turned(face: DieFace, x: float, y: float, half: float) -> list[Point]:
    """Return the corners of the square in the middle of a side, as it is turned."""
    from math import cos, radians, sin

    angle = radians(face.turn())
    return [
        (x + a * half * cos(angle) - b * half * sin(angle), y + a * half * sin(angle) + b * half * cos(angle))
        for a in (-1, 1)
        for b in (-1, 1)
    ]


def test_what_points_to_a_corner_is_turned_towards_it() -> None:
    from math import cos, radians, sin

    for face in net_of(4).faces:
        for corner, (x, y) in enumerate(face.corners):
            angle = radians(face.turn(corner))
            right, down = x - face.middle[0], y - face.middle[1]
            length = hypot(right, down)
            assert (sin(angle), -cos(angle)) == pytest.approx((right / length, down / length), abs=1e-6)


def test_a_die_that_no_net_makes_is_refused() -> None:
    with pytest.raises(KeyError):
        net_of(10)
