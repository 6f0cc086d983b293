"""Several records make one set-up, or one clear error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import InputError
from rcwkit.dice.roll import prepare, read, rolled, together
from rcwkit.dice.settle import find
from rcwkit.dice.sources import Typed
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.source.project import Project
from tests_support import TOY, run, write

PROCEDURES = """kind: procedures
id: procedures
title: Procedures
source: Toy rules
procedures:
  first: {title: First, steps: [{id: r, roll: 1d6}, {id: a, do: [{reduce: Ra1}]}]}
  second: {title: Second, steps: [{id: r, roll: 1d6}, {id: b, do: [{place: Ra2, at: "715"}]}]}
  third: {title: Third, steps: [{id: r, roll: 1d6}, {id: c, do: [{place: Ra2, at: "701"}]}]}
  fourth: {title: Fourth, steps: [{id: r, roll: 1d6}, {id: d, do: [{remove: Ra1}]}]}
  fifth: {title: Fifth, steps: [{id: r, roll: 1d6}, {id: e, do: [{restore: Ra1}]}]}
  reserve: {title: Reserve, steps: [{id: r, roll: 1d6}, {id: f, do: [{place: Ra2, reserve: red}]}]}
  captive: {title: Captive, steps: [{id: r, roll: 1d6}, {id: g, do: [{place: Ra2, reserve: white}]}]}
  won: {title: Won, steps: [{id: r, roll: 1d6}, {id: h, do: [{marker: ukraine, on: control, to: red}]}]}
  lost: {title: Lost, steps: [{id: r, roll: 1d6}, {id: i, do: [{marker: ukraine, on: control, to: white}]}]}
"""
SCENARIOS = """kind: scenarios
id: scenarios
source: Toy rules
scenarios:
  campaign: {title: Campaign, setup: campaign}
  late: {title: Late, setup: campaign}
"""
COUNTERS = """kind: counters
id: more
title: More
source: Toy rules
side: white
counters:
  ukraine: {type: marker, name: Ukraine}
"""
FILES = {**TOY, "procedures.yaml": PROCEDURES, "scenarios.yaml": SCENARIOS, "more.yaml": COUNTERS}
for _name in ("aids.yaml", "booklet.yaml"):
    FILES.pop(_name, None)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("game") / "toy", FILES)


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(Project(folder, shown="toy"))


def record(game: Game, name: str, **given: Any) -> dict[str, Any]:
    return rolled(prepare(game, name, given), Typed([3]), None)[0].record


def refusal(game: Game, **records: Any) -> str:
    with pytest.raises(InputError) as caught:
        together(game, read(game, records))
    (one,) = caught.value.diagnostics
    return f"{one.span}: {one.code} {one.message}"


def test_records_of_two_procedures_make_one_set_up(game: Game) -> None:
    settled = together(game, read(game, {"a": record(game, "first"), "b": record(game, "second")}))
    assert settled is not None
    assert [piece.reversed for piece in find(settled, "Ra1")] == [True]
    assert [piece.rolled for piece in find(settled, "Ra2")] == [True]
    assert [data["procedure"] for data, _ in settled.rolled] == ["first", "second"]


def test_what_comes_to_the_same_in_either_order_is_no_contradiction(game: Game) -> None:
    settled = together(game, read(game, {"a": record(game, "first"), "b": record(game, "fourth")}))
    assert settled is not None
    assert find(settled, "Ra1") == []


@pytest.mark.parametrize(
    ("one", "other", "given", "why"),
    [
        ("first", "first", {}, "both are rolls of 'first'"),
        ("second", "third", {}, "they disagree about 'Ra2'"),
        ("first", "fifth", {}, "they disagree about 'Ra1'"),
        ("reserve", "captive", {}, "they disagree about 'Ra2'"),
        ("won", "lost", {}, "they disagree about 'ukraine'"),
        ("first", "second", {"scenario": "late"}, "the scenario of one is campaign, and of the other late"),
    ],
)
def test_records_that_contradict_each_other_are_named(
    game: Game, one: str, other: str, given: dict[str, str], why: str
) -> None:
    found = refusal(game, a=record(game, one), b=record(game, other, **given))
    assert found == f"--record: E537 a and b make no set-up together: {why}"


def test_a_record_of_another_game_is_named(game: Game) -> None:
    assert refusal(game, a=record(game, "first"), b={"game": "other"}) == "b: E530 this is not a record of toy"


def test_a_record_that_does_not_agree_with_the_rules_is_named(game: Game) -> None:
    forged = {**record(game, "second"), "data": "0"}
    why = "the rules data have changed since this record was made"
    found = refusal(game, a=record(game, "first"), b=forged)
    assert found == f"b: E532 this record does not agree with the rules: {why}"


def test_one_record_makes_a_set_up(game: Game) -> None:
    settled = together(game, read(game, {"a": record(game, "first")}))
    assert settled is not None
    assert [piece.reversed for piece in find(settled, "Ra1")] == [True]


def test_a_game_without_set_ups_has_none_after_its_rolls(tmp_path: Path) -> None:
    rolls = "kind: procedures\nid: rolls\ntitle: Rolls\nsource: Toy rules\nprocedures:\n"
    rolls += "".join(f"  {name}: {{title: {name}, steps: [{{id: r, roll: 1d6}}]}}\n" for name in ("one", "two"))
    game = load(Project(write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "rolls.yaml": rolls}), shown="toy"))
    assert together(game, read(game, {name: record(game, name) for name in ("one", "two")})) is None


def test_a_sheet_and_a_module_take_several_records(folder: Path, tmp_path: Path, game: Game) -> None:
    """Bug: of two records, the last was taken without a word."""
    names = []
    for name in ("first", "second"):
        names.append(tmp_path / f"{name}.json")
        names[-1].write_text(json.dumps(record(game, name)), encoding="utf-8")
    sheet = tmp_path / "sheet.pdf"
    result = run("roll", folder, "second", "--record", names[0], "--sheet", sheet)
    assert (result.exit_code, sheet.stat().st_size > 1000) == (0, True)
    twice = run("roll", folder, "first", "--record", names[0], "--sheet", sheet)
    assert (twice.exit_code, "both are rolls of 'first'" in twice.stderr) == (2, True)
    lost = run("roll", folder, "second", "--record", names[0])
    assert (lost.exit_code, "name its file with --sheet" in lost.stderr) == (2, True)
    chosen = [word for name in names for word in ("--record", name)]
    result = run("export", "vassal", folder, "--no-charts", "--out", tmp_path / "out", *chosen)
    assert (result.exit_code, "toy-campaign-rolled.vmod" in result.stdout) == (0, True), result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("roll", "toy", "first", "--seed", "a", "--seed", "b"),
        ("export", "vassal", "toy", "--scenario", "a", "--scenario=b"),
        ("build", "toy", "--paper", "a4", "--json", "--paper", "letter"),
    ],
)
def test_an_option_that_counts_once_is_refused_twice(words: tuple[str, ...]) -> None:
    result = run(*words)
    option = next(word for word in words if word.startswith("--"))
    assert (result.exit_code, f"{option} is given 2 times; give it once" in result.stderr) == (2, True)


def test_options_that_may_be_repeated_and_switches_may(folder: Path) -> None:
    words = ("--overlay", folder, "--overlay", folder, "--strict", "--strict")
    assert "times; give it once" not in run("check", folder, *words).stderr
