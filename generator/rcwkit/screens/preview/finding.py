"""Find words on the components of a kit: units, places, cards, rules, as they are drawn."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from rcwkit.screens.preview.pieces import Component

__all__ = ["find"]

MOST = 60
"""How many pieces are told."""
AROUND = 40
"""Characters told before and after what was found."""
_TEXT = re.compile(r"<text[^>]*>(.*?)</text>", re.S)
_TAG = re.compile(r"<[^>]*>")


def find(components: Iterable[Component], wanted: str) -> list[dict[str, Any]]:
    """Return the pieces and pages with all of the wanted words, with the words around the first of them."""
    parts = wanted.casefold().split()
    found: list[dict[str, Any]] = []
    for one in components if parts else ():
        for piece in one.shown:
            said = " ".join([piece.key, *(_words(face.svg) for face in piece.faces)])
            low = said.casefold()
            if all(part in low for part in parts):
                words = _around(said, low.index(parts[0]), len(parts[0]))
                found.append({"stem": one.stem, "title": one.title, "key": piece.key, "words": words})
                if len(found) == MOST:
                    return found
    return found


def _around(said: str, at: int, length: int) -> str:
    """Return what is said around a place, in whole words."""
    end = at + length
    before, after = said[max(at - AROUND, 0) : at], said[end : end + AROUND]
    if at > AROUND:
        before = before.partition(" ")[2]
    if end + AROUND < len(said):
        after = after.rpartition(" ")[0]
    return f"{before}{said[at:end]}{after}".strip()


@lru_cache(maxsize=4096)
def _words(svg: str) -> str:
    """Return the texts of a drawing."""
    return " ".join(html.unescape(_TAG.sub("", text)).strip() for text in _TEXT.findall(svg))
