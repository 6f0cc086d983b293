"""The parts that all views of text documents share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from rcwkit.blocks.vocabulary import Block, Document, Part
from rcwkit.models.conditions import Calc
from rcwkit.models.places import Place
from rcwkit.reading.game import Game, Item

__all__ = ["document", "flags", "kept", "listed", "place_name", "plain", "signed", "typeset", "unparted"]


B = TypeVar("B", bound=Block)


def document(game: Game, title: str, parts: Iterable[Part], source: str = "") -> Document:
    """A document of this game; the game's source stands for one that is not given."""
    about = game.info.source
    version = " ".join(part for part in (about.title, about.version) if part)
    return Document(title, tuple(parts), game.info.title, source or version, game.info.credits, at=game.root.at())


def kept(lines: Sequence[B], about: str) -> Iterator[B]:
    """Lines under a heading: a few stay together, and neither the first nor the last stands alone; where they go on the heading is said again."""
    for left, line in enumerate(lines, 1 - len(lines)):
        yield replace(
            line,
            keep=left == -1 or left == 1 - len(lines) < 0 or (left < 0 and len(lines) <= 4),
            again=f"{about}, continued",
        )


def place_name(place: Item[Place]) -> str:
    """A place's name, with its number if it has one."""
    return f"{place.value.name} {place.id}" if place.id[:1].isdigit() else place.value.name


def flags(game: Game, rulings: Iterable[str]) -> tuple[int, ...]:
    """The printed numbers of rulings, in order."""
    return tuple(sorted({game.ruling_numbers[name] for name in rulings if name in game.ruling_numbers}))


def signed(amount: Any) -> str:
    """A number with its sign; an amount that is no number has only a sign."""
    if not isinstance(amount, int):
        return "−" if isinstance(amount, Calc) and amount.times < 0 else "+"
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "±0"


def typeset(value: Any) -> str:
    """Minus signs and dashes between numbers as type has them; a number is not parted from its unit."""
    return unparted(re.sub(r"(?<=\d)-(?=\d)", "–", re.sub(r"^-(?=\d)", "−", str(value))))


def unparted(text: str) -> str:
    """A text whose lines do not break between a number and its unit."""
    return re.sub(r"(?<=\d) (?=(?:cm|mm|m|km|P|lb)\b|%|g/m²)", "\N{NO-BREAK SPACE}", text)


def plain(value: Any) -> str:
    """An id or a result as people read it."""
    return typeset(value).replace("_", " ")


def listed(parts: Iterable[str], last: str = "and") -> str:
    """Words joined as in a sentence."""
    words = list(parts)
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)
