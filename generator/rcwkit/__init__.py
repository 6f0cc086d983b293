"""Print-and-play kits for wargames, made from YAML; what scripts use.

>>> import rcwkit
>>> game = rcwkit.open("soviet_dawn")
>>> game.title
'Soviet Dawn'
>>> sum(found.severity == "error" for found in game.check())
0

The names in `__all__` are stable: what they are and take changes with the major version alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from os import fspath
from typing import TYPE_CHECKING, Any

from rcwkit.diagnostics import Diagnostic, InputError, Severity, Surroundings, sort

if TYPE_CHECKING:
    from os import PathLike

    from rcwkit.art.theme import Ink
    from rcwkit.dice.odds import Answer
    from rcwkit.dice.record import Verdict
    from rcwkit.dice.roll import Ask, Faces, Roll
    from rcwkit.dice.wording import Odds
    from rcwkit.game.game import Game
    from rcwkit.kit.options import BuildReport, Print
    from rcwkit.sheets.paper import Backs
    from rcwkit.source.base import Shelf
    from rcwkit.source.project import Project

__all__ = [
    "Answer",
    "BuildReport",
    "Diagnostic",
    "InputError",
    "Odds",
    "Opened",
    "Roll",
    "Surroundings",
    "games",
    "open",
]

__version__ = "0.2.0"

_HOMES = {"Answer": "dice.odds", "BuildReport": "kit.options", "Odds": "dice.wording", "Roll": "dice.roll"}
"""Names that are imported when they are used, and where from: most runs need none of them."""


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _HOMES:
            raise AttributeError(f"module 'rcwkit' has no attribute '{name}'")
        return getattr(import_module(f"rcwkit.{_HOMES[name]}"), name)


def games() -> list[str]:
    """Return the names of the included games.

    >>> games()
    ['axis_allies_1914', 'rcw_solitaire', 'soviet_dawn', 'triumph_of_chaos', 'white_general']
    """
    from rcwkit.game.catalogue import games

    return games()


def open(game: str | PathLike[str], overlays: Iterable[str | PathLike[str]] = (), language: str = "") -> Opened:
    """Open an included game by name, or a folder by path, with overlays, in a language or in the game's own.

    Raises InputError if there is none; its documents are read later.

    >>> open("soviet_down")
    Traceback (most recent call last):
    rcwkit.diagnostics.InputError: soviet_down: error[E105]: no game or folder 'soviet_down'
    """
    from pathlib import Path

    from rcwkit.game.catalogue import locate

    return Opened(locate(fspath(game), tuple(Path(one) for one in overlays), language))


class Opened:
    """A game as it was when it was first read: open it again to see what changed since.

    `project` and `game` are the program's own objects, which any version may change.
    """

    def __init__(self, project: Project) -> None:
        self.project = project

    @cached_property
    def game(self) -> Game:
        """The game, without errors. Raises InputError with all of them."""
        from rcwkit.game.loader import load
        from rcwkit.kit.checks import check

        try:
            game = load(self.project)
            if errors := [found for found in check(game) if found.severity is Severity.ERROR]:
                raise InputError(errors)
        except InputError as error:
            raise InputError(error.diagnostics, [self.project]) from error
        return game

    @property
    def title(self) -> str:
        """The game's title."""
        return self.game.info.title

    def check(self, *, layout: bool = False) -> list[Diagnostic]:
        """Return what is wrong and what is worth a note, by place; with `layout`, texts are set, too, as in a build."""
        from rcwkit.kit.kept import load_models

        load_models()
        from rcwkit.kit.build import checked

        if not layout:
            return sort(checked(self.project))
        from rcwkit.kit.pipeline import diagnose

        return sort(diagnose([self.project], lambda *_: None))

    def build(
        self,
        out: str | PathLike[str] = "build",
        *,
        paper: str = "a4",
        backs: Backs = "duplex",
        ink: Ink = "full",
        aids: Print = "usual",
        shelves: Sequence[Shelf] = ("table",),
        only: Sequence[str] = (),
        jobs: int = 1,
    ) -> BuildReport:
        """Bring the kit up to date in a folder of its name in `out`, and return what is there.

        Files made `only` by their names are in the folder `only` within it. Raises InputError for a game with errors,
        and Surroundings for a folder that cannot be written.
        """
        from pathlib import Path

        from rcwkit.kit.kept import kits
        from rcwkit.kit.options import ONLY, Options

        options = Options(paper=paper, backs=backs, ink=ink, aids=aids, shelves=tuple(shelves), only=tuple(only))
        reports, found = kits([self.project], Path(out), {ONLY if only else "": options}, lambda *_: None, jobs)
        if not reports:
            raise InputError(found, [self.project])
        return reports[0]

    def rolls(self) -> list[str]:
        """Return what can be rolled: procedures, and tables with dice.

        >>> open("soviet_dawn").rolls()[:3]
        ['offensive', 'last_battalion', 'perseverance']
        """
        from rcwkit.dice.roll import rollable

        return rollable(self.game)

    def roll(
        self,
        procedure: str,
        answers: Mapping[str, Any] | None = None,
        *,
        seed: str | None = None,
        faces: Faces | None = None,
        ask: Ask | None = None,
    ) -> Roll:
        """Roll a procedure with answers to its questions: with dice of a seed, or fresh ones; or with faces.

        These are given, or asked for: `ask` is called with what is to be rolled and the faces so far, and adds one.
        Raises InputError.

        >>> print(open("soviet_dawn").roll("last_battalion", {"battle_value": 3}, faces=[5]))
        The Last Battalion (13.1)
          battle_value = 3
          faces F-AC.96B
          Offensive: 1d6 [5 typed] -> 5
          > Victory without the marker.
          = Victory without the marker
          = Victory with the marker
          chance of exactly these results: 1/6 (16.7 %)
        """
        from rcwkit.dice.roll import prepare, throw

        return throw(prepare(self.game, procedure, answers or {}), seed, faces, ask)

    def odds(self, procedure: str, answers: Mapping[str, Any] | None = None) -> Odds:
        """Return the exact odds of a procedure or rolled table. Raises InputError, also for odds that are too large.

        >>> odds = open("soviet_dawn").odds("last_battalion", {"battle_value": 3})
        >>> {answer.title: answer.chance for answer in odds.answers[:2]}
        {'Victory without the marker': Fraction(1, 2), 'Victory with the marker': Fraction(2, 3)}
        """
        from rcwkit.dice.roll import answers as answered
        from rcwkit.dice.roll import prepare
        from rcwkit.dice.wording import Odds

        prepared = prepare(self.game, procedure, answers or {})
        return Odds(prepared, answered(prepared))

    def verify(self, record: Mapping[str, Any]) -> Verdict:
        """Roll a record again and compare: `difference` is the first line that differs, or empty.

        >>> game = open("soviet_dawn")
        >>> game.verify(game.roll("last_battalion", {"battle_value": 3}).record).difference
        ''
        """
        from rcwkit.dice.roll import verify

        return verify(self.game, record)
