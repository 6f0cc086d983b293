"""Art: a drawing or picture of the game's own, ready to be placed on a face."""

import math
from functools import lru_cache
from typing import Literal, NamedTuple

from rcwkit.look.frame import Group, Item, Path, Picture, Subpath

__all__ = ["CURRENT", "GRID", "Art", "Crop", "on_grid", "placed"]

Crop = Literal["fit", "fill", "stretch"]
"""Whole within its box; or filling it, cut off at the longer sides; or distorted to the shape of the box."""
GRID = 1000.0
"""Length of an art's longer side in the coordinates of its items: renderers round to 0.01."""
CURRENT = "currentColor"
"""In place of a colour: the ink of the text around the art."""


class Art(NamedTuple):
    """A drawing or picture: its natural size in points, and its items, which are `GRID` long on the longer side.

    `pixels` are the width and height of a raster picture, None for a drawing. `key` names the art in one file.
    `tinted` art has parts in the colour `CURRENT`; a `pen` is the most width, in points, that its lines have in print.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    pixels: tuple[int, int] | None = None
    key: str = ""
    tinted: bool = False
    pen: float | None = None


def on_grid(width: float, height: float) -> tuple[float, float]:
    """Return a size scaled to the grid."""
    unit = GRID / max(width, height)
    return width * unit, height * unit


def placed(
    art: Art, x: float, y: float, width: float, height: float, crop: Crop = "fit", ink: str = "#000000"
) -> Group:
    """Place art in a box, in its middle; `ink` takes the place of `CURRENT`. Drawings are stored once per file."""
    across, down = on_grid(art.width, art.height)
    wide, tall = width / across, height / down
    items, key, scale = art.items, art.key, max(wide, tall) if crop == "fill" else min(wide, tall)
    if art.tinted:
        items, key = _inked(items, ink), f"{key}-{ink}"
    if art.pen is not None:
        items, key = _penned(items, round(art.pen / scale, 2)), f"{key}-{art.pen / scale:.2f}"
    if crop == "stretch":
        ratio = wide / scale, tall / scale
        items, key = _stretched(items, *ratio), f"{key}-{ratio[0]:.4f}x{ratio[1]:.4f}"
        across, down = across * ratio[0], down * ratio[1]
    box = None if art.pixels else (0.0, 0.0, across, down)
    left, top = (width - across * scale) / 2, (height - down * scale) / 2
    key = "" if art.pixels else key
    if crop == "fill":
        inner = Group(items, left, top, key=key, clip=box, scale=scale)
        return Group((inner,), x, y, clip=(0.0, 0.0, width, height))
    return Group(items, x + left, y + top, key=key, clip=box, scale=scale)


@lru_cache(maxsize=256)
def _inked(items: tuple[Item, ...], ink: str) -> tuple[Item, ...]:
    return tuple(
        item._replace(
            fill=ink if item.fill == CURRENT else item.fill, stroke=ink if item.stroke == CURRENT else item.stroke
        )
        if isinstance(item, Path)
        else item
        for item in items
    )


@lru_cache(maxsize=256)
def _penned(items: tuple[Item, ...], line: float) -> tuple[Item, ...]:
    return tuple(item._replace(line=min(item.line, line)) if isinstance(item, Path) else item for item in items)


@lru_cache(maxsize=64)
def _stretched(items: tuple[Item, ...], across: float, down: float) -> tuple[Item, ...]:
    def stretched(item: Item) -> Item:
        if isinstance(item, Picture):
            return item._replace(width=item.width * across, height=item.height * down)
        assert isinstance(item, Path)  # what drawings consist of
        subpaths = (
            Subpath((start[0] * across, start[1] * down), tuple(_step(step, across, down) for step in steps), closed)
            for start, steps, closed in item.subpaths
        )
        return item._replace(subpaths=tuple(subpaths), line=item.line * math.sqrt(across * down))

    return tuple(map(stretched, items))


def _step(step: tuple[float, ...], across: float, down: float) -> tuple[float, ...]:
    return tuple(number * (down if index % 2 else across) for index, number in enumerate(step))
