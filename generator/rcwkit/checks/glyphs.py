"""The check, before anything is drawn, that the fonts have every character of a game's data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.fonts import FontBook, lacking
from rcwkit.reading.game import Document, Game
from rcwkit.reading.source import Node

__all__ = ["missing_glyphs"]

FONTS = ("sans", "sans-bold", "narrow-bold", "serif")
ASCII = "\n" + "".join(map(chr, range(32, 127)))
"""What all fonts have, so that none has to be read for it."""


def missing_glyphs(game: Game, book: FontBook) -> Iterator[Diagnostic]:
    """E320 for every text, keys included, with characters that one of the fonts lacks."""
    known = set(ASCII)
    for node in chain.from_iterable(map(_written, game.documents)):
        text = node.value
        if known.issuperset(text):
            continue
        strange = dict.fromkeys(
            character for font in FONTS for character in book.missing(text.replace("\n", " "), font)
        )
        known.update(character for character in text if character not in strange)
        if strange:
            names, hint = lacking([*strange])
            yield Diagnostic("E320", f"the fonts have no {names}", node.span, hint)


def _written(document: Document) -> Iterator[Node]:
    """Every text of a document; that of a booklet word by word, so that a strange character is found in it."""
    prose = document.attached.prose if document.attached else None
    yield from (node for node in _texts(document.node) if prose is None or node.value != prose.text)
    if prose is not None:
        for row, line in enumerate(prose.text.splitlines()):
            yield from (
                Node(word[0], prose.origin.span(row, word.start(), len(word[0]))) for word in re.finditer(r"\S+", line)
            )


def _texts(node: Node) -> Iterator[Node]:
    """Every text in a node, keys included, in order."""
    left = [node]
    while left:
        node = left.pop()
        value = node.value
        if isinstance(value, str):
            yield node
        elif isinstance(value, dict):
            left += [one for entry in reversed(value.values()) for one in reversed(entry)]
        elif isinstance(value, tuple):
            left += reversed(value)
