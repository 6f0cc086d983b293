"""All editions of all kits at once: papers, backs and inks, each into a folder of its own, what they share made once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

from generator.build import Made, Options, Print, Report, Step, Task, finish, opened, task, tasks_of, worked
from generator.diagnostics import Diagnostic, InputError
from generator.game import Game
from generator.kinds import File
from generator.layout.imposition import Backs
from generator.project import Project
from generator.theme import Ink

__all__ = ["edition_name", "editions", "kits"]


@dataclass(frozen=True)
class _Kit:
    """A game that can be built, with the files that its editions are made of."""

    project: Project
    game: Game
    found: list[Diagnostic]
    files: list[File]
    tasks: list[Task]


def editions(common: Options, papers: Sequence[str], backs: Sequence[Backs], inks: Sequence[Ink], aids: Sequence[Print]) -> list[Options]:
    """Every wanted combination, in order, with what all have in common."""
    return [replace(common, paper=paper, backs=how, ink=ink, aids=size) for paper, how, ink, size in product(papers, backs, inks, aids)]


def edition_name(options: Options) -> str:
    """The folder of an edition, such as `a4-duplex-full` or `a4-duplex-full-large`."""
    return f"{options.paper}-{options.backs}-{options.ink}" + ("-large" if options.aids == "large" else "")


def kits(
    projects: Sequence[Project], out: Path, wanted: Sequence[Options], step: Step, jobs: int = 1
) -> tuple[list[Report], list[Diagnostic]]:
    """Build every edition into `out/<game>/<paper>-<backs>-<ink>/`; a game or edition with errors does not keep the others back.

    What several editions print alike is made once, such as text documents, whatever the backs. Raises Surroundings.
    """
    found: list[Diagnostic] = []
    ready = [kit for project in projects for kit in _opened(project, wanted, found)]
    total, done = sum(len(kit.tasks) for kit in ready), 0
    reports: list[Report] = []
    finished = worked([one for kit in ready for one in kit.tasks], jobs)
    for kit in ready:
        made: dict[Task, Made] = {}
        for one in kit.tasks:
            made[one] = next(finished)
            done += 1
            step(kit.game.info.id, made[one].name, done, total)
        for options in wanted:
            parts = [made[task(kit.project, options, file)] for file in kit.files]
            folder = out / kit.game.info.id / edition_name(options)
            try:
                reports.append(finish(kit.project, kit.game, parts, options, folder, kit.found))
                found += reports[-1].diagnostics
            except InputError as error:
                found += error.diagnostics
    return reports, found


def _opened(project: Project, wanted: Sequence[Options], found: list[Diagnostic]) -> Iterator[_Kit]:
    """The kit of a project, or none and what is wrong with it."""
    try:
        game, notes = opened(project)
    except InputError as error:
        found += error.diagnostics
        return
    files, tasks = tasks_of(project, game, wanted)
    yield _Kit(project, game, notes, files, tasks)
