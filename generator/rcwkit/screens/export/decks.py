"""Deck files: for each deck a CSV that lists its cards with their pictures, and a grid of all faces with an index."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable

from rcwkit.screens.export.grid import Grid, grid
from rcwkit.screens.export.table import Deck

__all__ = ["COLUMNS", "GRID_DPI", "INDEX", "grid_of", "listings"]

COLUMNS = ("label", "image", "back", "item-count")
"""The columns of a deck's CSV: PlayingCards.io takes `item-count` as the number of copies, the others are what its card shows."""
INDEX = ("number", "column", "row", "id", "title", "copies")
"""The columns of a grid's index; columns and rows count from 1."""
GRID_DPI = 150
"""Pixels an inch of a grid."""


def grid_of(deck: Deck) -> Grid:
    """All faces of a deck on one picture; copies share a face."""
    return grid(f"grid-{deck.id}.png", deck.cards)


def listings(decks: Iterable[Deck], address: Callable[[str], str]) -> dict[str, bytes]:
    """The CSV files of all decks by name: each deck's cards, and each grid's index."""
    files = {}
    for deck in decks:
        files[f"cards-{deck.id}.csv"] = _csv(
            COLUMNS, ((card.title, address(card.image), address(deck.back), card.copies) for card in deck.cards)
        )
        columns = grid_of(deck).columns
        places = (
            (number, (number - 1) % columns + 1, (number - 1) // columns + 1, card)
            for number, card in enumerate(deck.cards, 1)
        )
        rows = ((number, column, row, card.id, card.title, card.copies) for number, column, row, card in places)
        files[f"grid-{deck.id}.csv"] = _csv(INDEX, rows)
    return files


def _csv(head: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(head)
    writer.writerows(rows)
    return target.getvalue().encode()
