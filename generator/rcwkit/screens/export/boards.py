"""The boards of a game: the map's places by region with tracks and reserves, a tray of counters, and a card table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from math import ceil

from rcwkit.dice.settle import AS_ROLLED, Settled
from rcwkit.look.frame import MM
from rcwkit.look.language import Language, word
from rcwkit.look.text import Setter
from rcwkit.models.counters import Counters
from rcwkit.models.fields import FieldSpec
from rcwkit.models.places import Place, Places, Region
from rcwkit.models.setup import MarkerLine
from rcwkit.models.tracks import Box as TrackBox, Track
from rcwkit.reading.game import Game, Item as Listed
from rcwkit.reading.sides import size_of
from rcwkit.screens.export.board import Board, Cell, Panel, draw_board

__all__ = [
    "CARDS",
    "MAP",
    "REMOVED",
    "TRAY",
    "by_hand",
    "card_board",
    "dead_boxes",
    "discards",
    "main_board",
    "marker_cell",
    "place_cell",
    "reserve_cell",
    "start_of",
    "track_cell",
    "tray_board",
    "words_cell",
]

MAP, TRAY, CARDS = word("Board"), word("Counters"), word("Cards")
"""Names of the boards."""
USUAL = 45.0
"""Side of a counter in points, for a game without counters."""
ACROSS = 3
"""Boxes per row of a region."""
LONGEST = 10
"""Boxes per row of a track without a number of columns."""
BESIDE = 6
"""Counters per row of the tray."""
RESERVE = 8
"""Stacks side by side in a reserve."""
LOW = 3.0
"""Ratio of width to height of the card table, whose cards are tall: it must fit on a screen."""
REMOVED = "removed"
"""Id of the box for counters out of play whose owner has no dead box on a track."""


def place_cell(place: str) -> str:
    """Return the id of a place's box."""
    return f"place {place}"


def words_cell(name: str) -> str:
    """Return the id of the box of a place that dice name in words only."""
    return f"words {name}"


def reserve_cell(owner: str) -> str:
    """Return the id of an owner's reserve box."""
    return f"reserve {owner}"


def marker_cell(number: int) -> str:
    """Return the id of the box for a set-up line of markers whose places are only described."""
    return f"markers {number}"


def by_hand(game: Game, line: MarkerLine) -> bool:
    """Return whether the player must place these markers: no places are named, or not how many go where."""
    return start_of(game, line) is None and (not line.places or line.count % len(line.places) != 0)


def start_of(game: Game, line: MarkerLine) -> str | None:
    """Return the id of the starting box of the track that markers begin on, or None."""
    item = game.tracks.get(line.track) if line.track else None
    return track_cell(item.id, "", item.value.start) if item and item.value.start is not None else None


def track_cell(track: str, row: str, box: str) -> str:
    """Return the id of a track's box; `row` is empty if rows share their boxes."""
    return f"track {track} {row} {box}"


def discards(deck: str) -> str:
    """Return the id of a deck's discard box."""
    return f"discards {deck}"


def dead_boxes(game: Game) -> dict[str, str]:
    """Return owner → id of the box for its counters out of play: one of a track `dead_boxes`, or `REMOVED`."""
    boxes = {
        owner: track_cell(name, "", box)
        for name, item in game.tracks.items()
        if name.startswith("dead") and not item.value.rows
        for box, value in item.value.boxes.items()
        for owner in {box, value.colour or box}
    }
    return {owner: boxes.get(owner, REMOVED) for owner in dict.fromkeys(map(game.owner_of, game.counters))}


def main_board(game: Game, settled: Settled | None, setter: Setter, mapped: Collection[str] = ()) -> Board:
    """Draw places by region, other locations of the set-up, all tracks, and a box for what is out of play.

    Places that are `mapped` have their spots on a map instead.
    """
    edge = max((max(size_of(game, unit)) for unit in game.counters), default=USUAL)
    shown = {name: [place for place in item.value.places if place not in mapped] for name, item in game.regions.items()}
    regions = [_region(game, game.regions[name], places, edge) for name, places in shown.items() if places]
    beside = list(_beside(game, settled, edge)) if settled else []
    tracks = [_track(game, item, edge, game.info.marker_size * MM) for item in game.tracks.values()]
    panels = [*regions, *beside, *tracks]
    if panels and REMOVED in dead_boxes(game).values():
        cell = Cell(REMOVED, game.say("Out of play"), game.documents[0].at())
        panels.append(Panel(game.say("Removed"), (cell,), 1, (4 * edge, 2 * edge)))
    return draw_board(MAP, panels, setter)


def tray_board(game: Game, setter: Setter) -> Board:
    """Draw a box for each counter of the mix, by owner."""
    panels = []
    for _, mix in game.of(Counters):
        shown = {unit: game.counters[unit].value for unit in mix.printed if game.sheets[unit] is mix}
        titles = {unit: f"{one.name} × {one.copies}" if one.copies > 1 else one.name for unit, one in shown.items()}
        cells = tuple(Cell(unit, title, game.counters[unit].span) for unit, title in titles.items())
        if cells:
            sizes = [size_of(game, cell.id) for cell in cells]
            room = max(wide for wide, _ in sizes) + 18, max(high for _, high in sizes) + 8
            panels.append(Panel(mix.title, cells, min(BESIDE, len(cells)), room, _colour(game, mix.side)))
    return draw_board(TRAY, panels, setter)


def card_board(game: Game, setter: Setter) -> Board:
    """Draw boxes for each deck and its discards."""
    say, panels = game.say, []
    for name, item in game.decks.items():
        width, height = (side * MM + 10 for side in item.value.size)
        at = item.document.at("title")
        title = item.value.title
        cells = (
            Cell(name, say("Deck"), at, name=say("{deck}: deck", deck=title)),
            Cell(discards(name), say("Discards"), at, name=say("{deck}: discards", deck=title)),
        )
        panels.append(Panel(item.value.title, cells, 2, (width, height), _colour(game, item.value.back.colour)))
    return draw_board(CARDS, panels, setter, LOW)


def _region(game: Game, item: Listed[Region], places: Iterable[str], edge: float) -> Panel:
    cells, model = [], item.document.model
    specs = model.specs if isinstance(model, Places) else {}
    for place in places:
        found = game.places[place]
        name = found.value.name
        if place[:1].isdigit() and name != place:
            name = f"{place} {name}"
        cells.append(Cell(place_cell(place), name, found.span, " · ".join(_features(found.value, specs, game.say))))
    room, colour = (2.5 * edge, edge + 10), _colour(game, item.value.home)
    return Panel(item.value.title, tuple(cells), min(ACROSS, len(cells)), room, colour)


def _features(place: Place, specs: Mapping[str, FieldSpec], say: Language) -> Iterator[str]:
    """Yield what a place has: a flag by its name, other fields with their values."""
    if place.vc:
        yield say("Victory City")
    if place.resource:
        yield say("resource {n}", n=place.resource)
    if place.port:
        yield say("port")
    for name, one in specs.items():
        value, said = one.of(place.fields.get(name)), name.replace("_", " ")
        if value is True:
            yield said
        elif value not in (None, False, "", ()):
            yield f"{said} {', '.join(map(str, value)) if isinstance(value, tuple) else value}"


def _beside(game: Game, settled: Settled, edge: float) -> Iterator[Panel]:
    """Panels for pieces off the map: reserves, places in words, and markers to place by hand."""
    item = game.setups[settled.setup.id]
    wide = (2.5 * edge, edge + 10)
    title = item.document.at("title")
    most = max((len({piece.unit for piece in force.reserve}) for force in settled.forces), default=0)
    across = min(most, RESERVE) or 1
    reserves = tuple(
        Cell(
            reserve_cell(force.owner),
            force.title,
            title,
            "",
            _colour(game, force.owner),
            across,
            game.say("{owner}: reserve", owner=force.title),
        )
        for force in settled.forces
    )
    if reserves:
        room = max(wide[0], across * (edge + 6)), max(wide[1], ceil(most / across) * (edge + 6))
        yield Panel(game.say("Reserves"), reserves, min(ACROSS, len(reserves)), room)
    spots = [spot for force in settled.forces for region in force.regions for spot in region.spots if not spot.place]
    words = tuple(Cell(words_cell(name), name, title) for name in dict.fromkeys(spot.name for spot in spots))
    if words:
        yield Panel(game.say(AS_ROLLED), words, min(ACROSS, len(words)), wide)
    markers = tuple(
        Cell(marker_cell(number), line.at, item.document.at("markers"), "", _colour(game, game.owner_of(line.marker)))
        for number, line in enumerate(settled.markers)
        if by_hand(game, line)
    )
    if markers:
        yield Panel(game.say("Markers to place"), markers, min(ACROSS, len(markers)), wide)


def _track(game: Game, item: Listed[Track], edge: float, small: float) -> Panel:
    track = item.value
    rows: Mapping[str, str] = {name: row.title for name, row in track.rows.items()} or {"": ""}

    def cell(row: str, name: str, box: TrackBox) -> Cell:
        at = item.document.at(*item.path, "boxes", name)
        said = f"{track.title}: {box.title}"
        return Cell(track_cell(item.id, row, name), box.title, at, "", _colour(game, box.colour), name=said)

    cells = tuple(cell(row, name, box) for row in rows for name, box in track.boxes.items())
    columns = len(track.boxes) if track.rows else min(track.columns or LONGEST, len(track.boxes))
    markers = all(box.takes == "marker" for box in track.boxes.values())
    room = (1.6 * small, small + 4) if markers else (2 * edge, edge + 6)
    return Panel(track.title, cells, columns, room, rows=tuple(rows.values()) if track.rows else ())


def _colour(game: Game, owner: str | None) -> str | None:
    return None if owner is None else game.owners[owner].colour
