"""A settled set-up as a sheet to tick off: sides, regions and places with their counters as chips, markers, tracks, and what was rolled."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rcwkit.blocks.base import document, flags, kept, listed, place_name, plain
from rcwkit.blocks.rolled import record_code, rolls
from rcwkit.blocks.vocabulary import Block, Document, Heading, Panel, Paragraph, Part, Placed
from rcwkit.diagnostics import Span
from rcwkit.dice.settle import Force, Piece, Settled
from rcwkit.look.frame import MM, Frame
from rcwkit.look.text import Setter
from rcwkit.models.counters import Counter
from rcwkit.models.scenarios import Scenario
from rcwkit.models.setup import Force as Source
from rcwkit.models.setup import Line, MarkerLine, Setup
from rcwkit.pieces.counters import chip
from rcwkit.reading.game import Game, Item

__all__ = ["roll_sheet", "setup_sheet", "totals"]

CHIPS = 50 * MM
"""What a few chips may take without their symbols being left out, in points."""
_TURN = re.compile(r"(\D*)(\d{1,9})")


def setup_sheet(game: Game, settled: Settled, setter: Setter) -> Document:
    """The set-up sheet of one scenario; `setter` draws the chips and gathers what does not fit."""
    scenario, setup = settled.scenario, settled.setup
    sheet = _Sheet(game, settled, setter, game.setups[setup.id], game.scenarios[settled.id])
    said = "as rolled" + (f", code {code}" if (code := record_code(settled.record)) else "") if settled.record else ""
    note = " · ".join(filter(None, (scenario.length, setup.note, said)))
    marks = flags(game, (*scenario.rulings, *setup.rulings))
    parts = [
        Part(
            f"Set-up: {scenario.title}", tuple(sheet.blocks()), rule=scenario.rule or setup.rule, note=note, flags=marks
        )
    ]
    if arriving := tuple(sheet.arrivals()):
        parts.append(Part("Reinforcements", arriving, note=scenario.title))
    return document(game, f"Set-up: {scenario.title}", parts, setup.source)


def roll_sheet(game: Game, rolled: Mapping[str, Any], results: Iterable[tuple[str, str]]) -> Document:
    """A roll by itself, for a game or a procedure without a set-up."""
    item = game.procedures.get(rolled["procedure"])
    marks = flags(game, item.value.rulings) if item else ()
    note = "As rolled" + (f", code {code}" if (code := record_code(rolled)) else "")
    part = Part(
        rolled["title"], (rolls(game, rolled, results),), rule=rolled["rule"], note=note, flags=marks, columns=1
    )
    return document(game, rolled["title"], (part,))


def totals(game: Game, counts: Mapping[str, int]) -> str:
    """Counts by type in words, in the game's order of types: `12 armies · 26 corps`."""
    types = game.info.unit_types
    return " · ".join(
        f"{counts[name]} {types[name].title if counts[name] == 1 else types[name].plural}"
        for name in types
        if counts.get(name)
    )


@dataclass(frozen=True)
class _Sheet:
    """One settled set-up, and where it stands in the sources: its list, and the scenario that changes it."""

    game: Game
    settled: Settled
    setter: Setter
    source: Item[Setup]
    scenario: Item[Scenario]

    def blocks(self) -> Iterator[Block]:
        """What is set up, to the reminders and to what was rolled."""
        for force in self.settled.forces:
            yield from self._side(force)
        if self.settled.markers or self.settled.tracks:
            yield Heading("Markers", "side", keep=True, at=self._at("markers"))
            yield from kept([self._marker(line) for line in self.settled.markers], "Markers")
        for track, rows in self.settled.tracks.items():
            yield from self._track(track, rows)
        if texts := (*self.settled.setup.reminders, *self.settled.notes):
            yield Panel(texts, "note", at=self._at("reminders"))
        if self.settled.record:
            yield rolls(self.game, self.settled.record, self.settled.results)

    def _side(self, force: Force) -> Iterator[Block]:
        game, at = self.game, self._at("forces", force.owner)
        source, marks = self.settled.setup.forces.get(force.owner), flags(game, force.rulings)
        wrong = list(_wrong(game, source)) if source is not None else []
        yield Heading(
            force.title,
            "side",
            flags=() if wrong else marks,
            aside=totals(game, force.listed),
            owner=force.owner,
            keep=True,
            at=at,
        )
        for text in wrong:
            yield Panel((text,), "warning", marks, keep=True, at=at)
        if force.note:
            yield Paragraph(force.note, "remark", keep=True, at=self._at("forces", force.owner, "note"))
        places = (
            {
                (region, place.id): ref
                for region, refs in source.at.items()
                for ref in refs
                if (place := game.place(ref))
            }
            if source
            else {}
        )
        for number, region in enumerate(force.regions):
            again = f"{force.title}, continued" if number else ""
            yield Heading(
                region.title, "minor", keep=True, again=again, at=self._at("forces", force.owner, "at", region.title)
            )
            about, lines = f"{force.title} · {region.title}", []
            for spot in region.spots:
                ref = places.get((region.title, spot.place))
                where = self._at("forces", force.owner, "at", region.title, ref) if ref else self.scenario.span
                figure = spot.place if spot.place[:1].isdigit() else ""
                lines.append(
                    self._line(
                        about, figure, spot.name, self._chips(spot.pieces), flags(game, spot.rulings), where, spot.note
                    )
                )
            yield from kept(lines, about)
        if force.reserve:
            title = "Strategic reserve"
            where = self._at("forces", force.owner, "reserve")
            held = totals(game, Tally(game.counters[piece.unit].value.type for piece in force.reserve))
            yield Heading(title, "minor", aside=held, keep=True, again=f"{force.title}, continued", at=where)
            yield Placed("", "", f"{force.title}: {title}", self._chips(force.reserve), wide=True, at=where)

    def _at(self, *path: Any) -> Span:
        """Where a part of the set-up stands, as near as its list has it."""
        return self.source.document.at(*path)

    def _line(
        self,
        about: str,
        number: str,
        name: str,
        chips: tuple[Frame, ...],
        marks: tuple[int, ...],
        at: Span,
        note: str = "",
    ) -> Placed:
        return Placed(number, name, f"{about}: {f'{number} {name}'.strip()}", chips, note, marks, numbered=True, at=at)

    def _marker(self, line: MarkerLine) -> Placed:
        game, known = self.game, self.settled.setup.markers
        places = listed(place_name(place) for place in map(game.place, line.places) if place is not None)
        where = f"{places}: {line.at}" if places else line.at
        at = self._at("markers", known.index(line)) if line in known else self.scenario.span
        chips = (chip(game, game.counters[line.marker], self.setter),)
        return self._line(
            "Markers",
            f"{line.count} ×",
            where[:1].upper() + where[1:],
            chips,
            flags(game, line.rulings),
            at,
            line.note or "",
        )

    def _track(self, track: str, rows: Mapping[str, str]) -> Iterator[Block]:
        """Markers by box, in the order of the track."""
        known = self.game.tracks[track].value if track in self.game.tracks else None
        title = known.title if known else track.replace("_", " ").capitalize()

        def name(row: str) -> str:
            return known.rows[row].title if known and row in known.rows else self.game.names.get(row) or plain(row)

        yield Heading(title, "minor", keep=True, at=self._at("tracks", track))
        lines = []
        for box in known.boxes if known else dict.fromkeys(rows.values()):
            if here := [row for row, where in rows.items() if where == box]:
                called = known.boxes[box].title if known else box.replace("_", " ")
                at = self._at("tracks", track, here[0])
                lines.append(Placed("", f"**{called}:** {', '.join(map(name, here))}", f"{title}: {called}", at=at))
        yield from kept(lines, title)

    def _chips(self, pieces: Iterable[Piece]) -> tuple[Frame, ...]:
        """Chips of pieces; equal ones side by side are one chip that says how many."""

        def drawn(pictured: bool) -> tuple[Frame, ...]:
            return tuple(
                chip(
                    self.game,
                    self.game.counters[p.unit],
                    self.setter,
                    copies=copies,
                    reversed=p.reversed,
                    rolled=p.rolled,
                    pictured=pictured,
                )
                for p, copies in shown
            )

        shown = [(piece, len(list(equal))) for piece, equal in groupby(pieces)]
        chips = drawn(True)
        return chips if sum(frame.width for frame in chips) <= CHIPS or len(chips) > 4 else drawn(False)

    def arrivals(self) -> Iterator[Block]:
        """What is left of counters that say when they enter, by owner: those who set something up come first."""
        game, settled, change = self.game, self.settled, self.settled.scenario.change
        placed = Tally(piece.unit for force in settled.forces for piece in force.pieces)
        placed.update({line.marker: line.count for line in settled.markers})
        placed.update(row for rows in settled.tracks.values() for row in rows)
        arriving = {
            name: item.value.copies
            for name, item in game.counters.items()
            if item.value.arrives and name not in change.without_units
        }
        left = {name: copies - placed[name] for name, copies in arriving.items()}
        again = ""
        for owner in dict.fromkeys([*(force.owner for force in settled.forces), *game.owners]):
            units = [game.counters[name] for name, count in left.items() if count > 0 and game.owner_of(name) == owner]
            if not units or owner in change.without_forces:
                continue
            tally: Tally[str] = Tally()
            for item in units:
                tally[item.value.type] += left[item.id]
            title = game.owners[owner].title
            yield Heading(
                title, "minor", aside=totals(game, tally), owner=owner, keep=True, again=again, at=units[0].span
            )
            yield from kept(list(self._entering(title, units, left)), title)
            again = "Reinforcements, continued"

    def _entering(self, title: str, units: Iterable[Item[Counter]], left: Mapping[str, int]) -> Iterator[Placed]:
        """A line for each time that counters name; times that differ in a number alone stand in its order."""
        times: dict[str, list[Item[Counter]]] = {}
        for item in units:
            times.setdefault(str(item.value.arrives), []).append(item)
        kinds = {time: _TURN.match(time) for time in times}
        firsts = {kind and kind[1].casefold(): at for at, kind in reversed([*enumerate(kinds.values())])}
        for time in sorted(
            times, key=lambda time: (firsts[(kind := kinds[time]) and kind[1].casefold()], int(kind[2]) if kind else 0)
        ):
            items = times[time]
            chips = tuple(chip(self.game, item, self.setter, copies=left[item.id]) for item in items)
            marks = flags(self.game, {name for item in items for name in item.value.rulings})
            yield self._line(f"Reinforcements: {title}", "", time[:1].upper() + time[1:], chips, marks, items[0].span)


def _wrong(game: Game, source: Source) -> Iterator[str]:
    """The source's own headings against its own lists, whatever a scenario or dice changed since, in words."""
    on_map = [
        ref
        for places in source.at.values()
        for line in places.values()
        for ref in (line.units if isinstance(line, Line) else line)
    ]
    for what, declared, refs in (
        ("On the map", source.declared, on_map),
        ("In reserve", source.reserve_declared, source.reserve),
    ):
        tally: Tally[str] = Tally()
        for ref in refs:
            tally[game.counters[ref.unit].value.type] += ref.copies
        if any(tally[name] != count for name, count in declared.items()):
            listed = totals(game, {name: tally[name] for name in declared})
            yield f"**{what}:** the source’s heading says **{totals(game, declared)}**, its list has {listed}."
