"""Charts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.dice.tables import Tables
from rcwkit.kinds.kind import NUMBERS, File, Kind, made_from

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.document.blocks import Document
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _check(game: Game) -> Iterable[Diagnostic]:
    from rcwkit.kinds.procedures.check_rolls import tables

    return tables(game)


def _files(game: Game) -> list[File]:
    """Charts that no other page for the table prints, and for study all of them."""

    def lay_out(tables: frozenset[str], setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.tables.say import charts

        return charts(game, setter.book, setter.theme.reading, tables)

    every = frozenset(game.tables)
    alone = frozenset(name for name, item in game.tables.items() if item.value.shelf == "table") - _printed(game)
    reads = made_from("aids", "folder", NUMBERS, "tables")
    files = [File("charts", game.say("Charts"), partial(lay_out, alone), reads, large=True)] if alone else []
    if alone != every:
        study = File("all-charts", game.say("All charts"), partial(lay_out, every), reads, large=True, shelf="study")
        files.append(study)
    if not game.procedures:
        from rcwkit.kinds.procedures.odds import odds_files

        files += odds_files(game)
    return files


def _printed(game: Game) -> set[str]:
    """Return the tables that pages composed for play and quick references on the table print."""
    panes = (pane for item in game.folders.values() if item.value.shelf == "table" for pane in item.value.panes)
    sections = (one for item in game.aids.values() if item.value.shelf == "table" for one in item.value.sections)
    return {name for name in (*(pane.table for pane in panes), *(one.table for one in sections)) if name}


KIND = Kind(Tables, _check, _files)
