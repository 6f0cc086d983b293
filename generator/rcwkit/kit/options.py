"""Build options with the profiles of printers, and reports of builds; light, so that a build of what stands is fast.

`calibrate` makes a profile: one JSON file per printer, in the user's configuration folder.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span, Surroundings, nearest
from rcwkit.source.settings import SHELVES

if TYPE_CHECKING:
    from rcwkit.art.theme import Ink
    from rcwkit.kinds.kind import File
    from rcwkit.sheets.paper import Backs, Edition, Flip, Marks, Paper, Printer
    from rcwkit.source.base import Shelf

Print = Literal["usual", "large"]
"""Type size of reference components."""


class Options(NamedTuple):
    """The options of a build; with `screen`, text documents have form fields instead of boxes to fill in.

    Only files on its `shelves` are made; or only those that `only` names, by their stems or the beginnings of these, on
    any shelf, without a print guide. Maps and mats larger than the paper are tiled, or put on the paper `whole`. A
    `draft` is made although pictures are missing and texts do not fit.
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
    draft: bool = False

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
        return Options(paper=paper, ink=self.ink, aids=self.aids, screen=self.screen, draft=self.draft)

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
        facts = {**self._asdict(), "printer": self.printer and self.printer._asdict()}
        return facts if facts.pop("draft") is False else {**facts, "draft": True}


def _is_named(file: File, name: str) -> bool:
    return any(stem == name or stem.startswith(f"{name}-") for stem in (file.stem, *file.of))


ONLY, DRAFT = "only", "draft"
"""Folders of files that are made by themselves, and of drafts, within the kit's folder."""
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


_NAME = re.compile(r"^[A-Za-z0-9][A-Za-z0-9_-]{0,19}$")


def printers_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """Return the folder of the profiles: under XDG_CONFIG_HOME if set, else the platform's usual place."""
    home = Path(environment.get("HOME") or environment.get("USERPROFILE") or Path.home())
    if Path(environment.get("XDG_CONFIG_HOME", "")).is_absolute():
        base = Path(environment["XDG_CONFIG_HOME"])
    elif platform == "darwin":
        base = home / "Library" / "Application Support"
    elif platform == "win32":
        base = Path(environment.get("APPDATA") or home / "AppData" / "Roaming")
    else:
        base = home / ".config"
    return base / "rcwkit" / "printers"


def printer_names() -> list[str]:
    """Return the printers that have a profile."""
    return sorted(path.stem for path in printers_folder().glob("*.json") if _NAME.match(path.stem))


def profile(name: str, back: tuple[float, float], scale: float, flip: str) -> Printer:
    """Return a profile from readings in mm and per cent. Raises InputError for readings no test sheet can give."""
    from rcwkit.sheets.paper import Printer
    from rcwkit.sheets.tiling import FAULT, SCALES  # which a build with nothing to do does not load

    span = Span("calibrate", 0)
    if not _NAME.match(name):
        hint = "use up to 20 letters, digits, '-' and '_'"
        raise InputError.of("E550", f"'{name}' is not a valid printer name", span, hint)
    if not all(abs(value) <= FAULT for value in back):
        message = f"backs that are off by {back[0]:g}, {back[1]:g} mm cannot be corrected"
        hint = f"from -{FAULT:g} to {FAULT:g} mm; if they are further off, print the sheet again"
        raise InputError.of("E550", message, span, hint)
    if not SCALES[0] <= scale <= SCALES[1]:
        hint = f"from {SCALES[0]:g} to {SCALES[1]:g}; switch off 'fit to page' and print the sheet again"
        raise InputError.of("E550", f"a scale of {scale:g} % cannot be corrected", span, hint)
    return Printer(name, back, scale, "short" if flip == "short" else "long")


def printer(name: str) -> Printer:
    """Return the stored profile of a printer. Raises InputError if it is missing or unreadable."""
    path = printers_folder() / f"{name}.json"
    if name not in printer_names():
        hint = (
            nearest(name, printer_names()) or f"store one with: rcwkit calibrate --name {name} --back 0,0 --scale 100"
        )
        raise InputError.of("E551", f"no printer '{name}'", Span("--printer", 0), hint)
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        across, down = data["back"]
        return profile(name, (float(across), float(down)), float(data["scale"]), data["flip"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        found = Diagnostic("E551", f"the profile cannot be read: {error}", Span(str(path)), "store it again")
        raise InputError([found]) from error


def store(printer: Printer) -> Path:
    """Write a profile atomically, replacing an older one of its name. Raises Surroundings."""
    from rcwkit.kit.publish import put

    path = printers_folder() / f"{printer.name}.json"
    facts = {key: value for key, value in printer._asdict().items() if key != "name"}
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Surroundings(f"cannot write {path}: {error.strerror or error}") from error
    put(path, (json.dumps(facts, indent=2) + "\n").encode())
    return path
