"""Maps of the earth: land, seas and rivers, the places of a game with what stands there, and panels beside them.

Lengths are in points, from the top left of the map.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from math import ceil, cos, dist, radians, sin
from typing import NamedTuple

from rcwkit.art.colours import contrast, mix
from rcwkit.art.earth import (
    MapView,
    Outline,
    Reach,
    Relief,
    all_bent,
    areas_around,
    land,
    read_outlines,
    relief,
    river_names,
)
from rcwkit.art.hatching import dashed, hatched_together
from rcwkit.art.motifs import panel_wedge, title_art
from rcwkit.art.symbols import sign
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.dice.counters import Counter, owner_of
from rcwkit.dice.places import find_place, positions, region_of
from rcwkit.dice.settle import Settled, SettledForce, SettledPiece
from rcwkit.dice.setups import ListedPlace, Place, Region
from rcwkit.faces.counters import chip
from rcwkit.faces.labels import LED, Box, Tone, WantedLabel, beside, dot, free_in, haloed, leader, place_labels, tinted
from rcwkit.faces.territories import FLAT, Land, block, on_block, territories, times
from rcwkit.frame import MM, Circle, Frame, Group, Item, Path, Point, Rect, box_of, sides
from rcwkit.game.game import Game, GameItem
from rcwkit.game.references import unknown
from rcwkit.kinds.maps.courses import line_drawn, smooth
from rcwkit.kinds.maps.key import (
    BOX_OF_KEY,
    DOT,
    SIGN,
    STAR,
    area_of,
    chip_entries,
    colour_of,
    earth_entries,
    in_blocks,
    tints,
)
from rcwkit.kinds.maps.model import EarthName, Inset, Map
from rcwkit.kinds.maps.spaces import Spaces, room_on, star
from rcwkit.kinds.maps.survey import HEAD, PLACES, surveys
from rcwkit.type.text import Setter, TextBlock, TextBox

NAME, NUMBER, REGION, SMALL = 8.6, 7.6, 12.0, 8.0
"""Type sizes of names, of numbers before them, of regions, and of panels."""
CHIP_GAP, LINE = 0.35 * MM, 3.5 * MM
"""Space between chips, and height of the line of a name above them."""
RING, CHIP_CORNER = 0.8, 0.7 * MM
"""How far the ground around a chip goes, and how round the corners of chips are."""
ACROSS = 34 * MM
"""Most width of a row of chips."""
WIDE, DARKER = 7.5, tuple(step / 10 for step in range(3, 11))
"""Contrast of the names of regions with land, and how much of the ink is mixed into their colours for it."""
SPREAD, ALONG = 0.2, 6.0
"""Space between the letters of the names of regions, in ems, and how far apart the points of rivers are they avoid."""
WATER = "#3E6A7C"
CAP = 0.7
MOST = 2 * PLACES
"""Most places in a view and around it that bound the areas of regions."""
PITCH = 2.2 * MM
"""Distance of the lines of a tint in low ink."""


class _Label(NamedTuple):
    """A place's words and chips: the line of its name, and chips in rows, from their top left."""

    name: str
    words: tuple[Item, ...]
    width: float
    rows: tuple[tuple[float, tuple[Frame, ...]], ...]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole."""
        wide = max([self.width, *(_row_width(row) for _, row in self.rows)])
        return wide, LINE + sum(high + CHIP_GAP for high, _ in self.rows)


def _row_width(row: Sequence[Frame]) -> float:
    return sum(frame.width for frame in row) + CHIP_GAP * (len(row) - 1)


def earth_field(
    game: Game, item: GameItem[Map], setter: Setter, settled: Settled | None = None, cuts: Sequence[Box] = ()
) -> tuple[Item, ...]:
    """Return all that is on a map of the earth, with the counters of a set-up where they begin, if one is given.

    No label lies on `cuts`, where sheets of the map meet.
    """
    return tuple(_Theatre(game, item, setter, settled, cuts).items())


class _Theatre:
    """Draws one map of the earth."""

    def __init__(
        self, game: Game, item: GameItem[Map], setter: Setter, settled: Settled | None, cuts: Sequence[Box]
    ) -> None:
        self.cuts = cuts
        self.game, self.item, self.map, self.setter, self.settled = game, item, item.value, setter, settled
        self.theme, self.found, self.known = setter.theme, surveys(game)[item.id], positions(game)
        assert self.map.earth is not None
        self.earth = self.map.earth
        self.held = self.found.located
        self.pieces = dict(_standing(game, settled, marked=in_blocks(self.map, self.theme))) if settled else {}
        self.boxes = Spaces(game, item.document, self.found, setter)
        self.own = dict(self._outlines())
        for index, name in enumerate(self.earth.rivers):
            setter.found += unknown(
                "river", name, river_names(self.own), item.document.at("earth", "rivers", index), "E362"
            )
        self.tints = tints(game, self.map, self.found, self.theme)

    def _outlines(self) -> Iterator[tuple[str, Sequence[Outline]]]:
        """Yield the game's own coasts, lakes and rivers; a file that cannot be read is reported (E367)."""
        for what, name in self.earth.files.items():
            span = self.item.document.at("earth", "files", what)
            try:
                yield what, read_outlines(self.setter.artwork.contents(name, span))
            except ValueError as error:
                hint = "save it as GeoJSON, simplified for the size of the map"
                self.setter.found.append(Diagnostic("E367", f"'{name}' cannot be drawn: {error}", span, hint))
            except InputError as error:
                self.setter.found += error.diagnostics

    def items(self) -> Iterator[Item]:
        """Yield everything, from the ground up."""
        yield from self._view(0, self.found.views[0], self._taken())
        for number, inset in enumerate(self.earth.insets, 1):
            yield from self._inset(number, inset)
        if self.earth.title:
            yield from self._title(Box(*(side * MM for side in self.earth.title)))
        if self.earth.beside:
            yield from self._beside(Box(*(side * MM for side in self.earth.beside)))
        if self.earth.key:
            yield from self._key(Box(*(side * MM for side in self.earth.key)))
        if in_blocks(self.map, self.theme):
            yield from chain.from_iterable(map(self._block_space, self.map.spaces))
        else:
            yield from (*self.boxes.areas(), *self.boxes.spaces(), *self._box_chips())
        yield from self.boxes.labels()

    def _taken(self) -> list[Box]:
        """Return what labels of the whole map keep clear of."""
        earth = self.earth
        panels = [panel for panel in (earth.title, earth.key, earth.beside) if panel]
        boxes = [Box(*(side * MM for side in panel)) for panel in (*panels, *(one.box for one in earth.insets))]
        boxes += self._spaces()
        for number in range(1, len(self.found.views)):
            boxes += [Box(left, top, right - left, low - top) for left, top, right, low in self._outline_box(number)]
        return boxes

    def _spaces(self) -> list[Box]:
        """Return the boxes of the map."""
        return [room_on(space) for space in self.map.spaces.values()]

    def _outline(self, number: int) -> list[Point]:
        """Return the edges of an inset on the whole map; none if it does not lie on it."""
        view, whole = self.found.views[number], self.found.views[0]
        x, y, wide, high = view.x, view.y, view.width, view.height
        ends = [(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]
        course = [
            whole.at(view.back((ax + (bx - ax) * step / 6, ay + (by - ay) * step / 6)))
            for (ax, ay), (bx, by) in sides(ends)
            for step in range(6)
        ]
        return course if view.scale < whole.scale and all(map(whole.holds, course)) else []

    def _outline_box(self, number: int) -> Iterator[tuple[float, float, float, float]]:
        if course := self._outline(number):
            yield box_of(course)

    def _view(self, number: int, view: MapView, taken: Sequence[Box]) -> Iterator[Item]:
        """Yield the whole map or an inset within its edges: the ground, then places, then their names."""
        reach = self.earth.reach / view.scale * MM
        with_own = partial(relief, own=self.own) if self.own else self.game.once(relief)
        ground = with_own(view, named=self.earth.rivers, flat=self.earth.flat)
        fine = min(1.2, max(0.55, (self.earth.scale / view.scale) ** 0.5))
        spots = {name: view.at(place.at) for name, place in self.known.items() if place.at is not None}
        spots = {name: (round(x, 2), round(y, 2)) for name, (x, y) in spots.items() if view.holds((x, y), -2.5 * reach)}
        spots = dict(sorted(spots.items(), key=lambda spot: not view.holds(spot[1]))[:MOST])
        tint: list[Item] = [] if number else [*self.boxes.lands()]
        if self.earth.areas == "places":
            yield from self._territories(number, ground, spots, fine)
            return
        tints, parts = self._areas(spots, reach), dict[str, list[list[Point]]]()
        rings = tuple(tuple(map(tuple, found)) for found in tints.values())
        for name, found in zip(tints, self.game.once(all_bent)(rings), strict=True):
            parts.setdefault(area_of(self.game, self.map, name), []).extend(found)
        together = self.game.once(hatched_together)
        for area in filter(self.tints.get, parts):
            shown = tuple(map(tuple, parts[area]))
            tint += tinted(shown, *self.tints[area], self.theme, PITCH, together=together)
        over = [ground.at_sea(self.boxes.seas())] if self.earth.flat and not number else []
        items = [*ground.sea(self.theme, fine), *over, ground.on_land(tint), *ground.waters(self.theme, fine)]
        seas = list(self._names(view))
        items += chain.from_iterable(drawn for drawn, _ in seas)
        taken = [*taken, *chain.from_iterable(boxes for _, boxes in seas)]
        yield ground.framed([*items, *self._places(number, ground, spots, tints, taken)])

    def _territories(self, number: int, ground: Relief, spots: Mapping[str, Point], fine: float) -> Iterator[Item]:
        """Yield a view with territories; in looks with blocks, with names and silhouettes on those that have room."""
        tinted, blocks = [name for name in spots if self.tints.get(name)], in_blocks(self.map, self.theme)
        lands = {name: Land(spots[name], self._reach(name, ground.view), *self._tint(name, blocks)) for name in tinted}
        drawn = territories(self.game, ground, lands, self.pieces if blocks else None, self.setter, fine)
        seas = list(self._names(ground.view))
        names = chain.from_iterable(drawn for drawn, _ in seas)
        taken = [*self._taken(), *chain.from_iterable(found for _, found in seas), *(drawn.covered if blocks else ())]
        beside = {name: spot for name, spot in spots.items() if not drawn.words.get(name)}
        tints = {} if blocks else {name: [ring] for name, ring in drawn.rings.items()}
        places = self._places(number, ground, beside, tints, taken)
        yield ground.framed([*drawn.grounds, *names, *chain.from_iterable(drawn.words.values()), *places])

    def _tint(self, place: str, blocks: bool) -> tuple[str, Tone]:
        """Return the colour of a territory and its tone, which is full in looks with blocks."""
        colour, tone = self.tints[place]
        return colour, FLAT if blocks else tone

    def _block_space(self, name: str) -> Iterator[Item]:
        """Yield a box of the map as a block, with silhouettes of what begins in it."""
        space = self.map.spaces[name]
        box, plate = room_on(space), self.theme.plate(self.boxes.colour(space))
        if space.outline:
            course = smooth([(x * MM, y * MM) for x, y in (*space.outline, space.outline[0])])
            shore = mix(self.theme.page, plate.edge, 0.45)
            yield Path((course,), plate.ground, plate.edge if self.theme.outlined else shore, 0.9 * MM)
        else:
            yield block(box, plate, self.theme)
        yield from on_block(self.game, name, self.pieces.get(name, ()), box, plate, self.setter)

    def _reach(self, name: str, view: MapView) -> Reach:
        """Return how far the land of a place goes in a view."""
        return times(self.known[name].reach or self.earth.reach, MM / view.scale)

    def _areas(self, spots: Mapping[str, Point], reach: float) -> dict[str, list[list[Point]]]:
        """Return the convex parts of each place's land, if it has some."""
        around = tuple((spots[name], area_of(self.game, self.map, name), reach) for name in spots)
        areas = self.game.once(areas_around)(around)
        return {name: found for name, found in zip(spots, areas, strict=True) if found}

    def _places(
        self,
        number: int,
        ground: Relief,
        spots: Mapping[str, Point],
        tints: Mapping[str, list[list[Point]]],
        taken: Sequence[Box],
    ) -> Iterator[Item]:
        """Yield the places of a view with their labels, what joins them, and the names of their regions."""
        view = ground.view
        own = [name for name, (held, _) in self.found.points.items() if held == number and name in spots]
        others = [name for name in spots if name not in own and view.holds(spots[name])]
        dots = [spots[name] for name in others if not any(box.near(spots[name], 0.0) for box in taken)]
        dots += self._along_ways(view, spots)
        labels = {name: self._label(name) for name in own}
        boxes = self._placed(view, labels, spots, taken, dots)
        anchored = [name for name, (held, _) in self.found.anchors.items() if held == number and name in spots]
        spaces = {name: self.map.spaces[name] for name in anchored}
        boxes |= {name: room_on(space) for name, space in spaces.items()}
        covered = [*taken, *self.cuts, *boxes.values()]
        ends = [(spots[name], box.closest(spots[name])) for name, box in boxes.items()]
        led = chain.from_iterable(_between(*pair) for pair in ends)
        covered += (Box(x - 3, y - 3, 6, 6) for x, y in (*dots, *led, *(spots[name] for name in boxes)))
        named = [*own, *anchored, *(name for name, (held, _) in self.held.items() if held and name in others)]
        yield from self._region_names(ground, tints, covered, named)
        if number == 0:
            yield from self._insets_marked(spots)
        else:
            pale = mix(self.theme.page, self.theme.quiet, 0.8)
            yield from (Circle(*spots[name], 0.7 * MM, pale) for name in others)
        yield from self._ways(view, spots)
        for name, box in boxes.items():
            yield from leader(spots[name], box, self.theme, near=0.0 if name in spaces else LED)
        for name in (*own, *anchored):
            yield from self._spot(spots[name], self.known[name])
        for name, label in labels.items():
            yield from self._drawn(label, boxes[name], spots[name])

    def _placed(
        self,
        view: MapView,
        labels: Mapping[str, _Label],
        spots: Mapping[str, Point],
        taken: Sequence[Box],
        dots: Sequence[Point],
    ) -> dict[str, Box]:
        """Return where labels stand, none on a seam if there is room; one that covers something is reported (W364)."""
        room = Box(view.x + 1 * MM, view.y + 1 * MM, view.width - 2 * MM, view.height - 2 * MM)
        wanted = tuple(
            WantedLabel(spots[name], *label.size, clear=1.05 * STAR if self.known[name].vc else 0.0)
            for name, label in labels.items()
        )
        for avoided in dict.fromkeys(((*taken, *self.cuts), (*taken,))):
            placed = self.game.once(place_labels)(wanted, room, avoided, tuple(dots))
            if all(free for _, free in placed):
                break
        boxes = {}
        for name, (box, free) in zip(labels, placed, strict=True):
            boxes[name] = box
            if not free:
                message = f"the label of '{labels[name].name}' covers something on the map"
                hint = "an inset gives crowded places more room"
                self.setter.found.append(Diagnostic("W364", message, self.game[Place][name].span, hint))
        return boxes

    def _label(self, name: str) -> _Label:
        """Return the name of a place after its number, with signs of what it has, and the chips of its counters."""
        place, setter, theme = self.known[name], self.setter, self.theme
        number = name if name.isdecimal() and place.name != name else ""
        items: list[Item] = []
        base, x = 2.75 * MM, 0.0
        if number:
            items.append(setter.line(number, 0, base, "narrow", NUMBER, mix(theme.quiet, theme.ink, 0.85)))
            x = setter.width(f"{number} ", "narrow", NUMBER)
        setter.check(place.name, "narrow-bold", lambda: self.game[Place][name].span)
        items.append(setter.line(place.name, x, base, "narrow-bold", NAME, theme.ink))
        x += setter.width(place.name, "narrow-bold", NAME)
        for what in ["resource"] * place.resource + ["port"] * place.port:
            items.append(Group(sign(what, SIGN, theme.ink, theme.page), round(x + 0.4 * MM, 2), base - SIGN + 0.2))
            x += SIGN + 0.4 * MM
        return _Label(place.name, tuple(items), x, tuple(self._rows(self.pieces.get(name, ()), ACROSS)))

    def _rows(self, pieces: Sequence[SettledPiece], most: float) -> Iterator[tuple[float, tuple[Frame, ...]]]:
        """Yield chips in rows up to a width, each with its height; equal counters are one chip."""
        row: list[Frame] = []
        for piece, copies in Tally(pieces).items():
            item, turned, rolled = self.game[Counter][piece.unit], piece.reversed, piece.rolled
            frame = chip(self.game, item, self.setter, copies=copies, reversed=turned, rolled=rolled)
            frame = frame._replace(name=f"chip {item.id} {copies} {turned} {rolled}")
            if row and _row_width(row) + CHIP_GAP + frame.width > most:
                yield max(one.height for one in row), tuple(row)
                row = []
            row.append(frame)
        if row:
            yield max(one.height for one in row), tuple(row)

    def _drawn(self, label: _Label, box: Box, spot: Point) -> Iterator[Item]:
        """Yield a label in its box: its name and chips begin, or end, on the side of the dot."""
        right = spot[0] > box.x + box.width / 2
        left = box.x + box.width - label.width if right else box.x
        plate = Rect(-1.0, 0.0, label.width + 2.0, LINE, self.theme.page)
        words = (plate, *label.words) if self.theme.outlined else tuple(haloed(label.words, self.theme.page, 0.85))
        yield Group(words, round(left, 2), box.y)
        yield from self._chips(label.rows, box, box.y + LINE, right=right)

    def _chips(
        self, rows: Sequence[tuple[float, tuple[Frame, ...]]], box: Box, top: float, *, right: bool = False
    ) -> Iterator[Item]:
        for high, row in rows:
            x = box.x + box.width - _row_width(row) if right else box.x
            for frame in row:
                wide, tall = frame.width + 2 * RING, frame.height + 2 * RING
                edge = Rect(-RING, -RING, wide, tall, self.theme.page, radius=RING + CHIP_CORNER)
                yield Group((edge, *frame.items), round(x, 2), round(top, 2), key=frame.name)
                x += frame.width + CHIP_GAP
            top += high + CHIP_GAP

    def _spot(self, point: Point, place: ListedPlace) -> Iterator[Item]:
        if place.vc:
            yield from star(*point, STAR, self.theme)
        else:
            yield from dot(point, DOT, self.theme, sure=place.sure)

    def _names(self, view: MapView) -> Iterator[tuple[tuple[Item, ...], list[Box]]]:
        """Yield the names of seas and rivers that a view and what lies on it leave whole, with their boxes."""
        panels = self._taken() if view == self.found.views[0] else self._spaces()
        for index, name in enumerate(self.earth.names):
            x, y = (round(side, 2) for side in view.at(name.at))
            boxes = _along(name, x, y, self.setter)
            if not all(view.holds((box.x + box.width / 2, box.y + box.height / 2), box.height / 2) for box in boxes):
                continue
            if any(box.overlap(panel) for box, panel in product(boxes, panels)):
                continue
            where = self.item.document.at("earth", "names", index, "text")
            self.setter.check(name.text, "serif-italic", lambda at=where: at)
            ink = self.theme.legible(self.theme.second if self.earth.flat else WATER, self.theme.page)
            line = self.setter.line(
                name.text, 0, CAP * name.size / 2, "serif-italic", name.size, ink, align=0.5, spacing=name.spread
            )
            wide = self.setter.width(name.text, "serif-italic", name.size, name.spread)
            plate = Rect(-wide / 2 - 1, -name.size / 2, wide + 2, name.size, self.theme.page)
            words = (plate, line) if self.theme.outlined else (line,)
            yield (Group(words, x, y, rotate=name.turn),), boxes

    def _region_names(
        self, ground: Relief, tints: Mapping[str, list[list[Point]]], covered: Sequence[Box], shown: Sequence[str]
    ) -> Iterator[Item]:
        """Yield the names of regions with places shown, in capitals, where their land is free; one may have no room."""
        taken, free = list(covered), free_in if self.own else self.game.once(free_in)
        rivers = [*_spaced(chain.from_iterable(course for _, course in ground.rivers), ground.view)]
        for item in self.game[Region].values():
            own = [name for name in tints if region_of(self.game, name).id == item.id]
            areas = tuple(map(tuple, chain.from_iterable(tints[name] for name in own)))
            if not any(name in shown for name in own) or not colour_of(self.game, self.map, item.value, self.theme):
                continue
            text = item.value.title.upper()
            for size, clear in product((REGION, 0.8 * REGION, 0.65 * REGION), (rivers, ())):
                wide = self.setter.width(text, "narrow-bold", size, SPREAD)
                box = free(areas, ground, wide, CAP * size, beside(areas, wide, chain(taken, clear)))
                if box:
                    taken.append(box)
                    if self.theme.outlined:
                        yield Rect(box.x - 2, box.y - 2, box.width + 4, box.height + 4, self.theme.page)
                    ink = self._region_ink(own[0])
                    yield self.setter.line(text, box.x, box.y + CAP * size, "narrow-bold", size, ink, spacing=SPREAD)
                    break

    def _region_ink(self, place: str) -> str:
        """Return the colour of a region's name: its own, darkened, so that all are about as dark on any tint."""
        colour, _ = self.tints[area_of(self.game, self.map, place)]
        return next(
            ink for dark in DARKER if contrast(ink := mix(colour, self.theme.ink, dark), land(self.theme)) >= WIDE
        )

    def _insets_marked(self, spots: Mapping[str, Point]) -> Iterator[Item]:
        """Yield the edges of insets on the whole map, with rings in the colours of those who stand there."""
        theme = self.theme
        for number, inset in enumerate(self.earth.insets, 1):
            course = self._outline(number)
            if not course:
                continue
            yield from dashed(course, theme.ink, 0.35 * MM, 1.4 * MM, 0.8 * MM)
            for name in (name for name, (held, _) in self.held.items() if held == number and name in spots):
                yield from self._spot(spots[name], self.known[name])
                if pieces := self.pieces.get(name):
                    owner = self.game.owners[owner_of(self.game, pieces[0].unit)]
                    yield Circle(*spots[name], 2 * MM, None, theme.legible(owner.colour, theme.page), 0.5 * MM)
            x, y = course[len(course) * 5 // 8]  # the middle of the lower edge
            text = self.setter.say("larger: {name}", name=inset.title)
            line = self.setter.line(text, x, y - 2 * MM, "serif-italic", SMALL, theme.ink, align=0.5)
            yield from haloed((line,), theme.page)

    def _stretches(self, view: MapView, spots: Mapping[str, Point], way: str) -> Iterator[tuple[Point, Point]]:
        """Yield the stretches of a way between places that both lie in a view, and not both in an inset of it."""
        for ends in self.found.stretches.get(way, ()):
            names = [str(end) for end in ends]
            one, other = (spots.get(name) for name in names)
            here = (self.found.views[self.held[name][0]] == view for name in names if name in self.held)
            if one and other and view.holds(one) and view.holds(other) and any(here):
                yield one, other

    def _ways(self, view: MapView, spots: Mapping[str, Point]) -> Iterator[Item]:
        for name, way in self.map.ways.items():
            yield from line_drawn(name, way, list(self._stretches(view, spots, name)), self.theme, curved=False)

    def _along_ways(self, view: MapView, spots: Mapping[str, Point]) -> Iterator[Point]:
        """Yield points along ways, which labels keep clear of as of dots."""
        for name in self.map.ways:
            yield from chain.from_iterable(_between(*pair) for pair in self._stretches(view, spots, name))

    def _inset(self, number: int, inset: Inset) -> Iterator[Item]:
        view, theme = self.found.views[number], self.theme
        yield Rect(view.x, view.y, view.width, view.height, theme.page)
        yield from self._view(number, view, self._spaces())
        yield from self._bar(Box(*(side * MM for side in inset.box)), inset.title, inset.note or "")

    def _bar(self, box: Box, title: str, note: str = "") -> Iterator[Item]:
        """Yield the edge of an inset or a panel, and a bar with its title at the top."""
        theme, setter = self.theme, self.setter
        plate = theme.plate(theme.ink)
        ground, ink = (theme.page, theme.ink) if theme.outlined else (theme.ink, plate.text)
        yield Rect(box.x, box.y, box.width, HEAD * MM, ground, theme.ink, 0.4 * MM)
        yield Rect(box.x, box.y, box.width, box.height, None, theme.ink, 0.4 * MM)
        base = box.y + 4.1 * MM
        room = box.width - 4.4 * MM - (setter.width(f"{note}  ", "narrow", SMALL) if note else 0.0)
        text = theme.cased(title)
        size = min(9.0, 9.0 * room / setter.width(text, "display", 9.0))
        yield setter.line(text, box.x + 2.2 * MM, base, "display", size, ink)
        if note:
            yield setter.line(note, box.x + box.width - 2 * MM, base, "narrow", SMALL, ink, align=1.0)

    def _title(self, box: Box) -> Iterator[Item]:
        """Yield the title of the map, or of the set-up, and what the map is."""
        theme, setter, map_ = self.theme, self.setter, self.map
        deep, top, ink, quiet = 0.36 * box.height, 0.42 * box.height, theme.ink, theme.quiet
        poster = self.earth.flat and not self.settled and theme.title in ("rules", "slant", "blocks")  # on a band
        if poster:
            deep, top, ink = box.height, 3 * MM, theme.title_plate.text
            theme, quiet = theme._replace(sign="none"), ink
        if theme.outlined or not poster:
            yield Rect(box.x, box.y, box.width, box.height, theme.page, theme.ink, 0.4 * MM)
        if theme.title in ("rules", "slant", "blocks", "hexes"):
            art = tuple(title_art(theme, box.width, deep))
            yield Group(art, box.x, box.y, clip=(0.0, 0.0, box.width, deep))
        else:
            yield from panel_wedge(box, theme)
        left, wide = box.x + 3.5 * MM, box.width - 7 * MM
        blocks = [TextBlock(theme.cased(map_.title), ink, font="display", bold="display")]
        if self.settled:
            below = TextBlock(map_.title, theme.legible(theme.accent, theme.page), font="display", scale=0.66)
            blocks = [blocks[0]._replace(text=theme.cased(self.settled.scenario.title)), below]
        if map_.subtitle:
            blocks.append(TextBlock(map_.subtitle, quiet, font="sans", scale=0.42))
        words = TextBox(left, box.y + top, wide, box.height - top - (8 if poster else 1) * MM, "title", 0.0, 1.0)
        yield from setter.fit(blocks, words, max(20.0, 0.1 * box.width), 9.0, lambda *_: self.item.document.at("title"))

    def _beside(self, box: Box) -> Iterator[Item]:
        """Yield the reserves of a set-up, and the places that have none on the map."""
        theme, setter = self.theme, self.setter
        reserves = [force for force in self.settled.forces if force.reserve] if self.settled else []
        lacking = setter.say("Not on this map: look at your own")
        title = lacking
        if self.settled and reserves:
            title = self.settled.setup.reserve_title or setter.say("Reserve")
        yield Rect(box.x, box.y, box.width, box.height, theme.page)
        yield from self._bar(box, title)
        y = box.y + (HEAD + 1.0) * MM
        for force in reserves:
            drawn, y = self._reserve(force, box, y)
            yield from drawn
        blocks = [TextBlock(line, theme.ink, font="narrow", bold="narrow-bold") for line in self._unplaced()]
        if blocks and reserves:
            blocks.insert(0, TextBlock(lacking, theme.ink, font="narrow-bold", bold="narrow-bold"))
        if blocks:
            words = TextBox(box.x + 2.2 * MM, y, box.width - 4.4 * MM, box.y + box.height - y - 1 * MM, "page")
            at = self.item.document.at("earth", "beside")
            yield from setter.fit(blocks, words, SMALL, theme.least, lambda *_: at)

    def _reserve(self, force: SettledForce, box: Box, y: float) -> tuple[list[Item], float]:
        """Return a row of a reserve, and where the next one begins."""
        owner, aside = self.game.owners[force.owner], 13.4 * MM
        ink = self.theme.legible(owner.colour, self.theme.page)
        rows = tuple(self._rows(force.reserve, box.width - aside - 1.5 * MM))
        title = [TextBlock(force.title, ink, font="narrow-bold", bold="narrow-bold")]
        high = sum(row[0] + CHIP_GAP for row in rows)
        words = TextBox(box.x + 2.2 * MM, y, aside - 2.6 * MM, max(high, 7 * MM), "page")
        items = [*self.setter.fit(title, words, SMALL, self.theme.least, lambda *_: self.item.span)]
        items += self._chips(rows, Box(box.x + aside, y, box.width - aside, high), y)
        return items, y + high + 0.6 * MM

    def _unplaced(self) -> Iterator[str]:
        """Yield the places that are not on the map, by region; regions of boxes, which lie nowhere, are left out."""
        by_region: dict[str, list[str]] = {}
        for name in self.game[Place]:
            if self.found.at(name) is None:
                by_region.setdefault(region_of(self.game, name).id, []).append(name)
        located = {region_of(self.game, name).id for name in self.known}
        for region, names in by_region.items():
            if region in located or any(name in self.pieces for name in names):
                yield f"{self.game[Region][region].value.title}: " + ", ".join(map(self._listed, names))

    def _listed(self, name: str) -> str:
        """Return a place as lists call it, with the counters that stand there."""
        title = self.game[Place][name].value.name
        text = name if name.isdecimal() and title.endswith(name) else f"{name} {title}" if name.isdecimal() else title
        units = ", ".join(self.game[Counter][piece.unit].value.name for piece in self.pieces.get(name, ()))
        return f"{text} ({units})" if units else text

    def _box_chips(self) -> Iterator[Item]:
        """Yield the counters that begin in boxes of the map."""
        for name, space in self.map.spaces.items():
            if pieces := self.pieces.get(name):
                box = room_on(space)
                rows = tuple(self._rows(pieces, box.width - 1 * MM))
                tall = sum(row[0] for row in rows) + CHIP_GAP * (len(rows) - 1)
                low = box.y + box.height - tall - 0.6 * MM
                yield from self._chips(rows, Box(box.x + 0.8 * MM, 0, box.width, 0), low)

    def _key(self, box: Box) -> Iterator[Item]:
        """Yield the key of what is drawn, in columns, and the note of the map."""
        theme, setter = self.theme, self.setter
        yield Rect(box.x, box.y, box.width, box.height, theme.page)
        yield from self._bar(box, setter.say("Key"))
        entries = list(earth_entries(self.game, self.item, self.found, setter, self.settled))
        at = self.item.document.at("earth", "key")
        high, columns = 4.4 * MM, 2
        rows = ceil(len(entries) / columns)
        wide, top = (box.width - 4 * MM) / columns, box.y + (HEAD + 0.8) * MM
        for index, entry in enumerate(entries):
            column, row = divmod(index, rows)
            x, y = box.x + 2 * MM + column * wide, top + row * high
            yield Group(entry.items, x, y, scale=round(high / BOX_OF_KEY, 4))
            blocks = [TextBlock(entry.title, theme.ink)]
            room = TextBox(x + high + 1.4 * MM, y, wide - high - 2 * MM, high, "key", 0.0, 0.5)
            yield from setter.fit(blocks, room, SMALL, theme.least, lambda *_: at)
        y = top + rows * high + 0.8 * MM
        chips = list(chip_entries(self.game, self.map, self.settled, setter)) if self.settled else []
        wide = (box.width - 4 * MM) / max(6, len(chips))
        for index, entry in enumerate(chips):
            x = box.x + 2 * MM + index * wide
            yield Group(entry.items, round(x + (wide - BOX_OF_KEY) / 2, 2), y)
            blocks = [TextBlock(entry.title, theme.ink)]
            room = TextBox(x, y + BOX_OF_KEY, wide, 3.4 * MM, "key", 0.5)
            yield from setter.fit(blocks, room, SMALL - 1, theme.least, lambda *_: at)
        y += (BOX_OF_KEY + 3.8 * MM) if chips else 0.0
        if self.map.note:
            room = TextBox(box.x + 2 * MM, y, box.width - 4 * MM, box.y + box.height - y - 0.6 * MM, "note")
            note = [TextBlock(self.map.note, theme.quiet)]
            yield from setter.fit(note, room, SMALL, theme.least, lambda *_: self.item.document.at("note"))


def _between(start: Point, end: Point) -> Iterator[Point]:
    """Yield points along a line, but for its ends."""
    (ax, ay), (bx, by), count = start, end, int(dist(start, end) / (2 * MM))
    yield from ((ax + (bx - ax) * step / count, ay + (by - ay) * step / count) for step in range(1, count))


def _spaced(points: Iterable[Point], view: MapView) -> Iterator[Box]:
    """Yield boxes along courses in a view, for words to keep clear of."""
    last = (-ALONG, -ALONG)
    for x, y in points:
        if abs(x - last[0]) + abs(y - last[1]) > ALONG and view.holds((x, y)):
            last = (x, y)
            yield Box(x - 1, y - 1, 2, 2)


def _standing(game: Game, settled: Settled, *, marked: bool) -> Iterator[tuple[str, list[SettledPiece]]]:
    """Yield the counters of each place, of all owners, and the markers that go onto several, if they are `marked`."""
    found: dict[str, list[SettledPiece]] = {}
    for spot in settled.spots:
        found.setdefault(spot.place, []).extend(spot.pieces)
    for line in settled.markers if marked else ():
        for place in filter(None, (find_place(game, one) for one in line.places if line.each)):
            found.setdefault(place.id, []).append(SettledPiece(line.marker))
    yield from found.items()


def _along(name: EarthName, x: float, y: float, setter: Setter) -> list[Box]:
    """Return boxes along the words of a name, which may be turned."""
    wide, high = setter.width(name.text, "serif-italic", name.size, name.spread), name.size
    across, down = cos(radians(name.turn)), sin(radians(name.turn))
    count = max(1, round(wide / high))
    steps = [(at + 0.5) / count - 0.5 for at in range(count)]
    half = high / 2
    return [Box(x + step * wide * across - half, y + step * wide * down - half, high, high) for step in steps]
