"""Blocks that speak of dice: what was rolled, blank forms to roll by, and odds."""

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
