"""Pictures: how much ink they take, and how colour-blind readers see them."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from rcwkit.art.colours import VISIONS, Vision, seen
from rcwkit.art.images import as_seen, ink, measured, png, reduced


def test_ink_is_everything_but_white() -> None:
    picture = Image.new("RGB", (10, 10), "#FFFFFF")
    assert ink(picture) == 0
    picture.paste((0, 0, 0), (0, 0, 10, 5))
    assert ink(picture) == pytest.approx(0.5)
    assert ink(Image.new("L", (3, 3), 128)) == pytest.approx(127 / 255)


@pytest.mark.parametrize("vision", VISIONS)
def test_every_pixel_is_as_the_colours_say(vision: Vision) -> None:
    colours = [(0xB3, 0x20, 0x1F), (0x27, 0x42, 0x5F), (0xC9, 0xA2, 0x27), (0, 0, 0), (255, 255, 255)]
    picture = Image.new("RGB", (len(colours), 1))
    for x, colour in enumerate(colours):
        picture.putpixel((x, 0), colour)
    shown = as_seen(picture, vision)
    for x, (red, green, blue) in enumerate(colours):
        wanted = [255 * part for part in seen((red / 255, green / 255, blue / 255), vision)]
        assert shown.getpixel((x, 0)) == pytest.approx(wanted, abs=4)


@pytest.mark.parametrize("mode", ["L", "RGB", "RGBA"])
def test_a_picture_is_read_back_as_it_was_written(mode: str) -> None:
    size = (7, 5)
    picture = Image.frombytes(mode, size, bytes(range(7 * 5 * len(mode))))
    read = Image.open(io.BytesIO(png(picture, 300, "rcwkit test")))
    assert (read.mode, read.size, read.tobytes()) == (mode, size, picture.tobytes())
    assert read.info["dpi"] == pytest.approx((300, 300), abs=0.1)
    assert read.info["Software"] == "rcwkit test"
    assert "Software" not in Image.open(io.BytesIO(png(picture, 300))).info


@pytest.mark.parametrize("size", [(4, 3), (3, 2), (7, 5), (5, 4)])
def test_a_reduced_picture_has_the_size_and_colours_of_the_large_one(size: tuple[int, int]) -> None:
    """Whether the size is half of an odd one, or no whole part of it."""
    picture = Image.new("RGB", (7, 5), (40, 80, 120))
    picture.paste((200, 0, 0), (0, 0, 2, 5))
    small = reduced(picture, size)
    assert small.size == size
    assert (small.getpixel((0, 0)), small.getpixel((size[0] - 1, size[1] - 1))) == ((200, 0, 0), (40, 80, 120))


def test_a_file_of_another_kind_is_named_in_plain_words() -> None:
    """Whatever the file is, the same file has the same message."""
    for data in (b"GIF89a", b"<svg/>", b""):
        with pytest.raises(ValueError, match=r"^not a printable picture: no PNG or JPEG file$"):
            measured(data)
