"""The pipeline of imports: a module in, a new game folder out, whole or not at all."""

from __future__ import annotations

from pathlib import Path

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.kit.publish import create
from rcwkit.reading.catalogue import games
from rcwkit.screens.importing.archive import opened
from rcwkit.screens.importing.game import Imported, game_of
from rcwkit.screens.importing.module import module_of

__all__ = ["import_vassal"]


def import_vassal(file: Path, out: Path | None) -> tuple[Imported, Path]:
    """Write a module as a game into a new or empty folder, named after it by default; return what it holds.

    Raises InputError or Surroundings, with nothing written.
    """
    archive = opened(file)
    made = game_of(module_of(archive.tree(), archive.area), archive)
    folder = out or Path(made.id)
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        hint = "name a new or an empty one with --out; nothing was written"
        raise InputError([Diagnostic("E534", "the folder is not empty", Span(str(folder), 0), hint)])
    if folder.resolve().name in games():
        hint = "choose another name with --out: their kits would share a folder"
        raise InputError([Diagnostic("E534", f"'{folder.name}' is a bundled game", Span(str(folder), 0), hint)])
    create(folder, made.files)
    return made, folder
