"""Ids and references: families of ids, and checks that each is unique and every reference resolves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic, Span, nearest
from rcwkit.faces.inherited import known
from rcwkit.game.game import Document, Game
from rcwkit.source.annotations import named, references
from rcwkit.source.base import Ref
from rcwkit.source.info import HOUSE_FONTS, MOTIFS, NO_MOTIF, Strength
from rcwkit.source.kinds import KINDS
from rcwkit.source.symbols import BRANCHES, PICTURES, wrong_symbol

__all__ = ["FAMILIES", "names", "names_of", "repeated_ids", "unknown"]


class Family(NamedTuple):
    """A family of ids: its name in messages, the code for unknown ones, and a game's ids as people write them."""

    what: str
    code: str
    ids: Callable[[Game], Iterable[str]]


FAMILIES: Mapping[str, Family] = {
    "owners": Family("side or faction", "E220", lambda game: game.owners),
    "units": Family("unit", "E210", lambda game: game.counters),
    "unit_types": Family("unit type", "E221", lambda game: game.info.unit_types),
    "formations": Family("formation", "E260", lambda game: game.info.formations),
    "values": Family("value", "E258", lambda game: (name for one in game.strengths.values() for name in names_of(one))),
    "regions": Family("region", "E212", lambda game: [item.value.title for item in game.regions.values()]),
    "places": Family("place", "E211", lambda game: (_written(n, item.value.name) for n, item in game.places.items())),
    "tables": Family("table", "E223", lambda game: game.tables),
    "tracks": Family("track", "E222", lambda game: game.tracks),
    "rows": Family("row", "E222", lambda game: (row for item in game.tracks.values() for row in item.value.rows)),
    "boxes": Family("box", "E222", lambda game: (box for item in game.tracks.values() for box in item.value.boxes)),
    "procedures": Family("procedure", "E224", lambda game: game.procedures),
    "layouts": Family("layout", "E250", known),
    "terrains": Family("terrain", "E362", lambda game: (n for one in game.maps.values() for n in one.value.terrain)),
    "scenarios": Family("scenario", "E364", lambda game: game.scenarios),
    "setups": Family("set-up", "E227", lambda game: game.setups),
    "fonts": Family("font", "E279", lambda game: (*HOUSE_FONTS, *game.info.fonts)),
    "symbols": Family("symbol", "E254", lambda game: (*BRANCHES, *PICTURES, *game.info.drawings.symbols)),
    "motifs": Family("motif", "E254", lambda game: (*MOTIFS, NO_MOTIF, *game.info.drawings.motifs)),
    "rulings": Family("ruling", "E225", lambda game: game.rulings),
}


def names_of(strength: Strength) -> tuple[str, ...]:
    """Return the names of all values that counters of a type may have."""
    return (*strength.values, *strength.optional)


def _written(number: str, name: str) -> str:
    return f"{number} {name}" if number.isdecimal() else name


FEW = 8
"""Most known names that a hint lists."""


def unknown(what: str, name: str, known: Collection[str], span: Span, code: str) -> Iterator[Diagnostic]:
    """Report a name that is not known."""
    if name not in known:
        yield Diagnostic(code, f"unknown {what} '{name}'", span, _near(name, known))


def _near(name: str, known: Collection[str]) -> str:
    """Return a hint: the closest known name, or all of them if they are few."""
    return nearest(name, known) or (f"one of: {', '.join(known)}" if 0 < len(known) <= FEW else "")


def _ids(document: Document) -> Iterator[tuple[str, tuple[Any, ...], str]]:
    """Yield every id that a document defines: what has it, where, and the id. A new kind needs nothing here.

    Those of cards and pieces are not among them: they are their document's own.
    """
    name, model = document.kind, document.model
    kind, entries = KINDS[name], getattr(model, name, None)
    if kind.entries:
        yield from kind.entries(model)
    elif isinstance(entries, Mapping) and not kind.whole:
        yield from ((name.removesuffix("s"), (name, entry), entry) for entry in entries)
    elif own := getattr(model, "id", None):
        yield kind.whole or f"document of {name}", ("id",), own


def repeated_ids(game: Game) -> Iterator[Diagnostic]:
    """Check that no two documents of a kind, or entries of documents, have the same id, whatever files they are in.

    Files are named after ids. Some systems do not tell case apart, and have names for devices in every folder.
    """
    seen: dict[tuple[str, str], tuple[str, Span]] = {}
    for document in game.documents:
        yield from _repeated(document, _ids(document), seen)
        if document.kind in ("cards", "pieces"):
            own = getattr(document.model, document.kind)
            yield from _repeated(
                document, ((document.kind.removesuffix("s"), (document.kind, name), name) for name in own), {}
            )


def _repeated(
    document: Document, ids: Iterable[tuple[str, tuple[Any, ...], str]], seen: dict[tuple[str, str], tuple[str, Span]]
) -> Iterator[Diagnostic]:
    """Report ids that are among the `seen`, or cannot name a file, and add them there."""
    for what, path, name in ids:
        span = document.at(*path, key=path != ("id",))
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
    known = {name: dict.fromkeys(family.ids(game)) for name, family in FAMILIES.items()}
    for document in game.documents:
        for path, model in document.models:
            for field, levels in references(type(model)).items():
                value = getattr(model, field)
                for ref, name, where, is_key in named(value, levels) if value else ():
                    if not ref.checked or name in known[ref.family]:
                        continue
                    if ref.family == "symbols":
                        own = game.info.drawings
                        if wrong := wrong_symbol(name, own.symbols, own.branches):
                            yield Diagnostic("E254", wrong[0], document.at(*path, field, *where), wrong[1])
                        continue
                    if ref.family != "places" or game.place(name) is None:
                        span = document.at(*path, field, *where, key=is_key)
                        yield _unknown(game, ref, name, known[ref.family], span)
        for reference in document.attached.prose.rulings if document.attached else ():
            yield from unknown("ruling", reference.name, game.rulings, reference.span, "E225")


def _unknown(game: Game, ref: Ref, name: str, known: Collection[str], span: Span) -> Diagnostic:
    family = FAMILIES[ref.family]
    number = name.partition(" ")[0]
    if ref.family == "places" and number in game.places:
        item = game.places[number]
        message = f"place {number} is '{item.value.name}', not '{name[len(number) + 1 :]}'"
        hint = f"write '{number}'" if item.value.name == number else f"write '{number} {item.value.name}'"
        return Diagnostic(family.code, message, span, hint, (("named here", item.span),))
    hint = _near(name, known)
    if ref.family == "places":
        titles = {place: item.value.name for place, item in game.places.items()}
        both = [*(f"{place} {title}" for place, title in titles.items()), *titles.values()]
        hint = nearest(name, both) or nearest(name, game.places)
    return Diagnostic(family.code, f"unknown {ref.what or family.what} '{name}'", span, hint)
