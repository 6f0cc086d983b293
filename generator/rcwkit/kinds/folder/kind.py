"""Pages composed for play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.diagnostics import Diagnostic, nearest
from rcwkit.dice.setups import Track, counts_turns
from rcwkit.dice.tables import Table
from rcwkit.game.references import unknown
from rcwkit.kinds.folder.model import Folder
from rcwkit.kinds.kind import NUMBERS, ROLLED, File, Kind, Section, Usage, made_from, used
from rcwkit.source.language import typeset

if TYPE_CHECKING:
    from rcwkit.document.blocks import TextDocument
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.fonts import FontBook
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.kinds.folder.say import folder

        return folder(game, setter.book, name)

    def read_by(one: Folder) -> frozenset[str]:
        usual = made_from("folder", NUMBERS, "tables")
        return usual | ROLLED if any(pane.form or pane.odds for pane in one.panes) else usual

    return [
        File(
            f"folder-{name}",
            item.value.title,
            partial(lay_out, name),
            read_by(item.value),
            large=True,
            shelf=item.value.shelf,
            use=_use(item.value),
        )
        for name, item in game[Folder].items()
    ]


USE = Usage(copies=0)


def _use(one: Folder) -> tuple[Usage, ...]:
    """Return how a folder is used, and from which of its pages on otherwise."""
    whole = used(USE, one.use)
    pages = [(str(number), page) for number, page in enumerate(one.pages.values(), 1)]
    others = [used(whole, page.use, number, page.title) for number, page in pages if page.use is not None]
    return tuple(others) if others and others[0].page == "1" else (whole, *others)


def _check_sound(game: Game) -> Iterator[Diagnostic]:
    from rcwkit.kinds.folder.say import checked

    turns = [box for name, item in game[Track].items() if counts_turns(name, item.value) for box in item.value.boxes]
    for item in game[Folder].values():
        for key, page in item.value.pages.items():
            for section, path in page.parts:
                for number, box in enumerate(section.turns):
                    span = item.document.at("pages", key, *path, "turns", number)
                    yield from unknown("box of a turn track", box, turns, span, "E222")
            for pane, path in page.placed:
                if pane.table is not None:
                    said = {*map(typeset, game[Table][pane.table].value.printed)}
                    for cell in (one for one in pane.shown if typeset(one) not in said):
                        message = f"`{cell}` changes nothing as the chart does not say so"
                        span = item.document.at("pages", key, *path, "shown", cell, key=True)
                        yield Diagnostic("W242", message, span, nearest(str(cell), said) or "leave it out")
                if pane.odds is not None:
                    yield from checked(game, pane.odds, partial(item.document.at, "pages", key, *path, "odds"))


def _charts(game: Game) -> Iterator[str]:
    shown = (folder.value for folder in game[Folder].values() if folder.value.shelf == "table")
    return (pane.table for folder in shown for pane in folder.panes if pane.table)


def _prints(game: Game) -> Iterator[tuple[str, int, str]]:
    """Yield the titles of charts on pages, which may leave them out."""
    for name, item in game[Folder].items():
        for number, page in enumerate(item.value.pages.values(), 1):
            tables = dict.fromkeys(pane.table for pane in page.panes if pane.table)
            yield from ((f"folder-{name}", number, game[Table][table].value.title) for table in tables)


def _sections(game: Game, book: FontBook) -> Iterator[Section]:
    from rcwkit.document.blocks import document
    from rcwkit.kinds.folder.say import folder

    parts = [part for name in game[Folder] for part in folder(game, book, name).parts]
    yield Section("pages", game.say("Pages"), document(game, game.say("Pages"), parts))


KIND = Kind(
    Folder,
    files=_files,
    check_sound=_check_sound,
    whole="folder",
    charts=_charts,
    prints=_prints,
    holds=lambda game: {"pages composed for play": sum(len(item.value.pages) for item in game[Folder].values())},
    sections=_sections,
    on_table=True,
    use=USE,
)
