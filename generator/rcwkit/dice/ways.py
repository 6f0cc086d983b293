"""Distributions as ways per value, `{2: 1, 3: 2}`. Sums of independent values are products, repeated sums powers."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any

__all__ = ["Ways", "add", "cost_of_power", "power", "product"]

Ways = dict[Any, int]


def add(found: Ways, more: Mapping[Any, int], times: int = 1) -> None:
    """Add another distribution to `found`, with its ways multiplied by `times`."""
    for value, ways in more.items():
        found[value] = found.get(value, 0) + ways * times


def product(one: Mapping[Any, int], other: Mapping[Any, int]) -> Ways:
    """Return the distribution of the sum of two independent values; a word may only meet 0."""
    few, many = sorted((one, other), key=len)
    found: Ways = {}
    for value, ways in few.items():
        if isinstance(value, int):
            for second, more in many.items():
                total = value + second if isinstance(second, int) else second
                found[total] = found.get(total, 0) + ways * more
        else:
            add(found, {value: sum(many.values())}, ways)
    return found


def power(ways: Mapping[int, int], count: int) -> Ways:
    """Return the distribution of the sum of `count` independent values with the same ways.

    Euler's recurrence for powers of polynomials: with p = Σ aᵢxⁱ and q = pⁿ = Σ cⱼxʲ, p·q' = n·p'·q gives
    j·a₀·cⱼ = Σ (n·i - j + i)·aᵢ·cⱼ₋ᵢ, so each sum takes as many products as p has terms.
    """
    least, step, terms, first = _dense(ways)
    found = [first**count]
    for at in range(1, count * (max(ways) - least) // step + 1):
        total = sum((count * up - at + up) * weight * found[at - up] for up, weight in terms if up <= at)
        found.append(total // (at * first))
    return {count * least + step * at: number for at, number in enumerate(found) if number}


def cost_of_power(ways: Mapping[int, int], count: int) -> int:
    """Return the number of multiplications that `power` needs."""
    terms = _dense(ways)[2]
    return count * terms[-1][0] * len(terms) if terms else 1


def _dense(ways: Mapping[int, int]) -> tuple[int, int, list[tuple[int, int]], int]:
    """Return (least value, common step, sorted [(steps above the least, ways)] of the others, ways of the least)."""
    least = min(ways)
    step = gcd(*(value - least for value in ways)) or 1
    terms = sorted(((value - least) // step, number) for value, number in ways.items() if value != least)
    return least, step, terms, ways[least]
