"""Names and numbers beside the dots of maps, placed so that none covers another, and the tints of regions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from math import cos, dist, hypot, pi, sin
from typing import NamedTuple

from rcwkit.art.colours import VISIONS, difference, hue, mix, turned
from rcwkit.art.earth import Relief, land
from rcwkit.art.hatching import hatched_together
from rcwkit.art.theme import Theme, hatch
from rcwkit.frame import MM, Circle, Group, Item, Path, Point, Subpath, Text, box_of, cross, encloses


class Box(NamedTuple):
    """A rectangle by its top left, width and height."""

    x: float
    y: float
    width: float
    height: float

    def overlap(self, other: Box, gap: float = 0.0) -> float:
        """Return the area that two boxes share, each with half of a gap around it."""
        (x, y, wide, high), (left, top, across, down) = self, other
        if x >= left + across + gap or left >= x + wide + gap or y >= top + down + gap or top >= y + high + gap:
            return 0.0
        shared = min(x + wide, left + across) - max(x, left) + gap
        return shared * (min(y + high, top + down) - max(y, top) + gap)

    def encloses(self, other: Box) -> bool:
        """Return whether another box lies within this one."""
        return (
            other.x >= self.x
            and other.y >= self.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def near(self, point: Point, reach: float) -> bool:
        """Return whether a point is in the box, or within reach of it."""
        return (
            self.x - reach < point[0] < self.x + self.width + reach
            and self.y - reach < point[1] < self.y + self.height + reach
        )

    def closest(self, point: Point) -> Point:
        """Return the point of the box that is closest to another."""
        x, y = point
        return min(max(x, self.x), self.x + self.width), min(max(y, self.y), self.y + self.height)

    def meets(self, start: Point, end: Point) -> bool:
        """Return whether a line runs through the box."""
        (ax, ay), (bx, by), (left, top, wide, tall) = start, end, self
        if (ax < left and bx < left) or (ay < top and by < top):
            return False
        if (ax >= left + wide and bx >= left + wide) or (ay >= top + tall and by >= top + tall):
            return False
        low, high = 0.0, 1.0
        for at, step, first, size in ((ax, bx - ax, left, wide), (ay, by - ay, top, tall)):
            if abs(step) < 1e-9:
                if not first < at < first + size:
                    return False
                continue
            ends = sorted(((first - at) / step, (first + size - at) / step))
            low, high = max(low, ends[0]), min(high, ends[1])
        return low < high


class WantedLabel(NamedTuple):
    """A label that is wanted: the dot that it belongs to, its width and height, and how far all stay from the dot."""

    dot: Point
    width: float
    height: float
    clear: float = 0.0


_FAR = (1.6, 2.4, 3.4, 5.5, 8.5, 12.0, 16.0, 21.0, 27.0, 34.0)
"""Distances of labels from their dots that are tried, in units."""
LED = 2.5
"""Distance from which a line leads from the dot to its label."""
_TURNS = 24
_WAYS = tuple((cos(2 * pi * turn / _TURNS), sin(2 * pi * turn / _TURNS)) for turn in range(_TURNS))
"""Directions that are tried."""
_PASSES = 8
_BESIDE, _COVERED, _OWN, _TAKEN, _CROSSED = 40.0, 75.0, 26.0, 60.0, 24.0
"""What it costs to cover a label, another's dot, one's own, or what is taken, and to cross a line."""
_MISTAKEN = 8.0
"""What it costs a label to stand where another dot's label would."""
_ALONE = 1.6
"""Distance from the dots of others from which a label without a line is plainly not theirs."""
_OUTSIDE = 400.0
_MOST, _FEW = 1_000_000, 12
"""How often a place for a label is compared with another or a dot; after that, only a few nearby are tried."""
_LONG, _NEARBY = 5.0, 20.0
"""The cost from which a label may push others aside, and how near to its dot these are."""


class _Choice(NamedTuple):
    """A place for a label, and what it costs at least."""

    box: Box
    far: float
    cost: float
    end: Point
    """Where a line from the dot ends."""


class _Placer:
    """Moves labels to where they cost least, one after the other, until none moves."""

    def __init__(
        self, labels: Sequence[WantedLabel], room: Box, taken: Sequence[Box], dots: Sequence[Point], unit: float
    ) -> None:
        self.labels, self.room, self.taken, self.dots, self.unit = labels, room, taken, dots, unit
        self.clear = {label.dot: label.clear for label in labels}
        self.choices: list[list[_Choice]] = [[] for _ in labels]
        self.farther = [*map(self._rings, labels)]  # choices that nothing asked for yet
        self.fixed: list[dict[int, float]] = [{} for _ in labels]
        self.bounds: list[dict[int, float]] = [{} for _ in labels]  # what a choice costs at least
        self.found: list[dict[tuple[int, ...], tuple[_Choice, float]]] = [{} for _ in labels]
        self.chosen: list[_Choice | None] = [None] * len(labels)
        self.work = 0
        reach = 2 * _FAR[-1] * unit
        self.around = [self._within(label, reach) for label in labels]
        self.met: dict[tuple[int, float], tuple[list[Box], list[Point]]] = {}
        self.beside = [
            [
                other
                for other, one in enumerate(labels)
                if other != index and dist(one.dot, label.dot) < reach + (hypot(*one[1:3]) + hypot(*label[1:3]))
            ]
            for index, label in enumerate(labels)
        ]

    def _within(self, label: WantedLabel, reach: float) -> tuple[list[Box], list[Point]]:
        """Return what is taken, and the dots, that a label or its line may meet."""
        (x, y), wide, high, _ = label
        box = Box(x - wide - reach, y - high - reach, 2 * (wide + reach), 2 * (high + reach))
        return [one for one in self.taken if box.overlap(one)], [one for one in self.dots if box.near(one, 0.0)]

    def _choices(self, index: int) -> Iterator[_Choice]:
        """Yield places around the dot of a label, those that cost least first."""
        known, at = self.choices[index], 0
        while True:
            if at == len(known):
                known += next(self.farther[index], ())
            if at == len(known):
                return
            yield known[at]
            at += 1

    def _rings(self, label: WantedLabel) -> Iterator[list[_Choice]]:
        """Yield places around a dot by distance, which costs more than any direction."""
        own, wide, high, _ = label
        for far in _FAR:
            boxes = (
                (cost, Box(round(left, 2), round(top, 2), wide, high))
                for cost, (left, top) in self._around(label, far * self.unit)
            )
            ring = [_Choice(box, far, 1.1 * far + cost, box.closest(own)) for cost, box in boxes]
            yield sorted(ring, key=lambda choice: choice.cost)

    def _around(self, label: WantedLabel, away: float) -> Iterator[tuple[float, Point]]:
        """Yield the top left of boxes at a distance from a dot, with what their direction costs."""
        (x, y), wide, high, _ = label
        for turn, (across, down) in enumerate(_WAYS):
            left = x + across * (away + wide / 2 * min(1.0, abs(across) * 1.3)) - wide / 2
            top = y + down * (away + high / 2 * min(1.0, abs(down) * 1.3)) - high / 2
            if abs(across) > 0.9:
                left = x + away if across > 0 else x - away - wide
            if abs(down) > 0.9:
                top = y + away if down > 0 else y - away - high
            yield (0.3 if turn else 0.0), (left, top)
        for left in (x - self.unit, x + self.unit - wide):
            yield from ((0.4, (left, top)) for top in (y + away, y - away - high))
        for top in (y - self.unit, y + self.unit - high):
            yield from ((0.4, (left, top)) for left in (x + away, x - away - wide))

    def _beside_ring(self, index: int, far: float) -> tuple[list[Box], list[Point]]:
        """Return what is taken, and the dots, that a label at a distance or its line may meet: a few of all."""
        key = index, far
        if key not in self.met:
            own, wide, high, _ = self.labels[index]
            reach = far * self.unit + max(self.clear.values()) + (LED + 1.3) * self.unit
            taken, dots = self.around[index]
            box = Box(own[0] - wide - reach, own[1] - high - reach, 2 * (wide + reach), 2 * (high + reach))
            self.met[key] = [one for one in taken if box.overlap(one)], [one for one in dots if box.near(one, 0.0)]
        return self.met[key]

    def _cost_of_place(self, index: int, at: int, least: float) -> float:
        """Return what a choice costs whatever other labels do; more than `least` is as good as that."""
        if at in self.fixed[index]:
            return self.fixed[index][at]
        if (known := self.bounds[index].get(at, 0.0)) >= least:
            return known
        (box, far, cost, end), room, unit = self.choices[index][at], self.room, self.unit
        if not room.encloses(box):
            cost += _OUTSIDE
        taken, dots = self._beside_ring(index, far)
        x, y, wide, high = box
        for other in taken:  # of which nearly none is so near that it need be asked
            left, top, across, down = other
            if x < left + across + unit and left < x + wide + unit and y < top + down + unit and top < y + high + unit:
                cost += _TAKEN + 3 * box.overlap(other, unit) / unit**2
        own, near, led = self.labels[index].dot, 1.1 * unit, far > LED
        widest = max(near, *self.clear.values())
        self.work += len(self.dots) + len(self.taken)
        # Most dots are far from both the box and the line to it.
        reach = widest + LED * unit + 1.2 * unit
        left, right = min(box.x, own[0]) - reach, max(box.x + box.width, own[0]) + reach
        top, low = min(box.y, own[1]) - reach, max(box.y + box.height, own[1]) + reach
        for point in [one for one in dots if left < one[0] < right and top < one[1] < low]:
            if cost >= least:
                self.bounds[index][at] = cost
                return cost
            clear = self.clear.get(point, 0.0)
            off = max(x - point[0], point[0] - x - wide, y - point[1], point[1] - y - high)
            if off < max(near, clear):
                cost += _OWN if point == own else _COVERED
            elif point == own:
                continue
            elif led and _off(point, own, end) < 1.2 * unit:
                cost += _CROSSED
            elif off < max(clear + unit, (LED if led else _ALONE) * unit):
                cost += _MISTAKEN
        self.fixed[index][at] = cost
        return cost

    def _cost_beside(self, index: int, choice: _Choice, least: float) -> float:
        """Return what a choice costs for the labels around it; more than `least` is as good as that."""
        own, unit = self.labels[index].dot, self.unit
        box, far, _, end = choice
        (x, y, wide, high), gap, led, cost = box, 0.5 * unit, far > LED, 0.0
        self.work += len(self.beside[index])
        for other in self.beside[index]:
            if (there := self.chosen[other]) is None:
                continue
            beside, away, _, tip = there
            left, top, across, down = beside
            if x < left + across + gap and left < x + wide + gap and y < top + down + gap and top < y + high + gap:
                cost += _BESIDE + 3 * box.overlap(beside, gap) / unit**2
            if led and beside.meets(own, end):
                cost += _CROSSED
            if away > LED:
                dot = self.labels[other].dot
                cost += _CROSSED * box.meets(dot, tip)
                cost += _CROSSED * (led and _cross(own, end, dot, tip))
            if cost >= least:
                break
        return cost

    def best(self, index: int) -> tuple[_Choice, float]:
        """Return the choice of a label that costs least now; it is known if those around it stand as before."""
        around = tuple([id(self.chosen[other]) for other in self.beside[index]])
        if around not in self.found[index]:
            self.found[index][around] = self._best(index)
        return self.found[index][around]

    def _best(self, index: int) -> tuple[_Choice, float]:
        best, least = next(self._choices(index)), float("inf")
        for at, choice in enumerate(self._choices(index)):
            if choice.cost >= least or (at > _FEW and self.work > _MOST):
                break
            cost = self._cost_of_place(index, at, least)
            if cost < least:
                cost += self._cost_beside(index, choice, least - cost)
            if cost < least:
                best, least = choice, cost
        return best, least

    def exchange(self) -> None:
        """Let labels that stand far from their dots push others aside, where both together then cost less."""
        for index in range(len(self.labels)):
            for other in self.beside[index]:
                one, two, own = self.chosen[index], self.chosen[other], self.labels[index].dot
                if one is None or two is None or one.cost < _LONG or self.work > _MOST:
                    break
                if dist(two.box.closest(own), own) > _NEARBY * self.unit:
                    continue
                before = self._cost(index, one) + self._cost(other, two)
                self.chosen[other] = None
                self.chosen[index], _ = self.best(index)
                self.chosen[other], _ = self.best(other)
                after = self._cost(index, self.chosen[index]) + self._cost(other, self.chosen[other])
                if after >= before - 0.5:
                    self.chosen[index], self.chosen[other] = one, two

    def _cost(self, index: int, choice: _Choice | None) -> float:
        assert choice is not None
        cost = self._cost_of_place(index, self.choices[index].index(choice), float("inf"))
        return cost + self._cost_beside(index, choice, float("inf"))


def place_labels(
    labels: Sequence[WantedLabel], room: Box, taken: Sequence[Box] = (), dots: Sequence[Point] = (), unit: float = MM
) -> list[tuple[Box, bool]]:
    """Return where labels stand within a room, and whether each covers no other label, dot or taken box.

    Those near their dots cost least; dots without labels are kept free, too. Distances are measured in units.
    """
    placer = _Placer(labels, room, taken, [*(label.dot for label in labels), *dots], unit)
    order = sorted(range(len(labels)), key=lambda index: -labels[index].width * labels[index].height)
    for _ in range(_PASSES):
        moved = False
        for index in order:
            best, _ = placer.best(index)
            moved |= best != placer.chosen[index]
            placer.chosen[index] = best
        if not moved or placer.work > _MOST:
            break
    placer.exchange()
    found = []
    for index, choice in enumerate(placer.chosen):
        assert choice is not None
        others = (other.box for at, other in enumerate(placer.chosen) if other is not None and at != index)
        free = room.encloses(choice.box) and not any(map(choice.box.overlap, (*others, *taken)))
        found.append((choice.box, free and not any(choice.box.near(point, 0.0) for point in placer.dots)))
    return found


def _off(point: Point, start: Point, end: Point) -> float:
    """Return the distance of a point from a line between two others."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = across * across + down * down
    share = ((point[0] - start[0]) * across + (point[1] - start[1]) * down) / length if length else 0.0
    share = min(max(share, 0.0), 1.0)
    return dist(point, (start[0] + share * across, start[1] + share * down))


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:

    return cross(a, b, c) * cross(a, b, d) < 0 and cross(c, d, a) * cross(c, d, b) < 0


def haloed(items: tuple[Item, ...], ground: str, reach: float = 0.55) -> Iterator[Item]:
    """Yield texts with the ground around their letters, so that they read on any map."""
    for step in range(8):
        dx, dy = round(reach * cos(step * pi / 4), 2), round(reach * sin(step * pi / 4), 2)
        yield Group(tuple(_coloured(items, ground)), dx, dy)
    yield from items


def _coloured(items: tuple[Item, ...], colour: str) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield item._replace(items=tuple(_coloured(item.items, colour)), key="", role="", alt="")
        elif isinstance(item, Text):
            yield item._replace(fill=colour)


def dot(point: Point, radius: float, theme: Theme, *, sure: bool = True) -> Iterator[Item]:
    """Yield the dot of a place; one that is only guessed is hollow."""
    x, y = point
    if sure:
        yield Circle(x, y, radius, theme.ink, theme.page, round(0.3 * radius, 2))
    else:
        yield Circle(x, y, radius, theme.page, theme.ink, round(0.38 * radius, 2))


def leader(point: Point, box: Box, theme: Theme, unit: float = MM, near: float = LED) -> Iterator[Item]:
    """Yield the line from a dot to its label, if that is not within `near` units of it."""
    x, y = box.closest(point)
    if dist(point, (x, y)) > near * unit:
        line = Path((Subpath(point, ((round(x, 2), round(y, 2)),)),), None, theme.page, round(0.9 * unit, 2))
        yield from (line, line._replace(stroke=theme.ink, line=round(0.3 * unit, 2)))


class Tone(NamedTuple):
    """How the tint of a region differs from others of its colour: by hue in degrees, depth, and distance of lines."""

    turn: float
    depth: float
    pitch: float


DEPTHS = (0.28, 0.39, 0.17, 0.49, 0.07)
"""How deep the tints of one colour are: greyscale and colour-blind players tell them apart by that."""
PITCHES = (1.0, 1.7, 0.62, 1.3, 0.8)
"""How far apart their lines are in low ink."""
TURNS = (26, -26, 13, -13)
"""How far their hues may differ, in degrees."""
HATCHED, OVERLAID, CROSSED = 0.55, 0.3, 0.75
"""How much of its colour the hatch of a tint has in low ink, how much over a tint, and how much less crossed lines."""
LOW_LINE, OVER_LINE = 0.3, 0.45
"""How wide its lines are."""
APART = 5.5
"""Difference of tints side by side, to anyone, that is enough."""


def tones_of(colour: str, others: Iterable[str]) -> tuple[Tone, ...]:
    """Return the tones of a colour; none has a hue that is nearer to another colour than to its own."""
    hues = [one for one in map(hue, others) if one is not None]
    own = hue(colour)

    def is_own(turn: int) -> bool:
        if own is None:
            return False
        angles = (abs(own + turn - other) % 360 for other in hues)
        return all(min(angle, 360 - angle) > abs(turn) for angle in angles)

    turns = [0, *filter(is_own, TURNS), 0, 0, 0, 0]
    return tuple(map(Tone, turns, DEPTHS, PITCHES))


def shade(colour: str, tone: Tone, theme: Theme) -> str:
    """Return the tint of a region on land."""
    return mix(land(theme), turned(colour, tone.turn), tone.depth)


def tinted(
    areas: Sequence[Sequence[Point]],
    colour: str,
    tone: Tone,
    theme: Theme,
    pitch: float,
    fade: float | None = None,
    together: Callable[..., Path] = hatched_together,
) -> Iterator[Item]:
    """Yield the areas of one region in a tint, with their common edge, and hatched for its colour, lines a pitch apart.

    The hatch is light, and alone in low ink; without a pitch, there is none. An area that fades, `fade`
    being how much of its depth is left, has no edge. `together` may remember hatches of areas that are tuples.
    """
    shown = turned(colour, tone.turn)
    parts = tuple(Subpath(area[0], tuple(area[1:]), closed=True) for area in areas)
    if fade is None:
        yield Path(parts, None, mix(land(theme), shown, 0.85), 1.6, join="round")
    fill = theme.page if theme.outlined else shade(colour, tone._replace(depth=tone.depth * (fade or 1)), theme)
    yield Path(parts, fill, fill, 0.3, join="round")
    if areas and pitch:
        drawn, ground = hatch(colour), fill
        strong = (HATCHED if theme.outlined else OVERLAID) * (CROSSED if drawn in ("lattice", "grid") else 1.0)
        ink = mix(ground, colour, strong * (fade or 1.0))
        yield together(areas, drawn, ink, pitch * tone.pitch, LOW_LINE if theme.outlined else OVER_LINE)


_AROUND = 10
"""How many dots next to one may belong to regions beside its own."""


def side_by_side(spots: Sequence[tuple[Point, str]]) -> dict[str, set[str]]:
    """Return the regions beside each, by the dots of all: no other dot is in the circle between two of theirs."""
    beside: dict[str, set[str]] = {region: set() for _, region in spots}
    for point, region in spots:
        near = sorted((dist(point, other), other, name) for other, name in spots if other != point)[:_AROUND]
        for far, other, name in near:
            centre = (point[0] + other[0]) / 2, (point[1] + other[1]) / 2
            if name != region and not any(dist(centre, one) < far / 2 - 1e-6 for _, one, _ in near):
                beside[region].add(name)
                beside[name].add(region)
    return beside


def tones(spots: Sequence[tuple[Point, str]], colours: Mapping[str, str], theme: Theme) -> dict[str, Tone]:
    """Return the tone of each region, by the dots of all: regions that lie side by side differ to all players."""
    beside = side_by_side(spots)
    own = {colour: tones_of(colour, {*colours.values()} - {colour}) for colour in colours.values()}
    found: dict[str, Tone] = {}
    for region, colour in [*colours.items()] * 3:  # the first choice of each may be mended by those that follow
        shades = [shade(colours[one], found[one], theme) for one in beside.get(region, ()) if one in found]

        def apart(tone: Tone, colour: str = colour, shades: Sequence[str] = shades) -> float:
            own = shade(colour, tone, theme)
            return min([APART, *(difference(own, one, vision) for one in shades for vision in VISIONS)])

        found[region] = max(own[colour], key=apart)
    return found


STEP = 3 * MM
"""How far apart the points are that are tried for a name in areas."""


def beside(areas: Iterable[Iterable[Point]], wide: float, taken: Iterable[Box]) -> tuple[Box, ...]:
    """Return the boxes that may be in the way of a name of a width in areas."""
    left, top, right, low = box_of([point for area in areas for point in area])
    around = Box(left, top, right - left, low - top)
    return tuple(box for box in taken if box.overlap(around, wide))


def free_in(
    areas: Sequence[Sequence[Point]], ground: Relief, wide: float, high: float, near: Sequence[Box]
) -> Box | None:
    """Return the free box of a size on land within areas that is nearest to their middle; None if there is none."""
    left, top, right, low = box_of([point for area in areas for point in area])
    ground = ground.near((left - wide, top, right + wide, low))
    middle = (left + right) / 2, (top + low) / 2
    over, aside = high / 2 + 3.0, wide / 2 + 3.0
    walls = [(box.x - aside, box.y - over, box.x + box.width + aside, box.y + box.height + over) for box in near]
    columns = [left + (column + 0.5) * STEP for column in range(int((right - left) / STEP))]
    rows = [top + (row + 0.5) * STEP for row in range(int((low - top) / STEP))]
    free = [bytearray(b"\1" * len(columns)) for _ in rows]
    for west, north, east, south in walls:
        start, end = bisect_right(columns, west), bisect_left(columns, east)
        for row in free[bisect_right(rows, north) : bisect_left(rows, south)]:
            row[start:end] = bytes(max(end - start, 0))
    points = [(x, y) for y, row in zip(rows, free, strict=True) for x in compress(columns, row)]
    for x, y in sorted(points, key=lambda point: dist(point, middle)):
        box = Box(x - wide / 2, y - high / 2, wide, high)
        far = (box.x, box.y), (box.x + wide, box.y + high)
        if not all(ground.view.holds(end, 2 * MM) for end in far):
            continue
        along = [(box.x + wide * part, end) for part in (0.0, 0.5, 1.0) for end in (box.y, y, box.y + high)]
        if all(any(encloses(area, *point) for area in areas) and ground.is_land(point) for point in along):
            return box
    return None
