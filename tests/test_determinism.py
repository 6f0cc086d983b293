"""The same inputs give the same bytes, wherever and whenever they are built; the same code gives the same sheet."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from tests_support import SMALL, TOY, write

COMMAND = [sys.executable, "-m", "rcwkit"]


def run(arguments: list[str], cwd: Path, **environment: str) -> None:
    result = subprocess.run(
        [*COMMAND, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1] / "generator"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def test_builds_are_byte_identical_in_other_surroundings(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "far" / "away"
    for folder in (one, two):
        write(folder / "toy", TOY)
    run(["build", "toy", "--out", "out", "--jobs", "1"], one, TZ="Asia/Tokyo", PYTHONHASHSEED="1", LC_ALL="C")
    run(["build", "toy", "--out", "out", "--jobs", "3"], two, TZ="America/Lima", PYTHONHASHSEED="77", LC_ALL="C.UTF-8")
    first = digests(one / "out" / "toy")
    assert len(first) >= 10
    assert first == digests(two / "out" / "toy")


def test_a_code_prints_the_same_sheet_in_other_surroundings(tmp_path: Path) -> None:
    roll = ["roll", "triumph_of_chaos", "reductions", "--seed", "7K3Q-X0AB-3", "--sheet"]
    run([*roll, "a.pdf"], tmp_path, TZ="Asia/Tokyo", PYTHONHASHSEED="1")
    run([*roll, "b.pdf"], tmp_path, TZ="America/Lima", PYTHONHASHSEED="2", LC_ALL="C")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_exports_are_byte_identical_in_other_surroundings(tmp_path: Path) -> None:
    for name, surroundings in (
        ("one", {"TZ": "Asia/Tokyo", "PYTHONHASHSEED": "1"}),
        ("two", {"TZ": "America/Lima", "PYTHONHASHSEED": "77"}),
    ):
        write(tmp_path / name / "toy", {**SMALL, "setup.yaml": TOY["setup.yaml"], "places.yaml": TOY["places.yaml"]})
        run(["export", "vassal", "toy", "--no-charts", "--out", "out"], tmp_path / name, **surroundings)
        run(["export", "decks", "toy", "--dpi", "72", "--out", "out"], tmp_path / name, **surroundings)
    for target in ("vassal", "decks"):
        first, second = (digests(tmp_path / name / "out" / "toy" / target) for name in ("one", "two"))
        assert first == second != {}
