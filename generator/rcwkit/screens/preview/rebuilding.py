"""Building a kit over and over: only files whose contents differ are set anew."""

from __future__ import annotations

from pathlib import Path

from rcwkit.kit.build import Made, files_of, finish, guide, make, opened
from rcwkit.kit.kinds import File
from rcwkit.kit.options import Options
from rcwkit.kit.reports import Report
from rcwkit.look.text import Setter
from rcwkit.look.theme import THEMES
from rcwkit.reading.catalogue import locate
from rcwkit.reading.game import Game
from rcwkit.screens.preview.pieces import digest

__all__ = ["Rebuilder"]


class Rebuilder:
    """Builds one game and remembers what it made by what was on it."""

    def __init__(self, name: str, overlays: tuple[Path, ...], out: Path, options: Options) -> None:
        self.name, self.overlays, self.out, self.options = name, overlays, out, options
        self._known: dict[str, tuple[str, Made]] = {}

    def build(self) -> tuple[Report, list[str]]:
        """Build the kit; the names of the files that were made anew. Raises InputError or Surroundings."""
        project = locate(self.name, self.overlays)
        game, found = opened(project)
        before = dict(self._known)
        made = [self._made(game, file) for file in files_of(game)]
        made.insert(0, guide(game, [one.component for one in made], self.options))
        report = finish(project, game, made, self.options, self.out / game.info.id, found)
        return report, [
            one.name for stem, (_, one) in self._known.items() if before.get(stem, (None, None))[1] is not one
        ]

    def _made(self, game: Game, file: File) -> Made:
        """The file as it was made before, if that says the same; every sheet says the game's title and credits too."""
        contents = file.lay_out(Setter(THEMES[self.options.ink]), self.options.edition.room)
        said = digest(repr((game.info.title, game.info.credits, file.title, contents)))
        known = self._known.get(file.stem)
        if known is None or known[0] != said:
            self._known[file.stem] = known = said, make(game, file, self.options)
        return known[1]
