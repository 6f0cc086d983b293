"""Colours as `#rrggbb`: contrast, mixing, and how they look in greyscale or to colour-blind people."""

from __future__ import annotations

from collections.abc import Mapping
from colorsys import hls_to_rgb, rgb_to_hls
from functools import lru_cache
from math import dist
from typing import Literal

Vision = Literal["grey", "protan", "deutan", "tritan"]
VISIONS: tuple[Vision, ...] = ("grey", "protan", "deutan", "tritan")
"""Greyscale, and the lack of red, green or blue cones."""

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

_SEEN: Mapping[Vision, Matrix] = {
    "grey": ((0.2126, 0.7152, 0.0722),) * 3,
    # Machado, Oliveira and Fernandes 2009, full severity.
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""Matrices that act on linear red, green and blue."""

_XYZ: Matrix = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_DAYLIGHT: Triple = (0.9505, 1.0, 1.089)


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG defines it, from 0 (black) to 1 (white)."""
    red, green, blue = _linear(_parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache(maxsize=1024)
def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours, from 1 to 21."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=1024)
def mix(a: str, b: str, amount: float) -> str:
    """Return the colour `amount` of the way (0 to 1) from one colour to another."""
    parts = (round(x + (y - x) * amount) for x, y in zip(_bytes(a), _bytes(b), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*parts)


def tint(colour: str, amount: float, ground: str = "#FFFFFF") -> str:
    """Return `amount` (0 to 1) of a colour over a ground."""
    return mix(ground, colour, amount)


def hue(colour: str) -> float | None:
    """Return the angle on the colour wheel in degrees, red at 0, green at 120; None for colours close to grey."""
    red, green, blue = parts = _parts(colour)
    most, span = max(parts), max(parts) - min(parts)
    if span < 0.08 or span < 0.2 * most:
        return None
    if most == red:
        return (green - blue) / span * 60 % 360
    return (blue - red) / span * 60 + 120 if most == green else (red - green) / span * 60 + 240


def turned(colour: str, angle: float) -> str:
    """Return a colour with its hue turned by an angle in degrees, from red towards yellow."""
    shade, light, strong = rgb_to_hls(*_parts(colour))
    return "#{:02X}{:02X}{:02X}".format(
        *(round(255 * one) for one in hls_to_rgb((shade + angle / 360) % 1, light, strong))
    )


def lightened(colour: str, ground: str, least: float) -> str:
    """Return a colour of the same hue, as much lighter as a contrast of `least` with a dark ground needs."""
    shade, light, strong = rgb_to_hls(*_parts(colour))
    steps = (hls_to_rgb(shade, light + (1 - light) * step / 40, strong) for step in range(41))
    shades = ("#{:02X}{:02X}{:02X}".format(*(round(255 * one) for one in step)) for step in steps)
    return next((shade for shade in shades if contrast(shade, ground) >= least), "#FFFFFF")


def seen(parts: Triple, vision: Vision) -> Triple:
    """Return red, green and blue (0 to 1) as someone with that vision sees them."""
    red, green, blue = (min(1.0, max(0.0, value)) for value in _times(_SEEN[vision], _linear(parts)))
    return _encoded(red), _encoded(green), _encoded(blue)


def difference(a: str, b: str, vision: Vision) -> float:
    """Return the difference of two colours to that vision: ΔE 1976 in CIELAB, where black and white are 100 apart."""
    return dist(_lab(a, vision), _lab(b, vision))


@lru_cache(maxsize=1024)
def _lab(colour: str, vision: Vision) -> Triple:
    found = _times(_XYZ, _linear(seen(_parts(colour), vision)))
    x, y, z = (_cube_root(value / white) for value, white in zip(found, _DAYLIGHT, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _times(matrix: Matrix, parts: Triple) -> Triple:
    first, second, third = (a * parts[0] + b * parts[1] + c * parts[2] for a, b, c in matrix)
    return first, second, third


def _linear(parts: Triple) -> Triple:
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def _encoded(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _parts(colour: str) -> Triple:
    red, green, blue = (part / 255 for part in _bytes(colour))
    return red, green, blue


@lru_cache(maxsize=1024)
def _bytes(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
