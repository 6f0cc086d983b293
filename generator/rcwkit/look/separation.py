"""Pictures for a press: their pixels in cyan, magenta, yellow and black, and their alpha as a stencil."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from PIL import Image as Pillow
from PIL import ImageChops, ImageMath
from PIL.Image import Image

__all__ = ["separations", "stencil"]

STRIP = 128
"""Rows of a picture that are separated at once: sums need four bytes for each pixel."""


def separations(png: bytes, most: int) -> tuple[tuple[int, int], bytes, Iterator[bytes]]:
    """Return the width and height of a picture in grey or RGB, Gray or CMYK, and its pixels in these, in strips.

    They have at most so much ink in per cent, as `separated` in draw/inks.py gives a colour.
    """
    with Pillow.open(io.BytesIO(png), formats=("PNG",)) as picture:
        whole = picture.convert("L" if picture.mode == "L" else "RGB")
    width, height = whole.size
    strips = (whole.crop((0, top, width, min(top + STRIP, height))) for top in range(0, height, STRIP))
    if whole.mode == "L":
        return whole.size, b"Gray", (strip.tobytes() for strip in strips)
    return whole.size, b"CMYK", (_separated(strip, most) for strip in strips)


def stencil(png: bytes) -> bytes:
    """Return a picture in grey as rows of bits, 1 where it is darker than half."""
    with Pillow.open(io.BytesIO(png), formats=("PNG",)) as picture:
        return picture.point([255] * 128 + [0] * 128).convert("1", dither=Pillow.Dither.NONE).tobytes()


def _separated(picture: Image, most: int) -> bytes:
    parts = picture.split()
    light = ImageChops.lighter(ImageChops.lighter(parts[0], parts[1]), parts[2])
    three = [
        _computed(lambda of: (of["light"] - of["part"]) * 255 / of["max"](of["light"], 1), light=light, part=part)
        for part in parts
    ]
    total = _computed(lambda of: of["c"] + of["m"] + of["y"], c=three[0], m=three[1], y=three[2])
    black = 255 - most * 255 // 100
    room = _computed(lambda of: of["min"](of["total"], of["light"] - black), total=total, light=light)
    thinned = (
        _computed(
            lambda of: of["convert"](of["part"] * of["room"] / of["max"](of["total"], 1), "L"),
            part=part,
            room=room,
            total=total,
        )
        for part in three
    )
    return Pillow.merge("CMYK", (*thinned, ImageChops.invert(light))).tobytes()


def _computed(expression: Callable[[Mapping[str, Any]], Any], **pictures: Image) -> Image:
    found = ImageMath.lambda_eval(expression, **pictures)
    assert isinstance(found, Image)
    return found
