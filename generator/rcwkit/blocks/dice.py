"""Blocks about dice: recorded rolls, blank forms, and odds."""

from __future__ import annotations

from dataclasses import dataclass

from rcwkit.blocks.vocabulary import Block

__all__ = [
    "Answers",
    "Chance",
    "ChanceHead",
    "ChanceLine",
    "Grid",
    "GridRow",
    "Label",
    "Question",
    "Roll",
    "Rolls",
    "StepForm",
    "StepRow",
]


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


@dataclass(frozen=True)
class Rolls(Block):
    """A rolled procedure: answers, the rolls of each step, effects, and notes in smaller type."""

    title: str
    inputs: str
    steps: tuple[tuple[str, tuple[Roll, ...]], ...]
    texts: tuple[str, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True)
class Question(Block):
    """An input of a form: its letter, the question, and choices to tick or a blank to write in.

    A `spread` question is asked of several items and answered in the grid below.
    """

    letter: str
    text: str
    about: str
    choices: tuple[str, ...]
    blank: str
    spread: bool = False


@dataclass(frozen=True)
class Answers(Block):
    """A grid for the questions asked of several items: their letters, and one row per item.

    A row is the item's name and one cell per question: choices to tick, an empty tuple for a blank to write in, or None
    where the question is not asked.
    """

    letters: tuple[str, ...]
    rows: tuple[tuple[str, tuple[tuple[str, ...] | None, ...]], ...]
    about: str


@dataclass(frozen=True)
class StepRow:
    """A row of a step's results: die range, one result per column, and effects."""

    key: str
    results: tuple[str, ...]
    effect: str


@dataclass(frozen=True)
class StepForm(Block):
    """A step of a form: when it is done, its dice, DRMs, results and effects, and one labelled box per roll.

    `any_of` are the parts of a long condition. `stops` say what holds a marker back, as (sentence, parts). `count` is
    the number of dice in a box. `about` names the form fields.
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


@dataclass(frozen=True)
class ChanceHead(Block):
    """The question that a player answers first, and its answers as headings over the lines below."""

    asked: str
    heads: tuple[Label, ...]


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
