"""The pipeline: folders of games in, published kits out, each as soon as its files are done.

One pool of workers makes the files of all games, and only those that changed since the last build.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings
from rcwkit.kit.build import GUIDE, INDEX, Made, counted, files_of, finish, opened, unflagged
from rcwkit.kit.closing import guided, indexed, last_view
from rcwkit.kit.entries import Kept, entry, kept_in, written
from rcwkit.kit.kept import key_of, made_of
from rcwkit.kit.kinds import File
from rcwkit.kit.options import Options
from rcwkit.kit.reports import Report, Step
from rcwkit.kit.scratch import Scratch, temporary
from rcwkit.kit.tasks import Task, do, folders_of, remember, remembering, task_of
from rcwkit.reading.files import Files
from rcwkit.reading.game import Game
from rcwkit.reading.project import Project
from rcwkit.workers import Workers, here

__all__ = ["Outcome", "build", "counts", "diagnose"]

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
