"""Runs of numbers: read once, the same wherever they are used."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults_support import command
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.dice.notation import WholeRange
from tests_support import TOY, write


@given(st.integers(-(10**6), 10**6), st.integers(0, 1000))
def test_a_run_reads_what_it_prints(low: int, more: int) -> None:
    run = WholeRange.parse(str(WholeRange(low, low + more)))
    assert (run.low, run.high, len(run)) == (low, low + more, more + 1)
    assert low in run
    assert low + more in run
    assert low - 1 not in run
    assert low + more + 1 not in run


def test_a_run_is_its_numbers() -> None:
    assert list(WholeRange.parse("-3--1")) == [-3, -2, -1]
    assert list(WholeRange.parse("-1-1")) == [-1, 0, 1]
    assert list(WholeRange.parse("01-02")) == [1, 2]
    assert "1" not in WholeRange(0, 2)


@pytest.mark.parametrize("text", ["", "1", "-", "1-", "-1", "1-2-3", "1--", "a-b", "1 - 2", "1-2 ", "²-3", "１-２"])
def test_a_malformed_run_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a range of numbers"):
        WholeRange.parse(text)


def test_a_run_that_goes_down_is_refused() -> None:
    with pytest.raises(ValueError, match="'5--3' goes down: write the lower number first, as in -3-5"):
        WholeRange.parse("5--3")
    assert len(WholeRange.parse("5-5")) == 1


def test_a_run_of_more_digits_than_a_number_has_is_only_long() -> None:
    assert len(WholeRange.parse(f"1-{'9' * 5000}")) == 10**18 - 1
    assert len(WholeRange.parse(f"-{'9' * 5000}-0")) == 10**18


STEP = """kind: procedures
id: runs
title: Runs
source: Toy rules
procedures:
  below:
    title: Below nought
    inputs: {shift: {title: Shift, range: -2--1}}
    decks: {q: {title: Q, cards: -1-3}}
    steps: [{id: a, for_each: -1-1, roll: 1d6}, {id: d, draw: {deck: q}}]
    report: {r: {title: Sum, of: {sum: a, plus: shift}}}
"""


def test_runs_below_nought_check_roll_and_build(tmp_path: Path) -> None:
    toy = write(tmp_path / "toy", {**TOY, "runs.yaml": STEP})
    assert command("check", toy).exit_code == 0
    odds = command("odds", toy, "below", "--set", "shift=-2")
    assert "a: -1, 0, 1" in odds.stdout
    assert "Sum, on average 8.5" in odds.stdout
    assert command("roll", toy, "below", "--set", "shift=-1", "--faces", "1,2,3,5").exit_code == 0
    assert command("request", toy, "below", "--set", "shift=-1").stdout.count("d6") == 3
    assert command("build", toy, "--out", tmp_path / "out").exit_code == 0
    assert "'−1'" in form(toy)


def form(toy: Path) -> str:
    from rcwkit.document.form_blocks import forms
    from rcwkit.game.loader import load
    from rcwkit.source.project import Project

    return repr(forms(load(Project(toy))))
