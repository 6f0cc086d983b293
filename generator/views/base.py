"""The parts that all views of text documents share."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from generator.diagnostics import Span
from generator.game import Game, Item
from generator.models.conditions import Calc
from generator.models.places import Place

__all__ = ["Head", "Part", "TextDocument", "css_name", "document", "flags", "listed", "place_name", "plain", "signed", "typeset", "unparted"]


@dataclass(frozen=True)
class Head:
    """What stands on every sheet of a document: game, title, source, and whose game it is."""

    game: str
    title: str
    source: str
    credits: str


@dataclass(frozen=True)
class Part:
    """A part of a document. `content` is what its template prints, `flags` are numbers of rulings; in a `free` part charts may change places."""

    title: str
    content: Any
    rule: str = ""
    note: str = ""
    flags: tuple[int, ...] = ()
    columns: int = 2
    turned: bool = False
    free: bool = False


@dataclass(frozen=True)
class TextDocument:
    """A document ready for its template. Without parts there is nothing to print.

    One of at most so many `pages` is set as large as they allow; `asked` is where that number stands.
    """

    template: str
    head: Head
    parts: tuple[Part, ...]
    pages: int = 0
    asked: Span | None = None


def document(game: Game, template: str, title: str, parts: Iterable[Part], source: str = "") -> TextDocument:
    """A document of this game; the game's source stands for one that is not given."""
    about = game.info.source
    version = " ".join(part for part in (about.title, about.version) if part)
    return TextDocument(template, Head(game.info.title, title, source or version, game.info.credits), tuple(parts))


def place_name(place: Item[Place]) -> str:
    """A place's name, with its number if it has one."""
    return f"{place.value.name} {place.id}" if place.id[:1].isdigit() else place.value.name


def css_name(owner: str) -> str:
    """The stem of an owner's colours in `theme.css_variables`."""
    return "owner-" + owner.replace("_", "-").replace(".", "-")


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
