"""Unit boxes composed of a frame and branches, after APP-6 as wargames use it, drawn with a pen of flat shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from rcwkit.frame import Circle, Item, Line, Polygon, Rect

__all__ = ["FRAMES", "Pen", "arc", "curve", "draw_box", "tall"]

Points = Iterable[tuple[float, float]]


class Pen:
    """Draws in a box 100 units wide, scaled and placed on the page; `ground` fills and cuts out."""

    def __init__(self, x: float, y: float, width: float, ink: str, ground: str) -> None:
        self.x, self.y, self.scale = x, y, width / 100
        self.ink, self.ground = ink, ground
        self.items: list[Item] = []

    def polygon(
        self,
        points: Points,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0.0,
        *,
        closed: bool = True,
    ) -> None:
        """Add a polygon, or an open line."""
        placed = tuple((round(self.x + x * self.scale, 3), round(self.y + y * self.scale, 3)) for x, y in points)
        self.items.append(Polygon(placed, fill, stroke, line * self.scale, closed))

    def rect(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 0.0,
        radius: float = 0.0,
    ) -> None:
        """Add a rectangle."""
        s = self.scale
        self.items.append(Rect(self.x + x * s, self.y + y * s, wide * s, high * s, fill, stroke, line * s, radius * s))

    def circle(
        self, x: float, y: float, radius: float, fill: str | None = None, stroke: str | None = None, line: float = 0.0
    ) -> None:
        """Add a circle."""
        s = self.scale
        self.items.append(Circle(self.x + x * s, self.y + y * s, radius * s, fill, stroke, line * s))

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str, line: float) -> None:
        """Add a line."""
        s = self.scale
        self.items.append(Line(self.x + x1 * s, self.y + y1 * s, self.x + x2 * s, self.y + y2 * s, stroke, line * s))


def arc(x: float, y: float, radius: float, start: float, end: float, steps: int = 16) -> list[tuple[float, float]]:
    """Return points on a circle between two angles in degrees, clockwise from the top."""
    angles = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return [(x + radius * sin(angle), y - radius * cos(angle)) for angle in angles]


def curve(*points: tuple[float, float], steps: int = 10) -> list[tuple[float, float]]:
    """Return points on cubic Bézier curves through every third point; the others are control points."""
    found = [points[0]]
    for at in range(0, len(points) - 3, 3):
        found += _bow(points[at : at + 4], steps)
    return found


def _bow(points: Sequence[tuple[float, float]], steps: int) -> Points:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        p, q, r, v = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield p * ax + q * bx + r * cx + v * dx, p * ay + q * by + r * cy + v * dy


_STROKES: Mapping[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "G": (
        (
            (1, 0.2),
            (0.8, 0.04),
            (0.5, 0),
            (0.2, 0.06),
            (0, 0.35),
            (0, 0.65),
            (0.2, 0.94),
            (0.5, 1),
            (0.8, 0.96),
            (1, 0.8),
            (1, 0.55),
            (0.55, 0.55),
        ),
    ),
    "H": (((0, 0), (0, 1)), ((1, 0), (1, 1)), ((0, 0.5), (1, 0.5))),
    "L": (((0, 0), (0, 1), (0.9, 1)),),
    "M": (((0, 1), (0, 0), (0.5, 0.62), (1, 0), (1, 1)),),
    "P": (((0, 1), (0, 0), (0.65, 0), (0.95, 0.12), (1, 0.3), (0.95, 0.48), (0.65, 0.58), (0, 0.58)),),
    "Q": (
        (
            (0.5, 0),
            (0.2, 0.06),
            (0, 0.35),
            (0, 0.65),
            (0.2, 0.94),
            (0.5, 1),
            (0.8, 0.94),
            (1, 0.65),
            (1, 0.35),
            (0.8, 0.06),
            (0.5, 0),
        ),
        ((0.62, 0.72), (1.04, 1.06)),
    ),
    "S": (
        (
            (0.97, 0.16),
            (0.75, 0.02),
            (0.4, 0),
            (0.08, 0.1),
            (0.03, 0.3),
            (0.2, 0.44),
            (0.8, 0.56),
            (0.97, 0.72),
            (0.92, 0.9),
            (0.6, 1),
            (0.25, 0.98),
            (0.02, 0.84),
        ),
    ),
}
"""Letter → strokes in a unit square."""
_WIDE = {"M": 0.82, "H": 0.66, "Q": 0.78, "G": 0.74, "L": 0.56, "P": 0.6, "S": 0.62}
_GAP = 0.32


def letters(pen: Pen, text: str, x: float, y: float, high: float, line: float) -> None:
    """Draw letters `high` units tall, centred on x, with their top at y. Raises KeyError for a letter not listed."""
    wide = sum(_WIDE[letter] for letter in text) * high + (len(text) - 1) * _GAP * high
    left, inset = x - wide / 2, line / 2
    for letter in text:
        for stroke in _STROKES[letter]:
            points = [(left + p * _WIDE[letter] * high, y + inset + q * (high - line)) for p, q in stroke]
            pen.polygon(points, None, pen.ink, line, closed=False)
        left += (_WIDE[letter] + _GAP) * high


LINE = 4.0
"""Width of the frame and of lines across it."""
THIN = 3.4
"""Width of the lines of an icon."""
UNDER = 17.0
"""Height of what hangs below a box: wheels, rails, skis, a staff."""


class _Room(NamedTuple):
    """The inside of a frame: its middle, half its width and height, the scale of icons, and the frame's foot."""

    x: float
    y: float
    a: float
    b: float
    s: float
    foot: float


_Draw = Callable[[Pen, _Room], None]


def tall(symbol: str) -> float:
    """Return the height of a unit box, which is 100 wide."""
    parts = symbol.split("+")
    frame = next((part for part in parts if part in FRAMES), "friendly")
    return FRAMES[frame][1] + (UNDER if any(part in _HANGING for part in parts) or _has_staff(parts) else 0.0)


def draw_box(pen: Pen, symbol: str) -> None:
    """Draw a unit box: its frame, then its branches, full-width lines first. Raises KeyError for an unknown part."""
    parts = symbol.split("+")
    frame = next((part for part in parts if part in FRAMES), "friendly")
    outline, _, room = FRAMES[frame]
    outline(pen)
    branches = [part for part in parts if part not in FRAMES]
    for part in sorted(branches, key=_ORDER.__getitem__):
        if part in _LETTERS:
            _lettered(pen, room, _LETTERS[part], [one for one in branches if one != part])
        elif part == "headquarters" and _has_staff(parts):
            _staff(pen, room)
        else:
            BRANCHES[part](pen, room)


def _has_staff(parts: Sequence[str]) -> bool:
    """Return whether a headquarters is told by its staff, because the box shows a branch as well."""
    return "headquarters" in parts and any(part not in ("headquarters", *FRAMES) for part in parts)


# Frames.
def _friendly(pen: Pen) -> None:
    pen.rect(2, 2, 96, 58, pen.ground, pen.ink, LINE)


def _hostile(pen: Pen) -> None:
    pen.polygon([(50, 3), (97, 50), (50, 97), (3, 50)], pen.ground, pen.ink, LINE)


def _neutral(pen: Pen) -> None:
    pen.rect(16, 2, 68, 68, pen.ground, pen.ink, LINE)


def _unknown(pen: Pen) -> None:
    points: list[tuple[float, float]] = []
    for turn in range(4):
        middle = pi / 2 * turn
        points += arc(50 + 22 * sin(middle), 50 - 22 * cos(middle), 26, turn * 90 - 77, turn * 90 + 77)
    pen.polygon(points, pen.ground, pen.ink, LINE)


FRAMES: Mapping[str, tuple[Callable[[Pen], None], float, _Room]] = {
    "friendly": (_friendly, 62, _Room(50, 31, 47, 28, 1.0, 62)),
    "hostile": (_hostile, 100, _Room(50, 50, 27.5, 18.5, 0.66, 88)),
    "neutral": (_neutral, 72, _Room(50, 36, 33, 33, 0.9, 72)),
    "unknown": (_unknown, 100, _Room(50, 50, 33, 22, 0.78, 98)),
}
"""Frame → its outline, its height at a width of 100, and the room inside."""


# Lines across the whole frame.
def _infantry(pen: Pen, room: _Room) -> None:
    x, y, a, b = room[:4]
    pen.line(x - a, y - b, x + a, y + b, pen.ink, LINE)
    pen.line(x + a, y - b, x - a, y + b, pen.ink, LINE)


def _cavalry(pen: Pen, room: _Room) -> None:
    x, y, a, b = room[:4]
    pen.line(x - a, y + b, x + a, y - b, pen.ink, LINE)


def _anti_tank(pen: Pen, room: _Room) -> None:
    x, y, a, b = room[:4]
    pen.polygon([(x - a, y + b), (x, y - b + 2), (x + a, y + b)], None, pen.ink, LINE, closed=False)


def _anti_air(pen: Pen, room: _Room) -> None:
    x, y, a, b = room[:4]
    dome = [(x + a * cos(pi * step / 24), y + b - 1.6 * b * sin(pi * step / 24)) for step in range(25)]
    pen.polygon(dome, None, pen.ink, LINE, closed=False)


def _signals(pen: Pen, room: _Room) -> None:
    x, y, a, b = room[:4]
    points = [(x - a, y - b), (x + 7, y + 0.42 * b), (x - 7, y - 0.42 * b), (x + a, y + b)]
    pen.polygon(points, None, pen.ink, LINE, closed=False)


def _medical(pen: Pen, room: _Room) -> None:
    x, y, a, b = room[:4]
    pen.line(x - a, y, x + a, y, pen.ink, LINE)
    pen.line(x, y - b, x, y + b, pen.ink, LINE)


def _motorised(pen: Pen, room: _Room) -> None:
    pen.line(room.x, room.y - room.b, room.x, room.y + room.b, pen.ink, LINE)


def _supply(pen: Pen, room: _Room) -> None:
    low = room.y + 0.5 * room.b
    pen.line(room.x - room.a, low, room.x + room.a, low, pen.ink, LINE)


# Icons in the middle.
def _armour(pen: Pen, room: _Room) -> None:
    s = room.s
    pen.rect(room.x - 33 * s, room.y - 16 * s, 66 * s, 32 * s, None, pen.ink, LINE, 16 * s)


def _artillery(pen: Pen, room: _Room) -> None:
    pen.circle(room.x, room.y, 12 * room.s, pen.ink)


def _engineers(pen: Pen, room: _Room) -> None:
    x, y, s = room.x, room.y, room.s
    comb = [(x - 24 * s, y + 12 * s), (x - 24 * s, y - 10 * s), (x + 24 * s, y - 10 * s), (x + 24 * s, y + 12 * s)]
    pen.polygon(comb, pen.ground, None)
    pen.polygon(comb, None, pen.ink, LINE, closed=False)
    pen.line(x, y - 10 * s, x, y + 12 * s, pen.ink, LINE)


def _bridging(pen: Pen, room: _Room) -> None:
    x, y, s = room.x, room.y, room.s
    for way in (-1, 1):
        bank = [(-28, 18), (-18, 8), (18, 8), (28, 18)]
        pen.polygon([(x + p * s, y + way * q * s) for p, q in bank], None, pen.ink, LINE, closed=False)


def _shaft(pen: Pen, room: _Room, top: float, foot: float) -> None:
    """Draw an arrow that points up, on a ground that keeps lines across the frame away from it."""
    x, y, s = room.x, room.y, room.s
    pen.line(x, y + (top - 2) * s, x, y + foot * s, pen.ground, 3.2 * THIN)
    pen.polygon(
        [(x - 10 * s, y + (top + 11) * s), (x, y + top * s), (x + 10 * s, y + (top + 11) * s)],
        None,
        pen.ink,
        LINE,
        closed=False,
    )
    pen.line(x, y + top * s, x, y + foot * s, pen.ink, LINE)


def _machine_gun(pen: Pen, room: _Room) -> None:
    _shaft(pen, room, -21, 21)
    x, y, s = room.x, room.y, room.s
    pen.line(x - 10 * s, y + 21 * s, x + 10 * s, y + 21 * s, pen.ink, LINE)
    pen.line(x - 10 * s, y + 12 * s, x + 10 * s, y + 12 * s, pen.ink, LINE)


def _mortar(pen: Pen, room: _Room) -> None:
    _shaft(pen, room, -21, 8)
    pen.circle(room.x, room.y + 14 * room.s, 6.5 * room.s, pen.ground, pen.ink, LINE)


def _rocket(pen: Pen, room: _Room) -> None:
    x, y, s = room.x, room.y, room.s
    for top in (-24, -16.5):
        caret = [(x - 16 * s, y + (top + 8) * s), (x, y + top * s), (x + 16 * s, y + (top + 8) * s)]
        pen.polygon(caret, None, pen.ink, LINE, closed=False)


def _transport(pen: Pen, room: _Room) -> None:
    x, y, radius = room.x, room.y, 17 * room.s
    pen.circle(x, y, radius, pen.ground, pen.ink, THIN)
    for turn in range(4):
        dx, dy = radius * cos(turn * pi / 4), radius * sin(turn * pi / 4)
        pen.line(x - dx, y - dy, x + dx, y + dy, pen.ink, THIN)


def _maintenance(pen: Pen, room: _Room) -> None:
    x, y, s = room.x, room.y, room.s
    pen.line(x - 17 * s, y, x + 17 * s, y, pen.ink, LINE)
    for way in (-1, 1):
        pen.polygon(arc(x + way * 27 * s, y, 10 * s, way * -180 + 0, 0), None, pen.ink, LINE, closed=False)


def _chemical(pen: Pen, room: _Room) -> None:
    x, y, s = room.x, room.y, room.s
    for way in (-1, 1):
        bow = [(16, -16), (15, -4), (10, 6), (0, 13), (-14, 17)]
        pen.polygon([(x + way * p * s, y + q * s) for p, q in bow], None, pen.ink, LINE, closed=False)
        pen.circle(x + way * 16 * s, y - 15 * s, 5.5 * s, pen.ink)


def _aviation(pen: Pen, room: _Room) -> None:
    x, y, s = room.x, room.y, room.s
    for way in (-1, 1):
        blade = [(x, y), (x + way * 16 * s, y - 12 * s), *arc(x + way * 18 * s, y, 12 * s, 0, way * 180), (x, y)]
        pen.polygon(blade, pen.ink)


def _headquarters(pen: Pen, room: _Room) -> None:
    _lettered(pen, room, "HQ")


def _fortress(pen: Pen, room: _Room) -> None:
    x, y, a, b = room[:4]
    step, low, high = 2 * a / 7, y - b + 0.62 * b, y - b + 0.26 * b
    points: list[tuple[float, float]] = []
    for tooth in range(7):
        level = low if tooth % 2 == 0 else high
        points += [(x - a + tooth * step, level), (x - a + (tooth + 1) * step, level)]
    pen.polygon(points, None, pen.ink, LINE, closed=False)


# Icons at the foot of the frame.
def _mountain(pen: Pen, room: _Room) -> None:
    x, foot, s = room.x, room.y + room.b, room.s
    pen.polygon([(x - 13 * s, foot), (x, foot - 14.5 * s), (x + 13 * s, foot)], pen.ink)


def _airborne(pen: Pen, room: _Room) -> None:
    x, foot, s = room.x, room.y + room.b - 4.5 * room.s, room.s
    for way in (-1, 1):
        pen.polygon(arc(x + way * 10 * s, foot, 10 * s, -90, 90), None, pen.ink, LINE, closed=False)


def _marine(pen: Pen, room: _Room) -> None:
    x, y, s = room.x, room.y, room.s
    bill = arc(x, y + 3 * s, 17 * s, 105, 255)
    for ink, more in ((pen.ground, 3.2), (pen.ink, 0.0)):
        line = LINE + 2 * more
        pen.line(x, y - 15 * s, x, y + (20 + more / 2) * s, ink, line)
        pen.line(x - 10 * s, y - 9 * s, x + 10 * s, y - 9 * s, ink, line)
        pen.polygon(bill, None, ink, line, closed=False)
        pen.circle(x, y - 19 * s, 4 * s + more, pen.ground, ink if ink == pen.ink else None, 3)
    for way in (-1, 1):
        tip = [(x + way * 21 * s, y + 9 * s), (x + way * 18 * s, y - 2 * s), (x + way * 10 * s, y + 5 * s)]
        pen.polygon(tip, pen.ink)


def _coastal(pen: Pen, room: _Room) -> None:
    low = room.y + room.b - 8 * room.s
    wave = [(room.x - room.a + 2 * room.a * step / 48, low + 4.5 * room.s * sin(step * pi / 6)) for step in range(49)]
    pen.polygon(wave, None, pen.ink, THIN, closed=False)


# What hangs below a frame.
def _wheeled(pen: Pen, room: _Room) -> None:
    for way in (-1, 1):
        pen.circle(room.x + way * 24, room.foot + 8, 7, pen.ground, pen.ink, THIN)


def _bicycle(pen: Pen, room: _Room) -> None:
    x, y = room.x, room.foot + 8
    for way in (-1, 1):
        pen.circle(x + way * 15, y, 7.4, pen.ground, pen.ink, 3)
    pen.polygon(
        [(x - 15, y), (x - 7, y - 7), (x + 9, y - 7), (x, y + 2), (x - 7, y - 7)], None, pen.ink, 3, closed=False
    )
    pen.polygon([(x - 15, y), (x, y + 2)], None, pen.ink, 3, closed=False)
    pen.polygon([(x + 15, y), (x + 9, y - 7)], None, pen.ink, 3, closed=False)


def _ski(pen: Pen, room: _Room) -> None:
    x = room.x
    for y in (room.foot + 5, room.foot + 13):
        pen.polygon([(x - 42, y), (x + 34, y), (x + 39, y - 1.2), (x + 43, y - 5)], None, pen.ink, THIN, closed=False)


def _railway(pen: Pen, room: _Room) -> None:
    x, y = room.x, room.foot
    for at in (-35, -20, 20, 35):
        pen.circle(x + at, y + 6, 6, pen.ink)
    pen.line(x - 48, y + 14, x + 48, y + 14, pen.ink, THIN)


def _staff(pen: Pen, room: _Room) -> None:
    left = 4 if room.foot < 80 else room.x
    pen.line(left, room.foot - 2, left, room.foot + UNDER, pen.ink, LINE)


_LETTERS = {"militia": "M", "partisan": "P", "security": "S", "police": "MP", "guards": "G", "light": "L", "heavy": "H"}
"""Branches told by letters."""


def _lettered(pen: Pen, room: _Room, text: str, beside: Sequence[str] = ()) -> None:
    """Draw letters in the middle, or small ones clear of the other branches."""
    high = (19 if beside else 30) * room.s
    x, y = room.x, room.y - high / 2
    if "infantry" in beside:
        y = room.y + room.b - high - 3.5 * room.s
    elif "artillery" in beside:
        x += 0.58 * room.a
    elif "cavalry" in beside or "recon" in beside:
        x, y = room.x + 0.55 * room.a, room.y + room.b - high - 5 * room.s
    letters(pen, text, x, y, high, 3.6 if beside else 5.0)


BRANCHES: Mapping[str, _Draw] = {
    "infantry": _infantry,
    "cavalry": _cavalry,
    "recon": _cavalry,
    "anti_tank": _anti_tank,
    "anti_air": _anti_air,
    "signals": _signals,
    "medical": _medical,
    "motorised": _motorised,
    "supply": _supply,
    "fortress": _fortress,
    "coastal": _coastal,
    "armour": _armour,
    "mechanised": _armour,
    "self_propelled": _armour,
    "artillery": _artillery,
    "engineers": _engineers,
    "bridging": _bridging,
    "machine_gun": _machine_gun,
    "mortar": _mortar,
    "rocket": _rocket,
    "transport": _transport,
    "maintenance": _maintenance,
    "chemical": _chemical,
    "aviation": _aviation,
    "headquarters": _headquarters,
    "mountain": _mountain,
    "airborne": _airborne,
    "marine": _marine,
    "wheeled": _wheeled,
    "bicycle": _bicycle,
    "ski": _ski,
    "railway": _railway,
}
"""Branch → its drawing function, in the order of drawing; letters come last."""
_ORDER = {name: number for number, name in enumerate((*BRANCHES, *_LETTERS))}
_HANGING = frozenset({"wheeled", "bicycle", "ski", "railway"})
