"""Check that no set-up, with its markers and tracks, needs more copies of a counter than there are."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.dice.settle import Settled, settle
from rcwkit.reading.game import Game

__all__ = ["copies", "lacking"]


def copies(game: Game) -> Iterator[Diagnostic]:
    """Check the set-ups of all scenarios; the game has passed all other checks."""
    for name, item in game.scenarios.items():
        if item.value.setup in game.setups:
            settled = settle(game, name)
            yield from lacking(game, Tally(_placed(game, settled)), _markers(game, settled))


def lacking(game: Game, needed: Mapping[str, int], where: Mapping[str, Span]) -> Iterator[Diagnostic]:
    """Yield the counters of which more are needed than there are, at their place in the set-up or in the mix."""
    for unit, count in needed.items():
        item = game.counters.get(unit)
        if item is not None and count > (printed := item.value.copies):
            there = f"there {'is one' if printed == 1 else f'are {printed}'}"
            span = where.get(unit, item.span)
            related = (("printed here", item.span),) if unit in where else ()
            hint = "list it once, in forces, `markers:` or `tracks:`; or print more `copies:`"
            yield Diagnostic("E571", f"'{unit}' is set up {count} times, and {there}", span, hint, related)


def _placed(game: Game, settled: Settled) -> Iterator[str]:
    """Yield every counter that a set-up places, as often as it does."""
    yield from (piece.unit for force in settled.forces for piece in force.pieces)
    for line in settled.markers:
        yield from (line.marker,) * line.count
    for track, starts in settled.tracks.items():
        yield from (_marker(game, track, row) for row in starts)


def _markers(game: Game, settled: Settled) -> dict[str, Span]:
    """Return where the set-up's document places markers: the last place of each."""
    source = game.setups[settled.setup.id].document
    found = {
        _marker(game, track, row): source.at("tracks", track, row, key=True)
        for track, starts in settled.setup.tracks.items()
        for row in starts
    }
    return found | {line.marker: source.at("markers", n, "marker") for n, line in enumerate(settled.setup.markers)}


def _marker(game: Game, track: str, row: str) -> str:
    """Return the counter that stands on a row of a track."""
    rows = game.tracks[track].value.rows
    return (rows[row].marker if row in rows else None) or row
