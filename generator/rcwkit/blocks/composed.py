"""Blocks of pages composed for play: the phases of a turn, sections of panes side by side, and worksheets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rcwkit.blocks.vocabulary import Block
from rcwkit.diagnostics import Span

__all__ = [
    "Band",
    "Modifiers",
    "Pane",
    "Ribbon",
    "Section",
    "Sections",
    "Stage",
    "Worksheet",
    "WorksheetColumn",
    "WorksheetRow",
]


@dataclass(frozen=True)
class Stage:
    """A phase of the turn: its name, what is done in it, and whether the page is about it."""

    title: str
    text: str = ""
    here: bool = False


@dataclass(frozen=True)
class Ribbon(Block):
    """The phases of a turn, in order, as arrows across the page."""

    stages: tuple[Stage, ...]


@dataclass(frozen=True)
class Modifiers(Block):
    """Amounts with what they are for, signs hanging; one amount may be for several things."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class WorksheetColumn:
    """A column: its heading, small words under it, its width relative to the others, and how its cells look."""

    head: str = ""
    under: str = ""
    width: float = 1.0
    align: Literal["left", "centre"] = "centre"
    shaded: bool = False


@dataclass(frozen=True)
class WorksheetRow:
    """A row: its printed words by column, empty ones are blanks; a `bold` first cell heads it."""

    cells: tuple[str, ...]
    bold: bool = False
    at: Span | None = None


@dataclass(frozen=True)
class Worksheet(Block):
    """A grid to fill in. `groups` head neighbouring columns, `sides` neighbouring rows, as (words, how many); `height` of a row is in mm."""

    columns: tuple[WorksheetColumn, ...]
    rows: tuple[WorksheetRow, ...]
    groups: tuple[tuple[str, int], ...] = ()
    sides: tuple[tuple[str, int], ...] = ()
    height: float = 6.0


@dataclass(frozen=True)
class Pane:
    """A part of a band: its width relative to the others, its heading, blocks and further panes one below the other."""

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
"""Panes side by side."""


@dataclass(frozen=True)
class Section(Block):
    """A section of a page: its number and heading, and bands one below the other. Looks as those of its page."""

    head: str
    bands: tuple[Band, ...]
    number: str = ""
    note: str = ""
    rule: str = ""
    flags: tuple[int, ...] = ()
    colour: str = ""
    look: Literal["numbers", "rail", "tabs"] = "numbers"
    width: float = 1.0


@dataclass(frozen=True)
class Sections(Block):
    """Sections side by side, as wide as they say relative to each other."""

    sections: tuple[Section, ...]
