"""Draw sticks and tapes: a scale along the top edge, and bands of reaches or lanes of weapons below it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import ceil, floor

from rcwkit.art.colours import mix
from rcwkit.art.hatching import box_corners, hatched
from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Diagnostic
from rcwkit.document.blocks import flags
from rcwkit.frame import MM, Circle, Group, Item, Line, Polygon, Rect, Text
from rcwkit.game.game import Game, GameItem
from rcwkit.kinds.gauges.kind import UNITS, Gauge, Reach
from rcwkit.source.language import Language, cited
from rcwkit.type.text import Setter, TextBlock, TextBox, Where

TAB = 8.0
"""How far a part extends under the next one, in millimetres."""
SCALE = 6.8 * MM
"""Height of the scale."""
TICKS = ((10, 3.2), (5, 2.8))
"""Lengths of ticks (mm) at multiples of a number of units; ticks of reaches are 3.2 mm long, others 2 mm."""
SMALL = 7.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a stick or tape, in millimetres from the zero end."""

    start: float
    end: float
    number: int = 1
    count: int = 1

    @property
    def tab(self) -> float:
        """Length of the tab beyond the end, to glue under the next part."""
        return TAB if self.number < self.count else 0.0


def parts(length: float, longest: float, unit: float = 10.0) -> list[Stretch]:
    """Divide a stick into the fewest parts up to `longest` mm with their tabs; joints at 5 or 1 units if possible."""
    if length <= longest:
        return [Stretch(0.0, length)]
    count = ceil((length - longest) / (longest - TAB) - 1e-9) + 1
    even = (ceil(length / count / step) * step for step in (5 * unit, unit))
    usual = next((size for size in even if size + TAB <= longest), longest - TAB)
    return [
        Stretch(usual * index, min(length, usual * (index + 1)) if index + 1 < count else length, index + 1, count)
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


def cites(game: Game, gauge: Gauge, setter: Setter, *, first: bool = True) -> str:
    """Return a gauge's rule and, on its first part, its rulings, in words."""
    rulings = setter.cite(flags(game, gauge.rulings)) if first else ""
    return " · ".join(filter(None, (cited(setter.say, gauge.rule), rulings)))


def scale(gauge: Gauge, part: Stretch, marked: Collection[float], setter: Setter) -> Iterator[Item]:
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
        yield _tick(part, at, 3.2, theme.accent, 1.6)
    numbered = ceil(unit / gauge.step)
    shown = (round(gauge.step * index, 6) for index in range(first, last + 1) if index % numbered == 0)
    free = (at for at in shown if all(abs(at - other) * MM > 15 for other in marked))
    for at in (*free, *reached):
        yield from _number(gauge, part, at, setter, marked=at in marked)
    if part.start == 0 and min((*reached, 10.0)) >= 8:
        said = setter.say("in") if gauge.unit == "in" else setter.say("cm")
        yield setter.line(said, 1 * MM, SCALE - 0.7 * MM, "narrow", SMALL, theme.quiet)


def _multiple(at: float, unit: float) -> bool:
    return abs(at / unit - round(at / unit)) < 1e-6


def _tick(part: Stretch, at: float, length: float, stroke: str, line: float) -> Line:
    x = (at - part.start) * MM
    return Line(x, 0, x, length * MM, stroke, line)


def _number(gauge: Gauge, part: Stretch, at: float, setter: Setter, *, marked: bool) -> Iterator[Item]:
    """Set a distance under its tick; at a joint, only before the cut."""
    theme, text, x = setter.theme, gauge.measured(at), (at - part.start) * MM
    if at == part.start:
        return
    strong = marked or _multiple(at, 5 * UNITS[gauge.unit])
    font, size = ("narrow-bold", 11.0) if strong else ("narrow", 8.0)
    fill = theme.accent if marked else theme.ink if strong else theme.quiet
    half = setter.book.width(text, font, size) / 2
    over = min(0.0, (part.end - part.start) * MM - 0.7 * MM - x - half)
    yield setter.line(text, x + over, SCALE - 0.6 * MM, font, size, fill, align=0.5)


def joints(part: Stretch, height: float, middle: float, setter: Setter) -> Iterator[Item]:
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
    blocks: tuple[TextBlock, ...]
    small: float
    height: float


DISTANCES = 5
"""How many colours tell bands apart."""


def distances(theme: Theme) -> tuple[str, ...]:
    """Return the grounds of bands, from the first one outward."""
    accent = theme.ground(theme.accent)
    return theme.ink, theme.gold, accent, mix(theme.paper, theme.ink, 0.12), mix(theme.gold, theme.paper, 0.65)


class _Long:
    """A gauge drawn part by part in points: x from the start of the part, y from the top edge."""

    def __init__(self, game: Game, entry: GameItem[Gauge], pieces: list[Stretch], setter: Setter) -> None:
        self.game, self.gauge, self.pieces, self.setter = game, entry.value, pieces, setter
        self.where = partial(entry.document.at, *entry.path)

    def check(self, start: float, reach: Reach, hint: str, *path: str | int) -> None:
        """Report a reach that does not end between the one before it and the end of the gauge (E332)."""
        if not start < reach.at <= self.gauge.length:
            limits = f"{start:g} mm and the {self.gauge.form}'s end at {self.gauge.length:g} mm"
            message = f"'{reach.text}' at {reach.at:g} mm is not between {limits}"
            self.setter.found.append(Diagnostic("E332", message, self.where(*path, "at"), hint))


class Stick(_Long):
    """A stick: bands between its scale and its caption."""

    def __init__(self, game: Game, entry: GameItem[Gauge], pieces: list[Stretch], setter: Setter) -> None:
        super().__init__(game, entry, pieces, setter)
        self.height = self.gauge.width * MM
        self.bands = self._bands()
        self.run = min(13 * MM, self.gauge.length * MM * 0.22)
        room = self.height - SCALE - LEAST
        if room < CAPTION:
            message = f"a stick {self.gauge.width:g} mm wide has no room for scale, band and caption"
            hint = f"at least {(SCALE + LEAST + CAPTION) / MM:.0f} mm"
            setter.found.append(Diagnostic("E310", message, self.where("width"), hint))
        self.low = self.height - max(CAPTION, min(room, max(self._caption(part).height for part in pieces)))

    def draw(self, part: Stretch) -> tuple[Item, ...]:
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
            self.check(start, reach, "each reach needs a distance of its own along the stick", "reaches", index)
            bands.append(_Band(start, min(reach.at, gauge.length), reach.text, ("reaches", index, "text")))
        if bands:
            return bands
        ten = 10 * UNITS[gauge.unit]
        starts = (ten * index for index in range(ceil(gauge.length / ten)))
        return [_Band(start, min(start + ten, gauge.length), "", ()) for start in starts]

    def _draw_bands(self, part: Stretch) -> Iterator[Item]:
        """Draw bands in the colours of distances; in an outlined theme, every other one is hatched along its foot.

        Each is labelled where it is widest, and wherever else there is room.
        """
        theme, high = self.setter.theme, self.low - SCALE
        for index, band in enumerate(self.bands):
            start, end = max(band.start, part.start), min(band.end, part.end)
            if start >= end:
                continue
            plate = theme.plate(theme.ink)
            ground = plate.ground if plate.hatch else distances(theme)[index % DISTANCES]
            left, right = (start - part.start) * MM, (end - part.start) * MM
            yield Rect(left, SCALE, right - left, high, ground)
            if plate.hatch:
                yield Line(right, SCALE, right, self.low, plate.edge, 1.2)
                if index % 2 == 0:
                    foot = box_corners(left, self.low - 0.16 * high, right - left, 0.16 * high)
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

    def _wedge(self, part: Stretch) -> Iterator[Item]:
        """Draw the wedge at the zero end."""
        theme, high = self.setter.theme, self.height
        if part.start == 0:
            plate = theme.plate(theme.accent)
            wedge = ((0.0, high - self._rise), (self.run, high), (0.0, high))
            yield Polygon(wedge, plate.ground, plate.edge if plate.hatch else theme.page, 1.4 if plate.hatch else 0.8)
            size = min(11.0, 0.32 * self.run)
            yield self.setter.line("0", 0.08 * self.run, high - 1.1 * MM, "narrow-bold", size, plate.text)

    def _caption(self, part: Stretch) -> _Caption:
        """Return a part's caption, with small print beside the title, or below it if that takes less height."""
        gauge, setter, theme = self.gauge, self.setter, self.setter.theme
        left = self.run + 0.6 * MM if part.start == 0 else 7.5 * MM
        right = (part.end - part.start) * MM - PAD
        piece = setter.say("part {number} of {count}", number=part.number, count=part.count) if part.count > 1 else ""
        said = " ".join(filter(None, (gauge.note, *gauge.lines))) if part.start == 0 else ""
        head = " · ".join(filter(None, (cites(self.game, gauge, setter, first=part.start == 0), piece)))
        rows = (TextBlock(head, theme.quiet, ("rule",)), TextBlock(said, theme.ink, ("lines",)))
        blocks = tuple(block for block in rows if block.text)
        em = setter.book.width(gauge.title.upper(), "display", 1.0, 0.02)
        end = left + min(TITLE * em, right - left) + 2.5 * MM
        below = 1.1 * TITLE + setter.height(blocks, right - left, SMALL)
        beside = setter.height(blocks, right - end, SMALL) if right - end > 14 * MM else below
        return _Caption(left, right, blocks, end if beside < below else left, min(beside, below) + 1 * MM)

    def _draw_caption(self, part: Stretch) -> Iterator[Item]:
        setter, theme, caption, title = self.setter, self.setter.theme, self._caption(part), self.gauge.title.upper()
        high, beside = self.height - self.low, caption.small > caption.left
        text = setter.height(caption.blocks, caption.right - caption.small, SMALL)
        room, where = caption.right - caption.left, partial(self.where, "title")
        size = setter.size(title, "display", TITLE, theme.aid_floor, room, where, "stick", spacing=0.02)
        middle = high / 2 if beside or not caption.blocks else (high - text) / 2
        baseline = self.low + middle + 0.35 * size
        yield setter.line(title, caption.left, baseline, "display", size, theme.ink, spacing=0.02)
        if caption.blocks:
            top = self.low + max(0.3 * MM, (high - text) / 2) if beside else self.height - 0.5 * MM - text
            box = TextBox(caption.small, top, caption.right - caption.small, self.height - top, "caption")
            yield from setter.fit(caption.blocks, box, SMALL, SMALL, self.where)


LANE, FOOT = 4.6 * MM, 4.8 * MM
"""Heights of a lane and of the caption."""
LANE_TYPE = 9.0
TAPE_PAD = 0.8 * MM
TAPE_TITLE = 8.5


def depth(gauge: Gauge) -> float:
    """Return the height of a tape, in millimetres."""
    return (SCALE + len(gauge.lanes) * LANE + FOOT) / MM


def ranks(gauge: Gauge) -> dict[str, int]:
    """Return the rank of each text on a tape, from 0: above all that come before it in any lane."""
    found = {reach.text: 0 for reaches in gauge.lanes.values() for reach in reaches}
    for _ in found:
        for reaches in gauge.lanes.values():
            for before, after in pairwise(reaches):
                found[after.text] = min(len(found), max(found[after.text], found[before.text] + 1))
    return found


@dataclass(frozen=True, slots=True)
class _StickLabel:
    """What a band says between two x in points: its lane's name unless that is said, its text, and whether it ends."""

    name: str
    reach: Reach
    left: float
    right: float
    fill: str
    ends: bool


class Tape(_Long):
    """A tape: a lane of bands for each weapon below its scale."""

    def __init__(self, game: Game, entry: GameItem[Gauge], pieces: list[Stretch], setter: Setter) -> None:
        super().__init__(game, entry, pieces, setter)
        self.height = depth(entry.value) * MM
        for name, reaches in entry.value.lanes.items():
            for index, reach in enumerate(reaches):
                start = reaches[index - 1].at if index else 0.0
                self.check(start, reach, "list the bands of a lane in order of distance", "lanes", name, index)

    def draw(self, part: Stretch) -> tuple[Item, ...]:
        """Draw one part, with its end at (end − start) mm and its tab beyond."""
        marked = {reach.at for reaches in self.gauge.lanes.values() for reach in reaches}
        return (
            *self._lanes(part),
            *scale(self.gauge, part, marked, self.setter),
            *self._caption(part),
            *joints(part, self.height, self.height - FOOT / 2, self.setter),
        )

    def _lanes(self, part: Stretch) -> Iterator[Item]:
        """Draw the lanes with their bands, one colour for a text, the last on paper; in an outlined theme, outlines.

        A lane begins with its name in every part that it reaches.
        """
        theme, ranked, wide = self.setter.theme, ranks(self.gauge), (part.end - part.start) * MM
        last = max(ranked.values())
        yield Line(0, SCALE, wide, SCALE, theme.ink, 0.5)
        for row, (name, reaches) in enumerate(self.gauge.lanes.items()):
            top, start, named = SCALE + row * LANE, 0.0, False
            for index, reach in enumerate(reaches):
                left, right = max(start, part.start), min(reach.at, part.end)
                if left < right:
                    x, end = (left - part.start) * MM, (right - part.start) * MM
                    plate = theme.plate(theme.ink)
                    rank = ranked[reach.text]
                    colour = theme.paper if rank == last else distances(theme)[min(rank, DISTANCES - 1)]
                    ground = plate.ground if plate.hatch else colour
                    yield Rect(x, top, end - x, LANE, ground)
                    yield Line(end, top, end, top + LANE, plate.edge if plate.hatch else theme.page, 1.2)
                    stretches = [min(reach.at, piece.end) - max(start, piece.start) for piece in self.pieces]
                    label = _StickLabel("" if named else name, reach, x, end, theme.on(ground), reach.at <= part.end)
                    needed = right - left >= max(stretches) - 1e-9
                    where = partial(self.where, "lanes", name, index, "text")
                    items = self._label(label, top + LANE / 2, needed=needed, where=where)
                    named = named or any(isinstance(item, Text) and item.text == name for item in items)
                    yield from items
                start = reach.at
            yield Line(0, top + LANE, wide, top + LANE, theme.page, 2.4)
            yield Line(0, top + LANE, wide, top + LANE, theme.ink, 0.5)

    def _label(self, label: _StickLabel, middle: float, *, needed: bool, where: Where) -> tuple[Item, ...]:
        """Set what fits of a lane's name, the band's text, and its end at the right; the text where it is `needed`."""
        setter, book = self.setter, self.setter.book
        distance = self.gauge.measured(label.reach.at) if label.ends else ""
        room = label.right - label.left - 2 * TAPE_PAD
        last = book.width(distance, "narrow", LANE_TYPE) + TAPE_PAD if distance else 0.0
        text = book.width(label.reach.text, "narrow-bold", LANE_TYPE)
        name = book.width(label.name, "narrow", LANE_TYPE) + 2 * TAPE_PAD if label.name else 0.0
        y, x = middle + 0.35 * LANE_TYPE, label.left + TAPE_PAD
        items: list[Item] = []
        if name and name + text + last <= room:
            items.append(setter.line(label.name, x, y, "narrow", LANE_TYPE, label.fill))
            x += name
        if needed or text + last <= room:
            size = setter.size(label.reach.text, "narrow-bold", LANE_TYPE, setter.theme.aid_floor, room, where, "band")
            items.append(setter.line(label.reach.text, x, y, "narrow-bold", size, label.fill))
            text = book.width(label.reach.text, "narrow-bold", size)
        else:
            text = 0.0
        if distance and x - label.left - TAPE_PAD + text + last <= room:
            items.append(setter.line(distance, label.right - TAPE_PAD, y, "narrow", LANE_TYPE, label.fill, align=1.0))
        return tuple(items)

    def _caption(self, part: Stretch) -> Iterator[Item]:
        """Set the title, rule, part and, in the first one, small print in the line at the foot."""
        gauge, setter, theme = self.gauge, self.setter, self.setter.theme
        reach, y = (part.end - part.start) * MM, self.height - FOOT / 2 + 0.35 * SMALL
        x = 7.5 * MM if part.start else 6 * MM
        if part.start == 0:
            plate, low = theme.plate(theme.accent), self.height
            wedge = ((0.0, low - FOOT), (5 * MM, low), (0.0, low))
            yield Polygon(wedge, plate.ground, plate.edge if plate.hatch else theme.page, 1.0 if plate.hatch else 0.8)
        title = gauge.title.upper()
        yield setter.line(title, x, y, "display", TAPE_TITLE, theme.ink, spacing=0.02)
        x += setter.book.width(title, "display", TAPE_TITLE, 0.02) + 2 * MM
        piece = setter.say("part {number} of {count}", number=part.number, count=part.count) if part.count > 1 else ""
        first = part.start == 0
        said = (cites(self.game, gauge, setter, first=first), piece, *((gauge.note, *gauge.lines) if first else ()))
        block = TextBlock(" · ".join(filter(None, said)), theme.quiet, ("lines",))
        box = TextBox(x, self.height - FOOT + 0.5 * MM, reach - x - TAPE_PAD, FOOT - 0.5 * MM, "caption")
        yield from setter.fit([block], box, SMALL, setter.theme.aid_floor, self.where)
