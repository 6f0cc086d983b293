"""Checks that every id is unique and every reference resolves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from generator.diagnostics import Diagnostic, Span, nearest
from generator.game import Document, Game
from generator.models.aids import Aids, Rulings
from generator.models.booklets import Booklet
from generator.models.cards import Deck
from generator.models.counters import Counters
from generator.models.gauges import Gauges
from generator.models.places import Places
from generator.models.procedures import Procedures
from generator.models.scenarios import Scenarios
from generator.models.setup import Setup
from generator.models.tables import Tables
from generator.models.tracks import Tracks

__all__ = ["components", "owners", "repeated_ids", "rulings", "scenarios", "tracks", "unknown"]


def unknown(what: str, name: str, known: Collection[str], span: Span, code: str) -> Iterator[Diagnostic]:
    """One diagnostic if the name is not known."""
    if name not in known:
        yield Diagnostic(code, f"unknown {what} '{name}'", span, nearest(name, known))


_HOLDERS: tuple[tuple[type[Any], Callable[[Any], Iterable[tuple[str, tuple[Any, ...], str]]]], ...] = (
    (Counters, lambda m: (("counter", ("counters", i), i) for i in m.counters)),
    (
        Places,
        lambda m: [
            *(("region", ("regions", r), r) for r in m.regions),
            *(("place", ("regions", r, "places", p), p) for r in m.regions for p in m.regions[r].places),
        ],
    ),
    (Setup, lambda m: [("set-up", ("id",), m.id)]),
    (Deck, lambda m: [("deck", ("id",), m.id)]),
    (Tracks, lambda m: (("track", ("tracks", i), i) for i in m.tracks)),
    (Tables, lambda m: (("table", ("tables", i), i) for i in m.tables)),
    (Procedures, lambda m: (("procedure", ("procedures", i), i) for i in m.procedures)),
    (Scenarios, lambda m: (("scenario", ("scenarios", i), i) for i in m.scenarios)),
    (Aids, lambda m: (("aid", ("aids", i), i) for i in m.aids)),
    (Booklet, lambda m: [("booklet", ("id",), m.id)]),
    (Gauges, lambda m: (("gauge", ("gauges", i), i) for i in m.gauges)),
    (Rulings, lambda m: (("ruling", ("rulings", i), i) for i in m.rulings)),
)


def repeated_ids(game: Game) -> Iterator[Diagnostic]:
    """No two entries of one family may have the same id, in whatever files they stand."""
    seen: dict[tuple[str, str], Span] = {}
    for model, listing in _HOLDERS:
        for document, value in game.of(model):
            for family, path, name in listing(value):
                span = document.at(*path, key=path != ("id",))
                if (family, name) in seen:
                    yield Diagnostic(
                        "E201", f"{family} '{name}' is defined twice", span, "rename one of the two", (("first here", seen[family, name]),)
                    )
                else:
                    seen[family, name] = span


def owners(game: Game) -> Iterator[Diagnostic]:
    """Every owner and unit type that is named exists."""
    owned = game.owners
    for document in game.documents:
        for path, model in document.models:
            # Models have thousands of fields: only what is no owner has its place looked up.
            for name in ("side", "owner", "home", "colour"):
                value = vars(model).get(name)
                if isinstance(value, str) and not value.startswith("#") and value not in owned:
                    yield from unknown("side or faction", value, owned, document.at(*path, name), "E220")
        if isinstance(document.model, Counters):
            for unit, counter in document.model.counters.items():
                if counter.type in game.info.unit_types:
                    continue
                yield from unknown("unit type", counter.type, game.info.unit_types, document.at("counters", unit, "type"), "E221")
        if isinstance(document.model, Setup):
            for owner, force in document.model.forces.items():
                yield from unknown("side or faction", owner, game.owners, document.at("forces", owner, key=True), "E220")
                for field in ("declared", "reserve_declared"):
                    for name in getattr(force, field):
                        yield from unknown("unit type", name, game.info.unit_types, document.at("forces", owner, field, name, key=True), "E221")
        if isinstance(document.model, Scenarios):
            for scenario, value in document.model.scenarios.items():
                for owner in value.change.reserve:
                    where = ("scenarios", scenario, "change", "reserve", owner)
                    yield from unknown("side or faction", owner, game.owners, document.at(*where, key=True), "E220")


def rulings(game: Game) -> Iterator[Diagnostic]:
    """Every ruling that is named exists."""
    for document in game.documents:
        for path, model in document.models:
            for index, name in enumerate(vars(model).get("rulings", ()) if not isinstance(model, Rulings) else ()):
                yield from unknown("ruling", name, game.rulings, document.at(*path, "rulings", index), "E225")
        for reference in document.attached.prose.rulings if document.attached else ():
            yield from unknown("ruling", reference.name, game.rulings, reference.span, "E225")


def components(game: Game) -> Iterator[Diagnostic]:
    """Tables, tracks and strips that aids and cards show exist."""
    for document, aids in game.of(Aids):
        for name, aid in aids.aids.items():
            for index, section in enumerate(aid.sections):
                if section.table is not None:
                    yield from unknown("table", section.table, game.tables, document.at("aids", name, "sections", index, "table"), "E223")
    for document, deck in game.of(Deck):
        for name, card in deck.cards.items():
            if card.strip is None:
                continue
            where = ("cards", name, "strip")
            yield from unknown("track", card.strip.track, game.tracks, document.at(*where, "track"), "E222")
            if card.strip.track in game.tracks:
                yield from unknown("row", card.strip.row, game.tracks[card.strip.track].value.rows, document.at(*where, "row"), "E222")


def tracks(game: Game) -> Iterator[Diagnostic]:
    """Starts, gates and set-up positions name boxes and rows that exist."""
    for document, sheet in game.of(Tracks):
        for name, track in sheet.tracks.items():
            if track.start is not None:
                yield from unknown("box", track.start, track.boxes, document.at("tracks", name, "start"), "E222")
            for row_id, row in track.rows.items():
                where = ("tracks", name, "rows", row_id)
                if row.start is not None:
                    yield from unknown("box", row.start, track.boxes, document.at(*where, "start"), "E222")
                if row.marker is not None:
                    yield from unknown("counter", row.marker, game.counters, document.at(*where, "marker"), "E210")
                for index, gate in enumerate(row.gates):
                    yield from unknown("box", gate.box, track.boxes, document.at(*where, "gates", index, "box"), "E222")
    for document, setup in game.of(Setup):
        yield from _positions(game, document, ("tracks",), setup.tracks)
        for index, line in enumerate(setup.markers):
            yield from unknown("counter", line.marker, game.counters, document.at("markers", index, "marker"), "E210")


def _positions(game: Game, document: Document, path: tuple[Any, ...], positions: Mapping[str, Mapping[str, str]]) -> Iterator[Diagnostic]:
    for track, rows in positions.items():
        yield from unknown("track", track, game.tracks, document.at(*path, track, key=True), "E222")
        if track not in game.tracks:
            continue
        for row, box in rows.items():
            known = game.tracks[track].value.rows
            if known:
                yield from unknown("row", row, known, document.at(*path, track, row, key=True), "E222")
            yield from unknown("box", box, game.tracks[track].value.boxes, document.at(*path, track, row), "E222")


def _later(game: Game) -> set[str]:
    """The owners of counters that enter later."""
    return {game.owner_of(name) for name, item in game.counters.items() if item.value.arrives}


def scenarios(game: Game) -> Iterator[Diagnostic]:
    """Scenarios stand on set-ups that exist, and change what is there."""
    for document, sheet in game.of(Scenarios):
        for name, scenario in sheet.scenarios.items():
            where = ("scenarios", name)
            if scenario.setup is not None:
                yield from unknown("set-up", scenario.setup, game.setups, document.at(*where, "setup"), "E227")
            for index, option in enumerate(scenario.options):
                yield from unknown("procedure", option, game.procedures, document.at(*where, "options", index), "E224")
            if scenario.setup is None or scenario.setup not in game.setups:
                continue
            setup = game.setups[scenario.setup].value
            change = scenario.change
            lists: tuple[tuple[str, tuple[str, ...], Collection[str]], ...] = (
                ("without_forces", change.without_forces, {*setup.forces, *_later(game)}),
                ("without_units", change.without_units, game.counters),
                ("without_tracks", change.without_tracks, game.tracks),
                ("without_markers", change.without_markers, [line.marker for line in setup.markers]),
            )
            for field, names, known in lists:
                for index, value in enumerate(names):
                    yield from unknown("name", value, known, document.at(*where, "change", field, index), "E228")
            yield from _positions(game, document, (*where, "change", "tracks"), change.tracks)
