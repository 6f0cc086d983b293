"""The workshop: the kit in its last good state, redrawn as files change, compared with its past; links to editors."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import weakref
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import chain
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote
from zipfile import ZipFile

from rcwkit.art.artwork import Artwork
from rcwkit.art.theme import Ink
from rcwkit.diagnostics import Diagnostic, InputError, Severity, Span, Surroundings, frame, sort
from rcwkit.dice.setups import Place
from rcwkit.document.blocks import TextDocument
from rcwkit.game.catalogue import is_game, language_of, locate
from rcwkit.game.game import LASTING, ONCE, Game
from rcwkit.game.languages import spoken
from rcwkit.game.loader import load
from rcwkit.kinds.kind import Cut, File, files_of
from rcwkit.kit.build import make
from rcwkit.kit.changes import DOCUMENTS as WHOLE
from rcwkit.kit.changes import Facts, facts, facts_of
from rcwkit.kit.checks import check, missing_glyphs
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import digests_of
from rcwkit.kit.reprint import require_same_kit
from rcwkit.memo import Memo
from rcwkit.screens.preview.pieces import PreviewFile, component, digest, glimpse
from rcwkit.screens.preview.played import Listeners
from rcwkit.source.claims import MANIFEST
from rcwkit.source.language import ENGLISH, Language
from rcwkit.source.project import DOCUMENTS, Project, shown

EDITOR = "vscode://file{path}:{line}"
"""The default, also for editors in a terminal, which no page can open."""
_QUERY = "open?url=file://{path}&line={line}"
_KNOWN: Mapping[str, str] = {
    "code": EDITOR,
    "codium": "vscodium://file{path}:{line}",
    "cursor": "cursor://file{path}:{line}",
    "idea": "idea://open?file={path}&line={line}",
    "mate": f"txmt://{_QUERY}",
    "mvim": f"mvim://{_QUERY}",
    "pycharm": "pycharm://open?file={path}&line={line}",
    "subl": f"subl://{_QUERY}",
    "windsurf": "windsurf://file{path}:{line}",
    "zed": "zed://file{path}:{line}",
}


def address(environment: Mapping[str, str]) -> str:
    """Return the URL of the editor in `VISUAL` or `EDITOR`, with `{path}` and `{line}`; VS Code's if it has none."""
    for name in ("VISUAL", "EDITOR"):
        program = environment.get(name, "").split(" ")[0]
        known = _KNOWN.get(PurePath(program).stem)
        if known is not None:
            return known
    return EDITOR


PAUSE = 0.03
"""Seconds for pages to fetch what is new before layout goes on."""
PAGES = 6
"""Components asked for last, which are drawn first."""
VIEW = 12
"""Pieces that a page has in view, until it says which."""
ROUNDS = 4
"""How often files with errors are looked for: some show only once others are right."""
ROOM = 4 * LASTING
"""Bytes of what is kept from save to save, roughly: a whole kit as it was and as it would be."""
LONGEST = 30.0
"""Seconds to wait for the game to be read for the first time."""


@dataclass(frozen=True)
class _Problem:
    """A diagnostic with its frame as text, and the URL that opens its place."""

    diagnostic: Diagnostic
    text: str
    open: str

    def as_json(self) -> dict[str, Any]:
        return {**self.diagnostic.as_json(), "frame": self.text, "open": self.open}


class Workshop(Listeners):
    """One game and its kit. `refresh` may be called from any thread; readers always see whole components."""

    def __init__(
        self,
        name: str,
        overlays: tuple[Path, ...] = (),
        language: str = "",
        *,
        options: Options | None = None,
        editor: str = EDITOR,
    ) -> None:
        super().__init__()
        self.name, self.overlays, self.language = name, overlays, language
        self.options, self.editor = options or Options(), editor
        self.project: Project = locate(name, overlays, language)
        self.game: Game | None = None
        self.reads: Mapping[str, str] = {}
        self.components: dict[str, PreviewFile] = {}
        self.first: dict[str, PreviewFile] = {}
        self.left = 0
        self.behind = False
        self.kept: list[str] = []
        self._good: dict[Path, bytes] = {}
        self._broken = self.project
        self._read = threading.Event()
        self.problems: list[_Problem] = []
        self.version = 0
        self.took = 0.0
        self._memo = Memo(ROOM)
        self._looked: deque[str] = deque(maxlen=PAGES)
        self._viewed: dict[str, set[str]] = {}
        self._tried: deque[Artwork] = deque(maxlen=PAGES)
        self._changing = threading.Lock()

    @property
    def folders(self) -> list[Path]:
        """The folders to watch: the game's and its overlays'."""
        return [self.project.root, *(overlay.root for overlay in self.project.overlays)]

    @property
    def say(self) -> Language:
        """The language of the pages: that of the kit, or as far as one can tell until the game could be read."""
        if self.game:
            return self.game.say
        return spoken(self.language or language_of(self.project.root) or ENGLISH.code, ())

    def refresh(self, changed: Collection[Path] = (), *, ink: Ink | None = None) -> None:
        """Read the game again and redraw what differs, starting with the changed files; errors become problems.

        Files with errors are taken as they last were without, or left out, and all else is drawn. Pages are told of
        each component as soon as it is drawn, but of a new ink only when everything is.
        """
        with self._changing:
            options = self.options._replace(ink=ink or self.options.ink)
            began = time.perf_counter()
            try:
                self.project = self._broken = locate(self.name, self.overlays, self.language)
                found = self._redrawn(*self._loaded(), self._named(changed), options)
                self.behind = False
            except InputError as error:
                found, self.behind = error.diagnostics, True
            except Exception as error:
                # A bug of ours must not stop the preview: show it on the page and go on.
                message = f"internal error: {type(error).__name__}: {error}"
                found, self.behind = [Diagnostic("E900", message, Span(self.project.shown))], True
            self.problems = [self._problem(one) for one in sort(found) if one.severity is not Severity.NOTE]
            self.took, self.left = time.perf_counter() - began, 0
            self._read.set()
            self._tell()

    def wait(self) -> Game | None:
        """Return the game as it was last read, once it has been; None while it has errors."""
        self._read.wait(LONGEST)
        return self.game

    def sound(self) -> Game:
        """Return the game as it was last read, once it has been. Raises InputError while it has errors."""
        game = self.wait()
        if game is None:
            raise InputError([one.diagnostic for one in self.problems])
        return game

    def use_ink(self, ink: Ink) -> None:
        """Draw in this ink from now on."""
        if ink != self.options.ink:
            self.refresh(ink=ink)

    def state(self) -> dict[str, Any]:
        """Return what a page needs to request the rest: components with their hashes, and problems."""
        game: dict[str, Any] = {"id": "", "title": self.name, "places": 0, "file": ""}
        if self.game:
            info = self.game.info
            file = next(one.file for one in self.game.documents if one.model is info)
            own = file if self.opened(f"{file}:1")["edit"] else ""
            game = {"id": info.id, "title": info.title, "places": len(self.game[Place]), "file": own}
        components = [one.as_json() for one in self.components.values()]
        problems = [problem.as_json() for problem in self.problems]
        took, ink = round(self.took * 1000), self.options.ink
        look = digest(repr((self.game.info.look, self.game.owners, self.game.book.said))) if self.game else ""
        seen = {"components": components, "problems": problems, "took": took, "ink": ink, "look": look}
        how = {"left": self.left, "behind": self.behind, "kept": self.kept}
        return {"version": self.version, "game": game, **how, **seen}

    def overview(self) -> list[dict[str, Any]]:
        """Return all components with the drawing of their first piece or page."""
        components = list(self.components.values())
        return [{**one.as_json(), "svg": one.shown[0].front.svg if one.shown else ""} for one in components]

    def pieces(self, stem: str) -> list[dict[str, Any]]:
        """Return a component's pieces without drawings, each with the URL that opens its place. Raises KeyError."""
        shown = self.components[stem].shown
        self._looked.append(stem)
        return [{**piece.as_json(), **self.opened(piece.front.at)} for piece in shown]

    def view(self, stem: str, keys: Collection[str]) -> None:
        """Note which pieces of a component a page has in view: they are drawn first. Raises KeyError."""
        known = {piece.key for piece in self.components[stem].shown}
        self._viewed[stem] = known.intersection(keys)

    def drawings(self, stem: str, hashes: Collection[str]) -> dict[str, str]:
        """Return the SVG of a component's faces that have these hashes. Raises KeyError."""
        faces = (face for piece in self.components[stem].shown for face in piece.faces)
        return {face.hash: face.svg for face in faces if face.hash in hashes}

    def document(self, stem: str) -> TextDocument:
        """Return a text document. Raises KeyError for other components."""
        document = self.components[stem].document
        if document is None:
            raise KeyError(stem)
        return document

    def picture(self, digest: str) -> bytes:
        """Return the file of a raster picture on some component. Raises KeyError, or InputError if it is gone."""
        for artwork in (*(one.artwork for one in list(self.components.values())), *self._tried):
            if digest in artwork:
                return artwork[digest]
        raise KeyError(digest)

    def trying(self, artwork: Artwork) -> None:
        """Serve the pictures of a drawing that is on no component, until some more have been tried."""
        self._tried.append(artwork)

    def place(self, stem: str, key: str, number: int) -> str:
        """Return the place (file:line) of words on a sheet of text. Raises KeyError."""
        places = {piece.key: piece.front.places for piece in self.components[stem].shown}
        return dict(enumerate(places[key]))[number]

    def opened(self, at: str) -> dict[str, Any]:
        """Return how a place (file:line) is opened: `open`, the URL for an editor, '' for one outside the folders.

        `edit` says whether the page can edit it: an entry of a document, not a row of a spreadsheet.
        """
        file, _, line = at.rpartition(":")
        address = self._address(file, int(line)) if re.fullmatch("[0-9]{1,9}", line) else ""
        return {"open": address, "edit": bool(address) and file.endswith(DOCUMENTS)}

    def path_of(self, file: str) -> Path | None:
        """Return the path of a file as diagnostics name it, from the folder that it is read in; None outside them."""
        homes = (one for one in (self.project, *self.project.overlays) if file.startswith(f"{one.shown}/"))
        return next((one.root / Span(file).path.removeprefix(f"{one.shown}/") for one in homes), None)

    def remembering(self, game: Game) -> Game:
        """Return a game with the pictures and odds that are known here."""
        return replace(game, memo=self._memo)

    def inspected(self, project: Project) -> tuple[Game, list[Diagnostic]]:
        """Load a game and check its data, before any layout. Raises InputError."""
        game = self.remembering(load(project))
        return game, self._checked(project, game, digests_of(project, game))

    def _checked(self, project: Project, game: Game, digests: Mapping[str, str]) -> list[Diagnostic]:
        """What is wrong with a project just loaded; the same files are checked once."""
        files = tuple(chain.from_iterable(_others(one.root) for one in (project, *project.overlays)))
        key = check, files, *sorted(digests.items())
        found: list[Diagnostic] | None = self._memo.find(key)
        return found if found is not None else self._memo.keep(key, check(game), ONCE)

    def _loaded(self) -> tuple[Game, list[Diagnostic]]:
        """The game on disk, without the errors that it cannot be read with. Raises those if nothing can be drawn."""
        self.kept = []
        try:
            return self.remembering(load(self.project)), []
        except InputError as error:
            return self.remembering(self._mended(error)), error.diagnostics

    def _mended(self, broken: InputError) -> Game:
        """The game with files that have errors as they last were without, or else left out. Raises the errors."""
        kept: dict[str, bytes] = {}
        found = broken.diagnostics
        for _ in range(ROUNDS):
            files = {one.span.path: self.path_of(one.span.path) for one in found}
            new = {name: self._good.get(path, b"") for name, path in files.items() if path and kept.get(name) != b""}
            if not new:
                break
            kept |= {name: b"" if name in kept else data for name, data in new.items()}
            self.project = locate(self.name, self.overlays, self.language)
            for one in (self.project, *self.project.overlays):
                names = (name for name in kept if name.startswith(f"{one.shown}/"))
                one.unsaved |= {one.root / name.removeprefix(f"{one.shown}/"): kept[name] for name in names}
            try:
                game = load(self.project)
            except InputError as error:
                found = error.diagnostics
                continue
            self.kept = sorted(kept)
            return game
        self.project = self._broken
        raise broken

    def _remember(self) -> None:
        """Keep what a game without errors was read from."""
        for one in (self.project, *self.project.overlays):
            for name, known in one.reads.items():
                path = self.path_of(name)
                if path and sha256(self._good.get(path, b"")).hexdigest() != known:
                    with suppress(InputError):
                        self._good[path] = one.open(path)

    def _audited(self, game: Game, unread: list[Diagnostic]) -> list[Diagnostic]:
        """All that is wrong with the data of a game, besides what was `unread` of it; pages will be told the errors."""
        if unread:
            found = [*unread, *(one for one in check(game) if one.severity is not Severity.ERROR)]
        else:
            found = self._checked(self.project, game, self.reads)
            self._remember()
        if errors := [one for one in found if one.severity is Severity.ERROR]:
            self.problems = [*map(self._problem, sort(errors))]
        return found

    def _redrawn(self, game: Game, unread: list[Diagnostic], changed: set[str], options: Options) -> list[Diagnostic]:
        """Lay out every file of the kit, announcing components that changed; returns all diagnostics.

        The first one that a page shows is announced before the game is checked.
        """
        before, self.game = self.game, game
        looks = options, game.info.look, game.book.said
        alike = before is not None and looks == (self.options, before.info.look, before.book.said)
        owned = before is not None and _marked(before) == _marked(game)
        files, self.reads = list(files_of(game)), digests_of(self.project, game)
        self._read.set()
        begun = not self.components
        self.components = {file.stem: self.components[file.stem] for file in files if file.stem in self.components}
        drawn: dict[str, PreviewFile] = {}
        looked = self._looked[-1] if self._looked else ""
        wrong: list[Diagnostic] | None = None
        stopped: list[tuple[File, Exception]] = []
        for number, file in enumerate(sorted(files, key=lambda file: self._rank(file, changed)), 1):
            if wrong is None and file.stem not in self._looked:
                wrong = self._audited(game, unread)
            stays = self.components.get(file.stem)
            known = stays if alike and (owned or file.cut) else None
            if known and file.stem == looked:
                known = self._glimpsed(game, file, known)
            try:
                one = component(game, file, options, self.reads, known)
            except Exception as error:
                # One that errors prevent stays as it was.
                stopped.append((file, error))
                self.components |= {file.stem: stays} if stays else {}
                continue
            drawn[file.stem] = one
            if begun:
                self.components, self.left = {**self.components, file.stem: one}, len(files) - number
                self._tell()
            elif options == self.options and self._differs(one):
                self.components[file.stem] = one
                if wrong is not None:
                    self._forget([*wrong, *_found(drawn.values())])
                self._tell()
                time.sleep(PAUSE)
                wrong = self._audited(game, unread) if wrong is None else wrong
        made = {**self.components, **drawn}
        self.components = {file.stem: made[file.stem] for file in files if file.stem in made}
        self.options = options
        if not self.kept:  # else some of it is not there, or not as the files have it
            self.first = self.first or self.components
        found = [*(self._audited(game, unread) if wrong is None else wrong), *_found(drawn.values())]
        for file, stop in stopped:
            found += _stopped(file, stop, self._broken, found)
        return [*found, *missing_glyphs(game)]

    def _glimpsed(self, game: Game, file: File, known: PreviewFile) -> PreviewFile:
        """A component that a page looks at, with the pieces in view as they are now: pages are told of these first."""
        if known.form != "pieces" or len(known.shown) <= VIEW:
            return known
        if known.reads == {kind: self.reads.get(kind, "") for kind in file.reads}:
            return known
        keys = self._viewed.get(file.stem) or {piece.key for piece in known.shown[:VIEW]}
        with suppress(Exception):  # then the whole cannot be drawn either, which tells why
            one, artwork = glimpse(game, file, self.options, self.reads, known, keys)
            if one.hash != known.hash:
                self.trying(artwork)
                self.components[file.stem] = one
                self._tell()
                time.sleep(PAUSE)
            return one
        return known

    def _forget(self, found: Collection[Diagnostic]) -> None:
        """Tell no more of errors that were found before, but not now."""
        wrong = {one for one in found if one.severity is Severity.ERROR}
        kept = (
            one for one in self.problems if one.diagnostic.severity is not Severity.ERROR or one.diagnostic in wrong
        )
        self.problems = [*kept]

    def _differs(self, one: PreviewFile) -> bool:
        known = self.components.get(one.stem)
        return known is not None and known.hash != one.hash

    def _rank(self, file: File, changed: set[str]) -> int:
        """Order of work: what a page shows, what was just edited, then cut pieces, then documents."""
        looked = [-number for number, stem in enumerate(self._looked, 1) if stem == file.stem]
        if looked:
            return looked[-1]
        known = self.components.get(file.stem)
        pictures = {shown(self.project, name) for name in known.artwork.shown} if known else set()
        return 1 if known is None else 0 if (known.files | pictures) & changed else 2 if known.form == "document" else 1

    def _tell(self) -> None:
        with self._telling:
            self.version += 1
            self._told(self.state())

    def _named(self, paths: Collection[Path]) -> set[str]:
        """Changed paths as diagnostics name them, without those outside the folders."""
        folders = [(project.shown, project.root.resolve()) for project in (self.project, *self.project.overlays)]
        return {
            "/".join([name, *path.resolve().relative_to(root).parts])
            for path in paths
            for name, root in folders
            if path.resolve().is_relative_to(root)
        }

    def _problem(self, diagnostic: Diagnostic) -> _Problem:
        span = diagnostic.span
        return _Problem(diagnostic, frame(diagnostic, self._broken.line(span)), self._address(span.file, span.line))

    def _address(self, file: str, line: int) -> str:
        path = self.path_of(file)
        if path is None:
            return ""
        return self.editor.format(path=quote(path.resolve().as_posix(), safe="/:", errors="surrogateescape"), line=line)


def _others(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Yield the files of a folder besides its documents, such as pictures: their paths, times and sizes."""
    for above, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(above, name) for name in names if not name.endswith(DOCUMENTS)):
            with suppress(OSError):
                yield str(path), path.stat().st_mtime_ns, path.stat().st_size


def _marked(game: Game) -> dict[str, tuple[str, ...]]:
    """What documents draw of owners; their titles are among the words."""
    return {name: (one.colour, one.mark, one.short, one.pattern) for name, one in game.owners.items()}


def _found(components: Iterable[PreviewFile]) -> Iterator[Diagnostic]:
    """Yield what is wrong with components and their sheets."""
    for one in components:
        yield from (*one.found, *one.laid)


def _stopped(file: File, error: Exception, project: Project, found: list[Diagnostic]) -> list[Diagnostic]:
    """What prevents a component: its own errors, or a bug of ours, unless that follows from errors known."""
    if isinstance(error, InputError):
        return error.diagnostics
    if any(one.severity is Severity.ERROR for one in found):
        return []
    message = f"internal error: {type(error).__name__}: {error}, in {file.stem}"
    return [Diagnostic("E900", message, Span(project.shown))]


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
        once = printed.get(WHOLE, {}).get(name)
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
