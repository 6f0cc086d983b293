"""The game itself, and its texts in other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rcwkit.game.languages import Translation
from rcwkit.kinds.kind import PLAIN, File, Kind, Usage, made_from
from rcwkit.source.info import GameInfo
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.document.blocks import TextDocument
    from rcwkit.game.game import Game
    from rcwkit.sheets.paper import Paper
    from rcwkit.type.text import Setter


def _files(game: Game) -> list[File]:
    """What the source lacks, for study."""

    def lay_out(setter: Setter, paper: Paper) -> TextDocument:
        from rcwkit.document.blocks import DocumentPart, Point, document

        points = tuple(
            Point(f"**{gap.what}.** {gap.supply}", at=game.root.at("missing", number))
            for number, gap in enumerate(game.info.missing)
        )
        return document(game, title, (DocumentPart(title, points, "rings"),))

    title = game.say("What the source lacks")
    return [File("not-in-source", title, lay_out, made_from(), large=True, shelf="study")] if game.info.missing else []


KIND = Kind(GameInfo, files=_files, use=Usage(word("before play"), "away"), markup=PLAIN)


TRANSLATION = Kind(Translation)
