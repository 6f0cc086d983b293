"""Blocks about dice: recorded rolls, the stages of blank forms, and odds."""

from __future__ import annotations

from dataclasses import dataclass

from rcwkit.blocks.vocabulary import Block
from rcwkit.look.language import Language

__all__ = [
    "Ask",
    "Chance",
    "ChanceHead",
    "ChanceLine",
    "Deal",
    "Grid",
    "GridRow",
    "Label",
    "Ladder",
    "Outcome",
    "Roll",
    "Rolls",
    "Rung",
    "FormStage",
    "Throw",
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
