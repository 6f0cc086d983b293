"""Booklets of long prose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from rcwkit.kinds.booklet.model import Booklet, TextFile
from rcwkit.kinds.kind import LETTERS, NUMBERS, File, Kind, Usage, made_from
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.game.game import Document, Game
    from rcwkit.kinds.booklet.say import Volume
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.project import Project
    from rcwkit.type.text import Setter


def _attach(document: Document, files: Mapping[str, str], code: str, project: Project) -> Document:
    from rcwkit.kinds.booklet.markdown import attached

    booklet: Booklet = document.model
    if isinstance(booklet.text, TextFile) and booklet.text.file in files:
        text = booklet.text.model_copy(update={"file": files[booklet.text.file]})
        booklet = booklet.model_copy(update={"text": text, "language": code})
    return replace(document, model=booklet, attached=attached(booklet, document.node, project))


def _files(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Volume:
        from rcwkit.kinds.booklet.say import volume

        return volume(game, name)

    reads = made_from("booklet", LETTERS, NUMBERS)
    return [
        File(f"booklet-{name}", item.value.title, partial(lay_out, name), reads, large=True, shelf=item.value.shelf)
        for name, item in game[Booklet].items()
    ]


KIND = Kind(Booklet, files=_files, attach=_attach, use=Usage(word("before play"), "away"))
