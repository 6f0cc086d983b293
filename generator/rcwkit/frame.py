"""Frames: finished geometry in points (1/72 inch), origin at the top left, y downwards."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import dist
from typing import Literal, NamedTuple

from rcwkit.diagnostics import Span

Shape = Literal["square", "round", "hex"]
"""Four corners (a rectangle, too), a circle, or six corners with one to the left and one to the right."""

MM = 72 / 25.4
"""Points in a millimetre."""
SILENT = "\u200b"
"""The alternative text of what readers pass over, such as the letters of a shadow."""
HEX = 3**0.5 / 2
"""Distance across the flats of a hex, in its width across the corners."""
Point = tuple[float, float]


def sides(corners: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Return the sides of a polygon, each from a corner to the next."""
    return zip(corners, (*corners[1:], *corners[:1]), strict=True)


def encloses(corners: Sequence[Point], x: float, y: float) -> bool:
    """Return whether a polygon contains a point; one without corners does not."""
    within = False
    ax, ay = corners[-1] if corners else (x, y)
    for bx, by in corners:  # a plain loop: maps ask this of coasts with thousands of corners
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            within = not within
        ax, ay = bx, by
    return within


def area_of(corners: Sequence[Point]) -> float:
    """Return the area of a polygon, negative if its corners go the other way round."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in sides(corners)) / 2


def drawn_in(corners: Sequence[Point], by: float) -> tuple[Point, ...]:
    """Return a polygon drawn in by a distance on all sides; one whose corners go the other way round grows."""
    ways = [((b[0] - a[0]) / dist(a, b), (b[1] - a[1]) / dist(a, b)) for a, b in sides(corners)]
    found = []
    for (x, y), (across, down), (along, below) in zip(corners, (ways[-1], *ways), ways, strict=False):
        far = by / (1 + across * along + down * below)
        found.append((x - (down + below) * far, y + (across + along) * far))
    return tuple(found)


def cross(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle: on one side of the line through a and b, c makes it negative."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def box_of(points: Sequence[Point]) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of points, of which there is at least one."""
    across, down = zip(*points, strict=True)
    return min(across), min(down), max(across), max(down)


class Rect(NamedTuple):
    """A rectangle, filled, stroked or both, with corners of `radius`."""

    x: float
    y: float
    width: float
    height: float
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0
    radius: float = 0.0


class Circle(NamedTuple):
    """A circle around (x, y)."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0


class Line(NamedTuple):
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    line: float


class Polygon(NamedTuple):
    """A closed shape (or an open one with `closed=False`)."""

    points: tuple[tuple[float, float], ...]
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0
    closed: bool = True


class Subpath(NamedTuple):
    """A line that begins at `start`: steps of two numbers go straight to (x, y), those of six along a cubic curve."""

    start: tuple[float, float]
    steps: tuple[tuple[float, ...], ...]
    closed: bool = False


class Path(NamedTuple):
    """Curves, filled as one shape (by the non-zero rule, or `even_odd`), stroked or both.

    Joins that are longer than `miter` line widths are cut off, as in SVG. A `dash` has the lengths of dashes and of the
    spaces between them in turn; the line begins `phase` into them.
    """

    subpaths: tuple[Subpath, ...]
    fill: str | None = None
    stroke: str | None = None
    line: float = 0.0
    even_odd: bool = False
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter: float = 4.0
    dash: tuple[float, ...] = ()
    phase: float = 0.0


class Gradient(NamedTuple):
    """A box filled with colours that run into one another; groups clip it to shapes.

    `axis` is the line (x, y, x, y) along which they run, or the circles (x, y, radius, x, y, radius) from the first to
    the last. `stops` are places on it from 0 to 1, each with a colour and its opacity. `matrix` moves the axis, not the
    box.
    """

    x: float
    y: float
    width: float
    height: float
    axis: tuple[float, ...]
    stops: tuple[tuple[float, str, float], ...]
    matrix: tuple[float, float, float, float, float, float] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Text(NamedTuple):
    """One run of text in one font (a name from the font book); (x, y) is the start of its baseline.

    With an `outline`, its letters have the colour `inside`, with a line of this width in their own.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: str
    spacing: float = 0.0
    outline: float = 0.0
    inside: str = "#FFFFFF"


class Picture(NamedTuple):
    """A checked raster picture, named by the hash of its bytes."""

    x: float
    y: float
    width: float
    height: float
    digest: str


class Group(NamedTuple):
    """Items placed at (x, y), and rotated `rotate` degrees clockwise and scaled about that point.

    Groups of the same `key` are drawn once and reused. `clip` is (x, y, width, height) in the group's own coordinates.
    `role` is the PDF tag (H1, H2, P, TR with TH and TD in it, Figure), `alt` the text that screen readers read instead
    (without a role, in place of a sign among words). `at` (file:line) is the source of its words. `within` clips to a
    polygon, given by its corners, or to what a path fills. `opacity` is that of the group as a whole. One with `mirror`
    is turned left to right before it is rotated.
    """

    items: "tuple[Item, ...]"
    x: float = 0.0
    y: float = 0.0
    rotate: float = 0.0
    key: str = ""
    clip: tuple[float, float, float, float] | None = None
    scale: float = 1.0
    role: str = ""
    alt: str = ""
    at: str = ""
    within: tuple[tuple[float, float], ...] | Path = ()
    opacity: float = 1.0
    mirror: bool = False


Item = Rect | Circle | Line | Polygon | Path | Gradient | Text | Picture | Group


def pictured(items: tuple[Item, ...]) -> bool:
    """Return whether a raster picture is among items."""
    return any(pictured(one.items) if isinstance(one, Group) else isinstance(one, Picture) for one in items)


def placed_anew(items: tuple[Item, ...], places: Mapping[str, str]) -> tuple[Item, ...]:
    """Return items whose words come from other places (file:line)."""
    return tuple(
        one._replace(items=placed_anew(one.items, places), at=places.get(one.at, one.at))
        if isinstance(one, Group)
        else one
        for one in items
    )


class Frame(NamedTuple):
    """One face of a finished piece, such as a card, counter or board: its trim size and items.

    Items may extend `bleed` points beyond the trim on every side. `name` and `at` (file:line) tell its source.
    A `shape` other than square is cut along the circle or hex that the trim size encloses, one with an `outline` along
    that polygon.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    name: str = ""
    at: str = ""
    shape: Shape = "square"
    outline: tuple[tuple[float, float], ...] = ()

    @property
    def span(self) -> Span:
        """The place that `at` names."""
        file, _, line = self.at.rpartition(":")
        return Span(file, int(line)) if line.isdecimal() else Span(self.at)

    @property
    def nameless(self) -> "Frame":
        """The same without its name and place, so that identical drawings compare equal."""
        return self._replace(name="", at="")


class Field(NamedTuple):
    """A form field for the screen, on top of the drawing: its box, label, and kind (tick box, one line or several)."""

    x: float
    y: float
    width: float
    height: float
    said: str
    kind: Literal["tick", "write", "lines"] = "tick"

    def moved(self, x: float, y: float) -> "Field":
        """Return the field moved by (x, y)."""
        return Field(self.x + x, self.y + y, *self[2:])


class Miniature(NamedTuple):
    """A page as it is drawn small: its size, and shapes with their colour, line and corners, all in whole points.

    A shape without a line is filled. `page` is what texts call the page.
    """

    width: int
    height: int
    shapes: tuple[tuple[str, int, tuple[int, ...]], ...]
    page: str = ""


Cuts = tuple[tuple[tuple[float, float], ...], ...]
"""Lines along which pieces are cut, each as the corners of a polygon."""


class Sheet(NamedTuple):
    """A page ready to draw: paper size, items, label ('sheet 2 of 5, front') and trim box (x, y, width, height).

    `bleed` is how far items extend beyond that box. `outline` is the path of its bookmark; a sheet of text has
    `headings` (level, title, y) as bookmarks instead, with levels from 0 and no level skipped. `page` is what
    texts call it: 3, or 3b where page 3 runs over several sheets. One that is `behind` is printed on the back of the
    sheet before. `cuts` are the lines along which its pieces are cut, each as the corners of a polygon, where they come
    out on paper: at true size, even if items are scaled for a printer. `pieces` are the ids of these pieces.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    label: str
    trim: tuple[float, float, float, float] | None = None
    outline: tuple[str, ...] = ()
    bleed: float = 0.0
    fields: tuple[Field, ...] = ()
    headings: tuple[tuple[int, str, float], ...] = ()
    page: str = ""
    behind: bool = False
    cuts: Cuts = ()
    pieces: tuple[str, ...] = ()

    def cut_as(self, move: Callable[[float, float], tuple[float, float]]) -> Cuts:
        """Return the cuts with every corner moved."""
        return tuple(tuple(move(x, y) for x, y in line) for line in self.cuts)
