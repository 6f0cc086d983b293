"""rcwkit.toml sets defaults, the command line wins, and errors are shown in place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import click
import pytest
from click.testing import CliRunner
from rcwkit.art.theme import Ink
from rcwkit.cli import main
from rcwkit.sheets import paper as grids
from rcwkit.sheets.paper import Backs, Flip
from rcwkit.source.settings import BACKS, CHOICES, FLIPS, INKS, LARGE, PAPERS, READ_FROM, TAKEN, find, read
from tests_support import SMALL, write


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder two levels below the one with the settings."""
    inner = tmp_path / "games" / "mine"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    return inner


def options(*words: str) -> dict[str, object]:
    """Return the options of a build of a game in the current folder from its manifest."""
    result = CliRunner().invoke(main, ["build", str(write(Path("toy"), SMALL)), "--jobs", "1", "--json", *words])
    assert result.exit_code == 0, result.stderr
    (kit,) = json.loads(result.stdout)["kits"]
    found: dict[str, object] = json.loads((Path(kit["folder"]) / "manifest.json").read_text(encoding="utf-8"))[
        "options"
    ]
    return {"folder": kit["folder"], **found}


def test_the_words_are_those_of_layout_and_theme() -> None:
    assert (set(PAPERS), set(BACKS), set(FLIPS), set(INKS)) == (
        set(grids.PAPERS),
        set(get_args(Backs)),
        set(get_args(Flip)),
        set(get_args(Ink)),
    )
    assert (tuple(grids.LARGE), dict(grids.READING)) == (LARGE, READ_FROM)


def test_every_setting_is_an_option_of_the_commands_that_take_it() -> None:
    assert set(TAKEN) == set(CHOICES)
    for name, commands in TAKEN.items():
        for command in commands:
            found: click.Command | None = main
            for word in command.split():
                assert isinstance(found, click.Group)
                found = found.get_command(click.Context(found), word)
            assert found is not None
            assert f"--{name}" in {word for option in found.params for word in option.opts}, (command, name)


def test_the_nearest_file_above_counts(folder: Path) -> None:
    assert find(folder) is None
    (folder.parent.parent / "rcwkit.toml").write_text('paper = "letter"\n')
    (folder.parent / "rcwkit.toml").write_text('paper = "a3"\nout = "kits"\n')
    path = find(folder)
    assert path == folder.parent / "rcwkit.toml"
    assert path is not None
    assert read(path, folder).values == {"paper": "a3", "out": "../kits"}


def test_a_build_takes_them_and_the_command_line_wins(folder: Path) -> None:
    (folder.parent / "rcwkit.toml").write_text(
        '# ours\npaper = "letter"\nbacks = "gutterfold"\nink = "low"\nflip = "short"\nout = "kits"\n'
    )
    found = options("--paper", "a4", "--flip", "long")
    assert (found["paper"], found["flip"], found["backs"], found["ink"]) == ("a4", "long", "gutterfold", "low")
    assert found["folder"] == "../kits/toy"
    assert (folder.parent / "kits" / "toy" / "counters.pdf").is_file()


def test_texts_are_read_from_the_paper_that_goes_with_the_sheets(folder: Path) -> None:
    (folder / "rcwkit.toml").write_text('paper = "tabloid"\n')
    defaults = read(folder / "rcwkit.toml", folder).defaults()
    assert (defaults["build"]["paper"], defaults["watch"]["paper"], defaults["roll"]["paper"]) == (
        "tabloid",
        "letter",
        "letter",
    )
    assert "[default: letter]" in CliRunner().invoke(main, ["watch", "--help"]).stdout
    assert "[default: tabloid]" in CliRunner().invoke(main, ["export", "cut", "--help"]).stdout


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '\npapr = "a4"\n',
            "rcwkit.toml:2:1: error[E561]: unknown setting 'papr'\n"
            "  |\n2 | papr = \"a4\"\n  | ^^^^ did you mean 'paper'?",
        ),
        ("[build]\npaper = 'a4'\n", "rcwkit.toml:1:2: error[E561]: unknown setting 'build'"),
        (
            'ink = "lwo"\n',
            "rcwkit.toml:1:1: error[E562]: 'ink' cannot be 'lwo'\n  |\n1 | ink = \"lwo\"\n  | ^^^ did you mean 'low'?",
        ),
        ('whole = "a5"\n', "^^^^^ one of: a3, tabloid, a2, a1"),
        ('paper = "a5"\n', "^^^^^ one of: a4, letter, a3, tabloid"),
        ("out = 3\n", "error[E562]: 'out' takes a text"),
        (
            'ink = "low"\npaper = a4\n',
            'rcwkit.toml:2:9: error[E560]: Invalid value\n  |\n2 | paper = a4\n  |         ^ write key = "value"',
        ),
        ('ink = "low', "rcwkit.toml:1:"),
        ("\xff", "rcwkit.toml:1:1: error[E560]"),
    ],
)
def test_errors_are_shown_in_place(folder: Path, text: str, said: str) -> None:
    (folder / "rcwkit.toml").write_text(text, encoding="latin-1")
    result = CliRunner().invoke(main, ["list"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_all_errors_are_reported_together(folder: Path) -> None:
    (folder / "rcwkit.toml").write_text('papr = "a4"\nink = 1\nflip = "left"\n')
    assert [found.code for found in read(folder / "rcwkit.toml", folder).found] == ["E561", "E562", "E562"]
    assert CliRunner().invoke(main, ["--version"]).exit_code == 0


@pytest.mark.parametrize("value", ["../kits", "../../x", "/tmp/x", "a/../../x", "link", "link/x", "loop", "a\\u0000b"])
def test_an_output_folder_that_leads_elsewhere_is_refused(folder: Path, value: str) -> None:
    """Bug: settings above a stranger's folder could redirect kits to any place."""
    (folder / "link").symlink_to(folder.parent.parent)
    (folder / "loop").symlink_to("loop")
    (folder / "rcwkit.toml").write_text(f'ink = "low"\nout = "{value}"\n', encoding="utf-8")
    result = CliRunner().invoke(main, ["list"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("rcwkit.toml:2:1: error[E563]: ")


@pytest.mark.parametrize("value", [".", "kits", "a/../b", "../mine/kits"])
def test_an_output_folder_inside_is_taken(folder: Path, value: str) -> None:
    (folder / "rcwkit.toml").write_text(f'out = "{value}"\n', encoding="utf-8")
    assert read(folder / "rcwkit.toml", folder).found == ()


def test_on_the_command_line_any_folder_is_taken(folder: Path) -> None:
    assert options("--out", "../kits")["folder"] == "../kits/toy"
