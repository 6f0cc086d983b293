"""A sheet as a document of its own, to be kept as YAML from then on."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.models.cards import Deck
from rcwkit.models.counters import Counters
from rcwkit.models.pieces import Pieces
from rcwkit.models.places import Region
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


class Imported(NamedTuple):
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
) -> Imported:
    """Read a sheet as a document of a kind. `columns` maps headings to fields, `key` is the heading of ids.

    With `own`, headings that are no fields become some that the document declares, or values of counters. Raises
    InputError.
    """
    project = Project(path.parent, shown=path.parent.as_posix())
    span = Span(project.name(path), 0)
    if path.suffix.lower() not in SUFFIXES:
        raise InputError.of("E280", "is not a spreadsheet that can be read", span, f"one of: {', '.join(SUFFIXES)}")
    contents = text_in(project, path) if path.suffix.lower() in TEXTS else project.load(path)
    grid = grid_of(contents, Place(project.name(path), span), sheet)
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
    return Imported(yaml_of({**head, **_body(kind, name, entries, given, plan)}), len(entries), left_out)


def _body(kind: Kind, name: str, entries: Mapping[str, Any], given: Mapping[str, str], plan: Plan) -> Mapping[str, Any]:
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


def _declared(plan: Plan, field: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return the types of fields for the columns that are not used, and the field of each heading.

    Values of counters are short; a column with a longer text is none of them.
    """
    given: dict[str, str] = {}
    renamed: dict[str, str] = {}
    for column, heading in plan.headings.items():
        name = id_of(heading)
        values = [row.cells[column].value for row in plan.rows if column in row.cells]
        is_free = column not in (*plan.keys, *plan.columns) and re.match(r"[a-z]", name) and name not in given
        if not is_free or not values or any(isinstance(value, Unusable) for value in values):
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
