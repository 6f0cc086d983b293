"""Walk through a model and all models inside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel

__all__ = ["walked"]

_PLAIN = frozenset((str, int, float, bool, type(None)))
"""Types that cannot contain a model."""


def walked(model: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], BaseModel]]:
    """Yield a model and every model inside it, with their paths."""
    if isinstance(model, tuple):
        parts: Iterable[tuple[Any, Any]] = enumerate(model)
    elif isinstance(model, dict):
        parts = model.items()
    elif isinstance(model, BaseModel):
        yield path, model
        given = type(model).model_fields  # and not what a model has computed since
        parts = [(name, value) for name, value in vars(model).items() if value and name in given]
    else:
        return
    for name, value in parts:
        if value and type(value) not in _PLAIN:
            yield from walked(value, (*path, name))
