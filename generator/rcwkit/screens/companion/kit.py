"""Data of the page's roller: what can be rolled, plans, set-ups and places, names, and counters drawn as chips."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rcwkit import __version__
from rcwkit.dice.node import Node
from rcwkit.dice.plan import nodes
from rcwkit.dice.settle import Force, Piece, Settled, Spot, settle, spot_name
from rcwkit.dice.wording import words
from rcwkit.models.effects import Effect, Going, RemoveUnit, UnitEffect
from rcwkit.models.markup import marked
from rcwkit.models.procedures import walk
from rcwkit.reading.game import Game
from rcwkit.screens.companion import plans
from rcwkit.screens.preview.roller import chips, offer

__all__ = ["kit"]


def kit(game: Game) -> dict[str, Any]:
    """Return the JSON data that templates/companion/answers.js reads."""
    setups = {name: settle(game, name) for name, item in game.scenarios.items() if item.value.setup is not None}
    rows = {row.marker or name: row.title for item in game.tracks.values() for name, row in item.value.rows.items()}
    rolled = plans.procedures(game, setups)
    return {
        "tool": f"rcwkit {__version__}",
        "game": {"id": game.info.id, "title": game.info.title},
        "offer": offer(game),
        "names": dict(game.names),
        "markers": rows,
        "owners": {name: owner.title for name, owner in game.owners.items()},
        "units": {name: _unit(game, name) for name in game.counters},
        "places": _places(game),
        "tables": plans.lookups(game),
        "tracks": plans.tracks(game),
        "setups": {name: _setup(settled) for name, settled in setups.items()},
        "procedures": rolled,
        "spoken": {text: words(text, game) for text in sorted(set(_marked(rolled)))},
        "chips": chips(game, sorted(_shown(game, setups))),
    }


def _marked(data: Any) -> Iterator[str]:
    """Every text with markup in a plan's data."""
    if isinstance(data, str):
        yield from (data,) if marked(data) else ()
    elif isinstance(data, (list, tuple)):
        yield from (text for part in data for text in _marked(part))
    elif isinstance(data, Mapping):
        yield from (text for part in data.values() for text in _marked(part))


def _unit(game: Game, name: str) -> dict[str, str]:
    """A counter's owner, and the owner of its back if that differs."""
    back = game.back_owner(name)
    return {"owner": game.owner_of(name), **({} if back is None else {"back": back})}


def _places(game: Game) -> dict[str, Any]:
    """The places that effects refer to, by reference."""
    found = {}
    for ref in sorted({effect.at for effect in _effects(game) if isinstance(effect, Going) and effect.at is not None}):
        item = game.place(ref)
        assert item is not None
        region = game.regions[game.region_of(item.id)].value.title
        found[ref] = {"number": item.id, "name": spot_name(item), "region": region}
    return found


def _setup(settled: Settled) -> dict[str, Any]:
    return {"title": settled.scenario.title, "forces": [_force(force) for force in settled.forces]}


def _force(force: Force) -> dict[str, Any]:
    regions = [{"title": region.title, "spots": [_spot(spot) for spot in region.spots]} for region in force.regions]
    reserve = [_piece(piece) for piece in force.reserve]
    return {"owner": force.owner, "title": force.title, "regions": regions, "reserve": reserve}


def _spot(spot: Spot) -> dict[str, Any]:
    return {"number": spot.place, "name": spot.name, "pieces": [_piece(piece) for piece in spot.pieces]}


def _piece(piece: Piece) -> dict[str, Any]:
    return {"unit": piece.unit, "reversed": piece.reversed, "rolled": piece.rolled}


def _shown(game: Game, setups: Mapping[str, Settled]) -> set[str]:
    """The chips a set-up may show: those at the start, and both sides of every counter that dice may flip or place."""
    pieces = [piece for settled in setups.values() for force in settled.forces for piece in force.pieces]
    start = {f"{piece.unit} reversed" if piece.reversed else piece.unit for piece in pieces}
    if not setups:
        return start
    effects = (effect for effect in _effects(game) if isinstance(effect, UnitEffect))
    named = {effect.what for effect in effects if not isinstance(effect, RemoveUnit)}
    if "item" in named:
        walks = (nodes(game, name, settled) for settled in setups.values() for name in game.procedures)
        named |= {str(item) for found in walks for item in _items(found)}
    touched = {unit for unit in named if unit in game.counters}
    return start | {f"{unit}{side} rolled" for unit in touched for side in ("", " reversed")}


def _items(found: Iterable[Node]) -> Iterator[Any]:
    for node in found:
        yield from node.items or ()
        yield from _items(node.children)


def _effects(game: Game) -> Iterator[Effect]:
    """Every effect of every procedure."""
    for item in game.procedures.values():
        yield from (effect for _, step in walk(item.value.steps) for _, effect in step.effects)
