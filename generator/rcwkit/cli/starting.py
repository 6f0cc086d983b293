"""`rcwkit new`: a small complete game in a folder of its own, to change into another."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.look.fonts import FontBook
from rcwkit.reading.catalogue import games
from rcwkit.reading.claims import is_plain
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project
from rcwkit.reading.schema import schema_files

__all__ = ["SCHEMAS", "begin"]

SCHEMAS = ".schemas"
"""The folder beside a game's documents that their first lines point editors to."""
EXAMPLE = "goose_war"
"""The id of the example."""
LONGEST = 40
"""The most characters of a title that is made of a folder's name."""


def begin(folder: Path) -> list[Path]:
    """Put the example game into a new or empty folder, whole or not at all; give its files. Its id and title follow the folder's name.

    Raises InputError for any other folder, and for the name of a game that comes with the tool.
    """
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise InputError([Diagnostic("E534", "is no folder", Span(str(folder), 0), "name a new or an empty one")])
    if folder.is_dir() and any(folder.iterdir()):
        raise InputError(
            [
                Diagnostic(
                    "E534",
                    "the folder is not empty",
                    Span(str(folder), 0),
                    "name a new or an empty one; nothing was written",
                )
            ]
        )
    name = folder.resolve().name
    if _id(name) in games():
        said = f"'{_id(name)}' is a game that comes with the tool"
        raise InputError(
            [
                Diagnostic(
                    "E534", said, Span(str(folder), 0), "choose another name: kits of both would go into one folder"
                )
            ]
        )
    example = bundled("templates") / "new"
    files = {
        path.relative_to(example).as_posix(): path.read_bytes() for path in sorted(example.rglob("*")) if is_plain(path)
    }
    files["game.yaml"] = _named(files["game.yaml"].decode(), name).encode()
    files |= {
        f"{SCHEMAS}/{name}": text.encode()
        for name, text in schema_files(load(Project(example, shown="templates/new"))).items()
    }
    folder.parent.mkdir(parents=True, exist_ok=True)
    staged = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    try:
        for name, data in files.items():
            (staged / name).parent.mkdir(exist_ok=True)
            (staged / name).write_bytes(data)
        folder.mkdir(exist_ok=True)
        for path in sorted(staged.iterdir()):
            path.replace(folder / path.name)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _named(text: str, name: str) -> str:
    """The root document of the example, with an id and a title after its folder's name."""
    title = name.replace("_", " ").strip()
    title = title[:1].upper() + title[1:]
    if not 0 < len(title) <= LONGEST or not title.isprintable() or FontBook().missing(title, "narrow-bold"):
        title = "My game"
    return text.replace(EXAMPLE, _id(name)).replace(
        "\ntitle: The Goose War\n", f"\ntitle: {json.dumps(title, ensure_ascii=False)}\n"
    )


def _id(name: str) -> str:
    """A name as an id: its letters and digits, in small letters."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:64] or "my_game"
