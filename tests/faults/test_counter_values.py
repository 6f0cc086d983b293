"""I3: values on counters that no single wrong file can show."""

from __future__ import annotations

from pathlib import Path

import pytest
from counters_support import RIVER
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from rcwkit.source.project import Project
from tests_support import write


@pytest.mark.row("I3")
def test_one_slip_of_the_pen_is_noted(tmp_path: Path) -> None:
    text = RIVER["green.yaml"].replace("attack: 3, defence: 5", "attack: 33, defence: 5", 1)
    write(tmp_path, {**RIVER, "green.yaml": text})
    codes = {one.code: one.span.line for one in check(load(Project(tmp_path, shown="river")))}
    assert codes["N261"] == 7
