"""Pictures in pixels: what ink they take, and how they look without colour or to colour-blind eyes."""

from __future__ import annotations

from functools import cache

from PIL import ImageFilter
from PIL.Image import Image

from generator.colours import Vision, seen

__all__ = ["as_seen", "ink"]

LATTICE = 33
"""How many shades of each primary colour are worked out; between them is interpolated."""


def as_seen(picture: Image, vision: Vision) -> Image:
    """The picture as somebody with that vision sees it."""
    return picture.convert("RGB").filter(_table(vision))


def ink(picture: Image) -> float:
    """The part of a picture's area that ink covers, from 0 to 1: one minus the mean of its greys, white being 1.

    Greys are taken as they are stored: where a line covers half of a pixel, its grey lies half way to white.
    """
    counts = picture.convert("L").histogram()
    return 1 - sum(grey * count for grey, count in enumerate(counts)) / (255 * sum(counts))


@cache
def _table(vision: Vision) -> ImageFilter.Color3DLUT:
    return ImageFilter.Color3DLUT.generate(LATTICE, lambda red, green, blue: seen((red, green, blue), vision))
