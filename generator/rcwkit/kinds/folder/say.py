"""Pages composed for play as blocks, and as running columns for large print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from typing import Any

from rcwkit.dice.model import Procedure
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import (
    Block,
    Cell,
    Chances,
    Chart,
    Column,
    DocumentPart,
    FormStage,
    Grid,
    Heading,
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
from rcwkit.game.game import Document, Game
from rcwkit.kinds.folder import model as folders
from rcwkit.kinds.folder.model import Folder
from rcwkit.kinds.folder.odds import picture
from rcwkit.kinds.procedures.forms import stages
from rcwkit.kinds.tables.say import chart
from rcwkit.source.language import Language, typeset
from rcwkit.type.fonts import FontBook

__all__ = ["flowing", "folder"]

LEGEND = 4
"""Most paragraphs that stay with the chart or worksheet above them."""
FEW, MANY = 3, 8
"""Most columns of a worksheet that fits one column of the page, and an upright page."""


def flowing(document: TextDocument) -> TextDocument:
    """Return a composed document whose pages run over as many sheets as they need: headings in place of tabs."""
    return replace(document, parts=tuple(map(_part, document.parts)), pages=0, composed=False)


def _part(part: DocumentPart) -> DocumentPart:
    """Return a page in two columns, in landscape if a chart or worksheet needs that; its legend goes first."""
    *above, last = part.blocks or (None,)
    legend = [replace(last, keep=True)] if isinstance(last, Paragraph) and above else []
    blocks = _spanned(list(_blocks((*legend, *(above if legend else part.blocks)))))
    return part._replace(blocks=blocks, columns=2, turned=part.turned or any(map(_wide, blocks)))


def _spanned(blocks: list[Block]) -> tuple[Block, ...]:
    """Give what stays with a block across both columns both columns, too."""
    for number in range(len(blocks) - 2, -1, -1):
        if blocks[number].keep and blocks[number + 1].span:
            blocks[number] = replace(blocks[number], span=True)
    return tuple(blocks)


def _wide(block: Block) -> bool:
    return (
        block.width == "wide"
        if isinstance(block, Chart)
        else isinstance(block, Worksheet) and len(block.columns) > MANY
    )


def _blocks(found: tuple[Block, ...]) -> Iterator[Block]:
    for block in found:
        match block:
            case Ribbon():
                yield from _stages(block)
            case Section():
                for one in (block, *block.beside):
                    yield from _section(one)
            case _:
                yield replace(block, span=True)


def _stages(ribbon: Ribbon) -> Iterator[Block]:
    """Yield the phases of the turn as steps, that of the page in bold."""
    for number, stage in enumerate(ribbon.stages, 1):
        title = f"**{stage.text}**" if stage.style == "here" else stage.text
        text = f"{title}: {stage.note}" if stage.note else title
        yield Point(text, str(number), at=ribbon.at, keep=number < len(ribbon.stages))


def _section(section: Section) -> Iterator[Block]:
    """Yield a heading across both columns, and what the panes hold, from left to right and top to bottom."""
    head, note = " ".join(filter(None, (section.number, section.head))), section.note
    yield Heading(head, "collection", section.rule, section.flags, note, span=True, keep=True, at=section.at)
    yield from _explained(
        [block for band in section.bands for pane in band for block in _pane(pane, alone=len(band) == 1)]
    )


def _explained(blocks: list[Block]) -> list[Block]:
    """Keep a chart or worksheet with the few paragraphs that end its section: they explain it."""
    count = next((number for number, one in enumerate(reversed(blocks)) if not isinstance(one, Paragraph)), 0)
    above = blocks[-count - 1] if blocks else None
    if isinstance(above, Chart | Worksheet) and above.span and 0 < count <= LEGEND:
        blocks[-count - 1] = replace(above, keep=True)
    return blocks


def _pane(pane: Pane, *, alone: bool) -> Iterator[Block]:
    if pane.head or pane.flags:
        heading = Heading(pane.head, "section", "", pane.flags, pane.aside, keep=True, at=pane.at)
        yield replace(heading, look="side", owner=pane.owner) if pane.owner else heading
    elif pane.aside:
        yield Paragraph(pane.aside, "intro", keep=True, at=pane.at)
    for block, following in zip_longest(pane.blocks, pane.blocks[1:]):
        keep = isinstance(block, Paragraph) and isinstance(following, Chart | Grid | Worksheet)
        yield replace(block, span=_spans(block, alone=alone), keep=block.keep or keep)
    for one in pane.stack:
        yield from _pane(one, alone=alone)


def _spans(block: Block, *, alone: bool) -> bool:
    """Return whether a block takes both columns, as a worksheet does that stands `alone` beside nothing."""
    match block:
        case Chart():
            return block.width != "half"
        case Worksheet():
            return alone or len(block.columns) > FEW
        case _:
            return isinstance(block, FormStage | Chances)


LETTERS = "abcdefghijklmnopqrstuvwxyz"


def folder(game: Game, book: FontBook, name: str, size: float = 0.0) -> TextDocument:
    """Return a folder, one part per page; for one that is to flow, `size` is the text size in points.

    Its charts are then as wide as they need, and have titles where no heading stands over them.
    """
    item = game[Folder][name]
    made = _Folder(game, book, item.document, size)
    parts = [made.part(page, ("pages", key)) for key, page in item.value.pages.items()]
    numbered = [part._replace(page=str(number)) for number, part in enumerate(parts, 1)] if len(parts) > 1 else parts
    whole = document(game, item.value.title, numbered, item.value.source)
    apart = any(page.use for page in item.value.pages.values())
    return replace(whole, pages=1, asked=item.span, composed=True, both=not apart)


class _Folder:
    """Makes parts of a folder's pages."""

    def __init__(self, game: Game, book: FontBook, source: Document, size: float) -> None:
        self.game, self.book, self.source, self.size = game, book, source, size

    def part(self, page: folders.FolderPage, path: tuple[Any, ...]) -> DocumentPart:
        """Return a page as a part."""
        blocks: list[Block] = []
        if page.ribbon:
            stages = tuple(
                Cell(phase.title, "here" if phase.here else "", note=phase.text or "") for phase in page.ribbon
            )
            blocks.append(Ribbon(stages, at=self.source.at(*path, "ribbon")))
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
        return DocumentPart(
            page.title, tuple(blocks), "bars", page.rule, page.note or "", signs, 1, page.turned, dice=page.dice
        )

    def _section(self, section: folders.Section, look: Any, path: tuple[Any, ...]) -> Section:
        tables = [one.table for band in section.bands for pane in band for one in (pane, *pane.stack) if one.table]
        only = len(tables) == 1
        bands = tuple(
            tuple(self._pane(pane, (*path, "bands", row, at), only=only) for at, pane in enumerate(band))
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

    def _pane(self, pane: folders.Pane, path: tuple[Any, ...], *, only: bool) -> Pane:
        """Return a pane; its chart may be the `only` one of a section, whose heading stands for its title."""
        shown = flags(self.game, pane.rulings)
        blocks = tuple(self._blocks(pane, path, only=only))
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
            stack=tuple(self._pane(one, (*path, "stack", number), only=only) for number, one in enumerate(pane.stack)),
        )

    def _blocks(self, pane: folders.Pane, path: tuple[Any, ...], *, only: bool) -> Iterator[Block]:
        def at(*more: Any) -> Any:
            return self.source.at(*path, *more)

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
            found = chart(self.game, self.book, self.game[Table][pane.table], self.size or 9.0)
            found = _across(found) if pane.across else found
            made = _stripped(_shown(self.game.say, found, pane.shown), pane)
            if self.size:
                yield replace(_flowing(made), title=made.title or ("" if pane.head or only else found.title))
            else:
                yield replace(made, width="half") if made.width in ("beside", "solo") else made
        if pane.worksheet:
            yield self._worksheet(pane.worksheet, (*path, "worksheet"))
        if pane.odds:
            yield picture(self.game, pane.odds, at("odds"), pane.owner or "")
        if pane.form:
            yield from stages(self.game, self.game[Procedure][pane.form])

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


def _flowing(found: Chart) -> Chart:
    """Give a chart the room that the texts beside or below it would have taken, if it has none."""
    return found if found.texts or found.width in ("half", "full", "wide") else replace(found, width="full")


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
