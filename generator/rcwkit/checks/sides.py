"""Checks that owners with similar colours have different marks, since colour alone must never distinguish sides."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.look.colours import Vision, difference
from rcwkit.look.theme import hatch
from rcwkit.models.game import Owner
from rcwkit.reading.game import Game

__all__ = ["ALIKE", "alike", "marks"]

ALIKE = 5.0
"""The least distance of distinct colours (ΔE in CIELAB): the press tolerance for solids in ISO 12647-2."""

_WHERE: dict[Vision, str] = {
    "grey": "in greyscale",
    "protan": "to red-blind eyes",
    "deutan": "to green-blind eyes",
    "tritan": "to blue-blind eyes",
}


def marks(game: Game) -> Iterator[Diagnostic]:
    """Check that no two owners with the same mark look alike anywhere."""

    def span(name: str) -> Span:
        return game.root.at("sides" if name in game.info.sides else "factions", name, "mark")

    for (first, a), (second, b) in combinations(game.owners.items(), 2):
        found = alike(a, b) if a.mark == b.mark else []
        if found:
            message = f"{a.title} and {b.title} share the mark '{a.mark}' and look alike {', '.join(found)}"
            other = (("the other one", span(first)),)
            yield Diagnostic("W226", message, span(second), "give one of them another mark", other)


def alike(a: Owner, b: Owner) -> list[str]:
    """Return where the colours of two owners may be mistaken for each other, in words."""
    found = [where for vision, where in _WHERE.items() if difference(a.colour, b.colour, vision) < ALIKE]
    return found + (["in low ink"] if hatch(a.colour) == hatch(b.colour) else [])
