"""Files that documents of a game name: texts and pictures in its folder, or in an overlay's, which come first."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.look.artwork import Opened
from rcwkit.reading.project import Project

__all__ = ["NOWHERE", "Files", "located", "named", "shown"]


class Files:
    """Opens the files of a project for the pictures on its pieces, without logging them as read."""

    def __init__(self, project: Project | None) -> None:
        self.project = project

    @classmethod
    def of(cls, project: Project) -> Files:
        """Return the files of a project, without what was read of it."""
        overlays = tuple(Project(overlay.root, overlay.shown) for overlay in project.overlays)
        return cls(Project(project.root, project.shown, overlays))

    def __call__(self, name: str, span: Span) -> Opened:
        """Open a file that a document names at `span`. Raises InputError there."""
        if self.project is None:
            raise InputError.of("E103", f"'{name}' cannot be read: there is no folder", span)
        home, path = located(self.project, name, span)
        with named(home, path, span):
            return Opened(home.name(path), home.open(path))

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a file, empty if it cannot be opened."""
        try:
            return hashlib.sha256(self(name, Span(name)).data).hexdigest()
        except InputError:
            return ""

    def same(self, digests: Mapping[str, str]) -> bool:
        """Return whether files still have these digests, by their names."""
        return all(self.digest(name) == known for name, known in digests.items())


NOWHERE = Files(None)
"""No folder: every file is missing."""


def located(project: Project, name: str, span: Span) -> tuple[Project, Path]:
    """Return the path of a file, and which of a project's folders it is in: the last overlay that has it, or the first.

    Raises InputError for a name that leads elsewhere.
    """
    path = PurePosixPath(name)
    relative = path.parts and not path.is_absolute() and ".." not in path.parts
    if not relative or "\\" in name or ":" in name or not name.isprintable():
        hint = "name a file of the game: pictures/map.png"
        raise InputError.of("E101", f"'{name}' leads out of the game's folder", span, hint)
    homes = (*reversed(project.overlays), project)
    home = next((one for one in homes if _stands(one.root / path)), project)
    return home, home.root / path


def _stands(path: Path) -> bool:
    try:
        return path.is_symlink() or path.exists()
    except (OSError, RuntimeError):  # a name too long; before Python 3.13 a link to itself
        return False


def shown(project: Project, name: str) -> str:
    """Return the name of a file of the game as messages show it."""
    home, path = located(project, name, Span(name))
    return home.name(path)


@contextmanager
def named(project: Project, path: Path, span: Span) -> Iterator[None]:
    """Report an error about a file as a whole where a document names it."""
    try:
        yield
    except InputError as error:
        (found,) = error.diagnostics
        if found.code == "E104":  # its own line is the better place
            raise
        name = path.relative_to(project.root).as_posix()
        hint = nearest(name, _beside(project, path)) if found.code == "E103" else ""
        raise InputError.of(found.code, f"'{path.name}' {found.message}", span, hint) from error


def _beside(project: Project, path: Path) -> list[str]:
    """Return the files in the folder of a path, relative to the game's folder."""
    with suppress(OSError):
        return [one.relative_to(project.root).as_posix() for one in sorted(path.parent.iterdir()) if one.is_file()]
    return []
