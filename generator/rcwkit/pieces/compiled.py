"""Layouts as they are compiled for one size of face: boxes, runs of them, and values by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from rcwkit.diagnostics import Diagnostic
from rcwkit.look.evaluation import Scope, Value
from rcwkit.look.frame import Item
from rcwkit.pieces.shapes import Rectangle
from rcwkit.reading.layouts import Placed

__all__ = ["Compiled", "Refused", "Run", "Sheet", "Source", "loop"]

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
    """A box: its values as functions, the names that they use, and where its texts come from.

    `alike` are the values on which its drawing depends, None if it is drawn every time.
    """

    placed: Placed
    values: dict[str, Value]
    points: list[tuple[Value, Value]]
    uses: frozenset[str]
    sources: Mapping[str, tuple[Source, ...]]
    listed: Source | None
    rectangle: Callable[[Scope], Rectangle]
    step: Callable[[Scope], tuple[float, float]] | None
    alike: tuple[Source, ...] | None

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
    """Boxes one above the other that are drawn once for each value of their shared names, or of all their names.

    Those that are neither are drawn every time. Drawings are `known` by the values, with whether they reach beyond the
    bleed.
    """

    shared: bool
    repeats: bool
    alone: bool = False
    boxes: list[Compiled] = field(default_factory=list)
    known: dict[tuple[Any, ...], tuple[list[Item], bool]] = field(default_factory=dict)

    @cached_property
    def uses(self) -> frozenset[str]:
        """The names that they use."""
        return frozenset().union(*(box.uses for box in self.boxes))

    @cached_property
    def _paths(self) -> tuple[Source, ...]:
        return tuple(dict.fromkeys(path for box in self.boxes for path in box.alike or ()))

    def is_left_out(self, scope: Scope) -> bool:
        """Return whether its first box is not drawn."""
        when = self.boxes[0].values.get("when")
        try:
            return when is not None and not when(scope)
        except Refused:
            return False  # told where the box is drawn

    def key(self, scope: Scope) -> tuple[Any, ...] | None:
        """Return all that a drawing depends on; None if there is more than can be compared."""
        found: list[Any] = []
        for path in self._paths:
            value: Any = scope
            for step in path:
                if type(value) is not dict or step not in value:
                    return None
                value = value[step]
            if type(value) not in _PLAIN:
                return None
            found += value, type(value)
        return tuple(found)


class Sheet(NamedTuple):
    """A layout at one size: values that are the same on all faces or on many, others, and its boxes."""

    constants: Mapping[str, Any]
    shared: list[tuple[str, Value]]
    let: list[tuple[str, Value]]
    runs: list[Run]


def loop(index: int, count: int) -> dict[str, int | bool]:
    """Return what `loop` tells in a repeated box, `index` from 0."""
    last = index == count - 1
    return {"index": index + 1, "index0": index, "first": index == 0, "last": last, "length": count}
