"""The scale of sticks and tapes along their top edge, their division into parts, and the joints between these."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from math import ceil, floor

from rcwkit.look.frame import MM, Circle, Item, Line, Rect
from rcwkit.look.language import Language
from rcwkit.look.text import Setter
from rcwkit.models.gauges import UNITS, Gauge

__all__ = ["SCALE", "SMALL", "TAB", "Part", "across", "cited", "joints", "measured", "parts", "scale"]

TAB = 8.0
"""How far a part extends under the next one, in millimetres."""
SCALE = 6.8 * MM
"""Height of the scale."""
TICKS = ((10, 3.5), (5, 3.0))
"""Lengths of ticks (mm) at multiples of a number of units; ticks of reaches are 3.5 mm long, others 2 mm."""
SMALL = 7.0


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a stick or tape, in millimetres from the zero end."""

    start: float
    end: float
    number: int = 1
    count: int = 1

    @property
    def tab(self) -> float:
        """Length of the tab beyond the end, to glue under the next part."""
        return TAB if self.number < self.count else 0.0


def parts(length: float, longest: float, unit: float = 10.0) -> list[Part]:
    """Divide a stick into the fewest parts up to `longest` mm with their tabs; joints at 5 or 1 units if possible."""
    if length <= longest:
        return [Part(0.0, length)]
    count = ceil((length - longest) / (longest - TAB) - 1e-9) + 1
    even = (ceil(length / count / step) * step for step in (5 * unit, unit))
    usual = next((size for size in even if size + TAB <= longest), longest - TAB)
    return [
        Part(usual * index, min(length, usual * (index + 1)) if index + 1 < count else length, index + 1, count)
        for index in range(count)
    ]


def measured(gauge: Gauge, distance: float, say: Language) -> str:
    """Return a distance in millimetres in words, with the gauge's unit."""
    n = say.number(gauge.measured(distance))
    return say("{n} in", n=n) if gauge.unit == "in" else say("{n} cm", n=n)


def across(gauge: Gauge, say: Language) -> str:
    """Return the size of a template in words, with its unit."""
    n = say.number(gauge.measured(gauge.length))
    if gauge.form == "circle":
        return say("{n} in across", n=n) if gauge.unit == "in" else say("{n} cm across", n=n)
    return say("{n} × {n} in", n=n) if gauge.unit == "in" else say("{n} × {n} cm", n=n)


def scale(gauge: Gauge, part: Part, marked: Collection[float], setter: Setter) -> Iterator[Item]:
    """Draw ticks from the top edge with numbers; those at `marked` distances are in the accent colour."""
    theme, unit = setter.theme, UNITS[gauge.unit]
    first, last = ceil(part.start / gauge.step - 1e-9), floor(part.end / gauge.step + 1e-9)
    plain = [round(gauge.step * index, 6) for index in range(first, last + 1)]
    for at in plain:
        if at not in marked:
            long = next((length for units, length in TICKS if _multiple(at, units * unit)), 2.0)
            yield _tick(part, at, long, theme.ink, 0.8 if long > 2 else 0.5)
    reached = [at for at in sorted(marked) if part.start <= at <= part.end]
    for at in reached:
        yield _tick(part, at, 3.5, theme.accent, 1.3)
    numbered = ceil(unit / gauge.step)
    shown = (round(gauge.step * index, 6) for index in range(first, last + 1) if index % numbered == 0)
    free = (at for at in shown if all(abs(at - other) * MM > 9 for other in marked))
    for at in (*free, *reached):
        yield from _number(gauge, part, at, setter, marked=at in marked)
    if part.start == 0 and min((*reached, 10.0)) >= 8:
        said = setter.say("in") if gauge.unit == "in" else setter.say("cm")
        yield setter.line(said, 1 * MM, SCALE - 0.7 * MM, "narrow", SMALL, theme.quiet)


def _multiple(at: float, unit: float) -> bool:
    return abs(at / unit - round(at / unit)) < 1e-6


def _tick(part: Part, at: float, length: float, stroke: str, line: float) -> Line:
    x = (at - part.start) * MM
    return Line(x, 0, x, length * MM, stroke, line)


def _number(gauge: Gauge, part: Part, at: float, setter: Setter, *, marked: bool) -> Iterator[Item]:
    """Set a distance under its tick; at a joint, only before the cut."""
    theme, text, x = setter.theme, gauge.measured(at), (at - part.start) * MM
    if at == part.start:
        return
    strong = marked or _multiple(at, 5 * UNITS[gauge.unit])
    font, size = ("narrow-bold", 8.5) if strong else ("narrow", SMALL)
    fill = theme.accent if marked else theme.ink if strong else theme.quiet
    half = setter.book.width(text, font, size) / 2
    over = min(0.0, (part.end - part.start) * MM - 0.7 * MM - x - half)
    yield setter.line(text, x + over, SCALE - 0.6 * MM, font, size, fill, align=0.5)


def joints(part: Part, height: float, middle: float, setter: Setter) -> Iterator[Item]:
    """Draw the joint's letter at the start of a later part, at `middle`, and the tab with the next joint's letter."""
    theme = setter.theme
    if part.start > 0:
        yield from _letter(part.number - 1, 4 * MM, middle, setter)
    if part.tab:
        left, wide = (part.end - part.start) * MM, part.tab * MM
        yield Rect(left, 0, wide, height, theme.paper)
        for y in range(0, floor(height - wide), 6):
            yield Line(left, y + wide, left + wide, y, theme.hairline, 0.4)
        yield Line(left, 0, left, height, theme.ink, 0.6)
        yield from _letter(part.number, left + wide / 2, middle, setter)


def _letter(joint: int, x: float, y: float, setter: Setter) -> Iterator[Item]:
    theme = setter.theme
    red = theme.legible(theme.accent, theme.page)
    yield Circle(x, y, 2.3 * MM, theme.page, theme.accent, 1.2)
    yield setter.line(chr(64 + joint), x, y + 0.35 * 9, "narrow-bold", 9, red, align=0.5)


def cited(say: Language, rule: str) -> str:
    """Return `rule` and the number; a heading is left as it is."""
    return say("rule {rule}", rule=rule) if rule[:1].isdecimal() else rule
