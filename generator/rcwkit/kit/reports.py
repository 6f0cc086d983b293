"""Reports of builds: the files made, and the diagnostics."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic

__all__ = ["Report", "Step", "measured"]

Step = Callable[[str, str, int, int], None]
"""Called for each file made, with its game, its name, the number made so far and the number to make."""


class Report(NamedTuple):
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


def measured(report: Report) -> Report:
    """Return the report with the ink coverage of every page; this takes a fifth of a second per page."""
    from rcwkit.draw.proof import coverage

    names = (name for name in report.files if name.endswith(".pdf"))
    return report._replace(ink={name: coverage((report.folder / name).read_bytes()) for name in names})
