"""Places, set-up lists, and scenarios with their checklists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from rcwkit.dice.setups import Places, Scenario, Scenarios, Setup
from rcwkit.kinds.kind import NUMBERS, SETTLED, File, Kind, made_from

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


def _place_entries(model: Places) -> Iterator[tuple[str, tuple[Any, ...], str]]:
    yield from (("region", ("regions", region), region) for region in model.regions)
    for region, one in model.regions.items():
        yield from (("place", ("regions", region, "places", place), place) for place in one.places)


PLACES = Kind(Places, entries=_place_entries)


def _checklists(game: Game) -> list[File]:
    """The checklists of a shelf in one file."""

    def lay_out(shelf: Shelf, setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.aids.say import checklists

        return checklists(game, shelf)

    reads, files = made_from(NUMBERS, "scenarios"), []
    for shelf in dict.fromkeys(item.value.shelf for item in game.scenarios.values() if item.value.checklist):
        stem = "checklists" if shelf == "table" else f"checklists-{shelf}"
        files.append(File(stem, game.say("Checklists"), partial(lay_out, shelf), reads, large=True, shelf=shelf))
    return files


SCENARIOS = Kind(Scenarios, files=_checklists)
