"""Exact odds of procedures with too many courses to list, against icepool and formulas; and odds too large."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import icepool
import pytest
from odds_support import nested, singles
from rcwkit.diagnostics import InputError
from rcwkit.dice.odds import report
from test_walk import one, values


def dice(count: int, faces: int = 6) -> dict[int, Fraction]:
    pool = count @ icepool.d(faces)
    return {value: Fraction(ways, pool.denominator()) for value, ways in pool.items()}


def test_thirty_single_dice_are_added_by_the_report() -> None:
    asked = {
        "r": {"title": "r", "of": nested(30)},
        "t": {"title": "t", "of": {"of": nested(30), "times": 2, "plus": 1, "least": 200, "most": 220}},
    }
    ready = one(singles(30), report=asked)
    assert values(ready) == dice(30)
    clipped: dict[int, Fraction] = {}
    for value, chance in dice(30).items():
        kept = min(max(2 * value + 1, 200), 220)
        clipped[kept] = clipped.get(kept, Fraction(0)) + chance
    assert values(ready, "t") == clipped


@pytest.mark.parametrize("how", ["do", "then"])
def test_thirty_single_dice_are_added_to_a_variable(how: str) -> None:
    adding = [[{"id": f"s{at}", "roll": "1d6"}, {"id": f"x{at}", "do": [{"add": {"n": f"s{at}"}}]}] for at in range(30)]
    then = [{**step, "then": {"*": [{"add": {"n": step["id"]}}]}} for step in singles(30)]
    steps = [step for pair in adding for step in pair] if how == "do" else then
    ready = one(
        steps,
        variables={"n": 2},
        report={"r": {"title": "r", "of": "n"}, "w": {"title": "w", "when": {"n": {"at_least": 107}}}},
    )
    assert values(ready) == {value + 2: chance for value, chance in dice(30).items()}
    assert values(ready, "w")[True] == Fraction(1, 2) + dice(30)[105] / 2


def test_thirty_single_dice_are_counted_and_asked_for_together() -> None:
    asked = {
        "n": {"title": "n", "of": {"count": {f"s{at}": [5, 6] for at in range(30)}}},
        "all": {"title": "a", "when": {"all": [{f"s{at}": {"at_least": 2}} for at in range(30)]}},
        "none": {"title": "a", "when": {"none": [{f"s{at}": 1} for at in range(30)]}},
        "some": {"title": "e", "when": {"either": [{f"s{at}": 1} for at in range(30)]}},
    }
    ready = one(singles(30), report=asked)
    assert values(ready, "n") == {n: Fraction(comb(30, n) * 2 ** (30 - n), 3**30) for n in range(31)}
    assert (
        values(ready, "all")[True]
        == values(ready, "none")[True]
        == 1 - values(ready, "some")[True]
        == Fraction(5, 6) ** 30
    )


def test_a_thousand_dice_are_added_and_counted() -> None:
    step = {"id": "a", "times": 999, "roll": "1d6", "then": {"*": [{"add": {"n": "a"}}]}}
    asked = {
        "sum": {"title": "s", "of": {"sum": "a"}},
        "added": {"title": "s", "of": "n"},
        "sixes": {"title": "c", "of": {"count": {"a": 6}}},
        "any": {"title": "y", "when": {"any": {"a": 6}}},
        "every": {"title": "z", "when": {"every": {"a": [1, 2]}}},
        "both": {"title": "b", "of": {"count": {"a": [1, 2]}, "plus": {"count": {"a": [2, 3]}}}},
    }
    ready = one([step], variables={"n": 0}, report=asked)
    found = values(ready, "sum")
    assert (found[999], found[1000], sum(found.values())) == (Fraction(1, 6**999), Fraction(999, 6**999), 1)
    assert values(ready, "added") == found
    assert found[3000] == found[3993]
    assert values(ready, "sixes") == {n: Fraction(comb(999, n) * 5 ** (999 - n), 6**999) for n in range(1000)}
    assert values(ready, "any")[True] == 1 - Fraction(5, 6) ** 999
    assert values(ready, "every")[True] == Fraction(1, 3) ** 999
    assert sum(value * chance for value, chance in values(ready, "both").items()) == 999 * Fraction(4, 6)


CLASSES = {f"c{number}": [number] for number in range(1, 501)}
WANTED = ["c1", "c7", "c100"]


def test_a_deck_of_five_hundred_classes() -> None:
    deck = {"title": "D", "cards": "1-500", "classes": CLASSES}
    asked = {
        "some": {"title": "s", "when": {"any": {"a": WANTED}}},
        "every": {"title": "e", "when": {"every": {"a": [f"c{number}" for number in range(1, 101)]}}},
        "count": {"title": "c", "of": {"count": {"a": WANTED}}},
        "other": {"title": "o", "of": {"count": {"a": ["c2", "c3"]}}},
    }
    ready = one([{"id": "a", "draw": {"deck": "d", "count": 5}}], decks={"d": deck}, report=asked)
    whole = comb(500, 5)
    assert values(ready, "some")[True] == 1 - Fraction(comb(497, 5), whole)
    assert values(ready, "every")[True] == Fraction(comb(100, 5), whole)
    assert values(ready, "count") == {n: Fraction(comb(3, n) * comb(497, 5 - n), whole) for n in range(4)}
    assert values(ready, "other") == {n: Fraction(comb(2, n) * comb(498, 5 - n), whole) for n in range(3)}


def test_questions_that_are_too_large_together_are_answered_one_by_one() -> None:
    """Fifteen dice are each compared with another: together every combination counts, for one question one die."""
    asked = {f"q{at}": {"title": "q", "when": {"value": f"s{at}", "at_least": f"s{29 - at}"}} for at in range(15)}
    ready = one(singles(30), report=asked)
    assert {answer.id: answer.chance for answer in report(ready)} == dict.fromkeys(asked, Fraction(21, 36))


@pytest.mark.parametrize(
    ("steps", "asked", "step"),
    [
        ([{"id": "a", "times": 999, "roll": "1d20"}], {"of": "a"}, "a"),
        ([{"id": "a", "times": 999, "roll": "2d999"}], {"of": {"sum": "a"}}, "a"),
        ([{"id": "a", "draw": {"deck": "d", "count": 100}}], {"of": "a"}, "a"),
        ([{"id": "g", "times": 900, "steps": [{"id": "h", "times": 20, "roll": "1d6"}]}], {"of": {"sum": "h"}}, "h"),
    ],
    ids=["tally", "sum", "draw", "group"],
)
def test_what_is_too_large_is_refused_with_its_step(steps: list[Any], asked: Any, step: str) -> None:
    decks = {"d": {"title": "D", "cards": "1-500", "classes": CLASSES}}
    with pytest.raises(InputError, match=rf"E510.*the exact odds are too large at step '{step}': [\d,]+ (states|sums)"):
        report(one(steps, decks=decks, report={"r": {"title": "r", **asked}}))


def test_odds_beyond_the_cap_are_refused_naming_the_step() -> None:
    steps = [{"id": f"s{n}", "roll": "1d100"} for n in range(4)]
    last = {
        "id": "z",
        "roll": "1d6",
        "test": {"at_most": {"of": "s0", "times": 2, "plus": {"of": "s1", "plus": {"of": "s2", "plus": "s3"}}}},
    }
    plan = one([*steps, last], report={"r": {"title": "r", "when": {"z": "yes"}}})
    with pytest.raises(InputError, match=r"the exact odds are too large at step 's2': [\d,]+ states"):
        report(plan)
