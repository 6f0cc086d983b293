"""Piles: what is left of each deck, and when the discards come back."""

from __future__ import annotations

import pytest
from rcwkit.dice.plan import Plan
from rcwkit.dice.walk import Pile, State, begin, drawn, keep, pile, reshuffles
from test_walk import one

DECKS = {
    "red": {"title": "Red", "cards": "1-4", "classes": {"ace": [1]}, "discards": "red_pile"},
    "blue": {"title": "Blue", "cards": "1-4", "classes": {"ace": [1]}, "discards": "blue_pile"},
    "green": {"title": "Green", "cards": "1-4", "classes": {"ace": [1]}},
}


@pytest.fixture
def begun() -> tuple[Plan, State]:
    inputs = {name: {"title": "?", "list": "1-4", "default": ()} for name in ("red_pile", "blue_pile")}
    steps = [{"id": name, "draw": {"deck": name}} for name in DECKS]
    plan = one(steps, {"red_pile": "2+3", "blue_pile": "1+2+3+4"}, decks=DECKS, inputs=inputs)
    return plan, begin(plan)[0]


def test_a_pile_is_the_deck_without_what_is_out_or_drawn(begun: tuple[Plan, State]) -> None:
    plan, state = begun
    assert pile(plan, state, "red") == (("ace", 1), ("other", 1))
    assert pile(plan, drawn(plan, state, "red", "ace"), "red") == (("ace", 0), ("other", 1))
    assert pile(plan, state, "green") == (("ace", 1), ("other", 3))


@pytest.mark.parametrize(
    ("deck", "left", "due"),
    [
        ("red", (("ace", 1), ("other", 1)), False),
        ("red", (("ace", 0), ("other", 1)), False),
        ("red", (("ace", 0), ("other", 0)), True),
        ("blue", (), True),
        ("green", (("ace", 0), ("other", 0)), False),
    ],
)
def test_an_empty_deck_that_has_discards_is_shuffled_anew(
    begun: tuple[Plan, State], deck: str, left: Pile, due: bool
) -> None:
    plan, state = begun
    assert reshuffles(plan, keep(state, f"deck.{deck}", left), deck) is due


def test_discards_come_back_once_and_to_all_decks(begun: tuple[Plan, State]) -> None:
    plan, state = begun
    assert pile(plan, state, "blue") == (("ace", 1), ("other", 3))
    state = drawn(plan, state, "blue", "other")
    assert pile(plan, state, "blue") == (("ace", 1), ("other", 2))
    assert pile(plan, state, "red") == (("ace", 1), ("other", 3))
    assert not reshuffles(plan, keep(state, "deck.red", (("ace", 0), ("other", 0))), "red")
