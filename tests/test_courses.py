"""Random procedures: exact odds against every course of the walk."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from odds_support import answered
from rcwkit.diagnostics import InputError
from rcwkit.dice.odds import report
from rcwkit.dice.plan import Plan, plan
from test_walk import game

NAMES = ("a", "b", "c")
ROWS: dict[str, Any] = {"roll": "1d3", "rows": {1: "x", 2: "y", 3: "z"}}
ROLLS: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [{"roll": "1d2"}, {"roll": "2d2"}, {"roll": "1d3", "rows": {1: 2, 2: 3, 3: 3}}, ROWS]
)
RESULTS = st.sampled_from([1, 2, 3, "x", "y", ("x", "z"), (2, 3)])


def listed(result: Any) -> Any:
    return list(result) if isinstance(result, tuple) else result


COUNTS = st.dictionaries(st.sampled_from(NAMES), RESULTS.map(listed), min_size=1, max_size=2).map(
    lambda found: {"count": found}
)
SUMS = st.sampled_from(NAMES).map(lambda name: {"sum": name})
BASES = st.one_of(
    COUNTS, SUMS, st.just({"of": "v"}), st.just({"of": "w"}), st.integers(-2, 2).map(lambda number: {"of": number})
)


def calculated(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    extra = {
        "times": st.integers(-2, 3),
        "plus": st.one_of(st.integers(-1, 2), inner),
        "least": st.integers(0, 2),
        "most": st.integers(1, 4),
    }
    wrapped = st.fixed_dictionaries({}, optional=extra)
    return st.one_of(
        st.tuples(BASES, wrapped).map(lambda both: both[0] | both[1]),
        st.tuples(inner, wrapped).map(lambda both: {"of": both[0]} | both[1]),
    )


AMOUNTS = st.recursive(BASES, calculated, max_leaves=4)
BOUNDS: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [{"at_least": 2}, {"at_most": 1}, {"is": [1, 2]}, {"not": 0}, {"at_least": 1, "not": [2]}]
)
PLAIN = st.one_of(
    st.tuples(AMOUNTS, BOUNDS).map(lambda both: {"value": both[0], **both[1]}),
    st.tuples(st.sampled_from(("any", "every")), st.sampled_from(NAMES), RESULTS.map(listed)).map(
        lambda all_: {all_[0]: {all_[1]: all_[2]}}
    ),
    st.tuples(st.sampled_from((*NAMES, "w")), RESULTS.map(listed)).map(lambda both: {both[0]: both[1]}),
    st.sampled_from([{"v": {"at_least": 3}}, {"v": {"is": 2}}]),
)
JOINS = st.sampled_from(("all", "either", "none"))
CONDITIONS = st.recursive(
    PLAIN,
    lambda inner: st.tuples(JOINS, st.lists(inner, min_size=1, max_size=3)).map(lambda both: {both[0]: both[1]}),
    max_leaves=4,
)
GUARDS: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [{"value": {"sum": "a"}, "at_least": 2}, {"any": {"a": ["x", 2]}}, {"v": {"at_least": 1}}, {"a": ["x", 1]}]
)
QUESTIONS = st.one_of(
    AMOUNTS.map(lambda amount: {"of": amount}),
    CONDITIONS.map(lambda when: {"when": when}),
    st.sampled_from((*NAMES, "v", "w")).map(lambda name: {"of": name}),
)


@st.composite
def procedures(draw: st.DrawFn) -> dict[str, Any]:
    """Draw up to three steps: rolls, repeats, draws, groups; with effects, and guards that read earlier results."""
    steps: list[dict[str, Any]] = []
    for name in NAMES[: draw(st.integers(1, 3))]:
        kind = draw(st.sampled_from(("once", "times", "each", "draw", "group")))
        step: dict[str, Any] = {
            "id": name,
            **(draw(ROLLS) if kind != "draw" else {"draw": {"deck": "d", "count": draw(st.integers(1, 3))}}),
        }
        if kind == "times":
            step["times"] = draw(st.integers(0, 3))
        if kind == "each":
            step["for_each"] = [1, 2]
            step |= draw(st.sampled_from([{}, {"when": {"item": 2}}, {"when": {"in.item": 2}}]))
        numeric = kind != "draw" and "rows" not in step
        effects: list[Any] = [
            {"add": {"v": 1}},
            {"add": {"v": {"of": "v", "times": -1, "plus": 2}}},
            {"set": {"w": 1}},
            {"set": {"w": "v"}},
        ]
        effects += [{"add": {"v": name}}, {"add": {"v": {"of": name, "times": 2, "most": 3}}}] if numeric else []
        if draw(st.booleans()):
            step["then"] = {draw(st.sampled_from(("*", "x", 2))): [draw(st.sampled_from(effects))]}
        if bool(steps) and draw(st.booleans()):
            when = draw(GUARDS)
            step["when"] = {"all": [when, step["when"]]} if "when" in step else when
        if kind == "group":
            step = {"id": f"g{name}", "times": draw(st.integers(1, 2)), "steps": [step]}
        steps.append(step)
    asked = draw(st.lists(QUESTIONS, min_size=1, max_size=4))
    deck = {"title": "D", "cards": "1-9", "classes": {"x": [1, 2], "y": [3], "z": [4, 5, 6]}}
    inputs = {"in.1": {"title": "I", "range": "1-2"}, "in.2": {"title": "I", "range": "1-2"}}
    report = {f"q{at}": {"title": "q", **question} for at, question in enumerate(asked)}
    return {
        "title": "P",
        "variables": {"v": 0, "w": 0},
        "inputs": inputs,
        "decks": {"d": deck},
        "steps": steps,
        "report": report,
    }


def outcome(of: Any, ready: Plan) -> Any:
    """Return the answer, or the refusal."""
    try:
        return of(ready)
    except Exception as error:  # enumeration raises the walk's own errors
        return "refused" if isinstance(error, InputError) or type(error).__name__ == "WalkError" else error


def chances(ready: Plan) -> dict[str, dict[Any, Fraction]]:
    found = {answer.id: answer for answer in report(ready)}
    return {
        name: {True: one.chance, False: 1 - one.chance} if one.chance is not None else dict(one.distribution)
        for name, one in found.items()
    }


@settings(max_examples=100)
@given(procedures(), st.integers(1, 2), st.integers(1, 2))
def test_answers_are_those_of_every_course_of_the_walk(procedure: dict[str, Any], first: int, second: int) -> None:
    ready = plan(game({"p": procedure}), "p", {"in.1": first, "in.2": second})
    found, expected = outcome(chances, ready), outcome(answered, ready)
    if isinstance(expected, dict) and isinstance(found, dict):
        found = {name: {value: chance for value, chance in one.items() if chance} for name, one in found.items()}
    assert found == expected
