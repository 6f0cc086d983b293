"""The boards of a virtual table: the map or boxes by region, tracks, trays, and the ground under them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import ceil, sqrt
from typing import Literal

from rcwkit.diagnostics import Span
from rcwkit.dice.counters import Counter, mixes, owner_of, size_of
from rcwkit.dice.settle import AS_ROLLED, Settled
from rcwkit.dice.setups import Box, MarkerLine, Place, Places, Region, Setup, Track
from rcwkit.document.chart_blocks import dice_name
from rcwkit.document.copy import BLANK
from rcwkit.export.vassal_rolls import SIDES, TICKS, choices_of, rolls_of
from rcwkit.frame import MM, Frame, Group, Item, Rect, area_of
from rcwkit.game.game import Game, GameItem
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.maps.draw import EDGE, board
from rcwkit.kinds.maps.grid import HexGrid
from rcwkit.kinds.maps.model import Map, Space
from rcwkit.kinds.maps.model import Zone as MapZone
from rcwkit.kinds.maps.survey import Survey, surveys
from rcwkit.source.base import FieldSpec
from rcwkit.source.language import Language, word
from rcwkit.type.columns import PackedPlace, pack_rectangles
from rcwkit.type.text import Setter, TextBlock, TextBox

MARGIN, GAP = 14.0, 10.0
"""Space around the board and between panels, in points."""
BARS, WHOLE = (12.0, 36.0), (880.0, 450.0)
"""What the bars of a window take of its width and height, which VASSAL makes as large as the board, in points; and the
largest board of which that is true: larger ones are shown smaller, with bars as large as before."""
HEAD, LABEL, NOTE = 18.0, 18.0, 8.0
"""Heights of a panel's heading, a box's label, and the line at its foot, in points."""
ROOM = 5.0
"""Padding of a panel, in points."""
SIDE = 84.0
"""Width of the column of row titles, in points."""
SHAPE = 2.1
"""Intended ratio of a board's width to its height: that of a window on a small screen."""
LEAST, WIDER = 480.0, (1.0, 1.1, 1.2, 1.35, 1.5)
"""Least width of the packing, in points, and how much wider it may be."""
TABLE = 34 * 72.0, 22 * 72.0
"""Sides of an empty table, for a game whose boards we do not have, in points: those of a large map."""


@dataclass(frozen=True)
class BoardBox:
    """A box; `id` is unique on its board, `at` its place in the data.

    `across` is how many of its stacks stand side by side; all of them if 0. `name` is for the log, if not the title.
    Players write in part of the name of a `blank` one.
    """

    id: str
    title: str
    at: Span
    note: str = ""
    colour: str | None = None
    across: int = 0
    name: str = ""
    blank: bool = False


@dataclass(frozen=True)
class Panel:
    """Boxes in rows of `columns` under a heading; `size` is the room for pieces in each, in points.

    `rows` are titles of the rows. In the boxes of a `loose` one, pieces lie anywhere. `beside` is the room for what is
    shown in a box, to the left and right of its title, which then takes no room above it.
    """

    title: str
    cells: tuple[BoardBox, ...]
    columns: int
    size: tuple[float, float]
    colour: str | None = None
    rows: tuple[str, ...] = ()
    loose: bool = False
    beside: tuple[float, float] | None = None

    @property
    def label(self) -> float:
        """Height of the labels above the pieces."""
        return 0.0 if self.beside else LABEL

    @property
    def pitch(self) -> tuple[float, float]:
        """Width and height of a box with its label."""
        return self.size[0], self.size[1] + self.label + (NOTE if any(cell.note for cell in self.cells) else 0.0)

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the panel."""
        wide, high = self.pitch
        side = SIDE if self.rows else 0.0
        return side + self.columns * wide + 2 * ROOM, HEAD + ceil(len(self.cells) / self.columns) * high + 2 * ROOM


Points = tuple[tuple[float, float], ...]
"""Corners or spots in points."""


@dataclass(frozen=True)
class BoardArea:
    """A rectangle of a board in points; `title` names a box in the game log, `across` stacks stand side by side.

    The box as it is drawn has an `outline`; without one, it is the rectangle. In a `loose` one, pieces lie anywhere.
    `note` is what is known of it besides, `blank` the part of its title that players write in.
    """

    x: float
    y: float
    width: float
    height: float
    title: str
    across: int = 0
    outline: Points = ()
    loose: bool = False
    note: str = ""
    blank: str = ""

    @property
    def corners(self) -> Points:
        """The corners of the box."""
        right, bottom = self.x + self.width, self.y + self.height
        return self.outline or ((self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom))

    @property
    def surface(self) -> float:
        """The surface of the box in square points."""
        return abs(area_of(self.corners))

    def place(self, number: int, count: int) -> tuple[float, float]:
        """Return the centre of stack `number` (from 0) of `count` stacks, row by row."""
        across = min(self.across or count, count)
        row, column = divmod(number, across)
        rows = ceil(count / across)
        return self.x + self.width * (column + 0.5) / across, self.y + self.height * (row + 0.5) / rows


@dataclass(frozen=True)
class Zone:
    """A panel's area on a board, and the room for pieces in its boxes, by id."""

    area: BoardArea
    cells: Mapping[str, BoardArea]


@dataclass(frozen=True)
class BoardHexes:
    """A grid of hexes whose top left is at (x, y) on a board, in points."""

    grid: HexGrid
    x: float
    y: float

    @property
    def outlines(self) -> list[Points]:
        """The lines around the hexes, and around gaps among them the other way round, in points."""
        return [tuple((self.x + x * MM, self.y + y * MM) for x, y in line) for line in self.grid.outlines]


@dataclass(frozen=True)
class Board:
    """A board and its panels; `image` names its picture, which is the frame unless the table has it finished.

    A map of `hexes` has them as its grid. Counters come to rest at `snaps`, points of the frame.
    """

    name: str
    frame: Frame
    zones: tuple[Zone, ...] = ()
    image: str = ""
    hexes: BoardHexes | None = None
    snaps: Points = ()

    @cached_property
    def cells(self) -> Mapping[str, BoardArea]:
        """All boxes by id."""
        return {name: area for zone in self.zones for name, area in zone.cells.items()}


def draw_board(name: str, panels: Sequence[Panel], setter: Setter) -> Board:
    """Draw panels on a board. Text that does not fit is reported to `setter`."""
    extents = [(width + GAP, height + GAP) for width, height in (panel.extent for panel in panels)]
    wide = max(sqrt(SHAPE * sum(width * height for width, height in extents)), *(width for width, _ in extents), LEAST)
    high = sum(height for _, height in extents)

    def largest(spots: Sequence[PackedPlace]) -> float:
        around = [(spot.x + width, spot.y + height) for spot, (width, height) in zip(spots, extents, strict=True)]
        return max((max(right, SHAPE * bottom) for right, bottom in around), default=0.0)

    # Panels leave room between them, so a wider board may be the smaller one on a screen.
    spots = min((pack_rectangles(extents, (wide * wider, high), turn=False) for wider in WIDER), key=largest)
    items: list[Item] = []
    zones: list[Zone] = []
    for panel, spot in zip(panels, spots, strict=True):
        x, y = MARGIN + spot.x, MARGIN + spot.y
        items.append(Group(tuple(_drawn(panel, setter)), x, y))
        zones.append(_zone(panel, x, y))
    # Whole points give whole pixels at every resolution that is a multiple of 72.
    areas = [zone.area for zone in zones]
    wide = max((area.x + area.width + MARGIN for area in areas), default=TABLE[0])
    high = max((area.y + area.height + MARGIN for area in areas), default=TABLE[1])
    smaller = max(1.0, wide / WHOLE[0], high / WHOLE[1])
    width, height = ceil(wide + BARS[0] * smaller), ceil(high + BARS[1] * smaller)
    ground = Rect(0, 0, width, height, setter.theme.paper)
    return Board(name, Frame(width, height, (ground, *items), name=name), tuple(zones))


def _zone(panel: Panel, x: float, y: float) -> Zone:
    titles: dict[str, BoardArea] = {}
    for index, cell in enumerate(panel.cells):
        left, above = _corner(panel, index)
        row = panel.rows[index // panel.columns] if panel.rows else ""
        title = f"{row}: {cell.title}" if row else cell.name or cell.title
        if BLANK.search(title):
            # A title to write in is not said.
            title = " ".join(f"{panel.title} {BLANK.sub('', title)}".replace(" :", ":").split())
        blank = title.partition(": ")[0 if row else 2] if cell.blank else ""
        left, above, (wide, high) = x + left, y + above, panel.pitch
        box = (left, above), (left + wide, above), (left + wide, above + high), (left, above + high)
        loose = panel.loose or bool(cell.across)
        room = BoardArea(left, above + panel.label, *panel.size, title, cell.across, box, loose, cell.note, blank)
        titles[cell.id] = room
    return Zone(BoardArea(x, y, *panel.extent, panel.title), titles)


def _corner(panel: Panel, index: int) -> tuple[float, float]:
    """Top left corner of a box within its panel."""
    wide, high = panel.pitch
    row, column = divmod(index, panel.columns)
    return ROOM + (SIDE if panel.rows else 0.0) + column * wide, HEAD + ROOM + row * high


def _drawn(panel: Panel, setter: Setter) -> list[Item]:
    theme, (width, height) = setter.theme, panel.extent
    plate = theme.plate(panel.colour or theme.ink)
    items: list[Item] = [Rect(0, 0, width, height, theme.page, plate.edge, 1.0), Rect(0, 0, width, HEAD, plate.ground)]
    at = panel.cells[0].at
    items += _fitted(panel.title, TextBox(6, 2, width - 12, HEAD - 4, "panel"), plate.text, 10, at, setter, bold=True)
    wide, high = panel.pitch
    for row, title in enumerate(panel.rows):
        box = TextBox(ROOM + 2, HEAD + ROOM + row * high + 2, SIDE - 6, high - 4, "row")
        items += _fitted(title, box, theme.ink, 9, at, setter, bold=True)
    for index, cell in enumerate(panel.cells):
        x, y = _corner(panel, index)
        ground = theme.washed(cell.colour, 0.2) if cell.colour else None
        items.append(Rect(x + 1, y + 1, wide - 2, high - 2, ground, theme.hairline, 0.6, 2.0))
        left, right = panel.beside or (3.0, 3.0)
        low = (panel.label or high) - 3
        box = TextBox(x + left, y + 2, wide - left - right, low, "box", valign=0.5 if panel.beside else 0.0)
        items += _fitted(cell.title, box, theme.ink, 8, cell.at, setter, cut=panel.loose)
        if cell.note:
            box = TextBox(x + 3, y + high - NOTE - 2, wide - 6, NOTE, "box")
            items += _fitted(cell.note, box, theme.quiet, 6.5, cell.at, setter)
    return items


def _fitted(
    text: str, box: TextBox, ink: str, size: float, at: Span, setter: Setter, *, bold: bool = False, cut: bool = False
) -> tuple[Item, ...]:
    block = TextBlock(text, ink, font="narrow-bold" if bold else "narrow", bold="narrow-bold")
    known, items = len(setter.found), setter.fit([block], box, size, setter.theme.least, lambda *_: at)
    if not cut or len(setter.found) == known or len(text) < 3:
        return items
    del setter.found[known:]
    return _fitted(f"{text[:-2].rstrip()}…", box, ink, size, at, setter, bold=bold, cut=cut)


MAP, TRAY, CARDS, ROLLS = word("Board"), word("Counters"), word("Cards"), word("Rolls")
"""Names of the boards."""
USUAL = 45.0
"""Side of a counter in points, for a game without counters."""
ACROSS, TICKED = 3, 4
"""Boxes per row of a region, and of a roll."""
LONGEST = 10
"""Boxes per row of a track without a number of columns."""
BESIDE = 6
"""Counters per row of the tray."""
RESERVE, PILES = 8, 4
"""Stacks side by side in a reserve, and in a box of a track that takes stacks."""
DEAD, KEPT = "dead", "reserve"
"""Words in the ids of tracks, and of boxes on maps, for counters that are dead or in reserve."""
TO_WRITE = "…"
"""Title of a box to write in, as are blanks."""
REMOVED = "removed"
"""Id of the box for counters out of play whose owner has no dead box on a track."""


CellKind = Literal["place", "words", "reserve", "markers", "discards", "removed"]
"""What a box is for: a place, one in words only, an owner's reserve, a line of markers, or cards of a deck."""


def cell_of(kind: CellKind, name: object) -> str:
    """Return the id of a box for what has a name, or a number."""
    return f"{kind} {name}"


def by_hand(game: Game, line: MarkerLine) -> bool:
    """Return whether the player must place these markers: no places are named, or not how many go where."""
    return start_of(game, line) is None and (not line.places or line.count % len(line.places) != 0)


def start_of(game: Game, line: MarkerLine) -> str | None:
    """Return the id of the starting box of the track that markers begin on, or None."""
    item = game[Track].get(line.track) if line.track else None
    return track_cell(item.id, "", item.value.start) if item and item.value.start is not None else None


def track_cell(track: str, row: str, box: str) -> str:
    """Return the id of a track's box; `row` is empty if rows share their boxes."""
    return f"track {track} {row} {box}"


def dead_boxes(game: Game) -> dict[str, str]:
    """Return owner → id of the box for its counters out of play: one of a track `dead_boxes`, or `REMOVED`."""
    boxes = _boxes_of(game, DEAD)
    return {owner: boxes.get(owner, REMOVED) for owner in dict.fromkeys(owner_of(game, unit) for unit in game[Counter])}


def reserve_boxes(game: Game) -> dict[str, str]:
    """Return owner → id of the box of its reserve, of those that have one on a track such as `reserves`."""
    return _boxes_of(game, KEPT)


def _boxes_of(game: Game, said: str) -> dict[str, str]:
    """Return owner → id of its box on the tracks whose ids have that word."""
    return {
        owner: track_cell(name, "", box)
        for name, item in game[Track].items()
        if said in name and not item.value.rows
        for box, value in item.value.boxes.items()
        for owner in value.owners or {box, value.colour or box}
    }


def _edge(game: Game) -> float:
    """The longer side of the largest counter in points; a few that are much larger than the others do not count."""
    sides = sorted(max(size_of(game, unit)) for unit in game[Counter])
    return min(sides[-1], 2 * sides[len(sides) // 2]) if sides else USUAL


def main_board(game: Game, settled: Settled | None, setter: Setter, mapped: Collection[str] = ()) -> Board:
    """Draw places by region, other locations of the set-up, all tracks, and a box for what is out of play.

    Places that are `mapped` have their spots on a map instead.
    """
    edge = _edge(game)
    shown = {name: [place for place in item.value.places if place not in mapped] for name, item in game[Region].items()}
    regions = [_region(game, game[Region][name], places, edge) for name, places in shown.items() if places]
    beside = list(_beside(game, settled, edge)) if settled else []
    tracks = [_track(game, item, edge, game.info.marker_size * MM) for item in game[Track].values()]
    panels = [*regions, *beside, *tracks]
    if panels and REMOVED in dead_boxes(game).values():
        cell = BoardBox(REMOVED, game.say("Out of play"), game.documents[0].at())
        panels.append(Panel(game.say("Removed"), (cell,), 1, (4 * edge, 2 * edge), loose=True))
    return draw_board(MAP, panels, setter)


def tray_board(game: Game, setter: Setter) -> Board:
    """Draw a box for each counter of the mix, by owner."""
    panels = []
    for mix in mixes(game):
        shown = {unit: game[Counter][unit].value for unit in mix.units}
        titles = {unit: f"{one.name} × {one.copies}" if one.copies > 1 else one.name for unit, one in shown.items()}
        cells = tuple(BoardBox(unit, title, game[Counter][unit].span) for unit, title in titles.items())
        if cells:
            sizes = [size_of(game, cell.id) for cell in cells]
            room = max(wide for wide, _ in sizes) + 18, max(high for _, high in sizes) + 8
            columns = _across(len(cells), BESIDE)
            panels.append(Panel(mix.title, cells, columns, room, _colour(game, mix.owner), loose=True))
    return draw_board(TRAY, panels, setter)


def card_board(game: Game, setter: Setter) -> Board:
    """Draw boxes for each deck and its discards."""
    say, panels = game.say, []
    for name, item in game[Deck].items():
        width, height = (side * MM + 10 for side in item.value.size)
        at = item.document.at("title")
        title = item.value.title
        cells = (
            BoardBox(name, say("Deck"), at, name=say("{deck}: deck", deck=title)),
            BoardBox(cell_of("discards", name), say("Discards"), at, name=say("{deck}: discards", deck=title)),
            BoardBox(
                cell_of("removed", name), say("Out of the game"), at, name=say("{deck}: out of the game", deck=title)
            ),
        )[: 2 if item.value.reference else 3]
        colour = _colour(game, item.value.back.colour)
        panels.append(Panel(item.value.title, cells, len(cells), (width, height), colour, loose=True))
    return draw_board(CARDS, panels, setter)


def roll_board(game: Game, setter: Setter) -> Board | None:
    """Draw boxes for each roll: its dice, modifiers to tick, columns to choose. None if no roll has any of these."""
    rolls = [(roll, choices_of(game, roll)) for roll in rolls_of(game)]
    if not any(choices for _, choices in rolls):
        return None
    at, panels = game.documents[0].at(), []
    for roll, choices in rolls:
        said = {
            roll.name: game.say("Roll {dice}", dice=dice_name(game.say, roll.read.roll)),
            **{one.box: one.text for one in choices},
        }
        cells = tuple(BoardBox(box, text, at, name=f"{roll.title}: {text}") for box, text in said.items())
        panels.append(Panel(roll.title, cells, min(TICKED, len(cells)), TICKS, loose=True, beside=SIDES))
    return draw_board(ROLLS, panels, setter)


def _region(game: Game, item: GameItem[Region], places: Iterable[str], edge: float) -> Panel:
    cells, model = [], item.document.model
    specs = model.specs if isinstance(model, Places) else {}
    for place in places:
        found = game[Place][place]
        name = found.value.name
        if place[:1].isdigit() and name != place:
            name = f"{place} {name}"
        cells.append(
            BoardBox(cell_of("place", place), name, found.span, " · ".join(_features(found.value, specs, game.say)))
        )
    room, colour = (2.5 * edge, edge + 10), _colour(game, item.value.home)
    return Panel(item.value.title, tuple(cells), _across(len(cells), ACROSS), room, colour)


def _across(count: int, usual: int) -> int:
    """Return how many of so many boxes are in a row: as usual, but at most four rows to a column."""
    return min(max(usual, ceil(sqrt(count / 4))), count)


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
    item = game[Setup][settled.setup.id]
    wide = (2.5 * edge, edge + 10)
    title = item.document.at("title")
    own = reserve_boxes(game)
    most = max((len({piece.unit for piece in force.reserve}) for force in settled.forces), default=0)
    across = min(most, RESERVE) or 1
    reserves = tuple(
        BoardBox(
            cell_of("reserve", force.owner),
            force.title,
            title,
            "",
            _colour(game, force.owner),
            across,
            game.say("{owner}: reserve", owner=force.title),
        )
        for force in settled.forces
        if force.owner not in own
    )
    if reserves:
        room = max(wide[0], across * (edge + 6)), max(wide[1], ceil(most / across) * (edge + 6))
        yield Panel(game.say("Reserves"), reserves, min(ACROSS, len(reserves)), room)
    names = dict.fromkeys(spot.name for spot in settled.spots if not spot.place)
    words = tuple(BoardBox(cell_of("words", name), name, title) for name in names)
    if words:
        yield Panel(game.say(AS_ROLLED), words, min(ACROSS, len(words)), wide)
    markers = tuple(
        BoardBox(
            cell_of("markers", number),
            line.at,
            item.document.at("markers"),
            "",
            _colour(game, owner_of(game, line.marker)),
        )
        for number, line in enumerate(settled.markers)
        if by_hand(game, line)
    )
    if markers:
        yield Panel(game.say("Markers to place"), markers, min(ACROSS, len(markers)), wide, loose=True)


def _track(game: Game, item: GameItem[Track], edge: float, small: float) -> Panel:
    track = item.value
    rows: Mapping[str, str] = {name: row.title for name, row in track.rows.items()} or {"": ""}

    def cell(row: str, name: str, box: Box) -> BoardBox:
        at = item.document.at(*item.path, "boxes", name)
        said, across = f"{track.title}: {box.title}", 0 if track.moves else PILES
        to_write = box.title == TO_WRITE or any(BLANK.fullmatch(one) for one in (box.title, *box.lines))
        blank = bool(BLANK.search(rows[row]) if track.rows else to_write)
        if box.title == TO_WRITE:
            said = f"{track.title}: {game.say('box {n}', n=[*track.boxes].index(name) + 1)}"
        return BoardBox(
            track_cell(item.id, row, name), box.title, at, "", _colour(game, box.colour), across, said, blank
        )

    cells = tuple(cell(row, name, box) for row in rows for name, box in track.boxes.items())
    columns = len(track.boxes) if track.rows else min(track.columns or LONGEST, len(track.boxes))
    rowed = {row.marker or name for name, row in track.rows.items()} & {*game[Counter]}
    moved = max((max(size_of(game, unit)) for unit in rowed), default=0.0) + 2
    markers = all(box.takes == "marker" for box in track.boxes.values())
    room = (1.6 * small, max(small + 4, moved)) if markers else (2 * edge, edge + 6)
    room = room if track.moves else (PILES * (edge + 6), 3 * (edge + 6))
    heads = tuple(rows.values()) if track.rows else ()
    return Panel(track.title, cells, columns, room, rows=heads, loose=not track.moves)


def _colour(game: Game, owner: str | None) -> str | None:
    return None if owner is None else game.owners[owner].colour


LARGE = 2.0
"""Width or height of a space, in counters, from which they lie anywhere in it."""


def drawn_ground(game: Game, setter: Setter) -> Ground | None:
    """Return the map of a game that has the most places, or the first of those; None without any.

    Hexes are called by their numbers, as on paper, and by their names.
    """
    known = surveys(game)
    item = max(game[Map].values(), key=lambda one: len([*_places(one.value, known[one.id])]), default=None)
    if item is None:
        return None
    found, map_ = known[item.id], item.value
    frame = board(game, item, setter)
    # Whole points give whole pixels.
    frame = frame._replace(width=ceil(frame.width), height=ceil(frame.height))
    spots, outlines, notes = {}, {}, {}

    def placed(points: Iterable[tuple[float, float]]) -> Points:
        return tuple((x * MM + EDGE, y * MM + EDGE) for x, y in points)

    for place in _places(map_, found):
        point = found.at(place)
        assert point is not None
        name = game[Place][place].value.name
        title = name or place
        if name not in ("", place) and (place.isdecimal() or place not in {**map_.spaces, **found.points}):
            title = f"{place} {name}"
        spots[place] = title, point[0] * MM + EDGE, point[1] * MM + EDGE
        outlines[place] = placed(found.outline(place))
        notes[place] = " · ".join(_told(game, found, place, title))
    edge = _edge(game)
    hexes = BoardHexes(map_.hexes, *placed([found.moved((0.0, 0.0))])[0]) if map_.hexes else None
    large = frozenset(name for name, space in map_.spaces.items() if space.outline or _longest(space) >= LARGE * edge)
    regions = tuple((_called(game, zone), placed(zone.outline)) for zone in map_.zones.values() if zone.outline)
    return Ground(frame, spots, edge, hexes=hexes, open=large, outlines=outlines, regions=regions, notes=notes)


def _places(map_: Map, found: Survey) -> Iterator[str]:
    """Yield the ids of all on which counters stand."""
    yield from (*map_.spaces, *(map_.hexes.cells if map_.hexes else ()), *found.points)


def _called(game: Game, zone: MapZone) -> str:
    """Return how the log calls a part of the map: as its bar does, for many parts may share a title in the key."""
    owner = game.say("Map, {owner}", owner=game.owners[zone.owner].title) if zone.owner else game.say(WINDOW)
    return zone.name or zone.title or owner


def _told(game: Game, found: Survey, place: str, title: str) -> Iterator[str]:
    """Yield what is known of a place on the map: a name its title lacks, terrain, features, and where ways lead."""
    item, map_ = game[Place][place], found.map
    # Of boxes that are on the map as well as on a track, those of the track are each owner's own.
    if any(said in place and _boxes_of(game, said) for said in (DEAD, KEPT)):
        yield game.say("by owner in the window {board}", board=game.say(MAP))
    if item.value.name not in ("", title) and not title.endswith(item.value.name):
        yield item.value.name
    own = map_.spaces[place].terrain if place in map_.spaces else None
    yield from (map_.terrain[name].title for name in found.terrain.get(place, (own,) if own else ()) if name)
    model = item.document.model
    yield from _features(item.value, model.specs if isinstance(model, Places) else {}, game.say)
    for name, stretches in found.stretches.items() if place in map_.spaces else ():
        ends = [one if other == place else other for one, other in stretches if place in (one, other)]
        if ends:
            yield f"{map_.ways[name].title}: {', '.join(game[Place][str(end)].value.name or str(end) for end in ends)}"


def _longest(space: Space) -> float:
    """Return the larger of width and height of a space."""
    return MM * (max(space.size) if isinstance(space.size, tuple) else space.size)


WINDOW = word("Map")
"""Name of the map's window."""


@dataclass(frozen=True)
class Ground:
    """A map: place → its title and spot in points; `data` is a finished picture, else the frame is drawn.

    `room` is the side of the square that a place's counters take, in points. `open` are places so large that counters
    lie anywhere in them. `outlines` are those of places that the map draws, `regions` by title those of what
    lies around them. `notes` are what is known of places.
    """

    frame: Frame
    spots: Mapping[str, tuple[str, float, float]]
    room: float
    data: bytes = b""
    name: str = "map.png"
    hexes: BoardHexes | None = None
    open: frozenset[str] = frozenset()
    outlines: Mapping[str, Points] = field(default_factory=dict)
    regions: tuple[tuple[str, Points], ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def cells(self) -> Mapping[str, BoardArea]:
        """A box around each spot, by id."""
        half, room = self.room / 2, self.room
        found = {}
        for place, (title, x, y) in self.spots.items():
            outline = self.outlines.get(place) or self._around(x, y)
            box = BoardArea(x - half, y - half, room, room, title, outline=outline, loose=place in self.open)
            found[cell_of("place", place)] = replace(box, note=self.notes.get(place, ""))
        return found

    def _around(self, x: float, y: float) -> Points:
        """Return the corners of a square around a spot that reaches at most half-way to any other."""
        others = (max(abs(a - x), abs(b - y)) / 2 for _, a, b in self.spots.values() if (a, b) != (x, y))
        half = min(others, default=self.room)
        half = min(half, self.room)
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)

    def board(self, say: Language) -> Board:
        """Return the map as a board."""
        whole = BoardArea(0, 0, self.frame.width, self.frame.height, say(WINDOW))
        around = (Zone(replace(whole, title=title, outline=outline), {}) for title, outline in self.regions)
        snaps = tuple((x, y) for place, (_, x, y) in self.spots.items() if place not in self.open)
        return Board(WINDOW, self.frame, (*around, Zone(whole, self.cells)), self.name, self.hexes, snaps)
