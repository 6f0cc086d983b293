"""Drawn words: chips and piles, stairs, tracks, gates, small cards, windows of a die, discs, places, tags, arrows.

Any layout, page or board may use them. All take their edges in points and colours from a plate, and are outlines at low
ink.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from rcwkit.art.artwork import Art, placed
from rcwkit.art.hatching import box_corners, cut_corners, dashed, hatched, line_art, plated
from rcwkit.art.symbols import echelon, mark, portrait, symbol
from rcwkit.art.theme import Hatch, Plate, Theme
from rcwkit.diagnostics import Diagnostic
from rcwkit.faces.layouts import CardGrid
from rcwkit.frame import MM, Circle, Frame, Group, Item, Line, Polygon, Rect
from rcwkit.source.info import Portrait
from rcwkit.source.language import Language
from rcwkit.source.symbols import is_unit_box
from rcwkit.type.text import CAP, Setter, Where

SIDES = 6
"""Sides of the die that windows show."""
CARD = 4.2 * MM
"""Height of a small card."""


def pointed(
    x: float, y: float, width: float, height: float, *, left: float = 0.0, right: float = 0.0
) -> tuple[tuple[float, float], ...]:
    """Return a box whose left or right end is a point, so many points long."""
    end, low, middle = x + width, y + height, y + height / 2
    before = ((x + left, low), (x, middle), (x + left, y)) if left else ((x, low), (x, y))
    after = ((end - right, y), (end, middle), (end - right, low)) if right else ((end, y), (end, low))
    return *before, *after


def step(
    x: float, y: float, width: float, height: float, cost: str, plate: Plate, setter: Setter, *, back: bool, heavy: bool
) -> Iterator[Item]:
    """Draw an arrow to the right, or `back` to the left, with what a step costs; a `heavy` one has a thicker edge."""
    tip = 0.34 * width
    shape = pointed(x, y, width, height, left=tip if back else 0.0, right=0.0 if back else tip)
    hand = setter.theme.box == "handcut"
    line = (1.4 if heavy else 0.6) if plate.hatch or hand else 0.0
    yield Polygon(shape, plate.ground, setter.theme.ink if hand else plate.edge if plate.hatch else None, line)
    if cost:
        size = min(9.5, 0.78 * height)
        middle = x + width / 2 + (0.4 if back else -0.4) * tip
        yield setter.line(cost, middle, y + height / 2 + 0.35 * size, "narrow-bold", size, plate.text, align=0.5)


def gate(x: float, y: float, height: float, ink: str, rail: float = 3.2 * MM) -> Iterator[Item]:
    """Draw a barrier across a way: a post around x, with three rails of a length."""
    post, thick = 0.75 * MM, 0.22 * rail
    yield Rect(x - post / 2, y, post, height, ink)
    yield from (Rect(x - rail / 2, y + height * share - thick / 2, rail, thick, ink) for share in (0.14, 0.5, 0.86))


def card(x: float, y: float, width: float, title: str, plate: Plate, setter: Setter) -> Iterator[Item]:
    """Draw a small card of height CARD with a box to tick and its number."""
    tick = 2.9 * MM
    yield Rect(x, y, width, CARD, plate.ground, plate.edge, 0.6, 0.6 * MM)
    page, off = setter.theme.page, (CARD - tick) / 2
    yield Rect(x + off, y + off, tick, tick, page, plate.edge, 0.6)
    left = x + off + tick
    middle = left + (x + width - left) / 2
    yield setter.line(title, middle, y + CARD / 2 + 2.9, "narrow-bold", 8.5, plate.text, align=0.5)


def tag(x: float, y: float, text: str, size: float, setter: Setter) -> tuple[float, list[Item]]:
    """Return the width of a word in a frame whose top left corner is at (x, y), and its items."""
    theme, pad = setter.theme, 0.22 * size
    width = setter.width(text, "narrow-bold", size) + 2 * pad
    frame = Rect(x, y, width, 1.3 * size, theme.page, theme.quiet, 0.5)
    return width, [frame, setter.line(text, x + pad, y + size, "narrow-bold", size, theme.ink)]


def windows(
    x: float,
    y: float,
    width: float,
    faces: Collection[int],
    ink: str,
    ground: str,
    line: float = 0.5,
    hatch: Hatch | None = None,
) -> Iterator[Item]:
    """Draw a chance as six square windows in a row, those of the faces on which it happens filled, or hatched."""
    apart = 0.14
    edge = width / (SIDES + apart * (SIDES - 1))
    for face in range(1, SIDES + 1):
        left = x + (face - 1) * edge * (1 + apart)
        full = face in faces
        yield Rect(left, y, edge, edge, ink if full and not hatch else ground, ink, line)
        if full and hatch:
            yield from hatched(box_corners(left, y, edge, edge), hatch, ink, 1.8, 0.5)


def on_faces(faces: Collection[int], say: Language) -> str:
    """Return faces of a die as words, such as 2–6; never for none."""
    if not faces:
        return say("never")
    runs: list[list[int]] = [[face] for face in sorted(faces)]
    for one, other in reversed([*pairwise(runs)]):
        if other[0] == one[-1] + 1:
            one += other
            runs.remove(other)
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def disc(
    x: float, y: float, radius: float, text: str, size: float, setter: Setter, font: str = "narrow-bold"
) -> list[Item]:
    """Draw a gold disc with a word or figure in it, such as the mark of a starting box."""
    size = min(size, size * 1.6 * radius / max(0.1, setter.width(text, font, size)))
    rings = ringed(x, y, radius, min(1.2, 0.14 * radius), setter)
    return [*rings, setter.line(text, x, y + 0.35 * size, font, size, setter.theme.ink, align=0.5)]


def ringed(x: float, y: float, radius: float, inset: float, setter: Setter) -> tuple[Item, Item]:
    """Draw a gold disc with a ring in it, or two rings in an outlined theme."""
    theme = setter.theme
    outer = Circle(x, y, radius, theme.page, theme.ink, 0.6) if theme.outlined else Circle(x, y, radius, theme.gold)
    return outer, Circle(x, y, radius - inset, None, theme.ink, 0.4 if theme.outlined else 0.6)


def place(x: float, y: float, width: float, height: float, text: str, setter: Setter) -> Iterator[Item]:
    """Draw a dashed place, with a sign or word in its middle that may be covered."""
    theme = setter.theme
    yield Rect(x, y, width, height, theme.page)
    yield from dashed(box_corners(x, y, width, height), theme.quiet, 0.6, 1.1 * MM, 0.8 * MM)
    if text:
        size = 20.0 if text.startswith(":") else 8.0
        size *= min(1.0, 0.8 * width / setter.width(text, "narrow-bold", size))
        base = y + height / 2 + 0.35 * size
        shown = setter.line(text, x + width / 2, base, "narrow-bold", size, theme.quiet, align=0.5)
        yield _in_lines(shown, theme.quiet, theme.page, 0.5) if theme.outlined else shown


def _in_lines(item: Item, ink: str, page: str, line: float) -> Item:
    """Return a sign in outline; words are as they were."""
    if isinstance(item, Group):
        inner = tuple(_in_lines(one, ink, page, line / item.scale) for one in item.items)
        return item._replace(items=inner, key="")
    (made,) = line_art([item], ink, page, line)
    return made


def arrow(left: float, right: float, y: float, ink: str) -> Iterator[Item]:
    """Draw an arrow to the right, from `left` to `right` along y."""
    tip = 3.2 * MM
    yield Line(left, y, right - tip, y, ink, 2.2)
    yield Polygon(((right - tip, y - 1.7 * MM), (right, y), (right - tip, y + 1.7 * MM)), ink)


class ChipFace(NamedTuple):
    """What a chip shows, in its owner’s colours: a number or values over words, or a portrait, picture or symbol.

    It is dashed if it is not `sure` to come, has a second edge if `rolled`, and is struck out behind words if `over`.
    """

    colour: str
    mark: str = ""
    symbol: str = "none"
    echelon: str = ""
    large: str = ""
    words: tuple[str, ...] = ()
    portrait: Portrait | None = None
    overlay: str = ""
    art: Art | None = None
    values: bool = False
    pile: bool = False
    reduced: bool = False
    sure: bool = True
    rolled: bool = False
    over: bool = False
    name: str = ""
    at: str = ""

    def plate(self, theme: Theme) -> Plate:
        """Return its colours: those of a reduced counter, too, if it may not come."""
        return theme.plate(self.colour) if self.sure and not self.reduced else theme.reduced(self.colour)

    @property
    def beside(self) -> float:
        """Width of the picture that stands before a number; the echelon of plain infantry says enough."""
        shown = self.portrait or self.art or self.symbol != "none"
        if not (self.large and shown) or self.values or (self.echelon and self.symbol == "infantry"):
            return 0.0
        return 2.9 if is_unit_box(self.symbol) else 2.5


CHIP = 8 * MM
"""Edge of a chip, half that of a usual counter."""
PILED = 0.55 * MM
"""How far the second and third counters of a pile stand out."""
EDGED = 0.45 * MM
"""Width of the edge of a chip in colours."""
CHIP_WORDS, LARGE, LOWER, LEAST_LARGE = 7.0, 12.5, 9.5, 9.0
"""Sizes of a chip’s words, of its number, the same under a symbol, and the least to which that shrinks (pt)."""


def words_size(edge: float, theme: Theme) -> float:
    """Return the size of the words of a chip."""
    return max(theme.counter_floor, round(CHIP_WORDS * edge / CHIP, 2))


def chip(face: ChipFace, setter: Setter, edge: float = CHIP) -> Frame:
    """Draw a counter small, in a square, or wider if its words or number ask for it."""
    if face.art and not face.portrait and not face.values:
        return _pictured(face, face.art, setter, edge)
    theme, unit, bold = setter.theme, edge / 8, "narrow-bold"
    size = words_size(edge, theme)
    plate = face.plate(theme)
    widths = [setter.book.width(text, bold, size) + 1.4 * unit for text in face.words]
    least = setter.book.width(face.large, bold, LEAST_LARGE * edge / CHIP) + (face.beside + 1.2) * unit
    width = round(max(edge, least, *widths), 2)
    pitch, foot = 1.7 * unit, 7.1 * unit
    base = foot - pitch * (len(face.words) - 1)
    pile = 2 if face.pile else 0
    items = [*_behind(width, edge, plate, pile), *_edges(width, edge, face, plate, theme)]
    if face.over:
        inset = 0.6 * unit
        items.append(Line(inset, edge - inset, width - inset, inset, theme.hairline, 0.6 * MM))
    items += _over(face, width, base - 1.9 * unit, unit, plate, setter)
    items += mark(face.mark, 1.15 * unit, 1.3 * unit, 1.2 * unit, plate.text, plate.ground) if face.mark else ()
    for text in face.words:
        items.append(setter.line(text, width / 2, base, bold, size, plate.text, align=0.5))
        base += pitch
    return Frame(width + pile * PILED, edge, tuple(items), 0.0, f"{face.name} chip", face.at)


def _pictured(face: ChipFace, art: Art, setter: Setter, edge: float) -> Frame:
    """Draw a chip of a picture as high as it, since the picture tells the counter, with its number and words beside."""
    theme, unit, bold = setter.theme, edge / 8, "narrow-bold"
    size, plate, rim = words_size(edge, theme), face.plate(theme), EDGED * edge / CHIP
    tall = edge - 2 * rim
    wide = tall * min(max(art.width / art.height, 0.6), 2.2)
    halved = (
        setter.halves(text, bold) if setter.width(text, bold, size) > 14 * unit else (text,) for text in face.words
    )
    lines = [line for text in halved for line in text]
    x, base = rim + wide + 0.7 * unit, edge / 2 + CAP / 2 * size
    items: list[Item] = [placed(art, rim, rim, wide, tall, "fit", plate.text)]
    if face.large:
        large = LEAST_LARGE * edge / CHIP
        items.append(setter.line(face.large, x, edge / 2 + CAP / 2 * large, bold, large, plate.text))
        x += setter.width(face.large, bold, large) + 0.7 * unit
    pitch = min(1.1 * size, (tall - CAP * size - 0.6 * unit) / max(1, len(lines) - 1))
    for row, text in enumerate(lines):
        items.append(setter.line(text, x, base + (row - (len(lines) - 1) / 2) * pitch, bold, size, plate.text))
    x += max((setter.width(text, bold, size) + 0.7 * unit for text in lines), default=0.0)
    width = round(x if lines or face.large else wide + 2 * rim, 2)
    pile = 2 if face.pile else 0
    ground = [*_behind(width, edge, plate, pile), *_edges(width, edge, face, plate, theme)]
    struck = [Line(rim, edge - rim, width - rim, rim, theme.hairline, 0.6 * MM)] if face.over else []
    return Frame(width + pile * PILED, edge, (*ground, *struck, *items), 0.0, f"{face.name} chip", face.at)


TOKEN = 4.6 * MM
"""Side of the small picture of a marker."""


def token(face: ChipFace, setter: Setter) -> Frame:
    """Draw a marker as a small picture in its colours, without words."""
    plate, inset, inner = face.plate(setter.theme), 0.6 * MM, TOKEN - 1.2 * MM
    ground = Rect(0.2, 0.2, TOKEN - 0.4, TOKEN - 0.4, plate.ground, plate.edge, 0.4, 0.5 * MM)
    shown = face_picture(face, inset, inset, inner, inner, plate, setter.theme)
    return Frame(TOKEN, TOKEN, (ground, *shown), 0.0, f"{face.name} token", face.at)


def _over(face: ChipFace, width: float, foot: float, unit: float, plate: Plate, setter: Setter) -> Iterator[Item]:
    """Draw what stands over a chip’s words: an echelon, then the number beside or under a symbol, or that alone."""
    top, bold, theme = 0.6 * unit, "narrow-bold", setter.theme
    if face.echelon and not face.values:
        yield from echelon(face.echelon, width / 2 + 0.4 * unit, top + 0.2 * unit, 0.85 * unit, plate.text)
    if not face.values and (face.echelon or (face.mark and is_unit_box(face.symbol))):
        top += 1.3 * unit
    if not face.large:
        wide = (5.2 if face.portrait else 5.0 if is_unit_box(face.symbol) else 4.6) * unit
        top -= 0.5 * unit if face.portrait else 0.0
        left, high = (width - wide) / 2, foot - top - 0.2 * unit
        shown = face_picture(face, left, top, wide, high, plate, theme)
        # Bars before a portrait reach out of it, here over the chip's edge.
        yield from [Group(tuple(shown), clip=(left, EDGED, wide, top + high - EDGED))] if face.overlay else shown
        return
    if face.values:
        yield from face_picture(face, width / 2 - 2 * unit, top, 4 * unit, 2 * unit, plate, theme)
        top += 2.1 * unit if face.symbol != "none" else 0.0
    aside = face.beside * unit
    most = (LOWER if face.values else LARGE) * unit / MM
    room = width - 1.2 * unit - aside
    size = int(4 * min(most, most * room / setter.book.width(face.large, bold, most))) / 4
    left = (width - aside - setter.book.width(face.large, bold, size)) / 2
    if aside:
        yield from face_picture(face, left - 0.15 * unit, top, aside - 0.25 * unit, foot - top, plate, theme)
    middle = (top + foot) / 2 + CAP / 2 * size
    yield setter.line(face.large, (width + aside) / 2, middle, bold, size, plate.text, align=0.5)


def face_picture(
    face: ChipFace, x: float, y: float, width: float, height: float, plate: Plate, theme: Theme
) -> Iterable[Item]:
    """Draw a chip’s portrait, picture or symbol: unit boxes in ink on a light ground, others in the chip’s colours."""
    if face.portrait:
        plain = face.portrait.model_copy(update={"details": ()})  # which are too fine for this size
        return [portrait(plain, x, y, width, height, face.colour, theme, face.overlay)]
    if face.art:
        return [placed(face.art, x, y, width, height, "fit", plate.text)]
    box = is_unit_box(face.symbol)
    ink, ground = (theme.ink, theme.paper) if box else (plate.text, plate.ground)
    if not theme.outlined:
        return symbol(face.symbol, x, y, width, height, ink, ground, theme.figures)
    drawn = symbol(face.symbol, x, y, width, height, theme.ink, theme.page, theme.figures)
    return line_art(drawn, theme.ink, theme.page, 0.6 if box else 0.45)


def _behind(width: float, edge: float, plate: Plate, count: int) -> Iterator[Item]:
    """Draw the edges of the other counters of a pile, at its right."""
    for step in range(count, 0, -1):
        x, short = width + step * PILED, step * 0.5 * MM
        yield Rect(x - 0.35 * MM, short, 0.35 * MM, edge - 2 * short, plate.edge)


def _edges(width: float, edge: float, face: ChipFace, plate: Plate, theme: Theme) -> Iterator[Item]:
    """Draw a chip’s ground and edge; in outlined themes its frame, dashed if reduced, and a second one if rolled."""
    line, dash = EDGED, (1.0 * MM, 0.6 * MM)
    if not theme.outlined:
        stroke, half = theme.gold if face.rolled else plate.edge, line / 2
        ground = Rect(half, half, width - line, edge - line, plate.ground, stroke, line, 0.4 * MM)
        yield ground if face.sure else ground._replace(stroke=None)
        if not face.sure:
            yield from dashed(box_corners(half, half, width - line, edge - line), stroke, line, *dash)
        return
    if face.rolled:
        yield Rect(0.4, 0.4, width - 0.8, edge - 0.8, None, theme.ink, 0.6, 0.6 * MM)
    inset = 2.0 if face.rolled else 0.3
    box = inset, inset, width - 2 * inset, edge - 2 * inset
    if face.reduced or not face.sure:
        around = cut_corners(*box, 1.2 * MM) if face.reduced else box_corners(*box)
        yield from dashed(around, plate.edge, 0.6, *dash)
    else:
        yield Rect(*box, None, plate.edge, 0.5, 0.4 * MM)


def plain_card(
    x: float, y: float, width: float, height: float, title: str, plate: Plate, owner_mark: str, setter: Setter
) -> Iterator[Item]:
    """Draw a small card with its number, under the mark of its owner if there is room."""
    yield plated(Rect(x, y, width, height, None, None, 0.0, 0.6 * MM), plate, 0.5)
    high = height > 8 * MM and owner_mark
    size = min(11.0, 11.0 * (width - 1 * MM) / setter.width(title, "narrow-bold", 11.0))
    if high:
        yield from mark(owner_mark, x + width / 2, y + 0.28 * height, 2.6 * MM, plate.text, plate.ground)
    base = y + (0.72 if high else 0.5) * height + 0.35 * size
    yield setter.line(title, x + width / 2, base, "narrow-bold", size, plate.text, align=0.5)


RISE = 2.9 * MM
"""Height of a step of a stair above the one before it."""
STEP_TEXT = 8.0


def _steps(width: float, steps: Mapping[str, str], setter: Setter) -> list[tuple[float, tuple[str, ...], list[str]]]:
    """Return width, title and words of each step of a stair, in lines; titles have one, if there is room."""
    pad = 1.4 * MM
    titles: list[tuple[str, ...]] = [(title,) for title in steps]
    while True:
        least = [max(setter.width(line, "narrow-bold", STEP_TEXT) for line in title) + pad for title in titles]
        spare = (width - sum(least)) / len(least)
        longest = max(range(len(least)), key=lambda at: least[at] if len(titles[at]) == 1 else 0.0)
        if spare >= 0 or len(titles[longest]) > 1 or " " not in titles[longest][0]:
            break
        titles[longest] = setter.halves(titles[longest][0], "narrow-bold")
    made = []
    for wide, title, text in zip(least, titles, steps.values(), strict=True):
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and setter.width(longer, "narrow", STEP_TEXT) <= wide + spare - 0.6 * MM:
                lines[-1] = longer
            else:
                lines.append(word)
        made.append((wide + spare, title, lines))
    return made


def stairs_height(width: float, steps: Mapping[str, str], setter: Setter) -> float:
    """Return the height of a stair at a width."""
    pitch, made = 1.1 * STEP_TEXT, _steps(width, steps, setter)
    lowest = max((len(title) + len(text)) * pitch - at * RISE for at, (_, title, text) in enumerate(made))
    return max(lowest + 1.2 * MM, 6 * MM) + (len(made) - 1) * RISE


def stair(
    x: float, y: float, width: float, steps: Mapping[str, str], colour: str, setter: Setter, note: str = ""
) -> Iterator[Item]:
    """Draw steps of a stair, each with a title and what it allows; the higher, the darker. A note is over the lower."""
    theme, pitch = setter.theme, 1.1 * STEP_TEXT
    thick = 0.5 if theme.outlined else 0.8
    foot = y + stairs_height(width, steps, setter)
    made = _steps(width, steps, setter)
    for at, (wide, title, text) in enumerate(made):
        top = y + (len(made) - 1 - at) * RISE
        yield Rect(x, top, wide, foot - top, theme.shade(colour, 0.12 + 0.13 * at), theme.ink, thick)
        base = top + 0.6 * MM
        for lines, font in ((title, "narrow-bold"), (text, "narrow")):
            for line in lines:
                base += pitch
                yield setter.line(line, x + wide / 2, base - 0.2 * STEP_TEXT, font, STEP_TEXT, theme.ink, align=0.5)
        x += wide
    if len(made) > 2:
        end = x - made[-1][0] - made[-2][0]
        tip = min(end, x - width + 13 * MM) - 1 * MM
        yield from arrow(x - width + 0.4 * MM, tip, y + 1.7 * MM, theme.ink)
        yield setter.line(note, tip + 1 * MM, y + 1.7 * MM + 0.35 * STEP_TEXT, "narrow", STEP_TEXT, theme.quiet)


CELL, GRID_TEXT, GRID_LEAST, ASKS = 0.9 * MM, 8.2, 7.0, 4 * MM
"""Room at both sides of a cell of a grid, its largest and its least type, and the length of the points around one."""


def grid(shown: CardGrid, width: float, setter: Setter, where: Where) -> Frame:
    """Draw a small table with lines around its cells, within points if it answers a question. Reports E310."""
    theme, point = setter.theme, ASKS if shown.ask else 0.0
    rows = [tuple(shown.columns), *((name, *cells) for name, cells in shown.rows.items())]
    inner, size = width - 2 * point, GRID_TEXT
    while (columns := _columns(rows, inner, size, setter)) is None and size > GRID_LEAST:
        size -= 0.1
    if columns is None:
        setter.found.append(Diagnostic("E310", "text does not fit: the grid is too wide", where(), "shorten it"))
        columns = [inner / len(shown.columns)] * len(shown.columns)
    items: list[Item] = []
    y, pitch = 0.0, 1.08 * size
    if shown.ask:
        y = 4.4 * MM
        ask = setter.size(shown.ask, "narrow-bold", 8.6, GRID_LEAST, inner, where, "question")
        items.append(setter.line(shown.ask, point, 3.2 * MM, "narrow-bold", ask, theme.ink))
    lefts = [point + x for x in accumulate(columns, initial=0.0)]
    strong = theme.plate(theme.accent)
    for number, row in enumerate(rows):
        cells = [_in_cell(text, wide, size, setter) for text, wide in zip(row, columns, strict=True)]
        high = max(map(len, cells)) * pitch + 1.2 * MM
        for at, (text, lines) in enumerate(zip(row, cells, strict=True)):
            ground, ink = theme.table_head(corner=at == 0) if number == 0 else (None, theme.ink)
            if number and at and text in shown.filled:
                ground, ink = strong.ground, strong.text
            items.append(Rect(lefts[at], y, columns[at], high, ground, theme.ink, 0.5))
            font = "narrow" if number and not at else "narrow-bold"
            first = y + high / 2 + 0.36 * size - (len(lines) - 1) * pitch / 2
            x, align = (lefts[at] + CELL, 0.0) if at == 0 else (lefts[at] + columns[at] / 2, 0.5)
            for line, words in enumerate(lines):
                items.append(setter.line(words, x, first + line * pitch, font, size, ink, align=align))
        y += high
    if not shown.ask:
        return Frame(width, y, tuple(items))
    high = y + 1.4 * MM
    edge = Polygon(pointed(0.0, 0.0, width, high, left=0.8 * point, right=0.8 * point), theme.page, theme.ink, 1.2)
    return Frame(width, high, (edge, *items))


def _in_cell(text: str, width: float, size: float, setter: Setter) -> tuple[str, ...]:
    """Return the lines of a cell: two if it is wider than its column."""
    one = setter.width(text, "narrow-bold", size) + 2 * CELL <= width + 0.01
    return (text,) if one else setter.halves(text, "narrow-bold")


def _columns(rows: Sequence[Sequence[str]], width: float, size: float, setter: Setter) -> list[float] | None:
    """Return the widths of columns whose cells have at most two lines, as even as they can be; None without room."""

    def least(texts: Iterable[Sequence[str]]) -> float:
        return max(setter.width(line, "narrow-bold", size) for lines in texts for line in lines) + 2 * CELL

    names, *others = zip(*rows, strict=True)
    first = least((text,) for text in names)
    for split in (False, True):
        needs = [
            least(setter.halves(text, "narrow-bold") if split else (text,) for text in column) for column in others
        ]
        if first + sum(needs) <= width:
            break
    else:
        return None
    even, rest = 0.0, list(needs)
    while rest:  # columns that need more than an even share have what they need
        even = (width - first - sum(need for need in needs if need not in rest)) / len(rest)
        broad = [need for need in rest if need > even]
        if not broad:
            break
        rest = [need for need in rest if need <= even]
    return [first, *(max(need, even) for need in needs)]
