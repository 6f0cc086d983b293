"""Maps by hand: terrain painted, edges and ways drawn, places moved and named, written as a person would write them.

Lengths are in millimetres from the top left of the map.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from rcwkit.diagnostics import InputError, Span
from rcwkit.frame import MM, Frame
from rcwkit.game.game import Game, GameItem
from rcwkit.game.loader import load
from rcwkit.kinds.maps.courses import style_of
from rcwkit.kinds.maps.draw import EDGE, SWATCH, board, line_swatch, swatch
from rcwkit.kinds.maps.grid import Direction, HexGrid
from rcwkit.kinds.maps.model import Drawing, Edge, LineStyle, Map, Terrain, Way
from rcwkit.kinds.maps.survey import (
    DIRECTIONS,
    Exit,
    Survey,
    drawing_of,
    is_over,
    named_drawing,
    runs_of,
    surveys,
)
from rcwkit.screens.preview.editing import Editing
from rcwkit.screens.preview.shaping import lines_of
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.sheets.svg import svg
from rcwkit.source.cells import rewritten
from rcwkit.source.patterns import free, id_of
from rcwkit.source.project import encoded
from rcwkit.source.sheets import behind
from rcwkit.source.splicing import spliced
from rcwkit.source.yaml import parse
from rcwkit.type.text import Setter

_Ends = list[tuple[str, Any]]
"""The hexes at a hexside, or at the ends of a stretch, each with the side that the other is on ('' for places)."""
FIELDS = ("name", "note", "label")
"""What can be said of a place, beside its terrain."""
DEFINED = {"terrain": "drawing", "edges": "line", "ways": "line"}
"""What a map is drawn with, and the key that says how each is drawn."""


def toggled_sides(grid: HexGrid, listed: Sequence[str], number: str, side: Direction, *, present: bool) -> list[str]:
    """Return a list of hexsides with one taken out if it is `present`, or else added."""
    beyond, facing = grid.facing(grid.cells[number], side)
    ways = {number: side, **({grid.numbers[beyond]: facing} if beyond in grid.numbers else {})}
    found: list[str] = []
    for text in listed:
        words = grid.spelt(text.replace(",", " ").split())
        hexes = {word for word in words if word in grid.cells}
        if not present and hexes and hexes <= ways.keys() and len(hexes) == 1:
            (one,) = hexes
            sides = [way for way in grid.sides if way in words or way == ways[one]]
            return [*found, " ".join([one, *sides]), *listed[len(found) + 1 :]]
        found.append(text if not present else _without_side(words, ways) or "")
    return [text for text in found if text] if present else [*found, f"{number} {side}"]


def _without_side(words: Sequence[str], ways: Mapping[str, Direction]) -> str:
    """Return the words of hexsides without one, and without hexes of which no side is left."""
    kept: list[str] = []
    number = ""
    for word in words:
        if "/" in word:
            kept += [] if set(word.split("/")) == set(ways) else [word]
        elif word in DIRECTIONS and number:
            kept += [] if ways.get(number) == word else [word]
        else:
            number = word
            kept.append(word)
    ends = [*kept[1:], ""]
    bare = {at for at, word in enumerate(kept) if "/" not in word and word not in DIRECTIONS}
    return " ".join(
        word for at, word in enumerate(kept) if at not in bare or ends[at] in DIRECTIONS and "/" not in ends[at]
    )


def toggled_route(grid: HexGrid | None, routes: Sequence[str], one: str, other: str, *, present: bool) -> list[str]:
    """Return routes with the stretch between two places taken out if it is `present`, or else added."""
    found = [text.replace(",", " ").split() for text in routes]
    found = [grid.spelt(words) for words in found] if grid is not None else found
    nodes = [_nodes(grid, words) for words in found]
    for at, (words, along) in enumerate(zip(found, nodes, strict=True)):
        if present:
            cut = next(
                (k for k, pair in enumerate(zip(along, along[1:], strict=False)) if set(pair) == {one, other}), None
            )
            if cut is not None:
                parts = words[: cut + 1], [str(along[cut + 1]), *words[cut + 2 :]]
                split = [" ".join(part) for part in parts if len(part) > 1]
                return toggled_route(grid, [*routes[:at], *split, *routes[at + 1 :]], one, other, present=True)
            continue
        for last, new in ((one, other), (other, one)):
            others = [(k, more) for k, more in enumerate(nodes) if k != at and more]
            if along and along[-1] == last:
                beyond = next((k for k, more in others if more[0] == new), at)
                longer = [*words, _step(grid, words, last, new), *(found[beyond][1:] if beyond != at else ())]
            elif along and along[0] == last:
                beyond = next((k for k, more in others if more[-1] == new), at)
                longer = [*(found[beyond] if beyond != at else [new]), *words]
            else:
                continue
            return [" ".join(longer) if k == at else text for k, text in enumerate(routes) if k == at or k != beyond]
    return [*routes] if present else [*routes, f"{one} {other}"]


def _nodes(grid: HexGrid | None, words: Sequence[str]) -> list[str | None]:
    """Return the places along a route; None where it leaves the map."""
    along: list[str | None] = []
    for word in words:
        last = along[-1] if along else None
        if grid is not None and last in grid.cells and word in grid.ways and word not in grid.cells:
            along.append(grid.numbers.get(grid.neighbour(grid.cells[last], word)))  # type: ignore[index]
        else:
            along.append(word)
    return along


def _step(grid: HexGrid | None, words: Sequence[str], last: str, new: str) -> str:
    """Return how a route that names directions, or places, names its next place."""
    by_direction = grid is not None and len(words) > 1 and words[-1] in DIRECTIONS and words[-1] not in grid.cells
    way = grid.between(grid.cells[last], grid.cells[new]) if grid is not None and by_direction else None
    return way or new


def _to_change(stretches: Sequence[tuple[_Ends, bool]]) -> Iterable[tuple[_Ends, bool]]:
    """Return the stretches that are not present, once each; all of them, to be taken away, if all are."""
    away = all(present for _, present in stretches)
    return {frozenset(ends): (ends, present) for ends, present in stretches if present == away}.values()


class _Entries:
    """The entries of a mapping of a map, which stand in its document or in rows of a sheet; and changes of them."""

    def __init__(self, draft: _Draft, field: str) -> None:
        self.draft, self.field = draft, field
        shown = draft.item.document.node.value.get(field)
        self.now: dict[str, Any] = {str(key): value for key, value in (shown[1].plain() if shown else {}).items()}
        self.sheet = behind(parse(draft.text, draft.item.document.file), draft.project, (field,))
        self.cells: dict[tuple[int, int], str] = {}
        self.rows: dict[str, dict[int, str]] = {}
        plan = self.sheet.plan if self.sheet else None
        self.columns = {tuple(step.key for step in one.path): at for at, one in plan.columns.items()} if plan else {}
        key = plan.keys[0] if plan and plan.keys else 0
        rows = plan.rows if plan else ()
        self.lines = {
            plan.prefix + str(row.cells[key].value): row.span.line for row in rows if plan and key in row.cells
        }

    def value(self, name: str, *path: str) -> Any:
        """Return what an entry says at a path; None if it says nothing."""
        found = self.now.get(name)
        if isinstance(found, str):
            found = {"terrain": [found]}
        for step in path:
            found = found.get(step) if isinstance(found, dict) else None
        return [found] if path == ("terrain",) and isinstance(found, str) else found

    def keeps(self, name: str, *path: str) -> bool:
        """Return whether a value at a path stands in the sheet, or would."""
        return self.sheet is not None and (name in self.lines or name not in self.now) and path in self.columns

    def put(self, name: str, path: tuple[str, ...], value: Any) -> None:
        """Set a value of an entry; nothing ('', [] or None) takes it out. Raises InputError."""
        was = self.now.get(name)
        self.now[name] = _nested({"terrain": was} if isinstance(was, str) else was or {}, path, value)
        if self.sheet is not None and (name in self.lines or was is None):
            self._cell(name, path, value)
            return
        said = self.draft.data.setdefault(self.field, {})
        key = next((key for key in said if str(key) == name), name)
        entry = said.get(key)
        if path == ("terrain",) and not isinstance(entry, dict) and isinstance(value, list) and len(value) == 1:
            said[key] = value[0]
            return
        said[key] = _nested({"terrain": entry} if isinstance(entry, str) else entry or {}, path, value)
        if not said[key]:
            del said[key]
        if not said:
            del self.draft.data[self.field]

    def _cell(self, name: str, path: tuple[str, ...], value: Any) -> None:
        assert self.sheet is not None
        plan, column = self.sheet.plan, self.columns.get(path)
        if column is None:
            hint = f"add a column for it, and head it {'.'.join(path)}"
            raise InputError.of("E390", f"the sheet has no column for {'.'.join(path)}", Span(self.sheet.file, 1), hint)
        meant = {str(meaning): said for said, meaning in plan.meant.get(column, {}).items()}
        many = value if isinstance(value, list) else [value or ""]
        text = "; ".join(meant.get(str(one), str(one)) for one in many)
        if name in self.lines:
            self.cells[self.lines[name], column] = text
        else:
            key = plan.keys[0]
            self.rows.setdefault(name, {key: name.removeprefix(plan.prefix)})[column] = text

    def files(self) -> dict[Path, tuple[bytes, str]]:
        """Return the sheet, if it has changed, with what it had and is to have."""
        if self.sheet is None or not (self.cells or self.rows):
            return {}
        after = rewritten(self.sheet.text, self.sheet.file, self.cells, self.rows.values())
        return {self.sheet.path: (self.sheet.path.read_bytes(), after)}


def _nested(entry: Any, path: tuple[str, ...], value: Any) -> Any:
    """Return a mapping with a value at a path, or without it, and without what is then empty."""
    first, *rest = path
    inner = _nested(entry.get(first) or {}, tuple(rest), value) if rest else value
    made = {**entry, first: inner}
    return made if inner not in ("", [], None, {}) else {key: one for key, one in entry.items() if key != first}


class _Draft:
    """A map's document that is being changed, with the sheets behind it."""

    def __init__(self, workshop: Workshop, editing: Editing, game: Game, item: GameItem[Map]) -> None:
        self.game, self.item, self.map = game, item, item.value
        self.project = editing.tried({})
        path = workshop.path_of(item.document.file)
        if path is None:
            raise InputError.of("E391", "is no document of this game", Span(item.document.file))
        self.path, self.raw = path, path.read_bytes()
        self.text = self.raw.decode("utf-8-sig")
        self.data: dict[str, Any] = parse(self.text, item.document.file).plain()
        self.found: Survey = surveys(game)[item.id]
        self.entries = {field: _Entries(self, field) for field in ("places", "spaces", "edges", "ways")}

    @property
    def grid(self) -> HexGrid:
        """The hexes. Raises InputError if there are none."""
        if self.map.hexes is None:
            raise InputError.of("E391", "this map has no hexes", self.item.span)
        return self.map.hexes

    def files(self) -> dict[Path, tuple[bytes, bytes]]:
        """Return the files that differ, with what they have and what they are to have."""
        found = {self.path: (self.raw, spliced(self.text, self.data, self.item.document.file))}
        for one in self.entries.values():
            found |= one.files()
        made = {path: (raw, encoded(text, raw)) for path, (raw, text) in found.items()}
        return {path: pair for path, pair in made.items() if pair[0] != pair[1]}

    def paint(self, terrain: str, numbers: Sequence[str]) -> None:
        """Paint hexes or spaces with a terrain; one that lies over others is taken away where all of them have it."""
        if self.map.hexes is None and terrain in self.map.terrain and {*numbers} <= self.map.spaces.keys():
            for name in numbers:
                self.entries["spaces"].put(name, ("terrain",), terrain)
            return
        known, grid, places = self.map.terrain, self.grid, self.entries["places"]
        if terrain not in known or not all(number in grid.cells for number in numbers):
            raise InputError.of("E391", "no such terrain or hex", self.item.span)
        over = is_over(terrain, known[terrain])
        away = over and all(terrain in self.found.terrain[number] for number in numbers)
        alike = {name for name, one in known.items() if is_over(name, one) == over}
        listed: list[str] = []
        for number in numbers:
            own = places.value(number, "terrain")
            bare = own is not None and not over and all(is_over(name, known[name]) for name in own if name in known)
            if not places.keeps(number, "terrain") and (own is None or bare):
                listed.append(number)
                continue
            old = [*(own or self.found.terrain[number])]
            others = [name for name in old if name not in (alike if not over else {terrain})]
            new = [*others, *([] if away else [terrain])] if over else [terrain, *others]
            if new != old:
                places.put(number, ("terrain",), new)
        for name in (name for name in known if (name in alike if not over else name == terrain)) if listed else ():
            had = [number for run in known[name].hexes for number in grid.run(run) or () if number in grid.cells]
            adds = name == terrain and not away and name != self.map.ground
            wanted = {*had, *listed} if adds else {*had} - {*listed}
            if wanted != {*had}:
                self._set(("terrain", name, "hexes"), runs_of(grid, known[name].hexes, wanted))

    def edge(self, edge: str, sides: Sequence[tuple[str, Any]]) -> None:
        """Draw an edge along hexsides, or take it away where it is along all of them."""
        grid = self.grid
        if edge not in self.map.edges or not all(one in grid.cells and side in grid.sides for one, side in sides):
            raise InputError.of("E391", "no such edge or hexside", self.item.span)
        drawn, listed = self.found.sides.get(edge, ()), [*self.map.edges[edge].sides]
        stretches: list[tuple[_Ends, bool]] = []
        for number, side in sides:
            cell, facing = grid.facing(grid.cells[number], side)
            ends = [(number, side), *([(grid.numbers[cell], facing)] if cell in grid.numbers else [])]
            stretches.append((ends, any((grid.cells[one], way) in drawn for one, way in ends)))
        for ends, present in _to_change(stretches):
            self._beside("edges", edge, ends, present, both=False)
            if not self._taken(("edges", edge), ends, present):
                listed = toggled_sides(grid, listed, *ends[0], present=present)
        if listed != [*self.map.edges[edge].sides]:
            self._set(("edges", edge, "sides"), listed)

    def way(self, way: str, places: Sequence[str]) -> None:
        """Draw a way from place to place, or take it away where it leads along all of them."""
        grid, routes = self.map.hexes, [*self.map.ways[way].routes] if way in self.map.ways else []
        stretches: list[tuple[_Ends, bool]] = []
        for one, other in pairwise(places):
            if way not in self.map.ways or self.found.at(one) is None or self.found.at(other) is None or one == other:
                raise InputError.of("E391", "no such way or place", self.item.span)
            known = self.found.stretches.get(way, ())
            ends = [(one, self._toward(one, other)), (other, self._toward(other, one))]
            stretches.append((ends, (one, other) in known or (other, one) in known))
        for ends, present in _to_change(stretches):
            if grid and ends[0][1]:
                self._beside("ways", way, ends, present, both=True)
            if not self._taken(("ways", way), ends, present):
                routes = toggled_route(grid, routes, ends[0][0], ends[1][0], present=present)
        if stretches and routes != [*self.map.ways[way].routes]:
            self._set(("ways", way, "routes"), routes)

    def _toward(self, one: str, other: str) -> str:
        """Return the direction from a hex to the next; '' between other places. Raises InputError if not adjacent."""
        grid = self.map.hexes
        if grid is None or one not in grid.cells or other not in grid.cells:
            return ""
        found = grid.between(grid.cells[one], grid.cells[other])
        if found is None:
            raise InputError.of("E361", f"{one} and {other} are not adjacent", self.item.span, "name the hexes between")
        return found

    def _taken(self, path: tuple[str, str], ends: _Ends, present: bool) -> bool:
        """Return whether what is added has gone to the hexes themselves."""
        return not present and any(way in (self.entries["places"].value(name, *path) or ()) for name, way in ends)

    def _beside(self, what: str, name: str, ends: _Ends, present: bool, *, both: bool) -> None:
        """Change what hexes say of their own sides; they are added where there is a place for them, in one or both."""
        places, order = self.entries["places"], self.grid.ways
        said = [(number, way, places.value(number, what, name)) for number, way in ends]
        if present:
            for number, way, has in said:
                if way in (has or ()):
                    places.put(number, (what, name), [one for one in has if one != way])
            return
        here = [one for one in said if places.keeps(one[0], what, name) or one[2]]
        here.sort(key=lambda one: not one[2])
        for number, way, has in here if both else here[:1]:
            places.put(number, (what, name), [one for one in order if one in (has or ()) or one == way])

    def move(self, name: str, at: Sequence[float]) -> None:
        """Move a space, or a label by its number, to a point."""
        wide, high = self.found.size
        point = [_figure(min(max(0.0, value), most)) for value, most in zip(at, (wide, high), strict=True)]
        label = name.removeprefix("label ")
        if label != name and label.isdecimal() and int(label) < len(self.map.labels):
            self._set(("labels", int(label), "at"), point)
        elif name in self.map.spaces and name not in self.map.marched:
            self.entries["spaces"].put(name, ("at",), point)
        else:
            raise InputError.of("E391", f"no place '{name}' to move", self.item.span)

    def say(self, name: str, field: str, value: str) -> None:
        """Say something of a place: its name, or a note."""
        kind = "spaces" if name in self.map.spaces else "places"
        if field not in FIELDS or (kind == "places" and name not in self.grid.cells):
            raise InputError.of("E391", f"no '{field}' of '{name}'", self.item.span)
        self.entries[kind].put(name, (field,), value.strip())

    def define(self, what: str, name: str, said: Mapping[str, str]) -> None:
        """Say how a terrain, an edge or a way is called and drawn; without a name, it is a new one."""
        drawn, title = DEFINED.get(what, ""), said.get("title", "").strip()
        known = self.data.setdefault(what, {})
        if not drawn or not title or "from" in known or (name and name not in known):
            raise InputError.of("E391", f"no {what} '{name}' in the document itself", self.item.span)
        new = name or free(id_of(title) or what, known)
        was = {} if not name else {"title": known[name]} if isinstance(known[name], str) else known[name]
        put = {key: value.strip() for key, value in said.items() if key in ("title", drawn, "colour", "note")}
        if put.get(drawn) in (new, named_drawing(new)):  # as its id says
            put[drawn] = ""
        known[new] = {key: value for key, value in {**was, **put}.items() if value}

    def _set(self, path: tuple[str | int, ...], value: list[Any]) -> None:
        kind, *inner = map(str, path)
        if kind in self.entries and self.entries[kind].keeps(inner[0], *inner[1:]):
            self.entries[kind].put(inner[0], (*inner[1:],), value)
            return
        holder: Any = self.data
        for step in path[:-1]:
            holder = holder[next(key for key in holder if str(key) == str(step)) if isinstance(holder, dict) else step]
        if value:
            holder[path[-1]] = value
        else:
            holder.pop(path[-1], None)


def _figure(value: float) -> int | float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded


class Mapmaking:
    """The maps of one game as its preview shows and changes them."""

    def __init__(self, workshop: Workshop, editing: Editing) -> None:
        self.workshop, self.editing = workshop, editing

    def shown(self, name: str) -> dict[str, Any]:
        """Return a map with all that can be changed on it. Raises InputError."""
        game = self.workshop.sound()
        return _shown(self.workshop.remembering(game), name, self.workshop)

    def change(self, name: str, wanted: Mapping[str, Any], window: str = "") -> dict[str, Any]:
        """Make a change of a map for a window of the page, and return what `shown` does, with the lines written.

        `wanted` says what to `do`: terrain, edge, way, move, say or define. Raises InputError, also
        for what makes errors.
        """
        with self.editing.writing:
            game = load(self.editing.tried({}))
            draft = _Draft(self.workshop, self.editing, game, _map(game, name))
            _made(draft, wanted)
            files = draft.files()
            self.editing.write({path: after for path, (_, after) in files.items()}, window)
        game = load(self.editing.tried({}))
        told = [
            {"file": path.name, "lines": lines_of(before.decode("utf-8-sig"), after.decode("utf-8-sig"))}
            for path, (before, after) in files.items()
        ]
        return {**_shown(self.workshop.remembering(game), name, self.workshop), "written": told}


def _made(draft: _Draft, wanted: Mapping[str, Any]) -> None:
    """Make a change. Raises InputError for one that is not there, or lacks something."""
    texts = {key: value for key, value in wanted.items() if isinstance(value, str)}
    hexes, at, sides, places = (wanted.get(name, []) for name in ("hexes", "at", "sides", "places"))
    pairs = isinstance(sides, list) and all(_are_texts(one) and len(one) == 2 for one in sides)
    point = isinstance(at, list) and len(at) == 2 and all(type(one) in (int, float) for one in at)
    match texts:
        case {"do": "terrain", "terrain": terrain} if _are_texts(hexes) and hexes:
            draft.paint(terrain, hexes)
        case {"do": "edge", "edge": edge} if pairs and sides:
            draft.edge(edge, sides)
        case {"do": "way", "way": way} if _are_texts(places) and places:
            draft.way(way, places)
        case {"do": "move", "place": name} if point:
            draft.move(name, at)
        case {"do": "say", "place": name, "field": field, "value": value}:
            draft.say(name, field, value)
        case {"do": "define", "what": what, "name": name, **said}:
            draft.define(what, name, said)
        case _:
            raise InputError.of("E391", "no such change of a map", draft.item.span)


def _are_texts(listed: Any) -> bool:
    return isinstance(listed, list) and all(isinstance(one, str) for one in listed)


def _map(game: Game, name: str) -> GameItem[Map]:
    if name not in game[Map]:
        raise InputError.of("E391", f"no map '{name}'", Span(name))
    return game[Map][name]


def _shown(game: Game, name: str, workshop: Workshop) -> dict[str, Any]:
    item, setter = _map(game, name), game.setter(workshop.options.ink)
    workshop.trying(setter.artwork)
    map_, found = item.value, surveys(game)[item.id]
    frame, off, grid = board(game, item, setter), EDGE / MM, map_.hexes
    document = item.document

    def put(point: tuple[float, float] | None) -> list[float]:
        assert point is not None
        return [round(value + off, 2) for value in point]

    def where(*path: Any) -> str:
        node = document.node
        for step in path:
            inner = node.value.get(step) if isinstance(node.value, dict) else None
            if inner is None:
                return ""
            node = inner[1]
        return document.at(*path, key=True).place

    cells = grid.cells if grid else {}
    middle = grid.centre(next(iter(cells.values()))) if grid and cells else (0.0, 0.0)
    corners = grid.corners(next(iter(cells.values()))) if grid and cells else []
    says, marched = map_.places, map_.marched
    hexes = [
        {
            "id": number,
            "at": put(found.at(number)),
            "terrain": [*found.terrain.get(number, ())],
            "name": getattr(says.get(number), "name", "") or "",
            "note": getattr(says.get(number), "note", "") or "",
            "place": where("places", number),
        }
        for number in cells
    ]
    spaces = [
        {
            "id": one,
            "at": put(space.at),
            "name": space.name or one,
            "note": space.note or "",
            "place": where("spaces", one) or where("spaces", int(one) if one.isdecimal() else one),
            "outline": [put(point) for point in found.outline(one)],
        }
        for one, space in map_.spaces.items()
        if one not in marched
    ]
    fixed = {one: point for one, (_, point) in found.points.items()} | {one: box.at for one, box in marched.items()}
    labels = [
        {"id": f"label {at}", "at": put(label.at), "name": label.text}
        for at, label in enumerate(map_.labels)
        if not isinstance(label.at, str)
    ]
    return {
        "id": item.id,
        "title": map_.title,
        "svg": svg(frame, label=None, pictures="picture/{}".format, fonts=setter.book, memo=game.memo),
        "width": round(frame.width / MM, 3),
        "height": round(frame.height / MM, 3),
        "offset": off,
        "shape": [[round(x - middle[0], 3), round(y - middle[1], 3)] for x, y in corners],
        "sides": [*grid.sides] if grid else [],
        "hexes": hexes,
        "spaces": spaces,
        "labels": labels,
        "terrain": [{"id": one, **_terrain(item, found, one, setter)} for one in map_.terrain],
        "edges": _lines(map_, map_.edges, {one: _sides(grid, found, one) for one in found.sides}, setter),
        "ways": _lines(map_, map_.ways, {one: _stretches(pairs) for one, pairs in found.stretches.items()}, setter),
        "drawings": [*get_args(Drawing)],
        "lines": [*get_args(LineStyle)],
        "points": [{"id": one, "at": put(point), "name": one} for one, point in fixed.items()],
    }


def _sides(grid: HexGrid | None, found: Survey, edge: str) -> list[list[str]]:
    return [[grid.numbers[cell], way] for cell, way in found.sides[edge]] if grid else []


def _stretches(pairs: Iterable[tuple[Any, Any]]) -> list[list[str]]:
    return [[one, other] for one, other in pairs if not isinstance(one, Exit) and not isinstance(other, Exit)]


def _lines(
    map_: Map, known: Mapping[str, Edge] | Mapping[str, Way], drawn: Mapping[str, Any], setter: Setter
) -> list[dict[str, Any]]:
    """Return the edges or ways of a map for the palette, each with a piece of it."""
    return [
        {
            "id": name,
            **_said(one),
            "line": style_of(name, one),
            "drawn": drawn.get(name, []),
            "svg": _sample(line_swatch(map_, name, one, setter.theme), setter),
        }
        for name, one in known.items()
    ]


def _said(one: Terrain | Edge | Way) -> dict[str, str]:
    return {"title": one.title, "note": one.note or "", "colour": one.colour or ""}


def _sample(items: tuple[Any, ...], setter: Setter) -> str:
    return svg(Frame(SWATCH, SWATCH, items), label=None, pictures="picture/{}".format, fonts=setter.book)


def _terrain(item: GameItem[Map], found: Survey, name: str, setter: Setter) -> dict[str, Any]:
    """Return a terrain for the palette, with a hex of it."""
    one = item.value.terrain[name]
    return {
        **_said(one),
        "over": is_over(name, one),
        "drawing": drawing_of(name, one) or "",
        "svg": _sample(swatch(item.document, found, name, setter), setter),
    }
