"""Draw frames to lay around models, and cards of distances to keep beside a tape measure."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rcwkit.look.frame import MM, Group, Item, Line, Polygon, Rect
from rcwkit.look.text import Block, Box, Setter, Where
from rcwkit.models.gauges import Gauge
from rcwkit.pieces.scales import across, cited
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry

__all__ = ["card", "opening"]

EDGE = 0.7 * MM
"""Width of the line along a cut."""
PAD = 1.6 * MM
TITLE, BODY, SMALL = 11.0, 9.0, 7.0
HEAD, ROW = 7.2 * MM, 5.4 * MM
"""Heights of a card's title, and of its rows and headings."""
FIRST = 0.38
"""Share of a card's width for the names of its rows."""


def opening(game: Game, entry: Entry[Gauge], setter: Setter) -> tuple[Item, ...]:
    """Draw a frame, in points, around an opening of the gauge's length: title above, size and lines below."""
    gauge, theme = entry.value, setter.theme
    border, inner = gauge.width * MM, gauge.length * MM
    side, where = inner + 2 * border, partial(entry.document.at, *entry.path)
    plate = theme.plate(theme.paper)
    text, size = gauge.title.upper(), min(TITLE, 0.5 * border)
    floor = min(size, theme.aid_floor)
    size = setter.size(text, "narrow-bold", size, floor, 0.6 * side, partial(where, "title"), "frame")
    measure = across(gauge, setter.say)
    numbers = (game.ruling_numbers[name] for name in gauge.rulings)
    return (
        *(() if plate.hatch else (Rect(0, 0, side, side, plate.ground),)),
        Rect(border, border, inner, inner, theme.page, theme.ink, EDGE),
        Rect(EDGE / 2, EDGE / 2, side - EDGE, side - EDGE, None, theme.ink, EDGE),
        *_middles(setter, border, inner),
        setter.line(text, PAD, border / 2 + 0.35 * size, "narrow-bold", size, theme.ink),
        setter.line(measure, side - PAD, border / 2 + 0.35 * size, "narrow-bold", size, theme.quiet, align=1.0),
        *setter.rulings(numbers, side - PAD, side - border + 0.5 * (border - 6.5), 6.5),
        *_border_lines(gauge, setter, side, border, where),
    )


def _middles(setter: Setter, border: float, inner: float) -> Iterator[Item]:
    """Draw a wedge at the middle of each inner edge; the four aim at the middle of the opening."""
    accent, middle = setter.theme.accent, border + inner / 2
    deep, half = 0.3 * border, 0.26 * border
    for turn in range(4):
        wedge = Polygon(((0.0, -inner / 2), (-half, -inner / 2 - deep), (half, -inner / 2 - deep)), accent)
        yield Group((wedge,), middle, middle, 90 * turn)


def _border_lines(gauge: Gauge, setter: Setter, side: float, border: float, where: Where) -> Iterator[Item]:
    """Set rule and lines along the lower edge, clear of the wedge above them."""
    said = " · ".join(filter(None, (cited(setter.say, gauge.rule), " ".join(filter(None, (gauge.note, *gauge.lines))))))
    if said:
        block, room = Block(said, setter.theme.ink, ("lines",)), side - 2 * PAD - (8 * MM if gauge.rulings else 0.0)
        high = min(setter.height((block,), room, SMALL), border - 2 * EDGE)
        yield from setter.fit((block,), Box(PAD, side - EDGE - 0.3 * MM - high, room, high, "frame"), SMALL, 6.5, where)


def card(game: Game, entry: Entry[Gauge], setter: Setter) -> tuple[float, float, tuple[Item, ...]]:
    """Return a card's width, height and items in points: title, headings, rows, and lines below them."""
    gauge, theme = entry.value, setter.theme
    width, where = gauge.length * MM, partial(entry.document.at, *entry.path)
    blocks = [Block(text, theme.ink, ("lines", index)) for index, text in enumerate(gauge.lines)]
    below = setter.height(blocks, width - 2 * PAD, SMALL) + 1.4 * MM if blocks else 0.0
    top = HEAD + ROW * (1 + len(gauge.rows))
    plate = theme.plate(theme.ink)
    numbers = (game.ruling_numbers[name] for name in gauge.rulings)
    title = gauge.title.upper()
    size = setter.size(title, "narrow-bold", TITLE, theme.aid_floor, 0.7 * width, partial(where, "title"), "card")
    items: list[Item] = [
        setter.line(title, PAD, HEAD / 2 + 0.35 * size, "narrow-bold", size, theme.ink, spacing=0.02),
        setter.line(
            cited(setter.say, gauge.rule), width - PAD - 9 * MM, HEAD / 2 + 2.4, "narrow", SMALL, theme.quiet, align=1.0
        ),
        *setter.rulings(numbers, width - PAD, HEAD / 2 - 4, 6.5),
        Rect(0, HEAD, width, ROW, plate.ground),
        *_cells(setter, gauge.columns, HEAD, width, plate.text, partial(where, "columns"), bold=True),
    ]
    for number, (name, cells) in enumerate(gauge.rows.items(), 1):
        y = HEAD + ROW * number
        items += _cells(setter, (name, *map(str, cells)), y, width, theme.ink, partial(where, "rows", name))
        items.append(Line(0, y + ROW, width, y + ROW, theme.hairline, 0.4))
    if blocks:
        box = Box(PAD, top + 0.7 * MM, width - 2 * PAD, below, "card")
        items += setter.fit(blocks, box, SMALL, 6.5, where)
    height = top + below
    items.append(Rect(EDGE / 2, EDGE / 2, width - EDGE, height - EDGE, None, theme.ink, EDGE))
    return width, height, tuple(items)


def _cells(
    setter: Setter, texts: tuple[str, ...], y: float, width: float, fill: str, where: Where, *, bold: bool = False
) -> Iterator[Item]:
    """Set a row's name at the left and its cells centred in columns of equal width."""
    floor, each = setter.theme.aid_floor, width * (1 - FIRST) / max(1, len(texts) - 1)
    for column, text in enumerate(texts):
        font = "narrow-bold" if bold or column else "narrow"
        room = (FIRST * width if column == 0 else each) - (PAD if column == 0 else 0.6 * MM)
        size = setter.size(text, font, BODY, floor, room, where, "card")
        x = PAD if column == 0 else FIRST * width + each * (column - 0.5)
        yield setter.line(text, x, y + ROW / 2 + 0.35 * size, font, size, fill, align=0.5 if column else 0.0)
