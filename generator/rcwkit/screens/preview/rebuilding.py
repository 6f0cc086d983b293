"""Build a kit repeatedly, setting only files whose contents changed."""

from __future__ import annotations

from pathlib import Path

from rcwkit.kit.build import Made, files_of, finish, make, opened
from rcwkit.kit.closing import closing
from rcwkit.kit.kinds import File
from rcwkit.kit.options import Options
from rcwkit.kit.reports import Report
from rcwkit.reading.catalogue import locate
from rcwkit.reading.game import Game
from rcwkit.screens.preview.pieces import digest

__all__ = ["Rebuilder"]


class Rebuilder:
    """Builds one game, and keeps the files it made."""

    def __init__(self, name: str, overlays: tuple[Path, ...], language: str, out: Path, options: Options) -> None:
        self.name, self.overlays, self.language = name, overlays, language
        self.out, self.options = out, options
        self._known: dict[str, tuple[str, Made]] = {}

    def build(self) -> tuple[Report, list[str]]:
        """Build the kit, and return the names of files that were made again. Raises InputError or Surroundings."""
        project = locate(self.name, self.overlays, self.language)
        game, found = opened(project)
        before = dict(self._known)
        made = [self._made(game, file) for file in files_of(game)]
        made = [*closing(game, made, self.options), *made]
        report = finish(project, game, made, self.options, self.out / game.kit, found)
        kept = {id(one) for _, one in before.values()}
        return report, [one.name for _, one in self._known.values() if id(one) not in kept]

    def _made(self, game: Game, file: File) -> Made:
        """The file as made before, if nothing on it changed, including the game's title, credits and look."""
        contents = file.lay_out(game.setter(self.options.ink), self.options.edition.room)
        said = digest(repr((game.info.title, game.info.credits, game.info.look, game.book.said, file.title, contents)))
        known = self._known.get(file.stem)
        if known is None or known[0] != said or not game.files.same(known[1].pictures):
            self._known[file.stem] = known = said, make(game, file, self.options)
        return known[1]
