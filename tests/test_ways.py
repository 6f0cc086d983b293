"""Sums and powers of values with their numbers of ways, against plain counting and icepool."""

from __future__ import annotations

from collections import Counter
from itertools import product as every

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rcwkit.dice.questions import add, cost_of_power, power, product

WAYS = st.dictionaries(st.integers(-20, 20), st.integers(1, 9), min_size=1, max_size=5)


def counted(*many: dict[int, int]) -> dict[int, int]:
    found: Counter[int] = Counter()
    for chosen in every(*(one.items() for one in many)):
        ways = 1
        for _, number in chosen:
            ways *= number
        found[sum(value for value, _ in chosen)] += ways
    return dict(found)


@given(WAYS, WAYS)
def test_a_product_has_every_sum(one: dict[int, int], other: dict[int, int]) -> None:
    assert product(one, other) == counted(one, other)


@given(WAYS, st.integers(1, 4))
def test_a_power_is_as_many_factors(one: dict[int, int], count: int) -> None:
    assert power(one, count) == counted(*[one] * count)


@pytest.mark.parametrize(
    ("one", "count", "expected"),
    [
        ({0: 1, 1: 1}, 4, {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}),
        ({1: 2, 3: 1}, 2, {2: 4, 4: 4, 6: 1}),
        ({-1: 1, 5: 1}, 3, {-3: 1, 3: 3, 9: 3, 15: 1}),
        ({0: 1, 1: 2, 2: 1}, 2, {0: 1, 1: 4, 2: 6, 3: 4, 4: 1}),
        ({4: 2}, 3, {12: 8}),
        ({4: 2, 5: 1}, 1, {4: 2, 5: 1}),
        ({0: 3, 2: 1, 6: 1}, 2, {0: 9, 2: 6, 4: 1, 6: 6, 8: 2, 12: 1}),
    ],
)
def test_small_powers(one: dict[int, int], count: int, expected: dict[int, int]) -> None:
    assert power(one, count) == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ({0: 1}, {3: 2}, {3: 2}),
        ({1: 1, 2: 1}, {1: 1, 2: 1}, {2: 1, 3: 2, 4: 1}),
        ({1: 2, 2: 1}, {0: 1, 1: 3, 5: 1}, {1: 2, 2: 7, 3: 3, 6: 2, 7: 1}),
    ],
)
def test_small_products(one: dict[int, int], other: dict[int, int], expected: dict[int, int]) -> None:
    assert product(one, other) == product(other, one) == expected


def test_ways_are_added_once_unless_stated() -> None:
    found: dict[int, int] = {}
    add(found, {1: 5})
    add(found, {1: 2, 2: 1})
    assert found == {1: 7, 2: 1}


@settings(max_examples=20)
@given(st.integers(1, 40), st.integers(1, 12))
def test_powers_of_a_die_are_those_of_icepool(count: int, faces: int) -> None:
    dice = count @ icepool.d(faces)
    found = power(dict.fromkeys(range(1, faces + 1), 1), count)
    assert found == {value: ways * (faces**count // dice.denominator()) for value, ways in dice.items()}


def test_values_far_apart_cost_no_more_than_near_ones() -> None:
    far = {1000: 1, 3_001_000: 2, 6_001_000: 3, 12_001_000: 7}
    assert cost_of_power(far, 10) == cost_of_power({0: 1, 1: 2, 2: 3, 4: 7}, 10) == 10 * 4 * 3
    assert power(far, 2) == counted(far, far)


def test_a_single_value_is_multiplied() -> None:
    assert power({7: 3}, 4) == {28: 81}
    assert cost_of_power({7: 3}, 4) == 1


def test_a_value_that_is_not_a_number_replaces_zero() -> None:
    assert product({0: 6}, {"red": 2, "white": 4}) == {"red": 12, "white": 24}
    assert product({"red": 2, (("a", 1),): 4}, {0: 3}) == {"red": 6, (("a", 1),): 12}
    assert product({"red": 2}, {0: 3}) == product({0: 3}, {"red": 2}) == {"red": 6}


@pytest.mark.parametrize("times", [1, 3])
def test_ways_are_added_in(times: int) -> None:
    found = {1: 1, 2: 5}
    add(found, {2: 1, 4: 2}, times)
    assert found == {1: 1, 2: 5 + times, 4: 2 * times}
