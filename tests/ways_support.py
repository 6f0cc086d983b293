"""All ways to answer what a procedure asks."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

from rcwkit.dice.model import Procedure

__all__ = ["ways"]


def ways(procedure: Procedure, most: int = 9) -> list[tuple[dict[str, Any], str]]:
    """Return all answers to the questions without default, with titles; [] if over `most`, or one takes a list."""
    choices: list[list[tuple[str, Any, str]]] = []
    for name, question in procedure.questions.items():
        if question.default is not None:
            continue
        if question.choices is not None:
            choices.append([(name, key, title) for key, title in question.choices.items()])
        elif question.range is not None:
            choices.append([(name, number, str(number)) for number in question.range])
        else:
            return []
    if prod(len(options) for options in choices) > most:
        return []
    return [({name: key for name, key, _ in way}, ", ".join(title for _, _, title in way)) for way in product(*choices)]
