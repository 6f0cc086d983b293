"""Reprint only what changed since a kit was printed, with the list of what to take out and put in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.document.blocks import Block, Cell, DocumentPart, Grid, Heading, Row, TextDocument, again, document
from rcwkit.game.game import Game
from rcwkit.kinds.kind import Cut, File
from rcwkit.kit.build import Made, draw_sheets, make_document, manifest, noted, opened, stop
from rcwkit.kit.changes import DOCUMENTS, Changes, CopyChange, compare, facts, facts_of
from rcwkit.kit.options import Options, Step
from rcwkit.kit.pipeline import Kit, do, shared
from rcwkit.kit.publish import publish, withdraw
from rcwkit.sheets.imposition import CutPiece, gang
from rcwkit.source.base import Shelf
from rcwkit.source.language import Language, word
from rcwkit.source.project import Project
from rcwkit.source.settings import SHELVES
from rcwkit.type.text import Setter
from rcwkit.workers import pooled

WHY = {
    "new": word("new"),
    "gone": word("gone"),
    "changed": word("changed"),
    "more": word("more"),
    "fewer": word("fewer"),
}
"""Why a piece is taken out or put in, as printed."""


def change_list(game: Game, changes: Changes, titles: Mapping[str, str]) -> TextDocument:
    """Return the list as a document; `titles` maps file names to titles."""
    out, into = (sum(change.copies for change in part) for part in (changes.remove, changes.add))
    listed = (
        *_listed(game.say, game.say("Remove these: {n}", n=out), changes.remove, titles),
        *_listed(game.say, game.say("Add these: {n}", n=into), changes.add, titles),
    )
    title = game.say("Changes")
    note = game.say("Take the old pieces out, cut the new ones, and tick them off.")
    return document(game, title, (DocumentPart(title, listed, note=note),))


def _listed(say: Language, head: str, changes: tuple[CopyChange, ...], titles: Mapping[str, str]) -> Iterator[Block]:
    """The pieces of each file under its title, repeated as "continued" at the top of a column."""
    if changes:
        yield Heading(head, "section", span=True, keep=True)
    for file in dict.fromkeys(change.file for change in changes):
        title = titles.get(file, file)
        yield Heading(title, "file", keep=True)
        for number, change in enumerate(one for one in changes if one.file == file):
            name = change.id.rpartition("/")[2]
            repeated = again(say, title) if number else ""
            copies = f" **×{change.copies}**" if change.copies > 1 else ""
            cells = (Cell(change.title + copies), Cell(say(change.why)))
            row = Row(cells, (Cell(name, box=f"{head}: {title}: {name}"),))
            yield Grid("changes", (row,), again=repeated)


FOLDER = "changes"
"""Folder of the reprint, within the kit's folder."""


@dataclass(frozen=True)
class Reprint:
    """The result of a reprint; without files if nothing changed."""

    game: str
    folder: Path
    changes: Changes
    files: dict[str, int] = field(default_factory=dict)
    pages: dict[str, int] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    missing: str = ""

    def as_json(self) -> dict[str, Any]:
        """Return the reprint as plain data."""
        files = [{"name": name, "bytes": size, "pages": self.pages[name]} for name, size in self.files.items()]
        return {
            "game": self.game,
            "folder": self.folder.as_posix(),
            **self.changes.as_json(),
            "files": files,
            "missing": self.missing,
        }


def reprint(
    project: Project, out: Path, options: Options, before: Mapping[str, Any], where: Span, step: Step, jobs: int = 1
) -> Reprint:
    """Print what differs from a kit's manifest (named by `where`) into `out/<game>/changes/`, or remove that folder.

    Only the shelves of that kit are compared.

    Raises InputError or Surroundings.
    """
    game, found = opened(project)
    require_same_kit(before, game, options, where)
    kit, setter = Kit.of(project, game), game.setter(options.ink)
    options = options._replace(shelves=_shelves(before))
    files = [file for file in kit.files if options.wants(file)]
    pieces = dict(_pieces(files, options, setter))
    plan = [one for one in kit.plan(options) if one.name not in pieces]
    whole = list[Made]()
    with shared([kit]):
        for number, one in enumerate(pooled(do, plan, jobs), 1):
            step(game.info.id, one.about.component.title, number, len(plan))
            whole.append(one)
    now = noted(one.about for one in whole) | {name: facts_of(own) for name, own in pieces.items()}
    changes = compare(facts(before, where), now)
    folder = out / game.kit / FOLDER
    if not changes.add and not changes.remove:
        withdraw(folder)
        return Reprint(game.info.id, folder, changes, diagnostics=found)
    replaced = {change.id for change in changes.add if change.file == DOCUMENTS}
    titles = {f"{file.stem}.pdf": file.title for file in files} | {DOCUMENTS: game.say("Texts and boards")}
    printed = _print(game, changes, _to_add(changes, pieces), titles, options, setter)
    found = [*found, *stop([diagnostic for one in (*printed, *whole) for diagnostic in one.about.diagnostics])]
    made = [*printed, *(one for one in whole if one.name in replaced or one.missing)]
    finished = {one.name: one.data for one in made if one.data}
    publish(folder, finished, manifest(project, game, options, now))
    sizes, pages = (
        {name: len(data) for name, data in finished.items()},
        {one.name: one.about.component.pages for one in made},
    )
    missing = next((one.missing for one in made if one.missing), "")
    return Reprint(game.info.id, folder, changes, sizes, pages, found, missing)


def _pieces(files: Sequence[File], options: Options, setter: Setter) -> Iterator[tuple[str, tuple[CutPiece, ...]]]:
    for file in files:
        contents = file.lay_out(setter, options.edition.room) if file.cut else None
        if isinstance(contents, Cut) and contents.pieces:
            yield f"{file.stem}.pdf", contents.pieces


def _shelves(before: Mapping[str, Any]) -> tuple[Shelf, ...]:
    """Return the shelves that a kit was built with; one without any in its manifest had all."""
    options = before.get("options")
    found = options.get("shelves") if isinstance(options, dict) else None
    return tuple(shelf for shelf in SHELVES if shelf in found) if isinstance(found, list) else SHELVES


def require_same_kit(before: Mapping[str, Any], game: Game, options: Options, where: Span) -> None:
    """Raise InputError if the manifest is of another game, or of a kit whose options make every piece differ."""
    if before.get("game") != game.info.id:
        message = f"this manifest belongs to '{before.get('game')}', not '{game.info.id}'"
        raise InputError.of("E533", message, where, "name the game that it belongs to")
    if before.get("draft"):
        raise InputError.of("E533", "this manifest is of a draft", where, "name that of a finished kit")
    printed = before.get("options", {})
    for option in ("paper", "ink", "aids"):
        wanted = getattr(options, option)
        then = printed.get(option, wanted) if isinstance(printed, dict) else wanted
        if then != wanted:
            flag = f"--{option} {then}"
            raise InputError.of("E533", f"this kit was printed with {flag}", where, f"build with {flag}")


def _to_add(changes: Changes, pieces: Mapping[str, Sequence[CutPiece]]) -> list[CutPiece]:
    """The pieces to add, each with the number of copies to add."""
    copies = {(change.file, change.id): change.copies for change in changes.add}
    return [
        piece._replace(copies=copies[file, piece.front.name])
        for file, found in pieces.items()
        for piece in found
        if (file, piece.front.name) in copies
    ]


def _print(
    game: Game, changes: Changes, pieces: list[CutPiece], titles: Mapping[str, str], options: Options, setter: Setter
) -> list[Made]:
    """The list of changes, and the sheets if there is anything to add."""
    view = change_list(game, changes, titles)
    listed = make_document(game, "0-changes.pdf", game.say("Changes"), view, options, game.setter(options.ink))
    if not pieces:
        return [listed]
    cut = Cut(tuple(pieces))
    return [listed, draw_sheets(game, "changed-pieces.pdf", game.say("Changed pieces"), cut, options, setter, gang)]
