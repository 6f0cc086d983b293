"""Readers: the row, column and result of a roll."""

from __future__ import annotations

from typing import Any

import pytest
from rcwkit.dice.model import Step
from rcwkit.dice.tables import Drm, Reader, Reading, Table

ROWS = {"5-6": ["e", "E"], "1-2": ["a", "A"], "3-4": ["c", "C"]}


def reader(**fields: Any) -> Reader:
    return Reader.of(Table.model_validate({"title": "T", "roll": "1d6", **fields}))


@pytest.mark.parametrize(
    ("natural", "modifier", "beyond", "expected"),
    [
        (1, 0, None, Reading(1, 1, "1-2", "a")),
        (2, 0, None, Reading(2, 2, "1-2", "a")),
        (3, 0, None, Reading(3, 3, "3-4", "c")),
        (6, 0, None, Reading(6, 6, "5-6", "e")),
        (4, 2, "rows", Reading(6, 6, "5-6", "e")),
        (4, -2, "error", Reading(2, 2, "1-2", "a")),
        (6, 0, "clamp", Reading(6, 6, "5-6", "e")),
        (6, 3, "clamp", Reading(9, 6, "5-6", "e")),
        (1, -3, "clamp", Reading(-2, 1, "1-2", "a")),
        (3, 0, "clamp", Reading(3, 3, "3-4", "c")),
    ],
)
def test_the_total_chooses_the_row(natural: int, modifier: int, beyond: Any, expected: Reading) -> None:
    assert reader(rows=ROWS, beyond=beyond).read(natural, modifier, None) == expected


@pytest.mark.parametrize(("natural", "modifier", "beyond"), [(6, 1, "rows"), (1, -1, "error"), (6, 1, None)])
def test_past_the_rows_there_is_no_result(natural: int, modifier: int, beyond: Any) -> None:
    with pytest.raises(ValueError, match=f"no row for {natural + modifier}"):
        reader(rows=ROWS, beyond=beyond).read(natural, modifier, None)


def test_the_column_chooses_the_cell() -> None:
    columns = {"left": "L", "right": "R"}
    found = reader(rows=ROWS, columns=columns)
    assert [found.read(3, 0, column).result for column in ("left", "right", None)] == ["c", "C", "c"]
    assert reader(rows=ROWS).read(3, 0, "right").result == "c", "a table without columns has one"


def test_naturals_hold_whatever_the_modifiers() -> None:
    found = reader(rows={"1-6": "x"}, natural={1: "n"}, beyond="rows")
    assert found.read(1, 9, None) == Reading(10, 10, "natural 1", "n")
    assert found.read(2, -1, None) == Reading(1, 1, "1-6", "x"), "a total of 1 is no natural 1"


def test_without_rows_the_total_is_the_result() -> None:
    assert reader().read(3, 4, None) == Reading(7, 7, None, 7)


@pytest.mark.parametrize(
    ("fields", "numeric"),
    [
        ({}, True),
        ({"rows": {"1-3": 1, "4-6": 2}}, True),
        ({"rows": {"1-3": 1, "4-6": "x"}}, False),
        ({"rows": {"1-3": [1, 2], "4-6": [3, "x"]}}, False),
        ({"rows": {"1-6": 1}, "natural": {1: 2}}, True),
        ({"rows": {"1-6": 1}, "natural": {1: "n"}}, False),
    ],
)
def test_results_are_numbers_or_not(fields: dict[str, Any], numeric: bool) -> None:
    assert reader(**fields).numeric == numeric


def test_a_steps_modifiers_follow_its_tables() -> None:
    table, own = Drm(add=1, text="table"), Drm(add=2, text="step")
    rows = {"title": "T", "roll": "2d10", "columns": {"a": "A"}, "rows": {"2-20": "x"}}
    source = Table.model_validate({**rows, "drm": (table,), "beyond": "clamp", "natural": {2: "n"}})
    found = Reader.of(source, (own,))
    assert found.drm == (table, own)
    assert (str(found.dice), found.columns, found.beyond, found.natural) == ("2d10", ("a",), "clamp", {2: "n"})
    assert Reader.of(Step.model_validate({"id": "s", "roll": "1d6", "drm": (own,)})).drm == (own,)


def test_readers_are_compared_as_themselves() -> None:
    """Readers are keys, so that their holders can be keys too, though results are mappings."""
    first, second = reader(rows=ROWS), reader(rows=ROWS)
    assert len({first, second, first}) == 2
