"""The manifests of kits that were printed, in `<out>/.printed/<kit>/`, where no build replaces them.

`1-v1.json` and `2-fair.json` were marked as printed, in this order. `0-first.json` is the manifest of the first build
that another one replaced, in case nobody said what was printed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from rcwkit.diagnostics import InputError, Span
from rcwkit.kit.publish import keep
from rcwkit.reading.claims import MANIFEST, is_plain, read_manifest

__all__ = ["LAST", "Print", "first_manifest", "mark", "printed"]

LAST = "printed"
"""The name that means the last print."""
_FOLDER = ".printed"
_NAME = r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}"
_FILE = re.compile(rf"(\d{{1,6}})-({_NAME})\.json")


class Print(NamedTuple):
    """A kit as it was printed: the path of its manifest; number 0 if nobody said that it was."""

    number: int
    name: str
    path: Path


def mark(folder: Path, name: str = "") -> Print:
    """Keep the manifest of the kit in a folder as that of a print, called `name`, or v1, v2 and so on.

    Raises InputError if there is no kit, or a print of that name, and Surroundings.
    """
    if not read_manifest(folder)["outputs"]:
        raise InputError.of("E533", "there is no kit in this folder", Span(str(folder), 0), "build it first")
    known = _prints(folder)
    number = max((one.number for one in known), default=0) + 1
    name = name or f"v{number}"
    if not re.fullmatch(_NAME, name) or name.lower() == LAST:
        raise InputError.of("E523", f"'{name}' cannot be the name of a print", Span("--as", 0), "letters and digits")
    if any(one.name.lower() == name.lower() for one in known):
        raise InputError.of("E523", f"there is a print '{name}' already", Span("--as", 0), "choose another name")
    found = Print(number, name, _store(folder) / f"{number}-{name}.json")
    keep(folder / MANIFEST, found.path)
    return found


def first_manifest(folder: Path) -> Path:
    """Return where the first manifest that a build replaces is kept."""
    return _store(folder) / "0-first.json"


def printed(folder: Path, name: str) -> Print | None:
    """Return the print of a name; for LAST without any, the first build, or the only one. None if there is no such."""
    known = _prints(folder)
    if name == LAST:
        only = [Print(0, "", folder / MANIFEST)] if read_manifest(folder)["outputs"] else []
        return max(known or only, default=None)
    return next((one for one in known if one.name.lower() == name.lower()), None)


def _store(folder: Path) -> Path:
    return folder.parent / _FOLDER / folder.name


def _prints(folder: Path) -> list[Print]:
    """The prints of a kit, in order."""
    store = _store(folder)
    files = store.iterdir() if store.is_dir() else ()
    found = ((path, _FILE.fullmatch(path.name)) for path in files if is_plain(path))
    return sorted(Print(int(match[1]), match[2], path) for path, match in found if match)
