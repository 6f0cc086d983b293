"""The odds sheet: exact odds of every procedure and rolled table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from rcwkit.blocks.base import document
from rcwkit.blocks.odds_cells import Entry
from rcwkit.blocks.odds_charts import chart_entry
from rcwkit.blocks.odds_rolls import answerable, roll_entry
from rcwkit.blocks.vocabulary import Block, Document, Heading, Paragraph, Part
from rcwkit.diagnostics import Span
from rcwkit.look.fonts import FontBook
from rcwkit.look.language import Language, word
from rcwkit.models.base import Shelf
from rcwkit.models.procedures import Procedure, Procedures
from rcwkit.models.tables import Table, Tables
from rcwkit.reading.game import Game

__all__ = ["has_odds", "odds_sheet"]

SHADED = word(
    "Chances in per cent: 100 is certain, – impossible; small figures are the exact fractions. "
    "Taller bars and darker cells are likelier; grey lines state the assumptions."
)
OUTLINED = word(
    "Chances in per cent: 100 is certain, – impossible; small figures are the exact fractions. "
    "Taller bars and heavier lines are likelier; grey lines state the assumptions."
)
DRM = word("DRM: the sum of all modifiers of the die.")


class _Placed(NamedTuple):
    """An entry, its id, and its place in the data."""

    entry: Entry
    id: str
    at: Span


def has_odds(game: Game, *, shelf: Shelf = "study") -> bool:
    """Return whether there is anything to print for a shelf."""
    rolled = any(_is_rolled(item.value) and _belongs(item.value, shelf) for item in game.tables.values())
    return rolled or any(
        answerable(game, item.value) and _belongs(item.value, shelf) for item in game.procedures.values()
    )


def odds_sheet(game: Game, book: FontBook, *, outlined: bool = False, shelf: Shelf = "study") -> Document:
    """Return the odds of procedures by collection, then of rolled charts: those for the table, or all for study.

    Procedures whose every answer is certain are left out unless all are. `outlined` cells are underlined, not shaded.
    """
    found = list(_collections(game, book, shelf))
    uncertain = [(title, [one for one in placed if not one.entry.certain]) for title, placed in found]
    if any(placed for _, placed in uncertain):
        found = uncertain
    blocks = tuple(block for title, placed in found if placed for block in _blocks(game.say, title, placed))
    note = game.say(OUTLINED if outlined else SHADED)
    modified = (item.value for item in game.tables.values() if item.value.drm and _is_rolled(item.value))
    note += f" {game.say(DRM)}" if any(_belongs(table, shelf) for table in modified) else ""
    title = game.say("Odds")
    return document(game, title, [Part(title, blocks, "bars", note=note)] if blocks else [])


def _belongs(entry: Procedure | Table, shelf: Shelf) -> bool:
    return entry.odds == "table" or (entry.odds == "study" and shelf == "study")


def _is_rolled(table: Table) -> bool:
    return table.roll is not None and bool(table.rows)


def _collections(game: Game, book: FontBook, shelf: Shelf) -> Iterator[tuple[str, list[_Placed]]]:
    for source, sheet in game.of(Procedures):
        entries = (
            (roll_entry(game, book, name, procedure), name)
            for name, procedure in sheet.procedures.items()
            if _belongs(procedure, shelf)
        )
        yield (
            sheet.title,
            [_Placed(entry, name, source.at("procedures", name, key=True)) for entry, name in entries if entry],
        )
    charts = [
        _Placed(chart_entry(game, book, table), name, source.at("tables", name, key=True))
        for source, tables in game.of(Tables)
        for name, table in tables.tables.items()
        if _is_rolled(table) and _belongs(table, shelf)
    ]
    yield game.say("Charts"), charts


def _blocks(say: Language, title: str, placed: list[_Placed]) -> Iterator[Block]:
    """Yield a collection under its heading, which a sole entry of the same title shares."""
    alone = len(placed) == 1 and placed[0].entry.title == title
    if not alone:
        yield Heading(title, "group", keep=True, at=placed[0].at)
    for entry, name, at in placed:
        yield Heading(entry.title, "group" if alone else "entry", entry.rule, entry.flags, keep=True, id=name, at=at)
        yield from (replace(block, keep=True, at=at) for block in entry.head)
        yield from (replace(block, at=at) for block in _body(say, entry))


def _body(say: Language, entry: Entry) -> Iterator[Block]:
    """Yield the chances of an entry, its title repeated from the second on; remarks stay with the block before them."""
    for number, block in enumerate(entry.body):
        remarked = isinstance(next(iter(entry.body[number + 1 :]), None), Paragraph)
        yield replace(block, keep=remarked, again=entry.again(say) if number else "")
