"""Figures: drawings in colours by role, from `templates/art/` or the game's folder, and their place on a page."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import lru_cache
from math import cos, pi, sin
from typing import Literal, NamedTuple

from rcwkit.bundled import bundled
from rcwkit.frame import Circle, Group, Item, Line, Path, Polygon, Rect, Subpath

FigureFolder = Literal["branches", "frames", "marks", "motifs", "portraits", "posters", "scenes", "signs", "symbols"]
ROLES: Mapping[FigureFolder, tuple[str, ...]] = {
    **dict.fromkeys(("branches", "frames", "marks", "signs", "symbols"), ("ink", "ground")),
    "motifs": ("ink", "accent", "paper"),
    "portraits": ("key", "dark", "lit", "accent", "gold", "crown", "band", "light"),
    "posters": ("ground", "strong", "shade", "sky", "light"),
    "scenes": ("ink", "accent", "second", "gold", "sky", "light"),
}
"""The colours of figures: black and `currentColor` mean the first role, white the last, `var(--accent)` that one."""
Colours = Mapping[str | None, str | None]
"""Roles, with what they are printed in; None for None."""
Shown = Circle | Line | Path | Polygon | Rect
"""What a figure consists of."""


class Figure(NamedTuple):
    """A drawing in units of its own, from the upper left corner of its view box at (left, top).

    Roles are in the place of colours. `fit` is the class of its root element, which says how a branch fits its frame.
    Shapes with a transformation are in groups.
    """

    left: float
    top: float
    width: float
    height: float
    items: tuple[Item, ...]
    fit: str = ""


class Placing(NamedTuple):
    """The place of a figure: its origin, and how many points a unit has `across` and `down`, and one of a line.

    Corners and origins of groups are rounded to so many digits.
    """

    x: float
    y: float
    across: float
    down: float
    line: float
    turn: float = 0.0
    digits: int = 3

    @property
    def unit(self) -> float:
        """How many points a unit has for what is not distorted."""
        return min(self.across, self.down)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point is."""
        x, y = x * self.across, y * self.down
        if self.turn:
            east, south = cos(self.turn * pi / 180), sin(self.turn * pi / 180)
            x, y = x * east - y * south, x * south + y * east
        return self.x + x, self.y + y

    def corners(self, points: Iterable[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        """Return where corners are, rounded."""
        placed = (self.at(x, y) for x, y in points)
        return tuple((round(x, self.digits), round(y, self.digits)) for x, y in placed)

    def within(self, group: Group) -> Placing:
        """Return the place of what a group holds: its origin moves with the figure, its shapes keep their form."""
        ((x, y),), unit = self.corners(((group.x, group.y),)), self.unit * group.scale
        return Placing(x, y, unit, unit, self.line * group.scale, self.turn + group.rotate, self.digits)


def place(items: tuple[Item, ...], to: Placing, colours: Colours) -> Iterator[Shown]:
    """Yield the shapes of a figure in their place and colours."""
    for item in items:
        match item:
            case Group():
                yield from place(item.items, to.within(item), colours)
            case Line(x1, y1, x2, y2, stroke, line):
                yield Line(*to.at(x1, y1), *to.at(x2, y2), colours[stroke] or stroke, line * to.line)
            case Rect(x, y, width, height, fill, stroke, line, radius):
                paint = colours[fill], colours[stroke], line * to.line
                if to.turn:
                    edges = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
                    yield Polygon(to.corners(edges), *paint)
                else:
                    left, top = to.at(x, y)
                    yield Rect(left, top, width * to.across, height * to.down, *paint, radius * to.unit)
            case Circle(x, y, radius, fill, stroke, line):
                yield Circle(*to.at(x, y), radius * to.unit, colours[fill], colours[stroke], line * to.line)
            case Polygon(points, fill, stroke, line, closed):
                paint = colours[fill], colours[stroke], line * to.line
                yield Polygon(to.corners(points), *paint, closed)
            case Path():
                subpaths = tuple(_moved(subpath, to) for subpath in item.subpaths)
                fill, stroke = colours[item.fill], colours[item.stroke]
                yield item._replace(subpaths=subpaths, fill=fill, stroke=stroke, line=item.line * to.line)


def _moved(subpath: Subpath, to: Placing) -> Subpath:
    steps = (
        tuple(number for at in range(0, len(step), 2) for number in to.at(step[at], step[at + 1]))
        for step in subpath.steps
    )
    return Subpath(to.at(*subpath.start), tuple(steps), subpath.closed)


class Figures:
    """Finds figures by name: those that `own` yields, which stand for shipped ones of the same name, and the rest.

    It has some only in these `folders`.
    """

    def __init__(
        self, own: Callable[[FigureFolder, str], Figure | None] | None = None, folders: Container[str] = ()
    ) -> None:
        self._own, self._folders = own, folders

    def of(self, folder: FigureFolder) -> Figures:
        """Return what finds those of a folder: if all are shipped, the same for every game."""
        return self if folder in self._folders else SHIPPED

    def find(self, folder: FigureFolder, name: str) -> Figure:
        """Return a figure; a wedge for an unknown motif, which `check` refuses, or a mark for a symbol of its name.

        Raises KeyError for other names.
        """
        try:
            return self._own and self._own(folder, name) or _shipped(folder, name)
        except KeyError:
            if folder in ("motifs", "posters") and name != "wedge":
                return self.find(folder, "wedge")
            if folder == "symbols":
                return self.find("marks", name)
            raise


SHIPPED = Figures()
"""Without a game's own."""


@lru_cache(maxsize=256)
def _shipped(folder: FigureFolder, name: str) -> Figure:
    """Read a figure of `templates/art/`. Raises KeyError."""
    from rcwkit.art.svg import figure

    try:
        return figure((bundled("templates") / "art" / folder / f"{name}.svg").read_bytes(), ROLES[folder])
    except OSError as error:
        raise KeyError(name) from error
