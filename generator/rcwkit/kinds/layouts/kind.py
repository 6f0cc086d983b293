"""Layouts of faces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rcwkit.faces.inherited import known
from rcwkit.faces.layouts import Layouts
from rcwkit.game.references import Family
from rcwkit.kinds.kind import Kind

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.game.game import Game


def _check(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.faces import checks

    yield from checks.circles(game)
    yield from checks.boxes(game)


KIND = Kind(Layouts, _check, families={"layouts": Family("layout", "E250", known)}, drawn=lambda game, document: [()])
