"""Languages: the tool's own words, a game's translations (`kind: translation`), and a game whose texts they replace."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from rcwkit.bundled import bundled
from rcwkit.game.game import Document, Game, Texts
from rcwkit.game.references import family_of
from rcwkit.source.annotations import resaid
from rcwkit.source.base import LanguageCode, Line, Model
from rcwkit.source.info import GameInfo
from rcwkit.source.kinds import KINDS
from rcwkit.source.language import ENGLISH, Language
from rcwkit.source.markup import parts
from rcwkit.source.patterns import PLURAL
from rcwkit.source.project import Project
from rcwkit.source.validation import modelled
from rcwkit.source.yaml import parse

__all__ = ["Translation", "codes", "shipped", "spoken", "translated"]

Form = Literal["zero", "one", "two", "few", "many", "other"]
Said = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
Rule = Annotated[str, StringConstraints(pattern=PLURAL, max_length=200)]
Separator = Annotated[str, StringConstraints(min_length=1, max_length=1)]


class Translation(Model):
    """Texts in another language: a game's own, or words of the tool."""

    kind: Literal["translation"]
    language: LanguageCode = Field(description="Language of the translations; `--language` asks for it.")
    plurals: Mapping[Form, Rule] = Field(
        default_factory=dict,
        description="Plural form → its whole numbers n, in the notation of Unicode's CLDR; other is for the rest.",
        examples=[{"one": "n % 10 = 1 and n % 100 != 11", "few": "n % 10 = 2..4 and n % 100 != 12..14"}],
    )
    decimal: Separator | None = Field(default=None, description="What separates decimals.", examples=[","])
    thousands: Separator | None = Field(default=None, description="What separates thousands.", examples=["."])
    files: Mapping[Line, Line] = Field(
        default_factory=dict,
        description="File of a booklet's text → the file of its translation.",
        examples=[{"notes.md": "lang/notes.de.md"}],
    )
    texts: Mapping[Said, Said | Mapping[Form, Said] | None] = Field(
        default_factory=dict,
        description="Text, exactly as in the documents → its translation, with the same markup and parts in braces; "
        "for words that depend on a number, plural form → translation. Empty: not translated yet.",
        examples=[{"Militia": "Miliz", "Roll **one die**.": "Wirf **einen Würfel**."}],
    )


FOLDER = "words"
"""The folder of the tool's own words among the templates, a file for each language but English."""


def codes() -> list[str]:
    """Return the languages that the tool speaks besides English."""
    return sorted(path.stem for path in (bundled("templates") / FOLDER).glob("*.yaml"))


@lru_cache(maxsize=16)
def shipped(code: str) -> Translation | None:
    """Return the tool's own words in a language, or in that of which it is a variety (de for de-AT)."""
    home = bundled("templates") / FOLDER
    for name in dict.fromkeys((code, code.partition("-")[0])):
        path = home / f"{name}.yaml"
        if path.is_file():
            project = Project(home, shown=f"templates/{FOLDER}")

            return modelled(Translation, parse(project.read(path), project.name(path)))
    return None


def spoken(code: str, own: Iterable[Translation]) -> Language:
    """Return a language: the tool's words, and over them a game's `own` translations into it."""
    given = [*filter(None, (shipped(code),)), *(one for one in own if one.language == code)]
    if not given:
        return ENGLISH if code == ENGLISH.code else Language(code)
    return Language(
        code,
        {english: said for one in given for english, said in one.texts.items() if said is not None},
        next((one.plurals for one in reversed(given) if one.plurals), {}),
        next((one.decimal for one in reversed(given) if one.decimal), ENGLISH.decimal),
        next((one.thousands for one in reversed(given) if one.thousands), ENGLISH.thousands),
    )


_WORDS = re.compile(r"[^\W\d_]{2}")
"""What a text has that is worth translating."""
_PLACE = re.compile(r"(\S+) (.+)")
"""A place's id and name."""


def translated(game: Game, code: str) -> Game:
    """Return a game whose texts are replaced by the translations of its own documents into a language."""
    own = [one for _, one in game.all(Translation) if one.language == code]
    given = {text: said for one in own for text, said in one.texts.items() if isinstance(said, str)}
    texts = Texts()

    def is_place(text: str) -> bool:
        found = family_of("places", game).find(game, text)
        return found is not None and found.id == text

    documents = tuple(_translated(document, given, texts, is_place) for document in game.documents)
    root = next(document.model for document in documents if isinstance(document.model, GameInfo))
    return replace(game, documents=documents, info=root, texts=texts)


def _translated(document: Document, given: dict[str, str], texts: Texts, is_place: Callable[[str], bool]) -> Document:
    model = document.model
    if isinstance(model, Translation):
        return document
    kind = KINDS[document.kind]
    fixed = kind.fixed(model)

    def told(text: str, path: tuple[Any, ...], place: bool) -> str:
        if (place and is_place(text)) or (len(path) > 1 and path[-2] == "fields" and path[-1] in fixed):
            return text
        if place and text not in given and (parts := _PLACE.fullmatch(text)) and is_place(parts[1]):
            return f"{parts[1]} {given.get(parts[2], parts[2])}"
        if not place and _has_words(text):
            texts.found.setdefault(text, document.at(*path))
        if text in given:
            texts.known.add(text)
        return given.get(text, text)

    made = resaid(model, told)
    for text, path in kind.cells(model):
        if _has_words(text):
            texts.found.setdefault(text, document.at(*path))
            texts.known |= {text} & given.keys()
    return document if made is model else replace(document, model=made)


def _has_words(text: str) -> bool:
    """Return whether there is anything to translate, besides signs."""
    return any(isinstance(part.what, str) and _WORDS.search(part.what) for part in parts(text))
