"""The audit: the counter mix against every set-up, scenario and procedure, and names on tracks and in set-ups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.game.game import Document, Game
from rcwkit.game.references import unknown
from rcwkit.source.base import Units

if TYPE_CHECKING:
    from rcwkit.dice.model import Procedure
    from rcwkit.dice.setups import Change, Setup

__all__ = ["gaps", "mix", "places", "scenarios", "totals", "tracks", "units"]

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
    for document, sheet in game.kind("scenarios"):
        for name, scenario in sheet.scenarios.items():
            yield document, name, scenario.change


def _lists(game: Game) -> Iterator[Iterator[tuple[str, Units, Span]]]:
    """Yield the counters of every set-up, then those that every scenario adds."""
    yield from (_setup_refs(document, setup) for document, setup in game.kind("setup"))
    yield from (_scenario_refs(*change) for change in _changes(game))


def _rolled(game: Game) -> Iterable[tuple[str, Span]]:
    """Return every counter that a procedure names."""
    if not game.procedures:
        return ()
    from rcwkit.kinds.procedures.check import units  # a game without procedures starts faster without their models

    return units(game)


def units(game: Game) -> Iterator[Diagnostic]:
    """Check the counters of set-ups and procedures.

    In a set-up, each belongs to the owner who sets it up, has the side shown, and has enough copies. Those that
    procedures name exist.
    """
    for refs in _lists(game):
        used: dict[str, int] = defaultdict(int)
        for owner, ref, span in refs:
            yield from _one_unit(game, owner, ref, span)
            used[ref.unit] += ref.copies
            counter = game.counters.get(ref.unit)
            if counter is not None and used[ref.unit] > (printed := counter.value.copies):
                message = f"'{ref.unit}' has {used[ref.unit]} copies set up but {printed} printed"
                yield Diagnostic("E215", message, span, "", (("printed here", counter.span),))
    for unit, span in _rolled(game):
        yield from unknown("unit", unit, game.counters, span, "E210")


def _one_unit(game: Game, owner: str, ref: Units, span: Span) -> Iterator[Diagnostic]:
    if ref.unit not in game.counters:
        return
    # The reverse side of an unknown type is unknown; the type itself is reported elsewhere.
    item = game.counters[ref.unit]
    typed = item.value.type in game.info.unit_types
    printed = (("printed here", item.span),)
    if typed and ref.reversed and game.reverse_of(ref.unit) == "none":
        yield Diagnostic("E214", f"'{ref.unit}' has no reverse side", span, "write it without brackets", printed)
    own = game.owner_of(ref.unit)
    if owner in game.owners and owner != own and not (typed and owner == game.back_owner(ref.unit)):
        yield Diagnostic("E213", f"'{ref.unit}' belongs to {own}, not to {owner}", span, "", printed)


def places(game: Game) -> Iterator[Diagnostic]:
    """Check that every place of a set-up lies in the region that it is listed under."""
    titles = {item.value.title for item in game.regions.values()}
    for document, setup in game.kind("setup"):
        for owner, force in setup.forces.items():
            for title, lines in force.at.items():
                for ref in lines if title in titles else ():
                    item = game.place(ref)
                    if item is not None and (own := game.regions[game.region_of(item.id)].value.title) != title:
                        span = document.at("forces", owner, "at", title, ref, key=True)
                        message = f"'{ref}' lies in {own}, not in {title}"
                        yield Diagnostic("E212", message, span, "", (("placed here", item.span),))


def mix(game: Game) -> Iterator[Diagnostic]:
    """Check, in a game with a set-up, that every counter is set up, rolled for, moved on a track, or arrives later."""
    setups = [setup for _, setup in game.kind("setup")]
    if not setups:
        return
    used = {ref.unit for refs in _lists(game) for _, ref, _ in refs}
    used |= {unit for unit, _ in _rolled(game)}
    used |= {line.marker for setup in setups for line in setup.markers}
    tracks = [*(setup.tracks for setup in setups), *(change.tracks for _, _, change in _changes(game))]
    used |= {marker for starts in tracks for rows in starts.values() for marker in rows}
    used |= {row.marker or name for item in game.tracks.values() for name, row in item.value.rows.items()}
    own = (item for name, item in game.counters.items() if not game.replaced_by(name))
    unused = [item for item in own if item.id not in used and item.value.enters is None]
    if len(unused) > FEW:
        named = ", ".join(f"'{item.id}'" for item in unused[:FEW])
        message = f"{len(unused)} counters are in the mix but never used: {named}, …"
        yield Diagnostic("W216", message, unused[0].span, "if they wait in a pool, set up their owner: reserve: rest")
        return
    for item in unused:
        yield Diagnostic(
            "W216", f"'{item.id}' is in the mix but never used", item.span, "say when it enters: arrives: ..."
        )


def totals(game: Game) -> Iterator[Diagnostic]:
    """Check the totals that the source declares against its lists; a ruling turns the warning into a note."""
    for document, setup in game.kind("setup"):
        for owner, force in setup.forces.items():
            listed: dict[str, int] = defaultdict(int)
            kept: dict[str, int] = defaultdict(int)
            for lines in force.at.values():
                for line in lines.values():
                    _count(game, line if isinstance(line, tuple) else line.units, listed)
            _count(game, force.reserve, kept)
            path, rulings = ("forces", owner), force.rulings
            yield from _declared(document, (*path, "declared"), force.declared, listed, rulings)
            yield from _declared(document, (*path, "reserve_declared"), force.reserve_declared, kept, rulings)


def _count(game: Game, refs: tuple[Units, ...], into: dict[str, int]) -> None:
    for ref in refs:
        if ref.unit in game.counters:
            into[game.counters[ref.unit].value.type] += ref.copies


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


def gaps(game: Game) -> Iterator[Diagnostic]:
    """Report what the source mentions but does not contain, and how to supply it."""
    for index, gap in enumerate(game.info.missing):
        message = f"not in the source: {gap.what} ({gap.rule})"
        yield Diagnostic("N290", message, game.root.at("missing", index), gap.supply)


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
