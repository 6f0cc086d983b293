"""Shell completion offers what can follow, in click's terms and in a real bash."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete
from click.testing import CliRunner
from rcwkit.cli import main
from rcwkit.dice.model import Procedure
from rcwkit.game.catalogue import games
from rcwkit.source.kinds import KINDS
from tests_support import shipped


def offered(*words: str) -> list[str]:
    *before, last = words
    found = BashComplete(main, {}, "rcwkit", "_RCWKIT_COMPLETE").get_completions(list(before), last)
    return [item.value for item in found if item.type == "plain"]


def test_commands_and_games() -> None:
    assert offered("bu") == ["build"]
    for command in ("build", "check", "kit", "roll", "odds", "preview", "watch"):
        assert offered(command, "") == games(), command
    assert offered("schema", "--for", "sov") == ["soviet_dawn"]


def test_procedures_and_tables_of_the_game() -> None:
    assert offered("roll", "triumph_of_chaos", "ukr") == ["ukraine"]
    assert {"offensive", "deck_steady"} <= set(offered("odds", "soviet_dawn", ""))
    assert set(offered("odds", "white_general", "")) >= set(shipped("white_general")[Procedure])
    assert offered("roll", "no_such_game", "") == []


def test_answers_and_their_choices() -> None:
    assert offered("roll", "triumph_of_chaos", "ukraine", "--set", "con") == ["controller=red", "controller=white"]
    assert offered("roll", "triumph_of_chaos", "ukraine", "--seed", "X", "--set", "sc") == [
        "scenario=campaign",
        "scenario=intro_1918",
    ]
    assert offered("roll", "triumph_of_chaos", "nothing", "--set", "con") == []


def test_kinds_codes_and_options() -> None:
    assert offered("schema", "") == list(KINDS)
    assert offered("explain", "w31") == ["W311"]
    assert offered("build", "--paper", "le") == ["letter"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: str) -> None:
    script = CliRunner().invoke(main, ["completion", shell])
    assert script.exit_code == 0
    assert "_RCWKIT_COMPLETE" in script.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script.stdout, text=True, check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_behind_an_equals_sign(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(CliRunner().invoke(main, ["completion", "bash"]).stdout)
    (tmp_path / "rcwkit").write_text(f'#!/bin/sh\nexec {sys.executable} -m rcwkit "$@"\n')
    (tmp_path / "rcwkit").chmod(0o755)
    tries = (
        'source "$1"; compopt() { :; }\n'
        'try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _rcwkit_completion rcwkit; echo "${COMPREPLY[*]}"; }\n'
        "try rcwkit roll triumph_of_chaos ukraine --set con\n"
        "try rcwkit roll triumph_of_chaos ukraine --set controller = r\n"
        "try rcwkit build --paper = le\n"
    )
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "PYTHONPATH": str(Path(__file__).parents[1] / "generator"),
    }
    result = subprocess.run(
        ["bash", "-c", tries, "bash", str(script)], capture_output=True, text=True, env=environment, check=True
    )
    assert result.stdout.splitlines() == ["controller=red controller=white", "red", "letter"]
