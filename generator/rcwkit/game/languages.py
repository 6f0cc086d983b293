"""Languages: the tool's own words, a game's translations (`kind: translation`), and a game whose texts they replace."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span
from rcwkit.game.game import Document, Game, Texts
from rcwkit.game.references import family_of
from rcwkit.source.annotations import resaid
from rcwkit.source.base import LanguageCode, Line, Model, optional
from rcwkit.source.info import GameInfo
from rcwkit.source.kinds import KINDS
from rcwkit.source.language import ENGLISH, Language
from rcwkit.source.markup import parts
from rcwkit.source.patterns import PLURAL
from rcwkit.source.project import Project
from rcwkit.source.validation import modelled
from rcwkit.source.yaml import Node, parse

Form = Literal["zero", "one", "two", "few", "many", "other"]
Said = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
Rule = Annotated[str, StringConstraints(pattern=PLURAL, max_length=200)]
Separator = Annotated[str, StringConstraints(min_length=1, max_length=1)]


class Translation(Model):
    """Texts in another language: a game's own, or words of the tool."""

    kind: Literal["translation"]
    language: LanguageCode = Field(description="Language of the translations; `--language` asks for it.")
    plurals: Mapping[Form, Rule] = Field(
        {},
        description="Plural form → its whole numbers n, in the notation of Unicode's CLDR; other is for the rest.",
        examples=[{"one": "n % 10 = 1 and n % 100 != 11", "few": "n % 10 = 2..4 and n % 100 != 12..14"}],
    )
    decimal: Separator | None = optional("What separates decimals.", examples=[","])
    thousands: Separator | None = optional("What separates thousands.", examples=["."])
    files: Mapping[Line, Line] = Field(
        {},
        description="File of a booklet's text → the file of its translation.",
        examples=[{"notes.md": "lang/notes.de.md"}],
    )
    texts: Mapping[Said, Said | Mapping[Form, Said] | None] = Field(
        {},
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
    texts, places = Texts(), family_of("places", game)
    items = (places.find(game, name) for name in places.ids(game))
    names = Counter(given.get(item.value.name, item.value.name) for item in items if item is not None)

    def place_of(text: str) -> str:
        """The id of a place, if it is written so, or has a name that another has in the language, too."""
        item = places.find(game, text)
        alike = item is not None and text == item.value.name and names[given.get(text, text)] > 1
        return item.id if item is not None and (alike or item.id == text) else ""

    documents = tuple(_translated(document, given, texts, place_of) for document in game.documents)
    root = next(document.model for document in documents if isinstance(document.model, GameInfo))
    return replace(game, documents=documents, info=root, texts=texts)


def _translated(document: Document, given: dict[str, str], texts: Texts, place_of: Callable[[str], str]) -> Document:
    model = document.model
    if isinstance(model, Translation):
        return document
    kind = KINDS[document.kind]
    fixed = kind.fixed(model)

    def told(text: str, path: tuple[Any, ...], place: bool) -> str:
        if len(path) > 1 and path[-2] == "fields" and path[-1] in fixed:
            return text
        if place and (name := place_of(text)):
            return name
        if place and text not in given and (parts := _PLACE.fullmatch(text)) and place_of(parts[1]) == parts[1]:
            return f"{parts[1]} {given.get(parts[2], parts[2])}"
        if not place and has_words(text):
            texts.found.setdefault(text, document.at(*path))
        if text in given:
            texts.known.add(text)
        return given.get(text, text)

    made = resaid(model, told)
    for text, path in kind.cells(model):
        if has_words(text):
            texts.found.setdefault(text, document.at(*path))
            texts.known |= {text} & given.keys()
    return document if made is model else replace(document, model=made)


def has_words(text: str) -> bool:
    """Return whether there is anything to translate, besides signs."""
    return any(isinstance(part.what, str) and _WORDS.search(part.what) for part in parts(text))


_Place = tuple[tuple[str, ...], str]
"""A path of keys and positions, and the text there."""


@dataclass(frozen=True)
class Wording:
    """The texts of one document, and what a game says in their place in the language `code`.

    `places` are those of texts, `given` translations by text, `files` their documents by text, and `last` the document
    for further ones, '' if there is none yet.
    """

    code: str
    identity: tuple[str, str]
    places: frozenset[_Place]
    given: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    last: str = ""

    @classmethod
    def of(cls, code: str, game: Game, root: Node) -> Wording:
        """Return the wording of a parsed document of a game in its own language, in the language `code`."""
        identity = _identity(root)
        own = [(document.file, one) for document, one in game.all(Translation) if one.language == code]
        given = {text: said for _, one in own for text, said in one.texts.items() if isinstance(said, str)}
        files = {text: file for file, one in own for text in one.texts}
        return cls(code, identity, _places(game, identity), given, files, own[-1][0] if own else "")

    def shown(self, value: Any, path: tuple[str, ...] = ()) -> Any:
        """Return plain data with its texts translated."""
        if isinstance(value, dict):
            return {name: self.shown(inner, (*path, str(name))) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.shown(inner, (*path, str(at))) for at, inner in enumerate(value)]
        return self.given.get(value, value) if isinstance(value, str) and (path, value) in self.places else value

    def taken(self, source: Any, wanted: Any, file: str) -> tuple[Any, dict[str, str]]:
        """Return what is wanted of a document with its own texts, and the translations that are to change.

        Raises InputError if a translation depends on a number.
        """
        said: dict[str, str] = {}
        data = self._taken(source, wanted, (), said)
        for text in said:
            if text in self.files and text not in self.given:
                raise InputError.of("E392", f"the translation of '{text}' depends on a number", Span(file))
        return data, said

    def _taken(self, source: Any, wanted: Any, path: tuple[str, ...], said: dict[str, str]) -> Any:
        if isinstance(source, dict) and isinstance(wanted, dict):
            return {
                name: self._taken(source[name], value, (*path, str(name)), said) if name in source else value
                for name, value in wanted.items()
            }
        if isinstance(source, list) and isinstance(wanted, list):
            return [
                self._taken(source[at], value, (*path, str(at)), said) if at is not None else value
                for at, value in self._paired(source, wanted, path)
            ]
        if isinstance(wanted, str) and isinstance(source, str) and (path, source) in self.places:
            if wanted != self.given.get(source, source):
                said[source] = wanted
            return source
        return wanted

    def _paired(self, source: list[Any], wanted: list[Any], path: tuple[str, ...]) -> Iterator[tuple[int | None, Any]]:
        """Yield each item wanted with the position that it has in the source; None for a new one."""
        if len(source) == len(wanted):
            yield from enumerate(wanted)
            return
        left = dict(enumerate(self.shown(source, path)))
        for value in wanted:
            found = next((at for at, one in left.items() if repr(one) == repr(value)), None)
            if found is not None:
                del left[found]
            yield found, value

    def check(self, game: Game, file: str) -> None:
        """Raise InputError if the document, in a file of the changed game in its own language, has new texts."""
        known = {text for _, text in self.places}
        for text in sorted({text for _, text in _places(game, self.identity)} - known):
            message = f"'{text}' is a new text, which is written in the game's own language"
            hint = "add it in a preview without --language, and then translate it"
            raise InputError.of("E392", message, Span(file), hint)


def _identity(root: Node) -> tuple[str, str]:
    """Kind and id of a document."""
    value = root.value if isinstance(root.value, dict) else {}
    kind, name = (str(value[key][1].value) if key in value else "" for key in ("kind", "id"))
    return kind, "" if kind == "game" else name


def _places(game: Game, identity: tuple[str, str]) -> frozenset[_Place]:
    """The texts of a document with all overlays, each at its own path and at those that it may be written at.

    A text that stands for a model, such as a section with nothing else in it, has a shorter path in the document.
    """
    found: set[_Place] = set()

    def told(text: str, path: tuple[Any, ...], place: bool) -> str:
        if not place:
            steps = tuple(map(str, path))
            found.update((steps[:length], text) for length in range(1, len(steps) + 1))
        return text

    for document in game.documents:
        if _identity(document.node) == identity and not isinstance(document.model, Translation):
            resaid(document.model, told)
    return frozenset(found)
