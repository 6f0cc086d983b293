"""The values that conditions and amounts read: inputs, variables, results, and tables looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rcwkit.dice.node import Node
from rcwkit.dice.plan import Plan
from rcwkit.models.conditions import Calc, Compare, Items, Logic

__all__ = [
    "LARGEST",
    "TooManyError",
    "View",
    "WalkError",
    "amount",
    "holds",
    "meant",
    "number",
    "passes",
    "quoted",
    "shown",
    "within",
]

LARGEST = 10**9
"""The largest number that amounts may come to, either way."""


class WalkError(Exception):
    """The data lead nowhere (a roll beyond a table, a word where a number is meant); `node` is the step, None in a report."""

    code = "E511"

    def __init__(self, node: Node | None, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.node, self.hint = node, hint


class TooManyError(WalkError):
    """Something is repeated more often than anyone rolls."""

    code = "E243"


class View(NamedTuple):
    """Names as one step sees them: the running item's results, then results and variables, then inputs.

    `inner` names the steps of the groups whose items are running: one that has no result in its item has none, whatever earlier
    items had.
    """

    plan: Plan
    values: Mapping[str, Any]
    local: Mapping[str, Any]
    node: Node | None = None
    inner: frozenset[str] = frozenset()

    def full(self, name: str) -> str:
        """The full name that a name means here."""
        return self.plan.full(self.node.scope if self.node is not None else "", name)

    def knows(self, name: str) -> bool:
        """Whether the name means anything here, with a value or without."""
        return name == "item" or name.endswith(".item") or self.full(name) in self.plan.known

    def value(self, name: str) -> Any:
        """The value of a name; None for a step that was passed over. `box.item` is the input `box.` and the running item."""
        if name == "item":
            return self.local.get(
                "item",
                next((value for key, value in reversed(list(self.local.items())) if key.startswith("item.")), None),
            )
        if name.endswith(".item"):
            name = f"{name.removesuffix('item')}{self.value('item')}"
        full = self.full(name)
        if full in self.local:
            return self.local[full]
        if full in self.inner:
            return None
        return self.values[full] if full in self.values else self.plan.inputs.get(full)

    def tally(self, name: str) -> Mapping[Any, int]:
        """How often each result of a repeated step came."""
        found = self.value(name)
        return dict(found) if isinstance(found, tuple) else {} if found is None else {found: 1}


def amount(view: View, value: Any) -> Any:
    """An amount's value: a number, or the word or tally that a name or cell holds. Numbers that are not there count 0.

    Raises WalkError for a calculation with a word, and for one past LARGEST.
    """
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        found = view.value(value)
        return 0 if found is None else found
    assert isinstance(value, Calc)
    base = _base(view, value)
    if value.times == 1 and value.plus == 0 and value.least is None and value.most is None:
        return base
    total = _whole(view, base) * value.times + number(view, value.plus)
    if value.least is not None:
        total = max(total, value.least)
    if value.most is not None:
        total = min(total, value.most)
    return within(view, total)


def within(view: View, total: int) -> int:
    """A calculated number. Raises WalkError for one past LARGEST."""
    if abs(total) > LARGEST:
        raise WalkError(view.node, f"a calculation goes past {LARGEST:,}")
    return total


def number(view: View, value: Any) -> int:
    """An amount that must be a number. Raises WalkError."""
    return value if isinstance(value, int) else _whole(view, amount(view, value))


def _whole(view: View, value: Any) -> int:
    if not isinstance(value, int):
        raise WalkError(view.node, f"{quoted(value)} is not a number")
    return value


def meant(view: View, value: Any) -> Any:
    """What a variable is set to, or a chained procedure given: an amount, or a word that is no name."""
    return value if isinstance(value, str) and not view.knows(value) else amount(view, value)


def shown(value: Any) -> Any:
    """A value as a report has it; a tally as words: '2 green, 1 enemy'."""
    return ", ".join(f"{count} {result}" for result, count in value) or "none" if isinstance(value, tuple) else value


def quoted(value: Any) -> str:
    """A value in a message."""
    return "nothing" if value is None else f"'{shown(value)}'"


def _base(view: View, calc: Calc) -> Any:
    if calc.of is not None:
        return amount(view, calc.of)
    if calc.sum is not None:
        return sum(int(result) * count for result, count in view.tally(calc.sum).items() if isinstance(result, int))
    if calc.count is not None:
        total = 0
        for name, results in calc.count.items():
            wanted = results if isinstance(results, tuple) else (results,)
            total += sum(count for result, count in view.tally(name).items() if result in wanted)
        return total
    return _cell(view, calc)


def _cell(view: View, calc: Calc) -> Any:
    """The cell that `lookup` names; row and column are literal ids, or names that hold them. A row that is not there counts 0."""
    assert calc.lookup is not None
    table = view.plan.tables[calc.lookup]
    row: Any = calc.row if calc.row in table.rows else view.value(str(calc.row))
    cells = (
        table.rows[row]
        if row in table.rows
        else next((cells for key, cells in table.rows.items() if str(key) == str(row)), None)
    )
    if cells is None or not isinstance(row, (int, str)):
        return 0
    cell: Any = cells
    if isinstance(cells, tuple):
        cell = cells[list(table.columns).index(_column(view, calc)) if table.columns else 0]
    return calc.read.get(cell, cell)


def _column(view: View, calc: Calc) -> str:
    assert calc.lookup is not None
    columns = view.plan.tables[calc.lookup].columns
    column = calc.column if calc.column is None or str(calc.column) in columns else view.value(str(calc.column))
    if str(column) not in columns:
        raise WalkError(view.node, f"{quoted(column)} is not a column of the table '{calc.lookup}'")
    return str(column)


def holds(view: View, condition: Any) -> bool:
    """Whether a condition holds."""
    if isinstance(condition, Logic):
        parts = (holds(view, part) for part in condition.parts)
        return all(parts) if condition.join == "all" else any(parts) if condition.join == "either" else not any(parts)
    if isinstance(condition, Items):
        tally = view.tally(condition.step)
        matching = sum(count for result, count in tally.items() if result in condition.results)
        return matching > 0 if condition.quantity == "any" else matching == sum(tally.values())
    assert isinstance(condition, Compare)
    value = view.value(condition.value) if isinstance(condition.value, str) else amount(view, condition.value)
    return passes(view, condition, value)


def passes(view: View, condition: Compare, value: Any) -> bool:
    """Whether a value stands the test of a condition, whatever the condition's own value is."""
    if condition.is_in is not None and value not in condition.is_in:
        return False
    if condition.not_in is not None and value in condition.not_in:
        return False
    if condition.at_least is not None and _compared(view, value) < number(view, condition.at_least):
        return False
    return condition.at_most is None or _compared(view, value) <= number(view, condition.at_most)


def _compared(view: View, value: Any) -> int:
    """A value that is compared with a number; one that is not there counts 0."""
    return 0 if value is None else _whole(view, value)
