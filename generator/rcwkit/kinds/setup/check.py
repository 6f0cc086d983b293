"""The audit: the counter mix against every set-up and scenario, names in these, and the fields of places."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.dice.counters import BLANK, Counter, back_owner, owner_of, replaced_by, reverse_of
from rcwkit.dice.places import find_place, region_of
from rcwkit.dice.setups import ArrivalTable, Arriving, Change, Places, Region, Scenario, Scenarios, Setup, Track
from rcwkit.faces.checks import declared, values
from rcwkit.game.game import Document, Game, GameItem
from rcwkit.game.references import unknown
from rcwkit.kinds.kind import kinds_in
from rcwkit.source.base import Units

FEW = 5
"""More counters that are never used are one warning."""


def _setup_refs(document: Document, setup: Setup) -> Iterator[tuple[str, Units, Span]]:
    """Yield (owner, reference, span) of every counter in a set-up."""
    for owner, force in setup.forces.items():
        for region, lines in force.at.items():
            for place, line in lines.items():
                path = ("forces", owner, "at", region, place)
                inner, refs = ((), line) if isinstance(line, tuple) else (("units",), line.units)
                for index, ref in enumerate(refs):
                    yield owner, ref, document.at(*path, *inner, index)
        for index, ref in enumerate(force.reserve):
            yield owner, ref, document.at("forces", owner, "reserve", index)


def _scenario_refs(document: Document, name: str, change: Change) -> Iterator[tuple[str, Units, Span]]:
    """Yield (owner or '', reference, span) of every counter that a scenario adds."""
    for place, refs in change.place.items():
        for index, ref in enumerate(refs):
            yield "", ref, document.at("scenarios", name, "change", "place", place, index)
    for owner, refs in change.reserve.items():
        for index, ref in enumerate(refs):
            yield owner, ref, document.at("scenarios", name, "change", "reserve", owner, index)


def _changes(game: Game) -> Iterator[tuple[Document, str, Change]]:
    """Yield every scenario's change, with its document and name."""
    for document, sheet in game.all(Scenarios):
        for name, scenario in sheet.scenarios.items():
            yield document, name, scenario.change


def _lists(game: Game) -> Iterator[Iterator[tuple[str, Units, Span]]]:
    """Yield the counters of every set-up, then those that every scenario adds."""
    yield from (_setup_refs(document, setup) for document, setup in game.all(Setup))
    yield from (_scenario_refs(*change) for change in _changes(game))


def units(game: Game) -> Iterator[Diagnostic]:
    """Check that each counter of a set-up belongs to its owner, has the side shown, and has enough copies."""
    for refs in _lists(game):
        used: dict[str, int] = defaultdict(int)
        for owner, ref, span in refs:
            yield from _one_unit(game, owner, ref, span)
            used[ref.unit] += ref.copies
            counter = game[Counter].get(ref.unit)
            if counter is not None and used[ref.unit] > (printed := counter.value.copies):
                message = f"'{ref.unit}' has {used[ref.unit]} copies set up but {printed} printed"
                yield Diagnostic("E215", message, span, "", (("printed here", counter.span),))


def _one_unit(game: Game, owner: str, ref: Units, span: Span) -> Iterator[Diagnostic]:
    if ref.unit not in game[Counter]:
        return
    # The reverse side of an unknown type is unknown; the type itself is reported elsewhere.
    item = game[Counter][ref.unit]
    typed = item.value.type in game.info.unit_types
    printed = (("printed here", item.span),)
    if typed and ref.reversed and reverse_of(game, ref.unit) in BLANK:
        yield Diagnostic("E214", f"'{ref.unit}' has no reverse side", span, "write it without brackets", printed)
    own = owner_of(game, ref.unit)
    if owner in game.owners and owner != own and not (typed and owner == back_owner(game, ref.unit)):
        yield Diagnostic("E213", f"'{ref.unit}' belongs to {own}, not to {owner}", span, "", printed)


def places(game: Game) -> Iterator[Diagnostic]:
    """Check that places of a set-up lie in the region that they are under, and that joined regions are listed."""
    titles = {item.value.title for item in game[Region].values()}
    for document, setup in game.all(Setup):
        for owner, force in setup.forces.items():
            for title in (title for joined in force.joined for title in joined):
                if title in titles and title not in force.at:
                    span = document.at("forces", owner, "joined")
                    yield from unknown("region with forces", title, force.at, span, "E228")
            for title, lines in force.at.items():
                for ref in lines if title in titles else ():
                    item = find_place(game, ref)
                    if item is not None and (own := region_of(game, item.id).value.title) != title:
                        span = document.at("forces", owner, "at", title, ref, key=True)
                        message = f"'{ref}' lies in {own}, not in {title}"
                        yield Diagnostic("E212", message, span, "", (("placed here", item.span),))


def mix(game: Game) -> Iterator[Diagnostic]:
    """Check, in a game with a set-up, that every counter is set up, used by another kind, or arrives later."""
    setups = [setup for _, setup in game.all(Setup)]
    if not setups:
        return
    used = {ref.unit for refs in _lists(game) for _, ref, _ in refs}
    used |= {unit for kind in kinds_in(game) for unit in kind.uses(game)}
    used |= {line.marker for setup in setups for line in setup.markers}
    tracks = [*(setup.tracks for setup in setups), *(change.tracks for _, _, change in _changes(game))]
    used |= {marker for starts in tracks for rows in starts.values() for marker in rows}
    own = (item for name, item in game[Counter].items() if not replaced_by(game, name))
    unused = [item for item in own if item.id not in used and item.value.enters is None]
    if len(unused) > FEW:
        named = ", ".join(f"'{item.id}'" for item in unused[:FEW])
        message = f"{len(unused)} counters are in the mix but never used: {named}, …"
        yield Diagnostic("W216", message, unused[0].span, "if they wait in a pool, set up their owner: reserve: rest")
        return
    for item in unused:
        hint = "say when it enters, `arrives: ...`, or list it in a set-up, among its markers or on its tracks"
        if item.value.setup is not None:
            hint = f"no set-up places it in {item.value.setup}; correct that, or say when it enters: `arrives: turn 3`"
        yield Diagnostic("W216", f"'{item.id}' is in the mix but never used", item.span, hint)


def arrivals(game: Game) -> Iterator[Diagnostic]:
    """Check that a table of arrivals has every counter that enters later, once, but for markers to place."""
    for document, setup in game.all(Setup):
        if setup.arrivals is None:
            continue
        found = Tally(line.marker for line in setup.markers)
        for path, trigger, units in _cells(setup.arrivals):
            yield from unknown("trigger", trigger, setup.arrivals.triggers, document.at(*path, key=True), "E222")
            found.update(units)
            for unit in units:
                if unit in game[Counter]:
                    yield from _brought(game[Counter][unit], trigger, setup.arrivals, document.at(*path))
        for name, item in game[Counter].items():
            if item.value.enters and found[name] != 1 and not replaced_by(game, name):
                how = f"stands {found[name]} times" if found[name] else "does not stand"
                message = f"'{name}' enters later, but {how} in the table of arrivals"
                yield Diagnostic("W216", message, item.span, "list it once, for its owner under what brings it")


def _brought(unit: GameItem[Counter], trigger: str, table: ArrivalTable, cell: Span) -> Iterator[Diagnostic]:
    """Check that a counter enters later, and by what it says itself."""
    said = unit.value.enters
    if said is None:
        yield Diagnostic("E228", f"'{unit.id}' does not enter later", cell, "say when it does: arrives: ...")
        return
    told = {name for name, one in table.triggers.items() if not one.says}
    for name, one in table.triggers.items():
        if any(re.search(rf"\b{re.escape(words)}", said, re.IGNORECASE) for words in one.says):
            told = {name}
    if trigger in table.triggers and trigger not in told:
        title = table.triggers[trigger].title
        message = f"'{unit.id}' stands under ‘{title}’, but says ‘{said}’"
        hint = "move it, or say what brings it: arrives: ..."
        yield Diagnostic("W228", message, cell, hint)


def _cells(table: ArrivalTable) -> Iterator[tuple[tuple[Any, ...], str, Sequence[str]]]:
    """Yield the path, the trigger and the counters of each cell of a table of arrivals."""
    for number, band in enumerate(table.bands):
        for owner, one in band.owners.items():
            for trigger, cell in one.by.items():
                path = ("arrivals", "bands", number, "owners", owner, "by", trigger)
                yield path, trigger, cell.units if isinstance(cell, Arriving) else cell


def totals(game: Game) -> Iterator[Diagnostic]:
    """Check the totals that the source declares against its lists; a ruling turns the warning into a note."""
    for document, setup in game.all(Setup):
        for owner, force in setup.forces.items():
            listed: dict[str, int] = defaultdict(int)
            kept: dict[str, int] = defaultdict(int)
            for _, _, units in force.placed:
                _count(game, units, listed)
            _count(game, force.reserve, kept)
            path, rulings = ("forces", owner), force.rulings
            yield from _declared(document, (*path, "declared"), force.declared, listed, rulings)
            yield from _declared(document, (*path, "reserve_declared"), force.reserve_declared, kept, rulings)


def _count(game: Game, refs: tuple[Units, ...], into: dict[str, int]) -> None:
    for ref in refs:
        if ref.unit in game[Counter]:
            into[game[Counter][ref.unit].value.type] += ref.copies


def _declared(
    document: Document,
    path: tuple[Any, ...],
    declared: Mapping[str, int],
    listed: Mapping[str, int],
    rulings: tuple[str, ...],
) -> Iterator[Diagnostic]:
    for name, number in declared.items():
        if listed.get(name, 0) != number:
            message = f"the source declares {number} {name}, its list has {listed.get(name, 0)}"
            hint = "see the rulings sheet" if rulings else "cite the ruling that explains it: rulings: [...]"
            yield Diagnostic("N218" if rulings else "W217", message, document.at(*path, name), hint)


def positions(game: Game) -> Iterator[Diagnostic]:
    """Check that set-ups place markers on rows and boxes of their tracks."""
    for document, setup in game.all(Setup):
        yield from _positions(game, document, ("tracks",), setup.tracks)


def markers(game: Game) -> Iterator[Diagnostic]:
    """Check that markers have the side that faces up, and that the tracks on whose start they stand have one."""
    for document, setup in game.all(Setup):
        for index, line in enumerate(setup.markers):
            if line.side is not None and line.marker in game[Counter]:
                sides = [owner_of(game, line.marker), *filter(None, (back_owner(game, line.marker),))]
                if line.side in game.owners and line.side not in sides:
                    message = f"'{line.marker}' has no side of {line.side}"
                    related = (("printed here", game[Counter][line.marker].span),)
                    span = document.at("markers", index, "side")
                    yield Diagnostic("E213", message, span, f"its sides are those of {' and '.join(sides)}", related)
            track = game[Track].get(line.track or "")
            if track is not None and track.value.start is None:
                message = f"track '{line.track}' has no box where its marker starts"
                yield Diagnostic("E222", message, document.at("markers", index, "track"), "give it a `start:`")


def fields(game: Game) -> Iterator[Diagnostic]:
    """Check the fields of places, and their values."""
    for document, places in game.all(Places):
        yield from declared(document, places.specs)
        for region, one in places.regions.items():
            for name, place in one.places.items():
                given = {} if isinstance(place, str) else place.fields
                yield from values(document, places.specs, ("regions", region, "places", name), given, "place")


def _positions(
    game: Game, document: Document, path: tuple[Any, ...], positions: Mapping[str, Mapping[str, str]]
) -> Iterator[Diagnostic]:
    for name, starts in positions.items():
        if name not in game[Track]:
            continue
        track = game[Track][name].value
        for row, box in starts.items():
            span = document.at(*path, name, row, key=True)
            if track.rows:
                yield from unknown("row", row, track.rows, span, "E222")
            else:
                yield from unknown("unit", row, game[Counter], span, "E210")
            yield from unknown("box", box, track.boxes, document.at(*path, name, row), "E222")


def _set_up(game: Game, setup: Setup) -> set[str]:
    """Return the counters that a scenario may leave out: those set up, those that enter later, and those of rolls."""
    found = {unit for kind in kinds_in(game) for unit in kind.uses(game)}
    found |= {name for name, item in game[Counter].items() if item.value.enters}
    for force in setup.forces.values():
        found |= {ref.unit for _, _, units in force.placed for ref in units} | {ref.unit for ref in force.reserve}
    return found


def _waiting(setup: Setup) -> Collection[str]:
    """Return the owners who wait in a set-up's table of arrivals."""
    bands = setup.arrivals.bands if setup.arrivals else ()
    return [owner for band in bands for owner, one in band.owners.items() if one.waits]


def _later(game: Game) -> set[str]:
    """Return the owners of counters that enter later."""
    return {owner_of(game, name) for name, item in game[Counter].items() if item.value.enters}


def scenarios(game: Game) -> Iterator[Diagnostic]:
    """Check that scenarios remove only what their set-up has."""
    for document, sheet in game.all(Scenarios):
        for name, scenario in sheet.scenarios.items():
            if scenario.setup is None or scenario.setup not in game[Setup]:
                continue
            setup = game[Setup][scenario.setup].value
            if scenario.marked_on is not None:
                alike = [
                    one for one, item in game[Scenario].items() if item.value.setup == scenario.setup and one != name
                ]
                span = document.at("scenarios", name, "marked_on")
                yield from unknown("scenario of the same set-up", scenario.marked_on, alike, span, "E228")
            change = scenario.change
            lists: tuple[tuple[str, tuple[str, ...], Collection[str]], ...] = (
                ("without_forces", change.without_forces, {*setup.forces, *_later(game)}),
                ("without_units", change.without_units, _set_up(game, setup)),
                ("without_tracks", change.without_tracks, game[Track]),
                ("without_markers", change.without_markers, [line.marker for line in setup.markers]),
                ("at_once", change.at_once, _waiting(setup)),
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
        name for name, item in game[Counter].items() if item.value.enters and not {name, owner_of(game, name)} & gone
    ]
    for unit in change.arrives:
        if unit in game[Counter]:
            span = document.at("scenarios", scenario, "change", "arrives", unit, key=True)
            yield from unknown("unit that enters later", unit, later, span, "E228")
