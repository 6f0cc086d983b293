"""Blocks of the print guide as slabs: the bar to measure, small pictures, and the table of files."""

from __future__ import annotations

from collections.abc import Container, Iterator
from math import atan2, cos, pi, sin
from typing import Literal, NamedTuple

from rcwkit.art.hatching import corners, hatched
from rcwkit.art.theme import Theme, hatch
from rcwkit.document.blocks import Cell as Said
from rcwkit.document.blocks import Grid, Picture
from rcwkit.document.look import PageLook, Slab, stacked
from rcwkit.document.tables import Cell, Column, Edge, Table, table
from rcwkit.frame import MM, Frame, Group, Item, Line, Polygon, Rect, Text
from rcwkit.sheets.marks import RULER, ruler
from rcwkit.sheets.paper import Flip
from rcwkit.source.language import Language
from rcwkit.source.markup import capitals
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import CAP

__all__ = ["Diagram", "diagram", "files", "picture"]


def _measure(block: Picture, look: PageLook, width: float) -> Slab:
    """Return the bar of 100 mm in a frame, and what to do with it."""
    theme, true = look.theme, bar(look.theme, look.setter.book, look.say)
    edge, left = 3.4 * MM, true.width + 9.4 * MM
    room = width - true.width - 13.4 * MM
    head = look.copy((capitals(block.head), look.letters(12, font="narrow-bold"))).set(
        room, leading=1.22, where=block.at
    )
    said = look.copy((block.text, look.letters(9.5, 9, 8.7))).set(room, leading=1.22, where=block.at)
    high = max(head.height + said.height, true.height) + 3.2 * MM
    items: tuple[Item, ...] = (
        Rect(0, 0, width, high, theme.paper),
        Rect(0, 0, true.width + 5.4 * MM, high, theme.page, theme.ink, 0.3 * MM),
        Rect(0, 0, edge, high, theme.accent),
    )
    if theme.outlined:
        items = (items[1], Line(1.2 * MM, 0, 1.2 * MM, high, theme.ink, 0.3 * MM))
    figure = Group(true.items, edge + 1 * MM, (high - true.height) / 2, role="Figure", alt=true.name)
    words = (*head.items, Group(said.items, 0, head.height))
    text = Group(words, left, (high - head.height - said.height) / 2, role="P")
    return Slab(high + 1 * MM, (*items, figure, text))


def picture(block: Picture, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a small picture with its name as alternative text, or a bar to measure."""
    if block.name == "bar":
        yield _measure(block, look, width)
        return
    drawn, space = diagram(block.name, look.theme, look.setter.book, look.say), look.of(1, 0.67, 0.47)
    yield Slab(drawn.height + 2.6 * MM * space, (Group(drawn.items, 0, 2 * MM * space, role="Figure", alt=drawn.name),))


Diagram = Literal["cut", "fold", "glue", "turn long", "turn short"]
"""What a picture shows; `turn long` and `turn short` name the edge."""

WIDE, HIGH = 84.0, 34.0
"""Size of a picture (mm)."""
PEN = 0.9
PITCH = 2.2
"""Distance of hatching lines that replace fills (pt)."""


class _Board:
    """Draws a picture; lengths are in millimetres."""

    def __init__(self, theme: Theme, fonts: FontBook) -> None:
        self.theme, self.fonts = theme, fonts
        self.items: list[Item] = []

    def frame(self, name: str) -> Frame:
        return Frame(WIDE * MM, HIGH * MM, tuple(self.items), name=name)

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str | None, stroke: str | None = None
    ) -> None:
        self.shape(fill, *corners(x, y, width, height), stroke=stroke)

    def shape(
        self, fill: str | None, *points: tuple[float, float], stroke: str | None = None, closed: bool = True
    ) -> None:
        """Add a shape; in outlined themes, a strong fill becomes hatching."""
        placed = tuple((round(x * MM, 2), round(y * MM, 2)) for x, y in points)
        strong = self.theme.outlined and fill not in (None, self.theme.page)
        stroke = stroke or (fill if strong else None)
        self.items.append(Polygon(placed, self.theme.page if strong else fill, stroke, PEN if stroke else 0.0, closed))
        if strong and fill:
            self.items += hatched(placed, hatch(fill), fill, PITCH)

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str, line: float = PEN) -> None:
        self.items.append(Line(x1 * MM, y1 * MM, x2 * MM, y2 * MM, colour, line))

    def dashes(self, x1: float, y1: float, x2: float, y2: float, colour: str) -> None:
        steps = 11
        for step in range(0, steps, 2):
            a, b = step / steps, (step + 1) / steps
            self.line(x1 + (x2 - x1) * a, y1 + (y2 - y1) * a, x1 + (x2 - x1) * b, y1 + (y2 - y1) * b, colour)

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, align: float = 0.5, font: str = "narrow-bold"
    ) -> None:
        left = x * MM - align * self.fonts.width(text, font, size)
        self.items.append(Text(left, y * MM, text, font, size, colour))

    def arc(self, x: float, y: float, across: float, down: float, start: float, end: float, colour: str) -> None:
        """Add an arrow along an ellipse between two angles (degrees clockwise from the right), its head at the end."""
        angles = [(start + (end - start) * step / 16) * pi / 180 for step in range(17)]
        points = [(x + across * cos(angle), y + down * sin(angle)) for angle in angles]
        self.shape(None, *points[:-1], stroke=colour, closed=False)
        (ax, ay), (bx, by) = points[-3], points[-1]
        turn = atan2(by - ay, bx - ax)
        head = ((bx, by), *((bx - 2.6 * cos(turn + side), by - 2.6 * sin(turn + side)) for side in (0.45, -0.45)))
        self.items.append(Polygon(tuple((round(x * MM, 2), round(y * MM, 2)) for x, y in head), colour))


def bar(theme: Theme, fonts: FontBook, say: Language) -> Frame:
    """Return the 100 mm ruler, at true scale."""
    return Frame(RULER + 6 * MM, 15, (Group(ruler(theme, fonts)[:-1], 3 * MM, 1),), name=say("a bar of 100 mm"))


def diagram(name: Diagram, theme: Theme, fonts: FontBook, say: Language) -> Frame:
    """Return a picture."""
    match name:
        case "cut":
            return _cutting(theme, fonts, say)
        case "fold":
            return _folding(theme, fonts, say)
        case "glue":
            return _gluing(theme, fonts, say)
        case "turn long":
            return _turning("long", theme, fonts, say)
        case "turn short":
            return _turning("short", theme, fonts, say)


def _turning(flip: Flip, theme: Theme, fonts: FontBook, say: Language) -> Frame:
    """Draw a sheet turned over its long edge like a page of a book, or over its short edge like a calendar's."""
    board = _Board(theme, fonts)
    _page(board, 8, 2, "1", theme.accent)
    if flip == "long":
        board.line(28.4, 1, 28.4, 33, theme.accent, 2.4)
        board.arc(28.4, 5, 12, 4, 180, 352, theme.ink)
        board.shape(theme.paper, (30, 2), (43, 5), (43, 35 - 5), (30, 32), stroke=theme.ink)
    else:
        board.line(7, 2, 29, 2, theme.accent, 2.4)
        board.arc(30, 10, 7, 8, 60, -75, theme.ink)
    _page(board, 54, 2, "2", theme.ink)
    board.text(47.5 if flip == "long" else 42, 17.6 if flip == "long" else 20, "=", 16, theme.quiet)
    return board.frame(
        say("turn the sheet over its long edge" if flip == "long" else "turn the sheet over its short edge")
    )


def _page(board: _Board, x: float, y: float, number: str, colour: str) -> None:
    """Draw a portrait sheet with a coloured corner and the number of its side."""
    theme = board.theme
    board.rect(x, y, 20, 30, theme.page, theme.ink)
    board.shape(colour, (x + 20, y), (x + 20, y + 12), (x + 5, y))
    board.text(x + 10, y + 23, number, 30, theme.ink)


def _cutting(theme: Theme, fonts: FontBook, say: Language) -> Frame:
    """Draw a grid of pieces with its numbered crop marks, in the order of cuts."""
    board = _Board(theme, fonts)
    left, top, side = 30.0, 7.0, 8.5
    for row in range(2):
        for column in range(3):
            fill = theme.accent if (row + column) % 2 == 0 else theme.paper
            board.rect(left + column * side, top + row * side, side, side, fill)
    for number in range(4):
        x = left + number * side
        board.line(x, top - 5, x, top - 1.2, theme.ink)
        board.line(x, top + 2 * side + 1.2, x, top + 2 * side + 5, theme.ink)
        board.text(x + 1.6, top - 2, f"{number + 1}", 9, theme.ink)
    for number in range(3):
        y = top + number * side
        board.line(left - 5, y, left - 1.2, y, theme.ink)
        board.line(left + 3 * side + 1.2, y, left + 3 * side + 5, y, theme.ink)
        board.text(left - 3.2, y + 3.6, f"{number + 5}", 9, theme.ink)
    board.text(2, 12, say("FIRST"), 9, theme.accent, 0)
    board.text(2, 16, "1 – 4", 13, theme.ink, 0)
    board.text(WIDE - 2, 12, say("THEN"), 9, theme.accent, 1)
    board.text(WIDE - 2, 16, "5 – 7", 13, theme.ink, 1)
    return board.frame(say("cut across first, then down, in the order of the numbers"))


def _folding(theme: Theme, fonts: FontBook, say: Language) -> Frame:
    """Draw a sheet with fronts left and backs right of a dashed line, and the same sheet folded."""
    board = _Board(theme, fonts)
    board.rect(4, 4, 36, 26, theme.page, theme.ink)
    board.dashes(22, 2, 22, 32, theme.accent)
    for row in range(2):
        board.rect(8, 7 + row * 10.5, 10, 9.5, theme.accent)
        board.rect(26, 7 + row * 10.5, 10, 9.5, theme.ink)
    board.arc(22, 8, 11, 6.5, -30, -150, theme.ink)
    board.text(48, 20, "=", 16, theme.quiet)
    board.shape(theme.ink, (57, 5), (75, 4), (75, 30), (57, 29))
    board.shape(theme.page, (57, 5), (73, 7), (73, 33), (57, 29), stroke=theme.ink)
    board.shape(theme.accent, (60, 9), (70, 10.3), (70, 18.5), (60, 16.5))
    board.shape(theme.accent, (60, 19), (70, 21), (70, 29.5), (60, 27))
    return board.frame(say("fold along the dashed line, print outside, and glue"))


def _gluing(theme: Theme, fonts: FontBook, say: Language) -> Frame:
    """Draw a front sheet and the back sheet of its number, then both back to back."""
    board = _Board(theme, fonts)
    _page(board, 6, 2, "1", theme.accent)
    board.text(32, 20, "+", 18, theme.quiet)
    _page(board, 38, 2, "1", theme.ink)
    board.text(63.5, 20, "=", 16, theme.quiet)
    board.shape(theme.ink, (70, 6), (80, 3), (80, 29), (70, 32))
    board.shape(theme.page, (69, 6), (79, 3), (79, 29), (69, 32), stroke=theme.accent)
    return board.frame(say("glue each back sheet behind the front sheet of its number"))


LEADING = 1.22
BOX = 2.6
"""Side of the box to tick (mm)."""


class _Style(NamedTuple):
    """How a column is set: font, usual size, and whether it is right-aligned or in the quiet colour."""

    font: str
    size: float
    right: bool = False
    quiet: bool = False


STYLES = (
    _Style("narrow-bold", 9.5),
    _Style("sans", 8.5),
    _Style("narrow-bold", 10, right=True),
    _Style("narrow-bold", 10, right=True),
    _Style("sans", 8.5),
    _Style("sans", 8.5, quiet=True),
)
BREAKING = (1,), (1, 4, 5)
"""Columns that may break lines: the first of these groups that makes the table narrow enough."""
LARGEST = max(style.size for style in STYLES)


def files(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield the table below a little space, in parts if it is higher than a page."""
    made, over = _set(block, look, width), Slab(1 * MM, ())
    for first, last in made.cut(look.room - over.height):
        yield stacked((over, made.part(first, last)))


def _set(block: Grid, look: PageLook, width: float) -> Table:
    """Return the table, with lines broken in titles only, or if that is too wide, in pieces and papers as well."""
    rows = list(_rows(block, look, BREAKING[0]))
    narrow = sum(max(cell.widths[0] for cell in column) for column in zip(*rows, strict=True)) > width
    rows = list(_rows(block, look, BREAKING[1])) if narrow else rows
    return table(rows, width, [Column(tight=style.right) for style in STYLES], 1)


def _rows(block: Grid, look: PageLook, breaking: Container[int]) -> Iterator[list[Cell]]:
    yield [_head(one.text, style, look)._replace(at=block.at) for one, style in zip(block.columns, STYLES, strict=True)]
    for number, row in enumerate(block.rows, 1):
        last = number == len(block.rows)
        ground = None if number % 2 or last else look.wash(look.theme.paper, 1.0)
        cells = (_cell(one, style, look, last=last) for one, style in zip(row.cells, STYLES, strict=True))
        yield [cell._replace(ground=ground, whole=at not in breaking, at=block.at) for at, cell in enumerate(cells)]


def _head(text: str, style: _Style, look: PageLook) -> Cell:
    """Return the head of a column."""
    ink, outlined = look.theme.ink, look.theme.outlined
    letters = look.letters(8, fill=ink if outlined else look.theme.paper, font="narrow-bold", spacing=0.04)
    cell = Cell(look.copy((capitals(text), letters)), pad=(1 * MM, _side(look)), leading=1.2, whole=True, role="TH")
    edges = (Edge("over", ink, 0.5 * MM), Edge("under", ink, 0.3 * MM)) if outlined else ()
    return cell._replace(across=1.0 * style.right, ground=None if outlined else ink, edges=edges)


def _cell(said: Said, style: _Style, look: PageLook, *, last: bool) -> Cell:
    """Return a cell; the first lines of a row share the baseline of its largest type."""
    theme = look.theme
    font = "sans-bold" if last and (style.font == "sans" or style is STYLES[0]) else style.font
    letters = look.letters(style.size, fill=theme.quiet if style.quiet else theme.ink, font=font)
    box = (look.tick(said.box, BOX), look.gap(2)) if said.box else ()
    words = look.copy(*box, *look.lines(said.text, letters))
    over = look.mm(0.37, 0.2, 0.1) + (LEADING + CAP) / 2 * (look.pt(LARGEST) - letters.size)
    edge = Edge("over", theme.ink, 0.5 * MM) if last else Edge("under", theme.hairline, 0.15 * MM)
    pad = over, _side(look)
    return Cell(words, across=1.0 * style.right, down=0.0, pad=pad, leading=LEADING, edges=(edge,))


def _side(look: PageLook) -> float:
    """Return the space beside a text in its cell (pt); large print has less."""
    return (1.4 if look.theme.enlarges else 2) * MM
