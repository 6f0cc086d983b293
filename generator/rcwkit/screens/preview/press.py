"""The press of a preview: files of the kit and of rolls, whole kits and exports, made in a process of its own."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import pairwise, zip_longest
from math import inf
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, TypeVar

from rcwkit.diagnostics import Diagnostic, InputError, Severity, Span, Surroundings
from rcwkit.export.make import Exported, export_csv, export_decks, export_tts, export_vassal, share
from rcwkit.export.shops import export_shop, shop
from rcwkit.frame import MM, Sheet, area_of, box_of
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.kind import File, sheets_of
from rcwkit.kit.build import Made, laid_out, make, roll_sheet, setup_sheet
from rcwkit.kit.changes import DOCUMENTS, Changes, compare, facts
from rcwkit.kit.checks import check
from rcwkit.kit.kept import kits
from rcwkit.kit.options import ONLY, Options, Step
from rcwkit.kit.publish import LAST, mark, printed, put_all
from rcwkit.kit.reprint import reprint, require_same_kit
from rcwkit.memo import Memo
from rcwkit.screens.companion.page import MARK, page
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.project import Project
from rcwkit.source.settings import BACKS, FLIPS, INKS, PAPERS, SHELVES, SHOPS
from rcwkit.workers import Workers, result_of

DPI = 132.0
"""Pixels per inch of pages: sharp at twice the size of a page that fills a window."""
LARGE_PRINT = ("usual", "large")
KEPT, COUNTED, LEAFED = 24, 256, 4
"""Finished files to keep, counts of pages, each with a small picture, and files with pictures of all their sheets."""
SMALL_DPI, LEAF_DPI = 48.0, 96.0
"""Pixels per inch of the page on top of a stack of sheets, and of sheets that are looked at one by one."""
HAIR = 0.2 * MM
"""Lines that are closer are one cut."""
STRAIGHT = 0.9
"""Share of its box that a piece fills which straight cuts part from others; corners may be rounded."""
T = TypeVar("T")
OUT = Path("build")
"""Where kits and exports go, as the commands' do."""
MOST_SAID = 20
"""Problems of a job that are told."""


@dataclass(frozen=True)
class PagePicture:
    """A page as PNG, with the size of its paper in mm, and the words on it: each with its box."""

    png: bytes
    width: float
    height: float
    words: tuple[tuple[str, tuple[float, float, float, float]], ...] = ()


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
        self._made, self._counted, self._leaves = Memo(KEPT), Memo(COUNTED), Memo(LEAFED)
        self._jobs: list[tuple[Future[dict[str, Any]], Path]] = []
        self._notes: TemporaryDirectory[str] | None = None
        self._lock = Lock()

    def printed(self, stem: str, digest: str, options: Options) -> Printed:
        """Return a file of the kit; the digest covers its contents and ink. Raises InputError or Surroundings."""
        with self._lock:
            job: Future[Printed] | None = self._made.find((stem, digest))
            if job is None or (job.done() and job.exception() is not None):
                job = self._pool.submit(_print, self.name, self.overlays, self.language, options, stem)
                self._made.keep((stem, digest), job)
        return result_of(job)

    def sheet(self, record: Mapping[str, Any], options: Options) -> bytes:
        """Return the set-up sheet of a roll's record as a PDF. Raises InputError or Surroundings."""
        return result_of(self._pool.submit(_sheet, self.name, self.overlays, self.language, options, record))

    def count(self, stem: str, digest: str, options: Options, since: Path | None = None) -> dict[str, Any]:
        """Return pages, sheets, cuts, paper and ink of a file, and its first page; the digest covers its contents.

        `ink` is the sum over the pages, in per cent of a page. `changed` is what differs from the print that a manifest
        records, None without one of the same options. Raises as `printed` does.
        """
        return self._known(self._counted, _count, stem, digest, options, since)

    def leaf(self, stem: str, digest: str, options: Options, number: int, since: Path | None = None) -> dict[str, Any]:
        """Return one of a file's sheets of paper from the front, and how many it has; raises KeyError, too.

        `changed` are the boxes of the pieces that differ from a print, as shares of the page.
        """
        leaves = self._known(self._leaves, _leaves, stem, digest, options, since)
        return {**dict(enumerate(leaves))[number], "count": len(leaves)}

    def _known(
        self, memo: Memo, work: Callable[..., T], stem: str, digest: str, options: Options, since: Path | None
    ) -> T:
        """What some work on a file found, or is about to find."""
        key = stem, digest, options, since
        with self._lock:
            job: Future[T] | None = memo.find(key)
            if job is None or (job.done() and job.exception() is not None):
                job = self._pool.submit(work, self.name, self.overlays, self.language, options, stem, since)
                memo.keep(key, job)
        return result_of(job)

    def begin(self, what: str, out: Path, options: Options) -> int:
        """Begin a job, by the name of what it makes in `out`; return its number. Raises KeyError for no such name."""
        if what not in WORK and what not in {f"shop-{name}" for name in SHOPS}:
            raise KeyError(what)
        with self._lock:
            number = len(self._jobs)
            self._notes = self._notes or TemporaryDirectory(prefix="rcwkit-")
            told = Path(self._notes.name) / f"{number}.json"
            job = self._pool.submit(_work, what, self.name, self.overlays, self.language, out, options, told)
            self._jobs.append((job, told))
        return number

    def job(self, number: int) -> dict[str, Any]:
        """Return how far a job is: `state` is working, failed or done; then what it made. Raises IndexError."""
        job, told = self._jobs[number]
        if not job.done():
            with suppress(OSError, ValueError):
                return {"state": "working", **json.loads(told.read_text(encoding="utf-8"))}
            return {"state": "working", "done": 0, "total": 0, "name": ""}
        try:
            made = result_of(job)
        except InputError as error:
            wrong = [f"{one.span}: {one.message}" for one in error.diagnostics if one.severity is Severity.ERROR]
            return {"state": "failed", "problems": wrong[:MOST_SAID]}
        except Surroundings as error:
            return {"state": "failed", "problems": [str(error)]}
        return {"state": "done", **made}

    def made(self, number: int, index: int) -> tuple[str, bytes]:
        """Return the name and contents of a file that a job made. Raises IndexError, or Surroundings if it is gone."""
        found = self.job(number)
        name = str(found.get("files", [])[index]["name"])
        try:
            return name, (Path(found["path"]) / name).read_bytes()
        except OSError as error:
            raise Surroundings(f"{name}: {error.strerror}") from error

    def warm(self) -> None:
        """Load the engines in advance."""
        self._pool.submit(_warm)

    def close(self) -> None:
        """Stop; pending jobs are dropped."""
        self._pool.close()
        if self._notes:
            self._notes.cleanup()


class Printing:
    """What the pages say and ask of printing a game: its files, their pages, and jobs."""

    def __init__(self, workshop: Workshop, press: PrintJobs, out: Path) -> None:
        self.workshop, self.press, self.out = workshop, press, out

    def files(self) -> dict[str, Any]:
        """Return the files of the kit, the options that it is shown with, where it goes, and its last print."""
        game, options = self.workshop.sound(), self.workshop.options
        folder = self.out / game.kit
        last = printed(folder, LAST)
        told = {"name": last.name, "at": round(last.path.stat().st_mtime * 1000)} if last and last.number else None
        listed = [
            {"stem": one.stem, "title": one.title, "shelf": one.shelf, "pieces": one.pieces, "cut": one.cut}
            for one in sheets_of(game)
        ]
        shops = [{"name": name, "title": shop(name)[1].title} for name in SHOPS]
        now = {name: getattr(options, name) for name in ("paper", "ink", "backs", "flip")}
        return {"files": listed, "options": now, "folder": shortened(folder), "printed": told, "shops": shops}

    def count(self, stem: str, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return what a file takes to print with options, as `PrintJobs.count` does; raises KeyError, too."""
        return self.press.count(stem, self.workshop.components[stem].hash, self._options(chosen), self._last())

    def leaf(self, stem: str, number: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return a sheet of a file, as `PrintJobs.leaf` does; raises KeyError, too."""
        options = self._options(chosen)
        return self.press.leaf(stem, self.workshop.components[stem].hash, options, number, self._last())

    def begin(self, what: str, chosen: Mapping[str, Any]) -> dict[str, int]:
        """Begin a job, of the files in `only` or else of all on the `shelves`; return its number. Raises KeyError."""
        self.workshop.sound()
        return {"job": self.press.begin(what, self.out, self._options(chosen))}

    def note(self) -> dict[str, str]:
        """Note that the kit was printed as it was built last. Raises InputError."""
        return {"name": mark(self.out / self.workshop.sound().kit).name}

    def _last(self) -> Path | None:
        """The manifest of the last print that was noted."""
        last = printed(self.out / self.workshop.sound().kit, LAST)
        return last.path if last and last.number else None

    def _options(self, chosen: Mapping[str, Any]) -> Options:
        """Options as a page chose them. Raises KeyError for a value that is none."""
        known = {"paper": PAPERS, "backs": BACKS, "flip": FLIPS, "ink": INKS, "aids": LARGE_PRINT}
        given: dict[str, Any] = {}
        for name, values in known.items():
            if (value := chosen.get(name)) is not None:
                given[name] = {one: one for one in values}[value]
        stems = {file.stem for file in sheets_of(self.workshop.sound())}
        only = tuple(one for one in chosen.get("only") or () if one in stems)
        shelves = tuple(one for one in SHELVES if one in (chosen.get("shelves") or SHELVES))
        return self.workshop.options._replace(**given, only=only, shelves=shelves)


def _warm() -> None:
    import rcwkit.sheets.pdf
    import rcwkit.sheets.pictures  # noqa: F401


def _game(name: str, overlays: tuple[Path, ...], language: str) -> Game:
    game = load(locate(name, overlays, language))
    errors = [diagnostic for diagnostic in check(game) if diagnostic.severity is Severity.ERROR]
    if errors:
        raise InputError(errors)
    return game


def _file(game: Game, stem: str) -> File:
    """A file of the kit, or the one on whose sheets it is printed, too. Raises Surroundings if there is no such."""
    file = next((file for file in sheets_of(game) if stem in (file.stem, *file.of)), None)
    if file is None:
        raise Surroundings(f"the kit no longer has {stem}")
    return file


def _made(game: Game, file: File, options: Options) -> Made:
    made = make(game, file, options)
    if made.missing:
        raise Surroundings(made.missing)
    return made


def _print(name: str, overlays: tuple[Path, ...], language: str, options: Options, stem: str) -> Printed:
    from rcwkit.sheets.pictures import proof, words

    game = _game(name, overlays, language)
    made = _made(game, _file(game, stem), options)
    worse = (one for one in made.about.diagnostics if one.severity is not Severity.NOTE)
    problems = tuple(f"{one.span}: {one.severity}[{one.code}]: {one.message}" for one in worse)
    return Printed(made.data, tuple(map(_page, proof(made.data, DPI), words(made.data))), problems)


def _page(png: bytes, words: tuple[tuple[str, tuple[float, float, float, float]], ...]) -> PagePicture:
    width, height = struct.unpack(">II", png[16:24])
    return PagePicture(png, round(width / DPI * 25.4, 2), round(height / DPI * 25.4, 2), words)


def _sheet(name: str, overlays: tuple[Path, ...], language: str, options: Options, record: Mapping[str, Any]) -> bytes:
    from rcwkit.dice.roll import replayed

    game = _game(name, overlays, language)
    _, result, settled = replayed(game, record)
    return roll_sheet(game, result, options) if settled is None else setup_sheet(game, settled, options)


def _count(
    name: str, overlays: tuple[Path, ...], language: str, options: Options, stem: str, since: Path | None
) -> dict[str, Any]:
    from rcwkit.sheets.pictures import coverage, proof

    game = _game(name, overlays, language)
    file = _file(game, stem)
    matters = options.of(file)
    made = _made(game, file, matters)
    changed = _changed(game, options, made, since)
    sheets = laid_out(game, file, matters)[0] if file.cut else []
    return {
        "pages": made.about.component.pages,
        "sheets": made.about.component.sheets,
        "cuts": sum(map(_cuts, sheets)),
        "paper": matters.paper,
        "ink": round(sum(coverage(made.data)), 2),
        "first": _inline(next(proof(made.data, SMALL_DPI))),
        "marks": [box for sheet in sheets[:1] for box in _boxes(sheet, changed)],
        "changed": changed and {name: [one._asdict() for one in listed] for name, listed in changed._asdict().items()},
    }


def _leaves(
    name: str, overlays: tuple[Path, ...], language: str, options: Options, stem: str, since: Path | None
) -> list[dict[str, Any]]:
    """The sheets of paper of a file: their fronts, each with the boxes of what differs from a print."""
    from rcwkit.sheets.pictures import proof

    game = _game(name, overlays, language)
    file = _file(game, stem)
    matters = options.of(file)
    made = _made(game, file, matters)
    changed = _changed(game, options, made, since)
    sheets = laid_out(game, file, matters)[0]
    return [
        {"picture": _inline(png), "changed": [*_boxes(sheet, changed)] if sheet else []}
        for sheet, png in zip_longest(sheets, proof(made.data, LEAF_DPI))
        if sheet is None or not sheet.behind
    ]


def _inline(png: bytes) -> str:
    return f"data:image/png;base64,{base64.b64encode(png).decode()}"


def _changed(game: Game, options: Options, made: Made, since: Path | None) -> Changes | None:
    """What of a file differs from the print that a manifest records; None if that is no print with these options."""
    if since is None:
        return None
    where, before = Span(since.as_posix()), json.loads(since.read_text(encoding="utf-8"))
    try:
        require_same_kit(before, game, options, where)
        known = facts(before, where)
    except InputError:
        return None
    whole = {made.name: made.about.whole} if made.about.whole else {}
    once = {name: one for name, one in known.get(DOCUMENTS, {}).items() if name == made.name}
    return compare(
        {made.name: known.get(made.name, {}), DOCUMENTS: once}, {made.name: made.about.pieces, DOCUMENTS: whole}
    )


def _boxes(sheet: Sheet, changed: Changes | None) -> Iterator[tuple[float, ...]]:
    """The left, top, width and height of pieces that are new or drawn otherwise, as shares of a sheet's own."""
    wide, high = sheet.width, sheet.height
    names = {one.id for one in changed.add if one.why != "more"} if changed else set()
    for line, name in zip(sheet.cuts, sheet.pieces, strict=True):
        if name in names:
            left, top, right, low = box_of(line)
            yield tuple(round(one, 4) for one in (left / wide, top / high, (right - left) / wide, (low - top) / high))


def _cuts(sheet: Sheet) -> int:
    """How many cuts part the pieces on a sheet: straight ones, and one around each that is no rectangle."""
    boxes, around = list[tuple[float, float, float, float]](), 0
    for line in sheet.cuts:
        left, top, right, low = box_of(line)
        if abs(area_of(line)) < STRAIGHT * (right - left) * (low - top):
            around += 1
        else:
            boxes.append((left, top, right, low))
    edges = (sorted(one for box in boxes for one in (box[axis], box[axis + 2])) for axis in (0, 1))
    return around + sum(far - near > HAIR for line in edges for near, far in pairwise([-inf, *line]))


def _work(
    what: str, name: str, overlays: tuple[Path, ...], language: str, out: Path, options: Options, told: Path
) -> dict[str, Any]:
    """Do a job, telling in a file how far it is; return the folder and files that it made, and what is wrong."""

    def step(_: str, file: str, done: int, total: int) -> None:
        note = told.with_suffix(".new")
        note.write_text(json.dumps({"done": done, "total": total, "name": file}), encoding="utf-8")
        note.replace(told)

    project = locate(name, overlays, language)
    found, files, folder, more = WORK.get(what, partial(_to_shop, what.partition("-")[2]))(project, out, options, step)
    wrong = [f"{one.span}: {one.message}" for one in found if one.severity is not Severity.NOTE]
    listed = [{"name": file, "bytes": size} for file, size in files.items()]
    path = str(folder.resolve())
    return {"path": path, "folder": shortened(folder), "files": listed, "problems": wrong[:MOST_SAID], **more}


Work = tuple[Sequence[Diagnostic], Mapping[str, int], Path, dict[str, Any]]
"""What was found, the files made with their sizes, their folder, and more that is to be told."""


def _kit(project: Project, out: Path, options: Options, step: Step) -> Work:
    reports, found = kits([project], out, {ONLY if options.only else "": options}, step)
    if not reports:
        raise InputError(found)
    report = reports[0]
    return found, report.files, report.folder, {"pages": report.pages, "missing": list(report.unmade)}


def _changes(project: Project, out: Path, options: Options, step: Step) -> Work:
    """What changed since the last print."""
    folder = out / load(project).kit
    last = printed(folder, LAST)
    if last is None:
        raise Surroundings("nobody said that the kit was printed")
    before = json.loads(last.path.read_text(encoding="utf-8"))
    made = reprint(project, out, options, before, Span(str(last.path)), step)
    return made.diagnostics, made.files, made.folder, {"pages": made.pages, **made.changes.as_json()}


def _exported(export: Callable[[Project, Path], Exported]) -> Callable[[Project, Path, Options, Step], Work]:
    def work(project: Project, out: Path, options: Options, step: Step) -> Work:
        made = export(project, out)
        return made.diagnostics, made.files, made.folder, {}

    return work


def _shared(project: Project, out: Path, options: Options, step: Step) -> Work:
    """All that playtesters need in one file, and what changed since the last one."""
    made = share(project, out, None, page, step)
    more = made.changes.as_json() if made.changes else {}
    return made.diagnostics, {made.file.name: made.file.stat().st_size}, made.file.parent, more


def _to_shop(name: str, project: Project, out: Path, options: Options, step: Step) -> Work:
    made = export_shop(project, out, *shop(name), ("table",))
    return made.diagnostics, made.files, made.folder, {}


def _companion(project: Project, out: Path, options: Options, step: Step) -> Work:
    game = load(project)
    path = out / f"{game.kit}-companion.html"
    out.mkdir(parents=True, exist_ok=True)
    data = page(game).encode()
    put_all({path: data}, MARK)
    return [], {path.name: len(data)}, out, {}


WORK: Mapping[str, Callable[[Project, Path, Options, Step], Work]] = {
    "kit": _kit,
    "changes": _changes,
    "companion": _companion,
    "share": _shared,
    "vassal": _exported(lambda project, out: export_vassal(project, out, None, {})),
    "tts": _exported(lambda project, out: export_tts(project, out, None, None)),
    "decks": _exported(lambda project, out: export_decks(project, out, None)),
    "csv": _exported(export_csv),
}
"""What jobs make, by name; `shop-` and the name of a shop are others."""


def shortened(folder: Path) -> str:
    """Return a folder from the user's home, as people write it."""
    with suppress(ValueError, RuntimeError):
        return f"~/{folder.resolve().relative_to(Path.home()).as_posix()}".removesuffix("/.")
    return str(folder.resolve().as_posix()).encode("utf-8", "replace").decode()
