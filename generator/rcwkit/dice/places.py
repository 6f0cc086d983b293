"""Places as data write them, and where counters start; what set-ups do not list, they take from the counters."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.dice.counters import Counter, owner_of, replaced_by, sheet_of
from rcwkit.dice.setups import Force, ListedPlace, Place, PlaceFields, Region, Setup, Track, Tracks, UnitLine
from rcwkit.game.game import Document, Game, GameItem, once
from rcwkit.game.references import Family
from rcwkit.source.base import REST, FieldSpec, Shelf, Units
from rcwkit.source.patterns import id_of


@once
def _spellings(game: Game) -> Mapping[str, GameItem[Place]]:
    """Return every way to write a place with the place: its number, its number and name, or a unique name."""
    places = game[Place]
    names = Tally(item.value.name for item in places.values())
    named = {item.value.name: item for item in places.values() if names[item.value.name] == 1}
    return named | {f"{number} {item.value.name}": item for number, item in places.items()} | dict(places)


def find_place(game: Game, written: str) -> GameItem[Place] | None:
    """Return the place meant by `715`, `715 Petrozavodsk` or a bare name, or None."""
    return _spellings(game).get(written)


def written_place(game: Game, place: str) -> str:
    """Return a place as set-ups write it: its name, after its number if it has one."""
    name = game[Place][place].value.name
    return place if name == place else _written(place, name)


def _written(number: str, name: str) -> str:
    return f"{number} {name}" if number.isdecimal() else name


def _misplaced(game: Game, written: str, span: Span) -> Diagnostic:
    """Report what is no place: its number may be another's, or its name nearly one."""
    number, places = written.partition(" ")[0], game[Place]
    if number in places:
        item = places[number]
        message = f"place {number} is '{item.value.name}', not '{written[len(number) + 1 :]}'"
        hint = f"write '{number}'" if item.value.name == number else f"write '{number} {item.value.name}'"
        return Diagnostic("E211", message, span, hint, (("named here", item.span),))
    titles = {place: item.value.name for place, item in places.items()}
    if alike := [_written(place, title) for place, title in titles.items() if title == written]:
        message = f"{len(alike)} places are called '{written}'"
        return Diagnostic("E211", message, span, f"say which: {', '.join(alike)}")
    both = [*(f"{place} {title}" for place, title in titles.items()), *titles.values()]
    hint = nearest(written, both) or nearest(written, places)
    return Diagnostic("E211", f"unknown place '{written}'", span, hint)


def _places(game: Game) -> Iterator[str]:
    return (_written(number, item.value.name) for number, item in game[Place].items())


def _regions(game: Game) -> Iterator[str]:
    return (item.value.title for item in game[Region].values())


PLACE_FAMILIES: Mapping[str, Family] = {
    "places": Family("place", "E211", _places, find_place, _misplaced),
    "regions": Family("region", "E212", _regions),
}
"""The families of places, in lists of places and on maps."""


def place_name(place: GameItem[Place]) -> str:
    """Return a place's name, with its number if it has one."""
    number = place.id if place.id[:1].isdigit() and place.id != place.value.name else ""
    return f"{place.value.name} {number}".rstrip()


def place_names(game: Game) -> Iterator[str]:
    """Yield the names of regions and of places that the rules speak of, for the index; those of hexes are none."""
    yield from _regions(game)
    for name, item in game[Place].items():
        place = item.value
        if place.name != name and (place.vc or place.resource or place.port or place.note or place.rulings):
            yield place.name


def sharing(game: Game, shelf: Shelf) -> tuple[GameItem[Counter], ...]:
    """Return the counters of a shelf if they share the sheet of its tracks, where it has any."""
    given = [sheet.counters for _, sheet in game.all(Tracks)]
    joined = any(one if isinstance(one, bool) else shelf in one for one in given)
    if not joined or all(item.value.shelf != shelf for item in game[Track].values()):
        return ()
    return tuple(item for item in game[Counter].values() if sheet_of(game, item.id).shelf == shelf)


def region_of(game: Game, place: str) -> GameItem[Region]:
    """Return the region of a place, by its id."""
    item = game[Place][place]
    return game[Region][item.path[1] if item.path[0] == "regions" else item.document.model.id]


@once
def positions(game: Game) -> Mapping[str, ListedPlace]:
    """Return the places that are known to lie somewhere on the earth, by id."""
    return {name: item.value for name, item in game[ListedPlace].items() if item.value.at is not None}


@once
def place_fields(game: Game) -> Mapping[str, FieldSpec]:
    """Return the fields of places, by name."""
    return {name: one for _, places in game.all(PlaceFields) for name, one in places.specs.items()}


@once
def _counted(game: Game) -> Tally[tuple[str, str]]:
    """Return how many copies of a counter each set-up puts into places, by their ids."""
    found = Tally[tuple[str, str]]()
    for _, setup in game.all(Setup):
        for ref in (ref for force in setup.forces.values() for _, _, units in force.placed for ref in units):
            found[ref.unit, setup.id] += ref.copies
    return found


@once
def starts_of(game: Game) -> Mapping[str, Mapping[str, frozenset[str]]]:
    """Return where set-ups place each counter, by their ids: ids of places, or what they write for others."""
    found: dict[str, dict[str, frozenset[str]]] = {}
    for _, setup in game.all(Setup):
        for force in setup.forces.values():
            for _, written, units in force.placed:
                place = item.id if (item := find_place(game, written)) else written
                for ref in units:
                    places = found.setdefault(ref.unit, {})
                    places[setup.id] = places.get(setup.id, frozenset()) | {place}
    return found


@once
def _starts(game: Game) -> Mapping[str, str]:
    setups, starts, counted = [setup.id for _, setup in game.all(Setup)], starts_of(game), _counted(game)

    def start(unit: str, counter: Counter) -> str:
        if counter.setup:
            return counter.setup
        places = frozenset[str]().union(*starts.get(unit, {}).values())
        whole = all(counted[unit, setup] >= counter.copies for setup in setups)
        return next(iter(places)) if len(places) == 1 and whole else ""

    return {unit: start(unit, item.value) for unit, item in game[Counter].items()}


def start_of(game: Game, unit: str) -> str:
    """Return where a counter starts: what is written on it, or the place of all copies in all set-ups, or nothing."""
    return _starts(game)[unit]


def printed_start(game: Game, unit: str) -> str:
    """Return the start of a counter as printed on it: a place's number or name; empty if the game prints none."""
    start = start_of(game, unit) if game.info.print_starts else ""
    item = find_place(game, start)
    return start if item is None or item.id[:1].isdecimal() else item.value.name


def start_span(game: Game, unit: str) -> Span:
    """Return where the start of a counter is written: on it, or in the first set-up that places it."""
    counter = game[Counter][unit]
    if not counter.value.setup:
        for document, setup in game.all(Setup):
            for owner, force in setup.forces.items():
                for region, place, units in force.placed:
                    if any(ref.unit == unit for ref in units):
                        return document.at("forces", owner, "at", region, place)
    return counter.document.at(*counter.path, "setup")


def with_starts(game: Game) -> Game:
    """Return a game whose set-ups list all that they place.

    Forces without a list have the counters that say where they start; starts that are no places of the game are left
    out, and the checks tell. A reserve of the rest has all other counters of its owner, but for those that arrive.
    """
    written = any(item.value.setup for item in game[Counter].values())
    return replace(game, documents=tuple(_listed(game, document, written) for document in game.documents))


def _listed(game: Game, document: Document, written: bool) -> Document:
    setup = document.model
    if not isinstance(setup, Setup):
        return document
    forces = {}
    for owner, force in setup.forces.items():
        at, reserve = _by_id(game, force.at), _by_id(game, force.reserve)
        if at is not force.at or reserve is not force.reserve:
            force = force.model_copy(update={"at": at, "reserve": reserve})
        forces[owner] = _filled(game, owner, force) if written and not force.at else force
    if any(_keeps_rest(game, force) for force in forces.values()):
        left = left_of(game, setup, forces.values())
        forces = {owner: _rested(game, owner, force, left) for owner, force in forces.items()}
    if all(forces[owner] is force for owner, force in setup.forces.items()):
        return document
    return replace(document, model=setup.model_copy(update={"forces": forces}))


def _by_id(game: Game, value: Any) -> Any:
    """Return what a set-up lists with ids for counters that are called by name; the same if none is."""
    if isinstance(value, Units):
        made = id_of(value.unit) if value.unit not in game[Counter] else value.unit
        return replace(value, unit=made) if made != value.unit and made in game[Counter] else value
    if isinstance(value, UnitLine):
        units = _by_id(game, value.units)
        return value if units is value.units else value.model_copy(update={"units": units})
    if isinstance(value, Mapping):
        entries = {key: _by_id(game, one) for key, one in value.items()}
        return value if all(entries[key] is one for key, one in value.items()) else entries
    items = tuple(_by_id(game, one) for one in value)
    return value if all(new is old for new, old in zip(items, value, strict=True)) else items


def _filled(game: Game, owner: str, force: Force) -> Force:
    """Return a force with its owner's counters, by region and place in the order of the places."""
    reserve = {ref.unit for ref in force.reserve}
    found: dict[str, list[Units]] = {}
    for unit, item in game[Counter].items():
        place = find_place(game, item.value.setup) if item.value.setup and unit not in reserve else None
        if place is not None and owner_of(game, unit) == owner:
            found.setdefault(place.id, []).append(Units(unit, copies=item.value.copies))
    at: dict[str, dict[str, tuple[Units, ...]]] = {}
    for place_id in (one for one in game[Place] if one in found):
        title = region_of(game, place_id).value.title
        at.setdefault(title, {})[place_id] = tuple(found[place_id])
    return force.model_copy(update={"at": at})


def _keeps_rest(game: Game, force: Force) -> bool:
    """Return whether a reserve says `rest`, which is no counter."""
    return REST not in game[Counter] and any(ref.unit == REST for ref in force.reserve)


def left_of(game: Game, setup: Setup, forces: Collection[Force]) -> dict[str, int]:
    """Return how many copies of each counter a set-up leaves, but for those that arrive later."""
    used = Tally({line.marker: line.count for line in setup.markers})
    used.update(marker for rows in setup.tracks.values() for marker in rows)
    used.update(row.marker or name for item in game[Track].values() for name, row in item.value.rows.items())
    for force in forces:
        for ref in (*force.reserve, *(ref for _, _, units in force.placed for ref in units)):
            used[ref.unit] += ref.copies
    own = ((unit, item.value) for unit, item in game[Counter].items() if not replaced_by(game, unit))
    copies = {unit: counter.copies for unit, counter in own if counter.enters is None}
    return {unit: count - used[unit] for unit, count in copies.items() if count > used[unit]}


def _rested(game: Game, owner: str, force: Force, left: Mapping[str, int]) -> Force:
    """Return a force with the rest of its owner's counters in its reserve, if it says so."""
    if not _keeps_rest(game, force):
        return force
    rest = (Units(unit, copies=count) for unit, count in left.items() if owner_of(game, unit) == owner)
    named = (ref for ref in force.reserve if ref.unit != REST)
    return force.model_copy(update={"reserve": (*named, *rest)})
