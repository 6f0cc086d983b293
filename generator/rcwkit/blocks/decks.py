"""Decks as text, for screens: each card with all that it says."""

from __future__ import annotations

from collections.abc import Iterator

from rcwkit.blocks.base import document, flags
from rcwkit.blocks.playing import Panel
from rcwkit.blocks.vocabulary import Block, Document, Heading, Paragraph, Part, Point
from rcwkit.models.cards import Card, Deck
from rcwkit.reading.game import Game, Item

__all__ = ["decks"]


def decks(game: Game) -> Document:
    """Return a part for each deck, with a heading for each card and, below it, its texts and those of its reverse."""
    parts = [Part(item.value.title, tuple(_deck(game, item))) for item in game.decks.values()]
    return document(game, "Cards", parts)


def _deck(game: Game, item: Item[Deck]) -> Iterator[Block]:
    for name, card in item.value.cards.items():
        copies = f"×{card.copies}" if card.copies > 1 else ""
        aside = " · ".join(filter(None, (card.number, card.subtitle, copies)))
        marks, at = flags(game, card.rulings), item.document.at(*item.path, "cards", name)
        yield Heading(card.title, "entry", card.rule, marks, aside=aside, id=f"{item.id}.{name}", at=at)
        yield from _face(card)
        if card.reverse is not None:
            yield Heading(card.turned.title, "minor", card.turned.rule, aside=card.turned.subtitle or "", at=at)
            yield from _face(card.turned)


def _face(card: Card) -> Iterator[Block]:
    """Yield what one face says."""
    if card.note:
        yield Paragraph(card.note, "intro")
    for field, value in card.fields.items():
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            yield Paragraph(f"**{field.replace('_', ' ').capitalize()}** {value}")
    for section in card.sections:
        yield Paragraph(f"**{section.head}** {section.text or ''}")
        yield from (Point(text) for text in section.items)
    if card.foot:
        yield Panel((card.foot,), "warning")
