"""What the two sides of a counter show, from all that says so: the counter, its type, lists of values, set-ups."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from rcwkit.look.frame import MM
from rcwkit.look.frame import Item as Drawn
from rcwkit.look.hatching import line_art
from rcwkit.look.symbols import symbol
from rcwkit.look.text import Setter
from rcwkit.look.theme import Plate
from rcwkit.models.counters import Counter, Reverse
from rcwkit.models.game import Formation, Owner, Strength
from rcwkit.models.shapes import Shape
from rcwkit.models.symbols import is_unit_box
from rcwkit.reading.game import Game, Item

__all__ = ["BLEED", "NAMES", "Side", "drawn_symbol", "layout_of", "sides", "size_of", "texts_of"]

BLEED = 1 * MM
"""Bleed of a counter, in points."""
HEX = 3**0.5 / 2
"""Distance across the flats of a hex, in its width across the corners."""
NAMES = re.compile(r"\{([^{}]*)\}")
"""The names of values in the text that shows them."""


class Side(NamedTuple):
    """What one side of a counter shows; `framed` for a reduced side. `texts` are its values by place."""

    owner: Owner
    plate: Plate
    name: str
    symbol: str
    echelon: str = ""
    state: str = ""
    framed: bool = False
    values: Mapping[str, str] = {}
    texts: Mapping[str, str] = {}
    art: str = ""
    designation: str = ""
    parent: str = ""
    formation: Formation | None = None
    start: str = ""
    entry: str = ""
    shape: Shape = "square"

    @property
    def strength(self) -> str:
        """All values in one text, such as 4-3-6: the line at the foot, or joined if they stand apart."""
        return self.texts["bottom"] if list(self.texts) == ["bottom"] else "-".join(self.values.values())


def size_of(game: Game, unit: str) -> tuple[float, float]:
    """Return width and height of a counter in points, by its type, its document or the game.

    One length is that of a hex across its flats: above and below.
    """
    edge = game.info.counter_size
    wide, high = game.type_of(unit).size or game.sheets[unit].size or (edge, edge)
    if game.shape_of(unit) == "hex" and wide == high:
        wide = high / HEX
    # Rounded, so that 5/8 inch is 45 points.
    return round(wide * MM, 9), round(high * MM, 9)


def layout_of(game: Game, unit: str) -> str:
    """Return the id of the layout of a counter's face."""
    strength = game.strengths[game.counters[unit].value.type]
    return strength.layout or ("classic" if strength.values else "house")


def texts_of(strength: Strength, values: Mapping[str, str]) -> dict[str, str]:
    """Return how values are printed, by place: a dash for a value that is lacking, nothing for a text without any."""
    if strength.shown is None:
        return {"bottom": "-".join(values.values())} if values else {}
    shown = {"bottom": strength.shown} if isinstance(strength.shown, str) else strength.shown
    return {
        place: NAMES.sub(lambda name: values.get(name[1], "–"), text)
        for place, text in shown.items()
        if any(name in values for name in NAMES.findall(text))
    }


def sides(game: Game, item: Item[Counter], setter: Setter) -> tuple[Side, Side | None]:
    """Return what a counter's front and back show; None for a blank back."""
    counter, kind, theme = item.value, game.type_of(item.id), setter.theme
    owner, strength = game.owners[game.owner_of(item.id)], game.strengths[item.value.type]
    drawing, values = counter.symbol or kind.symbol, game.values_of(item.id)
    echelon = (counter.unit_size or kind.unit_size or "") if is_unit_box(drawing) else ""
    formation = game.info.formations.get(counter.formation or "")
    front = Side(
        owner,
        theme.plate(owner.colour),
        counter.name,
        drawing,
        echelon,
        values=values,
        texts=texts_of(strength, values),
        art=counter.art or "",
        designation=counter.designation or "",
        parent=counter.parent or (formation.short if formation and formation.short else ""),
        formation=formation,
        start=game.start_of(item.id),
        entry=counter.entry,
        shape=game.shape_of(item.id),
    )
    reverse = game.reverse_of(item.id)
    if reverse == "none":
        return front, None
    values = game.back_values_of(item.id)
    back = front._replace(plate=theme.reduced(owner.colour), framed=True, start="", entry="")
    back = back._replace(values=values, texts=texts_of(strength, values))
    if isinstance(reverse, Reverse):
        other = game.owners[reverse.side] if reverse.side else owner
        drawing = reverse.symbol or drawing
        back = back._replace(
            owner=other,
            plate=theme.plate(other.colour) if reverse.side else back.plate,
            name=reverse.name or counter.name,
            state=reverse.state or "",
            framed=not reverse.side,
            symbol=drawing,
            echelon=(reverse.unit_size or counter.unit_size or kind.unit_size or "") if is_unit_box(drawing) else "",
            art=reverse.art or ("" if reverse.symbol else front.art),
            designation=reverse.designation or front.designation,
        )
    return front, back


def drawn_symbol(side: Side, x: float, y: float, width: float, height: float, setter: Setter) -> tuple[Drawn, ...]:
    """Draw unit boxes in ink on a light ground, pictures in the colours of the side."""
    theme = setter.theme
    if theme.outlined:
        drawn = symbol(side.symbol, x, y, width, height, theme.ink, theme.page)
        return tuple(line_art(drawn, theme.ink, theme.page, 0.6 if is_unit_box(side.symbol) else 0.45))
    if is_unit_box(side.symbol):
        return symbol(side.symbol, x, y, width, height, theme.ink, theme.page if side.framed else theme.paper)
    return symbol(side.symbol, x, y, width, height, side.plate.text, side.plate.ground)
