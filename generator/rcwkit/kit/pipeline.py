"""The pipeline: games' folders in, published kits out, each as soon as its files are done.

One crew makes the files of all games, and only those that differ from the last build.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Surroundings
from rcwkit.kit.build import GUIDE, Made, files_of, finish, guide_view, opened
from rcwkit.kit.entries import Kept, entry, kept_in, written
from rcwkit.kit.kept import key_of, made_of
from rcwkit.kit.kinds import File
from rcwkit.kit.options import Options
from rcwkit.kit.reports import Report, Step
from rcwkit.kit.tasks import Task, do, folders_of, remember, remembering, task_of
from rcwkit.reading.game import Game
from rcwkit.reading.project import Project
from rcwkit.workers import Workers, here

__all__ = ["Outcome", "build", "tried"]

DOCUMENT = 15.0
"""About how many milliseconds the shortest text document takes."""
WORTH = 50.0
"""For how many milliseconds of work it is worth while to have other processes start."""

Outcome = tuple[list[Report], list[Diagnostic]]
"""What became of one game: a report for each edition that was built, and everything that was found."""


class _Kit(NamedTuple):
    """A game that can be built, where to, and what the last build left there for each edition."""

    project: Project
    game: Game
    found: list[Diagnostic]
    files: list[File]
    folder: Path
    reads: dict[str, str]
    kept: dict[str, Kept]

    def tasks(self, options: Options) -> list[Task]:
        """The tasks of making an edition's files but the print guide; those that other editions print alike are the same."""
        return [task_of(self.project, options, file) for file in self.files]

    def guide(self, options: Options, made: Mapping[Task, Made]) -> Task:
        """The task of making an edition's print guide, when its other files are made."""
        listed = tuple(made[task].component for task in self.tasks(options))
        return Task(folders_of(self.project), options, "", GUIDE, listed)

    def weight(self, task: Task) -> float:
        """About how many milliseconds a task takes: a document so many for its data, and odds are also worked out; pieces are quick."""
        file = next((file for file in self.files if file.stem == task.stem), None)
        if file is None or file.cut:
            return file.pieces / 4 if file else 0
        names = [name for name, kind in self.project.kinds.items() if kind == task.kind]
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
    told: Callable[[Report], None] = lambda report: None,
) -> list[Outcome]:
    """Build every wanted edition of every game into `out/<game>/<edition>/`; a nameless edition lies in `out/<game>/` itself.

    Games are published in their order, and `told` of as they are. A game or edition with errors does not keep the others back. With
    `fresh`, what the last build kept is not used. Raises Surroundings.
    """
    with remembering():
        kits = [_opened(project, out, wanted, fresh=fresh) for project in projects]
        outcomes: list[Outcome] = []
        with Workers(jobs) as work:
            made = _made(work, [kit for kit in kits if isinstance(kit, _Kit)], wanted, step)
            for kit in kits:
                outcomes.append(_finished(kit, wanted, next(made)) if isinstance(kit, _Kit) else ([], kit))
                for report in outcomes[-1][0]:
                    told(report)
        return outcomes


def tried(projects: Sequence[Project], step: Step, jobs: int = 1) -> list[Diagnostic]:
    """All that a build of the usual edition of these games would find; nothing is written. Raises Surroundings."""
    with remembering(), Workers(jobs) as work:
        kits = [_opened(project, Path(), {}, fresh=True) for project in projects]
        made = _made(work, [kit for kit in kits if isinstance(kit, _Kit)], {"": Options()}, step)
        return [found for kit in kits for found in (_found(kit, next(made)) if isinstance(kit, _Kit) else kit)]


def _found(kit: _Kit, made: Mapping[Task, Made]) -> list[Diagnostic]:
    """What was found in a kit's data and as its files were made. Raises Surroundings where one cannot be made here."""
    tasks = (kit.guide(Options(), made), *kit.tasks(Options()))
    for task in tasks:
        if made[task].missing:
            raise Surroundings(made[task].missing)
    return [*kit.found, *(diagnostic for task in tasks for diagnostic in made[task].diagnostics)]


def _opened(project: Project, out: Path, wanted: Mapping[str, Options], *, fresh: bool) -> _Kit | list[Diagnostic]:
    """The kit of a project, or what is wrong with it."""
    try:
        game, found = opened(project)
    except InputError as error:
        return error.diagnostics
    reads, folder = remember(project, game), out / game.info.id
    kept = {name: Kept(folder) if fresh else kept_in(folder / name) for name in wanted}
    return _Kit(project, game, found, list(files_of(game)), folder, reads, kept)


def _made(
    work: Workers, kits: Sequence[_Kit], wanted: Mapping[str, Options], step: Step
) -> Iterator[Mapping[Task, Made]]:
    """Yield, for each kit in turn, all files made so far, as soon as those of that kit are among them.

    What the last build left just as it would come out again is not made. The longest tasks of a kit come first, so that no process waits.
    """
    tasks = [dict.fromkeys(task for options in wanted.values() for task in kit.tasks(options)) for kit in kits]
    made = {
        task: found
        for kit, own in zip(kits, tasks, strict=True)
        for task in own
        for found in [_again(kit, task)]
        if found
    }
    weights = {task: kit.weight(task) for kit, own in zip(kits, tasks, strict=True) for task in own if task not in made}
    ordered = (sorted((task for task in own if task in weights), key=lambda task: -weights[task]) for own in tasks)
    anew = list(dict.fromkeys(chain.from_iterable(ordered)))
    # Other processes help only where there is enough for them beside the longest task.
    done = work.map(do, anew) if sum(weights.values()) - max(weights.values(), default=0) > WORTH else here(do, anew)
    coming, number, total = iter(anew), 0, len(anew) + len(kits) * len(wanted)
    for kit, own in zip(kits, tasks, strict=True):
        while not made.keys() >= own.keys():
            made[task := next(coming)] = one = next(done)
            number += 1
            step(kit.game.info.id, one.name, number, total)
        for task in dict.fromkeys(kit.guide(options, made) for options in wanted.values()):
            found = _again(kit, task)
            made[task] = one = found or next(here(do, [task]))
            if found:
                total -= 1
            else:
                number += 1
                step(kit.game.info.id, one.name, number, total)
        yield made


def _again(kit: _Kit, task: Task) -> Made | None:
    """A file as the last build left it, if it would come out the same."""
    of = _of(kit, task)
    return next((made for kept in kit.kept.values() if (made := kept.find(task.name, of, kit.reads))), None)


def _of(kit: _Kit, task: Task) -> str:
    """What a file is made of besides documents; a print guide is what it says, wherever that stands."""
    if not task.kind:
        return made_of(task.options, task.stem, cut=True, more=repr(guide_view(kit.game, task.listed, task.options)))
    return made_of(task.options, task.stem, cut=any(file.cut for file in kit.files if file.stem == task.stem))


def _finished(kit: _Kit, wanted: Mapping[str, Options], done: Mapping[Task, Made]) -> Outcome:
    """Publish the editions of a kit."""
    reports: list[Report] = []
    found: list[Diagnostic] = []
    for name, options in wanted.items():
        made = {task: done[task] for task in (kit.guide(options, done), *kit.tasks(options))}
        entries = {task.name: entry(_of(kit, task), one) for task, one in made.items() if not one.missing}
        sound = all(kit.reads.get(kind, "") == read for one in made.values() for kind, read in one.reads.items())
        key = key_of(kit.project, options) if sound and len(entries) == len(made) else ""
        try:
            reports.append(
                finish(
                    kit.project,
                    kit.game,
                    list(made.values()),
                    options,
                    kit.folder / name,
                    kit.found,
                    (key, written(entries)),
                )
            )
            found += reports[-1].diagnostics
        except InputError as error:
            found += error.diagnostics
    return reports, found
