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
        texts: list[tuple[str, bool]] = []
        _gather(sheet.items, 1.0, texts)
        found.append(_words(texts))
    return tuple(found)


def _words(texts: list[tuple[str, bool]]) -> PageWords:
    titles, every = (_joined(text for text, large in texts if large), _joined(text for text, _ in texts))
    return PageWords(titles, every)


def _joined(texts: Iterable[str]) -> str:
    return " ".join(" ".join(texts).split()).casefold()


def _gather(items: Iterable[Item], scale: float, texts: list[tuple[str, bool]]) -> None:
    """Add texts in the order of drawing, and whether each is a heading."""
    for item in items:
        if type(item) is Text:
            texts.append((item.text, item.size * scale >= LARGE and "bold" in item.font))
        elif type(item) is Group:
            _gather(item.items, scale * item.scale, texts)
