"""The pipeline: a game's folder in, a published kit out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from generator import __version__
from generator.bundled import bundled
from generator.checks import check
from generator.diagnostics import Diagnostic, InputError, Severity, Surroundings
from generator.draw.glyphs import missing_glyphs
from generator.fonts import FontBook
from generator.game import Game
from generator.kinds import KINDS, Cut, File
from generator.layout.calibration import Flip, Printer
from generator.layout.grids import PAPERS, READING
from generator.layout.imposition import Backs, Edition, fit_notes, impose, whole_pages
from generator.layout.marks import Foot
from generator.layout.text import Setter
from generator.loader import load
from generator.project import Project
from generator.publish import publish
from generator.settle import Settled
from generator.theme import THEMES, Ink
from generator.views import TextDocument
from generator.views import setup_sheet as setup_view

__all__ = ["Options", "Report", "build", "files_of", "make", "setup_sheet"]

Step = Callable[[str, str, int, int], None]


@dataclass(frozen=True)
class Options:
    """What a user may choose about a build."""

    paper: str = "a4"
    backs: Backs = "duplex"
    flip: Flip = "long"
    bleed: float | None = None
    outline: bool = False
    corners: bool = False
    printer: Printer | None = None
    ink: Ink = "full"

    @property
    def edition(self) -> Edition:
        """How sheets are printed."""
        return Edition(PAPERS[self.paper], self.backs, self.flip, self.bleed, self.outline, self.corners, self.printer)

    @property
    def reading(self) -> Options:
        """What of all this matters for a text document."""
        plain = Options(paper=READING[self.paper])
        return replace(self, paper=plain.paper, backs=plain.backs, flip=plain.flip, bleed=None, outline=False, corners=False, printer=None)


@dataclass(frozen=True)
class Made:
    """One finished file; `missing` says why it could not be made here."""

    name: str
    data: bytes
    pages: int
    diagnostics: tuple[Diagnostic, ...] = ()
    missing: str = ""


@dataclass(frozen=True)
class Report:
    """What a build made: file names with their sizes in bytes, pages, and what was found."""

    game: str
    folder: Path
    files: dict[str, int]
    pages: dict[str, int]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    missing: str = ""

    def as_json(self) -> dict[str, Any]:
        """The same facts as plain data."""
        files = [{"name": name, "bytes": size, "pages": self.pages[name]} for name, size in self.files.items()]
        return {"game": self.game, "folder": self.folder.as_posix(), "files": files, "missing": self.missing}


def build(project: Project, out: Path, options: Options, step: Step, jobs: int = 1) -> Report:
    """Build one game's kit into `out/<game>/`. Raises InputError or Surroundings; the folder is then as it was."""
    game = load(project)
    found = _stop(check(game))
    found += _stop([*missing_glyphs(game, FontBook())])
    files = list(files_of(game))
    made = []
    for number, one in enumerate(_made(project, game, files, options, jobs), 1):
        step(game.info.id, one.name, number, len(files))
        made.append(one)
    found += _stop([diagnostic for one in made for diagnostic in one.diagnostics])
    finished = {one.name: one.data for one in made if one.data}
    reads = {name: digest for one in (project, *project.overlays) for name, digest in one.reads.items()}
    facts = {"tool": f"rcwkit {__version__}", "game": game.info.id, "options": asdict(options), "inputs": dict(sorted(reads.items()))}
    publish(out / game.info.id, finished, facts)
    sizes = {name: len(data) for name, data in finished.items()}
    missing = next((one.missing for one in made if one.missing), "")
    return Report(game.info.id, out / game.info.id, sizes, {one.name: one.pages for one in made}, found, missing)


def files_of(game: Game) -> Iterator[File]:
    """The files of a kit, in the order of KINDS."""
    for kind in KINDS.values():
        yield from kind.files(game)


def make(game: Game, file: File, options: Options) -> Made:
    """Lay out and draw one file."""
    setter = Setter(THEMES[options.ink])
    contents = file.lay_out(setter, options.edition.room)
    name = f"{file.stem}.pdf"
    if isinstance(contents, TextDocument):
        return _document(game, name, contents, options, setter)
    return _sheets(game, name, file.title, contents, options, setter)


def setup_sheet(game: Game, settled: Settled, options: Options) -> bytes:
    """The set-up sheet of a settled scenario as a PDF. Raises InputError or Surroundings."""
    setter = Setter(THEMES[options.ink])
    made = _document(game, "setup.pdf", setup_view(game, settled, setter), options, setter)
    if made.missing:
        raise Surroundings(made.missing)
    _stop(list(made.diagnostics))
    return made.data


def _sheets(game: Game, name: str, title: str, cut: Cut, options: Options, setter: Setter) -> Made:
    from generator.draw.sheets import Imprint, draw

    edition = options.edition
    foot = Foot(game.info.title, title, game.info.credits, setter.theme, setter.book, edition.printer.said if edition.printer else "")
    sheets = whole_pages(cut.boards, edition, foot) if cut.boards else impose(cut.pieces, edition, foot)
    two_sided = options.backs == "duplex" and any(piece.back for piece in cut.pieces)
    imprint = Imprint(f"{game.info.title}: {title}", "rcwkit", game.info.credits, flip=options.flip if two_sided else None)
    return Made(name, draw(sheets, imprint, setter.book), len(sheets), (*setter.found, *fit_notes(cut.pieces, edition)))


def _document(game: Game, name: str, contents: TextDocument, options: Options, setter: Setter) -> Made:
    from generator.draw.documents import read_templates, render

    paper = PAPERS[options.reading.paper]
    try:
        rendered = render(contents, paper=(paper.width, paper.height), templates=read_templates(bundled("templates")), setter=setter, info=game.info)
    except Surroundings as error:
        return Made(name, b"", 0, missing=str(error))
    return Made(name, rendered.data, rendered.pages, (*setter.found, *rendered.diagnostics))


def _made(project: Project, game: Game, files: list[File], options: Options, jobs: int) -> Iterator[Made]:
    """Every file made, in order: in this process, or by a pool whose workers load the game themselves."""
    jobs = min(jobs, len(files), os.cpu_count() or 1)
    if jobs <= 1:
        yield from (make(game, file, options) for file in files)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(_work, _key(project), options), [file.stem for file in files])


Key = tuple[tuple[Path, str], ...]
"""The folders of a project, its own first and then its overlays, with their shown names."""


def _key(project: Project) -> Key:
    return ((project.root, project.shown), *((overlay.root, overlay.shown) for overlay in project.overlays))


@lru_cache(maxsize=1)
def _files(key: Key) -> tuple[Game, dict[str, File]]:
    """A worker's game: loaded once a process."""
    (root, shown), *laid = key
    game = load(Project(root, shown, tuple(Project(*overlay) for overlay in laid)))
    return game, {file.stem: file for file in files_of(game)}


def _work(key: Key, options: Options, stem: str) -> Made:
    game, files = _files(key)
    return make(game, files[stem], options)


def _stop(found: list[Diagnostic]) -> list[Diagnostic]:
    """Raise if there are errors; else hand the findings on."""
    if any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        raise InputError(found)
    return found
