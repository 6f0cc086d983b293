"""Shapes: those of layouts' boxes, hatches, dashes, shadows, and line art for the low-ink edition."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil, cos, floor, hypot, pi, sin
from typing import TypeVar

from rcwkit.art.theme import Hatch, Plate, Theme
from rcwkit.frame import (
    MM,
    SILENT,
    Circle,
    Gradient,
    Group,
    Item,
    Line,
    Path,
    Picture,
    Point,
    Polygon,
    Rect,
    Subpath,
    Text,
    sides,
)

Shape = TypeVar("Shape", Rect, Circle, Polygon)

FINE = 0.4
"""Line width of hatches, in points."""
_ANGLES: dict[Hatch, tuple[float, ...]] = {
    "vertical": (90,),
    "horizontal": (0,),
    "falling": (45,),
    "rising": (-45,),
    "lattice": (45, -45),
    "grid": (0, 90),
}
"""Directions of a hatch's lines in degrees, clockwise from horizontal."""
_CROSSED = 1.5
"""How much farther apart crossed lines are."""


def box_corners(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, clockwise from the top left."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def cut_corners(x: float, y: float, width: float, height: float, cut: float) -> tuple[Point, ...]:
    """Return a rectangle without its top right corner, `cut` along both edges."""
    return (x, y), (x + width - cut, y), (x + width, y + cut), (x + width, y + height), (x, y + height)


def clipped(points: Sequence[Point], a: float, b: float, most: float) -> list[Point]:
    """Return the part of a polygon where a·x + b·y is at most `most`."""
    kept: list[Point] = []
    if not points:
        return kept
    before = points[-1]
    far = a * before[0] + b * before[1] - most
    for point in points:
        out = a * point[0] + b * point[1] - most
        if (out > 0) != (far > 0):
            share = far / (far - out)
            kept.append((before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share))
        if out <= 0:
            kept.append(point)
        before, far = point, out
    return kept


def within(points: Sequence[Point], shape: Sequence[Point]) -> tuple[Point, ...]:
    """Return the part of a polygon within a convex one, whose corners are clockwise."""
    for (x, y), (to_x, to_y) in pairwise((*shape, shape[0])):
        a, b = to_y - y, x - to_x
        points = clipped(points, a, b, a * x + b * y)
    return tuple(points)


def cornered(box: Rect, theme: Theme) -> Rect | Polygon:
    """Return a box with the corners of a theme: square, round or cut."""
    if theme.corners == "square":
        return box
    size = min(theme.corner, box.width / 3, box.height / 3)
    if theme.corners == "round":
        return box._replace(radius=size)
    left, top, right, low = box.x, box.y, box.x + box.width, box.y + box.height
    above = ((left + size, top), (right - size, top), (right, top + size), (right, low - size))
    below = ((right - size, low), (left + size, low), (left, low - size), (left, top + size))
    return Polygon((*above, *below), box.fill, box.stroke, box.line)


def disc(x: float, y: float, radius: float, corners: int = 36) -> tuple[Point, ...]:
    """Return a circle as a polygon."""
    return tuple(
        (x + radius * sin(2 * pi * step / corners), y - radius * cos(2 * pi * step / corners))
        for step in range(corners)
    )


def areas(shape: Rect | Circle | Polygon | Path) -> Iterator[Sequence[Point]]:
    """Yield the outlines of a shape as polygons."""
    match shape:
        case Rect(x, y, width, height):
            yield box_corners(x, y, width, height)
        case Circle(x, y, radius):
            yield disc(x, y, radius)
        case Polygon(points):
            yield points
        case Path(subpaths):
            for start, steps, _ in subpaths:
                if max(map(len, steps), default=2) == 2:  # as those of maps are, with thousands of corners
                    yield start, *steps  # type: ignore[arg-type]
                else:
                    yield tuple(_corners((start, *[step[-2:] for step in steps]), steps))


def _corners(ends: Sequence[Sequence[float]], steps: Sequence[Sequence[float]]) -> Iterator[Point]:
    """Yield points along lines and curves, given where each begins and its steps."""
    for (x, y), step in zip(ends, steps, strict=False):
        yield x, y
        if len(step) == 6:
            a, b, c, d, e, f = step
            for t in (0.25, 0.5, 0.75):
                u = 1 - t
                p, q, r, s = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                yield p * x + q * a + r * c + s * e, p * y + q * b + r * d + s * f
    yield ends[-1][0], ends[-1][1]


def hatched(points: Sequence[Point], hatch: Hatch, stroke: str, pitch: float, line: float = FINE) -> Iterator[Item]:
    """Yield the lines or dots of a hatch inside a polygon, `pitch` points apart and half as far from its edges."""
    return _hatch((points,), hatch, stroke, pitch, line, joined=False)


def hatched_together(
    rings: Sequence[Sequence[Point]], hatch: Hatch, stroke: str, pitch: float, line: float = FINE
) -> Path:
    """Return a hatch inside polygons, by the even-odd rule, as one path, for there may be thousands of lines or dots.

    Its lines go on across edges between them, and in all that are hatched so at a pitch.
    """
    marks = []
    for item in _hatch(rings, hatch, stroke, pitch, line, joined=True):
        if isinstance(item, Line):
            marks.append(Subpath((item.x1, item.y1), ((item.x2, item.y2),)))
        elif isinstance(item, Circle):  # a line without length, with round ends
            marks.append(Subpath((item.x, item.y), ((item.x, item.y),)))
    dots = hatch == "dots"
    return Path(tuple(marks), None, stroke, 2.2 * line if dots else line, cap="round" if dots else "butt")


def _hatch(
    rings: Sequence[Sequence[Point]], hatch: Hatch, stroke: str, pitch: float, line: float, *, joined: bool
) -> Iterator[Item]:
    if hatch == "dots":
        left = 0.0 if joined else min(x for x, _ in rings[0])
        for row, (y, spans) in enumerate(spans_of(rings, pitch * 0.8, joined=joined)):
            begin = left + pitch * (0.5 if (round(y / (pitch * 0.8) - 0.5) if joined else row) % 2 else 1)
            for start, end in spans:
                first, last = ceil((start + line * 2 - begin) / pitch), floor((end - line * 2 - begin) / pitch)
                yield from (
                    Circle(round(begin + at * pitch, 2), round(y, 2), line * 1.1, stroke)
                    for at in range(first, last + 1)
                )
        return
    angles = _ANGLES[hatch]
    apart = pitch * (_CROSSED if len(angles) > 1 else 1)
    for angle in angles:
        back = angle * pi / 180
        turned = [[_turned(point, -back) for point in ring] for ring in rings]
        for y, spans in spans_of(turned, apart, joined=joined):
            for start, end in spans:
                (x1, y1), (x2, y2) = _turned((start, y), back), _turned((end, y), back)
                yield Line(round(x1, 2), round(y1, 2), round(x2, 2), round(y2, 2), stroke, line)


def _turned(point: Point, angle: float) -> Point:
    return point[0] * cos(angle) - point[1] * sin(angle), point[0] * sin(angle) + point[1] * cos(angle)


def spans_of(rings: Sequence[Sequence[Point]], pitch: float, *, joined: bool) -> Iterator[tuple[float, list[Point]]]:
    """Yield evenly spaced horizontal lines through polygons: each one's y, and its spans inside, by the even-odd rule.

    Those that are `joined` are at the same heights in all polygons.
    """
    heights = [y for ring in rings for _, y in ring]
    low, high = min(heights), max(heights)
    if joined:
        rows = [(row + 0.5) * pitch for row in range(floor(low / pitch), ceil(high / pitch) + 1)]
    else:
        count = max(1, round((high - low) / pitch))
        rows = [low + (row + 0.5) * (high - low) / count for row in range(count)]
    crossings: list[list[float]] = [[] for _ in rows]
    for ring in rings:
        for (x1, y1), (x2, y2) in sides(ring):
            for row in range(bisect_left(rows, min(y1, y2)), bisect_left(rows, max(y1, y2))):
                crossings[row].append(x1 + (rows[row] - y1) / (y2 - y1) * (x2 - x1))
    for y, crossed in zip(rows, map(sorted, crossings), strict=True):
        spans: list[Point] = []
        for start, end in zip(crossed[::2], crossed[1::2], strict=True):
            if joined and spans and start - spans[-1][1] < 0.05:
                spans[-1] = spans[-1][0], end
            else:
                spans.append((start, end))
        yield y, [(start, end) for start, end in spans if end - start > 0.05]


def dashed(
    points: Sequence[Point], stroke: str, line: float, dash: float, pause: float, *, closed: bool = True
) -> Iterator[Item]:
    """Yield a dashed outline; every edge begins and ends with half a dash, so that corners are closed."""
    for (x1, y1), (x2, y2) in [*pairwise(points), (points[-1], points[0])] if closed else pairwise(points):
        length = hypot(x2 - x1, y2 - y1)
        count = max(1, round(length / (dash + pause)))
        half, step = dash / 2 / length, 1 / count
        spans = [(max(0.0, at * step - half), min(1.0, at * step + half)) for at in range(count + 1)]
        across, down = x2 - x1, y2 - y1
        for span in spans:
            (ax, ay), (bx, by) = ((round(x1 + at * across, 2), round(y1 + at * down, 2)) for at in span)
            yield Line(ax, ay, bx, by, stroke, line)


def double_rule(left: float, right: float, y: float, colour: str) -> tuple[Rect, Rect]:
    """Return a thick rule on y with a thin one below it."""
    thick, thin = 0.7 * MM, 0.2 * MM
    return Rect(left, y, right - left, thick, colour), Rect(left, y + 2 * thick, right - left, thin, colour)


def plated(shape: Shape, plate: Plate, line: float = 0.8) -> Shape:
    """Return a shape in a plate's colours: filled, and outlined if the plate is hatched."""
    shape = shape._replace(fill=plate.ground)
    return shape._replace(stroke=plate.edge, line=line) if plate.hatch else shape


def line_art(items: Iterable[Item], ink: str, page: str, line: float) -> Iterator[Item]:
    """Turn filled shapes into opaque outlines, broad rings into two, and cap line widths. Texts stay as they are.

    Gradients become outlines of what they fill, and nothing is transparent.
    """
    for item in items:
        if isinstance(item, Group) and isinstance(item.within, Path) and isinstance(item.items[0], Gradient):
            yield item.within._replace(fill=page, stroke=ink, line=line)
        elif isinstance(item, Group) and not item.key and (item.opacity < 1 or isinstance(item.within, Path)):
            yield item._replace(items=tuple(line_art(item.items, ink, page, line)), opacity=1.0)
        elif isinstance(item, Rect | Circle | Polygon | Path) and item.fill:
            yield item._replace(fill=page, stroke=ink, line=line)
        elif isinstance(item, Circle) and item.line > 3 * line:
            yield from (
                Circle(item.x, item.y, item.radius + half, page, ink, line) for half in (item.line / 2, -item.line / 2)
            )
        elif isinstance(item, Rect | Circle | Polygon | Path | Line):
            yield item._replace(stroke=ink, line=min(item.line, line))
        else:
            yield item


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
        return box_corners(x, y, width, height)
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


def silhouette(items: Iterable[Item], colour: str, grown: float) -> Iterator[Item]:
    """Yield items in one colour, larger by so many points on every side; pictures are their boxes."""
    for item in items:
        match item:
            case Text():
                outline = item.outline + 2 * grown
                yield item._replace(fill=colour, outline=outline, inside=colour)
            case Picture(x, y, width, height) | Gradient(x, y, width, height):
                edge = colour if grown else None
                yield Rect(x, y, width, height, colour, edge, 2 * grown)
            case Line():
                yield item._replace(stroke=colour, line=item.line + 2 * grown)
            case Group():
                yield from _group_silhouette(item, colour, grown)
            case _:
                if isinstance(item, Path):
                    item = item._replace(join="round")
                stroke = colour if item.stroke or grown else None
                fill = colour if item.fill else None
                if fill or item.stroke:
                    yield item._replace(fill=fill, stroke=stroke, line=item.line + 2 * grown)


def _group_silhouette(group: Group, colour: str, grown: float) -> Iterator[Item]:
    """Yield the same of a group: what one is clipped to stands for what it clips, but for drawings in their own box."""
    shown: tuple[Item, ...] = group.items
    if isinstance(group.within, Path):
        shown = (group.within._replace(fill=colour),)
    elif group.within:
        shown = (Polygon(group.within, colour),)
    elif group.clip and not group.key:
        shown = (Rect(*group.clip, colour),)
    inner = tuple(silhouette(shown, colour, grown / group.scale))
    alt = SILENT if group.alt else ""
    yield group._replace(items=inner, key="", clip=None, within=(), alt=alt, role="", at="")


LAYERS = 8
"""Layers of the soft edge of a shadow."""


def shadow(
    items: Sequence[Item], colour: str, opacity: float, right: float, down: float, soft: float
) -> Iterator[Group]:
    """Yield the shadow of items, in layers that grow together as opaque as it is: readers pass over its letters."""
    count = LAYERS if soft > 0 else 1
    share = round(1 - (1 - min(opacity, 0.995)) ** (1 / count), 4) if opacity < 1 or soft > 0 else 1.0
    for layer in range(count):
        grown = soft * (1 - layer / (count - 1)) if count > 1 else 0.0
        yield Group(tuple(silhouette(items, colour, grown)), right, down, opacity=share, alt=SILENT)


def halo(items: Sequence[Item], colour: str, opacity: float, rim: float) -> Group:
    """Return a rim around items."""
    return Group(tuple(silhouette(items, colour, rim)), opacity=opacity, alt=SILENT)


DIRECTIONS = {"up": 0.0, "right": 90.0, "down": 180.0, "left": 270.0}
"""Degrees clockwise from up."""


def axis(box: Rectangle, direction: float | None) -> tuple[float, ...]:
    """Return the axis of a gradient that runs over a box, in degrees clockwise from up; from its middle for None."""
    x, y, width, height = box
    across, low = x + width / 2, y + height / 2
    if direction is None:
        return across, low, 0.0, across, low, hypot(width, height) / 2
    east, north = sin(pi / 180 * direction), cos(pi / 180 * direction)
    half = (abs(width * east) + abs(height * north)) / 2
    ends = across - half * east, low + half * north, across + half * east, low - half * north
    return tuple(round(end, 3) for end in ends)
