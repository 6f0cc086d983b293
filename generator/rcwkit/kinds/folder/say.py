"""Pages composed for play as blocks, with pictures of odds: which chances they show, and in which words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest, one_of
from rcwkit.dice.model import Input, Procedure
from rcwkit.dice.odds import Answer
from rcwkit.dice.plan import modifiers
from rcwkit.dice.tables import Table
from rcwkit.document.blocks import (
    Block,
    Cell,
    Chance,
    ChanceRow,
    Chances,
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
from rcwkit.document.odds_blocks import solved
from rcwkit.document.odds_grids import mean_text
from rcwkit.game.game import Document, Game
from rcwkit.kinds.folder import kind as folders
from rcwkit.kinds.folder.kind import Folder, Odds
from rcwkit.source.language import Language, plain, typeset
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
            symbol=section.symbol or "",
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


MOST_WINDOWS = 12
"""The most faces of a die whose chances are counted, not given in per cent."""
MOST_ACROSS = 24
"""The most numbers of a range that are columns without being listed."""


class _Found(NamedTuple):
    """The chance of a cell, and its notes: means, by the words for them."""

    chance: Fraction
    notes: tuple[Fraction | None, ...] = ()


class _Lines(NamedTuple):
    """Rows of cells, what their columns are and are called, the mean of each row, and the faces of the dice."""

    rows: list[list[_Found]]
    keys: list[Any]
    heads: list[str]
    means: list[Fraction | None]
    faces: frozenset[int]


def checked(game: Game, odds: Odds, at: Callable[..., Span]) -> Iterator[Diagnostic]:
    """Check that all that a picture names is there, and that its rolls have all their answers."""
    inputs, report = _inputs(game, odds), {} if odds.procedure is None else game[Procedure][odds.procedure].value.report
    asked: dict[tuple[str, ...], str | None] = {("asks",): odds.asks}
    asked |= {(key, words): name for key in ("means", "worth") for words, name in getattr(odds, key).items()}
    unknown = {path: name for path, name in asked.items() if name is not None and name not in report}
    if odds.across is not None and odds.across not in inputs:
        yield _unknown(odds, "input", odds.across, inputs, at("across"))
    elif odds.across is not None and not odds.values and not inputs[odds.across]:
        message = f"the answers to ‘{odds.across}’ are not a few: its columns are not known"
        yield Diagnostic("E237", message, at("across"), "list some of them as values: [1, 2, 3]")
    elif unknown:
        yield from (_unknown(odds, "question", name, report, at(*path)) for path, name in unknown.items())
    else:
        try:
            lines = _lines(game, odds)
        except InputError as error:
            yield from (Diagnostic(one.code, one.message, at(), one.hint) for one in error.diagnostics)
            return
        for key in odds.shown.keys() - lines.keys:
            message = f"`{key}` changes nothing as no column is called so"
            yield Diagnostic("W242", message, at("shown", key, key=True), one_of(str(key), [*map(str, lines.keys)]))
        for key, head in zip(lines.keys, lines.heads, strict=bool(lines.keys)) if odds.shown else ():
            if key not in odds.shown and head == game.say(plain(key)):
                message = f"`shown` has no words for '{key}', as it has for others"
                yield Diagnostic("W238", message, at("shown"), f"shown: {{{key}: …}}")
        if odds.until and odds.mean is not None and None in lines.means:
            message = "a row has no mean: what is awaited need not come before the last column"
            yield Diagnostic("E237", message, at("mean"), "leave out mean, or go on until it is certain")


def _unknown(odds: Odds, what: str, name: str, known: Mapping[str, Any], at: Span) -> Diagnostic:
    message = f"no {what} ‘{name}’ in ‘{odds.procedure or odds.table}’"
    return Diagnostic("E237", message, at, nearest(name, known) or f"one of: {', '.join(known) or 'none'}")


def _inputs(game: Game, odds: Odds) -> Mapping[str, Mapping[Any, str]]:
    """Return the inputs of a procedure or chart with their answers; none for those that are not a few."""
    if odds.procedure is None:
        table = game[Table][odds.table or ""].value
        return {**({"column": table.columns} if table.columns else {}), **{name: {} for name in modifiers(table)}}
    return {name: _answers(one) for name, one in game[Procedure][odds.procedure].value.questions.items()}


def _answers(question: Input) -> Mapping[Any, str]:
    few = question.range is not None and len(question.range) <= MOST_ACROSS
    numbers = {number: typeset(number) for number in question.range or () if few}
    return numbers if question.choices is None else question.choices


def picture(game: Game, odds: Odds, at: Span, owner: str = "") -> Chances:
    """Return a picture with exact chances, in an owner's colour where its rows are of none.

    Raises InputError if they cannot be computed.
    """
    lines, say = _lines(game, odds), game.say
    parts = [_left(row) if odds.form == "curve" else [one.chance for one in row] for row in lines.rows]
    windows = _windows(lines.faces, parts)
    alone = odds.form == "heat" and windows > 0
    rows = []
    named = odds.rows or {"": {}}
    for (words, answers), row, shown, mean in zip(named.items(), lines.rows, parts, lines.means, strict=True):
        cells, left = [], Fraction(1)
        for one, part in zip(row, shown, strict=True):
            notes = [say.number(mean_text(note)) for note in one.notes]
            over = odds.until and left == 0
            left *= 1 - one.chance
            notes += [say(odds.by, n=_percent(say, 1 - left))] if odds.by else []
            said = "" if over else _said(game, odds, part, windows, alone=alone)
            style = "over" if over else "sure" if part == 1 else "" if part else "never"
            cells.append(Chance(said, float(part), int(part * windows), tuple(notes), style))  # type: ignore[arg-type]
        note = say(odds.mean, n=say.number(mean_text(mean))) if odds.mean and mean is not None else ""
        own = next((answer for answer in answers.values() if answer in game.owners), owner)
        rows.append(ChanceRow(tuple(cells), words, note, str(own)))
    counted = say("in {n}", n=windows) if alone else ""
    corner = " · ".join(filter(None, (counted, odds.head)))
    return Chances(odds.form, tuple(rows), tuple(lines.heads), corner, (*odds.worth, *odds.means), windows, at=at)


def _lines(game: Game, odds: Odds) -> _Lines:
    """Return what a picture shows, row by row. Raises InputError if it cannot be computed."""
    rows = [*odds.rows.values()] or [{}]
    answers: list[Any] = [*(odds.values or _inputs(game, odds)[odds.across])] if odds.across is not None else []
    columns: list[dict[str, Any]] = [{odds.across: answer} for answer in answers] if odds.across is not None else [{}]
    ways = [{**odds.given, **row, **column} for row in rows for column in columns]
    found, prepared = solved(game, odds.procedure or odds.table or "", ways)
    faces = frozenset(node.reader.dice.faces for node in prepared.plan.steps if node.reader is not None)
    answered = [{one.id: one for one in answers} for answers in found]
    lines = [answered[start : start + len(columns)] for start in range(0, len(answered), len(columns))]
    asked = [[_asked(odds, one) for one in line] for line in lines]
    if odds.across is None and odds.result is None and asked[0][0].chance is None:
        results = _ordered(value for line in asked for value, _ in line[0].distribution)
        cells = [[_Found(dict(line[0].distribution).get(value, Fraction(0))) for value in results] for line in asked]
        return _Lines(
            cells, results, [_head(game, odds, value) for value in results], [one[0].mean for one in asked], faces
        )
    cells = [[_found(odds, one) for one in line] for line in lines]
    titles = _inputs(game, odds)[odds.across] if odds.across is not None else {}
    heads = [_head(game, odds, answer, titles.get(answer)) for answer in answers]
    return _Lines(cells, answers, heads, [_awaited(odds, answers, row) for row in cells], faces)


def _asked(odds: Odds, answered: Mapping[str, Answer]) -> Answer:
    return answered[odds.asks] if odds.asks is not None else next(iter(answered.values()))


def _found(odds: Odds, answered: Mapping[str, Answer]) -> _Found:
    """Return the chance of a cell, with the means that stand with it."""
    answer = _asked(odds, answered)
    chance = answer.chance if answer.chance is not None else dict(answer.distribution).get(odds.result, Fraction(0))
    worth = [_mean(answered[name]) for name in odds.worth.values()]
    return _Found(
        chance,
        (
            *(one / chance if chance else None for one in worth),
            *(_mean(answered[name]) for name in odds.means.values()),
        ),
    )


def _mean(answer: Answer) -> Fraction:
    return answer.mean or answer.chance or Fraction(0)


def _awaited(odds: Odds, answers: Sequence[Any], row: Sequence[_Found]) -> Fraction | None:
    """Return the mean of `across` when it happens, or None if it need not, or the answers are no numbers."""
    if not odds.until or not all(isinstance(answer, int) for answer in answers):
        return None
    before = [Fraction(1), *_left(row)]
    if before[-1]:
        return None
    return sum(
        (answer * one.chance * left for answer, one, left in zip(answers, row, before, strict=False)), Fraction(0)
    )


def _left(row: Sequence[_Found]) -> list[Fraction]:
    """Return the chance that what is awaited has not happened after each roll."""
    left, found = Fraction(1), []
    for one in row:
        left *= 1 - one.chance
        found.append(left)
    return found


def _windows(faces: frozenset[int], parts: Sequence[Sequence[Fraction]]) -> int:
    """Return the faces of the die that all chances can be counted on, or 0."""
    few = sorted(number for number in faces if 1 < number <= MOST_WINDOWS)
    return next((number for number in few if all((part * number).denominator == 1 for row in parts for part in row)), 0)


def _said(game: Game, odds: Odds, part: Fraction, windows: int, *, alone: bool) -> str:
    """Return a chance in words: in the faces of a die, or in per cent."""
    if part == 0 or (part == 1 and odds.form != "curve"):
        return (odds.never or "") if part == 0 else odds.sure or game.say("sure")
    if windows and odds.form != "curve":
        lit = int(part * windows)
        return str(lit) if alone else game.say("{n} in {of}", n=lit, of=windows)
    return _percent(game.say, part)


def _percent(say: Language, part: Fraction) -> str:
    shown = round(part * 100)
    if part in (0, 1) or 0 < shown < 100:
        return say("{n} %", n=shown)
    return say("> {n} %", n=99) if shown else say("< {n} %", n=1)


def _head(game: Game, odds: Odds, key: Any, title: str | None = None) -> str:
    return odds.shown.get(key, title if title is not None else game.say(plain(key)))


def _ordered(values: Iterator[Any]) -> list[Any]:
    """Return results once each, numbers by size before words in order of appearance."""
    found = dict.fromkeys(values)
    numbers = sorted(value for value in found if isinstance(value, int))
    return [*numbers, *(value for value in found if not isinstance(value, int))]
