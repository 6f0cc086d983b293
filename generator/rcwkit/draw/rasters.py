"""Raster pictures as PDF streams: PNG and JPEG data are passed through, only alpha is taken apart.

For a press, they are separated into its four inks.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["Raster", "raster", "separation"]

_PNG = b"\x89PNG\r\n\x1a\n"
_GREY, _RGB, _INDEXED = 0, 2, 3
"""Colour types of PNG that PDF knows, too."""
_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""Markers of JPEG that begin a frame, with its size."""


class Raster(NamedTuple):
    """An image XObject: the entries of its dictionary, its data, and its mask if it has alpha.

    A `stencil` is a mask that shows a pixel or hides it.
    """

    entries: bytes
    data: bytes
    mask: Raster | None = None
    stencil: bool = False


def raster(file: bytes) -> Raster:
    """Return a PNG or JPEG file as an image XObject. Raises ValueError for a file that is not admitted."""
    if not file.startswith(_PNG):
        return _jpeg(file)
    found = _png(file)
    if found is None:
        from rcwkit.look.images import opaque  # Pillow, which few pictures need

        colours, alpha = opaque(file)
        found = _png(colours)
        assert found is not None  # written without interlace and alpha
        return found._replace(mask=_png(alpha) if alpha else None)
    return found


def separation(file: bytes, most: int) -> Raster:
    """Return a PNG or JPEG file in CMYK, or in grey, with at most so much ink in per cent.

    Alpha becomes a stencil: no press knows transparency. Raises ValueError for a file that is not admitted.
    """
    from rcwkit.look.images import opaque
    from rcwkit.look.separation import separations, stencil

    colours, alpha = opaque(file)
    (width, height), space, strips = separations(colours, most)
    packing, packed = zlib.compressobj(), bytearray()
    for strip in strips:
        packed += packing.compress(strip)
    packed += packing.flush()
    whole = Raster(_entries(width, height, 8, b"/Device" + space) + b" /Filter /FlateDecode", bytes(packed))
    if alpha is None:
        return whole
    entries = b"/Type /XObject /Subtype /Image /ImageMask true /Width %d /Height %d /BitsPerComponent 1" % (
        width,
        height,
    )
    mask = Raster(entries + b" /Filter /FlateDecode", zlib.compress(stencil(alpha)), stencil=True)
    return whole._replace(mask=mask)


def _png(file: bytes) -> Raster | None:
    """Pass a PNG file through; None if PDF has no such pictures: with alpha, interlaced, or of 16 bits."""
    data, palette = [], b""
    for kind, part in _chunks(file):
        if kind == b"IHDR":
            width, height, bits, colour, _, _, interlaced = struct.unpack(">IIBBBBB", part)
        elif kind == b"PLTE":
            palette = part
        elif kind == b"tRNS":
            return None
        elif kind == b"IDAT":
            data.append(part)
    if interlaced or bits > 8 or colour not in (_GREY, _RGB, _INDEXED):
        return None
    space = b"/DeviceRGB" if colour == _RGB else b"/DeviceGray"
    if colour == _INDEXED:
        space = b"[/Indexed /DeviceRGB %d <%b>]" % (len(palette) // 3 - 1, palette.hex().encode())
    parms = b"<</Predictor 15 /Colors %d /BitsPerComponent %d /Columns %d>>" % (3 if colour == _RGB else 1, bits, width)
    entries = _entries(width, height, bits, space) + b" /Filter /FlateDecode /DecodeParms " + parms
    return Raster(entries, b"".join(data))


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", file, at)
        yield kind, file[at + 8 : at + 8 + length]
        at += 12 + length


def _jpeg(file: bytes) -> Raster:
    """Pass a JPEG file through, without what cameras note in it."""
    kept, at, size = [file[:2]], 2, (0, 0, 0)
    while at < len(file):
        marker = file[at + 1]
        if marker == 0xFF:  # fill bytes
            at += 1
            continue
        (length,) = struct.unpack_from(">H", file, at + 2)
        if marker in _FRAMES:
            height, width, channels = struct.unpack_from(">HHB", file, at + 5)
            size = width, height, channels
        if marker == 0xDA:  # the compressed data, up to the end
            kept.append(file[at:])
            break
        if not (0xE1 <= marker <= 0xED or marker == 0xFE):
            kept.append(file[at : at + 2 + length])
        at += 2 + length
    width, height, channels = size
    space = b"/DeviceGray" if channels == 1 else b"/DeviceRGB"
    return Raster(_entries(width, height, 8, space) + b" /Filter /DCTDecode", b"".join(kept))


def _entries(width: int, height: int, bits: int, space: bytes) -> bytes:
    head = b"/Type /XObject /Subtype /Image /Width %d /Height %d /BitsPerComponent %d /ColorSpace %b"
    return head % (width, height, bits, space)
