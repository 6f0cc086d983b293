"""PDF bytes into pictures with PDFium: pages to look at, proofs without colour and for colour-blind eyes, and the ink that a page takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2

from rcwkit.look.colours import Vision
from rcwkit.look.images import as_seen, ink, png

__all__ = ["INK_DPI", "MARK", "coverage", "pages", "proof"]

INK_DPI = 216.0
"""Three pixels a point: PDFium draws no line thinner than one pixel, and the thinnest of ours measure 0.4 points."""

MARK = "rcwkit proof"
"""What the pictures say they were made with."""


def proof(pdf: bytes, dpi: float = 100.0, vision: Vision | None = None) -> Iterator[bytes]:
    """Every page as a PNG file, in colour or as it is seen. Raises ValueError for bytes that are no PDF."""
    for page in pages(pdf, dpi):
        yield png(as_seen(page, vision) if vision else page, dpi, MARK)


def pages(pdf: bytes, dpi: float) -> Iterator[Any]:
    """Every page as a picture of PIL's. Raises ValueError for bytes that are no PDF."""
    yield from _rendered(pdf, lambda page: page.render(scale=dpi / 72).to_pil())


def coverage(pdf: bytes) -> list[float]:
    """The part of each page's area that ink covers, in per cent. Raises ValueError for bytes that are no PDF."""
    return [
        100 * ink(picture)
        for picture in _rendered(pdf, lambda page: page.render(scale=INK_DPI / 72, grayscale=True).to_pil())
    ]


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
