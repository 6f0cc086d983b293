"""How a kit is printed: paper, backs, and what is known of the printer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from rcwkit.look.frame import MM, Group, Sheet
from rcwkit.look.grids import Paper

__all__ = ["FREE", "Backs", "Edition", "Flip", "Marks", "Printer"]

Backs = Literal["duplex", "gutterfold", "sheets", "none"]
Flip = Literal["long", "short"]
Marks = Literal["front", "both"]

FREE = 1.75
"""How far backs may move (mm) without more margin: what crop marks take on the front is free on the back."""


@dataclass(frozen=True, slots=True)
class Printer:
    """What a printer does: `back` is how far to the right and how low (mm) it prints backs, seen from the front.

    `scale` is how long (%) a line comes out, `flip` the edge over which it turned the paper when that was measured.
    """

    name: str
    back: tuple[float, float] = (0.0, 0.0)
    scale: float = 100.0
    flip: Flip = "long"

    @property
    def factor(self) -> float:
        """How many times larger to draw."""
        return 100 / self.scale

    @property
    def said(self) -> str:
        """The profile in a line, as sheets print it."""
        x, y = (f"{value:+.4g}".replace("-", "−") if value else "0" for value in self.back)
        return f"{self.name}: backs {x}, {y} mm; {self.scale:.4g} %"

    def paper(self, paper: Paper, two_sided: bool, free: float = FREE) -> Paper:
        """The paper with as much more margin as moved and enlarged drawings need; `free` (mm) is what backs leave free."""
        moved = max(0.0, max(abs(value) for value in self.back) * self.factor - free) if two_sided else 0.0
        larger = max(0.0, self.factor - 1) * max(paper.width, paper.height) / 2
        return replace(paper, margin=paper.margin + moved + larger)

    def shift(self, *, upright: bool) -> tuple[float, float]:
        """How far (points) to move what is on a back page as it is seen when the sheet is turned like a page of a book.

        Pages that lie on their side are printed turned: they take the correction the other way round.
        """
        x, y = self.back[0] * MM, self.back[1] * MM
        return (x, -y) if upright else (y, x)

    def scaled(self, sheet: Sheet) -> Sheet:
        """The sheet drawn so much larger, from the middle of the page, that it comes out true."""
        factor = self.factor
        if factor == 1.0:
            return sheet
        x, y = sheet.width / 2 * (1 - factor), sheet.height / 2 * (1 - factor)
        trim = sheet.trim and (
            sheet.trim[0] * factor + x,
            sheet.trim[1] * factor + y,
            sheet.trim[2] * factor,
            sheet.trim[3] * factor,
        )
        return sheet._replace(items=(Group(sheet.items, x, y, scale=factor),), trim=trim, bleed=sheet.bleed * factor)


class Edition(NamedTuple):
    """How sheets are printed: `flip` is the edge over which a duplex printer turns the paper, `bleed` (mm) caps the pieces' own.

    `outline` draws the trim of every front, `corners` rounds it. Crop marks stand on fronts, on request on `both` sides.
    For a `printer` the drawing is scaled and the backs are moved.
    """

    paper: Paper
    backs: Backs = "duplex"
    flip: Flip = "long"
    bleed: float | None = None
    outline: bool = False
    corners: bool = False
    printer: Printer | None = None
    marks: Marks = "front"

    @property
    def room(self) -> Paper:
        """The paper with the margin that it takes to make good the printer's faults."""
        if self.printer is None:
            return self.paper
        return self.printer.paper(self.paper, self.backs == "duplex", FREE if self.marks == "front" else 0.0)
