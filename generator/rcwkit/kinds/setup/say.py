"""Settled set-ups as checklists, and dice records in words: every face, its effects and the results."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from rcwkit.diagnostics import Span
from rcwkit.dice.counters import Counter, is_turned, names_of, owner_of
from rcwkit.dice.model import Input, Procedure
from rcwkit.dice.places import find_place, place_name
from rcwkit.dice.settle import Settled, SettledForce, SettledPiece, SettledRegion, SettledSpot
from rcwkit.dice.setups import (
    ArrivalTable,
    Arriving,
    Change,
    Expectation,
    MarkerLine,
    Place,
    Region,
    Scenario,
    Setup,
    SetupPage,
    Track,
    Trigger,
)
from rcwkit.dice.sources import code_of_roll
from rcwkit.document.blocks import (
    Block,
    DocumentPart,
    Heading,
    Panel,
    Paragraph,
    Roll,
    Rolls,
    TextDocument,
    document,
    flags,
    signed,
)
from rcwkit.document.deployed import Arrivals, Deployment, Expected, Expecting, Key, Placed, Standing
from rcwkit.faces.counters import chip, chip_face, chips, column_label, numbered, series, sides, silhouette
from rcwkit.faces.parts import chip as draw_chip
from rcwkit.faces.parts import token
from rcwkit.faces.territories import block_map, locator, map_beside
from rcwkit.frame import MM, Frame
from rcwkit.game.game import Game, GameItem
from rcwkit.source.language import Language, plain, word
from rcwkit.type.text import Setter


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
        six = bool(re.fullmatch(r"\d+d6|d6+", str(roll["dice"])))
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
    code, chance = code_of_roll(data), _chance(game.say, data.get("chance", ""))
    said = (
        game.say("Code **{code}**.", code=code),
        game.say("Chance of exactly these results: {chance}.", chance=chance) if chance else "",
    )
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


_TURN = re.compile(r"(\D*)(\d{1,9})")
DAGGERS = "†‡§"
"""What marks columns that scenarios leave out, in their order."""
PARTS = ("markers", "tracks", "reminders")
"""What a page may have after its forces, in order."""
WHOLE = 190 * MM
"""Width in which the one map of a page is drawn, before it is fitted to that page."""


def setup_sheet(game: Game, settled: Settled, setter: Setter, *, screen: bool = False) -> TextDocument:
    """Return the set-up sheet of a scenario, for a `screen` with wide maps; `setter` draws and collects overflows."""
    scenario, setup = settled.scenario, settled.setup
    sheet = _SettledSheet(game, settled, setter, game[Setup][setup.id], game[Scenario][settled.id], screen)
    parts = [*sheet.pages()]
    if arriving := tuple(sheet.arrivals()):
        parts.append(DocumentPart(game.say("Reinforcements"), arriving, note=scenario.title))
    made = document(game, game.say("Set-up: {scenario}", scenario=scenario.title), parts, setup.source)
    return replace(made, close=True)


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
    return game.say("as rolled, code {code}", code=code_of_roll(rolled))


@dataclass(frozen=True)
class _SettledSheet:
    """A settled set-up, with the documents it comes from: the set-up, and the scenario that changes it."""

    game: Game
    settled: Settled
    setter: Setter
    source: GameItem[Setup]
    scenario: GameItem[Scenario]
    screen: bool = False

    def pages(self) -> Iterator[DocumentPart]:
        """Yield the pages of what is set up; the last has what no page names, what comes later, and rolls."""
        settled, setup, game = self.settled, self.settled.setup, self.game
        forces = {force.owner: force for force in settled.forces}
        asked = [page for page in setup.pages if any(owner in forces for owner in page.owners)]
        pages = asked or [
            SetupPage(owners=tuple(forces), title=game.say("Set-up: {scenario}", scenario=settled.scenario.title))
        ]
        owned = {owner for page in pages for owner in page.owners}
        named = {part for page in pages for part in page.also}
        said = dict.fromkeys(_as_rolled(game, record) for record, _ in settled.rolled)
        marks = flags(game, (*settled.scenario.rulings, *setup.rulings))
        named_after = not asked or pages[0].title == settled.scenario.title
        about = ("" if named_after else settled.scenario.title, settled.scenario.length, setup.note, *said)
        note, rule = " · ".join(filter(None, about)), settled.scenario.rule or setup.rule
        for count, page in enumerate(pages, 1):
            last = page is pages[-1]
            owners = [owner for owner in page.owners if owner in forces]
            owners += [owner for owner in forces if last and owner not in owned]
            keyed = "key" in page.also or (page is pages[0] and "key" not in named and not page.silhouettes)
            blocks: list[Block] = [self._key(owners)] if keyed else []
            for number, owner in enumerate(owners):
                blocks += self._force(forces[owner], page, single=bool(asked) and not number)
            blocks = [replace(block, span=page.columns == 1) for block in blocks]
            blocks += self._whole_map([forces[owner] for owner in owners], page) if page.map else ()
            for part in PARTS:
                if part in page.also or (last and part not in named):
                    blocks += self._part(part, page)
            blocks += self._later() if last else ()
            title = page.title or game.say("{side} sets up", side=forces[owners[0]].title)
            first, own = marks if page is pages[0] else (), owners[0] if asked else ""
            yield DocumentPart(
                title,
                tuple(blocks),
                rule=rule,
                note=note,
                flags=first,
                columns=page.columns,
                page=str(count) if len(asked) > 1 else "",
                picture=page.picture or "",
                owner=own,
            )

    def _part(self, part: str, page: SetupPage) -> Iterator[Block]:
        """Yield what a page has besides forces."""
        shown = [line for line in self.settled.markers if line not in self._everywhere(page)]
        if part == "markers" and shown:
            lines = tuple(self._marker(line, page.silhouettes) for line in shown)
            yield Deployment(self.game.say("Markers"), lines, at=self._at("markers"))
        elif part == "tracks":
            yield from (self._track(track, rows) for track, rows in self.settled.tracks.items())
        elif part == "reminders":
            added = self.settled.scenario.change.reminders
            if texts := (*self.settled.setup.reminders, *added, *self.settled.notes):
                yield Panel(texts, "note", at=self._at("reminders"))

    def _key(self, owners: Iterable[str]) -> Key:
        """Return how to read a line: a chip of each type and state on the page, and signs of places."""
        pieces = [piece for force in self.settled.forces if force.owner in owners for piece in force.pieces]
        shown: dict[str, Frame] = {}
        for piece in pieces:
            item = self.game[Counter][piece.unit]
            front, back = sides(self.game, item)
            side = back if piece.reversed and back else front
            turned = side.state or self.game.say("reduced: on its back") if side.framed else ""
            name = turned or self._type_of(item.value)
            if name not in shown:
                shown[name] = chip(self.game, item, self.setter, reversed=piece.reversed)
        places = [place for spot in self.settled.spots if (place := find_place(self.game, spot.place))]
        texts = [self.game.say("Find the counter, tick its box, put it on its place.")]
        if any(place.value.vc for place in places):
            texts.append(f":victory: {self.game.say('Victory City')}")
        if any(place.value.resource for place in places):
            texts.append(f":resource: {self.game.say('resource center')}")
        return Key(self.game.say("How to read a line"), tuple(shown.items()), " · ".join(texts))

    def _type_of(self, counter: Counter) -> str:
        """Return the type of a counter, and whether its sign is that of an elite."""
        title = self.game.info.unit_types[counter.type].title
        return self.game.say("elite {unit}", unit=title) if "elite" in (counter.symbol or "").split("+") else title

    def _later(self) -> Iterator[Block]:
        """Yield the table of what comes later, over all columns, and rolls."""
        if table := self.settled.setup.arrivals:
            yield from (replace(block, span=True) for block in self._table(table, self._left()))
        yield from (rolls(self.game, record, results) for record, results in self.settled.rolled)

    def _force(self, force: SettledForce, page: SetupPage, *, single: bool) -> Iterator[Block]:
        """Yield what an owner sets up, region by region, then his reserve; a `single` one is named by its page."""
        game, at = self.game, self._at("forces", force.owner)
        source = self.settled.setup.forces.get(force.owner)
        out = _not_in(game.say, [name for name, change in self._marked() if force.owner in change.without_forces])
        out, note = _lowered(out), force.note
        listed = source.placed if source else ()
        written = {(title, place.id): ref for title, ref, _ in listed if (place := find_place(game, ref))}
        marks = flags(game, force.rulings)
        for regions in _joined(force.regions, source.joined if source else ()):
            title, lines = game.say.listed(region.title for region in regions), []
            spots = [(region.title, spot) for region in regions for spot in region.spots]
            for region, spot in spots:
                ref = written.get((region, spot.place))
                where = self._at("forces", force.owner, "at", region, ref) if ref else self.scenario.span
                lines.append(self._spot(f"{force.title} · {region}", spot, force.owner, where, page))
            yield Deployment(
                title if single else f"{force.title} · {title}",
                tuple(lines),
                " · ".join(
                    filter(
                        None,
                        (
                            out,
                            ""
                            if page.silhouettes
                            else self._count(piece for _, spot in spots for piece in spot.pieces),
                        ),
                    )
                ),
                force.owner,
                note,
                marks,
                None
                if page.map
                else map_beside(
                    game, [spot.place for _, spot in spots], force.owner, page.columns, self.setter, self.screen
                ),
                at=self._at("forces", force.owner, "at", regions[0].title),
                colour=self._colour(regions[0].title),
            )
            out, note, marks = "", "", ()
        if force.reserve:
            title = self.settled.setup.reserve_title or game.say("Reserve")
            head, at = title if single else f"{force.title} · {title}", self._at("forces", force.owner, "reserve")
            line = Placed("", "", f"{force.title}: {title}", tuple(chips(game, force.reserve, self.setter)), at=at)
            yield Deployment(head, (line,), self._count(force.reserve), force.owner, note, marks, open=True, at=at)

    def _colour(self, region: str) -> str:
        """Return the own colour of a region, by its title; an empty text for none."""
        found = (item.value.colour for item in self.game[Region].values() if item.value.title == region)
        return next(found, None) or ""

    def _count(self, pieces: Iterable[SettledPiece]) -> str:
        return self.game.say.count(len(list(pieces)), "{n} counter", "{n} counters")

    def _whole_map(self, forces: Iterable[SettledForce], page: SetupPage) -> Iterator[Block]:
        """Yield the one map of a page, if the game says where its places are."""
        high, colour = (page.map or 0) * MM, self.game.owners[page.owners[0]].colour
        spots = [spot for force in forces for region in force.regions for spot in region.spots if spot.place]
        standing = {spot.place: spot.pieces for spot in spots}
        shown = (
            block_map(self.game, standing, WHOLE, high, self.setter) if self.setter.theme.table == "blocks" else None
        )
        shown = shown or locator(self.game, tuple(standing), WHOLE, colour, self.setter, high)
        if shown is not None:
            yield Deployment(self.game.say("Map"), (), locator=shown, span=True)

    def _spot(self, about: str, spot: SettledSpot, owner: str, at: Span, page: SetupPage) -> Placed:
        """Return the line of a place."""
        place = find_place(self.game, spot.place)
        told = spot.place[:1].isdigit() and not spot.name.endswith(spot.place)
        number = spot.place if told else ""
        signs = ":victory:" * place.value.vc + ":resource:" * place.value.resource if place else ""
        note = ". ".join(text.rstrip(".") for text in (spot.note, self._without(spot.pieces, owner)) if text)
        marks, shown = flags(self.game, spot.rulings), tuple(chips(self.game, spot.pieces, self.setter))
        named = spot.name or number
        return Placed(
            number if spot.name else "",
            named,
            f"{about}: {f'{number} {spot.name}'.strip()}",
            shown,
            note,
            marks,
            signs,
            at=at,
            standing=self._standing(spot.pieces, page.silhouettes),
            with_them=self._with(spot.place, page),
        )

    def _marked(self) -> list[tuple[str, Change]]:
        """Return the scenarios marked on this sheet, by short title, with what they leave out."""
        scenarios = [item.value for item in self.game[Scenario].values() if item.value.marked_on == self.settled.id]
        return [(scenario.short or scenario.title, scenario.change) for scenario in scenarios]

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

    def _marker(self, line: MarkerLine, high: float | None) -> Placed:
        game, known = self.game, self.settled.setup.markers
        places = game.say.listed(map(place_name, self._places(line)))
        where = f"{places}: {line.at}" if places else line.at
        at = self._at("markers", known.index(line)) if line in known else self.scenario.span
        turned = is_turned(game, line.marker, line.side)
        item = game[Counter][line.marker]
        count, name = f"{line.count} ×" if line.count > 1 else "", item.value.name
        out = [name for name, change in self._marked() if line.marker in change.without_markers]
        note = ". ".join(filter(None, (line.note, _not_in(game.say, out))))
        about = f"{game.say('Markers')}: {' '.join(filter(None, (count, name)))}: {where}"
        drawn = (token(chip_face(game, item, self.setter, reversed=turned), self.setter),)
        marks = flags(game, line.rulings)
        if high:
            pieces = tuple(
                one._replace(name="") for one in self._standing([SettledPiece(line.marker)] * line.count, high)
            )
            note = ". ".join(filter(None, (where[:1].upper() + where[1:], note)))
            return Placed("", name, about, drawn, note, marks, at=at, standing=pieces)
        return Placed(count, f"**{name}:** {where}", about, drawn, note, marks, plain=True, at=at)

    def _track(self, track: str, rows: Mapping[str, str]) -> Deployment:
        """Return the markers of a track by box, in its order."""
        known = self.game[Track][track].value if track in self.game[Track] else None
        title = known.title if known else track.replace("_", " ").capitalize()

        def name(row: str) -> str:
            return known.rows[row].title if known and row in known.rows else names_of(self.game).get(row) or plain(row)

        lines = []
        for box in known.boxes if known else dict.fromkeys(rows.values()):
            if here := [row for row, where in rows.items() if where == box]:
                called = known.boxes[box].title if known else box.replace("_", " ")
                at = self._at("tracks", track, here[0])
                said = f"**{called}:** {', '.join(map(name, here))}"
                lines.append(Placed("", said, f"{title}: {called}", plain=True, at=at))
        return Deployment(title, tuple(lines), at=self._at("tracks", track))

    def _standing(self, pieces: Iterable[SettledPiece], high: float | None) -> tuple[Standing, ...]:
        """Return pieces as silhouettes of a height in mm, equal ones that follow together; none without a height."""
        made = []
        for piece, equal in groupby(pieces) if high else ():
            item, count = self.game[Counter][piece.unit], len(list(equal))
            kind = self.game.info.unit_types[item.value.type]
            names = [kind.plural if count > 1 else kind.title, *([self.game.say("reduced")] if piece.reversed else [])]
            made.append(Standing(silhouette(self.game, item, self.setter, (high or 0) * MM), count, ", ".join(names)))
        return tuple(made)

    def _with(self, place: str, page: SetupPage) -> tuple[Standing, ...]:
        """Return the markers that go onto a place as onto others, as silhouettes of a page."""
        made = []
        for line in self._everywhere(page):
            if place in (found.id for found in self._places(line)):
                counter, marks = self.game[Counter][line.marker].value, flags(self.game, line.rulings)
                (one,) = self._standing([SettledPiece(line.marker)], page.silhouettes)
                made.append(one._replace(name=counter.full_name or counter.name, flags=marks))
        return tuple(made)

    def _everywhere(self, page: SetupPage) -> list[MarkerLine]:
        """Return the markers that stand with the counters of a page: one on each of several places."""
        return [line for line in self.settled.markers if page.silhouettes and line.each]

    def _places(self, line: MarkerLine) -> list[GameItem[Place]]:
        return [place for one in line.places if (place := find_place(self.game, one))]

    def arrivals(self) -> Iterator[Block]:
        """Yield the counters that enter later, by owner and time, unless they have a table."""
        left = self._left() if self.settled.setup.arrivals is None else {}
        placed = (force.owner for force in self.settled.forces)
        for owner in dict.fromkeys([*placed, *self.game.owners]):
            units = [self.game[Counter][name] for name in left if owner_of(self.game, name) == owner]
            if units:
                title = self.game.owners[owner].title
                count = self._count(SettledPiece(unit.id) for unit in units for _ in range(left[unit.id]))
                yield Deployment(title, tuple(self._entering(title, units, left)), count, owner, at=units[0].span)

    def _left(self) -> dict[str, int]:
        """Return how many of each counter may still enter later."""
        game, settled, change = self.game, self.settled, self.settled.scenario.change
        placed = Tally(piece.unit for force in settled.forces for piece in force.pieces)
        placed.update({line.marker: line.count for line in settled.markers})
        placed.update(row for rows in settled.tracks.values() for row in rows)
        left = {
            name: item.value.copies - placed[name]
            for name, item in game[Counter].items()
            if item.value.enters and name not in change.without_units
        }
        return {name: n for name, n in left.items() if n > 0 and owner_of(game, name) not in change.without_forces}

    def _table(self, table: ArrivalTable, left: Mapping[str, int]) -> Iterator[Block]:
        """Yield the bands of a table of arrivals, without what the scenario leaves out, and what its signs mean."""
        gone, at_once = (getattr(self.settled.scenario.change, name) for name in ("without_forces", "at_once"))
        free = {*gone, *at_once}
        waiting = any(one.waits and owner not in free for band in table.bands for owner, one in band.owners.items())
        say, at = self.game.say, self._at("arrivals")
        signs = [say("solid: always"), say("dashed: by a roll, a card or an event")]
        title = say("Later, by what brings it")
        yield Heading(title, "side", aside=" · ".join(signs), keep=True, at=at)
        for number, band in enumerate(table.bands):
            owners = {owner: one for owner, one in band.owners.items() if owner not in gone}
            heads = (self._head(owner, one, waits=one.waits and owner not in at_once) for owner, one in owners.items())
            at = self._at("arrivals", "bands", number)
            rows = []
            for name, trigger in table.triggers.items():
                cells = (
                    self._expected(one.by.get(name, ()), owner, left, trigger, at) for owner, one in owners.items()
                )
                rows.append((trigger.title, band.texts.get(name, ""), tuple(cells)))
            if owners:
                yield Arrivals(band.title, tuple(heads), tuple(rows), at=at)
        waits = [f":hourglass: {table.waits}"] if table.waits and waiting else []
        for text in (" · ".join((*waits, *self._apart(table))), *table.foot):
            if text:
                yield Paragraph(text, "remark", at=self._at("arrivals"))

    def _head(self, owner: str, one: Expectation, *, waits: bool) -> Expecting:
        """Return the head of an owner's column; a dagger says that a scenario marked on this sheet leaves it out."""
        out = [
            sign for sign, (_, change) in zip(DAGGERS, self._marked(), strict=False) if owner in change.without_forces
        ]
        title = one.title or self.game.owners[owner].title
        return Expecting(f"{title}{''.join(out)}", owner, waits)

    def _apart(self, table: ArrivalTable) -> Iterator[str]:
        """Yield what differs in scenarios marked on this sheet."""
        say = self.game.say
        for sign, (name, change) in zip(DAGGERS, self._marked(), strict=False):
            yield f"{sign} {_lowered(_not_in(say, [name]))}"
            soon = [owner for band in table.bands for owner in band.owners if owner in change.at_once]
            if soon:
                titles = say.listed(self.game.owners[owner].title for owner in soon)
                yield say("{scenario}: {owners} at once", scenario=name, owners=titles)

    def _expected(
        self, written: Sequence[str] | Arriving, owner: str, left: Mapping[str, int], trigger: Trigger, at: Span
    ) -> Expected:
        """Return what a trigger brings an owner: counters left, series as piles, and a line under them."""
        one = written if isinstance(written, Arriving) else Arriving(units=tuple(written))
        units = [self.game[Counter][unit] for unit in one.units if unit in left]
        if one.units and not units:
            return Expected()
        rolled = {piece.unit for force in self.settled.forces for piece in force.pieces if piece.rolled}
        over = trigger.once and not rolled.isdisjoint(one.units)
        chips = []
        for alike in series(units):
            first, last = alike[0], alike[-1]
            until = numbered(last.value.name)[1] if len(alike) > 1 else ""
            label = column_label(self.game, first) if owner_of(self.game, first.id) == owner else ""
            face = chip_face(self.game, first, self.setter, copies=left[first.id], until=until, label=label)
            chips.append(draw_chip(face._replace(sure=trigger.sure, over=over), self.setter))
        return Expected(tuple(chips), one.text or "", flags(self.game, one.rulings), at)

    def _entering(self, title: str, units: Iterable[GameItem[Counter]], left: Mapping[str, int]) -> Iterator[Placed]:
        """Yield a line for each time of arrival, here and in scenarios marked on this sheet.

        Times that differ only in a number are sorted by it.
        """
        times: dict[tuple[str, str], list[GameItem[Counter]]] = {}
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
            marks = flags(self.game, (name for item in items for name in item.value.rulings))
            without = self._without((SettledPiece(item.id) for item in items), owner_of(self.game, items[0].id))
            note = ". ".join(filter(None, (without, elsewhere)))
            what, about = when[:1].upper() + when[1:], self.game.say("Reinforcements: {owner}", owner=title)
            yield Placed("", what, f"{about}: {what}", chips, note, marks, at=items[0].span)

    def _elsewhere(self, unit: str) -> str:
        """Return when a unit enters in scenarios marked on this sheet, where that differs: '1918: on control'."""
        return ". ".join(
            self.game.say("{scenario}: {when}", scenario=name, when=change.arrives[unit])
            for name, change in self._marked()
            if unit in change.arrives
        )


def _joined(regions: Sequence[SettledRegion], wanted: Iterable[Sequence[str]]) -> Iterator[list[SettledRegion]]:
    """Yield the regions of a force, those that stand under one bar together."""
    groups = {title: number for number, titles in enumerate(wanted) for title in titles}
    for _, joined in groupby(enumerate(regions), lambda one: groups.get(one[1].title, -1 - one[0])):
        yield [region for _, region in joined]


def _lowered(text: str) -> str:
    """Return a text that begins in lower case."""
    return text[:1].lower() + text[1:]


def _not_in(say: Language, names: Sequence[str]) -> str:
    return say("Not in {scenarios}", scenarios=say.listed(names)) if names else ""
