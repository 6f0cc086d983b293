"""Draw maps at true scale: everything on them in order, set-ups on them, and the key below. Lengths are in points."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil, cos, radians, sin
from typing import NamedTuple

from rcwkit.art import artwork as art
from rcwkit.art.hatching import areas, double_rule
from rcwkit.art.symbols import sign
from rcwkit.art.theme import Theme
from rcwkit.diagnostics import Span
from rcwkit.dice.counters import Counter, is_turned, names_of
from rcwkit.dice.places import find_place
from rcwkit.dice.settle import Settled, SettledPiece
from rcwkit.dice.setups import Place
from rcwkit.faces.counters import faces
from rcwkit.faces.faces import Faces
from rcwkit.faces.labels import Box, haloed
from rcwkit.frame import MM, Circle, Frame, Group, Item, Path, Polygon, Rect, Subpath
from rcwkit.game.game import Document, Game, GameItem
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.maps.courses import courses, is_straight, line_drawn
from rcwkit.kinds.maps.grid import HexCell, HexGrid
from rcwkit.kinds.maps.hexes import Hexes
from rcwkit.kinds.maps.key import chip_entries, earth_entries
from rcwkit.kinds.maps.model import Compass, Edge, Map, ScaleBar, Way
from rcwkit.kinds.maps.spaces import Spaces, readable, star
from rcwkit.kinds.maps.survey import Exit, Survey, drawing_of, ground_of, is_over, surveys
from rcwkit.kinds.maps.terrain import CELL, figures, textured
from rcwkit.kinds.maps.theatre import earth_field
from rcwkit.sheets.paper import Paper
from rcwkit.sheets.tiling import seams
from rcwkit.source.language import Language
from rcwkit.type.text import Setter, TextBlock, TextBox

EDGE = 2.5 * MM
"""Space around the field of a map, within its frame."""
GAP, CUT = 4 * MM, 1 * MM
"""Space between the field and the panel, and around the seam of two sheets."""
FOOT = 6 * MM
"""Height of the line at the foot of a page."""


def board(
    game: Game,
    item: GameItem[Map],
    setter: Setter,
    *,
    title: str = "",
    above: tuple[Item, ...] = (),
    settled: Settled | None = None,
    paper: Paper | None = None,
) -> Frame:
    """Return a whole map at true scale, of any size; items `above` are drawn on it, in the coordinates of its field.

    A map of the earth has the counters of a `settled` set-up, none where it is cut for sheets of a `paper`.
    """
    found = surveys(game)[item.id]
    if settled and not title:
        title = f"{item.value.title}: {settled.scenario.title}"
    wide, high = (side * MM for side in found.size)
    earth, height = item.value.earth, high + 2 * EDGE
    cuts = _cuts(wide, high, paper) if paper and earth and earth.key and earth.title else ()
    shown = Group((*field(game, item, setter, settled, cuts), *above), EDGE, EDGE)
    items: tuple[Item, ...] = (shown,)
    if item.value.key and not (earth and earth.key and earth.title):
        below, drawn = panel(game, item, found, wide, setter, title or item.value.title, settled)
        items = (shown, Group(drawn, EDGE, EDGE + high + GAP))
        height += GAP + below
    return Frame(wide + 2 * EDGE, height, items, 0.0, item.id, item.document.at("id").place)


def _cuts(wide: float, high: float, paper: Paper) -> Sequence[Box]:
    """Return thin boxes where a map of a size, with no panel below, is cut for sheets of a paper."""
    across, down = seams(wide + 2 * EDGE, high + 2 * EDGE, paper)
    upright = (Box(x - EDGE - CUT / 2, 0, CUT, high) for x in across)
    return [*upright, *(Box(0, y - EDGE - CUT / 2, wide, CUT) for y in down)]


def field(
    game: Game, item: GameItem[Map], setter: Setter, settled: Settled | None = None, cuts: Sequence[Box] = ()
) -> tuple[Item, ...]:
    """Return what is on a map, without a panel, within its clipping; labels of a map of the earth avoid the `cuts`."""
    found, theme = surveys(game)[item.id], setter.theme
    wide, high = (round(side * MM, 2) for side in found.size)
    if item.value.earth:
        items = earth_field(game, item, setter, settled, cuts)
    else:
        items = tuple(_Field(game, item, found, setter).items())
    ragged = item.value.hexes is not None and item.value.size is None and item.value.edge == "ragged"
    edge = () if ragged else (Rect(0, 0, wide, high, None, theme.ink, 1.2),)
    return Group(items, clip=None if ragged else (0, 0, wide, high)), *edge


class _Field:
    """Draws what is on a map."""

    def __init__(self, game: Game, item: GameItem[Map], found: Survey, setter: Setter) -> None:
        self.game, self.item, self.map, self.found, self.setter = game, item, item.value, found, setter
        self.hexes = (
            Hexes(game, found, self.map.hexes, setter, item.document.at) if self.map.hexes is not None else None
        )
        self.spaces = Spaces(game, item.document, found, setter)

    def items(self) -> Iterator[Item]:
        """Yield everything, from the ground up."""
        hexes = self.hexes
        if hexes is None or self.map.size is not None:
            wide, high = (side * MM for side in self.found.size)
            yield Rect(
                0, 0, wide, high, self.setter.theme.page if self.setter.theme.outlined else self.setter.theme.paper
            )
        yield from self._picture()
        yield from self.spaces.areas()
        if hexes is not None:
            yield from hexes.grounds()
            yield from hexes.drawings(over=False)
            yield from hexes.lines()
            yield from hexes.borders()
            yield from self._edges(hexes)
        yield from self._ways()
        if hexes is not None:
            yield from hexes.drawings(over=True)
            if hexes.grid.numbered:
                yield from hexes.numbers(self._crossed())
            yield from self._names(hexes)
        yield from self.spaces.spaces()
        yield from self.spaces.labels()
        yield from _on_map(self.found, self.setter)

    def _picture(self) -> Iterator[Item]:
        if self.map.picture is not None:
            found = self.setter.picture(self.map.picture, partial(self.item.document.at, "picture"))
            if found is not None:
                wide, high = (side * MM for side in self.found.size)
                yield art.placed(found, 0, 0, wide, high, "stretch", self.setter.theme.ink)

    def _edges(self, hexes: Hexes) -> Iterator[Item]:
        for name, edge in self.map.edges.items():
            sides = [hexes.grid.side_of(*side) for side in self.found.sides.get(name, ())]
            yield from line_drawn(name, edge, hexes.courses(sides), self.setter.theme, curved=False)

    def _ways(self) -> Iterator[Item]:
        def at(node: str | Exit) -> tuple[float, float]:
            point = self.found.at(node)
            assert point is not None
            return round(point[0] * MM, 2), round(point[1] * MM, 2)

        for name, way in self.map.ways.items():
            stretches, apart = self.found.stretches.get(name, []), is_straight(name, way)
            ends = stretches if apart else courses(stretches, at)
            joined = [[at(node) for node in course] for course in ends]
            yield from line_drawn(name, way, joined, self.setter.theme, curved=self.hexes is not None and not apart)

    def _crossed(self) -> set[str]:
        """Return the hexes whose numbers a line runs through, or close by."""
        grid = self.map.hexes
        if grid is None or grid.top == "pointed":
            return set()
        # Teeth, too, reach into the hexes on both sides.
        sides = [side for one in self.found.sides.values() for side in one if side.direction in ("n", "s")]
        found = {
            grid.numbers[cell]
            for cell, _ in (side if side.direction == "n" else grid.facing(*side) for side in sides)
            if cell in grid.numbers
        }
        for stretches in self.found.stretches.values():
            for one, other in stretches:
                if isinstance(other, Exit):
                    found |= {other.place} if other.direction == "n" else set()
                elif one in grid.cells and other in grid.cells:
                    cells = grid.cells[str(one)], grid.cells[other]
                    found |= {
                        str(node)
                        for node, way in ((one, grid.between(*cells)), (other, grid.between(*cells[::-1])))
                        if way == "n"
                    }
        return found

    def _names(self, hexes: Hexes) -> Iterator[Item]:
        """Yield the names of hexes, in their lower part."""
        theme, setter = self.setter.theme, self.setter
        for number in hexes.grid.cells:
            name = self.game[Place][number].value.name
            if name == number:
                continue
            setter.check(name, "narrow-bold", lambda at=self.game[Place][number]: at.span)
            x, base, size = self.spaces.hex_name(number)
            ink = readable(theme, theme.ink, hexes.ground(number))
            text = setter.line(name, x, base, "narrow-bold", size, ink, align=0.5)
            yield from haloed((text,), hexes.ground(number), 0.8)


STEP = 0.9 * MM
"""How far each counter of a pile lies up and to the right of the one below."""
SEEN = 4
"""Most counters of a pile that are drawn; its number tells of the others."""
AIR = 0.3 * MM
"""Space between a pile and the name of its place."""
BADGE = 2.6 * MM
"""Radius of the disc with the number of a pile."""
NOTE = 7.5


def setup_page(game: Game, item: GameItem[Map], settled: Settled, paper: Paper, setter: Setter) -> Frame:
    """Return one page with the map, smaller if need be, counters where they begin, and those that begin elsewhere."""
    piles = list(_piles(game, settled))
    found, drawing = surveys(game)[item.id], Faces(game, setter)
    shown = tuple(_drawn(drawing, found, piles, Spaces(game, item.document, found, setter).name_box))
    title = f"{item.value.title}: {settled.scenario.title}"
    frame = board(game, item, setter, title=title, above=shown)
    blocks = [
        TextBlock(text, setter.theme.ink, head=head, head_fill=setter.theme.accent)
        for head, text in _beside(game, settled, found)
    ]
    inset = paper.margin * MM

    def room(page: tuple[float, float]) -> tuple[float, float, float]:
        wide = page[0] - 2 * inset
        words = setter.height(blocks, wide, NOTE) + 2 * MM if blocks else 0.0
        high = page[1] - 2 * inset - FOOT - words
        return min(1.0, wide / frame.width, high / frame.height), high, words

    lies = frame.width > frame.height
    page = max(paper.ways, key=lambda one: (round(room(one)[0], 4), (one[0] > one[1]) == lies))
    scale, high, words = room(page)
    left = (page[0] - scale * frame.width) / 2
    items: list[Item] = [
        Group(frame.items, left, inset + max(0.0, (high - scale * frame.height) / 2), scale=round(scale, 4))
    ]
    box = TextBox(inset, inset + high + 1 * MM, page[0] - 2 * inset, words, "page")
    items += setter.fit(blocks, box, NOTE, setter.theme.least, lambda *_: item.document.at("setups"))
    return Frame(*page, tuple(items), 0.0, f"{item.id} {settled.id}", frame.at)


def _piles(game: Game, settled: Settled) -> Iterator[tuple[str, tuple[SettledPiece, ...]]]:
    """Yield what stands where: a pile for each owner and place, with markers below."""
    markers: dict[str, list[SettledPiece]] = {}
    for line in settled.markers:
        places = [item.id for one in line.places if (item := find_place(game, one))]
        if places and line.count % len(places) == 0:
            for place in places:
                turned = is_turned(game, line.marker, line.side)
                markers.setdefault(place, []).extend([SettledPiece(line.marker, turned)] * (line.count // len(places)))
    for spot in settled.spots:
        yield spot.place, (*markers.pop(spot.place, ()), *spot.pieces)
    for place, pieces in markers.items():
        yield place, tuple(pieces)


def _beside(game: Game, settled: Settled, found: Survey) -> Iterator[tuple[str, str]]:
    """Yield what is not on the map: reserves, and other places."""
    for force in settled.forces:
        for spot in force.spots:
            if found.at(spot.place) is None:
                where = f"{force.title}, {spot.place} {spot.name}".replace("  ", " ").strip()
                yield where, _names(game, spot.pieces)
        if force.reserve:
            yield game.say("{owner} reserve", owner=force.title), _names(game, force.reserve)


def _names(game: Game, pieces: Sequence[SettledPiece]) -> str:
    count = Tally(names_of(game)[piece.unit] for piece in pieces)
    return ", ".join(f"{name} × {number}" if number > 1 else name for name, number in count.items())


def _drawn(
    drawing: Faces,
    found: Survey,
    piles: Sequence[tuple[str, tuple[SettledPiece, ...]]],
    name_box: Callable[[str], Box | None],
) -> Iterator[Item]:
    """Yield all piles on the map, clear of the names of their places; those of one place stand side by side."""
    shares, done = Tally(place for place, _ in piles), Tally[str]()
    known: dict[tuple[str, bool], Frame] = {}
    for place, pieces in piles:
        at = found.at(place)
        if at is None or not pieces:
            continue
        frames = [_face(drawing, piece, known) for piece in pieces[-SEEN:]]
        wide = max(frame.width for frame in frames)
        done[place] += 1
        x = at[0] * MM + (done[place] - (shares[place] + 1) / 2) * 0.6 * wide
        high = max(frame.height for frame in frames) + STEP * (len(frames) - 1)
        y, below = _clear(name_box(place), Box(x - wide / 2, at[1] * MM - high / 2, wide, high))
        yield from _pile(drawing.setter, frames, len(pieces), x, y + high / 2, low=below)


def _clear(name: Box | None, pile: Box) -> tuple[float, bool]:
    """Return the top of a pile that does not cover a name, and whether it is moved below it, rather than above."""
    if name is None or not pile.overlap(name, 2 * AIR):
        return pile.y, name is not None and name.y < pile.y
    below = name.y + name.height / 2 < pile.y + pile.height / 2
    return (name.y + name.height + AIR if below else name.y - AIR - pile.height), below


def _face(drawing: Faces, piece: SettledPiece, known: dict[tuple[str, bool], Frame]) -> Frame:
    key = piece.unit, piece.reversed
    if key not in known:
        front, back = faces(drawing, drawing.game[Counter][piece.unit])
        known[key] = back if piece.reversed and back is not None else front
    return known[key]


def _pile(
    setter: Setter, frames: Sequence[Frame], count: int, x: float, y: float, *, low: bool = False
) -> Iterator[Item]:
    """Yield the uppermost counters of a pile around a point, and how many there are: at the top, or `low`."""
    theme, shift = setter.theme, STEP * (len(frames) - 1) / 2
    for index, frame in enumerate(frames):
        left, top = x - frame.width / 2 - shift + index * STEP, y - frame.height / 2 + shift - index * STEP
        clip = (0.0, 0.0, frame.width, frame.height)
        yield Group(frame.items, round(left, 2), round(top, 2), key=f"counter {frame.name}", clip=clip)
        yield Rect(round(left, 2), round(top, 2), frame.width, frame.height, None, theme.ink, 0.4)
    if count > 1:
        above = frames[-1]
        right, high = x + above.width / 2 + shift - 0.6 * MM, y - above.height / 2 - shift + 0.6 * MM
        if low:
            high += above.height - 1.2 * MM
        yield Circle(right, high, BADGE, theme.ink, theme.page, 0.8)
        yield setter.line(f"{count}", right, high + 0.35 * 9.5, "narrow-bold", 9.5, theme.page, align=0.5)


TITLE, SUBTITLE, ENTRY, NOTE = 20.0, 10.0, 8.5, 7.0
SWATCH = 8.5 * MM
"""Height of what an entry of the key shows."""
ROW = 9.5 * MM
COLUMN = 38 * MM
"""Least width of an entry."""
WIDEST = 62 * MM
"""Most width of an entry."""
HEAD = 11 * MM
"""Height of the title, above the key."""
CAP = 0.7


class _Entry(NamedTuple):
    """An entry of the key: what it shows in a box of SWATCH by SWATCH, its title and note."""

    items: tuple[Item, ...]
    title: str
    note: str
    at: Span


def panel(
    game: Game,
    item: GameItem[Map],
    found: Survey,
    width: float,
    setter: Setter,
    title: str,
    settled: Settled | None = None,
) -> tuple[float, tuple[Item, ...]]:
    """Return the height of the panel of a map at a width, and its items."""
    map_, theme, document = found.map, setter.theme, item.document
    if map_.earth and map_.earth.key:
        entries = []
    elif map_.earth:
        keys = [*earth_entries(game, item, found, setter)]
        keys += chip_entries(game, map_, settled, setter) if settled else ()
        entries = [_Entry(key.items, key.title, "", document.at("earth")) for key in keys]
    else:
        entries = list(_entries(game, document, found, setter))
    columns = max(1, min(len(entries) or 1, int(width / COLUMN)))
    rows = ceil(len(entries) / columns)
    items: list[Item] = [*double_rule(0.0, width, 0.0, theme.ink)]
    base = 3.2 * MM + CAP * TITLE
    scale = " · ".join(_scales(setter.say, map_))
    said = setter.width(scale, "narrow", SUBTITLE)
    title, where = theme.cased(title), lambda *_: document.at("title")
    size = setter.size(title, "display", TITLE, 9.0, width - said - 6 * MM, where, "title of the map")
    items.append(setter.line(title, 0, base, "display", size, theme.ink))
    start = setter.width(title, "display", size) + 3 * MM
    numbers = (ruling_numbers(game)[name] for name in map_.rulings if name in ruling_numbers(game))
    if rulings := setter.cite(numbers):
        items.append(setter.line(rulings, start, base, "narrow", SUBTITLE, theme.quiet))
        start += setter.width(rulings, "narrow", SUBTITLE) + 3 * MM
    lines = [map_.note] if map_.note else []
    if map_.subtitle and start + setter.width(map_.subtitle, "sans-italic", SUBTITLE) + said + 4 * MM < width:
        items.append(setter.line(map_.subtitle, start, base, "sans-italic", SUBTITLE, theme.quiet))
    elif map_.subtitle:
        lines.insert(0, map_.subtitle)
    items.append(setter.line(scale, width, base, "narrow", SUBTITLE, theme.ink, align=1.0))
    aside, shown = _below(found, setter)
    if shown:
        items.append(Group(shown, width, HEAD))
    words = [TextBlock(line, theme.ink, ("subtitle" if line is map_.subtitle else "note",)) for line in lines]
    tall = setter.height(words, width - aside, ENTRY) if words else 0.0
    items += setter.fit(words, TextBox(0, HEAD, width - aside, tall + 0.5, "note"), ENTRY, theme.least, document.at)
    top = HEAD + max(tall + 2 * MM if words else 0.0, HEIGHT + 1 * MM if shown else 0.0)
    wide = min(width / columns, WIDEST)
    for index, entry in enumerate(entries):
        row, column = divmod(index, columns)
        x, y = column * wide, top + row * ROW
        items.append(Group(entry.items, x, y))
        blocks = [TextBlock(entry.title, theme.ink, font="narrow-bold", bold="narrow-bold")]
        if entry.note:
            blocks.append(TextBlock(entry.note, theme.quiet, font="narrow", bold="narrow-bold", scale=NOTE / ENTRY))
        box = TextBox(x + SWATCH + 2.5 * MM, y, wide - SWATCH - 3.5 * MM, SWATCH, "key", 0.0, 0.5)
        items += setter.fit(blocks, box, ENTRY, theme.least, lambda *_, at=entry.at: at)
    return top + rows * ROW, tuple(items)


def _scales(say: Language, map_: Map) -> Iterator[str]:
    if map_.scale:
        yield map_.scale
    if map_.hexes is not None:
        size = say.number(f"{map_.hexes.size:.4g}")
        squares = map_.hexes.top == "square"
        yield say("squares of {size} mm", size=size) if squares else say("hexes of {size} mm", size=size)


def _entries(game: Game, document: Document, found: Survey, setter: Setter) -> Iterator[_Entry]:
    """Yield what the map has: terrain, lines, zones."""
    map_, theme = found.map, setter.theme
    used = {name for names in found.terrain.values() for name in names}
    used |= {space.terrain for space in map_.spaces.values() if space.terrain}
    for name, terrain in map_.terrain.items():
        if name in used:
            yield _Entry(
                swatch(document, found, name, setter), terrain.title, terrain.note or "", document.at("terrain", name)
            )
    lines: list[tuple[str, str, Edge | Way]] = [("edges", name, edge) for name, edge in map_.edges.items()]
    lines += [("ways", name, way) for name, way in map_.ways.items()]
    for what, name, line in lines:
        if not (found.sides if what == "edges" else found.stretches).get(name):
            continue
        yield _Entry(line_swatch(map_, name, line, theme), line.title, line.note or "", document.at(what, name))
    yield from _space_entries(game, document, found, setter)
    for name, zone in map_.zones.items():
        if zone.title:
            colour = zone.colour or (game.owners[zone.owner].colour if zone.owner else theme.accent)
            high = 0.6 * SWATCH
            edge = theme.legible(colour, theme.page)
            box = Rect(0.6 * MM, (SWATCH - high) / 2, SWATCH - 1.2 * MM, high, theme.shade(colour, 0.3), edge, 0.9 * MM)
            yield _Entry((box,), zone.title, "", document.at("zones", name))


def _space_entries(game: Game, document: Document, found: Survey, setter: Setter) -> Iterator[_Entry]:
    """Yield what shapes and colours of spaces mean: their owners, and the star of a Victory City."""
    spaces, middle = Spaces(game, document, found, setter), SWATCH / 2
    seen: set[str] = set()
    for name, space in found.map.spaces.items():
        if space.owner and space.owner not in seen and not space.terrain:
            seen.add(space.owner)
            edge = setter.theme.legible(spaces.colour(space), setter.theme.page)
            high = 0.6 * SWATCH
            box = Rect(0.6 * MM, (SWATCH - high) / 2, SWATCH - 1.2 * MM, high, spaces.fill(space), edge, 0.6 * MM)
            yield _Entry((box,), game.owners[space.owner].title, "", document.at("spaces", name, "owner"))
    cities = [name for name, space in found.map.spaces.items() if spaces.place(name).vc and not space.outline]
    if cities:
        city = tuple(star(middle, middle, 0.36 * SWATCH, setter.theme))
        yield _Entry(city, setter.say("Victory City"), "", document.at("spaces", cities[0]))
    for what, title in (("resource", setter.say("resource center (a house each)")), ("port", setter.say("port"))):
        has = next((name for name in found.map.spaces if getattr(spaces.place(name), what)), None)
        if has is not None:
            picture = Group(sign(what, 0.5 * SWATCH, setter.theme.ink, setter.theme.page), 0.25 * SWATCH, 0.25 * SWATCH)
            yield _Entry((picture,), title, "", document.at("spaces", has))


def line_swatch(map_: Map, name: str, line: Edge | Way, theme: Theme) -> tuple[Item, ...]:
    """Return a piece of a line of a map."""
    bent = map_.hexes is not None and not (isinstance(line, Way) and is_straight(name, line))
    between = [(0.35 * SWATCH, 0.35 * SWATCH), (0.65 * SWATCH, 0.62 * SWATCH)] if bent else []
    points = [(0.6 * MM, 0.72 * SWATCH), *between, (SWATCH - 0.6 * MM, 0.3 * SWATCH)]
    return tuple(line_drawn(name, line, [points], theme, curved=True))


def swatch(document: Document, found: Survey, name: str, setter: Setter) -> tuple[Item, ...]:
    """Return a hex, or a box on a map without hexes, with a terrain."""
    theme, terrain, grid = setter.theme, found.map.terrain[name], found.map.hexes
    where = partial(document.at, "terrain", name)
    drawing = drawing_of(name, terrain)
    ground = theme.page if theme.outlined else ground_of(drawing, terrain.colour)
    shown = theme.page if is_over(name, terrain) else ground
    middle = SWATCH / 2
    if grid is None:
        edge: Rect | Polygon = Rect(0.3 * MM, 1.2 * MM, SWATCH - 0.6 * MM, SWATCH - 2.4 * MM, shown, theme.ink, 0.5)
    else:
        one, at = HexGrid(size=10, columns=1, rows=1, top=grid.top), HexCell(0, 0)
        far = {"flat": 0.866, "pointed": 0.849, "square": 0.8}[grid.top] * SWATCH / one.size
        (x, y), ring = one.centre(at), one.corners(at)
        corners = tuple((round(middle + (a - x) * far, 2), round(middle + (b - y) * far, 2)) for a, b in ring)
        edge = Polygon(corners, shown, theme.ink, 0.5)
    shape = Path(tuple(Subpath(ring[0], tuple(ring[1:]), closed=True) for ring in areas(edge)))
    texture = () if is_over(name, terrain) else textured(terrain, shape, SWATCH, setter, where, ground)
    items = figures(name, terrain, 0, ground, setter, grid.size if grid else CELL, where)
    return edge, *texture, Group(items, middle, middle, scale=round((0.85 if grid else 0.7) * SWATCH / 100, 4))


HEIGHT = 9 * MM
"""Height of the scale bar and the compass below a map."""
THICK, FIGURE = 1.5 * MM, 7.5
"""Height of the bar, and type size of its figures."""
BESIDE = 6 * MM
"""Space beside the scale bar."""


def _on_map(found: Survey, setter: Setter) -> Iterator[Item]:
    """Yield what stands on the map itself, with the ground around its letters."""
    scale, needle = found.map.scale_bar, found.map.compass
    if scale is not None and scale.at is not None:
        drawn = _bar(scale, found.bar * MM, setter)[1]
        yield Group(tuple(haloed(drawn, setter.theme.page)), scale.at[0] * MM, scale.at[1] * MM)
    if needle is not None and needle.at is not None:
        drawn = _compass(needle, needle.size * MM, setter)
        yield Group(tuple(haloed(drawn, setter.theme.page)), needle.at[0] * MM, needle.at[1] * MM)


def _below(found: Survey, setter: Setter) -> tuple[float, tuple[Item, ...]]:
    """Return the width of what stands below the map, and its items, whose right end is x = 0, from the top down."""
    scale, needle = found.map.scale_bar, found.map.compass
    items: list[Item] = []
    width = 0.0
    if needle is not None and needle.at is None:
        width = HEIGHT
        items.append(Group(_compass(needle, HEIGHT, setter), -width / 2, HEIGHT / 2))
    if scale is not None and scale.at is None:
        wide, drawn = _bar(scale, found.bar * MM, setter)
        width += wide + (BESIDE / 2 if width else 0.0)
        items.append(Group(drawn, -width, (HEIGHT - THICK - 1.4 * FIGURE) / 2))
    return width + (BESIDE if width else 0.0), tuple(items)


def _bar(scale: ScaleBar, length: float, setter: Setter) -> tuple[float, tuple[Item, ...]]:
    """Return the width of a scale bar with its figures, and its items: the bar's top left is the origin."""
    theme, step = setter.theme, length / scale.steps
    items: list[Item] = []
    for index in range(scale.steps):
        fill = theme.ink if index % 2 == 0 else theme.page
        items.append(Rect(round(index * step, 2), 0, round(step, 2), THICK, fill, theme.ink, 0.5))
    base, end = THICK + 1.2 * FIGURE, length
    for index in range(scale.steps + 1):
        figure = setter.say.number(f"{scale.reads * index / scale.steps:.5g}")
        half = setter.width(figure, "narrow", FIGURE) / 2
        if index < scale.steps:
            items.append(setter.line(figure, index * step, base, "narrow", FIGURE, theme.ink, align=0.5))
        else:
            said = f"{figure} {scale.unit}"
            items.append(setter.line(said, length - half, base, "narrow", FIGURE, theme.ink))
            end = length - half + setter.width(said, "narrow", FIGURE)
    return end, tuple(items)


def _compass(needle: Compass, size: float, setter: Setter) -> tuple[Item, ...]:
    """Return a needle to the north around the origin, one half of it dark, its letter at its tip."""
    theme, turn = setter.theme, radians(needle.north)
    letter = max(6.0, 0.26 * size)

    def at(across: float, up: float) -> tuple[float, float]:
        return round(across * cos(turn) + up * sin(turn), 2), round(across * sin(turn) - up * cos(turn), 2)

    tip, foot, wide = size / 2 - letter, -size / 2, 0.2 * (size - letter)
    notch = foot + 0.22 * (size - letter)
    line = 0.012 * size + 0.3
    x, y = at(0, size / 2 - letter / 2)
    return (
        Polygon((at(0, tip), at(-wide, foot), at(0, notch)), theme.ink, theme.ink, line),
        Polygon((at(0, tip), at(wide, foot), at(0, notch)), theme.page, theme.ink, line),
        setter.line(
            setter.say("N"), x, round(y + CAP * letter / 2, 2), "narrow-bold", round(letter, 2), theme.ink, align=0.5
        ),
    )
