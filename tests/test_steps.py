"""Single steps of a walk, rule by rule: what is added, read, tested, rerolled, counted, and left behind."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from rcwkit.diagnostics import InputError, Span
from rcwkit.dice import walk
from rcwkit.dice.odds import report
from rcwkit.dice.plan import plan
from rcwkit.dice.record import roll
from rcwkit.dice.sources import Seeded, Typed
from rcwkit.dice.values import WalkError
from rcwkit.dice.walk import DrawnCard, begin, onward, refused, take
from test_walk import TRACK, game, one, values

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
def test_modifiers_that_apply_and_are_not_zero_are_added(
    modifiers: list[dict[str, Any]], applied: list[list[Any]]
) -> None:
    (entry,) = roll(one([{"id": "s", "roll": "1d6", "drm": modifiers}], variables={"v": 0}), Typed([3]), {}).record[
        "rolls"
    ]
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
        assert entry["against"] == [
            next(iter(test)).replace("_", " "),
            0 if "v" in test.values() else next(iter(test.values())),
        ]
    assert values(plan).get("yes", 0) == Fraction(len(wins), 6)


def test_a_natural_result_overrides_the_test_and_the_modifiers() -> None:
    drm = [{"add": 3, "text": "t"}]
    plan = one(
        [{"id": "s", "roll": "1d6", "drm": drm, "test": {"at_least": 5}, "natural": {1: "lost", 6: "won"}}], report=R
    )
    assert values(plan) == {"lost": SIXTH, "won": SIXTH, "yes": 4 * SIXTH}


def test_the_condition_of_a_reroll_is_tested_each_time() -> None:
    step = {
        "id": "s",
        "times": 2,
        "roll": "1d6",
        "rows": ROWS,
        "again": {"x": {"v": 1}},
        "then": {"*": [{"set": {"v": 1}}]},
    }
    plan = one([step], variables={"v": 0}, report={"r": {"title": "r", "of": {"count": {"s": "x"}}}})
    assert values(plan) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_dice_rerolled_forever_have_no_odds() -> None:
    plan = one([{"id": "s", "roll": "1d6", "rows": ROWS, "again": {"x": {"all": []}, "y": {"all": []}}}], report=R)
    with pytest.raises(InputError, match="every result must be rolled again"):
        report(plan)


@pytest.mark.parametrize(("column", "result"), [("A", "a"), ("B", "b"), ("where", "b")])
def test_a_column_is_named_by_id_or_by_a_name_that_holds_it(column: str, result: str) -> None:
    step = {"id": "s", "roll": "1d6", "columns": {"A": "A", "B": "B"}, "rows": {"1-6": ["a", "b"]}, "column": column}
    assert values(one([step], variables={"where": "B"}, report=R)) == {result: 1}


@pytest.mark.parametrize(("where", "shown"), [("C", "'C'"), (1, "'1'")])
def test_a_column_that_is_not_there_is_refused(where: Any, shown: str) -> None:
    step = {"id": "s", "roll": "1d6", "columns": {"A": "A"}, "rows": {"1-6": ["a"]}, "column": "where"}
    with pytest.raises(InputError, match=f"{shown} is not a column of the table"):
        begin_of([step], variables={"where": where})


def begin_of(steps: list[dict[str, Any]], **fields: Any) -> None:
    """Begin a walk, before any die falls."""
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


def test_setting_or_adding_is_not_an_event() -> None:
    assert outcome([{"id": "s", "do": [{"set": {"v": 1}}, {"add": {"v": 1}}]}], variables={"v": 0}) == []
    assert outcome([{"id": "s", "do": [{"note": "n"}]}]) == [{"do": "note", "what": "n"}]


def test_a_new_owner_may_be_written_as_it_is() -> None:
    assert outcome([{"id": "s", "do": [{"convert": "Ra1", "to": "red"}]}]) == [
        {"do": "convert", "what": "Ra1", "to": "red"}
    ]


def test_a_marker_does_not_go_to_a_tally() -> None:
    steps: list[dict[str, Any]] = [
        {"id": "where", "times": 1, "roll": "1d6", "rows": ROWS},
        {"id": "s", "do": [{"marker": "VP", "on": "t", "to": "where"}]},
    ]
    with pytest.raises(InputError, match="'where' names no box: it is '1 x'"):
        outcome(steps, [1])


@pytest.mark.parametrize(
    "guard", [{"item": "b"}, {"item": "b", "v": 0}, {"box.item": 1}, {"either": [{"v": 1}, {"item": "b"}]}]
)
def test_a_guard_that_looks_at_the_item_is_asked_for_each(guard: dict[str, Any]) -> None:
    plan = one(
        [{"id": "s", "for_each": ["a", "b"], "when": guard, "roll": "1d6"}], variables={"v": 0, "box.a": 0, "box.b": 1}
    )
    assert [entry["path"] for entry in roll(plan, Seeded(b"s"), {}).record["rolls"]] == ["p/s/b"]


def test_a_guard_that_does_not_is_asked_before_the_number() -> None:
    step = {"id": "s", "times": "w", "when": {"v": 1}, "roll": "1d6"}
    assert roll(one([step], variables={"v": 0, "w": "word"}), Seeded(b"s"), {}).record["rolls"] == []
    with pytest.raises(InputError, match="'word' is not a number"):
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


@pytest.mark.parametrize(
    ("draw", "repeat", "paths"),
    [
        ({}, {}, ["p/s.0"]),
        ({"count": 2}, {}, ["p/s.0", "p/s.1"]),
        ({"count": 0}, {}, []),
        ({}, {"times": 3}, ["p/s.0", "p/s.1", "p/s.2"]),
    ],
)
def test_cards_are_counted_from_nought(draw: dict[str, Any], repeat: dict[str, Any], paths: list[str]) -> None:
    plan = one([{"id": "s", "draw": {"deck": "d", **draw}, **repeat}], decks={"d": {"title": "D", "cards": "1-4"}})
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
    found = game(
        {"p": {"title": "P", "steps": [{"id": "s", "slide": {"track": "fct", "row": "ukr", "boxes": 1}}]}}, track=track
    )
    assert roll(plan(found, "p", {}), Seeded(b"s"), {}).record["outcome"] == [
        {"do": "marker", "what": "VP", "to": "WI", "on": "fct"}
    ]


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
    with pytest.raises(InputError, match="'item' has no meaning"):
        outcome([before, {"id": "s", "do": [{"reduce": "item"}]}], variables={"v": 0})


def test_the_item_around_a_group_comes_back_after_it() -> None:
    inner = {"id": "i", "for_each": ["Ra2"], "do": [{"reduce": "item"}]}
    rolled = {"id": "o", "times": 1, "roll": "1d6"}
    steps = [{"id": "g", "for_each": ["Ra1", "Ra3"], "steps": [inner, rolled, {"id": "s", "do": [{"flip": "item"}]}]}]
    assert [(event["do"], event["what"]) for event in outcome(steps)] == [
        ("reduce", "Ra2"),
        ("flip", "Ra1"),
        ("reduce", "Ra2"),
        ("flip", "Ra3"),
    ]


DECK = {"d": {"title": "D", "cards": "1-6", "classes": {"x": [1], "y": [2, 3]}}}


def test_a_drawn_card_is_gone() -> None:
    _, _, request = begin(one([{"id": "s", "draw": {"deck": "d", "count": 2}}], decks=DECK))
    assert request is not None
    assert request.outcomes() == [(DrawnCard("other"), 3), (DrawnCard("x"), 1), (DrawnCard("y"), 2)]
    _, _, request = onward(request.plan, take(request, DrawnCard("x"))[0])
    assert request is not None
    assert request.outcomes() == [(DrawnCard("other"), 3), (DrawnCard("y"), 2)]


def test_an_empty_deck_has_no_outcomes() -> None:
    plan = one(
        [{"id": "s", "draw": {"deck": "d", "count": 3}}], decks={"d": {"title": "Events", "cards": "1-2"}}, report=R
    )
    with pytest.raises(InputError, match="the deck 'Events' is empty"):
        report(plan)


def test_a_roll_beyond_the_rows_is_refused_at_its_step() -> None:
    plan = one([{"id": "s", "roll": "1d6", "rows": {"1-5": "x"}, "beyond": "error"}], report=R)
    with pytest.raises(InputError, match="no row for 6"):
        report(plan)


def test_equal_results_are_one_outcome() -> None:
    _, _, request = begin(one([{"id": "s", "roll": "2d6", "rows": {"2-3": "x", "4-11": "y", 12: "x"}}]))
    assert request is not None
    assert [(outcome.result, ways) for outcome, ways in request.outcomes()] == [("x", 4), ("y", 32)]


def test_whether_to_roll_again_may_look_at_the_result() -> None:
    step = {"id": "s", "roll": "1d6", "again": {1: {"s": 1}, 2: {"s": 1}}}
    assert values(one([step], report=R)) == {face: Fraction(1, 5) for face in range(2, 7)}


def test_a_path_names_the_items_around_a_roll() -> None:
    inner = {"id": "i", "for_each": ["b"], "roll": "1d6"}
    plan = one([{"id": "g", "for_each": ["a"], "steps": [inner, {"id": "last", "roll": "1d6"}]}])
    assert [entry["path"] for entry in roll(plan, Seeded(b"s"), {}).record["rolls"]] == ["p/i/a/b", "p/last/a"]


def test_a_step_within_a_group_is_guarded_by_the_groups_item() -> None:
    inner = {"id": "s", "when": {"item": "b"}, "roll": "1d6"}
    plan = one([{"id": "g", "for_each": ["a", "b"], "steps": [inner]}])
    assert [entry["path"] for entry in roll(plan, Seeded(b"s"), {}).record["rolls"]] == ["p/s/b"]


def test_a_step_passed_over_in_its_item_has_no_result_though_it_had_one_before() -> None:
    first = {"id": "a", "when": {"item": 1}, "roll": "1d6"}
    second = {"id": "b", "when": {"a": {"at_least": 1}}, "roll": "1d6"}
    plan = one([{"id": "g", "for_each": [1, 2], "steps": [first, second]}])
    assert [entry["path"] for entry in roll(plan, Seeded(b"s"), {}).record["rolls"]] == ["p/a/1", "p/b/1"]


def test_results_within_groups_are_counted_for_those_outside() -> None:
    rolled = {"id": "n", "roll": "1d6", "rows": {"1-6": "z"}}
    repeated = {"id": "m", "times": 2, "roll": "1d6", "rows": {"1-6": "z"}}
    plan = one(
        [{"id": "g", "times": 3, "steps": [rolled, repeated]}],
        report={"r": {"title": "r", "of": {"count": {"n": "z"}, "plus": {"count": {"m": "z"}}}}},
    )
    assert values(plan) == {9: 1}


def test_a_procedure_is_run_with_given_answers_and_defaults() -> None:
    asked = {"n": {"title": "N", "range": "0-9", "default": 4}, "m": {"title": "M", "range": "0-9", "default": 5}}
    inner = {
        "title": "I",
        "inputs": asked,
        "variables": {"own": 0},
        "steps": [{"id": "s", "do": [{"add": {"own": {"of": "n", "times": 10, "plus": "m"}}}]}],
    }
    outer = {
        "title": "O",
        "steps": [{"id": "c", "run": "inner", "given": {"n": 2}}],
        "report": {"r": {"title": "r", "of": "c.own"}},
    }
    assert values(plan(game({"inner": inner, "outer": outer}), "outer", {})) == {25: 1}


@pytest.mark.parametrize(
    ("boxes", "events"),
    [(1, [("ukr", "WI"), ("bel", "N")]), (0, []), (-1, [("ukr", "RI"), ("bel", "RC")])],
)
def test_a_marker_that_moves_is_an_event(boxes: int, events: list[tuple[str, str]]) -> None:
    step = {
        "id": "s",
        "for_each": ["ukr", "bel"],
        "slide": {"track": "fct", "row": "item", "boxes": boxes},
        "then": {"N": [{"note": "at N"}]},
    }
    found = roll(plan(game({"p": {"title": "P", "steps": [step]}}, track=TRACK), "p", {}), Seeded(b"s"), {}).record[
        "outcome"
    ]
    assert [(event["what"], event["to"]) for event in found if event["do"] == "marker"] == events
    assert [event["what"] for event in found if event["do"] == "note"] == (
        ["at N"] if ("bel", "N") in events or not boxes else []
    )


HOLDS_RED = {"id": "who", "roll": "1d6", "rows": {"1-6": "red"}}
HOLDS_BOX = {"id": "where", "roll": "1d6", "rows": {"1-6": "N"}}
NEVER = {"v": 9}


@pytest.mark.parametrize(
    ("holder", "effect", "event"),
    [
        (HOLDS_RED, {"convert": "Ra1", "to": "who"}, {"do": "convert", "what": "Ra1", "to": "red"}),
        (HOLDS_BOX, {"marker": "VP", "on": "t", "to": "where"}, {"do": "marker", "what": "VP", "to": "N", "on": "t"}),
    ],
    ids=["owner", "box"],
)
def test_a_new_owner_or_box_may_be_the_value_of_a_name(
    holder: dict[str, Any], effect: dict[str, Any], event: dict[str, Any]
) -> None:
    assert outcome([holder, {"id": "s", "do": [effect]}]) == [event]


@pytest.mark.parametrize(
    ("holder", "effect", "said"),
    [
        (HOLDS_BOX, {"convert": "Ra1", "to": "where"}, "'where' names no side or faction: it is 'N'"),
        (
            {**HOLDS_RED, "when": NEVER},
            {"convert": "Ra1", "to": "who"},
            "'who' names no side or faction: it is nothing",
        ),
        (
            {**HOLDS_BOX, "when": NEVER},
            {"marker": "VP", "on": "t", "to": "where"},
            "'where' names no box: it is nothing",
        ),
    ],
    ids=["no owner", "nobody", "nowhere"],
)
def test_a_name_that_holds_neither_is_refused(holder: dict[str, Any], effect: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        outcome([holder, {"id": "s", "do": [effect]}], variables={"v": 0})


def test_what_is_added_is_kept_within_the_largest_number() -> None:
    steps = [{"id": "s", "times": 3, "do": [{"add": {"v": 500_000_000}}]}]
    with pytest.raises(InputError, match="a calculation exceeds 1,000,000,000"):
        outcome(steps, variables={"v": 0})


def test_steps_are_counted_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps that only repeat or hold others count too, each time; skipped ones do not."""
    monkeypatch.setattr(walk, "MOST_STEPS", 5)
    group = {"id": "g", "times": 2, "steps": [{"id": "a", "roll": "1d6"}]}
    passed_over = {"id": "n", "when": NEVER, "roll": "1d6"}
    fields: dict[str, Any] = {"variables": {"v": 0}}
    assert outcome([group, passed_over, {"id": "last", "do": [{"note": "done"}]}], **fields) == [
        {"do": "note", "what": "done"}
    ]
    with pytest.raises(InputError, match="step 'last' comes after 5 others") as caught:
        outcome([group, {"id": "b", "roll": "1d6"}, {"id": "last", "do": [{"note": "done"}]}], **fields)
    assert (caught.value.diagnostics[0].code, caught.value.diagnostics[0].hint) == ("E243", "at most 5 single steps")
