"""PNG and JPEG in a PDF: every kind looks as it should, and data pass through where PDF knows them."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest
from pictures_support import chunk, deep, distance, here, picture, printed, saved, setter_of
from PIL import Image, ImageOps
from rcwkit.art.artwork import placed
from rcwkit.frame import Group, Sheet
from rcwkit.sheets.embedding import raster
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.type.fonts import FontBook

BASE = picture()
NONE = Image.Dither.NONE
FADING = Image.linear_gradient("L").resize(BASE.size)


def with_alpha(image: Image.Image, alpha: Image.Image | int) -> Image.Image:
    whole = image.copy()
    whole.putalpha(alpha)
    return whole


def turned(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return exif


def grey16(image: Image.Image) -> bytes:
    levels = image.convert("L").tobytes()
    return saved(Image.frombytes("I;16", image.size, b"".join(bytes((level, level)) for level in levels)))


KINDS: dict[str, tuple[Callable[[], bytes], Image.Image]] = {
    "RGB": (lambda: saved(BASE), BASE),
    "grey": (lambda: saved(BASE.convert("L")), BASE.convert("L")),
    "black and white": (lambda: saved(FADING.convert("1", dither=NONE)), FADING.convert("1", dither=NONE)),
    "palette": (lambda: saved(BASE.quantize(64)), BASE.quantize(64)),
    "palette of 4": (lambda: saved(BASE.quantize(4), bits=2), BASE.quantize(4)),
    "transparent colour": (lambda: saved(BASE.quantize(8), transparency=1), BASE.quantize(8)),
    "alpha": (lambda: saved(with_alpha(BASE, FADING)), with_alpha(BASE, FADING)),
    "grey with alpha": (lambda: saved(with_alpha(BASE.convert("L"), FADING)), with_alpha(BASE.convert("L"), FADING)),
    "opaque alpha": (lambda: saved(with_alpha(BASE, 255)), BASE),
    "16 bits": (lambda: deep(BASE), BASE),
    "16 bits of grey": (lambda: grey16(BASE), BASE.convert("L")),
    "turned PNG": (lambda: saved(BASE, exif=turned(8)), BASE.transpose(Image.Transpose.ROTATE_90)),
    "animated": (lambda: saved(BASE, save_all=True, append_images=[ImageOps.invert(BASE)]), BASE),
    "JPEG": (lambda: saved(BASE, "JPEG", quality=95), BASE),
    "progressive JPEG": (lambda: saved(BASE, "JPEG", quality=95, progressive=True), BASE),
    "grey JPEG": (lambda: saved(BASE.convert("L"), "JPEG", quality=95), BASE.convert("L")),
    "CMYK JPEG": (lambda: saved(BASE.convert("CMYK"), "JPEG", quality=95), BASE),
    "turned JPEG": (lambda: saved(BASE, "JPEG", exif=turned(6)), BASE.transpose(Image.Transpose.ROTATE_270)),
    "mirrored JPEG": (lambda: saved(BASE, "JPEG", exif=turned(2)), BASE.transpose(Image.Transpose.FLIP_LEFT_RIGHT)),
}  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_looks_on_paper_as_on_screen(name: str) -> None:
    made, seen = KINDS[name]
    setter = setter_of({"a": made()})
    art = setter.picture("a", here)
    assert art and art.pixels == seen.size
    page = printed((placed(art, 0, 0, *seen.size),), setter, *seen.size)
    whole = seen.convert("RGBA") if name != "transparent colour" else Image.open(io.BytesIO(made())).convert("RGBA")
    wanted = Image.alpha_composite(Image.new("RGBA", whole.size, "white"), whole)
    assert distance(page, wanted) < 4


@pytest.mark.parametrize("name", ["RGB", "grey", "palette", "palette of 4", "JPEG", "progressive JPEG", "grey JPEG"])
def test_data_that_pdf_knows_pass_through(name: str) -> None:
    data = KINDS[name][0]()
    made = raster(data)
    assert made.mask is None
    if "JPEG" in name:
        assert made.data == data
    else:
        assert b"".join(part for kind, part in chunks(data) if kind == b"IDAT") == made.data


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    found, at = [], 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4])
        found.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    return found


def test_what_a_camera_noted_is_left_out() -> None:
    exif = turned(1)
    exif[0x010E] = "at home"
    data = saved(BASE, "JPEG", exif=exif, comment=b"a secret", icc_profile=b"x" * 500)
    assert b"at home" in data and b"a secret" in data
    made = raster(data)
    assert not any(word in made.data for word in (b"at home", b"a secret", b"xxx"))
    assert distance(Image.open(io.BytesIO(made.data)), BASE) < 4


def test_alpha_becomes_a_mask_only_where_there_is_any() -> None:
    made = raster(saved(with_alpha(BASE, FADING)))
    assert made.mask and b"/DeviceGray" in made.mask.entries and made.mask.mask is None
    assert raster(saved(with_alpha(BASE, 255))).mask is None


def test_a_picture_is_stored_once_and_the_file_is_sound() -> None:
    files = {"a": saved(BASE), "b": saved(with_alpha(BASE, FADING)), "c": saved(BASE, "JPEG")}
    setter = setter_of(files)
    arts = [art for name in files if (art := setter.picture(name, here))]
    once = Group(tuple(placed(art, 0, 100 * at, 96, 64) for at, art in enumerate(arts)))
    sheets = [Sheet(300, 300, (once, once._replace(x=100), Group(once.items, key="k")), str(at)) for at in range(3)]
    pdf = draw(sheets, Imprint("", "", ""), FontBook(), setter.artwork)
    assert pdf == draw(sheets, Imprint("", "", ""), FontBook(), setter.artwork)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert document.check_pdf_syntax() == []
        streams: list[Any] = [one for one in document.objects if isinstance(one, pikepdf.Stream)]
        images = [one for one in streams if one.get("/Subtype") == "/Image"]
        assert sorted(str(one.get("/Filter")) for one in images) == ["/DCTDecode", *["/FlateDecode"] * 3]
        assert sum("/SMask" in one for one in images) == 1


def test_a_missing_picture_is_an_error() -> None:
    setter = setter_of({"a": saved(BASE)})
    art = setter.picture("a", here)
    assert art
    with pytest.raises(KeyError):
        draw([Sheet(9, 9, (placed(art, 0, 0, 9, 9),), "")], Imprint("", "", ""), FontBook(), {})


@pytest.mark.parametrize("after", [b"1", b"anything that a program added"])
def test_what_follows_the_end_of_a_png_is_ignored(after: bytes) -> None:
    assert raster(saved(BASE) + after) == raster(saved(BASE))


def test_an_interlaced_png_is_decoded() -> None:
    """Pillow cannot write them: this one has a single pixel, which comes in the first of seven passes."""
    parts = {
        b"IHDR": b"\0\0\0\1\0\0\0\1\x08\2\0\0\1",
        b"IDAT": zlib.compress(b"\0\xb3\x20\x1f"),
        b"IEND": b"",
    }
    data = b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, part) for kind, part in parts.items())
    setter = setter_of({"a": data})
    art = setter.picture("a", here)
    assert art
    assert printed((placed(art, 0, 0, 9, 9),), setter, 9, 9).getpixel((4, 4)) == (0xB3, 0x20, 0x1F)
