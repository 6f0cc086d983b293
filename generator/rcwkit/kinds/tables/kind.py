"""Charts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.dice.model import Procedure
from rcwkit.dice.tables import Table, Tables, check_rows, check_totals
from rcwkit.game.references import Family, unknown
from rcwkit.kinds.kind import NUMBERS, File, Kind, Part, Rows, Section, Usage, kinds_in, made_from, odds_files
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.document.blocks import TextDocument
    from rcwkit.frame import Frame
    from rcwkit.game.game import Document, Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.fonts import FontBook
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterator[Diagnostic]:
    """Check that charts which are rolled cover their dice, and that every row has a cell per column."""
    for document, sheet in game.all(Tables):
        for name, table in sheet.tables.items():
            yield from check_rows(document, ("tables", name), table)
            if not (table.rows or table.roll):
                span = document.at("tables", name, key=True)
                yield Diagnostic("E230", f"chart '{name}' has no rows", span, "give it some, or leave it out")
            yield from check_totals(document, ("tables", name), table)
            yield from _unexplained(document, name, table)
            under: dict[str, str] = {}
            for title, columns in table.groups.items():
                for index, column in enumerate(columns):
                    span = document.at("tables", name, "groups", title, index)
                    yield from unknown("column", column, table.columns, span, "E223")
                    if (first := under.setdefault(column, title)) != title:
                        yield Diagnostic("E223", f"column '{column}' is under '{first}' already", span, "name it once")


_CODE = re.compile(r"(?=.*[A-Z])[A-Z\d]{1,4}")
"""A result in short, which needs an explanation: D2."""
_AND = re.compile(r"\s*[/,+&]\s*")


def _unexplained(document: Document, name: str, table: Table) -> Iterator[Diagnostic]:
    """Report results in short that a chart does not explain, while it explains others."""
    told, places = {str(one) for one in table.results}, dict[str, Span]()
    cells = [(("natural", key), said) for key, said in table.natural.items()]
    for key, row in table.cells.items():
        many = isinstance(table.rows[key], tuple)
        cells += [(("rows", key, *((index,) if many else ())), said) for index, said in enumerate(row)]
    for path, said in cells:
        for part in {str(said): None} if str(said) in told else dict.fromkeys(_AND.split(str(said))):
            if _CODE.fullmatch(part):
                places.setdefault(part, document.at("tables", name, *path))
    for part, span in places.items() if told & places.keys() else ():
        if part not in told:
            hint = nearest(part, told) or f"say what it means: `results: {{{part}: …}}`"
            yield Diagnostic("W238", f"`results` do not explain '{part}', as they do others", span, hint)


def _files(game: Game) -> list[File]:
    """Charts that no other page for the table prints, and for study all of them."""

    def lay_out(tables: frozenset[str], setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.document.chart_blocks import charts

        return charts(game, setter.book, setter.theme.reading, tables)

    every, printed = frozenset(game[Table]), {name for kind in kinds_in(game) for name in kind.charts(game)}
    alone = frozenset(name for name, item in game[Table].items() if item.value.shelf == "table") - printed
    reads = made_from("aids", "folder", NUMBERS, "tables")
    files = [File("charts", game.say("Charts"), partial(lay_out, alone), reads, large=True)] if alone else []
    if alone != every:
        study = File("all-charts", game.say("All charts"), partial(lay_out, every), reads, large=True, shelf="study")
        files.append(study)
    if not game[Procedure]:
        files += odds_files(game)
    return files


def _cells(model: Tables) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the words in charts: values to the rules."""
    for name, table in model.tables.items():
        for key, row in table.cells.items():
            if table.roll is None and isinstance(key, str):
                yield key, ("tables", name, "rows", key)
            for cell in row:
                if isinstance(cell, str):
                    yield cell, ("tables", name, "rows", key)


def _sections(game: Game, book: FontBook) -> Iterator[Section]:
    from rcwkit.document.chart_blocks import charts

    yield Section("charts", game.say("Charts"), charts(game, book))


def _listed(model: Tables) -> Iterator[Rows]:
    for name, table in model.tables.items():
        if table.rows:
            yield Rows(f"tables-{name}", ("tables", name, "rows"), [*table.columns] or ["result"])


def _drawn(game: Game, name: str, setter: Setter, width: float) -> Frame:
    from rcwkit.document.chart_blocks import chart
    from rcwkit.document.look import PageLook, stacked
    from rcwkit.document.setting import slabs
    from rcwkit.frame import Frame

    made = stacked([*slabs(chart(game, setter.book, game[Table][name]), PageLook(setter, owners=game.owners), width)])
    return Frame(width, made.height, made.items, name=game[Table][name].value.title)


FAMILIES = {"tables": Family("table", "E223", lambda game: game[Table])}
KIND = Kind(
    Tables,
    _check,
    _files,
    families=FAMILIES,
    cells=_cells,
    names=lambda game: (item.value.title for item in game[Table].values()),
    holds=lambda game: {"charts": len(game[Table])},
    dice=lambda game: (item.value.roll for item in game[Table].values() if item.value.roll),
    sections=_sections,
    listed=_listed,
    use=Usage(word("when rolled"), "right"),
    part=Part("table", lambda game: game[Table], _drawn, made_from("tables", NUMBERS)),
    on_table=True,
)
