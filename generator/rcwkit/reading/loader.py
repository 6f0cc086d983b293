"""Load files into a Game: choose the model by `kind:`, validate, and map every error to its place in the YAML."""

from __future__ import annotations

import re
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from typing_extensions import TypeAliasType

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.models.booklets import Booklet
from rcwkit.models.kinds import MODELS
from rcwkit.reading.files import Files
from rcwkit.reading.game import Document, Game, assemble
from rcwkit.reading.looks import liked
from rcwkit.reading.mistakes import worded
from rcwkit.reading.overlay import Source, lay_over
from rcwkit.reading.project import Project
from rcwkit.reading.source import Node, parse, span_at

__all__ = ["load", "validate"]

MOST = 500
"""Maximum number of errors reported per file; with more in all, no other file is read."""
VALUES = 400_000
"""Maximum number of keys and values in a game."""


def load(project: Project) -> Game:
    """Read, parse and validate every document of a folder and its overlays. Raises InputError with all errors found."""
    reader = _Reader()
    base = reader.sources(project)
    laid = [source for overlay in project.overlays for source in reader.sources(overlay)]
    documents: list[Document] = []
    for name, node in lay_over(base, laid):
        with reader.collecting():
            documents.append(_with_attached(validate(liked(node), name), project))
    if reader.found:
        raise InputError(reader.found)
    return assemble(documents, Files.of(project))


class _Reader:
    """Reads the documents of a game from all its folders and collects their errors."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.values = 0

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Collect errors and go on, up to `MOST` of them. Raises InputError past that."""
        try:
            yield
        except InputError as error:
            self.found += error.diagnostics
            if len(self.found) > MOST:
                raise InputError(self.found) from error

    def sources(self, project: Project) -> list[Source]:
        """Return the parsed documents of a folder. Raises InputError for none, or for too many values."""
        sources: list[Source] = []
        for path in project.documents():
            name = project.name(path)
            with self.collecting():
                node = parse(project.read(path), name)
                project.kinds[name] = _kind(node)
                sources.append((name, node))
                self.values += node.count
            if self.values > VALUES:
                message = f"more than {VALUES:,} values in one game"
                raise InputError([*self.found, Diagnostic("E106", message, Span(name), "split it into two games")])
        return sources


def _with_attached(document: Document, project: Project) -> Document:
    """Return a document with the files it names. Raises InputError."""
    if not isinstance(document.model, Booklet):
        return document
    from rcwkit.reading.attached import attached

    return replace(document, attached=attached(document.model, document.node, project))


def _kind(node: Node) -> str:
    """Return a document's kind, whether or not there is such a kind."""
    kind = node.value.get("kind") if isinstance(node.value, dict) else None
    return str(kind[1].value) if kind else ""


@lru_cache(maxsize=256)
def validate(node: Node, file: str) -> Document:
    """Validate one parsed file; cached, as its node is. Raises InputError."""
    known = f"one of: {', '.join(MODELS)}"
    if not isinstance(node.value, dict):
        raise InputError.of("E120", "a document is a mapping that begins with 'kind:'", node.span)
    if "kind" not in node.value:
        raise InputError.of("E120", "the document has no 'kind:'", node.span, known)
    kind = node.value["kind"][1]
    if not isinstance(kind.value, str) or kind.value not in MODELS:
        hint = nearest(str(kind.value), MODELS) or known
        raise InputError.of("E121", f"unknown kind '{kind.plain()}'", kind.span, hint)
    model = MODELS[kind.value]
    try:
        return Document(kind.value, model.model_validate(node.plain()), node, file)
    except ValidationError as error:
        raise InputError(list(_diagnostics(error.errors(include_url=False)[:MOST], node, model))) from error


def _diagnostics(errors: list[ErrorDetails], node: Node, model: type[BaseModel]) -> Iterator[Diagnostic]:
    """Yield one diagnostic per place, because every branch of a union reports the same value."""
    places: dict[tuple[tuple[Any, ...], bool], list[ErrorDetails]] = {}
    for error in _deepest(errors, node):
        is_key = error["type"] == "extra_forbidden" or error["loc"][-1:] == ("[key]",)
        places.setdefault((_steps(node, error["loc"]), is_key), []).append(error)
    missing = _missing(errors, node)
    refused = {path: {error["type"] for error in group} for (path, _), group in places.items()}
    unknown = [path for path, types_of in refused.items() if "extra_forbidden" in types_of]
    meant = {path: _meant(str(path[-1]), missing.get(path[:-1], []), _fields(model, path[:-1])) for path in unknown}
    for path, hint in meant.items():
        yield Diagnostic("E122", f"unknown key '{path[-1]}'", span_at(node, path, key=True), hint)
    for (path, is_key), group in places.items():
        hints = [hint for wrong, hint in meant.items() if wrong[:-1] == path]
        names = [str(error["loc"][-1]) for error in group if error["type"] == "missing"]
        # A misspelt key is not reported as missing as well.
        names = [name for name in names if not any(f"'{name}'" in hint or f"'{name}: " in hint for hint in hints)]
        if names:
            message = f"missing key '{names[0]}'" if len(names) == 1 else f"missing keys {', '.join(names)}"
            yield Diagnostic("E123", message, _start(node, path))
        rest = [error for error in group if error["type"] not in ("extra_forbidden", "missing")]
        if rest:
            said, hint = _wrong(rest, _fields(model, path))
            # A block of entries begins below its key, which is what is wrong.
            is_block = isinstance(rest[0]["input"], Mapping | list | tuple)
            value, name = span_at(node, path), span_at(node, path, key=True)
            yield Diagnostic("E124", said, name if is_key or (is_block and name.line < value.line) else value, hint)


def _missing(errors: list[ErrorDetails], node: Node) -> dict[tuple[Any, ...], list[str]]:
    """Return the missing keys by path."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for error in errors:
        if error["type"] == "missing":
            path, name = _steps(node, error["loc"]), error["loc"][-1]
            found.setdefault(path[:-1] if path and path[-1] == name else path, []).append(str(name))
    return found


def _meant(name: str, missing: list[str], fields: set[str]) -> str:
    """Return a hint for an unknown key in a mapping that allows `fields` and lacks `missing`."""
    if name in fields and not nearest(name, missing):
        return "it does not go with the other keys here"  # but with those of another branch of a union
    return _unspaced(name, fields) or nearest(name, missing) or nearest(name, fields)


def _wrong(errors: list[ErrorDetails], fields: set[str]) -> tuple[str, str]:
    """Return message and hint for the errors of one value."""
    # A text that matches one branch of a union, and is wrong there, is not judged by the others.
    errors = [error for error in errors if error["type"] == "value_error" and isinstance(error["input"], str)] or errors
    said, hint = worded(errors)
    return said, hint or next((meant for error in errors if (meant := _unspaced(str(error["input"]), fields))), "")


def _unspaced(text: str, fields: set[str]) -> str:
    """Return a hint if key and value were written as one word: `type:army`, `type = army`."""
    match = re.match(r"([\w.-]+)\s*([:=])\s*(\S.*)", text)
    if match is None or match[1] not in fields:
        return ""
    cure = "put a space after the colon" if match[2] == ":" else "write a colon and a space"
    return f"{cure}: '{match[1]}: {match[3]}'"


def _start(node: Node, path: tuple[Any, ...]) -> Span:
    """Return the span of the key whose mapping lacks something, or of the whole document."""
    return span_at(node, path, key=True) if path else node.span


def _deepest(errors: list[ErrorDetails], node: Node) -> list[ErrorDetails]:
    """Leave out errors at a value when another branch of its union got further inside."""
    paths = [_steps(node, error["loc"]) for error in errors]
    inner = {path[:cut] for path in paths for cut in range(len(path))}
    return [
        error
        for error, path in zip(errors, paths, strict=True)
        if path not in inner or error["type"] in ("missing", "value_error") or len(error["loc"]) == len(path)
    ]


def _steps(node: Node, loc: tuple[int | str, ...]) -> tuple[Any, ...]:
    """Return the steps of an error's location that exist in the document, without the names of union branches."""
    steps: list[Any] = []
    for step in loc:
        if isinstance(node.value, dict):
            name = step if step in node.value else next((key for key in node.value if str(key) == str(step)), None)
            if name is None:
                continue
            node = node.value[name][1]
            steps.append(name)
        elif isinstance(node.value, tuple) and isinstance(step, int) and step < len(node.value):
            node = node.value[step]
            steps.append(step)
    return tuple(steps)


def _fields(model: Any, path: tuple[Any, ...]) -> set[str]:
    """Return the keys allowed at a path of a model."""
    annotations = [model]
    for step in path:
        annotations = [inner for annotation in annotations for inner in _inside(annotation, step)]
    return {name for annotation in annotations if _is_model(annotation) for name in annotation.model_fields}


def _inside(annotation: Any, step: Any) -> Iterator[Any]:
    if _is_model(annotation):
        if step in annotation.model_fields:
            yield from _unwrapped(annotation.model_fields[step].annotation)
    elif isinstance(get_origin(annotation), type) and issubclass(get_origin(annotation), Mapping):
        yield from _unwrapped(get_args(annotation)[1])
    elif get_origin(annotation) is tuple:
        yield from _unwrapped(get_args(annotation)[0])


def _unwrapped(annotation: Any) -> Iterator[Any]:
    origin = get_origin(annotation)
    if isinstance(annotation, TypeAliasType):
        yield from _unwrapped(annotation.__value__)
    elif origin is Annotated:
        yield from _unwrapped(get_args(annotation)[0])
    elif origin in (Union, types.UnionType):
        for part in get_args(annotation):
            yield from _unwrapped(part)
    else:
        yield annotation


def _is_model(annotation: Any) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)
