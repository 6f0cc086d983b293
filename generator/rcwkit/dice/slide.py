"""Movement of markers along tracks."""

from __future__ import annotations

from rcwkit.dice.values import View, WalkError, holds, number, quoted
from rcwkit.models.procedures import Move
from rcwkit.models.tracks import Track

__all__ = ["slid"]


def slid(view: View, move: Move, track: Track, row_id: str) -> tuple[str, str]:
    """Return the boxes where a marker starts and ends.

    Leaving a box costs its `leave` points; closed gates stop the marker; unused points are lost. Raises WalkError for a
    row or box that the track does not have.
    """
    if row_id not in track.rows:
        raise WalkError(view.node, f"'{row_id}' is not a row of the track")
    boxes, row = list(track.boxes), track.rows[row_id]
    start = view.value(move.start) if move.start is not None else row.start
    if start not in boxes:
        raise WalkError(view.node, f"{quoted(start)} is not a box of the track")
    at = boxes.index(str(start))
    if move.blocked is not None and holds(view, move.blocked):
        return str(start), str(start)
    wanted = number(view, move.points if move.points is not None else move.boxes or 0)
    step, left = (1 if wanted > 0 else -1), abs(wanted)
    shut = {gate.box for gate in row.gates if not (gate.box in move.open and holds(view, move.open[gate.box]))}
    while 0 <= at + step < len(boxes):
        cost = track.boxes[boxes[at]].leave if move.points is not None else 1
        if cost == 0 or left < cost or boxes[at + step] in shut:
            break
        left -= cost
        at += step
    return str(start), boxes[at]
