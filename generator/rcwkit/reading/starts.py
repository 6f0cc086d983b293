"""Set-ups that list nothing for an owner take the starts that stand on the owner's counters."""

from __future__ import annotations

from dataclasses import replace

from rcwkit.models.setup import Force, Setup
from rcwkit.models.units import Units
from rcwkit.reading.game import Document, Game

__all__ = ["with_starts"]


def with_starts(game: Game) -> Game:
    """Return a game whose forces without a list have the counters that say where they start.

    Starts that are no places of the game are left out; the checks tell.
    """
    if not any(item.value.setup for item in game.counters.values()):
        return game
    return replace(game, documents=tuple(_listed(game, document) for document in game.documents))


def _listed(game: Game, document: Document) -> Document:
    setup = document.model
    if not isinstance(setup, Setup) or all(force.at for force in setup.forces.values()):
        return document
    forces = {owner: force if force.at else _filled(game, owner, force) for owner, force in setup.forces.items()}
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
