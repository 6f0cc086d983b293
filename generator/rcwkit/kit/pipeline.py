"""The pipeline: folders of games in, published kits out, each as soon as its files are done by worker processes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache, partial
from itertools import chain
from pathlib import Path
from shutil import copyfileobj
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json

from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings
from rcwkit.document.blocks import Document
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.guide.say import Component, print_guide
from rcwkit.kinds.kind import LANGUAGE, LETTERS, NUMBERS, File, files_of
from rcwkit.kit.build import (
    GUIDE,
    INDEX,
    PROGRAM,
    Made,
    Scratch,
    counted,
    finish,
    make,
    make_document,
    opened,
    temporary,
    unflagged,
)
from rcwkit.kit.kept import files_kept, key_of, made_of
from rcwkit.kit.options import Options, Report, Step
from rcwkit.source.claims import is_plain
from rcwkit.source.project import Files, Project
from rcwkit.type.text import Setter
from rcwkit.workers import Workers, here

__all__ = [
    "Task",
    "build",
    "closing",
    "counts",
    "diagnose",
    "digests_of",
    "do",
    "found_of",
    "guide_view",
    "indexed",
    "kept_in",
    "last",
    "remember",
    "remembering",
    "task_of",
]

INDEXED = 5
"""How many files a kit has for the table at least to have an index."""


def closing(game: Game, made: Sequence[Made], options: Options) -> list[Made]:
    """Make what comes after a kit's other files and stands before them: the print guide, and the index it lists."""
    listed = tuple(one.component for one in made)
    index = [last(game, INDEX, listed, options)] if indexed(listed) else []
    return [last(game, GUIDE, guided((*listed, *(one.component for one in index))), options), *index]


def indexed(listed: Iterable[Component]) -> tuple[Component, ...]:
    """Return the components that a kit's index is made of; none if it has too few to need one."""
    found = tuple(component for component in listed if component.words and component.shelf == "table")
    return found if len(found) >= INDEXED else ()


def guided(listed: Iterable[Component]) -> tuple[Component, ...]:
    """Return components as the print guide lists them."""
    return tuple(component._replace(words=()) for component in listed)


def last(game: Game, stem: str, listed: Iterable[Component], options: Options) -> Made:
    """Make the print guide or the index of a kit with these components."""
    view, title = last_view(game, stem, listed, options), game.say("Index" if stem == INDEX else "Print guide")
    return make_document(game, f"{stem}.pdf", title, view, options, _setter(game, options))


def last_view(game: Game, stem: str, listed: Iterable[Component], options: Options) -> Document:
    """Return the text of the print guide or index."""
    if stem != INDEX:
        return guide_view(game, listed, options)
    from rcwkit.kinds.guide.index import index_sheet  # which small kits do not have

    return index_sheet(game, indexed(listed))


def guide_view(game: Game, listed: Iterable[Component], options: Options) -> Document:
    """Return the text of the print guide. Components without pages were not made and are left out."""
    printed = [one for one in listed if one.pages]
    left = [(file.shelf, file.title) for file in files_of(game) if file.shelf not in options.shelves]
    return print_guide(game, printed, options.edition, PROGRAM, _setter(game, options).theme.edition, left)


def _setter(game: Game, options: Options) -> Setter:
    return game.setter(options.ink, large=options.aids == "large")


Folders = tuple[tuple[Path, str, str], ...]
"""The folders of a project and its overlays, each with the name to show for it, and the language asked for."""


class Task(NamedTuple):
    """A file to make: its project, options, kind and stem; the print guide and index have no kind, but components."""

    folders: Folders
    options: Options
    kind: str
    stem: str
    listed: tuple[Component, ...] = ()

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.stem}.pdf"


def folders_of(project: Project) -> Folders:
    """Return the folders from which a process can read a project."""
    return tuple((one.root, one.shown, project.language) for one in (project, *project.overlays))


def task_of(project: Project, options: Options, file: File) -> Task:
    """Return the task of making a file; equal for all editions that print the file alike."""
    return Task(folders_of(project), options.of(file), file.kind, file.stem)


class _Loaded(NamedTuple):
    """A loaded game, with the digests of what was read."""

    game: Game
    reads: dict[str, str]


def digests_of(project: Project, game: Game) -> dict[str, str]:
    """Return a hash of what was read of each kind, and of the pseudo-kinds, for a project just loaded."""
    numbers = hashlib.sha256(repr(sorted(game.ruling_numbers.items())).encode()).hexdigest()
    letters = hashlib.sha256(repr(game.book.said).encode()).hexdigest()
    own = [dict(one.texts) for _, one in game.kind("translation") if one.language == game.say.code]
    language = hashlib.sha256(repr((game.say.code, own, [*game.owners])).encode()).hexdigest()
    return {**project.digests(), NUMBERS: numbers, LETTERS: letters, LANGUAGE: language}


class _Games(dict[Folders, _Loaded]):
    """The games of one build: forked workers share those of the first process, spawned ones load them."""

    def __missing__(self, folders: Folders) -> _Loaded:
        (root, shown, language), *laid = folders
        project = Project(root, shown, tuple(Project(*overlay[:2]) for overlay in laid), language)
        game = load(project)
        return self.setdefault(folders, _Loaded(game, digests_of(project, game)))


_GAMES = _Games()


@contextmanager
def remembering() -> Iterator[None]:
    """Keep games while this lasts; their files may change before the next time."""
    _GAMES.clear()
    try:
        yield
    finally:
        _GAMES.clear()


def remember(project: Project, game: Game) -> dict[str, str]:
    """Use this loaded game for the tasks of a project; return the digests of what was read, by kind."""
    known = _GAMES[folders_of(project)] = _Loaded(game, digests_of(project, game))
    return known.reads


def found_of(task: Task) -> tuple[Game, File]:
    """Return the game of a task, and the file that it makes."""
    game = _GAMES[task.folders].game
    return game, _file(game, task)


def do(task: Task, scratch: Scratch | None = None) -> Made:
    """Make the file of a task; one with many pictures goes into `scratch`, if that is given.

    Its errors go into its diagnostics, so that other files go on.
    """
    game, digests = _GAMES[task.folders]
    file = _file(game, task) if task.kind else None
    try:
        made = make(game, file, task.options, scratch) if file else last(game, task.stem, task.listed, task.options)
    except InputError as error:
        made = Made(task.name, task.stem, b"", 0, tuple(error.diagnostics))
    reads = file.reads if file else {"game", LANGUAGE}
    return replace(made, reads={kind: digests.get(kind, "") for kind in sorted(reads)})


def _file(game: Game, task: Task) -> File:
    return next(file for file in files_of(game, task.kind) if file.stem == task.stem)


class Entry(NamedTuple):
    """A finished file without its bytes: a hash of its inputs, the digest of its bytes, and all else known of it."""

    of: str
    sha256: str
    made: Made


LARGE = 2**25
"""Bytes of a file that are kept in memory."""


@cache
def _adapter() -> TypeAdapter[dict[str, Entry]]:
    """Return what validates entries; made only where there are some to read."""
    return TypeAdapter(dict[str, Entry])


class Kept(NamedTuple):
    """The entries of a folder's last build; none if there was none, or if other code made it."""

    folder: Path
    files: Mapping[str, Entry] = {}

    def find(
        self,
        name: str,
        of: str,
        reads: Mapping[str, str],
        picture: Callable[[str], str] = str,
        scratch: Scratch | None = None,
    ) -> Made | None:
        """Return the file as it was made last time, if making it again would give the same; otherwise None.

        `picture` gives the digest of a picture's file as it is now. A large file is copied into `scratch`, if that is
        given.
        """
        entry = self.files.get(name)
        if entry is None or (entry.of, entry.made.name) != (of, name):
            return None
        if any(reads.get(kind, "") != known for kind, known in entry.made.reads.items()):
            return None
        if any(picture(shown) != known for shown, known in entry.made.pictures.items()):
            return None
        path = self.folder / name
        with suppress(OSError):
            if not is_plain(path):
                return None
            if scratch and path.stat().st_size > LARGE:
                with path.open("rb") as source, scratch.file() as stream:
                    copyfileobj(source, stream)
                made = replace(entry.made, stored=stream.name)
            else:
                made = replace(entry.made, data=path.read_bytes())
            return made if made.sha256 == entry.sha256 else None
        return None


def kept_in(folder: Path) -> Kept:
    """Read the entries kept in a folder; none if anything in them is not as it was written."""
    kept = files_kept(folder)
    if not kept:
        return Kept(folder)
    with suppress(ValidationError):
        files = _adapter().validate_json(kept, strict=True)
        return Kept(folder, files) if written(files) == kept else Kept(folder)
    return Kept(folder)


def entry(of: str, made: Made) -> Entry:
    """Return the entry of a finished file, made from inputs with the hash `of`."""
    return Entry(of, made.sha256, replace(made, data=b"", stored=""))


def written(files: Mapping[str, Entry]) -> bytes:
    """Serialise entries on one line, for `kept_in`."""
    return to_json(files)


DOCUMENT = 15.0
"""Milliseconds that the shortest text document takes, roughly."""
WORTH = 50.0
"""Milliseconds of work that are worth starting other processes for."""

Outcome = tuple[list[Report], list[Diagnostic]]
"""The outcome of one game: a report for each edition built, and all diagnostics."""


class _Kit(NamedTuple):
    """A game that can be built, its folder, and the files of the last build of each edition."""

    project: Project
    game: Game
    found: list[Diagnostic]
    files: list[File]
    folder: Path
    reads: dict[str, str]
    kept: list[Kept]
    picture: Callable[[str], str]

    def tasks(self, options: Options) -> list[Task]:
        """The tasks of an edition's files except the last; equal for editions that print a file alike."""
        return [task_of(self.project, options, file) for file in self.files if file.shelf in options.shelves]

    def last(self, options: Options, made: Mapping[Task, Made]) -> Iterator[Task]:
        """Yield the tasks of what lists an edition's other files, once these are made: its index, then its guide."""
        listed = [made[task].component for task in self.tasks(options)]
        if pages := indexed(listed):
            index = Task(folders_of(self.project), options, "", INDEX, pages)
            yield index
            listed.append(made[index].component)
        yield Task(folders_of(self.project), options, "", GUIDE, guided(listed))

    def all(self, options: Options, made: Mapping[Task, Made]) -> list[Task]:
        """All tasks of an edition once its files are made: print guide, index if any, and the others."""
        return [*reversed([*self.last(options, made)]), *self.tasks(options)]

    def weight(self, task: Task) -> float:
        """Estimate a task in milliseconds: documents by the length of their data, odds threefold; pieces are quick."""
        file = next((file for file in self.files if file.stem == task.stem), None)
        if file is None or file.cut:
            return file.pieces / 4 if file else 0
        names = [name for name, kinds in self.project.kinds.items() if task.kind in kinds]
        size = sum(len(line) for name in names for line in self.project.lines.get(name, ()))
        return DOCUMENT + (3 if task.stem == "odds" else 1) * size / 150


def build(
    projects: Sequence[Project],
    out: Path,
    wanted: Mapping[str, Options],
    step: Step,
    jobs: int = 1,
    *,
    fresh: bool = False,
    on_report: Callable[[Report], None] = lambda report: None,
) -> list[Outcome]:
    """Build every wanted edition of every game in `out/<game>/<edition>/`, or in `out/<game>/` for the edition "".

    Kits are published in the games' order, and `on_report` is called with each report. An error in one game or edition
    does not hold up the others. `fresh` ignores the last build. Raises Surroundings.
    """
    with remembering(), temporary() as scratch:
        kits = [_open(project, out, () if fresh else wanted) for project in projects]
        outcomes: list[Outcome] = []
        with Workers(jobs) as work:
            made = _make_all(work, [kit for kit in kits if isinstance(kit, _Kit)], wanted, step, scratch)
            for kit in kits:
                outcomes.append(_publish(kit, wanted, next(made)) if isinstance(kit, _Kit) else ([], kit))
                for report in outcomes[-1][0]:
                    on_report(report)
        return outcomes


def diagnose(projects: Sequence[Project], step: Step, jobs: int = 1) -> list[Diagnostic]:
    """Return every diagnostic of a default build, without writing anything. Raises Surroundings."""
    with remembering(), Workers(jobs) as work:
        kits = [_open(project, Path()) for project in projects]
        made = _make_all(work, [kit for kit in kits if isinstance(kit, _Kit)], {"": Options()}, step)
        return [found for kit in kits for found in (_diagnostics(kit, next(made)) if isinstance(kit, _Kit) else kit)]


def counts(projects: Sequence[Project], step: Step, jobs: int = 1) -> list[dict[str, dict[str, int]]]:
    """Return the files, pages and sheets of each kit by shelf, without writing anything.

    Raises InputError if a game cannot be built.
    """
    with remembering(), Workers(jobs) as work:
        opened_kits = [_open(project, Path()) for project in projects]
        kits = [kit for kit in opened_kits if isinstance(kit, _Kit)]
        if len(kits) < len(projects):
            raise InputError([one for found in opened_kits if not isinstance(found, _Kit) for one in found])
        made = _make_all(work, kits, {"": Options()}, step)
        return [counted(done[task] for task in kit.all(Options(), done)) for kit, done in zip(kits, made, strict=True)]


def _diagnostics(kit: _Kit, made: Mapping[Task, Made]) -> list[Diagnostic]:
    """A kit's diagnostics. Raises Surroundings if a file cannot be made here."""
    tasks = kit.all(Options(), made)
    for task in tasks:
        if made[task].missing:
            raise Surroundings(made[task].missing)
    flags = unflagged(kit.game, (made[task] for task in tasks))
    return [*kit.found, *(diagnostic for task in tasks for diagnostic in made[task].diagnostics), *flags]


def _open(project: Project, out: Path, kept: Collection[str] = ()) -> _Kit | list[Diagnostic]:
    """The kit of a project with the files `kept` of some editions, or the errors that prevent it."""
    try:
        game, found = opened(project)
    except InputError as error:
        return error.diagnostics
    reads, folder = remember(project, game), out / game.kit
    last = [kept_in(folder / name) for name in kept]
    # Several editions show the same pictures.
    return _Kit(project, game, found, list(files_of(game)), folder, reads, last, cache(Files.of(project).digest))


def _make_all(
    work: Workers, kits: Sequence[_Kit], wanted: Mapping[str, Options], step: Step, scratch: Scratch | None = None
) -> Iterator[Mapping[Task, Made]]:
    """Yield, kit by kit, all files made so far, as soon as they include that kit's.

    Files that would come out as in the last build are not made. A kit's longest tasks come first, so that no worker
    idles. Large files go into `scratch`, if it is given.
    """
    work_on = partial(do, scratch=scratch)
    tasks = [dict.fromkeys(task for options in wanted.values() for task in kit.tasks(options)) for kit in kits]
    owned = [(kit, task) for kit, own in zip(kits, tasks, strict=True) for task in own]
    made = {task: found for kit, task in owned if (found := _kept(kit, task, scratch))}
    weights = {task: kit.weight(task) for kit, task in owned if task not in made}
    ordered = (sorted((task for task in own if task in weights), key=lambda task: -weights[task]) for own in tasks)
    anew = list(dict.fromkeys(chain.from_iterable(ordered)))
    # Other processes help only if enough work is left besides the longest task.
    worth = sum(sorted(weights.values())[:-1]) > WORTH
    done = work.map(work_on, anew) if worth else here(work_on, anew)
    coming, number, total = iter(anew), 0, len(anew) + len(kits) * len(wanted)
    for kit, own in zip(kits, tasks, strict=True):
        while not made.keys() >= own.keys():
            made[task := next(coming)] = one = next(done)
            number += 1
            step(kit.game.info.id, one.name, number, total)
        for task in (task for options in wanted.values() for task in kit.last(options, made)):
            total += task.stem == INDEX
            known = made.get(task) or _kept(kit, task, scratch)
            made[task] = one = known or next(here(do, [task]))
            if known:
                total -= 1
            else:
                number += 1
                step(kit.game.info.id, one.name, number, total)
        yield made


def _kept(kit: _Kit, task: Task, scratch: Scratch | None) -> Made | None:
    """The file as the last build left it, if it would come out the same."""
    of = _inputs_of(kit, task)
    found = (kept.find(task.name, of, kit.reads, kit.picture, scratch) for kept in kit.kept)
    return next((made for made in found if made), None)


def _inputs_of(kit: _Kit, task: Task) -> str:
    """Hash a file's inputs besides documents; a print guide's input is its own text."""
    if not task.kind:
        return made_of(
            task.options, task.stem, cut=True, more=repr(last_view(kit.game, task.stem, task.listed, task.options))
        )
    return made_of(task.options, task.stem, cut=next(file.cut for file in kit.files if file.stem == task.stem))


def _publish(kit: _Kit, wanted: Mapping[str, Options], done: Mapping[Task, Made]) -> Outcome:
    """Publish the editions of a kit."""
    reports: list[Report] = []
    found: list[Diagnostic] = []
    for name, options in wanted.items():
        made = {task: done[task] for task in kit.all(options, done)}
        entries = {task.name: entry(_inputs_of(kit, task), one) for task, one in made.items() if not one.missing}
        sound = all(kit.reads.get(kind, "") == read for one in made.values() for kind, read in one.reads.items())
        pictures = {(name, digest) for one in made.values() for name, digest in one.pictures.items()}
        sound = sound and len(dict(pictures)) == len(pictures)  # none was changed while the kit was made
        key = key_of(kit.project, options) if sound and len(entries) == len(made) else ""
        try:
            files, folder, keep = list(made.values()), kit.folder / name, (key, written(entries))
            said = [*kit.found, *_unspread(kit.game, kit.files, options)]
            reports.append(finish(kit.project, kit.game, files, options, folder, said, keep))
            found += reports[-1].diagnostics
        except InputError as error:
            found += error.diagnostics
    return reports, found


def _unspread(game: Game, files: Sequence[File], options: Options) -> Iterator[Diagnostic]:
    """Yield a note (N334) if --whole is given and no map or mat is built that it could be about."""
    spread = [file for file in files if file.spread]
    if options.whole is None or any(file.shelf in options.shelves for file in spread):
        return
    shelves = ", ".join(dict.fromkeys(file.shelf for file in spread))
    more = f"its maps and mats come with --with {shelves}" if spread else "it has no maps or mats"
    message = f"nothing of {game.info.id} is printed whole on {options.whole}: {more}"
    yield Diagnostic("N334", message, Span("--whole", 0))
