"""Texts of a game's data: the check, before anything is drawn, that the fonts have every character; and where one was written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from generator.diagnostics import Diagnostic, Span
from generator.fonts import FontBook, lacking
from generator.game import Document, Game
from generator.source import Node

__all__ = ["missing_glyphs", "placed", "spoken"]

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
        strange = dict.fromkeys(character for font in FONTS for character in book.missing(text.replace("\n", " "), font))
        known.update(character for character in text if character not in strange)
        if strange:
            names, hint = lacking([*strange])
            yield Diagnostic("E320", f"the fonts have no {names}", node.span, hint)


def placed(game: Game, found: Diagnostic, titles: Iterable[str] = ()) -> Diagnostic:
    """What was found in a finished document, at the text of the data that it is about.

    That is the text that holds the stray words, the first that is nothing else, or else the title of the document or a part of it.
    """
    from generator.draw.documents import Stray

    if not isinstance(found, Stray):
        return found
    game.asked.update(document.kind for document in game.documents)
    nodes = [node for document in game.documents for node in _texts(document.node)]
    words = _plain(found.text)
    holding = [node for node in nodes if words in _plain(node.value)] if words else []
    if len(holding) > 1:
        # Capitals tell a name from an id, if the page has not set all in capitals.
        holding = [node for node in holding if node.value == found.text] or [node for node in holding if _plain(node.value) == words]
    titled = (node for title in titles for node in nodes if node.value == title)
    node = next(iter(holding), None) or next(titled, None)
    return replace(found, span=node.span) if node else found


def spoken(game: Game, said: str) -> Span:
    """Where the longest text of the data stands that is part of what is said."""
    said = _plain(said)
    texts = [node for document in game.documents for node in _texts(document.node) if _plain(node.value) in said]
    return max(texts, key=lambda node: len(node.value), default=game.documents[0].node).span


def _plain(text: str) -> str:
    return " ".join(text.replace("**", "").casefold().split())


def _written(document: Document) -> Iterator[Node]:
    """Every text of a document; that of a booklet word by word, so that a strange character is found in it."""
    prose = document.attached.prose if document.attached else None
    yield from (node for node in _texts(document.node) if prose is None or node.value != prose.text)
    if prose is not None:
        for row, line in enumerate(prose.text.splitlines()):
            yield from (Node(word[0], prose.origin.span(row, word.start(), len(word[0]))) for word in re.finditer(r"\S+", line))


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
