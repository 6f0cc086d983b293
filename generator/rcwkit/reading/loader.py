"""Load files into a Game: choose the model by `kind:`, validate, and lay overlays over the documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.look.language import ENGLISH
from rcwkit.models.entries import FROM
from rcwkit.models.game import GameInfo
from rcwkit.models.kinds import MODELS
from rcwkit.reading.files import Files
from rcwkit.reading.game import Document, Game, assemble
from rcwkit.reading.languages import spoken
from rcwkit.reading.looks import liked
from rcwkit.reading.neutral import with_neutral
from rcwkit.reading.overlay import Source, lay_over
from rcwkit.reading.project import Project
from rcwkit.reading.source import Node, Root, parse
from rcwkit.reading.starts import with_starts
from rcwkit.reading.validation import MOST, modelled

__all__ = ["load", "validate"]

VALUES = 400_000
"""Maximum number of keys and values in a game."""


def load(project: Project) -> Game:
    """Read, parse and validate every document of a folder and its overlays. Raises InputError with all errors found."""
    reader = _Reader()
    parsed = [reader.sources(folder) for folder in (project, *project.overlays)]
    base, *laid = [reader.filled(sources, project) for sources in parsed]
    documents: list[Document] = []
    for name, node in lay_over(base, chain.from_iterable(laid)):
        with reader.collecting():
            documents.append(validate(liked(node), name))
    code = _language(documents, project)
    files = {name: file for one in documents for name, file in _files(one, code)}
    for index, document in enumerate(documents):
        with reader.collecting():
            documents[index] = _with_attached(document, files, code, project)
    if reader.found:
        raise InputError(reader.found)
    maps = [document for document in documents if document.kind == "maps"]
    if maps:
        from rcwkit.reading.survey import bounded

        bounded((one.model, one.at()) for one in maps)
    game = with_starts(assemble(documents, Files.of(project)))
    if code != game.info.language:
        from rcwkit.reading.translated import translated  # which knows the models of procedures and tables

        game = translated(game, code)
    game = with_neutral(replace(game, say=spoken(code, (one for _, one in game.kind("translation")))))
    if not game.info.fonts:
        return game
    from rcwkit.reading.typefaces import typefaces

    made = typefaces(game.root, documents, project)
    return replace(game, fonts=made.fonts, licences=made.licences)


_Parsed = tuple[str, Root]
"""The name of a file, as messages show it, and its document as parsed."""


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

    def sources(self, project: Project) -> list[_Parsed]:
        """Return the parsed documents of a folder. Raises InputError for none, or for too many values."""
        sources: list[_Parsed] = []
        for path in project.documents():
            name = project.name(path)
            with self.collecting():
                text = project.read(path)
                if not text:  # such as one that a shell made to write a translation into; `unread` warns of it
                    continue
                node = parse(text, name)
                project.mark(path, _kind(node))
                sources.append((name, node))
                self.values += node.count
            self._limit(name)
        return sources

    def filled(self, sources: list[_Parsed], project: Project) -> list[Source]:
        """Return documents with the rows of the sheets that they name. Raises InputError for too many values."""
        done: list[Source] = []
        for name, node in sources:
            with self.collecting():
                whole = _with_rows(node, project)
                done.append((name, whole))
                self.values += whole.count - node.count
            self._limit(name)
        return done

    def _limit(self, name: str) -> None:
        if self.values > VALUES:
            message = f"more than {VALUES:,} values in one game"
            raise InputError([*self.found, Diagnostic("E106", message, Span(name), "split it into two games")])


def _with_rows(root: Root, project: Project) -> Root:
    """Return a document with the rows of the sheets that it names. Raises InputError."""
    if FROM not in root.keys:
        return root
    from rcwkit.reading.sheets import filled

    return filled(root, project)


def _with_attached(document: Document, files: Mapping[str, str], code: str, project: Project) -> Document:
    """Return a document with the files it names, or their translations. Raises InputError."""
    booklet = document.model
    if document.kind != "booklet":
        return document
    from rcwkit.models.booklets import TextFile
    from rcwkit.reading.attached import attached

    if isinstance(booklet.text, TextFile) and booklet.text.file in files:
        text = booklet.text.model_copy(update={"file": files[booklet.text.file]})
        booklet = booklet.model_copy(update={"text": text, "language": code})
    return replace(document, model=booklet, attached=attached(booklet, document.node, project))


def _language(documents: Iterable[Document], project: Project) -> str:
    """Return the language of the kit: the one asked for, or the game's own."""
    own = next((one.model.language for one in documents if isinstance(one.model, GameInfo)), ENGLISH.code)
    return project.language or own


def _files(document: Document, code: str) -> Iterable[tuple[str, str]]:
    """Return the files of booklets that a translation into a language replaces."""
    found = document.kind == "translation" and document.model.language == code
    return document.model.files.items() if found else ()


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
    return Document(kind.value, modelled(MODELS[kind.value], node), node, file)
