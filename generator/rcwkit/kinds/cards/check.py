"""Checks of decks: fields and their values, types of cards, strips, and the names in their layouts."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.faces.checks import base, declared, names, values
from rcwkit.faces.inherited import known
from rcwkit.faces.layouts import Layout
from rcwkit.game.game import Game, Item
from rcwkit.game.references import unknown
from rcwkit.kinds.cards.model import HOUSE, POSTER, Card, Deck
from rcwkit.kinds.cards.scopes import back_scope, card_scope, deck_scope

__all__ = ["fields", "shown", "strips"]


def fields(game: Game) -> Iterator[Diagnostic]:
    """Check the fields of decks, their values, and the types of cards."""
    for document, deck in game.all(Deck):
        yield from declared(document, deck.specs)
        for name, card in deck.cards.items():
            yield from values(document, deck.specs, ("cards", name), card.fields, "card")
            if card.reverse is not None:
                yield from values(document, deck.specs, ("cards", name, "reverse"), card.reverse.fields)
            if card.type is not None and deck.layouts and card.type not in deck.layouts:
                span = document.at("cards", name, "type")
                hint = nearest(card.type, deck.layouts) or f"one of: {', '.join(deck.layouts)}"
                yield Diagnostic("E257", f"no layout for cards of type '{card.type}'", span, hint)


def strips(game: Game) -> Iterator[Diagnostic]:
    """Check that strips show rows of their own track."""
    striped = [
        (document.at("cards", name, "strip", "row"), card.strip)
        for document, deck in game.all(Deck)
        for name, card in deck.cards.items()
        if card.strip is not None
    ]
    if not striped:
        return
    from rcwkit.dice.setups import Track  # which most decks do without

    for span, strip in striped:
        if strip.track in game[Track]:
            yield from unknown("row", strip.row, game[Track][strip.track].value.rows, span, "E222")


def shown(game: Game) -> Iterator[Diagnostic]:
    """Check that the expressions of a layout name only what the cards that it shows have."""
    for name, item in game[Deck].items():
        deck = item.value
        common = {**base(game), "deck": deck_scope(item)}
        seen: set[str] = set()
        for number, (card, value) in enumerate(deck.cards.items(), 1):
            for side in filter(None, (value, deck.turned(value))):
                named = deck.layout_of(side)
                layout = named or HOUSE
                if layout not in seen and layout in (known(game) if named else game[Layout]):
                    seen.add(layout)
                    scope = {**common, **card_scope(game, item, card, side, number)}
                    at = _naming(item, card, side, turned=side is not value)
                    yield from names(game, layout, scope, f"on cards of '{name}'", at)
        if (back := deck.back.layout or POSTER) in (known(game) if deck.back.layout else game[Layout]):
            where = f"on the back that all cards of '{name}' share"
            at = item.document.at("back", "layout")
            yield from names(game, back, {**common, **back_scope(game, item)}, where, at)


def _naming(item: Item[Deck], card: str, side: Card, *, turned: bool) -> Span:
    """Return where a deck names the layout of a side of a card."""
    deck, front = item.value, item.value.cards[card]
    if turned and front.reverse is not None and front.reverse.layout:
        return item.document.at("cards", card, "reverse", "layout")
    if turned and deck.reverse is not None:
        return item.document.at("reverse")
    if front.layout:
        return item.document.at("cards", card, "layout")
    return item.document.at(*(("layouts", side.type) if side.type in deck.layouts else ("layout",)))
