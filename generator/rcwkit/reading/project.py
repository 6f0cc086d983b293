"""The project: resolves paths inside its roots, reads within limits, knows the build time, and logs every read with its hash."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from rcwkit.diagnostics import Diagnostic, InputError, Span

__all__ = ["DOCUMENTS", "LIMIT", "LOCAL", "Project", "unread"]

LIMIT = 8 * 2**20
"""The most bytes that one text file may have."""
LINES = 200_000
"""The most lines that one text file may have."""
_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
LOCAL = "local"
"""The folder beside a game's data for its owner's own overlay; git does not see it."""
DOCUMENTS = (".yaml", ".yml")
"""How the names of documents end."""
DATA = (".csv", ".tsv", ".xls", ".xlsx", ".ods", ".json", ".toml", ".xml")
"""How the names of files end that hold data, but are not read."""
FILES = 2000
"""The most documents that one game may have."""
ALL = 2 * LIMIT
"""The most bytes that they may have together."""


@dataclass
class Project:
    """One game's folder. `shown` is how messages name it; `overlays` are laid over it in order.

    `reads` maps each file read since the folder was last listed to its SHA-256, `kinds` to the kind of document that it is.
    """

    root: Path
    shown: str = ""
    overlays: tuple[Project, ...] = ()
    reads: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    lines: dict[str, list[str]] = field(default_factory=dict)

    def name(self, path: Path) -> str:
        """The path as the user knows it, always with forward slashes; a byte that is no UTF-8 is written as an escape."""
        name = "/".join([self.shown or self.root.name, *path.relative_to(self.root).parts])
        return name.encode("utf-8", "backslashreplace").decode()

    def documents(self) -> list[Path]:
        """All YAML files below the root in a fixed order, without hidden ones. Raises InputError for a missing or empty folder."""
        if not self.root.is_dir():
            raise self._error(f"no such folder: {self.shown or self.root}", "E100")
        for log in (self.reads, self.kinds, self.lines):
            log.clear()
        found: list[Path] = []
        for folder, folders, files in os.walk(self.root):
            # A player's own overlay may lie in `local/`; it is laid over the rest, not read with it.
            folders[:] = sorted(
                name
                for name in folders
                if not name.startswith(".") and not (name == LOCAL and Path(folder) == self.root)
            )
            found += [
                Path(folder) / name for name in sorted(files) if name.endswith(DOCUMENTS) and not name.startswith(".")
            ]
            if len(found) > FILES:
                raise self._error(f"more than {FILES} YAML files", "E100")
        if not found:
            raise self._error(f"no YAML files in {self.shown or self.root}", "E100")
        if sum(map(_size, found)) > ALL:
            raise self._error(f"more than {ALL // 2**20} MiB of YAML files", "E102")
        return found

    def digests(self) -> dict[str, str]:
        """Kind → a hash of all documents of that kind that were read here and in the overlays, with their names."""
        found: dict[str, list[str]] = {}
        for one in (self, *self.overlays):
            for name, kind in one.kinds.items():
                found.setdefault(kind, []).append(f"{name}\n{one.reads[name]}")
        return {kind: hashlib.sha256("\n".join(rows).encode()).hexdigest() for kind, rows in found.items()}

    def load(self, path: Path) -> bytes:
        """The bytes of a file inside the root. Raises InputError if it is a link out, no plain file, or too large."""
        shown = self.name(path)
        try:
            if not path.resolve().is_relative_to(self.root.resolve()):
                raise self._error("leads out of the game's folder", "E101", shown)
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                raise self._error("is not a plain file", "E101", shown)
            if status.st_size > LIMIT:
                raise self._error(f"is larger than {LIMIT // 2**20} MiB", "E102", shown)
            data = path.read_bytes()
        except (OSError, RuntimeError) as error:  # before Python 3.13 a link to itself is a RuntimeError
            raise self._error(
                f"cannot be read: {getattr(error, 'strerror', '') or 'a link to itself'}", "E103", shown
            ) from error
        self.reads[shown] = hashlib.sha256(data).hexdigest()
        return data

    def read(self, path: Path) -> str:
        """The text of a file inside the root. Raises InputError as `load` does, and if it is not UTF-8 or has too many lines."""
        shown, data = self.name(path), self.load(path)
        try:
            text = data.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise InputError(
                [Diagnostic("E104", "is not UTF-8 text", Span(shown, line), "save the file as UTF-8")]
            ) from error
        if sum(map(text.count, _BREAKS)) - text.count("\r\n") > LINES:
            raise self._error(f"has more than {LINES:,} lines", "E102", shown)
        self.lines[shown] = text.splitlines()
        return text

    def beside(self) -> dict[str, str]:
        """Path in this folder → SHA-256 of each file that was read here for a document, and is none itself."""
        start = len(self.shown or self.root.name) + 1
        return {name[start:]: digest for name, digest in self.reads.items() if not name.endswith(DOCUMENTS)}

    def line(self, span: Span) -> str | None:
        """The source line that a span points at, if that file was read here or in an overlay."""
        lines = self.lines.get(span.file)
        if lines is None:
            return next((line for line in (overlay.line(span) for overlay in self.overlays) if line is not None), None)
        return lines[span.line - 1] if lines and 0 < span.line <= len(lines) else None

    def _error(self, message: str, code: str, shown: str = "") -> InputError:
        return InputError([Diagnostic(code, message, Span(shown or self.shown or str(self.root)))])


def _size(path: Path) -> int:
    """The bytes of a file that may be read; what is too large or cannot be looked at is refused by its own name."""
    try:
        size = path.stat().st_size
        return size if size <= LIMIT else 0
    except (OSError, RuntimeError):  # before Python 3.13 a link to itself is a RuntimeError
        return 0


def unread(project: Project) -> Iterator[Diagnostic]:
    """A note for each file of data in a project's folders that is not YAML, so that nobody takes it for read."""
    for one in (project, *project.overlays):
        for folder, folders, files in os.walk(one.root):
            folders[:] = sorted(
                name
                for name in folders
                if not name.startswith(".") and not (name == LOCAL and Path(folder) == one.root)
            )
            for name in sorted(files):
                if name.lower().endswith(DATA) and not name.startswith("."):
                    said = "is not read: the documents of a game are YAML"
                    yield Diagnostic(
                        "N107",
                        said,
                        Span(one.name(Path(folder) / name), 0),
                        "`rcwkit new` begins a game with one of every kind",
                    )
