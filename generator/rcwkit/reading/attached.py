"""Files that a booklet takes its text and pictures from; errors point to where the booklet names them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path, PurePosixPath

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.look.images import admitted
from rcwkit.models.booklets import LONGEST, Booklet, TextFile
from rcwkit.reading.markdown import prose
from rcwkit.reading.project import Project
from rcwkit.reading.prose import Attached, Origin, Picture, Prose, Reference
from rcwkit.reading.source import STRANGE, Node, span_at

__all__ = ["attached"]

KIND = "booklet"
MOST = 24 * 2**20
"""Maximum total size of one booklet's pictures, in bytes."""


def attached(booklet: Booklet, node: Node, project: Project) -> Attached:
    """Read the text and pictures of a booklet with the document `node`. Raises InputError with all errors in them."""
    span = span_at(node, ("text",))
    # An overlay names files in its own folder.
    home = next((one for one in project.overlays if span.file in one.reads), project)
    if isinstance(booklet.text, TextFile):
        said = _filed(home, booklet.text.file, span_at(node, ("text", "file")))
    else:
        said = prose(booklet.text, _origin(home, booklet.text, span))
    found, pictures, size = list(said.found), list[Picture](), 0
    for reference in said.pictures:
        try:
            pictures.append(_picture(home, reference))
        except InputError as error:
            found += error.diagnostics
            continue
        size += len(pictures[-1].data)
        if size > MOST:
            message = f"the pictures have more than {MOST // 2**20} MiB together"
            found.append(Diagnostic("E102", message, reference.span, "make them smaller"))
            break
    if found:
        raise InputError(found)
    return Attached(said, tuple(pictures))


def _filed(project: Project, name: str, span: Span) -> Prose:
    """Read the text from a file; `span` is where the booklet names it."""
    path = _path(project, name, span)
    with _named(project, path, span):
        text = project.read(path)
    shown = project.name(path)
    project.kinds[shown] = KIND
    if len(text) > LONGEST:
        raise InputError.of(
            "E102", f"'{name}' has more than {LONGEST:,} characters", span, "split it into two booklets"
        )
    if strange := STRANGE.search(text.replace("\t", " ").replace("\r\n", "\n")):
        line = text.count("\n", 0, strange.start()) + 1
        message = f"a text with the control character U+{ord(strange[0]):04X}"
        raise InputError.of("E119", message, Span(shown, line), "leave it out")
    return prose(text, Origin(shown))


def _origin(project: Project, text: str, span: Span) -> Origin:
    """Return where a text in YAML stands: line by line if it is a literal block, as a whole otherwise."""
    head = project.line(span) or ""
    first = next((row for row, line in enumerate(text.splitlines()) if line.strip()), 0)
    line, row = project.line(Span(span.file, span.line + 1 + first)), text.splitlines()[first] if text.strip() else ""
    if head[span.column - 1 :].startswith("|") and line is not None and line.endswith(row):
        return Origin(span.file, span.line + 1, len(line) - len(row))
    return Origin(span.file, whole=span)


def _picture(project: Project, asked: Reference) -> Picture:
    if ":" in asked.name or asked.name.startswith("//"):
        hint = "save the picture there, and name its file"
        raise InputError.of("E132", f"'{asked.name}' is not in the game's folder", asked.span, hint)
    path = _path(project, asked.name, asked.span)
    with _named(project, path, asked.span):
        data = project.load(path)
    project.kinds[project.name(path)] = KIND
    return _admitted(data, asked)


@lru_cache(maxsize=64)
def _admitted(data: bytes, asked: Reference) -> Picture:
    try:
        return Picture(admitted(data), hashlib.sha256(data).hexdigest())
    except ValueError as error:
        hint = "save it as PNG or JPEG, with at most 25 million pixels"
        raise InputError.of("E132", f"'{asked.name}': {error}", asked.span, hint) from error


def _path(project: Project, name: str, span: Span) -> Path:
    """Return a file's path in a game's folder. Raises InputError for a name that leads elsewhere."""
    path = PurePosixPath(name)
    relative = path.parts and not path.is_absolute() and ".." not in path.parts
    if not relative or "\\" in name or ":" in name or not name.isprintable():
        hint = "name a file of the game: pictures/map.png"
        raise InputError.of("E101", f"'{name}' leads out of the game's folder", span, hint)
    return project.root / path


@contextmanager
def _named(project: Project, path: Path, span: Span) -> Iterator[None]:
    """Report an error about a file as a whole where the booklet names it."""
    try:
        yield
    except InputError as error:
        (found,) = error.diagnostics
        if found.code == "E104":  # its own line is the better place
            raise
        name = path.relative_to(project.root).as_posix()
        hint = nearest(name, _beside(project, path)) if found.code == "E103" else ""
        raise InputError.of(found.code, f"'{path.name}' {found.message}", span, hint) from error


def _beside(project: Project, path: Path) -> list[str]:
    """Return the files in the folder of a path, relative to the game's folder."""
    with suppress(OSError):
        return [one.relative_to(project.root).as_posix() for one in sorted(path.parent.iterdir()) if one.is_file()]
    return []
