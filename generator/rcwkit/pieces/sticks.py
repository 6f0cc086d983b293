"""Draw sticks: a scale along the top edge, bands of reaches below it, a wedge at the zero end; long ones in parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil, floor

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.frame import MM, Circle, Group, Item, Line, Polygon, Rect
from rcwkit.look.hatching import corners, hatched
from rcwkit.look.language import Language
from rcwkit.look.text import Block, Box, Setter
from rcwkit.models.gauges import Gauge
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry

__all__ = ["TAB", "Part", "Stick", "cited", "parts"]

TAB = 8.0
"""How far a part extends under the next one, in millimetres."""
SCALE, CAPTION, LEAST = 6.8 * MM, 7.0 * MM, 3.8 * MM
"""Height of the scale, of a caption of two lines, and of the thinnest band."""
TICKS = ((100, 3.5), (50, 3.0))
"""Lengths of ticks (mm) at multiples of a distance (mm); ticks of reaches are 3.5 mm long, others 2 mm."""
PAD = 1.4 * MM
TITLE, SMALL = 12.0, 7.0


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a stick, in millimetres from the zero end."""

    start: float
    end: float
    number: int = 1
    count: int = 1

    @property
    def tab(self) -> float:
        """Length of the tab beyond the end, to glue under the next part."""
        return TAB if self.number < self.count else 0.0


@dataclass(frozen=True, slots=True)
class _Band:
    """A band from one reach to the next, in millimetres."""

    start: float
    end: float
    text: str
    path: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class _Caption:
    """A part's caption in points: its left and right, the x where its small print begins, and its height."""

    left: float
    right: float
    blocks: tuple[Block, ...]
    small: float
    height: float


def parts(length: float, longest: float) -> list[Part]:
    """Divide a stick into the fewest parts up to `longest` mm with their tabs; joints at full 5 or 1 cm if possible."""
    if length <= longest:
        return [Part(0.0, length)]
    count = ceil((length - longest) / (longest - TAB) - 1e-9) + 1
    even = (ceil(length / count / step) * step for step in (50.0, 10.0))
    usual = next((size for size in even if size + TAB <= longest), longest - TAB)
    return [
        Part(usual * index, min(length, usual * (index + 1)) if index + 1 < count else length, index + 1, count)
        for index in range(count)
    ]


class Stick:
    """A stick, drawn part by part in points: x from the start of the part, y from the top edge."""

    def __init__(self, game: Game, entry: Entry[Gauge], pieces: list[Part], setter: Setter) -> None:
        self.game, self.gauge, self.pieces, self.setter = game, entry.value, pieces, setter
        self.where = partial(entry.document.at, *entry.path)
        self.height = self.gauge.width * MM
        self.bands = self._bands()
        self.run = min(13 * MM, self.gauge.length * MM * 0.22)
        room = self.height - SCALE - LEAST
        if room < CAPTION:
            message = f"a stick {self.gauge.width:g} mm wide has no room for scale, band and caption"
            hint = f"at least {(SCALE + LEAST + CAPTION) / MM:.0f} mm"
            setter.found.append(Diagnostic("E310", message, self.where("width"), hint))
        self.low = self.height - max(CAPTION, min(room, max(self._caption(part).height for part in pieces)))

    def draw(self, part: Part) -> tuple[Item, ...]:
        """Draw one part, with its end at (end − start) mm and its tab beyond."""
        return (*self._draw_bands(part), *self._scale(part), *self._joints(part), *self._draw_caption(part))

    def _bands(self) -> list[_Band]:
        """Return the reaches in order of distance, or decimetres if there are none."""
        gauge = self.gauge
        bands: list[_Band] = []
        for index, reach in sorted(enumerate(gauge.reaches), key=lambda entry: entry[1].at):
            start = bands[-1].end if bands else 0.0
            if not start < reach.at <= gauge.length:
                limits = f"{start:g} mm and the stick's end at {gauge.length:g} mm"
                message = f"'{reach.text}' at {reach.at:g} mm is not between {limits}"
                hint = "each reach needs a distance of its own along the stick"
                self.setter.found.append(Diagnostic("E332", message, self.where("reaches", index, "at"), hint))
            bands.append(_Band(start, min(reach.at, gauge.length), reach.text, ("reaches", index, "text")))
        if bands:
            return bands
        return [_Band(start, min(start + 100.0, gauge.length), "", ()) for start in range(0, ceil(gauge.length), 100)]

    def _draw_bands(self, part: Part) -> Iterator[Item]:
        """Draw bands, alternately ink and paper; in an outlined theme, every other one is hatched along its foot.

        Each is labelled where it is widest, and wherever else there is room.
        """
        theme, high = self.setter.theme, self.low - SCALE
        for index, band in enumerate(self.bands):
            start, end = max(band.start, part.start), min(band.end, part.end)
            if start >= end:
                continue
            plate = theme.plate(theme.ink)
            ground = theme.paper if index % 2 else plate.ground
            left, right = (start - part.start) * MM, (end - part.start) * MM
            yield Rect(left, SCALE, right - left, high, ground)
            if plate.hatch:
                yield Line(right, SCALE, right, self.low, plate.edge, 1.2)
                if index % 2 == 0:
                    foot = corners(left, self.low - 0.16 * high, right - left, 0.16 * high)
                    yield from hatched(foot, "rising", plate.edge, 2.6)
            stretches = [min(band.end, piece.end) - max(band.start, piece.start) for piece in self.pieces]
            inset = self.run * max(0.0, 1 - (self.height - self.low) / self._rise) if start == 0 else 0.0
            widest = end - start >= max(stretches) - 1e-9
            if band.text:
                last, fill = end == band.end, theme.on(ground)
                yield from self._label(band, left + inset, right, fill, reaching=last, needed=widest)
        reach = (part.end - part.start) * MM
        yield Line(0, SCALE, reach, SCALE, theme.ink, 0.7)
        yield Line(0, self.low, reach, self.low, theme.ink, 0.7)

    @property
    def _rise(self) -> float:
        """Height of the wedge's back."""
        return min(0.8 * self.run, self.height - SCALE)

    def _label(
        self, band: _Band, left: float, right: float, fill: str, *, reaching: bool, needed: bool
    ) -> Iterator[Item]:
        """Label a band at its left, with its distance at the right; on two lines or rotated if it is short."""
        setter, font, least = self.setter, "narrow-bold", self.setter.theme.aid_floor
        text, high, room = band.text.upper(), self.low - SCALE, right - left - 2 * PAD
        middle = SCALE + high / 2
        most = min(24.0, 0.7 * high)
        second = max(least, min(9.0, 0.46 * high))
        em = setter.book.width(text, font, 1.0)
        lines = setter.halves(text, font) if 2.1 * least <= high else (text,)
        across = max(setter.book.width(line, font, 1.0) for line in lines)
        if least * across > room and least * em <= high - PAD and least <= room + PAD:
            size = min(most, (high - PAD) / em, room + PAD)
            turned = setter.line(text, 0, 0.35 * size, font, size, fill, align=0.5)
            yield Group((turned,), (left + right) / 2, middle, rotate=-90)
            return
        if least * across > room and not needed:
            return
        if em * second <= room or len(lines) == 1:
            lines = (text,)
        top = most if len(lines) == 1 else second
        longest = max(lines, key=lambda line: setter.book.width(line, font, 1.0))
        size = setter.size(longest, font, top, least, room, partial(self.where, *band.path), "band")
        first = middle + 0.35 * size - (len(lines) - 1) * 0.5 * size
        for row, line in enumerate(lines):
            yield setter.line(line, left + PAD, first + row * size, font, size, fill)
        distance = setter.say("{n} cm", n=setter.say.number(_centimetres(band.end)))
        used = max(setter.book.width(line, font, size) for line in lines) + 4 * MM
        if reaching and used + setter.book.width(distance, "narrow", size) <= room:
            yield setter.line(distance, right - PAD, middle + 0.35 * size, "narrow", size, fill, align=1.0)

    def _scale(self, part: Part) -> Iterator[Item]:
        """Draw ticks from the top edge with centimetres; those of reaches are in the accent colour."""
        gauge, theme = self.gauge, self.setter.theme
        marked = {band.end for band in self.bands if band.text}
        first, last = ceil(part.start / gauge.tick - 1e-9), floor(part.end / gauge.tick + 1e-9)
        plain = [round(gauge.tick * index, 6) for index in range(first, last + 1)]
        for at in plain:
            if at not in marked:
                long = next((length for unit, length in TICKS if at % unit == 0), 2.0)
                yield self._tick(part, at, long, theme.ink, 0.8 if long > 2 else 0.5)
        reached = [at for at in sorted(marked) if part.start <= at <= part.end]
        for at in reached:
            yield self._tick(part, at, 3.5, theme.accent, 1.3)
        numbered = ceil(10 / gauge.tick)
        shown = (round(gauge.tick * index, 6) for index in range(first, last + 1) if index % numbered == 0)
        free = (at for at in shown if all(abs(at - other) * MM > 9 for other in marked))
        for at in (*free, *reached):
            yield from self._number(part, at, at in marked)
        if part.start == 0 and min((*reached, 10.0)) >= 8:
            yield self.setter.line(self.setter.say("cm"), 1 * MM, SCALE - 0.7 * MM, "narrow", SMALL, theme.quiet)

    def _tick(self, part: Part, at: float, length: float, stroke: str, line: float) -> Line:
        x = (at - part.start) * MM
        return Line(x, 0, x, length * MM, stroke, line)

    def _number(self, part: Part, at: float, marked: bool) -> Iterator[Item]:
        """Set a distance under its tick; at a joint, only before the cut."""
        theme, text, x = self.setter.theme, _centimetres(at), (at - part.start) * MM
        if at == part.start:
            return
        strong = marked or at % 50 == 0
        font, size = ("narrow-bold", 8.5) if strong else ("narrow", SMALL)
        fill = theme.accent if marked else theme.ink if strong else theme.quiet
        half = self.setter.book.width(text, font, size) / 2
        over = min(0.0, (part.end - part.start) * MM - 0.7 * MM - x - half)
        yield self.setter.line(text, x + over, SCALE - 0.6 * MM, font, size, fill, align=0.5)

    def _joints(self, part: Part) -> Iterator[Item]:
        """Draw the wedge at the zero end, or the joint's letter there, and the tab with the next joint's letter."""
        theme, high = self.setter.theme, self.height
        if part.start == 0:
            plate = theme.plate(theme.accent)
            wedge = ((0.0, high - self._rise), (self.run, high), (0.0, high))
            yield Polygon(wedge, plate.ground, plate.edge if plate.hatch else theme.page, 1.4 if plate.hatch else 0.8)
            size = min(11.0, 0.32 * self.run)
            yield self.setter.line("0", 0.08 * self.run, high - 1.1 * MM, "narrow-bold", size, plate.text)
        else:
            yield from self._letter(part.number - 1, 4 * MM, (self.low + high) / 2)
        if part.tab:
            left, wide = (part.end - part.start) * MM, part.tab * MM
            yield Rect(left, 0, wide, high, theme.paper)
            for y in range(0, floor(high - wide), 6):
                yield Line(left, y + wide, left + wide, y, theme.hairline, 0.4)
            yield Line(left, 0, left, high, theme.ink, 0.6)
            yield from self._letter(part.number, left + wide / 2, (self.low + high) / 2)

    def _letter(self, joint: int, x: float, y: float) -> Iterator[Item]:
        theme = self.setter.theme
        red = theme.legible(theme.accent, theme.page)
        yield Circle(x, y, 2.3 * MM, theme.page, theme.accent, 1.2)
        yield self.setter.line(chr(64 + joint), x, y + 0.35 * 9, "narrow-bold", 9, red, align=0.5)

    def _caption(self, part: Part) -> _Caption:
        """Return a part's caption, with small print beside the title, or below it if that takes less height."""
        gauge, setter, theme = self.gauge, self.setter, self.setter.theme
        left = self.run + 0.6 * MM if part.start == 0 else 7.5 * MM
        right = (part.end - part.start) * MM - PAD - (8 * MM if gauge.rulings and part.start == 0 else 0.0)
        piece = setter.say("part {number} of {count}", number=part.number, count=part.count) if part.count > 1 else ""
        said = " ".join(filter(None, (gauge.note, *gauge.lines))) if part.start == 0 else ""
        head = " · ".join(filter(None, (cited(setter.say, gauge.rule), piece)))
        rows = (Block(head, theme.quiet, ("rule",)), Block(said, theme.ink, ("lines",)))
        blocks = tuple(block for block in rows if block.text)
        em = setter.book.width(gauge.title.upper(), "narrow-bold", 1.0, 0.02)
        end = left + min(TITLE * em, right - left) + 2.5 * MM
        below = 1.1 * TITLE + setter.height(blocks, right - left, SMALL)
        beside = setter.height(blocks, right - end, SMALL) if right - end > 14 * MM else below
        return _Caption(left, right, blocks, end if beside < below else left, min(beside, below) + 1 * MM)

    def _draw_caption(self, part: Part) -> Iterator[Item]:
        setter, theme, caption, title = self.setter, self.setter.theme, self._caption(part), self.gauge.title.upper()
        high, beside = self.height - self.low, caption.small > caption.left
        text = setter.height(caption.blocks, caption.right - caption.small, SMALL)
        room, where = caption.right - caption.left, partial(self.where, "title")
        size = setter.size(title, "narrow-bold", TITLE, theme.aid_floor, room, where, "stick", spacing=0.02)
        middle = high / 2 if beside or not caption.blocks else (high - text) / 2
        baseline = self.low + middle + 0.35 * size
        yield setter.line(title, caption.left, baseline, "narrow-bold", size, theme.ink, spacing=0.02)
        if caption.blocks:
            top = self.low + max(0.3 * MM, (high - text) / 2) if beside else self.height - 0.5 * MM - text
            box = Box(caption.small, top, caption.right - caption.small, self.height - top, "caption")
            yield from setter.fit(caption.blocks, box, SMALL, SMALL, self.where)
        if part.start == 0:
            numbers = (self.game.ruling_numbers[name] for name in self.gauge.rulings)
            yield from setter.rulings(numbers, caption.right + 8 * MM, self.low + 0.8 * MM, 6.5)


def cited(say: Language, rule: str) -> str:
    """Return `rule` and the number; a heading is left as it is."""
    return say("rule {rule}", rule=rule) if rule[:1].isdecimal() else rule


def _centimetres(millimetres: float) -> str:
    return f"{millimetres / 10:g}"
