"""A file of a kit, and what is on sheets to cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from rcwkit.blocks.vocabulary import Document
from rcwkit.layout.imposition import Piece
from rcwkit.look.frame import Frame
from rcwkit.look.grids import Paper
from rcwkit.look.text import Setter
from rcwkit.models.base import Shelf

if TYPE_CHECKING:
    from rcwkit.blocks.booklet import Volume

__all__ = ["Cut", "File"]


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
    lay_out: Callable[[Setter, Paper], Cut | Document | Volume]
    reads: frozenset[str]
    cut: bool = False
    pieces: int = 0
    large: bool = False
    kind: str = ""
    shelf: Shelf = "table"
    spread: bool = False
