"""The file of boxes and labels of a kit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rcwkit.game.game import Game
from rcwkit.kinds.kind import Cut, File, made_from
from rcwkit.kinds.storage.draw import stored

if TYPE_CHECKING:
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def storage_files(game: Game) -> list[File]:
    """Boxes and labels, sized by the decks and counters they hold."""

    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.storage import draw as storage

        return Cut(boards=tuple(storage.boards(game, paper, setter)))

    if not stored(game):
        return []
    large = any(item.value.reference for item in game.decks.values())
    return [
        File(
            "storage",
            game.say("Boxes and labels"),
            lay_out,
            made_from("cards", "counters"),
            cut=True,
            large=large,
            shelf="proxies",
        )
    ]
