"""Settled set-ups: a scenario and its rolls resolved into which counter stands where, showing which side."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from rcwkit.dice.counters import Counter, owner_of
from rcwkit.dice.places import find_place, region_of
from rcwkit.dice.setups import MarkerLine, Place, Scenario, Setup, UnitLine
from rcwkit.game.game import Game, GameItem
from rcwkit.source.base import Units
from rcwkit.source.language import word

AS_ROLLED = word("As rolled")
"""Heading for places that a roll gives only in words."""


@dataclass(frozen=True)
class SettledPiece:
    """One counter on the set-up sheet; `rolled` if a roll placed or flipped it."""

    unit: str
    reversed: bool = False
    rolled: bool = False


@dataclass(frozen=True)
class SettledSpot:
    """One line: a place and its counters. `place` is empty if a roll gives the place only in words."""

    place: str
    name: str
    pieces: tuple[SettledPiece, ...]
    note: str = ""
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True)
class SettledRegion:
    """A headed group of lines."""

    title: str
    spots: tuple[SettledSpot, ...]


@dataclass(frozen=True)
class SettledForce:
    """One owner's set-up. `listed` counts the pieces on the map by unit type, in the game's order of types."""

    owner: str
    title: str
    regions: tuple[SettledRegion, ...]
    reserve: tuple[SettledPiece, ...]
    listed: Mapping[str, int]
    note: str = ""
    rulings: tuple[str, ...] = ()

    @property
    def spots(self) -> list[SettledSpot]:
        """The lines of all regions."""
        return [spot for region in self.regions for spot in region.spots]

    @property
    def pieces(self) -> list[SettledPiece]:
        """Every piece, on the map and in the reserve."""
        return [*(piece for spot in self.spots for piece in spot.pieces), *self.reserve]


@dataclass(frozen=True)
class Settled:
    """A set-up ready to print; `rolled` has the records that settled it (JSON data), with the answers of reports."""

    id: str
    scenario: Scenario
    setup: Setup
    forces: tuple[SettledForce, ...]
    markers: tuple[MarkerLine, ...]
    tracks: Mapping[str, Mapping[str, str]]
    notes: tuple[str, ...] = ()
    rolled: tuple[tuple[Any, tuple[tuple[str, str], ...]], ...] = ()

    @property
    def spots(self) -> list[SettledSpot]:
        """The lines of all forces."""
        return [spot for force in self.forces for spot in force.spots]

    def units(self, types: tuple[str, ...], game: Game) -> list[str]:
        """Return the ids of all units of these types on the map, in the order of the sheet."""
        pieces = (piece.unit for spot in self.spots for piece in spot.pieces)
        return [unit for unit in pieces if game[Counter][unit].value.type in types]


def settle(game: Game, scenario_id: str) -> Settled:
    """Return a scenario's set-up with its changes applied.

    The game has passed its checks, and the scenario has a set-up. Units that a change places or holds in reserve are
    removed from everywhere else.
    """
    scenario = game[Scenario][scenario_id].value
    assert scenario.setup is not None
    setup = game[Setup][scenario.setup].value
    change = scenario.change
    moved = {ref.unit for refs in (*change.place.values(), *change.reserve.values()) for ref in refs}
    gone = moved.union(change.without_units)
    tracks = {
        name: {**setup.tracks.get(name, {}), **change.tracks.get(name, {})} for name in (*setup.tracks, *change.tracks)
    }
    settled = Settled(
        id=scenario_id,
        scenario=scenario,
        setup=setup,
        forces=tuple(_force(game, setup, owner, gone) for owner in setup.forces if owner not in change.without_forces),
        markers=tuple(line for line in setup.markers if line.marker not in change.without_markers),
        tracks={name: rows for name, rows in tracks.items() if name not in change.without_tracks},
    )
    for place, refs in change.place.items():
        for piece in _pieces(refs):
            settled = put(game, settled, piece, owner_of(game, piece.unit), place)
    for owner, refs in change.reserve.items():
        for piece in _pieces(refs):
            settled = put(game, settled, piece, owner, None)
    return replace(settled, forces=tuple(force for force in settled.forces if force.pieces))


def find(settled: Settled, unit: str) -> list[SettledPiece]:
    """Return every piece of a unit, on the map or in a reserve."""
    return [piece for force in settled.forces for piece in force.pieces if piece.unit == unit]


def put(game: Game, settled: Settled, piece: SettledPiece, owner: str, place: str | None) -> Settled:
    """Add a piece at a place, or to its owner's reserve if the place is None."""
    if place is None:
        return _owned(game, settled, owner, lambda force: replace(force, reserve=(*force.reserve, piece)))
    item = find_place(game, place)
    assert item is not None
    title = region_of(game, item.id).value.title
    spot = SettledSpot(item.id, spot_name(item), (piece,), rulings=item.value.rulings)
    return _owned(game, settled, owner, lambda force: replace(force, regions=_with(force.regions, title, spot)))


def put_where(game: Game, settled: Settled, piece: SettledPiece, owner: str, where: str) -> Settled:
    """Add a piece at a place that is only described in words."""
    spot = SettledSpot("", where, (piece,))
    return _owned(
        game, settled, owner, lambda force: replace(force, regions=_with(force.regions, game.say(AS_ROLLED), spot))
    )


def _owned(game: Game, settled: Settled, owner: str, change: Callable[[SettledForce], SettledForce]) -> Settled:
    """Change one owner's force, adding an empty one if there is none."""
    known = any(force.owner == owner for force in settled.forces)
    forces = settled.forces if known else (*settled.forces, SettledForce(owner, game.owners[owner].title, (), (), {}))
    changed = (_counted(game, change(force)) if force.owner == owner else force for force in forces)
    return replace(settled, forces=tuple(changed))


def change_pieces(game: Game, settled: Settled, unit: str, **changes: Any) -> Settled:
    """Set `reversed` or `rolled` of every piece of a unit, wherever it stands."""

    def turned(pieces: tuple[SettledPiece, ...]) -> tuple[SettledPiece, ...]:
        return tuple(replace(piece, **changes) if piece.unit == unit else piece for piece in pieces)

    return _mapped(game, settled, turned)


def take(game: Game, settled: Settled, unit: str) -> Settled:
    """Remove every piece of a unit, and lines left empty."""
    return _mapped(game, settled, lambda pieces: tuple(piece for piece in pieces if piece.unit != unit))


def _mapped(
    game: Game, settled: Settled, change: Callable[[tuple[SettledPiece, ...]], tuple[SettledPiece, ...]]
) -> Settled:
    forces = []
    for force in settled.forces:
        regions = []
        for region in force.regions:
            spots = (replace(spot, pieces=change(spot.pieces)) for spot in region.spots)
            if left := tuple(spot for spot in spots if spot.pieces):
                regions.append(replace(region, spots=left))
        forces.append(_counted(game, replace(force, regions=tuple(regions), reserve=change(force.reserve))))
    return replace(settled, forces=tuple(forces))


def _with(regions: tuple[SettledRegion, ...], title: str, added: SettledSpot) -> tuple[SettledRegion, ...]:
    """Add a line's pieces to the line of the same place, or else as the last line of its region."""
    if all(region.title != title for region in regions):
        return (*regions, SettledRegion(title, (added,)))
    return tuple(
        replace(region, spots=_joined(region.spots, added)) if region.title == title else region for region in regions
    )


def _joined(spots: tuple[SettledSpot, ...], added: SettledSpot) -> tuple[SettledSpot, ...]:
    here = (added.place, added.name)
    if all((spot.place, spot.name) != here for spot in spots):
        return (*spots, added)
    return tuple(
        replace(spot, pieces=(*spot.pieces, *added.pieces)) if (spot.place, spot.name) == here else spot
        for spot in spots
    )


def _force(game: Game, setup: Setup, owner: str, gone: set[str]) -> SettledForce:
    source = setup.forces[owner]
    regions: list[SettledRegion] = []
    for title, places in source.at.items():
        spots = []
        for place, line in places.items():
            item = find_place(game, place)
            assert item is not None
            refs = line.units if isinstance(line, UnitLine) else line
            pieces = _pieces(refs, gone)
            if pieces:
                note, rulings = (line.note or "", line.rulings) if isinstance(line, UnitLine) else ("", ())
                note = "" if any(ref.unit in gone for ref in refs) else note
                spots.append(SettledSpot(item.id, spot_name(item), pieces, note, (*item.value.rulings, *rulings)))
        if spots:
            regions.append(SettledRegion(title, tuple(spots)))
    force = SettledForce(
        owner,
        source.title or game.owners[owner].title,
        tuple(regions),
        _pieces(source.reserve, gone),
        {},
        source.note or "",
        source.rulings,
    )
    return _counted(game, force)


def spot_name(place: GameItem[Place]) -> str:
    """Return what is printed beside a place's number, nothing if it has no other name; without a number, its name."""
    return "" if place.value.name == place.id and place.id[:1].isdigit() else place.value.name


def _counted(game: Game, force: SettledForce) -> SettledForce:
    tally = Tally(game[Counter][piece.unit].value.type for spot in force.spots for piece in spot.pieces)
    return replace(force, listed={name: tally[name] for name in game.info.unit_types if tally[name]})


def _pieces(refs: tuple[Units, ...], gone: Collection[str] = ()) -> tuple[SettledPiece, ...]:
    """Return a piece for each copy of each counter listed, except those of `gone`."""
    return tuple(
        SettledPiece(ref.unit, ref.reversed) for ref in refs if ref.unit not in gone for _ in range(ref.copies)
    )
