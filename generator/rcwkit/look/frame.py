"""Frames: finished geometry in points (1/72 inch), origin at the top left, y downwards. Drawing takes them and decides nothing.

Items are named tuples: a large deck has hundreds of thousands, and these are made and read several times as fast as other frozen classes.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["MM", "Circle", "Field", "Frame", "Group", "Item", "Line", "Picture", "Polygon", "Rect", "Sheet", "Text"]

MM = 72 / 25.4
"""Points in a millimetre."""


class Rect(NamedTuple):
    """A rectangle, filled, stroked or both; `radius` rounds its corners."""

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


class Text(NamedTuple):
    """One run of text in one font (a name from the font book); (x, y) is the start of its baseline."""

    x: float
    y: float
    text: str
    font: str
    size: float
    fill: str
    spacing: float = 0.0


class Picture(NamedTuple):
    """A checked raster picture, by the hash of its bytes."""

    x: float
    y: float
    width: float
    height: float
    digest: str


class Group(NamedTuple):
    """Items moved by (x, y) and turned by `rotate` degrees clockwise around that point; equal `key`s are drawn once and reused.

    `clip` (x, y, width, height), in the group's own coordinates, hides what lies outside. `scale` enlarges from the same point.
    `role` says what it is when the page is read aloud (H1, H2, P, TR with TH and TD in it, Figure), `alt` what is read in its place.
    `at` (file:line) is where its words stand.
    """

    items: tuple[Item, ...]
    x: float = 0.0
    y: float = 0.0
    rotate: float = 0.0
    key: str = ""
    clip: tuple[float, float, float, float] | None = None
    scale: float = 1.0
    role: str = ""
    alt: str = ""
    at: str = ""


Item = Rect | Circle | Line | Polygon | Text | Picture | Group


class Frame(NamedTuple):
    """A finished piece (one face of a card or counter, a board): its trim size and what is on it.

    Items may reach `bleed` points beyond the trim on every side. `name` and `at` (file:line) say where it comes from.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    name: str = ""
    at: str = ""


class Field(NamedTuple):
    """A form field for the screen over what is drawn there: its box, what it is for, and whether it is ticked or holds a word or several lines."""

    x: float
    y: float
    width: float
    height: float
    said: str
    kind: Literal["tick", "write", "lines"] = "tick"

    def moved(self, x: float, y: float) -> Field:
        """The same field elsewhere."""
        return self._replace(x=self.x + x, y=self.y + y)


class Sheet(NamedTuple):
    """A page ready to draw: paper size, items, its label ('sheet 2 of 5, front'), and the box to be cut (x, y, width, height).

    `bleed` is how far items reach beyond that box; `outline` names the headings above the sheet in the bookmarks; `fields` are form fields.
    A sheet of text has its `headings` (level, title, y) for bookmarks instead; levels begin at 0 and none is left out.
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
