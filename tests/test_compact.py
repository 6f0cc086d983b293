"""Compacted PDFs: the same objects under the same numbers, readable for two other libraries."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Callable

import pikepdf
import pypdfium2
import pytest
from rcwkit.sheets import embedding as compact
from rcwkit.sheets.embedding import Raster
from reportlab.pdfgen.canvas import Canvas


def plain(pages: int) -> bytes:
    """Return a file as ReportLab writes it."""
    target = io.BytesIO()
    canvas = Canvas(target, pageCompression=1, invariant=1, pdfVersion=(1, 7))
    canvas.setTitle("endobj (and) startxref")
    for number in range(pages):
        canvas.bookmarkPage(str(number))
        canvas.addOutlineEntry(f"Sheet {number}", str(number))
        canvas.drawString(72, 72, f"page {number}")
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def compacted(pdf: bytes) -> bytes:
    out = io.BytesIO()
    compact.compact(pdf, out)
    return out.getvalue()


def objects(data: bytes) -> list[bytes]:
    """Return the contents of every object by number, without object and cross-reference streams."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        held = [
            thing
            for thing in pdf.objects
            if not (isinstance(thing, pikepdf.Stream) and thing.get("/Type") in ("/ObjStm", "/XRef"))
        ]
        return [
            thing.unparse(resolved=True) + (thing.read_bytes() if isinstance(thing, pikepdf.Stream) else b"")
            for thing in held
        ]


def test_every_object_is_as_it_was() -> None:
    before = plain(30)
    after = compacted(before)
    assert objects(after) == objects(before)
    assert len(after) < 0.6 * len(before)


def test_the_file_is_sound_and_keeps_its_metadata() -> None:
    before = plain(3)
    with pikepdf.open(io.BytesIO(before)) as old, pikepdf.open(io.BytesIO(compacted(before))) as new:
        assert new.check_pdf_syntax() == []
        assert new.pdf_version == "1.7"
        assert new.trailer.ID == old.trailer.ID
        assert new.docinfo == old.docinfo
    document = pypdfium2.PdfDocument(compacted(before))
    assert [page.get_textpage().get_text_bounded() for page in document] == ["page 0", "page 1", "page 2"]
    document.close()


def test_a_file_that_is_built_otherwise_comes_back_as_it_is() -> None:
    done = compacted(plain(1))
    assert compacted(done) == done
    assert compacted(b"") == b""


def image(kind: bytes, data: bytes, mask: Raster | None = None, *, stencil: bool = False) -> Raster:
    entries = b"/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 %b /Filter /FlateDecode"
    return Raster(entries % kind, zlib.compress(data), mask, stencil)


GREY = image(b"/ColorSpace /DeviceGray", b"g")
PICTURES = {
    "plain-1": image(b"/ColorSpace /DeviceRGB", b"rgb"),
    "faded": image(b"/ColorSpace /DeviceRGB", b"RGB", GREY),
    "cut": image(b"/ColorSpace /DeviceRGB", b"cut", image(b"/ImageMask true", b"s", stencil=True)),
}


CATALOG = b"<</Type /Catalog /Pages %d 0 R>>"
PAGES = b"<</Type /Pages /Kids [] /Count 0>>"


def built(*contents: bytes) -> bytes:
    """Return a file like ReportLab's, with a catalog, these objects from number 2 on, and no pages."""
    out, starts = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate((CATALOG % (len(contents) + 2), *contents, PAGES), 1):
        starts.append(len(out))
        out += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(starts) + 1)
    out += b"".join(b"%010d 00000 n \n" % start for start in starts)
    out += b"trailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(starts) + 1, table)
    return bytes(out)


def pictured(*names: str) -> bytes:
    """Return a file with places for these pictures, each with that of its mask after it."""
    contents = list[bytes]()
    for name in names:
        contents += [compact.place(name, b"%d 0 R" % (len(contents) + 3)), compact.MASK]
    return built(*contents, b"(last)")


Write = Callable[[bytes, io.BytesIO, Callable[[str], Raster]], None]


def written(pdf: bytes, write: Write = compact.compact) -> bytes:
    out = io.BytesIO()
    write(pdf, out, PICTURES.__getitem__)
    return out.getvalue()


@pytest.mark.parametrize("write", [compact.compact, compact.exchange])
def test_pictures_and_masks_take_the_places_kept_for_them(write: Write) -> None:
    made = written(pictured("plain-1", "faded", "cut"), write)
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert pdf.check_pdf_syntax() == []
        plain, none, faded, soft, cut, stencil, last = (pdf.get_object(number, 0) for number in range(2, 9))
        assert [one.read_bytes() for one in (plain, faded, cut)] == [b"rgb", b"RGB", b"cut"]
        assert ("/SMask" in plain, "/Mask" in plain) == (False, False)
        assert faded.SMask.objgen == (5, 0) and faded.SMask.read_bytes() == b"g" == soft.read_bytes()
        assert cut.Mask.objgen == (7, 0) and cut.Mask.read_bytes() == b"s" == stencil.read_bytes()
        assert ("/Mask" in faded, "/SMask" in cut, bool(stencil.ImageMask)) == (False, False, True)
        assert (str(none), str(last)) == ("mask", "last"), "a picture without a mask leaves its place as it was"


def test_texts_that_only_look_like_places_stay_without_pictures() -> None:
    before = pictured("plain-1", "faded")
    with pikepdf.open(io.BytesIO(compacted(before))) as pdf:
        assert [str(pdf.get_object(number, 0)) for number in (3, 5, 6)] == ["mask", "mask", "last"]
    made = written(built(compact.place("faded", b"4 0 R"), b"(between)", compact.MASK))
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert (str(pdf.get_object(3, 0)), pdf.get_object(4, 0).read_bytes()) == ("between", b"g")
    made = written(built(compact.MASK, b"(end)"))
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert str(pdf.get_object(2, 0)) == "mask", "no picture comes before it"


def test_a_file_for_a_press_has_no_compressed_objects() -> None:
    """PDF/X-1a is PDF 1.4: a table of objects, each at its place."""
    before = built(b"<</GTS /None /Trapped /False>>", b"<</Length 15>>\nstream\n/Trapped /False\nendstream")
    made = written(before, compact.exchange)
    assert made.startswith(b"%PDF-1.4\n") and b"/ObjStm" not in made
    table = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n\Z", made)[0])
    assert made[table:].startswith(b"xref\n0 5\n0000000000 65535 f \n")
    entries = made[table + len(b"xref\n0 5\n") :].partition(b"trailer")[0]
    assert [entries[at : at + 20] for at in range(20, len(entries), 20)] == [
        b"%010d 00000 n \n" % made.index(b"%d 0 obj\n" % number) for number in (1, 2, 3, 4)
    ]
    assert made[table:].count(b"<</Size 5 /Root 1 0 R>>\nstartxref\n") == 1
    with pikepdf.open(io.BytesIO(made)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.get_object(3, 0).read_bytes() == b"/Trapped /False"


def test_small_objects_are_listed_in_the_stream_that_holds_them() -> None:
    before = built(b"(one)", b"<</Length 3>>\nstream\nabc\nendstream", b"[1 2 3]")
    made = compacted(before)
    assert made.startswith(b"%PDF-1.4\n3 0 obj\n"), "only what comes before objects, then streams as they were"
    with pikepdf.open(io.BytesIO(made)) as pdf:
        held = next(one for one in pdf.objects if isinstance(one, pikepdf.Stream) and one.get("/Type") == "/ObjStm")
        heading, small = held.read_bytes()[: int(held.First)], held.read_bytes()[int(held.First) :]
        assert (int(held.N), heading) == (
            4,
            b"1 0 2 %d 4 %d 5 %d\n" % (small.index(b"(one)"), small.index(b"[1"), small.index(PAGES)),
        )
        assert small == CATALOG % 5 + b"\n(one)\n[1 2 3]\n" + PAGES + b"\n"
        assert held.objgen == (6, 0)
    rows = re.findall(rb"7 0 obj\n<<(.*?)>>\nstream\n(.*)\nendstream", made, re.S)
    ((entries, packed),) = rows
    assert b"/W [1 4 4]" in entries and b"/Size 8" in entries
    table = zlib.decompress(packed)
    assert table[:9] == bytes((0, 0, 0, 0, 0, 0, 0, 255, 255)), "the first object is free"
    kinds = [table[at] for at in range(0, len(table), 9)]
    assert kinds == [0, 2, 2, 1, 2, 2, 1, 1], "free, inside, at a place, as PDF numbers them"


@pytest.mark.parametrize("pdf", [plain(1).replace(b"trailer", b"tralier"), plain(1) + b"more", b"%PDF-1.4\n%%EOF\n"])
def test_a_file_without_a_table_that_can_be_read_comes_back_as_it_is(pdf: bytes) -> None:
    assert compacted(pdf) == pdf
