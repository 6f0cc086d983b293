"""Maps of hexes, areas, or points and links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from rcwkit.dice.places import PLACE_FAMILIES, place_names
from rcwkit.dice.setups import Place, Region, Scenario, named
from rcwkit.game.game import Item
from rcwkit.game.references import Family
from rcwkit.kinds.kind import NUMBERS, SETTLED, Cut, File, Kind, made_from
from rcwkit.kinds.maps.model import Map

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic, Span
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.maps import check

    for function in (check.faults, check.numbers, check.names, check.setups, check.drawings, check.terrain):
        yield from function(game)


def _limit(maps: Iterable[tuple[Map, Span]]) -> None:
    from rcwkit.kinds.maps.survey import bounded

    bounded(maps)


def _files(game: Game) -> list[File]:
    """Each map, and a page for each set-up that it shows."""

    def lay_out(name: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.maps import draw as maps
        from rcwkit.sheets.tiling import tiled

        item = game[Map][name]
        frame, own = maps.board(game, item, setter), item.value.paper
        if own == "usual" and not maps.fits(frame, paper):
            return Cut(boards=tiled(frame, paper, setter))
        page = paper if own == "usual" else maps.large(item.value)
        return Cut(boards=tuple(maps.whole(frame, page, item.value.title, setter)))

    def lay_out_setup(name: str, scenario: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.dice.settle import settle
        from rcwkit.kinds.maps.draw import setup_page

        return Cut(boards=(setup_page(game, game[Map][name], settle(game, scenario), paper, setter),))

    files = []
    for name, item in game[Map].items():
        one = item.value
        reads, on, spread = made_from("maps", NUMBERS, "places"), one.shelf, one.paper == "usual"
        files.append(File(f"map-{name}", one.title, partial(lay_out, name), reads, cut=True, shelf=on, spread=spread))
        for scenario in filter(game[Scenario].get, one.setups):
            contents, reads = partial(lay_out_setup, name, scenario), made_from("layouts", *SETTLED)
            title = f"{one.title}: {game[Scenario][scenario].value.title}"
            stem = f"map-{name}-{scenario}"
            files.append(File(stem, title, contents, reads, cut=True, shelf=on, spread=spread))
    return files


def _places(game: Game) -> Iterator[Item[Place]]:
    from rcwkit.kinds.maps.survey import places_on

    for document, map_ in game.all(Map):
        yield from (Item(name, named(place, name), document, path) for name, place, path in places_on(map_))


def _regions(game: Game) -> Iterator[Item[Region]]:
    """Yield the maps with places of their own: each is the region of these."""
    for item in game[Map].values():
        own: dict[str, Any] = {
            name: place.value for name, place in game[Place].items() if place.document is item.document
        }
        if own:
            region = Region.model_construct(title=item.value.title, home=None, places=own)
            yield Item(item.id, region, item.document, ("title",))


def _terrains(game: Game) -> Iterator[str]:
    return (name for item in game[Map].values() for name in item.value.terrain)


KIND = Kind(
    Map,
    _check,
    _files,
    whole="map",
    derived={Place: _places, Region: _regions},
    families={**PLACE_FAMILIES, "terrains": Family("terrain", "E362", _terrains)},
    limit=_limit,
    names=place_names,
)
