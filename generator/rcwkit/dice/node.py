"""Prepared steps, and the names that a step and those within it read, set and add to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from rcwkit.diagnostics import Span
from rcwkit.dice.reader import Reader
from rcwkit.models.conditions import Calc, Compare, Items, Logic
from rcwkit.models.effects import AddToVariables, Effect, SetVariables, VariableEffect
from rcwkit.models.procedures import Step
from rcwkit.models.tracks import Track

__all__ = ["Node", "names_in", "scopes"]


@dataclass(frozen=True, eq=False)
class Node:
    """A prepared step. `scope` prefixes the names of a chained procedure; `items` is None unless a list is repeated."""

    step: Step
    scope: str
    span: Span
    reader: Reader | None = None
    items: tuple[Any, ...] | None = None
    children: tuple[Node, ...] = ()
    track: Track | None = None
    exempt: tuple[tuple[str, str], ...] = ()
    defaults: Mapping[str, Any] = field(default_factory=dict)
    outer: str = ""

    @property
    def title(self) -> str:
        """The step's title, preceded by that of the step that runs its procedure."""
        own = self.step.title or self.step.id.replace("_", " ").capitalize()
        return f"{self.outer}: {own}" if self.outer else own

    @property
    def name(self) -> str:
        """The step's full name, under which its result is stored."""
        return self.scope + self.step.id

    @property
    def repeated(self) -> bool:
        """Whether the step is repeated, so that its results are tallied."""
        return self.items is not None or self.step.times is not None or self.step.draw is not None

    @property
    def has_result(self) -> bool:
        """Whether the step has a result: it rolls, draws or moves a marker."""
        return self.reader is not None or self.step.draw is not None or self.step.slide is not None

    @cached_property
    def inner(self) -> frozenset[str]:
        """The names of all steps nested within this one."""
        return frozenset(child.name for child in self.children).union(*(child.inner for child in self.children))

    @cached_property
    def asks(self) -> tuple[Any, ...]:
        """The conditions, amounts and names that this step itself reads, except the amounts of its effects."""
        step = self.step
        column = None if self.reader is not None and str(step.column) in self.reader.columns else step.column
        values: list[Any] = [column, *step.reads]
        if self.reader is not None:
            values += [value for drm in self.reader.drm for value in drm.reads]
        values += [name for effect in self.effects if not isinstance(effect, VariableEffect) for name in effect.reads]
        return tuple(value for value in values if value is not None)

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """All effects that this step may have."""
        return tuple(effect for _, effect in self.step.effects)

    @cached_property
    def amounts(self) -> tuple[Any, ...]:
        """The amounts that this step's effects assign or add to variables."""
        return tuple(value for effect in self.effects if isinstance(effect, VariableEffect) for value in effect.reads)

    @cached_property
    def uses(self) -> frozenset[str]:
        """The names that this step and those within it read, other than to add to them."""
        # A step's effects see its own result directly.
        own = names_in(self.asks) | (names_in(self.amounts) - {self.step.id})
        # Inside a repeated group, results of its steps come from the current item alone.
        within = frozenset[str]().union(*(child.uses for child in self.children))
        return self._scoped(own) | (within - self.inner if self.repeated else within)

    @cached_property
    def adds(self) -> frozenset[str]:
        """The names that this step and those within it add to."""
        own = self._scoped(name for effect in self.effects if isinstance(effect, AddToVariables) for name in effect.add)
        return own.union(*(child.adds for child in self.children))

    @cached_property
    def sets(self) -> frozenset[str]:
        """The names that this step and those within it set, or give to a chained procedure."""
        own = self._scoped(name for effect in self.effects if isinstance(effect, SetVariables) for name in effect.set)
        given = {f"{self.name}.{name}" for name in (*self.defaults, *self.step.given)}
        return own.union(given, *(child.sets for child in self.children))

    @property
    def reads(self) -> frozenset[str]:
        """The names that this step and those within it read."""
        return self.uses | self.adds

    @cached_property
    def by_item(self) -> bool:
        """Whether this step or one within it reads the current item."""
        return any(name.rpartition(".")[2] == "item" for name in self.reads)

    @property
    def writes(self) -> frozenset[str]:
        """The names under which this step and those within it store anything."""
        return self.adds | self.sets | self.inner | {self.name}

    @cached_property
    def draws(self) -> frozenset[str]:
        """The decks that this step and those within it draw from."""
        own = {self.step.draw.deck} if self.step.draw is not None else set()
        return frozenset(own).union(*(child.draws for child in self.children))

    def _scoped(self, names: Iterable[str]) -> frozenset[str]:
        """Return the names qualified by this step's scope and by each enclosing one."""
        return frozenset(scope + name for name in names for scope in scopes(self.scope))


@cache
def scopes(scope: str) -> tuple[str, ...]:
    """Return a chained procedure's scope and the enclosing ones: `a.b.`, `a.` and the empty scope."""
    parts = scope.split(".")[:-1]
    return tuple("".join(f"{part}." for part in parts[:count]) for count in range(len(parts), -1, -1))


def names_in(value: Any) -> frozenset[str]:
    """Return the names that conditions and amounts read."""
    if isinstance(value, str):
        return frozenset({value})
    if isinstance(value, (list, tuple)):
        return frozenset().union(*(names_in(part) for part in value))
    if isinstance(value, Compare):
        return names_in([value.value, value.at_least, value.at_most])
    if isinstance(value, Items):
        return frozenset({value.step})
    if isinstance(value, Logic):
        return names_in(value.parts)
    if isinstance(value, Calc):
        words = [value.of, value.plus, value.sum, value.row, value.column, *(value.count or {})]
        return names_in([word for word in words if word is not None])
    return frozenset()
