"""The pipeline of imports: a module in, a new game folder out, whole or not at all."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings
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
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, data in made.files.items():
                (staged / name).parent.mkdir(parents=True, exist_ok=True)
                (staged / name).write_bytes(data)
            folder.mkdir(exist_ok=True)
            for path in sorted(staged.iterdir()):
                path.rename(folder / path.name)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
    except OSError as error:
        raise Surroundings(f"cannot write {folder}: {error.strerror or error}") from error
    return made, folder
