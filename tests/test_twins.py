"""Random procedures walked in three ways that must agree: exact odds, every face in turn, the page's scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from answers_support import answered
from faults_support import many
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from procedures_support import NODE, Page, game_of, page, procedures
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.dice.odds import report
from rcwkit.dice.plan import Plan, plan
from rcwkit.dice.record import roll
from rcwkit.dice.settle import settle
from rcwkit.dice.sources import NeedsFace, Typed, code_of
from rcwkit.game.game import Game
from rcwkit.kit.checks import check

LEAVES = 300
"""The largest number of courses for which a procedure is tried with every one of them."""


class TooManyError(Exception):
    """There are more courses than are tried."""


def sound(procedure: tuple[dict[str, Any], dict[str, Any], Any]) -> Game | None:
    """Return the game with these procedures and tables, or None if its check refuses them."""
    try:
        game = game_of(*procedure[:2])
    except InputError:
        return None
    return None if any(found.code.startswith("E") for found in check(game)) else game


def every_way(ready: Plan) -> dict[tuple[tuple[str, str], ...], Fraction]:
    """Return the report over every course of the dice, each with its chance.

    Raises InputError if one leads nowhere.
    """
    found: dict[tuple[tuple[str, str], ...], Fraction] = {}
    left = LEAVES

    def visit(faces: tuple[int, ...], chance: Fraction) -> None:
        nonlocal left
        try:
            rolled = roll(ready, Typed(list(faces)), {})
        except NeedsFace as need:
            count = need.request.dice.count if need.request.dice is not None else 1
            ways = [(*faces, *way) for way in product(range(1, need.sides + 1), repeat=count)]
            stands = [way for way in ways if not rolled_again(way, len(need.rolls))]
            if not stands:
                raise InputError(
                    [Diagnostic("E511", "every result must be rolled again", ready.nodes[0].span)]
                ) from None
            left -= len(stands)
            if left < 0:
                raise TooManyError from None
            for way in stands:
                visit(way, chance / len(stands))
            return
        found[rolled.results] = found.get(rolled.results, Fraction(0)) + chance

    def rolled_again(faces: tuple[int, ...], at: int) -> bool:
        try:
            record = roll(ready, Typed(list(faces)), {}).record["rolls"]
        except NeedsFace as need:
            record = need.rolls
        except InputError as error:
            # The walk ends after this roll; whether all its faces are rerolled was decided before.
            if "rolled again" in error.diagnostics[0].message:
                raise
            return False
        return bool(record[at].get("rolled_again", False))

    visit((), Fraction(1))
    return found


@pytest.mark.row("W1", many(2000, 80))
@settings(max_examples=many(2000, 80), suppress_health_check=list(HealthCheck))
@given(procedures())
def test_exact_odds_are_those_of_every_face(procedure: Any) -> None:
    game = sound(procedure)
    if game is None:
        return
    ready = plan(game, "p", procedure[2], settle(game, "campaign"))
    try:
        ways = every_way(ready)
    except TooManyError:
        return
    except InputError as error:
        with pytest.raises(InputError) as refused:
            report(ready)
        assert refused.value.diagnostics[0].code == error.diagnostics[0].code
        return
    if not ready.procedure.report:
        return
    for answer in report(ready):
        if answer.chance is not None:
            assert answer.chance == sum(chance for results, chance in ways.items() if (answer.id, "") in results)
        else:
            expected: dict[str, Fraction] = {}
            for results, chance in ways.items():
                text = dict(results)[answer.id]
                expected[text] = expected.get(text, Fraction(0)) + chance
            assert {str(value): chance for value, chance in answer.distribution} == expected


@pytest.fixture(scope="module")
def running() -> Iterator[Page]:
    if NODE is None:
        pytest.skip("Node.js is missing: the page's scripts cannot run (Debian: apt-get install nodejs)")
    with page() as found:
        yield found


@pytest.mark.row("W2", many(2000, 100))
@settings(max_examples=many(2000, 100), suppress_health_check=list(HealthCheck))
@given(procedures(), st.binary(min_size=5, max_size=5), st.lists(st.integers(1, 2), max_size=4))
def test_the_page_walks_as_python_does(running: Page, procedure: Any, seed: bytes, faces: list[int]) -> None:
    """Python and the page give the same records, odds, questions, set-ups, and refusals at the same steps."""
    game = sound(procedure)
    if game is None:
        return
    answers = procedure[2]
    asked: list[tuple[str, Mapping[str, Any]]] = [("odds", {"procedure": "p", "given": answers})]
    asked.append(("roll", {"procedure": "p", "given": answers, "code": code_of(seed), "faces": None}))
    asked.append(("roll", {"procedure": "p", "given": answers, "code": code_of(seed), "faces": faces}))
    asked.append(("roll", {"procedure": "p", "given": answers, "code": code_of(seed), "faces": [None, *faces]}))
    _, rolled, *_ = agree(running, game, asked)
    for step in rolled.get("steps", [])[-1:]:
        agree(running, game, [("again", {"record": rolled["record"], "step": step["id"], "kept": []})])


def test_a_unit_that_changes_sides_stays_where_it_stands(running: Page) -> None:
    """Bug: the page put it into the reserve of its new side."""
    game = sound(({"p": {"title": "P", "steps": [{"id": "s", "do": [{"convert": "Ra1", "to": "white"}]}]}}, {}, {}))
    assert game is not None
    (rolled,) = agree(running, game, [("roll", {"procedure": "p", "given": {}, "code": "0000-0000-0", "faces": None})])
    _, white = rolled["setup"]["forces"]
    assert (white["owner"], white["regions"][0]["title"], white["regions"][0]["spots"][0]["name"]) == (
        "white",
        "North",
        "Petrograd",
    )


def agree(running: Page, game: Game, asked: list[tuple[str, Mapping[str, Any]]]) -> list[Any]:
    """Return Python's answer, after checking that the page gives the same."""
    expected = [answered(game, *one) for one in asked]
    for one, found, wanted in zip(asked, running.ask(game, asked), expected, strict=True):
        if "need" in wanted:
            found, wanted = {**found, "code": None}, {**wanted, "code": None}
        if one[0] == "odds" and "error" in wanted:
            # Of several faults, each may meet another first.
            assert "error" in found, f"{one}\nthe page: {found}\nPython: {wanted}"
        else:
            assert found == wanted, f"{one}\nthe page: {found}\nPython: {wanted}"
    return expected


# Cases that once differed, or were not reported.

ROLL: dict[str, Any] = {"roll": "1d2", "rows": {"1-2": "x"}}
NEVER: dict[str, Any] = {"id": "a", "when": {"either": []}, **ROLL}
WHO = {"who": {"title": "?", "choices": {"red": "Red", 2: "Two", "x": "X"}, "default": "x"}}
HUGE = 10**300


def step(**fields: Any) -> dict[str, Any]:
    return {"id": "s", **fields}


REFUSED: dict[str, tuple[list[dict[str, Any]], str]] = {
    "plus a word": ([step(roll="1d2", drm=[{"add": {"of": 5, "plus": "who"}, "text": "T"}])], "'x' is not a number"),
    "a word as a modifier": ([step(roll="1d2", drm=[{"add": "who", "text": "T"}])], "'x' is not a number"),
    "a word as a bound": ([step(roll="1d2", test={"at_most": "who"})], "'x' is not a number"),
    "a word of times": ([step(roll="1d2", times="who")], "'x' is not a number"),
    "a word that is added": ([step(do=[{"add": {"v": "who"}}])], "'x' is not a number"),
    "a word that is added to": ([step(do=[{"set": {"v": "who"}}, {"add": {"v": 1}}])], "'x' is not a number"),
    "a word against a number": ([step(when={"who": {"at_least": 1}}, roll="1d2")], "'x' is not a number"),
    "a tally against a number": (
        [{"id": "a", "times": 2, "roll": "1d2", "rows": {"1-2": 7}}, step(when={"a": {"at_most": 7}}, roll="1d2")],
        "'2 7' is not a number",
    ),
    "a condition after a word as a modifier": (
        [
            {"id": "a", "times": 2, "roll": "1d2", "rows": {"1-2": 7}},
            step(
                roll="1d2",
                drm=[{"add": "who", "text": "T"}, {"add": 1, "text": "T", "when": {"a": {"at_most": 7}}}],
            ),
        ],
        "'2 7' is not a number",
    ),
    "past the largest": (
        [step(do=[{"add": {"v": {"of": 4, "times": 10**9}}}])],
        "a calculation exceeds 1,000,000,000",
    ),
    "past all numbers": (
        [step(do=[{"set": {"v": {"of": -1, "times": HUGE}}}])],
        "a calculation exceeds 1,000,000,000",
    ),
    "no column": (
        [NEVER, step(roll="1d2", columns={"A": "A"}, rows={"1-2": ["x"]}, column="a")],
        "nothing is not a column of the table",
    ),
    "a word for a column": (
        [step(roll="1d2", columns={"A": "A"}, rows={"1-2": ["x"]}, column="who")],
        "'x' is not a column of the table",
    ),
    "no column to look up": (
        [NEVER, step(times={"lookup": "cells", "row": 1, "column": "a"}, roll="1d2")],
        "nothing is not a column of the table 'cells'",
    ),
    "a column forgotten": (
        [step(times={"lookup": "cells", "row": 1}, roll="1d2")],
        "nothing is not a column of the table 'cells'",
    ),
    "no box": (
        [NEVER, step(slide={"track": "t", "row": "a", "start": "a", "boxes": 1})],
        "nothing is not a box of the track",
    ),
    "a row without a start": (
        [step(slide={"track": "t", "row": "y", "boxes": 1})],
        "nothing is not a box of the track",
    ),
    "an item that is no row": (
        [step(times=1, slide={"track": "t", "row": "item", "boxes": 1})],
        "'1' is not a row of the track",
    ),
    "no item": ([step(do=[{"reduce": "item"}])], "'item' has no meaning outside a repeated step"),
    "an owner that is none": (
        [step(do=[{"convert": "Ra1", "to": "who"}])],
        "'who' names no side or faction: it is 'x'",
    ),
    "an owner that nothing names": (
        [NEVER, step(do=[{"convert": "Ra1", "to": "a"}])],
        "'a' names no side or faction: it is nothing",
    ),
    "a box that nothing names": (
        [NEVER, step(do=[{"marker": "VP", "on": "t", "to": "a"}])],
        "'a' names no box: it is nothing",
    ),
    "more cards than there are": ([step(draw={"deck": "d", "count": {"of": "v", "plus": 5}})], "the deck 'D' is empty"),
    "more cards than are left": (
        [step(draw={"deck": "e", "count": {"of": "v", "plus": 5}})],
        "the deck 'E' is empty: if discards are reshuffled, leave them out of 'out'",
    ),
    "more cards than a reshuffle brings": (
        [step(draw={"deck": "f", "count": {"of": "v", "plus": 4}})],
        "the deck 'F' is empty",
    ),
    "beyond the rows": (
        [step(roll="1d2", rows={"1-2": "x"}, drm=[{"add": 2, "text": "T"}], beyond="error")],
        "no row for ",
    ),
}
TOLD: dict[str, tuple[list[dict[str, Any]], Any, str]] = {
    "past all numbers, but kept within": ([step(do=[{"set": {"v": {"of": 1, "times": HUGE, "most": 3}}}])], "v", "3"),
    "a row without a counter": ([step(slide={"track": "t", "row": "a", "points": -9})], "s", "p"),
    "a step passed over that is copied": ([NEVER, step(do=[{"set": {"v": "a"}}])], "v", "0"),
    "a word that is no name": ([step(do=[{"set": {"v": "b"}}])], "v", "b"),
    "a row that is not there": ([step(do=[{"set": {"v": {"lookup": "cells", "row": 9, "column": "A"}}}])], "v", "0"),
    "repeated in a repeated group": (
        [{"id": "g", "for_each": ["p", "q"], "steps": [{"id": "a", "times": 2, **ROLL}]}],
        "a",
        "4 x",
    ),
    "an item named as the language names things": ([{"id": "a", "for_each": ["constructor"], **ROLL}], "a", "1 x"),
    "numbers among the results": ([{"id": "a", "times": 2, "roll": "1d2", "rows": {1: 10, 2: 10}}], {"sum": "a"}, "20"),
}


def around(steps: list[dict[str, Any]], of: Any = 0) -> Game:
    """Return a valid game with these steps and one question about them."""
    decks = {"d": {"title": "D", "cards": "1-4"}, "e": {"title": "E", "cards": "1-4", "without": "out"}}
    decks["f"] = {"title": "F", "cards": "1-3", "without": "out", "discards": "gone"}
    inputs, variables = {**WHO, "out": {"title": "Out", "list": "1-4", "default": "-"}}, {"v": 0}
    inputs["gone"] = {"title": "Gone", "list": "1-3", "default": (2,)}
    report = {"r": {"title": "r", "of": of}}
    game = game_of(
        {
            "p": {
                "title": "P",
                "inputs": inputs,
                "variables": variables,
                "decks": decks,
                "steps": steps,
                "report": report,
            }
        }
    )
    assert [found for found in check(game) if found.code.startswith("E")] == []
    return game


def asked_of(*ways: list[int | None] | None) -> list[tuple[str, Mapping[str, Any]]]:
    return [("odds", {"procedure": "p", "given": {}})] + [
        ("roll", {"procedure": "p", "given": {}, "code": code_of(b"seeds"), "faces": faces}) for faces in ways
    ]


@pytest.mark.parametrize("name", REFUSED)
def test_both_walks_refuse_the_same(running: Page, name: str) -> None:
    """Refused in the odds, rolled by machine and by hand; with the same words, at the same step."""
    steps, message = REFUSED[name]
    odds, rolled, typed = agree(running, around(steps), asked_of(None, [1, 1, 1, 1]))
    for answer in (odds, rolled, typed):
        assert answer["error"].startswith(message)
        assert answer["step"] == "s"


@pytest.mark.parametrize("name", TOLD)
def test_both_walks_say_the_same(running: Page, name: str) -> None:
    steps, of, said = TOLD[name]
    odds, rolled = agree(running, around(steps, of), asked_of(None))
    assert rolled["results"] == [["r", said]]
    assert [str(entry["value"]) for entry in odds["answers"][0]["distribution"]] == [said]


def test_a_modifier_that_leads_nowhere_is_refused_before_its_die_is_asked_for(running: Page) -> None:
    steps, _ = REFUSED["plus a word"]
    (_, waiting) = agree(running, around(steps), asked_of([]))
    assert waiting == {"error": "'x' is not a number", "step": "s"}


def test_both_know_the_cards_that_are_left_in_a_group(running: Page) -> None:
    group = {"id": "g", "for_each": ["p", "q"], "steps": [step(draw={"deck": "d", "count": 1})]}
    (_, waiting) = agree(running, around([group]), asked_of([1]))
    assert [face["card"] for face in waiting["need"]["faces"]] == ["2", "3", "4"]


def test_a_die_before_a_card_is_not_a_card(running: Page) -> None:
    steps = [{"id": "t", "roll": "1d2"}, step(draw={"deck": "d", "count": 1})]
    (_, waiting) = agree(running, around(steps), asked_of([2]))
    assert [face["card"] for face in waiting["need"]["faces"]] == ["1", "2", "3", "4"]


def test_dice_rerolled_forever_are_refused_by_both(running: Page) -> None:
    odds, rolled = agree(running, around([step(**ROLL, again={"x": {"all": []}})]), asked_of(None))
    assert (odds["error"], rolled["error"]) == (
        "every result must be rolled again",
        "rolled again more than 1000 times",
    )
