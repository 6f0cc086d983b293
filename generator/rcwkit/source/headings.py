"""The row of headings of a sheet, matched with the fields of the entries that its rows are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, get_args, get_origin

from pydantic import BaseModel

from rcwkit.diagnostics import Diagnostic, InputError, Span, nearest
from rcwkit.source.annotations import alternatives, is_model
from rcwkit.source.cells import Plain, SheetCell, SheetGrid, SheetRow, text_of
from rcwkit.source.columns import (
    OWN,
    Declared,
    FieldStep,
    Form,
    LookupSheet,
    Sheet,
    family,
    fields,
    forgiven,
    forms_of,
    headed,
    resolved,
)
from rcwkit.source.yaml import Node, span_at

_TITLES = 6
"""Rows among which the headings are looked for if the first has a single cell."""
_WIDE = 3
"""Cells from which a row below a title is taken for the headings."""


def parted(rows: tuple[SheetRow, ...], top: int) -> tuple[SheetRow | None, tuple[SheetRow, ...]]:
    """Return the last row above a line, if there is one, and the rows from that line on."""
    first = next((index for index, row in enumerate(rows) if row.span.line >= top), len(rows))
    return rows[first - 1] if first else None, rows[first:]


def below_title(rows: tuple[SheetRow, ...]) -> int:
    """Return the line of the row that seems to have the headings, if the first one has just a title; otherwise 0."""
    widest = max(rows[1:_TITLES], key=lambda row: len(row.cells), default=rows[0])
    return widest.span.line if len(rows[0].cells) == 1 and len(widest.cells) >= _WIDE else 0


def told_apart(head: Mapping[int, SheetCell], above: SheetRow | None) -> dict[int, str]:
    """Return the headings by column, those that are alike with the heading over them: Back Attack."""
    names = {column: text_of(cell.value) for column, cell in head.items()}
    count = Counter(map(forgiven, names.values()))
    upper = above.cells if above is not None else {}
    for column, name in names.items():
        over = max((one for one in upper if one <= column), default=0)
        if count[forgiven(name)] > 1 and over:
            names[column] = f"{text_of(upper[over].value)} {name}"
    return names


NAMES = ("title", "name", "designation")
"""Fields that ids are made from; where none is required, they are made from types if all are lacking."""
_ALIKE = 0.75
"""How much a heading is like a field that it may be a slip for: Cost is not Copies."""
_MANY = 12
"""Maximum number of headings or fields that a hint lists."""


class SheetColumn(NamedTuple):
    """A column that is used: the steps to its field, none outside of models, what its cells may be, and whose ids."""

    path: tuple[FieldStep, ...]
    forms: frozenset[Form]
    family: str = ""


class RowPlan(NamedTuple):
    """How rows become entries: the columns of keys by level, those of values, and what a row's cells must say.

    `meant` are values by column, for cells that say something else, `same` fields of rows that say nothing of them.
    `adds` means that rows of one key add up, `once` that the first counts alone, `made` that keys are made from names,
    `eased` that they are where they are no ids, `model` that the values are mappings, `counted` that they say how many
    copies there are; `prefix` begins every key. Cells were `parted` by semicolons.
    """

    rows: tuple[SheetRow, ...]
    headings: Mapping[int, str]
    spans: Mapping[int, Span]
    keys: tuple[int, ...]
    columns: Mapping[int, SheetColumn]
    where: Mapping[int, frozenset[str]]
    meant: Mapping[int, Mapping[str, Plain | None]]
    same: tuple[tuple[SheetColumn, SheetCell], ...]
    adds: bool
    once: bool
    made: bool
    eased: bool
    model: bool
    counted: bool
    prefix: str
    parted: bool


def planned(grid: SheetGrid, sheet: Sheet, asked: Node, annotation: Any, own: Declared | None = None) -> RowPlan:
    """Match the headings of a grid; `asked` is what the document says of the sheet, `own` are fields that it declares.

    Raises InputError.
    """
    reader = _Headings(grid, sheet, asked, own or {})
    levels, values = _levels(annotation)
    wide = levels == 2 and reader.is_wide(values)
    where, meant = reader.where(), reader.meant()
    keys, made = reader.keys(1 if wide else levels, values)
    columns = reader.columns(values, () if made else keys, wide=wide)
    same = reader.same(_model(values))
    if not keys and not reader.found:
        hint = "head one so, or name the column of ids in `id:`"
        names = _names(_model(values))
        message = f"no column {' or '.join(repr(name) for name in ('id', *names))} in {grid.name}"
        reader.found.append(Diagnostic("E282", message, reader.first.span, hint))
    if reader.found:
        raise InputError(reader.found)
    model = _model(values)
    eased = bool(sheet.id) and model is not None and levels == 1
    lists = any(one.forms == {"list"} for one in columns.values())
    adds = lists if eased else levels > 1 and _listed(values) is not None
    spans = {column: cell.span for column, cell in reader.head.items()}
    return RowPlan(
        reader.rows,
        reader.names,
        spans,
        tuple(keys),
        columns,
        where,
        meant,
        same,
        adds,
        sheet.once,
        made,
        eased,
        wide or model is not None,
        model is not None and "copies" in model.model_fields,
        sheet.prefix,
        grid.parted,
    )


def _names(model: type[BaseModel] | None) -> list[str]:
    """Return the fields of a model that ids are made from, the best first."""
    known = model.model_fields if model is not None else {}
    found = [name for name in NAMES if name in known]
    nameless = found and "type" in known and not any(known[name].is_required() for name in found)
    return [*found, "type"] if nameless else found


def looked_up(
    grid: SheetGrid, header: int | None, heading: str, other: SheetGrid, told: LookupSheet, span: Span
) -> SheetGrid:
    """Return a grid with the columns of another beside each row that names one of its rows under a heading.

    Raises InputError, at `span` for a heading that is not there.
    """
    top, first = _head(grid, header), _head(other, told.header)
    column = _under(heading, top, grid, span)
    code = _under(told.column or heading, first, other, span)
    rows = {
        text_of(row.cells[code].value): row
        for row in reversed(other.rows)
        if row.span.line > first.span.line and code in row.cells
    }
    taken = {forgiven(text_of(cell.value)) for cell in top.cells.values()}
    wanted = [one for one, cell in first.cells.items() if one != code and forgiven(text_of(cell.value)) not in taken]
    beyond = max(max(row.cells, default=0) for row in grid.rows)
    joined = []
    for row in grid.rows:
        more = first if row is top else rows.get(text_of(row.cells[column].value)) if column in row.cells else None
        if not more and not told.optional and column in row.cells and row.span.line > top.span.line:
            hint = nearest(text_of(row.cells[column].value), rows) or f"add a row to {other.name}, or `optional: true`"
            message = f"no row '{text_of(row.cells[column].value)}' in {other.name}"
            raise InputError.of("E282", message, row.cells[column].span, hint)
        cells = {beyond + 1 + at: more.cells[one] for at, one in enumerate(wanted) if more and one in more.cells}
        joined.append(SheetRow({**row.cells, **cells}, row.span))
    return SheetGrid(grid.name, tuple(joined), grid.parted)


def _head(grid: SheetGrid, header: int | None) -> SheetRow:
    """Return the row of headings of a grid. Raises InputError if there is none."""
    _, rows = parted(grid.rows, header or 1)
    if not rows:
        raise InputError.of("E287", f"no row of headings in {grid.name}", Span(grid.name, 0), "name the fields in one")
    return rows[0]


def _under(heading: str, head: SheetRow, grid: SheetGrid, span: Span) -> int:
    """Return the column of a heading. Raises InputError."""
    known = {forgiven(text_of(cell.value)): column for column, cell in head.cells.items()}
    if forgiven(heading) not in known:
        hint = nearest(heading, [text_of(cell.value) for cell in head.cells.values()])
        raise InputError.of("E282", f"no column '{heading}' in {grid.name}", span, hint)
    return known[forgiven(heading)]


class _Headings:
    """Matches the headings of one sheet and collects errors. Raises InputError if there are none."""

    def __init__(self, grid: SheetGrid, sheet: Sheet, asked: Node, own: Declared) -> None:
        self.grid, self.sheet, self.asked, self.own = grid, sheet, asked, own
        self.found: list[Diagnostic] = []
        top = sheet.header or 1
        above, rows = parted(grid.rows, top)
        if not rows or (sheet.header is not None and rows[0].span.line != top):
            hint = "its first row names the fields"
            raise InputError.of("E287", f"no row of headings in {grid.name}", span_at(asked, ("header",)), hint)
        self.head: Mapping[int, SheetCell] = rows[0].cells
        self.first = next(iter(self.head.values()))
        self.rows = tuple(rows[1:])
        if sheet.header is None and (line := below_title(rows)):
            message, hint = (
                f"the first row of {grid.name} is a title",
                f"the headings seem to be lower: `header: {line}`",
            )
            raise InputError.of("E287", message, self.first.span, hint)
        self.names = told_apart(self.head, above)
        self.known: dict[str, int] = {}
        for column, name in self.names.items():
            if (first := self.known.setdefault(forgiven(name), column)) != column:
                self._twice(f"a second column '{name}'", column, first)
        if self.found:
            raise InputError(self.found)

    def where(self) -> dict[int, frozenset[str]]:
        """Return what the cells of some columns must say."""
        found = {}
        for name, wanted in self.sheet.where.items():
            if (column := self._column(name, "where", name, key=True)) is not None:
                found[column] = frozenset(text_of(one) for one in (wanted if isinstance(wanted, tuple) else (wanted,)))
        return found

    def meant(self) -> dict[int, Mapping[str, Plain | None]]:
        """Return what is meant by the cells of some columns."""
        found = {}
        for name, words in self.sheet.values.items():
            if (column := self._column(name, "values", name, key=True)) is not None:
                found[column] = words
        return found

    def same(self, model: type[BaseModel] | None) -> tuple[tuple[SheetColumn, SheetCell], ...]:
        """Return the fields that `all:` gives, with their values."""
        found = []
        for field, value in self.sheet.all.items():
            one = resolved(field, model, self.own) if model is not None else None
            span = span_at(self.asked, ("all", field), key=True)
            if one is not None and one[1] and model is not None:
                said = "; ".join(map(str, value)) if isinstance(value, tuple) else value
                cell = SheetCell(said, span_at(self.asked, ("all", field)))
                found.append((SheetColumn(*one, family(one[0], model)), cell))
            elif model is not None:
                self._unknown(field, model, span, one is not None)
            else:
                self._refuse("E282", "rows of this sheet have no fields", span, "leave `all:` out")
        return tuple(found)

    def keys(self, levels: int, values: list[Any]) -> tuple[list[int], bool]:
        """Return the column of each level's key, and whether keys are made from names."""
        named = [self.sheet.id] if isinstance(self.sheet.id, str) else [*self.sheet.id]
        if named:
            if len(named) != levels:
                what = f"{levels} columns of ids are" if levels > 1 else "one column of ids is"
                self._refuse("E282", f"{what} needed here", span_at(self.asked, ("id",)), "name their headings")
            return [column for name in named if (column := self._column(name, "id")) is not None], False
        model = _model(values)
        renamed = {field: forgiven(heading) for heading, field in self.sheet.columns.items()}
        if "id" in self.known and levels == 1 and "id" not in renamed.values():
            return [self.known["id"]], False
        titles = _names(model)
        if not titles or levels > 1:
            aside = {self.known.get(forgiven(name)) for name in self.sheet.where}
            return [column for column in self.head if column not in aside][:levels], False
        one = model or BaseModel
        wanted = [name for title in titles for name in ([renamed[title]] if title in renamed else headed(title, one))]
        column = next((self.known[name] for name in wanted if name in self.known), None)
        return [column] if column is not None else [], True

    def is_wide(self, values: list[Any]) -> bool:
        """Return whether a row has one id, and a value under each other heading: `id, attack, move`."""
        return (
            _listed(values) is None
            and _model(values) is None
            and (isinstance(self.sheet.id, str) or "id" in self.known)
        )

    def columns(self, values: list[Any], keys: Iterable[int], *, wide: bool) -> dict[int, SheetColumn]:
        """Return the columns of values; in a `wide` sheet their headings are keys."""
        for heading in self.sheet.columns:
            self._column(heading, "columns", heading, key=True)
        skipped = () if self.sheet.skip == "rest" else self.sheet.skip
        left_out = {self._column(name, "skip", index) for index, name in enumerate(skipped)}
        left_out |= {column for column in keys if forgiven(self.names[column]) == "id"}
        model = _model(values)
        if model is not None:
            return self._fields(model, left_out, {*keys})
        left_out |= {*keys}
        columns = [column for column in self.head if column not in left_out]
        if wide:
            return {column: SheetColumn((FieldStep(self.names[column]),), forms_of(values)) for column in columns}
        listed = _listed(values)
        if len(columns) > 1 and listed is None:
            self._refuse("E282", "more than one column of values", self.head[columns[1]].span, "leave the others out")
        single = len(columns) == 1 or listed is None
        forms = forms_of(values if single else alternatives(get_args(listed)[0]))
        return dict.fromkeys(columns, SheetColumn((), forms))

    def _fields(self, model: type[BaseModel], left_out: set[int | None], keys: set[int]) -> dict[int, SheetColumn]:
        renamed = {forgiven(heading): (heading, field) for heading, field in self.sheet.columns.items()}
        aside = keys | {self.known.get(forgiven(name)) for name in self.sheet.where}
        columns: dict[int, SheetColumn] = {}
        for column, heading in self.names.items():
            written, field = renamed.get(forgiven(heading), ("", heading))
            if self.sheet.once and not written:
                called = next((name for name in NAMES if name in model.model_fields), "")
                field = called if column in keys else ""
            if column in left_out or not field:
                continue
            found = resolved(field, model, self.own)
            if found is not None and found[1]:
                whose = family(found[0], model)
                if whose == "owners" and column in aside and not written and forgiven(heading) != whose[:-1]:
                    continue  # the document says whose the rows are that it takes
                first = next((known for known, one in columns.items() if one.path == found[0]), None)
                if first is not None:
                    self._twice(f"'{heading}' and '{self.names[first]}' are the same field", column, first)
                columns[column] = SheetColumn(*found, whose)
            elif written:
                self._unknown(field, model, span_at(self.asked, ("columns", written)), found is not None)
            elif column not in aside and self.sheet.skip != "rest":
                self._unknown(field, model, self.head[column].span, found is not None)
        return columns

    def _column(self, name: str, *path: Any, key: bool = False) -> int | None:
        """Return the column of a heading that the document names; an unknown one is reported there."""
        column = self.known.get(forgiven(name))
        if column is None:
            hint = nearest(name, self.names.values()) or f"its headings: {', '.join([*self.names.values()][:_MANY])}"
            self._refuse("E282", f"no column '{name}' in {self.grid.name}", span_at(self.asked, path, key=key), hint)
        return column

    def _unknown(self, field: str, model: type[BaseModel], span: Span, is_nested: bool) -> None:
        known = [*fields(model), *self.own]
        inner = [name for name in known if name.startswith(f"{forgiven(field)}.")] if is_nested else []
        if inner:
            self._refuse("E282", f"'{field}' has several values", span, f"one of: {', '.join(inner[:_MANY])}")
            return
        hint = nearest(forgiven(field), known, _ALIKE) or self._advice(field, model)
        self._refuse("E282", f"'{field}' is not a field of a {model.__name__.lower()}", span, hint)

    def _advice(self, heading: str, model: type[BaseModel]) -> str:
        """Return what to do with a column whose heading is no field."""
        ways = ["`columns:` names its field", "`skip:` leaves it out"]
        if OWN in model.model_fields:
            ways.insert(0, f"declare it as one of the `{OWN}:`")
        if "values" in model.model_fields:
            name = forgiven(heading) if forgiven(heading).isidentifier() else "attack"
            ways.insert(0, f"`columns: {{{heading}: values.{name}}}` makes it a value")
        if not self.sheet.id and "id" not in self.known:
            ways.insert(0, f"`id: {heading}` takes ids from it")
        return ", ".join(ways)

    def _twice(self, message: str, column: int, first: int) -> None:
        related = (("first here", self.head[first].span),)
        self.found.append(Diagnostic("E286", message, self.head[column].span, "rename or remove one", related))

    def _refuse(self, code: str, message: str, span: Span, hint: str) -> None:
        self.found.append(Diagnostic(code, message, span, hint))


def _levels(annotation: Any) -> tuple[int, list[Any]]:
    """Return how many mappings are nested in an annotation, and the alternatives of the values inside."""
    inner = [*alternatives(get_args(annotation)[1])]
    mapping = next(
        (one for one in inner if isinstance(get_origin(one), type) and issubclass(get_origin(one), Mapping)), None
    )
    if mapping is None:
        return 1, inner
    levels, values = _levels(mapping)
    return levels + 1, values


def _listed(values: list[Any]) -> Any:
    """Return the list among the alternatives of a value, or None."""
    return next((one for one in values if get_origin(one) is tuple), None)


def _model(values: list[Any]) -> type[BaseModel] | None:
    return next((one for one in values if is_model(one)), None)
