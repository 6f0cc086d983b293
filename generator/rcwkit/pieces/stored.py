"""What of a kit gets boxes and labels to be kept in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rcwkit.reading.game import Document, Game, Item as Listed

if TYPE_CHECKING:
    from rcwkit.models.cards import Deck
    from rcwkit.models.counters import Counters

__all__ = ["card_count", "counter_count", "decks", "has_tray", "sheets", "stored"]

FEWEST_CARDS, FEWEST_COUNTERS = 6, 12
"""Fewest cards of a deck, and fewest counters of a game, that get a box."""


def stored(game: Game) -> bool:
    """Return whether a game has anything to store."""
    return bool(decks(game)) or has_tray(game) or len(sheets(game)) > 1


def decks(game: Game) -> list[Listed[Deck]]:
    """Return the decks that get a box."""
    return [item for item in game.decks.values() if card_count(item.value) >= FEWEST_CARDS]


def card_count(deck: Deck) -> int:
    """Return the number of a deck's cards."""
    return sum(card.copies for card in deck.leaves.values())


def sheets(game: Game) -> list[tuple[Document, Counters]]:
    """Return the documents of counters, which get a label each if there are several."""
    return list(game.kind("counters"))


def has_tray(game: Game) -> bool:
    """Return whether the counters get a tray."""
    return counter_count(game) >= FEWEST_COUNTERS


def counter_count(game: Game) -> int:
    """Return the number of counters."""
    return sum(item.value.copies for item in game.counters.values())
