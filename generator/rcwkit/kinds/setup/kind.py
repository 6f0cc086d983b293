"""Places, set-up lists, and scenarios with their checklists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.dice.places import PLACE_FAMILIES, place_names, with_starts
from rcwkit.dice.setups import Places, Scenario, Scenarios, Setup
from rcwkit.game.game import Entry, GameItem
from rcwkit.game.references import Family
from rcwkit.kinds.kind import COUNTERS, NUMBERS, PLAIN, SETTLED, File, Kind, Markup, Section, Usage, made_from, used
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.document.blocks import TextDocument
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.base import Shelf
    from rcwkit.source.info import GameInfo
    from rcwkit.type.fonts import FontBook
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.setup import check

    for function in (
        check.positions,
        check.units,
        check.markers,
        check.places,
        check.mix,
        check.arrivals,
        check.totals,
    ):
        yield from function(game)


def _check_fields(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.setup.check import fields

    return fields(game)


def _check_scenarios(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.setup.check import scenarios

    return scenarios(game)


def _files(game: Game) -> list[File]:
    def lay_out(scenario: str, setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.dice.settle import settle
        from rcwkit.kinds.setup.say import setup_sheet

        return setup_sheet(game, settle(game, scenario), setter)

    reads = made_from(*SETTLED)
    return [
        File(
            f"setup-{name}",
            game.say("{scenario}: set-up", scenario=one.title),
            partial(lay_out, name),
            reads,
            large=True,
            shelf="study" if one.marked_on else one.shelf,
            use=(used(USE, one.use),),
        )
        for name, one in ((name, item.value) for name, item in game[Scenario].items())
        if one.setup is not None
    ]


def _alone(game: Game) -> Iterator[GameItem[Scenario]]:
    """Yield a scenario for each set-up that none is based on, called like it."""
    listed = {name: one for _, sheet in game.all(Scenarios) for name, one in sheet.scenarios.items()}
    based = {one.setup for one in listed.values()}
    for item in (item for name, item in game[Setup].items() if name not in based):
        name = item.id if item.id not in listed else f"{item.id}.setup"
        yield GameItem(name, Scenario(title=item.value.title, setup=item.id), item.document, ())


def _held(game: Game) -> dict[str, int]:
    return {"scenarios": len(game[Scenario])}


FAMILIES = {
    **PLACE_FAMILIES,
    "scenarios": Family("scenario", "E364", lambda game: game[Scenario]),
    "setups": Family("set-up", "E227", lambda game: game[Setup]),
}
USE = Usage(word("set-up"), "away")
KIND = Kind(
    Setup,
    _check,
    _files,
    whole="set-up",
    derived={Scenario: _alone},
    families=FAMILIES,
    complete=with_starts,
    holds=_held,
    use=USE,
    markup=Markup(("foot", "note", "reminders", "text", "waits"), {"ruling": ("foot", "text", "waits")}),
)


def _place_entries(model: Places, info: GameInfo) -> Iterator[Entry]:
    yield from (("region", ("regions", region), region, one) for region, one in model.regions.items())
    for region, one in model.regions.items():
        yield from (("place", ("regions", region, "places", name), name, place) for name, place in one.named.items())


PLACES = Kind(Places, _check_fields, entries=_place_entries, families=PLACE_FAMILIES, names=place_names, markup=PLAIN)


def _checklists(game: Game) -> list[File]:
    """The checklists of a shelf in one file."""

    def lay_out(shelf: Shelf, setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.document.deployed import checklists

        return checklists(game, shelf, setter)

    reads, files = made_from(NUMBERS, "scenarios", *COUNTERS), []
    for shelf in dict.fromkeys(item.value.shelf for item in game[Scenario].values() if item.value.checklist):
        stem = "checklists" if shelf == "table" else f"checklists-{shelf}"
        files.append(File(stem, game.say("Checklists"), partial(lay_out, shelf), reads, large=True, shelf=shelf))
    return files


def _sections(game: Game, book: FontBook) -> Iterator[Section]:
    from rcwkit.document.deployed import checklists

    yield Section("checklists", game.say("Checklists"), checklists(game))


SCENARIOS = Kind(
    Scenarios, _check_scenarios, _checklists, families=FAMILIES, holds=_held, sections=_sections, on_table=True, use=USE
)
