"""Exact odds in detail: sums beside states, how they combine, what is merged, and how much work that is."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from odds_support import nested, singles
from rcwkit.dice.exact import Effort, Sums, TooLargeError, Weight, countable, sums
from rcwkit.dice.plan import Plan, plan
from rcwkit.dice.questions import question
from test_walk import game, one


def found(ready: Plan, work: int = 50_000) -> Sums:
    return sums(ready, [question(ready, one) for one in ready.procedure.report.values()], Effort(work))


def chances(ready: Plan, work: int = 50_000) -> list[dict[Any, Fraction]]:
    """Return for each question the chance of each sum of its terms; the chances add up to 1."""
    answers = [{value: Fraction(ways, whole) for value, ways in one.items()} for one, whole in found(ready, work)]
    assert all(sum(answer.values()) == 1 for answer in answers)
    return answers


def work(ready: Plan) -> int:
    """Return how much work the odds take."""
    effort = Effort(10**9)
    sums(ready, [question(ready, one) for one in ready.procedure.report.values()], effort)
    return 10**9 - effort.left


def asks(*amounts: Any) -> dict[str, Any]:
    return {f"q{at}": {"title": "q", "of": amount} for at, amount in enumerate(amounts)}


SIX = dict.fromkeys(range(1, 7), Fraction(1, 6))
HALF = Fraction(1, 2)


# Effort and weights


def test_work_may_be_done_until_nothing_is_left() -> None:
    node = one([{"id": "a", "roll": "1d6"}]).nodes[0]
    effort = Effort(10)
    effort.spend(4, node, 1, 1)
    effort.spend(6, node, 1, 1)
    assert effort.left == 0
    with pytest.raises(TooLargeError) as caught:
        effort.spend(1, node, 1, 1)
    assert caught.value.node is node


@pytest.mark.parametrize(
    ("states", "sums", "size"), [(1200, 3, "1,200 states"), (3, 1200, "1,200 sums"), (5, 5, "5 sums")]
)
def test_what_is_too_large_is_the_larger_of_states_and_sums(states: int, sums: int, size: str) -> None:
    with pytest.raises(TooLargeError) as caught:
        Effort(0).spend(1, one([{"id": "a", "roll": "1d6"}]).nodes[0], states, sums)
    assert (caught.value.size, str(caught.value)) == (size, size)


NOTHING, COIN, DIE = Weight(3, {}), Weight(2, {0: {0: 1, 1: 1}}), Weight(3, {1: {1: 1, 2: 2}})


def test_a_question_that_is_not_there_has_nought() -> None:
    assert (NOTHING.of(0), COIN.of(0), COIN.of(1)) == ({0: 3}, {0: 1, 1: 1}, {0: 2})


@pytest.mark.parametrize(
    ("first", "second", "both", "either"),
    [
        (NOTHING, NOTHING, Weight(9, {}), Weight(6, {})),
        (NOTHING, COIN, Weight(6, {0: {0: 3, 1: 3}}), Weight(5, {0: {0: 4, 1: 1}})),
        (COIN, COIN, Weight(4, {0: {0: 1, 1: 2, 2: 1}}), Weight(4, {0: {0: 2, 1: 2}})),
        (COIN, DIE, Weight(6, {0: {0: 3, 1: 3}, 1: {1: 2, 2: 4}}), Weight(5, {0: {0: 4, 1: 1}, 1: {0: 2, 1: 1, 2: 2}})),
    ],
)
def test_weights_follow_each_other_or_are_alternatives(
    first: Weight, second: Weight, both: Weight, either: Weight
) -> None:
    assert first.times(second) == second.times(first) == both
    assert first.or_(second) == second.or_(first) == either


def test_a_weight_may_come_more_often() -> None:
    assert DIE.scaled(3) == Weight(9, {1: {1: 3, 2: 6}})
    assert DIE.scaled(1) is DIE


# Terms counted apart from the states


@pytest.mark.parametrize(
    ("steps", "amount", "names"),
    [
        ([{"id": "a", "times": 2, "roll": "1d6"}], {"sum": "a"}, {"a"}),
        ([{"id": "a", "times": 2, "roll": "1d6"}], {"count": {"a": 6}}, {"a"}),
        ([{"id": "a", "times": 2, "roll": "1d6"}], "a", set()),
        ([{"id": "a", "roll": "1d6", "then": {"*": [{"add": {"v": "a"}}]}}], "v", {"v"}),
        ([{"id": "a", "roll": "1d6", "then": {"*": [{"set": {"v": "a"}}]}}], "v", set()),
        ([{"id": "a", "roll": "1d6", "then": {"*": [{"add": {"v": {"of": "v"}}}]}}], "v", set()),
        (
            [{"id": "a", "times": 2, "roll": "1d6"}, {"id": "b", "when": {"any": {"a": 6}}, "roll": "1d6"}],
            {"sum": "a"},
            set(),
        ),
        ([{"id": "a", "for_each": ["x"], "when": {"item": 1}, "roll": "1d6"}], {"sum": "a"}, {"a"}),
        ([{"id": "a", "roll": "1d6", "then": {"*": [{"add": {"w": 1}}]}}], "w", set()),
        ([{"id": "v", "roll": "1d6"}], "v", set()),
        ([{"id": "a", "roll": "1d6"}], "n", set()),
    ],
)
def test_what_steps_only_count_or_add_to_is_counted_apart(
    steps: list[dict[str, Any]], amount: Any, names: set[str]
) -> None:
    variables = {"v": 0, "w": "word"}
    ready = one(steps, {"n": 1}, variables=variables, inputs={"n": {"title": "N", "range": "0-9"}}, report=asks(amount))
    assert countable(ready, [question(ready, one) for one in ready.procedure.report.values()]) == names


# Sums over every course


def test_without_dice_every_question_has_one_sum() -> None:
    ready = one(
        [{"id": "s", "do": [{"add": {"v": 2}}]}],
        variables={"v": 1, "w": "x"},
        report=asks("v", "w", {"of": "v", "plus": "v"}, 5),
    )
    assert found(ready) == [({3: 1}, 1), ({"x": 1}, 1), ({6: 1}, 1), ({0: 1}, 1)]


@pytest.mark.parametrize(
    ("steps", "amount", "answer"),
    [
        ([{"id": "a", "roll": "1d6"}], "a", SIX),
        ([{"id": "a", "roll": "2d2"}], "a", {2: HALF / 2, 3: HALF, 4: HALF / 2}),
        (
            [{"id": "a", "roll": "1d2"}, {"id": "b", "roll": "1d2"}],
            {"of": "a", "plus": "b"},
            {2: HALF / 2, 3: HALF, 4: HALF / 2},
        ),
        ([{"id": "a", "roll": "1d2", "rows": {1: "x", 2: "y"}}], "a", {"x": HALF, "y": HALF}),
        (
            [{"id": "a", "roll": "1d2"}, {"id": "b", "when": {"a": 1}, "roll": "1d3"}],
            "b",
            {0: HALF, **dict.fromkeys((1, 2, 3), HALF / 3)},
        ),
        (
            [
                {"id": "a", "roll": "1d2", "then": {1: [{"set": {"v": 4}}]}},
                {"id": "b", "roll": "1d2", "then": {1: [{"add": {"v": 1}}]}},
            ],
            "v",
            {0: HALF / 2, 1: HALF / 2, 4: HALF / 2, 5: HALF / 2},
        ),
        (
            [{"id": "a", "times": 3, "roll": "1d2"}],
            {"sum": "a"},
            {3: HALF**3, 4: 3 * HALF**3, 5: 3 * HALF**3, 6: HALF**3},
        ),
        (
            [{"id": "a", "times": 2, "roll": "1d2"}],
            "a",
            {((1, 2),): HALF / 2, ((1, 1), (2, 1)): HALF, ((2, 2),): HALF / 2},
        ),
        (
            [{"id": "n", "roll": "1d2"}, {"id": "a", "times": "n", "roll": "1d2"}],
            {"count": {"a": 1}},
            {0: 3 * HALF**3, 1: HALF, 2: HALF**3},
        ),
        (
            [
                {
                    "id": "g",
                    "times": 2,
                    "steps": [{"id": "a", "roll": "1d2"}, {"id": "b", "when": {"a": 1}, "roll": "1d2"}],
                }
            ],
            {"count": {"b": 1}},
            {0: Fraction(9, 16), 1: Fraction(6, 16), 2: Fraction(1, 16)},
        ),
        (
            [
                {
                    "id": "g",
                    "times": 1,
                    "steps": [
                        {"id": "a", "roll": "1d2"},
                        {"id": "b", "times": 2, "roll": "1d2", "test": {"at_most": "a"}},
                    ],
                }
            ],
            {"count": {"b": "yes"}},
            {0: HALF**3, 1: HALF / 2, 2: HALF**3 + HALF},
        ),
        (
            [{"id": "a", "for_each": [0, 1, 2, 2], "roll": "1d2", "test": {"at_most": "item"}}],
            {"count": {"a": "yes"}},
            {2: HALF, 3: HALF},
        ),
        (
            [{"id": "a", "times": 2, "roll": "1d2"}, {"id": "b", "roll": "1d2", "then": {1: [{"add": {"v": 10}}]}}],
            {"of": "v", "plus": {"sum": "a"}},
            {2: HALF**3, 3: HALF / 2, 4: HALF**3, 12: HALF**3, 13: HALF / 2, 14: HALF**3},
        ),
        (
            [
                {"id": "b", "roll": "1d2"},
                {"id": "a", "times": 2, "roll": "1d2"},
                {"id": "c", "when": {"b": 1}, "roll": "1d2"},
            ],
            {"of": {"sum": "a"}, "plus": "c"},
            {2: HALF**3, 3: HALF / 2 + HALF**4, 4: HALF**3 + HALF**3 + HALF**4, 5: HALF**3 + HALF**4, 6: HALF**4},
        ),
    ],
    ids=[
        "die",
        "dice",
        "two steps",
        "words",
        "guard",
        "set and added",
        "sum",
        "tally",
        "times",
        "group",
        "within",
        "items",
        "after",
        "before",
    ],
)
def test_sums_over_every_course(steps: list[dict[str, Any]], amount: Any, answer: dict[Any, Fraction]) -> None:
    assert chances(one(steps, variables={"v": 0}, report=asks(amount))) == [answer]


def test_ways_are_as_few_as_can_be() -> None:
    assert found(one([{"id": "a", "roll": "2d6", "rows": {"2-7": "x", "8-12": "y"}}], report=asks("a"))) == [
        ({"x": 7, "y": 5}, 12)
    ]
    assert found(one([{"id": "a", "roll": "1d6", "rows": {"1-3": 0, "4-6": 1}}], report=asks("a", 3))) == [
        ({0: 1, 1: 1}, 2),
        ({0: 2}, 2),
    ]


def test_questions_side_by_side_have_their_own_sums() -> None:
    ready = one(
        [{"id": "a", "roll": "1d2"}, {"id": "b", "roll": "1d3"}], report=asks("a", "b", {"of": "a", "times": 2}, 7)
    )
    third = Fraction(1, 3)
    assert chances(ready) == [{1: HALF, 2: HALF}, dict.fromkeys((1, 2, 3), third), {2: HALF, 4: HALF}, {0: 1}]


def test_a_course_may_end_sooner_than_others() -> None:
    """Courses that end after different numbers of dice are weighted by their chance."""
    steps = [
        {"id": "a", "roll": "1d2"},
        {"id": "b", "when": {"a": 2}, "roll": "1d3"},
        {"id": "c", "when": {"b": 3}, "roll": "1d5"},
    ]
    fifth, sixth = Fraction(1, 30), Fraction(1, 6)
    (answer,) = chances(
        one(steps, report=asks({"of": "a", "times": 100, "plus": {"of": "b", "times": 10, "plus": "c"}}))
    )
    assert answer == {100: HALF, 210: sixth, 220: sixth, **{230 + face: fifth for face in range(1, 6)}}


def test_cards_are_drawn_without_replacement() -> None:
    decks = {"d": {"title": "D", "cards": "1-5", "classes": {"x": [1, 2]}}}
    draws = [{"id": "a", "draw": {"deck": "d", "count": 2}}, {"id": "b", "draw": {"deck": "d"}}]
    ready = one(draws, decks=decks, report=asks({"count": {"a": "x", "b": "x"}}, {"count": {"b": "x"}}))
    assert chances(ready) == [
        {0: Fraction(1, 10), 1: Fraction(6, 10), 2: Fraction(3, 10)},
        {0: Fraction(3, 5), 1: Fraction(2, 5)},
    ]


def test_a_variable_of_a_group_counts_for_all_its_items() -> None:
    inside = {"id": "a", "roll": "1d2", "then": {1: [{"add": {"v": 1}}], 2: [{"set": {"w": "a"}}]}}
    ready = one(
        [{"id": "g", "times": 2, "steps": [inside]}],
        variables={"v": 0, "w": 0},
        report=asks("v", "w", {"of": "v", "plus": "w"}),
    )
    assert chances(ready) == [
        {0: HALF / 2, 1: HALF, 2: HALF / 2},
        {0: HALF / 2, 2: 3 * HALF / 2},
        {2: 2 * HALF / 2, 3: HALF},
    ]


def test_a_chained_procedure_is_walked_in_its_place() -> None:
    inner = {
        "title": "I",
        "inputs": {"n": {"title": "N", "range": "0-9"}},
        "steps": [{"id": "a", "roll": "1d6", "test": {"at_most": "n"}}],
    }
    outer = {
        "title": "O",
        "steps": [{"id": "f", "roll": "1d2"}, {"id": "c", "run": "inner", "given": {"n": "f"}}],
        "report": {"r": {"title": "r", "when": {"c.a": "yes"}}},
    }
    assert chances(plan(game({"inner": inner, "outer": outer}), "outer", {})) == [
        {0: Fraction(3, 4), 1: Fraction(1, 4)}
    ]


# Work: equal parts are computed once


def dice(count: int) -> dict[int, Fraction]:
    answer: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=count):
        answer[sum(faces)] = answer.get(sum(faces), Fraction(0)) + Fraction(1, 6**count)
    return answer


def test_a_term_is_settled_as_soon_as_nothing_changes_it() -> None:
    """Each die adds as much work as its sums have values, whatever the other dice showed."""
    four, eight = (work(one(singles(count), report=asks(nested(count)))) for count in (4, 8))
    assert chances(one(singles(4), report=asks(nested(4)))) == [dice(4)]
    assert eight < 4 * four


def test_what_is_added_to_a_variable_makes_no_states() -> None:
    then = {"*": [{"add": {"v": 1}}]}
    four, eight = (work(one(singles(count, then=then), variables={"v": 0}, report=asks("v"))) for count in (4, 8))
    assert eight < 3 * four


def test_a_repeated_step_is_walked_once() -> None:
    few, many = (
        work(one([{"id": "a", "times": times, "roll": "1d6"}], report=asks({"count": {"a": 6}}))) for times in (10, 100)
    )
    assert many < few + 200


def test_equal_states_are_one() -> None:
    """Later steps only ask whether the second is as high as the first: 36 courses lead to two states."""
    last = {"id": "z", "when": {"b": "yes"}, "roll": "1d6"}
    rolls = [{"id": "a", "roll": "1d6"}, {"id": "b", "roll": "1d6", "test": {"at_least": "a"}}, last]
    assert work(one(rolls, report=asks("z"))) < 2000


ROLL = {"roll": "1d2"}
ADDS = {"*": [{"add": {"v": 1}}]}


@pytest.mark.parametrize(
    ("steps", "amounts", "figure"),
    [
        # Two faces that each leave a result, 41 each; one state with two sums, 8 + 2; its end, 20.
        ([{"id": "a", **ROLL}], ["a"], 112),
        # As much again, but with two sums beside two, and the earlier ones: 8 + 6.
        ([{"id": "a", **ROLL}, {"id": "b", **ROLL}], [{"of": "a", "plus": "b"}], 228),
        ([{"id": "a", **ROLL}, {"id": "b", **ROLL}], ["a", "b"], 226),
        ([{"id": "a", **ROLL}, {"id": "b", "roll": "1d2", "test": {"at_most": "a"}}], ["a", "b"], 309),
        # Two faces, 41 each; a power of ten products; one state with eleven sums, 8 + 11; its end, 20.
        ([{"id": "a", "times": 10, **ROLL}], [{"sum": "a"}], 131),
        ([{"id": "a", "times": 4, **ROLL}], ["a"], 1180),
        ([{"id": "a", "times": 4, **ROLL, "then": {1: [{"set": {"v": 1}}]}}], ["v"], 599),
        (
            [{"id": "n", "roll": "1d4"}, {"id": "a", "times": "n", **ROLL}, {"id": "z", **ROLL}],
            [{"sum": "a", "plus": "z"}],
            886,
        ),
        ([{"id": "n", "roll": "1d4"}, {"id": "a", "times": "n", **ROLL}, {"id": "z", **ROLL}], ["a"], 2718),
        (
            [
                {"id": "g", "times": 3, "steps": [{"id": "a", **ROLL}, {"id": "b", "when": {"a": 1}, **ROLL}]},
                {"id": "z", **ROLL},
            ],
            [{"sum": "b"}],
            963,
        ),
        (
            [
                {"id": "n", "roll": "1d2"},
                {"id": "g", "times": "n", "steps": [{"id": "a", "times": "n", **ROLL}, {"id": "b", **ROLL}]},
            ],
            [{"sum": "b", "plus": {"sum": "a"}}],
            2215,
        ),
        (
            [{"id": "a", "for_each": [0, 1, 2, 2], "roll": "1d2", "test": {"at_most": "item"}}],
            [{"count": {"a": "yes"}}],
            327,
        ),
        (
            [{"id": "g", "for_each": [1, 2], "steps": [{"id": "a", "times": 3, **ROLL, "then": ADDS}]}],
            ["v", {"sum": "a"}],
            1630,
        ),
        ([{"id": "a", "times": 999, "roll": "1d20", "then": ADDS}], ["v", {"count": {"a": 1}}], 2869),
        ([{"id": "a", "times": 600, "roll": "2d6"}, {"id": "b", "roll": "1d6"}], [{"sum": "a"}, {"of": "b"}], 90782),
    ],
)
def test_work_is_counted(steps: list[dict[str, Any]], amounts: list[Any], figure: int) -> None:
    """The figures show which odds are refused and that equal parts are computed once; larger ones answer less."""
    assert work(one(steps, variables={"v": 0}, report=asks(*amounts))) == figure
