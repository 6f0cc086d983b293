"""Spaces, zones, lines and words on maps. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from math import cos, inf, pi, radians, sin, tan

from rcwkit.art.colours import contrast, mix
from rcwkit.art.hatching import areas, box_corners, cut_corners
from rcwkit.art.motifs import node, scene, uneven
from rcwkit.art.symbols import symbol
from rcwkit.art.theme import LEGIBLE, Theme
from rcwkit.diagnostics import Span
from rcwkit.dice.setups import Place
from rcwkit.faces.labels import Box, Tone, haloed, tinted
from rcwkit.frame import MM, Circle, Group, Item, Path, Point, Polygon, Rect, box_of, encloses
from rcwkit.game.game import Document, Game
from rcwkit.kinds.maps.courses import march, straight, toward
from rcwkit.kinds.maps.model import March, Space, Zone
from rcwkit.kinds.maps.survey import Survey, drawing_of, ground_of
from rcwkit.kinds.maps.terrain import MOST, covered
from rcwkit.type.text import Setter, TextBlock, TextBox

LINE = 0.9
SPACE_NAME, NUMBER, FEATURES = 8.5, 7.0, 7.5
"""Type sizes of names, of the numbers of places, and of what else is said of them."""
OWNED = 0.3
"""How much of an owner's colour a space has."""
TAB, MARCHED = 2.7 * MM, 1.4
"""Radius of the disc with the number of a box of a march, and how much larger the title of a march is than names."""
ROOMY, LARGEST = 18 * MM, 1.9
"""Width of a space from which the name in it grows with it, on one line, and how much larger it becomes at most."""
BAND = 1.16
"""How much wider than its boxes the band of a march is."""
PALE, STRONG = 0.3, 0.8
"""How much of its edge's colour a symbol in a space has, and how much of the ink on it in a look cut by hand."""
CUT = 0.9 * MM
"""Edge of a box in a look cut by hand."""
PLATE, EMBLEM, WRITTEN, TITLED = 12.5 * MM, 9.5 * MM, 34 * MM, 11.0
"""Height of the plate of a march, width of the picture in it, least length of its line, and size of its title."""
ZONE_NAME, ZONE_BAR = 10.0, 6.4 * MM
"""Most type size of the name of a zone, and the height of the bar in which it stands."""
LANDS, HATCHED = Tone(0, 0.2, 1.0), 2.2 * MM
"""How deep the tints of zones are on a map of the earth, and the distance of their lines in low ink."""
DEEP, HEAT = 0.42, 0.75
"""How much of the look's second colour zones have on a flat sea, and of its heat the first box of a march has."""
HOUSES = 3
"""Most houses of a resource center; a larger value stands before one."""
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

    def colour(self, space: Space | March) -> str:
        """Return the ground of a space, or the colour of a march."""
        own = space.colour or (self.game.owners[space.owner].colour if space.owner else None)
        if own is None and isinstance(space, Space) and space.terrain is not None and space.terrain in self.map.terrain:
            terrain = self.map.terrain[space.terrain]
            own = ground_of(drawing_of(space.terrain, terrain), terrain.colour)
        return own or self.theme.paper

    def fill(self, space: Space) -> str:
        """Return the ground of a space as it prints: a tint of its owner's colour."""
        if self.theme.outlined:
            return self.theme.page
        colour = self.colour(space)
        if self.flat or space.at in self._steps:
            return self._steps.get(space.at, colour)
        return mix(self.theme.page, colour, OWNED) if space.owner else colour

    @property
    def flat(self) -> bool:
        """Whether spaces are in flat inks, with outlines cut by hand."""
        return self.theme.box == "handcut"

    def areas(self) -> Iterator[Item]:
        """Yield zones with an outline, only their names on a map of the earth, and the areas of spaces."""
        for zone in self.map.zones.values():
            if zone.outline:
                colour = self._zone_colour(zone)
                area = Polygon(
                    _points(zone.outline),
                    self.theme.shade(colour, 0.22),
                    self.theme.legible(colour, self.theme.page),
                    0.5 * MM,
                )
                if self.map.earth is None:
                    yield area
                if zone.name:
                    yield from self._zone_bar(zone.name, colour, area)
        for space in self.map.spaces.values():
            if space.outline:
                yield from self._filled(space, Polygon(_points(space.outline), self.fill(space), self.theme.ink, LINE))

    def seas(self) -> Iterator[Item]:
        """Yield the zones of a map of the earth in flat inks, for its sea; in low ink, only their edges."""
        if self.map.earth is None or not self.map.earth.flat:
            return
        deep = mix(self.theme.page, self.theme.second, DEEP)
        for zone in self.map.zones.values():
            yield self._ray(zone, deep)

    def lands(self) -> Iterator[Item]:
        """Yield the tints of zones, hatched at low ink, for the land of a map of the earth."""
        flat = self.map.earth is not None and self.map.earth.flat
        for zone in self.map.zones.values():
            pitch = HATCHED if self.theme.outlined else 0.0
            if not flat or pitch:
                yield from tinted((_points(zone.outline),), self._zone_colour(zone), LANDS, self.theme, pitch, 1.0)
            if flat:
                yield self._ray(zone, self._zone_colour(zone))

    def _ray(self, zone: Zone, colour: str) -> Polygon:
        """Return a zone in a flat ink; in low ink, its edge."""
        edge = self.theme.quiet if self.theme.outlined else None
        return Polygon(_points(zone.outline), None if edge else colour, edge, LINE)

    def _zone_colour(self, zone: Zone) -> str:
        return zone.colour or (self.game.owners[zone.owner].colour if zone.owner else self.theme.accent)

    def _zone_bar(self, name: str, colour: str, area: Polygon) -> Iterator[Item]:
        """Yield a bar with the name of a zone, along the upper edge of its outline."""
        (left, top, right, _), plate, text = box_of(area.points), self.theme.plate(colour), self.theme.cased(name)
        size = min(ZONE_NAME, ZONE_NAME * (right - left - 2 * MM) / self.setter.width(text, "narrow-bold", ZONE_NAME))
        bar = Rect(left, top, right - left, ZONE_BAR, plate.ground, plate.edge, 0.4 * MM)
        within = Path(tuple(straight(ring, closed=True) for ring in areas(area)), self.theme.ink)
        base = top + (ZONE_BAR + CAP * size) / 2
        words = self.setter.line(text, (left + right) / 2, base, "narrow-bold", round(size, 2), plate.text, align=0.5)
        yield Group((bar, words), within=within)

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

    def marches(self) -> Iterator[Item]:
        """Yield the arrows of all marches, which lie under their boxes."""
        for name, one in self.map.marches.items():
            points = [(box.at[0] * MM, box.at[1] * MM) for box in one.boxed(name).values()]
            if (target := self.map.spaces.get(one.to or "")) is not None:
                end = self._edge(points[0], points[1], target)
                points.insert(0, toward(end, points[0], one.apart * MM))
            yield from march(points, BAND * one.size * MM, self.colour(one), self.theme, radians(one.spread))

    def _edge(self, start: Point, before: Point, space: Space) -> Point:
        """Return where a course to a point from another goes on to meet a space, or the way to its middle does."""
        x, y, (wide, high) = space.at[0] * MM, space.at[1] * MM, _size(space)
        if space.shape == "star":
            return toward((x, y), start, wide / 2)
        ahead, middle = (start[0] - before[0], start[1] - before[1]), (x - start[0], y - start[1])
        for dx, dy in (ahead, middle):
            spans = [
                sorted(((centre - half - at) / far, (centre + half - at) / far)) if far else [-inf, inf]
                for at, centre, half, far in ((start[0], x, wide / 2, dx), (start[1], y, high / 2, dy))
            ]
            first, last = max(span[0] for span in spans), min(span[1] for span in spans)
            if 0.0 < first < last:
                return start[0] + first * dx, start[1] + first * dy
        return x, y

    def _tabs(self) -> Iterator[Item]:
        """Yield the numbers of the boxes of marches, on discs at their top left corners."""
        theme = self.theme
        for name, one in self.map.marches.items():
            plate = theme.plate(theme.ink if self.flat else self.colour(one))
            for number, space in enumerate(one.boxed(name).values(), one.first):
                off = -0.42 * one.size * MM
                x, y = _turned((off, off), space.turn)
                x, y = round(space.at[0] * MM + x, 2), round(space.at[1] * MM + y, 2)
                yield Group((node(TAB, plate, theme),), x - TAB, y - TAB)
                figure = str(number)
                yield self.setter.line(figure, x, y + CAP * 11 / 2, "narrow-bold", 11.0, plate.text, align=0.5)
            yield from self._plate(one, [*one.boxed(name)][-1])

    def _plate(self, one: March, last: str) -> Iterator[Item]:
        """Yield the picture of a march, its title and the line for its name on a plate, beside its last box."""
        if not (one.symbol or one.unnamed):
            return
        theme, (_, box), pad = self.theme, self._placed[last], 1.2 * MM
        x, y, wide, high = box.x, box.y, box.width, box.height
        plate, edge = theme.plate(self.colour(one)), theme.ink if self.flat else theme.plate(self.colour(one)).edge
        corners = uneven(x, y, wide, high) if self.flat else box_corners(x, y, wide, high)
        yield Polygon(corners, theme.page, edge, CUT if self.flat else 0.5 * MM)
        if one.symbol:
            side = EMBLEM
            yield from symbol(
                one.symbol, x + pad, y + (high - side) / 2, side, side, plate.edge, theme.page, theme.figures
            )
            x, wide = x + EMBLEM + pad, wide - EMBLEM - pad
        low = y + high - 2.2 * MM
        base = y + (4.9 * MM if one.unnamed else (high + CAP * TITLED) / 2)
        yield self.setter.line(one.title, x + pad, base, "display", TITLED, theme.ink)
        if one.unnamed:
            yield Rect(x + pad, low, wide - 2 * pad, 0.25 * MM, theme.quiet)

    def _plate_size(self, one: March) -> tuple[float, float]:
        """Return width and height of the plate of a march."""
        wide = max(self.setter.width(one.title, "display", TITLED), WRITTEN if one.unnamed else 0.0) + 2.4 * MM
        return wide + (EMBLEM + 1.2 * MM if one.symbol else 0.0), PLATE

    def spaces(self) -> Iterator[Item]:
        """Yield the shapes of all spaces, with their numbers and names, over pictures."""
        for one in self.map.scenes:
            drawn = scene(one.scene, self.theme, one.width * MM)
            yield Group(drawn.items, one.at[0] * MM - drawn.width / 2, one.at[1] * MM - drawn.height / 2)
        yield from self.marches()
        for name, space in self.map.spaces.items():
            x, y = space.at[0] * MM, space.at[1] * MM
            wide, high = _size(space)
            if not space.outline:
                star_of = self.place(name).vc and name not in self.found.anchors
                yield from self._shape(space, x, y, wide, high, starred=star_of)
            yield from self._words(name, space, x, y, high)
        yield from self._tabs()

    def _shape(self, space: Space, x: float, y: float, wide: float, high: float, *, starred: bool) -> Iterator[Item]:
        theme, colour, fill = self.theme, self.colour(space), self.fill(space)
        edge = theme.legible(colour, theme.page) if space.owner or space.colour else theme.ink
        line = 0.6 * MM if space.owner else LINE
        if self.flat:
            edge, line = theme.ink, CUT
        if space.shape == "disc":
            yield from self._filled(space, Circle(x, y, wide / 2, fill, edge, line))
        elif space.shape == "box":
            box: Rect | Polygon = Rect(x - wide / 2, y - high / 2, wide, high, fill, edge, line, 1.2 * MM)
            if self.flat or space.turn:
                corners = (
                    uneven(-wide / 2, -high / 2, wide, high)
                    if self.flat
                    else box_corners(-wide / 2, -high / 2, wide, high)
                )
                turned = (_turned(corner, space.turn) for corner in corners)
                box = Polygon(tuple((round(x + a, 2), round(y + b, 2)) for a, b in turned), fill, edge, line)
            yield from self._filled(space, box)
        elif space.shape == "diamond":
            ends = ((x - wide / 2, y), (x, y - high / 2), (x + wide / 2, y), (x, y + high / 2))
            yield from self._filled(space, Polygon(ends, fill, edge, line))
        elif space.shape == "star":
            yield from self._filled(space, Polygon(_star(x, y, wide / 2), fill, edge, 1.6 * line))
        if space.symbol and space.shape != "none":
            side, low = 0.62 * min(wide, high), 0.1 * high if space.label == "inside" else 0.0
            flat = self.flat and not theme.outlined
            pale = mix(fill, readable(theme, theme.ink, fill), STRONG) if flat else mix(fill, edge, PALE)
            yield from symbol(space.symbol, x - side / 2, y - side / 2 + low, side, side, pale, fill, theme.figures)
        if starred:
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
        place, theme = self.place(name), self.theme
        march = self._marched.get(name)
        marched = march.title if march else ""
        x, y = space.at[0] * MM, space.at[1] * MM
        grown = 1.08 * BAND * _turned_size(space.turn) if marched else 1.0
        wide, high = (side * grown for side in _size(space))
        value = place.resource
        houses = ":resource:" * value if value <= HOUSES else f"{value} :resource:"
        features = [houses] * bool(value) + [":port:"] * place.port
        numbered = name.isdecimal() and not place.name.endswith(name) and self._names_number(space)
        title = f"{name} {place.name}" if numbered else marched or place.name
        within = space.label == "inside" and not space.outline
        ground = self.fill(space) if within else theme.page
        ink = readable(theme, theme.ink, ground)
        font = "display" if marched else "narrow-bold"
        room = wide - 1.2 * MM if within else WIDEST
        line = (room - 0.5) / max(1.0, self.setter.width(title, font, SPACE_NAME))
        large = MARCHED if marched else max(1.0, min(LARGEST, wide / ROOMY, line)) if within else 1.0
        blocks = [TextBlock(title, ink, font=font, bold=font, scale=large)]
        if features:
            said, scale = " ".join(features), FEATURES / SPACE_NAME
            blocks.append(TextBlock(said, ink, scale=scale, font="narrow", bold="narrow-bold"))
        widths = [self.setter.width(one.text, one.font, one.scale * SPACE_NAME) for one in blocks]
        block_wide = min(room, max(*widths, 4 * MM) + 0.5)
        tall = self.setter.height(blocks, block_wide, SPACE_NAME)
        if march and (march.symbol or march.unnamed):
            blocks, (block_wide, tall) = [], self._plate_size(march)
            slope = tan(radians(abs(space.turn)))  # its band runs past the plate on a slant
            wide, high = wide + tall * slope, high + block_wide * slope
        right, middle = x + wide / 2 + 1.5 * AIR, x - block_wide / 2
        at: dict[str, tuple[float, float, float]] = {
            "above": (middle, y - high / 2 - AIR - tall, 0.5),
            "below": (middle, y + high / 2 + AIR, 0.5),
            "right": (right, y - tall / 2, 0.0),
            "left": (2 * x - right - block_wide, y - tall / 2, 1.0),
            "inside": (middle, y - high / 2 + AIR if space.shape != "star" else y - 0.1 * high - tall / 2, 0.5),
        }
        if within:
            sides = ["inside"]
        elif space.outline:
            sides = ["above", "below", "right", "left"]
        else:
            space = space.model_copy(update={"label": march.label}) if march and march.label else space
            sides = [space.label] if "label" in space.model_fields_set else ["below", "above", "right", "left"]
        boxes = (TextBox(*at[side][:2], block_wide, tall + 0.5, "space", at[side][2]) for side in sides)
        return blocks, list(boxes)

    @cached_property
    def _steps(self) -> Mapping[Point, str]:
        """Where boxes of marches are whose ground is not their owner's: in flat inks, or deeper towards their goal."""
        plain = self.theme.sheet or self.theme.page
        return {
            box.at: mix(plain, one.heat, HEAT * (1 - index / one.boxes)) if one.heat else plain
            for name, one in self.map.marches.items()
            for index, box in enumerate(one.boxed(name).values())
            if one.heat or self.flat
        }

    @cached_property
    def _marched(self) -> Mapping[str, March]:
        """The last boxes of marches, beside which their titles stand."""
        return {[*one.boxed(name)][-1]: one for name, one in self.map.marches.items()}

    @cached_property
    def _stretches(self) -> Mapping[str, list[tuple[Point, Point]]]:
        """The stretches of ways in points, by the places at their ends, and the hexsides with something along them."""
        found: dict[str, list[tuple[Point, Point]]] = {}
        for pairs in self.found.stretches.values():
            for pair in pairs:
                (ax, ay), (bx, by) = (self.found.at(end) or (0.0, 0.0) for end in pair)
                for end in pair:
                    line = (ax * MM, ay * MM), (bx * MM, by * MM)
                    found.setdefault(end if isinstance(end, str) else end.place, []).append(line)
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


def _turned(point: Point, degrees: float) -> Point:
    """Return a point turned about the origin, clockwise as the page is seen."""
    (x, y), turn = point, radians(degrees)
    return x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)


def _turned_size(degrees: float) -> float:
    """Return how much wider and higher the box around a square is that is turned."""
    return abs(cos(radians(degrees))) + abs(sin(radians(degrees)))


def _size(space: Space) -> tuple[float, float]:
    """Return width and height of a space in points."""
    wide, high = space.size if isinstance(space.size, tuple) else (space.size, space.size)
    return wide * MM, high * MM


def star(x: float, y: float, radius: float, theme: Theme) -> Iterator[Item]:
    """Yield the star of a Victory City: gold, with an edge in ink."""
    yield Polygon(_star(x, y, radius), theme.page if theme.outlined else theme.gold, theme.ink, round(0.16 * radius, 2))


def _star(x: float, y: float, radius: float) -> tuple[Point, ...]:
    """Return the corners of a star, from its upper point."""
    turns = ((radius * (0.42 if step % 2 else 1.0), pi * (step / 5 - 0.5)) for step in range(10))
    return tuple((round(x + far * cos(turn), 2), round(y + far * sin(turn), 2)) for far, turn in turns)


def room_on(space: Space) -> Box:
    """Return the box of a space, within its outline if it has one."""
    if not space.outline:
        wide, high = _size(space)
        return Box(space.at[0] * MM - wide / 2, space.at[1] * MM - high / 2, wide, high)
    left, top, right, low = box_of([(x * MM, y * MM) for x, y in space.outline])
    across, down = 0.1 * (right - left), 0.1 * (low - top)
    return Box(left + across, top + down, right - left - 2 * across, low - top - 2 * down)
