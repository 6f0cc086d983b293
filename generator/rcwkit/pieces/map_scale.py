"""The scale bar and the compass of a map, on it or below it. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin

from rcwkit.look.frame import MM, Group, Item, Polygon, Rect
from rcwkit.look.text import Setter
from rcwkit.models.maps import Compass, ScaleBar
from rcwkit.pieces.map_spaces import haloed
from rcwkit.reading.survey import Survey

__all__ = ["FIGURE", "HEIGHT", "THICK", "bar", "below", "compass", "on_map"]

HEIGHT = 9 * MM
"""Height of the scale bar and the compass below a map."""
THICK, FIGURE, CAP = 1.5 * MM, 7.5, 0.7
"""Height of the bar, type size of its figures, and height of capitals in ems."""
AIR = 6 * MM


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
        width += wide + (AIR / 2 if width else 0.0)
        items.append(Group(drawn, -width, (HEIGHT - THICK - 1.4 * FIGURE) / 2))
    return width + (AIR if width else 0.0), tuple(items)


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
            setter.say("N"), x, round(y + CAP * letter / 2, 2), "narrow-bold", round(letter, 2), theme.ink, align=0.5
        ),
    )
