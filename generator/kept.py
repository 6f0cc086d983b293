"""What a build keeps so that the next one makes only what differs: by what each file was made of, and the digest of what came out.

The record lies beside the files; it holds no contents. What it says of a file counts only while that file's own bytes have the digest
that it names, and while the code, the libraries, the fonts, the templates, the options and the documents read are the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.bundled import bundled
from generator.diagnostics import Diagnostic, InputError, Span
from generator.options import Options
from generator.project import Project
from generator.publish import MANIFEST, STAGED, digest, is_plain
from generator.reports import Report

__all__ = ["KEPT", "Entry", "Kept", "kept_in", "key_of", "made_of", "record_of", "unchanged"]

KEPT = ".kept.json"
LIBRARIES = Path("/etc/ld.so.cache")
"""Changes whenever a shared library is installed or upgraded, Pango among them; where there is none, that goes unseen."""


class Entry(NamedTuple):
    """One file of a kit: what it was made of, which kinds of documents were read for it (with their digests), and all that was said of it."""

    of: str
    reads: dict[str, str]
    sha256: str
    facts: dict[str, Any]
    diagnostics: list[Diagnostic]

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        said = [_flat(diagnostic) for diagnostic in self.diagnostics]
        return {"of": self.of, "reads": self.reads, "sha256": self.sha256, "facts": self.facts, "said": said}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Entry:
        """From what `as_json` gave."""
        return cls(data["of"], data["reads"], data["sha256"], data["facts"], [_diagnostic(one) for one in data["said"]])


@dataclass(frozen=True)
class Kept:
    """What the last build of a folder kept; empty where there was none, or none of this code."""

    folder: Path
    files: dict[str, Entry] = field(default_factory=dict)
    pieces: dict[str, Any] = field(default_factory=dict)

    def find(self, name: str, of: str, reads: Mapping[str, str]) -> tuple[Entry, bytes] | None:
        """A file that would come out the same if it were made again, with its bytes."""
        entry = self.files.get(name)
        if entry is None or entry.of != of or any(reads.get(kind, "") != known for kind, known in entry.reads.items()):
            return None
        data = _bytes(self.folder / name)
        return (entry, data) if data is not None and digest(data) == entry.sha256 else None


def kept_in(folder: Path) -> Kept:
    """What is kept in a folder."""
    record = _record(folder)
    if record is None or record["code"] != _code():
        return Kept(folder)
    manifest = _bytes(folder / MANIFEST)
    pieces = json.loads(manifest)["pieces"] if manifest is not None and digest(manifest) == record["manifest"] else None
    files = {name: Entry.read(entry) for name, entry in record["files"].items()}
    return Kept(folder, files if pieces is not None else {}, pieces or {})


def record_of(key: str, files: Mapping[str, Entry], report: Report, outputs: Mapping[str, bytes], manifest: bytes) -> bytes:
    """The record of a kit that is about to be published. Without a key, the kit as a whole is not taken for unchanged next time."""
    body = {
        "code": _code(),
        "game": report.game,
        "manifest": digest(manifest),
        "outputs": {name: digest(data) for name, data in outputs.items()},
        "pages": report.pages,
        "said": [_flat(diagnostic) for diagnostic in report.diagnostics],
        "files": {name: entry.as_json() for name, entry in files.items()},
    }
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    return b"\n".join((key.encode(), digest(text).encode(), text))


def unchanged(project: Project, out: Path, wanted: Mapping[str, Options]) -> list[Report] | None:
    """The reports of kits that stand in `out` just as they would be built again, one for each wanted subfolder; None if any does not."""
    try:
        folders = [path for path in sorted(out.iterdir()) if path.is_dir()]
        for one in (project, *project.overlays) if folders else ():
            for path in one.documents():
                one.read(path)
    except (InputError, OSError):
        return None
    keys = {name: key_of(project, options) for name, options in wanted.items()}
    for folder in folders:
        reports = [_standing(folder / name, key) for name, key in keys.items()]
        if all(reports):
            return [report for report in reports if report]
    return None


def _standing(folder: Path, key: str) -> Report | None:
    """The report of a kit if all of its files are still what a build with this key published."""
    record = _record(folder, key)
    if record is None or record["code"] != _code() or any(folder.glob(STAGED + "*")):
        return None
    sizes = {}
    for name, known in (*record["outputs"].items(), (MANIFEST, record["manifest"])):
        data = _bytes(folder / name)
        if data is None or digest(data) != known:
            return None
        sizes[name] = len(data)
    del sizes[MANIFEST]
    return Report(record["game"], folder, sizes, record["pages"], [_diagnostic(one) for one in record["said"]])


def _record(folder: Path, key: str | None = None) -> dict[str, Any] | None:
    """The record of a folder if it is whole, and of this key."""
    data = _bytes(folder / KEPT)
    if data is None or (key is not None and not data.startswith(key.encode())):
        return None
    _, _, rest = data.partition(b"\n")
    sha256, _, text = rest.partition(b"\n")
    if digest(text).encode() != sha256:
        return None
    found: dict[str, Any] = json.loads(text)
    return found


def key_of(project: Project, options: Options) -> str:
    """What a whole kit is made of. The project has been read."""
    reads = [sorted(one.reads.items()) for one in (project, *project.overlays)]
    return _hash("kit", _code(), _folder("templates"), options.as_json(), reads)


def made_of(options: Options, stem: str, *, cut: bool, more: str = "") -> str:
    """What one file is made of besides documents: what matters of the options, the templates for a text, and whatever `more` there is."""
    return _hash("file", _code(), "" if cut else _folder("templates"), options.as_json(), stem, more)


@cache
def _code() -> str:
    """A hash of all that is not the user's: our code, the fonts, Python, and whatever packages and shared libraries are installed."""
    package = str(Path(__file__).parent)
    found = hashlib.sha256()
    for folder, folders, names in os.walk(package):  # several times as fast as what pathlib has for this
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(name for name in names if name.endswith(".py")):
            with open(f"{folder}{os.sep}{name}", "rb") as stream:  # noqa: PTH123
                data = stream.read()
            found.update(f"{folder[len(package) :]}/{name}\n{len(data)}\n".encode() + data)
    packages = sorted({path.name for folder in map(Path, sys.path) if folder.is_dir() for path in folder.glob("*.dist-info")})
    libraries = LIBRARIES.stat() if LIBRARIES.exists() else None
    linked = (libraries.st_size, libraries.st_mtime_ns) if libraries else ()
    surroundings = (platform.machine(), sys.version, packages, linked)
    return _hash(found.hexdigest(), _folder("fonts"), repr(surroundings))


@cache
def _folder(name: str) -> str:
    """A hash of all plain files of a bundled folder."""
    return _hash([(path.name, digest(path.read_bytes())) for path in sorted(bundled(name).iterdir()) if is_plain(path)])


def _hash(*parts: object) -> str:
    return digest(json.dumps(parts, ensure_ascii=False, sort_keys=True).encode())


def _bytes(path: Path) -> bytes | None:
    """The contents of a plain file; None for anything else."""
    try:
        return path.read_bytes() if is_plain(path) else None
    except OSError:
        return None


def _flat(diagnostic: Diagnostic) -> list[Any]:
    related = [[text, *_place(span)] for text, span in diagnostic.related]
    return [diagnostic.code, diagnostic.message, _place(diagnostic.span), diagnostic.hint, related]


def _place(span: Span) -> tuple[str, int, int, int]:
    return span.file, span.line, span.column, span.length


def _diagnostic(flat: Iterable[Any]) -> Diagnostic:
    code, message, span, hint, related = flat
    return Diagnostic(code, message, Span(*span), hint, tuple((text, Span(*place)) for text, *place in related))
