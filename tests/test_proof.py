"""Proofs: pages as pictures."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image
from rcwkit.frame import Line, Rect, Sheet
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.sheets.pictures import coverage, proof
from rcwkit.type.fonts import FontBook


def test_a_picture_for_each_page() -> None:
    sheets = [Sheet(144, 72, (Rect(0, 0, 72, 72, "#B3201F"),), "one"), Sheet(72, 144, (), "two")]
    first, second = map(BytesIO, proof(draw(sheets, Imprint("a", "b", "c"), FontBook()), dpi=72))
    with Image.open(first) as image:
        assert image.size == (144, 72)
        assert image.convert("RGB").getpixel((10, 10)) == (0xB3, 0x20, 0x1F)
        assert image.convert("RGB").getpixel((100, 10)) == (255, 255, 255)
    with Image.open(second) as image:
        assert image.size == (72, 144)


def test_a_proof_in_grey_has_no_colour() -> None:
    sheets = [Sheet(72, 72, (Rect(0, 0, 72, 72, "#B3201F"),), "one")]
    (data,) = proof(draw(sheets, Imprint("a", "b", "c"), FontBook()), dpi=72, vision="grey")
    with Image.open(BytesIO(data)) as image:
        assert image.convert("RGB").getpixel((10, 10)) == pytest.approx((93, 93, 93), abs=4)


def test_ink_of_fills_and_of_thin_lines_is_their_area() -> None:
    black = Sheet(100, 100, (Rect(0, 0, 100, 25, "#000000"),), "a")
    lines = Sheet(100, 100, tuple(Line(0, y, 100, y, "#000000", 0.4) for y in range(5, 100, 5)), "b")
    filled, hatched, empty = coverage(
        draw([black, lines, Sheet(100, 100, (), "c")], Imprint("a", "b", "c"), FontBook())
    )
    assert filled == pytest.approx(25, abs=0.3)
    assert hatched == pytest.approx(19 * 0.4, abs=1.0)
    assert empty == 0


def test_bytes_that_are_no_pdf() -> None:
    with pytest.raises(ValueError, match="not a PDF"):
        next(proof(b"hello"))
