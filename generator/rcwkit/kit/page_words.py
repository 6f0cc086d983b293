"""The words on finished pages, for the index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rcwkit.blocks.guide import PageWords
from rcwkit.look.frame import Group, Item, Sheet, Text

__all__ = ["words_of"]

LARGE = 10.4
"""The size in points from which bold type is a heading."""


def words_of(sheets: Iterable[Sheet]) -> tuple[PageWords, ...]:
    """Return the words of each page, in lower case: those of headings, and all."""
    return tuple(_words(list(_texts(sheet.items, 1.0))) for sheet in sheets)


def _words(texts: list[tuple[str, bool]]) -> PageWords:
    titles, every = (_joined(text for text, large in texts if large), _joined(text for text, _ in texts))
    return PageWords(titles, every)


def _joined(texts: Iterable[str]) -> str:
    return re.sub(r"\s+", " ", " ".join(texts)).casefold()


def _texts(items: Iterable[Item], scale: float) -> Iterator[tuple[str, bool]]:
    """Yield texts in the order of drawing, and whether each is a heading."""
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items, scale * item.scale)
        elif isinstance(item, Text):
            yield item.text, "bold" in item.font and item.size * scale >= LARGE
