"""Read PDFs with PDFium: pages as pictures, greyscale and colour-blind proofs, ink coverage, bookmarks, form fields."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pypdfium2

from rcwkit.look.colours import Vision
from rcwkit.look.images import as_seen, ink, png

__all__ = ["MARK", "Bookmark", "bookmarks", "coverage", "has_fields", "pages", "proof"]

INK_DPI = 216.0
"""Three pixels per point: PDFium draws no line thinner than a pixel, and our thinnest measure 0.4 pt."""

MARK = "rcwkit proof"
"""Software entry in the pictures' metadata."""


class Bookmark(NamedTuple):
    """An entry of a PDF's outline: its level, its title, and its page; both count from 0."""

    level: int
    title: str
    page: int


def proof(pdf: bytes, dpi: float = 100.0, vision: Vision | None = None) -> Iterator[bytes]:
    """Yield every page as PNG, in colour or as `vision` sees it. Raises ValueError for bytes that are not a PDF."""
    for page in pages(pdf, dpi):
        yield png(as_seen(page, vision) if vision else page, dpi, MARK)


def pages(pdf: bytes, dpi: float) -> Iterator[Any]:
    """Yield every page as a PIL image. Raises ValueError for bytes that are not a PDF."""
    yield from _rendered(pdf, lambda page: page.render(scale=dpi / 72, rev_byteorder=True).to_pil())


def bookmarks(pdf: bytes) -> list[Bookmark]:
    """Return the outline of a PDF, from its first page on. Raises ValueError for bytes that are not a PDF."""
    found = []
    with _opened(pdf) as document:
        for mark in document.get_toc():
            target = mark.get_dest()
            if target is not None:
                found.append(Bookmark(mark.level, mark.get_title(), target.get_index()))
    return found


def has_fields(path: Path) -> bool:
    """Return whether a PDF file has fields to fill in; of one that cannot be opened, whether it seems to."""
    try:
        with path.open("rb") as stream, pypdfium2.PdfDocument(stream) as document:
            return bool(document.get_formtype())
    except pypdfium2.PdfiumError:
        return b"/AcroForm" in path.read_bytes()
    except OSError:
        return True


def coverage(pdf: bytes) -> list[float]:
    """Return the ink coverage of each page in per cent. Raises ValueError for bytes that are not a PDF."""
    grey = _rendered(pdf, lambda page: page.render(scale=INK_DPI / 72, grayscale=True).to_pil())
    return [100 * ink(picture) for picture in grey]


def _rendered(pdf: bytes, render: Callable[[Any], Any]) -> Iterator[Any]:
    with _opened(pdf) as document:
        for page in document:
            yield render(page)


@contextmanager
def _opened(pdf: bytes) -> Iterator[Any]:
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise ValueError(f"not a PDF: {error}") from error
    try:
        yield document
    finally:
        document.close()
