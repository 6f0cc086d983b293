"""Spaces, zones, lines and words on maps. Lengths are in points."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin
from typing import NamedTuple, TypeVar, get_args

from rcwkit.art.colours import contrast, mix
from rcwkit.art.hatching import areas, cut_corners
from rcwkit.art.theme import LEGIBLE, Theme
from rcwkit.diagnostics import Span
from rcwkit.dice.setups import Place
from rcwkit.faces.labels import Box, haloed
from rcwkit.frame import MM, Circle, Group, Item, Path, Point, Polygon, Rect, Subpath, encloses
from rcwkit.game.game import Document, Game
from rcwkit.kinds.maps.model import Edge, LineStyle, Space, Way
from rcwkit.kinds.maps.survey import Survey, drawing_of, ground_of
from rcwkit.kinds.maps.terrain import MOST, covered
from rcwkit.type.text import Setter, TextBlock, TextBox

T = TypeVar("T", bound=Hashable)

LINE = 0.9
SPACE_NAME, NUMBER, FEATURES = 8.5, 7.0, 6.0
OWNED = 0.3
"""How much of an owner's colour a space has."""
"""Type sizes of names, of the numbers of places, and of what else is said of them."""
LIGHT = 1.5
"""Contrast with the page below which a colour is meant for dark grounds."""
CAP = 0.7
"""Height of capitals in ems."""
HEX_NAME = 8.5
"""Most type size of the name of a hex."""
NEAR = 1.4
"""How far names stay from the middle of a way or of a hexside, if they can."""
CROSSINGS = 1_000_000
"""Most pairs of a name and a stretch of a way that are compared: past that, names stand in their usual place."""
AIR = 0.7 * MM
WIDEST = 34 * MM
"""Most width of a name outside its space before it is broken into lines."""


class Spaces:
    """Draws the spaces and labels of one map."""

    def __init__(self, game: Game, document: Document, found: Survey, setter: Setter) -> None:
        self.game, self.document, self.found, self.setter = game, document, found, setter
        self.theme, self.map = setter.theme, found.map

    def _where(self, name: str, *path: object) -> Span:
        return self.game[Place][name].span

    def place(self, name: str) -> Place:
        """Return what the game knows of a place."""
        return self.game[Place][name].value

    def colour(self, space: Space) -> str:
        """Return the ground of a space."""
        own = space.colour or (self.game.owners[space.owner].colour if space.owner else None)
        if own is None and space.terrain is not None and space.terrain in self.map.terrain:
            terrain = self.map.terrain[space.terrain]
            own = ground_of(drawing_of(space.terrain, terrain), terrain.colour)
        return own or self.theme.paper

    def fill(self, space: Space) -> str:
        """Return the ground of a space as it prints: a tint of its owner's colour."""
        if self.theme.outlined:
            return self.theme.page
        colour = self.colour(space)
        return mix(self.theme.page, colour, OWNED) if space.owner else colour

    def areas(self) -> Iterator[Item]:
        """Yield zones with an outline and the areas of spaces."""
        for zone in self.map.zones.values():
            if zone.outline:
                colour = zone.colour or (self.game.owners[zone.owner].colour if zone.owner else self.theme.accent)
                yield Polygon(
                    _points(zone.outline),
                    self.theme.shade(colour, 0.22),
                    self.theme.legible(colour, self.theme.page),
                    0.5 * MM,
                )
        for space in self.map.spaces.values():
            if space.outline:
                yield from self._filled(space, Polygon(_points(space.outline), self.fill(space), self.theme.ink, LINE))

    def _filled(self, space: Space, shape: Rect | Circle | Polygon) -> Iterator[Item]:
        """Yield the shape of a space, with its terrain in it."""
        yield shape
        if space.terrain in self.map.terrain:
            assert space.terrain is not None
            terrain, where = self.map.terrain[space.terrain], partial(self.document.at, "terrain", space.terrain)
            inner = Polygon(cut_corners(*shape[:4], 0.5 * MM)) if isinstance(shape, Rect) else shape
            area = Path(tuple(straight(ring, closed=True) for ring in areas(inner)))
            most, plain = MOST // len(self.map.spaces), not space.outline
            drawn = [*covered(space.terrain, terrain, area, self.setter, where, shape.fill or "", most, plain=plain)]
            yield from (*drawn, shape._replace(fill=None)) if drawn else ()

    def spaces(self) -> Iterator[Item]:
        """Yield the shapes of all spaces, with their numbers and names."""
        for name, space in self.map.spaces.items():
            x, y = space.at[0] * MM, space.at[1] * MM
            wide, high = _size(space)
            if not space.outline:
                yield from self._shape(space, self.place(name), x, y, wide, high)
            yield from self._words(name, space, x, y, high)

    def _shape(self, space: Space, place: Place, x: float, y: float, wide: float, high: float) -> Iterator[Item]:
        theme, colour, fill = self.theme, self.colour(space), self.fill(space)
        edge = theme.legible(colour, theme.page) if space.owner or space.colour else theme.ink
        line = 0.6 * MM if space.owner else LINE
        if space.shape == "disc":
            yield from self._filled(space, Circle(x, y, wide / 2, fill, edge, line))
        elif space.shape == "box":
            box = Rect(x - wide / 2, y - high / 2, wide, high, fill, edge, line, 1.2 * MM)
            yield from self._filled(space, box)
        elif space.shape == "diamond":
            ends = ((x - wide / 2, y), (x, y - high / 2), (x + wide / 2, y), (x, y + high / 2))
            yield from self._filled(space, Polygon(ends, fill, edge, line))
        if place.vc:
            # Counters stand on the middle of a box; its number is at the top.
            corner = (x + wide / 2 - 2.3 * MM, y - high / 2 + 2.3 * MM)
            at = corner if space.shape == "box" else (x, y - high * 0.32)
            yield from star(*at, 1.5 * MM, theme)

    def _words(self, name: str, space: Space, x: float, y: float, high: float) -> Iterator[Item]:
        """Yield a space's number inside it, at the top, and its name and features where its label stands."""
        place, theme = self.place(name), self.theme
        within = space.label == "inside" and not space.outline
        if name.isdecimal() and place.name != name and not self._names_number(space):
            ink = readable(theme, theme.ink, self.fill(space))
            yield self.setter.line(name, x, y - high / 2 + CAP * NUMBER + 1.1 * MM, "narrow", NUMBER, ink, align=0.5)
        if name in self._placed:
            blocks, box = self._placed[name]
            items = self.setter.fit(blocks, box, SPACE_NAME, theme.least, partial(self._where, name))
            terrain = self.map.terrain.get(space.terrain or "")
            drawn_on = terrain is not None and bool(terrain.art or terrain.pattern)
            halo = self.fill(space) if within else theme.page
            yield from items if within and not drawn_on else haloed(items, halo)

    def _names_number(self, space: Space) -> bool:
        """Return whether the number of a space stands before its name, not in the space."""
        return space.label == "inside" or bool(space.outline) or space.shape == "none"

    def _label(self, name: str, space: Space) -> tuple[list[TextBlock], list[TextBox]]:
        """Return the words beside or in a space, and where they may stand, the usual place first."""
        place, theme, say = self.place(name), self.theme, self.setter.say
        x, y = space.at[0] * MM, space.at[1] * MM
        wide, high = _size(space)
        features = [say("resource {n}", n=place.resource)] * bool(place.resource) + [say("port")] * place.port
        numbered = name.isdecimal() and place.name != name and self._names_number(space)
        title = f"{name} {place.name}" if numbered else place.name
        within = space.label == "inside" and not space.outline
        ground = self.fill(space) if within else theme.page
        ink, pale = readable(theme, theme.ink, ground), readable(theme, theme.quiet, ground)
        blocks = [TextBlock(title, ink, font="narrow-bold", bold="narrow-bold")]
        if features:
            said, scale = " · ".join(features), FEATURES / SPACE_NAME
            blocks.append(TextBlock(said, pale, scale=scale, font="narrow", bold="narrow-bold"))
        room = wide - 1.2 * MM if within else WIDEST
        widths = [self.setter.width(one.text, one.font, one.scale * SPACE_NAME) for one in blocks]
        block_wide = min(room, max(*widths, 4 * MM) + 0.5)
        tall = self.setter.height(blocks, block_wide, SPACE_NAME)
        right, middle = x + wide / 2 + 1.5 * AIR, x - block_wide / 2
        at: dict[str, tuple[float, float, float]] = {
            "above": (middle, y - high / 2 - AIR - tall, 0.5),
            "below": (middle, y + high / 2 + AIR, 0.5),
            "right": (right, y - tall / 2, 0.0),
            "left": (2 * x - right - block_wide, y - tall / 2, 1.0),
            "inside": (middle, y - high / 2 + AIR, 0.5),
        }
        if within:
            sides = ["inside"]
        elif space.outline:
            sides = ["above", "below", "right", "left"]
        else:
            sides = [space.label] if "label" in space.model_fields_set else ["below", "above", "right", "left"]
        boxes = (TextBox(*at[side][:2], block_wide, tall + 0.5, "space", at[side][2]) for side in sides)
        return blocks, list(boxes)

    @cached_property
    def _stretches(self) -> Mapping[str, list[tuple[Point, Point]]]:
        """The stretches of ways in points, by the places at their ends, and the hexsides with something along them."""
        found: dict[str, list[tuple[Point, Point]]] = {}
        for pairs in self.found.stretches.values():
            for pair in pairs:
                (ax, ay), (bx, by) = (self.found.at(node) or (0.0, 0.0) for node in pair)
                for node in pair:
                    line = (ax * MM, ay * MM), (bx * MM, by * MM)
                    found.setdefault(node if isinstance(node, str) else node.place, []).append(line)
        grid = self.map.hexes
        for side in (one for sides in self.found.sides.values() for one in sides if grid):
            assert grid is not None
            (ax, ay), (bx, by) = map(self.found.moved, grid.side_of(*side))
            for cell in (side.cell, grid.facing(*side)[0]):
                found.setdefault(grid.numbers.get(cell, ""), []).append(((ax * MM, ay * MM), (bx * MM, by * MM)))
        return found

    @cached_property
    def _placed(self) -> Mapping[str, tuple[list[TextBlock], TextBox]]:
        """The words of each space, and where they stand: clear of ways, spaces and other words where there is room."""
        lines = {line: None for lines in self._stretches.values() for line in lines}
        wide, high = self.found.size
        room, taken = Box(0, 0, wide * MM, high * MM), [*self._worded()]
        shapes = {
            name: Box(space.at[0] * MM - across / 2, space.at[1] * MM - down / 2, across, down)
            for name, space in self.map.spaces.items()
            if not space.outline and space.shape != "none"
            for across, down in [_size(space)]
        }
        found: dict[str, tuple[list[TextBlock], TextBox]] = {}

        def cost(name: str, space: Space, box: Box) -> float:
            others = (shape for other, shape in shapes.items() if other != name)
            corners = [(box.x, box.y), (box.x + box.width, box.y), (box.x, box.y + box.height)]
            corners.append((box.x + box.width, box.y + box.height))
            beside = sum(not encloses(_points(space.outline), *corner) for corner in corners if space.outline)
            covered = sum(bool(box.overlap(other)) for other in (*others, *taken))
            return sum(_wider(box).meets(*line) for line in lines) + 3 * covered + beside + 9 * (not room.encloses(box))

        for name, space in self.map.spaces.items():
            if space.label == "none":
                continue
            blocks, options = self._label(name, space)
            options = options[:1] if len(lines) * len(self.map.spaces) > CROSSINGS else options
            best = min(options, key=lambda one: cost(name, space, _box(one))) if len(options) > 1 else options[0]
            found[name] = blocks, best
            taken.append(_box(best))
        return found

    def _worded(self) -> Iterator[Box]:
        """Yield the boxes of the words on the map that are not turned."""
        for label in self.map.labels:
            at = self.found.at(label.at) if isinstance(label.at, str) else label.at
            if at is not None and not label.turn:
                lines = label.text.split("\n")
                wide = max(self.setter.width(line, "narrow-bold", label.size, label.spread) for line in lines)
                high = 1.15 * label.size * len(lines)
                yield Box(at[0] * MM - wide / 2, at[1] * MM - high / 2, wide, high)

    def name_box(self, name: str) -> Box | None:
        """Return where the name of a place stands; None if it has none on the map."""
        if self.map.hexes and name in self.map.hexes.cells:
            return self._hex_box(name, *self.hex_name(name)) if self.place(name).name != name else None
        return _box(self._placed[name][1]) if name in self._placed else None

    def _hex_box(self, number: str, x: float, base: float, size: float) -> Box:
        wide = self.setter.width(self.place(number).name, "narrow-bold", size)
        return Box(x - wide / 2, base - 0.8 * size, wide, size)

    def hex_name(self, number: str) -> tuple[float, float, float]:
        """Return the middle and baseline of the name of a hex, and its size: in its upper part if a way is below."""
        grid, at = self.map.hexes, self.found.at(number)
        assert grid is not None and at is not None
        across, x, y = grid.size * MM, round(at[0] * MM, 2), round(at[1] * MM, 2)
        size = min(HEX_NAME, max(self.theme.counter_floor, 0.13 * across))
        lower, upper = (0.33, -0.26) if grid.top == "pointed" else (0.4, -0.33)
        spots = [(x, y + lower * across, size), (x, y + upper * across + CAP * size, size)]
        lines = self._stretches.get(number, ())

        def crossed(spot: tuple[float, float, float]) -> int:
            box = _wider(self._hex_box(number, *spot))
            return sum(box.meets(*line) for line in lines)

        return min(spots, key=crossed)

    def _inks(self, colour: str | None) -> tuple[str, str]:
        """Return the ink of a label and the ground around its letters: dark around light ones, for dark maps."""
        theme = self.theme
        light = colour is not None and not theme.outlined and contrast(colour, theme.ink) >= LEGIBLE
        if colour is not None and light and contrast(colour, theme.page) < LIGHT:
            return colour, theme.ink
        return theme.legible(colour, theme.page) if colour else theme.ink, theme.page

    def labels(self) -> Iterator[Item]:
        """Yield the words on the map."""
        for index, label in enumerate(self.map.labels):
            at = self.found.at(label.at) if isinstance(label.at, str) else label.at
            if at is None:
                continue
            font = "sans-bold-italic" if label.italic else "narrow-bold"
            ink, halo = self._inks(label.colour)
            lines = label.text.split("\n")
            for line in lines:
                self.setter.check(line, font, partial(self.document.at, "labels", index, "text"))
            lead = 1.15 * label.size
            words = [
                self.setter.line(
                    line,
                    0,
                    row * lead - (len(lines) - 1) * lead / 2 + CAP * label.size / 2,
                    font,
                    label.size,
                    ink,
                    align=0.5,
                    spacing=label.spread,
                )
                for row, line in enumerate(lines)
            ]
            yield Group(tuple(haloed(tuple(words), halo)), at[0] * MM, at[1] * MM, rotate=label.turn)


def readable(theme: Theme, colour: str, ground: str) -> str:
    """Return a colour as text on any ground: darkened on light ones, paper or ink where that is not enough."""
    darker = theme.legible(colour, ground)
    return darker if contrast(darker, ground) >= LEGIBLE else theme.on(ground)


def _points(corners: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x * MM, 2), round(y * MM, 2)) for x, y in corners)


def _box(text: TextBox) -> Box:
    return Box(text.x, text.y, text.width, text.height)


def _wider(box: Box) -> Box:
    return Box(box.x - NEAR, box.y - NEAR, box.width + 2 * NEAR, box.height + 2 * NEAR)


def _size(space: Space) -> tuple[float, float]:
    """Return width and height of a space in points."""
    wide, high = space.size if isinstance(space.size, tuple) else (space.size, space.size)
    return wide * MM, high * MM


def star(x: float, y: float, radius: float, theme: Theme) -> Iterator[Item]:
    """Yield the star of a Victory City: gold, with an edge in ink."""
    points = []
    for step in range(10):
        r, angle = (radius, radius * 0.42)[step % 2], pi * (step / 5 - 0.5)
        points.append((round(x + r * cos(angle), 2), round(y + r * sin(angle), 2)))
    yield Polygon(tuple(points), theme.page if theme.outlined else theme.gold, theme.ink, round(0.16 * radius, 2))


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
