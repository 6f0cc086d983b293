"""Exact odds: against every course of the walk, against icepool, and of procedures with far more courses than anyone can list."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from odds_support import answered
from test_walk import game, one, values

from generator.diagnostics import InputError
from generator.dice.odds import Known, report
from generator.dice.plan import Plan, plan

NAMES = ("a", "b", "c")
ROWS: dict[str, Any] = {"roll": "1d3", "rows": {1: "x", 2: "y", 3: "z"}}
ROLLS = st.sampled_from([{"roll": "1d2"}, {"roll": "2d2"}, {"roll": "1d3", "rows": {1: 2, 2: 3, 3: 3}}, ROWS])
RESULTS = st.sampled_from([1, 2, 3, "x", "y", ("x", "z"), (2, 3)])


def listed(result: Any) -> Any:
    return list(result) if isinstance(result, tuple) else result


COUNTS = st.dictionaries(st.sampled_from(NAMES), RESULTS.map(listed), min_size=1, max_size=2).map(lambda found: {"count": found})
SUMS = st.sampled_from(NAMES).map(lambda name: {"sum": name})
BASES = st.one_of(COUNTS, SUMS, st.just({"of": "v"}), st.just({"of": "w"}), st.integers(-2, 2).map(lambda number: {"of": number}))


def calculated(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    extra = {"times": st.integers(-2, 3), "plus": st.one_of(st.integers(-1, 2), inner), "least": st.integers(0, 2), "most": st.integers(1, 4)}
    wrapped = st.fixed_dictionaries({}, optional=extra)
    return st.one_of(
        st.tuples(BASES, wrapped).map(lambda both: both[0] | both[1]),
        st.tuples(inner, wrapped).map(lambda both: {"of": both[0]} | both[1]),
    )


AMOUNTS = st.recursive(BASES, calculated, max_leaves=4)
BOUNDS = st.sampled_from([{"at_least": 2}, {"at_most": 1}, {"is": [1, 2]}, {"not": 0}, {"at_least": 1, "not": [2]}])
PLAIN = st.one_of(
    st.tuples(AMOUNTS, BOUNDS).map(lambda both: {"value": both[0], **both[1]}),
    st.tuples(st.sampled_from(("any", "every")), st.sampled_from(NAMES), RESULTS.map(listed)).map(lambda all_: {all_[0]: {all_[1]: all_[2]}}),
    st.tuples(st.sampled_from((*NAMES, "w")), RESULTS.map(listed)).map(lambda both: {both[0]: both[1]}),
    st.sampled_from([{"v": {"at_least": 3}}, {"v": {"is": 2}}]),
)
JOINS = st.sampled_from(("all", "either", "none"))
CONDITIONS = st.recursive(
    PLAIN, lambda inner: st.tuples(JOINS, st.lists(inner, min_size=1, max_size=3)).map(lambda both: {both[0]: both[1]}), max_leaves=4
)
QUESTIONS = st.one_of(
    AMOUNTS.map(lambda amount: {"of": amount}),
    CONDITIONS.map(lambda when: {"when": when}),
    st.sampled_from((*NAMES, "v", "w")).map(lambda name: {"of": name}),
)


@st.composite
def procedures(draw: st.DrawFn) -> dict[str, Any]:
    """Up to three steps: rolls, repeated ones, draws, groups; with effects that add and set, and guards that read what was before."""
    steps: list[dict[str, Any]] = []
    for name in NAMES[: draw(st.integers(1, 3))]:
        kind = draw(st.sampled_from(("once", "times", "each", "draw", "group")))
        step: dict[str, Any] = {"id": name, **(draw(ROLLS) if kind != "draw" else {"draw": {"deck": "d", "count": draw(st.integers(1, 3))}})}
        if kind == "times":
            step["times"] = draw(st.integers(0, 3))
        if kind == "each":
            step["for_each"] = [1, 2]
            step |= draw(st.sampled_from([{}, {"when": {"item": 2}}, {"when": {"in.item": 2}}]))
        numeric = kind != "draw" and "rows" not in step
        effects: list[Any] = [{"add": {"v": 1}}, {"add": {"v": {"of": "v", "times": -1, "plus": 2}}}, {"set": {"w": 1}}, {"set": {"w": "v"}}]
        effects += [{"add": {"v": name}}, {"add": {"v": {"of": name, "times": 2, "most": 3}}}] if numeric else []
        if draw(st.booleans()):
            step["then"] = {draw(st.sampled_from(("*", "x", 2))): [draw(st.sampled_from(effects))]}
        if steps and draw(st.booleans()):
            when = draw(st.sampled_from([{"value": {"sum": "a"}, "at_least": 2}, {"any": {"a": ["x", 2]}}, {"v": {"at_least": 1}}, {"a": ["x", 1]}]))
            step["when"] = {"all": [when, step["when"]]} if "when" in step else when
        if kind == "group":
            step = {"id": f"g{name}", "times": draw(st.integers(1, 2)), "steps": [step]}
        steps.append(step)
    asked = draw(st.lists(QUESTIONS, min_size=1, max_size=4))
    deck = {"title": "D", "cards": "1-9", "classes": {"x": [1, 2], "y": [3], "z": [4, 5, 6]}}
    inputs = {"in.1": {"title": "I", "range": "1-2"}, "in.2": {"title": "I", "range": "1-2"}}
    report = {f"q{at}": {"title": "q", **question} for at, question in enumerate(asked)}
    return {"title": "P", "variables": {"v": 0, "w": 0}, "inputs": inputs, "decks": {"d": deck}, "steps": steps, "report": report}


def outcome(of: Any, ready: Plan) -> Any:
    """What is answered, or what is refused."""
    try:
        return of(ready)
    except Exception as error:  # the long way raises the walk's own errors
        return "refused" if isinstance(error, InputError) or type(error).__name__ == "WalkError" else error


def chances(ready: Plan) -> dict[str, dict[Any, Fraction]]:
    found = {answer.id: answer for answer in report(ready)}
    return {
        name: {True: one.chance, False: 1 - one.chance} if one.chance is not None else dict(one.distribution) for name, one in found.items()
    }


@settings(max_examples=100)
@given(procedures(), st.integers(1, 2), st.integers(1, 2))
def test_answers_are_those_of_every_course_of_the_walk(procedure: dict[str, Any], first: int, second: int) -> None:
    ready = plan(game({"p": procedure}), "p", {"in.1": first, "in.2": second})
    found, expected = outcome(chances, ready), outcome(answered, ready)
    if isinstance(expected, dict) and isinstance(found, dict):
        found = {name: {value: chance for value, chance in one.items() if chance} for name, one in found.items()}
    assert found == expected


def dice(count: int, faces: int = 6) -> dict[int, Fraction]:
    pool = count @ icepool.d(faces)
    return {value: Fraction(ways, pool.denominator()) for value, ways in pool.items()}


def singles(count: int, **more: Any) -> list[dict[str, Any]]:
    return [{"id": f"s{at}", "roll": "1d6", **more} for at in range(count)]


def nested(count: int) -> Any:
    value: Any = "s0"
    for at in range(1, count):
        value = {"of": f"s{at}", "plus": value}
    return value


def test_thirty_single_dice_are_added_by_the_report() -> None:
    asked = {"r": {"title": "r", "of": nested(30)}, "t": {"title": "t", "of": {"of": nested(30), "times": 2, "plus": 1, "least": 200, "most": 220}}}
    ready = one(singles(30), report=asked)
    assert values(ready) == dice(30)
    clipped: dict[int, Fraction] = {}
    for value, chance in dice(30).items():
        kept = min(max(2 * value + 1, 200), 220)
        clipped[kept] = clipped.get(kept, Fraction(0)) + chance
    assert values(ready, "t") == clipped


@pytest.mark.parametrize("how", ["do", "then"])
def test_thirty_single_dice_are_added_to_a_variable(how: str) -> None:
    adding = [[{"id": f"s{at}", "roll": "1d6"}, {"id": f"x{at}", "do": [{"add": {"n": f"s{at}"}}]}] for at in range(30)]
    then = [{**step, "then": {"*": [{"add": {"n": step["id"]}}]}} for step in singles(30)]
    steps = [step for pair in adding for step in pair] if how == "do" else then
    ready = one(steps, variables={"n": 2}, report={"r": {"title": "r", "of": "n"}, "w": {"title": "w", "when": {"n": {"at_least": 107}}}})
    assert values(ready) == {value + 2: chance for value, chance in dice(30).items()}
    assert values(ready, "w")[True] == Fraction(1, 2) + dice(30)[105] / 2


def test_thirty_single_dice_are_counted_and_asked_for_together() -> None:
    asked = {
        "n": {"title": "n", "of": {"count": {f"s{at}": [5, 6] for at in range(30)}}},
        "all": {"title": "a", "when": {"all": [{f"s{at}": {"at_least": 2}} for at in range(30)]}},
        "none": {"title": "a", "when": {"none": [{f"s{at}": 1} for at in range(30)]}},
        "some": {"title": "e", "when": {"either": [{f"s{at}": 1} for at in range(30)]}},
    }
    ready = one(singles(30), report=asked)
    assert values(ready, "n") == {n: Fraction(comb(30, n) * 2 ** (30 - n), 3**30) for n in range(31)}
    assert values(ready, "all")[True] == values(ready, "none")[True] == 1 - values(ready, "some")[True] == Fraction(5, 6) ** 30


def test_a_thousand_dice_are_added_and_counted() -> None:
    step = {"id": "a", "times": 999, "roll": "1d6", "then": {"*": [{"add": {"n": "a"}}]}}
    asked = {
        "sum": {"title": "s", "of": {"sum": "a"}},
        "added": {"title": "s", "of": "n"},
        "sixes": {"title": "c", "of": {"count": {"a": 6}}},
        "any": {"title": "y", "when": {"any": {"a": 6}}},
        "every": {"title": "z", "when": {"every": {"a": [1, 2]}}},
        "both": {"title": "b", "of": {"count": {"a": [1, 2]}, "plus": {"count": {"a": [2, 3]}}}},
    }
    ready = one([step], variables={"n": 0}, report=asked)
    found = values(ready, "sum")
    assert (found[999], found[1000], sum(found.values())) == (Fraction(1, 6**999), Fraction(999, 6**999), 1)
    assert values(ready, "added") == found
    assert found[3000] == found[3993]
    assert values(ready, "sixes") == {n: Fraction(comb(999, n) * 5 ** (999 - n), 6**999) for n in range(1000)}
    assert values(ready, "any")[True] == 1 - Fraction(5, 6) ** 999
    assert values(ready, "every")[True] == Fraction(1, 3) ** 999
    assert sum(value * chance for value, chance in values(ready, "both").items()) == 999 * Fraction(4, 6)


def test_a_mean_is_exact() -> None:
    (answer,) = report(one([{"id": "a", "times": 200, "roll": "2d10"}], report={"r": {"title": "r", "of": {"sum": "a"}}}))
    assert answer.mean == 2200
    (answer,) = report(one([{"id": "a", "roll": "1d6", "rows": {"1-2": 0, "3-6": 1}}], report={"r": {"title": "r", "of": "a"}}))
    assert answer.mean == Fraction(2, 3)


CLASSES = {f"c{number}": [number] for number in range(1, 501)}
WANTED = ["c1", "c7", "c100"]


def test_a_deck_of_five_hundred_classes() -> None:
    deck = {"title": "D", "cards": "1-500", "classes": CLASSES}
    asked = {
        "some": {"title": "s", "when": {"any": {"a": WANTED}}},
        "every": {"title": "e", "when": {"every": {"a": [f"c{number}" for number in range(1, 101)]}}},
        "count": {"title": "c", "of": {"count": {"a": WANTED}}},
        "other": {"title": "o", "of": {"count": {"a": ["c2", "c3"]}}},
    }
    ready = one([{"id": "a", "draw": {"deck": "d", "count": 5}}], decks={"d": deck}, report=asked)
    whole = comb(500, 5)
    assert values(ready, "some")[True] == 1 - Fraction(comb(497, 5), whole)
    assert values(ready, "every")[True] == Fraction(comb(100, 5), whole)
    assert values(ready, "count") == {n: Fraction(comb(3, n) * comb(497, 5 - n), whole) for n in range(4)}
    assert values(ready, "other") == {n: Fraction(comb(2, n) * comb(498, 5 - n), whole) for n in range(3)}


def test_classes_that_a_step_tells_apart_stay_apart() -> None:
    deck = {"title": "D", "cards": "1-9", "classes": {"x": [1], "y": [2, 3], "z": [4, 5, 6]}}
    draws = {"id": "a", "draw": {"deck": "d", "count": 2}, "then": {"y": [{"add": {"n": 1}}]}}
    guarded = {"id": "b", "when": {"any": {"a": "z"}}, "roll": "1d2"}
    ready = one([draws, guarded], decks={"d": deck}, variables={"n": 0}, report={"n": {"title": "n", "of": "n"}, "b": {"title": "b", "of": "b"}})
    assert values(ready, "n") == {n: Fraction(comb(2, n) * comb(7, 2 - n), 36) for n in range(3)}
    assert values(ready, "b")[0] == Fraction(comb(6, 2), 36)


def test_a_whole_tally_is_exact_where_it_is_small() -> None:
    ready = one([{"id": "a", "times": 3, "roll": "1d2"}], report={"r": {"title": "r", "of": "a"}})
    assert values(ready) == {"3 1": Fraction(1, 8), "2 1, 1 2": Fraction(3, 8), "1 1, 2 2": Fraction(3, 8), "3 2": Fraction(1, 8)}


def test_a_repeated_step_that_reads_its_items_input_is_not_raised_to_a_power() -> None:
    """What merges equal steps must see that `x.item` is another input for every item."""
    step = {"id": "a", "for_each": ["p", "q"], "roll": "1d6", "test": {"at_most": "x.item"}}
    inputs = {f"x.{item}": {"title": "X", "range": "0-6"} for item in ("p", "q")}
    ready = one([step], {"x.p": 1, "x.q": 5}, inputs=inputs, report={"r": {"title": "r", "of": {"count": {"a": "yes"}}}})
    assert values(ready) == {0: Fraction(5, 36), 1: Fraction(26, 36), 2: Fraction(5, 36)}


def test_a_repeated_step_that_reads_its_item_is_not_either() -> None:
    step = {"id": "a", "for_each": [1, 5], "roll": "1d6", "test": {"at_most": "item"}}
    assert values(one([step], report={"r": {"title": "r", "when": {"every": {"a": "yes"}}}}))[True] == Fraction(5, 36)


def test_a_repeated_step_that_sets_what_stands_already_is_asked_for_it() -> None:
    """Bug: what a step raised to a power still wrote was never told, and a word came out as 0."""
    step = {"id": "a", "times": 2, "roll": "1d2", "then": {"*": [{"set": {"w": "x"}}]}}
    report = {"r": {"title": "r", "of": "w"}, "s": {"title": "s", "when": {"w": {"not": "x"}}}}
    ready = one([step], variables={"w": "x"}, report=report)
    assert values(ready) == {"x": 1}
    assert values(ready, "s") == {True: 0}


def test_a_repeated_step_that_ends_itself_is_not_either() -> None:
    step = {"id": "a", "times": 4, "when": {"n": 0}, "roll": "1d2", "then": {2: [{"add": {"n": 1}}]}}
    ready = one([step], variables={"n": 0}, report={"r": {"title": "r", "of": {"count": {"a": [1, 2]}}}})
    assert values(ready) == {1: Fraction(1, 2), 2: Fraction(1, 4), 3: Fraction(1, 8), 4: Fraction(1, 8)}


def test_a_variable_that_is_set_later_is_not_a_sum() -> None:
    steps = [{"id": "a", "roll": "1d2", "then": {"*": [{"add": {"n": "a"}}]}}, {"id": "b", "do": [{"set": {"n": 7}}]}]
    assert values(one(steps, variables={"n": 0}, report={"r": {"title": "r", "of": "n"}})) == {7: 1}


def test_a_tally_that_a_later_step_reads_is_kept_for_it() -> None:
    steps = [
        {"id": "a", "times": 3, "roll": "1d2"},
        {"id": "b", "when": {"value": {"sum": "a"}, "at_least": 5}, "roll": "1d2"},
    ]
    ready = one(steps, report={"r": {"title": "r", "of": {"sum": "a", "plus": "b"}}})
    assert values(ready) == {3: Fraction(1, 8), 4: Fraction(3, 8), 6: Fraction(3, 16), 7: Fraction(1, 4), 8: Fraction(1, 16)}


def test_known_odds_serve_other_answers_only_where_nothing_reads_them() -> None:
    step = {"id": "a", "times": 2, "roll": "1d2"}
    inputs = {"k": {"title": "K", "range": "0-9"}}
    found = game({"p": {"title": "P", "inputs": inputs, "steps": [step], "report": {"r": {"title": "r", "of": {"sum": "a", "plus": "k"}}}}})
    known: Known = {}
    means = [report(plan(found, "p", {"k": k}), known)[0].mean for k in (0, 4, 0)]
    assert means == [3, 7, 3]
    assert len(known) == 2


def test_questions_that_are_too_large_together_are_answered_one_by_one() -> None:
    """Fifteen dice wait for another each: together that is every combination of them, and for one question a single die."""
    asked = {f"q{at}": {"title": "q", "when": {"value": f"s{at}", "at_least": f"s{29 - at}"}} for at in range(15)}
    ready = one(singles(30), report=asked)
    assert {values(ready, name)[True] for name in asked} == {Fraction(21, 36)}


@pytest.mark.parametrize(
    ("steps", "asked", "step"),
    [
        ([{"id": "a", "times": 999, "roll": "1d20"}], {"of": "a"}, "a"),
        ([{"id": "a", "times": 999, "roll": "2d999"}], {"of": {"sum": "a"}}, "a"),
        ([{"id": "a", "draw": {"deck": "d", "count": 100}}], {"of": "a"}, "a"),
        ([{"id": "g", "times": 900, "steps": [{"id": "h", "times": 20, "roll": "1d6"}]}], {"of": {"sum": "h"}}, "h"),
    ],
    ids=["tally", "sum", "draw", "group"],
)
def test_what_is_too_large_is_refused_with_its_step(steps: list[Any], asked: Any, step: str) -> None:
    decks = {"d": {"title": "D", "cards": "1-500", "classes": CLASSES}}
    with pytest.raises(InputError, match=rf"E510.*the exact odds are too large at step '{step}': [\d,]+ (states|sums)"):
        report(one(steps, decks=decks, report={"r": {"title": "r", **asked}}))


def test_a_procedure_without_questions_has_the_odds_of_its_first_roll() -> None:
    (answer,) = report(one([{"id": "a", "roll": "2d6", "rows": {"2-6": "low", "7-12": "high"}}]))
    assert dict(answer.distribution) == {"low": Fraction(15, 36), "high": Fraction(21, 36)}
    assert (answer.id, answer.chance) == ("result", None)
    (answer,) = report(one([{"id": "a", "do": [{"note": "x"}]}]))
    assert answer.distribution == ()


def test_a_procedure_without_dice_is_certain() -> None:
    asked = {"n": {"title": "n", "of": {"of": "n", "times": 3}}, "w": {"title": "w", "when": {"n": 2}}, "five": {"title": "f", "of": 5}}
    ready = one([{"id": "a", "do": [{"add": {"n": 2}}]}], variables={"n": 0}, report=asked)
    assert (values(ready, "n"), values(ready, "w"), values(ready, "five")) == ({6: 1}, {True: 1}, {5: 1})
