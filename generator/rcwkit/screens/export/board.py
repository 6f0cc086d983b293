"""Schematic boards: panels of boxes in rows, packed on one frame, and the place of each box."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, sqrt

from rcwkit.diagnostics import Span
from rcwkit.look.frame import Frame, Group, Item, Rect
from rcwkit.look.packing import pack
from rcwkit.look.text import Block, Box, Setter
from rcwkit.models.hexgrid import HexGrid

__all__ = ["Area", "Board", "Cell", "Hexes", "Panel", "Zone", "draw_board"]

MARGIN, GAP = 14.0, 10.0
"""Space around the board and between panels, in points."""
HEAD, LABEL, NOTE = 18.0, 18.0, 8.0
"""Heights of a panel's heading, a box's label, and the line at its foot, in points."""
ROOM = 5.0
"""Padding of a panel, in points."""
SIDE = 84.0
"""Width of the column of row titles, in points."""
SHAPE = 1.5
"""Intended ratio of a board's width to its height."""
LEAST = 480.0
"""Least width of the packing, and width of a board without panels, in points."""


@dataclass(frozen=True)
class Cell:
    """A box; `id` is unique on its board, `at` its place in the data.

    `across` is how many of its stacks stand side by side; all of them if 0. `name` is for the log, if not the title.
    """

    id: str
    title: str
    at: Span
    note: str = ""
    colour: str | None = None
    across: int = 0
    name: str = ""


@dataclass(frozen=True)
class Panel:
    """Boxes in rows of `columns` under a heading; `size` is the room for pieces in each, in points.

    `rows` are titles of the rows.
    """

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
        """Width and height of the panel."""
        wide, high = self.pitch
        side = SIDE if self.rows else 0.0
        return side + self.columns * wide + 2 * ROOM, HEAD + ceil(len(self.cells) / self.columns) * high + 2 * ROOM


@dataclass(frozen=True)
class Area:
    """A rectangle of a board in points; `title` names a box in the game log, `across` stacks stand side by side."""

    x: float
    y: float
    width: float
    height: float
    title: str
    across: int = 0

    def place(self, number: int, count: int) -> tuple[float, float]:
        """Return the centre of stack `number` (from 0) of `count` stacks, row by row."""
        across = min(self.across or count, count)
        row, column = divmod(number, across)
        rows = ceil(count / across)
        return self.x + self.width * (column + 0.5) / across, self.y + self.height * (row + 0.5) / rows


@dataclass(frozen=True)
class Zone:
    """A panel's area on a board, and the room for pieces in its boxes, by id."""

    area: Area
    cells: Mapping[str, Area]


@dataclass(frozen=True)
class Hexes:
    """A grid of hexes whose top left is at (x, y) on a board, in points."""

    grid: HexGrid
    x: float
    y: float


@dataclass(frozen=True)
class Board:
    """A board and its panels; `image` names its picture, which is the frame unless the table has it finished.

    A map of `hexes` has them as its grid. Counters come to rest at `snaps`, points of the frame.
    """

    name: str
    frame: Frame
    zones: tuple[Zone, ...] = ()
    image: str = ""
    hexes: Hexes | None = None
    snaps: tuple[tuple[float, float], ...] = ()

    @cached_property
    def cells(self) -> Mapping[str, Area]:
        """All boxes by id."""
        return {name: area for zone in self.zones for name, area in zone.cells.items()}


def draw_board(name: str, panels: Sequence[Panel], setter: Setter, shape: float = SHAPE) -> Board:
    """Draw panels on a board of about that `shape`, width to height. Text that does not fit is reported to `setter`."""
    extents = [(width + GAP, height + GAP) for width, height in (panel.extent for panel in panels)]
    wide = max(sqrt(shape * sum(width * height for width, height in extents)), *(width for width, _ in extents), LEAST)
    spots = pack(extents, (wide, sum(height for _, height in extents)), turn=False)
    items: list[Item] = []
    zones: list[Zone] = []
    for panel, spot in zip(panels, spots, strict=True):
        x, y = MARGIN + spot.x, MARGIN + spot.y
        items.append(Group(tuple(_drawn(panel, setter)), x, y))
        zones.append(_zone(panel, x, y))
    # Whole points give whole pixels at every resolution that is a multiple of 72.
    areas = [zone.area for zone in zones]
    width = ceil(max((area.x + area.width + MARGIN for area in areas), default=LEAST))
    height = ceil(max((area.y + area.height + MARGIN for area in areas), default=LEAST / SHAPE))
    ground = Rect(0, 0, width, height, setter.theme.paper)
    return Board(name, Frame(width, height, (ground, *items), name=name), tuple(zones))


def _zone(panel: Panel, x: float, y: float) -> Zone:
    titles: dict[str, Area] = {}
    for index, cell in enumerate(panel.cells):
        left, above = _corner(panel, index)
        title = f"{panel.rows[index // panel.columns]}: {cell.title}" if panel.rows else cell.name or cell.title
        titles[cell.id] = Area(x + left, y + above + LABEL, panel.size[0], panel.size[1], title, cell.across)
    return Zone(Area(x, y, *panel.extent, panel.title), titles)


def _corner(panel: Panel, index: int) -> tuple[float, float]:
    """Top left corner of a box within its panel."""
    wide, high = panel.pitch
    row, column = divmod(index, panel.columns)
    return ROOM + (SIDE if panel.rows else 0.0) + column * wide, HEAD + ROOM + row * high


def _drawn(panel: Panel, setter: Setter) -> list[Item]:
    theme, (width, height) = setter.theme, panel.extent
    plate = theme.plate(panel.colour or theme.ink)
    items: list[Item] = [Rect(0, 0, width, height, theme.page, plate.edge, 1.0), Rect(0, 0, width, HEAD, plate.ground)]
    at, bold = panel.cells[0].at, "narrow-bold"
    items += _fitted(panel.title, Box(6, 2, width - 12, HEAD - 4, "panel"), plate.text, 10, at, setter, font=bold)
    wide, high = panel.pitch
    for row, title in enumerate(panel.rows):
        box = Box(ROOM + 2, HEAD + ROOM + row * high + 2, SIDE - 6, high - 4, "row")
        items += _fitted(title, box, theme.ink, 9, at, setter, font=bold)
    for index, cell in enumerate(panel.cells):
        x, y = _corner(panel, index)
        ground = theme.washed(cell.colour, 0.2) if cell.colour else None
        items.append(Rect(x + 1, y + 1, wide - 2, high - 2, ground, theme.hairline, 0.6, 2.0))
        items += _fitted(cell.title, Box(x + 3, y + 2, wide - 6, LABEL - 3, "box"), theme.ink, 8, cell.at, setter)
        if cell.note:
            box = Box(x + 3, y + high - NOTE - 2, wide - 6, NOTE, "box")
            items += _fitted(cell.note, box, theme.quiet, 6.5, cell.at, setter)
    return items


def _fitted(
    text: str, box: Box, fill: str, size: float, at: Span, setter: Setter, font: str = "narrow"
) -> tuple[Item, ...]:
    def where(*_: object) -> Span:
        return at

    return setter.fit([Block(text, fill, font=font, bold="narrow-bold")], box, size, setter.theme.least, where)
