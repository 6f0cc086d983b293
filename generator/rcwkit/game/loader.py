"""Load files into a Game: choose the model by `kind:`, validate, and lay overlays over the documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.game.game import Document, Game, assemble
from rcwkit.game.languages import Translation, spoken, translated
from rcwkit.source.annotations import named, references
from rcwkit.source.base import FROM
from rcwkit.source.info import GameInfo, Owner, liked
from rcwkit.source.kinds import KINDS
from rcwkit.source.language import ENGLISH
from rcwkit.source.project import Files, Project
from rcwkit.source.validation import MOST, modelled
from rcwkit.source.yaml import DOCUMENTS, Node, Root, parse

__all__ = ["lay_over", "load", "validate"]

Source = tuple[str, Node]
"""The name of a file, as messages show it, and its parsed document."""


def lay_over(base: Iterable[Source], overlays: Iterable[Source]) -> list[Source]:
    """Return the base with all overlays applied. Raises InputError if two overlay files give the same entry."""
    merged = list(base)
    positions = {_identity(node): index for index, (_, node) in enumerate(merged)}
    owners: dict[tuple[object, ...], Span] = {}
    found: list[Diagnostic] = []
    for file, node in overlays:
        identity = _identity(node)
        found += _conflicts(identity, node, owners)
        if identity is None or identity not in positions:
            merged.append((file, node))
        else:
            name, below = merged[positions[identity]]
            merged[positions[identity]] = (name, _joined(below, node))
    if found:
        raise InputError(found)
    return merged


def _identity(node: Node) -> tuple[object, object] | None:
    """Return kind and id of a document, without the id of a game: a folder has only one."""
    if not isinstance(node.value, dict) or "kind" not in node.value:
        return None
    kind = node.value["kind"][1].value
    name = None if kind == "game" else node.value["id"][1].value if "id" in node.value else {}
    # Validation refuses a kind or id that is a list or mapping.
    return None if isinstance(kind, (dict, tuple)) or isinstance(name, (dict, tuple)) else (kind, name)


def _joined(below: Node, above: Node) -> Node:
    entries = dict(below.value)
    for key, (key_node, value) in above.value.items():
        under = entries[key][1] if key in entries else None
        if under is not None and isinstance(under.value, dict) and isinstance(value.value, dict):
            value = Node({**under.value, **value.value}, value.span)
        entries[key] = (key_node, value)
    return Node(entries, below.span)


def _conflicts(
    identity: tuple[object, object] | None, node: Node, owners: dict[tuple[object, ...], Span]
) -> list[Diagnostic]:
    """Return the entries that an earlier overlay gives too."""
    if identity is None:
        return []
    found = []
    for key, (key_node, value) in node.value.items():
        if key in ("kind", "id"):
            continue
        places: list[tuple[tuple[object, ...], Span]] = [((*identity, key), key_node.span)]
        if isinstance(value.value, dict):
            places = [((*identity, key, name), entry.span) for name, (entry, _) in value.value.items()]
        for place, span in places:
            if place in owners:
                message = f"two overlays give '{place[-1]}' of {identity[0]} '{identity[1] or ''}'"
                found.append(Diagnostic("E205", message, span, "keep one", (("first here", owners[place]),)))
            owners.setdefault(place, span)
    return found


VALUES = 400_000
"""Maximum number of keys and values in a game."""


def load(project: Project) -> Game:
    """Read, parse and validate every document of a folder and its overlays. Raises InputError with all errors found."""
    reader = _DocumentReader()
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
    for kind in dict.fromkeys(document.kind for document in documents):
        if limit := KINDS[kind].limit:
            limit((one.model, one.at()) for one in documents if one.kind == kind)
    game = assemble(documents, Files.of(project))
    for kind in sorted(game.kinds):
        if complete := KINDS[kind].complete:
            game = complete(game)
    if code != game.info.language:
        game = translated(game, code)
    game = with_neutral(replace(game, say=spoken(code, (one for _, one in game.all(Translation)))))
    if not game.info.fonts:
        return game
    from rcwkit.game.typefaces import typefaces

    made = typefaces(game.root, documents, project)
    return replace(game, fonts=made.fonts, licences=made.licences)


_Parsed = tuple[str, Root]
"""The name of a file, as messages show it, and its document as parsed."""


class _DocumentReader:
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
    from rcwkit.source.sheets import filled

    return filled(root, project)


def _with_attached(document: Document, files: Mapping[str, str], code: str, project: Project) -> Document:
    """Return a document with the files it names, or their translations. Raises InputError."""
    attach = KINDS[document.kind].attach
    attached: Document = attach(document, files, code, project) if attach else document
    return attached


def _language(documents: Iterable[Document], project: Project) -> str:
    """Return the language of the kit: the one asked for, or the game's own."""
    own = next((one.model.language for one in documents if isinstance(one.model, GameInfo)), ENGLISH.code)
    return project.language or own


def _files(document: Document, code: str) -> Iterable[tuple[str, str]]:
    """Return the files of booklets that a translation into a language replaces."""
    model = document.model
    return model.files.items() if isinstance(model, Translation) and model.language == code else ()


def _kind(node: Node) -> str:
    """Return a document's kind, whether or not there is such a kind."""
    kind = node.value.get("kind") if isinstance(node.value, dict) else None
    return str(kind[1].value) if kind else ""


def _size(document: Document) -> int:
    """Return the bytes that a model takes, roughly; those of a document laid over another are not known."""
    return 100 * (document.node.count if isinstance(document.node, Root) else 10_000)


@DOCUMENTS.of(_size)
def validate(node: Node, file: str) -> Document:
    """Validate one parsed file. Raises InputError."""
    known = f"one of: {', '.join(KINDS)}"
    if not isinstance(node.value, dict):
        raise InputError.of("E120", "a document is a mapping that begins with 'kind:'", node.span)
    if "kind" not in node.value:
        raise InputError.of("E120", "the document has no 'kind:'", node.span, known)
    kind = node.value["kind"][1]
    if not isinstance(kind.value, str) or kind.value not in KINDS:
        hint = nearest(str(kind.value), KINDS) or known
        raise InputError.of("E121", f"unknown kind '{kind.plain()}'", kind.span, hint)
    return Document(kind.value, modelled(KINDS[kind.value].model, node), node, file)


NEUTRAL = "neutral"
COLOUR = "#D8D2C0"


def with_neutral(game: Game) -> Game:
    """Return the game with an owner `neutral`, last of its factions, if it names one and has none."""
    if NEUTRAL in game.owners or not _is_named(game):
        return game
    owner = Owner(title=game.say("Neutral"), short="–", colour=COLOUR, mark="bar")
    info = game.info.model_copy(update={"factions": {**game.info.factions, NEUTRAL: owner}})
    documents = (replace(one, model=info) if one is game.root else one for one in game.documents)
    return replace(game, documents=tuple(documents), info=info)


def _is_named(game: Game) -> bool:
    """Return whether an entry names an owner `neutral`."""
    return any(
        ref.family == "owners" and name == NEUTRAL
        for document in game.documents
        for _, model in document.models
        for field, levels in references(type(model)).items()
        if any(level is not None and level.family == "owners" for level in levels)
        for ref, name, _, _ in named(getattr(model, field), levels)
    )
