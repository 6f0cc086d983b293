"""Maps on pages: locators of a few places, and territories as blocks of flat colour. Lengths are in points."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from math import ceil, cos, dist, radians
from typing import Any, NamedTuple

from rcwkit.art.colours import difference, mix
from rcwkit.art.earth import (
    KM_PER_DEGREE,
    Cell,
    LonLat,
    MapView,
    Reach,
    Relief,
    areas_around,
    bent,
    cells_around,
    land,
    projected,
    relief,
)
from rcwkit.art.hatching import hatched_together, spans_of
from rcwkit.art.theme import Plate, Theme, hatch
from rcwkit.dice.counters import Counter
from rcwkit.dice.places import positions, region_of
from rcwkit.dice.settle import SettledPiece
from rcwkit.dice.setups import ListedPlace, Place
from rcwkit.faces.counters import silhouette
from rcwkit.faces.labels import DEPTHS, LED, PITCHES, Box, Tone, WantedLabel, dot, haloed, leader, place_labels, tinted
from rcwkit.frame import MM, Circle, Frame, Group, Item, Path, Point, Rect, Subpath, Text, area_of, box_of
from rcwkit.game.game import Game, GameItem, once
from rcwkit.type.text import CAP, Setter

PITCH = 1.1 * MM
"""Distance of the lines of a locator's tint in low ink."""
FINEST = 17.0
"""Fewest km to a mm of a locator."""
LOWEST, HIGHEST = 17 * MM, 46 * MM
"""Least and most height of a locator."""
AROUND = 3.5 * MM
"""Space around the dots of a locator."""
FIGURE = 6.0
"""Type size of numbers and names on a locator."""
_DOT, _UNIT = 0.75 * MM, 0.55 * MM
_REACH, _BEND = 9 * MM, 1.2 * MM
"""How far the tint of a locator goes beyond its dots, and how far its edge is bent."""
MOST_SHOWN = 60
"""Most places that a locator shows."""
_TOWNS, _AWAY = 3, 1.2 * MM
"""How many towns nearby are named on a locator, and how far their names stay from its frame."""
SPAN = 8.0
"""Degrees of latitude that the projection of a locator suits best."""


def fitted(places: Sequence[ListedPlace], width: float, height: float | None) -> MapView:
    """Return the view that shows places in a box; one without a height is as high as they need."""
    ends = [end for place in places if place.at is not None for end in _extent(place.at, place.reach)]
    first = ends[0][0]
    ends = [(lon - 360 * round((lon - first) / 360), lat) for lon, lat in ends]
    centre = _middle(ends)
    for _ in range(2):  # the middle on paper is not that of the degrees
        projection = projected(centre, SPAN)
        points = [projection.point(end) for end in ends]
        centre = projection.back(_middle(points))
    projection = projected(centre, SPAN)
    east, south = (max(map(abs, ways)) for ways in zip(*map(projection.point, ends), strict=True))
    scale = max(2 * east / ((width - 2 * AROUND) / MM), FINEST)
    if height is None:
        height = min(max(2 * south / scale * MM + 2 * AROUND, LOWEST), HIGHEST)
    scale = max(scale, 2 * south / ((height - 2 * AROUND) / MM))
    return MapView(projection, scale, 0.0, 0.0, width, height)


def _extent(at: LonLat, reach: Reach | None) -> list[LonLat]:
    """Return a place, or the corners of half of what it reaches, in km."""
    wide, high = reach if isinstance(reach, tuple) else (reach or 0.0, reach or 0.0)
    far, high = wide / 2 / KM_PER_DEGREE / cos(radians(at[1])), high / 2 / KM_PER_DEGREE
    return [(at[0] + across * far, at[1] + down * high) for across in (-1, 1) for down in (-1, 1)]


def _middle(ends: Sequence[Point]) -> Point:
    left, top, right, bottom = box_of(ends)
    return (left + right) / 2, (top + bottom) / 2


def locator(
    game: Game, ids: Sequence[str], width: float, colour: str, setter: Setter, height: float | None = None
) -> Frame | None:
    """Return a small map of a few places of the game, by their ids; None if none is known to lie anywhere, or too many.

    Land around them is tinted in a colour, in low ink ringed. A place with a number shows it, others their names; two
    or three towns nearby have theirs in italics. The scale is as large as the box allows. Without a `height`, the box
    is as high as the places need.
    """
    known, own, theme = positions(game), _located(game, ids), setter.theme
    if not own:
        return None
    view = fitted(tuple(own.values()), width, height)
    ground = game.once(relief)(view, least=5)
    spots = {name: view.at(place.at) for name, place in known.items() if place.at is not None}
    spots = {
        name: (round(x, 2), round(y, 2)) for name, (x, y) in spots.items() if name in own or view.holds((x, y), -_REACH)
    }
    items = [*ground.sea(theme, 0.3), _tint(game, ground, spots, own, colour, theme), *ground.waters(theme, 0.5)]
    pale = mix(theme.page, theme.quiet, 0.75)
    others = [name for name in spots if name not in own and view.holds(spots[name])]
    items += [Circle(*spots[name], 0.32 * MM, pale) for name in others]
    for name, place in own.items():
        items += dot(spots[name], _DOT, theme, sure=place.sure)
    items += _words(game, view, spots, own, others, setter)
    frame = Rect(0, 0, view.width, view.height, None, theme.ink, 0.85)
    return Frame(view.width, view.height, (ground.framed(items), frame), name=f"locator {' '.join(own)}")


def _located(game: Game, ids: Sequence[str]) -> dict[str, ListedPlace]:
    """Return the places of a locator by their ids; none if none is known to lie anywhere, or too many."""
    known = positions(game)
    own = {name: known[name] for name in ids if name in known}
    return own if len(own) <= MOST_SHOWN else {}


def _tint(
    game: Game, ground: Relief, spots: dict[str, Point], own: dict[str, ListedPlace], colour: str, theme: Theme
) -> Group:
    """Return the tint of the land around the places of a locator, up to halfway to those of other regions."""
    regions = {region_of(game, name).id for name in own}
    groups = [(point, "own" if name in own else name) for name, point in spots.items()]
    near = tuple(
        (point, group, _REACH)
        for (point, group), name in zip(groups, spots, strict=True)
        if group == "own" or region_of(game, name).id not in regions
    )
    parts = zip(game.once(areas_around)(near), near, strict=True)
    own_parts = chain.from_iterable(found for found, (_, group, _) in parts if group == "own")
    areas = [bent(part, far=_BEND) for part in own_parts]
    return ground.on_land(
        tinted(areas, colour, Tone(0, DEPTHS[0], PITCHES[0]), theme, PITCH if theme.outlined else 0.0)
    )


def _words(
    game: Game,
    view: MapView,
    spots: dict[str, Point],
    own: dict[str, ListedPlace],
    others: Sequence[str],
    setter: Setter,
) -> Iterator[Item]:
    """Yield the numbers of a locator's places, and the names of towns nearby that have room well within the frame."""
    theme, known = setter.theme, positions(game)
    room = Box(1.0, 1.0, view.width - 2.0, view.height - 2.0)
    high = 0.78 * FIGURE
    texts = [name if name[:1].isdecimal() else place.name for name, place in own.items()]
    wanted = tuple(
        WantedLabel(spots[name], setter.width(text, "narrow-bold", FIGURE), high)
        for name, text in zip(own, texts, strict=True)
    )
    placed = game.once(place_labels)
    boxes = placed(wanted, room, (), tuple(spots[name] for name in others), _UNIT)
    for text, (box, _), want in zip(texts, boxes, wanted, strict=True):
        yield from leader(want.dot, box, theme, _UNIT)
        yield from haloed((_set(text, box, "narrow-bold", theme.ink, setter),), theme.page, 0.4)
    taken = [box for box, _ in boxes]
    room = Box(_AWAY, _AWAY, view.width - 2 * _AWAY, view.height - 2 * _AWAY)
    towns = sorted(others, key=lambda name: (-known[name].vc, -known[name].resource))
    shown = 0
    for name in towns:
        text = known[name].name
        wide = setter.width(text, "sans-italic", FIGURE)
        dots = tuple(spot for other, spot in spots.items() if other != name)
        ((box, free),) = placed((WantedLabel(spots[name], wide, high),), room, tuple(taken), dots, _UNIT)
        if free and dist(box.closest(spots[name]), spots[name]) < LED * _UNIT:
            taken.append(box)
            shown += 1
            yield from haloed((_set(text, box, "sans-italic", theme.quiet, setter),), theme.page, 0.4)
        if shown == _TOWNS:
            break


def _set(text: str, box: Box, font: str, fill: str, setter: Setter) -> Text | Group:
    return setter.line(text, box.x, round(box.y + 0.74 * FIGURE, 2), font, FIGURE, fill)


APART, EDGE, INSET = 0.55 * MM, 0.5 * MM, 0.7 * MM
"""Width of the line between territories, of that around a block in low ink, and the space around words on them."""
LOUD, QUIET, FAINT, SHRINK = 22.0, 9.0, 6.0, 0.92
"""Largest sizes of a name on a territory, in the look's type and in a narrow one, the least, and steps between them."""
STANDING, TALL = 1.9, 14 * MM
"""Height of a silhouette under a name, as a share of its size, and the most."""
BETWEEN = 0.35
"""Space between silhouettes, as a share of their height."""
TIGHT, LOOSE, ALONG = 0.04, 0.4, 0.62
"""Least and most space between the letters of a name, in ems, and how much of the width of its land it takes."""
SOFT, FADE, LEAST_FADES, HATCH_FADES = 0.14, 0.8 * MM, 8, 3
"""Over how much of its reach land fades out, how wide a step is, the fewest of them, and in how many its hatch does."""
FLAT = Tone(0, 0.94, 1.0)
"""The tone of a territory: a little paler than a block."""
GREYS, LIGHTER, LINES, LINE = 15.0, 0.32, 1.6 * MM, 0.9
"""Difference of blocks in grey that is enough; how light lines on others are, their distance and width."""
BESIDE = 20 * MM
"""Most width of what stands beside a territory that has no room for it."""
SCAN = 1.2 * MM
"""Distance of the lines along which free land is looked for."""
POND = 30 * MM**2
"""Least area of a lake that is drawn among territories."""


def both(reach: Reach) -> tuple[float, float]:
    """Return how far something goes across and down."""
    return reach if isinstance(reach, tuple) else (reach, reach)


def times(reach: Reach, part: float) -> Reach:
    """Return a part of how far something goes."""
    return (reach[0] * part, reach[1] * part) if isinstance(reach, tuple) else reach * part


class Land(NamedTuple):
    """A territory: its middle, how far it reaches, in points, its colour, and how that differs from others like it."""

    middle: Point
    reach: Reach
    colour: str
    tone: Tone = FLAT


class Territories(NamedTuple):
    """Territories: the earth with their land, the outline of each, what it covers, and what stands on it.

    There are no words on one that has no room for them.
    """

    grounds: list[Item]
    rings: dict[str, list[Point]]
    covered: list[Box]
    words: dict[str, tuple[Item, ...]]


def territories(
    game: Game,
    ground: Relief,
    lands: Mapping[str, Land],
    standing: Mapping[str, Sequence[SettledPiece]] | None,
    setter: Setter,
    fine: float,
) -> Territories:
    """Return territories on the earth: their land fades out where nobody knows its end, and ends at coasts and borders.

    Their names stand on it over silhouettes of what stands there, unless nothing is said of that. Little lakes and
    rivers are left out where they would cut the land to pieces.
    """
    theme = setter.theme
    cells = dict(zip(lands, cells_around([(one.middle, one.reach) for one in lands.values()]), strict=True))
    shore = replace(ground, lakes=tuple(ring for ring in ground.lakes if abs(area_of(ring)) > POND))
    items = [*shore.sea(theme, fine), *shore.waters(theme, fine)]
    items.append(ground.on_land(_grounds(cells, lands, theme)))
    items += replace(shore, rivers=()).waters(theme, fine)
    rings, dry = {name: cell.ring(1 - SOFT) for name, cell in cells.items()}, _FreeLand(shore)
    words, covered = dict[str, tuple[Item, ...]](), list[Box]()
    for name, ring in rings.items():
        free = dry.within(ring)
        covered += (Box(start, y - SCAN / 2, end - start, SCAN) for y, spans in free for start, end in spans)
        if standing is not None:
            plate, find = theme.plate(lands[name].colour), partial(_room, free, _centre(free))
            words[name] = _lettered(game, name, standing.get(name, ()), find, plate, setter)
    return Territories(items, rings, covered, words)


def like_others(colours: Iterable[str]) -> set[str]:
    """Return the colours that look like one before them in grey: their blocks have light lines."""
    alike, plain = set[str](), list[str]()
    for colour in dict.fromkeys(colours):
        (alike.add if any(difference(colour, one, "grey") < GREYS for one in plain) else plain.append)(colour)
    return alike


def light_lines(ring: Sequence[Point], colour: str, theme: Theme) -> Path:
    """Return the hatch of a colour on a block of it, in lines that are lighter."""
    return hatched_together([ring], hatch(colour), mix(colour, land(theme), LIGHTER), LINES, LINE)


def _grounds(cells: Mapping[str, Cell], lands: Mapping[str, Land], theme: Theme) -> Iterator[Item]:
    """Yield the land of territories, from where it is faintest, and quiet lines where two meet."""
    alike = set() if theme.outlined else like_others(one.colour for one in lands.values())
    for name, cell in cells.items():
        steps = HATCH_FADES if theme.outlined else max(LEAST_FADES, ceil(SOFT * max(both(lands[name].reach)) / FADE))
        for step in range(1, steps + 1):
            part = step / steps
            pitch, fade = PITCH if theme.outlined else 0.0, part * part * (3 - 2 * part)
            ring = cell.ring(1 - SOFT * (step - 1) / steps)
            yield from tinted([ring], lands[name].colour, lands[name].tone, theme, 2 * pitch, fade)
        if lands[name].tone == FLAT and lands[name].colour in alike:
            yield light_lines(cell.ring(1 - SOFT / 2), lands[name].colour, theme)
    for course in chain.from_iterable(cell.edges() for cell in cells.values()):
        line = Path((Subpath(course[0], tuple(course[1:])),), None, land(theme), APART, cap="round", join="round")
        yield line
        if theme.outlined:
            yield line._replace(stroke=theme.quiet, line=0.25 * MM)


Rows = Sequence[tuple[float, Sequence[Point]]]
"""Lines across a map by their height, each with the starts and ends of its parts that are free."""


class _FreeLand:
    """Lines across a view, and where they are on land and in no lake."""

    def __init__(self, ground: Relief) -> None:
        view = ground.view
        self.room = view.x, view.x + view.width
        self.land: dict[float, list[Point]] = {}
        lakes = dict(spans_of(ground.lakes, SCAN, joined=True)) if ground.lakes else {}
        for y, spans in spans_of(ground.land, SCAN, joined=True) if ground.land else ():
            if view.y < y < view.y + view.height:
                self.land[y] = _without(spans, lakes.get(y, ()))

    def within(self, ring: Sequence[Point]) -> Rows:
        """Return what is free in a ring."""
        across = spans_of([ring], SCAN, joined=True)
        found = ((y, _shared(_shared(spans, self.land.get(y, ())), [self.room])) for y, spans in across)
        return [(y, spans) for y, spans in found if y in self.land]


def _shared(one: Sequence[Point], other: Sequence[Point]) -> list[Point]:
    """Return what two lists of spans share."""
    pairs = ((max(a, c), min(b, d)) for a, b in one for c, d in other)
    return [(start, end) for start, end in pairs if start < end]


def _without(spans: Sequence[Point], others: Sequence[Point]) -> list[Point]:
    """Return spans without others, which are in order."""
    found = []
    for start, end in spans:
        for other, far in others:
            if start < other < end:
                found.append((start, other))
            if other < end and far > start:
                start = max(start, far)
        if start < end:
            found.append((start, end))
    return found


def _centre(rows: Rows) -> Point:
    """Return the middle of what is free."""
    spans = [(end - start, (start + end) / 2, y) for y, found in rows for start, end in found]
    whole = sum(long for long, _, _ in spans) or 1.0
    return sum(long * x for long, x, _ in spans) / whole, sum(long * y for long, _, y in spans) / whole


def _room(rows: Rows, middle: Point, wide: float, high: float) -> tuple[Point, float] | None:
    """Return the middle of the free box of a size that is nearest to a point, if any, and how wide it might be."""
    count, found = ceil(high / SCAN) + 1, []
    for at in range(len(rows) - count + 1):
        shared = list(rows[at][1])
        for _, spans in rows[at + 1 : at + count]:
            shared = [one for one in _shared(shared, spans) if one[1] - one[0] >= wide]
        y = (rows[at][0] + rows[at + count - 1][0]) / 2
        for start, end in shared:
            if end - start >= wide:
                x = min(max(middle[0], start + wide / 2), end - wide / 2)
                found.append((dist((x, y), middle), (x, y), 2 * min(x - start, end - x)))
    if not found:
        return None
    _, spot, most = min(found)
    return spot, most


def block(box: Box, plate: Plate, theme: Theme) -> Rect:
    """Return a block in one flat colour, or its outline in low ink."""
    if not theme.outlined:
        return Rect(*box, plate.ground)
    x, y, wide, high = box
    return Rect(x + EDGE / 2, y + EDGE / 2, wide - EDGE, high - EDGE, plate.ground, plate.edge, EDGE)


def on_block(
    game: Game, name: str, pieces: Sequence[SettledPiece], box: Box, plate: Plate, setter: Setter
) -> tuple[Item, ...]:
    """Return the name of a place on its block, over silhouettes of what stands there; nothing if it has no room."""

    def find(wide: float, high: float) -> tuple[Point, float] | None:
        fits = wide <= box.width and high + 2 * INSET <= box.height
        return ((box.x + box.width / 2, box.y + box.height / 2), 0.75 * box.width) if fits else None

    return _lettered(game, name, pieces, find, plate, setter)


def _lettered(
    game: Game,
    name: str,
    pieces: Sequence[SettledPiece],
    find: Callable[[float, float], tuple[Point, float] | None],
    plate: Plate,
    setter: Setter,
) -> tuple[Item, ...]:
    """Return a name over silhouettes, as large as there is room; `find` looks for the middle of a box of a size."""
    text = game[Place][name].value.name
    text = (f"{name} {text}" if name.isdecimal() and not text.endswith(name) else text).upper()
    groups = [(game[Counter][piece.unit], count) for piece, count in Tally(pieces).items()]
    for font, most in (("display", LOUD), ("narrow-bold", QUIET)):
        size = most
        while size >= FAINT:
            high = min(TALL, STANDING * size)
            drawn = [_stood(game, item, count, plate, setter, high) for item, count in groups]
            for each in range(len(drawn), 0, -1) if drawn else (1,):
                rows = [drawn[at : at + each] for at in range(0, len(drawn), each)]
                wide = max([setter.width(text, font, size, TIGHT), *(_across(row, high) for row in rows)])
                deep = CAP * size + 1.2 * high * len(rows)
                if found := find(wide + 2 * INSET, deep + 2 * INSET):
                    name_of = _spaced(text, font, size, found, deep, plate, setter)
                    return (*name_of, *_stacked(rows, high, found, deep))
            size *= SHRINK
    return ()


def _spaced(
    text: str, font: str, size: float, found: tuple[Point, float], deep: float, plate: Plate, setter: Setter
) -> Iterator[Item]:
    """Yield a name at the top of what stands around a point, its letters as far apart as there is room."""
    (x, y), most = found
    gaps, bare = max(1, len(text) - 1) * size, setter.width(text, font, size)
    spread = min(max((ALONG * most - bare) / gaps, TIGHT), LOOSE)
    left, base = x - (bare + gaps * spread) / 2, y - deep / 2 + CAP * size
    words = setter.line(text, left, base, font, size, plate.text, spacing=spread)
    yield from haloed((words,), plate.ground, 0.8)


def _stacked(rows: Sequence[Sequence[Frame]], high: float, found: tuple[Point, float], deep: float) -> Iterator[Item]:
    """Yield rows of silhouettes at the foot of what stands around a point."""
    (x, y), _ = found
    for number, row in enumerate(rows):
        left, top = x - _across(row, high) / 2, y + deep / 2 - high - 1.2 * high * (len(rows) - 1 - number)
        for one in row:
            yield Group(one.items, round(left, 2), round(top, 2))
            left += one.width + BETWEEN * high


def block_map(
    game: Game, standing: Mapping[str, Sequence[SettledPiece]], width: float, height: float, setter: Setter
) -> Frame | None:
    """Return a map of what stands where, with all territories around; None if none has an extent.

    What stands at places that lie nowhere is left to their lines.
    """
    known, theme = positions(game), setter.theme
    shown = [known[name] for name in standing if name in known and known[name].reach]
    if not shown:
        return None
    view = fitted(shown, width, height)
    ground = game.once(relief)(view, least=5)
    lands = {
        name: Land(view.at(place.at), times(place.reach, MM / view.scale), _home(game, name, theme))
        for name, place in known.items()
        if place.at and place.reach
    }
    drawn = territories(game, ground, lands, standing, setter, 0.8)
    items = [*drawn.grounds, *chain.from_iterable(drawn.words.values())]
    apart = [name for name in standing if name in lands and not drawn.words[name]]
    items += _led(game, {name: lands[name] for name in apart}, standing, view, drawn.covered, setter)
    frame = Rect(0, 0, width, height, None, theme.ink, 0.85)
    return Frame(width, height, (ground.framed(items), frame), name=f"blocks {' '.join(standing)}")


def _led(
    game: Game,
    lands: Mapping[str, Land],
    standing: Mapping[str, Sequence[SettledPiece]],
    view: MapView,
    taken: Sequence[Box],
    setter: Setter,
) -> Iterator[Item]:
    """Yield what stands on territories without room for it beside them, with lines to their middles."""
    theme, room = setter.theme, Box(INSET, INSET, view.width - 2 * INSET, view.height - 2 * INSET)
    for name, one in lands.items():
        sizes: list[Point] = []

        def find(wide: float, high: float, sizes: list[Point] = sizes) -> tuple[Point, float] | None:
            if wide > BESIDE:
                return None
            sizes.append((wide, high))
            return (wide / 2, high / 2), wide

        plate = Plate(land(theme), theme.legible(one.colour, theme.page), one.colour)
        words = _lettered(game, name, standing[name], find, plate, setter)
        for wide, high in sizes:
            (box, _), *_ = place_labels((WantedLabel(one.middle, wide, high),), room, taken)
            yield from (*leader(one.middle, box, theme), *dot(one.middle, _DOT, theme))
            yield Group(words, box.x, box.y)


def _home(game: Game, name: str, theme: Theme) -> str:
    """Return the colour of the region of a place: its own, or that of whose home it is; grey for nobody's."""
    region = region_of(game, name).value
    return region.colour or (game.owners[region.home].colour if region.home else theme.quiet)


def _stood(game: Game, item: GameItem[Counter], count: int, plate: Plate, setter: Setter, high: float) -> Frame:
    """Return the silhouette of equal counters, of a height, after their number."""
    shown, number = silhouette(game, item, setter, high, plate), f"{count}" if count > 1 else ""
    size = 0.75 * high
    wide = setter.width(number, "display", size) + 0.12 * high if number else 0.0
    words = (setter.line(number, 0, 0.8 * high, "display", size, plate.text),) if number else ()
    return Frame(wide + shown.width, high, (*words, Group(shown.items, wide)))


def _across(row: Sequence[Frame], high: float) -> float:
    return sum(one.width for one in row) + BETWEEN * high * (len(row) - 1)


LOCATOR, GROWN = 31 * MM, 1.25
"""Width of a map beside the lines of a set-up, and how much larger its words are in large print."""
STRIP = 72 * MM
"""Width of a map over the lines of a set-up on a screen."""
LEAST_MAPPED, MAPPED, ABREAST = 2, 10 * MM, 3
"""Fewest lines that have a map, its height for each of them, and how many stand side by side over a whole page."""
SQUARE = 0.95
"""Height of a map beside lines, in its width, up to which it shows more land around than its places need."""


def map_beside(
    game: Game, places: Sequence[str], owner: str, columns: int, setter: Setter, screen: bool
) -> Frame | None:
    """Return a map of places beside their lines, on paper no higher than these, if the game says where several are.

    In large print it is drawn smaller and then magnified, so that its words grow; a list across the page has none.
    """
    large = setter.theme.enlarges
    if len(places) < LEAST_MAPPED or (large and columns == 1):
        return None
    own, colour = tuple(place for place in places if place), game.owners[owner].colour
    high, known = -(-len(places) // (ABREAST if columns == 1 else 1)) * MAPPED, _maps(game)
    key, scale = (own, colour, high, screen, setter.theme.outlined, large), GROWN if large else 1.0
    if key not in known:
        wide, located = (STRIP if screen else LOCATOR) / scale, tuple(_located(game, own).values())
        tall = max(fitted(located, wide, None).height, SQUARE * wide) if located and not screen else None
        shown = locator(game, own, wide, colour, setter, tall and min(high / scale, tall))
        if shown is not None and large:
            grown = (Group(shown.items, scale=scale),)
            shown = Frame(shown.width * scale, shown.height * scale, grown, name=shown.name)
        known[key] = shown
    return known[key]


@once
def _maps(game: Game) -> dict[tuple[Any, ...], Frame | None]:
    """Return the maps drawn so far, by places, colour, height and ink: every roll has a sheet with the same ones."""
    return {}
