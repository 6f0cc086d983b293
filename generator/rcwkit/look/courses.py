"""Lines of roads, rivers and borders: stretches joined into courses, and courses smoothed. Lengths are in points."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from math import atan2, hypot, pi
from typing import TypeVar

from rcwkit.look.frame import Subpath

__all__ = ["courses", "rounded", "smooth", "straight"]

T = TypeVar("T", bound=Hashable)
Point = tuple[float, float]

BEND = 2.0
"""Least angle, in radians, between two stretches of one course: sharper bends begin another."""
PULL = 1 / 6
"""How far handles of a smooth course reach, in parts of the distance of the points on both sides."""


def courses(stretches: Iterable[tuple[T, T]], at: Callable[[T], Point]) -> list[list[T]]:
    """Return stretches joined into courses; where more than two meet, the straightest pairs go on."""
    near: dict[T, list[T]] = {}
    for one, other in stretches:
        near.setdefault(one, []).append(other)
        near.setdefault(other, []).append(one)
    onward = {node: _paired(node, ends, at) for node, ends in near.items()}
    left = {(one, other) for one, ends in near.items() for other in ends}
    starts = [(node, end) for node, ends in near.items() for end in ends if end not in onward[node]]
    found = []
    for one, other in [*starts, *((node, end) for node, ends in near.items() for end in ends)]:
        if (one, other) not in left:
            continue
        course = [one]
        while (one, other) in left:
            left -= {(one, other), (other, one)}
            course.append(other)
            one, other = other, onward[other].get(one, other)
        found.append(course)
    return found


def _paired(node: T, ends: Sequence[T], at: Callable[[T], Point]) -> dict[T, T]:
    """Return which end a course from each end goes on to."""
    if len(ends) < 2:
        return {}
    x, y = at(node)
    way = {end: atan2(at(end)[1] - y, at(end)[0] - x) for end in ends}
    pairs = [(one, other) for index, one in enumerate(ends) for other in ends[index + 1 :]]

    def bend(pair: tuple[T, T]) -> float:
        turned = abs(way[pair[0]] - way[pair[1]]) % (2 * pi)
        return min(turned, 2 * pi - turned)

    found: dict[T, T] = {}
    for one, other in sorted(pairs, key=bend, reverse=True):
        if one not in found and other not in found and (len(ends) == 2 or bend((one, other)) > BEND):
            found |= {one: other, other: one}
    return found


def straight(points: Sequence[Point], *, closed: bool = False) -> Subpath:
    """Return a course as it is."""
    return Subpath(
        (round(points[0][0], 2), round(points[0][1], 2)), tuple(_near(*point) for point in points[1:]), closed
    )


def smooth(points: Sequence[Point]) -> Subpath:
    """Return a smooth course through all its points; one that ends where it begins is closed."""
    ring = len(points) > 3 and points[0] == points[-1]
    steps = []
    for index in range(len(points) - 1):
        before = points[index - 1] if index else (points[-2] if ring else points[0])
        start, end = points[index], points[index + 1]
        after = points[index + 2] if index + 2 < len(points) else (points[1] if ring else end)
        one = start[0] + (end[0] - before[0]) * PULL, start[1] + (end[1] - before[1]) * PULL
        two = end[0] - (after[0] - start[0]) * PULL, end[1] - (after[1] - start[1]) * PULL
        steps.append(_near(*one, *two, *end))
    return Subpath((round(points[0][0], 2), round(points[0][1], 2)), tuple(steps))


def rounded(points: Sequence[Point], share: float) -> Subpath:
    """Return a course whose corners are rounded, `share` (0 to 0.5) of the shorter stretch along both."""
    ring = len(points) > 3 and points[0] == points[-1]
    corners = [*points[:-1], points[0], points[1]] if ring else list(points)
    steps: list[tuple[float, ...]] = []
    start = points[0]
    for index in range(1, len(corners) - 1):
        before, corner, after = corners[index - 1 : index + 2]
        reach = share * min(
            hypot(corner[0] - before[0], corner[1] - before[1]), hypot(after[0] - corner[0], after[1] - corner[1])
        )
        one, two = _toward(corner, before, reach), _toward(corner, after, reach)
        if ring and index == len(corners) - 2:
            start = two
        steps.append(_near(*one))
        steps.append(_near(*_toward(one, corner, 0.62 * reach), *_toward(two, corner, 0.62 * reach), *two))
    if ring:
        return Subpath((round(start[0], 2), round(start[1], 2)), tuple(steps), closed=True)
    return Subpath((round(start[0], 2), round(start[1], 2)), (*steps, _near(*points[-1])))


def _toward(start: Point, end: Point, by: float) -> Point:
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * by / far, start[1] + (end[1] - start[1]) * by / far


def _near(*values: float) -> tuple[float, ...]:
    return tuple(round(value, 2) for value in values)
