"""The files of kits as tasks for worker processes, and the games that each process has loaded."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from rcwkit.blocks.guide import Component
from rcwkit.diagnostics import InputError
from rcwkit.kit.build import Made, make
from rcwkit.kit.closing import last
from rcwkit.kit.kinds import FILES, LANGUAGE, LETTERS, NUMBERS, File
from rcwkit.kit.options import Options
from rcwkit.kit.scratch import Scratch
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project

__all__ = ["Folders", "Task", "digests_of", "do", "folders_of", "found_of", "remember", "remembering", "task_of"]

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
    found = next(file for file in FILES[task.kind](game) if file.stem == task.stem)
    return found._replace(kind=task.kind)
