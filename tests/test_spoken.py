"""Codes as they are read out: their check refuses another procedure and other answers; without one, they fit all."""

from __future__ import annotations

import pytest
from rcwkit.diagnostics import InputError
from rcwkit.dice.roll import prepare, rolled, with_check, without_check
from rcwkit.dice.sources import CodeError, Seeded, code_of
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import TOY, run, write

FACTS = {"procedure": "ukraine", "scenario": "campaign", "inputs": {"controller": "red", "out": [1, 2]}}
CODE = code_of(b"tests")


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(Project(write(tmp_path_factory.mktemp("spoken") / "toy", TOY)))


def test_c9_a_code_says_what_it_rolls() -> None:
    told = with_check(CODE, FACTS)
    assert told == f"{CODE}.DX4"
    for text in (told, told.lower(), told.replace(".", ". "), CODE):
        assert without_check(text, FACTS).upper() == CODE
    for other in ({"procedure": "other"}, {"scenario": None}, {"inputs": {"controller": "white", "out": [1, 2]}}):
        with pytest.raises(CodeError, match="of another procedure, or of other answers"):
            without_check(told, {**FACTS, **other})


@pytest.mark.parametrize("digit, letter", [("0", "o"), ("1", "l"), ("1", "I")])
def test_letters_that_look_like_digits_are_read_as_such(digit: str, letter: str) -> None:
    every = ({**FACTS, "inputs": {"n": number}} for number in range(1000))
    facts = next(one for one in every if digit in with_check("", one))
    check = with_check("", facts).replace(digit, letter)
    assert without_check(f"{CODE}{check}", facts) == CODE


def test_a_roll_takes_its_own_code_and_refuses_that_of_another(toy: Game) -> None:
    mine, other = prepare(toy, "reductions", {}), prepare(toy, "turn9", {"lead": "red"})
    record = rolled(mine, Seeded(b"tests"), CODE)[0].record
    told = with_check(CODE, record)
    assert mine.without_check(told) == CODE
    with pytest.raises(InputError) as refused:
        other.without_check(told)
    assert refused.value.diagnostics[0].code == "E521"


def test_the_command_prints_the_check_and_takes_codes_with_and_without_it() -> None:
    first = run("roll", "soviet_dawn", "option_mix").stdout
    told = next(line for line in first.splitlines() if line.startswith("  code ")).removeprefix("  code ")
    for code in (told, told.partition(".")[0]):
        assert run("roll", "soviet_dawn", "option_mix", "--seed", code).stdout == first
    faces = next(line for line in first.splitlines() if line.startswith("  faces ")).removeprefix("  faces ")
    assert run("roll", "soviet_dawn", "option_mix", "--faces", faces).exit_code == 0
    for wrong in (("--seed", told), ("--faces", faces)):
        refused = run("roll", "soviet_dawn", "option_mix", "--set", "wanted=harder", *wrong)
        assert refused.exit_code == 2
        assert "of another procedure, or of other answers" in refused.stderr
