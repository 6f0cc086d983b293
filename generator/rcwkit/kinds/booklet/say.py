"""Booklets: the text with its rulings numbered, and what the cover and margins say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from rcwkit.diagnostics import Span
from rcwkit.frame import MM, Frame
from rcwkit.game.game import Game
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.booklet.markdown import MARK, MarkdownHeading, MarkdownPicture, Origin
from rcwkit.kinds.booklet.model import Booklet
from rcwkit.kinds.kind import kinds_in
from rcwkit.source.markup import Sign
from rcwkit.type.fonts import composed

if TYPE_CHECKING:
    from rcwkit.kinds.booklet.markdown import Prose
    from rcwkit.kinds.booklet.model import Format
    from rcwkit.type.text import Setter

__all__ = ["Volume", "volume"]


class Volume(NamedTuple):
    """A booklet ready for its template.

    In its HTML, pictures have the address `picture:N`, and rulings their numbers. `written` is its place in the
    data, `origin` that of its text. If `contents` is empty, there is no table of contents.
    """

    game: str
    title: str
    rule: str
    note: str
    flags: tuple[int, ...]
    source: str
    credits: str
    language: str
    format: Format | None
    contents: tuple[MarkdownHeading, ...]
    html: str
    notes: tuple[str, ...]
    pictures: tuple[MarkdownPicture, ...]
    parts: tuple[Frame, ...]
    written: Span
    origin: Origin

    @property
    def chapters(self) -> int:
        """The number of first-level headings."""
        return len(re.findall(r"<h1[ >]", self.html))


WIDE, NARROW = 166 * MM, 114 * MM
"""How wide parts of the game are at most, on full and on half sheets."""


def volume(game: Game, name: str, setter: Setter) -> Volume:
    """Return a booklet of a game. Raises KeyError for an unknown name."""
    item = game[Booklet][name]
    booklet, attached = item.value, item.document.attached
    assert attached is not None  # the loader has read it
    prose = attached.prose
    numbers = ruling_numbers(game) if booklet.rulings or prose.rulings else {}
    highest = min((heading.level for heading in prose.headings), default=1)
    drawn = tuple(parts(game, prose, setter, NARROW if booklet.format else WIDE))
    listed = tuple(heading for heading in prose.headings if heading.level <= highest + 1) if booklet.contents else ()
    return Volume(
        game.info.title,
        booklet.title,
        booklet.rule,
        booklet.note or "",
        tuple(sorted(numbers[ruling] for ruling in booklet.rulings if ruling in numbers)),
        booklet.source,
        game.info.credits,
        booklet.language or game.info.language,
        booklet.format,
        listed,
        _told(_named(_numbered(prose.html, numbers), drawn), game),
        tuple(_told(_numbered(note, numbers), game) for note in prose.notes),
        attached.pictures,
        drawn,
        item.document.at("title"),
        prose.origin,
    )


def parts(game: Game, prose: Prose, setter: Setter, width: float) -> Iterator[Frame]:
    """Yield the parts of the game that a text prints; the checks have refused unknown ones."""
    known = {kind.part.word: kind.part for kind in kinds_in(game) if kind.part}
    for reference in prose.parts:
        word, name = reference.name.split(" ")
        yield known[word].draw(game, name, setter, width)


def _named(html: str, drawn: Sequence[Frame]) -> str:
    """Say what is read in place of parts of the game: their names."""

    def named(found: re.Match[str]) -> str:
        return f'{found[1]}"{escape(drawn[int(found[2])].name)}"'

    return re.sub(r'(src="part:(\d+)" alt=)"[^"]*"', named, html)


def _told(html: str, game: Game) -> str:
    """Say what is read in place of signs; the checks have refused unknown ones."""
    own = {name: one.said for name, one in game.info.own_signs.items() if one.said}

    def mark(found: re.Match[str]) -> str:
        return f'src="sign:{found[1]}" alt="{escape(Sign("sign", found[1]).spoken(own))}"'

    said = re.sub(r'src="sign:([\w-]+)" alt="sign"', mark, html)
    return composed(said, game.book["serif"].glyphs)


def _numbered(html: str, numbers: Mapping[str, int]) -> str:
    """Number the marks of rulings, and leave out those of slips; the checks have refused unknown ones."""

    def mark(found: re.Match[str]) -> str:
        return f"{MARK}{numbers[found[1]]}</sup>" if found[1] in numbers else ""

    return re.sub(rf"{MARK}([\w.-]+)</sup>", mark, html)
