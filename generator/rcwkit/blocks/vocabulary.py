"""Blocks: what text documents say, as plain frozen data.

Layout turns them into pages and templates turn them into HTML; neither reads the game. Texts have markup, as in
`models.markup`, and `____` for a line to write on. `flags` are the printed numbers of rulings, `owner` the id of a side
or faction.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.models.looks import Motif

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
