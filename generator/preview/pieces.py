"""The components of a kit as a page shows them: cut pieces and boards as SVG, text documents by the fingerprint of what they say."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from generator.diagnostics import Diagnostic
from generator.draw.svg import svg
from generator.kinds import File
from generator.layout.frame import MM, Frame
from generator.layout.grids import Paper
from generator.layout.text import Setter
from generator.views import TextDocument
from generator.views.booklet import Volume

__all__ = ["Component", "Face", "Shown", "component", "digest"]

SLOW = frozenset({"odds"})
"""The stems of files whose contents must first be calculated."""

Form = Literal["pieces", "boards", "document"]


@dataclass(frozen=True)
class Face:
    """One side of a piece: its SVG with the bleed, the hash of that, the trim size and bleed in millimetres, and file:line."""

    svg: str
    hash: str
    width: float
    height: float
    bleed: float
    at: str

    def as_json(self) -> dict[str, Any]:
        """The same facts without the drawing."""
        return {"hash": self.hash, "width": self.width, "height": self.height, "bleed": self.bleed, "at": self.at}


@dataclass(frozen=True)
class Shown:
    """A piece under a name that stays the same from one save to the next."""

    key: str
    copies: int
    front: Face
    back: Face | None = None

    @property
    def faces(self) -> tuple[Face, ...]:
        """Front and back, as far as there are any."""
        return (self.front, self.back) if self.back else (self.front,)

    def as_json(self) -> dict[str, Any]:
        """The same facts without the drawings."""
        back = self.back.as_json() if self.back else None
        return {"key": self.key, "copies": self.copies, "front": self.front.as_json(), "back": back}


@dataclass(frozen=True)
class Component:
    """One file of a kit. `hash` changes when anything in it does; a document has no pieces, its pages are set on demand."""

    stem: str
    title: str
    form: Form
    hash: str
    shown: tuple[Shown, ...] = ()
    found: tuple[Diagnostic, ...] = ()

    @property
    def files(self) -> set[str]:
        """The files that its pieces come from, as messages name them."""
        return {face.at.rpartition(":")[0] for piece in self.shown for face in piece.faces}

    def as_json(self) -> dict[str, Any]:
        """A line of the list of components."""
        return {"stem": self.stem, "title": self.title, "form": self.form, "hash": self.hash, "count": len(self.shown)}


def component(file: File, setter: Setter, paper: Paper, data: str) -> Component:
    """Lay out one file of a kit. The setter must be fresh: what it found becomes part of the component.

    What takes seconds to lay out waits until it is printed; it counts as changed when `data`, the hash of what bears on it, does.
    """
    if file.stem in SLOW:
        return Component(file.stem, file.title, "document", digest(data + setter.theme.edition))
    contents = file.lay_out(setter, paper)
    if isinstance(contents, (TextDocument, Volume)):
        return Component(file.stem, file.title, "document", digest(repr(contents) + setter.theme.edition), (), tuple(setter.found))
    shown = [*_keyed((piece.front, piece.back, piece.copies) for piece in contents.pieces), *_keyed((board, None, 1) for board in contents.boards)]
    hashes = " ".join(face.hash for piece in shown for face in piece.faces)
    return Component(file.stem, file.title, "boards" if contents.boards else "pieces", digest(hashes), tuple(shown), tuple(setter.found))


def digest(text: str) -> str:
    """A short hash: twelve characters tell the drawings of one kit apart."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _keyed(pieces: Iterable[tuple[Frame, Frame | None, int]]) -> list[Shown]:
    """Pieces under their names; a name that comes again is numbered."""
    seen: dict[str, int] = {}
    shown = []
    for front, back, copies in pieces:
        seen[front.name] = number = seen.get(front.name, 0) + 1
        key = front.name if number == 1 else f"{front.name} #{number}"
        shown.append(Shown(key, copies, _face(front), _face(back) if back else None))
    return shown


def _face(frame: Frame) -> Face:
    drawn = svg(frame, bleed=True, label=frame.name)
    width, height, bleed = (round(length / MM, 3) for length in (frame.width, frame.height, frame.bleed))
    return Face(drawn, digest(drawn), width, height, bleed, frame.at)
