"""A game in another language: its texts replaced by their translations, and what is not translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rcwkit.dice.model import Procedures, walk
from rcwkit.dice.tables import Tables
from rcwkit.game.game import Document, Game, Texts
from rcwkit.game.languages import Translation
from rcwkit.kinds.cards.model import Deck
from rcwkit.source.annotations import resaid
from rcwkit.source.base import FieldSpec
from rcwkit.source.info import GameInfo
from rcwkit.source.markup import parts

__all__ = ["translated"]

_WORDS = re.compile(r"[^\W\d_]{2}")
"""What a text has that is worth translating."""
_PLACE = re.compile(r"(\S+) (.+)")
"""A place's id and name."""


def translated(game: Game, code: str) -> Game:
    """Return a game whose texts are replaced by the translations of its own documents into a language."""
    own = [one for _, one in game.of(Translation) if one.language == code]
    given = {text: said for one in own for text, said in one.texts.items() if isinstance(said, str)}
    texts, places = Texts(), frozenset(game.places)
    documents = tuple(_translated(document, given, texts, places) for document in game.documents)
    root = next(document.model for document in documents if isinstance(document.model, GameInfo))
    return replace(game, documents=documents, info=root, texts=texts)


def _translated(document: Document, given: dict[str, str], texts: Texts, places: frozenset[str]) -> Document:
    model = document.model
    if isinstance(model, Translation):
        return document
    fixed = (
        frozenset(name for name, spec in model.fields.items() if isinstance(spec, FieldSpec) and spec.choice)
        if isinstance(model, Deck)
        else frozenset[str]()
    )

    def told(text: str, path: tuple[Any, ...], place: bool) -> str:
        if (place and text in places) or (len(path) > 1 and path[-2] == "fields" and path[-1] in fixed):
            return text
        if place and text not in given and (parts := _PLACE.fullmatch(text)) and parts[1] in places:
            return f"{parts[1]} {given.get(parts[2], parts[2])}"
        if not place and _has_words(text):
            texts.found.setdefault(text, document.at(*path))
        if text in given:
            texts.known.add(text)
        return given.get(text, text)

    made = resaid(model, told)
    for text, path in _cells(model):
        texts.found.setdefault(text, document.at(*path))
        texts.known |= {text} & given.keys()
    return document if made is model else replace(document, model=made)


def _has_words(text: str) -> bool:
    """Return whether there is anything to translate, besides signs."""
    return any(isinstance(part.what, str) and _WORDS.search(part.what) for part in parts(text))


def _cells(model: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the words in charts and results of rolls: values to the rules, and translated where they are printed."""
    for name, procedure in model.procedures.items() if isinstance(model, Procedures) else ():
        for steps, step in walk(procedure.steps):
            shown: list[Any] = [step.test.success, step.test.failure] if step.test else []
            shown += [cell for row in step.cells.values() for cell in row]
            # Items with spaces are no ids.
            shown += [item for item in step.for_each if " " in str(item)] if isinstance(step.for_each, tuple) else []
            for one in shown:
                if isinstance(one, str) and _has_words(one):
                    yield one.replace("_", " "), ("procedures", name, "steps", *steps)
    for name, table in model.tables.items() if isinstance(model, Tables) else ():
        for key, row in table.cells.items():
            if table.roll is None and isinstance(key, str) and _has_words(key):
                yield key, ("tables", name, "rows", key)
            for cell in row:
                if isinstance(cell, str) and _has_words(cell):
                    yield cell, ("tables", name, "rows", key)
