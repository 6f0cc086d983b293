"""Checks of the markup in texts: each sign and colour is known, and drawn where it is written."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from rcwkit.checks.references import unknown
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.models.markup import marked, parts, written
from rcwkit.models.signs import SHIPPED, Sign
from rcwkit.reading.game import Document, Game

__all__ = ["signs"]

_PAGES = frozenset({"aids", "folder", "scenarios", "tables"})
"""Kinds whose texts have every kind of sign, but in titles."""
_TITLES = frozenset({"title", "aside"})
_RUNNING: Mapping[str, frozenset[str]] = {
    "cards": frozenset({"fields", "foot", "items", "note", "text"}),
    "gauges": frozenset({"lines", "note"}),
    "layouts": frozenset({"let", "text"}),
    "pieces": frozenset({"fields", "note", "sides", "text"}),
    "rulings": frozenset({"note", "prints", "says"}),
    "setup": frozenset({"note", "reminders"}),
    "tracks": frozenset({"legend", "lines", "note", "text"}),
}
"""Kind of document → fields of running text, with styles, pictures, dice and marks of owners."""
_SMALL = frozenset({"die", "mark", "sign"})
"""Kinds of signs in running text."""
_FLAGGED = frozenset({"foot", "items", "note", "text"})
"""Fields of cards that take the flag of a ruling, too."""
_ELSEWHERE = frozenset({"booklet", "translation"})
"""Kinds whose texts are Markdown, or checked against those that they translate."""
_FORMER = re.compile(r"\{sign ([^{}]*)\}")
"""How pictures were written before they had a name between colons."""
_SPACED = re.compile(r":([A-Za-z0-9]+(?: [A-Za-z0-9]+){1,4}):")
"""What is meant as a sign if there is one of that name, but for the spaces."""
_EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.S)


class _Text(NamedTuple):
    """A text with markup: its document, its path in it, its field, and its words."""

    document: Document
    path: tuple[Any, ...]
    field: str
    said: str

    @property
    def span(self) -> Span:
        """Its place."""
        return self.document.at(*self.path)


def signs(game: Game) -> Iterator[Diagnostic]:
    """Check that markup names known signs, dice, owners, rulings and colours, and stands where it is printed."""
    yield from _pictures(game)
    colours, known = {"accent", *game.owners, *game.info.look.colours}, {*SHIPPED, *game.info.signs}
    for document in game.documents:
        for reference in document.attached.prose.signs if document.attached else ():
            yield from unknown("sign", reference.name, known, reference.span, "E245")
    for text in _texts(game):
        for found in _FORMER.finditer(text.said) if "{" in text.said else ():
            message = f"a picture is written with its name between colons, not as '{found[0]}'"
            yield Diagnostic("E245", message, text.span, f"write :{found[1]}:")
        for found in _SPACED.finditer(text.said) if ":" in text.said else ():
            if meant := known & {found[1].replace(" ", "-"), found[1].replace(" ", "_")}:
                yield Diagnostic("E245", f"'{found[0]}' is not a sign", text.span, f"write :{min(meant)}:")
        styled = False
        named: set[str] = set()
        for part in parts(_EXPRESSION.sub("", text.said) if "{" in text.said else text.said):
            if not isinstance(part.what, str):
                yield from _sign(game, part.what, text, known)
            if part.colour:
                named.add(part.colour)
            styled = styled or part.bold or part.italic or bool(part.colour)
        if styled and not _runs(text):
            message = "a name is printed in one style: marks of bold, italic or colour would stand in lists and files"
            yield Diagnostic("E266", message, text.span, "leave them out")
        else:
            for name in sorted(named):
                yield from unknown("colour", name, colours, text.span, "E267")


def _pictures(game: Game) -> Iterator[Diagnostic]:
    """Check that the game's own signs can be drawn, and that only drawings are tinted."""
    artwork, found = game.artwork, list[Diagnostic]()
    for name, sign in game.info.own_signs.items():
        path = ("signs", name) if isinstance(game.info.signs[name], str) else ("signs", name, "file")
        art = artwork.find(sign.file, partial(game.root.at, *path), found, None)
        if art and art.pixels and sign.tint:
            message = f"the sign '{name}' is a picture: only drawings (SVG) take the colour of the words beside them"
            found.append(Diagnostic("E245", message, game.root.at("signs", name, "tint"), "leave tint out"))
    yield from found


def _runs(text: _Text) -> bool:
    """Whether a text is printed with its markup."""
    if text.document.kind in _PAGES:
        return text.field not in _TITLES
    return text.field in _RUNNING.get(text.document.kind, ())


def _drawn(sign: Sign, text: _Text) -> bool:
    """Whether a sign is drawn in a text."""
    if sign.kind == "flag" or not _runs(text):
        return False
    if sign.kind == "ruling" and text.document.kind == "cards":
        return text.field in _FLAGGED
    return text.document.kind in _PAGES or (sign.kind in _SMALL and bool(sign.value or sign.kind != "die"))


def _texts(game: Game) -> Iterator[_Text]:
    """Yield every text that may have markup."""
    for document in game.documents:
        if document.kind in _ELSEWHERE:
            continue
        for path, field, said in document.texts:
            if marked(said) or _SPACED.search(said):
                yield _Text(document, path, field, said)


def _sign(game: Game, sign: Sign, text: _Text, known: Collection[str]) -> Iterator[Diagnostic]:
    drawn = _drawn(sign, text)
    if drawn and sign.kind == "sign" and sign.value in known:
        return  # as nearly all are
    span = text.span
    if not drawn and (sign.kind != "sign" or sign.value in known):
        message = f"signs such as '{written(sign)}' are not drawn here"
        yield Diagnostic("E245", message, span, "say it in words")
    elif sign.kind == "ruling":
        yield from unknown("ruling", sign.value, game.rulings, span, "E225")
    elif sign.kind == "mark":
        yield from unknown("side or faction", sign.value, game.owners, span, "E220")
    elif sign.kind == "boxes":
        for box in sign.boxes:
            yield from unknown("side or faction", box.owner, game.owners, span, "E220")
    elif sign.kind == "sign":
        yield from unknown("sign", sign.value, known, span, "E245")
    elif sign.kind == "die" and len(sign.faces) != len(sign.value.split()):
        yield Diagnostic("E245", f"'{sign.value}' are not die faces", span, "write faces from 1 to 6: {die 4 5}")
