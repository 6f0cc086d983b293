"""Checks of rolls: ranges against the dice, cells against columns, names, results and words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.game.references import names
from rcwkit.kinds.procedures.check import procedures
from rcwkit.source.kinds import KINDS
from rcwkit.source.project import Project
from test_walk import game
from tests_support import TOY, pointed, write

INPUTS: dict[str, Any] = {
    "n": {"title": "?", "range": "0-9"},
    "who": {"title": "?", "choices": {"red": "Red", "blue": "Blue"}},
    "mixed": {"title": "?", "choices": {"red": "Red", 2: "Two"}},
    "box": {"title": "?", "range": "0-9", "for_each": ["a", "b"]},
}
TABLES: dict[str, Any] = {
    "plain": {"title": "P", "roll": "1d6", "rows": {"1-6": "x"}, "natural": {1: "n"}},
    "wide": {"title": "W", "roll": "1d6", "columns": {"A": "A", "B": "B"}, "rows": {"1-6": ["x", "y"]}},
    "asking": {
        "title": "A",
        "roll": "1d6",
        "rows": {"1-6": "x"},
        "beyond": "clamp",
        "drm": [{"add": "more", "text": "t", "when": {"turn": 1}}],
    },
    "item": {
        "title": "I",
        "roll": "1d6",
        "rows": {"1-6": "x"},
        "beyond": "clamp",
        "drm": [{"add": "item", "text": "t"}],
    },
    "still": {"title": "S", "rows": {"a": "x"}},
}
TRACKS: dict[str, Any] = {
    "t": {
        "title": "T",
        "layout": "table",
        "boxes": {"p": {"title": "P"}, "q": {"title": "Q"}},
        "rows": {"r": {"title": "R"}},
    },
}


def document(kind: str, entries: dict[str, Any]) -> dict[str, Any]:
    return {"kind": kind, "id": kind, "title": "X", "source": "x", kind: entries}


def around(steps: list[dict[str, Any]], **fields: Any) -> Game:
    own = {
        "title": "P",
        "inputs": INPUTS,
        "variables": {"v": 0},
        "decks": {"d": {"title": "D", "cards": "1-4"}},
        "steps": steps,
        **fields,
    }
    asked = {"i": {"title": "?", "choices": {"red": "Red", "n": "N"}}, "j": {"title": "?", "range": "0-9"}}
    inner = {"title": "I", "inputs": asked, "variables": {"k": 0}, "steps": [ROLL | {"id": "r"}]}
    return game({"p": own, "inner": inner}, t=document("tables", TABLES), k=document("tracks", TRACKS))


def said(found: Game) -> list[str]:
    return [f"{one.code} {one.message} | {one.hint}" for one in (*names(found), *procedures(found))]


def renamed(value: Any, old: str, new: str) -> Any:
    """Return the same data with a name replaced."""
    if isinstance(value, dict):
        return {renamed(key, old, new): renamed(inner, old, new) for key, inner in value.items()}
    if isinstance(value, list):
        return [renamed(inner, old, new) for inner in value]
    return new if value == old else value


def of_table(**fields: Any) -> list[str]:
    """Return the diagnostics for one rolled table."""
    found = game({}, t=document("tables", {"t": {"title": "T", "roll": "1d6", **fields}}))
    return [f"{one.code} {one.message} | {one.hint}".removesuffix(" | ") for one in KINDS["tables"].check(found)]


def drm(*adds: Any) -> list[dict[str, Any]]:
    return [{"add": add, "text": "t"} for add in adds]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"rows": {"1-6": "x"}}, []),
        ({}, []),
        ({"rows": {"1-2": "x", "3-6": "y"}}, []),
        ({"rows": {"3-6": "y", "1-2": "x"}}, []),
        ({"rows": {1: "x", "2-5": "y", 6: "z"}}, []),
        ({"rows": {"1-3": "x", "3-6": "y"}}, ["E231 row '3-6' overlaps row '1-3'"]),
        ({"rows": {"1-2": "x", "3-3": "y", 3: "z", "4-6": "y"}}, ["E231 row '3' overlaps row '3-3'"]),
        ({"rows": {"1-2": "x", "4-6": "y"}}, ["E230 no row for 3"]),
        ({"rows": {"1-2": "x", "5-6": "y"}}, ["E230 no row for 3 to 4"]),
        ({"rows": {"2-6": "x"}}, ["E230 no row for 1 | 1d6 starts at 1"]),
        ({"rows": {"3-6": "x"}}, ["E230 no row for 1 to 2 | 1d6 starts at 1"]),
        ({"rows": {"1-5": "x"}}, ["E230 no row for 6 | 1d6 goes up to 6"]),
        ({"rows": {"one": "x"}}, ["E230 'one' is not a die result or range such as 3, 2-3 or 6+, or several: 2, 12"]),
        ({"roll": "2d6", "rows": {"2-12": "x"}}, []),
        ({"roll": "2d6", "rows": {"3-12": "x"}}, ["E230 no row for 2 | 2d6 starts at 2"]),
        ({"roll": "2d6", "rows": {"2-11": "x"}}, ["E230 no row for 12 | 2d6 goes up to 12"]),
        ({"rows": {"1-6": "x", 7: "y"}}, ["E232 1d6 can never give '7'"]),
        ({"rows": {0: "y", "1-6": "x"}}, ["E232 1d6 can never give '0'"]),
        ({"rows": {"0-3": "x", "4-6": "y"}}, ["E232 '0-3' goes beyond 1d6"]),
        ({"rows": {"1-3": "x", "4+": "y"}}, []),
        ({"rows": {"3-": "x", "4-6": "y"}}, []),
        ({"rows": {"1-6": "x", "7+": "y"}}, ["E232 1d6 can never give '7+'"]),
        ({"rows": {"0-7": "x"}}, ["E232 '0-7' goes beyond 1d6"]),
        ({"rows": {"1-6": "x"}, "natural": {1: "n", 6: "n"}}, []),
        ({"rows": {"1-6": "x"}, "natural": {0: "n"}}, ["E232 1d6 can never show a natural 0"]),
        ({"rows": {"1-6": "x"}, "natural": {7: "n"}}, ["E232 1d6 can never show a natural 7"]),
        # With modifiers: the rows cover all totals, the ends are clamped, or a total beyond is an error of the roll.
        ({"rows": {"0-7": "x"}, "beyond": "rows", "drm": drm(1, -1)}, []),
        ({"rows": {"1-7": "x"}, "beyond": "rows", "drm": drm(1, -1)}, ["E230 no row for 0 | 1d6 starts at 1"]),
        ({"rows": {"0-6": "x"}, "beyond": "rows", "drm": drm(1, -1)}, ["E230 no row for 7 | 1d6 goes up to 6"]),
        ({"rows": {"-1-6": "x"}, "beyond": "rows", "drm": drm(-1, -1)}, []),
        ({"rows": {"1-8": "x"}, "beyond": "rows", "drm": drm(1, 1)}, []),
        ({"rows": {"1-6": "x"}, "beyond": "error", "drm": drm(1, -1)}, []),
        ({"rows": {"1-6": "x"}, "beyond": "clamp", "drm": drm(1, -1)}, []),
        ({"rows": {"2-6": "x"}, "beyond": "error", "drm": drm(1)}, ["E230 no row for 1 | 1d6 starts at 1"]),
        ({"rows": {"1-5": "x"}, "beyond": "clamp", "drm": drm(-1)}, ["E230 no row for 6 | 1d6 goes up to 6"]),
        ({"rows": {"1-6": "x", 7: "y"}, "beyond": "clamp", "drm": drm(1)}, []),
        (
            {"rows": {"1-6": "x", 8: "y"}, "beyond": "clamp", "drm": drm(1)},
            ["E230 no row for 7", "E232 1d6 can never give '8'"],
        ),
        ({"rows": {"1-7": "x", 8: "y"}, "beyond": "clamp", "drm": drm(1)}, ["E232 1d6 can never give '8'"]),
        ({"rows": {-1: "y", "0-6": "x"}, "beyond": "clamp", "drm": drm(-1)}, ["E232 1d6 can never give '-1'"]),
        ({"rows": {"-9--1": "y", "0-6": "x", "7-99": "z"}, "beyond": "rows", "drm": drm("n")}, []),
        ({"rows": {"0+": "x"}, "beyond": "rows", "drm": drm(-1)}, []),
        # Dice that are read as digits do not show 17 to 20; with modifiers, totals do.
        ({"roll": "d66", "rows": {"11-16": "x", "21-36": "y", "41-66": "z"}}, []),
        (
            {"roll": "d66", "rows": {"12-16": "x", "24-65": "y"}},
            ["E230 no row for 21 to 23", "E230 no row for 11", "E230 no row for 66"],
        ),
        ({"roll": "d66", "rows": {"11-16": "x", "17-20": "w", "21-66": "y"}}, ["E232 d66 can never give '17-20'"]),
        ({"roll": "d66", "rows": {"11-66": "x"}, "natural": {20: "y"}}, ["E232 d66 can never show a natural 20"]),
        (
            {"roll": "d66", "rows": {"11-16": "x", "21-67": "y"}, "beyond": "clamp", "drm": drm(1)},
            ["E230 no row for 17 to 20"],
        ),
        (
            {"roll": "1d66", "rows": {"11-66": "x"}},
            ["E230 no row for 1 to 10 | 1d66 starts at 1; two dice read as tens and units are d66"],
        ),
        # Cells and columns.
        ({"columns": {"A": "A", "B": "B"}, "rows": {"1-6": ["x", "y"]}}, []),
        (
            {"columns": {"A": "A", "B": "B"}, "rows": {"1-6": ["x"]}},
            ["E233 row '1-6' has 1 cells, the table has 2 columns"],
        ),
        ({"columns": {"A": "A"}, "rows": {"1-6": "x"}}, []),
        (
            {"columns": {"A": "A", "B": "B"}, "rows": {"1-6": "x"}},
            ["E233 row '1-6' has 1 cells, the table has 2 columns"],
        ),
        (
            {"roll": None, "columns": {"A": "A", "B": "B"}, "rows": {"any": ["x"]}},
            ["E233 row 'any' has 1 cells, the table has 2 columns"],
        ),
        ({"roll": None, "rows": {"any": "x", "other": "y"}}, []),
        ({"columns": {"A": "A"}, "rows": {"1-6": ["x"]}, "groups": {"G": ["A"]}}, []),
        ({"columns": {"A": "A"}, "rows": {"1-6": ["x"]}, "groups": {"G": ["A", "Z"]}}, ["E223 unknown column 'Z'"]),
    ],
)
def test_rows_cover_all_results_of_the_dice(fields: dict[str, Any], expected: list[str]) -> None:
    found = of_table(**fields)
    assert [
        one.partition(" | ")[0] if " | " not in want else one for one, want in zip(found, expected, strict=True)
    ] == expected


def test_a_steps_own_rows_are_checked_like_a_tables() -> None:
    assert said(around([{"id": "s", "roll": "1d6", "rows": {"1-5": "x"}}])) == ["E230 no row for 6 | 1d6 goes up to 6"]


ROLL: dict[str, Any] = {"id": "s", "roll": "1d6", "rows": {"1-3": "x", "4-6": "y"}}
NAMED = [
    {"when": {"zz": 1}},
    {"when": {"any": {"zz": 1}}},
    {"when": {"all": [{"n": 1}, {"either": [{"zz": 1}]}]}},
    {"when": {"n": {"at_least": "zz"}}},
    {"when": {"n": {"at_most": "zz"}}},
    {"when": {"value": {"of": "zz"}, "is": 1}},
    {"when": {"count": {"zz": 1}, "is": 1}},
    {"when": {"value": 1, "at_least": "zz"}},
    {"times": "zz"},
    {"times": {"of": {"of": "zz"}}},
    {"times": {"of": 1, "plus": "zz"}},
    {"times": {"sum": "zz"}},
    {"drm": [{"add": "zz", "text": "t"}], "beyond": "clamp"},
    {"drm": [{"add": 1, "text": "t", "when": {"zz": 1}}], "beyond": "clamp"},
    {"again": {"x": {"zz": 1}}},
    {"then": {"x": [{"add": {"v": "zz"}}]}},
    {"then": {"x": [{"set": {"v": {"of": "zz"}}}]}},
]


@pytest.mark.parametrize("fields", NAMED, ids=str)
def test_an_unknown_name_is_found_wherever_it_is_written(fields: dict[str, Any]) -> None:
    found = said(around([{**ROLL, **fields}]))
    assert [one.partition(" |")[0] for one in found] == ["E240 unknown input or step 'zz'"]
    assert said(around([{**ROLL, **renamed(fields, "zz", "n")}])) == []


@pytest.mark.parametrize(
    "step",
    [
        {"roll": "1d6", "test": {"at_most": "zz"}},
        {"roll": "1d6", "test": {"at_least": "zz"}},
        {"roll": "1d6", "test": {"above": "zz"}},
        {"roll": "1d6", "test": {"below": "zz"}},
        {"draw": {"deck": "d", "count": "zz"}},
        {"slide": {"track": "t", "row": "r", "start": "zz", "boxes": 1}},
        {"slide": {"track": "t", "row": "r", "points": "zz"}},
        {"slide": {"track": "t", "row": "r", "boxes": "zz"}},
        {"slide": {"track": "t", "row": "r", "boxes": 1, "blocked": {"zz": 1}}},
        {"slide": {"track": "t", "row": "r", "boxes": 1, "open": {"q": {"zz": 1}}}},
        {"do": [{"add": {"v": "zz"}}]},
        {"run": "inner", "given": {"i": {"of": "zz"}}},
    ],
    ids=str,
)
def test_and_in_every_kind_of_step(step: dict[str, Any]) -> None:
    found = said(around([{"id": "s", **step}]))
    assert [one.partition(" |")[0] for one in found] == ["E240 unknown input or step 'zz'"]


@pytest.mark.parametrize("question", [{"when": {"zz": 1}}, {"of": "zz"}, {"of": {"count": {"zz": 1}}}])
def test_and_in_the_report(question: dict[str, Any]) -> None:
    found = said(around([ROLL], report={"r": {"title": "r", **question}}))
    assert [one.partition(" |")[0] for one in found] == ["E240 unknown input or step 'zz'"]


@pytest.mark.parametrize(
    "name",
    ["n", "v", "s", "box.a", "box.item", "item", "c", "c.r", "c.i", "c.k", "made", "added", "in_group"],
)
def test_names_that_exist(name: str) -> None:
    steps = [
        ROLL,
        {"id": "c", "run": "inner"},
        {
            "id": "g",
            "times": 2,
            "steps": [ROLL | {"id": "in_group", "then": {"x": [{"set": {"made": 1}}, {"add": {"added": 1}}]}}],
        },
    ]
    assert said(
        around(
            [*steps, {"id": "z", "for_each": ["a", "b"], "when": {name: {"not": [77]}}, "do": [{"note": "n"}]}],
            report={},
        )
    ) in (
        [],
        [f"E241 '{name}' is never '77' | one of: x, y"],
        [f"E241 '{name}' is never '77' | from 0 to 9"],
    )


@pytest.mark.parametrize("name", ["zz.item", "mixe", "bo"])
def test_a_part_of_a_name_is_not_a_name(name: str) -> None:
    assert [one.partition(" |")[0] for one in said(around([{**ROLL, "when": {name: 1}}]))] == [
        f"E240 unknown input or step '{name}'"
    ]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([{**ROLL, "then": {"z": [{"note": "n"}]}}], ["E241 'z' is not a result of step 's' | one of: x, y"]),
        ([{**ROLL, "then": {"*": [{"note": "n"}], "x": [{"note": "n"}]}}], []),
        ([{**ROLL, "again": {"z": {"n": 1}}}], ["E241 'z' is not a result of step 's' | one of: x, y"]),
        ([{"id": "s", "roll": "1d6", "then": {6: [{"note": "n"}]}}], []),
        (
            [{"id": "s", "roll": "1d6", "then": {17: [{"note": "n"}]}}],
            ["E241 '17' is not a result of step 's' | from 1 to 6"],
        ),
        ([{"id": "s", "roll": "1d6", "test": {"at_most": 3}, "then": {"yes": [{"note": "n"}]}}], []),
        (
            [{"id": "s", "roll": "1d6", "test": {"at_most": 3, "success": "hit"}, "then": {"yes": [{"note": "n"}]}}],
            ["E241 'yes' is not a result of step 's' | one of: hit, no"],
        ),
        ([{"id": "s", "draw": {"deck": "d"}, "then": {"other": [{"note": "n"}]}}], []),
        (
            [{"id": "s", "draw": {"deck": "d"}, "then": {"any": [{"note": "n"}]}}],
            ["E241 'any' is not a result of step 's' | one of: other"],
        ),
        ([{"id": "s", "table": "plain", "then": {"n": [{"note": "n"}], "x": [{"note": "n"}]}}], []),
        (
            [{"id": "s", "table": "plain", "then": {"k": [{"note": "n"}]}}],
            ["E241 'k' is not a result of step 's' | one of: n, x"],
        ),
        ([{"id": "s", "table": "wide", "column": "A", "then": {"y": [{"note": "n"}]}}], []),
        ([ROLL, {"id": "z", "when": {"s": "k"}, "roll": "1d6"}], ["E241 's' is never 'k' | one of: x, y"]),
        ([{"id": "z", "when": {"who": "rod"}, "roll": "1d6"}], ["E241 'who' is never 'rod' | did you mean 'red'?"]),
        (
            [{"id": "s", "roll": "1d6", "rows": {"1-6": "odd"}, "then": {"od": []}}],
            ["E241 'od' is not a result of step 's' | did you mean 'odd'?"],
        ),
        ([ROLL, {"id": "z", "when": {"s": {"not": "k"}}, "roll": "1d6"}], ["E241 's' is never 'k' | one of: x, y"]),
        (
            [ROLL, {"id": "z", "when": {"every": {"s": ["x", "k"]}}, "roll": "1d6"}],
            ["E241 's' is never 'k' | one of: x, y"],
        ),
        ([{"id": "z", "when": {"who": "green"}, "roll": "1d6"}], ["E241 'who' is never 'green' | one of: blue, red"]),
        ([{"id": "s", "roll": "1d6", "natural": {1: "n"}, "rows": {"1-6": "x"}, "then": {"n": [{"note": "n"}]}}], []),
        ([ROLL, ROLL], ["E201 step 's' is defined twice | rename one of the two"]),
        ([{"id": "g", "times": 2, "steps": [ROLL]}, ROLL], ["E201 step 's' is defined twice | rename one of the two"]),
        ([ROLL | {"id": "n"}], ["E201 step 'n' is defined twice | rename one of the two"]),
        ([{"id": "s", "table": "zz"}], ["E223 unknown table 'zz'"]),
        ([{"id": "s", "table": "still"}], ["E235 table 'still' is not rolled: it has no 'roll'"]),
        ([{"id": "s", "table": "wide"}], ["E235 table 'wide' has columns: choose one with 'column'"]),
        ([{"id": "s", "table": "wide", "column": "A"}], []),
        (
            [{"id": "s", "table": "wide", "column": "who"}],
            ["E235 'who' is never a column of 'wide' | its columns are A, B"],
        ),
        ([{"id": "s", "table": "wide", "column": "item"}], []),
        ([{"id": "s", "table": "wide", "column": "zz"}], ["E235 unknown column 'zz'"]),
        (
            [{"id": "s", "table": "asking"}],
            ["E240 table 'asking' asks for 'more'", "E240 table 'asking' asks for 'turn'"],
        ),
        ([{"id": "s", "table": "item", "for_each": [1]}], []),
        ([{"id": "s", "draw": {"deck": "zz"}}], ["E224 unknown deck 'zz'"]),
        ([{"id": "s", "run": "zz"}], ["E224 unknown procedure 'zz'"]),
        ([{"id": "s", "slide": {"track": "zz", "row": "r", "boxes": 1}}], ["E222 unknown track 'zz'"]),
        ([{"id": "s", "slide": {"track": "t", "row": "zz", "boxes": 1}}], ["E222 unknown row 'zz'"]),
        ([{"id": "s", "for_each": ["r"], "slide": {"track": "t", "row": "item", "boxes": 1}}], []),
        (
            [{"id": "s", "slide": {"track": "t", "row": "r", "boxes": 1, "open": {"zz": {"n": 1}}}}],
            ["E222 unknown box 'zz'"],
        ),
        ([{"id": "s", "times": {"lookup": "zz", "row": 1}, "roll": "1d6"}], ["E223 unknown table 'zz'"]),
        ([{"id": "s", "times": {"of": {"lookup": "zz", "row": 1}}, "roll": "1d6"}], ["E223 unknown table 'zz'"]),
        (
            [{"id": "s", "times": {"of": 1, "plus": {"lookup": "zz", "row": 1}}, "roll": "1d6"}],
            ["E223 unknown table 'zz'"],
        ),
        ([{"id": "s", "do": [{"place": "x", "to": "zz"}]}], ["E220 unknown side or faction 'zz'"]),
        ([{"id": "s", "do": [{"place": "x", "to": "red", "reserve": "zz"}]}], ["E220 unknown side or faction 'zz'"]),
        ([{"id": "s", "do": [{"place": "x", "to": "who"}]}], []),
        (
            [{"id": "s", "do": [{"marker": "x", "on": "t", "to": "zz"}]}],
            ["E222 unknown box 'zz'", "E222 unknown row 'x'"],
        ),
        ([ROLL | {"then": {"x": [{"move": "x", "to": "zz"}]}}], ["E220 unknown side or faction 'zz'"]),
        ([{"id": "s", "do": [{"set": {"v": "anything"}}]}], []),
        ([{"id": "c", "run": "inner", "given": {"i": "red"}}], []),
        (
            [{"id": "c", "run": "inner", "given": {"i": "n"}}],
            ["W219 'n' is an answer to 'i', but here it is the value of 'n'"],
        ),
        ([{"id": "c", "run": "inner", "given": {"i": "who"}}], []),
        ([{"id": "c", "run": "inner", "given": {"zz": "n"}}], []),
        ([{"id": "c", "run": "inner", "given": {"j": "n"}}], []),
    ],
)
def test_what_a_procedure_names_exists(steps: list[dict[str, Any]], expected: list[str]) -> None:
    found = said(around(steps))
    assert [one if " | " in want else one[: len(want)] for one, want in zip(found, expected, strict=True)] == expected


@pytest.mark.parametrize(
    "fields",
    [
        {"times": "WHO"},
        {"times": {"of": "WHO"}},
        {"times": {"of": 1, "plus": "WHO"}},
        {"times": {"of": 1, "plus": {"of": "WHO"}}},
        {"times": {"sum": "WHO"}},
        {"drm": [{"add": "WHO", "text": "t"}], "beyond": "clamp"},
        {"when": {"WHO": {"at_least": 1}}},
        {"when": {"WHO": {"at_most": 2}}},
        {"when": {"value": {"of": "WHO"}, "at_least": 1}},
        {"when": {"n": {"at_least": "WHO"}}},
        {"when": {"n": {"at_most": "WHO"}}},
        {"when": {"value": {"of": "WHO", "times": 2}, "is": 1}},
        {"when": {"value": {"of": "WHO", "plus": 2}, "is": 1}},
        {"when": {"value": {"of": "WHO", "least": 2}, "is": 1}},
        {"when": {"value": {"of": "WHO", "most": 2}, "is": 1}},
        {"when": {"value": {"of": {"of": "WHO", "most": 2}}, "is": 1}},
        {"then": {"x": [{"add": {"v": "WHO"}}]}},
        {"then": {"x": [{"set": {"v": {"of": "WHO", "times": 2}}}]}},
    ],
    ids=str,
)
def test_nothing_is_counted_with_a_word(fields: dict[str, Any]) -> None:
    def with_name(name: str) -> list[str]:
        return said(around([{**ROLL, **renamed(fields, "WHO", name)}]))

    assert with_name("who") == ["E244 'who' is never a number | one of: blue, red"]
    assert with_name("mixed") == []
    assert with_name("v") == []


@pytest.mark.parametrize(
    "step",
    [
        {"roll": "1d6", "test": {"at_most": "who"}},
        {"draw": {"deck": "d", "count": "who"}},
        {"slide": {"track": "t", "row": "r", "points": "who"}},
        {"slide": {"track": "t", "row": "r", "boxes": "who"}},
    ],
    ids=str,
)
def test_nor_by_a_word(step: dict[str, Any]) -> None:
    assert said(around([{"id": "s", **step}])) == ["E244 'who' is never a number | one of: blue, red"]


def test_a_word_may_be_copied_compared_and_reported() -> None:
    steps = [{"id": "s", "when": {"value": {"of": "who"}, "is": 1}, "do": [{"set": {"v": {"of": "who"}}}]}]
    assert said(around(steps, report={"r": {"title": "r", "of": "who"}})) == []
    assert said(around([{"id": "s", "slide": {"track": "t", "row": "r", "start": "who", "boxes": 1}}])) == []


def test_a_column_is_not_a_name_of_the_procedure() -> None:
    found = said(
        around([{"id": "s", "table": "wide", "column": "A"}], inputs={**INPUTS, "A": {"title": "?", "range": "0-1"}})
    )
    assert found == ["E236 'A' is a column of the table and a name of this procedure | rename one"]


def test_what_a_tables_modifiers_ask_for_may_be_there() -> None:
    number = {"title": "?", "range": "0-9"}
    assert said(around([{"id": "s", "table": "asking"}], inputs={"more": number, "turn": number})) == []


@pytest.mark.parametrize(
    "condition",
    [
        {"any": {"zz": 1}},
        {"either": [{"who": 1}, {"zz": 1}]},
        {"value": {"count": {"zz": 1}}, "is": 1},
        {"who": {"at_least": "zz"}},
        {"who": {"at_most": "zz"}},
    ],
)
def test_every_condition_of_a_tables_modifiers_is_read(condition: dict[str, Any]) -> None:
    chart = {
        "title": "C",
        "roll": "1d6",
        "rows": {"1-6": "x"},
        "beyond": "clamp",
        "drm": [{"add": 1, "text": "t", "when": condition}],
    }
    own = {"title": "P", "inputs": {"who": INPUTS["who"]}, "steps": [{"id": "s", "table": "chart"}]}
    found = said(game({"p": own}, t=document("tables", {"chart": chart})))
    assert found == ["E240 table 'chart' asks for 'zz', which this procedure does not have | add it to the inputs"]


@pytest.mark.parametrize("field", ["without", "discards"])
def test_the_cards_out_of_a_deck_are_answers_to_a_list(field: str) -> None:
    gone = {"title": "?", "list": "1-4", "default": "-"}
    deck = {"title": "D", "cards": "1-4", field: "n"}
    steps = [{"id": "s", "draw": {"deck": "d"}}]
    (found,) = said(around(steps, decks={"d": deck}, inputs={**INPUTS, "gone": gone}))
    assert found.startswith("E240 unknown list of cards 'n'")
    assert said(around(steps, decks={"d": {**deck, field: "gone"}}, inputs={**INPUTS, "gone": gone})) == []


@pytest.mark.parametrize(("times", "found"), [(19, ["E240 unknown input or step 'zz'"]), (20, [])])
def test_what_is_too_large_to_roll_is_not_looked_through(times: int, found: list[str]) -> None:
    steps = [{"id": "g", "times": 1000, "when": {"zz": 1}, "steps": [{**ROLL, "times": times}]}]
    assert [one.partition(" |")[0] for one in said(around(steps))] == found


WRONG = """kind: tables
id: wrong
title: Wrong
source: Toy rules
tables:
  gaps:
    title: Gaps
    roll: 1d6
    rows: {2: a, 2-3: b, 5: c}
  words: {title: Words, roll: 1d6, rows: {one: a}}
  far: {title: Far, roll: 1d6, natural: {9: n}, rows: {0-5: a, 6: b, 7: c}}
"""
STEPS = """kind: procedures
id: steps
title: Steps
source: Toy rules
procedures:
  p:
    title: P
    inputs: {n: {title: "?", range: 1-6}, k: {title: "?", range: 1-6}}
    steps:
      - {id: n, roll: 1d6, rows: {1-3: x, 4-6: y}, then: {z: [{note: n}]}}
      - {id: m, slide: {track: control, row: ukraine, boxes: 1, open: {lost: {k: 1}}}}
"""


def test_errors_are_shown_in_place(tmp_path: Path) -> None:
    project = Project(write(tmp_path, {**TOY, "wrong.yaml": WRONG, "steps.yaml": STEPS}))
    found = load(project)
    assert [(one.message, pointed(project, one.span).partition(" ")[2]) for one in KINDS["tables"].check(found)] == [
        ("row '2-3' overlaps row '2'", "2-3"),
        ("no row for 4", "5"),
        ("no row for 1", "2"),
        ("no row for 6", "5"),
        ("'one' is not a die result or range such as 3, 2-3 or 6+, or several: 2, 12", "one"),
        ("'0-5' goes beyond 1d6", "0-5"),
        ("1d6 can never give '7'", "7"),
        ("1d6 can never show a natural 9", "9"),
    ]
    assert [
        (one.message, pointed(project, one.span).partition(" ")[2]) for one in (*names(found), *procedures(found))
    ] == [
        ("step 'n' is defined twice", "n"),
        ("'z' is not a result of step 'n'", "z"),
        ("unknown box 'lost'", "lost"),
    ]
    assert [pointed(project, span) for one in procedures(found) for _, span in one.related] == ["steps.yaml:8 n"]
