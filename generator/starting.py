"""`rcwkit new`: a small complete game in a folder of its own, to change into another."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from generator.bundled import bundled
from generator.diagnostics import Diagnostic, InputError, Span
from generator.loader import load
from generator.project import Project
from generator.schema import schema_files

__all__ = ["SCHEMAS", "begin"]

SCHEMAS = ".schemas"
"""The folder beside a game's documents that their first lines point editors to."""


def begin(folder: Path) -> list[Path]:
    """Put the example game into a new or empty folder, whole or not at all; give its files. Raises InputError for any other folder."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise InputError([Diagnostic("E534", "is no folder", Span(str(folder)), "name a new or an empty one")])
    if folder.is_dir() and any(folder.iterdir()):
        raise InputError([Diagnostic("E534", "the folder is not empty", Span(str(folder)), "name a new or an empty one; nothing was written")])
    example = bundled("templates") / "new"
    files = {path.relative_to(example).as_posix(): path.read_text(encoding="utf-8") for path in sorted(example.rglob("*.yaml"))}
    files |= {f"{SCHEMAS}/{name}": text for name, text in schema_files(load(Project(example, shown="templates/new"))).items()}
    folder.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name, text in files.items():
            (staged / name).parent.mkdir(exist_ok=True)
            (staged / name).write_text(text, encoding="utf-8")
        folder.mkdir(exist_ok=True)
        for path in sorted(staged.iterdir()):
            path.replace(folder / path.name)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return sorted(path for path in folder.rglob("*") if path.is_file())
