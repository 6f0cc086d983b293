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
