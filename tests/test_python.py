"""What scripts use: few names, light to import, with examples that hold, and nothing that the commands do otherwise."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import rcwkit
from click.testing import CliRunner
from rcwkit.bundled import bundled
from rcwkit.cli import main
from tests_support import TOY, write

PAGE = bundled("data") / "manual" / "python.md"


@pytest.fixture
def my_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["new", "my_game"]).exit_code == 0
    return tmp_path / "my_game"


def test_there_are_at_most_ten_names_and_all_can_be_had() -> None:
    assert len(rcwkit.__all__) <= 10
    assert all(getattr(rcwkit, name).__doc__ for name in rcwkit.__all__)
    assert set(rcwkit.__all__) <= {*dir(rcwkit)}
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        assert rcwkit.opne  # type: ignore[attr-defined]


def test_the_page_names_all_of_it() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(re.search(rf"`(rcwkit\.)?{name}[`(]", text) for name in rcwkit.__all__)


def test_it_is_light_to_import() -> None:
    code = (
        "import sys, rcwkit; print(*sorted(name for name in sys.modules if name.startswith(('rcw', 'pyd', 'click'))))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rcwkit", "rcwkit.diagnostics"]


def test_its_examples_hold() -> None:
    assert doctest.testmod(rcwkit) == (0, doctest.testmod(rcwkit).attempted)


def test_the_examples_of_its_page_hold(my_game: Path) -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert found.failed == 0 and found.attempted > 10
    assert (my_game.parent / "kits" / "my_game" / "only" / "rulings.pdf").is_file()


def test_the_script_of_its_page_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "games" / "toy", TOY)
    write(tmp_path / "games" / "bad", {**TOY, "game.yaml": TOY["game.yaml"] + "oops: 1\n"})
    (script,) = re.findall(r"```python\n(from .*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    exec(script.replace("shelves=", "only=['rulings'], shelves="), {})
    wrong, right = capsys.readouterr().out.splitlines()
    assert wrong.startswith("games/bad: not built: games/bad/game.yaml:") and "E122" in wrong
    assert right == "kits/toy/only: 1 pages"


def test_a_build_is_that_of_the_command(my_game: Path) -> None:
    made = rcwkit.open("my_game").build("kits", ink="low", only=["tracks"])
    words = ["build", "my_game", "--out", "others", "--ink", "low", "--only", "tracks"]
    assert CliRunner().invoke(main, words).exit_code == 0
    assert made.files
    for name in made.files:
        assert (made.folder / name).read_bytes() == Path("others", "my_game", "only", name).read_bytes()


def test_rolls_and_odds_are_those_of_the_commands(my_game: Path) -> None:
    game = rcwkit.open(my_game)
    roll = game.roll("charge", {"sky": "rain"}, faces="3")
    words = ["my_game", "charge", "--set", "sky=rain"]
    done = CliRunner().invoke(main, ["roll", *words, "--faces", "3", "--json"])
    assert json.loads(done.stdout) == roll.record
    assert CliRunner().invoke(main, ["odds", *words]).stdout == f"{game.odds('charge', {'sky': 'rain'})}\n"
    again = game.roll("surprise", seed=game.roll("surprise").record["seed"], faces=[None, 2, None])
    assert [
        face for one in again.record["rolls"] for face, typed in zip(one["faces"], one["typed"], strict=True) if typed
    ] == [2]


def test_faces_can_be_asked_for(my_game: Path) -> None:
    asked = []

    def ask(need: object, given: list[int | None]) -> None:
        asked.append(str(need))
        given.append(4)

    roll = rcwkit.open(my_game).roll("surprise", ask=ask)
    assert [one["faces"] for one in roll.record["rolls"]] == [[4]] * len(asked) and len(asked) == 3
    with pytest.raises(rcwkit.InputError, match="too few faces"):
        rcwkit.open(my_game).roll("surprise", faces=[4])


def test_a_game_with_errors_says_all_of_them(tmp_path: Path) -> None:
    game = rcwkit.open(write(tmp_path / "toy", {**TOY, "game.yaml": TOY["game.yaml"] + "oops: 1\n"}))
    assert [found.code for found in game.check()] == ["E122"]
    for act in (lambda: game.title, lambda: game.build(tmp_path), game.rolls):
        with pytest.raises(rcwkit.InputError, match="unknown key 'oops'"):
            act()
