"""A share is one file with all that playtesters need, and says what changed since the one before."""

from __future__ import annotations

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result
from rcwkit.cli import main
from tests_support import TOY, write


def share(game: Path, out: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["share", str(game), "--out", str(out), *words])


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("share") / "toy"
    write(folder, {name: TOY[name] for name in ("game.yaml", "red.yaml")})
    return folder


def test_each_share_says_what_is_new_since_the_one_before(game: Path, tmp_path: Path) -> None:
    first = share(game, tmp_path)
    assert (first.exit_code, "share 1," in first.stdout, "the first one" in first.stdout) == (0, True, True)
    with ZipFile(tmp_path / "toy-share-1.zip") as archive:
        names = set(archive.namelist())
        assert archive.read("toy-companion.html").lstrip().startswith(b"<!")
    assert names >= {"0-print-guide.pdf", "counters.pdf", "toy.vmod", "LICENCE.txt"}
    assert "what-changed.txt" not in names

    counters = game / "red.yaml"
    text = counters.read_text(encoding="utf-8")
    counters.write_text(text.replace("copies: 2", "copies: 3"), encoding="utf-8")
    second = share(game, tmp_path, "--json")
    assert second.exit_code == 0, second.output
    facts = json.loads(second.stdout)
    assert [(one["title"], one["copies"], one["why"]) for one in facts["changes"]["add"]] == [("c16", 1, "more")]
    with ZipFile(tmp_path / "toy-share-2.zip") as archive:
        assert {"changes/0-changes.pdf", "changes/changed-pieces.pdf"} <= set(archive.namelist())
        said = archive.read("what-changed.txt").decode().splitlines()
    assert (said[0], "c16" in said[-1]) == ("Since share 1:", True)
    assert sorted(path.name for path in (game / ".shares").iterdir()) == ["1.json", "2.json"]

    assert share(game, tmp_path, "--paper", "letter", "--paper", "a4").exit_code == 0
    with ZipFile(tmp_path / "toy-share-3.zip") as archive:
        assert {"counters.pdf", "a4/counters.pdf", "a4/what-changed.txt"} <= set(archive.namelist())
        assert archive.read("a4/what-changed.txt").decode().splitlines() == ["Since share 2:", "nothing changed"]
        assert "what-changed.txt" not in archive.namelist()


def test_a_game_with_errors_is_not_shared(game: Path, tmp_path: Path) -> None:
    write(tmp_path / "game", {"game.yaml": TOY["game.yaml"], "red.yaml": TOY["red.yaml"] + "  Rx: {type: fleet}\n"})
    result = share(tmp_path / "game", tmp_path / "out")
    assert (result.exit_code, "E221" in result.stderr) == (2, True)
    assert [*tmp_path.rglob("*.zip"), *tmp_path.rglob(".shares")] == []
