"""Blocks of play, which few kits have: charts, tasks, set-up lines, entries of an index, rulings and changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rcwkit.blocks.vocabulary import Block
from rcwkit.diagnostics import Span
from rcwkit.look.frame import Frame

__all__ = ["Cell", "Change", "Chart", "ChartRow", "Entry", "Panel", "Placed", "Ruling", "Task"]


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
