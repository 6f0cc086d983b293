"""Pages composed for play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from rcwkit.kinds.folder.model import Folder
from rcwkit.kinds.kind import NUMBERS, ROLLED, File, Kind, made_from

if TYPE_CHECKING:
    from rcwkit.document.blocks import Document
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Document:
        from rcwkit.kinds.folder.say import flowing, folder

        if setter.theme.enlarges:
            return flowing(folder(game, setter.book, name, setter.theme.reading))
        return folder(game, setter.book, name)

    def read_by(one: Folder) -> frozenset[str]:
        usual = made_from("folder", NUMBERS, "tables")
        return usual | ROLLED if any(pane.form for pane in one.panes) else usual

    return [
        File(
            f"folder-{name}",
            item.value.title,
            partial(lay_out, name),
            read_by(item.value),
            large=True,
            shelf=item.value.shelf,
        )
        for name, item in game.folders.items()
    ]


KIND = Kind(Folder, files=_files, whole="folder")
