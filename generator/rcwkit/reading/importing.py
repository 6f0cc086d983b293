"""A sheet as a document of its own, to be kept as YAML from then on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from rcwkit.diagnostics import InputError, Span
from rcwkit.models.cards import Deck
from rcwkit.models.counters import Counters
from rcwkit.models.sheets import SUFFIXES, TEXTS, Sheet
from rcwkit.models.tables import Table
from rcwkit.reading.cells import Unusable, text_of
from rcwkit.reading.columns import OWN, declared
from rcwkit.reading.headings import Plan, planned
from rcwkit.reading.project import Project
from rcwkit.reading.rows import entries_of, id_of
from rcwkit.reading.sheets import grid_of, text_in
from rcwkit.reading.source import Node
from rcwkit.reading.workbooks import Place
from rcwkit.reading.writing import yaml_of

__all__ = ["Imported", "Kind", "imported"]

Kind = Literal["cards", "counters", "tables"]
_ANNOTATIONS: Mapping[Kind, Any] = {
    "cards": Deck.model_fields["cards"].annotation,
    "counters": Counters.model_fields["counters"].annotation,
    "tables": Table.model_fields["rows"].annotation,
}

_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,15})?")


class Imported(NamedTuple):
    """A document as YAML, how many entries it has, and the headings that are no fields."""

    text: str
    entries: int
    left_out: tuple[str, ...]


def imported(
    path: Path, kind: Kind, sheet: str | None, columns: Mapping[str, str], key: str | None, *, own: bool = False
) -> Imported:
    """Read a sheet as a document of a kind. `columns` maps headings to fields, `key` is the heading of ids.

    With `own`, headings that are no fields of a card become fields that the deck declares. Raises InputError.
    """
    project = Project(path.parent, shown=path.parent.as_posix())
    span = Span(project.name(path), 0)
    if path.suffix.lower() not in SUFFIXES:
        raise InputError.of("E280", "is not a spreadsheet that can be read", span, f"one of: {', '.join(SUFFIXES)}")
    contents = text_in(project, path) if path.suffix.lower() in TEXTS else project.load(path)
    grid = grid_of(contents, Place(project.name(path), span), sheet)
    asked = Sheet(file=path.name, columns=dict(columns), id=key or (), skip="rest")
    given: dict[str, str] = {}
    try:
        plan = planned(grid, asked, Node({}, span), _ANNOTATIONS[kind])
        if own and kind == "cards":
            given, renamed = _declared(plan)
            asked = asked.model_copy(update={"columns": {**renamed, **columns}})
            plan = planned(grid, asked, Node({}, span), _ANNOTATIONS[kind], declared(given))
        entries = {name: value.plain() for name, (_, value) in entries_of(plan).items()}
    except InputError as error:
        raise InputError(error.diagnostics, [*error.sources, project]) from error
    used = {*plan.keys, *plan.columns}
    left_out = tuple(name for column, name in plan.headings.items() if column not in used)
    name = sheet or path.stem
    head = {"kind": kind, "id": _id(name), "title": _title(name), "source": path.name}
    if kind == "cards":
        body: dict[str, Any] = {"back": {"title": _title(name)}, **({OWN: given} if given else {}), "cards": entries}
    elif kind == "counters":
        body = {"side": "neutral", "counters": entries}
    else:
        headings = [plan.headings[column] for column in plan.columns]
        table: dict[str, Any] = {"title": _title(name), "head": plan.headings[plan.keys[0]]}
        if len(headings) > 1:
            table["columns"] = {_id(heading): heading for heading in headings}
        body = {"tables": {_id(name): {**table, "rows": entries}}}
    return Imported(yaml_of({**head, **body}), len(entries), left_out)


def _declared(plan: Plan) -> tuple[dict[str, str], dict[str, str]]:
    """Return the types of fields for the columns that are not used, and the field of each heading."""
    given: dict[str, str] = {}
    renamed: dict[str, str] = {}
    for column, heading in plan.headings.items():
        name = id_of(heading)
        values = [row.cells[column].value for row in plan.rows if column in row.cells]
        is_free = column not in (*plan.keys, *plan.columns) and re.match(r"[a-z]", name) and name not in given
        if not is_free or not values or any(isinstance(value, Unusable) for value in values):
            continue
        given[name] = "number" if all(_NUMBER.fullmatch(text_of(value)) for value in values) else "text"
        renamed[heading] = f"{OWN}.{name}"
    return given, renamed


def _id(name: str) -> str:
    return id_of(name) or "sheet"


def _title(name: str) -> str:
    title = re.sub(r"[_\s]+", " ", name).strip()
    return title[:1].upper() + title[1:]
