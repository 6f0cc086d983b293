"""Sheets as PDF: embedded fonts, page boxes, text for screen readers, the same bytes every time."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from rcwkit.diagnostics import Surroundings
from rcwkit.frame import Circle, Gradient, Group, Item, Line, Picture, Polygon, Rect, Sheet, Text
from rcwkit.sheets.operators import Codes, Numbers, Stream, literal
from rcwkit.sheets.pdf import Imprint, draw
from rcwkit.type.fonts import FontBook
from tests_support import Golden

FONTS = FontBook()
IMPRINT = Imprint("Triumph of Chaos: Faction cards", "rcwkit", "An unofficial player aid", flip="long")
RED, BLUE, INK = "#FF0000", "#0000FF", "#1B1A18"


def sheet(*items: Item, label: str = "sheet 1 of 1", outline: tuple[str, ...] = ()) -> Sheet:
    return Sheet(400, 600, items, label, (50, 40, 300, 500), outline, bleed=6)


def opened(*sheets: Sheet, pictures: dict[str, bytes] | None = None) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(draw(sheets, IMPRINT, FONTS, pictures)))


def texts(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    found = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return found


def fonts_of(pdf: pikepdf.Pdf) -> list[Any]:
    """Return the font dictionaries of the first page, which all pages share."""
    return list(pdf.pages[0].resources["/Font"].values())


def rendered(*items: Item, pictures: dict[str, bytes] | None = None) -> Callable[[float, float], tuple[int, ...]]:
    """Return a function that gives a page's colour at a point, in points from the top left."""
    document = pypdfium2.PdfDocument(draw([sheet(*items)], IMPRINT, FONTS, pictures))
    image = document[0].render(scale=2).to_pil().convert("RGB")
    document.close()
    return lambda x, y: image.getpixel((int(x * 2), int(y * 2)))


def test_every_font_is_embedded_as_a_subset_and_none_is_borrowed() -> None:
    words = Text(60, 60, "Red Army", "narrow-bold", 12, INK), Text(60, 80, "Троцкий", "serif", 9, INK)
    data = draw([sheet(*words), sheet()], IMPRINT, FONTS)
    pdf = pikepdf.open(io.BytesIO(data))
    fonts = fonts_of(pdf)
    assert sorted(str(font.BaseFont).partition("+")[2] for font in fonts) == ["PTSans-NarrowBold", "PTSerif-Regular"]
    assert sum(isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font" for thing in pdf.objects) == len(
        fonts
    )
    for font in fonts:
        assert "/FontFile2" in font.FontDescriptor
        assert "/ToUnicode" in font
        assert b"fpgm" not in font.FontDescriptor.FontFile2.read_bytes()


def test_widths_in_the_file_are_those_that_texts_were_measured_with() -> None:
    pdf = opened(sheet(Text(60, 60, "fjord Ёж", "serif-italic", 9, INK)))
    (font,) = (font for font in fonts_of(pdf) if str(font.BaseFont).endswith("PTSerif-Italic"))
    measured = FONTS["serif-italic"]
    spelt = {33 + number: character for number, character in enumerate("fjordЁж")} | {32: " "}
    assert {code: float(font.Widths[code]) for code in spelt} == {
        code: measured.advances[ord(character)] for code, character in spelt.items()
    }


def test_text_can_be_selected_and_searched() -> None:
    said = "Троцкий – “½ ×” (a\\b) − N° 7"
    assert texts(draw([sheet(Text(60, 60, said, "sans", 9, INK))], IMPRINT, FONTS)) == [said]


def test_a_fraction_that_the_font_lacks_is_set_in_its_figures() -> None:
    data = draw([sheet(Text(60, 60, "1⅓ and ⅔", "sans", 9, INK))], IMPRINT, FONTS)
    assert texts(data) == ["1¹⁄₃ and ²⁄₃"]


def test_a_font_may_need_more_than_one_subset() -> None:
    characters = [chr(code) for code in sorted(FONTS["sans"].advances) if chr(code).isalnum() and code < 0x600][:400]
    lines = ["".join(characters[at : at + 40]) for at in range(0, 400, 40)]
    data = draw(
        [sheet(*(Text(10, 20 + 15 * index, line, "sans", 6, INK) for index, line in enumerate(lines)))], IMPRINT, FONTS
    )
    pdf = pikepdf.open(io.BytesIO(data))
    assert len(fonts_of(pdf)) > 1
    assert texts(data)[0].split() == lines


def test_the_same_sheets_give_the_same_bytes() -> None:
    art = Group((Rect(0, 0, 9, 9, RED),), 3, 3, key="art")
    sheets = [sheet(art, Text(60, 60, "one", "sans", 9, INK)), sheet(art, Text(60, 60, "two", "narrow", 9, INK))]
    first = draw(sheets, IMPRINT, FONTS)
    draw([sheet(Text(60, 60, "between", "narrow", 9, INK))], IMPRINT, FontBook())
    assert draw(sheets, IMPRINT, FontBook()) == first


@pytest.mark.parametrize("epoch", ["0", "2000000000"])
def test_no_date_comes_from_outside(monkeypatch: pytest.MonkeyPatch, epoch: str) -> None:
    """Bug: ReportLab took SOURCE_DATE_EPOCH for the document's date."""
    page = sheet(Text(60, 60, "Red", "sans", 9, INK))
    before = draw([page], IMPRINT, FONTS)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    assert draw([page], IMPRINT, FONTS) == before


def test_a_date_from_outside_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """ReportLab reads it, though no file has it."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "nonsense")
    with pytest.raises(Surroundings, match="SOURCE_DATE_EPOCH is not a number"):
        draw([sheet()], IMPRINT, FONTS)


def test_pages_and_bookmarks_are_compressed() -> None:
    data = draw([sheet(label=f"sheet {number}") for number in range(20)], IMPRINT, FONTS)
    assert b"/ObjStm" in data
    assert b"/TrimBox" not in data


def test_pages_have_trim_and_bleed_boxes() -> None:
    page = opened(sheet(), Sheet(200, 300, (), "board")).pages
    assert [float(value) for value in page[0].MediaBox] == [0, 0, 400, 600]
    assert [float(value) for value in page[0].TrimBox] == [50, 60, 350, 560]
    assert [float(value) for value in page[0].BleedBox] == [44, 54, 356, 566]
    assert [float(value) for value in page[1].TrimBox] == [0, 0, 200, 300]


def test_the_file_declares_its_title_and_how_to_print_it() -> None:
    pdf = opened(
        sheet(label="sheet 1 of 2, front", outline=("Cards",)), sheet(label="sheet 1 of 2, back", outline=("Cards",))
    )
    assert (str(pdf.docinfo["/Title"]), str(pdf.docinfo["/Subject"])) == (IMPRINT.title, IMPRINT.subject)
    assert str(pdf.docinfo["/CreationDate"]).startswith("D:20000101")
    root: Any = pdf.Root
    assert str(root.Lang) == "en"
    assert str(root.ViewerPreferences.PrintScaling) == "/None"
    assert str(root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"
    assert [str(page.label) for page in pdf.pages] == ["sheet 1 of 2, front", "sheet 1 of 2, back"]
    with pdf.open_outline() as outline:
        (top,) = outline.root
        assert (top.title, [entry.title for entry in top.children]) == (
            "Cards",
            ["sheet 1 of 2, front", "sheet 1 of 2, back"],
        )
    alone = pikepdf.open(io.BytesIO(draw([sheet()], Imprint("a", "b", "c"), FONTS)))
    assert str(alone.Root.ViewerPreferences.Duplex) == "/Simplex"


def test_repeated_groups_are_stored_once() -> None:
    art = (Rect(0, 0, 20, 20, RED), Group((Circle(10, 10, 5, BLUE),), key="inner"))
    pdf = opened(*(sheet(*(Group(art, x, 50, key="art") for x in (50, 90, 130))) for _ in range(3)))
    forms = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"]
    assert len(forms) == 2
    colour = rendered(*(Group(art, x, 50, key="art") for x in (50, 90)))
    assert colour(92, 52) == (255, 0, 0)
    assert colour(100, 60) == (0, 0, 255)


def test_groups_move_turn_clockwise_and_clip() -> None:
    bar = (Rect(0, 0, 60, 10, RED),)
    colour = rendered(
        Group(bar, 100, 100, rotate=90), Group(bar, 200, 300, clip=(0, 0, 20, 10)), Group(bar, 300, 200, rotate=180)
    )
    assert colour(95, 150) == (255, 0, 0)
    assert colour(150, 105) == (255, 255, 255)
    assert colour(210, 305) == (255, 0, 0)
    assert colour(230, 305) == (255, 255, 255)
    assert colour(250, 195) == (255, 0, 0)


def test_pictures_are_upright() -> None:
    image = Image.new("RGB", (4, 4), RED)
    image.paste(BLUE, (0, 2, 4, 4))
    data = io.BytesIO()
    image.save(data, "PNG")
    colour = rendered(Picture(100, 100, 40, 40, "abc"), pictures={"abc": data.getvalue()})
    assert colour(120, 105) == (255, 0, 0)
    assert colour(120, 135) == (0, 0, 255)
    with pytest.raises(KeyError):
        draw([sheet(Picture(0, 0, 1, 1, "gone"))], IMPRINT, FONTS)


def test_shapes_are_where_they_belong() -> None:
    colour = rendered(
        Circle(100, 100, 20, RED),
        Rect(200, 100, 40, 40, BLUE, radius=20),
        Polygon(((50, 300), (90, 300), (70, 340)), RED),
        Line(200, 300, 300, 300, BLUE, 4),
        Polygon(((300, 400), (340, 400), (340, 440)), None, RED, 3, closed=False),
    )
    assert colour(119, 100) == colour(70, 330) == colour(320, 400) == (255, 0, 0)
    assert colour(115, 115) == colour(201, 101) == colour(320, 420) == (255, 255, 255)
    assert colour(220, 101) == colour(250, 301) == (0, 0, 255)


class Fake:
    """A store that only names things."""

    def __init__(self) -> None:
        self.numbers = Numbers()
        self.faces: dict[int, str] = {}

    def codes(self, font: str) -> Codes:
        class Plain(Codes):
            resource, plain = f"/{font}", False

            def __missing__(self, point: int) -> str:
                return literal(point & 255)

        return Plain()

    def form(self, item: Group | Gradient) -> tuple[str, str]:
        assert isinstance(item, Group)
        return f"form-{item.key}", item.key

    def picture(self, digest: str) -> str:
        return f"picture-{digest}"


def test_operators_are_written_only_where_something_changes(golden: Golden) -> None:
    stream = Stream(Fake())
    stream.paint(
        [
            Rect(0, 0, 10, 10, RED),
            Rect(20, 0, 10, 10, RED, INK, 0.5, 3),
            Text(0, 20, "one (1)", "sans", 8, INK),
            Text(0, 30, "two", "sans", 8, INK),
            Text(0, 40, "wide", "narrow", 8, RED, 0.4),
            Group((Line(0, 0, 5, 5, BLUE, 1), Text(0, 50, "inside", "sans", 8, INK)), 5, 5, clip=(0, 0, 9, 9)),
            Group((Circle(0, 0, 3, BLUE),), 1, 2, 30, "art"),
            Picture(1, 2, 3, 4, "abc"),
            Polygon(((0, 0), (1, 0), (1, 1)), RED),
            Rect(0, 0, 1, 1),
        ]
    )
    assert stream.used == ["form-art", "picture-abc"]
    golden("operators.txt", stream.close() + "\n")


def test_a_form_does_not_inherit_letterspacing() -> None:
    stream = Stream(Fake())
    stream.paint([Text(0, 0, "plain", "sans", 8, INK)])
    assert "0.000 Tc" in stream.close()


def test_speed(benchmark: Any) -> None:
    """`pytest --benchmark-enable` measures 900 cards."""
    words = ["The", "side", "in", "control", "rolls", "in", "each", "Logistics", "Phase", "and"]
    cards = [
        Group(
            tuple(Text(4, 10 + 9 * line, " ".join([str(number + line), *words]), "sans", 7, INK) for line in range(20)),
            (number % 3) * 130,
            10,
            clip=(0, 0, 130, 200),
        )
        for number in range(900)
    ]
    sheets = [sheet(*cards[at : at + 9], label=f"sheet {at}") for at in range(0, 900, 9)]
    assert len(benchmark(draw, sheets, IMPRINT, FONTS)) > 10_000
