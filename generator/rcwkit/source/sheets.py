"""Put the rows of spreadsheets in place of `from:`, before validation: the checks see entries with places."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple, get_args

from rcwkit.diagnostics import Diagnostic, InputError, Span
from rcwkit.source.annotations import alternatives, inside, is_model
from rcwkit.source.base import FROM, NEUTRAL, FromSheet
from rcwkit.source.cells import CellNode, SheetCell, SheetGrid, SheetRow, UnusableCell, delimited, text_of
from rcwkit.source.columns import (
    OWN,
    SUFFIXES,
    TEXTS,
    VALUE_FORMS,
    Declared,
    FieldStep,
    LookupSheet,
    Sheet,
    declared,
    forgiven,
    forms_of,
    parts,
    valued,
)
from rcwkit.source.headings import RowPlan, SheetColumn, looked_up, planned
from rcwkit.source.kinds import KINDS
from rcwkit.source.patterns import ID, free, id_of
from rcwkit.source.project import Project, located, named
from rcwkit.source.validation import modelled
from rcwkit.source.workbooks import Parts, WorkbookPlace, ods, xlsx
from rcwkit.source.yaml import DOCUMENTS, VALUE, Node, Root, span_at

Entry = tuple[Node, Node]
"""The node of a key, and that of its value."""
_MOST = 100
"""Maximum number of errors reported for one sheet."""
_DIGITS = re.compile(r"0|[1-9]\d{0,17}")


class GameWords(NamedTuple):
    """What a game has names for: values of counters, and titles with the ids that they stand for, by family."""

    values: tuple[str, ...] = ()
    ids: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()


NO_WORDS = GameWords()


def entries_of(plan: RowPlan, words: GameWords = NO_WORDS) -> dict[Any, Entry]:
    """Return the entries of all rows that count; titles that a game gives its owners and so on stand for their ids.

    Raises InputError.
    """
    reader = _Rows(plan, words)
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


class _Rows:
    """Reads rows and collects errors."""

    def __init__(self, plan: RowPlan, words: GameWords) -> None:
        self.plan = plan
        self.ids = {family: dict(pairs) for family, pairs in words.ids}
        self.found: list[Diagnostic] = []
        self.numbers: dict[str, int] = {}

    def take(self, row: SheetRow, entries: dict[Any, Entry]) -> None:
        """Take the entry of a row, unless the row is empty where it counts, or asks for no copies."""
        row = row._replace(cells=self._meant(row)) if self.plan.meant else row
        used = {column: row.cells[column] for column in (*self.plan.keys, *self.plan.columns) if column in row.cells}
        unusable = [cell for cell in used.values() if isinstance(cell.value, UnusableCell)]
        for cell in unusable:
            assert isinstance(cell.value, UnusableCell)
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
            key = self._key(row.cells.get(column) or SheetCell("", row.span), entries)
            if level < len(self.plan.keys) - 1:
                entries = entries.setdefault(key.value, (key, Node({}, key.span)))[1].value
            elif self.plan.once and key.value in entries:
                return
            elif self.plan.adds and (both := _added(entries.get(key.value), value)) is not None:
                entries[key.value] = both
            elif key.value in entries:
                related = (("first here", entries[key.value][0].span),)
                message = f"repeated key '{key.value}'"
                self.found.append(Diagnostic("E117", message, key.span, self._cure, related))
            else:
                entries[key.value] = (key, value)

    @cached_property
    def _cure(self) -> str:
        """What to do about keys that are repeated."""
        of_ids = any(forgiven(self.plan.headings[column]) == "id" for column in self.plan.keys)
        for column, heading in {}.items() if of_ids else self.plan.headings.items():
            said = [text_of(row.cells[column].value) for row in self.plan.rows if column in row.cells]
            if column not in self.plan.keys and len({*said}) == len(self.plan.rows):
                return f"remove one of the two, or take ids from another column: `id: {heading}`"
        return "remove one of the two"

    def _meant(self, row: SheetRow) -> dict[int, SheetCell]:
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
                cells[column] = SheetCell(value, cell.span)
        return cells

    def _key(self, cell: SheetCell, taken: Container[Any]) -> Node:
        text = text_of(cell.value)
        if not self.plan.made:
            whole = self.plan.prefix + text
            if self.plan.eased and not re.match(ID, whole):
                whole = self.plan.prefix + (id_of(text) or text)
            return Node(int(whole) if _DIGITS.fullmatch(whole) else whole, cell.span)
        name = self.plan.prefix + (id_of(text) or f"row_{cell.span.line}")
        return Node(free(name, taken, self.numbers), cell.span)

    def _plain(self, row: SheetRow) -> Node:
        """Return the cells of a row that are not its key: one value, or a list of them."""
        cells = [row.cell(number) for number in self.plan.columns]
        values = [
            valued(cell, one.forms, self.plan.parted)
            for cell, one in zip(cells, self.plan.columns.values(), strict=True)
        ]
        return values[0] if len(values) == 1 else Node(tuple(values), values[0].span if values else row.span)

    def _mapping(self, row: SheetRow) -> Node:
        """Return a row as a mapping of the fields of the model."""
        used = [(number, one) for number, one in self.plan.columns.items() if number in row.cells]
        found = [(one.path, self._value(one, row.cells[number], self.plan.headings[number])) for number, one in used]
        given = {path for path, _ in found}
        found += [(one.path, self._value(one, cell, "")) for one, cell in self.plan.same if one.path not in given]
        return self._nested(found, row.span)

    def _value(self, column: SheetColumn, cell: SheetCell, heading: str) -> Node:
        """Return the value of a cell; the title of what has an id becomes the id."""
        value, ids = valued(cell, column.forms, self.plan.parted), self.ids.get(column.family, {})

        def told(node: Node) -> Node:
            node = Node(ids.get(forgiven(node.value), node.value), node.place) if isinstance(node.value, str) else node
            comma = isinstance(node.value, float) and isinstance(cell.value, str) and "," in cell.value
            return CellNode(node, heading, text_of(cell.value) if comma else "") if heading else node

        if isinstance(value.value, tuple):
            return Node(tuple(map(told, value.value)), value.place)
        return told(value)

    def _nested(self, parts: list[tuple[tuple[FieldStep, ...], Node]], span: Span) -> Node:
        """Return values as a mapping by the first step to each, or as a list of models."""
        groups: dict[FieldStep, list[tuple[tuple[FieldStep, ...], Node]]] = {}
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
                named = {step.item: (name, name)} if step.key else {}
                items.append(Node({**named, **inner.value}, where))
            else:
                mapping[step.key] = (Node(step.key, where), inner)
        # A place that no cell is for has nothing of its own.
        items += [numbered.get(place, Node({}, span)) for place in range(1, max(numbered, default=0) + 1)]
        return Node(tuple(items), items[0].span) if items else Node(mapping, span)

    def _refuse(self, code: str, message: str, span: Span, hint: str) -> None:
        self.found.append(Diagnostic(code, message, span, hint))


def _added(known: Entry | None, more: Node) -> Entry | None:
    """Return an entry with the lists of one more row; None if there is no such entry, or if they do not add up."""
    both = _both(known[1], more) if known else None
    return (known[0], both) if known and both else None


def _both(first: Node, more: Node) -> Node | None:
    """Return two values as one: lists one behind the other, mappings key by key, others if they are the same."""
    if isinstance(first.value, tuple) and isinstance(more.value, tuple):
        return Node(first.value + more.value, first.span)
    if not isinstance(first.value, dict) or not isinstance(more.value, dict):
        return first if first.value == more.value else None
    made = dict(first.value)
    for name, (field, one) in more.value.items():
        both = _both(made.get(name, (field, one))[1], one) if name in made else one
        if both is None:
            return None
        made[name] = (field, both)
    return Node(made, first.span)


class _Asked(NamedTuple):
    """A mapping of entries with `from:`: its path and annotation, its node, and what `from` says."""

    path: tuple[Any, ...]
    annotation: Any
    beside: Node
    node: Node


_FAMILIES = {
    "game": {
        "sides": "owners",
        "factions": "owners",
        "unit_types": "unit_types",
        "formations": "formations",
        "families": "marker_families",
    },
    "maps": {"terrain": "terrains"},
}
"""Kind → its fields whose entries sheets call by their titles → family of the ids in them."""
_TITLES = ("title", "short", "plural")


def words_of(roots: Iterable[Node]) -> GameWords:
    """Return the words of a game from its documents, which may be wrong."""
    values, ids = dict[str, None](), dict[str, dict[str, str]]()
    for key, of, name, entry in (part for root in roots for part in _entries(root)):
        family = ids.setdefault(of, {})
        said = [entry[title] for title in _TITLES if isinstance(entry.get(title), str)]
        for word in map(forgiven, (name, *said)):
            # What two of them are called stands for none.
            family[word] = name if family.get(word, name) == name else word
        for list_ in (entry.get("values"), entry.get("optional")) if key == "unit_types" else ():
            values |= dict.fromkeys(one for one in (list_ if isinstance(list_, list) else ()) if isinstance(one, str))
    ids.setdefault("owners", {}).setdefault(NEUTRAL, NEUTRAL)
    return GameWords(tuple(values), tuple((name, tuple(pairs.items())) for name, pairs in ids.items()))


def _entries(root: Node) -> Iterator[tuple[str, str, str, dict[str, Any]]]:
    """Yield the field, family, id and plain value of each entry of a document that sheets call by its title."""
    whole = root.value if isinstance(root.value, dict) else {}
    kind = whole["kind"][1].value if "kind" in whole else None
    for key, family in _FAMILIES.get(kind, {}).items() if isinstance(kind, str) else ():
        inner = whole[key][1].value if key in whole else None
        for name, (_, entry) in inner.items() if isinstance(inner, dict) else ():
            plain = entry.plain()
            yield key, family, str(name), plain if isinstance(plain, dict) else {}


def filled(root: Root, project: Project, words: GameWords = NO_WORDS) -> Root:
    """Return a document with the rows of all sheets that it names. Raises InputError with all errors in them."""
    grids, found = list[SheetGrid](), list[Diagnostic]()
    asked = _asked(root)
    for one in asked:
        try:
            grids.append(_looked_up(spelt(one.node), project, str(root.value["kind"][1].value)))
        except InputError as error:
            found += error.diagnostics
    if found:
        raise InputError(found)
    return _joined(root, tuple(grids), words) if asked else root


def spelt(node: Node) -> Node:
    """Return what `from` says as a mapping, also if it is just the name of a file."""
    return Node({"file": (node, node)}, node.span) if isinstance(node.value, str) else node


@DOCUMENTS.of(lambda grid: VALUE * sum(len(row.cells) for row in grid.rows))
def grid_of(contents: str | bytes, place: WorkbookPlace, sheet: str | None) -> SheetGrid:
    """Read a sheet: the text of CSV or TSV, or the bytes of a workbook. Raises InputError."""
    if isinstance(contents, str):
        return delimited(contents, place.file)
    return (ods if place.file.lower().endswith(".ods") else xlsx)(Parts(contents, place), sheet)


class SheetBehind(NamedTuple):
    """The text file whose rows are the entries of a mapping, and how they become that."""

    path: Path
    file: str
    text: str
    plan: RowPlan


def behind(root: Root, project: Project, path: tuple[Any, ...]) -> SheetBehind | None:
    """Return the sheet that a mapping of a document, as it is written, takes its entries from; None if there is none.

    Raises InputError for a sheet that is wrong, and for one that cannot be written here: a workbook, or one from the
    web.
    """
    asked = next((one for one in _asked(root) if one.path == path), None)
    if asked is None:
        return None
    spec = spelt(asked.node)
    sheet, span = modelled(Sheet, spec), spec.value["file"][1].span
    if PurePosixPath(sheet.file).suffix.lower() not in TEXTS or sheet.address or sheet.lookup:
        message = f"'{sheet.file}' can only be changed where it is made"
        raise InputError.of("E390", message, span, "change it there, or save it as CSV and name that")
    home, found = located(project, sheet.file, span)
    text = text_in(home, found)
    grid = grid_of(text, WorkbookPlace(home.name(found), span), sheet.sheet)
    return SheetBehind(
        found, home.name(found), text, planned(grid, sheet, spec, asked.annotation, _own(root, NO_WORDS))
    )


@DOCUMENTS.of(lambda asked: VALUE * len(asked))
def _asked(root: Root) -> tuple[_Asked, ...]:
    kind = root.value["kind"][1].value if isinstance(root.value, dict) and "kind" in root.value else None
    return tuple(_within(root, [KINDS[kind].model], ())) if isinstance(kind, str) and kind in KINDS else ()


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


def _looked_up(node: Node, project: Project, kind: str) -> SheetGrid:
    """Read the sheet that a node describes, with the columns of those that are looked up. Raises InputError."""
    sheet = modelled(Sheet, node)
    grid = _grid(sheet, node, project, kind)
    for heading in sheet.lookup:
        inner = spelt(node.value["lookup"][1].value[heading][1])
        other = modelled(LookupSheet, inner)
        more = _grid(other, inner, project, kind)
        grid = looked_up(grid, sheet.header, heading, more, other, span_at(node, ("lookup", heading), key=True))
    return grid


def _grid(sheet: Sheet | LookupSheet, node: Node, project: Project, kind: str) -> SheetGrid:
    """Read the sheet that a node describes. Raises InputError."""
    span = node.value["file"][1].span
    suffix = PurePosixPath(sheet.file).suffix.lower()
    if suffix not in SUFFIXES:
        hint = f"save it as one of: {', '.join(SUFFIXES)}"
        raise InputError.of("E280", f"'{sheet.file}' is not a spreadsheet that can be read", span, hint)
    if suffix in TEXTS and sheet.sheet is not None:
        where = node.value["sheet"][1].span
        raise InputError.of("E281", f"'{sheet.file}' is one sheet without a name", where, "leave `sheet:` out")
    home, path = located(project, sheet.file, span)
    if sheet.address and path not in home.unsaved and not path.exists():
        raise InputError.of("E103", f"'{sheet.file}' is not there yet", span, "get it from its address: rcwkit fetch")
    with named(home, path, span):
        contents = text_in(home, path) if suffix in TEXTS else home.load(path)
    home.mark(path, kind)
    grid = grid_of(contents, WorkbookPlace(home.name(path), span), sheet.sheet)
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


@DOCUMENTS.of(lambda root: VALUE * root.count)
def _joined(root: Root, grids: tuple[SheetGrid, ...], words: GameWords) -> Root:
    """Return a document with the rows of these grids. Raises InputError."""
    found, count, node = list[Diagnostic](), root.count, Node(root.value, root.span)
    own = _own(root, words)
    for asked, grid in zip(_asked(root), grids, strict=True):
        try:
            spec = spelt(asked.node)
            plan = planned(grid, modelled(Sheet, spec), spec, asked.annotation, own)
            entries = entries_of(plan, words)
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


def _own(root: Root, words: GameWords) -> Declared:
    """Return what headings may name besides the fields of models: a document's own fields, or values of counters."""
    if OWN in root.value:
        return declared(root.value[OWN][1].plain())
    return dict.fromkeys(words.values if root.value["kind"][1].value == "counters" else (), VALUE_FORMS)


def _headed(root: Root | Node, path: tuple[Any, ...], plan: RowPlan) -> Node:
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
    if not path:
        return value
    key, inner = node.value[path[0]]
    return Node({**node.value, path[0]: (key, _put(inner, path[1:], value))}, node.span)


def _count(node: Node) -> int:
    """Return the number of keys and values in a node."""
    if isinstance(node.value, dict):
        return 1 + sum(1 + _count(value) for _, value in node.value.values())
    return 1 + sum(map(_count, node.value)) if isinstance(node.value, tuple) else 1
