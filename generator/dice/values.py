"""The values that conditions and amounts read: inputs, variables, results, and tables looked up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.dice.plan import Plan, scopes
from generator.models.conditions import Calc, Compare, Items, Logic

__all__ = ["NoNumberError", "View", "amount", "holds"]


class NoNumberError(ValueError):
    """A word where a condition compares numbers."""


class View(NamedTuple):
    """Names as one step sees them: the running item's results, then results and variables, then inputs.

    `inner` names the steps of the running item's group: one that was passed over has no result, whatever earlier items had.
    """

    plan: Plan
    values: Mapping[str, Any]
    local: Mapping[str, Any]
    scope: str
    inner: frozenset[str] = frozenset()

    def knows(self, name: str) -> bool:
        """Whether the name means anything here."""
        return (
            name == "item"
            or name.endswith(".item")
            or any(name in names for names in (self.local, self.values, self.plan.inputs))
            or self.scope + name in self.values
        )

    def key(self, name: str) -> str:
        """Where a variable is kept: under the chained procedure's name if it is its own."""
        return self._kept(name) or name

    def _kept(self, name: str) -> str | None:
        """The full name under which a value is kept: the nearest scope around this step wins."""
        return next((scope + name for scope in scopes(self.scope) if scope + name in self.values), None)

    def value(self, name: str) -> Any:
        """The value of a name; None for a step that was passed over. `box.item` is the input `box.` and the running item."""
        if name == "item":
            return self.local.get("item", next((value for key, value in reversed(list(self.local.items())) if key.startswith("item.")), None))
        if name.endswith(".item"):
            name = f"{name.removesuffix('item')}{self.value('item')}"
        for key in (self.scope + name, name):
            if key in self.local:
                return self.local[key]
            if key in self.inner:
                return None
        kept = self._kept(name)
        if kept is not None:
            return self.values[kept]
        return self.plan.inputs.get(name)

    def tally(self, name: str) -> Mapping[Any, int]:
        """How often each result of a repeated step came."""
        found = self.value(name)
        return dict(found) if isinstance(found, tuple) else {} if found is None else {found: 1}


def amount(view: View, value: Any) -> Any:
    """An amount's value: a number, or the word that a name or cell holds. Numbers that are not there count 0."""
    if isinstance(value, int):
        return value
    if isinstance(value, str):
        found = view.value(value)
        return 0 if found is None else found
    assert isinstance(value, Calc)
    base, plus = _base(view, value), amount(view, value.plus)
    if not isinstance(base, int) or not isinstance(plus, int):
        return plus if isinstance(base, int) else base
    total = base * value.times + plus
    if value.least is not None:
        total = max(total, value.least)
    return min(total, value.most) if value.most is not None else total


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
    """The cell that `lookup` names; row and column are literal ids, or names that hold them."""
    assert calc.lookup is not None
    table = view.plan.tables[calc.lookup]
    row: Any = calc.row if calc.row in table.rows else view.value(str(calc.row))
    column = calc.column if calc.column is None or calc.column in table.columns else view.value(str(calc.column))
    cells = table.rows[row] if row in table.rows else next((c for key, c in table.rows.items() if str(key) == str(row)), None)
    if cells is None:
        return 0
    cell: Any = cells[list(table.columns).index(str(column))] if isinstance(cells, tuple) and column is not None else cells
    return calc.read.get(cell, cell)


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
    if condition.is_in is not None and value not in condition.is_in:
        return False
    if condition.not_in is not None and value in condition.not_in:
        return False
    number = value if isinstance(value, int) else 0
    if condition.at_least is not None and number < _bound(view, condition.at_least):
        return False
    return condition.at_most is None or number <= _bound(view, condition.at_most)


def _bound(view: View, value: Any) -> int:
    found = amount(view, value)
    if not isinstance(found, int):
        raise NoNumberError(f"'{found}' is no number to compare with")
    return found
