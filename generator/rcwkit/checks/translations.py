"""Checks of translations: what is missing, what is out of date, and whether markup and parts are kept."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.look.language import ENGLISH, part_names
from rcwkit.models.markup import parts, written
from rcwkit.models.signs import Sign
from rcwkit.reading.game import Document, Game
from rcwkit.reading.languages import codes, shipped

if TYPE_CHECKING:
    from rcwkit.models.translations import Translation

__all__ = ["faithful", "lacking", "out_of_date", "twice"]


def lacking(game: Game) -> Iterator[Diagnostic]:
    """Report a language without words of the tool (W383), and every text without a translation (N384, N385)."""
    code = game.say.code
    if code != ENGLISH.code and not any(one.language == code for _, one in _own(game)) and shipped(code) is None:
        hint = (
            nearest(code, codes()) or f"there are words in {', '.join(codes())}; a kind: translation may bring others"
        )
        yield Diagnostic("W383", f"there is nothing in the language '{code}'", Span("--language", 0), hint)
        return
    if game.texts is None:
        return
    missing = list(game.texts.missing)
    for text, span in missing:
        yield Diagnostic("N384", f"not translated into '{code}': {_short(text)}", span, "add it to kind: translation")
    if missing:
        message = f"{len(missing):,} of {len(game.texts.found):,} texts are not translated into '{code}'"
        yield Diagnostic("N385", message, game.root.at("title"), f"rcwkit translate {game.info.id} {code} lists them")


def out_of_date(game: Game) -> Iterator[Diagnostic]:
    """Report translations of texts that neither the game nor the tool has (W382); only those of the kit's language."""
    if game.texts is None:
        return
    known = {*game.texts.found, *game.texts.known, *words()}
    for document, one in _own(game):
        for text in one.texts if one.language == game.say.code else ():
            if text not in known:
                hint = nearest(text, known) if len(text) < 80 else ""
                message = f"nothing says this any more: {_short(text)}"
                yield Diagnostic("W382", message, document.at("texts", text, key=True), hint or "leave it out")


def faithful(game: Game) -> Iterator[Diagnostic]:
    """Check that each translation has the signs and parts of its text, and is one line if that is (E380)."""
    for document, one in _own(game):
        for text, said in one.texts.items():
            for form, own in said.items() if isinstance(said, Mapping) else ((None, said or text),):
                if wrong := _wrong(text, own):
                    path = ("texts", text) if form is None else ("texts", text, form)
                    yield Diagnostic("E380", wrong, document.at(*path), "keep what is in braces or between colons")


def twice(game: Game) -> Iterator[Diagnostic]:
    """Check that a text has one translation into a language (E381)."""
    seen: dict[tuple[str, str], Span] = {}
    for document, one in _own(game):
        for text in one.texts:
            span = document.at("texts", text, key=True)
            first = seen.setdefault((one.language, text), span)
            if first is not span:
                message = f"two translations into '{one.language}' of: {_short(text)}"
                yield Diagnostic("E381", message, span, "keep one", (("first here", first),))


@cache
def words() -> frozenset[str]:
    """Return every text of the tool that has a translation."""
    found = (one for code in codes() if (one := shipped(code)) is not None)
    return frozenset(text for one in found for text in one.texts)


def _own(game: Game) -> Iterator[tuple[Document, Translation]]:
    yield from game.kind("translation")


def _wrong(text: str, said: str) -> str:
    if "\n" not in text and "\n" in said:
        return "the translation of one line is one line"
    if _styled(said) and not _styled(text):
        return "the translation is bold, italic or coloured, and the text is not"
    lost, strange = (
        [*(_signs(first) - _signs(second)), *(part_names(first) - part_names(second))]
        for first, second in ((text, said), (said, text))
    )
    if lost:
        return f"the translation lacks '{lost[0]}'"
    return f"the translation has '{strange[0]}', and the text does not" if strange else ""


def _styled(text: str) -> bool:
    return any(part.bold or part.italic or part.colour for part in parts(text))


def _signs(text: str) -> Tally[str]:
    return Tally(written(part.what) for part in parts(text) if isinstance(part.what, Sign))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return f"‘{line[:57]}…’" if len(line) > 60 else f"‘{line}’"
