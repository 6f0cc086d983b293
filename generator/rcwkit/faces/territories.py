"""Maps on pages: locators of a few places, and territories as blocks of flat colour. Lengths are in points."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import cos, dist, radians
from typing import Any, NamedTuple

from rcwkit.art.colours import mix
from rcwkit.art.earth import (
    KM_PER_DEGREE,
    Bounds,
    LonLat,
    MapView,
    Reach,
    Relief,
    areas_around,
    blocks_around,
    projected,
    relief,
)
from rcwkit.art.theme import Plate, Theme
from rcwkit.dice.counters import Counter
from rcwkit.dice.places import positions, region_of
from rcwkit.dice.settle import SettledPiece
from rcwkit.dice.setups import ListedPlace, Place
from rcwkit.faces.counters import silhouette
from rcwkit.faces.labels import DEPTHS, LED, PITCHES, Box, Tone, WantedLabel, dot, haloed, leader, place_labels, tinted
from rcwkit.frame import MM, Circle, Frame, Group, Item, Point, Rect, Text, box_of
from rcwkit.game.game import Game, GameItem, once
from rcwkit.type.text import Setter

PITCH = 1.1 * MM
"""Distance of the lines of a locator's tint in low ink."""
FINEST = 17.0
"""Fewest km to a mm of a locator."""
LOWEST, HIGHEST = 17 * MM, 36 * MM
"""Least and most height of a locator."""
AROUND = 3.5 * MM
"""Space around the dots of a locator."""
FIGURE = 6.0
"""Type size of numbers and names on a locator."""
_DOT, _UNIT = 0.75 * MM, 0.55 * MM
_REACH = 9 * MM
"""How far the tint of a locator goes beyond its dots."""
MOST_SHOWN = 60
"""Most places that a locator shows."""
_TOWNS = 3
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
    known, theme = positions(game), setter.theme
    own = {name: known[name] for name in ids if name in known}
    if not 0 < len(own) <= MOST_SHOWN:
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
    areas = list(chain.from_iterable(found for found, (_, group, _) in parts if group == "own"))
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
    """Yield the numbers of a locator's places, and the names of towns nearby for which there is room."""
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


APART, EDGE, INSET = 0.7 * MM, 0.5 * MM, 1.3 * MM
"""Space between territories drawn as blocks, the line around them in low ink, and the space within them."""
LOUD, FAINT, STANDING = 13.0, 6.5, 9.0 * MM
"""Largest and least size of a name on a block, and the most height of a silhouette under it."""
BETWEEN = 0.35
"""Space between silhouettes, as a share of their height."""


def both(reach: Reach) -> tuple[float, float]:
    """Return how far something goes across and down."""
    return reach if isinstance(reach, tuple) else (reach, reach)


def times(reach: Reach, part: float) -> Reach:
    """Return a part of how far something goes."""
    return (reach[0] * part, reach[1] * part) if isinstance(reach, tuple) else reach * part


class Land(NamedTuple):
    """A territory: its middle, how far it reaches, in points, and its colour."""

    middle: Point
    reach: Reach
    colour: str


class Territories(NamedTuple):
    """Territories as blocks of colour: the earth with their grounds, the box of each, and what stands on it.

    There are no words on one that is too small, or lies at sea for the most part.
    """

    grounds: list[Item]
    boxes: dict[str, Box]
    words: dict[str, tuple[Item, ...]]


def territories(
    game: Game,
    ground: Relief,
    lands: Mapping[str, Land],
    standing: Mapping[str, Sequence[SettledPiece]],
    setter: Setter,
    fine: float,
) -> Territories:
    """Return territories as blocks on the earth, with their names and silhouettes of what stands there."""
    theme = setter.theme
    wanted = [(one.middle, both(one.reach)) for one in lands.values()]
    found = zip(lands, blocks_around(wanted, APART), strict=True)
    boxes = {name: box for name, bounds in found if (box := _seen(bounds, ground.view))}
    plates = {name: theme.plate(lands[name].colour) for name in boxes}
    items = [*ground.sea(theme, fine), *ground.waters(theme, fine)]
    items.append(ground.on_land(block(box, plates[name], theme) for name, box in boxes.items()))
    items += ground._replace(rivers=()).waters(theme, fine)
    words = {
        name: on_block(game, name, standing.get(name, ()), box, plates[name], setter)
        for name, box in boxes.items()
        if _dry(box, ground)
    }
    return Territories(items, boxes, words)


def _seen(bounds: Bounds, view: MapView) -> Box | None:
    """Return the part of an area that is within a view, if it is large enough to be seen."""
    left, top = max(bounds[0], view.x), max(bounds[1], view.y)
    right, low = min(bounds[2], view.x + view.width), min(bounds[3], view.y + view.height)
    return Box(left, top, right - left, low - top) if min(right - left, low - top) > INSET else None


def _dry(box: Box, ground: Relief) -> bool:
    """Return whether most of the middle of a box is on land."""
    points = ((box.x + share * box.width, box.y + box.height / 2) for share in (0.25, 0.5, 0.75))
    return sum(map(ground.is_land, points)) > 1


def block(box: Box, plate: Plate, theme: Theme) -> Rect:
    """Return the ground of a territory, in one flat colour, or its outline in low ink."""
    if not theme.outlined:
        return Rect(*box, plate.ground)
    x, y, wide, high = box
    return Rect(x + EDGE / 2, y + EDGE / 2, wide - EDGE, high - EDGE, plate.ground, plate.edge, EDGE)


def on_block(
    game: Game, name: str, pieces: Sequence[SettledPiece], box: Box, plate: Plate, setter: Setter
) -> tuple[Item, ...]:
    """Return the name of a territory on its block, over silhouettes of what stands there; nothing if it has no room."""
    text, room = game[Place][name].value.name, box.width - 2 * INSET
    text = f"{name} {text}" if name.isdecimal() else text
    fits = ((font, min(LOUD, LOUD * room / setter.width(text, font, LOUD))) for font in ("display", "narrow-bold"))
    font, size = next(((font, size) for font, size in fits if size >= FAINT), ("", 0.0))
    free = box.height - 1.3 * size - 2 * INSET
    if not font or free < 0:
        return ()
    groups = [(game[Counter][piece.unit], count) for piece, count in Tally(pieces).items()]
    drawn = [_stood(game, item, count, plate, setter) for item, count in groups]
    ways = ([drawn[at : at + each] for at in range(0, len(drawn), each)] for each in range(len(drawn), 0, -1))
    high, rows = max(((_scale(way, room, free), way) for way in ways), key=lambda way: way[0], default=(0.0, []))
    left, top = box.x + box.width / 2, box.y + (box.height - size - 1.2 * high * len(rows)) / 2
    words = setter.line(text, left, top + 0.78 * size, font, size, plate.text, align=0.5)
    items: list[Item] = [*haloed((words,), plate.ground, 0.8)]
    for number, row in enumerate(rows):
        x, y = left - high * _across(row) / 2, top + 1.1 * size + 1.2 * high * number
        for one in row:
            items.append(Group(one.items, round(x, 2), round(y, 2), scale=round(high / STANDING, 4)))
            x += high * (one.width / STANDING + BETWEEN)
    return tuple(items)


def block_map(
    game: Game, standing: Mapping[str, Sequence[SettledPiece]], width: float, height: float, setter: Setter
) -> Frame | None:
    """Return a map of what stands where, with all territories around as blocks; None if none has an extent."""
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
    frame = Rect(0, 0, width, height, None, theme.ink, 0.85)
    inside = ground.framed([*drawn.grounds, *chain.from_iterable(drawn.words.values())])
    return Frame(width, height, (inside, frame), name=f"blocks {' '.join(standing)}")


def _home(game: Game, name: str, theme: Theme) -> str:
    """Return the colour of the region of a place: its own, or that of whose home it is; grey for nobody's."""
    region = region_of(game, name).value
    return region.colour or (game.owners[region.home].colour if region.home else theme.quiet)


def _stood(game: Game, item: GameItem[Counter], count: int, plate: Plate, setter: Setter) -> Frame:
    """Return the silhouette of equal counters after their number, as high as they may be."""
    shown, number = silhouette(game, item, setter, STANDING, plate), f"{count}" if count > 1 else ""
    size = 0.75 * STANDING
    wide = setter.width(number, "display", size) + 0.12 * STANDING if number else 0.0
    words = (setter.line(number, 0, 0.8 * STANDING, "display", size, plate.text),) if number else ()
    return Frame(wide + shown.width, STANDING, (*words, Group(shown.items, wide)))


def _across(row: Sequence[Frame]) -> float:
    return sum(one.width for one in row) / STANDING + BETWEEN * (len(row) - 1)


def _scale(rows: Sequence[Sequence[Frame]], room: float, free: float) -> float:
    """Return the height of silhouettes in rows that fit a width and a height."""
    return min(STANDING, free / (1.2 * len(rows)), *(room / _across(row) for row in rows))


LOCATOR, GROWN = 29 * MM, 1.25
"""Width of a map beside the lines of a set-up, and how much larger its words are in large print."""
STRIP = 72 * MM
"""Width of a map over the lines of a set-up on a screen."""
LEAST_MAPPED, MAPPED, ABREAST = 2, 8.7 * MM, 3
"""Fewest lines that have a map, its height for each of them, and how many stand side by side over a whole page."""


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
        wide = (STRIP if screen else LOCATOR) / scale
        shown = locator(game, own, wide, colour, setter)
        over = not screen and shown is not None and shown.height > high / scale
        shown = locator(game, own, wide, colour, setter, high / scale) if over else shown
        if shown is not None and large:
            grown = (Group(shown.items, scale=scale),)
            shown = Frame(shown.width * scale, shown.height * scale, grown, name=shown.name)
        known[key] = shown
    return known[key]


@once
def _maps(game: Game) -> dict[tuple[Any, ...], Frame | None]:
    """Return the maps drawn so far, by places, colour, height and ink: every roll has a sheet with the same ones."""
    return {}
