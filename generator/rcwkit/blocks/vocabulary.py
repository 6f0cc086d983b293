"""Blocks: what text documents say, as plain frozen data.

Layout turns them into pages and templates turn them into HTML; neither reads the game. Texts have markup, as in
`models.markup`, and `____` for a line to write on. `flags` are the printed numbers of rulings, `owner` the id of a side
or faction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rcwkit.diagnostics import Span
from rcwkit.look.frame import Frame
from rcwkit.models.looks import Motif

__all__ = [
    "Block",
    "Cell",
    "Change",
    "Chart",
    "ChartRow",
    "Document",
    "Entry",
    "Heading",
    "Listing",
    "ListingRow",
    "Measure",
    "Panel",
    "Paragraph",
    "Part",
    "Picture",
    "Placed",
    "Point",
    "Ruling",
    "Step",
    "Task",
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
class Entry(Block):
    """An entry of an index: a name, and where it is found."""

    name: str
    where: str


@dataclass(frozen=True, eq=False, repr=False)
class Task(Block):
    """A box to tick, what to do, its rule at the right, and details below. `about` names the form field."""

    text: str
    about: str
    rule: str = ""
    details: tuple[str, ...] = ()
    flags: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Panel(Block):
    """Paragraphs on a tinted panel. Looks: `warning` (a wrong total), `note` (reminders)."""

    texts: tuple[str, ...]
    look: Literal["warning", "note"]
    flags: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Placed(Block):
    """A line to tick off: a place and its counters as chips.

    `number` stands beside the box; `about` names the form field.
    """

    number: str
    text: str
    about: str
    chips: tuple[Frame, ...] = ()
    note: str = ""
    flags: tuple[int, ...] = ()
    wide: bool = False  # chips take the whole width beside the box
    numbered: bool = False  # the text is aligned with that of numbered lines


@dataclass(frozen=True)
class Cell:
    """A cell of a chart, over `rows` rows.

    `style` is figure, word, text or rule, with quiet, loud, strong, blank or owner.
    """

    text: str
    style: str = "text"
    owner: str = ""
    rows: int = 1


@dataclass(frozen=True)
class ChartRow:
    """A row: its key, the die faces to draw, and the cells that begin in it."""

    key: str
    faces: tuple[int, ...]
    cells: tuple[Cell, ...]
    at: Span | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Chart(Block):
    """A table ready to print. `groups` are headings with the number of columns they span.

    `width` says how much of the page it takes and where its texts stand: `half`, `full`, `wide` (landscape), `beside`,
    `below`, or `solo`. `level` is the heading level of its title.
    """

    title: str
    rule: str
    note: str
    flags: tuple[int, ...]
    head: str
    groups: tuple[tuple[str, int], ...]
    columns: tuple[Cell, ...]
    rows: tuple[ChartRow, ...]
    rolled: bool
    keys: str
    drm: tuple[tuple[str, str], ...]
    key: tuple[tuple[Cell, str], ...]
    remarks: tuple[str, ...]
    foot: tuple[str, ...]
    width: str
    level: int = 2

    @property
    def texts(self) -> int:
        """The number of lines or paragraphs under it."""
        return len(self.drm) + len(self.key) + len(self.foot)

    @property
    def headed(self) -> bool:
        """Whether any of its columns has a heading."""
        return any(column.text for column in self.columns) or bool(self.groups)

    @property
    def even(self) -> bool:
        """Whether all columns hold short results and so are equally wide."""
        return all(column.style == "word" for column in self.columns)


@dataclass(frozen=True, eq=False, repr=False)
class Ruling(Block):
    """A ruling: number and type, what each place says as (rule, words), the reading printed, and room for another.

    `total` marks a wrong total. One to `decide` before play is short, with boxes to tick.
    """

    number: int
    type: str
    title: str
    places: tuple[tuple[str, str], ...]
    prints: str
    total: bool
    decide: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Change(Block):
    """A piece to print again, with a box to tick: its name, title, copies, and why. `about` names the form field."""

    name: str
    title: str
    copies: int
    why: str
    about: str


@dataclass(frozen=True, eq=False, repr=False)
class Measure(Block):
    """A bar of 100 mm under a heading, and what to do with it."""

    head: str
    text: str


@dataclass(frozen=True, eq=False, repr=False)
class Picture(Block):
    """A small picture of how to turn, fold, glue or cut paper."""

    name: Literal["cut", "fold", "glue", "turn long", "turn short"]


@dataclass(frozen=True)
class ListingRow:
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


@dataclass(frozen=True)
class Part:
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
