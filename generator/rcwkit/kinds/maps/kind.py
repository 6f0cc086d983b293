"""Maps of hexes, areas, points and links, or the earth; and what is checked of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any, get_args

from rcwkit.art.colours import VISIONS, difference
from rcwkit.diagnostics import Diagnostic, nearest
from rcwkit.dice.places import PLACE_FAMILIES, place_fields, place_names
from rcwkit.dice.setups import Place, Places, Region, Scenario, named
from rcwkit.game.game import GameItem
from rcwkit.game.references import Family
from rcwkit.kinds.kind import MARKERS, NUMBERS, PLAIN, SETTLED, Cut, File, Kind, Part, Usage, made_from, used
from rcwkit.kinds.maps.model import Drawing, Map
from rcwkit.kinds.maps.survey import drawing_of, ground_of, is_over, named_drawing, places_on, surveys

if TYPE_CHECKING:
    from rcwkit.diagnostics import Span
    from rcwkit.frame import Frame
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


ALIKE = 6.0
"""Difference of two grounds below which they are taken for the same."""


def check_faults(game: Game) -> Iterator[Diagnostic]:
    """Report what is wrong within each map."""
    for name, found in surveys(game).items():
        document = game[Map][name].document
        for fault in found.faults:
            key = fault.code in ("E201", "E360") and len(fault.path) == 2  # what is wrong is a number
            yield Diagnostic(fault.code, fault.message, document.at(*fault.path, key=key), fault.hint)


def check_numbers(game: Game) -> Iterator[Diagnostic]:
    """Check that places that are numbered like the hexes of a map are hexes of a map."""
    grids = [item.value.hexes for item in game[Map].values() if item.value.hexes is not None]
    cells = {number: None for grid in grids for number in grid.cells}
    digits = {len(grid.first) for grid in grids if grid.first.isdecimal()}
    for document, model in game.all(Places):
        for region, entry in model.regions.items():
            for place in entry.places:
                if len(place) in digits and place.isdecimal() and place not in cells:
                    span = document.at("regions", region, "places", place, key=True)
                    like = [number for number in cells if len(number) == len(place)]
                    hint = f"hexes are numbered {like[0]} to {like[-1]}" if like else ""
                    yield Diagnostic("E360", f"'{place}' is not on the map", span, hint)


def check_names(game: Game) -> Iterator[Diagnostic]:
    """Check that a place is called the same on the map and in the list of places."""
    for document, map_ in game.all(Map):
        entries = [(("spaces", name), space) for name, space in map_.spaces.items()]
        entries += [(("places", name), said) for name, said in map_.places.items() if not isinstance(said, str)]  # type: ignore[misc]
        for (where, name), said in entries:
            known = game[Place].get(name)
            if known is not None and said.name and known.value.name != said.name:
                message = f"'{name}' is '{said.name}' here and '{known.value.name}' in the list of places"
                related = (("listed here", known.span),)
                yield Diagnostic("W362", message, document.at(where, name, key=True), "name it in one place", related)


_LIKE: dict[str, Drawing] = {
    "forest": "woods",
    "jungle": "woods",
    "trees": "woods",
    "swamp": "marsh",
    "bog": "marsh",
    "fen": "marsh",
    "desert": "dunes",
    "sand": "dunes",
    "lake": "water",
    "sea": "water",
    "river": "water",
    "plain": "clear",
    "open": "clear",
    "grass": "clear",
    "steppe": "clear",
    "broken": "rough",
    "rocks": "rough",
    "farmland": "fields",
    "crops": "fields",
    "vineyard": "orchard",
    "ridge": "hills",
    "peak": "mountain",
    "hamlet": "village",
    "castle": "fort",
    "harbour": "port",
    "airport": "airfield",
}
"""What terrain is often called → its drawing."""


def check_drawings(game: Game) -> Iterator[Diagnostic]:
    """Check that something shows each type of terrain: a drawing or a colour."""
    for document, map_ in game.all(Map):
        for name, one in map_.terrain.items():
            if drawing_of(name, one) is None and not (one.colour or one.art or one.pattern):
                message = f"terrain '{name}' has no drawing or colour: nothing shows it"
                yield Diagnostic(
                    "W363", message, document.at("terrain", name, key=True), _drawing_like(name, one.title)
                )


def _drawing_like(*names: str) -> str:
    """Return a hint: the drawing that a word of a terrain's id or title means."""
    for word in re.findall(r"[a-z]+", " ".join(names).lower()):
        found = named_drawing(word) or _LIKE.get(word) or _LIKE.get(word.removesuffix("s"))
        if found:
            return f"did you mean `drawing: {found}`?"
    return nearest(names[0], get_args(Drawing), 0.75) or "say `drawing:` or `colour:`; `drawing: clear` leaves it plain"


def check_terrain(game: Game) -> Iterator[Diagnostic]:
    """Check that types of terrain with the same drawing have grounds that can be told apart, in greyscale, too."""
    for document, map_ in game.all(Map):
        grounds = [
            (name, one, one.art or one.pattern or drawing_of(name, one), ground_of(drawing_of(name, one), one.colour))
            for name, one in map_.terrain.items()
            if not is_over(name, one)
        ]
        for (_, one, drawn, colour), (name, other, like, second) in combinations(grounds, 2):
            if drawn == like and min(difference(colour, second, vision) for vision in VISIONS) < ALIKE:
                message = f"'{other.title}' looks like '{one.title}' in greyscale or to colour-blind players"
                span = document.at("terrain", name, key=True)
                yield Diagnostic("W361", message, span, "give it another drawing, or a lighter or darker colour")


def check_setups(game: Game) -> Iterator[Diagnostic]:
    """Check that scenarios whose set-up a map shows have one."""
    for document, map_ in game.all(Map):
        for index, name in enumerate(map_.setups):
            if name in game[Scenario] and game[Scenario][name].value.setup is None:
                message = f"scenario '{name}' has no set-up to show"
                yield Diagnostic("E364", message, document.at("setups", index), "name one with a set-up")


def check_fields(game: Game) -> Iterator[Diagnostic]:
    """Check the fields that maps declare, and those of their places, which documents of kind: places may declare."""
    from rcwkit.faces.checks import declared, values

    for document, map_ in game.all(Map):
        yield from declared(document, map_.specs)
    for document, map_ in game.all(Map):
        for path, fields in ((path, place.fields) for _, place, path in places_on(map_) if place.fields):
            yield from values(document, place_fields(game), path, fields)


CHECKS = (check_faults, check_numbers, check_names, check_setups, check_drawings, check_terrain, check_fields)


def _check(game: Game) -> Iterator[Diagnostic]:
    for check in CHECKS:
        yield from check(game)


def _limit(maps: Iterable[tuple[Map, Span]]) -> None:
    from rcwkit.kinds.maps.survey import bounded

    bounded(maps)


def _files(game: Game) -> list[File]:
    """Each map, and a page for each set-up that it shows; a map of the earth is printed with these, if it has any."""

    def lay_out(name: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.maps.draw import board

        return put(name, board(game, game[Map][name], setter, paper=divided(name, paper)), setter, paper)

    def divided(name: str, paper: Paper) -> Paper | None:
        return paper if game[Map][name].value.paper == "usual" else None

    def put(name: str, frame: Frame, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.sheets.tiling import spread

        one, larger = game[Map][name].value, "smaller hexes, or a larger paper"
        return Cut(boards=spread(frame, one.paper, paper, one.title, setter, larger))

    def lay_out_setup(name: str, scenario: str, setter: Setter, paper: Paper) -> Cut:
        from rcwkit.dice.settle import settle
        from rcwkit.kinds.maps.draw import board, setup_page

        item, settled = game[Map][name], settle(game, scenario)
        if item.value.earth:
            return put(name, board(game, item, setter, settled=settled, paper=divided(name, paper)), setter, paper)
        return Cut(boards=(setup_page(game, item, settled, paper, setter),))

    files = []
    for name, item in game[Map].items():
        one = item.value
        reads, on, spread = made_from("maps", NUMBERS, "places"), one.shelf, one.paper == "usual"
        lies = (used(USE, one.use),)
        if one.earth is None or not one.setups:
            contents = partial(lay_out, name)
            stem = stem_of(game, name)
            files.append(File(stem, one.title, contents, reads, cut=True, shelf=on, spread=spread, use=lies))
        for scenario in filter(game[Scenario].get, one.setups):
            contents = partial(lay_out_setup, name, scenario)
            reads = made_from("layouts", *SETTLED, MARKERS) - {"tracks"}
            start = game[Scenario][scenario].value
            shelf = "study" if start.marked_on and on == "table" else on  # as is its sheet
            stem, title = f"{stem_of(game, name)}-{scenario}", f"{one.title}: {start.title}"
            files.append(File(stem, title, contents, reads, cut=True, shelf=shelf, spread=spread, use=lies))
    return files


def stem_of(game: Game, name: str) -> str:
    """Return the name of a map's file, in which the only map of a game does not say `map` twice."""
    return "map" if name == "map" and len(game[Map]) == 1 else f"map-{name}"


def _places(game: Game) -> Iterator[GameItem[Place]]:
    for document, map_ in game.all(Map):
        yield from (GameItem(name, named(place, name), document, path) for name, place, path in places_on(map_))


def _regions(game: Game) -> Iterator[GameItem[Region]]:
    for item in game[Map].values():
        own: dict[str, Any] = {
            name: place.value for name, place in game[Place].items() if place.document is item.document
        }
        if own:
            region = Region.model_construct(title=item.value.title, home=None, places=own)
            yield GameItem(item.id, region, item.document, ("title",))


def _terrains(game: Game) -> Iterator[str]:
    return (name for item in game[Map].values() for name in item.value.terrain)


def _drawn(game: Game, name: str, setter: Setter, width: float) -> Frame:
    from rcwkit.kinds.maps.draw import board

    return board(game, game[Map][name], setter)


USE = Usage(lies="map")
KIND = Kind(
    Map,
    _check,
    _files,
    whole="map",
    derived={Place: _places, Region: _regions},
    families={**PLACE_FAMILIES, "terrains": Family("terrain", "E362", _terrains)},
    limit=_limit,
    use=USE,
    part=Part("map", lambda game: game[Map], _drawn, made_from("maps", NUMBERS, "places")),
    names=place_names,
    markup=PLAIN,
)
