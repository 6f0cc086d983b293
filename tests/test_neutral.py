"""What nobody owns: `neutral` stands wherever a side can, without being declared."""

from __future__ import annotations

from pathlib import Path

import pytest
from rcwkit.dice.counters import owner_of
from rcwkit.game.game import Game
from rcwkit.game.loader import COLOUR, load
from rcwkit.kit.checks import check
from rcwkit.source.project import Project
from tests_support import TOY, run, write

MARKERS = """kind: counters
id: markers
title: Markers
source: Toy rules
side: neutral
counters:
  Mine: {type: marker, name: Mine, copies: 3, arrives: at will}
  Ferry: {type: marker, name: Ferry}
  Turn: {type: marker, name: Turn, reverse: {name: Pause, side: red}, arrives: turn 2}
"""
PLACED = ("    reserve: [Rc16]", "    reserve: [Rc16]\n  neutral: {at: {East: {638 Norlinsk: [Ferry]}}}")


def neutral(folder: Path, **files: str) -> Project:
    """Write the toy game with markers that nobody owns, and more."""
    return Project(write(folder / "toy", {**TOY, "markers.yaml": MARKERS, **files}), shown="toy")


def errors(game: Game) -> list[str]:
    return [f"{one.code} {one.message}" for one in check(game) if one.code[0] in "EW"]


def test_a_side_that_nobody_declared_is_neutral(tmp_path: Path) -> None:
    """Bug: the reference says that markers may have it, and it was an unknown side."""
    setup = TOY["setup.yaml"].replace(*PLACED)
    assert setup != TOY["setup.yaml"]
    game = load(neutral(tmp_path, **{"setup.yaml": setup}))
    assert errors(game) == errors(load(Project(write(tmp_path / "plain", TOY), shown="toy")))
    assert (game.owners["neutral"].title, game.owners["neutral"].colour) == ("Neutral", COLOUR)
    assert owner_of(game, "Mine") == "neutral"


def test_its_title_is_in_the_language_of_the_kit(tmp_path: Path) -> None:
    project = neutral(tmp_path)
    assert load(Project(project.root, shown="toy", language="ru")).owners["neutral"].title == "Нейтральные"


def test_a_game_may_declare_its_own(tmp_path: Path) -> None:
    own = TOY["game.yaml"].replace(
        "unit_types:", '  neutral: {title: No one, short: N, colour: "#6B655A", mark: ring}\nunit_types:'
    )
    assert load(neutral(tmp_path, **{"game.yaml": own})).owners["neutral"].title == "No one"


def test_a_game_that_does_not_name_it_has_none(tmp_path: Path) -> None:
    """The toy's track has a box of this name."""
    assert list(load(Project(write(tmp_path, TOY))).owners) == ["red", "white"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("map.yaml", "owner: red", "owner: neutral"),
        ("folder.yaml", "owner: red", "owner: neutral"),
        ("pieces.yaml", "owner: red", "owner: neutral"),
        ("white.yaml", "name: VP}", "name: VP, reverse: {side: neutral}}"),
        ("cards.yaml", "owner: red", "owner: neutral"),
    ],
)
def test_it_stands_wherever_a_side_can(tmp_path: Path, file: str, old: str, new: str) -> None:
    assert old in TOY[file]
    game = load(Project(write(tmp_path, {**TOY, file: TOY[file].replace(old, new, 1)}), shown="toy"))
    assert [one for one in errors(game) if one.startswith("E")] == []
    assert "neutral" in game.owners


def test_it_is_built_and_exported(tmp_path: Path) -> None:
    toy = neutral(tmp_path, **{"setup.yaml": TOY["setup.yaml"].replace(*PLACED)}).root
    out = tmp_path / "out"
    for words in (
        ("build", toy, "--with", "all", "--jobs", "1"),
        ("export", "vassal", toy, "--no-charts"),
        ("export", "tts", toy, "--no-charts"),
        ("export", "csv", toy),
    ):
        result = run(*words, "--out", out)
        assert result.exit_code == 0, (words, result.stderr)
    assert run("odds", toy, "reductions").exit_code == 0
