"""Pages and PDFs on demand, made in a process of their own so that setting a long document never holds up the live pieces."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from threading import Lock
from typing import Any

from rcwkit.checks import check
from rcwkit.diagnostics import InputError, Severity, Surroundings
from rcwkit.kit.build import Options, files_of, make, roll_sheet, setup_sheet
from rcwkit.reading.catalogue import locate
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
from rcwkit.workers import Workers

__all__ = ["Page", "Press", "Printed"]

DPI = 132.0
"""How finely pages are drawn: sharp at twice the size of a page that fills a window."""
KEPT = 24
"""How many finished files are remembered."""


@dataclass(frozen=True)
class Page:
    """A page as a picture (PNG), with the size of its paper in millimetres."""

    png: bytes
    width: float
    height: float


@dataclass(frozen=True)
class Printed:
    """A finished file: the PDF and its pages, and in words what is wrong with it."""

    pdf: bytes
    pages: tuple[Page, ...]
    problems: tuple[str, ...] = ()


class Press:
    """Prints files of one game, each once a hash; asking again while it is being made waits for the same one."""

    def __init__(self, name: str, overlays: tuple[Path, ...]) -> None:
        self.name, self.overlays = name, overlays
        # Spawned, not forked: the server's threads may hold locks that a fork would copy.
        self._pool = Workers(1, get_context("spawn"))
        self._made: dict[tuple[str, str], Future[Printed]] = {}
        self._lock = Lock()

    def printed(self, stem: str, digest: str, options: Options) -> Printed:
        """A file of the kit as it is on disk; its digest tells what it says and in which ink. Raises InputError or Surroundings."""
        with self._lock:
            job = self._made.pop((stem, digest), None)
            if job is None or (job.done() and job.exception() is not None):
                job = self._pool.submit(_print, self.name, self.overlays, options, stem)
            self._made[stem, digest] = job
            for old in list(self._made)[:-KEPT]:
                del self._made[old]
        return job.result()

    def sheet(self, record: Mapping[str, Any], options: Options) -> bytes:
        """The set-up sheet of a record of a roll as a PDF. Raises InputError or Surroundings."""
        return self._pool.submit(_sheet, self.name, self.overlays, options, record).result()

    def warm(self) -> None:
        """Have the engines loaded before they are wanted."""
        self._pool.submit(_warm)

    def close(self) -> None:
        """Stop; what is waiting is not made any more."""
        self._pool.close()


def _warm() -> None:
    import rcwkit.draw.proof
    import rcwkit.draw.sheets  # noqa: F401


def _game(name: str, overlays: tuple[Path, ...]) -> Game:
    game = load(locate(name, overlays))
    errors = [diagnostic for diagnostic in check(game) if diagnostic.severity is Severity.ERROR]
    if errors:
        raise InputError(errors)
    return game


def _print(name: str, overlays: tuple[Path, ...], options: Options, stem: str) -> Printed:
    from rcwkit.draw.proof import proof

    game = _game(name, overlays)
    file = next((file for file in files_of(game) if file.stem == stem), None)
    if file is None:
        raise Surroundings(f"the kit has no {stem} any more")
    made = make(game, file, options)
    if made.missing:
        raise Surroundings(made.missing)
    problems = tuple(
        f"{one.span}: {one.severity}[{one.code}]: {one.message}"
        for one in made.diagnostics
        if one.severity is not Severity.NOTE
    )
    return Printed(made.data, tuple(map(_page, proof(made.data, DPI))), problems)


def _page(png: bytes) -> Page:
    width, height = struct.unpack(">II", png[16:24])
    return Page(png, round(width / DPI * 25.4, 2), round(height / DPI * 25.4, 2))


def _sheet(name: str, overlays: tuple[Path, ...], options: Options, record: Mapping[str, Any]) -> bytes:
    from rcwkit.dice.roll import replayed

    game = _game(name, overlays)
    _, result, settled = replayed(game, record)
    return roll_sheet(game, result, options) if settled is None else setup_sheet(game, settled, options)
