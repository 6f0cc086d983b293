"""`kind: booklet`: long prose in Markdown, such as designer's notes, a scenario or an example of play."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rcwkit.models.base import Entry, Id, Model, Name
from rcwkit.models.forms import LANGUAGE

__all__ = ["LONGEST", "Booklet", "Format", "TextFile"]

LONGEST = 300_000
"""The most characters that the text of one booklet may have: some hundred pages of A4."""

Format = Literal["a4", "letter", "a5"]
Markdown = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]


class TextFile(Model):
    """A text that stands in a file of its own."""

    file: Name = Field(description="A Markdown file, by its path in the game's folder.", examples=["notes.md"])


class Booklet(Entry):
    """A booklet: long prose, with headings, lists, tables, footnotes and pictures."""

    kind: Literal["booklet"]
    id: Id
    source: Name
    language: Annotated[str, StringConstraints(pattern=LANGUAGE)] = Field(
        default="en", description="By whose rules words are hyphenated.", examples=["en", "en-GB", "de", "ru"]
    )
    format: Format | None = Field(
        default=None,
        description="a5: half sheets to fold and staple. a4, letter: that paper, whatever the kit's. Left out: the kit's paper.",
    )
    contents: bool = Field(default=True, description="Whether it has a table of contents.")
    text: Markdown | TextFile = Field(
        description="The text in Markdown, as a block that begins with |, or the name of its file."
    )
