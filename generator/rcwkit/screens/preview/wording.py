"""The texts of a document in another language: shown translated, and a change of one is a change of its translation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from rcwkit.diagnostics import InputError, Span
from rcwkit.models.said import resaid
from rcwkit.models.translations import Translation
from rcwkit.reading.game import Game
from rcwkit.reading.loader import load
from rcwkit.reading.project import Project
from rcwkit.reading.source import Node

__all__ = ["Wording"]

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
    def of(cls, code: str, project: Project, root: Node) -> Wording:
        """Return the wording of a parsed document, whose `project` is in its own language, in the language `code`.

        Raises InputError if the game has errors.
        """
        game, identity = load(project), _identity(root)
        own = [(document.file, one) for document, one in game.of(Translation) if one.language == code]
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

    def check(self, project: Project, file: str) -> None:
        """Raise InputError if the document, in a file of the changed project in its own language, has new texts."""
        known = {text for _, text in self.places}
        for text in sorted({text for _, text in _places(load(project), self.identity)} - known):
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
