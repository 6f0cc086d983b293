"""Checks of the signs in texts: each is known, and its text is one where signs are drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from rcwkit.checks.references import unknown
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.models.signs import PICTURES, Sign, parted
from rcwkit.reading.game import Game

__all__ = ["signs"]

DRAWN = frozenset({"aids", "folder", "scenarios", "tables"})
"""Kinds whose texts may have signs."""
PLAIN = frozenset({"title", "aside"})
"""Fields that are printed without signs."""


def signs(game: Game) -> Iterator[Diagnostic]:
    """Check that every `{…}` in a text names known dice, owners, pictures or rulings, where signs are drawn."""
    for document in game.documents:
        for path, model in document.models:
            for field, where, text in _texts(model):
                for sign in (part for part in parted(text) if isinstance(part, Sign)):
                    span = document.at(*path, *where)
                    if document.kind not in DRAWN or field in PLAIN or sign.kind == "flag":
                        message = f"signs such as '{{{sign.kind}}}' are not drawn here"
                        yield Diagnostic("E245", message, span, "say it in words")
                    else:
                        yield from _unknown(game, sign, span)


def _texts(model: BaseModel) -> Iterator[tuple[str, tuple[Any, ...], str]]:
    """Yield (field, path, text) of a model's texts that have a brace, without those of nested models."""
    for name, value in vars(model).items():
        for path, text in _strings(value, (name,)):
            if "{" in text:
                yield name, path, text


def _strings(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, tuple):
        for index, part in enumerate(value):
            yield from _strings(part, (*path, index))
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _strings(part, (*path, key))


def _unknown(game: Game, sign: Sign, span: Span) -> Iterator[Diagnostic]:
    if sign.kind == "ruling":
        yield from unknown("ruling", sign.value, game.rulings, span, "E225")
    elif sign.kind == "mark":
        yield from unknown("side or faction", sign.value, game.owners, span, "E220")
    elif sign.kind == "boxes":
        for box in sign.boxes:
            yield from unknown("side or faction", box.owner, game.owners, span, "E220")
    elif sign.kind == "sign":
        yield from unknown("sign", sign.value, PICTURES, span, "E245")
    elif sign.kind == "die" and len(sign.faces) != len(sign.value.split()):
        yield Diagnostic("E245", f"'{sign.value}' are not die faces", span, "write faces from 1 to 6: {die 4 5}")
