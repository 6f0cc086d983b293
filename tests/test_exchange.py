"""PDF/X-1a for print shops: inks within the limit, no other colours, boxes, fonts, and what the standard asks for."""

from __future__ import annotations

import io
import itertools
import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from exports_support import DECK
from pictures_support import picture, saved
from PIL import Image, ImageDraw
from rcwkit.art.images import separations
from rcwkit.export.shops import export_shop, shop
from rcwkit.frame import MM, Circle, Group, Item, Line, Picture, Rect, Sheet, Text
from rcwkit.sheets.embedding import raster, separation
from rcwkit.sheets.operators import PressCondition, inks, rgb, separated
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.source.project import Project
from rcwkit.type.fonts import FontBook
from tests_support import TOY, write

SWOP = PressCondition("CGATS TR 001", 240)
STEPS: tuple[int, ...] = (0, 1, 40, 51, 52, 90, 128, 200, 254, 255)
COLOURS = {*("rg", "RG", "g", "G", "k", "K", "cs", "CS", "sc", "SC", "scn", "SCN", "sh", "gs", "ri")}
"""Operators that set a colour, or a state with transparency."""


@pytest.mark.parametrize(
    ("colour", "expected"),
    [
        ((255, 255, 255), (0, 0, 0, 0)),
        ((0, 0, 0), (0, 0, 0, 255)),
        ((128, 128, 128), (0, 0, 0, 127)),
        ((255, 0, 0), (0, 255, 255, 0)),
        ((0, 255, 255), (255, 0, 0, 0)),
        ((0, 0, 255), (255, 255, 0, 0)),
        ((128, 0, 0), (0, 242, 242, 127)),
        ((200, 100, 50), (0, 127, 191, 55)),
    ],
)
def test_black_takes_what_all_have_in_common(colour: tuple[int, int, int], expected: tuple[int, ...]) -> None:
    assert separated(*colour, 240) == expected


@pytest.mark.parametrize("most", [100, 200, 240, 400])
def test_no_colour_has_more_ink_than_the_limit(most: int) -> None:
    found = [separated(*colour, most) for colour in itertools.product(STEPS, STEPS, STEPS)]
    assert all(0 <= part <= 255 for one in found for part in one)
    assert max(map(sum, found)) <= most * 255 / 100
    assert max(map(sum, found)) > 0.98 * min(most, 290) * 255 / 100


def test_colours_of_a_page_are_within_the_limit_as_written() -> None:
    operators = inks(SWOP)
    for parts in itertools.product(STEPS, STEPS, STEPS):
        fill, stroke = operators("#{:02X}{:02X}{:02X}".format(*parts))
        assert fill.removesuffix(" k") == stroke.removesuffix(" K")
        assert sum(map(Decimal, fill.split()[:4])) <= Decimal("2.4")


@pytest.mark.parametrize("ink", ["#000000", "#1B1A18", "#2A211A", "#20262B", "#17222B", "#333333"])
def test_text_that_is_nearly_black_is_black_alone(ink: str) -> None:
    assert inks(SWOP)(ink) == ("0.000 0.000 0.000 1.000 k", "0.000 0.000 0.000 1.000 K")


@pytest.mark.parametrize("colour", ["#343434", "#330000", "#001A33", "#808080"])
def test_other_dark_colours_keep_their_shade(colour: str) -> None:
    assert not inks(SWOP)(colour)[0].endswith(" 1.000 k")
    assert rgb("#FF8000") == ("1.000 0.502 0.000 rg", "1.000 0.502 0.000 RG")


@pytest.mark.parametrize("most", [150, 240])
def test_pictures_are_separated_as_colours_are(most: int) -> None:
    colours = list(itertools.product(STEPS, STEPS, STEPS))
    drawn = Image.new("RGB", (1, len(colours)))
    drawn.putdata(colours)
    size, space, strips = separations(saved(drawn), most)
    data = b"".join(strips)
    assert (size, space) == ((1, len(colours)), b"CMYK")
    assert [tuple(data[at : at + 4]) for at in range(0, len(data), 4)] == [separated(*one, most) for one in colours]


def translucent() -> Image.Image:
    """A picture that is opaque on the left, half so in the middle, and clear on the right."""
    drawn = picture(90, 60).convert("RGBA")
    alpha = Image.new("L", drawn.size, 255)
    ImageDraw.Draw(alpha).rectangle((30, 0, 59, 60), fill=127)
    ImageDraw.Draw(alpha).rectangle((60, 0, 90, 60), fill=0)
    drawn.putalpha(alpha)
    return drawn


def test_alpha_becomes_a_stencil() -> None:
    found = separation(saved(translucent()), 240)
    assert found.mask is not None
    assert found.mask.stencil
    assert b"/ImageMask true" in found.mask.entries
    assert raster(saved(translucent())).mask is not None
    assert separation(saved(picture()), 240).mask is None
    assert b"/DeviceGray" in separation(saved(picture().convert("L")), 240).entries


PICTURES = {
    "png": saved(picture(200, 140)),
    "jpeg": saved(picture(120, 90, seed=3), "JPEG"),
    "grey": saved(picture(80, 60).convert("L")),
    "clear": saved(translucent()),
    "palette": saved(picture(64, 64).quantize(16)),
}
WIDTH, HEIGHT, BLEED = 69 * MM, 95 * MM, 3 * MM


def sheet(number: int) -> Sheet:
    """Return a page with everything that is drawn."""
    repeated = Group((Circle(9, 9, 8, "#C9A227", "#B3201F", 1.2),), 40, 40, key="mark")
    pictures = [Picture(20 + 30 * at, 120, 28, 20, name) for at, name in enumerate(PICTURES)]
    items: tuple[Item, ...] = (
        Rect(0, 0, WIDTH, HEIGHT, "#5F3A86"),
        Rect(BLEED, BLEED, 60, 30, "#F4ECDD", "#1B1A18", 0.8, 4),
        Text(20, 30, f"Word {number} Слово", "narrow-bold", 12, "#1B1A18"),
        Line(10, 60, 90, 60, "#008040", 2),
        repeated,
        repeated._replace(x=80, rotate=30),
        *pictures,
    )
    box = BLEED, BLEED, WIDTH - 2 * BLEED, HEIGHT - 2 * BLEED
    return Sheet(WIDTH, HEIGHT, items, f"card {number}, face", box, (), BLEED)


@pytest.fixture(scope="module")
def data() -> bytes:
    return draw([sheet(1), sheet(2)], Imprint("cards", "rcwkit", ""), FontBook(), PICTURES, SWOP)


def assert_exchangeable(data: bytes, most: float) -> int:
    """Assert that a file is PDF/X-1a:2003, as far as it can be read off it; return the number of its pictures."""
    assert data.startswith(b"%PDF-1.4\n")
    assert b"/ObjStm" not in data
    assert b"/XRef" not in data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.check_pdf_syntax() == []
        info = pdf.docinfo
        assert str(info["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert str(info["/Trapped"]) == "/False"
        assert all(str(info[key]) for key in ("/Title", "/CreationDate", "/ModDate"))
        assert len(pdf.trailer["/ID"]) == 2
        assert "/Encrypt" not in pdf.trailer
        (intent,) = pdf.Root["/OutputIntents"]
        assert (str(intent["/S"]), str(intent["/OutputConditionIdentifier"])) == ("/GTS_PDFX", "CGATS TR 001")
        assert str(intent["/RegistryName"]) == "http://www.color.org"
        assert "/OpenAction" not in pdf.Root and "/AcroForm" not in pdf.Root
        for page in pdf.pages:
            media, bleed, trim = ([float(side) for side in box] for box in (page.mediabox, page.bleedbox, page.trimbox))
            assert media[0] <= bleed[0] <= trim[0] < trim[2] <= bleed[2] <= media[2]
            assert media[1] <= bleed[1] <= trim[1] < trim[3] <= bleed[3] <= media[3]
            assert "/ArtBox" not in page.obj
            assert "/Annots" not in page.obj
            assert_inked(page.obj, most)
        return sum(assert_allowed(thing, most) for thing in pdf.objects)


def assert_inked(holder: pikepdf.Object, most: float) -> None:
    """Assert that a page or form sets no colours but in the four inks, within the limit."""
    for one in pikepdf.parse_content_stream(holder):
        if str(one.operator) in COLOURS:
            assert str(one.operator) in ("k", "K")
            assert sum(map(Decimal, map(str, one.operands))) <= Decimal(most) / 100


def assert_allowed(thing: pikepdf.Object, most: float) -> bool:
    """Assert that an object has nothing that the standard forbids; return whether it is a picture."""
    if not isinstance(thing, pikepdf.Dictionary | pikepdf.Stream):
        return False
    assert not {"/SMask", "/Group", "/ca", "/CA", "/BM", "/JS", "/TR", "/OPI", "/EF"} & set(thing.keys())
    if thing.get("/Type") == "/Font" and "/DescendantFonts" not in thing:
        assert "/FontFile2" in thing["/FontDescriptor"]
    if thing.get("/Subtype") == "/Form":
        assert_inked(thing, most)
    if thing.get("/Subtype") != "/Image":
        return False
    if thing.get("/ImageMask"):
        return True
    assert str(thing["/ColorSpace"]) in ("/DeviceCMYK", "/DeviceGray")
    pixels = thing.read_bytes()
    channels = 4 if str(thing["/ColorSpace"]) == "/DeviceCMYK" else 1
    assert len(pixels) == int(thing["/Width"]) * int(thing["/Height"]) * channels
    assert max(sum(pixels[at : at + channels]) for at in range(0, len(pixels), channels)) <= most * 255 / 100
    return True


def test_a_file_is_what_the_standard_asks_for(data: bytes) -> None:
    assert assert_exchangeable(data, 240) == len(PICTURES) + 1
    assert draw([sheet(1), sheet(2)], Imprint("cards", "rcwkit", ""), FontBook(), PICTURES, SWOP) == data


def test_a_press_may_have_a_name_that_is_not_ascii() -> None:
    made = draw(
        [sheet(1)], Imprint("cards /Trapped /False", "rcwkit", ""), FontBook(), PICTURES, PressCondition("Größe", 240)
    )
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert str(pdf.Root.OutputIntents[0].OutputConditionIdentifier) == "Größe"
        assert str(pdf.docinfo.Title) == "cards /Trapped /False", "only entries are added, no text is changed"


def test_other_files_stay_in_rgb_and_compact() -> None:
    plain = draw([sheet(1)], Imprint("cards", "rcwkit", ""), FontBook(), PICTURES)
    assert plain.startswith(b"%PDF-1.7\n")
    assert b"/ObjStm" in plain and b"GTS_PDFX" not in plain
    with pikepdf.open(io.BytesIO(plain)) as pdf:
        used = {str(one.operator) for one in pikepdf.parse_content_stream(pdf.pages[0])}
    assert used & COLOURS == {"rg", "RG"}


def shown(data: bytes) -> Image.Image:
    document = pypdfium2.PdfDocument(data)
    drawn: Image.Image = document[0].render(scale=2).to_pil().convert("RGB")
    return drawn


def test_a_page_looks_as_it_does_in_rgb(data: bytes) -> None:
    """Roughly: viewers show the four inks duller than a screen."""
    plain = shown(draw([sheet(1)], Imprint("cards", "rcwkit", ""), FontBook(), PICTURES))
    pressed = shown(data)
    assert pressed.size == plain.size
    apart = [
        sum(abs(a - b) for a, b in zip(one, other, strict=True)) / 3
        for one, other in zip(pixels(plain), pixels(pressed), strict=True)
    ]
    assert sum(apart) / len(apart) < 40
    # Where the picture is clear, the ground shows.
    x, y = (round(2 * side) for side in (20 + 30 * 3 + 26, 130))
    ground = pressed.getpixel((4, 4))
    assert pressed.getpixel((x, y)) == ground


def pixels(image: Image.Image) -> Iterator[tuple[int, ...]]:
    data = image.tobytes()
    return (tuple(data[at : at + 3]) for at in range(0, len(data), 3))


def test_decks_for_drivethrucards_are_exchangeable(tmp_path: Path) -> None:
    layouts = """kind: layouts
id: l
layouts:
  safe:
    extends: house
    boxes: {scene: {at: [8, 40, 40, 30], image: "{{ card.title | lower }}.png"}}
"""
    write(tmp_path / "toy", {"game.yaml": TOY["game.yaml"], "cards.yaml": DECK, "layouts.yaml": layouts})
    (tmp_path / "toy" / "storm.png").write_bytes(PICTURES["clear"])
    (tmp_path / "toy" / "calm.png").write_bytes(PICTURES["palette"])
    exported = export_shop(Project(tmp_path / "toy", shown="toy"), tmp_path, *shop("drivethrucards"), ("table",))
    data = (exported.folder / "events.pdf").read_bytes()
    assert assert_exchangeable(data, 240) == 3
    assert re.search(rb"/TrimBox \[", data)
