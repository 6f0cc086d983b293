"""Limits on repetition: the largest number that is allowed, and the smallest that is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import InputError
from rcwkit.dice.roll import prepare
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.procedures.limits import bounds, circles, sizes
from rcwkit.source.project import Project
from test_walk import game
from tests_support import TOY, write

DECK = {"d": {"title": "D", "cards": "1-1000"}}


def said(step: dict[str, Any], **fields: Any) -> list[str]:
    found = bounds(game({"p": {"title": "P", "steps": [{"id": "a", **step}], **fields}}))
    return [f"{one.code} {one.message} ({one.hint})" for one in found]


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"times": 1001, "roll": "1d6"}, "1,001 times"),
        ({"times": {"of": 500, "times": 2, "plus": 1}, "roll": "1d6"}, "1,001 times"),
        ({"times": {"of": {"of": 7}, "least": 1001}, "roll": "1d6"}, "1,001 times"),
        ({"for_each": "0-1000", "roll": "1d6"}, "1,001 numbers"),
        ({"draw": {"deck": "d", "count": 1001}}, "1,001 cards"),
    ],
)
def test_more_than_a_thousand_is_refused(step: dict[str, Any], message: str) -> None:
    assert said(step, decks=DECK) == [f"E243 too many: {message} (at most 1,000)"]


@pytest.mark.parametrize(
    "step",
    [
        {"times": 1000, "roll": "1d6"},
        {"times": {"of": 999, "plus": {"of": 1}}, "roll": "1d6"},
        {"times": {"of": 9000, "most": 1000}, "roll": "1d6"},
        {"times": {"of": "v", "times": 9000}, "roll": "1d6"},
        {"times": {"of": 9000, "plus": "v"}, "roll": "1d6"},
        {"for_each": "1-1000", "roll": "1d6"},
        {"draw": {"deck": "d", "count": 1000}},
        {"roll": "2d999"},
    ],
)
def test_a_thousand_or_an_unknown_number_is_not(step: dict[str, Any]) -> None:
    assert said(step, decks=DECK, variables={"v": 1}) == []


def test_dice_add_up_to_two_thousand_at_most() -> None:
    assert said({"roll": "50d40"}) == []
    assert said({"roll": "69d29"}) == ["E243 too many: the dice 69d29 (sums up to 2,000)"]


def test_runs_of_inputs_and_decks_are_bounded_too() -> None:
    inputs = {"n": {"title": "N", "range": "1-1001"}, "m": {"title": "M", "list": "0-1000"}}
    decks = {"d": {"title": "D", "cards": "1-1001"}, "e": {"title": "E", "cards": [1, 2]}}
    assert said({"roll": "1d6"}, inputs=inputs, decks=decks) == ["E243 too many: 1,001 numbers (at most 1,000)"] * 3


def test_a_procedure_is_as_large_as_all_that_it_repeats_and_runs() -> None:
    inner = {"title": "I", "steps": [{"id": "a", "times": 4, "roll": "1d6"}, {"id": "b", "roll": "1d6"}]}
    outer = {
        "title": "O",
        "steps": [{"id": "g", "times": 10, "steps": [{"id": "c", "run": "inner"}, {"id": "d", "roll": "1d6"}]}],
    }
    rings = {"title": "R", "steps": [{"id": "a", "run": "rings"}]}
    assert sizes(game({"inner": inner, "outer": outer, "rings": rings})) == {
        "inner": 5,
        "outer": 80,
        "rings": float("inf"),
    }


UNITS = {f"u{at}": {"type": "a", "name": "U"} for at in range(3)}
COUNTERS = {"kind": "counters", "id": "c", "title": "C", "source": "x", "side": "red", "counters": UNITS}


@pytest.mark.parametrize(
    ("step", "size"),
    [
        ({"roll": "1d6"}, 1),
        ({"times": 0, "roll": "1d6"}, 1),
        ({"times": "v", "roll": "1d6"}, 1),
        ({"times": {"of": 3, "times": 2}, "roll": "1d6"}, 6),
        ({"draw": {"deck": "d", "count": 4}}, 4),
        ({"for_each": [], "roll": "1d6"}, 1),
        ({"for_each": ["x", "y"], "roll": "1d6"}, 2),
        ({"for_each": "5-9", "roll": "1d6"}, 5),
        ({"for_each": {"units": ["a"]}, "roll": "1d6"}, 3),
        ({"run": "elsewhere"}, 1),
        ({"steps": [{"id": "b", "roll": "1d6"}, {"id": "c", "roll": "1d6"}]}, 3),
    ],
)
def test_a_step_is_as_many_single_steps_as_it_is_repeated(step: dict[str, Any], size: int) -> None:
    procedures = {"p": {"title": "P", "variables": {"v": 7}, "decks": DECK, "steps": [{"id": "a", **step}]}}
    assert sizes(game(procedures, counters=COUNTERS)) == {"p": size}


def test_units_of_a_game_without_counters_are_one_step() -> None:
    assert sizes(game({"p": {"title": "P", "steps": [{"id": "a", "for_each": {"units": ["a"]}, "roll": "1d6"}]}})) == {
        "p": 1
    }


def test_twenty_thousand_single_steps_are_enough() -> None:
    inner = {"id": "b", "times": 19, "roll": "1d6"}
    assert said({"times": 1000, "steps": [inner]}) == []
    more = {"times": 1000, "steps": [inner, {"id": "c", "roll": "1d6"}]}
    assert said(more) == ["E243 too many: 'p' unfolds into 21,000 single steps (at most 20,000)"]


def test_a_size_error_with_a_known_cause_is_not_reported_twice() -> None:
    inner = {"id": "b", "steps": [{"id": "c", "times": 1001, "roll": "1d6"}]}
    assert said({"times": 1000, "steps": [inner]}) == ["E243 too many: 1,001 times (at most 1,000)"]


def test_a_circle_is_not_too_large_too() -> None:
    assert said({"run": "p"}) == []


def chain(length: int) -> Game:
    """Return this many procedures, each of which runs the next."""
    last = {"title": "P", "steps": [{"id": "a", "roll": "1d6"}]}
    links = {f"p{at}": {"title": "P", "steps": [{"id": "s", "run": f"p{at + 1}"}]} for at in range(length - 1)}
    return game({**links, f"p{length - 1}": last})


@pytest.mark.parametrize(("length", "named"), [(9, []), (10, ["p0"]), (11, ["p1"]), (600, ["p590"])])
def test_procedures_run_one_another_eight_deep_at_most(length: int, named: list[str]) -> None:
    """What `check` accepts can be rolled; of a chain too long, which once crashed, the first excess link is named."""
    made = chain(length)
    assert [*circles(made)] == []
    assert [one.message for one in bounds(made)] == [
        f"too many: '{name}' runs 9 procedures inside one another" for name in named
    ]
    if named:
        with pytest.raises(InputError, match="chained more than 8 deep"):
            prepare(made, "p0", {})
    else:
        assert prepare(made, "p0", {}).plan.id == "p0"


def test_the_deepest_of_several_chains_counts() -> None:
    procedures = {
        f"p{at}": {"title": "P", "steps": [{"id": "s", "run": f"p{at + 1}"}, {"id": "t", "run": "p9"}]}
        for at in range(9)
    }
    made = game({**procedures, "p9": {"title": "P", "steps": [{"id": "a", "roll": "1d6"}]}})
    assert [one.message for one in bounds(made)] == ["too many: 'p0' runs 9 procedures inside one another"]


def test_the_size_of_a_chain_is_known_as_far_as_it_may_go() -> None:
    assert sizes(chain(9))["p0"] == 9
    assert sizes(chain(10))["p0"] == float("inf")


def test_a_circle_of_any_length_is_found() -> None:
    runs = {f"p{at}": [f"p{(at + 1) % 600}"] for at in range(600)}
    ((message, _),) = ways(**runs)
    assert message == "'p599' runs 'p0' in a circle"


def test_dice_of_tables_are_bounded_too() -> None:
    table = {
        "kind": "tables",
        "id": "t",
        "title": "T",
        "source": "x",
        "tables": {"t": {"title": "T", "roll": "99d99"}, "u": {"title": "U"}},
    }
    assert [one.message for one in bounds(game({}, t=table))] == ["too many: the dice 99d99"]


def ways(**runs: list[str]) -> list[tuple[str, list[str]]]:
    """Return the diagnostics and notes for procedures that run others, each after a step that runs nothing."""
    rolls = {"id": "first", "roll": "1d6"}
    procedures = {
        name: {"title": name, "steps": [rolls, *({"id": f"s{at}", "run": other} for at, other in enumerate(others))]}
        for name, others in runs.items()
    }
    found = list(circles(game(procedures)))
    assert all((one.code, one.hint) == ("E229", "a procedure may not run itself") for one in found)
    return [(one.message, [text for text, _ in one.related]) for one in found]


@pytest.mark.parametrize(
    ("runs", "expected"),
    [
        ({"a": ["b", "c"], "b": ["c"], "c": []}, []),
        ({"a": ["elsewhere", "b"], "b": []}, []),
        ({"a": ["a"]}, [("'a' runs 'a' in a circle", ["runs itself"])]),
        ({"a": ["elsewhere", "a"]}, [("'a' runs 'a' in a circle", ["runs itself"])]),
        ({"a": ["b"], "b": ["a"]}, [("'b' runs 'a' in a circle", ["runs 'b'"])]),
        ({"a": ["b"], "b": ["c"], "c": ["b"]}, [("'c' runs 'b' in a circle", ["runs 'c'"])]),
        ({"a": ["b"], "b": ["c"], "c": ["d"], "d": ["b"]}, [("'d' runs 'b' in a circle", ["runs 'c'", "runs 'd'"])]),
        ({"a": ["b", "c"], "b": [], "c": ["a"]}, [("'c' runs 'a' in a circle", ["runs 'c'"])]),
        ({"a": ["b"], "b": ["c", "d"], "c": [], "d": ["b"]}, [("'d' runs 'b' in a circle", ["runs 'd'"])]),
        ({"a": ["b"], "b": [], "c": ["d"], "d": ["d"]}, [("'d' runs 'd' in a circle", ["runs itself"])]),
        ({"a": ["b", "c"], "b": ["b"], "c": ["b"]}, [("'b' runs 'b' in a circle", ["runs itself"])]),
    ],
)
def test_no_procedure_runs_itself(runs: dict[str, list[str]], expected: list[tuple[str, list[str]]]) -> None:
    assert ways(**runs) == expected


def test_a_circle_is_found_within_steps_and_shown_where_it_closes(tmp_path: Path) -> None:
    files = {
        **TOY,
        "rings.yaml": """kind: procedures
id: rings
title: Rings
source: Toy rules
procedures:
  a:
    title: A
    steps:
      - {id: g, steps: [{id: s, run: b}]}
  b:
    title: B
    steps:
      - {id: s, run: a}
""",
    }
    (found,) = circles(load(Project(write(tmp_path, files))))
    assert (found.span.line, found.span.column) == (13, 22)
    assert [(text, span.line, span.column) for text, span in found.related] == [("runs 'b'", 9, 38)]
