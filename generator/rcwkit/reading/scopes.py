"""The names that layouts may use, with their values: those of a card, of a deck's back, and of every face."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rcwkit.diagnostics import Span
from rcwkit.look.theme import Theme
from rcwkit.models.cards import Card, Deck
from rcwkit.reading.game import Game, Item
from rcwkit.reading.starts import start_of

if TYPE_CHECKING:
    from rcwkit.models.pieces import Pieces

__all__ = [
    "LOOP",
    "RESERVED",
    "TAKEN",
    "Spans",
    "back_scope",
    "back_spans_of",
    "base_scope",
    "card_scope",
    "deck_scope",
    "owner_scope",
    "piece_scope",
    "piece_spans_of",
    "place_scope",
    "spans_of",
]

Spans = Callable[[tuple[Any, ...]], Span | None]
"""Path of a value in a scope → its place in the data, if it is from there."""

TAKEN = ("piece", "set")
"""Names besides, that the fields of pieces cannot have."""
RESERVED = ("card", "deck", "game", "owner", "back", "face", "look", "low_ink", "item", "loop")
"""Names that fields cannot have."""
LOOP = ("index", "index0", "first", "last", "length")
"""What `loop` tells in a repeated box."""
_TEXTS = ("title", "subtitle", "rule", "note", "sections", "foot", "type", "copies", "write_in", "strip")


def owner_scope(game: Game, owner: str | None) -> dict[str, Any]:
    """Return an owner's values; those of nobody have the game's accent."""
    found = game.owners.get(owner or "")
    if found is None:
        return {"id": "", "title": "", "short": "", "colour": "accent", "mark": "", "type": ""}
    return {"id": owner, **{name: getattr(found, name) for name in ("title", "short", "colour", "mark", "type")}}


def place_scope(game: Game, unit: str) -> dict[str, Any]:
    """Return the values of the place where a counter starts, with the game's own fields; they are empty without one."""
    item = game.place(start_of(game, unit))
    given = item.value.fields if item else {}
    own = {name: one.of(given.get(name)) if item else "" for name, one in game.place_fields.items()}
    region = game.regions[game.region_of(item.id)].value.title if item else ""
    return {**own, "id": item.id if item else "", "name": item.value.name if item else "", "region": region}


def _game_scope(game: Game) -> dict[str, Any]:
    """Return the values of the game."""
    info = game.info
    version = info.source.version
    return {"id": info.id, "title": info.title, "subtitle": info.subtitle, "version": version, "credits": info.credits}


def base_scope(game: Game, theme: Theme) -> dict[str, Any]:
    """Return the names that are the same on all faces of a file, whatever their size."""
    look = {"band": theme.band, "corners": theme.corners, "backs": theme.backs, "size": theme.card_body}
    return {"game": _game_scope(game), "look": look, "low_ink": theme.outlined}


def deck_scope(deck: Item[Deck]) -> dict[str, Any]:
    """Return the values of a deck."""
    value = deck.value
    return {"id": deck.id, "title": value.title, "source": value.source, "count": value.count}


def card_scope(game: Game, deck: Item[Deck], name: str, card: Card, number: int) -> dict[str, Any]:
    """Return the names of one face of a card; `number` is printed on one that has none of its own."""
    value = deck.value
    first = value.firsts[name]
    shown = {
        "id": name,
        "number": card.number or str(number),
        "first": first,
        "last": first + card.copies - 1,
        "rulings": [game.ruling_numbers[name] for name in card.rulings if name in game.ruling_numbers],
        **{key: getattr(card, key) for key in _TEXTS},
    }
    owner = owner_scope(game, card.owner or value.back.colour)
    fields = {field: spec.of(card.fields.get(field)) for field, spec in value.specs.items()} if value.specs else {}
    return {"card": shown, "owner": owner, **fields}


def piece_scope(game: Game, item: Item[Pieces], name: str, side: int | None = None) -> dict[str, Any]:
    """Return the names of one face of a piece; `side` counts those of a die from 1."""
    document, piece = item.value, item.value.pieces[name]
    shown = {
        "id": name,
        "rulings": [game.ruling_numbers[one] for one in piece.rulings if one in game.ruling_numbers],
        "side": side or 0,
        "sides": len(piece.sides),
        **{key: getattr(piece, key) for key in ("title", "rule", "note", "text", "art", "copies")},
    }
    if side is not None:
        shown["text"] = piece.sides[side - 1]
    fields = {field: spec.of(piece.fields.get(field)) for field, spec in document.specs.items()}
    whole = {"id": item.id, "title": document.title, "source": document.source}
    return {"piece": shown, "owner": owner_scope(game, piece.owner), "set": whole, **fields}


def piece_spans_of(item: Item[Pieces], name: str, side: int | None = None) -> Spans:
    """Return where the values of a piece come from."""
    root, piece = (*item.path, "pieces", name), item.value.pieces[name]

    def place(path: tuple[Any, ...]) -> Span | None:
        first, *rest = path
        if first == "piece" and rest == ["text"] and side is not None:
            return item.document.at(*root, "sides", side - 1)
        if first == "piece" and rest and rest[0] in piece.model_fields_set:
            return item.document.at(*root, *rest)
        return item.document.at(*root, "fields", *path) if first in piece.fields else None

    return place


def back_scope(game: Game, deck: Item[Deck]) -> dict[str, Any]:
    """Return the names of a deck's back."""
    back = deck.value.back
    return {
        "back": {"title": back.title, "motif": back.motif, "art": back.art},
        "owner": owner_scope(game, back.colour),
    }


def spans_of(deck: Item[Deck], card: str, *, reverse: bool = False) -> Spans:
    """Return where the values of a card come from."""
    root = (*deck.path, "cards", card)
    given: Any = deck.value.cards[card]
    fields: Mapping[str, Any] = given.fields

    def place(path: tuple[Any, ...]) -> Span | None:
        first, *rest = path
        here = (first, *rest) if first != "card" else tuple(rest)
        own = given.reverse if reverse else None
        if first == "card" and rest:
            turned = own is not None and rest[0] in own.model_fields_set
            if not turned and rest[0] not in given.model_fields_set:
                return None
            return deck.document.at(*root, *(("reverse",) if turned else ()), *here)
        if own is not None and first in own.fields:
            return deck.document.at(*root, "reverse", "fields", *here)
        if first in fields:
            return deck.document.at(*root, "fields", *here)
        return deck.document.at(*deck.path, *rest) if first == "deck" and rest else None

    return place


def back_spans_of(deck: Item[Deck]) -> Spans:
    """Return where the values of a deck's back come from."""
    names = ("back", "deck")

    def place(path: tuple[Any, ...]) -> Span | None:
        if path[0] not in names or len(path) < 2:
            return None
        return deck.document.at(*deck.path, *(path if path[0] == "back" else path[1:]))

    return place
