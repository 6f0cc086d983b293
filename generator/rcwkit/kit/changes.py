"""What changed between two kits, piece by piece and document by document: what to take out, and what to put in."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.draw.operators import Codes, Stream
from rcwkit.layout.imposition import Piece
from rcwkit.look.frame import MM, Frame, Group, Item

__all__ = ["DOCUMENTS", "Change", "Changes", "Facts", "compare", "document_facts", "facts", "facts_of", "known"]

DOCUMENTS = "documents"
"""Where a manifest notes what is printed whole, texts and boards, each as one piece under its file's name."""


class Facts(NamedTuple):
    """A piece as a manifest knows it: what people call it, how many there are, its size in mm, and a hash of all that is drawn on it."""

    title: str
    copies: int
    size: tuple[float, float]
    sha256: str


class Change(NamedTuple):
    """So many copies of a piece to take out or to put in; `why` is 'new', 'gone', 'changed', 'more' or 'fewer'."""

    file: str
    id: str
    title: str
    copies: int
    why: str


class Changes(NamedTuple):
    """What to take out of the old kit, and what to put in."""

    remove: tuple[Change, ...]
    add: tuple[Change, ...]

    def as_json(self) -> dict[str, list[dict[str, Any]]]:
        """The same facts as plain data."""
        return {
            "remove": [change._asdict() for change in self.remove],
            "add": [change._asdict() for change in self.add],
        }

    def lines(self) -> Iterator[str]:
        """The two lists as text."""
        for head, changes in (("remove these", self.remove), ("add these", self.add)):
            yield f"{head}: {sum(change.copies for change in changes)}"
            for change in changes:
                times = f" ×{change.copies}" if change.copies > 1 else ""
                yield f"    {change.file}  {change.id.rpartition('/')[2]}  {change.title}{times}  ({change.why})"


def facts_of(pieces: Iterable[Piece]) -> dict[str, Facts]:
    """Piece by piece what a manifest notes, by its id."""
    seen = _Seen()
    return {
        piece.front.name: Facts(
            piece.title,
            piece.copies,
            (round(piece.front.width / MM, 2), round(piece.front.height / MM, 2)),
            _hash("".join(seen.frame(frame) if frame else "blank\n" for frame in (piece.front, piece.back)).encode()),
        )
        for piece in pieces
    }


def document_facts(title: str, contents: bytes | Iterable[Frame]) -> Facts:
    """A document as if it were a piece: a text by its PDF, boards by what is drawn on them, for whatever printer."""
    drawn = contents if isinstance(contents, bytes) else "".join(map(_Seen().frame, contents)).encode()
    return Facts(title, 1, (0.0, 0.0), _hash(drawn))


def facts(manifest: Mapping[str, Any], where: Span) -> dict[str, dict[str, Facts]]:
    """The pieces of a manifest, by file and id. Raises InputError for one that does not tell them."""
    try:
        return {
            file: {
                name: Facts(one["title"], one["copies"], (one["size"][0], one["size"][1]), one["sha256"])
                for name, one in pieces.items()
            }
            for file, pieces in manifest["pieces"].items()
        }
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        hint = "use the manifest.json that a build left beside its PDFs; older builds did not note their pieces"
        raise InputError(
            [Diagnostic("E533", "this manifest does not tell the pieces of its kit", where, hint)]
        ) from error


def known(pieces: Mapping[str, Mapping[str, Facts]]) -> dict[str, Any]:
    """The pieces as a manifest notes them."""
    return {file: {name: one._asdict() for name, one in found.items()} for file, found in pieces.items() if found}


def compare(before: Mapping[str, Mapping[str, Facts]], after: Mapping[str, Mapping[str, Facts]]) -> Changes:
    """What to do to the old kit to make it the new one, in the order of the new one's files; what only the old one has comes last."""
    remove: list[Change] = []
    add: list[Change] = []
    for file in dict.fromkeys([*after, *before]):
        old, new = before.get(file, {}), after.get(file, {})
        for name in dict.fromkeys([*new, *old]):
            out, into = _step(file, name, old.get(name), new.get(name))
            remove += out
            add += into
    return Changes(tuple(remove), tuple(add))


def _step(file: str, name: str, old: Facts | None, new: Facts | None) -> tuple[list[Change], list[Change]]:
    """What becomes of one piece."""
    if old is None or new is None:
        gone = [Change(file, name, old.title, old.copies, "gone")] if old else []
        return gone, [Change(file, name, new.title, new.copies, "new")] if new else []
    if old.sha256 != new.sha256:
        return [Change(file, name, old.title, old.copies, "changed")], [
            Change(file, name, new.title, new.copies, "changed")
        ]
    more = new.copies - old.copies
    return ([Change(file, name, old.title, -more, "fewer")] if more < 0 else []), (
        [Change(file, name, new.title, more, "more")] if more > 0 else []
    )


def _hash(drawn: bytes) -> str:
    return hashlib.sha256(drawn).hexdigest()[:32]


class _Seen:
    """All that is seen of frames, wherever in the data they stand: their operators, with texts and the names of fonts as they are."""

    def __init__(self) -> None:
        self._codes: dict[str, Codes] = {}
        self._forms: dict[str, str] = {}
        self._frames: dict[int, tuple[tuple[Item, ...], str]] = {}

    def frame(self, frame: Frame) -> str:
        """A frame as text. What many pieces share, such as their back, is gone through once."""
        _, drawn = self._frames.get(id(frame.items), (None, ""))
        if not drawn:
            drawn = self._drawn(frame.items)
            # The items are kept too, so that no others can get their number.
            self._frames[id(frame.items)] = frame.items, drawn
        return f"{frame.width:.2f} {frame.height:.2f} {frame.bleed:.2f}\n{drawn}\n"

    def codes(self, font: str) -> Codes:
        """A font whose characters stand for themselves."""
        found = self._codes.get(font)
        if found is None:
            found = self._codes[font] = Codes()
            found.resource = font
        return found

    def form(self, group: Group) -> str:
        """A name that says what is in a group."""
        if group.key not in self._forms:
            self._forms[group.key] = _hash(self._drawn(group.items).encode())
        return self._forms[group.key]

    def picture(self, digest: str) -> str:
        """A picture by its contents."""
        return digest

    def _drawn(self, items: Iterable[Item]) -> str:
        stream = Stream(self)
        stream.paint(items)
        return stream.close()
