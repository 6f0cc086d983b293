"""Compare two kits piece by piece and document by document: what to take out, and what to put in."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rcwkit.diagnostics import InputError, Span
from rcwkit.frame import MM, Frame, Gradient, Group, Item
from rcwkit.sheets.imposition import CutPiece
from rcwkit.sheets.operators import Codes, Numbers, Stream, content_name, unfaded

DOCUMENTS = "documents"
"""Key of a manifest's files that are printed whole, texts and boards; each counts as one piece."""


class Facts(NamedTuple):
    """A piece as a manifest records it: its title, number of copies, size in mm, and a hash of both drawn faces."""

    title: str
    copies: int
    size: tuple[float, float]
    sha256: str


class CopyChange(NamedTuple):
    """Copies of a piece to take out or put in; `why` is 'new', 'gone', 'changed', 'more' or 'fewer'."""

    file: str
    id: str
    title: str
    copies: int
    why: str


class Changes(NamedTuple):
    """What to take out of the old kit, and what to put in."""

    remove: tuple[CopyChange, ...]
    add: tuple[CopyChange, ...]

    def as_json(self) -> dict[str, list[dict[str, Any]]]:
        """Return the changes as plain data."""
        return {
            "remove": [change._asdict() for change in self.remove],
            "add": [change._asdict() for change in self.add],
        }

    def lines(self) -> Iterator[str]:
        """Yield both lists as lines of text."""
        for head, changes in (("remove these", self.remove), ("add these", self.add)):
            yield f"{head}: {sum(change.copies for change in changes)}"
            for change in changes:
                times = f" ×{change.copies}" if change.copies > 1 else ""
                yield f"    {change.file}  {change.id.rpartition('/')[2]}  {change.title}{times}  ({change.why})"


def facts_of(pieces: Iterable[CutPiece], told: Mapping[int, str] | None = None) -> dict[str, Facts]:
    """Return a manifest's facts of pieces, by their ids. `told` has the faces that were drawn on pages already."""
    writer, found = _Writer(told or {}), {}
    for piece in pieces:
        front, back = piece.front, writer.frame(piece.back) if piece.back else "blank\n"
        size = round(front.width / MM, 2), round(front.height / MM, 2)
        found[front.name] = Facts(piece.title, piece.copies, size, content_name((writer.frame(front) + back).encode()))
    return found


def document_facts(title: str, contents: bytes | Iterable[Frame], told: Mapping[int, str] | None = None) -> Facts:
    """Return the facts of a text by its PDF, or of boards by what is drawn on them, whatever the printer.

    `told` has what is repeated on boards and was drawn on pages already.
    """
    drawn = contents if isinstance(contents, bytes) else "".join(map(_Writer(told or {}).frame, contents)).encode()
    return Facts(title, 1, (0.0, 0.0), content_name(drawn))


def repeated(boards: Iterable[Frame]) -> dict[int, str]:
    """Return what is repeated on boards, such as a map over several sheets, to be told as pages are drawn."""
    return {id(item.items): "" for board in boards for item in board.items if isinstance(item, Group) and item.key}


def facts(manifest: Mapping[str, Any], where: Span) -> dict[str, dict[str, Facts]]:
    """Return the pieces of a manifest by file and id. Raises InputError for a manifest without them."""
    try:
        files = manifest["pieces"].items()
        return {file: {name: _facts(one) for name, one in pieces.items()} for file, pieces in files}
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        hint = "use the manifest.json beside a kit's PDFs; those of older versions do not list pieces"
        raise InputError.of("E533", "this manifest does not list its kit's pieces", where, hint) from error


def _facts(entry: Mapping[str, Any]) -> Facts:
    size = entry["size"]
    return Facts(entry["title"], entry["copies"], (size[0], size[1]), entry["sha256"])


def known(pieces: Mapping[str, Mapping[str, Facts]]) -> dict[str, Any]:
    """Return pieces as a manifest records them."""
    return {file: {name: one._asdict() for name, one in found.items()} for file, found in pieces.items() if found}


def compare(before: Mapping[str, Mapping[str, Facts]], after: Mapping[str, Mapping[str, Facts]]) -> Changes:
    """Return what turns the old kit into the new one, in the new one's order; files that are gone come last."""
    remove: list[CopyChange] = []
    add: list[CopyChange] = []
    for file in dict.fromkeys([*after, *before]):
        old, new = before.get(file, {}), after.get(file, {})
        for name in dict.fromkeys([*new, *old]):
            out, into = _compare_piece(file, name, old.get(name), new.get(name))
            remove += out
            add += into
    return Changes(tuple(remove), tuple(add))


def _compare_piece(
    file: str, name: str, old: Facts | None, new: Facts | None
) -> tuple[list[CopyChange], list[CopyChange]]:
    """What to take out and put in for one piece."""

    def change(facts: Facts | None, copies: int, why: str) -> list[CopyChange]:
        return [CopyChange(file, name, facts.title, copies, why)] if facts and copies > 0 else []

    if old is None or new is None or old.sha256 != new.sha256:
        out, into = ("changed", "changed") if old and new else ("gone", "new")
        return change(old, old.copies if old else 0, out), change(new, new.copies if new else 0, into)
    more = new.copies - old.copies
    return change(old, -more, "fewer"), change(new, more, "more")


class _Writer:
    """Writes frames as text that does not depend on file or line: operators, with characters and font names as such."""

    def __init__(self, told: Mapping[int, str]) -> None:
        self.numbers = Numbers()
        self.faces: dict[int, str] = {}
        self._codes: dict[str, Codes] = {}
        self._forms: dict[str, str] = {}
        self._told = told
        self._frames: dict[int, tuple[tuple[Item, ...], str]] = {}

    def frame(self, frame: Frame) -> str:
        """Return a frame as text. Shared contents, such as a common back, are drawn once."""
        _, drawn = self._frames.get(id(frame.items), (None, self._told.get(id(frame.items), "")))
        if not drawn:
            drawn = self._drawn(frame.items)
            # Keep the items alive, so that their id cannot be reused.
            self._frames[id(frame.items)] = frame.items, drawn
        return f"{frame.width:.2f} {frame.height:.2f} {frame.bleed:.2f}\n{drawn}\n"

    def codes(self, font: str) -> Codes:
        """A font whose characters encode as themselves."""
        found = self._codes.get(font)
        if found is None:
            found = self._codes[font] = Codes()
            found.resource = font
        return found

    def form(self, item: Group | Gradient) -> tuple[str, str]:
        """Name a group or a gradient by a hash of its contents."""
        if isinstance(item, Gradient):
            name = content_name(repr(item).encode())
        elif item.opacity < 1:
            name = f"{content_name(self._drawn(unfaded(item)).encode())}-{item.opacity:.3f}"
        else:
            if item.key not in self._forms:
                drawn = self._told.get(id(item.items)) or self._drawn(item.items)
                self._forms[item.key] = content_name(drawn.encode())
            name = self._forms[item.key]
        return name, name

    def picture(self, digest: str) -> str:
        """Name a picture by its digest."""
        return digest

    def _drawn(self, items: Iterable[Item]) -> str:
        stream = Stream(self)
        stream.paint(items)
        return stream.close()
