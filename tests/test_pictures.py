"""Single faces as pictures: their pixels, their edges, and equal bytes."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from rcwkit.frame import MM, Frame, Rect, Text
from rcwkit.sheets.pictures import LEAST, Bleed, picture, pictures, pixels
from sheets_support import FONTS

RED, WHITE, BLUE = "#B3201F", "#FFFFFF", "#27425F"


def face(width: float, height: float, bleed: float) -> Frame:
    """Return a red face with a blue square in the middle; beyond its bleed there is nothing."""
    w, h, b = width * MM, height * MM, bleed * MM
    items = (
        Rect(-b, -b, w + 2 * b, h + 2 * b, RED),
        Rect(w / 2 - 2 * MM, h / 2 - 2 * MM, 4 * MM, 4 * MM, BLUE),
        Text(3, 5, "Ra7", "sans", 2, WHITE),
    )
    return Frame(w, h, items, b, "Ra7")


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


@pytest.mark.parametrize(
    ("size", "shown", "expected"),
    [
        ((63, 88), "shop", (825, 1125)),
        ((70, 120), "shop", (900, 1500)),
        ((59, 92), "shop", (772, 1162)),
        ((63, 88), "none", (744, 1039)),
        ((63, 88), "own", (791, 1087)),
    ],
)
def test_sizes_in_pixels(size: tuple[float, float], shown: Bleed, expected: tuple[int, int]) -> None:
    frame = face(*size, 2.0)
    assert pixels(frame, bleed=shown) == expected
    made = Image.open(io.BytesIO(picture(frame, FONTS, bleed=shown)))
    assert made.size == expected
    assert made.info["dpi"] == pytest.approx((300, 300), abs=0.1)


@given(
    width=st.floats(9, 90),
    height=st.floats(9, 120),
    bleed=st.sampled_from([0.0, 1.0, 2.0, 4.0]),
    dpi=st.sampled_from([72, 150, 203.2]),
    shown=st.sampled_from(["none", "own", "shop"]),
)
def test_art_fills_the_picture_and_is_centred(
    width: float, height: float, bleed: float, dpi: float, shown: Bleed
) -> None:
    frame = face(width, height, bleed)
    made = opened(picture(frame, FONTS, dpi=dpi, bleed=shown))
    assert made.size == pixels(frame, dpi=dpi, bleed=shown)
    right, bottom = made.width - 1, made.height - 1
    for corner in ((0, 0), (right, 0), (0, bottom), (right, bottom), (made.width // 2, 0), (0, made.height // 2)):
        assert made.getpixel(corner) == pytest.approx(rgb(RED), abs=6)
    assert made.getpixel((made.width // 2, made.height // 2)) == rgb(BLUE)


def test_the_trim_alone_is_as_large_as_the_piece() -> None:
    """A face whose bleed has another colour shows none of it."""
    frame = Frame(72, 72, (Rect(-9, -9, 90, 90, BLUE), Rect(0, 0, 72, 72, RED)), 9.0)
    alone, whole = opened(picture(frame, FONTS, dpi=72)), opened(picture(frame, FONTS, dpi=72, bleed="own"))
    assert alone.size == (72, 72) and whole.size == (90, 90)
    assert alone.getcolors() == [(72 * 72, rgb(RED))]
    assert whole.getpixel((4, 45)) == rgb(BLUE) and whole.getpixel((12, 45)) == rgb(RED)


def test_one_by_one_and_together_give_the_same_picture_twice() -> None:
    frames = [face(16, 16, 1.0), face(63, 88, 2.0)]
    together = list(pictures(frames, FONTS, bleed="own"))
    assert together == list(pictures(frames, FONTS, bleed="own"))
    assert [opened(data).tobytes() for data in together] == [
        opened(picture(frame, FONTS, bleed="own")).tobytes() for frame in frames
    ]
    assert list(pictures([], FONTS)) == []


def test_processes_draw_the_same_pictures_in_order() -> None:
    # The last is as much work as all others, and the first nothing.
    frames = [face(0.5, 0.5, 1.0), *(face(8 + number / 10, 8, 1.0) for number in range(LEAST)), face(600, 600, 1.0)]
    assert [*pictures(frames, FONTS, dpi=40, jobs=3)] == [*pictures(frames, FONTS, dpi=40, jobs=2)]
    assert [*pictures(frames, FONTS, dpi=40, jobs=2)] == [*pictures(frames, FONTS, dpi=40)]
