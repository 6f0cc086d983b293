"""B3: what is repeated too often is refused wherever its number becomes known, in no time and little memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from faults_support import Ended, many, refused, spawn
from tests_support import TOY, write

BESIDES = "title: P, inputs: {n: {title: N, range: 900000000-900000999, default: 900000000}, m: {title: M, range: 1-900, default: 900}}"


def procedures(body: str) -> str:
    return f"kind: procedures\nid: many\ntitle: Many\nsource: none\nprocedures:\n  p: {{{BESIDES}, {body}}}\n"


REPORT = "report: {r: {title: R, of: {sum: a}}}"
CHAIN = """  q: {title: Q, inputs: {k: {title: K, range: 1-900}}, steps: [{id: b, times: k, roll: 1d6}], report: {r: {title: R, of: {sum: b}}}}
"""
ALWAYS = {
    "a calculation": "steps: [{id: a, times: {of: 1, times: 999999999}, roll: 1d6}]",
    "a nested calculation": "steps: [{id: a, times: {of: {of: 1000, times: 1000}, plus: {of: 5}, least: 3}, roll: 1d6}]",
    "cards": "decks: {d: {title: D, cards: 1-9}}, steps: [{id: a, draw: {deck: d, count: 999999999}}]",
    "a calculated number of cards": "decks: {d: {title: D, cards: 1-9}}, steps: [{id: a, draw: {deck: d, count: {of: 9, times: 999999}}}]",
}
"""Known as soon as the data are read."""
LATER = {
    "an input": f"steps: [{{id: a, times: n, roll: 1d6}}], {REPORT}",
    "an input in a calculation": f"steps: [{{id: a, times: {{of: n, plus: 3}}, roll: 1d6}}], {REPORT}",
    "a variable": f"variables: {{v: 999999999}}, steps: [{{id: a, times: v, roll: 1d6}}], {REPORT}",
    "a result": f"steps: [{{id: s, roll: 1d6}}, {{id: a, times: {{of: s, times: 100000000}}, roll: 1d6}}], {REPORT}",
    "a sum": f"steps: [{{id: s, times: 9, roll: 1d6}}, {{id: a, times: {{sum: s, times: 900000}}, roll: 1d6}}], {REPORT}",
    "cards by an input": f"decks: {{d: {{title: D, cards: 1-9}}}}, steps: [{{id: a, draw: {{deck: d, count: n}}}}], {REPORT}",
    "a group": f"steps: [{{id: g, times: n, steps: [{{id: a, roll: 1d6}}]}}], {REPORT}",
    "effects": "variables: {v: 0}, steps: [{id: a, times: n, do: [{add: {v: 1}}]}], report: {r: {title: R, of: v}}",
}
"""Known when it is rolled."""
NESTED = {
    "a group in a group": f"steps: [{{id: g, times: m, steps: [{{id: h, times: m, steps: [{{id: a, roll: 1d6}}]}}]}}], {REPORT}",
    "effects in a group": "variables: {v: 0}, steps: [{id: g, times: m, steps: [{id: a, times: m, do: [{add: {v: 1}}]}]}]",
    "a chained procedure": "steps: [{id: g, times: m, run: q, given: {k: m}}], report: {r: {title: R, of: {sum: g.b}}}",
}
"""Each number is small, but not all of them together."""


def run(tmp_path: Path, body: str, *command: str) -> Ended:
    text = procedures(body) + (CHAIN if "run: q" in body else "")
    toy = write(tmp_path / "toy", {**TOY, "many.yaml": text})
    return spawn(*(toy if word == "toy" else word for word in command), cwd=tmp_path, limit=60)


def quick(result: Ended, seconds: float = 2.5) -> None:
    """Processor time and memory, starting Python and reading the game with it."""
    assert result.seconds < seconds, result.seconds
    assert result.peak < 300, result.peak


@pytest.mark.row("B3")
@pytest.mark.parametrize("name", list(ALWAYS)[: many(9, 2)])
@pytest.mark.parametrize("command", [("check", "toy"), ("build", "toy"), ("odds", "toy", "p"), ("roll", "toy", "p")][: many(9, 2)], ids=" ".join)
def test_a_number_in_the_data_is_refused_when_they_are_read(tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    result = run(tmp_path, ALWAYS[name], *command)
    refused(result, "E243")
    quick(result)


@pytest.mark.row("B3")
@pytest.mark.parametrize("name", list(LATER)[:: many(1, 4)])
@pytest.mark.parametrize("command", [("odds", "toy", "p"), ("roll", "toy", "p")], ids=lambda command: command[0])
def test_a_number_that_becomes_known_is_refused_with_its_step(tmp_path: Path, name: str, command: tuple[str, ...]) -> None:
    result = run(tmp_path, LATER[name], *command)
    assert result.exit_code == 2, result.stderr[-400:]
    assert "error[E243]" in result.stderr or "error[E510]" in result.stderr, result.stderr[:400]
    assert "step 'a'" in result.stderr or "step 'g.b'" in result.stderr or "step 'g'" in result.stderr, result.stderr[:400]
    quick(result, 4)


@pytest.mark.row("B3")
@pytest.mark.parametrize("name", list(NESTED)[: many(9, 1)])
def test_a_walk_ends_after_so_many_steps(tmp_path: Path, name: str) -> None:
    result = run(tmp_path, NESTED[name], "roll", "toy", "p")
    refused(result, "E243")
    assert "comes after 20,000 others" in result.stderr
    quick(result, 8)


@pytest.mark.row("B3")
def test_a_request_of_too_many_dice_is_refused(tmp_path: Path) -> None:
    result = run(tmp_path, LATER["an input"], "request", "toy", "p")
    refused(result, "E243")
    quick(result)


@pytest.mark.row("B3")
def test_a_kit_is_built_though_a_number_is_only_known_when_it_is_rolled(tmp_path: Path) -> None:
    """The forms leave boxes, and the odds sheet says what was not counted."""
    result = run(tmp_path, LATER["a variable"], "build", "toy", "--out", "out")
    assert result.exit_code == 0, result.stderr[-400:]
    quick(result, 20)
