"""Draw counters, front and back, by the layout of their type, and as chips on set-up sheets."""

from __future__ import annotations

from collections.abc import Callable

from rcwkit.art.artwork import placed
from rcwkit.art.hatching import cut_corners, dashed, line_art
from rcwkit.art.symbols import mark, symbol
from rcwkit.art.theme import Plate, Theme
from rcwkit.diagnostics import Span
from rcwkit.faces.faces import Faces
from rcwkit.frame import MM, Frame, Polygon, Rect
from rcwkit.frame import Item as Drawn
from rcwkit.game.game import Game, Item
from rcwkit.kinds.counters.model import Counter
from rcwkit.kinds.counters.sides import Side, face_layout, side_scope, side_spans, sides, size_of
from rcwkit.source.symbols import is_unit_box
from rcwkit.type.text import Setter

__all__ = ["BLEED", "chip", "faces"]

BLEED = 1 * MM
"""Bleed of a counter, in points."""


def faces(drawing: Faces, item: Item[Counter]) -> tuple[Frame, Frame | None]:
    """Return the front and back of a counter, with bleed; the back is None for a counter without one."""
    game = drawing.game
    front, back = sides(game, item)
    layout, size, spans = face_layout(game, item.id), size_of(game, item.id), side_spans(game, item)

    def drawn(side: Side, ending: str) -> Frame:
        scope = side_scope(game, item, side, back=bool(ending))
        name = item.id + ending
        return drawing.face(layout, scope, size, bleed=BLEED, name=name, at=item.span, spans=spans, shape=side.shape)

    return drawn(front, ""), drawn(back, " back") if back else None


CHIP = 5.4 * MM
"""Height of a set-up chip, in points."""


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

    Values follow the name; a unit box holds the echelon. Several `copies` are one chip with their number. A `rolled`
    chip, decided by dice, has a gold edge; in an outlined theme, a second frame, where a reduced counter is dashed.
    """
    front, back = sides(game, item)
    side = back if reversed and back else front
    theme, plate, high = setter.theme, _plate(side, setter.theme), CHIP
    round_end = side.symbol == "leader"
    padding = (1.5 if round_end else 1.0) * MM
    items: list[Drawn] = []
    x = padding
    items += mark(side.owner.mark, x + 0.8 * MM, high / 2, 1.6 * MM, plate.text, plate.ground)
    x += 2.3 * MM
    if side.symbol != "none":
        drawn, wide = _sized(side, x, high, item, setter) if side.echelon else _pictured(side, x, high, item, setter)
        items += drawn
        x += wide + 0.8 * MM
    state = side.state or (setter.say("reduced") if side.framed else "")
    name = f"{side.name} · {state}" if state and reversed else side.name
    name = " ".join(filter(None, (f"{copies} ×" if copies > 1 else "", name, side.strength)))
    setter.check(name, "narrow-bold", lambda: item.span)
    items.append(setter.line(name, x, high / 2 + 0.35 * theme.aid_floor, "narrow-bold", theme.aid_floor, plate.text))
    width = round(x + setter.book.width(name, "narrow-bold", theme.aid_floor) + padding, 2)
    radius = high / 2 if round_end else 0.6 * MM
    edges = (_outlined_edge if theme.outlined else _edge)(width, high, side, radius, setter, rolled=rolled)
    return Frame(width, high, (*edges, *items), 0.0, f"{item.id} chip", item.span.place)


def _sized(side: Side, x: float, high: float, item: Item[Counter], setter: Setter) -> tuple[list[Drawn], float]:
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


def _pictured(side: Side, x: float, high: float, item: Item[Counter], setter: Setter) -> tuple[list[Drawn], float]:
    """Draw a chip's symbol; also return its width."""
    wide = (4.4 if is_unit_box(side.symbol) else 3.2) * MM
    return list(_symbol(side, x, 1.1 * MM, wide, high - 2.2 * MM, setter, lambda: item.span)), wide


def _edge(width: float, high: float, side: Side, radius: float, setter: Setter, *, rolled: bool) -> tuple[Drawn, ...]:
    """Return a chip's ground and edge."""
    plate = _plate(side, setter.theme)
    edge, line = (setter.theme.gold, 0.6 * MM) if rolled else (plate.edge, 0.45 * MM)
    return (Rect(line / 2, line / 2, width - line, high - line, plate.ground, edge, line, radius - line / 2),)


def _outlined_edge(
    width: float, high: float, side: Side, radius: float, setter: Setter, *, rolled: bool
) -> tuple[Drawn, ...]:
    """Return a chip's frame, dashed if it is reduced, with a second one if dice decided it."""
    line, ink = 0.6, setter.theme.ink
    outer = (Rect(0.4, 0.4, width - 0.8, high - 0.8, None, ink, 0.8, radius),) if rolled else ()
    inset, edge = 2.0 if rolled else line / 2, _plate(side, setter.theme).edge
    across, down = width - 2 * inset, high - 2 * inset
    if side.framed:
        return (*outer, *dashed(cut_corners(inset, inset, across, down, 1.2 * MM), edge, 0.8, 1.0 * MM, 0.6 * MM))
    return (*outer, Rect(inset, inset, across, down, None, edge, line, max(0.0, radius - inset)))


def _plate(side: Side, theme: Theme) -> Plate:
    """Return the colours of a side."""
    return theme.reduced(side.owner.colour) if side.framed else theme.plate(side.owner.colour)


def _symbol(
    side: Side, x: float, y: float, width: float, height: float, setter: Setter, where: Callable[[], Span]
) -> tuple[Drawn, ...]:
    """Draw a picture of the game's own, or a symbol: boxes in ink on a light ground, others in the side's colours."""
    theme = setter.theme
    if side.art and (art := setter.picture(side.art, where)):
        return (placed(art, x, y, width, height, "fit", _plate(side, theme).text),)
    if theme.outlined:
        drawn = symbol(side.symbol, x, y, width, height, theme.ink, theme.page, theme.figures)
        return tuple(line_art(drawn, theme.ink, theme.page, 0.6 if is_unit_box(side.symbol) else 0.45))
    if is_unit_box(side.symbol):
        ground = theme.page if side.framed else theme.paper
        return symbol(side.symbol, x, y, width, height, theme.ink, ground, theme.figures)
    plate = _plate(side, theme)
    return symbol(side.symbol, x, y, width, height, plate.text, plate.ground, theme.figures)
