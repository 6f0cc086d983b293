"""Put the rows of spreadsheets in place of `from:`, before validation: the checks see entries like any others."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, get_args

from rcwkit.diagnostics import Diagnostic, InputError
from rcwkit.models.annotations import alternatives, inside, is_model
from rcwkit.models.entries import FROM, FromSheet
from rcwkit.models.kinds import MODELS
from rcwkit.models.sheets import SUFFIXES, TEXTS, Sheet
from rcwkit.reading.cells import Grid
from rcwkit.reading.columns import OWN, declared, forms_of
from rcwkit.reading.delimited import delimited
from rcwkit.reading.files import located, named
from rcwkit.reading.headings import Plan, planned
from rcwkit.reading.ods import ods
from rcwkit.reading.project import Project
from rcwkit.reading.rows import entries_of, free, id_of
from rcwkit.reading.source import Node, Root
from rcwkit.reading.validation import modelled
from rcwkit.reading.workbooks import Parts, Place
from rcwkit.reading.xlsx import xlsx

__all__ = ["filled", "grid_of", "spelt", "text_in"]


class _Asked(NamedTuple):
    """A mapping of entries with `from:`: its path and annotation, its node, and what `from` says."""

    path: tuple[Any, ...]
    annotation: Any
    beside: Node
    node: Node


def filled(root: Root, project: Project) -> Root:
    """Return a document with the rows of all sheets that it names. Raises InputError with all errors in them."""
    grids, found = list[Grid](), list[Diagnostic]()
    asked = _asked(root)
    for one in asked:
        try:
            grids.append(_grid(spelt(one.node), project, str(root.value["kind"][1].value)))
        except InputError as error:
            found += error.diagnostics
    if found:
        raise InputError(found)
    return _joined(root, tuple(grids)) if asked else root


def spelt(node: Node) -> Node:
    """Return what `from` says as a mapping, also if it is just the name of a file."""
    return Node({"file": (node, node)}, node.span) if isinstance(node.value, str) else node


@lru_cache(maxsize=16)
def grid_of(contents: str | bytes, place: Place, sheet: str | None) -> Grid:
    """Read a sheet: the text of CSV or TSV, or the bytes of a workbook; cached. Raises InputError."""
    if isinstance(contents, str):
        return delimited(contents, place.file)
    return (ods if place.file.lower().endswith(".ods") else xlsx)(Parts(contents, place), sheet)


@lru_cache(maxsize=256)
def _asked(root: Root) -> tuple[_Asked, ...]:
    kind = root.value["kind"][1].value if isinstance(root.value, dict) and "kind" in root.value else None
    return tuple(_within(root, [MODELS[kind]], ())) if isinstance(kind, str) and kind in MODELS else ()


def _within(node: Node, annotations: list[Any], path: tuple[Any, ...]) -> Iterator[_Asked]:
    """Yield the mappings with `from:` in a node, in order."""
    parts = node.value.items() if isinstance(node.value, dict) else ()
    for key, (_, value) in parts:
        inner = value.value.get(FROM) if isinstance(value.value, dict) else None
        for field in (one.model_fields.get(key) for one in annotations if is_model(one)):
            if field is None or not inner or not any(isinstance(mark, FromSheet) for mark in field.metadata):
                continue
            if _names_sheet(inner[1], field.annotation):
                yield _Asked((*path, key), field.annotation, value, inner[1])
        if annotated := [inner for one in annotations for inner in inside(one, key)]:
            yield from _within(value, annotated, (*path, key))


def _names_sheet(node: Node, annotation: Any) -> bool:
    """Return whether a node under `from` names a sheet; a chart may have a row of this name."""
    if isinstance(node.value, dict) or not forms_of(alternatives(get_args(annotation)[1])):
        return True
    return isinstance(node.value, str) and PurePosixPath(node.value).suffix.lower() in SUFFIXES


def _grid(node: Node, project: Project, kind: str) -> Grid:
    """Read the sheet that a node describes. Raises InputError."""
    sheet = modelled(Sheet, node)
    span = node.value["file"][1].span
    suffix = PurePosixPath(sheet.file).suffix.lower()
    if suffix not in SUFFIXES:
        hint = f"save it as one of: {', '.join(SUFFIXES)}"
        raise InputError.of("E280", f"'{sheet.file}' is not a spreadsheet that can be read", span, hint)
    if suffix in TEXTS and sheet.sheet is not None:
        where = node.value["sheet"][1].span
        raise InputError.of("E281", f"'{sheet.file}' is one sheet without a name", where, "leave `sheet:` out")
    home, path = located(project, sheet.file, span)
    with named(home, path, span):
        contents = text_in(home, path) if suffix in TEXTS else home.load(path)
    home.mark(path, kind)
    grid = grid_of(contents, Place(home.name(path), span), sheet.sheet)
    if suffix not in TEXTS:
        home.cells[grid.name] = grid.shown
    return grid


def text_in(project: Project, path: Path) -> str:
    """Read the text of a CSV or TSV file. Raises InputError."""
    try:
        return project.read(path)
    except InputError as error:
        (found,) = error.diagnostics
        if found.code != "E104":
            raise
        hint = 'save it as "CSV UTF-8" in the spreadsheet program, or as .xlsx or .ods'
        raise InputError([found._replace(hint=hint)]) from error


@lru_cache(maxsize=64)
def _joined(root: Root, grids: tuple[Grid, ...]) -> Root:
    """Return a document with the rows of these grids; cached, so that its validation is. Raises InputError."""
    found, count, node = list[Diagnostic](), root.count, Node(root.value, root.span)
    for asked, grid in zip(_asked(root), grids, strict=True):
        try:
            spec = spelt(asked.node)
            own = declared(root.value[OWN][1].plain() if OWN in root.value else None)
            plan = planned(grid, modelled(Sheet, spec), spec, asked.annotation, own)
            entries = entries_of(plan)
        except InputError as error:
            found += error.diagnostics
            continue
        count += sum(_count(value) + 1 for _, value in entries.values())
        for name, (key, value) in asked.beside.value.items():
            if name in entries:
                related = (("first here", entries[name][0].span),)
                found.append(Diagnostic("E117", f"repeated key '{name}'", key.span, "remove one of the two", related))
            elif name != FROM:
                entries[name] = (key, value)
        node = _put(node, asked.path, Node(entries, asked.beside.span))
        if asked.path[-1] == "rows" and len(plan.columns) > 1:
            node = _headed(node, asked.path[:-1], plan)
    if found:
        raise InputError(found)
    return Root(node.value, node.span, count)


def _headed(root: Root | Node, path: tuple[Any, ...], plan: Plan) -> Node:
    """Return a document whose chart, at a path, has the headings of its sheet, unless it has columns of its own."""
    chart = Node(root.value, root.span)
    for step in path:
        chart = chart.value[step][1]
    if "columns" in chart.value:
        return Node(root.value, root.span)
    columns: dict[Any, tuple[Node, Node]] = {}
    for number in plan.columns:
        span = plan.spans[number]
        name = free(id_of(plan.headings[number]) or "column", columns)
        columns[name] = (Node(name, span), Node(plan.headings[number], span))
    parts = {**chart.value, "columns": (Node("columns", chart.span), Node(columns, chart.span))}
    if "roll" not in parts and "head" not in parts:
        (key,) = plan.keys
        parts["head"] = (Node("head", plan.spans[key]), Node(plan.headings[key], plan.spans[key]))
    return _put(Node(root.value, root.span), path, Node(parts, chart.span))


def _put(node: Node, path: tuple[Any, ...], value: Node) -> Node:
    """Return a node with another value at a path."""
    if not path:
        return value
    key, inner = node.value[path[0]]
    return Node({**node.value, path[0]: (key, _put(inner, path[1:], value))}, node.span)


def _count(node: Node) -> int:
    """Return the number of keys and values in a node."""
    if isinstance(node.value, dict):
        return 1 + sum(1 + _count(value) for _, value in node.value.values())
    return 1 + sum(map(_count, node.value)) if isinstance(node.value, tuple) else 1
