"""Checks that what is named on tracks and in set-ups is on the same track, and in the same set-up."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from rcwkit.checks.references import unknown
from rcwkit.diagnostics import Diagnostic
from rcwkit.models.procedures import Procedure
from rcwkit.models.scenarios import Change
from rcwkit.reading.game import Document, Game

__all__ = ["scenarios", "tracks"]


def tracks(game: Game) -> Iterator[Diagnostic]:
    """Check that starts, gates, strips and positions name boxes and rows of their own track."""
    for document, sheet in game.kind("tracks"):
        for name, track in sheet.tracks.items():
            if track.start is not None:
                yield from unknown("box", track.start, track.boxes, document.at("tracks", name, "start"), "E222")
            for row_id, row in track.rows.items():
                where = ("tracks", name, "rows", row_id)
                if row.start is not None:
                    yield from unknown("box", row.start, track.boxes, document.at(*where, "start"), "E222")
                for index, gate in enumerate(row.gates):
                    yield from unknown("box", gate.box, track.boxes, document.at(*where, "gates", index, "box"), "E222")
    for document, deck in game.kind("cards"):
        for name, card in deck.cards.items():
            if card.strip is not None and card.strip.track in game.tracks:
                rows = game.tracks[card.strip.track].value.rows
                yield from unknown("row", card.strip.row, rows, document.at("cards", name, "strip", "row"), "E222")
    for document, setup in game.kind("setup"):
        yield from _positions(game, document, ("tracks",), setup.tracks)
    for document, sheet in game.kind("procedures"):
        for name, procedure in sheet.procedures.items():
            yield from _markers(game, document, name, procedure)


def _markers(game: Game, document: Document, name: str, procedure: Procedure) -> Iterator[Diagnostic]:
    """Check that questions are answered by rows and boxes that are there, with answers that are."""
    for key, question in procedure.inputs.items():
        marker, path = question.marker, ("procedures", name, "inputs", key, "marker")
        if marker is None or marker.track not in game.tracks:
            continue
        track = game.tracks[marker.track].value
        if marker.row is not None:
            yield from unknown("row", marker.row, track.rows, document.at(*path, "row"), "E222")
        elif track.rows:
            for item in question.for_each or ("",):
                yield from unknown("row", item, track.rows, document.at(*path, "track"), "E222")
        for box, answer in marker.boxes.items():
            yield from unknown("box", box, track.boxes, document.at(*path, "boxes", box, key=True), "E222")
            if question.choices is not None:
                choices = [str(choice) for choice in question.choices]
                yield from unknown("answer", str(answer), choices, document.at(*path, "boxes", box), "E222")


def _positions(
    game: Game, document: Document, path: tuple[Any, ...], positions: Mapping[str, Mapping[str, str]]
) -> Iterator[Diagnostic]:
    for name, starts in positions.items():
        if name not in game.tracks:
            continue
        track = game.tracks[name].value
        for row, box in starts.items():
            if track.rows:
                yield from unknown("row", row, track.rows, document.at(*path, name, row, key=True), "E222")
            yield from unknown("box", box, track.boxes, document.at(*path, name, row), "E222")


def _later(game: Game) -> set[str]:
    """Return the owners of counters that enter later."""
    return {game.owner_of(name) for name, item in game.counters.items() if item.value.enters}


def scenarios(game: Game) -> Iterator[Diagnostic]:
    """Check that scenarios remove only what their set-up has."""
    for document, sheet in game.kind("scenarios"):
        for name, scenario in sheet.scenarios.items():
            if scenario.setup is None or scenario.setup not in game.setups:
                continue
            setup = game.setups[scenario.setup].value
            if scenario.marked_on is not None:
                alike = [
                    one for one, item in game.scenarios.items() if item.value.setup == scenario.setup and one != name
                ]
                span = document.at("scenarios", name, "marked_on")
                yield from unknown("scenario of the same set-up", scenario.marked_on, alike, span, "E228")
            change = scenario.change
            lists: tuple[tuple[str, tuple[str, ...], Collection[str]], ...] = (
                ("without_forces", change.without_forces, {*setup.forces, *_later(game)}),
                ("without_units", change.without_units, game.counters),
                ("without_tracks", change.without_tracks, game.tracks),
                ("without_markers", change.without_markers, [line.marker for line in setup.markers]),
            )
            for field, without, known in lists:
                for index, value in enumerate(without):
                    span = document.at("scenarios", name, "change", field, index)
                    yield from unknown("name", value, known, span, "E228")
            yield from _arriving(game, document, name, change)
            yield from _positions(game, document, ("scenarios", name, "change", "tracks"), change.tracks)


def _arriving(game: Game, document: Document, scenario: str, change: Change) -> Iterator[Diagnostic]:
    """Check that a scenario gives times of entry only to units that enter later in it."""
    gone = {*change.without_units, *change.without_forces}
    later = [
        name for name, item in game.counters.items() if item.value.enters and not {name, game.owner_of(name)} & gone
    ]
    for unit in change.arrives:
        if unit in game.counters:
            span = document.at("scenarios", scenario, "change", "arrives", unit, key=True)
            yield from unknown("unit that enters later", unit, later, span, "E228")
