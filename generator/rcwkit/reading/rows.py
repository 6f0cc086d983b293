"""Rows of a sheet → entries of a mapping, as nodes whose spans are those of the cells."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container
from typing import Any

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.models.forms import ID
from rcwkit.reading.cells import Cell, Row, Unusable, text_of
from rcwkit.reading.columns import Step, parts, valued
from rcwkit.reading.headings import Plan
from rcwkit.reading.source import Node

__all__ = ["Entry", "entries_of", "free", "id_of"]

Entry = tuple[Node, Node]
"""The node of a key, and that of its value."""
_MOST = 100
"""Maximum number of errors reported for one sheet."""
_DIGITS = re.compile(r"0|[1-9]\d{0,17}")


def entries_of(plan: Plan) -> dict[Any, Entry]:
    """Return the entries of all rows that count. Raises InputError."""
    reader = _Rows(plan)
    entries: dict[Any, Entry] = {}
    for row in plan.rows:
        if all(
            text_of(row.cells[one].value) in wanted if one in row.cells else False for one, wanted in plan.where.items()
        ):
            reader.take(row, entries)
        if len(reader.found) >= _MOST:
            break
    if reader.found:
        raise InputError(reader.found)
    return entries


def id_of(name: str) -> str:
    """Return a name as an id: lower case, letters and digits; empty if it has none of the Latin alphabet."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:56]


def free(name: str, taken: Container[Any]) -> str:
    """Return a name, numbered if it is taken."""
    number, found = 1, name
    while found in taken:
        number += 1
        found = f"{name}_{number}"
    return found


class _Rows:
    """Reads rows and collects errors."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.found: list[Diagnostic] = []

    def take(self, row: Row, entries: dict[Any, Entry]) -> None:
        """Take the entry of a row, unless the row is empty where it counts, or asks for no copies."""
        row = row._replace(cells=self._meant(row)) if self.plan.meant else row
        used = {column: row.cells[column] for column in (*self.plan.keys, *self.plan.columns) if column in row.cells}
        unusable = [cell for cell in used.values() if isinstance(cell.value, Unusable)]
        for cell in unusable:
            assert isinstance(cell.value, Unusable)
            self._refuse("E284", f"{cell.value.why} cannot be printed", cell.span, cell.value.hint)
        last = max(row.cells, default=0)
        if last > max(self.plan.headings) and not row.cells[last].span.cell:
            hint = "put a cell into quotes that has what divides the cells in it, or head the column"
            self._refuse("E282", "a cell beyond the last heading", row.cells[last].span, hint)
            return
        if unusable or not used:
            return
        missing = None if self.plan.made else next((one for one in self.plan.keys if one not in used), None)
        if missing is not None:
            message = f"the row has nothing in the column '{self.plan.headings[missing]}', which gives the id"
            self._refuse("E288", message, next(iter(used.values())).span, "write it, or clear the row")
            return
        value = self._mapping(row) if self.plan.model else self._plain(row)
        if self.plan.counted and "copies" in value.value and value.value["copies"][1].value == 0:
            return
        for level, column in enumerate(self.plan.keys):
            key = self._key(row.cells.get(column) or Cell("", row.span), entries)
            if level < len(self.plan.keys) - 1:
                entries = entries.setdefault(key.value, (key, Node({}, key.span)))[1].value
            elif self.plan.adds and (both := _added(entries.get(key.value), value)) is not None:
                entries[key.value] = both
            elif key.value in entries:
                related = (("first here", entries[key.value][0].span),)
                message = f"repeated key '{key.value}'"
                self.found.append(Diagnostic("E117", message, key.span, "remove one of the two", related))
            else:
                entries[key.value] = (key, value)

    def _meant(self, row: Row) -> dict[int, Cell]:
        """Return the cells of a row with what they mean in place of what they say."""
        cells = dict(row.cells)
        for column, meant in self.plan.meant.items():
            cell = cells.pop(column, None)
            if cell is None:
                continue
            said, one = text_of(cell.value), self.plan.columns.get(column)
            value = meant.get(said, cell.value)
            if said not in meant and one is not None and one.forms == {"list"}:
                many = [meant.get(part, part) for part in parts(said)]
                value = "".join(f"{text_of(part)}\n" for part in many if part is not None)
            if value not in (None, ""):
                assert value is not None
                cells[column] = Cell(value, cell.span)
        return cells

    def _key(self, cell: Cell, taken: Container[Any]) -> Node:
        text = text_of(cell.value)
        if not self.plan.made:
            whole = self.plan.prefix + text
            if self.plan.eased and not re.match(ID, whole):
                whole = self.plan.prefix + (id_of(text) or text)
            return Node(int(whole) if _DIGITS.fullmatch(whole) else whole, cell.span)
        return Node(free(self.plan.prefix + (id_of(text) or f"row_{cell.span.line}"), taken), cell.span)

    def _plain(self, row: Row) -> Node:
        """Return the cells of a row that are not its key: one value, or a list of them."""
        cells = [row.cells.get(number, Cell("", row.span)) for number in self.plan.columns]
        values = [valued(cell, one.forms) for cell, one in zip(cells, self.plan.columns.values(), strict=True)]
        return values[0] if len(values) == 1 else Node(tuple(values), values[0].span if values else row.span)

    def _mapping(self, row: Row) -> Node:
        """Return a row as a mapping of the fields of the model."""
        columns = [(row.cells[number], one) for number, one in self.plan.columns.items() if number in row.cells]
        return self._nested([(one.path, valued(cell, one.forms)) for cell, one in columns], row.span)

    def _nested(self, parts: list[tuple[tuple[Step, ...], Node]], span: Span) -> Node:
        """Return values as a mapping by the first step to each, or as a list of models."""
        groups: dict[Step, list[tuple[tuple[Step, ...], Node]]] = {}
        for (first, *rest), value in parts:
            groups.setdefault(first, []).append((tuple(rest), value))
        items, numbered, mapping = list[Node](), dict[int, Node](), dict[Any, Entry]()
        for step, group in groups.items():
            where = group[0][1].span
            whole = next((value for rest, value in group if not rest), None)
            if whole is not None and len(group) > 1:
                self._refuse("E286", f"'{step.key}' as a whole and in parts", whole.span, "clear one of the cells")
            inner = whole or self._nested(group if whole is None else [], where)
            if step.place:
                numbered[step.place] = inner
            elif step.item:
                name = Node(step.key, where)
                items.append(Node({step.item: (name, name), **inner.value}, where))
            else:
                mapping[step.key] = (Node(step.key, where), inner)
        # A place that no cell is for has nothing of its own.
        items += [numbered.get(place, Node({}, span)) for place in range(1, max(numbered, default=0) + 1)]
        return Node(tuple(items), items[0].span) if items else Node(mapping, span)

    def _refuse(self, code: str, message: str, span: Span, hint: str) -> None:
        self.found.append(Diagnostic(code, message, span, hint))


def _added(known: Entry | None, more: Node) -> Entry | None:
    """Return an entry with the lists of one more row; None if there is no such entry, or if they do not add up."""
    if known is None:
        return None
    key, value = known
    if isinstance(value.value, tuple) and isinstance(more.value, tuple):
        return key, Node(value.value + more.value, value.span)
    if not isinstance(value.value, dict):
        return None
    both = dict(value.value)
    for name, (field, one) in more.value.items():
        first = both.get(name, (field, Node((), one.span)))[1] if isinstance(one.value, tuple) else one
        if isinstance(one.value, tuple):
            both[name] = (field, Node(first.value + one.value, first.span))
        elif both.setdefault(name, (field, one))[1].value != one.value:
            return None
    return key, Node(both, value.span)
