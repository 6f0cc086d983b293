"""Load files into a Game: choose the model by `kind:`, validate, and lay overlays over the documents."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from rcwkit.bundled import bundled
from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.game.game import Document, Game, assemble
from rcwkit.game.languages import Translation, spoken, translated
from rcwkit.source.annotations import named, references
from rcwkit.source.base import FROM, NEUTRAL
from rcwkit.source.info import GameInfo, Owner
from rcwkit.source.kinds import KINDS
from rcwkit.source.language import ENGLISH
from rcwkit.source.markup import SELECTOR, SHIPPED, with_signs
from rcwkit.source.project import Files, Project
from rcwkit.source.symbols import sign_name
from rcwkit.source.validation import MOST, modelled
from rcwkit.source.yaml import DOCUMENTS, VALUE, Node, Root, parse

if TYPE_CHECKING:
    from rcwkit.source.sheets import GameWords

Source = tuple[str, Node]
"""The name of a file, as messages show it, and its parsed document."""


def lay_over(base: Iterable[Source], overlays: Iterable[Source]) -> list[Source]:
    """Return the base with all overlays applied, and last what they add.

    Raises InputError if two overlay files give the same entry, or one is for another game.
    """
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
            found += _foreign(below, node)
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


def _foreign(below: Node, above: Node) -> Iterator[Diagnostic]:
    """Yield what is wrong with an overlay of a game that has the id of another."""
    ids = [_inside(node, "id") for node in (below, above)]
    if _is_game(above) and ids[0] and ids[1] and ids[0].value != ids[1].value:
        message = f"'{ids[1].value}' is another game than '{ids[0].value}', over which it is laid"
        hint = f"write id: {ids[0].value}, or leave the id out"
        yield Diagnostic("E206", message, ids[1].span, hint, (("the game's own", ids[0].span),))


def _misnamed(node: Node, base: Iterable[Source]) -> Iterator[Diagnostic]:
    """Yield what is wrong with a new document of an overlay that was meant to change one."""
    identity, name = _identity(node), _inside(node, "id")
    known = [str(other[1]) for _, one in base if (other := _identity(one)) and identity and other[0] == identity[0]]
    if name and (near := nearest(str(name.value), known)):
        message = f"the game has no {_kind(node)} '{name.value}' to change, and as something new this is not whole"
        yield Diagnostic("E206", message, name.span, near)


def _doubtful(base: Iterable[Source], overlays: Iterable[Source]) -> Iterator[Diagnostic]:
    """Yield what overlays add under a name that is almost one of the game's, which they may have meant to change."""
    below = {_identity(node): node for _, node in base}
    for identity, node in ((_identity(node), node) for _, node in overlays):
        if identity is None:
            continue
        added: list[tuple[Node, Iterable[object]]] = []
        if identity in below:
            for key, (_, value) in node.value.items():
                under = _inside(below[identity], key)
                if under and isinstance(under.value, dict) and isinstance(value.value, dict):
                    added += [(one, under.value) for name, (one, _) in value.value.items() if name not in under.value]
        elif name := _inside(node, "id"):
            added.append((name, [other[1] for other in below if other and other[0] == identity[0]]))
        for one, known in added:
            alike = [other for other in map(str, known) if _digits(other) == _digits(str(one.value))]
            if near := nearest(str(one.value), alike, ALIKE):
                yield Diagnostic("W206", f"'{one.value}' is new: the overlay changes nothing by it", one.span, near)


ALIKE = 0.88
"""Names as much alike as a word and the same word with one letter wrong (0 to 1)."""


def _digits(name: str) -> str:
    """Return the digits of a name: two of a series, as `Ra1` and `Ra2`, are no mistake."""
    return "".join(filter(str.isdigit, name))


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


def takes_source(kind: str) -> bool:
    """Return whether documents of a kind have the source of the game, unless they name another."""
    others = ("game", "values")
    return kind in KINDS and kind not in others and "source" in KINDS[kind].model.model_fields


VALUES = 400_000
"""Maximum number of keys and values in a game."""


def load(project: Project) -> Game:
    """Read, parse and validate every document of a folder and its overlays. Raises InputError with all errors found."""
    reader = _DocumentReader()
    parsed = [reader.sources(folder) for folder in (project, *project.overlays)]
    if reader.found and not any(_kind(node) == "game" for _, node in parsed[0]):
        raise InputError(reader.found)  # the others lean on the game's own document, which cannot be read
    base, *laid = reader.filled(parsed, project)
    documents: list[Document] = []
    sources = lay_over(base, chain.from_iterable(laid))
    title = next((title for _, node in sources if (title := _source(node))), None)
    names = next((names for _, node in sources if (names := _characters(node))), ())
    for at, (name, node) in enumerate(sources):
        with reader.collecting():
            try:
                documents.append(validate(sourced(liked(signed(node, names) if names else node), title), name))
            except InputError as error:
                misnamed = _misnamed(node, base) if at >= len(base) else ()
                raise InputError([*misnamed, *error.diagnostics]) from error
    code = _language(documents, project)
    files = {name: file for one in documents for name, file in _files(one, code)}
    for index, document in enumerate(documents):
        with reader.collecting():
            documents[index] = _with_attached(document, files, code, project, names)
    if reader.found:
        raise InputError(reader.found)
    for kind in dict.fromkeys(document.kind for document in documents):
        if limit := KINDS[kind].limit:
            limit((one.model, one.at()) for one in documents if one.kind == kind)
    game = assemble(documents, Files.of(project))
    game = replace(game, warnings=tuple(_doubtful(base, chain.from_iterable(laid))))
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

    def filled(self, parsed: list[list[_Parsed]], project: Project) -> list[list[Source]]:
        """Return the documents of all folders with the rows of the sheets that they name.

        Raises InputError for too many values.
        """
        nodes = [node for sources in parsed for _, node in sources]
        words = _words(nodes, project) if any(FROM in node.keys for node in nodes) else None
        return [[*self._with_rows(sources, project, words)] for sources in parsed]

    def _with_rows(self, sources: list[_Parsed], project: Project, words: GameWords | None) -> Iterator[Source]:
        for name, node in sources:
            with self.collecting():
                whole = _with_rows(node, project, words)
                yield name, whole
                self.values += whole.count - node.count
            self._limit(name)

    def _limit(self, name: str) -> None:
        if self.values > VALUES:
            message = f"more than {VALUES:,} values in one game"
            raise InputError([*self.found, Diagnostic("E106", message, Span(name), "split it into two games")])


def _words(nodes: Iterable[Root], project: Project) -> GameWords:
    """Return what a game calls things, for its sheets; what is wrong in its own document is reported with that."""
    from rcwkit.source.sheets import NO_WORDS, words_of

    roots = list[Root]()
    for node in nodes:
        with suppress(InputError):
            roots.append(_with_rows(node, project, NO_WORDS) if _kind(node) == "game" else node)
    return words_of(roots)


def _with_rows(root: Root, project: Project, words: GameWords | None) -> Root:
    """Return a document with the rows of the sheets that it names. Raises InputError."""
    if FROM not in root.keys or words is None:
        return root
    from rcwkit.source.sheets import filled

    return filled(root, project, words)


def _source(node: Node) -> Node | None:
    """Return the title of a game's source, if this is the game's own document."""
    said = node.value["source"][1] if _kind(node) == "game" and "source" in node.value else None
    if said is None or not isinstance(said.value, dict):
        return said if said is not None and isinstance(said.value, str) else None
    return said.value["title"][1] if "title" in said.value else None


SignNames = tuple[tuple[str, str], ...]
"""Characters, and the names of the signs that are printed for them."""


def _characters(node: Node) -> SignNames:
    """Return the signs for characters, if this is the game's own document and lists any; what is wrong is left out."""
    if _kind(node) != "game" or "characters" not in node.value:
        return ()
    given, own = node.value["characters"][1].value, node.value.get("signs")
    known = {*SHIPPED, *(own[1].value if own and isinstance(own[1].value, dict) else ())}
    return tuple(
        (character.rstrip(SELECTOR), sign_name(character, name.value, known))
        for character, (_, name) in (given.items() if isinstance(given, dict) else ())
        if isinstance(character, str) and character.rstrip(SELECTOR) and isinstance(name.value, str)
    )


@DOCUMENTS.of(lambda node: VALUE * 10_000)
def signed(node: Node, names: SignNames) -> Node:
    """Return a document with signs in place of characters in all texts, but for where the game lists these."""
    table, kept = dict(names), ("characters", "signs") if _kind(node) == "game" else ()

    def text(value: Any) -> Any:
        return with_signs(value, table) if isinstance(value, str) and not value.isascii() else value

    def whole(node: Node, kept: Container[str] = ()) -> Node:
        value = node.value
        if isinstance(value, dict):
            changed: Any = {
                text(key): (Node(text(name.value), name.place), one if key in kept else whole(one))
                for key, (name, one) in value.items()
            }
        elif isinstance(value, tuple):
            changed = tuple(map(whole, value))
        else:
            changed = text(value)
        return Node(changed, node.place)

    return whole(node, kept)


@DOCUMENTS.of(lambda node: VALUE)
def sourced(node: Node, title: Node | None) -> Node:
    """Return a document with the title of the game's source, if it has to name one and does not."""
    if title is None or not takes_source(_kind(node)) or "source" in node.value:
        return node
    return Node({**node.value, "source": (title, title)}, node.place)


def _with_attached(
    document: Document, files: Mapping[str, str], code: str, project: Project, names: SignNames
) -> Document:
    """Return a document with the files it names, or their translations. Raises InputError."""
    attach = KINDS[document.kind].attach
    attached: Document = attach(document, files, code, project, dict(names)) if attach else document
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


@DOCUMENTS.of(lambda node: VALUE)
def liked(node: Node) -> Node:
    """Return a document of `kind: game` in which the look and types of counters have the keys of what they are `like`.

    Every other document is returned as it is. A name that is not known is left to validation.
    """
    if not _is_game(node):
        return node
    entries = dict(node.value)
    look = _inside(node, "look")
    if look and isinstance(look.value, str):
        look = Node({"like": (look, look)}, look.place)
    if look and (below := _shipped().get(_like(look))):
        entries["look"] = (node.value["look"][0], _over(below, look))
    types = _inside(node, "unit_types")
    if types and isinstance(types.value, dict) and any(_like(one) for _, one in types.value.values()):
        whole = {name: (key, _typed(types.value, name)) for name, (key, _) in types.value.items()}
        entries["unit_types"] = (node.value["unit_types"][0], Node(whole, types.span))
    return Node(entries, node.span)


def _like(node: Node) -> str:
    like = _inside(node, "like")
    return like.value if like and isinstance(like.value, str) else ""


def _typed(types: Mapping[Any, tuple[Node, Node]], name: Any, above: tuple[Any, ...] = ()) -> Node:
    """Return a type of counters with the keys of the one that it is like; titles are its own."""
    one, like = types[name][1], _like(types[name][1])
    if like not in types or like in (name, *above):
        return one
    below = _typed(types, like, (*above, name)).value
    kept = {key: value for key, value in below.items() if key not in ("title", "plural", "like")}
    return _over(Node(kept, one.span), one)


def _is_game(node: Node) -> bool:
    kind = _inside(node, "kind")
    return kind is not None and kind.value == "game"


def _inside(node: Node, key: str) -> Node | None:
    return node.value[key][1] if isinstance(node.value, dict) and key in node.value else None


def _over(below: Node, above: Node) -> Node:
    """Lay a mapping over another, and mappings within it."""
    entries = dict(below.value)
    for key, (name, value) in above.value.items():
        under = entries[key][1] if key in entries else None
        both = under is not None and isinstance(under.value, dict) and isinstance(value.value, dict)
        entries[key] = (name, _over(under, value) if under is not None and both else value)
    return Node(entries, above.span)


@cache
def _shipped() -> dict[str, Node]:
    """Return the looks by name."""
    folder = bundled("templates") / "looks"
    return {
        path.stem: parse(path.read_text(encoding="utf-8"), f"templates/looks/{path.name}")
        for path in sorted(folder.glob("*.yaml"))
    }
