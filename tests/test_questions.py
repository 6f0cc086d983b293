"""Questions parsed: into added terms, calculations with their sum, and a test of the result."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.dice.conditions import Calc, parse_condition
from rcwkit.dice.model import Report
from rcwkit.dice.plan import Plan, plan
from rcwkit.dice.questions import Bound, Question, Term, question
from rcwkit.dice.values import View, WalkError
from test_walk import game

TABLES = {
    "kind": "tables",
    "id": "t",
    "title": "T",
    "source": "x",
    "tables": {"cells": {"title": "C", "rows": {1: 5, 2: 6}}},
}


def ready() -> Plan:
    """`a` and `c` are rolled twice, `b` once, `w` results in words; `v` is a variable."""
    twice = [{"id": name, "times": 2, "roll": "1d6"} for name in ("a", "c")]
    once = [{"id": "b", "roll": "1d6"}, {"id": "w", "roll": "1d6", "rows": {"1-3": "x", "4-6": "y"}}]
    return plan(game({"p": {"title": "P", "steps": [*twice, *once], "variables": {"v": 0}}}, t=TABLES), "p", {})


PLAN = ready()


def asked(**fields: Any) -> Question:
    return question(PLAN, Report(title="q", **fields))


def terms(found: Question) -> list[tuple[str, int, str | None]]:
    return [(term.kind, term.times, term.counted) for term in found.terms]


CELL = {"lookup": "cells", "row": "b"}


@pytest.mark.parametrize(
    ("amount", "counted"),
    [
        ("b", None),
        ("a", None),
        ("v", "v"),
        ({"of": "b"}, None),
        ({"of": "v"}, "v"),
        ({"sum": "a"}, "a"),
        ({"count": {"a": 6}}, "a"),
        ({"count": {"a": [5, 6]}}, "a"),
        (CELL, None),
        ({**CELL, "plus": 1}, None),
        ({"of": {"sum": "a", "most": 3}}, None),
    ],
)
def test_an_amount_alone_is_asked_for_as_written(amount: Any, counted: str | None) -> None:
    """The value may be a word, or a tally."""
    found = asked(of=amount)
    assert (terms(found), found.bounds, found.test) == ([("amount", 1, counted)], (), None)
    assert found.terms[0].value == (amount if isinstance(amount, str) else Calc.model_validate(amount))


@pytest.mark.parametrize(
    ("amount", "added", "plus"),
    [
        (5, [], 5),
        ({"of": 4, "times": 3, "plus": -2}, [], 10),
        ({"of": "b", "times": 2}, [(2, None)], 0),
        ({"of": "b", "plus": 3}, [(1, None)], 3),
        ({"of": "b", "plus": "v"}, [(1, None), (1, "v")], 0),
        ({"of": "b", "times": 2, "plus": {"of": "v", "times": 3, "plus": 4}}, [(2, None), (3, "v")], 4),
        ({"of": {"of": "b", "times": 2, "plus": 1}, "times": 3}, [(6, None)], 3),
        ({"sum": "a", "times": -1, "plus": {"sum": "c"}}, [(-1, "a"), (1, "c")], 0),
        ({"sum": "a", "times": 2, "plus": 1}, [(2, "a")], 1),
        ({"count": {"a": 6, "c": [1, 2]}, "times": 2}, [(2, "a"), (2, "c")], 0),
        ({"of": CELL, "times": 2, "plus": 1}, [(2, None)], 1),
        ({"of": "b", "plus": {"sum": "a", "most": 3}}, [(1, None), (1, None)], 0),
    ],
)
def test_a_sum_has_its_terms_and_its_constant(amount: Any, added: list[tuple[int, str | None]], plus: int) -> None:
    found = asked(of=amount)
    assert terms(found) == [("number", times, counted) for times, counted in added]
    assert (found.bounds, found.test) == ((Bound(1, plus, None, None),), None)


@pytest.mark.parametrize(
    ("amount", "term", "bounds"),
    [
        ({"sum": "a", "least": 2}, (1, "a"), [(1, 0, 2, None)]),
        ({"sum": "a", "most": 9}, (1, "a"), [(1, 0, None, 9)]),
        ({"of": "b", "times": 2, "plus": 1, "least": 2, "most": 9}, (2, None), [(1, 1, 2, 9)]),
        ({"of": {"sum": "a", "most": 3}, "times": 2, "plus": 1}, (1, "a"), [(1, 0, None, 3), (2, 1, None, None)]),
        ({"of": {"sum": "a", "least": 3}, "times": 2, "most": 8}, (1, "a"), [(1, 0, 3, None), (2, 0, None, 8)]),
        (
            {"of": {"of": {"of": "v", "most": 7}, "plus": 1, "least": 0}, "times": -1},
            (1, "v"),
            [(1, 0, None, 7), (1, 1, 0, None), (-1, 0, None, None)],
        ),
    ],
)
def test_bounds_hold_for_the_sum_the_innermost_first(
    amount: Any, term: tuple[int, str | None], bounds: list[tuple[Any, ...]]
) -> None:
    found = asked(of=amount)
    assert terms(found) == [("number", *term)]
    assert [tuple(bound) for bound in found.bounds] == bounds


SIX, FIVE, WORD = {"b": {"at_least": 6}}, {"v": 5}, {"w": "x"}


@pytest.mark.parametrize(
    ("condition", "kinds", "test"),
    [
        ({"all": [SIX, FIVE]}, ["fails", "fails"], "none"),
        ({"either": [SIX, FIVE, WORD]}, ["holds"] * 3, "some"),
        ({"none": [SIX, WORD]}, ["holds", "holds"], "none"),
        ({"b": 6, "w": "x"}, ["fails", "fails"], "none"),
        (SIX, ["holds"], "some"),
        (WORD, ["holds"], "some"),
        ({"all": [SIX, {"any": {"a": 6}}]}, ["fails", "fails"], "none"),
        ({"all": [SIX, {"either": [WORD, FIVE]}]}, ["fails", "fails"], "none"),
        ({"all": [SIX, {"value": 3, "at_most": 4}]}, ["fails", "fails"], "none"),
        ({"all": [SIX, {"value": {"sum": "a"}, "at_most": 4}]}, ["fails", "fails"], "none"),
        ({"all": [SIX, {"value": {"of": "b", "times": 1000}, "at_most": 4}]}, ["fails", "fails"], "none"),
        ({"any": {"a": 6}}, ["matching"], "some"),
        ({"every": {"a": 6}}, ["others"], "none"),
    ],
)
def test_conditions_are_counted_where_each_is_always_known(condition: Any, kinds: list[str], test: str) -> None:
    found = asked(when=condition)
    assert [term.kind for term in found.terms] == kinds
    assert (found.bounds, found.test) == ((), test)
    if kinds[0] in ("matching", "others"):
        assert found.terms[0].counted == "a"


@pytest.mark.parametrize(
    "uncertain",
    [
        {"w": {"at_least": 1}},
        {"w": {"at_most": 1}},
        {"v": {"at_least": 1}},
        {"b": {"at_least": "v"}},
        {"b": {"at_most": "v"}},
        {"value": {"of": "w"}, "is": 1},
        {"value": {"of": "b", "plus": "v"}, "is": 1},
        {"value": {"of": "b", "times": 1001}, "is": 1},
        {"value": {"of": "b", "times": -1001}, "is": 1},
        {"value": CELL, "is": 1},
        {"either": [SIX, {"w": {"at_most": 1}}]},
    ],
)
def test_conditions_that_may_be_refused_are_asked_in_order(uncertain: Any) -> None:
    """A condition after one that fails is never evaluated, so it refuses nothing."""
    condition = {"all": [SIX, uncertain]}
    found = asked(when=condition)
    assert (found.terms, found.bounds, found.test) == ((Term("holds", parse_condition(condition)),), (), "some")


@pytest.mark.parametrize(
    ("condition", "counted", "totals"),
    [
        ({"v": {"at_least": 3}}, "v", {2: False, 3: True}),
        ({"v": 3}, "v", {2: False, 3: True, 4: False}),
        ({"value": {"sum": "a"}, "at_most": 7}, "a", {7: True, 8: False}),
        ({"value": {"sum": "a", "plus": 1, "most": 5}, "is": 5}, "a", {3: False, 4: True, 9: True}),
        ({"count": {"a": 6}, "at_least": 1}, "a", {0: False, 1: True}),
    ],
)
def test_a_sum_against_a_number(condition: Any, counted: str, totals: dict[int, bool]) -> None:
    found = asked(when=condition)
    assert [term.counted for term in found.terms] == [counted]
    assert {total: found.answer(total) for total in totals} == totals


@pytest.mark.parametrize(
    "condition", [{"v": {"at_least": "b"}}, {"value": {"sum": "a"}, "at_most": "v"}, {"b": {"at_least": 3}}]
)
def test_a_question_other_than_a_sum_against_a_number_is_asked_as_written(condition: Any) -> None:
    assert asked(when=condition).terms == (Term("holds", parse_condition(condition)),)


@pytest.mark.parametrize(
    ("bounds", "test", "answers"),
    [
        ((), None, {-1: -1, 7: 7}),
        ((Bound(2, 1, None, None),), None, {0: 1, 3: 7}),
        ((Bound(1, 0, 2, 5),), None, {1: 2, 2: 2, 3: 3, 5: 5, 6: 5}),
        ((Bound(1, 0, None, 3), Bound(-2, 10, 5, None)), None, {2: 6, 3: 5, 9: 5}),
        ((), "some", {-1: False, 0: False, 1: True, 2: True}),
        ((), "none", {0: True, 1: False, 2: False}),
    ],
)
def test_answers_are_computed_from_the_sum(bounds: tuple[Bound, ...], test: Any, answers: dict[int, Any]) -> None:
    found = Question((), bounds, test)
    assert {total: found.answer(total) for total in answers} == answers


def test_a_calculation_that_goes_too_far_is_refused() -> None:
    found = Question((), (Bound(1000, 0, None, None), Bound(1, 0, None, 5)))
    assert found.answer(1_000_000) == 5
    with pytest.raises(WalkError, match="exceeds 1,000,000,000"):
        found.answer(1_000_001)


VIEW = View(PLAN, {"a": ((1, 2), (6, 3)), "b": 4, "w": "x", "v": 2}, {})


@pytest.mark.parametrize(
    ("term", "worth"),
    [
        (Term("amount", "w"), "x"),
        (Term("amount", "a"), ((1, 2), (6, 3))),
        (Term("number", "b"), 4),
        (Term("number", "b", 3), 12),
        (Term("number", Calc(sum="a"), -1), -20),
        (Term("holds", parse_condition({"b": 4})), 1),
        (Term("holds", parse_condition({"b": 5})), 0),
        (Term("fails", parse_condition({"b": 4})), 0),
        (Term("fails", parse_condition({"b": 5})), 1),
        (Term("matching", parse_condition({"any": {"a": [6, 5]}})), 3),
        (Term("others", parse_condition({"every": {"a": [6, 5]}})), 2),
    ],
)
def test_the_value_of_a_term(term: Term, worth: Any) -> None:
    assert term.worth(VIEW) == worth


def test_a_term_reads_the_names_in_its_value() -> None:
    assert Term("number", Calc(sum="a", plus="v")).names == {"a", "v"}
