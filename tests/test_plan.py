"""Plans: what each step reads, sets and draws from, name resolution, chained procedures, accepted answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import InputError
from rcwkit.dice.conditions import Calc, names_in, parse_condition
from rcwkit.dice.model import DEEPEST
from rcwkit.dice.plan import Plan, PlanNode, full_name, plan, plan_table, scopes, with_answers
from rcwkit.dice.settle import Settled, settle
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from test_walk import game, one
from tests_support import TOY, write

ROLL: dict[str, Any] = {"roll": "1d6"}
DECKS = {"q": {"title": "Q", "cards": "1-5"}, "r": {"title": "R", "cards": "1-5"}}
CHARTS = {
    "plain": {"title": "Plain", "roll": "1d6", "rows": {"1-6": "x"}},
    "wide": {
        "title": "Wide",
        "rule": "9.1",
        "roll": "1d6",
        "columns": {"low": "Low", "high": "High"},
        "rows": {"1-6": ["x", "y"]},
    },
    "snow": {
        "title": "Snow",
        "roll": "1d6",
        "beyond": "clamp",
        "rows": {"1-6": "x"},
        "drm": [{"add": "depth", "text": "t", "when": {"turn": 1}}],
    },
}
TRACK = {
    "title": "T",
    "layout": "table",
    "boxes": {"a": {"title": "A"}, "b": {"title": "B"}},
    "rows": {"r": {"title": "R"}},
}
OTHERS = {
    "t": {"kind": "tables", "id": "t", "title": "T", "source": "x", "tables": CHARTS},
    "k": {"kind": "tracks", "id": "k", "title": "K", "source": "x", "tracks": {"t": TRACK}},
}


def planned(*steps: dict[str, Any], **fields: Any) -> Plan:
    return plan(game({"p": {"title": "P", "steps": steps, "decks": DECKS, **fields}}, **OTHERS), "p", {})


def only(step: dict[str, Any], **fields: Any) -> PlanNode:
    (found,) = planned({"id": "s", **step}, **fields).nodes
    return found


def refusal(wrong: pytest.ExceptionInfo[InputError]) -> tuple[str, str]:
    (found,) = wrong.value.diagnostics
    assert found.code == "E500"
    return found.message, found.hint


# Steps.


@pytest.mark.parametrize(
    ("step", "repeated", "has_result"),
    [
        (ROLL, False, True),
        ({"table": "plain"}, False, True),
        ({"for_each": ["x"], **ROLL}, True, True),
        ({"for_each": [], **ROLL}, True, True),
        ({"times": 0, **ROLL}, True, True),
        ({"draw": {"deck": "q"}}, True, True),
        ({"slide": {"track": "t", "row": "r", "boxes": 1}}, False, True),
        ({"do": [{"note": "x"}]}, False, False),
        ({"times": 2, "do": [{"note": "x"}]}, True, False),
        ({"steps": [{"id": "a", **ROLL}]}, False, False),
    ],
)
def test_which_steps_are_counted_and_have_results(step: dict[str, Any], repeated: bool, has_result: bool) -> None:
    assert (only(step).repeated, only(step).has_result) == (repeated, has_result)


def test_a_step_has_its_title_or_its_id() -> None:
    nodes = planned({"id": "red_army", **ROLL}, {"id": "b", "title": "second Roll", **ROLL}).nodes
    assert [node.title for node in nodes] == ["Red army", "second Roll"]


@pytest.mark.parametrize(
    ("step", "reads"),
    [
        (ROLL, ""),
        ({"when": {"a": 1}, **ROLL}, "a"),
        ({"when": {"a": {"at_least": "b", "at_most": "c"}}, **ROLL}, "a b c"),
        ({"when": {"any": {"a": 1}}, **ROLL}, "a"),
        ({"when": {"either": [{"a": 1}, {"none": [{"b": 1}]}]}, **ROLL}, "a b"),
        ({"times": "a", **ROLL}, "a"),
        ({"times": {"of": "a", "plus": {"sum": "b"}}, **ROLL}, "a b"),
        ({"times": {"count": {"a": 1, "b": 2}}, **ROLL}, "a b"),
        ({"times": {"lookup": "wide", "row": "a", "column": "b"}, **ROLL}, "a b"),
        ({"times": {"lookup": "wide", "row": 1}, **ROLL}, ""),
        ({"drm": [{"add": "a", "text": "t", "when": {"b": 1}}], **ROLL}, "a b"),
        ({"test": {"at_most": "a"}, **ROLL}, "a"),
        ({"test": {"at_least": "a"}, **ROLL}, "a"),
        ({"test": {"above": "a"}, **ROLL}, "a"),
        ({"test": {"below": "a"}, **ROLL}, "a"),
        ({"again": {1: {"a": 1}}, **ROLL}, "a"),
        ({"table": "snow"}, "depth turn"),
        ({"table": "wide", "column": "a"}, "a"),
        ({"table": "wide", "column": "low"}, ""),
        ({"draw": {"deck": "q", "count": "a"}}, "a"),
        (
            {
                "slide": {
                    "track": "t",
                    "row": "r",
                    "start": "a",
                    "points": "b",
                    "blocked": {"c": 1},
                    "open": {"a": {"d": 1}},
                }
            },
            "a b c d",
        ),
        ({"slide": {"track": "t", "row": "r", "boxes": "a"}}, "a"),
        ({"do": [{"set": {"v": "a"}}, {"add": {"v": 1}}]}, "a v"),
        ({"do": [{"set": {"v": 1}}]}, ""),
        ({"then": {1: [{"set": {"v": {"of": "a"}}}]}, **ROLL}, "a"),
        ({"then": {1: [{"set": {"v": "s"}}]}, **ROLL}, ""),
        ({"when": {"s": 1}, **ROLL}, "s"),
        ({"then": {1: [{"place": "u", "to": "a"}]}, **ROLL}, "a"),
        ({"steps": [{"id": "a", "when": {"b": 1}, **ROLL}, {"id": "c", "when": {"a": 1}, **ROLL}]}, "a b"),
        ({"times": 2, "steps": [{"id": "a", "when": {"b": 1}, **ROLL}, {"id": "c", "when": {"a": 1}, **ROLL}]}, "b"),
        ({"times": 2, "when": {"a": 1}, "steps": [{"id": "a", **ROLL}]}, "a"),
    ],
)
def test_what_a_step_reads(step: dict[str, Any], reads: str) -> None:
    assert only(step, variables={"v": 0}).reads == set(reads.split())


@pytest.mark.parametrize(
    ("step", "reads_it"),
    [
        (ROLL, False),
        ({"for_each": ["x"], "when": {"a": 1, "item": "x"}, **ROLL}, True),
        ({"for_each": ["x"], "when": {"items": 1}, **ROLL}, False),
        ({"for_each": ["x"], "steps": [{"id": "a", **ROLL}, {"id": "b", "when": {"item": "x"}, **ROLL}]}, True),
    ],
)
def test_whether_a_step_reads_its_item(step: dict[str, Any], reads_it: bool) -> None:
    assert only(step).by_item is reads_it


def test_names_only_added_to_are_told_apart_from_names_used() -> None:
    effects = [{"add": {"v": "a"}}, {"set": {"w": "b"}}]
    found = only(
        {
            "steps": [
                {"id": "i", "then": {1: effects}, **ROLL},
                {"id": "j", "do": [{"add": {"x": 1}}, {"set": {"y": 1}}]},
            ]
        }
    )
    assert (found.uses, found.adds, found.sets) == (
        frozenset("ab"),
        frozenset("vx"),
        frozenset("wy"),
    )
    assert found.reads == {"a", "b", "v", "x"}
    assert found.writes == {"s", "i", "j", "v", "w", "x", "y"}
    assert found.children[0].writes == {"i", "v", "w"}


def test_the_steps_and_decks_within_a_step_are_found_however_deep() -> None:
    deep = {"id": "b", "steps": [{"id": "c", "draw": {"deck": "q"}}, {"id": "d", "draw": {"deck": "r"}}]}
    found = planned({"id": "a", "steps": [deep, {"id": "e", **ROLL}]}, {"id": "f", "draw": {"deck": "r"}})
    assert found.nodes[0].inner == {"b", "c", "d", "e"}
    assert [node.draws for node in found.nodes] == [{"q", "r"}, {"r"}]
    assert [node.draws for node in found.steps] == [{"q", "r"}, {"q", "r"}, {"q"}, {"r"}, set(), {"r"}]
    assert [node.name for node in found.steps] == ["a", "b", "c", "d", "e", "f"]


@pytest.mark.parametrize(
    ("step", "numbers"),
    [
        (ROLL, {"s"}),
        ({"rows": {"1-6": 1}, **ROLL}, {"s"}),
        ({"rows": {"1-6": "x"}, **ROLL}, set()),
        ({"test": {"at_most": 1, "success": 1, "failure": 0}, **ROLL}, set()),
        ({"times": 2, **ROLL}, set()),
        ({"draw": {"deck": "q"}}, set()),
        ({"steps": [{"id": "a", **ROLL}]}, {"a"}),
        ({"times": 2, "steps": [{"id": "a", **ROLL}]}, set()),
        ({"then": {1: [{"set": {"s": 1}}]}, **ROLL}, set()),
        ({"then": {1: [{"add": {"s": 1}}]}, **ROLL}, {"s"}),
    ],
)
def test_which_results_are_always_numbers(step: dict[str, Any], numbers: set[str]) -> None:
    assert planned({"id": "s", **step}).numbers == numbers


def test_nodes_and_plans_are_compared_as_themselves() -> None:
    """Equal steps in two places are two steps, and either can be a key."""
    first, second = planned({"id": "s", **ROLL}), planned({"id": "s", **ROLL})
    assert len({first, second, first}) == 2
    assert len({*first.nodes, *second.nodes, *first.nodes}) == 2


def test_what_the_report_asks() -> None:
    report = {"r": {"title": "r", "when": {"a": 1}}, "s": {"title": "s", "of": {"sum": "b"}}}
    assert one([{"id": "a", **ROLL}], report=report).asked == {"a", "b"}


# Names.


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (None, ""),
        (5, ""),
        ("a", "a"),
        (["a", ("b", 1)], "a b"),
        (parse_condition({"a": 1, "b": {"at_least": "c"}}), "a b c"),
        (parse_condition({"count": {"a": 1}, "at_most": "b"}), "a b"),
        (parse_condition({"every": {"a": 1}}), "a"),
        (Calc(of="a", plus="b"), "a b"),
        (Calc(sum="a"), "a"),
        (Calc(count={"a": 1}), "a"),
        (Calc(lookup="t", row="a", column="b"), "a b"),
    ],
)
def test_names_are_found_in_conditions_and_amounts(value: Any, names: str) -> None:
    assert names_in(value) == set(names.split())


@pytest.mark.parametrize(("scope", "around"), [("a.b.", ("a.b.", "a.", "")), ("a.", ("a.", "")), ("", ("",))])
def test_a_scope_lies_in_those_around_it(scope: str, around: tuple[str, ...]) -> None:
    assert scopes(scope) == around


def test_the_nearest_scope_that_knows_a_name_wins() -> None:
    known = {"n", "a.n", "a.b.m", "a.b.k", "k"}
    assert [full_name(known, "a.b.", name) for name in "nmkz"] == ["a.n", "a.b.m", "a.b.k", "z"]
    assert [full_name(known, "a.", name) for name in "nmkz"] == ["a.n", "m", "k", "z"]
    assert [full_name(known, "", name) for name in "nmkz"] == ["n", "m", "k", "z"]


def test_a_plan_finds_a_name_once_for_each_scope() -> None:
    found = planned({"id": "s", **ROLL}, {"id": "t", **ROLL})
    for _ in range(2):
        assert [found.full("", name) for name in ("s", "t", "z")] == ["s", "t", "z"]
        assert found.full("a.b.", "s") == "s"
    assert found.meanings == {("", "s"): "s", ("", "t"): "t", ("", "z"): "z", ("a.b.", "s"): "s"}


def test_every_name_that_means_something_is_known() -> None:
    inner = {
        "title": "Inner",
        "inputs": {"asked": {"title": "?", "range": "0-9"}, "set": {"title": "?", "range": "0-9", "default": 0}},
        "variables": {"own": 0, "v": 0},
        "steps": [{"id": "r", **ROLL, "then": {1: [{"set": {"v": 1}}, {"add": {"own": 1}}, {"set": {"made": 1}}]}}],
    }
    steps = [
        {"id": "c", "run": "inner", "given": {"asked": 1}},
        {"id": "g", "steps": [{"id": "d", "do": [{"add": {"w": 1}}]}]},
    ]
    outer = {
        "title": "O",
        "inputs": {"i": {"title": "?", "range": "0-9", "default": 1}},
        "variables": {"v": 0},
        "steps": steps,
    }
    found = plan(game({"inner": inner, "o": outer}), "o", {})
    assert found.known == {"i", "v", "w", "made", "c.r", "c.asked", "c.set", "c.own"}
    chained, group = found.nodes
    assert chained.sets == {"v", "c.v", "made", "c.made", "c.asked", "c.set", "c.own"}, (
        "which of the two is meant, `known` says"
    )
    assert chained.adds == {"own", "c.own"}
    assert chained.defaults == {"set": 0, "own": 0}, "a variable that both have is shared"
    assert group.defaults == {}


# Chained procedures.


def chain(depth: int) -> Game:
    """Return procedures p0, p1, ... each of which runs the next; the last rolls."""
    steps = [[{"id": "c", "run": f"p{at + 1}"}] for at in range(depth)]
    return game({f"p{at}": {"title": f"P{at}", "steps": one} for at, one in enumerate([*steps, [{"id": "r", **ROLL}]])})


def test_chained_steps_carry_scopes_and_titles() -> None:
    first, second, last = plan(chain(2), "p0", {}).steps
    assert [node.name for node in (first, second, last)] == ["c", "c.c", "c.c.r"]
    assert [node.title for node in (first, second, last)] == ["C", "P1: C", "P2: R"]
    titled = game(
        {
            "p": {"title": "P", "steps": [{"id": "c", "title": "Mine", "run": "q"}]},
            "q": {"title": "Q", "steps": [{"id": "r", **ROLL}]},
        }
    )
    assert plan(titled, "p", {}).steps[1].title == "Mine: R"


def test_steps_in_a_group_of_a_chained_procedure_share_its_scope() -> None:
    inner = {"title": "Q", "steps": [{"id": "g", "steps": [{"id": "r", **ROLL}, {"id": "d", "run": "deep"}]}]}
    deep = {"title": "D", "variables": {"v": 0, "own": 0}, "steps": [{"id": "z", **ROLL}]}
    found = plan(
        game(
            {"p": {"title": "P", "variables": {"v": 0}, "steps": [{"id": "c", "run": "q"}]}, "q": inner, "deep": deep}
        ),
        "p",
        {},
    )
    assert [(node.name, node.title) for node in found.steps] == [
        *(("c", "C"), ("c.g", "Q: G"), ("c.r", "Q: R"), ("c.d", "Q: D"), ("c.d.z", "D: Z")),
    ]
    assert found.steps[3].defaults == {"own": 0}


def test_a_variable_is_shared_with_every_chained_procedure() -> None:
    deep = {"title": "D", "variables": {"v": 0, "w": 0, "own": 0}, "steps": [{"id": "z", **ROLL}]}
    middle = {"title": "M", "variables": {"w": 0}, "steps": [{"id": "d", "run": "deep"}]}
    outer = {"title": "O", "variables": {"v": 0}, "steps": [{"id": "m", "run": "middle"}]}
    first, second, _ = plan(game({"deep": deep, "middle": middle, "outer": outer}), "outer", {}).steps
    assert (first.defaults, second.defaults) == ({"w": 0}, {"own": 0})


def test_procedures_are_chained_so_deep_and_no_deeper() -> None:
    assert len(plan(chain(DEEPEST), "p0", {}).steps) == DEEPEST + 1
    with pytest.raises(InputError) as wrong:
        plan(chain(DEEPEST + 1), "p0", {})
    assert refusal(wrong) == ("procedures are chained more than 8 deep", "a procedure may not run itself")


def test_a_circle_of_procedures_is_refused() -> None:
    rings = {"title": "R", "steps": [{"id": "c", "run": "rings"}]}
    with pytest.raises(InputError) as wrong:
        plan(game({"rings": rings, "p": {"title": "P", "steps": [{"id": "c", "run": "rings"}]}}), "p", {})
    assert refusal(wrong)[0] == "procedures are chained more than 8 deep"


def test_decks_of_chained_procedures_come_along_but_do_not_replace_ones_own() -> None:
    def deck(title: str) -> dict[str, Any]:
        return {"title": title, "cards": "1-2"}

    procedures = {
        "p": {
            "title": "P",
            "decks": {"a": deck("p")},
            "steps": [{"id": "g", "steps": [{"id": "c", "run": "q"}]}, {"id": "d", "run": "r"}],
        },
        "q": {
            "title": "Q",
            "decks": {"a": deck("q"), "b": deck("q"), "d": deck("q")},
            "steps": [{"id": "c", "run": "r"}],
        },
        "r": {"title": "R", "decks": {"b": deck("r"), "c": deck("r")}, "steps": [{"id": "x", **ROLL}]},
    }
    found = game(procedures)
    assert plan(found, "p", {}).decks.keys() == {"a", "b", "c", "d"}
    assert plan(found, "p", {}).decks["a"].spec.title == "p"
    assert {name: one.spec.title for name, one in plan(found, "q", {}).decks.items()} == {
        "a": "q",
        "b": "q",
        "c": "r",
        "d": "q",
    }


def test_a_deck_lacks_the_cards_that_are_out() -> None:
    spec = {"title": "Q", "cards": "1-4", "classes": {"odd": [1, 3]}, "without": "out"}
    inputs = {"out": {"title": "?", "list": "1-4"}, "other": {"title": "?", "list": "1-4", "default": [4]}}
    steps = [{"id": "d", "draw": {"deck": "q"}}]
    (found,) = one(steps, {"out": "1+2"}, decks={"q": spec}, inputs=inputs).decks.values()
    assert (found.spec.title, found.inputs, dict(found.discards)) == ("Q", frozenset({"out"}), {})
    assert dict(found.whole) == {1: "odd", 2: "other", 3: "odd", 4: "other"}
    assert list(found.cards.items()) == [(3, "odd"), (4, "other")]
    (all_in,) = one(steps, {"out": "-"}, decks={"q": {**spec, "without": None}}, inputs=inputs).decks.values()
    assert list(all_in.cards) == [1, 2, 3, 4]
    (piled,) = one(steps, {"out": "1+2"}, decks={"q": {**spec, "discards": "other"}}, inputs=inputs).decks.values()
    assert (list(piled.cards), dict(piled.discards)) == ([3], {4: "other"})
    assert piled.inputs == {"out", "other"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, ""),
        ({"without": "out"}, ": if discards are reshuffled, leave them out of 'out'"),
        ({"discards": "other"}, ""),
        ({"without": "out", "discards": "other"}, ""),
    ],
)
def test_an_empty_deck_says_what_may_be_wrong(fields: dict[str, str], said: str) -> None:
    inputs = {name: {"title": "?", "list": "1-4", "default": [4]} for name in fields.values()}
    spec = {"title": "Q", "cards": "1-4", **fields}
    (found,) = one([{"id": "d", "draw": {"deck": "q"}}], {}, decks={"q": spec}, inputs=inputs).decks.values()
    assert found.exhausted == f"the deck 'Q' is empty{said}"


def test_other_answers_change_inputs_and_decks_alone() -> None:
    spec = {"title": "Q", "cards": "1-4", "without": "out"}
    inputs = {"out": {"title": "?", "list": "1-4"}, "n": {"title": "?", "range": "0-9", "default": 3}}
    found = game(
        {"p": {"title": "P", "decks": {"q": spec}, "inputs": inputs, "steps": [{"id": "d", "draw": {"deck": "q"}}]}}
    )
    before = plan(found, "p", {"out": "1+2", "n": 5})
    assert before.known == {"out", "n", "d"}
    after = with_answers(found, before, {"out": "4"})
    assert (after.inputs, list(after.decks["q"].cards)) == ({"out": (4,), "n": 3}, [1, 2, 3])
    assert (before.inputs, list(before.decks["q"].cards)) == ({"out": (1, 2), "n": 5}, [3, 4])
    assert after.nodes is before.nodes and after.known is before.known
    with pytest.raises(InputError) as wrong:
        with_answers(found, before, {})
    assert refusal(wrong)[0] == "? 'p' needs an answer: --set out=..."


# Units of a set-up.


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load(Project(write(tmp_path_factory.mktemp("toy"), {**TOY, "setup.yaml": SETUP, "more.yaml": MORE})))


SETUP = """kind: setup
id: campaign
title: Campaign
source: Toy rules
forces:
  white: {at: {East: {638 Norlinsk: [Wa1]}}}
  red: {at: {North: {701 Petrograd: [Ra1, (Ra2)], 715 Petrozavodsk: [Rc16]}}}
"""
MORE = """kind: procedures
id: more
title: More
source: Toy rules
procedures:
  all:
    title: All
    steps: [{id: s, for_each: {units: [army, corps]}, roll: 1d6}]
  red:
    title: Red
    steps: [{id: s, for_each: {units: [army, corps], owners: [red]}, roll: 1d6}]
  white:
    title: White
    steps: [{id: s, for_each: {units: [army, corps], owners: [white]}, roll: 1d6}]
  less:
    title: Less
    steps: [{id: s, for_each: {units: [army, corps], exceptions: {Ra1: resting, Wa1: far}}, roll: 1d6}]
  none:
    title: None
    steps: [{id: s, for_each: {units: [army, corps], exceptions: {red: stays, Rc16: hidden}}, roll: 1d6}]
"""


@pytest.mark.parametrize(
    ("name", "items", "exempt"),
    [
        ("all", ("Wa1", "Ra1", "Ra2", "Rc16"), ()),
        ("red", ("Ra1", "Ra2", "Rc16"), ()),
        ("white", ("Wa1",), ()),
        ("less", ("Ra2", "Rc16"), (("Wa1", "far"), ("Ra1", "resting"))),
        ("none", ("Wa1",), (("Ra1", "stays"), ("Ra2", "stays"), ("Rc16", "hidden"))),
    ],
)
def test_units_of_the_set_up_are_listed(
    toy: Game, name: str, items: tuple[str, ...], exempt: tuple[tuple[str, str], ...]
) -> None:
    settled: Settled = settle(toy, "campaign")
    (node,) = plan(toy, name, {}, settled).nodes
    assert (node.items, node.exempt) == (items, exempt)


def test_without_a_set_up_there_are_no_units(toy: Game) -> None:
    with pytest.raises(InputError) as wrong:
        plan(toy, "all", {})
    assert refusal(wrong) == ("step 's' needs the units of a set-up", "no scenario of this game has a set-up")


def test_a_plan_knows_the_games_names_owners_tables_and_variables(toy: Game) -> None:
    found = plan(toy, "turn9", {"lead": "red"})
    assert (found.id, found.names["Ra1"], found.owners, [*found.tables]) == (
        "turn9",
        "1 Army",
        frozenset({"red", "white"}),
        ["turn9"],
    )
    assert planned({"id": "s", **ROLL}, variables={"v": 3}).variables == {"v": 3}


def test_a_step_is_marked_at_its_place(toy: Game) -> None:
    (node,) = plan(toy, "turn9", {"lead": "red"}).nodes
    assert (Path(node.span.file).name, node.span.line) == ("procedures.yaml", 19)
    assert planned({"id": "s", "slide": {"track": "t", "row": "r", "boxes": 1}}).nodes[0].track is not None
    assert only({"for_each": "2-4", **ROLL}).items == (2, 3, 4)
    assert only(ROLL).items is None


def test_a_steps_own_modifiers_follow_those_of_its_table() -> None:
    drm = [{"add": 2, "text": "own"}]
    reader = only({"table": "snow", "drm": drm}).reader
    assert reader is not None
    assert [one.text for one in reader.drm] == ["t", "own"]


# Answers.

INPUTS: dict[str, Any] = {
    "who": {"title": "Who?", "choices": {"red": "Red", 2: "Two"}},
    "turn": {"title": "Turn?", "range": "-3-12"},
    "cards": {"title": "Cards?", "list": "-1-60"},
}


def answered(name: str, value: Any) -> Any:
    return one([{"id": "s", **ROLL}], {name: value}, inputs={name: INPUTS[name]}).inputs[name]


@pytest.mark.parametrize(
    ("name", "value", "meant"),
    [
        ("who", "red", "red"),
        ("who", "2", 2),
        ("who", 2, 2),
        ("turn", "12", 12),
        ("turn", "-3", -3),
        ("turn", 7, 7),
        ("cards", "3+60", (3, 60)),
        ("cards", "-1", (-1,)),
        ("cards", "7", (7,)),
        ("cards", "", ()),
        ("cards", "-", ()),
        ("cards", "3+", (3,)),
        ("cards", (3, "4"), (3, 4)),
    ],
)
def test_answers_are_read(name: str, value: Any, meant: Any) -> None:
    found = answered(name, value)
    assert (found, type(found)) == (meant, type(meant))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("who", value) for value in ("Red", "", "3")),
        *(
            ("turn", value)
            for value in ("13", "-4", "x", "", "1.5", "--1", "-", "\u0663", "1" * 12, "0" * 11 + "1", "1+2")
        ),
        *(("cards", value) for value in ("61", "3+61", "x", "1,2", ("x",))),
    ],
)
def test_other_answers_are_refused(name: str, value: Any) -> None:
    with pytest.raises(InputError) as wrong:
        answered(name, value)
    hints = {"who": "one of: red, 2", "turn": "a number in -3-12", "cards": "numbers in -1-60, joined by '+'; none: -"}
    assert refusal(wrong) == (f"'{value}' is not an answer to '{name}': {INPUTS[name]['title']}", hints[name])


def test_eleven_digits_are_a_number() -> None:
    assert one(
        [{"id": "s", **ROLL}], {"n": "1" * 11}, inputs={"n": {"title": "?", "range": "0-99999999999"}}
    ).inputs == {"n": 11111111111}


def test_a_question_without_a_default_must_be_answered() -> None:
    inputs = {"a": {"title": "A?", "range": "1-9", "default": 4}, "b": {"title": "B?", "range": "1-9"}}
    assert one([{"id": "s", **ROLL}], {"b": "5"}, inputs=inputs).inputs == {"a": 4, "b": 5}
    assert one([{"id": "s", **ROLL}], {"b": "5", "a": "6"}, inputs=inputs).inputs == {"a": 6, "b": 5}
    with pytest.raises(InputError) as wrong:
        one([{"id": "s", **ROLL}], {"a": "5"}, inputs=inputs)
    assert refusal(wrong) == ("B? 'p' needs an answer: --set b=...", "a number in 1-9")


def test_all_questions_without_an_answer_are_told_at_once() -> None:
    inputs = {name: {"title": f"{name.upper()}?", "range": "1-9"} for name in "abc"}
    with pytest.raises(InputError) as wrong:
        one([{"id": "s", **ROLL}], {"b": "5"}, inputs=inputs)
    told = [diagnostic.message for diagnostic in wrong.value.diagnostics]
    assert told == ["A? 'p' needs an answer: --set a=...", "C? 'p' needs an answer: --set c=..."]


@pytest.mark.parametrize(
    ("inputs", "hint"),
    [
        (INPUTS, "did you mean 'turn'?"),
        ({"zz": INPUTS["who"], "y": INPUTS["who"]}, "inputs: zz, y"),
        ({}, "inputs: none"),
    ],
)
def test_what_is_not_asked_is_not_answered(inputs: dict[str, Any], hint: str) -> None:
    with pytest.raises(InputError) as wrong:
        one([{"id": "s", **ROLL}], {"turm": 1}, inputs=inputs)
    assert refusal(wrong) == ("procedure 'p' has no input 'turm'", hint)


# Rolled tables.


def table(name: str, given: dict[str, Any], **procedures: Any) -> Plan:
    return plan_table(game(procedures, **OTHERS), name, given)


def test_a_rolled_table_is_a_procedure_of_one_roll() -> None:
    found = table("wide", {"column": "high"})
    (node,) = found.nodes
    assert (found.id, found.inputs, found.procedure.title, found.procedure.rule) == (
        "wide",
        {"column": "high"},
        "Wide",
        "9.1",
    )
    assert (node.name, node.title, node.step.table, node.step.column) == ("wide", "Wide", "wide", "high")
    assert node.reader is not None
    assert node.reader.read(1, 0, "high").result == "y"
    assert [*found.tables] == ["plain", "wide", "snow"]
    assert (table("plain", {}).inputs, table("plain", {}).procedure.rule) == ({}, "")


def test_what_a_tables_modifiers_ask_for_counts_nothing_unless_it_is_given() -> None:
    assert table("snow", {}).inputs == {"depth": 0, "turn": 0}
    assert table("snow", {"turn": "1", "depth": "deep"}).inputs == {"depth": "deep", "turn": 1}


def test_a_table_with_the_name_of_a_procedure_is_told_apart() -> None:
    assert table("plain", {}, plain={"title": "P", "steps": [{"id": "s", **ROLL}]}).id == "chart.plain"


@pytest.mark.parametrize(
    ("name", "given", "said"),
    [
        ("wide", {}, ("table 'wide' needs --set column=...", "one of: low, high")),
        ("wide", {"column": "x"}, ("table 'wide' needs --set column=...", "one of: low, high")),
        ("wide", {"colum": "low"}, ("table 'wide' has no input 'colum'", "did you mean 'column'?")),
        ("plain", {"column": "low"}, ("table 'plain' has no input 'column'", "")),
        ("snow", {"turm": 1, "x": 1}, ("table 'snow' has no input 'turm'", "did you mean 'turn'?")),
    ],
)
def test_a_table_lists_its_inputs(name: str, given: dict[str, Any], said: tuple[str, str]) -> None:
    with pytest.raises(InputError) as wrong:
        table(name, given)
    assert refusal(wrong) == said
