"""Spaces, zones and words on maps, the scale bar and the compass. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import cos, pi, radians, sin

from rcwkit.art.colours import mix
from rcwkit.diagnostics import Span
from rcwkit.dice.setups import Place
from rcwkit.frame import MM, Circle, Group, Item, Polygon, Rect, Text
from rcwkit.game.game import Document, Game
from rcwkit.kinds.maps.hexes import ground_of
from rcwkit.kinds.maps.model import Compass, ScaleBar, Space
from rcwkit.kinds.maps.survey import Survey, drawing_of
from rcwkit.type.text import Setter, TextBlock, TextBox

__all__ = ["FIGURE", "HEIGHT", "Spaces", "THICK", "below", "haloed", "on_map"]

LINE = 0.9
SPACE_NAME, NUMBER, FEATURES = 8.5, 7.0, 6.0
OWNED = 0.3
"""How much of an owner's colour a space has."""
"""Type sizes of names, of the numbers of places, and of what else is said of them."""
CAP = 0.7
"""Height of capitals in ems."""
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
                yield Polygon(_points(space.outline), self.fill(space), self.theme.ink, LINE)

    def spaces(self) -> Iterator[Item]:
        """Yield the shapes of all spaces, with their numbers and names."""
        for name, space in self.map.spaces.items():
            x, y = space.at[0] * MM, space.at[1] * MM
            wide, high = _size(space)
            if not space.outline:
                yield from self._shape(space, self.place(name), x, y, wide, high)
            yield from self._words(name, space, x, y, wide, high)

    def _shape(self, space: Space, place: Place, x: float, y: float, wide: float, high: float) -> Iterator[Item]:
        theme, colour, fill = self.theme, self.colour(space), self.fill(space)
        edge = theme.legible(colour, theme.page) if space.owner or space.colour else theme.ink
        line = 0.6 * MM if space.owner else LINE
        if space.shape == "disc":
            yield Circle(x, y, wide / 2, fill, edge, line)
        elif space.shape == "box":
            yield Rect(x - wide / 2, y - high / 2, wide, high, fill, edge, line, 1.2 * MM)
        elif space.shape == "diamond":
            yield Polygon(
                ((x - wide / 2, y), (x, y - high / 2), (x + wide / 2, y), (x, y + high / 2)), fill, edge, line
            )
        if place.vc:
            # Counters stand on the middle of a box; its number is at the top.
            corner = (x + wide / 2 - 2.3 * MM, y - high / 2 + 2.3 * MM)
            at = corner if space.shape == "box" else (x, y - high * 0.32)
            yield from _star(*at, 1.5 * MM, theme.legible(theme.accent, theme.page))

    def _words(self, name: str, space: Space, x: float, y: float, wide: float, high: float) -> Iterator[Item]:
        """Yield a space's number inside it, at the top, and its name and features where its label stands."""
        place, theme = self.place(name), self.theme
        number = name if name.isdecimal() and place.name != name else ""
        say = self.setter.say
        features = [say("resource {n}", n=place.resource)] * bool(place.resource) + [say("port")] * place.port
        inside = space.label == "inside" or bool(space.outline)
        if number and not inside and space.shape != "none":
            yield self.setter.line(
                number, x, y - high / 2 + CAP * NUMBER + 1.1 * MM, "narrow", NUMBER, theme.ink, align=0.5
            )
            number = ""
        if space.label == "none":
            return
        title = f"{number} {place.name}" if number else place.name
        blocks = [TextBlock(title, theme.ink, font="narrow-bold", bold="narrow-bold")]
        if features:
            blocks.append(
                TextBlock(
                    " · ".join(features), theme.quiet, scale=FEATURES / SPACE_NAME, font="narrow", bold="narrow-bold"
                )
            )
        room = wide - 1.2 * MM if inside and not space.outline else WIDEST
        widths = [self.setter.width(one.text, one.font, one.scale * SPACE_NAME) for one in blocks]
        block_wide = min(room, max(*widths, 4 * MM) + 0.5)
        tall = self.setter.height(blocks, block_wide, SPACE_NAME)
        left, top, align = x - block_wide / 2, y + high / 2 + AIR, 0.5
        if inside and not space.outline:
            top = y - high / 2 + AIR
        elif space.outline or space.label == "above":
            top = y - high / 2 - AIR - tall
        elif space.label in ("left", "right"):
            right = space.label == "right"
            left = x + wide / 2 + 1.5 * AIR if right else x - wide / 2 - 1.5 * AIR - block_wide
            top, align = y - tall / 2, 0.0 if right else 1.0
        box = TextBox(left, top, block_wide, tall + 0.5, "space", align)
        items = self.setter.fit(blocks, box, SPACE_NAME, theme.least, partial(self._where, name))
        yield from items if inside and not space.outline else haloed(items, theme.page)

    def labels(self) -> Iterator[Item]:
        """Yield the words on the map."""
        for index, label in enumerate(self.map.labels):
            at = self.found.at(label.at) if isinstance(label.at, str) else label.at
            if at is None:
                continue
            font = "sans-bold-italic" if label.italic else "narrow-bold"
            ink = self.theme.legible(label.colour, self.theme.page) if label.colour else self.theme.ink
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
            yield Group(tuple(haloed(tuple(words), self.theme.page)), at[0] * MM, at[1] * MM, rotate=label.turn)


def haloed(items: tuple[Item, ...], ground: str, reach: float = 0.55) -> Iterator[Item]:
    """Yield texts with the ground around their letters, so that they read on any map."""
    for step in range(8):
        dx, dy = round(reach * cos(step * pi / 4), 2), round(reach * sin(step * pi / 4), 2)
        yield Group(tuple(_tinted(items, ground)), dx, dy)
    yield from items


def _tinted(items: tuple[Item, ...], colour: str) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield item._replace(items=tuple(_tinted(item.items, colour)), key="", role="", alt="")
        elif isinstance(item, Text):
            yield item._replace(fill=colour)


def _points(corners: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    return tuple((round(x * MM, 2), round(y * MM, 2)) for x, y in corners)


def _size(space: Space) -> tuple[float, float]:
    """Return width and height of a space in points."""
    wide, high = space.size if isinstance(space.size, tuple) else (space.size, space.size)
    return wide * MM, high * MM


def _star(x: float, y: float, radius: float, fill: str) -> Iterator[Item]:
    points = []
    for step in range(10):
        r, angle = (radius, radius * 0.42)[step % 2], pi * (step / 5 - 0.5)
        points.append((round(x + r * cos(angle), 2), round(y + r * sin(angle), 2)))
    yield Polygon(tuple(points), fill)


HEIGHT = 9 * MM
"""Height of the scale bar and the compass below a map."""
THICK, FIGURE, SCALE_CAP = 1.5 * MM, 7.5, 0.7
"""Height of the bar, type size of its figures, and height of capitals in ems."""
SCALE_AIR = 6 * MM


def on_map(found: Survey, setter: Setter) -> Iterator[Item]:
    """Yield what stands on the map itself, with the ground around its letters."""
    scale, needle = found.map.scale_bar, found.map.compass
    if scale is not None and scale.at is not None:
        drawn = bar(scale, found.bar * MM, setter)[1]
        yield Group(tuple(haloed(drawn, setter.theme.page)), scale.at[0] * MM, scale.at[1] * MM)
    if needle is not None and needle.at is not None:
        drawn = compass(needle, needle.size * MM, setter)
        yield Group(tuple(haloed(drawn, setter.theme.page)), needle.at[0] * MM, needle.at[1] * MM)


def below(found: Survey, setter: Setter) -> tuple[float, tuple[Item, ...]]:
    """Return the width of what stands below the map, and its items, whose right end is x = 0, from the top down."""
    scale, needle = found.map.scale_bar, found.map.compass
    items: list[Item] = []
    width = 0.0
    if needle is not None and needle.at is None:
        width = HEIGHT
        items.append(Group(compass(needle, HEIGHT, setter), -width / 2, HEIGHT / 2))
    if scale is not None and scale.at is None:
        wide, drawn = bar(scale, found.bar * MM, setter)
        width += wide + (SCALE_AIR / 2 if width else 0.0)
        items.append(Group(drawn, -width, (HEIGHT - THICK - 1.4 * FIGURE) / 2))
    return width + (SCALE_AIR if width else 0.0), tuple(items)


def bar(scale: ScaleBar, length: float, setter: Setter) -> tuple[float, tuple[Item, ...]]:
    """Return the width of a scale bar with its figures, and its items: the bar's top left is the origin."""
    theme, step = setter.theme, length / scale.steps
    items: list[Item] = []
    for index in range(scale.steps):
        fill = theme.ink if index % 2 == 0 else theme.page
        items.append(Rect(round(index * step, 2), 0, round(step, 2), THICK, fill, theme.ink, 0.5))
    base, end = THICK + 1.2 * FIGURE, length
    for index in range(scale.steps + 1):
        figure = setter.say.number(f"{scale.reads * index / scale.steps:.5g}")
        half = setter.width(figure, "narrow", FIGURE) / 2
        if index < scale.steps:
            items.append(setter.line(figure, index * step, base, "narrow", FIGURE, theme.ink, align=0.5))
        else:
            said = f"{figure} {scale.unit}"
            items.append(setter.line(said, length - half, base, "narrow", FIGURE, theme.ink))
            end = length - half + setter.width(said, "narrow", FIGURE)
    return end, tuple(items)


def compass(needle: Compass, size: float, setter: Setter) -> tuple[Item, ...]:
    """Return a needle to the north around the origin, one half of it dark, its letter at its tip."""
    theme, turn = setter.theme, radians(needle.north)
    letter = max(6.0, 0.26 * size)

    def at(across: float, up: float) -> tuple[float, float]:
        return round(across * cos(turn) + up * sin(turn), 2), round(across * sin(turn) - up * cos(turn), 2)

    tip, foot, wide = size / 2 - letter, -size / 2, 0.2 * (size - letter)
    notch = foot + 0.22 * (size - letter)
    line = 0.012 * size + 0.3
    x, y = at(0, size / 2 - letter / 2)
    return (
        Polygon((at(0, tip), at(-wide, foot), at(0, notch)), theme.ink, theme.ink, line),
        Polygon((at(0, tip), at(wide, foot), at(0, notch)), theme.page, theme.ink, line),
        setter.line(
            setter.say("N"),
            x,
            round(y + SCALE_CAP * letter / 2, 2),
            "narrow-bold",
            round(letter, 2),
            theme.ink,
            align=0.5,
        ),
    )
