"""Draw tiles, and the nets of figures and dice, with faces by their layouts; mats are single faces of any size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import cos, pi, sin

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.frame import MM, Frame, Group, Item, Line, Polygon
from rcwkit.look.grids import Paper
from rcwkit.look.hatching import dashed, hatched
from rcwkit.look.marks import THIN
from rcwkit.look.text import Setter
from rcwkit.models.pieces import Piece, Pieces
from rcwkit.pieces import pages
from rcwkit.pieces.cards import BLEED
from rcwkit.pieces.faces import Faces
from rcwkit.pieces.piece_scopes import piece_scope, piece_spans_of
from rcwkit.pieces.solids import ROOM, Face, net_of
from rcwkit.reading.game import Item as Entry
from rcwkit.reading.sides import HEX

__all__ = ["FOOT", "boards", "mats", "nets", "tiles"]

FOOT = 0.45
"""Depth of a figure's foot, in heights of the figure."""
LAP = 8 * MM
"""Length of the tab under a figure's foot."""
HALO = 0.35 * MM
"""Width of the light line under cuts and folds, so that they show on any colour."""
DASH = 1.6 * MM, 1.2 * MM
CORNER, AWAY = 0.24, 0.3
"""Side of the square for each of three texts on a side of a die of four, in edges, and its distance from the middle."""

Point = tuple[float, float]


def tiles(drawing: Faces, item: Entry[Pieces]) -> Iterator[tuple[Piece, Frame, Frame | None]]:
    """Yield each tile with its front and back; the back is None for those without one."""
    document = item.value
    outline = tuple((x * MM, y * MM) for x, y in document.outline or ())
    left, top = (min(point[axis] for point in outline) if outline else 0.0 for axis in (0, 1))
    moved = tuple((round(x - left, 3), round(y - top, 3)) for x, y in outline)
    size = (max(x for x, _ in moved), max(y for _, y in moved)) if moved else _size(document)
    mirrored = tuple((round(size[0] - x, 3), y) for x, y in moved)
    for name, piece in document.pieces.items():
        front = _face(drawing, item, name, document.layout_of(piece), size, "", bleed=BLEED)
        layout = document.back_of(piece)
        back = _face(drawing, item, name, layout, size, " back", bleed=BLEED) if layout else None
        yield (
            piece,
            front._replace(shape=document.shape, outline=moved),
            back and back._replace(shape=document.shape, outline=mirrored),
        )


def mats(drawing: Faces, item: Entry[Pieces]) -> Iterator[Frame]:
    """Yield each mat, once."""
    document = item.value
    for name, piece in document.pieces.items():
        yield _face(drawing, item, name, document.layout_of(piece), _size(document), "", bleed=BLEED)


def nets(drawing: Faces, item: Entry[Pieces]) -> Iterator[Frame]:
    """Yield the net of each copy of each figure or die."""
    draw = _die if item.value.form == "die" else _figure
    for name, piece in item.value.pieces.items():
        yield from [draw(drawing, item, name, piece)] * piece.copies


def boards(frames: Iterable[Frame], paper: Paper, said: str, setter: Setter, item: Entry[Pieces]) -> list[Frame]:
    """Return the pages of nets, in the orientation that takes fewer, with the text `said` at their foot.

    The setter collects an error (E330) for those larger than the paper.
    """
    nets = [pages.aired(frame) for frame in frames]
    ways = (paper.width * MM, paper.height * MM), (paper.height * MM, paper.width * MM)
    rooms = [sorted(pages.area(way, paper)) for way in ways]
    for net in nets:
        sides = sorted((net.width, net.height))
        if not any(all(side <= most for side, most in zip(sides, room, strict=True)) for room in rooms):
            size = f"{net.width / MM:.0f} × {net.height / MM:.0f} mm"
            message = f"the net of '{net.name.partition('/')[2]}' ({size}) is too large for {paper.name}"
            setter.found.append(Diagnostic("E330", message, item.span, "choose a larger paper"))
            return []
    plans = []
    for way, room in zip(ways, rooms, strict=True):
        if all(all(s <= most for s, most in zip(sorted((n.width, n.height)), room, strict=True)) for n in nets):
            plans.append(pages.planned(nets, way, paper))
    return pages.boards(min(plans, key=lambda plan: plan.pages), paper, said, setter)


def _size(document: Pieces) -> tuple[float, float]:
    """Return width and height in points; one length is that of a hex across its flats."""
    assert document.size is not None
    wide, high = document.size
    return (wide / HEX if document.shape == "hex" and wide == high else wide) * MM, high * MM


def _face(
    drawing: Faces,
    item: Entry[Pieces],
    name: str,
    layout: str,
    size: tuple[float, float],
    ending: str,
    *,
    bleed: float,
    side: int | None = None,
) -> Frame:
    return drawing.face(
        layout,
        piece_scope(drawing.game, item, name, side),
        size,
        bleed=bleed,
        name=f"{item.id}/{name}{ending}",
        at=item.document.at(*item.path, "pieces", name, key=True),
        spans=piece_spans_of(item, name, side),
    )


def _figure(drawing: Faces, item: Entry[Pieces], name: str, piece: Piece) -> Frame:
    """Return the net of a figure: tab, back, head over, front and foot, from the top."""
    document, setter = item.value, drawing.setter
    width, height = _size(document)
    depth = document.depth * MM if document.depth is not None else FOOT * height
    back = document.back_of(piece)
    assert back is not None
    lap = min(LAP, depth)
    folds = [lap, lap + height, lap + 2 * height]
    front = _face(drawing, item, name, document.layout_of(piece), (width, height), "", bleed=BLEED)
    behind = _face(drawing, item, name, back, (width, height), " back", bleed=BLEED)
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


def _die(drawing: Faces, item: Entry[Pieces], name: str, piece: Piece) -> Frame:
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
        face = _face(drawing, item, name, layout, (size, size), f" side {side}", bleed=0.0, side=side)
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


def _texts(face: Face, sides: int) -> Iterator[tuple[int, float, Point, float]]:
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
