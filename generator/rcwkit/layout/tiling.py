"""Tile a page larger than the paper over several sheets, to cut, overlap and glue. Lengths are in points.

Each sheet shows a window of the page. Its left and upper edges are cut, unless they are those of the page, and cover
the strips that its neighbours show once more at their right and lower edges.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.look.frame import MM, Frame, Group, Item, Line, Polygon, Rect
from rcwkit.look.grids import Paper, gap
from rcwkit.look.language import word
from rcwkit.look.marks import THIN, Box
from rcwkit.look.text import Block, Setter
from rcwkit.look.text import Box as TextBox

__all__ = ["OVERLAP", "Tiling", "tiled"]

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
MOST = 100
"""Most sheets that one page may take."""
TITLE, NAME, SMALL = 11.0, 7.0, 7.5

HOW = (
    word(
        "Cut each sheet at its marks, at the top and on the left; margins at the right and below stay, except at the "
        "outer edge."
    ),
    word("Glue the sheets together in their order: each covers the strip at the edge of the last, up to the arrows."),
    word("Begin with the rows, from left to right; then glue the rows together, from top to bottom."),
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
        pages = (paper.width * MM, paper.height * MM), (paper.height * MM, paper.width * MM)
        ways = [cls._on(frame, page, paper.margin * MM) for page in pages]
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
    plan of assembly, beside its part of the page or on a page of its own. The frame's `name` must be unique in the
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
    return sheets.alone(), *pages


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
        wide = self.setter.book.width(name, "narrow-bold", NAME)
        x, y = turned(at + OVERLAP / 2 + 0.8 * MM, start + length / 2)
        yield Rect(x - wide / 2 - 1.2, y - 0.5 * NAME, wide + 2.4, NAME, theme.page)
        yield self.setter.line(name, x, y + 0.35 * NAME, "narrow-bold", NAME, theme.ink, align=0.5)

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
        items = tuple(self.plan(TextBox(inset, inset, width, height, "plan")))
        return Frame(*tiling.sheet, items, 0.0, f"{self.frame.name} plan", self.frame.at)

    def plan(self, box: TextBox) -> Iterator[Item]:
        """Yield the whole page in small, with its sheets and their names, and what to do."""
        setter, theme, (width, height) = self.setter, self.setter.theme, self.tiling.size
        yield setter.line(setter.say("ASSEMBLY"), box.x, box.y + 0.75 * TITLE, "narrow-bold", TITLE, theme.ink)
        top, high = box.y + 1.3 * TITLE, box.height - 1.3 * TITLE
        wide = box.width > 1.3 * high
        steps = HOW if self.tiling.rows > 1 and self.tiling.columns > 1 else HOW[:2]
        texts = [
            Block(setter.say(text), theme.ink, before=0.3, indent=1.2, bullet=f"{number}")
            for number, text in enumerate(steps, 1)
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
