"""Random procedures: exact odds against every sequence of typed faces, and shared odds against separate ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from faults_support import many
from hypothesis import given, settings
from hypothesis import strategies as st
from rcwkit.dice.odds import Answer, Known, report
from rcwkit.dice.plan import Plan, plan
from rcwkit.dice.record import roll
from rcwkit.dice.sources import NeedsFace, Typed
from test_walk import game, one

sixes = st.sampled_from([{"1-3": "x", "4-6": "y"}, {1: "x", "2-6": "y"}, {"1-2": "x", "3-4": "y", "5-6": "z"}])
guards = st.sampled_from(
    [
        None,
        {"s0": "x"},
        {"any": {"s0": "y"}},
        {"count": {"s0": "x"}, "at_least": 1},
        {"either": [{"s0": "x"}, {"s0": "z"}]},
    ]
)


def brute(plan: Plan) -> Counter[tuple[Any, ...]]:
    """Return the chances of all results over every sequence of typed faces: where a walk runs out, each next face."""
    found: Counter[tuple[Any, ...]] = Counter()

    def visit(faces: list[int | None], weight: Fraction) -> None:
        try:
            rolled = roll(plan, Typed(list(faces)), {})
        except NeedsFace as need:
            for value in range(1, need.sides + 1):
                visit([*faces, value], weight / need.sides)
            return
        key = tuple((entry["path"], entry["result"]) for entry in rolled.record["rolls"])
        found[key] += weight  # type: ignore[assignment]

    visit([], Fraction(1))
    return found


@st.composite
def procedures(draw: st.DrawFn) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = []
    repeated = draw(st.sampled_from([None, 0, 1]))  # one step at most: each more die takes six times as long
    for index in range(draw(st.integers(1, 3))):
        step: dict[str, Any] = {"id": f"s{index}", "roll": draw(st.sampled_from(["1d6", "1d6", "2d3"]))}
        step["rows"] = draw(sixes) if step["roll"] == "1d6" else {"2-3": "x", "4-6": "y"}
        if index and (guard := draw(guards)) is not None:
            step["when"] = guard
        if draw(st.booleans()):
            step["drm"] = [
                {"add": draw(st.integers(-2, 2)), "text": "t", "when": {"s0": "x"} if index else {"either": []}}
            ]
            step["beyond"] = "clamp"
        if index == repeated:
            step["for_each"] = ["a", "b"]
        steps.append(step)
    return steps


@settings(max_examples=many(60, 12))
@given(procedures())
def test_exact_odds_equal_every_typed_sequence(steps: list[dict[str, Any]]) -> None:
    names = [step["id"] for step in steps]
    plan = one(steps, report={name: {"title": name, "of": {"count": {name: "x"}}} for name in names})
    everything = brute(plan)
    assert sum(everything.values()) == 1
    answers: list[Answer] = report(plan)
    for answer in answers:
        assert sum(part for _, part in answer.distribution) == 1
        expected: dict[int, Fraction] = {}
        for key, weight in everything.items():
            count = sum(result == "x" and path.split("/")[1] == answer.id for path, result in key)
            expected[count] = expected.get(count, Fraction(0)) + Fraction(weight)
        assert dict(answer.distribution) == expected


readers = st.sampled_from(
    [
        {"drm": [{"add": "n", "text": "t"}], "beyond": "clamp"},
        {"when": {"n": {"at_least": 2}}},
        {"then": {"x": [{"set": {"v": "n"}}]}},
        {"again": {"x": {"n": 2}}},
    ]
)


@settings(max_examples=many(60, 12))
@given(procedures(), readers, st.integers(0, 2), st.booleans())
def test_work_for_one_answer_is_reused_only_where_all_is_alike(
    steps: list[dict[str, Any]], reader: dict[str, Any], place: int, asked: bool
) -> None:
    """Any kind of step may read an answer, at any place; the report may read it too."""
    place = min(place, len(steps) - 1)
    steps = [{**step, **(reader if index == place else {})} for index, step in enumerate(steps)]
    questions = {step["id"]: {"title": "t", "of": {"count": {step["id"]: "x"}}} for step in steps} | {
        "v": {"title": "v", "of": "v"}
    }
    questions |= {"n": {"title": "n", "of": "n"}} if asked else {}
    fields = {"inputs": {"n": {"title": "n", "range": "-3-3"}}, "variables": {"v": 0}, "report": questions}
    found = game({"p": {"title": "P", "steps": steps, **fields}})
    known: Known = {}
    for number in range(-3, 4):
        assert report(plan(found, "p", {"n": number}), known) == report(plan(found, "p", {"n": number}))
