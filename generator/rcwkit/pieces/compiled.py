"""Layouts as they are compiled for one size of face: boxes, runs of them, and values by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.evaluation import Scope, Value
from rcwkit.pieces.shapes import Rectangle
from rcwkit.reading.layouts import Placed

__all__ = ["Compiled", "Refused", "Run", "Sheet", "Source", "loop", "values_at"]

Source = tuple[Any, ...]
"""Path of a value in a scope: `("card", "title")`."""
_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types of values by which drawings are known."""
_DRAWN = frozenset(("fill", "stroke", "hatch", "image", "symbol", "mark", "motif", "strip", "flags"))
"""Keys of what is not text."""


class Refused(Exception):
    """A value of a box that cannot be used; the box is left out."""

    def __init__(self, found: Diagnostic) -> None:
        super().__init__(found.message)
        self.found = found


@dataclass(eq=False, repr=False)
class Compiled:
    """A box: its values as functions, the names that they use, and where its texts come from."""

    placed: Placed
    values: dict[str, Value]
    points: list[tuple[Value, Value]]
    uses: frozenset[str]
    sources: Mapping[str, tuple[Source, ...]]
    listed: Source | None
    rectangle: Callable[[Scope], Rectangle]
    step: Callable[[Scope], tuple[float, float]] | None

    @cached_property
    def drawn(self) -> bool:
        """Whether it has more than text."""
        return self.placed.box.layout is not None or not _DRAWN.isdisjoint(self.values)

    @cached_property
    def worded(self) -> bool:
        """Whether it has sections or lines to write on."""
        return "sections" in self.values or "ruled" in self.values

    def value(self, key: str, scope: Scope, default: Any = None) -> Any:
        """Return the value of a key, or a default if it is not given."""
        work = self.values.get(key)
        return default if work is None else work(scope)


@dataclass(eq=False, repr=False)
class Run:
    """Boxes one above the other that are drawn alike for the same values at some paths; every time if there are none.

    Those that are `shared` by many faces are a group of their own.
    """

    shared: bool
    paths: tuple[Source, ...] | None
    boxes: list[Compiled]

    def is_left_out(self, scope: Scope) -> bool:
        """Return whether its only box is not drawn."""
        when = None if self.shared else self.boxes[0].values.get("when")
        try:
            return when is not None and not when(scope)
        except Refused:
            return False  # reported where the box is drawn


class Sheet(NamedTuple):
    """A layout at one size and shape: values that are the same on all faces or on many, others, and its boxes.

    The values on many depend on those at `paths`. `known` has what was drawn or evaluated, by all that it depends on.
    """

    constants: Mapping[str, Any]
    paths: tuple[Source, ...]
    shared: list[tuple[str, Value]]
    let: list[tuple[str, Value]]
    runs: list[Run]
    known: dict[tuple[Any, ...] | None, Any]


def values_at(paths: Sequence[Source], scope: Scope) -> tuple[Any, ...] | None:
    """Return the values at paths in a scope, with their types; None if there is more than can be compared."""
    found: list[Any] = []
    for path in paths:
        value: Any = scope
        for step in path:
            if type(value) is not dict or step not in value:
                return None
            value = value[step]
        if type(value) not in _PLAIN:
            return None
        found += value, type(value)
    return tuple(found)


def loop(index: int, count: int) -> dict[str, int | bool]:
    """Return what `loop` tells in a repeated box, `index` from 0."""
    last = index == count - 1
    return {"index": index + 1, "index0": index, "first": index == 0, "last": last, "length": count}
