"""Raster pictures: their ink coverage, how they look in greyscale or to colour-blind people, and their files."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache

from PIL import Image as Pillow
from PIL import ImageFile, ImageFilter
from PIL.Image import Image
from PIL.PngImagePlugin import PngInfo

from rcwkit.look.colours import Vision, seen

__all__ = ["admitted", "as_seen", "framed", "ink", "measured", "png", "tiled"]

LATTICE = 33
"""Steps of each primary colour in the lookup table; shades between are interpolated."""

PIXELS = 25_000_000
"""Limit on the pixels of a picture: A4 at 500 dpi, 75 MB in memory."""


def admitted(data: bytes) -> bytes:
    """Return a PNG or JPEG file if it is intact and not too large. Raises ValueError."""
    measured(data)
    return data


def measured(data: bytes) -> tuple[int, int]:
    """Return the width and height in pixels of a PNG or JPEG file that is admitted. Raises ValueError."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # another library may have allowed truncated files
    try:
        with Pillow.open(io.BytesIO(data), formats=("PNG", "JPEG")) as picture:
            if picture.width * picture.height > PIXELS:
                raise ValueError(f"a picture of {picture.width} × {picture.height} pixels is too large")
            picture.load()
            return picture.size
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        Pillow.DecompressionBombError,
        Pillow.DecompressionBombWarning,
    ) as error:
        raise ValueError(f"not a printable picture: {error}") from error


def as_seen(picture: Image, vision: Vision) -> Image:
    """Return a picture as someone with that vision sees it."""
    return picture.convert("RGB").filter(_table(vision))


def ink(picture: Image) -> float:
    """Return a picture's ink coverage, from 0 to 1: one minus its mean grey, where white is 1.

    Stored greys are used as they are, not linearised: a line that covers half a pixel makes it half-way grey.
    """
    counts = picture.convert("L").histogram()
    return 1 - sum(grey * count for grey, count in enumerate(counts)) / (255 * sum(counts))


def framed(picture: Image, across: int, down: int) -> Image:
    """Extend a picture by repeating its edge pixels: `across` to the left and right, `down` above and below."""
    if not (across or down):
        return picture
    width, height = picture.size
    whole = Pillow.new(picture.mode, (width + 2 * across, height + 2 * down))
    for x, wide, left in ((0, across, 0), (across, width, None), (across + width, across, width - 1)):
        for y, tall, top in ((0, down, 0), (down, height, None), (down + height, down, height - 1)):
            if wide and tall:
                box = (left or 0, top or 0, width if left is None else left + 1, height if top is None else top + 1)
                whole.paste(picture.crop(box).resize((wide, tall)), (x, y))
    return whole


def tiled(pictures: Sequence[Image | None], columns: int, rows: int, size: tuple[int, int]) -> Image:
    """Tile pictures of one size, row by row; white where there is none."""
    whole = Pillow.new("RGB", (columns * size[0], rows * size[1]), "white")
    for index, picture in enumerate(pictures):
        if picture:
            whole.paste(picture, (index % columns * size[0], index // columns * size[1]))
    return whole


def png(picture: Image, dpi: float, software: str = "") -> bytes:
    """Encode a picture as PNG, with the resolution at which it has its true size, and the software that made it."""
    target, said = io.BytesIO(), PngInfo()
    if software:
        said.add_text("Software", software)
    picture.save(target, "PNG", dpi=(dpi, dpi), pnginfo=said)
    return target.getvalue()


@cache
def _table(vision: Vision) -> ImageFilter.Color3DLUT:
    return ImageFilter.Color3DLUT.generate(LATTICE, lambda red, green, blue: seen((red, green, blue), vision))
