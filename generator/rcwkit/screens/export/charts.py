"""Charts, pages for play and checklists of a virtual table: pictures of their pages, their names, and an index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import escape, unescape

from rcwkit.blocks.guide import Component
from rcwkit.blocks.index import index_sheet
from rcwkit.blocks.playing import Entry
from rcwkit.diagnostics import Surroundings
from rcwkit.dice.settle import Settled
from rcwkit.draw.proof import Bookmark, bookmarks, pages
from rcwkit.kit.build import Made, files_of, setup_sheet, stop
from rcwkit.kit.options import Options
from rcwkit.kit.tasks import Task, do, found_of, remember, remembering, task_of
from rcwkit.look.images import png
from rcwkit.models.markup import spoken
from rcwkit.reading.game import Game
from rcwkit.reading.project import Project
from rcwkit.screens.export.table import Page
from rcwkit.workers import Workers

__all__ = ["KINDS", "Charts", "charts_of", "helps_of", "told"]

KINDS = ("folder", "tables", "aids", "scenarios")
"""Kinds whose text documents are exported too: charts, quick references, checklists."""
DPI = 110
"""Pixels per inch of their pages."""
LONGEST = 32
"""Characters of a page's name."""


@dataclass
class Charts:
    """Pages of text documents by title, the set-up sheets first; `components` have their words, for an index."""

    pages: dict[str, tuple[Page, ...]] = field(default_factory=dict)
    components: list[Component] = field(default_factory=list)


def charts_of(project: Project, game: Game, settled: Sequence[Settled], jobs: int = 1) -> Charts:
    """Return the pages of a game's text documents, set by that many processes. Raises InputError or Surroundings."""
    found = Charts()
    files = [file for file in files_of(game) if file.kind in KINDS]
    complete = any(file.stem == "all-charts" for file in files)
    wanted = [file for file in files if not (complete and file.stem == "charts")]
    with remembering(), Workers(jobs) as workers:
        remember(project, game)
        charted = workers.map(_charted, [task_of(project, Options(), file) for file in wanted])
        for one in settled:
            named = game.say("Set-up: {scenario}", scenario=one.scenario.title)
            title = named if len(settled) > 1 else game.say("Set-up")
            found.pages[title] = _pages(game, setup_sheet(game, one, Options()))
        for file, (made, pages) in zip(wanted, charted, strict=True):
            stop(list(made.diagnostics))
            if made.missing:
                raise Surroundings(made.missing)
            found.pages[file.title] = pages
            found.components.append(made.component._replace(name=file.title))
    return found


def _charted(task: Task) -> tuple[Made, tuple[Page, ...]]:
    """Make a document, and pictures of its pages."""
    made = do(task)
    return made, _pages(found_of(task)[0], made.data) if made.data else ()


def helps_of(game: Game, charts: Charts) -> dict[str, str]:
    """Return pages of the help menu as HTML by title: the index of the charts, and the rulings."""
    helps = {}
    entries = [
        block
        for part in index_sheet(game, charts.components).parts
        for block in part.blocks
        if isinstance(block, Entry)
    ]
    if entries:
        rows = "".join(f"<tr><td>{escape(one.name)}</td><td>{escape(one.where)}</td></tr>" for one in entries)
        helps[game.say("Index")] = f"<p>{escape(game.say('Window and tab of the charts.'))}</p><table>{rows}</table>"
    if game.rulings:
        helps[game.say("Rulings")] = "".join(_rulings(game))
    return helps


def told(page: str) -> str:
    """Return a page of HTML as plain text."""
    lines = re.sub(r"</(?:h\d|p|li|tr)>", "\n", page).replace("</td><td>", ": ")
    return unescape(re.sub(r"<[^>]*>", "", lines)).strip()


def _rulings(game: Game) -> Iterator[str]:
    for name, item in game.rulings.items():
        one, number = item.value, game.ruling_numbers[name]
        yield f"<h3>{number}. {escape(spoken(one.title, game.info.said))}</h3><ul>"
        for place in one.places:
            yield f"<li>{escape(place.rule)}: {escape(spoken(place.says, game.info.said))}</li>"
        yield f"</ul><p>{escape(spoken(one.prints, game.info.said))}</p>"


def _pages(game: Game, pdf: bytes) -> tuple[Page, ...]:
    images = [png(page, DPI) for page in pages(pdf, DPI)]
    return tuple(map(Page, _names(game, bookmarks(pdf), len(images)), images))


def _names(game: Game, marks: Sequence[Bookmark], count: int) -> list[str]:
    """Name each page by the section that begins on it, or else by the last one before, with numbers."""
    titles = sorted((item.value.title for item in game.tables.values()), key=len, reverse=True)
    names: list[str] = []
    last = ""
    for number in range(count):
        here = [mark for mark in marks if mark.page == number and mark.level] or [
            mark for mark in marks if mark.page == number
        ]
        top = min((mark.level for mark in here), default=0)
        fresh = [_short(mark.title, titles) for mark in here if mark.level == top]
        last = fresh[0] if fresh else last or game.say("Page")
        names.append(last)
    shown: list[str] = []
    for name in names:
        again = sum(one == name or one.startswith(f"{name} (") for one in shown)
        shown.append(f"{name} ({again + 1})" if again else name)
    return shown


def _short(title: str, titles: Sequence[str]) -> str:
    """A bookmark's title without the rule numbers behind the title of a chart, and not too long for a tab."""
    known = next((one for one in titles if title.startswith(one)), title)
    return known if len(known) <= LONGEST else f"{known[: LONGEST - 1].rstrip()}…"
