"""Pages composed for play as blocks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from rcwkit.dice.model import Procedure
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import (
    Block,
    Cell,
    Chart,
    Column,
    DocumentPart,
    Grid,
    Pane,
    Paragraph,
    Point,
    Ribbon,
    Row,
    Section,
    Task,
    TextDocument,
    Worksheet,
    document,
    flags,
)
from rcwkit.document.chart_blocks import chart
from rcwkit.document.form_blocks import stages
from rcwkit.game.game import Document, Game
from rcwkit.kinds.folder import model as folders
from rcwkit.kinds.folder.model import Folder
from rcwkit.kinds.folder.odds import picture
from rcwkit.source.language import Language, typeset
from rcwkit.type.fonts import FontBook

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def folder(game: Game, book: FontBook, name: str) -> TextDocument:
    """Return a folder, one part per page."""
    item = game[Folder][name]
    made = _Folder(game, book, item.document)
    parts = [made.part(page, ("pages", key)) for key, page in item.value.pages.items()]
    numbered = [part._replace(page=str(number)) for number, part in enumerate(parts, 1)] if len(parts) > 1 else parts
    whole = document(game, item.value.title, numbered, item.value.source)
    apart = any(page.use for page in item.value.pages.values())
    return replace(whole, pages=1, asked=item.span, composed=True, both=not apart)


class _Folder:
    """Makes parts of a folder's pages."""

    def __init__(self, game: Game, book: FontBook, source: Document) -> None:
        self.game, self.book, self.source = game, book, source

    def part(self, page: folders.FolderPage, path: tuple[Any, ...]) -> DocumentPart:
        """Return a page as a part."""
        blocks: list[Block] = []
        if page.ribbon:
            blocks.append(Ribbon(_stages(page.ribbon), at=self.source.at(*path, "ribbon")))
        for number, row in enumerate(page.sections):
            here = (*path, "sections", number)
            if isinstance(row, folders.Section):
                blocks.append(self._section(row, page.look, here))
            else:
                first, *others = (self._section(one, page.look, (*here, at)) for at, one in enumerate(row))
                blocks.append(replace(first, beside=tuple(others)))
        numbered = [(place, one) for place, one in enumerate(blocks) if isinstance(one, Section) and one.number]
        for place, one in numbered[-1:]:
            blocks[place] = replace(one, last=True)
        if page.foot:
            blocks.append(Paragraph(page.foot, "quiet", at=self.source.at(*path, "foot")))
        signs = flags(self.game, page.rulings)
        made = DocumentPart(page.title, tuple(blocks), "bars", page.rule, page.note or "", signs, 1, page.turned)
        return made._replace(dice=page.dice, picture=page.picture or "")

    def _section(self, section: folders.Section, look: Any, path: tuple[Any, ...]) -> Section:
        bands = tuple(
            tuple(self._pane(pane, (*path, "bands", row, at)) for at, pane in enumerate(band))
            for row, band in enumerate(section.bands)
        )
        return Section(
            section.head,
            bands,
            section.number or "",
            section.note or "",
            section.rule,
            flags(self.game, section.rulings),
            section.colour or "",
            look,
            section.width,
            at=self.source.at(*path),
        )

    def _pane(self, pane: folders.Pane, path: tuple[Any, ...]) -> Pane:
        shown = flags(self.game, pane.rulings)
        blocks = tuple(self._blocks(pane, path))
        return Pane(
            blocks,
            pane.width,
            pane.look,
            pane.head or "",
            pane.aside or "",
            pane.owner or "",
            shown,
            pane.arrow,
            at=self.source.at(*path),
            stack=tuple(self._pane(one, (*path, "stack", number)) for number, one in enumerate(pane.stack)),
            picture=pane.picture or "",
            ways=pane.ways,
            foot=pane.foot or "",
            leads=pane.leads,
        )

    def _blocks(self, pane: folders.Pane, path: tuple[Any, ...]) -> Iterator[Block]:
        def at(*more: Any) -> Any:
            return self.source.at(*path, *more)

        if pane.boxes:
            costs = tuple((box.back or "", box.onward or "") for box in pane.boxes)
            costs = costs if any(map(any, costs)) else ()
            yield Ribbon(_stages(pane.boxes), "boxes", pane.axis or (), costs, at=at("boxes"))
        if pane.arrows:
            yield Ribbon(_stages(pane.arrows), at=at("arrows"))
        if pane.text:
            yield from (Paragraph(text, at=at("text")) for text in pane.text.split("\n") if text.strip())
        yield from (Point(text, LETTERS[number % 26], at=at("steps", number)) for number, text in enumerate(pane.steps))
        yield from (Point(text, at=at("points", number)) for number, text in enumerate(pane.points))
        yield from (Task(text, text, at=at("ticks", number)) for number, text in enumerate(pane.ticks))
        if pane.modifiers:
            lines = ((amount, text) for amount, texts in pane.modifiers.items() for text in texts)
            rows = tuple(Row((Cell(text),), (Cell(amount),)) for amount, text in lines)
            yield Grid("modifiers", rows, at=at("modifiers"))
        if pane.table:
            found = chart(self.game, self.book, self.game[Table][pane.table], 9.0)
            found = _across(found) if pane.across else found
            made = _stripped(_shown(self.game.say, found, pane.shown), pane)
            yield replace(made, width="half") if made.width in ("beside", "solo") else made
        if pane.worksheet:
            yield self._worksheet(pane.worksheet, (*path, "worksheet"))
        if pane.odds:
            yield picture(self.game, pane.odds, at("odds"), pane.owner or "")
        if pane.form:
            blocks = stages(self.game, self.game[Procedure][pane.form])
            yield from (one for one in blocks if isinstance(one, Worksheet) or not pane.grid)

    def _worksheet(self, sheet: folders.Worksheet, path: tuple[Any, ...]) -> Worksheet:
        columns = tuple(
            Column(one.head or "", one.under or "", one.width, one.align, one.shaded) for one in sheet.columns
        )
        lines = [(number, line) for number, line in enumerate(sheet.rows) for _ in range(line.copies)]
        rows = tuple(self._row(line, sheet.columns, (*path, "rows", number)) for number, line in lines)
        groups = _runs([one.group or "" for one in sheet.columns])
        sides = _runs([line.group or "" for _, line in lines])
        return Worksheet(
            columns, rows, groups, sides, sheet.height, sheet.striped, tuple(sheet.axis or ()), at=self.source.at(*path)
        )

    def _row(self, line: folders.WorksheetLine, columns: Sequence[folders.Column], path: tuple[Any, ...]) -> Row:
        named = line.head is not None
        cells = [*([line.head or ""] if named else ()), *(typeset(cell) for cell in line.cells)]
        cells += [""] * (len(columns) - len(cells))
        filled = tuple(Cell(cell or column.cell or "") for cell, column in zip(cells, columns, strict=True))
        return Row(filled[named:], filled[:named], self.source.at(*path))


def _stages(phases: Sequence[folders.Phase]) -> tuple[Cell, ...]:
    return tuple(
        Cell(phase.title, "here" if phase.here else "", phase.owner or "", note=phase.text or "") for phase in phases
    )


def _stripped(found: Chart, pane: folders.Pane) -> Chart:
    """Reduce a chart to what the pane prints."""
    if pane.bare:
        found = replace(found, title="", note="", rule="", flags=())
    if pane.bare and pane.head and len(found.groups) == 1:  # the pane's heading says what is rolled
        found = replace(found, groups=())
    return replace(found, drm=(), key=(), remarks=(), foot=()) if pane.grid else found


def _across(found: Chart) -> Chart:
    """Return a chart with its rows as columns; a row of one result and dashes becomes one high cell."""

    def column(row: Row) -> tuple[Cell, ...]:
        first, *others = (
            cell._replace(style=cell.style.removesuffix(" loud").removesuffix(" strong")) for cell in row.cells
        )
        if others and all(other.text == "–" for other in others):
            return (first._replace(rows=len(row.cells), style="text"),)
        return first, *others

    columns = [column(row) for row in found.rows]
    rows = tuple(
        Row(tuple(cells[number] for cells in columns if number < len(cells)), (head._replace(style="text"),))
        for number, head in enumerate(found.columns)
    )
    heads = tuple(row.keys[0]._replace(style="word") for row in found.rows)
    return replace(found, columns=heads, rows=rows, groups=(), keys="text", rolled=False, width="full")


def _shown(say: Language, found: Chart, shown: Mapping[str | int, str]) -> Chart:
    """Reword some of a chart's cells, rows and headings."""
    words = {typeset(say(str(cell))): text for cell, text in shown.items()}

    def worded(cell: Cell) -> Cell:
        return cell._replace(text=words.get(cell.text, cell.text))

    def row(one: Row) -> Row:
        return one._replace(keys=tuple(map(worded, one.keys)), cells=tuple(map(worded, one.cells)))

    shifts = found.shifts
    return replace(
        found,
        shifts=shifts._replace(rows=tuple(map(row, shifts.rows))) if shifts else None,
        head=words.get(found.head, found.head),
        groups=tuple((words.get(text, text), span) for text, span in found.groups),
        columns=tuple(map(worded, found.columns)),
        rows=tuple(map(row, found.rows)),
    )


def _runs(words: list[str]) -> tuple[tuple[str, int], ...]:
    """Group equal adjacent words as (words, count); empty if there are no words."""
    runs = tuple((word, len(list(same))) for word, same in groupby(words))
    return runs if any(word for word, _ in runs) else ()
