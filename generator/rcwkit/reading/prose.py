"""A booklet's text as HTML, with the place of every part in the data."""

from __future__ import annotations

from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, Span

__all__ = ["Attached", "Heading", "Origin", "Picture", "Prose", "Reference"]


class Origin(NamedTuple):
    """The place of a text: its first line (from 1) and its indent, or its `whole` span if its lines are not known."""

    file: str
    line: int = 1
    indent: int = 0
    whole: Span | None = None

    def span(self, row: int, column: int = 0, length: int = 1) -> Span:
        """Return the place of a row and column of the text, both from 0."""
        return self.whole or Span(self.file, self.line + row, self.indent + column + 1, max(1, length))


class Heading(NamedTuple):
    """A heading: its level from 1, its id for links, and its text."""

    level: int
    id: str
    text: str


class Reference(NamedTuple):
    """A name in the text, and its place."""

    name: str
    span: Span


class Prose(NamedTuple):
    """A text as HTML, in which `picture:N` is the address of the Nth picture and `ruling:ID` that of a ruling mark.

    `sign:NAME` is the address of a sign. The first footnote has the id n1, and its mark c1. A table's `data-row` is its
    first row in the text, from 0. `notes` is the HTML of the footnotes alone.
    """

    text: str
    origin: Origin
    html: str
    notes: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    pictures: tuple[Reference, ...] = ()
    rulings: tuple[Reference, ...] = ()
    signs: tuple[Reference, ...] = ()
    found: tuple[Diagnostic, ...] = ()


class Picture(NamedTuple):
    """A picture's file, PNG or JPEG, and the hash of its bytes."""

    data: bytes
    digest: str


class Attached(NamedTuple):
    """A booklet's text, and its pictures in the order of the text."""

    prose: Prose
    pictures: tuple[Picture, ...]
