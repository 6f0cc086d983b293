"""Gauges at true scale, in the parts that a page can take, packed onto as few pages as they need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from generator.diagnostics import Diagnostic, Span
from generator.game import Game
from generator.game import Item as Entry
from generator.layout.frame import MM, Frame, Group, Item, Line
from generator.layout.grids import Paper
from generator.layout.marks import BAND, RULER, THIN, ruler
from generator.layout.packing import Spot, pack
from generator.layout.stencils import Stencil
from generator.layout.sticks import Stick, parts
from generator.layout.text import Block, Box, Setter
from generator.models.gauges import Gauge

__all__ = ["boards", "pieces"]

FOOT = 4.3 * MM
"""What the line at the foot of the page takes."""
AIR = 1.5 * MM
"""What is left free around squares and circles. Sticks touch: one cut serves two."""
DASH, PAUSE = 1.6 * MM, 1.2 * MM
CUT = "Cut along the outer edge of each gauge."
GLUE = "Glue each hatched tab under the part of the gauge that begins with the same letter: the scale then runs on."


@dataclass(frozen=True, slots=True)
class _Plan:
    """One way to turn the paper: its size, every copy of every piece with its spot, what drawing them found, and whether there are joints."""

    page: tuple[float, float]
    frames: tuple[Frame, ...]
    spots: tuple[Spot, ...]
    setter: Setter
    jointed: bool

    @property
    def pages(self) -> int:
        """How many pages it takes."""
        return 1 + max((spot.page for spot in self.spots), default=-1)


def boards(game: Game, gauges: Sequence[Entry[Gauge]], paper: Paper, setter: Setter) -> list[Frame]:
    """Pages with all copies of all gauges; the paper is turned so that they are fewest.

    The setter gathers texts that do not fit (E310, W311), gauges larger than the paper (E330), and reaches beyond a stick's end (E332).
    """
    upright = paper.width * MM, paper.height * MM
    areas = {page: _area(page, paper) for page in (upright, upright[::-1])}
    for entry in gauges:
        if not any(_fits(entry.value, area) for area in areas.values()):
            message = f"'{entry.value.title}' ({_breadth(entry.value):g} mm) is too large for {paper.name}"
            setter.found.append(Diagnostic("E330", message, entry.span, "choose a larger paper"))
    taken = [entry for entry in gauges if any(_fits(entry.value, area) for area in areas.values())]
    # What is found while a page is only tried does not count.
    plans = [
        _plan(game, taken, page, area, replace(setter, found=[])) for page, area in areas.items() if all(_fits(entry.value, area) for entry in taken)
    ]
    best = min(plans, key=lambda plan: (plan.pages, sum(spot.turned for spot in plan.spots)))
    setter.found += best.setter.found
    return [_board(best, number, paper) for number in range(best.pages)]


def pieces(game: Game, entry: Entry[Gauge], longest: float, setter: Setter) -> list[Frame]:
    """The frames of one copy of a gauge, as large as it is cut; a stick in parts no longer than `longest` points."""
    gauge, at = entry.value, f"{entry.span.file}:{entry.span.line}"
    if gauge.form != "stick":
        side = gauge.length * MM
        return [Frame(side, side, Stencil(game, entry, setter).draw(), 0.0, entry.id, at)]
    stretches = parts(gauge.length, longest / MM)
    stick = Stick(game, entry, stretches, setter)
    frames = []
    for part in stretches:
        width = (part.end - part.start + part.tab) * MM
        items = (*stick.draw(part), *_outline(width, stick.height, setter.theme.ink))
        name = f"{entry.id}, part {part.number} of {part.count}" if part.count > 1 else entry.id
        frames.append(Frame(width, stick.height, items, 0.0, name, at))
    return frames


def _area(page: tuple[float, float], paper: Paper) -> tuple[float, float]:
    """What a page has for pieces: all but its margins, the foot, and the ruler above it."""
    inset = paper.margin * MM
    return page[0] - 2 * inset, page[1] - 2 * inset - FOOT - BAND - AIR


def _breadth(gauge: Gauge) -> float:
    """What cannot be divided of a gauge, in millimetres."""
    return gauge.width if gauge.form == "stick" else gauge.length


def _fits(gauge: Gauge, area: tuple[float, float]) -> bool:
    return _breadth(gauge) * MM + (0.0 if gauge.form == "stick" else 2 * AIR) <= min(area)


def _plan(game: Game, gauges: Sequence[Entry[Gauge]], page: tuple[float, float], area: tuple[float, float], setter: Setter) -> _Plan:
    frames: list[Frame] = []
    jointed = False
    for entry in gauges:
        drawn = pieces(game, entry, max(area), setter)
        jointed |= len(drawn) > 1
        frames += (drawn if entry.value.form == "stick" else [_aired(frame) for frame in drawn]) * entry.value.copies
    spots = pack([(frame.width, frame.height) for frame in frames], area)
    return _Plan(page, tuple(frames), tuple(spots), setter, jointed)


def _aired(frame: Frame) -> Frame:
    """The frame with free space around it."""
    return replace(frame, width=frame.width + 2 * AIR, height=frame.height + 2 * AIR, items=(Group(frame.items, AIR, AIR),))


def _board(plan: _Plan, number: int, paper: Paper) -> Frame:
    """One page: its pieces, moved to the middle, and its foot."""
    placed = [(frame, spot) for frame, spot in zip(plan.frames, plan.spots, strict=True) if spot.page == number]
    inset, (width, height) = paper.margin * MM, plan.page
    left = (width - max(spot.x + (frame.height if spot.turned else frame.width) for frame, spot in placed)) / 2
    items: list[Item] = []
    for frame, spot in placed:
        x, y, key = left + spot.x, inset + spot.y, f"gauge {frame.name}"
        items.append(Group(frame.items, x + frame.height, y, 90, key) if spot.turned else Group(frame.items, x, y, key=key))
    items += _foot(inset, height - inset - FOOT - BAND, width - 2 * inset, plan)
    names = ", ".join(dict.fromkeys(frame.name for frame, _ in placed))
    return Frame(width, height, tuple(items), 0.0, names, placed[0][0].at)


def _foot(x: float, y: float, width: float, plan: _Plan) -> Iterator[Item]:
    """How to cut and glue, and the ruler at the right end."""
    setter = plan.setter
    text = Block(f"{CUT} {GLUE}" if plan.jointed else CUT, setter.theme.quiet)
    yield from setter.fit([text], Box(x, y + 2, width - RULER - 9 * MM, BAND, "foot"), 7.0, 6.5, lambda: Span("gauges"))
    yield Group(ruler(setter.theme, setter.book), x + width - RULER - 3 * MM, y)


def _outline(width: float, height: float, ink: str) -> Iterator[Item]:
    """Dashes around a stick, from its corner on, so that those of sticks that touch fall together."""
    for x, y, length, turned in ((0.0, 0.0, width, False), (0.0, height, width, False), (0.0, 0.0, height, True), (width, 0.0, height, True)):
        for index in range(ceil(length / (DASH + PAUSE))):
            start, end = index * (DASH + PAUSE), min(length, index * (DASH + PAUSE) + DASH)
            yield Line(x, y + start, x, y + end, ink, THIN) if turned else Line(x + start, y, x + end, y, ink, THIN)
