"""The pipeline: games' folders in, published kits out; one crew makes the files of all games, and only what differs from the last build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from generator.build import GUIDE, Made, files_of, finish, guide, guide_view, make, opened
from generator.changes import DOCUMENTS, facts
from generator.diagnostics import Diagnostic, InputError, Span
from generator.game import Game
from generator.kept import Entry, Kept, kept_in, key_of, made_of
from generator.kinds import KINDS, File
from generator.layout.text import Setter
from generator.loader import load
from generator.memory import uncollected
from generator.options import Options
from generator.project import Project
from generator.publish import digest
from generator.reports import Report, Step
from generator.views.guide import Component
from generator.workers import Crew, crew

__all__ = ["Outcome", "build"]

Outcome = tuple[list[Report], list[Diagnostic]]
"""What became of one game: a report for each edition that was built, and everything that was found."""

Folders = tuple[tuple[Path, str], ...]
"""The folders of a project, its own first and then its overlays, with their shown names."""


@dataclass(frozen=True)
class Task:
    """A file to make: of which project, how, its kind and stem; for the print guide, which has no kind, also what it lists."""

    folders: Folders
    options: Options
    kind: str
    stem: str
    listed: tuple[Component, ...] = ()

    @property
    def name(self) -> str:
        """The file's name."""
        return f"{self.stem}.pdf"


@dataclass(frozen=True)
class _Kit:
    """A game that can be built, where to, and what the last build left there for each edition."""

    project: Project
    game: Game
    found: list[Diagnostic]
    files: list[File]
    folder: Path
    reads: dict[str, str]
    kept: dict[str, Kept]

    def task(self, options: Options, file: File) -> Task:
        """The task of making a file; the same one in all editions that print it alike."""
        return Task(_folders(self.project), options.of(file), file.kind, file.stem)

    def guide(self, options: Options, made: Mapping[Task, Made]) -> Task:
        """The task of making an edition's print guide, when its other files are made."""
        listed = tuple(made[self.task(options, file)].component for file in self.files)
        return Task(_folders(self.project), options, "", GUIDE, listed)

    def weight(self, task: Task) -> int:
        """About how long a task takes: cut pieces are quick, a document takes as long as its data are, odds are also worked out."""
        if task.kind and next(file for file in self.files if file.stem == task.stem).cut:
            return 0
        names = [name for name, kind in self.project.kinds.items() if kind == task.kind]
        return (3 if task.stem == "odds" else 1) * sum(len(line) for name in names for line in self.project.lines[name])


def build(
    projects: Sequence[Project], out: Path, wanted: Mapping[str, Options], step: Step, jobs: int = 1, *, fresh: bool = False
) -> list[Outcome]:
    """Build every wanted edition of every game into `out/<game>/<edition>/`; a nameless edition lies in `out/<game>/` itself.

    A game or edition with errors does not keep the others back. With `fresh`, what the last build kept is not used. Raises Surroundings.
    """
    with uncollected(), _remembering():
        kits = [_opened(project, out, wanted, fresh=fresh) for project in projects]
        ready = [kit for kit in kits if isinstance(kit, _Kit)]
        made: dict[Task, Made] = {}
        with crew(jobs) as work:
            files = {kit.task(options, file): kit for kit in ready for options in wanted.values() for file in kit.files}
            count = _make(work, files, made, step, after=len(ready) * len(wanted))
            _make(work, {kit.guide(options, made): kit for kit in ready for options in wanted.values()}, made, step, before=count)
        return [_finished(kit, wanted, made) if isinstance(kit, _Kit) else ([], kit) for kit in kits]


def _opened(project: Project, out: Path, wanted: Mapping[str, Options], *, fresh: bool) -> _Kit | list[Diagnostic]:
    """The kit of a project, or what is wrong with it."""
    try:
        game, found = opened(project)
    except InputError as error:
        return error.diagnostics
    reads, folder = project.digests(), out / game.info.id
    _GAMES[_folders(project)] = _Loaded(game, reads)
    kept = {name: Kept(folder) if fresh else kept_in(folder / name) for name in wanted}
    return _Kit(project, game, found, list(files_of(game)), folder, reads, kept)


def _make(work: Crew, tasks: Mapping[Task, _Kit], made: dict[Task, Made], step: Step, *, before: int = 0, after: int = 0) -> int:
    """Make what the last build has not left as it would come out; the longest first, so that no process is left to wait.

    Steps are counted on from those `before`, with those to come `after`; gives the count.
    """
    made |= {task: found for task, kit in tasks.items() for found in [_again(kit, task)] if found}
    anew = sorted((task for task in tasks if task not in made), key=lambda task: -tasks[task].weight(task))
    total = before + len(anew)
    for number, (task, one) in enumerate(zip(anew, work(_work, anew), strict=True), before + 1):
        step(tasks[task].game.info.id, one.name, number, total + after)
        made[task] = one
    return total


def _again(kit: _Kit, task: Task) -> Made | None:
    """A file as the last build left it, if it would come out the same."""
    of = _of(kit, task)
    for kept in kit.kept.values():
        found = kept.find(task.name, of, kit.reads)
        if found:
            entry, data = found
            noted = facts({"pieces": kept.pieces}, Span(task.name))
            pieces, whole = noted.get(task.name, {}), noted.get(DOCUMENTS, {}).get(task.name)
            return Made(task.name, data=data, diagnostics=tuple(entry.diagnostics), pieces=pieces, whole=whole, reads=entry.reads, **entry.facts)
    return None


def _of(kit: _Kit, task: Task) -> str:
    """What a file is made of besides documents; a print guide is what it says, wherever that stands."""
    if not task.kind:
        return made_of(task.options, task.stem, cut=False, more=repr(guide_view(kit.game, task.listed, task.options, Setter())))
    return made_of(task.options, task.stem, cut=any(file.cut for file in kit.files if file.stem == task.stem))


def _finished(kit: _Kit, wanted: Mapping[str, Options], done: Mapping[Task, Made]) -> Outcome:
    """Publish the editions of a kit."""
    reports: list[Report] = []
    found: list[Diagnostic] = []
    for name, options in wanted.items():
        tasks = [kit.guide(options, done), *(kit.task(options, file) for file in kit.files)]
        made = {task: done[task] for task in tasks}
        entries = {task.name: _entry(_of(kit, task), one) for task, one in made.items() if not one.missing}
        sound = all(kit.reads.get(kind, "") == read for one in made.values() for kind, read in one.reads.items())
        key = key_of(kit.project, options) if sound and len(entries) == len(made) else ""
        try:
            reports.append(finish(kit.project, kit.game, list(made.values()), options, kit.folder / name, kit.found, (key, entries)))
            found += reports[-1].diagnostics
        except InputError as error:
            found += error.diagnostics
    return reports, found


def _entry(of: str, made: Made) -> Entry:
    told = {"title": made.title, "pages": made.pages, "form": made.form, "sheets": made.sheets}
    return Entry(of, dict(made.reads), digest(made.data), told, list(made.diagnostics))


@dataclass(frozen=True)
class _Loaded:
    """A game as a process that makes its files knows it, with the digests of what was read."""

    game: Game
    reads: dict[str, str]


def _folders(project: Project) -> Folders:
    return (project.root, project.shown), *((overlay.root, overlay.shown) for overlay in project.overlays)


class _Games(dict[Folders, _Loaded]):
    """The games of one build: those that the first process has loaded, which its forks share; a spawned one loads them itself."""

    def __missing__(self, folders: Folders) -> _Loaded:
        (root, shown), *laid = folders
        project = Project(root, shown, tuple(Project(*overlay) for overlay in laid))
        game = load(project)
        return self.setdefault(folders, _Loaded(game, project.digests()))


_GAMES = _Games()


@contextmanager
def _remembering() -> Iterator[None]:
    """Games are remembered for one build: before the next, their files may change."""
    _GAMES.clear()
    try:
        yield
    finally:
        _GAMES.clear()


def _work(task: Task) -> Made:
    """Do a task. What a file cannot be made of is among its diagnostics, so that other files go on."""
    loaded = _GAMES[task.folders]
    game = loaded.game.watched()
    try:
        made = make(game, _file(game, task), task.options) if task.kind else guide(game, task.listed, task.options)
    except InputError as error:
        made = Made(task.name, task.stem, b"", 0, tuple(error.diagnostics))
    return replace(made, reads={kind: loaded.reads.get(kind, "") for kind in sorted(game.asked if task.kind else {"game"})})


def _file(game: Game, task: Task) -> File:
    return next(file for file in KINDS[task.kind].files(game) if file.stem == task.stem)
