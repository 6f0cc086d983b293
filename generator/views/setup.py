"""A settled set-up as a sheet to tick off: sides, regions and places with their counters as chips, markers, tracks, and what was rolled."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from generator.game import Game, parse_ref
from generator.layout.counters import badge, chip
from generator.layout.frame import MM, Frame
from generator.layout.text import Setter
from generator.models.setup import Line as PlaceLine
from generator.models.setup import MarkerLine
from generator.settle import Force, Piece, Settled, Spot
from generator.views.base import Part, TextDocument, css_name, document, flags, listed, plain, signed

__all__ = ["Box", "Line", "Mismatch", "Record", "Roll", "RolledStep", "SetupSheet", "Side", "roll_sheet", "setup_sheet"]

CHIPS = 50.0
"""Millimetres that a line's chips may take; a few that need more go without their symbols, many take several rows."""
BETWEEN = 0.9
"""Millimetres between chips."""


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
class Roll:
    """One roll: what for, its faces (`six`: of six-sided dice), DRMs and total in words, and the result.

    It may have been typed in; `changed` says whether anything came of it.
    """

    what: str
    faces: tuple[int, ...]
    six: bool
    sums: str
    result: str
    typed: bool
    changed: bool


@dataclass(frozen=True)
class RolledStep:
    """The rolls of one step."""

    title: str
    rolls: tuple[Roll, ...]


@dataclass(frozen=True)
class Record:
    """What was rolled: every face, what followed, and in one line what the procedure's report comes to."""

    title: str
    code: str
    inputs: str
    steps: tuple[RolledStep, ...]
    exempt: tuple[str, ...]
    outcome: tuple[str, ...]
    results: str
    chance: str


@dataclass(frozen=True)
class SetupSheet:
    """The content of a set-up sheet."""

    sides: tuple[Side, ...]
    markers: tuple[Line, ...]
    tracks: tuple[tuple[str, tuple[Box, ...]], ...]
    reminders: tuple[str, ...]
    record: Record | None


def setup_sheet(game: Game, settled: Settled, setter: Setter) -> TextDocument:
    """The set-up sheet of one scenario; `setter` draws the chips and gathers what does not fit."""
    scenario, setup = settled.scenario, settled.setup
    content = SetupSheet(
        sides=tuple(_side(game, settled, force, setter) for force in settled.forces),
        markers=tuple(_marker(game, line, setter) for line in settled.markers),
        tracks=tuple((_track_title(game, track), _boxes(game, track, rows)) for track, rows in settled.tracks.items()),
        reminders=(*setup.reminders, *settled.notes),
        record=_record(game, settled.record, settled.results) if settled.record else None,
    )
    note = " · ".join(part for part in (scenario.length, setup.note, content.record and f"as rolled, code {content.record.code}") if part)
    part = Part(f"Set-up: {scenario.title}", content, scenario.rule or setup.rule, note, flags(game, (*scenario.rulings, *setup.rulings)))
    return document(game, "setup.html", f"Set-up: {scenario.title}", (part,), setup.source)


def roll_sheet(game: Game, record: Mapping[str, Any], results: Iterable[tuple[str, str]]) -> TextDocument:
    """A roll by itself, for a game or a procedure without a set-up."""
    content = SetupSheet((), (), (), (), _record(game, record, results))
    item = game.procedures.get(record["procedure"])
    marks = flags(game, item.value.rulings) if item else ()
    note = f"As rolled, code {content.record.code}" if content.record else ""
    return document(game, "setup.html", record["title"], (Part(record["title"], content, record["rule"], note, marks, columns=1),))


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
    return Line(spot.number if spot.number[:1].isdigit() else "", spot.name, spot.note, flags(game, spot.rulings), _chips(game, spot.pieces, setter))


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
    places = listed(f"{place.value.name} {place.id}" if place.id[:1].isdigit() else place.value.name for place in found)
    where = f"{places}: {line.at}" if places else line.at
    return Line(f"{line.count} ×", where[:1].upper() + where[1:], line.note or "", flags(game, line.rulings), (chip(game, item, setter),))


def _track_title(game: Game, track: str) -> str:
    return game.tracks[track].value.title if track in game.tracks else track.replace("_", " ").capitalize()


def _boxes(game: Game, track: str, rows: Mapping[str, str]) -> tuple[Box, ...]:
    """Markers by box, in the order of the track."""
    known = game.tracks[track].value if track in game.tracks else None
    order = list(known.boxes) if known else list(dict.fromkeys(rows.values()))

    def name(row: str) -> str:
        if known and row in known.rows:
            return known.rows[row].title
        return game.owners[row].title if row in game.owners else row

    return tuple(
        Box(known.boxes[box].title if known else box.replace("_", " "), ", ".join(name(row) for row, at in rows.items() if at == box))
        for box in order
        if box in rows.values()
    )


def _record(game: Game, data: Mapping[str, Any], results: Iterable[tuple[str, str]]) -> Record:
    grouped: dict[str, list[Roll]] = {}
    touched = {str(event.get("what")) for event in data["outcome"]}
    for roll in data["rolls"]:
        # The path keeps the item's id, where the label has its name.
        item = "" if "card" in roll else "/".join(roll["path"].split("/")[2:])
        title = roll["label"].rpartition(": ")[0] if item else roll["label"]
        drms = " ".join(signed(add) for _, add in roll["drm"])
        sums = f"{drms} = {roll['total']}".strip() if roll["drm"] or len(roll["faces"]) > 1 else ""
        result = f"card {roll['card']}" if "card" in roll else plain(roll["result"])
        result += f" ({roll['chance']['fraction']})" if "chance" in roll and "card" not in roll else ""
        six = str(roll["dice"]).endswith("d6")
        drawn = grouped.setdefault(title, [])
        # Of cards drawn, their order is what matters; the code has the faces.
        what, faces = (f"{len(drawn) + 1}.", ()) if "card" in roll else (_unit(game, item), tuple(roll["faces"]))
        drawn.append(Roll(what, faces, six, sums, result, bool(roll["typed"]), not item or item in touched))
    exempt: dict[str, list[str]] = {}
    for entry in data.get("exempt", ()):
        exempt.setdefault(entry["reason"], []).append(_unit(game, entry["item"]))
    return Record(
        title=data["title"],
        code=data.get("seed") or data.get("faces_code", ""),
        inputs=", ".join(f"{plain(name)}: {_answer(value)}" for name, value in data.get("inputs", {}).items()),
        steps=tuple(RolledStep(title, tuple(rolls)) for title, rolls in grouped.items()),
        exempt=tuple(f"{', '.join(units)}: {reason}" for reason, units in exempt.items()),
        outcome=tuple(_outcomes(game, data["outcome"])),
        results=" · ".join(f"{title}: **{plain(value)}**" if value else f"**{title}**" for title, value in results),
        chance=_chance(data.get("chance", {}).get("fraction", "")),
    )


def _answer(value: Any) -> str:
    return plain(value) if not isinstance(value, list) else ", ".join(map(plain, value)) or "none"


def _chance(fraction: str) -> str:
    """`1 in 134,217,728`; nothing for numbers that no one can read."""
    over, _, under = fraction.partition("/")
    return f"{int(over):,} in {int(under):,}" if under and len(fraction) < 24 else ""


def _unit(game: Game, name: Any) -> str:
    text = str(name)
    return game.counters[text].value.name if text in game.counters else plain(text)


_DONE = {
    "place": "Placed",
    "reduce": "Reduced",
    "restore": "Restored to full",
    "flip": "Turned over",
    "convert": "Changes sides",
    "remove": "Removed",
    "move": "Moved",
    "marker": "Marker",
}


def _outcomes(game: Game, events: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """What happened, equal things together: `Reduced: Ra5, Ra7`."""
    grouped: dict[str, list[str]] = {}
    for event in events:
        if event.get("do") == "note":
            yield str(event["what"])
        elif "do" in event:
            where = listed(_place(game, event, key) for key in ("at", "where", "on", "to", "reserve") if key in event)
            grouped.setdefault(_DONE[event["do"]] + (f" ({plain(where)})" if where else ""), []).append(_unit(game, event["what"]))
    for done, units in grouped.items():
        yield f"**{done}:** {', '.join(units)}"


def _place(game: Game, event: Mapping[str, Any], key: str) -> str:
    """Where something was done; tracks and their boxes by their titles."""
    track = game.tracks.get(str(event.get("on")))
    if key == "on" and track is not None:
        return track.value.title
    if key == "to" and track is not None and event["to"] in track.value.boxes:
        return track.value.boxes[event["to"]].title
    return str(event[key])
