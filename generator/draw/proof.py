"""PDF bytes into pictures with PDFium, for looking at pages and for tests."""

from __future__ import annotations

from pathlib import Path

import pypdfium2

__all__ = ["proof"]


def proof(pdf: bytes, folder: Path, stem: str, dpi: float = 100.0) -> list[Path]:
    """Write every page as `stem-1.png`, `stem-2.png`, … into the folder and return their paths. Raises ValueError for bytes that are no PDF."""
    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError as error:
        raise ValueError(f"not a PDF: {error}") from error
    try:
        paths = [folder / f"{stem}-{number}.png" for number in range(1, len(document) + 1)]
        for page, path in zip(document, paths, strict=True):
            page.render(scale=dpi / 72).to_pil().save(path)
        return paths
    finally:
        document.close()
