"""Many cards on one picture, edge to edge in rows: what programs call a sheet or a sprite."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from generator.layout.frame import Frame, Group

__all__ = ["ACROSS", "grid", "shape"]

ACROSS = 10
"""Cards in a row."""


def shape(count: int, *, least: int = 1) -> tuple[int, int]:
    """Columns and rows for so many cards, of each at least `least`."""
    return max(least, min(ACROSS, count)), max(least, ceil(count / ACROSS))


def grid(frames: Sequence[Frame], columns: int, rows: int, name: str) -> Frame:
    """Faces of one size, in rows from the top left, each cut at its trim."""
    width, height = frames[0].width, frames[0].height
    items = tuple(
        Group(frame.items, index % columns * width, index // columns * height, clip=(0.0, 0.0, width, height)) for index, frame in enumerate(frames)
    )
    return Frame(columns * width, rows * height, items, name=name)
