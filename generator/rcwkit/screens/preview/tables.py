"""Tables by hand: the rows of a deck or a list of counters, in a document or a sheet, and their change in its own text.

A row is told by its cells; one that is sent back says `of` which row it was made, none for a new one.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from rcwkit.diagnostics import InputError, Span
from rcwkit.document.templates import shown
from rcwkit.game.game import Game
from rcwkit.game.schema import schema_of
from rcwkit.kinds.cards.model import Deck
from rcwkit.kit.publish import put
from rcwkit.kit.renaming import renamed
from rcwkit.screens.preview.editing import Editing, Stale
from rcwkit.screens.preview.workshop import Workshop
from rcwkit.source.cells import Line, delimited, lines_of, text_of
from rcwkit.source.cells import written as cell
from rcwkit.source.columns import forgiven
from rcwkit.source.headings import below_title
from rcwkit.source.language import unbroken
from rcwkit.source.markup import SHIPPED, Sign, marked, parts, written
from rcwkit.source.patterns import following, free, id_of
from rcwkit.source.project import DOCUMENTS, LIMIT, encoded
from rcwkit.source.sheets import grid_of
from rcwkit.source.splicing import extent_of, spliced
from rcwkit.source.workbooks import WorkbookPlace
from rcwkit.source.yaml import Node, parse
from rcwkit.type.text import Setter

ART = "art"
"""The folder of a game's pictures."""
PICTURES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg"}
_HEADS = {".png": b"\x89PNG\r\n\x1a\n", ".jpg": b"\xff\xd8\xff", ".jpeg": b"\xff\xd8\xff"}
_TEXTS = (".csv", ".tsv")
MOST = 5000
"""Most rows of a table that is edited."""


class Column(NamedTuple):
    """A column: its title, what its cells hold, and whether a row has it under an id of its own."""

    title: str
    form: str = "text"
    path: tuple[str, ...] = ()


class Sent(NamedTuple):
    """A row as a page sends it: the number of the row that it was, or None, and the cells that it should have."""

    of: int | None
    cells: tuple[str, ...]


class _Table(Protocol):
    """The rows of one file."""

    columns: list[Column]
    rows: list[list[str | None]]
    starts: list[int]

    def rewritten(self, rows: Sequence[Sent]) -> str:
        """Return the text of the file with these rows."""

    def again(self, text: str) -> _Table:
        """Return the table of another text of the file."""


FORMATS: Mapping[str, Mapping[str, str]] = {
    "text": {"type": "string", "format": "text"},
    "picture": {"type": "string", "format": "picture"},
    "number": {"type": "number"},
    "colour": {"type": "string"},
}
"""The schemas of those types of fields that may stay empty in a form."""


class Tables:
    """The tables of one game, for the pages of its preview."""

    def __init__(self, workshop: Workshop, editing: Editing) -> None:
        self.workshop, self.editing = workshop, editing

    def table(self, stem: str, window: str = "") -> dict[str, Any]:
        """Return the table that the pieces of a file of the kit come from. Raises KeyError or InputError."""
        at = next((piece.front.at for piece in self.workshop.components[stem].shown if piece.front.at), "")
        file, _, line = at.rpartition(":")
        path, data, game = self._read(file)
        told: dict[str, Any] = {"file": file, "hash": _digest(data), "game": game.info.id, **self.editing.state(window)}
        if path is None:
            return {**told, **_workbook(file, data), "line": 0}
        table = self._parsed(file, _text(data), int(line))
        columns = [{"title": one.title, "form": one.form} for one in table.columns]
        more = {"owners": _owners(game), "signs": [*game.info.signs, *SHIPPED], "pictures": self.pictures()}
        more |= _styled(table, game.setter(self.workshop.options.ink))
        more["next"] = following(table.entries) if isinstance(table, _Document) else ""
        return {**told, "columns": columns, "rows": table.rows, "line": int(line), **more}

    def change(self, file: str, digest: str, line: int, rows: Sequence[Sent], window: str = "") -> dict[str, int]:
        """Write a table with these rows. Raises Stale, or InputError as `wrong` tells places of."""
        path, data, _ = self._read(file)
        if path is None or len(rows) > MOST:
            raise InputError.of("E391", f"a table of at most {MOST:,} rows in a text is edited here", Span(file))
        if _digest(data) != digest:
            raise Stale
        table = self._parsed(file, _text(data), line)
        text = table.rewritten(rows)
        try:
            return self.editing.write({path: encoded(text, data)}, window)
        except InputError as error:
            raise WrongRows(error, file, table.again(text)) from error

    def rename(self, old: str, new: str, window: str = "") -> int:
        """Rename an id everywhere in the game; return in how many places. Raises InputError or Stale."""
        found = renamed(self.workshop.project, old, new)
        if found.by_hand:
            places = ", ".join(map(str, found.by_hand))
            raise InputError.of("E393", f"'{old}' stands in cells of a workbook, to be changed there", Span(places, 0))
        self.editing.write(found.files, window)
        return len(found.changed)

    def offered(self, entry: Mapping[str, Any]) -> dict[str, Any]:
        """Return an entry with the fields that its deck declares in the schema, if it is a card, and pictures."""
        schema, game = entry["schema"], self.workshop.game
        given = schema.get("properties", {}).get("fields") if [*entry["path"][:-1]] == ["cards"] else None
        if game and given:
            decks = (item.value for item in game[Deck].values() if item.span.file == entry["file"])
            types = {name: _type(field) for deck in decks for name, field in deck.fields.items()}
            fields = {name: FORMATS[one] for name, one in types.items() if one in FORMATS}
            offered = {**given, "properties": fields, "offered": True}
            schema = {**schema, "properties": {**schema["properties"], "fields": offered}}
        return {**entry, "schema": schema, "pictures": self.pictures()}

    def pictures(self) -> list[str]:
        """Return the names of the pictures in the game's folder for them."""
        folder = self.workshop.project.root / ART
        found = (path for path in sorted(folder.rglob("*")) if path.suffix.lower() in PICTURES and path.is_file())
        return [path.relative_to(folder).as_posix() for path in found]

    def picture(self, name: str) -> tuple[bytes, str]:
        """Return a picture by name, and its type. Raises KeyError."""
        if name not in self.pictures():
            raise KeyError(name)
        path = self.workshop.project.root / ART / name
        return path.read_bytes(), PICTURES[path.suffix.lower()]

    def add(self, name: str, path: Path) -> str:
        """Put a picture that was sent into the game's folder; return its name there. Raises InputError."""
        suffix, data = path.suffix.lower(), path.read_bytes()
        sound = data.startswith(_HEADS[suffix]) if suffix in _HEADS else suffix == ".svg" and b"<svg" in data[:10_000]
        if not sound or len(data) > LIMIT:
            raise InputError.of("E130", f"'{name}' is not a picture: SVG, PNG or JPEG", Span(name, 0))
        folder = self.workshop.project.root / ART
        taken = {Path(one).name.casefold() for one in self.pictures()}
        for one in self.pictures():  # it was sent before
            if Path(one).suffix == suffix and (folder / one).read_bytes() == data:
                return one
        stem = free(id_of(Path(name).stem) or "picture", {Path(one).stem for one in taken})
        folder.mkdir(exist_ok=True)
        put(folder / f"{stem}{suffix}", data)
        return f"{stem}{suffix}"

    def _read(self, file: str) -> tuple[Path | None, bytes, Game]:
        """A file that pieces come from, None for the path of a workbook. Raises InputError."""
        game, path, project = self.workshop.game, Path(), self.workshop.project
        for one in (project, *project.overlays):
            if file.startswith(f"{one.shown}/"):
                path = one.root / Span(file).path.removeprefix(f"{one.shown}/")
                if not path.resolve().is_relative_to(one.root.resolve()):
                    path = Path()
        if game is None or not path.is_file():
            raise InputError.of("E391", "is no table of this game", Span(file))
        text = path.suffix.lower() in (*_TEXTS, *DOCUMENTS)
        return path if text else None, path.read_bytes(), game

    def _parsed(self, file: str, text: str, line: int) -> _Table:
        game = self.workshop.game
        assert game is not None
        return _Document(game, file, text, line) if file.endswith(DOCUMENTS) else _Sheet(game, file, text)


class WrongRows(InputError):
    """Errors of a changed table: for each, the row and the column concerned, or None."""

    def __init__(self, error: InputError, file: str, table: _Table) -> None:
        super().__init__(error.diagnostics)
        self.places = [_place(one.span, file, table) for one in error.diagnostics]


def _styled(table: _Table, setter: Setter) -> dict[str, Any]:
    """How texts with markup look: their parts, each with whether it is bold, italic and a sign, and signs as HTML."""
    said, signs = dict[str, list[tuple[str, bool, bool, bool]]](), dict[str, str]()
    at = [index for index, one in enumerate(table.columns) if one.form == "text"]
    for text in {text for row in table.rows for index in at if (text := row[index]) and marked(text)}:
        found = parts(unbroken(text))
        said[text] = [
            (one.what, one.bold, one.italic, False)
            if isinstance(one.what, str)
            else (written(one.what), one.bold, one.italic, True)
            for one in found
        ]
        signs |= {written(one.what): str(shown(one, setter)) for one in found if isinstance(one.what, Sign)}
    return {"said": said, "drawn": signs}


def _place(span: Span, file: str, table: _Table) -> tuple[int | None, int | None]:
    if span.file != file:
        return None, None
    row = max((at for at, start in enumerate(table.starts) if start <= span.line), default=None)
    column = None
    if isinstance(table, _Sheet) and row is not None:
        column = table.column_at(span)
    return row, column


def _workbook(file: str, data: bytes) -> dict[str, Any]:
    """The table of a sheet in a workbook, with the address of each cell: it is changed in its own program."""
    book, _, name = file.partition("!")
    grid = grid_of(data, WorkbookPlace(book, Span(book, 0)), name or None)
    first = below_title(grid.rows) or grid.rows[0].span.line
    head, *rows = [row for row in grid.rows if row.span.line >= first]
    columns = [{"title": text_of(cell.value), "form": "text"} for cell in head.cells.values()]
    cells = [[row.cells.get(at) for at in head.cells] for row in rows]
    addresses = [[Span(f"{book}!{name}", row.span.line, at).cell for at in head.cells] for row in rows]
    said = [[text_of(cell.value) if cell else "" for cell in row] for row in cells]
    return {"columns": columns, "rows": said, "cells": addresses, "place": ", ".join(filter(None, (book, name)))}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        hint = 'save it as "CSV UTF-8" in the spreadsheet program'
        raise InputError.of("E104", "is not UTF-8 text", Span("the file", 0), hint) from error


def _owners(game: Game) -> list[dict[str, str]]:
    return [{"id": name, "title": one.title, "colour": one.colour} for name, one in game.owners.items()]


def _fields(game: Game) -> dict[str, str]:
    """What the fields of decks hold, by name."""
    found: dict[str, str] = {}
    for item in game[Deck].values():
        for name, field in item.value.fields.items():
            found[name] = _type(field)
    return found


def _type(field: Any) -> str:
    return str(field if isinstance(field, str) else getattr(field, "type", "text"))


def _form(name: str, given: Mapping[str, str]) -> str:
    """What cells under a name hold."""
    word = forgiven(name)
    if word in ("owner", "side", "army"):
        return "owner"
    known = {forgiven(one): form for one, form in given.items()}
    form = known.get(word, "number" if word in ("qty", "copies", "quantity", "count", "number") else "text")
    return form if form in ("number", "picture", "colour") else "text"


class _Sheet:
    """A CSV file: cells are replaced within its text, and rows are kept as they are written."""

    def __init__(self, game: Game, file: str, text: str) -> None:
        self.game, self.file, self.text = game, file, text
        self.mark, lines = lines_of(text, file)
        rows = delimited(text, file).rows
        first = (below_title(rows) or rows[0].span.line) if rows else 1
        numbers = [1 + text.count("\n", 0, line.start) for line in lines]
        head = next((at for at, number in enumerate(numbers) if number >= first), 0)
        self.head, self.lines = lines[head], _joined(lines[head + 1 :])
        given = _fields(game)
        self.columns = [Column(value.strip(), _form(value, given)) for _, _, value in self.head.cells]
        self.starts = [1 + text.count("\n", 0, line.start) for line in self.lines]
        self.rows = [self._cells(line) for line in self.lines]

    def again(self, text: str) -> _Sheet:
        return _Sheet(self.game, self.file, text)

    def rewritten(self, rows: Sequence[Sent]) -> str:
        """The text with these rows; those that stay keep every character of cells that do."""
        newline = "\r\n" if "\r\n" in self.text else "\n"
        parts = [self.text[: self.head.end]]
        for row in rows:
            line = self.lines[row.of] if row.of is not None and row.of < len(self.lines) else None
            parts.append(self._line(line, row.cells, newline))
        for at, part in enumerate(parts[:-1]):
            if not part.endswith(("\n", "\r")):
                parts[at] = part + newline
        if not self.text.endswith(("\n", "\r")):
            parts[-1] = parts[-1].rstrip("\r\n")
        return "".join(parts)

    def column_at(self, span: Span) -> int | None:
        """The column of a place."""
        start = 0
        for _ in range(span.line - 1):
            start = self.text.find("\n", start) + 1
        at = start + span.column - 1
        for line in self.lines:
            if line.start <= at < line.end:
                return next((index for index, (begun, end, _) in enumerate(line.cells) if begun <= at <= end), None)
        return None

    def _cells(self, line: Line) -> list[str | None]:
        said: list[str | None] = [value.replace("\r\n", "\n") for _, _, value in line.cells[: len(self.columns)]]
        return said + [""] * (len(self.columns) - len(said))

    def _line(self, line: Line | None, cells: Sequence[str], newline: str) -> str:
        if line is None:
            return self.mark.join(cell(one, self.mark) for one in cells) + newline
        text, at, before = "", line.start, self._cells(line)
        for index, (begun, end, _) in enumerate(line.cells[: len(cells)]):
            text += self.text[at:begun]
            same = cells[index] == before[index]
            text += self.text[begun:end] if same else cell(cells[index], self.mark)
            at = end
        more = [*cells[len(line.cells) :]]
        while more and not more[-1]:
            more.pop()
        return text + "".join(self.mark + cell(one, self.mark) for one in more) + self.text[at : line.end]


def _joined(lines: Sequence[Line]) -> list[Line]:
    """Rows, each with the blank lines below it."""
    found: list[Line] = []
    for line in lines:
        if any(value.strip() for _, _, value in line.cells) or not found:
            found.append(line)
        else:
            found[-1] = found[-1]._replace(end=line.end)
    return [line for line in found if any(value.strip() for _, _, value in line.cells)]


class _Document:
    """The entries of a mapping in a document: a row each, with its id first; fields and values have columns, too."""

    def __init__(self, game: Game, file: str, text: str, line: int) -> None:
        self.game, self.file, self.text, self.line = game, file, text, line
        self.root = parse(text, file)
        self.above = self._found(line)
        node = self._node()
        if not isinstance(node.value, dict):
            raise InputError.of("E391", "these entries are no table", Span(file, line))
        self.entries = {str(name): value.plain() for name, (_, value) in node.value.items()}
        if any(not isinstance(one, dict | str) for one in self.entries.values()):
            raise InputError.of("E391", "these entries are no table", Span(file, line))
        self.columns = [Column("id"), *self._columns()]
        self.starts = [key.span.line for key, _ in node.value.values()]
        self.rows = [[name, *self._cells(one)] for name, one in self.entries.items()]

    def again(self, text: str) -> _Document:
        return _Document(self.game, self.file, text, self.line)

    def rewritten(self, rows: Sequence[Sent]) -> str:
        """The text with these entries; what does not change keeps its words and comments."""
        old, wanted = [*self.entries.items()], dict[str, Any]()
        taken = {row.cells[0].strip() for row in rows}
        for row in rows:
            before: Any = copy.deepcopy(old[row.of][1]) if row.of is not None and row.of < len(old) else {}
            name = row.cells[0].strip() or self._named(row, taken)
            if not name or name in wanted:
                why = f"'{name}' is there twice" if name else "a row needs a title, or an id"
                raise InputError.of("E391", why, Span(self.file, self.line))
            wanted[name] = self._entry(before, row.cells[1:])
        kept = list(dict.fromkeys(row.of for row in rows if row.of is not None and row.of < len(old)))
        text = self.text if kept == [*range(len(old))] else self._arranged(kept)
        data = self.root.plain()
        holder = data
        for step in self.above[:-1]:
            holder = holder[step]
        holder[self.above[-1]] = wanted
        return spliced(text, data, self.file)

    def _named(self, row: Sent, taken: set[str]) -> str:
        """An id for a new row: the next number if all have one, or after its title; none for one without."""
        titles = [said for one, said in zip(self.columns, row.cells, strict=False) if one.title in ("title", "name")]
        made = id_of("".join(titles[:1]))
        name = following(self.entries, taken) or free(made, taken) if made else ""
        taken.add(name)
        return name

    def _arranged(self, kept: Sequence[int]) -> str:
        """The text with only these entries, in this order, each with the comments on and below its lines.

        Entries in braces, and the last that is taken out, are left to splicing.
        """
        lines, ends = self.text.splitlines(keepends=True), [*self.starts[1:], self._end()]
        parts = [lines[start - 1 : end - 1] for start, end in zip(self.starts, ends, strict=True)]
        if not kept or not all(parts):
            return self.text
        if parts[-1][-1][-1:] != "\n":
            parts[-1] = [*parts[-1][:-1], f"{parts[-1][-1]}\n"]
        body = [line for at in kept for line in parts[at]]
        return "".join([*lines[: self.starts[0] - 1], *body, *lines[ends[-1] - 1 :]])

    def _end(self) -> int:
        """The line after the last one of the entries."""
        extent = extent_of(self.text)
        for step in self.above:
            extent = next(one.value for one in extent.entries if str(one.name) == step)
        return self.text.count("\n", 0, extent.end) + 2

    def _found(self, line: int) -> tuple[str, ...]:
        """The path of the mapping whose entry begins on a line, or around it."""
        found: tuple[str, ...] = ()
        for path, start in _mappings(self.root):
            if start <= line:
                found = path
        if not found:
            raise InputError.of("E391", "these entries are no table", Span(self.file, line))
        return found

    def _node(self) -> Node:
        node = self.root
        for step in self.above:
            node = node.value[step][1]
        return node

    def _columns(self) -> Iterator[Column]:
        """Columns of what entries have, of what they must have, and of fields that the deck declares."""
        kind = str(self.root.plain().get("kind"))
        own = self.root.plain().get("fields") if kind == "cards" else None
        given = _fields(self.game)
        paths: dict[tuple[str, ...], None] = dict.fromkeys(("fields", name) for name in own or ())
        for entry in self.entries.values():
            for name, value in ({"title": entry} if isinstance(entry, str) else entry).items():
                inner = value if isinstance(value, dict) and name in ("fields", "values") else None
                paths |= dict.fromkeys([(name, one) for one in inner] if inner is not None else [(name,)])
        known = schema_of(kind, self.game) if kind in ("cards", "counters") else {}
        for name in ("title", "name", "owner", "copies", "type"):
            if f'"{name}"' in str(known).replace("'", '"') and kind == "cards":
                paths.setdefault((name,))
        order = ("title", "name", "copies", "owner", "type", "subtitle")
        ranked = sorted(paths, key=lambda path: order.index(path[0]) if path[0] in order else len(order))
        for path in ranked:
            values = [self._at(entry, path) for entry in self.entries.values()]
            plain = all(value is None or not isinstance(value, dict | list) for value in values)
            listed = all(value is None or _is_texts(value) for value in values)
            form = _form(path[-1], given) if plain else "lines" if listed else "more"
            if form == "text" and any(type(value) in (int, float) for value in values):
                form = "number"
            yield Column(path[-1], form, path)

    def _at(self, entry: Any, path: tuple[str, ...]) -> Any:
        value = {"title": entry} if isinstance(entry, str) else entry
        for step in path:
            value = value.get(step) if isinstance(value, dict) else None
        return value

    def _cells(self, entry: Any) -> list[str | None]:
        return [self._cell(self._at(entry, column.path), column.form) for column in self.columns[1:]]

    def _cell(self, value: Any, form: str) -> str | None:
        if form == "more":
            return None if isinstance(value, dict | list) else ""
        if isinstance(value, list):
            return "\n".join(map(str, value))
        return "" if value is None else text_of(value)

    def _entry(self, before: Any, cells: Sequence[str]) -> Any:
        """An entry with these cells; one that was a bare title stays so if it can."""
        entry = {"title": before} if isinstance(before, str) else before
        for column, said in zip(self.columns[1:], cells, strict=False):
            old = self._at(entry, column.path)
            if column.form == "more" or self._cell(old, column.form) == said:
                continue
            holder = entry
            for step in column.path[:-1]:
                holder = holder.setdefault(step, {})
            if said == "":
                holder.pop(column.path[-1], None)
            else:
                holder[column.path[-1]] = _value(said, column.form, old)
        for name in ("fields", "values"):
            if entry.get(name) == {}:
                del entry[name]
        return entry["title"] if isinstance(before, str) and [*entry] == ["title"] else entry


def _mappings(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield the paths of mappings of entries, such as cards, with the line of each entry."""
    for name, (_, value) in node.value.items() if isinstance(node.value, dict) else ():
        inner = value.value
        if isinstance(inner, dict) and name in ("cards", "counters", "pieces"):
            yield from (((*path, name), key.span.line) for key, _ in inner.values())
        elif isinstance(inner, dict):
            yield from _mappings(value, (*path, str(name)))


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _value(said: str, form: str, old: Any) -> Any:
    """What a cell says, as data: numbers and truths as such, unless a text was there."""
    if form == "lines":
        return [line for line in said.split("\n") if line.strip()]
    if isinstance(old, str) and form != "number":
        return said
    if said in ("true", "false") and not isinstance(old, str):
        return said == "true"
    for number in (int, float):
        try:
            found = number(said)
        except ValueError:
            continue
        return found if format(found, ".15g") == said else said
    return said


def sent(rows: Any) -> Iterable[Sent]:
    """Yield rows as a page sends them. Raises ValueError for anything else."""
    for row in rows if isinstance(rows, list) else [None]:
        of, cells = (row.get("of"), row.get("cells")) if isinstance(row, dict) else (None, None)
        if not isinstance(cells, list) or not all(isinstance(one, str | None) for one in cells):
            raise ValueError("'rows' must be a list of objects with 'cells'")
        if of is not None and (type(of) is not int or of < 0):
            raise ValueError("'of' must be the number of a row")
        yield Sent(of, tuple(one or "" for one in cells))
