"""Draw boxes laid flat: art, tabs to glue, solid lines to cut and dashed lines to fold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rcwkit.look.frame import MM, Frame, Group, Item, Line, Polygon, Rect
from rcwkit.look.hatching import dashed, hatched
from rcwkit.look.language import word
from rcwkit.look.marks import THIN
from rcwkit.look.text import Block, Box, Setter, Where
from rcwkit.look.theme import Plate, Poster
from rcwkit.models.cards import CardBack
from rcwkit.pieces.nets import WHOLE, Net, Panel, Point, Tray, Tuck
from rcwkit.pieces.posters import back_art

__all__ = ["Art", "lidded", "tuck_box"]

FONT = "narrow-bold"
BLEED = 1 * MM
"""Bleed of a box's colour."""
HALO = 0.35 * MM
"""Width of the light line under a cut, so that it shows on any colour."""
DASH = 1.6 * MM, 1.2 * MM
BAND = 17 * MM
"""Height of the band on the back of a tuck box."""


class Art(NamedTuple):
    """The texts and colours of a box: title, contents, game, measures; `where` leads to the source."""

    title: str
    holds: str
    game: str
    measures: str
    plate: Plate
    where: Where
    at: str


def tuck_box(
    tuck: Tuck, art: Art, back: CardBack, colours: Poster, setter: Setter, columns: Sequence[str] = WHOLE
) -> Frame:
    """Return a tuck box, or the half with these panels: the deck's poster in front, its contents on the back."""
    net = tuck.net(columns)
    items: list[Item] = []
    for name, panel in net.panels.items():
        match name.split(" ")[0]:
            case "front":
                items += _placed(panel, _front(panel, art, back, colours, setter), bleed=BLEED)
            case "side":
                holds = art.holds if name == "side 2" or "back" in columns[:1] else ""
                items += _placed(panel, _side(panel, art, holds, setter))
            case "back":
                items += _placed(panel, _back(panel, art, setter))
            case _:
                items += _placed(panel, _lid(panel, art, setter))
    name, halved = art.title, tuple(columns) != WHOLE
    if halved:
        half = word("{box}, first half") if "front" in columns else word("{box}, second half")
        name = setter.say(half, box=art.title)
    return _frame(net, items, art.plate, setter, name, art.at)


def lidded(tray: Tray, art: Art, setter: Setter) -> list[Frame]:
    """Return a tray and its lid."""
    base, lid = tray.net(), tray.lid().net()
    plain = Plate(setter.theme.page, setter.theme.quiet, setter.theme.page)
    said = _placed(
        base.panels["floor"], _centred_lines(base.panels["floor"], (art.measures,), plain, setter, art.where)
    )
    top = lid.panels["floor"]
    items = [*_placed(top, _centred_lines(top, (art.title.upper(), art.game, art.holds), art.plate, setter, art.where))]
    for name in ("upper", "lower"):
        panel, turned = lid.panels[name], 180.0 if name == "upper" else 0.0
        items += _placed(panel, _centred_line(panel, f"{art.game} · {art.title}", art.plate, setter, art.where, turned))
    return [
        _frame(base, list(said), plain, setter, setter.say("{box}, tray", box=art.title), art.at),
        _frame(lid, items, art.plate, setter, setter.say("{box}, lid", box=art.title), art.at),
    ]


def _frame(net: Net, art: Iterable[Item], plate: Plate, setter: Setter, name: str, at: str) -> Frame:
    """Return a net with its art, tabs and lines."""
    theme = setter.theme
    filled = plate.ground != theme.page
    items: list[Item] = [Polygon(_points(net.body), plate.ground, plate.ground, 2 * BLEED)] if filled else []
    items += art
    for tab in net.tabs:
        items.append(Polygon(_points(tab), theme.page))
        items += hatched(_points(tab), "rising", theme.hairline, 2.4)
    items += [
        Polygon(_points(net.outline), None, colour, line) for colour, line in ((theme.page, HALO), (theme.ink, THIN))
    ]
    for fold in net.folds:
        start, end = _points(fold)
        items += [Line(*start, *end, theme.page, HALO), *dashed((start, end), theme.ink, THIN, *DASH, closed=False)]
    width, height = (side * MM for side in net.size)
    return Frame(width, height, tuple(items), 0.0, name, at)


def _placed(panel: Panel, items: Iterable[Item], bleed: float = 0.0) -> Iterator[Group]:
    """Yield the items of a panel, clipped to it."""
    x, y, width, height = (part * MM for part in panel)
    yield Group(tuple(items), x, y, clip=(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed))


def _front(panel: Panel, art: Art, back: CardBack, colours: Poster, setter: Setter) -> Iterator[Item]:
    width, height = panel[2] * MM, panel[3] * MM
    yield from back_art(back.motif, setter.theme, width, height, BLEED, colours)
    lines, size = setter.title(
        art.title.upper(), FONT, 19, 13, setter.theme.card_floor, width - 8 * MM, art.where, "box"
    )
    first = height - 6 * MM - (len(lines) - 1) * size
    yield from (
        setter.line(line, 4 * MM, first + row * size, FONT, size, colours.light) for row, line in enumerate(lines)
    )


def _back(panel: Panel, art: Art, setter: Setter) -> Iterator[Item]:
    """Draw the back: a slanted band with the title, the contents, and the measures at the foot."""
    theme, width, height = setter.theme, panel[2] * MM, panel[3] * MM
    slope = theme.slant(0.06 * width)
    yield Rect(0, 0, width, height, theme.paper if not art.plate.hatch else theme.page)
    wedge = ((0.0, 0.0), (width, 0.0), (width, BAND - slope), (0.0, BAND))
    if art.plate.hatch:
        stripe = ((0.0, BAND - 3 * MM), (width, BAND - slope - 3 * MM), (width, BAND - slope), (0.0, BAND))
        yield from hatched(stripe, art.plate.hatch, art.plate.edge, 2.6)
        yield Line(0, BAND, width, BAND - slope, theme.ink, 1.2)
    else:
        yield Polygon(wedge, art.plate.ground)
        yield Line(0, BAND + 1.2, width, BAND - slope + 1.2, theme.stripe(art.plate.ground), 2.4)
    room, left = width - 8 * MM, 4 * MM
    size = setter.size(art.title.upper(), FONT, 16, theme.card_floor, room, art.where, "box")
    yield setter.line(art.title.upper(), left, 8.5 * MM, FONT, size, art.plate.text)
    texts = [Block(art.holds, theme.ink, font=FONT, bold=FONT, scale=1.5), Block(art.game, theme.ink, before=0.4)]
    yield from setter.fit(texts, Box(left, BAND + 5 * MM, room, 30 * MM, "box"), 9, theme.card_floor, art.where)
    small = Block(art.measures, theme.quiet)
    high = setter.height([small], room, theme.card_floor)
    foot = Box(left, height - high - 4 * MM, room, high + 1, "box")
    yield from setter.fit([small], foot, theme.card_floor, theme.card_floor, art.where)


def _side(panel: Panel, art: Art, holds: str, setter: Setter) -> Iterator[Item]:
    width, height = panel[2] * MM, panel[3] * MM
    text = holds or f"{art.title.upper()} · {art.game}"
    most, floor = min(15.0, 0.55 * width), setter.theme.card_floor
    size = setter.size(text, FONT, most, floor, height - 10 * MM, art.where, "side of the box")
    yield Rect(0, 0, width, height, art.plate.ground)
    yield Group((setter.line(text, 0, 0.35 * size, FONT, size, art.plate.text, align=0.5),), width / 2, height / 2, 90)


def _lid(panel: Panel, art: Art, setter: Setter) -> Iterator[Item]:
    yield Rect(0, 0, panel[2] * MM, panel[3] * MM, art.plate.ground)
    yield from _centred_line(panel, art.title.upper(), art.plate, setter, art.where, 0.0)


def _centred_line(panel: Panel, text: str, plate: Plate, setter: Setter, where: Where, turned: float) -> Iterator[Item]:
    """Set a line of text in the middle of a panel."""
    width, height = panel[2] * MM, panel[3] * MM
    most, floor = min(15.0, 0.55 * height), setter.theme.card_floor
    size = setter.size(text, FONT, most, floor, width - 8 * MM, where, "lid of the box")
    yield Group((setter.line(text, 0, 0.35 * size, FONT, size, plate.text, align=0.5),), width / 2, height / 2, turned)


def _centred_lines(panel: Panel, texts: Sequence[str], plate: Plate, setter: Setter, where: Where) -> Iterator[Item]:
    """Set lines of text in the middle of a panel, the first the largest."""
    width, height = panel[2] * MM, panel[3] * MM
    sizes = [
        setter.size(text, FONT, 26 if at == 0 and len(texts) > 1 else 11, 6.5, width - 10 * MM, where, "box")
        for at, text in enumerate(texts)
    ]
    y = height / 2 - sum(sizes) * 0.65
    for text, size in zip(texts, sizes, strict=True):
        y += 1.25 * size
        yield setter.line(text, width / 2, y, FONT, size, plate.text, align=0.5)


def _points(points: Iterable[Point]) -> tuple[Point, ...]:
    return tuple((round(x * MM, 3), round(y * MM, 3)) for x, y in points)
