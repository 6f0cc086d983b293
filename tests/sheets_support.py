"""Sheets as geometry: what is drawn where, the faces on a sheet, and how a printer aligns backs with fronts."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rcwkit.art.theme import HOUSE
from rcwkit.document.look import Slab
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Picture, Polygon, Rect, Sheet, Text
from rcwkit.sheets.marks import Foot
from rcwkit.type.fonts import FontBook

FONTS = FontBook()
FOOT = Foot(
    "Triumph of Chaos", "Faction cards", "An unofficial player aid that does not replace the game. " * 3, HOUSE, FONTS
)
Point = tuple[float, float]
Area = tuple[float, float, float, float]
Move = tuple[float, float, float, float, float, float]
STILL: Move = (1, 0, 0, 1, 0, 0)


def at(move: Move, x: float, y: float) -> Point:
    a, b, c, d, e, f = move
    return a * x + c * y + e, b * x + d * y + f


def moved(group: Group, outer: Move) -> Move:
    """A transformation from a group's coordinates to the page's."""
    a, b, c, d, _, _ = outer
    e, f = at(outer, group.x, group.y)
    if group.rotate:
        cos, sin = math.cos(math.radians(group.rotate)), math.sin(math.radians(group.rotate))
        a, b, c, d = a * cos + c * sin, b * cos + d * sin, c * cos - a * sin, d * cos - b * sin
    s = group.scale
    return a * s, b * s, c * s, d * s, e, f


def span(move: Move, left: float, top: float, right: float, bottom: float) -> Area:
    a, b, c, d, e, f = move
    xs = (a * left + c * top, a * right + c * bottom, a * left + c * bottom, a * right + c * top)
    ys = (b * left + d * top, b * right + d * bottom, b * left + d * bottom, b * right + d * top)
    return min(xs) + e, min(ys) + f, max(xs) + e, max(ys) + f


def meet(one: Area, two: Area) -> Area:
    return max(one[0], two[0]), max(one[1], two[1]), min(one[2], two[2]), min(one[3], two[3])


def apart(one: Area, two: Area) -> bool:
    """Return whether two areas share at most an edge."""
    return min(one[2], two[2]) - max(one[0], two[0]) < 0.01 or min(one[3], two[3]) - max(one[1], two[1]) < 0.01


def distance(one: Area, two: Area) -> float:
    left, top, right, bottom = meet(one, two)
    return math.hypot(max(0.0, left - right), max(0.0, top - bottom))


def extents(items: tuple[Item, ...], move: Move = STILL, fonts: FontBook = FONTS) -> Iterator[tuple[Item, Area]]:
    """Yield every drawn item with its area on the page."""
    for item in items:
        match item:
            case Group():
                inner = extents(item.items, moved(item, move), fonts)
                if item.clip:
                    x, y, width, height = item.clip
                    seen = span(moved(item, move), x, y, x + width, y + height)
                    inner = ((thing, meet(area, seen)) for thing, area in inner)
                yield from inner
            case Rect() | Picture():
                yield item, span(move, item.x, item.y, item.x + item.width, item.y + item.height)
            case Circle():
                yield (
                    item,
                    span(move, item.x - item.radius, item.y - item.radius, item.x + item.radius, item.y + item.radius),
                )
            case Line():
                yield (
                    item,
                    span(
                        move, min(item.x1, item.x2), min(item.y1, item.y2), max(item.x1, item.x2), max(item.y1, item.y2)
                    ),
                )
            case Polygon():
                xs, ys = zip(*item.points, strict=True)
                yield item, span(move, min(xs), min(ys), max(xs), max(ys))
            case Text():
                width = fonts.width(item.text, item.font, item.size)
                yield item, span(move, item.x, item.y - 0.75 * item.size, item.x + width, item.y + 0.25 * item.size)


@dataclass(frozen=True)
class Placed:
    """A face on a sheet: its trim, its visible area, and the direction of its top edge."""

    name: str
    trim: Area
    seen: Area
    up: Point


def faces(items: tuple[Item, ...], move: Move = STILL) -> Iterator[Placed]:
    """Yield the faces on a sheet; `card` makes them recognizable by their first text."""
    for item in items:
        if isinstance(item, Group):
            inside = moved(item, move)
            first = item.items[0] if item.items else None
            if isinstance(first, Rect) and first.stroke == "#123456" and item.clip:
                text = item.items[1]
                assert isinstance(text, Text)
                x, y, width, height = item.clip
                long = math.hypot(inside[2], inside[3])
                up = round(-inside[2] / long, 6) + 0.0, round(-inside[3] / long, 6) + 0.0
                yield Placed(
                    text.text,
                    span(inside, 0, 0, first.width, first.height),
                    span(inside, x, y, x + width, y + height),
                    up,
                )
            else:
                yield from faces(item.items, inside)


def card(name: str, width: float, height: float, bleed: float) -> Frame:
    """Return a face, given in millimetres, whose art covers its bleed."""
    w, h, b = width * MM, height * MM, bleed * MM
    trim = Rect(0, 0, w, h, stroke="#123456", line=0.1)
    return Frame(
        w,
        h,
        (trim, Text(4, 4, name, "sans", 2, "#1B1A18"), Rect(-b, -b, w + 2 * b, h + 2 * b, "#B3201F")),
        b,
        name,
        "cards.yaml:7",
    )


def behind(back: Sheet, placed: Placed, flip: str) -> Placed:
    """Return where a face on a back page lies on the paper, seen through from the front.

    The printer turns the paper over an edge.
    """
    left, top, right, bottom = placed.trim
    x, y = placed.up
    if (flip == "long") == (back.width < back.height):
        return Placed(placed.name, (back.width - right, top, back.width - left, bottom), placed.seen, (0.0 - x, y))
    return Placed(placed.name, (left, back.height - bottom, right, back.height - top), placed.seen, (x, 0.0 - y))


def printed(sheet: Sheet, area: Area, scale: float, off: Point = (0.0, 0.0)) -> Area:
    """Return where an area is printed by a printer with this scale in per cent and this offset in points."""
    x, y, factor = sheet.width / 2, sheet.height / 2, scale / 100
    left, top, right, bottom = area
    return (
        x + (left - x) * factor + off[0],
        y + (top - y) * factor + off[1],
        x + (right - x) * factor + off[0],
        y + (bottom - y) * factor + off[1],
    )


def texts(drawn: Sheet | Slab, fonts: FontBook = FONTS) -> Iterator[tuple[Text, Area]]:
    """Yield the texts of a sheet or slab, each with its box."""
    yield from ((item, area) for item, area in extents(drawn.items, STILL, fonts) if isinstance(item, Text))


def words(found: Iterable[Sheet]) -> list[str]:
    """Return all words on sheets."""
    return " ".join(item.text for sheet in found for item, _ in texts(sheet)).split()
