"""The names that layouts of cards and their backs may use, with their values, and where these come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcwkit.diagnostics import Span
from rcwkit.faces.compiling import Spans, owner_scope
from rcwkit.game.game import Game, Item
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.cards.model import Card, Deck

__all__ = ["back_scope", "back_spans_of", "card_scope", "deck_scope", "spans_of"]

_TEXTS = ("title", "subtitle", "rule", "note", "sections", "foot", "type", "copies", "write_in", "strip")


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
        "rulings": [ruling_numbers(game)[name] for name in card.rulings if name in ruling_numbers(game)],
        **{key: getattr(card, key) for key in _TEXTS},
    }
    owner = owner_scope(game, card.owner or value.back.colour)
    fields = {field: spec.of(card.fields.get(field)) for field, spec in value.specs.items()} if value.specs else {}
    return {"card": shown, "owner": owner, **fields}


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
