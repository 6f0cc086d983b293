"""Validated files, and the models in them that can be referred to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel

from rcwkit.diagnostics import Span
from rcwkit.source.markup import marked
from rcwkit.source.validation import walked
from rcwkit.source.yaml import Node, span_at

if TYPE_CHECKING:
    from rcwkit.kinds.booklet.markdown import Attached

__all__ = ["Document", "Item"]

T = TypeVar("T")

_TEXTLESS = frozenset((int, float, bool, type(None)))
"""Types that cannot hold a text."""


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """A validated file: its kind, its model, its nodes with their positions, and its attached files."""

    kind: str
    model: Any
    node: Node
    file: str
    attached: Attached | None = None

    @cached_property
    def models(self) -> tuple[tuple[tuple[Any, ...], BaseModel], ...]:
        """Every model of this document, with its path."""
        return tuple(walked(self.model))

    @cached_property
    def texts(self) -> tuple[tuple[tuple[Any, ...], str, str], ...]:
        """Every text that may have markup: its path, the field of its model that it stands in, and its words."""
        return tuple(
            (where, field, said)
            for path, model in self.models
            for field, value in vars(model).items()
            if value and type(value) not in _TEXTLESS
            for where, said in _marked(value, (*path, field))
        )

    def at(self, *path: Any, key: bool = False) -> Span:
        """Return the span of the value (or the key) at a path of keys and indices."""
        return span_at(self.node, path, key=key)


class Item(NamedTuple, Generic[T]):
    """A model that can be referred to, and its place in the data."""

    id: str
    value: T
    document: Document
    path: tuple[Any, ...]

    @property
    def span(self) -> Span:
        """The span of the item's key."""
        return self.document.at(*self.path, key=True)


def _marked(value: Any, path: tuple[Any, ...]) -> Iterable[tuple[tuple[Any, ...], str]]:
    """Return the texts in a value that may have markup, with their paths."""
    if isinstance(value, str):
        return ((path, value),) if ":" in value or marked(value) else ()
    if isinstance(value, dict):
        parts: Iterable[tuple[Any, Any]] = value.items()
    elif isinstance(value, tuple):
        parts = enumerate(value)
    else:
        return ()
    found: list[tuple[tuple[Any, ...], str]] = []
    for key, part in parts:
        if type(part) not in _TEXTLESS:
            found += _marked(part, (*path, key))
    return found
