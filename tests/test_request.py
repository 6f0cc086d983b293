"""The dice that a plan can need: paths, sizes and titles, in order; and when they are unknown before rolling."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.dice.plan import plan
from rcwkit.dice.wording import possible_dice
from test_walk import game, one

ROLL = {"roll": "1d6"}
DECK = {"q": {"title": "Q", "cards": "1-5"}}
NUMBER = {"n": {"title": "?", "range": "0-2000"}}


@pytest.mark.parametrize(
    ("step", "dice"),
    [
        ({"roll": "2d10"}, [("p/s.0", 10, "S"), ("p/s.1", 10, "S")]),
        ({"for_each": ["x", 7], **ROLL}, [("p/s/x.0", 6, "S: x"), ("p/s/7.0", 6, "S: 7")]),
        ({"for_each": [], **ROLL}, []),
        ({"times": 2, **ROLL}, [("p/s/1.0", 6, "S: 1"), ("p/s/2.0", 6, "S: 2")]),
        ({"times": 0, **ROLL}, []),
        ({"times": "n", **ROLL}, [("p/s/1.0", 6, "S: 1"), ("p/s/2.0", 6, "S: 2")]),
        ({"draw": {"deck": "q"}}, [("p/s.0", 5, "S: card 1 of the deck")]),
        (
            {"draw": {"deck": "q", "count": 2}},
            [("p/s.0", 5, "S: card 1 of the deck"), ("p/s.1", 5, "S: card 2 of the deck")],
        ),
        (
            {"draw": {"deck": "q", "count": "n"}},
            [("p/s.0", 5, "S: card 1 of the deck"), ("p/s.1", 5, "S: card 2 of the deck")],
        ),
        ({"do": [{"note": "x"}]}, []),
        ({"steps": [{"id": "a", **ROLL}, {"id": "b", "roll": "1d8"}]}, [("p/a.0", 6, "A"), ("p/b.0", 8, "B")]),
        (
            {"for_each": ["x", "y"], "steps": [{"id": "a", "times": 2, **ROLL}]},
            [
                ("p/a/x/1.0", 6, "A: x: 1"),
                ("p/a/x/2.0", 6, "A: x: 2"),
                ("p/a/y/1.0", 6, "A: y: 1"),
                ("p/a/y/2.0", 6, "A: y: 2"),
            ],
        ),
        ({"for_each": ["x"], "steps": [{"id": "a", "draw": {"deck": "q"}}]}, [("p/a/x.0", 5, "A: card 1 of the deck")]),
        ({"when": {"n": 1}, **ROLL}, [("p/s.0", 6, "S")]),
    ],
)
def test_each_die_has_its_path_size_and_title(step: dict[str, Any], dice: list[tuple[str, int, str]]) -> None:
    assert list(possible_dice(one([{"id": "s", **step}], {"n": 2}, decks=DECK, inputs=NUMBER))) == dice


def test_a_deck_has_as_many_sides_as_cards_and_discards() -> None:
    decks = {"q": {"title": "Q", "cards": "1-9", "without": "out", "discards": "pile"}}
    inputs = {name: {"title": "?", "list": "1-9"} for name in ("out", "pile")}
    steps = [{"id": "s", "draw": {"deck": "q"}}]
    ((path, sides, _),) = possible_dice(one(steps, {"out": "1+2", "pile": "3+4+5"}, decks=decks, inputs=inputs))
    assert (path, sides) == ("p/s.0", 7)


def test_steps_come_in_their_order_and_chained_ones_with_their_names() -> None:
    inner = {"title": "Inner", "steps": [{"id": "a", **ROLL}]}
    chained = plan(
        game({"p": {"title": "P", "steps": [{"id": "c", "run": "inner"}, {"id": "b", **ROLL}]}, "inner": inner}),
        "p",
        {},
    )
    assert list(possible_dice(chained)) == [("p/c.a.0", 6, "Inner: A"), ("p/b.0", 6, "B")]


def test_items_are_named_as_they_are_printed() -> None:
    named = replace(one([{"id": "s", "for_each": ["x", "y"], **ROLL}]), names={"x": "1 Army"})
    assert [title for _, _, title in possible_dice(named)] == ["S: 1 Army", "S: y"]


def refused(step: dict[str, Any], answers: dict[str, Any]) -> Diagnostic:
    with pytest.raises(InputError) as caught:
        list(possible_dice(one([{"id": "a", **ROLL}, {"id": "s", **step}], answers, decks=DECK, inputs=NUMBER)))
    return caught.value.diagnostics[0]


@pytest.mark.parametrize(
    "step", [{"times": "a", **ROLL}, {"times": {"of": "a"}, **ROLL}, {"draw": {"deck": "q", "count": "a"}}]
)
def test_a_number_that_is_rolled_itself_is_not_known(step: dict[str, Any]) -> None:
    found = refused(step, {"n": 1})
    assert (found.code, found.hint) == ("E526", "roll with --ask or by mail")
    assert found.message == "how many dice step 's' needs depends on other dice"


@pytest.mark.parametrize("step", [{"times": "n", **ROLL}, {"draw": {"deck": "q", "count": "n"}}])
def test_there_are_bounds(step: dict[str, Any]) -> None:
    assert refused(step, {"n": 1001}).code == "E243"
