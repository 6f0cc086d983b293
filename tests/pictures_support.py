"""Small pictures of every kind, and what they look like on paper."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Mapping
from typing import Any

from PIL import Image, ImageChops
from rcwkit.art.artwork import Artwork
from rcwkit.art.theme import HOUSE, Theme
from rcwkit.diagnostics import InputError, Span
from rcwkit.frame import Item, Sheet
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.pictures import pages
from rcwkit.source.project import OpenedFile
from rcwkit.type.fonts import FontBook
from rcwkit.type.text import Setter

SVG = "http://www.w3.org/2000/svg"
BOX = f'<svg xmlns="{SVG}" viewBox="0 0 20 10">'


def svg(inside: str, head: str = BOX) -> bytes:
    return f"{head}{inside}</svg>".encode()


def picture(width: int = 96, height: int = 64, seed: int = 0) -> Image.Image:
    """Return a picture with soft patches of colour."""
    data = random.Random(seed).randbytes(6 * 4 * 3)
    return Image.frombytes("RGB", (6, 4), data).resize((width, height), Image.Resampling.BICUBIC)


def saved(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    target = io.BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def deep(image: Image.Image) -> bytes:
    """Return an RGB picture as PNG with 16 bits a channel, which Pillow cannot write."""
    width, height = image.size
    pixels = image.tobytes()
    rows = b"".join(
        b"\0" + b"".join(bytes((value, value)) for value in pixels[row * width * 3 : (row + 1) * width * 3])
        for row in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 16, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def setter_of(files: Mapping[str, bytes], theme: Theme = HOUSE) -> Setter:
    """Return a setter whose pictures are these files."""

    def read(name: str, span: Span) -> OpenedFile:
        if name not in files:
            raise InputError.of("E103", f"'{name}' cannot be read", span)
        return OpenedFile(f"toy/{name}", files[name])

    return Setter(theme, artwork=Artwork(read))


def here() -> Span:
    return Span("toy/cards.yaml", 3, 5)


def printed(items: tuple[Item, ...], setter: Setter, width: int = 200, height: int = 100, scale: int = 1) -> Any:
    """Return how items look on paper, a pixel a point."""
    pdf = draw([Sheet(width, height, items, "1")], Imprint("", "", ""), FontBook(), setter.artwork)
    (page,) = pages(pdf, 72 * scale)
    return page.convert("RGB")


def distance(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two pictures, from 0 to 255."""
    counts = ImageChops.difference(one.convert("RGB"), other.convert("RGB")).convert("L").histogram()
    return sum(level * count for level, count in enumerate(counts)) / sum(counts)
