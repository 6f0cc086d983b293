"""Sums and powers of values with their ways, against plain counting and icepool."""

from __future__ import annotations

from collections import Counter
from itertools import product as every

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.dice.ways import add, cost_of_power, power, product

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


@given(st.integers(1, 60), st.integers(1, 20))
def test_powers_of_a_die_are_those_of_icepool(count: int, faces: int) -> None:
    dice = count @ icepool.d(faces)
    found = power(dict.fromkeys(range(1, faces + 1), 1), count)
    assert found == {value: ways * (faces**count // dice.denominator()) for value, ways in dice.items()}


def test_values_far_apart_cost_no_more_than_near_ones() -> None:
    far = {1000: 1, 3_001_000: 2, 9_001_000: 3}
    assert cost_of_power(far, 10) == cost_of_power({0: 1, 1: 2, 3: 3}, 10) == 60
    assert power(far, 2) == counted(far, far)


def test_a_single_value_is_multiplied() -> None:
    assert power({7: 3}, 4) == {28: 81}
    assert cost_of_power({7: 3}, 4) == 1


def test_a_value_that_is_no_number_takes_the_place_of_nought() -> None:
    assert product({0: 6}, {"red": 2, "white": 4}) == {"red": 12, "white": 24}
    assert product({"red": 2, (("a", 1),): 4}, {0: 3}) == {"red": 6, (("a", 1),): 12}


@pytest.mark.parametrize("times", [1, 3])
def test_ways_are_added_in(times: int) -> None:
    found = {1: 1, 2: 5}
    add(found, {2: 1, 4: 2}, times)
    assert found == {1: 1, 2: 5 + times, 4: 2 * times}
