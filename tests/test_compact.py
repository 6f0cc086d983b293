"""Compacted PDFs: the same objects under the same numbers, readable for two other libraries."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
from rcwkit.draw import compact
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
