"""How a kit is printed: paper, backs, and the printer's calibration."""

from typing import Literal, NamedTuple

from rcwkit.look.frame import MM, Group, Sheet
from rcwkit.look.grids import Paper
from rcwkit.look.language import Language

__all__ = ["FREE", "Backs", "Edition", "Flip", "Marks", "Printer"]

Backs = Literal["duplex", "gutterfold", "sheets", "none"]
Flip = Literal["long", "short"]
Marks = Literal["front", "both"]

FREE = 1.75
"""How far backs may shift (mm) without more margin: the space that crop marks take on fronts."""


class Printer(NamedTuple):
    """A printer's errors: `back` is how far right and down (mm) it prints backs, seen from the front.

    `scale` is the length (%) at which a line comes out, `flip` the edge over which the paper turned in the measurement.
    """

    name: str
    back: tuple[float, float] = (0.0, 0.0)
    scale: float = 100.0
    flip: Flip = "long"

    @property
    def factor(self) -> float:
        """The factor that makes up for the scale."""
        return 100 / self.scale

    def said(self, say: Language) -> str:
        """Return the profile in one line, as printed on sheets."""
        x, y = (say.number(f"{value:+.4g}").replace("-", "−") if value else "0" for value in self.back)
        scale = say.number(f"{self.scale:.4g}")
        return say("{printer}: backs {x}, {y} mm; {scale} %", printer=self.name, x=x, y=y, scale=scale)

    def paper(self, paper: Paper, two_sided: bool, free: float = FREE) -> Paper:
        """Return the paper with the margin that the corrections need; `free` (mm) is unused on backs."""
        moved = max(0.0, max(abs(value) for value in self.back) * self.factor - free) if two_sided else 0.0
        larger = max(0.0, self.factor - 1) * max(paper.width, paper.height) / 2
        return paper._replace(margin=paper.margin + moved + larger)

    def shift(self, *, upright: bool) -> tuple[float, float]:
        """Return how far (pt) to move the drawing of a back page, as seen when the sheet is turned like a book's page.

        Landscape pages are printed rotated, so their correction is too.
        """
        x, y = self.back[0] * MM, self.back[1] * MM
        return (x, -y) if upright else (y, x)

    def scaled(self, sheet: Sheet) -> Sheet:
        """Return the sheet scaled about the centre of the page, so that it prints at true size."""
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
    """How sheets are printed.

    `flip` is the edge over which a duplex printer turns the paper; `bleed` (mm) caps that of pieces. `outline` draws
    the trim of fronts, `corners` rounds it. Crop marks are on fronts, or on `both` sides. A `printer` is compensated.
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
        """The paper, with the margin needed to compensate the printer."""
        if self.printer is None:
            return self.paper
        return self.printer.paper(self.paper, self.backs == "duplex", FREE if self.marks == "front" else 0.0)
