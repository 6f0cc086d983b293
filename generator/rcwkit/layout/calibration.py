"""The test sheet that measures a printer's misregistration and scale.

It works like a vernier: held against the light, lines on the back stand against a scale on the front, 0.25 mm closer
together than those of the scale. The pair that coincides tells how far the back is off.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rcwkit.look.edition import Flip, Printer
from rcwkit.look.fonts import FontBook
from rcwkit.look.frame import MM, Circle, Group, Item, Line, Polygon, Rect, Sheet, Text
from rcwkit.look.grids import Paper
from rcwkit.look.language import ENGLISH, Language, word
from rcwkit.look.marks import THIN
from rcwkit.look.theme import Theme
from rcwkit.models.markup import parts

__all__ = ["FARTHEST", "FAULT", "MARK", "PITCH", "SCALES", "STEP", "test_sheet"]

STEP = 0.25
"""Resolution of the vernier (mm)."""
PITCH = 5.5
"""Distance of the lines on the front (mm)."""
FARTHEST = 2.5
"""Largest reading (mm): less than half the pitch, so that only one pair of lines coincides."""
FAULT = 5.0
"""Largest fault that is corrected (mm); beyond the vernier it is measured with a ruler."""
SCALES = (97.0, 103.0)
"""Smallest and largest scale, in per cent."""
BARS = (100.0, 150.0)
"""Lengths of the scale check (mm)."""

MARK = b"% rcwkit calibration\n"
"""The comment at the end of every test sheet's file."""

_SIZE, _SMALL = 9.0, 6.5


def test_sheet(
    paper: Paper, flip: Flip, theme: Theme, fonts: FontBook, printer: Printer | None = None, say: Language = ENGLISH
) -> list[Sheet]:
    """Return the front and back of a calibration sheet, the back as a printer needs it that flips over that edge.

    Corrected for a `printer`, it must read 0, 0 and 100.
    """
    corrected = printer or Printer("")
    width, height = paper.width * MM, paper.height * MM
    x, y = (paper.width - AREA[0]) / 2 * MM, (paper.height - AREA[1]) / 2 * MM
    pen = _Pen(theme, fonts, say)
    front: tuple[Item, ...] = (Group(tuple(_front(pen, paper, flip, corrected)), x, y),)
    # The back as seen when the sheet is turned like a page: everything is mirrored across.
    right, lower = corrected.shift(upright=True)
    back: tuple[Item, ...] = (Group(tuple(_back(pen)), width - x - AREA[0] * MM + right, y + lower),)
    if flip == "short":
        back = (Group(back, width, height, rotate=180),)
    return [
        corrected.scaled(Sheet(width, height, items, label))
        for items, label in ((front, say("calibration, front")), (back, say("calibration, back")))
    ]


TURNED: dict[Flip, str] = {"long": word("turned over the long edge"), "short": word("turned over the short edge")}
PRINT: dict[Flip, str] = {
    "long": word("Print both pages at **100 %** on one sheet, two-sided, turned over the **long edge**."),
    "short": word("Print both pages at **100 %** on one sheet, two-sided, turned over the **short edge**."),
}
AREA = (190.0, 255.0)
"""Size of the test (mm), in the middle of the paper; all places below are relative to its corner."""
ACROSS, DOWN = (92.0, 100.0), (174.0, 158.0)
"""Places of the zeros of the two verniers on the front (mm)."""
FAN = 5.0
"""Distance of the percentages of the scale check (mm)."""
CORNERS = ((3.0, 3.0), (187.0, 46.0), (3.0, 252.0), (187.0, 252.0))
"""Places of crosses on the front that lie in rings on the back (mm)."""


class _Pen(NamedTuple):
    """Draws in millimetres."""

    theme: Theme
    fonts: FontBook
    say: Language

    def text(self, x: float, y: float, text: str, font: str, size: float, align: float = 0.0, fill: str = "") -> Text:
        left = x * MM - align * self.fonts.width(text, font, size)
        return Text(left, y * MM, text, font, size, fill or self.theme.ink)

    def line(self, x1: float, y1: float, x2: float, y2: float, line: float = THIN) -> Line:
        return Line(x1 * MM, y1 * MM, x2 * MM, y2 * MM, self.theme.ink, line)

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str | None, stroke: str | None = None
    ) -> Rect:
        return Rect(x * MM, y * MM, width * MM, height * MM, fill, stroke, 1.0 if stroke else 0.0)

    def shape(self, fill: str, *points: tuple[float, float]) -> Polygon:
        return Polygon(tuple((x * MM, y * MM) for x, y in points), fill)


def _steps() -> range:
    count = round(FARTHEST / STEP)
    return range(-count, count + 1)


def _front(pen: _Pen, paper: Paper, flip: Flip, printer: Printer) -> Iterator[Item]:
    theme, say = pen.theme, pen.say
    about = [paper.name, say("two-sided"), say(TURNED[flip])]
    if printer.name:
        about.append(say("corrected for {printer}", printer=printer.said(say)))
    yield pen.shape(theme.accent, (190, 0), (190, 30), (133, 5))
    yield pen.shape(theme.ink, (190, 0), (190, 8), (160, 0))
    yield Circle(176 * MM, 12.5 * MM, 4.4 * MM, theme.paper)
    yield pen.text(10, 10, say("CALIBRATION"), "narrow-bold", 30)
    yield pen.text(10, 16, " · ".join(about), "sans", _SIZE, fill=theme.quiet)
    steps = (
        say(PRINT[flip]),
        say("Hold it against the light, this side towards you: lines from the back stand against both scales."),
        say("**Across, Down:** find the line of the scale that a line from the back continues, and read its number."),
        say("**Scale:** lay the 0 of a ruler on the 0 of a bar, and read the percentage where the ruler says 150 mm."),
        say("Store the readings: {command}", command="rcwkit calibrate --name office --back ACROSS,DOWN --scale SCALE"),
    )
    for number, step in enumerate(steps, 1):
        yield pen.text(10, 21 + 5.6 * number, f"{number}", "narrow-bold", 13, fill=theme.accent)
        yield from _rich(pen, 15.5, 21 + 5.6 * number, step)
    for x, y in CORNERS:
        yield pen.line(x - 2.5, y, x + 2.5, y)
        yield pen.line(x, y - 2.5, x, y + 2.5)
    yield from _scale(pen)
    for x, name, unit in ((26, say("Across"), "mm"), (68, say("Down"), "mm"), (110, say("Scale"), "%")):
        yield pen.rect(x, 150, 36, 16, None, theme.ink)
        yield pen.text(x, 148, name.upper(), "narrow-bold", 13)
        yield pen.text(x + 34, 163.5, unit, "sans", _SIZE, align=1, fill=theme.quiet)
    notes = (
        say("An exact printer reads 0, 0 and 100, and its crosses lie in rings. Write the signs down, too."),
        say("Beyond a scale, measure from its 0 to the long line of the back: right and down are +."),
        say("If the two bars differ, take the mean."),
    )
    for number, note in enumerate(notes):
        yield pen.text(26, 173 + 5 * number, note, "sans", _SIZE, fill=theme.quiet)
    bar = tuple(_bar(pen))
    yield Group(bar, 22 * MM, 236 * MM)
    yield Group(bar, 15 * MM, 74 * MM, rotate=90)


def _rich(pen: _Pen, x: float, y: float, text: str) -> Iterator[Item]:
    """Yield one line with bold runs."""
    for part in parts(text):
        run, font = str(part.what), "sans-bold" if part.bold else "sans"
        yield pen.text(x, y, run, font, _SIZE)
        x += pen.fonts.width(run, font, _SIZE) / MM


def _scale(pen: _Pen) -> Iterator[Item]:
    """Yield both scales of the front: lines that end at their axes, with a number at every half millimetre."""
    (x, y), (right, middle) = ACROSS, DOWN
    half = PITCH * FARTHEST / STEP + 3
    yield pen.text(x - half + 1, y - 14, pen.say("Across").upper(), "narrow-bold", 13)
    yield pen.text(right, middle - half - 2, pen.say("Down").upper(), "narrow-bold", 13, align=1)
    yield pen.line(x - half, y, x + half, y)
    yield pen.line(right, middle - half, right, middle + half)
    for step in _steps():
        at, value = step * PITCH, step * STEP
        tall = 7.0 if value == round(value) else 5.0 if step % 2 == 0 else 3.5
        yield pen.line(x + at, y - tall, x + at, y)
        yield pen.line(right - tall, middle + at, right, middle + at)
        if step % 2 == 0:
            label, size = f"{value:+.3g}".replace("-", "−") if value else "0", 9.0 if tall == 7 else _SMALL
            yield pen.text(x + at, y - tall - 1, label, "narrow-bold", size, align=0.5)
            yield pen.text(right - tall - 1, middle + at + 0.35 * size / MM, label, "narrow-bold", size, align=1)


def _back(pen: _Pen) -> Iterator[Item]:
    """Yield the lines of the back, 0.25 mm closer together and beyond the axes, seen from behind."""
    (x, y), (right, middle) = (AREA[0] - ACROSS[0], ACROSS[1]), (AREA[0] - DOWN[0], DOWN[1])
    for step in _steps():
        at = step * (PITCH - STEP)
        tall = 11.0 if step == 0 else 8.0
        yield pen.line(x - at, y, x - at, y + tall, 2 * THIN)
        yield pen.line(right, middle + at, right - tall, middle + at, 2 * THIN)
    for across, down in CORNERS:
        yield Circle((AREA[0] - across) * MM, down * MM, 1.5 * MM, None, pen.theme.ink, 2 * THIN)
    yield pen.text(95, 130, pen.say("CALIBRATION, BACK"), "narrow-bold", 13, align=0.5)
    yield pen.text(95, 136, pen.say("Read it on the other side."), "sans", _SIZE, align=0.5, fill=pen.theme.quiet)


def _bar(pen: _Pen) -> Iterator[Item]:
    """Yield a bar of 150 mm with marks where a ruler says 150 mm at each half per cent, fanned out to their numbers."""
    least, most = BARS
    for start in range(0, round(most), 20):
        yield pen.rect(start, 0, 10, 1.6, pen.theme.ink)
    yield pen.line(0, 1.6, most, 1.6)
    for at in (0.0, least, most):
        yield pen.line(at, -1.6, at, 1.6)
        yield pen.text(at, -2.4, f"{at:g}", "narrow-bold", _SIZE, align=0.5)
    yield pen.text(most - 3 * FAN - 3.5, 9.3, pen.say("scale in %"), "sans", _SMALL, align=1, fill=pen.theme.quiet)
    for half in range(round(SCALES[0] * 2), round(SCALES[1] * 2) + 1):
        at, fan = most * 200 / half, most + (200 - half) * FAN / 2
        yield pen.line(at, 1.6, at, 3.2)
        if half % 2 == 0:
            yield pen.line(at, 3.2, fan, 6.2)
            yield pen.text(fan, 9.3, f"{half // 2}", "narrow-bold", _SIZE if half == 200 else 7.5, align=0.5)
