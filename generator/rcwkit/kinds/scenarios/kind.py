"""Scenarios and their checklists."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rcwkit.dice.setups import Scenarios
from rcwkit.kinds.kind import NUMBERS, File, Kind, made_from

if TYPE_CHECKING:
    from rcwkit.document.blocks import Document
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.base import Shelf
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    """The checklists of a shelf in one file."""

    def lay_out(shelf: Shelf, setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.aids.say import checklists

        return checklists(game, shelf)

    reads, files = made_from(NUMBERS, "scenarios"), []
    for shelf in dict.fromkeys(item.value.shelf for item in game.scenarios.values() if item.value.checklist):
        stem = "checklists" if shelf == "table" else f"checklists-{shelf}"
        files.append(File(stem, game.say("Checklists"), partial(lay_out, shelf), reads, large=True, shelf=shelf))
    return files


KIND = Kind(Scenarios, files=_files)
