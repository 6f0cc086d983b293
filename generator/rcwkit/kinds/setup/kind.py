"""Set-up lists."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rcwkit.dice.setups import Scenario, Setup
from rcwkit.kinds.kind import SETTLED, File, Kind, made_from

if TYPE_CHECKING:
    from rcwkit.document.blocks import Document
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.base import Shelf
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    def lay_out(scenario: str, setter: Setter, paper: Paper) -> Document:
        from rcwkit.dice.settle import settle
        from rcwkit.kinds.setup.say import setup_sheet

        return setup_sheet(game, settle(game, scenario), setter)

    def shelf_of(scenario: Scenario) -> Shelf:
        return "study" if scenario.marked_on else scenario.shelf

    def titled(one: Scenario) -> str:
        return game.say("{scenario}: set-up", scenario=one.title)

    reads = made_from(*SETTLED)
    return [
        File(
            f"setup-{name}",
            titled(one),
            partial(lay_out, name),
            reads,
            large=True,
            shelf=shelf_of(one),
        )
        for name, one in ((name, item.value) for name, item in game.scenarios.items())
        if one.setup is not None
    ]


KIND = Kind(Setup, files=_files, whole="set-up")
