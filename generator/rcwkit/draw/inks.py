"""Colours as operators of a page: red, green and blue as they are, or separated into four inks for a press."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

__all__ = ["Colours", "Press", "inks", "rgb", "separated"]

Colours = Callable[[str], tuple[str, str]]
"""Turns `#rrggbb` into the operators that fill and stroke with it."""
BLACK, NEUTRAL = 51, 26
"""The strongest part of a colour that is printed as solid black, and the most that its parts may differ.

Black ink alone is about #231F20 on paper. Text in several inks would have coloured edges.
"""


class Press(NamedTuple):
    """A press that a PDF/X-1a is made for: its registered condition, and the most ink in per cent, of all four."""

    condition: str
    ink: int


@cache
def rgb(colour: str) -> tuple[str, str]:
    """Return a colour's operators in RGB."""
    numbers = " ".join(f"{part / 255:.3f}" for part in _parts(colour))
    return f"{numbers} rg", f"{numbers} RG"


@cache
def inks(press: Press) -> Colours:
    """Return what separates colours for a press."""

    @cache
    def operators(colour: str) -> tuple[str, str]:
        parts = _parts(colour)
        black = max(parts) <= BLACK and max(parts) - min(parts) <= NEUTRAL
        # Cut off, not rounded: the sum stays below the limit.
        found = (0, 0, 0, 255) if black else separated(*parts, press.ink)
        numbers = " ".join(f"{part * 1000 // 255 / 1000:.3f}" for part in found)
        return f"{numbers} k", f"{numbers} K"

    return operators


def separated(red: int, green: int, blue: int, most: int) -> tuple[int, int, int, int]:
    """Return a colour in cyan, magenta, yellow and black, from 0 to 255, with at most so much ink in per cent.

    Black takes all that the three have in common; they are thinned in proportion where the sum would be too much.
    """
    light = max(red, green, blue)
    three = [(light - part) * 255 // max(light, 1) for part in (red, green, blue)]
    total = sum(three)
    room = min(total, most * 255 // 100 - (255 - light))
    cyan, magenta, yellow = (part * room // max(total, 1) for part in three)
    return cyan, magenta, yellow, 255 - light


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
