"""Rename an id everywhere in a game: where it is defined, where it is referred to, and nowhere else.

References that models mark are found by their places. Others, within texts and conditions, are those of which the
checks say that the id is unknown once its definition has the new name. What is to be written is checked first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Severity, Span
from rcwkit.game.game import Game, entries_of
from rcwkit.game.loader import load
from rcwkit.game.references import families
from rcwkit.kit.checks import check
from rcwkit.source.annotations import named, references
from rcwkit.source.patterns import ID
from rcwkit.source.project import DOCUMENTS, Project, encoded
from rcwkit.source.splicing import Extent, Splice, applied, extent_of, leaves, scalar
from rcwkit.source.yaml import Node, node_at, parse

_ROOT = {
    "sides": "owners",
    "factions": "owners",
    "unit_types": "unit_types",
    "formations": "formations",
    "families": "marker_families",
}
"""Key of `kind: game` → family of the ids in it."""
_ENTRIES = {
    "counter": "units",
    "place": "places",
    "region": "regions",
    "procedure": "procedures",
    "ruling": "rulings",
    "scenario": "scenarios",
    "set-up": "setups",
    "table": "tables",
    "track": "tracks",
    "layout": "layouts",
}
"""What entries are called in messages → the family of their ids."""
_FREE = ("places", "regions")
"""Families whose ids are names, with spaces."""
ROUNDS = 6
"""How often the checks are asked what is still unknown."""
_SIGNS = re.compile(r"\{[^{}]*\}|:[^\s:]+:")
"""Markup and values in texts: the only parts of running text that have ids."""


class Renaming(NamedTuple):
    """What a renaming changes: contents of files by path, the places changed, and cells to change by hand."""

    files: Mapping[Path, bytes]
    changed: tuple[Span, ...]
    by_hand: tuple[Span, ...]


def kinds_of(game: Game, name: str) -> dict[str, list[Span]]:
    """Return the families in which a game's own data define an id, with the places of their definitions."""
    found: dict[str, list[Span]] = {}
    for key, family in _ROOT.items():
        if name in getattr(game.info, key):
            found.setdefault(family, []).append(game.root.at(key, name, key=True))
    for document in game.documents:
        for what, path, own, _ in entries_of(document, game.info):
            if own == name:
                family = _ENTRIES.get(what, what)
                found.setdefault(family, []).append(document.at(*path, key=True) if path else document.at("id"))
    return found


def renamed(project: Project, old: str, new: str, family: str = "") -> Renaming:
    """Return a game with an id renamed; nothing is written.

    Raises InputError for a game that cannot be loaded, an id that is not there or stands for several things (unless
    `family` says which), a new one that is taken or is no id, and if the id cannot be renamed everywhere.
    """
    game = load(project)
    found = kinds_of(game, old)
    if family and family not in found or not found:
        raise _refused(f"no id '{old}' in this game" if not found else f"'{old}' is none of the {family}", "OLD")
    if len(found) > 1 and not family:
        raise _refused(f"'{old}' is an id of {' and of '.join(found)}; say which with --of", "OLD")
    (family,) = [family] if family else found
    games = (game, *_below(project))
    definitions = dict.fromkeys(span for one in games for span in kinds_of(one, old).get(family, ()))
    taken = kinds_of(game, new)
    known = families(game)[family].ids(game) if family in families(game) else ()
    if family in taken or new in set(known):
        raise _refused(f"there is '{new}' among the {family} already", "NEW")
    if not re.match(ID, new) and family not in _FREE:
        raise _refused(f"'{new}' is not an id: letters, digits, '_', '.' and '-'", "NEW")
    return _Renamer(project, games, family, old, new).run(definitions)


def _below(project: Project) -> Iterator[Game]:
    """Yield the game without some of its overlays, which may hide entries; not those that are no game by themselves."""
    for count in range(len(project.overlays)):
        with suppress(InputError):
            yield load(Project(project.root, project.shown, project.overlays[:count]))


def _refused(message: str, where: str) -> InputError:
    return InputError.of("E393", message, Span(where, 0))


class _Renamer:
    """Collects the places of an id, and what the files are with another in its place."""

    def __init__(self, project: Project, games: Sequence[Game], family: str, old: str, new: str) -> None:
        self.project, self.games, self.family, self.old, self.new = project, games, family, old, new
        self.word = re.compile(rf"(?<!\w)(?<!\w[.-]){re.escape(old)}(?!\w|[.-]\w)")
        self.homes = {home.name(path): (home, path) for home, path in _documents(project)}
        self.texts = {name: home.read(path) for name, (home, path) in self.homes.items()}
        self.extents: dict[str, list[Extent]] = {}
        self.splices: dict[str, dict[tuple[int, int], Splice]] = {}
        self.signs: dict[str, str] = {}
        self.changed: dict[Span, None] = {}
        self.by_hand: dict[Span, None] = {}

    def run(self, definitions: Iterable[Span]) -> Renaming:
        for span in definitions:
            if not self._take(span):
                hint = "rename it there; an id that is made from a name changes with that"
                raise InputError.of("E393", f"'{self.old}' is not written here as an id", span, hint)
        for span in self._references():
            self._take(span)
        before, after = self._wrong(check(self.games[0])), dict[tuple[str, str], Diagnostic]()
        for _ in range(ROUNDS):
            self._translations()
            after = self._left(before)
            taken = [self._take(one.span) or self._said(one.span) for one in after.values()]
            if not any(taken):
                break
        if after and not self.by_hand:
            raise InputError([*after.values()], [self.project])
        files = {self.homes[name][1]: data for name, data in self._contents().items()}
        return Renaming(files, tuple(self.changed), tuple(self.by_hand))

    def _references(self) -> Iterator[Span]:
        """Yield the places of what models mark as references to the id."""
        for document in (one for game in self.games for one in game.documents):
            for path, model in document.models:
                for field, levels in references(type(model)).items():
                    value = getattr(model, field)
                    for ref, name, where, is_key in named(value, levels) if value else ():
                        if ref.family == self.family and name == self.old:
                            yield node_at(document.node, (*path, field, *where), key=is_key).span
            for reference in document.attached.prose.rulings if document.attached else ():
                if self.family == "rulings" and reference.name == self.old:
                    yield reference.span

    def _take(self, span: Span) -> bool:
        """Note the id at a place to be replaced; return whether that is new."""
        if span.cell:
            known = span in self.by_hand
            self.by_hand[span] = None
            return not known
        if span.file not in self.homes:
            return self._attach(span)
        text = self.texts[span.file]
        at = _offset(text, span)
        if not span.file.endswith(DOCUMENTS):
            return self._replace(span.file, at, at + max(span.length, 1), "")
        if span.file not in self.extents:
            self.extents[span.file] = [*leaves(extent_of(text))]
        leaf = next((one for one in self.extents[span.file] if one.start <= at < max(one.end, one.start + 1)), None)
        return leaf is not None and self._replace(span.file, leaf.start, leaf.end, leaf.style)

    def _attach(self, span: Span) -> bool:
        """Take in a sheet or an attached file that has the id."""
        for home in (self.project, *self.project.overlays):
            folder = f"{home.shown or home.root.name}/"
            if span.file.startswith(folder) and (path := home.root / span.file.removeprefix(folder)).is_file():
                self.homes[span.file] = home, path
                self.texts[span.file] = home.read(path)
                return self._take(span)
        return False

    def _replace(self, file: str, start: int, end: int, style: str) -> bool:
        """Replace the id in characters of a file: all of them, or words in them; of texts with markup, only there."""
        raw, done = self.texts[file][start:end], self.splices.setdefault(file, {})
        inner = raw[1:-1] if style in ("'", '"') else raw
        found: list[tuple[int, int, str]] = []
        if inner == self.old:
            found = [
                (
                    start,
                    end,
                    scalar(self.new) if style == "" and file.endswith(DOCUMENTS) else raw.replace(self.old, self.new),
                )
            ]
        else:
            signs = [one for one in _SIGNS.finditer(raw) if self.word.search(one[0])]
            self.signs |= {one[0]: self.word.sub(self.new, one[0]) for one in signs}
            areas = [one.span() for one in signs] or [(0, len(raw))]
            found = [
                (start + one.start(), start + one.end(), self.new)
                for first, last in areas
                for one in self.word.finditer(raw, first, last)
            ]
        more = {(first, last): Splice(first, last, text) for first, last, text in found if (first, last) not in done}
        done |= more
        self.changed |= dict.fromkeys(_span(file, self.texts[file], first, self.old) for first, _ in more)
        return bool(more)

    def _said(self, span: Span) -> bool:
        """Replace the id in what documents say that cells of a sheet mean: `values:` and `all:` beside `from:`."""
        if not span.file.endswith((".csv", ".tsv")):
            return False
        named_, taken = span.file.rpartition("/")[2], False
        for name, text in [*self.texts.items()]:
            if name.endswith(DOCUMENTS) and named_ in text:
                for node in _meanings(parse(text, name), named_):
                    taken |= node.value == self.old and self._take(node.span)
        return taken

    def _translations(self) -> None:
        """Replace markup in translations of texts in which it has changed."""
        for document in self.games[0].documents if self.signs else ():
            if document.kind == "translation" and document.file in self.texts:
                for before in self.signs:
                    for one in re.finditer(re.escape(before), self.texts[document.file]):
                        self._replace(document.file, *one.span(), "")

    def _left(self, before: set[tuple[str, str]]) -> dict[tuple[str, str], Diagnostic]:
        """Return the errors that the game has with what is replaced so far, and did not have before."""
        unsaved: dict[Path, dict[Path, bytes]] = {}
        for name, data in self._contents().items():
            home, path = self.homes[name]
            unsaved.setdefault(home.root, {})[path] = data
        own, *overlays = (
            Project(one.root, one.shown, unsaved=unsaved.get(one.root, {}))
            for one in (self.project, *self.project.overlays)
        )
        own.overlays = tuple(overlays)
        try:
            found = [*check(load(own))]
        except InputError as error:
            found = error.diagnostics
        return {key: one for one in found if (key := _key(one)) not in before and one.severity is Severity.ERROR}

    def _wrong(self, found: Iterable[Diagnostic]) -> set[tuple[str, str]]:
        return {(code, self.word.sub(self.new, message)) for code, message in map(_key, found)} | {*map(_key, found)}

    def _contents(self) -> dict[str, bytes]:
        """Return what is in the files that change."""
        found: dict[str, bytes] = {}
        for name, splices in self.splices.items():
            home, path = self.homes[name]
            if splices:
                found[name] = encoded(applied(self.texts[name], splices.values(), name), home.open(path))
        return found


def _documents(project: Project) -> Iterator[tuple[Project, Path]]:
    """Yield the documents of a game's folders."""
    for home in (project, *project.overlays):
        yield from ((home, path) for path in home.walk() if path.name.endswith(DOCUMENTS))


def _key(one: Diagnostic) -> tuple[str, str]:
    """Return what a diagnostic says, without its column, which other words in its line may move."""
    return one.code, f"{one.span.place}: {one.message}"


def _meanings(node: Node, sheet: str, inside: bool = False) -> Iterator[Node]:
    """Yield the scalars under `values` and `all` of each mapping that names a sheet."""
    if isinstance(node.value, tuple):
        for item in node.value:
            yield from _meanings(item, sheet, inside)
    elif isinstance(node.value, dict):
        file = node.value["file"][1].value if "file" in node.value else None
        here = isinstance(file, str) and file.rpartition("/")[2] == sheet
        for key, (_, value) in node.value.items():
            yield from _meanings(value, sheet, inside or here and key in ("values", "all"))
    elif inside:
        yield node


def _offset(text: str, span: Span) -> int:
    """Return the position of the first character of a span."""
    lines = text.splitlines(keepends=True)
    return sum(map(len, lines[: span.line - 1])) + span.column - 1


def _span(file: str, text: str, at: int, word: str) -> Span:
    before = text[:at].splitlines(keepends=True)
    line = len(before) if before and not before[-1].endswith(("\n", "\r")) else len(before) + 1
    return Span(file, line, at - sum(map(len, before[: line - 1])) + 1, len(word))
