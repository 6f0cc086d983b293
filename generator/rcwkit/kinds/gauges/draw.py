"""Draw gauges at true scale: squares, circles, compasses, frames and cards of distances, packed onto pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import ceil, cos, pi, sin, sqrt

from rcwkit.art.hatching import hatched, plated
from rcwkit.diagnostics import Diagnostic
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Polygon, Rect, Text
from rcwkit.game.game import Game, GameItem
from rcwkit.kinds.gauges.kind import UNITS, Gauge
from rcwkit.kinds.gauges.sticks import Stick, Tape, across, cites, depth, parts
from rcwkit.sheets.imposition import AIR, Plan, aired, area, pages_of_pieces, planned
from rcwkit.sheets.marks import THIN
from rcwkit.sheets.paper import Paper
from rcwkit.source.language import word
from rcwkit.type.text import Setter, TextBlock, TextBox, Where

EDGE = 0.7 * MM
"""Width of the line along a cut."""
PAD = 1.6 * MM
TITLE, BODY, FRAME_NOTE = 11.0, 9.0, 7.0
HEAD, ROW = 7.2 * MM, 5.4 * MM
"""Heights of a card's title, and of its rows and headings."""
FIRST = 0.35
"""Share of a card's width for the names of its rows."""


def opening(game: Game, entry: GameItem[Gauge], setter: Setter) -> tuple[Item, ...]:
    """Draw a frame, in points, around an opening of the gauge's length: title above, size and lines below."""
    gauge, theme = entry.value, setter.theme
    border, inner = gauge.width * MM, gauge.length * MM
    side, where = inner + 2 * border, partial(entry.document.at, *entry.path)
    plate = theme.plate(theme.paper)
    text, size = gauge.title.upper(), min(TITLE, 0.5 * border)
    floor = min(size, theme.aid_floor)
    size = setter.size(text, "display", size, floor, 0.6 * side, partial(where, "title"), "frame")
    measure = across(gauge, setter.say)
    return (
        *(() if plate.hatch else (Rect(0, 0, side, side, plate.ground),)),
        Rect(border, border, inner, inner, theme.page, theme.ink, EDGE),
        Rect(EDGE / 2, EDGE / 2, side - EDGE, side - EDGE, None, theme.ink, EDGE),
        *_middles(setter, border, inner),
        setter.line(text, PAD, border / 2 + 0.35 * size, "display", size, theme.ink),
        setter.line(measure, side - PAD, border / 2 + 0.35 * size, "narrow-bold", size, theme.quiet, align=1.0),
        *_border_lines(game, gauge, setter, side, border, where),
    )


def _middles(setter: Setter, border: float, inner: float) -> Iterator[Item]:
    """Draw a wedge at the middle of each inner edge; the four aim at the middle of the opening."""
    accent, middle = setter.theme.accent, border + inner / 2
    deep, half = 0.3 * border, 0.26 * border
    for turn in range(4):
        wedge = Polygon(((0.0, -inner / 2), (-half, -inner / 2 - deep), (half, -inner / 2 - deep)), accent)
        yield Group((wedge,), middle, middle, 90 * turn)


def _border_lines(game: Game, gauge: Gauge, setter: Setter, side: float, border: float, where: Where) -> Iterator[Item]:
    """Set rule and lines along the lower edge, clear of the wedge above them."""
    lines = " ".join(filter(None, (gauge.note, *gauge.lines)))
    said = " · ".join(filter(None, (cites(game, gauge, setter), lines)))
    if said:
        block, room = TextBlock(said, setter.theme.ink, ("lines",)), side - 2 * PAD
        high = min(setter.height((block,), room, FRAME_NOTE), border - 2 * EDGE)
        yield from setter.fit(
            (block,), TextBox(PAD, side - EDGE - 0.3 * MM - high, room, high, "frame"), FRAME_NOTE, 6.5, where
        )


def card(game: Game, entry: GameItem[Gauge], setter: Setter) -> tuple[float, float, tuple[Item, ...]]:
    """Return a card's width, height and items in points: title, headings, rows, and lines below them."""
    gauge, theme = entry.value, setter.theme
    width, where = gauge.length * MM, partial(entry.document.at, *entry.path)
    blocks = [TextBlock(text, theme.ink, ("lines", index)) for index, text in enumerate(gauge.lines)]
    below = setter.height(blocks, width - 2 * PAD, FRAME_NOTE) + 1.4 * MM if blocks else 0.0
    top = HEAD + ROW * (1 + len(gauge.rows))
    plate = theme.plate(theme.ink)
    title = gauge.title.upper()
    size = setter.size(title, "display", TITLE, theme.aid_floor, 0.7 * width, partial(where, "title"), "card")
    items: list[Item] = [
        setter.line(title, PAD, HEAD / 2 + 0.35 * size, "display", size, theme.ink, spacing=0.02),
        setter.line(
            cites(game, gauge, setter), width - PAD, HEAD / 2 + 2.4, "narrow", FRAME_NOTE, theme.quiet, align=1.0
        ),
        Rect(0, HEAD, width, ROW, plate.ground),
        *_cells(setter, gauge.columns, HEAD, width, plate.text, partial(where, "columns"), bold=True),
    ]
    for number, (name, cells) in enumerate(gauge.rows.items(), 1):
        y = HEAD + ROW * number
        items += _cells(setter, (name, *map(str, cells)), y, width, theme.ink, partial(where, "rows", name))
        items.append(Line(0, y + ROW, width, y + ROW, theme.hairline, 0.4))
    if blocks:
        box = TextBox(PAD, top + 0.7 * MM, width - 2 * PAD, below, "card")
        items += setter.fit(blocks, box, FRAME_NOTE, 6.5, where)
    height = top + below
    items.append(Rect(EDGE / 2, EDGE / 2, width - EDGE, height - EDGE, None, theme.ink, EDGE))
    return width, height, tuple(items)


def _cells(
    setter: Setter, texts: tuple[str, ...], y: float, width: float, fill: str, where: Where, *, bold: bool = False
) -> Iterator[Item]:
    """Set a row's name at the left and its cells centred in columns of equal width."""
    floor, each = setter.theme.aid_floor, (width * (1 - FIRST) - PAD) / max(1, len(texts) - 1)
    for column, text in enumerate(texts):
        font = "narrow-bold" if bold or column else "narrow"
        room = (FIRST * width if column == 0 else each) - (PAD if column == 0 else 1 * MM)
        size = setter.size(text, font, BODY, floor, room, where, "card")
        x = PAD if column == 0 else FIRST * width + each * (column - 0.5)
        yield setter.line(text, x, y + ROW / 2 + 0.35 * size, font, size, fill, align=0.5 if column else 0.0)


HUB = 0.6
"""Inner radius of a compass's ring, as a part of the outer."""
STENCIL_NOTE = 7.0


class Stencil:
    """A square, circle or compass, in points, whose middle is the aiming point."""

    def __init__(self, game: Game, entry: GameItem[Gauge], setter: Setter) -> None:
        self.game, self.gauge, self.setter = game, entry.value, setter
        self.where = partial(entry.document.at, *entry.path)
        self.size = self.gauge.length * MM
        self.middle = self.size / 2

    def draw(self) -> tuple[Item, ...]:
        """Draw the gauge within a square of its length."""
        if self.gauge.form == "compass":
            return (*self._rose(), *self._needle(), *self._edge())
        return (
            *self._wedge(),
            *self._cross(min(0.09 * self.size, 8 * MM)),
            *self._edge(),
            *self._heading(),
            *self._small(),
        )

    def _edge(self) -> Iterator[Item]:
        theme, size = self.setter.theme, self.size
        if self.gauge.form == "square":
            yield Rect(EDGE / 2, EDGE / 2, size - EDGE, size - EDGE, None, theme.ink, EDGE)
        else:
            yield Circle(self.middle, self.middle, self.middle - EDGE / 2, None, theme.ink, EDGE)

    def _wedge(self) -> Iterator[Item]:
        """Draw a wedge from the left edge that points at the middle."""
        middle, size = self.middle, self.size
        if self.gauge.form == "square":
            back = [(0.0, 0.9 * size), (0.0, 0.62 * size)]
        else:
            back = [self._polar(middle, angle) for angle in range(220, 251, 3)]
        yield from self._accent(((middle, middle), *back))

    def _accent(self, points: tuple[tuple[float, float], ...]) -> Iterator[Item]:
        """Draw a shape in the accent colour, filled or hatched."""
        plate = self.setter.theme.plate(self.setter.theme.accent)
        yield plated(Polygon(points), plate)
        if plate.hatch:
            yield from hatched(points, plate.hatch, plate.edge, 3.2, 0.5)

    def _polar(self, radius: float, degrees: float) -> tuple[float, float]:
        """Return a point by its distance from the middle and its angle clockwise from the top."""
        angle = degrees * pi / 180
        return self.middle + radius * sin(angle), self.middle - radius * cos(angle)

    def _cross(self, arm: float) -> Iterator[Item]:
        theme, middle = self.setter.theme, self.middle
        yield Line(middle - arm, middle, middle + arm, middle, theme.ink, 0.8)
        yield Line(middle, middle - arm, middle, middle + arm, theme.ink, 0.8)
        yield Circle(middle, middle, 0.5 * arm, None, theme.ink, 0.8)

    def _inside(self) -> tuple[float, float, float]:
        """Return the left, top and side of the square that texts may fill."""
        curved = self.gauge.form == "circle"
        pad = EDGE + (0.5 if curved else min(4.0, 1 + 0.03 * self.gauge.length)) * MM
        side = (self.size / sqrt(2) if curved else self.size) - 2 * pad
        return self.middle - side / 2, self.middle - side / 2, side

    def _heading(self) -> Iterator[Item]:
        """Set title and size above the middle."""
        gauge, setter, theme, font = self.gauge, self.setter, self.setter.theme, "narrow-bold"
        left, y, side = self._inside()
        most = max(10.0, min(24.0, 0.11 * side))
        lines, size = setter.title(
            gauge.title.upper(), font, most, 0.7 * most, theme.aid_floor, side, partial(self.where, "title"), gauge.form
        )
        y += 0.75 * size
        for line in lines:
            yield setter.line(line, left, y, font, size, theme.ink)
            y += size
        yield setter.line(
            across(gauge, setter.say),
            left,
            y + 0.1 * size,
            font,
            max(9.0, 0.62 * size),
            theme.legible(theme.accent, theme.page),
        )

    def _small(self) -> Iterator[Item]:
        """Set rule and lines below the wedge if they are short, else to its right."""
        blocks, setter, form = self._blocks(), self.setter, self.gauge.form
        if not blocks:
            return
        left, top, side = self._inside()
        high = setter.height(blocks, side, STENCIL_NOTE)
        if form == "circle" or high > 0.08 * side:
            left, side, room = left + 0.45 * side, 0.55 * side, 0.4 * side
            high = min(setter.height(blocks, side, STENCIL_NOTE), room)
        box = TextBox(left, self.size - top - high, side, high + 0.5, form)
        yield from setter.fit(blocks, box, STENCIL_NOTE, STENCIL_NOTE, self.where)

    def _rose(self) -> Iterator[Item]:
        """Draw a sector with die face and text for each direction, clockwise from the first, red, which is ahead."""
        gauge, setter, theme, font = self.gauge, self.setter, self.setter.theme, "narrow-bold"
        outer, inner, count = self.middle, HUB * self.middle, len(gauge.reaches)
        step, half = 360 / max(1, count), 180 / max(1, count)
        face, small = min(18.0, 0.17 * outer), theme.aid_floor
        for index, (place, reach) in enumerate(sorted(enumerate(gauge.reaches), key=lambda entry: entry[1].at)):
            angle, where = index * step, partial(self.where, "reaches", place, "text")
            plate = theme.plate((theme.accent, theme.paper, theme.ink)[(1 + index % 2) if index else 0])
            rim = [self._polar(outer, angle - half + step * part / 16) for part in range(17)]
            back = [self._polar(inner, angle + half - step * part / 16) for part in range(17)]
            yield Polygon((*rim, *back), plate.ground, plate.text if plate.hatch else theme.page, 0.8)
            pointer = (
                self._polar(outer - EDGE - 0.6, angle),
                self._polar(outer * 0.915, angle - 4),
                self._polar(outer * 0.915, angle + 4),
            )
            yield Polygon(pointer, plate.text)
            x, y = self._polar((inner + 0.92 * outer) / 2, angle)
            room = 2 * sin(min(half, 60) * pi / 180) * inner
            lines = setter.halves(reach.text.upper(), font)
            size = min(setter.size(line, font, max(small, 0.5 * face), small, room, where, "sector") for line in lines)
            first = y - (0.7 * face + 1.0 * size * len(lines)) / 2 + 0.7 * face
            yield setter.line(f"{reach.at:g}", x, first, font, face, plate.text, align=0.5)
            for row, line in enumerate(lines, 1):
                yield setter.line(line, x, first + row * size, font, size, plate.text, align=0.5)

    def _needle(self) -> Iterator[Item]:
        """Draw a wedge that points ahead, the aiming point, and below it the title and lines."""
        gauge, setter, theme, middle = self.gauge, self.setter, self.setter.theme, self.middle
        inner = HUB * middle
        points = self._polar(0.96 * inner, 0), self._polar(0.3 * inner, 32), self._polar(0.3 * inner, -32)
        yield from self._accent(points)
        yield from self._cross(0.16 * inner)
        text, where, floor = gauge.title.upper(), partial(self.where, "title"), theme.aid_floor
        size = setter.size(text, "display", 14, floor, 1.6 * inner, where, "compass", spacing=0.02)
        y = middle + 0.25 * inner + 0.7 * size
        yield setter.line(text, middle, y, "display", size, theme.ink, align=0.5, spacing=0.02)
        top, low = y + 0.15 * size, middle + 0.82 * inner
        box = TextBox(middle - 0.66 * inner, top, 1.32 * inner, low - top, "compass")
        yield from self._centred(setter.fit(self._blocks(), box, STENCIL_NOTE, 6.5, self.where))

    def _blocks(self) -> list[TextBlock]:
        """Return the rule, rulings, note and lines in small print."""
        gauge, theme = self.gauge, self.setter.theme
        about = cites(self.game, gauge, self.setter)
        blocks = [TextBlock(about, theme.quiet, ("rule",))] if about else []
        blocks += [TextBlock(gauge.note, theme.ink, ("note",), before=0.15)] if gauge.note else []
        lines = enumerate(gauge.lines)
        return blocks + [TextBlock(text, theme.ink, ("lines", index), before=0.15) for index, text in lines]

    def _centred(self, items: Sequence[Item]) -> Iterator[Item]:
        """Centre rows of text."""
        rows: dict[float, list[Text]] = {}
        for item in items:
            if isinstance(item, Text):
                rows.setdefault(item.y, []).append(item)
        for row in rows.values():
            last = row[-1]
            end = last.x + self.setter.book.width(last.text, last.font, last.size)
            for text in row:
                yield text._replace(x=text.x + self.middle - (row[0].x + end) / 2)


LONG = frozenset({"stick", "tape"})
"""Forms that may come in parts."""
WIDER, SPARE = 4.0, 0.75
"""By how much (mm) sticks are wider where that takes no more pages, and up to what share of those they are tried."""
DASH, PAUSE = 1.6 * MM, 1.2 * MM
CUT = word("Cut along the outer edge of each gauge.")
FRAMES = word("Cut frames along both edges.")
WEDGE = word("Measure from the end with the wedge.")
GLUE = word("Glue each hatched tab under the part that begins with the same letter, so that the scale continues.")


def boards(game: Game, gauges: Sequence[GameItem[Gauge]], paper: Paper, setter: Setter) -> list[Frame]:
    """Return the pages of all copies of all gauges, in the orientation that takes fewer.

    The setter collects texts that do not fit (E310, W311), gauges larger than the paper (E330) and bad reaches (E332).
    """
    areas = {page: area(page, paper) for page in paper.ways}
    for entry in gauges:
        if not any(_fits(entry.value, room) for room in areas.values()):
            message = f"'{entry.value.title}' ({_breadth(entry.value):g} mm) is too large for {paper.name}"
            setter.found.append(Diagnostic("E330", message, entry.span, "choose a larger paper"))
    taken = [entry for entry in gauges if any(_fits(entry.value, room) for room in areas.values())]

    def best(chosen: Sequence[GameItem[Gauge]]) -> tuple[Plan, Setter]:
        # Each attempt has diagnostics of its own; only those of the best are reported.
        plans = [
            _plan(game, chosen, page, paper, replace(setter, found=[]))
            for page, room in areas.items()
            if all(_fits(entry.value, room) for entry in chosen)
        ]
        return min(plans, key=lambda way: (way[0].pages, sum(spot.turned for spot in way[0].spots)))

    plan, used = best(taken)
    whole = plan.pages * min(wide * high for wide, high in areas.values())
    if sum(frame.width * frame.height for frame in plan.frames) < SPARE * whole:
        wider, other = best([_wider(entry) for entry in taken])
        if wider.pages == plan.pages:
            plan, used = wider, other
    setter.found += used.found
    forms = {entry.value.form for entry in taken}
    jointed = any(", part " in frame.name for frame in plan.frames)
    told = ((True, CUT), ("frame" in forms, FRAMES), (bool(LONG & forms), WEDGE), (jointed, GLUE))
    return pages_of_pieces(plan, paper, " ".join(setter.say(text) for holds, text in told if holds), setter)


def _wider(entry: GameItem[Gauge]) -> GameItem[Gauge]:
    """Return a gauge with a wider stick, unless its width is given."""
    gauge = entry.value
    if gauge.form != "stick" or gauge.gives("width"):
        return entry
    return entry._replace(value=gauge.model_copy(update={"width": gauge.width + WIDER}))


def pieces(game: Game, entry: GameItem[Gauge], longest: float, setter: Setter) -> list[Frame]:
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
    game: Game, gauges: Sequence[GameItem[Gauge]], page: tuple[float, float], paper: Paper, setter: Setter
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
