"""Packing: everything on a page, no overlaps, few pages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.type.columns import PackedPlace
from rcwkit.type.columns import pack_rectangles as pack

PAGE = (100.0, 60.0)
SIZES = st.lists(st.tuples(st.floats(1, 100), st.floats(1, 60)), max_size=25)


def area(size: tuple[float, float], spot: PackedPlace) -> tuple[float, float, float, float]:
    width, height = size[::-1] if spot.turned else size
    return spot.x, spot.y, spot.x + width, spot.y + height


@given(SIZES)
def test_all_lie_on_a_page_and_apart(sizes: list[tuple[float, float]]) -> None:
    spots = pack(sizes, PAGE)
    assert len(spots) == len(sizes)
    placed = [(spot.page, *area(size, spot)) for size, spot in zip(sizes, spots, strict=True)]
    for index, (page, left, top, right, bottom) in enumerate(placed):
        assert left >= 0
        assert top >= 0
        assert right <= PAGE[0] + 1e-5
        assert bottom <= PAGE[1] + 1e-5
        for other, a, b, c, d in placed[:index]:
            assert page != other or right <= a + 1e-5 or c <= left + 1e-5 or bottom <= b + 1e-5 or d <= top + 1e-5


@given(SIZES)
def test_no_page_before_the_last_is_empty(sizes: list[tuple[float, float]]) -> None:
    used = {spot.page for spot in pack(sizes, PAGE)}
    assert used == set(range(len(used)))


def test_rows_fill_a_page_before_the_next_begins() -> None:
    spots = pack([(50.0, 20.0)] * 8, PAGE)
    assert [spot.page for spot in spots] == [0] * 6 + [1] * 2
    assert [(spot.x, spot.y) for spot in spots[:3]] == [(0, 0), (50, 0), (0, 20)]
    assert not any(spot.turned for spot in spots)


def test_what_fits_only_turned_is_turned() -> None:
    spots = pack([(80.0, 60.0), (60.0, 20.0)], PAGE)
    assert spots[1] == PackedPlace(0, 80.0, 0.0, True)


def test_upright_ones_are_not_turned() -> None:
    (first, second) = pack([(30.0, 60.0), (60.0, 30.0)], (60.0, 60.0), upright={1})
    assert second == PackedPlace(1, 0, 0, False) and not first.turned
    assert pack([(30.0, 60.0), (60.0, 30.0)], (60.0, 60.0))[1].turned


def test_small_ones_fill_the_gaps_of_earlier_pages() -> None:
    spots = pack([(90.0, 60.0), (90.0, 60.0), (10.0, 10.0)], PAGE)
    assert spots[2] == PackedPlace(0, 90.0, 0.0, False)


def test_larger_than_the_page() -> None:
    with pytest.raises(ValueError, match="120 × 10 does not fit"):
        pack([(120.0, 10.0)], PAGE)
