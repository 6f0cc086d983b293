"""A hex map of 600 hexes from a CSV, over several sheets and whole with 50 counters; `make bench` prints the time."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from bench.maps import COLUMNS, ROWS, hex_game
from rcwkit.diagnostics import Severity
from rcwkit.dice.counters import Counter
from rcwkit.dice.places import printed_start
from rcwkit.dice.setups import Place
from rcwkit.game.loader import load
from rcwkit.kit.checks import check
from rcwkit.source.project import Project


def test_the_game_has_600_hexes_and_50_counters_on_them(tmp_path: Path) -> None:
    game = load(Project(hex_game(tmp_path)))
    assert [one for one in check(game) if one.severity is not Severity.NOTE] == []
    assert len(game[Place]) == COLUMNS * ROWS == 600
    assert len({printed_start(game, unit) for unit in game[Counter]}) == 50


@pytest.mark.benchmark(group="a hex map of 600 hexes, tiled and whole with 50 counters")
def test_it_is_built(benchmark: Any, tmp_path: Path) -> None:
    game, runs = hex_game(tmp_path / "game"), count(1)

    def build() -> Path:
        out = tmp_path / f"out{next(runs)}"
        command = [sys.executable, "-m", "rcwkit", "build", str(game), "--out", str(out)]
        subprocess.run(command, check=True, capture_output=True)
        return out

    out = benchmark.pedantic(build, rounds=5)
    assert {path.name for path in (out / "bench").glob("map*.pdf")} == {"map-front.pdf", "map-front-campaign.pdf"}
