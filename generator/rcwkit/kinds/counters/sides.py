"""What the two sides of a counter show, from all that says so: the counter, its type, lists of values, set-ups."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from rcwkit.art.symbols import proportion
from rcwkit.diagnostics import Span
from rcwkit.faces.compiling import Spans, owner_scope
from rcwkit.frame import MM, Shape
from rcwkit.game.game import Game, Item
from rcwkit.game.starts import printed_start, start_of, start_span
from rcwkit.source.info import Formation, Owner, Place, Strength
from rcwkit.source.symbols import ECHELONS, is_unit_box, wrong_symbol

if TYPE_CHECKING:
    from rcwkit.kinds.counters.model import Counter

__all__ = ["Side", "face_layout", "side_scope", "side_spans", "sides", "size_of", "sized_at", "texts_of"]

HEX = 3**0.5 / 2
"""Distance across the flats of a hex, in its width across the corners."""
STANDARD = "standard"
"""Layout of counters of types without values."""
WIDE = 75
"""Height of a symbol at a width of 100, below which it is wide."""
NAMES = re.compile(r"\{([^{}]*)\}")
"""The names of values in the text that shows them."""


class Side(NamedTuple):
    """What one side of a counter shows; `framed` if it is reduced. `texts` are its values by place.

    It is `named` if the data give its name, or a designation; otherwise lists call it after its type.
    `left` are the steps that it has left, 0 if the counter does not say its steps.
    """

    owner_id: str
    owner: Owner
    name: str
    named: bool
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
    left: int = 0

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


def sized_at(game: Game, unit: str) -> Span:
    """Return where the data give the size of a counter, or would."""
    if game.type_of(unit).size:
        return game.root.at("unit_types", game.counters[unit].value.type, "size")
    document = game.counters[unit].document
    return document.at("size") if game.sheets[unit].size else game.root.at("counter_size")


def face_layout(game: Game, unit: str) -> str:
    """Return the id of the layout of a counter's face."""
    strength = game.strengths[game.counters[unit].value.type]
    return strength.layout or ("classic" if strength.values else STANDARD)


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


def _strength_left(game: Game, unit: str) -> tuple[int, str]:
    """Return how many steps a counter's front has left, 0 if it does not say its steps, and the state that it names."""
    entry, first, _ = game.sheets[unit].printed[unit]
    lower = game.sheets[unit].counters[entry].lower
    return (len(lower) + 2 - first, lower[first - 2].state or "" if first > 1 else "") if lower else (0, "")


def _known(game: Game, symbol: str) -> str:
    """Return a symbol, or none for one that `check` refuses."""
    own = game.info.drawings
    return "none" if wrong_symbol(symbol, own.symbols, own.branches) else symbol


def sides(game: Game, item: Item[Counter]) -> tuple[Side, Side | None]:
    """Return what a counter's front and back show; None for a blank back."""
    counter, kind = item.value, game.type_of(item.id)
    own, strength = game.owner_of(item.id), game.strengths[item.value.type]
    drawing, values = _known(game, counter.symbol or kind.symbol), game.values_of(item.id)
    echelon = (counter.unit_size or kind.unit_size or "") if is_unit_box(drawing) else ""
    formation = game.info.formations.get(counter.formation or "")
    left, state = _strength_left(game, item.id)
    front = Side(
        own,
        game.owners[own],
        counter.name,
        bool(game.sheets[item.id].printed[item.id][2].name or counter.designation),
        drawing,
        echelon,
        values=values,
        texts=texts_of(strength, values),
        art=counter.art or "",
        designation=counter.designation or "",
        parent=counter.parent or (formation.short if formation and formation.short else ""),
        formation=formation,
        start=printed_start(game, item.id),
        entry=counter.entry,
        shape=game.shape_of(item.id),
        left=left,
        state=state,
    )
    reverse = game.reverse_of(item.id)
    if reverse == "none":
        return front, None
    values = game.back_values_of(item.id)
    back = front._replace(framed=True, start="", entry="", state="", left=max(0, left - 1))
    back = back._replace(values=values, texts=texts_of(strength, values))
    if not isinstance(reverse, str):
        other = reverse.side or own
        drawing = _known(game, reverse.symbol or drawing)
        back = back._replace(
            owner_id=other,
            owner=game.owners[other],
            name=reverse.name or counter.name,
            named=front.named or bool(reverse.name),
            state=reverse.state or "",
            framed=not reverse.side,
            symbol=drawing,
            echelon=(reverse.unit_size or counter.unit_size or kind.unit_size or "") if is_unit_box(drawing) else "",
            art=reverse.art or ("" if reverse.symbol else front.art),
            designation=reverse.designation or front.designation,
        )
    return front, back


PLACES: tuple[str, ...] = get_args(Place)
WORDS = {mark: word for word, mark in ECHELONS.items()}
"""The mark of an echelon → its word."""


def side_scope(game: Game, item: Item[Counter], side: Side, *, back: bool = False) -> dict[str, Any]:
    """Return the names of one side of a counter in a layout."""
    counter, formation = item.value, side.formation
    shown = {
        "id": item.id,
        "name": side.name if side.named else "",
        "full_name": counter.full_name or counter.name,
        "type": game.type_of(item.id).title,
        "designation": side.designation,
        "parent": side.parent,
        "unit_size": WORDS.get(side.echelon, ""),
        "own_size": "" if side.echelon in WORDS else side.echelon,
        "echelon": side.echelon,
        "start": side.start,
        "entry": side.entry,
        "state": side.state,
        "art": side.art,
        "shape": side.shape,
        "copies": counter.copies,
        "rule": counter.rule,
    }
    colour = formation.colour if formation else ""
    return {
        "counter": shown,
        "symbol": side.symbol,
        "boxed": is_unit_box(side.symbol),
        "wide": proportion(side.symbol, game.figures) < WIDE,
        "figures": [{"name": name, "value": value} for name, value in side.values.items()],
        "values": dict(side.values),
        "shown": {place: side.texts.get(place, "") for place in PLACES},
        "steps": {**_steps(side.values.get("steps", "")), "left": side.left},
        "strength": side.strength if side.texts else "",
        "formation": {"title": formation.title if formation else "", "colour": colour},
        "owner": owner_scope(game, side.owner_id),
        "place": _place_scope(game, item.id),
        "reduced": side.framed,
        "back": back,
    }


def _steps(value: str) -> dict[str, Any]:
    """Return how many steps a value means, and what it says at each: 3 says nothing, 8/5/2 something."""
    texts = value.split("/") if "/" in value else []
    return {"count": len(texts) or (int(value) if value.isdecimal() else 0), "texts": texts}


def side_spans(game: Game, item: Item[Counter]) -> Spans:
    """Return where the values of a counter come from: the counter, for its type says only how they are shown."""
    given = item.value.model_fields_set

    def place(path: tuple[Any, ...]) -> Span | None:
        first, *rest = path
        if first == "shown" and not texts_of(game.strengths[item.value.type], game.values_of(item.id)).get(rest[0]):
            return None
        if path == ("counter", "entry"):
            return item.document.at(*item.path, "turn" if "turn" in given else "arrives") if item.value.entry else None
        if path == ("counter", "start"):
            return start_span(game, item.id)
        if first == "counter" and rest and rest[0] in given:
            return item.document.at(*item.path, rest[0])
        if path == ("counter", "echelon"):
            typed = "unit_size" not in given
            return (
                game.root.at("unit_types", item.value.type, "unit_size")
                if typed
                else item.document.at(*item.path, "unit_size")
            )
        if first in ("shown", "strength", "values") and "values" in given:
            return item.document.at(*item.path, "values")
        return item.span

    return place


def _place_scope(game: Game, unit: str) -> dict[str, Any]:
    """Return the values of the place where a counter starts, with the game's own fields; they are empty without one."""
    item = game.place(start_of(game, unit))
    given = item.value.fields if item else {}
    own = {name: one.of(given.get(name)) if item else "" for name, one in game.place_fields.items()}
    region = game.regions[game.region_of(item.id)].value.title if item else ""
    return {**own, "id": item.id if item else "", "name": item.value.name if item else "", "region": region}
