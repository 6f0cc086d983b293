"""The earth on paper: projections, and coasts, lakes and rivers of the world drawn in a box. Lengths are in points."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from heapq import heapify, heappop
from itertools import pairwise
from math import atan, atan2, ceil, copysign, cos, degrees, dist, hypot, inf, log, pi, radians, sin, tan
from typing import Any, ClassVar, NamedTuple

from rcwkit.art.colours import mix
from rcwkit.art.hatching import box_corners, clipped, disc
from rcwkit.art.theme import Theme
from rcwkit.bundled import bundled
from rcwkit.frame import MM, Group, Item, Path, Point, Rect, Subpath, box_of, cross, encloses, sides

KM_PER_DEGREE = 111.2
LonLat = tuple[float, float]
"""Degrees east and north; the west and the south are negative."""

RADIUS = 6371.0
"""Of the earth, in km."""
LARGEST = 16_000_000
"""Most bytes of a file of a game's own."""
UNIT = 200
"""Parts of a degree in the files of `templates/earth/`."""
FARTHEST = 84.0
"""Latitude beyond which nothing is drawn."""
STEP = 2.5
"""Most degrees of an edge that is drawn straight."""
CLOSE = 0.35
"""Distance of points below which one of them is left out."""
LEAST_ISLAND, LEAST_LAKE = 0.3 * MM, 1.4 * MM
"""Least size of islands and lakes that are drawn."""
SEA, WATER, COAST = "#C9DAE0", "#4F8196", "#3E6A7C"
SHOALS = ((7.0, "#C0D4DB"), (4.6, "#B6CDD6"), (2.4, "#AAC4CF"))
"""Bands of the sea along coasts: twice their width in mm, and their colours."""
FLAT, RIVER = 0.3, 0.8
"""How much of the look's second colour flat water has, and the width in mm of its rivers."""
POSTER, BROAD = 1.8 * MM, 9.5 * MM
"""Distance of the points of flat coasts, and the side of a square as large as the least island or lake in them."""
WATERLINES = (3.0, 1.6)
"""Where lines run along coasts in low ink: twice their distance in mm."""


@dataclass(frozen=True)
class Conic:
    """Lambert's conformal conic projection of a sphere: true along two parallels; points are in km from the centre."""

    centre: LonLat
    parallels: tuple[float, float]

    @cached_property
    def cone(self) -> float:
        """The part of a full turn that a turn of the earth takes."""
        first, second = sorted(map(radians, self.parallels))
        if second - first < 1e-6:
            return sin(first)
        return log(cos(first) / cos(second)) / log(tan(pi / 4 + second / 2) / tan(pi / 4 + first / 2))

    @cached_property
    def factor(self) -> float:
        """The distance of the equator from the tip of the cone, in km."""
        first = radians(min(self.parallels))
        return float(RADIUS * cos(first) * tan(pi / 4 + first / 2) ** self.cone / self.cone)

    @cached_property
    def middle(self) -> float:
        """The distance of the centre from there, in km."""
        return self._radius(self.centre[1])

    def _radius(self, latitude: float) -> float:
        if not -FARTHEST - 5 <= latitude <= FARTHEST + 5:
            latitude = copysign(FARTHEST + 5, latitude)
        return float(self.factor * tan(pi / 4 + radians(latitude) / 2) ** -self.cone)

    def point(self, at: LonLat) -> Point:
        """Return km to the east and to the south of the centre."""
        radius, angle = self._radius(at[1]), self.cone * radians(at[0] - self.centre[0])
        return radius * sin(angle), radius * cos(angle) - self.middle

    def back(self, point: Point) -> LonLat:
        """Return the degrees of a point."""
        sign = 1 if self.cone > 0 else -1
        x, y = sign * point[0], sign * (point[1] + self.middle)
        radius, angle = sign * hypot(x, y), atan2(x, y)
        latitude = 2 * atan((self.factor / radius) ** (1 / self.cone)) - pi / 2
        return self.centre[0] + degrees(angle / self.cone), degrees(latitude)


@dataclass(frozen=True)
class Plain:
    """The equirectangular projection: true along the parallel of the centre; points are in km from the centre."""

    centre: LonLat
    down: ClassVar[float] = RADIUS * pi / 180

    @cached_property
    def across(self) -> float:
        """Km to a degree of longitude."""
        return self.down * cos(radians(self.centre[1]))

    def point(self, at: LonLat) -> Point:
        """Return km to the east and to the south of the centre."""
        return (at[0] - self.centre[0]) * self.across, (self.centre[1] - at[1]) * self.down

    def back(self, point: Point) -> LonLat:
        """Return the degrees of a point."""
        return self.centre[0] + point[0] / self.across, self.centre[1] - point[1] / self.down


Projection = Conic | Plain


def projected(centre: LonLat, span: float) -> Projection:
    """Return a projection that suits a centre and so many degrees of latitude around it."""
    third = max(span / 3, 1.0)
    near_equator = abs(centre[1]) < third + 5
    return Plain(centre) if near_equator else Conic(centre, (centre[1] - third, centre[1] + third))


class MapView(NamedTuple):
    """A box that shows a part of the earth: the centre of a projection is in its middle; `scale` is in km to a mm."""

    projection: Projection
    scale: float
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Where the centre is."""
        return self.x + self.width / 2, self.y + self.height / 2

    def at(self, place: LonLat) -> Point:
        """Return where a place is, in the box or beyond it."""
        return next(self.course((place,)))

    def course(self, places: Iterable[LonLat]) -> Iterator[Point]:
        """Yield where places are, each within half a turn of the centre."""
        point, centre = self.projection.point, self.projection.centre[0]
        x, y = self.middle
        for longitude, latitude in places:
            east, south = point((longitude - 360 * round((longitude - centre) / 360), latitude))
            yield x + east * MM / self.scale, y + south * MM / self.scale

    def back(self, point: Point) -> LonLat:
        """Return the degrees of a point."""
        x, y = self.middle
        return self.projection.back(((point[0] - x) * self.scale / MM, (point[1] - y) * self.scale / MM))

    def holds(self, point: Point, inset: float = 0.0) -> bool:
        """Return whether a point is in the box, `inset` from its edges."""
        x, y, wide, high = self.x + inset, self.y + inset, self.width - 2 * inset, self.height - 2 * inset
        return x <= point[0] <= x + wide and y <= point[1] <= y + high

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """West, south, east and north of all that the box shows, and a little beyond."""
        steps = [step / 8 for step in range(9)]
        seen = [self.back((self.x + self.width * a, self.y + self.height * b)) for a in steps for b in steps]
        lons, lats = [lon for lon, _ in seen], [lat for _, lat in seen]
        beyond = 0.5 + 0.06 * max(max(lons) - min(lons), max(lats) - min(lats))
        west, south = min(lons) - beyond, max(min(lats) - beyond, -FARTHEST)
        return west, south, max(lons) + beyond, min(max(lats) + beyond, FARTHEST)


class Outline:
    """A line or ring of a file: its rank, from 0 for the largest, name, bounds, and points once they are needed."""

    def __init__(
        self, rank: int, name: str, bounds: tuple[float, float, float, float], found: str | list[LonLat]
    ) -> None:
        self.rank, self.name, self._found = rank, name, found
        self.west, self.south, self.east, self.north = bounds

    @cached_property
    def points(self) -> list[LonLat]:
        """Its points in degrees."""
        if not isinstance(self._found, str):
            return self._found
        steps = [int(value) for value in self._found.split()]
        x = y = 0
        points = []
        for across, up in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + across, y + up
            points.append((x / UNIT, y / UNIT))
        return points

    def within(self, bounds: tuple[float, float, float, float]) -> Iterator[list[LonLat]]:
        """Yield its points, turned around the earth as far as needed, if it may lie within bounds."""
        west, south, east, north = bounds
        if self.south > north or self.north < south:
            return
        for turn in (-360, 0, 360):
            if self.west + turn < east and self.east + turn > west:
                yield [(x + turn, y) for x, y in self.points] if turn else self.points


@lru_cache(maxsize=8)
def _shipped(name: str) -> tuple[Outline, ...]:
    """Return the shapes of a file of `templates/earth/`: rank, name, bounds and steps, with tabs between them."""
    text = (bundled("templates") / "earth" / f"{name}.txt").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    found = []
    for rank, name_of, bounds, steps in rows:
        west, south, east, north = (int(value) / UNIT for value in bounds.split())
        found.append(Outline(int(rank), name_of, (west, south, east, north), steps))
    return tuple(found)


def read_outlines(data: bytes) -> tuple[Outline, ...]:
    """Return the lines and rings of a GeoJSON file. Raises ValueError, with what is wrong with it."""
    if len(data) > LARGEST:
        raise ValueError(f"larger than {LARGEST // 1_000_000} MB")
    try:
        found = [
            Outline(rank, name, box_of(points), points)
            for rank, name, points in _drawn(json.loads(data), 0, "")
            if len(points) > 1
        ]
    except (LookupError, TypeError, AttributeError, RecursionError, UnicodeDecodeError, json.JSONDecodeError):
        found = []
    if not found:
        raise ValueError("no GeoJSON with lines or polygons")
    return tuple(found)


def _drawn(value: Any, rank: int, name: str) -> Iterator[tuple[int, str, list[LonLat]]]:
    """Yield the lines and rings of a GeoJSON object, with the rank and the name of their feature."""
    match value["type"]:
        case "FeatureCollection":
            for feature in value["features"]:
                yield from _drawn(feature, rank, name)
        case "Feature" if value.get("geometry"):
            own = value.get("properties") or {}
            said, called = own.get("scalerank", rank), own.get("name", name)
            ranked = said if isinstance(said, int) and 0 <= said <= 12 else rank
            yield from _drawn(value["geometry"], ranked, called if isinstance(called, str) else name)
        case "LineString":
            yield rank, name, _turned_on(value["coordinates"])
        case "MultiLineString" | "Polygon":
            yield from ((rank, name, _turned_on(line)) for line in value["coordinates"])
        case "MultiPolygon":
            yield from ((rank, name, _turned_on(ring)) for rings in value["coordinates"] for ring in rings)


def _turned_on(coordinates: Any) -> list[LonLat]:
    """Return points that go on beyond 180 degrees of longitude, instead of to the other end of the world."""
    points: list[LonLat] = []
    turn = 0.0
    for place in coordinates:
        x, y = float(place[0]), float(place[1])
        if not (abs(x) <= 360 and abs(y) <= 90):
            raise ValueError(f"no place on the earth: {x:g}, {y:g}")
        if points and abs(x + turn - points[-1][0]) > 180:
            turn += -360 if x + turn > points[-1][0] else 360
        points.append((x + turn, y))
    return points


def _boxed(points: Sequence[Point], box: tuple[float, float, float, float]) -> Sequence[Point]:
    """Return the part of a polygon within a box: left, top, right and bottom."""
    left, top, right, bottom = box
    west, north, east, south = box_of(points)
    ends = ((west < left, -1, 0, -left), (east > right, 1, 0, right))
    for beyond, a, b, most in (*ends, (north < top, 0, -1, -top), (south > bottom, 0, 1, bottom)):
        points = clipped(points, a, b, most) if beyond else points
    return points


def _bent(points: Sequence[LonLat]) -> Iterator[LonLat]:
    """Yield the points of a polygon, with others along its long edges, so that these bend as the projection does."""
    for (x, y), (to_x, to_y) in sides(points):
        parts = int(max(abs(to_x - x), abs(to_y - y)) / STEP) + 1
        for part in range(parts):
            yield x + (to_x - x) * part / parts, y + (to_y - y) * part / parts


def _thinned(points: Iterable[Point], close: float = CLOSE) -> list[Point]:
    """Return points without those that are too close to the one before."""
    kept: list[Point] = []
    before, above = inf, inf
    for x, y in points:
        if abs(x - before) > close or abs(y - above) > close:
            before, above = round(x, 2), round(y, 2)
            kept.append((before, above))
    return kept


@dataclass(frozen=True, eq=False)
class Relief:
    """What is on the earth in a view: rings of land and of lakes, and rivers with their ranks, from 0 for the largest.

    A ring within another is a hole in it. What is `flat` is drawn in flat inks.
    """

    view: MapView
    land: tuple[list[Point], ...]
    lakes: tuple[list[Point], ...]
    rivers: tuple[tuple[int, list[Point]], ...]
    flat: bool = False

    def is_land(self, point: Point) -> bool:
        """Return whether a point is on land; lakes do not count."""
        x, y = point
        return sum(encloses(ring, x, y) for ring in self.land) % 2 == 1

    @cached_property
    def _bounded(self) -> list[tuple[list[Point], tuple[float, float, float, float]]]:
        """The rings of land, each with its box."""
        return [(ring, box_of(ring)) for ring in self.land]

    def near(self, box: tuple[float, float, float, float]) -> Relief:
        """Return it without the rings of land that do not reach into a box, in which the same points are on land."""
        left, top, right, low = box
        land = (
            one for one, (x, y, far, deep) in self._bounded if x <= right and far >= left and y <= low and deep >= top
        )
        return replace(self, land=tuple(land))

    def on_land(self, items: Iterable[Item]) -> Group:
        """Return what of some items is on land; lakes do not count."""
        return Group(tuple(items), within=Path(_path(self.land, closed=True), even_odd=True))

    def at_sea(self, items: Iterable[Item]) -> Group:
        """Return what of some items is at sea."""
        view = self.view
        corners = box_corners(view.x, view.y, view.width, view.height)
        return Group(tuple(items), within=Path(_path((corners, *self.land), closed=True), even_odd=True))

    def sea(self, theme: Theme, fine: float = 1.0) -> Iterator[Item]:
        """Yield the sea with its shoals, in low ink lines along the coasts, and the land above it."""
        view = self.view
        coasts = Path(_path(self.land, closed=True), None, COAST, 0.0, join="round")
        if theme.outlined:
            for wide in WATERLINES:
                pale = mix(theme.page, COAST, 0.45)
                yield coasts._replace(stroke=pale, line=round(fine * wide * MM, 2))
                yield coasts._replace(stroke=theme.page, line=round(fine * wide * MM - 0.7, 2))
            yield coasts._replace(fill=theme.page, stroke=None, even_odd=True)
            return
        yield Rect(view.x, view.y, view.width, view.height, self._water(theme))
        for wide, colour in () if self.flat else SHOALS:
            yield coasts._replace(stroke=colour, line=round(fine * wide * MM, 2))
        yield coasts._replace(fill=land(theme), stroke=None, even_odd=True)

    def _water(self, theme: Theme) -> str:
        """Return the ground of seas and lakes."""
        return theme.page if theme.outlined else mix(theme.page, theme.second, FLAT) if self.flat else SEA

    def waters(self, theme: Theme, fine: float = 1.0) -> Iterator[Item]:
        """Yield rivers, lakes and the line of the coasts; `fine` is the width of lines compared with a map's."""
        by_width: dict[float, list[list[Point]]] = {}
        for rank, course in self.rivers:
            by_width.setdefault(RIVER if self.flat else max(0.28, 0.9 - 0.1 * rank), []).append(course)
        for wide, courses in by_width.items():
            line = round(wide * fine * (0.7 if theme.outlined else 1.0) * MM, 2)
            blue = theme.second if self.flat else WATER
            yield Path(_path(courses), None, blue, line, cap="round", join="round")
        water, edge = self._water(theme), theme.ink if self.flat else COAST
        thin = round(max(0.45, 0.6 * fine), 2)
        if self.lakes:
            yield Path(
                _path(self.lakes, closed=True), water, edge if self.flat else WATER, thin, even_odd=True, join="round"
            )
        yield Path(_path(self.land, closed=True), None, edge, round(max(0.5, 0.9 * fine), 2), join="round")

    def framed(self, items: Iterable[Item]) -> Group:
        """Return items cut off at the edges of the view."""
        view = self.view
        return Group(tuple(items), clip=(view.x, view.y, view.width, view.height))


def land(theme: Theme) -> str:
    """Return the ground of land in a theme."""
    return mix(theme.page, theme.paper, 0.45)


def relief(
    view: MapView,
    *,
    least: int = 9,
    own: Mapping[str, Sequence[Outline]] | None = None,
    named: Sequence[str] = (),
    flat: bool = False,
) -> Relief:
    """Return coasts, lakes and rivers up to a rank in a view; a game's `own` take the place of those shipped.

    Only rivers that are `named` are there, if some are; `flat` outlines are coarse, without small lakes and islands.
    """
    close = POSTER if flat else CLOSE
    bounds = view.bounds
    outlines = {name: (own or {}).get(name) or _shipped(name) for name in ("land", "lakes", "rivers")}
    rings, lakes = (
        tuple(
            ring
            for shape in outlines[name]
            for points in shape.within(bounds)
            if (part := _boxed(points, bounds))
            and _is_seen(ring := _thinned(view.course(_bent(part)), close), BROAD if flat else smallest, flat)
        )
        for name, smallest in (("land", LEAST_ISLAND), ("lakes", LEAST_LAKE))
    )
    rivers = [
        (shape.rank, course)
        for shape in outlines["rivers"]
        if shape.rank <= least and (not named or shape.name in named)
        for points in shape.within(bounds)
        if len(course := _thinned(view.course(points), close)) > 1
    ]
    return Relief(view, rings, lakes, tuple(rivers), flat)


def river_names(own: Mapping[str, Sequence[Outline]]) -> frozenset[str]:
    """Return the names of the rivers of a game's own file, or of those shipped."""
    return frozenset(shape.name for shape in own.get("rivers") or _shipped("rivers"))


def _is_seen(ring: Sequence[Point], smallest: float, broad: bool) -> bool:
    """Return whether a ring is large enough to be drawn: its box is, or, if it must be `broad`, its area."""
    if len(ring) < 3:
        return False
    if broad:
        return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides(ring))) > 2 * smallest**2
    left, top, right, bottom = box_of(ring)
    return right - left + bottom - top > 2 * smallest


def _path(courses: Iterable[Sequence[Point]], *, closed: bool = False) -> tuple[Subpath, ...]:
    return tuple(Subpath(points[0], tuple(points[1:]), closed) for points in courses)


def _meets(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


Reach = float | tuple[float, float]
"""How far an area goes from a point: everywhere, or across and down."""


def oval(point: Point, reach: Reach, corners: int = 48) -> list[Point]:
    """Return the outline of what is within reach of a point: a circle, or a rounded box where it is not the same."""
    if not isinstance(reach, tuple):
        return list(disc(*point, reach, 24))
    (x, y), (across, down) = point, reach
    turns = ((sin(2 * pi * step / corners), -cos(2 * pi * step / corners)) for step in range(corners))
    return [(x + across * copysign(abs(a) ** ROUND, a), y + down * copysign(abs(b) ** ROUND, b)) for a, b in turns]


BENDS = ((0.5, 0.071, 0.038, 0.4), (0.32, 0.041, 0.122, 2.1), (0.18, 0.21, 0.16, 4.0))
"""Of lines that nobody knows: shares of the waves that bend them, how fast each turns across and down, and where."""
BEND, BENT = 2.6 * MM, 2.2 * MM
"""How far such a line is bent, and the distance of its corners."""


def bent(ring: Sequence[Point], *, closed: bool = True, far: float = BEND) -> list[Point]:
    """Return a ring, or a line, with its sides bent as far as borders are; two that touch are bent alike."""
    found = []
    for (ax, ay), (bx, by) in sides(ring) if closed else pairwise((*ring, ring[-1])):
        count = max(1, ceil(dist((ax, ay), (bx, by)) / BENT))
        for step in range(count):
            x, y = ax + (bx - ax) * step / count, ay + (by - ay) * step / count
            east = sum([share * sin(across * x + down * y + at) for share, across, down, at in BENDS])
            south = sum([share * cos(down * x - across * y + at) for share, across, down, at in BENDS])
            found.append((round(x + far * east, 2), round(y + far * south, 2)))
    return found


def all_bent(areas: tuple[tuple[tuple[Point, ...], ...], ...]) -> tuple[list[list[Point]], ...]:
    """Return areas of several rings with all their sides bent."""
    return tuple([bent(ring) for ring in area] for area in areas)


TURNS, NEAR_BY, EASE = 240, 1.4, 14
"""Directions in which land is measured, how far beyond its own reach it may meet a neighbour's, and how many
directions beside a border begin to open."""
FINE = 1.0 * MM
"""About how far apart the corners of its outline are."""


class Cell(NamedTuple):
    """The land of a place as it is seen from there, all around: how far it reaches, and where a neighbour's begins.

    `firm` is 1 where there is a neighbour, 0 where nobody knows its end, and in between beside such a border.
    """

    middle: Point
    reaches: tuple[float, ...]
    borders: tuple[float, ...]
    firm: tuple[float, ...]

    def ring(self, part: float = 1.0) -> list[Point]:
        """Return its outline: as far as the borders, and a part of its reach where it has none."""
        (x, y), found = self.middle, []
        every = next((step for step in (6, 4, 3, 2) if 2 * pi * step * max(self.reaches) < TURNS * FINE), 1)
        for turn in range(0, TURNS, every):
            reach = self.reaches[turn] * (1 - (1 - part) * (1 - self.firm[turn]))
            far, angle = min(self.borders[turn], reach), 2 * pi * turn / TURNS
            found.append((x + far * sin(angle), y - far * cos(angle)))
        return bent(found)

    def edges(self) -> list[list[Point]]:
        """Return the courses of its borders, bent as its outline is."""
        (x, y), courses = self.middle, list[list[Point]]([[]])
        for turn in range(TURNS + 1):
            border, angle = self.borders[turn % TURNS], 2 * pi * turn / TURNS
            if border <= self.reaches[turn % TURNS]:
                courses[-1].append((x + border * sin(angle), y - border * cos(angle)))
            elif courses[-1]:
                courses.append([])
        return [bent(course, closed=False) for course in courses if len(course) > 1]


def cells_around(points: Sequence[tuple[Point, Reach]]) -> list[Cell]:
    """Return the land of each of some points: ovals as large as its reach, which end where a neighbour is nearer.

    Nearness is measured in reaches, so that large lands bend around small ones beside them.
    """
    sizes = [reach if isinstance(reach, tuple) else (reach, reach) for _, reach in points]
    ways = [(sin(2 * pi * turn / TURNS), -cos(2 * pi * turn / TURNS)) for turn in range(TURNS)]
    found = []
    for index, ((x, y), _) in enumerate(points):
        wide, high = sizes[index]
        near = [
            ((ax - x) / across, (ay - y) / down, across, down)
            for other, (((ax, ay), _), (across, down)) in enumerate(zip(points, sizes, strict=True))
            if other != index
            and (ax, ay) != (x, y)
            and abs(ax - x) < NEAR_BY * (wide + across)
            and abs(ay - y) < NEAR_BY * (high + down)
        ]
        own = [1 / hypot(a / wide, b / high) for a, b in ways]
        borders = [
            min((_border(a, b, reach, one) for one in near), default=inf)
            for (a, b), reach in zip(ways, own, strict=True)
        ]
        borders = [far if far <= NEAR_BY * reach else inf for far, reach in zip(borders, own, strict=True)]
        firm = [
            sum((EASE - abs(step)) * (borders[(turn + step) % TURNS] < inf) for step in range(1 - EASE, EASE)) / EASE**2
            for turn in range(TURNS)
        ]
        reaches = (reach * (1 + (NEAR_BY - 1) * part) for reach, part in zip(own, firm, strict=True))
        found.append(Cell((x, y), tuple(reaches), tuple(borders), tuple(firm)))
    return found


def _border(a: float, b: float, reach: float, other: tuple[float, float, float, float]) -> float:
    """Return how far it is in a direction to where another land is as near in its reaches; infinite if it never is."""
    across, down, wide, high = other
    square = (a / wide) ** 2 + (b / high) ** 2 - 1 / reach**2
    linear, rest = -2 * (a / wide * across + b / high * down), across**2 + down**2
    if abs(square) < 1e-12:
        return -rest / linear if linear < 0 else inf
    root = linear**2 - 4 * square * rest
    if root < 0:
        return inf
    ends = ((-linear + way * root**0.5) / (2 * square) for way in (-1, 1))
    return min((end for end in ends if end > 0), default=inf)


def areas_around(points: Sequence[tuple[Point, str, Reach]]) -> list[list[list[Point]]]:
    """Return the convex parts of the area of each of some points, with the group of each and its reach.

    Land within reach of the outline of a group is that of the group's nearest point; where outlines overlap, it is
    that of the nearest point of these groups.
    """
    around: dict[str, list[Point]] = {}
    for point, group, reach in points:
        around.setdefault(group, []).extend(oval(point, reach))
    hulls = {group: _hull(ends) for group, ends in around.items()}
    boxes = {group: box_of(hull) for group, hull in hulls.items()}
    edges = {
        group: [(by - ay, ax - bx, (by - ay) * ax + (ax - bx) * ay) for (ax, ay), (bx, by) in sides(hull)]
        for group, hull in hulls.items()
    }
    found: list[list[list[Point]]] = [[] for _ in points]

    def divide(among: Sequence[int], part: Sequence[Point], again: int = 2) -> None:
        """Give every point of a convex part to the nearest among these whose group's outline holds it."""
        for index in among:
            here, group, _ = points[index]
            (x, y), area = here, list(part)
            far = max([dist(corner, here) for corner in area])
            nearest = [(dist(points[one][0], here), points[one][0]) for one in among]
            heapify(nearest)  # a few of them are near enough
            while nearest:
                away, (to_x, to_y) = heappop(nearest)
                if away > 2 * far:
                    break
                if away:
                    middle = (to_x * to_x + to_y * to_y - x * x - y * y) / 2
                    left = clipped(area, to_x - x, to_y - y, middle)
                    if left != area:
                        area, far = left, max([dist(corner, here) for corner in left], default=0.0)
            for a, b, most in edges[group]:
                if not area or max([a * across + b * down for across, down in area]) <= most:
                    continue
                beyond = clipped(area, -a, -b, -most) if again else []
                area = clipped(area, a, b, most)
                if len(beyond) > 2:
                    box = box_of(beyond)
                    others = [one for one in among if (name := points[one][1]) != group and _meets(boxes[name], box)]
                    divide(others, beyond, again - 1)
            corners = list(dict.fromkeys((round(a, 2), round(b, 2)) for a, b in area))
            if len(corners) > 2:
                found[index].append(corners)

    if points:
        left, top, right, low = box_of([end for hull in hulls.values() for end in hull])
        divide(range(len(points)), [(left, top), (right, top), (right, low), (left, low)])
    return found


ROUND = 0.8
"""How round areas are that do not reach as far across as down: 1 is an ellipse, less nearer to a box."""


def _hull(points: Iterable[Point]) -> list[Point]:
    """Return the corners of the smallest convex area with all points, in one direction."""
    ordered = sorted(set(points))

    def half(line: Iterable[Point]) -> list[Point]:
        kept: list[Point] = []
        for point in line:
            while len(kept) > 1 and cross(kept[-2], kept[-1], point) <= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]

    return half(ordered) + half(reversed(ordered))
