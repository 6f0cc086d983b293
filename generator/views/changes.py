"""The list that goes with reprinted pieces: which to take out of the old kit, and which to put in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.changes import Change, Changes
from generator.game import Game
from generator.views.base import Part, TextDocument, document

__all__ = ["ChangeRow", "ChangeSection", "change_list"]


@dataclass(frozen=True)
class ChangeRow:
    """Pieces to take out or put in: their id, what they are called, how many, and why."""

    id: str
    title: str
    copies: int
    why: str


@dataclass(frozen=True)
class ChangeSection:
    """The rows of one file under a heading; the first of each list also has the list's `head`."""

    head: str
    file: str
    rows: tuple[ChangeRow, ...]


def change_list(game: Game, changes: Changes, titles: Mapping[str, str]) -> TextDocument:
    """The list as a document; `titles` are those of the files."""
    out, into = (sum(change.copies for change in part) for part in (changes.remove, changes.add))
    sections = (*_sections(f"Remove these: {out}", changes.remove, titles), *_sections(f"Add these: {into}", changes.add, titles))
    note = "Take the old pieces out, cut the new ones, and tick them off."
    return document(game, "changes.html", "Changes", (Part("Changes", sections, note=note),))


def _sections(head: str, changes: tuple[Change, ...], titles: Mapping[str, str]) -> Iterator[ChangeSection]:
    for number, file in enumerate(dict.fromkeys(change.file for change in changes)):
        rows = (ChangeRow(change.id.rpartition("/")[2], change.title, change.copies, change.why) for change in changes if change.file == file)
        yield ChangeSection("" if number else head, titles.get(file, file), tuple(rows))
