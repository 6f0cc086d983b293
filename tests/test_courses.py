"""Courses: stretches joined where they go straight on, and curves through all that they pass."""

from __future__ import annotations

from math import dist

from hypothesis import given
from hypothesis import strategies as st
from rcwkit.kinds.maps.courses import courses, rounded, smooth, straight

POINTS = {"a": (0.0, 0.0), "b": (10.0, 0.0), "c": (20.0, 0.0), "d": (10.0, 10.0), "e": (30.0, 0.0)}
NODES = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)).filter(lambda p: p[0] != p[1]), max_size=30)


def joined(*pairs: str) -> list[str]:
    return sorted("".join(course) for course in courses([(pair[0], pair[1]) for pair in pairs], POINTS.__getitem__))


def test_a_branch_ends_where_the_straightest_pair_goes_on() -> None:
    assert joined("ab", "cb", "bd", "ce") == ["abce", "bd"] or joined("ab", "cb", "bd", "ce") == ["db", "ecba"]


def test_a_ring_returns_to_its_start() -> None:
    (course,) = courses([("a", "b"), ("b", "d"), ("d", "a")], POINTS.__getitem__)
    assert course[0] == course[-1]
    assert len(course) == 4


@given(NODES)
def test_every_stretch_is_in_one_course(pairs: list[tuple[int, int]]) -> None:
    found = courses(pairs, lambda node: (float(node), float(node * node % 7)))
    laid = [frozenset(pair) for course in found for pair in zip(course, course[1:], strict=False)]
    assert sorted(map(sorted, laid)) == sorted(map(sorted, {frozenset(pair) for pair in pairs}))


def test_a_smooth_course_passes_through_its_points() -> None:
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, 0.0), (30.0, 8.0)]
    path = smooth(points)
    assert [path.start, *((step[-2], step[-1]) for step in path.steps)] == points
    assert straight(points).steps == tuple(points[1:])


def test_rounded_corners_stay_near_and_ends_are_kept() -> None:
    points = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]
    path = rounded(points, 0.34)
    assert (path.start, path.steps[-1]) == ((0.0, 0.0), (10.0, 10.0))
    assert all(dist(step[-2:], (10.0, 0.0)) >= 3.4 - 0.01 for step in path.steps)
    ring = rounded([*points, (0.0, 10.0), (0.0, 0.0)], 0.34)
    assert ring.closed
