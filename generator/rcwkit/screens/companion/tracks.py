"""Tracks whose markers can be moved on screen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rcwkit.dice.settle import Settled
from rcwkit.models.tracks import Track
from rcwkit.reading.game import Game

__all__ = ["boards"]


def boards(game: Game, setups: Mapping[str, Settled]) -> list[dict[str, Any]]:
    """Return every track along which markers move, with its markers.

    A marker has the box where it starts, `start`, and where it starts in the set-ups that say so, `starts`: box → ids
    of scenarios.
    """
    return [
        {
            "id": name,
            "title": item.value.title,
            "rule": item.value.rule,
            "boxes": [{"id": key, "title": box.title} for key, box in item.value.boxes.items()],
            "markers": markers,
        }
        for name, item in game.tracks.items()
        if (markers := _markers(game, name, item.value, setups))
    ]


def _markers(game: Game, name: str, track: Track, setups: Mapping[str, Settled]) -> list[dict[str, Any]]:
    placed = {key: None for settled in setups.values() for key in settled.tracks.get(name, {})}
    if track.rows:
        titles = {key: row.title for key, row in track.rows.items()}
        starts = {key: row.start for key, row in track.rows.items()}
    elif placed:
        titles, starts = {key: game.names.get(key, key) for key in placed}, dict.fromkeys(placed)
    elif track.layout in ("line", "grid"):
        titles, starts = {"": track.title}, {"": track.start}
    else:
        return []
    return [
        {"id": key, "title": title, "start": starts.get(key) or "", "starts": _starts(name, key, setups)}
        for key, title in titles.items()
    ]


def _starts(track: str, marker: str, setups: Mapping[str, Settled]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, settled in setups.items():
        if box := settled.tracks.get(track, {}).get(marker):
            found.setdefault(box, []).append(name)
    return found
