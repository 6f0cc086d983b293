"""Sticks, tapes, templates and compasses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rcwkit.kinds.gauges.model import Gauge, Gauges
from rcwkit.kinds.kind import NUMBERS, Cut, File, Kind, Usage, made_from

if TYPE_CHECKING:
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.gauges import draw as gauges

        return Cut(boards=tuple(gauges.boards(game, list(game[Gauge].values()), paper, setter)))

    return [File("gauges", game.say("Gauges"), lay_out, made_from("gauges", NUMBERS), cut=True)] if game[Gauge] else []


def _holds(game: Game) -> dict[str, int]:
    return {"gauges": sum(item.value.copies for item in game[Gauge].values())}


KIND = Kind(Gauges, files=_files, holds=_holds, use=Usage(lies="left"))
