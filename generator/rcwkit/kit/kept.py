"""Keep a record of each build, so that the next one makes only what changed, and build editions."""

from __future__ import annotations

import json
import os
import platform
import stat
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from itertools import product, repeat
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.kit.options import BuildReport, Options, Print, Step
from rcwkit.source.claims import MANIFEST, STAGED, digest, digest_of, is_plain
from rcwkit.source.project import DOCUMENTS, Files, Project

if TYPE_CHECKING:
    from rcwkit.art.theme import Ink
    from rcwkit.kit.build import About
    from rcwkit.sheets.paper import Backs

KEPT = ".kept.json"
LIBRARIES = Path("/etc/ld.so.cache")
"""Changes when a shared library, such as Pango, is installed or upgraded. Where it is absent, upgrades go unnoticed."""

_DRAWN = ("art", "earth", "looks", "signs", "words")
"""Folders of templates that pieces are drawn with, besides layouts."""
_APART = frozenset(
    ("__pycache__", "companion", "export", "importing", "like", "manual", "new", "preview", "screens", "shops")
)
"""Folders that no kit is made from: caches, and code and templates of other commands."""


class _Kept(NamedTuple):
    """What is known of a published kit, besides its files: the digests of its manifest and outputs, and its report.

    `beside` maps files that documents name, such as pictures, to their digests; an overlay's come before the game's.
    """

    code: str
    game: str
    manifest: str
    outputs: dict[str, str]
    pages: dict[str, int]
    found: list[Diagnostic]
    beside: dict[str, str]


def record_of(
    key: str,
    files: Sequence[About],
    beside: Mapping[str, str],
    report: BuildReport,
    outputs: Mapping[str, str],
    manifest: bytes,
) -> bytes:
    """Return the record of a kit about to be published, made from its documents and the files `beside` them.

    `outputs` maps its files to their digests.

    An empty key makes the next build load the kit again.
    """
    found = report.diagnostics
    kit = _Kept(_code(), report.game, digest(manifest), dict(outputs), report.pages, found, dict(beside))
    text = "\n".join(json.dumps(part, separators=(",", ":")) for part in (kit, files)).encode()
    return b"\n".join((key.encode(), digest(text).encode(), text))


def files_kept(folder: Path) -> list[About]:
    """Return what a folder's record knows of its files; nothing if there is no sound one, or if other code wrote it."""
    from rcwkit.kit.build import About

    key, kept, files = _record(folder)
    if kept is not None and kept.code == _code():
        with suppress(*_UNSOUND):
            found: list[About] = _typed(list[About], json.loads(files))
            return found
    return []


def outputs_kept(folder: Path) -> dict[str, str]:
    """Return the digests of the files that a build left in a folder, by name."""
    _, kept, _ = _record(folder)
    return kept.outputs if kept is not None else {}


def unchanged(project: Project, out: Path, wanted: Mapping[str, Options]) -> list[BuildReport] | None:
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


def _up_to_date(project: Project, game: str, folder: Path, key: str) -> BuildReport | None:
    """The report of a kit, if all its files are as a build with this key published them."""
    known, kept, _ = _record(folder)
    if kept is None or (known, kept.code, kept.game) != (key, _code(), game) or any(folder.glob(STAGED + "*")):
        return None
    if any(digest_of(folder / name) != known for name, known in (*kept.outputs.items(), (MANIFEST, kept.manifest))):
        return None
    if not Files(project).same(kept.beside):
        return None
    sizes = {name: (folder / name).stat().st_size for name in kept.outputs}
    return BuildReport(game, folder, sizes, kept.pages, kept.found)


_UNSOUND = (OSError, ValueError, TypeError, AttributeError, RecursionError)
"""What a record that is damaged or not ours may raise."""


def _record(folder: Path) -> tuple[str, _Kept | None, bytes]:
    """Return the key of a folder's record, the record and, unparsed, what it knows of files; None if it is damaged."""
    with suppress(*_UNSOUND):
        data = (folder / KEPT).read_bytes() if is_plain(folder / KEPT) else b""
        key, sha256, text = data.split(b"\n", 2)
        if digest(text).encode() == sha256:
            kit, _, files = text.partition(b"\n")
            return key.decode(), _typed(_Kept, json.loads(kit)), files
    return "", None, b""


def _typed(hint: Any, value: Any) -> Any:
    """Return JSON as values of a type; tuples were written as lists. Raises TypeError or ValueError if it is not so."""
    origin, inner = get_origin(hint), get_args(hint)
    if type(value) is list and isinstance(hint, type) and issubclass(hint, tuple) and not inner:
        return hint(*(_typed(one, part) for one, part in zip(_fields(hint), value, strict=True)))
    if type(value) is list and origin in (list, tuple):
        hints = inner if origin is tuple and inner[-1] is not ... else repeat(inner[0], len(value))
        return origin(_typed(one, part) for one, part in zip(hints, value, strict=True))
    if type(value) is dict and origin in (dict, Mapping):
        return {name: _typed(inner[1], part) for name, part in value.items()}
    if origin is UnionType:
        return None if value is None else _typed(inner[0], value)
    if value in inner if origin is Literal else type(value) is hint:
        return value
    raise TypeError


@cache
def _fields(record: type) -> list[Any]:
    """Return the types of a named tuple's fields."""
    return [*get_type_hints(record).values()]


def key_of(project: Project, options: Options) -> str:
    """Hash everything a kit is made from, less what documents take from other files. The project has been read."""
    projects = (project, *project.overlays)
    reads = [sorted(item for item in one.reads.items() if item[0].endswith(DOCUMENTS)) for one in projects]
    return _hash("kit", _code(), _folder("templates"), options.as_json(), reads, project.language)


def inputs_of(options: Options, stem: str, read: object, *, cut: bool) -> str:
    """Hash what a file is made from: its options, its templates or layouts, and what else it reads."""
    templates = _folder("templates", "layouts") if cut else _folder("templates")
    return _hash("file", _code(), templates, options.as_json(), stem, read)


@cache
def _code() -> str:
    """Hash everything but the user's data: code, fonts, looks, words, Python, installed packages, shared libraries."""
    packages = sorted({*_packages()})
    libraries = LIBRARIES.stat() if LIBRARIES.exists() else None
    linked = (libraries.st_size, libraries.st_mtime_ns) if libraries else ()
    surroundings = (platform.machine(), sys.version, packages, linked)
    bundles = [_folder("fonts"), *(_folder("templates", name) for name in _DRAWN)]
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


def editions(
    common: Options, papers: Sequence[str], backs: Sequence[Backs], inks: Sequence[Ink], aids: Sequence[Print]
) -> dict[str, Options]:
    """Return the options of every combination, by folder name and in order; `common` holds what they share."""
    wanted = (
        common._replace(paper=paper, backs=how, ink=ink, aids=size)
        for paper, how, ink, size in product(papers, backs, inks, aids)
    )
    return {f"{one.paper}-{one.backs}-{one.ink}{'-large' * (one.aids == 'large')}": one for one in wanted}


def kits(
    projects: Sequence[Project],
    out: Path,
    wanted: Mapping[str, Options],
    step: Step,
    jobs: int = 1,
    *,
    fresh: bool = False,
    on_report: Callable[[BuildReport], None] = lambda report: None,
) -> tuple[list[BuildReport], list[Diagnostic]]:
    """Bring every edition of every game up to date in `out/<game>/<edition>/`, or in `out/<game>/` for the edition "".

    Files that editions share, such as text documents whatever the backs, are made once. An unchanged kit is not even
    loaded, unless `fresh` asks for everything to be made. `on_report` is called with each kit's report once it is
    there. Raises Surroundings.
    """
    standing = [None if fresh else unchanged(project, out, wanted) for project in projects]
    for report in (report for reports in standing for report in reports or ()):
        on_report(report)
    built: Iterator[tuple[list[BuildReport], list[Diagnostic]]] = iter(())
    if changed := [project for project, reports in zip(projects, standing, strict=True) if reports is None]:
        load_models()
        from rcwkit.kit.pipeline import build

        built = iter(build(changed, out, wanted, step, jobs, fresh=fresh, on_report=on_report))
    reports, found = list[BuildReport](), list[Diagnostic]()
    for ready in standing:
        known = ready and (ready, [diagnostic for report in ready for diagnostic in report.diagnostics])
        made, said = known or next(built)
        reports += made
        found += said
    return reports, found


def load_models() -> None:
    """Load the base of all models first, without plugins of other packages.

    Deep within other imports, the interpreter would allocate and free a chunk of stack at every call.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    import_module("rcwkit.source.base")
