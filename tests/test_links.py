"""Links to rolls: what they name, and what is no link."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from click.testing import CliRunner
from faults_support import command, refused
from rcwkit.cli import main
from rcwkit.dice.roll import Link, LinkError
from tests_support import TOY, write

LINK = "rcwkit:#roll=peasants&game=triumph_of_chaos&a=%C3%BC+b&code=7Q4K"


def test_a_link_names_game_procedure_answers_and_code() -> None:
    assert Link.read(LINK) == Link("triumph_of_chaos", "peasants", {"a": "ü b"}, "7Q4K")
    assert Link.read("https://a.b/c.html#game=g&roll=p&faces=1,,2").faces == "1,,2"


def test_an_answer_may_be_empty() -> None:
    assert Link.read("rcwkit:#roll=p&game=g&who=").given == {"who": ""}


def test_a_link_has_at_most_500_parts() -> None:
    answers = "".join(f"&a{number}=1" for number in range(498))
    assert len(Link.read(f"rcwkit:#roll=p&game=g{answers}").given) == 498
    with pytest.raises(LinkError):
        Link.read(f"rcwkit:#roll=p&game=g{answers}&b=1")


@pytest.mark.parametrize(
    "text", ["", "rcwkit:", "rcwkit:#roll=a", "rcwkit:#game=a", "#roll=a&game=b&x", "#roll=a&roll=b&game=c"]
)
def test_what_is_no_link_is_refused(text: str) -> None:
    with pytest.raises(LinkError):
        Link.read(text)


def _rolled(*arguments: str) -> dict[str, object]:
    run = CliRunner().invoke(main, ["roll", *arguments, "--json"])
    assert run.exit_code == 0, run.output
    found: dict[str, object] = json.loads(run.stdout)
    return found


def test_a_link_repeats_a_roll() -> None:
    first = _rolled("triumph_of_chaos", "ukraine", "--set", "controller=white")
    answers = "&".join(f"{name}={value}" for name, value in first["inputs"].items())  # type: ignore[attr-defined]
    for code in (first["seed"], first["faces_code"]):
        again = _rolled(
            f"rcwkit:#roll=ukraine&game=triumph_of_chaos&scenario={first['scenario']}&{answers}&code={code}"
        )
        assert again["outcome"] == first["outcome"]
        assert again["faces_code"] == first["faces_code"]


PATHS = [
    "/",
    "..",
    "../../..",
    ".",
    "./toy",
    "toy/",
    "toy/../toy",
    "~",
    "a\x00b",
    "x" * 5000,
    "toy%2F..",
    "C:",
    "",
    "toy\n",
]


@pytest.mark.row("I6", len(PATHS))
def test_a_link_names_a_game_never_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link is a stranger's: any path was searched for a game, up to 100,000 entries of the root."""
    write(tmp_path / "toy", TOY)
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr("rcwkit.cli.dice.opened", lambda *_: pytest.fail("it was looked for"))
        for path in PATHS:
            refused(command("roll", f"rcwkit:#roll=turn9&game={quote(path)}"), "E523")
    done = command("roll", "rcwkit:#roll=turn9&game=toy&lead=none")
    assert done.exit_code == 0, done.stderr


def test_a_game_without_a_procedure_is_refused() -> None:
    run = CliRunner().invoke(main, ["roll", "triumph_of_chaos"])
    assert run.exit_code == 2
    assert "To roll in Triumph of Chaos: " in run.output
