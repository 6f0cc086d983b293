"""A kind of documents: its model, its checks and the files made from it; and what files are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from pydantic import BaseModel

from rcwkit.source.kinds import KINDS

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic, Span
    from rcwkit.document.blocks import Document as Text
    from rcwkit.frame import Frame
    from rcwkit.game.game import Document, Game
    from rcwkit.kinds.booklet.say import Volume
    from rcwkit.sheets.imposition import Piece
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.base import Shelf
    from rcwkit.source.project import Project
    from rcwkit.type.text import Setter

__all__ = [
    "LANGUAGE",
    "LETTERS",
    "NUMBERS",
    "ROLLED",
    "SETTLED",
    "Cut",
    "File",
    "Kind",
    "files_of",
    "kinds_in",
    "made_from",
]


class Cut(NamedTuple):
    """Contents of cut sheets: pieces to impose, or boards that are whole pages already."""

    pieces: tuple[Piece, ...] = ()
    boards: tuple[Frame, ...] = ()

    @property
    def frames(self) -> Iterator[Frame]:
        """Every face."""
        for piece in self.pieces:
            yield from piece.faces
        yield from self.boards


class File(NamedTuple):
    """One PDF of a kit: its name without suffix, its title, and the function that lays it out for a paper.

    The layout of `cut` files depends on how sheets are printed, that of text documents does not. `pieces` counts
    different pieces, none for boards. A `large` file has a large-print edition; a `spread` one has pages of any size,
    tiled over sheets. `kind` is the kind of its documents; `reads` are all kinds that it is made from: it is made again
    when one of them changes.
    """

    stem: str
    title: str
    lay_out: Callable[[Setter, Paper], Cut | Text | Volume]
    reads: frozenset[str]
    cut: bool = False
    pieces: int = 0
    large: bool = False
    kind: str = ""
    shelf: Shelf = "table"
    spread: bool = False


def _nothing(_: Any) -> Iterable[Any]:
    return ()


class Kind(NamedTuple):
    """What the program knows of a kind of documents; its package imports the rest when one of these is called.

    `check` are the checks of a game that has such documents, `check_sound` those that need a game without errors.
    `files` are the files made from them. A document is one thing, called `whole` in messages, or else has entries:
    those of the mapping named like the kind, or what `entries` yields, each with what it is called, its path and its
    id. `attach` adds what a document names in other files, those of a translation in their place: it takes the
    document, these files by name, their language, and the project. `limit` refuses documents that are too large
    together. Both raise InputError.
    """

    model: type[BaseModel]
    check: Callable[[Game], Iterable[Diagnostic]] = _nothing
    files: Callable[[Game], Iterable[File]] = _nothing
    check_sound: Callable[[Game], Iterable[Diagnostic]] = _nothing
    whole: str = ""
    entries: Callable[[Any], Iterable[tuple[str, tuple[Any, ...], str]]] | None = None
    attach: Callable[[Document, Mapping[str, str], str, Project], Document] | None = None
    limit: Callable[[Iterable[tuple[Any, Span]]], None] | None = None


_STORAGE = "storage"
"""Stands for a kind in the order of files: boxes and labels, for cards and counters both."""

NUMBERS = "ruling numbers"
"""Pseudo-kind read by files that print ruling numbers alone: a reworded ruling does not remake them."""
LANGUAGE = "language of the kit"
"""Pseudo-kind read by all files: their language, and the game's translations into it."""
LETTERS = "letters of fonts"
"""Pseudo-kind read by files whose engine sees all letters of a game's fonts, not only those that it prints."""


def made_from(*kinds: str) -> frozenset[str]:
    """Return these kinds, and the game and language, which every file reads."""
    return frozenset({"game", LANGUAGE, *kinds})


SETTLED = ("counters", "maps", "places", NUMBERS, "scenarios", "setup", "tracks", "values")
"""Kinds that a settled set-up is made from."""
ROLLED = made_from("procedures", "tables", *SETTLED)
"""Kinds that odds and forms are made from."""


def kinds_in(game: Game) -> Iterator[Kind]:
    """Yield the kinds of a game's documents, in order."""
    return (KINDS[name] for name in _order(game) if name in KINDS)


def files_of(game: Game, kind: str = "") -> Iterator[File]:
    """Yield the files of a kit, in the order of kinds, boxes and labels after the cards; or those of one `kind`."""
    for name in (name for name in _order(game) if kind in ("", name)):
        yield from (file._replace(kind=name) for file in _files(game, name))


_AFTER = {"cards": _STORAGE, "folder": "maps"}
"""What comes after the files of a kind: the boxes to keep cards and counters in, and maps after pages for play."""


def _order(game: Game) -> Iterator[str]:
    """Yield the kinds of a game's documents in the order of their files, with the boxes to keep them in."""
    found = {_STORAGE, *(document.kind for document in game.documents)}
    order = (one for name in KINDS if name not in _AFTER.values() for one in (name, _AFTER.get(name, "")))
    return (name for name in order if name in found)


def _files(game: Game, name: str) -> Iterable[File]:
    if name != _STORAGE:
        return KINDS[name].files(game)  # type: ignore[no-any-return]
    from rcwkit.kinds.storage.files import storage_files

    return storage_files(game)
