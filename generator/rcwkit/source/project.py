"""The project: reads files inside a game's folder, within limits, and logs every read with its digest."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import accumulate
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span, closest


class OpenedFile(NamedTuple):
    """A file: its name as messages show it, and its bytes."""

    shown: str
    data: bytes


Read = Callable[[str, Span], OpenedFile]
"""Opens a file that a document names, at a place. Raises InputError."""


class Files:
    """Opens the files of a project for the pictures on its pieces, without logging them as read."""

    def __init__(self, project: Project | None) -> None:
        self.project = project

    @classmethod
    def of(cls, project: Project) -> Files:
        """Return the files of a project, without what was read of it."""
        overlays = tuple(Project(overlay.root, overlay.shown) for overlay in project.overlays)
        return cls(Project(project.root, project.shown, overlays))

    def __call__(self, name: str, span: Span) -> OpenedFile:
        """Open a file that a document names at `span`. Raises InputError there."""
        if self.project is None:
            raise InputError.of("E103", f"'{name}' cannot be read: there is no folder", span)
        home, path = located(self.project, name, span)
        with named(home, path, span):
            return OpenedFile(home.name(path), home.open(path))

    def digest(self, name: str) -> str:
        """Return the SHA-256 of a file, empty if it cannot be opened."""
        try:
            return hashlib.sha256(self(name, Span(name)).data).hexdigest()
        except InputError:
            return ""

    def same(self, digests: Mapping[str, str]) -> bool:
        """Return whether files still have these digests, by their names."""
        return all(self.digest(name) == known for name, known in digests.items())


NOWHERE = Files(None)
"""No folder: every file is missing."""


def located(project: Project, name: str, span: Span) -> tuple[Project, Path]:
    """Return the path of a file, and which of a project's folders it is in: the last overlay that has it, or the first.

    Raises InputError for a name that leads elsewhere.
    """
    path = PurePosixPath(name)
    relative = path.parts and not path.is_absolute() and ".." not in path.parts
    if not relative or "\\" in name or ":" in name or not name.isprintable():
        hint = "name a file of the game: pictures/map.png"
        raise InputError.of("E101", f"'{name}' leads out of the game's folder", span, hint)
    homes = (*reversed(project.overlays), project)
    home = next((one for one in homes if _stands(one.root / path)), project)
    return home, home.root / path


def _stands(path: Path) -> bool:
    try:
        return path.is_symlink() or path.exists()
    except (OSError, RuntimeError):  # a name too long; before Python 3.13 a link to itself
        return False


def shown(project: Project, name: str) -> str:
    """Return the name of a file of the game as messages show it."""
    home, path = located(project, name, Span(name))
    return home.name(path)


@contextmanager
def named(project: Project, path: Path, span: Span) -> Iterator[None]:
    """Report an error about a file as a whole where a document names it."""
    try:
        yield
    except InputError as error:
        (found,) = error.diagnostics
        if found.code == "E104":  # its own line is the better place
            raise
        name = path.relative_to(project.root).as_posix()
        hint = _meant(project, path) if found.code == "E103" else ""
        if found.code == "E102" and path.suffix.lower() in PICTURES:
            hint = "save it with fewer pixels: 300 to an inch, as it is printed, are sharp"
        raise InputError.of(found.code, f"'{name}' {found.message}", span, hint) from error


def _meant(project: Project, path: Path) -> str:
    """Return a hint with the file that may be meant: of its name in another folder, or of one like it in its own."""
    beside: list[Path] = []
    with suppress(OSError):
        beside = [one for one in sorted(path.parent.iterdir()) if one.is_file()]
    if path.suffix.lower() in PICTURES:  # no document is meant then
        beside = [one for one in beside if one.suffix.lower() in PICTURES]
    alike = [one for one in beside if one.stem.casefold() == path.stem.casefold()]
    with suppress(InputError):  # too many files
        alike += [] if alike else [one for one in project.walk() if one.name.casefold() == path.name.casefold()]
    if not alike:
        # Of two with one name, that of its suffix.
        stems = {one.stem: one for one in sorted(beside, key=lambda one: one.suffix == path.suffix)}
        near = closest(path.stem, stems)
        alike = [stems[near]] if near else []
    return f"did you mean '{alike[0].relative_to(project.root).as_posix()}'?" if alike else ""


LIMIT = 8 * 2**20
"""Maximum size of a text file, in bytes."""
LINES = 200_000
"""Maximum number of lines of a text file."""
_BREAKS = b"\n\r\x0b\x0c\x1c\x1d\x1e"
_WIDE_BREAKS = "\x85\u2028\u2029"
LOCAL = "local"
"""The folder in a game's folder for the user's own overlay; git ignores it."""
SCHEMAS = ".schemas"
"""Folder beside a game's documents to which their first lines point editors."""
DOCUMENTS = (".yaml", ".yml")
"""Suffixes of documents."""
_MISNAMED = re.compile(r"\.ya?ml(\.txt)?$", re.IGNORECASE)
"""The end of a name that is almost that of a document: as some systems hide it, or write it in capitals."""
DATA = (".csv", ".tsv", ".xls", ".xlsx", ".ods", ".json", ".toml", ".xml")
"""Suffixes of data files; only spreadsheets that a document names are read."""
PICTURES = (".png", ".jpg", ".jpeg", ".svg")
"""Suffixes of pictures."""
LOCK = "~$"
"""What the names of the files begin with that Excel leaves beside an open workbook."""
FILES = 2000
"""Maximum number of documents of a game."""
BELOW = 100_000
"""Maximum number of files and folders in a game's folder; a home folder or a disk has more."""
ALL = 2 * LIMIT
"""Maximum total size of a game's documents, in bytes."""


@dataclass(eq=False, repr=False)
class Project:
    """A game's folder. `shown` is its name in messages; `overlays` are laid over it in order.

    `language` is that of the kit to be made; the game's own if it is empty.

    `reads`, `kinds` and `lines` map each file read since the folder was last listed to its SHA-256, the kinds of
    documents made from it, and its lines; `cells` maps each sheet of a workbook to the texts of its cells. `unsaved`
    maps paths to what is read in place of the files on disk, which need not exist.
    """

    root: Path
    shown: str = ""
    overlays: tuple[Project, ...] = ()
    language: str = ""
    reads: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lines: dict[str, list[str]] = field(default_factory=dict)
    cells: dict[str, Mapping[tuple[int, int], str]] = field(default_factory=dict)
    unsaved: dict[Path, bytes] = field(default_factory=dict)

    def name(self, path: Path) -> str:
        """Return a path as messages show it, with forward slashes; bytes that are not UTF-8 are escaped."""
        name = "/".join([self.shown or self.root.name, *path.relative_to(self.root).parts])
        return name.encode("utf-8", "backslashreplace").decode()

    def documents(self) -> list[Path]:
        """Return all YAML files below the root except hidden ones, sorted. Raises InputError if there are none."""
        if not self.root.is_dir() and not self.unsaved:
            raise self._error(f"no such folder: {self.shown or self.root}", "E100")
        for log in (self.reads, self.kinds, self.lines, self.cells):
            log.clear()
        found: list[Path] = []
        for path in dict.fromkeys((*self.walk(), *self.unsaved)):
            if path.name.endswith(DOCUMENTS):
                found.append(path)
            if len(found) > FILES:
                raise self._error(f"more than {FILES} YAML files", "E100")
        if not found:
            raise self._error(f"no YAML files in {self.shown or self.root}", "E100")
        if sum(map(_size, found)) > ALL:
            raise self._error(f"more than {ALL // 2**20} MiB of YAML files", "E102")
        return found

    def walk(self) -> Iterator[Path]:
        """Yield all files below the root in a fixed order, without hidden ones and those in `local/`.

        Raises InputError if there are too many.
        """
        seen = 0
        for folder, folders, files in os.walk(self.root):
            seen += 1 + len(files)
            if seen > BELOW:
                raise self._error(f"more than {BELOW:,} files and folders", "E100")
            own = LOCAL if Path(folder) == self.root else ""
            folders[:] = sorted(name for name in folders if not name.startswith(".") and name != own)
            yield from (Path(folder) / name for name in sorted(files) if not name.startswith("."))

    def digests(self) -> dict[str, str]:
        """Return a hash per kind of the names and contents of all its documents read here and in the overlays."""
        found: dict[str, list[str]] = {}
        for one in (self, *self.overlays):
            for name, kinds in one.kinds.items():
                for kind in kinds:
                    found.setdefault(kind, []).append(f"{name}\n{one.reads[name]}")
        return {kind: hashlib.sha256("\n".join(rows).encode()).hexdigest() for kind, rows in found.items()}

    def mark(self, path: Path, kind: str) -> None:
        """Note that documents of a kind are made from a file that was read."""
        name = self.name(path)
        self.kinds[name] = tuple(dict.fromkeys((*self.kinds.get(name, ()), kind)))

    def load(self, path: Path, most: int = LIMIT) -> bytes:
        """Read a file's bytes and log it. Raises InputError as `open` does."""
        data = self.open(path, most)
        self.reads[self.name(path)] = hashlib.sha256(data).hexdigest()
        return data

    def open(self, path: Path, most: int = LIMIT) -> bytes:
        """Read a file's bytes. Raises InputError if it leads out of the root, is no plain file, or is too large."""
        if path in self.unsaved:
            return self.unsaved[path]
        try:
            if self._leads_out(path):
                raise self._error("leads out of the game's folder", "E101", self.name(path))
            status = path.stat()
            if not stat.S_ISREG(status.st_mode):
                raise self._error("is not a plain file", "E101", self.name(path))
            if status.st_size > most:
                raise self._error(f"is larger than {most // 2**20} MiB", "E102", self.name(path))
            return path.read_bytes()
        except (OSError, RuntimeError) as error:  # before Python 3.13 a link to itself is a RuntimeError
            reason = getattr(error, "strerror", "") or "a link to itself"
            raise self._error(f"cannot be read: {reason}", "E103", self.name(path)) from error

    def _leads_out(self, path: Path) -> bool:
        """Return whether a path leads out of the root. Only a link can, on POSIX, and to resolve all takes long."""
        inside = path.relative_to(self.root).parts
        _, *steps = accumulate(inside, os.path.join, initial=str(self.root))
        if os.name == "posix" and ".." not in inside and not any(map(os.path.islink, steps)):
            return False
        return not path.resolve().is_relative_to(self.root.resolve())

    def read(self, path: Path) -> str:
        """Read the text of a file. Raises InputError as `load` does, and if it is not UTF-8 or has too many lines."""
        shown, data = self.name(path), self.load(path)
        try:
            text = data.decode("utf-8").removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise InputError.of("E104", "is not UTF-8 text", Span(shown, line), "save the file as UTF-8") from error
        breaks = len(data) - len(data.translate(None, _BREAKS)) - data.count(b"\r\n")
        if breaks + (0 if text.isascii() else sum(map(text.count, _WIDE_BREAKS))) > LINES:
            raise self._error(f"has more than {LINES:,} lines", "E102", shown)
        self.lines[shown] = text.splitlines()
        return text

    def beside(self) -> dict[str, str]:
        """Return the SHA-256 of each file read for a document, by its path in this folder."""
        start = len(self.shown or self.root.name) + 1
        return {name[start:]: digest for name, digest in self.reads.items() if not name.endswith(DOCUMENTS)}

    def line(self, span: Span) -> str | None:
        """Return the line or the text of the cell that a span points at, if it was read here or in an overlay."""
        if span.file in self.cells:
            return self.cells[span.file].get((span.line, span.column))
        lines = self.lines.get(span.file)
        if lines is None:
            return next((line for line in (overlay.line(span) for overlay in self.overlays) if line is not None), None)
        return lines[span.line - 1] if lines and 0 < span.line <= len(lines) else None

    def _error(self, message: str, code: str, shown: str = "") -> InputError:
        return InputError.of(code, message, Span(shown or self.shown or str(self.root)))


def _size(path: Path) -> int:
    """Return the size of a file, or 0 if `load` will refuse it by name."""
    try:
        size = path.stat().st_size
        return size if size <= LIMIT else 0
    except (OSError, RuntimeError):  # before Python 3.13 a link to itself is a RuntimeError
        return 0


def unread(project: Project) -> Iterator[Diagnostic]:
    """Yield a note for each data file in a project's folders that no document names, and a warning for empty documents.

    Nobody should expect them to be read.
    """
    message = "is not read: no document takes its entries from it"
    hint = "a document names a spreadsheet in `from:`, such as `cards: {from: cards.csv}`"
    for one in (project, *project.overlays):
        for name, lines in one.lines.items():
            if name.endswith(DOCUMENTS) and not lines:
                yield Diagnostic(
                    "W108", "the file is empty: nothing is read from it", Span(name), "fill it, or delete it"
                )
        for path in one.walk():
            # The spots of a board lie beside its picture, for `--map` of an export.
            if path.suffix == ".csv" and any(path.with_suffix(end).exists() for end in (".png", ".jpg")):
                continue
            if path.name.lower().endswith(DATA) and not path.name.startswith(LOCK) and one.name(path) not in one.reads:
                yield Diagnostic("N107", message, Span(one.name(path), 0), hint)
            elif _MISNAMED.search(path.name) and not path.name.endswith(DOCUMENTS):
                name = _MISNAMED.sub(".yaml", path.name)
                almost = "is not read: it is named almost as a document, but not quite"
                yield Diagnostic("W107", almost, Span(one.name(path), 0), f"name it {name}")


def encoded(text: str, before: bytes) -> bytes:
    """Return what a file is to have; it begins with a byte order mark if it did before."""
    return text.encode("utf-8-sig" if before.startswith(BOM_UTF8) else "utf-8")
