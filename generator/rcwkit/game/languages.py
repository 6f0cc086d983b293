"""Languages: the tool's own words, with a game's translations laid over them, and `kind: translation`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rcwkit.bundled import bundled
from rcwkit.source.base import LanguageCode, Line, Model
from rcwkit.source.language import ENGLISH, Language
from rcwkit.source.patterns import PLURAL
from rcwkit.source.project import Project
from rcwkit.source.validation import modelled
from rcwkit.source.yaml import parse

__all__ = ["Translation", "codes", "shipped", "spoken"]

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
