"""Rolls of one procedure that would share their dice are refused, with both places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.procedures import limits as dice_paths
from rcwkit.kinds.procedures.limits import shared, sizes
from rcwkit.source.project import Project
from tests_support import TOY, write

HEAD = "kind: procedures\nid: rolls\ntitle: Rolls\nsource: S\nprocedures:\n  p:\n    title: P\n    steps:\n"
INNER = "  q: {title: Q, steps: [{id: a, roll: 1d6}]}\n"
TABLE = """\
kind: tables
id: tables
title: Tables
source: S
tables: {t: {title: T, roll: 1d6, rows: {1-6: it}}}
"""


def found(folder: Path, *steps: str, inner: str = "") -> list[Diagnostic]:
    """Return what is found in a procedure of these steps, the first of them in line 9."""
    return [*shared(loaded(folder, *steps, inner=inner))]


def loaded(folder: Path, *steps: str, inner: str = "") -> Game:
    files = {name: TOY[name] for name in ("game.yaml", "red.yaml")}
    text = HEAD + "".join(f"      - {step}\n" for step in steps) + inner
    made = write(folder, {**files, "rolls.yaml": text, "tables.yaml": TABLE})
    return load(Project(made, shown="toy"))


SHARED: dict[str, tuple[tuple[str, ...], str, tuple[int, int], tuple[int, int]]] = {
    "a number and its digits": (('{id: a, for_each: [1, "1"], roll: 1d6}',), "", (9, 31), (9, 28)),
    "composed and decomposed": (('{id: a, for_each: ["caf\u00e9", "cafe\u0301"], roll: 1d6}',), "", (9, 36), (9, 28)),
    "the same twice": (("{id: a, for_each: [x, y, x], roll: 1d6}",), "", (9, 34), (9, 28)),
    "slashes": (
        ("{id: g, for_each: [a, a/b], steps: [{id: r, for_each: [b/c, c], roll: 1d6}]}",),
        "",
        (9, 69),
        (9, 64),
    ),
    "a step and a step of a procedure run": (
        ("{id: b, run: q}", "{id: b.a, roll: 1d6}"),
        INNER,
        (10, 14),
        (9, 22),
    ),
    "counted items within listed ones": (
        ("{id: g, for_each: [1, '1'], steps: [{id: r, times: 3, roll: 1d6}]}",),
        "",
        (9, 31),
        (9, 28),
    ),
    "a procedure run for each item": (
        ("{id: g, for_each: [1, '1'], steps: [{id: b, run: q}]}",),
        INNER,
        (9, 31),
        (9, 28),
    ),
    "a list of items and one of times": (
        ("{id: b, run: q}", "{id: b.a, for_each: [2, 3], roll: 1d6}"),
        INNER.replace("roll", "times: 2, roll"),
        (10, 30),
        (9, 22),
    ),
    "a list of items and a range": (
        ("{id: b, run: q}", "{id: b.a, for_each: [7, 3], roll: 1d6}"),
        INNER.replace("roll", "for_each: 1-3, roll"),
        (10, 33),
        (9, 22),
    ),
    "a list of items and units of the set-up": (
        ("{id: b, run: q}", "{id: b.a, for_each: [Ra2, Rc16], roll: 1d6}"),
        INNER.replace("roll", "for_each: {units: [corps]}, roll"),
        (10, 35),
        (9, 22),
    ),
    "rolls on a table": (
        ("{id: a, for_each: [1, '1'], table: t}",),
        "",
        (9, 31),
        (9, 28),
    ),
    "cards drawn": (
        ("{id: g, for_each: [1, '1'], steps: [{id: r, draw: {deck: d}}]}",),
        "    decks: {d: {title: D, cards: 1-9}}\n",
        (9, 31),
        (9, 28),
    ),
}


@pytest.mark.row("D4", len(SHARED))
def test_rolls_that_share_their_dice_are_told_with_both_places(tmp_path: Path) -> None:
    for number, (name, (steps, inner, place, other)) in enumerate(SHARED.items()):
        (one,) = found(tmp_path / str(number), *steps, inner=inner)
        ((_, first),) = one.related
        assert (one.code, (one.span.line, one.span.column), (first.line, first.column)) == ("E234", place, other), name


def test_equal_items_that_do_not_roll_and_equal_steps_of_different_procedures_are_fine(tmp_path: Path) -> None:
    assert found(tmp_path / "do", "{id: a, for_each: [x, x], do: [{note: A.}]}") == []
    assert found(tmp_path / "run", "{id: b, run: q}", "{id: c, run: q}", "{id: a, roll: 1d6}", inner=INNER) == []
    assert found(tmp_path / "times", "{id: g, times: 3, steps: [{id: r, for_each: [1, 2], roll: 1d6}]}") == []
    assert found(tmp_path / "units", "{id: a, for_each: {units: [army, corps]}, roll: 1d6}") == []


def test_an_item_that_is_listed_twice_is_told_once_and_equal_steps_not_at_all(tmp_path: Path) -> None:
    """Equal steps are told by the check of names."""
    twice = found(tmp_path / "twice", "{id: g, times: 2, steps: [{id: r, for_each: [x, x], roll: 1d6}]}")
    assert [(one.code, one.span.column) for one in twice] == [("E234", 57)]
    assert found(tmp_path / "equal", "{id: a, roll: 1d6}", "{id: a, roll: 1d6}") == []


def test_a_procedure_of_too_many_steps_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded(
        tmp_path, "{id: a, for_each: [x, y, x], roll: 1d6}", inner=INNER.replace("roll", "for_each: [y, y], roll")
    )
    size = sizes(game)
    assert size["p"] > size["q"]
    monkeypatch.setattr(dice_paths, "MOST_STEPS", size["p"])
    assert [one.span.line for one in shared(game)] == [9, 10]
    monkeypatch.setattr(dice_paths, "MOST_STEPS", size["p"] - 1)
    assert [one.span.line for one in shared(game)] == [10]


REPEATS: dict[str, Any] = {
    "{id: a, for_each: [x, y], draw: {deck: d, count: 2}}": "for_each, draw: {count}",
    "{id: a, for_each: [x, y], times: 2, roll: 1d6}": "for_each, times",
    "{id: a, times: 3, draw: {deck: d, count: 2}}": "times, draw: {count}",
}


@pytest.mark.parametrize("step", REPEATS)
def test_a_step_is_repeated_in_one_way(tmp_path: Path, step: str) -> None:
    """Each of them used to win over the other in silence."""
    with pytest.raises(InputError) as error:
        found(tmp_path, step, inner="    decks: {d: {title: D, cards: 1-9}}\n")
    (one,) = error.value.diagnostics
    assert (one.code, one.span.line) == ("E124", 9)
    assert REPEATS[step] in one.message + one.hint


def test_one_card_for_each_item_or_time_is_drawn_as_before(tmp_path: Path) -> None:
    decks = "    decks: {d: {title: D, cards: 1-9}}\n"
    assert found(tmp_path / "a", "{id: a, for_each: [x, y], draw: {deck: d}}", inner=decks) == []
    assert found(tmp_path / "b", "{id: a, times: 2, draw: {deck: d, count: 1}}", inner=decks) == []
