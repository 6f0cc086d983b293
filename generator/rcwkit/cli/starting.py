"""`rcwkit new`: a small example game in a new folder, to turn into your own: one of every kind, or one of a genre."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Literal

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.kit.publish import create
from rcwkit.look.fonts import FontBook
from rcwkit.reading.catalogue import games
from rcwkit.reading.claims import is_plain
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project
from rcwkit.reading.schema import schema_files

__all__ = ["SCHEMAS", "Genre", "begin"]

SCHEMAS = ".schemas"
"""Folder beside a game's documents to which their first lines point editors."""
Genre = Literal["counters", "cards", "area", "hex"]
LONGEST = 40
"""Most characters of a title made from a folder's name."""


def begin(folder: Path, like: Genre | None = None) -> list[Path]:
    """Put an example game into a new or empty folder, whole or not at all, with an id and title after its name.

    Without `like`, it has a document of every kind. Returns its files. Raises Surroundings, InputError for any other
    folder, and for the name of a bundled game.
    """

    def refused(message: str, hint: str) -> InputError:
        return InputError([Diagnostic("E534", message, Span(str(folder), 0), hint)])

    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise refused("is not a folder", "name a new or an empty one")
    if folder.is_dir() and any(folder.iterdir()):
        raise refused("the folder is not empty", "name a new or an empty one; nothing was written")
    name = folder.resolve().name
    if _id(name) in games():
        raise refused(f"'{_id(name)}' is a bundled game", "choose another name: their kits would share a folder")
    example = bundled("templates") / ("like" if like else "new") / (like or "")
    paths = (path for path in sorted(example.rglob("*")) if is_plain(path))
    files = {path.relative_to(example).as_posix(): path.read_bytes() for path in paths}
    files["game.yaml"] = _named(files["game.yaml"].decode(), name).encode()
    schemas = schema_files(load(Project(example, shown="templates")))
    files |= {f"{SCHEMAS}/{name}": text.encode() for name, text in schemas.items()}
    create(folder, files)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _named(text: str, name: str) -> str:
    """The example's root document, with an id and a title after the folder's name."""
    title = name.replace("_", " ").strip()
    title = title[:1].upper() + title[1:]
    if not 0 < len(title) <= LONGEST or not title.isprintable() or FontBook().missing(title, "narrow-bold"):
        title = "My game"
    known = re.search(r"^id: (\S+)", text, re.MULTILINE)
    text = text.replace(known[1], _id(name)) if known else text
    return re.sub("^title: .*$", lambda _: f"title: {json.dumps(title, ensure_ascii=False)}", text, count=1, flags=re.M)


def _id(name: str) -> str:
    """Turn a name into an id: lower case, letters and digits."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:64] or "my_game"
