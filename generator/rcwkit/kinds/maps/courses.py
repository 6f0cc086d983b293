"""Courses on maps: rivers, roads and links, smooth or straight, in the style of their lines. Lengths are in points."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, ceil, hypot, pi, tan
from typing import NamedTuple, TypeVar, get_args

from rcwkit.art.colours import mix
from rcwkit.art.theme import Theme
from rcwkit.frame import MM, Item, Path, Point, Polygon, Subpath
from rcwkit.kinds.maps.model import Edge, LineStyle, Way

T = TypeVar("T", bound=Hashable)

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
        one, two = toward(corner, before, reach), toward(corner, after, reach)
        if ring and index == len(corners) - 2:
            start = two
        steps.append(_near(*one))
        steps.append(_near(*toward(one, corner, 0.62 * reach), *toward(two, corner, 0.62 * reach), *two))
    if ring:
        return Subpath((round(start[0], 2), round(start[1], 2)), tuple(steps), closed=True)
    return Subpath((round(start[0], 2), round(start[1], 2)), (*steps, _near(*points[-1])))


def toward(start: Point, end: Point, by: float) -> Point:
    """Return the point at a distance from one, on the way to another."""
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return start[0] + (end[0] - start[0]) * by / far, start[1] + (end[1] - start[1]) * by / far


def _near(*values: float) -> tuple[float, ...]:
    return tuple(round(value, 2) for value in values)


Course = Sequence[Point]


class _Look(NamedTuple):
    """How a line is drawn: colour, width in mm, a casing on both sides, dashes (mm), teeth or ties across it."""

    colour: str
    width: float
    casing: str = ""
    dash: tuple[float, float] | None = None
    ties: float = 0.0
    teeth: float = 0.0
    flows: bool = False


LOOKS: Mapping[LineStyle, _Look] = {
    "river": _Look("#5B9BC0", 1.5, "#2F6688", flows=True),
    "stream": _Look("#4A8BB3", 0.6, flows=True),
    "coast": _Look("#2F6688", 0.7, flows=True),
    "wall": _Look("#4A4036", 0.9, teeth=1.6),
    "cliff": _Look("#6B4E2A", 0.5, teeth=1.0),
    "border": _Look("#9C2F2A", 0.8, dash=(2.4, 1.2)),
    "highway": _Look("#D9A441", 1.3, "#6B4423"),
    "road": _Look("#FBF6E8", 0.9, "#5A4630"),
    "track": _Look("#6B5236", 0.5, dash=(1.6, 1.0)),
    "rail": _Look("#2E2A26", 0.55, ties=2.0),
    "link": _Look("#5A4630", 0.8),
    "sea_link": _Look("#2F6688", 0.7, dash=(2.0, 1.4)),
}
SHARE = 0.34
"""How much of each hexside a river takes to round the corners."""
MANY = 50_000
"""Most dashes, ties or teeth of one line; with more, it is drawn plain."""
ARROW = 1.2
"""How much longer in mm the head of an arrow is than its line is wide."""
SPARE = 0.28
"""Width in mm of the lines of a casing."""


def style_of(name: str, line: Edge | Way) -> LineStyle:
    """Return the style of a line: as it says, or what its id names."""
    usual: LineStyle = "border" if isinstance(line, Edge) else "link"
    return line.line or (name if name in get_args(LineStyle) else usual)  # type: ignore[return-value]


def is_straight(name: str, way: Way) -> bool:
    """Return whether each stretch of a way stands for itself: links, and those with arrows, are not joined."""
    return way.arrow or style_of(name, way) in ("link", "sea_link")


def line_drawn(name: str, line: Edge | Way, courses: Sequence[Course], theme: Theme, *, curved: bool) -> Iterator[Item]:
    """Yield courses in the style of a line; those `curved` go smoothly through their points, links do not."""
    look = LOOKS[style_of(name, line)]
    colour, casing, width = line.colour or look.colour, look.casing, (line.width or look.width) * MM
    if line.colour and casing:
        casing = mix(line.colour, theme.ink, 0.6)
    if theme.outlined:
        colour, casing = (
            (mix(theme.page, colour, 0.4 if look.flows else 0.0), theme.ink)
            if casing
            else (mix(colour, theme.ink, 0.5), "")
        )
    if look.flows:
        paths = tuple(rounded(course, SHARE) for course in courses)
    elif curved and isinstance(line, Way):
        paths = tuple(smooth(course) for course in courses)
    else:
        paths = tuple(straight(course) for course in courses)
    if not paths:
        return
    long = sum(hypot(b[0] - a[0], b[1] - a[1]) for course in courses for a, b in pairwise(course)) / MM
    dash = line.dash or look.dash
    if dash and long / sum(dash) < MANY:
        yield from _dashed(paths, colour, width, dash)
    else:
        yield from _plain(paths, colour, width, casing, look, long)
    if isinstance(line, Way) and line.arrow:
        size = width + ARROW * MM
        yield from (Polygon(head, colour, theme.page, 0.4) for path in paths for head in _heads(path, size))


def _plain(
    paths: Sequence[Subpath], colour: str, width: float, casing: str, look: _Look, long: float
) -> Iterator[Item]:
    """Yield lines without dashes, with their casing, ties or teeth; they are `long` mm in all."""
    if casing:
        yield Path(tuple(paths), None, casing, round(width + 2 * SPARE * MM, 2), cap="round", join="round")
    yield Path(tuple(paths), None, colour, round(width, 2), cap="round", join="round")
    if look.ties and long / look.ties < MANY:
        yield Path(tuple(_across(paths, look.ties * MM, 0.75 * MM, both=True)), None, colour, 0.32 * MM)
    if look.teeth and long / look.teeth < MANY:
        yield Path(tuple(_across(paths, look.teeth * MM, 1.1 * MM, both=False)), None, colour, 0.4 * MM)


POINTED, THICK = 0.42, 0.8 * MM
"""How long the point of a march is, in widths of its band, and the edge of one in a look cut by hand."""


def march(points: Sequence[Point], width: float, colour: str, theme: Theme, spread: float = 0.0) -> Iterator[Item]:
    """Yield a band along points that ends half its width past the last; at the first it has a point, no wider than it.

    Marches that meet at a place leave room for one another. A band with a `spread` in radians opens as it goes on.
    """
    tip, first, before, last = points[0], points[1], points[-2], points[-1]
    course = [toward(tip, first, POINTED * width), *_flattened(smooth(points[1:])), toward(last, before, -width / 2)]
    right, left = zip(*_beside(course, width / 2, tan(spread / 2)), strict=True)
    hand = theme.box == "handcut"
    fill = theme.shade(colour, 1.0 if hand else 0.8)
    edge = theme.ink if theme.outlined or hand else mix(colour, theme.ink, 0.2)
    band = tuple((round(x, 2), round(y, 2)) for x, y in (tip, *right, *reversed(left)))
    yield Polygon(band, edge, edge, 2 * (THICK if hand else 0.3 * MM))
    yield Polygon(band, fill)


def _beside(course: Sequence[Point], away: float, more: float) -> Iterator[tuple[Point, Point]]:
    """Yield the points at a distance from a course, on both sides, at each of its own.

    The distance grows with the course, by `more` of its length.
    """
    for before, (x, y), after in zip((course[0], *course), course, (*course[1:], course[-1]), strict=False):
        dx, dy = after[0] - before[0], after[1] - before[1]
        far = hypot(dx, dy) or 1.0
        away += more * hypot(x - before[0], y - before[1])
        across, down = -dy / far * away, dx / far * away
        yield (x + across, y + down), (x - across, y - down)


def _heads(path: Subpath, size: float) -> Iterator[tuple[Point, ...]]:
    """Yield the head of an arrow in the middle of each stretch of a path."""
    ends = [path.start, *((step[-2], step[-1]) for step in path.steps)]
    for (ax, ay), (bx, by) in pairwise(ends):
        length = hypot(bx - ax, by - ay)
        if length > 2 * size:
            dx, dy = (bx - ax) / length * size, (by - ay) / length * size
            x, y = (ax + bx) / 2, (ay + by) / 2
            tip, back = (x + dx, y + dy), (x - 0.5 * dx, y - 0.5 * dy)
            yield tuple(
                (round(a, 2), round(b, 2))
                for a, b in (tip, (back[0] - 0.8 * dy, back[1] + 0.8 * dx), (back[0] + 0.8 * dy, back[1] - 0.8 * dx))
            )


def _dashed(paths: Sequence[Subpath], colour: str, width: float, dash: tuple[float, float]) -> Iterator[Item]:
    """Yield dashes along paths, each course with whole dashes at both ends."""
    found = []
    for path in paths:
        points = _flattened(path)
        length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(points))
        on, off = dash[0] * MM, dash[1] * MM
        count = max(1, ceil((length + off) / (on + off)))
        scale = length / (count * on + (count - 1) * off) if length else 1.0
        for index in range(count):
            start = index * (on + off) * scale
            found.append(straight(_cut(points, start, start + on * scale)))
    yield Path(tuple(found), None, colour, round(width, 2), join="round")


def _across(paths: Sequence[Subpath], every: float, reach: float, *, both: bool) -> Iterator[Subpath]:
    """Yield short lines across paths, on their right side or on both."""
    for path in paths:
        points = _flattened(path)
        left = every / 2
        for (ax, ay), (bx, by) in pairwise(points):
            length = hypot(bx - ax, by - ay)
            while left <= length and length:
                x, y = ax + (bx - ax) * left / length, ay + (by - ay) * left / length
                dx, dy = -(by - ay) / length * reach, (bx - ax) / length * reach
                start = (x - dx, y - dy) if both else (x, y)
                yield straight((start, (x + dx, y + dy)))
                left += every
            left -= length


def _flattened(path: Subpath, parts: int = 8) -> list[Point]:
    """Return points along a path."""
    points: list[Point] = [path.start]
    for step in path.steps:
        if len(step) == 2:
            points.append((step[0], step[1]))
            continue
        (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], step
        for index in range(1, parts + 1):
            t = index / parts
            a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
            points.append((a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3))
    return points


def _cut(points: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return what lies between two distances along a line."""
    found: list[Point] = []
    gone = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        length = hypot(bx - ax, by - ay)
        if gone + length >= start and gone <= end and length:
            low, high = max(0.0, (start - gone) / length), min(1.0, (end - gone) / length)
            if not found:
                found.append((ax + (bx - ax) * low, ay + (by - ay) * low))
            found.append((ax + (bx - ax) * high, ay + (by - ay) * high))
        gone += length
    return found or [points[0], points[-1]]
