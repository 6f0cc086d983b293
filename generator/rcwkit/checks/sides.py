"""Sides are never told apart by colour alone: owners whose colours may be taken for one another need different marks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.colours import Vision, difference
from rcwkit.look.theme import hatch
from rcwkit.models.game import Owner
from rcwkit.reading.game import Game

__all__ = ["ALIKE", "alike", "marks"]

ALIKE = 5.0
"""Colours nearer than this (ΔE in CIELAB) count as one: so far a press may miss a solid colour (ISO 12647-2), and home printers do no better."""

_WHERE: dict[Vision, str] = {
    "grey": "in greyscale",
    "protan": "to red-blind eyes",
    "deutan": "to green-blind eyes",
    "tritan": "to blue-blind eyes",
}


def marks(game: Game) -> Iterator[Diagnostic]:
    """No two owners with the same mark look alike anywhere."""
    for (first, a), (second, b) in combinations(game.owners.items(), 2):
        found = alike(a, b) if a.mark == b.mark else []
        if found:
            spans = [
                game.root.at("sides" if name in game.info.sides else "factions", name, "mark")
                for name in (first, second)
            ]
            message = f"{a.title} and {b.title} share the mark '{a.mark}' and look alike {', '.join(found)}"
            yield Diagnostic("W226", message, spans[1], "give one of them another mark", (("the other one", spans[0]),))


def alike(a: Owner, b: Owner) -> list[str]:
    """Where the colours of two owners may be taken for one another, in words."""
    found = [where for vision, where in _WHERE.items() if difference(a.colour, b.colour, vision) < ALIKE]
    return found + (["in low ink"] if hatch(a.colour) == hatch(b.colour) else [])
