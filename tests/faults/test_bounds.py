"""B1-B3: odds of many dice are answered at once; larger ones are refused at once, in little memory."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from faults_support import Ended, many, refused, spawn, timely
from tests_support import TOY, write

GIVEN = """\
    title: P
    inputs:
      n: {title: N, range: 900000000-900000999, default: 900000000}
      m: {title: M, range: 1-900, default: 900}
"""


def procedures(body: str) -> str:
    """Return a document with procedure `p`, which has this body and two inputs with large defaults."""
    head = "kind: procedures\nid: many\ntitle: Many\nsource: none\nprocedures:\n  p:\n"
    return f"{head}{GIVEN}{indent(body, ' ' * 4)}"


def deck(classes: int) -> str:
    members = ", ".join(f"c{number}: [{number}]" for number in range(1, classes + 1))
    return f"decks: {{d: {{title: D, cards: 1-500, classes: {{{members}}}}}}}\n"


def report(question: str) -> str:
    return f"report: {{r: {{title: R, {question}}}}}\n"


def steps(*listed: str) -> str:
    return "steps:\n" + "".join(f"  - {{{step}}}\n" for step in listed)


SINGLES = [f"s{number}" for number in range(30)]
ROLLS = [f"id: {name}, roll: 1d6" for name in SINGLES]
ADDING = [f"id: {name}, roll: 1d6, then: {{'*': [{{add: {{v: {name}}}}}]}}" for name in SINGLES]
NESTED = "".join(f"{{of: {name}, plus: " for name in SINGLES) + "0" + "}" * 30
SIXES = ", ".join(f"{name}: 6" for name in SINGLES)
LONG = "a" * 60
LONG_ROLLS = [f"id: {name}, roll: 1d2, rows: {{1: {LONG}, 2: b{LONG}}}" for name in SINGLES]
LONG_DRM = ", ".join(f"{{add: 1, text: t, when: {{{name}: {LONG}}}}}" for name in SINGLES)
THOUSAND = steps("id: a, times: 999, roll: 1d6")
DRAW = steps("id: a, draw: {deck: d, count: 5}")
SUM = report("of: {sum: a}")
ANSWERED = {
    "single dice added": (steps(*ROLLS) + report(f"of: {NESTED}"), "on average 105"),
    "single dice added to a variable": ("variables: {v: 0}\n" + steps(*ADDING) + report("of: v"), "on average 105"),
    "single dice counted": (steps(*ROLLS) + report(f"of: {{count: {{{SIXES}}}}}"), "on average 5"),
    "a thousand dice": (THOUSAND + SUM, "on average 3496.5"),
    "a thousand dice counted": (
        THOUSAND + "report: {r: {title: R, of: {count: {a: 6}}}, s: {title: S, of: {sum: a}}}\n",
        "on average 166.5",
    ),
    "dice of one roll": (
        steps("id: a, roll: 99d6", "id: b, roll: 30d6") + "report: {r: {title: R, of: a}, s: {title: S, of: b}}\n",
        "on average 346.5",
    ),
    "pairs of dice": (
        steps("id: a, times: 200, roll: 2d10")
        + report("of: {of: {sum: a, times: 2, plus: 1}, least: 4000, most: 4400}"),
        "R, on average",
    ),
    "a deck of classes": (deck(500) + DRAW + report("when: {any: {a: [c1, c2]}}"), "R: 497/24950"),
    "a deck counted": (deck(9) + DRAW + report("of: {count: {a: [c1, c2, other]}}"), "on average 4.93"),
}
"""Procedures whose odds are answered, and what the answer contains."""
TOO_LARGE = {
    "a tally": (steps("id: a, times: 999, roll: 1d20") + report("of: a"), "a"),
    "a draw": (deck(500) + steps("id: a, draw: {deck: d, count: 100}") + report("of: a"), "a"),
    "sums of many faces": (steps("id: a, times: 999, roll: 2d999") + SUM, "a"),
    "long words": (
        steps(*LONG_ROLLS, f"id: z, roll: 1d6, beyond: clamp, rows: {{1: x, 2-6: y}}, drm: [{LONG_DRM}]")
        + report("of: z"),
        "s1",
    ),
    "a test of many dice": (
        steps(*ROLLS, f"id: z, roll: 1d6, test: {{at_most: {NESTED}}}") + report("when: {z: 'yes'}"),
        "s",
    ),
    "dice in groups": (
        steps("id: g, times: 900, steps: [{id: h, times: 20, roll: 1d6}]") + report("of: {sum: h}"),
        "h",
    ),
}
"""Procedures whose odds are refused, and how the name of the refused step begins."""
CHAIN = """\
  q:
    title: Q
    inputs: {k: {title: K, range: 1-900}}
    steps: [{id: b, times: k, roll: 1d6}]
    report: {r: {title: R, of: {sum: b}}}
"""
DECK = "decks: {d: {title: D, cards: 1-9}}\n"
ALWAYS = {
    "a calculation": steps("id: a, times: {of: 1, times: 999999999}, roll: 1d6"),
    "a nested calculation": steps("id: a, times: {of: {of: 1000, times: 1000}, plus: {of: 5}, least: 3}, roll: 1d6"),
    "cards": DECK + steps("id: a, draw: {deck: d, count: 999999999}"),
    "a calculated number of cards": DECK + steps("id: a, draw: {deck: d, count: {of: 9, times: 999999}}"),
}
"""Refused as soon as the data are read."""
LATER = {
    "an input": steps("id: a, times: n, roll: 1d6") + SUM,
    "an input in a calculation": steps("id: a, times: {of: n, plus: 3}, roll: 1d6") + SUM,
    "a variable": "variables: {v: 999999999}\n" + steps("id: a, times: v, roll: 1d6") + SUM,
    "a result": steps("id: s, roll: 1d6", "id: a, times: {of: s, times: 100000000}, roll: 1d6") + SUM,
    "a sum": steps("id: s, times: 9, roll: 1d6", "id: a, times: {sum: s, times: 900000}, roll: 1d6") + SUM,
    "cards by an input": DECK + steps("id: a, draw: {deck: d, count: n}") + report("of: {count: {a: other}}"),
    "a group": steps("id: g, times: n, steps: [{id: a, roll: 1d6}]") + SUM,
    "effects": "variables: {v: 0}\n" + steps("id: a, times: n, do: [{add: {v: 1}}]") + report("of: v"),
}
"""Refused when the procedure is rolled."""
TOGETHER = {
    "a group in a group": steps("id: g, times: m, steps: [{id: h, times: m, steps: [{id: a, roll: 1d6}]}]") + SUM,
    "effects in a group": "variables: {v: 0}\n"
    + steps("id: g, times: m, steps: [{id: a, times: m, do: [{add: {v: 1}}]}]"),
    "a chained procedure": steps("id: g, times: m, run: q, given: {k: m}") + report("of: {sum: g.b}"),
}
"""Each number is small, but their product is too large."""


def run(tmp_path: Path, body: str, *command: str) -> Ended:
    text = procedures(body) + (CHAIN if "run: q" in body else "")
    toy = write(tmp_path / "toy", {**TOY, "many.yaml": text})
    return spawn(*(toy if word == "toy" else word for word in command), cwd=tmp_path)


def quick(result: Ended, seconds: float = 2.5) -> None:
    """Assert that CPU time and memory are small, including starting Python and reading the game."""
    assert timely(result.seconds, seconds), result.seconds
    assert result.peak < 300, result.peak


@pytest.mark.row("B1")
@pytest.mark.parametrize("name", list(ANSWERED)[:: many(1, 3)])
def test_odds_of_many_dice_are_answered_at_once(tmp_path: Path, name: str) -> None:
    body, said = ANSWERED[name]
    result = run(tmp_path, body, "odds", "toy", "p")
    assert result.exit_code == 0, result.stderr[:400]
    assert said in result.stdout, result.stdout[:400]
    quick(result, 2)


@pytest.mark.row("B2")
@pytest.mark.parametrize("name", list(TOO_LARGE)[:: many(1, 3)])
def test_odds_that_are_too_large_are_refused_with_their_step(tmp_path: Path, name: str) -> None:
    body, step = TOO_LARGE[name]
    result = run(tmp_path, body, "odds", "toy", "p")
    refused(result, "E510")
    assert f"the exact odds are too large at step '{step}" in result.stderr, result.stderr[:400]
    quick(result, 3)


@pytest.mark.row("B3")
@pytest.mark.parametrize("name", list(ALWAYS)[: many(9, 2)])
@pytest.mark.parametrize(
    "command",
    [("check", "toy"), ("build", "toy"), ("odds", "toy", "p"), ("roll", "toy", "p")][: many(9, 2)],
    ids=" ".join,
)
def test_a_number_in_the_data_is_refused_when_they_are_read(
    tmp_path: Path, name: str, command: tuple[str, ...]
) -> None:
    result = run(tmp_path, ALWAYS[name], *command)
    refused(result, "E243")
    quick(result)


@pytest.mark.row("B3")
@pytest.mark.parametrize("name", list(LATER)[:: many(1, 4)])
@pytest.mark.parametrize("command", [("odds", "toy", "p"), ("roll", "toy", "p")], ids=lambda command: command[0])
def test_a_number_that_becomes_known_is_refused_with_its_step(
    tmp_path: Path, name: str, command: tuple[str, ...]
) -> None:
    result = run(tmp_path, LATER[name], *command)
    assert result.exit_code == 2, result.stderr[-400:]
    assert "error[E243]" in result.stderr or "error[E510]" in result.stderr, result.stderr[:400]
    assert "step 'a'" in result.stderr or "step 'g.b'" in result.stderr or "step 'g'" in result.stderr, result.stderr[
        :400
    ]
    quick(result, 4)


@pytest.mark.row("B3")
@pytest.mark.parametrize("name", list(TOGETHER)[: many(9, 1)])
def test_a_walk_ends_after_so_many_steps(tmp_path: Path, name: str) -> None:
    result = run(tmp_path, TOGETHER[name], "roll", "toy", "p")
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
    """The forms leave boxes, and the odds sheet says what it leaves out."""
    result = run(tmp_path, LATER["a variable"], "build", "toy", "--out", "out")
    assert result.exit_code == 0, result.stderr[-400:]
    quick(result, 20)
