"""Languages: the tool's own words, with a game's translations laid over them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from rcwkit.bundled import bundled
from rcwkit.look.language import ENGLISH, Language
from rcwkit.reading.project import Project
from rcwkit.reading.source import parse
from rcwkit.reading.validation import modelled

if TYPE_CHECKING:
    from rcwkit.models.translations import Translation

__all__ = ["FOLDER", "codes", "shipped", "spoken"]

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
            from rcwkit.models.translations import Translation  # which kits in English do without

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
