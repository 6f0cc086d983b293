"""A hex map of 600 hexes from a CSV, over several sheets and whole with 50 counters, takes a second of CPU at most."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from bench.maps import COLUMNS, ROWS, hex_game
from faults_support import slowness
from rcwkit.checks import check
from rcwkit.diagnostics import Severity
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project

LIMIT = 1.0
"""CPU seconds of the fastest of three builds, on the machine on which limits are set."""


def test_the_game_has_600_hexes_and_50_counters_on_them(tmp_path: Path) -> None:
    game = load(Project(hex_game(tmp_path)))
    assert [one for one in check(game) if one.severity is not Severity.NOTE] == []
    assert len(game.places) == COLUMNS * ROWS == 600
    assert len({game.start_of(unit) for unit in game.counters}) == 50


def test_it_builds_in_a_second(tmp_path: Path) -> None:
    game, spent = hex_game(tmp_path / "game"), []
    for run in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "rcwkit", "build", str(game), "--out", str(tmp_path / f"out{run}")]
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        made = {path.name for path in (tmp_path / f"out{run}" / "bench").glob("map*.pdf")}
        assert made == {"map-front.pdf", "map-front-campaign.pdf"}
    assert min(spent) <= LIMIT * slowness(), spent
