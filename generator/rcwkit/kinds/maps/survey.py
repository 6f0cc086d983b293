"""A map surveyed: where every place is, which terrain it has, and what runs along its sides and between places.

Lengths are in millimetres from the top left of the map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_args

from rcwkit.art.earth import KM_PER_DEGREE, Conic, LonLat, MapView, Plain
from rcwkit.diagnostics import InputError, Span, nearest
from rcwkit.dice.places import positions
from rcwkit.dice.setups import Place
from rcwkit.frame import MM, Point
from rcwkit.game.game import Game, once
from rcwkit.kinds.maps.grid import Direction, HexCell, HexGrid, Hexside
from rcwkit.kinds.maps.model import Drawing, Hex, Map, Terrain
from rcwkit.source.columns import forgiven

BUILT: frozenset[Drawing] = frozenset({"village", "town", "city", "fort", "port", "airfield"})
"""Drawings that lie over other terrain."""
DIRECTIONS = frozenset(get_args(Direction))
PLACES = 200
"""Most places on one map of the earth."""
HEAD = 5.6
"""Height of the bar of an inset or a panel."""
WITHIN = 1.2
"""How far a dot stays from the edge of its view."""
MANY = 2000
"""Number of places up to which near names are looked for."""
MOST = 100
"""Most faults that are reported of one map."""
RUNS = 200_000
"""Most hexes in all runs of one map, counted as often as they are named."""
DASHED = 20_000
"""Most hexes, or words of hexsides, that the dashes of one map stand for."""
HEXES = 40_000
"""Most hexes of one game."""


class Exit(NamedTuple):
    """The end of a road that leaves the map: the side of a hex."""

    place: str
    direction: Direction


Node = str | Exit
"""An end of a stretch of road: a place, or where it leaves the map."""


class Fault(NamedTuple):
    """What is wrong in a map: code, path, message and hint."""

    code: str
    path: tuple[Any, ...]
    message: str
    hint: str = ""


@dataclass
class Survey:
    """A map with everything in its place; `stretches` are pairs of nodes, each once.

    A map of the earth has `views`, of the whole and of its insets; `points` are its places that lie in one of them,
    each with the number of that view, and `anchors` are those whose box is elsewhere on it.
    """

    map: Map
    views: tuple[MapView, ...] = ()
    points: Mapping[str, tuple[int, Point]] = field(default_factory=dict)
    anchors: Mapping[str, tuple[int, Point]] = field(default_factory=dict)
    terrain: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sides: dict[str, list[Hexside]] = field(default_factory=dict)
    stretches: dict[str, list[tuple[Node, Node]]] = field(default_factory=dict)
    zones: dict[str, list[str]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    @property
    def located(self) -> Mapping[str, tuple[int, Point]]:
        """Its places on the earth, with a box or without, each with the number of its view."""
        return {**self.points, **self.anchors}

    @property
    def size(self) -> Point:
        """Width and height of the map."""
        if self.map.size is not None:
            return self.map.size
        assert self.map.hexes is not None
        return self.map.hexes.extent

    @property
    def bar(self) -> float:
        """The length of the scale bar; 0 if there is none."""
        bar, grid = self.map.scale_bar, self.map.hexes
        if bar is None:
            return 0.0
        return bar.length if bar.length is not None else (bar.hexes or 0) * (grid.size if grid else 0.0)

    def moved(self, point: Point) -> Point:
        """Return a point of the grid as one of the map."""
        return point[0] + self.map.corner[0], point[1] + self.map.corner[1]

    def outline(self, place: str) -> tuple[Point, ...]:
        """Return the corners of a space or hex in millimetres of the map; none of a space without a shape."""
        grid = self.map.hexes
        if grid and place in grid.cells:
            return tuple(map(self.moved, grid.corners(grid.cells[place])))
        space = self.map.spaces.get(place)
        if space is None or space.outline or space.shape == "none":
            return tuple(space.outline) if space else ()
        width, height = space.size if isinstance(space.size, tuple) else (space.size, space.size)
        (x, y), across, down = space.at, width / 2, height / 2
        if space.shape == "diamond":
            return (x - across, y), (x, y - down), (x + across, y), (x, y + down)
        return (x - across, y - down), (x + across, y - down), (x + across, y + down), (x - across, y + down)

    def at(self, node: Node) -> Point | None:
        """Return where a place or the end of a road is; None if it is not on the map."""
        grid = self.map.hexes
        if isinstance(node, Exit):
            assert grid is not None
            cell = grid.cells[node.place]
            (a, b), (c, d) = grid.centre(cell), grid.centre(grid.neighbour(cell, node.direction))
            return self.moved(((a + c) / 2, (b + d) / 2))
        if node in self.map.spaces:
            return self.map.spaces[node].at
        if node in self.points:
            return self.points[node][1]
        if grid is not None and node in grid.cells:
            return self.moved(grid.centre(grid.cells[node]))
        return None


_ENDINGS = ("", "s"), ("", "es"), ("y", "ies"), ("s", ""), ("", "")
_NAMED: dict[str, Drawing] = {
    one.removesuffix(end) + other: one for one in get_args(Drawing) for end, other in _ENDINGS if one.endswith(end)
}
"""Ids of terrain → the drawing that they name: hill, hills and mountains."""


def drawing_of(name: str, terrain: Terrain) -> Drawing | None:
    """Return what is drawn for a terrain: as it says, or what its id names."""
    return terrain.drawing or named_drawing(name)


def named_drawing(name: str) -> Drawing | None:
    """Return the drawing that a word names, in the singular or the plural."""
    return _NAMED.get(name)


PLAIN = "#F3ECD8"
_GROUNDS: Mapping[Drawing, str] = {
    "clear": PLAIN,
    "fields": "#EADFAE",
    "orchard": "#DFE3B4",
    "woods": "#C3D19C",
    "rough": "#DCCFB4",
    "hills": "#E2C99C",
    "mountain": "#C9B596",
    "marsh": "#CFDDCB",
    "dunes": "#F0DFA6",
    "water": "#B4D3E3",
}


def ground_of(drawing: Drawing | None, colour: str | None) -> str:
    """Return the ground of a terrain: its own colour, or that of its drawing."""
    return colour or (_GROUNDS.get(drawing, PLAIN) if drawing else PLAIN)


def is_over(name: str, terrain: Terrain) -> bool:
    """Return whether a terrain lies over other terrain."""
    return terrain.over if terrain.over is not None else drawing_of(name, terrain) in BUILT


def places_on(map_: Map) -> Iterator[tuple[str, Place, tuple[Any, ...]]]:
    """Yield every place on a map: its id, what is said of it, and the path to that; a hex is called by its number."""
    marched = map_.marched
    yield from ((name, one, ("spaces", name)) for name, one in map_.spaces.items() if name not in marched)
    for march, one in map_.marches.items():
        for count, (name, box) in enumerate(one.boxed(march).items(), one.first):
            yield name, box.model_copy(update={"name": f"{one.title}, {count}"}), ("marches", march)
    for number in map_.hexes.cells if map_.hexes else ():
        said = map_.places.get(number)
        yield number, said if isinstance(said, Hex) else Place(name=number), ("places", number)


@once
def surveys(game: Game) -> Mapping[str, Survey]:
    """Return map ids with where everything is on them."""
    known = {name: place.at for name, place in positions(game).items() if place.at is not None}
    return {name: survey(item.value, known) for name, item in game[Map].items()}


def survey(map_: Map, known: Mapping[str, LonLat] | None = None) -> Survey:
    """Return a map surveyed, with all that is wrong in it as faults; places are `known` to lie on the earth."""
    views = _views(map_)
    located = dict(_located(map_, views, known or {}))
    anchors = {name: located.pop(name) for name in map_.spaces if name in located}
    found = Survey(map_, views, located if len(located) <= PLACES else {}, anchors)
    if len(located) > PLACES:
        message = f"{len(located):,} places lie on this map, more than {PLACES}"
        found.faults.append(Fault("E365", ("earth",), message, "choose a larger scale, or divide the map"))
    surveyor = _Surveyor(found)
    if map_.hexes is not None:
        surveyor.runs(("hexes", "without"), map_.hexes.without)
        surveyor.terrain(map_.hexes)
        surveyor.edges(map_.hexes)
    surveyor.ways()
    surveyor.spaces()
    surveyor.scale()
    for name, zone in map_.zones.items():
        found.zones[name] = surveyor.runs(("zones", name, "hexes"), zone.hexes)
    del found.faults[MOST:]
    return found


def _views(map_: Map) -> tuple[MapView, ...]:
    """Return the views of a map of the earth: of the whole, and of its insets."""
    earth = map_.earth
    if earth is None or map_.size is None:
        return ()

    def view(centre: LonLat, scale: float, x: float, y: float, width: float, height: float) -> MapView:
        apart = height * scale / KM_PER_DEGREE / 3
        ways = earth.parallels or (max(centre[1] - apart, -80.0), min(centre[1] + apart, 80.0))
        projection = Plain(centre) if earth.projection == "plain" else Conic(centre, ways)
        return MapView(projection, scale, *(side * MM for side in (x, y, width, height)))

    insets = (
        view(one.centre, one.scale, one.box[0], one.box[1] + HEAD, one.box[2], one.box[3] - HEAD)
        for one in earth.insets
    )
    return (view(earth.centre, earth.scale, 0.0, 0.0, *map_.size), *insets)


def _located(
    map_: Map, views: Sequence[MapView], known: Mapping[str, LonLat]
) -> Iterator[tuple[str, tuple[int, Point]]]:
    """Yield the places that a map of the earth shows, each in the view with the largest scale that it lies in."""
    earth = map_.earth
    if earth is None:
        return
    panels = [panel for panel in (earth.title, earth.key, earth.beside, *(one.box for one in earth.insets)) if panel]
    for name, place in known.items():
        held = []
        for number, view in enumerate(views):
            x, y = view.at(place)
            point = round(x / MM, 3), round(y / MM, 3)
            if view.holds((x, y), WITHIN * MM) and (number or not any(_in_panel(point, one) for one in panels)):
                held.append((view.scale, number, point))
        if held:
            _, number, point = min(held)
            yield name, (number, point)


def _in_panel(point: Point, panel: tuple[float, float, float, float]) -> bool:
    x, y, wide, high = panel
    return x <= point[0] <= x + wide and y <= point[1] <= y + high


def bounded(maps: Iterable[tuple[Map, Span]]) -> None:
    """Raise InputError (E365) if the maps of a game have too many hexes in all."""
    count = 0
    for map_, span in maps:
        count += map_.hexes.columns * map_.hexes.rows if map_.hexes else 0
        if count > HEXES:
            raise InputError.of("E365", f"more than {HEXES:,} hexes in one game", span, "split it into two games")


def _ends(panel: tuple[float, float, float, float]) -> tuple[Point, Point]:
    """Return the top left and the bottom right of a panel."""
    x, y, wide, high = panel
    return (x, y), (x + wide, y + high)


class _Surveyor:
    """Fills in a survey."""

    def __init__(self, found: Survey) -> None:
        self.found = found
        self.map = found.map
        self.grid = found.map.hexes
        self.cells = self.grid.cells if self.grid else {}
        self._sides: dict[str, dict[Hexside, None]] = {}
        self._named = self._dashed = 0
        self._pairs: dict[str, set[tuple[Node, Node]]] = {}
        self._called = self.map.called

    def fault(self, code: str, path: tuple[Any, ...], message: str, hint: str = "") -> None:
        """Note a fault."""
        self.found.faults.append(Fault(code, path, message, hint))

    def lacking(self, name: str, path: tuple[Any, ...]) -> None:
        """Note a place that is not on the map."""
        known = [*self.map.spaces, *self.cells, *self.found.points]
        near = nearest(name, known) if len(known) <= MANY and len(self.found.faults) < 20 else ""
        if {*name.split("/")} <= self.cells.keys():
            near = f"write {name.replace('/', ' ')}: this leads from place to place"
        near = near or (f"hexes are numbered {numbers[0]} to {numbers[-1]}" if (numbers := [*self.cells]) else "")
        self.fault("E360", path, f"'{name}' is not on the map", near)

    def unknown(self, what: str, name: str, known: Iterable[str], path: tuple[Any, ...]) -> bool:
        """Note a name that the map does not define, and return whether it is one."""
        names = list(known)
        if name in names:
            return False
        self.fault("E362", path, f"unknown {what} '{name}'", nearest(name, names) or f"define it in the map's `{what}`")
        return True

    def runs(self, path: tuple[Any, ...], runs: Sequence[str]) -> list[str]:
        """Return the hexes of all runs that are on the map, each once."""
        taken: dict[str, None] = {}
        for index, run in enumerate(runs):
            numbers = self.grid.run(run) if self.grid else None
            if numbers is None:
                ends = [end for end in run.split("-") if end not in self.cells]
                self.lacking(ends[0] if ends else run, (*path, index))
            taken.update(dict.fromkeys(number for number in numbers or () if number in self.cells))
            self._named += len(numbers or ())
            if self._named > RUNS:
                message = f"the runs of this map name more than {RUNS:,} hexes"
                self.fault("E365", (*path, index), message, "name each once")
            if self._named > RUNS or len(self.found.faults) > MOST:
                break
        return list(taken)

    def terrain(self, grid: HexGrid) -> None:
        """Find the terrain of every hex: from lists, with what is over others above, or as the hex itself says."""
        map_, known = self.map, self.map.terrain
        bases: dict[str, str] = {}
        over: dict[str, list[str]] = {}
        if map_.ground is not None:
            self.unknown("terrain", map_.ground, known, ("ground",))
        for name, terrain in known.items():
            above = is_over(name, terrain)
            for number in self.runs(("terrain", name, "hexes"), terrain.hexes):
                if above:
                    over.setdefault(number, []).append(name)
                elif number in bases:
                    message = f"{number} is {known[bases[number]].title} and {terrain.title}"
                    self.fault("W360", ("terrain", name, "hexes"), message, "take it out of one of the lists")
                else:
                    bases[number] = name
        for number in self.cells:
            base = bases.get(number, map_.ground)
            self.found.terrain[number] = (*((base,) if base in known else ()), *over.get(number, ()))
        for number, said in map_.places.items():
            path: tuple[Any, ...] = ("places", number)
            if len(self.found.faults) > MOST:
                break
            if number not in self.cells:
                self.lacking(number, path)
                continue
            names = (said,) if isinstance(said, str) else said.terrain
            where = path if isinstance(said, str) else (*path, "terrain")
            names = tuple(name for name in names if not self.unknown("terrain", name, known, where))
            below = [name for name in dict.fromkeys(names) if not is_over(name, known[name])]
            for name in below[1:]:
                message = f"{number} is {known[below[0]].title} and {known[name].title}"
                self.fault("W360", where, message, "keep one, or say `over: true` of the other")
            if names and names[0] not in below and (base := bases.get(number, map_.ground)) in known:
                names = (str(base), *names)
            if names:
                self.found.terrain[number] = names
            if isinstance(said, Hex):
                self._beside(grid, number, said)

    def _beside(self, grid: HexGrid, number: str, said: Hex) -> None:
        """Take what one hex says of its sides, and of the roads that leave it."""
        for what, lines, known in (("edges", said.edges, self.map.edges), ("ways", said.ways, self.map.ways)):
            for name, directions in lines.items():
                path = ("places", number, what, name)
                if self.unknown(what, name, known, path):
                    continue
                for direction in directions:
                    if direction not in (grid.sides if what == "edges" else grid.ways):
                        self._no_side(number, direction, grid, path)
                    elif what == "edges":
                        self._side(name, grid, number, direction)
                    else:
                        self._stretch(name, number, self._across(grid, number, direction))

    def _no_side(self, number: str, direction: str, grid: HexGrid, path: tuple[Any, ...]) -> None:
        hint = f"the sides of these hexes are {', '.join(grid.sides)}"
        self.fault("E361", path, f"{number} has no side '{direction}'", hint)

    def _side(self, name: str, grid: HexGrid, number: str, direction: Direction) -> None:
        side = Hexside(self.cells[number], direction)
        beyond = Hexside(*grid.facing(*side))
        known = self._sides.setdefault(name, {})
        if beyond not in known:
            known[side] = None

    def _across(self, grid: HexGrid, number: str, direction: Direction) -> Node:
        """Return the place beyond a side, or that side if nothing is."""
        beyond = grid.numbers.get(grid.neighbour(self.cells[number], direction))
        return beyond if beyond is not None else Exit(number, direction)

    def _stretch(self, name: str, one: Node, other: Node) -> None:
        known = self.found.stretches.setdefault(name, [])
        pairs = self._pairs.setdefault(name, set())
        if (one, other) not in pairs and (other, one) not in pairs and one != other:
            pairs.add((one, other))
            known.append((one, other))

    def edges(self, grid: HexGrid) -> None:
        """Take the lists of hexsides."""
        for name, edge in self.map.edges.items():
            for index, text in enumerate(edge.sides):
                self._listed(grid, name, text, ("edges", name, "sides", index))
            self.found.sides[name] = list(self._sides.get(name, ()))

    def _listed(self, grid: HexGrid, name: str, text: str, path: tuple[Any, ...]) -> None:
        number = ""
        for word in self._spelt(text, path) or ():
            one, slash, other = word.partition("/")
            if word in grid.sides and number:
                self._side(name, grid, number, word)
                continue
            missing = [end for end in (one, *((other,) if slash else ())) if end not in self.cells]
            if word in DIRECTIONS and word not in self.cells and number:
                self._no_side(number, word, grid, path)
            elif missing and not (slash and one in self.cells and other in ("", *DIRECTIONS)):
                self.lacking(missing[0], path)
            elif not slash:
                number = one
            elif not missing and (way := grid.between(self.cells[one], self.cells[other])) and way in grid.sides:
                self._side(name, grid, one, way)
            else:
                self.fault("E361", path, *grid.no_hexside(one, other))
        if number and " " not in text.strip():
            self.fault("E361", path, f"no side of {number} is named", f"such as {number} {grid.sides[0]}")

    def _spelt(self, text: str, path: tuple[Any, ...]) -> Sequence[str] | None:
        """Return the words of a route or of hexsides, with what a dash stands for; None if that is at fault."""
        words = text.replace(",", " ").split()
        if self.grid is None or "-" not in words:
            return words
        if self._dashed > DASHED:
            return None
        words = self.grid.spelt(words)
        self._dashed += len(words)
        if self._dashed > DASHED:
            self.fault("E365", path, f"the dashes of this map name more than {DASHED:,} hexes", "name each once")
            return None
        if "-" in words:
            code, message, hint = self.grid.astray(words)
            self.fault(code, path, message, hint)
            return None
        return words

    def ways(self) -> None:
        """Take the routes of roads and links."""
        for name, way in self.map.ways.items():
            self.found.stretches.setdefault(name, [])
            for index, text in enumerate(way.routes):
                path = ("ways", name, "routes", index)
                if (words := self._spelt(text, path)) is not None:
                    self._route(name, words, path)

    def _route(self, name: str, words: Sequence[str], path: tuple[Any, ...]) -> None:
        last: str | None = None
        if len(words) < 2:
            self.fault("E361", path, "a route of one place is no way", "name the next place, too")
        for at, word in enumerate(words):
            node = self._next(word, last, path)
            if node is None:
                return
            if isinstance(node, Exit) and at < len(words) - 1:
                self.fault("E361", path, f"'{word}' leaves the map at {node.place}, and the route goes on")
                return
            if last is not None:
                self._stretch(name, last, node)
            last = node if isinstance(node, str) else None

    def _next(self, word: str, last: str | None, path: tuple[Any, ...]) -> Node | None:
        """Return the node that a word of a route means, the id or name of a space; None if it is faulty."""
        if word not in DIRECTIONS and word not in self.cells:
            word = self._called.get(forgiven(word), word)
        if word in self.map.spaces or word in self.cells or word in self.found.points:
            if (
                self.grid is not None
                and last in self.cells
                and word in self.cells
                and last != word
                and self.grid.between(self.cells[str(last)], self.cells[word]) is None
            ):
                hint = f"name the hexes between, or write {last} - {word}"
                self.fault("E361", path, f"{last} and {word} are not adjacent", hint)
                return None
            return word
        if self.grid is not None and word in DIRECTIONS and last in self.cells:
            if word in self.grid.ways:
                return self._across(self.grid, str(last), word)
            self._no_side(str(last), word, self.grid, path)
        else:
            self.lacking(word, path)
        return None

    def spaces(self) -> None:
        """Check that spaces and labels are on the map, and that what they name is."""
        for name, march in self.map.marches.items():
            self._inside(march.at, ("marches", name, "at"))
            if march.to is not None and march.to not in self.map.spaces:
                self.lacking(march.to, ("marches", name, "to"))
        for name, space in self.map.spaces.items():
            for key, points in (("at", (space.at,)), ("outline", space.outline)):
                self._inside(points, ("spaces", name, key))
            if space.terrain is not None:
                self.unknown("terrain", space.terrain, self.map.terrain, ("spaces", name, "terrain"))
            if name in self.cells:
                self.fault("E201", ("spaces", name), f"place '{name}' is defined twice: a hex has this number")
        earth = self.map.earth
        for index, inset in enumerate(earth.insets if earth else ()):
            self._inside(_ends(inset.box), ("earth", "insets", index, "box"))
        for key in ("title", "key", "beside"):
            if panel := getattr(earth, key, None):
                self._inside(_ends(panel), ("earth", key))
        marked = [("labels", index, label.at) for index, label in enumerate(self.map.labels)]
        marked += [("scenes", index, shown.at) for index, shown in enumerate(self.map.scenes)]
        for what, index, at in marked:
            if not isinstance(at, str):
                self._inside((at,), (what, index, "at"))
            elif self.found.at(at) is None:
                self.lacking(at, (what, index, "at"))
        for name, zone in self.map.zones.items():
            self._inside(zone.outline, ("zones", name, "outline"))
        self._upon()

    def _upon(self) -> None:
        """Check that no space hides the middle of one that is drawn before it, and no hex lies beyond a given size."""
        drawn = [
            (name, space) for name, space in self.map.spaces.items() if not space.outline and space.shape != "none"
        ]
        for at, (name, space) in enumerate(drawn):
            reach = [side / 2 for side in (space.size if isinstance(space.size, tuple) else (space.size,) * 2)]
            for other, under in drawn[:at]:
                if all(abs(a - b) < most for a, b, most in zip(space.at, under.at, reach, strict=True)):
                    self.fault(
                        "E363", ("spaces", name, "at"), f"'{name}' is drawn over the middle of '{other}'", "move it"
                    )
                    break
        grid, (wide, high) = self.grid, self.found.size
        centres = ((number, self.found.moved(grid.centre(cell))) for number, cell in self.cells.items()) if grid else ()
        for number, (x, y) in centres if self.map.size else ():
            if x > wide or y > high:
                message = f"hex {number} is beside the map: {x:.4g}, {y:.4g}"
                self.fault("E363", ("size",), message, f"it is {wide:.4g} x {high:.4g} mm large")
                break

    def scale(self) -> None:
        """Check that the compass and the scale bar are on the map, if they are not below it."""
        compass, bar, wide = self.map.compass, self.map.scale_bar, self.found.size[0]
        for name, said in (("compass", compass), ("scale_bar", bar)):
            if said is not None and said.at is not None:
                self._inside((said.at,), (name, "at"))
        if bar is not None and (bar.at or (0.0, 0.0))[0] + self.found.bar > wide:
            message = f"the scale bar, {self.found.bar:.4g} mm long, goes on beyond the map, {wide:.4g} mm wide"
            self.fault(
                "E366", ("scale_bar", "length" if bar.length is not None else "hexes"), message, "make it shorter"
            )

    def _inside(self, points: Iterable[Point], path: tuple[Any, ...]) -> None:
        """Note the first of some points that is beside the map."""
        wide, high = self.found.size
        for x, y in [(x, y) for x, y in points if x > wide or y > high][:1]:
            self.fault("E363", path, f"{x:g}, {y:g} is beside the map", f"it is {wide:.4g} x {high:.4g} mm large")


Block = tuple[int, int, int, int]
"""First and last column, first and last row of hexes."""


def blocks(cells: Collection[HexCell]) -> Iterator[Block]:
    """Yield blocks of columns and rows that hold all cells, each once: the largest that begin at the first ones."""
    left = set(cells)
    while left:
        first = min(left)
        yield (found := max((_block(left, first, turned) for turned in (False, True)), key=_surface))
        left.difference_update(_held(found))


def _block(cells: Collection[HexCell], first: HexCell, turned: bool) -> Block:
    """Return the block from a cell on that is as long as it can be down, or across, and then as deep."""
    (c0, r0), (c1, r1) = first, first
    for across in (turned, not turned):
        while True:
            wider = (c0, c1 + across, r0, r1 + (not across))
            if not all(cell in cells for cell in _held(wider)):
                break
            _, c1, _, r1 = wider
    return c0, c1, r0, r1


def _held(block: Block) -> Iterator[HexCell]:
    c0, c1, r0, r1 = block
    return (HexCell(column, row) for column in range(c0, c1 + 1) for row in range(r0, r1 + 1))


def _surface(block: Block) -> int:
    c0, c1, r0, r1 = block
    return (c1 - c0 + 1) * (r1 - r0 + 1)


def _joined(one: Block, other: Block) -> Block | None:
    """Return two blocks as one; None if they do not make one."""
    whole = tuple(pick(pair) for pick, pair in zip((min, max, min, max), zip(one, other, strict=True), strict=True))
    alike = one[:2] == other[:2] or one[2:] == other[2:]
    return whole if alike and _surface(whole) == _surface(one) + _surface(other) else None  # type: ignore[arg-type, return-value]


def _run(grid: HexGrid, block: Block) -> str:
    """Return a block as a run: of its opposite corners those with the lowest number."""
    c0, c1, r0, r1 = block
    ways = ((c0, r0), (c1, r1)), ((c0, r1), (c1, r0))
    order = {number: at for at, number in enumerate(grid.cells)}
    pairs = [sorted((grid.numbers[HexCell(*end)] for end in way), key=order.__getitem__) for way in ways]
    first, last = min(pairs, key=lambda pair: order[pair[0]])
    return first if first == last else f"{first}-{last}"


def runs_of(grid: HexGrid, old: Sequence[str], wanted: Collection[str]) -> list[str]:
    """Return runs that name the wanted hexes: those of the old ones that still hold, and few others."""
    left, found = set(wanted), list[tuple[Block | None, str]]()
    for run in old:
        numbers = [number for number in grid.run(run) or () if number in grid.cells]
        stay = [number for number in numbers if number in left]
        if len(stay) == len(numbers):
            cells = [grid.cells[number] for number in stay]
            whole = [*blocks(cells)]
            found.append((whole[0] if len(whole) == 1 else None, run))
        else:
            found += [(block, _run(grid, block)) for block in blocks([grid.cells[number] for number in stay])]
        left.difference_update(stay)
    for block in blocks([grid.cells[number] for number in left]):
        spot = len(found)
        while True:
            pairs = ((at, _joined(other, block)) for at, (other, _) in enumerate(found) if other is not None)
            at, both = next((pair for pair in pairs if pair[1] is not None), (0, None))
            if both is None:
                break
            del found[at]
            spot, block = min(spot, at), both
        found.insert(spot, (block, _run(grid, block)))
    return [run for _, run in found]
