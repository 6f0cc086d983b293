"""Kits as pictures: every piece front and back, sheets for virtual tables, or every page, with an index."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any, Literal

from rcwkit.art.images import png
from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.frame import MM, Frame
from rcwkit.kinds.kind import Cut, File
from rcwkit.kit.build import PROGRAM, Made, Options, Step, opened, stop
from rcwkit.kit.pipeline import Kit, Planned, kit_of, make_all, shared
from rcwkit.kit.publish import named_apart, publish
from rcwkit.sheets.imposition import CutPiece
from rcwkit.sheets.pictures import DPI, Bleed, pages, pictures, pixels, tiles
from rcwkit.source.project import Project
from rcwkit.type.text import Setter
from rcwkit.workers import pooled

__all__ = ["Gallery", "INDEX", "Shot", "gallery"]

INDEX = "index.json"
"""Index of a gallery: what each picture shows."""
COLUMNS, ROWS = 10, 7
"""Grid of a full sheet for a virtual table; the last cell is for the back of hidden cards."""
LARGEST = 4096
"""Most pixels on a side of such a sheet: what every graphics card can show."""

What = Literal["pieces", "sheets", "pages"]


@dataclass(frozen=True)
class Shot:
    """What to picture, at how many pixels per inch, and with which bleed (single pieces only)."""

    what: What = "pieces"
    dpi: float = DPI
    bleed: Bleed = "none"


@dataclass(frozen=True)
class Gallery:
    """The pictures made, with their sizes in bytes, and diagnostics."""

    game: str
    folder: Path
    files: dict[str, int]
    diagnostics: list[Diagnostic] = field(default_factory=list)
    missing: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the gallery as plain data."""
        files = [{"name": name, "bytes": size} for name, size in self.files.items()]
        return {"game": self.game, "folder": self.folder.as_posix(), "files": files, "missing": self.missing}


@dataclass(frozen=True)
class _Picture:
    """Pictures under one name: front and back, or a page; `facts` describe them in the index."""

    name: str
    facts: dict[str, Any]
    sides: dict[str, bytes]


@dataclass(frozen=True)
class _Pictures:
    """The pictures of one file of a kit."""

    pictures: list[_Picture] = field(default_factory=list)
    diagnostics: tuple[Diagnostic, ...] = ()
    missing: str = ""


def gallery(project: Project, out: Path, options: Options, shot: Shot, step: Step, jobs: int = 1) -> Gallery:
    """Make the pictures of one game in `out/<game>/<what>/`. Raises InputError or Surroundings, changing nothing."""
    game, found = opened(project)
    kit, taken = Kit.of(project, game), list[_Pictures]()
    if shot.what == "pages":
        made = next(make_all([kit], {"": options}, step, jobs))[""]
        found += stop([diagnostic for one in made for diagnostic in one.about.diagnostics])
        taken += pooled(partial(_pages, shot=shot), made, jobs)
    else:
        plan = [kit.planned(file, options) for file in kit.files if file.cut]
        with shared([kit]):
            for planned, one in zip(plan, pooled(partial(_faces, shot=shot), plan, jobs), strict=True):
                taken.append(one)
                step(game.info.id, planned.stem, len(taken), len(plan))
    found += stop([diagnostic for one in taken for diagnostic in one.diagnostics])
    named, index = _files_and_index([picture for one in taken for picture in one.pictures])
    facts = {"tool": PROGRAM, "game": game.info.id, "what": shot.what, "dpi": shot.dpi, "bleed": shot.bleed}
    named[INDEX] = (json.dumps({**facts, "pictures": index}, indent=2, ensure_ascii=False) + "\n").encode()
    folder = out / game.kit / shot.what
    publish(folder, named, facts)
    missing = next((one.missing for one in taken if one.missing), "")
    return Gallery(game.info.id, folder, {name: len(data) for name, data in named.items()}, found, missing)


def _files_and_index(pictures: Sequence[_Picture]) -> tuple[dict[str, bytes], list[dict[str, Any]]]:
    """Return files by name, and the index."""
    files: dict[str, bytes] = {}
    index = []
    taken: set[str] = set()
    for picture in pictures:
        name = named_apart(picture.name, taken)
        named = {side: f"{name}-{side}.png" if side != "page" else f"{name}.png" for side in picture.sides}
        files |= {named[side]: data for side, data in picture.sides.items()}
        index.append({**picture.facts, **named})
    return files, index


def _pages(made: Made, shot: Shot) -> _Pictures:
    """The pages of a finished file."""
    shown = []
    for number, page in enumerate(pages(made.data, shot.dpi) if made.data else (), 1):
        facts = {"file": made.name, "title": made.about.component.title, "number": number}
        shown.append(_Picture(f"{made.name.removesuffix('.pdf')}-{number}", facts, {"page": png(page, shot.dpi)}))
    return _Pictures(shown, missing=made.missing)


def _faces(planned: Planned, shot: Shot) -> _Pictures:
    """The pieces of one file. Its errors go into the diagnostics."""
    kit, options = kit_of(planned), planned.options
    file, setter = kit.file(planned), kit.game.setter(options.ink)
    try:
        contents = file.lay_out(setter, options.edition.room)
        pieces = contents.pieces if isinstance(contents, Cut) else ()
        take = _pieces if shot.what == "pieces" else _sheets
        return _Pictures(list(take(file, pieces, setter, shot)), tuple(setter.found))
    except InputError as error:
        return _Pictures(diagnostics=tuple(error.diagnostics))


def _pieces(file: File, pieces: Sequence[CutPiece], setter: Setter, shot: Shot) -> Iterator[_Picture]:
    # Most backs are alike: identical drawings are rendered once.
    faces = list(dict.fromkeys(_anonymous(face) for piece in pieces for face in piece.faces))
    made = dict(
        zip(faces, pictures(faces, setter.book, dpi=shot.dpi, bleed=shot.bleed, images=setter.artwork), strict=True)
    )
    for piece in pieces:
        sides = {"front": piece.front} | ({"back": piece.back} if piece.back else {})
        size = pixels(piece.front, dpi=shot.dpi, bleed=shot.bleed)
        facts = {**_facts(piece), "file": file.stem, "mm": _size(piece.front), "pixels": size}
        drawn = {side: made[_anonymous(face)] for side, face in sides.items()}
        yield _Picture(piece.front.name.replace("/", "-"), facts, drawn)


def _sheets(file: File, pieces: Sequence[CutPiece], setter: Setter, shot: Shot) -> Iterator[_Picture]:
    """Group pieces of one size on sheets; the last cell of the fronts shows the first back, for hidden cards."""
    sizes: dict[tuple[float, float], list[CutPiece]] = {}
    for piece in pieces:
        sizes.setdefault(_size(piece.front), []).append(piece)
    most = COLUMNS * ROWS - 1
    parts = [group[at : at + most] for group in sizes.values() for at in range(0, len(group), most)]
    for number, part in enumerate(parts, 1):
        columns = min(COLUMNS, len(part) + 1)
        rows = ceil((len(part) + 1) / columns)
        across, down = (side / 25.4 for side in _size(part[0].front))
        dpi = min(shot.dpi, LARGEST // columns / across, LARGEST // rows / down)
        blank = [None] * (columns * rows - 1 - len(part))
        backs = [piece.back for piece in part]
        alike = len({_anonymous(back) if back else None for back in backs}) == 1
        facts = {"file": file.stem, "mm": _size(part[0].front), "columns": columns, "rows": rows, "one_back": alike}
        facts["places"] = [_facts(piece) for piece in part]
        fronts = [*(piece.front for piece in part), *blank, backs[0]]
        sides = {"front": tiles(fronts, columns, rows, setter.book, dpi=dpi, images=setter.artwork)}
        if alike and backs[0]:
            sides["back"] = next(pictures([backs[0]], setter.book, dpi=dpi, images=setter.artwork))
        elif any(backs):
            sides["back"] = tiles(backs, columns, rows, setter.book, dpi=dpi, images=setter.artwork)
        yield _Picture(f"{file.stem}-{number}", facts, sides)


def _facts(piece: CutPiece) -> dict[str, Any]:
    return {"id": piece.front.name, "title": piece.title, "copies": piece.copies}


def _size(frame: Frame) -> tuple[float, float]:
    return round(frame.width / MM, 2), round(frame.height / MM, 2)


def _anonymous(frame: Frame) -> Frame:
    """The frame without its name and place, so that identical drawings compare equal."""
    return frame._replace(name="", at="")
