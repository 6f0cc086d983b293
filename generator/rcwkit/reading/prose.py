"""A booklet's text as it is printed, and where every part of it was written: plain data, for whoever reads, checks or sets it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, Span

__all__ = ["Attached", "Heading", "Origin", "Picture", "Prose", "Reference"]


class Origin(NamedTuple):
    """Where a text stands: its first line (from 1) and the columns left of it; `whole` where its lines cannot be told apart."""

    file: str
    line: int = 1
    indent: int = 0
    whole: Span | None = None

    def span(self, row: int, column: int = 0, length: int = 1) -> Span:
        """The place of a row and a column of the text, both from 0."""
        return self.whole or Span(self.file, self.line + row, self.indent + column + 1, max(1, length))


class Heading(NamedTuple):
    """A heading: its level from 1, the id that links lead to, and its words."""

    level: int
    id: str
    text: str


class Reference(NamedTuple):
    """Something that the text names, and where it does so."""

    name: str
    span: Span


@dataclass(frozen=True)
class Prose:
    """A text as HTML. In it, `picture:N` is the address of the Nth picture, and `ruling:ID` that of a ruling's mark.

    The first footnote has the id n1, its mark c1. `notes` are the footnotes' HTML by themselves.
    """

    text: str = field(repr=False)
    origin: Origin
    html: str
    notes: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()
    pictures: tuple[Reference, ...] = ()
    rulings: tuple[Reference, ...] = ()
    found: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A picture's file, PNG or JPEG, and the hash of its bytes."""

    data: bytes = field(repr=False)
    digest: str


@dataclass(frozen=True)
class Attached:
    """A booklet's text, and its pictures in the order in which that names them."""

    prose: Prose
    pictures: tuple[Picture, ...]
