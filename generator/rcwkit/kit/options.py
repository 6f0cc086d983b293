"""Build options, and reports of builds; light, so that a build with nothing to do stays fast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rcwkit.diagnostics import Diagnostic
from rcwkit.source.settings import SHELVES

if TYPE_CHECKING:
    from rcwkit.art.theme import Ink
    from rcwkit.kinds.kind import File
    from rcwkit.sheets.paper import Backs, Edition, Flip, Marks, Paper, Printer
    from rcwkit.source.base import Shelf

__all__ = ["ONLY", "Options", "Print", "BuildReport", "Step", "measured"]

Print = Literal["usual", "large"]
"""Type size of reference components."""


class Options(NamedTuple):
    """The options of a build; with `screen`, text documents have form fields instead of boxes to fill in.

    Only files on its `shelves` are made; or only those that `only` names, by their stems or the beginnings of these, on
    any shelf, without a print guide. Maps and mats larger than the paper are tiled, or put on the paper `whole`.
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
    only: tuple[str, ...] = ()

    def wants(self, file: File) -> bool:
        """Return whether a file is made."""
        if self.only:
            return any(_is_named(file, name) for name in self.only)
        return file.shelf in self.shelves

    def unknown(self, files: Sequence[File]) -> list[str]:
        """Return what `only` names although there are no such files."""
        return [name for name in self.only if not any(_is_named(file, name) for file in files)]

    @property
    def edition(self) -> Edition:
        """How cut sheets are printed."""
        from rcwkit.sheets.paper import LARGE, PAPERS, Edition

        paper = LARGE[self.paper] if self.paper in LARGE else PAPERS[self.paper]
        return Edition(paper, self.backs, self.flip, self.bleed, self.outline, self.corners, self.printer, self.marks)

    @property
    def reading(self) -> Options:
        """The options that matter for a text document; on large paper, large print has pages of two sizes."""
        from rcwkit.sheets.paper import READING

        paper = self.paper if self.aids == "large" else READING[self.paper]
        return Options(paper=paper, ink=self.ink, aids=self.aids, screen=self.screen)

    def paper_of(self, *, composed: bool = False) -> Paper:
        """Return the paper of a text document: large paper holds a composed page whole in large print."""
        from rcwkit.sheets.paper import PAPERS, READING

        return PAPERS[self.paper if composed and self.aids == "large" else READING[self.paper]]

    def of(self, file: File) -> Options:
        """Return the options that matter for one file; equal for all editions that print it alike."""
        paper = self.whole if self.whole and file.spread else self.paper
        matters = (
            self._replace(screen=False, shelves=SHELVES, paper=paper, whole=None, only=()) if file.cut else self.reading
        )
        if file.large:
            return matters
        return matters._replace(aids="usual") if file.cut else self._replace(aids="usual").reading

    def as_json(self) -> dict[str, Any]:
        """Return the options as plain data."""
        return {**self._asdict(), "printer": self.printer and self.printer._asdict()}


def _is_named(file: File, name: str) -> bool:
    return file.stem == name or file.stem.startswith(f"{name}-")


ONLY = "only"
"""Folder of files that are made by themselves, within the kit's folder."""
Step = Callable[[str, str, int, int], None]
"""Called for each file made, with its game, its name, the number made so far and the number to make."""


class BuildReport(NamedTuple):
    """What a build made: files with their sizes in bytes, pages, ink coverage in per cent if measured, diagnostics.

    `unmade` names the documents that could not be made here; `missing` says why.
    """

    game: str
    folder: Path
    files: dict[str, int]
    pages: dict[str, int]
    diagnostics: list[Diagnostic]
    missing: str = ""
    ink: dict[str, list[float]] = {}
    unmade: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        files: list[dict[str, Any]] = [
            {"name": name, "bytes": size, "pages": self.pages.get(name, 0)} for name, size in self.files.items()
        ]
        for file in files:
            file |= {"ink": [round(page, 2) for page in self.ink[file["name"]]]} if file["name"] in self.ink else {}
        return {
            "game": self.game,
            "folder": self.folder.as_posix(),
            "files": files,
            "missing": self.missing,
            "unmade": [*self.unmade],
        }


def measured(report: BuildReport) -> BuildReport:
    """Return the report with the ink coverage of every page; this takes a fifth of a second per page."""
    from rcwkit.sheets.pictures import coverage

    names = (name for name in report.files if name.endswith(".pdf"))
    return report._replace(ink={name: coverage((report.folder / name).read_bytes()) for name in names})
