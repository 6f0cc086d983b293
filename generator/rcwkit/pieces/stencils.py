"""Draw squares, circles and compasses at true scale, in a square frame, to cut at the outer edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import cos, pi, sin, sqrt

from rcwkit.look.frame import MM, Circle, Item, Line, Polygon, Rect, Text
from rcwkit.look.hatching import hatched, plated
from rcwkit.look.text import Block, Box, Setter
from rcwkit.models.gauges import Gauge
from rcwkit.pieces.scales import across, cited
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry

__all__ = ["Stencil"]

EDGE = 0.7 * MM
"""Width of the line along the inside of the cut."""
HUB = 0.6
"""Inner radius of a compass's ring, as a part of the outer."""
SMALL = 7.0


class Stencil:
    """A square, circle or compass, in points, whose middle is the aiming point."""

    def __init__(self, game: Game, entry: Entry[Gauge], setter: Setter) -> None:
        self.game, self.gauge, self.setter = game, entry.value, setter
        self.where = partial(entry.document.at, *entry.path)
        self.size = self.gauge.length * MM
        self.middle = self.size / 2

    def draw(self) -> tuple[Item, ...]:
        """Draw the gauge within a square of its length."""
        if self.gauge.form == "compass":
            return (*self._rose(), *self._needle(), *self._edge())
        return (
            *self._wedge(),
            *self._cross(min(0.09 * self.size, 8 * MM)),
            *self._edge(),
            *self._heading(),
            *self._small(),
        )

    def _edge(self) -> Iterator[Item]:
        theme, size = self.setter.theme, self.size
        if self.gauge.form == "square":
            yield Rect(EDGE / 2, EDGE / 2, size - EDGE, size - EDGE, None, theme.ink, EDGE)
        else:
            yield Circle(self.middle, self.middle, self.middle - EDGE / 2, None, theme.ink, EDGE)

    def _wedge(self) -> Iterator[Item]:
        """Draw a wedge from the left edge that points at the middle."""
        middle, size = self.middle, self.size
        if self.gauge.form == "square":
            back = [(0.0, 0.9 * size), (0.0, 0.62 * size)]
        else:
            back = [self._polar(middle, angle) for angle in range(220, 251, 3)]
        yield from self._accent(((middle, middle), *back))

    def _accent(self, points: tuple[tuple[float, float], ...]) -> Iterator[Item]:
        """Draw a shape in the accent colour, filled or hatched."""
        plate = self.setter.theme.plate(self.setter.theme.accent)
        yield plated(Polygon(points), plate)
        if plate.hatch:
            yield from hatched(points, plate.hatch, plate.edge, 3.2, 0.5)

    def _polar(self, radius: float, degrees: float) -> tuple[float, float]:
        """Return a point by its distance from the middle and its angle clockwise from the top."""
        angle = degrees * pi / 180
        return self.middle + radius * sin(angle), self.middle - radius * cos(angle)

    def _cross(self, arm: float) -> Iterator[Item]:
        theme, middle = self.setter.theme, self.middle
        yield Line(middle - arm, middle, middle + arm, middle, theme.ink, 0.8)
        yield Line(middle, middle - arm, middle, middle + arm, theme.ink, 0.8)
        yield Circle(middle, middle, 0.5 * arm, None, theme.ink, 0.8)

    def _inside(self) -> tuple[float, float, float]:
        """Return the left, top and side of the square that texts may fill."""
        curved = self.gauge.form == "circle"
        pad = EDGE + (0.5 if curved else min(4.0, 1 + 0.03 * self.gauge.length)) * MM
        side = (self.size / sqrt(2) if curved else self.size) - 2 * pad
        return self.middle - side / 2, self.middle - side / 2, side

    def _heading(self) -> Iterator[Item]:
        """Set title and size above the middle."""
        gauge, setter, theme, font = self.gauge, self.setter, self.setter.theme, "narrow-bold"
        left, y, side = self._inside()
        most = max(10.0, min(24.0, 0.11 * side))
        room = side - (8 * MM if gauge.rulings else 0.0)
        lines, size = setter.title(
            gauge.title.upper(), font, most, 0.7 * most, theme.aid_floor, room, partial(self.where, "title"), gauge.form
        )
        yield from setter.rulings((self.game.ruling_numbers[name] for name in gauge.rulings), left + side, y, 6.5)
        y += 0.75 * size
        for line in lines:
            yield setter.line(line, left, y, font, size, theme.ink)
            y += size
        yield setter.line(
            across(gauge, setter.say),
            left,
            y + 0.1 * size,
            font,
            max(9.0, 0.62 * size),
            theme.legible(theme.accent, theme.page),
        )

    def _small(self) -> Iterator[Item]:
        """Set rule and lines below the wedge if they are short, else to its right."""
        blocks, setter, form = self._blocks(), self.setter, self.gauge.form
        if not blocks:
            return
        left, top, side = self._inside()
        high = setter.height(blocks, side, SMALL)
        if form == "circle" or high > 0.08 * side:
            left, side, room = left + 0.45 * side, 0.55 * side, 0.4 * side
            high = min(setter.height(blocks, side, SMALL), room)
        box = Box(left, self.size - top - high, side, high + 0.5, form)
        yield from setter.fit(blocks, box, SMALL, SMALL, self.where)

    def _rose(self) -> Iterator[Item]:
        """Draw a sector with die face and text for each direction, clockwise from the first, red, which is ahead."""
        gauge, setter, theme, font = self.gauge, self.setter, self.setter.theme, "narrow-bold"
        outer, inner, count = self.middle, HUB * self.middle, len(gauge.reaches)
        step, half = 360 / max(1, count), 180 / max(1, count)
        face, small = min(18.0, 0.17 * outer), theme.aid_floor
        for index, (place, reach) in enumerate(sorted(enumerate(gauge.reaches), key=lambda entry: entry[1].at)):
            angle, where = index * step, partial(self.where, "reaches", place, "text")
            plate = theme.plate((theme.accent, theme.paper, theme.ink)[(1 + index % 2) if index else 0])
            rim = [self._polar(outer, angle - half + step * part / 16) for part in range(17)]
            back = [self._polar(inner, angle + half - step * part / 16) for part in range(17)]
            yield Polygon((*rim, *back), plate.ground, plate.text if plate.hatch else theme.page, 0.8)
            pointer = (
                self._polar(outer - EDGE - 0.6, angle),
                self._polar(outer * 0.915, angle - 4),
                self._polar(outer * 0.915, angle + 4),
            )
            yield Polygon(pointer, plate.text)
            x, y = self._polar((inner + 0.92 * outer) / 2, angle)
            room = 2 * sin(min(half, 60) * pi / 180) * inner
            lines = setter.halves(reach.text.upper(), font)
            size = min(setter.size(line, font, max(small, 0.5 * face), small, room, where, "sector") for line in lines)
            first = y - (0.7 * face + 1.0 * size * len(lines)) / 2 + 0.7 * face
            yield setter.line(f"{reach.at:g}", x, first, font, face, plate.text, align=0.5)
            for row, line in enumerate(lines, 1):
                yield setter.line(line, x, first + row * size, font, size, plate.text, align=0.5)

    def _needle(self) -> Iterator[Item]:
        """Draw a wedge that points ahead, the aiming point, and below it the title and lines."""
        gauge, setter, theme, middle = self.gauge, self.setter, self.setter.theme, self.middle
        inner = HUB * middle
        points = self._polar(0.96 * inner, 0), self._polar(0.3 * inner, 32), self._polar(0.3 * inner, -32)
        yield from self._accent(points)
        yield from self._cross(0.16 * inner)
        text, where, floor = gauge.title.upper(), partial(self.where, "title"), theme.aid_floor
        size = setter.size(text, "narrow-bold", 14, floor, 1.6 * inner, where, "compass", spacing=0.02)
        y = middle + 0.25 * inner + 0.7 * size
        title = setter.line(text, middle, y, "narrow-bold", size, theme.ink, align=0.5, spacing=0.02)
        yield title
        numbers = (self.game.ruling_numbers[name] for name in gauge.rulings)
        yield from setter.rulings(numbers, 2 * middle - title.x + 8 * MM, y - 6.5, 6.5)
        top, low = y + 0.15 * size, middle + 0.82 * inner
        box = Box(middle - 0.66 * inner, top, 1.32 * inner, low - top, "compass")
        yield from self._centred(setter.fit(self._blocks(), box, SMALL, 6.5, self.where))

    def _blocks(self) -> list[Block]:
        """Return the rule, note and lines in small print."""
        gauge, theme = self.gauge, self.setter.theme
        blocks = [Block(cited(self.setter.say, gauge.rule), theme.quiet, ("rule",))] if gauge.rule else []
        blocks += [Block(gauge.note, theme.ink, ("note",), before=0.15)] if gauge.note else []
        lines = enumerate(gauge.lines)
        return blocks + [Block(text, theme.ink, ("lines", index), before=0.15) for index, text in lines]

    def _centred(self, items: Sequence[Item]) -> Iterator[Item]:
        """Centre rows of text."""
        rows: dict[float, list[Text]] = {}
        for item in items:
            if isinstance(item, Text):
                rows.setdefault(item.y, []).append(item)
        for row in rows.values():
            last = row[-1]
            end = last.x + self.setter.book.width(last.text, last.font, last.size)
            for text in row:
                yield text._replace(x=text.x + self.middle - (row[0].x + end) / 2)
