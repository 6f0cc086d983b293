"""Pages drawn small, for the print guide: their largest areas and frames, and bars for words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import heappush, heappushpop
from itertools import chain
from math import cos, hypot, radians, sin
from string import ascii_lowercase

from rcwkit.art.hatching import areas, box_corners
from rcwkit.frame import Circle, Group, Item, Miniature, Path, Point, Polygon, Rect, Sheet, Text, box_of

SHAPES = (Rect, Circle, Polygon, Path)
SPECK, BROAD, MOST = 3, 8, 420
"""The least size of areas and frames in a page drawn small, in points, and how many shapes it has at most."""
WIDTHS = {"narrow": 0.42, "narrow-bold": 0.44}
"""The usual width of a letter in ems; half an em in other fonts."""


def smalls(sheets: Iterable[Sheet], pages: Collection[str]) -> tuple[Miniature, ...]:
    """Return the first page drawn small, for the print guide, and the first of each number among `pages`."""
    found: dict[str, Sheet] = {}
    for sheet in sheets:
        number = sheet.page.rstrip(ascii_lowercase)
        if not found or number in pages:
            found.setdefault(number, sheet)
    return tuple(map(miniature, found.values()))


def miniature(sheet: Sheet) -> Miniature:
    """Return a page drawn small: its areas and frames, and bars for its words."""
    small = _Small(round(sheet.width), round(sheet.height))
    small.draw(sheet.items, (0.0, 0.0, 1.0, 0.0))
    shapes = (shape for _, _, shape in sorted(small.largest, key=lambda one: -one[1]))
    return Miniature(small.width, small.height, tuple(shapes), sheet.page)


Motion = tuple[float, float, float, float]
"""Where the origin of a drawing is moved to, and how far right and down of it the end of its first axis, one point."""


class _Small:
    """The largest shapes of a page: each after its size, which is the shorter side of what holds it, and its number.

    Numbers fall: of shapes of one size, those drawn first are kept.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.largest: list[tuple[float, int, tuple[str, int, tuple[int, ...]]]] = []
        self._reaches: dict[tuple[int, float, bool], float] = {}
        self._outlines: dict[int, list[Sequence[Point]]] = {}
        self._number = 0

    def draw(self, items: Iterable[Item], motion: Motion) -> None:
        """Take the shapes of drawings, but none too small to be among the largest."""
        x, y, across, down = motion
        scale, turned = hypot(across, down), down != 0
        for item in items:
            least = (SPECK if item.fill else BROAD) if isinstance(item, SHAPES) else 0.0
            if len(self.largest) == MOST:
                least = max(least, self.largest[0][0])
            if least and self._reach(item, scale, turned) <= least:
                continue
            if isinstance(item, Group):
                left, top = x + item.x * across - item.y * down, y + item.x * down + item.y * across
                turn = radians(item.rotate)
                right, low = item.scale * cos(turn), item.scale * sin(turn)
                self.draw(item.items, (left, top, across * right - down * low, down * right + across * low))
            elif isinstance(item, Text):
                wide, tall = _bar(item, scale)
                self._take(box_corners(item.x, item.y - tall, wide, tall), motion, item.fill, 0, least)
            elif isinstance(item, SHAPES) and (colour := item.fill or item.stroke):
                for points in self._areas(item):
                    self._take(points, motion, colour, int(not item.fill), least)

    def _areas(self, item: Rect | Circle | Polygon | Path) -> Iterable[Sequence[Point]]:
        """Return the outlines of a shape; coasts are drawn in several lines, one above the other."""
        if not isinstance(item, Path):
            return areas(item)
        if (key := id(item.subpaths)) not in self._outlines:
            self._outlines[key] = [points for points in areas(item) if len(points) > 2]
        return self._outlines[key]

    def _take(self, points: Sequence[Point], motion: Motion, colour: str, line: int, least: float) -> None:
        """Take a shape that is larger than the least, and among the largest so far."""
        x, y, across, down = motion
        shown = [(x + a * across - b * down, y + a * down + b * across) for a, b in points]
        left, top, right, low = box_of(shown)
        size, full = round(min(right - left, low - top), 3), len(self.largest) == MOST
        if size <= (max(least, self.largest[0][0]) if full else least):
            return
        wide, high = self.width, self.height
        whole = [(round(x), round(y)) for x, y in shown]
        if left < 0 or top < 0 or right > wide or low > high:
            whole = [(min(max(x, 0), wide), min(max(y, 0), high)) for x, y in whole]
        corners = [point for point, before in zip(whole, (None, *whole), strict=False) if point != before]
        self._number -= 1
        shape = size, self._number, (colour, line, tuple(chain.from_iterable(corners)))
        (heappushpop if full else heappush)(self.largest, shape)

    def _reach(self, item: Item, scale: float, turned: bool) -> float:
        """Return a size that no shape of an item exceeds at a scale; drawings are placed repeatedly."""
        if isinstance(item, Group):
            key = id(item.items), abs(item.scale) * scale, turned or item.rotate != 0
            if key not in self._reaches:
                self._reaches[key] = max([self._reach(one, *key[1:]) for one in item.items], default=0.0)
            return self._reaches[key]
        if isinstance(item, Text):
            sides = _bar(item, scale)
        elif isinstance(item, Rect):
            sides = item.width, item.height
        elif isinstance(item, Circle):
            sides = 2 * item.radius, 2 * item.radius
        elif isinstance(item, SHAPES):
            boxes = ((right - left, low - top) for left, top, right, low in map(box_of, self._areas(item)))
            sides = max(boxes, key=lambda box: hypot(*box) if turned else min(box), default=(0.0, 0.0))
        else:
            return 0.0
        return round(scale * (hypot(*sides) if turned else min(sides)), 3)


def _bar(text: Text, scale: float) -> tuple[float, float]:
    """Return the width and height of the bar for a text that is drawn at a scale."""
    wide = len(text.text) * text.size * WIDTHS.get(text.font, 0.5)
    return wide, (0.7 if text.size * scale > 13 else 0.42) * text.size
