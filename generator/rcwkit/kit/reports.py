"""What a build tells: the files it made, and what was found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from rcwkit.diagnostics import Diagnostic

__all__ = ["Report", "Step", "measured"]

Step = Callable[[str, str, int, int], None]
"""Called when a file is made: its game, its name, how many are made, and how many there are to make."""


@dataclass(frozen=True)
class Report:
    """What a build made: file names with their sizes in bytes, pages, the ink of each page in per cent if it was measured, and what was found.

    `unmade` names the documents that could not be made here, `missing` says what they lack.
    """

    game: str
    folder: Path
    files: dict[str, int]
    pages: dict[str, int]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    missing: str = ""
    ink: dict[str, list[float]] = field(default_factory=dict)
    unmade: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The same facts as plain data."""
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
    """The report with the ink of every page of its files, which takes a fifth of a second a page."""
    from rcwkit.draw.proof import coverage

    return replace(
        report,
        ink={name: coverage((report.folder / name).read_bytes()) for name in report.files if name.endswith(".pdf")},
    )
