"""Decks of cards."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.kind import NUMBERS, Cut, File, Kind, made_from

if TYPE_CHECKING:
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    def lay_out(deck: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.faces.faces import Faces
        from rcwkit.kinds.cards import draw as cards
        from rcwkit.sheets.imposition import Piece

        item = game.decks[deck]
        made, sized = cards.leaves(Faces(game, setter), item), item.document.at(*item.path, "size")
        return Cut(tuple(Piece(front, back, card.copies, title=card.title, sized=sized) for card, front, back in made))

    reads = made_from("cards", "layouts", NUMBERS, "tracks")

    def file(name: str, deck: Deck) -> File:
        contents, pieces, large = partial(lay_out, name), len(deck.leaves), deck.reference
        on = deck.stands_on
        return File(f"cards-{name}", deck.title, contents, reads, cut=True, pieces=pieces, large=large, shelf=on)

    return [file(name, item.value) for name, item in game.decks.items()]


KIND = Kind(Deck, files=_files, whole="deck")
