"""Deck files: for each deck a CSV of its cards with their pictures, and a grid of all faces edge to edge."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from rcwkit.export.table import TableCard, TableDeck

__all__ = ["COLUMNS", "GRID_DPI", "FaceGrid", "INDEX", "grid", "grid_of", "listings"]

ACROSS = 10
"""Cards per row."""


@dataclass(frozen=True)
class FaceGrid:
    """A picture of faces in rows from the top left, as names of their pictures; None is an empty cell."""

    name: str
    faces: tuple[str | None, ...]
    columns: int
    rows: int


def grid(name: str, cards: Sequence[TableCard], hidden: str | None = None) -> FaceGrid:
    """Arrange cards in rows of ten; copies share a face.

    With `hidden`, that picture takes the last cell of a grid of at least two by two.
    """
    count, least = (len(cards) + 1, 2) if hidden else (len(cards), 1)
    columns, rows = max(least, min(ACROSS, count)), max(least, ceil(count / ACROSS))
    blank = columns * rows - count
    return FaceGrid(
        name, (*(card.image for card in cards), *[None] * blank, *([hidden] if hidden else ())), columns, rows
    )


COLUMNS = ("label", "image", "back", "item-count")
"""Columns of a deck's CSV: PlayingCards.io reads `item-count` as copies; the others appear on the card."""
INDEX = ("number", "column", "row", "id", "title", "copies")
"""Columns of a grid's index; columns and rows count from 1."""
GRID_DPI = 150
"""Pixels per inch of a grid."""


def grid_of(deck: TableDeck) -> FaceGrid:
    """Return all faces of a deck as one picture; copies share a face."""
    return grid(f"grid-{deck.id}.png", deck.cards)


def listings(decks: Iterable[TableDeck], address: Callable[[str], str]) -> dict[str, bytes]:
    """Return the CSV files of all decks by name: each deck's cards, and each grid's index."""
    files = {}
    for deck in decks:
        files[f"cards-{deck.id}.csv"] = _csv(
            COLUMNS,
            (
                (card.title, address(card.image), address(back), card.copies)
                for card, back in zip(deck.cards, deck.backs, strict=True)
            ),
        )
        columns = grid_of(deck).columns
        rows = (
            (at + 1, at % columns + 1, at // columns + 1, card.id, card.title, card.copies)
            for at, card in enumerate(deck.cards)
        )
        files[f"grid-{deck.id}.csv"] = _csv(INDEX, rows)
    return files


def _csv(head: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    target = io.StringIO()
    writer = csv.writer(target)
    writer.writerow(head)
    writer.writerows(rows)
    return target.getvalue().encode()
