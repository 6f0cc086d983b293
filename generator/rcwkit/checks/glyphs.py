"""Checks, before anything is drawn, that the fonts have every character in a game's data.

What only layouts of the game's own print is checked where it is drawn, in the font in which it is set: they may replace
characters, or set them in a font of the game that has them.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import Any

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
        for node in _written(document, _drawn(game, document)):
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


def _drawn(game: Game, document: Document) -> Container[int]:
    """Return the ids of the nodes that only layouts of the game's own print: not titles, which the index lists."""
    if document.kind == "layouts":
        return {id(document.node)}
    entries: list[Node] = []
    for item in game.decks.values():
        if item.document is document and not item.value.reference:
            deck, cards = item.value, _at(document.node, *item.path, "cards")
            entries += [node for name, node in cards if deck.layout_of(deck.cards[name]) in game.layouts]
    for kind in game.pieces.values():
        if kind.document is document:
            several, pieces = kind.value, _at(document.node, *kind.path, "pieces")
            entries += [node for name, node in pieces if several.layout_of(several.pieces[name]) in game.layouts]
    return {id(node) for entry in entries for key, node in _at(entry) if key != "title"}


def _at(node: Node, *path: Any) -> list[tuple[Any, Node]]:
    """Return the entries of a mapping at a path in a node."""
    for step in path:
        node = node.value[step][1]
    return [(key, entry[1]) for key, entry in node.value.items()]


def _written(document: Document, drawn: Container[int]) -> Iterator[Node]:
    """Yield the texts of a document that are not `drawn`; a booklet's word by word, so that each has its place."""
    prose = document.attached.prose if document.attached else None
    if prose is None:
        yield from _texts(document.node, drawn)
    else:
        yield from (node for node in _texts(document.node, drawn) if node.value != prose.text)
        for row, line in enumerate(prose.text.splitlines()):
            for word in re.finditer(r"\S+", line):
                yield Node(word[0], prose.origin.span(row, word.start(), len(word[0])))


def _texts(node: Node, drawn: Container[int]) -> Iterator[Node]:
    """Yield every text in a node, keys included, in order, but those in nodes that are `drawn`."""
    left = [node]
    while left:
        node = left.pop()
        value = node.value
        if id(node) in drawn:
            continue
        if type(value) is str:
            yield node
        elif type(value) is dict:
            left += [one for entry in reversed(value.values()) for one in reversed(entry)]
        elif type(value) is tuple:
            left += reversed(value)
