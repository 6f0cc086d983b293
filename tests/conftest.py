"""Shared fixtures: the Triumph of Chaos game, and goldens that `--update` writes anew."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.bundled import bundled
from generator.game import Game
from generator.loader import load
from generator.project import Project

GOLDENS = Path(__file__).parent / "goldens"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the goldens anew")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with tests/goldens/<name>, or write it with --update."""

    def compare(name: str, text: str) -> None:
        path = GOLDENS / name
        if request.config.getoption("--update"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.exists(), f"no golden {name}: run pytest --update and read it"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture(scope="session")
def triumph() -> Game:
    """The Triumph of Chaos data, loaded."""
    return load(Project(bundled("data") / "triumph_of_chaos", shown="data/triumph_of_chaos"))


@pytest.fixture
def write_game(tmp_path: Path) -> Callable[[dict[str, str]], Project]:
    """Write YAML files into a folder and give its project."""

    def write(files: dict[str, str]) -> Project:
        for name, text in files.items():
            path = tmp_path / "game" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return Project(tmp_path / "game", shown="game")

    return write
