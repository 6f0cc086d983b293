"""Walks with real faces: what is recorded of each roll and draw, in which order, and what ends a walk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from rcwkit.dice.model import AddNote
from rcwkit.dice.plan import Plan
from rcwkit.dice.record import Walker, fraction_text, label
from rcwkit.dice.sources import DiceError, NeedsFace, Seeded, Typed, face
from rcwkit.dice.values import WalkError
from rcwkit.dice.walk import begin
from test_walk import one

ROLL = {"id": "a", "roll": "1d6"}
DECK: dict[str, dict[str, Any]] = {
    "q": {"title": "Queue", "cards": "1-4", "classes": {"odd": [1, 3]}},
    "r": {"title": "R", "cards": "7-9"},
}


def notes(walker: Walker) -> list[str]:
    """Return the texts of the notes that a walk has made."""
    return [event.effect.note for event in walker.events if isinstance(event.effect, AddNote)]


def walked(plan: Plan, faces: list[int | None], attempts: Mapping[str, int] | None = None) -> Walker:
    walker = Walker(plan, Typed(faces, Seeded(b"tests")), attempts or {})
    assert walker.run() is walker.events
    return walker


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(91, 216), "91/216"),
        (Fraction(1), "1/1"),
        (Fraction(10**4000 - 1), "9" * 4000 + "/1"),
        (Fraction(1, 10**4000), "1/1" + "0" * 4000),
        (Fraction(1, 10**4001), "1/1" + "0" * 4001),
        (Fraction(7 * 10**8000 + 12), "7" + "0" * 7998 + "12/1"),
    ],
)
def test_chances_are_written_in_full(chance: Fraction, text: str) -> None:
    assert fraction_text(chance) == text


def test_everything_about_a_roll_is_written_down() -> None:
    drm = [{"add": 2, "text": "snow"}, {"add": 0, "text": "nothing"}, {"add": -1, "text": "mud", "when": {"v": 1}}]
    plan = one(
        [{"id": "deep_snow", "roll": "2d6", "drm": drm, "rows": {"2-7": "x", "8-14": "y"}, "beyond": "clamp"}],
        variables={"v": 0},
    )
    walker = walked(plan, [6, 6])
    assert walker.rolls == [
        {
            "path": "p/deep_snow",
            "label": "Deep snow",
            "dice": "2d6",
            "faces": [6, 6],
            "typed": [True, True],
            "drm": [["snow", 2]],
        }
        | {"total": 14, "read": 14, "row": "8-14", "result": "y", "attempt": 1, "chance": "13/18"}
    ]
    assert (walker.faces, walker.typed, walker.chance) == ([(6, 6), (6, 6)], [6, 6], Fraction(13, 18))


@pytest.mark.parametrize(("test", "against"), [({"at_most": 2}, ["at most", 2]), ({"above": "v"}, ["above", 3])])
def test_a_test_names_its_target(test: dict[str, Any], against: list[Any]) -> None:
    (entry,) = walked(one([{**ROLL, "test": test}], variables={"v": 3}), [4]).rolls
    assert entry["against"] == against
    assert "against" not in walked(one([ROLL]), [4]).rolls[0]


def test_dice_that_nobody_typed_are_told_apart() -> None:
    walker = walked(one([{"id": "a", "roll": "2d6"}, {"id": "b", "roll": "1d6"}]), [None, 3, None])
    rolled = [face(b"tests", path, 6) for path in ("p/a.0", "p/b.0")]
    assert walker.typed == [None, 3, None]
    assert [entry["typed"] for entry in walker.rolls] == [[False, True], [False]]
    assert walker.faces == [(rolled[0], 6), (3, 6), (rolled[1], 6)]
    assert walker.chance == Fraction(walker.rolls[0]["chance"]) / 6


AGAIN = {**ROLL, "rows": {"1-5": "x", 6: "y"}, "again": {"x": {"v": 0}}}


def test_rerolls_by_the_rules_are_recorded_without_a_chance() -> None:
    walker = walked(one([AGAIN], variables={"v": 0}), [1, 6])
    first, second = walker.rolls
    assert (first["attempt"], first["rolled_again"], "chance" in first) == (1, True, False)
    assert (second["attempt"], "rolled_again" in second, second["chance"]) == (2, False, "1/1")
    assert walked(one([AGAIN], variables={"v": 0}), [6], {"p/a": 5}).rolls[0]["attempt"] == 5


def test_a_step_is_rolled_again_at_most_a_thousand_times() -> None:
    plan = one([AGAIN], variables={"v": 0})
    assert walked(plan, [*[1] * 999, 6]).rolls[-1]["attempt"] == 1000
    with pytest.raises(WalkError, match="rolled again more than 1000 times"):
        walked(plan, [1] * 1000)


def test_cards_are_drawn_by_changing_places() -> None:
    """Out of 1 2 3 4: the third is 3, which leaves 2 1 4; the second is 1, which leaves 2 4."""
    steps = [
        {"id": "d", "draw": {"deck": "q", "count": 2}},
        {"id": "o", "draw": {"deck": "r"}},
        {"id": "e", "draw": {"deck": "q", "count": 2}},
    ]
    walker = walked(one(steps, decks=DECK), [3, 2, 3, 2, 1])
    assert [entry["card"] for entry in walker.rolls] == [3, 1, 9, 4, 2]
    assert [entry["result"] for entry in walker.rolls] == ["odd", "odd", "other", "other", "other"]
    told = {
        "path": "p/d.1",
        "label": "D",
        "dice": "1 of 3",
        "faces": [2],
        "typed": [True],
        "drm": [],
        "total": 2,
        "read": 2,
    }
    assert walker.rolls[1] == told | {"row": None, "result": "odd", "card": 1, "attempt": 1, "chance": "1/3"}
    assert walker.faces == [(3, 4), (2, 3), (3, 3), (2, 2), (1, 1)]
    assert walker.chance == Fraction(1, 4 * 3 * 3 * 2)


def test_drawn_cards_are_counted_by_class() -> None:
    steps = [
        {"id": "d", "draw": {"deck": "q", "count": 3}},
        {"id": "z", "when": {"count": {"d": "odd"}, "is": 2}, "do": [{"note": "two"}]},
    ]
    assert notes(walked(one(steps, decks=DECK), [1, 2, 1])) == ["two"]
    assert walked(one(steps, decks=DECK), [2, 3, 1]).events == []


def test_an_empty_deck_ends_the_walk() -> None:
    with pytest.raises(WalkError, match="the deck 'Queue' is empty"):
        walked(one([{"id": "d", "draw": {"deck": "q", "count": 5}}], decks=DECK), [1, 1, 1, 1, 1])


def test_the_first_empty_deck_takes_back_the_discards_of_all() -> None:
    """Of 1 2 | 3 4 and 7 | 8 9: 2 and 1 are drawn, then 4 of the discards, and at last 9 of 7 8 9."""
    decks = {"q": {**DECK["q"], "discards": "old"}, "r": {**DECK["r"], "discards": "past"}}
    inputs = {"old": {"title": "?", "list": "1-4"}, "past": {"title": "?", "list": "7-9"}}
    steps = [{"id": "d", "draw": {"deck": "q", "count": 3}}, {"id": "o", "draw": {"deck": "r"}}]
    walker = walked(one(steps, {"old": "3+4", "past": "8+9"}, decks=decks, inputs=inputs), [2, 1, 2, 3])
    assert [entry["card"] for entry in walker.rolls] == [2, 1, 4, 9]
    assert [entry["dice"] for entry in walker.rolls] == ["1 of 2", "1 of 1", "1 of 2", "1 of 3"]


def test_where_a_card_is_asked_for_those_that_are_left_are_told() -> None:
    with pytest.raises(NeedsFace) as caught:
        walked(one([{"id": "d", "draw": {"deck": "q", "count": 3}}], decks=DECK), [3, 2])
    assert (caught.value.path, caught.value.sides, caught.value.cards) == ("p/d.2", 2, [2, 4])


def test_events_come_in_the_order_in_which_they_happen() -> None:
    def note(text: str) -> list[dict[str, Any]]:
        return [{"note": text}]

    first, second = {**ROLL, "then": {"*": note("2")}}, {"id": "b", "roll": "1d6", "then": {4: note("4")}}
    steps = [{"id": "o", "do": note("1")}, first, {"id": "m", "do": note("3")}, second]
    assert notes(walked(one(steps), [1, 4])) == ["1", "2", "3", "4"]


def test_where_faces_run_out_all_before_is_kept() -> None:
    steps = [{"id": "o", "do": [{"note": "x"}]}, ROLL, {"id": "b", "roll": "2d8"}]
    with pytest.raises(NeedsFace) as caught:
        walked(one(steps), [3, 7])
    need = caught.value
    assert (need.path, need.sides, need.request.node.step.id) == ("p/b.1", 8, "b")
    assert [entry["faces"] for entry in need.rolls] == [[3]]
    assert [event.effect.note for event in need.events] == ["x"]


def test_faces_that_are_left_over_are_refused() -> None:
    with pytest.raises(DiceError, match="too many faces: 2 given, the procedure needs 1"):
        walked(one([ROLL]), [1, 2])


def test_a_repeated_item_is_found() -> None:
    with pytest.raises(WalkError, match="two dice have the path 'p/a/x.0': an item is listed twice"):
        walked(one([{**ROLL, "for_each": ["x", "y", "x"]}]), [1, 2, 3])


@pytest.mark.parametrize(
    ("step", "text"),
    [
        (ROLL, "A"),
        ({**ROLL, "title": "First"}, "First"),
        ({**ROLL, "for_each": ["u"]}, "A: 1 Army"),
        ({**ROLL, "times": 1}, "A: 1"),
        ({"id": "g", "for_each": ["x"], "steps": [{**ROLL, "for_each": ["u"]}]}, "A: x: 1 Army"),
        ({"id": "g", "for_each": ["x"], "steps": [{"id": "d", "draw": {"deck": "q"}}]}, "D"),
    ],
)
def test_a_roll_is_known_by_its_title_and_item(step: dict[str, Any], text: str) -> None:
    _, _, request = begin(replace(one([step], decks=DECK), names={"u": "1 Army"}))
    assert request is not None
    assert label(request) == text
