"""Set-ups take what they do not list from the counters: where those start that say so, and the rest in reserve."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from rcwkit.diagnostics import Span
from rcwkit.game.game import Document, Game
from rcwkit.source.base import REST, Units

if TYPE_CHECKING:
    from rcwkit.dice.setups import Force, Setup

__all__ = ["printed_start", "start_of", "start_span", "with_starts"]


def start_of(game: Game, unit: str) -> str:
    """Return where a counter starts: what is written on it, or where all set-ups agree; empty if they differ."""
    if written := game.counters[unit].value.setup:
        return written
    found = game.starts.get(unit, {})
    places = frozenset[str]().union(*found.values())
    return next(iter(places)) if len(places) == 1 and len(found) == sum(1 for _ in game.kind("setup")) else ""


def printed_start(game: Game, unit: str) -> str:
    """Return the start of a counter as printed on it: a place's number or name; empty if the game prints none."""
    start = start_of(game, unit) if game.info.print_starts else ""
    item = game.place(start)
    return start if item is None or item.id[:1].isdecimal() else item.value.name


def start_span(game: Game, unit: str) -> Span:
    """Return where the start of a counter is written: on it, or in the first set-up that places it."""
    counter = game.counters[unit]
    if not counter.value.setup:
        for document, setup in game.kind("setup"):
            for owner, force in setup.forces.items():
                for region, lines in force.at.items():
                    for place, line in lines.items():
                        if any(ref.unit == unit for ref in (line if isinstance(line, tuple) else line.units)):
                            return document.at("forces", owner, "at", region, place)
    return counter.document.at(*counter.path, "setup")


def with_starts(game: Game) -> Game:
    """Return a game whose set-ups list all that they place.

    Forces without a list have the counters that say where they start; starts that are no places of the game are left
    out, and the checks tell. A reserve of the rest has all other counters of its owner, but for those that arrive.
    """
    written = any(item.value.setup for item in game.counters.values())
    return replace(game, documents=tuple(_listed(game, document, written) for document in game.documents))


def _listed(game: Game, document: Document, written: bool) -> Document:
    if document.kind != "setup":
        return document
    setup: Setup = document.model
    forces = {
        owner: _filled(game, owner, force) if written and not force.at else force
        for owner, force in setup.forces.items()
    }
    if any(_keeps_rest(game, force) for force in forces.values()):
        left = _left(game, setup, forces.values())
        forces = {owner: _rested(game, owner, force, left) for owner, force in forces.items()}
    if all(forces[owner] is force for owner, force in setup.forces.items()):
        return document
    return replace(document, model=setup.model_copy(update={"forces": forces}))


def _filled(game: Game, owner: str, force: Force) -> Force:
    """Return a force with its owner's counters, by region and place in the order of the places."""
    reserve = {ref.unit for ref in force.reserve}
    found: dict[str, list[Units]] = {}
    for unit, item in game.counters.items():
        place = game.place(item.value.setup) if item.value.setup and unit not in reserve else None
        if place is not None and game.sheets[unit].side == owner:
            found.setdefault(place.id, []).append(Units(unit, copies=item.value.copies))
    at: dict[str, dict[str, tuple[Units, ...]]] = {}
    for place_id in (one for one in game.places if one in found):
        title = game.regions[game.region_of(place_id)].value.title
        at.setdefault(title, {})[place_id] = tuple(found[place_id])
    return force.model_copy(update={"at": at})


def _keeps_rest(game: Game, force: Force) -> bool:
    """Return whether a reserve says `rest`, which is no counter."""
    return REST not in game.counters and any(ref.unit == REST for ref in force.reserve)


def _left(game: Game, setup: Setup, forces: Collection[Force]) -> dict[str, int]:
    """Return how many copies of each counter a set-up leaves, but for those that arrive later."""
    used = Tally({line.marker: line.count for line in setup.markers})
    used.update(marker for rows in setup.tracks.values() for marker in rows)
    used.update(row.marker or name for item in game.tracks.values() for name, row in item.value.rows.items())
    for force in forces:
        for ref in (*force.reserve, *_placed(force)):
            used[ref.unit] += ref.copies
    own = ((unit, item.value) for unit, item in game.counters.items() if not game.replaced_by(unit))
    copies = {unit: counter.copies for unit, counter in own if counter.enters is None}
    return {unit: count - used[unit] for unit, count in copies.items() if count > used[unit]}


def _placed(force: Force) -> Iterator[Units]:
    """Yield the counters that a force has on the map."""
    for lines in force.at.values():
        for line in lines.values():
            yield from line if isinstance(line, tuple) else line.units


def _rested(game: Game, owner: str, force: Force, left: Mapping[str, int]) -> Force:
    """Return a force with the rest of its owner's counters in its reserve, if it says so."""
    if not _keeps_rest(game, force):
        return force
    rest = (Units(unit, copies=count) for unit, count in left.items() if game.sheets[unit].side == owner)
    named = (ref for ref in force.reserve if ref.unit != REST)
    return force.model_copy(update={"reserve": (*named, *rest)})
