"""Hex grids: numbers, neighbours, sides and places, whichever way hexes are turned, shoved and counted."""

from __future__ import annotations

from itertools import pairwise
from math import dist, sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from rcwkit.kinds.maps.grid import MOST, HexCell, HexGrid

GRIDS = st.builds(
    HexGrid,
    size=st.sampled_from([16.0, 19.05, 25.0]),
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    top=st.sampled_from(["flat", "pointed", "square"]),
    shoved=st.sampled_from(["odd", "even"]),
    first=st.sampled_from(["0101", "0000", "1015", "A1", "1A", "1.01", "C.07"]),
    order=st.sampled_from(["columns", "rows"]),
    corner=st.sampled_from(["top_left", "top_right", "bottom_left", "bottom_right"]),
)


def grid(**changes: Any) -> HexGrid:
    return HexGrid(**{"size": 20.0, "columns": 5, "rows": 4} | changes)


@given(GRIDS)
def test_neighbours_are_a_hex_away_and_see_each_other(one: HexGrid) -> None:
    for cell in one.cells.values():
        for way in one.sides:
            beyond, back = one.facing(cell, way)
            assert dist(one.centre(cell), one.centre(beyond)) == pytest.approx(one.size)
            assert one.neighbour(beyond, back) == cell
            assert one.between(cell, beyond) == way
            assert set(one.side_of(cell, way)) == set(one.side_of(beyond, back)), "the same points, exactly"


@given(GRIDS)
def test_every_hex_has_a_number_of_its_own_and_lies_within_the_extent(one: HexGrid) -> None:
    assert len(one.cells) == one.columns * one.rows
    wide, high = one.extent
    for cell in one.cells.values():
        for x, y in one.corners(cell):
            assert -1e-9 <= x <= wide + 1e-9
            assert -1e-9 <= y <= high + 1e-9
    edges = [corner for cell in one.cells.values() for corner in one.corners(cell)]
    assert max(x for x, _ in edges) == pytest.approx(wide)
    assert max(y for _, y in edges) == pytest.approx(high)


def test_squares_meet_at_corners_too() -> None:
    one = grid(top="square", first="A1")
    assert [one.numbers[one.neighbour(one.cells["C2"], way)] for way in one.ways] == [
        *("C1", "D1", "D2", "D3", "C3", "B3", "B2", "B1")
    ]
    assert one.between(one.cells["C2"], one.cells["D3"]) == "se" and one.sides == ("n", "e", "s", "w")
    assert one.between(one.cells["C2"], one.cells["D4"]) is None
    assert one.corners(HexCell(0, 0)) == [(0, 0), (20, 0), (20, 20), (0, 20)]


@pytest.mark.parametrize(
    ("changes", "first", "second", "last"),
    [
        ({}, "0101", "0102", "0504"),
        ({"order": "rows"}, "0101", "0102", "0405"),
        ({"first": "1500"}, "1500", "1501", "1903"),
        ({"first": "A1"}, "A1", "A2", "E4"),
        ({"first": "Y01", "columns": 4}, "Y01", "Y02", "BB04"),
        ({"first": "1.01"}, "1.01", "1.02", "5.04"),
        ({"first": "001001"}, "001001", "001002", "005004"),
    ],
)
def test_numbers_begin_as_the_first_is_written(changes: Any, first: str, second: str, last: str) -> None:
    numbers = list(grid(**changes).cells)
    assert (numbers[0], numbers[1], numbers[-1]) == (first, second, last)


@pytest.mark.parametrize("corner", ["top_left", "bottom_right", "bottom_left", "top_right"])
@pytest.mark.parametrize("shoved", ["odd", "even"])
@pytest.mark.parametrize("top", ["flat", "pointed"])
def test_hexes_may_be_counted_by_twos_or_along_slanting_rows(top: str, shoved: str, corner: str) -> None:
    changes = {"top": top, "shoved": shoved, "corner": corner, "first": "10.10", "columns": 6, "rows": 6}
    doubled, slanting = grid(**changes, counting="doubled"), grid(**changes, counting="diagonal")
    along = 1 if top == "flat" else 0
    forward = corner.startswith("top") if top == "flat" else corner.endswith("left")
    heights = {
        int(number.split(".")[along]): round(doubled.centre(cell)[along] * (1 if forward else -1))
        for number, cell in doubled.cells.items()
    }
    assert sorted(heights.values()) == [heights[key] for key in sorted(heights)], "half a hex more for each number"
    assert len(set(heights.values())) == len(heights) == 12
    rows: dict[str, list[HexCell]] = {}
    for number, cell in slanting.cells.items():
        rows.setdefault(number.split(".")[along], []).append(cell)
    joined = [
        slanting.between(one, other)
        for row in rows.values()
        for one, other in pairwise(sorted(row, key=lambda cell: cell[1 - along]))
    ]
    assert len(set(joined)) == 1 and None not in joined, "each row is straight, and all are parallel"
    assert len(doubled.cells) == len(slanting.cells) == 36


def test_numbers_begin_in_their_corner() -> None:
    places = {
        corner: grid(corner=corner).cells["0101"] for corner in ("top_left", "top_right", "bottom_left", "bottom_right")
    }
    assert places == {
        "top_left": HexCell(0, 0),
        "top_right": HexCell(4, 0),
        "bottom_left": HexCell(0, 3),
        "bottom_right": HexCell(4, 3),
    }


def test_shoved_columns_are_told_by_their_number() -> None:
    even, odd = grid(shoved="even"), grid(shoved="odd")
    assert even.centre(even.cells["0201"])[1] - even.centre(even.cells["0101"])[1] == pytest.approx(10)
    assert odd.centre(odd.cells["0101"])[1] - odd.centre(odd.cells["0201"])[1] == pytest.approx(10)
    later = grid(first="1001", shoved="even")
    assert later.centre(later.cells["1001"])[1] > later.centre(later.cells["1101"])[1]


def test_a_hex_has_its_size_across_the_flats() -> None:
    one, other = grid(), grid(top="pointed")
    (a, b), (c, d) = one.side_of(HexCell(0, 0), "n"), one.side_of(HexCell(0, 0), "s")
    assert d[1] - a[1] == c[1] - b[1] == pytest.approx(20)
    (e, _), (f, _) = other.side_of(HexCell(0, 0), "e"), other.side_of(HexCell(0, 0), "w")
    assert e[0] - f[0] == pytest.approx(20)
    assert one.side == pytest.approx(20 / sqrt(3))


def test_a_run_is_a_column_a_row_or_a_block() -> None:
    one = grid()
    assert one.run("0203") == ["0203"]
    assert one.run("0203-0201") == ["0201", "0202", "0203"]
    assert one.run("0103-0303") == ["0103", "0203", "0303"]
    assert one.run("0102-0203") == ["0102", "0103", "0202", "0203"]
    assert one.run("0102-0605") is None
    assert one.run("0100") is None


def test_hexes_may_be_left_out() -> None:
    one = grid(without=["0101-0103", "0504"])
    assert len(one.cells) == 16
    assert "0102" not in one.cells
    assert one.run("0101-0104") == ["0101", "0102", "0103", "0104"]


def test_a_grid_may_have_only_what_is_listed() -> None:
    assert [*grid().only(["0202-0203", "0101", "9999"]).cells] == ["0101", "0202", "0203"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"first": "101"}, "is not the number of a hex"),
        ({"first": "AA1"}, "is not the number of a hex"),
        ({"rows": 100}, "need more digits"),
        ({"first": "0199", "rows": 2}, "need more digits"),
        ({"columns": 500, "rows": 500}, f"250,000 hexes, more than {MOST:,}"),
        ({"columns": 0}, "greater than or equal to 1"),
        ({"size": float("nan")}, "is not a length"),
        ({"size": 4}, "too small"),
        ({"top": "round"}, "flat"),
        ({"top": "square", "counting": "doubled"}, "squares are counted straight"),
        ({"first": "0100", "shoved": "odd", "counting": "doubled"}, "leaves no number"),
        ({"rows": 60, "counting": "doubled"}, "need more digits"),
    ],
)
def test_a_grid_that_cannot_be_drawn_is_refused(changes: Any, said: str) -> None:
    with pytest.raises(ValidationError, match=said):
        grid(**changes)


@pytest.mark.parametrize("top", ["flat", "pointed", "square"])
def test_a_dash_is_a_straight_line_of_hexes_or_a_way_along_hexsides(top: str) -> None:
    """Each hex is beside the last, and each side meets the last in a corner, wherever the two ends are."""
    grid = HexGrid.model_validate({"size": "20mm", "columns": 7, "rows": 6, "top": top})
    numbers, chance = list(grid.cells), Random(top)
    for _ in range(300):
        one, other = chance.choice(numbers), chance.choice(numbers)
        words = grid.spelt([one, "-", other])
        assert (words[0], words[-1]) == (one, other)
        if one != other:
            assert all(grid.between(grid.cells[a], grid.cells[b]) for a, b in pairwise(words))
        ways = [chance.choice(grid.sides) for _ in range(2)]
        words = grid.spelt([one, ways[0], "-", other, ways[1]])
        sides = [{*grid.side_of(grid.cells[a], b)} for a, b in zip(words[::2], words[1::2], strict=True)]  # type: ignore[arg-type]
        close = [{(round(x, 6), round(y, 6)) for x, y in side} for side in sides]
        assert all(len(a & b) >= 1 for a, b in pairwise(close))
        assert len({frozenset(side) for side in close[1:-1]}) == len(close[1:-1])


def test_a_dash_between_anything_else_stays() -> None:
    grid = HexGrid.model_validate({"size": "20mm", "columns": 4, "rows": 4})
    assert grid.spelt(["0101", "-", "0401"]) == ["0101", "0201", "0301", "0401"]
    river = "0101 s 0102 nw 0102 sw 0103 nw 0103 sw 0103 s"
    assert grid.spelt(["0101", "s", "-", "0103", "s"]) == river.split()
    stay = "-, - 0101, 0101 -, 0101 - 0102 n, 0101 - Oakham, 0101/0404 - 0101, 0101 - se"
    for text in stay.split(", "):
        assert grid.spelt(text.split()) == text.split()
