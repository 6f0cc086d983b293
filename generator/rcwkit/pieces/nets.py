"""Boxes laid flat: tuck boxes for cards, trays with lids for counters. Everything is in millimetres, y downwards, at true scale.

A panel is as long between its folds as the room inside and one thickness of the card it is cut from.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, cos, pi, sin, sqrt
from typing import NamedTuple

__all__ = ["CARD", "WHOLE", "Net", "Tray", "Tuck", "chits"]

CARD = 0.3
"""The thickness of the card that boxes are cut from."""
EASE = 1.0
"""By how much a box is larger inside than what it holds."""
SHALLOW = 8.0
"""The least depth of a tuck box: its flaps need it."""
TAB = 12.0
"""The width of what is glued."""
NOTCH = 9.0
"""The radius of the thumb's notch."""
LOOSE = 0.55
"""The part of a tray's room that counters fill which are thrown into it."""
DEPTHS, BROAD, LEAST = (15.0, 25.0, 35.0, 45.0), 12_000.0, (50.0, 60.0)
"""How deep trays are, over how many square millimetres they go deeper, and how small they are at least."""
WHOLE = ("front", "side", "back", "side")
"""The panels of a tuck box from left to right."""

Point = tuple[float, float]
Panel = tuple[float, float, float, float]
"""Left, top, width and height."""


class Net(NamedTuple):
    """A box laid flat: where to cut, where to fold, what is glued, and its panels by name; `body` is the outline without tabs."""

    outline: tuple[Point, ...]
    body: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    tabs: tuple[tuple[Point, ...], ...]
    panels: Mapping[str, Panel]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole."""
        return max(x for x, _ in self.outline), max(y for _, y in self.outline)


class Tuck(NamedTuple):
    """A tuck box by the room inside it, upright. Both ends are closed alike: two flaps, then a lid that is tucked in."""

    inside: tuple[float, float, float]
    card: float = CARD

    @classmethod
    def of(cls, size: tuple[float, float], count: int, thickness: float, card: float = CARD) -> Tuck:
        """The box of so many cards of a size (mm) and thickness."""
        return cls((size[0] + EASE, size[1] + EASE, max(SHALLOW, count * thickness + EASE)), card)

    @property
    def width(self) -> float:
        """Of front and back between their folds."""
        return self.inside[0] + self.card

    @property
    def depth(self) -> float:
        """Of the sides between their folds; the tab lies in one of the corners."""
        return self.inside[2] + 2 * self.card

    @property
    def height(self) -> float:
        """Of the back between its folds: at either end two layers of flaps lie between."""
        return self.inside[1] + 4 * self.card

    @property
    def lid(self) -> float:
        """Of a lid from fold to fold: what is tucked in lies behind the front."""
        return self.depth - self.card

    @property
    def tucked(self) -> float:
        """The length of what is tucked in."""
        return min(18.0, max(10.0, 0.8 * self.depth))

    @property
    def flap(self) -> float:
        """The length of a side's flap; the two of an end do not meet."""
        return min(self.width / 2 - 1, max(self.depth, 12.0), self.lid + self.tucked)

    def net(self, columns: Sequence[str] = WHOLE) -> Net:
        """These panels side by side with a tab at the right end: the whole box, or one of two halves."""
        wide = {"front": self.width, "back": self.width, "side": self.depth}
        lefts = [sum(wide[name] for name in columns[:at]) for at in range(len(columns) + 1)]
        top = self.lid + self.tucked if "back" in columns else self.flap - self.card
        low, right = top + self.height, lefts[-1]
        upper = [
            (left + x, top - y)
            for left, name in zip(lefts, columns, strict=False)
            for x, y in self._edge(name, notched=True)
        ]
        lower = [
            (left + x, low + y)
            for left, name in zip(lefts, columns, strict=False)
            for x, y in self._edge(name, notched=False)
        ]
        tab = ((right, top + 1), (right + TAB, top + 5), (right + TAB, low - 5), (right, low - 1))
        folds = [((x, top + self.card), (x, low - self.card)) for x in lefts[1:]]
        panels: dict[str, Panel] = {}
        for left, name in zip(lefts, columns, strict=False):
            panels[name if name not in panels else f"{name} 2"] = (left, top, wide[name], self.height)
            if name == "back":
                panels |= {
                    "lid": (left, top - self.lid, self.width, self.lid),
                    "floor": (left, low, self.width, self.lid),
                }
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
        """An end of a panel from left to right; y counts outwards from the end of the body."""
        if name == "front":
            middle, radius = self.width / 2, min(NOTCH, self.width / 6) if notched else 0.0
            arc = (
                [(middle - radius * cos(step * pi / 12), -radius * sin(step * pi / 12)) for step in range(13)]
                if notched
                else []
            )
            return [(0, 0), *arc, (self.width, 0)]
        if name == "side":
            near, far, out, slant = 0.5, self.depth - 0.5, self.flap - self.card, min(2.0, self.depth / 5)
            return [
                (0, -self.card),
                (near, -self.card),
                (near + slant, out),
                (far - slant, out),
                (far, -self.card),
                (self.depth, -self.card),
            ]
        inset, end, lid = 0.5 + self.card, self.lid + self.tucked, self.lid
        left, right, round_ = inset, self.width - inset, min(8.0, 0.6 * self.tucked)
        turn = [(step * pi / 12) for step in range(7)]
        first = [(left + round_ * (1 - cos(angle)), end - round_ * (1 - sin(angle))) for angle in turn]
        return [
            (0, 0),
            (0, lid),
            (left, lid),
            *first,
            *((self.width - x, y) for x, y in reversed(first)),
            (right, lid),
            (self.width, lid),
            (self.width, 0),
        ]


class Tray(NamedTuple):
    """A tray without a lid by the room inside it; its walls are glued at the corners."""

    inside: tuple[float, float, float]
    card: float = CARD

    @property
    def floor(self) -> tuple[float, float]:
        """Width and length between the folds; tabs lie inside two of the walls."""
        return self.inside[0] + self.card, self.inside[1] + 3 * self.card

    @property
    def wall(self) -> float:
        """The height of a wall."""
        return self.inside[2] + self.card

    def lid(self) -> Tray:
        """A lid that goes over this tray, about half as high."""
        (wide, long), outer = self.floor, 2 * self.card + EASE
        return Tray((wide - self.card + outer, long - self.card + outer, max(10.0, self.inside[2] / 2)), self.card)

    def net(self) -> Net:
        """The floor with a wall at every side; those at the left and right have tabs."""
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
        body = (
            *ends[0],
            (right, top),
            (end, top),
            (end, low),
            (right, low),
            *ends[1],
            (left, low),
            (0, low),
            (0, top),
            (left, top),
        )
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
    """The tray for counters of a volume in mm³ thrown into it, about half as long again as it is wide; the more, the deeper."""
    deep = next((deep for deep in DEPTHS if volume / LOOSE / deep <= BROAD), DEPTHS[-1])
    area = volume / LOOSE / deep
    wide = max(LEAST[0], sqrt(area / 1.5))
    return Tray((ceil(wide), ceil(max(LEAST[1], area / wide)), deep))
