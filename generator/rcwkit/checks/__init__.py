"""Audit a game.

A `Game` comes in, diagnostics go out: unknown ids, totals that do not add up, die results that a table does not cover.
Start with `check`, below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from rcwkit.checks import audit, layouts, looks, placed, references, sides, signs, strengths, translations
from rcwkit.diagnostics import Diagnostic, Severity
from rcwkit.reading.game import Game

__all__ = ["check"]


def _maps(game: Game) -> Iterator[Diagnostic]:
    """Check maps; a game without any starts faster without their models."""
    if game.maps:
        from rcwkit.checks import maps

        for function in (maps.faults, maps.numbers, maps.names, maps.setups, maps.drawings, maps.terrain):
            yield from function(game)


def _sizes(game: Game) -> Iterator[Diagnostic]:
    """Check the type sizes of a look that has any, in the same way."""
    if game.info.look.sizes.model_fields_set:
        from rcwkit.checks.sizes import sizes

        yield from sizes(game)


def _pieces(game: Game) -> Iterator[Diagnostic]:
    """Check pieces to cut, in the same way."""
    if game.pieces:
        from rcwkit.checks import pieces

        yield from (*pieces.outlines(game), *pieces.shown(game))


def _dice(game: Game) -> Iterator[Diagnostic]:
    """Check tables and procedures, in the same way."""
    if game.tables or game.procedures:
        from rcwkit.checks import dice_paths, limits, rolled, rolls

        for function in (
            rolled.exceptions,
            limits.circles,
            limits.bounds,
            rolls.tables,
            rolls.procedures,
            dice_paths.shared,
        ):
            yield from function(game)


CHECKS: tuple[Callable[[Game], Iterable[Diagnostic]], ...] = (
    references.repeated_ids,
    references.names,
    placed.tracks,
    placed.scenarios,
    _maps,
    audit.units,
    audit.places,
    audit.mix,
    audit.totals,
    audit.gaps,
    strengths.names,
    strengths.lacking,
    strengths.unusual,
    strengths.sums,
    strengths.starts,
    strengths.shapes,
    sides.marks,
    looks.legible,
    looks.bold,
    signs.signs,
    layouts.circles,
    layouts.boxes,
    layouts.fields,
    layouts.shown,
    layouts.counters,
    _sizes,
    _pieces,
    _dice,
    translations.faithful,
    translations.twice,
    translations.lacking,
    translations.out_of_date,
)


def check(game: Game) -> list[Diagnostic]:
    """Run all checks on a game."""
    found = [diagnostic for function in CHECKS for diagnostic in function(game)]
    if game.setups and not any(one.severity is Severity.ERROR for one in found):
        from rcwkit.checks.copies import copies  # which settles set-ups, and they must be sound

        found += copies(game)
    return found
