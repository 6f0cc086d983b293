"""The check, before anything is drawn, that the fonts have every character of a game."""

from __future__ import annotations

from collections.abc import Iterator

from generator.diagnostics import Diagnostic
from generator.fonts import FontBook, glyph_name
from generator.game import Game
from generator.source import Node

__all__ = ["missing_glyphs"]

FONTS = ("sans", "sans-bold", "narrow-bold", "serif")


def missing_glyphs(game: Game, book: FontBook) -> Iterator[Diagnostic]:
    """E320 for every text, keys included, with characters that one of the fonts lacks."""
    known: set[str] = set()
    for document in game.documents:
        yield from _node(document.node, book, known)


def _node(node: Node, book: FontBook, known: set[str]) -> Iterator[Diagnostic]:
    match node.value:
        case str(text):
            if known.issuperset(text):
                return
            strange = dict.fromkeys(character for font in FONTS for character in book.missing(text.replace("\n", " "), font))
            known.update(character for character in text if character not in strange)
            for character in strange:
                yield Diagnostic("E320", f"the fonts have no {glyph_name(character)}: '{character}'", node.span, "write it in letters")
        case dict(entries):
            for key, value in entries.values():
                yield from _node(key, book, known)
                yield from _node(value, book, known)
        case tuple(parts):
            for part in parts:
                yield from _node(part, book, known)
