"""The values of names, amounts and conditions: every form, its bounds, and its refusals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rcwkit.dice.conditions import Calc, parse_condition
from rcwkit.dice.plan import Plan, plan
from rcwkit.dice.values import View, WalkError, amount, holds, meant, number, quoted, shown, within
from test_walk import game, one

TALLY = (("x", 2), ("y", 1), (3, 2), (-1, 1))
VALUES: dict[str, Any] = {
    "two": 2,
    "minus": -3,
    "zero": 0,
    "word": "x",
    "tally": TALLY,
    "none": (),
    "box.a": 7,
    "row": 2,
    "col": "B",
}
TABLES = {
    "kind": "tables",
    "id": "t",
    "title": "T",
    "source": "x",
    "tables": {
        "cells": {"title": "C", "columns": {"A": "A", "B": "B"}, "rows": {1: [10, "x"], 2: [20, "y"], "w": [30, 31]}},
        "plain": {"title": "P", "rows": {1: 5, 2: "x", "3": 6, "x": 8, "None": 9}},
        "single": {"title": "S", "rows": {1: [4]}},
    },
}


def ready() -> Plan:
    """Return a plan that knows the names of VALUES, and a step `late` without a value yet."""
    steps = [{"id": "late", "roll": "1d6"}]
    inputs = {
        "asked": {"title": "?", "range": "0-9", "default": 4},
        "two": {"title": "?", "range": "0-9", "default": 9},
    }
    found = game(
        {"p": {"title": "P", "steps": steps, "inputs": inputs, "variables": {**dict.fromkeys(VALUES, 0)}}}, t=TABLES
    )
    return plan(found, "p", {})


PLAN = ready()


def view(**local: Any) -> View:
    return View(PLAN, VALUES, local)


def calc(**fields: Any) -> Calc:
    return Calc.model_validate(fields)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (5, 5),
        ("two", 2),
        ("asked", 4),
        ("word", "x"),
        ("tally", TALLY),
        ("late", 0),
        ("box.a", 7),
        ({"of": 5}, 5),
        ({"of": "word"}, "x"),
        ({"of": "tally"}, TALLY),
        ({"of": "late"}, 0),
        ({"of": "two", "times": 3}, 6),
        ({"of": "two", "times": -1}, -2),
        ({"of": "two", "times": 0}, 0),
        ({"of": "two", "plus": 5}, 7),
        ({"of": "two", "plus": "minus"}, -1),
        ({"of": "two", "times": 3, "plus": 1}, 7),
        ({"of": "two", "plus": {"of": "two", "times": 2}}, 6),
        ({"of": "late", "plus": 1}, 1),
        ({"of": 1, "plus": "late"}, 1),
        ({"of": "two", "least": 3}, 3),
        ({"of": "two", "least": 2}, 2),
        ({"of": "two", "least": 1}, 2),
        ({"of": "two", "most": 1}, 1),
        ({"of": "two", "most": 2}, 2),
        ({"of": "two", "most": 3}, 2),
        ({"of": "minus", "least": 0}, 0),
        ({"of": "two", "most": 0}, 0),
        ({"of": "two", "least": 5, "most": 4}, 4),
        ({"sum": "tally"}, 5),
        ({"sum": "late"}, 0),
        ({"sum": "two"}, 2),
        ({"sum": "word"}, 0),
        ({"sum": "tally", "times": 2}, 10),
        ({"count": {"tally": "x"}}, 2),
        ({"count": {"tally": ["x", "y"]}}, 3),
        ({"count": {"tally": 3}}, 2),
        ({"count": {"tally": "z"}}, 0),
        ({"count": {"tally": "x", "word": "x"}}, 3),
        ({"count": {"late": "x"}}, 0),
        ({"lookup": "cells", "row": 1, "column": "A"}, 10),
        ({"lookup": "cells", "row": 2, "column": "B"}, "y"),
        ({"lookup": "cells", "row": "row", "column": "col"}, "y"),
        ({"lookup": "cells", "row": "w", "column": "B"}, 31),
        ({"lookup": "cells", "row": 9, "column": "A"}, 0),
        ({"lookup": "cells", "row": "late", "column": "A"}, 0),
        ({"lookup": "cells", "row": "asked", "column": "A"}, 0),
        ({"lookup": "plain", "row": "late"}, 0),
        ({"lookup": "cells", "row": "tally", "column": "A"}, 0),
        ({"lookup": "cells", "row": 1, "column": "A", "plus": 1}, 11),
        ({"lookup": "cells", "row": 1, "column": "B", "read": {"x": 9, "y": 8}}, 9),
        ({"lookup": "cells", "row": 1, "column": "A", "read": {"x": 9}}, 10),
        ({"lookup": "plain", "row": 1}, 5),
        ({"lookup": "plain", "row": "row"}, "x"),
        ({"lookup": "plain", "row": "word"}, 8),
        ({"lookup": "plain", "row": 1, "column": "A"}, 5),
        ({"lookup": "plain", "row": 3}, 0),
        ({"lookup": "single", "row": 1}, 4),
        ({"of": 1, "times": 10**9}, 10**9),
        ({"of": -1, "times": 10**9}, -(10**9)),
        ({"of": 1, "times": 10**12, "most": 5}, 5),
    ],
)
def test_amounts(value: Any, expected: Any) -> None:
    assert amount(view(), calc(**value) if isinstance(value, dict) else value) == expected


def test_a_row_may_be_written_as_a_word_or_a_number() -> None:
    """Cases in which the value of a name and the key of a row differ in nothing else."""
    assert amount(View(PLAN, {**VALUES, "row": 3}, {}), calc(lookup="plain", row="row")) == 6
    assert amount(View(PLAN, {**VALUES, "row": "1"}, {}), calc(lookup="plain", row="row")) == 5


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"of": "word", "plus": 1}, "'x' is not a number"),
        ({"of": "word", "times": 2}, "'x' is not a number"),
        ({"of": "word", "least": 0}, "'x' is not a number"),
        ({"of": "word", "most": 0}, "'x' is not a number"),
        ({"of": 1, "plus": "word"}, "'x' is not a number"),
        ({"of": "tally", "plus": 1}, "'2 x, 1 y, 2 3, 1 -1' is not a number"),
        ({"of": "none", "plus": 1}, "'none' is not a number"),
        ({"lookup": "cells", "row": 1, "column": "B", "plus": 1}, "'x' is not a number"),
        ({"lookup": "cells", "row": 1}, "nothing is not a column of the table 'cells'"),
        ({"lookup": "cells", "row": 1, "column": "late"}, "nothing is not a column of the table 'cells'"),
        ({"lookup": "cells", "row": 1, "column": "word"}, "'x' is not a column of the table 'cells'"),
        ({"of": 1, "times": 10**9, "plus": 1}, "a calculation exceeds 1,000,000,000"),
        ({"of": -1, "times": 10**9, "plus": -1}, "a calculation exceeds 1,000,000,000"),
    ],
)
def test_amounts_that_are_refused(value: dict[str, Any], message: str) -> None:
    with pytest.raises(WalkError) as error:
        amount(view(), calc(**value))
    assert str(error.value) == message
    assert error.value.node is None


def test_a_refusal_names_its_step() -> None:
    (node,) = PLAN.nodes
    for refused in (
        lambda at: number(at, "word"),
        lambda at: within(at, 10**10),
        lambda at: amount(at, calc(lookup="cells", row=1)),
    ):
        with pytest.raises(WalkError) as error:
            refused(view()._replace(node=node))
        assert error.value.node is node


def test_a_number_that_is_needed() -> None:
    assert number(view(), "two") == 2
    assert number(view(), "late") == 0
    with pytest.raises(WalkError, match="'x' is not a number"):
        number(view(), "word")


@pytest.mark.parametrize(
    ("value", "expected"), [("two", 2), ("nobody", "nobody"), ("late", 0), (7, 7), ("item", 0), ("nobody.item", 0)]
)
def test_what_is_meant_by_a_word(value: Any, expected: Any) -> None:
    assert meant(view(), value) == expected


@pytest.mark.parametrize(
    ("value", "text", "quote"),
    [(TALLY[:2], "2 x, 1 y", "'2 x, 1 y'"), ((), "none", "'none'"), (3, 3, "'3'"), ("x", "x", "'x'")],
)
def test_values_are_shown(value: Any, text: Any, quote: str) -> None:
    assert (shown(value), quoted(value)) == (text, quote)


def test_nothing_is_not_quoted() -> None:
    assert quoted(None) == "nothing"


def test_names_are_looked_for_in_the_item_then_in_values_then_in_inputs() -> None:
    assert view(two=5).value("two") == 5
    assert view().value("two") == 2
    assert View(PLAN, {}, {}).value("two") == 9
    assert View(PLAN, {}, {}).value("late") is None
    assert view()._replace(inner=frozenset({"two"})).value("two") is None
    assert view(two=5)._replace(inner=frozenset({"two"})).value("two") == 5


def test_the_innermost_item_is_meant() -> None:
    outer = {"item.g": "out", "other": 1, "item.s": "in"}
    assert View(PLAN, VALUES, outer).value("item") == "in"
    assert View(PLAN, VALUES, {**outer, "item": "own"}).value("item") == "own"
    assert view().value("item") is None
    assert View(PLAN, VALUES, {"item.g": "a"}).value("box.item") == 7
    assert View(PLAN, VALUES, {"item.g": "b"}).value("box.item") is None


@pytest.mark.parametrize(
    ("name", "known"),
    [("two", True), ("late", True), ("asked", True), ("item", True), ("any.item", True), ("other", False)],
)
def test_a_name_is_known_with_a_value_or_without(name: str, known: bool) -> None:
    assert View(PLAN, {}, {}).knows(name) is known


def test_the_nearest_scope_wins() -> None:
    plan = replace(PLAN, variables={"n": 1, "a.n": 2, "a.b.n": 3, "m": 4})
    (node,) = plan.nodes
    at = {scope: View(plan, {}, {}, replace(node, scope=scope)) for scope in ("", "a.", "a.b.", "c.")}
    assert [at[scope].full("n") for scope in at] == ["n", "a.n", "a.b.n", "n"]
    assert {at[scope].full("m") for scope in at} == {"m"}
    assert at["a.b."].full("other") == "other"
    assert at["a.b."].knows("m")


def test_a_tally_of_results_that_came_once_or_never() -> None:
    assert view().tally("tally") == dict(TALLY)
    assert view().tally("word") == {"x": 1}
    assert view().tally("late") == {}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ({"word": "x"}, True),
        ({"word": "y"}, False),
        ({"word": ["y", "x"]}, True),
        ({"word": {"not": "x"}}, False),
        ({"word": {"not": ["y"]}}, True),
        ({"late": "x"}, False),
        ({"late": {"not": "x"}}, True),
        ({"two": {"at_least": 2}}, True),
        ({"two": {"at_least": 3}}, False),
        ({"two": {"at_most": 2}}, True),
        ({"two": {"at_most": 1}}, False),
        ({"two": {"at_least": 1, "at_most": 2}}, True),
        ({"two": {"at_least": 1, "at_most": 1}}, False),
        ({"two": {"is": 2, "at_most": 1}}, False),
        ({"two": {"is": [1, 2], "not": 2}}, False),
        ({"late": {"at_least": 0}}, True),
        ({"late": {"at_least": 1}}, False),
        ({"late": {"at_most": -1}}, False),
        ({"late": {"at_most": 0}}, True),
        ({"two": {"at_least": "minus"}}, True),
        ({"minus": {"at_most": "two"}}, True),
        ({"value": 3, "at_least": 3}, True),
        ({"value": 3, "at_most": 2}, False),
        ({"value": {"of": "two", "plus": 1}, "is": 3}, True),
        ({"value": {"of": "two"}, "not": 2}, False),
        ({"count": {"tally": "x"}, "at_least": 2}, True),
        ({"count": {"tally": "x"}, "at_least": 3}, False),
        ({"any": {"tally": "y"}}, True),
        ({"any": {"tally": ["z", 3]}}, True),
        ({"any": {"tally": "z"}}, False),
        ({"every": {"tally": ["x", "y", 3, -1]}}, True),
        ({"every": {"tally": ["x", "y", 3]}}, False),
        ({"every": {"late": "x"}}, True),
        ({"any": {"late": "x"}}, False),
        ({"all": [{"word": "x"}, {"two": 2}]}, True),
        ({"all": [{"word": "x"}, {"two": 3}]}, False),
        ({"all": []}, True),
        ({"either": [{"word": "y"}, {"two": 2}]}, True),
        ({"either": [{"word": "y"}, {"two": 3}]}, False),
        ({"either": []}, False),
        ({"none": [{"word": "y"}, {"two": 3}]}, True),
        ({"none": [{"word": "x"}, {"two": 3}]}, False),
        ({"none": []}, True),
        ({"word": "x", "two": 2}, True),
        ({"word": "x", "two": 3}, False),
    ],
)
def test_conditions(condition: dict[str, Any], expected: bool) -> None:
    assert holds(view(), parse_condition(condition)) is expected


@pytest.mark.parametrize(
    "condition",
    [
        {"word": {"at_least": 0}},
        {"two": {"at_most": "word"}},
        {"two": {"at_least": "tally"}},
        {"tally": {"at_most": 9}},
    ],
)
def test_only_numbers_are_compared(condition: dict[str, Any]) -> None:
    with pytest.raises(WalkError, match="is not a number"):
        holds(view(), parse_condition(condition))


def test_every_needs_all_its_items() -> None:
    plan = one([{"id": "s", "roll": "1d6"}])
    assert holds(View(plan, {"s": (("x", 2), ("y", 2))}, {}), parse_condition({"every": {"s": "x"}})) is False
