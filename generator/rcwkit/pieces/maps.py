"""Draw maps at true scale: everything on them in order, from the ground up, and the panel below."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rcwkit.diagnostics import Diagnostic
from rcwkit.look import art
from rcwkit.look.courses import courses
from rcwkit.look.frame import MM, Frame, Group, Item, Rect
from rcwkit.look.grids import PAPERS, Paper
from rcwkit.look.text import Setter
from rcwkit.models.maps import Map
from rcwkit.pieces import map_lines
from rcwkit.pieces.map_hexes import Hexes
from rcwkit.pieces.map_key import panel
from rcwkit.pieces.map_scale import on_map
from rcwkit.pieces.map_spaces import Spaces, haloed
from rcwkit.reading.game import Game
from rcwkit.reading.game import Item as Entry
from rcwkit.reading.survey import Exit, Survey

__all__ = ["EDGE", "board", "field", "fits", "large", "whole"]

EDGE = 2.5 * MM
"""Space around the field of a map, within its frame."""
GAP = 4 * MM
"""Space between the field and the panel."""
FOOT = 6 * MM
"""Height of the line at the foot of a page."""
MARGIN = 8.0
"""Margin in mm of a page of a map's own size."""
NAME = 8.5
"""Most type size of the name of a hex."""
LARGE = {**PAPERS, "a2": Paper("A2", 420, 594), "a1": Paper("A1", 594, 841)}


def board(game: Game, item: Entry[Map], setter: Setter, *, title: str = "", above: tuple[Item, ...] = ()) -> Frame:
    """Return a whole map at true scale, of any size; items `above` are drawn on it, in the coordinates of its field."""
    found = game.surveys[item.id]
    wide, high = (side * MM for side in found.size)
    shown = Group((*field(game, item, setter), *above), EDGE, EDGE)
    items: tuple[Item, ...] = (shown,)
    height = high + 2 * EDGE
    if item.value.key:
        below, drawn = panel(game, item.document, found, wide, setter, title or item.value.title)
        items = (shown, Group(drawn, EDGE, EDGE + high + GAP))
        height += GAP + below
    return Frame(wide + 2 * EDGE, height, items, 0.0, item.id, item.document.at("id").place)


def large(map_: Map) -> Paper | None:
    """Return the paper of a map's own, if it has one."""
    return LARGE.get(map_.paper)


def fits(frame: Frame, paper: Paper) -> bool:
    """Return whether a map is whole on one page of a paper."""
    return bool(_pages(frame, paper))


def whole(frame: Frame, paper: Paper | None, title: str, setter: Setter) -> list[Frame]:
    """Return a map on one page of a paper, or on a page of its own size; one that does not fit is reported (E330)."""
    pages = _pages(frame, paper)
    if not pages:
        assert paper is not None
        size = f"{frame.width / MM:.0f} × {frame.height / MM:.0f} mm"
        message = f"'{title}' ({size}) is too large for {paper.name}"
        setter.found.append(Diagnostic("E330", message, frame.span, "smaller hexes, or a larger paper"))
        return []
    width, height = pages[0]
    placed = Group(frame.items, (width - frame.width) / 2, (height - FOOT - frame.height) / 2)
    return [frame._replace(width=width, height=height, items=(placed,))]


def _pages(frame: Frame, paper: Paper | None) -> list[tuple[float, float]]:
    """Return the pages that a map fits on: of a paper, upright or not, or of its own size."""
    inset = (paper.margin if paper else MARGIN) * MM
    wide, high = frame.width + 2 * inset, frame.height + 2 * inset + FOOT
    if paper is None:
        return [(wide, high)]
    upright = paper.width * MM, paper.height * MM
    return [page for page in (upright, upright[::-1]) if wide <= page[0] + 0.01 and high <= page[1] + 0.01]


def field(game: Game, item: Entry[Map], setter: Setter) -> tuple[Item, ...]:
    """Return what is on a map, without a panel, within its clipping."""
    found, theme = game.surveys[item.id], setter.theme
    wide, high = (round(side * MM, 2) for side in found.size)
    items = tuple(_Field(game, item, found, setter).items())
    ragged = item.value.hexes is not None and item.value.size is None and item.value.edge == "ragged"
    edge = () if ragged else (Rect(0, 0, wide, high, None, theme.ink, 1.2),)
    return Group(items, clip=None if ragged else (0, 0, wide, high)), *edge


class _Field:
    """Draws what is on a map."""

    def __init__(self, game: Game, item: Entry[Map], found: Survey, setter: Setter) -> None:
        self.game, self.item, self.map, self.found, self.setter = game, item, item.value, found, setter
        self.hexes = Hexes(game, found, self.map.hexes, setter) if self.map.hexes is not None else None
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
        yield from on_map(self.found, self.setter)

    def _picture(self) -> Iterator[Item]:
        if self.map.picture is not None:
            found = self.setter.picture(self.map.picture, partial(self.item.document.at, "picture"))
            if found is not None:
                wide, high = (side * MM for side in self.found.size)
                yield art.placed(found, 0, 0, wide, high, "stretch", self.setter.theme.ink)

    def _edges(self, hexes: Hexes) -> Iterator[Item]:
        for name, edge in self.map.edges.items():
            sides = [hexes.grid.side_of(*side) for side in self.found.sides.get(name, ())]
            yield from map_lines.drawn(name, edge, hexes.courses(sides), self.setter.theme, curved=False)

    def _ways(self) -> Iterator[Item]:
        def at(node: str | Exit) -> tuple[float, float]:
            point = self.found.at(node)
            assert point is not None
            return round(point[0] * MM, 2), round(point[1] * MM, 2)

        for name, way in self.map.ways.items():
            stretches = self.found.stretches.get(name, [])
            joined = [[at(node) for node in course] for course in courses(stretches, at)]
            yield from map_lines.drawn(name, way, joined, self.setter.theme, curved=self.hexes is not None)

    def _crossed(self) -> set[str]:
        """Return the hexes whose numbers a line runs through, or close by."""
        grid = self.map.hexes
        if grid is None or grid.top != "flat":
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
        for number, cell in hexes.grid.cells.items():
            name = self.game.places[number].value.name
            if name == number:
                continue
            x, y = hexes.centre(cell)
            down = 0.4 if hexes.grid.top == "flat" else 0.33
            setter.check(name, "narrow-bold", lambda at=self.game.places[number]: at.span)
            size = min(NAME, max(theme.counter_floor, 0.13 * hexes.size))
            text = setter.line(name, x, round(y + down * hexes.size, 2), "narrow-bold", size, theme.ink, align=0.5)
            yield from haloed((text,), hexes.ground(number))
