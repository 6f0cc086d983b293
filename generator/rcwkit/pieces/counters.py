"""Draw counters: fronts, backs, and the small chips on set-up sheets; filled, or outlined with a hatched pennant."""

from __future__ import annotations

from typing import NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.look.frame import MM, Frame, Line, Polygon, Rect
from rcwkit.look.frame import Item as Drawn
from rcwkit.look.hatching import corners, cut_corners, dashed, hatched, line_art
from rcwkit.look.symbols import SYMBOLS, UNIT_BOXES, mark, symbol
from rcwkit.look.text import Setter, Where
from rcwkit.look.theme import Plate, Theme
from rcwkit.models.counters import Counter, Reverse
from rcwkit.models.game import Owner
from rcwkit.reading.game import Game, Item

__all__ = ["BLEED", "badge", "chip", "faces", "size_of"]

BLEED = 1 * MM
"""Bleed of a counter, in points."""
USUAL = 15.9
"""Width of a counter in the units used below, which scale with it."""
BESIDE = (9.5, 9.8)
"""Middle and width of the space between the mark and the right edge."""
CHIP = 5.4 * MM
"""Height of a set-up chip, in points."""


def size_of(game: Game, unit: str) -> float:
    """Return the edge of a counter in points: its sheet's size, or else the game's."""
    # Rounded, so that 5/8 inch is 45 points.
    return round((game.sheets[unit].size or game.info.counter_size) * MM, 9)


class _Side(NamedTuple):
    """What one side of a counter shows; `framed` for a reduced side."""

    owner: Owner
    plate: Plate
    name: str
    symbol: str
    echelon: str = ""
    state: str = ""
    framed: bool = False


def faces(game: Game, item: Item[Counter], setter: Setter) -> tuple[Frame, Frame | None]:
    """Return the front and back of a counter, with bleed; the back is None for a counter without one."""
    front, back = _sides(game, item, setter)
    size = size_of(game, item.id)

    def where(*path: str) -> Span:
        if path == ("echelon",):
            return game.root.at("unit_types", item.value.type, "echelon")
        return item.document.at(*item.path, *path) if path else item.span

    def drawn(side: _Side, ending: str) -> Frame:
        items = (_outlined_face if setter.theme.outlined else _filled_face)(side, size, setter, where)
        return Frame(size, size, items, BLEED, item.id + ending, item.span.place)

    return drawn(front, ""), drawn(back, " back") if back else None


def chip(
    game: Game,
    item: Item[Counter],
    setter: Setter,
    *,
    copies: int = 1,
    reversed: bool = False,
    rolled: bool = False,
) -> Frame:
    """Return a counter as shown on set-up sheets: mark, symbol and name in a row, in the colours of its side.

    A unit box holds the echelon. Several `copies` are one chip with their number. A `rolled` chip, decided by dice, has
    a gold edge. In an outlined theme that is a second frame, and a reduced counter is dashed.
    """
    front, back = _sides(game, item, setter)
    side = back if reversed and back else front
    theme, plate, high = setter.theme, side.plate, CHIP
    round_end = side.symbol == "leader"
    padding = (1.5 if round_end else 1.0) * MM
    items: list[Drawn] = []
    x = padding
    items += mark(side.owner.mark, x + 0.8 * MM, high / 2, 1.6 * MM, plate.text, plate.ground)
    x += 2.3 * MM
    if side.symbol != "none":
        drawn, wide = _sized(side, x, high, item, setter) if side.echelon else _pictured(side, x, high, setter)
        items += drawn
        x += wide + 0.8 * MM
    state = side.state or ("reduced" if side.framed else "")
    name = f"{side.name} · {state}" if state and reversed else side.name
    name = f"{copies} × {name}" if copies > 1 else name
    setter.check(name, "narrow-bold", lambda: item.span)
    items.append(setter.line(name, x, high / 2 + 0.35 * theme.aid_floor, "narrow-bold", theme.aid_floor, plate.text))
    width = round(x + setter.book.width(name, "narrow-bold", theme.aid_floor) + padding, 2)
    radius = high / 2 if round_end else 0.6 * MM
    edges = (_outlined_edge if theme.outlined else _edge)(width, high, side, radius, setter, rolled=rolled)
    return Frame(width, high, (*edges, *items), 0.0, f"{item.id} chip", item.span.place)


def _sized(side: _Side, x: float, high: float, item: Item[Counter], setter: Setter) -> tuple[list[Drawn], float]:
    """Draw a chip's unit box with its echelon in it, and cavalry's slash in its corner; also return its width."""
    theme, size, top = setter.theme, setter.theme.aid_floor, 0.9 * MM
    tall = high - 2 * top
    setter.check(side.echelon, "narrow-bold", lambda: item.span)
    wide = setter.book.width(side.echelon, "narrow-bold", size) + 1.4 * MM
    ground = theme.page if side.framed or theme.outlined else theme.paper
    drawn: list[Drawn] = [Rect(x, top, wide, tall, ground, theme.ink, 0.5)]
    if side.symbol != "infantry":
        drawn.append(Polygon(((x, top), (x + 1.2 * MM, top), (x, top + 1.2 * MM)), theme.ink))
    drawn.append(
        setter.line(side.echelon, x + wide / 2, high / 2 + 0.35 * size, "narrow-bold", size, theme.ink, align=0.5)
    )
    return drawn, wide


def _pictured(side: _Side, x: float, high: float, setter: Setter) -> tuple[list[Drawn], float]:
    """Draw a chip's symbol; also return its width."""
    wide = (4.4 if side.symbol in UNIT_BOXES else 3.2) * MM
    return list(_symbol(side, x, 1.1 * MM, wide, high - 2.2 * MM, setter)), wide


def badge(owner: Owner, theme: Theme) -> Frame:
    """Return an owner's mark and hatch, to print before a heading."""
    plate, high = theme.plate(owner.colour), 4.2 * MM
    stretch = ((5.4 * MM, 0.0), (14.6 * MM, 0.0), (13.6 * MM, high), (4.4 * MM, high))
    lines = hatched(stretch, plate.hatch, plate.edge, 2.4, 0.45) if plate.hatch else ()
    sign = mark(owner.mark, high / 2, high / 2, 3.4 * MM, plate.edge, theme.page)
    return Frame(15 * MM, high, (*sign, *lines), 0.0, owner.title)


def _edge(width: float, high: float, side: _Side, radius: float, setter: Setter, *, rolled: bool) -> tuple[Drawn, ...]:
    """Return a chip's ground and edge."""
    edge, line = (setter.theme.gold, 0.6 * MM) if rolled else (side.plate.edge, 0.45 * MM)
    return (Rect(line / 2, line / 2, width - line, high - line, side.plate.ground, edge, line, radius - line / 2),)


def _outlined_edge(
    width: float, high: float, side: _Side, radius: float, setter: Setter, *, rolled: bool
) -> tuple[Drawn, ...]:
    """Return a chip's frame, dashed if it is reduced, with a second one if dice decided it."""
    line, ink = 0.6, setter.theme.ink
    outer = (Rect(0.4, 0.4, width - 0.8, high - 0.8, None, ink, 0.8, radius),) if rolled else ()
    inset, edge = 2.0 if rolled else line / 2, side.plate.edge
    across, down = width - 2 * inset, high - 2 * inset
    if side.framed:
        return (*outer, *dashed(cut_corners(inset, inset, across, down, 1.2 * MM), edge, 0.8, 1.0 * MM, 0.6 * MM))
    return (*outer, Rect(inset, inset, across, down, None, edge, line, max(0.0, radius - inset)))


def _sides(game: Game, item: Item[Counter], setter: Setter) -> tuple[_Side, _Side | None]:
    counter, kind = item.value, game.type_of(item.id)
    owner = game.owners[game.owner_of(item.id)]
    theme = setter.theme
    drawing = counter.symbol or kind.symbol
    echelon = (kind.echelon or "") if drawing in UNIT_BOXES else ""
    front = _Side(owner, theme.plate(owner.colour), counter.name, drawing, echelon)
    reverse = game.reverse_of(item.id)
    if isinstance(reverse, Reverse):
        other = game.owners[reverse.side] if reverse.side else owner
        plate = theme.plate(other.colour) if reverse.side else theme.reduced(owner.colour)
        name = reverse.name or counter.name
        return front, front._replace(owner=other, plate=plate, name=name, state=reverse.state, framed=not reverse.side)
    if reverse == "reduced":
        return front, front._replace(plate=theme.reduced(owner.colour), framed=True)
    return front, None


def _filled_face(side: _Side, size: float, setter: Setter, where: Where) -> tuple[Drawn, ...]:
    unit = size / USUAL
    names, most = _name(side, size, setter, where)
    low = len(names) > 1 or bool(side.state)
    items: list[Drawn] = [Rect(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED, side.plate.edge)]
    if side.framed:
        items.append(Rect(unit, unit, size - 2 * unit, size - 2 * unit, side.plate.ground, radius=0.5 * unit))
    if side.state:
        items += _state(side, size, setter, where)
    if side.echelon:
        high, baseline = (2.2, 3.15) if low else (2.6, 3.7)
        items.append(_echelon(side, size, (7.95, 8.1), high, baseline, setter, where))
        top, bottom = (3.7, 8.4) if low else (4.4, 10.2)
    else:
        # A wide picture stays clear of the mark in the corner.
        wide = SYMBOLS[side.symbol][1] < 75
        top, bottom = (3.4 if wide else 1.8, 8.6) if low else (3.9 if wide else 2.2, 10.2)
    items += _symbol(side, 3.1 * unit, top * unit, 9.7 * unit, (bottom - top) * unit, setter)
    items += mark(side.owner.mark, 2.75 * unit, 2.75 * unit, 1.9 * unit, side.plate.text, side.plate.ground)
    usual = (11.2,) if side.state else (11.5, 14.3) if low else (14.2,)
    for text, baseline in zip(names, _baselines(side, len(names), most / unit, usual), strict=True):
        items.append(setter.line(text, size / 2, baseline * unit, "narrow-bold", most, side.plate.text, align=0.5))
    return tuple(items)


def _outlined_face(side: _Side, size: float, setter: Setter, where: Where) -> tuple[Drawn, ...]:
    """Draw a face without fills: a large mark over a hatched pennant, and a frame, dashed on a reduced side."""
    unit, plate = size / USUAL, side.plate
    names, most = _name(side, size, setter, where)
    low = len(names) > 1 or bool(side.state)
    edge, far = 0.75 * unit, size - 0.75 * unit
    top, bottom = (3.9, 8.3) if low else (4.4, 10.2)
    hang, deep = 5.5 * unit, (bottom + 0.2) * unit
    pennant = ((edge, hang), (4.3 * unit, hang), (4.3 * unit, deep - 1.1 * unit), (edge, deep))
    items: list[Drawn] = []
    if plate.hatch:
        items += hatched(pennant, plate.hatch, plate.edge, 0.72 * unit)
    items.append(Polygon(pennant, None, plate.edge, 0.5))
    if side.framed:
        broken = cut_corners(edge, edge, far - edge, far - edge, 2.9 * unit)
        items += dashed(broken, plate.edge, 0.6, 1.2 * unit, 0.8 * unit)
    else:
        items.append(Polygon(corners(edge, edge, far - edge, far - edge), None, plate.edge, 0.5))
    items += mark(side.owner.mark, 2.9 * unit, 3.2 * unit, 3.3 * unit, plate.text, plate.ground)
    if side.echelon:
        items.append(_echelon(side, size, BESIDE, 2.25, 3.3 if low else 3.7, setter, where))
    else:
        top -= 2.2
    items += _symbol(side, 5.1 * unit, top * unit, 9.3 * unit, (bottom - top) * unit, setter)
    if side.state:
        items += _outlined_state(side, size, setter, where)
    usual = (11.2,) if side.state else (11.4, 14.2) if low else (14.1,)
    # Without a symbol, centre the name beside the pennant.
    middle = (4.3 * unit + size) / 2 if side.symbol == "none" else size / 2
    for text, baseline in zip(names, _baselines(side, len(names), most / unit, usual), strict=True):
        items.append(setter.line(text, middle, baseline * unit, "narrow-bold", most, plate.text, align=0.5))
    return tuple(items)


def _echelon(
    side: _Side, size: float, place: tuple[float, float], high: float, baseline: float, setter: Setter, where: Where
) -> Drawn:
    """Centre the echelon in a place (middle and width, in units), or smaller beside the mark if it is too wide."""
    unit, floor, font, spacing = size / USUAL, setter.theme.counter_floor, "narrow-bold", 0.03
    text, tall = side.echelon, max(high * unit, floor)
    if setter.book.width(text, font, tall, spacing * tall) > place[1] * unit:
        place = BESIDE
    middle, room = (measure * unit for measure in place)
    tall = setter.size(text, font, tall, floor, room, lambda: where("echelon"), "counter", spacing=spacing)
    return setter.line(text, middle, baseline * unit, font, tall, side.plate.text, align=0.5, spacing=spacing)


def _outlined_state(side: _Side, size: float, setter: Setter, where: Where) -> list[Drawn]:
    """Set the state under a slanted line."""
    unit, floor = size / USUAL, setter.theme.counter_floor
    wide = setter.size(side.state, "narrow-bold", max(2.4 * unit, floor), floor, size - 2.4 * unit, where, "counter")
    line = Line(0.75 * unit, 12.3 * unit, size - 0.75 * unit, 11.9 * unit, side.plate.edge, 1.2)
    return [line, setter.line(side.state, size / 2, 14.3 * unit, "narrow-bold", wide, setter.theme.ink, align=0.5)]


def _name(side: _Side, size: float, setter: Setter, where: Where) -> tuple[tuple[str, ...], float]:
    """Return the name's lines and size: one line, or two if they allow a larger size."""
    unit, floor, font = size / USUAL, setter.theme.counter_floor, "narrow-bold"
    inside = size - (3.2 if side.framed and not setter.theme.outlined else 2.4 if setter.theme.outlined else 1.8) * unit
    if side.symbol == "none":
        inside -= 3.6 * unit if setter.theme.outlined else 0.0
        return setter.title(side.name, font, 7.2 * unit, max(5.0 * unit, floor), floor, inside, where, "counter")
    most = max((2.9 if side.state else 3.6 if setter.theme.outlined else 4.0) * unit, floor)
    if side.state:
        return (side.name,), setter.size(side.name, font, most, floor, inside, where, "counter")
    return setter.title(side.name, font, most, max(2.8 * unit, floor), floor, inside, where, "counter")


def _baselines(side: _Side, count: int, high: float, usual: tuple[float, ...]) -> tuple[float, ...]:
    """Return the baselines of a name in units: the usual ones, or centred if there is no symbol."""
    if side.symbol != "none":
        return usual
    middle = 8.2 if side.state else 9.2
    first = middle + 0.36 * high - (count - 1) * 0.5 * high
    return tuple(first + line * high for line in range(count))


def _state(side: _Side, size: float, setter: Setter, where: Where) -> list[Drawn]:
    """Set the state on a slanted band across the foot."""
    unit, theme, floor = size / USUAL, setter.theme, setter.theme.counter_floor
    beyond, top = size + BLEED, 12.5 * unit
    band = Polygon(((-BLEED, top), (beyond, top - 0.55 * unit), (beyond, beyond), (-BLEED, beyond)), theme.ink)
    wide = setter.size(side.state, "narrow-bold", max(2.4 * unit, floor), floor, size - 1.4 * unit, where, "counter")
    return [band, setter.line(side.state, size / 2, 14.5 * unit, "narrow-bold", wide, theme.on(theme.ink), align=0.5)]


def _symbol(side: _Side, x: float, y: float, width: float, height: float, setter: Setter) -> tuple[Drawn, ...]:
    """Draw unit boxes in ink on a light ground, pictures in the colours of the side."""
    theme = setter.theme
    if theme.outlined:
        drawn = symbol(side.symbol, x, y, width, height, theme.ink, theme.page)
        return tuple(line_art(drawn, theme.ink, theme.page, 0.6 if side.symbol in UNIT_BOXES else 0.45))
    if side.symbol in UNIT_BOXES:
        return symbol(side.symbol, x, y, width, height, theme.ink, theme.page if side.framed else theme.paper)
    return symbol(side.symbol, x, y, width, height, side.plate.text, side.plate.ground)
