"""A set-up drawn on a map: the counters of each place in a pile, with their number. Lengths are in points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rcwkit.dice.settle import Piece, Settled
from rcwkit.look.frame import MM, Circle, Frame, Group, Item, Rect
from rcwkit.look.grids import Paper
from rcwkit.look.text import Block, Box, Setter
from rcwkit.models.maps import Map
from rcwkit.pieces.counters import faces
from rcwkit.pieces.faces import Faces
from rcwkit.pieces.maps import FOOT, board
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry
from rcwkit.reading.survey import Survey

__all__ = ["setup_page"]

STEP = 0.9 * MM
"""How far each counter of a pile lies up and to the right of the one below."""
SEEN = 4
"""Most counters of a pile that are drawn; its number tells of the others."""
BADGE = 2.6 * MM
"""Radius of the disc with the number of a pile."""
SMALL = 7.5


def setup_page(game: Game, item: Entry[Map], settled: Settled, paper: Paper, setter: Setter) -> Frame:
    """Return one page with the map, smaller if need be, counters where they begin, and those that begin elsewhere."""
    piles = list(_piles(game, settled))
    found, drawing = game.surveys[item.id], Faces(game, setter)
    shown = tuple(_drawn(drawing, found, piles))
    title = f"{item.value.title}: {settled.scenario.title}"
    frame = board(game, item, setter, title=title, above=shown)
    blocks = [
        Block(text, setter.theme.ink, head=head, head_fill=setter.theme.accent)
        for head, text in _beside(game, settled, found)
    ]
    pages = (paper.width * MM, paper.height * MM), (paper.height * MM, paper.width * MM)
    inset = paper.margin * MM

    def room(page: tuple[float, float]) -> tuple[float, float, float]:
        wide = page[0] - 2 * inset
        words = setter.height(blocks, wide, SMALL) + 2 * MM if blocks else 0.0
        high = page[1] - 2 * inset - FOOT - words
        return min(1.0, wide / frame.width, high / frame.height), high, words

    lies = frame.width > frame.height
    page = max(pages, key=lambda one: (round(room(one)[0], 4), (one[0] > one[1]) == lies))
    scale, high, words = room(page)
    left = (page[0] - scale * frame.width) / 2
    items: list[Item] = [
        Group(frame.items, left, inset + max(0.0, (high - scale * frame.height) / 2), scale=round(scale, 4))
    ]
    box = Box(inset, inset + high + 1 * MM, page[0] - 2 * inset, words, "page")
    items += setter.fit(blocks, box, SMALL, setter.theme.least, lambda *_: item.document.at("setups"))
    return Frame(*page, tuple(items), 0.0, f"{item.id} {settled.id}", frame.at)


def _piles(game: Game, settled: Settled) -> Iterator[tuple[str, tuple[Piece, ...]]]:
    """Yield what stands where: a pile for each owner and place, with markers below."""
    markers: dict[str, list[Piece]] = {}
    for line in settled.markers:
        places = [place.id for place in map(game.place, line.places) if place is not None]
        if places and line.count % len(places) == 0:
            for place in places:
                turned = game.turned(line.marker, line.side)
                markers.setdefault(place, []).extend([Piece(line.marker, turned)] * (line.count // len(places)))
    for force in settled.forces:
        for region in force.regions:
            for spot in region.spots:
                yield spot.place, (*markers.pop(spot.place, ()), *spot.pieces)
    for place, pieces in markers.items():
        yield place, tuple(pieces)


def _beside(game: Game, settled: Settled, found: Survey) -> Iterator[tuple[str, str]]:
    """Yield what is not on the map: reserves, and other places."""
    for force in settled.forces:
        for region in force.regions:
            for spot in region.spots:
                if found.at(spot.place) is None:
                    yield (
                        f"{force.title}, {spot.place} {spot.name}".replace("  ", " ").strip(),
                        _names(game, spot.pieces),
                    )
        if force.reserve:
            yield game.say("{owner} reserve", owner=force.title), _names(game, force.reserve)


def _names(game: Game, pieces: Sequence[Piece]) -> str:
    count: dict[str, int] = {}
    for piece in pieces:
        name = game.names[piece.unit]
        count[name] = count.get(name, 0) + 1
    return ", ".join(f"{name} × {number}" if number > 1 else name for name, number in count.items())


def _drawn(drawing: Faces, found: Survey, piles: Sequence[tuple[str, tuple[Piece, ...]]]) -> Iterator[Item]:
    """Yield all piles on the map; those of one place stand side by side."""
    shares: dict[str, int] = {}
    for place, _ in piles:
        shares[place] = shares.get(place, 0) + 1
    done: dict[str, int] = {}
    known: dict[tuple[str, bool], Frame] = {}
    for place, pieces in piles:
        at = found.at(place)
        if at is None or not pieces:
            continue
        frames = [_face(drawing, piece, known) for piece in pieces[-SEEN:]]
        wide = max(frame.width for frame in frames)
        number = done[place] = done.get(place, 0) + 1
        aside = (number - (shares[place] + 1) / 2) * 0.6 * wide
        yield from _pile(drawing.setter, frames, len(pieces), at[0] * MM + aside, at[1] * MM)


def _face(drawing: Faces, piece: Piece, known: dict[tuple[str, bool], Frame]) -> Frame:
    key = piece.unit, piece.reversed
    if key not in known:
        front, back = faces(drawing, drawing.game.counters[piece.unit])
        known[key] = back if piece.reversed and back is not None else front
    return known[key]


def _pile(setter: Setter, frames: Sequence[Frame], count: int, x: float, y: float) -> Iterator[Item]:
    """Yield the uppermost counters of a pile around a point, and how many there are."""
    theme, shift = setter.theme, STEP * (len(frames) - 1) / 2
    for index, frame in enumerate(frames):
        left, top = x - frame.width / 2 - shift + index * STEP, y - frame.height / 2 + shift - index * STEP
        clip = (0.0, 0.0, frame.width, frame.height)
        yield Group(frame.items, round(left, 2), round(top, 2), key=f"counter {frame.name}", clip=clip)
        yield Rect(round(left, 2), round(top, 2), frame.width, frame.height, None, theme.ink, 0.4)
    if count > 1:
        above = frames[-1]
        right, high = x + above.width / 2 + shift - 0.6 * MM, y - above.height / 2 - shift + 0.6 * MM
        yield Circle(right, high, BADGE, theme.ink, theme.page, 0.8)
        yield setter.line(f"{count}", right, high + 0.35 * 9.5, "narrow-bold", 9.5, theme.page, align=0.5)
