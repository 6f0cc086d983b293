"""Ids and references: families of ids, and checks that each is unique and every reference resolves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, Span, nearest, one_of
from rcwkit.game.game import Document, Entry, Game, GameItem, entries_of, once
from rcwkit.source.annotations import named, references
from rcwkit.source.cells import cured
from rcwkit.source.info import MOTIFS, NO_MOTIF, SHIPPED_FONTS
from rcwkit.source.kinds import KINDS
from rcwkit.source.markup import SHIPPED
from rcwkit.source.symbols import BRANCHES, PARTS, PICTURES, SCENES, wrong_symbol
from rcwkit.source.yaml import node_at


def _nothing(*_: object) -> None:
    return None


def _parts(slot: str, game: Game) -> Iterator[str]:
    """Yield the names of the parts of portraits of one sort, and then of the game's own."""
    yield from PARTS[slot]
    yield from (name.removeprefix(f"{slot}_") for name in game.info.drawings.portraits if name.startswith(f"{slot}_"))


class Family(NamedTuple):
    """A family of ids: its name in messages, the code for unknown ones, and a game's ids as people write them.

    `find` knows other ways to write one; `explain` says what is wrong with one, if more can be said than that it is
    unknown: it takes the game, what was written, and where. `new` says how to add one.
    """

    what: str
    code: str
    ids: Callable[[Game], Iterable[str]]
    find: Callable[[Game, str], GameItem[Any] | None] = _nothing
    explain: Callable[[Game, str, Span], Diagnostic | None] = _nothing
    new: str = ""


def _symbols_of(game: Game) -> Collection[str]:
    return (*BRANCHES, *PICTURES, *game.info.drawings.symbols)


_ENGINE: Mapping[str, Family] = {
    "owners": Family("side or faction", "E220", lambda game: game.owners),
    "unit_types": Family(
        "unit type", "E221", lambda game: game.info.unit_types, new="add it to `unit_types` in game.yaml"
    ),
    "formations": Family("formation", "E260", lambda game: game.info.formations),
    "marker_families": Family("family of markers", "E260", lambda game: game.info.families),
    "fonts": Family("font", "E279", lambda game: (*SHIPPED_FONTS, *game.info.fonts)),
    "symbols": Family("symbol", "E254", _symbols_of),
    "title_signs": Family("sign", "E254", lambda game: (*_symbols_of(game), *SHIPPED)),
    "motifs": Family("motif", "E254", lambda game: (*MOTIFS, NO_MOTIF, *game.info.drawings.motifs)),
    "scenes": Family("scene", "E254", lambda game: (*SCENES, *game.info.drawings.scenes)),
    "portraits": Family("portrait", "E254", lambda game: game.info.portraits),
    **{slot: Family(slot, "E254", partial(_parts, slot)) for slot in PARTS},
}
"""The families of a game's own document; kinds have others."""


def family_of(name: str, game: Game) -> Family:
    """Return a family of ids: of a kind of the game's documents, or else of the kind called like it, or of any."""
    if name in (found := families(game)):
        return found[name]
    called = (name,) if name in KINDS else ()
    others: Iterator[Mapping[str, Family]] = (KINDS[kind].families for kind in (*called, *KINDS))
    return next(found[name] for found in others if name in found)


@once
def families(game: Game) -> Mapping[str, Family]:
    """Return the families of ids of a game's own document, and of the kinds of the others."""
    found = dict(_ENGINE)
    for kind in sorted(game.kinds):
        found.update(KINDS[kind].families)
    return found


@once
def ruling_numbers(game: Game) -> Mapping[str, int]:
    """Return ruling ids with their printed numbers, from 1; slips have none."""
    return {name: number for kind in sorted(game.kinds) for number, name in enumerate(KINDS[kind].numbered(game), 1)}


FEW = 10
"""Most known names that a hint lists."""


def unknown(what: str, name: str, known: Collection[str], span: Span, code: str) -> Iterator[Diagnostic]:
    """Report a name that is not known."""
    if name not in known:
        yield Diagnostic(code, f"unknown {what} '{name}'", span, _near(name, known))


def _near(name: str, known: Collection[str]) -> str:
    """Return a hint: the closest known name, or all of them if they are few."""
    return one_of(name, known) if 0 < len(known) <= FEW else nearest(name, known)


def repeated_ids(game: Game) -> Iterator[Diagnostic]:
    """Check that no two documents of a kind, or entries of documents, have the same id, whatever files they are in.

    Files are named after ids. Some systems do not tell case apart, and have names for devices in every folder.
    """
    seen: dict[tuple[str, str], tuple[str, Span]] = {}
    for document in game.documents:
        yield from _repeated(document, entries_of(document, game.info), seen)
        inner = getattr(document.model, document.kind, None)
        if isinstance(inner, Mapping) and KINDS[document.kind].whole:
            what = document.kind.removesuffix("s")
            own = ((what, (document.kind, name), name, value) for name, value in inner.items())
            yield from _repeated(document, own, {})


def _repeated(
    document: Document, entries: Iterable[Entry], seen: dict[tuple[str, str], tuple[str, Span]]
) -> Iterator[Diagnostic]:
    """Report ids that are among the `seen`, or cannot name a file, and add them there."""
    for what, path, name, _ in entries:
        span = document.at(*path, key=True) if path else document.at("id")
        in_files = what not in ("place", "region")
        other, first = seen.setdefault((what, name.casefold() if in_files else name), (name, span))
        related = (("first here", first),)
        if other != name:
            message = f"{what} '{name}' differs from '{other}' only by case, and so would the names of files"
            yield Diagnostic("E202", message, span, "rename one of the two", related)
        elif first is not span:
            message = f"{what} '{name}' is defined twice"
            yield Diagnostic("E201", message, span, "rename one of the two", related)
        elif in_files and (wrong := _no_file(name)):
            yield Diagnostic("E202", f"a file cannot be named '{name}'{wrong}", span, "rename it")


_DEVICES = frozenset({"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))})


def _no_file(name: str) -> str:
    """Return why no file or folder can have this name on every system; nothing if it can."""
    if name.partition(".")[0].casefold() in _DEVICES:
        return " on Windows: it is the name of a device"
    return " on Windows, which drops the full stop" if name.endswith(".") else ""


def names(game: Game) -> Iterator[Diagnostic]:
    """Check that every reference in a model resolves."""

    @cache
    def known(family: str) -> tuple[Family, Mapping[str, None]]:
        found = family_of(family, game)
        return found, dict.fromkeys(found.ids(game))

    for document in game.documents:
        for path, model in document.models:
            for field, levels in references(type(model)).items():
                value, seen = getattr(model, field), set[tuple[Any, ...]]()
                for ref, name, where, is_key in named(value, levels) if value else ():
                    if where and isinstance(where[-1], int) and ref.family != "units":
                        if (once := (name, *where[:-1])) in seen:
                            span = document.at(*path, field, *where)
                            yield Diagnostic("W243", f"'{name}' is named twice", span, "name it once")
                        seen.add(once)
                    if not ref.checked:
                        continue
                    if ref.family in ("symbols", "title_signs"):
                        own = game.info.drawings
                        signs = SHIPPED if ref.family == "title_signs" else ()
                        if wrong := wrong_symbol(name, (*own.symbols, *signs), own.branches):
                            hint = cured(node_at(document.node, (*path, field, *where)), wrong[1])
                            yield Diagnostic("E254", wrong[0], document.at(*path, field, *where), hint)
                        continue
                    family, ids = known(ref.family)
                    if name not in ids and family.find(game, name) is None:
                        node = node_at(document.node, (*path, field, *where), key=is_key)
                        message, near = f"unknown {ref.what or family.what} '{name}'", _near(name, ids)
                        hints = (near, "" if near.startswith("did") else family.new)
                        hint = cured(node, "; or ".join(filter(None, hints)))
                        yield family.explain(game, name, node.span) or Diagnostic(family.code, message, node.span, hint)
        for reference in document.attached.prose.rulings if document.attached else ():
            family = family_of("rulings", game)
            yield from unknown(family.what, reference.name, [*family.ids(game)], reference.span, family.code)
