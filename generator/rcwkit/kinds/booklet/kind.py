"""`kind: booklet`: long prose in Markdown, such as designer's notes, a scenario or an example of play."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, StringConstraints

from rcwkit.game.references import unknown
from rcwkit.kinds.kind import LETTERS, NUMBERS, File, Kind, Usage, kinds_in, made_from
from rcwkit.source.base import Brief, Entry, Id, LanguageCode, Line, Model, Name, Shelf, optional
from rcwkit.source.language import word

if TYPE_CHECKING:
    from rcwkit.diagnostics import Diagnostic
    from rcwkit.game.game import Document, Game, GameItem
    from rcwkit.kinds.booklet.draw import Volume
    from rcwkit.kinds.booklet.markdown import Reference
    from rcwkit.sheets.paper import Paper
    from rcwkit.source.project import Project
    from rcwkit.type.text import Setter


LONGEST = 300_000
"""Limit on the text of a booklet, in characters: about a hundred pages of A4."""

Format = Literal["a4", "letter", "a5"]
Markdown = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]


class TextFile(Model):
    """Text in a file of its own."""

    file: Line = Field(description="Path of a Markdown file in the game's folder.", examples=["notes.md"])


def _filed(value: Any) -> Any:
    """Return the name of a Markdown file as what says so; a booklet is longer than one word."""
    return {"file": value} if isinstance(value, str) and re.fullmatch(r"\S+\.md", value) else value


class Booklet(Entry):
    """A booklet: long prose, with headings, lists, tables, footnotes and pictures."""

    kind: Literal["booklet"]
    id: Id
    source: Name
    language: LanguageCode | None = optional("Language, for hyphenation; that of the kit if left out.")
    format: Format | None = optional(
        "a5: half sheets to fold and staple; a4, letter: that paper; the kit's paper if left out."
    )
    shelf: Shelf = Field("table", description="study: left out of a build unless asked for, as --with study.")
    contents: bool = Field(True, description="Whether it has a table of contents.")
    text: Annotated[Markdown | TextFile, Brief(_filed, {"type": "string"})] = Field(
        description="The text in Markdown, as a block that begins with |, or the file that holds it: rules.md."
    )


def _attach(
    document: Document, files: Mapping[str, str], code: str, project: Project, names: Mapping[str, str]
) -> Document:
    from rcwkit.kinds.booklet.markdown import attached

    booklet: Booklet = document.model
    if isinstance(booklet.text, TextFile) and booklet.text.file in files:
        text = booklet.text.model_copy(update={"file": files[booklet.text.file]})
        booklet = booklet.model_copy(update={"text": text, "language": code})
    return replace(document, model=booklet, attached=attached(booklet, document.node, project, names))


def _files(game: Game) -> list[File]:
    def lay_out(name: str, setter: Setter, paper: Paper) -> Volume:
        from rcwkit.kinds.booklet.draw import volume

        return volume(game, name, setter)

    def read_by(item: GameItem[Booklet]) -> frozenset[str]:
        words = {reference.name.split(" ")[0] for reference in _named(item)}
        known = (kind.part for kind in kinds_in(game) if kind.part)
        return made_from("booklet", LETTERS, NUMBERS).union(*(part.reads for part in known if part.word in words))

    return [
        File(
            f"booklet-{name}",
            item.value.title,
            partial(lay_out, name),
            read_by(item),
            large=True,
            shelf=item.value.shelf,
        )
        for name, item in game[Booklet].items()
    ]


def _named(item: GameItem[Booklet]) -> tuple[Reference, ...]:
    """Return the parts of the game that a booklet names."""
    return item.document.attached.prose.parts if item.document.attached else ()


def _check(game: Game) -> Iterator[Diagnostic]:
    """Check that the pictures of texts, and the parts of the game that these print, are there, and links clear."""
    for document, _ in game.all(Booklet):
        yield from (*document.attached.lacking, *document.attached.prose.unclear) if document.attached else ()
    known = {kind.part.word: kind.part.ids(game) for kind in kinds_in(game) if kind.part}
    for reference in (one for item in game[Booklet].values() for one in _named(item)):
        word, name = reference.name.split(" ")
        yield from unknown(word, name, known.get(word, ()), reference.span, "E131")


KIND = Kind(Booklet, _check, _files, attach=_attach, use=Usage(word("before play"), "away"))
