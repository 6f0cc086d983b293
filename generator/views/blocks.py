"""Blocks: what text documents say, as plain frozen data. Layout makes pages of them, templates make HTML of them, and neither knows more.

Texts know two signs: `**bold**`, and `____` for a line to write on. `flags` are the printed numbers of rulings, `owner` the id of a side
or faction.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.diagnostics import Span
from generator.layout.frame import Frame

__all__ = [
    "Answers",
    "Block",
    "Cell",
    "Change",
    "Chart",
    "ChartRow",
    "Chance",
    "ChanceHead",
    "ChanceLine",
    "Document",
    "Grid",
    "GridRow",
    "Heading",
    "Label",
    "Listing",
    "ListingRow",
    "Measure",
    "Motif",
    "Panel",
    "Paragraph",
    "Part",
    "Picture",
    "Placed",
    "Point",
    "Question",
    "Roll",
    "Rolls",
    "Ruling",
    "Step",
    "StepForm",
    "StepRow",
    "Task",
]

Motif = Literal["bars", "rings", "wedge"]


@dataclass(frozen=True, kw_only=True)
class Block:
    """What stays in one piece if a page can hold it. `at` is where its words stand in the sources.

    `keep` holds it to the next block, `span` gives it all columns; `again` is said above it where it begins a column. `id` names it in links.
    """

    id: str = ""
    at: Span | None = None
    keep: bool = False
    span: bool = False
    again: str = ""


@dataclass(frozen=True)
class Heading(Block):
    """A heading. `aside` stands at its right end.

    Looks: `collection` (of charts or forms), `group` (of odds), `section` (of an aid or checklist), `form` (a procedure), `entry` (of odds),
    `side` (an owner's bar, ink without one), `minor` (a region, a time), `file` (of changes).
    """

    text: str
    look: Literal["collection", "group", "section", "form", "entry", "side", "minor", "file"]
    rule: str = ""
    flags: tuple[int, ...] = ()
    aside: str = ""
    owner: str = ""


@dataclass(frozen=True)
class Paragraph(Block):
    """Running text. Looks: `plain`, `intro` under a heading, `quiet` and `remark` in smaller type, `asked` (what odds depend on)."""

    text: str
    look: Literal["plain", "intro", "quiet", "remark", "asked"] = "plain"


@dataclass(frozen=True)
class Step(Block):
    """A numbered step."""

    number: str
    text: str


@dataclass(frozen=True)
class Point(Block):
    """A point of a list."""

    text: str


@dataclass(frozen=True)
class Task(Block):
    """A box to tick, what to do, its rule at the right, and details below. `about` names the form field."""

    text: str
    about: str
    rule: str = ""
    details: tuple[str, ...] = ()
    flags: tuple[int, ...] = ()


@dataclass(frozen=True)
class Panel(Block):
    """Paragraphs on a ground of their own. Looks: `warning` (a wrong total), `note` (reminders)."""

    texts: tuple[str, ...]
    look: Literal["warning", "note"]
    flags: tuple[int, ...] = ()


@dataclass(frozen=True)
class Placed(Block):
    """A line to tick off with counters as chips: what is put where. `number` stands beside the box; `about` names the form field."""

    number: str
    text: str
    about: str
    chips: tuple[Frame, ...] = ()
    note: str = ""
    flags: tuple[int, ...] = ()
    wide: bool = False  # chips stand beside the box over the whole width


@dataclass(frozen=True)
class Roll:
    """One roll: what for, its faces (`six`: of six-sided dice), DRMs and total in words, and the result. `changed`: something came of it."""

    what: str
    faces: tuple[int, ...]
    six: bool
    sums: str
    result: str
    typed: bool
    changed: bool


@dataclass(frozen=True)
class Rolls(Block):
    """What was rolled: answers, the rolls of each step, what followed, and notes in smaller type."""

    title: str
    inputs: str
    steps: tuple[tuple[str, tuple[Roll, ...]], ...]
    texts: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Cell:
    """A cell of a chart. `style` is figure, word, text or rule, with quiet, loud, strong, blank or owner; it spans `rows` rows."""

    text: str
    style: str = "text"
    owner: str = ""
    rows: int = 1


@dataclass(frozen=True)
class ChartRow:
    """A row: its key in words, the faces of a die if they are to be drawn, and the cells that begin in it."""

    key: str
    faces: tuple[int, ...]
    cells: tuple[Cell, ...]
    at: Span | None = None


@dataclass(frozen=True)
class Chart(Block):
    """A table ready to print. `groups` are headings with the number of columns they span.

    `width` says how much of the page it takes and where its texts stand: `half`, `full`, `wide` (turned paper), `beside`, `below`, or `solo`;
    `level` is that of its title among headings.
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
        """How many lines or paragraphs stand under it; a few can stand beside it, many must."""
        return len(self.drm) + len(self.key) + len(self.foot)

    @property
    def headed(self) -> bool:
        """Whether any of its columns has a heading."""
        return any(column.text for column in self.columns) or bool(self.groups)

    @property
    def even(self) -> bool:
        """Whether all columns hold short results and so are equally wide."""
        return all(column.style == "word" for column in self.columns)


@dataclass(frozen=True)
class Question(Block):
    """An input of a form: its letter, what is asked, choices to tick, or what to write in. One asked of several items is `spread` beneath."""

    letter: str
    text: str
    about: str
    choices: tuple[str, ...]
    blank: str
    spread: bool = False


@dataclass(frozen=True)
class Answers(Block):
    """A grid for the questions asked of several items: their letters, and a row an item.

    A row is the item's name and a cell a question: choices to tick, nothing for a space to write in, None where it is not asked.
    """

    letters: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, ...] | None, ...]], ...]
    about: str


@dataclass(frozen=True)
class StepRow:
    """One line of a reading: faces in words, a result a column, and what follows."""

    key: str
    results: tuple[str, ...]
    effect: str


@dataclass(frozen=True)
class StepForm(Block):
    """A step of a form: number, title, how often and when it is done, dice, DRMs, how it is read, what follows, a labelled box a roll.

    `any_of` are the parts of a long condition; `stops` what holds a marker back, each as (sentence, its parts); `count` is the dice a box
    has room for. `about` names the form fields.
    """

    number: str
    about: str
    title: str
    often: str
    when: str
    any_of: tuple[str, ...]
    note: str
    flags: tuple[int, ...]
    dice: str
    drm: tuple[tuple[str, str], ...]
    reading: str
    stops: tuple[tuple[str, tuple[str, ...]], ...]
    columns: tuple[str, ...]
    rows: tuple[StepRow, ...]
    follows: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    boxes: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Label:
    """A heading or key of odds, in an owner's colours where it names one; it spans `rows` rows."""

    text: str
    owner: str = ""
    rows: int = 1


@dataclass(frozen=True)
class Chance:
    """One chance: per cent, the fraction where it is short, how high its bar stands (per cent), and how dark its cell is (0 to 10)."""

    percent: str
    fraction: str = ""
    bar: float = 0.0
    shade: int = 0


@dataclass(frozen=True)
class ChanceHead(Block):
    """What a player answers first, over the columns of the lines below."""

    asked: str
    heads: tuple[Label, ...]


@dataclass(frozen=True)
class ChanceLine(Block):
    """A question of yes or no with its chance for each of the `ways` to answer, or one chance for all; or a statement without any."""

    text: str
    chances: tuple[Chance, ...]
    ways: int


@dataclass(frozen=True)
class GridRow:
    """A row of a grid: the keys that begin in it, its chances, and their mean in words."""

    keys: tuple[Label, ...]
    cells: tuple[Chance, ...]
    mean: str = ""


@dataclass(frozen=True)
class Grid(Block):
    """Chances by row and column; without keys it is one distribution, drawn as bars.

    `widths` are those of its columns of keys in millimetres, `heads` stand over them; `by` is the question that its columns answer where
    that would not be clear; `blank` empty columns make it as wide as its neighbours; `means` says whether its rows have means.
    """

    title: str
    heads: tuple[str, ...]
    widths: tuple[float, ...]
    columns: tuple[Label, ...]
    rows: tuple[GridRow, ...]
    blank: int = 0
    mean: str = ""
    by: str = ""
    means: bool = False


@dataclass(frozen=True)
class Ruling(Block):
    """A ruling: its number and type, what each place says as (rule, words), the reading printed, and room for another.

    `total` marks a wrong total.
    """

    number: int
    type: str
    title: str
    places: tuple[tuple[str, str], ...]
    prints: str
    total: bool


@dataclass(frozen=True)
class Change(Block):
    """A piece to print again, with a box to tick: its name, title, copies, and why. `about` names the form field."""

    name: str
    title: str
    copies: int
    why: str
    about: str


@dataclass(frozen=True)
class Measure(Block):
    """A bar of 100 mm under a heading, and what is to be done with it."""

    head: str
    text: str


@dataclass(frozen=True)
class Picture(Block):
    """A small picture of how paper is turned, folded, glued or cut."""

    name: Literal["cut", "fold", "glue", "turn long", "turn short"]


@dataclass(frozen=True)
class ListingRow:
    """A file of a kit: its name, component, pages, sheets, its pieces, and the paper to choose; `about` names a box to tick, if it has one."""

    file: str
    title: str
    pages: int
    sheets: int
    pieces: tuple[str, ...]
    paper: str
    about: str = ""

    @property
    def cells(self) -> tuple[tuple[str, ...], ...]:
        """The texts of each cell, one below the other."""
        return (self.file,), (self.title,), (f"{self.pages}",), (f"{self.sheets}",), self.pieces, (self.paper,)


@dataclass(frozen=True)
class Listing(Block):
    """The files of a kit: the words above the six columns, a row each, and what they come to."""

    columns: tuple[str, ...]
    rows: tuple[ListingRow, ...]
    total: ListingRow


@dataclass(frozen=True)
class Part:
    """A part of a document: it begins on a new page, or below the one before it where all of it has room.

    In a `free` part blocks may change places within their collection; a `turned` one lies on turned paper.
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


@dataclass(frozen=True)
class Document:
    """A text document. Without parts there is nothing to print.

    `source` is what its feet name. One of at most so many `pages` is set as large as they allow; `asked` is where that number stands.
    """

    title: str
    parts: tuple[Part, ...]
    game: str
    source: str
    credits: str
    pages: int = 0
    asked: Span | None = None
