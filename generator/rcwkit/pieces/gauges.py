"""Draw gauges at true scale, in parts that fit a page, packed onto as few pages as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.frame import MM, Frame, Item, Line
from rcwkit.look.grids import Paper
from rcwkit.look.language import word
from rcwkit.look.marks import THIN
from rcwkit.look.text import Setter
from rcwkit.models.gauges import UNITS, Gauge
from rcwkit.pieces import pages
from rcwkit.pieces.overlays import card, opening
from rcwkit.pieces.pages import AIR, Plan, aired, area, planned
from rcwkit.pieces.scales import parts
from rcwkit.pieces.stencils import Stencil
from rcwkit.pieces.sticks import Stick
from rcwkit.pieces.tapes import Tape, depth
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry

__all__ = ["boards", "pieces"]

LONG = frozenset({"stick", "tape"})
"""Forms that may come in parts."""
DASH, PAUSE = 1.6 * MM, 1.2 * MM
CUT = word("Cut along the outer edge of each gauge.")
FRAMES = word("Cut frames along both edges.")
WEDGE = word("Measure from the end with the wedge.")
GLUE = word("Glue each hatched tab under the part that begins with the same letter, so that the scale continues.")


def boards(game: Game, gauges: Sequence[Entry[Gauge]], paper: Paper, setter: Setter) -> list[Frame]:
    """Return the pages of all copies of all gauges, in the orientation that takes fewer.

    The setter collects texts that do not fit (E310, W311), gauges larger than the paper (E330) and bad reaches (E332).
    """
    upright = paper.width * MM, paper.height * MM
    areas = {page: area(page, paper) for page in (upright, upright[::-1])}
    for entry in gauges:
        if not any(_fits(entry.value, room) for room in areas.values()):
            message = f"'{entry.value.title}' ({_breadth(entry.value):g} mm) is too large for {paper.name}"
            setter.found.append(Diagnostic("E330", message, entry.span, "choose a larger paper"))
    taken = [entry for entry in gauges if any(_fits(entry.value, room) for room in areas.values())]
    # Each attempt has diagnostics of its own; only those of the best are reported.
    plans = [
        _plan(game, taken, page, paper, replace(setter, found=[]))
        for page, room in areas.items()
        if all(_fits(entry.value, room) for entry in taken)
    ]
    plan, best = min(plans, key=lambda way: (way[0].pages, sum(spot.turned for spot in way[0].spots)))
    setter.found += best.found
    forms = {entry.value.form for entry in taken}
    jointed = any(", part " in frame.name for frame in plan.frames)
    told = ((True, CUT), ("frame" in forms, FRAMES), (bool(LONG & forms), WEDGE), (jointed, GLUE))
    return pages.boards(plan, paper, " ".join(setter.say(text) for holds, text in told if holds), setter)


def pieces(game: Game, entry: Entry[Gauge], longest: float, setter: Setter) -> list[Frame]:
    """Return the frames of one copy of a gauge; a stick or tape comes in parts of at most `longest` points."""
    gauge, at = entry.value, f"{entry.span.file}:{entry.span.line}"
    if gauge.form == "card":
        width, height, items = card(game, entry, setter)
        return [Frame(width, height, items, 0.0, entry.id, at)]
    if gauge.form == "frame":
        side = _breadth(gauge) * MM
        return [Frame(side, side, opening(game, entry, setter), 0.0, entry.id, at)]
    if gauge.form not in LONG:
        side = gauge.length * MM
        return [Frame(side, side, Stencil(game, entry, setter).draw(), 0.0, entry.id, at)]
    stretches = parts(gauge.length, longest / MM, UNITS[gauge.unit])
    stick = (Tape if gauge.form == "tape" else Stick)(game, entry, stretches, setter)
    frames = []
    for part in stretches:
        width = (part.end - part.start + part.tab) * MM
        items = (*stick.draw(part), *_outline(width, stick.height, setter.theme.ink))
        name = f"{entry.id}, part {part.number} of {part.count}" if part.count > 1 else entry.id
        frames.append(Frame(width, stick.height, items, 0.0, name, at))
    return frames


def _breadth(gauge: Gauge) -> float:
    """Return the dimension of a gauge that cannot be divided, in millimetres."""
    if gauge.form == "frame":
        return gauge.length + 2 * gauge.width
    if gauge.form == "tape":
        return depth(gauge)
    return gauge.width if gauge.form == "stick" else gauge.length


def _fits(gauge: Gauge, area: tuple[float, float]) -> bool:
    return _breadth(gauge) * MM + (0.0 if gauge.form in LONG else 2 * AIR) <= min(area)


def _plan(
    game: Game, gauges: Sequence[Entry[Gauge]], page: tuple[float, float], paper: Paper, setter: Setter
) -> tuple[Plan, Setter]:
    """Return all copies of all gauges on pages of one orientation, and the setter with its diagnostics."""
    frames: list[Frame] = []
    for entry in gauges:
        drawn = pieces(game, entry, max(area(page, paper)), setter)
        # Sticks and tapes adjoin: one cut serves two.
        frames += (drawn if entry.value.form in LONG else [aired(frame) for frame in drawn]) * entry.value.copies
    return planned(frames, page, paper), setter


def _outline(width: float, height: float, ink: str) -> Iterator[Item]:
    """Yield dashes around a stick, begun at its corner, so that those of adjoining sticks coincide."""
    for x, y, length, turned in (
        (0.0, 0.0, width, False),
        (0.0, height, width, False),
        (0.0, 0.0, height, True),
        (width, 0.0, height, True),
    ):
        for index in range(ceil(length / (DASH + PAUSE))):
            start, end = index * (DASH + PAUSE), min(length, index * (DASH + PAUSE) + DASH)
            yield Line(x, y + start, x, y + end, ink, THIN) if turned else Line(x + start, y, x + end, y, ink, THIN)
