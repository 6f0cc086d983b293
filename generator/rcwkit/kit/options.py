"""What a user may choose about a build; light, so that a build with nothing to do stays so."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from rcwkit.kit.kinds import File
    from rcwkit.look.edition import Backs, Edition, Flip, Marks, Printer
    from rcwkit.look.theme import Ink

__all__ = ["Options", "Print"]

Print = Literal["usual", "large"]
"""How large the type is of what is there to be read."""


@dataclass(frozen=True)
class Options:
    """What a user may choose about a build; for the `screen` text documents have form fields in place of boxes."""

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

    @property
    def edition(self) -> Edition:
        """How sheets are printed."""
        from rcwkit.look.edition import Edition
        from rcwkit.look.grids import PAPERS

        return Edition(
            PAPERS[self.paper], self.backs, self.flip, self.bleed, self.outline, self.corners, self.printer, self.marks
        )

    @property
    def reading(self) -> Options:
        """What of all this matters for a text document."""
        from rcwkit.look.grids import READING

        return Options(paper=READING[self.paper], ink=self.ink, aids=self.aids, screen=self.screen)

    def of(self, file: File) -> Options:
        """What of all this matters for one file: the same for all options that print it alike."""
        matters = replace(self, screen=False) if file.cut else self.reading
        return matters if file.large else replace(matters, aids="usual")

    def as_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)
