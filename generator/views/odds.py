"""The odds sheet: what every procedure and rolled table of a game gives, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.fonts import FontBook
from generator.game import Game
from generator.models.procedures import Procedures
from generator.models.tables import Tables
from generator.views.base import Part, TextDocument, document
from generator.views.odds_cells import Entry
from generator.views.odds_charts import chart_entry
from generator.views.odds_rolls import answerable, roll_entry

__all__ = ["Group", "has_odds", "odds_sheet"]

NOTE = (
    "Chances in per cent: 100 is certain, – never comes; small beside them the exact fractions. "
    "Higher bars and {} are likelier; grey lines say what is taken for granted."
)


@dataclass(frozen=True)
class Group:
    """A collection of procedures, or the charts."""

    title: str
    entries: tuple[Entry, ...]


def has_odds(game: Game) -> bool:
    """Whether there is anything to print."""
    rolled = any(item.value.roll is not None and item.value.rows for item in game.tables.values())
    return rolled or any(answerable(game, item.value) for item in game.procedures.values())


def odds_sheet(game: Game, book: FontBook, *, outlined: bool = False) -> TextDocument:
    """The procedures by their collections, then the rolled charts; `outlined` says that cells are underlined instead of shaded.

    A procedure whose every answer is certain is left out, unless nothing else were left.
    """
    groups = list(_groups(game, book, certain=False)) or list(_groups(game, book, certain=True))
    note = NOTE.format("heavier lines" if outlined else "darker cells")
    return document(game, "odds.html", "Odds", [Part("Odds", tuple(groups), note=note)] if groups else [])


def _groups(game: Game, book: FontBook, *, certain: bool) -> Iterator[Group]:
    for _, sheet in game.of(Procedures):
        found = [roll_entry(game, book, name, procedure) for name, procedure in sheet.procedures.items()]
        entries = tuple(entry for entry in found if entry is not None and (certain or not entry.certain))
        if entries:
            yield Group(sheet.title, entries)
    charts = [
        chart_entry(game, book, name, table)
        for _, tables in game.of(Tables)
        for name, table in tables.tables.items()
        if table.roll is not None and table.rows
    ]
    if charts:
        yield Group("Charts", tuple(charts))
