"""Raster pictures: their files, ink coverage, separation for a press, and how colour-blind players see them."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from PIL import Image as Pillow
from PIL import ImageChops, ImageFile, ImageMath, ImageOps, ImageStat, UnidentifiedImageError
from PIL.Image import Image, Resampling

from rcwkit.art.colours import Vision, seen

if TYPE_CHECKING:
    from PIL import ImageFilter

LATTICE = 33
"""Steps of each primary colour in the lookup table; shades between are interpolated."""

PIXELS = 25_000_000
"""Limit on the pixels of a picture: A4 at 500 dpi, 75 MB in memory."""

LARGEST = 170_000_000
"""Limit on the pixels of a picture that is scaled down to that: 22 × 34 in at 480 dpi."""

PALE = 0.45
"""Ink of a picture in the low-ink edition, as a share: lighter ones lose their details in print."""

ORIENTATION = 0x0112
"""EXIF tag of how a camera was held: 1 is upright, 5 to 8 are turned by a quarter."""

PLAIN = ("1", "L", "LA", "P", "RGB", "RGBA")
"""Modes of pictures with at most 8 bits a channel, in grey or RGB."""

_PNG_COLOURS = {"L": 0, "RGB": 2, "RGBA": 6}
"""How PNG writes the modes of pictures that we draw."""
_TABLE = 6
"""Size of the packer's table of earlier bytes, as zlib counts it: larger ones leave the processor's cache."""


def admitted(data: bytes) -> bytes:
    """Return a PNG or JPEG file if it is intact and not too large. Raises ValueError."""
    measured(data)
    return data


class Measured(NamedTuple):
    """A picture's width and height in pixels, as it is seen; one that is not `plain` needs converting to be printed."""

    width: int
    height: int
    plain: bool


def measured(data: bytes) -> Measured:
    """Return the measures of a PNG or JPEG file that is admitted. Raises ValueError."""
    with _opened(data) as picture:
        turned = picture.getexif().get(ORIENTATION, 1)
        several = getattr(picture, "n_frames", 1) > 1
        plain = turned == 1 and not several and picture.mode in PLAIN
        # Decoding a JPEG at an eighth of its size finds all that is wrong with it, in half the time.
        width, height = picture.size
        picture.draft("L", (width // 8, height // 8))
        picture.load()
        return Measured(height, width, plain) if turned in (5, 6, 7, 8) else Measured(width, height, plain)


class Adopted(NamedTuple):
    """A picture from elsewhere as a PNG or JPEG file, and its measures in pixels.

    A `blank` one is all transparent, a `flat` one has a single colour.
    """

    data: bytes
    suffix: str
    width: int
    height: int
    blank: bool = False
    flat: bool = False


def adopted(data: bytes) -> Adopted:
    """Return a PNG or JPEG file as it is, and the first frame of a GIF as PNG. Raises ValueError."""
    if data.startswith(b"GIF8"):
        with _opened(data, ("GIF",)) as picture:
            data = _written(_upright(picture))
    found = measured(data)
    with _opened(data) as picture:
        whole = picture.convert("RGBA")
    blank, flat = whole.getchannel("A").getextrema() == (0, 0), whole.getcolors(1) is not None
    return Adopted(data, ".png" if data.startswith(b"\x89PNG") else ".jpg", found.width, found.height, blank, flat)


HIDDEN = 0.6
"""Part of a picture that another one hides if it takes its place."""


def laid(under: bytes, over: bytes) -> bytes | None:
    """Return a picture with another one over its middle; None if that hides most of it. Raises ValueError."""
    layers = []
    for data in (under, over):
        with _opened(data) as picture:
            layers.append(_upright(picture).convert("RGBA"))
    size = max(one.width for one in layers), max(one.height for one in layers)
    whole = [Pillow.new("RGBA", size) for _ in layers]
    for canvas, one in zip(whole, layers, strict=True):
        canvas.paste(one, ((size[0] - one.width) // 2, (size[1] - one.height) // 2))
    below, above = (one.getchannel("A").point(lambda level: 255 * (level > 127)) for one in whole)
    visible, hidden = (ImageStat.Stat(one).sum[0] for one in (below, ImageChops.multiply(below, above)))
    return None if hidden >= HIDDEN * visible else _written(Pillow.alpha_composite(*whole))


def plain(data: bytes) -> bytes:
    """Return a picture as a file that all renderers show alike: upright, one frame, grey or RGB. Raises ValueError."""
    with _opened(data) as picture:
        return _written(_upright(picture), picture.format == "JPEG")


def paled(data: bytes) -> bytes:
    """Return a picture in light greys, on white, for little ink. Raises ValueError."""
    with _opened(data) as picture:
        whole = _upright(picture).convert("RGBA")
        grey = Pillow.alpha_composite(Pillow.new("RGBA", whole.size, "white"), whole).convert("L")
        # Use all the greys there are: few of them are left.
        light = ImageOps.autocontrast(grey, cutoff=1).point([255 - round(PALE * (255 - level)) for level in range(256)])
        return _written(light, picture.format == "JPEG")


def _upright(picture: Image) -> Image:
    """Return the first frame of a picture as it is seen, in grey, RGB or RGBA, 8 bits deep."""
    picture.seek(0)
    whole = ImageOps.exif_transpose(picture)
    if whole.mode.startswith("I"):  # 16 bits deep
        whole = whole.convert("I").point(lambda level: level / 256).convert("L")
    return whole.convert("RGBA" if _translucent(whole) else "L" if whole.mode in ("1", "L") else "RGB")


def opaque(data: bytes) -> tuple[bytes, bytes | None]:
    """Return a picture's colours, and its alpha if not all of it is opaque, as PNG files without alpha, 8 bits deep.

    Raises ValueError.
    """
    with _opened(data) as picture:
        if not _translucent(picture):
            return _written(picture.convert("L" if picture.mode in ("1", "L") else "RGB")), None
        whole = picture.convert("RGBA")
        alpha = whole.getchannel("A")
        return _written(whole.convert("RGB")), None if alpha.getextrema() == (255, 255) else _written(alpha)


def _translucent(picture: Image) -> bool:
    return picture.mode in ("LA", "PA", "RGBA") or "transparency" in picture.info


def _written(picture: Image, lossy: bool = False) -> bytes:
    target = io.BytesIO()
    if lossy:
        picture.save(target, "JPEG", quality=92, subsampling=0)
    else:
        picture.save(target, "PNG", compress_level=1)
    return target.getvalue()


def fitted(data: bytes) -> tuple[bytes, float]:
    """Return a PNG or JPEG file, scaled down to `PIXELS` if it has more of them, and its scale. Raises ValueError."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Pillow.DecompressionBombWarning)
        with _opened(data, most=LARGEST) as picture:
            scale = sqrt(PIXELS / (picture.width * picture.height))
            if scale >= 1:
                return data, 1.0
            whole = _upright(picture)
            small = whole.resize((int(whole.width * scale), int(whole.height * scale)), Resampling.BOX)
            return _written(small, picture.format == "JPEG"), scale


@contextmanager
def _opened(
    data: bytes, formats: tuple[str, ...] = ("PNG", "JPEG"), most: int | None = None
) -> Iterator[ImageFile.ImageFile]:
    """Open a file, usually a PNG or JPEG. Raises ValueError, also for what the block finds wrong with it."""
    ImageFile.LOAD_TRUNCATED_IMAGES = False  # another library may have allowed truncated files
    try:
        with Pillow.open(io.BytesIO(data), formats=formats) as picture:
            most = PIXELS if most is None else most
            if picture.width * picture.height > most:
                size = f"{picture.width} × {picture.height} pixels"
                raise ValueError(f"a picture of {size} is too large: it may have {most // 1_000_000} million")
            yield picture
    except (
        OSError,
        SyntaxError,
        ValueError,
        EOFError,
        Pillow.DecompressionBombError,
        Pillow.DecompressionBombWarning,
    ) as error:
        # Pillow's own words for a file of another kind name an object in memory.
        why = f"no {' or '.join(formats)} file" if isinstance(error, UnidentifiedImageError) else error
        raise ValueError(f"not a printable picture: {why}") from error


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


def cut_out(picture: Image, points: Sequence[tuple[float, float]]) -> Image:
    """Return a picture that is transparent outside of a polygon, with a smooth edge."""
    from PIL import ImageDraw  # and with it all that draws text

    fine = 4
    mask = Pillow.new("L", (picture.size[0] * fine, picture.size[1] * fine), 0)
    ImageDraw.Draw(mask).polygon([(x * fine, y * fine) for x, y in points], fill=255)
    whole = picture.convert("RGB")
    whole.putalpha(mask.resize(picture.size, Resampling.BOX))
    return whole


def reduced(picture: Image, size: tuple[int, int]) -> Image:
    """Return a picture at a smaller size: fastest at a half or third of its own."""
    factor = round(picture.width / size[0])
    if size == (-(-picture.width // factor), -(-picture.height // factor)):
        return picture.reduce(factor)
    return picture.resize(size, Resampling.BOX)


def thumbnail(data: bytes, side: int) -> bytes:
    """Return the middle of a PNG file as a square of that many pixels, as PNG. Raises ValueError."""
    with _opened(data) as picture:
        return _written(ImageOps.fit(picture.convert("RGB"), (side, side), Resampling.BOX))


def tiled(pictures: Sequence[Image | None], columns: int, rows: int, size: tuple[int, int]) -> Image:
    """Tile pictures of one size, row by row; white where there is none."""
    whole = Pillow.new("RGB", (columns * size[0], rows * size[1]), "white")
    for index, picture in enumerate(pictures):
        if picture:
            whole.paste(picture, (index % columns * size[0], index // columns * size[1]))
    return whole


def png(picture: Image, dpi: float, software: str = "") -> bytes:
    """Encode a grey, RGB or RGBA picture as PNG, with its pixels per inch, and the software that made it.

    What we draw has flat colours and sharp edges: without PNG's filters it is packed in half the time, and smaller.
    """
    # A row begins with the number of its filter, 0; here it is the zero at the end of the row before.
    padded = picture.tobytes("raw", picture.mode, picture.width * len(picture.getbands()) + 1)
    packer = zlib.compressobj(1, zlib.DEFLATED, zlib.MAX_WBITS, _TABLE)
    packed = packer.compress(b"\0") + packer.compress(memoryview(padded)[:-1]) + packer.flush()
    metre = round(dpi / 0.0254)
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", *picture.size, 8, _PNG_COLOURS[picture.mode], 0, 0, 0)),
        (b"pHYs", struct.pack(">IIB", metre, metre, 1)),
        *([(b"tEXt", b"Software\0" + software.encode("latin-1"))] if software else []),
        (b"IDAT", packed),
        (b"IEND", b""),
    ]
    parts = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@cache
def _table(vision: Vision) -> ImageFilter.Color3DLUT:
    from PIL import ImageFilter

    return ImageFilter.Color3DLUT.generate(LATTICE, lambda red, green, blue: seen((red, green, blue), vision))


STRIP = 128
"""Rows of a picture that are separated at once: sums need four bytes for each pixel."""


def separations(png: bytes, most: int) -> tuple[tuple[int, int], bytes, Iterator[bytes]]:
    """Return the width and height of a picture in grey or RGB, Gray or CMYK, and its pixels in these, in strips.

    They have at most so much ink in per cent, as `separated` in sheets/operators.py gives a colour.
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
