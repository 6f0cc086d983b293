"""The counters that procedures name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcwkit.checks.references import unknown
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.models.effects import Effect, MoveMarker, RemoveUnit, UnitEffect
from rcwkit.models.procedures import Each, Step, walk
from rcwkit.reading.game import Document, Game

__all__ = ["exceptions", "units"]


def units(game: Game) -> Iterator[tuple[str, Span]]:
    """Yield every counter that a procedure names."""
    for document, path, step in _steps(game):
        for where, effect in step.effects:
            unit = _unit(effect)
            if unit is not None and unit != "item" and not (isinstance(effect, RemoveUnit) and unit in game.owners):
                yield unit, document.at(*path, *where, effect.verb)
        # Items that effects act on are counters; other items are plain words.
        acts = any(_unit(effect) == "item" for _, inner in walk((step,)) for _, effect in inner.effects)
        if acts and isinstance(step.for_each, tuple):
            for at, item in enumerate(step.for_each):
                yield str(item), document.at(*path, "for_each", at)


def exceptions(game: Game) -> Iterator[Diagnostic]:
    """Check that the exceptions of repeated steps name counters or owners."""
    for document, path, step in _steps(game):
        for key in step.for_each.exceptions if isinstance(step.for_each, Each) else ():
            span = document.at(*path, "for_each", "exceptions", key, key=True)
            yield from unknown("unit or faction", key, [*game.counters, *game.owners], span, "E210")


def _steps(game: Game) -> Iterator[tuple[Document, tuple[Any, ...], Step]]:
    """Yield every step of every procedure, with its document and path."""
    for document, sheet in game.kind("procedures"):
        for name, procedure in sheet.procedures.items():
            yield from ((document, path, step) for path, step in walk(procedure.steps, ("procedures", name, "steps")))


def _unit(effect: Effect) -> str | None:
    """Return the counter that an effect names, or `item`; None if it names none."""
    return effect.what if isinstance(effect, (UnitEffect, MoveMarker)) else None
