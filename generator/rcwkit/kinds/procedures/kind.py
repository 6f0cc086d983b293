"""Dice procedures on paper: forms and odds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rcwkit.dice.model import Procedures
from rcwkit.kinds.kind import ROLLED, File, Kind

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.game.game import Game


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.procedures import check, check_rolls

    for function in (check.exceptions, check.circles, check.bounds, check_rolls.procedures, check.shared):
        yield from function(game)


def _files(game: Game) -> list[File]:
    from rcwkit.kinds.procedures.forms import forms
    from rcwkit.kinds.procedures.odds import odds_files

    rolls = File("rolls", game.say("Roll forms"), lambda setter, paper: forms(game), ROLLED, large=True, shelf="study")
    return [rolls, *odds_files(game)] if game.procedures else []


KIND = Kind(Procedures, _check, _files)
