"""Blocks of play: charts, tasks, set-up lines, rulings, pages composed for play, forms and odds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rcwkit.diagnostics import Span
from rcwkit.document.blocks import Block
from rcwkit.frame import Frame
from rcwkit.source.language import Language

__all__ = [
    "Ask",
    "Cell",
    "Chance",
    "ChanceHead",
    "ChanceLine",
    "Change",
    "Chart",
    "ChartRow",
    "Deal",
    "Entry",
    "FormStage",
    "Grid",
    "GridRow",
    "Label",
    "Ladder",
    "Modifiers",
    "Outcome",
    "Pane",
    "Panel",
    "Placed",
    "Ribbon",
    "Roll",
    "Rolls",
    "Ruling",
    "Rung",
    "Section",
    "Sections",
    "Stage",
    "Task",
    "Throw",
    "Worksheet",
    "WorksheetColumn",
    "WorksheetRow",
]


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


@dataclass(frozen=True)
class Stage:
    """A phase of the turn: its name, what to do in it, and whether the page is about it."""

    title: str
    text: str = ""
    here: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Ribbon(Block):
    """The phases of a turn, in order, as arrows across the page."""

    stages: tuple[Stage, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Modifiers(Block):
    """Modifiers as (amount, when it applies)."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class WorksheetColumn:
    """A column: its heading, small print under it, relative width, and how its cells look; `named` ones head rows."""

    head: str = ""
    under: str = ""
    width: float = 1.0
    align: Literal["left", "centre"] = "centre"
    shaded: bool = False
    named: bool = False


@dataclass(frozen=True)
class WorksheetRow:
    """A row: its words by column, blanks where empty; a `bold` first cell is its head."""

    cells: tuple[str, ...]
    bold: bool = False
    at: Span | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Worksheet(Block):
    """A grid to fill in, its rows `height` mm high.

    `groups` are headings over columns, `sides` headings beside rows, as (words, number of columns or rows). Every
    second row of a `striped` one is tinted.
    """

    columns: tuple[WorksheetColumn, ...]
    rows: tuple[WorksheetRow, ...]
    groups: tuple[tuple[str, int], ...] = ()
    sides: tuple[tuple[str, int], ...] = ()
    height: float = 6.0
    striped: bool = False


@dataclass(frozen=True)
class Pane:
    """A part of a band: its relative width, its heading, and blocks and further panes one below the other."""

    blocks: tuple[Block, ...] = ()
    width: float = 1.0
    look: Literal["plain", "boxed", "tinted", "label"] = "plain"
    head: str = ""
    aside: str = ""
    owner: str = ""
    flags: tuple[int, ...] = ()
    arrow: bool = False
    at: Span | None = None
    stack: tuple[Pane, ...] = ()


Band = tuple[Pane, ...]
"""A row of panes side by side."""


@dataclass(frozen=True, eq=False, repr=False)
class Section(Block):
    """A section of a page: its number and heading, and bands one below the other; `look` is that of its page."""

    head: str
    bands: tuple[Band, ...]
    number: str = ""
    note: str = ""
    rule: str = ""
    flags: tuple[int, ...] = ()
    colour: str = ""
    look: Literal["numbers", "rail", "tabs"] = "numbers"
    width: float = 1.0


@dataclass(frozen=True, eq=False, repr=False)
class Sections(Block):
    """Sections side by side, of their relative widths."""

    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Roll:
    """One roll: what for, its faces, DRMs and total in words, and the result.

    `six` means six-sided dice, `typed` faces entered by hand, `changed` that the roll had an effect.
    """

    what: str
    faces: tuple[int, ...]
    six: bool
    sums: str
    result: str
    typed: bool
    changed: bool


@dataclass(frozen=True, eq=False, repr=False)
class Rolls(Block):
    """A rolled procedure: answers, the rolls of each step, effects, and notes in smaller type."""

    title: str
    inputs: str
    steps: tuple[tuple[str, tuple[Roll, ...]], ...]
    texts: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Ask:
    """A question of a form, with choices to tick, or a line to write on and the numbers to choose from."""

    text: str
    choices: tuple[str, ...] = ()
    blank: str = ""


@dataclass(frozen=True)
class Outcome:
    """A row of results: die range, one result per column, and what to do."""

    key: str
    results: tuple[str, ...]
    effect: str = ""


@dataclass(frozen=True)
class Rung:
    """A condition in words, one or all the parts of it in lines, and what to do if it holds; always if it is empty."""

    when: str
    text: str
    any_of: tuple[str, ...] = ()
    flags: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class FormStage(Block):
    """A stage of a form: its number, title and condition, what to answer first, and a line below.

    `any_of` are the parts of a long condition. `about` names the form fields.
    """

    number: str
    about: str
    title: str = ""
    when: str = ""
    any_of: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()
    note: str = ""
    flags: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Ladder(FormStage):
    """Conditions to go through from top to bottom, each with what to do."""

    rungs: tuple[Rung, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Throw(FormStage):
    """A roll: its dice, a box for each of them by label, modifiers and results.

    A modifier is (sign, text, whether its amount is written in, not ticked). `count` is the number of dice behind a
    label; without labels the dice stand in a worksheet below. `follows` are the effects of results that no row shows.
    """

    dice: str = ""
    count: int = 1
    boxes: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, str, bool], ...] = ()
    reading: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[Outcome, ...] = ()
    follows: tuple[tuple[str, str], ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Deal(FormStage):
    """Cards to draw, with a line for each; `count` is how many if a question says so, `more` marks a later draw."""

    deck: str = ""
    spaces: int = 1
    count: str = ""
    more: bool = False

    def told(self, say: Language) -> str:
        """Return what to do."""
        if self.count:
            number = say("‘{number}’ cards", number=self.count)
        else:
            number = say.count(self.spaces, "{n} card", "{n} cards")
        if self.more:
            return say("From the deck ‘{deck}’, deal **{cards}**:", deck=self.deck, cards=number)
        return say("Shuffle the deck ‘{deck}’ and deal **{cards}**:", deck=self.deck, cards=number)


@dataclass(frozen=True)
class Label:
    """A heading or row label of odds, in its owner's colours if it names one, over `rows` rows."""

    text: str
    owner: str = ""
    rows: int = 1


@dataclass(frozen=True)
class Chance:
    """One chance: per cent, a short fraction or none, the height of its bar (per cent), and its shade (0 to 10)."""

    percent: str
    fraction: str = ""
    bar: float = 0.0
    shade: int = 0


@dataclass(frozen=True, eq=False, repr=False)
class ChanceHead(Block):
    """The question that a player answers first, and its answers as headings over the lines below."""

    asked: str
    heads: tuple[Label, ...]


@dataclass(frozen=True, eq=False, repr=False)
class ChanceLine(Block):
    """A statement with its chance for each of the `ways` to answer, one chance for all of them, or none."""

    text: str
    chances: tuple[Chance, ...]
    ways: int


@dataclass(frozen=True)
class GridRow:
    """A row of a grid: the labels that begin in it, its chances, and their mean."""

    keys: tuple[Label, ...]
    cells: tuple[Chance, ...]
    mean: str = ""


@dataclass(frozen=True, eq=False, repr=False)
class Grid(Block):
    """Chances by row and column; without row labels, one distribution drawn as bars.

    `widths` (mm) and `heads` are those of the label columns. `by` is the question that the columns answer, where that
    is not clear. `blank` is the number of empty columns that align it with the grids above. `means` says whether rows
    have means.
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
