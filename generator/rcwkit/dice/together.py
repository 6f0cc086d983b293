"""One set-up from several records: each of another procedure, for one scenario, whose effects do not collide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from rcwkit.diagnostics import InputError, Span
from rcwkit.dice.record import Rolled
from rcwkit.dice.roll import Prepared, changed, replayed
from rcwkit.dice.settle import Settled
from rcwkit.reading.game import Game

__all__ = ["Roll", "read", "together"]

Roll = tuple[str, Prepared, Rolled]
"""A roll, by the name of its record."""


def read(game: Game, records: Mapping[str, Mapping[str, Any]]) -> list[Roll]:
    """Replay records, by name. Raises InputError for one that is of another game or does not agree with the rules."""
    found: list[Roll] = []
    for name, record in records.items():
        if record.get("game") != game.info.id:
            raise InputError.of("E530", f"this is not a record of {game.info.id}", Span(name, 0))
        try:
            prepared, result, _ = replayed(game, record)
        except InputError as error:
            raise InputError([one._replace(span=Span(name, 0)) for one in error.diagnostics]) from error
        found.append((name, prepared, result))
    return found


def together(game: Game, rolls: Sequence[Roll]) -> Settled | None:
    """Return the set-up after all rolls, None if it has none.

    Raises InputError, naming both records, if two are of one procedure or of two scenarios, or if it matters which of
    two came first: then they are not of one set-up.
    """
    first = rolls[0][1].settled
    for (one, before, early), (other, after, late) in combinations(rolls, 2):
        same = early.record["procedure"] == late.record["procedure"]
        if same:
            raise _apart(one, other, f"both are rolls of '{early.record['procedure']}'", "give one of them")
        ids = [prepared.settled.id if prepared.settled else "none" for prepared in (before, after)]
        if ids[0] != ids[1]:
            hint = "roll both with --set scenario=…"
            raise _apart(one, other, f"the scenario of one is {ids[0]}, and of the other {ids[1]}", hint)
        if first is not None and (what := _collision(game, first, early, late)):
            raise _apart(one, other, f"they disagree about {what}", "give one of them")
    for _, _, result in rolls if first is not None else ():
        assert first is not None
        first = changed(game, first, result)
    return first


def _apart(one: str, other: str, why: str, hint: str) -> InputError:
    return InputError.of("E537", f"{one} and {other} make no set-up together: {why}", Span("--record", 0), hint)


def _collision(game: Game, settled: Settled, early: Rolled, late: Rolled) -> str:
    """Return what stands elsewhere if two rolls change places; nothing if they come to the same."""
    one = _standing(changed(game, changed(game, settled, early), late))
    other = _standing(changed(game, changed(game, settled, late), early))
    return next((f"'{what}'" for what in (*one, *other) if one.get(what) != other.get(what)), "")


def _standing(settled: Settled) -> dict[str, list[tuple[str, ...]]]:
    """Return where everything stands and which side it shows, by unit or marker."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for force in settled.forces:
        for region in force.regions:
            for spot in region.spots:
                for piece in spot.pieces:
                    found.setdefault(piece.unit, []).append((force.owner, spot.place, spot.name, str(piece.reversed)))
        for piece in force.reserve:
            found.setdefault(piece.unit, []).append((force.owner, str(piece.reversed)))
    for track, rows in settled.tracks.items():
        for row, box in rows.items():
            found.setdefault(row, []).append((track, box))
    return {what: sorted(places) for what, places in found.items()}
