"""Settled set-ups as checklists, and dice records in words: every face, its effects and the results."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from rcwkit.diagnostics import Span
from rcwkit.dice.counters import Counter, is_turned, names_of, owner_of
from rcwkit.dice.model import Input, Procedure
from rcwkit.dice.places import find_place
from rcwkit.dice.settle import Settled, SettledForce, SettledPiece
from rcwkit.dice.setups import Change, Force, MarkerLine, Scenario, Setup, Track, UnitLine
from rcwkit.document.blocks import (
    Block,
    DocumentPart,
    Entry,
    Heading,
    Panel,
    Paragraph,
    Placed,
    Roll,
    Rolls,
    Task,
    TextDocument,
    again,
    document,
    flags,
    kept,
    place_name,
    signed,
)
from rcwkit.faces.counters import chip, sides
from rcwkit.frame import Frame
from rcwkit.game.game import Game, Item
from rcwkit.source.base import Shelf, Units
from rcwkit.source.language import Language, plain, word
from rcwkit.type.text import Setter

__all__ = ["checklists", "roll_sheet", "rolls", "setup_sheet"]


def record_code(data: Mapping[str, Any]) -> str:
    """Return the code that reproduces a roll, or an empty string."""
    return str(data.get("seed") or data.get("faces_code", ""))


def rolls(game: Game, data: Mapping[str, Any], results: Iterable[tuple[str, str]]) -> Rolls:
    """Return a dice record in words, with names for ids; `results` answer the procedure's report."""
    grouped: dict[str, list[Roll]] = {}
    say = game.say
    touched = {str(event.get("what")) for event in data["outcome"]}
    for roll in data["rolls"]:
        # The path keeps the item's id, where the label has its name.
        item = "" if "card" in roll else "/".join(roll["path"].split("/")[2:])
        title = roll["label"].rpartition(": ")[0] if item else roll["label"]
        drms = " ".join(signed(add) for _, add in roll["drm"])
        sums = f"{drms} = {roll['total']}".strip() if roll["drm"] or len(roll["faces"]) > 1 else ""
        result = say("card {n}", n=roll["card"]) if "card" in roll else _named(game, roll["result"])
        result += f" ({roll['chance']})" if "chance" in roll and "card" not in roll else ""
        six = str(roll["dice"]).endswith("d6")
        drawn = grouped.setdefault(title, [])
        # Of cards drawn only the order matters; the code has the faces.
        what, faces = (f"{len(drawn) + 1}.", ()) if "card" in roll else (_named(game, item), tuple(roll["faces"]))
        drawn.append(Roll(what, faces, six, sums, result, any(roll["typed"]), not item or item in touched))
    asked = game[Procedure].get(data["procedure"])
    return Rolls(
        title=say("Rolled: {title}", title=data["title"]),
        inputs=" · ".join(_inputs(game, data)),
        steps=tuple((title, tuple(drawn)) for title, drawn in grouped.items()),
        texts=(*_notes_by_step(game, data["outcome"]), *_outcomes(game, data["outcome"]), *_results(game.say, results)),
        notes=tuple(_notes(game, data)),
        at=asked.span if asked else None,
    )


def _notes(game: Game, data: Mapping[str, Any]) -> Iterable[str]:
    """Yield who did not roll, and why; the code, and how likely the faces were."""
    exempt: dict[str, list[str]] = {}
    for entry in data.get("exempt", ()):
        exempt.setdefault(entry["reason"], []).append(_named(game, entry["item"]))
    yield from (f"{', '.join(units)}: {reason}" for reason, units in exempt.items())
    code, chance = record_code(data), _chance(game.say, data.get("chance", ""))
    said = (
        game.say("Code **{code}**.", code=code) if code else "",
        game.say("Chance of exactly these results: {chance}.", chance=chance) if chance else "",
    )
    if any(said):
        yield " ".join(filter(None, said))


def _inputs(game: Game, data: Mapping[str, Any]) -> Iterable[str]:
    """Yield the answer to each question, by item if it is asked of several."""
    left = dict(data.get("inputs", {}))
    item = game[Procedure].get(data["procedure"])
    for name, question in item.value.inputs.items() if item else ():
        asked = question.title if question.title.endswith("?") else f"{question.title}:"
        if question.for_each:
            answers = {one: left.pop(f"{name}.{one}") for one in question.for_each if f"{name}.{one}" in left}
            said = ", ".join(
                f"{_named(game, one)} {_answer(game.say, question, value)}" for one, value in answers.items()
            )
        else:
            said = _answer(game.say, question, left.pop(name)) if name in left else ""
        if said:
            yield f"{asked} {said}"
    yield from (f"{plain(name)}: {_answer(game.say, None, value)}" for name, value in left.items())


def _answer(say: Language, question: Input | None, value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(plain, value)) or say("none")
    choices = (question.choices or {}) if question else {}
    return next((title for choice, title in choices.items() if choice == value), say(plain(value)))


def _chance(say: Language, fraction: str) -> str:
    """Return `1 in 134,217,728`, or an empty string for numbers too long to read."""
    over, _, under = fraction.partition("/")
    if not under or len(fraction) >= 24:
        return ""
    return say("{over} in {under}", over=say.number(f"{int(over):,}"), under=say.number(f"{int(under):,}"))


def _named(game: Game, name: Any) -> str:
    """Return the printed name of a counter, track row or owner; a number stands for itself."""
    text = str(name)
    if isinstance(name, int):
        return plain(name)
    if text in game[Counter]:
        return game[Counter][text].value.name
    rows = {row: track.value.rows[row].title for track in game[Track].values() for row in track.value.rows}
    return rows.get(text) or (game.owners[text].title if text in game.owners else game.say(plain(text)))


_DONE = {
    "place": word("Placed"),
    "reduce": word("Reduced"),
    "restore": word("Restored to full"),
    "flip": word("Turned over"),
    "convert": word("Changes sides"),
    "remove": word("Removed"),
    "move": word("Moved"),
    "marker": word("Marker"),
}


def _results(say: Language, results: Iterable[tuple[str, str]]) -> Iterable[str]:
    """Yield the results, neighbours that begin alike in one line."""
    for _, alike in groupby(results, lambda result: result[0].partition(" ")[0]):
        yield " · ".join(f"{title}: **{say(plain(value))}**" if value else f"**{title}**" for title, value in alike)


def _notes_by_step(game: Game, events: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Yield the notes, those of one step in one line after its name."""
    notes = (event for event in events if event.get("do") == "note")
    for step, said in groupby(notes, lambda event: tuple(event.get("for", ()))):
        words = " ".join(str(event["what"]) for event in said)
        yield f"**{', '.join(_named(game, name) for name in step)}:** {words}" if step else words


def _outcomes(game: Game, events: Iterable[Mapping[str, Any]]) -> Iterable[str]:
    """Yield what happened, equal effects grouped: `Reduced: Ra5, Ra7`."""
    grouped: dict[str, list[str]] = {}
    for event in events:
        if event.get("do") not in (None, "note"):
            where = game.say.listed(
                _place(game, event, key) for key in ("at", "where", "on", "to", "reserve") if key in event
            )
            grouped.setdefault(game.say(_DONE[event["do"]]) + (f" ({plain(where)})" if where else ""), []).append(
                _named(game, event["what"])
            )
    for done, units in grouped.items():
        yield f"**{done}:** {', '.join(units)}"


def _place(game: Game, event: Mapping[str, Any], key: str) -> str:
    """Return where something was done, or for whom."""
    track, name = game[Track].get(str(event.get("on"))), str(event[key])
    if key == "on" and track is not None:
        return track.value.title
    if key == "to" and track is not None and name in track.value.boxes:
        return track.value.boxes[name].title
    if key == "at" and (place := find_place(game, name)) is not None:
        return place_name(place)
    if key == "reserve":
        return game.say("{owner} reserve", owner=_named(game, name))
    return _named(game, name) if key == "to" else name


MANY = 60
"""So many units on the map and in reserve are also listed by name."""
_TURN = re.compile(r"(\D*)(\d{1,9})")


def setup_sheet(game: Game, settled: Settled, setter: Setter) -> TextDocument:
    """Return the set-up sheet of a scenario; `setter` draws the chips and collects overflows."""
    scenario, setup = settled.scenario, settled.setup
    sheet = _SettledSheet(game, settled, setter, game[Setup][setup.id], game[Scenario][settled.id])
    said = dict.fromkeys(_as_rolled(game, record) for record, _ in settled.rolled)
    note = " · ".join(filter(None, (scenario.length, setup.note, *said)))
    marks = flags(game, (*scenario.rulings, *setup.rulings))
    title = game.say("Set-up: {scenario}", scenario=scenario.title)
    parts = [DocumentPart(title, tuple(sheet.blocks()), rule=scenario.rule or setup.rule, note=note, flags=marks)]
    if arriving := tuple(sheet.arrivals()):
        parts.append(DocumentPart(game.say("Reinforcements"), arriving, note=scenario.title))
    if sum(len(list(force.pieces)) for force in settled.forces) >= MANY:
        units = tuple(sheet.by_name())
        parts.append(DocumentPart(game.say("Units by name"), units, note=game.say("where each starts"), columns=3))
    return document(game, title, parts, setup.source)


def roll_sheet(game: Game, rolled: Mapping[str, Any], results: Iterable[tuple[str, str]]) -> TextDocument:
    """Return a sheet for a roll alone, of a game or procedure without a set-up."""
    item = game[Procedure].get(rolled["procedure"])
    marks = flags(game, item.value.rulings) if item else ()
    note = _as_rolled(game, rolled)
    note = note[:1].upper() + note[1:]
    title, block = rolled["title"], rolls(game, rolled, results)
    return document(
        game, title, (DocumentPart(title, (block,), rule=rolled["rule"], note=note, flags=marks, columns=1),)
    )


def _as_rolled(game: Game, rolled: Mapping[str, Any]) -> str:
    code = record_code(rolled)
    return game.say("as rolled, code {code}", code=code) if code else game.say("as rolled")


def totals(game: Game, counts: Mapping[str, int]) -> str:
    """Return counts by type in words, in the game's order of types: `12 armies · 26 corps`."""
    types = game.info.unit_types
    return " · ".join(
        f"{counts[name]} {types[name].title if counts[name] == 1 else types[name].plural}"
        for name in types
        if counts.get(name)
    )


@dataclass(frozen=True)
class _SettledSheet:
    """A settled set-up, with the documents it comes from: the set-up, and the scenario that changes it."""

    game: Game
    settled: Settled
    setter: Setter
    source: Item[Setup]
    scenario: Item[Scenario]

    def blocks(self) -> Iterator[Block]:
        """Yield what is set up, reminders, and rolls."""
        for force in self.settled.forces:
            yield from self._side(force)
        if self.settled.markers or self.settled.tracks:
            yield Heading(self.game.say("Markers"), "side", keep=True, at=self._at("markers"))
            yield from kept(
                self.game.say, [self._marker(line) for line in self.settled.markers], self.game.say("Markers")
            )
        for track, rows in self.settled.tracks.items():
            yield from self._track(track, rows)
        added = self.settled.scenario.change.reminders
        if texts := (*self.settled.setup.reminders, *added, *self.settled.notes):
            yield Panel(texts, "note", at=self._at("reminders"))
        yield from (rolls(self.game, record, results) for record, results in self.settled.rolled)

    def _side(self, force: SettledForce) -> Iterator[Block]:
        game, at = self.game, self._at("forces", force.owner)
        source, marks = self.settled.setup.forces.get(force.owner), flags(game, force.rulings)
        whole = source is not None and not any(ref.unit in self._gone() for ref in _refs(source))
        wrong = list(_wrong(game, source)) if source is not None and whole else []
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
        yield from self._absent(force.owner, at)
        refs = [(title, ref) for title, places in source.at.items() for ref in places] if source else []
        written = {(title, place.id): ref for title, ref in refs if (place := find_place(game, ref))}
        for number, region in enumerate(force.regions):
            repeated = again(game.say, force.title) if number else ""
            at = self._at("forces", force.owner, "at", region.title)
            yield Heading(region.title, "minor", keep=True, again=repeated, at=at)
            about, lines = f"{force.title} · {region.title}", []
            for spot in region.spots:
                ref = written.get((region.title, spot.place))
                where = self._at("forces", force.owner, "at", region.title, ref) if ref else self.scenario.span
                figure, chips = spot.place if spot.place[:1].isdigit() else "", self._chips(spot.pieces)
                note = ". ".join(
                    text.rstrip(".") for text in (spot.note, self._without(spot.pieces, force.owner)) if text
                )
                lines.append(self._line(about, figure, spot.name, chips, spot.rulings, where, note))
            yield from kept(self.game.say, lines, about)
        if force.reserve:
            title = self.settled.setup.reserve_title or game.say("Reserve")
            where = self._at("forces", force.owner, "reserve")
            held = totals(game, Tally(game[Counter][piece.unit].value.type for piece in force.reserve))
            yield Heading(title, "minor", aside=held, keep=True, again=again(game.say, force.title), at=where)
            yield Placed("", "", f"{force.title}: {title}", self._chips(force.reserve), wide=True, at=where)

    def _marked(self) -> list[tuple[str, Change]]:
        """Return the scenarios marked on this sheet, by short title, with what they leave out."""
        scenarios = [item.value for item in self.game[Scenario].values() if item.value.marked_on == self.settled.id]
        return [(scenario.short or scenario.title, scenario.change) for scenario in scenarios]

    def _gone(self) -> set[str]:
        """Return the units that the scenario leaves out or moves."""
        change = self.settled.scenario.change
        moved = (ref.unit for refs in (*change.place.values(), *change.reserve.values()) for ref in refs)
        return {*change.without_units, *moved}

    def _absent(self, owner: str, at: Span) -> Iterator[Block]:
        """Yield a remark if scenarios marked on this sheet leave an owner's forces out."""
        if text := _not_in(self.game.say, [name for name, change in self._marked() if owner in change.without_forces]):
            yield Paragraph(f"**{text}.**", "remark", keep=True, at=at)

    def _without(self, pieces: Iterable[SettledPiece], owner: str) -> str:
        """Return what scenarios marked on this sheet leave out of a line: '1918: without Tsar'."""
        said, units = [], [piece.unit for piece in pieces]
        for name, change in self._marked():
            gone = [] if owner in change.without_forces else [unit for unit in units if unit in change.without_units]
            if gone and len(gone) == len(units):
                said.append(_not_in(self.game.say, [name]))
            elif gone:
                units_gone = self.game.say.listed(self.game[Counter][unit].value.name for unit in gone)
                said.append(self.game.say("{scenario}: without {units}", scenario=name, units=units_gone))
        return ". ".join(said)

    def _at(self, *path: Any) -> Span:
        """Return the place of a part of the set-up in its document, or the nearest one known."""
        return self.source.document.at(*path)

    def _line(
        self,
        about: str,
        number: str,
        name: str,
        chips: tuple[Frame, ...],
        rulings: Iterable[str],
        at: Span,
        note: str | None = None,
    ) -> Placed:
        about, marks = f"{about}: {f'{number} {name}'.strip()}", flags(self.game, rulings)
        return Placed(number, name, about, chips, note or "", marks, numbered=True, at=at)

    def _marker(self, line: MarkerLine) -> Placed:
        game, known = self.game, self.settled.setup.markers
        places = game.say.listed(place_name(place) for one in line.places if (place := find_place(game, one)))
        where = f"{places}: {line.at}" if places else line.at
        at = self._at("markers", known.index(line)) if line in known else self.scenario.span
        turned = is_turned(game, line.marker, line.side)
        chips = (chip(game, game[Counter][line.marker], self.setter, reversed=turned),)
        where = where[:1].upper() + where[1:]
        out = [name for name, change in self._marked() if line.marker in change.without_markers]
        note = ". ".join(filter(None, (line.note, _not_in(game.say, out))))
        return self._line(game.say("Markers"), f"{line.count} ×", where, chips, line.rulings, at, note)

    def _track(self, track: str, rows: Mapping[str, str]) -> Iterator[Block]:
        """Yield markers by box, in the order of the track."""
        known = self.game[Track][track].value if track in self.game[Track] else None
        title = known.title if known else track.replace("_", " ").capitalize()

        def name(row: str) -> str:
            return known.rows[row].title if known and row in known.rows else names_of(self.game).get(row) or plain(row)

        yield Heading(title, "minor", keep=True, at=self._at("tracks", track))
        lines = []
        for box in known.boxes if known else dict.fromkeys(rows.values()):
            if here := [row for row, where in rows.items() if where == box]:
                called = known.boxes[box].title if known else box.replace("_", " ")
                at = self._at("tracks", track, here[0])
                lines.append(Placed("", f"**{called}:** {', '.join(map(name, here))}", f"{title}: {called}", at=at))
        yield from kept(self.game.say, lines, title)

    def _chips(self, pieces: Iterable[SettledPiece]) -> tuple[Frame, ...]:
        """Return the chips of pieces; adjacent equal ones are one chip with their number."""
        return tuple(
            chip(
                self.game,
                self.game[Counter][piece.unit],
                self.setter,
                copies=len(list(equal)),
                reversed=piece.reversed,
                rolled=piece.rolled,
            )
            for piece, equal in groupby(pieces)
        )

    def by_name(self) -> Iterator[Block]:
        """Yield each unit in order of its name, with its place or reserve, by owner."""
        for force in self.settled.forces:
            reserve = self.settled.setup.reserve_title or self.game.say("Reserve")
            found: dict[str, dict[str, None]] = {}
            for spot in (spot for region in force.regions for spot in region.spots):
                place = f"{spot.place} {spot.name}" if spot.place[:1].isdigit() else spot.name
                for piece in spot.pieces:
                    found.setdefault(self._printed(piece), {})[place] = None
            for piece in force.reserve:
                found.setdefault(self._printed(piece), {})[reserve] = None
            yield Heading(force.title, "minor", keep=True, at=self._at("forces", force.owner))
            yield from kept(
                self.game.say,
                [Entry(name, ", ".join(found[name])) for name in sorted(found, key=_numbered)],
                force.title,
            )

    def _printed(self, piece: SettledPiece) -> str:
        """Return a unit's name as its counter has it."""
        return sides(self.game, self.game[Counter][piece.unit])[0].name

    def arrivals(self) -> Iterator[Block]:
        """Yield the remaining counters that enter later, by owner; owners who set something up come first."""
        game, settled, change = self.game, self.settled, self.settled.scenario.change
        placed = Tally(piece.unit for force in settled.forces for piece in force.pieces)
        placed.update({line.marker: line.count for line in settled.markers})
        placed.update(row for rows in settled.tracks.values() for row in rows)
        arriving = {
            name: item.value.copies
            for name, item in game[Counter].items()
            if item.value.enters and name not in change.without_units
        }
        left = {name: copies - placed[name] for name, copies in arriving.items()}
        repeated = ""
        for owner in dict.fromkeys([*(force.owner for force in settled.forces), *game.owners]):
            units = [game[Counter][name] for name, count in left.items() if count > 0 and owner_of(game, name) == owner]
            if not units or owner in change.without_forces:
                continue
            tally: Tally[str] = Tally()
            for item in units:
                tally[item.value.type] += left[item.id]
            title = game.owners[owner].title
            yield Heading(
                title, "minor", aside=totals(game, tally), owner=owner, keep=True, again=repeated, at=units[0].span
            )
            yield from self._absent(owner, units[0].span)
            yield from kept(game.say, list(self._entering(title, units, left)), title)
            repeated = again(game.say, game.say("Reinforcements"))

    def _entering(self, title: str, units: Iterable[Item[Counter]], left: Mapping[str, int]) -> Iterator[Placed]:
        """Yield a line for each time of arrival, here and in scenarios marked on this sheet.

        Times that differ only in a number are sorted by it.
        """
        times: dict[tuple[str, str], list[Item[Counter]]] = {}
        for item in units:
            when = self.settled.scenario.change.arrives.get(item.id) or str(item.value.enters)
            times.setdefault((when, self._elsewhere(item.id)), []).append(item)
        kinds = {time: _TURN.match(time[0]) for time in times}
        firsts = {kind and kind[1].casefold(): at for at, kind in reversed([*enumerate(kinds.values())])}
        for time in sorted(
            times, key=lambda time: (firsts[(kind := kinds[time]) and kind[1].casefold()], int(kind[2]) if kind else 0)
        ):
            items, (when, elsewhere) = times[time], time
            chips = tuple(chip(self.game, item, self.setter, copies=left[item.id]) for item in items)
            rulings = [name for item in items for name in item.value.rulings]
            without = self._without((SettledPiece(item.id) for item in items), owner_of(self.game, items[0].id))
            note = ". ".join(filter(None, (without, elsewhere)))
            what, about = when[:1].upper() + when[1:], self.game.say("Reinforcements: {owner}", owner=title)
            yield self._line(about, "", what, chips, rulings, items[0].span, note)

    def _elsewhere(self, unit: str) -> str:
        """Return when a unit enters in scenarios marked on this sheet, where that differs: '1918: on control'."""
        return ". ".join(
            self.game.say("{scenario}: {when}", scenario=name, when=change.arrives[unit])
            for name, change in self._marked()
            if unit in change.arrives
        )


def _numbered(name: str) -> list[tuple[str, int]]:
    """Return a key that sorts numbers within names by their value: R2 before R10."""
    return [(words.casefold(), int(number or 0)) for words, number in re.findall(r"(\D*)(\d{0,9})", name)]


def _not_in(say: Language, names: Sequence[str]) -> str:
    return say("Not in {scenarios}", scenarios=say.listed(names)) if names else ""


def _refs(source: Force) -> Iterator[Units]:
    """Yield every counter that the source lists for an owner."""
    for places in source.at.values():
        for line in places.values():
            yield from line.units if isinstance(line, UnitLine) else line
    yield from source.reserve


def _wrong(game: Game, source: Force) -> Iterator[str]:
    """Yield where the source's headings contradict its own lists, before any change by a scenario or dice."""
    on_map = [
        ref
        for places in source.at.values()
        for line in places.values()
        for ref in (line.units if isinstance(line, UnitLine) else line)
    ]
    for what, declared, refs in (
        (word("On the map"), source.declared, on_map),
        (word("In reserve"), source.reserve_declared, source.reserve),
    ):
        tally: Tally[str] = Tally()
        for ref in refs:
            tally[game[Counter][ref.unit].value.type] += ref.copies
        if any(tally[name] != count for name, count in declared.items()):
            listed = totals(game, {name: tally[name] for name in declared})
            text = word("**{what}:** the source’s heading says **{declared}**, its list has {listed}.")
            yield game.say(text, what=game.say(what), declared=totals(game, declared), listed=listed)


def checklists(game: Game, shelf: Shelf | None = None) -> TextDocument:
    """Return the checklists of the scenarios of a shelf, or of all, one part each."""
    parts = (
        DocumentPart(
            scenario.title,
            tuple(_tasks(game, item)),
            "rings",
            scenario.rule,
            " · ".join(text for text in (scenario.length, scenario.note) if text),
            flags(game, scenario.rulings),
        )
        for item, scenario in ((item, item.value) for item in game[Scenario].values())
        if scenario.checklist and shelf in (None, scenario.shelf)
    )
    return document(game, game.say("Scenario checklists"), parts)


def _tasks(game: Game, item: Item[Scenario]) -> Iterator[Block]:
    for number, part in enumerate(item.value.checklist):
        path = (*item.path, "checklist", number)
        yield Heading(part.head, "section", keep=True, at=item.document.at(*path))
        if part.note:
            yield Paragraph(part.note, "intro", keep=True, at=item.document.at(*path, "note"))
        for index, task in enumerate(part.tasks):
            about, at = f"{item.value.title}: {part.head}: {task.do}", item.document.at(*path, "tasks", index)
            repeated = again(game.say, part.head) if index else ""
            yield Task(task.do, about, task.rule, task.detail, flags(game, task.rulings), at=at, again=repeated)
