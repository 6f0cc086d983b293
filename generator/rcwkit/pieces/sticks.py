"""Draw sticks: a scale along the top edge, bands of reaches below it, a wedge at the zero end; long ones in parts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import ceil

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.frame import MM, Group, Item, Line, Polygon, Rect
from rcwkit.look.hatching import corners, hatched
from rcwkit.look.text import Block, Box, Setter
from rcwkit.models.gauges import UNITS, Gauge
from rcwkit.pieces.scales import SCALE, SMALL, Part, cited, joints, measured, scale
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry

__all__ = ["Stick"]

CAPTION, LEAST = 7.0 * MM, 3.8 * MM
"""Height of a caption of two lines, and of the thinnest band."""
PAD = 1.4 * MM
TITLE = 12.0


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
        marked = {band.end for band in self.bands if band.text}
        return (
            *self._draw_bands(part),
            *scale(self.gauge, part, marked, self.setter),
            *self._wedge(part),
            *joints(part, self.height, (self.low + self.height) / 2, self.setter),
            *self._draw_caption(part),
        )

    def _bands(self) -> list[_Band]:
        """Return the reaches in order of distance, or stretches of ten units if there are none."""
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
        ten = 10 * UNITS[gauge.unit]
        starts = (ten * index for index in range(ceil(gauge.length / ten)))
        return [_Band(start, min(start + ten, gauge.length), "", ()) for start in starts]

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
        distance = measured(self.gauge, band.end, setter.say)
        used = max(setter.book.width(line, font, size) for line in lines) + 4 * MM
        if reaching and used + setter.book.width(distance, "narrow", size) <= room:
            yield setter.line(distance, right - PAD, middle + 0.35 * size, "narrow", size, fill, align=1.0)

    def _wedge(self, part: Part) -> Iterator[Item]:
        """Draw the wedge at the zero end."""
        theme, high = self.setter.theme, self.height
        if part.start == 0:
            plate = theme.plate(theme.accent)
            wedge = ((0.0, high - self._rise), (self.run, high), (0.0, high))
            yield Polygon(wedge, plate.ground, plate.edge if plate.hatch else theme.page, 1.4 if plate.hatch else 0.8)
            size = min(11.0, 0.32 * self.run)
            yield self.setter.line("0", 0.08 * self.run, high - 1.1 * MM, "narrow-bold", size, plate.text)

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
