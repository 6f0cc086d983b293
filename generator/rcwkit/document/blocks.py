"""Blocks: what text documents say, as plain frozen data, and helpers shared by all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from rcwkit.diagnostics import Span
from rcwkit.frame import Frame
from rcwkit.game.game import Game, Item
from rcwkit.source.info import Motif
from rcwkit.source.language import Language
from rcwkit.source.markup import resolved

if TYPE_CHECKING:
    from rcwkit.dice.setups import Place

__all__ = [
    "Block",
    "Document",
    "Heading",
    "Listing",
    "ListingRow",
    "Measure",
    "Paragraph",
    "Part",
    "Picture",
    "Point",
    "Step",
    "again",
    "document",
    "flags",
    "kept",
    "place_name",
    "plain",
    "signed",
    "typeset",
    "unbroken",
]


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Block:
    """A unit that stays in one piece if a page can hold it.

    `id` is the target of links, `at` its place in the data. `keep` holds it to the next block, `span` gives it all
    columns, and `again` is the heading repeated above it at the top of a column.
    """

    id: str = ""
    at: Span | None = None
    keep: bool = False
    span: bool = False
    again: str = ""

    # Dataclasses would write these functions for each of forty kinds of blocks, which takes long for a start.
    def __eq__(self, other: object) -> bool:
        return vars(self) == vars(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


@dataclass(frozen=True, eq=False, repr=False)
class Heading(Block):
    """A heading, with `aside` at its right end.

    Looks: `collection` (of charts), `group` (of forms or odds), `section` (of an aid or checklist), `form` (a
    procedure), `entry` (of odds), `side` (a bar in the owner's colour, or black), `minor` (a region, a time),
    `file` (of changes).
    """

    text: str
    look: Literal["collection", "group", "section", "form", "entry", "side", "minor", "file"]
    rule: str = ""
    flags: tuple[int, ...] = ()
    aside: str = ""
    owner: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Paragraph(Block):
    """Running text.

    Looks: `plain`, `intro` under a heading, `quiet` and `remark` in smaller type, `asked` (what odds depend on).
    """

    text: str
    look: Literal["plain", "intro", "quiet", "remark", "asked"] = "plain"


@dataclass(frozen=True, eq=False, repr=False)
class Step(Block):
    """A numbered step."""

    number: str
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class Point(Block):
    """A point of a list."""

    text: str


@dataclass(frozen=True, eq=False, repr=False)
class Measure(Block):
    """A bar of 100 mm under a heading, and what to do with it."""

    head: str
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Block):
    """A small picture of how to turn, fold, glue or cut paper."""

    name: Literal["cut", "fold", "glue", "turn long", "turn short"]


class ListingRow(NamedTuple):
    """A file of a kit: name, component, pages, sheets, pieces, and paper to choose; `about` names its box to tick."""

    file: str
    title: str
    pages: int
    sheets: int
    pieces: tuple[str, ...]
    paper: str
    about: str = ""

    @property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The lines of each cell."""
        return (self.file,), (self.title,), (f"{self.pages}",), (f"{self.sheets}",), self.pieces, (self.paper,)


@dataclass(frozen=True, eq=False, repr=False)
class Listing(Block):
    """The files of a kit: headings of the six columns, one row per file, and totals."""

    columns: tuple[str, ...]
    rows: tuple[ListingRow, ...]
    total: ListingRow


class Part(NamedTuple):
    """A part of a document: it begins on a new page, or below the part before it if all of it fits there.

    `motif` is its emblem if the game has none. Blocks of a `free` part may be reordered within their collection; a
    `turned` part is landscape. `page` is its number among composed pages.
    """

    title: str
    blocks: tuple[Block, ...]
    motif: Motif = "wedge"
    rule: str = ""
    note: str = ""
    flags: tuple[int, ...] = ()
    columns: int = 2
    turned: bool = False
    free: bool = False
    page: str = ""


@dataclass(frozen=True)
class Document:
    """A text document; without parts there is nothing to print.

    `game`, `source` and `credits` are printed in its footers; `at` is the place of the game in the data. With a limit
    of `pages`, it is set as large as they allow; `asked` is the place of that limit. Each part of
    a `composed` one is a page.
    """

    title: str
    parts: tuple[Part, ...]
    game: str
    source: str
    credits: str
    pages: int = 0
    asked: Span | None = None
    at: Span | None = None
    composed: bool = False


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
