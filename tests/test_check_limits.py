"""Checks of what unfolds without end: the last number that is allowed, and the first that is not."""

from __future__ import annotations

from typing import Any

import pytest
from test_walk import game

from generator.checks.limits import endless, sizes

DECK = {"d": {"title": "D", "cards": "1-1000"}}


def said(step: dict[str, Any], **fields: Any) -> list[str]:
    found = endless(game({"p": {"title": "P", "steps": [{"id": "a", **step}], **fields}}))
    return [f"{one.code} {one.message} ({one.hint})" for one in found]


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"times": 1001, "roll": "1d6"}, "1,001 times"),
        ({"times": {"of": 500, "times": 2, "plus": 1}, "roll": "1d6"}, "1,001 times"),
        ({"times": {"of": {"of": 7}, "least": 1001}, "roll": "1d6"}, "1,001 times"),
        ({"for_each": "0-1000", "roll": "1d6"}, "1,001 numbers"),
        ({"draw": {"deck": "d", "count": 1001}}, "1,001 cards"),
    ],
)
def test_more_than_a_thousand_is_refused(step: dict[str, Any], message: str) -> None:
    assert said(step, decks=DECK) == [f"E243 too many: {message} (at most 1,000)"]


@pytest.mark.parametrize(
    "step",
    [
        {"times": 1000, "roll": "1d6"},
        {"times": {"of": 999, "plus": {"of": 1}}, "roll": "1d6"},
        {"times": {"of": 9000, "most": 1000}, "roll": "1d6"},
        {"times": {"of": "v", "times": 9000}, "roll": "1d6"},
        {"times": {"of": 9000, "plus": "v"}, "roll": "1d6"},
        {"for_each": "1-1000", "roll": "1d6"},
        {"draw": {"deck": "d", "count": 1000}},
        {"roll": "2d999"},
    ],
)
def test_a_thousand_or_what_is_not_known_is_not(step: dict[str, Any]) -> None:
    assert said(step, decks=DECK, variables={"v": 1}) == []


def test_dice_add_up_to_two_thousand_at_most() -> None:
    assert said({"roll": "50d40"}) == []
    assert said({"roll": "69d29"}) == ["E243 too many: the dice 69d29 (sums up to 2,000)"]


def test_runs_of_inputs_and_decks_are_bounded_too() -> None:
    inputs = {"n": {"title": "N", "range": "1-1001"}, "m": {"title": "M", "list": "0-1000"}}
    decks = {"d": {"title": "D", "cards": "1-1001"}, "e": {"title": "E", "cards": [1, 2]}}
    assert said({"roll": "1d6"}, inputs=inputs, decks=decks) == ["E243 too many: 1,001 numbers (at most 1,000)"] * 3


def test_a_procedure_is_as_large_as_all_that_it_repeats_and_runs() -> None:
    inner = {"title": "I", "steps": [{"id": "a", "times": 4, "roll": "1d6"}, {"id": "b", "roll": "1d6"}]}
    outer = {"title": "O", "steps": [{"id": "g", "times": 10, "steps": [{"id": "c", "run": "inner"}, {"id": "d", "roll": "1d6"}]}]}
    rings = {"title": "R", "steps": [{"id": "a", "run": "rings"}]}
    assert sizes(game({"inner": inner, "outer": outer, "rings": rings})) == {"inner": 5, "outer": 80, "rings": float("inf")}


@pytest.mark.parametrize(("times", "refused"), [(999, False), (1000, True)])
def test_twenty_thousand_single_steps_are_enough(times: int, refused: bool) -> None:
    steps = {"times": times, "steps": [{"id": "b", "times": 19, "roll": "1d6"}, *[{"id": "c", "roll": "1d6"}][: times - 999]]}
    assert bool(said(steps)) == refused
    if refused:
        assert said(steps) == ["E243 too many: 'p' unfolds into 21,000 single steps (at most 20,000)"]
