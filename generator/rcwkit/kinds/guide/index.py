"""The index of a kit: its charts, cards, places, factions and terms, with the files and pages that print them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from string import ascii_lowercase

from rcwkit.document.blocks import Block, DocumentPart, Entry, Heading, TextDocument, document
from rcwkit.game.game import Game
from rcwkit.kinds.guide.say import Component
from rcwkit.kinds.kind import kinds_in

__all__ = ["index_sheet"]

COLUMNS = (2, 80), (3, 130)
"""How many columns a short index has, by its entries."""
SHORTEST = 3
"""How many characters a name has at least to be looked for."""

_WORD = re.compile(r"\w+")
Places = dict[str, list[int]]
"""File without its ending → page numbers."""


def index_sheet(game: Game, components: Iterable[Component]) -> TextDocument:
    """Return the index of these components: every name found on their pages, and terms under their other names."""
    pages = _Pages(components)
    entries: dict[str, str] = {}
    first_spelling = {name.casefold(): name for name in reversed([*_names(game)])}
    printed: dict[str, Places] = {}
    for stem, page, name in (one for kind in kinds_in(game) for one in kind.prints(game)):
        printed.setdefault(name, {}).setdefault(stem, []).append(page)
    for name in first_spelling.values():
        words = (name, *game.info.terms.get(name, ()))
        if found := pages.saying(words, printed.get(name, {})):
            entries[name] = _listed(found)
    for name, others in game.info.terms.items():
        taken = {entry.casefold() for entry in entries}
        entries |= {
            other: game.say("see {name}", name=name)
            for other in others
            if name in entries and other.casefold() not in taken
        }
    ordered = sorted(entries.items(), key=lambda entry: (_sorted(entry[0]), entry[0]))
    blocks: list[Block] = []
    for letter, group in groupby(ordered, key=lambda entry: _sorted(entry[0])[0].upper()):
        blocks.append(Heading(letter, "minor", keep=True))
        blocks += [Entry(name, where) for name, where in group]
    title = game.say("Index")
    note = game.say("File and page of this kit; files with the words in a heading come first.")
    columns = next((count for count, most in COLUMNS if len(ordered) <= most), 4)
    return document(
        game, title, (DocumentPart(title, tuple(blocks), "rings", note=note, columns=columns),) if blocks else ()
    )


def _names(game: Game) -> Iterator[str]:
    """Yield what is looked for: terms, factions, and what kinds say, such as charts, cards, places and counters."""
    yield from game.info.terms
    yield from (owner.title for owner in game.owners.values())
    yield from (name for kind in kinds_in(game) for name in kind.names(game))


class _Pages:
    """The pages of components, and which of them have a word."""

    def __init__(self, components: Iterable[Component]) -> None:
        self.pages = [
            (component.name.removesuffix(".pdf"), words.page or str(number), words)
            for component in components
            for number, words in enumerate(component.words, 1)
        ]
        self.having: dict[str, set[int]] = {}
        for place, (_, _, words) in enumerate(self.pages):
            for word in set(_WORD.findall(words.text)):
                self.having.setdefault(word, set()).add(place)

    def saying(self, names: Iterable[str], known: Places) -> list[tuple[str, str]]:
        """Return the pages that say a name as (file, page): `known` ones, then those with it in a heading."""
        folded = [name.casefold() for name in names if len(name) >= SHORTEST]
        if not folded:
            return []
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, folded))})(?!\w)")

        def says(text: str) -> bool:
            # Most texts do not have the letters, and a plain search says so much faster.
            return any(name in text for name in folded) and pattern.search(text) is not None

        near = set[int]().union(*(self._with_words(name) for name in folded))
        printed, titled, said = [], [], []
        for place, (stem, number, words) in enumerate(self.pages):
            if _number(number) in known.get(stem, ()):
                printed.append((stem, number))
            elif place in near and says(words.titles):
                titled.append((stem, number))
            elif place in near and says(words.text):
                said.append((stem, number))
        return printed + titled + said

    def _with_words(self, name: str) -> set[int]:
        """Return the pages that have all words of a name; a search in each page for each name would take too long."""
        words = _WORD.findall(name)
        return (
            set.intersection(*(self.having.get(word, set()) for word in words))
            if words
            else set(range(len(self.pages)))
        )


def _number(page: str) -> int:
    """Return the number of a page that may run over several sheets: 3 for 3b."""
    return int(page.rstrip(ascii_lowercase))


def _listed(places: list[tuple[str, str]]) -> str:
    """Return each file with its pages in order. A line never begins with a divider or a file's first page."""
    files: dict[str, list[str]] = {}
    for stem, page in places:
        files.setdefault(stem, []).append(page)
    ordered = {stem: sorted(own, key=lambda page: (_number(page), page)) for stem, own in files.items()}
    said = (f"{_short(stem)}\N{NO-BREAK SPACE}{', '.join(own)}" for stem, own in ordered.items())
    return "\N{NO-BREAK SPACE}· ".join(said)


def _short(stem: str) -> str:
    """Return a file's name as an index says it: `folder-worksheets` is worksheets."""
    return re.sub(r"^(?:aid|booklet|folder)-|^cards-(?=\w{6})", "", stem).replace("_", " ")


def _sorted(name: str) -> str:
    """Return the key that a name is sorted by: without articles and signs."""
    return re.sub(r"^(?:the|an?) ", "", re.sub(r"[^\w ]", "", name.casefold())).strip() or name
