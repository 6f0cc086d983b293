"""Parts of a PDF beside the drawing: its metadata, form fields, bookmarks, tags, spare fonts, and faces to compare."""

from __future__ import annotations

import io
import string
from typing import Any

import pikepdf
import pypdfium2
import pytest
from fonts_support import LETTERS, truetype
from PIL import Image
from rcwkit.frame import Circle, Field, Group, Picture, Rect, Sheet, Text
from rcwkit.sheets.operators import PressCondition, content_name
from rcwkit.sheets.pdf import Imprint, draw, field_name
from rcwkit.type.fonts import Font, FontBook, FontFace
from rcwkit.type.outlines import outlines

FONTS = FontBook()
IMPRINT = Imprint("Cards", "the makers", "An unofficial player aid")
RED, INK = "#FF0000", "#1B1A18"


def opened(*sheets: Sheet, press: PressCondition | None = None, fonts: FontBook = FONTS) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(draw(sheets, IMPRINT, fonts, press=press)))


def shown(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    found = [page.get_textpage().get_text_bounded() for page in document]
    document.close()
    return found


def test_the_version_is_that_of_the_standard() -> None:
    page = Sheet(200, 300, (Rect(0, 0, 9, 9, INK),), "a", trim=(9, 9, 100, 100))
    assert opened(page).pdf_version == "1.7"
    pressed = draw([page], IMPRINT, FONTS, press=PressCondition("CGATS TR 001", 240))
    assert pressed.startswith(b"%PDF-1.4")
    assert b"/GTS_PDFX" in pressed


def test_viewers_are_told_how_to_show_and_print_the_file() -> None:
    pdf = opened(Sheet(200, 300, (), "a"))
    assert (str(pdf.docinfo["/Author"]), str(pdf.docinfo["/Creator"])) == ("the makers", "rcwkit")
    root: Any = pdf.Root
    assert root.ViewerPreferences.DisplayDocTitle is True
    assert root.ViewerPreferences.PickTrayByPDFSize is True


def test_streams_are_not_written_as_ascii() -> None:
    data = draw([Sheet(200, 300, (Text(9, 9, "word", "sans", 9, INK),), "a")], IMPRINT, FONTS)
    assert b"ASCII85" not in data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert pdf.pages[0].Contents.Filter == pikepdf.Array([pikepdf.Name.FlateDecode])


def test_page_boxes_have_two_decimals() -> None:
    pages = opened(
        Sheet(200.123456, 300.987654, (), "a"),
        Sheet(200, 300, (), "b", trim=(10.123456, 20.123456, 100, 100), bleed=1.1111),
    ).pages
    assert [float(value) for value in pages[0].TrimBox] == [0, 0, 200.12, 300.99]
    assert [float(value) for value in pages[1].TrimBox] == [10.12, 179.88, 110.12, 279.88]
    assert [float(value) for value in pages[1].BleedBox] == [9.01, 178.77, 111.23, 280.99]


def widgets(pdf: pikepdf.Pdf) -> dict[str, Any]:
    return {str(widget.T): widget for page in pdf.pages for widget in page.get("/Annots", [])}


def test_names_of_fields_are_plain_short_and_told_apart() -> None:
    used = {"a-name", "a-name-2"}
    assert field_name("  A name. ", used) == "a-name-3"
    assert field_name("Überfall!", ()) == "berfall"
    assert field_name("…", ()) == "field"
    assert field_name("x" * 121, ()) == "x" * 120
    assert field_name("x" * 119 + " y", ()) == "x" * 119


def test_form_fields_lie_on_their_boxes() -> None:
    fields = (
        Field(10.004, 20.006, 12.344, 12.344, "Done"),
        Field(30.111, 40.222, 100.333, 15.444, "Name", "write"),
        Field(30, 80, 100, 60, "Notes", "lines"),
        Field(30, 150, 12, 12, "Done"),
    )
    pdf = opened(Sheet(200, 300, (), "a", fields=fields))
    found = widgets(pdf)
    assert list(found) == ["done", "name", "notes", "done-2"]
    tick, name, notes = found["done"], found["name"], found["notes"]
    assert (str(tick.FT), str(name.FT), str(notes.FT)) == ("/Btn", "/Tx", "/Tx")
    assert [float(value) for value in tick.Rect] == pytest.approx([10, 267.65, 22.34, 279.99])
    assert [float(value) for value in name.Rect] == pytest.approx([30.11, 244.33, 130.44, 259.77])
    assert int(notes.get("/Ff", 0)) & 1 << 12
    assert not int(name.get("/Ff", 0)) & 1 << 12
    assert b" 9 Tf" in bytes(name.DA)
    assert str(name.TU) == "Name"


def test_a_text_has_a_bookmark_for_each_heading() -> None:
    first = Sheet(200, 300, (), "page 1", headings=((0, "Rules", 40.0), (1, "Moves", 90.0)))
    pdf = opened(first, Sheet(200, 300, (), "page 2"), Sheet(200, 300, (), "page 3", headings=((0, "End", 10.0),)))
    with pdf.open_outline() as outline:
        rules, end = outline.root
        (moves,) = rules.children
        assert (rules.title, moves.title, end.title) == ("Rules", "Moves", "End")
        places = [bookmark.destination for bookmark in (rules, moves, end)]
    assert [str(place[1]) for place in places] == ["/XYZ"] * 3  # type: ignore[index]
    assert [[float(value) for value in place[2:4]] for place in places] == [[0, 260], [0, 210], [0, 290]]  # type: ignore[index]


def test_bookmarks_of_sheets_lie_below_what_they_share() -> None:
    paths = [("Cards", "Red"), ("Cards", "Red"), ("Cards", "White"), ("Counters", "White")]
    pdf = opened(*(Sheet(200, 300, (), f"sheet {number}", outline=path) for number, path in enumerate(paths)))
    with pdf.open_outline() as outline:

        def listed(entries: Any) -> list[Any]:
            return [(entry.title, listed(entry.children)) if entry.children else entry.title for entry in entries]

        assert listed(outline.root) == [
            ("Cards", [("Red", ["sheet 0", "sheet 1"]), ("White", ["sheet 2"])]),
            ("Counters", [("White", ["sheet 3"])]),
        ]


def test_tags_are_written_for_files_that_have_any() -> None:
    head = Group((Text(9, 9, "Rules", "sans", 9, INK),), role="H1")
    plain = Sheet(200, 300, (Rect(0, 0, 9, 9, RED),), "b")
    tagged = opened(Sheet(200, 300, (head,), "a"), plain)
    assert "/StructTreeRoot" in tagged.Root
    root: Any = tagged.Root
    (element,) = root.StructTreeRoot.K.K
    assert str(element.S) == "/H1"
    assert "/StructTreeRoot" not in opened(plain).Root


def test_the_tree_of_tags_has_rows_in_tables_and_leads_to_its_pages() -> None:
    words = Text(9, 9, "Rules", "sans", 9, INK)

    def row(*roles: Any) -> Group:
        return Group(tuple(Group((words,), role=role) for role in roles), role="TR")

    first = Group((words,), role="H1"), row("TH", "TD"), row("TD"), Group((words,), role="Figure", alt="A map")
    pdf = opened(Sheet(200, 300, first, "a"), Sheet(200, 300, (row("TD"), Group((words,), role="P")), "b"))
    root: Any = pdf.Root
    whole = root.StructTreeRoot.K

    def told(element: Any) -> Any:
        kids = element.K if isinstance(element.K, pikepdf.Array) else ()
        assert all(kid.P.objgen == element.objgen for kid in kids)
        return (str(element.S)[1:], [told(kid) for kid in kids]) if kids else str(element.S)[1:]

    assert (str(whole.S), whole.P.objgen, root.MarkInfo.Marked) == ("/Document", root.StructTreeRoot.objgen, True)
    rows = [("TR", ["TH", "TD"]), ("TR", ["TD"])]
    assert told(whole) == ("Document", ["H1", ("Table", rows), "Figure", ("Table", [("TR", ["TD"])]), "P"])
    head, table, figure, other, _ = whole.K
    assert [str(one.Alt) if "/Alt" in one else "" for one in (head, table, figure)] == ["", "", "A map"]
    numbers = list(root.StructTreeRoot.ParentTree.Nums)
    assert (numbers[::2], int(root.StructTreeRoot.ParentTreeNextKey)) == ([0, 1], 2)
    assert [int(page.obj.StructParents) for page in pdf.pages] == [0, 1]
    listed = [[str(one.S)[1:] for one in page] for page in numbers[1::2]]
    assert listed == [["H1", "TH", "TD", "TD", "Figure"], ["TD", "P"]]
    for page, elements in zip(pdf.pages, numbers[1::2], strict=True):
        assert [int(one.K) for one in elements] == [*range(len(elements))]
        assert all(one.Pg.objgen == page.obj.objgen for one in elements)
    assert other.K[0].objgen != table.K[0].objgen


def test_a_file_has_dates_of_its_own_and_is_not_trapped() -> None:
    page = Sheet(200, 300, (), "a", trim=(9, 9, 100, 100))
    plain = opened(page)
    info = plain.docinfo
    assert str(info["/CreationDate"]) == str(info["/ModDate"]) == "D:20000101000000+00'00'"
    assert (str(info["/Trapped"]), str(info["/Title"]), "/GTS_PDFXVersion" in info) == ("/False", "Cards", False)
    pressed = opened(page, press=PressCondition("CGATS TR 001", 240))
    assert str(pressed.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
    root: Any = pressed.Root
    (intent,) = root.OutputIntents
    assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "CGATS TR 001")
    assert "/ViewerPreferences" not in root and "/OutputIntents" not in plain.Root


def spare_fonts() -> FontBook:
    """Return fonts whose `sans` has no capitals, and takes them from the serif."""
    made = outlines(truetype(without=string.ascii_uppercase), frozenset(map(ord, LETTERS)))
    face = FontFace("own", "", "Own", 400, "normal")
    return FontBook(
        own={"sans": Font("Own", made.data, face, 2000, made.notdef, made.glyphs, made.advances, FONTS["serif"])}
    )


def test_characters_that_a_font_lacks_are_set_in_the_spare_one() -> None:
    fonts = spare_fonts()
    words = Sheet(400, 300, (Text(9, 30, "a Red Army b", "sans", 9, INK), Text(9, 60, "plain", "sans", 9, INK)), "a")
    data = draw([words], IMPRINT, fonts)
    assert shown(data)[0].split("\r\n") == ["a Red Army b", "plain"]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        used = [str(font.BaseFont).partition("+")[2] for font in pdf.pages[0].resources["/Font"].values()]
        contents = pdf.pages[0].Contents.read_bytes()
    assert len(used) == 2
    assert "PTSerif-Regular" in used
    assert contents.count(b" Tf(") == 5  # a · R · ed · A · rmy b
    assert contents.count(b" Tf\n") == 1


def test_characters_beyond_the_first_plane_can_be_copied() -> None:
    """What ReportLab writes of them has more than the four digits that a viewer reads."""
    made = outlines(truetype(), frozenset(map(ord, LETTERS)))
    letter = made.glyphs[ord("a")]
    more = {0x1F600: letter, 0x10000: letter, 0xFFFD: letter}
    face = FontFace("far", "", "Far", 400, "normal")
    advances = {**made.advances, **dict.fromkeys(more, 500)}
    fonts = FontBook(own={"sans": Font("Far", made.data, face, 2000, made.notdef, {**made.glyphs, **more}, advances)})
    said = "a \U0001f600 \U00010000 \ufffd b"
    words = Sheet(400, 300, (Text(9, 30, said, "sans", 9, INK),), "a")
    data = draw([words], IMPRINT, fonts)
    assert shown(data) == [said]
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (font,) = pdf.pages[0].resources["/Font"].values()
        codes = font.ToUnicode.read_bytes()
    for letters in (b"<D83DDE00>", b"<D800DC00>", b"<FFFD>"):
        assert letters in codes


def test_a_fraction_whose_figures_lie_in_a_second_subset_is_set_from_it() -> None:
    """Composed characters need as many runs as their parts."""
    characters = [chr(code) for code in sorted(FONTS["sans"].advances) if chr(code).isalpha() and code < 0x600][:230]
    filled = [Text(9, 9 + 9 * row, "".join(characters[row * 23 :][:23]), "sans", 5, INK) for row in range(10)]
    data = draw([Sheet(400, 300, (*filled, Text(9, 200, "⅓ of a", "sans", 9, INK)), "a")], IMPRINT, FONTS)
    assert shown(data)[0].split("\r\n")[-1] == "¹⁄₃ of a"


def test_a_character_that_no_font_has_is_as_wide_as_the_box_that_stands_for_it() -> None:
    made = outlines(truetype(units=2048), frozenset(map(ord, LETTERS)))
    face = FontFace("boxes", "", "Boxes", 400, "normal")
    book = FontBook(own={"sans": Font("Boxes", made.data, face, 2000, made.notdef, made.glyphs, made.advances)})
    with opened(Sheet(99, 99, (Text(9, 9, "→", "sans", 9, INK),), "a"), fonts=book) as pdf:
        (font,) = pdf.pages[0].resources["/Font"].values()
        assert float(font.Widths[0]) == made.notdef / 2


def test_a_form_has_the_largest_box_that_a_page_may_have() -> None:
    art = Group((Rect(0, 0, 9, 9, RED),), key="art")
    with opened(Sheet(99, 99, (art,), "a")) as pdf:
        (form,) = pdf.pages[0].resources["/XObject"].values()
        assert [int(value) for value in form.BBox] == [-14400, -14400, 14400, 14400]


def test_faces_are_named_by_what_is_drawn_whether_on_a_page_or_as_a_form() -> None:
    face = (Rect(0, 0, 9, 9, RED), Text(1, 5, "a", "sans", 5, INK))
    once, twice = {id(face): ""}, {id(face): ""}
    draw([Sheet(200, 300, (Group(face, 5, 5),), "a")], IMPRINT, FONTS, faces=once)
    draw(
        [Sheet(200, 300, (Group(face, 5, 5, key="art"), Group(face, 50, 5, key="art")), "a")],
        IMPRINT,
        FONTS,
        faces=twice,
    )
    assert once == twice != {id(face): ""}
    other = {id(()): ""}
    draw([Sheet(200, 300, (Group(face, 5, 5, key="art"),), "a")], IMPRINT, FONTS, faces=other)
    assert other == {id(()): ""}


def test_a_form_in_a_face_is_named_by_its_contents() -> None:
    art = (Circle(3, 3, 3, RED),)
    face = (Group(art, 1, 1, key="art"),)
    faces = {id(face): ""}
    draw([Sheet(200, 300, (Group(face, 5, 5),), "a")], IMPRINT, FONTS, faces=faces)
    inner = {id(art): ""}
    draw([Sheet(200, 300, (Group(art),), "a")], IMPRINT, FONTS, faces=inner)
    assert f"/{content_name(inner[id(art)].encode())} Do" in faces[id(face)]


def test_a_transparent_picture_has_its_mask() -> None:
    data = io.BytesIO()
    Image.new("RGBA", (4, 4), (255, 0, 0, 128)).save(data, "PNG")
    page = Sheet(99, 99, (Picture(9, 9, 9, 9, "x"),), "a")
    with pikepdf.open(io.BytesIO(draw([page], IMPRINT, FONTS, {"x": data.getvalue()}))) as pdf:
        (picture,) = pdf.pages[0].get_images().values()
        assert (int(picture.Width), int(picture.SMask.Width)) == (4, 4)


def test_groups_of_one_key_are_the_first_of_them_and_faded_ones_are_told_apart() -> None:
    red, blue = (Rect(0, 0, 9, 9, RED),), (Rect(0, 0, 9, 9, "#0000FF"),)

    def forms(*groups: Group) -> int:
        pdf = opened(Sheet(200, 300, groups, "a"))
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        return sum(thing.get("/Subtype") == "/Form" for thing in streams)

    assert forms(Group(red, key="a"), Group(blue, 20, key="a")) == forms(Group(red, key="a")) == 1
    assert forms(Group(red, key="a"), Group(red, 20, key="b")) == 2
    faded = forms(Group(red, opacity=0.5))
    assert forms(Group(red, opacity=0.5), Group(red, 20, opacity=0.5)) == faded
    assert forms(Group(red, opacity=0.5), Group(red, 20, opacity=0.25)) == 2 * faded
    assert forms(Group(red, opacity=0.5), Group(blue, 20, opacity=0.5)) == 2 * faded


def test_a_picture_that_is_not_there_is_named() -> None:
    with pytest.raises(KeyError, match="gone"):
        draw([Sheet(99, 99, (Picture(0, 0, 1, 1, "gone"),), "a")], IMPRINT, FONTS, {"x": b""})
