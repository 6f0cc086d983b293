"""Other states of a kit to compare with.

They are those when the preview began and of the last commit; without an overlay; and as in another folder: another
edition, an overlay to lay over it, or a kit that was printed.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from rcwkit.diagnostics import InputError, Span, Surroundings
from rcwkit.game.catalogue import is_game, locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.build import make
from rcwkit.kit.changes import DOCUMENTS, Facts, facts, facts_of
from rcwkit.kit.reprint import require_same_kit
from rcwkit.memo import Memo
from rcwkit.screens.preview.pieces import PreviewFile, component
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.claims import MANIFEST
from rcwkit.source.project import Project

__all__ = ["Past"]

START, COMMIT = "start", "commit"
SECONDS = 20
"""How long Git may take."""
KEPT = 24
"""Components of other states to keep."""
LARGEST = 16 * 2**20
"""Most bytes of a manifest."""


class Past:
    """What a workshop's components were, or would be.

    `against` are folders of other editions of the game, overlays to lay over it, and printed kits (or their manifests).
    """

    def __init__(self, workshop: Workshop, against: Sequence[Path] = ()) -> None:
        self.workshop = workshop
        self.against = {f"against-{number}": path for number, path in enumerate(against, 1)}
        self._games, self._made = Memo(1), Memo(KEPT)

    def offer(self) -> list[dict[str, str]]:
        """Return what can be compared with, by id and title."""
        say = self.workshop.say
        offered = [{"id": START, "title": say("when the preview began")}]
        root = self.workshop.project.root.resolve()
        if any((folder / ".git").exists() for folder in (root, *root.parents)):
            offered.append({"id": COMMIT, "title": say("the last commit")})
        laid = enumerate(self.workshop.project.overlays, 1)
        offered += [
            {"id": f"without-{number}", "title": say("without {overlay}", overlay=one.shown)} for number, one in laid
        ]
        return offered + [{"id": name, "title": self._title(path)} for name, path in self.against.items()]

    def differing(self, which: str, stem: str) -> list[dict[str, Any]]:
        """Return the pieces of a component that look different in another state, or are not in both.

        Each has its other drawing; a printed kit, which records no drawings, has marks alone. Raises KeyError for an
        unknown state or component, InputError or Surroundings if it cannot be read.
        """
        now = {piece.key: {face.hash for face in piece.faces} for piece in self.workshop.components[stem].shown}
        path = self.against.get(which)
        if path is not None and (manifest := _manifest(path)):
            return self._since_printed(manifest, stem)
        before = self._component(which, stem)
        known = {piece.key for piece in before.shown} if before else set()
        found = [
            {"key": one.key, **face.as_json(), "svg": face.svg}
            for one in (before.shown if before else ())
            for face in one.faces
            if face.hash not in now.get(one.key, ()) and (one.key in now or face is one.front)
        ]
        return [*found, *({"key": key, "new": True} for key in now if key not in known)]

    def picture(self, digest: str) -> bytes:
        """Return the file of a raster picture on a component of another state. Raises KeyError."""
        components: list[PreviewFile] = [*self._made]
        for one in components:
            if digest in one.artwork:
                return one.artwork[digest]
        raise KeyError(digest)

    def _title(self, path: Path) -> str:
        if _manifest(path):
            return self.workshop.say("as printed: {folder}", folder=path.as_posix())
        if is_game(path):
            return path.as_posix()
        return self.workshop.say("with {overlay} laid over", overlay=path.as_posix())

    def _component(self, which: str, stem: str) -> PreviewFile | None:
        if which == START:
            return self.workshop.first.get(stem)
        if which == COMMIT:
            commit = self._git("rev-parse", "HEAD").decode().strip()
            game = self._games.find(commit) or self._games.keep(commit, self._committed(commit))
            return self._laid_out(commit, game, stem)
        # Its files, or those that it is laid over, may have changed since.
        project = self._project(which)
        game = load(project)
        reads = json.dumps([one.reads for one in (project, *project.overlays)])
        return self._laid_out(f"{which} {reads}", game, stem)

    def _laid_out(self, name: str, game: Game, stem: str) -> PreviewFile | None:
        key = (name, stem, repr(self.workshop.options))
        known: PreviewFile | None = self._made.find(key)
        file = None if known else next((file for file in files_of(game) if file.stem == stem), None)
        return self._made.keep(key, component(game, file, self.workshop.options, {})) if file else known

    def _project(self, which: str) -> Project:
        """The project of a state. Raises KeyError, or InputError."""
        workshop = self.workshop
        project = locate(workshop.name, workshop.overlays, workshop.language)
        kind, _, number = which.partition("-")
        if kind == "without" and number in map(str, range(1, len(project.overlays) + 1)):
            left = (one for at, one in enumerate(project.overlays, 1) if str(at) != number)
            return replace(project, overlays=tuple(left))
        path = self.against[which]
        if is_game(path):
            return locate(str(path), (), workshop.language)
        return locate(workshop.name, (*workshop.overlays, path), workshop.language)

    def _since_printed(self, path: Path, stem: str) -> list[dict[str, Any]]:
        """Marks of what changed since a kit was printed. Raises InputError, also for a kit with other options."""
        where, game, options = Span(path.as_posix()), self.workshop.game, self.workshop.options
        assert game is not None, "there are components"
        manifest = _read(path)
        require_same_kit(manifest, game, options, where)
        printed = facts(manifest, where)
        file = next(file for file in files_of(game) if file.stem == stem)
        contents = file.lay_out(game.setter(options.ink), options.edition.room)
        name, pieces = f"{stem}.pdf", contents.pieces if isinstance(contents, Cut) else ()
        if pieces:
            before, now = printed.get(name, {}), facts_of(pieces)
            gone = [{"key": key, "gone": True} for key in before if key not in now]
            new = [{"key": key, "new": True} for key in now if key not in before]
            other = [{"key": key, "changed": True} for key in now if key in before and _drawn(now[key], before[key])]
            return [*other, *gone, *new]
        whole = make(game, file, options).about.whole
        once = printed.get(DOCUMENTS, {}).get(name)
        if whole is None or (once is not None and not _drawn(whole, once)):
            return []
        how = "new" if once is None else "changed"
        return [{"key": piece.key, how: True} for piece in self.workshop.components[stem].shown]

    def _committed(self, commit: str) -> Game:
        """The game as it was in a commit, with the user's own overlays as they are now."""
        archive = self._git("archive", "--format=zip", commit, "--", ".")
        folder = tempfile.mkdtemp(prefix="rcwkit-")  # its pictures are read when they are shown
        gone = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        with ZipFile(io.BytesIO(archive)) as packed:
            packed.extractall(folder)
        try:
            game = load(locate(folder, self.workshop.overlays, self.workshop.language))
            weakref.finalize(game.files, gone)
            return game
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
                f"Git cannot show the last commit: {said.decode(errors='replace').strip() or error}"
            ) from error


def _manifest(path: Path) -> Path | None:
    """The manifest of a printed kit that a path means, by itself or by its folder."""
    path = path / MANIFEST if path.is_dir() else path
    return path if path.is_file() else None


def _read(path: Path) -> Mapping[str, Any]:
    """Read a manifest. Raises InputError."""
    try:
        with path.open("rb") as stream:
            read = json.loads(stream.read(LARGEST))
    except (OSError, ValueError, RecursionError) as error:
        raise InputError.of("E533", "this manifest cannot be read", Span(path.as_posix())) from error
    return read if isinstance(read, dict) else {}


def _drawn(now: Facts, before: Facts) -> bool:
    """Whether a piece is drawn otherwise."""
    return now.sha256 != before.sha256
