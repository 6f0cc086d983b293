"""Scenario and record into a set-up without choices left: who stands where, on which side, and what was rolled."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.game import Game, Ref, parse_ref
from generator.models.scenarios import Scenario
from generator.models.setup import Line, MarkerLine, Setup

__all__ = ["AS_ROLLED", "Force", "Piece", "Region", "Settled", "Spot", "change_pieces", "find", "put", "put_where", "settle", "take"]

AS_ROLLED = "As rolled"
"""Heading of places that dice name only in words."""


@dataclass(frozen=True)
class Piece:
    """One counter on the set-up sheet. `rolled` marks a state that dice decided."""

    unit: str
    reversed: bool = False
    rolled: bool = False


@dataclass(frozen=True)
class Spot:
    """One line: a place and the counters there."""

    place: str
    number: str
    name: str
    pieces: tuple[Piece, ...]
    note: str = ""
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True)
class Region:
    """A headed group of lines."""

    title: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class Force:
    """What one owner sets up. `listed` counts the pieces on the map by type; `declared` is what the source's heading says."""

    owner: str
    title: str
    regions: tuple[Region, ...]
    reserve: tuple[Piece, ...]
    declared: Mapping[str, int]
    listed: Mapping[str, int]
    note: str = ""
    rulings: tuple[str, ...] = ()

    @property
    def pieces(self) -> list[Piece]:
        """Every piece, on the map and in the reserve."""
        return [*(piece for region in self.regions for spot in region.spots for piece in spot.pieces), *self.reserve]


@dataclass(frozen=True)
class Settled:
    """A set-up ready to print. `record` is the dice record it was settled with, as JSON data, or None; `results` what its report came to."""

    id: str
    scenario: Scenario
    setup: Setup
    forces: tuple[Force, ...]
    markers: tuple[MarkerLine, ...]
    tracks: Mapping[str, Mapping[str, str]]
    notes: tuple[str, ...] = ()
    record: Any = field(default=None, hash=False)
    results: tuple[tuple[str, str], ...] = ()

    def units(self, types: tuple[str, ...], game: Game) -> list[str]:
        """The ids of all units on the map of the given types, in the order of the sheet."""
        pieces = [piece.unit for force in self.forces for region in force.regions for spot in region.spots for piece in spot.pieces]
        return [unit for unit in pieces if game.counters[unit].value.type in types]


def settle(game: Game, scenario_id: str) -> Settled:
    """The set-up of a scenario with its changes made. The game has passed its checks; the scenario has a set-up."""
    scenario = game.scenarios[scenario_id].value
    assert scenario.setup is not None
    setup = game.setups[scenario.setup].value
    change = scenario.change
    gone = set(change.without_units) | {parse_ref(ref).unit for refs in (*change.place.values(), *change.reserve.values()) for ref in refs}
    forces = [_force(game, setup, owner, gone) for owner in setup.forces if owner not in change.without_forces]
    settled = Settled(
        id=scenario_id,
        scenario=scenario,
        setup=setup,
        forces=tuple(force for force in forces if force.regions or force.reserve),
        markers=tuple(line for line in setup.markers if line.marker not in change.without_markers),
        tracks={track: {**rows, **change.tracks.get(track, {})} for track, rows in setup.tracks.items() if track not in change.without_tracks},
    )
    for place, refs in change.place.items():
        for ref in refs:
            settled = put(game, settled, _piece(parse_ref(ref)), game.owner_of(parse_ref(ref).unit), place)
    for owner, refs in change.reserve.items():
        for ref in refs:
            settled = put(game, settled, _piece(parse_ref(ref)), owner, None)
    return settled


def find(settled: Settled, unit: str) -> list[Piece]:
    """Every piece of a unit, on the map or in a reserve."""
    return [piece for force in settled.forces for piece in force.pieces if piece.unit == unit]


def put(game: Game, settled: Settled, piece: Piece, owner: str, place: str | None) -> Settled:
    """Add a piece at a place, or to its owner's reserve where the place is None."""
    if place is None:
        return _owned(game, settled, owner, lambda force: replace(force, reserve=(*force.reserve, piece)))
    item = game.place(place)
    assert item is not None
    title = game.regions[game.region_of(item.id)].value.title
    return _owned(game, settled, owner, lambda force: replace(force, regions=_with(force.regions, title, item.id, item.value.name, piece)))


def put_where(game: Game, settled: Settled, piece: Piece, owner: str, where: str) -> Settled:
    """Add a piece at a place that is only described in words."""
    return _owned(game, settled, owner, lambda force: replace(force, regions=_with(force.regions, AS_ROLLED, "", where, piece)))


def _owned(game: Game, settled: Settled, owner: str, change: Callable[[Force], Force]) -> Settled:
    """Change one owner's force, which begins empty if it had none."""
    forces = list(settled.forces)
    index = next((i for i, force in enumerate(forces) if force.owner == owner), None)
    if index is None:
        forces.append(Force(owner, game.owners[owner].title, (), (), {}, {}))
        index = len(forces) - 1
    forces[index] = _counted(game, change(forces[index]))
    return replace(settled, forces=tuple(forces))


def change_pieces(game: Game, settled: Settled, unit: str, **changes: Any) -> Settled:
    """Change every piece of a unit (`reversed`, `rolled`), wherever it stands."""

    def turned(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(replace(piece, **changes) if piece.unit == unit else piece for piece in pieces)

    return _mapped(game, settled, turned)


def take(game: Game, settled: Settled, unit: str) -> Settled:
    """Remove every piece of a unit; lines left empty go too."""
    return _mapped(game, settled, lambda pieces: tuple(piece for piece in pieces if piece.unit != unit))


def _mapped(game: Game, settled: Settled, change: Callable[[tuple[Piece, ...]], tuple[Piece, ...]]) -> Settled:
    forces = []
    for force in settled.forces:
        regions = tuple(
            replace(region, spots=tuple(spot for spot in (replace(s, pieces=change(s.pieces)) for s in region.spots) if spot.pieces))
            for region in force.regions
        )
        forces.append(_counted(game, replace(force, regions=tuple(r for r in regions if r.spots), reserve=change(force.reserve))))
    return replace(settled, forces=tuple(forces))


def _with(regions: tuple[Region, ...], title: str, number: str, name: str, piece: Piece) -> tuple[Region, ...]:
    found = list(regions)
    index = next((i for i, region in enumerate(found) if region.title == title), None)
    if index is None:
        return (*regions, Region(title, (Spot(number, number, name, (piece,)),)))
    spots = list(found[index].spots)
    at = next((i for i, spot in enumerate(spots) if spot.place == number and spot.name == name), None)
    if at is None:
        spots.append(Spot(number, number, name, (piece,)))
    else:
        spots[at] = replace(spots[at], pieces=(*spots[at].pieces, piece))
    found[index] = replace(found[index], spots=tuple(spots))
    return tuple(found)


def _force(game: Game, setup: Setup, owner: str, gone: set[str]) -> Force:
    source = setup.forces[owner]
    regions: list[Region] = []
    for title, places in source.at.items():
        spots = []
        for place, line in places.items():
            item = game.place(place)
            assert item is not None
            refs = line.units if isinstance(line, Line) else line
            pieces = _pieces(refs, gone)
            if pieces:
                note, rulings = (line.note or "", line.rulings) if isinstance(line, Line) else ("", ())
                spots.append(Spot(item.id, item.id, item.value.name, pieces, note, (*item.value.rulings, *rulings)))
        if spots:
            regions.append(Region(title, tuple(spots)))
    force = Force(
        owner,
        source.title or game.owners[owner].title,
        tuple(regions),
        _pieces(source.reserve, gone),
        source.declared,
        {},
        source.note or "",
        source.rulings,
    )
    return _counted(game, force)


def _counted(game: Game, force: Force) -> Force:
    tally: Tally[str] = Tally()
    for region in force.regions:
        for spot in region.spots:
            tally.update(game.counters[piece.unit].value.type for piece in spot.pieces)
    return replace(force, listed={name: tally[name] for name in game.info.unit_types if tally[name]})


def _pieces(refs: tuple[str, ...], gone: set[str]) -> tuple[Piece, ...]:
    parsed = [parse_ref(ref) for ref in refs]
    return tuple(_piece(ref) for ref in parsed if ref.unit not in gone for _ in range(ref.copies))


def _piece(ref: Ref) -> Piece:
    return Piece(ref.unit, ref.reversed)
