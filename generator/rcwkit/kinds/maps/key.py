"""The key of a map of the earth: only what is drawn on it; the tints of its regions, and territories as blocks.

Lengths are in points.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from typing import NamedTuple

from rcwkit.art.hatching import box_corners
from rcwkit.art.symbols import sign
from rcwkit.art.theme import Theme
from rcwkit.dice.counters import Counter, owner_of, reverse_of, type_of
from rcwkit.dice.places import positions, region_of
from rcwkit.dice.settle import Settled, SettledPiece
from rcwkit.dice.setups import Region
from rcwkit.faces.counters import chip, silhouette
from rcwkit.faces.labels import Tone, dot, tinted, tones
from rcwkit.faces.territories import FLAT, light_lines, like_others
from rcwkit.frame import MM, Circle, Group, Item, Point
from rcwkit.game.game import Game, GameItem
from rcwkit.kinds.maps.courses import line_drawn
from rcwkit.kinds.maps.model import Map
from rcwkit.kinds.maps.spaces import star
from rcwkit.kinds.maps.survey import Survey
from rcwkit.source.info import Owner
from rcwkit.type.text import Setter

DOT, STAR = 0.95 * MM, 1.9 * MM
"""Radius of a dot, and of the star of a Victory City."""
SIGN = 2.1 * MM
"""Height of the sign of a resource center or a port after a name."""
BOX_OF_KEY = 8.5 * MM
"""Side of the box in which an entry of the key shows something."""


class KeyEntry(NamedTuple):
    """An entry of the key: what it shows in a box of BOX_OF_KEY by BOX_OF_KEY, and what that is."""

    items: tuple[Item, ...]
    title: str


def earth_entries(
    game: Game, item: GameItem[Map], found: Survey, setter: Setter, settled: Settled | None = None
) -> Iterator[KeyEntry]:
    """Yield the entries of the key of a map of the earth: only what is drawn on it, on this paper."""
    say, theme, middle = setter.say, setter.theme, BOX_OF_KEY / 2
    known = positions(game)
    shown = [known[name] for name in found.located]
    scale = BOX_OF_KEY / (4.5 * MM)
    centre = (middle, middle)
    if any(place.sure and not place.vc for place in shown):
        yield KeyEntry(tuple(dot(centre, DOT * scale, theme)), say("a space, where it lies"))
    if not all(place.sure for place in shown):
        yield KeyEntry(tuple(dot(centre, DOT * scale, theme, sure=False)), say("position unsure: a guess"))
    if any(place.vc for place in shown):
        yield KeyEntry(tuple(star(*centre, STAR * scale, theme)), say("Victory City"))
    if owner := next(_ringed(game, found, settled), None):
        ring = Circle(*centre, 1.6 * DOT * scale, None, theme.legible(owner.colour, theme.page), 0.5 * MM * scale)
        yield KeyEntry((*dot(centre, 0.8 * DOT * scale, theme), ring), say("counters stand there: see the inset"))
    for what, title, used in (
        ("resource", say("resource center (a house each)"), any(place.resource for place in shown)),
        ("port", say("port"), any(place.port for place in shown)),
    ):
        if used:
            high = SIGN * scale
            picture = Group(sign(what, high, theme.ink, theme.page), middle - high / 2, middle - high / 2)
            yield KeyEntry((picture,), title)
    for name, way in item.value.ways.items():
        if found.stretches.get(name):
            course = [(0.0, middle), (BOX_OF_KEY, middle)]
            drawn = tuple(line_drawn(name, way, [course], theme, curved=False))
            yield KeyEntry(drawn, f"{way.title} ({way.note})" if way.note else way.title)
    yield from _tint_entries(game, item.value, found, setter)


def _ringed(game: Game, found: Survey, settled: Settled | None) -> Iterator[Owner]:
    """Yield the owners of counters that stand in insets of the whole map, on which their places have rings."""
    whole, known = found.views[0], positions(game)
    for spot in settled.spots if settled else ():
        number, _ = found.located.get(spot.place, (0, (0.0, 0.0)))
        at = known[spot.place].at if number else None
        if at and spot.pieces and found.views[number].scale < whole.scale and whole.holds(whole.at(at)):
            yield game.owners[owner_of(game, spot.pieces[0].unit)]


def area_of(game: Game, map_: Map, name: str) -> str:
    """Return the id of the area that a place is in: itself or its region."""
    return name if map_.earth and map_.earth.areas == "places" else region_of(game, name).id


def in_blocks(map_: Map, theme: Theme) -> bool:
    """Return whether territories are blocks of flat colour, as the look has tables."""
    return theme.table == "blocks" and map_.earth is not None and map_.earth.areas == "places"


def colour_of(game: Game, map_: Map, region: Region, theme: Theme) -> str | None:
    """Return the colour of a region; grey for nobody's, None for one without a tint."""
    listed, home = map_.earth.regions if map_.earth else (), region.home
    if (region.title in listed) if listed else home:
        return region.colour or (game.owners[home].colour if home else theme.quiet)
    return None


def _dots(game: Game, map_: Map, found: Survey, shown: Collection[str]) -> list[tuple[Point, str]]:
    """Return where the places of some areas are on a map, with their areas."""
    places = ((place.at, area_of(game, map_, name)) for name, place in positions(game).items())
    return [(found.views[0].at(at), area) for at, area in places if at is not None and area in shown]


def tints(game: Game, map_: Map, found: Survey, theme: Theme) -> dict[str, tuple[str, Tone]]:
    """Return the areas of a map that are tinted, by id, with their colours and tones."""
    known = positions(game)
    colours = {area_of(game, map_, name): colour_of(game, map_, region_of(game, name).value, theme) for name in known}
    shown = {area: colour for area, colour in colours.items() if colour}
    return {area: (shown[area], tone) for area, tone in tones(_dots(game, map_, found, shown), shown, theme).items()}


def _tint_entries(game: Game, map_: Map, found: Survey, setter: Setter) -> Iterator[KeyEntry]:
    """Yield an entry for each colour of regions, with its tones."""
    theme, tinting = setter.theme, tints(game, map_, found, setter.theme)
    if in_blocks(map_, theme):
        shown = {region_of(game, name).id: name for name in found.located if name in tinting}
        alike = set() if theme.outlined else like_others(tinting[name][0] for name in shown.values())
        for region, name in shown.items():
            box = box_corners(0.4 * MM, 1.6 * MM, BOX_OF_KEY - 0.8 * MM, BOX_OF_KEY - 3.2 * MM)
            flat = tinted((box,), tinting[name][0], FLAT, theme, 2 * MM if theme.outlined else 0.0)
            lines = [light_lines(box, tinting[name][0], theme)] if tinting[name][0] in alike else []
            yield KeyEntry((*flat, *lines), game[Region][region].value.title)
        return
    homes: dict[str, dict[tuple[str, Tone], None]] = {}
    factions: list[tuple[str, Tone]] = []
    for name in found.located:
        home, tint = region_of(game, name).value.home, tinting.get(area_of(game, map_, name))
        if not tint:
            continue
        if home and home not in game.info.sides:
            factions.append(tint)
            continue
        owner = game.owners[home].title if home else ""
        title = setter.say("home region of {owner}", owner=owner) if home else setter.say("nobody’s home region")
        homes.setdefault(title, {})[tint] = None
    if factions:
        homes.setdefault(setter.say("region of a faction, in its colour"), {factions[0]: None})
    for title, tones_ in homes.items():
        wide, high = (BOX_OF_KEY - 1.6 * MM) / len(tones_), BOX_OF_KEY - 3.6 * MM
        boxes = (box_corners(0.8 * MM + index * wide, 1.8 * MM, wide, high) for index in range(len(tones_)))
        drawn = (tinted((box,), *tint, theme, 1.6 * MM) for box, tint in zip(boxes, tones_, strict=True))
        yield KeyEntry(tuple(chain.from_iterable(drawn)), title)


def chip_entries(game: Game, map_: Map, settled: Settled, setter: Setter) -> Iterator[KeyEntry]:
    """Yield an entry for each type of counter in a set-up, and one for a reduced side."""
    standing = in_blocks(map_, setter.theme)
    chosen: dict[str, SettledPiece] = {}
    for force in settled.forces:
        for piece in force.pieces:
            if not piece.reversed:
                chosen.setdefault(type_of(game, piece.unit).title, piece)
            elif reverse_of(game, piece.unit) == "reduced":
                chosen.setdefault(setter.say("reduced"), piece)
    for line in settled.markers if standing else ():
        if line.each:
            chosen.setdefault(game[Counter][line.marker].value.name, SettledPiece(line.marker))
    for title, piece in chosen.items():
        item = game[Counter][piece.unit]
        frame = (
            silhouette(game, item, setter, BOX_OF_KEY)
            if standing
            else chip(game, item, setter, reversed=piece.reversed)
        )
        scale = min(1.0, BOX_OF_KEY / max(frame.width, frame.height))
        yield KeyEntry((Group(frame.items, 0, (BOX_OF_KEY - scale * frame.height) / 2, scale=round(scale, 4)),), title)
