"""Tracks and displays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rcwkit.dice.setups import Tracks
from rcwkit.kinds.kind import NUMBERS, Cut, File, Kind, made_from

if TYPE_CHECKING:
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    def lay_out(setter: Setter, paper: Paper) -> Cut:
        from rcwkit.kinds.tracks import boards as tracks

        return Cut(boards=tuple(tracks.boards(game, list(game.tracks.values()), paper, setter)))

    return (
        [File("tracks", game.say("Tracks and displays"), lay_out, made_from(NUMBERS, "tracks"), cut=True)]
        if game.tracks
        else []
    )


KIND = Kind(Tracks, files=_files)
