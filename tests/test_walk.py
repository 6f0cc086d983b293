"""The walk: steps, guards, items, DRMs, tests, draws, slides, chains; rolled, typed and exact walks agree."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from typing import Any

import pytest
from rcwkit.diagnostics import InputError, Span
from rcwkit.dice.odds import report
from rcwkit.dice.plan import Plan, plan
from rcwkit.dice.record import roll
from rcwkit.dice.sources import Seeded, Typed, code_of, seed_of
from rcwkit.game.game import Game, assemble
from rcwkit.game.loader import validate
from rcwkit.kit.checks import check
from rcwkit.source.yaml import Node
from tests_support import FACTS, differs

GAME = {
    "kind": "game",
    "id": "toy",
    "title": "Toy",
    "source": {"title": "Toy"},
    "credits": "Nobody's.",
    "sides": {"red": {"title": "Red", "short": "R", "colour": "#B3201F", "mark": "star", "plays": True}},
}


def node(value: Any) -> Node:
    span = Span("toy.yaml")
    if isinstance(value, dict):
        return Node({key: (node(key), node(inner)) for key, inner in value.items()}, span)
    if isinstance(value, (list, tuple)):
        return Node(tuple(node(inner) for inner in value), span)
    return Node(value, span)


def game(procedures: Mapping[str, Any], **others: Any) -> Game:
    documents = [
        GAME,
        {"kind": "procedures", "id": "p", "title": "P", "source": "x", "procedures": dict(procedures)},
        *others.values(),
    ]
    return assemble([validate(node(document), "toy.yaml") for document in documents])


def one(steps: list[Any], answers: dict[str, Any] | None = None, **fields: Any) -> Plan:
    return plan(game({"p": {"title": "P", "steps": steps, **fields}}), "p", answers or {})


def values(plan: Plan, name: str = "r") -> dict[Any, Fraction]:
    (answer,) = [answer for answer in report(plan) if answer.id == name]
    return dict(answer.distribution) if answer.chance is None else {True: answer.chance}


def test_rows_ranges_and_guards() -> None:
    steps = [
        {"id": "a", "roll": "1d6", "rows": {"1-4": "low", "5-6": "high"}},
        {"id": "b", "when": {"a": "high"}, "roll": "1d6", "rows": {1: "one", "2-6": "more"}},
    ]
    chance = values(one(steps, report={"r": {"title": "r", "when": {"b": "one"}}}))[True]
    assert chance == Fraction(2, 6) * Fraction(1, 6)


def test_items_are_counted_and_any_every_count_ask_for_them() -> None:
    steps = [{"id": "a", "for_each": ["x", "y", "z"], "roll": "1d6", "rows": {"1-3": "f", "4-5": "e", 6: "g"}}]
    questions = {
        "any": {"title": "", "when": {"any": {"a": "g"}}},
        "every": {"title": "", "when": {"every": {"a": ["f", "e"]}}},
        "two": {"title": "", "when": {"count": {"a": "e"}, "at_least": 2}},
        "n": {"title": "", "of": {"count": {"a": ["e", "g"]}}},
    }
    questions = {name: {**question, "title": name} for name, question in questions.items()}
    plan = one(steps, report=questions)
    assert values(plan, "any")[True] == Fraction(91, 216)
    assert values(plan, "every")[True] == 1 - Fraction(91, 216)
    assert values(plan, "two")[True] == 3 * Fraction(1, 9) * Fraction(2, 3) + Fraction(1, 27)
    assert values(plan, "n") == {n: Fraction(c, 8) for n, c in enumerate((1, 3, 3, 1))}


def test_modifiers_clamp_to_the_end_rows_and_naturals_hold() -> None:
    step = {
        "id": "a",
        "roll": "1d6",
        "drm": [{"add": "shift", "text": "shift"}],
        "beyond": "clamp",
        "rows": {"1-2": "low", "3-6": "high"},
        "natural": {1: "never"},
    }
    plan = one(
        [step], {"shift": 4}, inputs={"shift": {"title": "?", "range": "-9-9"}}, report={"r": {"title": "r", "of": "a"}}
    )
    assert values(plan) == {"never": Fraction(1, 6), "high": Fraction(5, 6)}


def test_tests_compare_with_amounts() -> None:
    steps = [{"id": "a", "roll": "1d6", "test": {"at_most": {"of": "n", "times": 2, "plus": -1, "most": 5}}}]
    for n, wins in ((1, 1), (2, 3), (3, 5), (9, 5)):
        plan = one(
            steps,
            {"n": n},
            inputs={"n": {"title": "?", "range": "0-9"}},
            report={"r": {"title": "r", "when": {"a": "yes"}}},
        )
        assert values(plan)[True] == Fraction(wins, 6)


def test_groups_keep_each_items_results_together() -> None:
    steps = [
        {
            "id": "shots",
            "times": 3,
            "steps": [
                {"id": "hit", "roll": "1d10", "rows": {"1-5": "miss", "6-10": "hit"}},
                {"id": "effect", "when": {"hit": "hit"}, "roll": "1d10", "rows": {"1-7": "none", "8-10": "kill"}},
            ],
        }
    ]
    plan = one(steps, report={"r": {"title": "r", "of": {"count": {"effect": "kill"}}}})
    p = Fraction(3, 20)
    assert values(plan) == {0: (1 - p) ** 3, 1: 3 * p * (1 - p) ** 2, 2: 3 * p**2 * (1 - p), 3: p**3}


def test_rolling_again_conditions_the_odds_and_is_logged() -> None:
    step = {
        "id": "v",
        "roll": "1d6",
        "rows": {1: "a", 2: "b", 3: "czar", "4-6": "d"},
        "again": {"czar": {"holder": "self"}},
    }
    inputs = {"holder": {"title": "?", "choices": {"self": "Self", "other": "Other"}}}
    plan = one([step], {"holder": "self"}, inputs=inputs, report={"r": {"title": "r", "of": "v"}})
    assert values(plan) == {"a": Fraction(1, 5), "b": Fraction(1, 5), "d": Fraction(3, 5)}
    record = roll(plan, Typed([3, 3, 1]), FACTS).record
    assert [(entry["attempt"], entry.get("rolled_again", False)) for entry in record["rolls"]] == [
        (1, True),
        (2, True),
        (3, False),
    ]
    assert record["chance"] == "1/5"
    assert differs(plan, record) == ""


def test_draws_are_without_replacement_and_look_only_at_classes() -> None:
    decks = {"other": {"title": "Other", "cards": "45-66", "classes": {"special": [64, 65, 66]}, "without": "gone"}}
    inputs = {"gone": {"title": "?", "list": "45-66", "default": ()}}
    steps = [{"id": "a", "draw": {"deck": "other", "count": 2}}, {"id": "b", "draw": {"deck": "other", "count": 1}}]
    questions = {"r": {"title": "r", "of": {"count": {"a": "special", "b": "special"}}}}
    plan = one(steps, {"gone": "45+46"}, decks=decks, inputs=inputs, report=questions)
    assert values(plan) == {k: Fraction(comb(3, k) * comb(17, 3 - k), comb(20, 3)) for k in range(4)}
    for seed in range(40):
        cards = [entry["card"] for entry in roll(plan, Seeded(bytes([seed])), {}).record["rolls"]]
        assert len(set(cards)) == 3
        assert set(cards) <= set(range(47, 67))


def test_the_first_empty_deck_brings_back_the_discards_of_all() -> None:
    decks = {
        "red": {"title": "Red", "cards": "1-4", "classes": {"ace": [1]}, "without": "gone", "discards": "red_pile"},
        "blue": {"title": "Blue", "cards": "1-4", "classes": {"ace": [1]}, "discards": "blue_pile"},
        "green": {"title": "Green", "cards": "1-4", "classes": {"ace": [1]}},
    }
    inputs = {name: {"title": "?", "list": "1-4", "default": ()} for name in ("gone", "red_pile", "blue_pile")}
    steps = [
        {"id": "b", "draw": {"deck": "blue"}},
        {"id": "r", "draw": {"deck": "red", "count": 3}},
        {"id": "c", "draw": {"deck": "blue"}},
        {"id": "g", "draw": {"deck": "green"}},
    ]
    questions = {name: {"title": name, "when": {"any": {name: "ace"}}} for name in "brcg"}
    piles = {"gone": "2", "red_pile": "1+2+3", "blue_pile": "1+2"}
    plan = one(steps, piles, decks=decks, inputs=inputs, report=questions)
    chances = {answer.id: answer.chance for answer in report(plan)}
    # Red draws 4, then both of 1 and 3; blue draws 3 or 4, then one of the three left after the reshuffle.
    assert chances == {"b": 0, "r": 1, "c": Fraction(1, 3), "g": Fraction(1, 4)}
    drawn = set()
    for seed in range(40):
        rolled = roll(plan, Seeded(bytes([seed])), {})
        cards = [entry["card"] for entry in rolled.record["rolls"]]
        assert cards[1] == 4 and set(cards[2:4]) == {1, 3} and cards[0] in (3, 4)
        told = [line["what"] for line in rolled.record["outcome"]]
        assert told == ["A deck runs out: all discards are shuffled back."]
        drawn.add(cards[4])
    assert drawn == {1, 2, 3, 4}
    assert differs(plan, roll(plan, Seeded(b"tests"), FACTS).record) == ""
    dry = one([{"id": "r", "draw": {"deck": "red", "count": 4}}], piles, decks=decks, inputs=inputs)
    with pytest.raises(InputError, match="the deck 'Red' is empty$"):
        roll(dry, Seeded(b"x"), {})


TRACK: dict[str, Any] = {
    "kind": "tracks",
    "id": "t",
    "title": "T",
    "source": "x",
    "tracks": {
        "fct": {
            "title": "FCT",
            "layout": "table",
            "boxes": {
                box: {"title": box, "leave": 3 if box in ("RC", "WC") else 2} for box in ("RC", "RI", "N", "WI", "WC")
            },
            "rows": {
                "ukr": {"title": "Ukr", "start": "N", "gates": [{"box": "WC", "side": "red", "text": "W5"}]},
                "bel": {"title": "Bel", "start": "RI"},
            },
        }
    },
}


@pytest.mark.parametrize(
    ("row", "start", "points", "end"),
    [
        ("ukr", "N", 1, "N"),
        ("ukr", "N", 3, "WI"),
        ("ukr", "N", 9, "WI"),  # the gate is shut
        ("bel", "RI", -2, "RC"),
        ("bel", "RI", -9, "RC"),
        ("bel", "RC", 2, "RC"),
        ("bel", "RC", 3, "RI"),
        ("bel", "RC", 5, "N"),
        ("bel", "RC", 9, "WC"),
    ],
)
def test_markers_pay_for_each_box(row: str, start: str, points: int, end: str) -> None:
    inputs = {
        "points": {"title": "?", "range": "-9-9"},
        "start": {"title": "?", "choices": {box: box for box in TRACK["tracks"]["fct"]["boxes"]}},
    }
    steps = [{"id": "m", "slide": {"track": "fct", "row": row, "start": "start", "points": "points"}}]
    found = game(
        {"p": {"title": "P", "inputs": inputs, "steps": steps, "report": {"r": {"title": "r", "of": "m"}}}}, track=TRACK
    )
    assert values(plan(found, "p", {"points": points, "start": start})) == {end: 1}


def test_an_open_gate_lets_the_marker_through() -> None:
    steps = [{"id": "m", "slide": {"track": "fct", "row": "ukr", "points": 9, "open": {"WC": {"w5": "played"}}}}]
    inputs = {"w5": {"title": "?", "choices": {"played": "yes", "not": "no"}}}
    found = game(
        {"p": {"title": "P", "inputs": inputs, "steps": steps, "report": {"r": {"title": "r", "of": "m"}}}}, track=TRACK
    )
    assert values(plan(found, "p", {"w5": "played"})) == {"WC": 1}
    assert values(plan(found, "p", {"w5": "not"})) == {"WI": 1}


def test_chained_procedures_have_their_own_names() -> None:
    inner = {
        "title": "I",
        "inputs": {"n": {"title": "?", "range": "0-9"}},
        "steps": [{"id": "a", "roll": "1d6", "test": {"at_most": "n"}}],
    }
    outer = {
        "title": "O",
        "steps": [
            {"id": "first", "run": "inner", "given": {"n": 2}},
            {"id": "second", "run": "inner", "given": {"n": 3}},
        ],
        "report": {"both": {"title": "b", "when": {"first.a": "yes", "second.a": "yes"}}},
    }
    assert values(plan(game({"inner": inner, "outer": outer}), "outer", {}), "both")[True] == Fraction(1, 3) * Fraction(
        1, 2
    )


def test_variables_are_set_and_added() -> None:
    steps = [
        {
            "id": "a",
            "for_each": [1, 2, 3],
            "roll": "1d6",
            "rows": {"1-5": "no", 6: "yes"},
            "then": {"yes": [{"add": {"n": "item"}}]},
        },
        {"id": "b", "do": [{"set": {"n": {"of": "n", "times": 10}}}]},
    ]
    plan = one(steps, variables={"n": 0}, report={"r": {"title": "r", "when": {"n": {"at_least": 60}}}})
    assert values(plan)[True] == Fraction(1, 216)


def test_a_roll_prints_the_report() -> None:
    steps = [{"id": "a", "roll": "1d6"}, {"id": "b", "times": 2, "roll": "1d6", "rows": {"1-3": "low", "4-6": "high"}}]
    asked = {
        "sum": {"title": "Sum", "of": {"of": "a", "plus": 1}},
        "six": {"title": "A six", "when": {"a": 6}},
        "low": {"title": "Some low", "when": {"any": {"b": "low"}}},
        "tally": {"title": "High", "of": {"count": {"b": "high"}}},
    }
    rolled = roll(one(steps, report=asked), Typed([4, 2, 5]), {})
    assert rolled.results == (("Sum", "5"), ("Some low", ""), ("High", "1"))
    assert "results" not in rolled.record


def test_adding_a_step_moves_no_other_roll() -> None:
    a = {"id": "a", "for_each": ["x", "y"], "roll": "1d6", "rows": {"1-6": "r"}}
    b = {"id": "b", "roll": "1d10", "rows": {"1-10": "r"}}
    short = roll(one([b]), Seeded(b"s"), {}).record["rolls"]
    long = roll(one([a, b]), Seeded(b"s"), {}).record["rolls"]
    assert short[-1]["faces"] == long[-1]["faces"]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "needs an answer"),
        ({"n": "10"}, "'10' is not an answer"),
        ({"n": "x"}, "'x' is not an answer"),
        ({"m": 1, "n": 1}, "has no input 'm'"),
    ],
)
def test_wrong_answers_get_one_clear_line(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        one([{"id": "a", "roll": "1d6"}], given, inputs={"n": {"title": "?", "range": "0-9"}})


def test_a_nested_step_knows_the_item_around_it() -> None:
    steps = [
        {
            "id": "g",
            "for_each": ["A", "B"],
            "steps": [
                {
                    "id": "r",
                    "roll": "1d6",
                    "rows": {"1-3": "full", "4-6": "hit"},
                    "then": {"hit": [{"note": "hit"}, {"reduce": "item"}]},
                },
                {"id": "d", "when": {"r": "full"}, "do": [{"restore": "item"}]},
            ],
        }
    ]
    outcome = roll(one(steps), Typed([2, 5]), {}).record["outcome"]
    assert outcome == [
        {"do": "restore", "what": "A"},
        {"for": ["B"], "do": "note", "what": "hit"},
        {"do": "reduce", "what": "B"},
    ]


def test_a_nested_step_that_was_passed_over_has_no_result() -> None:
    group = {
        "id": "g",
        "for_each": [1, 2],
        "steps": [
            {"id": "a", "when": {"item": 1}, "roll": "1d6"},
            {"id": "b", "when": {"a": {"at_least": 1}}, "roll": "1d6", "rows": {"1-6": "rolled"}},
        ],
    }
    plan = one([group], report={"r": {"title": "r", "of": {"count": {"b": "rolled"}}}})
    assert values(plan) == {1: 1}
    assert len(roll(plan, Seeded(b"s"), {}).record["rolls"]) == 2


def test_a_repeated_step_is_passed_over_before_its_number_is_asked() -> None:
    steps = [
        {"id": "a", "roll": "1d6", "rows": {"1-5": "no", 6: "yes"}},
        {"id": "n", "when": {"a": "yes"}, "roll": "1d6"},
        {"id": "m", "when": {"a": "yes"}, "times": "n", "roll": "1d6", "rows": {"1-6": "x"}},
    ]
    plan = one(steps, report={"r": {"title": "r", "of": {"count": {"m": "x"}}}})
    assert values(plan) == {0: Fraction(5, 6), **{n: Fraction(1, 36) for n in range(1, 7)}}


def test_the_odds_too_report_what_leads_nowhere() -> None:
    step = {"id": "a", "roll": "1d6", "drm": [{"add": 3, "text": "t"}], "beyond": "error", "rows": {"1-6": "x"}}
    with pytest.raises(InputError, match="no row for 7"):
        report(one([step], report={"r": {"title": "r", "of": "a"}}))


def test_an_empty_deck_is_an_error_not_an_empty_answer() -> None:
    decks = {"q": {"title": "Q", "cards": "1-2"}}
    plan = one([{"id": "d", "draw": {"deck": "q", "count": 3}}], decks=decks, report={"r": {"title": "r", "of": "d"}})
    with pytest.raises(InputError, match="the deck 'Q' is empty"):
        report(plan)
    with pytest.raises(InputError, match="the deck 'Q' is empty"):
        roll(plan, Seeded(b"s"), {})


def test_chained_procedures_bring_their_defaults_decks_and_results() -> None:
    inner = {
        "title": "I",
        "inputs": {"z": {"title": "?", "range": "0-5", "default": 4}},
        "decks": {"q": {"title": "Q", "cards": "1-3", "classes": {"one": [1]}}},
        "variables": {"own": 0, "shared": 0},
        "steps": [{"id": "c", "draw": {"deck": "q"}}, {"id": "s", "do": [{"add": {"own": "z", "shared": "z"}}]}],
    }
    outer = {
        "title": "O",
        "variables": {"shared": 1},
        "steps": [{"id": "a", "run": "inner"}, {"id": "b", "run": "inner", "given": {"z": 2}}],
        "report": {
            "card": {"title": "c", "of": {"count": {"a.c": "one"}}},
            "own": {"title": "o", "of": "b.own"},
            "shared": {"title": "s", "of": "shared"},
        },
    }
    found = game({"inner": inner, "outer": outer})
    assert check(found) == []
    chained = plan(found, "outer", {})
    assert values(chained, "card") == {0: Fraction(2, 3), 1: Fraction(1, 3)}
    assert values(chained, "own") == {2: 1}
    assert values(chained, "shared") == {7: 1}


def test_an_input_for_each_item_is_read_with_the_item() -> None:
    inputs = {
        "box": {
            "title": "Box",
            "choices": {"a": "A", "b": "B"},
            "default": "a",
            "for_each": ["x", "y"],
            "defaults": {"y": "b"},
        }
    }
    step = {"id": "s", "for_each": ["x", "y"], "when": {"box.item": "b"}, "roll": "1d6", "rows": {"1-6": "rolled"}}
    plan = one([step], {"box.x": "b"}, inputs=inputs, report={"r": {"title": "r", "of": {"count": {"s": "rolled"}}}})
    assert plan.inputs == {"box.x": "b", "box.y": "b"}
    assert values(plan) == {2: 1}
    assert values(
        one([step], {"box.y": "a"}, inputs=inputs, report={"r": {"title": "r", "of": {"count": {"s": "rolled"}}}})
    ) == {0: 1}


def test_variables_are_shared_however_deep_and_kept_for_items() -> None:
    deep = {
        "title": "D",
        "variables": {"n": 0},
        "steps": [{"id": "r", "roll": "1d6"}, {"id": "s", "do": [{"add": {"n": "r"}}]}],
    }
    middle = {
        "title": "M",
        "variables": {"n": 0, "own": 0},
        "steps": [{"id": "d", "run": "deep"}, {"id": "o", "do": [{"add": {"own": 1}}]}],
    }
    outer = {
        "title": "O",
        "variables": {"n": 0},
        "steps": [{"id": "a", "run": "middle"}, {"id": "b", "run": "middle"}],
        "report": {"r": {"title": "r", "of": "n"}},
    }
    found = game({"deep": deep, "middle": middle, "outer": outer})
    assert check(found) == []
    assert values(plan(found, "outer", {}))[7] == Fraction(1, 6)


def test_values_that_later_items_read_are_kept() -> None:
    steps = [
        {"id": "s", "do": [{"set": {"box.x": 3}}]},
        {"id": "first", "roll": "1d6"},
        {"id": "t", "for_each": ["x", "y"], "when": {"box.item": 3}, "roll": "1d6", "rows": {"1-6": "rolled"}},
    ]
    plan = one(
        steps, variables={"box.x": 0, "box.y": 0}, report={"r": {"title": "r", "of": {"count": {"t": "rolled"}}}}
    )
    assert values(plan) == {1: 1}


def test_a_word_for_a_number_is_an_error_of_the_data() -> None:
    steps = [
        {"id": "a", "roll": "1d6", "rows": {"1-6": "word"}},
        {"id": "b", "when": {"value": 3, "at_most": "a"}, "roll": "1d6"},
    ]
    with pytest.raises(InputError, match="'word' is not a number"):
        report(one(steps, report={"r": {"title": "r", "of": "b"}}))


def test_a_repeated_step_in_a_chained_procedure_in_a_group_knows_its_own_results() -> None:
    rolls = {"id": "r", "times": 2, "roll": "1d2", "then": {"*": [{"add": {"n": "r"}}]}}
    inner = {
        "title": "I",
        "variables": {"n": 0, "m": 0},
        "steps": [rolls, {"id": "s", "do": [{"add": {"m": {"sum": "r"}}}]}],
    }
    group = {"id": "g", "times": 2, "steps": [{"id": "c", "run": "inner"}]}
    questions = {"n": {"title": "n", "of": "n"}, "m": {"title": "m", "of": "m"}}
    outer = {"title": "O", "variables": {"n": 0, "m": 0}, "steps": [group], "report": questions}
    four = {total: Fraction(ways, 16) for total, ways in {4: 1, 5: 4, 6: 6, 7: 4, 8: 1}.items()}
    plan_ = plan(game({"inner": inner, "outer": outer}), "outer", {})
    assert values(plan_, "n") == four
    assert values(plan_, "m") == four


def test_a_moved_marker_is_an_event() -> None:
    steps = [{"id": "m", "for_each": ["ukr", "bel"], "slide": {"track": "fct", "row": "item", "points": 2}}]
    found = game({"p": {"title": "P", "steps": steps}}, track=TRACK)
    outcome = roll(plan(found, "p", {}), Seeded(b"s"), {}).record["outcome"]
    assert outcome == [
        {"do": "marker", "what": "ukr", "to": "WI", "on": "fct"},
        {"do": "marker", "what": "bel", "to": "N", "on": "fct"},
    ]


def test_every_record_replays_and_a_changed_byte_is_found() -> None:
    steps = [
        {"id": "a", "for_each": ["x", "y"], "roll": "2d6", "rows": {"2-6": "low", "7-12": "high"}},
        {"id": "b", "when": {"any": {"a": "high"}}, "roll": "1d10"},
    ]
    plan = one(steps)
    for seed in range(200):
        code = code_of(seed.to_bytes(5, "big"))
        record = roll(plan, Seeded(seed_of(code)), {**FACTS, "seed": code}).record
        assert differs(plan, record) == ""
    first = record["rolls"][0]
    for field, value in (("result", "other"), ("total", 3), ("faces", [1, 1]), ("label", "z"), ("hash", "0" * 16)):
        assert f"roll 1 (p/a/x): {field} is" in differs(
            plan, {**record, "rolls": [{**first, field: value}, *record["rolls"][1:]]}
        )
    assert "outcome is" in differs(plan, {**record, "outcome": [{"do": "note"}]})
    assert "the record has 4 rolls" in differs(
        plan, {**record, "rolls": [*record["rolls"], first, first, first, first][:4]}
    )


# Repeated steps in repeated groups: outside, every die counts; inside, only those of the current item.

TWO = {"1-3": "x", "4-6": "y"}


def nested(*repeats: dict[str, Any], inside: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """Return a roll of 1d6 nested in a group per repetition but the last, which repeats the roll itself.

    `inside` follows the roll in its group.
    """
    *outer, own = repeats
    step: dict[str, Any] = {"id": "die", **own, "roll": "1d6", "rows": TWO}
    steps = [step, *inside]
    for level, repeat in enumerate(reversed(outer)):
        steps = [{"id": f"g{level}", **repeat, "steps": steps}]
    return steps[0]


@pytest.mark.parametrize(
    ("repeats", "dice"),
    [
        ([{"for_each": ["a", "b"]}, {"times": 2}], 4),
        ([{"for_each": ["a", "b"]}, {}], 2),
        ([{"for_each": ["a", "b", "c"]}, {"times": 1}], 3),
        ([{"times": 2}, {"times": 2}, {}], 4),
        ([{"times": 2}, {"for_each": ["a", "b"]}, {"times": 2}], 8),
        ([{}, {"times": 2}, {"times": 2}], 4),
        ([{"times": 2}, {}, {"times": 2}], 4),
        ([{"times": 2}, {"times": 2}, {"times": 0}], 0),
    ],
)
def test_a_repeated_step_in_repeated_groups_counts_every_die(repeats: list[dict[str, Any]], dice: int) -> None:
    plan = one([nested(*repeats)], report={"r": {"title": "r", "of": {"count": {"die": "x"}}}})
    assert values(plan) == {n: Fraction(comb(dice, n), 2**dice) for n in range(dice + 1)}
    rolled = roll(plan, Typed([1] * dice), {})
    assert len(rolled.record["rolls"]) == dice
    assert rolled.results == (("r", str(dice)),)


@pytest.mark.parametrize("outer", [{"for_each": ["a", "b"]}, {"times": 2}])
@pytest.mark.parametrize("own", [{"times": 2}, {"for_each": [1, 2]}])
def test_inside_its_group_a_repeated_step_has_the_running_items_results_alone(
    outer: dict[str, Any], own: dict[str, Any]
) -> None:
    seen = {"id": "seen", "when": {"count": {"die": "x"}, "at_least": 2}, "do": [{"add": {"both": 1}}]}
    plan = one([nested(outer, own, inside=(seen,))], variables={"both": 0}, report={"r": {"title": "r", "of": "both"}})
    assert values(plan) == {0: Fraction(9, 16), 1: Fraction(6, 16), 2: Fraction(1, 16)}
    assert roll(plan, Typed([1, 4, 1, 4]), {}).results == (("r", "0"),), "two of one item are not one of each"


def test_a_group_within_a_group_hands_its_counts_outwards() -> None:
    """Three levels: the middle group reads its own items' dice, the outer those of its current item, the report all."""
    inner = nested({"times": 2}, {"times": 1})
    middle = [
        {
            "id": "m",
            "times": 2,
            "steps": [inner, {"id": "pair", "when": {"every": {"die": "x"}}, "do": [{"add": {"pairs": 1}}]}],
        }
    ]
    four = {"id": "four", "when": {"count": {"die": "x"}, "at_least": 4}, "do": [{"add": {"fours": 1}}]}
    questions = {name: {"title": name, "of": name} for name in ("pairs", "fours")} | {
        "all": {"title": "all", "of": {"count": {"die": "x"}}}
    }
    plan = one(
        [{"id": "o", "times": 2, "steps": [*middle, four]}], variables={"pairs": 0, "fours": 0}, report=questions
    )
    assert values(plan, "all") == {n: Fraction(comb(8, n), 2**8) for n in range(9)}
    quarter, sixteenth = Fraction(1, 4), Fraction(1, 16)
    assert values(plan, "pairs") == {n: comb(4, n) * quarter**n * (1 - quarter) ** (4 - n) for n in range(5)}
    assert values(plan, "fours") == {n: comb(2, n) * sixteenth**n * (1 - sixteenth) ** (2 - n) for n in range(3)}
    assert roll(plan, Typed([1, 1, 1, 1, 4, 1, 1, 1]), {}).results == (("pairs", "3"), ("fours", "1"), ("all", "7"))


def test_a_step_passed_over_in_a_later_item_loses_nothing() -> None:
    which = {"id": "which", "do": [{"set": {"v": "item"}}]}
    group = {
        "id": "g",
        "for_each": ["a", "b"],
        "steps": [which, {"id": "die", "when": {"v": "a"}, "times": 2, "roll": "1d6", "rows": TWO}],
    }
    plan = one([group], variables={"v": "none"}, report={"r": {"title": "r", "of": "die"}})
    assert values(plan) == {"2 x": Fraction(1, 4), "1 x, 1 y": Fraction(1, 2), "2 y": Fraction(1, 4)}


def test_a_group_may_stop_at_the_results_so_far() -> None:
    group = {
        "id": "g",
        "times": 3,
        "when": {"none": [{"any": {"die": "x"}}]},
        "steps": [{"id": "die", "times": 2, "roll": "1d6", "rows": TWO}],
    }
    plan = one([group], report={"r": {"title": "r", "of": {"count": {"die": ["x", "y"]}}}})
    assert values(plan) == {2: Fraction(3, 4), 4: Fraction(3, 16), 6: Fraction(1, 16)}


def test_draws_in_a_group_are_counted_for_all_items() -> None:
    decks = {"q": {"title": "Q", "cards": "1-4", "classes": {"one": [1]}}}
    group = {"id": "g", "times": 2, "steps": [{"id": "d", "draw": {"deck": "q", "count": 2}}]}
    plan = one([group], decks=decks, report={"r": {"title": "r", "of": {"count": {"d": "one"}}}})
    assert values(plan) == {1: 1}


def test_unread_values_of_an_item_make_no_states() -> None:
    """Twenty dice whose single results matter only for a sum that is kept as they fall."""
    die = {"id": "die", "times": 20, "roll": "1d6", "then": {6: [{"add": {"n": 1}}]}}
    plan = one([{"id": "g", "times": 2, "steps": [die]}], variables={"n": 0}, report={"r": {"title": "r", "of": "n"}})
    found = values(plan)
    assert found[40] == Fraction(1, 6**40)
    assert len(found) == 41


# The meaning of a name depends on where it is written, not on whether it has a value yet.


@pytest.mark.parametrize(("face", "value"), [(1, "0"), (6, "won")])
def test_a_step_that_was_passed_over_counts_nothing_where_it_is_copied(face: int, value: str) -> None:
    steps = [
        {"id": "first", "roll": "1d6", "rows": {"1-5": "no", 6: "yes"}},
        {"id": "a", "when": {"first": "yes"}, "roll": "1d6", "rows": {"1-6": "won"}},
        {"id": "copy", "do": [{"set": {"w": "a", "v": "word"}}]},
    ]
    questions = {name: {"title": name, "of": name} for name in ("w", "v")}
    plan = one(steps, variables={"w": "none", "v": "none"}, report=questions)
    assert roll(plan, Typed([face, 1] if face == 6 else [face]), {}).results == (("w", value), ("v", "word"))
    assert values(plan, "w") == {0: Fraction(5, 6), "won": Fraction(1, 6)}


def test_what_is_given_to_a_chained_procedure_may_be_a_step_that_was_passed_over() -> None:
    inner = {
        "title": "I",
        "inputs": {"n": {"title": "?", "range": "0-9"}},
        "steps": [{"id": "r", "roll": "1d6", "test": {"at_most": "n"}}],
    }
    steps = [
        {"id": "first", "roll": "1d6", "rows": {"1-5": "no", 6: "yes"}},
        {"id": "a", "when": {"first": "yes"}, "roll": "1d6"},
        {"id": "c", "run": "inner", "given": {"n": "a"}},
    ]
    outer = {"title": "O", "steps": steps, "report": {"r": {"title": "r", "when": {"c.r": "yes"}}}}
    assert values(plan(game({"inner": inner, "outer": outer}), "outer", {}))[True] == Fraction(1, 6) * Fraction(21, 36)


def test_a_step_passed_over_in_a_chained_procedure_is_not_its_namesake_outside() -> None:
    inner = {
        "title": "I",
        "steps": [
            {"id": "first", "roll": "1d6", "rows": {"1-5": "no", 6: "yes"}},
            {"id": "a", "when": {"first": "yes"}, "roll": "1d6"},
            {"id": "b", "do": [{"set": {"kept": {"of": "a", "plus": 1}}}]},
        ],
        "variables": {"kept": 0},
    }
    steps = [{"id": "a", "roll": "1d6"}, {"id": "c", "run": "inner"}]
    outer = {"title": "O", "variables": {"kept": 0}, "steps": steps, "report": {"r": {"title": "r", "of": "kept"}}}
    found = game({"inner": inner, "outer": outer})
    assert values(plan(found, "outer", {})) == {1: Fraction(5, 6)} | {n: Fraction(1, 36) for n in range(2, 8)}


def test_a_variable_of_a_chained_procedure_is_its_own_though_nobody_reads_its_first_value() -> None:
    inner = {"title": "I", "variables": {"a": 0}, "steps": [{"id": "s", "do": [{"set": {"a": 9}}]}]}
    outer = {
        "title": "O",
        "steps": [{"id": "a", "roll": "1d6"}, {"id": "c", "run": "inner"}],
        "report": {"r": {"title": "r", "of": "a"}},
    }
    assert values(plan(game({"inner": inner, "outer": outer}), "outer", {})) == {n: Fraction(1, 6) for n in range(1, 7)}


def test_a_new_owner_is_the_one_that_a_name_holds_or_nobody() -> None:
    owner = {"id": "s", "do": [{"convert": "Ra1", "to": "who"}]}
    inputs = {"who": {"title": "?", "choices": {"red": "Red", "x": "X"}}}
    assert roll(one([owner], {"who": "red"}, inputs=inputs), Seeded(b"s"), {}).record["outcome"][0]["to"] == "red"
    with pytest.raises(InputError, match="'who' names no side or faction: it is 'x'"):
        roll(one([owner], {"who": "x"}, inputs=inputs), Seeded(b"s"), {})
    passed = {"id": "who", "when": {"either": []}, "roll": "1d6"}
    with pytest.raises(InputError, match="'who' names no side or faction: it is nothing"):
        roll(one([passed, owner]), Seeded(b"s"), {})
    with pytest.raises(InputError, match="'who' names no side or faction: it is '1 x'"):
        roll(one([{"id": "who", "times": 1, "roll": "1d6", "rows": {"1-6": "x"}}, owner]), Seeded(b"s"), {})


def test_a_marker_goes_to_the_box_that_a_name_holds_or_nowhere() -> None:
    moved = {"id": "s", "do": [{"marker": "VP", "on": "t", "to": "where"}]}
    assert roll(one([moved], variables={"where": "b2"}), Seeded(b"s"), {}).record["outcome"][0]["to"] == "b2"
    passed = {"id": "where", "when": {"either": []}, "roll": "1d6"}
    with pytest.raises(InputError, match="'where' names no box: it is nothing"):
        roll(one([passed, moved]), Seeded(b"s"), {})


@pytest.mark.parametrize("verb", ["place", "reduce", "restore", "flip", "convert", "remove", "move"])
def test_an_item_is_somebody_only_in_a_repeated_step(verb: str) -> None:
    step = {"id": "s", "do": [{verb: "item"}]}
    with pytest.raises(InputError, match="'item' has no meaning outside a repeated step"):
        roll(one([step]), Seeded(b"s"), {})
    assert roll(one([{**step, "for_each": ["Ra1"]}]), Seeded(b"s"), {}).record["outcome"] == [
        {"do": verb, "what": "Ra1"}
    ]


# Words are not numbers.

WHO = {"who": {"title": "?", "choices": {"red": "Red", 2: "Two"}}}


@pytest.mark.parametrize(
    "calc",
    [
        {"of": 5, "plus": "who"},
        {"of": "who", "plus": 1},
        {"of": "who", "times": 2},
        {"of": "who", "least": 0},
        {"of": "who", "most": 9},
        {"of": {"of": "who"}, "plus": 1},
        {"of": 5, "plus": {"of": "who"}},
    ],
)
def test_a_calculation_with_a_word_is_refused(calc: dict[str, Any]) -> None:
    """Refused wherever the amount is; in a report, too."""
    wrong = [
        {"id": "s", "roll": "1d6", "drm": [{"add": calc, "text": "t"}]},
        {"id": "s", "roll": "1d6", "test": {"at_most": calc}},
        {"id": "s", "times": calc, "roll": "1d6"},
        {"id": "s", "when": {"value": calc, "at_least": 1}, "roll": "1d6"},
        {"id": "s", "when": {"value": 1, "at_most": calc}, "roll": "1d6"},
        {"id": "s", "do": [{"set": {"v": calc}}]},
        {"id": "s", "do": [{"add": {"v": calc}}]},
    ]
    for step in wrong:
        for answer in (lambda plan: roll(plan, Seeded(b"s"), {}), report):
            with pytest.raises(InputError, match="'red' is not a number") as error:
                answer(
                    one(
                        [{"id": "quiet", "roll": "1d6"}, step],
                        {"who": "red"},
                        inputs=WHO,
                        variables={"v": 0},
                        report=NOTHING,
                    )
                )
            assert error.value.diagnostics[0].code == "E511"
    plan = one([{"id": "s", "roll": "1d6"}], {"who": "red"}, inputs=WHO, report={"r": {"title": "r", "of": calc}})
    for answer in (lambda plan: roll(plan, Seeded(b"s"), {}), report):
        with pytest.raises(InputError, match="'red' is not a number"):
            answer(plan)
    assert report(one([{"id": "s", "roll": "1d6"}], {"who": "2"}, inputs=WHO, report={"r": {"title": "r", "of": calc}}))


NOTHING = {"n": {"title": "n", "of": 0}}


def test_a_word_may_be_copied_and_reported() -> None:
    plan = one(
        [{"id": "s", "do": [{"set": {"v": {"of": "who"}}}]}],
        {"who": "red"},
        inputs=WHO,
        report={"r": {"title": "r", "of": "v"}},
    )
    assert values(plan) == {"red": 1}


@pytest.mark.parametrize("test", [{"at_least": 1}, {"at_most": 1}])
@pytest.mark.parametrize(("name", "shown"), [("who", "'red'"), ("tally", "'2 x'")])
def test_a_word_or_tally_is_not_compared_with_a_number(test: dict[str, int], name: str, shown: str) -> None:
    steps = [
        {"id": "tally", "times": 2, "roll": "1d6", "rows": {"1-6": "x"}},
        {"id": "s", "when": {name: test}, "roll": "1d6"},
    ]
    with pytest.raises(InputError, match=f"{shown} is not a number"):
        roll(one(steps, {"who": "red"}, inputs=WHO), Seeded(b"s"), {})


@pytest.mark.parametrize(
    ("times", "refused"), [(10**9, False), (10**9 + 1, True), (-(10**9), False), (-(10**9) - 1, True), (10**40, True)]
)
def test_numbers_stay_within_what_every_program_can_count(times: int, refused: bool) -> None:
    plan = one([{"id": "s", "roll": "1d6"}], report={"r": {"title": "r", "of": {"of": 1, "times": times}}})
    if refused:
        with pytest.raises(InputError, match="a calculation exceeds 1,000,000,000"):
            report(plan)
    else:
        assert values(plan) == {times: 1}


def test_what_is_added_stays_within_the_same_bounds() -> None:
    grow = {"id": "grow", "times": 3, "do": [{"add": {"v": 500_000_000}}]}
    with pytest.raises(InputError, match="exceeds"):
        roll(one([grow], variables={"v": 0}), Seeded(b"s"), {})


@pytest.mark.parametrize(
    ("column", "message"), [("late", "nothing is not a column"), ("word", "'z' is not a column of the table 't'")]
)
def test_a_column_that_the_table_lacks_is_refused(column: str, message: str) -> None:
    table = {"title": "T", "columns": {"a": "A", "b": "B"}, "rows": {1: [5, 6]}}
    steps = [{"id": "late", "when": {"either": []}, "roll": "1d6"}, {"id": "s", "roll": "1d6"}]
    question = {"title": "r", "of": {"lookup": "t", "row": 1, "column": column}}
    found = game(
        {"p": {"title": "P", "variables": {"word": "z"}, "steps": steps, "report": {"r": question}}},
        t={"kind": "tables", "id": "t", "title": "T", "source": "x", "tables": {"t": table}},
    )
    with pytest.raises(InputError, match=message):
        report(plan(found, "p", {}))
