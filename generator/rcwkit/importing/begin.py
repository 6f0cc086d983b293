"""A new game: a copy of an example, or what is guessed of spreadsheets."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

from rcwkit.bundled import bundled
from rcwkit.diagnostics import InputError, Span
from rcwkit.game.catalogue import games
from rcwkit.game.game import Game
from rcwkit.game.loader import load
from rcwkit.game.schema import schema_files
from rcwkit.importing.guesses import Begin, Guesses, charted, located
from rcwkit.kit.publish import create
from rcwkit.source.claims import is_plain
from rcwkit.source.columns import SUFFIXES, TEXTS
from rcwkit.source.kinds import KINDS
from rcwkit.source.patterns import free, id_of
from rcwkit.source.project import SCHEMAS, Project
from rcwkit.source.sheets import grid_of, text_in
from rcwkit.source.workbooks import WorkbookPlace, sheets_of
from rcwkit.type.fonts import FontBook

Genre = Literal["counters", "cards", "area", "hex"]
LONGEST = 40
"""Most characters of a title made from a folder's name."""


class BegunGame(NamedTuple):
    """The files of a game by name, what its sheets have, what was guessed, a line each, and what was left out."""

    kinds: tuple[Begin, ...]
    files: Mapping[str, bytes]
    guesses: tuple[str, ...]
    left_out: tuple[str, ...]


def begun(paths: Sequence[Path], title: str, kind: Begin | None = None) -> BegunGame:
    """Return a game of a title that is begun with a sheet of counters, of cards, or one of each; nothing is written.

    The rows are of a `kind`, or of the one guessed; those of a workbook's further sheets, if headings tell it, or
    results of dice, as those of further files. Raises
    InputError for a file that cannot be read or has no rows, and for two of one kind.
    """
    files: dict[str, bytes] = {}
    left_out, kinds, guesses, sheet = list[str](), list[Begin](), list[str](), None
    for path in paths:
        project = Project(path.parent, shown=path.parent.as_posix())
        span = Span(project.name(path), 0)
        if path.suffix.lower() not in SUFFIXES:
            raise InputError.of("E280", "is not a spreadsheet that can be read", span, f"one of: {', '.join(SUFFIXES)}")
        data, place = project.load(path), WorkbookPlace(project.name(path), span)
        contents = text_in(project, path) if path.suffix.lower() in TEXTS else data
        file = free(f"{id_of(path.stem) or 'sheet'}{path.suffix.lower()}", files)
        for name in sheets_of(contents, place):
            grid = grid_of(contents, place, name)
            if len(grid.rows) < 2 and name is None:
                raise InputError.of("E287", "has no rows below its headings", span, "its first row names the fields")
            one = Guesses(grid, file, title, sheet, name) if len(grid.rows) > 1 else None
            strange = one is None or kind or one.kind() in kinds or not (one.worded or one.typed)
            if one and strange and not kind and (name or len(paths) > 1):
                taken = {Path(known).stem for known in files if known.endswith(".yaml")}
                stem = free(id_of(name or path.stem) or "chart", taken)
                if other := charted(grid, file, name, stem) or located(grid, file, name, stem):
                    files |= {f"{stem}.yaml": other.text.encode(), file: data}
                    guesses.append(other.guess)
                    continue
            if one is None or name and strange:
                left_out.append(f"the sheet {name}")
                continue
            sheet, found = one, kind or one.kind()
            if found in kinds:
                message = f"is a second sheet of {found}, and a game begins with one"
                raise InputError.of("E287", message, span, f"add it later, in a document with `{found}: {{from: …}}`")
            kinds.append(found)
            made = sheet.counters() if found == "counters" else sheet.cards()
            files |= {f"{stem}.yaml": text.encode() for stem, text in made.items()} | {file: data}
            files |= sheet.found(project, path.parent)
            left_out += sheet.left_out()
    if sheet is None:
        raise InputError.of("E287", "has no sheet of counters or cards", span, "name one, too: a game begins with it")
    sheet.guesses += guesses
    return BegunGame(tuple(kinds), {"game.yaml": sheet.game().encode(), **files}, tuple(sheet.guesses), tuple(left_out))


def documents() -> list[str]:
    """Return the kinds of documents that can be begun in a game."""
    made = {path.stem for path in (bundled("templates") / "documents").glob("*.yaml")}
    return [kind for kind in KINDS if kind in made]


class NewDocument(NamedTuple):
    """A document to be added to a game: its name and text, and the keys that the game's own document lacks for it.

    `face` is the text of a document with the layout of its faces, if it has one.
    """

    name: str
    text: str
    face: str
    more: Mapping[str, Any]


def document_of(kind: str, title: str, game: Game, given: Mapping[str, str]) -> NewDocument:
    """Return a new document of a kind; `given` says how a map is divided. Raises KeyError for another kind."""
    if kind not in documents():
        raise KeyError(kind)
    taken = {Path(one.file).stem for one in game.documents} | {
        str(getattr(one.model, "id", "")) for one in game.documents
    }
    name = free(id_of(title)[:40] or kind, taken)
    home = bundled("templates") / "documents"
    text, face = (home / f"{kind}.yaml").read_text(encoding="utf-8"), home / "faces" / f"{kind}.yaml"
    faces = face.read_text(encoding="utf-8") if face.is_file() else ""
    more: dict[str, Any] = {}
    if "<type>" in text and not game.info.unit_types:
        more["unit_types"] = {"infantry": {"title": "infantry", "plural": "infantry", "symbol": "infantry"}}
    plain = re.fullmatch(r"(?!\d+$)\w[\w .'’-]*", title) and title == title.strip()
    words = {
        "id": name,
        "title": title if plain else json.dumps(title, ensure_ascii=False),
        "owner": next(iter(game.info.sides), ""),
        "type": next(iter({**game.info.unit_types, **more.get("unit_types", {})}), ""),
        "size": "19",
        "columns": "12",
        "rows": "8",
        "top": "flat",
        **given,
    }
    for word, value in words.items():
        text, faces = (one.replace(f"<{word}>", value) for one in (text, faces))
    return NewDocument(name, f"# yaml-language-server: $schema={SCHEMAS}/{kind}.json\n{text}", faces, more)


def begin(folder: Path, like: Genre | None = None, title: str = "") -> list[Path]:
    """Put an example game into a new or empty folder, whole or not at all, with an id and title after its name.

    Without a `title`, it has one after that name, too; without `like`, it has a document of every kind. Returns its
    files. Raises Surroundings, InputError for any other folder, and for the name of a bundled game.
    """
    name = _free(folder)
    example = bundled("templates") / ("like" if like else "new") / (like or "")
    paths = (path for path in sorted(example.rglob("*")) if is_plain(path))
    files = {path.relative_to(example).as_posix(): path.read_bytes() for path in paths}
    files["game.yaml"] = _named(files["game.yaml"].decode(), name, title).encode()
    return _create(folder, files)


def begin_from(folder: Path, sheets: Sequence[Path], kind: Begin | None = None, title: str = "") -> BegunGame:
    """Put a game into a new or empty folder that reads copies of spreadsheets, and return what was guessed of them.

    Raises Surroundings, and InputError for any other folder, or a sheet that cannot be read.
    """
    name = _free(folder)
    made = begun(sheets, _title(title or name), kind)
    _create(folder, made.files)
    return made


def _free(folder: Path) -> str:
    """Return the name of a folder that is new or empty, and not called like a bundled game. Raises InputError."""

    def refused(message: str, hint: str) -> InputError:
        return InputError.of("E534", message, Span(str(folder), 0), hint)

    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise refused("is not a folder", "name a new or an empty one")
    if folder.is_dir() and any(folder.iterdir()):
        raise refused("the folder is not empty", "name a new or an empty one, and all its sheets at once")
    name = folder.resolve().name
    if _id(name) in games():
        raise refused(f"'{_id(name)}' is a bundled game", "choose another name: their kits would share a folder")
    return name


def _create(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Put files into a folder, with the schemas of their game for editors; return all that are there."""
    game = None
    with suppress(InputError):  # which `check` will report
        game = load(Project(folder, unsaved={folder / name: data for name, data in files.items()}))
    schemas = {f"{SCHEMAS}/{name}": text.encode() for name, text in schema_files(game).items()}
    create(folder, {**files, **schemas})
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _title(name: str) -> str:
    title = name.replace("_", " ").strip()
    title = title[:1].upper() + title[1:]
    if not 0 < len(title) <= LONGEST or not title.isprintable() or FontBook().missing(title, "narrow-bold"):
        return "My game"
    return title


def _named(text: str, name: str, title: str) -> str:
    """The example's root document, with an id after the folder's name, and a title."""
    known, said = re.search(r"^id: (\S+)", text, re.MULTILINE), json.dumps(_title(title or name), ensure_ascii=False)
    text = text.replace(known[1], _id(name)) if known else text
    return re.sub("^title: .*$", lambda _: f"title: {said}", text, count=1, flags=re.M)


def _id(name: str) -> str:
    """Turn a name into an id: lower case, letters and digits."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:64] or "my_game"
