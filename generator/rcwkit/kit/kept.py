"""Keep a record of each build, so that the next one makes only what changed, and build editions."""

from __future__ import annotations

import json
import os
import platform
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.kit.options import Options, Print, Report, Step
from rcwkit.source.claims import MANIFEST, STAGED, digest, digest_of, is_plain
from rcwkit.source.project import DOCUMENTS, Files, Project

if TYPE_CHECKING:
    from rcwkit.art.theme import Ink
    from rcwkit.sheets.paper import Backs

__all__ = ["KEPT", "editions", "files_kept", "key_of", "kits", "made_of", "outputs_kept", "record_of", "unchanged"]

KEPT = ".kept.json"
LIBRARIES = Path("/etc/ld.so.cache")
"""Changes when a shared library, such as Pango, is installed or upgraded. Where it is absent, upgrades go unnoticed."""

_APART = frozenset(("__pycache__", "companion", "export", "importing", "like", "new", "preview", "screens", "shops"))
"""Folders that no kit is made from: caches, and code and templates of other commands."""


class _Record(NamedTuple):
    """A published kit: the digests of its manifest and outputs, its report, and the entries of its files.

    `beside` maps files that documents name, such as pictures, to their digests; an overlay's come before the game's.
    """

    key: str
    code: str
    game: str
    manifest: str
    outputs: dict[str, str]
    pages: dict[str, int]
    said: list[Diagnostic]
    beside: dict[str, str]
    files: bytes


def record_of(
    key: str,
    files: bytes,
    beside: Mapping[str, str],
    report: Report,
    outputs: Mapping[str, str],
    manifest: bytes,
) -> bytes:
    """Return the record of a kit about to be published, made from its documents and the files `beside` them.

    `outputs` maps its files to their digests.

    An empty key makes the next build load the kit again.
    """
    kit = {
        "code": _code(),
        "game": report.game,
        "manifest": digest(manifest),
        "outputs": dict(outputs),
        "pages": report.pages,
        "said": [_packed(diagnostic) for diagnostic in report.diagnostics],
        "beside": dict(beside),
    }
    text = b"\n".join((json.dumps(kit, separators=(",", ":")).encode(), files))
    return b"\n".join((key.encode(), digest(text).encode(), text))


def files_kept(folder: Path) -> bytes:
    """Return the entries of a folder's record as bytes, as given to `record_of`; empty if other code wrote it."""
    record = _record(folder)
    return record.files if record is not None and record.code == _code() else b""


def outputs_kept(folder: Path) -> dict[str, str]:
    """Return the digests of the files that a build left in a folder, by name."""
    record = _record(folder)
    return record.outputs if record is not None else {}


def unchanged(project: Project, out: Path, wanted: Mapping[str, Options]) -> list[Report] | None:
    """Return the reports of the wanted editions if all stand in `out` as a build would make them; otherwise None."""
    try:
        folders = [path for path in sorted(out.iterdir()) if path.is_dir()]
        for one in (project, *project.overlays) if folders else ():
            for path in one.documents():
                one.read(path)
    except (InputError, OSError):
        return None
    keys = {name: key_of(project, options) for name, options in wanted.items()}
    for folder in folders:
        reports = [_up_to_date(project, folder.name, folder / name, key) for name, key in keys.items()]
        if all(reports):
            return [report for report in reports if report]
    return None


def _up_to_date(project: Project, game: str, folder: Path, key: str) -> Report | None:
    """The report of a kit, if all its files are as a build with this key published them."""
    record = _record(folder, key)
    if record is None or (record.code, record.game) != (_code(), game) or any(folder.glob(STAGED + "*")):
        return None
    if any(digest_of(folder / name) != known for name, known in (*record.outputs.items(), (MANIFEST, record.manifest))):
        return None
    if not Files(project).same(record.beside):
        return None
    sizes = {name: (folder / name).stat().st_size for name in record.outputs}
    return Report(game, folder, sizes, record.pages, record.said)


def _record(folder: Path, key: str = "") -> _Record | None:
    """The record of a folder, if it is intact and its key, where one is given, matches."""
    try:
        data = (folder / KEPT).read_bytes() if is_plain(folder / KEPT) else b""
        first, sha256, text = data.split(b"\n", 2)
        if not first.decode().startswith(key) or digest(text).encode() != sha256:
            return None
        kit, _, files = text.partition(b"\n")
        return _read(first.decode(), json.loads(kit), files)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _read(key: str, kit: Any, files: bytes) -> _Record:
    """Parse what `record_of` wrote. Raises ValueError, TypeError, KeyError or AttributeError for anything else."""
    outputs, pages = dict(kit["outputs"].items()), dict(kit["pages"].items())
    beside = dict(kit["beside"].items())
    code, game, manifest = kit["code"], kit["game"], kit["manifest"]
    _require_texts(code, game, manifest, *outputs.values(), *beside.values())
    _require_numbers(*pages.values())
    said = [_diagnostic(*one) for one in kit["said"]]
    return _Record(key, code, game, manifest, outputs, pages, said, beside, files)


def key_of(project: Project, options: Options) -> str:
    """Hash everything a kit is made from, less what documents take from other files. The project has been read."""
    projects = (project, *project.overlays)
    reads = [sorted(item for item in one.reads.items() if item[0].endswith(DOCUMENTS)) for one in projects]
    return _hash("kit", _code(), _folder("templates"), options.as_json(), reads, project.language)


def made_of(options: Options, stem: str, *, cut: bool, more: str = "") -> str:
    """Hash what a file is made from besides documents: its options, its templates or layouts, and `more`."""
    templates = _folder("templates", "layouts") if cut else _folder("templates")
    return _hash("file", _code(), templates, options.as_json(), stem, more)


@cache
def _code() -> str:
    """Hash everything but the user's data: code, fonts, looks, words, Python, installed packages, shared libraries."""
    packages = sorted({*_packages()})
    libraries = LIBRARIES.stat() if LIBRARIES.exists() else None
    linked = (libraries.st_size, libraries.st_mtime_ns) if libraries else ()
    surroundings = (platform.machine(), sys.version, packages, linked)
    bundles = [_folder("fonts"), _folder("templates", "looks"), _folder("templates", "words")]
    return _hash([*_files(Path(__file__).parents[1], ".py")], bundles, repr(surroundings))


def _packages() -> Iterator[str]:
    """Yield the names and versions of the packages that Python finds."""
    for folder in sys.path:
        with suppress(OSError):
            yield from (entry.name for entry in os.scandir(folder or ".") if entry.name.endswith(".dist-info"))


@cache
def _folder(name: str, *under: str) -> str:
    """Hash what tells the versions of a bundled folder apart, or of one under it."""
    return _hash([*_files(bundled(name).joinpath(*under))])


def _files(home: Path, suffix: str = "") -> Iterator[tuple[str, int, int]]:
    """Yield the plain files of a folder that kits may be made from, in order: name, size, and time of the last change.

    Python itself tells versions of a module apart by these. Their bytes, read at each build, would take a tenth of it.
    """
    for folder, folders, names in os.walk(home):  # several times faster than pathlib
        folders[:] = sorted(name for name in folders if name not in _APART)
        below = folder[len(str(home)) + 1 :].replace(os.sep, "/")
        for name in sorted(name for name in names if name.endswith(suffix)):
            path = f"{folder}{os.sep}{name}"
            status = os.lstat(path)
            if stat.S_ISREG(status.st_mode):
                yield f"{below}/{name}" if below else name, status.st_size, status.st_mtime_ns


def _hash(*parts: object) -> str:
    return digest(json.dumps(parts, ensure_ascii=False, sort_keys=True).encode())


def _packed(diagnostic: Diagnostic) -> list[Any]:
    related = [[text, *span] for text, span in diagnostic.related]
    return [diagnostic.code, diagnostic.message, diagnostic.span, diagnostic.hint, related]


def _diagnostic(
    code: str, message: str, span: Iterable[Any], hint: str, related: Iterable[Iterable[Any]]
) -> Diagnostic:
    """Parse what `_packed` wrote. Raises ValueError or TypeError for anything else."""
    others = tuple((text, _span(*place)) for text, *place in related)
    _require_texts(code, message, hint, *(text for text, _ in others))
    return Diagnostic(code, message, _span(*span), hint, others)


def _span(file: str, line: int, column: int, length: int) -> Span:
    _require_texts(file)
    _require_numbers(line, column, length)
    return Span(file, line, column, length)


def _require_texts(*values: object) -> None:
    if not all(isinstance(value, str) for value in values):
        raise TypeError


def _require_numbers(*values: object) -> None:
    if not all(type(value) is int for value in values):
        raise TypeError


def editions(
    common: Options, papers: Sequence[str], backs: Sequence[Backs], inks: Sequence[Ink], aids: Sequence[Print]
) -> dict[str, Options]:
    """Return the options of every combination, by folder name and in order; `common` holds what they share."""
    wanted = (
        common._replace(paper=paper, backs=how, ink=ink, aids=size)
        for paper, how, ink, size in product(papers, backs, inks, aids)
    )
    return {_edition_name(options): options for options in wanted}


def _edition_name(options: Options) -> str:
    """Return the folder of an edition, such as `a4-duplex-full` or `a4-duplex-full-large`."""
    return f"{options.paper}-{options.backs}-{options.ink}" + ("-large" if options.aids == "large" else "")


def kits(
    projects: Sequence[Project],
    out: Path,
    wanted: Mapping[str, Options],
    step: Step,
    jobs: int = 1,
    *,
    fresh: bool = False,
    on_report: Callable[[Report], None] = lambda report: None,
) -> tuple[list[Report], list[Diagnostic]]:
    """Bring every edition of every game up to date in `out/<game>/<edition>/`, or in `out/<game>/` for the edition "".

    Files that editions share, such as text documents whatever the backs, are made once. An unchanged kit is not even
    loaded, unless `fresh` asks for everything to be made. `on_report` is called with each kit's report once it is
    there. Raises Surroundings.
    """
    standing = [None if fresh else unchanged(project, out, wanted) for project in projects]
    for report in (report for reports in standing for report in reports or ()):
        on_report(report)
    changed = [project for project, reports in zip(projects, standing, strict=True) if reports is None]
    built = []
    if changed:
        from rcwkit.kit.pipeline import build

        built = build(changed, out, wanted, step, jobs, fresh=fresh, on_report=on_report)
    outcomes = iter(built)
    reports: list[Report] = []
    found: list[Diagnostic] = []
    for ready in standing:
        if ready is None:
            made, said = next(outcomes)
        else:
            made, said = ready, [diagnostic for report in ready for diagnostic in report.diagnostics]
        reports += made
        found += said
    return reports, found
