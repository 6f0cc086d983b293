"""Decisions on what the sources leave open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rcwkit.kinds.aids.model import Rulings
from rcwkit.kinds.kind import File, Kind, made_from

if TYPE_CHECKING:
    from rcwkit.document.blocks import Document
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    """The rulings to decide before play, and for study all; without any to decide, all are for the table."""

    def lay_out(setter: Setter, paper: Paper, *, decide: bool) -> Document:
        from rcwkit.kinds.aids.say import rulings_sheet

        return rulings_sheet(game, decide=decide)

    reads = made_from("rulings")
    every = File(
        "all-rulings", game.say("All rulings"), partial(lay_out, decide=False), reads, large=True, shelf="study"
    )
    if any(item.value.decide for item in game.rulings.values()):
        return [File("rulings", game.say("Rulings to decide"), partial(lay_out, decide=True), reads, large=True), every]
    return [every._replace(stem="rulings", title=game.say("Rulings"), shelf="table")] if game.rulings else []


KIND = Kind(Rulings, files=_files)
