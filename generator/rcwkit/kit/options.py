"""Build options; a light module, so that a build with nothing to do stays fast."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rcwkit.reading.settings import SHELVES

if TYPE_CHECKING:
    from rcwkit.kit.kinds import File
    from rcwkit.look.edition import Backs, Edition, Flip, Marks, Printer
    from rcwkit.look.theme import Ink
    from rcwkit.models.base import Shelf

__all__ = ["Options", "Print"]

Print = Literal["usual", "large"]
"""Type size of reference components."""


class Options(NamedTuple):
    """The options of a build; with `screen`, text documents have form fields instead of boxes to fill in.

    Only files on its `shelves` are made. Maps and mats larger than the paper are tiled, or put on the paper `whole`.
    """

    paper: str = "a4"
    backs: Backs = "duplex"
    flip: Flip = "long"
    bleed: float | None = None
    outline: bool = False
    corners: bool = False
    printer: Printer | None = None
    marks: Marks = "front"
    ink: Ink = "full"
    aids: Print = "usual"
    screen: bool = False
    shelves: tuple[Shelf, ...] = SHELVES
    whole: str | None = None

    @property
    def edition(self) -> Edition:
        """How cut sheets are printed."""
        from rcwkit.look.edition import Edition
        from rcwkit.look.grids import LARGE, PAPERS

        paper = LARGE[self.paper] if self.paper in LARGE else PAPERS[self.paper]
        return Edition(paper, self.backs, self.flip, self.bleed, self.outline, self.corners, self.printer, self.marks)

    @property
    def reading(self) -> Options:
        """The options that matter for a text document."""
        from rcwkit.look.grids import READING

        return Options(paper=READING[self.paper], ink=self.ink, aids=self.aids, screen=self.screen)

    def of(self, file: File) -> Options:
        """Return the options that matter for one file; equal for all editions that print it alike."""
        paper = self.whole if self.whole and file.spread else self.paper
        matters = self._replace(screen=False, shelves=SHELVES, paper=paper, whole=None) if file.cut else self.reading
        return matters if file.large else matters._replace(aids="usual")

    def as_json(self) -> dict[str, Any]:
        """Return the options as plain data."""
        return {**self._asdict(), "printer": self.printer and self.printer._asdict()}
