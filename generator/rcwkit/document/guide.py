"""Blocks of the print guide as slabs: a table top, pictures of what to do, the bar to measure, tables of files."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import lru_cache
from math import atan2, ceil, cos, pi, sin
from typing import Literal, NamedTuple

from rcwkit.art.hatching import box_corners, hatched
from rcwkit.art.symbols import mark
from rcwkit.art.theme import Theme, hatch
from rcwkit.document.blocks import Cell as Said
from rcwkit.document.blocks import Grid, Lying, Picture, Tabletop
from rcwkit.document.copy import Inset, Run
from rcwkit.document.look import PageLook, Slab, stacked
from rcwkit.document.tables import Cell, Column, Edge, Table, table
from rcwkit.frame import (
    MM,
    Circle,
    Frame,
    Group,
    Item,
    Line,
    Miniature,
    Polygon,
    Rect,
    Text,
)
from rcwkit.sheets.marks import RULER, ruler
from rcwkit.source.language import Language, word
from rcwkit.source.markup import capitals
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import CAP


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
    """Yield a bar to measure."""
    yield _measure(block, look, width)


Diagram = Literal["measure", "turn long", "turn short", "fold", "glue", "across", "down", "staple"]
"""What a picture shows; `turn long` and `turn short` name the edge."""

WIDE, HIGH = 42.0, 21.0
"""Size of a picture (mm)."""
PEN = 0.7
PITCH = 2.2
"""Distance of hatching lines that replace fills (pt)."""


class _Board:
    """Draws a picture; lengths are in millimetres."""

    def __init__(self, theme: Theme, fonts: FontBook) -> None:
        self.theme, self.fonts = theme, fonts
        self.items: list[Item] = []

    def frame(self, name: str, wide: float = WIDE, high: float = HIGH) -> Frame:
        return Frame(wide * MM, high * MM, tuple(self.items), name=name)

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str | None, stroke: str | None = None
    ) -> None:
        self.shape(fill, *box_corners(x, y, width, height), stroke=stroke)

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
        head = ((bx, by), *((bx - 2 * cos(turn + side), by - 2 * sin(turn + side)) for side in (0.45, -0.45)))
        self.items.append(Polygon(tuple((round(x * MM, 2), round(y * MM, 2)) for x, y in head), colour))


def bar(theme: Theme, fonts: FontBook, say: Language) -> Frame:
    """Return the 100 mm ruler, at true scale."""
    return Frame(RULER + 6 * MM, 15, (Group(ruler(theme, fonts)[:-1], 3 * MM, 1),), name=say("a bar of 100 mm"))


def diagram(name: Diagram, theme: Theme, fonts: FontBook, say: Language) -> Frame:
    """Return a picture."""
    board = _Board(theme, fonts)
    return board.frame(say(_DRAW[name](board)))


def _measuring(board: _Board) -> str:
    """Draw a page with its bar, and a rule laid along it."""
    theme = board.theme
    board.rect(3, 0.5, 14.5, 20, theme.page, theme.ink)
    board.rect(5, 17, 10.5, 1.2, theme.ink)
    board.rect(19.5, 14.5, 21, 5, theme.gold, theme.ink)
    for step in range(1, 11):
        board.line(19.5 + step * 1.91, 14.5, 19.5 + step * 1.91, 16.6 if step % 5 else 17.8, theme.ink)
    return word("measure the bar at the foot with a rule")


def _turning_long(board: _Board) -> str:
    """Draw a sheet turned over its long edge, like a page of a book."""
    _sides(board)
    board.line(15.5, 0.5, 15.5, 20.5, board.theme.accent, 2)
    board.arc(21, 6, 5, 4.5, 195, 345, board.theme.ink)
    return word("turn the sheet over its long edge")


def _turning_short(board: _Board) -> str:
    """Draw a sheet turned over its short edge, like a page of a calendar."""
    _sides(board)
    board.line(1, 0.5, 15.5, 0.5, board.theme.accent, 2)
    board.arc(20.5, 10.5, 3, 7, 100, -90, board.theme.ink)
    return word("turn the sheet over its short edge")


def _sides(board: _Board) -> None:
    """Draw the front and the back of a sheet, with two pieces each."""
    theme = board.theme
    for left, fill in ((1.0, theme.accent), (26.5, theme.ink)):
        board.rect(left, 0.5, 14.5, 20, theme.page, theme.ink)
        for piece in range(2):
            board.rect(left + 2.2 + 5.3 * piece, 5, 4.7, 6.6, fill)


def _folding(board: _Board) -> str:
    """Draw a sheet with fronts left and backs right of a dashed line, and the same sheet folded."""
    theme = board.theme
    board.rect(1, 2, 22, 18, theme.page, theme.ink)
    board.dashes(12, 1, 12, 21, theme.accent)
    for row in range(2):
        board.rect(3.6, 4.4 + row * 7, 6, 6, theme.accent)
        board.rect(14.4, 4.4 + row * 7, 6, 6, theme.ink)
    board.arc(12, 5, 6, 4, -30, -150, theme.ink)
    board.shape(theme.ink, (29, 3), (40, 2), (40, 18.5), (29, 18))
    board.shape(theme.page, (29, 3), (38.5, 4), (38.5, 20.5), (29, 18), stroke=theme.ink)
    board.shape(theme.accent, (30.6, 5), (36.8, 5.8), (36.8, 11.4), (30.6, 10.4))
    board.shape(theme.accent, (30.6, 11.4), (36.8, 12.4), (36.8, 18), (30.6, 16.6))
    return word("fold along the dashed line, print outside, and glue")


def _gluing(board: _Board) -> str:
    """Draw a front sheet and the back sheet of its number, then both back to back."""
    theme = board.theme
    for left, colour in ((1.0, theme.accent), (17.0, theme.ink)):
        board.rect(left, 1, 13, 18.5, theme.page, theme.ink)
        board.shape(colour, (left + 13, 1), (left + 13, 8), (left + 4, 1))
        board.text(left + 6.5, 15.5, "1", 20, theme.ink)
    board.text(15.5, 12.5, "+", 12, theme.quiet)
    board.shape(theme.ink, (34, 4), (41, 2), (41, 18.5), (34, 20.5))
    board.shape(theme.page, (33, 4), (40, 2), (40, 18.5), (33, 20.5), stroke=theme.accent)
    return word("glue each back sheet behind the front sheet of its number")


def _cutting_down(board: _Board) -> str:
    """Draw a grid of pieces, and the cuts from mark to mark down all of it."""
    theme = board.theme
    board.rect(6, 3, 30, 18, theme.page, theme.ink)
    for row in range(3):
        for column in range(4):
            fill = theme.accent if (row + column) % 2 == 0 else theme.paper
            board.rect(9 + column * 6, 4.8 + row * 4.8, 6, 4.8, fill)
    for column in range(5):
        x = 9 + column * 6
        board.line(x, 2.4, x, 21.6, theme.accent, 1.0)
        board.text(x, 2, f"{column + 1}", 7.5, theme.accent)
    return word("first cut down, in the order of the numbers")


def _cutting_across(board: _Board) -> str:
    """Draw the strips side by side, and the cuts across."""
    theme = board.theme
    for column in range(4):
        left = 5.6 + column * 8
        board.rect(left, 0.5, 6.4, 20, theme.page, theme.ink)
        for row in range(3):
            board.rect(left, 2.8 + row * 5.2, 6.4, 5.2, theme.accent if (row + column) % 2 == 0 else theme.paper)
    for row in range(4):
        y = 2.8 + row * 5.2
        board.line(3.4, y, 38.6, y, theme.accent, 1.0)
        board.text(1, y + 0.9, f"{row + 6}", 7.5, theme.accent)
    return word("then cut across, with all strips side by side")


def _stapling(board: _Board) -> str:
    """Draw nested sheets with two staples in the fold."""
    theme = board.theme
    board.shape(theme.accent, (21, 3.4), (37, 1.4), (37, 18.4), (21, 20.4), (5, 18.4), (5, 1.4))
    for sheet in range(3):
        x = sheet * 1.2
        board.shape(theme.page, (21, 3), (36 - x, 1 + x / 2), (36 - x, 18 - x / 2), (21, 20), stroke=theme.ink)
        board.shape(theme.page, (21, 3), (6 + x, 1 + x / 2), (6 + x, 18 - x / 2), (21, 20), stroke=theme.ink)
    for y in (6.5, 14):
        board.line(21, y, 21, y + 3, theme.accent, 2)
    return word("nest the sheets, fold them, and staple twice through the fold")


_DRAW: Mapping[Diagram, Callable[[_Board], str]] = {
    "measure": _measuring,
    "turn long": _turning_long,
    "turn short": _turning_short,
    "fold": _folding,
    "glue": _gluing,
    "down": _cutting_down,
    "across": _cutting_across,
    "staple": _stapling,
}
"""What draws a picture, and returns what it shows."""


def steps(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield numbered steps side by side, each over its picture; in large print, as many as have room."""
    theme, gap = look.theme, 3 * MM
    count = len(block.rows) if look.fit else max(int((width + gap) / ((WIDE + 3) * MM * look.ratio)), 1)
    for begin in range(0, len(block.rows), count):
        shown = block.rows[begin : begin + count]
        room = (width - gap * (count - 1)) / count
        disc, made = 2.6 * MM * look.ratio, []
        letters, bold = look.letters(9), look.letters(10, fill=theme.on(theme.accent), font="narrow-bold")
        for number, row in enumerate(shown, begin + 1):
            said = look.copy((row.cells[0].text, letters)).set(
                room - 2 * disc - 1.4 * MM, leading=1.16, where=block.at, name="step"
            )
            mark = look.copy((f"{number}", bold._replace(fill=theme.ink) if theme.outlined else bold))
            lines = mark.set(2 * disc, leading=1.0, align=0.5)
            circle = Circle(disc, disc, disc, None if theme.outlined else theme.accent, theme.accent, 0.8)
            text = Group(said.items, 2 * disc + 1.4 * MM, 0.2 * MM, role="P")
            made.append((said.height, (circle, Group(lines.items, 0, disc - lines.height / 2), text)))
        top = 1.2 * MM
        over = top + max(*(height for height, _ in made), 2 * disc) + 1.2 * MM
        items: list[Item] = []
        for number, ((_, drawn), row) in enumerate(zip(made, shown, strict=True)):
            picture = diagram(row.cells[0].style, theme, look.setter.book, look.say)  # type: ignore[arg-type]
            figure = Group(picture.items, (room - picture.width) / 2, over - top, role="Figure", alt=picture.name)
            items.append(Group((*drawn, figure), number * (room + gap), top))
        yield Slab(over + HIGH * MM + look.mm(2), tuple(items))


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


USES = (_Style("narrow-bold", 10), _Style("sans-bold", 9), *(_Style("narrow", 9) for _ in range(5)))
SHARES = (0.0, 0.31, 0.13, 0.13, 0.19, 0.14, 0.14)
"""Shares of the width of a table of sheets; its first column has their letters."""
DISC, SMALLEST = 2.8 * MM, 0.7
"""Radius of the disc with a letter, and its least scale, on small sheets."""


def sheets(block: Grid, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield the sheets by letter: what they are, for whom, on what paper, when they are used, and where they lie."""
    rows = [
        [_head(one.text, style, look)._replace(at=block.at) for one, style in zip(block.columns, USES, strict=True)]
    ]
    for row in block.rows:
        rows.append(
            [_sheet(one, style, look)._replace(at=block.at) for one, style in zip(row.cells, USES, strict=True)]
        )
    made = table(rows, width, [Column(share=share, tight=not share) for share in SHARES], 1)
    for first, last in made.cut(look.room):
        yield made.part(first, last)
    yield Slab(look.mm(1.5), ())


def _sheet(said: Said, style: _Style, look: PageLook) -> Cell:
    theme = look.theme
    edges = (Edge("under", theme.hairline, 0.15 * MM),)
    if style is USES[0]:
        words = look.copy(Inset(tuple(_lettered(said.text, look)), 2 * DISC * look.ratio, 2 * DISC * look.ratio))
        return Cell(words, pad=(0.3 * MM, 0.4 * MM), edges=edges, whole=True)
    runs: list[Run] = [(said.text, look.letters(style.size, font=style.font))]
    if said.note:
        small = look.letters(7, fill=theme.quiet, font="narrow")
        runs.append((f"\n{said.note}", small._replace(size=max(small.size, 6.5))))
    return Cell(look.copy(*runs), pad=(look.mm(0.5), 1 * MM), leading=1.1, edges=edges)


def _lettered(letter: str, look: PageLook) -> Iterator[Item]:
    """Yield a disc with a letter, about its own middle at (radius, radius)."""
    theme, radius = look.theme, DISC * look.ratio
    fill = theme.ink if theme.outlined else theme.paper
    yield Circle(radius, radius, radius, theme.page if theme.outlined else theme.ink, theme.ink, 0.8)
    letters = look.letters(9.5, fill=fill, font="narrow-bold")
    lines = look.copy((letter, letters)).set(2 * radius, leading=1.0, align=0.5)
    yield Group(lines.items, 0, radius - lines.height / 2)


TILTS = (-2.0, 1.4, -1.0, 2.2)
"""Angles at which sheets lie (degrees)."""
SEAT, MARGIN = 6 * MM, 3 * MM
Zone = tuple[float, float, float, float]
"""Left, top, width, height."""


def tabletop(block: Tabletop, look: PageLook, width: float) -> Iterator[Slab]:
    """Yield a table from above, with what lies on it."""
    theme, high = look.theme, block.high * MM
    wood = None if theme.outlined else theme.shade(theme.gold, 0.42)
    items: list[Item] = [Rect(0, 0, width, high, wood, theme.ink if theme.outlined else None, 0.6, 2.5 * MM)]
    first, others = block.seats[:1], block.seats[1:]
    each = [one for one in block.sheets if one.each]
    side, row = 0.235 * width, min(0.3 * high, 36 * MM)
    own = 0.71 * width if len(each) > 2 else side + 0.1 * width
    left, right, top = MARGIN, width - MARGIN - side, SEAT + MARGIN if others else MARGIN
    middle = 0.27 * width, top, 0.46 * width, high - top - SEAT - MARGIN - (row if len(each) > 2 else 0.0)
    zones: dict[str, Zone] = {
        "seat": (left, high - row - (SEAT if len(each) > 2 else 0.0), own, row - MARGIN),
        "across": (right, MARGIN, side, row - MARGIN),
        "box": (left, MARGIN, side, row - MARGIN),
        "left": (left, row + 2 * MM, side, high - 2 * row - (SEAT if len(each) > 2 else 2 * MM)),
        "right": (right, row + 2 * MM, side, high - row - 2 * MM - MARGIN),
    }
    if not each:
        zones["left"] = left, row + 2 * MM, side, high - row - 2 * MM - MARGIN
    if not (others and each):
        zones["right"] = right, MARGIN, side, high - 2 * MARGIN
    items += _middle(block, look, middle)
    for owner in first:
        items += _seat(owner, look, 0.39 * width, high - SEAT, 0.22 * width)
    for at, owner in enumerate(others):
        span = 0.22 * width if len(others) == 1 else 0.46 * width / len(others) - 1 * MM
        start = 0.39 * width if len(others) == 1 else 0.27 * width + at * 0.46 * width / len(others)
        items += _seat(owner, look, start, 0.0, span)
    lid = min(18 * MM, side / 2.6)
    items += _lid(look, zones["box"], lid)
    x, y, wide, tall = zones["box"]
    zones["box"] = x + lid + 2 * MM, y, wide - lid - 2 * MM, tall
    zones["map"] = middle[0] + 2 * MM, middle[1] + 0.45 * middle[3], middle[2] - 4 * MM, 0.53 * middle[3]
    for name, lying in _places(block.sheets, across=bool(others)):
        items += _laid(lying, zones[name], look)
    yield Slab(high + look.mm(2), (Group(tuple(items), role="Figure", alt=look.say("where the sheets lie")),))


def _places(found: Sequence[Lying], *, across: bool) -> Iterator[tuple[str, list[Lying]]]:
    """Yield the zones of a table and what lies there; what every player has lies across the table, too."""
    for name in ("map", "left", "right", "box", "seat"):
        yield name, [one for one in found if ("box" if one.lies == "away" else one.lies) == name]
    if across:
        yield "across", [one for one in found if one.each]


def _seat(owner: str, look: PageLook, x: float, y: float, width: float) -> Iterator[Item]:
    """Yield the edge of the table at which a player sits."""
    theme = look.theme
    plate, title = look.plate(owner), look.owners[owner].title if owner in look.owners else owner
    box = Rect(x, y, width, SEAT, plate.ground, plate.edge if plate.hatch else None, 0.8)
    letters = look.letters(10, fill=plate.text, font="narrow-bold", spacing=0.03)
    words = look.copy((capitals(title), letters))
    small = letters._replace(size=letters.size * min(1.0, (width - 9 * MM) / max(words.most, 1)))
    lines = look.copy((capitals(title), small)).set(width - 7 * MM, leading=1.0, align=0.5)
    yield box
    yield Group(lines.items, x + 7 * MM, y + (SEAT - lines.height) / 2)
    if owner in look.owners:
        yield from mark(
            look.owners[owner].mark, x + 4 * MM, y + SEAT / 2, 3.4 * MM, plate.text, plate.ground or theme.page
        )


def _middle(block: Tabletop, look: PageLook, zone: Zone) -> Iterator[Item]:
    """Yield the map of the game, or what else is played on, with some pieces."""
    theme, (x, y, wide, high) = look.theme, zone
    ground = None if theme.outlined else theme.paper
    yield Rect(x, y, wide, high, theme.page if theme.outlined else ground, theme.ink, 0.5)
    yield Line(x + wide / 2, y, x + wide / 2, y + high, theme.hairline, 0.5)
    letters = look.letters(10.5, fill=theme.quiet, font="narrow-bold", spacing=0.05)
    lines = look.copy((capitals(block.middle), letters)).set(wide - 4 * MM, leading=1.1, align=0.5)
    yield Group(lines.items, x + 2 * MM, y + 2 * MM)
    spots = (
        (0.12, 0.28),
        (0.23, 0.4),
        (0.35, 0.27),
        (0.44, 0.41),
        (0.62, 0.3),
        (0.72, 0.42),
        (0.84, 0.28),
        (0.9, 0.42),
    )
    for number, (across, down) in enumerate(spots):
        owner = block.seats[min(number * len(block.seats) // len(spots), len(block.seats) - 1)] if block.seats else ""
        plate, side = look.plate(owner), 4 * MM
        left, top = x + across * wide - side / 2, y + down * high
        yield Rect(left, top, side, side, plate.ground, plate.edge if plate.hatch else theme.page, 0.6)
        if owner in look.owners:
            sign = look.owners[owner].mark
            yield from mark(sign, left + side / 2, top + side / 2, 0.6 * side, plate.text, plate.ground or theme.page)


def _lid(look: PageLook, zone: Zone, side: float) -> Iterator[Item]:
    """Yield the lid of the game's box."""
    theme, (x, y, _, high) = look.theme, zone
    tall = min(side * 1.2, high)
    yield Rect(x, y, side, tall, theme.page if theme.outlined else theme.shade(theme.gold, 0.2), theme.quiet, 0.6)
    yield Rect(x + 1 * MM, y + 1 * MM, side - 2 * MM, tall - 2 * MM, None, theme.quiet, 0.4)
    letters = look.letters(8, fill=theme.quiet, font="narrow")
    words = look.copy((look.say("box lid"), letters)).set(side - 2 * MM, leading=1.1, align=0.5)
    yield Group(words.items, x + 1 * MM, y + (tall - words.height) / 2)


def _laid(found: Sequence[Lying], zone: Zone, look: PageLook) -> Iterator[Item]:
    """Yield sheets as large as a zone holds them, in rows, each with its letter at its upper left corner."""
    if not found:
        return
    x, y, wide, high = zone
    largest = max(max(one.small.width, one.small.height) for one in found)

    def scale(columns: int) -> float:
        cell = wide / columns - 2 * MM, high / ceil(len(found) / columns) - 2 * MM
        return min(min(cell[0] / one.small.width, cell[1] / one.small.height) for one in found)

    columns = max(range(1, len(found) + 1), key=scale)
    rows, size = ceil(len(found) / columns), min(scale(columns), 52 * MM / largest)
    for number, one in enumerate(found):
        row, column = divmod(number, columns)
        width, height = one.small.width * size, one.small.height * size
        left = x + (column + 0.5) * wide / columns - width / 2
        top = y + (row + 0.5) * high / rows - height / 2
        yield from _small(one, look, left, top, size, TILTS[number % len(TILTS)])
        small = min(1.0, max(SMALLEST, width / (5 * DISC)))
        yield Group(
            tuple(_lettered(one.letter, look)), left - 0.6 * small * DISC, top - 0.6 * small * DISC, scale=small
        )


def _small(one: Lying, look: PageLook, x: float, y: float, size: float, tilt: float) -> Iterator[Item]:
    """Yield a page drawn small, above the edge of another if there are several."""
    theme = look.theme
    page = Rect(0, 0, one.small.width, one.small.height, theme.page, theme.quiet, 0.4 / size)
    under = [Group((page,), 9, 7, rotate=1.6)] if one.pages > 1 else []
    shade = [] if theme.outlined else [page._replace(x=5, y=6, fill=theme.quiet, stroke=None)]
    yield Group((*under, *shade, page, *_polygons(one.small)), x, y, rotate=tilt, scale=size)


@lru_cache(maxsize=64)  # a page is set several times until it fits
def _polygons(small: Miniature) -> tuple[Polygon, ...]:
    corners = (tuple(zip(numbers[::2], numbers[1::2], strict=True)) for _, _, numbers in small.shapes)
    return tuple(
        Polygon(points, None if line else colour, colour if line else None, float(line))
        for points, (colour, line, _) in zip(corners, small.shapes, strict=True)
    )
