"""The press of a preview: files of the kit and of rolls, made in a process of its own."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from typing import Any

from rcwkit.diagnostics import InputError, Severity, Surroundings
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import files_of
from rcwkit.kit.build import Options, make, roll_sheet, setup_sheet
from rcwkit.kit.checks import check
from rcwkit.memo import Memo
from rcwkit.workers import Workers

__all__ = ["PrintJobs", "Printed"]

DPI = 132.0
"""Pixels per inch of pages: sharp at twice the size of a page that fills a window."""
KEPT = 24
"""Finished files to keep."""


@dataclass(frozen=True)
class PagePicture:
    """A page as PNG, with the size of its paper in mm."""

    png: bytes
    width: float
    height: float


@dataclass(frozen=True)
class Printed:
    """A finished file: its PDF, its pages, and its diagnostics as text."""

    pdf: bytes
    pages: tuple[PagePicture, ...]
    problems: tuple[str, ...] = ()


class PrintJobs:
    """Prints files of one game, once per hash; further requests wait for the job in progress."""

    def __init__(self, name: str, overlays: tuple[Path, ...] = (), language: str = "") -> None:
        self.name, self.overlays, self.language = name, overlays, language
        # Spawned, as a fork would copy locks held by the server's threads.
        self._pool = Workers(1, get_context("spawn"))
        self._made = Memo(KEPT)
        self._lock = Lock()

    def printed(self, stem: str, digest: str, options: Options) -> Printed:
        """Return a file of the kit; the digest covers its contents and ink. Raises InputError or Surroundings."""
        with self._lock:
            job: Future[Printed] | None = self._made.find((stem, digest))
            if job is None or (job.done() and job.exception() is not None):
                job = self._pool.submit(_print, self.name, self.overlays, self.language, options, stem)
                self._made.keep((stem, digest), job)
        return job.result()

    def sheet(self, record: Mapping[str, Any], options: Options) -> bytes:
        """Return the set-up sheet of a roll's record as a PDF. Raises InputError or Surroundings."""
        return self._pool.submit(_sheet, self.name, self.overlays, self.language, options, record).result()

    def warm(self) -> None:
        """Load the engines in advance."""
        self._pool.submit(_warm)

    def close(self) -> None:
        """Stop; pending jobs are dropped."""
        self._pool.close()


def _warm() -> None:
    import rcwkit.sheets.pdf
    import rcwkit.sheets.pictures  # noqa: F401


def _game(name: str, overlays: tuple[Path, ...], language: str) -> Game:
    game = load(locate(name, overlays, language))
    errors = [diagnostic for diagnostic in check(game) if diagnostic.severity is Severity.ERROR]
    if errors:
        raise InputError(errors)
    return game


def _print(name: str, overlays: tuple[Path, ...], language: str, options: Options, stem: str) -> Printed:
    from rcwkit.sheets.pictures import proof

    game = _game(name, overlays, language)
    file = next((file for file in files_of(game) if file.stem == stem), None)
    if file is None:
        raise Surroundings(f"the kit no longer has {stem}")
    made = make(game, file, options)
    if made.missing:
        raise Surroundings(made.missing)
    worse = (one for one in made.about.diagnostics if one.severity is not Severity.NOTE)
    problems = tuple(f"{one.span}: {one.severity}[{one.code}]: {one.message}" for one in worse)
    return Printed(made.data, tuple(map(_page, proof(made.data, DPI))), problems)


def _page(png: bytes) -> PagePicture:
    width, height = struct.unpack(">II", png[16:24])
    return PagePicture(png, round(width / DPI * 25.4, 2), round(height / DPI * 25.4, 2))


def _sheet(name: str, overlays: tuple[Path, ...], language: str, options: Options, record: Mapping[str, Any]) -> bytes:
    from rcwkit.dice.roll import replayed

    game = _game(name, overlays, language)
    _, result, settled = replayed(game, record)
    return roll_sheet(game, result, options) if settled is None else setup_sheet(game, settled, options)
