"""Files that a booklet takes its text and pictures from; errors point to where the booklet names them."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.look.images import admitted
from rcwkit.models.booklets import LONGEST, Booklet, TextFile
from rcwkit.reading.files import located, named
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
    if isinstance(booklet.text, TextFile):
        said = _filed(project, booklet.text.file, span_at(node, ("text", "file")))
    else:
        said = prose(booklet.text, _origin(project, booklet.text, span))
    found, pictures, size = list(said.found), list[Picture](), 0
    for reference in said.pictures:
        try:
            pictures.append(_picture(project, reference))
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
    home, path = located(project, name, span)
    with named(home, path, span):
        text = home.read(path)
    shown = home.name(path)
    home.mark(path, KIND)
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
    home, path = located(project, asked.name, asked.span)
    with named(home, path, asked.span):
        data = home.load(path)
    home.mark(path, KIND)
    return _admitted(data, asked)


@lru_cache(maxsize=64)
def _admitted(data: bytes, asked: Reference) -> Picture:
    try:
        return Picture(admitted(data), hashlib.sha256(data).hexdigest())
    except ValueError as error:
        hint = "save it as PNG or JPEG, with at most 25 million pixels"
        raise InputError.of("E132", f"'{asked.name}': {error}", asked.span, hint) from error
