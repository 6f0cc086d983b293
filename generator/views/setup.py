"""A settled set-up as a sheet to tick off: sides, regions and places with their counters as chips, markers, tracks, and what was rolled."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from generator.game import Game, Item, parse_ref
from generator.layout.counters import badge, chip
from generator.layout.frame import MM, Frame
from generator.layout.text import Setter
from generator.models.counters import Counter
from generator.models.setup import Line as PlaceLine
from generator.models.setup import MarkerLine
from generator.settle import Force, Piece, Settled, Spot
from generator.views.base import Part, TextDocument, css_name, document, flags, listed, place_name, plain
from generator.views.rolled import Record, record

__all__ = ["Arrivals", "Box", "Line", "Mismatch", "SetupSheet", "Side", "roll_sheet", "setup_sheet"]

CHIPS = 50.0
"""Millimetres that a line's chips may take; a few that need more go without their symbols, many take several rows."""
BETWEEN = 0.9
"""Millimetres between chips."""
_TURN = re.compile(r"(\D*)(\d{1,9})")


@dataclass(frozen=True)
class Line:
    """One line to tick off: the place's number and name, a note, and the counters there."""

    number: str
    name: str
    note: str
    flags: tuple[int, ...]
    chips: tuple[Frame, ...]

    @property
    def room(self) -> float:
        """How wide its chips stand, in millimetres."""
        return min(sum(frame.width / MM + BETWEEN for frame in self.chips) - BETWEEN / 2, CHIPS + 2)


@dataclass(frozen=True)
class Mismatch:
    """A total that the source declares and its list does not bear out, in words."""

    what: str
    declared: str
    listed: str


@dataclass(frozen=True)
class Side:
    """One owner's forces: counted totals, regions as (title, lines), the reserve as one line; its mark and hatch where bars are not filled."""

    title: str
    owner: str
    totals: str
    note: str
    flags: tuple[int, ...]
    mismatches: tuple[Mismatch, ...]
    regions: tuple[tuple[str, tuple[Line, ...]], ...]
    reserve: tuple[Frame, ...]
    reserve_totals: str
    badge: Frame | None


@dataclass(frozen=True)
class Box:
    """Markers to put into one box of a track."""

    title: str
    markers: str


@dataclass(frozen=True)
class Arrivals:
    """What of one owner's is not set up but enters later: counted totals, and a line for each time, in their order."""

    title: str
    owner: str
    totals: str
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class SetupSheet:
    """The content of a part of a set-up sheet: what is set up, or what enters later."""

    sides: tuple[Side, ...] = ()
    markers: tuple[Line, ...] = ()
    tracks: tuple[tuple[str, tuple[Box, ...]], ...] = ()
    reminders: tuple[str, ...] = ()
    record: Record | None = None
    arrivals: tuple[Arrivals, ...] = ()


def setup_sheet(game: Game, settled: Settled, setter: Setter) -> TextDocument:
    """The set-up sheet of one scenario; `setter` draws the chips and gathers what does not fit."""
    scenario, setup = settled.scenario, settled.setup
    content = SetupSheet(
        sides=tuple(_side(game, settled, force, setter) for force in settled.forces),
        markers=tuple(_marker(game, line, setter) for line in settled.markers),
        tracks=tuple((_track_title(game, track), _boxes(game, track, rows)) for track, rows in settled.tracks.items()),
        reminders=(*setup.reminders, *settled.notes),
        record=record(game, settled.record, settled.results) if settled.record else None,
    )
    note = " · ".join(part for part in (scenario.length, setup.note, content.record and f"as rolled, code {content.record.code}") if part)
    parts = [Part(f"Set-up: {scenario.title}", content, scenario.rule or setup.rule, note, flags(game, (*scenario.rulings, *setup.rulings)))]
    if arrivals := tuple(_arrivals(game, settled, setter)):
        parts.append(Part("Reinforcements", SetupSheet(arrivals=arrivals), note=scenario.title))
    return document(game, "setup.html", f"Set-up: {scenario.title}", parts, setup.source)


def roll_sheet(game: Game, rolled: Mapping[str, Any], results: Iterable[tuple[str, str]]) -> TextDocument:
    """A roll by itself, for a game or a procedure without a set-up."""
    said = record(game, rolled, results)
    item = game.procedures.get(rolled["procedure"])
    marks = flags(game, item.value.rulings) if item else ()
    content, note = SetupSheet(record=said), f"As rolled, code {said.code}"
    return document(game, "setup.html", rolled["title"], (Part(rolled["title"], content, rolled["rule"], note, marks, columns=1),))


def _side(game: Game, settled: Settled, force: Force, setter: Setter) -> Side:
    source = settled.setup.forces.get(force.owner)
    tally = Tally(game.counters[piece.unit].value.type for piece in force.reserve)
    mismatches: list[Mismatch] = []
    if source is not None:
        on_map = [ref for places in source.at.values() for line in places.values() for ref in (line.units if isinstance(line, PlaceLine) else line)]
        mismatches += _mismatch(game, "On the map", source.declared, on_map)
        mismatches += _mismatch(game, "In reserve", source.reserve_declared, source.reserve)
    return Side(
        title=force.title,
        owner=css_name(force.owner),
        totals=totals(game, force.listed),
        note=force.note,
        flags=flags(game, force.rulings),
        mismatches=tuple(mismatches),
        regions=tuple((region.title, tuple(_line(game, spot, setter) for spot in region.spots)) for region in force.regions),
        reserve=_chips(game, force.reserve, setter),
        reserve_totals=totals(game, tally),
        badge=badge(game.owners[force.owner], setter.theme) if setter.theme.outlined else None,
    )


def totals(game: Game, counts: Mapping[str, int]) -> str:
    """Counts by type in words, in the game's order of types: `12 armies · 26 corps`."""
    types = game.info.unit_types
    return " · ".join(f"{counts[name]} {types[name].title if counts[name] == 1 else types[name].plural}" for name in types if counts.get(name))


def _mismatch(game: Game, what: str, declared: Mapping[str, int], refs: Iterable[str]) -> Iterable[Mismatch]:
    """The source's own heading against its own list, whatever a scenario or dice changed since."""
    tally: Tally[str] = Tally()
    for ref in map(parse_ref, refs):
        tally[game.counters[ref.unit].value.type] += ref.copies
    if any(tally[name] != count for name, count in declared.items()):
        yield Mismatch(what, totals(game, declared), totals(game, {name: tally[name] for name in declared}))


def _line(game: Game, spot: Spot, setter: Setter) -> Line:
    return Line(spot.place if spot.place[:1].isdigit() else "", spot.name, spot.note, flags(game, spot.rulings), _chips(game, spot.pieces, setter))


def _chips(game: Game, pieces: Iterable[Piece], setter: Setter) -> tuple[Frame, ...]:
    """Chips of pieces; equal ones side by side are one chip that says how many."""

    def drawn(pictured: bool) -> tuple[Frame, ...]:
        return tuple(
            chip(game, game.counters[p.unit], setter, copies=copies, reversed=p.reversed, rolled=p.rolled, pictured=pictured) for p, copies in shown
        )

    shown = [(piece, len(list(equal))) for piece, equal in groupby(pieces)]
    chips = drawn(True)
    return chips if sum(frame.width for frame in chips) <= CHIPS * MM or len(chips) > 4 else drawn(False)


def _marker(game: Game, line: MarkerLine, setter: Setter) -> Line:
    item = game.counters[line.marker]
    found = [place for place in map(game.place, line.places) if place is not None]
    places = listed(map(place_name, found))
    where = f"{places}: {line.at}" if places else line.at
    return Line(f"{line.count} ×", where[:1].upper() + where[1:], line.note or "", flags(game, line.rulings), (chip(game, item, setter),))


def _arrivals(game: Game, settled: Settled, setter: Setter) -> Iterator[Arrivals]:
    """What is left of counters that say when they enter, by owner: those who set something up come first."""
    change = settled.scenario.change
    placed = Tally(piece.unit for force in settled.forces for piece in force.pieces)
    placed.update({line.marker: line.count for line in settled.markers})
    placed.update(row for rows in settled.tracks.values() for row in rows)
    left = {name: item.value.copies - placed[name] for name, item in game.counters.items() if item.value.arrives and name not in change.without_units}
    for owner in dict.fromkeys([*(force.owner for force in settled.forces), *game.owners]):
        units = [game.counters[name] for name, count in left.items() if count > 0 and game.owner_of(name) == owner]
        if not units or owner in change.without_forces:
            continue
        tally: Tally[str] = Tally()
        for item in units:
            tally[item.value.type] += left[item.id]
        yield Arrivals(game.owners[owner].title, css_name(owner), totals(game, tally), tuple(_entering(game, units, left, setter)))


def _entering(game: Game, units: Iterable[Item[Counter]], left: Mapping[str, int], setter: Setter) -> Iterator[Line]:
    """A line for each time that counters name; times that differ in a number alone stand in its order."""
    times: dict[str, list[Item[Counter]]] = {}
    for item in units:
        times.setdefault(str(item.value.arrives), []).append(item)
    kinds = {time: _TURN.match(time) for time in times}
    firsts = {kind and kind[1].casefold(): at for at, kind in reversed([*enumerate(kinds.values())])}
    for time in sorted(times, key=lambda time: (firsts[(kind := kinds[time]) and kind[1].casefold()], int(kind[2]) if kind else 0)):
        items = times[time]
        chips = tuple(chip(game, item, setter, copies=left[item.id]) for item in items)
        yield Line("", time[:1].upper() + time[1:], "", flags(game, {name for item in items for name in item.value.rulings}), chips)


def _track_title(game: Game, track: str) -> str:
    return game.tracks[track].value.title if track in game.tracks else track.replace("_", " ").capitalize()


def _boxes(game: Game, track: str, rows: Mapping[str, str]) -> tuple[Box, ...]:
    """Markers by box, in the order of the track."""
    known = game.tracks[track].value if track in game.tracks else None
    order = list(known.boxes) if known else list(dict.fromkeys(rows.values()))

    def name(row: str) -> str:
        if known and row in known.rows:
            return known.rows[row].title
        return game.names.get(row) or plain(row)

    return tuple(
        Box(known.boxes[box].title if known else box.replace("_", " "), ", ".join(name(row) for row, at in rows.items() if at == box))
        for box in order
        if box in rows.values()
    )
