"""The index of a kit: its charts, cards, places, factions and terms, with the files and pages that print them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from os.path import commonprefix
from string import ascii_lowercase
from typing import NamedTuple

from rcwkit.document.blocks import Block, DocumentPart, Entry, Heading, TextDocument, document
from rcwkit.game.game import Game
from rcwkit.kinds.guide.say import LIES, Component, PageWords
from rcwkit.kinds.kind import kinds_in, sheets_of

FEW, SOME = 60, 130
"""Up to how many entries an index is a block without letters, and has three columns, not four."""
SHORTEST = 3
"""How many characters a name has at least to be looked for, but for marks such as W8."""
MANY = 6
"""With more pages than this that tell of it, an entry names those alone that have it in a heading, which count once if
they are in a row."""
SET_UP = "set-up"
"""What the sheets of a set-up are called."""
ALIKE = 5
"""A term needs no entry under another word that begins with as many of its letters."""

_WORD = re.compile(r"\w+")
_MARK = re.compile(r"[^\W\d]\d+")
_NUMBER = re.compile(r"^(\d[\w.–-]*) (?=\w)(.+)$")
Printed = frozenset[tuple[str, int]]
"""Files without their endings, with the number of a page."""


class _Name(NamedTuple):
    """A name to look for: as it is listed, under a longer entry if it is one of several, and how it is spelt."""

    shown: str
    under: str
    words: tuple[str, ...]
    printed: Printed


class _Mention(NamedTuple):
    """A page that says a name: the places of its file and of itself, what they are called, and how it says it.

    The name `heads` something on it, or it `tells` of it, as what stands in bold type does, or only mentions it.
    """

    file: int
    page: int
    stem: str
    number: str
    heads: bool = False
    tells: bool = False


def index_sheet(game: Game, components: Iterable[Component]) -> TextDocument:
    """Return the index of these components: every name found on their pages, and terms under their other names.

    What lies at a player's seat stands before what lies beside the map or is put away.
    """
    lies = {f"{file.stem}.pdf": [*LIES].index(file.use[0].lies) for file in sheets_of(game) if file.use}
    listed = sorted(components, key=lambda one: lies.get(one.name, len(LIES)))
    pages, names = _Pages(listed), _names(game)
    longer = _longer(word for name in names for word in name.words)
    found = {name: [*pages.saying(name, longer)] for name in names}
    said = {name: places for name, places in found.items() if _tells(places, len(pages.pages))}
    entries = [*_entries(said), *_see(game, {name.shown for name in said})]
    entries.sort(key=lambda entry: (_sorted(entry[0][0]), entry[0]))
    blocks: list[Block] = []
    for letter, group in groupby(entries, key=lambda entry: _sorted(entry[0][0])[0].upper()):
        blocks += [Heading(letter, "minor", keep=True)] if len(entries) > FEW else []
        blocks += [Entry(shown[-1], where, within=len(shown) > 1) for shown, where in group]
    title = game.say("Index")
    columns = 3 if len(entries) <= SOME else 4
    part = DocumentPart(title, tuple(blocks), "rings", note=_key(game, listed), columns=columns)
    return replace(document(game, title, (part,) if blocks else ()), close=True)


def _key(game: Game, components: Iterable[Component]) -> str:
    """Return how to read an index: what bold pages are, and files whose names are not in their titles."""
    short = {short_name(component): component.title for component in components}
    said = [f"{name} = {title}" for name, title in short.items() if name not in title.casefold()]
    return " ".join(
        (game.say("Pages in the order of the print guide; bold ones have it in a heading."), "; ".join(said))
    ).strip()


def _names(game: Game) -> list[_Name]:
    """Return what is looked for, one for all spellings: terms, factions, and what kinds say, such as charts."""
    printed: dict[str, set[tuple[str, int]]] = {}
    for stem, page, name in (one for kind in kinds_in(game) for one in kind.prints(game)):
        printed.setdefault(name, set()).add((stem, page))
    spelt = ((word, name) for name, others in game.info.terms.items() for word in (name, *others))
    terms = {_folded(word): name for word, name in reversed([*spelt])}
    given = [*game.info.terms, *(owner.title for owner in game.info.factions.values())]
    given += [name for kind in kinds_in(game) for name in kind.names(game)]
    heads = Counter(_parted(name)[0] for name in dict.fromkeys(given))
    found: dict[tuple[str, str], tuple[str, str, list[str], set[tuple[str, int]]]] = {}
    for name in dict.fromkeys(given):
        head, part = _parted(name)
        head, part = (head, part) if heads[head] > 1 else (_plain(name), "")
        head = terms.get(_folded(head), head)
        words = [_plain(name), *(() if part else game.info.terms.get(head, ()))]
        shown, under = (part, head) if part else (head, "")
        _, _, known, where = found.setdefault((_folded(head), _folded(part)), (shown, under, [], set()))
        known += [word for word in words if word not in known]
        where |= printed.get(name, set())
    return [_Name(shown, under, tuple(words), frozenset(where)) for shown, under, words, where in found.values()]


def _plain(name: str) -> str:
    """Return a name without what it has in brackets."""
    return " ".join(re.sub(r"\([^)]*\)", "", name).replace(" ,", ",").split()) or name


def _parted(name: str) -> tuple[str, str]:
    """Return what a name is of, before a comma, and which one it is."""
    head, _, part = _plain(name).partition(", ")
    return head, part


def _folded(name: str) -> str:
    """Return what all spellings of a name have in common: small letters, and the last word in the singular."""
    folded = name.casefold()
    if folded.endswith("ies"):
        return folded[:-3] + "y"
    return folded[:-1] if folded.endswith("s") and not folded.endswith(("ss", "us", "is")) else folded


def _longer(words: Iterable[str]) -> dict[str, list[str]]:
    """Return for each name the longer ones that have it among their words."""
    whole = sorted({word.casefold() for word in words})
    having: dict[str, list[str]] = {}
    for name in whole:
        for word in set(_WORD.findall(name)):
            having.setdefault(word, []).append(name)
    return {
        name: [
            one
            for one in having.get(next(iter(_WORD.findall(name)), ""), ())
            if one != name and f" {name} " in f" {one} "
        ]
        for name in whole
    }


def _tells(places: Sequence[_Mention], pages: int) -> bool:
    """Return whether pages that say a name are any, not only set-ups, nor most of all without a heading among them."""
    listed = all(place.stem == SET_UP for place in places)
    return not listed and (len(places) <= max(MANY, pages // 2) or any(place.heads for place in places))


def _entries(found: Mapping[_Name, Sequence[_Mention]]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield entries, and set in below them those of their parts that are not on the same pages."""
    parts: dict[str, list[_Name]] = {}
    for name in found:
        parts.setdefault(name.under, []).append(name)
    heads = {name.shown: places for name, places in found.items() if not name.under}
    for under, names in parts.items():
        if not under:
            continue
        every = {place.page: place for name in names for place in found[name]}
        every |= {place.page: place for place in heads.get(under, ()) if place.page not in every or place.heads}
        heads[under] = sorted(every.values())
        own = {name: {place.page for place in found[name]} for name in names}
        if any(own[name] != own[names[0]] for name in names):
            alone = [name for name in names if own[name] != every.keys()]
            yield from (((_listed_name(under), _listed_name(name.shown)), _listed(found[name])) for name in alone)
    yield from (((_listed_name(name),), _listed(places)) for name, places in heads.items())


def _see(game: Game, listed: Collection[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the other words for terms, with the term to look at; none beside the entry of the term itself."""
    taken = {_folded(name) for name in listed}
    for name, others in game.info.terms.items():
        for other in others if name in listed else ():
            beside = commonprefix([_folded(name), _folded(other)])
            if _folded(other) not in taken and len(beside) < min(ALIKE, len(_folded(name))):
                yield (_listed_name(other),), game.say("see {name}", name=_listed_name(name))


class _Pages:
    """The pages of components, and which of them have a word, or two words beside each other."""

    def __init__(self, components: Iterable[Component]) -> None:
        self.pages: list[tuple[_Mention, PageWords]] = []
        self.having: dict[tuple[str, ...], set[int]] = {}
        self.printing: dict[tuple[str, int], set[int]] = {}
        for file, component in enumerate(components):
            stem, name = short_name(component), component.name.removesuffix(".pdf")
            for number, words in enumerate(component.words, 1):
                place, shown = len(self.pages), words.page or str(number)
                self.pages.append((_Mention(file, place, stem, shown), words))
                self.printing.setdefault((name, _number(shown)), set()).add(place)
                said = _WORD.findall(words.text)
                for key in {*zip(said), *zip(said, said[1:], strict=False)}:
                    self.having.setdefault(key, set()).add(place)

    def saying(self, name: _Name, longer: Mapping[str, Sequence[str]]) -> Iterator[_Mention]:
        """Yield the pages that print a name or say it otherwise than within a `longer` one, in order."""
        folded = [word.casefold() for word in name.words if len(word) >= SHORTEST or _MARK.fullmatch(word)]
        others = sorted({one for word in folded for one in longer.get(word, ()) if one not in folded}, key=len)[::-1]
        pattern = rf"(?<!\w)(?:(?:{_any(others)})|({_any(folded)})s?)(?!\w)"

        def says(text: str) -> bool:
            # Most texts do not have the letters, and few names a longer one: patterns are slow to make.
            found = any(_has(text, word) for word in folded)
            return found and (not others or any(one[1] for one in re.finditer(pattern, text)))

        near = set[int]().union(*(self._with_words(word) for word in folded))
        printed = set[int]().union(*(self.printing.get(page, ()) for page in name.printed))
        found, mark = list[_Mention](), all(map(_MARK.fullmatch, name.words))
        for place in sorted(near | printed):
            mention, words = self.pages[place]
            titled = says(words.titles)
            heads = place in printed or (titled and not mark)
            if heads or titled or says(words.text):
                found.append(mention._replace(heads=heads, tells=heads or titled or says(words.strong)))
        # Forms and lists are full of marks: where they stand in bold, they are told of.
        told = [mention for mention in found if mention.tells] if mark else []
        yield from told or found

    def _with_words(self, name: str) -> set[int]:
        """Return the pages that have all words of a name; a search in each page for each name would take too long."""
        words = _WORD.findall(name)
        keys: list[tuple[str, ...]] = [*zip(words, words[1:], strict=False)] or [*zip(words)]
        found = (self.having.get(key, set()) | self.having.get((*key[:-1], f"{key[-1]}s"), set()) for key in keys)
        return set.intersection(*found) if words else set(range(len(self.pages)))


def _has(text: str, word: str) -> bool:
    """Return whether a text has a word, or its plural, that is no part of another."""
    start = -1
    while (start := text.find(word, start + 1)) >= 0:
        after = text[start + len(word) : start + len(word) + 2].removeprefix("s")[:1]
        if not _WORD.match(text[start - 1 : start]) and not _WORD.match(after):
            return True
    return False


def _any(names: Iterable[str]) -> str:
    """Return the pattern of any of these names, the longest first; of none, one that nothing matches."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True))) or r"(?!)"


def _number(page: str) -> int:
    """Return the number of a page that may run over several sheets: 3 for 3b."""
    return int(page.rstrip(ascii_lowercase))


def _listed(places: Sequence[_Mention]) -> str:
    """Return each file with its pages: where one has it in a heading, those that tell of it; of many, the headings.

    A line never begins with a divider or number.
    """
    heading = [place for place in places if place.heads]
    told = [place for place in places if place.tells] if heading else places
    many = heading and _apart(heading) + len(told) - len(heading) > MANY
    chosen = sorted(heading if many else told)
    files = groupby(chosen, key=lambda place: place.stem)
    said = (f"{stem} {_runs([*own])}".replace(" ", "\N{NO-BREAK SPACE}") for stem, own in files)
    return "\N{NO-BREAK SPACE}· ".join(said)


def _apart(places: Sequence[_Mention]) -> int:
    """Return how many pages these are, if those in a row count once."""
    return 1 + sum((one.file, one.page + 1) != (other.file, other.page) for one, other in pairwise(sorted(places)))


def _runs(places: Sequence[_Mention]) -> str:
    """Return pages of one file, three and more in a row as a range, and those with a heading in bold."""
    runs: list[list[_Mention]] = []
    for place in places:
        last = runs[-1][-1] if runs else None
        follows = last is not None and (place.page, place.heads) == (last.page + 1, last.heads)
        if follows and last is not None and (last.number + place.number).isdecimal():
            runs[-1].append(place)
        else:
            runs.append([place])
    shown = []
    for run in runs:
        first, end = run[0].number, run[-1].number
        text = first if len(run) == 1 else f"{first}–{end}"
        shown.append(f"**{text}**" if run[0].heads else text)
    return ", ".join(shown)


def short_name(component: Component) -> str:
    """Return a file's name as an index says it: `folder-worksheets` is worksheets, `setup-campaign` is set-up."""
    stem = component.name.removesuffix(".pdf")
    name = (
        SET_UP if re.fullmatch(r"setup-[^-]+", stem) else re.sub(r"^(?:aid|booklet|folder)-|^cards-(?=\w{6})", "", stem)
    )
    title = component.title.casefold()
    return title if re.sub(r"\W|_", "", title) == re.sub(r"\W|_", "", name) else name.replace("_", " ")


def _listed_name(name: str) -> str:
    """Return a name as it is listed: it begins with a word, and a number before it follows."""
    return _NUMBER.sub(r"\2 \1", name)


def _sorted(name: str) -> str:
    """Return the key that a name is sorted by: without articles and signs, and with numbers in their order."""
    bare = re.sub(r"^(?:the|an?) ", "", re.sub(r"[^\w ]", "", name.casefold())).strip() or name
    return re.sub(r"\d+", lambda digits: digits[0].zfill(4), bare)
