"""A language in which everything that is translated has Cyrillic letters, so that whatever is not stands out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from rcwkit.document.blocks import TextDocument
from rcwkit.document.pages import sheets
from rcwkit.frame import Group, Item, Text
from rcwkit.game.catalogue import locate
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.kinds.guide.say import Component
from rcwkit.kinds.kind import Cut, files_of
from rcwkit.kit.options import Options
from rcwkit.kit.pipeline import guide_view
from rcwkit.sheets.imposition import fewest, whole_pages
from rcwkit.sheets.marks import Foot
from rcwkit.sheets.paper import PAPERS
from words_support import said

__all__ = ["pseudo", "pseudo_game", "runs", "texts", "write_pseudo"]

LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
CYRILLIC = "абцдефгхийклмнопярстувшжузАБЦДЕФГХИЙКЛМНОПЯРСТУВШЖУЗ"
_KEPT = re.compile(r"\{\{.*?\}\}|\{[^{}]*\}|:[A-Za-z0-9_-]+:|\[[A-Za-z][\w.-]*\]|\*+")


def pseudo(text: str) -> str:
    """Return a text with its letters in Cyrillic, except in markup and parts."""
    letters = str.maketrans(LATIN, CYRILLIC)
    ends = [(found.start(), found.end()) for found in _KEPT.finditer(text)]
    made, at = "", 0
    for start, end in ends:
        made += text[at:start].translate(letters) + text[start:end]
        at = end
    return made + text[at:].translate(letters)


def pseudo_game(name: str, folder: Path) -> Game:
    """Return a bundled game with all texts, and the tool's words, in the language `xx`."""
    return load(locate(name, (write_pseudo(name, folder),), "xx"))


def write_pseudo(name: str, folder: Path) -> Path:
    """Write an overlay with all texts of a game, and the tool's words, in the language `xx`, and return its folder."""
    first = load(locate(name, (), "xx"))
    assert first.texts is not None
    lines = ["kind: translation", "language: xx", "texts:"]
    lines += [f"  {_quoted(text)}: {_quoted(pseudo(text))}" for text in {**first.texts.found, **said()}]
    folder.mkdir()
    (folder / "xx.yaml").write_text("\n".join(lines), encoding="utf-8")
    return folder


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def runs(game: Game) -> Iterator[tuple[str, str]]:
    """Yield every text that the pages of a kit print, with the name of its file."""
    options, setter = Options(), game.setter()
    listed = []
    for file in files_of(game):
        contents = file.lay_out(setter, options.edition.room)
        if isinstance(contents, TextDocument):
            made = sheets(contents, PAPERS["a4"], setter, game.owners)
        elif isinstance(contents, Cut):
            foot = Foot(game.info.title, file.title, game.info.credits, setter.theme, setter.book, "", setter.say)
            pieces = fewest(contents.pieces, options.edition, foot)
            made = [*whole_pages(contents.boards, options.edition, foot), *pieces]
        else:
            continue  # a booklet's own words are those of its cover: see test_booklet.py
        yield from ((text, file.stem) for sheet in made for text in texts(sheet.items))
        form = "document" if isinstance(contents, TextDocument) else "cards"
        listed.append(Component(f"{file.stem}.pdf", file.title, form, 1, 1))  # type: ignore[arg-type]
    guide = sheets(guide_view(game, listed, options), PAPERS["a4"], setter, game.owners)
    yield from ((text, "guide") for sheet in guide for text in texts(sheet.items))


def texts(items: Iterable[Item]) -> Iterator[str]:
    """Yield every text in a drawing."""
    for item in items:
        if isinstance(item, Group):
            yield from texts(item.items)
        elif isinstance(item, Text):
            yield item.text
