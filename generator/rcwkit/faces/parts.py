"""Drawn words: arrows with a cost, gates, small cards to tick, windows of a die, tags, discs and places.

All take their edges in points and colours from a plate, and are outlines at low ink.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

from rcwkit.art.hatching import corners, dashed
from rcwkit.art.theme import Plate
from rcwkit.frame import MM, Circle, Item, Line, Polygon, Rect
from rcwkit.source.language import Language
from rcwkit.type.text import Setter

__all__ = ["CARD", "SIDES", "arrow", "card", "disc", "gate", "on_faces", "place", "pointed", "ringed", "step", "tag"]
__all__ += ["windows"]

SIDES = 6
"""Sides of the die that windows show."""
CARD = 4.2 * MM
"""Height of a small card."""
SMALL = 6.5


def pointed(
    x: float, y: float, width: float, height: float, *, left: float = 0.0, right: float = 0.0
) -> tuple[tuple[float, float], ...]:
    """Return a box whose left or right end is a point, so many points long."""
    end, low, middle = x + width, y + height, y + height / 2
    before = ((x + left, low), (x, middle), (x + left, y)) if left else ((x, low), (x, y))
    after = ((end - right, y), (end, middle), (end - right, low)) if right else ((end, y), (end, low))
    return *before, *after


def step(
    x: float, y: float, width: float, height: float, cost: str, plate: Plate, setter: Setter, *, back: bool, heavy: bool
) -> Iterator[Item]:
    """Draw an arrow to the right, or `back` to the left, with what a step costs; a `heavy` one has a thicker edge."""
    tip = 0.34 * width
    shape = pointed(x, y, width, height, left=tip if back else 0.0, right=0.0 if back else tip)
    line = (1.4 if heavy else 0.6) if plate.hatch else 0.0
    yield Polygon(shape, plate.ground, plate.edge if plate.hatch else None, line)
    if cost:
        size = min(9.5, 0.78 * height)
        middle = x + width / 2 + (0.4 if back else -0.4) * tip
        yield setter.line(cost, middle, y + height / 2 + 0.35 * size, "narrow-bold", size, plate.text, align=0.5)


def gate(x: float, y: float, height: float, ink: str) -> Iterator[Item]:
    """Draw a barrier across a way: a post around x, with three rails."""
    post, rail, thick = 0.75 * MM, 3.2 * MM, 0.7 * MM
    yield Rect(x - post / 2, y, post, height, ink)
    yield from (Rect(x - rail / 2, y + height * share - thick / 2, rail, thick, ink) for share in (0.14, 0.5, 0.86))


def card(x: float, y: float, width: float, title: str, plate: Plate, setter: Setter) -> Iterator[Item]:
    """Draw a small card of height CARD with a box to tick and its number."""
    tick = 2.9 * MM
    yield Rect(x, y, width, CARD, plate.ground, plate.edge, 0.6, 0.6 * MM)
    page, off = setter.theme.page, (CARD - tick) / 2
    yield Rect(x + off, y + off, tick, tick, page, plate.edge, 0.6)
    left = x + off + tick
    middle = left + (x + width - left) / 2
    yield setter.line(title, middle, y + CARD / 2 + 2.9, "narrow-bold", 8.5, plate.text, align=0.5)


def tag(x: float, y: float, text: str, size: float, setter: Setter) -> tuple[float, list[Item]]:
    """Return the width of a word in a frame whose top left corner is at (x, y), and its items."""
    theme, pad = setter.theme, 0.22 * size
    width = setter.width(text, "narrow-bold", size) + 2 * pad
    frame = Rect(x, y, width, 1.3 * size, theme.page, theme.quiet, 0.5)
    return width, [frame, setter.line(text, x + pad, y + size, "narrow-bold", size, theme.ink)]


def windows(
    x: float, y: float, width: float, faces: Collection[int], ink: str, ground: str, line: float = 0.5
) -> Iterator[Item]:
    """Draw a chance as six windows in a row, those of the faces on which it happens filled; each is a square."""
    apart = 0.14
    edge = width / (SIDES + apart * (SIDES - 1))
    for face in range(1, SIDES + 1):
        left = x + (face - 1) * edge * (1 + apart)
        yield Rect(left, y, edge, edge, ink if face in faces else ground, ink, line)


def on_faces(faces: Collection[int], say: Language) -> str:
    """Return faces of a die as words, such as 2–6; never for none."""
    if not faces:
        return say("never")
    runs: list[list[int]] = [[face] for face in sorted(faces)]
    for one, other in reversed([*pairwise(runs)]):
        if other[0] == one[-1] + 1:
            one += other
            runs.remove(other)
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def disc(x: float, y: float, radius: float, setter: Setter) -> list[Item]:
    """Draw the disc that marks a starting box, labelled START."""
    ink = setter.theme.ink
    return [
        *ringed(x, y, radius, 1.2, setter),
        setter.line(setter.say("START"), x, y + 2.4, "narrow-bold", SMALL, ink, align=0.5),
    ]


def ringed(x: float, y: float, radius: float, inset: float, setter: Setter) -> tuple[Item, Item]:
    """Draw a gold disc with a ring in it, or two rings in an outlined theme."""
    theme = setter.theme
    outer = Circle(x, y, radius, theme.page, theme.ink, 0.9) if theme.outlined else Circle(x, y, radius, theme.gold)
    return outer, Circle(x, y, radius - inset, None, theme.ink, 0.6)


def place(x: float, y: float, width: float, height: float, text: str, setter: Setter) -> Iterator[Item]:
    """Draw a dashed place, with a sign or word in its middle that may be covered."""
    theme = setter.theme
    yield Rect(x, y, width, height, theme.page)
    yield from dashed(corners(x, y, width, height), theme.quiet, 0.6, 1.1 * MM, 0.8 * MM)
    if text:
        size = 20.0 if text.startswith(":") else 8.0
        size *= min(1.0, 0.8 * width / setter.width(text, "narrow-bold", size))
        yield setter.line(
            text, x + width / 2, y + height / 2 + 0.35 * size, "narrow-bold", size, theme.quiet, align=0.5
        )


def arrow(left: float, right: float, y: float, ink: str) -> Iterator[Item]:
    """Draw an arrow to the right, from `left` to `right` along y."""
    tip = 3.2 * MM
    yield Line(left, y, right - tip, y, ink, 2.2)
    yield Polygon(((right - tip, y - 1.7 * MM), (right, y), (right - tip, y + 1.7 * MM)), ink)
