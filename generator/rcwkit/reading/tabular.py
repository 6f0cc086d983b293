"""Decks, counters and charts as CSV that `from:` reads back; what a sheet cannot hold is found by reading it back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from pydantic import TypeAdapter, ValidationError

from rcwkit.diagnostics import Diagnostic, Span
from rcwkit.models.annotations import alternatives, inside, is_mapping, is_model
from rcwkit.models.cards import Deck
from rcwkit.models.counters import Counters
from rcwkit.models.sheets import Sheet
from rcwkit.models.tables import Table, Tables
from rcwkit.reading.columns import OWN, Declared, declared, forgiven, naming, resolved
from rcwkit.reading.delimited import delimited
from rcwkit.reading.game import Document, Game
from rcwkit.reading.headings import planned
from rcwkit.reading.rows import entries_of
from rcwkit.reading.source import Node

__all__ = ["Listing", "listings", "read_back"]

_ID = "id"
_ROWS = Table.model_fields["rows"].annotation


class Listing(NamedTuple):
    """A CSV file with the entries of a document, and a note for each entry that it does not hold whole."""

    name: str
    text: str
    notes: tuple[Diagnostic, ...]


def listings(game: Game) -> Iterator[Listing]:
    """Yield the decks, counters and charts of a game."""
    for document in game.documents:
        model = document.model
        if isinstance(model, Deck | Counters):
            annotation = type(model).model_fields[document.kind].annotation
            yield _listing(f"{document.kind}-{model.id}", document, (document.kind,), annotation)
        elif isinstance(model, Tables):
            for name, table in model.tables.items():
                if table.rows:
                    columns = list(table.columns) or ["result"]
                    yield _listing(f"tables-{name}", document, ("tables", name, "rows"), _ROWS, columns)


def read_back(text: str, annotation: Any, own: Declared | None = None) -> dict[Any, Any]:
    """Return the entries that `from:` makes of a CSV text, as plain data. Raises InputError."""
    name = "listed.csv"
    plan = planned(delimited(text, name), Sheet(file=name), Node({}, Span(name)), annotation, own)
    return {key: value.plain() for key, (_, value) in entries_of(plan).items()}


def _listing(
    name: str, document: Document, path: tuple[Any, ...], annotation: Any, columns: Sequence[str] = ()
) -> Listing:
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
    text = _csv(rows, headings)
    notes = []
    for key, lost in _lost(entries, read_back(text, annotation, own), get_args(annotation)[1]).items():
        hint = "keep the entry in YAML, beside `from:`"
        message = f"{name}.csv does not hold: {', '.join(lost)}"
        notes.append(Diagnostic("N289", message, document.at(*path, key, key=True), hint))
    return Listing(f"{name}.csv", text, tuple(notes))


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


def _csv(rows: Mapping[Any, Mapping[str, str]], headings: Sequence[str]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([_ID, *headings])
    writer.writerows([key, *(row.get(heading, "") for heading in headings)] for key, row in rows.items())
    return file.getvalue()


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
            lost[key] = [name for name in entry if not same(entry, {**entry, **_only(found, name)})]
        lost[key] = lost.get(key) or ["all"]
    return lost


def _only(found: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {name: found.get(name)}
