"""Audit a game.

A `Game` comes in, diagnostics go out: unknown ids, totals that do not add up, die results that a table does not cover.
Start with `check`, below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rcwkit.checks import (
    audit,
    layouts,
    limits,
    looks,
    maps,
    pieces,
    references,
    rolls,
    sides,
    signs,
    strengths,
    translations,
)
from rcwkit.diagnostics import Diagnostic
from rcwkit.reading.game import Game

__all__ = ["CHECKS", "check"]

CHECKS: tuple[Callable[[Game], Iterable[Diagnostic]], ...] = (
    references.repeated_ids,
    references.names,
    references.tracks,
    references.scenarios,
    maps.faults,
    maps.numbers,
    maps.names,
    maps.setups,
    maps.terrain,
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
    pieces.outlines,
    pieces.shown,
    limits.circles,
    limits.bounds,
    rolls.tables,
    rolls.procedures,
    translations.faithful,
    translations.twice,
    translations.lacking,
    translations.out_of_date,
)


def check(game: Game) -> list[Diagnostic]:
    """Run all checks on a game."""
    return [diagnostic for function in CHECKS for diagnostic in function(game)]
