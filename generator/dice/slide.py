"""Moving a marker along a track, and the error of data that lead nowhere."""

from __future__ import annotations

from typing import Any

from generator.dice.plan import Node
from generator.dice.values import View, amount, holds
from generator.models.procedures import Move
from generator.models.tracks import Track

__all__ = ["WalkError", "number", "slid"]


class WalkError(Exception):
    """The data lead nowhere (a roll beyond a table, a word where a number is meant); `node` says in which step."""

    def __init__(self, node: Node, message: str) -> None:
        super().__init__(message)
        self.node = node


def slid(node: Node, view: View, move: Move, track: Track, row_id: str) -> tuple[str, str]:
    """The boxes where a marker begins and ends: each box costs its `leave` points; shut gates stop it; what is left over is lost."""
    if row_id not in track.rows:
        raise WalkError(node, f"'{row_id}' is no row of the track")
    boxes, row = list(track.boxes), track.rows[row_id]
    start = view.value(move.start) if move.start is not None else row.start
    if start not in boxes:
        raise WalkError(node, f"'{start}' is no box of the track")
    at = boxes.index(str(start))
    if move.blocked is not None and holds(view, move.blocked):
        return str(start), str(start)
    wanted = number(node, view, move.points if move.points is not None else move.boxes or 0)
    step, left = (1 if wanted > 0 else -1), abs(wanted)
    shut = {gate.box for gate in row.gates if not (gate.box in move.open and holds(view, move.open[gate.box]))}
    while 0 <= at + step < len(boxes):
        cost = track.boxes[boxes[at]].leave if move.points is not None else 1
        if cost == 0 or left < cost or boxes[at + step] in shut:
            break
        left -= cost
        at += step
    return str(start), boxes[at]


def number(node: Node, view: View, value: Any) -> int:
    """An amount that must be a number. Raises WalkError."""
    found = amount(view, value)
    if not isinstance(found, int):
        raise WalkError(node, f"'{found}' is no number")
    return found
