"""Draw tapes: a scale along the top edge, and below it a lane for each weapon with the bands of its ranges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.frame import MM, Item, Line, Polygon, Rect, Text
from rcwkit.look.text import Block, Box, Setter, Where
from rcwkit.models.gauges import Gauge, Reach
from rcwkit.pieces.scales import SCALE, SMALL, Part, cited, joints, scale
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry

__all__ = ["Tape", "depth"]

LANE, FOOT = 3.0 * MM, 4.8 * MM
"""Heights of a lane and of the caption."""
PAD = 0.8 * MM
TITLE = 8.5


def depth(gauge: Gauge) -> float:
    """Return the height of a tape, in millimetres."""
    return (SCALE + len(gauge.lanes) * LANE + FOOT) / MM


@dataclass(frozen=True, slots=True)
class _Label:
    """What a band says between two x in points: its lane's name unless that is said, its text, and whether it ends."""

    name: str
    reach: Reach
    left: float
    right: float
    fill: str
    ends: bool


class Tape:
    """A tape, drawn part by part in points: x from the start of the part, y from the top edge."""

    def __init__(self, game: Game, entry: Entry[Gauge], pieces: list[Part], setter: Setter) -> None:
        self.game, self.gauge, self.pieces, self.setter = game, entry.value, pieces, setter
        self.where = partial(entry.document.at, *entry.path)
        self.height = depth(entry.value) * MM
        for name, reaches in entry.value.lanes.items():
            self._check(name, reaches)

    def draw(self, part: Part) -> tuple[Item, ...]:
        """Draw one part, with its end at (end − start) mm and its tab beyond."""
        marked = {reach.at for reaches in self.gauge.lanes.values() for reach in reaches}
        return (
            *self._lanes(part),
            *scale(self.gauge, part, marked, self.setter),
            *self._caption(part),
            *joints(part, self.height, self.height - FOOT / 2, self.setter),
        )

    def _check(self, name: str, reaches: Sequence[Reach]) -> None:
        """Report bands that do not end one after another along the tape (E332)."""
        start = 0.0
        for index, reach in enumerate(reaches):
            if not start < reach.at <= self.gauge.length:
                limits = f"{start:g} mm and the tape's end at {self.gauge.length:g} mm"
                message = f"'{reach.text}' at {reach.at:g} mm is not between {limits}"
                hint = "list the bands of a lane in order of distance"
                place = self.where("lanes", name, index, "at")
                self.setter.found.append(Diagnostic("E332", message, place, hint))
            start = reach.at

    def _lanes(self, part: Part) -> Iterator[Item]:
        """Draw the lanes with their bands, alternately ink and paper; in an outlined theme, all are outlines.

        A lane begins with its name in every part that it reaches.
        """
        theme = self.setter.theme
        for row, (name, reaches) in enumerate(self.gauge.lanes.items()):
            top, start, named = SCALE + row * LANE, 0.0, False
            for index, reach in enumerate(reaches):
                left, right = max(start, part.start), min(reach.at, part.end)
                if left < right:
                    x, end = (left - part.start) * MM, (right - part.start) * MM
                    plate = theme.plate(theme.ink)
                    ground = theme.paper if index % 2 else plate.ground
                    yield Rect(x, top, end - x, LANE, ground)
                    if plate.hatch:
                        yield Line(end, top, end, top + LANE, plate.edge, 1.2)
                    stretches = [min(reach.at, piece.end) - max(start, piece.start) for piece in self.pieces]
                    label = _Label("" if named else name, reach, x, end, theme.on(ground), reach.at <= part.end)
                    needed = right - left >= max(stretches) - 1e-9
                    where = partial(self.where, "lanes", name, index, "text")
                    items = self._label(label, top + LANE / 2, needed=needed, where=where)
                    named = named or any(isinstance(item, Text) and item.text == name for item in items)
                    yield from items
                start = reach.at
            yield Line(0, top + LANE, (part.end - part.start) * MM, top + LANE, theme.hairline, 0.4)

    def _label(self, label: _Label, middle: float, *, needed: bool, where: Where) -> tuple[Item, ...]:
        """Set what fits of a lane's name, the band's text, and its end at the right; the text where it is `needed`."""
        setter, book = self.setter, self.setter.book
        distance = self.gauge.measured(label.reach.at) if label.ends else ""
        room = label.right - label.left - 2 * PAD
        last = book.width(distance, "narrow", SMALL) + PAD if distance else 0.0
        text = book.width(label.reach.text, "narrow-bold", SMALL)
        name = book.width(label.name, "narrow", SMALL) + 2 * PAD if label.name else 0.0
        y, x = middle + 0.35 * SMALL, label.left + PAD
        items: list[Item] = []
        if name and name + text + last <= room:
            items.append(setter.line(label.name, x, y, "narrow", SMALL, label.fill))
            x += name
        if needed or text + last <= room:
            size = setter.size(label.reach.text, "narrow-bold", SMALL, setter.theme.aid_floor, room, where, "band")
            items.append(setter.line(label.reach.text, x, y, "narrow-bold", size, label.fill))
            text = book.width(label.reach.text, "narrow-bold", size)
        else:
            text = 0.0
        if distance and x - label.left - PAD + text + last <= room:
            items.append(setter.line(distance, label.right - PAD, y, "narrow", SMALL, label.fill, align=1.0))
        return tuple(items)

    def _caption(self, part: Part) -> Iterator[Item]:
        """Set the title, rule, part and, in the first one, small print in the line at the foot."""
        gauge, setter, theme = self.gauge, self.setter, self.setter.theme
        reach, y = (part.end - part.start) * MM, self.height - FOOT / 2 + 0.35 * SMALL
        x = 7.5 * MM if part.start else 6 * MM
        if part.start == 0:
            plate, low = theme.plate(theme.accent), self.height
            wedge = ((0.0, low - FOOT), (5 * MM, low), (0.0, low))
            yield Polygon(wedge, plate.ground, plate.edge if plate.hatch else theme.page, 1.0 if plate.hatch else 0.8)
        title = gauge.title.upper()
        yield setter.line(title, x, y, "narrow-bold", TITLE, theme.ink, spacing=0.02)
        x += setter.book.width(title, "narrow-bold", TITLE, 0.02) + 2 * MM
        piece = setter.say("part {number} of {count}", number=part.number, count=part.count) if part.count > 1 else ""
        said = (cited(setter.say, gauge.rule), piece, *((gauge.note, *gauge.lines) if part.start == 0 else ()))
        block = Block(" · ".join(filter(None, said)), theme.quiet, ("lines",))
        flags = 9 * MM if gauge.rulings and part.start == 0 else 0.0
        box = Box(x, self.height - FOOT + 0.5 * MM, reach - x - PAD - flags, FOOT - 0.5 * MM, "caption")
        yield from setter.fit([block], box, SMALL, setter.theme.aid_floor, self.where)
        if part.start == 0:
            numbers = (self.game.ruling_numbers[name] for name in gauge.rulings)
            yield from setter.rulings(numbers, reach - PAD, self.height - FOOT + 0.6 * MM, 6.5)
