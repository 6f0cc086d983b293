"""Boxes, trays and labels to keep a kit in, and the file of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rcwkit.game.game import Game
from rcwkit.kinds.kind import Boxed, Cut, File, kinds_in, made_from
from rcwkit.source.kinds import KINDS

if TYPE_CHECKING:
    from rcwkit.dice.counters import Mix
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


FEWEST_CARDS, FEWEST_COUNTERS = 6, 12
"""Fewest cards of a deck, and fewest counters of a game, that get a box."""


def stored(game: Game) -> bool:
    """Return whether a game has anything to store."""
    return bool(decks(game)) or has_tray(game) or len(sheets(game)) > 1


def decks(game: Game) -> list[Boxed]:
    """Return the cards that get a box."""
    return [one for kind in kinds_in(game) for one in kind.boxed(game) if one.number >= FEWEST_CARDS]


def sheets(game: Game) -> tuple[Mix, ...]:
    """Return the counters by document and owner, which get a label each if there are several."""
    if "counters" not in game.kinds:
        return ()
    from rcwkit.dice.counters import mixes  # which games of cards alone do without

    return mixes(game)


def has_tray(game: Game) -> bool:
    """Return whether the counters get a tray."""
    return counter_count(game) >= FEWEST_COUNTERS


def counter_count(game: Game) -> int:
    """Return the number of counters."""
    return sum(mix.copies for mix in sheets(game))


def storage_files(game: Game) -> list[File]:
    """Boxes and labels, sized by the decks and counters they hold."""

    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.storage import draw as storage

        return Cut(boards=tuple(storage.boards(game, paper, setter)))

    if not stored(game):
        return []
    boxed = {name: [*KINDS[name].boxed(game)] for name in game.kinds}
    large = any(one.size != one.enlarged for boxes in boxed.values() for one in boxes)
    return [
        File(
            "storage",
            game.say("Boxes and labels"),
            lay_out,
            made_from("counters", *(name for name, boxes in boxed.items() if boxes)),
            cut=True,
            large=large,
            shelf="proxies",
        )
    ]
