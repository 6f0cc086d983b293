"""Documents as sheets: decks, counters and charts as CSV, and a sheet as a document of its own."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from pydantic import TypeAdapter, ValidationError

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.dice.counters import Counters
from rcwkit.dice.setups import Region
from rcwkit.dice.tables import Table
from rcwkit.game.game import Document, Game
from rcwkit.kinds.cards.model import Deck
from rcwkit.kinds.pieces.kind import Pieces
from rcwkit.source.annotations import alternatives, inside, is_mapping, is_model
from rcwkit.source.cells import UnusableCell, delimited, text_of
from rcwkit.source.columns import OWN, SUFFIXES, TEXTS, Declared, Sheet, declared, forgiven, naming, resolved
from rcwkit.source.headings import RowPlan, planned
from rcwkit.source.kinds import KINDS
from rcwkit.source.patterns import id_of
from rcwkit.source.project import Project
from rcwkit.source.sheets import entries_of, grid_of, text_in
from rcwkit.source.splicing import yaml_of
from rcwkit.source.workbooks import WorkbookPlace
from rcwkit.source.yaml import Node

Kind = Literal["cards", "counters", "pieces", "places", "tables"]
_ANNOTATIONS: Mapping[Kind, Any] = {
    "cards": Deck.model_fields["cards"].annotation,
    "counters": Counters.model_fields["counters"].annotation,
    "pieces": Pieces.model_fields["pieces"].annotation,
    "places": Region.model_fields["places"].annotation,
    "tables": Table.model_fields["rows"].annotation,
}
_OPTIONS = ("id", "header")
"""What `from:` says of a sheet, and an option of the command by the same name."""

_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")
_VALUE = re.compile(r"\S{1,12}")


class ImportedSheet(NamedTuple):
    """A document as YAML, how many entries it has, and the headings that are no fields."""

    text: str
    entries: int
    left_out: tuple[str, ...]


def imported(
    path: Path,
    kind: Kind,
    sheet: str | None,
    columns: Mapping[str, str],
    key: str | None,
    header: int | None = None,
    *,
    own: bool = False,
) -> ImportedSheet:
    """Read a sheet as a document of a kind. `columns` maps headings to fields, `key` is the heading of ids.

    With `own`, headings that are no fields become some that the document declares, or values of counters. Raises
    InputError.
    """
    project = Project(path.parent, shown=path.parent.as_posix())
    span = Span(project.name(path), 0)
    if path.suffix.lower() not in SUFFIXES:
        raise InputError.of("E280", "is not a spreadsheet that can be read", span, f"one of: {', '.join(SUFFIXES)}")
    contents = text_in(project, path) if path.suffix.lower() in TEXTS else project.load(path)
    grid = grid_of(contents, WorkbookPlace(project.name(path), span), sheet)
    asked = Sheet(file=path.name, columns=dict(columns), id=key or (), header=header, skip="rest")
    given: dict[str, str] = {}
    try:
        plan = planned(grid, asked, Node({}, span), _ANNOTATIONS[kind])
        if own and kind != "tables":
            given, renamed = _declared(plan, "values" if kind == "counters" else OWN)
            asked = asked.model_copy(update={"columns": {**renamed, **columns}})
            plan = planned(grid, asked, Node({}, span), _ANNOTATIONS[kind], declared(given))
        entries = {name: value.plain() for name, (_, value) in entries_of(plan).items()}
    except InputError as error:
        raise InputError([_as_options(one) for one in error.diagnostics], [*error.sources, project]) from error
    used = {*plan.keys, *plan.columns}
    left_out = tuple(name for column, name in plan.headings.items() if column not in used)
    name = sheet or path.stem
    head = {"kind": kind, "id": _id(name), "title": _title(name), "source": path.name}
    return ImportedSheet(yaml_of({**head, **_body(kind, name, entries, given, plan)}), len(entries), left_out)


def _body(
    kind: Kind, name: str, entries: Mapping[str, Any], given: Mapping[str, str], plan: RowPlan
) -> Mapping[str, Any]:
    """Return what a document of a kind says besides its head; what no sheet tells is a guess to correct."""
    fields = {OWN: given} if given else {}
    match kind:
        case "cards":
            return {"back": {"title": _title(name)}, **fields, "cards": entries}
        case "counters":
            return {"side": "neutral", "counters": {name: _numbered(one) for name, one in entries.items()}}
        case "pieces":
            return {"size": "40mm", **fields, "pieces": entries}
        case "places":
            return {**fields, "regions": {_id(name): {"title": _title(name), "places": entries}}}
    headings = [plan.headings[column] for column in plan.columns]
    table: dict[str, Any] = {"title": _title(name), "head": plan.headings[plan.keys[0]]}
    if len(headings) > 1:
        table["columns"] = {_id(heading): heading for heading in headings}
    return {"tables": {_id(name): {**table, "rows": entries}}}


def _numbered(value: Any, name: str = "") -> Any:
    """Return entries of counters whose values are numbers where they can be, which need no quotes."""
    if isinstance(value, dict):
        return {key: _numbered(inner, key if name != "values" else name) for key, inner in value.items()}
    if isinstance(value, list):
        return [_numbered(one) for one in value]
    return int(value) if name == "values" and re.fullmatch(r"0|[1-9]\d{0,8}", str(value)) else value


def _as_options(one: Diagnostic) -> Diagnostic:
    """Return an error whose hint names options of the command instead of keys of `from:`."""
    return one._replace(hint=re.sub(rf"`({'|'.join(_OPTIONS)}):", r"`--\1", one.hint))


def _declared(plan: RowPlan, field: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the types of fields for the columns that are not used, and the field of each heading.

    Values of counters are short; a column with a longer text is none of them.
    """
    given: dict[str, str] = {}
    renamed: dict[str, str] = {}
    for column, heading in plan.headings.items():
        name = id_of(heading)
        values = [row.cells[column].value for row in plan.rows if column in row.cells]
        is_free = column not in (*plan.keys, *plan.columns) and re.match(r"[a-z]", name) and name not in given
        if not is_free or not values or any(isinstance(value, UnusableCell) for value in values):
            continue
        said = [text_of(value) for value in values]
        if field != OWN and not all(map(_VALUE.fullmatch, said)):
            continue
        given[name] = "number" if all(_NUMBER.fullmatch(one) for one in said) else "text"
        renamed[heading] = f"{field}.{name}"
    return given, renamed


def _id(name: str) -> str:
    return id_of(name) or "sheet"


def _title(name: str) -> str:
    title = re.sub(r"[_\s]+", " ", name).strip()
    return title[:1].upper() + title[1:]


_ID = "id"
_ROWS = Table.model_fields["rows"].annotation


class CsvListing(NamedTuple):
    """A CSV file with the entries of a document, and a note for each entry that it does not hold whole."""

    name: str
    text: str
    notes: tuple[Diagnostic, ...]


def listings(game: Game) -> Iterator[CsvListing]:
    """Yield the entries of documents, such as decks, counters and charts."""
    for document in game.documents:
        model = document.model
        for name, path, columns in KINDS[document.kind].listed(model):
            annotation = _ROWS if columns else type(model).model_fields[path[0]].annotation
            yield _listing(name, document, path, annotation, columns)


def read_back(text: str, annotation: Any, own: Declared | None = None) -> dict[Any, Any]:
    """Return the entries that `from:` makes of a CSV text, as plain data. Raises InputError."""
    name = "listed.csv"
    plan = planned(delimited(text, name), Sheet(file=name), Node({}, Span(name)), annotation, own)
    return {key: value.plain() for key, (_, value) in entries_of(plan).items()}


def _listing(
    name: str, document: Document, path: tuple[Any, ...], annotation: Any, columns: Sequence[str] = ()
) -> CsvListing:
    entries = document.node.plain()
    own = declared(entries.get(OWN))
    for step in path:
        entries = entries[step]
    values = list(alternatives(get_args(annotation)[1]))
    rows = {
        key: dict(_flat(value, values)) if not columns else dict(zip(columns, _cells(value), strict=False))
        for key, value in entries.items()
    }
    model = next((one for one in values if is_model(one)), None)
    headings = columns or [one for one in _headings(rows) if model is not None and resolved(one, model, own)]
    texts = ((key, *(row.get(heading, "") for heading in headings)) for key, row in rows.items())
    text = as_csv((_ID, *headings), texts, "\n")
    notes = []
    for key, lost in _lost(entries, read_back(text, annotation, own), get_args(annotation)[1]).items():
        hint = "keep the entry in YAML, beside `from:`"
        message = f"{name}.csv does not hold: {', '.join(lost)}"
        notes.append(Diagnostic("N289", message, document.at(*path, key, key=True), hint))
    return CsvListing(f"{name}.csv", text, tuple(notes))


def _flat(value: Any, annotations: list[Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield heading and text of each cell for a value; what has no cell is left out."""
    if isinstance(value, dict):
        known = any(is_model(one) or is_mapping(one) for one in annotations)
        for key, inner in value.items() if known else ():
            below = [found for one in annotations for found in inside(one, key)]
            yield from _flat(inner, below, f"{prefix}.{key}" if prefix else str(key))
    elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        below = [found for one in annotations for found in inside(one, 0)]
        model = next((one for one in below if is_model(one)), None)
        first, second, *_ = [*(list(model.model_fields) if model else []), "", ""]
        is_named = model is not None and bool(naming(model))
        for place, item in enumerate(value, 1):
            head = f"{prefix}.{item.get(first, '') if is_named else place}"
            rest = {key: one for key, one in item.items() if key != first or not is_named}
            for heading, text in _flat(rest, below, head):
                yield heading.removesuffix(f".{second}") if is_named else heading, text
    elif isinstance(value, list):
        yield prefix, _joined([_text(one) for one in value])
    elif value is not None:
        yield prefix, _text(value)


def _cells(value: Any) -> list[str]:
    return [_text(one) for one in value] if isinstance(value, list) else [_text(value)]


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _joined(parts: list[str]) -> str:
    """Join the parts of a list so that they are told apart again."""
    if not any(";" in part for part in parts):
        return "; ".join(parts)
    return "\n".join(parts) + ("\n" if len(parts) == 1 else "")


def as_csv(head: Iterable[object], rows: Iterable[Iterable[object]], end: str = "\r\n") -> str:
    """Return a row of headings, and those below it, as CSV."""
    file = io.StringIO()
    csv.writer(file, lineterminator=end).writerows([head, *rows])
    return file.getvalue()


def _headings(rows: Mapping[Any, Mapping[str, str]]) -> list[str]:
    """Return the headings of all rows, each behind those that it follows in its row."""
    found: list[str] = []
    for row in rows.values():
        at = 0
        for heading in row:
            if heading in found:
                at = found.index(heading) + 1
            elif forgiven(heading) not in (_ID, *map(forgiven, found)):
                found.insert(at, heading)
                at += 1
    return found


def _lost(entries: Mapping[Any, Any], back: Mapping[Any, Any], annotation: Any) -> dict[Any, list[str]]:
    """Return for each entry the fields that did not come back as they were; the whole is `all`."""
    adapter: TypeAdapter[Any] = TypeAdapter(annotation)

    def same(one: Any, other: Any) -> bool:
        try:
            return bool(adapter.validate_python(one) == adapter.validate_python(other))
        except ValidationError:
            return False

    lost: dict[Any, list[str]] = {}
    for key, entry in entries.items():
        found = back.get(key)
        if found == entry or (found is not None and same(entry, found)):
            continue
        if isinstance(entry, dict) and isinstance(found, dict):
            # With the field as it was, the entry is the same again.
            lost[key] = [name for name in entry if not same(entry, {**entry, name: found.get(name)})]
        lost[key] = lost.get(key) or ["all"]
    return lost
