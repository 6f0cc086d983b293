"""Checks, before anything is drawn, that the fonts have every character in a game's data."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.fonts import lacking
from rcwkit.reading.game import Document, Game
from rcwkit.reading.source import Node, Root

__all__ = ["missing_glyphs"]

FONTS = ("sans", "sans-bold", "narrow-bold", "serif")
ASCII = "\n" + "".join(map(chr, range(32, 127)))
"""Characters that all fonts have, so that no font has to be loaded for them."""


def missing_glyphs(game: Game) -> Iterator[Diagnostic]:
    """Report every text, keys included, with a character that one of the fonts lacks (E320)."""
    known = set(ASCII)
    for document in _printed(game):
        # Most documents have only characters that are known, or that the fonts have.
        letters = document.node.letters if isinstance(document.node, Root) and document.attached is None else None
        if letters is not None:
            if new := letters - known:
                known |= new - _lacked(game, "".join(new)).keys()
            if letters <= known:
                continue
        for node in _written(document):
            text = node.value
            if known.issuperset(text):
                continue
            strange = _lacked(game, text.replace("\n", " "))
            known.update(character for character in text if character not in strange)
            if strange:
                names, hint = lacking([*strange])
                yield Diagnostic("E320", f"the fonts have no {names}", node.span, hint)


def _lacked(game: Game, text: str) -> dict[str, None]:
    """Return the characters of a text that one of the fonts lacks, in order."""
    book = game.book
    return dict.fromkeys(character for font in FONTS for character in book.missing(text, font))


def _printed(game: Game) -> Iterator[Document]:
    """Yield the documents that this kit prints: of translations, those into its language."""
    for document in game.documents:
        if document.kind != "translation" or document.model.language == game.say.code:
            yield document


def _written(document: Document) -> Iterator[Node]:
    """Yield every text of a document; a booklet's word by word, so that the diagnostic points at the word."""
    prose = document.attached.prose if document.attached else None
    if prose is None:
        yield from _texts(document.node)
    else:
        yield from (node for node in _texts(document.node) if node.value != prose.text)
        for row, line in enumerate(prose.text.splitlines()):
            for word in re.finditer(r"\S+", line):
                yield Node(word[0], prose.origin.span(row, word.start(), len(word[0])))


def _texts(node: Node) -> Iterator[Node]:
    """Yield every text in a node, keys included, in order."""
    left = [node]
    while left:
        node = left.pop()
        value = node.value
        if type(value) is str:
            yield node
        elif type(value) is dict:
            left += [one for entry in reversed(value.values()) for one in reversed(entry)]
        elif type(value) is tuple:
            left += reversed(value)
