"""The Game: a folder's documents, the models in them that can be referred to, indexed by id, and its texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial, wraps
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

from pydantic import BaseModel

from rcwkit.art.artwork import Artwork
from rcwkit.art.figures import ROLES, SHIPPED, Figure, FigureFolder, Figures
from rcwkit.art.theme import Ink, themed
from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.memo import Memo
from rcwkit.source.base import Model
from rcwkit.source.info import Drawings, GameInfo, Owner
from rcwkit.source.kinds import KINDS
from rcwkit.source.language import ENGLISH, Language
from rcwkit.source.markup import marked
from rcwkit.source.project import NOWHERE, Files
from rcwkit.source.validation import walked
from rcwkit.source.yaml import Node, span_at
from rcwkit.type.fonts import Font, FontBook, roles
from rcwkit.type.text import Setter

if TYPE_CHECKING:
    from rcwkit.kinds.booklet.markdown import Attached


T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")
_TEXTLESS = frozenset((int, float, bool, type(None)))
"""Types that cannot hold a text."""


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """A validated file: its kind, its model, its nodes with their positions, and its attached files."""

    kind: str
    model: Any
    node: Node
    file: str
    attached: Attached | None = None

    @cached_property
    def models(self) -> tuple[tuple[tuple[Any, ...], BaseModel], ...]:
        """Every model of this document, with its path."""
        return tuple(walked(self.model))

    @cached_property
    def texts(self) -> tuple[tuple[tuple[Any, ...], str, str], ...]:
        """Every text that may have markup: its path, the field of its model that it stands in, and its words."""
        return tuple(
            (where, field, said)
            for path, model in self.models
            for field, value in vars(model).items()
            if value and type(value) not in _TEXTLESS
            for where, said in _marked(value, (*path, field))
        )

    def at(self, *path: Any, key: bool = False) -> Span:
        """Return the span of the value (or the key) at a path of keys and indices."""
        return span_at(self.node, path, key=key)


class GameItem(NamedTuple, Generic[T]):
    """A model that can be referred to, and its place in the data."""

    id: str
    value: T
    document: Document
    path: tuple[Any, ...]

    @property
    def span(self) -> Span:
        """The span of the item's key."""
        return self.document.at(*self.path, key=True)


def _marked(value: Any, path: tuple[Any, ...]) -> Iterable[tuple[tuple[Any, ...], str]]:
    """Return the texts in a value that may have markup, with their paths."""
    if isinstance(value, str):
        return ((path, value),) if ":" in value or marked(value) else ()
    if isinstance(value, dict):
        parts: Iterable[tuple[Any, Any]] = value.items()
    elif isinstance(value, tuple):
        parts = enumerate(value)
    else:
        return ()
    found: list[tuple[tuple[Any, ...], str]] = []
    for key, part in parts:
        if type(part) not in _TEXTLESS:
            found += _marked(part, (*path, key))
    return found


@dataclass(eq=False, repr=False)
class Texts:
    """The texts of a game: each with its first place; and which of them have translations."""

    found: dict[str, Span] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    @property
    def missing(self) -> Iterator[tuple[str, Span]]:
        """The texts without a translation, with their places."""
        return ((text, span) for text, span in self.found.items() if text not in self.known)


LASTING = 2**26
"""Bytes of art and odds that a game keeps, roughly."""
ONCE = 2**17
"""Bytes that a result takes of these, roughly."""
Entry = tuple[str, tuple[Any, ...], str, Any]
"""What others may refer to in a document: what it is called in messages, its path, its id, and its model."""


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A whole game. Mappings keep the order of files, sorted by name, and of entries within them.

    `fonts` are those that it brings, by name and style (`Futura`, `Futura-bold`), `licences` the texts of their
    licences by name. `memo` has art by the digest of its file, and the odds of procedures by a hash of all that they
    depend on: a preview hands it on from save to save. `say` says the tool's own words in the language of
    the kit; if that is not its own, `texts` knows what is translated. `warnings` are those of its overlays.

    It names no kind: `game[Table]` are its charts by id, `game.all(Tables)` the documents that they stand in.
    """

    documents: tuple[Document, ...]
    info: GameInfo
    files: Files = NOWHERE
    fonts: Mapping[str, Font] = field(default_factory=dict)
    licences: Mapping[str, str] = field(default_factory=dict)
    memo: Memo = field(default_factory=partial(Memo, LASTING))
    say: Language = ENGLISH
    texts: Texts | None = None
    warnings: tuple[Diagnostic, ...] = ()
    _kept: dict[Any, Any] = field(default_factory=dict, init=False)

    @property
    def kit(self) -> str:
        """The name of its kit's folder: its id, and the language if that is not its own."""
        return self.info.id if self.say.code == self.info.language else f"{self.info.id}-{self.say.code}"

    @property
    def artwork(self) -> Artwork:
        """The game's own pictures, for one file of a kit; those in its memo are not read again."""
        return Artwork(self.files, self.memo)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of its documents, by name."""
        return frozenset(document.kind for document in self.documents)

    def once(self, function: Callable[P, R]) -> Callable[P, R]:
        """Return a function of values alone whose results are kept, also while the game is edited."""
        return self.memo.of(lambda _: ONCE)(function)

    def all(self, model: type[T]) -> Iterator[tuple[Document, T]]:
        """Yield the documents that have a model of this type, with their models."""
        for document in self.documents:
            if isinstance(document.model, model):
                yield document, document.model

    def __getitem__(self, model: type[T]) -> Mapping[str, GameItem[T]]:
        """Return the items of a type by id: documents, their entries, and what kinds derive from those."""
        if model not in self._kept:
            found: dict[str, GameItem[T]] = dict(self._entries.get(model, {}))
            for name in dict.fromkeys(document.kind for document in self.documents):
                for item in KINDS[name].derived.get(model, lambda _: ())(self):
                    found.setdefault(item.id, item)
            self._kept[model] = found
        return self._kept[model]  # type: ignore[no-any-return]

    @cached_property
    def _entries(self) -> Mapping[type, dict[str, GameItem[Any]]]:
        """The entries of all documents, by their type, those that it extends, and id; the first of an id stays."""
        found: dict[type, dict[str, GameItem[Any]]] = {}
        for document in self.documents:
            for _, path, name, value in entries_of(document, self.info):
                for model in takewhile(lambda one: one is not Model, type(value).__mro__):
                    found.setdefault(model, {}).setdefault(name, GameItem(name, value, document, path))
        return found

    @cached_property
    def root(self) -> Document:
        """The document of `kind: game`."""
        return next(document for document in self.documents if document.model is self.info)

    @cached_property
    def book(self) -> FontBook:
        """The fonts of its texts, each in its role."""
        return FontBook(roles=roles(self.info.look.type, self.info.fonts), own=self.fonts)

    def setter(self, ink: Ink = "full", *, large: bool = False) -> Setter:
        """Return a new setter with this game's look, fonts and pictures, in `large` print if asked for."""
        theme = themed(self.info, ink)
        theme = theme.enlarged if large else theme
        theme = theme._replace(edition=" · ".join(map(self.say, theme.edition.split(" · "))))
        artwork = self.artwork
        return Setter(theme._replace(figures=self._figures(artwork)), self.book, artwork=artwork, say=self.say)

    @cached_property
    def figures(self) -> Figures:
        """Its symbols and motifs, for what is asked of them but not drawn."""
        return self._figures(self.artwork)

    def _figures(self, artwork: Artwork) -> Figures:
        drawings = self.info.drawings
        own = drawings.model_fields_set
        return Figures(partial(_figure, drawings, artwork, self.root), own) if own else SHIPPED

    @property
    def owners(self) -> Mapping[str, Owner]:
        """Sides and factions: whoever owns counters."""
        return {**self.info.sides, **self.info.factions}

    @property
    def players(self) -> tuple[str, ...]:
        """The sides at the table."""
        seats = self.info.table.seats
        return tuple(seats if seats is not None else (name for name, side in self.info.sides.items() if side.plays))


def _figure(drawings: Drawings, artwork: Artwork, root: Document, folder: FigureFolder, name: str) -> Figure | None:
    """Return a game's own figure; that of a file that cannot be read, which `check` reports, is empty."""
    file = drawings.file(folder, name)
    try:
        return file and artwork.figure(file, root.at("drawings", folder, name), ROLES[folder]) or None
    except InputError:
        return Figure(0, 0, 100, 100, ())


def entries_of(document: Document, info: GameInfo) -> Iterable[Entry]:
    """Return what others may refer to in a document: its entries, or else the document itself, if it has an id."""
    kind, model = KINDS[document.kind], document.model
    if kind.entries:
        return kind.entries(model, info)  # type: ignore[no-any-return]
    named = getattr(model, document.kind, None)
    if isinstance(named, Mapping) and not kind.whole:
        what = document.kind.removesuffix("s")
        return ((what, (document.kind, name), name, value) for name, value in named.items())
    own = getattr(model, "id", None)
    return [(kind.whole or f"document of {document.kind}", (), own, model)] if own else ()


def once(work_out: Callable[[Game], T]) -> Callable[[Game], T]:
    """Return a function that works something out of a game once, and keeps it with that game."""

    @wraps(work_out)
    def keep(game: Game) -> T:
        if keep not in game._kept:
            game._kept[keep] = work_out(game)
        return game._kept[keep]  # type: ignore[no-any-return]

    return keep


def assemble(documents: list[Document], files: Files = NOWHERE) -> Game:
    """Assemble a game with the files that it may name. Raises InputError unless one document has `kind: game`."""
    roots = [document for document in documents if isinstance(document.model, GameInfo)]
    if len(roots) != 1:
        extra = roots[1] if roots else documents[0]
        message = "a second 'kind: game' in one folder" if roots else "no document with 'kind: game' in this folder"
        related = (("first here", roots[0].at()),) if roots else ()
        raise InputError([Diagnostic("E200", message, extra.at(), "a game has exactly one", related)])
    return Game(tuple(documents), roots[0].model, files)
