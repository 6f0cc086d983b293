"""The words on finished pages, for the index."""

from __future__ import annotations

from collections.abc import Iterable

from rcwkit.blocks.guide import PageWords
from rcwkit.look.frame import Group, Item, Sheet, Text

__all__ = ["words_of"]

LARGE = 10.4
"""The size in points from which bold type is a heading."""


def words_of(sheets: Iterable[Sheet]) -> tuple[PageWords, ...]:
    """Return the words of each page, in lower case: those of headings, and all."""
    found = []
    for sheet in sheets:
        titles: list[str] = []
        texts: list[str] = []
        _gather(sheet.items, 1.0, titles, texts)
        found.append(PageWords(_joined(titles), _joined(texts), sheet.page))
    return tuple(found)


def _joined(texts: Iterable[str]) -> str:
    return " ".join(" ".join(texts).split()).casefold()


def _gather(items: Iterable[Item], scale: float, titles: list[str], texts: list[str]) -> None:
    """Add texts in the order of drawing, those of headings to the titles, too."""
    for item in items:
        if type(item) is Text:
            _, _, text, font, size, _, _ = item
            texts.append(text)
            if size * scale >= LARGE and "bold" in font:
                titles.append(text)
        elif type(item) is Group:
            _gather(item.items, scale * item.scale, titles, texts)
