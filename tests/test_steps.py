"""Single steps of a walk, a rule at a time: what is added, read, tested, rolled again, counted, and left behind."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from test_walk import TRACK, game, one, values

from generator.diagnostics import InputError, Span
from generator.dice.odds import report
from generator.dice.plan import plan
from generator.dice.record import roll
from generator.dice.sources import Seeded, Typed
from generator.dice.values import WalkError
from generator.dice.walk import begin, refused

ROWS = {"1-3": "x", "4-6": "y"}
R = {"r": {"title": "r", "of": "s"}}
SIXTH = Fraction(1, 6)


def outcome(steps: list[dict[str, Any]], faces: list[int] | None = None, **fields: Any) -> Any:
    return roll(one(steps, **fields), Seeded(b"s") if faces is None else Typed([*faces]), {}).record["outcome"]


@pytest.mark.parametrize(
    ("modifiers", "applied"),
    [
        ([{"add": 2, "text": "a"}], [["a", 2]]),
        ([{"add": 2, "text": "a", "when": {"v": 0}}], [["a", 2]]),
        ([{"add": 2, "text": "a", "when": {"v": 1}}], []),
        ([{"add": 0, "text": "a"}, {"add": -1, "text": "b"}], [["b", -1]]),
        ([{"add": "v", "text": "a"}], []),
        ([{"add": 1, "text": "a"}, {"add": 1, "text": "b"}], [["a", 1], ["b", 1]]),
    ],
)
def test_modifiers_that_hold_and_come_to_something_are_added(modifiers: list[dict[str, Any]], applied: list[list[Any]]) -> None:
    (entry,) = roll(one([{"id": "s", "roll": "1d6", "drm": modifiers}], variables={"v": 0}), Typed([3]), {}).record["rolls"]
    assert entry["drm"] == applied
    assert entry["total"] == 3 + sum(add for _, add in applied)


@pytest.mark.parametrize(
    ("test", "wins"),
    [
        ({"at_most": 2}, {1, 2}),
        ({"at_least": 2}, {2, 3, 4, 5, 6}),
        ({"above": 2}, {3, 4, 5, 6}),
        ({"below": 2}, {1}),
        ({"below": 0}, set()),
        ({"at_least": "v"}, {1, 2, 3, 4, 5, 6}),
    ],
)
def test_a_test_passes_at_above_or_below_its_bound(test: dict[str, Any], wins: set[int]) -> None:
    plan = one([{"id": "s", "roll": "1d6", "test": test}], variables={"v": 0}, report=R)
    for face in range(1, 7):
        (entry,) = roll(plan, Typed([face]), {}).record["rolls"]
        assert entry["result"] == ("yes" if face in wins else "no")
        assert entry["against"] == [next(iter(test)).replace("_", " "), 0 if "v" in test.values() else next(iter(test.values()))]
    assert values(plan).get("yes", 0) == Fraction(len(wins), 6)


def test_a_natural_result_stands_against_the_test_and_the_modifiers() -> None:
    drm = [{"add": 3, "text": "t"}]
    plan = one([{"id": "s", "roll": "1d6", "drm": drm, "test": {"at_least": 5}, "natural": {1: "lost", 6: "won"}}], report=R)
    assert values(plan) == {"lost": SIXTH, "won": SIXTH, "yes": 4 * SIXTH}


def test_whether_to_roll_again_is_asked_anew_each_time() -> None:
    step = {"id": "s", "times": 2, "roll": "1d6", "rows": ROWS, "again": {"x": {"v": 1}}, "then": {"*": [{"set": {"v": 1}}]}}
    plan = one([step], variables={"v": 0}, report={"r": {"title": "r", "of": {"count": {"s": "x"}}}})
    assert values(plan) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_dice_that_never_stand_have_no_odds() -> None:
    plan = one([{"id": "s", "roll": "1d6", "rows": ROWS, "again": {"x": {"all": []}, "y": {"all": []}}}], report=R)
    with pytest.raises(InputError, match="every result must be rolled again"):
        report(plan)


@pytest.mark.parametrize(("column", "result"), [("A", "a"), ("B", "b"), ("where", "b")])
def test_a_column_is_named_by_its_id_or_by_what_holds_it(column: str, result: str) -> None:
    step = {"id": "s", "roll": "1d6", "columns": {"A": "A", "B": "B"}, "rows": {"1-6": ["a", "b"]}, "column": column}
    assert values(one([step], variables={"where": "B"}, report=R)) == {result: 1}


@pytest.mark.parametrize(("where", "shown"), [("C", "'C'"), (1, "'1'")])
def test_a_column_that_is_not_there_is_refused(where: Any, shown: str) -> None:
    step = {"id": "s", "roll": "1d6", "columns": {"A": "A"}, "rows": {"1-6": ["a"]}, "column": "where"}
    with pytest.raises(InputError, match=f"{shown} is no column of the table"):
        begin_of([step], variables={"where": where})


def begin_of(steps: list[dict[str, Any]], **fields: Any) -> None:
    """Begin to walk, before any die falls."""
    plan = one(steps, **fields)
    try:
        begin(plan)
    except WalkError as error:
        raise refused(plan, error) from error


def test_a_refusal_points_at_its_step_and_that_of_a_report_at_the_first() -> None:
    plan = one([{"id": "a", "roll": "1d6"}, {"id": "b", "roll": "1d6"}])
    first, second = (replace(node, span=Span("p.yaml", line, 5)) for line, node in enumerate(plan.nodes, 3))
    plan = replace(plan, nodes=(first, second))
    assert refused(plan, WalkError(second, "m")).diagnostics[0].span.line == 4
    assert refused(plan, WalkError(None, "m")).diagnostics[0].span.line == 3
    assert refused(plan, WalkError(None, "m")).diagnostics[0].message == "m"


def test_what_is_set_or_added_is_no_event() -> None:
    assert outcome([{"id": "s", "do": [{"set": {"v": 1}}, {"add": {"v": 1}}]}], variables={"v": 0}) == []
    assert outcome([{"id": "s", "do": [{"note": "n"}]}]) == [{"do": "note", "what": "n"}]


def test_a_new_owner_may_be_written_as_it_is() -> None:
    assert outcome([{"id": "s", "do": [{"convert": "Ra1", "to": "red"}]}]) == [{"do": "convert", "what": "Ra1", "to": "red"}]


def test_a_marker_does_not_go_to_a_tally() -> None:
    steps = [{"id": "where", "times": 1, "roll": "1d6", "rows": ROWS}, {"id": "s", "do": [{"marker": "VP", "on": "t", "to": "where"}]}]
    with pytest.raises(InputError, match="'where' names no box: it is '1 x'"):
        outcome(steps, [1])


@pytest.mark.parametrize("guard", [{"item": "b"}, {"item": "b", "v": 0}, {"box.item": 1}, {"either": [{"v": 1}, {"item": "b"}]}])
def test_a_guard_that_looks_at_the_item_is_asked_for_each(guard: dict[str, Any]) -> None:
    plan = one([{"id": "s", "for_each": ["a", "b"], "when": guard, "roll": "1d6"}], variables={"v": 0, "box.a": 0, "box.b": 1})
    assert [entry["path"] for entry in roll(plan, Seeded(b"s"), {}).record["rolls"]] == ["p/s/b"]


def test_a_guard_that_does_not_is_asked_before_the_number() -> None:
    step = {"id": "s", "times": "w", "when": {"v": 1}, "roll": "1d6"}
    assert roll(one([step], variables={"v": 0, "w": "word"}), Seeded(b"s"), {}).record["rolls"] == []
    with pytest.raises(InputError, match="'word' is no number"):
        roll(one([step], variables={"v": 1, "w": "word"}), Seeded(b"s"), {})


@pytest.mark.parametrize(
    ("repeat", "paths"),
    [
        ({}, ["p/s"]),
        ({"times": 3}, ["p/s/1", "p/s/2", "p/s/3"]),
        ({"times": 0}, []),
        ({"times": -2}, []),
        ({"for_each": "4-5"}, ["p/s/4", "p/s/5"]),
        ({"for_each": ["b", "a"]}, ["p/s/b", "p/s/a"]),
    ],
)
def test_items_are_gone_over_in_order(repeat: dict[str, Any], paths: list[str]) -> None:
    plan = one([{"id": "s", **repeat, "roll": "1d6"}])
    assert [entry["path"] for entry in roll(plan, Seeded(b"s"), {}).record["rolls"]] == paths


@pytest.mark.parametrize(("draw", "paths"), [({}, ["p/s.0"]), ({"count": 2}, ["p/s.0", "p/s.1"]), ({"count": 0}, [])])
def test_cards_are_counted_from_nought(draw: dict[str, Any], paths: list[str]) -> None:
    plan = one([{"id": "s", "draw": {"deck": "d", **draw}}], decks={"d": {"title": "D", "cards": "1-4"}})
    assert [entry["path"] for entry in roll(plan, Seeded(b"s"), {}).record["rolls"]] == paths


@pytest.mark.parametrize(("times", "good"), [(1000, True), (1001, False)])
def test_a_step_is_repeated_a_thousand_times_at_most(times: int, good: bool) -> None:
    step = {"id": "s", "times": "n", "do": [{"add": {"v": 1}}]}
    plan = one([step], variables={"v": 0, "n": times}, report={"r": {"title": "r", "of": "v"}})
    if good:
        assert values(plan) == {1000: 1}
    else:
        with pytest.raises(InputError, match="'s' is repeated 1,001 times"):
            roll(plan, Seeded(b"s"), {})


def test_a_row_may_have_a_marker_of_another_name() -> None:
    rows = {"ukr": {"title": "U", "start": "N", "marker": "VP"}}
    track = {**TRACK, "tracks": {"fct": {**TRACK["tracks"]["fct"], "rows": rows}}}
    found = game({"p": {"title": "P", "steps": [{"id": "s", "slide": {"track": "fct", "row": "ukr", "boxes": 1}}]}}, track=track)
    assert roll(plan(found, "p", {}), Seeded(b"s"), {}).record["outcome"] == [{"do": "marker", "what": "VP", "to": "WI", "on": "fct"}]


@pytest.mark.parametrize(
    "before",
    [
        {"id": "g", "for_each": ["Ra1"], "do": [{"add": {"v": 1}}]},
        {"id": "g", "for_each": ["Ra1"], "roll": "1d6"},
        {"id": "g", "for_each": ["Ra1"], "steps": [{"id": "x", "roll": "1d6"}]},
        {"id": "g", "for_each": ["Ra1"], "steps": [{"id": "x", "for_each": ["Ra2"], "do": [{"add": {"v": 1}}]}]},
    ],
    ids=["do", "roll", "group", "groups"],
)
def test_an_item_is_nobody_once_its_step_is_done(before: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="'item' means nothing"):
        outcome([before, {"id": "s", "do": [{"reduce": "item"}]}], variables={"v": 0})


def test_the_item_around_a_group_comes_back_after_it() -> None:
    inner = {"id": "i", "for_each": ["Ra2"], "do": [{"reduce": "item"}]}
    rolled = {"id": "o", "times": 1, "roll": "1d6"}
    steps = [{"id": "g", "for_each": ["Ra1", "Ra3"], "steps": [inner, rolled, {"id": "s", "do": [{"flip": "item"}]}]}]
    assert [(event["do"], event["what"]) for event in outcome(steps)] == [("reduce", "Ra2"), ("flip", "Ra1"), ("reduce", "Ra2"), ("flip", "Ra3")]
