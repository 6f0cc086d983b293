"""Evaluation of conditions and amounts: inputs, variables, results, calculations and table look-ups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from rcwkit.dice.conditions import Calc, Compare, Items, Logic
from rcwkit.dice.plan import Plan, PlanNode

LARGEST = 10**9
"""The largest absolute value of an amount."""


class WalkError(Exception):
    """A procedure cannot go on: a roll beyond a table, a word for a number. `node` is the step, or None in a report."""

    code = "E511"

    def __init__(self, node: PlanNode | None, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.node, self.hint = node, hint


class TooManyError(WalkError):
    """A procedure repeats a step too often, or has too many steps."""

    code = "E243"


class View(NamedTuple):
    """Names as one step sees them: the current item's results, then results and variables, then inputs.

    `inner` names the steps within the groups whose items are current: their results from earlier items are hidden.
    """

    plan: Plan
    values: Mapping[str, Any]
    local: Mapping[str, Any]
    node: PlanNode | None = None
    inner: frozenset[str] = frozenset()

    def full(self, name: str) -> str:
        """Return the full name that a name stands for here."""
        return self.plan.full(self.node.scope if self.node is not None else "", name)

    def knows(self, name: str) -> bool:
        """Return whether the name is defined here, with or without a value."""
        return name == "item" or name.endswith(".item") or self.full(name) in self.plan.known

    def value(self, name: str) -> Any:
        """Return the value of a name, None for a skipped step; `box.item` is the input `box.` plus the current item."""
        if name == "item":
            items = [value for key, value in self.local.items() if key.startswith("item.")]
            return self.local.get("item", items[-1] if items else None)
        if name.endswith(".item"):
            name = f"{name.removesuffix('item')}{self.value('item')}"
        full = self.full(name)
        if full in self.local:
            return self.local[full]
        if full in self.inner:
            return None
        return self.values[full] if full in self.values else self.plan.inputs.get(full)

    def tally(self, name: str) -> Mapping[Any, int]:
        """Return how often each result of a repeated step occurred."""
        found = self.value(name)
        return dict(found) if isinstance(found, tuple) else {} if found is None else {found: 1}


def amount(view: View, value: Any) -> Any:
    """Return the value of an amount: a number, or the word or tally that a name or cell holds; 0 if there is none.

    Raises WalkError for a calculation with a word, or one beyond LARGEST.
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
    """Return a calculated number. Raises WalkError if it is beyond LARGEST."""
    if abs(total) > LARGEST:
        raise WalkError(view.node, f"a calculation exceeds {LARGEST:,}")
    return total


def number(view: View, value: Any) -> int:
    """Return an amount that must be a number. Raises WalkError."""
    return value if isinstance(value, int) else _whole(view, amount(view, value))


def _whole(view: View, value: Any) -> int:
    if not isinstance(value, int):
        raise WalkError(view.node, f"{quoted(value)} is not a number")
    return value


def meant(view: View, value: Any) -> Any:
    """Return what a variable is set to, or a chained procedure given: an amount, or a word that is not a name."""
    return value if isinstance(value, str) and not view.knows(value) else amount(view, value)


def shown(value: Any) -> Any:
    """Return a value as reports show it; a tally becomes '2 green, 1 enemy'."""
    return ", ".join(f"{count} {result}" for result, count in value) or "none" if isinstance(value, tuple) else value


def quoted(value: Any) -> str:
    """Return a value as messages quote it."""
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
    """Return a table's cell; row and column are ids, or names that hold them. A missing row counts 0."""
    assert calc.lookup is not None
    table = view.plan.tables[calc.lookup]
    row: Any = calc.row if calc.row in table.rows else view.value(str(calc.row))
    key = row if row in table.rows else next((key for key in table.rows if str(key) == str(row)), None)
    if key is None or not isinstance(row, (int, str)):
        return 0
    cells = table.rows[key]
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
    """Return whether a condition holds. Raises WalkError if it compares a word with a number."""
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
    """Return whether a value passes the test of a condition, in place of the condition's own value."""
    if condition.is_in is not None and value not in condition.is_in:
        return False
    if condition.not_in is not None and value in condition.not_in:
        return False
    if condition.at_least is not None and _compared(view, value) < number(view, condition.at_least):
        return False
    return condition.at_most is None or _compared(view, value) <= number(view, condition.at_most)


def _compared(view: View, value: Any) -> int:
    """Return a value to compare with a number; a missing one counts 0."""
    return 0 if value is None else _whole(view, value)
