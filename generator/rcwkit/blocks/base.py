"""Helpers shared by all text documents."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from rcwkit.blocks.vocabulary import Block, Document, Part
from rcwkit.look.frame import Frame
from rcwkit.look.language import Language
from rcwkit.models.markup import resolved
from rcwkit.reading.game import Game, Item

if TYPE_CHECKING:
    from rcwkit.models.places import Place

__all__ = ["document", "again", "flagged", "flags", "kept", "place_name", "plain", "signed", "typeset", "unbroken"]


B = TypeVar("B", bound=Block)


def document(game: Game, title: str, parts: Iterable[Part], source: str = "") -> Document:
    """Return a document of this game; `source` defaults to the game's own."""
    about = game.info.source
    version = " ".join(part for part in (about.title, about.version) if part)
    made = Document(title, tuple(parts), game.info.title, source or version, game.info.credits, at=game.root.at())
    numbered: Document = flagged(made, game)
    return numbered


def flagged(value: Any, game: Game) -> Any:
    """Resolve the ruling flags within blocks or texts to their printed numbers; drawings have none."""
    if isinstance(value, str):
        return resolved(value, game.ruling_numbers.get)
    if isinstance(value, Frame):
        return value
    if isinstance(value, tuple):
        parts = [flagged(part, game) for part in value]
        alike = all(part is other for part, other in zip(parts, value, strict=True))
        if alike:
            return value
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    found = {field.name: getattr(value, field.name) for field in fields(value)}
    changed = {name: made for name, own in found.items() if (made := flagged(own, game)) is not own}
    return replace(value, **changed) if changed else value


def again(say: Language, about: str) -> str:
    """Return a heading repeated over what continues."""
    return say("{about}, continued", about=about)


def kept(say: Language, lines: Sequence[B], about: str) -> Iterator[B]:
    """Keep up to four lines under a heading together, and more free of widows and orphans; `about` is repeated."""
    for left, line in enumerate(lines, 1 - len(lines)):
        yield replace(
            line,
            keep=left == -1 or left == 1 - len(lines) < 0 or (left < 0 and len(lines) <= 4),
            again=again(say, about),
        )


def place_name(place: Item[Place]) -> str:
    """Return a place's name, with its number if it has one."""
    number = place.id if place.id[:1].isdigit() and place.id != place.value.name else ""
    return f"{place.value.name} {number}".rstrip()


def flags(game: Game, rulings: Iterable[str]) -> tuple[int, ...]:
    """Return the printed numbers of rulings, in order."""
    return tuple(sorted({game.ruling_numbers[name] for name in rulings if name in game.ruling_numbers}))


def signed(amount: Any) -> str:
    """Return a number with its sign, or the sign alone for a calculated amount."""
    if not isinstance(amount, int):
        return "−" if getattr(amount, "times", 1) < 0 else "+"
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "±0"


def typeset(value: Any) -> str:
    """Return a value with minus signs, en dashes in ranges, and no break between a number and its unit."""
    return unbroken(re.sub(r"(?<=\d)-(?=\d)", "–", re.sub(r"^-(?=\d)", "−", str(value))))


def unbroken(text: str) -> str:
    """Return a text with no-break spaces between numbers and units."""
    return re.sub(r"(?<=\d) (?=(?:cm|mm|m|km|P|lb|см|мм|м|км)\b|%|g/m²|г/м²)", "\N{NO-BREAK SPACE}", text)


def plain(value: Any) -> str:
    """Return an id or result as people read it."""
    return typeset(value).replace("_", " ")
