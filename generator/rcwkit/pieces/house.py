"""The house face of a counter: mark, symbol, size and name; filled, or outlined with a hatched pennant."""

from __future__ import annotations

from rcwkit.look.art import placed
from rcwkit.look.frame import MM, Line, Polygon, Rect
from rcwkit.look.frame import Item as Drawn
from rcwkit.look.hatching import corners, cut_corners, dashed, hatched, line_art
from rcwkit.look.symbols import mark, proportion, symbol
from rcwkit.look.text import Setter, Where
from rcwkit.look.theme import Plate, Theme
from rcwkit.models.symbols import is_unit_box
from rcwkit.reading.sides import Side

__all__ = ["BLEED", "drawn_symbol", "house", "plate_of"]

BLEED = 1 * MM
"""Bleed of a counter, in points."""
USUAL = 15.9
"""Width of a counter in the units used below, which scale with it."""
BESIDE = (9.5, 9.8)
"""Middle and width of the space between the mark and the right edge."""


def house(side: Side, size: float, setter: Setter, where: Where) -> tuple[Drawn, ...]:
    """Draw the house face of a square counter with an edge of `size` points."""
    return (_outlined_face if setter.theme.outlined else _filled_face)(side, size, setter, where)


def _filled_face(side: Side, size: float, setter: Setter, where: Where) -> tuple[Drawn, ...]:
    plate = plate_of(side, setter.theme)
    unit = size / USUAL
    names, most = _name(side, size, setter, where)
    low = len(names) > 1 or bool(side.state)
    items: list[Drawn] = [Rect(-BLEED, -BLEED, size + 2 * BLEED, size + 2 * BLEED, plate.edge)]
    if side.framed:
        items.append(Rect(unit, unit, size - 2 * unit, size - 2 * unit, plate.ground, radius=0.5 * unit))
    if side.state:
        items += _state(side, size, setter, where)
    if side.echelon:
        high, baseline = (2.2, 3.15) if low else (2.6, 3.7)
        items.append(_echelon(side, size, (7.95, 8.1), high, baseline, setter, where))
        top, bottom = (3.7, 8.4) if low else (4.4, 10.2)
    else:
        # A wide picture stays clear of the mark in the corner.
        wide = proportion(side.symbol) < 75
        top, bottom = (3.4 if wide else 1.8, 8.6) if low else (3.9 if wide else 2.2, 10.2)
    items += drawn_symbol(side, 3.1 * unit, top * unit, 9.7 * unit, (bottom - top) * unit, setter, where)
    items += mark(
        side.owner.mark,
        2.75 * unit,
        2.75 * unit,
        1.9 * unit,
        plate.text,
        plate.ground,
    )
    usual = (11.2,) if side.state else (11.5, 14.3) if low else (14.2,)
    for text, baseline in zip(names, _baselines(side, len(names), most / unit, usual), strict=True):
        items.append(setter.line(text, size / 2, baseline * unit, "narrow-bold", most, plate.text, align=0.5))
    return tuple(items)


def _outlined_face(side: Side, size: float, setter: Setter, where: Where) -> tuple[Drawn, ...]:
    """Draw a face without fills: a large mark over a hatched pennant, and a frame, dashed on a reduced side."""
    unit, plate = size / USUAL, plate_of(side, setter.theme)
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
    items += drawn_symbol(side, 5.1 * unit, top * unit, 9.3 * unit, (bottom - top) * unit, setter, where)
    if side.state:
        items += _outlined_state(side, size, setter, where)
    usual = (11.2,) if side.state else (11.4, 14.2) if low else (14.1,)
    # Without a symbol, centre the name beside the pennant.
    middle = (4.3 * unit + size) / 2 if side.symbol == "none" else size / 2
    for text, baseline in zip(names, _baselines(side, len(names), most / unit, usual), strict=True):
        items.append(setter.line(text, middle, baseline * unit, "narrow-bold", most, plate.text, align=0.5))
    return tuple(items)


def _echelon(
    side: Side, size: float, place: tuple[float, float], high: float, baseline: float, setter: Setter, where: Where
) -> Drawn:
    """Centre the echelon in a place (middle and width, in units), or smaller beside the mark if it is too wide."""
    plate = plate_of(side, setter.theme)
    unit, floor, font, spacing = size / USUAL, setter.theme.counter_floor, "narrow-bold", 0.03
    text, tall = side.echelon, max(high * unit, floor)
    if setter.book.width(text, font, tall, spacing * tall) > place[1] * unit:
        place = BESIDE
    middle, room = (measure * unit for measure in place)
    tall = setter.size(text, font, tall, floor, room, lambda: where("unit_size"), "counter", spacing=spacing)
    return setter.line(text, middle, baseline * unit, font, tall, plate.text, align=0.5, spacing=spacing)


def _outlined_state(side: Side, size: float, setter: Setter, where: Where) -> list[Drawn]:
    """Set the state under a slanted line."""
    plate = plate_of(side, setter.theme)
    unit, floor = size / USUAL, setter.theme.counter_floor
    wide = setter.size(side.state, "narrow-bold", max(2.4 * unit, floor), floor, size - 2.4 * unit, where, "counter")
    end = 11.9 if setter.theme.band == "slanted" else 12.3
    line = Line(0.75 * unit, 12.3 * unit, size - 0.75 * unit, end * unit, plate.edge, 1.2)
    return [line, setter.line(side.state, size / 2, 14.3 * unit, "narrow-bold", wide, setter.theme.ink, align=0.5)]


def _name(side: Side, size: float, setter: Setter, where: Where) -> tuple[tuple[str, ...], float]:
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


def _baselines(side: Side, count: int, high: float, usual: tuple[float, ...]) -> tuple[float, ...]:
    """Return the baselines of a name in units: the usual ones, or centred if there is no symbol."""
    if side.symbol != "none":
        return usual
    middle = 8.2 if side.state else 9.2
    first = middle + 0.36 * high - (count - 1) * 0.5 * high
    return tuple(first + line * high for line in range(count))


def _state(side: Side, size: float, setter: Setter, where: Where) -> list[Drawn]:
    """Set the state on a slanted band across the foot."""
    unit, theme, floor = size / USUAL, setter.theme, setter.theme.counter_floor
    beyond, top, rise = size + BLEED, 12.5 * unit, theme.slant(0.55 * unit)
    band = Polygon(((-BLEED, top), (beyond, top - rise), (beyond, beyond), (-BLEED, beyond)), theme.ink)
    wide = setter.size(side.state, "narrow-bold", max(2.4 * unit, floor), floor, size - 1.4 * unit, where, "counter")
    return [band, setter.line(side.state, size / 2, 14.5 * unit, "narrow-bold", wide, theme.on(theme.ink), align=0.5)]


def plate_of(side: Side, theme: Theme) -> Plate:
    """Return the colours of a side."""
    return theme.reduced(side.owner.colour) if side.framed else theme.plate(side.owner.colour)


def drawn_symbol(
    side: Side, x: float, y: float, width: float, height: float, setter: Setter, where: Where
) -> tuple[Drawn, ...]:
    """Draw a picture of the game's own, or a symbol: boxes in ink on a light ground, others in the side's colours."""
    theme = setter.theme
    if side.art and (art := setter.picture(side.art, lambda: where("art"))):
        return (placed(art, x, y, width, height, "fit", plate_of(side, theme).text),)
    if theme.outlined:
        drawn = symbol(side.symbol, x, y, width, height, theme.ink, theme.page)
        return tuple(line_art(drawn, theme.ink, theme.page, 0.6 if is_unit_box(side.symbol) else 0.45))
    if is_unit_box(side.symbol):
        return symbol(side.symbol, x, y, width, height, theme.ink, theme.page if side.framed else theme.paper)
    plate = plate_of(side, theme)
    return symbol(side.symbol, x, y, width, height, plate.text, plate.ground)
