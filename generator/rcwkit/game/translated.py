"""A game in another language: its texts replaced by their translations, and what is not translated."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rcwkit.game.game import Document, Game, Texts
from rcwkit.game.languages import Translation
from rcwkit.game.references import family_of
from rcwkit.source.annotations import resaid
from rcwkit.source.info import GameInfo
from rcwkit.source.kinds import KINDS
from rcwkit.source.markup import parts

__all__ = ["translated"]

_WORDS = re.compile(r"[^\W\d_]{2}")
"""What a text has that is worth translating."""
_PLACE = re.compile(r"(\S+) (.+)")
"""A place's id and name."""


def translated(game: Game, code: str) -> Game:
    """Return a game whose texts are replaced by the translations of its own documents into a language."""
    own = [one for _, one in game.all(Translation) if one.language == code]
    given = {text: said for one in own for text, said in one.texts.items() if isinstance(said, str)}
    texts = Texts()

    def is_place(text: str) -> bool:
        found = family_of("places", game).find(game, text)
        return found is not None and found.id == text

    documents = tuple(_translated(document, given, texts, is_place) for document in game.documents)
    root = next(document.model for document in documents if isinstance(document.model, GameInfo))
    return replace(game, documents=documents, info=root, texts=texts)


def _translated(document: Document, given: dict[str, str], texts: Texts, is_place: Callable[[str], bool]) -> Document:
    model = document.model
    if isinstance(model, Translation):
        return document
    kind = KINDS[document.kind]
    fixed = kind.fixed(model)

    def told(text: str, path: tuple[Any, ...], place: bool) -> str:
        if (place and is_place(text)) or (len(path) > 1 and path[-2] == "fields" and path[-1] in fixed):
            return text
        if place and text not in given and (parts := _PLACE.fullmatch(text)) and is_place(parts[1]):
            return f"{parts[1]} {given.get(parts[2], parts[2])}"
        if not place and _has_words(text):
            texts.found.setdefault(text, document.at(*path))
        if text in given:
            texts.known.add(text)
        return given.get(text, text)

    made = resaid(model, told)
    for text, path in kind.cells(model):
        if _has_words(text):
            texts.found.setdefault(text, document.at(*path))
            texts.known |= {text} & given.keys()
    return document if made is model else replace(document, model=made)


def _has_words(text: str) -> bool:
    """Return whether there is anything to translate, besides signs."""
    return any(isinstance(part.what, str) and _WORDS.search(part.what) for part in parts(text))
