"""What has been worked out already, kept within a budget by whoever lives long."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import wraps
from threading import Lock
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
_MISSING = object()


class _Key:
    """A key that is hashed once: those of drawings have thousands of numbers."""

    __slots__ = ("hashed", "value")

    def __init__(self, value: Hashable) -> None:
        self.value, self.hashed = value, hash(value)

    def __hash__(self) -> int:
        return self.hashed

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.hashed == other.hashed and self.value == other.value


class Memo:
    """Values by key, each with a size; those used least recently are forgotten once all exceed the budget.

    The last one stays, however large. Threads may share a memo.
    """

    def __init__(self, budget: int) -> None:
        self.budget, self.size = budget, 0
        self._kept: OrderedDict[_Key, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def __reduce__(self) -> tuple[type[Memo], tuple[int]]:
        return Memo, (self.budget,)  # another process begins with none

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[Any]:
        """Yield the values, those used least recently first."""
        with self._lock:
            kept = [*self._kept.values()]
        return (value for value, _ in kept)

    def find(self, key: Hashable, missing: Any = None) -> Any:
        """Return the value of a key, or what stands for one that is `missing`."""
        return self._find(_Key(key), missing)

    def keep(self, key: Hashable, value: R, size: int = 1) -> R:
        """Keep a value, and return it."""
        return self._keep(_Key(key), value, size)

    def _find(self, key: _Key, missing: Any) -> Any:
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return missing
            self._kept.move_to_end(key)
            return found[0]

    def _keep(self, key: _Key, value: R, size: int) -> R:
        with self._lock:
            _, before = self._kept.pop(key, (None, 0))
            self._kept[key] = value, size
            self.size += size - before
            while self.size > self.budget and len(self._kept) > 1:
                _, (_, gone) = self._kept.popitem(last=False)
                self.size -= gone
        return value

    def of(self, size: Callable[[Any], int]) -> Callable[[Callable[P, R]], Callable[P, R]]:
        """Decorate a function whose results are kept by its arguments; `size` returns that of a result."""

        def decorate(function: Callable[P, R]) -> Callable[P, R]:
            @wraps(function)
            def call(*args: P.args, **kwargs: P.kwargs) -> R:
                key = _Key((function, args, *kwargs.items()))
                if (known := self._find(key, _MISSING)) is not _MISSING:
                    return known  # type: ignore[no-any-return]
                made = function(*args, **kwargs)
                return self._keep(key, made, size(made))

            return call

        return decorate
