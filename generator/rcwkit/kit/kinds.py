"""The files of a kit: for each kind of document that gives any, its cut sheets or text documents.

Views and layouts are imported where they are used: a kit of cards starts faster without all the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from rcwkit.blocks.booklet import Volume
from rcwkit.blocks.vocabulary import Document
from rcwkit.layout.imposition import Piece
from rcwkit.look.frame import Frame
from rcwkit.look.grids import Paper
from rcwkit.look.text import Setter
from rcwkit.reading.game import Game

__all__ = ["FILES", "NUMBERS", "Cut", "File"]

NUMBERS = "ruling numbers"
"""What files read of rulings whose numbers they print: other files need not be made again when the words of a ruling change."""


class Cut(NamedTuple):
    """What goes onto sheets: pieces to cut, or boards that are pages already."""

    pieces: tuple[Piece, ...] = ()
    boards: tuple[Frame, ...] = ()


class File(NamedTuple):
    """One PDF of a kit: its name without the ending, its title, and how its contents are laid out for a paper.

    What is `cut` depends on how sheets are printed, text documents do not; it has so many different `pieces`, or none on boards. Of what
    is to be read there is a `large` print. `kind` is that of the documents that give it, `reads` are the kinds of all documents that its
    contents are made of: it is made anew when any of them changes.
    """

    stem: str
    title: str
    lay_out: Callable[[Setter, Paper], Cut | Document | Volume]
    reads: frozenset[str]
    cut: bool = False
    pieces: int = 0
    large: bool = False
    kind: str = ""


def _reads(*kinds: str) -> frozenset[str]:
    """These kinds, and the game itself, which everything is made of."""
    return frozenset({"game", *kinds})


_SETTLED = ("counters", "places", NUMBERS, "scenarios", "setup", "tracks")
"""What a set-up without choices left is made of."""
_ROLLED = _reads("procedures", "tables", *_SETTLED)


def _counters(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.pieces import counters

        faces = ((counters.faces(game, item, setter), item.value) for item in game.counters.values())
        return Cut(
            tuple(
                Piece(front, back, one.copies, butted=True, title=one.full_name or one.name)
                for (front, back), one in faces
            )
        )

    return (
        [File("counters", "Counters", lay_out, _reads("counters"), cut=True, pieces=len(game.counters))]
        if game.counters
        else []
    )


def _cards(game: Game) -> list[File]:
    def lay_out(deck: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.pieces import cards

        item = game.decks[deck]
        faces = (
            (cards.faces(game, item, card, number, setter), entry)
            for number, (card, entry) in enumerate(item.value.cards.items(), 1)
        )
        return Cut(tuple(Piece(front, back, entry.copies, title=entry.title) for (front, back), entry in faces))

    reads = _reads("cards", NUMBERS, "tracks")
    decks = [
        File(
            f"cards-{name}",
            deck.title,
            partial(lay_out, name),
            reads,
            cut=True,
            pieces=len(deck.cards),
            large=deck.reference,
        )
        for name, deck in ((name, item.value) for name, item in game.decks.items())
    ]
    # What cards and counters are put away in comes after both.
    return decks + _storage(game)


def _tracks(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.pieces import tracks

        return Cut(boards=tuple(tracks.boards(game, list(game.tracks.values()), paper, setter)))

    return [File("tracks", "Tracks and displays", lay_out, _reads(NUMBERS, "tracks"), cut=True)] if game.tracks else []


def _setups(game: Game) -> list[File]:
    def lay_out(scenario: str, setter: Setter, paper: Paper) -> Document:
        from rcwkit.blocks.setup import setup_sheet
        from rcwkit.dice.settle import settle

        return setup_sheet(game, settle(game, scenario), setter)

    return [
        File(f"setup-{name}", f"{item.value.title}: set-up", partial(lay_out, name), _reads(*_SETTLED))
        for name, item in game.scenarios.items()
        if item.value.setup is not None
    ]


def _charts(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Document:
        from rcwkit.blocks.charts import charts

        return charts(game, setter.book, setter.theme.reading)

    return [File("charts", "Charts", lay_out, _reads(NUMBERS, "tables"), large=True)] if game.tables else []


def _procedures(game: Game) -> list[File]:
    if not game.procedures and not game.tables:
        return []
    from rcwkit.blocks.forms import forms
    from rcwkit.blocks.odds import has_odds, odds_sheet

    def odds(setter: Setter, paper: Paper) -> Document:
        return odds_sheet(game, setter.book, outlined=setter.theme.outlined)

    files = [File("rolls", "Roll forms", lambda setter, paper: forms(game), _ROLLED)] if game.procedures else []
    return files + ([File("odds", "Odds", odds, _ROLLED)] if has_odds(game) else [])


def _checklists(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Document:
        from rcwkit.blocks.texts import checklists

        return checklists(game)

    listed = any(item.value.checklist for item in game.scenarios.values())
    return [File("checklists", "Checklists", lay_out, _reads(NUMBERS, "scenarios"), large=True)] if listed else []


def _aids(game: Game) -> list[File]:
    """The quick references in one file; one of a given number of pages has a file of its own, which is then a sheet to print on both sides."""

    def lay_out(name: str, setter: Setter, paper: Paper) -> Document:
        from rcwkit.blocks.texts import fitted

        return fitted(game, setter.book, name)

    def lay_out_all(setter: Setter, paper: Paper) -> Document:
        from rcwkit.blocks.texts import aids

        # In large print a sheet could not keep its pages.
        return aids(game, setter.book, setter.theme.reading, every=setter.theme.enlarges)

    free = [item for item in game.aids.values() if item.value.pages is None]
    reads = _reads("aids", NUMBERS, "tables")
    files = [
        File(f"aid-{name}", item.value.title, partial(lay_out, name), reads)
        for name, item in game.aids.items()
        if item.value.pages is not None
    ]
    return files + ([File("aids", "Quick references", lay_out_all, reads, large=True)] if free else [])


def _gauges(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.pieces import gauges

        return Cut(boards=tuple(gauges.boards(game, list(game.gauges.values()), paper, setter)))

    return [File("gauges", "Gauges", lay_out, _reads("gauges", NUMBERS), cut=True)] if game.gauges else []


def _storage(game: Game) -> list[File]:
    """What decks and counters are put away in, measured by them."""
    from rcwkit.pieces import storage

    def lay_out(setter: Setter, paper: Paper) -> Cut:
        return Cut(boards=tuple(storage.boards(game, paper, setter)))

    large = any(item.value.reference for item in game.decks.values())
    return (
        [File("storage", "Boxes and labels", lay_out, _reads("cards", "counters"), cut=True, large=large)]
        if storage.stored(game)
        else []
    )


def _booklets(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Volume:
        from rcwkit.blocks.booklet import volume

        return volume(game, name)

    reads = _reads("booklet", NUMBERS)
    return [
        File(f"booklet-{name}", item.value.title, partial(lay_out, name), reads, large=True)
        for name, item in game.booklets.items()
    ]


def _rulings(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Document:
        from rcwkit.blocks.texts import rulings_sheet

        return rulings_sheet(game)

    return [File("rulings", "Rulings", lay_out, _reads("rulings"))] if game.rulings else []


FILES: Mapping[str, Callable[[Game], list[File]]] = {
    "counters": _counters,
    "setup": _setups,
    "cards": _cards,
    "tracks": _tracks,
    "tables": _charts,
    "procedures": _procedures,
    "scenarios": _checklists,
    "aids": _aids,
    "gauges": _gauges,
    "booklet": _booklets,
    "rulings": _rulings,
}
