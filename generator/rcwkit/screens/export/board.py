"""Schematic boards: headed panels of boxes in rows, packed onto one frame, and where in it each box lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

from rcwkit.diagnostics import Span
from rcwkit.look.frame import Frame, Group, Item, Rect
from rcwkit.look.packing import pack
from rcwkit.look.text import Block, Box, Setter

__all__ = ["Area", "Board", "Cell", "Panel", "Zone", "draw_board"]

MARGIN, GAP = 14.0, 10.0
"""Around the board and between its panels, in points."""
HEAD, LABEL, NOTE = 18.0, 18.0, 8.0
"""The heights of a panel's heading, of a box's label, and of the line at its foot, in points."""
ROOM = 5.0
"""Within a panel, around its boxes."""
SIDE = 84.0
"""The width of the column for the titles of rows, in points."""
SHAPE = 1.5
"""A board is about so many times as wide as high."""
LEAST = 480.0
"""The least width of the packing, and the width of a board without panels."""


@dataclass(frozen=True)
class Cell:
    """A box. `id` is its name among all boxes of a board; `at` is where it comes from."""

    id: str
    title: str
    at: Span
    note: str = ""
    colour: str | None = None


@dataclass(frozen=True)
class Panel:
    """Boxes in rows of `columns` under a heading; `size` is what each has room for, in points; `rows` are titles before the rows."""

    title: str
    cells: tuple[Cell, ...]
    columns: int
    size: tuple[float, float]
    colour: str | None = None
    rows: tuple[str, ...] = ()

    @property
    def pitch(self) -> tuple[float, float]:
        """Width and height of a box with its label."""
        return self.size[0], self.size[1] + LABEL + (NOTE if any(cell.note for cell in self.cells) else 0.0)

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the whole panel."""
        wide, high = self.pitch
        side = SIDE if self.rows else 0.0
        return side + self.columns * wide + 2 * ROOM, HEAD + ceil(len(self.cells) / self.columns) * high + 2 * ROOM


@dataclass(frozen=True)
class Area:
    """A rectangle of a board in points; `title` names a box in the log of play."""

    x: float
    y: float
    width: float
    height: float
    title: str

    def place(self, number: int, count: int) -> tuple[float, float]:
        """The centre of the `number`th (from 0) of `count` stacks side by side in it."""
        return self.x + self.width * (number + 0.5) / count, self.y + self.height / 2


@dataclass(frozen=True)
class Zone:
    """A panel's place on a board, and its boxes by id: the room for pieces in each."""

    area: Area
    cells: Mapping[str, Area]


@dataclass(frozen=True)
class Board:
    """A drawn board and its panels; `image` is the name of its picture."""

    name: str
    frame: Frame
    zones: tuple[Zone, ...] = ()
    image: str = ""

    @cached_property
    def cells(self) -> Mapping[str, Area]:
        """All boxes by id."""
        return {name: area for zone in self.zones for name, area in zone.cells.items()}


def draw_board(name: str, panels: Sequence[Panel], setter: Setter) -> Board:
    """Panels on a board. Text that does not fit is reported to the setter."""
    extents = [(width + GAP, height + GAP) for width, height in (panel.extent for panel in panels)]
    wide = max(sqrt(SHAPE * sum(width * height for width, height in extents)), *(width for width, _ in extents), LEAST)
    spots = pack(extents, (wide, sum(height for _, height in extents)), turn=False)
    items: list[Item] = []
    zones: list[Zone] = []
    for panel, spot in zip(panels, spots, strict=True):
        x, y = MARGIN + spot.x, MARGIN + spot.y
        items.append(Group(tuple(_drawn(panel, setter)), x, y))
        zones.append(_zone(panel, x, y))
    # Whole points make whole pixels at every resolution that is a multiple of 72.
    width, height = (
        ceil(max([start + area + MARGIN for start, area in sides], default=least))
        for sides, least in (
            ([(zone.area.x, zone.area.width) for zone in zones], LEAST),
            ([(zone.area.y, zone.area.height) for zone in zones], LEAST / SHAPE),
        )
    )
    return Board(
        name, Frame(width, height, (Rect(0, 0, width, height, setter.theme.paper), *items), name=name), tuple(zones)
    )


def _zone(panel: Panel, x: float, y: float) -> Zone:
    titles: dict[str, Area] = {}
    for index, cell in enumerate(panel.cells):
        left, above = _corner(panel, index)
        title = f"{panel.rows[index // panel.columns]}: {cell.title}" if panel.rows else cell.title
        titles[cell.id] = Area(x + left, y + above + LABEL, panel.size[0], panel.size[1], title)
    return Zone(Area(x, y, *panel.extent, panel.title), titles)


def _corner(panel: Panel, index: int) -> tuple[float, float]:
    """The corner of a box within its panel."""
    wide, high = panel.pitch
    row, column = divmod(index, panel.columns)
    return ROOM + (SIDE if panel.rows else 0.0) + column * wide, HEAD + ROOM + row * high


def _drawn(panel: Panel, setter: Setter) -> list[Item]:
    theme, (width, height) = setter.theme, panel.extent
    plate = theme.plate(panel.colour or theme.ink)
    items: list[Item] = [Rect(0, 0, width, height, theme.page, plate.edge, 1.0), Rect(0, 0, width, HEAD, plate.ground)]
    at = panel.cells[0].at
    items += _fitted(
        panel.title, Box(6, 2, width - 12, HEAD - 4, "panel"), plate.text, 10, at, setter, font="narrow-bold"
    )
    wide, high = panel.pitch
    for row, title in enumerate(panel.rows):
        items += _fitted(
            title,
            Box(ROOM + 2, HEAD + ROOM + row * high + 2, SIDE - 6, high - 4, "row"),
            theme.ink,
            9,
            at,
            setter,
            font="narrow-bold",
        )
    for index, cell in enumerate(panel.cells):
        x, y = _corner(panel, index)
        ground = theme.washed(cell.colour, 0.2) if cell.colour else None
        items.append(Rect(x + 1, y + 1, wide - 2, high - 2, ground, theme.hairline, 0.6, 2.0))
        items += _fitted(cell.title, Box(x + 3, y + 2, wide - 6, LABEL - 3, "box"), theme.ink, 8, cell.at, setter)
        if cell.note:
            items += _fitted(
                cell.note, Box(x + 3, y + high - NOTE - 2, wide - 6, NOTE, "box"), theme.quiet, 6.5, cell.at, setter
            )
    return items


def _fitted(
    text: str, box: Box, fill: str, size: float, at: Span, setter: Setter, font: str = "narrow"
) -> tuple[Item, ...]:
    def where(*_: object) -> Span:
        return at

    return setter.fit([Block(text, fill, font=font, bold="narrow-bold")], box, size, setter.theme.least, where)
