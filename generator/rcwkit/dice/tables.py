"""`kind: tables`: charts, written once, then printed, rolled and analysed; look-ups in them, and checks of rows."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from rcwkit.diagnostics import Diagnostic
from rcwkit.dice.conditions import Amount, Condition
from rcwkit.dice.notation import FAR, Dice, Die, Numbers, Range
from rcwkit.game.game import Document
from rcwkit.source.base import (
    Brief,
    Colour,
    Entries,
    Entry,
    Id,
    Idle,
    Model,
    Name,
    Printed,
    Scalar,
    Seq,
    Shelf,
    Text,
    optional,
)
from rcwkit.source.patterns import DICE, by_title

Cells = Scalar | Seq[Scalar]
Rows = list[tuple[Scalar, Range]]
"""Row keys with their ranges, in ascending order."""
EACH = re.compile(r"([+−]\d+) (.+)")
"""The text of a modifier that counts something: its amount for each, and of what."""


class Drm(Model):
    """A die-roll modifier: what it adds, when, and why."""

    add: Amount = Field(description="Amount to add.")
    text: Text = Field(description="The reason, in a few words; printed.")
    when: Condition | None = optional("Condition under which it applies; always if left out.")

    @property
    def reads(self) -> tuple[Any, ...]:
        """The condition and the amount."""
        return self.when, self.add


def _headed(value: Any) -> Any:
    """Return columns that are a list of headings, or a mapping without any, by ids made from these."""
    if isinstance(value, dict) and value and all(heading is None for heading in value.values()):
        value = list(value)
    return by_title(value)


class Resolution(Model):
    """How a die roll is read; shared by tables and the steps of procedures."""

    roll: Die | None = optional("Dice to add up, or to read as digits: d66; left out if nothing is rolled.")
    drm: Seq[Drm] = Field(
        (),
        description="Die-roll modifiers; `beyond` says what happens past the end rows.",
        examples=[[{"add": 1, "when": {"weather": "rain"}, "text": "Rain"}]],
    )
    beyond: Literal["clamp", "rows", "error"] | None = optional(
        "Required with a drm, for totals past the end rows: clamp to them, rows cover them, or error."
    )
    columns: Annotated[Mapping[Id, Name], Brief(_headed, {"type": "array"})] = Field(
        {},
        description="Column id → heading, or a list of headings, whose ids are made from them; left out for a single "
        "column.",
        examples=[{"red": "Red", "white": "White"}],
    )
    rows: Entries[Scalar, Cells] = Field(
        {},
        description="Die result or range (1, 2-3, 6+, 0-), or several ('2, 12') → cell, or a list of cells, one for "
        "each column.",
    )
    natural: Mapping[int, Scalar] = Field(
        {}, description="Unmodified roll → result, whatever the DRMs.", examples=[{1: "failure"}]
    )

    @model_validator(mode="after")
    def _modified_tables_say_what_lies_beyond(self) -> Self:
        if self.drm and self.rows and self.beyond is None:
            raise ValueError("a table with drm needs 'beyond': clamp, rows or error")
        return self

    @cached_property
    def ranges(self) -> Mapping[Scalar, tuple[Range, ...]]:
        """Row key → the die results it covers. Raises ValueError if a key covers none, as in an unrolled table."""
        return {key: Range.listed(key) for key in self.rows}

    @property
    def ascending(self) -> Rows:
        """The ranges from the lowest up, each with the key of its row. Raises ValueError as `ranges` does."""
        return _ascending(self.ranges)

    @cached_property
    def cells(self) -> Mapping[Scalar, tuple[Scalar, ...]]:
        """Row key → its cells, one for each column."""
        return {key: cells if isinstance(cells, tuple) else (cells,) for key, cells in self.rows.items()}

    @property
    def outcomes(self) -> frozenset[Scalar]:
        """Every result that it lists: totals are not."""
        return frozenset(self.natural.values()).union(*self.cells.values())


class ColumnShifts(Model):
    """Rows over a table's columns: each word stands on the column that it leads to."""

    start: Id = Field(description="Column without any shift.", examples=["C"])
    rows: Mapping[Text, Mapping[Id, Text]] = Field(
        description="Heading of a row → column → what leads there; `past` is the column past the last.",
        examples=[{"Cover": {"C": "none", "D": "light", "past": "total"}}],
    )
    past: Name | None = optional(
        "What a shift past the last column means, in a column of its own.", examples=["no effect"]
    )


class Table(Resolution, Entry):
    """A chart."""

    head: Name = Field("", description="Heading over the row keys; the dice if left out.")
    results: Mapping[Scalar, Text] = Field(
        {}, description="Cell → its meaning; printed as a key.", examples=[{"D": "Defender retreats"}]
    )
    groups: Mapping[Name, Seq[Id]] = Field(
        {}, description="Headings that span columns.", examples=[{"Winter": ["red", "white"]}]
    )
    shifts: ColumnShifts | None = optional(
        "Column shifts, printed over the columns; the heads say how far each is from the start."
    )
    heat: bool = Field(False, description="True to tint numbers in steps, from pale to dark; 0 is left blank.")
    tints: Mapping[Scalar, Colour] = Field(
        {},
        description="Cell → the colour of its ground, as in a scale from good to bad; none with low ink.",
        examples=[{"Routs": "#8E1B23"}],
    )
    turned: bool = Field(
        False, description="Print die results across and a row for each column; `head` then names the columns."
    )
    shelf: Shelf = Field("table", description="study: left out of a build unless asked for, as --with study.")
    foot: Seq[Text] = Field((), description="Lines under the table.", examples=[["A tie is rolled again."]])
    odds: Printed = Field("study", description="Its odds: study for the sheet of all odds, none to leave them out.")
    totals: Numbers | None = optional(
        "Total DRMs that can come up, if fewer than make a difference; the odds leave out the others.",
        examples=["-5-12"],
    )

    def idle(self) -> Iterator[Idle]:
        """Yield what no cell has, and what is of charts that are rolled."""
        yield from self.idle_without("roll", "beyond", "odds")
        yield from self.idle_without("drm", "totals")
        cells = {*(cell for cells in self.cells.values() for cell in cells), *self.natural.values()}
        for key in ("results", "tints"):
            yield from (((key, cell), "as no cell says so") for cell in getattr(self, key) if cell not in cells)
        if self.heat and not any(isinstance(cell, int) for cell in cells):
            yield ("heat",), "without a number in a cell"

    @property
    def printed(self) -> Iterator[Scalar]:
        """Every heading, row and cell."""
        yield self.head or str(self.roll or "")
        yield from (*self.columns.values(), *self.groups, *self.rows, *chain(*self.cells.values()))
        for title, words in self.shifts.rows.items() if self.shifts else ():
            yield from (title, *words.values())

    @model_validator(mode="after")
    def _is_rolled(self) -> Self:
        if not self.roll and (self.drm or self.natural or self.totals):
            raise ValueError("only a chart with a `roll` has drm, natural or totals")
        return self

    def cell(self, row: Scalar, column: Scalar | None) -> Scalar:
        """Return the cell of a row in a column, or in the first one."""
        cells, names = self.cells[row], list(self.columns)
        return cells[names.index(str(column)) if str(column) in names and len(cells) > 1 else 0]

    @model_validator(mode="after")
    def _only_rolled_columns_can_turn(self) -> Self:
        if self.turned and (not self.roll or not self.columns or self.groups):
            raise ValueError("a turned table has a roll and columns, and no groups")
        return self

    @model_validator(mode="after")
    def _shifts_lead_to_columns(self) -> Self:
        if self.shifts is None:
            return self
        if self.turned or self.groups:
            raise ValueError("a table with shifts is not turned and has no groups")
        known = [*self.columns, *(["past"] if self.shifts.past else [])]
        asked = {self.shifts.start, *(column for row in self.shifts.rows.values() for column in row)}
        if unknown := sorted(asked.difference(known)):
            raise ValueError(f"shifts lead to '{unknown[0]}', which is no column; its columns are {', '.join(known)}")
        return self


class Tables(Model):
    """The charts of a game."""

    kind: Literal["tables"]
    id: Id
    title: Name
    source: Name
    tables: Mapping[Id, Table] = Field(description="Table id → table.")


@dataclass(frozen=True, slots=True)
class Reading:
    """A look-up: the total after DRMs, the total as read (clamped if need be), the row and the result."""

    total: int
    read: int
    row: Any
    result: Any


@dataclass(frozen=True, eq=False)
class Reader:
    """A table's dice, rows (low, high, key, cells), columns and DRMs. Without rows, the total is the result."""

    dice: Dice
    rows: tuple[tuple[int, int, Any, tuple[Any, ...]], ...]
    columns: tuple[str, ...]
    beyond: str | None
    natural: Mapping[int, Any]
    drm: tuple[Drm, ...]

    def read(self, natural: int, modifier: int, column: str | None) -> Reading:
        """Look up a roll. Raises ValueError if no row covers it."""
        total = natural + modifier
        if natural in self.natural:
            return Reading(total, total, f"natural {natural}", self.natural[natural])
        if not self.rows:
            return Reading(total, total, None, total)
        read = min(max(total, self.rows[0][0]), self.rows[-1][1]) if self.beyond == "clamp" else total
        at = self.columns.index(column) if column is not None and self.columns else 0
        for low, high, key, cells in self.rows:
            if low <= read <= high:
                return Reading(total, read, key, cells[at])
        raise ValueError(f"no row for {read}")

    @property
    def numeric(self) -> bool:
        """Whether every result is a number."""
        cells = [*self.natural.values(), *(cell for *_, cells in self.rows for cell in cells)]
        return all(isinstance(cell, int) for cell in cells)

    @classmethod
    def of(cls, source: Resolution, extra: Iterable[Drm] = ()) -> Reader:
        """Return the reader of a table, or of a step's own rows; `extra` are a step's DRMs besides its table's."""
        assert source.roll is not None
        rows = [(*covered, key, source.cells[key]) for key, covered in source.ascending]
        drm = (*source.drm, *extra)
        return cls(source.roll, tuple(rows), tuple(source.columns), source.beyond, source.natural, drm)


def check_rows(document: Document, path: tuple[Any, ...], table: Resolution) -> Iterator[Diagnostic]:
    """Check that rows cover the dice exactly, each with a cell per column, and that dice can give them."""
    width, heads = len(table.columns), [*table.columns.values()]
    for key, cells in table.cells.items():
        if table.columns and len(cells) != width:
            message = f"row '{key}' has {len(cells)} cells, the table has {width} columns"
            yield Diagnostic("E233", message, document.at(*path, "rows", key))
        for index, cell in enumerate(cells if table.roll is not None else ()):
            if cell == "":
                under = f" under '{heads[index]}'" if index < len(heads) else ""
                message, hint = f"row '{key}' has an empty cell{under}, which is no result", "write “–” or “no effect”"
                yield Diagnostic("E233", message, document.at(*path, "rows", key, index), hint)
    if table.roll is None or not table.rows:
        return
    ranges: dict[Scalar, tuple[Range, ...]] = {}
    for key in table.rows:
        try:
            ranges[key] = Range.listed(key)
        except ValueError as error:
            yield Diagnostic("E230", str(error), document.at(*path, "rows", key, key=True))
    if len(ranges) == len(table.rows):
        rows = _ascending(ranges)
        reached = _reached(table, table.roll) if table.beyond == "rows" else None
        needed = EVERY_TOTAL if table.drm else [*table.roll.ways()]
        yield from _gaps(document, (*path, "rows"), rows, needed)
        yield from _ends(document, (*path, "rows"), rows, table.roll, reached, needed)
        yield from _never(document, path, rows, table, table.roll, needed)


EVERY_TOTAL = range(-(10**5), 10**5)
"""What needs a row if modifiers add to the dice; otherwise only what these show, as d66 does not show 17."""


def _between(needed: Sequence[int], low: int, high: int) -> Sequence[int]:
    """Return those of ascending numbers that are from `low` to `high`."""
    return needed[bisect_left(needed, low) : bisect_right(needed, high)]


def _said(numbers: Sequence[int]) -> str:
    return f"{numbers[0]}" if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"


def check_totals(document: Document, path: tuple[Any, ...], table: Table) -> Iterator[Diagnostic]:
    """Check that plain DRMs can add up to one of the totals that a chart says come up."""
    adds = [drm.add for drm in table.drm if isinstance(drm.add, int)]
    if table.totals is None or len(adds) < len(table.drm):
        return
    low, high = sum(add for add in adds if add < 0), sum(add for add in adds if add > 0)
    if table.totals.low > high or table.totals.high < low:
        message = f"the modifiers never add up to {table.totals}"
        yield Diagnostic("E232", message, document.at(*path, "totals"), f"they make {low} to {high}")


def _ascending(ranges: Mapping[Scalar, tuple[Range, ...]]) -> Rows:
    return sorted(((key, one) for key, many in ranges.items() for one in many), key=lambda row: row[1])


def _gaps(document: Document, path: tuple[Any, ...], rows: Rows, needed: Sequence[int]) -> Iterator[Diagnostic]:
    """Report overlaps and gaps between rows."""
    for (key, (_, high)), (following, (low, _)) in pairwise(rows):
        if low <= high:
            yield Diagnostic("E231", f"row '{following}' overlaps row '{key}'", document.at(*path, following, key=True))
        elif lost := _between(needed, high + 1, low - 1):
            yield Diagnostic("E230", f"no row for {_said(lost)}", document.at(*path, following, key=True))


def _reached(table: Resolution, dice: Dice) -> Range:
    """Return the totals that the dice can reach with the DRMs that are plain numbers."""
    adds = [drm.add for drm in table.drm if isinstance(drm.add, int)]
    return Range(dice.least + sum(min(add, 0) for add in adds), dice.most + sum(max(add, 0) for add in adds))


def _ends(
    document: Document,
    path: tuple[Any, ...],
    rows: Rows,
    dice: Dice,
    reached: Range | None,
    needed: Sequence[int],
) -> Iterator[Diagnostic]:
    """Check that the first and last row cover `reached`, or the dice alone if that is None."""
    low, high = reached or (dice.least, dice.most)
    (first, (begin, _)), (last, (_, end)) = rows[0], rows[-1]
    if lost := _between(needed, low, begin - 1):
        span, digits = document.at(*path, first, key=True), f"d{dice.faces}"
        hint = f"{dice} starts at {dice.least}"
        if dice.count == 1 and len(digits) == 3 and re.fullmatch(DICE, digits):
            hint += f"; two dice read as tens and units are {digits}"
        yield Diagnostic("E230", f"no row for {_said(lost)}", span, hint)
    if end < high:
        span = document.at(*path, last, key=True)
        yield Diagnostic("E230", f"no row for {high}", span, f"{dice} goes up to {dice.most}")


def _never(
    document: Document, path: tuple[Any, ...], rows: Rows, table: Resolution, dice: Dice, needed: Sequence[int]
) -> Iterator[Diagnostic]:
    """Report rows and natural results that no roll can give; a calculated DRM may reach any row.

    An open end goes as far as the dice do.
    """
    reached, fixed = _reached(table, dice), all(isinstance(drm.add, int) for drm in table.drm)
    hint = "" if table.drm else "modifiers that lead there stand in `drm:`, with `beyond: rows`"
    for key, (low, high) in rows:
        if fixed and not _between(needed, max(low, reached.low), min(high, reached.high)):
            yield Diagnostic("E232", f"{dice} can never give '{key}'", document.at(*path, "rows", key, key=True), hint)
        elif not table.drm and (-FAR < low < dice.least or dice.most < high < FAR):
            yield Diagnostic("E232", f"'{key}' goes beyond {dice}", document.at(*path, "rows", key, key=True), hint)
    for face in table.natural:
        if face not in dice.ways():
            span = document.at(*path, "natural", face, key=True)
            yield Diagnostic("E232", f"{dice} can never show a natural {face}", span)
