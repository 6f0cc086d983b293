"""Checklists, quick references and the rulings sheet."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.fonts import FontBook
from generator.game import Game
from generator.models.aids import AidSection
from generator.models.scenarios import Checklist
from generator.views.base import Part, TextDocument, document, flags
from generator.views.charts import Chart, chart

__all__ = ["Piece", "RulingRow", "Tasks", "aids", "checklists", "fitted", "rulings_sheet"]


@dataclass(frozen=True)
class Piece:
    """A quick reference's section: running text, numbered steps, points, and a chart."""

    head: str
    rule: str
    flags: tuple[int, ...]
    text: str
    steps: tuple[str, ...]
    points: tuple[str, ...]
    chart: Chart | None


@dataclass(frozen=True)
class Tasks:
    """A headed part of a checklist; each task is (what to do, rule, details, flags)."""

    head: str
    note: str
    tasks: tuple[tuple[str, str, tuple[str, ...], tuple[int, ...]], ...]


@dataclass(frozen=True)
class RulingRow:
    """A ruling: its number and type, what each place says as (rule, words), and the reading printed. `total` marks a wrong total."""

    number: int
    type: str
    title: str
    places: tuple[tuple[str, str], ...]
    prints: str
    total: bool


def aids(game: Game, book: FontBook, size: float = 9.0, *, every: bool = False) -> TextDocument:
    """The quick references that may take as many pages as they need, or `every` one, as parts; `size` is that of the text in points.

    Larger text has fewer columns.
    """
    parts = []
    for aid in (item.value for item in game.aids.values() if every or item.value.pages is None):
        pieces = tuple(_piece(game, book, section, size) for section in aid.sections)
        free = all(piece.chart and not (piece.text or piece.steps or piece.points) for piece in pieces)
        columns = max(1, round(aid.columns * 9 / size))
        parts.append(Part(aid.title, pieces, aid.rule, aid.note or "", flags(game, aid.rulings), columns, free=free))
    return document(game, "aids.html", "Quick references", parts)


def fitted(game: Game, book: FontBook, name: str) -> TextDocument:
    """A quick reference of a given number of pages."""
    item = game.aids[name]
    aid = item.value
    pieces = tuple(_piece(game, book, section, 9.0) for section in aid.sections)
    part = Part(aid.title, pieces, aid.rule, aid.note or "", flags(game, aid.rulings), aid.columns)
    sheet = document(game, "sheet.html", aid.title, (part,))
    return replace(sheet, pages=aid.pages or 0, asked=item.document.at(*item.path, "pages"))


def _piece(game: Game, book: FontBook, section: AidSection, size: float) -> Piece:
    table = chart(game, book, section.table, game.tables[section.table].value, size) if section.table else None
    return Piece(section.head, section.rule, flags(game, section.rulings), section.text or "", section.steps, section.points, table)


def checklists(game: Game) -> TextDocument:
    """The checklist of every scenario that has one as a part."""
    parts = (
        Part(
            scenario.title,
            tuple(_tasks(game, part) for part in scenario.checklist),
            scenario.rule,
            " · ".join(text for text in (scenario.length, scenario.note) if text),
            flags(game, scenario.rulings),
        )
        for scenario in (item.value for item in game.scenarios.values())
        if scenario.checklist
    )
    return document(game, "checklists.html", "Scenario checklists", parts)


def _tasks(game: Game, part: Checklist) -> Tasks:
    return Tasks(part.head, part.note or "", tuple((task.do, task.rule, task.detail, flags(game, task.rulings)) for task in part.tasks))


def rulings_sheet(game: Game) -> TextDocument:
    """Every ruling in a row of its own."""
    rows = tuple(
        RulingRow(
            game.ruling_numbers[name],
            item.value.type,
            item.value.title,
            tuple((place.rule, place.says) for place in item.value.places),
            item.value.prints,
            item.value.type == "total",
        )
        for name, item in game.rulings.items()
    )
    note = "What the source contradicts, leaves out or leaves unclear, the reading that this kit prints, and room for your own."
    return document(game, "rulings.html", "Rulings", (Part("Rulings", rows, note=note, columns=1),) if rows else ())
