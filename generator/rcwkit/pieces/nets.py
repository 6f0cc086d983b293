"""Nets of boxes: tuck boxes for cards, trays with lids for counters. All measures are in millimetres, y downwards.

Between its folds, a panel measures the room inside plus one thickness of the card it is cut from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, cos, pi, sin, sqrt
from typing import NamedTuple

__all__ = ["CARD", "WHOLE", "Net", "Tray", "Tuck", "chits"]

CARD = 0.3
"""Thickness of the card that boxes are cut from."""
EASE = 1.0
"""Clearance inside a box."""
SHALLOW = 8.0
"""Minimum depth of a tuck box, for its flaps."""
TAB = 12.0
"""Width of tabs to glue."""
NOTCH = 9.0
"""Radius of the thumb notch."""
LOOSE = 0.55
"""Part of a tray's volume that loose counters fill."""
DEPTHS, BROAD, LEAST = (15.0, 25.0, 35.0, 45.0), 12_000.0, (50.0, 60.0)
"""Depths of trays, the area (mm²) from which the next depth is used, and the smallest width and length."""
WHOLE = ("front", "side", "back", "side")
"""The panels of a tuck box from left to right."""

Point = tuple[float, float]
Panel = tuple[float, float, float, float]
"""Left, top, width and height."""


class Net(NamedTuple):
    """A box laid flat: outline to cut, folds, tabs to glue, and panels by name; `body` is the outline without tabs."""

    outline: tuple[Point, ...]
    body: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    tabs: tuple[tuple[Point, ...], ...]
    panels: Mapping[str, Panel]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole net."""
        return max(x for x, _ in self.outline), max(y for _, y in self.outline)


class Tuck(NamedTuple):
    """An upright tuck box, by the room inside it. Each end has two flaps and a lid that is tucked in."""

    inside: tuple[float, float, float]
    card: float = CARD

    @classmethod
    def of(cls, size: tuple[float, float], count: int, thickness: float, card: float = CARD) -> Tuck:
        """Return the box for `count` cards of a size and thickness."""
        return cls((size[0] + EASE, size[1] + EASE, max(SHALLOW, count * thickness + EASE)), card)

    @property
    def width(self) -> float:
        """Width of front and back between their folds."""
        return self.inside[0] + self.card

    @property
    def depth(self) -> float:
        """Width of the sides between their folds, with room for the tab in one corner."""
        return self.inside[2] + 2 * self.card

    @property
    def height(self) -> float:
        """Height of the back between its folds, with room for two layers of flaps at each end."""
        return self.inside[1] + 4 * self.card

    @property
    def lid(self) -> float:
        """Height of a lid between its folds; the tucked-in part goes behind the front."""
        return self.depth - self.card

    @property
    def tucked(self) -> float:
        """Length of the part that is tucked in."""
        return min(18.0, max(10.0, 0.8 * self.depth))

    @property
    def flap(self) -> float:
        """Length of a side's flap; the two at an end do not meet."""
        return min(self.width / 2 - 1, max(self.depth, 12.0), self.lid + self.tucked)

    def net(self, columns: Sequence[str] = WHOLE) -> Net:
        """Return the net of these panels, with a tab at the right: the whole box, or one of its halves."""
        wide = {"front": self.width, "back": self.width, "side": self.depth}
        lefts = [sum(wide[name] for name in columns[:at]) for at in range(len(columns) + 1)]
        top = self.lid + self.tucked if "back" in columns else self.flap - self.card
        low, right = top + self.height, lefts[-1]
        placed = list(zip(lefts, columns, strict=False))
        upper = [(left + x, top - y) for left, name in placed for x, y in self._edge(name, notched=True)]
        lower = [(left + x, low + y) for left, name in placed for x, y in self._edge(name, notched=False)]
        tab = ((right, top + 1), (right + TAB, top + 5), (right + TAB, low - 5), (right, low - 1))
        folds = [((x, top + self.card), (x, low - self.card)) for x in lefts[1:]]
        panels: dict[str, Panel] = {}
        for left, name in placed:
            panels[name if name not in panels else f"{name} 2"] = (left, top, wide[name], self.height)
            if name == "back":
                panels["lid"] = (left, top - self.lid, self.width, self.lid)
                panels["floor"] = (left, low, self.width, self.lid)
                ends = ((0.0, 0.0), (self.lid, 0.5 + self.card))
                folds += [
                    ((left + inset, y), (left + self.width - inset, y))
                    for off, inset in ends
                    for y in (top - off, low + off)
                ]
            elif name == "side":
                folds += [((left, y), (left + self.depth, y)) for y in (top + self.card, low - self.card)]
        body = (*upper, *reversed(lower))
        return Net((*upper, *tab, *reversed(lower)), body, tuple(folds), (tab,), panels)

    def _edge(self, name: str, *, notched: bool) -> list[Point]:
        """Return the end of a panel from left to right; y points outwards from the end of the body."""
        if name == "front":
            middle, radius = self.width / 2, min(NOTCH, self.width / 6)
            angles = [step * pi / 12 for step in range(13)] if notched else []
            arc = [(middle - radius * cos(angle), -radius * sin(angle)) for angle in angles]
            return [(0, 0), *arc, (self.width, 0)]
        if name == "side":
            near, far, out, slant = 0.5, self.depth - 0.5, self.flap - self.card, min(2.0, self.depth / 5)
            body = -self.card
            return [(0, body), (near, body), (near + slant, out), (far - slant, out), (far, body), (self.depth, body)]
        left, end, radius = 0.5 + self.card, self.lid + self.tucked, min(8.0, 0.6 * self.tucked)
        angles = [step * pi / 12 for step in range(7)]
        arc = [(left + radius * (1 - cos(angle)), end - radius * (1 - sin(angle))) for angle in angles]
        half = [(0, 0), (0, self.lid), (left, self.lid), *arc]
        return [*half, *((self.width - x, y) for x, y in reversed(half))]


class Tray(NamedTuple):
    """A tray without a lid, by the room inside it; its walls are glued at the corners."""

    inside: tuple[float, float, float]
    card: float = CARD

    @property
    def floor(self) -> tuple[float, float]:
        """Width and length between the folds; tabs lie inside two of the walls."""
        return self.inside[0] + self.card, self.inside[1] + 3 * self.card

    @property
    def wall(self) -> float:
        """Height of the walls."""
        return self.inside[2] + self.card

    def lid(self) -> Tray:
        """Return a lid that fits over this tray, about half as high."""
        (wide, long), outer = self.floor, 2 * self.card + EASE
        return Tray((wide - self.card + outer, long - self.card + outer, max(10.0, self.inside[2] / 2)), self.card)

    def net(self) -> Net:
        """Return the floor with four walls; the left and right ones have tabs."""
        (wide, long), high = self.floor, self.wall
        tab = min(TAB, long / 3, high)
        left, right, top, low = high, high + wide, high, high + long
        end, bottom = right + high, low + high
        corners = (
            ((right, top), (right + 1, top - tab), (end - 2, top - tab), (end, top)),
            ((end, low), (end - 2, low + tab), (right + 1, low + tab), (right, low)),
            ((left, low), (left - 1, low + tab), (2, low + tab), (0, low)),
            ((0, top), (2, top - tab), (left - 1, top - tab), (left, top)),
        )
        ends = ((left, 0), (right, 0)), ((right, bottom), (left, bottom))
        sides = ((right, top), (end, top), (end, low), (right, low)), ((left, low), (0, low), (0, top), (left, top))
        body = (*ends[0], *sides[0], *ends[1], *sides[1])
        outline = (*ends[0], *corners[0], *corners[1], *ends[1], *corners[2], *corners[3])
        folds = [((left, y), (right, y)) for y in (top, low)] + [((x, top), (x, low)) for x in (left, right)]
        folds += [((a, y), (b, y)) for a, b in ((0, left), (right, end)) for y in (top, low)]
        panels = {
            "floor": (left, top, wide, long),
            "upper": (left, 0.0, wide, high),
            "lower": (left, low, wide, high),
            "left": (0.0, top, high, long),
            "right": (right, top, high, long),
        }
        return Net(outline, body, tuple(folds), corners, panels)


def chits(volume: float) -> Tray:
    """Return the tray for loose counters of a volume in mm³, about 1.5 times as long as wide; the more, the deeper."""
    deep = next((deep for deep in DEPTHS if volume / LOOSE / deep <= BROAD), DEPTHS[-1])
    area = volume / LOOSE / deep
    wide = max(LEAST[0], sqrt(area / 1.5))
    return Tray((ceil(wide), ceil(max(LEAST[1], area / wide)), deep))
