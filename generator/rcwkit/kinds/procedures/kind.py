"""Dice procedures on paper: forms and odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from rcwkit.dice.model import Procedure, Procedures, walk
from rcwkit.game.references import Family
from rcwkit.kinds.kind import PLAIN, ROLLED, File, Kind, odds_files

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.game.game import Game


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.procedures import check, limits

    functions = (check.named, check.exceptions, limits.circles, limits.bounds, check.procedures, limits.shared)
    for function in functions:
        yield from function(game)


def _files(game: Game) -> list[File]:
    from rcwkit.document.form_blocks import forms

    rolls = File("rolls", game.say("Roll forms"), lambda setter, paper: forms(game), ROLLED, large=True, shelf="study")
    return [rolls, *odds_files(game)] if game[Procedure] else []


def _cells(model: Procedures) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the words in results of rolls: values to the rules."""
    for name, procedure in model.procedures.items():
        for steps, step in walk(procedure.steps):
            shown: list[Any] = [step.test.success, step.test.failure] if step.test else []
            shown += [cell for row in step.cells.values() for cell in row]
            # Items with spaces are no ids.
            shown += [item for item in step.for_each if " " in str(item)] if isinstance(step.for_each, tuple) else []
            for one in shown:
                if isinstance(one, str):
                    yield one.replace("_", " "), ("procedures", name, "steps", *steps)


def _units(game: Game) -> Iterator[str]:
    from rcwkit.kinds.procedures.check import units

    return (unit for unit, _ in units(game))


FAMILIES = {"procedures": Family("procedure", "E224", lambda game: game[Procedure])}
KIND = Kind(
    Procedures,
    _check,
    _files,
    families=FAMILIES,
    uses=_units,
    cells=_cells,
    holds=lambda game: {"dice procedures": len(game[Procedure])},
    dice=lambda game: (
        step.roll for item in game[Procedure].values() for _, step in walk(item.value.steps) if step.roll
    ),
    markup=PLAIN,
)
