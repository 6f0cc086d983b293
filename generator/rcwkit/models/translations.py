"""`kind: translation`: texts in another language, by the text that they translate."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rcwkit.models.base import LanguageCode, Line, Model
from rcwkit.models.forms import PLURAL

__all__ = ["Translation"]

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
