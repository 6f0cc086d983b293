"""Markers moving along tracks: what each box costs, what stops them, and what cannot move."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.dice.plan import Plan, plan
from rcwkit.dice.values import View, WalkError
from rcwkit.dice.walk import slid
from test_walk import game

# A track of five boxes that cost 1, 2, nothing, 3 and 1 to leave.
TRACK = {
    "kind": "tracks",
    "id": "t",
    "title": "T",
    "source": "x",
    "tracks": {
        "t": {
            "title": "T",
            "layout": "table",
            "boxes": {
                box: {"title": box, "leave": leave}
                for box, leave in (("a", 1), ("b", 2), ("free", 0), ("d", 3), ("e", 1))
            },
            "rows": {
                "plain": {"title": "P", "start": "a"},
                "gated": {
                    "title": "G",
                    "start": "a",
                    "gates": [{"box": box, "side": "red", "text": "W5"} for box in ("b", "d")],
                },
                "last": {"title": "L", "start": "e", "gates": [{"box": "d", "side": "red", "text": "W5"}]},
                "nowhere": {"title": "N"},
            },
        }
    },
}


def moved(row: str, start: str | None = None, **move: Any) -> tuple[str, str]:
    inputs = {"key": {"title": "?", "choices": {"yes": "Yes", "no": "No"}, "default": "yes"}}
    variables = {"where": start or "none", "three": 3}
    step = {"id": "s", "slide": {"track": "t", "row": row, **({"start": "where"} if start is not None else {}), **move}}
    ready: Plan = plan(
        game({"p": {"title": "P", "inputs": inputs, "variables": variables, "steps": [step]}}, track=TRACK), "p", {}
    )
    (node,) = ready.nodes
    assert node.step.slide is not None
    assert node.track is not None
    return slid(View(ready, ready.variables, {}, node), node.step.slide, node.track, row)


@pytest.mark.parametrize(
    ("start", "points", "end"),
    [
        ("a", 0, "a"),
        ("a", 1, "b"),
        ("a", 2, "b"),
        ("a", 3, "free"),
        ("a", 99, "free"),
        ("b", 1, "b"),
        ("b", 2, "free"),
        ("free", 1, "free"),
        ("free", 99, "free"),
        ("free", -99, "free"),
        ("d", 3, "e"),
        ("d", 2, "d"),
        ("d", 4, "e"),
        ("d", -3, "free"),
        ("d", -2, "d"),
        ("d", -99, "free"),
        ("e", 5, "e"),
        ("e", -1, "d"),
        ("e", -3, "d"),
        ("e", -4, "free"),
        ("b", -2, "a"),
        ("b", -1, "b"),
        ("a", -5, "a"),
    ],
)
def test_each_box_costs_its_points_and_one_that_costs_nothing_is_never_left(start: str, points: int, end: str) -> None:
    assert moved("plain", start, points=points) == (start, end)


@pytest.mark.parametrize(
    ("start", "boxes", "end"),
    [("a", 0, "a"), ("a", 1, "b"), ("a", 3, "d"), ("a", 9, "e"), ("free", 1, "d"), ("e", -2, "free"), ("e", -9, "a")],
)
def test_boxes_are_counted_whatever_they_cost(start: str, boxes: int, end: str) -> None:
    assert moved("plain", start, boxes=boxes) == (start, end)


def test_a_marker_begins_in_its_rows_box_unless_given_a_start() -> None:
    assert moved("plain", boxes=1) == ("a", "b")
    assert moved("last", boxes=1) == ("e", "e")
    assert moved("plain", "b", boxes=1) == ("b", "free")


@pytest.mark.parametrize(
    ("opened", "end"),
    [
        ({}, "a"),
        ({"b": {"key": "no"}}, "a"),
        ({"b": {"key": "yes"}}, "free"),
        ({"d": {"key": "yes"}}, "a"),
        ({"b": {"key": "yes"}, "d": {"key": "no"}}, "free"),
        ({"b": {"key": "yes"}, "d": {"key": "yes"}}, "e"),
    ],
)
def test_a_shut_gate_stops_a_marker(opened: dict[str, Any], end: str) -> None:
    assert moved("gated", boxes=9, open=opened) == ("a", end)


def test_a_shut_gate_stops_a_marker_that_comes_from_the_other_side_but_not_one_that_leaves() -> None:
    assert moved("last", boxes=-2) == ("e", "e")
    assert moved("last", "d", boxes=-1) == ("d", "free")


@pytest.mark.parametrize(("key", "end"), [("yes", "a"), ("no", "b")])
def test_a_blocked_marker_stays(key: str, end: str) -> None:
    assert moved("plain", boxes=1, blocked={"key": key}) == ("a", end)


def test_points_may_be_named_and_take_precedence_over_boxes() -> None:
    assert moved("plain", points="three") == ("a", "free")
    assert moved("plain", points=1, boxes=9) == ("a", "b")
    assert moved("plain") == ("a", "a")


@pytest.mark.parametrize(
    ("row", "start", "move", "message"),
    [
        ("other", None, {"boxes": 1}, "'other' is not a row of the track"),
        ("nowhere", None, {"boxes": 1}, "nothing is not a box of the track"),
        ("plain", "z", {"boxes": 1}, "'z' is not a box of the track"),
        ("plain", None, {"points": "where"}, "'none' is not a number"),
    ],
)
def test_what_cannot_be_moved_is_refused(row: str, start: str | None, move: dict[str, Any], message: str) -> None:
    with pytest.raises(WalkError) as error:
        moved(row, start, **move)
    assert str(error.value) == message
    assert error.value.node is not None
