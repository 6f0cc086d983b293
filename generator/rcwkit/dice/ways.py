"""Values and in how many ways each comes: `{2: 1, 3: 2}`. Sums of independent values are products, repeated ones powers."""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Any

__all__ = ["Ways", "add", "cost_of_power", "power", "product"]

Ways = dict[Any, int]


def add(found: Ways, more: Mapping[Any, int], times: int = 1) -> None:
    """Count the ways of another in, each so many times."""
    for value, ways in more.items():
        found[value] = found.get(value, 0) + ways * times


def product(one: Mapping[Any, int], other: Mapping[Any, int]) -> Ways:
    """The sums of two independent values. One that is no number must stand beside 0 alone."""
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
    """The sums of so many independent values with the same ways, by Euler's recurrence for powers of polynomials.

    With p = Σ aᵢxⁱ and q = pⁿ = Σ cⱼxʲ, p·q' = n·p'·q gives j·a₀·cⱼ = Σ (n·i - j + i)·aᵢ·cⱼ₋ᵢ: for each sum as many products
    as p has terms.
    """
    least, step, terms, first = _dense(ways)
    found = [first**count]
    for at in range(1, count * (max(ways) - least) // step + 1):
        total = sum((count * up - at + up) * weight * found[at - up] for up, weight in terms if up <= at)
        found.append(total // (at * first))
    return {count * least + step * at: number for at, number in enumerate(found) if number}


def cost_of_power(ways: Mapping[int, int], count: int) -> int:
    """How many products of numbers `power` takes."""
    terms = _dense(ways)[2]
    return count * terms[-1][0] * len(terms) if terms else 1


def _dense(ways: Mapping[int, int]) -> tuple[int, int, list[tuple[int, int]], int]:
    """The least value, the widest step between all values, the others as steps from the least with their ways, and the ways of the least."""
    least = min(ways)
    step = gcd(*(value - least for value in ways)) or 1
    return (
        least,
        step,
        sorted(((value - least) // step, number) for value, number in ways.items() if value != least),
        ways[least],
    )
