"""The largest type that fits: whatever the first guess, and in few tries from a good one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rcwkit.type.columns import largest, likely

SIZES = (10.0, 9.75, 9.5, 9.25, 9.0)


@given(st.floats(0, 20), st.floats(0, 20))
def test_it_is_the_largest_that_fits_or_the_last(near: float, most: float) -> None:
    expected = next((size for size in SIZES if size <= most), 9.0)
    assert largest(SIZES, near, lambda size: size <= most) == expected


@pytest.mark.parametrize(
    ("near", "most", "tried"),
    [
        (9.6, 9.5, {9.5, 9.75}),
        (9.6, 9.25, {9.5, 9.25}),
        (20.0, 10.0, {10.0}),
        (0.0, 8.0, {9.25}),
        (9.2, 10.0, {9.25, 9.5, 9.75, 10.0}),
    ],
)
def test_sizes_far_from_the_guess_are_not_tried(near: float, most: float, tried: set[float]) -> None:
    seen = set()

    def fits(size: float) -> bool:
        seen.add(size)
        return size <= most

    largest(SIZES, near, fits)
    assert seen == tried


def test_overfull_pages_ask_for_smaller_type() -> None:
    assert likely(9.0, 1.0) == 9.0
    assert likely(9.0, 1.2) < 8.0 < 9.0 < likely(9.0, 0.9) < 10.0
    assert likely(9.0, 0.0) > 100.0
