"""Checklists, quick references and the rulings sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rcwkit.blocks.base import document, flags
from rcwkit.blocks.charts import chart
from rcwkit.blocks.vocabulary import Block, Document, Heading, Paragraph, Part, Point, Ruling, Step, Task
from rcwkit.look.fonts import FontBook
from rcwkit.models.aids import Aid
from rcwkit.models.scenarios import Scenario
from rcwkit.reading.game import Game, Item

__all__ = ["aids", "checklists", "fitted", "rulings_sheet"]


def aids(game: Game, book: FontBook, size: float = 9.0, *, every: bool = False) -> Document:
    """The quick references that may take as many pages as they need, or `every` one, as parts; `size` is that of the text in points.

    Larger text has fewer columns.
    """
    parts = []
    for item in game.aids.values():
        aid = item.value
        if every or aid.pages is None:
            free = size <= 9 and all(one.table and not (one.text or one.steps or one.points) for one in aid.sections)
            columns = max(1, round(aid.columns * 9 / size))
            blocks = tuple(_sections(game, book, item, size))
            parts.append(
                Part(aid.title, blocks, "bars", aid.rule, aid.note or "", flags(game, aid.rulings), columns, free=free)
            )
    return document(game, "Quick references", parts)


def fitted(game: Game, book: FontBook, name: str) -> Document:
    """A quick reference of a given number of pages: its sections stay in one piece each."""
    item = game.aids[name]
    aid = item.value
    blocks = tuple(_sections(game, book, item, 9.0, whole=True))
    part = Part(aid.title, blocks, "bars", aid.rule, aid.note or "", flags(game, aid.rulings), aid.columns)
    return replace(
        document(game, aid.title, (part,)), pages=aid.pages or 0, asked=item.document.at(*item.path, "pages")
    )


def _sections(game: Game, book: FontBook, item: Item[Aid], size: float, *, whole: bool = False) -> Iterator[Block]:
    """The sections of a quick reference: each a chart or a heading, text, steps, points; the heading is said again over what goes on."""
    for number, section in enumerate(item.value.sections):
        path = (*item.path, "sections", number)
        texts = (
            []
            if section.text is None
            else [Paragraph(section.text, "intro", keep=True, at=item.document.at(*path, "text"))]
        )
        steps = [
            Step(str(at), text, at=item.document.at(*path, "steps", at - 1)) for at, text in enumerate(section.steps, 1)
        ]
        points = [Point(text, at=item.document.at(*path, "points", at)) for at, text in enumerate(section.points)]
        head: Block = Heading(
            section.head, "section", section.rule, flags(game, section.rulings), keep=True, at=item.document.at(*path)
        )
        if section.table:
            drawn = chart(game, book, game.tables[section.table], size)
            head = replace(drawn, span=drawn.width != "half" and not whole)
        blocks = [
            head,
            *texts,
            *_listed(steps, section.head, whole=whole),
            *_listed(points, section.head, whole=whole, more=bool(steps)),
        ]
        yield from (replace(block, keep=whole) for block in blocks[:-1]) if whole else blocks[:-1]
        yield replace(blocks[-1], keep=False)


def _listed(blocks: list[Step] | list[Point], head: str, *, whole: bool, more: bool = False) -> Iterator[Block]:
    """Steps or points: a few stay together, and neither the first nor the last stands alone."""
    for number, block in enumerate(blocks):
        last = number == len(blocks) - 1
        keep = not last and (number in (0, len(blocks) - 2) or len(blocks) <= 4)
        yield replace(block, keep=keep, again=f"{head}, continued" if number or more else "")


def checklists(game: Game) -> Document:
    """The checklist of every scenario that has one as a part."""
    parts = (
        Part(
            scenario.title,
            tuple(_tasks(game, item)),
            "rings",
            scenario.rule,
            " · ".join(text for text in (scenario.length, scenario.note) if text),
            flags(game, scenario.rulings),
        )
        for item, scenario in ((item, item.value) for item in game.scenarios.values())
        if scenario.checklist
    )
    return document(game, "Scenario checklists", parts)


def _tasks(game: Game, item: Item[Scenario]) -> Iterator[Block]:
    for number, part in enumerate(item.value.checklist):
        path = (*item.path, "checklist", number)
        yield Heading(part.head, "section", keep=True, at=item.document.at(*path))
        if part.note:
            yield Paragraph(part.note, "intro", keep=True, at=item.document.at(*path, "note"))
        for index, task in enumerate(part.tasks):
            about, at = f"{item.value.title}: {part.head}: {task.do}", item.document.at(*path, "tasks", index)
            again = f"{part.head}, continued" if index else ""
            yield Task(task.do, about, task.rule, task.detail, flags(game, task.rulings), at=at, again=again)


def rulings_sheet(game: Game) -> Document:
    """Every ruling in a row of its own."""
    blocks = tuple(
        Ruling(
            game.ruling_numbers[name],
            item.value.type,
            item.value.title,
            tuple((place.rule, place.says) for place in item.value.places),
            item.value.prints,
            item.value.type == "total",
            id=str(game.ruling_numbers[name]),
            at=item.span,
        )
        for name, item in game.rulings.items()
    )
    note = "What the source contradicts, leaves out or leaves unclear, the reading that this kit prints, and room for your own."
    return document(game, "Rulings", (Part("Rulings", blocks, "rings", note=note, columns=1),) if blocks else ())
