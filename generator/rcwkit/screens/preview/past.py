"""Earlier states of a kit to compare with: as the preview began, as last committed with Git, as in another folder."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from rcwkit.diagnostics import InputError, Span, Surroundings
from rcwkit.kit.build import files_of
from rcwkit.reading.catalogue import locate
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
from rcwkit.screens.preview.pieces import Component, Shown, component
from rcwkit.screens.preview.workshop import Workshop

__all__ = ["Past"]

START, COMMIT, FOLDER = "start", "commit", "folder"
SECONDS = 20
"""How long Git may take."""


class Past:
    """What a workshop's components were. `folder` is another edition of the game."""

    def __init__(self, workshop: Workshop, folder: Path | None = None) -> None:
        self.workshop, self.folder = workshop, folder
        self._games: dict[str, Game] = {}
        self._made: dict[tuple[str, str, str], Component] = {}

    def offer(self) -> list[dict[str, str]]:
        """Return what can be compared with, by id and title."""
        offered = [{"id": START, "title": "when the preview began"}]
        if any((folder / ".git").exists() for folder in self.workshop.project.root.resolve().parents):
            offered.append({"id": COMMIT, "title": "the last commit"})
        return offered + ([{"id": FOLDER, "title": self.folder.as_posix()}] if self.folder else [])

    def differing(self, which: str, stem: str) -> list[dict[str, Any]]:
        """Return the earlier pieces of a component that look different now or are gone, with their drawings.

        Raises KeyError for an unknown state or component, InputError or Surroundings if it cannot be read.
        """
        now = {piece.key: piece.front.hash for piece in self.workshop.components[stem].shown}
        before = self._component(which, stem)
        known = {piece.key for piece in before.shown} if before else set()
        found = [_told(one) for one in (before.shown if before else ()) if now.get(one.key) != one.front.hash]
        return [*found, *({"key": key, "new": True} for key in now if key not in known)]

    def _component(self, which: str, stem: str) -> Component | None:
        if which == START:
            return self.workshop.first.get(stem)
        commit = self._git("rev-parse", "HEAD").decode().strip() if which == COMMIT else ""
        key = (f"{which} {commit}", stem, repr(self.workshop.options))
        if key not in self._made:
            game = self._game(which, commit)
            file = next((file for file in files_of(game) if file.stem == stem), None)
            if file is None:
                return None
            self._made[key] = component(game, file, self.workshop.options, {})
        return self._made[key]

    def _game(self, which: str, commit: str) -> Game:
        name = f"{which} {commit}"
        if name not in self._games:
            if which == FOLDER and self.folder is not None:
                self._games[name] = load(locate(str(self.folder), (), self.workshop.language))
            elif which == COMMIT:
                self._games[name] = self._committed(commit)
            else:
                raise KeyError(which)
        return self._games[name]

    def _committed(self, commit: str) -> Game:
        """The game as it was in a commit, with the user's own overlays as they are now."""
        with tempfile.TemporaryDirectory() as folder:
            archive = self._git("archive", "--format=tar", commit, "--", ".")
            with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
                packed.extractall(folder, filter="data")
            try:
                return load(locate(folder, self.workshop.overlays, self.workshop.language))
            except InputError as error:
                found = error.diagnostics[0]
                message = f"as committed, it has errors: {found.message}"
                raise InputError.of(found.code, message, Span(found.span.file.replace(folder, "HEAD"))) from error

    def _git(self, *arguments: str) -> bytes:
        command = ["git", "-C", str(self.workshop.project.root), *arguments]
        try:
            return subprocess.run(command, capture_output=True, check=True, timeout=SECONDS).stdout
        except (OSError, subprocess.SubprocessError) as error:
            said = getattr(error, "stderr", None) or b""
            raise Surroundings(
                f"Git cannot tell the last commit: {said.decode(errors='replace').strip() or error}"
            ) from error


def _told(piece: Shown) -> dict[str, Any]:
    return {"key": piece.key, **piece.front.as_json(), "svg": piece.front.svg}
