"""Files into a Game: pick the model by `kind:`, validate, and map every error back to its place in the YAML."""

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
from rcwkit.reading.game import Document, Game, assemble
from rcwkit.reading.mistakes import worded
from rcwkit.reading.overlay import Source, lay_over
from rcwkit.reading.project import Project
from rcwkit.reading.source import Node, parse, span_at

__all__ = ["load", "validate"]

MOST = 500
"""The most errors of one file that are looked into, and after which no other file is read; nobody reads on."""
VALUES = 400_000
"""The most keys and values that one game may have."""


def load(project: Project) -> Game:
    """Read, parse and validate every document of a folder and its overlays. Raises InputError with everything that is wrong in it."""
    reader = _Reader()
    base = reader.sources(project)
    laid = [source for overlay in project.overlays for source in reader.sources(overlay)]
    documents: list[Document] = []
    for name, node in lay_over(base, laid):
        with reader.gathered():
            documents.append(_whole(validate(node, name), project))
    if reader.found:
        raise InputError(reader.found)
    return assemble(documents)


class _Reader:
    """Reads the documents of one game, in all its folders, and gathers what is wrong in them."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.values = 0

    @contextmanager
    def gathered(self) -> Iterator[None]:
        """Keeps what is wrong and goes on, until there is more than anybody reads: then raises InputError."""
        try:
            yield
        except InputError as error:
            self.found += error.diagnostics
            if len(self.found) > MOST:
                raise InputError(self.found) from error

    def sources(self, project: Project) -> list[Source]:
        """The parsed documents of one folder. Raises InputError for a folder without any, and where a game has too many values."""
        sources: list[Source] = []
        for path in project.documents():
            name = project.name(path)
            with self.gathered():
                node = parse(project.read(path), name)
                project.kinds[name] = _kind(node)
                sources.append((name, node))
                self.values += node.count
            if self.values > VALUES:
                raise InputError(
                    [
                        *self.found,
                        Diagnostic(
                            "E106", f"more than {VALUES:,} values in one game", Span(name), "make two games of it"
                        ),
                    ]
                )
        return sources


def _whole(document: Document, project: Project) -> Document:
    """A document with what it takes from other files. Raises InputError."""
    if not isinstance(document.model, Booklet):
        return document
    from rcwkit.reading.attached import attached

    return replace(document, attached=attached(document.model, document.node, project))


def _kind(node: Node) -> str:
    """What a document says that it is; validating refuses what is no kind."""
    kind = node.value.get("kind") if isinstance(node.value, dict) else None
    return str(kind[1].value) if kind else ""


@lru_cache(maxsize=256)
def validate(node: Node, file: str) -> Document:
    """One parsed file as a checked document, remembered as its node is. Raises InputError."""
    if not isinstance(node.value, dict):
        raise InputError([Diagnostic("E120", "a document is a mapping that begins with 'kind:'", node.span)])
    if "kind" not in node.value:
        raise InputError([Diagnostic("E120", "the document has no 'kind:'", node.span, f"one of: {', '.join(MODELS)}")])
    kind = node.value["kind"][1]
    if not isinstance(kind.value, str) or kind.value not in MODELS:
        raise InputError(
            [
                Diagnostic(
                    "E121",
                    f"unknown kind '{kind.plain()}'",
                    kind.span,
                    nearest(str(kind.value), MODELS) or f"one of: {', '.join(MODELS)}",
                )
            ]
        )
    model = MODELS[kind.value]
    try:
        return Document(kind.value, model.model_validate(node.plain()), node, file)
    except ValidationError as error:
        raise InputError(list(_diagnostics(error.errors(include_url=False)[:MOST], node, model))) from error


def _diagnostics(errors: list[ErrorDetails], node: Node, model: type[BaseModel]) -> Iterator[Diagnostic]:
    """One diagnostic for each place: the branches of a union report the same value more than once."""
    places: dict[tuple[tuple[Any, ...], bool], list[ErrorDetails]] = {}
    for error in _deepest(errors, node):
        is_key = error["type"] == "extra_forbidden" or error["loc"][-1:] == ("[key]",)
        places.setdefault((_steps(node, error["loc"]), is_key), []).append(error)
    lacking = _lacking(errors, node)
    unknown = [
        path for (path, _), group in places.items() if any(error["type"] == "extra_forbidden" for error in group)
    ]
    meant = {path: _meant(str(path[-1]), lacking.get(path[:-1], []), _fields(model, path[:-1])) for path in unknown}
    for path, hint in meant.items():
        yield Diagnostic("E122", f"unknown key '{path[-1]}'", span_at(node, path, key=True), hint)
    for (path, is_key), group in places.items():
        hints = [hint for wrong, hint in meant.items() if wrong[:-1] == path]
        names = [str(error["loc"][-1]) for error in group if error["type"] == "missing"]
        # A key that is lacking because it is misspelt is not said to be missing, too.
        names = [name for name in names if not any(f"'{name}'" in hint or f"'{name}: " in hint for hint in hints)]
        if names:
            yield Diagnostic(
                "E123",
                f"missing key '{names[0]}'" if len(names) == 1 else f"missing keys {', '.join(names)}",
                _start(node, path),
            )
        rest = [error for error in group if error["type"] not in ("extra_forbidden", "missing")]
        if rest:
            said, hint = _wrong(rest, _fields(model, path))
            yield Diagnostic("E124", said, span_at(node, path, key=is_key), hint)


def _lacking(errors: list[ErrorDetails], node: Node) -> dict[tuple[Any, ...], list[str]]:
    """Where keys are missing, and which."""
    found: dict[tuple[Any, ...], list[str]] = {}
    for error in errors:
        if error["type"] == "missing":
            path = _steps(node, error["loc"])
            found.setdefault(path[:-1] if path and path[-1] == error["loc"][-1] else path, []).append(
                str(error["loc"][-1])
            )
    return found


def _meant(name: str, lacking: list[str], fields: set[str]) -> str:
    """A hint for a key that is unknown at its place, where these keys are lacking and those may stand."""
    if name in fields and not nearest(name, lacking):
        return "it does not go with the other keys here"  # but with those of another branch of a union
    return _glued(name, fields) or nearest(name, lacking) or nearest(name, fields)


def _wrong(errors: list[ErrorDetails], fields: set[str]) -> tuple[str, str]:
    """Message and hint for the errors of one value."""
    # A value that has the form of one branch and is wrong there is not measured against the others.
    errors = [error for error in errors if error["type"] == "value_error" and isinstance(error["input"], str)] or errors
    said, hint = worded(errors)
    return said, hint or next((meant for error in errors if (meant := _glued(str(error["input"]), fields))), "")


def _glued(text: str, fields: set[str]) -> str:
    """A hint where key and value were written as one word: `type:army`, `type = army`."""
    match = re.match(r"([\w.-]+)\s*([:=])\s*(\S.*)", text)
    if match is None or match[1] not in fields:
        return ""
    return (
        f"{'put a space after the colon' if match[2] == ':' else 'write a colon and a space'}: '{match[1]}: {match[3]}'"
    )


def _start(node: Node, path: tuple[Any, ...]) -> Span:
    """Where something is missing: at the key that holds it, or at the top."""
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
    """An error's location without the names of union branches: only steps that exist in the document."""
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
    """The keys that may stand at a path of a model."""
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
