"""Paths of the data, templates and fonts that ship with the tool."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_FOLDERS = ("data", "templates", "fonts")


def bundled(name: str) -> Path:
    """Return the folder `data`, `templates` or `fonts`, from the installed package or the source tree."""
    if name not in _FOLDERS:
        raise ValueError(f"no bundled folder {name!r}; there are {', '.join(_FOLDERS)}")
    installed = _PACKAGE / "_bundled" / name
    return installed if installed.is_dir() else _PACKAGE.parents[1] / name
