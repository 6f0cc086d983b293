"""Draw tiles and the nets of figures and dice at true scale, on pages that hold pieces of many sizes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from math import atan2, cos, pi, sin, sqrt, tan
from typing import Any, NamedTuple

from rcwkit.art.hatching import dashed, hatched
from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.faces.compiling import Pose, Spans, owner_scope
from rcwkit.faces.faces import Faces
from rcwkit.frame import HEX, MM, Frame, Group, Item, Line, Point, Polygon, box_of
from rcwkit.game.game import Game, GameItem
from rcwkit.game.references import ruling_numbers
from rcwkit.kinds.pieces.kind import Piece, Pieces
from rcwkit.sheets.imposition import aired, fits, pages_of_pieces, planned
from rcwkit.sheets.marks import THIN
from rcwkit.sheets.paper import Paper
from rcwkit.type.text import Setter

BLEED = 2 * MM
"""Bleed of a tile, in points."""
GOLD = (1 + sqrt(5)) / 2
TAB = 0.17
"""Height of a tab."""
SLOPE = pi / 6
"""Angle of a tab's ends: less than the 36° between pentagons side by side."""
ROOM = {3: 0.42, 4: 1.0, 5: 0.98}
"""Side of the upright square within a face, by the number of its corners."""

Vector = tuple[float, float, float]
Edge = tuple[Point, Point]


class DieFace(NamedTuple):
    """A face in the plane: its side of the die, from 0, its corners, and the corners of the solid that they are."""

    side: int
    corners: tuple[Point, ...]
    vertices: tuple[int, ...]

    @property
    def middle(self) -> Point:
        """Its centre."""
        count = len(self.corners)
        return sum(x for x, _ in self.corners) / count, sum(y for _, y in self.corners) / count

    def turn(self, corner: int | None = None) -> float:
        """Return the angle in degrees, clockwise, by which what stands on its last edge is turned.

        For a `corner`, it is that of what points to this corner.
        """
        x, y = self.middle
        if corner is None:
            (a, b), (c, d) = self.corners[0], self.corners[-1]
            return (atan2((b + d) / 2 - y, (a + c) / 2 - x) - pi / 2) * 180 / pi
        across, down = self.corners[corner]
        return (atan2(down - y, across - x) + pi / 2) * 180 / pi


class SolidNet(NamedTuple):
    """A net: its faces, edges to fold, edges to cut, and tabs, each from its edge outwards."""

    faces: tuple[DieFace, ...]
    folds: tuple[Edge, ...]
    cuts: tuple[Edge, ...]
    tabs: tuple[tuple[Point, Point, Point, Point], ...]

    @property
    def points(self) -> Iterator[Point]:
        """All corners of faces and tabs."""
        yield from (corner for face in self.faces for corner in face.corners)
        yield from (corner for tab in self.tabs for corner in tab)


@cache
def net_of(sides: int) -> SolidNet:
    """Return the net of a die with 4, 6, 8, 12 or 20 sides, in the least room. Raises KeyError for another number.

    Opposite sides are the first and the last, the second and the last but one, and so on, but for a die of four.
    """
    vertices = _VERTICES[sides]
    rings = _rings(vertices)
    # All unfoldings of a regular solid are free of overlaps; these differ in how far they branch.
    ways = (_unfolded(rings, first=first, deep=deep) for first in (True, False) for deep in range(4))
    return min((_net(way, _numbered(vertices, rings)) for way in ways), key=_area)


def _area(net: SolidNet) -> float:
    left, top, right, bottom = box_of([*net.points])
    return round((right - left) * (bottom - top), 6)


def _signed(*given: float) -> list[Vector]:
    """Return a point with all signs of its coordinates that are not 0."""
    signs = product(*((1, -1) if value else (1,) for value in given))
    return [(a * given[0], b * given[1], c * given[2]) for a, b, c in signs]


def _cycled(points: Sequence[Vector]) -> list[Vector]:
    return [(p[(0 + k) % 3], p[(1 + k) % 3], p[(2 + k) % 3]) for k in range(3) for p in points]


_VERTICES: dict[int, list[Vector]] = {
    4: [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)],
    6: _signed(1, 1, 1),
    8: _cycled(_signed(1, 0, 0)),
    12: [*_signed(1, 1, 1), *_cycled(_signed(0, 1 / GOLD, GOLD))],
    20: _cycled(_signed(0, 1, GOLD)),
}


def _less(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def _cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _centre(points: Sequence[Vector]) -> Vector:
    count = len(points)
    return sum(p[0] for p in points) / count, sum(p[1] for p in points) / count, sum(p[2] for p in points) / count


def _rings(vertices: Sequence[Vector]) -> list[tuple[int, ...]]:
    """Return the faces of a solid about the origin, as its corners in order, counterclockwise from outside."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for a, b, c in combinations(range(len(vertices)), 3):
        normal = _cross(_less(vertices[b], vertices[a]), _less(vertices[c], vertices[a]))
        heights = [_dot(normal, _less(point, vertices[a])) for point in vertices]
        on = [index for index, height in enumerate(heights) if abs(height) < 1e-9]
        if max(heights) > 1e-9 and min(heights) < -1e-9 or frozenset(on) in found:
            continue
        middle = _centre([vertices[index] for index in on])
        right = _less(vertices[on[0]], middle)
        up = _cross(middle, right)
        angles = {i: atan2(_dot(_less(vertices[i], middle), up), _dot(_less(vertices[i], middle), right)) for i in on}
        # `up` is longer than `right`, which changes the angles but not their order.
        found[frozenset(on)] = tuple(sorted(on, key=lambda index, by=angles: by[index]))  # type: ignore[misc]
    return list(found.values())


def _numbered(vertices: Sequence[Vector], rings: Sequence[tuple[int, ...]]) -> list[int]:
    """Return the side that each face is, opposite ones being `k` and `count - 1 - k`."""
    middles = [_centre([vertices[index] for index in ring]) for ring in rings]
    count, numbers, pair = len(rings), dict[int, int](), 0
    for index, middle in enumerate(middles):
        if index in numbers:
            continue
        opposite = min(range(count), key=lambda other: _dot(middle, middles[other]))
        if count == 4:
            numbers[index] = index
            continue
        # Neighbours are far apart in number: low and high sides alternate.
        low, high = pair, count - 1 - pair
        numbers[index], numbers[opposite] = (low, high) if pair % 2 == 0 else (high, low)
        pair += 1
    return [numbers[index] for index in range(count)]


_Placed = list[tuple[int, tuple[int, ...], tuple[Point, ...], int | None]]
"""Faces in order: their index, their corners from the edge they hang on, their places, and the face they hang on."""


def _unfolded(rings: Sequence[tuple[int, ...]], *, first: bool, deep: int) -> _Placed:
    """Lay a solid's faces into the plane, each beside one that lies there already.

    The next is beside the first that has a free neighbour, or beside the last; `deep` begins with another edge.
    """
    edge_of = {(ring[i - 1], ring[i]): face for face, ring in enumerate(rings) for i in range(len(ring))}
    size = len(rings[0])
    start = rings[0]
    placed: _Placed = [(0, start, _polygon((0.0, 0.0), (1.0, 0.0), size), None)]
    while len(placed) < len(rings):
        taken = {face for face, *_ in placed}
        for face, ring, corners, _ in placed if first else reversed(placed):
            order = [(deep + step) % size for step in range(size)]
            free = [(i, edge_of[ring[i], ring[i - 1]]) for i in order if edge_of[ring[i], ring[i - 1]] not in taken]
            if free:
                i, other = free[0]
                beyond = rings[other]
                at = next(k for k in range(size) if (beyond[k - 1], beyond[k]) == (ring[i], ring[i - 1]))
                turned = (*beyond[at:], *beyond[:at])
                placed.append((other, turned, _polygon(corners[i], corners[i - 1], size), face))
                break
    return placed


def _polygon(end: Point, start: Point, count: int) -> tuple[Point, ...]:
    """Return a regular polygon by the edge from its last corner, `end`, to its first, `start`."""
    corners = [start]
    step = start[0] - end[0], start[1] - end[1]
    angle = atan2(step[1], step[0])
    for _ in range(1, count):
        angle -= 2 * pi / count
        x, y = corners[-1]
        corners.append((x + cos(angle), y + sin(angle)))
    return tuple((round(x, 9), round(y, 9)) for x, y in corners)


def _net(placed: _Placed, sides: Sequence[int]) -> SolidNet:
    faces = tuple(DieFace(sides[face], corners, ring) for face, ring, corners, _ in placed)
    folds, cuts, tabs = list[Edge](), list[Edge](), list[tuple[Point, Point, Point, Point]]()
    hung = {frozenset((ring[0], ring[-1])) for _, ring, _, above in placed if above is not None}
    seen: set[frozenset[int]] = set()
    for _, ring, corners, above in placed:
        if above is not None:
            folds.append((corners[-1], corners[0]))
        for i in range(len(ring)):
            pair = frozenset((ring[i - 1], ring[i]))
            if pair in hung:
                continue
            edge = corners[i - 1], corners[i]
            if pair in seen:
                cuts.append(edge)
            else:
                seen.add(pair)
                folds.append(edge)
                tabs.append(_tab(*edge))
    return SolidNet(faces, tuple(folds), tuple(cuts), tuple(tabs))


def _tab(start: Point, end: Point) -> tuple[Point, Point, Point, Point]:
    """Return the tab beyond an edge; its face lies on the other side."""
    (x, y), inset = (end[0] - start[0], end[1] - start[1]), TAB / tan(SLOPE)
    return (
        start,
        (start[0] + x * inset - y * TAB, start[1] + y * inset + x * TAB),
        (end[0] - x * inset - y * TAB, end[1] - y * inset + x * TAB),
        end,
    )


FOOT = 0.45
"""Depth of a figure's foot, in heights of the figure."""
LAP = 8 * MM
"""Length of the tab under a figure's foot."""
HALO = 0.35 * MM
"""Width of the light line under cuts and folds, so that they show on any colour."""
DASH = 1.6 * MM, 1.2 * MM
CORNER, AWAY = 0.24, 0.3
"""Side of the square for each of three texts on a side of a die of four, in edges, and its distance from the middle."""


def tiles(drawing: Faces, item: GameItem[Pieces]) -> Iterator[tuple[Piece, Frame, Frame | None]]:
    """Yield each tile with its front and back; the back is None for those without one."""
    document = item.value
    outline = tuple((x * MM, y * MM) for x, y in document.outline or ())
    left, top = (min(point[axis] for point in outline) if outline else 0.0 for axis in (0, 1))
    moved = tuple((round(x - left, 3), round(y - top, 3)) for x, y in outline)
    size = (max(x for x, _ in moved), max(y for _, y in moved)) if moved else _size(document)
    mirrored = tuple((round(size[0] - x, 3), y) for x, y in moved)
    for name, piece in document.pieces.items():
        front = drawing.face(_pose(drawing.game, item, name, document.layout_of(piece), size, ""))
        layout = document.back_of(piece)
        back = drawing.face(_pose(drawing.game, item, name, layout, size, " back")) if layout else None
        yield (
            piece,
            front._replace(shape=document.shape, outline=moved),
            back and back._replace(shape=document.shape, outline=mirrored),
        )


def mats(drawing: Faces, item: GameItem[Pieces]) -> Iterator[Frame]:
    """Yield each mat, once."""
    document = item.value
    for name, piece in document.pieces.items():
        yield drawing.face(_pose(drawing.game, item, name, document.layout_of(piece), _size(document), ""))


def nets(drawing: Faces, item: GameItem[Pieces]) -> Iterator[Frame]:
    """Yield the net of each copy of each figure or die."""
    draw = _die if item.value.form == "die" else _figure
    for name, piece in item.value.pieces.items():
        yield from [draw(drawing, item, name, piece)] * piece.copies


def boards(frames: Iterable[Frame], paper: Paper, said: str, setter: Setter, item: GameItem[Pieces]) -> list[Frame]:
    """Return the pages of nets, in the orientation that takes fewer, with the text `said` at their foot.

    The setter collects an error (E330) for those larger than the paper.
    """
    nets = [aired(frame) for frame in frames]
    for net in nets:
        if not any(fits(net, way, paper) for way in paper.ways):
            size = f"{net.width / MM:.0f} × {net.height / MM:.0f} mm"
            message = f"the net of '{net.name.partition('/')[2]}' ({size}) is too large for {paper.name}"
            setter.found.append(Diagnostic("E330", message, item.span, "choose a larger paper"))
            return []
    plans = [planned(nets, way, paper) for way in paper.ways if all(fits(net, way, paper) for net in nets)]
    return pages_of_pieces(min(plans, key=lambda plan: plan.pages), paper, said, setter)


def _size(document: Pieces) -> tuple[float, float]:
    """Return width and height in points; one length is that of a hex across its flats."""
    assert document.size is not None
    wide, high = document.size
    return (wide / HEX if document.shape == "hex" and wide == high else wide) * MM, high * MM


def poses(game: Game, item: GameItem[Pieces], name: str) -> Iterator[Pose]:
    """Yield what the front of a piece, its back if it has one, or the first side of a die are drawn of."""
    document, piece = item.value, item.value.pieces[name]
    xs, ys = ([corner[axis] for corner in document.outline or ()] for axis in (0, 1))
    size = ((max(xs) - min(xs)) * MM, (max(ys) - min(ys)) * MM) if xs else _size(document)
    bleed, side = (0.0, 1) if document.form == "die" else (BLEED, None)
    yield _pose(game, item, name, document.layout_of(piece), size, "", bleed, side)
    if layout := document.back_of(piece):
        yield _pose(game, item, name, layout, size, " back", bleed, side)


def _pose(
    game: Game,
    item: GameItem[Pieces],
    name: str,
    layout: str,
    size: tuple[float, float],
    ending: str,
    bleed: float = BLEED,
    side: int | None = None,
) -> Pose:
    scope, spans = piece_scope(game, item, name, side), piece_spans_of(item, name, side)
    at = item.document.at(*item.path, "pieces", name, key=True)
    return Pose(layout, scope, size, bleed, f"{item.id}/{name}{ending}", at, spans)


def _figure(drawing: Faces, item: GameItem[Pieces], name: str, piece: Piece) -> Frame:
    """Return the net of a figure: tab, back, head over, front and foot, from the top."""
    document, setter = item.value, drawing.setter
    width, height = _size(document)
    depth = document.depth * MM if document.depth is not None else FOOT * height
    back = document.back_of(piece)
    assert back is not None
    lap = min(LAP, depth)
    folds = [lap, lap + height, lap + 2 * height]
    front = drawing.face(_pose(drawing.game, item, name, document.layout_of(piece), (width, height), ""))
    behind = drawing.face(_pose(drawing.game, item, name, back, (width, height), " back"))
    clip = -BLEED, 0.0, width + 2 * BLEED, height
    inset = min(2 * MM, lap / 2)
    tab = ((0.0, lap), (inset, 0.0), (width - inset, 0.0), (width, lap))
    low = lap + 2 * height + depth
    items: list[Item] = [
        Group(behind.items, width, lap + height, 180, clip=clip),
        Group(front.items, 0.0, lap + height, clip=clip),
        *hatched(tab, "rising", setter.theme.hairline, 2.4),
        *_lines(setter, [(*tab[1:], (width, low), (0.0, low), tab[0])], closed=True),
        *_folds(setter, [((0.0, y), (width, y)) for y in folds]),
    ]
    return Frame(width, low, tuple(items), 0.0, f"{item.id}/{name}", front.at)


def _die(drawing: Faces, item: GameItem[Pieces], name: str, piece: Piece) -> Frame:
    """Return the net of a die, with its sides by their layout. Of four sides, each text stands at a corner."""
    document, setter = item.value, drawing.setter
    assert document.size is not None
    edge, net = document.size.width * MM, net_of(len(piece.sides))
    left, top = (min(point[axis] for point in net.points) for axis in (0, 1))
    right, low = (max(point[axis] for point in net.points) for axis in (0, 1))

    def at(point: Point) -> Point:
        return round((point[0] - left) * edge, 3), round((point[1] - top) * edge, 3)

    def shown(side: int, room: float, middle: Point, turn: float) -> Iterator[Item]:
        size = room * edge
        layout = document.layout_of(piece)
        face = drawing.face(_pose(drawing.game, item, name, layout, (size, size), f" side {side}", 0.0, side))
        angle = turn * pi / 180
        x, y = at(middle)
        corner = x - size / 2 * (cos(angle) - sin(angle)), y - size / 2 * (sin(angle) + cos(angle))
        yield Group(face.items, *corner, rotate=turn, clip=(0.0, 0.0, size, size))

    ground = setter.theme.plate(drawing.game.owners[piece.owner].colour).ground if piece.owner else setter.theme.page
    tabs = [tuple(map(at, tab)) for tab in net.tabs]
    items: list[Item] = []
    if ground != setter.theme.page:
        items += [Polygon(tuple(map(at, face.corners)), ground, ground, BLEED) for face in net.faces]
    for tab in tabs:
        items.append(Polygon(tab, setter.theme.page))
        items += hatched(tab, "rising", setter.theme.hairline, 2.4)
    for face in net.faces:
        for side, room, middle, turn in _texts(face, len(piece.sides)):
            items += shown(side, room, middle, turn)
    items += _lines(setter, [*tabs, *(tuple(map(at, cut)) for cut in net.cuts)], closed=False)
    items += _folds(setter, [(at(start), at(end)) for start, end in net.folds])
    where = item.document.at(*item.path, "pieces", name, key=True).place
    return Frame((right - left) * edge, (low - top) * edge, tuple(items), 0.0, f"{item.id}/{name}", where)


def _texts(face: DieFace, sides: int) -> Iterator[tuple[int, float, Point, float]]:
    """Yield what stands on a face: the side that it tells, from 1, its room, its middle, and how it is turned."""
    if sides != 4:
        yield face.side + 1, ROOM[len(face.corners)], face.middle, face.turn()
        return
    x, y = face.middle
    for corner, vertex in enumerate(face.vertices):
        turn = face.turn(corner)
        angle = turn * pi / 180
        yield vertex + 1, CORNER, (x + AWAY * sin(angle), y - AWAY * cos(angle)), turn


def _lines(setter: Setter, shapes: Iterable[Sequence[Point]], *, closed: bool) -> Iterator[Item]:
    """Yield lines to cut along."""
    for points in shapes:
        for colour, line in ((setter.theme.page, HALO), (setter.theme.ink, THIN)):
            yield Polygon(tuple(points), None, colour, line, closed=closed)


def _folds(setter: Setter, folds: Iterable[tuple[Point, Point]]) -> Iterator[Item]:
    """Yield dashed lines to fold along."""
    for start, end in folds:
        yield Line(*start, *end, setter.theme.page, HALO)
        yield from dashed((start, end), setter.theme.ink, THIN, *DASH, closed=False)


def piece_scope(game: Game, item: GameItem[Pieces], name: str, side: int | None = None) -> dict[str, Any]:
    """Return the names of one face of a piece; `side` counts those of a die from 1."""
    document, piece = item.value, item.value.pieces[name]
    shown = {
        "id": name,
        "rulings": [ruling_numbers(game)[one] for one in piece.rulings if one in ruling_numbers(game)],
        "side": side or 0,
        "sides": len(piece.sides),
        **{key: getattr(piece, key) for key in ("title", "rule", "note", "text", "art", "copies")},
    }
    if side is not None:
        shown["text"] = piece.sides[side - 1]
    fields = {field: spec.of(piece.fields.get(field)) for field, spec in document.specs.items()}
    whole = {"id": item.id, "title": document.title, "source": document.source}
    return {"piece": shown, "owner": owner_scope(game, piece.owner), "set": whole, **fields}


def piece_spans_of(item: GameItem[Pieces], name: str, side: int | None = None) -> Spans:
    """Return where the values of a piece come from."""
    root, piece = (*item.path, "pieces", name), item.value.pieces[name]

    def place(path: tuple[Any, ...]) -> Span | None:
        first, *rest = path
        if first == "piece" and rest == ["text"] and side is not None:
            return item.document.at(*root, "sides", side - 1)
        if first == "piece" and rest and rest[0] in piece.model_fields_set:
            return item.document.at(*root, *rest)
        return item.document.at(*root, "fields", *path) if first in piece.fields else None

    return place
