"""The game that a command works on: the named one, the current folder's, or all bundled ones."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from faults_support import command
from faults_support import refused as refused_whole
from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError
from rcwkit.game.catalogue import games, here, meant
from tests_support import TOY, run, write

SMALL = {name: TOY[name] for name in ("game.yaml", "red.yaml", "white.yaml", "cards.yaml", "tracks.yaml")}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make an empty folder and enter it."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_names_are_taken_literally_and_all_is_every_game(folder: Path) -> None:
    assert meant(["toy", "x/y"]) == ["toy", "x/y"]
    assert meant(["all"]) == meant([*games(), "all"]) == games()


def test_without_a_name_the_current_folder_is_meant(folder: Path) -> None:
    """Bug: the five bundled games were built in any folder, even in that of another game."""
    write(folder, SMALL)
    assert here() == "."
    assert meant([]) == ["."]
    (folder / "game.yaml").rename(folder / "mine.yml")
    assert meant([]) == ["."]
    (folder / "mine.yml").unlink()
    (folder / "game.yaml").write_text("title: the kind is forgotten\n", encoding="utf-8")
    assert meant([]) == ["."]


@pytest.mark.parametrize("text", ["kind: cards\n", "a: {kind: game}\n", "kind: games\n", "", "\xff"])
def test_a_folder_without_a_game_is_none(folder: Path, text: str) -> None:
    (folder / "a.yaml").write_text(text, encoding="latin-1")
    (folder / "data").mkdir()
    os.mkfifo(folder / "b.yaml")
    assert here() == ""
    with pytest.raises(InputError) as error:
        meant([])
    (found,) = error.value.diagnostics
    assert (found.code, str(found.span)) == ("E523", "GAME")
    assert "soviet_dawn" in found.hint


def test_in_the_repository_all_games_are_meant(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(bundled("data").parent)
    assert meant([]) == games()


def test_build_and_check_take_the_current_folder_and_refuse_elsewhere(folder: Path) -> None:
    for words in (
        ["build"],
        ["check"],
        ["kit"],
        ["pictures"],
        ["companion"],
        ["watch"],
        ["export", "tts"],
    ):
        refused_whole(command(*words), "E523")
    assert list(folder.iterdir()) == []
    write(folder, SMALL)
    assert command("check").exit_code == 0
    result = command("build", "--jobs", "1", "--json")
    assert result.exit_code == 0, result.stderr
    assert [kit["game"] for kit in json.loads(result.stdout)["kits"]] == ["toy"]
    (folder / "build" / "toy" / "cards-factions.pdf").unlink()
    since = command("build", "--since", "build/toy/manifest.json", "--jobs", "1")
    assert (since.exit_code, since.stdout) == (0, "nothing changed since the last build, which wrote this manifest\n")
    assert command("export", "decks", "--dpi", "36").exit_code == 0


def test_rolls_take_the_folder_by_its_name(folder: Path) -> None:
    write(folder, TOY)
    assert command("roll", ".", "reductions").exit_code == 0
    assert command("odds", ".", "reductions").exit_code == 0


def test_a_missing_argument_lists_the_choices(folder: Path) -> None:
    """Bug: the refusal gave only the name."""
    write(folder / "toy", TOY)
    said = command("roll").stderr
    assert "Missing argument 'GAME|LINK'. Games: " in said
    assert "triumph_of_chaos" in said
    assert "Missing argument 'PROCEDURE'. To roll in Toy: reductions, turn9" in command("roll", "toy").stderr
    assert "Missing argument 'PROCEDURE'." in command("roll", "nowhere").stderr


def test_choices_are_taken_in_any_case(folder: Path) -> None:
    """Bug: `--paper A4` was refused."""
    write(folder, SMALL)
    (folder / "rcwkit.toml").write_text('backs = "None"\n', encoding="utf-8")
    result = command("kit", "--papers", "Letter", "--backs", "NONE", "--inks", "Low", "--jobs", "1", "--json")
    assert [kit["folder"] for kit in json.loads(result.stdout)["kits"]] == ["build/toy/letter-none-low"]
    assert command("build", "--paper", "A4", "--ink", "LOW", "--jobs", "1").exit_code == 0
    options = json.loads((folder / "build" / "toy" / "manifest.json").read_text(encoding="utf-8"))["options"]
    assert (options["paper"], options["ink"], options["backs"]) == ("a4", "low", "none")


def test_what_is_wrong_on_the_command_line_has_no_line(folder: Path) -> None:
    """Bug: the message began with `GAME:1:1:`."""
    assert command("build", "nowhere").stderr.startswith("nowhere: error[E105]: no game or folder 'nowhere'\n")
    assert command("kit", "soviet_dawn", "--papers", "a5").stderr.startswith(
        "--papers: error[E523]: 'a5' is not one of: "
    )


def test_data_that_is_not_read_is_named(folder: Path) -> None:
    """Bug: a spreadsheet in a game's folder was ignored in silence."""
    write(
        folder / "toy",
        {**SMALL, "units.csv": "id\n", "more/UNITS.XLSX": "", ".hidden/a.csv": "", "notes.txt": "", "picture.png": ""},
    )
    write(folder / "toy" / "local", {"mine.yaml": SMALL["cards.yaml"], "mine.csv": ""})
    result = command("check", "toy")
    assert result.exit_code == 0
    notes = [line for line in result.stderr.splitlines() if "note[N107]" in line]
    names = ("local/mine.csv", "more/UNITS.XLSX", "units.csv")
    assert notes == [f"toy/{name}: note[N107]: is not read: no document takes its entries from it" for name in names]


def test_a_folder_named_like_an_included_game_is_not_passed_over_in_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "soviet_dawn", TOY)
    monkeypatch.chdir(tmp_path)
    note = "note: this is the included game 'soviet_dawn'; for the folder here, write ./soviet_dawn\n"
    for words in ("check soviet_dawn", "odds soviet_dawn nothing", "export csv soviet_dawn --out kits"):
        assert run(*words.split()).stderr.count(note) == 1, words
    assert "note: this is" not in run("check", "./soviet_dawn").stderr
    write(tmp_path / "white_general", {"notes.txt": "no game"})
    assert "note: this is" not in run("check", "white_general").stderr
    monkeypatch.chdir(bundled("data"))
    assert "note: this is" not in run("check", "soviet_dawn").stderr
