"""`kind: booklet`: long prose in Markdown, such as designer's notes, a scenario or an example of play."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rcwkit.source.base import Entry, Id, LanguageCode, Line, Model, Name, Shelf

LONGEST = 300_000
"""Limit on the text of a booklet, in characters: about a hundred pages of A4."""

Format = Literal["a4", "letter", "a5"]
Markdown = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]


class TextFile(Model):
    """Text in a file of its own."""

    file: Line = Field(description="Path of a Markdown file in the game's folder.", examples=["notes.md"])


class Booklet(Entry):
    """A booklet: long prose, with headings, lists, tables, footnotes and pictures."""

    kind: Literal["booklet"]
    id: Id
    source: Name
    language: LanguageCode | None = Field(None, description="Language, for hyphenation; that of the kit if left out.")
    format: Format | None = Field(
        None, description="a5: half sheets to fold and staple; a4, letter: that paper; the kit's paper if left out."
    )
    shelf: Shelf = Field("table", description="study: left out of a build unless asked for, as --with study.")
    contents: bool = Field(True, description="Whether it has a table of contents.")
    text: Markdown | TextFile = Field(
        description="The text in Markdown, as a block that begins with |, or the file that holds it."
    )
