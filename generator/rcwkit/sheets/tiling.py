"""Tile a page larger than the paper over several sheets, and the sheet that measures printers. In points."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from rcwkit.art.hatching import dashed
from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Polygon, Rect, Sheet, Text
from rcwkit.sheets.marks import THIN, Box
from rcwkit.sheets.paper import LARGE, PAPERS, Flip, Paper, Printer, gap, reading
from rcwkit.source.language import ENGLISH, Language, word
from rcwkit.source.markup import parts
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter, TextBlock, TextBox

OVERLAP = 8 * MM
"""How much of a page two neighbouring sheets have in common."""
SPILL = 1 * MM
"""How far a sheet shows the page beyond an inner edge to be cut."""
MARK = 3 * MM
"""Length of marks outside of a window; sheets are named between them, in the corners."""
FOOT = 5 * MM
"""Height of the line at the foot of a sheet, with its scale."""
AIR = 3 * MM
"""Distance of the plan of assembly from the window beside it."""
PLAN = (46 * MM, 46 * MM)
"""Least width of a plan beside the window, and least height of one below it."""
ARROW, EVERY = 1.8 * MM, 45 * MM
"""Size of the arrows that point at a seam, and their greatest distance."""
TWO = word("Cut the other sheet at its marks and glue it over this strip, up to the arrows.")
"""What stands beside the strip of the first of two sheets, which need no plan."""
LARGER = tuple(1.5 - step / 40 for step in range(20))
"""How much larger boards in large print may be, in the order in which they are tried."""
MOST = 100
"""Most sheets that one page may take."""
TITLE, NAME, SMALL, HEADING = 11.0, 7.0, 7.5, 20.0
STEPS = 46 * MM
"""Height of the steps at the foot of a page with the plan alone."""

HOW = (
    word(
        "Cut each sheet at its marks, at the top and on the left; margins at the right and below stay, except at the "
        "outer edge."
    ),
    word("Glue the sheets together in their order: each covers the strip at the edge of the last, up to the arrows."),
    word("Begin with the rows, from left to right; then glue the rows together, from top to bottom."),
)


LINE, MARGIN = 6 * MM, 8.0
"""Height of the line at the foot of a board that is whole, and the margin in mm of a page of its own size."""


def spread(frame: Frame, own: str, paper: Paper, title: str, setter: Setter, larger: str) -> tuple[Frame, ...]:
    """Return the pages of a board: whole on its `own` paper, or on that of the kit, if need be over several sheets.

    One that does not fit its own paper is reported (E330), with `larger` as the cure.
    """
    page = paper if own == "usual" else {**PAPERS, **LARGE}.get(own)
    wide, high = frame.width, frame.height + LINE
    inset = 2 * (page.margin if page else MARGIN) * MM
    if page is None:
        width, height = wide + inset, high + inset
    else:
        least = wide + inset - 0.01, high + inset - 0.01
        ways = [one for one in page.ways if least[0] <= one[0] and least[1] <= one[1]]
        if not ways and own == "usual":
            return tuple(tiled(frame, paper, setter))
        if not ways:
            message = f"'{title}' ({frame.width / MM:.0f} × {frame.height / MM:.0f} mm) is too large for {page.name}"
            setter.found.append(Diagnostic("E330", message, frame.span, larger))
            return ()
        width, height = ways[0]
    placed = Group(frame.items, (width - wide) / 2, (height - high) / 2)
    return (frame._replace(width=width, height=height, items=(placed,)),)


def seams(width: float, height: float, paper: Paper) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return where sheets of a board of a size begin, but for the first, across and down: what lies there is cut."""
    tiling = Tiling.of(Frame(width, height, ()), paper)
    return (
        tuple(tiling.shown(0, column)[0] for column in range(1, tiling.columns)),
        tuple(tiling.shown(row, 0)[1] for row in range(1, tiling.rows)),
    )


class Tiling(NamedTuple):
    """The division of a page of a `size` into `columns` by `rows` of equal windows, on sheets of a `sheet` size."""

    size: tuple[float, float]
    sheet: tuple[float, float]
    margin: float
    border: float
    columns: int
    rows: int

    @classmethod
    def of(cls, frame: Frame, paper: Paper) -> Tiling:
        """Return the division into the fewest sheets, then that with the shortest seams; portrait wins a tie."""
        ways = (cls._on(frame, page, paper.margin * MM) for page in paper.ways)
        return min(ways, key=lambda way: (way.columns * way.rows, round(way.seams, 2)))

    @classmethod
    def _on(cls, frame: Frame, page: tuple[float, float], margin: float) -> Tiling:
        border = gap(max(frame.bleed, SPILL)) + MARK
        room = page[0] - 2 * (margin + border), page[1] - 2 * (margin + border) - FOOT
        columns, rows = (_count(side, most) for side, most in zip((frame.width, frame.height), room, strict=True))
        return cls((frame.width, frame.height), page, margin, border, columns, rows)

    @property
    def seams(self) -> float:
        """The length of all seams."""
        return (self.columns - 1) * self.size[1] + (self.rows - 1) * self.size[0]

    @property
    def window(self) -> tuple[float, float]:
        """Width and height of what one sheet shows."""
        return (
            (self.size[0] + (self.columns - 1) * OVERLAP) / self.columns,
            (self.size[1] + (self.rows - 1) * OVERLAP) / self.rows,
        )

    @property
    def corner(self) -> float:
        """The x and the y of every window on its sheet."""
        return self.margin + self.border

    def shown(self, row: int, column: int) -> Box:
        """Return left, top, right and bottom of a window on the page."""
        width, height = self.window
        left, top = column * (width - OVERLAP), row * (height - OVERLAP)
        return left, top, left + width, top + height

    def beside(self) -> TextBox | None:
        """Return the room for a plan right of or below a window, whichever is larger; None if there is too little."""
        (width, height), (right, bottom), start = self.window, self.sheet, self.corner
        edge, low = right - self.margin, bottom - self.margin - FOOT
        left, top = start + width + self.border + AIR, start + height + self.border + AIR
        boxes = [
            TextBox(left, start, edge - left, low - start, "plan"),
            TextBox(start, top, edge - start, low - top, "plan"),
        ]
        enough = [box for box in boxes if box.width >= PLAN[0] and box.height >= PLAN[1]]
        return max(enough, key=lambda box: box.width * box.height, default=None)


def tiled(frame: Frame, paper: Paper, setter: Setter) -> tuple[Frame, ...]:
    """Return the pages, as large as the paper, that a page of any size is cut out and put together from.

    They are boards, for `whole_pages`. If the page fits on the paper, it is alone on one. Otherwise the first has a
    plan of assembly, beside its part of the page or on a page of its own; two sheets without room for it do without,
    as the strip where they meet says what to do. The frame's `name` must be unique in the
    file. A page that takes more than MOST sheets is reported to the setter (E330), and nothing is returned.
    """
    tiling = Tiling.of(frame, paper)
    count = tiling.columns * tiling.rows
    if count > MOST:
        size = f"{frame.width / MM:.0f} × {frame.height / MM:.0f} mm"
        message = f"'{frame.name}' ({size}) takes {count} sheets of {paper.name}, more than {MOST}"
        setter.found.append(Diagnostic("E330", message, frame.span, "make it smaller, or choose a larger paper"))
        return ()
    sheets = _Sheets(frame, tiling, setter)
    pages = [sheets.page(row, column) for row in range(tiling.rows) for column in range(tiling.columns)]
    if count == 1:
        return tuple(pages)
    free = tiling.beside()
    if free is not None:
        first = pages[0]
        return first._replace(items=(*first.items, *sheets.plan(free))), *pages[1:]
    return tuple(pages) if count == 2 else (sheets.alone(), *pages)


def enlarged(frame: Frame, paper: Paper, setter: Setter) -> tuple[Frame, ...]:
    """Return the pages of a board in large print, without its margins: on one sheet of large paper, or on two.

    It is as much larger as they allow; one that they do not hold stays as it is.
    """
    inset, most = paper.margin * MM, 1 if reading(paper) != paper else 2
    for scale in LARGER:
        width, height = (scale * (side - 2 * inset) for side in (frame.width, frame.height))
        items = (Group(frame.items, -scale * inset, -scale * inset, scale=scale),)
        larger = frame._replace(width=width, height=height, items=items)
        tiling = Tiling.of(larger, paper)
        if tiling.columns * tiling.rows <= most:
            return tiled(larger, paper, setter)
    return (frame,)


def named(row: int, column: int) -> str:
    """Return the name of a sheet by row and column, from 0: A1, then A2 to its right, B1 below it."""
    letters = chr(65 + row % 26)
    return f"{letters if row < 26 else chr(64 + row // 26) + letters}{column + 1}"


def _count(side: float, most: float) -> int:
    """Return how many windows of at most that length a side takes."""
    return 1 if side <= most + 1e-6 else ceil((side - OVERLAP - 1e-6) / (most - OVERLAP))


class _Sheets:
    """Draws the sheets of one page."""

    def __init__(self, frame: Frame, tiling: Tiling, setter: Setter) -> None:
        self.frame, self.tiling, self.setter = frame, tiling, setter
        self.whole = Group(frame.items, key=f"tiled {frame.name}")

    def page(self, row: int, column: int) -> Frame:
        """Return a sheet: its window, marks, and name."""
        tiling, bleed = self.tiling, self.frame.bleed
        left, top, right, bottom = tiling.shown(row, column)
        last = column == tiling.columns - 1, row == tiling.rows - 1
        more = (
            bleed if column == 0 else SPILL,
            bleed if row == 0 else SPILL,
            bleed if last[0] else 0.0,
            bleed if last[1] else 0.0,
        )
        start = tiling.corner
        clip = left - more[0], top - more[1], right - left + more[0] + more[2], bottom - top + more[1] + more[3]
        items = [
            self.whole._replace(x=start - left, y=start - top, clip=clip),
            *self._cuts(last),
            *self._seams(row, column, last),
            *self._names(row, column),
        ]
        name = self.frame.name if tiling.columns * tiling.rows == 1 else f"{self.frame.name} {named(row, column)}"
        return Frame(*tiling.sheet, tuple(items), 0.0, name, self.frame.at)

    def _cuts(self, last: tuple[bool, bool]) -> Iterator[Item]:
        """Yield a mark outside of the window at both ends of each edge that is cut."""
        ink, start, (width, height) = self.setter.theme.ink, self.tiling.corner, self.tiling.window
        near, far = gap(max(self.frame.bleed, SPILL)), self.tiling.border
        for x in (start, *((start + width,) if last[0] else ())):
            yield Line(x, start - far, x, start - near, ink, THIN)
            yield Line(x, start + height + near, x, start + height + far, ink, THIN)
        for y in (start, *((start + height,) if last[1] else ())):
            yield Line(start - far, y, start - near, y, ink, THIN)
            yield Line(start + width + near, y, start + width + far, y, ink, THIN)

    def _seams(self, row: int, column: int, last: tuple[bool, bool]) -> Iterator[Item]:
        """Yield arrows in the strips that other sheets cover, with the names of these, and marks outside of them."""
        start, (width, height) = self.tiling.corner, self.tiling.window
        if not last[0]:
            yield from self._seam(start + width - OVERLAP, start, height, named(row, column + 1), down=False)
        if not last[1]:
            yield from self._seam(start + height - OVERLAP, start, width, named(row + 1, column), down=True)

    def _seam(self, at: float, start: float, length: float, name: str, *, down: bool) -> Iterator[Item]:
        """Yield what shows where a sheet begins: along a vertical line at x, or a horizontal one at y if `down`."""
        theme, near, far = self.setter.theme, gap(max(self.frame.bleed, SPILL)), self.tiling.border

        def turned(x: float, y: float) -> tuple[float, float]:
            return (y, x) if down else (x, y)

        for low, high in ((start - far, start - near), (start + length + near, start + length + far)):
            middle = (low + high) / 2
            for one, other in ((low, middle - 0.3 * MM), (middle + 0.3 * MM, high)):
                yield Line(*turned(at, one), *turned(at, other), theme.ink, THIN)
        count = max(2, ceil(length / EVERY))
        for index in range(count):
            y = start + (index + 0.5) * length / count
            tip, end = at + 0.15 * MM, at + 0.15 * MM + ARROW
            corners = turned(tip, y), turned(end, y - ARROW / 2), turned(end, y + ARROW / 2)
            yield Polygon(corners, theme.ink, theme.page, 0.5)
        if self.tiling.columns * self.tiling.rows == 2:  # beside the strip, so that nothing lies over the page
            told = self._label(self.setter.say(TWO), 0.0, 0.0)
            x, y = turned(at + OVERLAP + far - NAME / 2, start + length / 2)
            yield Group(told, x, y, rotate=0 if down else 90)
        else:
            yield from self._label(name, *turned(at + OVERLAP / 2 + 0.8 * MM, start + length / 2))

    def _label(self, text: str, x: float, y: float) -> tuple[Item, ...]:
        """Return words in the middle of a strip, on the colour of the page."""
        theme, wide = self.setter.theme, self.setter.book.width(text, "narrow-bold", NAME)
        return (
            Rect(x - wide / 2 - 1.2, y - 0.5 * NAME, wide + 2.4, NAME, theme.page),
            self.setter.line(text, x, y + 0.35 * NAME, "narrow-bold", NAME, theme.ink, align=0.5),
        )

    def _names(self, row: int, column: int) -> Iterator[Item]:
        """Yield the name of a sheet in the corners outside of its window."""
        if self.tiling.columns * self.tiling.rows == 1:
            return
        start, (width, height) = self.tiling.corner, self.tiling.window
        off = self.tiling.border - MARK / 2
        for x in (start - off, start + width + off):
            for y in (start - off, start + height + off):
                text = self.setter.line(
                    named(row, column), x, y + 0.35 * NAME, "narrow-bold", NAME, self.setter.theme.ink, align=0.5
                )
                yield text

    def alone(self) -> Frame:
        """Return a page with the plan."""
        tiling = self.tiling
        inset = tiling.margin + AIR
        width, height = tiling.sheet[0] - 2 * inset, tiling.sheet[1] - 2 * inset - FOOT
        box = TextBox(inset, inset, width, height, "plan")
        items = (*self._large(box), *self._steps(box))
        return Frame(*tiling.sheet, items, 0.0, f"{self.frame.name} plan", self.frame.at)

    def _large(self, box: TextBox) -> Iterator[Item]:
        """Yield the whole page as large as fits over the steps, with its sheets, under a title."""
        theme, (width, height) = self.setter.theme, self.tiling.size
        title = self.setter.say("ASSEMBLY")
        yield self.setter.line(title, box.x, box.y + 0.75 * HEADING, "display", HEADING, theme.ink)
        top = box.y + 1.25 * HEADING
        scale = min(box.width / width, (box.height - 1.25 * HEADING - STEPS - AIR) / height)
        x = box.x + (box.width - scale * width) / 2
        yield Group((self.whole,), x, top, scale=scale, clip=(0.0, 0.0, width, height))
        yield from self._grid(x, top, scale)

    def _steps(self, box: TextBox) -> Iterator[Item]:
        """Yield what to do, step by step at the foot of a page, each with a picture."""
        setter, theme, steps = self.setter, self.setter.theme, self._how()
        apart, top = 2 * AIR, box.y + box.height - STEPS
        wide = (box.width - apart * (len(steps) - 1)) / len(steps)
        for number, text in enumerate(steps, 1):
            x = box.x + (number - 1) * (wide + apart)
            yield Rect(x, top, wide, 0.5 * MM, theme.ink)
            yield setter.line(f"{number}", x, top + 0.95 * HEADING, "display", HEADING, theme.accent)
            yield Group(tuple(_picture(number, theme)), x + 9 * MM, top + 3 * MM)
            room = TextBox(x, top + 25 * MM, wide, STEPS - 25 * MM, "plan")
            words = [TextBlock(setter.say(text), theme.ink)]
            yield from setter.fit(words, room, TITLE, theme.least, lambda *_: Span(self.frame.at))

    def _how(self) -> tuple[str, ...]:
        return HOW if self.tiling.rows > 1 and self.tiling.columns > 1 else HOW[:2]

    def plan(self, box: TextBox) -> Iterator[Item]:
        """Yield the whole page in small, with its sheets and their names, and what to do."""
        setter, theme, (width, height) = self.setter, self.setter.theme, self.tiling.size
        yield setter.line(setter.say("ASSEMBLY"), box.x, box.y + 0.75 * TITLE, "narrow-bold", TITLE, theme.ink)
        top, high = box.y + 1.3 * TITLE, box.height - 1.3 * TITLE
        wide = box.width > 1.3 * high
        texts = [
            TextBlock(setter.say(text), theme.ink, before=0.3, indent=1.2, bullet=f"{number}")
            for number, text in enumerate(self._how(), 1)
        ]
        if wide:
            scale = min(0.55 * box.width / width, high / height)
            beside = box._replace(x=box.x + scale * width + AIR, y=top, height=high)
            said = beside._replace(width=box.x + box.width - beside.x)
        else:
            words = 1.1 * setter.height(texts, box.width, SMALL) + AIR
            scale = min(box.width / width, (high - words) / height)
            said = box._replace(y=top + scale * height + AIR, height=high - scale * height - AIR)
        yield Group((self.whole,), box.x, top, scale=scale, clip=(0.0, 0.0, width, height))
        yield from self._grid(box.x, top, scale)
        yield from setter.fit(texts, said, SMALL, theme.least, lambda *_: Span(self.frame.at))

    def _grid(self, x: float, y: float, scale: float) -> Iterator[Item]:
        """Yield the visible part of each sheet on the plan, and its name."""
        theme, tiling = self.setter.theme, self.tiling
        tall = min(24.0, 0.4 * scale * min(tiling.window))
        for row in range(tiling.rows):
            for column in range(tiling.columns):
                left, top, right, bottom = tiling.shown(row, column)
                right -= OVERLAP if column < tiling.columns - 1 else 0.0
                bottom -= OVERLAP if row < tiling.rows - 1 else 0.0
                place = x + scale * left, y + scale * top, scale * (right - left), scale * (bottom - top)
                yield Rect(*place, None, theme.page, 1.6)
                yield Rect(*place, None, theme.ink, 0.6)
                name, middle = named(row, column), (place[0] + place[2] / 2, place[1] + place[3] / 2)
                wide = self.setter.book.width(name, "narrow-bold", tall) + 0.4 * tall
                yield Rect(middle[0] - wide / 2, middle[1] - 0.55 * tall, wide, 1.1 * tall, theme.page)
                text = self.setter.line(
                    name, middle[0], middle[1] + 0.35 * tall, "narrow-bold", tall, theme.ink, align=0.5
                )
                yield text


def _picture(step: int, theme: Theme) -> Iterator[Item]:
    """Yield a picture of a step, 19 mm high: sheets that are cut, that overlap, and rows of them."""
    ink, page, pale = theme.ink, theme.page, theme.shade(theme.gold, 0.5) if not theme.outlined else theme.page
    wide, high = 25 * MM, 18 * MM

    def sheet(x: float, y: float, share: float = 1.0) -> Rect:
        return Rect(x, y, share * wide, share * high, page, ink, 0.9)

    if step == 1:
        yield sheet(0, 0)
        yield Rect(0, 0, wide, 3 * MM, pale)
        yield Rect(0, 0, 3 * MM, high, pale)
        for line in ((3 * MM, -MM, 3 * MM, high + MM), (-MM, 3 * MM, wide + MM, 3 * MM)):
            yield from dashed((line[:2], line[2:]), theme.accent, 1.2, 1.6 * MM, MM, closed=False)
        yield sheet(0, 0)._replace(fill=None)
    elif step == 2:
        yield sheet(0, 0)
        yield Rect(wide - 5 * MM, 0, 5 * MM, high, pale, ink, 0.9)
        yield sheet(wide + 4 * MM, 1.5 * MM)
        tip = wide - 4 * MM
        yield Rect(tip + 2 * MM, high / 2 + 0.3 * MM, 9 * MM, 1.2 * MM, theme.accent)
        yield Polygon(
            ((tip, high / 2 + 0.9 * MM), (tip + 3 * MM, high / 2 - MM), (tip + 3 * MM, high / 2 + 2.8 * MM)),
            theme.accent,
        )
    else:
        for x in (0.0, 0.52 * wide):
            yield sheet(x, 0, 0.5)
            yield sheet(x, 0.56 * high, 0.5)
        yield Polygon(
            ((wide + 5 * MM, 13 * MM), (wide + 2.5 * MM, 9.5 * MM), (wide + 7.5 * MM, 9.5 * MM)), theme.accent
        )
        yield Rect(wide + 4.3 * MM, 3 * MM, 1.4 * MM, 7 * MM, theme.accent)


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

CROSS = b"% rcwkit calibration\n"
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
    pen = _MillimetrePen(theme, fonts, say)
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


class _MillimetrePen(NamedTuple):
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


def _front(pen: _MillimetrePen, paper: Paper, flip: Flip, printer: Printer) -> Iterator[Item]:
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


def _rich(pen: _MillimetrePen, x: float, y: float, text: str) -> Iterator[Item]:
    """Yield one line with bold runs."""
    for part in parts(text):
        run, font = str(part.what), "sans-bold" if part.bold else "sans"
        yield pen.text(x, y, run, font, _SIZE)
        x += pen.fonts.width(run, font, _SIZE) / MM


def _scale(pen: _MillimetrePen) -> Iterator[Item]:
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


def _back(pen: _MillimetrePen) -> Iterator[Item]:
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


def _bar(pen: _MillimetrePen) -> Iterator[Item]:
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
