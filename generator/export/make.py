"""The pipeline of exports: a game's folder and a set-up in, published files out; everything is checked before anything is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.build import Options, files_of, make, opened, stop
from generator.diagnostics import Diagnostic, InputError, Span, Surroundings, nearest
from generator.draw.proof import pages
from generator.export import vassal
from generator.export.table import Table, checked, lay
from generator.game import Game
from generator.images import png
from generator.layout.text import Setter
from generator.project import Project
from generator.publish import put
from generator.roll import replayed
from generator.settle import Settled, settle

__all__ = ["CHARTS", "Exported", "charts_of", "export_vassal", "set_up", "table_of"]

CHARTS = ("charts", "aids", "checklists")
"""The text documents that go along, by stem."""
CHART_DPI = 110
"""Pixels an inch of their pages."""


@dataclass(frozen=True)
class Exported:
    """What an export wrote: file names with their sizes in bytes, and what was found."""

    game: str
    target: str
    folder: Path
    files: Mapping[str, int]
    diagnostics: tuple[Diagnostic, ...] = field(default=())

    def as_json(self) -> dict[str, Any]:
        """The same facts as plain data."""
        files = [{"name": name, "bytes": size} for name, size in self.files.items()]
        return {"game": self.game, "export": self.target, "folder": self.folder.as_posix(), "files": files}


def export_vassal(project: Project, out: Path, scenario: str | None, record: Mapping[str, Any] | None, *, charts: bool = True) -> Exported:
    """A game as `out/<game>/vassal/<game>-<scenario>.vmod`; other modules there stay.

    Raises InputError or Surroundings, and has then written nothing.
    """
    game, found = opened(project)
    settled = set_up(game, scenario, record)
    setter = Setter()
    table = table_of(game, settled, setter, charts=charts)
    found += stop([*setter.found, *checked(table)])
    data = vassal.module(table, setter.book)
    folder = out / game.info.id / "vassal"
    parts = [game.info.id, *([settled.id] if settled else []), *(["rolled"] if settled and settled.record else [])]
    name = f"{'-'.join(parts)}.vmod"
    put(_made(folder) / name, data)
    return Exported(game.info.id, "vassal", folder, {name: len(data)}, tuple(found))


def table_of(game: Game, settled: Settled | None, setter: Setter, *, charts: bool = True) -> Table:
    """The table of a game for a set-up. Texts that do not fit are reported to the setter."""
    return lay(game, settled, charts_of(game) if charts else {}, setter)


def set_up(game: Game, scenario: str | None, record: Mapping[str, Any] | None) -> Settled | None:
    """The set-up that a record rolled, or a scenario's, or the first one's; None for a game that has none. Raises InputError."""
    if record is not None:
        if record.get("game") != game.info.id:
            raise InputError([Diagnostic("E530", f"this is no record of {game.info.id}", Span("--record"))])
        settled = replayed(game, record)[2]
        if settled is None:
            raise InputError([Diagnostic("E522", f"{game.info.id} has no set-up to roll", Span("--record"))])
        return settled
    known = [name for name, item in game.scenarios.items() if item.value.setup is not None]
    if scenario is not None and scenario not in known:
        hint = nearest(scenario, known) or (f"one of: {', '.join(known)}" if known else "this game has no set-ups")
        raise InputError([Diagnostic("E522", f"no scenario '{scenario}' with a set-up", Span("--scenario"), hint)])
    chosen = scenario or next(iter(known), None)
    return settle(game, chosen) if chosen else None


def charts_of(game: Game) -> dict[str, tuple[bytes, ...]]:
    """The pages of the text documents as PNG, by the document's title. Raises InputError or Surroundings."""
    found = {}
    for file in files_of(game):
        if file.stem in CHARTS:
            made = make(game, file, Options())
            stop(list(made.diagnostics))
            if made.missing:
                raise Surroundings(f"{made.missing}; or leave the charts out with --no-charts")
            found[file.title] = tuple(png(page, CHART_DPI) for page in pages(made.data, CHART_DPI))
    return found


def _made(folder: Path) -> Path:
    """The folder, made if need be. Raises Surroundings."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Surroundings(f"cannot write {folder}: {error.strerror or error}") from error
    return folder
