"""X2: no command line crashes a command; it does its work or refuses with a message of its own."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from faults_support import Cases, environment, many
from rcwkit.cli import main
from tests_support import TOY, write

ODD = [
    "",
    " ",
    "-",
    "--",
    ".",
    "..",
    "/",
    "../..",
    "/dev/null",
    "/dev/zero",
    "/proc/self/mem",
    "é",
    "😀",
    "\udcff",
    "toy\udcff",
    "a\udcff.json",
]
ODD += [
    "a\nb",
    "\x1b[2J",
    "\u202eb",
    "x" * 300,
    "x" * 5000,
    "x/" * 2000,
    "0",
    "-1",
    "1e400",
    "nan",
    "inf",
    "9" * 5000,
    "٣",
    "1-",
    "a=b",
    "=",
    "a=",
]
ODD += [
    "toy",
    "toy/game.yaml",
    "record.json",
    "loop",
    "locked",
    "broken.json",
    "deep.json",
    "gone/x",
    "pipe",
    "{}",
    "[1]",
    "%s",
    "a,b",
    ",",
]
GAMES = ["toy", "toy\udcff", "odd", "loop", "gone", "locked", "toy/red.yaml"]
WORDS: dict[str, list[str]] = {
    "game": GAMES,
    "games": GAMES,
    "procedure": ["reductions", "turn9"],
    "record": ["record.json", "a\udcff.json", "deep.json"],
    "step": ["armies"],
    "old": ["Ra1", "red"],
    "new": ["Rb1"],
    "file": ["toy.pdf"],
    "first": ["Anna"],
    "second": ["Boris"],
    "context": ["a game"],
    "commitment": ["record.json"],
    "answer": ["record.json"],
    "message": ["record.json"],
    "secret": ["A" * 64],
    "folder": ["new", "new\udcff", "toy"],
    "code": ["E110"],
    "kind": ["cards"],
    "names": ["army"],
    "shell": ["bash", "zsh"],
}


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        else:
            yield (*path, name), command


COMMANDS = list(commands(main))


def line(dice: random.Random) -> list[str]:
    """Return a command line with one or two odd arguments."""
    path, command = dice.choice(COMMANDS)
    words = list(path)
    odd = dice.choice(command.params)
    for param in command.params:
        strange = param is odd or dice.random() < 0.05
        if isinstance(param, click.Argument):
            words.append(dice.choice(ODD if strange else WORDS[param.name or ""]))
        elif strange:
            words += [param.opts[0]] if param.is_flag else [param.opts[0], dice.choice(ODD)]  # type: ignore[attr-defined]
    return words


@pytest.fixture
def around(tmp_path: Path) -> Path:
    """Make a folder with a game, a game with names that are not UTF-8, and things that are not games."""
    toy = write(tmp_path / "toy", TOY)
    shutil.copytree(toy, os.fsdecode(os.fsencode(tmp_path) + b"/toy\xff"))
    odd = Path(shutil.copytree(toy, tmp_path / "odd"))
    for name in (b"\xff.yaml", b"a\nb.yaml", b"\x1b[2J.yaml"):
        Path(os.fsdecode(os.fsencode(odd) + b"/" + name)).write_text(
            f"kind: rulings\nid: r{len(name)}\ntitle: T\nsource: s\nrulings: {{}}\n"
        )
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "gone").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "broken.json").write_bytes(b'{"a": "\xff')
    (tmp_path / "deep.json").write_text("[" * 100_000)
    locked = Path(shutil.copytree(toy, tmp_path / "locked"))
    locked.chmod(0)
    return tmp_path


def reported(result: dict[str, Any]) -> str:
    """Return what a crashed command printed, and the end of its crash report."""
    found = re.search(r"\S+rcwkit-crash-\S+?\.txt", result["stderr"])
    return f"{result['stderr']}{Path(found[0]).read_text(encoding='utf-8')[-500:] if found else ''}"


LOCALES: list[dict[str, str]] = [{}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}]


@pytest.mark.row("X2")
@pytest.mark.parametrize("locale", LOCALES, ids=["UTF-8", "ASCII"])
def test_no_command_crashes_on_odd_arguments(around: Path, cases: Cases, locale: dict[str, str]) -> None:
    dice = random.Random(f"X2/{len(locale)}")
    script = Path(__file__).with_name("run_commands.py")
    env = environment(TMPDIR=str(around), XDG_CONFIG_HOME=str(around / "config"), **locale)
    with subprocess.Popen(
        [sys.executable, script], cwd=around, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        stdout = process.stdout
        assert process.stdin and stdout

        def run(words: list[str]) -> Any:
            print(json.dumps(words), file=process.stdin, flush=True)
            return json.loads(stdout.readline())

        run(["roll", "toy", "reductions", "--json", "--sheet", "toy.pdf"])
        (around / "record.json").write_text(run(["roll", "toy", "reductions", "--json"])["stdout"], encoding="utf-8")
        for _ in range(many(400, 10)):
            words = line(dice)
            with cases(ascii(words), seconds=90):
                result = run(words)
                assert result["code"] in (0, 1, 2, 3, 143), reported(result)
                assert "Traceback" not in result["stdout"] + result["stderr"], result
                assert result["code"] in (0, 143) or result["stderr"].strip() or result["stdout"].strip(), (
                    "nothing is said"
                )
        process.stdin.close()
