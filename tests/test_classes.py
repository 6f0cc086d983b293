"""Classes of cards: which of them a procedure tells apart, and which its odds may merge."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.dice.exact import merged, report_sets, step_sets
from rcwkit.dice.plan import Plan, plan
from test_walk import game, one

DECKS = {
    "d": {"title": "D", "cards": "1-5", "classes": {"a": [1], "b": [2, 3], "c": [4]}},
    "e": {"title": "E", "cards": "1-2", "classes": {"a": [1], "b": [2]}},
}
DRAWS = {"id": "s", "draw": {"deck": "d", "count": 2}}
ELSEWHERE = {"id": "t", "draw": {"deck": "e"}}
ROLLS = {"id": "u", "roll": "1d6", "rows": {"1-6": "a"}}
NOTED = [{"note": "n"}]
ALIKE, APART = ["abco"], ["a", "b", "c", "o"]


def ready(*steps: dict[str, Any], **asked: dict[str, Any]) -> Plan:
    report = {name: {"title": name, **question} for name, question in asked.items()}
    return one(list(steps), decks=DECKS, variables={"v": 0, "x.item": "a"}, report=report)


def classes(found: Plan) -> list[str]:
    """Return the classes of deck `d` (`o` for other) that stay apart; merged ones are written together."""
    alike: dict[str, str] = {}
    for card, initial in enumerate("abbco", 1):
        name = found.decks["d"].cards[card]
        alike[name] = alike.get(name, "") + initial * (initial not in alike.get(name, ""))
    return sorted(alike.values())


@pytest.mark.parametrize(
    ("guard", "apart"),
    [
        ({"v": 0}, ALIKE),
        ({"any": {"s": "a"}}, ["a", "bco"]),
        ({"every": {"s": ["a", "b"]}}, ["ab", "co"]),
        ({"any": {"t": "a"}}, ALIKE),
        ({"s": "a"}, ["a", "bco"]),
        ({"s": {"not": "b"}}, ["aco", "b"]),
        ({"s": {"is": ["a", "b"], "not": ["b", "c"]}}, APART),
        ({"s": {"at_least": 1}}, APART),
        ({"s": {"at_most": 1}}, APART),
        ({"s": {"is": "a", "at_most": 1}}, APART),
        ({"v": {"at_most": "s"}}, APART),
        ({"v": {"at_least": "s"}}, APART),
        ({"value": 3, "at_most": 4}, ALIKE),
        ({"count": {"s": "c"}, "at_least": 1}, ["abo", "c"]),
        ({"count": {"s": ["c", "other"]}, "at_least": 1}, ["ab", "co"]),
        ({"count": {"t": "c"}, "at_least": {"count": {"s": "b"}}}, ["aco", "b"]),
        ({"value": {"count": {"t": "a"}, "plus": {"count": {"s": "a"}}}, "is": 1}, ["a", "bco"]),
        ({"value": {"sum": "s"}, "is": 1}, APART),
        ({"value": {"of": "v", "plus": "s"}, "is": 1}, APART),
        ({"all": [{"any": {"s": "a"}}, {"any": {"s": "c"}}]}, ["a", "bo", "c"]),
        ({"either": [{"any": {"s": ["a", "b"]}}, {"none": [{"any": {"s": ["b", "c"]}}]}]}, APART),
        ({"x.item": "a"}, ["a", "bco"]),
    ],
)
def test_classes_that_guards_or_questions_read_are_told_apart(guard: dict[str, Any], apart: list[str]) -> None:
    assert classes(merged(ready(DRAWS, ELSEWHERE, {**ROLLS, "when": guard}))) == apart
    assert classes(merged(ready(DRAWS, ELSEWHERE, r={"when": guard}))) == apart


@pytest.mark.parametrize(
    ("steps", "apart"),
    [
        ([DRAWS], ALIKE),
        ([{**DRAWS, "then": {"b": NOTED}}], ["aco", "b"]),
        ([{**DRAWS, "then": {"a": NOTED, "b": NOTED}}], ["a", "b", "co"]),
        ([{**DRAWS, "then": {"*": NOTED}}], ALIKE),
        ([DRAWS, {**ELSEWHERE, "then": {"b": NOTED}}], ALIKE),
        ([DRAWS, {**ROLLS, "then": {"a": NOTED}}], ALIKE),
        ([DRAWS, {"id": "w", "do": [{"set": {"v": {"count": {"s": "a"}}}}]}], ["a", "bco"]),
        ([DRAWS, {"id": "w", "do": [{"add": {"v": {"sum": "s"}}}]}], APART),
    ],
)
def test_classes_with_different_effects_are_told_apart(steps: list[dict[str, Any]], apart: list[str]) -> None:
    assert classes(merged(ready(*steps))) == apart


@pytest.mark.parametrize(("amount", "apart"), [("s", APART), ("v", ALIKE), ({"count": {"s": "b"}}, ["aco", "b"])])
def test_classes_that_amounts_read_are_told_apart(amount: Any, apart: list[str]) -> None:
    assert classes(merged(ready(DRAWS, r={"of": amount}))) == apart


def test_all_questions_together_tell_classes_apart() -> None:
    assert classes(merged(ready(DRAWS, q={"when": {"any": {"s": "a"}}}, r={"of": {"count": {"s": ["a", "b"]}}}))) == [
        "a",
        "b",
        "co",
    ]
    assert classes(merged(ready({**DRAWS, "then": {"c": NOTED}}, q={"of": "v"}, r={"of": "s"}))) == APART


def test_classes_that_are_one_have_the_first_name() -> None:
    found = merged(ready(DRAWS, r={"when": {"any": {"s": "a"}}}))
    assert found.decks["d"].cards == {1: "a", 2: "b", 3: "b", 4: "b", 5: "b"}
    assert found.decks["d"].whole == {1: "a", 2: "b", 3: "b", 4: "c", 5: "other"}


def test_a_plan_without_decks_stays_as_it_is() -> None:
    found = one([ROLLS])
    assert merged(found) is found


@pytest.mark.parametrize("outside", [False, True])
def test_a_chained_procedure_may_tell_classes_apart(outside: bool) -> None:
    """The procedure's own draws, and those of its caller."""
    guarded = {**ROLLS, "when": {"any": {"s": "a"}}}
    inner = {"title": "I", "steps": [guarded] if outside else [DRAWS, guarded]}
    outer = {"title": "O", "decks": DECKS, "steps": [*([DRAWS] if outside else []), {"id": "c", "run": "inner"}]}
    assert classes(merged(plan(game({"inner": inner, "outer": outer}), "outer", {}))) == ["a", "bco"]


def test_the_sets_that_are_asked_for() -> None:
    found = ready(
        {**DRAWS, "then": {"c": NOTED}},
        {**ROLLS, "when": {"any": {"s": ["a", "b"]}}},
        r={"of": {"count": {"s": "b"}}},
        q={"of": "s"},
    )
    assert step_sets(found, "d") == [("a", "b"), ("c",)]
    assert step_sets(found, "e") == []
    assert [report_sets(found, "d", one) for one in found.procedure.report.values()] == [[("b",)], None]
    read = ready(DRAWS, {"id": "w", "do": [{"add": {"v": {"sum": "s"}}}]})
    assert (step_sets(read, "d"), step_sets(read, "e")) == (None, [])
